// SPDX-License-Identifier: MIT OR Apache-2.0
//! The evaluation of Hop-by-Hop TCP on the scenario `chain`: what is compared, where, and what its experiments have in common.

mod cwnd;
mod fairness;
mod family;
mod hops;
mod piggyback;

pub(super) use cwnd::HbhCwnd;
pub(super) use fairness::HbhFairness;
pub(super) use hops::{DELAY, RETRANSMISSION, THROUGHPUT};
pub(super) use piggyback::HbhPiggyback;

use super::grid::{Line, Metric, Param, Unit, figure};
use super::published::published;
use crate::figure::curves::Quantity;
use crate::figure::{Hue, Look, Marker};

/// The scenario of all of them.
const SCENARIO: &str = "chain";
/// Options that every experiment sets itself.
const FIXED: [&str; 13] = [
    "mechanism",
    "tcp",
    "tcp_mix",
    "flows",
    "nodes",
    "routing",
    "network",
    "loss",
    "loss_place",
    "measure_s",
    "series",
    "ns3::OneHopTcpAgent::Piggyback",
    "run",
];
/// Chains of 5 to 11 nodes.
const HOPS: [u32; 7] = [4, 5, 6, 7, 8, 9, 10];
/// The same, thinned.
const SOME_HOPS: [u32; 3] = [4, 7, 10];
/// Hops on an axis.
const HOPS_AXIS: Quantity = Quantity {
    name: "hops",
    label: "Hops",
};
const KILOBITS: Unit = Unit {
    name: "kb/s",
    size: 1e3,
    digits: 2,
};
const SECONDS: Unit = Unit {
    name: "s",
    size: 1.0,
    digits: 3,
};
/// Throughput on an axis.
const THROUGHPUT_AXIS: Quantity = Quantity {
    name: "throughput_kbps",
    label: "Throughput (kb/s)",
};
/// Delay of packets from their first transmission to the application that reads them; none where no packet was delivered.
const PACKET_DELAY: Metric = Metric {
    name: "delay_s",
    of: |one| figure(one, "delay_s"),
};

/// What is compared.
struct Variant {
    name: &'static str,
    /// In a legend.
    legend: &'static str,
    options: &'static [(&'static str, &'static str)],
    /// Whether local acknowledgements ride on other packets, where there are any.
    piggyback: Option<bool>,
    /// A routing protocol that it cannot run over, and why.
    not_over: Option<(&'static str, &'static str)>,
    look: Look,
}

const fn look(hue: Hue, marker: Marker, dash: Option<(u32, u32)>) -> Look {
    Look { hue, marker, dash }
}

const HOP_BY_HOP: Variant = Variant {
    name: "hop-by-hop",
    legend: "Hop-by-Hop",
    options: &[("mechanism", "hop-by-hop"), ("tcp", "hop-by-hop")],
    piggyback: Some(true),
    not_over: None,
    look: look(Hue::Blue, Marker::Circle, None),
};
/// Each local acknowledgement is a frame of its own.
const SEPARATE_ACKS: Variant = Variant {
    legend: "separate local ACKs",
    options: &[
        ("mechanism", "hop-by-hop"),
        ("tcp", "hop-by-hop"),
        ("ns3::OneHopTcpAgent::Piggyback", "false"),
    ],
    piggyback: Some(false),
    look: look(Hue::Sky, Marker::Triangle, Some((8, 10))),
    ..HOP_BY_HOP
};
/// The end-to-end part of Hop-by-Hop TCP alone.
const END_TO_END: Variant = Variant {
    name: "end-to-end-part",
    legend: "end-to-end part alone",
    options: &[("mechanism", "none"), ("tcp", "hop-by-hop")],
    piggyback: None,
    not_over: None,
    look: look(Hue::Green, Marker::Diamond, Some((34, 10))),
};
const NEWRENO: Variant = Variant {
    name: "newreno",
    legend: "NewReno",
    options: &[("mechanism", "none"), ("tcp", "newreno")],
    piggyback: None,
    not_over: None,
    look: look(Hue::Vermillion, Marker::Square, Some((22, 12))),
};
/// The relatives of Hop-by-Hop TCP, and itself with a larger window over each hop.
const OTHERS: [Variant; 6] = [
    Variant {
        name: "hop-by-hop-window-4",
        legend: "Hop-by-Hop, window 4",
        options: &[
            ("mechanism", "hop-by-hop"),
            ("tcp", "hop-by-hop"),
            ("ns3::OneHopTcpAgent::Window", "4"),
        ],
        look: look(Hue::Blue, Marker::Cross, Some((8, 10))),
        ..HOP_BY_HOP
    },
    Variant {
        name: "adaptive-cwl",
        legend: "adaptive window limit",
        options: &[("mechanism", "none"), ("tcp", "adaptive-cwl")],
        look: look(Hue::Green, Marker::Diamond, None),
        ..NEWRENO
    },
    Variant {
        name: "atcp",
        legend: "ATCP",
        options: &[("mechanism", "atcp"), ("tcp", "newreno")],
        look: look(Hue::Purple, Marker::Triangle, Some((34, 10))),
        ..NEWRENO
    },
    Variant {
        name: "muzha",
        legend: "TCP Muzha",
        options: &[("mechanism", "muzha"), ("tcp", "muzha")],
        look: look(Hue::Orange, Marker::Diamond, Some((22, 12))),
        ..NEWRENO
    },
    Variant {
        name: "split",
        legend: "Split TCP",
        options: &[("mechanism", "split"), ("tcp", "newreno")],
        not_over: Some((
            "dsr",
            "a proxy makes datagrams on the way, which DSR does not carry on",
        )),
        look: look(Hue::Sky, Marker::Circle, Some((8, 10))),
        ..NEWRENO
    },
    Variant {
        name: "two-layer",
        legend: "two-layer transport",
        options: &[("mechanism", "two-layer"), ("tcp", "two-layer")],
        look: look(Hue::Ink, Marker::Cross, Some((4, 8))),
        ..NEWRENO
    },
];

impl Variant {
    fn runs_over(&self, routing: &str) -> bool {
        self.not_over.is_none_or(|(refused, _)| refused != routing)
    }

    /// Its line of a table or figure, under its own name.
    fn line(&self) -> Line {
        let piggyback = self.piggyback.map(|flag| ("piggyback", Param::Flag(flag)));
        Line {
            variant: self.name,
            params: piggyback.into_iter().collect(),
            head: match self.piggyback {
                Some(false) => format!("{}, separate", self.name),
                _ => self.name.to_owned(),
            },
            name: self.legend.to_owned(),
            look: self.look,
        }
    }
}

/// Where the published values are from.
fn source() -> String {
    published()
        .map(|published| published.hop_by_hop.source)
        .unwrap_or_default()
}
