// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which call a run was made by: kept in its `config.toml` as table `call`, so that a run is replaced by its repetition
//! only.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use serde::Serialize;

use super::{Info, Options};
use crate::error::{Error, Result};

const CONFIG: &str = "config.toml";

/// The call of a run: what was run, with which options set, and for a scenario on which releases.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// Name of the scenario or program.
    pub name: &'a str,
    /// Every option that was set.
    pub options: &'a Options,
    /// The build of a scenario; a foreign program has its own.
    pub build: Option<&'a Info>,
}

#[derive(Serialize)]
struct Record<'a> {
    call: &'a Options,
}

impl Call<'_> {
    /// Adds the options that were set to the `config.toml` of a run.
    ///
    /// # Errors
    /// Failed work if it cannot be written.
    pub fn record(&self, run: &Path) -> Result<()> {
        let path = run.join(CONFIG);
        let failed = |why: &dyn std::fmt::Display| Error::file("write", &path, why);
        let text = toml::to_string(&Record { call: self.options }).map_err(|why| failed(&why))?;
        fs::OpenOptions::new()
            .append(true)
            .open(&path)
            .and_then(|mut file| write!(file, "\n{text}"))
            .map_err(|why| failed(&why))
    }

    /// Whether a directory holds a run that was made by this call.
    pub fn made(&self, run: &Path) -> bool {
        let text = fs::read_to_string(run.join(CONFIG)).unwrap_or_default();
        let Ok(config) = toml::from_str::<toml::Table>(&text) else {
            return false;
        };
        let of_run = |key: &str| config.get("run")?.as_table()?.get(key)?.as_str();
        let same_build = self.build.is_none_or(|build| {
            of_run("ns3_release") == Some(build.ns3_release.as_str())
                && of_run("module_version") == Some(build.module_version.as_str())
        });
        let call = config.get("call").and_then(toml::Value::as_table);
        let same_options = call.is_some_and(|call| {
            let found = call.iter().map(|(key, value)| (key.as_str(), value.as_str()));
            let mut found: Vec<_> = found.collect();
            found.sort_unstable();
            let wanted = self.options.iter();
            found
                .into_iter()
                .eq(wanted.map(|(key, value)| (key.as_str(), Some(value.as_str()))))
        });
        of_run("scenario").or(of_run("program")) == Some(self.name) && same_build && same_options
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_known_by_its_options_and_its_build() {
        let run = tempfile::tempdir().unwrap();
        let info = Info {
            ns3_release: "3.37".to_owned(),
            ns3_kind: String::new(),
            build_type: String::new(),
            module_version: "0.1.0".to_owned(),
            scenarios: Vec::new(),
        };
        let options = Options::from([
            ("tcp".to_owned(), "sack".to_owned()),
            ("ns3::A::B".to_owned(), "1".to_owned()),
        ]);
        let call = Call {
            name: "x",
            options: &options,
            build: Some(&info),
        };
        let config = "[run]\nscenario = \"x\"\nns3_release = \"3.37\"\nmodule_version = \"0.1.0\"\n";
        fs::write(run.path().join(CONFIG), config).unwrap();
        assert!(!call.made(run.path()), "nothing is known of its call");
        call.record(run.path()).unwrap();
        assert!(call.made(run.path()));
        let none = Options::new();
        assert!(
            !Call {
                options: &none,
                ..call
            }
            .made(run.path())
        );
        assert!(!Call { name: "y", ..call }.made(run.path()));
        let newer = Info {
            ns3_release: "3.44".to_owned(),
            ..info.clone()
        };
        assert!(
            !Call {
                build: Some(&newer),
                ..call
            }
            .made(run.path())
        );
    }
}
