// SPDX-License-Identifier: MIT OR Apache-2.0
//! How connections come and go.
use super::*;

#[test]
fn a_new_connection_between_the_same_sockets_starts_afresh() {
    let mut s = old();
    s.burst(2);
    let syn = Header {
        syn: true,
        ..Header::data(77, 0)
    };
    s.packet(Direction::Egress, &syn.bytes())
        .says([release(0), release(1)])
        .forwards();
    s.notes([
        (EventKind::FlowClosed, Cause::Syn),
        (EventKind::FlowOpened, Cause::Syn),
    ]);
    s.packet(Direction::Egress, &Header::data(78, 100).bytes())
        .says([keep(2)]);
}

#[test]
fn a_repeated_syn_changes_nothing() {
    let mut s = old();
    let syn = Header {
        syn: true,
        ..Header::data(ISN, 0)
    };
    s.packet(Direction::Egress, &syn.bytes())
        .packet(Direction::Egress, &syn.bytes())
        .says([])
        .notes([]);
    s.data(0..1000).says([keep(0)]);
}

#[test]
fn a_reset_from_either_side_frees_everything_and_is_forwarded() {
    for direction in [Direction::Egress, Direction::Ingress] {
        let mut s = old();
        s.burst(2);
        let mut header = match direction {
            Direction::Egress => Header::data(ISN, 0),
            Direction::Ingress => Header::ack(ISN),
        };
        header.rst = true;
        s.packet(direction, &header.bytes())
            .says([release(0), release(1)])
            .forwards();
        assert_eq!((s.agent.connections(), s.last.deadline), (0, SimTime::NEVER));
    }
}

#[test]
fn a_fin_is_repaired_like_data() {
    let mut s = old();
    s.data(0..1000);
    let fin = Header {
        fin: true,
        ..Header::data(ISN.wrapping_add(1001), 0)
    };
    s.packet(Direction::Egress, &fin.bytes()).says([keep(1)]);
    s.ack(1000).says([release(0)]);
    s.at(400).timer().says([resend(1)]);
}

#[test]
fn the_state_goes_when_both_fins_are_acknowledged() {
    let mut s = old();
    s.data(0..1000);
    let fin = Header {
        fin: true,
        ..Header::data(ISN.wrapping_add(1001), 0)
    };
    s.packet(Direction::Egress, &fin.bytes());
    s.mobile(|header| header.fin = true, 1001)
        .says([release(0), release(1)])
        .forwards();
    assert_eq!(s.agent.connections(), 1);
    let last = Header {
        ack: Some(9001),
        ..Header::data(ISN.wrapping_add(1002), 0)
    };
    s.packet(Direction::Egress, &last.bytes()).forwards();
    s.notes([(EventKind::FlowClosed, Cause::Fin)]);
    assert_eq!((s.agent.connections(), s.last.deadline), (0, SimTime::NEVER));
}

#[test]
fn a_silent_connection_is_forgotten() {
    let mut s = script(Config {
        max_local_retransmissions: 1,
        ..Config::preset_1995()
    });
    s.at(0).data(0..1000).at(400).timer().says([resend(0)]);
    s.at(120_000)
        .timer()
        .says([release(0)])
        .notes([(EventKind::FlowClosed, Cause::Idle)]);
    assert_eq!((s.agent.connections(), s.last.deadline), (0, SimTime::NEVER));
}

#[test]
fn a_connection_already_open_is_picked_up() {
    let mut s = old();
    s.ack(0).says([]).forwards();
    s.data(0..1000).says([keep(0)]).data(1000..2000).says([keep(1)]);
    s.ack(0).ack(0).says([resend(0)]).drops();
}

#[test]
fn a_base_station_that_reboots_knows_nothing_and_picks_its_connections_up_again() {
    let mut s = old();
    s.at(0).burst(4).ack(1000).ack(1000).says([resend(1)]);
    s.answer.clear();
    let at = Moment {
        now: s.now,
        waiting: 0,
    };
    s.last = s.agent.reboot(at, &mut s.answer);
    s.says([release(1), release(2), release(3)])
        .notes([(EventKind::FlowClosed, Cause::Reboot)]);
    assert_eq!(
        (s.agent.held_packets(), s.agent.connections(), s.last.deadline),
        (0, 0, SimTime::NEVER)
    );
    // Until data passes there is nothing to say about acknowledgements.
    s.ack(1000).says([]).forwards();
    s.data(4000..5000).says([keep(4)]);
    // What was lost before is the sender's business; what is lost from now on is the agent's.
    s.ack(1000).says([]).forwards();
    s.ack(1000)
        .forwards()
        .notes([(EventKind::DuplicateAckForwarded, Cause::NotInCache)]);
    s.data(1000..2000).forwards();
    s.ack(4000).data(5000..6000);
    s.ack(4000).says([resend(4)]).drops();
}

#[test]
fn two_connections_that_lose_at_the_same_time_are_both_served() {
    let mut s = old();
    s.burst(2);
    let second = |header: Header| header.with_sender_port(4000);
    for n in 0..2 {
        s.packet(
            Direction::Egress,
            &second(Header::data(1 + n * 1000, 1000)).bytes(),
        );
    }
    let dup = |s: &mut Script, header: Header| {
        let bytes = Header { window: 64, ..header }.bytes();
        s.packet(Direction::Ingress, &bytes);
    };
    for header in [Header::ack(ISN.wrapping_add(1)), second(Header::ack(1))] {
        dup(&mut s, header.clone());
        dup(&mut s, header);
        assert_eq!(s.answer.steps.len(), 1);
        s.drops();
    }
}

#[test]
fn what_is_no_tcp_segment_is_forwarded_and_counted() {
    let mut s = old();
    let whole = Header::data(ISN, 100).bytes();
    for cut in 0..whole.len() {
        s.packet(Direction::Egress, &whole[..cut]).says([]).forwards();
    }
    assert_eq!(s.agent.untouched().malformed, whole.len() as u64);
    assert_eq!(s.agent.connections(), 0);
}
