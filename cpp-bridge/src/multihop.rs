// SPDX-License-Identifier: MIT OR Apache-2.0
//! The bridge of TCP over several wireless hops: what a sender or a router asks, told in numbers.
use crate::guard::Guarded;
use wtcp_core::config::ConfigError;
use wtcp_core::hop_by_hop::end_to_end;
use wtcp_core::muzha::{self, Level};
use wtcp_core::seq::Seq;
use wtcp_core::two_layer;
use wtcp_core::units::{SimTime, Span};

#[allow(unreachable_pub, missing_docs, reason = "cxx makes bridge items public")]
#[cxx::bridge(namespace = "wtcp::multihop")]
mod ffi {
    /// Attributes of `ns3::TcpAdaptiveWindowLimit` and `ns3::TcpHopByHop`; ranges as in `wtcp_core::hop_by_hop::end_to_end::Config`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct EndToEndConfig {
        max_segments: u32,
        adaptive: bool,
        /// Not looked at where the bound is fixed, as the next one.
        hop_fraction: f64,
        min_segments: u32,
        rto_factor: f64,
    }

    /// What a sender's retransmission timeout is made of, in nanoseconds.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct RoundTrip {
        smoothed_ns: u64,
        variation_ns: u64,
        granularity_ns: u64,
        min_rto_ns: u64,
    }

    /// Attributes of `ns3::MuzhaRouter`; ranges as in `wtcp_core::muzha::router::Config`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct MuzhaRouterConfig {
        interval_ns: u64,
        aggressive_below: f64,
        moderate_below: f64,
        stabilize_queue: u32,
        decelerate_queue: u32,
        halve_queue: u32,
    }

    extern "Rust" {
        /// The bound of a sender's window, and its patience.
        type EndToEnd;

        /// Makes one that does not know its path yet. Throws `rust::Error` with a sentence that names the attribute out of range.
        fn new_end_to_end(config: &EndToEndConfig) -> Result<Box<EndToEnd>>;
        /// A segment arrived over `hops` hops.
        fn on_hops(self: &mut EndToEnd, hops: u32);
        /// The bound in segments.
        fn segments(self: &EndToEnd) -> u32;
        /// A window of `octets`, cut to the bound; segments are of `segment` octets.
        fn limit(self: &EndToEnd, octets: u32, segment: u32) -> u32;
        /// The variation, in nanoseconds, of which the standard's formula makes the raised timeout.
        fn raised_variation(self: &EndToEnd, round_trip: &RoundTrip) -> u64;
        /// Why the core is shut; empty while it works.
        fn fault(self: &EndToEnd) -> String;

        /// The load of one device of a TCP Muzha router.
        type MuzhaRouter;

        /// Makes one that was never busy. Throws as `new_end_to_end`.
        fn new_muzha_router(config: &MuzhaRouterConfig) -> Result<Box<MuzhaRouter>>;
        /// The device or its channel is or was busy.
        fn on_busy(self: &mut MuzhaRouter, from_ns: i64, to_ns: i64);
        /// The level, 0 (halve) to 4 (double), with `queue` packets waiting.
        fn level(self: &mut MuzhaRouter, now_ns: i64, queue: u32) -> u8;
        /// Why the core is shut; empty while it works.
        fn fault(self: &MuzhaRouter) -> String;

        /// The window of a TCP Muzha sender.
        type MuzhaSender;

        /// Makes one that has heard nothing yet.
        fn new_muzha_sender() -> Box<MuzhaSender>;
        /// An acknowledgement says what the path asks for, 0 to 4.
        fn on_feedback(self: &mut MuzhaSender, level: u8);
        /// What lies before `ack` is covered, `next` is sent next; returns the window in octets.
        fn on_ack(self: &mut MuzhaSender, ack: u32, next: u32, window: u32, segment: u32) -> u32;
        /// Window in octets after three duplicate acknowledgements.
        fn on_duplicates(self: &mut MuzhaSender, window: u32, in_flight: u32, segment: u32) -> u32;
        /// Why the core is shut; empty while it works.
        fn fault(self: &MuzhaSender) -> String;

        /// The window of a sender of the two-layer transport.
        type TwoLayerSender;

        /// Makes one with a window of one segment of so many packets. Throws as `new_end_to_end`.
        fn new_two_layer_sender(segment_packets: &u32) -> Result<Box<TwoLayerSender>>;
        /// So many packets are acknowledged; the slow start threshold is in packets.
        fn on_ack(self: &mut TwoLayerSender, packets: u32, threshold: u32);
        /// No acknowledgement came in time.
        fn on_timeout(self: &mut TwoLayerSender);
        /// The window in octets; packets are of `packet` octets.
        fn octets(self: &TwoLayerSender, packet: u32) -> u32;
        /// Slow start threshold in packets when a timeout comes with so many in flight.
        fn threshold(self: &TwoLayerSender, in_flight: u32) -> u32;
        /// Why the core is shut; empty while it works.
        fn fault(self: &TwoLayerSender) -> String;
    }
}

