// SPDX-License-Identifier: MIT OR Apache-2.0
//! Packet scripts: hand-computed sequences for each rule. Sequence numbers start just below 2^32, so every script that
//! passes more than two segments also crosses the wrap.
use super::*;
use crate::agent::{Moment, Step};
use crate::testing::{Header, MOBILE, SENDER};
use crate::units::Span;
use alloc::vec::Vec;
use std::ops::Range;

const ISN: u32 = u32::MAX - 1999;
const MSS: u32 = 1000;

struct Script {
    agent: Snoop,
    now: SimTime,
    waiting: u32,
    answer: Answer,
    last: Outcome,
    window: u16,
}

fn script(config: Config) -> Script {
    let last = Outcome {
        verdict: Verdict::Forward,
        deadline: SimTime::NEVER,
    };
    Script {
        agent: Snoop::new(config).unwrap(),
        now: SimTime::START,
        waiting: 0,
        answer: Answer::default(),
        last,
        window: 64,
    }
}

fn old() -> Script {
    script(Config::preset_1995())
}

fn new() -> Script {
    script(Config::preset_1997())
}

fn keep(id: u64) -> Step {
    Step::Keep(PacketId(id))
}

fn release(id: u64) -> Step {
    Step::Release(PacketId(id))
}

fn resend(id: u64) -> Step {
    Step::Resend {
        id: PacketId(id),
        priority: false,
    }
}

fn at_ms(ms: u64) -> SimTime {
    SimTime::START + Span::from_millis(ms)
}

impl Script {
    fn at(&mut self, ms: u64) -> &mut Self {
        self.now = at_ms(ms);
        self
    }

    fn waiting(&mut self, packets: u32) -> &mut Self {
        self.waiting = packets;
        self
    }

    fn packet(&mut self, direction: Direction, header: &[u8]) -> &mut Self {
        self.answer.clear();
        let at = Moment {
            now: self.now,
            waiting: self.waiting,
        };
        self.last = self.agent.on_packet(at, direction, header, &mut self.answer);
        self
    }

    /// Data of the sender; the range counts from the first octet after the SYN.
    fn data(&mut self, range: Range<u32>) -> &mut Self {
        let header = Header::data(ISN.wrapping_add(1 + range.start), range.end - range.start).bytes();
        self.packet(Direction::Egress, &header)
    }

    /// `count` segments of 1000 octets from the first octet on.
    fn burst(&mut self, count: u32) -> &mut Self {
        for n in 0..count {
            self.data(n * MSS..(n + 1) * MSS);
        }
        self
    }

    fn mobile(&mut self, change: impl FnOnce(&mut Header), ack: u32) -> &mut Self {
        let mut header = Header::ack(ISN.wrapping_add(1 + ack));
        header.window = self.window;
        change(&mut header);
        self.packet(Direction::Ingress, &header.bytes())
    }

    fn ack(&mut self, ack: u32) -> &mut Self {
        self.mobile(|_| {}, ack)
    }

    fn timer(&mut self) -> &mut Self {
        self.answer.clear();
        let at = Moment {
            now: self.now,
            waiting: self.waiting,
        };
        self.last = self.agent.on_timer(at, &mut self.answer);
        self
    }

    #[track_caller]
    fn says<const N: usize>(&mut self, want: [Step; N]) -> &mut Self {
        assert_eq!(self.answer.steps, want);
        self
    }

    #[track_caller]
    fn notes<const N: usize>(&mut self, want: [(EventKind, Cause); N]) -> &mut Self {
        let got: Vec<_> = self
            .answer
            .events
            .iter()
            .map(|event| (event.kind, event.cause))
            .collect();
        assert_eq!(got, want);
        self
    }

    #[track_caller]
    fn forwards(&mut self) -> &mut Self {
        assert_eq!(self.last.verdict, Verdict::Forward);
        self
    }

    #[track_caller]
    fn drops(&mut self) -> &mut Self {
        assert_eq!(self.last.verdict, Verdict::Drop);
        self
    }

