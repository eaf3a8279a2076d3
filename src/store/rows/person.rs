//! The tables `named_otherwise`, `joined`, `called`, `namesake` and `seat`: names of the players of
//! one game that its records spell differently, names that are one person's or one event's, how
//! each is called, and the games of those who have somebody else's name.

use crate::store::checksum::{RowOrigin, Summed};
use crate::store::error::Result;
use crate::store::rows::name::PLAYERS;
use crate::store::rows::statistics::next_generation;
use crate::store::rows::{insert_into, insert_rows};
use crate::store::sql::{Connection, from_row};
use crate::store::transaction::Transaction;

/// A name that is one with another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct JoinedName {
    /// The folded name.
    pub key: String,
    /// The folded name of the person or event.
    pub head: String,
    /// The evidence that both names are one person's, a JSON object.
    pub because: String,
}

from_row!(JoinedName { key, head, because });

/// The folded names of both players by a record of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedOtherwise {
    /// `game.id`
    pub game: u32,
    /// Red.
    pub red: String,
    /// Black.
    pub black: String,
}

from_row!(NamedOtherwise { game, red, black });

/// Teams of a game as its row has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedFor {
    /// `game.id`
    pub game: u32,
    /// `player.id`
    pub red: Option<u32>,
    /// `player.id`
    pub black: Option<u32>,
    /// The team of Red.
    pub red_team: Option<String>,
    /// The team of Black.
    pub black_team: Option<String>,
    /// `event.id`
    pub event: Option<u32>,
    /// The stated date.
    pub date: Option<String>,
}

from_row!(PlayedFor { game, red, black, red_team, black_team, event, date });

/// Those who have the name of somebody else, and their games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Namesakes {
    /// The folded name and the place of the team (`王斌@武汉`), and what speaks for it as a JSON
    /// object; in order.
    pub names: Vec<(String, String)>,
    /// `game.id`, `red` or `black`, and the name; in order.
    pub seats: Vec<(u32, String, String)>,
}

/// The columns of `namesake`.
pub(crate) const NAMESAKE: Summed =
    Summed::watched("namesake", &[], &["name", "because"]).made_of(RowOrigin::Games).since(30);
/// The columns of `seat`.
pub(crate) const SEAT: Summed =
    Summed::watched("seat", &["game"], &["side", "name"]).made_of(RowOrigin::Games).since(30);

impl Connection {
    /// The games from one id to another that have a team.
    pub fn played_for(&self, (first, last): (u32, u32)) -> Result<Vec<PlayedFor>> {
        let sql = "select id, red, black, red_team, black_team, event, date from game
                   where id between ?1 and ?2 and (red_team is not null or black_team is not null)";
        self.rows(sql, (first, last))
    }

    /// Those who have the name of somebody else, and their games.
    pub fn namesakes(&self) -> Result<Namesakes> {
        let names = self.rows("select name, because from namesake order by name", [])?;
        let seats = self.rows("select game, side, name from seat order by game, side", [])?;
        Ok(Namesakes { names, seats })
    }

    /// The version of the rules by which namesakes were found.
    pub fn namesakes_version(&self) -> Result<i64> {
        self.value("select coalesce(max(value), 0) from meta where name = 'namesakes'")
    }

    /// The names that are one with others, by key; `sort` is `player` or `event`.
    pub fn joined(&self, sort: &str) -> Result<Vec<JoinedName>> {
        self.rows("select key, head, because from joined where sort = ?1 order by key", [sort])
    }

    /// How folded names with several spellings are called, by key.
    pub fn called<C: FromIterator<(String, String)>>(&self) -> Result<C> {
        self.rows("select key, name from called order by key", [])
    }

    /// How a folded name is called: the commonest of several spellings.
    pub fn called_as(&self, key: &str) -> Result<Option<String>> {
        self.find("select name from called where key = ?1", [key])
    }

    /// The names of games whose records name their players differently, by game.
    pub fn named_otherwise(&self) -> Result<Vec<NamedOtherwise>> {
        self.rows("select game, red, black from named_otherwise order by game, red, black", [])
    }
}

impl Transaction<'_> {
    /// Puts these names in the place of those that were one: what was counted by them is stale.
    /// Rows that stay are not written.
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

    /// Puts these spellings in the place of those by which folded names were called.
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

    /// Puts these namesakes in the place of those that are stored. Facts know names by the ids of
    /// their rows, so each gets one.
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

/// The entries of two lists, sorted by key, that stand in the one alone and in the other alone.
fn differences<'l, T: PartialEq>(
    one: &'l [T],
    other: &'l [T],
    key: impl Fn(&T) -> &String,
) -> (Vec<&'l T>, Vec<&'l T>) {
    let (mut of_one, mut of_other) = (Vec::new(), Vec::new());
    let (mut left, mut right) = (one.iter().peekable(), other.iter().peekable());
    loop {
        let order = match (left.peek(), right.peek()) {
            (None, None) => return (of_one, of_other),
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (Some(a), Some(b)) => key(a).cmp(key(b)),
        };
        let a = left.next_if(|_| order.is_le());
        let b = right.next_if(|_| order.is_ge());
        if a != b {
            of_one.extend(a);
            of_other.extend(b);
        }
    }
}

/// Writes how the records of a game name its players, where they name them differently.
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

/// A game changes or goes: how its records named it, and who sat there, is stale.
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
