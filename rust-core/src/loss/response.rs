// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the sender does with a verdict [Lim06 3.2, figure 4]: only in congestion avoidance, only on three duplicate
//! acknowledgements, and only by what cwnd will be when recovery ends.
use super::differentiator::{Cause, Loss, LossDifferentiator, Sample, Verdict};
use crate::seq::Seq;
use alloc::boxed::Box;

/// A sender's congestion state, in octets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Congestion window when the loss was noticed.
    pub cwnd: u32,
    /// Slow-start threshold.
    pub ssthresh: u32,
    /// Sent and neither acknowledged nor known to be lost.
    pub in_flight: u32,
    /// Size of a full segment.
    pub segment: u32,
}

impl Window {
    /// Whether the sender is in slow start (RFC 5681 section 3.1).
    pub const fn in_slow_start(self) -> bool {
        self.cwnd < self.ssthresh
    }

    /// The standard answer to congestion: half of what is in flight (RFC 5681 equation 4).
    pub fn halved(self) -> u32 {
        self.at_least_two_segments(self.in_flight / 2)
    }

    /// `octets`, but two segments at least.
    pub(super) fn at_least_two_segments(self, octets: u32) -> u32 {
        octets.max(self.segment.saturating_mul(2))
    }
}

/// The answer to a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Response {
    /// What the scheme said; `None` in slow start, where it is not asked.
    pub verdict: Option<Verdict>,
    /// New slow-start threshold in octets, and cwnd when recovery ends.
    pub ssthresh: u32,
}

impl Response {
    /// What the sender acted on.
    pub fn cause(&self) -> Cause {
        self.verdict
            .map_or(Cause::Congestion, |verdict| verdict.judgement.cause())
    }
}

/// A sender's decisions.
#[derive(Debug)]
pub struct LossResponse {
    differentiator: Box<dyn LossDifferentiator>,
    answered: Option<(Seq, Response)>,
}

impl LossResponse {
    /// Makes one that asks `differentiator`.
    pub fn new(differentiator: Box<dyn LossDifferentiator>) -> Self {
        Self {
            differentiator,
            answered: None,
        }
    }

    /// A copy with all that was learned.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self {
            differentiator: self.differentiator.fork(),
            answered: self.answered,
        }
    }

    /// A delay was measured.
    pub fn on_sample(&mut self, sample: Sample) {
        self.differentiator.on_sample(sample);
    }

    /// Three duplicate acknowledgements ask for the segment at `head`. Asked again for the same one before
    /// [`LossResponse::on_recovered`] or [`LossResponse::on_timeout`], the answer is the same.
    pub fn on_loss(&mut self, head: Seq, loss: &Loss, window: Window) -> Response {
        if let Some((_, response)) = self.answered.filter(|(answered, _)| *answered == head) {
            return response;
        }
        let verdict = (!window.in_slow_start()).then(|| self.differentiator.judge(loss));
        let mut response = Response {
            verdict,
            ssthresh: window.halved(),
        };
        if response.cause() == Cause::Wireless {
            response.ssthresh = window.cwnd;
        }
        self.answered = Some((head, response));
        response
    }

    /// Recovery has ended: the next loss is another one.
    pub fn on_recovered(&mut self) {
        self.answered = None;
    }

    /// The retransmission timer expired. Returns the new slow-start threshold in octets, which is the standard one.
    pub fn on_timeout(&mut self, window: Window) -> u32 {
        self.answered = None;
        window.halved()
    }
}

#[cfg(test)]
mod tests {
    use super::super::differentiator::{DelayKind, Judgement, Unusable};
    use super::super::lim::{self, Lim};
    use super::super::oracle::Oracle;
    use super::*;
    use crate::units::{SimTime, Span};
    use proptest::prelude::*;

    /// Congestion avoidance with twenty segments out, two of them by limited transmit.
    const AVOIDANCE: Window = Window {
        cwnd: 18_000,
        ssthresh: 10_000,
        in_flight: 20_000,
        segment: 1000,
    };
    const HEAD: Seq = Seq::new(5000);

    fn told(truth: Option<Cause>) -> Loss {
        Loss {
            truth,
            ..Loss::SINGLE
        }
    }

    fn oracle() -> LossResponse {
        LossResponse::new(Box::new(Oracle))
    }

