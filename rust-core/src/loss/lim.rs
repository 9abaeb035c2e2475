// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lim's adaptive threshold [Lim06 3.1, equation 2]: a loss is congestion if the round-trip sample before it exceeds
//! average + deviation x (2 (minimum / average)^k - 1). The threshold sinks from average + deviation to average - deviation as
//! the queue fills.
use super::delays::Delays;
pub use super::delays::Gains;
use super::differentiator::{DelayKind, Judgement, Loss, LossDifferentiator, Resolution, Sample, Verdict};
use crate::config::{ConfigError, check};
use crate::units::Span;
use alloc::boxed::Box;

/// What the least round trip is divided by in equation 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denominator {
    /// The moving average.
    Average,
    /// The sample that is tested.
    Sample,
}

/// Tunables of [`Lim`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// The exponent k; above 0. The paper chooses 2 from 1 to 10; a larger one makes more losses congestion.
    pub exponent: f64,
    /// What the least round trip is divided by.
    pub denominator: Denominator,
    /// Weights of a new sample. The paper has 1/8 and 1/4.
    pub gains: Gains,
    /// The clock behind the samples.
    pub resolution: Resolution,
    /// For how long the least round trip is believed without being seen again; `None` for ever, as in the paper.
    pub min_lifetime: Option<Span>,
}

impl Config {
    /// The scheme as in the paper.
    pub const PAPER: Self = Self {
        exponent: 2.0,
        denominator: Denominator::Average,
        gains: Gains {
            average: 0.125,
            deviation: 0.25,
        },
        resolution: Resolution::NANOSECOND,
        min_lifetime: None,
    };

    /// Checks every range.
    ///
    /// # Errors
    /// The first value that is out of range.
    pub fn check(&self) -> Result<(), ConfigError> {
        let Self {
            exponent,
            denominator: _,
            gains,
            resolution,
            min_lifetime,
        } = *self;
        let [average, deviation] = gains.ranges();
        let [tick, min_ticks] = resolution.ranges();
        let ranges = [
            (
                exponent > 0.0 && exponent.is_finite(),
                "Exponent",
                "above 0 and finite",
            ),
            average,
            deviation,
            tick,
            min_ticks,
            (
                min_lifetime != Some(Span::ZERO),
                "MinRttLifetime",
                "longer than zero",
            ),
        ];
        check("ns3::LimDifferentiator", &ranges)
    }
}

/// The scheme, fed with round trips.
#[derive(Clone, Debug)]
pub struct Lim {
    exponent: f64,
    denominator: Denominator,
    delays: Delays,
}

impl Lim {
    /// Makes one that has seen nothing yet.
    ///
    /// # Errors
    /// [`Config::check`] says which value is out of range.
    pub fn new(config: Config) -> Result<Self, ConfigError> {
        config.check()?;
        let Config {
            exponent,
            denominator,
            gains,
            resolution,
            min_lifetime,
        } = config;
        Ok(Self {
            exponent,
            denominator,
            delays: Delays::new(DelayKind::RoundTrip, gains, resolution, min_lifetime),
        })
    }
}

/// How many deviations above the average the threshold lies: 2 `fraction`^`exponent` - 1, with fractions above 1 taken for 1.
pub fn multiplier(fraction: f64, exponent: f64) -> f64 {
    2.0 * libm::pow(fraction.min(1.0), exponent) - 1.0
}

impl LossDifferentiator for Lim {
    fn on_sample(&mut self, sample: Sample) {
        self.delays.on_sample(sample);
    }

    fn judge(&self, _: &Loss) -> Verdict {
        let known = match self.delays.known() {
            Ok(known) => known,
            Err(unusable) => return unusable,
        };
        let denominator = match self.denominator {
            Denominator::Average => known.average,
            Denominator::Sample => known.sample,
        };
        let threshold =
            known.average + known.deviation * multiplier(known.minimum / denominator, self.exponent);
        let judgement = if known.sample > threshold {
            Judgement::Congestion
        } else {
            Judgement::Wireless
        };
        known.verdict(threshold, judgement)
    }

    fn fork(&self) -> Box<dyn LossDifferentiator> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::differentiator::{Figures, Unusable};
    use super::*;
    use crate::units::SimTime;
    use proptest::prelude::*;

