//! Records with the main line of their game.

use super::game::{moves_of, start_position};
use crate::metadata::GameResult;
use crate::store::error::{Error, Result};
use crate::store::sql::{Connection, Row};
use crate::xiangqi::{Move, Position};
use std::ops::ControlFlow;

/// A record at one of its places, and the main line it witnesses.
#[derive(Debug, Clone)]
pub struct RecordLine {
    /// The path of the file, absolute.
    pub path: String,
    /// The path inside an archive.
    pub member: Option<String>,
    /// 1-based in the source.
    pub record: u64,
    /// The key of the game; none for what was set aside and for headings.
    pub game: Option<String>,
    /// The position the moves begin from.
    pub start: Position,
    /// The main line.
    pub moves: Vec<Move>,
    /// The result that the record claims.
    pub result: GameResult,
}

impl Connection {
    /// Visits every record at each of its places, by place and ordinal.
    ///
    /// # Errors
    /// When the database cannot be read, and what `visit` fails with.
    pub fn record_lines<E: From<Error>>(
        &self,
        visit: &mut dyn FnMut(RecordLine) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let sql = "select location.path, location.member, record.ordinal, game.key, game.start,
                          game.moves, record.result
                   from location join record on record.source = location.source
                   left join game on game.id = record.game
                   order by location.path, location.member, record.ordinal";
        let mut statement = self.select(sql).map_err(Error::from)?;
        let mut outcome = Ok(());
        let walked = statement.until([], |row| -> Result<ControlFlow<()>> {
            outcome = visit(record_line(row)?);
            Ok(if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        });
        let _ = walked?;
        outcome
    }
}

fn record_line(row: &Row<'_>) -> Result<RecordLine> {
    let moves: Option<Vec<u8>> = row.get(5)?;
    Ok(RecordLine {
        path: row.get(0)?,
        member: Some(row.get(1)?).filter(|member: &String| !member.is_empty()),
        record: row.get(2)?,
        game: row.get(3)?,
        start: start_position(row.text_or_null(4)?)?,
        moves: moves_of(&moves.unwrap_or_default())?,
        result: row.get(6)?,
    })
}
