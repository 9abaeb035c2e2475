// SPDX-License-Identifier: MIT OR Apache-2.0
//! The seed's table of states, row by row, and what it leaves open about sending.
use super::*;

#[test] // Ready: "Receive a packet and no packet is outgoing"
fn a_packet_is_buffered_sent_and_timed() {
    script()
        .egress()
        .drops()
        .does([Did::Keep(0), Did::Send(0, only(data(5, 0)))])
        .notes([(EventKind::Cached, Cause::None)])
        .wakes(105);
}

#[test] // Ready: "Receive a packet when flag no_packet_outgoing is false"
fn a_second_packet_is_only_buffered() {
    let mut s = script();
    s.egress().egress().drops().does([Did::Keep(1)]);
    assert_eq!(s.agent.held_packets(), 2);
}

#[test] // Wait: "Receive a LACK from downstream node"; Done: "Other Packet in Buffer" and "Buffer empty"
fn an_acknowledgement_purges_and_sends_the_next() {
    let mut s = script();
    s.egress()
        .egress()
        .at(20)
        .acked(ack(1))
        .does([Did::Release(0), Did::Send(1, only(data(5, 1)))]);
    s.at(30).acked(ack(2)).does([Did::Release(1)]);
    assert_eq!(s.agent.held_packets(), 0);
    // Ready again.
    s.at(40)
        .egress()
        .does([Did::Keep(2), Did::Send(2, only(data(5, 2)))]);
}

#[test] // Wait: "Local Timeout and retry count < 6" and "> 5", read as six retransmissions
fn a_silent_neighbour_gets_six_more_copies_before_the_packet_is_purged() {
    let mut s = script();
    s.able().at(5).egress().egress();
    for copy in 2..=7_u8 {
        let sent = Data {
            transmission: copy,
            more: true,
            ..data(5, 0)
        };
        s.wakes(5 + 100 * (u64::from(copy) - 1))
            .does([Did::Resend(0, only(sent))])
            .notes([(EventKind::LocalRetransmission, Cause::OneHopTimer)]);
    }
    // Done: the next one is sent, and says that nothing before it will come.
    s.wakes(705)
        .does([Did::Abandon(0), Did::Send(1, only(data(5, 1)))])
        .notes([(EventKind::RetransmissionLimit, Cause::OneHopTimer)]);
}

#[test]
fn the_retry_limit_can_be_read_as_five() {
    let mut s = script_with(|config| config.retry_limit = 5);
    s.able().at(5).egress();
    for copy in 1..=5 {
        s.wakes(5 + 100 * copy);
    }
    s.wakes(605).does([Did::Abandon(0)]);
}

#[test]
fn a_dead_neighbour_stops_no_other() {
    let mut s = script();
    s.egress().egress_to(OTHER);
    // The second neighbour's state is younger, so it numbers in another epoch.
    s.does([Did::Keep(1), Did::Send(1, only(data(6, 0)))]);
}

#[test]
fn the_timeout_follows_the_round_trips_over_the_hop() {
    let mut s = script_with(|config| config.adaptive_timeout = true);
    s.egress().at(25).acked(ack(1));
    s.notes([(EventKind::RttSample, Cause::None)]);
    // 20 ms and four times half of it.
    s.at(100).egress().wakes(160);
}

#[test] // RFC 6298 section 3 forbids samples of ambiguous copies; the acknowledgement says which one it answers.
fn an_acknowledgement_of_a_copy_is_timed_from_that_copy() {
    let mut s = script_with(|config| config.adaptive_timeout = true);
    s.egress().wakes(105);
    s.at(115).acked(Ack {
        transmission: 2,
        ..ack(1)
    });
    // 10 ms and four times half of it.
    s.at(200).egress().wakes(230);
}

