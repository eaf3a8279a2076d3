//! Tables with one row per move: `game_id, move_index, move`. The rows of a game, in any place of
//! the table, become one record.
//!
//! Values that hold for all rows of a game (a player, a date) become its tags, as do those of a
//! table of games beside it; a time per move does not. A table whose rows do not make games is
//! refused as a whole: thousands of games of one move would be worthless. Memory beyond the table:
//! 40 bytes a row, and the first row of each game.

use super::fields::{Role, role, tag_of};
use super::pgn::{games, movetext::Moves};
use super::reason::Reason;
use super::record::Tags;
use super::text::Text;
use super::{RawMove, RawTree, Sink, field_moves};
use crate::text::fold_char;
use rustc_hash::{FxHashMap, FxHasher};
use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::ops::{ControlFlow, Range};

/// First rows examined: nearly all their cells of moves must hold one move.
pub(super) const LOOKED_AT: usize = 64;
/// Fewest rows of a table of moves.
const FEWEST: usize = 3;
/// A table is refused when more than one in so many of its games lacks rows.
const TOLERATED: usize = 10;
/// Bytes of the longest cell that may be a move.
const LONGEST_MOVE: usize = 24;
/// Tags of which a record of one or two moves needs at least one.
const TELLING: [&str; 3] = ["Red", "Black", "Date"];

/// Columns of a table of moves, by index.
#[derive(Debug, Clone, Copy)]
pub(super) struct MoveColumns {
    game: Option<usize>,
    order: Option<usize>,
    side: Option<usize>,
    pub(super) mv: usize,
}

impl MoveColumns {
    /// Finds the columns; None unless nearly all of the first rows are moves.
    pub(super) fn among<'c>(
        names: &[String],
        rows: impl Iterator<Item = Vec<Cow<'c, str>>>,
    ) -> Option<MoveColumns> {
        let named = |tag: &str| names.iter().position(|name| column_of(name) == Some(tag));
        let of_role = |wanted: Role| names.iter().position(|name| role(name) == Some(wanted));
        let mv = of_role(Role::Moves).filter(|_| of_role(Role::Start).is_none())?;
        let order = named("Order").filter(|order| *order != mv);
        let id = || names.iter().position(|name| is_id(name)).filter(|_| order.is_some());
        let game = named("Game").filter(|game| *game != mv).or_else(id);
        let columns = MoveColumns { game, order, side: named("Side"), mv };
        (columns.game.is_some() || order.is_some()).then_some(())?;
        let (mut looked_at, mut count, mut ordered, mut games) = (0, 0, 0, Vec::new());
        for row in rows.take(LOOKED_AT) {
            looked_at += 1;
            if !row.get(mv).is_some_and(|text| is_one_move(text.trim())) {
                continue;
            }
            let number = order.and_then(|order| number(row.get(order)?));
            ordered += usize::from(number.is_some());
            games.extend(game.and_then(|game| row.get(game)).map(|id| id.to_string()));
            count += 1;
        }
        games.sort_unstable();
        // Without a readable order, a table of one-move lines has another game in every row.
        let repeats = games.windows(2).any(|pair| pair[0] == pair[1]);
        // A damaged row or two do not spoil the rest.
        let are_most = |count: usize| count >= FEWEST && (looked_at - count) * TOLERATED <= count;
        (are_most(count) && (are_most(ordered) || repeats)).then_some(columns)
    }

    /// Whether a column names the game of each row.
    pub(super) fn has_games(self) -> bool {
        self.game.is_some()
    }

    fn named(self, names: &[String]) -> String {
        let columns = [self.game, self.order, self.side, Some(self.mv)];
        let names = columns.into_iter().flatten().map(|column| names[column].as_str());
        names.collect::<Vec<_>>().join(", ")
    }
}

/// Whether a cell is a move of Xiangqi from the standard start.
pub(super) fn is_first_move(cell: &str) -> bool {
    is_one_move(cell.trim())
        && field_moves::is_xiangqi(None, &field_moves::moves(cell, 0..cell.len()).tree)
}

