//! The table `games`.

use super::error::Result;
use super::json::object;
use super::table::GAMES;
use crate::metadata::{GameResult, Kind, Metadata};
use crate::opening::Code;
use crate::search::Archive;
use crate::store::{Fact, GameRow, MainLine};
use arrow_array::RecordBatch;
use arrow_array::builder::{BinaryBuilder, Int16Builder, Int32Builder, StringBuilder};
use std::borrow::{Borrow, Cow};
use std::sync::Arc;

/// The rows of [`GAMES`] for games of an archive.
#[derive(Debug)]
pub struct Games<A> {
    archive: A,
    ids: std::vec::IntoIter<u32>,
    rows: usize,
}

impl<A: Borrow<Archive>> Games<A> {
    /// The games with these ids, in this order, so many rows a batch.
    pub fn new(archive: A, ids: Vec<u32>, rows: usize) -> Games<A> {
        Games { archive, ids: ids.into_iter(), rows: rows.max(1) }
    }

    fn batch(&mut self) -> Result<Option<RecordBatch>> {
        let archive: &Archive = self.archive.borrow();
        let mut columns = GameColumns::default();
        for id in self.ids.by_ref().take(self.rows) {
            let game = archive.game(id)?;
            let first = archive.kin()?.first(id);
            let counts_as = match first == id {
                true => game.key.clone(),
                false => archive.snapshot().game_key(first)?,
            };
            columns.push(&cells(archive, &game, &counts_as));
        }
        if columns.rows == 0 { Ok(None) } else { columns.finish().map(Some) }
    }
}

impl<A: Borrow<Archive>> Iterator for Games<A> {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        self.batch().transpose()
    }
}

/// What a row says.
#[derive(Debug)]
pub(super) struct GameCells<'g> {
    pub(super) key: &'g str,
    pub(super) kind: Kind,
    pub(super) counts_as: &'g str,
    pub(super) red: Option<&'g str>,
    pub(super) black: Option<&'g str>,
    pub(super) red_team: Option<&'g str>,
    pub(super) black_team: Option<&'g str>,
    pub(super) event: Option<&'g str>,
    pub(super) site: Option<&'g str>,
    pub(super) round: Option<&'g str>,
    /// In ISO form, as far as it is known.
    pub(super) date: Option<String>,
    pub(super) year: Option<u16>,
    pub(super) derived: Option<String>,
    pub(super) doubt: Option<String>,
    pub(super) result: GameResult,
    pub(super) termination: Option<&'g str>,
    pub(super) opening: Option<Code>,
    pub(super) opening_found: Option<&'g str>,
    pub(super) start: Option<&'g str>,
    /// Two bytes a ply.
    pub(super) moves: Cow<'g, [u8]>,
}

