// SPDX-License-Identifier: MIT OR Apache-2.0
//! What one-hop TCP says in a frame: behind a datagram, or alone in a frame of its own. The seed gives no format; this one is
//! ours. All numbers are in network byte order.
//!
//! | octets | meaning |
//! |---|---|
//! | 2 | `0x3148`, which no padding begins with |
//! | 1 | version 1 in the upper half; below it DATA = 1, ACK = 2, MORE = 4, END = 8 |
//! | 2 | Internet checksum over all that follows it and over the octet before it |
//! | 9, with DATA | epoch of the sender (4), number of the packet (2), distance to the oldest that may still come (1), transmission (1), milliseconds for which its acknowledgement may wait (1) |
//! | 12, with ACK | epoch of the acknowledged sender (4), next number expected (2), map of the 16 after that one (2), number (2) and transmission (1) of the packet that is answered, milliseconds for which this has waited (1) |
//!
//! DATA in a frame of its own is about no packet: it tells how far the sender has given up.
use super::config::MAX_WINDOW;
use alloc::vec::Vec;
use etherparse::checksum::Sum16BitWords;

const MAGIC: [u8; 2] = [0x31, 0x48];
const VERSION: u8 = 1;
const HEADER: usize = 5;
const DATA: u8 = 1;
const ACK: u8 = 2;
const MORE: u8 = 4;
const END: u8 = 8;
const DATA_LENGTH: usize = 9;
const ACK_LENGTH: usize = 12;

/// Octets of the longest trailer.
pub(super) const MAX_LENGTH: usize = HEADER + DATA_LENGTH + ACK_LENGTH;

/// Number of a packet on one hop, on a circle of 2^16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number(pub(super) u16);

impl Number {
    /// The number `steps` further on.
    #[must_use]
    pub(super) const fn plus(self, steps: u16) -> Self {
        Self(self.0.wrapping_add(steps))
    }

    /// Signed number of steps from `from` to here.
    #[expect(clippy::cast_possible_wrap, reason = "the wrap is the meaning")]
    pub(super) const fn dist(self, from: Self) -> i16 {
        self.0.wrapping_sub(from.0) as i16
    }
}

/// About the packet in the same frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Data {
    /// Which life of the sender numbers its packets so.
    pub(super) epoch: u32,
    pub(super) number: Number,
    /// The oldest packet that may still come; all before it arrived or were given up.
    pub(super) oldest: Number,
    /// How often the packet was sent, modulo 256, so that its acknowledgement tells which copy it answers.
    pub(super) transmission: u8,
    /// For how many milliseconds its acknowledgement may wait for a packet to ride on.
    pub(super) wait_ms: u8,
    /// Whether the sender has more for this neighbour, and so waits for the acknowledgement.
    pub(super) more: bool,
    /// Whether the packet is the last of its fragment.
    pub(super) end: bool,
}

impl Data {
    /// Whether a sender that keeps to its window can say so.
    pub(super) const fn is_sane(&self) -> bool {
        let back = self.number.dist(self.oldest);
        back >= 0 && back.unsigned_abs() as u32 <= MAX_WINDOW
    }
}

/// A local acknowledgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ack {
    pub(super) epoch: u32,
    /// All before this number arrived, or will never come.
    pub(super) next: Number,
    /// Bit n: number `next` + 1 + n arrived.
    pub(super) beyond: u16,
    /// The packet that is answered.
    pub(super) answered: Number,
    /// Which copy of it.
    pub(super) transmission: u8,
    /// For how many milliseconds the acknowledgement waited.
    pub(super) waited_ms: u8,
}

/// All that a frame says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Trailer {
    pub(super) data: Option<Data>,
    pub(super) ack: Option<Ack>,
}

