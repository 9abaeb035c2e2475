// SPDX-License-Identifier: MIT OR Apache-2.0
//! The end-to-end part of Hop-by-Hop TCP: NewReno with an upper bound of cwnd and a raised retransmission timeout.
//!
//! The bound is fixed, or follows the length of the path (Chen, Xue, Nahrstedt: On setting TCP's congestion window limit in mobile
//! ad hoc networks, ICC 2003): a path holds no more segments than its round trip has hops, and a chain of 802.11 nodes, where a
//! transmission silences the neighbours, about a fifth of that.
use crate::config::{ConfigError, check};
use crate::units::Span;

/// Tunables of [`EndToEnd`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// Bound of cwnd in segments, at least 1; of an adaptive bound, the one until the path's length is known.
    pub max_segments: u32,
    /// How the bound follows the path's length; `None` where it is fixed.
    pub adaptive: Option<Adaptive>,
    /// What the retransmission timeout is multiplied by; 1 to 60.
    pub rto_factor: f64,
}

/// A bound that follows the path's length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adaptive {
    /// Segments for each hop of the round trip; above 0 and at most 1.
    pub hop_fraction: f64,
    /// The bound is never below this many segments; at least 1.
    pub min_segments: u32,
}

impl Config {
    /// Checks every range.
    ///
    /// # Errors
    /// The first value that is out of range.
    pub fn check(&self) -> Result<(), ConfigError> {
        let Self {
            max_segments,
            adaptive,
            rto_factor,
        } = *self;
        let fraction = adaptive.map_or(1.0, |adaptive| adaptive.hop_fraction);
        let least = adaptive.map_or(1, |adaptive| adaptive.min_segments);
        let ranges = [
            (max_segments >= 1, "MaxSegments", "at least 1"),
            (
                fraction > 0.0 && fraction <= 1.0,
                "HopFraction",
                "above 0 and at most 1",
            ),
            (least >= 1, "MinSegments", "at least 1"),
        ];
        check("ns3::TcpAdaptiveWindowLimit", &ranges)?;
        let factor = (1.0..=60.0).contains(&rto_factor);
        check("ns3::TcpHopByHop", &[(factor, "RtoFactor", "1 to 60")])
    }
}

/// What a sender knows when it sets its retransmission timeout (RFC 6298 section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundTrip {
    /// SRTT.
    pub smoothed: Span,
    /// RTTVAR.
    pub variation: Span,
    /// G.
    pub granularity: Span,
    /// The least timeout.
    pub min_rto: Span,
}

impl RoundTrip {
    /// The timeout that the standard computes.
    fn rto(&self) -> Span {
        let margin = Span::from_nanos(self.variation.as_nanos().saturating_mul(4)).max(self.granularity);
        Span::from_nanos(self.smoothed.as_nanos().saturating_add(margin.as_nanos())).max(self.min_rto)
    }
}

/// One sender's bound and patience.
#[derive(Clone, Debug)]
pub struct EndToEnd {
    config: Config,
    segments: u32,
}

