//! Texts of games that are looked through as they are, without facts or an index.

use crate::store::error::Result;
use crate::store::sql::Connection;

/// Which text of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameText {
    /// Where it was played.
    Site,
    /// The opening as the record states it.
    Opening,
    /// The title, of any witness.
    Title,
    /// The chapter of a book, of any witness.
    Book,
}

impl GameText {
    const fn sql(self) -> &'static str {
        match self {
            GameText::Site => "select id, site from game where site is not null",
            GameText::Opening => "select id, opening from game where opening is not null",
            GameText::Title => {
                "select record.game, record_tags.value from record_tags
                 join record on record.id = record_tags.record
                 where record_tags.name = 'Title' and record.game is not null"
            }
            GameText::Book => {
                "select record.game, record_tags.value from record_tags
                 join record on record.id = record_tags.record
                 where record_tags.name in ('Book', 'Chapter') and record.game is not null"
            }
        }
    }
}

impl Connection {
    /// Hands every such text, with the id of its game, to `visit`.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn game_texts(&self, text: GameText, visit: &mut dyn FnMut(u32, &str)) -> Result<()> {
        self.select(text.sql())?.each([], |row| -> Result<()> {
            if let Some(found) = row.text_or_null(1)? {
                visit(row.get(0)?, found);
            }
            Ok(())
        })
    }
}
