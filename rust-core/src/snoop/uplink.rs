// SPDX-License-Identifier: MIT OR Apache-2.0
//! Data from the mobile to the fixed host [Bal95 s3.2]: which of it the wireless hop lost, and how the mobile host is told.
//!
//! Whatever is missing at the base station was lost on the wireless hop. It is named to the mobile host in a negative
//! acknowledgement, which repeats the fixed host's last acknowledgement with a [`Notification`] and, to a sender that takes
//! them, SACK blocks. A sender that knows neither must not take it for a duplicate acknowledgement, so without SACK blocks
//! it acknowledges one octet less than the fixed host did, and is old news to it (RFC 9293 section 3.10.7.4).
//!
//! The fixed host's own duplicate acknowledgements for such a loss follow. They are passed on with the mark that says so.
use super::Config;
use super::connection::Context;
use super::regenerate::{Additions, LastAck};
use crate::agent::{Cause, EventKind, PacketId, Step, Verdict};
use crate::eln::{MOST_HOLES, Notification};
use crate::segment::{MAX_WINDOW, SackBlock, Segment};
use crate::seq::Seq;
use crate::units::SimTime;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// Holes that are remembered for one connection at most: a window of 64 KiB full of lost segments of 536 octets has fewer.
const MOST_REMEMBERED: usize = 128;
/// SACK blocks that an acknowledgement holds at most.
const MOST_BLOCKS: usize = 4;

/// Octets that did not arrive where they should have.
#[derive(Clone, Copy, Debug)]
struct Hole {
    start: Seq,
    end: Seq,
    /// Whether it is still missing. Afterwards the fixed host's duplicate acknowledgements for it may still be on their way.
    open: bool,
    /// Packets that arrived from beyond it while it was open.
    beyond: u32,
    /// Of these, how many can still make the fixed host repeat its acknowledgement.
    echoes: u32,
    /// Negative acknowledgements that named it.
    named: u32,
}

/// What the base station knows of the data from the mobile host.
#[derive(Clone, Debug)]
pub(super) struct Uplink {
    /// End of the highest data that arrived.
    highest: Seq,
    /// In the order of sequence numbers; none overlaps another.
    holes: VecDeque<Hole>,
    /// The fixed host's last acknowledgement.
    fixed_ack: Option<Seq>,
    last_ack: LastAck,
    /// An acknowledgement that the host keeps, since a datagram of ours takes the same way.
    alike: Option<PacketId>,
    sack_permitted: bool,
    /// Start of the quiet time after which the mobile host is told again.
    quiet_since: SimTime,
}

impl Uplink {
    /// The mobile host sends data, of which `first` is the first seen.
    pub(super) fn new(now: SimTime, first: Seq, sack_permitted: bool) -> Self {
        Self {
            highest: first,
            holes: VecDeque::new(),
            fixed_ack: None,
            last_ack: LastAck::default(),
            alike: None,
            sack_permitted,
            quiet_since: now,
        }
    }

    /// Data arrives from the mobile host.
    pub(super) fn on_data(&mut self, cx: &mut Context<'_>, start: Seq, end: Seq) {
        if start.dist(self.highest).unsigned_abs() > MAX_WINDOW {
            return; // no window reaches that far
        }
        self.quiet_since = cx.at.now;
        if start.before(self.highest) {
            self.fill(start, end);
        } else if start != self.highest {
            if self.holes.len() >= MOST_REMEMBERED {
                self.holes.pop_front();
            }
            self.holes.push_back(Hole {
                start: self.highest,
                end: start,
                open: true,
                beyond: 0,
                echoes: 0,
                named: 0,
            });
        }
        self.highest = self.highest.latest(end);
        for hole in self
            .holes
            .iter_mut()
            .filter(|hole| hole.open && !hole.end.after(start))
        {
            hole.beyond = hole.beyond.saturating_add(1);
            hole.echoes = hole.echoes.saturating_add(1);
        }
        let due = self.pick(|hole| hole.is_due(cx.config));
        if !due.is_empty() {
            self.tell(cx, Cause::NackThreshold, &due);
        }
    }

