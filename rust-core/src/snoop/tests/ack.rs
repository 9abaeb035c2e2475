// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the mobile host answers: `snoop_ack`.
use super::*;

#[test] // [Bal95 s3.1.2] case 1
fn a_new_acknowledgement_frees_what_it_covers_and_is_forwarded() {
    let mut s = old();
    s.burst(3);
    s.ack(2000).says([release(0), release(1)]).forwards();
    assert_eq!(s.agent.held_packets(), 1);
}

#[test] // [Bal95 s3.1.2] case 2
fn a_spurious_acknowledgement_is_discarded() {
    let mut s = old();
    s.burst(3).ack(2000);
    s.ack(1000)
        .says([])
        .drops()
        .notes([(EventKind::AckSuppressed, Cause::SpuriousAck)]);
}

#[test]
fn old_acknowledgements_that_carry_data_are_forwarded() {
    let mut s = old();
    s.burst(3).ack(2000);
    s.mobile(|header| header.payload = 10, 1000).forwards();
    s.mobile(|header| header.fin = true, 1000).forwards();
}

#[test] // [Bal95 s3.1.2] case 3, second and third case
fn the_first_duplicate_resends_and_the_expected_ones_are_swallowed() {
    let mut s = old();
    s.burst(4).ack(0).forwards();
    // Segments 1, 2 and 3 were transmitted after the lost one: three duplicates at most, this one included.
    s.ack(0).says([resend(0)]).drops();
    s.notes([
        (EventKind::LocalRetransmission, Cause::DuplicateAck),
        (EventKind::AckSuppressed, Cause::DuplicateAck),
    ]);
    s.ack(0).says([]).drops();
    s.ack(0).says([]).drops();
    // A fourth one can only mean that the copy was lost, too.
    s.ack(0).says([resend(0)]).drops();
}

#[test] // [Bal97 s4.5]
fn the_1997_version_waits_for_the_second_duplicate() {
    let mut s = new();
    s.burst(4).ack(0);
    s.ack(0).says([]).drops();
    s.ack(0).says([resend(0)]).drops();
    s.ack(0).says([]).drops();
    s.ack(0).says([resend(0)]).drops();
}

#[test] // [Bal97 s4.5]
fn the_1997_version_resends_the_next_hole_at_once() {
    let mut s = new();
    s.burst(5).ack(0).ack(0).ack(0).says([resend(0)]);
    s.ack(2000).says([release(0), release(1), resend(2)]).forwards();
    s.notes([(EventKind::LocalRetransmission, Cause::PartialAck)]);
    s.ack(5000).says([release(2), release(3), release(4)]).forwards();
}

#[test]
fn the_1995_version_waits_for_a_duplicate_at_the_next_hole() {
    let mut s = old();
    s.burst(5).ack(0).ack(0).says([resend(0)]);
    s.ack(2000).says([release(0), release(1)]).forwards();
    s.ack(2000).says([resend(2)]).drops();
}

#[test]
fn data_sent_after_the_copy_says_nothing_about_the_next_hole() {
    let mut s = new();
    s.burst(3).ack(0).ack(0).ack(0).says([resend(0)]);
    s.data(3000..4000);
    s.ack(3000).says([release(0), release(1), release(2)]).forwards();
    s.data(4000..5000).ack(4000).says([release(3)]).forwards();
}

#[test] // [Bal95 s3.1.2]: only packets transmitted before a priority copy can still cause duplicates
fn what_a_priority_copy_overtakes_is_not_expected_to_answer() {
    let mut s = script(Config {
        priority: true,
        ..Config::preset_1995()
    });
    s.burst(6).ack(0);
    // Segments 3, 4 and 5 still wait: only 1 and 2 were transmitted.
    s.waiting(3)
        .ack(0)
        .says([Step::resend(PacketId(0), true)])
        .drops();
    s.ack(0).says([]).drops();
    s.ack(0).says([Step::resend(PacketId(0), true)]).drops();
}

#[test]
fn a_partial_acknowledgement_is_no_loss_while_the_rest_still_waits() {
    let mut s = script(Config {
        priority: true,
        ..Config::preset_1997()
    });
    s.burst(6)
        .ack(0)
        .waiting(3)
        .ack(0)
        .ack(0)
        .says([Step::resend(PacketId(0), true)]);
    s.ack(3000).says([release(0), release(1), release(2)]).forwards();
}

#[test]
fn the_limit_of_local_retransmissions_leaves_the_segment_to_the_sender() {
    let mut s = script(Config {
        max_local_retransmissions: 2,
        ..Config::preset_1995()
    });
    s.burst(2).ack(0);
    s.ack(0).says([resend(0)]).drops();
    s.ack(0).says([resend(0)]).drops();
    s.ack(0)
        .says([])
        .forwards()
        .notes([(EventKind::DuplicateAckForwarded, Cause::RetransmissionLimit)]);
    // The sender sends it again: the count starts anew, but duplicates stay the sender's business.
    s.data(0..1000).says([keep(2), release(0)]).forwards();
    s.ack(0)
        .says([])
        .forwards()
        .notes([(EventKind::DuplicateAckForwarded, Cause::SenderRetransmitted)]);
    s.at(300).timer().says([resend(2)]);
}

#[test]
fn window_updates_and_acknowledgements_with_data_are_no_duplicates() {
    let mut s = old();
    s.burst(2).ack(0);
    s.mobile(|header| header.window = 80, 0).says([]).forwards();
    s.mobile(|header| (header.window, header.payload) = (80, 5), 0)
        .says([])
        .forwards();
    s.mobile(|header| (header.window, header.fin) = (80, true), 0)
        .says([])
        .forwards();
    s.window = 80;
    s.ack(0).says([resend(0)]).drops();
}

