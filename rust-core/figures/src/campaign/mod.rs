// SPDX-License-Identifier: MIT OR Apache-2.0
//! Many runs of one scenario: variants x points x paired seeds, on all cores, into a directory that can be resumed.
//!
//! ```text
//! DIR/campaign.toml                          the plan and the build it was made with
//! DIR/runs/VARIANT/POINT/run-N/              one run, put there in one step when it is whole
//! ```

mod execute;
mod store;

use std::path::PathBuf;

use serde::Serialize;

pub use execute::execute;
pub use store::{Store, Target};

use crate::scenario::{Options, Summary};

/// All runs of a campaign, in the order of its results.
#[derive(Clone, Debug, Serialize)]
pub struct Plan {
    /// The scenario.
    pub scenario: String,
    /// Options of every run.
    pub options: Options,
    /// The runs.
    pub runs: Vec<Run>,
}

/// One run.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// What is compared.
    pub variant: String,
    /// Where on the x axis, as the name of a directory.
    pub place: String,
    /// Where on the x axis; none has a meaning of its own in each experiment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<f64>,
    /// The run number: runs of the same number are paired (the same random streams) in every variant and point.
    pub run: u32,
    /// Options of this run besides the common ones and `run`.
    pub options: Options,
}

/// A run with what came of it.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The run.
    pub run: Run,
    /// Its summary.
    pub summary: Summary,
    /// Its directory.
    pub directory: PathBuf,
}

impl Run {
    /// Its directory below `runs/`.
    fn directory(&self) -> PathBuf {
        [&self.variant, &self.place, &format!("run-{}", self.run)]
            .iter()
            .collect()
    }
}
