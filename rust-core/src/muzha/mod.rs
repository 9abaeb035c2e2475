// SPDX-License-Identifier: MIT OR Apache-2.0
//! TCP Muzha: the routers of a path say what a sender's window should do, in five levels; the sender does what the most loaded
//! one asks for, once a round trip.
//!
//! The paper says neither how a router finds its level nor at which loads (docs of [`router`]); those rules are this project's.
//!
//! | module | what it holds |
//! |---|---|
//! | [`router`] | the level of one device |
//! | [`sender`] | the window |
pub mod router;
pub mod sender;

/// What a router asks of the senders behind it, from the most loaded to the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Halve the window.
    AggressiveDeceleration,
    /// One segment less.
    ModerateDeceleration,
    /// Leave the window as it is.
    Stabilizing,
    /// One segment more.
    ModerateAcceleration,
    /// Double the window.
    AggressiveAcceleration,
}

impl Level {
    /// Every level, from the most loaded to the least; the index is what travels in packets.
    pub const ALL: [Self; 5] = [
        Self::AggressiveDeceleration,
        Self::ModerateDeceleration,
        Self::Stabilizing,
        Self::ModerateAcceleration,
        Self::AggressiveAcceleration,
    ];

    /// The level as it travels in packets. What is none counts as the one that asks for nothing.
    pub fn from_index(index: u8) -> Self {
        Self::ALL
            .get(usize::from(index))
            .copied()
            .unwrap_or(Self::Stabilizing)
    }

    /// How the level travels in packets: 0 to 4.
    pub fn index(self) -> u8 {
        self as u8
    }

    /// Whether the router is congested: a loss on a path that says so is taken for one of its queues.
    pub fn is_mark(self) -> bool {
        self < Self::Stabilizing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_travel_as_numbers_in_the_order_of_load() {
        for (index, level) in (0..).zip(Level::ALL) {
            assert_eq!(level.index(), index);
            assert_eq!(Level::from_index(index), level);
        }
        assert_eq!(Level::from_index(5), Level::Stabilizing);
        assert!(Level::ModerateDeceleration.is_mark());
        assert!(!Level::Stabilizing.is_mark());
    }
}
