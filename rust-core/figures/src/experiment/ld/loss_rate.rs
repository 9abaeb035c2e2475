// SPDX-License-Identifier: MIT OR Apache-2.0
//! Figure 7 of the paper: throughput of one flow against the wireless loss rate, over bottlenecks of 1 and 10 Mb/s.

use super::{
    CONGESTION_ACCURACY, LOSS_RATE, SCENARIO, SOURCE, THROUGHPUT_AXIS, VARIANTS, WIRELESS_ACCURACY, lines,
};
use crate::campaign::{Finished, Plan};
use crate::error::Result;
use crate::experiment::grid::Param::Number;
use crate::experiment::grid::{Grid, MEGABITS, Metric, PERCENT, THROUGHPUT, View, select};
use crate::experiment::{Evaluation, Experiment, Measurement, Setup};
use crate::figure::curves::{Axes, Scale};
use crate::table::{Column, NOTHING, Table};

const LOSS_RATES: [f64; 8] = [1e-5, 1e-4, 1e-3, 5e-3, 1e-2, 2e-2, 5e-2, 1e-1];
/// Up to here the scheme is to be close to its bound.
const LOW_LOSS: f64 = 0.02;

/// A bottleneck with its buffer, how long runs over it are measured, and what the scheme is said to gain over Westwood+.
struct Bottleneck {
    rate_bps: f64,
    buffer_packets: &'static str,
    measure_s: &'static str,
    published_gain: f64,
    drawing: &'static str,
}

/// The faster one first: its runs take longest.
const BOTTLENECKS: [Bottleneck; 2] = [
    Bottleneck {
        rate_bps: 10e6,
        buffer_packets: "120",
        measure_s: "20",
        published_gain: 0.55,
        drawing: "throughput-loss-rate-10mbps",
    },
    Bottleneck {
        rate_bps: 1e6,
        buffer_packets: "12",
        measure_s: "60",
        published_gain: 0.29,
        drawing: "throughput-loss-rate-1mbps",
    },
];

/// How often a scheme is right, where the variant has one.
const METRICS: [Metric; 3] = [THROUGHPUT, CONGESTION_ACCURACY, WIRELESS_ACCURACY];

/// The experiment.
pub(in crate::experiment) struct LdLossRate;

fn grid(quick: bool) -> Grid {
    let points = BOTTLENECKS
        .iter()
        .flat_map(|bottleneck| LOSS_RATES.map(|p_w| (vec![("rate_bps", Number(bottleneck.rate_bps))], p_w)));
    let mut grid = Grid::of_variants("ld-loss-rate", "p_w", points, if quick { 3 } else { 50 });
    for cell in &mut grid.cells {
        let same = |one: &&Bottleneck| cell.params.contains(&("rate_bps", Number(one.rate_bps)));
        for one in BOTTLENECKS.iter().filter(same) {
            cell.options
                .push(("buffer_packets", one.buffer_packets.to_owned()));
            cell.options.push(("measure_s", one.measure_s.to_owned()));
        }
    }
    grid
}

