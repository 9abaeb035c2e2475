// SPDX-License-Identifier: MIT OR Apache-2.0
//! The handoff experiment, on a fake scenario that obeys the contract.
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

#[test]
fn the_handoff_experiment_gives_throughput_and_latency_at_every_interval_and_error_rate() {
    let place = Place::new();
    let call = ["reproduce", "snoop-handoff", "--quick", "--json", "--out", "r"];
    let values: Value = serde_json::from_str(&place.wtcp(&call).stdout).unwrap();
    let values = values.as_array().unwrap();
    let of = |metric: &'static str| values.iter().filter(move |value| value["metric"] == metric);
    assert_eq!(
        (of("throughput_bps").count(), of("handoff_latency_s").count()),
        (30, 24)
    );
    let still = of("throughput_bps").find(|value| value["x"].is_null() && value["variant"] == "snoop");
    assert_eq!(still.unwrap()["x_name"], "handoff_interval_s");
    let paper: Vec<&Value> = values.iter().filter(|value| !value["paper"].is_null()).collect();
    assert_eq!(paper.len(), 1);
    assert!(paper[0]["params"]["bits_per_error"].is_null() && paper[0]["paper"] == 1_450_000);
    // Handoffs that came to no end have no latency.
    assert!(of("handoff_latency_s").all(|value| value["y"] == 0.025 && value["n"] == 2));
    let table = fs::read_to_string(place.path("r/handoff-latency.csv")).unwrap();
    // The last handoff of a run does not count if nothing came after it; the one before it does: two of three ended.
    assert!(table.ends_with("plain TCP,0.03,0.6666666666666666\n"), "{table}");
    assert!(place.path("r/throughput-handoff.pdf").is_file());
    let csv = fs::read_to_string(place.path("r/results.csv")).unwrap();
    assert!(
        csv.contains("snoop-handoff,plain,bits_per_error=262144,handoff_interval_s,1,"),
        "{csv}"
    );
}
