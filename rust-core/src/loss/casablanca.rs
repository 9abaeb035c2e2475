// SPDX-License-Identifier: MIT OR Apache-2.0
//! TCP-Casablanca (Biaz05): the sender marks some segments to be dropped first, a router that must drop takes marked ones, and so
//! the receiver reads the cause of a loss off the marks of what is missing and tells the sender (explicit loss notification).
//!
//! Marks follow from the place in the stream, so that the receiver knows them for segments it never saw. The notification goes to
//! [`super::oracle::Oracle`] at the sender. The queue that drops marked segments first is the host's.
use super::differentiator::Cause;
use crate::config::{ConfigError, check};
use crate::seq::Seq;

/// Which segments of a stream are marked: the last of each `period`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marking {
    first: Seq,
    segment: u32,
    period: u32,
}

impl Marking {
    /// One in `period` segments (at least 2) of `segment` octets (at least 1) is marked, counted from `first`, the first octet of
    /// the stream. Sender and receiver have to use the same values.
    ///
    /// # Errors
    /// The first value that is out of range.
    pub fn new(first: Seq, segment: u32, period: u32) -> Result<Self, ConfigError> {
        let ranges = [
            (segment >= 1, "SegmentSize", "at least 1"),
            (period >= 2, "MarkingPeriod", "at least 2"),
        ];
        check("ns3::TcpCasablanca", &ranges)?;
        Ok(Self {
            first,
            segment,
            period,
        })
    }

    /// Whether the segment at `seq` is marked when it is sent for the first time. Retransmissions never are.
    pub fn is_marked(&self, seq: Seq) -> bool {
        let index = seq.raw().wrapping_sub(self.first.raw()) / self.segment;
        index % self.period == self.period - 1
    }

    /// The cause of a loss of all octets from `left` up to, not including, `right`; `None` where that is nothing. It is
    /// congestion if a larger share of the missing segments was marked than of all.
    pub fn cause(&self, left: Seq, right: Seq) -> Option<Cause> {
        let octets = u32::try_from(right.dist(left))
            .ok()
            .filter(|octets| *octets > 0)?;
        let segments = octets.div_ceil(self.segment);
        let marked = (0..segments)
            .filter(|n| self.is_marked(left + n * self.segment))
            .count();
        let expected = u64::from(segments) / u64::from(self.period);
        let by_chance = marked as u64 <= expected;
        Some(if by_chance {
            Cause::Wireless
        } else {
            Cause::Congestion
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MSS: u32 = 1000;

    fn marking(first: u32) -> Marking {
        Marking::new(Seq::new(first), MSS, 4).unwrap()
    }

    #[test]
    fn the_last_of_each_period_is_marked() {
        let marked: std::vec::Vec<u32> = (0..12)
            .filter(|n| marking(1).is_marked(Seq::new(1 + n * MSS)))
            .collect();
        assert_eq!(marked, [3, 7, 11]);
    }

    #[test] // Biaz05
    fn a_lost_marked_segment_is_congestion_and_a_lost_unmarked_one_wireless() {
        let segment = |n: u32| (Seq::new(1 + n * MSS), Seq::new(1 + (n + 1) * MSS));
        for (n, cause) in [(2, Cause::Wireless), (3, Cause::Congestion), (4, Cause::Wireless)] {
            let (left, right) = segment(n);
            assert_eq!(marking(1).cause(left, right), Some(cause));
        }
    }

    #[test]
    fn a_run_with_no_more_marks_than_chance_is_wireless() {
        let hole = |from: u32, to: u32| marking(1).cause(Seq::new(1 + from * MSS), Seq::new(1 + to * MSS));
        // Three segments, one marked: a third is more than a quarter.
        assert_eq!(hole(2, 5), Some(Cause::Congestion));
        // Four segments, one marked: just what chance takes.
        assert_eq!(hole(2, 6), Some(Cause::Wireless));
        assert_eq!(hole(4, 7), Some(Cause::Wireless));
    }

    #[test]
    fn the_rest_of_a_segment_is_a_segment() {
        let left = Seq::new(1 + 3 * MSS);
        assert_eq!(marking(1).cause(left, left + 500), Some(Cause::Congestion));
    }

    #[test]
    fn nothing_missing_has_no_cause() {
        let at = Seq::new(1001);
        assert_eq!(marking(1).cause(at, at), None);
        assert_eq!(marking(1).cause(at, Seq::new(1)), None);
    }

    #[test]
    fn marks_that_say_nothing_are_refused() {
        let refused = |segment, period| Marking::new(Seq::new(0), segment, period).unwrap_err().attribute;
        assert_eq!(refused(0, 4), "SegmentSize");
        assert_eq!(refused(MSS, 1), "MarkingPeriod");
    }

    proptest! {
        #[test]
        fn single_losses_tell_their_mark_wherever_the_stream_starts(first: u32, n in 0..10_000_u32) {
            let marking = marking(first);
            let left = Seq::new(first) + n * MSS;
            let congestion = marking.cause(left, left + MSS) == Some(Cause::Congestion);
            prop_assert_eq!(congestion, marking.is_marked(left));
            prop_assert_eq!(congestion, n % 4 == 3);
        }
    }
}