    #[track_caller]
    fn wakes_at(&mut self, ms: u64) -> &mut Self {
        assert_eq!(self.last.deadline, at_ms(ms));
        self
    }
}

// ---- snoop_data ----------------------------------------------------------------------------------------------------

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
    let Some(&Step::Inject { offset, length }) = s.answer.steps.first() else {
        panic!("no ACK")
    };
    let bytes = s.answer.bytes[offset as usize..][..length as usize].to_vec();
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
    let at = Moment { now: s.now, waiting: 0 };
    s.last = s.agent.on_queue_drop(at, PacketId(0), &mut s.answer);
    s.says([release(0)]).notes([(EventKind::NotCached, Cause::QueueDrop)]);
    s.ack(0).says([]).forwards();
    s.ack(0).says([]).forwards().notes([(EventKind::DuplicateAckForwarded, Cause::NotInCache)]);
    s.data(0..1000).says([keep(3)]).forwards();
    assert_eq!(s.agent.held_packets(), 3);
}

#[test]
fn a_drop_of_a_packet_that_is_kept_no_more_changes_nothing() {
    let mut s = old();
    s.burst(1).ack(1000);
    s.answer.clear();
    let _ = s.agent.on_queue_drop(Moment { now: s.now, waiting: 0 }, PacketId(0), &mut s.answer);
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

// ---- snoop_ack -----------------------------------------------------------------------------------------------------

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
        .says([Step::Resend {
            id: PacketId(0),
            priority: true,
        }])
        .drops();
    s.ack(0).says([]).drops();
    s.ack(0)
        .says([Step::Resend {
            id: PacketId(0),
            priority: true,
        }])
        .drops();
}

