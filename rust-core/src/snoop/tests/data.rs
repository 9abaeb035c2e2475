// SPDX-License-Identifier: MIT OR Apache-2.0
//! What passes towards the mobile host: `snoop_data`.
use super::*;

#[test] // [Bal95 s3.1.1] case 1
fn new_data_in_sequence_is_cached_and_forwarded() {
    let mut s = old();
    s.data(0..1000).says([keep(0)]).forwards();
    s.notes([
        (EventKind::FlowOpened, Cause::None),
        (EventKind::Cached, Cause::InSequence),
    ]);
    s.data(1000..2000)
        .says([keep(1)])
        .forwards()
        .notes([(EventKind::Cached, Cause::InSequence)]);
    assert_eq!((s.agent.held_packets(), s.agent.connections()), (2, 1));
}

#[test] // [Bal95 s3.1.1] case 2, above the last acknowledgement
fn a_cached_segment_sent_again_is_forwarded_and_the_fresh_copy_kept() {
    let mut s = old();
    s.burst(2);
    s.data(0..1000).says([keep(2), release(0)]).forwards();
    s.notes([
        (EventKind::SenderRetransmission, Cause::None),
        (EventKind::Cached, Cause::OutOfSequence),
    ]);
    assert_eq!(s.agent.held_packets(), 2);
}

#[test] // [Bal95 s3.1.1] case 2, below the last acknowledgement
fn old_data_is_swallowed_and_the_last_acknowledgement_repeated() {
    let mut s = old();
    s.burst(2).ack(2000);
    s.data(0..1000).drops();
    let Some(&Step::Inject(datagram)) = s.answer.steps.first() else {
        panic!("no ACK")
    };
    let bytes = s.answer.piece(datagram).to_vec();
    let made = Segment::parse(&bytes).unwrap();
    assert_eq!((made.flow.source, made.flow.destination), (MOBILE, SENDER));
    assert_eq!(made.ack, Some(crate::seq::Seq::new(ISN.wrapping_add(2001))));
    assert_eq!((made.payload_len, made.window), (0, 64));
    s.notes([(EventKind::AckRegenerated, Cause::OldData)]);
}

#[test]
fn a_repeated_acknowledgement_carries_the_sequence_number_the_mobile_host_has_come_to() {
    let mut s = old();
    s.burst(1).ack(1000);
    s.mobile(|header| (header.seq, header.payload) = (9000, 300), 1000)
        .forwards();
    s.data(0..1000).drops();
    assert_eq!(
        Segment::parse(&s.answer.bytes).unwrap().seq,
        crate::seq::Seq::new(9300)
    );
}

#[test]
fn nothing_is_repeated_when_regeneration_is_off() {
    let mut s = script(Config {
        regenerate_acks: false,
        ..Config::preset_1995()
    });
    s.burst(2).ack(2000);
    s.data(0..1000).says([]).forwards();
}

#[test]
fn a_keep_alive_probe_reaches_the_mobile_host() {
    let mut s = old();
    s.burst(2).ack(2000);
    s.data(1999..2000).says([]).forwards();
    s.data(1999..1999).says([]).forwards();
}

#[test] // [Bal95 s3.1.1] case 3
fn data_lost_on_the_wire_and_sent_again_is_marked_so_that_its_duplicates_reach_the_sender() {
    let mut s = old();
    s.data(0..1000)
        .data(2000..3000)
        .says([keep(1)])
        .notes([(EventKind::Cached, Cause::OutOfSequence)]);
    s.ack(1000).says([release(0)]);
    s.ack(1000)
        .says([])
        .forwards()
        .notes([(EventKind::DuplicateAckForwarded, Cause::NotInCache)]);
    s.data(1000..2000).says([keep(2)]).forwards();
    s.notes([
        (EventKind::SenderRetransmission, Cause::NotInCache),
        (EventKind::Cached, Cause::OutOfSequence),
    ]);
    s.ack(1000)
        .says([])
        .forwards()
        .notes([(EventKind::DuplicateAckForwarded, Cause::SenderRetransmitted)]);
}

#[test] // [Bal95 s4]
fn above_the_high_water_mark_only_gaps_are_filled() {
    let mut s = script(Config {
        cache_packets: 4,
        high_water_mark: 2,
        ..Config::preset_1995()
    });
    s.data(0..1000).data(2000..3000).says([keep(1)]);
    s.data(3000..4000)
        .says([])
        .forwards()
        .notes([(EventKind::NotCached, Cause::HighWaterMark)]);
    s.data(1000..2000).says([keep(2)]).forwards();
}

