// SPDX-License-Identifier: MIT OR Apache-2.0
//! Neighbours that are silent, plain, restarted or hostile.
use super::*;
use proptest::prelude::*;

#[test] // a neighbour that never answers
fn a_neighbour_that_was_never_heard_is_taken_for_plain_in_the_end() {
    let mut s = script_with(|config| config.retry_limit = 1);
    s.egress().egress().wakes(105).wakes(205);
    s.does([Did::Abandon(0), Did::Bare(1), Did::Release(1)]);
    s.notes([
        (EventKind::RetransmissionLimit, Cause::OneHopTimer),
        (EventKind::PlainNeighbour, Cause::None),
    ]);
    s.egress().forwards().does([]);
    // Later it gets another chance.
    s.at(30_205).egress().drops();
}

#[test] // a frame from a node without the agent
fn tcp_without_trailer_tells_a_plain_neighbour() {
    let mut s = script();
    s.egress().egress().arrives(None, true).forwards();
    s.does([Did::Release(0), Did::Bare(1), Did::Release(1)]);
    s.egress().forwards().does([]);
    assert_eq!(s.agent.held_packets(), 0);
}

#[test]
fn an_able_neighbour_stays_able_and_a_plain_one_becomes_it() {
    let mut s = script();
    s.able().arrives(None, true).forwards();
    s.egress().drops();
    let mut s = script();
    s.arrives(None, true).egress().forwards();
    s.data(data(40, 0)).egress().drops();
}

#[test] // a node that restarts with old sequence numbers
fn a_node_that_restarts_is_served_from_its_new_numbers_on() {
    let mut s = script();
    s.data(data(40, 700)).at(50).data(data(90, 0)).forwards();
    let answer = Ack { epoch: 90, ..ack(1) };
    s.timer().does([Did::Frame(NEXT, bare_ack(answer))]);
    // What is left of its earlier life passes, and is not answered.
    s.at(60).data(data(40, 701)).forwards().timer().does([]);
}

#[test]
fn a_restart_frees_what_waited_for_the_earlier_life() {
    let mut s = script_with(|config| config.window = 4);
    s.data(Data {
        oldest: Number(0),
        ..data(40, 1)
    });
    s.data(data(90, 0)).does([
        Did::Keep(1),
        Did::Deliver(0),
        Did::Release(0),
        Did::Deliver(1),
        Did::Release(1),
    ]);
}

#[test]
fn our_own_restart_forgets_all_and_numbers_anew() {
    let mut s = script();
    s.egress().egress();
    s.answer.clear();
    s.last = s.agent.reboot(s.moment(), &mut s.answer);
    s.does([Did::Release(0), Did::Release(1)]);
    s.notes(vec![(EventKind::Dropped, Cause::Reboot); 2]);
    assert_eq!((s.agent.held_packets(), s.agent.connections()), (0, 0));
    // In the same instant, and still another epoch.
    s.egress().does([Did::Keep(2), Did::Send(2, only(data(6, 0)))]);
    // An acknowledgement for the earlier life purges nothing.
    s.acked(ack(1))
        .does([])
        .notes([(EventKind::LocalAckIgnored, Cause::NothingOutstanding)]);
}

#[test] // a LACK for nothing outstanding
fn acknowledgements_for_nothing_are_ignored() {
    let mut s = script();
    let ignored = [(EventKind::LocalAckIgnored, Cause::NothingOutstanding)];
    s.acked(ack(1)).does([]).notes(ignored);
    s.egress();
    s.acked(ack(3)).does([]).notes(ignored); // never sent
    s.acked(ack(0)).does([]).notes(ignored);
    s.acked(ack(1)).does([Did::Release(0)]);
    s.acked(ack(1)).does([]).notes(ignored);
}

