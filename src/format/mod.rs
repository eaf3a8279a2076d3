//! Bytes to records: one file per file format and one table, [`FORMATS`].
//!
//! Readers do no I/O and know no SQL: they get the bytes of one file (or of one cut of a giant
//! file) and hand [`RawRecord`]s to a [`Sink`]. They never play moves and never guess: what a token
//! means is decided by `replay`, on a board. They are lenient at the edges: damage ends a record,
//! never a file, and what was repaired is a [`Warning`].
//!
//! Adding a format is one file with its `FORMAT`, one row in [`FORMATS`] and one folder of fixtures
//! below `tests/data/formats/NAME`; `tests/readers` says when one is missing.
//!
//! Here does not belong: finding and unpacking files (`import`, `container`), the words of tags and
//! results (`metadata`), the spelling of moves (`notation`).
//!
//! Files are hostile until they are read. Whatever the bytes: no panic, time in proportion to the
//! input, memory a small multiple of it, places inside the file, and no record before the damage
//! lost. `tests/readers` holds this for every fixture, so for every
//! format that has one; the package `fuzz` goes on for hours.
//!
//! ```
//! use std::ops::ControlFlow;
//! use xqdb::format::{FileSample, Input, RawRecord, Sink, identify};
//!
//! struct Moves(usize);
//! impl Sink for Moves {
//!     fn record(&mut self, record: RawRecord<'_>) -> ControlFlow<()> {
//!         self.0 += record.tree.nodes.len();
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! let (name, text) = ("a.pgn", "[Red \"吕钦\"]\n\n1. 炮二平五 马8进7 *\n");
//! let bytes = text.as_bytes();
//! let format = identify(&FileSample { head: bytes, text, name, len: bytes.len() as u64 });
//! let format = format.expect("a PGN");
//! assert_eq!(format.name, "pgn");
//!
//! let mut moves = Moves(0);
//! let input = Input { bytes, base: 0, name, encoding: None, any_word: false, beside: None };
//! let _ = (format.read)(&input, &mut moves);
//! assert_eq!(moves.0, 2);
//! ```

mod binary;
mod ccbridge;
mod ccbridge_old;
mod coordinate_lists;
mod csv;
mod dhtmlxq;
mod engine_book;
mod engine_log;
mod fen_lists;
mod field_moves;
mod fields;
mod halls;
mod headings;
mod json;
mod mixed;
mod move_rows;
mod nature;
mod pgn;
mod pgn_cc;
mod programs;
mod reason;
mod record;
mod sql;
mod table;
#[cfg(test)]
mod testing;
mod text;
mod xml;
mod xqf;

/// Layouts that the writers share with the readers.
pub(crate) mod layout {
    pub(crate) use super::binary::{KINDS, RESULTS, slot_piece};
    pub(crate) use super::fields::{FormatField, fields_of, tag_of};
    pub(crate) use super::xqf::{HEADER_LEN as XQF_HEADER_LEN, Keys as XqfKeys};
}

pub use engine_book::{DatEntry, book_point, is_book_dat};
pub use nature::{Nature, may_be_text, may_hold_games, other_kind};
#[cfg(feature = "store")]
pub(crate) use pgn::ends_a_game;
pub use record::{BytesFrom, Offsets, RawMove, RawNode, RawRecord, RawStart, RawTree, Warning};

use crate::text::Encoding;
use reason::Reason;
use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

/// All formats, in the order in which equal fits are decided.
pub const FORMATS: &[Format] = &[
    xqf::FORMAT,
    ccbridge::LIBRARY,
    ccbridge_old::FORMAT,
    ccbridge::FORMAT,
    xml::CBF,
    programs::XQR,
    halls::CHN,
    halls::XQI,
    halls::MXQ,
    programs::XGF,
    xml::PFC,
    programs::CWP,
    halls::CHE,
    halls::CCM,
    dhtmlxq::FORMAT,
    dhtmlxq::MOVELIST,
    dhtmlxq::DHJ,
    pgn_cc::FORMAT,
    pgn::FORMAT,
    json::FORMAT,
    json::LINES,
    csv::FORMAT,
    sql::FORMAT,
    engine_log::FORMAT,
    fen_lists::FORMAT,
    coordinate_lists::LIST,
    coordinate_lists::TWO_LINES,
    headings::WXF,
    headings::CHINESE,
];

