// SPDX-License-Identifier: MIT OR Apache-2.0
//! The congestion window over time, without loss, with loss and in a sensor network: one run of each.

use super::family::Site;
use super::{FIXED, HOP_BY_HOP, NEWRENO, SCENARIO, Variant, source};
use crate::campaign::{Finished, Plan};
use crate::error::{Error, Result};
use crate::experiment::grid::{Cell, Grid, Metric, Param, Unit, figure};
use crate::experiment::{Evaluation, Experiment, Measurement, Setup};
use crate::figure::Drawing;
use crate::figure::curves::{self, Axes, Point, Quantity, Scale, Series};
use crate::stats::{self, Estimate};
use crate::table::{Column, NOTHING, Table};
use crate::trace;

const VARIANTS: [Variant; 2] = [NEWRENO, HOP_BY_HOP];
const CHAIN: u32 = 4;
/// Sites and their figures.
const SITES: [(Site, &str); 3] = [
    (Site::manet("dsr", 0.0), "cwnd-manet"),
    (Site::manet("dsr", 0.1), "cwnd-manet-loss"),
    (Site::sensor("dsr"), "cwnd-sensor"),
];
const PACKETS: Unit = Unit {
    name: "packets",
    size: 1.0,
    digits: 2,
};
/// What is told of each run.
const TOLD: [Metric; 3] = [
    Metric {
        name: "timeouts",
        of: |one| figure(one, "timeouts"),
    },
    Metric {
        name: "fast retransmits",
        of: |one| figure(one, "fast_retransmits"),
    },
    Metric {
        name: "throughput, kb/s",
        of: |one| Some((one.summary.throughput_bps / 100.0).round() / 10.0),
    },
];

/// The experiment.
pub(in crate::experiment) struct HbhCwnd;

fn grid(quick: bool) -> Grid {
    let cells = SITES.iter().flat_map(|(site, _)| {
        VARIANTS.map(|variant| {
            let mut cell = site.cell(&variant, CHAIN, (1, quick));
            cell.params.push(("hops", Param::Number(f64::from(CHAIN))));
            cell.options.push(("series", "true".to_owned()));
            Cell { x: None, ..cell }
        })
    });
    Grid {
        id: "hbh-cwnd",
        scenario: SCENARIO,
        x_name: "time_s",
        cells: cells.collect(),
    }
}

impl Experiment for HbhCwnd {
    fn id(&self) -> &'static str {
        "hbh-cwnd"
    }

    fn title(&self) -> &'static str {
        "congestion window of Hop-by-Hop TCP and NewReno over time (Lien, experiment 1)"
    }

    fn source(&self) -> String {
        source()
    }

    fn variants(&self) -> &'static [&'static str] {
        &[HOP_BY_HOP.name, NEWRENO.name]
    }

    fn figures(&self) -> &'static [&'static str] {
        &["cwnd-manet", "cwnd-manet-loss", "cwnd-sensor"]
    }

    fn fixed_options(&self) -> &'static [&'static str] {
        &FIXED
    }

    fn scenario(&self) -> &'static str {
        SCENARIO
    }

    fn plan(&self, setup: &Setup<'_>) -> Plan {
        grid(setup.quick).plan(setup, &[])
    }

    fn evaluate(&self, setup: &Setup<'_>, runs: &[Finished]) -> Result<Evaluation> {
        let grid = grid(setup.quick);
        let mut measurements = Vec::new();
        let mut drawings = Vec::new();
        let heads = ["mean window, packets"]
            .into_iter()
            .chain(TOLD.map(|metric| metric.name));
        let columns = ["", "variant"]
            .map(Column::text)
            .into_iter()
            .chain(heads.map(Column::number));
        let mut table = Table::new(&format!("Congestion window over {CHAIN} hops"), columns.collect());
        for (site, name) in &SITES {
            let mut series = Vec::new();
            for variant in &VARIANTS {
                let (cell, one) = run_of(&grid, site, variant, runs)?;
                let steps = steps(one)?;
                let seconds = by_the_second(&steps, one.summary.duration_s);
                let windows: Vec<f64> = seconds.iter().map(|(_, packets)| *packets).collect();
                let mean = stats::estimate(&windows).map(|windows| PACKETS.tell(windows.mean));
                let others = TOLD.map(|metric| {
                    (metric.of)(one).map_or_else(|| NOTHING.to_owned(), |value| value.to_string())
                });
                let row = [
                    site.told(),
                    variant.name.to_owned(),
                    mean.unwrap_or_else(|| NOTHING.to_owned()),
                ];
                table.row(row.into_iter().chain(others).collect());
                measurements.extend(seconds.into_iter().map(|(time_s, packets)| Measurement {
                    x: Some(time_s),
                    ..grid.measurement(setup, cell, "cwnd_packets", once(packets))
                }));
                series.push(Series {
                    name: variant.legend.to_owned(),
                    look: variant.look,
                    points: steps
                        .into_iter()
                        .map(|(x, y)| Point { x, y, ci95: None })
                        .collect(),
                    steps: true,
                });
            }
            drawings.push(draw(site, name, &series)?);
        }
        Ok(Evaluation {
            measurements,
            tables: vec![table],
            drawings,
        })
    }
}

