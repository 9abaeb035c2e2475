// SPDX-License-Identifier: MIT OR Apache-2.0
//! The built ns-3 programs: finding them, asking them what they offer, running one.

mod build;
mod call;
mod description;
mod process;
mod program;
mod run;
mod summary;

pub use build::{Build, Info};
pub use call::Call;
pub use description::{Choice, Description, Mechanism, OptionHelp, Profile};
pub use process::{Ending, Invocation};
pub use program::perform_program;
pub use run::{Options, RunRequest, is_run_directory, parse_settings, perform};
pub use summary::Summary;
