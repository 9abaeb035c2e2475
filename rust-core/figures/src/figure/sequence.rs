// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sequence number against time: the whole transfers above, a stretch of each below in which every segment is seen and
//! local and end-to-end retransmissions are told apart by their shape.

use plotters::backend::SVGBackend;
use plotters::drawing::IntoDrawingArea;
use plotters::element::{Circle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, RGBColor, WHITE};

use super::axis::{Axis, Labels, Panel, panel};
use super::style::{
    Area, Drawn, INK, Inside, Look, Marker, WIDTH, draw_line, draw_marker, on_paper, stroke, text,
};
use super::{Drawing, undrawn};
use crate::error::Result;
use crate::output::csv_text;
use crate::trace::{SequencePoint, Transmission};

const HEIGHT: u32 = 1840;
const OVERVIEW_HEIGHT: i32 = 800;
const MIB: f64 = 1024.0 * 1024.0;
const KIB: f64 = 1024.0;
/// Segments seen in a stretch.
const STRETCH: usize = 110;
/// Least distance of the markers of one kind in the overview: what lies on top of each other says no more than one, and the
/// line should be seen between them.
const MARKERS_APART: i32 = 52;
/// Steps across the overview in which a line is drawn; more would not be seen.
const STEPS: f64 = 600.0;

/// One transfer.
#[derive(Clone, Debug)]
pub struct Series {
    /// For the legend.
    pub name: String,
    /// Colour, dash.
    pub look: Look,
    /// Every data segment handed to the wireless device, in the order of time.
    pub points: Vec<SequencePoint>,
    /// Where the published transfer ended: seconds, bytes.
    pub published_end: Option<(f64, f64)>,
}

/// Draws the figure.
///
/// # Errors
/// Failed work if it cannot be drawn.
pub fn draw(name: &str, caption: &str, series: &[Series]) -> Result<Drawing> {
    let mut svg = String::new();
    sketch(&mut svg, series).map_err(undrawn)?;
    Ok(Drawing {
        name: name.to_owned(),
        caption: caption.to_owned(),
        svg: on_paper(&svg, HEIGHT),
        csv: csv(series)?,
    })
}

fn sketch(svg: &mut String, series: &[Series]) -> Drawn {
    let root = SVGBackend::with_string(svg, (WIDTH, HEIGHT)).into_drawing_area();
    root.fill(&WHITE)?;
    let lines = if series.iter().any(|one| one.published_end.is_some()) {
        3
    } else {
        2
    };
    let (head, rest) = root.split_vertically(26 + 62 * lines);
    let (above, below) = rest.split_vertically(OVERVIEW_HEIGHT);
    legend(&head, series)?;
    overview(&root, &above, series)?;
    let stretches = below.split_evenly((1, series.len().max(1)));
    for (one, area) in series.iter().zip(&stretches) {
        stretch(&root, area, one)?;
    }
    root.present()
}

fn overview(root: &Area<'_>, area: &Area<'_>, series: &[Series]) -> Drawn {
    let points = || series.iter().flat_map(|one| &one.points);
    let published = || {
        series
            .iter()
            .filter_map(|one| one.published_end)
            .map(|(time_s, _)| time_s)
    };
    let end = points()
        .map(|point| point.time_s)
        .chain(published())
        .fold(0.0, f64::max);
    let top = points()
        .map(|point| point.sequence_bytes + point.length_bytes)
        .fold(0.0, f64::max)
        / MIB;
    let axes = (
        Axis::numbers(0.0..end * 1.02, 7.0),
        Axis::numbers(0.0..top * 1.05, 5.0),
    );
    let chart = panel(
        area,
        axes,
        &Labels {
            x: "Time (s)",
            y: "Sequence number (MiB)",
            left: 150,
            top: 12,
        },
    )?;
    for one in series {
        let path: Vec<(i32, i32)> = thinned(&one.points, end / STEPS)
            .into_iter()
            .map(|point| place(&chart, point, MIB))
            .collect();
        if let Some((time_s, bytes)) = one.published_end {
            let at = chart.backend_coord(&(time_s, bytes / MIB));
            draw_marker(root, at, one.look.marker, 13, one.look.hue.rgb(), Inside::White)?;
        }
        draw_line(root, &path, stroke(one.look.hue.rgb(), 9), one.look.dash)?;
        for kind in [
            Transmission::LocalRetransmission,
            Transmission::EndToEndRetransmission,
        ] {
            let mut last: Option<(i32, i32)> = None;
            for point in one.points.iter().filter(|point| point.kind == kind) {
                let at = place(&chart, point, MIB);
                if last.is_none_or(|last| (at.0 - last.0).abs().max((at.1 - last.1).abs()) >= MARKERS_APART) {
                    segment(root, at, kind, one.look.hue.rgb(), 8)?;
                    last = Some(at);
                }
            }
        }
    }
    Ok(())
}

