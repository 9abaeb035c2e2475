// SPDX-License-Identifier: MIT OR Apache-2.0
//! One connection of the host: the four states and what leads from one to the other.
use super::Config;
use super::buffer::{Buffer, Kept};
use super::rto::Rto;
use crate::agent::{Answer, Cause, Event, EventKind, PacketId, Step, Verdict};
use crate::flow::FlowKey;
use crate::segment::Segment;
use crate::seq::Seq;
use crate::snoop::regenerate::LastAck;
use crate::store::{Alarm, Store};
use crate::units::{SimTime, Span};

/// What an event needs besides the connection itself.
pub(super) struct Context<'a> {
    pub(super) now: SimTime,
    pub(super) config: &'a Config,
    pub(super) flow: FlowKey,
    pub(super) store: &'a mut Store,
    pub(super) answer: &'a mut Answer,
}

impl Context<'_> {
    pub(super) fn note(&mut self, kind: EventKind, cause: Cause, seq: Seq, len: u32) {
        self.answer.events.push(Event {
            kind,
            cause,
            flow: self.flow,
            seq,
            len,
            rtt: None,
        });
    }

    fn release(&mut self, id: PacketId) {
        self.store.held -= 1;
        self.answer.steps.push(Step::Release(id));
    }
}

/// Why TCP is in persist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Persist {
    /// State Loss: segments were lost and are sent again from here.
    Loss,
    /// State Disconnected: a router has no route to the destination.
    Disconnected,
}

/// What is to be done in persist, and when.
#[derive(Clone, Copy, Debug)]
struct Wait {
    why: Persist,
    /// When the first segment is sent once more.
    retry: SimTime,
    timeout: Span,
    /// When TCP's persist timer is started afresh.
    refresh: SimTime,
}

#[derive(Clone, Debug)]
pub(super) struct Connection {
    buffer: Buffer,
    /// The highest acknowledgement; `None` before the first.
    una: Option<Seq>,
    /// End of the highest data sent.
    highest: Seq,
    window: u16,
    dup_acks: u32,
    last_ack: LastAck,
    /// Highest sequence number that TCP has taken a window from.
    marker: Seq,
    rto: Rto,
    /// When TCP started its retransmission timer.
    timer_start: SimTime,
    heard: SimTime,
    wait: Option<Wait>,
    /// End of what was sent before the last loss that is repaired here.
    recover: Option<Seq>,
    /// Segments sent again for each acknowledgement that stops short of `recover`.
    burst: usize,
    /// State Congested: the receiver echoes congestion and TCP has not reduced its window yet.
    echoed: bool,
    /// First sequence number that tells the receiver of the reduced window.
    reduced: Option<Seq>,
    /// State Congested as well: TCP deals with its losses itself until this is acknowledged.
    aside: Option<Seq>,
    fin: Option<Seq>,
    /// Earliest entry of the agent's list of timers.
    pub(super) alarm: Alarm,
}

impl Connection {
    pub(super) fn new(now: SimTime, first: Seq) -> Self {
        Self {
            buffer: Buffer::default(),
            una: None,
            highest: first,
            window: 0,
            dup_acks: 0,
            last_ack: LastAck::default(),
            marker: Seq::new(0),
            rto: Rto::default(),
            timer_start: now,
            heard: now,
            wait: None,
            recover: None,
            burst: 1,
            echoed: false,
            reduced: None,
            aside: None,
            fin: None,
            alarm: Alarm::NONE,
        }
    }

    pub(super) fn holds(&self, id: PacketId) -> bool {
        self.buffer.holds(id)
    }

    pub(super) fn is_closed(&self) -> bool {
        self.fin.is_some_and(|end| self.una == Some(end))
    }

    pub(super) fn is_idle(&self, now: SimTime, config: &Config) -> bool {
        self.buffer.is_empty() && self.heard + config.idle_timeout <= now
    }

    /// State Congested: losses are TCP's business.
    fn is_left_to_tcp(&self) -> bool {
        self.echoed || self.aside.is_some()
    }

    pub(super) fn deadline(&self, config: &Config) -> SimTime {
        if let Some(wait) = self.wait {
            wait.retry.min(wait.refresh)
        } else if self.buffer.is_empty() {
            self.heard + config.idle_timeout
        } else {
            self.guard(config)
        }
    }

