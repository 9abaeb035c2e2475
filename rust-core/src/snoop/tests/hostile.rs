// SPDX-License-Identifier: MIT OR Apache-2.0
//! What no honest host sends. The mobile host's sequence number is 9000 and the fixed host takes in 100 << 14 octets.
use super::*;

/// Sequence numbers that the fixed host refuses: old ones, beyond its window, half the circle away.
const REFUSED: [u32; 4] = [8998, 0, 9001 + (100 << 14), 9000 + (1 << 31)];

#[test]
fn an_acknowledgement_that_the_sender_will_refuse_is_not_believed() {
    for seq in REFUSED {
        let mut s = old();
        s.burst(3).ack(0);
        s.mobile(|header| header.seq = seq, 3000)
            .says([])
            .forwards()
            .notes([(EventKind::PassedUntouched, Cause::OutOfSequence)]);
        assert_eq!(s.agent.held_packets(), 3);
        // Nor does it make old data of what the mobile host still lacks.
        s.data(0..1000).says([keep(3), release(0)]).forwards();
        s.ack(1000).says([release(3)]).forwards();
    }
}

/// The same segment with timestamps.
fn stamped(header: &Header) -> Vec<u8> {
    let mut bytes = header.bytes();
    bytes[32] = 8 << 4;
    bytes[3] += 12;
    bytes.extend_from_slice(&[1, 1, 8, 10, 0, 0, 0, 5, 0, 0, 0, 6]);
    bytes
}

#[test]
fn where_the_hosts_use_timestamps_a_segment_without_them_is_not_believed() {
    let mut s = old();
    let data = Header::data(ISN.wrapping_add(1), 10);
    s.packet(Direction::Egress, &stamped(&data)).says([keep(0)]);
    s.ack(10)
        .says([])
        .forwards()
        .notes([(EventKind::PassedUntouched, Cause::OutOfSequence)]);
    let ack = Header::ack(ISN.wrapping_add(11));
    s.packet(Direction::Ingress, &stamped(&ack))
        .says([release(0)])
        .forwards();
}

#[test]
fn timestamps_that_a_syn_offers_are_not_demanded() {
    let mut s = old();
    let syn = Header {
        syn: true,
        ack: None,
        ..Header::data(ISN, 0)
    };
    s.packet(Direction::Egress, &stamped(&syn));
    s.ack(0).forwards().notes([(EventKind::RttSample, Cause::None)]);
}

#[test]
fn a_refused_segment_spoils_no_repeated_acknowledgement() {
    for seq in REFUSED {
        let mut s = old();
        s.burst(2).ack(2000);
        s.mobile(
            |header| (header.seq, header.payload, header.fin) = (seq, 1, true),
            2000,
        )
        .forwards();
        s.data(0..1000).drops();
        assert_eq!(Segment::parse(&s.answer.bytes).unwrap().seq.raw(), 9000);
    }
}

#[test]
fn a_sack_block_outside_the_window_makes_no_duplicate_of_a_window_update() {
    for (left, right) in [(3001, 4001), (1001, 3002), (2001, 1001), (1001, 1001), (0, 1)] {
        let mut s = old();
        s.burst(3).ack(0);
        let block = (ISN.wrapping_add(left), ISN.wrapping_add(right));
        s.mobile(|header| (header.window, header.sack) = (80, Some(block)), 0)
            .says([])
            .forwards();
    }
}

#[test]
fn an_acknowledgement_older_than_every_window_is_passed_on_and_not_believed() {
    let ancient = 0x9000_0000_u32;
    let mut s = old();
    s.burst(3);
    s.ack(ancient)
        .says([])
        .forwards()
        .notes([(EventKind::PassedUntouched, Cause::OutOfSequence)]);
    s.ack(1000).says([release(0)]).forwards();
    s.ack(ancient).says([]).forwards();
    s.ack(1000).says([resend(1)]).drops();
}

/// Copies sent by the last event.
fn copies(s: &Script) -> usize {
    let is_copy = |step: &&Step| matches!(step, Step::Resend { .. });
    s.answer.steps.iter().filter(is_copy).count()
}