    /// Octets that were missing arrive.
    fn fill(&mut self, start: Seq, end: Seq) {
        let mut at = 0;
        while let Some(&hole) = self.holes.get(at) {
            let from = hole.start.latest(start);
            let to = if hole.end.before(end) { hole.end } else { end };
            if !hole.open || !from.before(to) {
                at += 1;
                continue;
            }
            let parts = [
                Hole { end: from, ..hole },
                Hole {
                    start: from,
                    end: to,
                    open: false,
                    ..hole
                },
                Hole { start: to, ..hole },
            ];
            self.holes.remove(at);
            for part in parts.into_iter().filter(|part| part.start.before(part.end)) {
                self.holes.insert(at, part);
                at += 1;
            }
        }
    }

    /// A segment of the fixed host passes with an acknowledgement. It may go on in another form.
    pub(super) fn on_fixed_ack(&mut self, cx: &mut Context<'_>, segment: &Segment, header: &[u8]) -> Verdict {
        self.last_ack.sent(segment);
        let Some(ack) = segment.ack else {
            return Verdict::Forward;
        };
        if self.fixed_ack.is_some_and(|last| ack.before(last)) {
            return Verdict::Forward;
        }
        let again = self.fixed_ack == Some(ack);
        self.fixed_ack = Some(ack);
        self.sack_permitted |= segment.sack.iter().any(Option::is_some);
        self.highest = self.highest.latest(ack);
        while self.holes.front().is_some_and(|hole| !hole.end.after(ack)) {
            self.holes.pop_front();
        }
        if let Some(hole) = self.holes.front_mut() {
            hole.start = hole.start.latest(ack);
        }
        if !segment.is_bare() || segment.flags.syn {
            return Verdict::Forward;
        }
        self.last_ack.remember(segment, header);
        if self.alike.is_none() && cx.store.packets.held < cx.config.max_packets as usize {
            let id = cx.store.packets.take_id();
            cx.answer.steps.push(Step::Keep(id));
            self.alike = Some(id);
            self.quiet_since = cx.at.now; // nothing could be said before
        }
        self.annotate(cx, ack, again)
    }

    /// The fixed host waits for what the wireless hop lost: its acknowledgement should say so.
    fn annotate(&mut self, cx: &mut Context<'_>, ack: Seq, again: bool) -> Verdict {
        let Some(hole) = self.holes.front_mut().filter(|hole| hole.start == ack) else {
            return Verdict::Forward;
        };
        let due_to_hop = hole.open || hole.echoes > 0;
        let sure = hole.is_sure(cx.config);
        if again {
            hole.echoes = hole.echoes.saturating_sub(1);
        }
        let saying = Saying {
            ack: None,
            sack: sure && self.sack_permitted,
            notify: due_to_hop && cx.config.explicit_loss_notification,
        };
        if !saying.sack && !saying.notify {
            return Verdict::Forward;
        }
        let due = self.pick(|hole| hole.is_due(cx.config));
        match self.say(cx, &saying, &due, Cause::NackThreshold) {
            None => Verdict::Forward,
            Some(named) => {
                if named == 0 {
                    note(cx, EventKind::AckMarked, Cause::WirelessLoss, ack, 0);
                }
                Verdict::Drop
            }
        }
    }

    /// Sends a negative acknowledgement, if there is a form of it that the mobile host understands.
    fn tell(&mut self, cx: &mut Context<'_>, cause: Cause, holes: &[usize]) {
        let Some(ack) = self.fixed_ack else { return };
        // SACK blocks say that the segment at the acknowledgement is missing. If it is on its way to the fixed host, they
        // must wait for the acknowledgement that reaches the hole.
        let at_hole = self
            .holes
            .front()
            .is_some_and(|hole| hole.open && hole.start == ack);
        let sack = self.sack_permitted && at_hole;
        let saying = Saying {
            ack: (!sack).then(|| Seq::new(ack.raw().wrapping_sub(1))),
            sack,
            notify: cx.config.explicit_loss_notification,
        };
        if (sack || saying.notify) && self.say(cx, &saying, holes, cause).is_some() {
            cx.store.passed += 1;
        }
    }

