// SPDX-License-Identifier: MIT OR Apache-2.0
//! The summary a run prints and keeps as `summary.json`.

use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::error::{Error, Result};
use crate::table::{Column, Table};

/// What is read of a summary; the rest is kept as it came.
#[derive(Clone, Debug, Deserialize)]
pub struct Summary {
    /// Whether the transfer ended before the time limit.
    pub completed: bool,
    /// Whether the received bytes are the sent ones.
    pub stream_ok: bool,
    /// First SYN to the last byte at the receiver.
    pub duration_s: f64,
    /// Received payload over the duration.
    pub throughput_bps: f64,
    /// Data bytes the receiver has got.
    pub received_bytes: f64,
    /// Things the user should know of.
    #[serde(default)]
    pub warnings: Vec<String>,
    /// Everything else.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

impl Summary {
    /// Reads it from the text a run prints.
    ///
    /// # Errors
    /// Failed work if it is no summary.
    pub fn parse(text: &str) -> Result<Self> {
        serde_json::from_str(text)
            .map_err(|why| Error::work(format!("the summary of the run is not understood: {why}")))
    }

    /// Reads it from a run directory.
    ///
    /// # Errors
    /// Failed work that names the file.
    pub fn read(directory: &Path) -> Result<Self> {
        let file = directory.join("summary.json");
        let text = fs::read_to_string(&file).map_err(|why| Error::file("read", &file, why))?;
        serde_json::from_str(&text).map_err(|why| Error::file("understand", &file, why))
    }

    /// Whether throughput, bytes and duration agree, as they do unless the file was changed after the run.
    pub fn is_consistent(&self) -> bool {
        let bits = self.throughput_bps * self.duration_s;
        (bits - 8.0 * self.received_bytes).abs() <= 1e-6 * bits.abs().max(1.0)
    }

    /// The summary for people.
    pub fn table(&self) -> Table {
        let mut table = Table::new("", vec![Column::text("quantity"), Column::number("value")]);
        let mut row = |name: &str, value: String| table.row(vec![name.to_owned(), value]);
        row(
            "throughput",
            format!("{} Mb/s", crate::number::mega(self.throughput_bps)),
        );
        row("duration", format!("{:.3} s", self.duration_s));
        row("received", format!("{} bytes", self.received_bytes));
        row("transfer complete", yes(self.completed));
        row("received stream equals sent", yes(self.stream_ok));
        for (name, value) in self.rest.iter().filter(|(_, value)| value.is_number()) {
            row(&name.replace('_', " "), value.to_string());
        }
        table
    }
}

fn yes(truth: bool) -> String {
    if truth { "yes" } else { "no" }.to_owned()
}
