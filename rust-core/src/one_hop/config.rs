// SPDX-License-Identifier: MIT OR Apache-2.0
//! Settings of one-hop TCP.
pub use crate::config::ConfigError;
use crate::config::check;
use crate::units::Span;

/// Most packets on their way to one neighbour: as many as the acknowledgement's map has bits, and the next one.
pub const MAX_WINDOW: u32 = 16;

/// Settings of a [`OneHop`](super::OneHop) agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// Packets on their way to one neighbour without its acknowledgement, 1 to [`MAX_WINDOW`]. The seed has 1.
    pub window: u32,
    /// Packets that are acknowledged, and sent again, as one: 1 for Hop-by-Hop TCP, 8 for the fragments of Heimlicher's
    /// two-layer transport. At most `window`.
    pub fragment_packets: u32,
    /// Packets held for all neighbours together, at least 1. The seed has 50 (MANET) and 10 (sensor network).
    pub buffer_packets: u32,
    /// Times a packet is sent again before it is given up, at least 1. The seed's table allows 6 and 5 as readings.
    pub retry_limit: u32,
    /// Timeout before the first round trip was measured, or always if not `adaptive_timeout`; longer than zero.
    pub initial_timeout: Span,
    /// Whether the timeout follows the measured round trips (RFC 6298, without its floor of a second).
    pub adaptive_timeout: bool,
    /// Shortest adaptive timeout, longer than zero. What the neighbour may keep its acknowledgement back comes on top.
    pub min_timeout: Span,
    /// Longest adaptive timeout, at least `min_timeout`.
    pub max_timeout: Span,
    /// What the timeout is multiplied with for each retransmission of the same packet, from 1 on.
    pub backoff: f64,
    /// Whether local acknowledgements ride on packets that go the same way.
    pub piggyback: bool,
    /// How long a local acknowledgement waits for such a packet at most, up to 255 ms.
    pub piggyback_delay: Span,
    /// How long a neighbour that never answers is served without one-hop TCP before it is tried again; longer than zero.
    pub plain_timeout: Span,
    /// Silence after which a neighbour is forgotten; longer than zero.
    pub idle_timeout: Span,
    /// Neighbours known at a time, at least 1; packets of further ones pass unserved.
    pub max_neighbours: u32,
}

impl Default for Config {
    /// Hop-by-Hop TCP in a MANET: what the seed prints, and where it prints nothing what was measured to work.
    fn default() -> Self {
        Self {
            window: 1,
            fragment_packets: 1,
            buffer_packets: 50,
            retry_limit: 6,
            initial_timeout: Span::from_millis(100),
            adaptive_timeout: true,
            min_timeout: Span::from_millis(30),
            max_timeout: Span::from_millis(1_000),
            backoff: 1.0,
            piggyback: true,
            piggyback_delay: Span::from_millis(100),
            plain_timeout: Span::from_millis(30_000),
            idle_timeout: Span::from_millis(120_000),
            max_neighbours: 1_000,
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
            window,
            fragment_packets,
            buffer_packets,
            retry_limit,
            initial_timeout,
            adaptive_timeout: _,
            min_timeout,
            max_timeout,
            backoff,
            piggyback: _,
            piggyback_delay,
            plain_timeout,
            idle_timeout,
            max_neighbours,
        } = *self;
        let ranges = [
            ((1..=MAX_WINDOW).contains(&window), "Window", "from 1 to 16"),
            (
                (1..=window).contains(&fragment_packets),
                "FragmentSize",
                "from 1 to Window",
            ),
            (buffer_packets >= 1, "BufferSize", "at least 1"),
            (retry_limit >= 1, "RetryLimit", "at least 1"),
            (initial_timeout > Span::ZERO, "InitialTimeout", "longer than zero"),
            (min_timeout > Span::ZERO, "MinTimeout", "longer than zero"),
            (
                piggyback_delay <= Span::from_millis(255),
                "PiggybackDelay",
                "at most 255 ms",
            ),
            (max_timeout >= min_timeout, "MaxTimeout", "at least MinTimeout"),
            (
                backoff >= 1.0 && backoff.is_finite(),
                "Backoff",
                "a number from 1 on",
            ),
            (plain_timeout > Span::ZERO, "PlainTimeout", "longer than zero"),
            (idle_timeout > Span::ZERO, "IdleTimeout", "longer than zero"),
            (max_neighbours >= 1, "MaxNeighbours", "at least 1"),
        ];
        check("ns3::OneHopTcpAgent", &ranges)
    }
}
