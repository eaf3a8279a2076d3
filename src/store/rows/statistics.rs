//! Statistics: the numbers of rows of a database; the table `meta`, small facts of the file itself;
//! and the table `common_position`, remembered answers about the positions of very many games.

use crate::store::error::Result;
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;
use rusqlite::params;

/// Numbers of rows of each table, in all and by value.
#[derive(Debug, Clone, Default)]
pub struct Statistics {
    /// Number of files and members of archives.
    pub locations: u64,
    /// Number of distinct contents.
    pub sources: u64,
    /// Number of records.
    pub records: u64,
    /// Number of spellings of players' names.
    pub players: u64,
    /// Number of events.
    pub events: u64,
    /// Number of trees of variations and comments.
    pub trees: u64,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Numbers of records by format.
    pub formats: Vec<ValueCount>,
    /// Numbers of sources by encoding.
    pub encodings: Vec<ValueCount>,
    /// Numbers of records by status.
    pub statuses: Vec<ValueCount>,
}

/// Unit of a count.
#[derive(Debug, Copy, Clone, PartialEq, Eq, Hash, Default)]
pub enum CountUnit {
    /// Games: certain copies count once.
    #[default]
    Games,
    /// Lines: every game with its own moves.
    Lines,
    /// Records that witness a game.
    Witnesses,
}

impl CountUnit {
    /// The default unit of a count. No record states that two lines are one game, so lines are
    /// counted `as_stated`.
    #[must_use]
    pub const fn usual(as_stated: bool) -> CountUnit {
        if as_stated { CountUnit::Lines } else { CountUnit::Games }
    }
}

/// A value, `None` for null, and its number of rows.
pub type ValueCount = (Option<String>, u64);

impl Connection {
    /// Counts the rows of all tables.
    pub fn statistics(&self) -> Result<Statistics> {
        let shares = |sql: &str| self.rows::<_, Vec<ValueCount>>(sql, []);
        // An index has the records by source: they are counted without being sorted.
        let formats = shares(
            "select format, sum(counted)
             from (select source as read, count(*) as counted from record group by source)
             join source on source.id = read
             group by format order by 2 desc, 1",
        )?;
        let records: u64 = formats.iter().map(|(_, records)| records).sum();
        // A partial record without a game was set aside, as imports and reports count it.
        let mut statuses = shares(
            "select iif(status = 'partial' and game is null, 'rejected', status), count(*)
             from record where status <> 'ok' group by 1",
        )?;
        let others: u64 = statuses.iter().map(|(_, records)| records).sum();
        let sound = records.saturating_sub(others);
        statuses.extend((sound > 0).then(|| (Some("ok".to_owned()), sound)));
        statuses.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        Ok(Statistics {
            locations: self.value("select count(*) from location")?,
            sources: self.value("select count(*) from source")?,
            records,
            players: self.value("select count(*) from player")?,
            events: self.value("select count(*) from event")?,
            trees: self.value("select count(*) from tree")?,
            bytes: self
                .value("select page_count * page_size from pragma_page_count, pragma_page_size")?,
            formats,
            encodings: shares(
                "select encoding, count(*) from source group by encoding order by 2 desc, 1",
            )?,
            statuses,
        })
    }

    /// Time at which the last content was read, in UTC in ISO 8601; `None` without any.
    pub fn last_import(&self) -> Result<Option<String>> {
        self.value("select max(imported_at) from source")
    }

    /// Today's date in UTC: `2026-01-31`.
    ///
    /// # Errors
    /// SQLite does not know the time.
    pub fn day(&self) -> Result<String> {
        self.value("select date('now')")
    }

    /// Highest `game.id`; 0 without any game.
    pub fn last_game(&self) -> Result<u32> {
        self.value("select coalesce(max(id), 0) from game")
    }

    /// Number of games.
    pub fn game_count(&self) -> Result<u64> {
        self.value("select count(*) from game")
    }

    /// A number that grows with every change of a game.
    pub fn generation(&self) -> Result<i64> {
        self.value("select value from meta where name = 'generation'")
    }

    /// [`RememberedAnswer::found`]; `None` unless it is remembered and of this generation.
    pub fn remembered_search(&self, key: AnswerKey) -> Result<Option<String>> {
        self.remembered("found", key)
    }

    /// [`RememberedAnswer::explored`]; `None` unless it is remembered and of this generation.
    pub fn remembered_rows(&self, key: AnswerKey) -> Result<Option<String>> {
        self.remembered("explored", key)
    }

    fn remembered(&self, column: &str, key: AnswerKey) -> Result<Option<String>> {
        let AnswerKey { key, is_mirrored, is_exact } = key;
        let params = params![key as i64, is_mirrored, is_exact];
        self.find(&remembered(column), params)
    }

    /// Generation of the remembered answers.
    pub fn remembered_generation(&self) -> Result<i64> {
        self.value("select value from meta where name = 'common_generation'")
    }

    /// Highest `game.id` when the answers were remembered; 0 without any.
    pub fn remembered_games(&self) -> Result<u32> {
        self.value("select coalesce(max(value), 0) from meta where name = 'common_games'")
    }

    /// Whether all rows that follow from games and decisions (links, dates, persons, editions) are
    /// of this generation.
    pub fn is_settled(&self) -> Result<bool> {
        let settled = "select coalesce(max(value), -1) from meta where name = 'settled_generation'";
        Ok(self.value::<i64>(settled)? == self.generation()?)
    }
}

/// Increments the generation; called after every change of a game, so that remembered answers
/// become stale.
pub(crate) fn next_generation(tx: &Transaction<'_>) -> Result<()> {
    tx.write("update meta set value = value + 1 where name = 'generation'")?.execute([])?;
    Ok(())
}

/// A question with a remembered answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AnswerKey {
    /// Key of the position index.
    pub key: u64,
    /// Whether the position is the mirror image of the canonical one of its pair.
    pub is_mirrored: bool,
    /// Whether mirror images are excluded.
    pub is_exact: bool,
}

/// A remembered answer as JSON, which `search` reads and writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RememberedAnswer {
    /// The question.
    pub key: AnswerKey,
    /// Number of games with the position, and the first of them in every order.
    pub found: String,
    /// Rows of the explorer.
    pub explored: String,
}

/// Statement that reads a column of an answer, if it is of this generation.
pub(crate) fn remembered(column: &str) -> String {
    format!(
        "select {column} from common_position where key = ?1 and mirrored = ?2 and exact = ?3
         and (select value from meta where name = 'common_generation')
           = (select value from meta where name = 'generation')"
    )
}

impl Transaction<'_> {
    /// Replaces all remembered answers by these, which were computed in this generation.
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

    /// Stores that all rows that follow from games and decisions are of this generation.
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
