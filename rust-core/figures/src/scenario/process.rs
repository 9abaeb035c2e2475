// SPDX-License-Identifier: MIT OR Apache-2.0
//! One child process: its output, how it ended, and the line of its standard error that says why.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::Duration;

use crate::error::{Error, Result};
use crate::interrupt;
use crate::progress::tell;

/// How often a running child is looked at.
const POLL: Duration = Duration::from_millis(10);
/// Lines of standard error kept to find the one that says why.
const KEPT_LINES: usize = 40;
/// Where the output of a program is kept.
pub(super) const STDOUT: &str = "stdout.txt";
pub(super) const STDERR: &str = "stderr.txt";
/// Signals by which a user stops a program.
const SIGINT: i32 = 2;
const SIGTERM: i32 = 15;
/// What ns-3 and the C++ run time say after the reason of a fatal error.
const AFTERWORDS: [&str; 4] = [
    "NS_FATAL, terminating",
    "terminate called",
    "NS_ASSERT failed",
    "NS_ABORTED, terminating",
];

/// A program to be run.
pub struct Invocation {
    program: PathBuf,
    arguments: Vec<String>,
    directory: Option<PathBuf>,
    libraries: Option<PathBuf>,
    kept: Option<PathBuf>,
    echo: bool,
}

/// How a program ended.
#[derive(Debug)]
pub enum Ending {
    /// Exit status 0.
    Done {
        /// All of its standard output.
        stdout: String,
    },
    /// Exit status 2: the call was wrong.
    Refused {
        /// The program's own line.
        line: String,
    },
    /// Any other end.
    Failed {
        /// The line of its standard error that says why, or the status if it said nothing.
        line: String,
    },
    /// The user wanted to stop; the program was ended.
    Interrupted,
}

impl Invocation {
    /// A program with its arguments.
    pub fn new(program: &Path, arguments: Vec<String>) -> Self {
        Self {
            program: program.to_owned(),
            arguments,
            directory: None,
            libraries: None,
            kept: None,
            echo: false,
        }
    }

    /// Runs it in `directory`.
    pub fn working_in(mut self, directory: &Path) -> Self {
        self.directory = Some(directory.to_owned());
        self
    }

    /// Lets it find shared libraries in `directory` besides its own places.
    pub fn with_libraries(mut self, directory: &Path) -> Self {
        self.libraries = Some(directory.to_owned());
        self
    }

    /// Leaves its output in `directory`, however it ends.
    pub fn keeping_output_in(mut self, directory: &Path) -> Self {
        self.kept = Some(directory.to_owned());
        self
    }

    /// Passes its standard error on as it comes (all but the last line, which belongs into the report of a failure).
    pub fn echoing(mut self, echo: bool) -> Self {
        self.echo = echo;
        self
    }

