// SPDX-License-Identifier: MIT OR Apache-2.0
//! The demo: Snoop against plain TCP at a few error rates, small enough for a minute.

use super::error_rate::{self, PAPER_SENDER, kilo, mega};
use super::published::published;
use super::{Evaluation, Experiment, Setup, comparison, snoop_sequence};
use crate::campaign::{Finished, Plan};
use crate::error::Result;

const RATES: [Option<f64>; 5] = [kilo(64.0), kilo(128.0), kilo(256.0), mega(1.0), None];
/// The rate of which one run is recorded.
const RECORDED: Option<f64> = kilo(256.0);
const VARIANTS: [&str; 2] = ["snoop", "plain"];
const RUNS: u32 = 3;

/// The demo.
pub struct Demo;

impl Experiment for Demo {
    fn id(&self) -> &'static str {
        "demo"
    }

    fn title(&self) -> &'static str {
        "Snoop against plain TCP over 802.11 at several bit error rates"
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
        &["throughput-error-rate", "sequence-time"]
    }

    fn fixed_options(&self) -> &'static [&'static str] {
        &error_rate::FIXED_OPTIONS
    }

    fn scenario(&self) -> &'static str {
        "wired-wireless"
    }

    fn plan(&self, setup: &Setup<'_>) -> Plan {
        let mut runs = error_rate::runs(setup, &VARIANTS, &RATES, RUNS);
        for run in runs.iter_mut().filter(|run| run.run == 1 && run.x == RECORDED) {
            run.options.insert("series".to_owned(), "true".to_owned());
        }
        let options = setup.options(&[("transfer_bytes", "2097152"), PAPER_SENDER]);
        Plan {
            scenario: self.scenario().to_owned(),
            options,
            runs,
        }
    }

    fn evaluate(&self, setup: &Setup<'_>, runs: &[Finished]) -> Result<Evaluation> {
        let published = published()?.snoop_ber;
        let measurements = error_rate::measure(self.id(), setup, &published, (&VARIANTS, &RATES), runs)?;
        let caption = error_rate::caption(&measurements, runs);
        let throughput = error_rate::draw(
            "throughput-error-rate",
            &caption,
            &published,
            (&VARIANTS, &RATES),
            &measurements,
        )?;
        let mut gain = error_rate::gain_table(&measurements, &RATES);
        if let Some(paragraph) = comparison::paragraph(setup, &measurements, runs) {
            gain.note(paragraph);
        }
        Ok(Evaluation {
            tables: vec![error_rate::throughput_table(&measurements), gain],
            drawings: vec![throughput, snoop_sequence::draw(setup, runs)?],
            measurements,
        })
    }
}
