// SPDX-License-Identifier: MIT OR Apache-2.0
//! The experiments of Hop-by-Hop TCP, on a fake scenario that obeys the contract.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests: what goes wrong here fails the test"
)]

#[allow(dead_code, reason = "the rest is for other tests")]
mod support;

use std::fs;

use serde_json::Value;
use support::Place;

/// The values of an experiment that is put where it goes by default.
fn reproduce(place: &Place, id: &str) -> Vec<Value> {
    let done = place.wtcp(&["reproduce", id, "--quick", "--json", "--jobs", "8"]);
    let values: Value = serde_json::from_str(&done.stdout).unwrap_or_else(|why| panic!("{why}: {done:?}"));
    values.as_array().unwrap().clone()
}

/// The values of a metric and a variant with some parameters.
fn of<'a>(values: &'a [Value], metric: &str, variant: &str, params: &[(&str, Value)]) -> Vec<&'a Value> {
    let same = |value: &&Value| {
        let params = params
            .iter()
            .all(|(name, wanted)| value["params"][name] == *wanted);
        value["metric"] == metric && value["variant"] == variant && params
    };
    values.iter().filter(same).collect()
}

fn close(value: &Value, wanted: f64) -> bool {
    value["y"]
        .as_f64()
        .is_some_and(|y| (y - wanted).abs() < 1e-9 + 1e-3 * wanted.abs())
}

