// SPDX-License-Identifier: MIT OR Apache-2.0
//! One connection as a proxy sees it: its handshake, and the directions that are split.
#![expect(
    clippy::indexing_slicing,
    reason = "the place of a host is 0 or 1, which `place` alone decides"
)]
use super::acknowledgement::{Voice, moved, without_sack};
use super::half::Half;
use super::{Config, Context};
use crate::agent::{Cause, Direction, EventKind, Step, Verdict};
use crate::datagram;
use crate::flow::FlowKey;
use crate::segment::Segment;
use crate::seq::Seq;
use crate::store::Alarm;
use crate::units::SimTime;
use alloc::vec::Vec;

/// The largest shift of the window field (RFC 7323 section 2.3).
const MAX_SHIFT: u8 = 14;

/// One of the two hosts, as far as its segments tell.
#[derive(Clone, Debug)]
struct End {
    /// Its initial sequence number.
    isn: Seq,
    scale: Option<u8>,
    /// Its window at first, octets.
    window: u32,
    /// Whether its data leaves by the hooked device.
    leaves: bool,
    /// An IP header of its own as it arrives by the hooked device; empty if none did.
    ip: Vec<u8>,
    /// End of its data that went past, where this is not split.
    sent: Seq,
    /// Its timestamp.
    stamp: Option<u32>,
    /// End of its FIN, and whether that is acknowledged, where its data is not split.
    fin: Option<Seq>,
    fin_acked: bool,
}

impl End {
    fn new(syn: &Segment) -> Self {
        Self {
            isn: syn.seq,
            scale: syn.window_scale.map(|shift| shift.min(MAX_SHIFT)),
            window: syn.window.into(),
            leaves: false,
            ip: Vec::new(),
            sent: syn.end(),
            stamp: syn.timestamps.map(|(value, _)| value),
            fin: None,
            fin_acked: false,
        }
    }

    fn passes(&mut self, direction: Direction, segment: &Segment, header: &[u8]) {
        match direction {
            Direction::Egress => self.leaves = true,
            Direction::Ingress if self.ip.is_empty() => {
                let ip = header.get(..segment.ip_header_len).unwrap_or_default();
                self.ip.extend_from_slice(ip);
            }
            Direction::Ingress => {}
        }
    }
}

/// What both hosts agreed upon.
#[derive(Clone, Copy, Debug)]
struct Terms {
    scaled: bool,
    stamps: bool,
}

/// A connection. The host at place 0 is the source of the table's key, and half `i` has the data of host `i`.
#[derive(Clone, Debug)]
pub(super) struct Connection {
    ends: [Option<End>; 2],
    /// A later SYN of one of them. It counts once the other one agrees (RFC 5961 section 4).
    offer: Option<(usize, End)>,
    terms: Option<Terms>,
    halves: [Option<Half>; 2],
    heard: SimTime,
    /// When the agent will look at the timers next; kept here for it.
    pub(super) alarm: Alarm,
}

impl Connection {
    pub(super) fn new(now: SimTime) -> Self {
        Self {
            ends: [None, None],
            offer: None,
            terms: None,
            halves: [None, None],
            heard: now,
            alarm: Alarm::NONE,
        }
    }

    /// A SYN or SYN-ACK of host `from` passes, on its way from end to end, so that both halves have the hosts' own sequence
    /// numbers. It goes on without permission of SACK.
    pub(super) fn pass_syn(
        &mut self,
        cx: &mut Context<'_>,
        from: usize,
        direction: Direction,
        syn: &Segment,
        header: &[u8],
    ) -> Verdict {
        self.on_syn(cx, from, direction, syn, header);
        if !syn.sack_permitted || syn.payload_len > 0 {
            return Verdict::Forward;
        }
        let (ip, tcp) = header.split_at_checked(syn.ip_header_len).unwrap_or_default();
        let written = cx
            .answer
            .append(|bytes| datagram::append(ip, without_sack(tcp)?, bytes));
        let Some((datagram, ())) = written else {
            return Verdict::Forward;
        };
        match direction {
            Direction::Ingress => cx.answer.steps.push(Step::Inject(datagram)),
            Direction::Egress => {
                // Kept for a moment, to know where it goes.
                let alike = cx.store.take_id();
                cx.answer.steps.push(Step::Keep(alike));
                cx.answer.steps.push(Step::Transmit { alike, datagram });
                cx.release(alike);
            }
        }
        Verdict::Drop
    }

