// SPDX-License-Identifier: MIT OR Apache-2.0
//! Figures: typed series in, SVG text out. Drawing knows no file, no clock and no system font, so the same series give
//! the same bytes everywhere.

mod axis;
pub mod curves;
pub mod latency;
pub mod sequence;
mod style;
pub mod throughput_ber;

pub use style::{FONT, FONT_FAMILY, Hue, Look, Marker};

use plotters::drawing::DrawingAreaErrorKind;

use crate::error::Error;

/// A finished figure.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Name of its files, without extension.
    pub name: String,
    /// What it shows, for the report.
    pub caption: String,
    /// The drawing.
    pub svg: String,
    /// The series it was drawn from.
    pub csv: String,
}

/// A kind of figure, for `list`.
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// What it shows.
    pub help: &'static str,
}

/// Every kind of figure.
pub const KINDS: [Kind; 15] = [
    Kind {
        name: "throughput-error-rate",
        help: "throughput against mean bits between errors, with standard deviation",
    },
    Kind {
        name: "sequence-time",
        help: "sequence number against time, retransmissions told apart",
    },
    Kind {
        name: "throughput-handoff",
        help: "throughput against time between handoffs, with standard deviation",
    },
    Kind {
        name: "handoff-latency",
        help: "distribution of the latency of handoffs",
    },
    Kind {
        name: "throughput-loss-rate-1mbps",
        help: "throughput against wireless loss rate over a bottleneck of 1 Mb/s, with 95 % confidence intervals",
    },
    Kind {
        name: "throughput-loss-rate-10mbps",
        help: "the same over a bottleneck of 10 Mb/s",
    },
    Kind {
        name: "accuracy-congestion",
        help: "share of congestion losses that are recognised, against the exponent k",
    },
    Kind {
        name: "accuracy-wireless",
        help: "share of wireless losses that are recognised, against the exponent k",
    },
    Kind {
        name: "utilization",
        help: "use of the bottleneck against the number of flows",
    },
    Kind {
        name: "fairness",
        help: "Jain's index against the number of flows",
    },
    Kind {
        name: "throughput-delay",
        help: "throughput against the delay of the last hop",
    },
    Kind {
        name: "throughput-buffer",
        help: "throughput against the buffer of the bottleneck",
    },
    Kind {
        name: "goodput-3mb",
        help: "goodput of transfers of 3 MB against the loss rate",
    },
    Kind {
        name: "goodput-100mb",
        help: "goodput of transfers of 100 MB against the loss rate",
    },
    Kind {
        name: "throughput-model",
        help: "throughput by the model of loss differentiation beside simulation",
    },
];

/// A drawing error as this crate tells it.
fn undrawn<E: std::error::Error + Send + Sync>(why: DrawingAreaErrorKind<E>) -> Error {
    Error::work(format!("cannot draw the figure: {why}"))
}
