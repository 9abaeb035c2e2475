// SPDX-License-Identifier: MIT OR Apache-2.0
use super::*;
use alloc::vec::Vec;
use proptest::prelude::*;
use std::collections::BTreeMap;

const MSS: u32 = 1000;

fn ms(at: i64) -> SimTime {
    SimTime::from_nanos(at * 1_000_000)
}

/// A script: times in milliseconds, segments by number from `isn`.
struct Script {
    sampler: RttSampler,
    isn: Seq,
}

impl Script {
    fn new(config: Config) -> Self {
        Self {
            sampler: RttSampler::new(config).unwrap(),
            isn: Seq::new(u32::MAX - 2500),
        }
    }

    fn seq(&self, segment: u32) -> Seq {
        self.isn + segment * MSS
    }

    fn send(&mut self, at: i64, segment: u32) {
        self.sampler.on_sent(ms(at), self.seq(segment), MSS);
    }

    fn sends(&mut self, segments: core::ops::Range<u32>) {
        for segment in segments {
            self.send(i64::from(segment), segment);
        }
    }

    fn plain(&self, segment: u32) -> Ack {
        Ack {
            number: self.seq(segment),
            window: 100,
            sequence_len: 0,
            sack: [None; 4],
        }
    }

    fn take(&mut self, at: i64, ack: &Ack) -> Option<u64> {
        let sample = self.sampler.on_ack(ms(at), ack)?;
        assert_eq!((sample.at, sample.kind), (ms(at), DelayKind::RoundTrip));
        Some(sample.delay.as_nanos() / 1_000_000)
    }

    /// The acknowledgement asks for segment number `segment`.
    fn ack(&mut self, at: i64, segment: u32) -> Option<u64> {
        self.take(at, &self.plain(segment))
    }

    /// The same, and the segments from `left` up to `right` have arrived.
    fn sack(&mut self, at: i64, segment: u32, left: u32, right: u32) -> Option<u64> {
        let mut ack = self.plain(segment);
        ack.sack[0] = Some(SackBlock {
            left: self.seq(left),
            right: self.seq(right),
        });
        self.take(at, &ack)
    }
}

fn exact() -> Script {
    Script::new(Config::EXACT)
}

fn with_sack() -> Script {
    Script::new(Config {
        sack_samples: true,
        ..Config::EXACT
    })
}

#[test]
fn each_acknowledgement_gives_the_round_trip_of_the_last_segment_it_covers() {
    let mut script = exact();
    script.sends(0..4);
    assert_eq!(script.ack(50, 1), Some(50));
    assert_eq!(script.ack(60, 3), Some(58), "delayed: segments 1 and 2");
    assert_eq!(script.ack(61, 4), Some(58));
    assert_eq!(script.sampler.segments(), 0);
}

#[test]
fn handshake_and_fin_are_segments_too() {
    let mut sampler = RttSampler::new(Config::EXACT).unwrap();
    let plain = exact().plain(0);
    sampler.on_sent(ms(0), Seq::new(0), 1);
    sampler.on_sent(ms(9), Seq::new(1), 0);
    let number = Seq::new(1);
    let sample = sampler.on_ack(ms(10), &Ack { number, ..plain });
    assert_eq!(sample.unwrap().delay, Span::from_millis(10));
}

#[test] // RFC 6298 section 3
fn what_is_outstanding_at_a_retransmission_gives_no_sample() {
    let mut script = exact();
    script.sends(0..4);
    script.send(40, 1);
    script.send(41, 4);
    assert_eq!(script.ack(50, 1), None);
    assert_eq!(script.ack(60, 4), None);
    assert_eq!(script.ack(91, 5), Some(50));
}

#[test]
fn a_retransmission_that_takes_new_data_along_gives_none() {
    let mut script = exact();
    script.sends(0..2);
    let seq = script.seq(1);
    script.sampler.on_sent(ms(30), seq, 2 * MSS);
    assert_eq!(script.ack(80, 3), None);
    script.send(90, 3);
    assert_eq!(script.ack(140, 4), Some(50));
}

#[test]
fn an_advance_after_duplicates_gives_none() {
    // Segment 0 comes late: the acknowledgement for all is caused by it and not by segment 2.
    let mut script = exact();
    script.sends(0..4);
    assert_eq!(script.ack(48, 0), None);
    assert_eq!(script.ack(49, 0), None);
    assert_eq!(script.ack(70, 3), None);
    assert_eq!(script.ack(71, 4), Some(68));
}

#[test]
fn an_advance_that_reports_a_hole_gives_none() {
    // The acknowledgement of segment 0 is lost, and so is segment 1: segment 2 causes the one that arrives.
    let mut script = exact();
    script.sends(0..4);
    assert_eq!(script.sack(52, 1, 2, 3), None);
    let mut script = with_sack();
    script.sends(0..4);
    assert_eq!(script.sack(52, 1, 2, 3), Some(50));
}

