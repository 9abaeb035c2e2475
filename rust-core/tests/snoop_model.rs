// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random traffic against a Snoop agent, with the promises of the agent checked after every step.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop at once"
)]
use etherparse::{IpNumber, Ipv4Header, TcpHeader};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::net::IpAddr;
use wtcp_core::agent::{Agent, Answer, Direction, Moment, PacketId, Step, Verdict};
use wtcp_core::segment::Segment;
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
    Noise {
        egress: bool,
        bytes: Vec<u8>,
    },
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
        3 => (0..700_u16).prop_map(|ms| Op::Wait { ms }),
        1 => (any::<bool>(), proptest::collection::vec(any::<u8>(), 0..80))
            .prop_map(|(egress, bytes)| Op::Noise { egress, bytes }),
    ]
}

#[derive(Clone, Copy, Default)]
struct Fields {
    egress: bool,
    flow: u16,
    seq: u32,
    ack: u32,
    window: u16,
    payload: u16,
    syn: bool,
    fin: bool,
    rst: bool,
}

impl Fields {
    fn bytes(self) -> Vec<u8> {
        let Self {
            egress,
            flow,
            seq,
            ack,
            window,
            payload,
            syn,
            fin,
            rst,
        } = self;
        let (fixed, mobile) = ([10, 0, 0, 1], [10, 0, 1, 2]);
        let (source, destination, from, to) = if egress {
            (fixed, mobile, 80 + flow, 5000)
        } else {
            (mobile, fixed, 5000, 80 + flow)
        };
        let mut tcp = TcpHeader::new(from, to, seq, window);
        (tcp.ack, tcp.acknowledgment_number) = (true, ack);
        (tcp.syn, tcp.fin, tcp.rst) = (syn, fin, rst);
        let ip = Ipv4Header::new(20 + payload, 64, IpNumber::TCP, source, destination).unwrap();
        [ip.to_bytes().as_slice(), tcp.to_bytes().as_slice()].concat()
    }

    /// Only a bare acknowledgement, or old data answered with one, may be swallowed.
    fn may_be_dropped(self) -> bool {
        !self.syn && !self.rst && (self.egress || (self.payload == 0 && !self.fin))
    }
}

/// The host's side of the contract: which packets it keeps, and which acknowledgements the mobile hosts gave.
#[derive(Default)]
struct Host {
    held: BTreeSet<u64>,
    acked: BTreeSet<(u16, u32)>,
    /// And those that the fixed hosts gave.
    fixed_acked: BTreeSet<(u16, u32)>,
}

/// A datagram that the agent made.
fn made(answer: &Answer, offset: u32, length: u32) -> Result<Segment, TestCaseError> {
    let made = Segment::parse(&answer.bytes[offset as usize..][..length as usize]);
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
                Step::Send(id) | Step::Resend { id, .. } => {
                    prop_assert!(self.held.contains(&id.0), "{id:?} is not held")
                }
                Step::Release(id) => prop_assert!(self.held.remove(&id.0), "{id:?} is not held"),
                Step::Inject { offset, length } => {
                    let made = made(answer, offset, length)?;
                    let ack = made.ack.map(|ack| (made.flow.destination.port(), ack.raw()));
                    prop_assert!(ack.is_some_and(|ack| self.acked.contains(&ack)), "forged {ack:?}");
                }
                Step::Transmit {
                    alike,
                    offset,
                    length,
                } => {
                    prop_assert!(self.held.contains(&alike.0), "{alike:?} is not held");
                    let made = made(answer, offset, length)?;
                    // One octet less says nothing new, which is what it is for.
                    let ack = made.ack.map_or(0, |ack| ack.raw());
                    let said = [ack, ack.wrapping_add(1)].map(|ack| (made.flow.source.port(), ack));
                    prop_assert!(
                        said.iter().any(|ack| self.fixed_acked.contains(ack)),
                        "forged {ack:?}"
                    );
                }
            }
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn promises_hold_after_every_step(isn: u32, modern: bool, ops in proptest::collection::vec(op(), 0..150)) {
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
        let mobile = IpAddr::from([10, 0, 1, 2]);
        let at = |slot: u8| isn.wrapping_add(u32::from(slot) * u32::from(MSS));
        for op in ops {
            let (egress, bytes, may_be_dropped) = match op {
                Op::Data { flow, slot, len } => {
                    let fields = Fields { egress: true, flow, seq: at(slot), payload: len, ..Fields::default() };
                    (true, fields.bytes(), fields.may_be_dropped())
                }
                Op::Ack { flow, slot, window, sent, payload } => {
                    let seq = if payload > 0 { at(sent) } else { at(0) };
                    let fields = Fields { flow, seq, ack: at(slot), window, payload, ..Fields::default() };
                    host.acked.insert((80 + flow, fields.ack));
                    (false, fields.bytes(), fields.may_be_dropped())
                }
                Op::FixedAck { flow, slot } => {
                    let fields = Fields { egress: true, flow, seq: at(0), ack: at(slot), ..Fields::default() };
                    host.fixed_acked.insert((80 + flow, fields.ack));
                    (true, fields.bytes(), fields.may_be_dropped())
                }
                Op::Flags { flow, egress, syn, fin, rst } => {
                    let fields = Fields { egress, flow, seq: at(2), ack: at(3), window: 1, syn, fin, rst, ..Fields::default() };
                    if egress { &mut host.fixed_acked } else { &mut host.acked }.insert((80 + flow, fields.ack));
                    (egress, fields.bytes(), fields.may_be_dropped())
                }
                Op::Noise { egress, bytes } => (egress, bytes, false),
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
                    prop_assert_eq!(agent.connections(), 0);
                    continue;
                }
                Op::Arrive { slot } => {
                    let mut reporter = Reporter::default();
                    let fields = Fields { ack: at(slot), ..Fields::default() };
                    reporter.on_departure(&fields.bytes());
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
            let outcome = agent.on_packet(Moment { now, waiting: 0 }, direction, &bytes, &mut answer);
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