impl Experiment for LdLossRate {
    fn id(&self) -> &'static str {
        "ld-loss-rate"
    }

    fn title(&self) -> &'static str {
        "throughput against the wireless loss rate over 1 and 10 Mb/s (Lim 2006, figure 7)"
    }

    fn source(&self) -> String {
        format!("{SOURCE}, section 4.2 (largest gains over Westwood+)")
    }

    fn variants(&self) -> &'static [&'static str] {
        &VARIANTS
    }

    fn figures(&self) -> &'static [&'static str] {
        &["throughput-loss-rate-1mbps", "throughput-loss-rate-10mbps"]
    }

    fn fixed_options(&self) -> &'static [&'static str] {
        &[
            "tcp",
            "tcp_mix",
            "p_w",
            "rate_bps",
            "buffer_packets",
            "measure_s",
            "run",
        ]
    }

    fn scenario(&self) -> &'static str {
        SCENARIO
    }

    fn plan(&self, setup: &Setup<'_>) -> Plan {
        grid(setup.quick).plan(setup, &[])
    }

    fn evaluate(&self, setup: &Setup<'_>, runs: &[Finished]) -> Result<Evaluation> {
        let grid = grid(setup.quick);
        let mut measurements = grid.measure(setup, &METRICS, runs)?;
        let mut tables = Vec::new();
        let mut drawings = Vec::new();
        let mut gains = gain_table();
        for bottleneck in BOTTLENECKS.iter().rev() {
            let params = [("rate_bps", Number(bottleneck.rate_bps))];
            let view = View {
                metric: THROUGHPUT.name,
                params: &params,
                lines: &lines(&VARIANTS),
                x_head: "p_w, %",
                x_size: PERCENT.size,
                unit: MEGABITS,
            };
            let rate = format!("{} Mb/s", bottleneck.rate_bps / 1e6);
            tables.push(view.table(&format!("Throughput over {rate}"), &measurements));
            let axes = Axes {
                x: LOSS_RATE,
                x_scale: Scale::Decades,
                y: THROUGHPUT_AXIS,
                y_range: None,
            };
            let caption =
                format!("Throughput of one flow against the wireless loss rate, bottleneck of {rate}");
            drawings.push(view.draw(bottleneck.drawing, &caption, &axes, &measurements)?);
            for over in ["westwood-plus", "westwood-plus-2004"] {
                let Some((cell, gain)) = grid.largest_gain(over, &params, runs) else {
                    continue;
                };
                gains.row(vec![
                    rate.clone(),
                    over.to_owned(),
                    cell.x.map_or_else(String::new, |x| PERCENT.tell(x)),
                    format!("{:+.1}", gain.mean * 100.0),
                    gain.ci95
                        .map_or_else(|| NOTHING.to_owned(), |half| PERCENT.tell(half)),
                    format!("{:+.0}", bottleneck.published_gain * 100.0),
                ]);
                let metric = format!("largest_gain_over_{}", over.replace('-', "_"));
                measurements.push(Measurement {
                    x: None,
                    paper: Some(bottleneck.published_gain),
                    ..grid.measurement(setup, cell, &metric, gain)
                });
            }
        }
        tables.push(gains);
        tables.push(bounds(&measurements));
        Ok(Evaluation {
            measurements,
            tables,
            drawings,
        })
    }
}

fn gain_table() -> Table {
    let words = ["bottleneck", "over"].map(Column::text);
    let numbers = ["at p_w, %", "gain, %", "± 95 % CI", "paper, %"].map(Column::number);
    let mut table = Table::new(
        "Largest gain of lim over Westwood+",
        words.into_iter().chain(numbers).collect(),
    );
    table.note(
        "Gains are taken run by run, since runs are paired, and shown where their mean is largest. westwood-plus is ns-3's own; \
         westwood-plus-2004 is written from the published description.",
    );
    table
}

/// How close the scheme is to the oracle, and how far above NewReno.
fn bounds(measurements: &[Measurement]) -> Table {
    let numbers = ["p_w, %", "lim / oracle", "lim / newreno"].map(Column::number);
    let columns = std::iter::once(Column::text("bottleneck")).chain(numbers);
    let mut table = Table::new("The scheme between NewReno and the oracle", columns.collect());
    for bottleneck in BOTTLENECKS.iter().rev() {
        for p_w in LOSS_RATES {
            let params = [("rate_bps", Number(bottleneck.rate_bps))];
            let at = |variant: &str| {
                let mut found = select(measurements, THROUGHPUT.name, &params);
                found
                    .find(|m| m.variant == variant && m.x == Some(p_w))
                    .map(|m| m.y)
            };
            let ratio = |over: &str| match (at("lim"), at(over)) {
                (Some(ours), Some(other)) if other > 0.0 => format!("{:.2}", ours / other),
                _ => NOTHING.to_owned(),
            };
            table.row(vec![
                format!("{} Mb/s", bottleneck.rate_bps / 1e6),
                (p_w * 100.0).to_string(),
                ratio("oracle"),
                ratio("newreno"),
            ]);
        }
    }
    table.note(format!(
        "The oracle is told why each segment was lost and reacts as the scheme does: the bound of every scheme that decides what \
         three duplicate acknowledgements mean. Up to {} % the scheme is to carry at least 0.8 of it.",
        LOW_LOSS * 100.0
    ));
    table
}
