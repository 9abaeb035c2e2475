// SPDX-License-Identifier: MIT OR Apache-2.0
//! One run of one scenario into a directory of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{Build, Call, Ending, Invocation, Summary};
use crate::error::{Error, Result};
use crate::output::Partial;

/// Options by name.
pub type Options = BTreeMap<String, String>;

/// A run to be made.
pub struct RunRequest<'a> {
    /// The scenario.
    pub scenario: &'a str,
    /// Every option that is not left at its default.
    pub options: &'a Options,
    /// The directory it leaves; its parent exists.
    pub place: &'a Path,
    /// Whether the program's standard error is passed on as it comes.
    pub echo: bool,
}

/// Reads the values of `--set`.
///
/// # Errors
/// A wrong call for what is not `KEY=VALUE`, for a key given twice and for keys that have their own way.
pub fn parse_settings(settings: &[String]) -> Result<Options> {
    let mut options = Options::new();
    for setting in settings {
        let Some((key, value)) = setting.split_once('=').filter(|(key, _)| !key.is_empty()) else {
            return Err(Error::call(format!(
                "--set {setting}: not of the form KEY=VALUE, such as tcp=newreno"
            )));
        };
        if key.starts_with('-') || key.chars().any(char::is_whitespace) {
            return Err(Error::call(format!(
                "--set {setting}: `{key}` is no option; see `./wtcp list`"
            )));
        }
        if matches!(key, "out" | "describe") {
            return Err(Error::call(format!(
                "--set {setting}: `{key}` is no option of a scenario; see `./wtcp run --help`"
            )));
        }
        if options.insert(key.to_owned(), value.to_owned()).is_some() {
            return Err(Error::call(format!(
                "--set {setting}: `{key}` is set twice; give it once"
            )));
        }
    }
    Ok(options)
}

/// Makes a run: the directory is there, whole, or not at all. Returns the summary as printed, and as read.
///
/// # Errors
/// A wrong call if the scenario refuses it (with the scenario's own line); failed work if the run fails.
pub fn perform(build: &Build, request: &RunRequest<'_>) -> Result<(String, Summary)> {
    let RunRequest {
        scenario,
        options,
        place,
        echo,
    } = *request;
    let program = build.scenario(scenario)?;
    let partial = Partial::beside(place)?;
    let mut arguments: Vec<String> = options
        .iter()
        .map(|(key, value)| format!("--{key}={value}"))
        .collect();
    let out = partial.path().to_str().ok_or_else(|| {
        Error::call(format!(
            "the name of {} is not UTF-8; give another directory with --out",
            place.display()
        ))
    })?;
    arguments.push(format!("--out={out}"));
    let failed = |line: &str| Error::work(format!("{} failed: {line}", told(scenario, options)));
    let stdout = match Invocation::new(&program, arguments).echoing(echo).execute()? {
        Ending::Done { stdout } => stdout,
        Ending::Refused { line } => return Err(Error::call(as_set(&line, scenario))),
        Ending::Failed { line } => return Err(failed(&as_set(&line, scenario))),
        Ending::Interrupted => return Err(Error::work("interrupted; finished runs are kept")),
    };
    let summary = Summary::parse(&stdout).map_err(|why| failed(&why.line()))?;
    if !summary.stream_ok {
        return Err(failed("the received bytes differ from the sent ones"));
    }
    if !is_run_directory(partial.path()) {
        return Err(failed("it left no config.toml and summary.json"));
    }
    let call = Call {
        name: scenario,
        options,
        build: Some(build.info()),
    };
    call.record(partial.path())?;
    partial.finish()?;
    Ok((stdout, summary))
}

/// Whether a directory is what a run leaves, so that it may be replaced by another run.
pub fn is_run_directory(path: &Path) -> bool {
    let config = fs::read_to_string(path.join("config.toml")).unwrap_or_default();
    let is_config = toml::from_str::<toml::Table>(&config).is_ok_and(|table| table.contains_key("run"));
    is_config && path.join("summary.json").is_file()
}

/// A scenario's message in the terms of the user, who wrote `--set KEY=VALUE` where the scenario was given `--KEY=VALUE`,
/// and whom another command tells what the scenario's own help does.
fn as_set(line: &str, scenario: &str) -> String {
    let mut told = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("--") {
        told.push_str(before);
        let starts_a_word = before
            .chars()
            .next_back()
            .is_none_or(|last| !(last.is_alphanumeric() || matches!(last, '-' | '_' | '=' | '/')));
        rest = match ["help", "describe"]
            .iter()
            .find_map(|own| after.strip_prefix(own))
        {
            Some(after) if starts_a_word => {
                told.push_str(&format!("`./wtcp list {scenario}`"));
                after
            }
            _ => {
                if !starts_a_word || !after.starts_with(char::is_alphabetic) {
                    told.push_str("--");
                }
                after
            }
        };
    }
    told + rest
}

/// A run in words: scenario, options, seed and run.
fn told(scenario: &str, options: &Options) -> String {
    let mut words = vec![scenario.to_owned()];
    words.extend(options.iter().map(|(key, value)| format!("{key}={value}")));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(list: &[&str]) -> Result<Options> {
        parse_settings(&list.iter().map(|&s| s.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn settings_are_read_with_attributes_and_equal_signs_in_values() {
        let options = settings(&["tcp=newreno", "ns3::TcpSocket::SegmentSize=536", "note=a=b"]).unwrap();
        assert_eq!(options["ns3::TcpSocket::SegmentSize"], "536");
        assert_eq!(options["note"], "a=b");
    }

    #[test]
    fn messages_of_a_scenario_name_options_as_the_user_did() {
        for (line, told) in [
            (
                "x: option --loss does not take \"2\": give one",
                "x: option loss does not take \"2\": give one",
            ),
            (
                "--loss and --bits_per_error exclude each other",
                "loss and bits_per_error exclude each other",
            ),
            ("write --tcp=sack", "write tcp=sack"),
            (
                "unknown option --a: --help lists all",
                "unknown option a: `./wtcp list x` lists all",
            ),
            ("a -- b, a--b, --", "a -- b, a--b, --"),
        ] {
            assert_eq!(as_set(line, "x"), told);
        }
    }

    #[test]
    fn wrong_settings_are_named_with_the_remedy() {
        for (list, part) in [
            (&["tcp"][..], "KEY=VALUE"),
            (&["=1"], "KEY=VALUE"),
            (&["tcp=a", "tcp=b"], "twice"),
            (&["--tcp=a"], "./wtcp list"),
            (&["out=/tmp/x"], "run --help"),
        ] {
            let error = settings(list).unwrap_err();
            assert_eq!(error.status(), 2);
            assert!(error.line().contains(part), "{}", error.line());
        }
    }
}
