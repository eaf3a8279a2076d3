//! Reads records from bytes: one file per file format, and one table, [`FORMATS`].
//!
//! Readers do no I/O and know no SQL: they take the bytes of one file (or one cut of a giant file)
//! and pass [`RawRecord`]s to a [`Sink`]. They never play moves and never guess: `replay` decides
//! on a board what a token means. Damage ends a record, never a file; a repair becomes a
//! [`Warning`].
//!
//! To add a format: one file with its `FORMAT`, one row in [`FORMATS`], and one folder of fixtures
//! in `tests/data/formats/NAME`; `tests/readers` reports a missing one.
//!
//! Elsewhere: finding and unpacking files (`import`, `container`), words of tags and results
//! (`metadata`), spelling of moves (`notation`).
//!
//! Files are hostile until read. Whatever the bytes: no panic, time proportional to the input,
//! memory a small multiple of it, places inside the file, no record before the damage lost.
//! `tests/readers` checks this on every fixture, so for every format; the package `fuzz` does so
//! for hours.
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
mod damaged_names;
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
mod page;
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

/// Layouts that writers share with readers.
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

/// All formats; an earlier one wins among equal fits.
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
    page::FORMAT,
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

/// Row of the table of formats.
#[derive(Debug)]
pub struct Format {
    /// Short lower-case name, as in the `format` field of the JSON record: `pgn`, `xqf`.
    pub name: &'static str,
    /// Description in a few English words, for `xqdb formats`.
    pub about: &'static str,
    /// Usual extensions, lower case, without dot.
    pub extensions: &'static [&'static str],
    /// Whether the whole file is text in one encoding, which the caller detects.
    pub is_text: bool,
    /// Judges how well a file's content (and, as a hint, its name) fits.
    pub sniff: fn(&FileSample<'_>) -> Fit,
    /// Passes every record of the input to the sink.
    pub read: fn(&Input<'_>, &mut dyn Sink) -> ControlFlow<()>,
    /// Finds the first record boundary at or after a byte offset above 0, for text formats with
    /// many records a file. A giant file is cut there and its parts read in parallel; the parts
    /// give the same records as the whole.
    pub boundary: Option<Boundary>,
}

impl Format {
    /// Fields that most binary formats share.
    const BINARY: Format = Format {
        name: "",
        about: "",
        extensions: &[],
        is_text: false,
        sniff: |_| Fit::No,
        read: |_, _| ControlFlow::Continue(()),
        boundary: None,
    };

    /// Fields that most text formats share.
    const TEXT: Format = Format { is_text: true, ..Format::BINARY };
}

/// Formats are equal when their names are.
impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.name == other.name
    }
}

impl Eq for Format {}

/// Finds the first record boundary at or after an offset; see [`Format::boundary`].
pub type Boundary = fn(bytes: &[u8], from: usize) -> Option<usize>;

/// Beginning of a file, for sniffing.
#[derive(Debug, Clone, Copy)]
pub struct FileSample<'a> {
    /// First bytes: 64 KiB, or the whole file when shorter.
    pub head: &'a [u8],
    /// The sample decoded; empty for plainly binary content.
    pub text: &'a str,
    /// File name, any case, without folders.
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

/// How well a sample fits a format. The best fit wins; among equals, the table's earlier row.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Ord, PartialOrd)]
pub enum Fit {
    /// Not this format.
    No,
    /// Possible, by the extension alone or a weak sign in the content.
    Weak,
    /// The content looks like this format.
    Likely,
    /// The content has a magic number or an unmistakable mark.
    Certain,
}

impl Fit {
    /// This fit if `holds`, otherwise [`Fit::No`].
    fn when(self, holds: bool) -> Fit {
        if holds { self } else { Fit::No }
    }
}

/// Content for a reader.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// The whole file or archive member, or one cut of a giant file.
    pub bytes: &'a [u8],
    /// Offset of `bytes` in the file; 0 unless the file was cut.
    pub base: u64,
    /// File name without folders, for metadata.
    pub name: &'a str,
    /// Encoding of texts: detected once per file by the caller for text formats, or forced by the
    /// user. With `None`, binary formats detect it from their fields.
    pub encoding: Option<Encoding>,
    /// Whether any word between numbers and comments is a move: the user named a notation whose
    /// moves do not look like moves.
    pub any_word: bool,
    /// Table of games that lies beside a table with one row per move.
    pub beside: Option<&'a [u8]>,
}

impl Input<'_> {
    /// Place of the input in its file.
    fn span(&self) -> Range<u64> {
        self.base..self.base + self.bytes.len() as u64
    }
}

