// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parsing: hand-made headers, cuts at every octet, padding, fragments, IPv6 extension headers.
use super::*;
use crate::testing::Header;
use alloc::vec::Vec;
use etherparse::{Ipv6Header, TcpHeader};
use proptest::prelude::*;

fn ipv6(extensions: &[u8], first_next_header: IpNumber, payload: u16) -> Vec<u8> {
    let mut tcp = TcpHeader::new(80, 5000, 7, 64);
    tcp.ack = true;
    tcp.acknowledgment_number = 9;
    let length = u16::try_from(extensions.len()).unwrap() + 20 + payload;
    let ip = Ipv6Header {
        payload_length: length,
        next_header: first_next_header,
        hop_limit: 64,
        source: [1; 16],
        destination: [2; 16],
        ..Default::default()
    };
    let mut bytes = ip.to_bytes().to_vec();
    bytes.extend_from_slice(extensions);
    bytes.extend_from_slice(&tcp.to_bytes());
    bytes
}

#[test]
fn an_ipv4_segment_is_read_without_its_payload() {
    let segment = Segment::parse(&Header::data(100, 1460).bytes()).unwrap();
    assert_eq!((segment.seq, segment.end()), (Seq::new(100), Seq::new(1560)));
    assert_eq!(
        (segment.payload_len, segment.ack, segment.window),
        (1460, Some(Seq::new(9000)), 100)
    );
    assert_eq!((segment.ip_header_len, segment.tcp_header_len), (20, 20));
}

#[test]
fn syn_and_fin_take_one_octet_of_sequence_space_each() {
    let syn_fin = Header {
        syn: true,
        fin: true,
        ..Header::data(u32::MAX, 1)
    };
    let segment = Segment::parse(&syn_fin.bytes()).unwrap();
    assert_eq!((segment.sequence_len(), segment.end()), (3, Seq::new(2)));
}

#[test]
fn sack_timestamps_and_window_scale_are_read() {
    let mut bytes = Header::data(1, 0).bytes();
    let options = [
        8, 10, 0, 0, 0, 5, 0, 0, 0, 6, 3, 3, 7, 1, 5, 18, 0, 0, 0, 10, 0, 0, 0, 20, 0, 0, 0, 30, 0, 0, 0, 40,
    ];
    bytes[32] = (5 + 8) << 4;
    bytes[3] = 40 + 32;
    bytes.extend_from_slice(&options);
    let segment = Segment::parse(&bytes).unwrap();
    assert_eq!(
        (segment.timestamps, segment.window_scale),
        (Some((5, 6)), Some(7))
    );
    let block = |left, right| {
        Some(SackBlock {
            left: Seq::new(left),
            right: Seq::new(right),
        })
    };
    assert_eq!(segment.sack, [block(10, 20), block(30, 40), None, None]);
    let credible = |ack, highest| segment.sacks_between(Seq::new(ack), Seq::new(highest));
    assert!(credible(25, 40) && !credible(30, 40) && !credible(25, 39));
}

#[test]
fn options_behind_a_malformed_one_are_left_unread() {
    let mut bytes = Header::data(1, 0).bytes();
    bytes[32] = (5 + 3) << 4;
    bytes[3] = 40 + 12;
    bytes.extend_from_slice(&[3, 9, 1, 8, 10, 0, 0, 0, 5, 0, 0, 0]);
    let segment = Segment::parse(&bytes).unwrap();
    assert_eq!((segment.window_scale, segment.timestamps), (None, None));
}

#[test]
fn options_of_unknown_kinds_are_skipped() {
    let mut bytes = Header::data(1, 0).bytes();
    bytes[32] = (5 + 4) << 4;
    bytes[3] = 40 + 16;
    // A user timeout (RFC 5482), then timestamps.
    bytes.extend_from_slice(&[28, 4, 0, 9, 1, 1, 8, 10, 0, 0, 0, 5, 0, 0, 0, 6]);
    assert_eq!(Segment::parse(&bytes).unwrap().timestamps, Some((5, 6)));
    bytes[41] = 1; // a length that makes no sense
    assert_eq!(Segment::parse(&bytes).unwrap().timestamps, None);
}

