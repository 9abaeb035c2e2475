// SPDX-License-Identifier: MIT OR Apache-2.0
//! What agents that keep state for each connection have in common: names of kept packets, and who is to be woken when.
use crate::agent::PacketId;
use crate::flow::FlowKey;
use crate::units::SimTime;
use alloc::collections::BTreeSet;

/// Names packets for the host to keep, and counts those it keeps. No name is given twice: packets that bear one may still
/// wait in the device's queue.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Store {
    next_id: u64,
    pub(crate) held: usize,
}

impl Store {
    pub(crate) fn take_id(&mut self) -> PacketId {
        let id = PacketId(self.next_id);
        self.next_id += 1;
        self.held += 1;
        id
    }
}

/// When a connection is woken; the connection keeps it for [`Alarms`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alarm(SimTime);

impl Alarm {
    /// Not at all.
    pub(crate) const NONE: Self = Self(SimTime::NEVER);
}

/// The alarms of all connections.
#[derive(Clone, Debug, Default)]
pub(crate) struct Alarms {
    entries: BTreeSet<(SimTime, FlowKey)>,
}

impl Alarms {
    /// Wakes the connection at `deadline` at the latest. An earlier entry stays: waking once too often is cheaper than moving the
    /// entry with every packet.
    pub(crate) fn set(&mut self, key: FlowKey, alarm: &mut Alarm, deadline: SimTime) {
        if deadline < alarm.0 {
            self.cancel(key, *alarm);
            self.entries.insert((deadline, key));
            *alarm = Alarm(deadline);
        }
    }

    /// The connection is gone.
    pub(crate) fn cancel(&mut self, key: FlowKey, alarm: Alarm) {
        self.entries.remove(&(alarm.0, key));
    }

    /// The next connection to wake now. Its alarm is [`Alarm::NONE`] from now on, which the caller notes.
    pub(crate) fn pop_due(&mut self, now: SimTime) -> Option<FlowKey> {
        let &(due, _) = self.entries.first()?;
        if due > now {
            return None;
        }
        self.entries.pop_first().map(|(_, key)| key)
    }

    /// When the next connection is to be woken.
    pub(crate) fn deadline(&self) -> SimTime {
        self.entries.first().map_or(SimTime::NEVER, |(due, _)| *due)
    }
}