    fn round_trip(delay: Span) -> Sample {
        Sample {
            at: SimTime::START,
            delay,
            kind: DelayKind::RoundTrip,
        }
    }

    fn after(config: Config, delays_ms: &[u64]) -> Verdict {
        let mut lim = Lim::new(config).unwrap();
        for delay in delays_ms {
            lim.on_sample(round_trip(Span::from_millis(*delay)));
        }
        lim.judge(&Loss::SINGLE)
    }

    fn micros(us: u64) -> Option<Span> {
        Some(Span::from_nanos(us * 1000))
    }

    // Average 80 + 40/8 = 85, deviation 40 + 0, fraction 80/85: 85 + 40 (2 (16/17)^2 - 1) = 115.865052 ms, below the sample.
    #[test] // [Lim06 equation 2]
    fn a_sample_above_the_threshold_is_congestion() {
        let verdict = after(Config::PAPER, &[80, 120]);
        assert_eq!(verdict.judgement, Judgement::Congestion);
        assert_eq!(
            verdict.figures,
            Figures {
                sample: micros(120_000),
                average: micros(85_000),
                deviation: micros(40_000),
                minimum: micros(80_000),
                threshold: Some(Span::from_nanos(115_865_051)),
            }
        );
    }

    // Average 80 + 20/8 = 82.5, deviation 40 - 20/4 = 35: 82.5 + 35 (2 (32/33)^2 - 1) = 113.321855 ms, above the sample.
    #[test] // [Lim06 equation 2]
    fn a_sample_below_the_threshold_is_wireless() {
        let verdict = after(Config::PAPER, &[80, 100]);
        assert_eq!(verdict.judgement, Judgement::Wireless);
        assert_eq!(verdict.figures.threshold, Some(Span::from_nanos(113_321_854)));
    }

    // 115 ms against 84.375 + 38.75 (2 (80/84.375)^2 - 1) = 115.297 ms; 116 against 84.5 + 39 (2 (80/84.5)^2 - 1) = 115.413 ms.
    #[test]
    fn the_judgement_changes_at_the_threshold() {
        assert_eq!(after(Config::PAPER, &[80, 115]).judgement, Judgement::Wireless);
        assert_eq!(after(Config::PAPER, &[80, 116]).judgement, Judgement::Congestion);
    }

    // Fraction 80/120: 85 + 40 (2 (2/3)^2 - 1) = 80.555556 ms.
    #[test]
    fn the_sample_as_denominator_lowers_the_threshold() {
        let config = Config {
            denominator: Denominator::Sample,
            ..Config::PAPER
        };
        let verdict = after(config, &[80, 120]);
        assert_eq!(verdict.figures.threshold, Some(Span::from_nanos(80_555_555)));
        assert_eq!(verdict.judgement, Judgement::Congestion);
    }

    #[test] // [Lim06 3.1] "special cases": the multipliers of Zigzag at k = 2
    fn multipliers_are_those_of_the_published_reading() {
        for (fraction, exponent, expected) in [
            (1.0, 2.0, 1.0),
            (0.9, 2.0, 0.62),
            (0.8, 2.0, 0.28),
            (0.5, 2.0, -0.5),
            (0.5, 1.0, 0.0),
            (0.6, 3.0, -0.568),
            (0.3, 10.0, -1.0),
            (1.5, 2.0, 1.0),
        ] {
            let value = multiplier(fraction, exponent);
            assert!((value - expected).abs() < 5e-4, "{fraction}^{exponent}: {value}");
        }
    }

    #[test]
    fn exponents_that_are_not_above_zero_or_not_finite_are_refused() {
        for exponent in [0.0, -2.0, f64::NAN, f64::INFINITY] {
            let config = Config {
                exponent,
                ..Config::PAPER
            };
            let message = std::format!("{}", Lim::new(config).unwrap_err());
            assert_eq!(
                message,
                "ns3::LimDifferentiator::Exponent must be above 0 and finite"
            );
        }
    }

