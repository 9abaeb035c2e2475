// SPDX-License-Identifier: MIT OR Apache-2.0
//! Split TCP: a proxy on the way acknowledges data in the place of its destination and delivers it with a TCP of its own.
//!
//! Cited as Kop02: Kopparty, Krishnamurthy, Faloutsos, Tripathi, "Split TCP for Mobile Ad Hoc Networks", GLOBECOM 2002. Cited
//! as Bal97: Balakrishnan, Padmanabhan, Seshan, Katz, "A Comparison of Mechanisms for Improving TCP Performance over Wireless
//! Links", IEEE/ACM ToN 5(6), 1997, whose SPLIT is such a proxy at the base station.
//!
//! The proxy watches one device. It splits each direction whose data leaves by that device while the acknowledgements arrive
//! by it: both directions at a relay of a chain, data for the mobile host at a base station. The handshake passes from end to
//! end, so that both halves have the same sequence numbers and options and nothing needs to be translated. Then data is
//! kept and acknowledged at once, with the room that is left as window; a sender of the proxy's own sends it on under the
//! congestion control of RFC 5681 and the destination's window, and swallows the destination's acknowledgements. Several
//! proxies in a row are sources and destinations to each other.
//!
//! What the papers leave open is decided thus:
//!
//! | case | decision |
//! |---|---|
//! | end-to-end acknowledgements besides local ones [Kop02 s3] | none: what a proxy acknowledged is lost if it fails. The FIN alone is acknowledged from end to end: not before the destination has it |
//! | data beyond a hole | kept, answered with a duplicate acknowledgement, and sent on when the hole is filled |
//! | SACK | SYNs go on without permission of it: the proxy could not repeat what the destination reports, and a source with SACK takes no duplicate acknowledgement without blocks for a sign of loss (ns-3; RFC 6675) |
//! | data beyond the advertised window | dropped and answered, as any host does: the source sends it again |
//! | more packets than [`Config::max_packets`] | dropped in silence: lost to the source. What fills a hole displaces what waits beyond it, and a direction of which nothing is held has room for one |
//! | old data, probes of a closed window, keep-alives | answered by the proxy |
//! | the destination's window is closed | probed with the next segment, whole, since a packet cannot be cut |
//! | acknowledgements with data | the data goes on as it is; an acknowledgement in it below the proxy's own means nothing to its reader |
//! | acknowledgements that would overtake held data of their host | go on with the place and the timestamp of what went before |
//! | drops by the proxy's own queue | losses like any other |
//! | timestamps | the newest that cannot make held segments look old; the echo after RFC 7323 section 4.3 |
//! | PAWS (RFC 7323 section 5) at the destination | refuses held segments that are older than one that filled a hole before them, which their source cannot know; ns-3 has no PAWS |
//! | ECN | marks end at the proxy |
//! | connection already open, data in the SYN, reboot | passed untouched, since nobody knows what was acknowledged to whom; data that was held at a reboot is lost, and its connection stalls until its hosts give up |
//! | new SYN on a known connection | counts when the other end agrees to it |
//! | RST | passed on; all is given up if its sequence number can be right |
//! | no answer for [`Config::idle_timeout`] | all is given up, and the connection is left to its hosts |
//! | both FINs acknowledged | all is forgotten |
mod acknowledgement;
mod buffer;
mod config;
mod congestion;
mod connection;
mod half;
mod sender;
#[cfg(test)]
mod tests;
mod timeout;

pub use config::{Config, ConfigError};

use crate::agent::{
    Agent, Answer, Cause, Direction, Event, EventKind, Moment, Outcome, Packet, PacketId, Step, Untouched,
    Verdict,
};
use crate::flow::FlowKey;
use crate::segment::Segment;
use crate::seq::Seq;
use crate::store::{Alarm, Alarms, Store};
use crate::units::SimTime;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use connection::{Connection, place};

/// What an event needs besides the connection itself.
struct Context<'a> {
    now: SimTime,
    config: &'a Config,
    /// Key of the connection.
    key: FlowKey,
    /// Where the data concerned comes from and goes to.
    flow: FlowKey,
    store: &'a mut Store,
    answer: &'a mut Answer,
}

impl Context<'_> {
    /// The flow of the data of host `from`.
    fn flow_of(&self, from: usize) -> FlowKey {
        if from == 0 { self.key } else { self.key.reversed() }
    }

    fn note(&mut self, kind: EventKind, cause: Cause, seq: Seq, len: u32) {
        self.answer.events.push(Event {
            kind,
            cause,
            flow: self.flow,
            seq,
            len,
            rtt: None,
        });
    }

    /// The host need not keep `id` any more.
    fn release(&mut self, id: PacketId) {
        self.store.held -= 1;
        self.answer.steps.push(Step::Release(id));
    }
}

/// A proxy that splits connections.
#[derive(Clone, Debug)]
pub struct Split {
    config: Config,
    connections: BTreeMap<FlowKey, Connection>,
    timers: Alarms,
    store: Store,
    untouched: Untouched,
}

