// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random traffic against a Snoop agent, honest and hostile, with the promises of the agent checked after every step.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop at once"
)]
use etherparse::{IpNumber, Ipv4Header, Ipv6Header, TcpHeader};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use wtcp_core::agent::{Agent, Answer, Direction, Moment, Packet, PacketId, Piece, Step, Verdict};
use wtcp_core::flow::FlowKey;
use wtcp_core::segment::Segment;
use wtcp_core::seq::Seq;
use wtcp_core::snoop::{Config, Reporter, Snoop};
use wtcp_core::units::{SimTime, Span};

const MSS: u16 = 1000;
const CACHE: u32 = 6;
const FLOWS: u16 = 3;

#[derive(Clone, Debug)]
enum Op {
    Data {
        flow: u16,
        slot: u8,
        len: u16,
    },
    Ack {
        flow: u16,
        slot: u8,
        window: u16,
        /// Where data of the mobile host's own starts.
        sent: u8,
        payload: u16,
    },
    /// The fixed host acknowledges the mobile host's data.
    FixedAck {
        flow: u16,
        slot: u8,
    },
    Flags {
        flow: u16,
        egress: bool,
        syn: bool,
        fin: bool,
        rst: bool,
    },
    QueueDrop {
        nth: usize,
    },
    /// Another base station serves the mobile host.
    Leave,
    /// It comes back with a report, true or not.
    Arrive {
        slot: u8,
    },
    Wait {
        ms: u16,
    },
    /// The base station reboots.
    Reboot,
    /// Any fields and options.
    Hostile {
        fields: Fields,
        near: bool,
        options: Vec<u8>,
    },
    /// A true header with some octets changed, and cut off.
    Damaged {
        fields: Fields,
        changes: Vec<(usize, u8)>,
        cut: usize,
    },
    Noise {
        egress: bool,
        bytes: Vec<u8>,
    },
}

fn fields() -> impl Strategy<Value = Fields> {
    let numbers = (any::<u32>(), any::<u32>(), 0..4_u16);
    (any::<bool>(), 0..FLOWS, numbers, 0..=2 * MSS, any::<u8>()).prop_map(
        |(egress, flow, (seq, ack, window), payload, flags)| Fields {
            egress,
            flow,
            seq,
            ack,
            window,
            payload,
            flags,
        },
    )
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        8 => (0..FLOWS, 0..12_u8, 1..=2 * MSS).prop_map(|(flow, slot, len)| Op::Data { flow, slot, len }),
        8 => (0..FLOWS, 0..14_u8, 0..3_u16, 0..14_u8, prop_oneof![3 => Just(0), 1 => Just(50), 1 => Just(MSS)])
            .prop_map(|(flow, slot, window, sent, payload)| Op::Ack { flow, slot, window, sent, payload }),
        3 => (0..FLOWS, 0..14_u8).prop_map(|(flow, slot)| Op::FixedAck { flow, slot }),
        1 => (0..FLOWS, any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>())
            .prop_map(|(flow, egress, syn, fin, rst)| Op::Flags { flow, egress, syn, fin, rst }),
        1 => (0..9_usize).prop_map(|nth| Op::QueueDrop { nth }),
        1 => Just(Op::Leave),
        1 => (0..14_u8).prop_map(|slot| Op::Arrive { slot }),
        1 => Just(Op::Reboot),
        4 => (fields(), any::<bool>(), proptest::collection::vec(any::<u8>(), 0..=10))
            .prop_map(|(fields, near, options)| Op::Hostile { fields, near, options }),
        2 => (fields(), proptest::collection::vec((0..60_usize, any::<u8>()), 0..4), 0..64_usize)
            .prop_map(|(fields, changes, cut)| Op::Damaged { fields, changes, cut }),
        3 => (0..700_u16).prop_map(|ms| Op::Wait { ms }),
        1 => (any::<bool>(), proptest::collection::vec(any::<u8>(), 0..80))
            .prop_map(|(egress, bytes)| Op::Noise { egress, bytes }),
    ]
}

const FIN: u8 = 1;
const SYN: u8 = 2;
const RST: u8 = 4;
const ACK: u8 = 16;

#[derive(Clone, Copy, Debug)]
struct Fields {
    egress: bool,
    flow: u16,
    seq: u32,
    ack: u32,
    window: u16,
    payload: u16,
    /// Control bits as in the header, the eight lower ones.
    flags: u8,
}

