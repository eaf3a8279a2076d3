//! The table `positions`, and main lines of an archive, whose rows are made column by column.

use super::boards::{GrowingBoards, board_columns};
use super::error::ColumnsResult;
use super::input::{ColumnValues, InputColumn, missing, no_value, wrong};
use super::table::{ArrowColumn, ArrowTable, Cell, GrowingBatch, table};
use crate::metadata::{GameResult, Kind};
use crate::replay::{LineEvaluations, PlyEvaluation, Visited};
use crate::search::{Archive, Effective, EvaluatedGames};
use crate::store::{Connection, Fact, Facts, GameLine, Snapshot};
use crate::xiangqi::{Move, Orientation, Position, PositionKey, Side};
use arrow_array::builder::{BooleanBuilder, Int16Builder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::Int16Type;
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int32Array, Int64Array, RecordBatch,
};
use arrow_schema::DataType;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::borrow::{Borrow, Cow};
use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, LazyLock};

table! {
    /// Description of the table `positions`: one row per position of each game.
    POSITIONS: "positions",
    "One row for every position of every game: before each move, and after the last. \
            In a file they are sorted by `key`, `game` and `ply`.";
    POSITION_CELLS of PositionCells;
    "key": Int64 = |at| (at.stop.key.key as i64).into(),
        "The key of the position: 56 bits, never negative, equal for a position and its \
         left-right mirror image. `xq_key` of xqdb's SQL gives the same.";
    "mirrored": Boolean = |at| (at.stop.key.orientation == Orientation::Mirrored).into(),
        "Whether the board is the mirror image of the one that the key was made from.";
    "own_mirror": Boolean = |at| (at.stop.key.orientation == Orientation::Symmetric).into(),
        "Whether the board is its own mirror image. A move and its mirror image are then one.";
    "game": Utf8 = |at| at.game.key.into(),
        "The `key` of the game.";
    "ply": Int32 = |at| (at.stop.ply as i32).into(),
        "How many moves were made before, 0 for the start.";
    "move": Utf8 optional = |at| at.stop.mv.map(letters).into(),
        "The move that follows, as it was played: `h2e2`, files a to i from Red's left, ranks \
         0 to 9 from Red's side. Null where the line ends.";
    "side": Utf8 = |at| (if at.stop.side == Side::Red { "w" } else { "b" }).into(),
        "The side to move: `w` is Red, `b` is Black.";
    "kind": Utf8 = |at| at.game.facts.kind.as_str().into(),
        "The kind of the game, as in `games`.";
    "result": Utf8 = |at| at.game.facts.result.as_str().into(),
        "The result of the game, as in `games`.";
    "year": Int16 optional = |at| at.game.facts.year.map(|year| year as i16).into(),
        "The year of the game, as in `games`.";
    "variation": Boolean = |at| at.stop.is_variation.into(),
        "Whether the position stands in a variation or leads to one, and not in the main line.";
    "eval": Int32 optional = |at| at.stop.said.eval.into(),
        "The score that a program wrote behind the move that led here, from Red's side in \
         centipawns; a mate in n moves is 30000 - n, negative against Red. Null in variations, \
         where there is none, and where the table is made of `games`.";
    "clock": Float64 optional = |at| at.stop.said.clock.map(seconds).into(),
        "The seconds that the player who made that move had left, likewise.";
}

/// The columns of [`POSITIONS`], and behind them `fen` and `board`.
pub static WIDE_POSITIONS: LazyLock<ArrowTable> = LazyLock::new(|| {
    let columns = POSITIONS.columns.iter().cloned().chain(board_columns()).collect();
    ArrowTable { name: POSITIONS.name, about: POSITIONS.about, columns: Cow::Owned(columns) }
});

/// Milliseconds as seconds.
fn seconds(milliseconds: u32) -> f64 {
    f64::from(milliseconds) / 1000.0
}

