// SPDX-License-Identifier: MIT OR Apache-2.0
//! The experiments of loss differentiation, on a fake scenario that obeys the contract.
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

fn reproduce(place: &Place, id: &str) -> Vec<Value> {
    let done = place.wtcp(&["reproduce", id, "--quick", "--json", "--out", "r", "--jobs", "8"]);
    let values: Value = serde_json::from_str(&done.stdout).unwrap_or_else(|why| panic!("{why}: {done:?}"));
    values.as_array().unwrap().clone()
}

/// The values of a metric and a variant.
fn of<'a>(values: &'a [Value], metric: &str, variant: &str) -> Vec<&'a Value> {
    let found = values.iter();
    found
        .filter(|value| value["metric"] == metric && value["variant"] == variant)
        .collect()
}

fn close(value: &Value, wanted: f64) -> bool {
    value["y"]
        .as_f64()
        .is_some_and(|y| (y - wanted).abs() < 1e-3 * wanted)
}

#[test]
fn loss_rates_are_measured_over_both_bottlenecks_and_the_largest_gain_stands_beside_the_published_one() {
    let place = Place::new();
    let values = reproduce(&place, "ld-loss-rate");
    let lim = of(&values, "throughput_bps", "lim");
    assert_eq!(lim.len(), 16);
    assert!(
        lim.iter()
            .all(|value| value["x_name"] == "p_w" && value["paper"].is_null() && value["n"] == 3)
    );
    let rates: Vec<&Value> = lim.iter().map(|value| &value["params"]["rate_bps"]).collect();
    assert!(rates.iter().any(|rate| **rate == 1_000_000) && rates.iter().any(|rate| **rate == 10_000_000));
    for over in ["westwood_plus", "westwood_plus_2004"] {
        let gains = of(&values, &format!("largest_gain_over_{over}"), "lim");
        let published: Vec<&Value> = gains.iter().map(|gain| &gain["paper"]).collect();
        assert_eq!(published, [&Value::from(0.29), &Value::from(0.55)]);
        assert!(
            gains
                .iter()
                .all(|gain| gain["x"].is_null() && close(gain, 300.0 / 602.0)),
            "{gains:?}"
        );
    }
    // A variant that judges nothing has no accuracy.
    assert_eq!(of(&values, "a_w", "newreno").len(), 0);
    let call =
        fs::read_to_string(place.path("r/runs/lim/rate_bps-10000000-p_w-0.00001/run-1/config.toml")).unwrap();
    for part in ["buffer_packets = \"120\"", "p_w = \"0.00001\"", "tcp = \"lim\""] {
        assert!(call.contains(part), "no {part} in {call}");
    }
    assert!(place.path("r/throughput-loss-rate-1mbps.pdf").is_file());
    let table = fs::read_to_string(place.path("r/throughput-loss-rate-10mbps.csv")).unwrap();
    assert!(table.contains("\"Lim, adaptive\",10,0.902,"), "{table}");
}

#[test]
fn accuracy_is_measured_for_every_exponent_and_for_schemes_without_one() {
    let place = Place::new();
    let values = reproduce(&place, "ld-accuracy");
    let lim = of(&values, "a_w", "lim");
    assert_eq!(lim.len(), 60);
    assert!(lim.iter().all(|value| close(value, 0.9)));
    let zigzag = of(&values, "a_c", "zigzag");
    assert_eq!(zigzag.len(), 6);
    assert!(
        zigzag
            .iter()
            .all(|value| value["x"].is_null() && value["x_name"] == "k")
    );
    let at = "r/runs/lim/p_w-0.03-p_c-0.06-k-7/run-2/config.toml";
    let call = fs::read_to_string(place.path(at)).unwrap();
    assert!(
        call.contains("\"ns3::LimDifferentiator::Exponent\" = \"7\""),
        "{call}"
    );
    assert!(place.path("r/accuracy-wireless.png").is_file());
}

#[test]
fn harm_is_what_newreno_flows_lose_to_others_beside_them() {
    let place = Place::new();
    let values = reproduce(&place, "ld-utilization");
    assert_eq!(of(&values, "jain", "oracle").len(), 20);
    let harm = of(&values, "harm", "lim+newreno");
    assert_eq!(harm.len(), 6);
    // 80 kb/s beside others, 100 kb/s among their like.
    assert!(harm.iter().all(|value| close(value, 0.2)), "{harm:?}");
}

#[test]
fn the_model_gets_its_parameters_from_the_runs() {
    let place = Place::new();
    let values = reproduce(&place, "ld-model");
    let model = of(&values, "throughput_bps", "lim-model");
    assert_eq!(model.len(), 12);
    let at = model.iter().find(|value| value["x"] == 0.01).unwrap();
    // p = 0.02, Pr(c|l) = (0.01 + 0.001) / 0.02, T = 0.09 s: 148.3 segments of 11584 bits a second.
    let wanted = 11584.0 / 0.09 * (2.0_f64 * 0.98 / (0.55 * 0.02)).sqrt();
    assert!(close(at, wanted), "{at} is not {wanted}");
    let westwood = of(&values, "throughput_bps", "westwood-plus-model");
    let at = westwood.iter().find(|value| value["x"] == 0.01).unwrap();
    assert!(
        close(at, 11584.0 * (0.98_f64 / 0.02 / (0.09 * 0.01)).sqrt()),
        "{at}"
    );
    // Only the flow that is looked at counts, not those that compete.
    assert!(
        of(&values, "throughput_bps", "lim")
            .iter()
            .all(|value| close(value, 1e5))
    );
}
