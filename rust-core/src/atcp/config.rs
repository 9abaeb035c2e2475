// SPDX-License-Identifier: MIT OR Apache-2.0
//! What can be set about an ATCP layer. [Liu01] gives the three duplicate acknowledgements and no other value.
pub use crate::config::ConfigError;
use crate::config::check;
use crate::units::Span;

/// Tunables of an ATCP layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// Duplicate acknowledgement that is taken for a loss; at least 1 and not above TCP's own threshold, which is 3 (RFC
    /// 5681). Earlier ones reach TCP.
    pub dup_ack_threshold: u32,
    /// TCP's least retransmission timeout (RFC 6298); above zero.
    pub tcp_min_rto: Span,
    /// Part of TCP's retransmission timeout after which it is taken to be about to expire; above 0 and below 1.
    pub rto_fraction: f64,
    /// Floor of the layer's own retransmission timer; above zero.
    pub min_timeout: Span,
    /// Ceiling of that timer, which doubles with each retransmission; not below `min_timeout`.
    pub max_timeout: Span,
    /// Time between probes while the destination is unreachable; above zero.
    pub probe_interval: Span,
    /// Time after which TCP's persist timer is started afresh, so that it never expires; above zero and below that timer,
    /// which is 6 s in ns-3.
    pub persist_refresh: Span,
    /// Segments kept for one connection at most; at least 1. Later ones are TCP's business.
    pub buffer_packets: u32,
    /// Silence after which a connection of which nothing is kept is forgotten; above zero.
    pub idle_timeout: Span,
    /// Most connections known at a time; at least 1.
    pub max_connections: u32,
    /// Most packets kept for all connections together; at least 1.
    pub max_packets: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            dup_ack_threshold: 3,
            tcp_min_rto: Span::from_millis(1000),
            rto_fraction: 0.8,
            min_timeout: Span::from_millis(200),
            max_timeout: Span::from_millis(2000),
            probe_interval: Span::from_millis(500),
            persist_refresh: Span::from_millis(2000),
            buffer_packets: 1000,
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
            dup_ack_threshold,
            tcp_min_rto,
            rto_fraction,
            min_timeout,
            max_timeout,
            probe_interval,
            persist_refresh,
            buffer_packets,
            idle_timeout,
            max_connections,
            max_packets,
        } = *self;
        let longer = "longer than zero";
        let ranges = [
            (
                (1..=3).contains(&dup_ack_threshold),
                "DupAckThreshold",
                "from 1 to 3",
            ),
            (tcp_min_rto > Span::ZERO, "TcpMinRto", longer),
            (
                rto_fraction > 0.0 && rto_fraction < 1.0,
                "RtoFraction",
                "above 0 and below 1",
            ),
            (min_timeout > Span::ZERO, "MinTimeout", longer),
            (
                max_timeout >= min_timeout,
                "MaxTimeout",
                "at least as long as MinTimeout",
            ),
            (probe_interval > Span::ZERO, "ProbeInterval", longer),
            (persist_refresh > Span::ZERO, "PersistRefresh", longer),
            (buffer_packets >= 1, "BufferSize", "at least 1"),
            (idle_timeout > Span::ZERO, "IdleTimeout", longer),
            (max_connections >= 1, "MaxConnections", "at least 1"),
            (max_packets >= 1, "MaxPackets", "at least 1"),
        ];
        check("ns3::AtcpAgent", &ranges)
    }
}