/// A position of a line, and the move that follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct LineStop {
    pub(super) key: PositionKey,
    pub(super) ply: u32,
    pub(super) mv: Option<Move>,
    pub(super) side: Side,
    pub(super) is_variation: bool,
    /// Score and clock written after the move that led here; empty in variations.
    pub(super) said: PlyEvaluation,
}

impl LineStop {
    /// The stop at a visited position; `said` has the scores and clocks of the main line.
    pub(super) fn of(visited: &Visited<'_>, said: &LineEvaluations) -> LineStop {
        let &Visited { position, ply, mv, is_variation } = visited;
        let said = if is_variation { PlyEvaluation::default() } else { said.after(ply as usize) };
        LineStop { key: position.key(), ply, mv, side: position.side(), is_variation, said }
    }
}

/// Calls `look` with the `game.id` and every position of each game's main line; with `variations`
/// also with those of its witnesses' variations, each once.
pub(super) fn stops(
    archive: &Archive,
    ids: &[u32],
    variations: bool,
    mut look: impl FnMut(u32, LineStop, &Position),
) -> ColumnsResult<()> {
    for line in Line::all(archive.snapshot(), LineSource::of(archive)?, ids)? {
        line.visit(|visited| look(line.id, LineStop::of(&visited, &line.said), visited.position));
        if variations {
            in_variations(archive, &line, &mut |stop, position| look(line.id, stop, position))?;
        }
    }
    Ok(())
}

fn in_variations(
    archive: &Archive,
    line: &Line,
    look: &mut dyn FnMut(LineStop, &Position),
) -> ColumnsResult<()> {
    let trees = archive.snapshot().witness_trees(line.id)?;
    let trees: BTreeSet<i64> = trees.into_iter().filter_map(|tree| tree.id).collect();
    let mut seen = FxHashSet::default();
    for tree in trees {
        archive.tree(tree)?.visit(&line.start, |visited| {
            let stop = LineStop::of(&visited, &line.said);
            if stop.is_variation && seen.insert(stop) {
                look(stop, visited.position);
            }
        });
    }
    Ok(())
}

/// Iterator over the rows of [`POSITIONS`] for some games of an archive, in batches.
#[derive(Debug)]
pub struct Positions<A> {
    archive: A,
    ids: std::vec::IntoIter<u32>,
    variations: bool,
    rows: usize,
    /// Columns that are made, by their places in [`WIDE_POSITIONS`].
    columns: Vec<usize>,
    /// Connections that read main lines in parallel; opened when more than [`FEW_GAMES`] are read.
    readers: Vec<Snapshot>,
    /// Batches made ahead.
    made: VecDeque<RecordBatch>,
}

/// Typical largest number of positions of a game.
const USUAL_ROWS: usize = 64;

/// Number of games up to which the archive's own connection reads all main lines.
const FEW_GAMES: usize = 512;

impl<A: Borrow<Archive>> Positions<A> {
    /// The positions of the games with these `game.id`s, in this order; with `variations` also
    /// those of variations. A batch ends with the game that fills it to `rows` rows, or with the
    /// last game of a thread's share. Threads read and replay main lines a few batches ahead.
    pub fn new(archive: A, ids: Vec<u32>, variations: bool, rows: usize) -> Positions<A> {
        let (readers, made) = (Vec::new(), VecDeque::new());
        let columns = (0..POSITIONS.columns.len()).collect();
        let (ids, rows) = (ids.into_iter(), rows.max(1));
        Positions { archive, ids, variations, rows, columns, readers, made }
    }

    /// Makes only these columns of [`WIDE_POSITIONS`], in this order, each given once by its place, from
    /// 0.
    #[must_use]
    pub fn only(self, columns: Vec<usize>) -> Positions<A> {
        Positions { columns, ..self }
    }

