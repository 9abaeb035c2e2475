// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ten thousand connections through one Snoop agent: what it holds stays within its bounds and goes with the connections.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop at once"
)]
use etherparse::{IpNumber, Ipv4Header, TcpHeader};
use wtcp_core::agent::{Agent, Answer, Direction, Moment, Packet, Step};
use wtcp_core::snoop::{Config, Snoop};
use wtcp_core::units::{SimTime, Span};

const CONNECTIONS: u16 = 10_000;
const SEGMENTS: u32 = 12;
const LEN: u16 = 1000;

/// An agent and its host, which keeps packets by number only.
struct Bench {
    agent: Snoop,
    answer: Answer,
    now: SimTime,
    deadline: SimTime,
    held: usize,
    most_held: usize,
    most_connections: usize,
}

impl Bench {
    fn new(max_connections: u32, max_packets: u32) -> Self {
        let config = Config {
            max_connections,
            max_packets,
            ..Config::preset_1997()
        };
        Self {
            agent: Snoop::new(config).unwrap(),
            answer: Answer::default(),
            now: SimTime::START,
            deadline: SimTime::NEVER,
            held: 0,
            most_held: 0,
            most_connections: 0,
        }
    }

    fn take_answer(&mut self, deadline: SimTime) {
        self.deadline = deadline;
        for step in &self.answer.steps {
            match step {
                Step::Keep(_) => self.held += 1,
                Step::Release(_) => self.held -= 1,
                Step::Send { .. } | Step::Resend { .. } | Step::Inject(_) | Step::Transmit { .. } => {}
                Step::Deliver(_) | Step::Abandon(_) | Step::Frame { .. } => {
                    unreachable!("no step of a Snoop agent")
                }
            }
        }
        self.answer.clear();
        assert_eq!(self.held, self.agent.held_packets());
        self.most_held = self.most_held.max(self.held);
        self.most_connections = self.most_connections.max(self.agent.connections());
    }

    fn at(&self) -> Moment {
        Moment {
            now: self.now,
            waiting: 0,
        }
    }

    fn packet(&mut self, direction: Direction, port: u16, seq: u32, ack: u32, len: u16, fin: bool) {
        let (fixed, mobile) = ([10, 0, 0, 1], [10, 0, 1, 2]);
        let (from, to, source, destination) = match direction {
            Direction::Egress => (80, port, fixed, mobile),
            Direction::Ingress => (port, 80, mobile, fixed),
        };
        let mut tcp = TcpHeader::new(from, to, seq, 64);
        (tcp.ack, tcp.acknowledgment_number, tcp.fin) = (true, ack, fin);
        let ip = Ipv4Header::new(20 + len, 64, IpNumber::TCP, source, destination).unwrap();
        let bytes = [ip.to_bytes().as_slice(), tcp.to_bytes().as_slice()].concat();
        let deadline = self
            .agent
            .on_packet(self.at(), &Packet::new(direction, &bytes), &mut self.answer)
            .deadline;
        self.take_answer(deadline);
    }

    /// Every connection sends its data, one segment of each in turn.
    fn send_all(&mut self) {
        for n in 0..SEGMENTS {
            for port in 0..CONNECTIONS {
                self.packet(Direction::Egress, port, n * u32::from(LEN), 0, LEN, false);
            }
        }
    }
}

#[test]
fn packets_and_connections_stay_within_bounds_smaller_than_the_load_and_age_out() {
    let mut bench = Bench::new(1000, 5000);
    bench.send_all();
    assert_eq!((bench.most_connections, bench.most_held), (1000, 5000));
    let unserved = u64::from(CONNECTIONS - 1000) * u64::from(SEGMENTS);
    assert_eq!(bench.agent.untouched().unserved, unserved);
    while bench.deadline != SimTime::NEVER {
        bench.now = bench.deadline;
        let deadline = bench.agent.on_timer(bench.at(), &mut bench.answer).deadline;
        bench.take_answer(deadline);
    }
    assert_eq!((bench.held, bench.agent.connections()), (0, 0));
    assert!(bench.now <= SimTime::START + Span::from_millis(120_000));
}

#[test]
fn all_are_served_within_bounds_larger_than_the_load_and_leave_nothing_when_they_end() {
    let mut bench = Bench::new(20_000, 1_000_000);
    bench.send_all();
    let load = usize::from(CONNECTIONS) * SEGMENTS as usize;
    assert_eq!(
        (bench.most_connections, bench.most_held),
        (CONNECTIONS.into(), load)
    );
    let end = SEGMENTS * u32::from(LEN);
    for port in 0..CONNECTIONS {
        bench.packet(Direction::Ingress, port, 0, end, 0, false);
    }
    assert_eq!((bench.held, bench.agent.connections()), (0, CONNECTIONS.into()));
    for port in 0..CONNECTIONS {
        bench.packet(Direction::Egress, port, end, 0, 0, true);
        bench.packet(Direction::Ingress, port, 0, end + 1, 0, true);
        bench.packet(Direction::Egress, port, end + 1, 1, 0, false);
    }
    assert_eq!((bench.held, bench.agent.connections()), (0, 0));
    assert_eq!(bench.deadline, SimTime::NEVER);
}
