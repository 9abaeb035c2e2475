// SPDX-License-Identifier: MIT OR Apache-2.0
//! Wireless Networks 95, section 7: throughput against the time between handoffs, and how long a handoff takes.

use serde_json::Value;

use super::error_rate::{self, kilo};
use super::published::{Handoffs, published};
use super::{Evaluation, Experiment, Measurement, Setup};
use crate::campaign::{Finished, Plan, Run};
use crate::error::{Error, Result};
use crate::figure::throughput_ber::{self, Point, Quantity};
use crate::figure::{Drawing, Hue, Look, Marker, latency};
use crate::number;
use crate::scenario::Options;
use crate::stats::{self, Estimate};
use crate::table::{Column, NOTHING, Table};
use crate::trace::{self, Handoff};

const VARIANTS: [&str; 3] = ["snoop", "fast-retransmit", "plain"];
const INTERVALS: [Option<f64>; 5] = [Some(1.0), Some(2.0), Some(5.0), Some(10.0), None];
const RATES: [Option<f64>; 2] = [None, kilo(256.0)];

const INTERVAL: Quantity = Quantity {
    name: "handoff_interval_s",
    label: |_| "Time between handoffs (s)",
    tick: |interval| interval.map_or_else(|| "never".to_owned(), |s| s.to_string()),
};

/// The experiment.
pub(super) struct SnoopHandoff;

impl Experiment for SnoopHandoff {
    fn id(&self) -> &'static str {
        "snoop-handoff"
    }

    fn title(&self) -> &'static str {
        "throughput against the time between handoffs, and their latency (Wireless Networks 95, section 7)"
    }

    fn source(&self) -> String {
        published()
            .map(|published| published.snoop_handoff.source)
            .unwrap_or_default()
    }

    fn variants(&self) -> &'static [&'static str] {
        &VARIANTS
    }

    fn figures(&self) -> &'static [&'static str] {
        &["throughput-handoff", "handoff-latency"]
    }

    fn fixed_options(&self) -> &'static [&'static str] {
        &["mechanism", "bits_per_error", "loss", "run", "handoff_interval_s"]
    }

    fn scenario(&self) -> &'static str {
        "handoff"
    }

    fn plan(&self, setup: &Setup<'_>) -> Plan {
        let (bytes, count) = if setup.quick {
            ("4194304", 2)
        } else {
            ("10485760", 10)
        };
        let mut runs = Vec::new();
        for (rate, interval) in points() {
            for variant in VARIANTS {
                let mechanism = if variant == "plain" { "none" } else { variant };
                runs.extend((1..=count).map(|run| Run {
                    variant: variant.to_owned(),
                    place: place(rate, interval),
                    x: interval,
                    run,
                    options: Options::from([
                        ("mechanism".to_owned(), mechanism.to_owned()),
                        ("bits_per_error".to_owned(), option(rate)),
                        ("handoff_interval_s".to_owned(), option(interval)),
                    ]),
                }));
            }
        }
        Plan {
            scenario: self.scenario().to_owned(),
            options: setup.options(&[("transfer_bytes", bytes), error_rate::PAPER_SENDER]),
            runs,
        }
    }

    fn evaluate(&self, setup: &Setup<'_>, runs: &[Finished]) -> Result<Evaluation> {
        let published = published()?.snoop_handoff;
        let observed: Vec<Observed<'_>> = runs.iter().map(observe).collect::<Result<_>>()?;
        let mut measurements = Vec::new();
        for (rate, interval) in points() {
            for variant in VARIANTS {
                let here = at(&observed, variant, rate, interval);
                let values: Vec<f64> = here.iter().map(|one| one.run.summary.throughput_bps).collect();
                let undisturbed = variant == "snoop" && rate.is_none() && interval.is_none();
                let throughput = stats::estimate(&values)
                    .ok_or_else(|| Error::work(format!("{}: no run of {variant}", self.id())))?;
                measurements.push(Measurement {
                    paper: undisturbed.then_some(published.undisturbed_bps),
                    ..measured(setup, variant, (rate, interval), "throughput_bps", throughput)
                });
                // Each run gives its mean, so that runs, and not handoffs of one run, are taken for independent.
                let means: Vec<f64> = here.iter().filter_map(|one| one.mean_latency_s()).collect();
                if let Some(estimate) = stats::estimate(&means) {
                    measurements.push(measured(
                        setup,
                        variant,
                        (rate, interval),
                        "handoff_latency_s",
                        estimate,
                    ));
                }
            }
        }
        Ok(Evaluation {
            tables: vec![
                throughput_table(&measurements),
                latency_table(&observed, &published),
            ],
            drawings: vec![
                draw_throughput(&measurements)?,
                draw_latency(&observed, &published)?,
            ],
            measurements,
        })
    }
}

