// SPDX-License-Identifier: MIT OR Apache-2.0
//! The mobile host moves from one base station to another.
use super::super::Reporter;
use super::*;

fn send(id: u64) -> Step {
    Step::send(PacketId(id))
}

impl Script {
    fn leave(&mut self) -> &mut Self {
        self.answer.clear();
        let at = Moment {
            now: self.now,
            waiting: 0,
        };
        self.last = self.agent.start_buffering(at, MOBILE.ip(), &mut self.answer);
        self
    }

    fn arrive(&mut self, state: &[u8]) -> &mut Self {
        self.answer.clear();
        let at = Moment {
            now: self.now,
            waiting: 0,
        };
        self.last = self.agent.start_serving(at, MOBILE.ip(), state, &mut self.answer);
        self
    }

    fn export(&self) -> Vec<u8> {
        let mut state = Vec::new();
        self.agent.export(MOBILE.ip(), &mut state);
        state
    }
}

/// A base station that buffers from the start.
fn buffering() -> Script {
    let mut s = old();
    s.leave();
    s
}

/// What a mobile host reports that has received `arrived` octets and acknowledged `acked` of them.
fn report(acked: u32, arrived: u32) -> Vec<u8> {
    let mut reporter = Reporter::default();
    reporter.on_departure(&Header::ack(ISN.wrapping_add(1 + acked)).bytes());
    reporter.on_arrival(&Header::data(ISN.wrapping_add(1 + acked), arrived - acked).bytes());
    let mut state = Vec::new();
    reporter.report(&mut state);
    state
}

#[test] // [Bal95 s3.3]
fn a_buffering_base_station_keeps_data_and_sends_nothing() {
    let mut s = buffering();
    s.data(0..1000).says([keep(0)]).drops();
    s.notes([(EventKind::Buffered, Cause::None)]);
    assert_eq!((s.agent.held_packets(), s.agent.connections()), (1, 0));
}

#[test]
fn a_full_buffer_frees_the_oldest_packet() {
    let mut s = buffering();
    s.burst(12);
    s.data(12_000..13_000).says([release(0), keep(12)]).drops();
    s.notes([
        (EventKind::BufferReleased, Cause::CacheFull),
        (EventKind::Buffered, Cause::None),
    ]);
    assert_eq!(s.agent.held_packets(), 12);
}

#[test]
fn data_of_other_mobile_hosts_passes_a_buffering_base_station() {
    let mut s = buffering();
    let mut other = Header::data(1, 500);
    other.destination.set_ip([10, 0, 1, 3].into());
    s.packet(Direction::Egress, &other.bytes())
        .says([keep(0)])
        .forwards();
}

#[test]
fn acknowledgements_for_an_absent_mobile_host_are_swallowed_and_its_own_pass() {
    let mut s = buffering();
    s.data(0..0).says([]).drops();
    s.ack(0).says([]).forwards();
}

#[test]
fn the_new_base_station_sends_what_the_mobile_host_lacks() {
    let mut s = buffering();
    s.burst(4);
    s.arrive(&report(1000, 2000))
        .says([release(0), release(1), send(2), send(3)]);
    s.notes([
        (EventKind::FlowOpened, Cause::Handoff),
        (EventKind::BufferReleased, Cause::OldData),
        (EventKind::BufferReleased, Cause::OldData),
        (EventKind::HandoffForwarded, Cause::Handoff),
        (EventKind::HandoffForwarded, Cause::Handoff),
    ]);
    s.data(4000..5000).says([keep(4)]).forwards();
}

#[test]
fn after_the_handoff_the_buffer_serves_as_cache() {
    let mut s = buffering();
    s.window = 100; // as reported
    s.burst(4).arrive(&report(1000, 1000));
    s.ack(1000).says([resend(1)]).drops();
    s.ack(2000).says([release(1)]).forwards();
    s.ack(2000).says([resend(2)]).drops();
}

#[test]
fn without_a_report_the_whole_buffer_is_sent() {
    let mut s = buffering();
    s.burst(2).arrive(&[]).says([send(0), send(1)]);
    assert_eq!((s.agent.held_packets(), s.agent.connections()), (2, 1));
}

#[test]
fn copies_in_the_buffer_are_sent_once() {
    let mut s = buffering();
    s.burst(2).data(0..1000);
    s.arrive(&report(0, 0)).says([send(0), send(1), release(2)]);
}

