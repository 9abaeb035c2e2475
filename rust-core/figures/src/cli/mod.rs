// SPDX-License-Identifier: MIT OR Apache-2.0
//! The command line: arguments in, exit status out. Results go to standard output, everything else to standard error.

mod list;
mod reproduce;
mod run;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};

use crate::error::{Error, Result};
use crate::interrupt;
use crate::progress::tell;

/// TCP over wireless paths on ns-3: run scenarios, reproduce the papers' experiments, draw figures.
#[derive(Debug, Parser)]
#[command(
    name = "wtcp",
    bin_name = "./wtcp",
    version,
    after_help = "Exit status: 0 done; 1 the work failed; 2 the call or an input is wrong."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Snoop against plain TCP over 802.11 at several bit error rates; about a minute after the first build
    Demo(DemoArguments),
    /// What can be run: mechanisms, scenarios with their options, profiles, experiments, figures
    List(ListArguments),
    /// One simulation of a built-in scenario, or of any ns-3 program
    Run(RunArguments),
    /// An experiment of the source papers, measured values beside the published ones
    Reproduce(ReproduceArguments),
}

#[derive(Debug, Args)]
struct DemoArguments {
    #[command(flatten)]
    campaign: CampaignArguments,
}

#[derive(Debug, Args)]
struct CampaignArguments {
    /// Directory for the results; finished runs of the same call and build in it are not made again
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Runs at a time [default: one a core]
    #[arg(long, value_name = "N")]
    jobs: Option<std::num::NonZeroUsize>,
    /// Replace the results of another call or build in DIR
    #[arg(long, requires = "out")]
    force: bool,
}

#[derive(Debug, Args)]
struct ListArguments {
    /// Only this scenario, with its options, or this profile, with its attributes
    name: Option<String>,
    /// The ns-3 attributes of every profile as well
    #[arg(long)]
    attributes: bool,
    /// Print one JSON object, which holds everything
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct RunArguments {
    /// The scenario; see `./wtcp list`
    #[arg(required_unless_present = "program", conflicts_with = "program")]
    scenario: Option<String>,
    /// Any ns-3 program instead; it is run in DIR, so that its traces are kept there (in DIR-failed, should it fail)
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,
    /// An option of the scenario, or an attribute default such as ns3::TcpSocket::SegmentSize=536; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Directory for the results; the same call makes its run again [default: below results/run/, named after the
    /// scenario and its options]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the run of another call or build in DIR
    #[arg(long, requires = "out")]
    force: bool,
    /// Print the summary as one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct ReproduceArguments {
    /// The experiment, or `all`; see `./wtcp list`
    #[arg(value_name = "ID")]
    experiment: String,
    /// Fewer seeds and shorter transfers
    #[arg(long)]
    quick: bool,
    /// An option for every run, against what the paper did (where its hosts had Reno, the senders are tcp=reno unless this
    /// says otherwise); it is recorded in `params` of each value; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    #[command(flatten)]
    campaign: CampaignArguments,
    /// Print one JSON array, one element a measured value
    #[arg(long)]
    json: bool,
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let done = match Cli::try_parse() {
        Ok(cli) => {
            interrupt::watch();
            match cli.command {
                Command::Demo(arguments) => reproduce::demo(&arguments),
                Command::List(arguments) => list::list(&arguments),
                Command::Run(arguments) => run::run(&arguments),
                Command::Reproduce(arguments) => reproduce::reproduce(&arguments),
            }
        }
        Err(wrong) if matches!(wrong.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            print(&wrong.to_string())
        }
        Err(wrong) => Err(Error::call(misuse(&wrong))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tell!("wtcp: {}", error.line());
            ExitCode::from(error.status())
        }
    }
}

/// A wrong call on one line: the first paragraph of what clap says, and where to look.
fn misuse(wrong: &clap::Error) -> String {
    if wrong.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "no command given; see `./wtcp --help`".to_owned();
    }
    let text = wrong.to_string();
    let paragraph: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty())
        .collect();
    let what = paragraph.join(" ");
    let help = std::env::args().nth(1).map_or_else(String::new, |first| {
        let known = Cli::command().find_subcommand(&first).is_some();
        if known { first + " " } else { String::new() }
    });
    format!(
        "{}; see `./wtcp {help}--help`",
        what.trim_start_matches("error: ")
    )
}

/// Prints a result. A reader that went away (`| head`) is no failure.
fn print(text: &str) -> Result<()> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(why) if why.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::work(format!("cannot write to standard output: {why}")))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// A value as JSON, for people to read too.
fn print_json<T: serde::Serialize>(value: &T) -> Result<()> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|why| Error::work(format!("cannot write JSON: {why}")))?;
    print(&(text + "\n"))
}
