// SPDX-License-Identifier: MIT OR Apache-2.0
//! The sending half of a proxy: a TCP sender of its own towards the destination, whose segments are packets of the source.
use super::buffer::{Buffer, Entry};
use super::congestion::{Congestion, Progress};
use super::timeout::Timeout;
use super::{Config, Context};
use crate::agent::{Cause, Event, EventKind, Step};
use crate::segment::{MAX_WINDOW, Segment};
use crate::seq::Seq;
use crate::units::SimTime;

/// Payload that a segment is taken for until a larger one was seen (RFC 9293 section 3.7.1).
const DEFAULT_MSS: u32 = 536;

/// Sends what the proxy holds, as fast as the destination and the path to it allow.
#[derive(Clone, Debug)]
pub(super) struct Sender {
    pub(super) buffer: Buffer,
    /// Whether nothing was sent yet.
    fresh: bool,
    /// What the destination acknowledged.
    una: Seq,
    /// End of all data sent on so far.
    highest: Seq,
    /// The timestamp on the newest of it.
    stamp: Option<u32>,
    /// What the destination can take in from `una` on, octets.
    window: u32,
    /// Largest payload so far.
    mss: u32,
    congestion: Congestion,
    timeout: Timeout,
    dup_acks: u32,
    /// When a segment is sent again, or a closed window is probed.
    timer: SimTime,
    /// When the destination last said something that makes sense, or first had to.
    answered: SimTime,
}

impl Sender {
    /// A sender whose first octet is `start`, towards a destination that takes in `window` octets.
    pub(super) fn new(cx: &Context<'_>, start: Seq, stamp: Option<u32>, window: u32) -> Self {
        Self {
            buffer: Buffer::default(),
            fresh: true,
            una: start,
            highest: start,
            stamp,
            window,
            mss: DEFAULT_MSS,
            congestion: Congestion::new(cx.config, DEFAULT_MSS),
            timeout: Timeout::default(),
            dup_acks: 0,
            timer: SimTime::NEVER,
            answered: cx.now,
        }
    }

    pub(super) fn una(&self) -> Seq {
        self.una
    }

    pub(super) fn highest(&self) -> Seq {
        self.highest
    }

    pub(super) fn mss(&self) -> u32 {
        self.mss
    }

    pub(super) fn timer(&self) -> SimTime {
        self.timer
    }

    /// The newest timestamp of the source that the destination can have seen.
    pub(super) fn stamp(&self) -> Option<u32> {
        self.stamp
    }

    /// The source says something with a timestamp that stays here, and nothing that it said before is held.
    pub(super) fn on_swallowed(&mut self, stamp: Option<u32>) {
        if self.buffer.is_empty() {
            self.raise_stamp(stamp);
        }
    }

    /// The destination will see this timestamp of the source.
    pub(super) fn raise_stamp(&mut self, stamp: Option<u32>) {
        let later = |old: u32, new: u32| Seq::new(old).latest(Seq::new(new)).raw(); // on a circle, too
        self.stamp = self.stamp.zip(stamp).map(|(old, new)| later(old, new)).or(stamp);
    }

    /// When the connection is given up because the destination does not answer.
    pub(super) fn give_up_at(&self, config: &Config) -> SimTime {
        if self.buffer.is_empty() {
            SimTime::NEVER
        } else {
            self.answered + config.idle_timeout
        }
    }

    /// A segment with `payload` octets comes into the buffer.
    pub(super) fn on_arrival(&mut self, cx: &Context<'_>, payload: u32) {
        if self.buffer.is_empty() {
            self.answered = cx.now;
        }
        if payload > self.mss {
            self.mss = payload;
            if self.fresh {
                self.congestion = Congestion::new(cx.config, payload); // the initial window is in segments
            }
        }
    }

    /// Octets outstanding.
    fn flight(&self) -> u32 {
        let end = self.buffer.sent_end().unwrap_or(self.una);
        u32::try_from(end.dist(self.una)).unwrap_or(0)
    }

    /// The destination acknowledges; its window is `window` octets. Returns whether that can be true.
    pub(super) fn on_ack(&mut self, cx: &mut Context<'_>, segment: &Segment, window: u32) -> bool {
        let Some(ack) = segment.ack else { return true };
        let senseless = if ack.after(self.highest) {
            Some(Cause::DataNeverSent)
        } else if ack.dist(self.una).unsigned_abs() > MAX_WINDOW {
            Some(Cause::OutOfSequence)
        } else {
            None
        };
        if let Some(cause) = senseless {
            cx.note(EventKind::PassedUntouched, cause, ack, 0);
            return false;
        }
        self.answered = cx.now;
        match ack.dist(self.una) {
            1.. => self.on_new_ack(cx, ack, window),
            0 => self.on_same_ack(cx, segment, window),
            _ => return true, // overtaken by a later one
        }
        self.pump(cx);
        true
    }

