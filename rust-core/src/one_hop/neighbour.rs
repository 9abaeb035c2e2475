// SPDX-License-Identifier: MIT OR Apache-2.0
//! One neighbour: both directions of one-hop TCP with it, and whether it speaks it at all.
use super::Config;
use super::receiver::Receiver;
use super::round_trip::RoundTrip;
use super::sender::Sender;
use super::wire::{Data, Number};
use crate::flow::FlowKey;
use crate::units::{SimTime, Span};

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
}