/// Error rates and intervals, the longest runs first.
fn points() -> impl Iterator<Item = (Option<f64>, Option<f64>)> {
    RATES
        .into_iter()
        .rev()
        .flat_map(|rate| INTERVALS.map(|interval| (rate, interval)))
}

fn option(value: Option<f64>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

fn place(rate: Option<f64>, interval: Option<f64>) -> String {
    format!(
        "bits_per_error-{}-handoff_interval_s-{}",
        option(rate),
        option(interval)
    )
}

/// A run with its handoffs.
struct Observed<'a> {
    run: &'a Finished,
    handoffs: Vec<Handoff>,
}

fn observe(run: &Finished) -> Result<Observed<'_>> {
    let handoffs = trace::handoffs(&run.directory)?;
    Ok(Observed { run, handoffs })
}

impl Observed<'_> {
    fn mean_latency_s(&self) -> Option<f64> {
        let latencies: Vec<f64> = self.handoffs.iter().filter_map(|one| one.latency_s).collect();
        stats::estimate(&latencies).map(|estimate| estimate.mean)
    }
}

/// The runs of a variant at a point.
fn at<'a, 'b>(
    observed: &'a [Observed<'b>],
    variant: &str,
    rate: Option<f64>,
    interval: Option<f64>,
) -> Vec<&'a Observed<'b>> {
    let wanted = place(rate, interval);
    let here = |one: &&Observed<'_>| one.run.run.variant == variant && one.run.run.place == wanted;
    observed.iter().filter(here).collect()
}

fn measured(
    setup: &Setup<'_>,
    variant: &str,
    (rate, interval): (Option<f64>, Option<f64>),
    metric: &str,
    estimate: Estimate,
) -> Measurement {
    let mut params = setup.params();
    // Through text, so that a whole number has no fraction in JSON.
    let rate = rate.and_then(|rate| rate.to_string().parse().ok());
    params.insert(
        "bits_per_error".to_owned(),
        rate.map_or(Value::Null, Value::Number),
    );
    Measurement {
        figure: "snoop-handoff".to_owned(),
        variant: variant.to_owned(),
        params,
        x_name: INTERVAL.name.to_owned(),
        x: interval,
        metric: metric.to_owned(),
        y: estimate.mean,
        ci95: estimate.ci95,
        n: estimate.n,
        paper: None,
        sd: estimate.sd,
    }
}

/// The throughput of a variant at a point.
fn throughput<'a>(
    measurements: &'a [Measurement],
    variant: &str,
    rate: Option<f64>,
    interval: Option<f64>,
) -> Option<&'a Measurement> {
    measurements.iter().find(|m| {
        m.metric == "throughput_bps"
            && m.variant == variant
            && m.x == interval
            && m.params.get("bits_per_error").and_then(Value::as_f64) == rate
    })
}

/// Each throughput, and what the handoffs cost of it.
fn throughput_table(measurements: &[Measurement]) -> Table {
    let columns = ["variant", "1 error per", "s between handoffs"].map(Column::text);
    let numbers = ["Mb/s", "± sd", "runs", "lost to handoffs"].map(Column::number);
    let mut table = Table::new("Throughput", columns.into_iter().chain(numbers).collect());
    for variant in VARIANTS {
        for rate in RATES {
            let still = throughput(measurements, variant, rate, None).map(|m| m.y);
            for interval in INTERVALS {
                let Some(m) = throughput(measurements, variant, rate, interval) else {
                    continue;
                };
                let cost = still.filter(|still| *still > 0.0 && interval.is_some());
                table.row(vec![
                    variant.to_owned(),
                    number::error_rate(rate),
                    (INTERVAL.tick)(interval),
                    number::mega(m.y),
                    m.sd.map_or_else(|| NOTHING.to_owned(), number::mega),
                    m.n.to_string(),
                    cost.map_or_else(
                        || NOTHING.to_owned(),
                        |still| format!("{:.1} %", 100.0 * (1.0 - m.y / still)),
                    ),
                ]);
            }
        }
    }
    table
}

