// SPDX-License-Identifier: MIT OR Apache-2.0
//! Agents of one-hop TCP in a row on links that lose, delay, reorder and copy frames, with restarts in between. What an agent
//! takes must reach the next node once and in order, or the diary says why not.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop at once"
)]
use etherparse::{IpNumber, Ipv4Header, TcpHeader};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use wtcp_core::agent::{
    Agent, Answer, Direction, EventKind, LinkAddress, Moment, Outcome, Packet, Step, Verdict,
};
use wtcp_core::one_hop::{Config, MAX_WINDOW, OneHop};
use wtcp_core::units::{SimTime, Span};

/// A packet of one of the two end nodes, on one hop.
#[derive(Clone, Copy, Debug)]
struct Item {
    rightward: bool,
    /// How many packets its agent was handed on this hop before it.
    place: usize,
    /// How often its agent had restarted when it was handed over.
    life: usize,
    /// Node that sends it.
    from: usize,
    /// Whether it went without one-hop TCP, which promises nothing of it then.
    plain: bool,
}

#[derive(Clone, Debug)]
enum Happening {
    Originate { rightward: bool },
    Datagram { to: usize, item: Item, trailer: Vec<u8> },
    Frame { to: usize, from: usize, bytes: Vec<u8> },
    Reboot { node: usize },
}

/// A step with the bytes that it puts on the air.
type Todo = (Step, Vec<u8>);

struct Node {
    agent: OneHop,
    deadline: SimTime,
    /// What the host keeps; `true` for what arrived.
    kept: BTreeMap<u64, (Item, bool)>,
    todo: VecDeque<Todo>,
    life: usize,
}

/// One direction of one hop.
#[derive(Clone, Debug, Default)]
struct HopBook {
    handed: usize,
    /// How often each packet was delivered.
    delivered: Vec<u32>,
    /// The packet delivered last, with the lives of both ends.
    last: Option<(usize, usize, usize)>,
}

#[derive(Clone, Debug)]
struct Weather {
    seed: u64,
    loss_percent: u64,
    copy_percent: u64,
    reorders: bool,
}

impl Weather {
    /// A number below `bound` (xorshift64*).
    fn below(&mut self, bound: u64) -> u64 {
        self.seed ^= self.seed >> 12;
        self.seed ^= self.seed << 25;
        self.seed ^= self.seed >> 27;
        (self.seed.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % bound
    }
}

struct World {
    nodes: Vec<Node>,
    now: SimTime,
    order: u64,
    happenings: BTreeMap<(SimTime, u64), Happening>,
    /// When the last frame to each node arrives, by sender and receiver.
    line: BTreeMap<(usize, usize), SimTime>,
    books: BTreeMap<(usize, bool), HopBook>,
    /// Packets that a sender's diary says are lost, by node, direction and place.
    told: BTreeSet<(usize, bool, usize)>,
    /// Packets that were lost with a receiver that restarted.
    lost_unnamed: usize,
    plain: bool,
    weather: Weather,
    bound: usize,
}

/// The sequence number tells the packet's place, the source port its direction.
fn header(rightward: bool, place: usize) -> Vec<u8> {
    let ends = [[10, 0, 0, 1], [10, 0, 0, 9]];
    let (source, destination) = if rightward {
        (ends[0], ends[1])
    } else {
        (ends[1], ends[0])
    };
    let mut tcp = TcpHeader::new(source[3].into(), 5000, u32::try_from(place).unwrap(), 1000);
    tcp.ack = true;
    let tcp = tcp.to_bytes().to_vec();
    let length = u16::try_from(tcp.len()).unwrap() + 1000;
    let ip = Ipv4Header::new(length, 64, IpNumber::TCP, source, destination).unwrap();
    [ip.to_bytes().to_vec(), tcp].concat()
}

fn address(node: usize) -> LinkAddress {
    LinkAddress(node as u64)
}

impl World {
    fn new(nodes: usize, config: Config, weather: Weather) -> Self {
        let node = |_| Node {
            agent: OneHop::new(config).unwrap(),
            deadline: SimTime::NEVER,
            kept: BTreeMap::new(),
            todo: VecDeque::new(),
            life: 0,
        };
        Self {
            nodes: (0..nodes).map(node).collect(),
            now: SimTime::START,
            order: 0,
            happenings: BTreeMap::new(),
            line: BTreeMap::new(),
            books: BTreeMap::new(),
            told: BTreeSet::new(),
            lost_unnamed: 0,
            plain: false,
            weather,
            bound: (config.buffer_packets + 2 * (MAX_WINDOW + 1)) as usize,
        }
    }

