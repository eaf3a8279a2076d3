//! Bytes to records: one file per file format and one table, [`FORMATS`].
//!
//! Readers do no I/O and know no SQL: they get the bytes of one file (or of one cut of a giant file) and hand
//! [`RawRecord`]s to a [`Sink`]. They never play moves and never guess: what a token means is decided by
//! `replay`, on a board. Lenient at the edges: damage ends a record, never a file, and what was repaired is
//! a [`Warning`].
//!
//! Adding a format is one file with its `FORMAT`, one row in [`FORMATS`] and one folder of fixtures
//! below `tests/data/formats/NAME`; `tests/formats.rs` says when one is missing.
//!
//! Files are hostile until they are read. Whatever the bytes: no panic, time in proportion to the input, memory a small
//! multiple of it, places inside the file, and no record before the damage lost. `tests/damage.rs` and `tests/fuzz_short.rs`
//! hold this for every fixture, so for every format that has one; the package `fuzz` goes on for hours.

mod cbf;
mod cbl;
mod cbl_old;
mod cbr;
mod ccm;
mod che;
mod chn;
mod coordinates;
mod cursor;
mod cwp;
mod dhjhtmlxq;
mod dhtmlxq;
mod dump;
mod fields;
mod headed;
mod mxq;
mod pfc;
mod pgn;
mod pgn_cc;
mod positions;
mod record;
#[cfg(test)]
mod testing;
mod text;
mod warning;
mod xgf;
mod xml;
mod xqf;
mod xqr;

/// Layouts that the writers share with the readers.
pub(crate) mod layout {
    pub(crate) use super::cbf::TEXTS as CBF_TEXTS;
    pub(crate) use super::dhtmlxq::NAMES as DHTMLXQ_NAMES;
    pub(crate) use super::fields::slot_piece;
    pub(crate) use super::xqf::{Keys as XqfKeys, TEXTS as XQF_TEXTS};
}

pub use record::{BytesFrom, Offsets, RawMove, RawNode, RawRecord, RawStart, RawTree};
pub use warning::Warning;

use crate::text::Encoding;
use std::ops::ControlFlow;

/// A row of the table of formats.
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
    /// For text formats with many records a file: the first record boundary at or after `from` (a byte
    /// offset > 0), so that a giant file can be cut there and its parts read at once. Reading the parts gives the same
    /// records as reading the whole.
    pub boundary: Option<Boundary>,
}

/// Finds the first record boundary at or after an offset; see [`Format::boundary`].
pub type Boundary = fn(bytes: &[u8], from: usize) -> Option<usize>;

/// The beginning of a file, for sniffing.
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
pub struct Input<'a> {
    /// The whole file or archive member, or one cut of a giant file.
    pub bytes: &'a [u8],
    /// Offset of `bytes` in the file; 0 unless the file was cut.
    pub base: u64,
    /// The file's name without folders, for metadata.
    pub name: &'a str,
    /// How texts are to be decoded: decided once per file by the caller for text formats, or forced by the
    /// user. Binary formats decide from their own fields when it is `None`.
    pub encoding: Option<Encoding>,
    /// Whether any word between numbers and comments is a move: the user named a notation whose moves do not look like
    /// moves.
    pub any_word: bool,
}

/// Where records go.
pub trait Sink {
    /// Takes the next record; `Break` stops the reader.
    fn record(&mut self, record: RawRecord<'_>) -> ControlFlow<()>;

    /// Counts entries that the file marks as deleted; they are no records.
    fn deleted(&mut self, count: u64) {
        let _ = count;
    }

    /// Tells of damage that belongs to no record (a truncated index, trailing garbage), at this byte offset
    /// of the file.
    fn damage(&mut self, offset: u64, what: String) {
        let _ = (offset, what);
    }
}

/// All formats, in the order in which equal fits are decided.
pub const FORMATS: &[Format] = &[
    xqf::FORMAT,
    cbl::FORMAT,
    cbl_old::FORMAT,
    cbr::FORMAT,
    cbf::FORMAT,
    xqr::FORMAT,
    chn::FORMAT,
    chn::XQI,
    mxq::FORMAT,
    xgf::FORMAT,
    pfc::FORMAT,
    cwp::FORMAT,
    che::FORMAT,
    ccm::FORMAT,
    dhtmlxq::FORMAT,
    dhtmlxq::MOVELIST,
    dhjhtmlxq::FORMAT,
    pgn_cc::FORMAT,
    pgn::FORMAT,
    positions::FORMAT,
    coordinates::LIST,
    coordinates::TWO_LINES,
    headed::WXF,
    headed::CHINESE,
];

/// The format of this name.
pub fn by_name(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// The binary format that the first bytes alone prove. Asked before a text is made of them: most archives are folders of
/// small binary files.
pub fn by_magic(head: &[u8], name: &str, len: u64) -> Option<&'static Format> {
    let sample = Sample { head, text: "", name, len };
    FORMATS.iter().find(|format| !format.is_text && (format.sniff)(&sample) == Fit::Certain)
}

/// The format that fits best, if any fits at all.
pub fn identify(sample: &Sample<'_>) -> Option<&'static Format> {
    let mut best: Option<(&Format, Fit)> = None;
    for format in FORMATS {
        let fit = (format.sniff)(sample);
        if fit > best.map_or(Fit::No, |(_, known)| known) {
            best = Some((format, fit));
        }
    }
    best.map(|(format, _)| format)
}
