// SPDX-License-Identifier: MIT OR Apache-2.0
//! The cores of loss differentiation behind their guards.
use super::ffi;
use crate::guard::Guarded;
use wtcp_core::config::ConfigError;
use wtcp_core::loss::differentiator::{
    Cause, DelayKind, Judgement, Loss, LossDifferentiator as Scheme, Resolution, Sample, Unusable, Verdict,
};
use wtcp_core::loss::lim::Denominator;
use wtcp_core::loss::response::Window;
use wtcp_core::loss::{biaz, casablanca, dcr, lim, oracle, response, sampler, spike, westwood, zigzag};
use wtcp_core::segment;
use wtcp_core::seq::Seq;
use wtcp_core::units::{SimTime, Span};

/// What the bridge has for a time that does not exist.
const NONE: i64 = -1;

type Made<T> = Result<Box<T>, ConfigError>;

fn at(now_ns: i64) -> SimTime {
    SimTime::from_nanos(now_ns)
}

/// A negative length, which only a mistake in C++ can make, counts as none at all.
fn span(ns: i64) -> Span {
    Span::from_nanos(u64::try_from(ns).unwrap_or(0))
}

fn measured(ns: i64) -> Option<Span> {
    (ns >= 0).then(|| span(ns))
}

fn nanos(span: Option<Span>) -> i64 {
    span.map_or(NONE, |span| i64::try_from(span.as_nanos()).unwrap_or(i64::MAX))
}

/// The core's name for a kind of delay; `None` for a number that is none of them (C++ can make one).
fn delay_kind(kind: ffi::DelayKind) -> Option<DelayKind> {
    match kind {
        ffi::DelayKind::RoundTrip => Some(DelayKind::RoundTrip),
        ffi::DelayKind::OneWay => Some(DelayKind::OneWay),
        ffi::DelayKind::InterArrival => Some(DelayKind::InterArrival),
        _ => None,
    }
}

/// The kind of delay a scheme is to work with. What is none counts as the one that every scheme with a choice refuses.
fn delay_choice(kind: ffi::DelayKind) -> DelayKind {
    delay_kind(kind).unwrap_or(DelayKind::InterArrival)
}

/// The core's name for a cause. A number that is none of them panics, and so becomes a fault.
#[expect(clippy::panic, reason = "caught by the guard, which turns it into a fault")]
fn truth(cause: ffi::Cause) -> Option<Cause> {
    match cause {
        ffi::Cause::Unknown => None,
        ffi::Cause::Congestion => Some(Cause::Congestion),
        ffi::Cause::Wireless => Some(Cause::Wireless),
        other => panic!("loss cause {} is not known to the bridge", other.repr),
    }
}

fn loss(loss: &ffi::Loss) -> Loss {
    let ffi::Loss {
        segments,
        gap_ns,
        truth: cause,
    } = *loss;
    Loss {
        segments,
        gap: measured(gap_ns),
        truth: truth(cause),
    }
}

fn window(window: &ffi::Window) -> Window {
    let ffi::Window {
        cwnd,
        ssthresh,
        in_flight,
        segment,
    } = *window;
    Window {
        cwnd,
        ssthresh,
        in_flight,
        segment,
    }
}

/// A verdict without numbers.
fn bare(judgement: ffi::Judgement) -> ffi::Verdict {
    ffi::Verdict {
        judgement,
        sample_ns: NONE,
        average_ns: NONE,
        deviation_ns: NONE,
        minimum_ns: NONE,
        threshold_ns: NONE,
    }
}

fn verdict(verdict: &Verdict) -> ffi::Verdict {
    let Verdict { judgement, figures } = verdict;
    ffi::Verdict {
        judgement: match judgement {
            Judgement::Wireless => ffi::Judgement::Wireless,
            Judgement::Congestion => ffi::Judgement::Congestion,
            Judgement::Unusable(Unusable::NoSample) => ffi::Judgement::NoSample,
            Judgement::Unusable(Unusable::BelowResolution) => ffi::Judgement::BelowResolution,
            Judgement::Unusable(Unusable::NoTruth) => ffi::Judgement::NoTruth,
        },
        sample_ns: nanos(figures.sample),
        average_ns: nanos(figures.average),
        deviation_ns: nanos(figures.deviation),
        minimum_ns: nanos(figures.minimum),
        threshold_ns: nanos(figures.threshold),
    }
}

