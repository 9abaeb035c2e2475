// SPDX-License-Identifier: MIT OR Apache-2.0
//! MobiCom 95, figure 4: throughput of Snoop and of plain TCP against the bit error rate.

use super::error_rate::{self, PAPER_SENDER, kilo, mega};
use super::published::published;
use super::{Evaluation, Experiment, Setup, comparison};
use crate::campaign::{Finished, Plan};
use crate::error::Result;

const RATES: [Option<f64>; 9] = [
    kilo(64.0),
    kilo(128.0),
    kilo(256.0),
    kilo(512.0),
    mega(1.0),
    mega(2.0),
    mega(4.0),
    mega(8.0),
    None,
];
const VARIANTS: [&str; 4] = ["snoop", "snoop-1995", "snoop-1997", "plain"];

/// The experiment.
pub(super) struct SnoopBer;

impl Experiment for SnoopBer {
    fn id(&self) -> &'static str {
        "snoop-ber"
    }

    fn title(&self) -> &'static str {
        "throughput of Snoop and of plain TCP against the bit error rate (MobiCom 95, figure 4)"
    }

    fn source(&self) -> String {
        published()
            .map(|published| published.snoop_ber.source)
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
        "wired-wireless"
    }

    fn plan(&self, setup: &Setup<'_>) -> Plan {
        let (bytes, count) = if setup.quick {
            ("2097152", 3)
        } else {
            ("10485760", 10)
        };
        Plan {
            scenario: self.scenario().to_owned(),
            options: setup.options(&[("transfer_bytes", bytes), PAPER_SENDER]),
            runs: error_rate::runs(setup, &VARIANTS, &RATES, count),
        }
    }

    fn evaluate(&self, setup: &Setup<'_>, runs: &[Finished]) -> Result<Evaluation> {
        let mut evaluation = error_rate::evaluate(
            self.id(),
            setup,
            &published()?.snoop_ber,
            (&VARIANTS, &RATES),
            runs,
        )?;
        let why = comparison::paragraph(setup, &evaluation.measurements, runs);
        if let (Some(table), Some(why)) = (evaluation.tables.last_mut(), why) {
            table.note(why);
        }
        Ok(evaluation)
    }
}
