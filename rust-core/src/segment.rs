// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a core may know of a TCP segment, parsed from header bytes (IPv4, IPv6 with extension headers, TCP with options).
use crate::flow::FlowKey;
use crate::seq::Seq;
use core::net::{IpAddr, SocketAddr};
use etherparse::{
    IpNumber, Ipv4HeaderSlice, Ipv6ExtensionsSlice, Ipv6HeaderSlice, TcpHeaderSlice, TcpOptionElement,
    TcpOptionReadError, TcpOptionsIterator,
};

/// Length of the fixed IPv6 header in octets.
const IPV6_HEADER_LEN: usize = 40;

/// The largest window that TCP allows, in octets (RFC 7323 section 2.3).
pub const MAX_WINDOW: u32 = 1 << 30;

/// A SACK block: the octets from `left` up to, not including, `right` have arrived (RFC 2018).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SackBlock {
    /// First octet of the block.
    pub left: Seq,
    /// The octet after the block.
    pub right: Seq,
}

/// The TCP control bits a core looks at (RFC 9293 section 3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Synchronize sequence numbers.
    pub syn: bool,
    /// No more data from sender.
    pub fin: bool,
    /// Reset the connection.
    pub rst: bool,
    /// Urgent pointer field is significant.
    pub urg: bool,
    /// The receiver saw congestion experienced (RFC 3168).
    pub ece: bool,
    /// The sender has reduced its congestion window (RFC 3168).
    pub cwr: bool,
}

/// A TCP segment without its payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Who sent it to whom.
    pub flow: FlowKey,
    /// Sequence number of the first octet (of the SYN, where there is one).
    pub seq: Seq,
    /// Acknowledgement number, where the ACK bit is set.
    pub ack: Option<Seq>,
    /// Control bits.
    pub flags: Flags,
    /// Window field as it stands in the header, unscaled.
    pub window: u16,
    /// Payload in octets.
    pub payload_len: u32,
    /// Octets before the TCP header.
    pub ip_header_len: usize,
    /// Octets of the TCP header with its options.
    pub tcp_header_len: usize,
    /// SACK blocks in the order of the header; the unused rest is `None`.
    pub sack: [Option<SackBlock>; 4],
    /// Timestamp value and echo reply (RFC 7323).
    pub timestamps: Option<(u32, u32)>,
    /// Window scale offered by a SYN (RFC 7323).
    pub window_scale: Option<u8>,
    /// Whether a SYN permits selective acknowledgements (RFC 2018).
    pub sack_permitted: bool,
}

/// Why bytes are not a whole TCP segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotTcp {
    /// A well-formed datagram of another protocol.
    OtherProtocol,
    /// A fragment: its TCP header is elsewhere, or its payload is not whole.
    Fragment,
    /// Cut off or contradicting itself.
    Malformed,
}

impl Segment {
    /// Reads the headers at the start of `bytes`. The payload may be missing: lengths are taken from the headers.
    ///
    /// # Errors
    /// [`NotTcp`] says why these bytes are no TCP segment. Options are read up to the first malformed one; those of unknown
    /// kinds are skipped.
    pub fn parse(bytes: &[u8]) -> Result<Self, NotTcp> {
        match bytes.first().map(|octet| octet >> 4) {
            Some(4) => Self::parse_ipv4(bytes),
            Some(6) => Self::parse_ipv6(bytes),
            Some(_) | None => Err(NotTcp::Malformed),
        }
    }

    fn parse_ipv4(bytes: &[u8]) -> Result<Self, NotTcp> {
        let ip = Ipv4HeaderSlice::from_slice(bytes).map_err(|_| NotTcp::Malformed)?;
        if ip.protocol() != IpNumber::TCP {
            return Err(NotTcp::OtherProtocol);
        }
        if ip.is_fragmenting_payload() {
            return Err(NotTcp::Fragment);
        }
        let transport_len = ip.payload_len().map_err(|_| NotTcp::Malformed)?;
        let (source, destination) = (ip.source_addr().into(), ip.destination_addr().into());
        Self::parse_tcp(bytes, ip.slice().len(), transport_len.into(), source, destination)
    }

    fn parse_ipv6(bytes: &[u8]) -> Result<Self, NotTcp> {
        let ip = Ipv6HeaderSlice::from_slice(bytes).map_err(|_| NotTcp::Malformed)?;
        let after_ip = bytes.get(IPV6_HEADER_LEN..).ok_or(NotTcp::Malformed)?;
        let (extensions, next_header, _) =
            Ipv6ExtensionsSlice::from_slice(ip.next_header(), after_ip).map_err(|_| NotTcp::Malformed)?;
        if extensions.is_fragmenting_payload() {
            return Err(NotTcp::Fragment);
        }
        if next_header != IpNumber::TCP {
            return Err(NotTcp::OtherProtocol);
        }
        let extensions_len = extensions.slice().len();
        let transport_len = usize::from(ip.payload_length())
            .checked_sub(extensions_len)
            .ok_or(NotTcp::Malformed)?;
        let (source, destination) = (ip.source_addr().into(), ip.destination_addr().into());
        Self::parse_tcp(
            bytes,
            IPV6_HEADER_LEN + extensions_len,
            transport_len,
            source,
            destination,
        )
    }