fn is_id(name: &str) -> bool {
    name.trim().eq_ignore_ascii_case("id")
}

/// Meaning of a column in a table of moves: `Game`, `Order` or `Side`; None for others.
fn column_of(name: &str) -> Option<&'static str> {
    let is_sign = |c: &char| !c.is_whitespace() && !matches!(c, '_' | '-' | '.' | '\u{feff}');
    let key: String = name.chars().take(64).filter(is_sign).map(fold_char).collect();
    tag_of("rows", &key)
}

fn number(text: &str) -> Option<u32> {
    text.trim().parse().ok()
}

fn is_one_move(text: &str) -> bool {
    (2..=LONGEST_MOVE).contains(&text.len()) && !text.contains(|c: char| c.is_whitespace())
}

/// Whether a cell names the side that moves second.
fn is_black(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    text.starts_with(['b', '黑']) || text == "1" || text.starts_with("后")
}

/// Name and value of a tag.
type OwnTag = (Cow<'static, str>, Cow<'static, str>);

/// Tags of games by id, from tables with one row per game.
#[derive(Debug, Default)]
pub(super) struct GameRows {
    of_game: FxHashMap<Box<str>, Vec<OwnTag>>,
}

impl GameRows {
    /// Adds a row; of two rows with one id the first counts.
    pub(super) fn add(&mut self, names: &[String], cells: &[TableCell<'_>]) {
        let by_game = names.iter().position(|name| column_of(name) == Some("Game"));
        let Some(id) = names.iter().position(|name| is_id(name)).or(by_game) else { return };
        let Some(key) = cells.get(id).map(|cell| cell.text.trim()).filter(|key| !key.is_empty())
        else {
            return;
        };
        let others = names.iter().zip(cells).enumerate().filter(|(at, _)| *at != id);
        let others = others.filter(|(_, (name, _))| role(name) != Some(Role::Moves));
        let tags = others.filter_map(|(_, (name, cell))| tag(name, &cell.text));
        self.of_game.entry(key.into()).or_insert_with(|| tags.collect());
    }
}

/// Cell as a tag, under the PGN name of its column where it has one.
fn tag(name: &str, value: &str) -> Option<OwnTag> {
    let value = value.trim();
    let name = match role(name) {
        Some(Role::Tag(name)) => Cow::Borrowed(name),
        _ => Cow::Owned(name.to_owned()),
    };
    (!name.is_empty() && !value.is_empty()).then(|| (name, Cow::Owned(value.to_owned())))
}

/// Cell of a table.
#[derive(Debug, Clone, Default)]
pub(super) struct TableCell<'a> {
    /// Offset in the whole text, if the cell stands there literally.
    pub(super) at: usize,
    pub(super) text: Cow<'a, str>,
}

/// A row: game, order, side, and place of the move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct MoveRow {
    game: u32,
    order: u32,
    black: bool,
    at: usize,
    len: u8,
}

/// A game while its rows are collected.
struct GatheredRows {
    id: Box<str>,
    /// Range of the first row; end of the last row, None if others stand between.
    first: Range<usize>,
    end: Option<usize>,
    /// Other cells of the first row, and their hashes.
    cells: Box<[Box<str>]>,
    sums: Vec<u64>,
}

/// Rows of a table of moves, collected one by one.
pub(super) struct MoveRows<'t> {
    names: &'t [String],
    columns: MoveColumns,
    whole: &'t str,
    /// Columns outside [`MoveColumns`], and whether each varies within a game.
    others: Vec<usize>,
    varies: Vec<bool>,
    numbers: FxHashMap<Box<str>, u32>,
    games: Vec<GatheredRows>,
    rows: Vec<MoveRow>,
    /// Ranges of rows; adjacent ones are joined.
    places: Vec<Range<usize>>,
    /// Moves that do not stand literally in the text; their offsets continue behind its end.
    written: String,
    /// Rows without a readable move, except rows whose cell of moves is empty.
    lost: Vec<Range<usize>>,
    last: u32,
}

