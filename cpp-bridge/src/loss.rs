// SPDX-License-Identifier: MIT OR Apache-2.0
//! The bridge of loss differentiation: what a TCP sender asks, told in numbers. Declarations are here, the cores behind them in
//! `loss/cores.rs`.
mod cores;

use cores::{
    DelayedResponse, LossDifferentiator, LossResponder, Marking, RttSampler, WestwoodPlus, new_biaz,
    new_delayed_response, new_lim, new_loss_responder, new_marking, new_oracle, new_rtt_sampler, new_spike,
    new_westwood_plus, new_zigzag,
};

#[allow(unreachable_pub, missing_docs, reason = "cxx makes bridge items public")]
#[cxx::bridge(namespace = "wtcp::loss")]
mod ffi {
    /// Why a segment was lost, where it is known.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Cause {
        Unknown,
        Congestion,
        Wireless,
    }

    /// What a delay was measured between; `wtcp_core::loss::differentiator::DelayKind`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum DelayKind {
        RoundTrip,
        OneWay,
        InterArrival,
    }

    /// A loss whose cause is asked for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Loss {
        /// Neighbouring segments lost in one go.
        segments: u32,
        /// Time between the arrivals around them; -1 where it was not measured.
        gap_ns: i64,
        truth: Cause,
    }

    /// Everything but `Wireless` is acted on as congestion. After `Fault` the core answers nothing else any more.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Judgement {
        Wireless,
        Congestion,
        /// Slow start: the scheme is not asked.
        NotAsked,
        NoSample,
        BelowResolution,
        NoTruth,
        Fault,
    }

    /// A judgement and what it rests on, in nanoseconds; -1 for what the scheme does not have.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Verdict {
        judgement: Judgement,
        sample_ns: i64,
        average_ns: i64,
        deviation_ns: i64,
        minimum_ns: i64,
        threshold_ns: i64,
    }

    /// Attributes of `ns3::LimDifferentiator`; ranges as in `wtcp_core::loss::lim::Config`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct LimConfig {
        exponent: f64,
        /// Whether equation 2 divides by the sample instead of the average.
        sample_as_denominator: bool,
        average_gain: f64,
        deviation_gain: f64,
        tick_ns: u64,
        min_ticks: u32,
        /// 0 for ever.
        min_lifetime_ns: u64,
    }

    /// Attributes of `ns3::ZigzagDifferentiator`; ranges as in `wtcp_core::loss::zigzag::Config`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct ZigzagConfig {
        delay: DelayKind,
        average_gain: f64,
        deviation_gain: f64,
        tick_ns: u64,
        min_ticks: u32,
    }

    /// Attributes of `ns3::BiazDifferentiator`; ranges as in `wtcp_core::loss::biaz::Config`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct BiazConfig {
        upper_bound: f64,
        tick_ns: u64,
        min_ticks: u32,
    }

    /// Attributes of `ns3::SpikeDifferentiator`; ranges as in `wtcp_core::loss::spike::Config`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct SpikeConfig {
        delay: DelayKind,
        enter: f64,
        leave: f64,
        tick_ns: u64,
        min_ticks: u32,
    }

    /// A sender's congestion state, in octets.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Window {
        cwnd: u32,
        ssthresh: u32,
        in_flight: u32,
        segment: u32,
    }

    /// The answer to three duplicate acknowledgements.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Response {
        verdict: Verdict,
        /// New slow-start threshold in octets, and cwnd when recovery ends.
        ssthresh: u32,
    }

    /// Attributes of `ns3::TcpRttSampler`; ranges as in `wtcp_core::loss::sampler::Config`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct RttSamplerConfig {
        tick_ns: u64,
        max_segments: u32,
        sack_samples: bool,
    }

    /// Octets from `left` up to, not including, `right` have arrived.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct SackBlock {
        left: u32,
        right: u32,
    }

    /// Attributes of `ns3::TcpWestwoodPlus2004`; ranges as in `wtcp_core::loss::westwood::Config`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct WestwoodPlusConfig {
        min_interval_ns: u64,
        gain: f64,
    }

    /// Attributes of `ns3::DcrSocketFactory`; ranges as in `wtcp_core::loss::dcr::Config`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct DelayedResponseConfig {
        delay_round_trips: f64,
        dup_ack_threshold: u32,
        /// A new segment for every second duplicate instead of for each.
        careful: bool,
    }

    /// What a sender with a delayed response does.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct DelayedOutcome {
        /// Retransmit and enter recovery now.
        respond: bool,
        /// New segments that may be outstanding beyond cwnd.
        extra_segments: u32,
        /// Nanoseconds; `i64::MAX` for no deadline.
        deadline_ns: i64,
    }

    extern "Rust" {
        /// A scheme that tells wireless losses from congestion losses.
        type LossDifferentiator;

        /// Each makes a scheme that has seen nothing yet. Throws `rust::Error` with a sentence that names the attribute out of
        /// range.
        fn new_lim(config: &LimConfig) -> Result<Box<LossDifferentiator>>;
        fn new_zigzag(config: &ZigzagConfig) -> Result<Box<LossDifferentiator>>;
        fn new_biaz(config: &BiazConfig) -> Result<Box<LossDifferentiator>>;
        fn new_spike(config: &SpikeConfig) -> Result<Box<LossDifferentiator>>;
        fn new_oracle() -> Box<LossDifferentiator>;
        /// A copy with all that was learned.
        fn fork(self: &LossDifferentiator) -> Box<LossDifferentiator>;
        /// A delay was measured; a negative one counts as zero.
        fn on_sample(self: &mut LossDifferentiator, now_ns: i64, delay_ns: i64, kind: DelayKind);
        /// Judges a loss. Asking changes nothing.
        fn on_loss(self: &mut LossDifferentiator, loss: &Loss) -> Verdict;
        /// Why the core is shut; empty while it works.
        fn fault(self: &LossDifferentiator) -> String;

        /// A sender's decisions by a scheme.
        type LossResponder;

        /// Makes one that asks a copy of `differentiator`.
        fn new_loss_responder(differentiator: &LossDifferentiator) -> Box<LossResponder>;
        /// A copy with all that was learned.
        fn fork(self: &LossResponder) -> Box<LossResponder>;
        /// A delay was measured; a negative one counts as zero.
        fn on_sample(self: &mut LossResponder, now_ns: i64, delay_ns: i64, kind: DelayKind);
        /// Three duplicate acknowledgements ask for `head`. Asked again before `on_recovered`, the answer is the same.
        fn on_loss(self: &mut LossResponder, head: u32, loss: &Loss, window: &Window) -> Response;
        /// Recovery has ended.
        fn on_recovered(self: &mut LossResponder);
        /// The retransmission timer expired; returns the new slow-start threshold in octets, 0 after a fault.
        fn on_timeout(self: &mut LossResponder, window: &Window) -> u32;
        /// Why the core is shut; empty while it works.
        fn fault(self: &LossResponder) -> String;

        /// True round-trip samples of one direction of one connection.
        type RttSampler;

        /// Makes one that has seen nothing yet. Throws as `new_lim`.
        fn new_rtt_sampler(config: &RttSamplerConfig) -> Result<Box<RttSampler>>;
        /// A segment leaves that takes `sequence_len` octets of sequence space.
        fn on_sent(self: &mut RttSampler, now_ns: i64, seq: u32, sequence_len: u32);
        /// A segment arrives with an acknowledgement; `sequence_len` is its own, `sack` in the order of the header. Returns the
        /// round trip it completes in nanoseconds, -1 where it completes none.
        fn on_ack(
            self: &mut RttSampler,
            now_ns: i64,
            number: u32,
            window: u16,
            sequence_len: u32,
            sack: &[SackBlock],
        ) -> i64;
        /// Why the core is shut; empty while it works.
        fn fault(self: &RttSampler) -> String;

        /// Westwood+ as published in 2004.
        type WestwoodPlus;

        /// Makes one that has seen nothing yet. Throws as `new_lim`.
        fn new_westwood_plus(config: &WestwoodPlusConfig) -> Result<Box<WestwoodPlus>>;
        /// A copy with all that was learned.
        fn fork(self: &WestwoodPlus) -> Box<WestwoodPlus>;
        /// A round trip was measured; a negative one counts as zero.
        fn on_round_trip(self: &mut WestwoodPlus, round_trip_ns: i64);
        /// An acknowledgement covers `acked` octets more.
        fn on_ack(self: &mut WestwoodPlus, now_ns: i64, acked: u32);
        /// A duplicate acknowledgement arrives: a segment of `segment` octets has left the network.
        fn on_duplicate_ack(self: &mut WestwoodPlus, now_ns: i64, segment: u32);
        /// Slow-start threshold in octets after duplicates or a timeout, 0 after a fault.
        fn on_loss(self: &mut WestwoodPlus, window: &Window) -> u32;
        /// Bandwidth estimate in octets per second, 0 before the first sample.
        fn bandwidth(self: &WestwoodPlus) -> f64;
        /// Why the core is shut; empty while it works.
        fn fault(self: &WestwoodPlus) -> String;

        /// TCP-DCR's delay of one sender's answer.
        type DelayedResponse;

        /// Makes one that waits for nothing. Throws as `new_lim`.
        fn new_delayed_response(config: &DelayedResponseConfig) -> Result<Box<DelayedResponse>>;
        /// A duplicate acknowledgement asks for `head`; `round_trip_ns` is the smoothed round trip, -1 while there is none.
        fn on_duplicate_ack(
            self: &mut DelayedResponse,
            now_ns: i64,
            head: u32,
            round_trip_ns: i64,
        ) -> DelayedOutcome;
        /// The deadline of the last outcome has come.
        fn on_timer(self: &mut DelayedResponse, now_ns: i64) -> DelayedOutcome;
        /// An acknowledgement advances. Returns whether that spared the sender an answer it was waiting with.
        fn on_new_ack(self: &mut DelayedResponse) -> bool;
        /// Recovery has ended or the retransmission timer expired.
        fn reset(self: &mut DelayedResponse);
        /// Why the core is shut; empty while it works.
        fn fault(self: &DelayedResponse) -> String;

        /// Which segments of a stream TCP-Casablanca marks, and what their losses mean. It is a value without state, so
        /// nothing can be left half changed.
        type Marking;

        /// One in `period` segments of `segment` octets is marked, counted from `first`. Throws as `new_lim`.
        fn new_marking(first: u32, segment: u32, period: u32) -> Result<Box<Marking>>;
        /// Whether the segment at `seq` is marked when it is sent for the first time.
        fn is_marked(self: &Marking, seq: u32) -> bool;
        /// The cause of a loss of all octets from `left` up to, not including, `right`.
        fn cause(self: &Marking, left: u32, right: u32) -> Cause;
    }
}
