// SPDX-License-Identifier: MIT OR Apache-2.0
//! Chains and mobile ad hoc networks on real simulations.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests: what goes wrong here fails the test"
)]

use std::fs;

use serde_json::Value;
use wtcp_tests::{Bench, assert_same};

/// Runs a scenario with options separated by blanks.
fn run(bench: &Bench, scenario: &str, options: &str, out: &str) -> Value {
    bench
        .wtcp(&format!(
            "run {scenario} {} --out {out} --json",
            settings(options)
        ))
        .json()
}

fn settings(options: &str) -> String {
    options
        .split_whitespace()
        .map(|option| format!("--set {option} "))
        .collect()
}

fn number(summary: &Value, name: &str) -> f64 {
    summary[name]
        .as_f64()
        .unwrap_or_else(|| panic!("no {name} in {summary}"))
}

/// A column of flows.csv.
fn column(bench: &Bench, out: &str, name: &str) -> Vec<String> {
    let table = fs::read_to_string(bench.path(out).join("flows.csv")).unwrap();
    let mut lines = table.lines();
    let at = lines
        .next()
        .unwrap()
        .split(',')
        .position(|heading| heading == name)
        .unwrap();
    lines
        .map(|line| line.split(',').nth(at).unwrap().to_owned())
        .collect()
}

#[test]
fn every_byte_arrives_once_and_in_order_while_nodes_move_and_fail() {
    let Some(bench) = Bench::new() else { return };
    for routing in ["aodv", "olsr", "dsr"] {
        for mobility in ["random-waypoint", "gauss-markov", "static"] {
            for run_number in 1..=3 {
                let out = format!("{routing}-{mobility}-{run_number}");
                let mechanism = if run_number == 1 {
                    "snoop"
                } else {
                    "hop-by-hop tcp=hop-by-hop"
                };
                let options = format!(
                    "routing={routing} mobility={mobility} run={run_number} failures=5 area_m=300 \
                     failures_within_s=5 transfer_bytes=100000 mechanism={mechanism} loss=0.02"
                );
                let summary = run(&bench, "manet", &options, &out);
                assert_eq!(summary["received_bytes"], 100_000, "{out}");
                assert_eq!(summary["stream_ok"], true, "{out}");
                assert_eq!(summary["undelivered_packets"], 0, "{out}");
                let failures = fs::read_to_string(bench.path(&out).join("failures.csv")).unwrap();
                assert_eq!(failures.lines().count(), 6, "{failures}");
            }
        }
    }
}

#[test]
fn the_same_seed_and_run_give_the_same_bytes_and_another_run_does_not() {
    let Some(bench) = Bench::new() else { return };
    for (scenario, options) in [
        (
            "manet",
            "flows=2 failures=3 transfer_bytes=50000 routing=dsr series=true",
        ),
        (
            "chain",
            "flows=2 tcp_mix=newreno,vegas measure_s=20 network=manet loss=0.1 series=true",
        ),
    ] {
        let once = format!("{scenario}-once");
        let again = format!("{scenario}-again");
        let summary = run(&bench, scenario, options, &once);
        assert_eq!(run(&bench, scenario, options, &again), summary);
        assert_same(&bench.path(&once), &bench.path(&again));
        let other = run(
            &bench,
            scenario,
            &format!("{options} run=2"),
            &format!("{scenario}-other"),
        );
        assert_ne!(other["throughput_bps"], summary["throughput_bps"], "{scenario}");
    }
}

#[test]
fn flows_of_two_tcps_leave_one_node_and_share_the_chain() {
    let Some(bench) = Bench::new() else { return };
    let options = "flows=2 measure_s=60 network=manet series=true";
    let mixed = run(
        &bench,
        "chain",
        &format!("{options} tcp_mix=newreno,vegas"),
        "mixed",
    );
    let alike = run(&bench, "chain", &format!("{options} tcp=newreno"), "alike");
    assert_eq!(column(&bench, "mixed", "tcp"), ["newreno", "vegas"]);
    assert_eq!(column(&bench, "alike", "tcp"), ["newreno", "newreno"]);
    assert_ne!(
        column(&bench, "mixed", "throughput_bps"),
        column(&bench, "alike", "throughput_bps")
    );
    for (summary, out) in [(&mixed, "mixed"), (&alike, "alike")] {
        let rates: Vec<f64> = column(&bench, out, "throughput_bps")
            .iter()
            .map(|rate| rate.parse().unwrap())
            .collect();
        let (sum, squares): (f64, f64) = (rates.iter().sum(), rates.iter().map(|rate| rate * rate).sum());
        assert!(
            (number(summary, "jain") - sum * sum / (2.0 * squares)).abs() < 1e-9,
            "{summary}"
        );
        // Bins of all flows begin with the same seconds.
        for file in ["throughput.csv", "throughput-2.csv"] {
            let bins = fs::read_to_string(bench.path(out).join(file)).unwrap();
            assert!(
                bins.lines()
                    .nth(2)
                    .unwrap()
                    .split(',')
                    .next()
                    .unwrap()
                    .ends_with(".0"),
                "{bins}"
            );
        }
    }
}

