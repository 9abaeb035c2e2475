// SPDX-License-Identifier: MIT OR Apache-2.0
//! What can be set about a proxy that splits connections.
pub use crate::config::ConfigError;
use crate::config::check;
use crate::segment::MAX_WINDOW;
use crate::units::Span;

/// Tunables of a split connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Octets of one direction of a connection that the proxy holds at most, and so the window it advertises; at least 2000.
    pub buffer_octets: u32,
    /// Whether fast recovery goes on at an acknowledgement of a part (NewReno, RFC 6582); otherwise the first new
    /// acknowledgement ends it (Reno, RFC 2581).
    pub new_reno: bool,
    /// Whether the first two duplicate acknowledgements let a new segment out each (RFC 3042).
    pub limited_transmit: bool,
    /// Duplicate acknowledgement on which the missing segment is sent again (RFC 5681 section 3.2); at least 1.
    pub dup_ack_threshold: u32,
    /// Segments that a sender may have outstanding at first (RFC 5681 section 3.1); at least 1.
    pub initial_window: u32,
    /// Retransmission timeout while no round trip is known; above zero. RFC 6298 has 1 s.
    pub initial_timeout: Span,
    /// Floor of the retransmission timeout; above zero. RFC 6298 has 1 s for a path of unknown length.
    pub min_timeout: Span,
    /// Ceiling of the retransmission timeout and of the time between two probes of a closed window; not below the other two.
    pub max_timeout: Span,
    /// Silence after which a connection is forgotten, held data and all; above zero.
    pub idle_timeout: Span,
    /// Most connections known at a time; at least 1. Those beyond stay whole.
    pub max_connections: u32,
    /// Most packets held for all connections together, besides one for each direction of which nothing else is held; at
    /// least 1.
    pub max_packets: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            buffer_octets: 65_535,
            new_reno: true,
            limited_transmit: true,
            dup_ack_threshold: 3,
            initial_window: 3,
            initial_timeout: Span::from_millis(1000),
            min_timeout: Span::from_millis(500),
            max_timeout: Span::from_millis(60_000),
            idle_timeout: Span::from_millis(120_000),
            max_connections: 10_000,
            max_packets: 100_000,
        }
    }
}

impl Config {
    /// Checks every range.
    ///
    /// # Errors
    /// [`ConfigError`] names the first value that is out of range, by the name of its ns-3 attribute.
    pub fn check(&self) -> Result<(), ConfigError> {
        let Self {
            buffer_octets,
            new_reno: _,
            limited_transmit: _,
            dup_ack_threshold,
            initial_window,
            initial_timeout,
            min_timeout,
            max_timeout,
            idle_timeout,
            max_connections,
            max_packets,
        } = *self;
        let ranges = [
            (
                (2000..=MAX_WINDOW).contains(&buffer_octets),
                "BufferSize",
                "from 2000 to 2^30 bytes",
            ),
            (dup_ack_threshold >= 1, "DupAckThreshold", "at least 1"),
            (initial_window >= 1, "InitialWindow", "at least 1"),
            (initial_timeout > Span::ZERO, "InitialTimeout", "longer than zero"),
            (min_timeout > Span::ZERO, "MinTimeout", "longer than zero"),
            (
                max_timeout >= min_timeout && max_timeout >= initial_timeout,
                "MaxTimeout",
                "at least as long as MinTimeout and InitialTimeout",
            ),
            (idle_timeout > Span::ZERO, "IdleTimeout", "longer than zero"),
            (max_connections >= 1, "MaxConnections", "at least 1"),
            (max_packets >= 1, "MaxPackets", "at least 1"),
        ];
        check("ns3::SplitConnectionAgent", &ranges)
    }
}