impl<'g> GameCells<'g> {
    /// A game as its metadata says, without what is derived of it in words.
    pub(super) fn of(line: &'g MainLine, key: &'g str, data: &'g Metadata) -> GameCells<'g> {
        GameCells {
            key,
            kind: data.compared_kind().unwrap_or(Kind::Game),
            counts_as: key,
            red: data.red.as_deref(),
            black: data.black.as_deref(),
            red_team: data.red_team.as_deref(),
            black_team: data.black_team.as_deref(),
            event: data.event.as_deref(),
            site: data.site.as_deref(),
            round: data.round.as_deref(),
            date: data.date.map(|date| date.to_string()),
            year: data.compared_date().map(|date| date.year),
            derived: None,
            doubt: None,
            result: data.compared_result(),
            termination: data.termination.as_deref(),
            opening: line.opening(),
            opening_found: data.opening.as_deref(),
            start: line.start.as_deref(),
            moves: Cow::Borrowed(&line.moves),
        }
    }
}

fn cells<'g>(archive: &Archive, game: &'g GameRow, counts_as: &'g str) -> GameCells<'g> {
    // Kind, year and result are those that questions compare.
    let fact = archive.facts.of_one(game.id).unwrap_or(Fact::GONE);
    GameCells {
        key: &game.key,
        kind: fact.kind().unwrap_or(game.kind),
        counts_as,
        red: game.red.as_deref(),
        black: game.black.as_deref(),
        red_team: game.red_team.as_deref(),
        black_team: game.black_team.as_deref(),
        event: game.event.as_deref(),
        site: game.site.as_deref(),
        round: game.round.as_deref(),
        date: game.date.clone(),
        year: fact.year(),
        derived: object(game.derived.values_json()),
        doubt: object(game.derived.doubts_json()),
        result: fact.result(),
        termination: game.termination.as_deref(),
        opening: fact.opening(),
        opening_found: game.opening.as_deref(),
        start: game.start.as_deref(),
        moves: game.moves.iter().flat_map(|mv| mv.bytes()).collect(),
    }
}

/// A batch of [`GAMES`] while it grows.
#[derive(Default)]
pub(super) struct GameColumns {
    key: StringBuilder,
    kind: StringBuilder,
    counts_as: StringBuilder,
    red: StringBuilder,
    black: StringBuilder,
    red_team: StringBuilder,
    black_team: StringBuilder,
    event: StringBuilder,
    site: StringBuilder,
    round: StringBuilder,
    date: StringBuilder,
    year: Int16Builder,
    derived: StringBuilder,
    doubt: StringBuilder,
    result: StringBuilder,
    termination: StringBuilder,
    opening: StringBuilder,
    opening_found: StringBuilder,
    start: StringBuilder,
    plies: Int32Builder,
    moves: BinaryBuilder,
    pub(super) rows: usize,
}

impl GameColumns {
    pub(super) fn push(&mut self, cells: &GameCells<'_>) {
        self.key.append_value(cells.key);
        self.kind.append_value(cells.kind.as_str());
        self.counts_as.append_value(cells.counts_as);
        self.red.append_option(cells.red);
        self.black.append_option(cells.black);
        self.red_team.append_option(cells.red_team);
        self.black_team.append_option(cells.black_team);
        self.event.append_option(cells.event);
        self.site.append_option(cells.site);
        self.round.append_option(cells.round);
        self.date.append_option(cells.date.as_deref());
        self.year.append_option(cells.year.map(|year| year as i16));
        self.derived.append_option(cells.derived.as_deref());
        self.doubt.append_option(cells.doubt.as_deref());
        self.result.append_value(cells.result.as_str());
        self.termination.append_option(cells.termination);
        self.opening.append_option(cells.opening.map(|code| code.to_string()));
        self.opening_found.append_option(cells.opening_found);
        self.start.append_option(cells.start);
        self.plies.append_value((cells.moves.len() / 2) as i32);
        self.moves.append_value(&cells.moves);
        self.rows += 1;
    }

    /// The batch.
    pub(super) fn finish(mut self) -> Result<RecordBatch> {
        let batch = RecordBatch::try_new(
            GAMES.schema(),
            vec![
                Arc::new(self.key.finish()),
                Arc::new(self.kind.finish()),
                Arc::new(self.counts_as.finish()),
                Arc::new(self.red.finish()),
                Arc::new(self.black.finish()),
                Arc::new(self.red_team.finish()),
                Arc::new(self.black_team.finish()),
                Arc::new(self.event.finish()),
                Arc::new(self.site.finish()),
                Arc::new(self.round.finish()),
                Arc::new(self.date.finish()),
                Arc::new(self.year.finish()),
                Arc::new(self.derived.finish()),
                Arc::new(self.doubt.finish()),
                Arc::new(self.result.finish()),
                Arc::new(self.termination.finish()),
                Arc::new(self.opening.finish()),
                Arc::new(self.opening_found.finish()),
                Arc::new(self.start.finish()),
                Arc::new(self.plies.finish()),
                Arc::new(self.moves.finish()),
            ],
        )?;
        Ok(batch)
    }
}
