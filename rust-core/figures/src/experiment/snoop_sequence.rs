// SPDX-License-Identifier: MIT OR Apache-2.0
//! MobiCom 95, figure 5: sequence number against time of one transfer, with Snoop and without.

use super::error_rate::{self, PAPER_SENDER, kilo};
use super::published::{Sequence, published};
use super::{Evaluation, Experiment, Measurement, Setup};
use crate::campaign::{Finished, Plan};
use crate::error::{Error, Result};
use crate::figure::Drawing;
use crate::figure::sequence::{self, MARKERS_APART_PERCENT, STRETCH_S, Series};
use crate::number;
use crate::table::{Column, NOTHING, Table};
use crate::trace::{self, SequencePoint, Transmission};

const RATE: Option<f64> = kilo(256.0);
const VARIANTS: [&str; 2] = ["snoop", "plain"];

/// The experiment.
pub(super) struct SnoopSequence;

impl Experiment for SnoopSequence {
    fn id(&self) -> &'static str {
        "snoop-sequence"
    }

    fn title(&self) -> &'static str {
        "sequence number against time at one error per 256 Kibit (MobiCom 95, figure 5)"
    }

    fn source(&self) -> String {
        published()
            .map(|published| published.snoop_sequence.source)
            .unwrap_or_default()
    }

    fn variants(&self) -> &'static [&'static str] {
        &VARIANTS
    }

    fn figures(&self) -> &'static [&'static str] {
        &["sequence-time"]
    }

    fn fixed_options(&self) -> &'static [&'static str] {
        &error_rate::FIXED_OPTIONS
    }

    fn scenario(&self) -> &'static str {
        "wired-wireless"
    }

    fn plan(&self, setup: &Setup<'_>) -> Plan {
        let bytes = if setup.quick { "2097152" } else { "10485760" };
        Plan {
            scenario: self.scenario().to_owned(),
            options: setup.options(&[("transfer_bytes", bytes), ("series", "true"), PAPER_SENDER]),
            runs: error_rate::runs(setup, &VARIANTS, &[RATE], 1),
        }
    }

    fn evaluate(&self, setup: &Setup<'_>, runs: &[Finished]) -> Result<Evaluation> {
        let published = published()?.snoop_sequence;
        let mut measurements = Vec::new();
        for variant in VARIANTS {
            let (finished, points) = transfer(variant, setup, runs)?;
            let end_s = published.end_s(variant, finished);
            for (time_s, bytes) in trace::reached(&points, end_s.as_slice()) {
                let is_end = end_s.is_some_and(|end_s| (time_s - end_s).abs() < 1e-9);
                measurements.push(Measurement {
                    figure: self.id().to_owned(),
                    variant: variant.to_owned(),
                    params: setup.params(),
                    x_name: "time_s".to_owned(),
                    x: Some(time_s),
                    metric: "sequence_bytes".to_owned(),
                    y: bytes,
                    ci95: None,
                    n: 1,
                    paper: is_end.then_some(published.transfer_bytes),
                    sd: None,
                });
            }
        }
        Ok(Evaluation {
            measurements,
            tables: vec![table(setup, runs, &published)?],
            drawings: vec![draw(setup, runs)?],
        })
    }
}

/// The recorded run of a variant with its series.
fn transfer<'a>(
    variant: &str,
    setup: &Setup<'_>,
    runs: &'a [Finished],
) -> Result<(&'a Finished, Vec<SequencePoint>)> {
    let name = error_rate::run_name(variant, setup);
    let recorded = |one: &&Finished| one.run.variant == name && one.directory.join("sequence.csv").is_file();
    let finished = runs
        .iter()
        .find(recorded)
        .ok_or_else(|| Error::work(format!("no run of {variant} has left a sequence.csv")))?;
    let points = trace::sequence(&finished.directory)?;
    Ok((finished, points))
}

/// The figure; the published ends stand in it if the transfers are as long as the published ones.
pub(super) fn draw(setup: &Setup<'_>, runs: &[Finished]) -> Result<Drawing> {
    let published = published()?.snoop_sequence;
    let mut series = Vec::new();
    for variant in VARIANTS {
        let (name, look) = error_rate::look(variant);
        let (finished, points) = transfer(variant, setup, runs)?;
        let end = published
            .end_s(variant, finished)
            .map(|end_s| (end_s, published.transfer_bytes));
        series.push(Series {
            name,
            look,
            points,
            published_end: end,
        });
    }
    let caption = format!(
        "Sequence number against time at one error per {}, one run of each (n = 1, run number 1), seen where segments are handed to the wireless device. \
         Above the whole transfers; of the retransmissions of a kind the first is marked, and then each that lies at \
         least {MARKERS_APART_PERCENT} % of the figure's width, across or up, from the last one marked. Below every \
         segment of {STRETCH_S} s of each transfer, around the retransmission nearest to its middle; both panels span \
         the same time and the same sequence numbers.",
        number::error_rate(RATE)
    );
    sequence::draw("sequence-time", &caption, &series)
}

/// How long each transfer took and what was retransmitted.
fn table(setup: &Setup<'_>, runs: &[Finished], published: &Sequence) -> Result<Table> {
    // Beside a transfer of another length there is nothing published to be shown.
    let mut shows_paper = false;
    for variant in VARIANTS {
        let (finished, _) = transfer(variant, setup, runs)?;
        shows_paper |= published.end_s(variant, finished).is_some();
    }
    let mut heads = vec!["MiB", "duration s"];
    heads.extend(shows_paper.then_some("paper s"));
    heads.extend(["local retransmissions", "end-to-end retransmissions"]);
    let columns = [Column::text("variant")]
        .into_iter()
        .chain(heads.into_iter().map(Column::number))
        .collect();
    let mut table = Table::new(
        &format!("Transfers at one error per {}", number::error_rate(RATE)),
        columns,
    );
    for variant in VARIANTS {
        let (finished, points) = transfer(variant, setup, runs)?;
        let count = |kind| {
            points
                .iter()
                .filter(|point| point.kind == kind)
                .count()
                .to_string()
        };
        let mut row = vec![
            variant.to_owned(),
            format!("{:.2}", finished.summary.received_bytes / number::MEGA_BITS),
            format!("{:.1}", finished.summary.duration_s),
        ];
        if shows_paper {
            let end_s = published.end_s(variant, finished);
            row.push(end_s.map_or_else(|| NOTHING.to_owned(), |s| s.to_string()));
        }
        row.push(count(Transmission::LocalRetransmission));
        row.push(count(Transmission::EndToEndRetransmission));
        table.row(row);
    }
    Ok(table)
}