    fn on_syn(
        &mut self,
        cx: &mut Context<'_>,
        from: usize,
        direction: Direction,
        syn: &Segment,
        header: &[u8],
    ) {
        // Data that comes with a SYN (RFC 7413) was not acknowledged by anybody yet.
        if syn.payload_len > 0 || syn.flags.fin {
            return;
        }
        self.heard = cx.now;
        let to = 1 - from;
        let mut end = End::new(syn);
        let known = |slot: &Option<End>| slot.as_ref().is_some_and(|known| known.isn == end.isn);
        if known(&self.ends[from]) {
            self.on_known_syn(cx, from, direction, syn, header);
            return;
        }
        end.passes(direction, syn, header);
        let Some(ack) = syn.ack else {
            match &mut self.offer {
                Some((of, offer)) if *of == from && offer.isn == end.isn => {
                    offer.passes(direction, syn, header);
                }
                offer if self.terms.is_some() => *offer = Some((from, end)),
                _ => {
                    self.ends[from] = Some(end);
                    self.ends[to] = None;
                }
            }
            return;
        };
        let agrees = |end: &End| end.isn + 1 == ack;
        if self.terms.is_some()
            && self
                .offer
                .as_ref()
                .is_some_and(|(of, offer)| *of == to && agrees(offer))
        {
            self.release_all(cx);
            let offer = self.offer.take().map(|(_, offer)| offer);
            (self.terms, self.halves) = (None, [None, None]);
            self.ends[to] = offer;
        } else if self.terms.is_some() || !self.ends[to].as_ref().is_some_and(agrees) {
            return;
        }
        let Some(first) = self.ends[to].as_ref() else {
            return;
        };
        self.terms = Some(Terms {
            scaled: first.scale.is_some() && end.scale.is_some(),
            stamps: first.stamp.is_some() && end.stamp.is_some(),
        });
        self.ends[from] = Some(end);
        self.split(cx);
        self.hear(from, syn);
    }

    /// The same SYN passes the device on its way out, or once more.
    fn on_known_syn(
        &mut self,
        cx: &mut Context<'_>,
        from: usize,
        direction: Direction,
        syn: &Segment,
        header: &[u8],
    ) {
        if let Some(end) = &mut self.ends[from] {
            end.passes(direction, syn, header);
        }
        if self.terms.is_some() {
            self.split(cx);
        }
    }

    /// Splits the directions whose data leaves by the device while the acknowledgements arrive by it, unless data has gone
    /// past already.
    fn split(&mut self, cx: &mut Context<'_>) {
        for from in 0..2 {
            let (Some(source), Some(destination)) = (&self.ends[from], &self.ends[1 - from]) else {
                continue;
            };
            let start = source.isn + 1;
            let fits = source.leaves && !destination.ip.is_empty() && source.sent == start;
            if fits && self.halves[from].is_none() {
                self.halves[from] = Some(Half::new(cx, start, source.stamp, destination.window));
                cx.flow = cx.flow_of(from);
                cx.note(EventKind::FlowOpened, Cause::Syn, start, 0);
            }
        }
    }

