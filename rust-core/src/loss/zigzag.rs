// SPDX-License-Identifier: MIT OR Apache-2.0
//! Zigzag (Cen03): a loss of n neighbouring segments is wireless if the delay is below a threshold that rises with n, since
//! long runs of losses are rarely congestion while the delay is small.
use super::delays::Delays;
pub use super::delays::Gains;
use super::differentiator::{DelayKind, Judgement, Loss, LossDifferentiator, Resolution, Sample, Verdict};
use crate::config::{ConfigError, check};
use alloc::boxed::Box;

/// Tunables of [`Zigzag`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// What it is fed with: one-way delays as published, or round trips where only the sender takes part.
    pub delay: DelayKind,
    /// Weights of a new sample. The paper has 1/32, and twice that for the deviation.
    pub gains: Gains,
    /// The clock behind the samples.
    pub resolution: Resolution,
}

impl Config {
    /// The scheme as published.
    pub const PAPER: Self = Self {
        delay: DelayKind::OneWay,
        gains: Gains {
            average: 1.0 / 32.0,
            deviation: 1.0 / 16.0,
        },
        resolution: Resolution::NANOSECOND,
    };

    /// Checks every range.
    ///
    /// # Errors
    /// The first value that is out of range.
    pub fn check(&self) -> Result<(), ConfigError> {
        let Self {
            delay,
            gains,
            resolution,
        } = *self;
        let [average, deviation] = gains.ranges();
        let [tick, min_ticks] = resolution.ranges();
        let ranges = [
            (delay != DelayKind::InterArrival, "Delay", "one-way or round-trip"),
            average,
            deviation,
            tick,
            min_ticks,
        ];
        check("ns3::ZigzagDifferentiator", &ranges)
    }
}

/// The scheme.
#[derive(Clone, Debug)]
pub struct Zigzag {
    delays: Delays,
}

impl Zigzag {
    /// Makes one that has seen nothing yet.
    ///
    /// # Errors
    /// [`Config::check`] says which value is out of range.
    pub fn new(config: Config) -> Result<Self, ConfigError> {
        config.check()?;
        let Config {
            delay,
            gains,
            resolution,
        } = config;
        Ok(Self {
            delays: Delays::new(delay, gains, resolution, None),
        })
    }
}

/// How many deviations above the average the threshold lies after a loss of `segments`.
const fn multiplier(segments: u32) -> f64 {
    match segments {
        0 | 1 => -1.0,
        2 => -0.5,
        3 => 0.0,
        4.. => 0.5,
    }
}

impl LossDifferentiator for Zigzag {
    fn on_sample(&mut self, sample: Sample) {
        self.delays.on_sample(sample);
    }

    fn judge(&self, loss: &Loss) -> Verdict {
        let known = match self.delays.known() {
            Ok(known) => known,
            Err(unusable) => return unusable,
        };
        let threshold = known.average + known.deviation * multiplier(loss.segments);
        let judgement = if known.sample < threshold {
            Judgement::Wireless
        } else {
            Judgement::Congestion
        };
        known.verdict(threshold, judgement)
    }

    fn fork(&self) -> Box<dyn LossDifferentiator> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::differentiator::{Cause, Unusable};
    use super::*;
    use crate::units::{SimTime, Span};

    fn one_way(delay_ms: u64) -> Sample {
        Sample {
            at: SimTime::START,
            delay: Span::from_millis(delay_ms),
            kind: DelayKind::OneWay,
        }
    }

    fn after(delays_ms: &[u64], segments: u32) -> Verdict {
        let mut zigzag = Zigzag::new(Config::PAPER).unwrap();
        for delay in delays_ms {
            zigzag.on_sample(one_way(*delay));
        }
        zigzag.judge(&Loss {
            segments,
            ..Loss::SINGLE
        })
    }

    // Samples 64 and 32 ms: average 64 - 32/32 = 63, deviation 32 + (32 - 32)/16 = 32, so the ladder is 31, 47, 63, 79 ms.
    #[test] // Cen03, rule as read from Lim06 3.1
    fn thresholds_rise_with_the_number_of_lost_segments() {
        for (segments, threshold_ms, cause) in [
            (0, 31, Cause::Congestion),
            (1, 31, Cause::Congestion),
            (2, 47, Cause::Wireless),
            (3, 63, Cause::Wireless),
            (4, 79, Cause::Wireless),
            (u32::MAX, 79, Cause::Wireless),
        ] {
            let verdict = after(&[64, 32], segments);
            assert_eq!(verdict.figures.threshold, Some(Span::from_millis(threshold_ms)));
            assert_eq!(verdict.judgement.cause(), cause, "{segments}");
        }
    }

    // Samples 64 and 96 ms: average 65, deviation 32: thresholds 33, 49, 65, 81 ms are all below the sample.
    #[test]
    fn a_long_delay_is_congestion_whatever_was_lost() {
        for segments in 1..=5 {
            assert_eq!(after(&[64, 96], segments).judgement, Judgement::Congestion);
        }
    }

    #[test]
    fn a_delay_that_never_changes_is_congestion_up_to_three_segments() {
        // The deviation decays but stays above zero, so only the rung above the average lies above the sample.
        assert_eq!(after(&[64; 100], 3).judgement, Judgement::Congestion);
        assert_eq!(after(&[64; 100], 4).judgement, Judgement::Wireless);
    }

    #[test]
    fn nothing_is_judged_before_the_first_sample_or_at_no_delay() {
        let unusable = |reason| Judgement::Unusable(reason);
        assert_eq!(after(&[], 1).judgement, unusable(Unusable::NoSample));
        assert_eq!(after(&[0, 40], 1).judgement, unusable(Unusable::BelowResolution));
    }

    #[test]
    fn gaps_between_arrivals_are_no_delay() {
        let config = Config {
            delay: DelayKind::InterArrival,
            ..Config::PAPER
        };
        assert_eq!(config.check().unwrap_err().attribute, "Delay");
    }

    #[test]
    fn round_trips_serve_a_sender_alone() {
        let config = Config {
            delay: DelayKind::RoundTrip,
            ..Config::PAPER
        };
        let mut zigzag = Zigzag::new(config).unwrap();
        zigzag.on_sample(one_way(40));
        assert_eq!(
            zigzag.judge(&Loss::SINGLE).judgement,
            Judgement::Unusable(Unusable::NoSample)
        );
        zigzag.on_sample(Sample {
            kind: DelayKind::RoundTrip,
            ..one_way(40)
        });
        assert_eq!(zigzag.judge(&Loss::SINGLE).judgement, Judgement::Congestion);
    }
}
