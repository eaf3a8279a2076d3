//! Main lines of an archive, and the rows of `positions` for them, made column by column.

use super::error::Result;
use super::table::POSITIONS;
use crate::metadata::{GameResult, Kind};
use crate::search::{Archive, Effective};
use crate::store::{Connection, Fact, Facts, GameLine};
use crate::xiangqi::{Move, Orientation, Position, PositionKey, Side};
use arrow_array::builder::{BooleanBuilder, Int16Builder, StringBuilder};
use arrow_array::{ArrayRef, BooleanArray, Int32Array, Int64Array, RecordBatch};
use std::sync::Arc;

/// What a row says of its game.
#[derive(Debug, Clone, Copy)]
pub(super) struct OfGame<'g> {
    pub(super) key: &'g str,
    pub(super) kind: Kind,
    pub(super) result: GameResult,
    pub(super) year: Option<u16>,
}

impl<'g> OfGame<'g> {
    /// What the facts of a game say that is still there.
    pub(super) fn of(key: &'g str, fact: Option<Fact>) -> OfGame<'g> {
        let fact = fact.unwrap_or(Fact::GONE);
        let kind = fact.kind().unwrap_or(Kind::Game);
        OfGame { key, kind, result: fact.result(), year: fact.year() }
    }
}

/// What threads share to read lines, each through a connection of its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source<'a> {
    lines: Effective<'a>,
    facts: &'a Facts,
}

impl<'a> Source<'a> {
    pub(super) fn of(archive: &'a Archive) -> Source<'a> {
        Source { lines: archive.effective(), facts: archive.facts() }
    }
}

/// Start and moves of a game's main line, and what the rows say of the game.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) id: u32,
    key: String,
    fact: Option<Fact>,
    pub(super) start: Position,
    moves: Vec<Move>,
}

impl Line {
    pub(super) fn rows(&self) -> usize {
        self.moves.len() + 1
    }

    /// The lines of these games, in this order: neighbours are read at once.
    pub(super) fn all(conn: &Connection, source: Source<'_>, ids: &[u32]) -> Result<Vec<Line>> {
        let mut lines = Vec::with_capacity(ids.len());
        let mut take = |line: GameLine<'_>, key: &str| {
            let GameLine { id, .. } = line;
            let fact = source.facts.of_one(id);
            let (start, moves) = (line.start_position()?, line.played()?);
            lines.push(Line { id, key: key.to_owned(), fact, start, moves });
            Ok(())
        };
        for run in ids.chunk_by(|&id, &next| id.checked_add(1) == Some(next)) {
            if let (Some(&first), Some(&last)) = (run.first(), run.last()) {
                source.lines.keyed_lines(conn, first..=last, &mut take)?;
            }
        }
        Ok(lines)
    }

    fn told(&self) -> OfGame<'_> {
        OfGame::of(&self.key, self.fact)
    }

    /// Hands over each position with its ply and the move that follows.
    pub(super) fn visit(&self, mut look: impl FnMut(&Position, u32, Option<Move>)) {
        let mut position = self.start.clone();
        for (ply, &mv) in (0..).zip(&self.moves) {
            look(&position, ply, Some(mv));
            position.play_unchecked(mv);
        }
        look(&position, self.moves.len() as u32, None);
    }
}

/// The positions of some main lines: these columns of [`POSITIONS`]. A column at a time costs less
/// than a row at a time, and lines are replayed only where a column needs it.
pub(super) fn of_lines(lines: &[Line], columns: &[usize]) -> Result<RecordBatch> {
    let names: Vec<&str> = columns.iter().map(|&at| POSITIONS.columns[at].name).collect();
    let rows = lines.iter().map(Line::rows).sum();
    let mut keys: Vec<PositionKey> = Vec::new();
    if names.iter().any(|name| ["key", "mirrored", "own_mirror"].contains(name)) {
        keys.reserve(rows);
        lines.iter().for_each(|line| line.visit(|position, _, _| keys.push(position.key())));
    }
    let made = names.iter().map(|name| column(name, lines, (rows, &keys))).collect();
    Ok(RecordBatch::try_new(Arc::new(POSITIONS.schema().project(columns)?), made)?)
}

/// A column of [`POSITIONS`], for main lines of so many rows with these keys.
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
        "kind" => of_games(lines, rows, |line| line.told().kind.as_str()),
        "result" => of_games(lines, rows, |line| line.told().result.as_str()),
        "year" => {
            let mut years = Int16Builder::with_capacity(rows);
            for line in lines {
                match line.told().year {
                    Some(year) => years.append_value_n(year as i16, line.rows()),
                    None => years.append_nulls(line.rows()),
                }
            }
            Arc::new(years.finish())
        }
        // Whether they stand in a variation, which no main line does.
        _ => {
            let mut none = BooleanBuilder::with_capacity(rows);
            none.append_n(rows, false);
            Arc::new(none.finish())
        }
    }
}

/// A text that all rows of a game share.
fn of_games<'l>(lines: &'l [Line], rows: usize, say: impl Fn(&'l Line) -> &'l str) -> ArrayRef {
    let bytes = lines.iter().map(|line| say(line).len() * line.rows()).sum();
    let mut texts = StringBuilder::with_capacity(rows, bytes);
    lines.iter().for_each(|line| texts.append_value_n(say(line), line.rows()));
    Arc::new(texts.finish())
}

fn moves(lines: &[Line], rows: usize) -> ArrayRef {
    let mut texts = StringBuilder::with_capacity(rows, rows * 4);
    for line in lines {
        for mv in &line.moves {
            let letters = mv.letters();
            texts.append_option(str::from_utf8(&letters).ok());
        }
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