    fn schedule(&mut self, at: SimTime, happening: Happening) {
        self.order += 1;
        self.happenings.insert((at, self.order), happening);
    }

    /// Puts something on the air.
    fn transmit(&mut self, from: usize, to: usize, happening: &Happening) {
        let copies = if self.weather.below(100) < self.weather.copy_percent {
            2
        } else {
            1
        };
        for _ in 0..copies {
            if self.weather.below(100) < self.weather.loss_percent {
                continue;
            }
            let mut at = self.now + Span::from_millis(1 + self.weather.below(6));
            if !self.weather.reorders {
                let line = self.line.entry((from, to)).or_insert(at);
                at = at.max(*line);
                *line = at;
            }
            self.schedule(at, happening.clone());
        }
    }

    /// A node takes in what its agent answered.
    fn take(
        &mut self,
        node: usize,
        answer: &Answer,
        outcome: Outcome,
        subject: Option<(Item, bool)>,
    ) -> Result<(), TestCaseError> {
        for event in &answer.events {
            let rightward = event.flow.source.port() == 1;
            let place = event.seq.raw() as usize;
            let arrived = subject.is_some_and(|(_, arrived)| arrived);
            #[expect(
                clippy::wildcard_enum_match_arm,
                reason = "other entries of the diary say nothing of losses"
            )]
            match event.kind {
                EventKind::PlainNeighbour => self.plain = true,
                EventKind::Dropped if event.flow.source.port() == 0 => self.lost_unnamed += 1,
                EventKind::Refused if arrived => {}
                EventKind::RetransmissionLimit | EventKind::Refused | EventKind::Dropped => {
                    self.told.insert((node, rightward, place));
                }
                _ => {}
            }
        }
        let host = &mut self.nodes[node];
        host.deadline = outcome.deadline;
        for step in &answer.steps {
            let piece = match *step {
                Step::Keep(id) => {
                    prop_assert!(subject.is_some(), "nothing passed that could be kept");
                    prop_assert!(
                        host.kept.insert(id.0, subject.unwrap()).is_none(),
                        "{id:?} kept twice"
                    );
                    continue;
                }
                Step::Send { trailer, .. } | Step::Resend { trailer, .. } => trailer,
                Step::Frame { frame, .. } => frame,
                Step::Deliver(_)
                | Step::Release(_)
                | Step::Abandon(_)
                | Step::Inject(_)
                | Step::Transmit { .. } => wtcp_core::agent::Piece::NONE,
            };
            host.todo.push_back((*step, answer.piece(piece).to_vec()));
        }
        Ok(())
    }

    fn carry_out(&mut self, node: usize) -> Result<(), TestCaseError> {
        while let Some((step, bytes)) = self.nodes[node].todo.pop_front() {
            let kept = &mut self.nodes[node].kept;
            match step {
                Step::Send { id, .. } | Step::Resend { id, .. } => {
                    let held = kept.get(&id.0).copied();
                    prop_assert!(matches!(held, Some((_, false))), "{step:?} of {held:?}");
                    let item = held.unwrap().0;
                    let to = if item.rightward { node + 1 } else { node - 1 };
                    self.transmit(
                        node,
                        to,
                        &Happening::Datagram {
                            to,
                            item,
                            trailer: bytes,
                        },
                    );
                }
                Step::Deliver(id) => {
                    let held = kept.get(&id.0).copied();
                    prop_assert!(matches!(held, Some((_, true))), "{step:?} of {held:?}");
                    self.hand_up(node, held.unwrap().0)?;
                }
                Step::Release(id) => prop_assert!(kept.remove(&id.0).is_some(), "{step:?}"),
                Step::Abandon(id) => {
                    let held = kept.remove(&id.0);
                    prop_assert!(matches!(held, Some((_, false))), "{step:?} of {held:?}");
                }
                Step::Frame { to, .. } => {
                    let to = usize::try_from(to.0).unwrap();
                    self.transmit(
                        node,
                        to,
                        &Happening::Frame {
                            to,
                            from: node,
                            bytes,
                        },
                    );
                }
                Step::Keep(_) | Step::Inject(_) | Step::Transmit { .. } => {
                    prop_assert!(false, "no step of one-hop TCP: {step:?}");
                }
            }
        }
        let host = &self.nodes[node];
        prop_assert_eq!(host.kept.len(), host.agent.held_packets());
        prop_assert!(host.kept.len() <= self.bound);
        Ok(())
    }

    /// A packet has come to a node: enters it in the books and sends it on.
    fn hand_up(&mut self, node: usize, item: Item) -> Result<(), TestCaseError> {
        let book = self.books.get_mut(&(item.from, item.rightward)).unwrap();
        let lives = (item.life, self.nodes[node].life);
        book.delivered[item.place] += 1;
        // What is left of an earlier life of its sender passes untouched; a receiver that restarted cannot know copies.
        if let Some((place, sender, receiver)) = book.last
            && lives == (sender, receiver)
            && !item.plain
        {
            prop_assert!(item.place > place, "{} comes behind {}", item.place, place);
        }
        if !item.plain && book.last.is_none_or(|(_, sender, _)| lives.0 >= sender) {
            book.last = Some((item.place, lives.0, lives.1));
        }
        let goal = if item.rightward { self.nodes.len() - 1 } else { 0 };
        if node == goal {
            Ok(())
        } else {
            self.hand_down(node, item.rightward)
        }
    }

    /// A node sends a packet to its next hop.
    fn hand_down(&mut self, node: usize, rightward: bool) -> Result<(), TestCaseError> {
        let book = self.books.entry((node, rightward)).or_default();
        let item = Item {
            rightward,
            place: book.handed,
            life: self.nodes[node].life,
            from: node,
            plain: false,
        };
        book.handed += 1;
        book.delivered.push(0);
        let to = if rightward { node + 1 } else { node - 1 };
        let bytes = header(rightward, item.place);
        let mut answer = Answer::default();
        let packet = Packet {
            neighbour: Some(address(to)),
            ..Packet::new(Direction::Egress, &bytes)
        };
        let at = self.moment();
        let outcome = self.nodes[node].agent.on_packet(at, &packet, &mut answer);
        self.take(node, &answer, outcome, Some((item, false)))?;
        if outcome.verdict == Verdict::Forward {
            self.transmit(
                node,
                to,
                &Happening::Datagram {
                    to,
                    item,
                    trailer: Vec::new(),
                },
            );
        }
        Ok(())
    }

    fn moment(&self) -> Moment {
        Moment {
            now: self.now,
            waiting: 0,
        }
    }

    fn happen(&mut self, happening: Happening) -> Result<(), TestCaseError> {
        let at = self.moment();
        let mut answer = Answer::default();
        let node = match happening {
            Happening::Originate { rightward } => {
                let node = if rightward { 0 } else { self.nodes.len() - 1 };
                self.hand_down(node, rightward)?;
                node
            }
            Happening::Datagram {
                to,
                mut item,
                trailer,
            } => {
                item.plain = trailer.is_empty();
                let goal = if item.rightward { self.nodes.len() - 1 } else { 0 };
                let bytes = header(item.rightward, item.place);
                let packet = Packet {
                    neighbour: Some(address(item.from)),
                    local: to == goal,
                    trailer: &trailer,
                    ..Packet::new(Direction::Ingress, &bytes)
                };
                let outcome = self.nodes[to].agent.on_packet(at, &packet, &mut answer);
                self.take(to, &answer, outcome, Some((item, true)))?;
                if outcome.verdict == Verdict::Forward {
                    self.hand_up(to, item)?;
                }
                to
            }
            Happening::Frame { to, from, bytes } => {
                let outcome = self.nodes[to]
                    .agent
                    .on_frame(at, address(from), &bytes, &mut answer);
                self.take(to, &answer, outcome, None)?;
                to
            }
            Happening::Reboot { node } => {
                let outcome = self.nodes[node].agent.reboot(at, &mut answer);
                self.nodes[node].life += 1;
                self.take(node, &answer, outcome, None)?;
                prop_assert_eq!(outcome.deadline, SimTime::NEVER);
                node
            }
        };
        self.carry_out(node)
    }

    fn wake(&mut self, node: usize) -> Result<(), TestCaseError> {
        let mut answer = Answer::default();
        let at = self.moment();
        let outcome = self.nodes[node].agent.on_timer(at, &mut answer);
        self.take(node, &answer, outcome, None)?;
        self.carry_out(node)
    }

    /// Lets everything happen until nothing is left to do.
    fn run(&mut self) -> Result<(), TestCaseError> {
        let mut in_this_instant = 0;
        for _ in 0..200_000 {
            let deadlines = self.nodes.iter().map(|node| node.deadline).enumerate();
            let (node, deadline) = deadlines.min_by_key(|(_, deadline)| *deadline).unwrap();
            let next = self
                .happenings
                .keys()
                .next()
                .map_or(SimTime::NEVER, |(at, _)| *at);
            let at = deadline.min(next);
            if at == SimTime::NEVER {
                return Ok(());
            }
            in_this_instant = if at > self.now { 0 } else { in_this_instant + 1 };
            prop_assert!(in_this_instant < 500, "time stands still");
            self.now = self.now.max(at);
            if next <= deadline {
                let (_, happening) = self.happenings.pop_first().unwrap();
                self.happen(happening)?;
            } else {
                self.wake(node)?;
            }
        }
        prop_assert!(false, "no end");
        Ok(())
    }
}

