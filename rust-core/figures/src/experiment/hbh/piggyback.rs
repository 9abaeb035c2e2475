// SPDX-License-Identifier: MIT OR Apache-2.0
//! What local acknowledgements cost, and how much of it comes back when they ride on data and end-to-end acknowledgements: Hop-by-Hop
//! TCP with and without piggybacking beside its end-to-end part alone.

use super::family::{self, Family, Shown, Site};
use super::{
    END_TO_END, FIXED, HOP_BY_HOP, HOPS, KILOBITS, NEWRENO, SCENARIO, SEPARATE_ACKS, THROUGHPUT_AXIS,
    Variant, source,
};
use crate::campaign::{Finished, Plan};
use crate::error::Result;
use crate::experiment::grid::{Cell, Grid, Param, THROUGHPUT};
use crate::experiment::{Evaluation, Experiment, Measurement, Setup};
use crate::stats;

const VARIANTS: [Variant; 4] = [HOP_BY_HOP, SEPARATE_ACKS, END_TO_END, NEWRENO];
const COMPARED: Family = Family {
    name: "",
    what: "",
    variants: &VARIANTS,
    sites: &[],
    hops: &HOPS,
    quick_hops: &HOPS,
    runs: (3, 20),
};
const FAMILIES: [Family; 4] = [
    Family {
        name: "dsr",
        what: "over DSR without loss",
        sites: &[Site::manet("dsr", 0.0)],
        ..COMPARED
    },
    Family {
        name: "aodv",
        what: "over AODV without loss",
        sites: &[Site::manet("aodv", 0.0)],
        ..COMPARED
    },
    Family {
        name: "dsr-loss",
        what: "over DSR, loss of 0.1 above the MAC",
        sites: &[Site::manet("dsr", 0.1)],
        ..COMPARED
    },
    Family {
        name: "aodv-loss",
        what: "over AODV, loss of 0.1 above the MAC",
        sites: &[Site::manet("aodv", 0.1)],
        ..COMPARED
    },
];
const COST: &str = "cost_of_local_acks";
const RECOVERED: &str = "recovered_by_piggybacking";

/// The experiment.
pub(in crate::experiment) struct HbhPiggyback;

impl Experiment for HbhPiggyback {
    fn id(&self) -> &'static str {
        "hbh-piggyback"
    }

    fn title(&self) -> &'static str {
        "cost of local acknowledgements and what piggybacking recovers of it"
    }

    fn source(&self) -> String {
        source()
    }

    fn variants(&self) -> &'static [&'static str] {
        &[HOP_BY_HOP.name, END_TO_END.name, NEWRENO.name]
    }

    fn figures(&self) -> &'static [&'static str] {
        &[
            "piggyback-dsr",
            "piggyback-aodv",
            "piggyback-dsr-loss",
            "piggyback-aodv-loss",
        ]
    }

    fn fixed_options(&self) -> &'static [&'static str] {
        &FIXED
    }

    fn scenario(&self) -> &'static str {
        SCENARIO
    }

    fn shares_runs_with(&self) -> &'static [&'static str] {
        &["hbh-throughput", "hbh-delay", "hbh-retransmission"]
    }

    fn plan(&self, setup: &Setup<'_>) -> Plan {
        family::grid(self.id(), &FAMILIES, setup.quick).plan(setup, &[])
    }

    fn evaluate(&self, setup: &Setup<'_>, runs: &[Finished]) -> Result<Evaluation> {
        let grid = family::grid(self.id(), &FAMILIES, setup.quick);
        let mut measurements = grid.measure(setup, &[THROUGHPUT], runs)?;
        let shown = Shown {
            metric: THROUGHPUT,
            caption: "Throughput",
            unit: KILOBITS,
            axis: Some((THROUGHPUT_AXIS, "piggyback")),
        };
        let (mut tables, drawings) = family::show(&shown, &FAMILIES, &grid, &measurements)?;
        let shares = shares(&grid, setup, runs);
        let sites: Vec<Site> = FAMILIES.iter().flat_map(|family| family.sites).copied().collect();
        let mut cost = family::shares_by_hops(
            "Throughput that separate local acknowledgements cost",
            COST,
            &sites,
            &shares,
        );
        cost.note("(none - off) / none: Hop-by-Hop TCP without piggybacking (off) beside its end-to-end part without agents (none). \
                   Below 0 the agents bring more than their acknowledgements cost.");
        let mut recovered = family::shares_by_hops(
            "Share of this cost that piggybacking recovers",
            RECOVERED,
            &sites,
            &shares,
        );
        recovered.note("(on - off) / (none - off), each a mean over the runs. No value: there is no cost.");
        tables.splice(0..0, [cost, recovered]);
        measurements.extend(shares);
        Ok(Evaluation {
            measurements,
            tables,
            drawings,
        })
    }
}

/// What local acknowledgements cost at each point, and how much of it comes back.
fn shares(grid: &Grid, setup: &Setup<'_>, runs: &[Finished]) -> Vec<Measurement> {
    let mut found = Vec::new();
    for on in grid.cells.iter().filter(|cell| is_piggybacked(cell)) {
        let point: Vec<(&'static str, Param)> = family::point(on);
        let off = [point.clone(), SEPARATE_ACKS.line().params].concat();
        let (Some(off), Some(none)) = (
            grid.find(SEPARATE_ACKS.name, &off, on.x),
            grid.find(END_TO_END.name, &point, on.x),
        ) else {
            continue;
        };
        let of = |cell| grid.runs(cell, runs).map(|one| one.summary.throughput_bps);
        let runs: Vec<(f64, f64, f64)> = of(on)
            .zip(of(off))
            .zip(of(none))
            .map(|((a, b), c)| (a, b, c))
            .collect();
        let costs: Vec<(f64, f64)> = runs.iter().map(|(_, off, none)| (none - off, *none)).collect();
        let Some(cost) = stats::ratio(&costs) else {
            continue;
        };
        found.push(grid.measurement(setup, on, COST, cost));
        if cost.mean > 0.0 {
            let gains: Vec<(f64, f64)> = runs
                .iter()
                .map(|(on, off, none)| (on - off, none - off))
                .collect();
            found.extend(stats::ratio(&gains).map(|share| grid.measurement(setup, on, RECOVERED, share)));
        }
    }
    found
}

fn is_piggybacked(cell: &Cell) -> bool {
    cell.variant == HOP_BY_HOP.name && cell.has(&HOP_BY_HOP.line().params)
}
