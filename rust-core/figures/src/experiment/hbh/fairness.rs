// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fairness (experiment 2 of the paper): flows of two kinds beside each other (2A), and flows of one kind (2B), over 4, 6 and 8 hops.

use super::family::Site;
use super::{FIXED, HOPS_AXIS, KILOBITS, SCENARIO, look, source};
use crate::campaign::{Finished, Plan};
use crate::error::Result;
use crate::experiment::grid::{Cell, Grid, Line, Metric, Param, Unit, View, figure};
use crate::experiment::{Evaluation, Experiment, Measurement, Setup};
use crate::figure::curves::{self, Axes, Point, Quantity, Scale, Series};
use crate::figure::{Drawing, Hue, Look, Marker};
use crate::stats;
use crate::trace;

const HOPS: [u32; 3] = [4, 6, 8];
const SITES: [(Site, &str); 3] = [
    (Site::manet("dsr", 0.1), "dsr"),
    (Site::manet("aodv", 0.1), "aodv"),
    (Site::sensor("dsr"), "sensor"),
];
/// Seconds over which a value of Jain's index over time is taken.
const WINDOW_S: [(&str, f64); 2] = [("manet", 10.0), ("sensor", 50.0)];
const INDEX: Unit = Unit {
    name: "1 is fair",
    size: 1.0,
    digits: 3,
};
const JAIN: Metric = Metric {
    name: "jain",
    of: |one| figure(one, "jain"),
};
const JAIN_AXIS: Quantity = Quantity {
    name: "jain",
    label: "Jain's index",
};

/// Flows beside each other.
struct Mix {
    name: &'static str,
    legend: &'static str,
    /// The TCP of each flow, flow after flow, then from the front.
    tcps: &'static [&'static str],
    mechanism: &'static str,
    flows: u32,
    look: Look,
}

const MIXES: [Mix; 8] = [
    Mix {
        name: "hop-by-hop",
        legend: "2 Hop-by-Hop",
        tcps: &["hop-by-hop"],
        mechanism: "hop-by-hop",
        flows: 2,
        look: look(Hue::Blue, Marker::Circle, None),
    },
    Mix {
        name: "hop-by-hop",
        legend: "4 Hop-by-Hop",
        tcps: &["hop-by-hop"],
        mechanism: "hop-by-hop",
        flows: 4,
        look: look(Hue::Sky, Marker::Triangle, None),
    },
    Mix {
        name: "newreno",
        legend: "2 NewReno",
        tcps: &["newreno"],
        mechanism: "none",
        flows: 2,
        look: look(Hue::Vermillion, Marker::Square, Some((22, 12))),
    },
    Mix {
        name: "newreno",
        legend: "4 NewReno",
        tcps: &["newreno"],
        mechanism: "none",
        flows: 4,
        look: look(Hue::Orange, Marker::Diamond, Some((22, 12))),
    },
    Mix {
        name: "vegas",
        legend: "2 Vegas",
        tcps: &["vegas"],
        mechanism: "none",
        flows: 2,
        look: look(Hue::Green, Marker::Square, Some((8, 10))),
    },
    Mix {
        name: "vegas",
        legend: "4 Vegas",
        tcps: &["vegas"],
        mechanism: "none",
        flows: 4,
        look: look(Hue::Green, Marker::Cross, Some((8, 10))),
    },
    Mix {
        name: "hop-by-hop+newreno",
        legend: "Hop-by-Hop and NewReno",
        tcps: &["hop-by-hop", "newreno"],
        mechanism: "hop-by-hop",
        flows: 2,
        look: look(Hue::Purple, Marker::Circle, Some((34, 10))),
    },
    Mix {
        name: "newreno+vegas",
        legend: "NewReno and Vegas",
        tcps: &["newreno", "vegas"],
        mechanism: "none",
        flows: 2,
        look: look(Hue::Ink, Marker::Diamond, Some((4, 8))),
    },
];

impl Mix {
    fn line(&self) -> Line {
        Line {
            variant: self.name,
            params: vec![("flows", Param::Number(f64::from(self.flows)))],
            head: format!("{}, {}", self.name, self.flows),
            name: self.legend.to_owned(),
            look: self.look,
        }
    }