    fn parse_tcp(
        bytes: &[u8],
        ip_header_len: usize,
        transport_len: usize,
        source: IpAddr,
        destination: IpAddr,
    ) -> Result<Self, NotTcp> {
        let at_tcp = bytes.get(ip_header_len..).ok_or(NotTcp::Malformed)?;
        // Padding behind a short datagram must not be taken for options.
        let at_tcp = at_tcp
            .get(..transport_len.min(at_tcp.len()))
            .ok_or(NotTcp::Malformed)?;
        let tcp = TcpHeaderSlice::from_slice(at_tcp).map_err(|_| NotTcp::Malformed)?;
        let tcp_header_len = tcp.slice().len();
        let payload_len = transport_len
            .checked_sub(tcp_header_len)
            .ok_or(NotTcp::Malformed)?;
        let mut segment = Self {
            flow: FlowKey {
                source: SocketAddr::new(source, tcp.source_port()),
                destination: SocketAddr::new(destination, tcp.destination_port()),
            },
            seq: Seq::new(tcp.sequence_number()),
            ack: tcp.ack().then(|| Seq::new(tcp.acknowledgment_number())),
            flags: Flags {
                syn: tcp.syn(),
                fin: tcp.fin(),
                rst: tcp.rst(),
                urg: tcp.urg(),
                ece: tcp.ece(),
                cwr: tcp.cwr(),
            },
            window: tcp.window_size(),
            payload_len: u32::try_from(payload_len).map_err(|_| NotTcp::Malformed)?,
            ip_header_len,
            tcp_header_len,
            sack: [None; 4],
            timestamps: None,
            window_scale: None,
            sack_permitted: false,
        };
        segment.take_options(tcp.options());
        Ok(segment)
    }

    fn take_options(&mut self, mut options: &[u8]) {
        while let Some((option, rest)) = first_option(options) {
            match TcpOptionsIterator::from_slice(option).next() {
                Some(Ok(option)) => self.take_option(&option),
                // Of another kind (RFC 9293 section 3.1, MUST-6).
                Some(Err(TcpOptionReadError::UnknownId(_))) => {}
                Some(Err(_)) | None => return,
            }
            options = rest;
        }
    }

    fn take_option(&mut self, option: &TcpOptionElement) {
        match option {
            TcpOptionElement::SelectiveAcknowledgement(first, rest) => {
                let blocks = core::iter::once(Some(*first)).chain(rest.iter().copied());
                for (slot, block) in self.sack.iter_mut().zip(blocks) {
                    *slot = block.map(|(left, right)| SackBlock {
                        left: Seq::new(left),
                        right: Seq::new(right),
                    });
                }
            }
            TcpOptionElement::Timestamp(value, echo) => self.timestamps = Some((*value, *echo)),
            TcpOptionElement::WindowScale(shift) => self.window_scale = Some(*shift),
            TcpOptionElement::SelectiveAcknowledgementPermitted => self.sack_permitted = true,
            TcpOptionElement::Noop | TcpOptionElement::MaximumSegmentSize(_) => {}
        }
    }

    /// Octets of sequence space the segment takes: payload, plus one for a SYN and one for a FIN.
    pub fn sequence_len(&self) -> u32 {
        self.payload_len + u32::from(self.flags.syn) + u32::from(self.flags.fin)
    }

    /// The sequence number after the segment.
    pub fn end(&self) -> Seq {
        self.seq + self.sequence_len()
    }

    /// Whether the segment says nothing but its acknowledgement.
    pub fn is_bare(&self) -> bool {
        self.sequence_len() == 0 && !self.flags.rst && !self.flags.urg
    }

    /// Whether a SACK block reports octets above `ack` that can have been sent: up to `highest`.
    pub fn sacks_between(&self, ack: Seq, highest: Seq) -> bool {
        let credible = |block: &SackBlock| {
            block.left.after(ack) && block.right.after(block.left) && !block.right.after(highest)
        };
        self.sack.iter().flatten().any(credible)
    }
}

/// The first option and what follows it; nothing at the end of the list or where its length makes no sense.
pub(crate) fn first_option(options: &[u8]) -> Option<(&[u8], &[u8])> {
    const END: u8 = 0;
    const NO_OPERATION: u8 = 1;
    let length = match options {
        [] | [END, ..] => return None,
        [NO_OPERATION, ..] => 1,
        [_, length, ..] if *length >= 2 => usize::from(*length),
        [..] => return None,
    };
    options.split_at_checked(length)
}

#[cfg(test)]
#[path = "segment_tests.rs"]
mod tests;