    /// When TCP's retransmission timer is about to expire; never while that is TCP's business.
    fn guard(&self, config: &Config) -> SimTime {
        if self.una.is_none() || self.is_left_to_tcp() || self.buffer.is_empty() {
            return SimTime::NEVER;
        }
        let least = config.tcp_min_rto.scaled(config.rto_fraction);
        let timeout = if self.recover.is_some() {
            // Losses of the copies may go unnoticed otherwise. There are few samples now, and TCP has its own.
            self.rto.get(config.min_timeout).min(least)
        } else {
            self.rto.get(config.tcp_min_rto).scaled(config.rto_fraction)
        };
        self.timer_start + timeout
    }

    pub(super) fn release_all(&mut self, cx: &mut Context<'_>) {
        while let Some(kept) = self.buffer.pop() {
            cx.release(kept.id);
        }
    }

    /// TCP sends data or a FIN.
    pub(super) fn on_data(&mut self, cx: &mut Context<'_>, segment: &Segment) {
        self.heard = cx.now;
        if segment.flags.fin {
            self.fin = Some(segment.end());
        }
        if segment.flags.cwr {
            self.reduced = Some(segment.seq);
        }
        if let Some(kept) = self.buffer.same(segment)
            && kept.pending > 0
        {
            kept.pending -= 1;
            return;
        }
        if self.una.is_some_and(|una| !segment.end().after(una)) {
            return;
        }
        if segment.end().after(self.highest) {
            if self.buffer.is_empty() {
                self.timer_start = cx.now;
            }
            self.highest = segment.end();
            self.rto.on_new_data(cx.now, segment.end());
            self.keep(cx, segment);
        } else {
            self.rto.on_retransmission();
            cx.note(
                EventKind::SenderRetransmission,
                Cause::None,
                segment.seq,
                segment.sequence_len(),
            );
            if self.wait.is_none() {
                self.stand_aside(cx, Cause::SenderRetransmitted);
            }
        }
    }

    fn keep(&mut self, cx: &mut Context<'_>, segment: &Segment) {
        let (seq, len) = (segment.seq, segment.sequence_len());
        let cause = if self.buffer.len() >= cx.config.buffer_packets as usize {
            Some(Cause::CacheFull)
        } else if cx.store.held >= cx.config.max_packets as usize {
            Some(Cause::MemoryBound)
        } else {
            None
        };
        if let Some(cause) = cause {
            cx.note(EventKind::NotCached, cause, seq, len);
            return;
        }
        let id = cx.store.take_id();
        cx.answer.steps.push(Step::Keep(id));
        let new = Kept {
            id,
            seq,
            len,
            sacked: false,
            resent: false,
            order: self.buffer.next_order(),
            pending: 0,
        };
        for replaced in self.buffer.insert(new) {
            cx.release(replaced.id);
        }
    }

    /// The receiver says something; `segment` carries an acknowledgement.
    pub(super) fn on_ack(
        &mut self,
        cx: &mut Context<'_>,
        segment: &Segment,
        ack: Seq,
        header: &[u8],
    ) -> Verdict {
        self.heard = cx.now;
        if ack.after(self.highest) {
            cx.note(EventKind::PassedUntouched, Cause::DataNeverSent, ack, 0);
            return Verdict::Forward;
        }
        self.marker = if self.una.is_none() {
            segment.seq
        } else {
            self.marker.latest(segment.seq)
        };
        let verdict = match self.una {
            Some(una) if ack.before(una) => Verdict::Forward,
            Some(una) if ack == una => self.on_same_ack(cx, segment, header),
            Some(_) | None => self.on_new_ack(cx, segment, ack, header),
        };
        // A segment with data goes on whatever its window says, and may have opened the window.
        if verdict == Verdict::Forward && self.wait.is_some() {
            self.set_window(cx, 0);
        }
        verdict
    }

    fn on_new_ack(&mut self, cx: &mut Context<'_>, segment: &Segment, ack: Seq, header: &[u8]) -> Verdict {
        while let Some(kept) = self.buffer.pop_below(ack) {
            cx.release(kept.id);
        }
        self.rto.on_new_ack(cx.now, ack);
        // The first acknowledgement seen may say again what the handshake said.
        let repeats = self.una.is_none() && self.buffer.head(ack).is_some();
        self.una = Some(ack);
        self.dup_acks = repeats.into();
        self.timer_start = cx.now;
        self.window = segment.window;
        self.last_ack.remember(segment, header);
        self.buffer.mark(segment);
        if let Some(wait) = self.wait.take() {
            let reconnected = wait.why == Persist::Disconnected;
            if reconnected {
                cx.note(EventKind::WindowRestarted, Cause::NewAck, ack, 0);
                self.buffer.look_afresh();
            }
            // All that was sent over a route that failed is lost, and goes out again as in slow start.
            self.burst = 1 + usize::from(reconnected);
            cx.note(EventKind::PersistLeft, Cause::NewAck, ack, 0);
        }
        self.see_congestion(cx, segment, ack);
        if self.is_left_to_tcp() {
            self.recover = None;
            return Verdict::Forward;
        }
        // TCP would take SACK blocks for a loss of its own to repair.
        let verdict = if segment.sack[0].is_some() && segment.is_bare() {
            self.inject(cx, segment.seq, ack, segment.window);
            Verdict::Drop
        } else {
            Verdict::Forward
        };
        self.recover = self.recover.filter(|recover| ack.before(*recover));
        if self.recover.is_some() {
            for _ in 0..self.burst {
                self.resend_next(cx, 0, Cause::PartialAck);
            }
        } else if self.reports_loss(cx) {
            self.enter(cx, Persist::Loss, Cause::PartialAck);
        }
        verdict
    }