/// The first transmissions, one in a step of time, and the last of them.
fn thinned(points: &[SequencePoint], step_s: f64) -> Vec<&SequencePoint> {
    let mut next_s = f64::MIN;
    let mut kept = Vec::new();
    let mut firsts = points
        .iter()
        .filter(|point| point.kind == Transmission::First)
        .peekable();
    while let Some(point) = firsts.next() {
        if point.time_s >= next_s || firsts.peek().is_none() {
            next_s = point.time_s + step_s;
            kept.push(point);
        }
    }
    kept
}

fn stretch(root: &Area<'_>, area: &Area<'_>, series: &Series) -> Drawn {
    let shown = interesting(&series.points);
    let bounds = |value: fn(&SequencePoint) -> f64| {
        let low = shown.iter().map(value).fold(f64::MAX, f64::min);
        let high = shown.iter().map(value).fold(f64::MIN, f64::max);
        let room = (high - low).max(1e-3) * 0.06;
        if low <= high {
            low - room..high + room
        } else {
            0.0..1.0
        }
    };
    let y = bounds(|point| point.sequence_bytes / KIB);
    let axes = (
        Axis::numbers(bounds(|point| point.time_s), 3.0),
        Axis::numbers(y, 4.0),
    );
    let chart = panel(
        area,
        axes,
        &Labels {
            x: "Time (s)",
            y: "Sequence number (KiB)",
            left: 170,
            top: 56,
        },
    )?;
    for point in shown {
        segment(
            root,
            place(&chart, point, KIB),
            point.kind,
            series.look.hue.rgb(),
            10,
        )?;
    }
    let range = chart.plotting_area().get_pixel_range();
    let style = text(7.0).pos(Pos::new(HPos::Left, VPos::Bottom));
    root.draw(&Text::new(
        series.name.clone(),
        (range.0.start, range.1.start - 10),
        style,
    ))
}

/// The stretch around the retransmission nearest to the middle of the transfer (around the middle if there is none).
fn interesting(points: &[SequencePoint]) -> &[SequencePoint] {
    let middle = points.len() / 2;
    let wanted = [
        Transmission::LocalRetransmission,
        Transmission::EndToEndRetransmission,
    ];
    let nearest = |kind| {
        let hits = points
            .iter()
            .enumerate()
            .filter(move |(_, point)| point.kind == kind)
            .map(|(index, _)| index);
        hits.min_by_key(|index| index.abs_diff(middle))
    };
    // A local retransmission is what a series with an agent is about; else one of the sender.
    let centre = wanted.into_iter().find_map(nearest).unwrap_or(middle);
    let start = centre
        .saturating_sub(STRETCH / 2)
        .min(points.len().saturating_sub(STRETCH));
    points
        .get(start..(start + STRETCH).min(points.len()))
        .unwrap_or_default()
}

fn place(chart: &Panel<'_, '_>, point: &SequencePoint, unit: f64) -> (i32, i32) {
    chart.backend_coord(&(point.time_s, point.sequence_bytes / unit))
}

fn segment(root: &Area<'_>, at: (i32, i32), kind: Transmission, color: RGBColor, size: i32) -> Drawn {
    match kind {
        Transmission::First => root.draw(&Circle::new(at, 4, color.filled())),
        Transmission::LocalRetransmission => {
            draw_marker(root, at, Marker::Triangle, size, color, Inside::White)
        }
        Transmission::EndToEndRetransmission => {
            draw_marker(root, at, Marker::Cross, size, INK, Inside::Filled)
        }
    }
}

fn legend(area: &Area<'_>, series: &[Series]) -> Drawn {
    let style = text(7.0).pos(Pos::new(HPos::Left, VPos::Center));
    for (index, one) in series.iter().enumerate() {
        let x = 170 + 590 * i32::try_from(index).unwrap_or(0);
        let color = one.look.hue.rgb();
        draw_line(area, &[(x, 38), (x + 110, 38)], stroke(color, 9), one.look.dash)?;
        area.draw(&Text::new(one.name.clone(), (x + 130, 38), style.clone()))?;
        if one.published_end.is_some() {
            draw_marker(area, (x + 55, 162), one.look.marker, 13, color, Inside::White)?;
            area.draw(&Text::new("published end", (x + 130, 162), style.clone()))?;
        }
    }
    let kinds = [
        (Transmission::LocalRetransmission, "local retransmission"),
        (Transmission::EndToEndRetransmission, "end-to-end retransmission"),
    ];
    for ((kind, name), x) in kinds.into_iter().zip([170, 760]) {
        segment(area, (x + 55, 100), kind, INK, 11)?;
        area.draw(&Text::new(name, (x + 130, 100), style.clone()))?;
    }
    Ok(())
}

fn csv(series: &[Series]) -> Result<String> {
    let rows = series.iter().flat_map(|one| {
        one.points.iter().map(|point| {
            let kind = match point.kind {
                Transmission::First => "first",
                Transmission::EndToEndRetransmission => "end-to-end-retransmission",
                Transmission::LocalRetransmission => "local-retransmission",
            };
            [
                one.name.clone(),
                point.time_s.to_string(),
                point.sequence_bytes.to_string(),
                point.length_bytes.to_string(),
                kind.to_owned(),
            ]
        })
    });
    csv_text(
        &["series", "time_s", "sequence_bytes", "length_bytes", "kind"],
        rows,
    )
}
