// SPDX-License-Identifier: MIT OR Apache-2.0
//! Data of the mobile host: holes, negative acknowledgements, marks. Its sequence numbers, too, cross the wrap.
use super::*;
use crate::eln::Notification;
use etherparse::TcpHeaderSlice;

/// First octet of the mobile host's data.
const UP: u32 = u32::MAX - 2499;

impl Script {
    /// Data of the mobile host; the range counts from its first octet.
    fn up(&mut self, range: Range<u32>) -> &mut Self {
        let header = Header {
            seq: UP.wrapping_add(range.start),
            payload: u16::try_from(range.end - range.start).unwrap(),
            ..Header::ack(ISN.wrapping_add(1))
        };
        self.packet(Direction::Ingress, &header.bytes())
    }

    /// Segment number `n` of 1000 octets.
    fn up_nth(&mut self, n: u32) -> &mut Self {
        self.up(n * MSS..(n + 1) * MSS)
    }

    fn fixed_with(&mut self, change: impl FnOnce(&mut Header), ack: u32) -> &mut Self {
        let mut header = Header {
            ack: Some(UP.wrapping_add(ack)),
            ..Header::data(ISN.wrapping_add(1), 0)
        };
        change(&mut header);
        self.packet(Direction::Egress, &header.bytes())
    }

    /// A bare acknowledgement of the fixed host.
    fn fixed(&mut self, ack: u32) -> &mut Self {
        self.fixed_with(|_| {}, ack)
    }

    /// The one datagram that the last answer sends to the mobile host.
    #[track_caller]
    fn sent(&self) -> Sent {
        let Some(&Step::Transmit { alike, datagram }) = self.answer.steps.last() else {
            panic!("nothing is sent: {:?}", self.answer.steps)
        };
        assert_eq!(alike, PacketId(0));
        let bytes = self.answer.piece(datagram);
        let segment = Segment::parse(bytes).unwrap();
        let tcp = TcpHeaderSlice::from_slice(&bytes[segment.ip_header_len..]).unwrap();
        let options = tcp.options();
        let at = options.iter().position(|octet| *octet == 253);
        let notification = at.and_then(|at| {
            let end = at + usize::from(options[at + 1]);
            Notification::read(&options[at..end])
        });
        let relative = |block: &crate::segment::SackBlock| {
            (
                block.left.raw().wrapping_sub(UP),
                block.right.raw().wrapping_sub(UP),
            )
        };
        Sent {
            ack: segment.ack.unwrap().raw().wrapping_sub(UP),
            sack: segment.sack.iter().flatten().map(relative).collect(),
            holes: notification.map(|said| said.holes.iter().flatten().map(relative).collect()),
        }
    }
}

#[derive(Debug, PartialEq)]
struct Sent {
    ack: u32,
    sack: Vec<(u32, u32)>,
    holes: Option<Vec<(u32, u32)>>,
}

/// A connection whose fixed host has acknowledged the first segment.
fn begun(config: Config) -> Script {
    let mut s = script(config);
    s.up_nth(0).forwards();
    s.fixed(1000).forwards().says([keep(0)]);
    s
}

fn with_sack(config: Config) -> Script {
    let mut s = script(config);
    let syn = Header {
        syn: true,
        sack_permitted: true,
        ack: Some(UP),
        ..Header::data(ISN, 0)
    };
    s.packet(Direction::Egress, &syn.bytes());
    s.up_nth(0);
    s.fixed(1000).says([keep(0)]);
    s
}

#[test]
fn the_third_packet_beyond_a_hole_brings_a_negative_acknowledgement() {
    let mut s = begun(Config::preset_1995());
    s.up_nth(2).says([]).up_nth(3).says([]).up_nth(4).forwards();
    s.notes([(EventKind::NegativeAck, Cause::NackThreshold)]);
    // Without SACK it acknowledges one octet less, lest a sender that does not know the option take it for a duplicate.
    let want = Sent {
        ack: 999,
        sack: Vec::from([]),
        holes: Some(Vec::from([(1000, 2000)])),
    };
    assert_eq!(s.sent(), want);
    s.up_nth(5).says([]).notes([]);
}

