// SPDX-License-Identifier: MIT OR Apache-2.0
//! The interface of every scheme: delay samples and losses in, verdicts out.
use crate::units::{SimTime, Span};
use alloc::boxed::Box;
use core::fmt::Debug;

/// Why a segment was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A queue was full.
    Congestion,
    /// The wireless link spoilt it.
    Wireless,
}

/// What a delay was measured between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DelayKind {
    /// A segment and its acknowledgement, at the sender.
    RoundTrip,
    /// Departure and arrival of a segment, where one clock serves both ends.
    OneWay,
    /// Two neighbouring segments, both of which arrived, at the receiver.
    InterArrival,
}

/// A measured delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// When it was complete.
    pub at: SimTime,
    /// How long it was.
    pub delay: Span,
    /// What it is. A scheme ignores the kinds it does not work with.
    pub kind: DelayKind,
}

/// A loss whose cause is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Neighbouring segments lost in one go; 0 counts as 1.
    pub segments: u32,
    /// Time between the arrivals of the segments before and after them, where it was measured.
    pub gap: Option<Span>,
    /// The cause, where it is known: from the simulator, or from a receiver's explicit loss notification.
    pub truth: Option<Cause>,
}

impl Loss {
    /// One segment, nothing else known.
    pub const SINGLE: Self = Self {
        segments: 1,
        gap: None,
        truth: None,
    };
}

/// Why a scheme cannot judge. The sender then takes the loss for congestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// Nothing was measured yet that the scheme works with.
    NoSample,
    /// The least delay is not long enough against the clock it was measured with ([`Resolution`]).
    BelowResolution,
    /// The oracle was not told.
    NoTruth,
}

/// What a scheme says about a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The wireless link spoilt it.
    Wireless,
    /// A queue was full.
    Congestion,
    /// No judgement instead of a guess.
    Unusable(Unusable),
}

impl Judgement {
    /// What the sender acts on: congestion, unless the loss was judged to be wireless.
    pub const fn cause(self) -> Cause {
        match self {
            Self::Wireless => Cause::Wireless,
            Self::Congestion | Self::Unusable(_) => Cause::Congestion,
        }
    }

    /// The name in traces.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wireless => "wireless",
            Self::Congestion => "congestion",
            Self::Unusable(Unusable::NoSample) => "no-sample",
            Self::Unusable(Unusable::BelowResolution) => "below-resolution",
            Self::Unusable(Unusable::NoTruth) => "no-truth",
        }
    }
}

impl From<Cause> for Judgement {
    fn from(cause: Cause) -> Self {
        match cause {
            Cause::Congestion => Self::Congestion,
            Cause::Wireless => Self::Wireless,
        }
    }
}

/// What a scheme judged by, for traces; `None` where it has no such number. Rounded down to a nanosecond, and a threshold
/// below zero is shown as zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// The delay tested.
    pub sample: Option<Span>,
    /// Moving average of the delay.
    pub average: Option<Span>,
    /// Moving mean deviation of the delay.
    pub deviation: Option<Span>,
    /// Least delay.
    pub minimum: Option<Span>,
    /// The delay at which the judgement changes.
    pub threshold: Option<Span>,
}

/// A judgement and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What the scheme says.
    pub judgement: Judgement,
    /// Why.
    pub figures: Figures,
}

/// The clock that delays are measured with, and from which delay on a path can be judged with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// Granularity of the samples; above zero.
    pub tick: Span,
    /// The least delay of the path must be as long as this many ticks; at least 1.
    pub min_ticks: u32,
}

impl Resolution {
    /// ns-3's own clock.
    pub const NANOSECOND: Self = Self {
        tick: Span::from_nanos(1),
        min_ticks: 10,
    };

    /// Whether a path whose least delay is `minimum` can be judged.
    pub fn resolves(self, minimum: Span) -> bool {
        minimum.as_nanos() >= self.tick.as_nanos().saturating_mul(self.min_ticks.into())
    }

    /// The ranges of its values, for [`crate::config::check`].
    pub(super) fn ranges(self) -> [(bool, &'static str, &'static str); 2] {
        [
            (self.tick > Span::ZERO, "Resolution", "longer than zero"),
            (self.min_ticks >= 1, "MinTicks", "at least 1"),
        ]
    }
}

/// A scheme that tells wireless losses from congestion losses.
pub trait LossDifferentiator: Debug {
    /// A delay was measured.
    fn on_sample(&mut self, sample: Sample);

    /// Judges a loss by the samples so far. Asking changes nothing.
    fn judge(&self, loss: &Loss) -> Verdict;

    /// A copy with all that was learned, as ns-3 copies a listening socket for each connection.
    fn fork(&self) -> Box<dyn LossDifferentiator>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_not_judged_wireless_counts_as_congestion() {
        assert_eq!(Judgement::Wireless.cause(), Cause::Wireless);
        assert_eq!(Judgement::Congestion.cause(), Cause::Congestion);
        for reason in [Unusable::NoSample, Unusable::BelowResolution, Unusable::NoTruth] {
            assert_eq!(Judgement::Unusable(reason).cause(), Cause::Congestion);
        }
    }

    #[test]
    fn a_path_is_resolved_from_its_ticks_on() {
        let clock = Resolution {
            tick: Span::from_millis(1),
            min_ticks: 10,
        };
        assert!(!clock.resolves(Span::from_nanos(9_999_999)));
        assert!(clock.resolves(Span::from_millis(10)));
        let absurd = Resolution {
            tick: Span::from_nanos(u64::MAX),
            min_ticks: u32::MAX,
        };
        assert!(!absurd.resolves(Span::from_millis(10)));
    }
}