impl<'t> MoveRows<'t> {
    pub(super) fn new(names: &'t [String], columns: MoveColumns, whole: &'t str) -> MoveRows<'t> {
        let known = [columns.game, columns.order, columns.side, Some(columns.mv)];
        let others: Vec<usize> =
            (0..names.len()).filter(|column| !known.contains(&Some(*column))).collect();
        MoveRows {
            names,
            columns,
            whole,
            varies: vec![false; others.len()],
            others,
            numbers: FxHashMap::default(),
            games: Vec::new(),
            rows: Vec::new(),
            places: Vec::new(),
            written: String::new(),
            lost: Vec::new(),
            last: u32::MAX,
        }
    }

    /// Adds the row in `range`.
    pub(super) fn add(&mut self, range: Range<usize>, cells: &[TableCell<'_>]) {
        let cell = |column: usize| cells.get(column).map(|cell| cell.text.trim());
        let id = self.columns.game.map_or(Some(""), cell);
        let order = self.columns.order.and_then(cell).and_then(number);
        let mv = cells.get(self.columns.mv).filter(|cell| is_one_move(cell.text.trim()));
        let is_longer =
            cells.iter().skip(self.names.len()).any(|cell| !cell.text.trim().is_empty());
        let is_bare = |between: Range<usize>| {
            let between = self.whole.get(between);
            between.is_some_and(|text| !text.contains(char::is_alphanumeric))
        };
        match self.places.last_mut() {
            Some(last) if is_bare(last.end..range.start) => last.end = range.end,
            _ => self.places.push(range.clone()),
        }
        let (Some(order), Some(id), Some(mv), false) = (order, id, mv, is_longer) else {
            let is_empty = cell(self.columns.mv).is_some_and(str::is_empty);
            if !is_empty || games::left_over(self.whole, range.clone()).is_some() {
                self.lost.push(range);
            }
            return;
        };
        let sum = |column: &usize| {
            let mut hasher = FxHasher::default();
            cell(*column).unwrap_or_default().hash(&mut hasher);
            hasher.finish()
        };
        let sums: Vec<u64> = self.others.iter().map(sum).collect();
        let next = self.games.len() as u32;
        let game = match self.numbers.get(id) {
            Some(&game) => game,
            None => {
                self.numbers.insert(id.into(), next);
                let cells =
                    self.others.iter().map(|column| cell(*column).unwrap_or_default().into());
                let (first, end) = (range.clone(), Some(range.end));
                let (cells, sums) = (cells.collect(), sums.clone());
                self.games.push(GatheredRows { id: id.into(), first, end, cells, sums });
                next
            }
        };
        let gathered = &mut self.games[game as usize];
        for ((sum, first), varies) in sums.iter().zip(&gathered.sums).zip(&mut self.varies) {
            *varies |= sum != first;
        }
        let is_beside = self.last == game || game == next;
        gathered.end = gathered.end.filter(|_| is_beside).map(|_| range.end);
        self.last = game;
        let black = self.columns.side.and_then(cell).is_some_and(is_black);
        let text = mv.text.trim();
        let at = mv.at + (mv.text.len() - mv.text.trim_start().len());
        let at = if self.whole.get(at..at + text.len()) == Some(text) {
            at
        } else {
            self.written.push_str(text);
            self.whole.len() + self.written.len() - text.len()
        };
        self.rows.push(MoveRow { game, order, black, at, len: text.len() as u8 });
    }

    /// Passes a record for each game to the sink.
    pub(super) fn give(
        mut self,
        text: &Text<'_>,
        beside: &GameRows,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        let refuse = |sink: &mut dyn Sink, reason: Reason| {
            sink.damage(text.span(&(0..0)).start, reason.to_string());
            ControlFlow::Continue(())
        };
        self.places.iter().for_each(|place| sink.claims(text.span(place)));
        let columns = self.columns.named(self.names);
        if self.rows.is_empty() {
            return refuse(sink, Reason::MoveRowsWithoutOrder { columns });
        }
        self.rows.sort_unstable();
        let lines: Vec<&[MoveRow]> = self.rows.chunk_by(|a, b| a.game == b.game).collect();
        let count = RowCounting::of(&lines, self.columns.side.is_some());
        let broken = lines.iter().filter(|line| count.whole(line) < line.len()).count();
        let is_lost = self.lost.len() * TOLERATED > self.rows.len();
        let has_no_game = self.columns.game.is_none();
        if broken * TOLERATED > lines.len() || is_lost || (has_no_game && broken > 0) {
            let reason = match has_no_game {
                true => Reason::MoveRowsWithoutGame { columns },
                false => Reason::MoveRowsApart { broken, games: lines.len(), columns },
            };
            return refuse(sink, reason);
        }
        self.lost.iter().for_each(|row| text.tell_unclaimed(row, sink));
        let mut short = 0;
        for line in lines {
            let game = &self.games[line[0].game as usize];
            let tags = self.tags(game, beside);
            if line.len() < FEWEST && !tags.iter().any(|(name, _)| TELLING.contains(&&**name)) {
                short += 1;
                continue;
            }
            let range = game.first.start..game.end.unwrap_or(game.first.end);
            let token = |row: &MoveRow| {
                let len = usize::from(row.len);
                match row.at.checked_sub(self.whole.len()) {
                    Some(at) => &self.written[at..at + len],
                    None => &self.whole[row.at..row.at + len],
                }
            };
            // If a game's rows stand apart, all its moves get the offset of its first row.
            let is_there = |row: &&MoveRow| game.end.is_some() && row.at < self.whole.len();
            let at =
                |row: &MoveRow| Some(row).filter(is_there).map_or(game.first.start, |row| row.at);
            let whole_line = count.whole(line);
            let moves = line[..whole_line].iter().map(|row| (at(row), RawMove::Text(token(row))));
            let mut tree = RawTree::line(moves);
            if let Some(row) = line.get(whole_line) {
                let last = (whole_line as u32).checked_sub(1).unwrap_or(RawTree::ROOT);
                tree.push(last, at(row) as u32, RawMove::Missing(token(row)));
            }
            let moves = Moves { tree, end: range.end, ..Moves::default() };
            sink.record(moves.into_record(text, &range, tags))?;
        }
        match short {
            0 => ControlFlow::Continue(()),
            games => refuse(sink, Reason::MoveRowsShort { games }),
        }
    }

    /// Tags of a game: id, cells equal in all its rows, and tags from the table of games beside it.
    fn tags(&self, game: &GatheredRows, beside: &GameRows) -> Tags<'static> {
        let id = self.columns.game.and_then(|column| tag(&self.names[column], &game.id));
        let others = self.others.iter().zip(&game.cells).zip(&self.varies);
        let others = others.filter(|(_, varies)| !**varies);
        let others = others.filter_map(|((column, cell), _)| tag(&self.names[*column], cell));
        let mut tags: Tags<'static> = id.into_iter().chain(others).collect();
        for (name, value) in beside.of_game.get(&game.id).into_iter().flatten() {
            if !tags.iter().any(|(known, _)| known == name) {
                tags.push((name.clone(), value.clone()));
            }
        }
        tags
    }
}

