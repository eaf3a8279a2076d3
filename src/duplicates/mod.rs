//! Which games of an archive are nearly equal, and is that one game?
//!
//! Records with equal lines are made one game by [`store`](crate::store). Here are games that are
//! *nearly* equal: cut off, misprinted, mirrored, a diagram with the moves that follow. They are
//! never merged but linked, with a relation, a score and the evidence, and a group of certain
//! copies counts once where people ask for statistics.
//!
//! | file | subject |
//! | --- | --- |
//! | `account.rs` | one account of a game, replayed, and how the claims of two compare |
//! | `alignment.rs` | two lines laid side by side on the board |
//! | `judge.rs` | are two accounts one game, and what happened to a copy? |
//! | `features.rs` | by what nearly equal games are found |
//! | `linking.rs` | links of an archive, all of them or those of new games |
//! | `groups.rs` | groups of certain copies |
//! | `collation.rs` | texts of one game and their readings |
//! | `segments.rs` | the texts cut where they differ: nothing twice, nothing left out |
//! | `gathered.rs` | the texts of a game and of its copies, from an archive |
//! | `tei.rs` | the texts as a critical edition |
//! | `after_change.rs` | what follows when games or decisions come, go or change |
//!
//! All but `linking.rs`, `gathered.rs`, `tei.rs` and `after_change.rs` are pure and know no
//! database.

mod account;
mod after_change;
mod alignment;
mod collation;
mod features;
mod gathered;
mod groups;
mod judge;
mod linking;
mod segments;
mod tei;

pub use account::{Account, Claims, DateLikeness, LONGEST, Likeness, PlayerLikeness};
pub use after_change::{Undecided, add_decisions, in_effect, not_decided, refresh, take_back};
pub use alignment::{Alignment, FEW_PIECES, Parting};
pub use collation::{ApparatusEntry, Collation, VariantReading, WitnessText};
pub use gathered::{GatheredTexts, with_duplicates};
pub use judge::{LinkEvidence, LinkStrength, LinkVerdict, Relation, judge};
pub use linking::{Linked, link_all, link_new};
pub use segments::{Presence, SegmentVersion, TextSegment};