    /// Makes a batch with variations, which are read from the database game by game.
    fn batch(&mut self) -> ColumnsResult<Option<RecordBatch>> {
        let archive: &Archive = self.archive.borrow();
        let mut batch = GrowingBatch::of(&POSITIONS);
        let mut boards = GrowingBoards::of(&names(&self.columns), 0);
        while batch.rows < self.rows
            && let Some(id) = self.ids.next()
        {
            let key = archive.snapshot().game_key(id)?;
            let game = OfGame { key: &key, facts: RepeatedFacts::of(archive.facts().get(id)) };
            stops(archive, &[id], true, |_, stop, position| {
                PositionCells { stop: &stop, game: &game }.push_to(&mut batch);
                boards.push(position);
            })?;
        }
        let Some(batch) = batch.some()? else { return Ok(None) };
        let boards = boards.finish()?;
        let made = |name: &str| -> Option<ArrayRef> {
            let board = boards.iter().find(|(known, _)| *known == name).map(|(_, board)| board);
            batch.column_by_name(name).or(board).cloned()
        };
        let made = names(&self.columns).into_iter().filter_map(made).collect();
        Ok(Some(RecordBatch::try_new(
            WIDE_POSITIONS.schema().project(&self.columns)?.into(),
            made,
        )?))
    }

    /// Makes the next batches of main lines; each thread reads a share of the games.
    fn replay(&mut self) -> ColumnsResult<()> {
        let archive: &Archive = self.archive.borrow();
        let together = self.rows / USUAL_ROWS + 1;
        let mut shares: Vec<Vec<u32>> = Vec::new();
        while self.ids.len() > 0 && shares.len() < rayon::current_num_threads() {
            shares.push(self.ids.by_ref().take(together).collect());
        }
        let (source, rows, columns) = (LineSource::of(archive)?, self.rows, &self.columns);
        let make =
            |conn: &Connection, ids: &[u32]| batches(&Line::all(conn, source, ids)?, rows, columns);
        let left = self.ids.len() + shares.iter().map(Vec::len).sum::<usize>();
        if self.readers.is_empty() && left > FEW_GAMES {
            self.readers = archive.snapshot().others(rayon::current_num_threads())?;
        }
        // No readers are opened if the database has changed since the archive was opened.
        if self.readers.is_empty() {
            for ids in &shares {
                self.made.extend(make(archive.snapshot(), ids)?);
            }
            return Ok(());
        }
        let made = self.readers.par_iter_mut().zip(&shares);
        let made: Vec<_> = made.map(|(reader, ids)| make(reader, ids)).collect();
        for batches in made {
            self.made.extend(batches?);
        }
        Ok(())
    }
}

/// Batches of the rows of main lines; a batch ends with the line that fills it to `rows` rows.
fn batches(lines: &[Line], rows: usize, columns: &[usize]) -> ColumnsResult<Vec<RecordBatch>> {
    let mut batches = Vec::new();
    let (mut begin, mut filled) = (0, 0);
    for (end, line) in (1..).zip(lines) {
        filled += line.rows();
        if filled >= rows || end == lines.len() {
            batches.push(of_lines(&lines[begin..end], columns)?);
            (begin, filled) = (end, 0);
        }
    }
    Ok(batches)
}

impl<A: Borrow<Archive>> Iterator for Positions<A> {
    type Item = ColumnsResult<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.variations {
            return self.batch().transpose();
        }
        while self.made.is_empty() && self.ids.len() > 0 {
            if let Err(error) = self.replay() {
                return Some(Err(error));
            }
        }
        self.made.pop_front().map(Ok)
    }
}

/// Replays the main lines of games: takes rows of [`GAMES`](super::GAMES) and returns rows of
/// [`POSITIONS`], in their order. Reads the columns `key`, `kind`, `result`, `year`, `start`,
/// `moves`.
///
/// # Errors
/// When a column is missing or has another type, or a value cannot be understood.
pub fn positions_of(games: &RecordBatch) -> ColumnsResult<RecordBatch> {
    let columns: Vec<usize> = (0..POSITIONS.columns.len()).collect();
    of_lines(&Line::of_games(games)?, &columns)
}

