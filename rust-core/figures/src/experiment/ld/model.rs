// SPDX-License-Identifier: MIT OR Apache-2.0
//! Equations 3 to 11 of the paper beside simulation: throughput against the wireless loss rate over 10 Mb/s. The model gets the round
//! trip, the congestion loss rate and the accuracies of the very runs that it is compared with; it knows neither capacity nor timeouts.

use wtcp_core::loss::model::{Losses, lim_throughput, westwood_plus_throughput};

use super::{LOSS_RATE, SCENARIO, SOURCE, THROUGHPUT_AXIS, lines};
use crate::campaign::{Finished, Plan};
use crate::error::Result;
use crate::experiment::grid::Param::Number;
use crate::experiment::grid::{Cell, Grid, MEGABITS, Metric, PERCENT, View, figure};
use crate::experiment::{Evaluation, Experiment, Measurement, Setup};
use crate::figure::curves::{Axes, Scale};
use crate::stats;
use crate::trace;

const VARIANTS: [&str; 5] = [
    "lim",
    "lim-model",
    "westwood-plus",
    "westwood-plus-2004",
    "westwood-plus-model",
];
/// What is simulated.
const SIMULATED: [&str; 3] = ["lim", "westwood-plus", "westwood-plus-2004"];
/// From which runs each curve of the model takes its parameters.
const MODELS: [(&str, &str); 2] = [
    ("lim-model", "lim"),
    ("westwood-plus-model", "westwood-plus-2004"),
];
const LOSS_RATES: [f64; 6] = [2e-3, 5e-3, 1e-2, 2e-2, 5e-2, 1e-1];
/// Congestion loss rate, and how many flows bring it about over 10 Mb/s and a buffer of 120 packets.
const CONGESTION_LOSS: [(f64, u32); 2] = [(0.0, 0), (0.03, 10)];
/// Bits of a segment's payload.
const SEGMENT_BITS: f64 = 1448.0 * 8.0;
const RATE_BPS: &str = "10000000";

const METRICS: [Metric; 3] = [
    Metric {
        name: "a_c",
        of: |one| figure(one, "a_c"),
    },
    Metric {
        name: "a_w",
        of: |one| figure(one, "a_w"),
    },
    Metric {
        name: "measured_p_c",
        of: |one| figure(one, "p_c"),
    },
];

/// The experiment.
pub(in crate::experiment) struct LdModel;

fn grid(quick: bool) -> Grid {
    let mut cells = Vec::new();
    for (p_c, cross_flows) in CONGESTION_LOSS {
        for p_w in LOSS_RATES {
            cells.extend(SIMULATED.map(|variant| Cell {
                variant,
                params: vec![("p_c", Number(p_c))],
                x: Some(p_w),
                options: vec![
                    ("tcp", variant.to_owned()),
                    ("p_w", p_w.to_string()),
                    ("cross_flows", cross_flows.to_string()),
                ],
                runs: if quick { 3 } else { 50 },
            }));
        }
    }
    Grid {
        id: "ld-model",
        scenario: SCENARIO,
        x_name: "p_w",
        cells,
    }
}

