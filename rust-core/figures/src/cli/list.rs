// SPDX-License-Identifier: MIT OR Apache-2.0
//! `wtcp list`: what can be run, as the built programs themselves tell it.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::{ListArguments, print, print_json};
use crate::error::{Error, Result};
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

/// Characters in a line where no terminal says how many it has.
const WIDTH: usize = 100;

pub(super) fn list(arguments: &ListArguments) -> Result<()> {
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
    match &arguments.name {
        None if arguments.json => print_json(&list),
        None => {
            let head = format!(
                "ns-3 {}, wireless-tcp {}\n\n",
                list.ns3_release, list.module_version
            );
            print(&(head + &shown(&text(&list, arguments.attributes))))
        }
        Some(name) => one(name, &list, arguments.json),
    }
}

/// One scenario or one profile.
fn one(name: &str, list: &List, json: bool) -> Result<()> {
    let scenario = list.scenarios.iter().find(|one| one.scenario == name);
    let profile = list.profiles.iter().find(|one| one.name == name);
    match (scenario, profile) {
        (Some(scenario), _) if json => print_json(scenario),
        (Some(scenario), _) => print(&shown(&[options_of(scenario)])),
        (None, Some(profile)) if json => print_json(profile),
        (None, Some(profile)) => print(&shown(&[attributes_of(profile)])),
        (None, None) => {
            let scenarios = list.scenarios.iter().map(|one| one.scenario.as_str());
            let profiles = list.profiles.iter().map(|one| one.name.as_str());
            let known: Vec<&str> = scenarios.chain(profiles).collect();
            Err(Error::call(format!(
                "no scenario and no profile `{name}`; known: {}",
                known.join(", ")
            )))
        }
    }
}

/// Tables within the width of the terminal.
fn shown(tables: &[Table]) -> String {
    let terminal = console::Term::stdout().size_checked();
    let width = terminal.map_or(WIDTH, |(_, columns)| usize::from(columns));
    let texts: Vec<String> = tables.iter().map(|table| table.to_text_within(width)).collect();
    texts.join("\n")
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

fn text(list: &List, attributes: bool) -> Vec<Table> {
    let mut tables = vec![
        choices(
            "Mechanisms (mechanism=)",
            list.mechanisms.iter().map(|m| (m.name.as_str(), m.help.as_str())),
        ),
        choices(
            "TCP variants (tcp=)",
            list.tcp.iter().map(|c| (c.name.as_str(), c.help.as_str())),
        ),
    ];
    let mut profiles = choices(
        "Profiles (profile=)",
        list.profiles.iter().map(|p| (p.name.as_str(), p.help.as_str())),
    );
    if !attributes {
        profiles
            .note("`./wtcp list NAME` lists the attributes of one, `./wtcp list --attributes` those of all.");
    }
    tables.push(profiles);
    if attributes {
        tables.extend(list.profiles.iter().map(attributes_of));
    }
    tables.extend(list.scenarios.iter().map(options_of));
    tables.push(choices(
        "Experiments (./wtcp reproduce)",
        list.experiments.iter().map(|one| (one.id, one.title)),
    ));
    tables.push(choices(
        "Figures",
        list.figures.iter().map(|figure| (figure.name, figure.help)),
    ));
    tables
}

fn attributes_of(profile: &Profile) -> Table {
    let columns = vec![Column::text("attribute"), Column::text("value")];
    let mut table = Table::new(&format!("Attributes of profile {}", profile.name), columns);
    for (name, value) in &profile.attributes {
        table.row(vec![name.clone(), plain(value)]);
    }
    table
}

/// The options of a scenario; what values they take stands below their meaning, where there is room for it.
fn options_of(scenario: &Description) -> Table {
    let caption = format!("Scenario {}: {}", scenario.scenario, scenario.description);
    let heads = ["option", "default", "unit", "meaning, and the values it takes"];
    let mut table = Table::new(&caption, heads.into_iter().map(Column::text).collect());
    for option in &scenario.options {
        table.row(vec![
            option.key.clone(),
            plain(&option.default),
            option.unit.clone(),
            format!("{}\n[{}]", option.help, option.range),
        ]);
    }
    table
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
