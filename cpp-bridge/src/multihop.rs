// SPDX-License-Identifier: MIT OR Apache-2.0
//! The bridge of TCP over several wireless hops: what a sender asks, told in numbers.
use crate::guard::Guarded;
use wtcp_core::config::ConfigError;
use wtcp_core::hop_by_hop::end_to_end;
use wtcp_core::units::Span;

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
