//! The tables `link`, `unlinked`, `kin` and `kin_undecided`: nearly equal games, found by the
//! folder `duplicates` and decided by people.

use crate::store::checksum::{RowOrigin, Summed};
use crate::store::error::Result;
use crate::store::rows::insert_rows;
use crate::store::sql::{Connection, from_row};
use crate::store::transaction::Transaction;
use std::collections::{BTreeMap, BTreeSet};

/// Two nearly equal games.
#[derive(Debug, Clone, PartialEq)]
pub struct LinkRow {
    /// `game.id`, the smaller of the two.
    pub a: u32,
    /// `game.id`
    pub b: u32,
    /// Kind of change that made one game of the other, in a word.
    pub relation: String,
    /// Strength of the evidence in the two games alone: `alike`, `sole` or `same`.
    pub standing: String,
    /// Whether the two are held to be one game.
    pub same: bool,
    /// Score from 0 to 1.
    pub score: f64,
    /// Ply, 1-based in `a`, of the first difference; `None` without one.
    pub parts_at: Option<u32>,
    /// Evidence as JSON.
    pub evidence: String,
}

pub(crate) const LINK: Summed = Summed::watched(
    "link",
    &["a", "b"],
    &["relation", "standing", "same", "score", "parts_at", "evidence"],
)
.made_of(RowOrigin::Games);
const COLUMNS: &str = "a, b, relation, standing, same, score, parts_at, evidence";
from_row!(LinkRow { a, b, relation, standing, same, score, parts_at, evidence });

impl Connection {
    /// All links, by the ids of their games.
    pub fn links(&self) -> Result<Vec<LinkRow>> {
        self.rows(&format!("select {COLUMNS} from link order by a, b"), [])
    }

    /// Links of one game.
    pub fn links_of(&self, game: u32) -> Result<Vec<LinkRow>> {
        let sql = format!(
            "select {COLUMNS} from link where a = ?1 union all
             select {COLUMNS} from link where b = ?1"
        );
        self.rows(&sql, [game])
    }

    /// Every game in a found group of certain copies, and the game that stands for its group.
    pub fn kin(&self) -> Result<Vec<(u32, u32)>> {
        let sql = "select game, first from kin where game not in (select game from kin_undecided)
                   union all
                   select game, first from kin_undecided where first is not null
                   order by game";
        self.rows(sql, [])
    }

    /// Every game in a group, as people decided, and the game that stands for its group.
    pub fn kin_as_decided(&self) -> Result<Vec<(u32, u32)>> {
        self.rows("select game, first from kin order by game", [])
    }

    /// Whether people decided differently about a found group.
    pub fn has_undecided_kin(&self) -> Result<bool> {
        Ok(self.find::<i64>("select 1 from kin_undecided limit 1", [])?.is_some())
    }

    /// Highest id of the linked games; 0 without any.
    pub fn linked_to(&self) -> Result<u32> {
        self.value("select value from meta where name = 'linked'")
    }

    /// Linked games that have changed since.
    pub fn unlinked(&self) -> Result<Vec<u32>> {
        self.column("select game from unlinked order by game", [])
    }
}

impl Transaction<'_> {
    /// Deletes every link.
    pub fn delete_links(&self) -> Result<()> {
        self.run("delete from link")
    }

    /// Adds links.
    pub fn insert_links(&self, links: &[LinkRow]) -> Result<()> {
        insert_rows(self, &format!("link ({COLUMNS})"), links, |link, values| {
            values.put(link.a)?.put(link.b)?.put(&link.relation)?.put(&link.standing)?;
            values.put(link.same)?.put(link.score)?.put(link.parts_at)?.put(&link.evidence)?;
            Ok(())
        })
    }

    /// Stores whether two linked games are held to be one.
    pub fn set_same(&self, (a, b): (u32, u32), same: bool) -> Result<()> {
        self.write("update link set same = ?3 where a = ?1 and b = ?2")?.execute((a, b, same))?;
        Ok(())
    }

    /// Replaces the found groups of copies: each game, and the game that stands for its group.
    pub fn replace_kin(&self, kin: &[(u32, u32)]) -> Result<()> {
        self.run("delete from kin; delete from kin_undecided")?;
        insert_rows(self, "kin (game, first)", kin, |(game, first), values| {
            values.put(game)?.put(first)?;
            Ok(())
        })
    }

    /// Stores the groups as people decided, beside the found groups. If both are equal, only
    /// deletes earlier decisions.
    pub fn decide_kin(&self, decided: &BTreeMap<u32, u32>) -> Result<()> {
        self.run(
            "delete from kin where game in (select game from kin_undecided);
             insert into kin select game, first from kin_undecided where first is not null;
             delete from kin_undecided",
        )?;
        let found: BTreeMap<u32, u32> = self.kin()?.into_iter().collect();
        let games: BTreeSet<u32> = found.keys().chain(decided.keys()).copied().collect();
        for game in games {
            let (found, decided) = (found.get(&game), decided.get(&game));
            if found == decided {
                continue;
            }
            self.write("insert into kin_undecided values (?1, ?2)")?.execute((game, found))?;
            self.write("delete from kin where game = ?1")?.execute([game])?;
            if let Some(first) = decided {
                self.write("insert into kin values (?1, ?2)")?.execute((game, first))?;
            }
        }
        Ok(())
    }

    /// Stores that all games up to this id are linked in their present state.
    pub fn note_linked(&self, last: u32) -> Result<()> {
        self.run("delete from unlinked")?;
        self.write("update meta set value = ?1 where name = 'linked'")?.execute([last])?;
        crate::store::rows::statistics::next_generation(self)
    }
}

/// Deletes the links and groups of a game that changes or is deleted.
pub(crate) fn unlink(tx: &Transaction<'_>, game: u32) -> Result<()> {
    tx.write("delete from link where a = ?1")?.execute([game])?;
    tx.write("delete from link where b = ?1")?.execute([game])?;
    for table in ["kin", "kin_undecided"] {
        let sql = format!("delete from {table} where game = ?1 or first = ?1");
        tx.write(&sql)?.execute([game])?;
    }
    tx.write("insert or ignore into unlinked (game) values (?1)")?.execute([game])?;
    Ok(())
}