    /// Takes notice of the congestion echo in a new acknowledgement (RFC 3168 section 6.1).
    fn see_congestion(&mut self, cx: &mut Context<'_>, segment: &Segment, ack: Seq) {
        self.aside = self.aside.filter(|until| ack.before(*until));
        // Acknowledgements that left before the receiver learnt of the reduced window echo what TCP has seen to.
        let answered = self.reduced.is_some_and(|reduced| !ack.after(reduced));
        if !segment.flags.ece || answered {
            self.echoed = false;
        } else if !self.echoed {
            self.echoed = true;
            self.reduced = None;
            cx.note(EventKind::LeftToSender, Cause::Congestion, ack, 0);
        }
    }

    /// An acknowledgement of what was acknowledged before.
    fn on_same_ack(&mut self, cx: &mut Context<'_>, segment: &Segment, header: &[u8]) -> Verdict {
        if !segment.is_bare() {
            return Verdict::Forward;
        }
        self.buffer.mark(segment);
        if self.wait.is_some() {
            self.resend_next(cx, cx.config.dup_ack_threshold, Cause::DuplicateAck);
            cx.note(
                EventKind::AckSuppressed,
                Cause::DuplicateAck,
                self.una.unwrap_or(self.highest),
                0,
            );
            return Verdict::Drop;
        }
        let duplicate = segment.window == self.window || segment.sack[0].is_some();
        if !duplicate {
            self.window = segment.window;
            self.last_ack.remember(segment, header);
        }
        if !duplicate || self.is_left_to_tcp() || self.buffer.is_empty() {
            return Verdict::Forward;
        }
        if segment.flags.ece {
            self.stand_aside(cx, Cause::Congestion);
            return Verdict::Forward;
        }
        if self.buffer.head(self.una.unwrap_or(self.highest)).is_none() {
            self.stand_aside(cx, Cause::NotInCache);
            return Verdict::Forward;
        }
        self.dup_acks += 1;
        if self.dup_acks < cx.config.dup_ack_threshold && !self.reports_loss(cx) {
            // Without SACK, ns-3's TCP remembers them beyond the next new acknowledgement, and takes them for a loss then.
            return if segment.sack[0].is_some() {
                Verdict::Forward
            } else {
                Verdict::Drop
            };
        }
        if self.enter(cx, Persist::Loss, Cause::DuplicateAck) {
            Verdict::Drop
        } else {
            Verdict::Forward
        }
    }

    /// Whether so much arrived beyond a hole that TCP would take it for a loss (RFC 6675 section 4).
    fn reports_loss(&self, cx: &Context<'_>) -> bool {
        self.buffer.sacked() >= cx.config.dup_ack_threshold as usize
    }

    /// A router could not forward the segment that starts at `seq`. Returns whether that is credible.
    pub(super) fn on_unreachable(&mut self, cx: &mut Context<'_>, seq: Seq) -> bool {
        let outstanding = self
            .una
            .is_some_and(|una| !seq.before(una) && seq.before(self.highest));
        let known = matches!(
            self.wait,
            Some(Wait {
                why: Persist::Disconnected,
                ..
            })
        );
        if outstanding && !known {
            self.enter(cx, Persist::Disconnected, Cause::Unreachable);
        }
        outstanding
    }

    /// The host's own queue dropped a segment before it was sent.
    pub(super) fn on_queue_drop(&mut self, cx: &mut Context<'_>) {
        if self.wait.is_none() {
            self.stand_aside(cx, Cause::QueueDrop);
        }
    }