/// How `order` counts the rows of a game.
#[derive(Clone, Copy)]
enum RowCounting {
    /// One number per move.
    Moves,
    /// One number per pair of moves, Red's and Black's.
    Pairs,
}

impl RowCounting {
    fn of(lines: &[&[MoveRow]], has_sides: bool) -> RowCounting {
        let repeats =
            |line: &&[MoveRow]| line.windows(2).any(|pair| pair[0].order == pair[1].order);
        let pairs = lines.iter().filter(|line| repeats(line)).count();
        match pairs * 2 > lines.len() && (has_sides || pairs > 0) {
            true => RowCounting::Pairs,
            false => RowCounting::Moves,
        }
    }

    /// Number of rows of a game that follow each other without a gap, from its first move.
    fn whole(self, line: &[MoveRow]) -> usize {
        let first = line[0].order;
        if first > 1 {
            return 0;
        }
        let expected = |at: usize| match self {
            RowCounting::Moves => first + at as u32,
            RowCounting::Pairs => first + at as u32 / 2,
        };
        line.iter().enumerate().take_while(|(at, row)| row.order == expected(*at)).count()
    }
}

#[cfg(test)]
mod tests {
    use crate::format::csv::FORMAT;
    use crate::format::testing::{input, keep_all, read_shown};

