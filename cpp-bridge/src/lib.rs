// SPDX-License-Identifier: MIT OR Apache-2.0
//! The one bridge between the ns-3 module and the protocol cores. C++ calls Rust; Rust never calls C++. Here is what an agent needs;
//! what a TCP sender's loss differentiation needs is in `loss.rs`, and what a TCP sender or
//! router over several wireless hops needs in `multihop.rs`, with headers of their own.
//!
//! `README.md` beside this crate states the contract: ownership, re-entry, faults, versions.
#[cfg(wtcp_ns3)]
mod constants;
mod convert;
mod core;
mod guard;
mod loss;
mod multihop;

use crate::core::Core;
use guard::Guarded;
use wtcp_core::agent::{LinkAddress, Packet, PacketId};
use wtcp_core::atcp::Atcp;
use wtcp_core::config::ConfigError;
use wtcp_core::eln;
use wtcp_core::one_hop;
use wtcp_core::seq::Seq;
use wtcp_core::snoop;
use wtcp_core::split;

#[allow(unreachable_pub, missing_docs, reason = "cxx makes bridge items public")]
#[cxx::bridge(namespace = "wtcp::ffi")]
mod ffi {
    /// Which way a packet passes the hooked device.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Direction {
        Egress,
        Ingress,
    }

    /// A packet that passes, besides its bytes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Passage {
        direction: Direction,
        /// Whether it goes to or comes from one neighbour; if not, broadcast or multicast.
        unicast: bool,
        /// Link-layer address of that neighbour, its octets as a number.
        neighbour: u64,
        /// Whether it arrived for the node itself, where the agent has to know.
        local: bool,
        /// Octets that a packet that leaves may grow by until it is longer than the device's MTU.
        room: u32,
    }

    /// What the host knows at the moment of an event.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Moment {
        now_ns: i64,
        /// Packets that passed `Egress` earlier but still wait where a retransmission sent with priority would overtake
        /// them; 0 where there is no priority queue.
        waiting: u32,
    }

    /// Fate of the packet. After `Fault` the core answers nothing else any more; `Agent::fault` says why.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Verdict {
        Forward,
        Drop,
        Fault,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Op {
        /// Keep a copy of the packet that caused the event as `id`, before it is forwarded.
        Keep,
        /// Send kept packet `id`, which was swallowed when it came, out by the hooked device for the first time.
        Send,
        /// Send kept packet `id` out by the hooked device once more, with priority where `priority` is set.
        Resend,
        /// Hand kept packet `id`, which arrived and was swallowed, to the node.
        Deliver,
        /// Forget kept packet `id`.
        Release,
        /// Forget kept packet `id`, which its neighbour did not take.
        Abandon,
        /// Hand `bytes[offset..offset + length]` to the node as if it had arrived by the hooked device.
        Inject,
        /// Send `bytes[offset..offset + length]` out by the hooked device, to the link-layer address of kept packet `id`.
        Transmit,
        /// Send `bytes[offset..offset + length]` to the agent of neighbour `to`, in a frame of its own.
        Frame,
    }

    /// `Send` and `Resend` append `bytes[offset..offset + length]` to the frame.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Step {
        op: Op,
        priority: bool,
        id: u64,
        to: u64,
        offset: u32,
        length: u32,
    }

    /// A whole IP datagram.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Datagram {
        bytes: Vec<u8>,
    }

    /// Address and port. An IPv4 address stands in the first four octets.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Endpoint {
        octets: [u8; 16],
        ipv6: bool,
        port: u16,
    }

    /// An entry of the agent's diary. `kind` and `cause` are names in words-with-hyphens (`local-retransmission`,
    /// `duplicate-ack`); `source` is the sender of the data.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Event {
        kind: &'static str,
        cause: &'static str,
        source: Endpoint,
        destination: Endpoint,
        seq: u32,
        len: u32,
        /// The round trip of an `rtt-sample`; -1 for other events.
        rtt_ns: i64,
    }

    /// The lists that an event fills. The caller owns and reuses them; each call empties them first.
    #[derive(Clone, Debug, Default)]
    struct Answer {
        steps: Vec<Step>,
        events: Vec<Event>,
        bytes: Vec<u8>,
    }

    /// Packets that the agent could not read or serve; it passed all of them on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Untouched {
        malformed: u64,
        fragments: u64,
        unserved: u64,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Outcome {
        verdict: Verdict,
        /// Nanoseconds; `i64::MAX` for no deadline.
        deadline_ns: i64,
    }

    /// Attributes of `ns3::AtcpAgent`; ranges as in `wtcp_core::atcp::Config`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct AtcpConfig {
        dup_ack_threshold: u32,
        tcp_min_rto_ns: u64,
        rto_fraction: f64,
        min_timeout_ns: u64,
        max_timeout_ns: u64,
        probe_interval_ns: u64,
        persist_refresh_ns: u64,
        buffer_packets: u32,
        idle_timeout_ns: u64,
        max_connections: u32,
        max_packets: u32,
    }

    /// Attributes of `ns3::SnoopAgent`; ranges as in `wtcp_core::snoop::Config`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct SnoopConfig {
        cache_packets: u32,
        high_water_mark: u32,
        dup_ack_threshold: u32,
        partial_ack_retransmission: bool,
        srtt_gain: f64,
        timeout_factor: f64,
        min_timeout_ns: u64,
        persist_timeout_ns: u64,
        delayed_ack_allowance_ns: u64,
        max_local_retransmissions: u32,
        regenerate_acks: bool,
        priority: bool,
        negative_acks: bool,
        nack_threshold: u32,
        nack_timeout_ns: u64,
        explicit_loss_notification: bool,
        handoff_buffer_packets: u32,
        idle_timeout_ns: u64,
        max_connections: u32,
        max_packets: u32,
    }

    /// Attributes of `ns3::OneHopTcpAgent`; ranges as in `wtcp_core::one_hop::Config`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct OneHopConfig {
        window: u32,
        fragment_packets: u32,
        buffer_packets: u32,
        retry_limit: u32,
        initial_timeout_ns: u64,
        adaptive_timeout: bool,
        min_timeout_ns: u64,
        max_timeout_ns: u64,
        backoff: f64,
        piggyback: bool,
        piggyback_delay_ns: u64,
        plain_timeout_ns: u64,
        idle_timeout_ns: u64,
        max_neighbours: u32,
    }

    /// Attributes of `ns3::SplitConnectionAgent`; ranges as in `wtcp_core::split::Config`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct SplitConfig {
        buffer_octets: u32,
        new_reno: bool,
        limited_transmit: bool,
        dup_ack_threshold: u32,
        initial_window: u32,
        initial_timeout_ns: u64,
        min_timeout_ns: u64,
        max_timeout_ns: u64,
        idle_timeout_ns: u64,
        max_connections: u32,
        max_packets: u32,
    }

    /// Where a sender stands when an acknowledgement arrives.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct ElnMoment {
        ack: u32,
        /// The oldest segment without acknowledgement.
        oldest: u32,
        end_of_oldest: u32,
        /// End of all data sent so far.
        highest: u32,
    }

    /// Octets from `left` up to, not including, `right`.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    struct SeqRange {
        left: u32,
        right: u32,
    }

    /// What a sender does about an acknowledgement with an option of unknown kind.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    struct ElnDecision {
        /// Whether the option is a notification of losses; if not, nothing else here means anything.
        notified: bool,
        /// Whether ordinary TCP sees the acknowledgement, without its SACK blocks.
        to_tcp: bool,
        /// How many of `resend` are to be sent again now.
        count: usize,
        resend: [SeqRange; 4],
    }

    extern "Rust" {
        /// A protocol core.
        type Agent;

        /// Makes the ATCP layer of the host with these addresses (ports mean nothing). Throws `rust::Error` with a sentence
        /// that names the attribute out of range.
        fn new_atcp(config: &AtcpConfig, addresses: &[Endpoint]) -> Result<Box<Agent>>;
        /// Makes a Snoop agent. Throws `rust::Error` with a sentence that names the attribute out of range.
        fn new_snoop(config: &SnoopConfig) -> Result<Box<Agent>>;
        /// Makes a one-hop TCP agent. Throws `rust::Error` with a sentence that names the attribute out of range.
        fn new_one_hop(config: &OneHopConfig) -> Result<Box<Agent>>;
        /// Makes a proxy that splits connections. Throws likewise.
        fn new_split(config: &SplitConfig) -> Result<Box<Agent>>;
        /// A packet passes; `header` starts at the IP header, `trailer` is what the frame holds behind the datagram.
        fn on_packet(
            self: &mut Agent,
            at: Moment,
            passage: Passage,
            header: &[u8],
            trailer: &[u8],
            answer: &mut Answer,
        ) -> Outcome;
        /// The agent of a neighbour sent a frame.
        fn on_frame(self: &mut Agent, at: Moment, from: u64, frame: &[u8], answer: &mut Answer) -> Outcome;
        /// The queue in front of the hooked device dropped kept packet `id` before it was transmitted.
        fn on_queue_drop(self: &mut Agent, at: Moment, id: u64, answer: &mut Answer) -> Outcome;
        /// The deadline of the last outcome has come.
        fn on_timer(self: &mut Agent, at: Moment, answer: &mut Answer) -> Outcome;
        /// The node restarts: everything is forgotten.
        fn reboot(self: &mut Agent, at: Moment, answer: &mut Answer) -> Outcome;
        /// Another base station serves mobile host `mobile` (its port means nothing) from now on: buffer its packets.
        fn start_buffering(self: &mut Agent, at: Moment, mobile: &Endpoint, answer: &mut Answer) -> Outcome;
        /// What another base station should know of the connections of `mobile`.
        fn export_state(self: &Agent, mobile: &Endpoint) -> Vec<u8>;
        /// `mobile` has come: send what waits for it and serve it. `state` is what `export_state` and
        /// `Reporter::report` made, one behind the other.
        fn start_serving(
            self: &mut Agent,
            at: Moment,
            mobile: &Endpoint,
            state: &[u8],
            answer: &mut Answer,
        ) -> Outcome;
        /// Why the core is shut; empty while it works.
        fn fault(self: &Agent) -> String;
        /// Packets the core asked its host to keep.
        fn held_packets(self: &Agent) -> usize;
        /// Connections for which the core has state.
        fn connections(self: &Agent) -> usize;
        /// What was passed on without being understood or served.
        fn untouched(self: &Agent) -> Untouched;
        /// Makes the next event end in a fault, so that a test can see what a user would.
        fn fail_for_test(self: &mut Agent, message: &str);

        /// Watches the segments of a mobile host, on the mobile host.
        type Reporter;

        /// Makes one that has seen nothing yet.
        fn new_reporter() -> Box<Reporter>;
        /// A datagram arrived; `header` starts at the IP header.
        fn on_arrival(self: &mut Reporter, header: &[u8]);
        /// A datagram leaves.
        fn on_departure(self: &mut Reporter, header: &[u8]);
        /// How far each connection has come, for `start_serving`.
        fn report(self: &Reporter) -> Vec<u8>;
        /// The last acknowledgement of each connection.
        fn last_acks(self: &Reporter) -> Vec<Datagram>;

        /// What a sender that understands Explicit Loss Notification remembers.
        type ElnSender;

        /// Makes the state of a new connection; `threshold` as in `wtcp_core::eln::Sender`. Throws `rust::Error`.
        fn new_eln_sender(threshold: u32) -> Result<Box<ElnSender>>;
        /// A bare acknowledgement arrives with a TCP option of unknown kind.
        fn on_ack(self: &mut ElnSender, option: &[u8], at: &ElnMoment) -> ElnDecision;
    }
}