/// A loss rate above the MAC, over DSR.
fn over_dsr(loss: f64) -> [(&'static str, Value); 4] {
    [
        ("network", "manet".into()),
        ("routing", "dsr".into()),
        ("loss_place", "above-mac".into()),
        ("loss", serde_json::from_str(&loss.to_string()).unwrap()),
    ]
}

#[test]
fn throughput_of_silent_runs_counts_and_gains_are_ratios_of_means() {
    let place = Place::new();
    let values = reproduce(&place, "hbh-throughput");
    for (loss, newreno, gain, paper) in [
        (0.0, 400e3, 0.25, Value::Null),
        (0.1, 100e3, 4.0, Value::from(0.25)),
        (0.2, 100e3, 4.0, Value::from(0.25)),
    ] {
        let plain = of(&values, "throughput_bps", "newreno", &over_dsr(loss));
        let hops: Vec<f64> = plain.iter().map(|value| value["x"].as_f64().unwrap()).collect();
        assert_eq!(hops, [4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]);
        assert!(
            plain.iter().all(|value| close(value, newreno) && value["n"] == 3),
            "{plain:?}"
        );
        let gains = of(&values, "gain_over_newreno", "hop-by-hop", &over_dsr(loss));
        assert_eq!(gains.len(), 7);
        assert!(
            gains
                .iter()
                .all(|value| close(value, gain) && value["paper"] == paper),
            "{gains:?}"
        );
    }
    assert_eq!(
        of(
            &values,
            "throughput_bps",
            "hop-by-hop",
            &[("loss_place", "below-mac".into())]
        )
        .len(),
        28
    );
    let sensor = of(
        &values,
        "throughput_bps",
        "newreno",
        &[("network", "sensor".into())],
    );
    assert!(sensor.len() == 6 && sensor[0]["params"]["loss"] == 0.4);
    // What a routing protocol cannot carry is left out with a remark.
    let split = of(&values, "throughput_bps", "split", &[]);
    assert!(split.len() == 3 && split[0]["params"]["routing"] == "aodv");
    let root = place.path("results/hbh-throughput-quick");
    let report = fs::read_to_string(root.join("report.html")).unwrap();
    assert!(report.contains("split does not run over DSR: "));
    let run = "runs/hop-by-hop-window-4/network-manet-routing-dsr-loss_place-above-mac-loss-0.1-piggyback-true-hops-7/run-1";
    let call = fs::read_to_string(root.join(run).join("config.toml")).unwrap();
    for part in [
        "nodes = \"8\"",
        "\"ns3::OneHopTcpAgent::Window\" = \"4\"",
        "measure_s = \"60\"",
    ] {
        assert!(call.contains(part), "no {part} in {call}");
    }
    assert!(root.join("throughput-hops-below-mac.pdf").is_file());
}

#[test]
fn delay_takes_over_the_runs_of_throughput_and_leaves_silent_ones_out() {
    let place = Place::new();
    reproduce(&place, "hbh-throughput");
    let run = "runs/newreno/network-manet-routing-dsr-loss_place-above-mac-loss-0.1-hops-7/run-1";
    let run = |id: &str| place.path("results").join(id).join(run);
    fs::write(run("hbh-throughput-quick").join("mark"), "made for throughput").unwrap();
    let values = reproduce(&place, "hbh-delay");
    assert!(
        run("hbh-delay-quick").join("mark").is_file(),
        "the run was made again"
    );
    let plain = of(&values, "delay_s", "newreno", &over_dsr(0.1));
    assert!(
        plain.iter().all(|value| close(value, 2.0) && value["n"] == 2),
        "{plain:?}"
    );
    let less = of(&values, "reduction_from_newreno", "hop-by-hop", &over_dsr(0.1));
    assert!(
        less.iter()
            .all(|value| close(value, 0.5) && value["paper"] == 0.2 && value["n"] == 2)
    );
    let report = fs::read_to_string(place.path("results/hbh-delay-quick/report.html")).unwrap();
    assert!(
        report.contains("Left out are runs without a delivered packet: newreno, loss 0.1 (7 of 21 runs)")
    );
}

#[test]
fn what_piggybacking_recovers_is_a_share_of_what_local_acknowledgements_cost() {
    let place = Place::new();
    let values = reproduce(&place, "hbh-piggyback");
    for (flag, throughput) in [(true, 500e3), (false, 300e3)] {
        let found = of(
            &values,
            "throughput_bps",
            "hop-by-hop",
            &[("piggyback", flag.into())],
        );
        assert!(found.len() == 28 && found.iter().all(|value| close(value, throughput)));
    }
    let recovered = of(&values, "recovered_by_piggybacking", "hop-by-hop", &over_dsr(0.0));
    assert!(recovered.len() == 7 && recovered.iter().all(|value| close(value, 0.5)));
    let cost = of(&values, "cost_of_local_acks", "hop-by-hop", &over_dsr(0.0));
    assert!(cost.len() == 7 && cost.iter().all(|value| close(value, 4.0 / 7.0)));
}

#[test]
fn windows_are_stairs_in_packets_since_the_start_of_the_flow() {
    let place = Place::new();
    let values = reproduce(&place, "hbh-cwnd");
    let window = of(&values, "cwnd_packets", "newreno", &over_dsr(0.0));
    assert!(window[0]["x_name"] == "time_s" && window[0]["params"]["hops"] == 4);
    let stairs = fs::read_to_string(place.path("results/hbh-cwnd-quick/cwnd-manet.csv")).unwrap();
    assert!(stairs.contains("NewReno,0.5,1,\nNewReno,2,4,"), "{stairs}");
}

#[test]
fn fairness_tells_kinds_apart_and_follows_the_index_over_time() {
    let place = Place::new();
    let values = reproduce(&place, "hbh-fairness");
    let jain = of(
        &values,
        "jain",
        "hop-by-hop",
        &[("flows", 4.into()), ("routing", "aodv".into())],
    );
    assert!(jain.len() == 3 && jain.iter().all(|value| close(value, 0.99)));
    for tcp in ["hop-by-hop", "newreno"] {
        let found = of(
            &values,
            "throughput_bps",
            "hop-by-hop+newreno",
            &[("tcp", tcp.into())],
        );
        assert!(found.len() == 9 && found.iter().all(|value| close(value, 100e3)));
    }
    // Of two flows one has the first window alone, from the start of the last flow on.
    let params = [
        over_dsr(0.1).to_vec(),
        vec![("flows", 2.into()), ("hops", 4.into())],
    ]
    .concat();
    let windows = of(&values, "jain_over_time", "vegas", &params);
    let found: Vec<(f64, f64)> = windows
        .iter()
        .map(|value| (value["x"].as_f64().unwrap(), value["y"].as_f64().unwrap()))
        .collect();
    assert_eq!(found, [(10.0, 0.5), (20.0, 1.0)]);
    let silent = [("network", "sensor".into())];
    assert!(
        of(&values, "jain_over_time", "vegas", &silent).is_empty(),
        "nothing was delivered"
    );
}