    /// Runs it to its end, or until the user interrupts.
    ///
    /// # Errors
    /// A wrong call if the program cannot be started; failed work if it cannot be waited for, or its output not be kept.
    pub fn execute(&self) -> Result<Ending> {
        let copy = match &self.kept {
            None => None,
            Some(directory) => {
                let path = directory.join(STDERR);
                Some(File::create(&path).map_err(|why| Error::file("write", &path, why))?)
            }
        };
        let mut command = Command::new(&self.program);
        command
            .args(&self.arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        if let Some(libraries) = &self.libraries {
            command.env("LD_LIBRARY_PATH", search_path(libraries));
        }
        let name = self.program.display();
        let mut child = command
            .spawn()
            .map_err(|why| Error::call(format!("cannot start {name}: {why}")))?;
        let stdout = child.stdout.take().map(|mut pipe| {
            spawn(move || {
                let mut bytes = Vec::new();
                pipe.read_to_end(&mut bytes).map(|_| bytes)
            })
        });
        let echo = self.echo;
        let stderr = child
            .stderr
            .take()
            .map(|pipe| spawn(move || Tail::read(pipe, echo, copy)));
        let Some(status) =
            wait(&mut child).map_err(|why| Error::work(format!("cannot wait for {name}: {why}")))?
        else {
            return Ok(Ending::Interrupted);
        };
        let bytes = match stdout.map(JoinHandle::join) {
            Some(Ok(Ok(bytes))) => bytes,
            _ => return Err(Error::work(format!("cannot read what {name} prints"))),
        };
        if let Some(directory) = &self.kept {
            let path = directory.join(STDOUT);
            fs::write(&path, &bytes).map_err(|why| Error::file("write", &path, why))?;
        }
        let tail = stderr.and_then(|thread| thread.join().ok()).unwrap_or_default();
        Ok(judge(status, bytes, &tail))
    }
}

/// Waits for the child; none if it was ended because the user wants to stop.
fn wait(child: &mut Child) -> std::io::Result<Option<ExitStatus>> {
    loop {
        if interrupt::requested() {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        if let Some(status) = child.try_wait()? {
            // A terminal sends Ctrl-C to both; the child's end may be seen before our own signal is.
            return Ok(Some(status).filter(|status| !matches!(status.signal(), Some(SIGINT | SIGTERM))));
        }
        sleep(POLL);
    }
}

fn judge(status: ExitStatus, stdout: Vec<u8>, tail: &Tail) -> Ending {
    match status.code() {
        Some(0) => {
            tail.lines
                .iter()
                .skip(tail.lines.len().saturating_sub(tail.unsaid))
                .for_each(|line| tell!("{line}"));
            Ending::Done {
                stdout: String::from_utf8_lossy(&stdout).into_owned(),
            }
        }
        Some(2) => Ending::Refused {
            line: tail.reason().unwrap_or_else(|| "the call is wrong".to_owned()),
        },
        Some(_) | None => Ending::Failed {
            line: tail.reason().unwrap_or_else(|| status.to_string()),
        },
    }
}

/// The end of a program's standard error.
#[derive(Default)]
struct Tail {
    lines: VecDeque<String>,
    /// How many of the last lines wait: they are passed on if the program succeeds, and are part of the error if not.
    unsaid: usize,
}

impl Tail {
    fn read(pipe: impl Read, echo: bool, mut copy: Option<File>) -> Self {
        let mut tail = Self::default();
        let mut reader = BufReader::new(pipe);
        let mut bytes = Vec::new();
        while reader.read_until(b'\n', &mut bytes).is_ok_and(|n| n > 0) {
            if copy.as_mut().is_some_and(|file| file.write_all(&bytes).is_err()) {
                copy = None; // A full disk: the reason of a failure is told all the same.
            }
            let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
            bytes.clear();
            if !line.is_empty() {
                tail.add(line, echo);
            }
        }
        tail
    }

    fn add(&mut self, line: String, echo: bool) {
        match self.lines.back() {
            _ if !echo => {}
            Some(last) if self.unsaid == 1 && message(last).is_none() => tell!("{last}"),
            Some(_) | None => self.unsaid = self.unsaid.saturating_add(1),
        }
        if self.lines.len() == KEPT_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    /// Why the program failed: ns-3's message if there is one, else the last line that is not mere afterword.
    fn reason(&self) -> Option<String> {
        let message = self.lines.iter().rev().find_map(|line| message(line));
        let last = || {
            self.lines
                .iter()
                .rev()
                .find(|line| !AFTERWORDS.iter().any(|word| line.starts_with(word)))
        };
        message.map(str::to_owned).or_else(|| last().cloned())
    }
}

/// The text of a fatal error as ns-3 prints it: `msg="TEXT", +TIME NODE file=FILE, line=LINE`.
fn message(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("msg=\"")?;
    Some(rest.split_once("\", ").map_or(rest, |(text, _)| text))
}

fn search_path(first: &Path) -> OsString {
    let mut path = first.as_os_str().to_owned();
    if let Some(more) = std::env::var_os("LD_LIBRARY_PATH").filter(|more| !more.is_empty()) {
        path.push(":");
        path.push(more);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Ending {
        Invocation::new(Path::new("/bin/sh"), vec!["-c".to_owned(), script.to_owned()])
            .execute()
            .unwrap()
    }

    #[test]
    fn output_of_a_good_run_is_returned_whole() {
        let Ending::Done { stdout } = shell("echo noise >&2; printf 'a\\nb'") else {
            panic!("not done")
        };
        assert_eq!(stdout, "a\nb");
    }

    #[test]
    fn status_two_passes_the_line_on() {
        let Ending::Refused { line } = shell("echo 'window_bytes: 0 is out of range' >&2; exit 2") else {
            panic!("not refused")
        };
        assert_eq!(line, "window_bytes: 0 is out of range");
    }

    #[test]
    fn the_reason_of_an_ns3_fatal_error_is_found_before_its_afterwords() {
        let script = "echo 'msg=\"no such attribute\", file=x.cc, line=3' >&2; echo 'NS_FATAL, terminating' >&2; \
                      echo 'terminate called without an active exception' >&2; kill -ABRT $$";
        let Ending::Failed { line } = shell(script) else {
            panic!("not failed")
        };
        assert_eq!(line, "no such attribute");
    }

    #[test]
    fn a_silent_death_is_told_by_its_signal() {
        let Ending::Failed { line } = shell("kill -KILL $$") else {
            panic!("not failed")
        };
        assert!(line.contains("signal: 9"), "{line}");
    }

    #[test]
    fn a_program_that_is_not_there_is_a_wrong_call() {
        let error = Invocation::new(Path::new("/nonexistent"), Vec::new())
            .execute()
            .unwrap_err();
        assert_eq!(error.status(), 2);
    }
}
