// SPDX-License-Identifier: MIT OR Apache-2.0
//! One neighbour: both directions of one-hop TCP with it, and whether it speaks it at all.
use super::Config;
use super::diary::{NOBODY, Subject};
use super::receiver::Receiver;
use super::round_trip::RoundTrip;
use super::sender::{Sender, Transmission};
use super::wire::{Data, Number, Trailer};
use crate::agent::{Answer, Cause, Event, EventKind, LinkAddress, PacketId, Piece, Step};
use crate::flow::FlowKey;
use crate::seq::Seq;
use crate::units::{SimTime, Span};
use alloc::vec::Vec;

/// What an event needs besides the neighbour.
pub(super) struct Context<'a> {
    pub(super) now: SimTime,
    pub(super) config: &'a Config,
    pub(super) answer: &'a mut Answer,
}

/// What is known of a neighbour's ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ability {
    /// It was never heard: it is taken for able.
    Unknown,
    /// It speaks one-hop TCP.
    Able,
    /// It does not, as far as is known until then.
    Plain(SimTime),
}

/// A local acknowledgement that is due.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owed {
    /// Since when.
    pub(super) since: SimTime,
    /// When it goes in a frame of its own at the latest.
    pub(super) deadline: SimTime,
    /// The connection whose packet it answers.
    pub(super) flow: FlowKey,
}

#[derive(Clone, Debug)]
pub(super) struct Neighbour {
    pub(super) ability: Ability,
    pub(super) sender: Sender,
    pub(super) receiver: Option<Receiver>,
    pub(super) round_trip: RoundTrip,
    pub(super) owed: Option<Owed>,
    /// When packets that wait behind a hole are handed on without what is missing.
    pub(super) hole_deadline: SimTime,
    pub(super) last_active: SimTime,
}

impl Neighbour {
    pub(super) const fn new(now: SimTime, epoch: u32) -> Self {
        Self {
            ability: Ability::Unknown,
            sender: Sender::new(epoch),
            receiver: None,
            round_trip: RoundTrip { smoothed: None },
            owed: None,
            hole_deadline: SimTime::NEVER,
            last_active: now,
        }
    }

    /// Whether packets for it go on without one-hop TCP.
    pub(super) fn is_plain(&mut self, now: SimTime) -> bool {
        if let Ability::Plain(until) = self.ability
            && until <= now
        {
            self.ability = Ability::Unknown;
        }
        matches!(self.ability, Ability::Plain(_))
    }

    /// When the acknowledgement of a packet that arrived now is due. `None` if a later packet of its fragment asks for it.
    pub(super) fn ack_deadline(now: SimTime, data: &Data, copy: bool, config: &Config) -> Option<SimTime> {
        if copy || data.end && (data.more || !config.piggyback) {
            return Some(now);
        }
        let wait = Span::from_millis(data.wait_ms.into());
        data.end.then(|| now + wait.min(config.piggyback_delay))
    }

    /// Sets the time for which the first hole may stand: as long as its sender may go on about it, from when all before it
    /// was there. `expected` is what the receiver expected before it took something in.
    pub(super) fn watch_hole(&mut self, now: SimTime, expected: Number, config: &Config) {
        let hole = self.receiver.as_ref().filter(|receiver| receiver.has_hole());
        if let Some(receiver) = hole {
            if receiver.next() != expected || self.hole_deadline == SimTime::NEVER {
                let patience = RoundTrip::longest_timeout(config).scaled(f64::from(config.retry_limit) + 2.0);
                self.hole_deadline = now + patience;
            }
        } else {
            self.hole_deadline = SimTime::NEVER;
        }
    }

    pub(super) fn deadline(&self, config: &Config) -> SimTime {
        let owed = self.owed.map_or(SimTime::NEVER, |owed| owed.deadline);
        let deadline = owed.min(self.sender.deadline()).min(self.hole_deadline);
        if deadline == SimTime::NEVER {
            self.last_active + config.idle_timeout
        } else {
            deadline
        }
    }

    /// Sends what the window lets go.
    pub(super) fn pump(&mut self, cx: &mut Context<'_>) {
        let timeout = self.round_trip.timeout(cx.config, 0);
        while let Some(transmission) = self.sender.take_next(cx.now, timeout, cx.config) {
            self.transmit(cx, transmission);
        }
    }

