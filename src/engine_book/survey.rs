//! What a book holds, and whether it is sound.
//!
//! Every row is looked at. Which position a number stands for cannot be told from it: the book is
//! walked from the start along its own moves, and only there it shows whether a piece can make a
//! move.

use super::keys::are_points;
use super::open::{BookContent, BookKind, EngineBook};
use crate::format::DatEntry;
use crate::search::Watch;
use crate::store::{BookLayout, BookTable, Error, Result};
use crate::xiangqi::Position;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// The contents of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookSurvey {
    /// The kind.
    pub kind: BookKind,
    /// Different keys. A position and its mirror image may have one each.
    pub positions: u64,
    /// Rows.
    pub moves: u64,
    /// Rows whose move may not be played.
    pub forbidden: u64,
    /// Rows with a remark.
    pub remarks: u64,
    /// Positions that the book's own moves lead to from the start, each with at least a move; at
    /// most [`BookSurvey::FARTHEST`] are looked at.
    pub reached: u64,
    /// Rows whose key is none: SQLite keeps a number that is none as null.
    pub no_key: u64,
    /// Rows whose move does not lead from a point of the board to another.
    pub no_move: u64,
    /// Rows about positions that were reached, whose move the piece cannot make.
    pub impossible: u64,
    /// Rows about positions that were reached, whose move has its two bytes in the order that is
    /// unusual for the kind. They are read all the same.
    pub turned: u64,
    /// The words of SQLite about damage.
    pub damage: Vec<String>,
}

impl BookSurvey {
    /// The most positions of the walk.
    pub const FARTHEST: usize = 50_000;

    /// Looks at a whole book.
    ///
    /// # Errors
    /// When it cannot be read, and when the watcher ends the work.
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
        let go_on = || match watch.is_stopped() {
            true => Err(Error::Stopped),
            false => Ok(ControlFlow::Continue(())),
        };
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

    /// Walks from the start along the moves of the book, the nearest positions first.
    fn walk(&mut self, book: &EngineBook, watch: &dyn Watch) -> Result<()> {
        let mut open = VecDeque::from([Position::start()]);
        let mut seen = FxHashSet::from_iter([Position::start().key().key]);
        while let Some(position) = open.pop_front() {
            if watch.is_stopped() {
                return Err(Error::Stopped);
            }
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

    /// Whether nothing is wrong but the order of bytes.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.no_key + self.no_move + self.impossible == 0 && self.damage.is_empty()
    }
}
