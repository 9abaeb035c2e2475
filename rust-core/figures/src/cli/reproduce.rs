// SPDX-License-Identifier: MIT OR Apache-2.0
//! `wtcp reproduce` and `wtcp demo`: an experiment from its plan to its report.

use std::path::{Path, PathBuf};

use super::{CampaignArguments, DemoArguments, ReproduceArguments, print, print_json};
use crate::campaign::{Finished, Plan, Store, Target, execute};
use crate::error::{Error, Result};
use crate::experiment::{self, Demo, Evaluation, Experiment, Measurement, Setup, to_csv};
use crate::output;
use crate::progress::tell;
use crate::render;
use crate::report::{self, Origin};
use crate::scenario::{Build, Description, Options, parse_settings};

pub(super) fn demo(arguments: &DemoArguments) -> Result<()> {
    let build = Build::from_environment()?;
    let options = Options::new();
    let done = carry_out(
        &Demo,
        &Call {
            quick: false,
            options: &options,
            campaign: &arguments.campaign,
        },
        &build,
        None,
    )?;
    show(&done)
}

pub(super) fn reproduce(arguments: &ReproduceArguments) -> Result<()> {
    let options = parse_settings(&arguments.settings)?;
    let all = arguments.experiment == "all";
    let experiments: Vec<&dyn Experiment> = if all {
        experiment::ALL.to_vec()
    } else {
        vec![experiment::find(&arguments.experiment)?]
    };
    let build = Build::from_environment()?;
    let call = Call {
        quick: arguments.quick,
        options: &options,
        campaign: &arguments.campaign,
    };
    for one in &experiments {
        check(*one, &options, &build.describe(one.scenario())?)?;
    }
    let mut measurements: Vec<Measurement> = Vec::new();
    for one in experiments {
        let done = carry_out(one, &call, &build, all.then(|| one.id()))?;
        if arguments.json {
            tell!("wtcp: report, figures and runs are in {}", done.root.display());
            measurements.extend(done.evaluation.measurements);
        } else {
            show(&done)?;
        }
    }
    if arguments.json {
        print_json(&measurements)
    } else {
        Ok(())
    }
}

/// What the user asked for, the experiment aside.
struct Call<'a> {
    quick: bool,
    options: &'a Options,
    campaign: &'a CampaignArguments,
}

/// An experiment that was carried out.
struct Done {
    title: &'static str,
    root: PathBuf,
    evaluation: Evaluation,
}

/// Makes the runs, evaluates them and leaves table, figures and report; in a folder of its own below --out if
/// several are asked for.
fn carry_out(
    experiment: &dyn Experiment,
    call: &Call<'_>,
    build: &Build,
    folder: Option<&str>,
) -> Result<Done> {
    let description = build.describe(experiment.scenario())?;
    check(experiment, call.options, &description)?;
    let setup = Setup {
        quick: call.quick,
        overrides: call.options,
        description: &description,
    };
    let plan = experiment.plan(&setup);
    let quick = if call.quick { "-quick" } else { "" };
    let default = |id: &str| PathBuf::from("results").join(format!("{id}{quick}"));
    let out = call.campaign.out.as_ref();
    let given = out.map(|out| folder.map_or_else(|| out.clone(), |folder| out.join(folder)));
    let others = experiment.shares_runs_with().iter();
    let lenders = match (out, folder) {
        (None, _) => others.map(|id| default(id)).collect(),
        (Some(out), Some(_)) => others.map(|id| out.join(id)).collect(),
        // Nothing is known of what may lie beside a folder that was named for this experiment alone.
        (Some(_), None) => Vec::new(),
    };
    let default = default(experiment.id());
    let target = match &given {
        Some(path) => Target::Given {
            path,
            force: call.campaign.force,
        },
        None => Target::Free(&default),
    };
    let mut store = Store::open(target, experiment.id(), &plan, build)?;
    store.borrow_from(lenders, &plan, build)?;
    tell!(
        "wtcp: {}: {} runs into {}",
        experiment.id(),
        plan.runs.len(),
        store.root().display()
    );
    let jobs = call
        .campaign
        .jobs
        .or_else(|| std::thread::available_parallelism().ok());
    let runs = match execute(build, &plan, &store, jobs.map_or(1, usize::from)) {
        Ok(runs) => runs,
        Err(error) => {
            store.abandon();
            return Err(error);
        }
    };
    let evaluation = experiment.evaluate(&setup, &runs)?;
    let origin = origin(experiment, call, build, (&plan, &evaluation));
    leave(store.root(), &runs, &evaluation, &origin)?;
    Ok(Done {
        title: experiment.title(),
        root: store.keep(),
        evaluation,
    })
}

