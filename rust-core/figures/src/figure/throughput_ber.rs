// SPDX-License-Identifier: MIT OR Apache-2.0
//! Throughput against error rate, or against anything else that comes in categories of which the last is "none": means with
//! their standard deviation, and the published values beside as hollow markers.

use plotters::backend::SVGBackend;
use plotters::drawing::IntoDrawingArea;
use plotters::element::{PathElement, Text};
use plotters::style::WHITE;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::{Axis, Labels, Panel, panel};
use super::style::{Area, Drawn, Look, WIDTH, draw_line, draw_marker, on_paper, stroke, text};
use super::{Drawing, undrawn};
use crate::error::Result;
use crate::number;
use crate::output::csv_text;

const HEIGHT: u32 = 1080;
const LEGEND_LINE: i32 = 62;
const MARKER: i32 = 13;

/// What the categories are.
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    /// Name with its unit, for the CSV.
    pub name: &'static str,
    /// For people, below the axis.
    pub label: &'static str,
    /// A value as a tick, short enough for nine in a column.
    pub tick: fn(Option<f64>) -> String,
}

/// Mean bits between errors.
pub const ERROR_RATE: Quantity = Quantity {
    name: "bits_per_error",
    label: "Mean bits between errors (K = 1024)",
    tick: |rate| match rate {
        None => number::error_rate(None),
        rate => number::error_rate(rate).replace([' ', 'b'], ""),
    },
};

/// A mean with its spread.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// The category; none for no errors, no handoffs and the like.
    pub x: Option<f64>,
    /// Mean throughput.
    pub throughput_bps: f64,
    /// Standard deviation.
    pub sd_bps: Option<f64>,
}

/// A line of the figure.
#[derive(Clone, Debug)]
pub struct Series {
    /// For the legend.
    pub name: String,
    /// Colour, marker, dash.
    pub look: Look,
    /// Measured points, in the order of the axis.
    pub measured: Vec<Point>,
    /// Published points, in the order of the axis.
    pub published: Vec<Point>,
}

/// Draws the figure; `values` are the categories in order.
///
/// # Errors
/// Failed work if it cannot be drawn.
pub fn draw(
    name: &str,
    caption: &str,
    quantity: &Quantity,
    values: &[Option<f64>],
    series: &[Series],
) -> Result<Drawing> {
    let mut svg = String::new();
    sketch(&mut svg, quantity, values, series).map_err(undrawn)?;
    Ok(Drawing {
        name: name.to_owned(),
        caption: caption.to_owned(),
        svg: on_paper(&svg, HEIGHT),
        csv: csv(quantity, series)?,
    })
}

fn sketch(svg: &mut String, quantity: &Quantity, values: &[Option<f64>], series: &[Series]) -> Drawn {
    let root = SVGBackend::with_string(svg, (WIDTH, HEIGHT)).into_drawing_area();
    root.fill(&WHITE)?;
    let entries: Vec<Entry<'_>> = legend_entries(series);
    let lines = i32::try_from(entries.len().div_ceil(2)).unwrap_or(i32::MAX);
    let (head, body) = root.split_vertically(16 + LEGEND_LINE.saturating_mul(lines));
    legend(&head, &entries)?;
    let names: Vec<String> = values.iter().map(|value| (quantity.tick)(*value)).collect();
    let highest = series
        .iter()
        .flat_map(|one| one.measured.iter().chain(&one.published))
        .map(|point| point.throughput_bps + point.sd_bps.unwrap_or(0.0))
        .fold(0.0, f64::max);
    let axes = (
        Axis::categories(&names),
        Axis::numbers(0.0..highest / 1e6 * 1.04, 5.0),
    );
    let labels = Labels {
        x: quantity.label,
        y: "Throughput (Mb/s)",
        left: 150,
        top: 12,
    };
    let chart = panel(&body, axes, &labels)?;
    for (index, one) in series.iter().enumerate() {
        let color = one.look.hue.rgb();
        let points = places(values, &one.measured, dodge(index, series.len()), &chart);
        let path: Vec<(i32, i32)> = points.iter().map(|&(x, y, _)| (x, y)).collect();
        draw_line(&root, &path, stroke(color, 9), one.look.dash)?;
        for &(x, y, (low, high)) in &points {
            if high < low {
                let bar = stroke(color, 7);
                root.draw(&PathElement::new([(x, low), (x, high)], bar))?;
                root.draw(&PathElement::new([(x - 9, low), (x + 9, low)], bar))?;
                root.draw(&PathElement::new([(x - 9, high), (x + 9, high)], bar))?;
            }
            draw_marker(&root, (x, y), one.look.marker, MARKER, color, true)?;
        }
        for (x, y, _) in places(values, &one.published, aside(index, series.len()), &chart) {
            draw_marker(&root, (x, y), one.look.marker, MARKER, color, false)?;
        }
    }
    root.present()
}

