//! Tables as text, aligned even with Chinese letters.

use indicatif::HumanCount;
use std::borrow::Cow;
use xqdb::text::{display_width, truncate, visible};

/// Alignment of a column.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub(crate) enum Align {
    /// To the left.
    Left,
    /// To the right: numbers.
    Right,
}

/// Table as text. It has no borders, since output is piped; control characters are made visible.
pub(crate) struct TextTable {
    align: Vec<Align>,
    rows: Vec<Vec<String>>,
    /// Width of the screen in columns.
    width: Option<usize>,
    /// Columns that are never cut: half a key or a date is of no use.
    kept: Vec<usize>,
    /// Columns that a narrow screen leaves out, in this order.
    spare: Vec<usize>,
    /// Columns for whose texts spare columns are left out, with the width of a text that tells
    /// enough.
    roomy: Vec<(usize, usize)>,
    /// Widths of the columns in rows that are printed already.
    printed: Vec<Option<usize>>,
}

/// Smallest width to which text is cut: in the first column, which names the row, and in others.
const LEAST: [usize; 2] = [16, 8];

fn least_of(column: usize) -> usize {
    LEAST[column.min(1)]
}

/// Blanks between columns.
const GAP: usize = 2;

impl TextTable {
    /// A table with these column heads.
    pub(crate) fn new(heads: Vec<(String, Align)>) -> TextTable {
        let (heads, align) = heads.into_iter().unzip();
        let (kept, spare, roomy, printed) = Default::default();
        TextTable { align, rows: vec![heads], width: None, kept, spare, roomy, printed }
    }

    /// Limits the table to the width of the screen, if known.
    #[must_use]
    pub(crate) fn within(self, width: Option<usize>) -> TextTable {
        TextTable { width, ..self }
    }

    /// Never cuts these columns.
    #[must_use]
    pub(crate) fn keeping(self, kept: &[usize]) -> TextTable {
        TextTable { kept: kept.to_vec(), ..self }
    }

    /// Leaves these columns out in this order before it cuts others.
    #[must_use]
    pub(crate) fn sparing(self, spare: &[usize]) -> TextTable {
        TextTable { spare: spare.to_vec(), ..self }
    }

    /// Leaves spare columns out before it cuts the texts of these columns to less than these widths.
    #[must_use]
    pub(crate) fn with_room(self, roomy: &[(usize, usize)]) -> TextTable {
        TextTable { roomy: roomy.to_vec(), ..self }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells.iter().map(|cell| visible(cell).into_owned()).collect());
    }

    /// Number of rows that are not printed yet, including the heads.
    pub(crate) fn waiting(&self) -> usize {
        self.rows.len()
    }

    /// Text of the waiting rows, which are removed. Later rows are as wide, or wider where needed.
    pub(crate) fn render_waiting(&mut self) -> String {
        let widths = self.widths();
        let text = self.text(&widths);
        self.rows.clear();
        self.printed = widths;
        text
    }

    /// Whether a column is shown.
    pub(crate) fn shows(&self, column: usize) -> bool {
        self.widths().get(column).is_some_and(Option::is_some)
    }

    /// Whether every column is shown, and no cell is cut.
    pub(crate) fn shows_all(&self) -> bool {
        let widths = self.widths();
        let is_whole = |(column, width): (usize, &Option<usize>)| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            width.is_some_and(|width| cells.map(|text| display_width(text)).all(|it| it <= width))
        };
        widths.iter().enumerate().all(is_whole)
            && self.width.is_none_or(|room| total(&widths) <= room)
    }

    /// Text of the table; every line ends with a line feed.
    pub(crate) fn render(&self) -> String {
        self.text(&self.widths())
    }

    fn text(&self, widths: &[Option<usize>]) -> String {
        let mut out = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for (column, text) in row.iter().enumerate().take(widths.len()) {
                let Some(width) = widths[column] else { continue };
                let text = cut(text, width);
                let gap = " ".repeat(width - display_width(&text));
                if !line.is_empty() || column > 0 {
                    line.push_str(&" ".repeat(GAP));
                }
                match self.align[column] {
                    Align::Left => line.push_str(&(text.into_owned() + &gap)),
                    Align::Right => line.push_str(&(gap + &text)),
                }
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }

    /// Width of each column; `None` for those left out.
    fn widths(&self) -> Vec<Option<usize>> {
        let mut widths: Vec<Option<usize>> = (0..self.align.len())
            .map(|column| {
                let cells = self.rows.iter().filter_map(|row| row.get(column));
                let printed = self.printed.get(column).copied().flatten().unwrap_or(0);
                Some(cells.map(|text| display_width(text)).max().unwrap_or(0).max(printed))
            })
            .collect();
        let Some(room) = self.width else { return widths };
        for spare in std::iter::once(None).chain(self.spare.iter().map(Some)) {
            if let Some(&spare) = spare {
                widths[spare] = None;
            }
            if self.least(&widths) <= room {
                break;
            }
        }
        // The widest text is cut first.
        while total(&widths) > room {
            let has_room = |column: usize| widths[column].is_some_and(|it| it > least_of(column));
            let widest = (0..widths.len())
                .filter(|&column| self.can_be_cut(column) && has_room(column))
                .max_by_key(|&column| widths[column]);
            match widest.and_then(|column| widths[column].as_mut()) {
                Some(width) => *width -= 1,
                None => break,
            }
        }
        widths
    }

    /// Width below which spare columns are left out.
    fn least(&self, widths: &[Option<usize>]) -> usize {
        let least = |(column, width): (usize, &Option<usize>)| {
            let roomy = self.roomy.iter().find(|(roomy, _)| *roomy == column);
            let least = roomy.map_or(least_of(column), |(_, wanted)| *wanted);
            width.map(|width| if self.can_be_cut(column) { width.min(least) } else { width })
        };
        total(&widths.iter().enumerate().map(least).collect::<Vec<_>>())
    }

    fn can_be_cut(&self, column: usize) -> bool {
        self.align[column] == Align::Left && !self.kept.contains(&column)
    }
}