#[test]
fn a_storm_of_duplicates_brings_no_more_copies_than_the_limit_and_reaches_the_sender() {
    let mut s = old();
    s.burst(100).ack(0);
    let (mut sent, mut swallowed) = (0, 0);
    for _ in 0..100_000 {
        s.ack(0);
        sent += copies(&s);
        swallowed += u32::from(s.last.verdict == Verdict::Drop);
        assert!(s.answer.events.len() <= 3 && s.answer.steps.len() <= 1);
    }
    // 99 duplicates that the 100 segments explain, and one for each further copy.
    assert_eq!((sent, swallowed), (10, 99 + 9));
}

#[test]
fn a_storm_that_creeps_through_the_window_brings_no_more_copies_than_the_limit_for_each_segment() {
    let mut s = old();
    s.burst(20).ack(0);
    let mut sent = 0;
    for ack in (0..20 * MSS).step_by(10) {
        for _ in 0..50 {
            s.ack(ack);
            sent += copies(&s);
        }
    }
    assert!(sent <= 20 * 10, "{sent} copies");
}

#[test]
fn a_storm_of_acknowledgements_with_nothing_outstanding_is_the_senders_business() {
    let mut s = old();
    s.burst(1).ack(1000);
    for _ in 0..1000 {
        s.ack(1000).says([]).notes([]).forwards();
    }
}

#[test]
fn a_storm_of_old_data_is_answered_once_in_a_persist_timeout() {
    let mut s = old();
    s.burst(1).ack(1000);
    let mut answers = 0;
    for n in 0..10_000 {
        s.at(n / 10).data(0..1000).drops();
        answers += s.answer.steps.len();
    }
    assert_eq!(answers, 5);
}

#[test]
fn segments_that_overlap_are_all_passed_on_and_the_cache_keeps_its_order() {
    let mut s = old();
    // Whose octets are the right ones only the mobile host can decide.
    for range in [
        0..1000,
        500..1500,
        200..900,
        0..700,
        1400..3000,
        0..3000,
        2500..2600,
    ] {
        s.data(range).forwards();
    }
    s.ack(0).ack(0).forwards();
    assert_eq!(s.agent.held_packets(), 1);
    s.ack(3000);
    assert_eq!(s.agent.held_packets(), 0);
}

#[test]
fn a_reset_costs_no_more_than_the_state_whether_the_hosts_accept_it_or_not() {
    for seq in REFUSED.into_iter().chain([9000]) {
        let mut s = old();
        s.burst(2).ack(0);
        s.mobile(|header| (header.rst, header.seq) = (true, seq), 0)
            .says([release(0), release(1)])
            .forwards();
        s.ack(0).says([]).forwards();
        s.data(2000..3000).says([keep(2)]).data(0..1000).says([keep(3)]);
        s.ack(2000).forwards();
        s.ack(2000).says([resend(2)]).drops();
    }
}

#[test]
fn a_syn_on_a_live_connection_changes_nothing_when_the_mobile_host_sends_it() {
    for (seq, ack) in [(9000, Some(0)), (77, None), (9000, None)] {
        let mut s = old();
        s.burst(2).ack(0);
        let header = Header {
            syn: true,
            ack: ack.map(|ack: u32| ISN.wrapping_add(1 + ack)),
            seq,
            ..Header::ack(0)
        };
        s.packet(Direction::Ingress, &header.bytes()).says([]).forwards();
        s.ack(0).ack(0).says([resend(0)]).drops();
    }
}

#[test]
fn a_syn_on_a_live_connection_costs_its_state_when_the_fixed_host_sends_it() {
    let mut s = old();
    s.burst(2).ack(0);
    let syn = Header {
        syn: true,
        ..Header::data(1234, 0)
    };
    s.packet(Direction::Egress, &syn.bytes())
        .says([release(0), release(1)])
        .forwards();
    // It was forged: the old connection goes on, unserved until the new one is reset or forgotten.
    s.data(2000..3000).forwards();
    s.ack(0).forwards();
    s.ack(0).forwards();
}

