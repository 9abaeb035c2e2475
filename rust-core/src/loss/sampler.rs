// SPDX-License-Identifier: MIT OR Apache-2.0
//! True round-trip samples from what a sender sends and which acknowledgements it gets, and nothing else: the same packets give
//! the same samples whatever the TCP around it makes of them.
//!
//! A sample is the time from the departure of a segment to the arrival of the acknowledgement its arrival caused:
//!
//! * the segment is the last one an acknowledgement covers, since a receiver answers the last segment it took in;
//! * what is outstanding when something is retransmitted gives none. That is Karn's rule (RFC 6298 section 3), as the
//!   acknowledgement of a segment sent twice may answer either copy, and a little more: where acknowledgements are lost, the second
//!   copy of one segment can cause the acknowledgement of the next. Which segments are retransmissions is read off their
//!   sequence numbers;
//! * an acknowledgement that advances after duplicates gives none: it was caused by a segment that filled a hole, and what it
//!   covers above the hole arrived earlier. One that advances with a SACK block above it gives none either: it was caused by
//!   what the block reports, and the acknowledgement before it was lost;
//! * the first SACK block, which holds the segment that caused the acknowledgement (RFC 2018 section 4), gives one for its last
//!   segment if it reaches further than any before it, where that is asked for.
//!
//! Departures are remembered, so timestamps (RFC 7323) are not needed: their clock is coarser than the simulator's.
use super::differentiator::{DelayKind, Sample};
use crate::config::{ConfigError, check};
use crate::segment::SackBlock;
use crate::seq::Seq;
use crate::units::{SimTime, Span};
use alloc::collections::VecDeque;

/// Tunables of [`RttSampler`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Granularity of the clock that departures and arrivals are read from; above zero.
    pub tick: Span,
    /// Most segments remembered at a time; at least 1. Further ones are not timed until others are acknowledged.
    pub max_segments: u32,
    /// Whether SACK blocks give samples. Lim's scheme tests the sample from before the duplicates [Lim06 3.2].
    pub sack_samples: bool,
}

impl Config {
    /// Samples as exact as ns-3's clock, from cumulative acknowledgements alone.
    pub const EXACT: Self = Self {
        tick: Span::from_nanos(1),
        max_segments: 16_384,
        sack_samples: false,
    };

    /// Checks every range.
    ///
    /// # Errors
    /// The first value that is out of range.
    pub fn check(&self) -> Result<(), ConfigError> {
        let Self {
            tick,
            max_segments,
            sack_samples: _,
        } = *self;
        let ranges = [
            (tick > Span::ZERO, "ClockTick", "longer than zero"),
            (max_segments >= 1, "MaxSegments", "at least 1"),
        ];
        check("ns3::TcpRttSampler", &ranges)
    }
}

/// What the sender of data can learn from an arriving segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ack {
    /// The acknowledgement number.
    pub number: Seq,
    /// The window field.
    pub window: u16,
    /// Sequence space the segment takes itself.
    pub sequence_len: u32,
    /// SACK blocks in the order of the header.
    pub sack: [Option<SackBlock>; 4],
}

/// A segment sent once.
#[derive(Clone, Copy, Debug)]
struct Departure {
    end: Seq,
    at: SimTime,
}

/// What is outstanding.
#[derive(Clone, Copy, Debug)]
struct Outstanding {
    /// First octet not acknowledged.
    una: Seq,
    /// The octet after the last one sent.
    next: Seq,
    /// Where the first segment starts that was sent after the last retransmission; `una` or before where that is all.
    clean: Seq,
    /// The octet after the last one that a SACK block reached; `una` or before where there is none.
    sacked: Seq,
    /// Whether the last acknowledgement was a duplicate.
    duplicates: bool,
    /// The last window field.
    window: Option<u16>,
}

/// Turns departures and acknowledgements of one direction of one connection into samples.
#[derive(Clone, Debug)]
pub struct RttSampler {
    config: Config,
    outstanding: Option<Outstanding>,
    departures: VecDeque<Departure>,
}