/// Whether every move is pseudo-legal: records have moves that leave the own king in check.
fn is_playable(start: &Position, line: &[Move]) -> bool {
    let mut position = start.clone();
    line.iter().all(|&mv| {
        let is_possible = position.is_pseudo_legal(mv);
        if is_possible {
            position.play_unchecked(mv);
        }
        is_possible
    })
}

/// Values of a row of [`POSITIONS`].
#[derive(Debug)]
pub(super) struct PositionCells<'p> {
    pub(super) stop: &'p LineStop,
    pub(super) game: &'p OfGame<'p>,
}

/// The letters of all moves, four each, by their codes.
static LETTERS: LazyLock<String> = LazyLock::new(|| {
    let moves = (0..).map_while(Move::from_code);
    moves.flat_map(|mv| mv.letters().map(char::from)).collect()
});

/// A move as `h2e2`; faster than formatting, which counts at a hundred positions a game.
fn letters(mv: Move) -> &'static str {
    let at = 4 * usize::from(mv.code());
    &LETTERS[at..at + 4]
}

impl PositionCells<'_> {
    /// Adds the row to a batch of [`POSITIONS`].
    pub(super) fn push_to(&self, batch: &mut GrowingBatch) {
        batch.push(POSITION_CELLS.iter().map(|cell| cell(self)));
    }

    /// Adds rows to a batch of [`POSITIONS`], column by column.
    pub(super) fn push_all(rows: &[PositionCells<'_>], batch: &mut GrowingBatch) {
        batch.fill(rows.len(), |column, row| POSITION_CELLS[column](&rows[row]));
    }
}

/// Values of a game that are repeated in each row of its positions.
#[derive(Debug, Clone, Copy)]
pub(super) struct OfGame<'g> {
    pub(super) key: &'g str,
    pub(super) facts: RepeatedFacts,
}

/// The part of [`OfGame`] that facts have. Sorted positions look it up at random places: six bytes a
/// game stay in the processor's cache.
#[derive(Debug, Clone, Copy)]
pub(super) struct RepeatedFacts {
    pub(super) kind: Kind,
    pub(super) result: GameResult,
    pub(super) year: Option<u16>,
}

impl RepeatedFacts {
    /// The values of a game by its facts; defaults for a game that was removed.
    pub(super) fn of(fact: Option<&Fact>) -> RepeatedFacts {
        let fact = fact.unwrap_or(&Fact::GONE);
        let kind = fact.kind().unwrap_or(Kind::Game);
        RepeatedFacts { kind, result: fact.result(), year: fact.year() }
    }

    /// The values of games with these ids.
    pub(super) fn of_all(archive: &Archive, ids: &[u32]) -> Vec<RepeatedFacts> {
        ids.iter().map(|&id| RepeatedFacts::of(archive.facts().get(id))).collect()
    }
}

/// Readers of lines, facts and evaluations, shared by threads with a connection each.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineSource<'a> {
    lines: Effective<'a>,
    facts: &'a Facts,
    evaluated: &'a EvaluatedGames,
}

impl<'a> LineSource<'a> {
    pub(super) fn of(archive: &'a Archive) -> ColumnsResult<LineSource<'a>> {
        let (lines, facts) = (archive.effective(), archive.facts());
        Ok(LineSource { lines, facts, evaluated: archive.evaluated_games()? })
    }
}

/// Main line of a game, with the values of the game that its rows need.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) id: u32,
    pub(super) key: String,
    pub(super) facts: RepeatedFacts,
    pub(super) start: Position,
    moves: Vec<Move>,
    /// Scores and clocks written after the moves.
    pub(super) said: LineEvaluations,
}

impl Line {
    pub(super) fn rows(&self) -> usize {
        self.moves.len() + 1
    }

