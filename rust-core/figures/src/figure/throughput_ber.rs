// SPDX-License-Identifier: MIT OR Apache-2.0
//! Throughput against error rate: rates on a logarithmic axis and, apart from them, no errors; means with their standard
//! deviation, and the published values as hollow markers on the same ticks.

use plotters::backend::SVGBackend;
use plotters::drawing::IntoDrawingArea;
use plotters::element::{PathElement, Text};
use plotters::style::WHITE;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::{Axis, Labels, Panel, panel};
use super::style::{Area, Drawn, INK, Inside, Look, WIDTH, draw_line, draw_marker, on_paper, stroke, text};
use super::{Drawing, undrawn};
use crate::error::Result;
use crate::number;
use crate::output::csv_text;

const HEIGHT: u32 = 1080;
const LEGEND_LINE: i32 = 62;
const MARKER: i32 = 13;
/// Published markers are larger, so that they show around a measured one of the same value.
const PUBLISHED: i32 = 18;
/// How many names as long as that of no errors have room along the rates.
const NAMES_ACROSS: f64 = 7.0;
/// How far series stand apart at a tick, so that their bars can be told apart: two points, less than a marker.
const APART: i32 = 11;

/// What is on the x axis: error rates, or anything else that comes in growing numbers and, last, none.
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    /// Name with its unit, for the CSV.
    pub name: &'static str,
    /// What the axis shows, given its values.
    pub label: fn(&[Option<f64>]) -> &'static str,
    /// A value as a tick, short enough for nine in a column.
    pub tick: fn(Option<f64>) -> String,
}

/// Mean bits between errors.
pub const ERROR_RATE: Quantity = Quantity {
    name: "bits_per_error",
    label: axis_label,
    tick,
};

/// A mean with its spread.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Where on the axis; none for no errors, no handoffs and the like.
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

/// Draws the figure; `rates` are the ticks in order.
///
/// # Errors
/// Failed work if it cannot be drawn.
pub fn draw(
    name: &str,
    caption: &str,
    quantity: &Quantity,
    rates: &[Option<f64>],
    series: &[Series],
) -> Result<Drawing> {
    let mut svg = String::new();
    sketch(&mut svg, quantity, rates, series).map_err(undrawn)?;
    Ok(Drawing {
        name: name.to_owned(),
        caption: caption.to_owned(),
        svg: on_paper(&svg, HEIGHT),
        csv: csv(quantity, series)?,
    })
}

fn sketch(svg: &mut String, quantity: &Quantity, rates: &[Option<f64>], series: &[Series]) -> Drawn {
    let root = SVGBackend::with_string(svg, (WIDTH, HEIGHT)).into_drawing_area();
    root.fill(&WHITE)?;
    let entries: Vec<Entry<'_>> = legend_entries(series);
    let lines = i32::try_from(entries.len().div_ceil(2)).unwrap_or(i32::MAX);
    let (head, body) = root.split_vertically(16 + LEGEND_LINE.saturating_mul(lines));
    legend(&head, &entries)?;
    let names: Vec<String> = rates.iter().map(|rate| (quantity.tick)(*rate)).collect();
    let highest = series
        .iter()
        .flat_map(|one| one.measured.iter().chain(&one.published))
        .map(|point| point.throughput_bps + point.sd_bps.unwrap_or(0.0))
        .fold(0.0, f64::max);
    let ticks = ticks(rates);
    let axes = (
        Axis::places(ticks.iter().copied().zip(names).collect()),
        Axis::numbers(0.0..highest / 1e6 * 1.04, 5.0),
    );
    let labels = Labels {
        x: (quantity.label)(rates),
        y: "Throughput (Mb/s)",
        left: 150,
        top: 12,
    };
    let chart = panel(&body, axes, &labels)?;
    break_before_no_errors(&root, rates, &ticks, &chart)?;
    let ticks: Vec<(Option<f64>, f64)> = rates.iter().copied().zip(ticks).collect();
    for (index, one) in series.iter().enumerate() {
        let points = places(&ticks, &one.measured, dodge(index, series.len()), &chart);
        lines_and_bars(&root, one, &points)?;
    }
    for one in series {
        for place in places(&ticks, &one.published, 0, &chart) {
            let Look { hue, marker, .. } = one.look;
            draw_marker(
                &root,
                (place.x, place.y),
                marker,
                PUBLISHED,
                hue.rgb(),
                Inside::Open,
            )?;
        }
    }
    for (index, one) in series.iter().enumerate() {
        for place in places(&ticks, &one.measured, dodge(index, series.len()), &chart) {
            let Look { hue, marker, .. } = one.look;
            draw_marker(
                &root,
                (place.x, place.y),
                marker,
                MARKER,
                hue.rgb(),
                Inside::Filled,
            )?;
        }
    }
    root.present()
}