impl Default for Fields {
    fn default() -> Self {
        Self {
            egress: false,
            flow: 0,
            seq: 0,
            ack: 0,
            window: 0,
            payload: 0,
            flags: ACK,
        }
    }
}

const FIXED: [u8; 4] = [10, 0, 0, 1];
const MOBILE: [u8; 4] = [10, 0, 1, 2];

fn ipv6(short: [u8; 4]) -> [u8; 16] {
    let mut long = [0; 16];
    long[12..].copy_from_slice(&short);
    long[0] = 0x20;
    long
}

impl Fields {
    fn bytes(self, over_ipv6: bool, options: &[u8]) -> Vec<u8> {
        let Self {
            egress,
            flow,
            seq,
            ack,
            window,
            payload,
            flags,
        } = self;
        let (source, destination, from, to) = if egress {
            (FIXED, MOBILE, 80 + flow, 5000)
        } else {
            (MOBILE, FIXED, 5000, 80 + flow)
        };
        let mut tcp = TcpHeader::new(from, to, seq, window);
        tcp.acknowledgment_number = ack;
        tcp.set_options_raw(options).unwrap();
        let mut tcp = tcp.to_bytes().to_vec();
        tcp[13] = flags;
        let length = u16::try_from(tcp.len()).unwrap() + payload;
        let ip = if over_ipv6 {
            let header = Ipv6Header {
                payload_length: length,
                next_header: IpNumber::TCP,
                hop_limit: 64,
                source: ipv6(source),
                destination: ipv6(destination),
                ..Default::default()
            };
            header.to_bytes().to_vec()
        } else {
            let header = Ipv4Header::new(length, 64, IpNumber::TCP, source, destination).unwrap();
            header.to_bytes().to_vec()
        };
        [ip, tcp].concat()
    }
}

/// The host's side of the contract: which packets it keeps; what the mobile hosts acknowledged in segments that the fixed
/// host takes in; and what that said last of its window and whether with timestamps, for each connection by the flow of the
/// acknowledgements.
#[derive(Default)]
struct Host {
    held: BTreeSet<u64>,
    acked: BTreeSet<(FlowKey, u32)>,
    /// Acknowledgements of the fixed hosts.
    fixed_acked: BTreeSet<(FlowKey, u32)>,
    windows: BTreeMap<FlowKey, (u32, u32, bool)>,
}

/// A datagram that the agent made.
fn made(answer: &Answer, datagram: Piece) -> Result<Segment, TestCaseError> {
    let made = Segment::parse(answer.piece(datagram));
    let made = made.map_err(|reason| TestCaseError::fail(format!("{reason:?}")))?;
    prop_assert_eq!(made.payload_len, 0);
    Ok(made)
}

impl Host {
    fn carry_out(&mut self, answer: &Answer, is_packet: bool) -> Result<(), TestCaseError> {
        for step in &answer.steps {
            match *step {
                Step::Keep(id) => {
                    prop_assert!(is_packet, "a timer has no packet to keep");
                    prop_assert!(self.held.insert(id.0), "{id:?} kept twice");
                }
                Step::Send { id, .. } | Step::Resend { id, .. } => {
                    prop_assert!(self.held.contains(&id.0), "{id:?} is not held")
                }
                Step::Release(id) => prop_assert!(self.held.remove(&id.0), "{id:?} is not held"),
                Step::Inject(datagram) => {
                    let made = made(answer, datagram)?;
                    let ack = made.ack.map(|ack| (made.flow, ack.raw()));
                    prop_assert!(ack.is_some_and(|ack| self.acked.contains(&ack)), "forged {ack:?}");
                }
                Step::Transmit { alike, datagram } => {
                    prop_assert!(self.held.contains(&alike.0), "{alike:?} is not held");
                    let made = made(answer, datagram)?;
                    // One octet less says nothing new, which is what it is for.
                    let ack = made.ack.map_or(0, |ack| ack.raw());
                    let said = [ack, ack.wrapping_add(1)].map(|ack| (made.flow, ack));
                    prop_assert!(
                        said.iter().any(|ack| self.fixed_acked.contains(ack)),
                        "forged {ack:?}"
                    );
                }
                Step::Deliver(_) | Step::Abandon(_) | Step::Frame { .. } => {
                    prop_assert!(false, "no step of a Snoop agent: {step:?}");
                }
            }
        }
        Ok(())
    }