#[test] // broadcast and multicast, other protocols
fn what_is_for_no_single_neighbour_passes_untouched() {
    let mut s = script();
    let header = Header::data(1, 1000).bytes();
    for direction in [Direction::Egress, Direction::Ingress] {
        s.last = s
            .agent
            .on_packet(s.moment(), &Packet::new(direction, &header), &mut s.answer);
        s.forwards().does([]);
    }
    let mut udp = header;
    udp[9] = 17;
    let packet = Packet {
        neighbour: Some(NEXT),
        ..Packet::new(Direction::Egress, &udp)
    };
    s.last = s.agent.on_packet(s.moment(), &packet, &mut s.answer);
    s.forwards().does([]);
}

#[test] // fragments
fn fragments_of_segments_are_served_and_counted() {
    let mut s = script();
    for offset in [0x2000_u16, 0x0010] {
        let mut header = Header::data(1, 1000).bytes();
        header[6..8].copy_from_slice(&offset.to_be_bytes());
        let packet = Packet {
            neighbour: Some(NEXT),
            ..Packet::new(Direction::Egress, &header)
        };
        s.last = s.agent.on_packet(s.moment(), &packet, &mut s.answer);
        s.drops();
    }
    assert_eq!(s.agent.untouched().fragments, 2);
    assert_eq!(s.agent.held_packets(), 2);
}

#[test] // an MTU that leaves no room
fn what_leaves_no_room_for_a_trailer_passes_untouched() {
    let mut s = script();
    let header = Header::data(1, 1000).bytes();
    for (room, verdict) in [(25, Verdict::Forward), (26, Verdict::Drop)] {
        let packet = Packet {
            neighbour: Some(NEXT),
            room,
            ..Packet::new(Direction::Egress, &header)
        };
        s.answer.clear();
        s.last = s.agent.on_packet(s.moment(), &packet, &mut s.answer);
        assert_eq!(s.last.verdict, verdict);
        if verdict == Verdict::Forward {
            s.does([]).notes([(EventKind::PassedUntouched, Cause::Mtu)]);
        }
    }
    assert_eq!(s.agent.untouched().unserved, 1);
}

#[test]
fn neighbours_beyond_the_bound_are_not_served() {
    let mut s = script_with(|config| config.max_neighbours = 1);
    s.egress().egress_to(OTHER).forwards().does([]);
    assert_eq!(s.agent.untouched().unserved, 1);
}

#[test]
fn silent_neighbours_are_forgotten() {
    let mut s = script();
    s.egress().at(10).acked(ack(1)).wakes(120_010).does([]);
    assert_eq!(s.agent.connections(), 0);
    assert_eq!(s.last.deadline, SimTime::NEVER);
}

proptest! {
    #[test]
    fn any_trailer_and_frame_is_survived(says in proptest::collection::vec(any::<([u32; 2], [u16; 5], [u8; 3], bool)>(), 1..60)) {
        let mut s = script_with(|config| (config.window, config.max_neighbours) = (4, 2));
        for ([epoch, of], [number, next, beyond, answered, wait], [back, copy, flags], alone) in says {
            let number = Number(number % 8);
            let data = Data {
                epoch: epoch % 3,
                number,
                oldest: Number(number.0.wrapping_sub((back % 20).into())),
                transmission: copy,
                wait_ms: copy,
                more: flags & 1 != 0,
                end: flags & 2 != 0,
            };
            let ack = Ack { epoch: 5 + of % 2, next: Number(next % 8), beyond, answered: Number(answered % 8), transmission: copy, waited_ms: back, };
            let trailer = Trailer { data: (flags & 4 != 0).then_some(data), ack: (flags & 8 != 0).then_some(ack) };
            s.now = s.now + Span::from_millis(u64::from(wait % 300));
            s.timer();
            if flags & 16 != 0 {
                s.egress();
            }
            if alone { s.frame(trailer) } else { s.arrives(Some(trailer), flags & 32 != 0) };
            prop_assert!(s.last.deadline > SimTime::START);
        }
        // Everything comes to an end.
        for _ in 0..400 {
            if s.last.deadline == SimTime::NEVER { break }
            s.now = s.last.deadline;
            s.timer();
        }
        prop_assert_eq!((s.agent.held_packets(), s.agent.connections()), (0, 0));
    }
}
