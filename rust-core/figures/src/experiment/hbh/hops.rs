// SPDX-License-Identifier: MIT OR Apache-2.0
//! Throughput, delay and retransmissions against the number of hops (experiment 1 of the paper): three experiments over the same
//! runs.

use super::family::{self, Family, Shown, Site};
use super::{
    FIXED, HOP_BY_HOP, HOPS, KILOBITS, NEWRENO, OTHERS, PACKET_DELAY, SCENARIO, SECONDS, SOME_HOPS,
    THROUGHPUT_AXIS, Variant, source,
};
use crate::campaign::{Finished, Plan};
use crate::error::Result;
use crate::experiment::grid::{self, Grid, Metric, Param, Unit, figure};
use crate::experiment::published::{HopByHop, published};
use crate::experiment::{Evaluation, Experiment, Measurement, Setup};
use crate::figure::curves::Quantity;
use crate::stats;
use crate::table::Table;

const MAIN: [Variant; 2] = [HOP_BY_HOP, NEWRENO];
const EVERY: [Variant; 8] = {
    let [a, b, c, d, e, f] = OTHERS;
    [HOP_BY_HOP, NEWRENO, a, b, c, d, e, f]
};
/// Both main variants over all hops.
const FAMILY: Family = Family {
    name: "",
    what: "",
    variants: &MAIN,
    sites: &[],
    hops: &HOPS,
    quick_hops: &HOPS,
    runs: (3, 20),
};
/// All variants at one place.
const RELATIVES: Family = Family {
    variants: &EVERY,
    quick_hops: &SOME_HOPS,
    runs: (1, 20),
    ..FAMILY
};
const FAMILIES: [Family; 6] = [
    Family {
        name: "dsr",
        what: "over DSR, loss above the MAC",
        sites: &[
            Site::manet("dsr", 0.0),
            Site::manet("dsr", 0.1),
            Site::manet("dsr", 0.2),
        ],
        ..FAMILY
    },
    Family {
        name: "aodv",
        what: "over AODV, loss above the MAC",
        sites: &[
            Site::manet("aodv", 0.0),
            Site::manet("aodv", 0.1),
            Site::manet("aodv", 0.2),
        ],
        ..FAMILY
    },
    Family {
        name: "below-mac",
        what: "over DSR and AODV, loss below the MAC",
        sites: &[
            Site::below_mac("dsr", 0.1),
            Site::below_mac("dsr", 0.2),
            Site::below_mac("aodv", 0.1),
            Site::below_mac("aodv", 0.2),
        ],
        ..FAMILY
    },
    Family {
        name: "sensor",
        what: "in a sensor network, loss of 0.4 above the MAC",
        sites: &[Site::sensor("dsr"), Site::sensor("aodv")],
        hops: &SOME_HOPS,
        quick_hops: &SOME_HOPS,
        ..FAMILY
    },
    Family {
        name: "relatives-dsr",
        what: "of relatives over DSR, loss of 0.1 above the MAC",
        sites: &[Site::manet("dsr", 0.1)],
        ..RELATIVES
    },
    Family {
        name: "relatives-aodv",
        what: "of relatives over AODV, loss of 0.1 above the MAC",
        sites: &[Site::manet("aodv", 0.1)],
        ..RELATIVES
    },
];
const NAMES: [&str; 8] = {
    let [a, b, c, d, e, f, g, h] = EVERY;
    [a.name, b.name, c.name, d.name, e.name, f.name, g.name, h.name]
};

/// Whether a variant is to have more or less of what is compared, and how much of that is published.
#[derive(Clone, Copy)]
enum Claim {
    /// More throughput than `NewReno`.
    Gain,
    /// Less delay than `NewReno`.
    Reduction,
}

/// One of the three.
pub(in crate::experiment) struct OverHops {
    id: &'static str,
    title: &'static str,
    metrics: &'static [Shown],
    figures: &'static [&'static str],
    claim: Option<Claim>,
    shares_runs_with: &'static [&'static str],
}

