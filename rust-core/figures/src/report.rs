// SPDX-License-Identifier: MIT OR Apache-2.0
//! The report: one HTML file that needs nothing else, for a screen of any width and for print.

use std::fmt::Write as _;

use crate::experiment::Evaluation;
use crate::render::FORMATS;
use crate::table::escape;

/// What the report says of how the results were made.
pub struct Origin {
    /// Title.
    pub title: String,
    /// The command that makes them again.
    pub command: String,
    /// Facts by name: releases, seeds, options.
    pub facts: Vec<(String, String)>,
    /// Where the published values are from, if there are any beside the measured ones.
    pub source: Option<String>,
}

const STYLE: &str = "\
:root{color-scheme:light}
body{font:16px/1.5 'Liberation Sans',Arial,Helvetica,sans-serif;color:#1e1e1e;background:#fff;max-width:46rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.15rem;margin-top:2rem}
figure{margin:1.5rem 0}figure svg{display:block;width:100%;max-width:44rem;height:auto}
figcaption,.note{font-size:.9rem;color:#444}
.scroll{overflow-x:auto;margin:1rem 0}
table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:bold;padding:.25rem 0}
th,td{padding:.2rem .6rem;text-align:left;white-space:nowrap;border-bottom:1px solid #ddd}
thead th{border-bottom:2px solid #1e1e1e;white-space:normal;vertical-align:bottom}.n{text-align:right}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dd{margin:0;overflow-wrap:anywhere}
code{font-size:.9em}
@media print{@page{margin:15mm}body{font-size:10pt;max-width:none;padding:0}figure svg{max-width:12cm}figure,tr{break-inside:avoid}.scroll{overflow:visible}}
@media (max-width:30rem){dl{grid-template-columns:1fr}dt{font-weight:bold}}
";

/// Writes the report.
pub fn html(origin: &Origin, evaluation: &Evaluation) -> String {
    let mut page = String::new();
    let title = escape(&origin.title);
    // Writing to a string does not fail.
    let _ = write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    for drawing in &evaluation.drawings {
        let caption = escape(&drawing.caption);
        let files: Vec<String> = FORMATS
            .iter()
            .map(|kind| format!("<a href=\"{}.{kind}\">{}</a>", drawing.name, kind.to_uppercase()))
            .collect();
        let _ = write!(
            page,
            "<figure>\n{}<figcaption>{caption} ({})</figcaption>\n</figure>\n",
            inline(&drawing.svg, &drawing.caption),
            files.join(", ")
        );
    }
    for table in &evaluation.tables {
        page.push_str(&table.to_html());
    }
    let _ = write!(
        page,
        "<h2>How it was made</h2>\n<p><code>{}</code></p>\n<dl>\n",
        escape(&origin.command)
    );
    for (name, value) in &origin.facts {
        let _ = writeln!(page, "<dt>{}</dt><dd>{}</dd>", escape(name), escape(value));
    }
    let _ = write!(
        page,
        "</dl>\n<p>The same command with the same build gives the same bytes. Every run is below <code>runs/</code> with \
         its resolved configuration; the values are in <a href=\"results.csv\">results.csv</a>.</p>\n"
    );
    if let Some(source) = &origin.source {
        let _ = writeln!(page, "<p>Published values: {}.</p>", escape(source));
    }
    page.push_str("</body>\n</html>\n");
    page
}

/// An SVG inside a page: without what only a file of its own needs, and with a name for those who cannot see it.
fn inline(svg: &str, caption: &str) -> String {
    let body = svg.split_once("<svg").map_or(svg, |(_, rest)| rest);
    format!("<svg role=\"img\" aria-label=\"{}\"{body}", escape(caption))
}
