// SPDX-License-Identifier: MIT OR Apache-2.0
//! Between bridge structs and core types; the only place that sees both.
use crate::ffi;
use wtcp_core::agent::{self, Piece, Step, Untouched, Verdict};
use wtcp_core::atcp;
use wtcp_core::eln;
use wtcp_core::one_hop;
use wtcp_core::snoop::Config;
use wtcp_core::units::{SimTime, Span};

impl From<ffi::AtcpConfig> for atcp::Config {
    fn from(config: ffi::AtcpConfig) -> Self {
        let ffi::AtcpConfig {
            dup_ack_threshold,
            tcp_min_rto_ns,
            rto_fraction,
            min_timeout_ns,
            max_timeout_ns,
            probe_interval_ns,
            persist_refresh_ns,
            buffer_packets,
            idle_timeout_ns,
            max_connections,
            max_packets,
        } = config;
        Self {
            dup_ack_threshold,
            tcp_min_rto: Span::from_nanos(tcp_min_rto_ns),
            rto_fraction,
            min_timeout: Span::from_nanos(min_timeout_ns),
            max_timeout: Span::from_nanos(max_timeout_ns),
            probe_interval: Span::from_nanos(probe_interval_ns),
            persist_refresh: Span::from_nanos(persist_refresh_ns),
            buffer_packets,
            idle_timeout: Span::from_nanos(idle_timeout_ns),
            max_connections,
            max_packets,
        }
    }
}

impl From<ffi::SnoopConfig> for Config {
    fn from(config: ffi::SnoopConfig) -> Self {
        let ffi::SnoopConfig {
            cache_packets,
            high_water_mark,
            dup_ack_threshold,
            partial_ack_retransmission,
            srtt_gain,
            timeout_factor,
            min_timeout_ns,
            persist_timeout_ns,
            delayed_ack_allowance_ns,
            max_local_retransmissions,
            regenerate_acks,
            priority,
            negative_acks,
            nack_threshold,
            nack_timeout_ns,
            explicit_loss_notification,
            handoff_buffer_packets,
            idle_timeout_ns,
            max_connections,
            max_packets,
        } = config;
        Self {
            cache_packets,
            high_water_mark,
            dup_ack_threshold,
            partial_ack_retransmission,
            srtt_gain,
            timeout_factor,
            min_timeout: Span::from_nanos(min_timeout_ns),
            persist_timeout: Span::from_nanos(persist_timeout_ns),
            delayed_ack_allowance: Span::from_nanos(delayed_ack_allowance_ns),
            max_local_retransmissions,
            regenerate_acks,
            priority,
            negative_acks,
            nack_threshold,
            nack_timeout: Span::from_nanos(nack_timeout_ns),
            explicit_loss_notification,
            handoff_buffer_packets,
            idle_timeout: Span::from_nanos(idle_timeout_ns),
            max_connections,
            max_packets,
        }
    }
}

impl From<ffi::OneHopConfig> for one_hop::Config {
    fn from(config: ffi::OneHopConfig) -> Self {
        let ffi::OneHopConfig {
            window,
            fragment_packets,
            buffer_packets,
            retry_limit,
            initial_timeout_ns,
            adaptive_timeout,
            min_timeout_ns,
            max_timeout_ns,
            backoff,
            piggyback,
            piggyback_delay_ns,
            plain_timeout_ns,
            idle_timeout_ns,
            max_neighbours,
        } = config;
        Self {
            window,
            fragment_packets,
            buffer_packets,
            retry_limit,
            initial_timeout: Span::from_nanos(initial_timeout_ns),
            adaptive_timeout,
            min_timeout: Span::from_nanos(min_timeout_ns),
            max_timeout: Span::from_nanos(max_timeout_ns),
            backoff,
            piggyback,
            piggyback_delay: Span::from_nanos(piggyback_delay_ns),
            plain_timeout: Span::from_nanos(plain_timeout_ns),
            idle_timeout: Span::from_nanos(idle_timeout_ns),
            max_neighbours,
        }
    }
}

impl From<ffi::SplitConfig> for wtcp_core::split::Config {
    fn from(config: ffi::SplitConfig) -> Self {
        let ffi::SplitConfig {
            buffer_octets,
            new_reno,
            limited_transmit,
            dup_ack_threshold,
            initial_window,
            initial_timeout_ns,
            min_timeout_ns,
            max_timeout_ns,
            idle_timeout_ns,
            max_connections,
            max_packets,
        } = config;
        Self {
            buffer_octets,
            new_reno,
            limited_transmit,
            dup_ack_threshold,
            initial_window,
            initial_timeout: Span::from_nanos(initial_timeout_ns),
            min_timeout: Span::from_nanos(min_timeout_ns),
            max_timeout: Span::from_nanos(max_timeout_ns),
            idle_timeout: Span::from_nanos(idle_timeout_ns),
            max_connections,
            max_packets,
        }
    }
}

