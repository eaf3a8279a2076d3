//! The tables `named_otherwise`, `joined`, `called`, `namesake` and `seat`: names of the players of
//! one game that its records spell differently, names of one person or event, their displayed
//! names, and the games of persons who share another's name.

use crate::store::checksum::{RowOrigin, Summed};
use crate::store::error::Result;
use crate::store::rows::name::PLAYERS;
use crate::store::rows::statistics::next_generation;
use crate::store::rows::{differences, insert_into, insert_rows};
use crate::store::sql::{Connection, from_row};
use crate::store::transaction::Transaction;
use std::ops::RangeInclusive;

/// A name that means another name's person or event.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct JoinedName {
    /// Folded name.
    pub key: String,
    /// Folded name of the person or event.
    pub head: String,
    /// Evidence that both names mean one person or event, a JSON object.
    pub because: String,
}

from_row!(JoinedName { key, head, because });

/// Folded names of both players in a record of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedOtherwise {
    /// `game.id`
    pub game: u32,
    /// Folded name of Red.
    pub red: String,
    /// Folded name of Black.
    pub black: String,
}

from_row!(NamedOtherwise { game, red, black });

/// Teams of a game in its row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedFor {
    /// `game.id`
    pub game: u32,
    /// `player.id`
    pub red: Option<u32>,
    /// `player.id`
    pub black: Option<u32>,
    /// Team of Red; `None` without one.
    pub red_team: Option<String>,
    /// Team of Black; `None` without one.
    pub black_team: Option<String>,
    /// `event.id`
    pub event: Option<u32>,
    /// Stated date; `None` without one.
    pub date: Option<String>,
}

from_row!(PlayedFor { game, red, black, red_team, black_team, event, date });

/// Persons who share another's name, and their games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Namesakes {
    /// Folded name and place of the team (`王斌@武汉`), and the evidence as a JSON object; in
    /// order.
    pub names: Vec<(String, String)>,
    /// `game.id`, `red` or `black`, and the name; in order.
    pub seats: Vec<(u32, String, String)>,
}

pub(crate) const NAMESAKE: Summed =
    Summed::watched("namesake", &[], &["name", "because"]).made_of(RowOrigin::Games).since(30);
pub(crate) const SEAT: Summed =
    Summed::watched("seat", &["game"], &["side", "name"]).made_of(RowOrigin::Games).since(30);

impl Connection {
    /// Games with these ids that have a team.
    pub fn played_for(&self, games: RangeInclusive<u32>) -> Result<Vec<PlayedFor>> {
        let sql = "select id, red, black, red_team, black_team, event, date from game
                   where id between ?1 and ?2 and (red_team is not null or black_team is not null)";
        self.rows(sql, (games.start(), games.end()))
    }

    /// Persons who share another's name, and their games.
    pub fn namesakes(&self) -> Result<Namesakes> {
        let names = self.rows("select name, because from namesake order by name", [])?;
        let seats = self.rows("select game, side, name from seat order by game, side", [])?;
        Ok(Namesakes { names, seats })
    }

    /// Version of the rules by which the stored namesakes were found.
    pub fn namesakes_version(&self) -> Result<i64> {
        self.value("select coalesce(max(value), 0) from meta where name = 'namesakes'")
    }

    /// Names that mean another name's person or event, by key; `sort` is `player` or `event`.
    pub fn joined(&self, sort: &str) -> Result<Vec<JoinedName>> {
        self.rows("select key, head, because from joined where sort = ?1 order by key", [sort])
    }

    /// Displayed names of folded names with several spellings, by key.
    pub fn called<C: FromIterator<(String, String)>>(&self) -> Result<C> {
        self.rows("select key, name from called order by key", [])
    }

    /// Displayed name of a folded name: the commonest of several spellings; `None` with only one.
    pub fn called_as(&self, key: &str) -> Result<Option<String>> {
        self.find("select name from called where key = ?1", [key])
    }

