// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program as its users meet it, on a fake scenario that obeys the contract.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests: what goes wrong here fails the test"
)]

mod support;

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use support::{Done, Place, names};

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"))
}

#[test]
fn wrong_calls_are_refused_in_one_line() {
    let place = Place::new();
    place.wtcp(&[]).refused(&["no command", "--help"]);
    place.wtcp(&["fly"]).refused(&["fly", "see `./wtcp --help`"]);
    place
        .wtcp(&["run"])
        .refused(&["SCENARIO", "see `./wtcp run --help`"]);
    place
        .wtcp(&["run", "wired-wireles"])
        .refused(&["wired-wireles", "known: wired-wireless"]);
    place
        .wtcp(&["run", "wired-wireless", "--set", "tcp"])
        .refused(&["KEY=VALUE"]);
    place
        .wtcp(&["run", "wired-wireless", "--fast"])
        .refused(&["--fast", "see `./wtcp run --help`"]);
    place
        .wtcp(&["reproduce", "snoop-bar"])
        .refused(&["snoop-bar", "snoop-ber", "snoop-sequence", "all"]);
    place
        .wtcp(&["reproduce", "snoop-ber", "--set", "colour=red"])
        .refused(&["colour", "see `./wtcp list wired-wireless`"]);
    place
        .wtcp(&["reproduce", "snoop-ber", "--set", "mechanism=none"])
        .refused(&["mechanism", "leave it out"]);
    // Of all experiments one sets it itself: none is begun.
    place
        .wtcp(&["reproduce", "all", "--set", "transfer_bytes=1000"])
        .refused(&["transfer_bytes", "ld-goodput"]);
    place
        .wtcp(&["reproduce", "snoop-ber", "--jobs", "0"])
        .refused(&["--jobs", "see `./wtcp reproduce --help`"]);
    assert_eq!(place.left(), [""; 0]);
}

#[test]
fn help_is_no_mistake() {
    let done = Place::new().wtcp(&["--help"]);
    assert_eq!(done.status, Some(0));
    assert!(done.stdout.contains("Exit status"), "{done:?}");
}

#[test]
fn the_launcher_offers_what_the_program_does() {
    let commands = |help: &str, own: &[&str]| -> Vec<String> {
        let entries = help
            .lines()
            .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let words = entries.filter_map(|line| line.split_whitespace().next());
        let mut names: Vec<String> = words
            .filter(|word| !word.starts_with('-') && !own.contains(word))
            .map(str::to_owned)
            .collect();
        names.sort();
        names
    };
    let program = Place::new().wtcp(&["--help"]).stdout;
    let launcher = include_str!("../../../wtcp");
    let launcher = launcher.split("TEXT").nth(1).unwrap();
    assert_eq!(
        commands(&program, &["help"]),
        commands(launcher, &["test", "doctor"])
    );
}

#[test]
fn a_missing_build_points_to_the_doctor() {
    let place = Place::new();
    for command in [
        &["list"][..],
        &["demo"],
        &["run", "wired-wireless"],
        &["reproduce", "all"],
    ] {
        let without = place
            .command(command)
            .env_remove("WTCP_BUILD_DIR")
            .output()
            .unwrap();
        Done::from(without).refused(&["WTCP_BUILD_DIR", "./wtcp doctor"]);
        let elsewhere = place
            .command(command)
            .env("WTCP_BUILD_DIR", place.path("nowhere"))
            .output()
            .unwrap();
        Done::from(elsewhere).refused(&["nowhere", "./wtcp doctor"]);
    }
    fs::remove_file(place.path("build/bin/wired-wireless")).unwrap();
    place
        .wtcp(&["demo"])
        .refused(&["wired-wireless", "missing", "./wtcp doctor"]);
}

