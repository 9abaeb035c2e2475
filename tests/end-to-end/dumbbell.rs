// SPDX-License-Identifier: MIT OR Apache-2.0
//! Loss differentiation on real simulations of the dumbbell.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests: what goes wrong here fails the test"
)]

use std::fs;

use serde_json::Value;
use wtcp_tests::{Bench, assert_same};

/// Runs the scenario with options separated by blanks.
fn run(bench: &Bench, options: &str, out: &str) -> Value {
    let settings: String = options
        .split(' ')
        .map(|option| format!("--set {option} "))
        .collect();
    bench
        .wtcp(&format!("run dumbbell {settings} --out {out} --json"))
        .json()
}

fn number(summary: &Value, name: &str) -> f64 {
    summary[name]
        .as_f64()
        .unwrap_or_else(|| panic!("no {name} in {summary}"))
}

#[test]
fn flows_of_a_mix_share_the_bottleneck_and_the_same_run_gives_the_same_bytes() {
    let Some(bench) = Bench::new() else { return };
    let options = "flows=3 tcp_mix=lim,newreno reverse=1 cross_flows=1 p_w=0.02 loss_model=gilbert-elliott measure_s=20";
    let summary = run(&bench, options, "a");
    assert_eq!(run(&bench, options, "b"), summary);
    assert_same(&bench.path("a"), &bench.path("b"));
    let flows = fs::read_to_string(bench.path("a/flows.csv")).unwrap();
    assert_eq!(flows.lines().count(), 6, "{flows}");
    for (name, least, most) in [
        ("utilization", 0.8, 1.0),
        ("jain", 0.34, 1.0),
        ("p_c", 0.001, 0.3),
        ("buffer_wait_s", 0.001, 0.17),
        ("a_c", 0.0, 1.0),
        ("a_w", 0.0, 1.0),
    ] {
        let value = number(&summary, name);
        assert!(least <= value && value <= most, "{name} is {value}");
    }
    assert_eq!(
        (&summary["stream_ok"], &summary["verdicts_unexplained"]),
        (&true.into(), &0.into())
    );
}

#[test]
fn who_knows_the_truth_is_always_right_and_telling_losses_apart_pays() {
    let Some(bench) = Bench::new() else { return };
    let throughput = |tcp: &str| {
        let options = format!("tcp={tcp} rate_bps=10000000 buffer_packets=120 p_w=0.01 measure_s=30");
        let summary = run(&bench, &options, tcp);
        if tcp == "oracle" {
            assert_eq!(summary["a_w"], 1, "{summary}");
        }
        number(&summary, "throughput_bps")
    };
    let (newreno, lim, oracle) = (throughput("newreno"), throughput("lim"), throughput("oracle"));
    assert!(lim > 1.8 * newreno && oracle > lim, "{newreno}, {lim}, {oracle}");
}

#[test]
fn the_loss_rate_is_the_one_asked_for() {
    let Some(bench) = Bench::new() else { return };
    for model in ["uniform", "gilbert-elliott"] {
        let options = format!("p_w=0.05 loss_model={model} flows=5 measure_s=200");
        let summary = run(&bench, &options, model);
        let arrived = number(&summary, "segments_sent") * (1.0 - number(&summary, "p_c"));
        let rate = number(&summary, "lost_data") / arrived;
        assert!((rate - 0.05).abs() < 0.01, "{model}: {rate}");
    }
}

#[test]
fn accuracy_is_measured_for_every_exponent() {
    let Some(bench) = Bench::new() else { return };
    let values = bench
        .wtcp("reproduce ld-accuracy --quick --set measure_s=3 --json --out out")
        .json();
    let values = values.as_array().unwrap();
    let lim: Vec<&Value> = values
        .iter()
        .filter(|value| value["variant"] == "lim" && value["metric"] == "measured_p_c")
        .collect();
    assert_eq!(lim.len(), 60);
    let shares = values.iter().filter_map(|value| value["y"].as_f64());
    assert!(shares.clone().count() == values.len() && shares.clone().all(|y| (0.0..=1.0).contains(&y)));
    let oracle = values
        .iter()
        .filter(|value| value["variant"] == "oracle" && value["metric"] != "measured_p_c");
    assert!(oracle.clone().count() > 0 && oracle.clone().all(|value| value["y"] == 1));
    assert!(bench.path("out/accuracy-wireless.png").is_file());
}

#[test]
fn wrong_values_are_refused_by_name_and_leave_nothing() {
    let Some(bench) = Bench::new() else { return };
    for (options, names) in [
        ("p_w=1.5", ["p_w", "1.5"]),
        ("p_w=-0.1", ["p_w", "-0.1"]),
        ("flows=0", ["flows", "0"]),
        ("buffer_packets=0", ["buffer_packets", "0"]),
        ("rate_bps=0", ["rate_bps", "0"]),
        ("delay_s=-1", ["delay_s", "-1"]),
        ("flows=2 tcp_mix=lim,newrno", ["newrno", "newreno"]),
        ("tcp_mix=lim,newreno", ["tcp_mix", "flows"]),
        ("tcp_mix=lim tcp=newreno", ["tcp_mix", "tcp"]),
        (
            "flows=2 tcp_mix=reno,newreno",
            ["reno", "ns3::TcpSocketBase::Sack"],
        ),
        ("reverse=2", ["reverse", "flows"]),
        ("loss=0.1", ["loss", "p_w"]),
        (
            "loss_model=gilbert-elliott burst_packets=1 p_w=0.6",
            ["burst_packets", "p_w"],
        ),
        ("ns3::LimDifferentiator::Exponent=0 tcp=lim", ["Exponent", "0"]),
    ] {
        let settings: String = options
            .split(' ')
            .map(|option| format!("--set {option} "))
            .collect();
        bench
            .wtcp(&format!("run dumbbell {settings} --out deep/out"))
            .refused(&names);
        assert_eq!(bench.left(), [""; 0], "after {options}");
    }
}