/// Table of numbers with their nouns.
pub(crate) fn counted(rows: impl Iterator<Item = (u64, String)>) -> String {
    let no_head = |align| (String::new(), align);
    let mut table = TextTable::new(vec![no_head(Align::Right), no_head(Align::Left)]);
    rows.for_each(|(count, what)| table.row(vec![HumanCount(count).to_string(), what]));
    table.render()
}

/// Width of a table in columns.
fn total(widths: &[Option<usize>]) -> usize {
    let kept = widths.iter().flatten();
    kept.clone().sum::<usize>() + GAP * kept.count().saturating_sub(1)
}

/// Cuts a text to `width` columns, but keeps the number of an edition, `series@24`, which tells it
/// from others.
fn cut(text: &str, width: usize) -> Cow<'_, str> {
    /// Columns of the longest number that is kept.
    const MOST: usize = 6;
    /// Columns of the shortest series before a number.
    const LEAST: usize = 4;
    let whole = truncate(text, width);
    let end = text.rfind('@').map_or("", |at| &text[at..]);
    let is_number = end.len() <= MOST && end.bytes().skip(1).any(|c| c.is_ascii_digit());
    match width.checked_sub(end.len()) {
        Some(room) if is_number && room >= LEAST && whole != text => {
            let series = truncate(&text[..text.len() - end.len()], room).into_owned();
            Cow::Owned(series + end)
        }
        _ => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(heads: &[(&str, Align)], rows: &[&[&str]]) -> TextTable {
        let heads = heads.iter().map(|(head, align)| ((*head).to_owned(), *align)).collect();
        let mut table = TextTable::new(heads);
        for row in rows {
            table.row(row.iter().map(|cell| (*cell).to_owned()).collect());
        }
        table
    }

    const HEADS: [(&str, Align); 3] =
        [("Red", Align::Left), ("n", Align::Right), ("Event", Align::Left)];

    #[test]
    fn columns_line_up() {
        let table = table(&HEADS[..2], &[&["胡荣华", "12"], &["Li", "3"]]);
        insta::assert_snapshot!(table.render(), @r"
        Red      n
        胡荣华  12
        Li       3
        ");
    }

    #[test]
    fn rows_that_follow_are_set_as_those_before() {
        let mut table = table(&HEADS[..2], &[&["胡荣华", "12"]]);
        insta::assert_snapshot!(table.render_waiting(), @r"
        Red      n
        胡荣华  12
        ");
        table.row(vec!["Li".to_owned(), "3".to_owned()]);
        assert_eq!(table.waiting(), 1);
        insta::assert_snapshot!(table.render_waiting(), @"Li       3");
        table.row(vec!["上官婉儿".to_owned(), "1003".to_owned()]);
        insta::assert_snapshot!(table.render(), @"上官婉儿  1003");
    }

    #[test]
    fn a_narrow_screen_cuts_the_widest_text_and_leaves_out_what_is_spare() {
        let rows: [&[&str]; 1] = [&["胡荣华", "12", "全国象棋个人赛第一轮"]];
        insta::assert_snapshot!(table(&HEADS, &rows).within(Some(24)).render(), @r"
        Red      n  Event
        胡荣华  12  全国象棋个…
        ");
        insta::assert_snapshot!(table(&HEADS, &rows).within(Some(14)).sparing(&[2]).render(), @r"
        Red      n
        胡荣华  12
        ");
        let roomy = table(&HEADS, &rows).within(Some(24)).sparing(&[1]).with_room(&[(2, 16)]);
        insta::assert_snapshot!(roomy.render(), @r"
        Red     Event
        胡荣华  全国象棋个人赛…
        ");
    }

    #[test]
    fn an_edition_keeps_its_number_where_there_is_no_room() {
        let cut = |text, width| super::cut(text, width).into_owned();
        assert_eq!(cut("五羊杯全国象棋冠军邀请赛@24", 14), "五羊杯全国…@24");
        assert_eq!(cut("全国象棋个人锦标赛@1984w", 14), "全国象…@1984w");
        assert_eq!(cut("五羊杯@24", 14), "五羊杯@24");
        assert_eq!(cut("全国象棋个人锦标赛@1984", 8), "全国象…");
        assert_eq!(cut("write to somebody@example.org", 10), "write to …");
    }

    #[test]
    fn nothing_in_a_cell_reaches_the_terminal() {
        let rows: [&[&str]; 1] = [&["a\x1b[2J\u{202e}b\nc"]];
        insta::assert_snapshot!(table(&HEADS[..1], &rows).render(), @r"
        Red
        a␛[2J<U+202E>b␊c
        ");
    }
}
