//! The table `games`.

use super::error::Result;
use super::json::object;
use super::table::GAMES;
use crate::search::Archive;
use crate::store::GameRow;
use arrow_array::RecordBatch;
use arrow_array::builder::{BinaryBuilder, Int16Builder, Int32Builder, StringBuilder};
use std::borrow::Borrow;
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
        let mut columns = Columns::default();
        for id in self.ids.by_ref().take(self.rows) {
            columns.push(archive, &archive.game(id)?)?;
        }
        columns.finish()
    }
}

impl<A: Borrow<Archive>> Iterator for Games<A> {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        self.batch().transpose()
    }
}

#[derive(Default)]
struct Columns {
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
    rows: usize,
}

impl Columns {
    fn push(&mut self, archive: &Archive, game: &GameRow) -> Result<()> {
        let fact = archive.facts.of_one(game.id);
        let first = archive.kin()?.first(game.id);
        self.key.append_value(&game.key);
        // Kind and result are those that questions compare.
        let kind = fact.and_then(|fact| fact.kind()).unwrap_or(game.kind);
        self.kind.append_value(kind.as_str());
        match first == game.id {
            true => self.counts_as.append_value(&game.key),
            false => self.counts_as.append_value(archive.snapshot().game_key(first)?),
        }
        self.red.append_option(game.red.as_deref());
        self.black.append_option(game.black.as_deref());
        self.red_team.append_option(game.red_team.as_deref());
        self.black_team.append_option(game.black_team.as_deref());
        self.event.append_option(game.event.as_deref());
        self.site.append_option(game.site.as_deref());
        self.round.append_option(game.round.as_deref());
        self.date.append_option(game.date.as_deref());
        self.year.append_option(fact.and_then(|fact| fact.year()).map(|year| year as i16));
        self.derived.append_option(object(game.derived.values_json()));
        self.doubt.append_option(object(game.derived.doubts_json()));
        let result = fact.map_or(game.result, |fact| fact.result());
        self.result.append_value(result.as_str());
        self.termination.append_option(game.termination.as_deref());
        let opening = fact.and_then(|fact| fact.opening()).map(|code| code.to_string());
        self.opening.append_option(opening);
        self.opening_found.append_option(game.opening.as_deref());
        self.start.append_option(game.start.as_deref());
        self.plies.append_value(game.moves.len() as i32);
        let moves: Vec<u8> = game.moves.iter().flat_map(|mv| mv.bytes()).collect();
        self.moves.append_value(moves);
        self.rows += 1;
        Ok(())
    }

    /// The batch, unless it is empty.
    fn finish(mut self) -> Result<Option<RecordBatch>> {
        if self.rows == 0 {
            return Ok(None);
        }
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
        Ok(Some(batch))
    }
}
