// SPDX-License-Identifier: MIT OR Apache-2.0
//! The experiments of the source papers: which runs each consists of, and its values beside the published ones.

mod comparison;
mod demo;
mod error_rate;
mod grid;
mod hbh;
mod ld;
mod published;
mod snoop_ber;
mod snoop_handoff;
mod snoop_hotos;
mod snoop_sequence;

use serde::Serialize;
use serde_json::{Map, Value};

pub use demo::Demo;

use crate::campaign::{Finished, Plan};
use crate::error::{Error, Result};
use crate::figure::Drawing;
use crate::number;
use crate::output::csv_text;
use crate::scenario::{Description, Options};
use crate::table::Table;

/// An experiment.
pub trait Experiment: Sync {
    /// The name on the command line.
    fn id(&self) -> &'static str;
    /// One line for people.
    fn title(&self) -> &'static str;
    /// Where the published values come from.
    fn source(&self) -> String;
    /// What is compared.
    fn variants(&self) -> &'static [&'static str];
    /// The figures it draws.
    fn figures(&self) -> &'static [&'static str];
    /// Options that belong to the experiment and cannot be set by the user.
    fn fixed_options(&self) -> &'static [&'static str];
    /// The scenario it runs.
    fn scenario(&self) -> &'static str;
    /// Experiments that make some of the same runs: what lies in their default place is taken over.
    fn shares_runs_with(&self) -> &'static [&'static str] {
        &[]
    }
    /// Its runs.
    fn plan(&self, setup: &Setup<'_>) -> Plan;
    /// Its results.
    ///
    /// # Errors
    /// Failed work if a run did not leave what is needed.
    fn evaluate(&self, setup: &Setup<'_>, runs: &[Finished]) -> Result<Evaluation>;
}

/// Every experiment that can be reproduced.
pub const ALL: [&dyn Experiment; 17] = [
    &snoop_ber::SnoopBer,
    &snoop_hotos::SnoopHotos,
    &snoop_sequence::SnoopSequence,
    &snoop_handoff::SnoopHandoff,
    &ld::LdAccuracy,
    &ld::LdUtilization,
    &ld::LdLossRate,
    &ld::LdDelay,
    &ld::LdBuffer,
    &ld::LdGoodput,
    &ld::LdModel,
    &hbh::THROUGHPUT,
    &hbh::DELAY,
    &hbh::RETRANSMISSION,
    &hbh::HbhCwnd,
    &hbh::HbhPiggyback,
    &hbh::HbhFairness,
];

/// Finds an experiment by its name.
///
/// # Errors
/// A wrong call that lists the known ones.
pub fn find(id: &str) -> Result<&'static dyn Experiment> {
    ALL.into_iter()
        .find(|experiment| experiment.id() == id)
        .ok_or_else(|| {
            let known: Vec<&str> = ALL.iter().map(|experiment| experiment.id()).collect();
            Error::call(format!(
                "unknown experiment `{id}`; known: {}, all",
                known.join(", ")
            ))
        })
}

/// How an experiment is to be done.
pub struct Setup<'a> {
    /// Fewer seeds and shorter transfers.
    pub quick: bool,
    /// Options the user set for every run.
    pub overrides: &'a Options,
    /// What the scenario offers.
    pub description: &'a Description,
}

impl Setup<'_> {
    /// The options of every run: those of the experiment under those of the user.
    fn options(&self, own: &[(&str, &str)]) -> Options {
        let mut options: Options = own.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect();
        options.extend(self.overrides.clone());
        options
    }

    /// What the user changed, for the `params` of a measurement.
    fn params(&self) -> Map<String, Value> {
        self.overrides
            .iter()
            .map(|(key, value)| (key.clone(), Value::String(value.clone())))
            .collect()
    }
}

/// What an experiment comes to.
pub struct Evaluation {
    /// One element per measured value.
    pub measurements: Vec<Measurement>,
    /// The same for people.
    pub tables: Vec<Table>,
    /// The figures.
    pub drawings: Vec<Drawing>,
}

/// One measured value beside the published one.
#[derive(Clone, Debug, Serialize)]
pub struct Measurement {
    /// The experiment.
    pub figure: String,
    /// What was measured.
    pub variant: String,
    /// What else determines it.
    pub params: Map<String, Value>,
    /// The quantity on the x axis, with its unit.
    pub x_name: String,
    /// Its value; none has a meaning of its own in each experiment.
    #[serde(serialize_with = "number::serialize_option")]
    pub x: Option<f64>,
    /// The quantity on the y axis, with its unit.
    pub metric: String,
    /// Its value, the mean over the runs.
    #[serde(serialize_with = "number::serialize")]
    pub y: f64,
    /// Half width of the 95 % confidence interval of the mean.
    #[serde(serialize_with = "number::serialize_option")]
    pub ci95: Option<f64>,
    /// Number of runs.
    pub n: usize,
    /// The published value.
    #[serde(serialize_with = "number::serialize_option")]
    pub paper: Option<f64>,
    /// Standard deviation over the runs; in the CSV and the tables, where papers give one.
    #[serde(skip)]
    pub sd: Option<f64>,
}

/// Measurements as CSV: the fields of the JSON and the standard deviation.
///
/// # Errors
/// Failed work if they cannot be written.
pub fn to_csv(measurements: &[Measurement]) -> Result<String> {
    let or_empty = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    let rows = measurements.iter().map(|m| {
        let params: Vec<String> = m
            .params
            .iter()
            .map(|(k, v)| {
                v.as_str()
                    .map_or_else(|| format!("{k}={v}"), |v| format!("{k}={v}"))
            })
            .collect();
        [
            m.figure.clone(),
            m.variant.clone(),
            params.join(" "),
            m.x_name.clone(),
            or_empty(m.x),
            m.metric.clone(),
            m.y.to_string(),
            or_empty(m.ci95),
            or_empty(m.sd),
            m.n.to_string(),
            or_empty(m.paper),
        ]
    });
    let header = [
        "figure", "variant", "params", "x_name", "x", "metric", "y", "ci95", "sd", "n", "paper",
    ];
    csv_text(&header, rows)
}
