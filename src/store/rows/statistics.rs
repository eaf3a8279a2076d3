//! Statistics: how much of everything a database holds; the table `meta`, small facts of the file
//! itself; and the table `common_position`, remembered answers about the positions that very many
//! games come to.

use crate::store::error::Result;
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;
use rusqlite::params;

/// How many rows each table has, and how they divide.
#[derive(Debug, Clone, Default)]
pub struct Statistics {
    /// Files and members of archives.
    pub locations: u64,
    /// Distinct contents.
    pub sources: u64,
    /// Records.
    pub records: u64,
    /// Spellings of players' names.
    pub players: u64,
    /// Events.
    pub events: u64,
    /// Trees of variations and comments.
    pub trees: u64,
    /// Size of the file.
    pub bytes: u64,
    /// Records by format.
    pub formats: Vec<ValueCount>,
    /// Sources by encoding.
    pub encodings: Vec<ValueCount>,
    /// Records by status.
    pub statuses: Vec<ValueCount>,
}

/// Unit of a count.
#[derive(Debug, Copy, Clone, PartialEq, Eq, Hash, Default)]
pub enum CountUnit {
    /// Games: certain copies count once.
    #[default]
    Games,
    /// Lines: every game that has moves of its own.
    Lines,
    /// Records that witness a game.
    Witnesses,
}

impl CountUnit {
    /// The unit of a count when nobody chooses one. No record states that another line is the same
    /// game, so lines count where only what is stated does.
    #[must_use]
    pub const fn usual(as_stated: bool) -> CountUnit {
        if as_stated { CountUnit::Lines } else { CountUnit::Games }
    }
}

/// How many have one value, `None` where there is none.
pub type ValueCount = (Option<String>, u64);

impl Connection {
    /// Counts everything.
    pub fn statistics(&self) -> Result<Statistics> {
        let shares = |sql: &str| self.rows(sql, []);
        Ok(Statistics {
            locations: self.value("select count(*) from location")?,
            sources: self.value("select count(*) from source")?,
            records: self.value("select count(*) from record")?,
            players: self.value("select count(*) from player")?,
            events: self.value("select count(*) from event")?,
            trees: self.value("select count(*) from tree")?,
            bytes: self.value(
                "select page_count * page_size from pragma_page_count, pragma_page_size",
            )?,
            formats: shares(
                "select source.format, count(*) from record join source on source.id = record.source
                 group by source.format order by 2 desc, 1",
            )?,
            encodings: shares(
                "select encoding, count(*) from source group by encoding order by 2 desc, 1",
            )?,
            // What is partial and no game was set aside, as imports and reports count it.
            statuses: shares(
                "select iif(status = 'partial' and game is null, 'rejected', status), count(*)
                 from record group by 1 order by 2 desc, 1",
            )?,
        })
    }

    /// When the last content was read, if any was: a time of UTC in ISO 8601.
    pub fn last_import(&self) -> Result<Option<String>> {
        self.value("select max(imported_at) from source")
    }

    /// The day that it is, in UTC: `2026-01-31`.
    ///
    /// # Errors
    /// When SQLite does not know the time.
    pub fn day(&self) -> Result<String> {
        self.value("select date('now')")
    }

    /// The highest `game.id`; 0 where there is no game.
    pub fn last_game(&self) -> Result<u32> {
        self.value("select coalesce(max(id), 0) from game")
    }

    /// How many games there are.
    pub fn game_count(&self) -> Result<u64> {
        self.value("select count(*) from game")
    }
}

impl Connection {
    /// A number that grows with every change to a game.
    pub fn generation(&self) -> Result<i64> {
        self.value("select value from meta where name = 'generation'")
    }
}

/// To be called after every change to a game: what was remembered of the former ones is stale.
pub(crate) fn next_generation(tx: &Transaction<'_>) -> Result<()> {
    tx.write("update meta set value = value + 1 where name = 'generation'")?.execute([])?;
    Ok(())
}

/// A question whose answer is remembered.
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
pub struct RememberedAnswer {
    /// The question.
    pub key: AnswerKey,
    /// How many games come to the position, and the first of them in every order.
    pub found: String,
    /// The explorer's rows.
    pub explored: String,
}

/// The statement that reads a column of an answer, if it is of this generation.
pub(crate) fn remembered(column: &str) -> String {
    format!(
        "select {column} from common_position where key = ?1 and mirrored = ?2 and exact = ?3
         and (select value from meta where name = 'common_generation')
           = (select value from meta where name = 'generation')"
    )
}

impl Connection {
    /// [`RememberedAnswer::found`], if it is remembered and of this generation.
    pub fn remembered_search(&self, key: AnswerKey) -> Result<Option<String>> {
        self.remembered("found", key)
    }

    /// [`RememberedAnswer::explored`], if it is remembered and of this generation.
    pub fn remembered_rows(&self, key: AnswerKey) -> Result<Option<String>> {
        self.remembered("explored", key)
    }

    fn remembered(&self, column: &str, key: AnswerKey) -> Result<Option<String>> {
        let AnswerKey { key, is_mirrored, is_exact } = key;
        let params = params![key as i64, is_mirrored, is_exact];
        self.find(&remembered(column), params)
    }

    /// The generation that the remembered answers are of.
    pub fn remembered_generation(&self) -> Result<i64> {
        self.value("select value from meta where name = 'common_generation'")
    }

    /// The highest `game.id` when the answers were remembered; 0 where none are.
    pub fn remembered_games(&self) -> Result<u32> {
        self.value("select coalesce(max(value), 0) from meta where name = 'common_games'")
    }

    /// Whether everything that follows from games and decisions (links, times, persons, editions)
    /// is of this generation.
    pub fn is_settled(&self) -> Result<bool> {
        let settled = "select coalesce(max(value), -1) from meta where name = 'settled_generation'";
        Ok(self.value::<i64>(settled)? == self.generation()?)
    }
}

impl Transaction<'_> {
    /// Replaces all remembered answers by these, which were worked out in this generation.
    pub fn remember(&self, answers: &[RememberedAnswer], generation: i64) -> Result<()> {
        self.write("delete from common_position")?.execute([])?;
        let sql = "insert into common_position (key, mirrored, exact, found, explored)
                   values (?1, ?2, ?3, ?4, ?5)";
        let mut insert = self.write(sql)?;
        for RememberedAnswer { key, found, explored } in answers {
            let AnswerKey { key, is_mirrored, is_exact } = *key;
            insert.execute(params![key as i64, is_mirrored, is_exact, found, explored])?;
        }
        self.write("update meta set value = ?1 where name = 'common_generation'")?
            .execute([generation])?;
        self.set_meta("common_games", self.last_game()?.into())
    }

    /// Notes that everything that follows from games and decisions is of this generation.
    pub fn settle(&self) -> Result<()> {
        self.set_meta("settled_generation", self.generation()?)
    }

    fn set_meta(&self, name: &str, value: i64) -> Result<()> {
        let sql = "insert into meta (name, value) values (?1, ?2)
                   on conflict (name) do update set value = excluded.value";
        self.write(sql)?.execute(params![name, value])?;
        Ok(())
    }
}
