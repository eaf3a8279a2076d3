//! The table `positions`.

use super::error::Result;
use super::input::{Bytes, Texts, missing, no_value, wrong};
use super::lines::{Line, OfGame, Source, of_lines};
use super::table::POSITIONS;
use crate::metadata::{GameResult, Kind};
use crate::replay::{Tree, Visited};
use crate::search::Archive;
use crate::store::Snapshot;
use crate::xiangqi::{Move, Orientation, Position, PositionKey, Side};
use arrow_array::builder::{
    BooleanBuilder, Int16Builder, Int32Builder, Int64Builder, StringBuilder,
};
use arrow_array::cast::AsArray;
use arrow_array::types::Int16Type;
use arrow_array::{Array, RecordBatch};
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::borrow::Borrow;
use std::collections::VecDeque;
use std::sync::Arc;

/// What a row says of the position itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Stop {
    pub(super) key: PositionKey,
    pub(super) ply: u32,
    pub(super) mv: Option<Move>,
    pub(super) side: Side,
    pub(super) is_variation: bool,
}

impl Stop {
    fn on_line(position: &Position, ply: u32, mv: Option<Move>) -> Stop {
        Stop { key: position.key(), ply, mv, side: position.side(), is_variation: false }
    }

    pub(super) fn of(visited: &Visited<'_>) -> Stop {
        let &Visited { position, ply, mv, is_variation } = visited;
        Stop { key: position.key(), ply, mv, side: position.side(), is_variation }
    }
}

/// Hands every position of a game to `look`: those of the main line, and if `variations` are asked
/// for, those of the trees of all its witnesses, each once.
pub(super) fn stops(
    archive: &Archive,
    id: u32,
    variations: bool,
    mut look: impl FnMut(Stop),
) -> Result<()> {
    for line in Line::all(archive.snapshot(), Source::of(archive), &[id])? {
        line.visit(|position, ply, mv| look(Stop::on_line(position, ply, mv)));
        if variations {
            in_variations(archive, &line, &mut look)?;
        }
    }
    Ok(())
}

fn in_variations(archive: &Archive, line: &Line, look: &mut dyn FnMut(Stop)) -> Result<()> {
    let trees: FxHashSet<i64> =
        archive.witnesses(line.id)?.iter().filter_map(|witness| witness.tree).collect();
    let mut trees: Vec<i64> = trees.into_iter().collect();
    trees.sort_unstable();
    let mut seen = FxHashSet::default();
    for tree in trees {
        archive.tree(tree)?.visit(&line.start, |visited| {
            let stop = Stop::of(&visited);
            if stop.is_variation && seen.insert(stop) {
                look(stop);
            }
        });
    }
    Ok(())
}

/// The rows of [`POSITIONS`] for games of an archive, game by game.
#[derive(Debug)]
pub struct Positions<A> {
    archive: A,
    ids: std::vec::IntoIter<u32>,
    variations: bool,
    rows: usize,
    /// The columns that are made, by their places in the table.
    columns: Vec<usize>,
    /// Connections that read main lines beside each other, once there is much to read.
    readers: Option<Vec<Snapshot>>,
    /// Main lines that were read and do not fill a batch yet.
    waiting: Vec<Line>,
    /// Batches that were made together with the last.
    made: VecDeque<Result<RecordBatch>>,
}

/// So many games are read through one connection together.
const TOGETHER: usize = 512;

impl<A: Borrow<Archive>> Positions<A> {
    /// The positions of the games with these ids, in this order; those of variations, too, if they
    /// are asked for. A batch ends with the game that fills it to so many rows. Main lines are
    /// read and replayed by all threads, some batches ahead.
    pub fn new(archive: A, ids: Vec<u32>, variations: bool, rows: usize) -> Positions<A> {
        let (waiting, made) = (Vec::new(), VecDeque::new());
        let columns = (0..POSITIONS.columns.len()).collect();
        let (ids, rows) = (ids.into_iter(), rows.max(1));
        Positions { archive, ids, variations, rows, columns, readers: None, waiting, made }
    }

