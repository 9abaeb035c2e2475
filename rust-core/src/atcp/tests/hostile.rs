// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whatever arrives: no panic, no packet kept for good, nothing of the other end's data swallowed, never two persists.
use super::*;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Input {
    Send(u32),
    Ack {
        ack: u32,
        sack: Option<(u32, u32)>,
        ece: bool,
        window: u16,
        payload: u32,
    },
    Unreachable {
        code: u8,
        segment: u32,
    },
    Wait(u64),
    QueueDrop(u64),
    Garbage(Vec<u8>),
}

fn inputs() -> impl Strategy<Value = Input> {
    let segment = 0..40_u32;
    prop_oneof![
        6 => segment.clone().prop_map(Input::Send),
        8 => (segment.clone(), prop::option::of((0..40_u32, 0..40_u32)), prop::bool::weighted(0.1), prop_oneof![Just(100_u16), any::<u16>()], prop_oneof![4 => Just(0_u32), 1 => Just(10)])
            .prop_map(|(ack, sack, ece, window, payload)| Input::Ack { ack, sack, ece, window, payload }),
        1 => (0..4_u8, segment).prop_map(|(code, segment)| Input::Unreachable { code, segment }),
        3 => (1..3000_u64).prop_map(Input::Wait),
        1 => (0..40_u64).prop_map(Input::QueueDrop),
        1 => prop::collection::vec(any::<u8>(), 0..80).prop_map(Input::Garbage),
    ]
}

proptest! {
    #[test]
    fn nothing_is_lost_and_nothing_stays(inputs in prop::collection::vec(inputs(), 0..200)) {
        let config = Config { buffer_packets: 16, max_packets: 20, ..Config::default() };
        let mut s = script_with(config);
        let mut kept = std::collections::BTreeSet::new();
        // What TCP knows: its window, and the highest sequence number it took one from.
        let mut persists = 0_i32;
        let mut last_told = None;
        for input in inputs {
            let mut data = false;
            match input {
                Input::Send(segment) => s.send(segment),
                Input::Ack { ack, sack, ece, window, payload } => {
                    data = payload > 0;
                    let sack = sack.map(|(from, to)| (seq(from), seq(to)));
                    s.receive(&Header { sack, ece, window, payload: u16::try_from(payload).unwrap(), ..Header::ack(seq(ack)) });
                }
                Input::Unreachable { code, segment } => {
                    s.pass(Direction::Ingress, &unreachable(code, seq(segment)));
                }
                Input::Wait(ms) => {
                    let now = s.ms + ms;
                    s.wake(now);
                    prop_assert!(s.last.deadline > s.moment().now, "a timer that is due at once never rests");
                }
                Input::QueueDrop(id) => {
                    s.answer.clear();
                    s.last = s.agent.on_queue_drop(s.moment(), PacketId(id), &mut s.answer);
                }
                Input::Garbage(bytes) => {
                    s.pass(Direction::Ingress, &bytes);
                }
            }
            prop_assert!(!(data && s.last.verdict == Verdict::Drop), "data is swallowed");
            for step in &s.answer.steps {
                match step {
                    Step::Keep(id) => prop_assert!(kept.insert(*id)),
                    Step::Release(id) => prop_assert!(kept.remove(id)),
                    Step::Resend { id, .. } => prop_assert!(kept.contains(id)),
                    Step::Inject(_) => {}
                    other @ (Step::Send { .. } | Step::Deliver(_) | Step::Abandon(_) | Step::Transmit { .. } | Step::Frame { .. }) => {
                        prop_assert!(false, "{other:?}");
                    }
                }
            }
            for event in &s.answer.events {
                persists += match (event.kind, event.cause) {
                    (EventKind::PersistEntered, Cause::Unreachable) => 1 - persists,
                    (EventKind::PersistEntered, _) => 1,
                    (EventKind::PersistLeft, _) => -1,
                    _ => 0,
                };
                prop_assert!((0..=1).contains(&persists), "one persist at a time");
            }
            for told in s.told() {
                prop_assert!(told.is_bare());
                if told.window <= 1 && told.ack.is_some_and(|ack| ack.raw() % MSS == seq(0).wrapping_sub(1) % MSS) {
                    prop_assert!(last_told.is_none_or(|last| told.seq.after(last)), "TCP would not take the window");
                    last_told = Some(told.seq);
                }
            }
            prop_assert_eq!(kept.len(), s.agent.held_packets());
            prop_assert!(kept.len() <= 16);
        }
        s.receive(&Header::ack(seq(41)));
        s.receive(&Header { rst: true, ..Header::ack(seq(41)) });
        prop_assert_eq!(s.agent.held_packets(), 0);
        prop_assert_eq!(s.agent.connections(), 0);
    }

    #[test]
    fn icmp_cut_anywhere_or_with_any_octet_changed_is_survived(cut in 0..56_usize, place in 0..56_usize, octet: u8) {
        let mut s = script();
        let mut bytes = unreachable(1, seq(2));
        bytes[place] = octet;
        prop_assert_eq!(s.pass(Direction::Ingress, &bytes[..cut]), Verdict::Forward);
        prop_assert_eq!(s.agent.held_packets(), 6);
    }
}

#[test]
fn forged_or_foreign_unreachables_change_nothing() {
    let mut s = script();
    let mut foreign = unreachable(1, seq(2));
    foreign[20 + 8 + 20] ^= 1; // source port
    let mut fragment = unreachable(1, seq(2));
    fragment[20 + 8 + 7] = 1;
    let reports = [
        unreachable(3, seq(2)),
        unreachable(4, seq(2)),
        unreachable(1, seq(0)),
        unreachable(1, seq(7)),
        unreachable(1, seq(2) ^ (1 << 30)),
        foreign,
        fragment,
    ];
    for report in reports {
        assert_eq!(s.pass(Direction::Ingress, &report), Verdict::Forward);
        assert!(s.answer.steps.is_empty());
    }
    let mut s = script();
    assert_eq!(
        s.pass(Direction::Egress, &unreachable(1, seq(2))),
        Verdict::Forward
    );
    assert!(s.answer.steps.is_empty());
}

#[test]
fn a_flood_of_echoes_leaves_plain_tcp() {
    let mut s = script();
    for segment in 1..=6 {
        for _ in 0..5 {
            let echo = Header {
                ece: true,
                ..Header::ack(seq(segment))
            };
            assert_eq!(s.receive(&echo), Verdict::Forward);
            assert!(s.told().is_empty() && s.resent().is_empty());
        }
    }
}

#[test]
fn acknowledgements_of_data_never_sent_pass_untouched() {
    let mut s = script();
    assert_eq!(s.receive(&Header::ack(seq(30))), Verdict::Forward);
    assert!(s.noted(EventKind::PassedUntouched, Cause::DataNeverSent));
    assert_eq!(s.agent.held_packets(), 6);
}

#[test]
fn connections_and_packets_are_bounded() {
    let mut s = script_with(Config {
        max_connections: 2,
        max_packets: 3,
        ..Config::default()
    });
    for port in [1, 2, 3] {
        for segment in 0..4 {
            let header = Header::data(seq(segment), MSS).with_sender_port(port);
            s.pass(Direction::Egress, &header.bytes());
        }
    }
    assert_eq!((s.agent.connections(), s.agent.held_packets()), (2, 3));
    assert_eq!(s.agent.untouched().unserved, 4);
}
