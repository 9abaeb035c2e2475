// SPDX-License-Identifier: MIT OR Apache-2.0
//! Handoff [Bal95 s3.3]: base stations near a mobile host buffer its data, so that the one it moves to can go on at once.
//!
//! A buffering base station gets the same data as the serving one but sends nothing over the air. It sees no
//! acknowledgements, so it bounds its buffer ([`Config::handoff_buffer_packets`]) and frees the oldest packet first. When
//! the mobile host moves to it, it learns from the mobile host, and from the base station that served so far, how far
//! each connection has come; it sends what is missing, and serves from then on with that as its cache.
use super::cache::Entry;
use super::connection::{Connection, Context};
use super::{Snoop, Store, transfer};
use crate::agent::{Answer, Cause, Event, EventKind, Moment, Outcome, Step, Verdict};
use crate::flow::FlowKey;
use crate::segment::Segment;
use crate::seq::Seq;
use crate::units::SimTime;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A packet that waits for its mobile host.
#[derive(Clone, Copy, Debug)]
struct Held {
    flow: FlowKey,
    entry: Entry,
    /// Whether it is data, and not a SYN or RST, which are never sent a second time.
    data: bool,
}

/// What waits for one mobile host, the oldest first.
#[derive(Clone, Debug)]
pub(super) struct Buffer {
    packets: VecDeque<Held>,
    heard: SimTime,
}

impl Buffer {
    /// Makes room down to `most` packets, the oldest first.
    fn shrink(&mut self, most: usize, cause: Cause, store: &mut Store, answer: &mut Answer) {
        while self.packets.len() > most
            && let Some(held) = self.packets.pop_front()
        {
            release(held, cause, store, answer);
        }
    }
}

fn release(held: Held, cause: Cause, store: &mut Store, answer: &mut Answer) {
    store.packets.held -= 1;
    answer.steps.push(Step::Release(held.entry.id));
    answer.events.push(event(EventKind::BufferReleased, cause, &held));
}

fn event(kind: EventKind, cause: Cause, held: &Held) -> Event {
    let Entry { start, end, .. } = held.entry;
    Event {
        kind,
        cause,
        flow: held.flow,
        seq: start,
        len: end.dist(start).unsigned_abs(),
        rtt: None,
    }
}

impl Snoop {
    /// Another base station serves `mobile` from now on: its connections leave this agent, and what passes towards it is
    /// buffered.
    pub fn start_buffering(&mut self, at: Moment, mobile: IpAddr, answer: &mut Answer) -> Outcome {
        if self.buffers.contains_key(&mobile) {
            return self.outcome(Verdict::Forward);
        }
        let mut packets: Vec<Held> = Vec::new();
        for flow in self.flows_to(mobile) {
            if let Some(connection) = self.connections.get_mut(&flow) {
                packets.extend(connection.take_cache().map(|entry| Held {
                    flow,
                    entry,
                    data: true,
                }));
            }
            self.close(at, flow, Cause::Handoff, answer);
        }
        packets.sort_by_key(|held| held.entry.ordinal);
        let mut buffer = Buffer {
            packets: packets.into(),
            heard: at.now,
        };
        let most = self.config.handoff_buffer_packets as usize;
        buffer.shrink(most, Cause::CacheFull, &mut self.store, answer);
        self.buffers.insert(mobile, buffer);
        self.outcome(Verdict::Forward)
    }

    /// Appends what another base station should know of the connections of `mobile`.
    pub fn export(&self, mobile: IpAddr, state: &mut Vec<u8>) {
        for flow in self.flows_to(mobile) {
            if let Some(known) = self.connections.get(&flow).and_then(|one| one.known(flow)) {
                known.write(state);
            }
        }
    }

    /// `mobile` has come to this base station. `state` is what is known of its connections: what it said itself
    /// ([`super::Reporter::report`]) and what the previous base station said ([`Self::export`]), one behind the other.
    pub fn start_serving(
        &mut self,
        at: Moment,
        mobile: IpAddr,
        state: &[u8],
        answer: &mut Answer,
    ) -> Outcome {
        let Some(buffer) = self.buffers.remove(&mobile) else {
            return self.outcome(Verdict::Forward);
        };
        let known = transfer::read(state);
        for (flow, known) in &known {
            if flow.destination.ip() == mobile && !known.is_over() {
                self.take_over(at, *flow, Connection::resumed(at.now, known), answer);
            }
        }
        for held in buffer.packets {
            let known = known.get(&held.flow);
            if known.is_some_and(|known| !held.entry.end.after(known.last_ack)) {
                release(held, Cause::OldData, &mut self.store, answer);
            } else {
                self.send_held(at, held, answer);
            }
        }
        self.outcome(Verdict::Forward)
    }

    /// Whether packets for `mobile` are buffered and not sent.
    pub fn is_buffering(&self, mobile: IpAddr) -> bool {
        self.buffers.contains_key(&mobile)
    }

