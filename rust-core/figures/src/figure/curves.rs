// SPDX-License-Identifier: MIT OR Apache-2.0
//! Curves over a number: means with their 95 % confidence interval, one line a series, the legend above.

use std::ops::Range;

use plotters::backend::SVGBackend;
use plotters::drawing::IntoDrawingArea;
use plotters::element::{PathElement, Text};
use plotters::style::WHITE;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::{Axis, Labels, panel};
use super::style::{Area, Drawn, Inside, Look, WIDTH, draw_line, draw_marker, on_paper, stroke, text};
use super::{Drawing, undrawn};
use crate::error::Result;
use crate::output::csv_text;

/// The axes alone; the legend comes on top.
const PLOT_HEIGHT: u32 = 860;
const LEGEND_LINE: u32 = 62;
const MARKER: i32 = 12;

/// How numbers are spread over an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Evenly.
    Linear,
    /// By their logarithm; all are above 0.
    Decades,
}

/// What an axis shows.
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    /// Name with its unit, for the CSV.
    pub name: &'static str,
    /// Name with its unit, for people.
    pub label: &'static str,
}

/// What a figure shows.
#[derive(Clone, Debug)]
pub struct Axes {
    /// Across.
    pub x: Quantity,
    /// How.
    pub x_scale: Scale,
    /// Up.
    pub y: Quantity,
    /// From where to where; none from 0 to the largest value. What lies outside is cut.
    pub y_range: Option<Range<f64>>,
}

/// A mean with its uncertainty.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Where across.
    pub x: f64,
    /// The mean.
    pub y: f64,
    /// Half width of its 95 % confidence interval.
    pub ci95: Option<f64>,
}

/// A line of the figure.
#[derive(Clone, Debug)]
pub struct Series {
    /// For the legend.
    pub name: String,
    /// Colour, marker, dash.
    pub look: Look,
    /// Its points, from left to right.
    pub points: Vec<Point>,
    /// Whether a value holds until the next one: drawn as stairs, without markers.
    pub steps: bool,
}

/// Draws the figure.
///
/// # Errors
/// Failed work if it cannot be drawn.
pub fn draw(name: &str, caption: &str, axes: &Axes, series: &[Series]) -> Result<Drawing> {
    let mut svg = String::new();
    let legend = head_height(series);
    sketch(&mut svg, legend, axes, series).map_err(undrawn)?;
    Ok(Drawing {
        name: name.to_owned(),
        caption: caption.to_owned(),
        svg: on_paper(&svg, legend + PLOT_HEIGHT),
        csv: csv(axes, series)?,
    })
}

fn head_height(series: &[Series]) -> u32 {
    let lines = u32::try_from(series.len().div_ceil(2)).unwrap_or(u32::MAX);
    LEGEND_LINE.saturating_mul(lines) + 16
}

fn sketch(svg: &mut String, head: u32, axes: &Axes, series: &[Series]) -> Drawn {
    let root = SVGBackend::with_string(svg, (WIDTH, head + PLOT_HEIGHT)).into_drawing_area();
    root.fill(&WHITE)?;
    let (above, body) = root.split_vertically(head);
    legend(&above, series)?;
    let (x_axis, y_axis) = (across(axes, series), up(axes, series));
    let seen = y_axis.clone();
    let labels = Labels {
        x: axes.x.label,
        y: axes.y.label,
        left: 150,
        top: 12,
    };
    let chart = panel(&body, (x_axis, y_axis), &labels)?;
    let place = |x: f64, y: f64| {
        let x = if axes.x_scale == Scale::Decades {
            x.log10()
        } else {
            x
        };
        chart.backend_coord(&(x, seen.nearest(y)))
    };
    for one in series {
        let corners = path(one);
        let path: Vec<(i32, i32)> = corners.into_iter().map(|(x, y)| place(x, y)).collect();
        let color = one.look.hue.rgb();
        draw_line(&root, &path, stroke(color, 9), one.look.dash)?;
        for point in &one.points {
            let half = point.ci95.unwrap_or(0.0);
            let (x, low) = place(point.x, point.y - half);
            let high = place(point.x, point.y + half).1;
            if high < low {
                root.draw(&PathElement::new([(x, low), (x, high)], stroke(color, 7)))?;
            }
        }
    }
    for one in series.iter().filter(|one| !one.steps) {
        for point in one.points.iter().filter(|point| seen.nearest(point.y) >= point.y) {
            let Look { hue, marker, .. } = one.look;
            let at = place(point.x, point.y);
            draw_marker(&root, at, marker, MARKER, hue.rgb(), Inside::Filled)?;
        }
    }
    root.present()
}

