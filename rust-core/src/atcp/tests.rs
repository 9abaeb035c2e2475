// SPDX-License-Identifier: MIT OR Apache-2.0
//! Packet scripts: hand-computed sequences for each change of state. Sequence numbers start just below 2^32.
mod hostile;

use super::*;
use crate::agent::{Piece, Step};
use crate::testing::{Header, MOBILE, SENDER};
use crate::units::{SimTime, Span};
use alloc::string::ToString as _;
use alloc::vec;

const ISN: u32 = u32::MAX - 1999;
const MSS: u32 = 1000;

fn seq(segment: u32) -> u32 {
    ISN.wrapping_add(segment * MSS)
}

struct Script {
    agent: Atcp,
    ms: u64,
    answer: Answer,
    last: Outcome,
}

fn script_with(config: Config) -> Script {
    let last = Outcome {
        verdict: Verdict::Forward,
        deadline: SimTime::NEVER,
    };
    let agent = Atcp::new(config, [SENDER.ip()].into()).unwrap();
    Script {
        agent,
        ms: 0,
        answer: Answer::default(),
        last,
    }
}

/// A sender with a round trip of 100 ms and segments 1 to 6 on their way at 200 ms: its timer runs out at 1100 ms, and is
/// about to at 900 ms.
fn script() -> Script {
    let mut script = script_with(Config::default());
    script.send(0);
    script.at(100).receive(&Header::ack(seq(1)));
    for segment in 1..=6 {
        script.send(segment);
    }
    script.at(200);
    script
}

fn resend(id: u64) -> Step {
    Step::resend(PacketId(id), false)
}

impl Script {
    fn moment(&self) -> Moment {
        Moment {
            now: SimTime::START + Span::from_millis(self.ms),
            waiting: 0,
        }
    }

    fn at(&mut self, ms: u64) -> &mut Self {
        self.ms = ms;
        self
    }

    fn pass(&mut self, direction: Direction, bytes: &[u8]) -> Verdict {
        self.answer.clear();
        self.last = self
            .agent
            .on_packet(self.moment(), &Packet::new(direction, bytes), &mut self.answer);
        self.last.verdict
    }

    fn send(&mut self, segment: u32) {
        self.pass(Direction::Egress, &Header::data(seq(segment), MSS).bytes());
    }

    fn receive(&mut self, header: &Header) -> Verdict {
        self.pass(Direction::Ingress, &header.bytes())
    }

    fn wake(&mut self, ms: u64) {
        self.at(ms).answer.clear();
        self.last = self.agent.on_timer(self.moment(), &mut self.answer);
    }

    fn deadline_ms(&self) -> i64 {
        self.last.deadline.as_nanos() / 1_000_000
    }

    fn resent(&self) -> Vec<u64> {
        let resend = |step: &Step| {
            let Step::Resend { id, .. } = *step else {
                return None;
            };
            Some(id.0)
        };
        self.answer.steps.iter().filter_map(resend).collect()
    }

    /// What TCP is told by acknowledgements of the layer's making.
    fn told(&self) -> Vec<Segment> {
        let injected = |step: &Step| {
            let Step::Inject(Piece { offset, length }) = *step else {
                return None;
            };
            let bytes = &self.answer.bytes[offset as usize..][..length as usize];
            Some(Segment::parse(bytes).unwrap())
        };
        self.answer.steps.iter().filter_map(injected).collect()
    }

    fn windows(&self) -> Vec<u16> {
        self.told().iter().map(|ack| ack.window).collect()
    }

    fn noted(&self, kind: EventKind, cause: Cause) -> bool {
        self.answer
            .events
            .iter()
            .any(|event| event.kind == kind && event.cause == cause)
    }
}

/// ICMP destination unreachable about a segment of the sender's.
fn unreachable(code: u8, seq: u32) -> Vec<u8> {
    let quote = Header::data(seq, MSS).bytes();
    let length = u16::try_from(8 + 28).unwrap();
    let ip = etherparse::Ipv4Header::new(
        length,
        64,
        etherparse::IpNumber::ICMP,
        [10, 0, 0, 9],
        [10, 0, 0, 1],
    );
    let mut bytes = ip.unwrap().to_bytes().to_vec();
    bytes.extend([3, code, 0, 0, 0, 0, 0, 0]);
    bytes.extend(&quote[..28]);
    bytes
}

