//! Tables with a row for every move: `game_id, move_index, move`. The rows of a game, which may
//! stand anywhere in the table, become one record.
//!
//! What holds for all rows of a game, a player or a date, is a tag of its record; a time for each
//! move is none. A table whose rows do not make games is refused as a whole: thousands of games of
//! one move would be worth nothing. Memory: 24 bytes a row, beside the table itself.

use super::fields::{Role, tag_of};
use super::pgn::movetext::Moves;
use super::reason::Reason;
use super::record::Tags;
use super::table::{TableHeader, cell, reader, without_blank_lines};
use super::text::Text;
use super::{RawMove, RawTree, Sink};
use crate::text::fold_char;
use ::csv::ByteRecord;
use rustc_hash::{FxHashMap, FxHasher};
use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::ops::{ControlFlow, Range};

/// Number of rows that are looked at: all of their cells of moves hold one move.
const LOOKED_AT: usize = 64;
/// Fewer rows than these make no table of moves.
const FEWEST: usize = 3;
/// A table is refused when more than one in this number of its games lacks rows.
const TOLERATED: usize = 10;
/// A longer cell is no move.
const LONGEST_MOVE: usize = 24;

/// The columns of such a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct MoveColumns {
    game: Option<usize>,
    order: Option<usize>,
    side: Option<usize>,
    mv: usize,
}

impl MoveColumns {
    /// The columns, if every row of a table is a move.
    pub(super) fn of(header: &TableHeader, rows: &str) -> Option<MoveColumns> {
        let named = |tag: &str| {
            let is = |name: &String| column_of(name) == Some(tag);
            header.names.iter().position(is)
        };
        let mv = header.column(Role::Moves).filter(|_| header.column(Role::Start).is_none())?;
        let order = named("Order").filter(|order| *order != mv);
        let is_id = |name: &String| name.trim().eq_ignore_ascii_case("id");
        let id = || header.names.iter().position(is_id).filter(|_| order.is_some());
        let game = named("Game").filter(|game| *game != mv).or_else(id);
        let columns = MoveColumns { game, order, side: named("Side"), mv };
        (columns.game.is_some() || order.is_some()).then_some(())?;
        let mut reader = reader(header.delimiter, rows);
        let (mut row, mut count, mut games) = (ByteRecord::new(), 0, Vec::new());
        while count < LOOKED_AT && matches!(reader.read_byte_record(&mut row), Ok(true)) {
            let is_number = |column| cell(&row, column).is_some_and(|text| number(text).is_some());
            let is_move = cell(&row, mv).is_some_and(|text| is_one_move(text.trim()));
            if !is_move || !order.is_none_or(is_number) {
                return None;
            }
            games.extend(game.and_then(|game| cell(&row, game)).map(str::to_owned));
            count += 1;
        }
        games.sort_unstable();
        // Without an order, a table of lines of one move has other games in all rows.
        let repeats = games.windows(2).any(|pair| pair[0] == pair[1]);
        (count >= FEWEST && (order.is_some() || repeats)).then_some(columns)
    }

    fn names(self, header: &TableHeader) -> String {
        let columns = [self.game, self.order, self.side, Some(self.mv)];
        let names = columns.into_iter().flatten().map(|column| header.names[column].as_str());
        names.collect::<Vec<_>>().join(", ")
    }
}

/// What a column of this name holds in a table of moves: `Game`, `Order` or `Side`.
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

/// A row: whose move it is, and where the move stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct MoveRow {
    game: u32,
    order: u32,
    black: bool,
    at: usize,
    len: u8,
}

/// A game while its rows are read.
struct GatheredRows {
    /// Its first row, and the end of its last one where all stand together.
    first: Range<usize>,
    end: Option<usize>,
    /// Sums of the cells of the other columns.
    others: Vec<u64>,
}

