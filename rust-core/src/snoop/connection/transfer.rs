// SPDX-License-Identifier: MIT OR Apache-2.0
//! Taking a connection over from another base station, and handing it on.
use super::{Connection, Context, Entry};
use crate::agent::{Cause, EventKind, Step};
use crate::flow::FlowKey;
use crate::snoop::transfer::Known;
use crate::units::SimTime;

impl Connection {
    /// A connection that another base station served so far.
    pub(in crate::snoop) fn resumed(now: SimTime, known: &Known) -> Self {
        let mut connection = Self::new(now);
        connection.highest = Some(known.highest);
        connection.last_ack = Some(known.last_ack);
        connection.window = known.window;
        connection.round_trip.resume(known.srtt);
        connection.sender_fin = known.sender_fin;
        connection.mobile_fin = known.mobile_fin;
        connection.mobile_fin_acked = known.mobile_fin_acked;
        connection
    }

    /// What the next base station should know; nothing before the first acknowledgement.
    pub(in crate::snoop) fn known(&self, flow: FlowKey) -> Option<Known> {
        Some(Known {
            flow,
            last_ack: self.last_ack?,
            highest: self.highest?,
            window: self.window,
            srtt: self.round_trip.smoothed(),
            sender_fin: self.sender_fin,
            mobile_fin: self.mobile_fin,
            mobile_fin_acked: self.mobile_fin_acked,
        })
    }

    /// The cached segments, which from now on belong to somebody else.
    pub(in crate::snoop) fn take_cache(&mut self) -> impl Iterator<Item = Entry> {
        core::iter::from_fn(|| self.cache.pop())
    }

    /// A segment that was held back goes out now, unless a copy of it just did.
    pub(in crate::snoop) fn send_held(&mut self, cx: &mut Context<'_>, held: Entry) {
        let Entry { id, start, end, .. } = held;
        let len = end.dist(start).unsigned_abs();
        if self.cache.holding(start, end).is_some() {
            cx.release(id);
            cx.note(EventKind::BufferReleased, Cause::OldData, start, len);
            return;
        }
        if self.highest.is_none_or(|highest| highest == start) {
            self.round_trip.on_new_data(cx.at.now, end);
        }
        self.highest = Some(self.highest.map_or(end, |highest| highest.latest(end)));
        self.quiet_since = cx.at.now;
        self.heard = cx.at.now;
        cx.store.passed += 1;
        let entry = Entry {
            ordinal: cx.store.passed,
            ..held
        };
        self.cache.insert(entry, |old| {
            cx.release(old.id);
        });
        cx.answer.steps.push(Step::send(id));
        cx.note(EventKind::HandoffForwarded, Cause::Handoff, start, len);
    }
}
