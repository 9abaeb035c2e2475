// SPDX-License-Identifier: MIT OR Apache-2.0
//! The scheme that is told. With the simulator's knowledge of why each segment died it is the upper bound of all schemes; with a
//! receiver's explicit loss notification it is the sender's side of such a protocol.
use super::differentiator::{Figures, Judgement, Loss, LossDifferentiator, Sample, Unusable, Verdict};
use alloc::boxed::Box;

/// Judges by [`Loss::truth`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Oracle;

impl LossDifferentiator for Oracle {
    fn on_sample(&mut self, _: Sample) {}

    fn judge(&self, loss: &Loss) -> Verdict {
        Verdict {
            judgement: loss
                .truth
                .map_or(Judgement::Unusable(Unusable::NoTruth), Judgement::from),
            figures: Figures::default(),
        }
    }

    fn fork(&self) -> Box<dyn LossDifferentiator> {
        Box::new(*self)
    }
}

#[cfg(test)]
mod tests {
    use super::super::differentiator::{Cause, DelayKind};
    use super::*;
    use crate::units::{SimTime, Span};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_verdict_is_the_truth_whatever_was_measured(delay: u64, segments: u32, wireless: bool) {
            let mut oracle = Oracle;
            oracle.on_sample(Sample {
                at: SimTime::START,
                delay: Span::from_nanos(delay),
                kind: DelayKind::RoundTrip,
            });
            let truth = if wireless { Cause::Wireless } else { Cause::Congestion };
            let loss = Loss { segments, truth: Some(truth), ..Loss::SINGLE };
            prop_assert_eq!(oracle.judge(&loss).judgement, Judgement::from(truth));
            prop_assert_eq!(oracle.judge(&loss).judgement.cause(), truth);
        }
    }

    #[test]
    fn a_loss_of_unknown_cause_is_not_judged() {
        assert_eq!(
            Oracle.judge(&Loss::SINGLE).judgement,
            Judgement::Unusable(Unusable::NoTruth)
        );
    }
}