    /// Names of games whose records name their players differently, by game.
    pub fn named_otherwise(&self) -> Result<Vec<NamedOtherwise>> {
        self.rows("select game, red, black from named_otherwise order by game, red, black", [])
    }
}

impl Transaction<'_> {
    /// Replaces the joined names; returns whether any changed, and remembered counts become stale
    /// then. Unchanged rows are not written.
    pub fn replace_joined(&self, sort: &str, joined: &[JoinedName]) -> Result<bool> {
        let known = self.joined(sort)?;
        let (gone, new) = differences(&known, joined, |name| &name.key);
        for name in &gone {
            self.write("delete from joined where sort = ?1 and key = ?2")?
                .execute((sort, &name.key))?;
        }
        insert_rows(self, "joined (sort, key, head, because)", &new, |name, values| {
            values.put(sort)?.put(&name.key)?.put(&name.head)?.put(&name.because)?;
            Ok(())
        })?;
        self.note(!gone.is_empty() || !new.is_empty())
    }

    /// Replaces the displayed names of folded names; returns whether any changed.
    pub fn replace_called(&self, called: &[(String, String)]) -> Result<bool> {
        let known: Vec<(String, String)> = self.called()?;
        let (gone, new) = differences(&known, called, |(key, _)| key);
        for (key, _) in &gone {
            self.write("delete from called where key = ?1")?.execute([key])?;
        }
        insert_rows(self, "called (key, name)", &new, |(key, name), values| {
            values.put(key)?.put(name)?;
            Ok(())
        })?;
        self.note(!gone.is_empty() || !new.is_empty())
    }

    /// Replaces the stored namesakes. Inserts each name: facts refer to names by the ids of their
    /// rows.
    pub fn replace_namesakes(&self, found: &Namesakes, version: i64) -> Result<()> {
        self.run("delete from seat; delete from namesake")?;
        found.names.iter().try_for_each(|(name, _)| PLAYERS.id(self, name).map(drop))?;
        insert_into(self, &NAMESAKE, &found.names, |(name, because), values| {
            values.put(name)?.put(because)?;
            Ok(())
        })?;
        insert_into(self, &SEAT, &found.seats, |(game, side, name), values| {
            values.put(game)?.put(side)?.put(name)?;
            Ok(())
        })?;
        self.write("update meta set value = ?1 where name = 'namesakes'")?.execute([version])?;
        self.note(true).map(drop)
    }

    fn note(&self, is_changed: bool) -> Result<bool> {
        if is_changed {
            next_generation(self)?;
        }
        Ok(is_changed)
    }
}

/// Stores the differing names that the records of a game give its players.
pub(crate) fn insert_named_otherwise(
    tx: &Transaction<'_>,
    game: u32,
    names: &[[String; 2]],
) -> Result<()> {
    insert_rows(tx, "named_otherwise (game, red, black)", names, |[red, black], values| {
        values.put(game)?.put(red)?.put(black)?;
        Ok(())
    })
}

/// Deletes the differing names and the namesakes of a game that changes or is deleted.
pub(crate) fn delete_named_otherwise(tx: &Transaction<'_>, game: u32) -> Result<()> {
    tx.write("delete from named_otherwise where game = ?1")?.execute([game])?;
    tx.write("delete from seat where game = ?1")?.execute([game])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_written() {
        let rows = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            pairs.iter().map(|(key, name)| ((*key).to_owned(), (*name).to_owned())).collect()
        };
        let known = rows(&[("a", "A"), ("b", "B"), ("d", "D")]);
        let wanted = rows(&[("b", "b"), ("c", "C"), ("d", "D")]);
        let (gone, new) = differences(&known, &wanted, |(key, _)| key);
        assert_eq!(gone, [&known[0], &known[1]]);
        assert_eq!(new, [&wanted[0], &wanted[1]]);
        assert_eq!(differences(&known, &known, |(key, _)| key), (vec![], vec![]));
    }
}
