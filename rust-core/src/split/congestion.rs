// SPDX-License-Identifier: MIT OR Apache-2.0
//! The congestion window of TCP Reno and NewReno, in octets: RFC 5681, and RFC 6582 for acknowledgements of a part.
use super::Config;
use crate::segment::MAX_WINDOW;
use crate::seq::Seq;

/// What a new acknowledgement means for the segment after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// Nothing.
    Good,
    /// It is lost, too, and is to be sent again (RFC 6582 section 3.2 step 3).
    NextIsLost,
}

/// Congestion window, threshold and recovery of one sender.
#[derive(Clone, Copy, Debug)]
pub(super) struct Congestion {
    window: u32,
    threshold: u32,
    /// End of the data sent before the last recovery or timeout.
    recover: Option<Seq>,
    recovering: bool,
}

impl Congestion {
    pub(super) fn new(config: &Config, mss: u32) -> Self {
        Self {
            window: config.initial_window.saturating_mul(mss).min(MAX_WINDOW),
            threshold: MAX_WINDOW,
            recover: None,
            recovering: false,
        }
    }

    pub(super) fn window(&self) -> u32 {
        self.window
    }

    pub(super) fn is_recovering(&self) -> bool {
        self.recovering
    }

    /// Whether duplicates of `ack` can be about a loss after the last recovery. Those below belong to copies that were sent
    /// then (RFC 6582 section 3.2 step 2).
    pub(super) fn may_recover(&self, ack: Seq) -> bool {
        self.recover.is_none_or(|recover| !ack.before(recover))
    }

    /// `acked` octets up to `ack` are new, and `flight` are left.
    pub(super) fn on_new_ack(
        &mut self,
        config: &Config,
        mss: u32,
        ack: Seq,
        acked: u32,
        flight: u32,
    ) -> Progress {
        if self.recovering {
            if config.new_reno && self.recover.is_some_and(|recover| ack.before(recover)) {
                let deflated = self.window.saturating_sub(acked);
                let refilled = if acked >= mss { deflated + mss } else { deflated };
                self.window = refilled.clamp(mss, MAX_WINDOW);
                return Progress::NextIsLost;
            }
            self.recovering = false;
            // RFC 6582 section 3.2 step 3, the first form: no burst when little is outstanding. Reno has no such case.
            let kept = if config.new_reno {
                flight.max(mss) + mss
            } else {
                MAX_WINDOW
            };
            self.window = self.threshold.min(kept);
            return Progress::Good;
        }
        let growth = if self.window < self.threshold {
            acked.min(mss)
        } else {
            (u64::from(mss) * u64::from(mss) / u64::from(self.window))
                .max(1)
                .try_into()
                .unwrap_or(mss)
        };
        self.window = (self.window + growth).min(MAX_WINDOW);
        Progress::Good
    }

    /// Enough duplicates: the segment after the acknowledgement is sent again (RFC 5681 section 3.2 steps 2 and 3).
    pub(super) fn on_loss(&mut self, config: &Config, mss: u32, flight: u32, highest: Seq) {
        self.threshold = (flight / 2).max(2 * mss);
        self.window = (self.threshold + config.dup_ack_threshold.saturating_mul(mss)).min(MAX_WINDOW);
        self.recover = Some(highest);
        self.recovering = true;
    }

    /// One more duplicate while recovering (RFC 5681 section 3.2 step 4).
    pub(super) fn inflate(&mut self, mss: u32) {
        self.window = (self.window + mss).min(MAX_WINDOW);
    }

    /// The retransmission timer expired (RFC 5681 section 3.1); `again` for the same segment as before.
    pub(super) fn on_timeout(&mut self, mss: u32, flight: u32, highest: Seq, again: bool) {
        if !again {
            self.threshold = (flight / 2).max(2 * mss);
        }
        self.window = mss;
        self.recover = Some(highest);
        self.recovering = false;
    }
}
