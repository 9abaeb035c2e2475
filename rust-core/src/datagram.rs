// SPDX-License-Identifier: MIT OR Apache-2.0
//! Datagrams of an agent's own making: a TCP header behind an IP header that a host of the connection made.
use alloc::vec::Vec;
use etherparse::{IpNumber, Ipv4Header, Ipv6Header, TcpHeader};

/// Appends a whole IP datagram without payload to `bytes`, with valid lengths and checksums. `None` if `ip` is no IP header.
pub(crate) fn append(ip: &[u8], mut tcp: TcpHeader, bytes: &mut Vec<u8>) -> Option<()> {
    if let Ok((mut ip, _)) = Ipv4Header::from_slice(ip) {
        ip.set_payload_len(tcp.header_len()).ok()?;
        ip.header_checksum = ip.calc_header_checksum();
        tcp.checksum = tcp.calc_checksum_ipv4(&ip, &[]).ok()?;
        bytes.extend_from_slice(&ip.to_bytes());
    } else {
        let (mut ip, _) = Ipv6Header::from_slice(ip).ok()?;
        // Extension headers belonged to one packet and are not repeated.
        ip.next_header = IpNumber::TCP;
        ip.set_payload_length(tcp.header_len()).ok()?;
        tcp.checksum = tcp.calc_checksum_ipv6(&ip, &[]).ok()?;
        bytes.extend_from_slice(&ip.to_bytes());
    }
    bytes.extend_from_slice(&tcp.to_bytes());
    Some(())
}
