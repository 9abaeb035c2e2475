// SPDX-License-Identifier: MIT OR Apache-2.0
//! Throughput of several variants over several error rates: what `snoop-ber`, `snoop-hotos` and the demo have
//! in common.

use super::published::ErrorRates;
use super::{Evaluation, Measurement, Setup};
use crate::campaign::{Finished, Run};
use crate::error::{Error, Result};
use crate::figure::throughput_ber::{self, ERROR_RATE, Point, Series};
use crate::figure::{Drawing, Hue, Look, Marker};
use crate::number::{self, KILO_BITS, MEGA_BITS};
use crate::scenario::Options;
use crate::stats;
use crate::table::{Column, NOTHING, Table};

/// Options that an experiment over error rates sets itself.
pub(super) const FIXED_OPTIONS: [&str; 5] = ["mechanism", "bits_per_error", "loss", "run", "series"];

/// The option that gives an experiment the papers' sender: their hosts ran BSD, whose TCP was Reno.
pub(super) const PAPER_SENDER: (&str, &str) = ("tcp", "reno");
/// The variant without a mechanism.
const PLAIN: &str = "plain";
/// What the scenario calls no mechanism.
const NO_MECHANISM: &str = "none";

/// Mean bits between errors, from the papers' Kb, which is a Kibit.
pub(super) const fn kilo(n: f64) -> Option<f64> {
    Some(n * KILO_BITS)
}

/// Mean bits between errors, from the papers' Mb, which is a Mibit.
pub(super) const fn mega(n: f64) -> Option<f64> {
    Some(n * MEGA_BITS)
}

/// The name under which a variant is run: `plain`, or its mechanism, where a mechanism that has another name goes by
/// that one (`snoop`, which tables and figures show, for the preset it stands for).
pub(super) fn run_name<'a>(variant: &'a str, setup: &'a Setup<'_>) -> &'a str {
    if variant == PLAIN {
        return PLAIN;
    }
    let mechanism = setup.description.mechanism(variant);
    let mut others = setup.description.mechanisms.iter();
    others
        .find(|other| other.same_as.as_deref() == Some(mechanism))
        .map_or(mechanism, |other| &other.name)
}

/// A sentence for variants that share their runs.
pub(super) fn shared_runs(setup: &Setup<'_>, variants: &[&str]) -> Option<String> {
    let shared: Vec<String> = variants
        .iter()
        .filter_map(|variant| {
            let name = run_name(variant, setup);
            (name != *variant && variants.contains(&name))
                .then(|| format!("{variant} is what {name} stands for: one set of runs, shown twice."))
        })
        .collect();
    (!shared.is_empty()).then(|| shared.join(" "))
}

/// The runs, those with most errors (the longest) first so that the cores end together. Variants that stand for the
/// same mechanism share their runs.
pub(super) fn runs(setup: &Setup<'_>, variants: &[&str], rates: &[Option<f64>], count: u32) -> Vec<Run> {
    let mut names: Vec<&str> = Vec::new();
    for variant in variants {
        let name = run_name(variant, setup);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut runs = Vec::new();
    for &rate in rates {
        let value = rate.map_or_else(|| "none".to_owned(), |bits| bits.to_string());
        for &name in &names {
            let mechanism = if name == PLAIN { NO_MECHANISM } else { name };
            for run in 1..=count {
                let options = Options::from([
                    ("mechanism".to_owned(), mechanism.to_owned()),
                    ("bits_per_error".to_owned(), value.clone()),
                ]);
                runs.push(Run {
                    variant: name.to_owned(),
                    place: format!("bits_per_error-{value}"),
                    x: rate,
                    run,
                    options,
                });
            }
        }
    }
    runs
}

/// The runs of one variant at one error rate.
fn at<'a>(runs: &'a [Finished], name: &'a str, rate: Option<f64>) -> impl Iterator<Item = &'a Finished> {
    runs.iter()
        .filter(move |finished| finished.run.variant == name && finished.run.x == rate)
}

/// The mean throughput of every variant at every error rate, beside the published one.
pub(super) fn measure(
    figure: &str,
    setup: &Setup<'_>,
    published: &ErrorRates,
    (variants, rates): (&[&str], &[Option<f64>]),
    runs: &[Finished],
) -> Result<Vec<Measurement>> {
    let mut measurements = Vec::new();
    for &variant in variants {
        for &rate in rates {
            let values: Vec<f64> = at(runs, run_name(variant, setup), rate)
                .map(|one| one.summary.throughput_bps)
                .collect();
            let estimate = stats::estimate(&values).ok_or_else(|| {
                Error::work(format!(
                    "{figure}: no run of {variant} at {}",
                    number::error_rate(rate)
                ))
            })?;
            measurements.push(Measurement {
                figure: figure.to_owned(),
                variant: variant.to_owned(),
                params: setup.params(),
                x_name: "bits_per_error".to_owned(),
                x: rate,
                metric: "throughput_bps".to_owned(),
                y: estimate.mean,
                ci95: estimate.ci95,
                n: estimate.n,
                paper: published.throughput(variant, rate).map(|value| value.mean),
                sd: estimate.sd,
            });
        }
    }
    Ok(measurements)
}

/// The value of a variant at an error rate.
fn find<'a>(measurements: &'a [Measurement], variant: &str, rate: Option<f64>) -> Option<&'a Measurement> {
    measurements.iter().find(|m| m.variant == variant && m.x == rate)
}