#[test]
fn data_and_window_updates_with_an_old_number_are_no_duplicates() {
    let mut script = exact();
    script.sends(0..3);
    assert_eq!(script.ack(50, 1), Some(50));
    let data = Ack {
        sequence_len: MSS,
        ..script.plain(1)
    };
    let update = Ack {
        window: 50,
        ..script.plain(1)
    };
    assert_eq!(script.take(51, &data), None);
    assert_eq!(script.take(52, &update), None);
    assert_eq!(
        script.take(
            60,
            &Ack {
                window: 50,
                ..script.plain(2)
            }
        ),
        Some(59)
    );
}

#[test]
fn a_repeated_acknowledgement_of_everything_is_no_duplicate() {
    let mut script = exact();
    script.send(0, 0);
    assert_eq!(script.ack(50, 1), Some(50));
    assert_eq!(script.ack(60, 1), None);
    script.send(70, 1);
    assert_eq!(script.ack(120, 2), Some(50));
}

#[test]
fn what_happened_long_ago_does_not_come_back_when_numbers_wrap() {
    let mut script = with_sack();
    script.sends(0..3);
    assert_eq!(script.sack(52, 0, 1, 3), Some(50));
    script.send(60, 0);
    assert_eq!(script.ack(110, 3), None);
    let (mut end, quarter) = (script.seq(3), 1 << 30);
    for at in (200..500).step_by(100) {
        script.sampler.on_sent(ms(at), end, quarter);
        end = end + quarter;
        let number = end;
        assert_eq!(
            script.take(
                at + 50,
                &Ack {
                    number,
                    ..script.plain(0)
                }
            ),
            Some(50)
        );
    }
    script.sampler.on_sent(ms(500), end, MSS);
    script.sampler.on_sent(ms(501), end + MSS, MSS);
    let mut ack = script.plain(0);
    ack.number = end;
    ack.sack[0] = Some(SackBlock {
        left: end + MSS,
        right: end + 2 * MSS,
    });
    assert_eq!(script.take(551, &ack), Some(50));
}

#[test]
fn acknowledgements_of_old_or_unsent_data_are_believed_in_nothing() {
    let mut script = exact();
    assert_eq!(script.ack(0, 1), None);
    script.sends(0..3);
    assert_eq!(script.ack(50, 2), Some(49));
    assert_eq!(script.ack(51, 1), None);
    assert_eq!(script.ack(52, 9), None);
    assert_eq!(script.ack(53, 3), Some(51));
}

#[test]
fn an_acknowledgement_inside_a_segment_gives_none() {
    let mut script = exact();
    script.sends(0..2);
    let mut ack = script.plain(0);
    ack.number = script.seq(0) + 500;
    assert_eq!(script.take(50, &ack), None);
    assert_eq!(script.ack(52, 2), Some(51));
}

#[test]
fn sack_blocks_give_samples_only_on_request() {
    let mut script = exact();
    script.sends(0..3);
    assert_eq!(script.sack(51, 0, 1, 2), None);
    let mut script = with_sack();
    script.sends(0..4);
    assert_eq!(script.sack(51, 0, 1, 2), Some(50));
    assert_eq!(script.sack(51, 0, 1, 2), None, "the same block again");
    assert_eq!(script.sack(52, 0, 1, 3), Some(50));
}

#[test]
fn a_sack_block_for_what_was_outstanding_at_a_retransmission_gives_none() {
    let mut script = with_sack();
    script.sends(0..5);
    script.send(10, 2);
    script.send(11, 5);
    assert_eq!(script.sack(54, 0, 1, 5), None);
    assert_eq!(script.sack(61, 0, 1, 6), Some(50));
}

#[test]
fn sack_blocks_outside_the_window_are_believed_in_nothing() {
    let mut script = with_sack();
    script.sends(0..4);
    assert_eq!(script.ack(50, 1), Some(50));
    for (left, right) in [(0, 1), (0, 2), (3, 9), (3, 3), (3, 2)] {
        assert_eq!(script.sack(51, 1, left, right), None);
    }
    assert_eq!(script.sack(52, 1, 2, 3), Some(50));
}

#[test]
fn a_coarse_clock_counts_its_ticks() {
    let mut script = Script::new(Config {
        tick: Span::from_millis(10),
        ..Config::EXACT
    });
    script.send(9, 0);
    script.send(10, 1);
    assert_eq!(script.ack(21, 1), Some(20));
    assert_eq!(script.ack(19, 2), Some(0));
}

#[test]
fn beyond_its_memory_segments_are_not_timed() {
    let mut script = Script::new(Config {
        max_segments: 2,
        ..Config::EXACT
    });
    script.sends(0..4);
    assert_eq!(script.sampler.segments(), 2);
    assert_eq!(script.ack(50, 2), Some(49));
    assert_eq!(script.ack(51, 4), None);
    script.send(60, 4);
    assert_eq!(script.ack(110, 5), Some(50));
}

#[test]
fn settings_out_of_range_are_refused() {
    let zero_tick = Config {
        tick: Span::ZERO,
        ..Config::EXACT
    };
    assert_eq!(zero_tick.check().unwrap_err().attribute, "ClockTick");
    let no_memory = Config {
        max_segments: 0,
        ..Config::EXACT
    };
    assert_eq!(no_memory.check().unwrap_err().attribute, "MaxSegments");
}