    fn read_text(text: &str) -> (Vec<String>, Vec<String>) {
        read_shown(&FORMAT, text)
    }

    #[test]
    fn rows_of_moves_become_games() {
        let text = "game_id,move_index,move,red,clock\n\
            a,0,h2e2,胡荣华,9:00\nb,0,c3c4,吕钦,8:00\na,2,h0g2,胡荣华,8:40\n\
            a,1,h9g7,胡荣华,8:55\nb,1,c6c5,吕钦,7:50\n";
        let expected =
            ["game_id=a Red=胡荣华 | -1:h2e2 0:h9g7 1:h0g2", "game_id=b Red=吕钦 | -1:c3c4 0:c6c5"];
        assert_eq!(read_text(text), (expected.map(str::to_owned).to_vec(), vec![]));
    }

    #[test]
    fn rows_that_are_lost_are_told() {
        let rows = |game: &str| -> String {
            let moves = ["h2e2", "h9g7", "h0g2", "i9h9"].into_iter().enumerate();
            moves.map(|(at, mv)| format!("{game},{at},{mv}\n")).collect()
        };
        let all: String = ["a", "b", "c"].map(rows).concat();
        let text = format!("game_id,ply,move\n{}c,four,i0h0\n", all);
        let found = keep_all(&FORMAT, &input(text.as_bytes(), "a.csv"));
        assert_eq!((found.records.len(), found.damage.len()), (3, 1), "{:?}", found.damage);
        assert!(found.damage[0].contains("c,four,i0h0"), "{:?}", found.damage);
    }

    #[test]
    fn a_number_for_a_move_of_each_side() {
        let text = "gameID\tturn\tside\tmove\n1\t2\tred\tH2+3\n1\t1\tblack\tH8+7\n\
            1\t1\tred\tC2.5\n1\t2\tblack\tR9.8\n";
        assert_eq!(read_text(text).0, ["gameID=1 | -1:C2.5 0:H8+7 1:H2+3 2:R9.8"]);
        let text = "对局编号;回合;着法\n七;1;炮二平五\n七;1;马8进7\n七;2;马二进三\n";
        assert_eq!(read_text(text).0, ["对局编号=七 | -1:炮二平五 0:马8进7 1:马二进三"]);
        let alone = "ply,move\n1,h2e2\n2,h9g7\n3,h0g2\n";
        assert_eq!(read_text(alone).0, [" | -1:h2e2 0:h9g7 1:h0g2"]);
    }

    #[test]
    fn what_makes_no_games_is_refused_at_once() {
        for text in [
            "game_id,move_index,move\na,7,h2e2\nb,9,c3c4\nc,5,g3g4\nd,8,c3c4\n",
            "game_id,move\na,h2e2\na,h9g7\nb,c3c4\nb,c6c5\n",
            "game_id,move_index,move\na,first,h2e2\na,second,h9g7\nb,first,c3c4\n",
            "ply,move\n1,h2e2\n9,h9g7\n3,h0g2\n",
        ] {
            let (records, damage) = read_text(text);
            assert!(records.is_empty() && damage.len() == 1, "{text}: {records:?} {damage:?}");
            assert!(damage[0].contains("move"), "names the columns: {damage:?}");
        }
    }

    #[test]
    fn tables_of_lines_stay_what_they_are() {
        let text = "game_id,move\na,h2e2\nb,c3c4\nc,g3g4\n";
        assert_eq!(read_text(text).0.len(), 3);
        let text = "id,round,moves\n1,1,h2e2 h9g7\n2,2,c3c4 c6c5\n3,3,g3g4 g6g5\n";
        assert_eq!(read_text(text).0.len(), 3);
    }
}
