// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whole connections through proxies that split them, over links that lose, repeat and reorder: every octet arrives, nothing
//! is acknowledged that a proxy does not hold, and nothing is left at the end. The hosts refuse what RFC 9293 and RFC 7323
//! refuse.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::cast_possible_truncation,
    reason = "a test may stop at once"
)]
mod split_host;

use proptest::prelude::*;
use split_host::{Host, Plan, Rng};
use std::collections::BTreeMap;
use wtcp_core::agent::{Agent, Answer, Direction, Moment, Packet, Step, Verdict};
use wtcp_core::segment::Segment;
use wtcp_core::seq::Seq;
use wtcp_core::split::{Config, Split};
use wtcp_core::units::{SimTime, Span};

/// What the links do to packets.
#[derive(Clone, Copy, Debug)]
struct Links {
    loss_percent: u64,
    repeat_percent: u64,
    jitter_ms: u64,
}

/// A node between the hosts.
struct Proxy {
    agent: Split,
    kept: BTreeMap<u64, Vec<u8>>,
    deadline: SimTime,
    /// The highest acknowledgement that arrived, for the data of either host.
    acked: [Option<Seq>; 2],
}

struct World {
    hosts: [Host; 2],
    proxies: Vec<Proxy>,
    /// Whether the proxies have one device; otherwise only data of host 0 leaves by the hooked one.
    chain: bool,
    links: Links,
    rng: Rng,
    now: SimTime,
    /// Packets on their way to a place: 0 is host 0, the last is host 1.
    air: BTreeMap<(SimTime, u64), (usize, usize, Vec<u8>)>,
    count: u64,
}

impl World {
    fn transmit(&mut self, place: usize, to_host: usize, bytes: Vec<u8>) {
        let copies = match self.rng.percent() {
            p if p < self.links.loss_percent => 0,
            p if p < self.links.loss_percent + self.links.repeat_percent => 2,
            _ => 1,
        };
        let next = if to_host == 0 { place - 1 } else { place + 1 };
        for _ in 0..copies {
            let delay = 5 + self.rng.below(self.links.jitter_ms + 1);
            self.count += 1;
            self.air.insert(
                (self.now + Span::from_millis(delay), self.count),
                (next, to_host, bytes.clone()),
            );
        }
    }

    fn receive(&mut self, place: usize, to_host: usize, bytes: &[u8]) {
        if place == 0 || place == self.proxies.len() + 1 {
            let host = &mut self.hosts[usize::from(place != 0)];
            host.receive(self.now, bytes);
            self.flush();
        } else if self.chain || to_host == 0 {
            self.pass(place, to_host, Direction::Ingress, bytes);
        } else {
            self.pass(place, to_host, Direction::Egress, bytes);
        }
    }

    /// Sends what the hosts have to say.
    fn flush(&mut self) {
        for host in 0..2 {
            for bytes in std::mem::take(&mut self.hosts[host].out) {
                let place = if host == 0 { 0 } else { self.proxies.len() + 1 };
                self.transmit(place, 1 - host, bytes);
            }
        }
    }

    /// Lets the agent see a packet, and what the node does with it afterwards.
    fn pass(&mut self, place: usize, to_host: usize, direction: Direction, bytes: &[u8]) {
        let proxy = &mut self.proxies[place - 1];
        if direction == Direction::Ingress
            && let Some(ack) = Segment::parse(bytes).unwrap().ack
        {
            let acked = &mut proxy.acked[to_host];
            *acked = Some(acked.map_or(ack, |old| old.latest(ack)));
        }
        let mut answer = Answer::default();
        let at = Moment {
            now: self.now,
            waiting: 0,
        };
        let outcome = proxy
            .agent
            .on_packet(at, &Packet::new(direction, bytes), &mut answer);
        proxy.deadline = outcome.deadline;
        for step in &answer.steps {
            if let Step::Keep(id) = step {
                assert_eq!(direction, Direction::Egress);
                assert!(proxy.kept.insert(id.0, bytes.to_vec()).is_none());
            }
        }
        if outcome.verdict == Verdict::Forward {
            if direction == Direction::Ingress && self.chain {
                self.pass(place, to_host, Direction::Egress, bytes);
            } else {
                self.transmit(place, to_host, bytes.to_vec());
            }
        }
        self.carry_out(place, &answer);
    }

    fn carry_out(&mut self, place: usize, answer: &Answer) {
        for step in &answer.steps {
            match step {
                Step::Keep(_) => {}
                Step::Send { id, .. } | Step::Resend { id, .. } => {
                    let bytes = self.proxies[place - 1].kept[&id.0].clone();
                    let to_host = self.destination(&bytes);
                    self.transmit(place, to_host, bytes);
                }
                Step::Release(id) => assert!(self.proxies[place - 1].kept.remove(&id.0).is_some()),
                Step::Inject(datagram) => {
                    let bytes = answer.piece(*datagram).to_vec();
                    self.check_promise(place, &bytes);
                    let to_host = self.destination(&bytes);
                    if self.chain {
                        self.pass(place, to_host, Direction::Egress, &bytes);
                    } else {
                        self.transmit(place, to_host, bytes);
                    }
                }
                Step::Transmit { alike, datagram } => {
                    assert!(self.proxies[place - 1].kept.contains_key(&alike.0));
                    let bytes = answer.piece(*datagram).to_vec();
                    let to_host = self.destination(&bytes);
                    self.transmit(place, to_host, bytes);
                }
                Step::Deliver(_) | Step::Abandon(_) | Step::Frame { .. } => panic!("{step:?}"),
            }
        }
    }

