//! Finds games of an archive that are nearly equal, and decides which of them are one game.
//!
//! [`store`](crate::store) makes records with equal lines one game. This folder compares games that
//! are *nearly* equal: cut off, misprinted, mirrored, or a diagram with the moves that follow. It
//! never merges them; it links two games with a relation, a score and evidence, and statistics
//! count a group of certain copies once.
//!
//! | file | subject |
//! | --- | --- |
//! | `account.rs` | one account of a game, replayed; compares the claims of two accounts |
//! | `alignment.rs` | lays two lines side by side on the board |
//! | `judge.rs` | judges whether two accounts are one game, and names the difference |
//! | `features.rs` | features by which nearly equal games are found |
//! | `linking.rs` | links all games of an archive, or the new ones |
//! | `groups.rs` | groups of certain copies |
//! | `collation.rs` | texts of one game and their variant readings |
//! | `segments.rs` | the texts cut into segments at every difference |
//! | `gathered.rs` | reads the texts of a game and of its copies from an archive |
//! | `tei.rs` | the texts as a critical edition |
//! | `after_change.rs` | derives again what depends on games or decisions that changed |
//!
//! Only `linking.rs`, `gathered.rs`, `tei.rs` and `after_change.rs` know the database.

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
