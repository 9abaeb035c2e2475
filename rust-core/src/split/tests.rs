// SPDX-License-Identifier: MIT OR Apache-2.0
//! Hand-computed sequences at a base station: data from [`SENDER`] leaves by the device, acknowledgements of [`MOBILE`] arrive.
//! Sequence numbers start just below 2^32, so that every script crosses the wrap.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "scripts look for the steps that they are about"
)]
use super::*;
use crate::testing::{Header, MOBILE, SENDER};
use crate::units::Span;

const ISN: u32 = u32::MAX - 1500;
const MSS: u32 = 1000;

struct Script {
    agent: Split,
    now: SimTime,
    answer: Answer,
    verdict: Verdict,
    deadline: SimTime,
}

fn at(segments: u32) -> u32 {
    (ISN + 1).wrapping_add(segments * MSS)
}

impl Script {
    fn with(config: Config) -> Self {
        let mut script = Self {
            agent: Split::new(config).unwrap(),
            now: SimTime::START,
            answer: Answer::default(),
            verdict: Verdict::Forward,
            deadline: SimTime::NEVER,
        };
        let syn = Header {
            syn: true,
            ack: None,
            ..Header::data(ISN, 0)
        };
        script.egress(&syn);
        let answer = Header {
            syn: true,
            seq: 8999,
            window: 8000,
            ..Header::ack(at(0))
        };
        script.ingress(&answer);
        assert_eq!((script.verdict, script.answer.steps.len()), (Verdict::Forward, 0));
        script
    }

    fn new() -> Self {
        Self::with(Config::default())
    }

    fn see(&mut self, direction: Direction, header: &Header) {
        self.answer.clear();
        let moment = Moment {
            now: self.now,
            waiting: 0,
        };
        let bytes = header.bytes();
        let outcome = self
            .agent
            .on_packet(moment, &Packet::new(direction, &bytes), &mut self.answer);
        (self.verdict, self.deadline) = (outcome.verdict, outcome.deadline);
    }

    fn egress(&mut self, header: &Header) {
        self.see(Direction::Egress, header);
    }

    fn ingress(&mut self, header: &Header) {
        self.see(Direction::Ingress, header);
    }

    /// Segment number `n` of the sender's data leaves.
    fn data(&mut self, n: u32) {
        self.egress(&Header::data(at(n), MSS));
    }

    /// The mobile host acknowledges `n` segments.
    fn ack(&mut self, n: u32) {
        self.ingress(&Header {
            window: 8000,
            ..Header::ack(at(n))
        });
    }

    fn wait(&mut self, ms: u64) {
        self.now = self.now + Span::from_millis(ms);
        self.answer.clear();
        let moment = Moment {
            now: self.now,
            waiting: 0,
        };
        self.deadline = self.agent.on_timer(moment, &mut self.answer).deadline;
    }

    /// Acknowledgement number and window of what the proxy says to the sender.
    fn told(&self) -> Option<(u32, u16)> {
        self.answer.steps.iter().find_map(|step| match step {
            Step::Inject(piece) => {
                let segment = Segment::parse(self.answer.piece(*piece)).unwrap();
                assert_eq!((segment.flow.source, segment.flow.destination), (MOBILE, SENDER));
                assert_eq!(segment.seq.raw(), 9000);
                Some((segment.ack.unwrap().raw(), segment.window))
            }
            _ => None,
        })
    }

    /// Names of the packets that are sent, those sent again with a minus.
    fn sent(&self) -> Vec<i64> {
        let name = |id: PacketId| i64::try_from(id.0).unwrap();
        let sent = |step: &Step| match step {
            Step::Send { id, .. } => Some(name(*id)),
            Step::Resend { id, .. } => Some(-name(*id)),
            _ => None,
        };
        self.answer.steps.iter().filter_map(sent).collect()
    }
}

#[test]
fn data_is_acknowledged_at_once_and_sent_in_the_proxys_own_window() {
    let mut script = Script::new();
    for n in 0..5 {
        script.data(n);
        assert_eq!(script.verdict, Verdict::Drop);
        let room = 65_000 - u16::try_from(MSS * (n + 1)).unwrap();
        assert_eq!(script.told(), Some((at(n + 1), room)));
        // The initial window is three segments.
        assert_eq!(
            script.sent(),
            if n < 3 { [n.into()].to_vec() } else { Vec::new() }
        );
    }
    script.ack(2);
    // Slow start: one more for the acknowledgement, two for what it acknowledges, but no more are here.
    assert_eq!((script.verdict, script.sent()), (Verdict::Drop, [3, 4].to_vec()));
    script.ack(5);
    assert_eq!(script.agent.held_packets(), 0);
}

