// SPDX-License-Identifier: MIT OR Apache-2.0
//! ATCP, a thin layer between TCP and IP of the sending host in an ad-hoc network.
//!
//! Cited as Liu01: Liu, Singh, "ATCP: TCP for Mobile Ad Hoc Networks", IEEE JSAC 19(7), 2001.
//!
//! The layer tells three reasons for a missing acknowledgement from each other and lets TCP react to one of them only:
//!
//! | state | entered by | what happens |
//! |---|---|---|
//! | Normal | a new acknowledgement | segments are kept until they are acknowledged |
//! | Congested | ECN echo | TCP deals with it and with its losses; the layer does nothing |
//! | Loss | the third duplicate acknowledgement, or TCP's timer about to expire, without ECN echo | TCP is in persist; the layer sends what is missing |
//! | Disconnected | ICMP destination unreachable | TCP is in persist; the layer probes with the oldest segment |
//!
//! A new acknowledgement ends Loss with the congestion window that TCP had, and Disconnected with one of one segment
//! ([`EventKind::WindowRestarted`], which the host carries out).
//!
//! What the paper leaves open is decided thus:
//!
//! | case | decision |
//! |---|---|
//! | how TCP is put into persist | by an acknowledgement with window 0 that changes nothing else; the next new one has the true window |
//! | TCP's own persist timer | started afresh before it expires, so that TCP sends no probes: the layer does |
//! | "about to expire" | a part of the timeout that RFC 6298 gives, measured here; while losses are repaired, of its floor |
//! | SACK blocks | kept from TCP in new acknowledgements, and in duplicates once they show a loss: TCP would repair it and reduce its window |
//! | duplicates before the third | reach TCP with SACK only, where it may send new data on them (RFC 3042) |
//! | several losses in a window | each acknowledgement that stops short has the next missing segment sent |
//! | after Disconnected | all that was outstanding is lost: two segments are sent again for each acknowledgement |
//! | TCP sends something again itself, the host's queue drops a segment, the missing one is not kept | left to TCP until all is acknowledged that was sent by then |
//! | ICMP about data that is not outstanding | ignored (RFC 5927 section 4.1) |
//! | Loss or Disconnected without end | as in TCP's persist: the layer goes on until TCP or its application ends the connection by RST |
mod buffer;
mod config;
mod connection;
mod rto;
#[cfg(test)]
mod tests;
mod unreachable;

pub use self::config::{Config, ConfigError};

use self::connection::{Connection, Context};
use crate::agent::{
    Agent, Answer, Cause, Direction, EventKind, Moment, Outcome, Packet, PacketId, Untouched, Verdict,
};
use crate::flow::FlowKey;
use crate::segment::{NotTcp, Segment};
use crate::seq::Seq;
use crate::store::{Alarm, Alarms, Store};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::net::IpAddr;

/// The ATCP layer of one host.
#[derive(Clone, Debug)]
pub struct Atcp {
    config: Config,
    addresses: Vec<IpAddr>,
    connections: BTreeMap<FlowKey, Connection>,
    timers: Alarms,
    store: Store,
    untouched: Untouched,
}

