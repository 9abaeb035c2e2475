// SPDX-License-Identifier: MIT OR Apache-2.0
use super::*;

const LIM: ffi::LimConfig = ffi::LimConfig {
    exponent: 2.0,
    sample_as_denominator: false,
    average_gain: 0.125,
    deviation_gain: 0.25,
    tick_ns: 1,
    min_ticks: 10,
    min_lifetime_ns: 0,
};
const LOSS: ffi::Loss = ffi::Loss {
    segments: 1,
    gap_ns: -1,
    truth: ffi::Cause::Unknown,
};
const WINDOW: ffi::Window = ffi::Window {
    cwnd: 20_000,
    ssthresh: 10_000,
    in_flight: 20_000,
    segment: 1000,
};

fn lim() -> Box<LossDifferentiator> {
    new_lim(&LIM).unwrap()
}

#[test]
fn settings_and_numbers_reach_the_core_and_come_back() {
    let mut lim = lim();
    assert_eq!(lim.on_loss(&LOSS), bare(ffi::Judgement::NoSample));
    for delay_ns in [80_000_000, 120_000_000] {
        lim.on_sample(0, delay_ns, ffi::DelayKind::RoundTrip);
    }
    let expected = ffi::Verdict {
        judgement: ffi::Judgement::Congestion,
        sample_ns: 120_000_000,
        average_ns: 85_000_000,
        deviation_ns: 40_000_000,
        minimum_ns: 80_000_000,
        threshold_ns: 115_865_051,
    };
    assert_eq!(lim.on_loss(&LOSS), expected);
    assert_eq!(lim.fork().on_loss(&LOSS), expected);
    let mut responder = new_loss_responder(&lim);
    let response = responder.fork().on_loss(7, &LOSS, &WINDOW);
    assert_eq!((response.verdict, response.ssthresh), (expected, 10_000));
    let slow_start = ffi::Window {
        ssthresh: 30_000,
        ..WINDOW
    };
    assert_eq!(
        responder.on_loss(7, &LOSS, &slow_start).verdict,
        bare(ffi::Judgement::NotAsked)
    );
}

#[test]
fn errors_name_the_attribute() {
    let config = ffi::LimConfig { exponent: 0.0, ..LIM };
    let error = new_lim(&config).err().unwrap().to_string();
    assert_eq!(
        error,
        "ns3::LimDifferentiator::Exponent must be above 0 and finite"
    );
    let zigzag = ffi::ZigzagConfig {
        delay: ffi::DelayKind { repr: 9 },
        average_gain: 0.1,
        deviation_gain: 0.1,
        tick_ns: 1,
        min_ticks: 1,
    };
    let error = new_zigzag(&zigzag).err().unwrap().to_string();
    assert_eq!(
        error,
        "ns3::ZigzagDifferentiator::Delay must be one-way or round-trip"
    );
}

#[test]
fn a_number_that_is_no_enumerator_is_a_fault() {
    let mut lim = lim();
    lim.on_sample(0, 1, ffi::DelayKind { repr: 9 });
    assert_eq!(lim.fault(), "delay kind 9 is not known to the bridge");
    assert_eq!(lim.on_loss(&LOSS), bare(ffi::Judgement::Fault));
    let mut responder = new_loss_responder(&lim);
    assert_eq!(responder.on_loss(7, &LOSS, &WINDOW).ssthresh, 0);
    assert_eq!(responder.fault(), lim.fault());
}

#[test]
fn times_that_do_not_exist_are_minus_one() {
    let config = ffi::RttSamplerConfig {
        tick_ns: 1,
        max_segments: 10,
        sack_samples: true,
    };
    let mut sampler = new_rtt_sampler(&config).unwrap();
    for (now_ns, seq) in [(0, 0), (1, 100), (2, 200)] {
        sampler.on_sent(now_ns, seq, 100);
    }
    assert_eq!(sampler.on_ack(40, 100, 9, 0, &[]), 40);
    assert_eq!(sampler.on_ack(41, 100, 9, 0, &[]), -1);
    let block = ffi::SackBlock {
        left: 200,
        right: 300,
    };
    assert_eq!(sampler.on_ack(42, 100, 9, 0, &[block; 9]), 40);
    let config = ffi::DelayedResponseConfig {
        delay_round_trips: 1.0,
        dup_ack_threshold: 1,
        careful: false,
    };
    let mut delayed = new_delayed_response(&config).unwrap();
    assert!(delayed.on_duplicate_ack(0, 7, -1).respond);
    delayed.reset();
    assert_eq!(delayed.on_duplicate_ack(0, 7, 50).deadline_ns, 50);
}