#[test]
fn any_set_of_control_bits_is_passed_on_unless_it_is_a_bare_acknowledgement() {
    const ACK: u8 = 16;
    for direction in [Direction::Egress, Direction::Ingress] {
        for flags in 0..=u8::MAX {
            let mut s = old();
            s.burst(2).ack(1000);
            let mut header = match direction {
                Direction::Egress => Header::data(ISN.wrapping_add(1001), 10),
                Direction::Ingress => Header::ack(ISN.wrapping_add(1001)),
            }
            .bytes();
            header[33] = flags;
            s.packet(direction, &header);
            let beyond_ack_psh_ece_cwr = flags & 0b0010_0111 != 0;
            if direction == Direction::Egress || beyond_ack_psh_ece_cwr || flags & ACK == 0 {
                s.forwards();
            }
        }
    }
}

#[test]
fn absurd_options_are_passed_on_and_not_believed() {
    let options: [[u8; 4]; 6] = [
        [3, 3, 255, 0], // window scale of 255
        [3, 0, 0, 0],   // of no length
        [5, 255, 0, 0], // SACK longer than the header
        [5, 4, 0, 0],   // SACK of half a block
        [8, 10, 0, 0],  // timestamps cut off
        [253, 1, 1, 1], // unknown and too short
    ];
    for option in options {
        for syn in [false, true] {
            let mut s = old();
            s.burst(2).ack(0);
            let mut bytes = Header {
                window: 64,
                ..Header::ack(ISN.wrapping_add(1))
            }
            .bytes();
            bytes[32] = 6 << 4;
            bytes[3] += 4;
            bytes[33] |= if syn { 2 } else { 0 };
            bytes.extend_from_slice(&option);
            s.packet(Direction::Ingress, &bytes);
            if syn {
                s.says([]).forwards();
            } else {
                s.says([resend(0)]).drops();
            }
        }
    }
}

#[test]
fn data_that_borrows_the_fixed_hosts_address_costs_the_service_and_no_more() {
    let mut s = old();
    s.burst(2).ack(0);
    // A host on the hop sends it by way of the base station; its acknowledgement number is a guess.
    let forged = Header {
        ack: Some(0x7777_7777),
        ..Header::data(ISN.wrapping_add(50_001), 1000)
    };
    s.packet(Direction::Egress, &forged.bytes()).forwards();
    // As long as that is the last word of the fixed host, the mobile host's segments look like ones it refuses.
    s.ack(1000)
        .says([])
        .forwards()
        .notes([(EventKind::PassedUntouched, Cause::OutOfSequence)]);
    // True data looks sent again until it has come as far as the forged one.
    s.data(2000..3000).forwards();
    s.ack(2000).forwards();
    s.ack(2000)
        .forwards()
        .notes([(EventKind::DuplicateAckForwarded, Cause::SenderRetransmitted)]);
}

#[test]
fn data_of_connections_that_do_not_exist_takes_their_room_until_the_fixed_host_resets_them() {
    for negative_acks in [true, false] {
        let mut s = script(Config {
            negative_acks,
            ..Config::preset_1995()
        });
        s.mobile(|header| header.payload = 1, 0).forwards();
        assert_eq!(s.agent.connections(), usize::from(negative_acks));
        let reset = Header {
            rst: true,
            ..Header::data(ISN, 0)
        };
        s.packet(Direction::Egress, &reset.bytes()).forwards();
        assert_eq!(s.agent.connections(), 0);
    }
}

#[test]
fn connections_beyond_the_bound_are_served_when_others_have_gone() {
    let mut s = script(Config {
        max_connections: 1,
        ..Config::preset_1995()
    });
    let squatter = Header::data(1, 1).with_sender_port(4000);
    s.at(0).packet(Direction::Egress, &squatter.bytes());
    s.at(1).data(0..1000).says([]).forwards();
    s.ack(0).forwards();
    s.ack(0).forwards();
    assert_eq!(s.agent.untouched().unserved, 1);
    s.at(120_000).timer();
    s.data(1000..2000).says([keep(1)]).forwards();
}

#[test]
fn a_forged_acknowledgement_that_the_sender_takes_in_is_believed_as_it_is_there() {
    let mut s = old();
    s.burst(3).ack(0);
    s.ack(3000).says([release(0), release(1), release(2)]).forwards();
    s.ack(1000).drops();
    s.data(0..1000).drops();
    let repeated = Segment::parse(&s.answer.bytes).unwrap().ack;
    assert_eq!(repeated.map(crate::seq::Seq::raw), Some(ISN.wrapping_add(3001)));
}