    fn has_acknowledged(&self, flow: FlowKey, up_to: Seq) -> bool {
        self.acked
            .iter()
            .any(|(of, ack)| *of == flow && !Seq::new(*ack).before(up_to))
    }

    /// Takes note of a packet and says whether it may be swallowed: only a bare acknowledgement that the sender was told
    /// before, data that the mobile host acknowledged, or an acknowledgement of the fixed host that goes on in another form.
    fn may_be_dropped(&mut self, egress: bool, bytes: &[u8]) -> bool {
        let Ok(segment) = Segment::parse(bytes) else {
            return false;
        };
        if segment.flags.rst {
            return false;
        }
        if egress {
            let flow = segment.flow.reversed();
            let stamped = segment.timestamps.is_some() && !segment.flags.syn;
            match segment.ack {
                Some(next) => self
                    .windows
                    .insert(flow, (next.raw(), u32::from(segment.window) << 14, stamped)),
                None => self.windows.remove(&flow),
            };
            self.fixed_acked
                .extend(segment.ack.map(|ack| (segment.flow, ack.raw())));
            return !segment.flags.syn
                && (segment.sequence_len() == 0 || self.has_acknowledged(flow, segment.end()));
        }
        let refused = self
            .windows
            .get(&segment.flow)
            .is_some_and(|(next, reach, stamped)| {
                let ahead = |octet: Seq| i64::from(octet.dist(Seq::new(*next)));
                *stamped && segment.timestamps.is_none()
                    || ahead(segment.seq) > i64::from(*reach)
                    || ahead(segment.seq) < -1 && ahead(segment.end()) <= 0
            });
        let Some(ack) = segment.ack.filter(|_| !refused) else {
            return false;
        };
        let known = self.has_acknowledged(segment.flow, ack);
        self.acked.insert((segment.flow, ack.raw()));
        known && segment.sequence_len() == 0
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn promises_hold_after_every_step(isn: u32, modern: bool, over_ipv6: bool, ops in proptest::collection::vec(op(), 0..150)) {
        let preset = if modern { Config::preset_1997() } else { Config::preset_1995() };
        let config = Config {
            cache_packets: CACHE,
            high_water_mark: CACHE - 2,
            max_connections: 2,
            max_packets: 9,
            handoff_buffer_packets: 4,
            idle_timeout: Span::from_millis(3000),
            ..preset
        };
        let mut agent = Snoop::new(config).unwrap();
        let (mut host, mut answer) = (Host::default(), Answer::default());
        let (mut now, mut deadline) = (SimTime::START, SimTime::NEVER);
        let mobile = if over_ipv6 { IpAddr::from(ipv6(MOBILE)) } else { IpAddr::from(MOBILE) };
        let from_fixed = |flow, ack| Fields { egress: true, flow, ack, window: 1000, ..Fields::default() };
        let at = |slot: u8| isn.wrapping_add(u32::from(slot) * u32::from(MSS));
        for op in ops {
            let (egress, bytes) = match op {
                Op::Data { flow, slot, len } => {
                    let fields = Fields { seq: at(slot), payload: len, ..from_fixed(flow, at(0)) };
                    (true, fields.bytes(over_ipv6, &[]))
                }
                Op::Ack { flow, slot, window, sent, payload } => {
                    let seq = if payload > 0 { at(sent) } else { at(0) };
                    let fields = Fields { flow, seq, ack: at(slot), window, payload, ..Fields::default() };
                    (false, fields.bytes(over_ipv6, &[]))
                }
                Op::FixedAck { flow, slot } => {
                    let fields = Fields { seq: at(0), ..from_fixed(flow, at(slot)) };
                    (true, fields.bytes(over_ipv6, &[]))
                }
                Op::Flags { flow, egress, syn, fin, rst } => {
                    let flags = ACK | if syn { SYN } else { 0 } | if fin { FIN } else { 0 } | if rst { RST } else { 0 };
                    let (seq, ack) = if egress { (at(2), at(0)) } else { (at(0), at(3)) };
                    let fields = Fields { egress, flow, seq, ack, window: 1, payload: 0, flags };
                    (egress, fields.bytes(over_ipv6, &[]))
                }
                Op::Hostile { mut fields, near, options } => {
                    if near {
                        fields.seq = at((fields.seq % 14) as u8);
                        fields.ack = at((fields.ack % 14) as u8);
                    }
                    let padded = options.repeat(4);
                    (fields.egress, fields.bytes(over_ipv6, &padded))
                }
                Op::Damaged { fields, changes, cut } => {
                    let mut bytes = fields.bytes(over_ipv6, &[]);
                    for (place, value) in changes {
                        if let Some(octet) = bytes.get_mut(place) {
                            *octet = value;
                        }
                    }
                    bytes.truncate(cut);
                    (fields.egress, bytes)
                }
                Op::Noise { egress, bytes } => (egress, bytes),
                Op::Reboot => {
                    answer.clear();
                    deadline = agent.reboot(Moment { now, waiting: 0 }, &mut answer).deadline;
                    host.carry_out(&answer, false)?;
                    prop_assert_eq!((agent.held_packets(), agent.connections(), deadline), (0, 0, SimTime::NEVER));
                    continue;
                }
                Op::QueueDrop { nth } => {
                    if let Some(&id) = host.held.iter().nth(nth) {
                        answer.clear();
                        let at = Moment { now, waiting: 0 };
                        deadline = agent.on_queue_drop(at, PacketId(id), &mut answer).deadline;
                        host.carry_out(&answer, false)?;
                        prop_assert!(!host.held.contains(&id) || agent.is_buffering(mobile));
                    }
                    continue;
                }
                Op::Leave => {
                    answer.clear();
                    let at = Moment { now, waiting: 0 };
                    deadline = agent.start_buffering(at, mobile, &mut answer).deadline;
                    host.carry_out(&answer, false)?;
                    prop_assert!(agent.is_buffering(mobile));
                    continue;
                }
                Op::Arrive { slot } => {
                    let mut reporter = Reporter::default();
                    let fields = Fields { ack: at(slot), ..Fields::default() };
                    reporter.on_departure(&fields.bytes(over_ipv6, &[]));
                    let flow = Segment::parse(&fields.bytes(over_ipv6, &[])).unwrap().flow;
                    host.acked.insert((flow, fields.ack));
                    host.windows.clear();
                    let mut state = Vec::new();
                    reporter.report(&mut state);
                    answer.clear();
                    let at = Moment { now, waiting: 0 };
                    deadline = agent.start_serving(at, mobile, &state, &mut answer).deadline;
                    host.carry_out(&answer, false)?;
                    prop_assert!(!agent.is_buffering(mobile));
                    continue;
                }
                Op::Wait { ms } => {
                    // Deadlines come in order; each is answered, and none may lie in the past afterwards.
                    let end = now + Span::from_millis(ms.into());
                    while deadline <= end {
                        now = now.max(deadline);
                        answer.clear();
                        deadline = agent.on_timer(Moment { now, waiting: 0 }, &mut answer).deadline;
                        prop_assert!(deadline > now);
                        host.carry_out(&answer, false)?;
                    }
                    now = end;
                    continue;
                }
            };
            answer.clear();
            let direction = if egress { Direction::Egress } else { Direction::Ingress };
            let may_be_dropped = host.may_be_dropped(egress, &bytes);
            let outcome = agent.on_packet(Moment { now, waiting: 0 }, &Packet::new(direction, &bytes), &mut answer);
            let held_back = egress && agent.is_buffering(mobile);
            prop_assert!(may_be_dropped || held_back || outcome.verdict == Verdict::Forward);
            if outcome.verdict == Verdict::Drop && egress && !held_back {
                let instead = |step: &Step| matches!(step, Step::Inject { .. } | Step::Transmit { .. });
                let old_data = Segment::parse(&bytes).is_ok_and(|segment| segment.sequence_len() > 0);
                prop_assert!(old_data || answer.steps.iter().any(instead), "an acknowledgement was lost");
            }
            deadline = outcome.deadline;
            host.carry_out(&answer, true)?;
            prop_assert_eq!(host.held.len(), agent.held_packets());
            prop_assert!(agent.held_packets() <= 9 && agent.connections() <= 2);
            let idle = agent.connections() == 0 && agent.held_packets() == 0;
            prop_assert_eq!(deadline == SimTime::NEVER, idle);
        }
        // Silence empties everything.
        while deadline != SimTime::NEVER {
            answer.clear();
            prop_assert!(deadline >= now);
            now = deadline;
            deadline = agent.on_timer(Moment { now, waiting: 0 }, &mut answer).deadline;
            host.carry_out(&answer, false)?;
        }
        prop_assert_eq!((host.held.len(), agent.held_packets(), agent.connections()), (0, 0, 0));
    }
}
