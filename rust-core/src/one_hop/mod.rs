// SPDX-License-Identifier: MIT OR Apache-2.0
//! One-hop TCP, the part of Hop-by-Hop TCP that runs on every node: each packet of a TCP connection is buffered, acknowledged
//! and sent again on every hop of its way, end-to-end acknowledgements included.
//!
//! Source: seed 002 of the project, slides of Hop-by-Hop TCP (Lien, Yu; APSCC 2008 and IJCNC 2009). With
//! [`Config::fragment_packets`] above 1 it is the hop-by-hop layer of Heimlicher et al., "The Transport Layer Revisited"
//! (COMSWARE 2007), which acknowledges and repeats fragments of 8 packets.
//!
//! What the seed leaves open is decided thus:
//!
//! | case | decision |
//! |---|---|
//! | format of local acknowledgements | `wire.rs`: behind the datagram, where nodes without agent take it for padding, or in a frame of its own |
//! | one-hop timeout | average and four variations of the round trips over the hop, from [`Config::min_timeout`] to [`Config::max_timeout`]; or fixed |
//! | round trip of a packet sent again | the acknowledgement says which copy it answers |
//! | retries | [`Config::retry_limit`] copies after the first; then the packet is purged, and end-to-end TCP sees to it |
//! | state | for each neighbour, so that a dead one stops no other |
//! | piggybacking | the acknowledgement waits for a packet to the same neighbour as long as that neighbour allows: up to [`Config::piggyback_delay`], less where it expects to send again soon or had losses, not at all where it has more to send, nor for a copy |
//! | buffer full | a packet that arrives to be sent on is dropped without acknowledgement, so its last hop keeps it; a packet that leaves takes the place of the last one of the connection with most waiting packets, and is dropped if its own has as many |
//! | order | packets go to the node in the order in which the neighbour numbered them; what it gave up is skipped |
//! | duplicates | acknowledged and dropped |
//! | neighbour without one-hop TCP | found out by TCP without trailer from it, or by silence until the first packet is given up; then its packets pass untouched for [`Config::plain_timeout`] |
//! | node that restarts | numbers its packets in a new epoch; what was buffered is lost. Packets of an earlier epoch pass unanswered |
//! | acknowledgement for nothing on its way | ignored, and entered in the diary |
//! | broadcast, multicast, other protocols than TCP | pass untouched |
//! | fragments of TCP segments (IPv4) | served as packets of their own |
//! | no room behind the datagram in the frame (MTU) | passes untouched, and is entered in the diary |
//! | own queue drops a packet | it is sent again when its time is up |
//! | memory | [`Config::buffer_packets`], [`Config::max_neighbours`], and a window of packets out of order from each neighbour |
mod config;
mod diary;
mod neighbour;
mod patience;
mod receiver;
mod round_trip;
mod sender;
#[cfg(test)]
mod tests;
mod wire;

pub use config::{Config, ConfigError, MAX_WINDOW};

use crate::agent::{
    Agent, Answer, Cause, Direction, EventKind, LinkAddress, Moment, Outcome, Packet, PacketId, Step,
    Untouched, Verdict,
};
use crate::flow::FlowKey;
use crate::segment::{NotTcp, Segment};
use crate::units::SimTime;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::net::{IpAddr, SocketAddr};
use diary::{NOBODY, Subject};
use neighbour::{Ability, Context, Neighbour, Owed, deliver};
use receiver::{Receiver, Reception};
use sender::Entry;
use wire::Trailer;

/// A one-hop TCP agent.
#[derive(Clone, Debug)]
pub struct OneHop {
    config: Config,
    neighbours: BTreeMap<LinkAddress, Neighbour>,
    next_id: u64,
    /// The last epoch given to a neighbour; each new state has a later one.
    epoch: u32,
    untouched: Untouched,
}

