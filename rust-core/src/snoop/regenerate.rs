// SPDX-License-Identifier: MIT OR Apache-2.0
//! Says a host's last acknowledgement again, to the other end of its connection: to a sender of old data [Bal95 s3.1.1], and
//! to a mobile host together with what the base station knows of its data [Bal95 s3.2].
//!
//! The host's own header is kept and sent again, so that addresses, window and options (timestamps, SACK) are what that
//! host said. Only the sequence number is brought up to date, because a receiver ignores the acknowledgement in a segment
//! whose sequence number it has already passed (RFC 9293 section 3.10.7.4).
use crate::datagram;
use crate::eln::{self, Notification};
use crate::segment::{SackBlock, Segment, first_option};
use crate::seq::Seq;
use alloc::vec::Vec;
use etherparse::TcpHeader;

/// Most octets of options that a TCP header holds (RFC 9293 section 3.1).
const MOST_OPTIONS: usize = 40;
const END_OF_OPTIONS: u8 = 0;
const NO_OPERATION: u8 = 1;
const SACK: u8 = 5;
/// Octets of a SACK option without blocks, and of each block (RFC 2018 section 3).
const SACK_LEN: usize = 2;
const BLOCK_LEN: usize = 8;

/// What an acknowledgement should say besides what its host said.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Additions<'a> {
    /// Instead of the acknowledgement number.
    pub(super) ack: Option<Seq>,
    /// Instead of the SACK blocks, if any: as many as fit.
    pub(super) sack: &'a [SackBlock],
    pub(super) notification: Option<Notification>,
}

/// The last acknowledgement of a host.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastAck {
    ip: Vec<u8>,
    tcp: Vec<u8>,
    next_seq: Option<Seq>,
}

impl LastAck {
    /// Remembers the headers of a segment that carries the highest acknowledgement so far.
    pub(crate) fn remember(&mut self, segment: &Segment, header: &[u8]) {
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

    /// Notes how far the host's own data has come.
    pub(super) fn sent(&mut self, segment: &Segment) {
        let end = segment.end();
        self.next_seq = Some(self.next_seq.map_or(end, |next| next.latest(end)));
    }

    /// Appends a whole IP datagram without payload to `bytes`, with valid checksums. `None` if nothing was remembered.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) -> Option<()> {
        datagram::append(&self.ip, self.header()?, bytes)
    }

    /// The same with additions. Returns how many holes of the notification found room.
    pub(super) fn write_with(&self, additions: &Additions<'_>, bytes: &mut Vec<u8>) -> Option<usize> {
        let mut tcp = self.header()?;
        if let Some(ack) = additions.ack {
            tcp.acknowledgment_number = ack.raw();
        }
        let (options, holes) = with_additions(tcp.options.as_slice(), additions);
        tcp.set_options_raw(&options).ok()?;
        datagram::append(&self.ip, tcp, bytes)?;
        Some(holes)
    }

    /// Appends the same with another sequence number, acknowledgement and window, and without SACK blocks.
    pub(crate) fn write_as(&self, seq: Seq, ack: Seq, window: u16, bytes: &mut Vec<u8>) -> Option<()> {
        let mut tcp = Self {
            next_seq: Some(seq),
            ..self.clone()
        }
        .header()?;
        tcp.acknowledgment_number = ack.raw();
        tcp.window_size = window;
        let options = without_sack(tcp.options.as_slice());
        tcp.set_options_raw(&options).ok()?;
        datagram::append(&self.ip, tcp, bytes)
    }

    fn header(&self) -> Option<TcpHeader> {
        let (mut tcp, _) = TcpHeader::from_slice(&self.tcp).ok()?;
        tcp.sequence_number = self.next_seq?.raw();
        tcp.psh = false;
        tcp.fin = false;
        tcp.cwr = false;
        Some(tcp)
    }
}

fn without_sack(mut options: &[u8]) -> Vec<u8> {
    let mut result = Vec::with_capacity(MOST_OPTIONS);
    while let Some((option, rest)) = first_option(options) {
        if !matches!(option.first(), Some(&(SACK | NO_OPERATION))) {
            result.extend_from_slice(option);
        }
        options = rest;
    }
    result
}

/// Options with the additions, and how many holes found room. A notification goes before SACK blocks where room is short.
fn with_additions(options: &[u8], additions: &Additions<'_>) -> (Vec<u8>, usize) {
    let mut result = Vec::with_capacity(MOST_OPTIONS);
    let mut blocks: Vec<[u8; BLOCK_LEN]> = Vec::new();
    let mut rest = options;
    while let Some((&kind, after)) = rest.split_first() {
        if kind == END_OF_OPTIONS {
            break;
        }
        if kind == NO_OPERATION {
            rest = after;
            continue;
        }
        let length = usize::from(*after.first().unwrap_or(&0));
        // A length that makes no sense hides whatever follows.
        let Some((option, following)) = rest.split_at_checked(length).filter(|_| length >= 2) else {
            break;
        };
        rest = following;
        if kind == SACK {
            blocks.extend(option.get(SACK_LEN..).unwrap_or_default().as_chunks().0);
        } else if Notification::read(option).is_none() {
            result.extend_from_slice(option);
        }
    }
    if !additions.sack.is_empty() {
        blocks.clear();
        blocks.extend(additions.sack.iter().map(|block| {
            let mut octets = [0; BLOCK_LEN];
            let (left, right) = octets.split_at_mut(BLOCK_LEN / 2);
            left.copy_from_slice(&block.left.raw().to_be_bytes());
            right.copy_from_slice(&block.right.raw().to_be_bytes());
            octets
        }));
    }
    let reserved = additions.notification.map_or(0, |notification| {
        let holes = notification.holes.iter().flatten().take(1).count();
        eln::MARK_LEN + eln::HOLE_LEN * holes
    });
    let room = MOST_OPTIONS.saturating_sub(result.len() + reserved + SACK_LEN);
    blocks.truncate(room / BLOCK_LEN);
    if !blocks.is_empty() {
        let length = SACK_LEN + BLOCK_LEN * blocks.len();
        result.extend([SACK, u8::try_from(length).unwrap_or(u8::MAX)]);
        result.extend(blocks.into_flattened());
    }
    let room = MOST_OPTIONS.saturating_sub(result.len());
    let holes = additions
        .notification
        .map_or(0, |notification| notification.write(room, &mut result));
    (result, holes)
}
