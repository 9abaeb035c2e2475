// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the launcher built: which ns-3, which scenario programs.

use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use siphasher::sip128::{Hasher128, SipHasher13};

use super::{Description, Ending, Invocation};
use crate::error::{Error, Result};

const REMEDY: &str = "run `./wtcp doctor` to see what to do";

/// `wtcp-build.json`, written by the build.
#[derive(Clone, Debug, Deserialize)]
pub struct Info {
    /// Release of the ns-3 built against.
    pub ns3_release: String,
    /// Where that ns-3 came from: package, prefix, wheel or source.
    pub ns3_kind: String,
    /// CMake's build type.
    pub build_type: String,
    /// Version of the module.
    pub module_version: String,
    /// Names of the scenario programs.
    pub scenarios: Vec<String>,
}

/// A finished build.
#[derive(Clone, Debug)]
pub struct Build {
    directory: PathBuf,
    info: Info,
}

impl Build {
    /// The build named by `WTCP_BUILD_DIR`, which the launcher sets.
    ///
    /// # Errors
    /// A wrong call if it is not set or holds no build.
    pub fn from_environment() -> Result<Self> {
        let directory = std::env::var_os("WTCP_BUILD_DIR").filter(|value| !value.is_empty());
        let directory = directory.ok_or_else(|| {
            Error::call(format!(
                "WTCP_BUILD_DIR is not set: start this program by the launcher `./wtcp`, or {REMEDY}"
            ))
        })?;
        Self::open(Path::new(&directory))
    }

    /// The build in `directory`.
    ///
    /// # Errors
    /// A wrong call if there is none.
    pub fn open(directory: &Path) -> Result<Self> {
        let file = directory.join("wtcp-build.json");
        let text = fs::read_to_string(&file)
            .map_err(|why| Error::call(format!("no build at {}: {why}; {REMEDY}", file.display())))?;
        let info = serde_json::from_str(&text)
            .map_err(|why| Error::call(format!("{} is damaged: {why}; {REMEDY}", file.display())))?;
        let directory = directory
            .canonicalize()
            .map_err(|why| Error::file("find", directory, why))?;
        Ok(Self { directory, info })
    }

    /// What the build says of itself.
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// Where the shared libraries are.
    pub fn libraries(&self) -> PathBuf {
        self.directory.join("lib")
    }

    /// The program of a scenario.
    ///
    /// # Errors
    /// A wrong call for an unknown scenario, and for one whose program is missing.
    pub fn scenario(&self, name: &str) -> Result<PathBuf> {
        if !self.info.scenarios.iter().any(|known| known == name) {
            let known = self.info.scenarios.join(", ");
            return Err(Error::call(format!("unknown scenario `{name}`; known: {known}")));
        }
        let program = self.directory.join("bin").join(name);
        if program.is_file() {
            Ok(program)
        } else {
            Err(Error::call(format!(
                "the program {} of scenario `{name}` is missing; {REMEDY}",
                program.display()
            )))
        }
    }

    /// What a scenario says it offers.
    ///
    /// # Errors
    /// As [`Build::scenario`]; failed work if the program does not answer.
    pub fn describe(&self, name: &str) -> Result<Description> {
        let program = self.scenario(name)?;
        let told = Invocation::new(&program, vec!["--describe".to_owned()]).execute()?;
        let text = match told {
            Ending::Done { stdout } => stdout,
            Ending::Refused { line } | Ending::Failed { line } => {
                return Err(Error::work(format!(
                    "scenario `{name}` does not describe itself: {line}"
                )));
            }
            Ending::Interrupted => return Err(Error::work("interrupted")),
        };
        serde_json::from_str(&text).map_err(|why| {
            Error::work(format!(
                "scenario `{name}` describes itself in a form not understood: {why}"
            ))
        })
    }

    /// A short name for exactly this build: it changes with the scenario's program, the module and the ns-3 built
    /// against, so that results of different builds are never mixed.
    ///
    /// # Errors
    /// As [`Build::scenario`]; failed work if a file cannot be read.
    pub fn fingerprint(&self, name: &str) -> Result<String> {
        let mut files = vec![self.directory.join("wtcp-build.json"), self.scenario(name)?];
        let mut libraries: Vec<PathBuf> = match fs::read_dir(self.libraries()) {
            Ok(entries) => entries
                .flatten()
                .map(|entry| entry.path())
                .filter(|path| path.is_file())
                .collect(),
            Err(_) => Vec::new(), // A build linked statically has none.
        };
        libraries.sort();
        files.append(&mut libraries);
        let mut hasher = SipHasher13::new();
        for file in &files {
            let bytes = fs::read(file).map_err(|why| Error::file("read", file, why))?;
            hasher.write_usize(bytes.len());
            hasher.write(&bytes);
        }
        let hash = hasher.finish128();
        Ok(format!("{:016x}{:016x}", hash.h1, hash.h2))
    }
}
