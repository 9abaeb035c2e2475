// SPDX-License-Identifier: MIT OR Apache-2.0
//! Single simulations: determinism, the byte stream, the files they leave.

use std::collections::BTreeMap;
use std::fs;

use wtcp_tests::{Bench, assert_same};

const EVERYTHING: &str = "transfer_bytes=300000 bits_per_error=131072 series=true captures=true";

#[test]
fn the_same_seed_and_run_give_the_same_bytes() {
    let Some(bench) = Bench::new() else { return };
    for mechanism in ["none", "snoop"] {
        let options = format!("{EVERYTHING} mechanism={mechanism} seed=7 run=3");
        let (a, b) = (format!("{mechanism}-a"), format!("{mechanism}-b"));
        assert_eq!(bench.run(&options, &a), bench.run(&options, &b));
        assert_same(&bench.path(&a), &bench.path(&b));
    }
}

#[test]
fn another_run_and_another_seed_differ() {
    let Some(bench) = Bench::new() else { return };
    let base = format!("{EVERYTHING} mechanism=snoop");
    bench.run(&format!("{base} seed=1 run=1"), "a");
    bench.run(&format!("{base} seed=1 run=2"), "b");
    bench.run(&format!("{base} seed=2 run=1"), "c");
    let events = |name: &str| fs::read(bench.path(name).join("events.csv")).unwrap();
    assert!(events("a") != events("b") && events("a") != events("c"));
}

#[test]
fn the_received_stream_is_the_sent_one_whatever_is_lost() {
    let Some(bench) = Bench::new() else { return };
    for mechanism in ["none", "snoop", "snoop-1995", "snoop-1997"] {
        for losses in [
            "bits_per_error=65536",
            "loss=0.1 loss_direction=data",
            "loss=0.1 loss_direction=acks",
            "loss=0",
        ] {
            let options = format!("mechanism={mechanism} {losses} transfer_bytes=200000");
            let summary = bench.run(&options, &options.replace(' ', ","));
            assert_eq!(summary["stream_ok"], true, "{options}");
            assert_eq!(summary["completed"], true, "{options}");
            assert_eq!(summary["received_bytes"], 200_000, "{options}");
        }
    }
}

#[test]
fn a_mobile_sender_that_is_told_of_its_losses_is_faster_by_a_third_at_least() {
    let Some(bench) = Bench::new() else { return };
    for wired in ["lan", "wan"] {
        let run = |mechanism| {
            let options = format!(
                "direction=upload tcp=eln wired={wired} mechanism={mechanism} bits_per_error=524288 transfer_bytes=3000000"
            );
            let summary = bench.run(&options, &format!("{wired}-{mechanism}"));
            assert_eq!(summary["stream_ok"], true, "{options}");
            (
                summary["throughput_bps"].as_f64().unwrap(),
                summary["negative_acks"].as_u64().unwrap(),
            )
        };
        let ((plain, none), (snoop, negative_acks)) = (run("none"), run("snoop"));
        assert!(
            snoop > 1.3 * plain && none == 0 && negative_acks > 0,
            "{wired}: {snoop} against {plain}"
        );
    }
}

#[test]
fn data_may_go_both_ways_at_once() {
    let Some(bench) = Bench::new() else { return };
    let options =
        "direction=both tcp=eln mechanism=snoop bits_per_error=131072 transfer_bytes=500000 series=true";
    let summary = bench.run(options, "both");
    assert_eq!(
        (&summary["stream_ok"], &summary["received_bytes"]),
        (&true.into(), &1_000_000.into())
    );
    for series in ["sequence.csv", "sequence-2.csv"] {
        let lines = fs::read_to_string(bench.path("both").join(series)).unwrap();
        assert!(
            lines.lines().count() > 300,
            "{series} holds the segments of its flow"
        );
    }
}

#[test]
fn a_chain_delivers_over_every_routing_protocol() {
    let Some(bench) = Bench::new() else { return };
    for routing in ["static", "aodv", "olsr", "dsr"] {
        for (agents, lines) in [("every", 4), ("last", 2)] {
            let out = format!("{routing}-{agents}");
            let summary = bench
                .wtcp(&format!(
                    "run chain --set nodes=4 --set loss=0.05 --set transfer_bytes=100000 --set mechanism=snoop \
                     --set routing={routing} --set agents={agents} --set captures=true --json --out {out}"
                ))
                .json();
            assert_eq!(summary["received_bytes"], 100_000, "{out}");
            assert_eq!(summary["stream_ok"], true, "{out}");
            assert!(summary["local_retransmissions"].as_u64() > Some(0), "{summary}");
            assert_eq!(summary["agent_malformed_packets"], 0, "{out}");
            let table = fs::read_to_string(bench.path(&out).join("agents.csv")).unwrap();
            assert_eq!(table.lines().count(), lines, "{table}");
            let flows = fs::read_to_string(bench.path(&out).join("flow-statistics.csv")).unwrap();
            let in_order = flows
                .lines()
                .filter(|line| line.split(',').nth(24) == Some("100000"));
            assert_eq!(in_order.count(), 1, "{flows}");
        }
    }
}

