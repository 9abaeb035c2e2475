// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Snoop agent at the base station, for data to and from the mobile host.
//!
//! Cited as Bal95: Balakrishnan, Seshan, Amir, Katz, "Improving TCP/IP Performance over Wireless Networks", MobiCom 1995.
//! Cited as Bal97: Balakrishnan, Padmanabhan, Seshan, Katz, "A Comparison of Mechanisms for Improving TCP Performance over
//! Wireless Links", IEEE/ACM ToN 5(6), 1997. The two print different versions: [`Config::preset_1995`] and
//! [`Config::preset_1997`].
//!
//! The agent watches one device of the base station. What leaves by it is data for the mobile host and is cached; what
//! arrives by it carries the mobile host's acknowledgements. Duplicate acknowledgements for a cached segment are answered
//! by sending that segment again and are kept from the sender. Of data that the mobile host itself sends, the agent tells it
//! what the wireless hop lost.
//!
//! What the papers leave open is decided thus:
//!
//! | case | decision |
//! |---|---|
//! | SYN, SYN-ACK | passed on; a new initial sequence number on a known connection starts it afresh; the handshake gives the first round-trip sample |
//! | FIN | takes one number of sequence space and is cached and repaired as data is; the state goes when both FINs are acknowledged |
//! | RST, either way | passed on; the state goes at once. It comes back from the next segments if the reset was not accepted |
//! | base station reboots | everything is forgotten; connections are picked up again as those already open are |
//! | silence | the state goes after [`Config::idle_timeout`] |
//! | connection already open | the state starts with the first data segment seen |
//! | SACK blocks | passed on untouched; a block of data that was sent, above the acknowledgement, makes a duplicate of one whose window changed |
//! | window updates, acknowledgements with data, answers to probes | no duplicates: passed on, never counted |
//! | run of old data | the last acknowledgement is repeated once per [`Config::persist_timeout`], lest the repetitions look like duplicates to the sender |
//! | zero window | probes are neither cached nor answered; nothing is a duplicate while the window is closed |
//! | keep-alives | passed on, since they ask whether the mobile host itself lives |
//! | data both ways | each direction has its own state; segments that carry data are never dropped or changed |
//! | data from the mobile host: when it is told | [`Config::nack_threshold`] packets came from beyond a hole, or [`Config::nack_timeout`] of quiet, then again after each such time, [`Config::max_local_retransmissions`] times at most |
//! | data from the mobile host: how it is told | SACK blocks above the first hole, once the fixed host's acknowledgement is there; an [`eln`](crate::eln) option at any time. The cumulative acknowledgement is never above the fixed host's |
//! | data from the mobile host: duplicates that follow | as many as packets came from beyond the hole while it was open are marked; others are passed on as they are |
//! | data from the mobile host: a chain of wireless hops | data that leaves by the device that it came by is only repaired on its way on |
//! | data from the mobile host: drops by its own queue | cannot be told from losses on the hop |
//! | sequence wrap | serial arithmetic everywhere |
//! | merged or split retransmissions | boundaries of cached segments never change; a larger copy replaces what lies in it, a part marks the whole |
//! | drops by the base station's own queue | congestion, so the cached copy goes and the sender sees the duplicates |
//! | memory | [`Config::cache_packets`], [`Config::max_packets`], [`Config::max_connections`]; beyond them segments pass unserved |
//! | acknowledgement of data never sent, or further back than any window | passed on, believed in nothing |
//! | segment of the mobile host that the fixed host will not take in | likewise: the acknowledgement in it counts for nobody |
//! | handoff: datagrams without TCP, acknowledgements for the mobile host | not buffered: nothing tells later whether they arrived by the other base station |
//! | handoff: what the mobile host reports | how far each connection has come, instead of the IP identification of its last packets |
mod acceptance;
mod cache;
mod config;
mod connection;
mod handoff;
pub(crate) mod regenerate;
mod reporter;
mod round_trip;
#[cfg(test)]
mod tests;
mod transfer;
mod uplink;

pub use config::{Config, ConfigError};
pub use reporter::Reporter;

use crate::agent::{
    Agent, Answer, Cause, Direction, Event, EventKind, Moment, Outcome, Packet, PacketId, Untouched, Verdict,
};
use crate::flow::FlowKey;
use crate::segment::Segment;
use crate::store::{self, Alarm, Alarms};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use connection::{Connection, Context};
use core::net::IpAddr;
use handoff::Buffer;

/// What all connections share.
#[derive(Clone, Debug, Default)]
struct Store {
    packets: store::Store,
    /// Packets that have passed towards the mobile host.
    passed: u64,
}

/// A Snoop agent.
#[derive(Clone, Debug)]
pub struct Snoop {
    config: Config,
    connections: BTreeMap<FlowKey, Connection>,
    timers: Alarms,
    /// Mobile hosts that another base station serves.
    buffers: BTreeMap<IpAddr, Buffer>,
    store: Store,
    untouched: Untouched,
}

