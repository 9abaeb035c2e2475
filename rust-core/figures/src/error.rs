// SPDX-License-Identifier: MIT OR Apache-2.0
//! The two ways a command can fail, and the exit status of each.

use std::fmt::Display;
use std::path::Path;

/// Why a command failed. The text is one line: what, where, remedy.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The call or an input is wrong; nothing was done.
    #[error("{0}")]
    Call(String),
    /// The call was right but the work failed.
    #[error("{0}")]
    Work(String),
}

/// The result of everything that can fail in this crate.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// A wrong call.
    pub fn call(what: impl Into<String>) -> Self {
        Self::Call(what.into())
    }

    /// Failed work.
    pub fn work(what: impl Into<String>) -> Self {
        Self::Work(what.into())
    }

    /// A file that could not be read, written or made.
    pub fn file(doing: &str, path: &Path, why: impl Display) -> Self {
        Self::Work(format!("cannot {doing} {}: {why}", path.display()))
    }

    /// The exit status that tells a script which of the two it was.
    pub fn status(&self) -> u8 {
        match self {
            Self::Work(_) => 1,
            Self::Call(_) => 2,
        }
    }

    /// The text on one line, whatever it was made from.
    pub fn line(&self) -> String {
        let text = self.to_string();
        let parts: Vec<&str> = text
            .lines()
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .collect();
        parts.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_call_and_failed_work_have_different_statuses() {
        assert_eq!(Error::call("x").status(), 2);
        assert_eq!(Error::work("x").status(), 1);
    }

    #[test]
    fn a_message_of_several_lines_is_told_on_one() {
        assert_eq!(Error::work("first\n\n  second\n").line(), "first; second");
    }
}
