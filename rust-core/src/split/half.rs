// SPDX-License-Identifier: MIT OR Apache-2.0
//! One direction of a split connection: takes data in from the source in the destination's name, and hands it to a sender of
//! the proxy's own.
use super::Context;
use super::acknowledgement::{Acknowledgement, Voice};
use super::buffer::Entry;
use super::sender::Sender;
use crate::agent::{Cause, EventKind, Step, Verdict};
use crate::segment::{MAX_WINDOW, Segment};
use crate::seq::Seq;
use crate::units::SimTime;

/// What the source was told last.
#[derive(Clone, Copy, Debug)]
struct Told {
    ack: Seq,
    window: u32,
}

/// Receiver towards the source, sender towards the destination.
#[derive(Clone, Debug)]
pub(super) struct Half {
    pub(super) sender: Sender,
    /// The first octet that is not here. All before it is the proxy's business.
    next: Seq,
    /// Where the window ends that the source may use. It never goes back.
    edge: Seq,
    /// The place of the source's FIN, once it is here.
    fin: Option<Seq>,
    /// The timestamp to echo to the source (RFC 7323 section 4.3).
    echo: Option<u32>,
    told: Option<Told>,
}

impl Half {
    /// The source's first octet is `start`, `stamp` its timestamp so far, and the destination takes in `window` octets.
    pub(super) fn new(cx: &Context<'_>, start: Seq, stamp: Option<u32>, window: u32) -> Self {
        Self {
            sender: Sender::new(cx, start, stamp, window),
            next: start,
            edge: start + cx.config.buffer_octets,
            fin: None,
            echo: stamp,
            told: None,
        }
    }

    /// Whether the source was told anything by the proxy.
    pub(super) fn has_begun(&self) -> bool {
        self.told.is_some()
    }

    pub(super) fn next(&self) -> Seq {
        self.next
    }

    /// Whether the destination has everything, the FIN included.
    pub(super) fn is_done(&self) -> bool {
        self.fin.is_some_and(|fin| self.sender.una().after(fin))
    }

    /// Whether a reset of the source lies where it would be believed, if the source's data were all on its way.
    pub(super) fn could_reset(&self, cx: &Context<'_>, seq: Seq) -> bool {
        let lowest = self.sender.una().dist(seq);
        let highest = seq.dist(self.edge);
        highest <= 0 && i64::from(lowest) <= i64::from(cx.config.buffer_octets)
    }

    /// A segment of the source with data, or its FIN, is about to leave.
    pub(super) fn on_data(&mut self, cx: &mut Context<'_>, segment: &Segment, voice: &Voice<'_>) -> Verdict {
        let (start, end, len) = (segment.seq, segment.end(), segment.sequence_len());
        if start.dist(self.next).unsigned_abs() > MAX_WINDOW {
            cx.note(EventKind::PassedUntouched, Cause::OutOfSequence, start, len);
            return Verdict::Forward;
        }
        if let Some((value, _)) = segment.timestamps
            && !start.after(self.told.map_or(self.next, |told| told.ack))
        {
            self.echo = Some(value);
        }
        if !end.after(self.next) {
            cx.note(EventKind::SenderRetransmission, Cause::OldData, start, len);
        } else if end.after(self.edge) {
            cx.note(EventKind::NotCached, Cause::BeyondWindow, start, len);
        } else if self.sender.buffer.covers(start, end) {
            cx.note(EventKind::SenderRetransmission, Cause::OutOfSequence, start, len);
        } else if !self.makes_room(cx, start) {
            // Nothing is acknowledged, so to the source it is lost.
            cx.note(EventKind::NotCached, Cause::MemoryBound, start, len);
            return Verdict::Drop;
        } else {
            self.take_in(cx, segment);
        }
        self.acknowledge(cx, voice);
        self.sender.pump(cx);
        Verdict::Drop
    }

    /// Whether there is room for a segment that starts at `start`. What fills a hole displaces what waits beyond it, lest all
    /// wait for each other; the source sends that again (RFC 2018 section 8). Likewise a direction of which nothing is here
    /// always has room for one segment, lest two proxies wait for each other, each full of data for the other one.
    fn makes_room(&mut self, cx: &mut Context<'_>, start: Seq) -> bool {
        if cx.store.held < cx.config.max_packets as usize {
            return true;
        }
        if start.after(self.next) {
            return false;
        }
        let displaced = self.sender.buffer.pop_beyond_hole();
        if let Some(entry) = displaced {
            cx.release(entry.id);
        }
        displaced.is_some() || self.sender.buffer.is_empty()
    }

