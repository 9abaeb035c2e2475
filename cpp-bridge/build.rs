// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generates the C++ half of the bridge and compiles it into the archive.
fn main() {
    cxx_build::bridge("src/lib.rs")
        .std("c++17")
        .compile("wtcp-bridge-cxx");
    println!("cargo:rerun-if-changed=src/lib.rs");
}
