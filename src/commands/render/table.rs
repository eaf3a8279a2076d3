//! Columns that line up with Chinese text in them, and bars.

use xqdb::text::{display_width, truncate};

/// How a column is set.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub(crate) enum Align {
    /// To the left.
    Left,
    /// To the right: numbers.
    Right,
}

/// Rows of cells. No borders: the output pipes.
pub(crate) struct Table {
    align: Vec<Align>,
    rows: Vec<Vec<String>>,
    most: usize,
}

impl Table {
    /// A table with these column heads.
    pub(crate) fn new(heads: &[(&str, Align)]) -> Table {
        Table {
            align: heads.iter().map(|(_, align)| *align).collect(),
            rows: vec![heads.iter().map(|(head, _)| (*head).to_owned()).collect()],
            most: 36,
        }
    }

    /// The same without a limit to the width of a column.
    #[must_use]
    pub(crate) fn wide(self) -> Table {
        Table { most: usize::MAX, ..self }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The table as text, every line ended.
    pub(crate) fn render(&self) -> String {
        let columns = self.align.len();
        let cell = |text: &str| truncate(text, self.most).into_owned();
        let widths: Vec<usize> = (0..columns)
            .map(|column| {
                let cells = self.rows.iter().filter_map(|row| row.get(column));
                cells.map(|text| display_width(&cell(text))).max().unwrap_or(0)
            })
            .collect();
        let mut out = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for (column, text) in row.iter().enumerate().take(columns) {
                let text = cell(text);
                let gap = " ".repeat(widths[column] - display_width(&text));
                if column > 0 {
                    line.push_str("  ");
                }
                match self.align[column] {
                    Align::Left => line.push_str(&(text + &gap)),
                    Align::Right => line.push_str(&(gap + &text)),
                }
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }
}