impl From<ffi::Moment> for agent::Moment {
    fn from(at: ffi::Moment) -> Self {
        let ffi::Moment { now_ns, waiting } = at;
        Self {
            now: SimTime::from_nanos(now_ns),
            waiting,
        }
    }
}

impl From<Untouched> for ffi::Untouched {
    fn from(counts: Untouched) -> Self {
        let Untouched {
            malformed,
            fragments,
            unserved,
        } = counts;
        Self {
            malformed,
            fragments,
            unserved,
        }
    }
}

/// The core's name for a direction. A number that is neither (C++ can make one) panics, and so becomes a fault.
#[expect(clippy::panic, reason = "caught by the guard, which turns it into a fault")]
pub(crate) fn direction(direction: ffi::Direction) -> agent::Direction {
    match direction {
        ffi::Direction::Egress => agent::Direction::Egress,
        ffi::Direction::Ingress => agent::Direction::Ingress,
        other => panic!("direction {} is not known to the bridge", other.repr),
    }
}

/// The bridge's form of a step.
fn step(step: Step) -> ffi::Step {
    use ffi::Op;
    let none = ffi::Step {
        op: Op::Keep,
        priority: false,
        id: 0,
        to: 0,
        offset: 0,
        length: 0,
    };
    let about = |op, id: agent::PacketId| ffi::Step { op, id: id.0, ..none };
    let with = |Piece { offset, length }, step| ffi::Step {
        offset,
        length,
        ..step
    };
    match step {
        Step::Keep(id) => about(Op::Keep, id),
        Step::Send { id, trailer } => with(trailer, about(Op::Send, id)),
        Step::Resend {
            id,
            priority,
            trailer,
        } => ffi::Step {
            priority,
            ..with(trailer, about(Op::Resend, id))
        },
        Step::Deliver(id) => about(Op::Deliver, id),
        Step::Release(id) => about(Op::Release, id),
        Step::Abandon(id) => about(Op::Abandon, id),
        Step::Inject(datagram) => with(
            datagram,
            ffi::Step {
                op: Op::Inject,
                ..none
            },
        ),
        Step::Transmit { alike, datagram } => with(datagram, about(Op::Transmit, alike)),
        Step::Frame { to, frame } => ffi::Step {
            op: Op::Frame,
            to: to.0,
            ..with(frame, none)
        },
    }
}

/// Adds what a core answered to the caller's lists.
pub(crate) fn append(core: &agent::Answer, answer: &mut ffi::Answer) {
    answer.steps.extend(core.steps.iter().copied().map(step));
    answer.bytes.extend_from_slice(&core.bytes);
    answer.events.extend(core.events.iter().map(|event| {
        ffi::Event {
            kind: event.kind.name(),
            cause: event.cause.name(),
            source: endpoint(event.flow.source),
            destination: endpoint(event.flow.destination),
            seq: event.seq.raw(),
            len: event.len,
            rtt_ns: event
                .rtt
                .map_or(-1, |rtt| i64::try_from(rtt.as_nanos()).unwrap_or(i64::MAX)),
        }
    }));
}

fn endpoint(address: std::net::SocketAddr) -> ffi::Endpoint {
    let (octets, ipv6) = match address.ip() {
        std::net::IpAddr::V4(v4) => {
            let mut octets = [0; 16];
            octets[..4].copy_from_slice(&v4.octets());
            (octets, false)
        }
        std::net::IpAddr::V6(v6) => (v6.octets(), true),
    };
    ffi::Endpoint {
        octets,
        ipv6,
        port: address.port(),
    }
}

/// The address of an endpoint.
pub(crate) fn address(endpoint: &ffi::Endpoint) -> std::net::IpAddr {
    let octets = endpoint.octets;
    if endpoint.ipv6 {
        octets.into()
    } else {
        [octets[0], octets[1], octets[2], octets[3]].into()
    }
}

/// The bridge's form of an outcome.
pub(crate) fn outcome(outcome: agent::Outcome) -> ffi::Outcome {
    let verdict = match outcome.verdict {
        Verdict::Forward => ffi::Verdict::Forward,
        Verdict::Drop => ffi::Verdict::Drop,
    };
    ffi::Outcome {
        verdict,
        deadline_ns: outcome.deadline.as_nanos(),
    }
}

/// The bridge's form of what a sender does about a notification.
pub(crate) fn decision(decision: &eln::Decision) -> ffi::ElnDecision {
    let mut result = ffi::ElnDecision {
        notified: true,
        to_tcp: decision.to_tcp,
        ..ffi::ElnDecision::default()
    };
    for (slot, range) in result.resend.iter_mut().zip(decision.resend.iter().flatten()) {
        *slot = ffi::SeqRange {
            left: range.left.raw(),
            right: range.right.raw(),
        };
        result.count += 1;
    }
    result
}
