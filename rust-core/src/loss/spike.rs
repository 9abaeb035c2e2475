// SPDX-License-Identifier: MIT OR Apache-2.0
//! Spike (Cen03): losses are congestion while the delay is in a spike. A spike begins above one level between the least and the
//! greatest delay and ends below another, lower one.
use super::differentiator::{
    DelayKind, Figures, Judgement, Loss, LossDifferentiator, Resolution, Sample, Unusable, Verdict,
};
use crate::config::{ConfigError, check};
use crate::units::Span;
use alloc::boxed::Box;

/// Tunables of [`Spike`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// What it is fed with: one-way delays as published, or round trips where only the sender takes part.
    pub delay: DelayKind,
    /// Where a spike begins, as a share of the way from the least to the greatest delay; above 0 and below 1.
    pub enter: f64,
    /// Where it ends, likewise; above 0 and at most `enter`.
    pub leave: f64,
    /// The clock behind the samples.
    pub resolution: Resolution,
}

impl Config {
    /// The scheme as published.
    pub const PAPER: Self = Self {
        delay: DelayKind::OneWay,
        enter: 1.0 / 2.0,
        leave: 1.0 / 3.0,
        resolution: Resolution::NANOSECOND,
    };

    /// Checks every range.
    ///
    /// # Errors
    /// The first value that is out of range.
    pub fn check(&self) -> Result<(), ConfigError> {
        let Self {
            delay,
            enter,
            leave,
            resolution,
        } = *self;
        let [tick, min_ticks] = resolution.ranges();
        let ranges = [
            (delay != DelayKind::InterArrival, "Delay", "one-way or round-trip"),
            (enter > 0.0 && enter < 1.0, "Enter", "above 0 and below 1"),
            (
                leave > 0.0 && leave <= enter,
                "Leave",
                "above 0 and at most Enter",
            ),
            tick,
            min_ticks,
        ];
        check("ns3::SpikeDifferentiator", &ranges)
    }
}

/// What the samples so far come to.
#[derive(Clone, Copy, Debug)]
struct Known {
    last: Span,
    least: Span,
    greatest: Span,
    in_spike: bool,
}

impl Known {
    /// The delay `share` of the way up, in nanoseconds.
    fn level(&self, share: f64) -> f64 {
        let (least, greatest) = (self.least.as_nanos_f64(), self.greatest.as_nanos_f64());
        least + (greatest - least) * share
    }
}

/// The scheme.
#[derive(Clone, Debug)]
pub struct Spike {
    config: Config,
    known: Option<Known>,
}

impl Spike {
    /// Makes one that has seen nothing yet.
    ///
    /// # Errors
    /// [`Config::check`] says which value is out of range.
    pub fn new(config: Config) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self { config, known: None })
    }

    /// The level at which `known` changes between spike and none.
    fn threshold(&self, known: &Known) -> f64 {
        known.level(if known.in_spike {
            self.config.leave
        } else {
            self.config.enter
        })
    }
}

impl LossDifferentiator for Spike {
    fn on_sample(&mut self, sample: Sample) {
        if sample.kind != self.config.delay {
            return;
        }
        let delay = sample.delay;
        let mut known = self.known.unwrap_or(Known {
            last: delay,
            least: delay,
            greatest: delay,
            in_spike: false,
        });
        known.last = delay;
        known.least = known.least.min(delay);
        known.greatest = known.greatest.max(delay);
        let threshold = self.threshold(&known);
        known.in_spike = if known.in_spike {
            delay.as_nanos_f64() >= threshold
        } else {
            delay.as_nanos_f64() > threshold
        };
        self.known = Some(known);
    }

    fn judge(&self, _: &Loss) -> Verdict {
        let Some(known) = self.known else {
            return Verdict {
                judgement: Judgement::Unusable(Unusable::NoSample),
                figures: Figures::default(),
            };
        };
        let figures = Figures {
            sample: Some(known.last),
            minimum: Some(known.least),
            threshold: Some(Span::from_nanos_f64(self.threshold(&known))),
            ..Figures::default()
        };
        let judgement = if !self.config.resolution.resolves(known.least) {
            Judgement::Unusable(Unusable::BelowResolution)
        } else if known.in_spike {
            Judgement::Congestion
        } else {
            Judgement::Wireless
        };
        Verdict { judgement, figures }
    }

    fn fork(&self) -> Box<dyn LossDifferentiator> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::SimTime;

    fn one_way(delay_ms: u64) -> Sample {
        Sample {
            at: SimTime::START,
            delay: Span::from_millis(delay_ms),
            kind: DelayKind::OneWay,
        }
    }

    // Delays between 40 and 100 ms: a spike begins above 70 ms and ends below 60 ms.
    #[test] // Cen03
    fn a_spike_begins_high_and_ends_lower() {
        use Judgement::{Congestion, Wireless};
        let mut spike = Spike::new(Config::PAPER).unwrap();
        for (delay_ms, judgement, threshold_ms) in [
            (40, Wireless, 40),
            (100, Congestion, 60),
            (61, Congestion, 60),
            (60, Congestion, 60),
            (59, Wireless, 70),
            (70, Wireless, 70),
            (71, Congestion, 60),
        ] {
            spike.on_sample(one_way(delay_ms));
            let verdict = spike.judge(&Loss::SINGLE);
            assert_eq!(verdict.judgement, judgement, "{delay_ms}");
            assert_eq!(
                verdict.figures.threshold,
                Some(Span::from_millis(threshold_ms)),
                "{delay_ms}"
            );
        }
    }

    #[test]
    fn delays_that_are_all_equal_are_no_spike() {
        let mut spike = Spike::new(Config::PAPER).unwrap();
        for _ in 0..10 {
            spike.on_sample(one_way(40));
        }
        assert_eq!(spike.judge(&Loss::SINGLE).judgement, Judgement::Wireless);
    }

    #[test]
    fn nothing_is_judged_before_the_first_sample_or_at_no_delay() {
        let mut spike = Spike::new(Config::PAPER).unwrap();
        spike.on_sample(Sample {
            kind: DelayKind::RoundTrip,
            ..one_way(40)
        });
        assert_eq!(
            spike.judge(&Loss::SINGLE).judgement,
            Judgement::Unusable(Unusable::NoSample)
        );
        spike.on_sample(one_way(0));
        spike.on_sample(one_way(40));
        assert_eq!(
            spike.judge(&Loss::SINGLE).judgement,
            Judgement::Unusable(Unusable::BelowResolution)
        );
    }

    #[test]
    fn levels_out_of_order_are_refused() {
        let levels = |enter, leave| Config {
            enter,
            leave,
            ..Config::PAPER
        };
        for (config, attribute) in [
            (levels(1.0, 0.5), "Enter"),
            (levels(f64::NAN, 0.5), "Enter"),
            (levels(0.5, 0.6), "Leave"),
            (levels(0.5, 0.0), "Leave"),
        ] {
            assert_eq!(config.check().unwrap_err().attribute, attribute);
        }
    }
}
