// SPDX-License-Identifier: MIT OR Apache-2.0
//! The evaluation of loss differentiation on the scenario `dumbbell`: what its experiments have in common. An experiment is a
//! list of cells (a variant at a point), each run some times, and of quantities that are taken from the runs of a cell.

mod accuracy;
mod buffer;
mod delay;
mod goodput;
mod loss_rate;
mod model;
mod utilization;

use serde_json::Value;

pub(super) use accuracy::LdAccuracy;
pub(super) use buffer::LdBuffer;
pub(super) use delay::LdDelay;
pub(super) use goodput::LdGoodput;
pub(super) use loss_rate::LdLossRate;
pub(super) use model::LdModel;
pub(super) use utilization::LdUtilization;

use super::{Measurement, Setup};
use crate::campaign::{Finished, Plan, Run};
use crate::error::{Error, Result};
use crate::figure::curves::{self, Axes, Point, Quantity, Series};
use crate::figure::{Drawing, Hue, Look, Marker};
use crate::stats::{self, Estimate};
use crate::table::{Column, NOTHING, Table};

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
/// Throughput of all flows.
const THROUGHPUT: Metric = Metric {
    name: "throughput_bps",
    of: |one| Some(one.summary.throughput_bps),
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

/// A variant at a point.
#[derive(Clone, Debug)]
struct Cell {
    variant: &'static str,
    /// What else determines the point.
    params: Vec<(&'static str, f64)>,
    x: Option<f64>,
    options: Vec<(&'static str, String)>,
    runs: u32,
}

/// A quantity that a run has, or has not.
#[derive(Clone, Copy)]
struct Metric {
    name: &'static str,
    of: fn(&Finished) -> Option<f64>,
}

/// A figure that the scenario adds to the summary.
fn figure(one: &Finished, name: &str) -> Option<f64> {
    one.summary.rest.get(name)?.as_f64()
}

/// The cells of an experiment and the name of its x axis.
struct Grid {
    id: &'static str,
    x_name: &'static str,
    cells: Vec<Cell>,
}

impl Grid {
    /// Cells for variants whose name is that of their TCP, at every point.
    fn of_variants(
        id: &'static str,
        x_name: &'static str,
        points: impl IntoIterator<Item = (Vec<(&'static str, f64)>, f64)>,
        runs: u32,
    ) -> Self {
        let mut cells = Vec::new();
        for (params, x) in points {
            for variant in VARIANTS {
                let numbers = params.iter().copied().chain([(x_name, x)]);
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
        Self { id, x_name, cells }
    }

    fn place(&self, cell: &Cell) -> String {
        let numbers = cell.params.iter().map(|&(name, value)| (name, Some(value)));
        let words = numbers.chain([(self.x_name, cell.x)]).map(|(name, value)| {
            let value = value.map_or_else(|| "none".to_owned(), |value| value.to_string());
            format!("{name}-{value}")
        });
        words.collect::<Vec<_>>().join("-")
    }

    fn plan(&self, setup: &Setup<'_>, common: &[(&str, &str)]) -> Plan {
        let mut runs = Vec::new();
        for cell in &self.cells {
            let options = cell.options.iter();
            let options: crate::scenario::Options = options
                .map(|(key, value)| ((*key).to_owned(), value.clone()))
                .collect();
            runs.extend((1..=cell.runs).map(|run| Run {
                variant: cell.variant.to_owned(),
                place: self.place(cell),
                x: cell.x,
                run,
                options: options.clone(),
            }));
        }
        Plan {
            scenario: SCENARIO.to_owned(),
            options: setup.options(common),
            runs,
        }
    }

    /// The runs of a cell, in the order of their numbers.
    fn runs<'a>(&self, cell: &'a Cell, runs: &'a [Finished]) -> impl Iterator<Item = &'a Finished> {
        let place = self.place(cell);
        runs.iter()
            .filter(move |one| one.run.variant == cell.variant && one.run.place == place)
    }

    /// The cell of another variant at the same point.
    fn beside(&self, cell: &Cell, variant: &str) -> Option<&Cell> {
        let same = |other: &&Cell| other.variant == variant && self.place(other) == self.place(cell);
        self.cells.iter().find(same)
    }

    fn measurement(&self, setup: &Setup<'_>, cell: &Cell, metric: &str, estimate: Estimate) -> Measurement {
        let mut params = setup.params();
        for &(name, value) in &cell.params {
            // Through text, so that a whole number has no fraction in JSON.
            let number = value.to_string().parse().map_or(Value::Null, Value::Number);
            params.insert(name.to_owned(), number);
        }
        Measurement {
            figure: self.id.to_owned(),
            variant: cell.variant.to_owned(),
            params,
            x_name: self.x_name.to_owned(),
            x: cell.x,
            metric: metric.to_owned(),
            y: estimate.mean,
            ci95: estimate.ci95,
            n: estimate.n,
            paper: None,
            sd: estimate.sd,
        }
    }

    /// Every metric of every cell; left out where no run of a cell has it.
    fn measure(&self, setup: &Setup<'_>, metrics: &[Metric], runs: &[Finished]) -> Result<Vec<Measurement>> {
        let mut measurements = Vec::new();
        for cell in &self.cells {
            if self.runs(cell, runs).next().is_none() {
                let place = self.place(cell);
                return Err(Error::work(format!(
                    "{}: no run of {} at {place}",
                    self.id, cell.variant
                )));
            }
            for metric in metrics {
                let values: Vec<f64> = self.runs(cell, runs).filter_map(metric.of).collect();
                let estimate = stats::estimate(&values);
                measurements.extend(estimate.map(|found| self.measurement(setup, cell, metric.name, found)));
            }
        }
        Ok(measurements)
    }

    /// By how much a cell is above that of another variant at its point, as a share of the other: run by run, since runs are
    /// paired.
    fn gain(&self, cell: &Cell, over: &str, runs: &[Finished]) -> Option<Estimate> {
        let other = self.beside(cell, over)?;
        let pairs = self.runs(cell, runs).zip(self.runs(other, runs));
        let gains = pairs.map(|(a, b)| a.summary.throughput_bps / b.summary.throughput_bps - 1.0);
        stats::estimate(&gains.filter(|gain| gain.is_finite()).collect::<Vec<_>>())
    }

    /// The largest gain of Lim's scheme over another variant among some cells, with the point where it is.
    fn largest_gain(
        &self,
        over: &str,
        params: &[(&str, f64)],
        runs: &[Finished],
    ) -> Option<(&Cell, Estimate)> {
        let ours = |cell: &&Cell| cell.variant == "lim" && params.iter().all(|p| cell.params.contains(p));
        let gains = self.cells.iter().filter(ours);
        let gains = gains.filter_map(|cell| Some((cell, self.gain(cell, over, runs)?)));
        gains.max_by(|a, b| a.1.mean.total_cmp(&b.1.mean))
    }
}

/// The measurements of a metric with some parameters.
fn select<'a>(
    measurements: &'a [Measurement],
    metric: &'a str,
    params: &'a [(&'a str, f64)],
) -> impl Iterator<Item = &'a Measurement> {
    measurements.iter().filter(move |m| {
        let same = |&(name, value): &(&str, f64)| {
            let found = m.params.get(name).and_then(Value::as_f64);
            found.is_some_and(|found| found.total_cmp(&value).is_eq())
        };
        m.metric == metric && params.iter().all(same)
    })
}

/// How a quantity is shown: its unit, and what one of it is in SI units.
#[derive(Clone, Copy)]
struct Unit {
    name: &'static str,
    size: f64,
    digits: usize,
}

const PERCENT: Unit = Unit {
    name: "%",
    size: 0.01,
    digits: 1,
};
const MEGABITS: Unit = Unit {
    name: "Mb/s",
    size: 1e6,
    digits: 3,
};

impl Unit {
    fn tell(self, value: f64) -> String {
        format!("{:.*}", self.digits, value / self.size)
    }
}

/// What is shown of an experiment together: a metric, with some parameters.
struct View<'a> {
    metric: &'a str,
    params: &'a [(&'a str, f64)],
    variants: &'a [&'static str],
    /// Head of the first column.
    x_head: &'a str,
    /// What one of the axis is in SI units.
    x_size: f64,
    unit: Unit,
}