    #[test] // [Lim06 figure 4]
    fn a_wireless_loss_keeps_cwnd_and_a_congestion_loss_halves_what_is_in_flight() {
        let wireless = oracle().on_loss(HEAD, &told(Some(Cause::Wireless)), AVOIDANCE);
        assert_eq!((wireless.ssthresh, wireless.cause()), (18_000, Cause::Wireless));
        let congestion = oracle().on_loss(HEAD, &told(Some(Cause::Congestion)), AVOIDANCE);
        assert_eq!(
            (congestion.ssthresh, congestion.cause()),
            (10_000, Cause::Congestion)
        );
    }

    #[test] // [Lim06 3.2]
    fn slow_start_counts_as_congestion_without_asking() {
        let slow_start = Window {
            ssthresh: 18_001,
            ..AVOIDANCE
        };
        let response = oracle().on_loss(HEAD, &told(Some(Cause::Wireless)), slow_start);
        assert_eq!(response.verdict, None);
        assert_eq!(response.ssthresh, 10_000);
        let threshold = Window {
            ssthresh: 18_000,
            ..AVOIDANCE
        };
        let response = oracle().on_loss(HEAD, &told(Some(Cause::Wireless)), threshold);
        assert_eq!(response.cause(), Cause::Wireless);
    }

    #[test]
    fn a_loss_that_cannot_be_judged_counts_as_congestion() {
        let response = oracle().on_loss(HEAD, &told(None), AVOIDANCE);
        assert_eq!(
            response.verdict.unwrap().judgement,
            Judgement::Unusable(Unusable::NoTruth)
        );
        assert_eq!(response.ssthresh, 10_000);
    }

    #[test]
    fn two_segments_are_the_least() {
        let small = Window {
            cwnd: 3000,
            ssthresh: 2000,
            in_flight: 3000,
            segment: 1000,
        };
        let response = oracle().on_loss(HEAD, &told(Some(Cause::Congestion)), small);
        assert_eq!(response.ssthresh, 2000);
        let huge = Window {
            segment: u32::MAX,
            ..small
        };
        assert_eq!(huge.halved(), u32::MAX);
    }

    #[test]
    fn the_same_loss_has_one_answer_until_recovery_ends() {
        let mut response = oracle();
        let first = response.on_loss(HEAD, &told(Some(Cause::Wireless)), AVOIDANCE);
        let shrunk = Window {
            cwnd: 9000,
            in_flight: 9000,
            ..AVOIDANCE
        };
        let congestion = told(Some(Cause::Congestion));
        assert_eq!(response.on_loss(HEAD, &congestion, shrunk), first);
        response.on_recovered();
        assert_eq!(response.on_loss(HEAD, &congestion, AVOIDANCE).ssthresh, 10_000);
    }

    #[test]
    fn another_head_is_another_loss() {
        let mut response = oracle();
        let _ = response.on_loss(HEAD, &told(Some(Cause::Wireless)), AVOIDANCE);
        let next = response.on_loss(HEAD + 1000, &told(Some(Cause::Congestion)), AVOIDANCE);
        assert_eq!(next.ssthresh, 10_000);
    }

    #[test] // [Lim06 3.2]
    fn a_timeout_is_answered_as_ever_and_forgets_the_loss() {
        let mut response = oracle();
        let _ = response.on_loss(HEAD, &told(Some(Cause::Wireless)), AVOIDANCE);
        assert_eq!(response.on_timeout(AVOIDANCE), 10_000);
        let again = response.on_loss(HEAD, &told(Some(Cause::Congestion)), AVOIDANCE);
        assert_eq!(again.cause(), Cause::Congestion);
    }

    #[test]
    fn samples_reach_the_scheme_and_its_copies() {
        let mut response = LossResponse::new(Box::new(Lim::new(lim::Config::PAPER).unwrap()));
        for delay_ms in [80, 100] {
            response.on_sample(Sample {
                at: SimTime::START,
                delay: Span::from_millis(delay_ms),
                kind: DelayKind::RoundTrip,
            });
        }
        let mut fork = response.fork();
        assert_eq!(fork.on_loss(HEAD, &Loss::SINGLE, AVOIDANCE).ssthresh, 18_000);
    }

    proptest! {
        #[test]
        fn the_answer_is_cwnd_or_the_standard_one(
            cwnd: u32, ssthresh: u32, in_flight: u32, segment in 1..10_000_u32, wireless: bool
        ) {
            let window = Window { cwnd, ssthresh, in_flight, segment };
            let truth = if wireless { Cause::Wireless } else { Cause::Congestion };
            let answer = oracle().on_loss(HEAD, &told(Some(truth)), window);
            let keeps = wireless && cwnd >= ssthresh;
            prop_assert_eq!(answer.ssthresh, if keeps { cwnd } else { window.halved() });
        }
    }
}