    fn take_in(&mut self, cx: &mut Context<'_>, segment: &Segment) {
        let (start, end) = (segment.seq, segment.end());
        if segment.flags.fin {
            self.fin = Some(start + segment.payload_len);
        }
        self.sender.on_arrival(cx, segment.payload_len);
        if self.told.is_none() {
            self.edge = self.sender.una(); // now that the length of a segment is known
            self.open_window(cx);
        }
        let id = cx.store.take_id();
        cx.answer.steps.push(Step::Keep(id));
        let entry = Entry {
            id,
            start: start.latest(self.next),
            end,
            stamp: segment.timestamps.map(|(value, _)| value),
            sent_at: SimTime::NEVER,
            transmissions: 0,
        };
        let before = self.next;
        self.sender.buffer.insert(entry, |old| cx.release(old.id));
        self.next = self.sender.buffer.advance(self.next);
        let cause = if self.next == before {
            Cause::OutOfSequence
        } else {
            Cause::InSequence
        };
        cx.note(EventKind::Cached, cause, start, segment.sequence_len());
    }

    /// The destination acknowledges. Returns whether that can be true.
    pub(super) fn on_ack(
        &mut self,
        cx: &mut Context<'_>,
        segment: &Segment,
        window: u32,
        voice: &Voice<'_>,
    ) -> bool {
        if !self.sender.on_ack(cx, segment, window) {
            return false;
        }
        self.open_window(cx);
        let Some(told) = self.told else { return true };
        // A source that waits for the window is told at once; others with their next acknowledgement, since ns-3 takes a
        // repeated number for a sign of loss.
        let threshold = self.silly(cx).saturating_mul(2);
        let opens = told.window < threshold && self.window(told.ack) >= threshold;
        if opens || self.ack_number() != told.ack {
            self.acknowledge(cx, voice);
        }
        true
    }

    /// Answers a source that asks whether anybody is there.
    pub(super) fn answer(&mut self, cx: &mut Context<'_>, voice: &Voice<'_>) {
        self.acknowledge(cx, voice);
    }

    /// What to acknowledge to the source: all that is here, but its FIN not before the destination has it.
    fn ack_number(&self) -> Seq {
        self.fin
            .filter(|fin| self.next.after(*fin) && !self.sender.una().after(*fin))
            .unwrap_or(self.next)
    }

    /// Smallest step by which the window opens (RFC 9293 section 3.8.6.2.2).
    fn silly(&self, cx: &Context<'_>) -> u32 {
        self.sender.mss().min(cx.config.buffer_octets / 2)
    }

    /// Moves the edge by whole segments, so that the window never makes the source cut one.
    fn open_window(&mut self, cx: &Context<'_>) {
        let step = self.silly(cx);
        let edge = self.sender.una() + cx.config.buffer_octets;
        let room = u32::try_from(edge.dist(self.edge)).unwrap_or(0);
        self.edge = self.edge + room / step * step;
    }

    fn window(&self, ack: Seq) -> u32 {
        u32::try_from(self.edge.dist(ack)).unwrap_or(0)
    }

    /// Tells the source how far its data has come.
    fn acknowledge(&mut self, cx: &mut Context<'_>, voice: &Voice<'_>) {
        let ack = self.ack_number();
        let acknowledgement = Acknowledgement {
            ack,
            window: self.window(ack),
            echo: self.echo,
        };
        let flow = cx.flow.reversed();
        let written = cx
            .answer
            .append(|bytes| acknowledgement.write(flow, voice, bytes));
        if let Some((datagram, window)) = written {
            cx.answer.steps.push(Step::Inject(datagram));
            cx.note(EventKind::Acknowledged, Cause::None, ack, 0);
            self.told = Some(Told { ack, window });
        }
    }

    /// Gives up all that is held.
    pub(super) fn release_all(&mut self, cx: &mut Context<'_>) {
        for entry in self.sender.buffer.drain() {
            cx.release(entry.id);
        }
    }
}