    #[test]
    fn gains_clocks_and_lifetimes_out_of_range_are_refused() {
        let gains = |average, deviation| Config {
            gains: Gains { average, deviation },
            ..Config::PAPER
        };
        let clock = |tick, min_ticks| Config {
            resolution: Resolution { tick, min_ticks },
            ..Config::PAPER
        };
        let lifetime = Config {
            min_lifetime: Some(Span::ZERO),
            ..Config::PAPER
        };
        for (config, attribute) in [
            (gains(0.0, 0.25), "AverageGain"),
            (gains(f64::NAN, 0.25), "AverageGain"),
            (gains(0.125, 1.5), "DeviationGain"),
            (clock(Span::ZERO, 10), "Resolution"),
            (clock(Span::from_millis(1), 0), "MinTicks"),
            (lifetime, "MinRttLifetime"),
        ] {
            assert_eq!(config.check().unwrap_err().attribute, attribute);
        }
    }

    #[test]
    fn a_loss_before_the_first_sample_is_not_judged() {
        let verdict = after(Config::PAPER, &[]);
        assert_eq!(verdict.judgement, Judgement::Unusable(Unusable::NoSample));
        assert_eq!(verdict.figures, Figures::default());
    }

    #[test]
    fn a_round_trip_of_zero_is_not_judged_even_when_longer_ones_follow() {
        let verdict = after(Config::PAPER, &[0, 0, 50]);
        assert_eq!(verdict.judgement, Judgement::Unusable(Unusable::BelowResolution));
        assert_eq!(verdict.figures.minimum, Some(Span::ZERO));
        assert_eq!(verdict.figures.threshold, None);
    }

    #[test]
    fn a_path_below_the_resolution_of_the_clock_is_not_judged() {
        let config = Config {
            resolution: Resolution {
                tick: Span::from_millis(1),
                min_ticks: 10,
            },
            ..Config::PAPER
        };
        assert_eq!(
            after(config, &[9, 30]).judgement,
            Judgement::Unusable(Unusable::BelowResolution)
        );
        assert_eq!(after(config, &[10, 30]).judgement, Judgement::Congestion);
    }

    #[test]
    fn a_round_trip_that_never_changes_is_no_queue() {
        let verdict = after(Config::PAPER, &[80; 1000]);
        assert_eq!(verdict.judgement, Judgement::Wireless);
        assert_eq!(verdict.figures.average, micros(80_000));
    }

    // The old minimum stays: 80 against an average that settles at 200, so the multiplier settles at 2 (80/200)^2 - 1 = -0.68
    // and the new, empty path is taken for a full queue until the deviation is gone.
    #[test]
    fn after_a_route_change_verdicts_lean_towards_congestion() {
        let mut delays = std::vec![80];
        delays.extend([200; 20]);
        let verdict = after(Config::PAPER, &delays);
        assert_eq!(verdict.figures.minimum, micros(80_000));
        assert!(verdict.figures.threshold < verdict.figures.average);
        assert_eq!(verdict.judgement, Judgement::Congestion);
    }

    #[test]
    fn a_fork_goes_its_own_way() {
        let mut lim = Lim::new(Config::PAPER).unwrap();
        lim.on_sample(round_trip(Span::from_millis(80)));
        let fork = lim.fork();
        lim.on_sample(round_trip(Span::from_millis(120)));
        assert_eq!(fork.judge(&Loss::SINGLE).figures.sample, micros(80_000));
    }

    proptest! {
        #[test]
        fn the_multiplier_stays_within_one(fraction in 0.0..10.0_f64, exponent in 1e-3..1e3_f64) {
            prop_assert!((-1.0..=1.0).contains(&multiplier(fraction, exponent)));
        }

        #[test] // [Lim06 figure 3]: A_c rises with k, A_w falls
        fn the_threshold_never_rises_with_k(
            delays in proptest::collection::vec(1_u64..1000, 1..50), k in 0.1..10.0_f64, step in 0.0..5.0_f64
        ) {
            let threshold = |exponent| {
                after(Config { exponent, ..Config::PAPER }, &delays).figures.threshold
            };
            prop_assert!(threshold(k + step) <= threshold(k));
        }

        #[test]
        fn the_threshold_is_within_one_deviation_of_the_average(
            delays in proptest::collection::vec(1_u64..1000, 1..50)
        ) {
            let Figures { average, deviation, threshold, .. } = after(Config::PAPER, &delays).figures;
            let (average, deviation, threshold) = (average.unwrap(), deviation.unwrap(), threshold.unwrap());
            let rounding = Span::from_nanos(2);
            prop_assert!(threshold <= average + deviation + rounding);
            prop_assert!(threshold + deviation + rounding >= average);
        }
    }
}
