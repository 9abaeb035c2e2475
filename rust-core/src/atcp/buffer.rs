// SPDX-License-Identifier: MIT OR Apache-2.0
//! The segments of one connection that are kept until they are acknowledged, in the order of their sequence numbers.
use crate::agent::PacketId;
use crate::segment::Segment;
use crate::seq::Seq;
use alloc::collections::VecDeque;

/// A kept segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept {
    pub(super) id: PacketId,
    pub(super) seq: Seq,
    pub(super) len: u32,
    /// Whether the receiver has it.
    pub(super) sacked: bool,
    /// Whether it was sent again since losses were last looked for.
    pub(super) resent: bool,
    /// Place of its last transmission among all of the connection.
    pub(super) order: u64,
    /// Copies that the host was asked to send and that have not passed yet.
    pub(super) pending: u32,
}

impl Kept {
    pub(super) fn end(&self) -> Seq {
        self.seq + self.len
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Buffer {
    kept: VecDeque<Kept>,
    /// Transmissions so far.
    sent: u64,
    /// The latest transmission of which something arrived.
    arrived: u64,
}

impl Buffer {
    pub(super) fn len(&self) -> usize {
        self.kept.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    pub(super) fn holds(&self, id: PacketId) -> bool {
        self.kept.iter().any(|kept| kept.id == id)
    }

    /// The segment that the receiver waits for, if it is kept.
    pub(super) fn head(&mut self, una: Seq) -> Option<&mut Kept> {
        self.kept
            .front_mut()
            .filter(|kept| !kept.seq.after(una) && kept.end().after(una))
    }

    /// The kept segment that is the same as `segment`.
    pub(super) fn same(&mut self, segment: &Segment) -> Option<&mut Kept> {
        self.kept
            .iter_mut()
            .rev()
            .find(|kept| kept.seq == segment.seq && kept.len == segment.sequence_len())
    }

    /// Puts a segment in its place. Those that it contains give way and are returned.
    pub(super) fn insert(&mut self, new: Kept) -> impl Iterator<Item = Kept> + use<> {
        let first = self.kept.partition_point(|kept| kept.seq.before(new.seq));
        let contained = self
            .kept
            .iter()
            .skip(first)
            .take_while(|kept| !kept.end().after(new.end()))
            .count();
        let replaced: VecDeque<Kept> = self.kept.drain(first..first + contained).collect();
        self.kept.insert(first, new);
        replaced.into_iter()
    }

    /// Counts a transmission.
    pub(super) fn next_order(&mut self) -> u64 {
        self.sent += 1;
        self.sent
    }

    /// Takes out the first segment if all of it lies below `ack`.
    pub(super) fn pop_below(&mut self, ack: Seq) -> Option<Kept> {
        let done = self.kept.front().is_some_and(|kept| !kept.end().after(ack));
        let first = if done { self.kept.pop_front() } else { None };
        self.arrived = first.map_or(0, |kept| kept.order).max(self.arrived);
        first
    }

    /// Takes out the first segment.
    pub(super) fn pop(&mut self) -> Option<Kept> {
        self.kept.pop_front()
    }

    /// Notes which segments the receiver has.
    pub(super) fn mark(&mut self, segment: &Segment) {
        for block in segment.sack.iter().flatten() {
            for kept in &mut self.kept {
                if !kept.seq.before(block.left) && !kept.end().after(block.right) {
                    kept.sacked = true;
                    self.arrived = self.arrived.max(kept.order);
                }
            }
        }
    }

    /// Segments that the receiver has beyond what it waits for.
    pub(super) fn sacked(&self) -> usize {
        self.kept.iter().filter(|kept| kept.sacked).count()
    }

    /// Forgets what was sent again.
    pub(super) fn look_afresh(&mut self) {
        for kept in &mut self.kept {
            kept.resent = false;
        }
    }

    /// The first segment that the receiver has not and that has no copy on its way: none was sent, or something arrived that
    /// was sent after it. With `beyond`, only one below at least that many that the receiver has, which RFC 6675 takes for
    /// lost.
    pub(super) fn missing(&mut self, beyond: usize) -> Option<&mut Kept> {
        let mut above = self.sacked();
        let arrived = self.arrived;
        self.kept.iter_mut().find(move |kept| {
            above -= usize::from(kept.sacked);
            above >= beyond && !kept.sacked && (!kept.resent || kept.order < arrived)
        })
    }
}
