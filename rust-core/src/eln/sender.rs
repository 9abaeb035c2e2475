// SPDX-License-Identifier: MIT OR Apache-2.0
//! The sender's side: what an acknowledgement with a [`Notification`] means to a TCP that understands it.
use super::{MOST_HOLES, Notification};
use crate::segment::SackBlock;
use crate::seq::Seq;
use core::fmt;

/// What a sender does about an acknowledgement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// To be sent again at once, with the congestion window as it is.
    pub resend: [Option<SackBlock>; MOST_HOLES],
    /// Whether ordinary TCP sees the acknowledgement; if so, without its SACK blocks, which would tell it of the same loss.
    pub to_tcp: bool,
}

/// The threshold is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SenderError;

impl fmt::Display for SenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ns3::ElnSocketFactory::RetransmitThreshold must be at least 1")
    }
}

impl core::error::Error for SenderError {}

/// What the sender of one connection remembers between acknowledgements.
#[derive(Clone, Copy, Debug)]
pub struct Sender {
    /// Marked duplicate acknowledgement on which the oldest segment is sent again: the third in E2E-ELN, the first in
    /// E2E-ELN-RXMT [Bal97 table 1].
    threshold: u32,
    /// Marked duplicates so far, and of which acknowledgement.
    marked_dup_acks: (u32, Seq),
    /// End of the highest data that was sent again for a notification. Duplicates for what lies below bring nothing new: it is
    /// on its way, or the base station names it once more.
    resent_until: Option<Seq>,
    /// Start of the segment that was last sent again for a mark. The base station did not know when it named it first.
    resent_for_mark: Option<Seq>,
}

impl Sender {
    /// Makes the state of a new connection.
    ///
    /// # Errors
    /// `threshold` must be at least 1.
    pub const fn new(threshold: u32) -> Result<Self, SenderError> {
        if threshold == 0 {
            return Err(SenderError);
        }
        Ok(Self {
            threshold,
            marked_dup_acks: (0, Seq::new(0)),
            resent_until: None,
            resent_for_mark: None,
        })
    }

    /// A bare acknowledgement of `ack` arrives with a notification. `oldest..end_of_oldest` is the oldest segment without
    /// acknowledgement, `highest` the end of all data sent so far.
    pub fn on_ack(
        &mut self,
        ack: Seq,
        notification: &Notification,
        (oldest, end_of_oldest): (Seq, Seq),
        highest: Seq,
    ) -> Decision {
        let acknowledged = oldest.latest(ack);
        let mut decision = Decision {
            to_tcp: ack.after(oldest),
            ..Decision::default()
        };
        // Clipped to what is outstanding: the notification may be late, or a lie.
        for (slot, hole) in decision
            .resend
            .iter_mut()
            .zip(notification.holes.iter().flatten())
        {
            let left = hole.left.latest(acknowledged);
            let right = if hole.right.after(highest) {
                highest
            } else {
                hole.right
            };
            let known = self.resent_for_mark.take_if(|start| *start == left);
            if left.before(right) && known.is_none() {
                *slot = Some(SackBlock { left, right });
                self.resend_until(right);
            }
        }
        if ack == oldest && oldest.before(highest) {
            // Acknowledgements without a notification are not seen here, so a new one shows in what the duplicates repeat.
            let so_far = if self.marked_dup_acks.1 == ack {
                self.marked_dup_acks.0
            } else {
                0
            };
            let count = so_far.saturating_add(1);
            self.marked_dup_acks = (count, ack);
            if let [slot @ None, ..] = &mut decision.resend
                && count >= self.threshold
                && self.resent_until.is_none_or(|end| !end.after(oldest))
            {
                self.resend_until(end_of_oldest);
                self.resent_for_mark = Some(oldest);
                *slot = Some(SackBlock {
                    left: oldest,
                    right: end_of_oldest,
                });
            }
        }
        decision
    }