    fn on_new_ack(&mut self, cx: &mut Context<'_>, ack: Seq, window: u32) {
        let acked = ack.dist(self.una).unsigned_abs();
        self.una = ack;
        self.window = window;
        self.dup_acks = 0;
        let (mut last, mut once) = (None, true);
        while let Some(entry) = self.buffer.pop_below(ack) {
            cx.release(entry.id);
            once &= entry.transmissions == 1;
            last = Some(entry);
        }
        if let Some(entry) = last.filter(|_| once) {
            let sample = cx.now.since(entry.sent_at);
            self.timeout.on_sample(sample);
            cx.answer.events.push(Event {
                kind: EventKind::RttSample,
                cause: Cause::None,
                flow: cx.flow,
                seq: ack,
                len: 0,
                rtt: Some(sample),
            });
        }
        self.timeout.on_progress();
        let flight = self.flight();
        let progress = self
            .congestion
            .on_new_ack(cx.config, self.mss, ack, acked, flight);
        self.timer = SimTime::NEVER;
        if flight > 0 {
            if progress == Progress::NextIsLost {
                self.send_oldest(cx, Cause::PartialAck);
            }
            self.arm(cx);
        }
    }

    fn on_same_ack(&mut self, cx: &mut Context<'_>, segment: &Segment, window: u32) {
        // RFC 5681 section 2. With SACK a receiver that tunes its window still says that a segment arrived.
        let same_window = window == self.window || segment.sacks_between(self.una, self.highest);
        self.window = window;
        let flight = self.flight();
        if !segment.is_bare() || flight == 0 || !same_window {
            return;
        }
        self.dup_acks = self.dup_acks.saturating_add(1);
        if self.congestion.is_recovering() {
            self.congestion.inflate(self.mss);
        } else if self.dup_acks == cx.config.dup_ack_threshold
            && (!cx.config.new_reno || self.congestion.may_recover(self.una))
        {
            self.congestion.on_loss(cx.config, self.mss, flight, self.highest);
            self.send_oldest(cx, Cause::DuplicateAck);
            self.arm(cx);
        }
    }

    /// Sends what may be sent. To be called after every change.
    pub(super) fn pump(&mut self, cx: &mut Context<'_>) {
        while let Some(next) = self.buffer.next() {
            let flight = self.flight();
            let reach = next.end.dist(self.una).unsigned_abs();
            let room = self
                .congestion
                .window()
                .saturating_add(self.limited_transmit(cx.config));
            if reach > self.window {
                if flight == 0 && self.timer == SimTime::NEVER {
                    self.arm(cx); // to probe the window
                }
                return;
            }
            if flight > 0 && reach > room {
                return;
            }
            if flight == 0 {
                self.arm(cx);
            }
            self.send_next(cx);
        }
    }

    fn limited_transmit(&self, config: &Config) -> u32 {
        if config.limited_transmit && !self.congestion.is_recovering() {
            self.dup_acks.min(2).saturating_mul(self.mss)
        } else {
            0
        }
    }

    /// Looks at the timer. Early calls do nothing.
    pub(super) fn on_timer(&mut self, cx: &mut Context<'_>) {
        if self.timer > cx.now {
            return;
        }
        self.timer = SimTime::NEVER;
        if self.buffer.next().is_none() && self.buffer.sent_end().is_none() {
            return;
        }
        let flight = self.flight();
        if flight > 0 {
            let again = self.timeout.has_expired();
            self.congestion.on_timeout(self.mss, flight, self.highest, again);
            self.dup_acks = 0;
            self.buffer.rewind();
            self.timeout.on_expiry();
            self.send_next(cx);
        } else {
            // A whole segment instead of one octet, since a packet cannot be cut: the destination answers it with its window
            // (RFC 9293 section 3.8.6.1), and it does not count as outstanding.
            self.timeout.on_expiry();
            self.send_oldest(cx, Cause::PersistTimer);
        }
        self.arm(cx);
    }

    fn arm(&mut self, cx: &Context<'_>) {
        self.timer = cx.now + self.timeout.span(cx.config);
    }

    fn send_next(&mut self, cx: &mut Context<'_>) {
        if let Some(entry) = self.buffer.next_mut() {
            let sent = send(cx, entry, Cause::RetransmissionTimer);
            self.buffer.pass_next();
            self.note_sent(&sent);
        }
    }

    fn send_oldest(&mut self, cx: &mut Context<'_>, cause: Cause) {
        if let Some(entry) = self.buffer.oldest() {
            let sent = send(cx, entry, cause);
            self.note_sent(&sent);
        }
    }

    fn note_sent(&mut self, entry: &Entry) {
        self.fresh = false;
        self.highest = self.highest.latest(entry.end);
        if entry.transmissions == 1 {
            self.raise_stamp(entry.stamp);
        }
    }
}

/// Sends a segment; `cause` says why, if it is not for the first time.
fn send(cx: &mut Context<'_>, entry: &mut Entry, cause: Cause) -> Entry {
    let id = entry.id;
    entry.sent_at = cx.now;
    entry.transmissions = entry.transmissions.saturating_add(1);
    if entry.transmissions == 1 {
        cx.answer.steps.push(Step::send(id));
    } else {
        cx.answer.steps.push(Step::resend(id, false));
        let len = entry.end.dist(entry.start).unsigned_abs();
        cx.note(EventKind::LocalRetransmission, cause, entry.start, len);
    }
    *entry
}