    fn cell(&self, site: &Site, hops: u32, (runs, quick): (u32, bool)) -> Cell {
        let cell = site.bare_cell(self.name, hops, (runs, quick));
        let own = [
            ("mechanism", self.mechanism.to_owned()),
            ("tcp_mix", self.tcps.join(",")),
            ("flows", self.flows.to_string()),
            ("series", "true".to_owned()),
        ];
        Cell {
            params: [cell.params, self.line().params].concat(),
            options: cell.options.into_iter().chain(own).collect(),
            ..cell
        }
    }
}

/// The experiment.
pub(in crate::experiment) struct HbhFairness;

fn grid(quick: bool) -> Grid {
    let runs = if quick { 2 } else { 20 };
    let mut cells = Vec::new();
    for (site, _) in &SITES {
        for mix in &MIXES {
            cells.extend(HOPS.map(|hops| mix.cell(site, hops, (runs, quick))));
        }
    }
    Grid {
        id: "hbh-fairness",
        scenario: SCENARIO,
        x_name: "hops",
        cells,
    }
}

impl Experiment for HbhFairness {
    fn id(&self) -> &'static str {
        "hbh-fairness"
    }

    fn title(&self) -> &'static str {
        "fairness of Hop-by-Hop TCP among its like and beside NewReno (Lien, experiment 2)"
    }

    fn source(&self) -> String {
        source()
    }

    fn variants(&self) -> &'static [&'static str] {
        &[
            "hop-by-hop",
            "newreno",
            "vegas",
            "hop-by-hop+newreno",
            "newreno+vegas",
        ]
    }

    fn figures(&self) -> &'static [&'static str] {
        &[
            "jain-hops-dsr",
            "jain-hops-aodv",
            "jain-hops-sensor",
            "jain-time-dsr",
            "jain-time-aodv",
            "jain-time-sensor",
        ]
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
        let mut measurements = grid.measure(setup, &[JAIN], runs)?;
        for cell in &grid.cells {
            measurements.extend(kinds(&grid, cell, setup, runs)?);
        }
        let lines: Vec<Line> = MIXES.iter().map(Mix::line).collect();
        let mut tables = Vec::new();
        let mut drawings = Vec::new();
        for (site, name) in &SITES {
            let params = site.params();
            let view = |metric, lines, unit| View {
                metric,
                params: &params,
                lines,
                x_head: "hops",
                x_size: 1.0,
                unit,
            };
            let jain = view(JAIN.name, &lines, INDEX);
            tables.push(jain.table(&format!("Jain's index, {}", site.told()), &measurements));
            let kinds: Vec<Line> = MIXES.iter().flat_map(lines_of_kinds).collect();
            let mut throughput = view("throughput_bps", &kinds, KILOBITS)
                .table(&format!("Throughput of a flow, {}", site.told()), &measurements);
            throughput.note(
                "Means over the flows of a kind. With two names the flow is of the one behind the colon.",
            );
            tables.push(throughput);
            let axes = axes(HOPS_AXIS);
            let caption = format!("Jain's index of the flows' throughput, {}", site.told());
            drawings.push(jain.draw(&format!("jain-hops-{name}"), &caption, &axes, &measurements)?);
            let (found, drawing) = over_time(&grid, (site, name), setup, runs)?;
            measurements.extend(found);
            drawings.push(drawing);
        }
        Ok(Evaluation {
            measurements,
            tables,
            drawings,
        })
    }
}

/// The throughput of a flow of each kind, the mean over the flows of that kind in a run.
fn kinds(grid: &Grid, cell: &Cell, setup: &Setup<'_>, runs: &[Finished]) -> Result<Vec<Measurement>> {
    let mut found = Vec::new();
    let mixes = MIXES
        .iter()
        .filter(|mix| mix.name == cell.variant && cell.has(&mix.line().params));
    for &tcp in mixes.flat_map(|mix| mix.tcps) {
        let mut means = Vec::new();
        for one in grid.runs(cell, runs) {
            let flows = trace::throughputs_of(&one.directory, tcp)?;
            means.extend(stats::estimate(&flows).map(|flows| flows.mean));
        }
        found.extend(stats::estimate(&means).map(|estimate| {
            let mut measurement = grid.measurement(setup, cell, "throughput_bps", estimate);
            measurement.params.insert("tcp".to_owned(), tcp.into());
            measurement
        }));
    }
    Ok(found)
}

/// A column for each kind of flow of a mix.
fn lines_of_kinds(mix: &Mix) -> impl Iterator<Item = Line> {
    mix.tcps.iter().map(|&tcp| {
        let mut line = mix.line();
        if mix.tcps.len() > 1 {
            line.head = format!("{}: {tcp}", mix.name);
        }
        line.params.push(("tcp", Param::Word(tcp)));
        line
    })
}