#[test]
fn segments_are_kept_until_they_are_acknowledged() {
    let mut s = script();
    assert_eq!(s.agent.held_packets(), 6);
    s.receive(&Header::ack(seq(4)));
    assert_eq!(s.answer.steps, [1, 2, 3].map(|id| Step::Release(PacketId(id))));
    s.receive(&Header::ack(seq(7)));
    assert_eq!(s.agent.held_packets(), 0);
}

#[test]
fn the_third_duplicate_puts_tcp_into_persist_and_has_the_segment_sent_again() {
    let mut s = script();
    assert_eq!(s.receive(&Header::ack(seq(1))), Verdict::Drop);
    assert_eq!(s.receive(&Header::ack(seq(1))), Verdict::Drop);
    assert!(s.answer.steps.is_empty());
    assert_eq!(s.receive(&Header::ack(seq(1))), Verdict::Drop);
    assert_eq!(s.answer.steps.len(), 2);
    assert_eq!(s.answer.steps[1], resend(1));
    let [told] = s.told()[..] else {
        panic!("TCP is told once")
    };
    assert_eq!(
        (told.window, told.ack, told.seq),
        (0, Some(Seq::new(seq(1)) + u32::MAX), Seq::new(9001))
    );
    assert!(s.noted(EventKind::PersistEntered, Cause::DuplicateAck));
    assert_eq!(s.receive(&Header::ack(seq(1))), Verdict::Drop);
    assert!(s.answer.steps.is_empty());
}

#[test]
fn a_new_acknowledgement_reaches_tcp_as_it_is_and_ends_persist() {
    let mut s = script();
    for _ in 0..3 {
        s.receive(&Header::ack(seq(1)));
    }
    s.send(1);
    assert_eq!(s.receive(&Header::ack(seq(7))), Verdict::Forward);
    assert!(s.told().is_empty() && s.resent().is_empty());
    assert!(s.noted(EventKind::PersistLeft, Cause::NewAck));
    assert!(!s.noted(EventKind::WindowRestarted, Cause::NewAck));
    assert_eq!(s.agent.held_packets(), 0);
}

#[test]
fn an_acknowledgement_that_stops_short_has_the_next_segment_sent_again() {
    let mut s = script();
    for _ in 0..3 {
        s.receive(&Header::ack(seq(1)));
    }
    assert_eq!(s.receive(&Header::ack(seq(4))), Verdict::Forward);
    assert_eq!(s.resent(), [4]);
    s.receive(&Header::ack(seq(5)));
    assert_eq!(s.resent(), [5]);
    s.receive(&Header::ack(seq(7)));
    assert!(s.resent().is_empty());
}

#[test]
fn sack_blocks_show_losses_and_are_kept_from_tcp() {
    let mut s = script();
    let sacked = |ack: u32, from: u32, to: u32| Header {
        sack: Some((seq(from), seq(to))),
        ..Header::ack(seq(ack))
    };
    // Two segments beyond the hole, then four: one duplicate is enough.
    assert_eq!(s.receive(&sacked(1, 2, 4)), Verdict::Forward);
    assert_eq!(s.receive(&sacked(1, 2, 6)), Verdict::Drop);
    assert_eq!((s.windows(), s.resent()), (vec![0], vec![1]));
    assert_eq!(s.receive(&sacked(2, 5, 6)), Verdict::Drop);
    let [told] = s.told()[..] else {
        panic!("TCP is told once")
    };
    assert_eq!(
        (told.ack, told.window, told.sack[0]),
        (Some(Seq::new(seq(2))), 100, None)
    );
    assert_eq!(s.resent(), [6], "two to five have arrived");
}

#[test]
fn a_retransmission_timer_about_to_expire_has_the_segment_sent_again() {
    let mut s = script();
    assert_eq!(s.deadline_ms(), 900);
    s.wake(900);
    assert_eq!((s.windows(), s.resent()), (vec![0], vec![1]));
    assert!(s.noted(EventKind::PersistEntered, Cause::RetransmissionTimer));
    // 300 ms are the smoothed round trip and four variations; then twice as long each time, up to two seconds.
    for (now, next) in [(1200, 1800), (1800, 2900), (2900, 3000)] {
        s.wake(now);
        assert_eq!(
            (s.deadline_ms(), s.resent()),
            (next, if now == 2900 { vec![] } else { vec![1] })
        );
    }
}

