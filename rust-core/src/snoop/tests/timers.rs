// SPDX-License-Identifier: MIT OR Apache-2.0
//! Round-trip timer, persist timer and round-trip samples.
use super::*;

#[test] // [Bal95 s4]: 2 x srtt, gain 1/4
fn the_round_trip_timer_follows_the_smoothed_round_trip() {
    let mut s = script(Config {
        delayed_ack_allowance: Span::ZERO,
        ..Config::preset_1995()
    });
    s.at(0).data(0..1000).at(40).ack(1000);
    s.at(100).data(1000..2000).at(180).ack(2000); // srtt = 3/4 * 40 + 1/4 * 80 = 50 ms
    s.at(200).data(2000..3000).data(3000..4000);
    s.at(210).ack(2000).says([resend(2)]);
    s.at(309).timer().says([]).wakes_at(310);
    s.at(310)
        .timer()
        .says([resend(2)])
        .notes([(EventKind::LocalRetransmission, Cause::RoundTripTimer)]);
    s.wakes_at(410);
}

#[test] // [Bal95 s4]: 40 ms; [Bal97 s3]: 200 ms
fn the_round_trip_timer_has_a_floor() {
    let mut s = old();
    s.at(0)
        .data(0..1000)
        .at(2)
        .ack(1000)
        .at(10)
        .data(1000..2000)
        .data(2000..3000);
    s.at(20).ack(1000).says([resend(1)]);
    s.at(59).timer().says([]).wakes_at(60);
    let mut s = new();
    s.at(0)
        .data(0..1000)
        .at(2)
        .ack(1000)
        .at(10)
        .data(1000..2000)
        .data(2000..3000)
        .data(3000..4000);
    s.at(20).ack(1000).at(21).ack(1000).says([resend(1)]);
    s.at(221).timer().says([resend(1)]);
}

#[test] // [Bal95 s4]
fn the_round_trip_timer_is_not_armed_before_the_first_local_retransmission() {
    let mut s = old();
    s.at(0).data(0..1000).at(10).ack(1000).at(20).data(1000..2000);
    s.at(419).timer().says([]);
    s.at(420)
        .timer()
        .notes([(EventKind::LocalRetransmission, Cause::PersistTimer)]);
}

#[test] // [Bal95 s3.1.2] after Karn
fn a_window_with_a_retransmission_gives_no_sample() {
    let mut s = old();
    s.at(0)
        .data(0..1000)
        .at(10)
        .ack(1000)
        .notes([(EventKind::RttSample, Cause::None)]);
    s.at(20).data(1000..2000).data(2000..3000);
    s.at(30).ack(1000).says([resend(1)]);
    s.at(50).ack(3000).says([release(1), release(2)]).notes([]);
}

#[test]
fn one_segment_is_timed_per_window() {
    let mut s = old();
    s.at(0)
        .data(0..1000)
        .at(5)
        .data(1000..2000)
        .at(8)
        .data(2000..3000);
    s.at(10).ack(1000).notes([(EventKind::RttSample, Cause::None)]);
    s.at(15).ack(2000).notes([]);
    s.at(18).ack(3000).notes([]);
}

#[test]
fn the_handshake_gives_the_first_sample() {
    let mut s = old();
    let syn = Header {
        syn: true,
        ..Header::data(ISN, 0)
    };
    s.at(0)
        .packet(Direction::Egress, &syn.bytes())
        .says([])
        .forwards();
    s.notes([(EventKind::FlowOpened, Cause::Syn)]);
    s.at(30)
        .mobile(|header| header.syn = true, 0)
        .forwards()
        .notes([(EventKind::RttSample, Cause::None)]);
    assert_eq!(
        s.answer.events.first().and_then(|event| event.rtt),
        Some(Span::from_millis(30))
    );
}

#[test] // [Bal95 s4]: 200 ms of no activity
fn the_persist_timer_resends_the_oldest_segment_after_quiet() {
    let mut s = script(Config {
        delayed_ack_allowance: Span::ZERO,
        ..Config::preset_1995()
    });
    s.at(0).data(0..1000).at(50).data(1000..2000);
    s.at(200).timer().says([]).wakes_at(250);
    s.at(250).timer().says([resend(0)]).wakes_at(450);
}

#[test]
fn without_a_hint_of_loss_the_persist_timer_leaves_room_for_a_delayed_acknowledgement() {
    let mut s = old();
    s.at(0).data(0..1000).wakes_at(400);
    s.at(200).ack(1000).says([release(0)]);
    s.at(400).timer().says([]);
}

#[test]
fn the_persist_timer_stops_at_the_limit() {
    let mut s = script(Config {
        max_local_retransmissions: 3,
        delayed_ack_allowance: Span::ZERO,
        ..Config::preset_1995()
    });
    s.at(0).data(0..1000);
    for ms in [200, 400, 600] {
        s.at(ms).timer().says([resend(0)]);
    }
    s.wakes_at(120_000);
    s.at(800).timer().says([]);
}

#[test] // [Bal95 s4]: the persist timer sets the number of expected duplicates to zero
fn after_the_persist_timer_the_next_duplicate_resends() {
    let mut s = script(Config {
        min_timeout: Span::from_millis(1000),
        ..Config::preset_1995()
    });
    s.at(0).burst(6).ack(0).ack(0).says([resend(0)]);
    s.at(200)
        .timer()
        .notes([(EventKind::LocalRetransmission, Cause::PersistTimer)]);
    s.at(201).ack(0).says([resend(0)]).drops();
}