impl View<'_> {
    fn points<'a>(
        &'a self,
        measurements: &'a [Measurement],
        variant: &'a str,
    ) -> impl Iterator<Item = &'a Measurement> {
        select(measurements, self.metric, self.params).filter(move |m| m.variant == variant)
    }

    /// One row a place on the x axis, one column a variant.
    fn table(&self, caption: &str, measurements: &[Measurement]) -> Table {
        let mut columns = vec![Column::number(self.x_head)];
        columns.extend(self.variants.iter().map(|variant| Column::number(variant)));
        let mut table = Table::new(&format!("{caption}, {}", self.unit.name), columns);
        let mut places: Vec<Option<f64>> = Vec::new();
        for m in select(measurements, self.metric, self.params) {
            if !places.contains(&m.x) {
                places.push(m.x);
            }
        }
        for x in places {
            // Rounded, so that 0.07 is 7 % and not 7.000000000000001 %.
            let head = x.map_or_else(
                || NOTHING.to_owned(),
                |x| ((x / self.x_size * 1e9).round() / 1e9).to_string(),
            );
            let cells = self.variants.iter().map(|variant| {
                let found = self.points(measurements, variant).find(|m| m.x == x);
                found.map_or_else(
                    || NOTHING.to_owned(),
                    |m| match m.ci95 {
                        Some(half) => format!("{} ± {}", self.unit.tell(m.y), self.unit.tell(half)),
                        None => self.unit.tell(m.y),
                    },
                )
            });
            table.row(std::iter::once(head).chain(cells).collect());
        }
        table
    }

    /// One line a variant.
    fn draw(&self, name: &str, caption: &str, axes: &Axes, measurements: &[Measurement]) -> Result<Drawing> {
        let series: Vec<Series> = self
            .variants
            .iter()
            .map(|&variant| {
                let points = self.points(measurements, variant).filter_map(|m| {
                    Some(Point {
                        x: m.x? / self.x_size,
                        y: m.y / self.unit.size,
                        ci95: m.ci95.map(|half| half / self.unit.size),
                    })
                });
                let (name, look) = look(variant);
                Series {
                    name: name.to_owned(),
                    look,
                    points: points.collect(),
                }
            })
            .collect();
        let n = select(measurements, self.metric, self.params).map(|m| m.n).max();
        let caption = match n {
            Some(n) if n > 1 => {
                format!("{caption}: means over {n} paired runs; bars: 95 % confidence intervals of the mean.")
            }
            _ => format!("{caption}: one run."),
        };
        curves::draw(name, &caption, axes, &series)
    }
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
