// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the schemes learn from delay samples: the last, the least, the average and the mean deviation.
use super::differentiator::{DelayKind, Figures, Judgement, Resolution, Sample, Unusable, Verdict};
use crate::units::{SimTime, Span};

/// Weights of a new sample in the moving averages; both above 0 and up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// Weight in the average.
    pub average: f64,
    /// Weight in the mean deviation.
    pub deviation: f64,
}

impl Gains {
    /// The ranges of its values, for [`crate::config::check`].
    pub(super) fn ranges(self) -> [(bool, &'static str, &'static str); 2] {
        let range = |gain: f64| gain > 0.0 && gain <= 1.0;
        [
            (range(self.average), "AverageGain", "above 0 and at most 1"),
            (range(self.deviation), "DeviationGain", "above 0 and at most 1"),
        ]
    }
}

/// The least delay and when it was seen last.
#[derive(Clone, Copy, Debug)]
struct Least {
    delay: Span,
    seen: SimTime,
}

/// All that was learned, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) sample: f64,
    pub(super) average: f64,
    pub(super) deviation: f64,
    pub(super) minimum: f64,
}

impl Known {
    /// A verdict by `threshold` nanoseconds.
    pub(super) fn verdict(&self, threshold: f64, judgement: Judgement) -> Verdict {
        let span = |ns| Some(Span::from_nanos_f64(ns));
        Verdict {
            judgement,
            figures: Figures {
                sample: span(self.sample),
                average: span(self.average),
                deviation: span(self.deviation),
                minimum: span(self.minimum),
                threshold: span(threshold),
            },
        }
    }
}

/// Learns from the samples of one kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Delays {
    kind: DelayKind,
    gains: Gains,
    resolution: Resolution,
    min_lifetime: Option<Span>,
    known: Option<(Known, Least)>,
}

impl Delays {
    pub(super) fn new(
        kind: DelayKind,
        gains: Gains,
        resolution: Resolution,
        min_lifetime: Option<Span>,
    ) -> Self {
        Self {
            kind,
            gains,
            resolution,
            min_lifetime,
            known: None,
        }
    }

    pub(super) fn on_sample(&mut self, sample: Sample) {
        if sample.kind != self.kind {
            return;
        }
        let delay = sample.delay.as_nanos_f64();
        let fresh = Least {
            delay: sample.delay,
            seen: sample.at,
        };
        let (mut known, mut least) = self.known.unwrap_or((
            Known {
                sample: delay,
                average: delay,
                deviation: delay / 2.0,
                minimum: delay,
            },
            fresh,
        ));
        if self.known.is_some() {
            let distance = delay - known.average;
            known.average += self.gains.average * distance;
            known.deviation += self.gains.deviation * (distance.abs() - known.deviation);
        }
        let outlived = self
            .min_lifetime
            .is_some_and(|lifetime| sample.at.since(least.seen) > lifetime);
        if sample.delay <= least.delay || outlived {
            least = fresh;
        }
        known.sample = delay;
        known.minimum = least.delay.as_nanos_f64();
        self.known = Some((known, least));
    }

    /// What was learned.
    ///
    /// # Errors
    /// The verdict of a scheme that cannot judge by it.
    pub(super) fn known(&self) -> Result<Known, Verdict> {
        let Some((known, least)) = self.known else {
            return Err(Verdict {
                judgement: Judgement::Unusable(Unusable::NoSample),
                figures: Figures::default(),
            });
        };
        if self.resolution.resolves(least.delay) {
            return Ok(known);
        }
        let mut verdict = known.verdict(0.0, Judgement::Unusable(Unusable::BelowResolution));
        verdict.figures.threshold = None;
        Err(verdict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const GAINS: Gains = Gains {
        average: 0.125,
        deviation: 0.25,
    };

    fn delays(min_lifetime: Option<Span>) -> Delays {
        Delays::new(DelayKind::RoundTrip, GAINS, Resolution::NANOSECOND, min_lifetime)
    }

    fn sample(at_ms: i64, delay_ms: u64) -> Sample {
        Sample {
            at: SimTime::from_nanos(at_ms * 1_000_000),
            delay: Span::from_millis(delay_ms),
            kind: DelayKind::RoundTrip,
        }
    }

    fn figures(delays: &Delays) -> Figures {
        delays
            .known()
            .unwrap()
            .verdict(0.0, Judgement::Congestion)
            .figures
    }

    // [Lim06 3.1] and RFC 6298 section 2: 80, then 80 + 40/8 with 40 + (40 - 40)/4, then 85 - 5/8 with 40 + (5 - 40)/4.
    #[test]
    fn averages_move_as_worked_out_by_hand() {
        let mut delays = delays(None);
        for (at, delay, average_us, deviation_us) in [
            (0, 80, 80_000, 40_000),
            (100, 120, 85_000, 40_000),
            (200, 80, 84_375, 31_250),
        ] {
            delays.on_sample(sample(at, delay));
            let figures = figures(&delays);
            assert_eq!(figures.sample, Some(Span::from_millis(delay)));
            assert_eq!(figures.average, Some(Span::from_nanos(average_us * 1000)));
            assert_eq!(figures.deviation, Some(Span::from_nanos(deviation_us * 1000)));
            assert_eq!(figures.minimum, Some(Span::from_millis(80)));
        }
    }

    #[test]
    fn samples_of_another_kind_are_ignored() {
        let mut delays = delays(None);
        delays.on_sample(Sample {
            kind: DelayKind::OneWay,
            ..sample(0, 80)
        });
        let verdict = delays.known().unwrap_err();
        assert_eq!(verdict.judgement, Judgement::Unusable(Unusable::NoSample));
    }

    #[test]
    fn a_route_change_that_raises_the_least_delay_is_noticed_only_with_a_lifetime() {
        let minimum_after_change = |lifetime| {
            let mut delays = delays(lifetime);
            delays.on_sample(sample(0, 80));
            for at in (100..=10_100).step_by(100) {
                delays.on_sample(sample(at, 200));
            }
            figures(&delays).minimum.unwrap()
        };
        assert_eq!(minimum_after_change(None), Span::from_millis(80));
        let lifetime = Span::from_millis;
        assert_eq!(
            minimum_after_change(Some(lifetime(10_100))),
            Span::from_millis(80)
        );
        assert_eq!(
            minimum_after_change(Some(lifetime(10_000))),
            Span::from_millis(200)
        );
    }

    #[test]
    fn a_minimum_seen_again_lives_on() {
        let mut delays = delays(Some(Span::from_millis(150)));
        for (at, delay) in [(0, 80), (100, 80), (200, 90)] {
            delays.on_sample(sample(at, delay));
        }
        assert_eq!(figures(&delays).minimum, Some(Span::from_millis(80)));
    }

    proptest! {
        #[test]
        fn the_average_lies_between_the_extremes(
            samples in proptest::collection::vec(1_u64..10_000, 1..100)
        ) {
            let mut delays = delays(None);
            for (at, delay) in (0..).zip(&samples) {
                delays.on_sample(sample(at, *delay));
            }
            let figures = figures(&delays);
            let (least, most) = (samples.iter().min().unwrap(), samples.iter().max().unwrap());
            let slack = Span::from_nanos(1);
            prop_assert_eq!(figures.minimum, Some(Span::from_millis(*least)));
            prop_assert!(figures.average.unwrap() + slack >= Span::from_millis(*least));
            prop_assert!(figures.average.unwrap() <= Span::from_millis(*most) + slack);
            prop_assert!(figures.deviation.unwrap() <= Span::from_millis(*most));
        }
    }
}
