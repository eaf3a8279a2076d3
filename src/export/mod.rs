//! Games to bytes: one file per format and one table, [`EXPORTS`].
//!
//! A writer gets an [`Entry`] (tags, start, tree of moves, result) and gives back the bytes of one
//! record and a list of what the format could not hold ([`Loss`]). It invents nothing: what is not
//! known is not written, and what a format cannot say is left out and listed, never said otherwise.
//!
//! PGN and CSV have dates in their own form, and beside them the text as found. HTML entities are
//! written as the characters they stand for, but for JSON Lines, which have texts as found.
//!
//! A damaged game is marked as such: what could not be read stands as a comment where it was to
//! follow, and PGN, JSON Lines and CSV say it in a field, too.
//!
//! A written record reads back as the same start, tree, comments and result, and as the same tags
//! where the format has room for them, but for the losses and for this: comments and tags lose
//! entities and blanks around them, line breaks become those of the format, blank comments and tags
//! vanish, a tag takes the spelling of the format (`RED` and `White` become `Red`), and the result
//! is written in the words of the format.
//!
//! What does not belong here: opening files (`commands`).
//!
//! Adding a format is one file with its `FORMAT` and one row in [`EXPORTS`].

mod cbf;
pub mod csv;
mod dhtmlxq;
mod entry;
pub mod jsonl;
mod loss;
pub mod pgn;
mod shared;
mod xqf;

pub use entry::{Entry, Origin, RecordPlace};
pub use loss::Loss;
pub use shared::file_name;

use crate::notation::System;
use crate::text::Charset;
use loss::Losses;

/// A row of the table of formats.
#[derive(Debug)]
pub struct ExportFormat {
    /// Short lower-case name, as in `--to`.
    pub name: &'static str,
    /// Its description, in a few English words, for `xqdb formats`.
    pub about: &'static str,
    /// Of its files, without dot.
    pub extension: &'static str,
    /// Whether a file can hold many records, one after the other.
    pub holds_many: bool,
    /// The beginning of a file, before its first record.
    pub head: &'static str,
    /// Writes one record.
    pub write: Write,
}

/// Writes one record; see [`ExportFormat::write`].
pub type Write = fn(&Entry<'_>, &ExportOptions) -> Result<WrittenRecord, ExportError>;

/// How to write.
#[derive(Clone, Debug)]
pub struct ExportOptions {
    /// Notation of the moves, for formats that name them.
    pub notation: System,
    /// Characters to write in; `None` is what is usual for the format.
    pub charset: Option<Charset>,
    /// Trees, comments and damage in JSON Lines, too.
    pub full: bool,
    /// In CSV, change cells that a spreadsheet would take for formulas.
    pub safe_csv: bool,
}

impl ExportOptions {
    /// The charset to write in, for a format that can be written in any of `known`, the first of
    /// them by default.
    fn charset(&self, format: &'static str, known: &[Charset]) -> Result<Charset, ExportError> {
        match self.charset {
            None => Ok(known[0]),
            Some(charset) if known.contains(&charset) => Ok(charset),
            Some(charset) => Err(ExportError::Charset { format, charset }),
        }
    }
}

/// A record in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenRecord {
    /// The bytes. In formats that hold many records they can follow those of the record before.
    pub bytes: Vec<u8>,
    /// The losses: what is not in the files; at most one of a kind.
    pub losses: Vec<Loss>,
}

/// Why a record cannot be written at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// More pieces of one kind than the start array of the format has places.
    #[error(
        "the start has more than {room} of the piece {piece}, and {format} has no place for them"
    )]
    Pieces {
        /// Name of the format.
        format: &'static str,
        /// FEN letter.
        piece: char,
        /// How many there may be.
        room: usize,
    },
    /// The format is not written in these characters.
    #[error("{format} is not written in {charset}")]
    Charset {
        /// Name of the format.
        format: &'static str,
        /// The charset asked for.
        charset: Charset,
    },
    /// The names of the moves cannot be written.
    #[error("{charset} cannot write the move {text}; choose another notation")]
    Notation {
        /// The charset asked for.
        charset: Charset,
        /// The move in the notation asked for.
        text: String,
    },
}

/// All formats that are written.
pub const EXPORTS: &[ExportFormat] = &[
    jsonl::FORMAT,
    pgn::FORMAT,
    xqf::FORMAT,
    xqf::PLAIN,
    dhtmlxq::FORMAT,
    cbf::FORMAT,
    csv::FORMAT,
];

/// The format of this name.
pub fn by_name(name: &str) -> Option<&'static ExportFormat> {
    EXPORTS.iter().find(|format| format.name == name)
}

/// A whole text in a charset; what it lacks is a loss.
fn encoded(text: &str, charset: Charset, mut losses: Losses) -> WrittenRecord {
    let encoded = charset.encode(text);
    losses.characters(charset, &encoded.missing);
    WrittenRecord { bytes: encoded.bytes.into_owned(), losses: losses.finish() }
}
