// SPDX-License-Identifier: MIT OR Apache-2.0
//! The retransmission timeout of RFC 6298.
use super::Config;
use crate::units::Span;

/// Smoothed round trip, its variation, and how often the timer expired since the last new acknowledgement.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Timeout {
    smoothed: Option<(Span, Span)>,
    expiries: u32,
}

impl Timeout {
    /// A segment that was sent only once is acknowledged (Karn's rule, section 3).
    pub(super) fn on_sample(&mut self, sample: Span) {
        self.smoothed = Some(match self.smoothed {
            None => (sample, sample.scaled(0.5)),
            Some((smoothed, variation)) => {
                let deviation = sample.max(smoothed).as_nanos() - sample.min(smoothed).as_nanos();
                (
                    smoothed.scaled(0.875) + sample.scaled(0.125),
                    variation.scaled(0.75) + Span::from_nanos(deviation).scaled(0.25),
                )
            }
        });
    }

    /// New data is acknowledged.
    pub(super) fn on_progress(&mut self) {
        self.expiries = 0;
    }

    /// The timer expired (section 5.5).
    pub(super) fn on_expiry(&mut self) {
        self.expiries = self.expiries.saturating_add(1);
    }

    /// Whether the timer expired since the last new acknowledgement.
    pub(super) fn has_expired(&self) -> bool {
        self.expiries > 0
    }

    /// How long the timer runs.
    pub(super) fn span(&self, config: &Config) -> Span {
        let estimate = match self.smoothed {
            None => config.initial_timeout,
            Some((smoothed, variation)) => (smoothed + variation.scaled(4.0)).max(config.min_timeout),
        };
        // 2^32 times any floor of a nanosecond or more is beyond every sensible ceiling.
        let doubled = f64::from(2_u32.saturating_pow(self.expiries));
        estimate.scaled(doubled).min(config.max_timeout)
    }
}
