// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs a plan on several cores. The results come in the order of the plan, whichever run ends first.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::{Finished, Plan, Run, Store};
use crate::error::{Error, Result};
use crate::number;
use crate::output::Partial;
use crate::progress::Progress;
use crate::scenario::{Build, Call, RunRequest, Summary, is_run_directory, perform};

/// Makes every run of the plan that the store does not hold yet, `jobs` at a time.
///
/// # Errors
/// The first failure in the order of the plan. No run is begun after a failure; those under way end and are kept.
pub fn execute(build: &Build, plan: &Plan, store: &Store, jobs: usize) -> Result<Vec<Finished>> {
    let slots: Vec<OnceLock<Result<Summary>>> = plan.runs.iter().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let progress = Progress::new(plan.runs.len());
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, plan.runs.len().max(1)) {
            scope.spawn(|| {
                while !stop.load(Ordering::SeqCst) {
                    let index = next.fetch_add(1, Ordering::SeqCst);
                    let (Some(run), Some(slot)) = (plan.runs.get(index), slots.get(index)) else {
                        break;
                    };
                    let result = one(build, plan, store, run);
                    match &result {
                        Ok(summary) => progress.step(&told(run, summary)),
                        Err(_) => stop.store(true, Ordering::SeqCst),
                    }
                    // Each index is taken once, so the slot is empty.
                    let _ = slot.set(result);
                }
            });
        }
    });
    progress.finish();
    let results = slots.into_iter().map(OnceLock::into_inner);
    // Runs that were never begun have no result; the failure that stopped them comes before or after them.
    let results: Vec<Result<Summary>> = results.flatten().collect();
    let mut summaries = Vec::with_capacity(results.len());
    for result in results {
        summaries.push(result?);
    }
    let finished = plan.runs.iter().zip(summaries).map(|(run, summary)| Finished {
        run: run.clone(),
        summary,
        directory: store.place(run),
    });
    Ok(finished.collect())
}

fn one(build: &Build, plan: &Plan, store: &Store, run: &Run) -> Result<Summary> {
    let place = store.place(run);
    let whole = |directory: &Path| {
        let summary = is_run_directory(directory).then(|| Summary::read(directory).ok())?;
        summary.filter(Summary::is_consistent)
    };
    // A summary that was damaged, as by a power cut, is no reason to stop: the run is made again.
    if let Some(summary) = whole(&place) {
        return Ok(summary);
    }
    if let Some(parent) = place.parent() {
        fs::create_dir_all(parent).map_err(|why| Error::file("make", parent, why))?;
    }
    let mut options = plan.options.clone();
    options.extend(run.options.clone());
    options.insert("run".to_owned(), run.run.to_string());
    let call = Call {
        name: &plan.scenario,
        options: &options,
        build: Some(build.info()),
    };
    if let Some(lent) = store.lent(run, &call)
        && let Some(summary) = whole(&lent)
    {
        copy_run(&lent, &place)?;
        return Ok(summary);
    }
    let request = RunRequest {
        scenario: &plan.scenario,
        options: &options,
        place: &place,
        echo: false,
    };
    perform(build, &request).map(|(_, summary)| summary)
}

/// Takes a run over from another campaign: whole, or not at all.
fn copy_run(from: &Path, place: &Path) -> Result<()> {
    let failed = |why: std::io::Error| Error::file("copy", from, why);
    let partial = Partial::beside(place)?;
    fs::create_dir(partial.path()).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        fs::copy(entry.path(), partial.path().join(entry.file_name())).map_err(failed)?;
    }
    partial.finish()
}

fn told(run: &Run, summary: &Summary) -> String {
    let Run {
        variant, place, run, ..
    } = run;
    format!(
        "{variant}, {place}, run {run}: {} Mb/s",
        number::mega(summary.throughput_bps)
    )
}