    fn resend_until(&mut self, end: Seq) {
        self.resent_until = Some(self.resent_until.map_or(end, |until| until.latest(end)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLDEST: (Seq, Seq) = (Seq::new(u32::MAX - 499), Seq::new(500));
    const HIGHEST: Seq = Seq::new(9500);

    fn block(left: u32, right: u32) -> Option<SackBlock> {
        Some(SackBlock {
            left: Seq::new(left),
            right: Seq::new(right),
        })
    }

    fn nack(holes: &[(u32, u32)]) -> Notification {
        let mut notification = Notification::default();
        for (slot, hole) in notification.holes.iter_mut().zip(holes) {
            *slot = block(hole.0, hole.1);
        }
        notification
    }

    #[test]
    fn the_third_marked_duplicate_sends_the_oldest_segment_once() {
        let mut sender = Sender::new(3).unwrap();
        let resent: alloc::vec::Vec<_> = (0..6)
            .map(|_| {
                let decision = sender.on_ack(OLDEST.0, &Notification::default(), OLDEST, HIGHEST);
                assert!(!decision.to_tcp);
                decision.resend[0]
            })
            .collect();
        let oldest = block(u32::MAX - 499, 500);
        assert_eq!(resent, [None, None, oldest, None, None, None]);
    }

    #[test]
    fn with_a_threshold_of_one_the_first_does() {
        let mut sender = Sender::new(1).unwrap();
        let decision = sender.on_ack(OLDEST.0, &Notification::default(), OLDEST, HIGHEST);
        assert_eq!(decision.resend[0], block(u32::MAX - 499, 500));
        assert_eq!(Sender::new(0).unwrap_err(), SenderError);
    }

    #[test]
    fn a_new_acknowledgement_goes_on_to_tcp_and_starts_the_count_anew() {
        let mut sender = Sender::new(2).unwrap();
        let mark = Notification::default();
        let _ = sender.on_ack(OLDEST.0, &mark, OLDEST, HIGHEST);
        let next = (OLDEST.1, Seq::new(1500));
        assert!(sender.on_ack(next.0, &mark, OLDEST, HIGHEST).to_tcp);
        assert_eq!(sender.on_ack(next.0, &mark, next, HIGHEST).resend[0], None);
        assert_eq!(
            sender.on_ack(next.0, &mark, next, HIGHEST).resend[0],
            block(500, 1500)
        );
    }

    #[test]
    fn duplicates_of_different_acknowledgements_are_counted_apart() {
        let mut sender = Sender::new(2).unwrap();
        let mark = Notification::default();
        let _ = sender.on_ack(OLDEST.0, &mark, OLDEST, HIGHEST);
        // The acknowledgement that brought TCP here carried no notification, and so did not pass.
        let next = (Seq::new(1500), Seq::new(2500));
        assert_eq!(sender.on_ack(next.0, &mark, next, HIGHEST).resend[0], None);
    }

    #[test]
    fn named_holes_are_sent_each_time_and_the_oldest_not_once_more_for_its_duplicates() {
        let mut sender = Sender::new(1).unwrap();
        let holes = nack(&[(u32::MAX - 499, 500), (2500, 4500)]);
        let stale = Seq::new(u32::MAX - 500);
        for _ in 0..2 {
            let decision = sender.on_ack(stale, &holes, OLDEST, HIGHEST);
            assert_eq!(decision.resend[..2], holes.holes[..2]);
            assert!(!decision.to_tcp);
        }
        let mark = Notification::default();
        for oldest in [OLDEST, (Seq::new(2500), Seq::new(3500))] {
            let decision = sender.on_ack(oldest.0, &mark, oldest, HIGHEST);
            assert_eq!(decision.resend, [None; MOST_HOLES]);
        }
        let beyond = (Seq::new(4500), Seq::new(5500));
        let decision = sender.on_ack(beyond.0, &mark, beyond, HIGHEST);
        assert_eq!(decision.resend[0], block(4500, 5500));
    }

    #[test]
    fn a_segment_sent_for_its_mark_is_not_sent_once_more_when_first_named() {
        let mut sender = Sender::new(1).unwrap();
        let _ = sender.on_ack(OLDEST.0, &Notification::default(), OLDEST, HIGHEST);
        let named = nack(&[(u32::MAX - 499, 500)]);
        assert_eq!(sender.on_ack(OLDEST.0, &named, OLDEST, HIGHEST).resend[0], None);
        assert_eq!(
            sender.on_ack(OLDEST.0, &named, OLDEST, HIGHEST).resend,
            named.holes
        );
    }

    #[test]
    fn holes_outside_what_is_outstanding_are_clipped_away() {
        let mut sender = Sender::new(3).unwrap();
        let holes = nack(&[(4_000_000_000, 100), (9000, 70_000), (20_000, 30_000), (800, 700)]);
        let decision = sender.on_ack(OLDEST.0, &holes, OLDEST, HIGHEST);
        let want = [block(u32::MAX - 499, 100), block(9000, 9500), None, None];
        assert_eq!(decision.resend, want);
    }

    #[test]
    fn an_acknowledgement_of_everything_is_no_duplicate() {
        let mut sender = Sender::new(1).unwrap();
        let all = (HIGHEST, HIGHEST);
        let decision = sender.on_ack(HIGHEST, &Notification::default(), all, HIGHEST);
        assert_eq!(decision, Decision::default());
    }
}