    /// A segment of host `from` leaves that is no SYN.
    pub(super) fn on_egress(
        &mut self,
        cx: &mut Context<'_>,
        from: usize,
        segment: &Segment,
        header: &[u8],
    ) -> Verdict {
        self.heard = cx.now;
        self.hear(from, segment);
        cx.flow = cx.flow_of(from);
        if self.halves[from].is_none() {
            self.note_passing(from, segment);
            return Verdict::Forward;
        }
        if segment.sequence_len() > 0 {
            self.offer = None; // whoever goes on with the connection has not started a new one
        }
        let (voice, half) = self.voice_and_half(from);
        let (Some(voice), Some(half)) = (voice, half) else {
            return Verdict::Forward;
        };
        if segment.sequence_len() > 0 {
            return half.on_data(cx, segment, &voice);
        }
        let highest = half.sender.highest();
        // A keep-alive; what the proxy itself says in this host's name starts at `highest`.
        if segment.seq + 1 == half.next() && segment.seq.before(highest) && half.has_begun() {
            half.answer(cx, &voice);
            return Verdict::Drop;
        }
        if !segment.seq.after(highest) {
            half.sender
                .raise_stamp(segment.timestamps.map(|(value, _)| value));
            return Verdict::Forward;
        }
        // An acknowledgement that overtakes held data of its host would lie beyond what the other end expects.
        let stamp = half.sender.stamp();
        let Some(alike) = half.sender.buffer.oldest().map(|entry| entry.id) else {
            return Verdict::Forward;
        };
        let (ip, tcp) = header.split_at_checked(segment.ip_header_len).unwrap_or_default();
        let written = cx
            .answer
            .append(|bytes| datagram::append(ip, moved(tcp, highest, stamp)?, bytes));
        let Some((datagram, ())) = written else {
            return Verdict::Forward;
        };
        cx.answer.steps.push(Step::Transmit { alike, datagram });
        Verdict::Drop
    }

    /// A segment of host `from` arrives that is no SYN.
    pub(super) fn on_ingress(&mut self, cx: &mut Context<'_>, from: usize, segment: &Segment) -> Verdict {
        let to = 1 - from;
        cx.flow = cx.flow_of(to);
        if self.terms.is_none() || self.halves[to].is_none() {
            return Verdict::Forward;
        }
        if !self.takes_in(from, segment) {
            cx.note(EventKind::PassedUntouched, Cause::OutOfSequence, segment.seq, 0);
            return Verdict::Forward;
        }
        self.heard = cx.now;
        let stamp = segment.timestamps.map(|(value, _)| value);
        let unsplit = self.halves[from].is_none();
        if unsplit {
            self.note_passing(from, segment);
        }
        if let Some(half) = self.halves[from].as_mut().filter(|_| segment.is_bare()) {
            half.sender.on_swallowed(stamp);
        }
        let keep_alive = self.reached(from) == Some(segment.seq + 1);
        let shift = self.shift(from);
        let offered = self.offer.is_some();
        let (voice, half) = self.voice_and_half(to);
        let (Some(voice), Some(half)) = (voice, half) else {
            return Verdict::Forward;
        };
        let begun = half.has_begun();
        let window = u32::from(segment.window) << shift;
        let believed = half.on_ack(cx, segment, window, &voice);
        if believed && begun && !offered && !keep_alive && segment.is_bare() && segment.ack.is_some() {
            cx.note(
                EventKind::AckSuppressed,
                Cause::None,
                segment.ack.unwrap_or(segment.seq),
                0,
            );
            return Verdict::Drop;
        }
        Verdict::Forward
    }

    /// Whether a reset of host `from` will be believed by the other one. Then nothing is left to do.
    pub(super) fn is_reset_by(&self, cx: &Context<'_>, from: usize, rst: &Segment) -> bool {
        match &self.halves[from] {
            Some(half) => half.could_reset(cx, rst.seq),
            None => self.takes_in(from, rst),
        }
    }

    /// Whether the other host will look at an acknowledgement in `segment` of host `from`: it ignores those from far outside
    /// its window (RFC 9293 section 3.10.7.4), and those without timestamps where the connection has them (RFC 7323
    /// section 3.2). What held segments say of that window is out of date, so it counts at its largest.
    fn takes_in(&self, from: usize, segment: &Segment) -> bool {
        let reach = u32::from(u16::MAX) << self.shift(1 - from);
        let stamped = !self.terms.is_some_and(|terms| terms.stamps) || segment.timestamps.is_some();
        let reached = self.reached(from);
        stamped && reached.is_some_and(|reached| segment.seq.dist(reached).unsigned_abs() <= reach)
    }