    fn flows_to(&self, mobile: IpAddr) -> Vec<FlowKey> {
        let to_mobile = |flow: &&FlowKey| flow.destination.ip() == mobile;
        self.connections.keys().filter(to_mobile).copied().collect()
    }

    fn take_over(&mut self, at: Moment, flow: FlowKey, connection: Connection, answer: &mut Answer) {
        if self.connections.contains_key(&flow)
            || self.connections.len() >= self.config.max_connections as usize
        {
            return;
        }
        self.connections.insert(flow, connection);
        answer.events.push(Event {
            kind: EventKind::FlowOpened,
            cause: Cause::Handoff,
            flow,
            seq: Seq::new(0),
            len: 0,
            rtt: None,
        });
        // Sets its timer.
        let _ = self.with(at, flow, answer, |_, _| Verdict::Forward);
    }

    fn send_held(&mut self, at: Moment, held: Held, answer: &mut Answer) {
        if held.data {
            self.take_over(at, held.flow, Connection::new(at.now), answer);
        }
        if held.data && self.connections.contains_key(&held.flow) {
            let _ = self.with(at, held.flow, answer, |connection, cx: &mut Context<'_>| {
                connection.send_held(cx, held.entry);
                Verdict::Forward
            });
        } else {
            self.store.passed += 1;
            self.store.packets.held -= 1;
            let id = held.entry.id;
            answer.steps.extend([Step::send(id), Step::Release(id)]);
            answer
                .events
                .push(event(EventKind::HandoffForwarded, Cause::Handoff, &held));
        }
    }

    /// If the packet is for a mobile host whose packets are buffered: does so, and returns true.
    pub(super) fn holds_back(&mut self, at: Moment, header: &[u8], answer: &mut Answer) -> bool {
        // In most packets' way, so no header is read before there is anything to buffer.
        if self.buffers.is_empty() {
            return false;
        }
        let Self {
            config,
            buffers,
            store,
            ..
        } = self;
        let Some(buffer) = destination(header).and_then(|mobile| buffers.get_mut(&mobile)) else {
            return false;
        };
        let Ok(segment) = Segment::parse(header) else {
            // Nothing says later whether the mobile host got it from the other base station.
            return true;
        };
        if segment.sequence_len() == 0 && !segment.flags.rst {
            // An acknowledgement: the next one says as much, and this one would be stale by then.
            return true;
        }
        buffer.heard = at.now;
        let most = config.handoff_buffer_packets as usize;
        buffer.shrink(most.saturating_sub(1), Cause::CacheFull, store, answer);
        if store.packets.held >= config.max_packets as usize {
            buffer.shrink(
                buffer.packets.len().saturating_sub(1),
                Cause::MemoryBound,
                store,
                answer,
            );
        }
        if store.packets.held >= config.max_packets as usize {
            return true;
        }
        let id = store.packets.take_id();
        let held = Held {
            flow: segment.flow,
            entry: Entry {
                id,
                start: segment.seq,
                end: segment.end(),
                ordinal: 0,
                local_retransmissions: 0,
                sender_retransmitted: false,
            },
            data: !segment.flags.syn && !segment.flags.rst,
        };
        buffer.packets.push_back(held);
        answer.steps.push(Step::Keep(id));
        answer.events.push(event(EventKind::Buffered, Cause::None, &held));
        true
    }

    /// Frees what waits for mobile hosts of which nothing was heard for long.
    pub(super) fn age_buffers(&mut self, at: Moment, answer: &mut Answer) {
        let Self {
            config,
            buffers,
            store,
            ..
        } = self;
        for buffer in buffers.values_mut() {
            if buffer.heard + config.idle_timeout <= at.now {
                buffer.shrink(0, Cause::Idle, store, answer);
            }
        }
    }

    /// Forgets what waits for mobile hosts, and that they are elsewhere.
    pub(super) fn forget_buffers(&mut self, cause: Cause, answer: &mut Answer) {
        for mut buffer in core::mem::take(&mut self.buffers).into_values() {
            buffer.shrink(0, cause, &mut self.store, answer);
        }
    }

    /// When the first buffer is to be freed.
    pub(super) fn buffer_deadline(&self) -> SimTime {
        let full = self.buffers.values().filter(|buffer| !buffer.packets.is_empty());
        full.map(|buffer| buffer.heard + self.config.idle_timeout)
            .min()
            .unwrap_or(SimTime::NEVER)
    }
}

/// Where a datagram goes.
fn destination(header: &[u8]) -> Option<IpAddr> {
    match header.first().map(|octet| octet >> 4) {
        Some(4) => {
            let octets: [u8; 4] = header.get(16..20)?.try_into().ok()?;
            Some(Ipv4Addr::from(octets).into())
        }
        Some(6) => {
            let octets: [u8; 16] = header.get(24..40)?.try_into().ok()?;
            Some(Ipv6Addr::from(octets).into())
        }
        Some(_) | None => None,
    }
}