#[test]
fn the_threshold_counts() {
    let mut s = begun(Config {
        nack_threshold: 1,
        ..Config::preset_1995()
    });
    s.up_nth(2);
    assert_eq!(s.sent().holes, Some(Vec::from([(1000, 2000)])));
}

#[test]
fn a_sender_with_sack_gets_a_duplicate_with_blocks() {
    let mut s = with_sack(Config::preset_1995());
    s.up_nth(2).up_nth(4).up_nth(5);
    let want = Sent {
        ack: 1000,
        sack: Vec::from([(4000, 6000), (2000, 3000)]),
        holes: Some(Vec::from([(1000, 2000)])),
    };
    assert_eq!(s.sent(), want);
}

#[test]
fn blocks_wait_for_the_acknowledgement_that_reaches_the_hole() {
    let mut s = with_sack(Config {
        explicit_loss_notification: false,
        ..Config::preset_1995()
    });
    // The second segment is still on its way to the fixed host: blocks would say that it is missing.
    s.up_nth(1).up_nth(3).up_nth(4).up_nth(5).says([]).notes([]);
    s.fixed(2000).drops();
    let want = Sent {
        ack: 2000,
        sack: Vec::from([(3000, 6000)]),
        holes: None,
    };
    assert_eq!(s.sent(), want);
    s.notes([(EventKind::NegativeAck, Cause::NackThreshold)]);
}

#[test]
fn a_hole_further_on_is_named_at_once_to_who_understands() {
    let mut s = with_sack(Config::preset_1995());
    s.up_nth(1).up_nth(3).up_nth(4).up_nth(5);
    let want = Sent {
        ack: 999,
        sack: Vec::from([]),
        holes: Some(Vec::from([(2000, 3000)])),
    };
    assert_eq!(s.sent(), want);
}

#[test]
fn duplicates_for_a_hole_are_marked_as_many_as_it_can_cause() {
    let mut s = begun(Config::preset_1995());
    for n in 2..6 {
        s.up_nth(n); // four packets, four duplicates
    }
    for _ in 0..2 {
        s.fixed(1000)
            .drops()
            .notes([(EventKind::AckMarked, Cause::WirelessLoss)]);
        let want = Sent {
            ack: 1000,
            sack: Vec::from([]),
            holes: Some(Vec::from([])),
        };
        assert_eq!(s.sent(), want);
    }
    s.up_nth(1).says([]); // filled: two more are on their way
    s.fixed(1000).drops().fixed(1000).drops();
    s.fixed(1000).forwards().notes([]); // this one has another reason
    s.fixed(6000).forwards().says([]);
}

#[test]
fn duplicates_for_what_the_base_station_has_are_left_alone() {
    let mut s = begun(Config::preset_1995());
    for n in 1..5 {
        s.up_nth(n);
    }
    for _ in 0..4 {
        s.fixed(1000).forwards().says([]).notes([]);
    }
}

#[test]
fn a_quiet_mobile_host_is_told_again_until_it_answers() {
    let config = Config {
        max_local_retransmissions: 3,
        ..Config::preset_1995()
    };
    let mut s = begun(config);
    s.at(10).up_nth(2).wakes_at(110);
    for n in 1..=3 {
        s.at(10 + 100 * n).timer();
        assert_eq!(s.sent().holes, Some(Vec::from([(1000, 2000)])));
        s.notes([(EventKind::NegativeAck, Cause::NackTimeout)]);
    }
    s.at(410).timer().says([]); // the rest is the sender's business
}

#[test]
fn data_that_goes_on_arriving_puts_the_quiet_time_off() {
    let mut s = begun(Config::preset_1995());
    s.at(10).up_nth(2).at(90).up_nth(3).timer();
    s.at(110).timer().says([]).wakes_at(190);
}