fn resolution(tick_ns: u64, min_ticks: u32) -> Resolution {
    Resolution {
        tick: Span::from_nanos(tick_ns),
        min_ticks,
    }
}

/// A scheme behind its guard.
pub(crate) struct LossDifferentiator(Guarded<Box<dyn Scheme>>);

fn differentiator(scheme: impl Scheme + 'static) -> Box<LossDifferentiator> {
    Box::new(LossDifferentiator(Guarded::new(Box::new(scheme))))
}

pub(crate) fn new_lim(config: &ffi::LimConfig) -> Made<LossDifferentiator> {
    let ffi::LimConfig {
        exponent,
        sample_as_denominator,
        average_gain,
        deviation_gain,
        tick_ns,
        min_ticks,
        min_lifetime_ns,
    } = *config;
    lim::Lim::new(lim::Config {
        exponent,
        denominator: if sample_as_denominator {
            Denominator::Sample
        } else {
            Denominator::Average
        },
        gains: lim::Gains {
            average: average_gain,
            deviation: deviation_gain,
        },
        resolution: resolution(tick_ns, min_ticks),
        min_lifetime: (min_lifetime_ns > 0).then_some(Span::from_nanos(min_lifetime_ns)),
    })
    .map(differentiator)
}

pub(crate) fn new_zigzag(config: &ffi::ZigzagConfig) -> Made<LossDifferentiator> {
    let ffi::ZigzagConfig {
        delay,
        average_gain,
        deviation_gain,
        tick_ns,
        min_ticks,
    } = *config;
    zigzag::Zigzag::new(zigzag::Config {
        delay: delay_choice(delay),
        gains: zigzag::Gains {
            average: average_gain,
            deviation: deviation_gain,
        },
        resolution: resolution(tick_ns, min_ticks),
    })
    .map(differentiator)
}

pub(crate) fn new_biaz(config: &ffi::BiazConfig) -> Made<LossDifferentiator> {
    let ffi::BiazConfig {
        upper_bound,
        tick_ns,
        min_ticks,
    } = *config;
    biaz::Biaz::new(biaz::Config {
        upper_bound,
        resolution: resolution(tick_ns, min_ticks),
    })
    .map(differentiator)
}

pub(crate) fn new_spike(config: &ffi::SpikeConfig) -> Made<LossDifferentiator> {
    let ffi::SpikeConfig {
        delay,
        enter,
        leave,
        tick_ns,
        min_ticks,
    } = *config;
    spike::Spike::new(spike::Config {
        delay: delay_choice(delay),
        enter,
        leave,
        resolution: resolution(tick_ns, min_ticks),
    })
    .map(differentiator)
}

pub(crate) fn new_oracle() -> Box<LossDifferentiator> {
    differentiator(oracle::Oracle)
}

#[expect(clippy::panic, reason = "caught by the guard, which turns it into a fault")]
fn sample(now_ns: i64, delay_ns: i64, kind: ffi::DelayKind) -> Sample {
    let Some(known) = delay_kind(kind) else {
        panic!("delay kind {} is not known to the bridge", kind.repr)
    };
    Sample {
        at: at(now_ns),
        delay: span(delay_ns),
        kind: known,
    }
}

impl LossDifferentiator {
    pub(crate) fn fork(&self) -> Box<Self> {
        Box::new(Self(self.0.map(|scheme| scheme.fork())))
    }

    pub(crate) fn on_sample(&mut self, now_ns: i64, delay_ns: i64, kind: ffi::DelayKind) {
        self.0
            .call((), |scheme| scheme.on_sample(sample(now_ns, delay_ns, kind)));
    }

    pub(crate) fn on_loss(&mut self, event: &ffi::Loss) -> ffi::Verdict {
        self.0.call(bare(ffi::Judgement::Fault), |scheme| {
            verdict(&scheme.judge(&loss(event)))
        })
    }

