// SPDX-License-Identifier: MIT OR Apache-2.0
//! The look of every figure: sizes for one column of a paper, colours that colour-blind readers can tell apart (Okabe
//! and Ito), and for grey print a marker and a dash of its own for each series.

use std::sync::OnceLock;

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::element::{Circle, DashedPathElement, PathElement, Polygon};
use plotters::style::{Color, FontStyle, RGBColor, ShapeStyle, TRANSPARENT, TextStyle, WHITE, register_font};

/// The font: Liberation Sans, carried in the program; the others have the same widths.
pub const FONT_FAMILY: &str = "Liberation Sans, Arial, Helvetica, sans-serif";
/// Its file.
pub const FONT: &[u8] = include_bytes!("../../assets/LiberationSans-Regular.ttf");

/// Units across a drawing; it is one column (3.5 inches, 252 points) wide.
pub(super) const WIDTH: u32 = 1400;
/// Width on paper.
const WIDTH_INCHES: f64 = 3.5;
/// Drawing units in a point.
const POINT: f64 = 1400.0 / 252.0;
/// plotters' font size is the height of a line; the em is smaller by this.
const LINE_HEIGHT: f64 = 1.24;

/// Ink of axes and text.
pub(super) const INK: RGBColor = RGBColor(30, 30, 30);
/// Grid lines.
pub(super) const GRID: RGBColor = RGBColor(221, 221, 221);

/// An area of a drawing.
pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// What drawing on it returns.
pub(super) type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// A colour by its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hue {
    /// Okabe and Ito's blue: the mechanism in question.
    Blue,
    /// Vermillion: what it is compared with.
    Vermillion,
    /// Bluish green.
    Green,
    /// Reddish purple.
    Purple,
    /// Orange.
    Orange,
    /// Sky blue.
    Sky,
    /// The ink of the axes: a bound, not a mechanism.
    Ink,
}

impl Hue {
    pub(super) fn rgb(self) -> RGBColor {
        match self {
            Self::Blue => RGBColor(0, 114, 178),
            Self::Vermillion => RGBColor(213, 94, 0),
            Self::Green => RGBColor(0, 158, 115),
            Self::Purple => RGBColor(204, 121, 167),
            Self::Orange => RGBColor(230, 159, 0),
            Self::Sky => RGBColor(86, 180, 233),
            Self::Ink => INK,
        }
    }
}

/// A shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// Round.
    Circle,
    /// Square.
    Square,
    /// Point up.
    Triangle,
    /// Square on its corner.
    Diamond,
    /// Two crossing strokes.
    Cross,
}

/// The inside of a marker.
#[derive(Clone, Copy, Debug)]
pub(super) enum Inside {
    /// Its colour.
    Filled,
    /// White, so that lines do not shine through.
    White,
    /// Nothing, so that what is below can be seen.
    Open,
}

/// How a series looks.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Colour.
    pub hue: Hue,
    /// Shape of its points.
    pub marker: Marker,
    /// Dash and gap in drawing units; none for a solid line.
    pub dash: Option<(u32, u32)>,
}

/// Text of a size in points.
pub(super) fn text(points: f64) -> TextStyle<'static> {
    static REGISTERED: OnceLock<bool> = OnceLock::new();
    // The font is a constant of the program and is read in tests; plotters falls back to an estimate without it.
    REGISTERED.get_or_init(|| register_font(FONT_FAMILY, FontStyle::Normal, FONT).is_ok());
    TextStyle::from((FONT_FAMILY, points * POINT * LINE_HEIGHT)).color(&INK)
}

/// A line of a width in tenths of a point.
pub(super) fn stroke(color: RGBColor, tenths: u32) -> ShapeStyle {
    color.stroke_width((tenths * 14).div_ceil(25))
}

/// Draws a marker of half-width `size`.
pub(super) fn draw_marker(
    area: &Area<'_>,
    (x, y): (i32, i32),
    marker: Marker,
    size: i32,
    color: RGBColor,
    inside: Inside,
) -> Drawn {
    let outline = stroke(color, 7);
    let inside = match inside {
        Inside::Filled => color.filled(),
        Inside::White => WHITE.filled(),
        Inside::Open => TRANSPARENT.filled(),
    };
    let tall = size * 5 / 4;
    let corners = match marker {
        Marker::Circle => {
            area.draw(&Circle::new((x, y), size, inside))?;
            return area.draw(&Circle::new((x, y), size, outline));
        }
        Marker::Cross => {
            let thick = stroke(color, 11);
            area.draw(&PathElement::new(
                [(x - size, y - size), (x + size, y + size)],
                thick,
            ))?;
            return area.draw(&PathElement::new(
                [(x - size, y + size), (x + size, y - size)],
                thick,
            ));
        }
        Marker::Square => vec![
            (x - size, y - size),
            (x + size, y - size),
            (x + size, y + size),
            (x - size, y + size),
        ],
        Marker::Triangle => vec![(x, y - tall), (x + tall, y + size), (x - tall, y + size)],
        Marker::Diamond => vec![(x, y - tall), (x + tall, y), (x, y + tall), (x - tall, y)],
    };
    area.draw(&Polygon::new(corners.clone(), inside))?;
    let closed: Vec<(i32, i32)> = corners.iter().chain(corners.first()).copied().collect();
    area.draw(&PathElement::new(closed, outline))
}

/// Draws a line, solid or dashed.
pub(super) fn draw_line(
    area: &Area<'_>,
    points: &[(i32, i32)],
    style: ShapeStyle,
    dash: Option<(u32, u32)>,
) -> Drawn {
    let points = points.to_vec();
    match dash {
        None => area.draw(&PathElement::new(points, style)),
        Some((length, gap)) => area.draw(&DashedPathElement::new(points, length, gap, style)),
    }
}

/// The drawing with its size on paper, which plotters knows only in units.
pub(super) fn on_paper(svg: &str, height: u32) -> String {
    let inches = WIDTH_INCHES * f64::from(height) / f64::from(WIDTH);
    let units = format!("width=\"{WIDTH}\" height=\"{height}\"");
    let paper = format!("width=\"{WIDTH_INCHES}in\" height=\"{inches}in\"");
    svg.replacen(&units, &paper, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_in_the_program_can_be_read() {
        assert!(register_font("test", FontStyle::Normal, FONT).is_ok());
    }
}
