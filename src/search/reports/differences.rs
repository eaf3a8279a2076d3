//! In what two archives differ: games that one of them lacks, and games that both have and of which
//! they say or witness other things.

use crate::search::archive::Archive;
use crate::store::{Error, GameRow, Testimony};

/// A difference between two archives.
#[derive(Debug, Clone)]
pub enum Difference {
    /// The first archive has the game, the second has not.
    Went(GameRow),
    /// The second archive has the game, the first has not.
    Came(GameRow),
    /// Both archives have the game, and it changed.
    ChangedGame(ChangedGame),
}

/// A game that both archives have.
#[derive(Debug, Clone)]
pub struct ChangedGame {
    /// The game as the second archive has it.
    pub game: GameRow,
    /// The fields in which the archives differ.
    pub fields: Vec<FieldChange>,
    /// Records that witness it in the first archive only.
    pub went: Vec<Testimony>,
    /// Records that witness it in the second archive only.
    pub came: Vec<Testimony>,
}

/// A field of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldChange {
    /// The name of the field, as in the view `games`.
    pub field: &'static str,
    /// The value in the first archive.
    pub before: Option<String>,
    /// The value in the second archive.
    pub after: Option<String>,
}

/// A field of a row, as text.
type Field = (&'static str, fn(&GameRow) -> Option<&str>);

/// The fields that are compared. Key and moves are equal in what is one game.
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

/// Hands every difference to `visit`, by the key of the game.
///
/// # Errors
/// When an archive cannot be read, and what `visit` fails with.
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

    /// The next game; the one behind it is read.
    fn take(&mut self) -> Result<Option<GameRow>, Error> {
        let next = self.ids.next().map(|id| self.archive.row(id)).transpose()?;
        Ok(std::mem::replace(&mut self.next, next))
    }
}

/// The differences of a game that both archives have, if there are any.
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
