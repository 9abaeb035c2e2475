// SPDX-License-Identifier: MIT OR Apache-2.0
//! HotOS 95, figure 3: throughput of Snoop and of Reno against the bit error rate, over the three links that the paper
//! simulated.

use super::error_rate;
use super::published::published;
use super::{Evaluation, Experiment, Setup};
use crate::campaign::{Finished, Plan};
use crate::error::Result;

const RATES: [Option<f64>; 7] = [
    Some(1e3),
    Some(1e4),
    Some(3e4),
    Some(1e5),
    Some(1e6),
    Some(1e7),
    None,
];
const VARIANTS: [&str; 4] = ["snoop", "snoop-1995", "snoop-1997", "plain"];
/// The paper does not say how long its runs were. Their spread, and what plain TCP loses to its first timeout where there
/// are hardly any errors, are those of runs of about ten seconds.
const LENGTH_S: &str = "10";
/// More than arrives in that time: at one error per 1e3 bits nothing arrives at all, so runs cannot go by bytes.
const ENDLESS_BYTES: &str = "1000000000";

/// The experiment.
pub(super) struct SnoopHotos;

impl Experiment for SnoopHotos {
    fn id(&self) -> &'static str {
        "snoop-hotos"
    }

    fn title(&self) -> &'static str {
        "throughput of Snoop and of Reno against the bit error rate, simulated (HotOS 95, figure 3)"
    }

    fn source(&self) -> String {
        published()
            .map(|published| published.snoop_hotos.source)
            .unwrap_or_default()
    }

    fn variants(&self) -> &'static [&'static str] {
        &VARIANTS
    }

    fn figures(&self) -> &'static [&'static str] {
        &["throughput-error-rate"]
    }

    fn fixed_options(&self) -> &'static [&'static str] {
        &error_rate::FIXED_OPTIONS
    }

    fn scenario(&self) -> &'static str {
        "three-hops"
    }

    fn plan(&self, setup: &Setup<'_>) -> Plan {
        let count = if setup.quick { 8 } else { 30 };
        Plan {
            scenario: self.scenario().to_owned(),
            options: setup.options(&[
                ("transfer_bytes", ENDLESS_BYTES),
                ("measure_s", LENGTH_S),
                error_rate::PAPER_SENDER,
            ]),
            runs: error_rate::runs(setup, &VARIANTS, &RATES, count),
        }
    }

    fn evaluate(&self, setup: &Setup<'_>, runs: &[Finished]) -> Result<Evaluation> {
        error_rate::evaluate(
            self.id(),
            setup,
            &published()?.snoop_hotos,
            (&VARIANTS, &RATES),
            runs,
        )
    }
}