    pub(crate) fn fault(&self) -> String {
        self.0.fault().to_owned()
    }
}

/// A sender's decisions behind their guard.
pub(crate) struct LossResponder(Guarded<response::LossResponse>);

pub(crate) fn new_loss_responder(differentiator: &LossDifferentiator) -> Box<LossResponder> {
    let responder = differentiator
        .0
        .map(|scheme| response::LossResponse::new(scheme.fork()));
    Box::new(LossResponder(responder))
}

impl LossResponder {
    pub(crate) fn fork(&self) -> Box<Self> {
        Box::new(Self(self.0.map(response::LossResponse::fork)))
    }

    pub(crate) fn on_sample(&mut self, now_ns: i64, delay_ns: i64, kind: ffi::DelayKind) {
        self.0
            .call((), |core| core.on_sample(sample(now_ns, delay_ns, kind)));
    }

    pub(crate) fn on_loss(&mut self, head: u32, event: &ffi::Loss, state: &ffi::Window) -> ffi::Response {
        let shut = ffi::Response {
            verdict: bare(ffi::Judgement::Fault),
            ssthresh: 0,
        };
        self.0.call(shut, |core| {
            let response = core.on_loss(Seq::new(head), &loss(event), window(state));
            ffi::Response {
                verdict: response
                    .verdict
                    .as_ref()
                    .map_or_else(|| bare(ffi::Judgement::NotAsked), verdict),
                ssthresh: response.ssthresh,
            }
        })
    }

    pub(crate) fn on_recovered(&mut self) {
        self.0.call((), response::LossResponse::on_recovered);
    }

    pub(crate) fn on_timeout(&mut self, state: &ffi::Window) -> u32 {
        self.0.call(0, |core| core.on_timeout(window(state)))
    }

    pub(crate) fn fault(&self) -> String {
        self.0.fault().to_owned()
    }
}

/// A sampler behind its guard.
pub(crate) struct RttSampler(Guarded<sampler::RttSampler>);

pub(crate) fn new_rtt_sampler(config: &ffi::RttSamplerConfig) -> Made<RttSampler> {
    let ffi::RttSamplerConfig {
        tick_ns,
        max_segments,
        sack_samples,
    } = *config;
    let core = sampler::RttSampler::new(sampler::Config {
        tick: Span::from_nanos(tick_ns),
        max_segments,
        sack_samples,
    })?;
    Ok(Box::new(RttSampler(Guarded::new(core))))
}

impl RttSampler {
    pub(crate) fn on_sent(&mut self, now_ns: i64, seq: u32, sequence_len: u32) {
        self.0
            .call((), |core| core.on_sent(at(now_ns), Seq::new(seq), sequence_len));
    }

    pub(crate) fn on_ack(
        &mut self,
        now_ns: i64,
        number: u32,
        window: u16,
        sequence_len: u32,
        blocks: &[ffi::SackBlock],
    ) -> i64 {
        let mut sack = [None; 4];
        for (slot, block) in sack.iter_mut().zip(blocks) {
            *slot = Some(segment::SackBlock {
                left: Seq::new(block.left),
                right: Seq::new(block.right),
            });
        }
        let ack = sampler::Ack {
            number: Seq::new(number),
            window,
            sequence_len,
            sack,
        };
        self.0.call(NONE, |core| {
            nanos(core.on_ack(at(now_ns), &ack).map(|sample| sample.delay))
        })
    }

    pub(crate) fn fault(&self) -> String {
        self.0.fault().to_owned()
    }
}

/// Westwood+ behind its guard.
pub(crate) struct WestwoodPlus(Guarded<westwood::WestwoodPlus>);

pub(crate) fn new_westwood_plus(config: &ffi::WestwoodPlusConfig) -> Made<WestwoodPlus> {
    let ffi::WestwoodPlusConfig {
        min_interval_ns,
        gain,
    } = *config;
    let core = westwood::WestwoodPlus::new(westwood::Config {
        min_interval: Span::from_nanos(min_interval_ns),
        gain,
    })?;
    Ok(Box::new(WestwoodPlus(Guarded::new(core))))
}

