// SPDX-License-Identifier: MIT OR Apache-2.0
//! A TCP host for the model of split connections: simple as a sender, strict as a receiver.
use etherparse::{IpNumber, Ipv4Header, TcpHeader};
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use wtcp_core::segment::Segment;
use wtcp_core::seq::Seq;
use wtcp_core::units::{SimTime, Span};

/// Numbers that look random, from a seed.
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    pub(crate) fn percent(&mut self) -> u64 {
        self.below(100)
    }
}

/// What a host is like.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) isn: u32,
    /// To send.
    pub(crate) octets: u32,
    /// Receive buffer.
    pub(crate) window: u32,
    /// How often its application stops reading for a while.
    pub(crate) stalls: u32,
    pub(crate) stamps: bool,
    pub(crate) sack: bool,
    pub(crate) scale: Option<u8>,
}

const TIMEOUT: Span = Span::from_millis(1000);
const STALL: Span = Span::from_millis(2500);
const MSS: u32 = 1000;
/// Outstanding at most.
const OUTSTANDING: u32 = 12 * MSS;

/// A host. Places are offsets from the initial sequence numbers: 0 is the SYN, data starts at 1, the FIN follows.
#[derive(Debug)]
pub(crate) struct Host {
    pub(crate) me: SocketAddr,
    peer: SocketAddr,
    pub(crate) out: Vec<Vec<u8>>,
    plan: Plan,
    rng: Rng,
    opener: bool,
    peer_isn: Option<u32>,
    established: bool,
    /// Timestamps, and the shift of its own window.
    terms: (bool, Option<u8>),
    peer_shift: u8,
    una: u32,
    nxt: u32,
    peer_window: u32,
    dups: u32,
    timer: SimTime,
    got: u32,
    edge: u32,
    beyond: BTreeMap<u32, u32>,
    peer_fin: Option<u32>,
    stalled_until: SimTime,
    recent: u32,
    last_ack: u32,
}

impl Host {
    pub(crate) fn new(number: u8, plan: &Plan, seed: u64) -> Self {
        let address = |n: u8| SocketAddr::new(IpAddr::V4(Ipv4Addr::new(10, 0, n, 1)), 80 + u16::from(n));
        Self {
            me: address(number),
            peer: address(1 - number),
            out: Vec::new(),
            plan: plan.clone(),
            rng: Rng::new(seed.wrapping_mul(31).wrapping_add(number.into())),
            opener: number == 0,
            peer_isn: None,
            established: false,
            terms: (false, None),
            peer_shift: 0,
            una: 0,
            nxt: 0,
            peer_window: 0,
            dups: 0,
            timer: if number == 0 {
                SimTime::START
            } else {
                SimTime::NEVER
            },
            got: 0,
            edge: 0,
            beyond: BTreeMap::new(),
            peer_fin: None,
            stalled_until: SimTime::NEVER,
            recent: 0,
            last_ack: 0,
        }
    }

    pub(crate) fn fin_seq(&self) -> Seq {
        Seq::new(self.plan.isn) + 1 + self.plan.octets
    }

    /// Octets that arrived in order.
    pub(crate) fn delivered(&self) -> u32 {
        self.got
            .saturating_sub(1 + u32::from(self.peer_fin.is_some_and(|fin| self.got > fin)))
    }

    fn end(&self) -> u32 {
        self.plan.octets + 2
    }

    pub(crate) fn is_done(&self) -> bool {
        self.una == self.end() && self.peer_fin.is_some_and(|fin| self.got > fin)
    }

    pub(crate) fn deadline(&self) -> SimTime {
        self.timer.min(self.stalled_until)
    }

    pub(crate) fn on_timer(&mut self, now: SimTime) {
        if self.stalled_until <= now {
            self.stalled_until = SimTime::NEVER;
            self.acknowledge(now);
        }
        if self.timer > now {
            return;
        }
        self.timer = now + TIMEOUT;
        if !self.established {
            self.send(now, 0, 1);
        } else if self.una < self.end() {
            self.nxt = self.una;
            let room = self.peer_window.clamp(1, MSS); // probes a closed window
            self.send(now, self.una, room.min(self.end() - self.una));
            self.nxt = self.nxt.max(self.una + 1);
            self.pump(now);
        } else {
            self.timer = SimTime::NEVER;
        }
    }