    /// How far the data of host `from` has come.
    fn reached(&self, from: usize) -> Option<Seq> {
        let half = self.halves[from].as_ref().map(Half::next);
        half.or(self.ends[from].as_ref().map(|end| end.sent))
    }

    /// What host `from` says of the other one's FIN.
    fn hear(&mut self, from: usize, segment: &Segment) {
        if let (Some(end), Some(ack)) = (&mut self.ends[1 - from], segment.ack) {
            end.fin_acked |= end.fin.is_some_and(|fin| !ack.before(fin));
        }
    }

    /// A segment of host `from`, whose data is not split, goes past.
    fn note_passing(&mut self, from: usize, segment: &Segment) {
        if let Some(end) = &mut self.ends[from] {
            end.sent = end.sent.latest(segment.end());
            if segment.timestamps.is_some() {
                end.stamp = segment.timestamps.map(|(value, _)| value);
            }
            if segment.flags.fin {
                end.fin = Some(segment.end());
            }
        }
    }

    fn shift(&self, host: usize) -> u8 {
        let scaled = self.terms.is_some_and(|terms| terms.scaled);
        let scale = self.ends[host].as_ref().and_then(|end| end.scale);
        scale.filter(|_| scaled).unwrap_or(0)
    }

    /// The half with the data of host `from`, and how to speak to that host in the name of the other one.
    fn voice_and_half(&mut self, from: usize) -> (Option<Voice<'_>>, Option<&mut Half>) {
        let shift = self.shift(1 - from);
        let terms = self.terms;
        let Self { ends, halves, .. } = self;
        let [first, second] = halves;
        let (half, other) = if from == 0 {
            (first, second)
        } else {
            (second, first)
        };
        let voice = ends[1 - from].as_ref().zip(terms).map(|(end, terms)| {
            let (seq, stamp) = other.as_ref().map_or((end.sent, end.stamp), |other| {
                (other.sender.highest(), other.sender.stamp())
            });
            Voice {
                ip: &end.ip,
                seq,
                stamp: stamp.filter(|_| terms.stamps),
                shift,
            }
        });
        (voice, half.as_mut())
    }

    /// Looks at the timers. Early calls do nothing.
    pub(super) fn on_timer(&mut self, cx: &mut Context<'_>) {
        for (from, half) in self.halves.iter_mut().enumerate() {
            if let Some(half) = half {
                cx.flow = cx.flow_of(from);
                half.sender.on_timer(cx);
            }
        }
    }

    /// When the connection wants [`Connection::on_timer`] or is to be forgotten.
    pub(super) fn deadline(&self, config: &Config) -> SimTime {
        let timers = self.halves.iter().flatten().map(|half| half.sender.timer());
        timers.fold(self.give_up_at(config), SimTime::min)
    }

    /// When the connection is to be forgotten: after silence, or when a host that has to answer does not.
    pub(super) fn give_up_at(&self, config: &Config) -> SimTime {
        let senders = self.halves.iter().flatten();
        senders
            .map(|half| half.sender.give_up_at(config))
            .fold(self.heard + config.idle_timeout, SimTime::min)
    }

    /// Whether both directions were closed and both FINs acknowledged.
    pub(super) fn is_closed(&self) -> bool {
        let closed = |from: usize| match (&self.halves[from], &self.ends[from]) {
            (Some(half), _) => half.is_done(),
            (None, Some(end)) => end.fin_acked,
            (None, None) => false,
        };
        closed(0) && closed(1)
    }

    /// Gives up all that is held.
    pub(super) fn release_all(&mut self, cx: &mut Context<'_>) {
        for half in self.halves.iter_mut().flatten() {
            half.release_all(cx);
        }
    }

    /// The directions that are split.
    pub(super) fn split_directions(&self) -> impl Iterator<Item = usize> {
        (0..2).filter(|from| self.halves[*from].is_some())
    }
}

/// The place of a segment's source in the connection with the key of [`FlowKey::min`].
pub(super) fn place(segment: &Segment) -> (FlowKey, usize) {
    let reversed = segment.flow.reversed();
    if segment.flow <= reversed {
        (segment.flow, 0)
    } else {
        (reversed, 1)
    }
}