fn ratio(a: Option<f64>, b: Option<f64>, digits: usize) -> String {
    match (a, b) {
        (Some(a), Some(b)) if b > 0.0 => format!("{:.digits$}", a / b),
        _ => NOTHING.to_owned(),
    }
}

/// Measured, published and their ratio, and each variant's share of its own error-free throughput.
pub(super) fn throughput_table(measurements: &[Measurement]) -> Table {
    let heads = [
        "Mb/s",
        "± sd",
        "± 95 % CI",
        "n",
        "paper Mb/s",
        "measured/paper",
        "share",
        "paper's share",
    ];
    let columns = [Column::text("variant"), Column::text("1 error per")];
    let columns = columns
        .into_iter()
        .chain(heads.into_iter().map(Column::number))
        .collect();
    let mut table = Table::new("Throughput", columns);
    for m in measurements {
        let clean = find(measurements, &m.variant, None);
        table.row(vec![
            m.variant.clone(),
            number::error_rate(m.x),
            number::mega(m.y),
            m.sd.map_or_else(|| NOTHING.to_owned(), number::mega),
            m.ci95.map_or_else(|| NOTHING.to_owned(), number::mega),
            m.n.to_string(),
            m.paper.map_or_else(|| NOTHING.to_owned(), number::mega),
            ratio(Some(m.y), m.paper, 2),
            ratio(Some(m.y), clean.map(|clean| clean.y), 2),
            ratio(m.paper, clean.and_then(|clean| clean.paper), 2),
        ]);
    }
    let has_kibit = measurements.iter().any(|m| m.x.is_some_and(number::in_kilo_bits));
    let kibit = if has_kibit {
        " Kibit, Mibit: 1024 and 1024 x 1024 bits, as the paper means its Kb and Mb."
    } else {
        ""
    };
    table.note(format!(
        "Means over n runs with their standard deviation (sd) and the half width of the 95 % confidence interval of the \
         mean (CI, Student's t).{kibit} Mb/s: 10^6 bits a second. Share: of the variant's own throughput without errors.",
    ));
    table
}

/// How many times plain TCP's throughput Snoop carries.
pub(super) fn gain_table(measurements: &[Measurement], rates: &[Option<f64>]) -> Table {
    let columns = vec![
        Column::text("1 error per"),
        Column::number("Snoop / plain TCP"),
        Column::number("paper"),
    ];
    let mut table = Table::new("Gain", columns);
    for &rate in rates {
        let (snoop, plain) = (
            find(measurements, "snoop", rate),
            find(measurements, "plain", rate),
        );
        table.row(vec![
            number::error_rate(rate),
            ratio(snoop.map(|m| m.y), plain.map(|m| m.y), 2),
            ratio(snoop.and_then(|m| m.paper), plain.and_then(|m| m.paper), 2),
        ]);
    }
    table
}