/// A core behind its guard.
struct Agent(Guarded<Core>);

impl From<Core> for Box<Agent> {
    fn from(core: Core) -> Self {
        Box::new(Agent(Guarded::new(core)))
    }
}

fn new_atcp(config: &ffi::AtcpConfig, addresses: &[ffi::Endpoint]) -> Result<Box<Agent>, ConfigError> {
    let addresses = addresses.iter().map(convert::address).collect();
    Ok(Core::Atcp(Atcp::new((*config).into(), addresses)?).into())
}

fn new_snoop(config: &ffi::SnoopConfig) -> Result<Box<Agent>, ConfigError> {
    Ok(Core::Snoop(snoop::Snoop::new((*config).into())?).into())
}

fn new_one_hop(config: &ffi::OneHopConfig) -> Result<Box<Agent>, one_hop::ConfigError> {
    Ok(Core::OneHop(one_hop::OneHop::new((*config).into())?).into())
}

fn new_split(config: &ffi::SplitConfig) -> Result<Box<Agent>, split::ConfigError> {
    Ok(Core::Split(split::Split::new((*config).into())?).into())
}

impl Agent {
    fn on_packet(
        &mut self,
        at: ffi::Moment,
        passage: ffi::Passage,
        header: &[u8],
        trailer: &[u8],
        answer: &mut ffi::Answer,
    ) -> ffi::Outcome {
        self.0.run(answer, |core, out| {
            let packet = Packet {
                direction: convert::direction(passage.direction),
                neighbour: passage.unicast.then_some(LinkAddress(passage.neighbour)),
                local: passage.local,
                header,
                trailer,
                room: passage.room,
            };
            core.agent_mut().on_packet(at.into(), &packet, out)
        })
    }

