//! Texts of games that are looked through as they are, without facts or an index.

use crate::store::error::Result;
use crate::store::sql::Connection;
use crate::store::tags::tags_of;
use serde_json::Value;
use std::ops::RangeInclusive;

/// Which text of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameText {
    /// Where it was played.
    Site,
    /// The title, of any witness.
    Title,
    /// The book and the chapter, of any witness.
    Book,
}

impl GameText {
    /// The tags in which it stands; none when it is a column of the game.
    const fn tags(self) -> &'static [&'static str] {
        match self {
            GameText::Site => &[],
            GameText::Title => &["Title"],
            GameText::Book => &["Book", "Chapter"],
        }
    }
}

const SITES: &str = "select id, site from game where id between ?1 and ?2 and site is not null";
/// Shapes tell which records have a tag at all.
const TAGS: &str = "select record.game, tag_shape.names, record.tags
     from record left join tag_shape on tag_shape.id = record.shape
     where record.game between ?1 and ?2
       and (record.shape is null or instr(tag_shape.names, ?3) or instr(tag_shape.names, ?4))";

impl Connection {
    /// Hands every such text of the games with these ids to `visit`.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn game_texts(
        &self,
        text: GameText,
        ids: RangeInclusive<u32>,
        visit: &mut dyn FnMut(u32, &str),
    ) -> Result<()> {
        if text != GameText::Site {
            return self.tag_texts(text.tags(), ids, visit);
        }
        self.select(SITES)?.each([ids.start(), ids.end()], |row| -> Result<()> {
            if let Some(found) = row.text_or_null(1)? {
                visit(row.get(0)?, found);
            }
            Ok(())
        })
    }

    fn tag_texts(
        &self,
        tags: &[&str],
        ids: RangeInclusive<u32>,
        visit: &mut dyn FnMut(u32, &str),
    ) -> Result<()> {
        let quoted =
            |place: usize| tags.get(place).or(tags.first()).map(|tag| format!("\"{tag}\""));
        let (one, other) = (quoted(0), quoted(1));
        let wanted = rusqlite::params![ids.start(), ids.end(), one, other];
        self.select(TAGS)?.each(wanted, |row| -> Result<()> {
            let found = tags_of(row.text_or_null(1)?, row.text(2)?)?;
            for value in tags.iter().filter_map(|tag| found.get(*tag).and_then(Value::as_str)) {
                visit(row.get(0)?, value);
            }
            Ok(())
        })
    }
}
