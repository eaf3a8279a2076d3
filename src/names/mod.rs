//! Who played, where and when: names, events and dates by what all games of an archive tell.
//!
//! Two spellings may be one person, two wordings one event, and a stated year that of nobody's
//! life. What is certain by rule, what games tell for and against it, and what people decided are
//! weighed here; what a single record says of itself is read in [`metadata`](crate::metadata).
//!
//! | file | subject |
//! | --- | --- |
//! | `register.rs` | names by their keys, what games tell of them, and which resemble another |
//! | `persons.rs`, `events.rs` | are two names one? |
//! | `wording.rs` | what the wording of an event says |
//! | `editions.rs` | which edition of which series each event of an archive is |
//! | `notable.rs` | the list of notable players and main events |
//! | `joining.rs` | which names are one person's by what all games tell, and which nobody's |
//! | `namesakes.rs` | which games of one name are those of somebody else |
//! | `archive.rs` | the people and events of an archive |
//! | `dates.rs` | when games were played, by other games |
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
mod wording;

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
pub use wording::{EditionYears, EventWording};
