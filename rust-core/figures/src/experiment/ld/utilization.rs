// SPDX-License-Identifier: MIT OR Apache-2.0
//! Figure 6 of the paper: use of a bottleneck of 1 Mb/s and fairness against the number of flows; and what `NewReno` flows lose to
//! others beside them.

use std::ops::Range;

use super::{SCENARIO, SOURCE, VARIANTS, lines};
use crate::campaign::{Finished, Plan};
use crate::error::Result;
use crate::experiment::grid::Param::Number;
use crate::experiment::grid::{Cell, Grid, Metric, PERCENT, Unit, View, figure};
use crate::experiment::{Evaluation, Experiment, Measurement, Setup};
use crate::figure::curves::{Axes, Quantity, Scale};
use crate::stats;
use crate::trace;

const FLOWS: [u32; 10] = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
const WIRELESS_LOSS: [f64; 2] = [0.01, 0.05];
/// Every other flow is `NewReno`.
const MIXES: [&str; 6] = [
    "lim+newreno",
    "zigzag+newreno",
    "oracle+newreno",
    "westwood-plus+newreno",
    "westwood-plus-2004+newreno",
    "veno+newreno",
];
const MIXED_FLOWS: [u32; 3] = [10, 6, 2];
const INDEX: Unit = Unit {
    name: "1 is fair",
    size: 1.0,
    digits: 4,
};
const METRICS: [Metric; 2] = [
    Metric {
        name: "utilization",
        of: |one| figure(one, "utilization"),
    },
    Metric {
        name: "jain",
        of: |one| figure(one, "jain"),
    },
];

/// The experiment.
pub(in crate::experiment) struct LdUtilization;

fn grid(quick: bool) -> Grid {
    let runs = if quick { 2 } else { 10 };
    let mut cells = Vec::new();
    for p_w in WIRELESS_LOSS {
        for flows in FLOWS {
            let cell = |variant: &'static str, sender: (&'static str, String)| Cell {
                variant,
                params: vec![("p_w", Number(p_w))],
                x: Some(f64::from(flows)),
                options: vec![sender, ("p_w", p_w.to_string()), ("flows", flows.to_string())],
                runs,
            };
            cells.extend(VARIANTS.map(|variant| cell(variant, ("tcp", variant.to_owned()))));
            if MIXED_FLOWS.contains(&flows) {
                cells.extend(MIXES.map(|variant| cell(variant, ("tcp_mix", variant.replace('+', ",")))));
            }
        }
    }
    Grid {
        id: "ld-utilization",
        scenario: SCENARIO,
        x_name: "flows",
        cells,
    }
}

impl Experiment for LdUtilization {
    fn id(&self) -> &'static str {
        "ld-utilization"
    }

    fn title(&self) -> &'static str {
        "use of the bottleneck and fairness against the number of flows (Lim 2006, figure 6)"
    }

    fn source(&self) -> String {
        SOURCE.to_owned()
    }

    fn variants(&self) -> &'static [&'static str] {
        &VARIANTS
    }

    fn figures(&self) -> &'static [&'static str] {
        &["utilization", "fairness"]
    }

    fn fixed_options(&self) -> &'static [&'static str] {
        &["tcp", "tcp_mix", "p_w", "flows", "run"]
    }

    fn scenario(&self) -> &'static str {
        SCENARIO
    }

    fn plan(&self, setup: &Setup<'_>) -> Plan {
        // Over shorter times flows differ by chance: among ten of them Jain's index is 0.98 after 100 s and 0.996 after 300 s.
        let measure_s = if setup.quick { "200" } else { "300" };
        grid(setup.quick).plan(setup, &[("measure_s", measure_s)])
    }

    fn evaluate(&self, setup: &Setup<'_>, runs: &[Finished]) -> Result<Evaluation> {
        let grid = grid(setup.quick);
        let mut measurements = grid.measure(setup, &METRICS, runs)?;
        measurements.extend(harm(&grid, setup, runs)?);
        let mut tables = Vec::new();
        let mut drawings = Vec::new();
        for p_w in WIRELESS_LOSS {
            let params = [("p_w", Number(p_w))];
            let (uniform, mixed) = (lines(&VARIANTS), lines(&MIXES));
            let view = |metric, lines, unit| View {
                metric,
                params: &params,
                lines,
                x_head: "flows",
                x_size: 1.0,
                unit,
            };
            let at = format!("p_w = {} %", p_w * 100.0);
            let utilization = view("utilization", &uniform, PERCENT);
            let fairness = view("jain", &uniform, INDEX);
            let harm = view("harm", &mixed, PERCENT);
            tables.push(utilization.table(&format!("Use of the bottleneck, {at}"), &measurements));
            tables.push(fairness.table(&format!("Jain's index, {at}"), &measurements));
            let mut table = harm.table(
                &format!("What NewReno flows lose to the others beside them, {at}"),
                &measurements,
            );
            table.note(
                "Every other flow is NewReno. Harm: the share of its throughput that a NewReno flow loses because the flows beside \
                 it are not NewReno, too, run by run; below 0 it gains.",
            );
            tables.push(table);
            if p_w > WIRELESS_LOSS[0] {
                drawings.push(utilization.draw(
                    "utilization",
                    "Use of the bottleneck of 1 Mb/s against the number of flows, wireless loss 5 %",
                    &axes(("utilization_percent", "Use of the bottleneck (%)"), 0.0..104.0),
                    &measurements,
                )?);
                drawings.push(fairness.draw(
                    "fairness",
                    "Jain's index of the flows' throughput against their number, wireless loss 5 %",
                    &axes(("jain", "Jain's index"), 0.8..1.01),
                    &measurements,
                )?);
            }
        }
        Ok(Evaluation {
            measurements,
            tables,
            drawings,
        })
    }
}

fn axes((name, label): (&'static str, &'static str), range: Range<f64>) -> Axes {
    Axes {
        x: Quantity {
            name: "flows",
            label: "Number of flows",
        },
        x_scale: Scale::Linear,
        y: Quantity { name, label },
        y_range: Some(range),
    }
}

/// The share of its throughput that a `NewReno` flow loses to those beside it: against the same flows of the same run number where
/// all are `NewReno`.
fn harm(grid: &Grid, setup: &Setup<'_>, runs: &[Finished]) -> Result<Vec<Measurement>> {
    let mut found = Vec::new();
    for cell in grid.cells.iter().filter(|cell| MIXES.contains(&cell.variant)) {
        let Some(alone) = grid.find("newreno", &cell.params, cell.x) else {
            continue;
        };
        let mut values = Vec::new();
        for (mixed, alone) in grid.runs(cell, runs).zip(grid.runs(alone, runs)) {
            let (mixed, alone) = (of_newreno(mixed)?, of_newreno(alone)?);
            if alone > 0.0 {
                values.push(1.0 - mixed / alone);
            }
        }
        found
            .extend(stats::estimate(&values).map(|estimate| grid.measurement(setup, cell, "harm", estimate)));
    }
    Ok(found)
}

/// Throughput of every second flow, summed.
fn of_newreno(one: &Finished) -> Result<f64> {
    Ok(trace::throughputs(&one.directory)?
        .iter()
        .skip(1)
        .step_by(2)
        .sum())
}
