// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generates the C++ half of the bridge and compiles it into the archive; reads the constants of the ns-3 in use.
use std::path::PathBuf;

/// Files with a bridge; each becomes a header for C++. CMake lists the headers too (`WtcpRust.cmake`).
const BRIDGES: [&str; 3] = ["src/lib.rs", "src/loss.rs", "src/multihop.rs"];
/// Folder that holds `ns3/core-module.h`; set by CMake. Without it (plain `cargo test`) nothing is compared.
const INCLUDE: &str = "WTCP_NS3_INCLUDE";
/// C++ standard of that ns-3, such as `c++17`; set by CMake.
const STANDARD: &str = "WTCP_NS3_CXX_STANDARD";

fn main() {
    for bridge in BRIDGES {
        println!("cargo:rerun-if-changed={bridge}");
    }
    println!("cargo:rerun-if-env-changed={INCLUDE}");
    println!("cargo:rerun-if-env-changed={STANDARD}");
    println!("cargo:rustc-check-cfg=cfg(wtcp_ns3)");
    cxx_build::bridges(BRIDGES)
        .std("c++17")
        .compile("wtcp-bridge-cxx");
    if let Some(include) = std::env::var_os(INCLUDE).filter(|folder| !folder.is_empty()) {
        read_constants(&include.to_string_lossy());
    }
}

#[expect(
    clippy::panic,
    clippy::expect_used,
    reason = "a build script has no other way to fail"
)]
fn read_constants(include: &str) {
    let standard = std::env::var(STANDARD).unwrap_or_else(|_| "c++17".to_owned());
    let constants = bindgen::Builder::default()
        .header_contents(
            "ns3-constants.h",
            "#include <ns3/net-device.h>\n#include <ns3/tcp-header.h>\n#include <ns3/tcp-socket-state.h>\n",
        )
        .clang_args(["-x", "c++", &format!("-std={standard}"), &format!("-I{include}")])
        .allowlist_type("ns3::TcpHeader_Flags_t")
        .allowlist_type("ns3::TcpSocketState_(TcpCongState_t|TcpCAEvent_t)")
        .allowlist_type("ns3::NetDevice_PacketType")
        .generate_comments(false)
        .layout_tests(false)
        .generate()
        .unwrap_or_else(|error| panic!("cannot read the constants of ns-3 in {include}: {error}"));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    constants
        .write_to_file(out.join("ns3_constants.rs"))
        .expect("OUT_DIR can be written");
    println!("cargo:rustc-cfg=wtcp_ns3");
}