#[test]
fn a_full_cache_takes_nothing_more() {
    let mut s = script(Config {
        cache_packets: 2,
        high_water_mark: 2,
        ..Config::preset_1995()
    });
    s.data(0..1000)
        .data(2000..3000)
        .data(1000..2000)
        .says([])
        .forwards();
    assert_eq!(s.agent.held_packets(), 2);
}

#[test]
fn the_bound_for_all_connections_holds() {
    let mut s = script(Config {
        max_packets: 1,
        ..Config::preset_1995()
    });
    s.data(0..1000).says([keep(0)]);
    s.data(1000..2000)
        .says([])
        .notes([(EventKind::NotCached, Cause::MemoryBound)]);
}

#[test]
fn connections_beyond_the_bound_pass_unserved() {
    let mut s = script(Config {
        max_connections: 1,
        ..Config::preset_1995()
    });
    s.data(0..1000);
    let other = Header::data(1, 500).with_sender_port(4000);
    s.packet(Direction::Egress, &other.bytes()).says([]).forwards();
    assert_eq!((s.agent.connections(), s.agent.untouched().unserved), (1, 1));
}

#[test]
fn what_the_base_stations_own_queue_drops_is_left_to_the_sender() {
    let mut s = old();
    s.burst(3);
    s.answer.clear();
    let at = Moment {
        now: s.now,
        waiting: 0,
    };
    s.last = s.agent.on_queue_drop(at, PacketId(0), &mut s.answer);
    s.says([release(0)])
        .notes([(EventKind::NotCached, Cause::QueueDrop)]);
    s.ack(0).says([]).forwards();
    s.ack(0)
        .says([])
        .forwards()
        .notes([(EventKind::DuplicateAckForwarded, Cause::NotInCache)]);
    // Nothing that is kept could fill the hole, however long it stays quiet.
    s.at(1000).timer().says([]);
    s.data(0..1000).says([keep(3)]).forwards();
    assert_eq!(s.agent.held_packets(), 3);
}

#[test]
fn a_drop_of_a_packet_that_is_kept_no_more_changes_nothing() {
    let mut s = old();
    s.burst(1).ack(1000);
    s.answer.clear();
    let _ = s.agent.on_queue_drop(
        Moment {
            now: s.now,
            waiting: 0,
        },
        PacketId(0),
        &mut s.answer,
    );
    s.says([]).notes([]);
}

#[test]
fn a_merged_retransmission_replaces_the_segments_it_covers() {
    let mut s = old();
    s.burst(3);
    s.data(0..2000).says([keep(3), release(0), release(1)]).forwards();
    s.ack(2000).says([release(3)]).forwards();
}

#[test]
fn a_split_retransmission_marks_the_whole_segment() {
    let mut s = old();
    s.data(0..2000).data(2000..3000);
    s.data(0..500).says([]).forwards();
    s.ack(0)
        .ack(0)
        .says([])
        .forwards()
        .notes([(EventKind::DuplicateAckForwarded, Cause::SenderRetransmitted)]);
}

#[test]
fn an_acknowledgement_inside_a_segment_still_finds_it() {
    let mut s = old();
    s.data(0..2000).data(2000..3000).data(3000..4000);
    s.ack(500).says([]).forwards();
    s.ack(500).says([resend(0)]).drops();
}

#[test]
fn a_part_sent_again_gives_the_whole_segment_new_retries() {
    let mut s = script(Config {
        max_local_retransmissions: 1,
        ..Config::preset_1995()
    });
    s.at(0).data(0..2000).at(400).timer().says([resend(0)]);
    s.at(800).timer().says([]);
    s.data(0..500);
    s.at(1200).timer().says([resend(0)]);
}

#[test]
fn one_repeated_acknowledgement_serves_a_whole_run_of_old_data() {
    let mut s = old();
    s.at(0).burst(3).ack(3000);
    s.data(0..1000)
        .drops()
        .notes([(EventKind::AckRegenerated, Cause::OldData)]);
    s.at(199).data(1000..2000).says([]).drops();
    s.notes([(EventKind::AckSuppressed, Cause::OldData)]);
    // It may have been lost, too.
    s.at(200)
        .data(0..1000)
        .drops()
        .notes([(EventKind::AckRegenerated, Cause::OldData)]);
    // A new acknowledgement is a new one to repeat.
    s.data(3000..4000)
        .ack(4000)
        .data(0..1000)
        .notes([(EventKind::AckRegenerated, Cause::OldData)]);
}
