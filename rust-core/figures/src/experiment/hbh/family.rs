// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sites of a chain, families of them that are shown together, and how they are shown.

use super::{HOPS, HOPS_AXIS, SCENARIO, Variant, look};
use crate::error::Result;
use crate::experiment::Measurement;
use crate::experiment::grid::{Cell, Grid, Line, Metric, Param, Unit, View, select};
use crate::figure::curves::{Axes, Quantity, Scale};
use crate::figure::{Drawing, Hue, Marker};
use crate::table::{Column, NOTHING, Table};

/// Where packets go and get lost; hops aside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Site {
    pub(super) network: &'static str,
    pub(super) routing: &'static str,
    pub(super) loss_place: &'static str,
    pub(super) loss: f64,
}

impl Site {
    pub(super) const fn manet(routing: &'static str, loss: f64) -> Self {
        Self {
            network: "manet",
            routing,
            loss_place: "above-mac",
            loss,
        }
    }

    pub(super) const fn below_mac(routing: &'static str, loss: f64) -> Self {
        Self {
            loss_place: "below-mac",
            ..Self::manet(routing, loss)
        }
    }

    pub(super) const fn sensor(routing: &'static str) -> Self {
        Self {
            network: "sensor",
            loss: 0.4,
            ..Self::manet(routing, 0.0)
        }
    }

    pub(super) fn params(&self) -> Vec<(&'static str, Param)> {
        vec![
            ("network", Param::Word(self.network)),
            ("routing", Param::Word(self.routing)),
            ("loss_place", Param::Word(self.loss_place)),
            ("loss", Param::Number(self.loss)),
        ]
    }

    /// Runs over a chain of so many hops, without what is compared: how many, and whether they are short.
    pub(super) fn bare_cell(&self, variant: &'static str, hops: u32, (runs, quick): (u32, bool)) -> Cell {
        let params = self.params();
        let options = params.iter().map(|(key, value)| (*key, value.to_string()));
        let measure_s = match (self.network, quick) {
            ("sensor", true) => "300",
            ("sensor", false) => "1500",
            (_, true) => "60",
            (_, false) => "300",
        };
        let own = [
            ("nodes", hops.saturating_add(1).to_string()),
            ("measure_s", measure_s.to_owned()),
        ];
        Cell {
            variant,
            options: options.chain(own).collect(),
            params,
            x: Some(f64::from(hops)),
            runs,
        }
    }

    /// Runs of a variant.
    pub(super) fn cell(&self, variant: &Variant, hops: u32, how: (u32, bool)) -> Cell {
        let cell = self.bare_cell(variant.name, hops, how);
        let own = variant.options.iter();
        let own = own.map(|&(key, value)| (key, value.to_owned()));
        Cell {
            params: [cell.params, variant.line().params].concat(),
            options: cell.options.into_iter().chain(own).collect(),
            ..cell
        }
    }

    /// In words.
    pub(super) fn told(&self) -> String {
        let place = match self.loss_place {
            "below-mac" => " below the MAC",
            _ => "",
        };
        let routing = self.routing.to_uppercase();
        match self.network {
            "sensor" => format!("sensor network, {routing}, loss {}{place}", self.loss),
            _ => format!("{routing}, loss {}{place}", self.loss),
        }
    }
}

/// What is shown in one table and one figure: some variants at some sites.
pub(super) struct Family {
    /// End of the figure's name.
    pub(super) name: &'static str,
    pub(super) what: &'static str,
    pub(super) variants: &'static [Variant],
    pub(super) sites: &'static [Site],
    pub(super) hops: &'static [u32],
    /// The same with `--quick`.
    pub(super) quick_hops: &'static [u32],
    /// How often each cell runs with and without `--quick`, unless an earlier family has it.
    pub(super) runs: (u32, u32),
}

/// Where a cell is, whatever runs there.
pub(super) fn point(cell: &Cell) -> Vec<(&'static str, Param)> {
    let params = cell.params.iter().copied();
    params.filter(|(name, _)| *name != "piggyback").collect()
}

