// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sequence number against time: the whole transfers above, below a stretch of each in which every segment is drawn, on
//! axes of the same spans; local and end-to-end retransmissions are told apart by their shape.

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
/// Time seen in a stretch: a few retransmission time-outs of the hosts of 1995.
pub const STRETCH_S: f64 = 4.0;
/// Least distance of the markers of one kind in the overview, in hundredths of the width: what lies on top of each other
/// says no more than one, and the line should be seen between them.
pub const MARKERS_APART_PERCENT: u32 = 4;
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
    let (stretches, span) = stretches(series);
    let areas = below.split_evenly((1, series.len().max(1)));
    for ((one, stretch), area) in series.iter().zip(&stretches).zip(&areas) {
        panel_of(&root, area, one, (stretch, span))?;
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
        let apart = (WIDTH * MARKERS_APART_PERCENT / 100).cast_signed();
        for kind in [
            Transmission::LocalRetransmission,
            Transmission::EndToEndRetransmission,
        ] {
            let mut last: Option<(i32, i32)> = None;
            for point in one.points.iter().filter(|point| point.kind == kind) {
                let at = place(&chart, point, MIB);
                if last.is_none_or(|last| (at.0 - last.0).abs().max((at.1 - last.1).abs()) >= apart) {
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

/// What of a transfer is seen below: the segments of a stretch, and where its axes begin.
struct Stretch<'a> {
    points: &'a [SequencePoint],
    start_s: f64,
    start_bytes: f64,
}

/// A stretch of each transfer. All have the same spans, so that slopes can be compared; returned with the span of the
/// sequence numbers, in bytes.
fn stretches(series: &[Series]) -> (Vec<Stretch<'_>>, f64) {
    let shown: Vec<(f64, &[SequencePoint])> = series.iter().map(|one| interesting(&one.points)).collect();
    let bounds = |points: &[SequencePoint]| {
        let sequence = || points.iter().map(|point| point.sequence_bytes);
        (
            sequence().fold(f64::MAX, f64::min),
            sequence().fold(f64::MIN, f64::max),
        )
    };
    let spans = shown.iter().map(|(_, points)| bounds(points));
    let highest = spans.map(|(low, high)| high - low).fold(0.0, f64::max);
    let span = highest.max(KIB) * 1.08;
    let stretch = |&(start_s, points)| {
        let (low, high) = bounds(points);
        Stretch {
            points,
            start_s,
            // In the middle of the panel.
            start_bytes: if low <= high {
                ((low + high - span) / 2.0).max(0.0)
            } else {
                0.0
            },
        }
    };
    (shown.iter().map(stretch).collect(), span)
}

fn panel_of(
    root: &Area<'_>,
    area: &Area<'_>,
    series: &Series,
    (stretch, span_bytes): (&Stretch<'_>, f64),
) -> Drawn {
    let (x, y) = (stretch.start_s, stretch.start_bytes / KIB);
    let axes = (
        Axis::numbers(x..x + STRETCH_S, 4.0),
        Axis::numbers(y..y + span_bytes / KIB, 4.0),
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
    for point in stretch.points {
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

/// The stretch around the retransmission nearest to the middle of the transfer (around the middle if there is none): when
/// it starts, and its points.
fn interesting(points: &[SequencePoint]) -> (f64, &[SequencePoint]) {
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
    let time = |point: Option<&SequencePoint>| point.map_or(0.0, |point| point.time_s);
    let latest = (time(points.last()) - STRETCH_S).max(0.0);
    // A round start leaves no tick at an odd place.
    let start_s = ((time(points.get(centre)) - STRETCH_S / 2.0).clamp(0.0, latest) * 10.0).floor() / 10.0;
    let from = points.partition_point(|point| point.time_s < start_s);
    let to = points.partition_point(|point| point.time_s <= start_s + STRETCH_S);
    (start_s, points.get(from..to).unwrap_or_default())
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
        let first = series
            .iter()
            .find(|one| one.points.iter().any(|point| point.kind == kind));
        let color = first.map_or(INK, |one| one.look.hue.rgb());
        segment(area, (x + 55, 100), kind, color, 11)?;
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