impl Trailer {
    /// Reads what an agent wrote at the start of `bytes`; padding may follow. `None` for anything else.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let (magic, rest) = bytes.split_first_chunk::<2>()?;
        let (&[flags, high, low], mut body) = rest.split_first_chunk::<3>()?;
        if *magic != MAGIC || flags >> 4 != VERSION {
            return None;
        }
        let length =
            if flags & DATA == 0 { 0 } else { DATA_LENGTH } + if flags & ACK == 0 { 0 } else { ACK_LENGTH };
        if checksum(flags, body.get(..length)?) != [high, low] {
            return None;
        }
        let mut trailer = Self::default();
        if flags & DATA != 0 {
            let (&[e0, e1, e2, e3, n0, n1, back, transmission, wait], rest) =
                body.split_first_chunk::<DATA_LENGTH>()?;
            let number = Number(u16::from_be_bytes([n0, n1]));
            trailer.data = Some(Data {
                epoch: u32::from_be_bytes([e0, e1, e2, e3]),
                number,
                oldest: Number(number.0.wrapping_sub(back.into())),
                transmission,
                wait_ms: wait,
                more: flags & MORE != 0,
                end: flags & END != 0,
            });
            body = rest;
        }
        if flags & ACK != 0 {
            let (&[e0, e1, e2, e3, n0, n1, b0, b1, a0, a1, transmission, waited], _) =
                body.split_first_chunk::<ACK_LENGTH>()?;
            trailer.ack = Some(Ack {
                epoch: u32::from_be_bytes([e0, e1, e2, e3]),
                next: Number(u16::from_be_bytes([n0, n1])),
                beyond: u16::from_be_bytes([b0, b1]),
                answered: Number(u16::from_be_bytes([a0, a1])),
                transmission,
                waited_ms: waited,
            });
        }
        Some(trailer)
    }

    /// Appends the bytes of this trailer.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let mut flags = VERSION << 4;
        let mut body: [u8; DATA_LENGTH + ACK_LENGTH] = [0; DATA_LENGTH + ACK_LENGTH];
        let mut length = 0;
        let mut put = |octets: &[u8]| {
            for octet in octets {
                if let Some(slot) = body.get_mut(length) {
                    *slot = *octet;
                    length += 1;
                }
            }
        };
        if let Some(data) = self.data {
            flags |= DATA | if data.more { MORE } else { 0 } | if data.end { END } else { 0 };
            // At most the window, so it fits.
            let back = u8::try_from(data.number.dist(data.oldest)).unwrap_or(0);
            put(&data.epoch.to_be_bytes());
            put(&data.number.0.to_be_bytes());
            put(&[back, data.transmission, data.wait_ms]);
        }
        if let Some(ack) = self.ack {
            flags |= ACK;
            put(&ack.epoch.to_be_bytes());
            put(&ack.next.0.to_be_bytes());
            put(&ack.beyond.to_be_bytes());
            put(&ack.answered.0.to_be_bytes());
            put(&[ack.transmission, ack.waited_ms]);
        }
        let body = body.get(..length).unwrap_or_default();
        bytes.reserve(HEADER + length);
        bytes.extend_from_slice(&MAGIC);
        bytes.push(flags);
        bytes.extend_from_slice(&checksum(flags, body));
        bytes.extend_from_slice(body);
    }
}

fn checksum(flags: u8, body: &[u8]) -> [u8; 2] {
    Sum16BitWords::new()
        .add_2bytes([0, flags])
        .add_slice(body)
        .ones_complement()
        .to_ne_bytes() // the sum is one of words in the machine's order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DATA_ONLY: Trailer = Trailer {
        data: Some(Data {
            epoch: 0x0102_0304,
            number: Number(2),
            oldest: Number(0xffff),
            transmission: 7,
            wait_ms: 9,
            more: true,
            end: false,
        }),
        ack: None,
    };

    fn bytes(trailer: &Trailer) -> Vec<u8> {
        let mut bytes = Vec::new();
        trailer.write(&mut bytes);
        bytes
    }

    #[test]
    fn fields_stand_where_the_table_says() {
        let bytes = bytes(&DATA_ONLY);
        // !(0x0015 + 0x0102 + 0x0304 + 0x0002 + 0x0307 + 0x0900)
        assert_eq!(bytes[..5], [0x31, 0x48, 0x15, 0xef, 0xdb]);
        assert_eq!(bytes[5..], [1, 2, 3, 4, 0, 2, 3, 7, 9]);
    }

    #[test]
    fn padding_is_no_trailer_and_may_follow_one() {
        assert_eq!(Trailer::read(&[0; 46]), None);
        assert_eq!(Trailer::read(&[]), None);
        let mut padded = bytes(&DATA_ONLY);
        padded.extend([0; 20]);
        assert_eq!(Trailer::read(&padded), Some(DATA_ONLY));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(epoch: u32, number: u16, back in 0_u8..16, transmission: u8, flags in 0_u8..16, next: u16, beyond: u16, wait_ms: u8) {
            let number = Number(number);
            let data = Data { epoch, number, oldest: Number(number.0.wrapping_sub(back.into())), transmission, wait_ms, more: flags & 1 != 0, end: flags & 2 != 0 };
            let ack = Ack { epoch: !epoch, next: Number(next), beyond, answered: number, transmission, waited_ms: !wait_ms };
            let trailer = Trailer { data: (flags & 4 != 0).then_some(data), ack: (flags & 8 != 0).then_some(ack) };
            prop_assert_eq!(Trailer::read(&bytes(&trailer)), Some(trailer));
        }

        #[test]
        fn a_spoilt_trailer_is_none(at in 0_usize..13, bit in 0_u8..8) {
            let mut spoilt = bytes(&DATA_ONLY);
            spoilt[at] ^= 1 << bit;
            prop_assert_ne!(Trailer::read(&spoilt), Some(DATA_ONLY));
        }

        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
            let _ = Trailer::read(&bytes);
        }
    }
}
