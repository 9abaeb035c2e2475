// SPDX-License-Identifier: MIT OR Apache-2.0
//! The published values, from `published.toml`.

use serde::Deserialize;

use crate::campaign::Finished;
use crate::error::{Error, Result};

/// All of them.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Published {
    pub(super) snoop_ber: ErrorRates,
    pub(super) snoop_hotos: ErrorRates,
    pub(super) snoop_sequence: Sequence,
    pub(super) snoop_handoff: Handoffs,
    pub(super) hop_by_hop: HopByHop,
}

/// Throughput against error rate.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ErrorRates {
    pub(super) source: String,
    points: Vec<Point>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Point {
    bits_per_error: Option<f64>,
    snoop_bps: f64,
    snoop_sd_bps: Option<f64>,
    plain_bps: f64,
    plain_sd_bps: Option<f64>,
}

/// When the transfers of the sequence figure ended.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sequence {
    pub(super) source: String,
    pub(super) transfer_bytes: f64,
    snoop_end_s: f64,
    plain_end_s: f64,
}

/// Handoffs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Handoffs {
    pub(super) source: String,
    /// Shortest and longest latency.
    pub(super) latency_s: (f64, f64),
    /// Throughput without errors and handoffs, with beacons.
    pub(super) undisturbed_bps: f64,
}

/// What Hop-by-Hop TCP is said to do beside `NewReno`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HopByHop {
    pub(super) source: String,
    /// More throughput, as a share of `NewReno`'s.
    pub(super) throughput_gain: f64,
    /// Less delay, as a share of `NewReno`'s.
    pub(super) delay_reduction: f64,
}

/// A published mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Value {
    pub(super) mean: f64,
    pub(super) sd: Option<f64>,
}

/// Reads them.
///
/// # Errors
/// Failed work if the file is damaged, which a test rules out.
pub(super) fn published() -> Result<Published> {
    toml::from_str(include_str!("published.toml"))
        .map_err(|why| Error::work(format!("the published values are damaged: {why}")))
}

impl Sequence {
    /// When the published transfer of a variant ended; none beside a transfer of another length.
    pub(super) fn end_s(&self, variant: &str, measured: &Finished) -> Option<f64> {
        let same = (measured.summary.received_bytes - self.transfer_bytes).abs() < 0.5;
        let end_s = if variant == "plain" {
            self.plain_end_s
        } else {
            self.snoop_end_s
        };
        same.then_some(end_s)
    }
}

impl ErrorRates {
    /// The published throughput of a variant at an error rate. The paper's Snoop is that of 1995; what another preset
    /// would have done on its testbed is not known, except that it stands beside the default preset `snoop`.
    pub(super) fn throughput(&self, variant: &str, bits_per_error: Option<f64>) -> Option<Value> {
        let same = |a: Option<f64>| match (a, bits_per_error) {
            (Some(a), Some(b)) => (a - b).abs() < 0.5,
            (a, b) => a.is_none() && b.is_none(),
        };
        let point = self.points.iter().find(|point| same(point.bits_per_error))?;
        match variant {
            "snoop" | "snoop-1995" => Some(Value {
                mean: point.snoop_bps,
                sd: point.snoop_sd_bps,
            }),
            "plain" => Some(Value {
                mean: point.plain_bps,
                sd: point.plain_sd_bps,
            }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_of_the_simulation_has_both_values() {
        let rates = published().unwrap().snoop_hotos;
        assert_eq!(rates.points.len(), 6);
        for point in &rates.points {
            assert_eq!(point.snoop_bps > 0.0, point.bits_per_error != Some(1e3));
            assert!(point.snoop_bps >= point.plain_bps);
        }
        let best = rates.throughput("snoop", Some(1e4)).unwrap();
        assert_eq!((best.mean, best.sd), (112e3, Some(120e3)));
    }

    #[test]
    fn published_values_stand_beside_the_variants_they_are_of() {
        let rates = published().unwrap().snoop_ber;
        let at = |variant, bits| rates.throughput(variant, bits).map(|value| value.mean);
        assert_eq!(at("snoop", Some(65536.0)), Some(468e3));
        assert_eq!(at("snoop-1995", Some(65536.0)), Some(468e3));
        assert_eq!(at("snoop-1997", Some(65536.0)), None);
        assert_eq!(at("plain", Some(65536.0)), Some(34e3));
        assert_eq!(at("plain", Some(131_072.0)), None);
        assert_eq!(at("plain", None), Some(1590e3));
    }
}
