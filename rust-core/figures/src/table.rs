// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tables: one description, shown as text or as HTML.

use std::fmt::Write as _;

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    head: String,
    right: bool,
}

impl Column {
    /// A column of words.
    pub fn text(head: &str) -> Self {
        Self {
            head: head.to_owned(),
            right: false,
        }
    }

    /// A column of numbers.
    pub fn number(head: &str) -> Self {
        Self {
            head: head.to_owned(),
            right: true,
        }
    }
}

/// Characters in a line of a note, on a terminal.
const NOTE_WIDTH: usize = 100;

/// A table of texts.
#[derive(Clone, Debug)]
pub struct Table {
    caption: String,
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
    notes: Vec<String>,
}

/// Shown where there is no value.
pub const NOTHING: &str = "–";

impl Table {
    /// A table without rows.
    pub fn new(caption: &str, columns: Vec<Column>) -> Self {
        Self {
            caption: caption.to_owned(),
            columns,
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds a row; cells beyond the columns are not shown.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Adds a paragraph below the table.
    pub fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }

    /// For a terminal: columns aligned, no trailing blanks.
    pub fn to_text(&self) -> String {
        let width = |index: usize, column: &Column| {
            let cells = self
                .rows
                .iter()
                .filter_map(|row| row.get(index))
                .map(|cell| cell.chars().count());
            cells.chain([column.head.chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = self
            .columns
            .iter()
            .enumerate()
            .map(|(i, column)| width(i, column))
            .collect();
        let line = |cells: &[String]| {
            let padded = cells
                .iter()
                .zip(&self.columns)
                .zip(&widths)
                .map(|((cell, column), &width)| {
                    if column.right {
                        format!("{cell:>width$}")
                    } else {
                        format!("{cell:<width$}")
                    }
                });
            padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        let heads: Vec<String> = self.columns.iter().map(|column| column.head.clone()).collect();
        let rules: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
        let mut text = String::new();
        if !self.caption.is_empty() {
            text.push_str(&self.caption);
            text.push('\n');
        }
        for cells in [&heads, &rules].into_iter().chain(&self.rows) {
            text.push_str(&line(cells));
            text.push('\n');
        }
        for note in &self.notes {
            for line in wrapped(note, NOTE_WIDTH) {
                text.push_str(&line);
                text.push('\n');
            }
        }
        text
    }

    /// For the report.
    pub fn to_html(&self) -> String {
        let mut html = String::from("<div class=\"scroll\"><table>\n");
        if !self.caption.is_empty() {
            let _ = writeln!(html, "<caption>{}</caption>", escape(&self.caption));
        }
        let class = |column: &Column| if column.right { " class=\"n\"" } else { "" };
        html.push_str("<thead><tr>");
        for column in &self.columns {
            let _ = write!(
                html,
                "<th scope=\"col\"{}>{}</th>",
                class(column),
                escape(&column.head)
            );
        }
        html.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            html.push_str("<tr>");
            for (cell, column) in row.iter().zip(&self.columns) {
                let _ = write!(html, "<td{}>{}</td>", class(column), escape(cell));
            }
            html.push_str("</tr>\n");
        }
        html.push_str("</tbody></table></div>\n");
        for note in &self.notes {
            let _ = writeln!(html, "<p class=\"note\">{}</p>", escape(note));
        }
        html
    }
}

/// Lines of at most `width` characters, broken at blanks; a longer word has a line of its own.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A text as HTML shows it.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new("A & B", vec![Column::text("name"), Column::number("Mb/s")]);
        table.row(vec!["plain".to_owned(), "0.03".to_owned()]);
        table.row(vec!["a<b".to_owned(), NOTHING.to_owned()]);
        table
    }

    #[test]
    fn text_is_aligned() {
        assert_eq!(
            table().to_text(),
            "A & B\nname   Mb/s\n─────  ────\nplain  0.03\na<b       –\n"
        );
    }

    #[test]
    fn notes_stand_below_and_are_broken_at_blanks() {
        let mut table = table();
        table.note("x < y");
        assert!(table.to_text().ends_with("–\nx < y\n"));
        assert!(table.to_html().ends_with("<p class=\"note\">x &lt; y</p>\n"));
        assert_eq!(
            wrapped("one two  three overlong", 7),
            ["one two", "three", "overlong"]
        );
        assert_eq!(wrapped("", 7), [""; 0]);
    }

    #[test]
    fn html_is_escaped() {
        let html = table().to_html();
        assert!(
            html.contains("<caption>A &amp; B</caption>") && html.contains("<td>a&lt;b</td>"),
            "{html}"
        );
    }
}
