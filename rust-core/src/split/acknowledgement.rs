// SPDX-License-Identifier: MIT OR Apache-2.0
//! Acknowledgements that the proxy makes in the name of the destination.
use crate::datagram;
use crate::flow::FlowKey;
use crate::seq::Seq;
use alloc::vec::Vec;
use etherparse::TcpHeader;

const NO_OPERATION: u8 = 1;
const SACK_PERMITTED: u8 = 4;
const TIMESTAMPS: u8 = 8;

/// What is needed to speak in the name of a host.
#[derive(Clone, Copy, Debug)]
pub(super) struct Voice<'a> {
    /// An IP header of its own.
    pub(super) ip: &'a [u8],
    /// The place after all of its data that the other end can have. A receiver ignores the acknowledgement in a segment
    /// from elsewhere (RFC 9293 section 3.10.7.4).
    pub(super) seq: Seq,
    /// The newest of its timestamps that the other end can have, if the connection has timestamps. A newer one would make
    /// segments that are still held look old (RFC 7323 section 5).
    pub(super) stamp: Option<u32>,
    /// How far the window field is shifted.
    pub(super) shift: u8,
}

/// What an acknowledgement says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Acknowledgement {
    pub(super) ack: Seq,
    /// Octets.
    pub(super) window: u32,
    pub(super) echo: Option<u32>,
}

impl Acknowledgement {
    /// Appends it as a whole datagram. Returns the window as its reader will understand it; `None` if the header that
    /// `voice` lends is none.
    pub(super) fn write(&self, flow: FlowKey, voice: &Voice<'_>, bytes: &mut Vec<u8>) -> Option<u32> {
        let field = u16::try_from(self.window >> voice.shift).unwrap_or(u16::MAX);
        let mut tcp = TcpHeader::new(
            flow.source.port(),
            flow.destination.port(),
            voice.seq.raw(),
            field,
        );
        tcp.ack = true;
        tcp.acknowledgment_number = self.ack.raw();
        tcp.set_options_raw(&self.options(voice)).ok()?;
        datagram::append(voice.ip, tcp, bytes)?;
        Some(u32::from(field) << voice.shift)
    }

    fn options(&self, voice: &Voice<'_>) -> Vec<u8> {
        let mut options = Vec::new();
        if let (Some(value), Some(echo)) = (voice.stamp, self.echo) {
            options.extend([NO_OPERATION, NO_OPERATION, TIMESTAMPS, 10]);
            options.extend(value.to_be_bytes());
            options.extend(echo.to_be_bytes());
        }
        options
    }
}

/// A header of the same segment that says `seq` and bears the timestamp `stamp`, without payload. `None` if `tcp` is no TCP
/// header.
pub(super) fn moved(tcp: &[u8], seq: Seq, stamp: Option<u32>) -> Option<TcpHeader> {
    let (mut tcp, _) = TcpHeader::from_slice(tcp).ok()?;
    tcp.sequence_number = seq.raw();
    with_options(tcp, |option| {
        if let ([TIMESTAMPS, _, a, b, c, d, ..], Some(stamp)) = (option, stamp) {
            [*a, *b, *c, *d] = stamp.to_be_bytes();
        }
    })
}

/// A header of the same SYN that does not permit selective acknowledgements. `None` if `tcp` is no TCP header.
pub(super) fn without_sack(tcp: &[u8]) -> Option<TcpHeader> {
    let (tcp, _) = TcpHeader::from_slice(tcp).ok()?;
    with_options(tcp, |option| {
        if option.first() == Some(&SACK_PERMITTED) {
            option.fill(NO_OPERATION);
        }
    })
}

/// The header with each of its options changed.
fn with_options(mut tcp: TcpHeader, change: impl Fn(&mut [u8])) -> Option<TcpHeader> {
    let mut options = tcp.options.as_slice().to_vec();
    let mut rest = options.as_mut_slice();
    while let [kind, after @ ..] = &*rest {
        let length = match (*kind, after.first()) {
            (NO_OPERATION, _) => 1,
            (1.., Some(length)) if *length >= 2 => usize::from(*length),
            _ => break,
        };
        let Some((option, following)) = rest.split_at_mut_checked(length) else {
            break;
        };
        change(option);
        rest = following;
    }
    tcp.set_options_raw(&options).ok()?;
    Some(tcp)
}