fn run_of<'a>(
    grid: &'a Grid,
    site: &Site,
    variant: &Variant,
    runs: &'a [Finished],
) -> Result<(&'a Cell, &'a Finished)> {
    let cell = grid.find(variant.name, &site.params(), None);
    let found = cell.and_then(|cell| Some((cell, grid.runs(cell, runs).next()?)));
    found.ok_or_else(|| Error::work(format!("hbh-cwnd: no run of {}, {}", variant.name, site.told())))
}

/// The window of a run in packets: each value from its time on, up to the end of the run.
fn steps(one: &Finished) -> Result<Vec<(f64, f64)>> {
    let packet = trace::segment_bytes(&one.directory)?;
    let window = trace::cwnd(&one.directory)?;
    let mut steps: Vec<(f64, f64)> = window
        .into_iter()
        .map(|(time_s, bytes)| (time_s, bytes / packet))
        .collect();
    let last = steps
        .last()
        .map(|(_, packets)| (one.summary.duration_s, *packets));
    steps.extend(last);
    Ok(steps)
}

/// The value at each whole second from the first value on.
fn by_the_second(steps: &[(f64, f64)], end_s: f64) -> Vec<(f64, f64)> {
    let seconds = std::iter::successors(Some(0.0), |second| Some(second + 1.0));
    let at = |second: f64| {
        let before = steps.iter().take_while(|(time_s, _)| *time_s <= second);
        before.last().map(|(_, packets)| (second, *packets))
    };
    seconds
        .take_while(|second| *second <= end_s)
        .filter_map(at)
        .collect()
}

/// The estimate that one run gives.
fn once(mean: f64) -> Estimate {
    Estimate {
        mean,
        sd: None,
        ci95: None,
        n: 1,
    }
}

fn draw(site: &Site, name: &str, series: &[Series]) -> Result<Drawing> {
    let axes = Axes {
        x: Quantity {
            name: "time_s",
            label: "Time (s)",
        },
        x_scale: Scale::Linear,
        y: Quantity {
            name: "cwnd_packets",
            label: "Congestion window (packets)",
        },
        y_range: None,
    };
    let caption = format!(
        "Congestion window over {CHAIN} hops, {}: one run of each.",
        site.told()
    );
    curves::draw(name, &caption, &axes, series)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_holds_until_it_changes() {
        let steps = [(0.5, 1.0), (1.2, 2.0), (1.4, 3.0), (3.0, 1.0), (4.2, 1.0)];
        let seconds = by_the_second(&steps, 4.2);
        assert_eq!(seconds, [(1.0, 1.0), (2.0, 3.0), (3.0, 1.0), (4.0, 1.0)]);
    }
}