/// A row of the table of formats.
#[derive(Debug)]
pub struct Format {
    /// Short lower-case name, as in the `format` field of the JSON record: `pgn`, `xqf`.
    pub name: &'static str,
    /// Its description, in a few English words, for `xqdb formats`.
    pub about: &'static str,
    /// Usual extensions, lower case, without dot.
    pub extensions: &'static [&'static str],
    /// Whether the whole file is text in one encoding, which the caller finds out.
    pub is_text: bool,
    /// How well a file's content (and, as a hint, its name) fits.
    pub sniff: fn(&FileSample<'_>) -> Fit,
    /// Gives every record of the input to the sink.
    pub read: fn(&Input<'_>, &mut dyn Sink) -> ControlFlow<()>,
    /// For text formats with many records a file: the first record boundary at or after `from` (a
    /// byte offset > 0), so that a giant file can be cut there and its parts read at once. Reading
    /// the parts gives the same records as reading the whole.
    pub boundary: Option<Boundary>,
}

impl Format {
    /// The fields most rows of formats in bytes share.
    const BINARY: Format = Format {
        name: "",
        about: "",
        extensions: &[],
        is_text: false,
        sniff: |_| Fit::No,
        read: |_, _| ControlFlow::Continue(()),
        boundary: None,
    };

    /// The fields most rows of formats in text share.
    const TEXT: Format = Format { is_text: true, ..Format::BINARY };
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
pub struct FileSample<'a> {
    /// The first bytes (64 KiB, or the whole file when shorter).
    pub head: &'a [u8],
    /// The sample decoded. Empty for plainly binary content.
    pub text: &'a str,
    /// The file's name, any case, without folders.
    pub name: &'a str,
    /// Length of the whole file in bytes.
    pub len: u64,
}

impl FileSample<'_> {
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

impl Fit {
    /// This fit if something holds, otherwise none.
    fn when(self, holds: bool) -> Fit {
        if holds { self } else { Fit::No }
    }
}

/// The content a reader works on.
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
    /// Of a table with a row for every move, the table of its games that lies beside it.
    pub beside: Option<&'a [u8]>,
}

impl Input<'_> {
    /// Where the input lies in its file.
    fn span(&self) -> Range<u64> {
        self.base..self.base + self.bytes.len() as u64
    }
}

/// The receiver of records.
pub trait Sink {
    /// Takes the next record; `Break` stops the reader.
    fn record(&mut self, record: RawRecord<'_>) -> ControlFlow<()>;

    /// Counts entries that the file marks as deleted; they are no records.
    fn deleted(&mut self, count: u64) {
        let _ = count;
    }

    /// Hears, before the records come and in the order of the file, that the reader has read these
    /// bytes, though records may stand in pieces of them: rows of one game among those of others.
    fn claims(&mut self, span: Range<u64>) {
        let _ = span;
    }

    /// Takes damage that belongs to no record (a truncated index, trailing garbage), at this
    /// byte offset of the file.
    fn damage(&mut self, offset: u64, what: String) {
        let _ = (offset, what);
    }
}

/// The first bytes of a database of SQLite. Its pages hold texts, but are no text.
const DATABASE: &[u8] = b"SQLite format 3\0";

/// Whether most of such a file are empty slots, so that little is made of many bytes.
pub fn is_mostly_empty(format: &Format) -> bool {
    *format == ccbridge::LIBRARY
}

/// The format of this name.
pub fn by_name(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// The name of the format, where the name of the file alone tells it from another one with the
/// bytes of which it is written: an `.xqi` may be byte for byte a `.chn`.
pub fn told_by_name(name: &str) -> Option<&'static str> {
    let sample = FileSample { head: &[], text: "", name, len: 0 };
    sample.has_extension(halls::XQI.extensions).then_some(halls::XQI.name)
}

/// The binary format that the first bytes alone prove. Asked before a text is made of them: most
/// archives are folders of small binary files.
pub fn by_magic(head: &[u8], name: &str, len: u64) -> Option<&'static Format> {
    let sample = FileSample { head, text: "", name, len };
    FORMATS.iter().find(|format| !format.is_text && (format.sniff)(&sample) == Fit::Certain)
}

