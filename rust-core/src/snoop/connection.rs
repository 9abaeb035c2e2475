// SPDX-License-Identifier: MIT OR Apache-2.0
//! One connection as the base station sees it, for the data that goes to the mobile host: `snoop_data` and `snoop_ack`
//! of [Bal95 s3.1] and the two timers of [Bal95 s4].
mod strays;
mod transfer;

use super::acceptance::Acceptance;
use super::cache::{Cache, Entry};
use super::regenerate::LastAck;
use super::round_trip::RoundTrip;
use super::uplink::Uplink;
use super::{Config, Store};
use crate::agent::{Answer, Cause, Event, EventKind, Moment, PacketId, Step, Verdict};
use crate::flow::FlowKey;
use crate::segment::{MAX_WINDOW, Segment};
use crate::seq::Seq;
use crate::store::Alarm;
use crate::units::{SimTime, Span};
use alloc::boxed::Box;
use strays::Strays;

/// What an event needs besides the connection itself.
pub(super) struct Context<'a> {
    pub(super) at: Moment,
    pub(super) config: &'a Config,
    pub(super) flow: FlowKey,
    pub(super) store: &'a mut Store,
    pub(super) answer: &'a mut Answer,
}

impl Context<'_> {
    /// An entry about data to the mobile host.
    pub(super) fn note(&mut self, kind: EventKind, cause: Cause, seq: Seq, len: u32) {
        self.note_of(self.flow, kind, cause, seq, len);
    }

    /// An entry about data of `flow`.
    pub(super) fn note_of(&mut self, flow: FlowKey, kind: EventKind, cause: Cause, seq: Seq, len: u32) {
        self.answer.events.push(Event {
            kind,
            cause,
            flow,
            seq,
            len,
            rtt: None,
        });
    }

    /// The host need not keep `id` any more.
    pub(super) fn release(&mut self, id: PacketId) {
        self.store.packets.held -= 1;
        self.answer.steps.push(Step::Release(id));
    }
}

/// State of one connection. All of it is soft: it can be lost at any time and comes back from the next few segments.
#[derive(Clone, Debug)]
pub(super) struct Connection {
    cache: Cache,
    /// End of the highest data that passed towards the mobile host.
    highest: Option<Seq>,
    last_ack: Option<Seq>,
    window: u16,
    acceptance: Acceptance,
    /// Duplicates of the last acknowledgement so far.
    dup_acks: u32,
    /// Further duplicates that segments transmitted before the last local retransmission can still cause.
    expected_dup_acks: u32,
    /// While a local retransmission is not answered: the acknowledgement to expect if nothing else was lost.
    expected_ack: Option<Seq>,
    /// End of the data transmitted before the last local retransmission, and how many packets had passed by then.
    last_copy: Option<(Seq, u64)>,
    /// Copies that turned out to be superfluous and may still arrive.
    strays: Strays,
    /// The last acknowledgement, if it followed a copy but stopped short of what was transmitted before it, and where that
    /// ends: either the next segment was lost, too, or the copied one never was.
    short: Option<(Seq, Seq)>,
    round_trip: RoundTrip,
    round_trip_timer: SimTime,
    /// Start of the quiet time that the persist timer measures.
    quiet_since: SimTime,
    heard: SimTime,
    last_ack_header: LastAck,
    /// The acknowledgement last repeated to the sender, and when.
    repeated_ack: Option<(Seq, SimTime)>,
    /// The other direction, once the mobile host sends data.
    uplink: Option<Box<Uplink>>,
    sack_permitted: bool,
    sender_fin: Option<Seq>,
    mobile_fin: Option<Seq>,
    mobile_fin_acked: bool,
    /// When the agent will look at the timers next; kept here for it.
    pub(super) alarm: Alarm,
}

impl Connection {
    pub(super) fn new(now: SimTime) -> Self {
        Self {
            cache: Cache::default(),
            highest: None,
            last_ack: None,
            window: 0,
            acceptance: Acceptance::default(),
            dup_acks: 0,
            expected_dup_acks: 0,
            expected_ack: None,
            last_copy: None,
            strays: Strays::default(),
            short: None,
            round_trip: RoundTrip::default(),
            round_trip_timer: SimTime::NEVER,
            quiet_since: now,
            heard: now,
            last_ack_header: LastAck::default(),
            repeated_ack: None,
            uplink: None,
            sack_permitted: false,
            sender_fin: None,
            mobile_fin: None,
            mobile_fin_acked: false,
            alarm: Alarm::NONE,
        }
    }