    /// Makes only these columns, in this order: by their places in the table, each once. Of main
    /// lines what is not wanted is not made at all.
    #[must_use]
    pub fn only(self, columns: Vec<usize>) -> Positions<A> {
        Positions { columns, ..self }
    }

    /// A batch with variations, which are read from the database game by game.
    fn batch(&mut self) -> Result<Option<RecordBatch>> {
        let archive: &Archive = self.archive.borrow();
        let mut columns = PositionColumns::default();
        while columns.rows < self.rows
            && let Some(id) = self.ids.next()
        {
            let key = archive.snapshot().game_key(id)?;
            let game = OfGame::of(&key, archive.facts.of_one(id));
            stops(archive, id, true, |stop| columns.push(&stop, &game))?;
        }
        if columns.rows == 0 {
            return Ok(None);
        }
        Ok(Some(columns.finish()?.project(&self.columns)?))
    }

    /// Makes the next batches of main lines, one for each thread; none at the end.
    fn replay(&mut self) -> Result<()> {
        let archive: &Archive = self.archive.borrow();
        let wanted = self.rows.saturating_mul(rayon::current_num_threads());
        let mut rows: usize = self.waiting.iter().map(Line::rows).sum();
        if self.readers.is_none() && self.ids.len() > TOGETHER {
            self.readers = Some(archive.snapshot().others(rayon::current_num_threads())?);
        }
        let readers = self.readers.as_deref_mut().unwrap_or_default();
        while rows < wanted && self.ids.len() > 0 {
            let lines = next_lines(archive, readers, &mut self.ids)?;
            rows += lines.iter().map(Line::rows).sum::<usize>();
            self.waiting.extend(lines);
        }
        let mut ends = Vec::new();
        let mut rows = 0;
        for (place, line) in self.waiting.iter().enumerate() {
            rows += line.rows();
            if rows >= self.rows {
                ends.push(place + 1);
                rows = 0;
            }
        }
        if rows > 0 && self.ids.len() == 0 {
            ends.push(self.waiting.len());
        }
        let begins = std::iter::once(0).chain(ends.iter().copied());
        let parts: Vec<&[Line]> =
            begins.zip(&ends).map(|(begin, &end)| &self.waiting[begin..end]).collect();
        let made: Vec<Result<RecordBatch>> =
            parts.into_par_iter().map(|lines| of_lines(lines, &self.columns)).collect();
        self.made.extend(made);
        self.waiting.drain(..ends.last().copied().unwrap_or(0));
        Ok(())
    }
}

/// The main lines of the next games, in their order: all these connections read beside each other.
/// Without any, the archive's own reads.
fn next_lines(
    archive: &Archive,
    readers: &mut [Snapshot],
    ids: &mut std::vec::IntoIter<u32>,
) -> Result<Vec<Line>> {
    let source = Source::of(archive);
    let mut share = || ids.by_ref().take(TOGETHER).collect::<Vec<u32>>();
    if readers.is_empty() {
        return Line::all(archive.snapshot(), source, &share());
    }
    let shares: Vec<Vec<u32>> = readers.iter().map(|_| share()).collect();
    let read = readers.par_iter_mut().zip(shares);
    let read: Vec<Result<Vec<Line>>> =
        read.map(|(reader, ids)| Line::all(reader, source, &ids)).collect();
    let mut lines = Vec::new();
    for some in read {
        lines.append(&mut some?);
    }
    Ok(lines)
}

impl<A: Borrow<Archive>> Iterator for Positions<A> {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.variations {
            return self.batch().transpose();
        }
        if self.made.is_empty()
            && let Err(error) = self.replay()
        {
            return Some(Err(error));
        }
        self.made.pop_front()
    }
}

