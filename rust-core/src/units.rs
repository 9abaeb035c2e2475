// SPDX-License-Identifier: MIT OR Apache-2.0
//! Simulated time. Both types count nanoseconds, as ns-3 does.
use core::{fmt, ops};

/// A point in simulated time, in nanoseconds from the start of the run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SimTime(i64);

/// A length of simulated time in nanoseconds, never negative.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span(u64);

impl SimTime {
    /// The instant at which the simulation starts.
    pub const START: Self = Self(0);
    /// Later than every event of a simulation: a timer that is not armed.
    pub const NEVER: Self = Self(i64::MAX);

    /// Wraps a count of nanoseconds.
    pub const fn from_nanos(ns: i64) -> Self {
        Self(ns)
    }

    /// The count of nanoseconds.
    pub const fn as_nanos(self) -> i64 {
        self.0
    }

    /// Time gone by since `earlier`; zero when `earlier` lies ahead.
    pub const fn since(self, earlier: Self) -> Span {
        let distance = self.0.saturating_sub(earlier.0);
        Span(if distance > 0 { distance.unsigned_abs() } else { 0 })
    }
}

impl ops::Add<Span> for SimTime {
    type Output = Self;
    fn add(self, rhs: Span) -> Self {
        Self(self.0.saturating_add_unsigned(rhs.0))
    }
}

impl fmt::Debug for SimTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NEVER {
            return f.write_str("never");
        }
        write!(
            f,
            "{}.{:09}s",
            self.0 / 1_000_000_000,
            (self.0 % 1_000_000_000).abs()
        )
    }
}

impl Span {
    /// No time at all.
    pub const ZERO: Self = Self(0);

    /// Wraps a count of nanoseconds.
    pub const fn from_nanos(ns: u64) -> Self {
        Self(ns)
    }

    /// Wraps a count of milliseconds.
    pub const fn from_millis(ms: u64) -> Self {
        Self(ms.saturating_mul(1_000_000))
    }

    /// The count of nanoseconds.
    pub const fn as_nanos(self) -> u64 {
        self.0
    }

    /// The count of nanoseconds for calculations that are not exact; exact up to 2^53, a hundred days.
    #[expect(
        clippy::cast_precision_loss,
        reason = "2^53 ns are a hundred days, beyond any timer"
    )]
    pub const fn as_nanos_f64(self) -> f64 {
        self.0 as f64
    }

    /// What such a calculation came to, rounded down to a nanosecond and never overflowing. A negative result or one
    /// that is not a number gives zero.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "float-to-integer casts saturate, and take what is not a number for zero"
    )]
    pub const fn from_nanos_f64(ns: f64) -> Self {
        Self(ns as u64)
    }

    /// The span `factor` times over, rounded down to a nanosecond and never overflowing. A factor that is negative or
    /// not a number gives zero.
    #[must_use]
    pub const fn scaled(self, factor: f64) -> Self {
        Self::from_nanos_f64(self.as_nanos_f64() * factor)
    }
}

impl Span {
    /// What is left when `other` is taken away; zero when there is more of that.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl ops::Add for Span {
    type Output = Self;
    fn add(self, rhs: Self) -> Self {
        Self(self.0.saturating_add(rhs.0))
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}us", self.0 / 1_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adding_to_never_stays_never() {
        assert_eq!(SimTime::NEVER + Span::from_millis(1), SimTime::NEVER);
    }

    #[test]
    fn time_since_a_later_instant_is_zero() {
        assert_eq!(SimTime::START.since(SimTime::from_nanos(5)), Span::ZERO);
        assert_eq!(
            SimTime::from_nanos(7).since(SimTime::from_nanos(5)),
            Span::from_nanos(2)
        );
    }

    #[test]
    fn scaling_never_overflows_and_never_turns_negative() {
        assert_eq!(Span::from_millis(40).scaled(2.0), Span::from_millis(80));
        assert_eq!(Span::from_nanos(u64::MAX).scaled(8.0), Span::from_nanos(u64::MAX));
        assert_eq!(Span::from_millis(1).scaled(-1.0), Span::ZERO);
        assert_eq!(Span::from_millis(1).scaled(f64::NAN), Span::ZERO);
    }
}