/// The format that fits best, if any fits at all. Where games of several formats stand side by
/// side, it is that of most.
pub fn identify(sample: &FileSample<'_>) -> Option<&'static Format> {
    if sample.head.starts_with(DATABASE) {
        return None;
    }
    let plain = plain_text(sample.text);
    let sample = &FileSample { text: text::within_ends(&plain), ..*sample };
    let mut best: Option<(&Format, Fit)> = None;
    for format in FORMATS {
        let fit = (format.sniff)(sample);
        if fit > best.map_or(Fit::No, |(_, known)| known) {
            best = Some((format, fit));
        }
    }
    let (format, _) = best?;
    match mixed::is_one_of_many(format) && mixed::may_be_mixed(sample.text.as_bytes()) {
        true => mixed::main_format(sample.text).or(Some(format)),
        false => Some(format),
    }
}

/// A text with line feeds, if all its lines end in another way.
fn plain_text(text: &str) -> Cow<'_, str> {
    let other = Some(text).filter(|text| !text.contains('\n')).and_then(text::with_line_feeds);
    other.map_or(Cow::Borrowed(text), Cow::Owned)
}

/// The claim of one format on a sample.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// The format.
    pub format: &'static Format,
    /// How well the sample fits it by itself.
    pub fit: Fit,
    /// How many games begin with its marks, for formats whose games can stand among others.
    pub games: Option<usize>,
}

/// Every format that fits a sample, in the order of the table. [`identify`] decides among them.
pub fn claims(sample: &FileSample<'_>) -> Vec<Claim> {
    let plain = plain_text(sample.text);
    let sample = &FileSample { text: text::within_ends(&plain), ..*sample };
    let stretches = mixed::stretches(sample.text);
    let games = |format: &Format| {
        let own = stretches.iter().filter(|stretch| stretch.format == format);
        mixed::is_one_of_many(format).then(|| own.map(|stretch| stretch.games).sum())
    };
    let claim = |format| Claim { format, fit: (format.sniff)(sample), games: games(format) };
    FORMATS.iter().map(claim).filter(|claim| claim.fit != Fit::No).collect()
}

/// Gives every record of an input to the sink. What stands in a text in other formats is read where
/// it stands, and what no reader claims and speaks of games all the same is reported as damage.
pub fn read(format: &Format, input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    if !format.is_text {
        return (format.read)(input, sink);
    }
    let mut encoding = input.encoding.unwrap_or_else(|| crate::text::detect(input.bytes));
    let marked = encoding.belied_mark(input.bytes);
    let belied = |marked| Reason::MarkBelied { at: input.base, marked, text: encoding };
    let mut first = marked.map(|marked| belied(marked).into());
    let mut input = text::without_ends(input, encoding);
    if let Some(at) = text::half_character(input.bytes, encoding) {
        sink.damage(input.base + at as u64, Reason::HalfCharacter.to_string());
    }
    if let Some(at) = mixed::archive_in_text(input.bytes, encoding) {
        sink.damage(input.base + at as u64, Reason::ArchiveInText.to_string());
    }
    while let Some((at, next)) = mixed::other_text(input.bytes, encoding) {
        let (text, rest) = input.bytes.split_at(at);
        if !text.is_empty() {
            let text = Input { bytes: text, encoding: Some(encoding), ..input };
            read_text(format, &text, first.take(), sink)?;
        }
        let base = input.base + at as u64;
        input = Input { bytes: rest, base, encoding: Some(next), ..input };
        encoding = next;
    }
    read_text(format, &input, first, sink)
}

/// Reads a text in one encoding. `first` is a warning of its first record.
fn read_text(
    format: &Format,
    input: &Input<'_>,
    first: Option<Warning>,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let mut cover = mixed::Cover::new(input, first, sink);
    match mixed::is_one_of_many(format) && mixed::may_be_mixed(input.bytes) {
        true => mixed::read(format, input, &mut cover)?,
        false => (format.read)(input, &mut cover)?,
    }
    cover.finish();
    ControlFlow::Continue(())
}
