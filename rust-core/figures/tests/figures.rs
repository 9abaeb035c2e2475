// SPDX-License-Identifier: MIT OR Apache-2.0
//! Figures are a function of their series: the CSV is compared with a golden file, the drawings with themselves.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests: what goes wrong here fails the test"
)]

use std::path::Path;

use wtcp_figures::figure::curves::{self, Axes, Quantity, Scale};
use wtcp_figures::figure::throughput_ber::{self, ERROR_RATE, Point};
use wtcp_figures::figure::{Drawing, Hue, Look, Marker, sequence};
use wtcp_figures::render;
use wtcp_figures::trace::{SequencePoint, Transmission};

const SOLID: Look = Look {
    hue: Hue::Blue,
    marker: Marker::Circle,
    dash: None,
};
const DASHED: Look = Look {
    hue: Hue::Vermillion,
    marker: Marker::Square,
    dash: Some((22, 12)),
};

fn throughput() -> Drawing {
    let rates = [Some(65536.0), Some(1_048_576.0), None];
    let line = |bps: [f64; 3], sd: Option<f64>| -> Vec<Point> {
        let points = rates.into_iter().zip(bps);
        points
            .map(|(x, throughput_bps)| Point {
                x,
                throughput_bps,
                sd_bps: sd,
            })
            .collect()
    };
    let series = [
        throughput_ber::Series {
            name: "Snoop".to_owned(),
            look: SOLID,
            measured: line([1.1e6, 1.5e6, 1.55e6], Some(30e3)),
            published: line([0.468e6, 1.254e6, 1.59e6], None),
        },
        throughput_ber::Series {
            name: "plain, \"old\"".to_owned(),
            look: DASHED,
            measured: line([0.05e6, 1.4e6, 1.55e6], Some(100e3)),
            published: Vec::new(),
        },
    ];
    throughput_ber::draw("throughput-error-rate", "a caption", &ERROR_RATE, &rates, &series).unwrap()
}

fn transfers() -> Drawing {
    let kinds = [
        Transmission::First,
        Transmission::LocalRetransmission,
        Transmission::EndToEndRetransmission,
    ];
    let points = |slowness: f64| -> Vec<SequencePoint> {
        let steps = (0..12_u32).zip(kinds.into_iter().cycle());
        let point = |(step, kind)| SequencePoint {
            time_s: f64::from(step) * slowness,
            sequence_bytes: f64::from(step) * 1460.0,
            length_bytes: 1460.0,
            kind,
        };
        steps.map(point).collect()
    };
    let end = Some((9.0, 20_000.0));
    let series = [
        sequence::Series {
            name: "Snoop".to_owned(),
            look: SOLID,
            points: points(0.25),
            published_end: end,
        },
        sequence::Series {
            name: "plain".to_owned(),
            look: DASHED,
            points: points(0.5),
            published_end: None,
        },
    ];
    sequence::draw("sequence-time", "a caption", &series).unwrap()
}

fn curves() -> Drawing {
    let line = |ys: [f64; 3], ci95| {
        let points = [0.001, 0.1, 10.0].into_iter().zip(ys);
        points.map(|(x, y)| curves::Point { x, y, ci95 }).collect()
    };
    let series = [
        curves::Series {
            name: "Lim".to_owned(),
            look: SOLID,
            points: line([9.5, 9.0, 14.0], Some(0.25)),
            steps: false,
        },
        curves::Series {
            name: "NewReno".to_owned(),
            look: DASHED,
            points: line([9.5, 2.0, 0.5], None),
            steps: false,
        },
    ];
    let axes = Axes {
        x: Quantity {
            name: "p_w_percent",
            label: "Wireless loss rate (%)",
        },
        x_scale: Scale::Decades,
        y: Quantity {
            name: "throughput_mbps",
            label: "Throughput (Mb/s)",
        },
        y_range: Some(0.0..12.0),
    };
    curves::draw("throughput-loss-rate", "a caption", &axes, &series).unwrap()
}

#[test]
fn series_beside_the_figures_are_exactly_the_golden_ones() {
    assert_eq!(throughput().csv, include_str!("golden/throughput-error-rate.csv"));
    assert_eq!(transfers().csv, include_str!("golden/sequence-time.csv"));
    assert_eq!(curves().csv, include_str!("golden/throughput-loss-rate.csv"));
}

#[test]
fn a_figure_drawn_twice_is_the_same_to_the_byte_in_every_format() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    for draw in [throughput, transfers, curves] {
        let files = folders
            .each_ref()
            .map(|folder| render::write(&draw(), folder.path()).unwrap());
        for (a, b) in files[0].iter().zip(&files[1]) {
            assert!(
                std::fs::read(a).unwrap() == std::fs::read(b).unwrap(),
                "{} differs",
                a.display()
            );
        }
    }
}

#[test]
fn every_format_is_what_it_says_and_has_the_width_of_a_column() {
    let folder = tempfile::tempdir().unwrap();
    for drawing in [throughput(), transfers(), curves()] {
        let files = render::write(&drawing, folder.path()).unwrap();
        let read = |index: usize| std::fs::read(Path::new(&files[index])).unwrap();
        assert!(
            drawing.svg.starts_with("<svg width=\"3.5in\""),
            "{}",
            &drawing.svg[..60]
        );
        let png = read(1);
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(u32::from_be_bytes(png[16..20].try_into().unwrap()), 1400);
        let pdf = read(2);
        assert!(pdf.starts_with(b"%PDF-") && pdf.trim_ascii_end().ends_with(b"%%EOF"));
    }
}

#[test]
fn axes_have_units_and_kinds_of_transmission_have_names() {
    let (a, b, c) = (throughput().svg, transfers().svg, curves().svg);
    for words in [
        "Throughput (Mb/s)",
        "Wireless loss rate (%)",
        "0.001",
        "10",
        "NewReno",
    ] {
        assert!(c.contains(words), "no {words}");
    }
    for words in [
        "Throughput (Mb/s)",
        "Mean bits between errors (K = 1024)",
        "64K",
        "1M",
        "no errors",
        "published",
    ] {
        assert!(a.contains(words), "no {words}");
    }
    for words in [
        "Time (s)",
        "Sequence number (MiB)",
        "local retransmission",
        "end-to-end retransmission",
    ] {
        assert!(b.contains(words), "no {words}");
    }
}

#[test]
fn figures_of_nothing_are_drawn_all_the_same() {
    let nothing: Vec<SequencePoint> = Vec::new();
    let empty = sequence::Series {
        name: "x".to_owned(),
        look: SOLID,
        points: nothing,
        published_end: None,
    };
    assert!(sequence::draw("x", "", &[empty]).is_ok());
    assert!(sequence::draw("x", "", &[]).is_ok());
    assert!(throughput_ber::draw("x", "", &ERROR_RATE, &[None], &[]).is_ok());
    for x_scale in [Scale::Linear, Scale::Decades] {
        let quantity = Quantity {
            name: "x",
            label: "x",
        };
        let axes = Axes {
            x: quantity,
            x_scale,
            y: quantity,
            y_range: None,
        };
        assert!(curves::draw("x", "", &axes, &[]).is_ok());
    }
}
