// SPDX-License-Identifier: MIT OR Apache-2.0
//! The `wtcp` program as a library, so that every part can be tested by itself.
//!
//! A command flows through the modules in this order:
//!
//! 1. [`cli`] reads the arguments;
//! 2. [`scenario`] finds the built ns-3 programs, asks them what they offer and runs one;
//! 3. [`campaign`] runs many of them (variants x points x seeds) on all cores, into a directory that can be resumed;
//! 4. [`experiment`] says which runs an experiment of the papers consists of and turns them into [`Measurement`]s
//!    beside the published values;
//! 5. [`figure`] draws typed series, [`render`] writes the drawings as SVG, PNG and PDF;
//! 6. [`table`] and [`report`] show them.
//!
//! Results are a deterministic function of the call and the build: nothing here reads a clock, draws a random number or
//! depends on the order in which runs end.
//!
//! [`Measurement`]: experiment::Measurement

pub mod campaign;
pub mod cli;
pub mod error;
pub mod experiment;
pub mod figure;
pub mod interrupt;
pub mod number;
pub mod output;
pub mod progress;
pub mod render;
pub mod report;
pub mod scenario;
pub mod stats;
pub mod table;
pub mod trace;
