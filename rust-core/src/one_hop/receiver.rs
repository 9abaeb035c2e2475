// SPDX-License-Identifier: MIT OR Apache-2.0
//! What arrived from one neighbour: tells new packets from copies, and hands them on in their order.
use super::config::MAX_WINDOW;
use super::wire::{Ack, Data, Number};
use crate::agent::PacketId;
use crate::units::Span;
use alloc::vec::Vec;

/// What becomes of a packet that arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reception {
    /// It goes to the node now.
    Deliver,
    /// It waits for one before it.
    Hold,
    /// It was here before.
    Duplicate,
    /// It belongs to an earlier life of its sender, or lies beyond any window: not ours to judge.
    Foreign,
}

#[derive(Clone, Debug)]
pub(super) struct Receiver {
    epoch: u32,
    next: Number,
    /// Bit n: number `next` + n arrived and waits. The first bit is never set between events.
    arrived: u32,
    held: Vec<(Number, PacketId)>,
    /// The packet that was last answered, and which copy.
    answered: (Number, u8),
}

impl Receiver {
    pub(super) fn new(data: &Data) -> Self {
        Self {
            epoch: data.epoch,
            next: data.oldest,
            arrived: 0,
            held: Vec::new(),
            answered: (data.number, data.transmission),
        }
    }

    /// Whether `data` begins a new life of its sender.
    pub(super) fn is_older_than(&self, data: &Data) -> bool {
        Self::later(data.epoch, self.epoch)
    }

    #[expect(clippy::cast_possible_wrap, reason = "the wrap is the meaning")]
    fn later(epoch: u32, than: u32) -> bool {
        (epoch.wrapping_sub(than) as i32) > 0
    }

    /// What becomes of the packet that came with `data`, after [`Receiver::skip_to`]. Nothing changes yet.
    pub(super) fn judge(&self, data: &Data) -> Reception {
        if data.epoch != self.epoch || !data.is_sane() {
            return Reception::Foreign;
        }
        match u32::try_from(data.number.dist(self.next)) {
            Err(_) => Reception::Duplicate,
            Ok(0) => Reception::Deliver,
            Ok(ahead) if ahead > MAX_WINDOW => Reception::Foreign,
            Ok(ahead) if self.arrived >> ahead & 1 != 0 => Reception::Duplicate,
            Ok(_) => Reception::Hold,
        }
    }

    /// Skips what the sender has given up. Packets that waited for it are `ready`, in order.
    pub(super) fn skip_to(&mut self, data: &Data, ready: &mut Vec<PacketId>) {
        if data.epoch != self.epoch || !data.is_sane() {
            return;
        }
        let oldest = data.oldest;
        while oldest.dist(self.next) > 0 {
            if self.arrived == 0 {
                self.next = oldest;
                break;
            }
            self.step(ready);
        }
        self.advance(ready);
    }

    /// Takes note of a packet that was judged [`Reception::Deliver`]; those that waited for it follow in `ready`.
    pub(super) fn deliver(&mut self, data: &Data, ready: &mut Vec<PacketId>) {
        self.answer(data);
        self.next = data.number.plus(1);
        self.arrived >>= 1;
        self.advance(ready);
    }

    /// Takes note of a packet that was judged [`Reception::Hold`].
    pub(super) fn hold(&mut self, data: &Data, id: PacketId) {
        self.answer(data);
        let ahead = data.number.dist(self.next).unsigned_abs();
        self.arrived |= 1_u32.checked_shl(ahead.into()).unwrap_or(0);
        self.held.push((data.number, id));
    }

    /// Remembers which packet the next acknowledgement answers.
    pub(super) fn answer(&mut self, data: &Data) {
        self.answered = (data.number, data.transmission);
    }

    /// The acknowledgement that is due, and has waited so long.
    pub(super) fn ack(&self, waited: Span) -> Ack {
        let (answered, transmission) = self.answered;
        let [b3, b2, ..] = (self.arrived >> 1).to_le_bytes();
        Ack {
            epoch: self.epoch,
            next: self.next,
            beyond: u16::from_le_bytes([b3, b2]),
            answered,
            transmission,
            waited_ms: u8::try_from(waited.as_nanos() / 1_000_000).unwrap_or(u8::MAX),
        }
    }

    /// Whether packets wait for one that is missing.
    pub(super) fn has_hole(&self) -> bool {
        self.arrived != 0
    }

    /// The packet that is expected next.
    pub(super) const fn next(&self) -> Number {
        self.next
    }

    /// Packets that wait, in any order.
    pub(super) fn held(&self) -> impl Iterator<Item = PacketId> {
        self.held.iter().map(|(_, id)| *id)
    }

    /// Takes all packets that wait, in their order.
    pub(super) fn into_held(mut self, ready: &mut Vec<PacketId>) {
        while self.has_hole() {
            self.skip_hole(ready);
        }
    }

    /// Gives up waiting for the first hole.
    pub(super) fn skip_hole(&mut self, ready: &mut Vec<PacketId>) {
        while self.arrived & 1 == 0 && self.arrived != 0 {
            self.step(ready);
        }
        self.advance(ready);
    }

    fn advance(&mut self, ready: &mut Vec<PacketId>) {
        while self.arrived & 1 != 0 {
            self.step(ready);
        }
    }

    fn step(&mut self, ready: &mut Vec<PacketId>) {
        if let Some(at) = self.held.iter().position(|(number, _)| *number == self.next) {
            ready.push(self.held.swap_remove(at).1);
        }
        self.next = self.next.plus(1);
        self.arrived >>= 1;
    }
}