/// Tables and figure of an experiment that consists of variants and error rates.
pub(super) fn evaluate(
    id: &str,
    setup: &Setup<'_>,
    published: &ErrorRates,
    (variants, rates): (&[&str], &[Option<f64>]),
    runs: &[Finished],
) -> Result<Evaluation> {
    let measurements = measure(id, setup, published, (variants, rates), runs)?;
    // The preset that `snoop` stands for has the same values and would lie under it.
    let default = setup.description.mechanism("snoop");
    let shown: Vec<&str> = variants
        .iter()
        .copied()
        .filter(|variant| *variant == "snoop" || *variant != default)
        .collect();
    let preset = if default == "snoop" {
        String::new()
    } else {
        format!(" Snoop is the preset {default}.")
    };
    let caption = caption(&measurements, runs) + &preset;
    let drawing = draw(
        "throughput-error-rate",
        &caption,
        published,
        (&shown, rates),
        &measurements,
    )?;
    let mut throughput = throughput_table(&measurements);
    if let Some(shared) = shared_runs(setup, variants) {
        throughput.note(shared);
    }
    Ok(Evaluation {
        tables: vec![throughput, gain_table(&measurements, rates)],
        drawings: vec![drawing],
        measurements,
    })
}

/// Name in the legend and look of a variant.
pub(super) fn look(variant: &str) -> (String, Look) {
    let (name, hue, marker, dash) = match variant {
        "snoop" => ("Snoop", Hue::Blue, Marker::Circle, None),
        "plain" => ("plain TCP", Hue::Vermillion, Marker::Square, Some((22, 12))),
        "snoop-1995" => ("Snoop, preset 1995", Hue::Green, Marker::Triangle, Some((8, 10))),
        "snoop-1997" => ("Snoop, preset 1997", Hue::Purple, Marker::Diamond, Some((34, 10))),
        other => (other, Hue::Purple, Marker::Diamond, None),
    };
    (name.to_owned(), Look { hue, marker, dash })
}

/// What the figure shows, with what its numbers are of.
pub(super) fn caption(measurements: &[Measurement], runs: &[Finished]) -> String {
    let n = measurements.iter().map(|m| m.n).max().unwrap_or(0);
    let bars = if n > 1 {
        format!("means over n = {n} paired runs")
    } else {
        "one run (n = 1)".to_owned()
    };
    let spread = if n > 1 {
        "; bars: ± one standard deviation of the runs"
    } else {
        ""
    };
    format!(
        "Throughput against the mean number of bits between errors: {bars} of {}{spread}; hollow markers: published \
         values.",
        length(runs)
    )
}

/// How long runs are: in bytes, if all have brought the same, else in seconds.
fn length(runs: &[Finished]) -> String {
    let bytes = || runs.iter().map(|one| one.summary.received_bytes);
    let (least, most) = (bytes().fold(f64::MAX, f64::min), bytes().fold(0.0, f64::max));
    if most - least < 0.5 {
        number::mebibytes(most)
    } else {
        let longest = runs.iter().map(|one| one.summary.duration_s);
        format!("{:.0} s", longest.fold(0.0, f64::max))
    }
}

/// The figure of the variants; the published points stand beside `snoop` and `plain`.
pub(super) fn draw(
    name: &str,
    caption: &str,
    published: &ErrorRates,
    (variants, rates): (&[&str], &[Option<f64>]),
    measurements: &[Measurement],
) -> Result<Drawing> {
    let series = variants.iter().map(|&variant| {
        let (name, look) = look(variant);
        let measured = rates.iter().filter_map(|&rate| find(measurements, variant, rate));
        let shows_paper = matches!(variant, "snoop" | "plain");
        let points = rates.iter().filter(|_| shows_paper).filter_map(|&rate| {
            let value = published.throughput(variant, rate)?;
            Some(Point {
                x: rate,
                throughput_bps: value.mean,
                sd_bps: value.sd,
            })
        });
        Series {
            name,
            look,
            measured: measured
                .map(|m| Point {
                    x: m.x,
                    throughput_bps: m.y,
                    sd_bps: m.sd,
                })
                .collect(),
            published: points.collect(),
        }
    });
    throughput_ber::draw(name, caption, &ERROR_RATE, rates, &series.collect::<Vec<_>>())
}
