// SPDX-License-Identifier: MIT OR Apache-2.0
//! What base stations and mobile hosts tell each other about a connection when the mobile host moves, and how it is
//! written down: records of one length for each IP version, most significant octet first.
use crate::flow::FlowKey;
use crate::seq::Seq;
use crate::units::Span;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

const MOBILE_FIN_ACKED: u8 = 1;
const SENDER_FIN: u8 = 2;
const MOBILE_FIN: u8 = 4;

/// State of one connection, as far as somebody knows it. `flow` is the direction of the data for the mobile host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) flow: FlowKey,
    /// The mobile host has everything below.
    pub(super) last_ack: Seq,
    /// End of the highest data that passed towards the mobile host.
    pub(super) highest: Seq,
    /// Window field of the last acknowledgement.
    pub(super) window: u16,
    /// Smoothed round-trip time of the wireless hop.
    pub(super) srtt: Option<Span>,
    pub(super) sender_fin: Option<Seq>,
    pub(super) mobile_fin: Option<Seq>,
    pub(super) mobile_fin_acked: bool,
}

impl Known {
    /// Appends the record.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let Self {
            flow,
            last_ack,
            highest,
            window,
            srtt,
            sender_fin,
            mobile_fin,
            mobile_fin_acked,
        } = *self;
        bytes.push(if flow.destination.is_ipv4() { 4 } else { 6 });
        for end in [flow.source, flow.destination] {
            match end.ip() {
                IpAddr::V4(address) => bytes.extend_from_slice(&address.octets()),
                IpAddr::V6(address) => bytes.extend_from_slice(&address.octets()),
            }
            bytes.extend_from_slice(&end.port().to_be_bytes());
        }
        let flag = |set: bool, bit: u8| if set { bit } else { 0 };
        bytes.push(
            flag(mobile_fin_acked, MOBILE_FIN_ACKED)
                | flag(sender_fin.is_some(), SENDER_FIN)
                | flag(mobile_fin.is_some(), MOBILE_FIN),
        );
        bytes.extend_from_slice(&window.to_be_bytes());
        for seq in [Some(last_ack), Some(highest), sender_fin, mobile_fin] {
            bytes.extend_from_slice(&seq.map_or(0, Seq::raw).to_be_bytes());
        }
        bytes.extend_from_slice(&srtt.map_or(0, Span::as_nanos).to_be_bytes());
    }

    /// Whether both directions have ended and both ends know.
    pub(super) fn is_over(&self) -> bool {
        self.mobile_fin_acked && self.sender_fin.is_some_and(|fin| !self.last_ack.before(fin))
    }

    /// What two sources know together: the later acknowledgement holds, with the window it came with.
    fn merged(self, other: Self) -> Self {
        let later = if other.last_ack.after(self.last_ack) {
            other
        } else {
            self
        };
        Self {
            highest: self.highest.latest(other.highest),
            srtt: self.srtt.or(other.srtt),
            sender_fin: self.sender_fin.or(other.sender_fin),
            mobile_fin: self.mobile_fin.or(other.mobile_fin),
            mobile_fin_acked: self.mobile_fin_acked || other.mobile_fin_acked,
            ..later
        }
    }
}

/// Reads records, from several sources one behind the other if need be, up to the first that is cut off or of an unknown
/// kind.
pub(super) fn read(bytes: &[u8]) -> BTreeMap<FlowKey, Known> {
    let mut reader = Reader(bytes);
    let mut known = BTreeMap::new();
    while let Some(record) = reader.record() {
        known
            .entry(record.flow)
            .and_modify(|old: &mut Known| *old = old.merged(record))
            .or_insert(record);
    }
    known
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*head)
    }

    fn end(&mut self, ipv4: bool) -> Option<SocketAddr> {
        let ip = if ipv4 {
            IpAddr::V4(Ipv4Addr::from(self.take::<4>()?))
        } else {
            IpAddr::V6(Ipv6Addr::from(self.take::<16>()?))
        };
        Some(SocketAddr::new(ip, u16::from_be_bytes(self.take()?)))
    }

    fn seq(&mut self) -> Option<Seq> {
        self.take().map(|octets| Seq::new(u32::from_be_bytes(octets)))
    }

    fn record(&mut self) -> Option<Known> {
        let ipv4 = match self.take::<1>()? {
            [4] => true,
            [6] => false,
            _ => return None,
        };
        let flow = FlowKey {
            source: self.end(ipv4)?,
            destination: self.end(ipv4)?,
        };
        let [flags] = self.take::<1>()?;
        let window = u16::from_be_bytes(self.take()?);
        let (last_ack, highest) = (self.seq()?, self.seq()?);
        let (sender_fin, mobile_fin) = (self.seq()?, self.seq()?);
        let srtt = u64::from_be_bytes(self.take()?);
        Some(Known {
            flow,
            last_ack,
            highest: highest.latest(last_ack),
            window,
            srtt: (srtt > 0).then(|| Span::from_nanos(srtt)),
            sender_fin: (flags & SENDER_FIN != 0).then_some(sender_fin),
            mobile_fin: (flags & MOBILE_FIN != 0).then_some(mobile_fin),
            mobile_fin_acked: flags & MOBILE_FIN_ACKED != 0,
        })
    }
}