fn settings() -> impl Strategy<Value = Config> {
    let sizes = prop_oneof![
        Just((1, 1)),
        Just((4, 1)),
        Just((16, 1)),
        Just((8, 8)),
        Just((16, 8))
    ];
    (sizes, any::<bool>(), any::<bool>(), 1..16_u32, 1..400_u32).prop_map(
        |((window, fragment_packets), piggyback, adaptive_timeout, retry_limit, buffer_packets)| Config {
            window,
            fragment_packets,
            piggyback,
            adaptive_timeout,
            retry_limit,
            buffer_packets,
            piggyback_delay: Span::from_millis(10),
            min_timeout: Span::from_millis(12),
            max_timeout: Span::from_millis(20),
            initial_timeout: Span::from_millis(if adaptive_timeout { 20 } else { 100 }),
            plain_timeout: Span::from_millis(200),
            ..Config::default()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn packets_arrive_once_and_in_order_or_the_diary_says_why(
        nodes in 2..=3_usize,
        config in settings(),
        seed in 1..u64::MAX,
        (loss_percent, copy_percent, reorders) in (0..40_u64, 0..20_u64, any::<bool>()),
        traffic in proptest::collection::vec((0..3000_u64, any::<bool>(), 1..100_usize), 1..12),
        reboots in prop_oneof![Just(Vec::new()), proptest::collection::vec((0..3000_u64, 0..3_usize), 1..5)],
    ) {
        let weather = Weather { seed, loss_percent, copy_percent, reorders };
        let mut world = World::new(nodes, config, weather);
        for (ms, rightward, burst) in traffic {
            for _ in 0..burst {
                world.schedule(SimTime::START + Span::from_millis(ms), Happening::Originate { rightward });
            }
        }
        let restarts = !reboots.is_empty();
        for (ms, node) in reboots {
            world.schedule(SimTime::START + Span::from_millis(ms), Happening::Reboot { node: node % nodes });
        }
        world.run()?;
        for node in &world.nodes {
            prop_assert_eq!((node.kept.len(), node.agent.held_packets(), node.agent.connections()), (0, 0, 0));
        }
        if !world.plain {
            let mut untold = 0;
            for ((node, rightward), book) in &world.books {
                for (place, count) in book.delivered.iter().enumerate() {
                    prop_assert!(restarts || *count <= 1, "packet {} delivered again", place);
                    untold += usize::from(*count == 0 && !world.told.contains(&(*node, *rightward, place)));
                }
            }
            prop_assert!(untold <= world.lost_unnamed, "{} lost in silence", untold);
        }
    }
}
