// SPDX-License-Identifier: MIT OR Apache-2.0
//! Any ns-3 program, run in a directory of its own so that the traces it writes are kept together.

use std::fs;
use std::path::Path;

use serde::Serialize;

use super::{Call, Ending, Invocation, Options};
use crate::error::{Error, Result};
use crate::output::Partial;

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

/// Runs `program --key=value ...` in a fresh directory, which is then put at `place` with the program's standard output
/// as `stdout.txt`. Returns that output and the summary as JSON.
///
/// # Errors
/// A wrong call if the program is not there or says so by exit status 2; failed work if it fails.
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
        .echoing(true);
    let stdout = match invocation.execute()? {
        Ending::Done { stdout } => stdout,
        Ending::Refused { line } => return Err(Error::call(line)),
        Ending::Failed { line } => return Err(Error::work(format!("{name} failed: {line}"))),
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
    for (file, text) in [
        ("config.toml", &config),
        ("summary.json", &summary),
        ("stdout.txt", &stdout),
    ] {
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