    fn destination(&self, bytes: &[u8]) -> usize {
        usize::from(Segment::parse(bytes).unwrap().flow.destination == self.hosts[1].me)
    }

    /// What the proxy acknowledges was acknowledged to it, or is in its hands.
    fn check_promise(&self, place: usize, bytes: &[u8]) {
        let segment = Segment::parse(bytes).unwrap();
        if segment.flags.syn {
            assert!(!segment.sack_permitted);
            return; // of the host itself
        }
        let proxy = &self.proxies[place - 1];
        let to_host = self.destination(bytes);
        let fin = self.hosts[to_host].fin_seq();
        let ack = segment.ack.unwrap();
        let mut reached = proxy.acked[to_host].unwrap();
        if ack.after(fin) {
            assert!(
                reached.after(fin),
                "FIN acknowledged before the destination has it"
            );
        }
        let mut held: Vec<(Seq, Seq)> = proxy
            .kept
            .values()
            .map(|bytes| Segment::parse(bytes).unwrap())
            .filter(|kept| kept.flow == segment.flow.reversed())
            .map(|kept| (kept.seq, kept.end()))
            .collect();
        held.sort_by_key(|(start, _)| start.dist(reached));
        for (start, end) in held {
            if !start.after(reached) {
                reached = reached.latest(end);
            }
        }
        assert!(!ack.after(reached), "{ack:?} acknowledged, {reached:?} held");
    }

    /// Runs until nothing happens any more or `limit` is reached.
    fn run(&mut self, limit: SimTime) {
        loop {
            let packet = self
                .air
                .first_key_value()
                .map_or(SimTime::NEVER, |(key, _)| key.0);
            let host = self.hosts[0].deadline().min(self.hosts[1].deadline());
            let proxy = self
                .proxies
                .iter()
                .map(|proxy| proxy.deadline)
                .fold(SimTime::NEVER, SimTime::min);
            let next = packet.min(host).min(proxy);
            let quiet = self.air.is_empty() && self.hosts.iter().all(Host::is_done);
            let idle = self.proxies.iter().all(|proxy| proxy.agent.connections() == 0);
            if next > limit || quiet && idle {
                return;
            }
            self.now = self.now.max(next);
            if packet == next {
                let (_, (place, to_host, bytes)) = self.air.pop_first().unwrap();
                self.receive(place, to_host, &bytes);
            } else if host == next {
                for host in &mut self.hosts {
                    host.on_timer(self.now);
                }
                self.flush();
            } else {
                for place in 1..=self.proxies.len() {
                    let proxy = &mut self.proxies[place - 1];
                    if proxy.deadline <= self.now {
                        let mut answer = Answer::default();
                        let at = Moment {
                            now: self.now,
                            waiting: 0,
                        };
                        proxy.deadline = proxy.agent.on_timer(at, &mut answer).deadline;
                        assert!(proxy.deadline > self.now, "a deadline in the past");
                        self.carry_out(place, &answer);
                    }
                }
            }
        }
    }
}

fn world(plans: [Plan; 2], proxies: usize, chain: bool, links: Links, seed: u64, config: Config) -> World {
    let proxy = || Proxy {
        agent: Split::new(config).unwrap(),
        kept: BTreeMap::new(),
        deadline: SimTime::NEVER,
        acked: [None; 2],
    };
    World {
        hosts: [Host::new(0, &plans[0], seed), Host::new(1, &plans[1], seed)],
        proxies: (0..proxies).map(|_| proxy()).collect(),
        chain,
        links,
        rng: Rng::new(seed),
        now: SimTime::START,
        air: BTreeMap::new(),
        count: 0,
    }
}

fn plan() -> impl Strategy<Value = Plan> {
    let options = (any::<bool>(), any::<bool>(), 0..3_u8);
    (any::<u32>(), 0..30_000_u32, 1500..20_000_u32, 0..4_u32, options).prop_map(
        |(isn, octets, window, stalls, (stamps, sack, scale))| Plan {
            isn,
            octets,
            window,
            stalls,
            stamps,
            sack,
            scale: scale.checked_sub(1),
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn every_octet_arrives_and_nothing_is_left(
        plans in [plan(), plan()],
        proxies in 1..=2_usize,
        chain: bool,
        links in (0..12_u64, 0..5_u64, 0..8_u64),
        seed: u64,
        buffer in 2000..20_000_u32,
        (new_reno, limited_transmit, scarce) in any::<(bool, bool, bool)>(),
    ) {
        let config = Config {
            buffer_octets: buffer,
            new_reno,
            limited_transmit,
            max_packets: if scarce { 5 } else { 1000 },
            // Nobody is given up only because many packets in a row were lost.
            max_timeout: Span::from_millis(10_000),
            idle_timeout: Span::from_millis(600_000),
            ..Config::default()
        };
        let (loss_percent, repeat_percent, jitter_ms) = links;
        let links = Links { loss_percent, repeat_percent, jitter_ms };
        let octets = plans.clone().map(|plan| plan.octets);
        let mut world = world(plans, proxies, chain, links, seed, config);
        world.run(SimTime::START + Span::from_millis(3_000_000));
        for (from, to) in [(0, 1), (1, 0)] {
            prop_assert_eq!(world.hosts[to].delivered(), octets[from], "octets of host {}", from);
            prop_assert!(world.hosts[from].is_done(), "host {} waits", from);
        }
        for proxy in &world.proxies {
            prop_assert_eq!((proxy.agent.held_packets(), proxy.kept.len(), proxy.agent.connections()), (0, 0, 0));
        }
    }
}