/// Series stand a little beside each other, so that their bars can be told apart.
fn dodge(index: usize, count: usize) -> f64 {
    let place = |n: usize| f64::from(u32::try_from(n).unwrap_or(0));
    0.14 * (place(index) - (place(count) - 1.0) / 2.0)
}

/// Published points stand on the outer side of what was measured.
fn aside(index: usize, count: usize) -> f64 {
    let shift = dodge(index, count);
    if index == 0 { shift - 0.17 } else { shift + 0.17 }
}

/// Where points are on the drawing: x, y, and the ends of the error bar.
fn places(
    values: &[Option<f64>],
    points: &[Point],
    shift: f64,
    chart: &Panel<'_, '_>,
) -> Vec<(i32, i32, (i32, i32))> {
    let mut found = Vec::new();
    for (category, value) in std::iter::successors(Some(0.0), |x| Some(x + 1.0)).zip(values) {
        for point in points.iter().filter(|point| point.x == *value) {
            let at = |bps: f64| chart.backend_coord(&(category + shift, bps / 1e6));
            let sd = point.sd_bps.unwrap_or(0.0);
            let (x, y) = at(point.throughput_bps);
            found.push((
                x,
                y,
                (at(point.throughput_bps - sd).1, at(point.throughput_bps + sd).1),
            ));
        }
    }
    found
}

struct Entry<'a> {
    series: &'a Series,
    published: bool,
}

fn legend_entries(series: &[Series]) -> Vec<Entry<'_>> {
    // Two columns: measured on the left, what was published of the same on the right; then what has nothing published.
    let (beside, alone): (Vec<&Series>, Vec<&Series>) =
        series.iter().partition(|one| !one.published.is_empty());
    let mut entries = Vec::new();
    for one in beside.into_iter().chain(alone) {
        entries.push(Entry {
            series: one,
            published: false,
        });
        if !one.published.is_empty() {
            entries.push(Entry {
                series: one,
                published: true,
            });
        }
    }
    entries
}

fn legend(area: &Area<'_>, entries: &[Entry<'_>]) -> Drawn {
    let style = text(7.0).pos(Pos::new(HPos::Left, VPos::Center));
    for (index, entry) in entries.iter().enumerate() {
        let index = i32::try_from(index).unwrap_or(i32::MAX);
        let (x, y) = (170 + 590 * (index % 2), 38 + LEGEND_LINE * (index / 2));
        let Look { hue, marker, dash } = entry.series.look;
        let color = hue.rgb();
        if !entry.published {
            draw_line(area, &[(x, y), (x + 110, y)], stroke(color, 9), dash)?;
        }
        draw_marker(area, (x + 55, y), marker, MARKER, color, !entry.published)?;
        let name = if entry.published {
            format!("{}, published", entry.series.name)
        } else {
            entry.series.name.clone()
        };
        area.draw(&Text::new(name, (x + 130, y), style.clone()))?;
    }
    Ok(())
}

fn csv(quantity: &Quantity, series: &[Series]) -> Result<String> {
    let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    let mut rows = Vec::new();
    for one in series {
        for (kind, points) in [("measured", &one.measured), ("published", &one.published)] {
            rows.extend(points.iter().map(|point| {
                [
                    one.name.clone(),
                    kind.to_owned(),
                    number(point.x),
                    point.throughput_bps.to_string(),
                    number(point.sd_bps),
                ]
            }));
        }
    }
    csv_text(
        &["series", "kind", quantity.name, "throughput_bps", "sd_bps"],
        rows,
    )
}
