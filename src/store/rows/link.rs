//! The tables `link`, `unlinked`, `kin` and `kin_undecided`: games that are nearly equal, as the
//! room `duplicates` finds them, and as people decided.

use crate::store::checksum::{RowOrigin, Summed};
use crate::store::error::Result;
use crate::store::rows::insert_rows;
use crate::store::sql::{Connection, from_row};
use crate::store::transaction::Transaction;
use std::collections::{BTreeMap, BTreeSet};

/// Two games that are nearly equal.
#[derive(Debug, Clone, PartialEq)]
pub struct LinkRow {
    /// `game.id`, the smaller of the two.
    pub a: u32,
    /// `game.id`
    pub b: u32,
    /// The change that made one of the other, in a word.
    pub relation: String,
    /// Strength of the evidence in the two alone: `alike`, `sole` or `same`.
    pub standing: String,
    /// Whether the two are held to be one game.
    pub same: bool,
    /// From 0 to 1.
    pub score: f64,
    /// The ply, 1-based in `a`, with which they part.
    pub parts_at: Option<u32>,
    /// JSON.
    pub evidence: String,
}

/// The columns.
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

    /// The links of one game.
    pub fn links_of(&self, game: u32) -> Result<Vec<LinkRow>> {
        let sql = format!(
            "select {COLUMNS} from link where a = ?1 union all
             select {COLUMNS} from link where b = ?1"
        );
        self.rows(&sql, [game])
    }

    /// Every game that is found to be one of a group of certain copies, and the game that stands
    /// for its group.
    pub fn kin(&self) -> Result<Vec<(u32, u32)>> {
        let sql = "select game, first from kin where game not in (select game from kin_undecided)
                   union all
                   select game, first from kin_undecided where first is not null
                   order by game";
        self.rows(sql, [])
    }

    /// Every game that is one of a group, as people decided, and the game that stands for its
    /// group.
    pub fn kin_as_decided(&self) -> Result<Vec<(u32, u32)>> {
        self.rows("select game, first from kin order by game", [])
    }

    /// Whether people decided otherwise about a group than is found.
    pub fn has_undecided_kin(&self) -> Result<bool> {
        Ok(self.find::<i64>("select 1 from kin_undecided limit 1", [])?.is_some())
    }

    /// Games up to this id were linked; 0 when none was.
    pub fn linked_to(&self) -> Result<u32> {
        self.value("select value from meta where name = 'linked'")
    }

    /// Of the games that were linked, those that changed since.
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

    /// Changes whether two linked games are held to be one.
    pub fn set_same(&self, (a, b): (u32, u32), same: bool) -> Result<()> {
        self.write("update link set same = ?3 where a = ?1 and b = ?2")?.execute((a, b, same))?;
        Ok(())
    }

    /// Puts other groups of copies, as they are found, in the place of those that are stored: each
    /// game, and the game that stands for its group.
    pub fn replace_kin(&self, kin: &[(u32, u32)]) -> Result<()> {
        self.run("delete from kin; delete from kin_undecided")?;
        insert_rows(self, "kin (game, first)", kin, |(game, first), values| {
            values.put(game)?.put(first)?;
            Ok(())
        })
    }

    /// Stores the groups as people decided beside those that are found. Without a difference
    /// between them this only takes back what was decided before.
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

    /// Notes that all games up to this id are linked as they are now.
    pub fn note_linked(&self, last: u32) -> Result<()> {
        self.run("delete from unlinked")?;
        self.write("update meta set value = ?1 where name = 'linked'")?.execute([last])?;
        crate::store::rows::statistics::next_generation(self)
    }
}

/// A game changes or goes: what was known of its kin is stale.
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
