// SPDX-License-Identifier: MIT OR Apache-2.0
//! The round-trip time of the wireless hop: one sample per window at most, and none from a window in which anything was
//! retransmitted ([Bal95 s3.1.2] after Karn's rule).
use super::Config;
use crate::seq::Seq;
use crate::units::{SimTime, Span};

#[derive(Clone, Copy, Debug)]
struct Timing {
    end: Seq,
    since: SimTime,
    clean: bool,
}

/// Smoothed round-trip time and the segment that is being timed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoundTrip {
    smoothed: Option<Span>,
    least: Option<Span>,
    timing: Option<Timing>,
}

impl RoundTrip {
    /// A segment passes that has not passed before. It is timed unless another one is.
    pub(super) fn on_new_data(&mut self, now: SimTime, end: Seq) {
        self.timing.get_or_insert(Timing {
            end,
            since: now,
            clean: true,
        });
    }

    /// Something is retransmitted, by whomever: the window gives no sample.
    pub(super) fn on_retransmission(&mut self) {
        if let Some(timing) = &mut self.timing {
            timing.clean = false;
        }
    }

    /// A new acknowledgement arrives. Returns the sample it completes.
    pub(super) fn on_new_ack(&mut self, now: SimTime, ack: Seq, config: &Config) -> Option<Span> {
        let timing = self.timing.filter(|timing| !timing.end.after(ack))?;
        self.timing = None;
        if !timing.clean {
            return None;
        }
        let sample = now.since(timing.since);
        let gain = config.srtt_gain;
        self.smoothed = Some(match self.smoothed {
            None => sample,
            Some(old) => old.scaled(1.0 - gain) + sample.scaled(gain),
        });
        self.least = Some(self.least.map_or(sample, |least| least.min(sample)));
        Some(sample)
    }

    /// The smoothed round-trip time, for another base station.
    pub(super) fn smoothed(&self) -> Option<Span> {
        self.smoothed
    }

    /// Starts with what another base station measured.
    pub(super) fn resume(&mut self, smoothed: Option<Span>) {
        self.smoothed = smoothed;
    }

    /// How long the round-trip timer runs.
    pub(super) fn timeout(&self, config: &Config) -> Span {
        self.smoothed
            .unwrap_or(Span::ZERO)
            .scaled(config.timeout_factor)
            .max(config.min_timeout)
    }

    /// How long the persist timer runs: never so short that a slow hop alone would let it expire.
    pub(super) fn persist_timeout(&self, config: &Config) -> Span {
        self.least
            .unwrap_or(Span::ZERO)
            .scaled(config.timeout_factor)
            .max(config.persist_timeout)
    }
}
