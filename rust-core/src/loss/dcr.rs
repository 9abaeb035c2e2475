// SPDX-License-Identifier: MIT OR Apache-2.0
//! TCP-DCR (Bhandarkar05): the answer to duplicate acknowledgements waits, so that the link can repair the loss or a late segment
//! can arrive. What is still missing then was lost to congestion.
//!
//! Meanwhile the sender keeps the network as full as it was, by extended limited transmit (RFC 4653): a new segment for each
//! segment that duplicates report to have left.
use crate::config::{ConfigError, check};
use crate::seq::Seq;
use crate::units::{SimTime, Span};

/// How much new data goes out while the answer waits (RFC 4653 section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitedTransmit {
    /// A segment for every second duplicate: the rate is halved as if the loss were congestion.
    Careful,
    /// A segment for every duplicate.
    Aggressive,
}

/// Tunables of [`DelayedResponse`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// The wait in round trips; above 0 and finite.
    pub delay_round_trips: f64,
    /// Duplicates without which there is no answer, however long it has waited; at least 1. RFC 5681 has 3.
    pub dup_ack_threshold: u32,
    /// How much new data goes out meanwhile.
    pub limited_transmit: LimitedTransmit,
}

impl Config {
    /// One round trip, standard threshold, as much new data as has left.
    pub const DEFAULT: Self = Self {
        delay_round_trips: 1.0,
        dup_ack_threshold: 3,
        limited_transmit: LimitedTransmit::Aggressive,
    };

    /// Checks every range.
    ///
    /// # Errors
    /// The first value that is out of range.
    pub fn check(&self) -> Result<(), ConfigError> {
        let Self {
            delay_round_trips,
            dup_ack_threshold,
            limited_transmit: _,
        } = *self;
        let ranges = [
            (
                delay_round_trips > 0.0 && delay_round_trips.is_finite(),
                "DelayRoundTrips",
                "above 0 and finite",
            ),
            (dup_ack_threshold >= 1, "DupAckThreshold", "at least 1"),
        ];
        check("ns3::DcrSocketFactory", &ranges)
    }
}

/// What the sender does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Whether to retransmit and enter recovery now, as standard TCP does on the third duplicate.
    pub respond: bool,
    /// New segments that may be outstanding beyond cwnd.
    pub extra_segments: u32,
    /// When to call [`DelayedResponse::on_timer`].
    pub deadline: SimTime,
}

#[derive(Clone, Copy, Debug)]
enum Phase {
    Open,
    Waiting {
        head: Seq,
        until: SimTime,
        duplicates: u32,
    },
    Responded,
}

/// Delays the answer of one sender.
#[derive(Clone, Copy, Debug)]
pub struct DelayedResponse {
    config: Config,
    phase: Phase,
}

