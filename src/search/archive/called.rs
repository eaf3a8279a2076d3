//! Data about names that an archive keeps after first use: all spellings of players, and all names
//! with their games. `conditions/names.rs` and `named.rs` compute and search it.

use crate::opening::{Code, Family};

/// Sort of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameClass {
    /// People.
    Player,
    /// Openings and their families.
    Opening,
    /// Years.
    Year,
    /// Series of events, editions, and events without a series.
    Event,
    /// Books, their parts and chapters.
    Book,
}

impl NameClass {
    /// All sorts.
    pub const ALL: [NameClass; 5] =
        [NameClass::Player, NameClass::Opening, NameClass::Year, NameClass::Event, NameClass::Book];

    /// Name of the sort in data.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            NameClass::Player => "player",
            NameClass::Opening => "opening",
            NameClass::Event => "event",
            NameClass::Book => "book",
            NameClass::Year => "year",
        }
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
