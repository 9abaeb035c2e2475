// SPDX-License-Identifier: MIT OR Apache-2.0
//! Any ns-3 program, run in a directory of its own so that the traces it writes are kept together.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::process::{STDERR, STDOUT};
use super::{Call, Ending, Invocation, Options};
use crate::error::{Error, Result};
use crate::output::{Partial, is_free};

/// What is known of a run of a foreign program; the program itself writes nothing of the kind.
#[derive(Serialize)]
struct Config<'a> {
    run: Names<'a>,
}

#[derive(Serialize)]
struct Names<'a> {
    program: &'a str,
}

/// What is known of its end.
#[derive(Serialize)]
struct Summary<'a> {
    program: &'a str,
    completed: bool,
}

/// Runs `program --key=value ...` in a fresh directory, which is then put at `place` with what the program printed in
/// `stdout.txt` and `stderr.txt`. Returns its standard output and the summary as JSON.
///
/// A program that fails leaves the same at `place-failed`, so that `place` holds whole results only.
///
/// # Errors
/// A wrong call if the program is not there; failed work if it fails, by whatever exit status.
pub fn perform_program(
    program: &Path,
    libraries: &Path,
    options: &Options,
    place: &Path,
) -> Result<(String, String)> {
    let absolute = program
        .canonicalize()
        .map_err(|why| Error::call(format!("--program {}: {why}", program.display())))?;
    let name = program
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let partial = Partial::beside(place)?;
    let work = partial.path();
    fs::create_dir(work).map_err(|why| Error::file("make", work, why))?;
    let arguments = options
        .iter()
        .map(|(key, value)| format!("--{key}={value}"))
        .collect();
    let invocation = Invocation::new(&absolute, arguments)
        .working_in(work)
        .with_libraries(libraries)
        .keeping_output_in(work)
        .echoing(true);
    let stdout = match invocation.execute()? {
        Ending::Done { stdout } => stdout,
        Ending::Refused { line } | Ending::Failed { line } => {
            let left = place_of_failure(place);
            partial.finish_at(&left)?;
            return Err(Error::work(format!(
                "{name} failed: {line}; what it printed is in {}/{STDOUT} and {STDERR}",
                left.display()
            )));
        }
        Ending::Interrupted => return Err(Error::work("interrupted")),
    };
    let config = toml::to_string(&Config {
        run: Names { program: &name },
    })
    .map_err(|why| Error::work(format!("cannot write config.toml: {why}")))?;
    let summary = serde_json::to_string_pretty(&Summary {
        program: &name,
        completed: true,
    })
    .map_err(|why| Error::work(format!("cannot write summary.json: {why}")))?;
    for (file, text) in [("config.toml", &config), ("summary.json", &summary)] {
        let file = work.join(file);
        fs::write(&file, text).map_err(|why| Error::file("write", &file, why))?;
    }
    let call = Call {
        name: &name,
        options,
        build: None,
    };
    call.record(work)?;
    partial.finish()?;
    Ok((stdout, summary))
}

/// `place-failed`, or with a number where something else has that name; an earlier failure gives way.
fn place_of_failure(place: &Path) -> PathBuf {
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    let first = place.with_file_name(format!("{name}-failed"));
    let others = (2_u32..).map(|number| place.with_file_name(format!("{name}-failed-{number}")));
    let is_failure = |path: &Path| path.join(STDERR).is_file() && !path.join("summary.json").exists();
    std::iter::once(first.clone())
        .chain(others)
        .find(|path| is_free(path) || is_failure(path))
        .unwrap_or(first)
}
