// SPDX-License-Identifier: MIT OR Apache-2.0
//! The segments of one connection that the mobile host has not acknowledged yet, in the order of sequence numbers.
use crate::agent::PacketId;
use crate::seq::Seq;
use alloc::collections::VecDeque;
use core::ops::RangeInclusive;

/// A cached segment. The packet itself is kept by the host under `id`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) id: PacketId,
    pub(super) start: Seq,
    pub(super) end: Seq,
    /// How many packets had passed towards the mobile host when this one did.
    pub(super) ordinal: u64,
    /// Local retransmissions since the sender last sent it.
    pub(super) local_retransmissions: u32,
    /// Whether the sender itself sent it again, so that duplicate acknowledgements for it are the sender's business.
    pub(super) sender_retransmitted: bool,
}

impl Entry {
    /// The sender sends it again: duplicates for it are the sender's business, and local retransmissions start anew
    /// [Bal95 s3.1.2].
    pub(super) fn hand_to_sender(&mut self) {
        self.sender_retransmitted = true;
        self.local_retransmissions = 0;
    }
}

/// Segments sorted by sequence number. Both starts and ends strictly increase: no segment lies within another.
#[derive(Clone, Debug, Default)]
pub(super) struct Cache {
    entries: VecDeque<Entry>,
}

impl Cache {
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The segment that holds the octet `at`, if it is the oldest one. An older one would have been acknowledged.
    pub(super) fn oldest_at(&mut self, at: Seq) -> Option<&mut Entry> {
        self.entries
            .front_mut()
            .filter(|entry| !entry.start.after(at) && entry.end.after(at))
    }

    pub(super) fn oldest(&mut self) -> Option<&mut Entry> {
        self.entries.front_mut()
    }

    /// Whether any cached segment shares an octet with `start..end`.
    pub(super) fn overlaps(&self, start: Seq, end: Seq) -> bool {
        // New data comes at the back, so looking from there ends at once in the common case.
        self.entries
            .iter()
            .rev()
            .take_while(|entry| entry.end.after(start))
            .any(|entry| entry.start.before(end))
    }

    /// The cached segment that holds all of `start..end`.
    pub(super) fn holding(&mut self, start: Seq, end: Seq) -> Option<&mut Entry> {
        self.entries
            .iter_mut()
            .find(|entry| !entry.start.after(start) && !entry.end.before(end))
    }

    /// Adds a segment that lies in no cached one. Cached segments that lie in it are handed to `displaced`.
    pub(super) fn insert(&mut self, new: Entry, mut displaced: impl FnMut(Entry)) {
        if self.entries.back().is_none_or(|last| !last.end.after(new.start)) {
            self.entries.push_back(new);
            return;
        }
        self.entries.retain(|entry| {
            let inside = !entry.start.before(new.start) && !entry.end.after(new.end);
            if inside {
                displaced(*entry);
            }
            !inside
        });
        let later = self
            .entries
            .iter()
            .rev()
            .take_while(|entry| entry.start.after(new.start))
            .count();
        self.entries.insert(self.entries.len() - later, new);
    }

    /// Takes out the oldest segment if all of it lies below `ack`.
    pub(super) fn pop_below(&mut self, ack: Seq) -> Option<Entry> {
        if self.entries.front().is_some_and(|entry| !entry.end.after(ack)) {
            self.entries.pop_front()
        } else {
            None
        }
    }

    /// Whether the host keeps `id` for this cache.
    pub(super) fn contains(&self, id: PacketId) -> bool {
        // What a queue drops came in lately.
        self.entries.iter().rev().any(|entry| entry.id == id)
    }

    /// Takes out the segment that the host keeps under `id`.
    pub(super) fn take(&mut self, id: PacketId) -> Option<Entry> {
        let at = self.entries.iter().rposition(|entry| entry.id == id)?;
        self.entries.remove(at)
    }

    /// Takes out the oldest segment.
    pub(super) fn pop(&mut self) -> Option<Entry> {
        self.entries.pop_front()
    }

    /// How many segments above `above` were the packets of these numbers (see [`Entry::ordinal`]), and the end of the last
    /// of them.
    pub(super) fn transmitted(&self, above: Seq, ordinals: RangeInclusive<u64>) -> (u32, Option<Seq>) {
        let among = |entry: &&Entry| entry.start.after(above) && ordinals.contains(&entry.ordinal);
        self.entries
            .iter()
            .filter(among)
            .fold((0, None), |(count, _), entry| {
                (count.saturating_add(1), Some(entry.end))
            })
    }
}
