// SPDX-License-Identifier: MIT OR Apache-2.0
//! What can be set about a Snoop agent. The two printed versions of the protocol are [`Config::preset_1995`] and
//! [`Config::preset_1997`].
pub use crate::config::ConfigError;
use crate::config::check;
use crate::units::Span;

/// Tunables of a Snoop agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// Most packets the cache of one connection may hold; at least 1.
    pub cache_packets: u32,
    /// Number of cached packets of one connection from which on only segments that fill a gap below the last sequence
    /// number seen are cached [Bal95 s4]; at least 1. From `cache_packets` on it has no effect.
    pub high_water_mark: u32,
    /// Duplicate acknowledgement on which the missing segment is sent again; at least 1. [Bal95 s3.1.2] has 1, [Bal97
    /// s4.5] has 2.
    pub dup_ack_threshold: u32,
    /// Whether the next hole is sent again at once when the first new acknowledgement after a local retransmission lies
    /// below the expected one [Bal97 s4.5].
    pub partial_ack_retransmission: bool,
    /// Weight of a new round-trip sample, above 0 and up to 1. [Bal95 s4] has 1/4.
    pub srtt_gain: f64,
    /// The round-trip timer runs for this many smoothed round trips; above 0. [Bal95 s4] has 2.
    pub timeout_factor: f64,
    /// Floor of the round-trip timer; above zero. [Bal95 s4] has 40 ms, [Bal97 s3] 200 ms.
    pub min_timeout: Span,
    /// Quiet time after which the persist timer sends the oldest cached segment again; above zero. [Bal95 s4] has 200 ms.
    pub persist_timeout: Span,
    /// Added to the persist timer while nothing hints at a loss, since a receiver may hold back its acknowledgement that
    /// long (RFC 9293 section 3.8.6.3).
    pub delayed_ack_allowance: Span,
    /// Local retransmissions of one segment before it is left to the sender; at least 1. Not given in the papers.
    pub max_local_retransmissions: u32,
    /// Whether data below the last acknowledgement is answered with that acknowledgement [Bal95 s3.1.1].
    pub regenerate_acks: bool,
    /// Whether local retransmissions ask to overtake queued packets [Bal95 s3.1.2].
    pub priority: bool,
    /// Whether the mobile host is told of its own data that the wireless hop lost [Bal95 s3.2].
    pub negative_acks: bool,
    /// Packets that must arrive from beyond a hole in the mobile host's data before it is told; at least 1. The paper gives
    /// no value; ordinary TCP believes in a loss after 3 (RFC 5681 section 3.2).
    pub nack_threshold: u32,
    /// Quiet time of a mobile host with such holes after which it is told, or told again; above zero. The paper gives no
    /// value.
    pub nack_timeout: Span,
    /// Whether negative acknowledgements and duplicate acknowledgements for such holes carry a
    /// [`Notification`](crate::eln::Notification).
    pub explicit_loss_notification: bool,
    /// Packets that wait for one mobile host at most while another base station serves it; at least 1. The
    /// journal form of the paper (Wireless Networks 1(4), section 6) has 12.
    pub handoff_buffer_packets: u32,
    /// Silence after which a connection is forgotten; above zero.
    pub idle_timeout: Span,
    /// Most connections known at a time; at least 1. Segments of further ones pass unserved.
    pub max_connections: u32,
    /// Most packets held for all connections together; at least 1.
    pub max_packets: u32,
}

impl Config {
    /// The protocol as printed in 1995 [Bal95 s3, s4].
    pub const fn preset_1995() -> Self {
        Self {
            cache_packets: 1000,
            high_water_mark: 900,
            dup_ack_threshold: 1,
            partial_ack_retransmission: false,
            srtt_gain: 0.25,
            timeout_factor: 2.0,
            min_timeout: Span::from_millis(40),
            persist_timeout: Span::from_millis(200),
            delayed_ack_allowance: Span::from_millis(200),
            max_local_retransmissions: 10,
            regenerate_acks: true,
            priority: false,
            negative_acks: true,
            nack_threshold: 3,
            nack_timeout: Span::from_millis(100),
            explicit_loss_notification: true,
            handoff_buffer_packets: 12,
            idle_timeout: Span::from_millis(120_000),
            max_connections: 10_000,
            max_packets: 100_000,
        }
    }

    /// The protocol as printed in 1997 [Bal97 s3, s4].
    pub const fn preset_1997() -> Self {
        Self {
            dup_ack_threshold: 2,
            partial_ack_retransmission: true,
            min_timeout: Span::from_millis(200),
            ..Self::preset_1995()
        }
    }

    /// Checks every range.
    ///
    /// # Errors
    /// [`ConfigError`] names the first value that is out of range, by the name of its ns-3 attribute.
    pub fn check(&self) -> Result<(), ConfigError> {
        let Self {
            cache_packets,
            high_water_mark,
            dup_ack_threshold,
            partial_ack_retransmission: _,
            srtt_gain,
            timeout_factor,
            min_timeout,
            persist_timeout,
            delayed_ack_allowance: _,
            max_local_retransmissions,
            regenerate_acks: _,
            priority: _,
            negative_acks: _,
            nack_threshold,
            nack_timeout,
            explicit_loss_notification: _,
            handoff_buffer_packets,
            idle_timeout,
            max_connections,
            max_packets,
        } = *self;
        let ranges = [
            (cache_packets >= 1, "CacheSize", "at least 1"),
            (high_water_mark >= 1, "HighWaterMark", "at least 1"),
            (dup_ack_threshold >= 1, "DupAckThreshold", "at least 1"),
            (
                srtt_gain > 0.0 && srtt_gain <= 1.0,
                "SrttGain",
                "above 0 and at most 1",
            ),
            (
                timeout_factor > 0.0 && timeout_factor.is_finite(),
                "TimeoutFactor",
                "above 0",
            ),
            (min_timeout > Span::ZERO, "MinTimeout", "longer than zero"),
            (persist_timeout > Span::ZERO, "PersistTimeout", "longer than zero"),
            (
                max_local_retransmissions >= 1,
                "MaxLocalRetransmissions",
                "at least 1",
            ),
            (nack_threshold >= 1, "NackThreshold", "at least 1"),
            (nack_timeout > Span::ZERO, "NackTimeout", "longer than zero"),
            (handoff_buffer_packets >= 1, "HandoffBufferSize", "at least 1"),
            (idle_timeout > Span::ZERO, "IdleTimeout", "longer than zero"),
            (max_connections >= 1, "MaxConnections", "at least 1"),
            (max_packets >= 1, "MaxPackets", "at least 1"),
        ];
        check("ns3::SnoopAgent", &ranges)
    }
}
