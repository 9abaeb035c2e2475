// SPDX-License-Identifier: MIT OR Apache-2.0
//! The window of a sender, in segments of several packets. It knows acknowledgements and timeouts; duplicate acknowledgements mean
//! nothing, since losses are the hop-by-hop layer's business.
//!
//! What the source leaves open is decided thus: the window starts with one segment, grows by one for each segment acknowledged up to the
//! slow start threshold and by one a window above it, and a timeout takes it back to one.
use crate::config::{ConfigError, check};

/// Tunables of a [`Sender`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Packets of a segment, at least 1.
    pub segment_packets: u32,
}

/// One sender.
#[derive(Clone, Debug)]
pub struct Sender {
    config: Config,
    /// Segments.
    window: u32,
    /// Packets acknowledged since the window grew.
    acknowledged: u32,
}

impl Sender {
    /// Makes one with a window of one segment.
    ///
    /// # Errors
    /// A segment without packets.
    pub fn new(config: Config) -> Result<Self, ConfigError> {
        let ranges = [(config.segment_packets >= 1, "SegmentPackets", "at least 1")];
        check("ns3::TcpTwoLayer", &ranges)?;
        Ok(Self {
            config,
            window: 1,
            acknowledged: 0,
        })
    }

    /// Packets are acknowledged, of a segment or of a part of one. The threshold is in packets.
    pub fn on_ack(&mut self, packets: u32, threshold: u32) {
        self.acknowledged = self.acknowledged.saturating_add(packets);
        loop {
            let window = self.packets();
            let needed = if window < threshold {
                self.config.segment_packets
            } else {
                window
            };
            if self.acknowledged < needed {
                return;
            }
            self.acknowledged -= needed;
            self.window = self.window.saturating_add(1);
        }
    }

    /// No acknowledgement came in time.
    pub fn on_timeout(&mut self) {
        let Self {
            config: _,
            window,
            acknowledged,
        } = self;
        *window = 1;
        *acknowledged = 0;
    }

    /// The window in octets; packets are of `packet` octets.
    pub fn octets(&self, packet: u32) -> u32 {
        self.packets().saturating_mul(packet)
    }

    fn packets(&self) -> u32 {
        self.window.saturating_mul(self.config.segment_packets)
    }

    /// Slow start threshold, in packets, when a timeout comes with so many in flight: half of their segments, two at least (as RFC 5681
    /// equation 4, with this layer's segments).
    pub fn threshold(&self, in_flight: u32) -> u32 {
        let segments = self.config.segment_packets;
        (in_flight / 2 / segments).max(2).saturating_mul(segments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SEGMENT: u32 = 32;
    const NO_THRESHOLD: u32 = u32::MAX;

    fn sender(segment_packets: u32) -> Sender {
        Sender::new(Config { segment_packets }).unwrap()
    }

    #[test]
    fn the_window_grows_by_one_segment_for_each_acknowledged() {
        let mut sender = sender(SEGMENT);
        assert_eq!(sender.packets(), 32);
        for packets in [64, 96, 128] {
            sender.on_ack(SEGMENT, NO_THRESHOLD);
            assert_eq!(sender.packets(), packets);
        }
        sender.on_ack(3 * SEGMENT, NO_THRESHOLD);
        assert_eq!(sender.packets(), 224, "three at once");
        assert_eq!(sender.octets(1000), 224_000);
        assert_eq!(sender.octets(1 << 30), u32::MAX);
    }

    #[test]
    fn parts_of_a_segment_add_up() {
        let mut sender = sender(SEGMENT);
        for (packets, window) in [(8, 32), (23, 32), (0, 32), (2, 64), (30, 64), (1, 96)] {
            sender.on_ack(packets, NO_THRESHOLD);
            assert_eq!(sender.packets(), window, "{packets}");
        }
    }

    // From 1 segment to the threshold of 3 with two acknowledged; then 3 for the fourth, and 4 for the fifth.
    #[test]
    fn above_the_threshold_it_grows_by_one_a_window() {
        let mut sender = sender(SEGMENT);
        for segments in [2, 3, 3, 3, 4, 4, 4, 4, 5] {
            sender.on_ack(SEGMENT, 3 * SEGMENT);
            assert_eq!(sender.packets(), segments * SEGMENT);
        }
    }

    // One acknowledgement of five segments: two to the threshold, three for one more.
    #[test]
    fn one_acknowledgement_can_pass_the_threshold() {
        let mut sender = sender(SEGMENT);
        sender.on_ack(5 * SEGMENT - 1, 3 * SEGMENT);
        assert_eq!(sender.packets(), 3 * SEGMENT);
        sender.on_ack(1, 3 * SEGMENT);
        assert_eq!(sender.packets(), 4 * SEGMENT);
    }

    #[test]
    fn a_timeout_takes_the_window_back_to_one_segment() {
        let mut sender = sender(SEGMENT);
        sender.on_ack(4 * SEGMENT + 31, NO_THRESHOLD);
        assert_eq!(sender.packets(), 5 * SEGMENT);
        sender.on_timeout();
        assert_eq!(sender.packets(), SEGMENT);
        sender.on_ack(31, NO_THRESHOLD);
        assert_eq!(
            sender.packets(),
            SEGMENT,
            "what was acknowledged before does not count"
        );
    }

    #[test]
    fn the_threshold_is_half_of_the_segments_in_flight_and_two_at_least() {
        let sender = sender(SEGMENT);
        for (in_flight, segments) in [(0, 2), (64, 2), (191, 2), (192, 3), (255, 3), (320, 5)] {
            assert_eq!(sender.threshold(in_flight), segments * SEGMENT, "{in_flight}");
        }
    }

    #[test]
    fn a_segment_without_packets_is_refused() {
        let refused = Sender::new(Config { segment_packets: 0 }).unwrap_err();
        assert_eq!(refused.attribute, "SegmentPackets");
    }

    proptest! {
        // However acknowledgements are cut, the window is the one of whole segments; it is whole segments, and never shrinks without a timeout.
        #[test]
        fn the_cut_of_acknowledgements_does_not_matter(
            cuts in proptest::collection::vec(0..100_u32, 0..40),
            segment_packets in 1..40_u32,
            threshold in 0..1000_u32,
        ) {
            let (mut cut, mut whole) = (sender(segment_packets), sender(segment_packets));
            let mut before = cut.packets();
            for packets in &cuts {
                cut.on_ack(*packets, threshold);
                prop_assert!(cut.packets() >= before);
                prop_assert_eq!(cut.packets() % segment_packets, 0);
                before = cut.packets();
            }
            let total: u32 = cuts.iter().sum();
            whole.on_ack(total, threshold);
            prop_assert_eq!(cut.packets(), whole.packets());
            prop_assert!(cut.packets() - segment_packets <= total, "never more than one segment for each acknowledged");
        }

        #[test]
        fn a_threshold_is_whole_segments_and_no_more_than_half_in_flight(
            in_flight in any::<u32>(),
            segment_packets in 1..1000_u32,
        ) {
            let threshold = sender(segment_packets).threshold(in_flight);
            prop_assert_eq!(threshold % segment_packets, 0);
            prop_assert!(threshold >= 2 * segment_packets);
            prop_assert!(threshold <= (in_flight / 2).max(2 * segment_packets));
        }
    }
}