/// Where the line of a series goes.
fn path(series: &Series) -> Vec<(f64, f64)> {
    let mut corners: Vec<(f64, f64)> = Vec::new();
    for point in &series.points {
        if let (true, Some((_, before))) = (series.steps, corners.last().copied()) {
            corners.push((point.x, before));
        }
        corners.push((point.x, point.y));
    }
    corners
}

fn across(axes: &Axes, series: &[Series]) -> Axis {
    let values = || series.iter().flat_map(|one| &one.points).map(|point| point.x);
    let (least, most) = (
        values().fold(f64::INFINITY, f64::min),
        values().fold(f64::NEG_INFINITY, f64::max),
    );
    match axes.x_scale {
        _ if most < least => Axis::numbers(0.0..1.0, 5.0),
        // Room for half a marker and for the last name.
        Scale::Decades => Axis::decades(least / 1.3, most * 1.3),
        Scale::Linear => {
            let room = 0.03 * (most - least);
            let start = if least > 0.0 && least < most / 4.0 {
                0.0
            } else {
                least
            };
            Axis::numbers(start - room..most + room, 7.0)
        }
    }
}

fn up(axes: &Axes, series: &[Series]) -> Axis {
    let range = axes.y_range.clone().unwrap_or_else(|| {
        let ends = series.iter().flat_map(|one| &one.points);
        let highest = ends
            .map(|point| point.y + point.ci95.unwrap_or(0.0))
            .fold(0.0, f64::max);
        0.0..highest * 1.04
    });
    Axis::numbers(range, 5.0)
}

fn legend(area: &Area<'_>, series: &[Series]) -> Drawn {
    let style = text(7.0).pos(Pos::new(HPos::Left, VPos::Center));
    for (index, one) in series.iter().enumerate() {
        let index = i32::try_from(index).unwrap_or(i32::MAX);
        let line = i32::try_from(LEGEND_LINE).unwrap_or(i32::MAX);
        let (x, y) = (170 + 590 * (index % 2), 38 + line * (index / 2));
        let Look { hue, marker, dash } = one.look;
        draw_line(area, &[(x, y), (x + 110, y)], stroke(hue.rgb(), 9), dash)?;
        if !one.steps {
            draw_marker(area, (x + 55, y), marker, MARKER, hue.rgb(), Inside::Filled)?;
        }
        area.draw(&Text::new(one.name.clone(), (x + 130, y), style.clone()))?;
    }
    Ok(())
}

fn csv(axes: &Axes, series: &[Series]) -> Result<String> {
    let rows = series.iter().flat_map(|one| {
        one.points.iter().map(|point| {
            [
                one.name.clone(),
                point.x.to_string(),
                point.y.to_string(),
                point.ci95.map(|half| half.to_string()).unwrap_or_default(),
            ]
        })
    });
    csv_text(&["series", axes.x.name, axes.y.name, "ci95"], rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{Hue, Marker};

    #[test]
    fn stairs_hold_a_value_until_the_next_one() {
        let point = |x, y| Point { x, y, ci95: None };
        let look = Look {
            hue: Hue::Blue,
            marker: Marker::Circle,
            dash: None,
        };
        let mut series = Series {
            name: String::new(),
            look,
            points: vec![point(0.0, 1.0), point(2.0, 4.0), point(3.0, 1.0)],
            steps: true,
        };
        assert_eq!(
            path(&series),
            [(0.0, 1.0), (2.0, 1.0), (2.0, 4.0), (3.0, 4.0), (3.0, 1.0)]
        );
        series.steps = false;
        assert_eq!(path(&series), [(0.0, 1.0), (2.0, 4.0), (3.0, 1.0)]);
    }
}
