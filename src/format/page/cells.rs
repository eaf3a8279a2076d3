//! Tables whose moves a person does not read row by row.
//!
//! | table | order |
//! | --- | --- |
//! | cells of several lines: `1 2 3`, `a c e`, `b d f` | the first lines, the second lines, … |
//! | rows of numbered pairs: `1 a b  3 e f` above `2 c d  4 g h` | the first pairs, the second pairs, … |
//!
//! In both, every cell holds move numbers or moves only.

use crate::format::pgn::{is_move_like, number_len, number_value};
use crate::format::text::lines_from;
use std::ops::Range;

/// Lines of a text: the parts of each, which stand behind two blanks.
pub(super) type TableLines = Vec<Vec<Range<usize>>>;

/// Rows of a table in the order in which a person reads them.
pub(super) struct ReadRows {
    pub(super) lines: TableLines,
    /// Offset of the moves behind a gap: what stands from there on is in no line.
    pub(super) left: Option<usize>,
}

/// A row whose cells, which begin at `cells`, hold a number or a move in each line. In a row that
/// the end of the page cuts, Black's moves and the end of the last line may be missing.
pub(super) fn unstacked(text: &str, cells: &[usize], is_cut: bool) -> Option<ReadRows> {
    // The blanks of empty cells at the end are gone.
    let cells = &cells[..cells.partition_point(|at| *at < text.len())];
    let ends = cells.iter().skip(1).copied().chain([text.len()]);
    let lines = |(&from, end)| -> Vec<Range<usize>> {
        let lines = lines_from(&text[..end], from).map(|(place, line)| trimmed(line, place.start));
        lines.filter(|line| !line.is_empty()).collect()
    };
    let columns: Vec<_> = cells.iter().zip(ends).map(lines).filter(|it| !it.is_empty()).collect();
    let is_number = |line: &Range<usize>| number_len(&text[line.clone()]) == line.len();
    let numbers = columns.first().filter(|column| column.iter().all(is_number));
    let (red, black) = match &columns[usize::from(numbers.is_some())..] {
        [red] if is_cut => (red, &[][..]),
        [red, black] => (red, &black[..]),
        _ => return None,
    };
    let is_moves = |column: &[Range<usize>], is_last: bool| {
        let whole = &column[..column.len() - usize::from(is_last && is_cut && !column.is_empty())];
        let mut scripts = whole.iter().map(|line| {
            let line = &text[line.clone()];
            let mut words = line[number_len(line)..].split_whitespace();
            let is_move = words.next().is_some_and(is_move_like) && words.next().is_none();
            is_move.then(|| line.contains(['一', '二', '三', '四', '五', '六', '七', '八', '九']))
        });
        // Moves of both sides in one column are read line by line.
        let first = scripts.next();
        first.is_none_or(|first| first.is_some() && scripts.all(|script| script == first))
    };
    let rows = red.len();
    let is_counted = numbers.is_none_or(|numbers| numbers.len() == rows || is_cut);
    let is_whole = black.len() == rows || black.len() + 1 == rows;
    let fits = rows > 1 && is_counted && (is_whole || is_cut || numbers.is_some());
    let fits = fits && black.len() <= rows;
    (fits && is_moves(red, black.is_empty()) && is_moves(black, true)).then(|| {
        // Red's move behind Black's last one ends the line.
        let kept = rows.min(black.len() + 1);
        let row = |row| columns.iter().filter_map(|column| column.get(row).cloned()).collect();
        ReadRows { lines: (0..kept).map(row).collect(), left: red.get(kept).map(|line| line.start) }
    })
}

/// Numbered moves of a line, if it holds nothing else.
pub(super) fn pairs(text: &str, line: Range<usize>) -> Option<Vec<Range<usize>>> {
    let mut pairs: Vec<Range<usize>> = Vec::new();
    let mut at = line.start;
    for cell in text[line].split("  ") {
        let (number, place) = (number_len(cell), trimmed(cell, at));
        at += cell.len() + 2;
        if !cell[number..].split_whitespace().all(is_move_like) {
            return None;
        }
        match pairs.last_mut() {
            _ if number > 0 => pairs.push(place),
            Some(pair) if !place.is_empty() => pair.end = place.end,
            _ => return None,
        }
    }
    let has_moves = |pair: &Range<usize>| number_len(&text[pair.clone()]) < pair.len();
    pairs.iter().all(has_moves).then_some(pairs)
}

/// The first pair of each row, then the second ones, as far as their numbers follow each other, and
/// the place of all rows; `None` if the second pair of the first row goes on behind the first.
pub(super) fn by_columns(
    text: &str,
    rows: &[Vec<Range<usize>>],
) -> Option<(Range<usize>, ReadRows)> {
    let first = rows.first().filter(|row| row.len() > 1)?;
    let place = first[0].start..rows.last()?.last()?.end;
    let follows = |before, pair| number(text, before).checked_add(1) == Some(number(text, pair));
    let mut pairs: Vec<_> = rows.iter().flat_map(|row| row.iter().enumerate()).collect();
    pairs.sort_by_key(|(column, _)| *column);
    let whole = pairs.windows(2).take_while(|pair| follows(pair[0].1, pair[1].1)).count() + 1;
    let lines = pairs[..whole].iter().map(|(_, pair)| vec![Range::clone(pair)]).collect();
    let left = pairs.get(whole).map(|(_, pair)| pair.start);
    (!follows(&first[0], &first[1])).then_some((place, ReadRows { lines, left }))
}

/// Number of a pair.
pub(super) fn number(text: &str, pair: &Range<usize>) -> u32 {
    let pair = &text[pair.clone()];
    number_value(&pair[..number_len(pair)])
}

/// Place of a text without the blanks around it.
fn trimmed(text: &str, at: usize) -> Range<usize> {
    let begin = at + text.len() - text.trim_start().len();
    begin..begin + text.trim().len()
}
