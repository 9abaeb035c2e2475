// SPDX-License-Identifier: MIT OR Apache-2.0
//! The `wtcp` program; everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    wtcp_figures::cli::main()
}