/// Jain's index in windows of some seconds, of every mix; the figure shows those of four flows.
fn over_time(
    grid: &Grid,
    (site, name): (&Site, &str),
    setup: &Setup<'_>,
    runs: &[Finished],
) -> Result<(Vec<Measurement>, Drawing)> {
    let window_s = window_s(site);
    let params = site.params();
    let mut measurements = Vec::new();
    let mut series = Vec::new();
    for mix in &MIXES {
        for (hops, hue) in HOPS.into_iter().zip([Hue::Green, Hue::Blue, Hue::Vermillion]) {
            let at = [params.clone(), mix.line().params].concat();
            let Some(cell) = grid.find(mix.name, &at, Some(f64::from(hops))) else {
                continue;
            };
            let windows = grid
                .runs(cell, runs)
                .map(|one| jain_by_window(one, mix.flows, window_s));
            let windows = windows.collect::<Result<Vec<_>>>()?;
            let mut points = Vec::new();
            for (end_s, values) in by_window(&windows, window_s) {
                let Some(estimate) = stats::estimate(&values) else {
                    continue;
                };
                let mut measurement = grid.measurement(setup, cell, "jain_over_time", estimate);
                measurement.params.insert("hops".to_owned(), hops.into());
                points.push(Point {
                    x: end_s,
                    y: estimate.mean,
                    ci95: None,
                });
                measurements.push(Measurement {
                    x_name: "time_s".to_owned(),
                    x: Some(end_s),
                    ..measurement
                });
            }
            if mix.flows == 4 && mix.name != "vegas" {
                series.push(Series {
                    name: format!("{}, {hops} hops", mix.legend),
                    look: Look { hue, ..mix.look },
                    points,
                    steps: false,
                });
            }
        }
    }
    let axes = axes(Quantity {
        name: "time_s",
        label: "Time (s)",
    });
    let caption = format!(
        "Jain's index of four flows in windows of {window_s} s, {}: means over the runs, each window at its end; without those in which \
         no flow got anything.",
        site.told()
    );
    let drawing = curves::draw(&format!("jain-time-{name}"), &caption, &axes, &series)?;
    Ok((measurements, drawing))
}

fn window_s(site: &Site) -> f64 {
    let found = WINDOW_S.iter().find(|(network, _)| *network == site.network);
    found.map_or(1.0, |(_, window_s)| *window_s)
}

fn axes(x: Quantity) -> Axes {
    Axes {
        x,
        x_scale: Scale::Linear,
        y: JAIN_AXIS,
        y_range: Some(0.0..1.05),
    }
}

/// The index of each whole window from the start of the last flow to the end of the run; none where no flow got anything. In a
/// second that a series does not have nothing was carried.
fn jain_by_window(one: &Finished, flows: u32, window_s: f64) -> Result<Vec<Option<f64>>> {
    let series = (1..=flows).map(|flow| trace::throughput(&one.directory, flow));
    let series = series.collect::<Result<Vec<_>>>()?;
    let begun = trace::starts(&one.directory)?;
    let start_s = begun.iter().copied().fold(0.0, f64::max);
    let end_s = begun
        .first()
        .map_or(start_s, |first| first + one.summary.duration_s);
    let starts = std::iter::successors(Some(start_s), |start_s| Some(start_s + window_s));
    let windows = starts.take_while(|start_s| start_s + window_s <= end_s);
    let index = |start_s: f64| {
        let within = |time_s: f64| time_s > start_s && time_s <= start_s + window_s;
        let carried = series.iter().map(|bins| {
            let bins = bins.iter().filter(|(time_s, _)| within(*time_s));
            bins.map(|(_, bps)| bps).sum::<f64>()
        });
        stats::jain(&carried.collect::<Vec<_>>())
    };
    Ok(windows.map(index).collect())
}

/// The values of all runs in each window, by its end.
fn by_window(runs: &[Vec<Option<f64>>], window_s: f64) -> Vec<(f64, Vec<f64>)> {
    let longest = runs.iter().map(Vec::len).max().unwrap_or(0);
    let ends = std::iter::successors(Some(window_s), |end_s| Some(end_s + window_s));
    let values = |at: usize| {
        let found = runs.iter().filter_map(|windows| *windows.get(at)?);
        found.collect()
    };
    ends.zip((0..longest).map(values)).collect()
}
