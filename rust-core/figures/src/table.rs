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

/// Least width of a column that is broken into lines.
const LEAST_WIDTH: usize = 30;

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
        self.to_text_within(usize::MAX)
    }

    /// For a terminal of `columns` characters: the last column, if it is of words, is broken into lines, and where its
    /// cells say so.
    pub fn to_text_within(&self, columns: usize) -> String {
        let width = |index: usize, column: &Column| {
            let cells = self
                .rows
                .iter()
                .filter_map(|row| row.get(index))
                .flat_map(|cell| cell.split('\n'))
                .map(|line| line.chars().count());
            cells.chain([column.head.chars().count()]).max().unwrap_or(0)
        };
        let mut widths: Vec<usize> = self
            .columns
            .iter()
            .enumerate()
            .map(|(i, column)| width(i, column))
            .collect();
        if let (Some((last, others)), Some(Column { right: false, .. })) =
            (widths.split_last_mut(), self.columns.last())
        {
            let taken: usize = others.iter().map(|width| width + 2).sum();
            *last = (*last).min(columns.saturating_sub(taken).max(LEAST_WIDTH));
        }
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
        let mut add = |line: &str| {
            text.push_str(line);
            text.push('\n');
        };
        wrapped(&self.caption, columns).iter().for_each(|line| add(line));
        for cells in [&heads, &rules].into_iter().chain(&self.rows) {
            let Some((last, others)) = cells.split_last() else {
                continue;
            };
            let mut others = others.to_vec();
            let width = widths.last().copied().unwrap_or(0);
            let parts: Vec<String> = last
                .split('\n')
                .flat_map(|part| match part.chars().count() <= width {
                    true => vec![part.to_owned()],
                    false => wrapped(part, width),
                })
                .collect();
            for part in parts {
                others.push(part);
                add(&line(&others));
                others.pop();
                others.iter_mut().for_each(String::clear);
            }
        }
        for note in &self.notes {
            wrapped(note, columns.min(NOTE_WIDTH))
                .iter()
                .for_each(|line| add(line));
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
    fn the_last_column_is_broken_to_fit() {
        let mut table = Table::new("", vec![Column::number("n"), Column::text("meaning")]);
        table.row(vec![
            "1".to_owned(),
            "a word and another word, and then one more".to_owned(),
        ]);
        table.row(vec!["2".to_owned(), "short\n[1]".to_owned()]);
        let rule = "─".repeat(LEAST_WIDTH);
        assert_eq!(
            table.to_text_within(20),
            format!(
                "n  meaning\n─  {rule}\n1  a word and another word, and\n   then one more\n2  short\n   [1]\n"
            )
        );
        assert_eq!(table.to_text_within(200), table.to_text());
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
