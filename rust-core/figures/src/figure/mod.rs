// SPDX-License-Identifier: MIT OR Apache-2.0
//! Figures: typed series in, SVG text out. Drawing knows no file, no clock and no system font, so the same series give
//! the same bytes everywhere.

mod axis;
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
pub const KINDS: [Kind; 4] = [
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
];

/// A drawing error as this crate tells it.
fn undrawn<E: std::error::Error + Send + Sync>(why: DrawingAreaErrorKind<E>) -> Error {
    Error::work(format!("cannot draw the figure: {why}"))
}