#[test]
fn a_retransmission_in_parts_leaves_the_rest_open() {
    let mut s = begun(Config {
        nack_threshold: 2,
        ..Config::preset_1995()
    });
    s.up(1300..1600).up_nth(3).up_nth(4);
    assert_eq!(s.sent().holes, Some(Vec::from([(1600, 3000)])));
    s.up(2000..2500).up(1000..1300).up_nth(5);
    s.at(200).timer();
    assert_eq!(s.sent().holes, Some(Vec::from([(1600, 2000), (2500, 3000)])));
    s.up(1600..3000).at(300).timer().says([]);
}

#[test]
fn what_the_fixed_host_has_is_no_hole() {
    let mut s = begun(Config::preset_1995());
    s.up_nth(2).up_nth(3);
    s.fixed(4000).up_nth(4).says([]);
    s.at(500).timer().says([]);
}

#[test]
fn a_connection_that_was_open_before_is_served_from_its_next_data_on() {
    let mut s = old();
    s.up_nth(7).notes([(EventKind::FlowOpened, Cause::None)]);
    s.fixed(8000).says([keep(0)]).up_nth(9).up_nth(10).up_nth(11);
    assert_eq!(s.sent().holes, Some(Vec::from([(8000, 9000)])));
}

#[test]
fn nothing_is_said_before_the_fixed_host_has_spoken() {
    let mut s = old();
    s.up_nth(0).up_nth(2).up_nth(3).up_nth(4).says([]);
    // Its first acknowledgement is the first opportunity.
    s.fixed(1000).drops();
    assert_eq!(s.sent().holes, Some(Vec::from([(1000, 2000)])));
}

#[test]
fn data_beyond_any_window_opens_no_hole() {
    let mut s = begun(Config::preset_1995());
    s.up(0x5000_0000..0x5000_0100)
        .up_nth(1)
        .up_nth(2)
        .up_nth(3)
        .says([]);
}

#[test]
fn it_can_be_switched_off() {
    let mut s = script(Config {
        negative_acks: false,
        ..Config::preset_1995()
    });
    s.up_nth(0).fixed(1000).says([]);
    for n in 2..9 {
        s.up_nth(n).says([]).fixed(1000).forwards().says([]);
    }
    assert_eq!((s.agent.connections(), s.agent.held_packets()), (0, 0));
}

#[test]
fn the_end_of_the_connection_frees_the_kept_acknowledgement() {
    let mut s = begun(Config::preset_1995());
    assert_eq!(s.agent.held_packets(), 1);
    s.fixed_with(|header| header.rst = true, 1000).says([release(0)]);
    assert_eq!(s.agent.held_packets(), 0);
}

#[test]
fn an_acknowledgement_that_the_queue_drops_is_replaced_by_the_next() {
    let mut s = begun(Config::preset_1995());
    s.answer.clear();
    let at = Moment {
        now: s.now,
        waiting: 0,
    };
    let _ = s.agent.on_queue_drop(at, PacketId(0), &mut s.answer);
    s.says([release(0)]);
    s.fixed(1000).says([keep(1)]);
}

#[test]
fn data_with_the_acknowledgement_is_never_swallowed() {
    let mut s = begun(Config::preset_1995());
    for n in 2..6 {
        s.up_nth(n);
    }
    s.fixed_with(|header| header.payload = 100, 1000).forwards();
}

#[test]
fn data_that_also_leaves_by_the_device_is_not_the_mobile_hosts() {
    let mut s = old();
    for n in 0..9 {
        let header = Header {
            seq: UP.wrapping_add(n * MSS),
            payload: 1000,
            ..Header::ack(ISN.wrapping_add(1))
        }
        .bytes();
        if n != 3 {
            s.packet(Direction::Ingress, &header)
                .packet(Direction::Egress, &header);
        }
        if n == 0 {
            s.fixed(1000);
        }
        let told = s
            .answer
            .steps
            .iter()
            .any(|step| matches!(step, Step::Transmit { .. }));
        assert!(!told, "segment {n}");
    }
}
