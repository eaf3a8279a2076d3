//! The tables: every statement, the columns and the typed rows of each stand in its own file.
//!
//! Questions are methods of [`Connection`](super::Connection). What writes takes a
//! [`Transaction`](super::Transaction) and keeps the sums over the rows (`checksum.rs`) right.
//! The tables of the position index have their home in [`index`](super::index), the facts in
//! `facts.rs`.

mod answer;
mod check;
mod cut;
mod decision;
mod derived;
mod game;
mod game_text;
mod heading;
mod homeless;
mod insert;
mod kept_record;
mod link;
mod location;
mod meta;
mod misdated;
mod name;
mod placed_record;
mod record;
mod record_line;
mod record_place;
mod source;
mod statistics;
mod tag_shape;
mod tree;
mod unread;

pub use answer::{Answer, AnswerKey};
pub use check::StoredSum;
pub use cut::RawBytes;
pub use derived::{DerivedValue, Doubt, DoubtedRecord};
pub use game::{GameCheck, GameLine, GameRow};
pub use game_text::GameText;
pub use heading::{ChapterRow, Headings};
pub use kept_record::KeptRecord;
pub use link::LinkRow;
pub(super) use link::unlink;
pub use name::PlayerRow;
pub use placed_record::{PlaceRow, PlacedRecord};
pub use record::{RecordLinks, RecordRow, Testimony, TroubleRow, Witness};
pub use record_line::RecordLine;
pub use record_place::{RecordHead, RecordPlace};
pub use source::{EXCERPT, Known, KnownSources, ReadTo, Reading, SourceInfo, SourceRow};
pub use statistics::{Share, Statistics, Unit};
pub use unread::Unread;

pub(super) use decision::{delete_decision, insert_decision};
pub(super) use derived::{insert_derived, insert_doubts};
pub(super) use game::{NewGame, delete_game, insert_games, moves_of, start_position};
pub(super) use heading::{NewHeading, insert_chapter, insert_headings, insert_title};
pub(super) use homeless::{add_homeless, remove_homeless};
pub(super) use location::{delete_location, insert_location, move_location, note_chapter};
pub(super) use meta::next_generation;
pub(super) use name::{insert_event, insert_player};
pub(super) use record::{NewRecord, StoredRecord, delete_records, insert_records, set_game};
pub(super) use source::{begin_anew, delete_source, insert_source, note_read, set_unread};
pub(super) use tag_shape::insert_shape;
pub(super) use tree::{add_words, delete_unused_trees, insert_tree, move_comments};
pub(super) use unread::{delete_unread, insert_passed_over, insert_unread};

use super::checksum::Summed;

/// The tables whose rows are summed up.
pub(super) const SUMMED: [&Summed; 7] = [
    &name::PLAYER,
    &name::EVENT,
    &game::GAME,
    &record::RECORD,
    &source::SOURCE,
    &location::LOCATION,
    &tag_shape::TAG_SHAPE,
];

/// The statements that questions and imports repeat, by name.
#[cfg(test)]
pub(super) fn statements() -> [(&'static str, &'static str); 16] {
    [
        ("load a game", game::LOAD),
        ("key of a game", game::KEY),
        ("moves of a game", game::LINE),
        ("moves of many games", game::LINES),
        ("is a game on a line", game::ON_LINE),
        ("witnesses of a game", record::WITNESSES),
        ("stored witnesses of a game", record::STORED),
        ("records of a source", record::OF_SOURCE),
        ("kept records of a source", kept_record::KEPT),
        ("games with words in comments", record::SAYING),
        ("games from a path", record::FROM_PATH),
        ("places of a source", location::PLACES),
        ("source at a place", location::AT),
        ("trees of a game", tree::OF_GAME),
        ("remembered search", answer::FOUND),
        ("blocks of the index", super::index::BLOCKS),
    ]
}