impl WestwoodPlus {
    pub(crate) fn fork(&self) -> Box<Self> {
        Box::new(Self(self.0.map(Clone::clone)))
    }

    pub(crate) fn on_round_trip(&mut self, round_trip_ns: i64) {
        self.0.call((), |core| core.on_round_trip(span(round_trip_ns)));
    }

    pub(crate) fn on_ack(&mut self, now_ns: i64, acked: u32) {
        self.0.call((), |core| core.on_ack(at(now_ns), acked));
    }

    pub(crate) fn on_duplicate_ack(&mut self, now_ns: i64, segment: u32) {
        self.0.call((), |core| core.on_duplicate_ack(at(now_ns), segment));
    }

    pub(crate) fn on_loss(&mut self, state: &ffi::Window) -> u32 {
        self.0.call(0, |core| core.on_loss(window(state)))
    }

    pub(crate) fn bandwidth(&self) -> f64 {
        self.0.core().bandwidth().unwrap_or(0.0)
    }

    pub(crate) fn fault(&self) -> String {
        self.0.fault().to_owned()
    }
}

/// TCP-DCR behind its guard.
pub(crate) struct DelayedResponse(Guarded<dcr::DelayedResponse>);

pub(crate) fn new_delayed_response(config: &ffi::DelayedResponseConfig) -> Made<DelayedResponse> {
    let ffi::DelayedResponseConfig {
        delay_round_trips,
        dup_ack_threshold,
        careful,
    } = *config;
    let core = dcr::DelayedResponse::new(dcr::Config {
        delay_round_trips,
        dup_ack_threshold,
        limited_transmit: if careful {
            dcr::LimitedTransmit::Careful
        } else {
            dcr::LimitedTransmit::Aggressive
        },
    })?;
    Ok(Box::new(DelayedResponse(Guarded::new(core))))
}

fn delayed(outcome: dcr::Outcome) -> ffi::DelayedOutcome {
    let dcr::Outcome {
        respond,
        extra_segments,
        deadline,
    } = outcome;
    ffi::DelayedOutcome {
        respond,
        extra_segments,
        deadline_ns: deadline.as_nanos(),
    }
}

impl DelayedResponse {
    const SHUT: ffi::DelayedOutcome = ffi::DelayedOutcome {
        respond: false,
        extra_segments: 0,
        deadline_ns: SimTime::NEVER.as_nanos(),
    };

    pub(crate) fn on_duplicate_ack(
        &mut self,
        now_ns: i64,
        head: u32,
        round_trip_ns: i64,
    ) -> ffi::DelayedOutcome {
        self.0.call(Self::SHUT, |core| {
            delayed(core.on_duplicate_ack(at(now_ns), Seq::new(head), measured(round_trip_ns)))
        })
    }

    pub(crate) fn on_timer(&mut self, now_ns: i64) -> ffi::DelayedOutcome {
        self.0.call(Self::SHUT, |core| delayed(core.on_timer(at(now_ns))))
    }

    pub(crate) fn on_new_ack(&mut self) -> bool {
        self.0.call(false, dcr::DelayedResponse::on_new_ack)
    }

    pub(crate) fn reset(&mut self) {
        self.0.call((), dcr::DelayedResponse::reset);
    }

    pub(crate) fn fault(&self) -> String {
        self.0.fault().to_owned()
    }
}

/// TCP-Casablanca's marks.
pub(crate) struct Marking(casablanca::Marking);

pub(crate) fn new_marking(first: u32, segment: u32, period: u32) -> Made<Marking> {
    casablanca::Marking::new(Seq::new(first), segment, period).map(|marking| Box::new(Marking(marking)))
}

impl Marking {
    pub(crate) fn is_marked(&self, seq: u32) -> bool {
        self.0.is_marked(Seq::new(seq))
    }

    pub(crate) fn cause(&self, left: u32, right: u32) -> ffi::Cause {
        match self.0.cause(Seq::new(left), Seq::new(right)) {
            None => ffi::Cause::Unknown,
            Some(Cause::Congestion) => ffi::Cause::Congestion,
            Some(Cause::Wireless) => ffi::Cause::Wireless,
        }
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
