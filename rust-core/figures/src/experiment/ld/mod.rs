// SPDX-License-Identifier: MIT OR Apache-2.0
//! The evaluation of loss differentiation on the scenario `dumbbell`: what its experiments have in common.

mod accuracy;
mod buffer;
mod delay;
mod goodput;
mod loss_rate;
mod model;
mod utilization;

pub(super) use accuracy::LdAccuracy;
pub(super) use buffer::LdBuffer;
pub(super) use delay::LdDelay;
pub(super) use goodput::LdGoodput;
pub(super) use loss_rate::LdLossRate;
pub(super) use model::LdModel;
pub(super) use utilization::LdUtilization;

use super::grid::{Cell, Grid, Line, Metric, Param, Params, figure};
use crate::campaign::Finished;
use crate::figure::curves::Quantity;
use crate::figure::{Hue, Look, Marker};
use crate::stats::{self, Estimate};

/// The scenario of all of them.
const SCENARIO: &str = "dumbbell";
/// Where the published values are from.
const SOURCE: &str = "C. Lim, J. Lee, T. Kim, W. Han, D. Hyun, J. Jang: Adaptive End-to-End Loss Differentiation Scheme for TCP \
                      over Wired/Wireless Networks, WINSYS 2006";
/// What is compared: schemes, standard TCP, the rivals of the paper, and who knows the truth.
const VARIANTS: [&str; 7] = [
    "lim",
    "zigzag",
    "newreno",
    "westwood-plus",
    "westwood-plus-2004",
    "veno",
    "oracle",
];
/// Wireless loss rate on an axis, in percent.
const LOSS_RATE: Quantity = Quantity {
    name: "p_w_percent",
    label: "Wireless loss rate (%)",
};
/// Throughput on an axis.
const THROUGHPUT_AXIS: Quantity = Quantity {
    name: "throughput_mbps",
    label: "Throughput (Mb/s)",
};
/// Share of congestion losses that a sender took for what they were.
const CONGESTION_ACCURACY: Metric = Metric {
    name: "a_c",
    of: |one| figure(one, "a_c"),
};
/// Share of wireless losses that a sender took for what they were.
const WIRELESS_ACCURACY: Metric = Metric {
    name: "a_w",
    of: |one| figure(one, "a_w"),
};

impl Grid {
    /// Cells for variants whose name is that of their TCP, at every point.
    fn of_variants(
        id: &'static str,
        x_name: &'static str,
        points: impl IntoIterator<Item = (Vec<(&'static str, Param)>, f64)>,
        runs: u32,
    ) -> Self {
        let mut cells = Vec::new();
        for (params, x) in points {
            for variant in VARIANTS {
                let numbers = params.iter().copied().chain([(x_name, Param::Number(x))]);
                let options = numbers.map(|(key, value)| (key, value.to_string()));
                cells.push(Cell {
                    variant,
                    params: params.clone(),
                    x: Some(x),
                    options: options.chain([("tcp", variant.to_owned())]).collect(),
                    runs,
                });
            }
        }
        Self {
            id,
            scenario: SCENARIO,
            x_name,
            cells,
        }
    }

    /// By how much a cell is above that of another variant at its point, as a share of the other: run by run, since runs are
    /// paired.
    fn gain(&self, cell: &Cell, over: &str, runs: &[Finished]) -> Option<Estimate> {
        let other = self.find(over, &cell.params, cell.x)?;
        let pairs = self.runs(cell, runs).zip(self.runs(other, runs));
        let gains = pairs.map(|(a, b)| a.summary.throughput_bps / b.summary.throughput_bps - 1.0);
        stats::estimate(&gains.filter(|gain| gain.is_finite()).collect::<Vec<_>>())
    }

    /// The largest gain of Lim's scheme over another variant among some cells, with the point where it is.
    fn largest_gain(&self, over: &str, params: &Params, runs: &[Finished]) -> Option<(&Cell, Estimate)> {
        let cells = self.cells.iter();
        let ours = cells.filter(|cell| cell.variant == "lim" && cell.has(params));
        let gains = ours.filter_map(|cell| Some((cell, self.gain(cell, over, runs)?)));
        gains.max_by(|a, b| a.1.mean.total_cmp(&b.1.mean))
    }
}

/// A line for each of some variants.
fn lines(variants: &[&'static str]) -> Vec<Line> {
    let variants = variants.iter();
    variants
        .map(|&variant| {
            let (name, look) = look(variant);
            Line {
                variant,
                params: Vec::new(),
                head: variant.to_owned(),
                name: name.to_owned(),
                look,
            }
        })
        .collect()
}

/// Name in the legend and look of a variant.
fn look(variant: &'static str) -> (&'static str, Look) {
    let (name, hue, marker, dash) = match variant {
        "lim" => ("Lim, adaptive", Hue::Blue, Marker::Circle, None),
        "zigzag" => ("Zigzag", Hue::Green, Marker::Triangle, Some((8, 10))),
        "newreno" => ("NewReno", Hue::Vermillion, Marker::Square, Some((22, 12))),
        "westwood-plus" => ("Westwood+ of ns-3", Hue::Purple, Marker::Diamond, Some((34, 10))),
        "westwood-plus-2004" => ("Westwood+ of 2004", Hue::Orange, Marker::Diamond, None),
        "veno" => ("Veno", Hue::Sky, Marker::Triangle, None),
        "oracle" => ("oracle", Hue::Ink, Marker::Cross, Some((4, 8))),
        "lim-model" => ("Lim, model", Hue::Blue, Marker::Cross, Some((8, 10))),
        "westwood-plus-model" => ("Westwood+, model", Hue::Purple, Marker::Cross, Some((8, 10))),
        other => (other, Hue::Ink, Marker::Square, None),
    };
    (name, Look { hue, marker, dash })
}