#[test]
fn a_larger_window_sends_more_and_mends_what_later_packets_overtook() {
    let mut s = script_with(|config| config.window = 3);
    s.egress()
        .at(6)
        .egress()
        .at(7)
        .egress()
        .at(8)
        .egress()
        .does([Did::Keep(3)]);
    // 1 and 2 arrived, 0 did not, although it was sent before them.
    let seen = Ack {
        beyond: 0b11,
        answered: Number(2),
        ..ack(0)
    };
    let fourth = Data {
        oldest: Number(0),
        ..data(5, 3)
    };
    s.at(20)
        .acked(seen)
        .does([Did::Release(1), Did::Release(2), Did::Send(3, only(fourth))]);
    let again = Data {
        transmission: 2,
        ..data(5, 0)
    };
    s.wakes(20).does([Did::Resend(0, only(again))]);
}

#[test]
fn a_purge_in_a_larger_window_tells_the_neighbour_not_to_wait() {
    let mut s = script_with(|config| (config.window, config.retry_limit) = (2, 1));
    s.able().at(5).egress().egress().at(6).acked(Ack {
        beyond: 1,
        answered: Number(1),
        ..ack(0)
    });
    s.timer().at(106).timer();
    let skip = Data {
        transmission: 0,
        ..data(5, 2)
    };
    s.does([Did::Abandon(0), Did::Frame(NEXT, only(skip))]);
}

#[test]
fn a_fragment_is_sent_and_repeated_as_one() {
    let mut s = script_with(|config| (config.window, config.fragment_packets) = (2, 2));
    s.able().at(5).egress().egress().egress();
    // The first packet found nothing behind it and so is a fragment of its own.
    s.at(6).acked(ack(1));
    let part = |number, transmission| Data {
        oldest: Number(1),
        transmission,
        end: number == 2,
        more: transmission == 1 && number == 1,
        ..data(5, number)
    };
    s.does([
        Did::Release(0),
        Did::Send(1, only(part(1, 1))),
        Did::Send(2, only(part(2, 1))),
    ]);
    s.wakes(106)
        .does([Did::Resend(1, only(part(1, 2))), Did::Resend(2, only(part(2, 2)))]);
    s.acked(ack(3)).does([Did::Release(1), Did::Release(2)]);
}

#[test]
fn a_full_buffer_refuses_what_the_node_sends() {
    let mut s = script_with(|config| config.buffer_packets = 2);
    s.egress().egress().egress().drops().does([]);
    s.notes([(EventKind::Refused, Cause::BufferFull)]);
}

#[test]
fn a_full_buffer_has_room_for_a_connection_with_fewer_packets() {
    let mut s = script_with(|config| config.buffer_packets = 4);
    // One is on its way, three wait.
    s.egress().egress().egress().egress().egress().does([]);
    s.other_connection().drops();
    s.does([Did::Release(3), Did::Keep(4)]);
    s.notes([
        (EventKind::Refused, Cause::BufferFull),
        (EventKind::Cached, Cause::None),
    ]);
    // Now two of the one wait and one of the other: none has to give way.
    s.other_connection().drops().does([]);
    assert_eq!(s.agent.held_packets(), 4);
}

#[test]
fn settings_out_of_range_are_named() {
    let refused = |change: fn(&mut Config)| {
        let mut config = Config::default();
        change(&mut config);
        OneHop::new(config).unwrap_err().attribute
    };
    assert_eq!(refused(|c| c.window = 17), "Window");
    assert_eq!(refused(|c| c.fragment_packets = 2), "FragmentSize");
    assert_eq!(refused(|c| c.buffer_packets = 0), "BufferSize");
    assert_eq!(refused(|c| c.max_timeout = Span::ZERO), "MaxTimeout");
    assert_eq!(refused(|c| c.backoff = f64::NAN), "Backoff");
}

#[test]
fn the_late_acknowledgement_of_a_packet_given_up_lengthens_the_timeout() {
    let mut s = script_with(|config| (config.adaptive_timeout, config.retry_limit) = (true, 1));
    s.able().egress().wakes(105).wakes(205);
    s.notes([(EventKind::RetransmissionLimit, Cause::OneHopTimer)]);
    s.at(255).acked(ack(1)).does([]);
    s.notes([(EventKind::RttSample, Cause::None)]);
    // 250 + 4 x 125
    s.at(300).egress();
    assert_eq!(s.last.deadline, at_ms(1050));
    // Once.
    s.at(310)
        .acked(ack(1))
        .notes([(EventKind::LocalAckIgnored, Cause::NothingOutstanding)]);
}