    /// Whether a SYN (or SYN-ACK) belongs to this connection rather than to a new one between the same two sockets.
    pub(super) fn was_opened_by(&self, syn: &Segment) -> bool {
        self.highest == Some(syn.seq + 1)
    }

    /// A SYN (or SYN-ACK) passes towards the mobile host. The handshake gives the first round-trip sample.
    pub(super) fn on_syn(&mut self, cx: &mut Context<'_>, syn: &Segment) -> Verdict {
        self.heard = cx.at.now;
        self.sack_permitted = syn.sack_permitted;
        self.acceptance.on_segment(syn);
        if self.was_opened_by(syn) {
            self.round_trip.on_retransmission();
        } else {
            self.highest = Some(syn.seq + 1);
            self.round_trip.on_new_data(cx.at.now, syn.seq + 1);
        }
        Verdict::Forward
    }

    /// `snoop_data` [Bal95 s3.1.1]: a segment passes towards the mobile host.
    pub(super) fn on_data(&mut self, cx: &mut Context<'_>, segment: &Segment, header: &[u8]) -> Verdict {
        self.heard = cx.at.now;
        self.acceptance.on_segment(segment);
        if segment.flags.fin {
            self.sender_fin = Some(segment.end());
        }
        if let (Some(fin), Some(ack)) = (self.mobile_fin, segment.ack) {
            self.mobile_fin_acked |= !ack.before(fin);
        }
        let fixed_ack = match &mut self.uplink {
            Some(uplink) => uplink.on_fixed_ack(cx, segment, header),
            None => Verdict::Forward,
        };
        let (start, end) = (segment.seq, segment.end());
        if segment.sequence_len() == 0 {
            return fixed_ack;
        }
        if self
            .last_ack
            .is_some_and(|ack| start.dist(ack).unsigned_abs() > MAX_WINDOW)
        {
            // No window reaches that far: a stray segment, of which nothing must be believed.
            cx.note(
                EventKind::PassedUntouched,
                Cause::OutOfSequence,
                start,
                segment.sequence_len(),
            );
            return Verdict::Forward;
        }
        if self.last_ack.is_some_and(|ack| !end.after(ack)) {
            return self.on_old_data(cx, segment);
        }
        self.quiet_since = cx.at.now;
        match self.highest {
            Some(highest) if start.before(highest) => self.on_sender_retransmission(cx, start, end, highest),
            Some(highest) if start != highest => self.on_new_data(cx, start, end, Cause::OutOfSequence),
            Some(_) | None => self.on_new_data(cx, start, end, Cause::InSequence),
        }
        Verdict::Forward
    }

    fn on_new_data(&mut self, cx: &mut Context<'_>, start: Seq, end: Seq, order: Cause) {
        self.highest = Some(end);
        let closed_window = self.window == 0 && self.last_ack.is_some();
        if closed_window {
            // A zero-window probe (RFC 9293 section 3.8.6.1): its acknowledgement is no sign of loss.
            cx.note(
                EventKind::NotCached,
                Cause::ZeroWindow,
                start,
                end.dist(start).unsigned_abs(),
            );
            return;
        }
        if order == Cause::InSequence {
            self.round_trip.on_new_data(cx.at.now, end);
        }
        let above_mark = self.cache.len() >= cx.config.high_water_mark as usize;
        if above_mark {
            cx.note(
                EventKind::NotCached,
                Cause::HighWaterMark,
                start,
                end.dist(start).unsigned_abs(),
            );
        } else {
            self.keep(cx, start, end, order, false);
        }
    }