const PER_PACKET: Unit = Unit {
    name: "per packet",
    size: 1.0,
    digits: 3,
};

/// `hbh-throughput`.
pub(in crate::experiment) const THROUGHPUT: OverHops = OverHops {
    id: "hbh-throughput",
    title: "throughput of Hop-by-Hop TCP against the number of hops (Lien, experiment 1)",
    metrics: &[Shown {
        metric: grid::THROUGHPUT,
        caption: "Throughput",
        unit: KILOBITS,
        axis: Some((THROUGHPUT_AXIS, "throughput-hops")),
    }],
    figures: &[
        "throughput-hops-dsr",
        "throughput-hops-aodv",
        "throughput-hops-below-mac",
        "throughput-hops-sensor",
        "throughput-hops-relatives-dsr",
        "throughput-hops-relatives-aodv",
    ],
    claim: Some(Claim::Gain),
    shares_runs_with: &["hbh-delay", "hbh-retransmission", "hbh-piggyback"],
};

/// `hbh-delay`.
pub(in crate::experiment) const DELAY: OverHops = OverHops {
    id: "hbh-delay",
    title: "delay of packets under Hop-by-Hop TCP against the number of hops (Lien, experiment 1)",
    metrics: &[Shown {
        metric: PACKET_DELAY,
        caption: "Delay from the first transmission to the application",
        unit: SECONDS,
        axis: Some((
            Quantity {
                name: "delay_s",
                label: "Delay of packets (s)",
            },
            "delay-hops",
        )),
    }],
    figures: &[
        "delay-hops-dsr",
        "delay-hops-aodv",
        "delay-hops-below-mac",
        "delay-hops-sensor",
        "delay-hops-relatives-dsr",
        "delay-hops-relatives-aodv",
    ],
    claim: Some(Claim::Reduction),
    shares_runs_with: &["hbh-throughput", "hbh-retransmission", "hbh-piggyback"],
};

/// `hbh-retransmission`.
pub(in crate::experiment) const RETRANSMISSION: OverHops = OverHops {
    id: "hbh-retransmission",
    title: "retransmissions for each delivered packet against the number of hops (Lien, experiment 1)",
    metrics: &[
        Shown {
            metric: Metric {
                name: "retransmissions_per_packet",
                of: |one| figure(one, "retransmissions_per_packet"),
            },
            caption: "End-to-end retransmissions for each delivered packet",
            unit: PER_PACKET,
            axis: Some((
                Quantity {
                    name: "retransmissions_per_packet",
                    label: "End-to-end retransmissions per packet",
                },
                "retransmissions-hops",
            )),
        },
        Shown {
            metric: Metric {
                name: "local_retransmissions_per_packet",
                of: |one| figure(one, "local_retransmissions_per_packet"),
            },
            caption: "Local retransmissions for each delivered packet, all hops together",
            unit: PER_PACKET,
            axis: None,
        },
    ],
    figures: &[
        "retransmissions-hops-dsr",
        "retransmissions-hops-aodv",
        "retransmissions-hops-below-mac",
        "retransmissions-hops-sensor",
        "retransmissions-hops-relatives-dsr",
        "retransmissions-hops-relatives-aodv",
    ],
    claim: None,
    shares_runs_with: &["hbh-throughput", "hbh-delay", "hbh-piggyback"],
};

impl Experiment for OverHops {
    fn id(&self) -> &'static str {
        self.id
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn source(&self) -> String {
        source()
    }

