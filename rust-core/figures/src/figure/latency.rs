// SPDX-License-Identifier: MIT OR Apache-2.0
//! Distribution of a latency: for each value, what share of all events took no longer. The axis of time is logarithmic.

use plotters::backend::SVGBackend;
use plotters::drawing::IntoDrawingArea;
use plotters::element::{Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, WHITE};

use super::axis::{Axis, Labels, panel};
use super::style::{Area, Drawn, GRID, Look, WIDTH, draw_line, on_paper, stroke, text};
use super::{Drawing, undrawn};
use crate::error::Result;
use crate::output::csv_text;

const HEIGHT: u32 = 940;
const LEGEND_LINE: i32 = 62;

/// A line of the figure.
#[derive(Clone, Debug)]
pub struct Series {
    /// For the legend.
    pub name: String,
    /// Colour, dash.
    pub look: Look,
    /// One value an event.
    pub latencies_s: Vec<f64>,
    /// Events that came to no end; they keep the line below one.
    pub endless: usize,
}

impl Series {
    /// Corners of the steps: seconds and share.
    fn steps(&self) -> Vec<(f64, f64)> {
        let mut sorted = self.latencies_s.clone();
        sorted.sort_by(f64::total_cmp);
        let share = |n: usize| {
            let number = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
            number(n) / number(sorted.len().saturating_add(self.endless).max(1))
        };
        let corners = sorted.iter().enumerate();
        corners
            .flat_map(|(n, &latency_s)| [(latency_s, share(n)), (latency_s, share(n + 1))])
            .collect()
    }
}

/// Draws the figure; `published_s` is a range of latencies to stand behind the lines, with its name for the legend.
///
/// # Errors
/// Failed work if it cannot be drawn.
pub fn draw(
    name: &str,
    caption: &str,
    published_s: (f64, f64),
    published: &str,
    series: &[Series],
) -> Result<Drawing> {
    let mut svg = String::new();
    sketch(&mut svg, published_s, published, series).map_err(undrawn)?;
    Ok(Drawing {
        name: name.to_owned(),
        caption: caption.to_owned(),
        svg: on_paper(&svg, HEIGHT),
        csv: csv(series)?,
    })
}

fn sketch(svg: &mut String, published_s: (f64, f64), published: &str, series: &[Series]) -> Drawn {
    let root = SVGBackend::with_string(svg, (WIDTH, HEIGHT)).into_drawing_area();
    root.fill(&WHITE)?;
    let entries = i32::try_from(series.len() + 1).unwrap_or(i32::MAX);
    let (head, body) = root.split_vertically(16 + LEGEND_LINE.saturating_mul((entries + 1) / 2));
    legend(&head, published, series)?;
    let latest = series
        .iter()
        .flat_map(|one| &one.latencies_s)
        .fold(published_s.1, |a, &b| a.max(b));
    let first = series
        .iter()
        .flat_map(|one| &one.latencies_s)
        .fold(published_s.0, |a, &b| a.min(b));
    let axes = (
        Axis::decades(first * 1e3, latest * 1.2e3),
        Axis::numbers(0.0..1.0, 5.0),
    );
    let labels = Labels {
        x: "Handoff latency (ms)",
        y: "Share of handoffs",
        left: 150,
        top: 12,
    };
    let chart = panel(&body, axes, &labels)?;
    let at = |latency_s: f64, share: f64| chart.backend_coord(&((latency_s * 1e3).log10(), share));
    let band = [at(published_s.0, 1.0), at(published_s.1, 0.0)];
    root.draw(&Rectangle::new(band, GRID.mix(0.6).filled()))?;
    for one in series {
        let mut path: Vec<(i32, i32)> = one.steps().into_iter().map(|(x, y)| at(x, y)).collect();
        let last = one.steps().last().map(|(_, share)| *share);
        path.extend(last.map(|share| at(latest * 1.2, share)));
        draw_line(&root, &path, stroke(one.look.hue.rgb(), 9), one.look.dash)?;
    }
    root.present()
}

fn legend(area: &Area<'_>, published: &str, series: &[Series]) -> Drawn {
    let style = text(7.0).pos(Pos::new(HPos::Left, VPos::Center));
    let place = |index: usize| {
        let index = i32::try_from(index).unwrap_or(i32::MAX);
        (170 + 590 * (index % 2), 38 + LEGEND_LINE * (index / 2))
    };
    for (index, one) in series.iter().enumerate() {
        let (x, y) = place(index);
        let line = stroke(one.look.hue.rgb(), 9);
        draw_line(area, &[(x, y), (x + 110, y)], line, one.look.dash)?;
        area.draw(&Text::new(one.name.clone(), (x + 130, y), style.clone()))?;
    }
    let (x, y) = place(series.len());
    let swatch = [(x, y - 18), (x + 110, y + 18)];
    area.draw(&Rectangle::new(swatch, GRID.mix(0.6).filled()))?;
    area.draw(&Text::new(published.to_owned(), (x + 130, y), style))
}

fn csv(series: &[Series]) -> Result<String> {
    let rows = series.iter().flat_map(|one| {
        let steps = one.steps().into_iter().skip(1).step_by(2);
        steps.map(|(latency_s, share)| [one.name.clone(), latency_s.to_string(), share.to_string()])
    });
    csv_text(&["series", "latency_s", "share"], rows)
}