#[test]
fn delays_and_packets_of_flows_add_up_to_those_of_the_run() {
    let Some(bench) = Bench::new() else { return };
    let options = "flows=3 measure_s=30 loss=0.02 mechanism=snoop series=true network=manet";
    let summary = run(&bench, "chain", options, "out");
    let packets: Vec<f64> = column(&bench, "out", "delivered_packets")
        .iter()
        .map(|text| text.parse().unwrap())
        .collect();
    let weighted: f64 = column(&bench, "out", "delay_s")
        .iter()
        .zip(&packets)
        .filter(|(delay, _)| !delay.is_empty())
        .map(|(delay, packets)| delay.parse::<f64>().unwrap() * packets)
        .sum();
    let delivered = number(&summary, "delivered_packets");
    assert!((packets.iter().sum::<f64>() - delivered).abs() < 0.5, "{summary}");
    assert!(
        (weighted / delivered - number(&summary, "delay_s")).abs() < 1e-9,
        "{summary}"
    );
    assert!(number(&summary, "delay_median_s") <= number(&summary, "delay_p95_s"));
    let local = number(&summary, "local_retransmissions") / delivered;
    assert!((local - number(&summary, "local_retransmissions_per_packet")).abs() < 1e-9 && local > 0.0);
    let lines = fs::read_to_string(bench.path("out/delay-3.csv")).unwrap();
    let series = u32::try_from(lines.lines().count()).unwrap();
    assert!((f64::from(series) - packets[2] - 1.0).abs() < 0.5);
}

#[test]
fn nothing_delivered_is_a_result_of_a_measured_run() {
    let Some(bench) = Bench::new() else { return };
    let summary = run(&bench, "chain", "nodes=8 loss=0.9 measure_s=20", "out");
    assert_eq!(
        (
            &summary["throughput_bps"],
            &summary["delay_s"],
            &summary["delivered_packets"]
        ),
        (&0.into(), &Value::Null, &0.into())
    );
}

#[test]
fn a_sensor_network_is_slow_and_single_options_win_over_it() {
    let Some(bench) = Bench::new() else { return };
    for routing in ["static", "aodv", "olsr", "dsr"] {
        let options = format!("network=sensor transfer_bytes=2500 routing={routing}");
        let summary = run(&bench, "chain", &options, routing);
        assert_eq!(summary["delivered_packets"], 50, "{summary}");
        let rate = number(&summary, "throughput_bps");
        assert!(rate > 100.0 && rate < 10_000.0, "{routing}: {rate}");
    }
    let config = |out: &str| fs::read_to_string(bench.path(out).join("config.toml")).unwrap();
    assert!(config("static").contains("queue_packets = 10\n"));
    run(
        &bench,
        "chain",
        "network=sensor queue_packets=7 link_rate_bps=50000",
        "faster",
    );
    for value in [
        "queue_packets = 7\n",
        "link_rate_bps = 50000\n",
        "segment_bytes = 50\n",
    ] {
        assert!(config("faster").contains(value), "{value}");
    }
}

#[test]
fn networks_that_cannot_be_are_refused_by_name_and_leave_nothing() {
    let Some(bench) = Bench::new() else { return };
    for (scenario, options, names) in [
        ("manet", "routing=static", ["static", "move"]),
        ("manet", "routing=rip", ["routing", "rip"]),
        ("manet", "mobility=teleport", ["mobility", "teleport"]),
        ("manet", "nodes=5 flows=3", ["flows", "nodes"]),
        ("manet", "nodes=5 failures=4", ["failures", "nodes"]),
        ("manet", "speed_mps=0", ["speed_mps", "0"]),
        ("manet", "area_m=-1", ["area_m", "-1"]),
        ("manet", "failure_s=0", ["failure_s", "0"]),
        ("chain", "network=wsn", ["network", "wsn"]),
        ("chain", "flows=0", ["flows", "0"]),
        ("chain", "flows=21", ["flows", "21"]),
        ("chain", "tcp_mix=newreno,vegas", ["tcp_mix", "flows"]),
        ("chain", "tcp_mix=newreno tcp=vegas", ["tcp_mix", "tcp"]),
        ("chain", "link_rate_bps=10", ["link_rate_bps", "1000"]),
        ("chain", "link_rate_bps=2000000", ["link_rate_bps", "2000000"]),
        (
            "chain",
            "link_rate_bps=10000 mechanism=snoop",
            ["link_rate_bps", "priority=false"],
        ),
        ("chain", "loss=1.5", ["loss", "1.5"]),
    ] {
        bench
            .wtcp(&format!("run {scenario} {} --out out", settings(options)))
            .refused(&names);
        assert_eq!(bench.left(), [""; 0], "after {options}");
    }
}