#[test]
fn list_tells_everything_the_scenario_tells() {
    let place = Place::new();
    let list = json(&place.wtcp(&["list", "--json"]).stdout);
    assert_eq!(list["ns3_release"], "3.37");
    assert_eq!(list["scenarios"][0]["options"][1]["unit"], "bit");
    assert_eq!(list["mechanisms"][1]["same_as"], "snoop-1995");
    assert_eq!(
        list["profiles"][0]["attributes"]["ns3::TcpSocket::SegmentSize"],
        "1460"
    );
    assert_eq!(list["experiments"][0]["id"], "snoop-ber");
    assert_eq!(list["figures"][1]["name"], "sequence-time");
    let text = place.wtcp(&["list"]).stdout;
    for word in [
        "snoop-1997",
        "newreno",
        "bits_per_error",
        "bsd-1995",
        "snoop-sequence",
    ] {
        assert!(text.contains(word), "no {word} in {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
}

#[test]
fn list_tells_of_one_and_attributes_when_asked() {
    let place = Place::new();
    let attribute = "ns3::TcpSocket::SegmentSize";
    assert!(!place.wtcp(&["list"]).stdout.contains(attribute));
    for call in [&["list", "--attributes"][..], &["list", "bsd-1995"]] {
        assert!(place.wtcp(call).stdout.contains(attribute));
    }
    let scenario = place.wtcp(&["list", "wired-wireless"]).stdout;
    assert!(
        scenario.contains("bits_per_error") && !scenario.contains("Experiments"),
        "{scenario}"
    );
    let scenario = json(&place.wtcp(&["list", "wired-wireless", "--json"]).stdout);
    assert_eq!(scenario["options"][1]["range"], "> 0, or none");
    place.wtcp(&["list", "nowhere"]).refused(&[
        "nowhere",
        "known: wired-wireless, three-hops, handoff, dumbbell, chain, bsd-1995",
    ]);
}

#[test]
fn a_run_leaves_its_directory_and_prints_its_summary() {
    let place = Place::new();
    let done = place.wtcp(&[
        "run",
        "wired-wireless",
        "--set",
        "run=3",
        "--out",
        "a/b",
        "--json",
    ]);
    assert_eq!(done.status, Some(0), "{done:?}");
    assert_eq!(json(&done.stdout)["throughput_bps"], 1_503_000);
    assert_eq!(
        names(&place.path("a/b")),
        ["config.toml", "flows.csv", "summary.json"]
    );
    let text = place
        .wtcp(&["run", "wired-wireless", "--set", "run=3", "--out", "a/b"])
        .stdout;
    assert!(text.contains("1.503 Mb/s"), "{text}");
    assert_eq!(names(&place.path("a")), ["b"]);
}

#[test]
fn a_run_is_replaced_by_its_repetition_only_unless_forced() {
    let place = Place::new();
    let call = ["run", "wired-wireless", "--set", "run=3", "--out", "a"];
    assert_eq!(place.wtcp(&call).status, Some(0));
    let kept = fs::read_to_string(place.path("a/config.toml")).unwrap();
    assert!(kept.ends_with("\n[call]\nrun = \"3\"\n"), "{kept}");
    assert_eq!(place.wtcp(&call).status, Some(0));
    let other = ["run", "wired-wireless", "--set", "run=4", "--out", "a"];
    place.wtcp(&other).refused(&["a holds", "--out", "--force"]);
    assert_eq!(fs::read_to_string(place.path("a/config.toml")).unwrap(), kept);
    let forced = place.wtcp(&[&other[..], &["--force", "--json"]].concat());
    assert_eq!(json(&forced.stdout)["throughput_bps"], 1_504_000);
    // Another release of ns-3, without a directory: beside the run that is there.
    let call = ["run", "wired-wireless", "--set", "run=3"];
    assert_eq!(place.wtcp(&call).status, Some(0));
    let config = place.path("results/run/wired-wireless,run=3/config.toml");
    let older = fs::read_to_string(&config).unwrap().replace("3.37", "3.36");
    fs::write(&config, older).unwrap();
    assert_eq!(place.wtcp(&call).status, Some(0));
    assert_eq!(
        names(&place.path("results/run")),
        ["wired-wireless,run=3", "wired-wireless,run=3-2"]
    );
}

#[test]
fn a_run_without_a_directory_says_where_it_is() {
    let place = Place::new();
    let done = place.wtcp(&["run", "wired-wireless", "--set", "run=2"]);
    assert!(
        done.stderr.contains("results/run/wired-wireless,run=2"),
        "{done:?}"
    );
    assert!(
        place
            .path("results/run/wired-wireless,run=2/summary.json")
            .is_file()
    );
}

#[test]
fn the_scenario_refuses_in_its_own_words_and_nothing_is_left() {
    let place = Place::new();
    let call = ["run", "wired-wireless", "--out", "new/deep", "--set"];
    place
        .wtcp(&[&call[..], &["transfer_bytes=0"]].concat())
        .refused(&["transfer_bytes: 0 is out of range"]);
    place
        .wtcp(&[&call[..], &["colour=red"]].concat())
        .refused(&["unknown option colour=red: see `./wtcp list wired-wireless`"]);
    let experiment = [
        "reproduce",
        "snoop-ber",
        "--out",
        "new/deep",
        "--set",
        "transfer_bytes=0",
    ];
    let done = place.wtcp(&experiment);
    assert_eq!(done.status, Some(2), "{done:?}");
    assert!(
        done.stderr
            .ends_with("wtcp: transfer_bytes: 0 is out of range: give a value above 0\n"),
        "{done:?}"
    );
    assert_eq!(place.left(), [""; 0]);
}

#[test]
fn a_failed_run_is_told_with_its_reason_and_leaves_nothing() {
    let place = Place::new();
    for (trouble, reason) in [
        ("fail", "the link fell silent"),
        ("abort", "a packet was lost twice"),
        ("stream", "received bytes differ"),
    ] {
        let setting = format!("trouble={trouble}");
        let done = place.wtcp(&[
            "run",
            "wired-wireless",
            "--set",
            &setting,
            "--set",
            "run=4",
            "--out",
            "out",
        ]);
        assert_eq!(done.status, Some(1), "{done:?}");
        let last = done.stderr.lines().last().unwrap();
        for part in ["wired-wireless", &setting, "run=4", reason] {
            assert!(last.contains(part), "no `{part}` in {last}");
        }
        assert_eq!(place.left(), [""; 0]);
    }
}

#[test]
fn an_interrupted_run_leaves_nothing() {
    let place = Place::new();
    let mut command = place.command(&["run", "wired-wireless", "--set", "trouble=hang", "--out", "out"]);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !names(&place.path(""))
        .iter()
        .any(|name| name.starts_with(".out.partial"))
    {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(
        Command::new("kill")
            .arg(child.id().to_string())
            .status()
            .unwrap()
            .success()
    );
    let done = Done::from(child.wait_with_output().unwrap());
    assert_eq!(done.status, Some(1), "{done:?}");
    assert!(done.stderr.contains("interrupted"), "{done:?}");
    assert_eq!(place.left(), [""; 0]);
}

#[test]
fn what_is_no_result_is_never_overwritten() {
    let place = Place::new();
    fs::create_dir(place.path("thesis")).unwrap();
    fs::write(place.path("thesis/chapter.tex"), "dear").unwrap();
    fs::write(place.path("letter"), "dear").unwrap();
    for out in ["thesis", "letter"] {
        place
            .wtcp(&["run", "wired-wireless", "--out", out])
            .refused(&[out, "--out"]);
        place
            .wtcp(&["demo", "--out", out, "--force"])
            .refused(&[out, "--out"]);
    }
    assert_eq!(names(&place.path("thesis")), ["chapter.tex"]);
    assert_eq!(fs::read_to_string(place.path("letter")).unwrap(), "dear");
}

#[test]
fn a_directory_that_cannot_be_written_is_refused_before_any_run() {
    let place = Place::new();
    fs::write(place.path("file"), "").unwrap();
    place
        .wtcp(&["run", "wired-wireless", "--out", "file/x"])
        .refused(&["file", "--out"]);
    place
        .wtcp(&["demo", "--out", "file/x"])
        .refused(&["file/x", "--out"]);
    place
        .wtcp(&["reproduce", "snoop-ber", "--out", "file/x/y"])
        .refused(&["file/x/y", "--out"]);
}

#[test]
fn the_demo_leaves_report_figures_and_values() {
    let place = Place::new();
    let done = place.wtcp(&["demo", "--out", "d", "--jobs", "3"]);
    assert_eq!(done.status, Some(0), "{done:?}");
    assert!(done.stdout.contains("Snoop / plain TCP"), "{done:?}");
    assert!(done.stderr.contains("[30/30]"), "{done:?}");
    let mut expected = vec!["campaign.toml", "report.html", "results.csv", "runs", "runs.csv"];
    let figures: Vec<String> = ["sequence-time", "throughput-error-rate"]
        .iter()
        .flat_map(|name| ["csv", "pdf", "png", "svg"].map(|kind| format!("{name}.{kind}")))
        .collect();
    expected.extend(figures.iter().map(String::as_str));
    expected.sort_unstable();
    assert_eq!(names(&place.path("d")), expected);
    let report = fs::read_to_string(place.path("d/report.html")).unwrap();
    assert_eq!(report.matches("<svg").count(), 2);
    for part in [
        "./wtcp demo",
        "3.37",
        "results.csv",
        "run numbers 1 to 3",
        "1 - exp(-8 × 1500 / 65536) = 17 %. However perfect the recovery, at most 0.83",
        "Snoop keeps 0.60 of it here and kept 0.29",
        "here 1.10 local retransmissions",
        "from 1.00 to 8.8 times here and from 1.00 to 13.8 times there",
        "MobiCom 1995",
    ] {
        assert!(report.contains(part), "no {part} in the report");
    }
    assert!(
        !report.contains("src=\"http") && !report.contains("@import"),
        "the report needs the network"
    );
}

#[test]
fn reproduce_prints_every_point_with_the_published_value_beside() {
    let place = Place::new();
    let done = place.wtcp(&["reproduce", "snoop-ber", "--quick", "--json", "--out", "r"]);
    let values = json(&done.stdout);
    let values = values.as_array().unwrap();
    assert_eq!(values.len(), 36);
    let fields: Vec<&String> = values[0].as_object().unwrap().keys().collect();
    assert_eq!(
        fields,
        [
            "figure", "variant", "params", "x_name", "x", "metric", "y", "ci95", "n", "paper"
        ]
    );
    let first = &values[0];
    assert_eq!(
        (&first["variant"], &first["x"], &first["y"]),
        (&json("\"snoop\""), &json("65536"), &json("902000"))
    );
    assert_eq!((&first["paper"], &first["n"]), (&json("468000"), &json("3")));
    // Three runs of 901, 902 and 903 kb/s: standard deviation 1, Student's t 4.303.
    assert!(
        (first["ci95"].as_f64().unwrap() - 4302.65 / 3.0_f64.sqrt()).abs() < 0.1,
        "{first}"
    );
    let last = values.last().unwrap();
    assert_eq!(
        (&last["variant"], &last["x"], &last["paper"]),
        (&json("\"plain\""), &Value::Null, &json("1590000"))
    );
    let nulls = values
        .iter()
        .filter(|v| v["variant"] == "snoop-1997")
        .all(|v| v["paper"].is_null());
    assert!(nulls, "nothing is published of the preset 1997");
    // `snoop` stands for a preset: its curve is drawn once, and its runs are not made twice.
    assert_eq!(names(&place.path("r/runs")), ["plain", "snoop", "snoop-1997"]);
    assert!(
        done.stderr.contains("snoop, bits_per_error-65536, run 1") && !done.stderr.contains("snoop-1995")
    );
    let report = fs::read_to_string(place.path("r/report.html")).unwrap();
    assert!(report.contains("snoop-1995 is what snoop stands for: one set of runs"));
    let series = fs::read_to_string(place.path("r/throughput-error-rate.csv")).unwrap();
    assert!(series.contains("1997") && !series.contains("1995"));
    assert_eq!(
        fs::read_to_string(place.path("r/results.csv"))
            .unwrap()
            .lines()
            .count(),
        37
    );
}

#[test]
fn reproduce_all_puts_each_experiment_into_a_folder_of_its_own() {
    let place = Place::new();
    let call = [
        "reproduce",
        "all",
        "--quick",
        "--json",
        "--out",
        "r",
        "--jobs",
        "8",
        "--set",
        "max_time_s=1000",
    ];
    let values = json(&place.wtcp(&call).stdout);
    let values = values.as_array().unwrap();
    assert!(values.iter().all(|value| value["params"]["max_time_s"] == "1000"));
    let sequence: Vec<&Value> = values
        .iter()
        .filter(|value| value["figure"] == "snoop-sequence")
        .collect();
    assert_eq!(sequence.len(), 8);
    assert_eq!(
        (&sequence[3]["x"], &sequence[3]["y"]),
        (&json("3"), &json("1000"))
    );
    assert_eq!(
        names(&place.path("r")),
        [
            "hbh-cwnd",
            "hbh-delay",
            "hbh-fairness",
            "hbh-piggyback",
            "hbh-retransmission",
            "hbh-throughput",
            "ld-accuracy",
            "ld-buffer",
            "ld-delay",
            "ld-goodput",
            "ld-loss-rate",
            "ld-model",
            "ld-utilization",
            "snoop-ber",
            "snoop-handoff",
            "snoop-hotos",
            "snoop-sequence"
        ]
    );
    // The sender is the papers', and what is measured by time is.
    let config =
        fs::read_to_string(place.path("r/snoop-hotos/runs/plain/bits_per_error-1000/run-1/config.toml"))
            .unwrap();
    for part in ["three-hops", "tcp = \"reno\"", "measure_s = \"10\""] {
        assert!(config.contains(part), "no {part} in {config}");
    }
    // Nothing is published of transfers of this length.
    let report = fs::read_to_string(place.path("r/snoop-sequence/report.html")).unwrap();
    assert!(report.contains("run number 1,") && !report.contains("paper") && !report.contains("Published"));
    let report = fs::read_to_string(place.path("r/snoop-ber/report.html")).unwrap();
    assert!(
        report.contains("at most 0.83"),
        "the limit of time changes no reason"
    );
    assert!(report.contains("Published values: ") && report.contains("n = 3") && report.contains("95 % CI"));
}

#[test]
fn finished_runs_are_not_made_again_and_others_are_not_mixed_in() {
    let place = Place::new();
    let call = ["reproduce", "snoop-sequence", "--quick", "--json", "--out", "r"];
    let first = place.wtcp(&call);
    // One run is lost, the other bears a mark that a rerun would wipe off.
    fs::remove_dir_all(place.path("r/runs/plain")).unwrap();
    let kept = place.path("r/runs/snoop/bits_per_error-262144/run-1/kept");
    fs::write(&kept, "").unwrap();
    let second = place.wtcp(&call);
    assert_eq!(first.stdout, second.stdout);
    assert!(kept.is_file());
    // Another call is refused, and so is the same call on another build.
    let other = [&call[..], &["--set", "transfer_bytes=5"]].concat();
    place.wtcp(&other).refused(&["another call or build", "--force"]);
    let program = place.path("build/bin/wired-wireless");
    let text = fs::read_to_string(&program).unwrap() + "# changed\n";
    fs::write(&program, text).unwrap();
    place.wtcp(&call).refused(&["another call or build", "--force"]);
    assert!(kept.is_file());
    assert_eq!(place.wtcp(&[&call[..], &["--force"]].concat()).status, Some(0));
    assert!(!kept.exists());
}

#[test]
fn a_run_whose_summary_was_damaged_is_made_again() {
    let place = Place::new();
    let call = ["reproduce", "snoop-sequence", "--quick", "--json", "--out", "r"];
    let first = place.wtcp(&call);
    let summary = place.path("r/runs/snoop/bits_per_error-262144/run-1/summary.json");
    let whole = fs::read_to_string(&summary).unwrap();
    let changed = whole.replace("\"throughput_bps\":", "\"throughput_bps\":9");
    for damage in ["", "{}", "garbage", changed.as_str()] {
        fs::write(&summary, damage).unwrap();
        let again = place.wtcp(&call);
        assert_eq!(
            (again.status, &again.stdout),
            (Some(0), &first.stdout),
            "{damage}"
        );
        assert_eq!(fs::read_to_string(&summary).unwrap(), whole);
    }
}

#[test]
fn without_a_directory_results_of_another_call_are_never_lost() {
    let place = Place::new();
    for _ in 0..2 {
        assert_eq!(
            place.wtcp(&["reproduce", "snoop-sequence", "--quick"]).status,
            Some(0)
        );
    }
    let changed = [
        "reproduce",
        "snoop-sequence",
        "--quick",
        "--set",
        "transfer_bytes=5",
    ];
    assert_eq!(place.wtcp(&changed).status, Some(0));
    assert_eq!(
        names(&place.path("results")),
        ["snoop-sequence-quick", "snoop-sequence-quick-2"]
    );
}

#[test]
fn the_order_in_which_runs_end_does_not_show() {
    let place = Place::new();
    assert_eq!(
        place.wtcp(&["demo", "--out", "one", "--jobs", "1"]).status,
        Some(0)
    );
    assert_eq!(
        place.wtcp(&["demo", "--out", "many", "--jobs", "8"]).status,
        Some(0)
    );
    for name in names(&place.path("one")).iter().filter(|name| *name != "runs") {
        let (a, b) = (
            fs::read(place.path("one").join(name)),
            fs::read(place.path("many").join(name)),
        );
        assert!(a.unwrap() == b.unwrap(), "{name} differs");
    }
}

#[test]
fn any_program_can_be_run_and_its_traces_are_kept_together() {
    let place = Place::new();
    let script = "#!/bin/sh\necho \"called with $*\"\necho trace > out.tr\n";
    let program = place.path("first.sh");
    fs::copy(place.path("build/bin/wired-wireless"), &program).unwrap(); // Takes the mode over.
    fs::write(&program, script).unwrap();
    let done = place.wtcp(&["run", "--program", "first.sh", "--set", "RngRun=2", "--out", "p"]);
    assert_eq!(
        (done.status, done.stdout.as_str()),
        (Some(0), "called with --RngRun=2\n"),
        "{done:?}"
    );
    assert_eq!(
        names(&place.path("p")),
        [
            "config.toml",
            "out.tr",
            "stderr.txt",
            "stdout.txt",
            "summary.json"
        ]
    );
    let other = ["run", "--program", "first.sh", "--out", "p", "--json"];
    place.wtcp(&other).refused(&["p holds", "--force"]);
    let again = place.wtcp(&[&other[..], &["--force"]].concat());
    assert_eq!(json(&again.stdout)["completed"], true);
    place
        .wtcp(&["run", "--program", "nowhere", "--out", "q"])
        .refused(&["--program nowhere"]);
}

#[test]
fn a_program_that_fails_leaves_what_it_printed_and_wrote() {
    let place = Place::new();
    let program = place.path("mine");
    fs::copy(place.path("build/bin/wired-wireless"), &program).unwrap(); // Takes the mode over.
    let call = ["run", "--program", "mine", "--out", "p"];
    fs::write(&program, "#!/bin/sh\necho fine\n").unwrap();
    assert_eq!(place.wtcp(&call).status, Some(0));
    let script = "#!/bin/sh\necho so far; echo trace > out.tr; echo first >&2; echo no route >&2\n";
    for status in [1, 2, 134] {
        fs::write(&program, format!("{script}exit {status}\n")).unwrap();
        let done = place.wtcp(&call);
        assert_eq!(done.status, Some(1), "{done:?}");
        let told = "wtcp: mine failed: no route; what it printed is in p-failed/stdout.txt and stderr.txt\n";
        assert!(done.stderr.ends_with(told), "{done:?}");
    }
    assert_eq!(
        names(&place.path("p-failed")),
        ["out.tr", "stderr.txt", "stdout.txt"]
    );
    let read = |name: &str| fs::read_to_string(place.path(name)).unwrap();
    assert_eq!(read("p-failed/stdout.txt"), "so far\n");
    assert_eq!(read("p-failed/stderr.txt"), "first\nno route\n");
    // The result that was there before is still there.
    assert_eq!(read("p/stdout.txt"), "fine\n");
    assert_eq!(place.left(), ["mine", "p", "p-failed"]);
}