impl Split {
    /// Makes an agent that has seen nothing yet.
    ///
    /// # Errors
    /// [`ConfigError`] names the value that is out of range.
    pub fn new(config: Config) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self {
            config,
            connections: BTreeMap::new(),
            timers: Alarms::default(),
            store: Store::default(),
            untouched: Untouched::default(),
        })
    }

    fn on_segment(
        &mut self,
        at: Moment,
        direction: Direction,
        segment: &Segment,
        header: &[u8],
        answer: &mut Answer,
    ) -> Verdict {
        let (key, from) = place(segment);
        if !self.connections.contains_key(&key) {
            let opens = segment.flags.syn && segment.ack.is_none() && !segment.flags.rst;
            if !opens || self.connections.len() >= self.config.max_connections as usize {
                self.untouched.unserved += 1;
                return Verdict::Forward;
            }
            self.connections.insert(key, Connection::new(at.now));
        }
        if segment.flags.rst {
            let believed = self.with(at, key, answer, |connection, cx| {
                connection.is_reset_by(cx, from, segment)
            });
            if believed == Some(true) {
                self.close(at, key, Cause::Rst, answer);
            }
            return Verdict::Forward;
        }
        let verdict = self.with(at, key, answer, |connection, cx| {
            if segment.flags.syn {
                connection.pass_syn(cx, from, direction, segment, header)
            } else if direction == Direction::Egress {
                connection.on_egress(cx, from, segment, header)
            } else {
                connection.on_ingress(cx, from, segment)
            }
        });
        verdict.unwrap_or(Verdict::Forward)
    }

    /// Runs an event of a known connection, then sees to its timer and its end.
    fn with<T>(
        &mut self,
        at: Moment,
        key: FlowKey,
        answer: &mut Answer,
        event: impl FnOnce(&mut Connection, &mut Context<'_>) -> T,
    ) -> Option<T> {
        let Self {
            config,
            connections,
            timers,
            store,
            untouched: _,
        } = self;
        let connection = connections.get_mut(&key)?;
        let result = event(
            connection,
            &mut Context {
                now: at.now,
                config,
                key,
                flow: key,
                store,
                answer,
            },
        );
        let deadline = connection.deadline(config);
        timers.set(key, &mut connection.alarm, deadline);
        if connection.is_closed() {
            self.close(at, key, Cause::Fin, answer);
        }
        Some(result)
    }

    fn close(&mut self, at: Moment, key: FlowKey, cause: Cause, answer: &mut Answer) {
        let Some(mut connection) = self.connections.remove(&key) else {
            return;
        };
        self.timers.cancel(key, connection.alarm);
        let mut cx = Context {
            now: at.now,
            config: &self.config,
            key,
            flow: key,
            store: &mut self.store,
            answer,
        };
        connection.release_all(&mut cx);
        for from in connection.split_directions() {
            cx.flow = cx.flow_of(from);
            cx.note(EventKind::FlowClosed, cause, Seq::new(0), 0);
        }
    }

    fn outcome(&self, verdict: Verdict) -> Outcome {
        let deadline = self.timers.deadline();
        Outcome { verdict, deadline }
    }
}

impl Agent for Split {
    fn on_packet(&mut self, at: Moment, packet: &Packet<'_>, answer: &mut Answer) -> Outcome {
        let verdict = match Segment::parse(packet.header) {
            Ok(segment) => self.on_segment(at, packet.direction, &segment, packet.header, answer),
            Err(reason) => {
                self.untouched.count(reason);
                Verdict::Forward
            }
        };
        self.outcome(verdict)
    }

    fn on_queue_drop(&mut self, _: Moment, _: PacketId, _: &mut Answer) -> Outcome {
        // Acknowledgements tell of it as of any other loss.
        self.outcome(Verdict::Forward)
    }

    fn on_timer(&mut self, at: Moment, answer: &mut Answer) -> Outcome {
        while let Some(key) = self.timers.pop_due(at.now) {
            let Some(connection) = self.connections.get_mut(&key) else {
                continue;
            };
            connection.alarm = Alarm::NONE;
            if connection.give_up_at(&self.config) <= at.now {
                self.close(at, key, Cause::Idle, answer);
                continue;
            }
            let _ = self.with(at, key, answer, |connection, cx| connection.on_timer(cx));
        }
        self.outcome(Verdict::Forward)
    }

    fn reboot(&mut self, at: Moment, answer: &mut Answer) -> Outcome {
        // Names of kept packets are not used again: packets that bear one may still wait in the device's queue.
        let keys: Vec<FlowKey> = self.connections.keys().copied().collect();
        for key in keys {
            self.close(at, key, Cause::Reboot, answer);
        }
        self.outcome(Verdict::Forward)
    }

    fn held_packets(&self) -> usize {
        self.store.held
    }

    fn connections(&self) -> usize {
        self.connections.len()
    }

    fn untouched(&self) -> Untouched {
        self.untouched
    }
}
