// SPDX-License-Identifier: MIT OR Apache-2.0
//! `wtcp list`: what can be run, as the built programs themselves tell it.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::{print, print_json};
use crate::error::Result;
use crate::experiment;
use crate::figure::KINDS;
use crate::scenario::{Build, Choice, Description, Mechanism, Profile};
use crate::table::{Column, Table};

/// The whole list.
#[derive(Serialize)]
struct List {
    ns3_release: String,
    module_version: String,
    mechanisms: Vec<Mechanism>,
    tcp: Vec<Choice>,
    profiles: Vec<Profile>,
    scenarios: Vec<Description>,
    experiments: Vec<ExperimentHelp>,
    figures: Vec<FigureHelp>,
}

#[derive(Serialize)]
struct ExperimentHelp {
    id: &'static str,
    title: &'static str,
    scenario: &'static str,
    variants: &'static [&'static str],
    figures: &'static [&'static str],
    source: String,
}

#[derive(Serialize)]
struct FigureHelp {
    name: &'static str,
    help: &'static str,
}

pub(super) fn list(json: bool) -> Result<()> {
    let build = Build::from_environment()?;
    let names = build.info().scenarios.iter();
    let scenarios = names
        .map(|name| build.describe(name))
        .collect::<Result<Vec<_>>>()?;
    let list = List {
        // What the programs run on, which they know best.
        ns3_release: scenarios.first().map_or_else(
            || build.info().ns3_release.clone(),
            |scenario| scenario.ns3_release.clone(),
        ),
        module_version: build.info().module_version.clone(),
        mechanisms: union(
            &scenarios,
            |scenario| &scenario.mechanisms,
            |mechanism| &mechanism.name,
        ),
        tcp: union(&scenarios, |scenario| &scenario.tcp, |choice| &choice.name),
        profiles: union(&scenarios, |scenario| &scenario.profiles, |profile| &profile.name),
        scenarios,
        experiments: experiment::ALL
            .iter()
            .map(|one| ExperimentHelp {
                id: one.id(),
                title: one.title(),
                scenario: one.scenario(),
                variants: one.variants(),
                figures: one.figures(),
                source: one.source(),
            })
            .collect(),
        figures: KINDS
            .iter()
            .map(|kind| FigureHelp {
                name: kind.name,
                help: kind.help,
            })
            .collect(),
    };
    if json {
        print_json(&list)
    } else {
        print(&text(&list))
    }
}

/// What any scenario offers, each name once, in the order first met.
fn union<T: Clone>(
    scenarios: &[Description],
    items: impl Fn(&Description) -> &Vec<T>,
    name: impl Fn(&T) -> &String,
) -> Vec<T> {
    let mut seen = BTreeMap::new();
    let all = scenarios.iter().flat_map(|scenario| items(scenario).clone());
    all.filter(|item| seen.insert(name(item).clone(), ()).is_none())
        .collect()
}

fn text(list: &List) -> String {
    let mut text = format!(
        "ns-3 {}, wireless-tcp {}\n\n",
        list.ns3_release, list.module_version
    );
    let mut add = |table: Table| {
        text.push_str(&table.to_text());
        text.push('\n');
    };
    add(choices(
        "Mechanisms (mechanism=)",
        list.mechanisms.iter().map(|m| (m.name.as_str(), m.help.as_str())),
    ));
    add(choices(
        "TCP variants (tcp=)",
        list.tcp.iter().map(|c| (c.name.as_str(), c.help.as_str())),
    ));
    add(choices(
        "Profiles (profile=)",
        list.profiles.iter().map(|p| (p.name.as_str(), p.help.as_str())),
    ));
    for profile in &list.profiles {
        let columns = vec![Column::text("attribute"), Column::text("value")];
        let mut table = Table::new(&format!("Attributes of profile {}", profile.name), columns);
        for (name, value) in &profile.attributes {
            table.row(vec![name.clone(), plain(value)]);
        }
        add(table);
    }
    for scenario in &list.scenarios {
        let caption = format!("Scenario {}: {}", scenario.scenario, scenario.description);
        let heads = ["option", "default", "unit", "range", "meaning"];
        let mut table = Table::new(&caption, heads.into_iter().map(Column::text).collect());
        for option in &scenario.options {
            table.row(vec![
                option.key.clone(),
                plain(&option.default),
                option.unit.clone(),
                option.range.clone(),
                option.help.clone(),
            ]);
        }
        add(table);
    }
    add(choices(
        "Experiments (wtcp reproduce)",
        list.experiments.iter().map(|one| (one.id, one.title)),
    ));
    add(choices(
        "Figures",
        list.figures.iter().map(|figure| (figure.name, figure.help)),
    ));
    text
}

fn choices<'a>(caption: &str, items: impl Iterator<Item = (&'a str, &'a str)>) -> Table {
    let mut table = Table::new(caption, vec![Column::text("name"), Column::text("meaning")]);
    for (name, help) in items {
        table.row(vec![name.to_owned(), help.to_owned()]);
    }
    table
}

/// A JSON value as people write it.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
