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
