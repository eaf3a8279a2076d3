//! Data about names that an archive keeps after first use: all spellings of players, and all names
//! with their games. `conditions/names.rs` and `named.rs` compute and search it.

use crate::metadata::named;
use crate::opening::{Code, Family};

named! {
    /// Sort of a name.
    pub enum NameClass {
        /// People.
        Player = "player",
        /// Openings and their families.
        Opening = "opening",
        /// Years.
        Year = "year",
        /// Series of events, editions, and events without a series.
        Event = "event",
        /// Books, their parts and chapters.
        Book = "book",
    }
}

/// A thing with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Nameable {
    /// A person.
    Player,
    /// A family of openings.
    Family(&'static Family),
    /// An opening.
    Opening(Code),
    /// A series of events, or an event without a series.
    Event,
    /// An edition of a series, as the condition `event` takes it.
    Edition(String),
    /// A year.
    Year,
    /// A book, part or chapter, by path.
    Book(String),
}

/// A name with its games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedGames {
    /// The thing with this name.
    pub named: Nameable,
    /// The name; for an opening its code, for a family its codes.
    pub name: String,
    /// Number of games; for openings and years only those between two players.
    pub games: u64,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
    /// All spellings, folded and without blanks, one per line.
    pub(crate) written: String,
    /// All readings in Latin letters, one per line, followed by initials of syllables.
    pub(crate) sounds: String,
}

/// All names of an archive by sort, those with the most games first.
#[derive(Debug)]
pub(crate) struct AllNames(pub(crate) [Vec<NamedGames>; NameClass::ALL.len()]);

/// A spelling of a player.
#[derive(Debug)]
pub(crate) struct PlayerSpelling {
    pub(crate) id: u32,
    pub(crate) name: String,
    pub(crate) key: String,
    pub(crate) pinyin: String,
}

/// All spellings of players.
#[derive(Debug)]
pub(crate) struct KnownNames(pub(crate) Vec<PlayerSpelling>);