    fn transmit(&mut self, cx: &mut Context<'_>, transmission: Transmission) {
        let Transmission { entry, data, again } = transmission;
        let owed = if cx.config.piggyback {
            self.owed.take()
        } else {
            None
        };
        let ack = owed.and_then(|owed| {
            let ack = self.receiver.as_ref()?.ack(cx.now.since(owed.since));
            Subject::of_flow(owed.flow).note(cx.answer, EventKind::LocalAckPiggybacked, Cause::None);
            Some(ack)
        });
        let trailer = append(
            &Trailer {
                data: Some(data),
                ack,
            },
            cx.answer,
        );
        let id = entry.id;
        cx.answer.steps.push(if again {
            Step::Resend {
                id,
                priority: false,
                trailer,
            }
        } else {
            Step::Send { id, trailer }
        });
    }

    /// Takes the local acknowledgement of a frame, if it has one.
    pub(super) fn on_local_ack(&mut self, cx: &mut Context<'_>, trailer: &Trailer) {
        let Some(ack) = &trailer.ack else { return };
        let mut arrived = Vec::new();
        let result = self.sender.on_ack(cx.now, ack, &mut arrived);
        cx.answer
            .steps
            .extend(arrived.iter().map(|entry| Step::Release(entry.id)));
        let flow = arrived.last().map_or(NOBODY.flow, |entry| entry.flow);
        match result {
            Ok(Some(rtt)) => {
                self.round_trip.on_sample(rtt);
                cx.answer.events.push(Event {
                    kind: EventKind::RttSample,
                    cause: Cause::None,
                    flow,
                    seq: Seq::new(0),
                    len: 0,
                    rtt: Some(rtt),
                });
            }
            Ok(None) => {}
            Err(()) => NOBODY.note(cx.answer, EventKind::LocalAckIgnored, Cause::NothingOutstanding),
        }
        self.pump(cx);
    }

    /// A neighbour does not speak one-hop TCP: what waits for it goes at once, what was sent is taken for arrived.
    pub(super) fn make_plain(&mut self, cx: &mut Context<'_>, flow: FlowKey) {
        self.ability = Ability::Plain(cx.now + cx.config.plain_timeout);
        let (sent, waiting) = self.sender.take_all();
        cx.answer
            .steps
            .extend(sent.iter().map(|entry| Step::Release(entry.id)));
        for entry in waiting {
            cx.answer
                .steps
                .extend([Step::send(entry.id), Step::Release(entry.id)]);
        }
        Subject::of_flow(flow).note(cx.answer, EventKind::PlainNeighbour, Cause::None);
    }

    /// Its deadline has come.
    pub(super) fn on_deadline(&mut self, cx: &mut Context<'_>, address: LinkAddress) {
        let (mut again, mut given_up) = (Vec::new(), Vec::new());
        self.sender
            .on_timer(cx.now, &self.round_trip, cx.config, &mut again, &mut given_up);
        for entry in &given_up {
            Subject::from(*entry).note(cx.answer, EventKind::RetransmissionLimit, Cause::OneHopTimer);
            cx.answer.steps.push(Step::Abandon(entry.id));
        }
        for transmission in again {
            Subject::from(transmission.entry).note(
                cx.answer,
                EventKind::LocalRetransmission,
                Cause::OneHopTimer,
            );
            self.transmit(cx, transmission);
        }
        if let Some(last) = given_up.last() {
            if self.ability == Ability::Unknown {
                self.make_plain(cx, last.flow);
            } else if cx.config.window > 1 {
                // Lest what came after it wait in vain.
                let data = Some(self.sender.skip());
                let frame = append(&Trailer { data, ack: None }, cx.answer);
                cx.answer.steps.push(Step::Frame { to: address, frame });
            }
        }
        self.pump(cx);
        if let Some(owed) = self.owed
            && owed.deadline <= cx.now
            && let Some(receiver) = &self.receiver
        {
            let ack = Some(receiver.ack(cx.now.since(owed.since)));
            let frame = append(&Trailer { data: None, ack }, cx.answer);
            cx.answer.steps.push(Step::Frame { to: address, frame });
            Subject::of_flow(owed.flow).note(cx.answer, EventKind::LocalAck, Cause::None);
            self.owed = None;
        }
        if self.hole_deadline <= cx.now
            && let Some(receiver) = &mut self.receiver
        {
            let mut ready = Vec::new();
            let expected = receiver.next();
            receiver.skip_hole(&mut ready);
            deliver(&ready, cx.answer);
            self.watch_hole(cx.now, expected, cx.config);
        }
    }
}

fn append(trailer: &Trailer, answer: &mut Answer) -> Piece {
    let written = answer.append(|bytes| {
        trailer.write(bytes);
        Some(())
    });
    written.map_or(Piece::NONE, |(piece, ())| piece)
}

/// Hands kept packets to the node.
pub(super) fn deliver(ready: &[PacketId], answer: &mut Answer) {
    for id in ready {
        answer.steps.extend([Step::Deliver(*id), Step::Release(*id)]);
    }
}