    fn variants(&self) -> &'static [&'static str] {
        &NAMES
    }

    fn figures(&self) -> &'static [&'static str] {
        self.figures
    }

    fn fixed_options(&self) -> &'static [&'static str] {
        &FIXED
    }

    fn scenario(&self) -> &'static str {
        SCENARIO
    }

    fn shares_runs_with(&self) -> &'static [&'static str] {
        self.shares_runs_with
    }

    fn plan(&self, setup: &Setup<'_>) -> Plan {
        family::grid(self.id, &FAMILIES, setup.quick).plan(setup, &[])
    }

    fn evaluate(&self, setup: &Setup<'_>, runs: &[Finished]) -> Result<Evaluation> {
        let grid = family::grid(self.id, &FAMILIES, setup.quick);
        let metrics: Vec<Metric> = self.metrics.iter().map(|shown| shown.metric).collect();
        let mut measurements = grid.measure(setup, &metrics, runs)?;
        let mut tables = Vec::new();
        let mut drawings = Vec::new();
        if let (Some(claim), Some(shown)) = (self.claim, self.metrics.first()) {
            let claims = claims(claim, shown.metric, &grid, setup, runs)?;
            tables.push(claim_table(claim, &claims));
            measurements.extend(claims);
        }
        for shown in self.metrics {
            let (of_metric, drawn) = family::show(shown, &FAMILIES, &grid, &measurements)?;
            tables.extend(of_metric);
            drawings.extend(drawn);
        }
        Ok(Evaluation {
            measurements,
            tables,
            drawings,
        })
    }
}

impl Claim {
    fn metric(self) -> &'static str {
        match self {
            Self::Gain => "gain_over_newreno",
            Self::Reduction => "reduction_from_newreno",
        }
    }

    /// Of paired runs of Hop-by-Hop TCP and `NewReno`.
    fn estimate(self, pairs: impl Iterator<Item = (f64, f64)>) -> Option<stats::Estimate> {
        let ratio = stats::ratio(&pairs.collect::<Vec<_>>())?;
        let mean = match self {
            Self::Gain => ratio.mean - 1.0,
            Self::Reduction => 1.0 - ratio.mean,
        };
        Some(stats::Estimate { mean, ..ratio })
    }

    fn published(self, values: &HopByHop) -> f64 {
        match self {
            Self::Gain => values.throughput_gain,
            Self::Reduction => values.delay_reduction,
        }
    }
}

/// The claim at every point where both main variants run.
fn claims(
    claim: Claim,
    of: Metric,
    grid: &Grid,
    setup: &Setup<'_>,
    runs: &[Finished],
) -> Result<Vec<Measurement>> {
    let published = claim.published(&published()?.hop_by_hop);
    let mut found = Vec::new();
    for ours in grid.cells.iter().filter(|cell| cell.variant == HOP_BY_HOP.name) {
        let point = family::point(ours);
        let Some(other) = grid.find(NEWRENO.name, &point, ours.x) else {
            continue;
        };
        let pairs = grid.runs(ours, runs).zip(grid.runs(other, runs));
        let pairs = pairs.filter_map(|(a, b)| Some(((of.of)(a)?, (of.of)(b)?)));
        let lossless = ours.has(&[("loss", Param::Number(0.0))]);
        found.extend(claim.estimate(pairs).map(|estimate| Measurement {
            paper: (!lossless).then_some(published),
            ..grid.measurement(setup, ours, claim.metric(), estimate)
        }));
    }
    Ok(found)
}

fn claim_table(claim: Claim, claims: &[Measurement]) -> Table {
    let caption = match claim {
        Claim::Gain => "Throughput of Hop-by-Hop TCP above that of NewReno",
        Claim::Reduction => "Delay under Hop-by-Hop TCP below that under NewReno",
    };
    let main = FAMILIES
        .iter()
        .filter(|family| family.variants.len() == MAIN.len());
    let sites: Vec<Site> = main.flat_map(|family| family.sites).copied().collect();
    let mut table = family::shares_by_hops(caption, claim.metric(), &sites, claims);
    table.note(
        "Ratios of means over paired runs, with 95 % confidence intervals. No value: not run, or NewReno delivered nothing in any run. \
         The paper says \"at high loss\", gives no values of single points and does not say where its errors were.",
    );
    table
}
