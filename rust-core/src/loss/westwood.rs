// SPDX-License-Identifier: MIT OR Apache-2.0
//! Westwood+ as published (Grieco04): one bandwidth sample a round trip, smoothed twice; after a loss, cwnd and ssthresh are what
//! the path carries in the least round trip.
//!
//! ns-3's own Westwood+ samples, filters and sets the window in other ways, so both are compared with.
use super::response::Window;
use crate::config::{ConfigError, check};
use crate::units::{SimTime, Span};

/// Tunables of [`WestwoodPlus`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// A bandwidth sample spans a round trip, but at least this long; above zero.
    pub min_interval: Span,
    /// Weight of a new value in each of the two filters, above 0 and up to 1.
    pub gain: f64,
}

impl Config {
    /// The control as published.
    pub const PAPER: Self = Self {
        min_interval: Span::from_millis(50),
        gain: 0.125,
    };

    /// Checks every range.
    ///
    /// # Errors
    /// The first value that is out of range.
    pub fn check(&self) -> Result<(), ConfigError> {
        let Self { min_interval, gain } = *self;
        let ranges = [
            (min_interval > Span::ZERO, "MinInterval", "longer than zero"),
            (gain > 0.0 && gain <= 1.0, "Gain", "above 0 and at most 1"),
        ];
        check("ns3::TcpWestwoodPlus2004", &ranges)
    }
}

/// The two filters, one behind the other, in octets per nanosecond.
#[derive(Clone, Copy, Debug)]
struct Filters {
    first: f64,
    second: f64,
}

/// Octets that arrived since the last bandwidth sample.
#[derive(Clone, Copy, Debug)]
struct Interval {
    since: SimTime,
    octets: u64,
}

/// The control's estimates.
#[derive(Clone, Debug)]
pub struct WestwoodPlus {
    config: Config,
    round_trip: Option<Span>,
    least_round_trip: Option<Span>,
    filters: Option<Filters>,
    interval: Option<Interval>,
    /// Octets counted for duplicates that no acknowledgement has covered yet.
    counted_early: u32,
}

