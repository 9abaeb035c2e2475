// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bad input: exit status 2, one line that names the thing, nothing half written.

use std::fs;

use wtcp_tests::Bench;

/// A value for `run wired-wireless --set` and what the line must name.
const VALUES: [(&str, &str); 24] = [
    ("colour=red", "colour"),
    ("mechanism=snop", "snop"),
    ("tcp=reno95", "reno95"),
    ("profile=linux", "linux"),
    ("bits_per_error=-1", "bits_per_error"),
    ("bits_per_error=0", "bits_per_error"),
    ("bits_per_error=many", "bits_per_error"),
    ("loss=2", "loss"),
    ("loss=-0.1", "loss"),
    ("loss_place=nowhere", "loss_place"),
    ("window_bytes=0", "window_bytes"),
    ("segment_bytes=0", "segment_bytes"),
    ("transfer_bytes=0", "transfer_bytes"),
    ("wired_rate_bps=-5", "wired_rate_bps"),
    ("wireless_rate_bps=3", "wireless_rate_bps"),
    ("run=-1", "run"),
    ("seed=4294967295", "seed"),
    // Without effect, since the scenario sets them on the objects.
    ("ns3::StreamSource::MaxBytes=5", "transfer_bytes"),
    ("ns3::SnoopAgent::Priority=false", "priority"),
    ("ns3::TcpSocket::RcvBufSize=0", "window_bytes"),
    // Types that ns-3 takes and crashes on.
    (
        "ns3::TcpL4Protocol::SocketType=ns3::Node",
        "ns3::TcpCongestionOps",
    ),
    (
        "ns3::TcpL4Protocol::RecoveryType=ns3::TcpRecoveryOps",
        "ns3::TcpRecoveryOps",
    ),
    (
        "ns3::TcpL4Protocol::RttEstimatorType=ns3::Node",
        "ns3::RttEstimator",
    ),
    ("ns3::StreamSource::StartTime=1s", "ns3::Application"),
];

#[test]
fn values_out_of_range_are_refused_by_name_and_leave_nothing() {
    let Some(bench) = Bench::new() else { return };
    for (value, name) in VALUES {
        bench
            .wtcp(&format!("run wired-wireless --set {value} --out deep/out"))
            .refused(&[name]);
        assert_eq!(bench.left(), [""; 0], "after {value}");
    }
}

#[test]
fn unknown_types_and_attributes_are_refused_by_name() {
    let Some(bench) = Bench::new() else { return };
    for name in ["ns3::SnoopAgent::NoSuchThing", "ns3::NoSuchType::Attribute"] {
        bench
            .wtcp(&format!("run wired-wireless --set {name}=1 --out out"))
            .refused(&[name.rsplit("::").nth(1).unwrap()]);
    }
    bench
        .wtcp("run wired-wireless --set ns3::SnoopAgent::CacheSize=0 --set mechanism=snoop --out out")
        .refused(&["CacheSize"]);
    assert_eq!(bench.left(), [""; 0]);
}

#[test]
fn losses_below_a_mac_are_refused_where_there_is_none() {
    let Some(bench) = Bench::new() else { return };
    bench
        .wtcp("run three-hops --set loss_place=below-mac --set loss=0.1 --out out")
        .refused(&["loss_place=below-mac", "above-mac"]);
    assert_eq!(bench.left(), [""; 0]);
}

#[test]
fn chains_that_cannot_be_built_are_refused_by_name() {
    let Some(bench) = Bench::new() else { return };
    for value in ["nodes=1", "nodes=21", "nodes=four", "routing=rip", "agents=first"] {
        bench
            .wtcp(&format!("run chain --set {value} --out out"))
            .refused(&[value.split('=').next().unwrap()]);
    }
    assert_eq!(bench.left(), [""; 0]);
}

#[test]
fn what_goes_with_no_access_points_is_refused() {
    let Some(bench) = Bench::new() else { return };
    for (options, remedy) in [
        ("--set overlap=true", "exclude each other"),
        ("--set mechanism=snoop", "add priming=always"),
    ] {
        bench
            .wtcp(&format!(
                "run handoff --set association=infrastructure {options} --out out"
            ))
            .refused(&["association=infrastructure", remedy]);
        assert_eq!(bench.left(), [""; 0], "after {options}");
    }
}

#[test]
fn unknown_scenarios_experiments_and_options_are_refused_by_name() {
    let Some(bench) = Bench::new() else { return };
    bench
        .wtcp("run nowhere --out out")
        .refused(&["nowhere", "wired-wireless"]);
    bench
        .wtcp("reproduce figure-9 --out out")
        .refused(&["figure-9", "snoop-ber"]);
    bench
        .wtcp("reproduce snoop-ber --set colour=red --out out")
        .refused(&["colour"]);
    bench.wtcp("run wired-wireless --quick").refused(&["--quick"]);
    assert_eq!(bench.left(), [""; 0]);
}

#[test]
fn an_output_folder_that_cannot_be_written_is_refused() {
    let Some(bench) = Bench::new() else { return };
    fs::write(bench.path("file"), "").unwrap();
    for command in ["run wired-wireless", "demo", "reproduce snoop-ber --quick"] {
        bench
            .wtcp(&format!("{command} --out file/out"))
            .refused(&["file"]);
    }
    assert_eq!(bench.left(), ["file"]);
}
