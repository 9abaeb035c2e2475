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
pub const KINDS: [Kind; 46] = [
    kind(
        "throughput-error-rate",
        "throughput against mean bits between errors, with standard deviation",
    ),
    kind(
        "sequence-time",
        "sequence number against time, retransmissions told apart",
    ),
    kind(
        "throughput-handoff",
        "throughput against time between handoffs, with standard deviation",
    ),
    kind("handoff-latency", "distribution of the latency of handoffs"),
    kind(
        "throughput-loss-rate-1mbps",
        "throughput against wireless loss rate over a bottleneck of 1 Mb/s, with 95 % confidence intervals",
    ),
    kind(
        "throughput-loss-rate-10mbps",
        "the same over a bottleneck of 10 Mb/s",
    ),
    kind(
        "accuracy-congestion",
        "share of congestion losses that are recognised, against the exponent k",
    ),
    kind(
        "accuracy-wireless",
        "share of wireless losses that are recognised, against the exponent k",
    ),
    kind("utilization", "use of the bottleneck against the number of flows"),
    kind("fairness", "Jain's index against the number of flows"),
    kind("throughput-delay", "throughput against the delay of the last hop"),
    kind(
        "throughput-buffer",
        "throughput against the buffer of the bottleneck",
    ),
    kind(
        "goodput-3mb",
        "goodput of transfers of 3 MB against the loss rate",
    ),
    kind(
        "goodput-100mb",
        "goodput of transfers of 100 MB against the loss rate",
    ),
    kind(
        "throughput-model",
        "throughput by the model of loss differentiation beside simulation",
    ),
    kind(
        "throughput-hops-dsr",
        "throughput against the number of hops over DSR, loss above the MAC",
    ),
    kind(
        "throughput-hops-aodv",
        "throughput against the number of hops over AODV, loss above the MAC",
    ),
    kind(
        "throughput-hops-below-mac",
        "throughput against the number of hops, loss below the MAC",
    ),
    kind(
        "throughput-hops-sensor",
        "throughput against the number of hops in a sensor network",
    ),
    kind(
        "throughput-hops-relatives-dsr",
        "throughput against the number of hops of relatives of Hop-by-Hop TCP over DSR",
    ),
    kind(
        "throughput-hops-relatives-aodv",
        "throughput against the number of hops of relatives of Hop-by-Hop TCP over AODV",
    ),
    kind(
        "delay-hops-dsr",
        "delay of packets against the number of hops over DSR, loss above the MAC",
    ),
    kind(
        "delay-hops-aodv",
        "delay of packets against the number of hops over AODV, loss above the MAC",
    ),
    kind(
        "delay-hops-below-mac",
        "delay of packets against the number of hops, loss below the MAC",
    ),
    kind(
        "delay-hops-sensor",
        "delay of packets against the number of hops in a sensor network",
    ),
    kind(
        "delay-hops-relatives-dsr",
        "delay of packets against the number of hops of relatives of Hop-by-Hop TCP over DSR",
    ),
    kind(
        "delay-hops-relatives-aodv",
        "delay of packets against the number of hops of relatives of Hop-by-Hop TCP over AODV",
    ),
    kind(
        "retransmissions-hops-dsr",
        "end-to-end retransmissions for each packet against the number of hops over DSR, loss above the MAC",
    ),
    kind(
        "retransmissions-hops-aodv",
        "end-to-end retransmissions for each packet against the number of hops over AODV, loss above the MAC",
    ),
    kind(
        "retransmissions-hops-below-mac",
        "end-to-end retransmissions for each packet against the number of hops, loss below the MAC",
    ),
    kind(
        "retransmissions-hops-sensor",
        "end-to-end retransmissions for each packet against the number of hops in a sensor network",
    ),
    kind(
        "retransmissions-hops-relatives-dsr",
        "end-to-end retransmissions for each packet against the number of hops of relatives of Hop-by-Hop TCP over DSR",
    ),
    kind(
        "retransmissions-hops-relatives-aodv",
        "end-to-end retransmissions for each packet against the number of hops of relatives of Hop-by-Hop TCP over AODV",
    ),
    kind("cwnd-manet", "congestion window over time"),
    kind("cwnd-manet-loss", "congestion window over time, with loss"),
    kind("cwnd-sensor", "congestion window over time in a sensor network"),
    kind(
        "piggyback-dsr",
        "throughput with and without piggybacking against the number of hops over DSR",
    ),
    kind(
        "piggyback-aodv",
        "throughput with and without piggybacking against the number of hops over AODV",
    ),
    kind(
        "piggyback-dsr-loss",
        "throughput with and without piggybacking against the number of hops over DSR, with loss",
    ),
    kind(
        "piggyback-aodv-loss",
        "throughput with and without piggybacking against the number of hops over AODV, with loss",
    ),
    kind(
        "jain-hops-dsr",
        "Jain's index against the number of hops over DSR",
    ),
    kind(
        "jain-hops-aodv",
        "Jain's index against the number of hops over AODV",
    ),
    kind(
        "jain-hops-sensor",
        "Jain's index against the number of hops in a sensor network",
    ),
    kind("jain-time-dsr", "Jain's index over time over DSR"),
    kind("jain-time-aodv", "Jain's index over time over AODV"),
    kind("jain-time-sensor", "Jain's index over time in a sensor network"),
];

const fn kind(name: &'static str, help: &'static str) -> Kind {
    Kind { name, help }
}

/// A drawing error as this crate tells it.
fn undrawn<E: std::error::Error + Send + Sync>(why: DrawingAreaErrorKind<E>) -> Error {
    Error::work(format!("cannot draw the figure: {why}"))
}