#[test]
fn three_duplicates_send_the_missing_segment_again_and_half_the_window_stays() {
    let config = Config {
        initial_window: 8,
        limited_transmit: false,
        ..Config::default()
    };
    let mut script = Script::with(config);
    (0..9).for_each(|n| script.data(n));
    script.ack(1);
    assert_eq!(script.sent(), [8]);
    for _ in 0..2 {
        script.ack(1);
        assert_eq!((script.verdict, script.sent().len()), (Verdict::Drop, 0));
    }
    script.ack(1);
    assert_eq!(script.sent(), [-1]);
    // A part: the next one is lost, too (RFC 6582).
    script.ack(4);
    assert_eq!(script.sent(), [-4]);
    script.ack(9);
    assert_eq!(script.agent.held_packets(), 0);
    // Half of eight segments, but little is outstanding: two.
    (9..13).for_each(|n| script.data(n));
    script.answer.clear();
    script.ack(9);
    assert_eq!(script.sent().len(), 0);
}

#[test]
fn reno_ends_recovery_with_the_first_new_acknowledgement() {
    let config = Config {
        initial_window: 8,
        new_reno: false,
        ..Config::default()
    };
    let mut script = Script::with(config);
    (0..8).for_each(|n| script.data(n));
    (0..4).for_each(|_| script.ack(0));
    script.ack(4);
    assert_eq!(script.sent().len(), 0, "the next one is left to the timer");
}

#[test]
fn the_timer_doubles_and_starts_over_with_one_segment() {
    let mut script = Script::new();
    (0..3).for_each(|n| script.data(n));
    assert_eq!(script.deadline, SimTime::START + Span::from_millis(1000));
    script.wait(1000);
    assert_eq!(script.sent(), [0]); // -0
    assert_eq!(script.deadline, SimTime::START + Span::from_millis(3000));
    script.wait(2000);
    assert_eq!(script.sent().len(), 1);
    // Two segments may follow now.
    script.ack(1);
    assert_eq!(script.sent(), [-1, -2]);
}

#[test]
fn data_beyond_a_hole_is_kept_and_reported() {
    let mut script = Script::new();
    script.data(0);
    script.data(2);
    assert_eq!(
        (script.told().map(|told| told.0), script.sent().len()),
        (Some(at(1)), 0)
    );
    script.data(1);
    assert_eq!(
        (script.told().map(|told| told.0), script.sent()),
        (Some(at(3)), [2, 1].to_vec())
    );
}

#[test]
fn old_data_is_answered_and_data_beyond_the_window_is_not_taken() {
    let config = Config {
        buffer_octets: 3000,
        ..Config::default()
    };
    let mut script = Script::with(config);
    (0..3).for_each(|n| script.data(n));
    assert_eq!(script.told(), Some((at(3), 0)));
    script.data(3);
    assert_eq!((script.verdict, script.told()), (Verdict::Drop, Some((at(3), 0))));
    script.data(1);
    assert_eq!((script.verdict, script.told()), (Verdict::Drop, Some((at(3), 0))));
    assert_eq!(script.agent.held_packets(), 3);
    // The window opens by more than the sender needs to go on.
    script.ack(1);
    assert_eq!(script.told(), None);
    script.ack(2);
    assert_eq!(script.told(), Some((at(3), 2000)));
}

#[test]
fn a_closed_window_is_probed_with_the_next_segment() {
    let mut script = Script::new();
    script.data(0);
    script.ingress(&Header {
        window: 0,
        ..Header::ack(at(1))
    });
    script.data(1);
    assert_eq!(script.sent().len(), 0);
    let round_trip_zero = Span::from_millis(500);
    assert_eq!(script.deadline, SimTime::START + round_trip_zero);
    script.wait(500);
    assert_eq!(script.sent(), [1]);
    script.wait(1000);
    assert_eq!(script.sent(), [-1]);
    script.ack(1);
    assert_eq!(script.sent(), [-1], "the window has opened");
}

#[test]
fn a_fin_is_acknowledged_when_the_destination_has_it() {
    let mut script = Script::new();
    script.egress(&Header {
        fin: true,
        ..Header::data(at(0), MSS)
    });
    assert_eq!(script.told().map(|told| told.0), Some(at(1)));
    script.ingress(&Header {
        window: 8000,
        ..Header::ack(at(1).wrapping_add(1))
    });
    assert_eq!(script.told().map(|told| told.0), Some(at(1).wrapping_add(1)));
    assert_eq!(script.agent.connections(), 1, "the other half is open");
    script.ingress(&Header {
        fin: true,
        ..Header::ack(at(1).wrapping_add(1))
    });
    assert_eq!(script.verdict, Verdict::Forward);
    script.egress(&Header {
        ack: Some(9001),
        ..Header::data(at(1).wrapping_add(1), 0)
    });
    assert_eq!(
        (script.verdict, script.agent.connections()),
        (Verdict::Forward, 0)
    );
}

