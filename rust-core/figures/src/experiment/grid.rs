// SPDX-License-Identifier: MIT OR Apache-2.0
//! Experiments over a grid: a list of cells (a variant at a point), each run some times, quantities that are taken from the runs of
//! a cell, and views of them as tables and curves.

use std::fmt;

use serde_json::Value;

use super::{Measurement, Setup};
use crate::campaign::{Finished, Plan, Run};
use crate::error::{Error, Result};
use crate::figure::curves::{self, Axes, Point, Series};
use crate::figure::{Drawing, Look};
use crate::scenario::Options;
use crate::stats::{self, Estimate};
use crate::table::{Column, NOTHING, Table};

/// The value of a parameter of a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Param {
    /// In SI units.
    Number(f64),
    /// A choice.
    Word(&'static str),
    /// Yes or no.
    Flag(bool),
}

impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(value) => value.fmt(f),
            Self::Word(word) => f.write_str(word),
            Self::Flag(flag) => flag.fmt(f),
        }
    }
}

impl From<Param> for Value {
    fn from(param: Param) -> Self {
        match param {
            // Through text, so that a whole number has no fraction in JSON.
            Param::Number(value) => value.to_string().parse().map_or(Self::Null, Self::Number),
            Param::Word(word) => word.into(),
            Param::Flag(flag) => flag.into(),
        }
    }
}

