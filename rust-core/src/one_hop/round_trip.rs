// SPDX-License-Identifier: MIT OR Apache-2.0
//! Round trips over one hop and the timeout that follows from them (RFC 6298 section 2, with the floor and ceiling of
//! [`Config`] in place of its own).
use super::Config;
use crate::units::Span;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoundTrip {
    /// Smoothed round trip and its variation, in nanoseconds, once there is a sample.
    pub(super) smoothed: Option<(f64, f64)>,
}

impl RoundTrip {
    pub(super) fn on_sample(&mut self, sample: Span) {
        let sample = sample.as_nanos_f64();
        self.smoothed = Some(match self.smoothed {
            None => (sample, sample / 2.0),
            Some((average, variation)) => {
                let error = if sample > average {
                    sample - average
                } else {
                    average - sample
                };
                (
                    average + (sample - average) / 8.0,
                    variation + (error - variation) / 4.0,
                )
            }
        });
    }

    /// No timeout is longer.
    pub(super) fn longest_timeout(config: &Config) -> Span {
        config.max_timeout.max(config.initial_timeout)
    }

    /// How long to wait for the acknowledgement of a packet that was sent again `retries` times.
    pub(super) fn timeout(&self, config: &Config, retries: u32) -> Span {
        let first = match self.smoothed {
            Some((average, variation)) if config.adaptive_timeout => {
                Span::from_nanos_f64(average + 4.0 * variation).clamp(config.min_timeout, config.max_timeout)
            }
            Some(_) | None => config.initial_timeout,
        };
        let mut timeout = first;
        for _ in 0..retries {
            if timeout >= config.max_timeout {
                break;
            }
            timeout = timeout.scaled(config.backoff);
        }
        if config.backoff > 1.0 {
            timeout = timeout.min(config.max_timeout.max(first));
        }
        timeout
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Span {
        Span::from_millis(ms)
    }

    #[test]
    fn the_timeout_is_average_and_four_variations() {
        let config = Config {
            min_timeout: ms(10),
            ..Config::default()
        };
        let mut round_trip = RoundTrip::default();
        assert_eq!(round_trip.timeout(&config, 0), config.initial_timeout);
        round_trip.on_sample(ms(8));
        assert_eq!(round_trip.timeout(&config, 0), ms(24)); // 8 + 4 x 4
        round_trip.on_sample(ms(16));
        // 8 + 8/8 = 9; 4 + (8 - 4)/4 = 5; 9 + 4 x 5
        assert_eq!(round_trip.timeout(&config, 0), ms(29));
    }

    #[test]
    fn floor_ceiling_and_backoff_hold() {
        let config = Config {
            backoff: 2.0,
            min_timeout: ms(10),
            max_timeout: ms(100),
            ..Config::default()
        };
        let mut round_trip = RoundTrip::default();
        round_trip.on_sample(ms(1));
        assert_eq!(round_trip.timeout(&config, 0), ms(10));
        assert_eq!(round_trip.timeout(&config, 2), ms(40));
        assert_eq!(round_trip.timeout(&config, 9), ms(100));
        round_trip.on_sample(ms(100_000));
        assert_eq!(round_trip.timeout(&config, 0), ms(100));
    }

    #[test]
    fn a_fixed_timeout_stays() {
        let config = Config {
            adaptive_timeout: false,
            ..Config::default()
        };
        let mut round_trip = RoundTrip::default();
        round_trip.on_sample(ms(500));
        assert_eq!(round_trip.timeout(&config, 3), config.initial_timeout);
    }
}