#[test]
fn acknowledgements_do_not_overtake_held_data_of_their_host() {
    let mut script = Script::new();
    (0..5).for_each(|n| script.data(n));
    script.egress(&Header {
        ack: Some(9500),
        ..Header::data(at(5), 0)
    });
    assert_eq!(script.verdict, Verdict::Drop);
    let Some(Step::Transmit { datagram, .. }) = script.answer.steps.last().copied() else {
        panic!("{:?}", script.answer.steps)
    };
    let segment = Segment::parse(script.answer.piece(datagram)).unwrap();
    assert_eq!((segment.seq.raw(), segment.ack.unwrap().raw()), (at(3), 9500));
}

#[test]
fn a_keep_alive_is_answered_but_not_what_the_proxy_says_itself() {
    let mut script = Script::new();
    let at_octet = |octet: u32| Header::data(at(0).wrapping_add(octet), 0);
    script.egress(&Header::data(at(0), 10));
    script.egress(&at_octet(9));
    assert_eq!(
        (script.verdict, script.told()),
        (Verdict::Drop, Some((at(0).wrapping_add(10), 65_382)))
    );
    // The destination's window is closed, so one octet waits.
    script.ingress(&Header {
        window: 0,
        ..Header::ack(at(0).wrapping_add(10))
    });
    script.egress(&Header::data(at(0).wrapping_add(10), 1));
    script.egress(&at_octet(10));
    assert_eq!((script.verdict, script.told()), (Verdict::Forward, None));
}

#[test]
fn resets_that_may_be_true_end_all_and_others_pass() {
    let mut script = Script::new();
    (0..2).for_each(|n| script.data(n));
    let reset = |seq| Header {
        rst: true,
        ..Header::data(seq, 0)
    };
    script.egress(&reset(at(0).wrapping_add(1 << 30)));
    assert_eq!(
        (script.verdict, script.agent.held_packets()),
        (Verdict::Forward, 2)
    );
    script.egress(&reset(at(2)));
    assert_eq!(
        (script.verdict, script.agent.held_packets()),
        (Verdict::Forward, 0)
    );
    assert_eq!(script.agent.connections(), 0);
}

#[test]
fn a_syn_ends_a_connection_only_with_the_other_hosts_consent() {
    let mut script = Script::new();
    (0..2).for_each(|n| script.data(n));
    script.egress(&Header {
        syn: true,
        ack: None,
        ..Header::data(77, 0)
    });
    assert_eq!(
        (script.verdict, script.agent.held_packets()),
        (Verdict::Forward, 2)
    );
    script.ingress(&Header {
        syn: true,
        seq: 500,
        ..Header::ack(78)
    });
    assert_eq!(
        (script.verdict, script.agent.held_packets()),
        (Verdict::Forward, 0)
    );
}

#[test]
fn after_a_reboot_and_without_a_handshake_segments_pass_whole() {
    let mut script = Script::new();
    script.data(0);
    script.answer.clear();
    let moment = Moment {
        now: script.now,
        waiting: 0,
    };
    let outcome = script.agent.reboot(moment, &mut script.answer);
    assert_eq!(
        (outcome.deadline, script.agent.held_packets()),
        (SimTime::NEVER, 0)
    );
    script.data(1);
    assert_eq!((script.verdict, script.answer.steps.len()), (Verdict::Forward, 0));
    script.ack(1);
    assert_eq!(
        (script.verdict, script.agent.untouched().unserved),
        (Verdict::Forward, 2)
    );
}

#[test]
fn acknowledgements_of_what_was_never_sent_are_not_believed() {
    let mut script = Script::new();
    (0..5).for_each(|n| script.data(n));
    script.ack(4); // three were sent
    assert_eq!(
        (script.verdict, script.agent.held_packets()),
        (Verdict::Forward, 5)
    );
    assert!(
        script
            .answer
            .events
            .iter()
            .any(|event| event.cause == Cause::DataNeverSent)
    );
}

#[test]
fn a_destination_that_never_answers_is_given_up() {
    let mut script = Script::new();
    script.data(0);
    while script.deadline != SimTime::NEVER {
        let ms = script.deadline.since(script.now).as_nanos() / 1_000_000;
        script.wait(ms);
        script.egress(&Header::data(at(0), MSS)); // its source is alive
        if script.now.since(SimTime::START) > Span::from_millis(130_000) {
            break;
        }
    }
    assert_eq!((script.agent.held_packets(), script.agent.connections()), (0, 0));
}

#[test]
fn settings_out_of_range_are_named() {
    let config = Config {
        max_timeout: Span::from_millis(100),
        ..Config::default()
    };
    let error = Split::new(config).unwrap_err();
    assert!(std::format!("{error}").contains("SplitConnectionAgent::MaxTimeout"));
}
