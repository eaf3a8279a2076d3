//! Columns that line up with Chinese text in them, and bars.

use crate::text::{display_width, truncate};

/// How a column is set.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub enum Align {
    /// To the left.
    Left,
    /// To the right: numbers.
    Right,
}

/// Rows of cells. No borders: the output pipes.
pub struct Table {
    align: Vec<Align>,
    rows: Vec<Vec<String>>,
    most: usize,
}

impl Table {
    /// A table with these column heads.
    pub fn new(heads: &[(&str, Align)]) -> Table {
        Table {
            align: heads.iter().map(|(_, align)| *align).collect(),
            rows: vec![heads.iter().map(|(head, _)| (*head).to_owned()).collect()],
            most: 36,
        }
    }

    /// The same without a limit to the width of a column.
    #[must_use]
    pub fn wide(self) -> Table {
        Table { most: usize::MAX, ..self }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The table as text, every line ended.
    pub fn render(&self) -> String {
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

/// Red's wins, draws and Black's wins as a bar: `███▒▒░░`. Empty without known results.
pub fn bar(red: u64, draw: u64, black: u64, width: usize) -> String {
    let all = red + draw + black;
    if all == 0 {
        return " ".repeat(width);
    }
    let part = |count: u64| (count as f64 * width as f64 / all as f64).round() as usize;
    let first = part(red).min(width);
    let second = part(red + draw).clamp(first, width);
    "█".repeat(first) + &"▒".repeat(second - first) + &"░".repeat(width - second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(&[("Red", Align::Left), ("n", Align::Right)]);
        table.row(vec!["胡荣华".to_owned(), "12".to_owned()]);
        table.row(vec!["Li".to_owned(), "3".to_owned()]);
        insta::assert_snapshot!(table.render(), @r"
        Red      n
        胡荣华  12
        Li       3
        ");
    }

    #[test]
    fn bars_are_full() {
        assert_eq!(bar(1, 1, 2, 8), "██▒▒░░░░");
        assert_eq!(bar(0, 0, 0, 3), "   ");
    }
}
