// SPDX-License-Identifier: MIT OR Apache-2.0
//! Biaz and mBiaz (Cen03): a loss of n segments is wireless if the gap between the segments around it is about as long as n
//! segments take, since a wireless loss leaves their place in the bottleneck's output empty and a full queue does not.
use super::differentiator::{
    DelayKind, Figures, Judgement, Loss, LossDifferentiator, Resolution, Sample, Unusable, Verdict,
};
use crate::config::{ConfigError, check};
use crate::units::Span;
use alloc::boxed::Box;

/// Tunables of [`Biaz`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// A loss of n segments is wireless if its gap is at least n + 1 and below n + this many least gaps; above 1 and finite.
    pub upper_bound: f64,
    /// The clock behind the gaps.
    pub resolution: Resolution,
}

impl Config {
    /// mBiaz: the narrow upper bound n + 1.25.
    pub const MODIFIED: Self = Self {
        upper_bound: 1.25,
        resolution: Resolution::NANOSECOND,
    };

    /// Biaz: the upper bound n + 2.
    pub const ORIGINAL: Self = Self {
        upper_bound: 2.0,
        resolution: Resolution::NANOSECOND,
    };

    /// Checks every range.
    ///
    /// # Errors
    /// The first value that is out of range.
    pub fn check(&self) -> Result<(), ConfigError> {
        let Self {
            upper_bound,
            resolution,
        } = *self;
        let [tick, min_ticks] = resolution.ranges();
        let ranges = [
            (
                upper_bound > 1.0 && upper_bound.is_finite(),
                "UpperBound",
                "above 1 and finite",
            ),
            tick,
            min_ticks,
        ];
        check("ns3::BiazDifferentiator", &ranges)
    }
}

/// The scheme, fed with the gaps between neighbouring segments that both arrived.
#[derive(Clone, Debug)]
pub struct Biaz {
    config: Config,
    least_gap: Option<Span>,
}

impl Biaz {
    /// Makes one that has seen nothing yet.
    ///
    /// # Errors
    /// [`Config::check`] says which value is out of range.
    pub fn new(config: Config) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self {
            config,
            least_gap: None,
        })
    }
}

impl LossDifferentiator for Biaz {
    fn on_sample(&mut self, sample: Sample) {
        if sample.kind == DelayKind::InterArrival {
            let least = self.least_gap.get_or_insert(sample.delay);
            *least = sample.delay.min(*least);
        }
    }

    fn judge(&self, loss: &Loss) -> Verdict {
        let mut figures = Figures {
            sample: loss.gap,
            minimum: self.least_gap,
            ..Figures::default()
        };
        let (Some(gap), Some(least)) = (loss.gap, self.least_gap) else {
            return Verdict {
                judgement: Judgement::Unusable(Unusable::NoSample),
                figures,
            };
        };
        if !self.config.resolution.resolves(least) {
            return Verdict {
                judgement: Judgement::Unusable(Unusable::BelowResolution),
                figures,
            };
        }
        let lost = f64::from(loss.segments.max(1));
        let (gap, least) = (gap.as_nanos_f64(), least.as_nanos_f64());
        let upper = (lost + self.config.upper_bound) * least;
        figures.threshold = Some(Span::from_nanos_f64(upper));
        let judgement = if gap >= (lost + 1.0) * least && gap < upper {
            Judgement::Wireless
        } else {
            Judgement::Congestion
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

    fn gap(delay_ms: u64) -> Sample {
        Sample {
            at: SimTime::START,
            delay: Span::from_millis(delay_ms),
            kind: DelayKind::InterArrival,
        }
    }

    fn judge(config: Config, segments: u32, gap_ms: u64) -> Judgement {
        let mut biaz = Biaz::new(config).unwrap();
        for delay in [16, 12, 20] {
            biaz.on_sample(gap(delay));
        }
        let loss = Loss {
            segments,
            gap: Some(Span::from_millis(gap_ms)),
            truth: None,
        };
        biaz.judge(&loss).judgement
    }

    // Least gap 12 ms. One lost: from 24 ms up to 27 (mBiaz) or 36 ms (Biaz); two lost: from 36 up to 39 or 48 ms.
    #[test] // Cen03
    fn a_gap_of_about_the_lost_segments_is_wireless() {
        use Judgement::{Congestion, Wireless};
        for (segments, gap_ms, modified, original) in [
            (1, 12, Congestion, Congestion),
            (1, 23, Congestion, Congestion),
            (1, 24, Wireless, Wireless),
            (0, 24, Wireless, Wireless),
            (1, 26, Wireless, Wireless),
            (1, 27, Congestion, Wireless),
            (1, 35, Congestion, Wireless),
            (1, 36, Congestion, Congestion),
            (2, 35, Congestion, Congestion),
            (2, 36, Wireless, Wireless),
            (2, 39, Congestion, Wireless),
            (2, 48, Congestion, Congestion),
        ] {
            assert_eq!(
                judge(Config::MODIFIED, segments, gap_ms),
                modified,
                "{segments} {gap_ms}"
            );
            assert_eq!(
                judge(Config::ORIGINAL, segments, gap_ms),
                original,
                "{segments} {gap_ms}"
            );
        }
    }

    #[test]
    fn nothing_is_judged_without_both_gaps_or_when_arrivals_coincide() {
        let mut biaz = Biaz::new(Config::MODIFIED).unwrap();
        let loss = Loss {
            gap: Some(Span::from_millis(24)),
            ..Loss::SINGLE
        };
        let no_sample = Judgement::Unusable(Unusable::NoSample);
        biaz.on_sample(Sample {
            kind: DelayKind::RoundTrip,
            ..gap(12)
        });
        assert_eq!(biaz.judge(&loss).judgement, no_sample);
        biaz.on_sample(gap(12));
        assert_eq!(biaz.judge(&Loss::SINGLE).judgement, no_sample);
        biaz.on_sample(gap(0));
        assert_eq!(
            biaz.judge(&loss).judgement,
            Judgement::Unusable(Unusable::BelowResolution)
        );
    }

    #[test]
    fn an_empty_range_is_refused() {
        for upper_bound in [1.0, f64::NAN, f64::INFINITY] {
            let config = Config {
                upper_bound,
                ..Config::MODIFIED
            };
            assert_eq!(config.check().unwrap_err().attribute, "UpperBound");
        }
    }
}