/// Parameters by name.
pub(super) type Params = [(&'static str, Param)];

/// A variant at a point.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) variant: &'static str,
    /// What else determines the point.
    pub(super) params: Vec<(&'static str, Param)>,
    pub(super) x: Option<f64>,
    pub(super) options: Vec<(&'static str, String)>,
    pub(super) runs: u32,
}

impl Cell {
    /// Whether it has all of these parameters.
    pub(super) fn has(&self, params: &Params) -> bool {
        params.iter().all(|param| self.params.contains(param))
    }
}

/// A quantity that a run has, or has not.
#[derive(Clone, Copy)]
pub(super) struct Metric {
    pub(super) name: &'static str,
    pub(super) of: fn(&Finished) -> Option<f64>,
}

/// Throughput of all flows.
pub(super) const THROUGHPUT: Metric = Metric {
    name: "throughput_bps",
    of: |one| Some(one.summary.throughput_bps),
};

/// A figure that the scenario adds to the summary.
pub(super) fn figure(one: &Finished, name: &str) -> Option<f64> {
    one.summary.rest.get(name)?.as_f64()
}

/// The cells of an experiment and the name of its x axis.
pub(super) struct Grid {
    pub(super) id: &'static str,
    pub(super) scenario: &'static str,
    pub(super) x_name: &'static str,
    pub(super) cells: Vec<Cell>,
}

impl Grid {
    fn place(&self, cell: &Cell) -> String {
        let params = cell.params.iter();
        let params = params.map(|(name, value)| format!("{name}-{value}"));
        let x = cell.x.map_or_else(|| "none".to_owned(), |x| x.to_string());
        let words = params.chain([format!("{}-{x}", self.x_name)]);
        words.collect::<Vec<_>>().join("-")
    }

    pub(super) fn plan(&self, setup: &Setup<'_>, common: &[(&str, &str)]) -> Plan {
        let mut runs = Vec::new();
        for cell in &self.cells {
            let options = cell.options.iter();
            let options: Options = options
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
            scenario: self.scenario.to_owned(),
            options: setup.options(common),
            runs,
        }
    }

    /// The runs of a cell, in the order of their numbers.
    pub(super) fn runs<'a>(
        &self,
        cell: &'a Cell,
        runs: &'a [Finished],
    ) -> impl Iterator<Item = &'a Finished> {
        let place = self.place(cell);
        runs.iter()
            .filter(move |one| one.run.variant == cell.variant && one.run.place == place)
    }

    /// The cell of a variant with these parameters, among others, at a place on the x axis.
    pub(super) fn find(&self, variant: &str, params: &Params, x: Option<f64>) -> Option<&Cell> {
        let mut cells = self.cells.iter();
        cells.find(|cell| cell.variant == variant && cell.x == x && cell.has(params))
    }

    pub(super) fn measurement(
        &self,
        setup: &Setup<'_>,
        cell: &Cell,
        metric: &str,
        estimate: Estimate,
    ) -> Measurement {
        let mut params = setup.params();
        let own = cell.params.iter();
        params.extend(own.map(|&(name, value)| (name.to_owned(), value.into())));
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
    pub(super) fn measure(
        &self,
        setup: &Setup<'_>,
        metrics: &[Metric],
        runs: &[Finished],
    ) -> Result<Vec<Measurement>> {
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
}

/// The measurements of a metric with some parameters.
pub(super) fn select<'a>(
    measurements: &'a [Measurement],
    metric: &'a str,
    params: &'a Params,
) -> impl Iterator<Item = &'a Measurement> {
    measurements.iter().filter(move |m| {
        let same = |&(name, value): &(&str, Param)| m.params.get(name) == Some(&value.into());
        m.metric == metric && params.iter().all(same)
    })
}

/// How a quantity is shown: its unit, and what one of it is in SI units.
#[derive(Clone, Copy)]
pub(super) struct Unit {
    pub(super) name: &'static str,
    pub(super) size: f64,
    pub(super) digits: usize,
}

pub(super) const PERCENT: Unit = Unit {
    name: "%",
    size: 0.01,
    digits: 1,
};
pub(super) const MEGABITS: Unit = Unit {
    name: "Mb/s",
    size: 1e6,
    digits: 3,
};

impl Unit {
    pub(super) fn tell(self, value: f64) -> String {
        format!("{:.*}", self.digits, value / self.size)
    }

    /// A mean with its confidence interval.
    pub(super) fn tell_both(self, mean: f64, ci95: Option<f64>) -> String {
        match ci95 {
            Some(half) => format!("{} ± {}", self.tell(mean), self.tell(half)),
            None => self.tell(mean),
        }
    }
}

/// A column of a table and line of a figure: a variant, with some parameters.
pub(super) struct Line {
    pub(super) variant: &'static str,
    pub(super) params: Vec<(&'static str, Param)>,
    /// Head of the column.
    pub(super) head: String,
    /// Name in the legend.
    pub(super) name: String,
    pub(super) look: Look,
}

/// What is shown of an experiment together: a metric, with some parameters.
pub(super) struct View<'a> {
    pub(super) metric: &'a str,
    pub(super) params: &'a Params,
    pub(super) lines: &'a [Line],
    /// Head of the first column.
    pub(super) x_head: &'a str,
    /// What one of the axis is in SI units.
    pub(super) x_size: f64,
    pub(super) unit: Unit,
}

impl View<'_> {
    /// The measurements of a line.
    pub(super) fn points<'a>(
        &'a self,
        measurements: &'a [Measurement],
        line: &'a Line,
    ) -> impl Iterator<Item = &'a Measurement> {
        let all = select(measurements, self.metric, self.params);
        let own = |m: &&Measurement| {
            select(std::slice::from_ref(*m), self.metric, &line.params)
                .next()
                .is_some()
        };
        all.filter(move |m| m.variant == line.variant && own(m))
    }

    /// One row a place on the x axis, one column a line.
    pub(super) fn table(&self, caption: &str, measurements: &[Measurement]) -> Table {
        let mut columns = vec![Column::number(self.x_head)];
        columns.extend(self.lines.iter().map(|line| Column::number(&line.head)));
        let mut table = Table::new(&format!("{caption}, {}", self.unit.name), columns);
        let mut places: Vec<Option<f64>> = Vec::new();
        for line in self.lines {
            for m in self.points(measurements, line) {
                if !places.contains(&m.x) {
                    places.push(m.x);
                }
            }
        }
        for x in places {
            // Rounded, so that 0.07 is 7 % and not 7.000000000000001 %.
            let head = x.map_or_else(
                || NOTHING.to_owned(),
                |x| ((x / self.x_size * 1e9).round() / 1e9).to_string(),
            );
            let cells = self.lines.iter().map(|line| {
                let found = self.points(measurements, line).find(|m| m.x == x);
                found.map_or_else(|| NOTHING.to_owned(), |m| self.unit.tell_both(m.y, m.ci95))
            });
            table.row(std::iter::once(head).chain(cells).collect());
        }
        table
    }

    /// One curve a line.
    pub(super) fn draw(
        &self,
        name: &str,
        caption: &str,
        axes: &Axes,
        measurements: &[Measurement],
    ) -> Result<Drawing> {
        let lines = self.lines.iter();
        let series: Vec<Series> = lines
            .map(|line| {
                let points = self.points(measurements, line).filter_map(|m| {
                    Some(Point {
                        x: m.x? / self.x_size,
                        y: m.y / self.unit.size,
                        ci95: m.ci95.map(|half| half / self.unit.size),
                    })
                });
                Series {
                    name: line.name.clone(),
                    look: line.look,
                    points: points.collect(),
                    steps: false,
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
