//! The contract between a reader and those who call it: what a format is, what it reads, and where
//! its records go.

use super::RawRecord;
use crate::text::Encoding;
use std::ops::{ControlFlow, Range};

/// A row of the table of formats.
#[derive(Debug)]
pub struct Format {
    /// Short lower-case name, as in the `format` field of the JSON record: `pgn`, `xqf`.
    pub name: &'static str,
    /// What it is, in a few English words, for `xqdb formats`.
    pub about: &'static str,
    /// Usual extensions, lower case, without dot.
    pub extensions: &'static [&'static str],
    /// Whether the whole file is text in one encoding, which the caller finds out.
    pub is_text: bool,
    /// How well a file's content (and, as a hint, its name) fits.
    pub sniff: fn(&Sample<'_>) -> Fit,
    /// Gives every record of the input to the sink.
    pub read: fn(&Input<'_>, &mut dyn Sink) -> ControlFlow<()>,
    /// For text formats with many records a file: the first record boundary at or after `from` (a
    /// byte offset > 0), so that a giant file can be cut there and its parts read at once. Reading
    /// the parts gives the same records as reading the whole.
    pub boundary: Option<Boundary>,
}

/// Two rows are equal when they have one name.
impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.name == other.name
    }
}

impl Eq for Format {}

/// Finds the first record boundary at or after an offset; see [`Format::boundary`].
pub type Boundary = fn(bytes: &[u8], from: usize) -> Option<usize>;

/// The beginning of a file, for sniffing.
#[derive(Debug, Clone, Copy)]
pub struct Sample<'a> {
    /// The first bytes (64 KiB, or the whole file when shorter).
    pub head: &'a [u8],
    /// The same, decoded. Empty for what is plainly binary.
    pub text: &'a str,
    /// The file's name, any case, without folders.
    pub name: &'a str,
    /// Length of the whole file in bytes.
    pub len: u64,
}

impl Sample<'_> {
    /// Whether the file's name ends with one of `extensions` (lower case, without dot).
    pub fn has_extension(&self, extensions: &[&str]) -> bool {
        self.name.rsplit_once('.').is_some_and(|(_, found)| {
            extensions.iter().any(|known| found.eq_ignore_ascii_case(known))
        })
    }
}

/// How well a sample fits a format. The best fit of the table wins, the earlier row among equals.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Ord, PartialOrd)]
pub enum Fit {
    /// Not this format.
    No,
    /// Could be: only the extension, or a weak sign in the content, says so.
    Weak,
    /// The content looks like it.
    Likely,
    /// A magic number or an unmistakable mark.
    Certain,
}

/// What a reader works on.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// The whole file or archive member, or one cut of a giant file.
    pub bytes: &'a [u8],
    /// Offset of `bytes` in the file; 0 unless the file was cut.
    pub base: u64,
    /// The file's name without folders, for metadata.
    pub name: &'a str,
    /// How texts are to be decoded: decided once per file by the caller for text formats, or forced
    /// by the user. Binary formats decide from their own fields when it is `None`.
    pub encoding: Option<Encoding>,
    /// Whether any word between numbers and comments is a move: the user named a notation whose
    /// moves do not look like moves.
    pub any_word: bool,
}

impl Input<'_> {
    /// Where the input lies in its file.
    pub(super) fn span(&self) -> Range<u64> {
        self.base..self.base + self.bytes.len() as u64
    }
}

/// Where records go.
pub trait Sink {
    /// Takes the next record; `Break` stops the reader.
    fn record(&mut self, record: RawRecord<'_>) -> ControlFlow<()>;

    /// Counts entries that the file marks as deleted; they are no records.
    fn deleted(&mut self, count: u64) {
        let _ = count;
    }

    /// Tells of damage that belongs to no record (a truncated index, trailing garbage), at this
    /// byte offset of the file.
    fn damage(&mut self, offset: u64, what: String) {
        let _ = (offset, what);
    }
}