impl OneHop {
    /// Makes an agent that has seen nothing yet.
    ///
    /// # Errors
    /// [`ConfigError`] names the value that is out of range.
    pub fn new(config: Config) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self {
            config,
            neighbours: BTreeMap::new(),
            next_id: 0,
            epoch: 0,
            untouched: Untouched::default(),
        })
    }

    /// Packets that wait or are on their way, without those that wait to be handed to the node.
    fn buffered(&self) -> usize {
        self.neighbours
            .values()
            .map(|neighbour| neighbour.sender.held())
            .sum()
    }

    fn has_room(&self) -> bool {
        (self.buffered() as u64) < u64::from(self.config.buffer_packets)
    }

    fn take_id(&mut self) -> PacketId {
        let id = PacketId(self.next_id);
        self.next_id += 1;
        id
    }

    /// The packet in terms of TCP, if one-hop TCP serves it.
    fn subject(&mut self, header: &[u8]) -> Option<Subject> {
        let parsed = Segment::parse(header);
        if let Err(reason) = parsed {
            self.untouched.count(reason);
        }
        match parsed {
            Ok(segment) => Some(Subject {
                flow: segment.flow,
                seq: segment.seq,
                len: segment.sequence_len(),
            }),
            Err(NotTcp::OtherProtocol | NotTcp::Malformed) => None,
            Err(NotTcp::Fragment) => {
                let ends = header.get(12..20)?.first_chunk::<8>()?;
                let &[a, b, c, d, e, f, g, h] = ends;
                let end = |octets: [u8; 4]| SocketAddr::new(IpAddr::from(octets), 0);
                (header.first()? >> 4 == 4).then(|| {
                    Subject::of_flow(FlowKey {
                        source: end([a, b, c, d]),
                        destination: end([e, f, g, h]),
                    })
                })
            }
        }
    }

    /// The state of a neighbour, which is made if there is room for it.
    fn meet(&mut self, now: SimTime, address: LinkAddress) -> Option<&mut Neighbour> {
        if !self.neighbours.contains_key(&address) {
            if self.neighbours.len() as u64 >= u64::from(self.config.max_neighbours) {
                self.untouched.unserved += 1;
                return None;
            }
            let milliseconds = u64::try_from(now.as_nanos()).unwrap_or(0) / 1_000_000;
            let [b0, b1, b2, b3, ..] = milliseconds.to_le_bytes();
            let clock = u32::from_le_bytes([b0, b1, b2, b3]);
            self.epoch = clock.max(self.epoch.wrapping_add(1));
            self.neighbours.insert(address, Neighbour::new(now, self.epoch));
        }
        let neighbour = self.neighbours.get_mut(&address)?;
        neighbour.last_active = now;
        Some(neighbour)
    }

    /// Makes room for a packet of `flow`: drops the packet that came last of the connection with most waiting packets, if that
    /// has more than `flow` would have. Otherwise one connection with a large window would shut all others out.
    fn displace(&mut self, flow: FlowKey, answer: &mut Answer) -> bool {
        let mut waiting: BTreeMap<FlowKey, usize> = BTreeMap::new();
        for entry in self
            .neighbours
            .values()
            .flat_map(|neighbour| neighbour.sender.waiting())
        {
            *waiting.entry(entry.flow).or_default() += 1;
        }
        let own = waiting.get(&flow).copied().unwrap_or_default();
        let Some((&longest, _)) = waiting
            .iter()
            .max_by_key(|(_, packets)| **packets)
            .filter(|(_, packets)| **packets > own + 1)
        else {
            return false;
        };
        let dropped = self
            .neighbours
            .values_mut()
            .find_map(|neighbour| neighbour.sender.drop_last_of(longest));
        let Some(entry) = dropped else { return false };
        answer.steps.push(Step::Release(entry.id));
        Subject::from(entry).note(answer, EventKind::Refused, Cause::BufferFull);
        true
    }

    fn on_egress(
        &mut self,
        now: SimTime,
        to: LinkAddress,
        room: u32,
        subject: Subject,
        answer: &mut Answer,
    ) -> Verdict {
        let has_room = self.has_room();
        let Some(neighbour) = self.meet(now, to) else {
            return Verdict::Forward;
        };
        if neighbour.is_plain(now) {
            return Verdict::Forward;
        }
        if u64::from(room) < wire::MAX_LENGTH as u64 {
            self.untouched.unserved += 1;
            subject.note(answer, EventKind::PassedUntouched, Cause::Mtu);
            return Verdict::Forward;
        }
        if !has_room && !self.displace(subject.flow, answer) {
            subject.note(answer, EventKind::Refused, Cause::BufferFull);
            return Verdict::Drop;
        }
        let id = self.take_id();
        answer.steps.push(Step::Keep(id));
        subject.note(answer, EventKind::Cached, Cause::None);
        let Subject { flow, seq, len } = subject;
        if let Some(neighbour) = self.neighbours.get_mut(&to) {
            neighbour.sender.push(now, Entry { id, flow, seq, len });
            neighbour.pump(&mut Context {
                now,
                config: &self.config,
                answer,
            });
        }
        Verdict::Drop
    }

    fn on_ingress(
        &mut self,
        now: SimTime,
        from: LinkAddress,
        packet: &Packet<'_>,
        subject: Subject,
        answer: &mut Answer,
    ) -> Verdict {
        let has_room = packet.local || self.has_room();
        let id = PacketId(self.next_id);
        let config = self.config;
        let Some(neighbour) = self.meet(now, from) else {
            return Verdict::Forward;
        };
        let mut cx = Context {
            now,
            config: &config,
            answer: &mut *answer,
        };
        let Some(trailer) = Trailer::read(packet.trailer) else {
            if neighbour.ability == Ability::Unknown {
                neighbour.make_plain(&mut cx, subject.flow);
            }
            return Verdict::Forward;
        };
        neighbour.ability = Ability::Able;
        neighbour.on_local_ack(&mut cx, &trailer);
        let Some(data) = trailer.data else {
            return Verdict::Forward;
        };
        let mut ready = Vec::new();
        let renewed = neighbour
            .receiver
            .as_ref()
            .is_some_and(|known| known.is_older_than(&data));
        if renewed && let Some(known) = neighbour.receiver.take() {
            // The sender lost its state: what waits can wait for nothing any more.
            known.into_held(&mut ready);
        }
        let receiver = neighbour.receiver.get_or_insert_with(|| Receiver::new(&data));
        let expected = receiver.next();
        receiver.skip_to(&data, &mut ready);
        let reception = receiver.judge(&data);
        let before = ready.len();
        let verdict = match reception {
            Reception::Foreign => {
                subject.note(answer, EventKind::PassedUntouched, Cause::Epoch);
                Verdict::Forward
            }
            Reception::Duplicate => {
                receiver.answer(&data);
                subject.note(answer, EventKind::Duplicate, Cause::None);
                Verdict::Drop
            }
            Reception::Deliver | Reception::Hold if !has_room => {
                subject.note(answer, EventKind::Refused, Cause::BufferFull);
                Verdict::Drop
            }
            Reception::Deliver => {
                receiver.deliver(&data, &mut ready);
                Verdict::Forward
            }
            Reception::Hold => {
                receiver.hold(&data, id);
                Verdict::Drop
            }
        };
        let answered = match reception {
            Reception::Foreign => false,
            Reception::Duplicate => true,
            Reception::Deliver | Reception::Hold => has_room,
        };
        let copy = reception != Reception::Deliver;
        if answered && let Some(deadline) = Neighbour::ack_deadline(now, &data, copy, &config) {
            let earlier = neighbour.owed.map_or(SimTime::NEVER, |owed| owed.deadline);
            neighbour.owed = Some(Owed {
                since: now,
                deadline: deadline.min(earlier),
                flow: subject.flow,
            });
        }
        neighbour.watch_hole(now, expected, &config);
        // Some must go to the node before this packet, so it takes its turn among them.
        let queued = reception == Reception::Deliver && verdict == Verdict::Forward && before > 0;
        if queued {
            ready.insert(before, id);
        }
        if queued || reception == Reception::Hold && has_room {
            answer.steps.push(Step::Keep(id));
            self.next_id += 1;
        }
        deliver(&ready, answer);
        if queued { Verdict::Drop } else { verdict }
    }

    fn outcome(&self, verdict: Verdict) -> Outcome {
        let deadlines = self
            .neighbours
            .values()
            .map(|neighbour| neighbour.deadline(&self.config));
        Outcome {
            verdict,
            deadline: deadlines.min().unwrap_or(SimTime::NEVER),
        }
    }
}