/// The positions of the main lines of games: rows of [`POSITIONS`] for rows of
/// [`GAMES`](super::GAMES), in their order. Of the columns only `key`, `kind`, `result`, `year`,
/// `start` and `moves` are looked at.
///
/// # Errors
/// When a column is missing or of another type, or what it holds cannot be understood.
pub fn positions_of(games: &RecordBatch) -> Result<RecordBatch> {
    let keys = Texts::must(games, "key")?;
    let (kinds, results) = (Texts::must(games, "kind")?, Texts::must(games, "result")?);
    let (starts, moves) = (Texts::of(games, "start")?, Bytes::must(games, "moves")?);
    let years = games.column_by_name("year").ok_or_else(|| missing("year"))?;
    let years = years.as_primitive_opt::<Int16Type>().ok_or_else(|| wrong("year", years))?;
    let mut columns = PositionColumns::default();
    for row in 0..games.num_rows() {
        let year = years.is_valid(row).then(|| years.value(row));
        let game = OfGame {
            key: keys.at(row).unwrap_or_default(),
            kind: kinds.at(row).and_then(Kind::from_name).ok_or_else(|| no_value("kind", row))?,
            result: results
                .at(row)
                .and_then(GameResult::from_name)
                .ok_or_else(|| no_value("result", row))?,
            year: year.and_then(|year| u16::try_from(year).ok()),
        };
        let start = starts.and_then(|starts| starts.at(row)).map(Position::from_fen).transpose();
        let start = start.map_err(|_| no_value("start", row))?.unwrap_or_else(Position::start);
        let (pairs, rest) = moves.at(row).unwrap_or_default().as_chunks::<2>();
        let line: Option<Vec<Move>> = pairs.iter().map(|&pair| Move::from_bytes(pair)).collect();
        let line = line.filter(|line| rest.is_empty() && is_playable(&start, line));
        let line = line.ok_or_else(|| no_value("moves", row))?;
        Tree::line(line).visit(&start, |visited| columns.push(&Stop::of(&visited), &game));
    }
    columns.finish()
}

/// Whether every move is possible, as those of records are: some leave their own king in check.
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

/// A batch of [`POSITIONS`] while it grows.
#[derive(Default)]
pub(super) struct PositionColumns {
    key: Int64Builder,
    mirrored: BooleanBuilder,
    own_mirror: BooleanBuilder,
    game: StringBuilder,
    ply: Int32Builder,
    mv: StringBuilder,
    side: StringBuilder,
    kind: StringBuilder,
    result: StringBuilder,
    year: Int16Builder,
    variation: BooleanBuilder,
    pub(super) rows: usize,
}

impl PositionColumns {
    pub(super) fn push(&mut self, stop: &Stop, game: &OfGame<'_>) {
        let Stop { key, ply, mv, side, is_variation } = *stop;
        self.key.append_value(key.key as i64);
        self.mirrored.append_value(key.orientation == Orientation::Mirrored);
        self.own_mirror.append_value(key.orientation == Orientation::Symmetric);
        self.game.append_value(game.key);
        self.ply.append_value(ply as i32);
        let letters = mv.map(Move::letters);
        self.mv.append_option(letters.as_ref().and_then(|letters| str::from_utf8(letters).ok()));
        self.side.append_value(if side == Side::Red { "w" } else { "b" });
        self.kind.append_value(game.kind.as_str());
        self.result.append_value(game.result.as_str());
        self.year.append_option(game.year.map(|year| year as i16));
        self.variation.append_value(is_variation);
        self.rows += 1;
    }

    /// The batch.
    pub(super) fn finish(mut self) -> Result<RecordBatch> {
        let batch = RecordBatch::try_new(
            POSITIONS.schema(),
            vec![
                Arc::new(self.key.finish()),
                Arc::new(self.mirrored.finish()),
                Arc::new(self.own_mirror.finish()),
                Arc::new(self.game.finish()),
                Arc::new(self.ply.finish()),
                Arc::new(self.mv.finish()),
                Arc::new(self.side.finish()),
                Arc::new(self.kind.finish()),
                Arc::new(self.result.finish()),
                Arc::new(self.year.finish()),
                Arc::new(self.variation.finish()),
            ],
        )?;
        Ok(batch)
    }
}