impl DelayedResponse {
    /// Makes one that waits for nothing.
    ///
    /// # Errors
    /// [`Config::check`] says which value is out of range.
    pub fn new(config: Config) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self {
            config,
            phase: Phase::Open,
        })
    }

    /// A duplicate acknowledgement asks for `head`. `round_trip` is the smoothed one; without it there is no wait.
    pub fn on_duplicate_ack(&mut self, now: SimTime, head: Seq, round_trip: Option<Span>) -> Outcome {
        self.phase = match self.phase {
            Phase::Responded => Phase::Responded,
            Phase::Waiting {
                head: asked,
                until,
                duplicates,
            } if asked == head => Phase::Waiting {
                head,
                until,
                duplicates: duplicates.saturating_add(1),
            },
            Phase::Open | Phase::Waiting { .. } => Phase::Waiting {
                head,
                until: now
                    + round_trip
                        .unwrap_or(Span::ZERO)
                        .scaled(self.config.delay_round_trips),
                duplicates: 1,
            },
        };
        self.on_timer(now)
    }

    /// The deadline has come. Early, late and repeated calls do no harm.
    pub fn on_timer(&mut self, now: SimTime) -> Outcome {
        let Phase::Waiting {
            head: _,
            until,
            duplicates,
        } = self.phase
        else {
            return Outcome {
                respond: false,
                extra_segments: 0,
                deadline: SimTime::NEVER,
            };
        };
        let enough = duplicates >= self.config.dup_ack_threshold;
        let respond = enough && now >= until;
        if respond {
            self.phase = Phase::Responded;
        }
        let extra_segments = match self.config.limited_transmit {
            _ if respond => 0,
            LimitedTransmit::Careful => duplicates / 2,
            LimitedTransmit::Aggressive => duplicates,
        };
        // Once the wait is over, it is a duplicate that is missing and not time.
        let deadline = if respond || now >= until {
            SimTime::NEVER
        } else {
            until
        };
        Outcome {
            respond,
            extra_segments,
            deadline,
        }
    }

    /// An acknowledgement advances. Returns whether that spared the sender an answer it was waiting with.
    pub fn on_new_ack(&mut self) -> bool {
        match self.phase {
            Phase::Waiting { .. } => {
                self.phase = Phase::Open;
                true
            }
            Phase::Open | Phase::Responded => false,
        }
    }

    /// Recovery has ended or the retransmission timer expired: the next duplicate is the first of another loss.
    pub fn reset(&mut self) {
        self.phase = Phase::Open;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HEAD: Seq = Seq::new(7000);
    const ROUND_TRIP: Option<Span> = Some(Span::from_millis(100));

    fn ms(at: i64) -> SimTime {
        SimTime::from_nanos(at * 1_000_000)
    }

    fn waits(extra_segments: u32, until_ms: i64) -> Outcome {
        Outcome {
            respond: false,
            extra_segments,
            deadline: ms(until_ms),
        }
    }

    const RESPONDS: Outcome = Outcome {
        respond: true,
        extra_segments: 0,
        deadline: SimTime::NEVER,
    };
    const IDLE: Outcome = Outcome {
        respond: false,
        ..RESPONDS
    };

    fn new(limited_transmit: LimitedTransmit) -> DelayedResponse {
        DelayedResponse::new(Config {
            limited_transmit,
            ..Config::DEFAULT
        })
        .unwrap()
    }

    #[test] // Bhandarkar05
    fn the_answer_waits_a_round_trip_from_the_first_duplicate() {
        let mut dcr = new(LimitedTransmit::Aggressive);
        for (at, duplicates) in [(1000, 1), (1010, 2), (1020, 3), (1030, 4)] {
            assert_eq!(
                dcr.on_duplicate_ack(ms(at), HEAD, ROUND_TRIP),
                waits(duplicates, 1100)
            );
        }
        assert_eq!(dcr.on_timer(ms(1099)), waits(4, 1100));
        assert_eq!(dcr.on_timer(ms(1100)), RESPONDS);
        assert_eq!(dcr.on_timer(ms(1100)), IDLE);
        assert_eq!(dcr.on_duplicate_ack(ms(1110), HEAD, ROUND_TRIP), IDLE);
    }

    #[test]
    fn a_duplicate_after_the_wait_does_as_well_as_the_timer() {
        let mut dcr = new(LimitedTransmit::Aggressive);
        for at in [0, 1, 2] {
            let _ = dcr.on_duplicate_ack(ms(at), HEAD, ROUND_TRIP);
        }
        assert_eq!(dcr.on_duplicate_ack(ms(100), HEAD, ROUND_TRIP), RESPONDS);
    }

    #[test] // RFC 4653
    fn careful_limited_transmit_sends_for_every_second_duplicate() {
        let mut dcr = new(LimitedTransmit::Careful);
        for (at, extra) in [(0, 0), (1, 1), (2, 1), (3, 2)] {
            assert_eq!(dcr.on_duplicate_ack(ms(at), HEAD, ROUND_TRIP), waits(extra, 100));
        }
    }

    #[test]
    fn a_loss_repaired_in_time_needs_no_answer() {
        let mut dcr = new(LimitedTransmit::Aggressive);
        for at in [0, 1, 2] {
            let _ = dcr.on_duplicate_ack(ms(at), HEAD, ROUND_TRIP);
        }
        assert!(dcr.on_new_ack());
        assert!(!dcr.on_new_ack());
        assert_eq!(dcr.on_timer(ms(100)), IDLE);
        assert_eq!(
            dcr.on_duplicate_ack(ms(200), HEAD + 1000, ROUND_TRIP),
            waits(1, 300)
        );
    }

    #[test]
    fn duplicates_that_ask_for_another_segment_start_another_wait() {
        let mut dcr = new(LimitedTransmit::Aggressive);
        for at in [0, 1, 2] {
            let _ = dcr.on_duplicate_ack(ms(at), HEAD, ROUND_TRIP);
        }
        assert_eq!(
            dcr.on_duplicate_ack(ms(50), HEAD + 1000, ROUND_TRIP),
            waits(1, 150)
        );
    }

    #[test]
    fn without_enough_duplicates_the_answer_waits_on() {
        let mut dcr = new(LimitedTransmit::Aggressive);
        let _ = dcr.on_duplicate_ack(ms(0), HEAD, ROUND_TRIP);
        let overdue = Outcome {
            extra_segments: 1,
            ..IDLE
        };
        assert_eq!(dcr.on_timer(ms(100)), overdue);
        let _ = dcr.on_duplicate_ack(ms(110), HEAD, ROUND_TRIP);
        assert_eq!(dcr.on_duplicate_ack(ms(120), HEAD, ROUND_TRIP), RESPONDS);
    }

    #[test]
    fn without_a_round_trip_the_third_duplicate_is_answered() {
        let mut dcr = new(LimitedTransmit::Aggressive);
        assert!(!dcr.on_duplicate_ack(ms(0), HEAD, None).respond);
        assert!(!dcr.on_duplicate_ack(ms(0), HEAD, None).respond);
        assert_eq!(dcr.on_duplicate_ack(ms(0), HEAD, None), RESPONDS);
    }

    #[test]
    fn partial_acknowledgements_in_recovery_start_no_wait() {
        let mut dcr = new(LimitedTransmit::Aggressive);
        for _ in 0..3 {
            let _ = dcr.on_duplicate_ack(ms(0), HEAD, None);
        }
        assert!(!dcr.on_new_ack());
        assert_eq!(dcr.on_duplicate_ack(ms(5), HEAD + 1000, ROUND_TRIP), IDLE);
        dcr.reset();
        assert_eq!(
            dcr.on_duplicate_ack(ms(10), HEAD + 2000, ROUND_TRIP),
            waits(1, 110)
        );
    }

    #[test]
    fn settings_out_of_range_are_refused() {
        for (config, attribute) in [
            (
                Config {
                    delay_round_trips: f64::NAN,
                    ..Config::DEFAULT
                },
                "DelayRoundTrips",
            ),
            (
                Config {
                    dup_ack_threshold: 0,
                    ..Config::DEFAULT
                },
                "DupAckThreshold",
            ),
        ] {
            assert_eq!(DelayedResponse::new(config).unwrap_err().attribute, attribute);
        }
    }

    proptest! {
        #[test]
        fn a_loss_is_answered_once_and_never_early(
            gaps in proptest::collection::vec(0..60_i64, 1..40)
        ) {
            let mut dcr = new(LimitedTransmit::Aggressive);
            let (mut at, mut answers, mut first) = (0, 0, None);
            for (duplicates, gap) in (1..).zip(&gaps) {
                at += gap;
                let since = *first.get_or_insert(at);
                let outcome = dcr.on_duplicate_ack(ms(at), HEAD, ROUND_TRIP);
                prop_assert!(!outcome.respond || (at - since >= 100 && duplicates >= 3));
                answers += u32::from(outcome.respond);
            }
            prop_assert!(answers <= 1);
        }
    }
}
