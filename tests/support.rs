// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the end-to-end tests share: the built program on the real scenarios.
//!
//! The tests need `WTCP_PROGRAM` (the `wtcp` program) and `WTCP_BUILD_DIR` (a build of the module); `./wtcp test` sets
//! both. Without them each test says that it is skipped.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "support of tests: what goes wrong here fails the test"
)]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

/// The program, and an empty directory in which it is run.
#[derive(Debug)]
pub struct Bench {
    program: OsString,
    directory: TempDir,
}

/// How a command ended.
#[derive(Debug)]
pub struct Done {
    /// Exit status; none if a signal ended it.
    pub status: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Bench {
    /// A fresh one, or none (with a message) where nothing was built.
    ///
    /// # Panics
    /// Where no temporary directory can be made.
    pub fn new() -> Option<Self> {
        let program = std::env::var_os("WTCP_PROGRAM");
        let (Some(program), Some(_)) = (program, std::env::var_os("WTCP_BUILD_DIR")) else {
            println!("skipped: WTCP_PROGRAM and WTCP_BUILD_DIR are not set; `./wtcp test` sets them");
            return None;
        };
        Some(Self {
            program,
            directory: tempfile::tempdir().unwrap(),
        })
    }

    /// A path in its directory.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// What lies in its directory, sorted.
    pub fn left(&self) -> Vec<String> {
        files(self.directory.path())
            .into_iter()
            .map(|path| path.to_string_lossy().into_owned())
            .collect()
    }

    /// Runs the program with arguments separated by blanks.
    ///
    /// # Panics
    /// If it cannot be started or prints no UTF-8.
    pub fn wtcp(&self, arguments: &str) -> Done {
        let mut command = Command::new(&self.program);
        let output = command
            .args(arguments.split_whitespace())
            .current_dir(self.directory.path())
            .output()
            .unwrap();
        Done {
            status: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Runs scenario `wired-wireless` with options separated by blanks into directory `out`; returns its summary.
    ///
    /// # Panics
    /// If the run fails.
    pub fn run(&self, options: &str, out: &str) -> Value {
        let settings: String = options
            .split_whitespace()
            .map(|option| format!("--set {option} "))
            .collect();
        self.wtcp(&format!("run wired-wireless {settings} --out {out} --json"))
            .json()
    }
}

impl Done {
    /// What a command that succeeded printed, as JSON.
    ///
    /// # Panics
    /// If it failed or printed something else.
    pub fn json(&self) -> Value {
        assert_eq!(self.status, Some(0), "{self:?}");
        serde_json::from_str(&self.stdout).unwrap_or_else(|why| panic!("{why}: {self:?}"))
    }

    /// It was refused with one line that holds every part, and printed nothing.
    ///
    /// # Panics
    /// If not.
    pub fn refused(&self, parts: &[&str]) {
        assert_eq!(self.status, Some(2), "{self:?}");
        assert_eq!(self.stderr.lines().count(), 1, "{self:?}");
        assert_eq!(self.stdout, "", "{self:?}");
        for part in parts {
            assert!(self.stderr.contains(part), "no `{part}` in {self:?}");
        }
    }
}

/// All files and empty directories below a directory, by their path in it, sorted.
///
/// # Panics
/// If it cannot be read.
pub fn files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = PathBuf::from(path.file_name().unwrap_or_default());
        let inner = if path.is_dir() { files(&path) } else { Vec::new() };
        if inner.is_empty() {
            found.push(name);
        } else {
            found.extend(inner.into_iter().map(|file| name.join(file)));
        }
    }
    found.sort();
    found
}

/// Asserts that two directories hold the same files with the same bytes.
///
/// # Panics
/// If they differ; the first file that does is named.
pub fn assert_same(a: &Path, b: &Path) {
    assert_eq!(files(a), files(b));
    for file in files(a) {
        assert!(
            fs::read(a.join(&file)).unwrap() == fs::read(b.join(&file)).unwrap(),
            "{} differs",
            file.display()
        );
    }
}