#[test]
fn a_syn_is_forwarded_and_not_cached() {
    let mut s = buffering();
    let syn = Header {
        syn: true,
        ..Header::data(ISN, 0)
    };
    s.packet(Direction::Egress, &syn.bytes()).says([keep(0)]).drops();
    s.arrive(&[]).says([send(0), release(0)]);
    assert_eq!((s.agent.held_packets(), s.agent.connections()), (0, 0));
}

#[test]
fn the_old_base_station_turns_its_newest_segments_into_a_buffer() {
    let mut s = old();
    s.burst(14).ack(1000);
    let state = s.export();
    s.leave().says([release(1)]);
    s.notes([
        (EventKind::FlowClosed, Cause::Handoff),
        (EventKind::BufferReleased, Cause::CacheFull),
    ]);
    assert_eq!((s.agent.held_packets(), s.agent.connections()), (12, 0));
    // Back again, the mobile host having got two more segments elsewhere.
    s.data(14_000..15_000).says([release(2), keep(14)]).drops();
    s.arrive(&[state, report(3000, 3000)].concat());
    assert_eq!(s.answer.steps.first(), Some(&send(3)));
    assert_eq!(s.agent.held_packets(), 12);
}

#[test]
fn what_the_old_base_station_knew_survives_the_handoff() {
    let mut a = old();
    a.at(0).burst(2).at(30).ack(1000);
    a.packet(Direction::Ingress, &{
        let mut fin = Header::ack(ISN.wrapping_add(1001));
        (fin.fin, fin.window) = (true, 64);
        fin.bytes()
    });
    let state = a.export();
    let mut b = buffering();
    b.data(1000..2000).arrive(&state);
    assert_eq!(b.export(), state);
}

#[test]
fn the_later_of_two_reports_holds_whatever_their_order() {
    for state in [
        [report(1000, 1000), report(3000, 3000)],
        [report(3000, 3000), report(1000, 1000)],
    ] {
        let mut s = buffering();
        s.burst(4);
        s.arrive(&state.concat());
        assert_eq!(s.answer.steps.last(), Some(&send(3)));
        assert_eq!(s.agent.held_packets(), 1);
    }
}

#[test]
fn a_damaged_report_is_read_as_far_as_it_goes() {
    let whole = report(1000, 1000);
    for cut in 0..whole.len() {
        let mut s = buffering();
        s.burst(2).arrive(&whole[..cut]);
        s.says([send(0), send(1)]);
    }
    let mut s = buffering();
    s.burst(2).arrive(&[whole, [9; 40].to_vec()].concat());
    s.says([release(0), send(1)]);
}

#[test]
fn a_report_about_another_mobile_host_opens_nothing() {
    let mut reporter = Reporter::default();
    let mut ack = Header::ack(5);
    ack.source.set_ip([10, 0, 1, 3].into());
    reporter.on_departure(&ack.bytes());
    let mut state = Vec::new();
    reporter.report(&mut state);
    let mut s = buffering();
    s.arrive(&state).says([]).notes([]);
    assert_eq!(s.agent.connections(), 0);
}

#[test]
fn a_buffer_of_which_nothing_was_heard_is_freed() {
    let mut s = buffering();
    s.at(0).data(0..1000).wakes_at(120_000);
    s.at(120_000)
        .timer()
        .says([release(0)])
        .notes([(EventKind::BufferReleased, Cause::Idle)]);
    assert_eq!((s.agent.held_packets(), s.last.deadline), (0, SimTime::NEVER));
}

#[test]
fn the_bound_for_all_connections_holds_for_buffers_too() {
    let mut s = script(Config {
        max_packets: 2,
        ..Config::preset_1995()
    });
    s.leave().burst(3).says([release(0), keep(2)]);
    assert_eq!(s.agent.held_packets(), 2);
}

#[test]
fn serving_a_mobile_host_that_is_served_already_changes_nothing() {
    let mut s = old();
    s.burst(1).arrive(&report(0, 0)).says([]).notes([]);
    assert!(!s.agent.is_buffering(MOBILE.ip()));
    s.leave().leave().says([]).notes([]);
    assert!(s.agent.is_buffering(MOBILE.ip()));
}