type Made<T> = Result<Box<T>, ConfigError>;

/// A sender's bound behind its guard.
struct EndToEnd(Guarded<end_to_end::EndToEnd>);

fn new_end_to_end(config: &ffi::EndToEndConfig) -> Made<EndToEnd> {
    let ffi::EndToEndConfig {
        max_segments,
        adaptive,
        hop_fraction,
        min_segments,
        rto_factor,
    } = *config;
    let core = end_to_end::EndToEnd::new(end_to_end::Config {
        max_segments,
        adaptive: adaptive.then_some(end_to_end::Adaptive {
            hop_fraction,
            min_segments,
        }),
        rto_factor,
    })?;
    Ok(Box::new(EndToEnd(Guarded::new(core))))
}

impl EndToEnd {
    fn on_hops(&mut self, hops: u32) {
        self.0.call((), |core| core.on_hops(hops));
    }

    fn segments(&self) -> u32 {
        self.0.core().segments()
    }

    fn limit(&self, octets: u32, segment: u32) -> u32 {
        self.0.core().limit(octets, segment)
    }

    fn raised_variation(&self, round_trip: &ffi::RoundTrip) -> u64 {
        let ffi::RoundTrip {
            smoothed_ns,
            variation_ns,
            granularity_ns,
            min_rto_ns,
        } = *round_trip;
        let round_trip = end_to_end::RoundTrip {
            smoothed: Span::from_nanos(smoothed_ns),
            variation: Span::from_nanos(variation_ns),
            granularity: Span::from_nanos(granularity_ns),
            min_rto: Span::from_nanos(min_rto_ns),
        };
        self.0.core().raised_variation(round_trip).as_nanos()
    }

    fn fault(&self) -> String {
        self.0.fault().to_owned()
    }
}

/// A router's load behind its guard.
struct MuzhaRouter(Guarded<muzha::router::Router>);

fn new_muzha_router(config: &ffi::MuzhaRouterConfig) -> Made<MuzhaRouter> {
    let ffi::MuzhaRouterConfig {
        interval_ns,
        aggressive_below,
        moderate_below,
        stabilize_queue,
        decelerate_queue,
        halve_queue,
    } = *config;
    let core = muzha::router::Router::new(muzha::router::Config {
        interval: Span::from_nanos(interval_ns),
        aggressive_below,
        moderate_below,
        stabilize_queue,
        decelerate_queue,
        halve_queue,
    })?;
    Ok(Box::new(MuzhaRouter(Guarded::new(core))))
}

impl MuzhaRouter {
    fn on_busy(&mut self, from_ns: i64, to_ns: i64) {
        let (from, to) = (SimTime::from_nanos(from_ns), SimTime::from_nanos(to_ns));
        self.0.call((), |core| core.on_busy(from, to));
    }

    fn level(&mut self, now_ns: i64, queue: u32) -> u8 {
        self.0.call(Level::Stabilizing.index(), |core| {
            core.level(SimTime::from_nanos(now_ns), queue).index()
        })
    }

    fn fault(&self) -> String {
        self.0.fault().to_owned()
    }
}

/// A Muzha sender's window behind its guard.
struct MuzhaSender(Guarded<muzha::sender::Sender>);

fn new_muzha_sender() -> Box<MuzhaSender> {
    Box::new(MuzhaSender(Guarded::new(muzha::sender::Sender::new())))
}

impl MuzhaSender {
    fn on_feedback(&mut self, level: u8) {
        self.0.call((), |core| core.on_feedback(Level::from_index(level)));
    }

    fn on_ack(&mut self, ack: u32, next: u32, window: u32, segment: u32) -> u32 {
        self.0.call(window, |core| {
            core.on_ack(Seq::new(ack), Seq::new(next), window, segment)
        })
    }

    fn on_duplicates(&mut self, window: u32, in_flight: u32, segment: u32) -> u32 {
        self.0
            .call(window, |core| core.on_duplicates(window, in_flight, segment))
    }

    fn fault(&self) -> String {
        self.0.fault().to_owned()
    }
}

/// A two-layer sender's window behind its guard.
struct TwoLayerSender(Guarded<two_layer::sender::Sender>);

fn new_two_layer_sender(segment_packets: &u32) -> Made<TwoLayerSender> {
    let core = two_layer::sender::Sender::new(two_layer::sender::Config {
        segment_packets: *segment_packets,
    })?;
    Ok(Box::new(TwoLayerSender(Guarded::new(core))))
}

impl TwoLayerSender {
    fn on_ack(&mut self, packets: u32, threshold: u32) {
        self.0.call((), |core| core.on_ack(packets, threshold));
    }

    fn on_timeout(&mut self) {
        self.0.call((), two_layer::sender::Sender::on_timeout);
    }

    fn octets(&self, packet: u32) -> u32 {
        self.0.core().octets(packet)
    }

    fn threshold(&self, in_flight: u32) -> u32 {
        self.0.core().threshold(in_flight)
    }

    fn fault(&self) -> String {
        self.0.fault().to_owned()
    }
}
