//! Identity of people, events and nearly equal games: candidates, evidence, decisions.
//!
//! Records with equal lines are made one game by [`store`](crate::store). Here are games that are
//! *nearly* equal: cut off, misprinted, mirrored, a diagram with the moves that follow. They are
//! never merged but linked, with a relation, a score and the evidence, and a group of certain
//! copies counts once where people ask for statistics.
//!
//! | file | subject |
//! | --- | --- |
//! | `account.rs` | one account of a game, replayed |
//! | `alignment.rs` | two lines laid side by side on the board |
//! | `collation.rs` | texts of one game and their readings |
//! | `segments.rs` | the same, cut where they differ: nothing twice, nothing left out |
//! | `likeness.rs` | how players, dates and results compare |
//! | `relation.rs` | what happened to a copy |
//! | `judge.rs` | are two accounts one game? |
//! | `features.rs` | by what nearly equal games are found |
//! | `linking.rs` | links of an archive, all of them or those of new games |
//! | `kin.rs` | groups of certain copies |
//! | `dates.rs` | dates that other games contradict |
//! | `register.rs` | names by their keys, and what games tell of them |
//! | `persons.rs`, `events.rs` | are two names one? |
//! | `notable.rs`, `notable_rows.rs` | the list of notable players and main events |
//! | `candidates.rs` | which names may be meant by one from elsewhere |
//! | `gather.rs` | the people and events of an archive |
//! | `refresh.rs` | what follows an import |
//! | `deciding.rs` | decisions that come and go |
//! | `gathered.rs`, `gathered_told.rs` | the texts of a game and its kin, side by side |
//! | `tei.rs` | the same as a critical edition |
//!
//! All but `linking.rs`, `dates.rs`, `gather.rs`, `gathered.rs`, `tei.rs`, `refresh.rs` and `deciding.rs` are
//! pure and know no database.

mod account;
mod alignment;
mod candidates;
mod collation;
mod dates;
mod deciding;
mod events;
mod features;
mod gather;
mod gathered;
mod gathered_told;
mod judge;
mod kin;
mod likeness;
mod linking;
mod notable;
mod notable_rows;
mod persons;
mod refresh;
mod register;
mod relation;
mod segments;
mod tei;

pub use account::{Account, Claims, LONGEST};
pub use alignment::{Alignment, FEW_PIECES, Parting};
pub use candidates::Candidates;
pub use collation::{Collation, Entry, Reading, Text};
pub use dates::doubt_dates;
pub use deciding::{Undecided, add_decisions, in_effect, not_decided, take_back};
pub use events::{Events, Named};
pub use gather::{events as events_of, events_with, persons as persons_of, persons_with};
pub use gathered::{Gathered, with_kin};
pub use judge::{Evidence, Standing, Verdict, judge};
pub use likeness::{Dates, Likeness, Players};
pub use linking::{Linked, link_all, link_new};
pub use notable::Notable;
pub use notable_rows::{ListError, Listing, Noted};
pub use persons::{Grounds, Head, Identity, Judged, Persons};
pub use refresh::refresh;
pub use register::{NameEntry, Register};
pub use relation::Relation;
pub use segments::{Presence, Segment, Version};
