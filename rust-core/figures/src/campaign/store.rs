// SPDX-License-Identifier: MIT OR Apache-2.0
//! The directory of a campaign: whose results it holds, and whether new ones may be put beside them.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{Plan, Run};
use crate::error::{Error, Result};
use crate::figure::KINDS;
use crate::output::{self, Directory};
use crate::progress::tell;
use crate::render::FORMATS;
use crate::scenario::{Build, Call};

const MARK: &str = "campaign.toml";

/// Where results shall go.
#[derive(Clone, Copy, Debug)]
pub enum Target<'a> {
    /// The directory the user named.
    Given {
        /// It.
        path: &'a Path,
        /// Whether a campaign of another plan or build gives way.
        force: bool,
    },
    /// None named: this one, or the first of `-2`, `-3` ... that is free or holds the same campaign.
    Free(&'a Path),
}

/// A campaign's directory, opened for exactly one plan and build.
#[derive(Debug)]
pub struct Store {
    root: Directory,
    lenders: Vec<PathBuf>,
}

/// What makes results comparable: the plan and the build.
#[derive(Serialize)]
struct Mark<'a> {
    campaign: Names<'a>,
    plan: &'a Plan,
}

#[derive(Serialize)]
struct Names<'a> {
    name: &'a str,
    ns3_release: &'a str,
    module_version: &'a str,
    build: &'a str,
}

/// What a directory holds.
enum Holding {
    Nothing,
    Same,
    OtherCampaign,
    SomethingElse,
}

impl Store {
    /// Opens the target for campaign `name`. Finished runs of the same plan and build are kept for resumption.
    ///
    /// # Errors
    /// A wrong call if the directory holds anything else, or cannot be written.
    pub fn open(target: Target<'_>, name: &str, plan: &Plan, build: &Build) -> Result<Self> {
        let mark = mark(name, plan, build)?;
        let path = match target {
            Target::Given { path, force } => {
                match holding(path, &mark) {
                    Holding::Nothing | Holding::Same => {}
                    Holding::OtherCampaign if force => {
                        tell!(
                            "wtcp: {}: the results of another call or build are replaced",
                            path.display()
                        );
                        clear(path)?;
                    }
                    Holding::OtherCampaign => {
                        return Err(Error::call(format!(
                            "{} holds results of another call or build; give another --out, or --force to replace them",
                            path.display()
                        )));
                    }
                    Holding::SomethingElse => {
                        return Err(Error::call(format!(
                            "{} is not empty and holds no results of wtcp; give another --out",
                            path.display()
                        )));
                    }
                }
                path.to_owned()
            }
            Target::Free(path) => first_free(path, &mark),
        };
        let root = Directory::make(&path)?;
        output::remove_leftovers(&path.join("runs"))?;
        output::write(&path.join(MARK), mark.as_bytes())?;
        Ok(Self {
            root,
            lenders: Vec::new(),
        })
    }

    /// Lets runs be taken over from other campaigns, as far as these are there and were made with the same build.
    ///
    /// # Errors
    /// Failed work if the build cannot be read.
    pub fn borrow_from(&mut self, lenders: Vec<PathBuf>, plan: &Plan, build: &Build) -> Result<()> {
        let fingerprint = build.fingerprint(&plan.scenario)?;
        let same_build = |path: &PathBuf| {
            let text = fs::read_to_string(path.join(MARK)).unwrap_or_default();
            let mark: toml::Table = toml::from_str(&text).unwrap_or_default();
            let found = mark.get("campaign").and_then(|names| names.get("build"));
            found.and_then(toml::Value::as_str) == Some(fingerprint.as_str())
        };
        self.lenders = lenders.into_iter().filter(same_build).collect();
        Ok(())
    }

    /// Where another campaign holds this run, made by the same call.
    pub fn lent(&self, run: &Run, call: &Call<'_>) -> Option<PathBuf> {
        let lenders = self.lenders.iter();
        let mut places = lenders.map(|lender| lender.join("runs").join(run.directory()));
        places.find(|place| call.made(place))
    }

    /// The directory.
    pub fn root(&self) -> &Path {
        self.root.path()
    }

    /// Where a run is or will be.
    pub fn place(&self, run: &Run) -> PathBuf {
        self.root.path().join("runs").join(run.directory())
    }

    /// The results are good: the directory stays.
    pub fn keep(self) -> PathBuf {
        self.root.keep()
    }

    /// After a failure: takes the directory away again unless it holds finished runs.
    pub fn abandon(self) {
        let runs = self.root.path().join("runs");
        prune(&runs);
        if !runs.exists() && output::remove(&self.root.path().join(MARK)).is_err() {
            // It stays with its mark and without runs: the same call goes on from there.
        }
    }
}

/// Removes a campaign's results, and nothing else that may lie beside them. The mark goes last: a directory that is only
/// partly cleared is still known for what it is.
fn clear(root: &Path) -> Result<()> {
    let figures = KINDS
        .iter()
        .flat_map(|kind| FORMATS.map(|format| format!("{}.{format}", kind.name)));
    let files = ["report.html", "results.csv", "runs.csv", "runs"].map(str::to_owned);
    for name in files.into_iter().chain(figures).chain([MARK.to_owned()]) {
        output::remove(&root.join(name))?;
    }
    Ok(())
}

/// Removes directories that hold nothing but empty directories.
fn prune(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            prune(&entry.path());
        }
    }
    if fs::remove_dir(directory).is_err() {
        // Not empty: that is the point.
    }
}

fn mark(name: &str, plan: &Plan, build: &Build) -> Result<String> {
    let fingerprint = build.fingerprint(&plan.scenario)?;
    let info = build.info();
    let campaign = Names {
        name,
        ns3_release: &info.ns3_release,
        module_version: &info.module_version,
        build: &fingerprint,
    };
    toml::to_string(&Mark { campaign, plan })
        .map_err(|why| Error::work(format!("cannot write {MARK}: {why}")))
}

fn holding(path: &Path, mark: &str) -> Holding {
    match fs::read_to_string(path.join(MARK)) {
        Ok(found) if found == mark => Holding::Same,
        Ok(_) => Holding::OtherCampaign,
        Err(_) if output::is_free(path) => Holding::Nothing,
        // A path below a file or one that cannot be read: making the directory tells the reason.
        Err(_) if !path.is_dir() && path.parent().is_some_and(|parent| !parent.is_dir()) => Holding::Nothing,
        Err(_) => Holding::SomethingElse,
    }
}

fn first_free(path: &Path, mark: &str) -> PathBuf {
    let mut candidate = path.to_owned();
    let mut number = 1_u32;
    while matches!(
        holding(&candidate, mark),
        Holding::OtherCampaign | Holding::SomethingElse
    ) {
        number = number.saturating_add(1);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        candidate = path.with_file_name(format!("{name}-{number}"));
    }
    candidate
}