/// Receiver of records.
pub trait Sink {
    /// Takes the next record; `Break` stops the reader.
    fn record(&mut self, record: RawRecord<'_>) -> ControlFlow<()>;

    /// Takes a number of entries that the file marks as deleted; they are no records.
    fn deleted(&mut self, count: u64) {
        let _ = count;
    }

    /// Takes a span that the reader has read, though its records cover only pieces of it (rows of
    /// interleaved games). Spans come in file order, before the records.
    fn claims(&mut self, span: Range<u64>) {
        let _ = span;
    }

    /// Takes damage outside all records (a truncated index, trailing garbage), at a byte offset of
    /// the file.
    fn damage(&mut self, offset: u64, what: String) {
        let _ = (offset, what);
    }
}

/// First bytes of an SQLite database, which is no text though its pages hold texts.
const DATABASE: &[u8] = b"SQLite format 3\0";

/// Whether most of a file in this format is empty slots: few bytes of records in many.
pub fn is_mostly_empty(format: &Format) -> bool {
    *format == ccbridge::LIBRARY
}

/// Format with this name.
pub fn by_name(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// Format that only the file's name distinguishes from another of the same bytes: an `.xqi` may
/// equal a `.chn` byte for byte.
pub fn told_by_name(name: &str) -> Option<&'static str> {
    let sample = FileSample { head: &[], text: "", name, len: 0 };
    sample.has_extension(halls::XQI.extensions).then_some(halls::XQI.name)
}

/// Binary format that the first bytes alone prove. Comes before decoding a text: most archives are
/// folders of small binary files.
pub fn by_magic(head: &[u8], name: &str, len: u64) -> Option<&'static Format> {
    let sample = FileSample { head, text: "", name, len };
    FORMATS.iter().find(|format| !format.is_text && (format.sniff)(&sample) == Fit::Certain)
}

/// Best-fitting format, or None. Of a text with games of several formats, the one with the most
/// games.
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
        if fit == Fit::Certain {
            break;
        }
    }
    let (format, _) = best?;
    match mixed::is_one_of_many(format) && mixed::may_be_mixed(sample.text.as_bytes()) {
        true => mixed::main_format(sample.text).or(Some(format)),
        false => Some(format),
    }
}

/// The text with line feeds, if all its lines end in another way.
fn plain_text(text: &str) -> Cow<'_, str> {
    let other = Some(text).filter(|text| !text.contains('\n')).and_then(text::with_line_feeds);
    other.map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Claim of one format on a sample.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// Format that claims the sample.
    pub format: &'static Format,
    /// How well the sample fits the format alone.
    pub fit: Fit,
    /// Number of games that begin with the format's marks; None if its games stand alone in a file.
    pub games: Option<usize>,
}

/// Every format that fits a sample, in the order of the table; [`identify`] decides among them.
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

/// Passes every record of an input to the sink. Parts of a text in other formats go to their own
/// readers. Text that no reader claims but that has signs of games is reported as damage.
pub fn read(format: &Format, input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    if !format.is_text {
        return (format.read)(input, sink);
    }
    let mut encoding = input.encoding.unwrap_or_else(|| crate::text::detect(input.bytes));
    let marked = encoding.belied_mark(input.bytes);
    let belied = |marked| Reason::MarkBelied { at: input.base, marked, text: encoding };
    let mut first = marked.map(|marked| belied(marked).into());
    let input = text::without_ends(input, encoding);
    let mut input = Input { encoding: Some(encoding), ..input };
    if let Some(at) = text::half_character(input.bytes, encoding) {
        sink.damage(input.base + at as u64, Reason::HalfCharacter.to_string());
    }
    if let Some(at) = mixed::archive_in_text(input.bytes, encoding) {
        sink.damage(input.base + at as u64, Reason::ArchiveInText.to_string());
    }
    while let Some((at, next)) = mixed::other_text(input.bytes, encoding) {
        let (text, rest) = input.bytes.split_at(at);
        if !text.is_empty() {
            let text = Input { bytes: text, ..input };
            read_text(format, &text, first.take(), sink)?;
        }
        let base = input.base + at as u64;
        input = Input { bytes: rest, base, encoding: Some(next), ..input };
        encoding = next;
    }
    read_text(format, &input, first, sink)
}

/// Damage of a whole file in DhtmlXQ: a page around the marks that lacks its end.
#[cfg(feature = "store")]
pub(crate) fn damage_of_page(format: &Format, bytes: &[u8]) -> Option<String> {
    let is_cut = [&dhtmlxq::FORMAT, &dhtmlxq::DHJ].contains(&format) && page::lacks_end(bytes);
    is_cut.then(|| Reason::PageNotClosed.to_string())
}

/// Reads a text in one encoding, which `input` names; `first` is a warning for its first record.
fn read_text(
    format: &Format,
    input: &Input<'_>,
    first: Option<Warning>,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    text::tell_no_text(input, sink);
    let mut cover = mixed::Cover::new(input, first, sink);
    match mixed::is_one_of_many(format) && mixed::may_be_mixed(input.bytes) {
        true => mixed::read(format, input, &mut cover)?,
        false => (format.read)(input, &mut cover)?,
    }
    cover.finish();
    ControlFlow::Continue(())
}