#[test]
fn tcps_persist_timer_never_expires() {
    let mut s = script();
    for _ in 0..3 {
        s.receive(&Header::ack(seq(1)));
    }
    s.wake(2200);
    assert_eq!(s.windows(), [1, 0]);
    let [opened, closed] = s.told()[..] else {
        panic!("TCP is told twice")
    };
    assert_eq!(closed.seq, opened.seq + 1);
    s.wake(4200);
    assert_eq!(s.windows(), [1, 0]);
}

#[test]
fn an_unreachable_destination_is_probed_until_tcp_can_start_afresh() {
    let mut s = script();
    assert_eq!(
        s.pass(Direction::Ingress, &unreachable(1, seq(2))),
        Verdict::Forward
    );
    assert_eq!((s.windows(), s.resent()), (vec![0], vec![]));
    assert!(s.noted(EventKind::PersistEntered, Cause::Unreachable));
    s.pass(Direction::Ingress, &unreachable(1, seq(3)));
    assert!(s.answer.steps.is_empty());
    for now in [700, 1200, 1700] {
        s.wake(now);
        assert_eq!((s.resent(), s.windows()), (vec![1], vec![]));
    }
    s.at(1750).receive(&Header::ack(seq(2)));
    assert!(s.noted(EventKind::WindowRestarted, Cause::NewAck));
    assert_eq!(s.resent(), [2, 3]);
    s.receive(&Header::ack(seq(4)));
    assert_eq!(s.resent(), [4, 5]);
}

#[test]
fn an_unreachable_destination_after_a_loss_is_not_a_second_persist() {
    let mut s = script();
    for _ in 0..3 {
        s.receive(&Header::ack(seq(1)));
    }
    s.pass(Direction::Ingress, &unreachable(0, seq(1)));
    assert!(s.told().is_empty());
    s.receive(&Header::ack(seq(2)));
    assert!(s.noted(EventKind::WindowRestarted, Cause::NewAck));
}

#[test]
fn congestion_is_left_to_tcp() {
    let mut s = script();
    let echo = |ack: u32| Header {
        ece: true,
        ..Header::ack(seq(ack))
    };
    assert_eq!(s.receive(&echo(2)), Verdict::Forward);
    assert!(s.noted(EventKind::LeftToSender, Cause::Congestion));
    for _ in 0..5 {
        assert_eq!(s.receive(&echo(2)), Verdict::Forward);
        assert!(s.answer.steps.is_empty());
    }
    s.wake(900);
    assert!(s.answer.steps.is_empty());
    // TCP tells the receiver of the reduced window with segment 7; echoes up to there are old news.
    let reduced = Header {
        cwr: true,
        ..Header::data(seq(7), MSS)
    };
    s.pass(Direction::Egress, &reduced.bytes());
    s.receive(&echo(3));
    for _ in 0..3 {
        s.receive(&Header::ack(seq(3)));
    }
    assert_eq!(s.resent(), [3]);
}

#[test]
fn an_echo_after_the_reduced_window_is_congestion_anew() {
    let mut s = script();
    let reduced = Header {
        cwr: true,
        ..Header::data(seq(7), MSS)
    };
    s.pass(Direction::Egress, &reduced.bytes());
    s.receive(&Header {
        ece: true,
        ..Header::ack(seq(8))
    });
    assert!(s.noted(EventKind::LeftToSender, Cause::Congestion));
}

#[test]
fn a_duplicate_with_an_echo_is_left_to_tcp() {
    let mut s = script();
    let echo = Header {
        ece: true,
        ..Header::ack(seq(1))
    };
    for _ in 0..4 {
        assert_eq!(s.receive(&echo), Verdict::Forward);
    }
    s.receive(&Header::ack(seq(7)));
    s.send(7);
    for _ in 0..3 {
        s.receive(&Header::ack(seq(7)));
    }
    assert_eq!(s.resent(), [7], "the layer is back");
}