    /// The main lines of the games `ids`, in this order; runs of ids are read with one query.
    pub(super) fn all(
        conn: &Connection,
        source: LineSource<'_>,
        ids: &[u32],
    ) -> ColumnsResult<Vec<Line>> {
        let mut lines = Vec::with_capacity(ids.len());
        let mut take = |line: GameLine<'_>| {
            let GameLine { id, key, .. } = line;
            let facts = RepeatedFacts::of(source.facts.get(id));
            let (start, moves) = (line.start_position()?, line.played()?);
            let said = source.evaluated.line(conn, id)?;
            lines.push(Line { id, key: key.to_owned(), facts, start, moves, said });
            Ok(())
        };
        for run in ids.chunk_by(|&id, &next| id.checked_add(1) == Some(next)) {
            if let (Some(&first), Some(&last)) = (run.first(), run.last()) {
                source.lines.game_lines(conn, first..=last, &mut take)?;
            }
        }
        Ok(lines)
    }

    /// The main lines of the games of a batch, which has the columns that [`positions_of`] reads;
    /// their `id` is the row, from 0.
    pub(super) fn of_games(games: &RecordBatch) -> ColumnsResult<Vec<Line>> {
        let must = |name: &str, values: ColumnValues| InputColumn::must(games, name, values);
        let (keys, moves) = (must("key", ColumnValues::Text)?, must("moves", ColumnValues::Bytes)?);
        let kinds = must("kind", ColumnValues::Text)?;
        let results = must("result", ColumnValues::Text)?;
        let starts = InputColumn::of(games, "start", ColumnValues::Text)?;
        let years = games.column_by_name("year").ok_or_else(|| missing("year"))?;
        let years = years.as_primitive_opt::<Int16Type>().ok_or_else(|| wrong("year", years))?;
        let line = |row: usize| {
            let kind = kinds.text(row).and_then(Kind::from_name);
            let result = results.text(row).and_then(GameResult::from_name);
            let year = years.is_valid(row).then(|| years.value(row));
            let facts = RepeatedFacts {
                kind: kind.ok_or_else(|| no_value("kind", row))?,
                result: result.ok_or_else(|| no_value("result", row))?,
                year: year.and_then(|year| u16::try_from(year).ok()),
            };
            let start = starts.text(row).map(Position::from_fen).transpose();
            let start = start.map_err(|_| no_value("start", row))?.unwrap_or_else(Position::start);
            let (pairs, rest) = moves.bytes(row).unwrap_or_default().as_chunks::<2>();
            let line: Option<Vec<Move>> =
                pairs.iter().map(|&pair| Move::from_bytes(pair)).collect();
            let line = line.filter(|line| rest.is_empty() && is_playable(&start, line));
            Ok(Line {
                id: row as u32,
                key: keys.text(row).unwrap_or_default().to_owned(),
                facts,
                start,
                moves: line.ok_or_else(|| no_value("moves", row))?,
                said: LineEvaluations::default(),
            })
        };
        (0..games.num_rows()).map(line).collect()
    }

    /// Score and clock after each number of plies, from 0.
    fn said(&self) -> impl Iterator<Item = PlyEvaluation> + '_ {
        (0..self.rows()).map(|plies| self.said.after(plies))
    }

    /// Calls `look` with each position.
    pub(super) fn visit(&self, mut look: impl FnMut(Visited<'_>)) {
        let mut position = self.start.clone();
        for (ply, mv) in (0..).zip(self.moves.iter().copied().map(Some).chain([None])) {
            look(Visited { position: &position, ply, mv, is_variation: false });
            if let Some(mv) = mv {
                position.play_unchecked(mv);
            }
        }
    }
}

/// The names of columns of [`WIDE_POSITIONS`] at these places.
fn names(columns: &[usize]) -> Vec<&'static str> {
    columns.iter().map(|&at| WIDE_POSITIONS.columns[at].name).collect()
}