    fn on_frame(
        &mut self,
        at: ffi::Moment,
        from: u64,
        frame: &[u8],
        answer: &mut ffi::Answer,
    ) -> ffi::Outcome {
        self.0.run(answer, |core, out| {
            core.agent_mut()
                .on_frame(at.into(), LinkAddress(from), frame, out)
        })
    }

    fn on_queue_drop(&mut self, at: ffi::Moment, id: u64, answer: &mut ffi::Answer) -> ffi::Outcome {
        self.0.run(answer, |core, out| {
            core.agent_mut().on_queue_drop(at.into(), PacketId(id), out)
        })
    }

    fn on_timer(&mut self, at: ffi::Moment, answer: &mut ffi::Answer) -> ffi::Outcome {
        self.0
            .run(answer, |core, out| core.agent_mut().on_timer(at.into(), out))
    }

    fn reboot(&mut self, at: ffi::Moment, answer: &mut ffi::Answer) -> ffi::Outcome {
        self.0
            .run(answer, |core, out| core.agent_mut().reboot(at.into(), out))
    }

    fn start_buffering(
        &mut self,
        at: ffi::Moment,
        mobile: &ffi::Endpoint,
        answer: &mut ffi::Answer,
    ) -> ffi::Outcome {
        self.0.run(answer, |core, out| {
            core.snoop_mut()
                .start_buffering(at.into(), convert::address(mobile), out)
        })
    }