#[test]
fn ethernet_padding_is_no_payload() {
    let mut bytes = Header::ack(5).bytes();
    bytes.resize(46, 0xff);
    assert_eq!(Segment::parse(&bytes).unwrap().payload_len, 0);
}

#[test]
fn every_cut_is_malformed() {
    let whole = Header::data(1, 100).bytes();
    for cut in 0..whole.len() {
        assert_eq!(
            Segment::parse(&whole[..cut]),
            Err(NotTcp::Malformed),
            "cut at {cut}"
        );
    }
}

#[test]
fn lengths_that_contradict_each_other_are_malformed() {
    let mut short_total = Header::data(1, 0).bytes();
    short_total[3] = 39;
    let mut long_offset = Header::data(1, 0).bytes();
    long_offset[32] = 0xf0;
    let mut short_offset = Header::data(1, 0).bytes();
    short_offset[32] = 0x40;
    let mut short_ihl = Header::data(1, 0).bytes();
    short_ihl[0] = 0x44;
    for bytes in [short_total, long_offset, short_offset, short_ihl] {
        assert_eq!(Segment::parse(&bytes), Err(NotTcp::Malformed));
    }
}

#[test]
fn fragments_and_other_protocols_are_told_apart() {
    let mut more = Header::data(1, 8).bytes();
    more[6] = 0x20;
    let mut later = Header::data(1, 8).bytes();
    later[7] = 1;
    let mut udp = Header::data(1, 8).bytes();
    udp[9] = 17;
    assert_eq!(Segment::parse(&more), Err(NotTcp::Fragment));
    assert_eq!(Segment::parse(&later), Err(NotTcp::Fragment));
    assert_eq!(Segment::parse(&udp), Err(NotTcp::OtherProtocol));
}

#[test]
fn ipv6_extension_headers_are_stepped_over() {
    let plain = Segment::parse(&ipv6(&[], IpNumber::TCP, 500)).unwrap();
    assert_eq!((plain.payload_len, plain.ip_header_len), (500, 40));
    let hop_by_hop = [6, 0, 1, 4, 0, 0, 0, 0];
    let segment = Segment::parse(&ipv6(&hop_by_hop, IpNumber::IPV6_HEADER_HOP_BY_HOP, 500)).unwrap();
    assert_eq!(
        (segment.payload_len, segment.ip_header_len, segment.seq),
        (500, 48, Seq::new(7))
    );
    let fragment = [6, 0, 0, 9, 0, 0, 0, 1];
    let bytes = ipv6(&fragment, IpNumber::IPV6_FRAGMENTATION_HEADER, 500);
    assert_eq!(Segment::parse(&bytes), Err(NotTcp::Fragment));
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = Segment::parse(&bytes);
    }

    #[test]
    fn whatever_is_damaged_a_segment_read_lies_within_its_bytes(
        over_ipv6: bool,
        options in proptest::collection::vec(any::<u8>(), 0..=10),
        changes in proptest::collection::vec((0..100_usize, any::<u8>()), 0..6),
        cut in 0..101_usize,
    ) {
        let mut bytes = if over_ipv6 { ipv6(&[], IpNumber::TCP, 100) } else { Header::data(1, 100).bytes() };
        let at_tcp = bytes.len() - 20;
        bytes[at_tcp + 12] = u8::try_from(5 + options.len()).unwrap() << 4;
        bytes.extend(options.repeat(4));
        for (at, value) in changes {
            if let Some(octet) = bytes.get_mut(at) {
                *octet = value;
            }
        }
        let bytes = &bytes[..cut.min(bytes.len())];
        if let Ok(segment) = Segment::parse(bytes) {
            prop_assert!(segment.ip_header_len + segment.tcp_header_len <= bytes.len());
            prop_assert!(segment.payload_len <= u16::MAX.into());
            // Nothing that is asked of it later panics either.
            let _ = (segment.end(), segment.sacks_between(segment.seq, segment.end()));
        }
    }
}