/// Latency and loss of the handoffs of each variant at each error rate.
fn latency_table(observed: &[Observed<'_>], published: &Handoffs) -> Table {
    let (low, high) = published.latency_s;
    let caption = format!("Handoffs (published latency: {} to {} ms)", low * 1e3, high * 1e3);
    let columns = ["variant", "1 error per"].map(Column::text);
    let heads = [
        "handoffs",
        "median ms",
        "least ms",
        "greatest ms",
        "without end",
        "packets lost each",
    ];
    let numbers = heads.map(Column::number);
    let mut table = Table::new(&caption, columns.into_iter().chain(numbers).collect());
    for variant in VARIANTS {
        for rate in RATES {
            let handoffs = handoffs(observed, variant, &[rate]);
            let mut latencies: Vec<f64> = handoffs.iter().filter_map(|one| one.latency_s).collect();
            latencies.sort_by(f64::total_cmp);
            let lost: Vec<f64> = handoffs.iter().map(|one| one.packets_lost).collect();
            let ms =
                |value: Option<&f64>| value.map_or_else(|| NOTHING.to_owned(), |s| format!("{:.1}", s * 1e3));
            table.row(vec![
                variant.to_owned(),
                number::error_rate(rate),
                handoffs.len().to_string(),
                ms(latencies.get(latencies.len() / 2)),
                ms(latencies.first()),
                ms(latencies.last()),
                (handoffs.len() - latencies.len()).to_string(),
                stats::estimate(&lost).map_or_else(|| NOTHING.to_owned(), |lost| format!("{:.1}", lost.mean)),
            ]);
        }
    }
    table
}

/// All handoffs of a variant at some error rates. The last of a run does not count if nothing was left to come after it.
fn handoffs(observed: &[Observed<'_>], variant: &str, rates: &[Option<f64>]) -> Vec<Handoff> {
    let mut found = Vec::new();
    for &rate in rates {
        for interval in INTERVALS {
            for one in at(observed, variant, rate, interval) {
                let ended = one.handoffs.last().is_some_and(|last| last.latency_s.is_none());
                let count = one.handoffs.len() - usize::from(ended);
                found.extend(one.handoffs.iter().take(count).cloned());
            }
        }
    }
    found
}

fn look(variant: &str, with_errors: bool) -> (String, Look) {
    let (name, look) = error_rate::look(variant);
    let (name, hue, marker) = match variant {
        "fast-retransmit" => ("fast retransmit".to_owned(), Hue::Green, Marker::Triangle),
        _ => (name, look.hue, look.marker),
    };
    let dash = with_errors.then_some((22, 12));
    (name, Look { hue, marker, dash })
}

fn draw_throughput(measurements: &[Measurement]) -> Result<Drawing> {
    let mut series = Vec::new();
    for variant in VARIANTS {
        for rate in RATES {
            let (name, look) = look(variant, rate.is_some());
            let points = INTERVALS
                .iter()
                .filter_map(|&interval| throughput(measurements, variant, rate, interval));
            series.push(throughput_ber::Series {
                name: format!("{name}, {}", if rate.is_some() { "errors" } else { "no errors" }),
                look,
                measured: points
                    .map(|m| Point {
                        x: m.x,
                        throughput_bps: m.y,
                        sd_bps: m.sd,
                    })
                    .collect(),
                published: Vec::new(),
            });
        }
    }
    let caption = "Throughput against the time between handoffs, without errors (solid) and at one error per 256 Kb \
                   (dashed): means over paired runs, bars one standard deviation.";
    throughput_ber::draw("throughput-handoff", caption, &INTERVAL, &INTERVALS, &series)
}

fn draw_latency(observed: &[Observed<'_>], published: &Handoffs) -> Result<Drawing> {
    let series = VARIANTS.map(|variant| {
        let (name, look) = look(variant, false);
        let handoffs = handoffs(observed, variant, &RATES);
        let latencies_s: Vec<f64> = handoffs.iter().filter_map(|one| one.latency_s).collect();
        latency::Series {
            name,
            look,
            endless: handoffs.len() - latencies_s.len(),
            latencies_s,
        }
    });
    let caption = "Distribution of the time from the beacon that causes a handoff to the first packet from the new base \
                   station, over all runs. Handoffs after which nothing came before the next one keep a line below one.";
    latency::draw(
        "handoff-latency",
        caption,
        published.latency_s,
        "published range",
        &series,
    )
}
