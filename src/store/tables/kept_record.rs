//! Whole rows of the table `record` with all that hangs on them, as another database needs them.

use super::derived::{derived_of, derived_of_record, doubts_of_record};
use crate::metadata::{Derived, GameResult, Kind, Status};
use crate::store::error::Result;
use crate::store::sql::{Connection, Row};
use rustc_hash::FxHashSet;
use std::ops::{ControlFlow, Range};

/// A record with all that hangs on it.
#[derive(Debug)]
pub struct KeptRecord {
    /// 1-based in its source.
    pub ordinal: u64,
    /// `game.id` of the game that it witnesses.
    pub game: Option<u32>,
    pub(in crate::store) span: Range<u64>,
    pub(in crate::store) status: Status,
    pub(in crate::store) shape: Option<String>,
    pub(in crate::store) tags: String,
    pub(in crate::store) result: GameResult,
    pub(in crate::store) kind: Kind,
    pub(in crate::store) error: Option<String>,
    pub(in crate::store) damaged: Option<String>,
    pub(in crate::store) warnings: Option<String>,
    pub(in crate::store) raw: Option<Vec<u8>>,
    /// `game.start` and `game.moves`.
    pub(in crate::store) line: Option<(Option<String>, Vec<u8>)>,
    /// `tree.data` and `comment.told`.
    pub(in crate::store) tree: Option<(Vec<u8>, Option<String>)>,
    pub(in crate::store) derived: Derived,
}

/// The records of a source from behind an ordinal on.
pub(in crate::store) const KEPT: &str = concat!(
    "select record.id, record.ordinal, record.game, record.start_byte, record.end_byte,
           record.status, tag_shape.names, record.tags, record.result, record.kind, record.error,
           record.damaged, record.warnings, record.raw, game.start, game.moves, tree.data,
           comment.told, ",
    derived_of_record!(),
    ", ",
    doubts_of_record!(),
    "
    from record
    left join tag_shape on tag_shape.id = record.shape
    left join game on game.id = record.game
    left join tree on tree.id = record.tree
    left join comment on comment.tree = record.tree
    where record.source = ?1 and record.ordinal > ?2 order by record.ordinal"
);

impl KeptRecord {
    /// Roughly how many bytes it occupies in memory.
    pub fn weight(&self) -> usize {
        let tree = self
            .tree
            .as_ref()
            .map_or(0, |(data, told)| data.len() + told.as_ref().map_or(0, String::len));
        let line = self.line.as_ref().map_or(0, |(_, moves)| moves.len());
        self.tags.len() + self.raw.as_ref().map_or(0, Vec::len) + tree + line + size_of::<Self>()
    }
}

impl Connection {
    /// Hands the records of a source that come after an ordinal to `visit`, in order, until it has
    /// enough. The file has to be of the newest version.
    ///
    /// # Errors
    /// When the database cannot be read, or what hangs on a record makes no sense.
    pub fn kept_records(
        &self,
        source: i64,
        after: u64,
        visit: &mut dyn FnMut(KeptRecord) -> ControlFlow<()>,
    ) -> Result<()> {
        let _ = self
            .select(KEPT)?
            .until((source, after as i64), |row| -> Result<_> { Ok(visit(kept(row)?)) })?;
        Ok(())
    }

    /// The ordinals of the records of a source.
    pub(in crate::store) fn ordinals(&self, source: i64) -> Result<FxHashSet<u64>> {
        let sql = "select ordinal from record where source = ?1";
        Ok(self.select(sql)?.all([source], |row| row.get(0))?)
    }
}

fn kept(row: &Row<'_>) -> Result<KeptRecord> {
    let moves: Option<Vec<u8>> = row.get(15)?;
    let start: Option<String> = row.get(14)?;
    let data: Option<Vec<u8>> = row.get(16)?;
    let told: Option<String> = row.get(17)?;
    Ok(KeptRecord {
        ordinal: row.get(1)?,
        game: row.get(2)?,
        span: row.get(3)?..row.get(4)?,
        status: row.get(5)?,
        shape: row.get(6)?,
        tags: row.get(7)?,
        result: row.get(8)?,
        kind: row.get(9)?,
        error: row.get(10)?,
        damaged: row.get(11)?,
        warnings: row.get(12)?,
        raw: row.get(13)?,
        line: moves.map(|moves| (start, moves)),
        tree: data.map(|data| (data, told)),
        derived: derived_of(row.text_or_null(18)?, row.text_or_null(19)?)?,
    })
}
