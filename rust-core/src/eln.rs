// SPDX-License-Identifier: MIT OR Apache-2.0
//! Explicit Loss Notification: a base station tells a sender which segments the wireless hop lost, so that the sender sends
//! them again without taking the loss for congestion.
//!
//! Cited as Bal97: Balakrishnan, Padmanabhan, Seshan, Katz, "A Comparison of Mechanisms for Improving TCP Performance over
//! Wireless Links", IEEE/ACM ToN 5(6), 1997, table 1 and section 5.2. The paper marks a bit in the TCP header; here the mark is a TCP
//! option for experiments (RFC 6994), which hosts that do not know it skip:
//!
//! | octets | meaning |
//! |---|---|
//! | 1 | kind, 253 (RFC 4727) |
//! | 1 | length: 4, and 8 for each hole |
//! | 2 | experiment, 0x454c |
//! | 4 + 4 | first octet of a hole, and the octet after it; up to four holes |
//!
//! Without holes it is the paper's mark: this duplicate acknowledgement is due to the wireless hop. With holes it is a
//! negative acknowledgement: these segments did not reach the base station and should be sent again now.
mod sender;

pub use sender::{Decision, Sender, SenderError};

use crate::segment::SackBlock;
use crate::seq::Seq;
use alloc::vec::Vec;

/// Option kind for experiments (RFC 4727 section 5).
pub const KIND: u8 = 253;
/// Identifies the experiment (RFC 6994 section 3).
pub const EXPERIMENT: [u8; 2] = *b"EL";
/// Most holes that one option can name: TCP options have 40 octets.
pub const MOST_HOLES: usize = 4;
/// Octets of an option without holes.
pub const MARK_LEN: usize = 4;
/// Octets that a hole takes.
pub const HOLE_LEN: usize = 8;

/// What an acknowledgement says about losses on the wireless hop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notification {
    /// Octets that did not reach the base station; the unused rest is `None`.
    pub holes: [Option<SackBlock>; MOST_HOLES],
}

impl Notification {
    /// Reads one option, from its kind octet on. `None` for any other option and for one that contradicts itself.
    pub fn read(option: &[u8]) -> Option<Self> {
        let (&[kind, length, first, second], rest) = option.split_first_chunk::<MARK_LEN>()?;
        if kind != KIND || [first, second] != EXPERIMENT || usize::from(length) != option.len() {
            return None;
        }
        let (numbers, rest) = rest.as_chunks::<4>();
        let (holes, odd) = numbers.as_chunks::<2>();
        if !rest.is_empty() || !odd.is_empty() || holes.len() > MOST_HOLES {
            return None;
        }
        let mut notification = Self::default();
        for (slot, [left, right]) in notification.holes.iter_mut().zip(holes) {
            *slot = Some(SackBlock {
                left: Seq::new(u32::from_be_bytes(*left)),
                right: Seq::new(u32::from_be_bytes(*right)),
            });
        }
        Some(notification)
    }

    /// Appends the option to `options`, with as many of the holes as fit into `room` octets. Nothing if there is no room
    /// for the mark itself. Returns the number of holes written.
    pub fn write(&self, room: usize, options: &mut Vec<u8>) -> usize {
        let Some(room_for_holes) = room.checked_sub(MARK_LEN) else {
            return 0;
        };
        let holes = self.holes.iter().flatten().take(room_for_holes / HOLE_LEN);
        let length = MARK_LEN + HOLE_LEN * holes.clone().count();
        options.extend([KIND, u8::try_from(length).unwrap_or(u8::MAX)]);
        options.extend(EXPERIMENT);
        for hole in holes.clone() {
            options.extend(hole.left.raw().to_be_bytes());
            options.extend(hole.right.raw().to_be_bytes());
        }
        holes.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_option_looks_as_documented() {
        let mut notification = Notification::default();
        notification.holes[0] = Some(SackBlock {
            left: Seq::new(0x0102_0304),
            right: Seq::new(0x0102_0310),
        });
        let mut bytes = Vec::new();
        assert_eq!(notification.write(40, &mut bytes), 1);
        assert_eq!(bytes, [253, 12, 0x45, 0x4c, 1, 2, 3, 4, 1, 2, 3, 0x10]);
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        let hole = Some(SackBlock {
            left: Seq::new(1),
            right: Seq::new(2),
        });
        let notification = Notification { holes: [hole; 4] };
        for (room, holes, length) in [(3, 0, 0), (4, 0, 4), (19, 1, 12), (36, 4, 36)] {
            let mut bytes = Vec::new();
            assert_eq!(
                (notification.write(room, &mut bytes), bytes.len()),
                (holes, length)
            );
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(ends in proptest::collection::vec(any::<(u32, u32)>(), 0..=4)) {
            let mut notification = Notification::default();
            for (slot, (left, right)) in notification.holes.iter_mut().zip(ends) {
                *slot = Some(SackBlock { left: Seq::new(left), right: Seq::new(right) });
            }
            let mut bytes = Vec::new();
            notification.write(40, &mut bytes);
            prop_assert_eq!(Notification::read(&bytes), Some(notification));
        }

        #[test]
        fn any_bytes_are_read_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = Notification::read(&bytes);
        }
    }

    #[test]
    fn other_options_are_not_taken_for_it() {
        for option in [
            &[][..],
            &[253, 4, 0x45],
            &[253, 4, 0x45, 0x4d],
            &[254, 4, 0x45, 0x4c],
            &[253, 5, 0x45, 0x4c],
            &[253, 8, 0x45, 0x4c, 0, 0, 0, 0],
        ] {
            assert_eq!(Notification::read(option), None);
        }
    }
}
