// SPDX-License-Identifier: MIT OR Apache-2.0
//! Figure 9 of the paper: goodput of uploads of 3 and 100 MB against the loss rate. The paper emulated its path: 70 ms one way, a
//! buffer of 50 packets. Its capacity is not told; goodput of 20 % and more at 9 % loss, over a path as long, is that of 1 Mb/s.

use super::{LOSS_RATE, SCENARIO, SOURCE, VARIANTS, lines};
use crate::campaign::{Finished, Plan};
use crate::error::Result;
use crate::experiment::grid::Param::Number;
use crate::experiment::grid::{Grid, Metric, PERCENT, THROUGHPUT, View};
use crate::experiment::{Evaluation, Experiment, Setup};
use crate::figure::curves::{Axes, Quantity, Scale};

const LOSS_RATES: [f64; 10] = [0.09, 0.08, 0.07, 0.06, 0.05, 0.04, 0.03, 0.02, 0.01, 0.0];
const RATE_BPS: f64 = 1e6;

/// A file, how often it is sent with and without `--quick`, and the figure of it.
struct File {
    bytes: f64,
    runs: (u32, u32),
    drawing: &'static str,
}

const FILES: [File; 2] = [
    File {
        bytes: 100e6,
        runs: (1, 4),
        drawing: "goodput-100mb",
    },
    File {
        bytes: 3e6,
        runs: (3, 50),
        drawing: "goodput-3mb",
    },
];
const METRICS: [Metric; 2] = [
    Metric {
        name: "goodput",
        of: |one| Some(one.summary.throughput_bps / RATE_BPS),
    },
    THROUGHPUT,
];

/// The experiment.
pub(in crate::experiment) struct LdGoodput;

fn grid(quick: bool) -> Grid {
    let points = FILES.iter().flat_map(|file| {
        let params = vec![("rate_bps", Number(RATE_BPS)), ("file_bytes", Number(file.bytes))];
        LOSS_RATES.map(|p_w| (params.clone(), p_w))
    });
    let mut grid = Grid::of_variants("ld-goodput", "p_w", points, 1);
    for cell in &mut grid.cells {
        for file in FILES
            .iter()
            .filter(|file| cell.params.contains(&("file_bytes", Number(file.bytes))))
        {
            cell.runs = if quick { file.runs.0 } else { file.runs.1 };
        }
        for (key, _) in cell.options.iter_mut().filter(|(key, _)| *key == "file_bytes") {
            *key = "transfer_bytes";
        }
    }
    grid
}

impl Experiment for LdGoodput {
    fn id(&self) -> &'static str {
        "ld-goodput"
    }

    fn title(&self) -> &'static str {
        "goodput of files of 3 and 100 MB against the loss rate (Lim 2006, figure 9)"
    }

    fn source(&self) -> String {
        SOURCE.to_owned()
    }

    fn variants(&self) -> &'static [&'static str] {
        &VARIANTS
    }

    fn figures(&self) -> &'static [&'static str] {
        &["goodput-3mb", "goodput-100mb"]
    }

    fn fixed_options(&self) -> &'static [&'static str] {
        &[
            "tcp",
            "tcp_mix",
            "p_w",
            "rate_bps",
            "transfer_bytes",
            "measure_s",
            "run",
        ]
    }

    fn scenario(&self) -> &'static str {
        SCENARIO
    }

    fn plan(&self, setup: &Setup<'_>) -> Plan {
        let path = [
            ("measure_s", "none"),
            ("max_time_s", "1000000"),
            ("buffer_packets", "50"),
            ("delay_s", "0.04"),
        ];
        grid(setup.quick).plan(setup, &path)
    }

    fn evaluate(&self, setup: &Setup<'_>, runs: &[Finished]) -> Result<Evaluation> {
        let measurements = grid(setup.quick).measure(setup, &METRICS, runs)?;
        let mut tables = Vec::new();
        let mut drawings = Vec::new();
        for file in FILES.iter().rev() {
            let params = [("file_bytes", Number(file.bytes))];
            let view = View {
                metric: "goodput",
                params: &params,
                lines: &lines(&VARIANTS),
                x_head: "p_w, %",
                x_size: PERCENT.size,
                unit: PERCENT,
            };
            let what = format!("files of {} MB", file.bytes / 1e6);
            tables.push(view.table(&format!("Goodput of {what}"), &measurements));
            let axes = Axes {
                x: LOSS_RATE,
                x_scale: Scale::Linear,
                y: Quantity {
                    name: "goodput_percent",
                    label: "Goodput (% of the bottleneck)",
                },
                y_range: Some(0.0..104.0),
            };
            let caption =
                format!("Goodput of {what} against the loss rate, bottleneck of 1 Mb/s, 70 ms one way");
            drawings.push(view.draw(file.drawing, &caption, &axes, &measurements)?);
        }
        Ok(Evaluation {
            measurements,
            tables,
            drawings,
        })
    }
}