impl Experiment for LdModel {
    fn id(&self) -> &'static str {
        "ld-model"
    }

    fn title(&self) -> &'static str {
        "throughput by the model beside simulation at 10 Mb/s (Lim 2006, equations 3 to 11)"
    }

    fn source(&self) -> String {
        SOURCE.to_owned()
    }

    fn variants(&self) -> &'static [&'static str] {
        &VARIANTS
    }

    fn figures(&self) -> &'static [&'static str] {
        &["throughput-model"]
    }

    fn fixed_options(&self) -> &'static [&'static str] {
        &[
            "tcp",
            "tcp_mix",
            "p_w",
            "cross_flows",
            "flows",
            "segment_bytes",
            "run",
        ]
    }

    fn scenario(&self) -> &'static str {
        SCENARIO
    }

    fn plan(&self, setup: &Setup<'_>) -> Plan {
        let path = [
            ("rate_bps", RATE_BPS),
            ("buffer_packets", "120"),
            ("measure_s", "20"),
        ];
        grid(setup.quick).plan(setup, &path)
    }

    fn evaluate(&self, setup: &Setup<'_>, runs: &[Finished]) -> Result<Evaluation> {
        let grid = grid(setup.quick);
        let mut measurements = grid.measure(setup, &METRICS, runs)?;
        for cell in &grid.cells {
            measurements.extend(throughput(&grid, cell, setup, runs)?);
            for (name, from) in MODELS {
                if from == cell.variant {
                    measurements.extend(model(&grid, cell, name, setup, runs));
                }
            }
        }
        let mut tables = Vec::new();
        let mut drawings = Vec::new();
        for (p_c, flows) in CONGESTION_LOSS {
            let params = [("p_c", Number(p_c))];
            let view = View {
                metric: "throughput_bps",
                params: &params,
                lines: &lines(&VARIANTS),
                x_head: "p_w, %",
                x_size: PERCENT.size,
                unit: MEGABITS,
            };
            let caption = format!(
                "Throughput of one flow, p_c about {} % ({flows} competing flows)",
                p_c * 100.0
            );
            let mut table = view.table(&caption, &measurements);
            table.note(
                "The model takes T, p_c, A_c and A_w from each run and is the mean over them; it knows neither the capacity of 10 \
                 Mb/s nor timeouts, and says nothing of a run in which no loss was taken for congestion.",
            );
            tables.push(table);
            if flows == 0 {
                let axes = Axes {
                    x: LOSS_RATE,
                    x_scale: Scale::Decades,
                    y: THROUGHPUT_AXIS,
                    y_range: Some(0.0..12.0),
                };
                let caption = "Throughput of one flow against the wireless loss rate by simulation and by the model, without \
                               competing flows, cut at 12 Mb/s";
                drawings.push(view.draw("throughput-model", caption, &axes, &measurements)?);
            }
        }
        Ok(Evaluation {
            measurements,
            tables,
            drawings,
        })
    }
}

/// Throughput of the flow that is looked at, those that compete left out.
fn throughput(grid: &Grid, cell: &Cell, setup: &Setup<'_>, runs: &[Finished]) -> Result<Option<Measurement>> {
    let mut values = Vec::new();
    for one in grid.runs(cell, runs) {
        values.extend(trace::throughputs(&one.directory)?.first().copied());
    }
    let estimate = stats::estimate(&values);
    Ok(estimate.map(|found| grid.measurement(setup, cell, "throughput_bps", found)))
}

/// What the model says of the runs of a cell.
fn model(grid: &Grid, cell: &Cell, name: &str, setup: &Setup<'_>, runs: &[Finished]) -> Option<Measurement> {
    let p_w = cell.x?;
    let values: Vec<f64> = grid
        .runs(cell, runs)
        .filter_map(|one| segments_per_second(name, p_w, one))
        .map(|segments| segments * SEGMENT_BITS)
        .collect();
    let estimate = stats::estimate(&values)?;
    Some(Measurement {
        variant: name.to_owned(),
        ..grid.measurement(setup, cell, "throughput_bps", estimate)
    })
}

/// The model's throughput with the parameters of a run; none where an equation has no answer.
fn segments_per_second(name: &str, p_w: f64, one: &Finished) -> Option<f64> {
    let p_c = figure(one, "p_c")?;
    let t_p_s = figure(one, "shortest_round_trip_s")?;
    let t_s = t_p_s + figure(one, "buffer_wait_s")?; // equation 1
    if name == "lim-model" {
        let losses = Losses {
            p_c,
            p_w,
            a_c: figure(one, "a_c").unwrap_or(1.0), // without a congestion loss it does not matter
            a_w: figure(one, "a_w")?,
        };
        lim_throughput(t_s, losses.total().ok()?, losses.taken_for_congestion().ok()?).ok()
    } else {
        westwood_plus_throughput(t_s, t_p_s, p_c + p_w).ok()
    }
}
