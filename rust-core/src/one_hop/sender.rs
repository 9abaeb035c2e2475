// SPDX-License-Identifier: MIT OR Apache-2.0
//! Packets for one neighbour: those that wait, and those on their way without its acknowledgement.
//!
//! The seed's states: Ready is nothing on its way; Wait is something on its way; Done is the moment after an
//! acknowledgement or a purge, in which the next packet is sent (Wait) or there is none (Ready).
use super::config::{Config, MAX_WINDOW};
use super::patience::Patience;
use super::round_trip::RoundTrip;
use super::wire::{Ack, Data, Number};
use crate::agent::PacketId;
use crate::flow::FlowKey;
use crate::seq::Seq;
use crate::units::{SimTime, Span};
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// A packet that the host keeps, and what to call it in the diary.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) id: PacketId,
    pub(super) flow: FlowKey,
    pub(super) seq: Seq,
    pub(super) len: u32,
}

/// Copies of a packet whose time is remembered. An acknowledgement that waited long answers an early one.
const REMEMBERED: usize = 8;

/// A packet on its way.
#[derive(Clone, Copy, Debug)]
struct Sent {
    entry: Entry,
    number: Number,
    /// Copies sent, the first included.
    transmissions: u32,
    /// When the latest copies were sent, each in the place of its number modulo [`REMEMBERED`].
    times: [SimTime; REMEMBERED],
    /// Place of the last copy among all that were sent to this neighbour.
    order: u64,
    /// When it is sent again; never, for a packet whose fragment is not complete.
    deadline: SimTime,
    end: bool,
}

impl Sent {
    /// Counts a copy.
    fn note_copy(&mut self, now: SimTime) {
        self.transmissions = self.transmissions.saturating_add(1);
        let place = usize::from(self.copy()) % REMEMBERED;
        if let Some(time) = self.times.get_mut(place) {
            *time = now;
        }
    }

    /// The number of the latest copy, modulo 256.
    fn copy(&self) -> u8 {
        let [copy, ..] = self.transmissions.to_le_bytes();
        copy
    }

    /// When a copy was sent, if that is remembered.
    fn time_of(&self, copy: u8) -> Option<SimTime> {
        let before = usize::from(self.copy().wrapping_sub(copy));
        let remembered = before < REMEMBERED && (before as u64) < u64::from(self.transmissions);
        let time = self.times.get(usize::from(copy) % REMEMBERED);
        time.filter(|_| remembered).copied()
    }
}

/// A packet to put on the air: its name, what to say of it, and whether it was sent before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transmission {
    pub(super) entry: Entry,
    pub(super) data: Data,
    pub(super) again: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Sender {
    epoch: u32,
    next: Number,
    order: u64,
    waiting: VecDeque<Entry>,
    sent: VecDeque<Sent>,
    patience: Patience,
    /// Its acknowledgement may still come, and tell that the timeout is too short for this hop.
    last_given_up: Option<Sent>,
}

impl Sender {
    pub(super) const fn new(epoch: u32) -> Self {
        Self {
            epoch,
            next: Number(0),
            order: 0,
            waiting: VecDeque::new(),
            sent: VecDeque::new(),
            patience: Patience::new(),
            last_given_up: None,
        }
    }

    /// Packets that wait or are on their way.
    pub(super) fn held(&self) -> usize {
        self.waiting.len() + self.sent.len()
    }

    /// Packets that wait.
    pub(super) fn waiting(&self) -> impl Iterator<Item = &Entry> {
        self.waiting.iter()
    }

    /// Takes the last packet of a connection that waits.
    pub(super) fn drop_last_of(&mut self, flow: FlowKey) -> Option<Entry> {
        let last = self.waiting.iter().rposition(|entry| entry.flow == flow)?;
        self.waiting.remove(last)
    }

    pub(super) fn push(&mut self, now: SimTime, entry: Entry) {
        self.patience.on_packet(now);
        self.waiting.push_back(entry);
    }

    /// The next packet that the window lets go, if there is one. It counts as sent.
    pub(super) fn take_next(&mut self, now: SimTime, timeout: Span, config: &Config) -> Option<Transmission> {
        // Numbers may not run further ahead of a hole than the receiver can note.
        let reach = self.next.dist(self.oldest()).unsigned_abs();
        let room = (self.sent.len() as u64) < u64::from(config.window) && u32::from(reach) < MAX_WINDOW;
        // A fragment is complete once its last packet is on its way; the next one waits for its acknowledgement.
        let complete = config.fragment_packets > 1 && self.sent.back().is_some_and(|last| last.end);
        if !room || complete {
            return None;
        }
        let entry = self.waiting.pop_front()?;
        let full = self.sent.len() as u64 + 1 >= u64::from(config.fragment_packets);
        let end = full || self.waiting.is_empty();
        let wait = self.wait(config);
        if self.waiting.is_empty() {
            self.patience.on_drained(now);
        }
        let number = self.next;
        self.next = number.plus(1);
        self.order += 1;
        let mut sent = Sent {
            entry,
            number,
            transmissions: 0,
            times: [now; REMEMBERED],
            order: self.order,
            deadline: if end { now + timeout + wait } else { SimTime::NEVER },
            end,
        };
        sent.note_copy(now);
        self.sent.push_back(sent);
        Some(self.transmission(&sent, wait))
    }