    /// The sender sent this before, or the network reordered it: [Bal95 s3.1.1] cases 2 and 3.
    fn on_sender_retransmission(&mut self, cx: &mut Context<'_>, start: Seq, end: Seq, highest: Seq) {
        self.highest = Some(highest.latest(end));
        self.round_trip.on_retransmission();
        let cached = if self.cache.overlaps(start, end) {
            Cause::None
        } else {
            Cause::NotInCache
        };
        cx.note(
            EventKind::SenderRetransmission,
            cached,
            start,
            end.dist(start).unsigned_abs(),
        );
        match self.cache.holding(start, end) {
            // A part of a cached segment: the whole stays, since it repairs more.
            Some(entry) if entry.start != start || entry.end != end => {
                entry.hand_to_sender();
            }
            // The copy just sent replaces the cached one: its timestamps are fresher.
            Some(_) | None => self.keep(cx, start, end, Cause::OutOfSequence, true),
        }
    }

    fn keep(&mut self, cx: &mut Context<'_>, start: Seq, end: Seq, order: Cause, sender_retransmitted: bool) {
        let len = end.dist(start).unsigned_abs();
        let full = if cx.store.packets.held >= cx.config.max_packets as usize {
            Some(Cause::MemoryBound)
        } else if self.cache.len() >= cx.config.cache_packets as usize {
            Some(Cause::CacheFull)
        } else {
            None
        };
        if let Some(cause) = full {
            // The old copy, if there is one, still serves, but its duplicates are now the sender's business.
            if let Some(entry) = self.cache.holding(start, end).filter(|_| sender_retransmitted) {
                entry.hand_to_sender();
            }
            cx.note(EventKind::NotCached, cause, start, len);
            return;
        }
        let id = cx.store.packets.take_id();
        cx.answer.steps.push(Step::Keep(id));
        let ordinal = cx.store.passed;
        let entry = Entry {
            id,
            start,
            end,
            ordinal,
            local_retransmissions: 0,
            sender_retransmitted,
        };
        self.cache.insert(entry, |old| {
            cx.release(old.id);
        });
        cx.note(EventKind::Cached, order, start, len);
    }

    /// All of this data was acknowledged by the mobile host, so the acknowledgement must have been lost on its way:
    /// it is repeated instead of sending the data over the air [Bal95 s3.1.1].
    fn on_old_data(&mut self, cx: &mut Context<'_>, segment: &Segment) -> Verdict {
        // A keep-alive or zero-window probe (RFC 9293 sections 3.8.4, 3.8.6.1) asks whether the mobile host itself lives.
        let probe = segment.payload_len <= 1 && self.last_ack.is_some_and(|ack| segment.seq + 1 == ack);
        if !cx.config.regenerate_acks || probe || segment.flags.urg {
            return Verdict::Forward;
        }
        // One acknowledgement brings the sender up to date. Those that the rest of its retransmissions would cause are
        // duplicates to it, and three of them a sign of loss.
        let (start, len) = (segment.seq, segment.sequence_len());
        let just_repeated = self.repeated_ack.is_some_and(|(ack, at)| {
            Some(ack) == self.last_ack && cx.at.now.since(at) < cx.config.persist_timeout
        });
        if just_repeated {
            cx.note(EventKind::AckSuppressed, Cause::OldData, start, len);
            return Verdict::Drop;
        }
        let Some((datagram, ())) = cx.answer.append(|bytes| self.last_ack_header.write(bytes)) else {
            return Verdict::Forward;
        };
        cx.answer.steps.push(Step::Inject(datagram));
        self.repeated_ack = self.last_ack.map(|ack| (ack, cx.at.now));
        cx.note(EventKind::AckRegenerated, Cause::OldData, start, len);
        Verdict::Drop
    }

