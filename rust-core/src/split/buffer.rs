// SPDX-License-Identifier: MIT OR Apache-2.0
//! The segments that a proxy holds for one direction of a connection, in the order of sequence numbers: first those that were
//! sent on, then those that may be, then those that arrived beyond a hole.
use crate::agent::PacketId;
use crate::seq::Seq;
use crate::units::SimTime;
use alloc::collections::VecDeque;

/// A held segment. The packet itself is kept by the host under `id`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) id: PacketId,
    /// First octet that no segment before it holds.
    pub(super) start: Seq,
    pub(super) end: Seq,
    /// The timestamp that its source put on it.
    pub(super) stamp: Option<u32>,
    pub(super) sent_at: SimTime,
    /// How often it was sent on.
    pub(super) transmissions: u32,
}

/// Segments sorted by sequence number. Both starts and ends strictly increase: no segment lies within another.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffer {
    entries: VecDeque<Entry>,
    /// How many of them follow each other without a hole.
    ready: usize,
    /// How many of these are outstanding.
    sent: usize,
}

impl Buffer {
    /// Whether one held segment has all of `start..end`.
    pub(super) fn covers(&self, start: Seq, end: Seq) -> bool {
        self.beyond_hole()
            .any(|entry| !entry.start.after(start) && !entry.end.before(end))
    }

    fn beyond_hole(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().skip(self.ready)
    }

    /// Adds a segment beyond all that is ready, and that no other one covers. Segments that lie in it are handed to
    /// `displaced`.
    pub(super) fn insert(&mut self, new: Entry, mut displaced: impl FnMut(Entry)) {
        let mut rest = self.entries.split_off(self.ready);
        rest.retain(|entry| {
            let inside = !entry.start.before(new.start) && !entry.end.after(new.end);
            if inside {
                displaced(*entry);
            }
            !inside
        });
        let before = rest.partition_point(|entry| entry.start.before(new.start));
        rest.insert(before, new);
        self.entries.append(&mut rest);
    }

    /// What follows `next` without a hole is ready. Returns where the first hole is.
    pub(super) fn advance(&mut self, mut next: Seq) -> Seq {
        while let Some(entry) = self
            .entries
            .get(self.ready)
            .filter(|entry| !entry.start.after(next))
        {
            next = next.latest(entry.end);
            self.ready += 1;
        }
        next
    }

    /// The next segment to be sent.
    pub(super) fn next(&self) -> Option<Entry> {
        self.entries
            .get(self.sent)
            .filter(|_| self.sent < self.ready)
            .copied()
    }

    /// End of the outstanding segments.
    pub(super) fn sent_end(&self) -> Option<Seq> {
        self.entries.get(self.sent.checked_sub(1)?).map(|entry| entry.end)
    }

    /// The next segment becomes outstanding.
    pub(super) fn pass_next(&mut self) {
        self.sent += 1;
    }

    /// Nothing counts as outstanding any more.
    pub(super) fn rewind(&mut self) {
        self.sent = 0;
    }

    /// The oldest segment, if it is ready.
    pub(super) fn oldest(&mut self) -> Option<&mut Entry> {
        self.entries.front_mut().filter(|_| self.ready > 0)
    }

    /// The next segment, to note that it is sent.
    pub(super) fn next_mut(&mut self) -> Option<&mut Entry> {
        self.entries.get_mut(self.sent)
    }

    /// Takes out the oldest segment if all of it is ready and lies below `ack`.
    pub(super) fn pop_below(&mut self, ack: Seq) -> Option<Entry> {
        self.oldest().filter(|entry| !entry.end.after(ack))?;
        self.ready -= 1;
        self.sent = self.sent.saturating_sub(1);
        self.entries.pop_front()
    }

    /// Takes out the last segment if it lies beyond a hole.
    pub(super) fn pop_beyond_hole(&mut self) -> Option<Entry> {
        if self.entries.len() > self.ready {
            self.entries.pop_back()
        } else {
            None
        }
    }

    /// Takes out all segments.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Entry> {
        (self.ready, self.sent) = (0, 0);
        self.entries.drain(..)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}
