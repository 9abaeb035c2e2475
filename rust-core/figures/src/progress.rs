// SPDX-License-Identifier: MIT OR Apache-2.0
//! Progress on standard error: a bar on a terminal, a plain line for each finished step otherwise.

use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicUsize, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A line on standard error. Nobody listening there is no reason to stop (`eprintln!` would panic).
macro_rules! tell {
    ($($argument:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($argument)*);
    }};
}
pub(crate) use tell;

/// Counts the steps of one campaign.
pub struct Progress {
    bar: Option<ProgressBar>,
    total: usize,
    done: AtomicUsize,
}

impl Progress {
    /// Starts at none of `total` steps.
    pub fn new(total: usize) -> Self {
        let bar = stderr().is_terminal().then(|| {
            let length = u64::try_from(total).unwrap_or(u64::MAX);
            let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} runs, {eta} left  {msg}") {
                bar.set_style(style);
            }
            bar
        });
        Self {
            bar,
            total,
            done: AtomicUsize::new(0),
        }
    }

    /// One more step is done; `what` says which.
    pub fn step(&self, what: &str) {
        let done = self.done.fetch_add(1, Ordering::SeqCst).saturating_add(1);
        match &self.bar {
            Some(bar) => {
                bar.set_message(what.to_owned());
                bar.inc(1);
            }
            None => tell!("[{done}/{}] {what}", self.total),
        }
    }

    /// Clears the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