#[test]
fn a_sack_block_makes_a_duplicate_of_an_acknowledgement_with_another_window() {
    let mut s = old();
    s.burst(3).ack(0);
    let block = (ISN.wrapping_add(1001), ISN.wrapping_add(2001));
    s.mobile(|header| (header.window, header.sack) = (63, Some(block)), 0)
        .says([resend(0)])
        .drops();
}

#[test]
fn nothing_is_a_duplicate_when_nothing_is_outstanding() {
    let mut s = old();
    s.burst(1).ack(1000);
    s.ack(1000).says([]).notes([]).forwards();
    s.ack(1000).says([]).notes([]).forwards();
}

#[test]
fn probes_of_a_closed_window_are_neither_cached_nor_counted() {
    let mut s = old();
    s.burst(1);
    s.window = 0;
    s.ack(1000).says([release(0)]).forwards();
    s.data(1000..1001)
        .says([])
        .forwards()
        .notes([(EventKind::NotCached, Cause::ZeroWindow)]);
    s.ack(1000).says([]).forwards();
    s.ack(1000).says([]).forwards();
    s.window = 64;
    s.ack(1000).says([]).forwards();
}

#[test]
fn an_acknowledgement_of_data_never_sent_is_not_believed() {
    let mut s = old();
    s.burst(2);
    s.ack(5000)
        .says([])
        .forwards()
        .notes([(EventKind::PassedUntouched, Cause::DataNeverSent)]);
    s.ack(1000).says([release(0)]).forwards();
    s.data(1000..2000).forwards();
}

#[test]
fn a_segment_beyond_every_window_is_not_believed() {
    let mut s = old();
    s.burst(1).ack(1000);
    s.data(0x7000_0000..0x7000_03e8).says([]).forwards();
    s.data(1000..2000)
        .says([keep(1)])
        .notes([(EventKind::Cached, Cause::InSequence)]);
}

#[test]
fn a_superfluous_copy_begets_no_other() {
    let mut s = old();
    s.at(0).burst(4).ack(0).ack(0).says([resend(0)]);
    s.at(40).timer().says([resend(0)]);
    s.ack(4000).says([release(0), release(1), release(2), release(3)]);
    s.data(4000..5000).data(5000..6000);
    // The second copy arrives where the first one already had: one duplicate, which is no sign of a loss.
    s.ack(4000).says([]).drops();
    s.notes([(EventKind::AckSuppressed, Cause::StrayCopy)]);
    s.ack(4000).says([resend(4)]).drops();
}

#[test]
fn a_copy_of_what_was_not_lost_begets_no_other() {
    let mut s = old();
    // A duplicate without a loss: the sender had sent again what the mobile host had already.
    s.at(0).burst(4).ack(0).ack(0).says([resend(0)]);
    s.ack(1000).ack(2000).ack(3000).ack(4000);
    s.data(4000..5000).data(5000..6000);
    s.ack(4000)
        .says([])
        .drops()
        .notes([(EventKind::AckSuppressed, Cause::StrayCopy)]);
    s.ack(4000).says([resend(4)]).drops();
}

#[test]
fn copies_of_two_lost_segments_are_not_superfluous() {
    let mut s = old();
    s.at(0).burst(4).ack(0).ack(0).says([resend(0)]);
    s.ack(0).ack(1000);
    s.at(40).timer().says([resend(1)]);
    s.ack(4000).data(4000..5000).data(5000..6000);
    s.ack(4000).says([resend(4)]).drops();
}

#[test]
fn a_superfluous_copy_is_forgotten_once_later_data_is_acknowledged() {
    let mut s = old();
    s.at(0).burst(2).ack(0).ack(0).at(40).timer().says([resend(0)]);
    s.ack(2000);
    s.data(2000..3000).ack(3000).data(3000..4000).data(4000..5000);
    s.ack(3000).says([resend(3)]).drops();
}

#[test]
fn what_passed_between_two_copies_still_has_its_duplicates_to_come() {
    let mut s = old();
    s.burst(2).ack(0).ack(0).says([resend(0)]);
    s.data(2000..3000).data(3000..4000).data(4000..5000);
    // The segment behind the first copy says that it was lost. The two behind that one will repeat it.
    s.ack(0).says([resend(0)]).drops();
    s.ack(0).says([]).drops();
    s.ack(0).says([]).drops();
    s.ack(0).says([resend(0)]).drops();
}

#[test]
fn a_later_copy_does_not_raise_what_an_earlier_one_promised() {
    let mut s = new();
    s.at(0).burst(5).ack(0).ack(0).ack(0).says([resend(0)]);
    s.data(5000..6000).data(6000..7000).data(7000..8000);
    s.at(200).timer().says([resend(0)]);
    // The first copy repairs the gap; what was sent behind it is on its way, not lost.
    s.ack(5000).forwards();
    assert!(
        !s.answer
            .steps
            .iter()
            .any(|step| matches!(step, Step::Resend { .. }))
    );
}

#[test]
fn however_many_duplicates_came_before_a_copy_has_its_turn() {
    let mut s = old();
    s.burst(2).ack(0).ack(0).says([resend(0)]);
    // More duplicates than segments: the network doubled some.
    s.ack(0).says([resend(0)]).ack(0).says([resend(0)]);
    s.data(2000..3000).data(3000..4000).data(4000..5000);
    s.ack(0).says([resend(0)]).drops();
    s.ack(0).says([]).drops();
    s.ack(0).says([]).drops();
    s.ack(0).says([resend(0)]).drops();
}

#[test]
fn nothing_is_a_duplicate_while_the_window_is_closed() {
    let mut s = old();
    s.burst(2);
    s.window = 0;
    s.ack(0).forwards();
    s.ack(0).says([]).notes([]).forwards();
    s.ack(0).says([]).notes([]).forwards();
}