    /// `snoop_ack` [Bal95 s3.1.2]: a segment of the mobile host passes. `served` if data in it is to be watched.
    pub(super) fn on_ack(
        &mut self,
        cx: &mut Context<'_>,
        segment: &Segment,
        header: &[u8],
        served: bool,
    ) -> Verdict {
        if !self.acceptance.covers(segment) {
            cx.note(EventKind::PassedUntouched, Cause::OutOfSequence, segment.seq, 0);
            return Verdict::Forward;
        }
        self.heard = cx.at.now;
        if segment.flags.fin {
            self.mobile_fin = Some(segment.end());
        }
        self.last_ack_header.sent(segment);
        if served {
            self.on_mobile_data(cx, segment);
        }
        let (Some(ack), Some(highest)) = (segment.ack, self.highest) else {
            return Verdict::Forward;
        };
        let senseless = if ack.after(highest) {
            Some(Cause::DataNeverSent)
        } else if ack.dist(highest).unsigned_abs() > MAX_WINDOW {
            Some(Cause::OutOfSequence)
        } else {
            None
        };
        if let Some(cause) = senseless {
            cx.note(EventKind::PassedUntouched, cause, ack, 0);
            return Verdict::Forward;
        }
        match self.last_ack.map(|last| ack.dist(last)) {
            None | Some(1..) => self.on_new_ack(cx, segment, header, ack),
            Some(0) => self.on_same_ack(cx, segment, header, ack, highest),
            Some(_) if segment.is_bare() => {
                cx.note(EventKind::AckSuppressed, Cause::SpuriousAck, ack, 0);
                Verdict::Drop
            }
            Some(_) => Verdict::Forward,
        }
    }

    /// Data of the mobile host's own passes [Bal95 s3.2].
    fn on_mobile_data(&mut self, cx: &mut Context<'_>, segment: &Segment) {
        let (now, start, permitted) = (cx.at.now, segment.seq, self.sack_permitted);
        self.uplink
            .get_or_insert_with(|| Box::new(Uplink::new(now, start, permitted)))
            .on_data(cx, start, segment.end());
    }

    fn on_new_ack(&mut self, cx: &mut Context<'_>, segment: &Segment, header: &[u8], ack: Seq) -> Verdict {
        self.quiet_since = cx.at.now;
        self.last_ack = Some(ack);
        self.window = segment.window;
        self.dup_acks = 0;
        self.expected_dup_acks = 0;
        self.last_ack_header.remember(segment, header);
        self.strays.on_new_ack(ack);
        let short = self.short.take();
        while let Some(entry) = self.cache.pop_below(ack) {
            cx.release(entry.id);
            if let Some((until, _)) = self.last_copy {
                self.strays
                    .add(entry.local_retransmissions.saturating_sub(1), until);
                if entry.local_retransmissions == 1 && ack.before(until) {
                    self.short = Some((ack, until));
                }
            }
            // The next segment arrived without help, so nothing was missing where the acknowledgement stopped: the segment
            // before it had arrived in its turn, and its copy is superfluous.
            let unaided = entry.local_retransmissions == 0 && !entry.sender_retransmitted;
            if let Some((_, until)) = short.filter(|(at, _)| unaided && *at == entry.start) {
                self.strays.add(1, until);
            }
        }
        if let Some(sample) = self.round_trip.on_new_ack(cx.at.now, ack, cx.config) {
            cx.answer.events.push(Event {
                kind: EventKind::RttSample,
                cause: Cause::None,
                flow: cx.flow,
                seq: ack,
                len: 0,
                rtt: Some(sample),
            });
        }
        if self.expected_ack.is_some_and(|expected| ack.before(expected)) {
            self.on_partial_ack(cx, ack);
        } else {
            self.expected_ack = None;
            self.round_trip_timer = SimTime::NEVER;
        }
        Verdict::Forward
    }

    /// Everything transmitted before the local retransmission had its chance, and yet the acknowledgement stops short:
    /// the next segment was lost, too [Bal97 s4.5].
    fn on_partial_ack(&mut self, cx: &mut Context<'_>, ack: Seq) {
        let may = cx.config.partial_ack_retransmission
            && self
                .cache
                .oldest_at(ack)
                .is_some_and(|entry| !entry.sender_retransmitted && has_retries(entry, cx.config));
        if may {
            self.retransmit(cx, Cause::PartialAck);
        } else if self.round_trip_timer != SimTime::NEVER {
            self.round_trip_timer = cx.at.now + self.round_trip.timeout(cx.config);
        }
    }