/// A line through the points of all error rates, and the bar of every point. No error rate leads to no errors: the line
/// ends before it.
fn lines_and_bars(root: &Area<'_>, series: &Series, points: &[Place]) -> Drawn {
    let color = series.look.hue.rgb();
    let path: Vec<(i32, i32)> = points
        .iter()
        .filter(|place| place.has_errors)
        .map(|place| (place.x, place.y))
        .collect();
    draw_line(root, &path, stroke(color, 9), series.look.dash)?;
    for &Place { x, low, high, .. } in points {
        if high < low {
            let bar = stroke(color, 7);
            root.draw(&PathElement::new([(x, low), (x, high)], bar))?;
            root.draw(&PathElement::new([(x - 9, low), (x + 9, low)], bar))?;
            root.draw(&PathElement::new([(x - 9, high), (x + 9, high)], bar))?;
        }
    }
    Ok(())
}

/// Two strokes through a gap in the x axis, between the last error rate and no errors.
fn break_before_no_errors(
    root: &Area<'_>,
    rates: &[Option<f64>],
    ticks: &[f64],
    chart: &Panel<'_, '_>,
) -> Drawn {
    let ([.., Some(_), None], [.., last, none]) = (rates, ticks) else {
        return Ok(());
    };
    let (x, y) = chart.backend_coord(&(f64::midpoint(*last, *none), 0.0));
    root.draw(&PathElement::new([(x - 8, y), (x + 8, y)], stroke(WHITE, 20)))?;
    for x in [x - 8, x + 8] {
        root.draw(&PathElement::new(
            [(x - 6, y + 14), (x + 6, y - 14)],
            stroke(INK, 6),
        ))?;
    }
    Ok(())
}

/// Where the ticks stand: rates by their logarithm, twice the rate one further; no errors as far behind the last that
/// their names have room.
fn ticks(rates: &[Option<f64>]) -> Vec<f64> {
    let places = || rates.iter().flatten().map(|bits| bits.log2());
    let first = places().fold(f64::INFINITY, f64::min);
    let span = places().map(|place| place - first).fold(0.0, f64::max);
    let behind = span + (span / NAMES_ACROSS).max(1.0);
    rates
        .iter()
        .map(|rate| rate.map_or(behind, |bits| bits.log2() - first))
        .collect()
}

/// By how many units a series stands beside the tick.
fn dodge(index: usize, count: usize) -> i32 {
    let place = |n: usize| i32::try_from(n).unwrap_or(0);
    (APART * (2 * place(index) - place(count) + 1)) / 2
}

/// Where a point is on the drawing, with the ends of its bar.
struct Place {
    x: i32,
    y: i32,
    low: i32,
    high: i32,
    has_errors: bool,
}

/// Where points are on the drawing, `shift` units beside their ticks.
fn places(ticks: &[(Option<f64>, f64)], points: &[Point], shift: i32, chart: &Panel<'_, '_>) -> Vec<Place> {
    let mut found = Vec::new();
    for &(rate, tick) in ticks {
        for point in points.iter().filter(|point| point.x == rate) {
            let at = |bps: f64| chart.backend_coord(&(tick, bps / 1e6));
            let sd = point.sd_bps.unwrap_or(0.0);
            let (x, y) = at(point.throughput_bps);
            found.push(Place {
                x: x + shift,
                y,
                low: at(point.throughput_bps - sd).1,
                high: at(point.throughput_bps + sd).1,
                has_errors: rate.is_some(),
            });
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
        let (size, inside) = if entry.published {
            (PUBLISHED, Inside::Open)
        } else {
            (MARKER, Inside::Filled)
        };
        draw_marker(area, (x + 55, y), marker, size, color, inside)?;
        let name = if entry.published {
            format!("{}, published", entry.series.name)
        } else {
            entry.series.name.clone()
        };
        area.draw(&Text::new(name, (x + 130, y), style.clone()))?;
    }
    Ok(())
}

/// What the axis shows; K only means something where it is used.
fn axis_label(rates: &[Option<f64>]) -> &'static str {
    if rates.iter().flatten().all(|bits| number::in_kilo_bits(*bits)) {
        "Mean bits between errors (K = 1024)"
    } else {
        "Mean bits between errors"
    }
}

/// A tick, short enough for nine in a column.
fn tick(bits_per_error: Option<f64>) -> String {
    match bits_per_error {
        None => number::error_rate(None),
        rate => number::error_rate(rate)
            .replace(" Kibit", "K")
            .replace(" Mibit", "M")
            .replace(" bit", ""),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_the_rate_is_one_further_and_no_errors_stand_apart() {
        let rates = [Some(65536.0), Some(131_072.0), Some(1_048_576.0), None];
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let expected = [0.0, 1.0, 4.0, 5.0];
        assert!(ticks(&rates).into_iter().zip(expected).all(|(a, b)| close(a, b)));
        assert!(ticks(&[None]).into_iter().all(|tick| close(tick, 1.0)));
        let wide = ticks(&[Some(1.0), Some(16384.0), None]);
        assert!(wide.into_iter().zip([0.0, 14.0, 16.0]).all(|(a, b)| close(a, b)));
    }

    #[test]
    fn series_stand_around_their_tick() {
        assert_eq!([0, 1, 2].map(|index| dodge(index, 3)), [-APART, 0, APART]);
        assert_eq!(dodge(0, 1), 0);
        assert!(dodge(1, 2) <= MARKER / 2);
    }
}