impl WestwoodPlus {
    /// Makes one that has seen nothing yet.
    ///
    /// # Errors
    /// [`Config::check`] says which value is out of range.
    pub fn new(config: Config) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self {
            config,
            round_trip: None,
            least_round_trip: None,
            filters: None,
            interval: None,
            counted_early: 0,
        })
    }

    /// A round trip was measured ([`super::sampler`]).
    pub fn on_round_trip(&mut self, round_trip: Span) {
        self.round_trip = Some(round_trip);
        self.least_round_trip = Some(
            self.least_round_trip
                .map_or(round_trip, |least| least.min(round_trip)),
        );
    }

    /// An acknowledgement covers `acked` octets more. What its duplicates counted is not counted again.
    pub fn on_ack(&mut self, now: SimTime, acked: u32) {
        let early = self.counted_early.min(acked);
        self.counted_early -= early;
        self.arrived(now, acked - early);
    }

    /// A duplicate acknowledgement arrives: a segment of `segment` octets has left the network.
    pub fn on_duplicate_ack(&mut self, now: SimTime, segment: u32) {
        self.counted_early = self.counted_early.saturating_add(segment);
        self.arrived(now, segment);
    }

    fn arrived(&mut self, now: SimTime, octets: u32) {
        // What the first acknowledgement covers arrived before the first interval.
        let Some(interval) = &mut self.interval else {
            self.interval = Some(Interval {
                since: now,
                octets: 0,
            });
            return;
        };
        interval.octets += u64::from(octets);
        let elapsed = now.since(interval.since);
        let least = self.round_trip.unwrap_or(Span::ZERO);
        if elapsed < least.max(self.config.min_interval) {
            return;
        }
        // Octets and nanoseconds are both counts that a float holds exactly.
        let sample = Span::from_nanos(interval.octets).as_nanos_f64() / elapsed.as_nanos_f64();
        self.interval = Some(Interval {
            since: now,
            octets: 0,
        });
        let gain = self.config.gain;
        self.filters = Some(match self.filters {
            None => Filters {
                first: sample,
                second: sample,
            },
            Some(Filters { first, second }) => {
                let first = first + gain * (sample - first);
                Filters {
                    first,
                    second: second + gain * (first - second),
                }
            }
        });
    }

    /// The bandwidth estimate in octets per second; `None` before the first sample.
    pub fn bandwidth(&self) -> Option<f64> {
        self.filters.map(|filters| filters.second * 1e9)
    }

    /// Slow-start threshold in octets after three duplicate acknowledgements or a timeout; cwnd is set to the same after
    /// duplicates, and to one segment after a timeout.
    pub fn on_loss(&self, window: Window) -> u32 {
        let (Some(filters), Some(least)) = (self.filters, self.least_round_trip) else {
            return window.halved();
        };
        let octets = Span::from_nanos_f64(filters.second * least.as_nanos_f64()).as_nanos();
        window.at_least_two_segments(u32::try_from(octets).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MSS: u32 = 1000;
    const WINDOW: Window = Window {
        cwnd: 20_000,
        ssthresh: 10_000,
        in_flight: 20_000,
        segment: MSS,
    };

    fn ms(at: i64) -> SimTime {
        SimTime::from_nanos(at * 1_000_000)
    }

    fn new(round_trip_ms: u64) -> WestwoodPlus {
        let mut control = WestwoodPlus::new(Config::PAPER).unwrap();
        control.on_round_trip(Span::from_millis(round_trip_ms));
        control
    }

    fn close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-3, "{value}, not {expected}");
    }

    // 10 segments in 100 ms are 100,000 octets/s; then 20 segments: 200,000. First filter 112,500, second 101,562.5.
    #[test] // Grieco04
    fn a_round_trip_gives_one_sample_that_is_smoothed_twice() {
        let mut control = new(100);
        for at in (0..100).step_by(10) {
            control.on_ack(ms(at), MSS);
        }
        assert_eq!(control.bandwidth(), None);
        control.on_ack(ms(100), MSS);
        close(control.bandwidth().unwrap(), 100_000.0);
        for at in (105..=200).step_by(5) {
            control.on_ack(ms(at), MSS);
        }
        close(control.bandwidth().unwrap(), 101_562.5);
        // 101,562.5 octets/s in 100 ms.
        assert_eq!(control.on_loss(WINDOW), 10_156);
    }

    #[test] // Grieco04
    fn a_sample_spans_fifty_milliseconds_at_least() {
        let mut control = new(10);
        control.on_ack(ms(0), MSS);
        control.on_ack(ms(49), MSS);
        assert_eq!(control.bandwidth(), None);
        control.on_ack(ms(50), MSS);
        close(control.bandwidth().unwrap(), 40_000.0);
        // 40,000 octets/s in 10 ms are 400 octets, below two segments.
        assert_eq!(control.on_loss(WINDOW), 2 * MSS);
    }

    #[test]
    fn what_duplicates_counted_is_not_counted_again() {
        let mut control = new(100);
        control.on_ack(ms(0), MSS);
        for at in [10, 20, 30] {
            control.on_duplicate_ack(ms(at), MSS);
        }
        // The hole is filled: four segments are covered, three of which were counted.
        control.on_ack(ms(100), 4 * MSS);
        close(control.bandwidth().unwrap(), 40_000.0);
        control.on_ack(ms(200), 4 * MSS);
        assert_eq!(control.counted_early, 0);
        close(control.bandwidth().unwrap(), 40_000.0);
    }

    #[test]
    fn what_one_acknowledgement_leaves_over_the_next_one_covers() {
        let mut control = new(100);
        control.on_ack(ms(0), MSS);
        for at in [10, 20, 30] {
            control.on_duplicate_ack(ms(at), MSS);
        }
        control.on_ack(ms(50), 2 * MSS);
        control.on_ack(ms(100), 2 * MSS);
        close(control.bandwidth().unwrap(), 40_000.0);
    }

    #[test]
    fn without_an_estimate_the_answer_is_the_standard_one() {
        let mut control = WestwoodPlus::new(Config::PAPER).unwrap();
        assert_eq!(control.on_loss(WINDOW), 10_000);
        control.on_ack(ms(0), MSS);
        control.on_ack(ms(60), MSS);
        // A bandwidth, but no round trip.
        assert_eq!(control.on_loss(WINDOW), 10_000);
    }

    #[test]
    fn the_least_round_trip_counts() {
        let mut control = new(100);
        control.on_round_trip(Span::from_millis(200));
        control.on_ack(ms(0), MSS);
        control.on_ack(ms(199), MSS);
        assert_eq!(control.bandwidth(), None, "the interval is the last round trip");
        control.on_ack(ms(200), 39 * MSS);
        assert_eq!(control.on_loss(WINDOW), 20_000);
    }

    #[test]
    fn a_clock_that_stands_still_gives_no_bandwidth() {
        let mut control = new(0);
        for _ in 0..1000 {
            control.on_ack(ms(7), MSS);
        }
        assert_eq!(control.bandwidth(), None);
    }

    #[test]
    fn settings_out_of_range_are_refused() {
        for (config, attribute) in [
            (
                Config {
                    min_interval: Span::ZERO,
                    ..Config::PAPER
                },
                "MinInterval",
            ),
            (
                Config {
                    gain: 0.0,
                    ..Config::PAPER
                },
                "Gain",
            ),
        ] {
            assert_eq!(WestwoodPlus::new(config).unwrap_err().attribute, attribute);
        }
    }

    proptest! {
        #[test]
        fn a_steady_rate_is_estimated_whatever_is_duplicate(
            duplicates in proptest::collection::vec(any::<bool>(), 200..400)
        ) {
            // A segment arrives every 10 ms. Runs of duplicates end with an acknowledgement for all of them.
            let mut control = new(100);
            let mut held = 0;
            for (at, duplicate) in (0..).step_by(10).zip(&duplicates) {
                if *duplicate && at > 0 {
                    held += MSS;
                    control.on_duplicate_ack(ms(at), MSS);
                } else {
                    control.on_ack(ms(at), held + MSS);
                    held = 0;
                }
            }
            let bandwidth = control.bandwidth().unwrap();
            prop_assert!((bandwidth - 100_000.0).abs() < 1.0, "{}", bandwidth);
        }
    }
}