impl EndToEnd {
    /// Makes one that does not know its path yet.
    ///
    /// # Errors
    /// [`Config::check`] says which value is out of range.
    pub fn new(config: Config) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self {
            config,
            segments: config.max_segments,
        })
    }

    /// A segment arrived over `hops` hops. The way there is taken to be as long as the way back.
    pub fn on_hops(&mut self, hops: u32) {
        if let Some(Adaptive {
            hop_fraction,
            min_segments,
        }) = self.config.adaptive
        {
            let round_trip = f64::from(hops) * 2.0;
            let segments = Span::from_nanos_f64(libm::round(round_trip * hop_fraction)).as_nanos();
            self.segments = u32::try_from(segments).unwrap_or(u32::MAX).max(min_segments);
        }
    }

    /// The bound in segments.
    pub fn segments(&self) -> u32 {
        self.segments
    }

    /// A window of `octets`, cut to the bound; segments are of `segment` octets.
    pub fn limit(&self, octets: u32, segment: u32) -> u32 {
        octets.min(self.segments.saturating_mul(segment))
    }

    /// The RTTVAR of which the standard's formula makes the raised timeout: the factor times what it makes of the true one.
    pub fn raised_variation(&self, round_trip: RoundTrip) -> Span {
        if self.config.rto_factor <= 1.0 {
            return round_trip.variation;
        }
        let raised = Span::from_nanos_f64(round_trip.rto().as_nanos_f64() * self.config.rto_factor);
        let margin = raised.as_nanos().saturating_sub(round_trip.smoothed.as_nanos());
        Span::from_nanos(margin.div_ceil(4))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FIXED: Config = Config {
        max_segments: 4,
        adaptive: None,
        rto_factor: 2.0,
    };
    const ADAPTIVE: Config = Config {
        adaptive: Some(Adaptive {
            hop_fraction: 0.2,
            min_segments: 2,
        }),
        ..FIXED
    };
    const ROUND_TRIP: RoundTrip = RoundTrip {
        smoothed: Span::from_millis(100),
        variation: Span::from_millis(300),
        granularity: Span::from_millis(1),
        min_rto: Span::from_millis(1000),
    };

    fn new(config: Config) -> EndToEnd {
        EndToEnd::new(config).unwrap()
    }

    #[test]
    fn a_fixed_bound_does_not_follow_the_path() {
        let mut sender = new(FIXED);
        assert_eq!(sender.limit(10_000, 1000), 4000);
        assert_eq!(sender.limit(3999, 1000), 3999);
        sender.on_hops(20);
        assert_eq!(sender.limit(10_000, 1000), 4000);
    }

    // Chen03: a fifth of the hops of the round trip. Two hops there and two back: 0.8; seven and seven: 2.8; ten and ten: 4.
    #[test]
    fn an_adaptive_bound_is_a_fifth_of_the_round_trips_hops() {
        let mut sender = new(ADAPTIVE);
        assert_eq!(sender.segments(), 4, "until the path is known");
        for (hops, segments) in [
            (0, 2),
            (1, 2),
            (2, 2),
            (6, 2),
            (7, 3),
            (8, 3),
            (9, 4),
            (10, 4),
            (20, 8),
            (3, 2),
        ] {
            sender.on_hops(hops);
            assert_eq!(sender.segments(), segments, "{hops} hops");
        }
    }

    #[test]
    fn the_floor_of_an_adaptive_bound_can_be_one_segment() {
        let adaptive = Adaptive {
            hop_fraction: 0.2,
            min_segments: 1,
        };
        let mut sender = new(Config {
            adaptive: Some(adaptive),
            ..FIXED
        });
        sender.on_hops(3); // 1.2
        assert_eq!(sender.segments(), 1);
        sender.on_hops(4); // 1.6
        assert_eq!(sender.segments(), 2);
    }

    // 100 + 4 x 300 = 1300 ms, twice is 2600 ms: 100 + 4 x 625.
    #[test] // RFC 6298 section 2
    fn the_variation_is_raised_so_that_the_timeout_is_the_factor_times_the_standards() {
        assert_eq!(new(FIXED).raised_variation(ROUND_TRIP), Span::from_millis(625));
    }

    // The least timeout of 1000 ms is raised, too: 2000 = 100 + 4 x 475.
    #[test]
    fn the_least_timeout_is_raised_likewise() {
        let variation = new(FIXED).raised_variation(RoundTrip {
            variation: Span::from_millis(10),
            ..ROUND_TRIP
        });
        assert_eq!(variation, Span::from_millis(475));
    }

    // A clock of 500 ms: 700 + 500 = 1200 ms, three times is 3600 = 700 + 4 x 725.
    #[test]
    fn the_granularity_of_the_clock_is_raised_likewise() {
        let sender = new(Config {
            rto_factor: 3.0,
            ..FIXED
        });
        let variation = sender.raised_variation(RoundTrip {
            smoothed: Span::from_millis(700),
            variation: Span::from_millis(100),
            granularity: Span::from_millis(500),
            ..ROUND_TRIP
        });
        assert_eq!(variation, Span::from_millis(725));
    }

    #[test]
    fn a_factor_of_one_changes_nothing() {
        let sender = new(Config {
            rto_factor: 1.0,
            ..FIXED
        });
        assert_eq!(sender.raised_variation(ROUND_TRIP), ROUND_TRIP.variation);
    }

    #[test]
    fn settings_out_of_range_are_refused() {
        let adaptive = |hop_fraction, min_segments| Config {
            adaptive: Some(Adaptive {
                hop_fraction,
                min_segments,
            }),
            ..FIXED
        };
        let factor = |rto_factor| Config { rto_factor, ..FIXED };
        let none = Config {
            max_segments: 0,
            ..FIXED
        };
        for (config, attribute) in [
            (none, "MaxSegments"),
            (factor(0.99), "RtoFactor"),
            (factor(61.0), "RtoFactor"),
            (factor(f64::NAN), "RtoFactor"),
            (factor(f64::INFINITY), "RtoFactor"),
            (adaptive(0.0, 1), "HopFraction"),
            (adaptive(1.1, 1), "HopFraction"),
            (adaptive(f64::NAN, 1), "HopFraction"),
            (adaptive(0.2, 0), "MinSegments"),
        ] {
            assert_eq!(EndToEnd::new(config).unwrap_err().attribute, attribute);
        }
    }

    proptest! {
        #[test]
        fn no_window_exceeds_the_bound(
            hops in proptest::collection::vec(any::<u32>(), 0..20),
            octets in any::<u32>(),
            segment in 1..10_000_u32,
            fraction in 1e-9..=1.0_f64,
        ) {
            let mut sender = new(Config {
                adaptive: Some(Adaptive { hop_fraction: fraction, min_segments: 1 }),
                ..FIXED
            });
            for hops in hops {
                sender.on_hops(hops);
                let window = sender.limit(octets, segment);
                prop_assert!(window <= octets);
                prop_assert!(u64::from(window) <= u64::from(sender.segments()) * u64::from(segment));
                prop_assert!(sender.segments() >= 1);
                // Half a segment is what rounding adds at most.
                let most = (f64::from(hops) * 2.0 * fraction + 0.5).max(1.0);
                prop_assert!(f64::from(sender.segments()) <= most);
            }
        }

        #[test]
        fn the_raised_timeout_is_the_factor_times_the_standards(
            smoothed in 1..10_000_000_000_u64,
            variation in 0..10_000_000_000_u64,
            granularity in 1..1_000_000_000_u64,
            min_rto in 0..5_000_000_000_u64,
            factor in 1.001..60.0_f64,
        ) {
            let nanos = Span::from_nanos;
            let round_trip = RoundTrip {
                smoothed: nanos(smoothed),
                variation: nanos(variation),
                granularity: nanos(granularity),
                min_rto: nanos(min_rto),
            };
            let sender = new(Config { rto_factor: factor, ..FIXED });
            let raised = RoundTrip { variation: sender.raised_variation(round_trip), ..round_trip };
            let wanted = round_trip.rto().as_nanos_f64() * factor;
            prop_assert!((raised.rto().as_nanos_f64() - wanted).abs() <= 4.0 + wanted * 1e-9);
        }
    }
}
