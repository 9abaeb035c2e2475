// SPDX-License-Identifier: MIT OR Apache-2.0
//! An axis with ticks of our own choice: round numbers, or named places.

use std::ops::Range;

use plotters::backend::SVGBackend;
use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::drawing::DrawingAreaErrorKind;
use plotters::style::{Color, TRANSPARENT};

use super::style::{Area, GRID, INK, stroke, text};

/// An axis.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    range: Range<f64>,
    ticks: Vec<(f64, String)>,
}

impl Axis {
    /// Named places, with room on both sides.
    pub(super) fn places(ticks: Vec<(f64, String)>) -> Self {
        let places = || ticks.iter().map(|(x, _)| *x);
        let (first, last) = (places().fold(0.0, f64::min), places().fold(0.0, f64::max));
        // For half of a name.
        let room = ((last - first) / 16.0).max(0.5);
        Self {
            range: first - room..last + room,
            ticks,
        }
    }

    /// Numbers in a range, with about `count` round ticks within it.
    pub(super) fn numbers(range: Range<f64>, count: f64) -> Self {
        let range = if range.end > range.start {
            range
        } else {
            range.start..range.start + 1.0
        };
        let rough = (range.end - range.start) / count;
        let power = 10.0_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0]
            .into_iter()
            .map(|m| m * power)
            .find(|step| *step >= 0.75 * rough)
            .unwrap_or(10.0 * power);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a handful of digits"
        )]
        let digits = (-step.log10().floor()).max(0.0) as usize;
        // Multiples are taken of a whole number of steps, so that no rounding adds up.
        let first = (range.start / step).ceil();
        let ticks = std::iter::successors(Some(first), |n| Some(n + 1.0))
            .map(|n| n * step + 0.0) // no negative zero
            .take_while(|x| *x <= range.end + step * 1e-9)
            .map(|x| (x, format!("{x:.digits$}")))
            .collect();
        Self { range, ticks }
    }

    /// Powers of ten between two positive numbers; values on it are logarithms to base ten.
    pub(super) fn decades(low: f64, high: f64) -> Self {
        let range = low.log10()..high.log10();
        let ticks = std::iter::successors(Some(range.start.ceil()), |n| Some(n + 1.0))
            .take_while(|n| *n <= range.end)
            .map(|n| (n, format!("{}", 10.0_f64.powf(n))))
            .collect();
        Self { range, ticks }
    }

    /// The nearest value on it.
    pub(super) fn nearest(&self, value: f64) -> f64 {
        value.min(self.range.end).max(self.range.start)
    }

    /// How many ticks there are.
    fn count(&self) -> usize {
        self.ticks.len()
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (low, high): (i32, i32)) -> i32 {
        let part = (value - self.range.start) / (self.range.end - self.range.start);
        #[expect(clippy::cast_possible_truncation, reason = "a place on the drawing")]
        let offset = (f64::from(high - low) * part).round() as i32;
        low + offset
    }

    fn key_points<Hint: KeyPointHint>(&self, _hint: Hint) -> Vec<f64> {
        self.ticks.iter().map(|(x, _)| *x).collect()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        let found = self.ticks.iter().find(|(x, _)| x.total_cmp(value).is_eq());
        found.map(|(_, name)| name.clone()).unwrap_or_default()
    }
}

/// A pair of axes on an area, drawn.
pub(super) type Panel<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Axis, Axis>>;

/// What stands beside the axes.
pub(super) struct Labels<'a> {
    /// Below.
    pub(super) x: &'a str,
    /// On the left.
    pub(super) y: &'a str,
    /// Room for the numbers and the text on the left, in drawing units.
    pub(super) left: u32,
    /// Room above, in drawing units.
    pub(super) top: u32,
}

/// Draws axes, their ticks and a light grid.
pub(super) fn panel<'a, 'b>(
    area: &'a Area<'b>,
    (x, y): (Axis, Axis),
    labels: &Labels<'_>,
) -> Result<Panel<'a, 'b>, DrawingAreaErrorKind<std::io::Error>> {
    let (columns, rows) = (x.count(), y.count());
    let mut chart = ChartBuilder::on(area)
        .margin_right(34)
        .margin_left(26)
        .margin_top(labels.top)
        .margin_bottom(14)
        .x_label_area_size(128)
        .y_label_area_size(labels.left)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID.stroke_width(2))
        .axis_style(stroke(INK, 6))
        .set_all_tick_mark_size(9)
        .x_labels(columns)
        .y_labels(rows)
        .label_style(text(7.0))
        .axis_desc_style(text(7.5))
        .x_desc(labels.x)
        .y_desc(labels.y)
        .draw()?;
    Ok(chart)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, name)| name.as_str()).collect()
    }

    #[test]
    fn ticks_are_round_numbers_within_the_range() {
        assert_eq!(names(&Axis::numbers(0.0..1.7, 4.0)), ["0.0", "0.5", "1.0", "1.5"]);
        assert_eq!(
            names(&Axis::numbers(0.0..328.0, 5.0)),
            ["0", "50", "100", "150", "200", "250", "300"]
        );
        assert_eq!(names(&Axis::numbers(-3.0..103.0, 2.0)), ["0", "50", "100"]);
        assert_eq!(names(&Axis::numbers(41.23..41.31, 3.0)), ["41.25", "41.30"]);
    }

    #[test]
    fn decades_are_named_by_their_values() {
        assert_eq!(names(&Axis::decades(4.0, 1200.0)), ["10", "100", "1000"]);
    }

    #[test]
    fn an_empty_range_is_no_division_by_zero() {
        assert_eq!(names(&Axis::numbers(0.0..0.0, 2.0)), ["0.0", "0.5", "1.0"]);
    }

    #[test]
    fn named_places_have_room_on_both_sides() {
        let axis = Axis::places(vec![(0.0, "a".to_owned()), (1.0, "b".to_owned())]);
        assert_eq!((axis.map(&0.0, (0, 100)), axis.map(&1.0, (0, 100))), (25, 75));
        assert_eq!(axis.format_ext(&1.0), "b");
    }
}