#[test]
fn a_run_measured_by_time_is_a_result_whatever_has_arrived() {
    let Some(bench) = Bench::new() else { return };
    let run = |options: &str| {
        let options: Vec<String> = options
            .split(' ')
            .map(|option| format!("--set {option}"))
            .collect();
        bench
            .wtcp(&format!(
                "run three-hops --set measure_s=5 {} --json --out {}",
                options.join(" "),
                options.join(",").replace("--set ", "")
            ))
            .json()
    };
    let nothing = run("bits_per_error=1000 mechanism=snoop");
    assert_eq!(nothing["completed"], false, "{nothing}");
    assert_eq!(
        (&nothing["received_bytes"], &nothing["duration_s"]),
        (&0.into(), &5.0.into()),
        "{nothing}"
    );
    let throughput = |mechanism| {
        run(&format!("bits_per_error=30000 mechanism={mechanism}"))["throughput_bps"]
            .as_f64()
            .unwrap()
    };
    assert!(throughput("snoop") > 5.0 * throughput("none"));
}

#[test]
fn without_losses_the_agent_changes_no_segment_on_the_air() {
    let Some(bench) = Bench::new() else { return };
    let options = "transfer_bytes=300000 series=true captures=true";
    bench.run(&format!("{options} mechanism=none"), "off");
    bench.run(&format!("{options} mechanism=snoop"), "on");
    for file in ["sequence.csv", "cwnd.csv", "wireless.pcap", "wired.pcap"] {
        let read = |name: &str| fs::read(bench.path(name).join(file)).unwrap();
        assert!(read("off") == read("on"), "{file} differs");
    }
}

#[test]
fn a_run_leaves_what_the_manual_promises() {
    let Some(bench) = Bench::new() else { return };
    let summary = bench.run(&format!("{EVERYTHING} mechanism=snoop"), "out");
    let stored = fs::read_to_string(bench.path("out/summary.json")).unwrap();
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&stored).unwrap(),
        summary
    );
    let headers: BTreeMap<&str, &str> = BTreeMap::from([
        (
            "events.csv",
            "time_s,source,kind,cause,flow,sequence_bytes,length_bytes,rtt_s",
        ),
        ("cwnd.csv", "time_s,cwnd_bytes"),
        ("rtt.csv", "time_s,rtt_s"),
        ("throughput.csv", "time_s,throughput_bps"),
        ("sequence.csv", "time_s,sequence_bytes,length_bytes,kind"),
    ]);
    for (file, header) in headers {
        let text = fs::read_to_string(bench.path("out").join(file)).unwrap();
        assert_eq!(text.lines().next(), Some(header), "{file}");
        assert!(text.lines().count() > 1, "{file} is empty");
    }
    let config = fs::read_to_string(bench.path("out/config.toml")).unwrap();
    for part in [
        "[run]",
        "[options]",
        "[attributes]",
        "ns3::TcpSocket::SegmentSize",
    ] {
        assert!(config.contains(part), "no {part} in {config}");
    }
    let place = bench.path("").to_string_lossy().into_owned();
    assert!(!config.contains(&place), "the place of the run in {config}");
    for capture in ["wired.pcap", "wireless.pcap"] {
        let bytes = fs::read(bench.path("out").join(capture)).unwrap();
        assert!(bytes.len() > 24, "{capture} is empty");
        // Link type 101: raw IP.
        assert_eq!(bytes.get(20..24), Some(&101_u32.to_le_bytes()[..]), "{capture}");
    }
}

#[test]
fn an_attribute_default_can_be_set_from_the_command_line() {
    let Some(bench) = Bench::new() else { return };
    let options = "transfer_bytes=100000 mechanism=snoop bits_per_error=65536 ns3::SnoopAgent::CacheSize=8 \
                   ns3::SnoopAgent::HighWaterMark=6";
    bench.run(options, "out");
    let config = fs::read_to_string(bench.path("out/config.toml")).unwrap();
    assert!(
        config
            .lines()
            .any(|line| line.contains("ns3::SnoopAgent::CacheSize") && line.contains('8')),
        "{config}"
    );
}

#[test]
fn an_attribute_of_the_user_goes_before_a_preset() {
    let Some(bench) = Bench::new() else { return };
    let options = "transfer_bytes=300000 mechanism=snoop-1997 bits_per_error=65536";
    let preset = bench.run(options, "preset");
    let own = bench.run(&format!("{options} ns3::SnoopAgent::MinTimeout=2s"), "own");
    assert!(preset["throughput_bps"] != own["throughput_bps"]);
    let config = fs::read_to_string(bench.path("own/config.toml")).unwrap();
    assert!(
        config.contains("\"ns3::SnoopAgent::MinTimeout\" = \"2s\""),
        "{config}"
    );
    assert!(
        config.contains("\"ns3::SnoopAgent::DupAckThreshold\" = \"2\""),
        "{config}"
    );
}

#[test]
fn a_lost_last_segment_shorter_than_the_others_is_sent_again() {
    let Some(bench) = Bench::new() else { return };
    // Four full segments and a short one, many runs, so that the last one is lost in some.
    for run in 1..=12 {
        let options = format!("transfer_bytes=6000 mechanism=none loss=0.3 run={run}");
        assert_eq!(
            bench.run(&options, &run.to_string())["completed"],
            true,
            "run {run}"
        );
    }
}

#[test]
fn losses_below_the_mac_leave_the_association_alone() {
    let Some(bench) = Bench::new() else { return };
    for run in 1..=4 {
        let options = format!("transfer_bytes=20000 loss=0.8 loss_place=below-mac run={run}");
        assert_eq!(
            bench.run(&options, &run.to_string())["stream_ok"],
            true,
            "run {run}"
        );
    }
}