    fn export_state(&self, mobile: &ffi::Endpoint) -> Vec<u8> {
        let mut state = Vec::new();
        if let Some(snoop) = self.0.core().snoop() {
            snoop.export(convert::address(mobile), &mut state);
        }
        state
    }

    fn start_serving(
        &mut self,
        at: ffi::Moment,
        mobile: &ffi::Endpoint,
        state: &[u8],
        answer: &mut ffi::Answer,
    ) -> ffi::Outcome {
        self.0.run(answer, |core, out| {
            core.snoop_mut()
                .start_serving(at.into(), convert::address(mobile), state, out)
        })
    }

    fn fault(&self) -> String {
        self.0.fault().to_owned()
    }

    fn held_packets(&self) -> usize {
        self.0.core().agent().held_packets()
    }

    fn connections(&self) -> usize {
        self.0.core().agent().connections()
    }

    fn untouched(&self) -> ffi::Untouched {
        self.0.core().agent().untouched().into()
    }

    fn fail_for_test(&mut self, message: &str) {
        self.0.fail_next(message);
    }
}

/// The mobile host's side of a handoff. It holds nothing that a panic could leave half changed and only reads headers.
struct Reporter(snoop::Reporter);

fn new_reporter() -> Box<Reporter> {
    Box::new(Reporter(snoop::Reporter::default()))
}

impl Reporter {
    fn on_arrival(&mut self, header: &[u8]) {
        self.0.on_arrival(header);
    }

    fn on_departure(&mut self, header: &[u8]) {
        self.0.on_departure(header);
    }

    fn report(&self) -> Vec<u8> {
        let mut state = Vec::new();
        self.0.report(&mut state);
        state
    }

    fn last_acks(&self) -> Vec<ffi::Datagram> {
        let acks = self.0.last_acks().into_iter();
        acks.map(|bytes| ffi::Datagram { bytes }).collect()
    }
}

/// The sender's side of Explicit Loss Notification. As with the reporter, there is nothing that a panic could spoil.
struct ElnSender(eln::Sender);

fn new_eln_sender(threshold: u32) -> Result<Box<ElnSender>, eln::SenderError> {
    Ok(Box::new(ElnSender(eln::Sender::new(threshold)?)))
}

impl ElnSender {
    fn on_ack(&mut self, option: &[u8], at: &ffi::ElnMoment) -> ffi::ElnDecision {
        let Some(notification) = eln::Notification::read(option) else {
            return ffi::ElnDecision::default();
        };
        let [ack, oldest, end, highest] = [at.ack, at.oldest, at.end_of_oldest, at.highest].map(Seq::new);
        convert::decision(&self.0.on_ack(ack, &notification, (oldest, end), highest))
    }
}