    /// How long the acknowledgement of the packet that is sent now may wait.
    fn wait(&self, config: &Config) -> Span {
        if config.piggyback && self.waiting.is_empty() {
            self.patience.wait(config)
        } else {
            Span::ZERO
        }
    }

    fn transmission(&self, sent: &Sent, wait: Span) -> Transmission {
        Transmission {
            entry: sent.entry,
            data: Data {
                epoch: self.epoch,
                number: sent.number,
                oldest: self.oldest(),
                transmission: sent.copy(),
                wait_ms: u8::try_from(wait.as_nanos() / 1_000_000).unwrap_or(u8::MAX),
                more: !self.waiting.is_empty(),
                end: sent.end,
            },
            again: sent.transmissions > 1,
        }
    }

    fn oldest(&self) -> Number {
        self.sent.front().map_or(self.next, |first| first.number)
    }

    /// How far packets were given up, for a receiver that may wait for them.
    pub(super) fn skip(&self) -> Data {
        Data {
            epoch: self.epoch,
            number: self.oldest(),
            oldest: self.oldest(),
            transmission: 0,
            wait_ms: 0,
            more: false,
            end: true,
        }
    }

    /// Takes a local acknowledgement: packets that arrived go to `arrived`. Returns the round trip of the packet that it
    /// answers, or `Err` if it is about nothing on its way and not the packet that was last given up.
    pub(super) fn on_ack(
        &mut self,
        now: SimTime,
        ack: &Ack,
        arrived: &mut Vec<Entry>,
    ) -> Result<Option<Span>, ()> {
        let covers = |number: Number| match u32::try_from(number.dist(ack.next)) {
            Err(_) => true,
            Ok(0) => false,
            Ok(ahead) => u32::from(ack.beyond)
                .checked_shr(ahead - 1)
                .is_some_and(|map| map & 1 != 0),
        };
        // Of an earlier life of ours, or for what was never sent.
        if ack.epoch != self.epoch || ack.next.dist(self.next) > 0 {
            return Err(());
        }
        let mut round_trip = None;
        let mut any = false;
        let mut newest = 0;
        self.sent.retain(|sent| {
            if !covers(sent.number) {
                return true;
            }
            if sent.number == ack.answered {
                round_trip = sent.time_of(ack.transmission).map(|sent| now.since(sent));
                if ack.transmission == sent.copy() {
                    newest = sent.order;
                }
            }
            any = true;
            if sent.transmissions == 1 {
                self.patience.on_success();
            }
            arrived.push(sent.entry);
            false
        });
        // One hop keeps the order: what was sent before a packet that arrived, and did not arrive itself, is lost.
        for sent in &mut self.sent {
            if sent.order < newest {
                sent.deadline = now;
            }
        }
        // What is left of a fragment has a last packet, too.
        if let Some(last) = self.sent.back_mut()
            && !last.end
        {
            last.end = true;
            last.deadline = now;
        }
        let late = self
            .last_given_up
            .take_if(|late| late.number == ack.answered && covers(late.number));
        if let Some(sent) = late.and_then(|late| late.time_of(ack.transmission)) {
            round_trip = Some(now.since(sent));
            any = true;
        }
        // The round trip is over when the acknowledgement is due, not when it finds a packet to ride on.
        let waited = Span::from_millis(ack.waited_ms.into());
        let round_trip = round_trip.map(|whole| whole.saturating_sub(waited));
        if any { Ok(round_trip) } else { Err(()) }
    }

    /// When something must be sent again.
    pub(super) fn deadline(&self) -> SimTime {
        let deadlines = self.sent.iter().map(|sent| sent.deadline);
        deadlines.min().unwrap_or(SimTime::NEVER)
    }

    /// Packets whose time is up: those to be sent again go to `again`, those that were sent again often enough to
    /// `given_up`.
    pub(super) fn on_timer(
        &mut self,
        now: SimTime,
        round_trip: &RoundTrip,
        config: &Config,
        again: &mut Vec<Transmission>,
        given_up: &mut Vec<Entry>,
    ) {
        let whole_fragment = config.fragment_packets > 1;
        if whole_fragment && self.deadline() > now {
            return;
        }
        let is_due = |sent: &Sent| whole_fragment || sent.deadline <= now;
        let last_given_up = &mut self.last_given_up;
        self.sent.retain(|sent| {
            let keep = !is_due(sent) || sent.transmissions <= config.retry_limit;
            if !keep {
                given_up.push(sent.entry);
                *last_given_up = Some(*sent);
            }
            keep
        });
        let mut order = self.order;
        let mut due = Vec::new();
        for sent in &mut self.sent {
            if is_due(sent) {
                order += 1;
                let timeout = round_trip.timeout(config, sent.transmissions);
                sent.note_copy(now);
                sent.order = order;
                sent.deadline = if sent.end { now + timeout } else { SimTime::NEVER };
                due.push(*sent);
            }
        }
        self.order = order;
        if !due.is_empty() {
            self.patience.on_loss();
        }
        // A copy is answered at once.
        again.extend(due.iter().map(|sent| self.transmission(sent, Span::ZERO)));
    }

    /// Takes all packets: those on their way, then those that wait.
    pub(super) fn take_all(&mut self) -> (Vec<Entry>, Vec<Entry>) {
        let sent = self.sent.drain(..).map(|sent| sent.entry).collect();
        (sent, self.waiting.drain(..).collect())
    }
}