#[test]
fn a_reporter_does_not_count_what_lies_above_a_hole() {
    let mut reporter = Reporter::default();
    reporter.on_departure(&Header::ack(ISN).bytes());
    reporter.on_arrival(&Header::data(ISN.wrapping_add(1000), 1000).bytes());
    let (mut with_hole, mut without) = (Vec::new(), Vec::new());
    reporter.report(&mut with_hole);
    reporter.on_arrival(&Header::data(ISN, 1000).bytes());
    reporter.on_departure(&Header::ack(ISN.wrapping_add(2000)).bytes());
    reporter.report(&mut without);
    assert_ne!(with_hole, without);
    let mut s = buffering();
    s.packet(Direction::Egress, &Header::data(ISN, 1000).bytes());
    s.packet(
        Direction::Egress,
        &Header::data(ISN.wrapping_add(1000), 1000).bytes(),
    );
    let mut t = script(Config::preset_1995());
    t.agent = s.agent.clone();
    s.arrive(&with_hole).says([send(0), send(1)]);
    t.arrive(&without).says([release(0), release(1)]);
}

#[test] // [CI94]
fn a_reporter_repeats_the_last_acknowledgement_of_each_connection() {
    let mut reporter = Reporter::default();
    let other = Header::ack(7).with_sender_port(4000);
    reporter.on_departure(&other.bytes());
    reporter.on_departure(&Header::ack(5).bytes());
    reporter.on_departure(&Header::ack(6).bytes());
    let acks = reporter.last_acks();
    let seen: Vec<_> = acks.iter().map(|bytes| Segment::parse(bytes).unwrap()).collect();
    assert_eq!(seen.len(), 2);
    assert_eq!(seen[0].ack, Some(crate::seq::Seq::new(6)));
    assert_eq!(
        (seen[1].flow, seen[1].payload_len),
        (Segment::parse(&other.bytes()).unwrap().flow, 0)
    );
}

#[test]
fn a_reporter_forgets_connections_that_were_reset_and_the_least_recent_of_too_many() {
    let mut reporter = Reporter::default();
    let ack = |port| Header::ack(7).with_sender_port(port);
    for port in 0..65 {
        reporter.on_departure(&ack(100 + port).bytes());
    }
    assert_eq!(reporter.last_acks().len(), 64);
    for (header, arrives) in [
        (Header::data(1, 0).with_sender_port(130), true),
        (ack(131), false),
    ] {
        let rst = Header { rst: true, ..header }.bytes();
        if arrives {
            reporter.on_arrival(&rst);
        } else {
            reporter.on_departure(&rst);
        }
    }
    assert_eq!(reporter.last_acks().len(), 62);
    let ports = reporter.last_acks().into_iter();
    assert!(
        ports
            .map(|bytes| Segment::parse(&bytes).unwrap().flow.destination.port())
            .all(|port| port != 100)
    );
}

#[test]
fn a_connection_that_ended_is_neither_acknowledged_again_nor_resumed_whoever_closed_first() {
    let mobile = |fin, ack| {
        Header {
            fin,
            ..Header::ack(ack)
        }
        .bytes()
    };
    let fixed = |fin, ack| {
        let ack = Some(ack);
        Header {
            fin,
            ack,
            ..Header::data(50, 0)
        }
        .bytes()
    };
    let mut passive = Reporter::default();
    passive.on_departure(&mobile(false, 50));
    passive.on_arrival(&fixed(true, 9000));
    passive.on_departure(&mobile(true, 51));
    assert_eq!(passive.last_acks().len(), 1);
    passive.on_arrival(&fixed(false, 9001));
    assert_eq!(passive.last_acks().len(), 0);

    let mut active = Reporter::default();
    active.on_departure(&mobile(true, 50));
    active.on_arrival(&fixed(false, 9001));
    assert_eq!(active.last_acks().len(), 1);
    active.on_arrival(&fixed(true, 9001));
    active.on_departure(&mobile(false, 51));
    assert_eq!(active.last_acks().len(), 0);

    for reporter in [passive, active] {
        let mut state = Vec::new();
        reporter.report(&mut state);
        let mut s = buffering();
        s.packet(Direction::Egress, &Header::data(40, 10).bytes());
        s.arrive(&state)
            .says([release(0)])
            .notes([(EventKind::BufferReleased, Cause::OldData)]);
    }
}
