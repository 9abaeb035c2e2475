// SPDX-License-Identifier: MIT OR Apache-2.0
//! Figure 8(b) of the paper: throughput of one flow against the buffer of the bottleneck, C = 1 Mb/s and `p_w` = 1 %.

use super::{SCENARIO, SOURCE, THROUGHPUT_AXIS, VARIANTS, lines};
use crate::campaign::{Finished, Plan};
use crate::error::Result;
use crate::experiment::grid::{Grid, MEGABITS, Param, THROUGHPUT, View};
use crate::experiment::{Evaluation, Experiment, Setup};
use crate::figure::curves::{Axes, Quantity, Scale};

const BUFFERS: [f64; 10] = [2.0, 4.0, 6.0, 9.0, 12.0, 20.0, 30.0, 40.0, 55.0, 70.0];
const RATE: (&str, Param) = ("rate_bps", Param::Number(1e6));

/// The experiment.
pub(in crate::experiment) struct LdBuffer;

fn grid(quick: bool) -> Grid {
    let points = BUFFERS.map(|packets| (vec![RATE], packets));
    Grid::of_variants("ld-buffer", "buffer_packets", points, if quick { 3 } else { 50 })
}

impl Experiment for LdBuffer {
    fn id(&self) -> &'static str {
        "ld-buffer"
    }

    fn title(&self) -> &'static str {
        "throughput against the buffer of the bottleneck at 1 Mb/s and 1 % loss (Lim 2006, figure 8b)"
    }

    fn source(&self) -> String {
        SOURCE.to_owned()
    }

    fn variants(&self) -> &'static [&'static str] {
        &VARIANTS
    }

    fn figures(&self) -> &'static [&'static str] {
        &["throughput-buffer"]
    }

    fn fixed_options(&self) -> &'static [&'static str] {
        &["tcp", "tcp_mix", "rate_bps", "buffer_packets", "run"]
    }

    fn scenario(&self) -> &'static str {
        SCENARIO
    }

    fn plan(&self, setup: &Setup<'_>) -> Plan {
        grid(setup.quick).plan(setup, &[("p_w", "0.01"), ("measure_s", "60")])
    }

    fn evaluate(&self, setup: &Setup<'_>, runs: &[Finished]) -> Result<Evaluation> {
        let measurements = grid(setup.quick).measure(setup, &[THROUGHPUT], runs)?;
        let view = View {
            metric: THROUGHPUT.name,
            params: &[RATE],
            lines: &lines(&VARIANTS),
            x_head: "B_max, packets",
            x_size: 1.0,
            unit: MEGABITS,
        };
        let axes = Axes {
            x: Quantity {
                name: "buffer_packets",
                label: "Buffer of the bottleneck (packets)",
            },
            x_scale: Scale::Linear,
            y: THROUGHPUT_AXIS,
            y_range: None,
        };
        let caption =
            "Throughput of one flow against the buffer of the bottleneck, 1 Mb/s, wireless loss 1 %";
        Ok(Evaluation {
            tables: vec![view.table("Throughput", &measurements)],
            drawings: vec![view.draw("throughput-buffer", caption, &axes, &measurements)?],
            measurements,
        })
    }
}