/// Options the user may set: those of the scenario, but for those the experiment varies itself.
fn check(experiment: &dyn Experiment, options: &Options, description: &Description) -> Result<()> {
    for key in options.keys() {
        let id = experiment.id();
        if experiment.fixed_options().contains(&key.as_str()) {
            return Err(Error::call(format!(
                "--set {key}: {id} sets it itself; leave it out"
            )));
        }
        if !key.starts_with("ns3::") && !description.has_option(key) {
            return Err(Error::call(format!(
                "--set {key}: scenario {} has no such option; see `./wtcp list {}`",
                description.scenario, description.scenario
            )));
        }
    }
    Ok(())
}

fn leave(root: &Path, runs: &[Finished], evaluation: &Evaluation, origin: &Origin) -> Result<()> {
    for drawing in &evaluation.drawings {
        render::write(drawing, root)?;
    }
    output::write(
        &root.join("results.csv"),
        to_csv(&evaluation.measurements)?.as_bytes(),
    )?;
    output::write(&root.join("runs.csv"), runs_csv(runs)?.as_bytes())?;
    // Last, so that a report is there only when everything it points to is.
    output::write(
        &root.join("report.html"),
        report::html(origin, evaluation).as_bytes(),
    )
}

/// One line a run: what went in and the summary that came out.
fn runs_csv(runs: &[Finished]) -> Result<String> {
    let numbers: Vec<&String> = runs
        .first()
        .map(|one| {
            one.summary
                .rest
                .iter()
                .filter(|(_, value)| value.is_number())
                .map(|(name, _)| name)
                .collect()
        })
        .unwrap_or_default();
    let own = [
        "variant",
        "point",
        "run",
        "completed",
        "duration_s",
        "throughput_bps",
        "received_bytes",
    ];
    let header: Vec<&str> = own
        .into_iter()
        .chain(numbers.iter().map(|name| name.as_str()))
        .collect();
    let rows = runs.iter().map(|Finished { run, summary, .. }| {
        let mut row = vec![
            run.variant.clone(),
            run.place.clone(),
            run.run.to_string(),
            summary.completed.to_string(),
            summary.duration_s.to_string(),
            summary.throughput_bps.to_string(),
            summary.received_bytes.to_string(),
        ];
        row.extend(numbers.iter().map(|name| {
            summary
                .rest
                .get(*name)
                .map(ToString::to_string)
                .unwrap_or_default()
        }));
        row
    });
    output::csv_text(&header, rows)
}

fn origin(
    experiment: &dyn Experiment,
    call: &Call<'_>,
    build: &Build,
    (plan, evaluation): (&Plan, &Evaluation),
) -> Origin {
    let mut command = match experiment.id() {
        "demo" => "./wtcp demo".to_owned(),
        id => format!("./wtcp reproduce {id}"),
    };
    if call.quick {
        command.push_str(" --quick");
    }
    for (key, value) in call.options {
        command.push_str(&format!(" --set {key}={value}"));
    }
    let info = build.info();
    let numbers = match plan.runs.iter().map(|run| run.run).max() {
        None | Some(1) => "run number 1".to_owned(),
        Some(last) => format!("run numbers 1 to {last} at each point"),
    };
    let shows_paper = evaluation.measurements.iter().any(|m| m.paper.is_some());
    let options: Vec<String> = plan
        .options
        .iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    let facts = [
        ("ns-3", format!("{} ({})", info.ns3_release, info.ns3_kind)),
        (
            "module",
            format!("wireless-tcp {} ({})", info.module_version, info.build_type),
        ),
        ("scenario", plan.scenario.clone()),
        ("options", options.join(" ")),
        (
            "runs",
            format!(
                "{} simulations; {numbers}, the same in every variant",
                plan.runs.len()
            ),
        ),
    ];
    Origin {
        title: capitalised(experiment.title()),
        command,
        facts: facts
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
        source: shows_paper.then(|| experiment.source()),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// Tables and where the rest is, on standard output.
fn show(done: &Done) -> Result<()> {
    let mut text = format!("{}\n\n", capitalised(done.title));
    for table in &done.evaluation.tables {
        text.push_str(&table.to_text());
        text.push('\n');
    }
    text.push_str(&format!("Report: {}\n", done.root.join("report.html").display()));
    for drawing in &done.evaluation.drawings {
        let stem = done.root.join(&drawing.name);
        text.push_str(&format!("Figure: {}.svg .png .pdf .csv\n", stem.display()));
    }
    text.push_str(&format!("Values: {}\n", done.root.join("results.csv").display()));
    print(&text)
}
