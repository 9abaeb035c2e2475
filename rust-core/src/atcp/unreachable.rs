// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads ICMP destination unreachable (RFC 792): which segment a router could not forward.
use crate::flow::FlowKey;
use crate::seq::Seq;
use core::net::SocketAddr;
use etherparse::{IpNumber, Ipv4HeaderSlice};

const TYPE_UNREACHABLE: u8 = 3;
/// Octets before the quoted datagram.
const ICMP_HEADER_LEN: usize = 8;
/// Quoted octets that are needed of TCP: ports and sequence number, the 64 bits of RFC 792.
const QUOTED_LEN: usize = 8;

/// The connection and first sequence number of the TCP segment that `bytes`, an IPv4 datagram, says could not be forwarded
/// since its network or host is unreachable. `None` for anything else: other codes say nothing of a route.
pub(super) fn unreachable(bytes: &[u8]) -> Option<(FlowKey, Seq)> {
    let ip = Ipv4HeaderSlice::from_slice(bytes).ok()?;
    if ip.protocol() != IpNumber::ICMP || ip.is_fragmenting_payload() {
        return None;
    }
    let icmp = bytes.get(ip.slice().len()..)?;
    let [TYPE_UNREACHABLE, 0 | 1, ..] = icmp else {
        return None;
    };
    let quote = icmp.get(ICMP_HEADER_LEN..)?;
    let quoted = Ipv4HeaderSlice::from_slice(quote).ok()?;
    // An error is sent about a first fragment only (RFC 1122 section 3.2.2).
    if quoted.protocol() != IpNumber::TCP || quoted.fragments_offset().value() != 0 {
        return None;
    }
    let tcp: &[u8; QUOTED_LEN] = quote.get(quoted.slice().len()..)?.first_chunk()?;
    let [s0, s1, d0, d1, q0, q1, q2, q3] = *tcp;
    let flow = FlowKey {
        source: SocketAddr::new(quoted.source_addr().into(), u16::from_be_bytes([s0, s1])),
        destination: SocketAddr::new(quoted.destination_addr().into(), u16::from_be_bytes([d0, d1])),
    };
    Some((flow, Seq::new(u32::from_be_bytes([q0, q1, q2, q3]))))
}
