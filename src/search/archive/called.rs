//! What an archive keeps of names once somebody has asked: all spellings of players, and everything
//! that has a name with its games. Who fills it in and compares with it are `conditions/names.rs`
//! and `named.rs`.

use crate::opening::{Code, Family};

/// A sort of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameClass {
    /// People.
    Player,
    /// Openings and their families.
    Opening,
    /// Years.
    Year,
    /// Series of events, editions, and events of no series.
    Event,
    /// Books, their parts and chapters.
    Book,
}

impl NameClass {
    /// All sorts.
    pub const ALL: [NameClass; 5] =
        [NameClass::Player, NameClass::Opening, NameClass::Year, NameClass::Event, NameClass::Book];

    /// The name in data.
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

/// Whatever has a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Nameable {
    /// A person.
    Player,
    /// A family of openings.
    Family(&'static Family),
    /// An opening.
    Opening(Code),
    /// A series of events, or an event of no series.
    Event,
    /// An edition of a series, as `event` takes it.
    Edition(String),
    /// A year.
    Year,
    /// A book, a part or a chapter of one, by its path.
    Book(String),
}

/// A name with its games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedGames {
    /// Whatever has the name.
    pub named: Nameable,
    /// The name: of an opening the code, of a family the codes.
    pub name: String,
    /// Number of its games; of openings and years those between two players.
    pub games: u64,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
    /// Every way in which it is written, folded and without blanks, a line each.
    pub(crate) written: String,
    /// Every way in which it is read, a line each, behind them the first letters of the syllables.
    pub(crate) sounds: String,
}

/// All names of an archive, those of the most games first, by their sort.
#[derive(Debug)]
pub(crate) struct AllNames(pub(crate) [Vec<NamedGames>; NameClass::ALL.len()]);

/// A row of the table of players.
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
