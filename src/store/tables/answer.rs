//! The table `common_position`: remembered answers about the positions that very many games come
//! to.

use crate::store::error::Result;
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;
use rusqlite::params;

/// What was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AnswerKey {
    /// The key of the position index.
    pub key: u64,
    /// The position is the mirror image of the canonical one of its pair.
    pub is_mirrored: bool,
    /// Mirror images do not count.
    pub is_exact: bool,
}

/// A remembered answer, as JSON; `search` knows what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The question.
    pub key: AnswerKey,
    /// How many games come to the position, and the first of them in every order.
    pub found: String,
    /// The explorer's rows.
    pub explored: String,
}

/// What was found.
pub(in crate::store) const FOUND: &str = "
    select found from common_position where key = ?1 and mirrored = ?2 and exact = ?3
    and (select value from meta where name = 'common_generation')
      = (select value from meta where name = 'generation')";
/// What was explored.
pub(in crate::store) const EXPLORED: &str = "
    select explored from common_position where key = ?1 and mirrored = ?2 and exact = ?3
    and (select value from meta where name = 'common_generation')
      = (select value from meta where name = 'generation')";

impl Connection {
    /// [`Answer::found`], if it is remembered and of this generation.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn remembered_search(&self, key: AnswerKey) -> Result<Option<String>> {
        self.remembered(FOUND, key)
    }

    /// [`Answer::explored`], if it is remembered and of this generation.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn remembered_rows(&self, key: AnswerKey) -> Result<Option<String>> {
        self.remembered(EXPLORED, key)
    }

    fn remembered(&self, sql: &str, key: AnswerKey) -> Result<Option<String>> {
        let AnswerKey { key, is_mirrored, is_exact } = key;
        let params = params![key as i64, is_mirrored, is_exact];
        Ok(self.select(sql)?.optional(params, |row| row.get(0))?)
    }

    /// The generation that the remembered answers are of.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn remembered_generation(&self) -> Result<i64> {
        Ok(self.value("select value from meta where name = 'common_generation'")?)
    }
}

impl Transaction<'_> {
    /// Replaces all remembered answers by these, which were worked out in this generation.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn remember(&self, answers: &[Answer], generation: i64) -> Result<()> {
        self.write("delete from common_position")?.execute([])?;
        let sql = "insert into common_position (key, mirrored, exact, found, explored)
                   values (?1, ?2, ?3, ?4, ?5)";
        let mut insert = self.write(sql)?;
        for Answer { key, found, explored } in answers {
            let AnswerKey { key, is_mirrored, is_exact } = *key;
            insert.execute(params![key as i64, is_mirrored, is_exact, found, explored])?;
        }
        self.write("update meta set value = ?1 where name = 'common_generation'")?
            .execute([generation])?;
        Ok(())
    }
}
