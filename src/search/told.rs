//! The conditions of a query on what records say, with their names looked up: each is tested on
//! facts.

use super::archive::Archive;
use super::codes::codes;
use super::ids::IdSet;
use super::lookup::{events, games_from, games_reading, games_saying};
use super::names::players;
use crate::metadata::{GameResult, Kind, LaxDate, PackedDate};
use crate::query::{Header, Numbers, TextField};
use crate::store::{Fact, GameText, Result};

/// A condition on what records say.
#[derive(Debug)]
pub(super) enum Told {
    /// One of these plays on either side.
    Player(IdSet),
    Red(IdSet),
    Black(IdSet),
    Event(IdSet),
    /// By the numbers of the codes.
    Opening(IdSet),
    /// One of these games.
    Game(IdSet),
    /// A text that has not been read yet has one of these in it.
    Unread(GameText, Vec<String>),
    /// Between two dates, ends included.
    Date(Vec<(PackedDate, PackedDate)>),
    Year(Numbers),
    Plies(Numbers),
    Result(Vec<GameResult>),
    Kind(Vec<Kind>),
}

/// Finds the ids of what has a name.
type Look = fn(&Archive, &str) -> Result<IdSet>;

impl Told {
    /// Looks up the names of a condition.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(super) fn new(archive: &Archive, header: &Header) -> Result<Told> {
        Ok(match header {
            Header::Text(TextField::Site, values) => Told::Unread(GameText::Site, values.clone()),
            Header::Text(TextField::Title, values) => Told::Unread(GameText::Title, values.clone()),
            Header::Text(TextField::Book, values) => Told::Unread(GameText::Book, values.clone()),
            Header::Text(field, values) => {
                let (look, told): (Look, fn(IdSet) -> Told) = match field {
                    TextField::Player => (players, Told::Player),
                    TextField::Red => (players, Told::Red),
                    TextField::Black => (players, Told::Black),
                    TextField::Event => (events, Told::Event),
                    TextField::Opening => {
                        (|archive, opening| Ok(codes(archive, opening)), Told::Opening)
                    }
                    TextField::Source => (games_from, Told::Game),
                    _ => (games_saying, Told::Game),
                };
                let mut found = IdSet::default();
                for value in values {
                    found.add(&look(archive, value)?);
                }
                told(found)
            }
            Header::Date(ranges) => Told::Date(ranges.iter().map(packed).collect()),
            Header::Year(numbers) => Told::Year(*numbers),
            Header::Plies(numbers) => Told::Plies(*numbers),
            Header::Result(results) => Told::Result(results.clone()),
            Header::Kind(kinds) => Told::Kind(kinds.clone()),
        })
    }

    /// Whether texts have to be read first.
    pub(super) fn is_unread(&self) -> bool {
        matches!(self, Told::Unread(..))
    }

    /// Reads the texts of these games, if it is about texts; ids ascending. It is true of no
    /// others.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(super) fn read(&mut self, archive: &Archive, games: &[u32]) -> Result<()> {
        if let Told::Unread(text, values) = self {
            *self = Told::Game(games_reading(archive, *text, values, games)?);
        }
        Ok(())
    }

    /// Whether it is true of a game, if that is known.
    pub(super) fn holds(&self, id: u32, fact: &Fact) -> Option<bool> {
        Some(match self {
            Told::Unread(..) => return None,
            Told::Player(set) => set.contains(fact.red) || set.contains(fact.black),
            Told::Red(set) => set.contains(fact.red),
            Told::Black(set) => set.contains(fact.black),
            Told::Event(set) => set.contains(fact.event),
            Told::Opening(set) => set.contains(fact.opening.into()),
            Told::Game(set) => set.contains(id),
            Told::Date(ranges) => ranges.iter().any(|&(first, last)| {
                !fact.date.is_unknown() && fact.date.latest() >= first && fact.date <= last
            }),
            Told::Year(numbers) => fact.year().is_some_and(|year| numbers.contains(year.into())),
            Told::Plies(numbers) => numbers.contains(fact.plies.into()),
            Told::Result(results) => results.contains(&fact.result()),
            Told::Kind(kinds) => fact.kind().is_some_and(|kind| kinds.contains(&kind)),
        })
    }
}

/// The first and the last day of a range; an open end is every date.
fn packed(&(first, last): &(Option<LaxDate>, Option<LaxDate>)) -> (PackedDate, PackedDate) {
    let last = last.map_or(PackedDate::NEVER, |last| PackedDate::new(Some(last)).latest());
    (PackedDate::new(first), last)
}