#[test]
fn a_partial_acknowledgement_is_no_loss_while_the_rest_still_waits() {
    let mut s = script(Config {
        priority: true,
        ..Config::preset_1997()
    });
    s.burst(6).ack(0).waiting(3).ack(0).ack(0).says([Step::Resend {
        id: PacketId(0),
        priority: true,
    }]);
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
    s.ack(1000).says([]).forwards();
    s.ack(1000).says([]).forwards();
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

// ---- timers --------------------------------------------------------------------------------------------------------

#[test] // [Bal95 s4]: 2 x srtt, gain 1/4
fn the_round_trip_timer_follows_the_smoothed_round_trip() {
    let mut s = script(Config {
        delayed_ack_allowance: Span::ZERO,
        ..Config::preset_1995()
    });
    s.at(0).data(0..1000).at(40).ack(1000);
    s.at(100).data(1000..2000).at(180).ack(2000); // srtt = 3/4 * 40 + 1/4 * 80 = 50 ms
    s.at(200).data(2000..3000).data(3000..4000);
    s.at(210).ack(2000).says([resend(2)]);
    s.at(309).timer().says([]).wakes_at(310);
    s.at(310)
        .timer()
        .says([resend(2)])
        .notes([(EventKind::LocalRetransmission, Cause::RoundTripTimer)]);
    s.wakes_at(410);
}

#[test] // [Bal95 s4]: 40 ms; [Bal97 s3]: 200 ms
fn the_round_trip_timer_has_a_floor() {
    let mut s = old();
    s.at(0)
        .data(0..1000)
        .at(2)
        .ack(1000)
        .at(10)
        .data(1000..2000)
        .data(2000..3000);
    s.at(20).ack(1000).says([resend(1)]);
    s.at(59).timer().says([]).wakes_at(60);
    let mut s = new();
    s.at(0)
        .data(0..1000)
        .at(2)
        .ack(1000)
        .at(10)
        .data(1000..2000)
        .data(2000..3000)
        .data(3000..4000);
    s.at(20).ack(1000).at(21).ack(1000).says([resend(1)]);
    s.at(221).timer().says([resend(1)]);
}

#[test] // [Bal95 s4]
fn the_round_trip_timer_is_not_armed_before_the_first_local_retransmission() {
    let mut s = old();
    s.at(0).data(0..1000).at(10).ack(1000).at(20).data(1000..2000);
    s.at(419).timer().says([]);
    s.at(420)
        .timer()
        .notes([(EventKind::LocalRetransmission, Cause::PersistTimer)]);
}

#[test] // [Bal95 s3.1.2] after Karn
fn a_window_with_a_retransmission_gives_no_sample() {
    let mut s = old();
    s.at(0)
        .data(0..1000)
        .at(10)
        .ack(1000)
        .notes([(EventKind::RttSample, Cause::None)]);
    s.at(20).data(1000..2000).data(2000..3000);
    s.at(30).ack(1000).says([resend(1)]);
    s.at(50).ack(3000).says([release(1), release(2)]).notes([]);
}

#[test]
fn one_segment_is_timed_per_window() {
    let mut s = old();
    s.at(0)
        .data(0..1000)
        .at(5)
        .data(1000..2000)
        .at(8)
        .data(2000..3000);
    s.at(10).ack(1000).notes([(EventKind::RttSample, Cause::None)]);
    s.at(15).ack(2000).notes([]);
    s.at(18).ack(3000).notes([]);
}

#[test]
fn the_handshake_gives_the_first_sample() {
    let mut s = old();
    let syn = Header {
        syn: true,
        ..Header::data(ISN, 0)
    };
    s.at(0)
        .packet(Direction::Egress, &syn.bytes())
        .says([])
        .forwards();
    s.notes([(EventKind::FlowOpened, Cause::Syn)]);
    s.at(30)
        .mobile(|header| header.syn = true, 0)
        .forwards()
        .notes([(EventKind::RttSample, Cause::None)]);
}

#[test] // [Bal95 s4]: 200 ms of no activity
fn the_persist_timer_resends_the_oldest_segment_after_quiet() {
    let mut s = script(Config {
        delayed_ack_allowance: Span::ZERO,
        ..Config::preset_1995()
    });
    s.at(0).data(0..1000).at(50).data(1000..2000);
    s.at(200).timer().says([]).wakes_at(250);
    s.at(250).timer().says([resend(0)]).wakes_at(450);
}

#[test]
fn without_a_hint_of_loss_the_persist_timer_leaves_room_for_a_delayed_acknowledgement() {
    let mut s = old();
    s.at(0).data(0..1000).wakes_at(400);
    s.at(200).ack(1000).says([release(0)]);
    s.at(400).timer().says([]);
}

#[test]
fn the_persist_timer_stops_at_the_limit() {
    let mut s = script(Config {
        max_local_retransmissions: 3,
        delayed_ack_allowance: Span::ZERO,
        ..Config::preset_1995()
    });
    s.at(0).data(0..1000);
    for ms in [200, 400, 600] {
        s.at(ms).timer().says([resend(0)]);
    }
    s.wakes_at(120_000);
    s.at(800).timer().says([]);
}

#[test] // [Bal95 s4]: the persist timer sets the number of expected duplicates to zero
fn after_the_persist_timer_the_next_duplicate_resends() {
    let mut s = script(Config {
        min_timeout: Span::from_millis(1000),
        ..Config::preset_1995()
    });
    s.at(0).burst(6).ack(0).ack(0).says([resend(0)]);
    s.at(200)
        .timer()
        .notes([(EventKind::LocalRetransmission, Cause::PersistTimer)]);
    s.at(201).ack(0).says([resend(0)]).drops();
}

// ---- life of a connection ------------------------------------------------------------------------------------------

#[test]
fn a_new_connection_between_the_same_sockets_starts_afresh() {
    let mut s = old();
    s.burst(2);
    let syn = Header {
        syn: true,
        ..Header::data(77, 0)
    };
    s.packet(Direction::Egress, &syn.bytes())
        .says([release(0), release(1)])
        .forwards();
    s.notes([
        (EventKind::FlowClosed, Cause::Syn),
        (EventKind::FlowOpened, Cause::Syn),
    ]);
    s.packet(Direction::Egress, &Header::data(78, 100).bytes())
        .says([keep(2)]);
}

#[test]
fn a_repeated_syn_changes_nothing() {
    let mut s = old();
    let syn = Header {
        syn: true,
        ..Header::data(ISN, 0)
    };
    s.packet(Direction::Egress, &syn.bytes())
        .packet(Direction::Egress, &syn.bytes())
        .says([])
        .notes([]);
    s.data(0..1000).says([keep(0)]);
}

#[test]
fn a_reset_from_either_side_frees_everything_and_is_forwarded() {
    for direction in [Direction::Egress, Direction::Ingress] {
        let mut s = old();
        s.burst(2);
        let mut header = match direction {
            Direction::Egress => Header::data(ISN, 0),
            Direction::Ingress => Header::ack(ISN),
        };
        header.rst = true;
        s.packet(direction, &header.bytes())
            .says([release(0), release(1)])
            .forwards();
        assert_eq!((s.agent.connections(), s.last.deadline), (0, SimTime::NEVER));
    }
}

#[test]
fn a_fin_is_repaired_like_data() {
    let mut s = old();
    s.data(0..1000);
    let fin = Header {
        fin: true,
        ..Header::data(ISN.wrapping_add(1001), 0)
    };
    s.packet(Direction::Egress, &fin.bytes()).says([keep(1)]);
    s.ack(1000).says([release(0)]);
    s.at(400).timer().says([resend(1)]);
}

#[test]
fn the_state_goes_when_both_fins_are_acknowledged() {
    let mut s = old();
    s.data(0..1000);
    let fin = Header {
        fin: true,
        ..Header::data(ISN.wrapping_add(1001), 0)
    };
    s.packet(Direction::Egress, &fin.bytes());
    s.mobile(|header| header.fin = true, 1001)
        .says([release(0), release(1)])
        .forwards();
    assert_eq!(s.agent.connections(), 1);
    let last = Header {
        ack: Some(9001),
        ..Header::data(ISN.wrapping_add(1002), 0)
    };
    s.packet(Direction::Egress, &last.bytes()).forwards();
    s.notes([(EventKind::FlowClosed, Cause::Fin)]);
    assert_eq!((s.agent.connections(), s.last.deadline), (0, SimTime::NEVER));
}

#[test]
fn a_silent_connection_is_forgotten() {
    let mut s = script(Config {
        max_local_retransmissions: 1,
        ..Config::preset_1995()
    });
    s.at(0).data(0..1000).at(400).timer().says([resend(0)]);
    s.at(120_000)
        .timer()
        .says([release(0)])
        .notes([(EventKind::FlowClosed, Cause::Idle)]);
    assert_eq!((s.agent.connections(), s.last.deadline), (0, SimTime::NEVER));
}

#[test]
fn a_connection_already_open_is_picked_up() {
    let mut s = old();
    s.ack(0).says([]).forwards();
    s.data(0..1000).says([keep(0)]).data(1000..2000).says([keep(1)]);
    s.ack(0).ack(0).says([resend(0)]).drops();
}

#[test]
fn two_connections_that_lose_at_the_same_time_are_both_served() {
    let mut s = old();
    s.burst(2);
    let second = |header: Header| header.with_sender_port(4000);
    for n in 0..2 {
        s.packet(
            Direction::Egress,
            &second(Header::data(1 + n * 1000, 1000)).bytes(),
        );
    }
    let dup = |s: &mut Script, header: Header| {
        let bytes = Header { window: 64, ..header }.bytes();
        s.packet(Direction::Ingress, &bytes);
    };
    for header in [Header::ack(ISN.wrapping_add(1)), second(Header::ack(1))] {
        dup(&mut s, header.clone());
        dup(&mut s, header);
        assert_eq!(s.answer.steps.len(), 1);
        s.drops();
    }
}

#[test]
fn what_is_no_tcp_segment_is_forwarded_and_counted() {
    let mut s = old();
    let whole = Header::data(ISN, 100).bytes();
    for cut in 0..whole.len() {
        s.packet(Direction::Egress, &whole[..cut]).says([]).forwards();
    }
    assert_eq!(s.agent.untouched().malformed, whole.len() as u64);
    assert_eq!(s.agent.connections(), 0);
}
