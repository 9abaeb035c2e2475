// SPDX-License-Identifier: MIT OR Apache-2.0
//! `wtcp run`: one simulation.

use std::path::{Path, PathBuf};

use super::{RunArguments, print};
use crate::error::{Error, Result};
use crate::output::{Directory, is_free};
use crate::progress::tell;
use crate::scenario::{
    Build, Call, Options, RunRequest, is_run_directory, parse_settings, perform, perform_program,
};

/// Longest name of a default directory.
const NAME_LENGTH: usize = 120;

pub(super) fn run(arguments: &RunArguments) -> Result<()> {
    let options = parse_settings(&arguments.settings)?;
    let build = Build::from_environment()?;
    let name = match (&arguments.scenario, &arguments.program) {
        (_, Some(program)) => program
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        (Some(scenario), None) => {
            build.scenario(scenario)?;
            scenario.clone()
        }
        (None, None) => return Err(Error::call("no scenario given; see `./wtcp list`")),
    };
    let call = Call {
        name: &name,
        options: &options,
        build: arguments.program.is_none().then(|| build.info()),
    };
    let place = arguments
        .out
        .clone()
        .unwrap_or_else(|| own_place(&default_place(&name, &options), &call));
    let parent = prepare(&place, &call, arguments.force)?;
    let (result, text) = match &arguments.program {
        Some(program) => {
            let (stdout, summary) = perform_program(program, &build.libraries(), &options, &place)?;
            (summary + "\n", stdout)
        }
        None => {
            let request = RunRequest {
                scenario: &name,
                options: &options,
                place: &place,
                echo: true,
            };
            let (stdout, summary) = perform(&build, &request)?;
            for warning in &summary.warnings {
                tell!("wtcp: warning: {warning}");
            }
            (stdout, summary.table().to_text())
        }
    };
    parent.keep();
    print(if arguments.json { &result } else { &text })?;
    tell!("wtcp: the run is in {}", place.display());
    Ok(())
}

/// Sees to it that a run may be put at `place`: its parent can be written, and nothing gives way but an earlier run of
/// the same call, or any run if that is `forced`.
fn prepare(place: &Path, call: &Call<'_>, forced: bool) -> Result<Directory> {
    if !is_free(place) && place.exists() {
        if !is_run_directory(place) {
            return Err(Error::call(format!(
                "{} is not empty and holds no run of wtcp; give another --out",
                place.display()
            )));
        }
        if !forced && !call.made(place) {
            return Err(Error::call(format!(
                "{} holds a run of another call or build; give another --out, or --force to replace it",
                place.display()
            )));
        }
    }
    let parent = match place.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    };
    if place.file_name().is_none() {
        return Err(Error::call(format!(
            "--out {}: give the name of a directory",
            place.display()
        )));
    }
    Directory::make(parent)
}

/// `place`, or the first of `place-2`, `place-3` ... that is free or holds a run of the same call.
fn own_place(place: &Path, call: &Call<'_>) -> PathBuf {
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    let others = (2_u32..).map(|number| place.with_file_name(format!("{name}-{number}")));
    std::iter::once(place.to_owned())
        .chain(others)
        .find(|place| is_free(place) || call.made(place))
        .unwrap_or_else(|| place.to_owned())
}

/// `results/run/NAME` with the options that were set; a number stands for what would be too long.
fn default_place(name: &str, options: &Options) -> PathBuf {
    let mut words = vec![name.to_owned()];
    words.extend(options.iter().map(|(key, value)| format!("{key}={value}")));
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '=' | '.') {
            c
        } else {
            '-'
        }
    };
    let mut file: String = words
        .join(",")
        .chars()
        .map(|c| if c == ',' { c } else { plain(c) })
        .collect();
    if file.len() > NAME_LENGTH {
        let sum = file.bytes().fold(0_u32, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(u32::from(byte))
        });
        file.truncate(NAME_LENGTH); // All ASCII by now.
        file.push_str(&format!("-{sum:08x}"));
    }
    ["results", "run", &file].iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_default_directory_is_named_after_scenario_and_options() {
        let options = Options::from([
            ("tcp".to_owned(), "a/b".to_owned()),
            ("loss".to_owned(), "0.1".to_owned()),
        ]);
        assert_eq!(
            default_place("x", &options),
            Path::new("results/run/x,loss=0.1,tcp=a-b")
        );
    }

    #[test]
    fn long_names_differ_where_their_options_do() {
        let with = |value: &str| default_place("x", &Options::from([("k".to_owned(), value.to_owned())]));
        let (a, b) = (with(&"1".repeat(300)), with(&("1".repeat(299) + "2")));
        assert_ne!(a, b);
        assert!(a.to_string_lossy().len() < 160);
    }

    #[test]
    fn what_is_no_run_is_not_overwritten() {
        let home = tempfile::tempdir().unwrap();
        std::fs::write(home.path().join("thesis.tex"), "x").unwrap();
        let options = Options::new();
        let call = Call {
            name: "x",
            options: &options,
            build: None,
        };
        assert_eq!(prepare(home.path(), &call, true).unwrap_err().status(), 2);
        assert!(prepare(&home.path().join("new"), &call, false).is_ok());
    }
}
