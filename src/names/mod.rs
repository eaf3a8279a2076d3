//! Players, events and dates of games, judged by all games of an archive.
//!
//! Two spellings may be one person, two wordings one event, and a stated year may be impossible.
//! This room weighs rules, evidence of games and decisions of people; [`metadata`](crate::metadata)
//! reads what a single record says.
//!
//! | file | subject |
//! | --- | --- |
//! | `register.rs` | names by their keys, with evidence of games; names that resemble another |
//! | `persons.rs`, `events.rs` | are two names one? |
//! | `editions.rs` | series and edition of each event of an archive |
//! | `notable.rs` | the list of notable players and main events |
//! | `joining.rs` | names that belong to one person, and names of nobody |
//! | `namesakes.rs` | games of one name that belong to another person |
//! | `archive.rs` | the people and events of an archive |
//! | `dates.rs` | dates of games, corrected by other games |
//!
//! `archive.rs`, `dates.rs`, `editions.rs` and `namesakes.rs` read a database; the rest is pure.

mod archive;
mod dates;
mod editions;
mod events;
mod joining;
mod namesakes;
mod notable;
mod persons;
mod register;

pub use archive::{
    Person, UnclearNames, events as events_of, events_with, join_names, people,
    persons as persons_of, persons_with, spellings, unclear_names, wordings,
};
pub use dates::date_games;
pub use editions::settle_editions;
pub use events::{Events, NamedEvent};
pub use joining::JoinedBy;
pub use namesakes::part_namesakes;
pub use notable::{ListError, Notable, NotableEntry, NotableKind};
pub use persons::{JudgedNames, NameEvidence, NameVerdict, Persons, PlayersOfRecord};
pub use register::{Candidates, NameEntry, Register};