/// What becomes of a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    Lost,
    AckLost,
    Answered,
}

/// What happens to the segments of a path with a fixed one-way delay each way.
#[derive(Clone, Copy, Debug)]
enum Op {
    /// A new segment goes out.
    Send(Fate),
    /// The first missing segment goes out again.
    Retransmit(Fate),
    /// Nothing for that many milliseconds.
    Wait(i64),
}

fn op() -> impl Strategy<Value = Op> {
    let fate = || prop_oneof![1 => Just(Fate::Lost), 1 => Just(Fate::AckLost), 4 => Just(Fate::Answered)];
    prop_oneof![
        4 => fate().prop_map(Op::Send),
        1 => fate().prop_map(Op::Retransmit),
        2 => (0..60_i64).prop_map(Op::Wait),
    ]
}

/// A receiver that acknowledges at once, at the far end of a path of 20 ms each way.
#[derive(Default)]
struct Far {
    arrivals: BTreeMap<(i64, usize), (u32, Fate)>,
    acks: BTreeMap<(i64, usize), Ack>,
    received: Vec<bool>,
    events: usize,
}

impl Far {
    const ONE_WAY: i64 = 20;

    fn carry(&mut self, at: i64, segment: u32, fate: Fate) {
        self.events += 1;
        if fate != Fate::Lost {
            self.arrivals
                .insert((at + Self::ONE_WAY, self.events), (segment, fate));
        }
    }

    fn arrive(&mut self, isn: Seq) {
        while let Some(((at, order), (segment, fate))) = self.arrivals.pop_first() {
            let segment = segment as usize;
            if self.received.len() <= segment {
                self.received.resize(segment + 1, false);
            }
            self.received[segment] = true;
            let seq = |n: usize| isn + u32::try_from(n).unwrap() * MSS;
            let first = self.received.iter().take_while(|got| **got).count();
            let mut sack = [None; 4];
            if segment > first {
                let run = |got: &&bool| **got;
                let left = segment - self.received[..segment].iter().rev().take_while(run).count();
                let right = segment + self.received[segment..].iter().take_while(run).count();
                sack[0] = Some(SackBlock {
                    left: seq(left),
                    right: seq(right),
                });
            }
            let ack = Ack {
                number: seq(first),
                window: 100,
                sequence_len: 0,
                sack,
            };
            if fate == Fate::Answered {
                self.acks.insert((at + Self::ONE_WAY, order), ack);
            }
        }
    }
}

proptest! {
    #[test]
    fn on_a_path_without_queues_every_sample_is_the_path(
        isn: u32, sack_samples: bool, max_segments in 1..20_u32, ops in proptest::collection::vec(op(), 1..200)
    ) {
        let isn = Seq::new(isn);
        let config = Config { max_segments, sack_samples, ..Config::EXACT };
        let mut sampler = RttSampler::new(config).unwrap();
        let mut far = Far::default();
        let (mut now, mut next) = (0_i64, 0_u32);
        for op in ops {
            match op {
                Op::Send(fate) => {
                    sampler.on_sent(ms(now), isn + next * MSS, MSS);
                    far.carry(now, next, fate);
                    next += 1;
                }
                Op::Retransmit(fate) => {
                    let missing = far.received.iter().take_while(|got| **got).count();
                    let missing = u32::try_from(missing).unwrap();
                    if missing < next {
                        sampler.on_sent(ms(now), isn + missing * MSS, MSS);
                        far.carry(now, missing, fate);
                    }
                }
                Op::Wait(span) => now += span,
            }
            now += 1;
            while far.arrivals.first_key_value().is_some_and(|((at, _), _)| *at <= now) {
                let due = far.arrivals.split_off(&(now + 1, 0));
                far.arrive(isn);
                far.arrivals = due;
            }
            while let Some(entry) = far.acks.first_entry().filter(|entry| entry.key().0 <= now) {
                let ((at, _), ack) = entry.remove_entry();
                if let Some(sample) = sampler.on_ack(ms(at), &ack) {
                    prop_assert_eq!(sample.delay, Span::from_millis(40));
                }
            }
            prop_assert!(sampler.segments() <= max_segments as usize);
        }
    }

    #[test]
    fn any_numbers_are_survived_within_the_memory(
        calls in proptest::collection::vec(
            (any::<bool>(), any::<u32>(), 0..100_000_u32, any::<u32>(), any::<u32>()), 0..200
        )
    ) {
        let config = Config { max_segments: 8, sack_samples: true, ..Config::EXACT };
        let mut sampler = RttSampler::new(config).unwrap();
        for (at, (sends, seq, len, left, right)) in (0..).zip(calls) {
            if sends {
                sampler.on_sent(ms(at), Seq::new(seq), len);
            } else {
                let block = SackBlock { left: Seq::new(left), right: Seq::new(right) };
                let ack = Ack {
                    number: Seq::new(seq), window: 1, sequence_len: 0, sack: [Some(block), None, None, None],
                };
                let _ = sampler.on_ack(ms(at), &ack);
            }
            prop_assert!(sampler.segments() <= 8);
        }
    }
}
