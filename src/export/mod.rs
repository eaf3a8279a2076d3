//! Writes games as bytes: one file for each format and one table, [`EXPORTS`].
//!
//! A writer gets an [`Entry`] (tags, start, tree of moves, result) and returns the bytes of one
//! record and a list of losses ([`Loss`]). It invents nothing: unknown values are not written, and
//! values that the format cannot hold are left out and listed.
//!
//! PGN and CSV have dates in their own form and, beside it, the text of the record. HTML entities
//! are decoded, except in JSON Lines, which keep texts as found.
//!
//! Damage is marked: unread text stands as a comment where it was to follow; PGN, JSON Lines and
//! CSV have a field for it, too.
//!
//! A written record reads back with equal start, tree, comments, result and tags, apart from the
//! losses and these changes: comments and tags lose entities and surrounding blanks, line breaks
//! are those of the format, blank comments and tags vanish, names of tags are those of the format
//! (`RED` and `White` become `Red`), and the result is in the words of the format.
//!
//! Files are opened elsewhere (`commands`). A new format is one file with its `FORMAT` and one row
//! in [`EXPORTS`].

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

/// Row of the table of formats.
#[derive(Debug)]
pub struct ExportFormat {
    /// Short lower-case name, as in `--to`.
    pub name: &'static str,
    /// Description in a few English words, for `xqdb formats`.
    pub about: &'static str,
    /// Extension of files, without the dot.
    pub extension: &'static str,
    /// Whether a file can hold many records.
    pub holds_many: bool,
    /// Text before the first record of a file.
    pub head: &'static str,
    /// Writes one record.
    pub write: Write,
}

/// Function that writes one record; see [`ExportFormat::write`].
pub type Write = fn(&Entry<'_>, &ExportOptions) -> Result<WrittenRecord, ExportError>;

/// Options of writing.
#[derive(Clone, Debug)]
pub struct ExportOptions {
    /// Notation of moves, for formats that use one.
    pub notation: System,
    /// Charset of the output; `None` is the usual one of the format.
    pub charset: Option<Charset>,
    /// Whether JSON Lines contain trees, comments and damage, too.
    pub full: bool,
    /// Whether cells of CSV that a spreadsheet would take for formulas are changed.
    pub safe_csv: bool,
}

impl ExportOptions {
    /// Charset to write in: the chosen one, which must be in `known`, or else the first of `known`.
    fn charset(&self, format: &'static str, known: &[Charset]) -> Result<Charset, ExportError> {
        match self.charset {
            None => Ok(known[0]),
            Some(charset) if known.contains(&charset) => Ok(charset),
            Some(charset) => Err(ExportError::Charset { format, charset }),
        }
    }
}

/// Record as bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenRecord {
    /// The bytes. If the format holds many records, they can follow those of another record.
    pub bytes: Vec<u8>,
    /// Parts of the record that the bytes cannot hold; at most one loss of each kind.
    pub losses: Vec<Loss>,
}

/// Reason why a record cannot be written at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The start has more pieces of a kind than the format has places for.
    #[error(
        "the start has more than {room} of the piece {piece}, and {format} has no place for them"
    )]
    Pieces {
        /// Name of the format.
        format: &'static str,
        /// FEN letter of the piece.
        piece: char,
        /// Number of places for the piece.
        room: usize,
    },
    /// The format cannot be written in this charset.
    #[error("{format} is not written in {charset}")]
    Charset {
        /// Name of the format.
        format: &'static str,
        /// The chosen charset.
        charset: Charset,
    },
    /// The charset lacks characters of a move.
    #[error("{charset} cannot write the move {text}; choose another notation")]
    Notation {
        /// The chosen charset.
        charset: Charset,
        /// Move in the chosen notation.
        text: String,
    },
}

/// All formats that can be written.
pub const EXPORTS: &[ExportFormat] = &[
    jsonl::FORMAT,
    pgn::FORMAT,
    xqf::FORMAT,
    xqf::PLAIN,
    dhtmlxq::FORMAT,
    cbf::FORMAT,
    csv::FORMAT,
];

/// Format of this name.
pub fn by_name(name: &str) -> Option<&'static ExportFormat> {
    EXPORTS.iter().find(|format| format.name == name)
}

/// Encodes a text; characters that the charset lacks are losses.
fn encoded(text: &str, charset: Charset, mut losses: Losses) -> WrittenRecord {
    let encoded = charset.encode(text);
    losses.characters(charset, &encoded.missing);
    WrittenRecord { bytes: encoded.bytes.into_owned(), losses: losses.finish() }
}
