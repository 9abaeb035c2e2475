// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whole commands on real simulations: list, demo, reproduce.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests: what goes wrong here fails the test"
)]

use std::fs;
use std::path::Path;

use serde_json::Value;
use wtcp_tests::{Bench, assert_same};

fn array<'a>(value: &'a Value, name: &str) -> &'a Vec<Value> {
    value
        .get(name)
        .and_then(Value::as_array)
        .unwrap_or_else(|| panic!("no array {name} in {value}"))
}

fn names(items: &[Value], key: &str) -> Vec<String> {
    items
        .iter()
        .map(|item| item[key].as_str().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn list_is_complete() {
    let Some(bench) = Bench::new() else { return };
    let list = bench.wtcp("list --json").json();
    assert!(
        list["ns3_release"]
            .as_str()
            .is_some_and(|release| release.starts_with("3.")),
        "{list}"
    );
    let mechanisms = names(array(&list, "mechanisms"), "name");
    for mechanism in ["none", "snoop", "snoop-1995", "snoop-1997"] {
        assert!(mechanisms.iter().any(|name| name == mechanism), "no {mechanism}");
    }
    assert!(
        names(array(&list, "tcp"), "name")
            .iter()
            .any(|name| name == "newreno")
    );
    assert_eq!(
        names(array(&list, "experiments"), "id"),
        [
            "snoop-ber",
            "snoop-hotos",
            "snoop-sequence",
            "snoop-handoff",
            "ld-accuracy",
            "ld-utilization",
            "ld-loss-rate",
            "ld-delay",
            "ld-buffer",
            "ld-goodput",
            "ld-model",
            "hbh-throughput",
            "hbh-delay",
            "hbh-retransmission",
            "hbh-cwnd",
            "hbh-piggyback",
            "hbh-fairness"
        ]
    );
    assert_eq!(
        names(array(&list, "figures"), "name"),
        [
            "throughput-error-rate",
            "sequence-time",
            "throughput-handoff",
            "handoff-latency",
            "throughput-loss-rate-1mbps",
            "throughput-loss-rate-10mbps",
            "accuracy-congestion",
            "accuracy-wireless",
            "utilization",
            "fairness",
            "throughput-delay",
            "throughput-buffer",
            "goodput-3mb",
            "goodput-100mb",
            "throughput-model",
            "throughput-hops-dsr",
            "throughput-hops-aodv",
            "throughput-hops-below-mac",
            "throughput-hops-sensor",
            "throughput-hops-relatives-dsr",
            "throughput-hops-relatives-aodv",
            "delay-hops-dsr",
            "delay-hops-aodv",
            "delay-hops-below-mac",
            "delay-hops-sensor",
            "delay-hops-relatives-dsr",
            "delay-hops-relatives-aodv",
            "retransmissions-hops-dsr",
            "retransmissions-hops-aodv",
            "retransmissions-hops-below-mac",
            "retransmissions-hops-sensor",
            "retransmissions-hops-relatives-dsr",
            "retransmissions-hops-relatives-aodv",
            "cwnd-manet",
            "cwnd-manet-loss",
            "cwnd-sensor",
            "piggyback-dsr",
            "piggyback-aodv",
            "piggyback-dsr-loss",
            "piggyback-aodv-loss",
            "jain-hops-dsr",
            "jain-hops-aodv",
            "jain-hops-sensor",
            "jain-time-dsr",
            "jain-time-aodv",
            "jain-time-sensor"
        ]
    );
    for profile in array(&list, "profiles") {
        assert!(
            profile["attributes"]
                .as_object()
                .is_some_and(|attributes| !attributes.is_empty()),
            "{profile}"
        );
    }
    let scenarios = array(&list, "scenarios");
    let wired = scenarios
        .iter()
        .find(|one| one["scenario"] == "wired-wireless")
        .unwrap();
    let options = names(array(wired, "options"), "key");
    for key in [
        "mechanism",
        "tcp",
        "profile",
        "bits_per_error",
        "loss",
        "loss_place",
        "loss_direction",
    ]
    .into_iter()
    .chain([
        "transfer_bytes",
        "segment_bytes",
        "window_bytes",
        "seed",
        "run",
        "series",
        "captures",
    ]) {
        assert!(options.iter().any(|option| option == key), "no option {key}");
    }
    for option in array(wired, "options") {
        for field in ["help", "range"] {
            assert!(
                option[field].as_str().is_some_and(|text| !text.is_empty()),
                "no {field} in {option}"
            );
        }
        assert!(
            option.get("unit").is_some() && option.get("default").is_some(),
            "{option}"
        );
    }
}

/// One file in every format, read by readers that are not the program's own.
fn well_formed(stem: &Path) {
    let svg = fs::read_to_string(stem.with_extension("svg")).unwrap();
    let tree = roxmltree::Document::parse(&svg).unwrap();
    assert_eq!(tree.root_element().tag_name().name(), "svg");
    let png = png::Decoder::new(fs::File::open(stem.with_extension("png")).unwrap());
    let mut reader = png.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size()];
    reader.next_frame(&mut pixels).unwrap();
    assert!(pixels.iter().any(|byte| *byte != 255), "the PNG is white");
    let pdf = fs::read(stem.with_extension("pdf")).unwrap();
    assert!(pdf.starts_with(b"%PDF-") && pdf.trim_ascii_end().ends_with(b"%%EOF"));
    let csv = fs::read_to_string(stem.with_extension("csv")).unwrap();
    assert!(csv.lines().count() > 3, "{csv}");
}

#[test]
fn the_demo_shows_snoop_ahead_and_leaves_its_files() {
    let Some(bench) = Bench::new() else { return };
    let done = bench.wtcp("demo --out d");
    assert_eq!(done.status, Some(0), "{done:?}");
    assert!(done.stdout.contains("64 Kibit"), "{done:?}");
    for name in ["throughput-error-rate", "sequence-time"] {
        well_formed(&bench.path("d").join(name));
    }
    let report = fs::read_to_string(bench.path("d/report.html")).unwrap();
    assert!(report.contains("<svg") && report.contains("<table") && report.contains("./wtcp demo"));
    let results = fs::read_to_string(bench.path("d/results.csv")).unwrap();
    let throughput = |variant: &str, x: &str| -> f64 {
        let line = results.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let mut hits = line.filter(|cells| cells[1] == variant && cells[4] == x);
        hits.next()
            .unwrap_or_else(|| panic!("no {variant} at `{x}` in {results}"))[6]
            .parse()
            .unwrap()
    };
    let gain = throughput("snoop", "65536") / throughput("plain", "65536");
    assert!(
        gain >= 12.0,
        "Snoop carries {gain} times plain TCP at one error per 64 Kibit"
    );
    let clean = throughput("snoop", "") / throughput("plain", "");
    assert!(
        (clean - 1.0).abs() <= 0.01,
        "without errors Snoop carries {clean} times plain TCP"
    );
}

#[test]
fn reproduce_is_repeatable_resumes_and_prints_every_point() {
    let Some(bench) = Bench::new() else { return };
    let command =
        |out: &str| format!("reproduce snoop-ber --quick --set transfer_bytes=60000 --json --out {out}");
    let first = bench.wtcp(&command("a"));
    let values = first.json();
    let values = values.as_array().unwrap();
    for variant in ["snoop", "snoop-1995", "snoop-1997", "plain"] {
        assert_eq!(
            values.iter().filter(|value| value["variant"] == variant).count(),
            9,
            "{variant}"
        );
    }
    assert!(
        values
            .iter()
            .all(|value| value["y"].as_f64().is_some_and(|y| y > 0.0) && value["n"] == 3)
    );
    assert!(
        values
            .iter()
            .all(|value| value["params"]["transfer_bytes"] == "60000")
    );
    let published = |variant: &str| {
        values
            .iter()
            .filter(|value| value["variant"] == variant && value["paper"].is_number())
            .count()
    };
    assert_eq!((published("snoop"), published("plain")), (7, 7));
    // Half of the runs are taken away: what is made again is what was there.
    bench.run("transfer_bytes=60000", "other");
    assert_eq!(bench.wtcp(&command("b")).stdout, first.stdout);
    fs::remove_dir_all(bench.path("b/runs/plain")).unwrap();
    assert_eq!(bench.wtcp(&command("b")).stdout, first.stdout);
    assert_same(&bench.path("a"), &bench.path("b"));
}

#[test]
fn the_sequence_experiment_tells_bytes_over_seconds() {
    let Some(bench) = Bench::new() else { return };
    let done = bench.wtcp("reproduce snoop-sequence --quick --set transfer_bytes=400000 --json --out s");
    let values = done.json();
    for variant in ["snoop", "plain"] {
        let bytes: Vec<u64> = values
            .as_array()
            .unwrap()
            .iter()
            .filter(|value| value["variant"] == variant)
            .map(|value| value["y"].as_u64().unwrap())
            .collect();
        assert!(bytes.is_sorted(), "{variant}: {bytes:?}");
        assert_eq!(bytes.last(), Some(&400_000), "{variant}");
    }
    well_formed(&bench.path("s/sequence-time"));
}
