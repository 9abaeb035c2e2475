// SPDX-License-Identifier: MIT OR Apache-2.0
//! Figure 3 of the paper: how often congestion and wireless losses are recognised, against the exponent k.
//!
//! The paper names congestion loss rates of 0, 3 and 6 % and not how they were made. Here they come from a full buffer: `NewReno`
//! flows that lose nothing on their last hop compete for the bottleneck, as many as bring the rate about; what it was is measured.
//! A rate of 0 has no competitor, so that all congestion losses are the flow's own doing.

use std::ops::Range;

use super::{CONGESTION_ACCURACY, SCENARIO, SOURCE, WIRELESS_ACCURACY, lines};
use crate::campaign::{Finished, Plan};
use crate::error::Result;
use crate::experiment::grid::Param::Number;
use crate::experiment::grid::{Cell, Grid, Line, Metric, PERCENT, View, figure};
use crate::experiment::{Evaluation, Experiment, Measurement, Setup};
use crate::figure::curves::{Axes, Quantity, Scale};
use crate::figure::{Drawing, Hue, Look, Marker};

/// The schemes; of these only Lim's has an exponent.
const VARIANTS: [&str; 5] = ["lim", "zigzag", "mbiaz", "spike", "oracle"];
const EXPONENTS: u32 = 10;
const WIRELESS_LOSS: [f64; 2] = [0.01, 0.03];
/// Congestion loss rate, and how many flows bring it about over 1 Mb/s and a buffer of 12 packets.
const CONGESTION_LOSS: [(f64, u32); 3] = [(0.0, 0), (0.03, 1), (0.06, 4)];
const METRICS: [Metric; 3] = [
    CONGESTION_ACCURACY,
    WIRELESS_ACCURACY,
    Metric {
        name: "measured_p_c",
        of: |one| figure(one, "p_c"),
    },
];

/// The experiment.
pub(in crate::experiment) struct LdAccuracy;

fn grid(quick: bool) -> Grid {
    let mut cells = Vec::new();
    for p_w in WIRELESS_LOSS {
        for (p_c, cross_flows) in CONGESTION_LOSS {
            let cell = |variant: &'static str, k: Option<u32>| Cell {
                variant,
                params: vec![("p_w", Number(p_w)), ("p_c", Number(p_c))],
                x: k.map(f64::from),
                options: [
                    ("tcp", variant.to_owned()),
                    ("p_w", p_w.to_string()),
                    ("cross_flows", cross_flows.to_string()),
                ]
                .into_iter()
                .chain(k.map(|k| ("ns3::LimDifferentiator::Exponent", k.to_string())))
                .collect(),
                runs: if quick { 3 } else { 50 },
            };
            cells.extend((1..=EXPONENTS).map(|k| cell("lim", Some(k))));
            let without_exponent = VARIANTS.into_iter().filter(|variant| *variant != "lim");
            cells.extend(without_exponent.map(|variant| cell(variant, None)));
        }
    }
    Grid {
        id: "ld-accuracy",
        scenario: SCENARIO,
        x_name: "k",
        cells,
    }
}

impl Experiment for LdAccuracy {
    fn id(&self) -> &'static str {
        "ld-accuracy"
    }

    fn title(&self) -> &'static str {
        "congestion and wireless losses recognised against the exponent k (Lim 2006, figure 3)"
    }

    fn source(&self) -> String {
        SOURCE.to_owned()
    }

    fn variants(&self) -> &'static [&'static str] {
        &VARIANTS
    }

    fn figures(&self) -> &'static [&'static str] {
        &["accuracy-congestion", "accuracy-wireless"]
    }

    fn fixed_options(&self) -> &'static [&'static str] {
        &[
            "tcp",
            "tcp_mix",
            "p_w",
            "cross_flows",
            "run",
            "ns3::LimDifferentiator::Exponent",
        ]
    }

    fn scenario(&self) -> &'static str {
        SCENARIO
    }

    fn plan(&self, setup: &Setup<'_>) -> Plan {
        grid(setup.quick).plan(setup, &[("measure_s", "60")])
    }

    fn evaluate(&self, setup: &Setup<'_>, runs: &[Finished]) -> Result<Evaluation> {
        let measurements = grid(setup.quick).measure(setup, &METRICS, runs)?;
        let mut tables = Vec::new();
        for (metric, what) in [
            ("a_c", "Congestion losses recognised (A_c)"),
            ("a_w", "Wireless losses recognised (A_w)"),
            ("measured_p_c", "Congestion loss rate of the flow, measured"),
        ] {
            for p_w in WIRELESS_LOSS {
                for (p_c, _) in CONGESTION_LOSS {
                    let params = [("p_w", Number(p_w)), ("p_c", Number(p_c))];
                    let view = View {
                        metric,
                        params: &params,
                        lines: &lines(&VARIANTS),
                        x_head: "k",
                        x_size: 1.0,
                        unit: PERCENT,
                    };
                    let caption = format!("{what}, p_w = {} %, p_c about {} %", p_w * 100.0, p_c * 100.0);
                    tables.push(view.table(&caption, &measurements));
                }
            }
        }
        Ok(Evaluation {
            tables,
            drawings: vec![
                draw(
                    "accuracy-congestion",
                    "a_c",
                    ("Congestion losses recognised (%)", 90.0..100.5),
                    &measurements,
                )?,
                draw(
                    "accuracy-wireless",
                    "a_w",
                    ("Wireless losses recognised (%)", 0.0..104.0),
                    &measurements,
                )?,
            ],
            measurements,
        })
    }
}

/// Lim's scheme against k: one line for each pair of loss rates.
fn draw(
    name: &str,
    metric: &'static str,
    (label, range): (&'static str, Range<f64>),
    measurements: &[Measurement],
) -> Result<Drawing> {
    let hues = [Hue::Blue, Hue::Vermillion, Hue::Green];
    let mut lines = Vec::new();
    for (p_w, (marker, dash)) in WIRELESS_LOSS
        .into_iter()
        .zip([(Marker::Circle, None), (Marker::Square, Some((22, 12)))])
    {
        for ((p_c, _), hue) in CONGESTION_LOSS.into_iter().zip(hues) {
            let name = format!("p_w = {} %, p_c = {} %", p_w * 100.0, p_c * 100.0);
            lines.push(Line {
                variant: "lim",
                params: vec![("p_w", Number(p_w)), ("p_c", Number(p_c))],
                head: name.clone(),
                name,
                look: Look { hue, marker, dash },
            });
        }
    }
    let view = View {
        metric,
        params: &[],
        lines: &lines,
        x_head: "k",
        x_size: 1.0,
        unit: PERCENT,
    };
    let axes = Axes {
        x: Quantity {
            name: "k",
            label: "Exponent k of the threshold",
        },
        x_scale: Scale::Linear,
        y: Quantity { name: metric, label },
        y_range: Some(range),
    };
    let caption = "Accuracy of Lim's scheme against the exponent k, bottleneck of 1 Mb/s, p_c nominal";
    view.draw(name, caption, &axes, measurements)
}