impl Snoop {
    /// Makes an agent that has seen nothing yet.
    ///
    /// # Errors
    /// [`ConfigError`] names the value that is out of range.
    pub fn new(config: Config) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self {
            config,
            connections: BTreeMap::new(),
            timers: Alarms::default(),
            buffers: BTreeMap::new(),
            store: Store::default(),
            untouched: Untouched::default(),
        })
    }

    fn on_egress(&mut self, at: Moment, segment: &Segment, header: &[u8], answer: &mut Answer) -> Verdict {
        let flow = segment.flow;
        if segment.flags.syn
            && self
                .connections
                .get(&flow)
                .is_some_and(|known| !known.was_opened_by(segment))
        {
            self.close(at, flow, Cause::Syn, answer);
        }
        if !self.connections.contains_key(&flow)
            && (segment.sequence_len() == 0 || !self.open(at, flow, segment, answer))
        {
            return Verdict::Forward;
        }
        self.with(at, flow, answer, |connection, cx| {
            if segment.flags.syn {
                connection.on_syn(cx, segment)
            } else {
                connection.on_data(cx, segment, header)
            }
        })
    }

    fn on_ingress(&mut self, at: Moment, segment: &Segment, header: &[u8], answer: &mut Answer) -> Verdict {
        let flow = segment.flow.reversed();
        // Data that also leaves by this device comes from a hop before it, where it is another agent's business.
        let from_mobile = segment.payload_len > 0
            && self.config.negative_acks
            && !self.connections.contains_key(&segment.flow)
            && !self.buffers.contains_key(&flow.destination.ip());
        if from_mobile && !self.connections.contains_key(&flow) && !self.open(at, flow, segment, answer) {
            return Verdict::Forward;
        }
        self.with(at, flow, answer, |connection, cx| {
            connection.on_ack(cx, segment, header, from_mobile)
        })
    }

    /// Makes state for the connection that `segment` belongs to. Returns whether there was room for it.
    fn open(&mut self, at: Moment, flow: FlowKey, segment: &Segment, answer: &mut Answer) -> bool {
        if self.connections.len() >= self.config.max_connections as usize {
            self.untouched.unserved += 1;
            return false;
        }
        answer.events.push(Event {
            kind: EventKind::FlowOpened,
            cause: if segment.flags.syn {
                Cause::Syn
            } else {
                Cause::None
            },
            flow: segment.flow,
            seq: segment.seq,
            len: segment.sequence_len(),
            rtt: None,
        });
        self.connections.insert(flow, Connection::new(at.now));
        true
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
            connections,
            timers,
            buffers: _,
            store,
            untouched: _,
        } = self;
        let Some(connection) = connections.get_mut(&flow) else {
            return Verdict::Forward;
        };
        let verdict = event(
            connection,
            &mut Context {
                at,
                config,
                flow,
                store,
                answer,
            },
        );
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
        let mut cx = Context {
            at,
            config: &self.config,
            flow,
            store: &mut self.store,
            answer,
        };
        connection.release_all(&mut cx);
        cx.note(EventKind::FlowClosed, cause, crate::seq::Seq::new(0), 0);
    }

    fn outcome(&self, verdict: Verdict) -> Outcome {
        let deadline = self.timers.deadline().min(self.buffer_deadline());
        Outcome { verdict, deadline }
    }
}

impl Agent for Snoop {
    fn on_packet(&mut self, at: Moment, packet: &Packet<'_>, answer: &mut Answer) -> Outcome {
        let Packet {
            direction, header, ..
        } = *packet;
        if direction == Direction::Egress {
            if self.holds_back(at, header, answer) {
                return self.outcome(Verdict::Drop);
            }
            self.store.passed += 1;
        }
        let segment = match Segment::parse(header) {
            Ok(segment) => segment,
            Err(reason) => {
                self.untouched.count(reason);
                return self.outcome(Verdict::Forward);
            }
        };
        let flow = match direction {
            Direction::Egress => segment.flow,
            Direction::Ingress => segment.flow.reversed(),
        };
        if segment.flags.rst {
            self.close(at, flow, Cause::Rst, answer);
            return self.outcome(Verdict::Forward);
        }
        let verdict = match direction {
            Direction::Egress => self.on_egress(at, &segment, header, answer),
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
            let _ = self.with(at, flow, answer, |connection, cx| {
                connection.on_queue_drop(cx, id)
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
            if connection.idle_deadline(&self.config) <= at.now {
                self.close(at, flow, Cause::Idle, answer);
                continue;
            }
            let _ = self.with(at, flow, answer, |connection, cx| {
                connection.on_timer(cx);
                Verdict::Forward
            });
        }
        self.age_buffers(at, answer);
        self.outcome(Verdict::Forward)
    }

    /// Names of kept packets are not used again: packets that bear one may still wait in the device's queue.
    fn reboot(&mut self, at: Moment, answer: &mut Answer) -> Outcome {
        let flows: Vec<FlowKey> = self.connections.keys().copied().collect();
        for flow in flows {
            self.close(at, flow, Cause::Reboot, answer);
        }
        self.forget_buffers(Cause::Reboot, answer);
        self.outcome(Verdict::Forward)
    }

    fn held_packets(&self) -> usize {
        self.store.packets.held
    }

    fn connections(&self) -> usize {
        self.connections.len()
    }

    fn untouched(&self) -> Untouched {
        self.untouched
    }
}