    /// Hands an acknowledgement to the device that names these holes. Returns how many of them it names, or `None` if
    /// nothing can be sent yet.
    fn say(&mut self, cx: &mut Context<'_>, saying: &Saying, holes: &[usize], cause: Cause) -> Option<usize> {
        let alike = self.alike?;
        let blocks = if saying.sack { self.blocks() } else { Vec::new() };
        let mut notification = Notification::default();
        for (slot, hole) in notification.holes.iter_mut().zip(holes) {
            *slot = self.holes.get(*hole).map(|hole| SackBlock {
                left: hole.start,
                right: hole.end,
            });
        }
        let additions = Additions {
            ack: saying.ack,
            sack: &blocks,
            notification: saying.notify.then_some(notification),
        };
        let (datagram, found_room) = cx
            .answer
            .append(|bytes| self.last_ack.write_with(&additions, bytes))?;
        cx.answer.steps.push(Step::Transmit { alike, datagram });
        // Without a notification it is the SACK blocks that name them.
        let named = if saying.notify { found_room } else { holes.len() };
        for at in holes.iter().take(named) {
            if let Some(hole) = self.holes.get_mut(*at) {
                hole.named = hole.named.saturating_add(1);
                let (start, len) = (hole.start, hole.end.dist(hole.start).unsigned_abs());
                note(cx, EventKind::NegativeAck, cause, start, len);
            }
        }
        Some(named)
    }

    /// The first holes that `wanted` picks, as many as one notification can name.
    fn pick(&self, wanted: impl Fn(&Hole) -> bool) -> Vec<usize> {
        let all = self.holes.iter().enumerate();
        all.filter(|(_, hole)| wanted(hole))
            .map(|(at, _)| at)
            .take(MOST_HOLES)
            .collect()
    }

    /// What arrived beyond the first open hole, the highest first, since the newest arrival is there (RFC 2018 section 4).
    fn blocks(&self) -> Vec<SackBlock> {
        let mut blocks = Vec::with_capacity(MOST_BLOCKS);
        let mut right = self.highest;
        for hole in self.holes.iter().rev().filter(|hole| hole.open) {
            if hole.end.before(right) && blocks.len() < MOST_BLOCKS {
                blocks.push(SackBlock {
                    left: hole.end,
                    right,
                });
            }
            right = hole.start;
        }
        blocks
    }

    /// Tells the mobile host once more if it has been quiet for so long. Early calls do nothing.
    pub(super) fn on_timer(&mut self, cx: &mut Context<'_>) {
        if self.deadline(cx.config) <= cx.at.now {
            self.quiet_since = cx.at.now;
            let open = self.pick(|hole| hole.may_be_named(cx.config));
            self.tell(cx, Cause::NackTimeout, &open);
        }
    }

    /// When the uplink wants [`Uplink::on_timer`].
    pub(super) fn deadline(&self, config: &Config) -> SimTime {
        if self.alike.is_some() && self.holes.iter().any(|hole| hole.may_be_named(config)) {
            self.quiet_since + config.nack_timeout
        } else {
            SimTime::NEVER
        }
    }

    /// Whether the host keeps `id` for this direction.
    pub(super) fn holds(&self, id: PacketId) -> bool {
        self.alike == Some(id)
    }

    /// Gives up the kept acknowledgement.
    pub(super) fn release(&mut self, cx: &mut Context<'_>) {
        if let Some(id) = self.alike.take() {
            cx.release(id);
        }
    }
}

/// How an acknowledgement to the mobile host differs from what the fixed host said.
struct Saying {
    ack: Option<Seq>,
    sack: bool,
    notify: bool,
}

impl Hole {
    /// Whether enough packets have arrived from beyond to believe that it is lost.
    fn is_sure(&self, config: &Config) -> bool {
        self.open && self.beyond >= config.nack_threshold
    }

    /// Whether that is so, and the mobile host was not told.
    fn is_due(&self, config: &Config) -> bool {
        self.named == 0 && self.is_sure(config)
    }

    fn may_be_named(&self, config: &Config) -> bool {
        self.open && self.named < config.max_local_retransmissions
    }
}

/// An entry about data of the mobile host.
fn note(cx: &mut Context<'_>, kind: EventKind, cause: Cause, seq: Seq, len: u32) {
    cx.note_of(cx.flow.reversed(), kind, cause, seq, len);
}
