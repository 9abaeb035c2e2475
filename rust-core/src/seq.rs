// SPDX-License-Identifier: MIT OR Apache-2.0
//! TCP sequence numbers: serial arithmetic on a circle of 2^32 octets (RFC 9293 section 3.4).
use core::ops;

/// A place on the circle of sequence numbers.
///
/// There is deliberately no `Ord`: "before" on a circle is not transitive. It holds for numbers less than 2^31 apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seq(u32);

impl Seq {
    /// Wraps the number as it stands in a header.
    pub const fn new(raw: u32) -> Self {
        Self(raw)
    }

    /// The number as it stands in a header.
    pub const fn raw(self) -> u32 {
        self.0
    }

    /// Signed number of octets walked from `from` to `self`.
    #[expect(clippy::cast_possible_wrap, reason = "the wrap is the meaning")]
    pub const fn dist(self, from: Self) -> i32 {
        self.0.wrapping_sub(from.0) as i32
    }

    /// Whether `self` comes before `other`.
    pub const fn before(self, other: Self) -> bool {
        self.dist(other) < 0
    }

    /// Whether `self` comes after `other`.
    pub const fn after(self, other: Self) -> bool {
        self.dist(other) > 0
    }

    /// The later of the two.
    #[must_use]
    pub const fn latest(self, other: Self) -> Self {
        if self.before(other) { other } else { self }
    }
}

impl ops::Add<u32> for Seq {
    type Output = Self;
    fn add(self, octets: u32) -> Self {
        Self(self.0.wrapping_add(octets))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_step_forward_is_after(start: u32, step in 1..=i32::MAX.unsigned_abs()) {
            let (a, b) = (Seq::new(start), Seq::new(start) + step);
            prop_assert!(a.before(b) && b.after(a) && !b.before(a));
            prop_assert_eq!(a.latest(b), b);
            prop_assert_eq!(b.latest(a), b);
        }

        #[test]
        fn distance_undoes_addition(start: u32, step in 0..=i32::MAX) {
            prop_assert_eq!((Seq::new(start) + step.unsigned_abs()).dist(Seq::new(start)), step);
        }
    }

    #[test]
    fn numbers_wrap_at_two_to_the_thirty_two() {
        assert_eq!(Seq::new(u32::MAX) + 1, Seq::new(0));
        assert!(Seq::new(u32::MAX).before(Seq::new(0)));
        assert_eq!(Seq::new(2).dist(Seq::new(u32::MAX)), 3);
    }
}
