//! Records at their places, by the games they witness.

use crate::metadata::Metadata;
use crate::store::error::{Error, Result};
use crate::store::sql::{Connection, Row};
use crate::store::tags::tags_of;
use std::ops::ControlFlow;

/// A record that witnesses a game, at one of its places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordPlace {
    /// `game.id`
    pub game: u32,
    /// The path of the file, absolute.
    pub path: String,
    /// The path inside an archive.
    pub member: Option<String>,
    /// 1-based in the source.
    pub record: u64,
    /// Red and Black, as it names them.
    pub players: [Option<String>; 2],
}

impl Connection {
    /// Visits every record that witnesses a game, at each of its places; the records of a game
    /// together, in the order in which they were stored.
    ///
    /// # Errors
    /// When the database cannot be read, and what `visit` fails with.
    pub fn record_places<E: From<Error>>(
        &self,
        visit: &mut dyn FnMut(RecordPlace) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let sql = "select record.game, location.path, location.member, record.ordinal,
                          tag_shape.names, record.tags
                   from record join location on location.source = record.source
                   left join tag_shape on tag_shape.id = record.shape
                   where record.game is not null
                   order by record.game, record.id, location.path, location.member";
        let mut statement = self.select(sql).map_err(Error::from)?;
        let mut outcome = Ok(());
        let walked = statement.until([], |row| -> Result<ControlFlow<()>> {
            outcome = visit(place(row)?);
            Ok(if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        });
        let _ = walked?;
        outcome
    }
}

fn place(row: &Row<'_>) -> Result<RecordPlace> {
    let tags = tags_of(row.text_or_null(4)?, row.text(5)?)?;
    let tags = tags.iter().filter_map(|(name, tag)| Some((name.as_str(), tag.as_str()?)));
    let Metadata { red, black, .. } = Metadata::from_tags(tags);
    Ok(RecordPlace {
        game: row.get(0)?,
        path: row.get(1)?,
        member: Some(row.get(2)?).filter(|member: &String| !member.is_empty()),
        record: row.get(3)?,
        players: [red, black],
    })
}

/// What a record says of who played where and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordHead {
    /// `game.id`
    pub game: u32,
    /// Red and Black, as it names them.
    pub players: [Option<String>; 2],
    /// Their teams.
    pub teams: [Option<String>; 2],
    /// The event, as it names it.
    pub event: Option<String>,
    /// The year, when it is known.
    pub year: Option<u16>,
}

impl Connection {
    /// Visits the head of every record that witnesses a game, the records of a game together.
    ///
    /// # Errors
    /// When the database cannot be read, and what `visit` fails with.
    pub fn record_heads(&self, visit: &mut dyn FnMut(RecordHead) -> Result<()>) -> Result<()> {
        let sql = "select record.game, tag_shape.names, record.tags from record
                   left join tag_shape on tag_shape.id = record.shape
                   where record.game is not null order by record.game, record.id";
        self.select(sql)?.each([], |row| {
            let tags = tags_of(row.text_or_null(1)?, row.text(2)?)?;
            let tags = tags.iter().filter_map(|(name, tag)| Some((name.as_str(), tag.as_str()?)));
            let said = Metadata::from_tags(tags);
            visit(RecordHead {
                game: row.get(0)?,
                players: [said.red, said.black],
                teams: [said.red_team, said.black_team],
                event: said.event,
                year: said.date.map(|date| date.year),
            })
        })
    }
}