    fn on_same_ack(
        &mut self,
        cx: &mut Context<'_>,
        segment: &Segment,
        header: &[u8],
        ack: Seq,
        highest: Seq,
    ) -> Verdict {
        // RFC 5681 section 2 for what counts as a duplicate; a receiver that tunes its window while it holds data out of
        // order still says with SACK that a segment arrived (RFC 6675 section 2).
        let same_window = segment.window == self.window || segment.sacks_between(ack, highest);
        let duplicate = segment.is_bare() && ack != highest && self.window != 0 && same_window;
        self.window = segment.window;
        self.last_ack_header.remember(segment, header);
        if !duplicate {
            return Verdict::Forward;
        }
        self.quiet_since = cx.at.now;
        if self.strays.take() {
            cx.note(EventKind::AckSuppressed, Cause::StrayCopy, ack, 0);
            return Verdict::Drop;
        }
        self.dup_acks = self.dup_acks.saturating_add(1);
        let threshold = cx.config.dup_ack_threshold;
        let (retransmit, to_sender) = match self.cache.oldest_at(ack) {
            None => (false, Some(Cause::NotInCache)),
            Some(entry) if entry.sender_retransmitted => (false, Some(Cause::SenderRetransmitted)),
            Some(entry) if !has_retries(entry, cx.config) => (false, Some(Cause::RetransmissionLimit)),
            Some(entry) => {
                let unexpected = self.expected_dup_acks == 0;
                let enough = self.dup_acks >= threshold || entry.local_retransmissions > 0;
                (unexpected && enough, None)
            }
        };
        if let Some(cause) = to_sender {
            cx.note(EventKind::DuplicateAckForwarded, cause, ack, 0);
            return Verdict::Forward;
        }
        if retransmit {
            self.retransmit(cx, Cause::DuplicateAck);
        } else {
            self.expected_dup_acks = self.expected_dup_acks.saturating_sub(1);
        }
        cx.note(EventKind::AckSuppressed, Cause::DuplicateAck, ack, 0);
        Verdict::Drop
    }

    /// Sends the oldest cached segment again.
    fn retransmit(&mut self, cx: &mut Context<'_>, cause: Cause) {
        let Some(entry) = self.cache.oldest() else { return };
        entry.local_retransmissions = entry.local_retransmissions.saturating_add(1);
        let Entry {
            id,
            start,
            end,
            local_retransmissions,
            ..
        } = *entry;
        let priority = cx.config.priority;
        cx.answer.steps.push(Step::resend(id, priority));
        let len = end.dist(start).unsigned_abs();
        cx.note(EventKind::LocalRetransmission, cause, start, len);
        if local_retransmissions == cx.config.max_local_retransmissions {
            cx.note(EventKind::RetransmissionLimit, cause, start, len);
        }
        self.round_trip.on_retransmission();
        // The copy deserves its own quiet time, so that the two timers never send it twice at once.
        self.quiet_since = cx.at.now;
        // What waits in the queue is transmitted before this copy only if the copy must wait its turn.
        let transmitted = if priority {
            cx.store.passed.saturating_sub(cx.at.waiting.into())
        } else {
            cx.store.passed
        };
        let (count, last) = self.cache.transmitted(start, 0..=transmitted);
        let last = last.unwrap_or(end);
        // What passed since the previous copy still has its duplicates to come, however many came before.
        let previous = self
            .last_copy
            .filter(|_| local_retransmissions > 1)
            .map_or(transmitted, |(_, passed)| passed);
        let (since_previous, _) = self.cache.transmitted(start, previous + 1..=transmitted);
        self.expected_dup_acks = count
            .saturating_sub(self.dup_acks)
            .max(since_previous.saturating_sub(1));
        self.last_copy = Some((last, transmitted));
        // An earlier copy of the same segment may be answered yet, so what it promises is what holds.
        if local_retransmissions == 1 || self.expected_ack.is_none() {
            self.expected_ack = Some(last);
        }
        // [Bal95 s4]: the timer runs only after a retransmission caused by a duplicate acknowledgement.
        if cause != Cause::PersistTimer || self.round_trip_timer != SimTime::NEVER {
            self.round_trip_timer = cx.at.now + self.round_trip.timeout(cx.config);
        }
    }