/// Reads the rows behind the header at `from`, and gives a record for every game.
pub(super) fn read(
    header: &TableHeader,
    columns: MoveColumns,
    text: &Text<'_>,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let refuse = |sink: &mut dyn Sink, reason: Reason| {
        sink.damage(text.span(&(0..0)).start, reason.to_string());
        ControlFlow::Continue(())
    };
    let names = columns.names(header);
    let Some(order) = columns.order else {
        return refuse(sink, Reason::MoveRowsWithoutOrder { columns: names });
    };
    let whole = text.as_str();
    let mut numbers: FxHashMap<Box<[u8]>, u32> = FxHashMap::default();
    let (mut games, mut rows): (Vec<GatheredRows>, Vec<MoveRow>) = Default::default();
    let known = [columns.game, columns.order, columns.side, Some(columns.mv)];
    let others: Vec<usize> =
        (0..header.names.len()).filter(|column| !known.contains(&Some(*column))).collect();
    let mut varies = vec![false; others.len()];
    let mut reader = reader(header.delimiter, &whole[header.end..]);
    let mut cells = ByteRecord::new();
    let (mut lost, mut last) = (0, u32::MAX);
    while matches!(reader.read_byte_record(&mut cells), Ok(true)) {
        if cells.iter().all(|cell| cell.trim_ascii().is_empty()) {
            continue;
        }
        let begin = header.end + cells.position().map_or(0, |at| at.byte() as usize);
        let range =
            without_blank_lines(whole, begin..header.end + reader.position().byte() as usize);
        let id =
            columns.game.map_or(Some(&b""[..]), |game| cells.get(game)).map(<[u8]>::trim_ascii);
        let found = cell(&cells, order).and_then(number).zip(id);
        let mv = cell(&cells, columns.mv).map(str::trim).filter(|mv| is_one_move(mv));
        let place = mv.and_then(|mv| place_of(whole, &range, &cells, columns.mv, mv));
        let (Some((order, id)), Some((at, len))) = (found, place) else {
            lost += 1;
            continue;
        };
        let sum = |column: &usize| {
            let mut hasher = FxHasher::default();
            cells.get(*column).unwrap_or_default().trim_ascii().hash(&mut hasher);
            hasher.finish()
        };
        let sums = others.iter().map(sum);
        let next = games.len() as u32;
        let game = match numbers.get(id) {
            Some(&game) => game,
            None => {
                numbers.insert(id.into(), next);
                let (first, end) = (range.clone(), Some(range.end));
                games.push(GatheredRows { first, end, others: sums.clone().collect() });
                next
            }
        };
        let gathered = &mut games[game as usize];
        for ((sum, first), varies) in sums.zip(&gathered.others).zip(&mut varies) {
            *varies |= sum != *first;
        }
        gathered.end = gathered.end.filter(|_| last == game || game == next).map(|_| range.end);
        last = game;
        let black = columns.side.and_then(|side| cell(&cells, side)).is_some_and(is_black);
        rows.push(MoveRow { game, order, black, at, len });
    }
    drop(numbers);
    rows.sort_unstable();
    let lines: Vec<&[MoveRow]> = rows.chunk_by(|a, b| a.game == b.game).collect();
    let count = RowCounting::of(&lines, columns.side.is_some());
    let broken = lines.iter().filter(|line| count.whole(line) < line.len()).count();
    let is_lost = lost * TOLERATED > rows.len();
    if broken * TOLERATED > lines.len() || is_lost || (columns.game.is_none() && broken > 0) {
        let reason = match columns.game {
            None => Reason::MoveRowsWithoutGame { columns: names },
            Some(_) => Reason::MoveRowsApart { broken, games: lines.len(), columns: names },
        };
        return refuse(sink, reason);
    }
    let tagged: Vec<usize> = others
        .iter()
        .zip(&varies)
        .filter(|(_, varies)| !**varies)
        .map(|(column, _)| *column)
        .collect();
    let mut short = 0;
    for line in lines {
        // A move or two of nobody, at no time, tell nothing.
        if line.len() < FEWEST && tagged.is_empty() {
            short += 1;
            continue;
        }
        let game = &games[line[0].game as usize];
        let range = game.first.start..game.end.unwrap_or(game.first.end);
        let token = |row: &MoveRow| &whole[row.at..row.at + usize::from(row.len)];
        // The moves of a game whose rows stand apart are told to stand in its first row.
        let at = |row: &MoveRow| game.end.map_or(game.first.start, |_| row.at);
        let whole_line = count.whole(line);
        let moves = line[..whole_line].iter().map(|row| (at(row), RawMove::Text(token(row))));
        let mut tree = RawTree::line(moves);
        if let Some(row) = line.get(whole_line) {
            let last = (whole_line as u32).checked_sub(1).unwrap_or(RawTree::ROOT);
            tree.push(last, at(row) as u32, RawMove::Missing(token(row)));
        }
        let tags = tags(header, &whole[game.first.clone()], columns.game, &tagged);
        let moves = Moves { tree, end: range.end, ..Moves::default() };
        sink.record(moves.into_record(text, &range, tags))?;
    }
    match short {
        0 => ControlFlow::Continue(()),
        games => refuse(sink, Reason::MoveRowsShort { games }),
    }
}

/// Where the move of a row stands in the table, and its length.
fn place_of(
    whole: &str,
    range: &Range<usize>,
    cells: &ByteRecord,
    column: usize,
    mv: &str,
) -> Option<(usize, u8)> {
    let len = u8::try_from(mv.len()).ok()?;
    // Without quotes, the cells stand in the row as they do in the record, with a sign between two.
    let cell = cells.range(column)?;
    let blank = cells.get(column)?.len() - cells.get(column)?.trim_ascii_start().len();
    let at = range.start + cell.start + column + blank;
    if whole.get(at..at + mv.len()) == Some(mv) {
        return Some((at, len));
    }
    let found = whole[range.clone()].find(mv)?;
    Some((range.start + found, len))
}

/// How the rows of a game are counted.
#[derive(Clone, Copy)]
enum RowCounting {
    /// A number for each move.
    Moves,
    /// A number for a move of Red and one of Black.
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

    /// How many rows of a game follow each other without a gap, from its first move.
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

/// The tags of a game: the cells of its first row that all of its rows have.
fn tags(header: &TableHeader, row: &str, game: Option<usize>, columns: &[usize]) -> Tags<'static> {
    let mut cells = ByteRecord::new();
    let is_read = matches!(reader(header.delimiter, row).read_byte_record(&mut cells), Ok(true));
    let tag = |column: usize| {
        let value = cell(&cells, column).map(str::trim).filter(|value| !value.is_empty())?;
        let name = match header.roles[column] {
            Some(Role::Tag(name)) => name,
            _ => header.names[column].as_str(),
        };
        (!name.is_empty()).then(|| (Cow::Owned(name.to_owned()), Cow::Owned(value.to_owned())))
    };
    let all = game.into_iter().chain(columns.iter().copied());
    all.filter(|_| is_read).filter_map(tag).collect()
}

#[cfg(test)]
mod tests {
    use crate::format::csv::FORMAT;
    use crate::format::testing::{Kept, keep};

    fn read_text(text: &str) -> (Vec<String>, Vec<String>) {
        let found = keep(&FORMAT, text.as_bytes());
        let show = |record: &Kept| format!("{} | {}", record.tags.join(" "), record.moves());
        (found.records.iter().map(show).collect(), found.damage)
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