/// A metric, and how it is shown.
pub(super) struct Shown {
    pub(super) metric: Metric,
    pub(super) caption: &'static str,
    pub(super) unit: Unit,
    /// Of the figures, with their legend and the first words of their names; none without figures.
    pub(super) axis: Option<(Quantity, &'static str)>,
}

/// The grid of some families; a cell belongs to the first that has it.
pub(super) fn grid(id: &'static str, families: &[Family], quick: bool) -> Grid {
    let mut cells: Vec<Cell> = Vec::new();
    for family in families {
        let (hops, runs) = match quick {
            true => (family.quick_hops, family.runs.0),
            false => (family.hops, family.runs.1),
        };
        for (site, variant) in family.places() {
            for &hops in hops {
                let cell = site.cell(variant, hops, (runs, quick));
                let same = |other: &Cell| other.variant == cell.variant && other.options == cell.options;
                if !cells.iter().any(same) {
                    cells.push(cell);
                }
            }
        }
    }
    Grid {
        id,
        scenario: SCENARIO,
        x_name: "hops",
        cells,
    }
}

/// A table for each family, and a figure if the metric has an axis.
pub(super) fn show(
    shown: &Shown,
    families: &[Family],
    grid: &Grid,
    measurements: &[Measurement],
) -> Result<(Vec<Table>, Vec<Drawing>)> {
    let mut tables = Vec::new();
    let mut drawings = Vec::new();
    for family in families {
        let lines = family.lines();
        let view = View {
            metric: shown.metric.name,
            params: &[],
            lines: &lines,
            x_head: "hops",
            x_size: 1.0,
            unit: shown.unit,
        };
        let mut table = view.table(&format!("{} {}", shown.caption, family.what), measurements);
        for note in family.refusals().chain(silent(&view, grid, measurements)) {
            table.note(note);
        }
        tables.push(table);
        if let Some((y, stem)) = shown.axis {
            let axes = Axes {
                x: HOPS_AXIS,
                x_scale: Scale::Linear,
                y,
                y_range: None,
            };
            let caption = format!("{} against the number of hops {}", shown.caption, family.what);
            let name = format!("{stem}-{}", family.name);
            drawings.push(view.draw(&name, &caption, &axes, measurements)?);
        }
    }
    Ok((tables, drawings))
}

/// A share in percent: one row a site, one column a number of hops, the least of them, and the published one.
pub(super) fn shares_by_hops(caption: &str, metric: &str, sites: &[Site], shares: &[Measurement]) -> Table {
    let hops = HOPS.map(|hops| Column::number(&hops.to_string()));
    let ends = ["least", "paper"].map(Column::number);
    let columns = std::iter::once(Column::text("hops")).chain(hops).chain(ends);
    let mut table = Table::new(&format!("{caption}, %"), columns.collect());
    let tell = |value: f64| format!("{:+.0}", value * 100.0);
    for site in sites {
        let params = site.params();
        let here: Vec<&Measurement> = select(shares, metric, &params).collect();
        let cells = HOPS.map(|hops| {
            let found = here.iter().find(|m| m.x == Some(f64::from(hops)));
            found.map_or_else(
                || NOTHING.to_owned(),
                |m| match m.ci95 {
                    Some(half) => format!("{} ± {:.0}", tell(m.y), half * 100.0),
                    None => tell(m.y),
                },
            )
        });
        let least = here.iter().map(|m| m.y).min_by(f64::total_cmp);
        let paper = here.iter().find_map(|m| m.paper);
        let ends = [least, paper].map(|value| value.map_or_else(|| NOTHING.to_owned(), tell));
        table.row(std::iter::once(site.told()).chain(cells).chain(ends).collect());
    }
    table
}

impl Family {
    /// Every variant at every site where it can run.
    pub(super) fn places(&self) -> impl Iterator<Item = (&Site, &Variant)> {
        let sites = self.sites.iter();
        let pairs = sites.flat_map(|site| self.variants.iter().map(move |variant| (site, variant)));
        pairs.filter(|(site, variant)| variant.runs_over(site.routing))
    }

    /// Sites are told apart by colour and marker, variants by their dash; at a single site variants have their own look.
    pub(super) fn lines(&self) -> Vec<Line> {
        let looks = [
            (Hue::Green, Marker::Circle),
            (Hue::Blue, Marker::Square),
            (Hue::Vermillion, Marker::Triangle),
            (Hue::Purple, Marker::Diamond),
        ];
        let differs = |of: fn(&Site, &Site) -> bool| {
            self.sites.windows(2).any(|two| match two {
                [a, b] => of(a, b),
                _ => false,
            })
        };
        let routings = differs(|a, b| a.routing != b.routing);
        let losses = differs(|a, b| a.loss.total_cmp(&b.loss).is_ne());
        let mut lines = Vec::new();
        for (site, variant) in self.places() {
            let mut line = variant.line();
            line.params.extend(site.params());
            let mut words = Vec::new();
            words.extend(routings.then(|| site.routing.to_uppercase()));
            words.extend(losses.then(|| match routings {
                true => site.loss.to_string(), // two words more would not fit in a legend
                false => format!("loss {}", site.loss),
            }));
            for word in &words {
                line.head.push_str(&format!(", {word}"));
                line.name.push_str(&format!(", {word}"));
            }
            let at = self.sites.iter().position(|other| other == site);
            if let (Some(&(hue, marker)), true) = (at.and_then(|at| looks.get(at)), self.sites.len() > 1) {
                line.look = look(hue, marker, variant.look.dash);
            }
            lines.push(line);
        }
        lines
    }

    /// What does not run here, and why.
    fn refusals(&self) -> impl Iterator<Item = String> {
        let variants = self.variants.iter();
        let refused = variants.filter_map(|variant| Some((variant.name, variant.not_over?)));
        let here = |routing: &str| self.sites.iter().any(|site| site.routing == routing);
        refused
            .filter(move |(_, (routing, _))| here(routing))
            .map(|(name, (routing, why))| {
                format!("{name} does not run over {}: {why}.", routing.to_uppercase())
            })
    }
}

/// A note on runs that do not have a metric because they delivered nothing.
fn silent(view: &View<'_>, grid: &Grid, measurements: &[Measurement]) -> Option<String> {
    let mut parts = Vec::new();
    for line in view.lines {
        let cells = grid.cells.iter();
        let cells = cells.filter(|cell| cell.variant == line.variant && cell.has(&line.params));
        let runs: usize = cells.filter_map(|cell| usize::try_from(cell.runs).ok()).sum();
        let found: usize = view.points(measurements, line).map(|m| m.n).sum();
        if found < runs {
            parts.push(format!("{} ({} of {runs} runs)", line.head, runs - found));
        }
    }
    let told = || {
        format!(
            "Left out are runs without a delivered packet: {}.",
            parts.join("; ")
        )
    };
    (!parts.is_empty()).then(told)
}
