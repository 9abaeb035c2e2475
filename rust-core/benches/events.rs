// SPDX-License-Identifier: MIT OR Apache-2.0
//! Time of one event of each core. Compare the rows of one run with each other, not with another machine's:
//! `parse` is the floor under every packet.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "criterion's macros make the functions public; a benchmark may stop"
)]
use criterion::{Criterion, criterion_group, criterion_main};
use etherparse::{IpNumber, Ipv4Header, TcpHeader};
use std::hint::black_box;
use wtcp_core::agent::{Agent, Answer, Direction, Moment, Packet};
use wtcp_core::segment::Segment;
use wtcp_core::snoop::{Config, Snoop};
use wtcp_core::units::{SimTime, Span};

const MSS: u16 = 1460;
/// Segments in flight, as with the papers' 64 KB window.
const WINDOW: u32 = 44;

fn header(egress: bool, flow: u16, seq: u32, ack: u32) -> Vec<u8> {
    let (fixed, mobile) = ([10, 0, 0, 1], [10, 0, 1, 2]);
    let (source, destination, from, to, payload) = if egress {
        (fixed, mobile, 80 + flow, 5000, MSS)
    } else {
        (mobile, fixed, 5000, 80 + flow, 0)
    };
    let mut tcp = TcpHeader::new(from, to, seq, 64);
    (tcp.ack, tcp.acknowledgment_number) = (true, ack);
    let ip = Ipv4Header::new(20 + payload, 64, IpNumber::TCP, source, destination).unwrap();
    [ip.to_bytes().as_slice(), tcp.to_bytes().as_slice()].concat()
}

/// A connection in the steady state: one segment passes, one acknowledgement comes back.
struct Steady {
    agent: Snoop,
    answer: Answer,
    at: Moment,
    next: u32,
}

impl Steady {
    fn new(flows: u16) -> Self {
        let agent = Snoop::new(Config::preset_1997()).unwrap();
        let at = Moment {
            now: SimTime::START,
            waiting: 0,
        };
        let mut steady = Self {
            agent,
            answer: Answer::default(),
            at,
            next: 0,
        };
        for flow in 0..flows {
            for n in 0..WINDOW {
                steady.packet(Direction::Egress, &header(true, flow, n * u32::from(MSS), 1));
            }
        }
        steady.next = WINDOW * u32::from(MSS);
        steady
    }

    fn packet(&mut self, direction: Direction, bytes: &[u8]) {
        self.answer.clear();
        self.at.now = self.at.now + Span::from_nanos(1_000);
        let _ = black_box(
            self.agent
                .on_packet(self.at, &Packet::new(direction, bytes), &mut self.answer),
        );
    }

    fn round(&mut self, flow: u16) {
        let behind = self.next.wrapping_sub((WINDOW - 1) * u32::from(MSS));
        self.packet(Direction::Egress, &header(true, flow, self.next, 1));
        self.packet(Direction::Ingress, &header(false, flow, 1, behind));
        self.next = self.next.wrapping_add(MSS.into());
    }
}

fn events(c: &mut Criterion) {
    let bytes = header(true, 0, 1, 1);
    c.bench_function("parse", |b| {
        b.iter(|| black_box(Segment::parse(black_box(&bytes))))
    });
    c.bench_function("snoop/segment-and-ack/1-flow", |b| {
        let mut steady = Steady::new(1);
        b.iter(|| steady.round(0));
    });
    c.bench_function("snoop/segment-and-ack/1000-flows", |b| {
        let mut steady = Steady::new(1000);
        b.iter(|| steady.round(500));
    });
    c.bench_function("snoop/duplicate-ack", |b| {
        let mut steady = Steady::new(1);
        let ack = header(false, 0, 1, 0);
        steady.packet(Direction::Ingress, &ack);
        b.iter(|| steady.packet(Direction::Ingress, &ack));
    });
}

criterion_group!(benches, events);
criterion_main!(benches);
