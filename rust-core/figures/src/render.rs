// SPDX-License-Identifier: MIT OR Apache-2.0
//! One drawing in every format. PNG and PDF are made from the same parsed SVG, so all three show the same.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use svg2pdf::usvg::{self, Options, Tree, fontdb};

use crate::error::{Error, Result};
use crate::figure::{Drawing, FONT};
use crate::output;

/// What a figure is written as: the drawing in three formats and the series it was drawn from.
pub const FORMATS: [&str; 4] = ["svg", "png", "pdf", "csv"];

/// Pixels across a PNG: twice what a page on a screen shows of a figure, 400 a printed inch.
const PNG_WIDTH: f32 = 1400.0;
/// CSS pixels in an inch, the unit of the parsed tree.
const CSS_DPI: f32 = 96.0;

/// Writes `NAME.svg`, `NAME.png`, `NAME.pdf` and `NAME.csv` into a directory; returns their names in that order.
///
/// # Errors
/// Failed work that names the file.
pub fn write(drawing: &Drawing, directory: &Path) -> Result<Vec<PathBuf>> {
    let tree = parse(&drawing.svg)?;
    let files = [
        drawing.svg.clone().into_bytes(),
        png(&tree)?,
        pdf(&tree)?,
        drawing.csv.clone().into_bytes(),
    ];
    let mut names = Vec::with_capacity(files.len());
    for (extension, bytes) in FORMATS.into_iter().zip(files) {
        let file = directory.join(format!("{}.{extension}", drawing.name));
        output::write(&file, &bytes)?;
        names.push(file);
    }
    Ok(names)
}

fn parse(svg: &str) -> Result<Tree> {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(FONT.to_vec());
    let options = Options {
        fontdb: Arc::new(fonts),
        dpi: CSS_DPI,
        ..Options::default()
    };
    Tree::from_str(svg, &options).map_err(|why| Error::work(format!("the drawing is no SVG: {why}")))
}

fn png(tree: &Tree) -> Result<Vec<u8>> {
    let scale = PNG_WIDTH / tree.size().width();
    let size = usvg::Size::from_wh(PNG_WIDTH, (tree.size().height() * scale).round());
    let size = size
        .map(|size| size.to_int_size())
        .ok_or_else(|| Error::work("the drawing has no size"))?;
    let mut pixels = resvg::tiny_skia::Pixmap::new(size.width(), size.height())
        .ok_or_else(|| Error::work("the drawing has no size"))?;
    resvg::render(
        tree,
        usvg::Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    pixels
        .encode_png()
        .map_err(|why| Error::work(format!("cannot write the PNG: {why}")))
}

fn pdf(tree: &Tree) -> Result<Vec<u8>> {
    let page = svg2pdf::PageOptions { dpi: CSS_DPI };
    svg2pdf::to_pdf(tree, svg2pdf::ConversionOptions::default(), page)
        .map_err(|why| Error::work(format!("cannot write the PDF: {why}")))
}