#[test]
fn what_tcp_sends_again_itself_is_its_business_until_acknowledged() {
    let mut s = script();
    s.send(1);
    assert!(s.noted(EventKind::LeftToSender, Cause::SenderRetransmitted));
    for _ in 0..4 {
        assert_eq!(s.receive(&Header::ack(seq(1))), Verdict::Forward);
    }
    s.receive(&Header::ack(seq(6)));
    s.receive(&Header::ack(seq(6)));
    assert_eq!(s.receive(&Header::ack(seq(6))), Verdict::Forward);
    s.receive(&Header::ack(seq(7)));
    s.send(7);
    for _ in 0..3 {
        s.receive(&Header::ack(seq(7)));
    }
    assert_eq!(s.resent(), [7]);
}

#[test]
fn a_copy_of_the_layers_own_is_not_taken_for_tcps() {
    let mut s = script();
    for _ in 0..3 {
        s.receive(&Header::ack(seq(1)));
    }
    s.send(1);
    assert!(s.answer.events.is_empty() && s.answer.steps.is_empty());
    s.send(1);
    assert!(s.noted(EventKind::SenderRetransmission, Cause::None));
}

#[test]
fn data_from_the_other_end_passes_and_does_not_end_persist() {
    let mut s = script();
    for _ in 0..3 {
        s.receive(&Header::ack(seq(1)));
    }
    let data = Header {
        payload: 500,
        seq: 9000,
        ..Header::ack(seq(1))
    };
    assert_eq!(s.receive(&data), Verdict::Forward);
    assert_eq!(s.windows(), [0]);
    assert_eq!(s.told()[0].seq, Seq::new(9002));
}

#[test]
fn a_window_update_is_no_duplicate() {
    let mut s = script();
    for window in [101, 102, 103, 104] {
        let update = Header {
            window,
            ..Header::ack(seq(1))
        };
        assert_eq!(s.receive(&update), Verdict::Forward);
    }
    assert!(s.answer.steps.is_empty());
}

#[test]
fn a_segment_that_is_not_kept_is_left_to_tcp() {
    let mut s = script_with(Config {
        buffer_packets: 1,
        ..Config::default()
    });
    s.send(0);
    s.send(1);
    s.receive(&Header::ack(seq(1)));
    for _ in 0..3 {
        assert_eq!(s.receive(&Header::ack(seq(1))), Verdict::Forward);
    }
    s.send(2);
    for _ in 0..3 {
        assert_eq!(s.receive(&Header::ack(seq(1))), Verdict::Forward);
    }
    assert!(s.told().is_empty());
}

#[test]
fn a_connection_ends_with_its_fin_or_a_reset() {
    let mut s = script();
    let fin = Header {
        fin: true,
        ..Header::data(seq(7), 0)
    };
    s.pass(Direction::Egress, &fin.bytes());
    s.receive(&Header::ack(seq(7).wrapping_add(1)));
    assert_eq!((s.agent.connections(), s.agent.held_packets()), (0, 0));
    let mut s = script();
    s.receive(&Header {
        rst: true,
        ..Header::ack(seq(1))
    });
    assert_eq!((s.agent.connections(), s.agent.held_packets()), (0, 0));
    assert_eq!(s.last.deadline, SimTime::NEVER);
}

#[test]
fn a_silent_connection_is_forgotten_but_not_one_in_persist() {
    let mut s = script();
    for _ in 0..3 {
        s.receive(&Header::ack(seq(1)));
    }
    s.wake(500_000);
    assert_eq!(s.agent.connections(), 1);
    s.receive(&Header::ack(seq(7)));
    s.wake(700_000);
    assert_eq!(s.agent.connections(), 0);
}

#[test]
fn what_the_host_forwards_for_others_is_not_kept() {
    let mut s = script_with(Config::default());
    let forwarded = Header {
        source: MOBILE,
        destination: SENDER,
        ..Header::data(seq(0), MSS)
    };
    s.pass(Direction::Egress, &forwarded.bytes());
    assert_eq!(s.agent.connections(), 0);
}

#[test]
fn settings_out_of_range_are_refused_by_name() {
    let refused = Config {
        rto_fraction: 1.0,
        ..Config::default()
    };
    assert_eq!(
        Atcp::new(refused, Vec::new()).unwrap_err().to_string(),
        "ns3::AtcpAgent::RtoFraction must be above 0 and below 1"
    );
}
