// SPDX-License-Identifier: MIT OR Apache-2.0
//! The window of a TCP Muzha sender. It has no slow start: once a round trip the window does what the path asks for.
use super::Level;
use crate::seq::Seq;

/// One sender.
#[derive(Clone, Debug, Default)]
pub struct Sender {
    /// The last level that an acknowledgement brought.
    level: Option<Level>,
    /// What was sent when the round began; an acknowledgement of all of it ends the round.
    round_end: Option<Seq>,
}

impl Sender {
    /// Makes one that has heard nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// An acknowledgement says what the path asks for.
    pub fn on_feedback(&mut self, level: Level) {
        self.level = Some(level);
    }

    /// An acknowledgement covers what lies before `ack`, and `next` is the octet after the last one sent. Returns the window in
    /// octets, `window` unless a round has ended; segments are of `segment` octets.
    pub fn on_ack(&mut self, ack: Seq, next: Seq, window: u32, segment: u32) -> u32 {
        let Self { level, round_end } = self;
        if round_end.is_some_and(|end| ack.before(end)) {
            return window;
        }
        *round_end = Some(next);
        match level {
            None | Some(Level::Stabilizing) => window,
            Some(Level::AggressiveAcceleration) => window.saturating_mul(2),
            Some(Level::ModerateAcceleration) => window.saturating_add(segment),
            Some(Level::ModerateDeceleration) => window.saturating_sub(segment).max(segment),
            Some(Level::AggressiveDeceleration) => (window / 2).max(segment),
        }
    }

    /// Window in octets after three duplicate acknowledgements: the same where no router of the path is congested, since the loss was
    /// a random one then; otherwise half of what is in flight, two segments at least.
    pub fn on_duplicates(&self, window: u32, in_flight: u32, segment: u32) -> u32 {
        if self.level.is_some_and(|level| !level.is_mark()) {
            window
        } else {
            (in_flight / 2).max(segment.saturating_mul(2))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Level::{
        AggressiveAcceleration, AggressiveDeceleration, ModerateAcceleration, ModerateDeceleration,
        Stabilizing,
    };

    const SEGMENT: u32 = 1000;

    fn after_a_round(level: Level, window: u32) -> u32 {
        let mut sender = Sender::new();
        sender.on_feedback(level);
        sender.on_ack(Seq::new(1000), Seq::new(9000), window, SEGMENT)
    }

    #[test]
    fn the_window_does_what_the_path_asks_for() {
        for (level, window, expected) in [
            (AggressiveAcceleration, 1000, 2000),
            (AggressiveAcceleration, 8000, 16_000),
            (AggressiveAcceleration, 3_000_000_000, u32::MAX),
            (ModerateAcceleration, 8000, 9000),
            (Stabilizing, 8000, 8000),
            (ModerateDeceleration, 8000, 7000),
            (ModerateDeceleration, 1500, 1000),
            (AggressiveDeceleration, 8000, 4000),
            (AggressiveDeceleration, 1000, 1000),
        ] {
            assert_eq!(after_a_round(level, window), expected, "{level:?} at {window}");
        }
    }

    // Octets 1000 to 9000 are out when the first acknowledgement comes; the round ends with an acknowledgement of 9000. It wraps.
    #[test]
    fn the_window_changes_once_a_round_trip_and_by_the_last_level() {
        let at = |octet: u32| Seq::new(octet.wrapping_sub(5000));
        let mut sender = Sender::new();
        sender.on_feedback(ModerateAcceleration);
        assert_eq!(sender.on_ack(at(1000), at(9000), 8000, SEGMENT), 9000);
        for ack in [2000, 4000, 8999] {
            assert_eq!(
                sender.on_ack(at(ack), at(ack + 9000), 9000, SEGMENT),
                9000,
                "{ack}"
            );
        }
        sender.on_feedback(AggressiveDeceleration);
        assert_eq!(sender.on_ack(at(9000), at(18_000), 9000, SEGMENT), 4500);
        assert_eq!(sender.on_ack(at(10_000), at(18_000), 4500, SEGMENT), 4500);
    }

    #[test]
    fn without_feedback_the_window_stays() {
        assert_eq!(
            Sender::new().on_ack(Seq::new(1), Seq::new(2), 4000, SEGMENT),
            4000
        );
    }

    #[test]
    fn a_loss_on_a_path_without_marks_is_random() {
        let mut sender = Sender::new();
        assert_eq!(
            sender.on_duplicates(8000, 8000, SEGMENT),
            4000,
            "nothing is known"
        );
        for (level, window) in [
            (AggressiveAcceleration, 8000),
            (Stabilizing, 8000),
            (ModerateDeceleration, 3500),
            (AggressiveDeceleration, 3500),
        ] {
            sender.on_feedback(level);
            assert_eq!(sender.on_duplicates(8000, 7000, SEGMENT), window, "{level:?}");
        }
        assert_eq!(
            sender.on_duplicates(2000, 1000, SEGMENT),
            2000,
            "two segments at least"
        );
    }
}