    /// Whether the host keeps `id` for this connection.
    pub(super) fn holds(&self, id: PacketId) -> bool {
        self.cache.contains(id) || self.uplink.as_ref().is_some_and(|uplink| uplink.holds(id))
    }

    /// The base station's own queue dropped a segment: a congestion loss, which is the sender's business as one on the
    /// wire is [Bal95 s3.1.1]. Without the cached copy its duplicates reach the sender.
    pub(super) fn on_queue_drop(&mut self, cx: &mut Context<'_>, id: PacketId) -> Verdict {
        if let Some(uplink) = self.uplink.as_mut().filter(|uplink| uplink.holds(id)) {
            uplink.release(cx); // the next acknowledgement takes its place
        } else if let Some(entry) = self.cache.take(id) {
            self.quiet_since = cx.at.now;
            cx.release(id);
            let len = entry.end.dist(entry.start).unsigned_abs();
            cx.note(EventKind::NotCached, Cause::QueueDrop, entry.start, len);
        }
        Verdict::Forward
    }

    /// Looks at both timers. Early calls do nothing.
    pub(super) fn on_timer(&mut self, cx: &mut Context<'_>) {
        if let Some(uplink) = &mut self.uplink {
            uplink.on_timer(cx);
        }
        if self.round_trip_timer <= cx.at.now {
            self.round_trip_timer = SimTime::NEVER;
            if self.can_fill_hole(cx.config) {
                self.retransmit(cx, Cause::RoundTripTimer);
            }
        }
        if self.persist_deadline(cx.config) <= cx.at.now {
            self.retransmit(cx, Cause::PersistTimer);
            self.expected_dup_acks = 0;
            if !cx.config.partial_ack_retransmission {
                // [Bal95 s4]: the next expected acknowledgement is anything above the last one.
                self.expected_ack = self.last_ack.map(|ack| ack + 1);
            }
        }
    }

    /// Whether the segment that the mobile host waits for is in the cache and may be sent again. A copy of a later one would
    /// bring nothing but another duplicate acknowledgement, and the sender to take the duplicates for losses of its own.
    fn can_fill_hole(&mut self, config: &Config) -> bool {
        let entry = match self.last_ack {
            Some(ack) => self.cache.oldest_at(ack),
            None => self.cache.oldest(),
        };
        entry.is_some_and(|entry| has_retries(entry, config))
    }

    fn persist_deadline(&mut self, config: &Config) -> SimTime {
        if !self.can_fill_hole(config) {
            return SimTime::NEVER;
        }
        // As long as nothing hints at a loss, silence may be an acknowledgement that the receiver holds back.
        let hint_of_loss = self.dup_acks > 0 || self.expected_ack.is_some();
        let allowance = if hint_of_loss {
            Span::ZERO
        } else {
            config.delayed_ack_allowance
        };
        self.quiet_since + self.round_trip.persist_timeout(config) + allowance
    }

    /// When the connection wants [`Connection::on_timer`] or is to be forgotten.
    pub(super) fn deadline(&mut self, config: &Config) -> SimTime {
        self.persist_deadline(config)
            .min(self.round_trip_timer)
            .min(
                self.uplink
                    .as_ref()
                    .map_or(SimTime::NEVER, |uplink| uplink.deadline(config)),
            )
            .min(self.idle_deadline(config))
    }

    /// When the connection is to be forgotten unless it is heard of.
    pub(super) fn idle_deadline(&self, config: &Config) -> SimTime {
        self.heard + config.idle_timeout
    }

    /// Whether both directions were closed and both FINs acknowledged.
    pub(super) fn is_closed(&self) -> bool {
        let sender_fin_acked =
            matches!((self.sender_fin, self.last_ack), (Some(fin), Some(ack)) if !ack.before(fin));
        sender_fin_acked && self.mobile_fin_acked
    }

    /// Gives up the cache.
    pub(super) fn release_all(&mut self, cx: &mut Context<'_>) {
        while let Some(entry) = self.cache.pop() {
            cx.release(entry.id);
        }
        if let Some(uplink) = &mut self.uplink {
            uplink.release(cx);
        }
    }
}

fn has_retries(entry: &Entry, config: &Config) -> bool {
    entry.local_retransmissions < config.max_local_retransmissions
}