impl Atcp {
    /// Makes a layer that has seen nothing yet, for the connections of the host with these addresses. What the host
    /// forwards for others is not its business.
    ///
    /// # Errors
    /// [`ConfigError`] names the value that is out of range.
    pub fn new(config: Config, addresses: Vec<IpAddr>) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self {
            config,
            addresses,
            connections: BTreeMap::new(),
            timers: Alarms::default(),
            store: Store::default(),
            untouched: Untouched::default(),
        })
    }

    fn on_egress(&mut self, at: Moment, segment: &Segment, answer: &mut Answer) {
        let flow = segment.flow;
        if !self.addresses.contains(&flow.source.ip()) {
            return;
        }
        if segment.flags.syn {
            // A new connection takes the place of an old one; its handshake is TCP's business.
            self.close(at, flow, Cause::Syn, answer);
            return;
        }
        if segment.sequence_len() == 0 || !self.open(at, segment, answer) {
            return;
        }
        self.with(at, flow, answer, |connection, cx| {
            connection.on_data(cx, segment);
            Verdict::Forward
        });
    }

    fn on_ingress(&mut self, at: Moment, segment: &Segment, header: &[u8], answer: &mut Answer) -> Verdict {
        let flow = segment.flow.reversed();
        match segment.ack {
            Some(ack) if !segment.flags.syn => self.with(at, flow, answer, |connection, cx| {
                connection.on_ack(cx, segment, ack, header)
            }),
            Some(_) | None => Verdict::Forward,
        }
    }

    /// A router reports that it could not forward a segment.
    fn on_unreachable(&mut self, at: Moment, flow: FlowKey, seq: Seq, answer: &mut Answer) {
        self.with(at, flow, answer, |connection, cx| {
            if !connection.on_unreachable(cx, seq) {
                cx.note(EventKind::PassedUntouched, Cause::Unreachable, seq, 0);
            }
            Verdict::Forward
        });
    }

    /// Makes sure that there is state for the connection of `segment`. Returns whether there is.
    fn open(&mut self, at: Moment, segment: &Segment, answer: &mut Answer) -> bool {
        let flow = segment.flow;
        if self.connections.contains_key(&flow) {
            return true;
        }
        if self.connections.len() >= self.config.max_connections as usize {
            self.untouched.unserved += 1;
            return false;
        }
        self.connections
            .insert(flow, Connection::new(at.now, segment.seq));
        self.context(at, flow, answer).note(
            EventKind::FlowOpened,
            Cause::None,
            segment.seq,
            segment.sequence_len(),
        );
        true
    }

    fn context<'a>(&'a mut self, at: Moment, flow: FlowKey, answer: &'a mut Answer) -> Context<'a> {
        Context {
            now: at.now,
            config: &self.config,
            flow,
            store: &mut self.store,
            answer,
        }
    }

    /// Runs an event of a known connection, then sees to its timer and its end.
    fn with(
        &mut self,
        at: Moment,
        flow: FlowKey,
        answer: &mut Answer,
        event: impl FnOnce(&mut Connection, &mut Context<'_>) -> Verdict,
    ) -> Verdict {
        let Self {
            config,
            addresses: _,
            connections,
            timers,
            store,
            untouched: _,
        } = self;
        let Some(connection) = connections.get_mut(&flow) else {
            return Verdict::Forward;
        };
        let mut cx = Context {
            now: at.now,
            config,
            flow,
            store,
            answer,
        };
        let verdict = event(connection, &mut cx);
        let deadline = connection.deadline(config);
        timers.set(flow, &mut connection.alarm, deadline);
        if connection.is_closed() {
            self.close(at, flow, Cause::Fin, answer);
        }
        verdict
    }

    fn close(&mut self, at: Moment, flow: FlowKey, cause: Cause, answer: &mut Answer) {
        let Some(mut connection) = self.connections.remove(&flow) else {
            return;
        };
        self.timers.cancel(flow, connection.alarm);
        let mut cx = self.context(at, flow, answer);
        connection.release_all(&mut cx);
        cx.note(EventKind::FlowClosed, cause, Seq::new(0), 0);
    }

    fn outcome(&self, verdict: Verdict) -> Outcome {
        let deadline = self.timers.deadline();
        Outcome { verdict, deadline }
    }
}

impl Agent for Atcp {
    fn on_packet(&mut self, at: Moment, packet: &Packet<'_>, answer: &mut Answer) -> Outcome {
        let Packet {
            direction, header, ..
        } = *packet;
        let segment = match Segment::parse(header) {
            Ok(segment) => segment,
            Err(reason) => {
                self.untouched.count(reason);
                if reason == NotTcp::OtherProtocol
                    && direction == Direction::Ingress
                    && let Some((flow, seq)) = unreachable::unreachable(header)
                {
                    self.on_unreachable(at, flow, seq, answer);
                }
                return self.outcome(Verdict::Forward);
            }
        };
        if segment.flags.rst {
            let flow = match direction {
                Direction::Egress => segment.flow,
                Direction::Ingress => segment.flow.reversed(),
            };
            self.close(at, flow, Cause::Rst, answer);
            return self.outcome(Verdict::Forward);
        }
        let verdict = match direction {
            Direction::Egress => {
                self.on_egress(at, &segment, answer);
                Verdict::Forward
            }
            Direction::Ingress => self.on_ingress(at, &segment, header, answer),
        };
        self.outcome(verdict)
    }

    fn on_queue_drop(&mut self, at: Moment, id: PacketId, answer: &mut Answer) -> Outcome {
        // Rare enough to look through all connections instead of keeping an index.
        let flow = self
            .connections
            .iter()
            .find(|(_, connection)| connection.holds(id))
            .map(|(flow, _)| *flow);
        if let Some(flow) = flow {
            self.with(at, flow, answer, |connection, cx| {
                connection.on_queue_drop(cx);
                Verdict::Forward
            });
        }
        self.outcome(Verdict::Forward)
    }

    fn on_timer(&mut self, at: Moment, answer: &mut Answer) -> Outcome {
        while let Some(flow) = self.timers.pop_due(at.now) {
            let Some(connection) = self.connections.get_mut(&flow) else {
                continue;
            };
            connection.alarm = Alarm::NONE;
            if connection.is_idle(at.now, &self.config) {
                self.close(at, flow, Cause::Idle, answer);
                continue;
            }
            self.with(at, flow, answer, |connection, cx| {
                connection.on_timer(cx);
                Verdict::Forward
            });
        }
        self.outcome(Verdict::Forward)
    }

    fn reboot(&mut self, at: Moment, answer: &mut Answer) -> Outcome {
        while let Some(&flow) = self.connections.keys().next() {
            self.close(at, flow, Cause::Reboot, answer);
        }
        self.outcome(Verdict::Forward)
    }

    fn held_packets(&self) -> usize {
        self.store.held
    }

    fn connections(&self) -> usize {
        self.connections.len()
    }

    fn untouched(&self) -> Untouched {
        self.untouched
    }
}
