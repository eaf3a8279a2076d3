//! Contents and faults of a book.
//!
//! Every row is read. A key does not show its position: the book is walked from the start along its
//! own moves, and only there can a move be checked.

use super::keys::are_points;
use super::open::{BookContent, BookKind, EngineBook};
use crate::format::DatEntry;
use crate::search::Watch;
use crate::store::{BookLayout, BookTable, Result};
use crate::xiangqi::Position;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// Contents and faults of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookSurvey {
    /// Kind of the book.
    pub kind: BookKind,
    /// Number of different keys. A position and its mirror image may both have one.
    pub positions: u64,
    /// Number of rows.
    pub moves: u64,
    /// Number of rows with forbidden moves.
    pub forbidden: u64,
    /// Number of rows with a remark.
    pub remarks: u64,
    /// Number of positions with moves to which the book's moves lead from the start; at most
    /// [`BookSurvey::FARTHEST`] are visited.
    pub reached: u64,
    /// Number of rows without a key: SQLite stores a key that is no number as null.
    pub no_key: u64,
    /// Number of rows whose code names no two points of the board.
    pub no_move: u64,
    /// Number of rows about visited positions with a move that the piece cannot make.
    pub impossible: u64,
    /// Number of rows about visited positions whose two bytes are in the unusual order of the kind;
    /// they are read nevertheless.
    pub turned: u64,
    /// Messages of SQLite about damage.
    pub damage: Vec<String>,
}

impl BookSurvey {
    /// Largest number of visited positions.
    pub const FARTHEST: usize = 50_000;

    /// Surveys a whole book. [`Stopped`](crate::store::Error::Stopped) if `watch` ends the work.
    pub fn of(book: &EngineBook, watch: &dyn Watch) -> Result<BookSurvey> {
        let mut survey = BookSurvey {
            kind: book.kind(),
            positions: 0,
            moves: 0,
            forbidden: 0,
            remarks: 0,
            reached: 0,
            no_key: 0,
            no_move: 0,
            impossible: 0,
            turned: 0,
            damage: Vec::new(),
        };
        match &book.content {
            BookContent::Dat(bytes) => survey.count_entries(bytes),
            BookContent::Table(table) => survey.count_rows(table, watch)?,
        }
        survey.walk(book, watch)?;
        Ok(survey)
    }

    fn count_entries(&mut self, bytes: &[u8]) {
        let mut last = None;
        for entry in DatEntry::all(bytes) {
            self.positions += u64::from(last != Some(entry.lock));
            last = Some(entry.lock);
            self.moves += 1;
            self.forbidden += u64::from(entry.weight == 0);
        }
    }

    fn count_rows(&mut self, table: &BookTable, watch: &dyn Watch) -> Result<()> {
        let go_on = || watch.go_on().map(ControlFlow::Continue);
        self.damage = table.check_structures()?;
        let mut last = None;
        let _ = table.each_key(|key| {
            match key {
                None => self.no_key += 1,
                key => {
                    self.positions += u64::from(last != key);
                    last = key;
                }
            }
            go_on()
        })?;
        let is_move = |code| table.layout == BookLayout::Xqb || are_points(code);
        let _ = table.each(|_, row| {
            self.moves += 1;
            self.forbidden += u64::from(!row.is_allowed);
            self.remarks += u64::from(!row.remark.is_empty());
            self.no_move += u64::from(!row.mv.is_some_and(is_move));
            go_on()
        })?;
        Ok(())
    }

    /// Walks from the start along the moves of the book, nearest positions first.
    fn walk(&mut self, book: &EngineBook, watch: &dyn Watch) -> Result<()> {
        let mut open = VecDeque::from([Position::start()]);
        let mut seen = FxHashSet::from_iter([Position::start().key().key]);
        while let Some(position) = open.pop_front() {
            watch.go_on()?;
            let reading = book.read(&position)?;
            self.reached += u64::from(!reading.moves.is_empty());
            self.impossible += reading.impossible;
            self.turned += reading.turned;
            for it in reading.moves {
                let after = position.after(&[it.mv]);
                if seen.len() < Self::FARTHEST && seen.insert(after.key().key) {
                    open.push_back(after);
                }
            }
        }
        Ok(())
    }

    /// Whether the book has no fault except for unusual orders of bytes.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.no_key + self.no_move + self.impossible == 0 && self.damage.is_empty()
    }
}
