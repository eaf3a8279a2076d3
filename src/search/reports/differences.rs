//! Differences of two archives: games that only one of them has, and games whose values or
//! witnesses differ.

use crate::search::archive::Archive;
use crate::store::{Error, GameRow, Testimony};

/// A difference between two archives.
#[derive(Debug, Clone)]
pub enum Difference {
    /// A game that only the first archive has.
    Went(GameRow),
    /// A game that only the second archive has.
    Came(GameRow),
    /// A game that both archives have and that changed.
    ChangedGame(ChangedGame),
}

/// Changes of a game that both archives have.
#[derive(Debug, Clone)]
pub struct ChangedGame {
    /// The game in the second archive.
    pub game: GameRow,
    /// Fields with different values.
    pub fields: Vec<FieldChange>,
    /// Records that witness the game in the first archive only.
    pub went: Vec<Testimony>,
    /// Records that witness the game in the second archive only.
    pub came: Vec<Testimony>,
}

/// Change of a field of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldChange {
    /// Name of the field, as in the view `games`.
    pub field: &'static str,
    /// Value in the first archive.
    pub before: Option<String>,
    /// Value in the second archive.
    pub after: Option<String>,
}

/// Name of a field, and its text in a row.
type Field = (&'static str, fn(&GameRow) -> Option<&str>);

/// Compared fields; key and moves of one game are equal.
const FIELDS: [Field; 12] = [
    ("red", |game| game.red.as_deref()),
    ("black", |game| game.black.as_deref()),
    ("red_team", |game| game.red_team.as_deref()),
    ("black_team", |game| game.black_team.as_deref()),
    ("event", |game| game.event.as_deref()),
    ("site", |game| game.site.as_deref()),
    ("round", |game| game.round.as_deref()),
    ("date", |game| game.date.as_deref()),
    ("result", |game| Some(game.result.as_str())),
    ("kind", |game| Some(game.kind.as_str())),
    ("termination", |game| game.termination.as_deref()),
    ("opening", |game| game.opening.as_deref()),
];

/// Calls `visit` with every difference, by the key of the game; returns an error of `visit`.
pub fn differences<E: From<Error>>(
    before: &Archive,
    after: &Archive,
    visit: &mut dyn FnMut(Difference) -> Result<(), E>,
) -> Result<(), E> {
    let (mut old, mut new) = (Rows::of(before)?, Rows::of(after)?);
    loop {
        let order = match (&old.next, &new.next) {
            (None, None) => return Ok(()),
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (Some(one), Some(other)) => one.key.cmp(&other.key),
        };
        let one = if order.is_le() { old.take()? } else { None };
        let other = if order.is_ge() { new.take()? } else { None };
        match (one, other) {
            (Some(one), Some(other)) => {
                if let Some(changed) = changed(before, one, after, other)? {
                    visit(Difference::ChangedGame(changed))?;
                }
            }
            (Some(game), None) => visit(Difference::Went(game))?,
            (None, Some(game)) => visit(Difference::Came(game))?,
            (None, None) => {}
        }
    }
}

/// The games of an archive, by key.
struct Rows<'a> {
    archive: &'a Archive,
    ids: std::vec::IntoIter<u32>,
    next: Option<GameRow>,
}

impl Rows<'_> {
    fn of(archive: &Archive) -> Result<Rows<'_>, Error> {
        let ids = archive.snapshot().game_ids()?;
        let mut rows = Rows { archive, ids: ids.into_iter(), next: None };
        rows.take()?;
        Ok(rows)
    }

    /// The next game; reads the one after it.
    fn take(&mut self) -> Result<Option<GameRow>, Error> {
        let next = self.ids.next().map(|id| self.archive.row(id)).transpose()?;
        Ok(std::mem::replace(&mut self.next, next))
    }
}

/// Changes of a game that both archives have, if any.
fn changed(
    before: &Archive,
    one: GameRow,
    after: &Archive,
    other: GameRow,
) -> Result<Option<ChangedGame>, Error> {
    let own = |text: Option<&str>| text.map(str::to_owned);
    let fields: Vec<FieldChange> = FIELDS
        .iter()
        .map(|(field, of)| (*field, of(&one), of(&other)))
        .filter(|(_, before, after)| before != after)
        .map(|(field, before, after)| FieldChange { field, before: own(before), after: own(after) })
        .collect();
    let mut went = before.snapshot().testimonies(one.id)?;
    let mut came = after.snapshot().testimonies(other.id)?;
    // Both are sorted.
    let kept: Vec<Testimony> =
        went.iter().filter(|old| came.binary_search(old).is_ok()).cloned().collect();
    went.retain(|old| kept.binary_search(old).is_err());
    came.retain(|new| kept.binary_search(new).is_err());
    let is_equal = fields.is_empty() && went.is_empty() && came.is_empty();
    Ok((!is_equal).then_some(ChangedGame { game: other, fields, went, came }))
}
