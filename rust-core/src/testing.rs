// SPDX-License-Identifier: MIT OR Apache-2.0
//! Header bytes for tests.
use alloc::vec::Vec;
use core::net::{IpAddr, Ipv4Addr, SocketAddr};
use etherparse::{IpNumber, Ipv4Header, TcpHeader, TcpOptionElement};

/// The fixed host of the scripts.
pub(crate) const SENDER: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1)), 80);
/// The mobile host of the scripts.
pub(crate) const MOBILE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::new(10, 0, 1, 2)), 5000);

/// A TCP segment over IPv4, written down field by field.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    pub(crate) source: SocketAddr,
    pub(crate) destination: SocketAddr,
    pub(crate) seq: u32,
    pub(crate) ack: Option<u32>,
    pub(crate) payload: u16,
    pub(crate) window: u16,
    pub(crate) syn: bool,
    pub(crate) fin: bool,
    pub(crate) rst: bool,
    pub(crate) ece: bool,
    pub(crate) cwr: bool,
    pub(crate) sack: Option<(u32, u32)>,
    pub(crate) sack_permitted: bool,
}

impl Header {
    /// Data from the fixed host.
    pub(crate) fn data(seq: u32, payload: u32) -> Self {
        Self {
            source: SENDER,
            destination: MOBILE,
            seq,
            ack: Some(9000),
            payload: u16::try_from(payload).unwrap(),
            window: 100,
            syn: false,
            fin: false,
            rst: false,
            ece: false,
            cwr: false,
            sack: None,
            sack_permitted: false,
        }
    }

    /// An acknowledgement from the mobile host.
    pub(crate) fn ack(ack: u32) -> Self {
        Self {
            source: MOBILE,
            destination: SENDER,
            seq: 9000,
            ack: Some(ack),
            ..Self::data(0, 0)
        }
    }

    /// The connection is another one: the fixed host uses `port`.
    pub(crate) fn with_sender_port(mut self, port: u16) -> Self {
        for end in [&mut self.source, &mut self.destination] {
            if end.ip() == SENDER.ip() {
                end.set_port(port);
            }
        }
        self
    }

    /// IP and TCP header; the payload is left out, as the hook does.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut tcp = TcpHeader::new(self.source.port(), self.destination.port(), self.seq, self.window);
        tcp.ack = self.ack.is_some();
        tcp.acknowledgment_number = self.ack.unwrap_or(0);
        (tcp.syn, tcp.fin, tcp.rst) = (self.syn, self.fin, self.rst);
        (tcp.ece, tcp.cwr) = (self.ece, self.cwr);
        if let Some(block) = self.sack {
            tcp.set_options(&[TcpOptionElement::SelectiveAcknowledgement(block, [None; 3])])
                .unwrap();
        }
        if self.sack_permitted {
            tcp.set_options(&[TcpOptionElement::SelectiveAcknowledgementPermitted])
                .unwrap();
        }
        let (IpAddr::V4(source), IpAddr::V4(destination)) = (self.source.ip(), self.destination.ip()) else {
            panic!("scripts use IPv4")
        };
        let length = u16::try_from(tcp.header_len()).unwrap() + self.payload;
        let ip = Ipv4Header::new(length, 64, IpNumber::TCP, source.octets(), destination.octets()).unwrap();
        let mut bytes = ip.to_bytes().to_vec();
        bytes.extend_from_slice(&tcp.to_bytes());
        bytes
    }
}