/// The rows of [`WIDE_POSITIONS`] for main lines, with the given columns only. It makes column by
/// column, which costs less than row by row, and replays lines only where a column needs positions.
pub(super) fn of_lines(lines: &[Line], columns: &[usize]) -> ColumnsResult<RecordBatch> {
    let names = names(columns);
    let rows = lines.iter().map(Line::rows).sum();
    let mut keys: Vec<PositionKey> = Vec::new();
    if names.iter().any(|name| ["key", "mirrored", "own_mirror"].contains(name)) {
        keys.reserve(rows);
        lines.iter().for_each(|line| line.visit(|at| keys.push(at.position.key())));
    }
    let mut boards = GrowingBoards::of(&names, rows);
    lines.iter().for_each(|line| boards.push_line(&line.start, &line.moves));
    let boards = boards.finish()?;
    let made = |name: &&str| match boards.iter().find(|(known, _)| known == name) {
        Some((_, board)) => board.clone(),
        None => column(name, lines, (rows, &keys)),
    };
    let made = names.iter().map(made).collect();
    Ok(RecordBatch::try_new(Arc::new(WIDE_POSITIONS.schema().project(columns)?), made)?)
}

/// Makes one column of [`POSITIONS`]; `keys` are those of all `rows` positions, if needed.
fn column(name: &str, lines: &[Line], (rows, keys): (usize, &[PositionKey])) -> ArrayRef {
    let are = |orientation| -> ArrayRef {
        let are = keys.iter().map(|key| key.orientation == orientation);
        Arc::new(BooleanArray::from(are.collect::<Vec<bool>>()))
    };
    match name {
        "key" => Arc::new(Int64Array::from_iter_values(keys.iter().map(|key| key.key as i64))),
        "mirrored" => are(Orientation::Mirrored),
        "own_mirror" => are(Orientation::Symmetric),
        "game" => of_games(lines, rows, |line| &line.key),
        "ply" => {
            let plies = lines.iter().flat_map(|line| 0..line.rows() as i32);
            Arc::new(Int32Array::from_iter_values(plies))
        }
        "move" => moves(lines, rows),
        "side" => sides(lines, rows),
        "kind" => of_games(lines, rows, |line| line.facts.kind.as_str()),
        "result" => of_games(lines, rows, |line| line.facts.result.as_str()),
        "year" => {
            let mut years = Int16Builder::with_capacity(rows);
            for line in lines {
                match line.facts.year {
                    Some(year) => years.append_value_n(year as i16, line.rows()),
                    None => years.append_nulls(line.rows()),
                }
            }
            Arc::new(years.finish())
        }
        "eval" => {
            let said = lines.iter().flat_map(Line::said).map(|said| said.eval);
            Arc::new(said.collect::<Int32Array>())
        }
        "clock" => {
            let said = lines.iter().flat_map(Line::said).map(|said| said.clock.map(seconds));
            Arc::new(said.collect::<Float64Array>())
        }
        // `variation`: false throughout a main line.
        _ => {
            let mut none = BooleanBuilder::with_capacity(rows);
            none.append_n(rows, false);
            Arc::new(none.finish())
        }
    }
}

/// A column whose text is the same in all rows of a game.
fn of_games<'l>(lines: &'l [Line], rows: usize, say: impl Fn(&'l Line) -> &'l str) -> ArrayRef {
    let bytes = lines.iter().map(|line| say(line).len() * line.rows()).sum();
    let mut texts = StringBuilder::with_capacity(rows, bytes);
    lines.iter().for_each(|line| texts.append_value_n(say(line), line.rows()));
    Arc::new(texts.finish())
}

fn moves(lines: &[Line], rows: usize) -> ArrayRef {
    let mut texts = StringBuilder::with_capacity(rows, rows * 4);
    for line in lines {
        line.moves.iter().for_each(|&mv| texts.append_value(letters(mv)));
        texts.append_null();
    }
    Arc::new(texts.finish())
}

fn sides(lines: &[Line], rows: usize) -> ArrayRef {
    let mut texts = StringBuilder::with_capacity(rows, rows);
    for line in lines {
        let is_red = line.start.side() == Side::Red;
        let [first, second] = if is_red { ["w", "b"] } else { ["b", "w"] };
        for ply in 0..line.rows() {
            texts.append_value(if ply % 2 == 0 { first } else { second });
        }
    }
    Arc::new(texts.finish())
}
