// SPDX-License-Identifier: MIT OR Apache-2.0
//! A build directory with a fake scenario in it, and the program run on it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A temporary place with a build in `build/`; commands run in it.
pub(crate) struct Place {
    directory: tempfile::TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let bin = directory.path().join("build/bin");
        fs::create_dir_all(&bin).unwrap();
        let info = r#"{"ns3_release":"3.37","ns3_kind":"package","build_type":"Release","module_version":"0.1.0",
                       "scenarios":["wired-wireless","three-hops","handoff","dumbbell","chain"]}"#;
        fs::write(directory.path().join("build/wtcp-build.json"), info).unwrap();
        for name in ["wired-wireless", "three-hops", "handoff", "dumbbell", "chain"] {
            let program = bin.join(name);
            fs::write(&program, include_str!("fake-scenario.sh")).unwrap();
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        }
        Self { directory }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wtcp"));
        command.args(arguments).current_dir(self.directory.path());
        command.env("WTCP_BUILD_DIR", self.path("build"));
        command
    }

    pub(crate) fn wtcp(&self, arguments: &[&str]) -> Done {
        Done::from(self.command(arguments).output().unwrap())
    }

    /// What lies beside the build.
    pub(crate) fn left(&self) -> Vec<String> {
        names(self.directory.path())
            .into_iter()
            .filter(|name| name != "build")
            .collect()
    }
}

/// Names in a directory, sorted.
pub(crate) fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// How a command ended.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Done {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Done {
    /// It was refused with one line that holds every part, and printed nothing.
    pub(crate) fn refused(&self, parts: &[&str]) {
        assert_eq!(self.status, Some(2), "{self:?}");
        assert_eq!(self.stderr.lines().count(), 1, "{self:?}");
        assert_eq!(self.stdout, "", "{self:?}");
        for part in parts {
            assert!(self.stderr.contains(part), "no `{part}` in {self:?}");
        }
    }
}
