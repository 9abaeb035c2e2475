// SPDX-License-Identifier: MIT OR Apache-2.0
//! Figure 8(a) of the paper: throughput of one flow against the delay of the last hop, C = 1 Mb/s and `p_w` = 1 %.

use super::{SCENARIO, SOURCE, THROUGHPUT_AXIS, VARIANTS, lines};
use crate::campaign::{Finished, Plan};
use crate::error::Result;
use crate::experiment::grid::{Grid, MEGABITS, Param, THROUGHPUT, View};
use crate::experiment::{Evaluation, Experiment, Measurement, Setup};
use crate::figure::curves::{Axes, Quantity, Scale};
use crate::stats;
use crate::table::{Column, NOTHING, Table};

const DELAYS_S: [f64; 7] = [0.1, 0.08, 0.06, 0.05, 0.04, 0.02, 0.01];
const RATE: (&str, Param) = ("rate_bps", Param::Number(1e6));
/// What variants lose between the shortest and the longest delay, as published.
const PUBLISHED_DECREASE: [(&str, f64); 3] = [("newreno", 0.475), ("westwood-plus", 0.176), ("lim", 0.19)];

/// The experiment.
pub(in crate::experiment) struct LdDelay;

fn grid(quick: bool) -> Grid {
    let points = DELAYS_S.map(|delay_s| (vec![RATE], delay_s));
    Grid::of_variants("ld-delay", "delay_s", points, if quick { 3 } else { 50 })
}

impl Experiment for LdDelay {
    fn id(&self) -> &'static str {
        "ld-delay"
    }

    fn title(&self) -> &'static str {
        "throughput against the delay of the last hop at 1 Mb/s and 1 % loss (Lim 2006, figure 8a)"
    }

    fn source(&self) -> String {
        format!("{SOURCE}, section 4.2 (decrease from 10 to 100 ms)")
    }

    fn variants(&self) -> &'static [&'static str] {
        &VARIANTS
    }

    fn figures(&self) -> &'static [&'static str] {
        &["throughput-delay"]
    }

    fn fixed_options(&self) -> &'static [&'static str] {
        &["tcp", "tcp_mix", "rate_bps", "delay_s", "run"]
    }

    fn scenario(&self) -> &'static str {
        SCENARIO
    }

    fn plan(&self, setup: &Setup<'_>) -> Plan {
        grid(setup.quick).plan(setup, &[("p_w", "0.01"), ("measure_s", "60")])
    }

    fn evaluate(&self, setup: &Setup<'_>, runs: &[Finished]) -> Result<Evaluation> {
        let grid = grid(setup.quick);
        let mut measurements = grid.measure(setup, &[THROUGHPUT], runs)?;
        let view = View {
            metric: THROUGHPUT.name,
            params: &[RATE],
            lines: &lines(&VARIANTS),
            x_head: "d, ms",
            x_size: 1e-3,
            unit: MEGABITS,
        };
        let axes = Axes {
            x: Quantity {
                name: "delay_ms",
                label: "Delay of the last hop (ms)",
            },
            x_scale: Scale::Linear,
            y: THROUGHPUT_AXIS,
            y_range: None,
        };
        let caption = "Throughput of one flow against the one-way delay of the last hop, bottleneck of 1 Mb/s, wireless loss 1 %";
        let drawing = view.draw("throughput-delay", caption, &axes, &measurements)?;
        let throughput = view.table("Throughput", &measurements);
        let decreases = decreases(&grid, setup, runs);
        let tables = vec![throughput, decrease_table(&decreases)];
        measurements.extend(decreases);
        Ok(Evaluation {
            measurements,
            tables,
            drawings: vec![drawing],
        })
    }
}

/// What each variant loses between the shortest and the longest delay, run by run.
fn decreases(grid: &Grid, setup: &Setup<'_>, runs: &[Finished]) -> Vec<Measurement> {
    let mut found = Vec::new();
    let [longest, .., shortest] = DELAYS_S;
    for variant in VARIANTS {
        let at = |x| {
            grid.cells
                .iter()
                .find(|cell| cell.variant == variant && cell.x == Some(x))
        };
        let (Some(near), Some(far)) = (at(shortest), at(longest)) else {
            continue;
        };
        let pairs = grid.runs(near, runs).zip(grid.runs(far, runs));
        let values: Vec<f64> = pairs
            .map(|(near, far)| 1.0 - far.summary.throughput_bps / near.summary.throughput_bps)
            .filter(|value| value.is_finite())
            .collect();
        let published = PUBLISHED_DECREASE.iter().find(|(name, _)| *name == variant);
        found.extend(stats::estimate(&values).map(|estimate| Measurement {
            x: None,
            paper: published.map(|(_, value)| *value),
            ..grid.measurement(setup, near, "decrease", estimate)
        }));
    }
    found
}

fn decrease_table(decreases: &[Measurement]) -> Table {
    let numbers = ["lost, %", "± 95 % CI", "paper, %"].map(Column::number);
    let columns = std::iter::once(Column::text("variant")).chain(numbers);
    let mut table = Table::new("Lost from the shortest to the longest delay", columns.collect());
    let percent = |value: Option<f64>| {
        value.map_or_else(|| NOTHING.to_owned(), |value| format!("{:.1}", value * 100.0))
    };
    for m in decreases {
        let row = [Some(m.y), m.ci95, m.paper].map(percent);
        table.row(std::iter::once(m.variant.clone()).chain(row).collect());
    }
    table
}
