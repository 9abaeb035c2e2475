// SPDX-License-Identifier: MIT OR Apache-2.0
//! The retransmission timeout of RFC 6298, from one segment timed at a time and none that was sent twice.
use crate::seq::Seq;
use crate::units::{SimTime, Span};

/// Weight of a new sample in the smoothed round trip and in its variation (RFC 6298 section 2.3).
const ALPHA: f64 = 1.0 / 8.0;
const BETA: f64 = 1.0 / 4.0;
/// Variations added to the smoothed round trip.
const K: f64 = 4.0;
/// Before the first sample (RFC 6298 section 2.1).
const INITIAL: Span = Span::from_millis(1000);

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rto {
    /// Smoothed round trip and its variation.
    estimate: Option<(Span, Span)>,
    /// End of the segment that is timed, and since when.
    timing: Option<(Seq, SimTime)>,
}

impl Rto {
    /// A segment is sent for the first time. It is timed unless another one is.
    pub(super) fn on_new_data(&mut self, now: SimTime, end: Seq) {
        self.timing.get_or_insert((end, now));
    }

    /// Something is sent again: an acknowledgement may be for either copy.
    pub(super) fn on_retransmission(&mut self) {
        self.timing = None;
    }

    pub(super) fn on_new_ack(&mut self, now: SimTime, ack: Seq) {
        let Some((_, since)) = self.timing.take_if(|(end, _)| !end.after(ack)) else {
            return;
        };
        let sample = now.since(since);
        self.estimate = Some(match self.estimate {
            None => (sample, sample.scaled(0.5)),
            Some((smoothed, variation)) => {
                let deviation = smoothed.as_nanos().abs_diff(sample.as_nanos());
                (
                    smoothed.scaled(1.0 - ALPHA) + sample.scaled(ALPHA),
                    variation.scaled(1.0 - BETA) + Span::from_nanos(deviation).scaled(BETA),
                )
            }
        });
    }

    /// The timeout, not below `floor`.
    pub(super) fn get(&self, floor: Span) -> Span {
        self.estimate
            .map_or(INITIAL, |(smoothed, variation)| smoothed + variation.scaled(K))
            .max(floor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: u64) -> SimTime {
        SimTime::START + Span::from_millis(ms)
    }

    #[test]
    fn samples_are_smoothed_as_rfc_6298_says() {
        let (mut rto, floor) = (Rto::default(), Span::from_millis(1));
        assert_eq!(rto.get(floor), INITIAL);
        rto.on_new_data(at(0), Seq::new(10));
        rto.on_new_data(at(50), Seq::new(20));
        rto.on_new_ack(at(80), Seq::new(10));
        assert_eq!(rto.get(floor), Span::from_millis(80 + 4 * 40));
        rto.on_new_data(at(100), Seq::new(30));
        rto.on_new_ack(at(260), Seq::new(30));
        // 7/8 of 80 and 1/8 of 160; 3/4 of 40 and 1/4 of 80.
        assert_eq!(rto.get(floor), Span::from_millis(90 + 4 * 50));
        assert_eq!(rto.get(Span::from_millis(999)), Span::from_millis(999));
    }

    #[test]
    fn what_was_sent_twice_gives_no_sample() {
        let mut rto = Rto::default();
        rto.on_new_data(at(0), Seq::new(10));
        rto.on_retransmission();
        rto.on_new_ack(at(80), Seq::new(10));
        assert_eq!(rto.get(Span::ZERO), INITIAL);
    }
}