impl Agent for OneHop {
    fn on_packet(&mut self, at: Moment, packet: &Packet<'_>, answer: &mut Answer) -> Outcome {
        let verdict = match (packet.neighbour, self.subject(packet.header)) {
            (Some(neighbour), Some(subject)) => match packet.direction {
                Direction::Egress => self.on_egress(at.now, neighbour, packet.room, subject, answer),
                Direction::Ingress => self.on_ingress(at.now, neighbour, packet, subject, answer),
            },
            (None, _) | (_, None) => Verdict::Forward,
        };
        self.outcome(verdict)
    }

    fn on_queue_drop(&mut self, _: Moment, _: PacketId, _: &mut Answer) -> Outcome {
        self.outcome(Verdict::Forward)
    }

    fn on_timer(&mut self, at: Moment, answer: &mut Answer) -> Outcome {
        let config = self.config;
        let mut cx = Context {
            now: at.now,
            config: &config,
            answer,
        };
        self.neighbours.retain(|address, neighbour| {
            if neighbour.deadline(&config) > at.now {
                return true;
            }
            neighbour.on_deadline(&mut cx, *address);
            neighbour.deadline(&config) > at.now
        });
        self.outcome(Verdict::Forward)
    }

    fn on_frame(&mut self, at: Moment, from: LinkAddress, frame: &[u8], answer: &mut Answer) -> Outcome {
        let config = self.config;
        let Some(trailer) = Trailer::read(frame) else {
            self.untouched.malformed += 1;
            return self.outcome(Verdict::Forward);
        };
        if let Some(neighbour) = self.meet(at.now, from) {
            neighbour.ability = Ability::Able;
            let mut cx = Context {
                now: at.now,
                config: &config,
                answer: &mut *answer,
            };
            neighbour.on_local_ack(&mut cx, &trailer);
            if let Some((data, receiver)) = trailer.data.as_ref().zip(neighbour.receiver.as_mut()) {
                let mut ready = Vec::new();
                let expected = receiver.next();
                receiver.skip_to(data, &mut ready);
                deliver(&ready, answer);
                neighbour.watch_hole(at.now, expected, &config);
            }
        }
        self.outcome(Verdict::Forward)
    }

    /// What is buffered is lost, as in a node that restarts. Names of kept packets and epochs are not used again.
    fn reboot(&mut self, _: Moment, answer: &mut Answer) -> Outcome {
        for mut neighbour in core::mem::take(&mut self.neighbours).into_values() {
            let (sent, waiting) = neighbour.sender.take_all();
            for entry in sent.into_iter().chain(waiting) {
                Subject::from(entry).note(answer, EventKind::Dropped, Cause::Reboot);
                answer.steps.push(Step::Release(entry.id));
            }
            for id in neighbour.receiver.iter().flat_map(Receiver::held) {
                NOBODY.note(answer, EventKind::Dropped, Cause::Reboot);
                answer.steps.push(Step::Release(id));
            }
        }
        self.outcome(Verdict::Forward)
    }

    fn held_packets(&self) -> usize {
        let behind_holes = self
            .neighbours
            .values()
            .filter_map(|neighbour| neighbour.receiver.as_ref());
        self.buffered()
            + behind_holes
                .map(|receiver| receiver.held().count())
                .sum::<usize>()
    }

    fn connections(&self) -> usize {
        self.neighbours.len()
    }

    fn untouched(&self) -> Untouched {
        self.untouched
    }
}
