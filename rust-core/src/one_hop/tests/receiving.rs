// SPDX-License-Identifier: MIT OR Apache-2.0
//! What arrives: acknowledged, told from copies, handed on in order.
use super::*;

fn ack_of(number: u16) -> Ack {
    Ack {
        epoch: 40,
        answered: Number(number),
        ..ack(number + 1)
    }
}

#[test] // "if there is any packet to be sent in another direction, piggyback it, if not, return LACK"
fn a_packet_is_handed_on_and_acknowledged_at_once() {
    let mut s = script();
    s.data(data(40, 0)).forwards().does([]);
    s.wakes(5)
        .does([Did::Frame(NEXT, bare_ack(ack_of(0)))])
        .notes([(EventKind::LocalAck, Cause::None)]);
}

#[test]
fn an_acknowledgement_rides_on_a_packet_that_goes_back_in_the_same_instant() {
    let mut s = script();
    let both = Trailer {
        data: Some(data(5, 0)),
        ack: Some(ack_of(0)),
    };
    s.data(data(40, 0))
        .egress()
        .does([Did::Keep(0), Did::Send(0, both)]);
    s.notes([
        (EventKind::Cached, Cause::None),
        (EventKind::LocalAckPiggybacked, Cause::None),
    ]);
    s.wakes(105); // nothing else is due
}

#[test]
fn it_waits_for_one_unless_the_neighbour_waits_for_it() {
    let mut s = script_with(|config| config.piggyback_delay = Span::from_millis(10));
    let patient = Data {
        wait_ms: 10,
        ..data(40, 0)
    };
    let waited = Ack {
        waited_ms: 10,
        ..ack_of(0)
    };
    s.data(patient)
        .wakes(15)
        .does([Did::Frame(NEXT, bare_ack(waited))]);
    let more = Data {
        more: true,
        ..data(40, 1)
    };
    s.at(20).data(more).wakes(20);
    s.does([Did::Frame(NEXT, bare_ack(ack_of(1)))]);
}

#[test]
fn without_piggybacking_it_goes_alone() {
    let mut s = script_with(|config| config.piggyback = false);
    s.data(data(40, 0))
        .egress()
        .does([Did::Keep(0), Did::Send(0, only(data(5, 0)))]);
    s.wakes(5).does([Did::Frame(NEXT, bare_ack(ack_of(0)))]);
}

#[test] // "LACK is returned for every data packet", duplicates as well
fn a_copy_is_dropped_and_acknowledged() {
    let mut s = script();
    s.data(data(40, 0)).timer();
    let copy = Data {
        transmission: 2,
        ..data(40, 0)
    };
    s.at(9)
        .data(copy)
        .drops()
        .notes([(EventKind::Duplicate, Cause::None)]);
    let answer = Ack {
        transmission: 2,
        ..ack_of(0)
    };
    s.wakes(9).does([Did::Frame(NEXT, bare_ack(answer))]);
}

#[test]
fn what_the_neighbour_gave_up_is_not_waited_for() {
    let mut s = script();
    s.data(data(40, 0)).at(6).data(data(40, 3)).forwards();
    s.wakes(5).does([Did::Frame(NEXT, bare_ack(ack_of(3)))]);
}

fn out_of_order(number: u16) -> Data {
    Data {
        oldest: Number(0),
        ..data(40, number)
    }
}

#[test]
fn packets_go_to_the_node_in_the_order_of_their_numbers() {
    let mut s = script_with(|config| config.window = 4);
    s.data(out_of_order(1)).drops().does([Did::Keep(0)]);
    s.data(out_of_order(2)).drops().does([Did::Keep(1)]);
    let seen = Ack {
        next: Number(0),
        beyond: 0b11,
        ..ack_of(2)
    };
    s.timer().does([Did::Frame(NEXT, bare_ack(seen))]);
    s.data(out_of_order(0)).forwards().does([
        Did::Deliver(0),
        Did::Release(0),
        Did::Deliver(1),
        Did::Release(1),
    ]);
    assert_eq!(s.agent.held_packets(), 0);
}

#[test]
fn what_waited_for_a_packet_given_up_goes_before_the_next() {
    let mut s = script_with(|config| config.window = 4);
    s.data(out_of_order(1));
    let next = Data {
        oldest: Number(2),
        ..data(40, 2)
    };
    s.data(next).drops().does([
        Did::Keep(1),
        Did::Deliver(0),
        Did::Release(0),
        Did::Deliver(1),
        Did::Release(1),
    ]);
}

#[test]
fn a_frame_that_skips_frees_what_waited() {
    let mut s = script_with(|config| config.window = 4);
    s.data(out_of_order(1)).timer();
    s.frame(only(data(40, 2)))
        .does([Did::Deliver(0), Did::Release(0)]);
}

#[test]
fn a_hole_that_nobody_mends_is_skipped_in_the_end() {
    let mut s = script_with(|config| config.window = 4);
    s.data(out_of_order(1)).timer();
    s.wakes(8_005).does([Did::Deliver(0), Did::Release(0)]);
}

#[test]
fn a_full_buffer_leaves_what_is_to_be_sent_on_to_its_last_hop() {
    let mut s = script_with(|config| config.buffer_packets = 1);
    s.egress_to(OTHER);
    s.arrives(Some(only(data(40, 0))), false).drops().does([]);
    s.notes([(EventKind::Refused, Cause::BufferFull)]);
    // What is for the node itself needs no room.
    s.arrives(Some(only(data(40, 0))), true).forwards();
}

#[test]
fn fragments_are_acknowledged_as_one() {
    let mut s = script_with(|config| (config.window, config.fragment_packets) = (2, 2));
    let part = Data {
        end: false,
        ..data(40, 0)
    };
    s.data(part).forwards();
    s.at(6).data(out_of_order(1)).forwards();
    s.wakes(6).does([Did::Frame(NEXT, bare_ack(ack_of(1)))]);
}