    pub(super) fn on_timer(&mut self, cx: &mut Context<'_>) {
        if self.guard(cx.config) <= cx.now && self.wait.is_none() {
            self.enter(cx, Persist::Loss, Cause::RetransmissionTimer);
            return;
        }
        let Some(mut wait) = self.wait else {
            return;
        };
        if wait.retry <= cx.now {
            wait.timeout = match wait.why {
                Persist::Loss => wait.timeout.scaled(2.0).min(cx.config.max_timeout),
                Persist::Disconnected => cx.config.probe_interval,
            };
            wait.retry = cx.now + wait.timeout;
            self.resend_head(cx, Cause::RetransmissionTimer);
        }
        let refreshes = wait.refresh <= cx.now;
        if refreshes {
            wait.refresh = cx.now + cx.config.persist_refresh;
        }
        self.wait = Some(wait);
        if refreshes {
            // TCP leaves persist and comes back. The window is too small to send anything in between.
            self.set_window(cx, 1);
            self.set_window(cx, 0);
        }
    }

    /// Puts TCP into persist and sends what it misses. Without the segment that the receiver waits for this would help
    /// nobody, and TCP sees to its losses itself. Returns whether TCP is in persist.
    fn enter(&mut self, cx: &mut Context<'_>, why: Persist, cause: Cause) -> bool {
        let Some(una) = self.una else {
            return false;
        };
        if self.buffer.head(una).is_none() {
            self.stand_aside(cx, Cause::NotInCache);
            return false;
        }
        (self.echoed, self.reduced, self.aside) = (false, None, None);
        let timeout = match why {
            Persist::Loss => self.rto.get(cx.config.min_timeout).min(cx.config.max_timeout),
            Persist::Disconnected => cx.config.probe_interval,
        };
        let already = self.wait.replace(Wait {
            why,
            retry: cx.now + timeout,
            timeout,
            refresh: cx.now + cx.config.persist_refresh,
        });
        cx.note(EventKind::PersistEntered, cause, una, 0);
        if already.is_none() {
            self.set_window(cx, 0);
        }
        if self.recover.is_none() || why == Persist::Disconnected {
            self.buffer.look_afresh();
        }
        self.recover = Some(self.highest);
        self.burst = 1;
        if why == Persist::Loss {
            self.resend_head(cx, cause);
            self.resend_next(cx, cx.config.dup_ack_threshold, cause);
        }
        true
    }

    fn stand_aside(&mut self, cx: &mut Context<'_>, cause: Cause) {
        if self.aside.is_none() {
            cx.note(
                EventKind::LeftToSender,
                cause,
                self.una.unwrap_or(self.highest),
                0,
            );
        }
        self.aside = Some(self.highest);
        self.recover = None;
    }

    /// Sends the segment again that the receiver waits for, whether it was before or not.
    fn resend_head(&mut self, cx: &mut Context<'_>, cause: Cause) {
        let order = self.buffer.next_order();
        if let Some(una) = self.una
            && let Some(kept) = self.buffer.head(una)
        {
            resend(cx, kept, order, cause);
            self.rto.on_retransmission();
        }
    }

    /// Sends the first missing segment again, of those outstanding at the last loss. With `beyond`, only one beyond which
    /// that many arrived.
    fn resend_next(&mut self, cx: &mut Context<'_>, beyond: u32, cause: Cause) {
        let order = self.buffer.next_order();
        if let Some(recover) = self.recover
            && let Some(kept) = self.buffer.missing(beyond as usize)
            && kept.seq.before(recover)
        {
            resend(cx, kept, order, cause);
            self.rto.on_retransmission();
        }
    }

    /// Tells TCP a window by an acknowledgement that says nothing else.
    ///
    /// It acknowledges less than TCP knows to have arrived, so that it counts as no duplicate, and its sequence number lies
    /// beyond all that TCP has seen, so that its window is taken to be news.
    fn set_window(&mut self, cx: &mut Context<'_>, window: u16) {
        if let Some(una) = self.una {
            self.marker = self.marker + 1;
            self.inject(cx, self.marker, una + u32::MAX, window);
        }
    }

    fn inject(&self, cx: &mut Context<'_>, seq: Seq, ack: Seq, window: u16) {
        let written = cx
            .answer
            .append(|bytes| self.last_ack.write_as(seq, ack, window, bytes));
        if let Some((datagram, ())) = written {
            cx.answer.steps.push(Step::Inject(datagram));
        }
    }
}

fn resend(cx: &mut Context<'_>, kept: &mut Kept, order: u64, cause: Cause) {
    kept.resent = true;
    kept.order = order;
    kept.pending += 1;
    cx.answer.steps.push(Step::resend(kept.id, false));
    cx.note(EventKind::LocalRetransmission, cause, kept.seq, kept.len);
}