impl RttSampler {
    /// Makes one that has seen nothing yet.
    ///
    /// # Errors
    /// [`Config::check`] says which value is out of range.
    pub fn new(config: Config) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self {
            config,
            outstanding: None,
            departures: VecDeque::new(),
        })
    }

    /// Segments remembered.
    pub fn segments(&self) -> usize {
        self.departures.len()
    }

    /// A segment leaves that takes `sequence_len` octets of sequence space (a SYN or a FIN takes one). Segments that take none
    /// are ignored.
    pub fn on_sent(&mut self, at: SimTime, seq: Seq, sequence_len: u32) {
        if sequence_len == 0 {
            return;
        }
        let end = seq + sequence_len;
        let out = self.outstanding.get_or_insert(Outstanding {
            una: seq,
            next: seq,
            clean: seq,
            sacked: seq,
            duplicates: false,
            window: None,
        });
        let retransmission = seq.before(out.next);
        out.next = out.next.latest(end);
        if retransmission {
            out.clean = out.next;
        } else if self.departures.len() < self.config.max_segments as usize {
            self.departures.push_back(Departure { end, at });
        }
    }

    /// A segment with an acknowledgement arrives. Returns the sample it completes.
    pub fn on_ack(&mut self, at: SimTime, ack: &Ack) -> Option<Sample> {
        let out = self.outstanding.as_mut()?;
        if ack.number.before(out.una) || ack.number.after(out.next) {
            return None;
        }
        let hole = ack
            .sack
            .iter()
            .flatten()
            .any(|block| block.left.after(ack.number));
        let departure = if ack.number == out.una {
            let outstanding = out.next.after(out.una);
            let news = ack.sequence_len > 0 || out.window.is_some_and(|window| window != ack.window);
            out.duplicates |= outstanding && (hole || !news);
            None
        } else {
            out.advance(ack.number, &mut self.departures).filter(|_| !hole)
        };
        out.window = Some(ack.window);
        let sacked = self
            .config
            .sack_samples
            .then(|| out.newly_sacked(ack.sack[0]?, &self.departures));
        let departure = departure.or(sacked.flatten())?;
        Some(Sample {
            at,
            delay: self.measure(departure, at),
            kind: DelayKind::RoundTrip,
        })
    }

    /// The time between two readings of the clock.
    fn measure(&self, from: SimTime, to: SimTime) -> Span {
        let tick = self.config.tick.as_nanos();
        let ticks = |at: SimTime| at.since(SimTime::START).as_nanos() / tick;
        Span::from_nanos(ticks(to).saturating_sub(ticks(from)) * tick)
    }
}

impl Outstanding {
    /// Everything before `number` is acknowledged. Returns when the last segment of it left, if its arrival caused this.
    fn advance(&mut self, number: Seq, departures: &mut VecDeque<Departure>) -> Option<SimTime> {
        let mut last = None;
        while let Some(departure) = departures.front().filter(|first| !first.end.after(number)) {
            last = Some(*departure);
            departures.pop_front();
        }
        let ambiguous = self.duplicates || self.clean.after(self.una);
        self.una = number;
        // Kept beside `una`, so that the distance between them never wraps.
        self.clean = self.clean.latest(number);
        self.sacked = self.sacked.latest(number);
        self.duplicates = false;
        last.filter(|departure| departure.end == number && !ambiguous)
            .map(|departure| departure.at)
    }

    /// The last segment that `block` is the first to report: when it left, unless it may have been sent twice.
    fn newly_sacked(&mut self, block: SackBlock, departures: &VecDeque<Departure>) -> Option<SimTime> {
        let SackBlock { left, right } = block;
        let within = left.after(self.una) && right.after(left) && !right.after(self.next);
        if !within || !right.after(self.sacked) {
            return None;
        }
        self.sacked = right;
        if !right.after(self.clean) {
            return None;
        }
        let from = self.una;
        let index = departures
            .binary_search_by_key(&right.dist(from), |departure| departure.end.dist(from))
            .ok()?;
        departures.get(index).map(|departure| departure.at)
    }
}

#[cfg(test)]
#[path = "sampler_tests.rs"]
mod tests;