    fn pump(&mut self, now: SimTime) {
        while self.established && self.nxt < self.end() {
            let room = (self.una + self.peer_window.min(OUTSTANDING)).saturating_sub(self.nxt);
            // Boundaries change from one time to the next.
            let most = if self.rng.percent() < 10 {
                1 + self.rng.below(MSS.into()) as u32
            } else {
                MSS
            };
            let len = most.min(self.end() - self.nxt).min(room);
            if len == 0 {
                break;
            }
            self.send(now, self.nxt, len);
        }
        if self.una < self.end() && self.timer == SimTime::NEVER {
            self.timer = now + TIMEOUT;
        }
    }

    fn acknowledge(&mut self, now: SimTime) {
        let len = 0;
        let from = self.nxt.max(u32::from(self.established));
        self.send(now, from, len);
    }

    /// Sends `len` places from `from` on.
    fn send(&mut self, now: SimTime, from: u32, len: u32) {
        let syn = from == 0;
        let fin = len > 0 && from + len == self.end();
        let payload = len - u32::from(syn) - u32::from(fin);
        if self.stalled_until == SimTime::NEVER {
            self.edge = self.edge.max(self.got + self.plan.window);
        }
        let shift = self.terms.1.filter(|_| !syn).unwrap_or(0);
        let window = (self.edge - self.got) >> shift;
        let mut tcp = TcpHeader::new(
            self.me.port(),
            self.peer.port(),
            self.plan.isn.wrapping_add(from),
            u16::try_from(window).unwrap_or(u16::MAX),
        );
        if let Some(isn) = self.peer_isn {
            tcp.ack = true;
            tcp.acknowledgment_number = isn.wrapping_add(self.got);
            self.last_ack = self.got;
        }
        (tcp.syn, tcp.fin) = (syn, fin);
        let mut options = Vec::new();
        let answers = !self.opener;
        if syn {
            if let Some(shift) = self.plan.scale.filter(|_| !answers || self.terms.1.is_some()) {
                options.extend([3, 3, shift, 1]);
            }
            if self.plan.sack {
                options.extend([4, 2, 1, 1]);
            }
        }
        if self.terms.0 || syn && self.plan.stamps && !answers {
            options.extend([1, 1, 8, 10]);
            options.extend(Self::clock(now).to_be_bytes());
            options.extend(self.recent.to_be_bytes());
        }
        tcp.set_options_raw(&options).unwrap();
        let (IpAddr::V4(source), IpAddr::V4(destination)) = (self.me.ip(), self.peer.ip()) else {
            panic!("IPv4 only")
        };
        let length = tcp.header_len() as u32 + payload;
        let ip = Ipv4Header::new(
            u16::try_from(length).unwrap(),
            64,
            IpNumber::TCP,
            source.octets(),
            destination.octets(),
        );
        let mut bytes = ip.unwrap().to_bytes().to_vec();
        bytes.extend_from_slice(&tcp.to_bytes());
        self.out.push(bytes);
        self.nxt = self.nxt.max(from + len);
        if len > 0 && self.timer == SimTime::NEVER {
            self.timer = now + TIMEOUT;
        }
    }

    /// Milliseconds, from just below the wrap on.
    fn clock(now: SimTime) -> u32 {
        let ms = now.since(SimTime::START).as_nanos() / 1_000_000;
        (u32::MAX - 5000).wrapping_add(ms as u32)
    }

