// SPDX-License-Identifier: MIT OR Apache-2.0
//! Repeats the mobile host's last acknowledgement to the sender [Bal95 s3.1.1].
//!
//! The mobile host's own header is kept and sent again, so that addresses, window and options (timestamps, SACK) are
//! what the mobile host said. Only the sequence number is brought up to date, because a receiver ignores the
//! acknowledgement in a segment whose sequence number it has already passed (RFC 9293 section 3.10.7.4).
use crate::segment::Segment;
use crate::seq::Seq;
use alloc::vec::Vec;
use etherparse::{IpNumber, Ipv4Header, Ipv6Header, TcpHeader};

/// The last acknowledgement of a mobile host.
#[derive(Clone, Debug, Default)]
pub(super) struct LastAck {
    ip: Vec<u8>,
    tcp: Vec<u8>,
    next_seq: Option<Seq>,
}

impl LastAck {
    /// Remembers the headers of a segment that carries the highest acknowledgement so far.
    pub(super) fn remember(&mut self, segment: &Segment, header: &[u8]) {
        let Self { ip, tcp, next_seq: _ } = self;
        let (at_tcp, end) = (
            segment.ip_header_len,
            segment.ip_header_len + segment.tcp_header_len,
        );
        ip.clear();
        ip.extend_from_slice(header.get(..at_tcp).unwrap_or_default());
        tcp.clear();
        tcp.extend_from_slice(header.get(at_tcp..end).unwrap_or_default());
    }

    /// Notes how far the mobile host's own data has come.
    pub(super) fn sent(&mut self, segment: &Segment) {
        let end = segment.end();
        self.next_seq = Some(self.next_seq.map_or(end, |next| next.latest(end)));
    }

    /// Appends a whole IP datagram without payload to `bytes`, with valid checksums. `None` if nothing was remembered.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) -> Option<()> {
        let (mut tcp, _) = TcpHeader::from_slice(&self.tcp).ok()?;
        tcp.sequence_number = self.next_seq?.raw();
        tcp.psh = false;
        tcp.fin = false;
        tcp.cwr = false;
        if let Ok((mut ip, _)) = Ipv4Header::from_slice(&self.ip) {
            ip.set_payload_len(tcp.header_len()).ok()?;
            ip.header_checksum = ip.calc_header_checksum();
            tcp.checksum = tcp.calc_checksum_ipv4(&ip, &[]).ok()?;
            bytes.extend_from_slice(&ip.to_bytes());
        } else {
            let (mut ip, _) = Ipv6Header::from_slice(&self.ip).ok()?;
            // Extension headers belonged to one packet and are not repeated.
            ip.next_header = IpNumber::TCP;
            ip.set_payload_length(tcp.header_len()).ok()?;
            tcp.checksum = tcp.calc_checksum_ipv6(&ip, &[]).ok()?;
            bytes.extend_from_slice(&ip.to_bytes());
        }
        bytes.extend_from_slice(&tcp.to_bytes());
        Some(())
    }
}