    pub(crate) fn receive(&mut self, now: SimTime, bytes: &[u8]) {
        let segment = Segment::parse(bytes).unwrap();
        assert_eq!(
            (segment.flow.source, segment.flow.destination),
            (self.peer, self.me)
        );
        if segment.flags.syn {
            self.on_syn(now, &segment);
            return;
        }
        let Some(isn) = self.peer_isn else { return };
        let from = Seq::new(self.got.wrapping_add(isn));
        let ahead = i64::from(segment.seq.dist(from));
        let place = i64::from(self.got) + ahead;
        let end = place + i64::from(segment.sequence_len());
        // ns-3 does not check timestamps (RFC 7323 section 5), and the module says what that means for proxies; those of
        // acknowledgements that a proxy makes are in order all the same.
        let stale = self.terms.0
            && segment.sequence_len() == 0
            && segment
                .timestamps
                .is_none_or(|(value, _)| Seq::new(value).before(Seq::new(self.recent)));
        let overlaps = if segment.sequence_len() == 0 {
            ahead >= 0 && place <= i64::from(self.edge)
        } else {
            end > i64::from(self.got) && place <= i64::from(self.edge)
        };
        if stale || !overlaps {
            if segment.sequence_len() > 0 {
                self.acknowledge(now);
            }
            return;
        }
        if let Some((value, _)) = segment.timestamps
            && place <= i64::from(self.last_ack)
        {
            self.recent = value;
        }
        self.established = true;
        self.on_ack(now, &segment);
        if segment.sequence_len() > 0 {
            self.on_data(now, place, end, segment.flags.fin);
        }
        self.pump(now);
    }

    fn on_syn(&mut self, now: SimTime, syn: &Segment) {
        if let (Some(isn), true) = (self.peer_isn, self.established) {
            assert_eq!(isn, syn.seq.raw());
            self.acknowledge(now);
            return;
        }
        if self.opener != syn.ack.is_some() {
            return;
        }
        self.peer_isn = Some(syn.seq.raw());
        self.got = 1;
        self.edge = 1 + self.plan.window;
        self.peer_window = syn.window.into();
        self.terms.0 = self.plan.stamps && syn.timestamps.is_some();
        self.terms.1 = self.plan.scale.filter(|_| syn.window_scale.is_some());
        self.peer_shift = if self.terms.1.is_some() {
            syn.window_scale.unwrap()
        } else {
            0
        };
        self.recent = syn.timestamps.map_or(0, |(value, _)| value);
        if self.opener {
            (self.established, self.una, self.nxt) = (true, 1, 1);
            self.acknowledge(now);
            self.pump(now);
        } else {
            self.send(now, 0, 1);
        }
    }

    fn on_ack(&mut self, now: SimTime, segment: &Segment) {
        let ack = segment.ack.unwrap();
        let una = Seq::new(self.plan.isn) + self.una;
        let acked = ack.dist(una);
        assert!(
            acked <= 0 || self.una + acked.unsigned_abs() <= self.end(),
            "acknowledgement of what was never sent"
        );
        if acked < 0 {
            return;
        }
        self.peer_window = u32::from(segment.window) << self.peer_shift;
        if acked > 0 {
            self.una += acked.unsigned_abs();
            self.nxt = self.nxt.max(self.una);
            self.dups = 0;
            self.timer = if self.una < self.end() {
                now + TIMEOUT
            } else {
                SimTime::NEVER
            };
        } else if segment.is_bare() && self.nxt > self.una {
            self.dups += 1;
            if self.dups == 3 {
                let len = MSS.min(self.nxt - self.una);
                self.send(now, self.una, len);
            }
        }
    }

    fn on_data(&mut self, now: SimTime, place: i64, end: i64, fin: bool) {
        let start = u32::try_from(place.max(i64::from(self.got))).unwrap();
        let whole = u32::try_from(end).unwrap();
        let end = whole.min(self.edge);
        if fin && end == whole {
            self.peer_fin = Some(whole - 1);
        }
        if start < end {
            let known = self.beyond.entry(start).or_default();
            *known = (*known).max(end);
        }
        while let Some((&start, &end)) = self.beyond.first_key_value()
            && start <= self.got
        {
            self.beyond.remove(&start);
            self.got = self.got.max(end);
        }
        if self.plan.stalls > 0 && self.rng.percent() < 5 && self.stalled_until == SimTime::NEVER {
            self.plan.stalls -= 1;
            self.stalled_until = now + STALL;
        }
        self.acknowledge(now);
    }
}
