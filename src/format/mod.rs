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
//! Here does not belong: finding and unpacking files (`import`, `archive`), the words of tags and
//! results (`metadata`), the spelling of moves (`notation`).
//!
//! Files are hostile until they are read. Whatever the bytes: no panic, time in proportion to the
//! input, memory a small multiple of it, places inside the file, and no record before the damage
//! lost. `tests/readers` holds this for every fixture, so for every
//! format that has one; the package `fuzz` goes on for hours.
//!
//! ```
//! use std::ops::ControlFlow;
//! use xqdb::format::{Input, RawRecord, Sample, Sink, identify};
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
//! let format = identify(&Sample { head: bytes, text, name, len: bytes.len() as u64 });
//! let format = format.expect("a PGN");
//! assert_eq!(format.name, "pgn");
//!
//! let mut moves = Moves(0);
//! let input = Input { bytes, base: 0, name, encoding: None, any_word: false };
//! let _ = (format.read)(&input, &mut moves);
//! assert_eq!(moves.0, 2);
//! ```

mod cbf;
mod cbl;
mod cbl_old;
mod cbr;
mod ccm;
mod che;
mod chn;
mod coordinates;
mod cover;
mod cursor;
mod cwp;
mod dhjhtmlxq;
mod dhtmlxq;
mod dump;
mod ends;
mod fields;
mod headed;
mod joined;
mod json;
mod lines;
mod mixed;
mod mxq;
mod nature;
mod pfc;
mod pgn;
mod pgn_cc;
mod positions;
mod reader;
mod record;
mod table;
#[cfg(test)]
mod testing;
mod text;
mod usual;
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

pub use nature::{Nature, may_be_text, may_hold_games, other_kind};
#[cfg(feature = "store")]
pub(crate) use pgn::ends_a_game;
pub use reader::{Boundary, Fit, Format, Input, Sample, Sink};
pub use record::{BytesFrom, Offsets, RawMove, RawNode, RawRecord, RawStart, RawTree};
pub use warning::Warning;

use std::ops::ControlFlow;

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
    json::FORMAT,
    json::LINES,
    table::FORMAT,
    positions::FORMAT,
    coordinates::LIST,
    coordinates::TWO_LINES,
    headed::WXF,
    headed::CHINESE,
];

/// What a database of SQLite begins with. Its pages hold texts, but are no text.
const DATABASE: &[u8] = b"SQLite format 3\0";

/// Whether most of such a file are empty slots, so that little is made of many bytes.
pub fn is_mostly_empty(format: &Format) -> bool {
    *format == cbl::FORMAT
}

/// The format of this name.
pub fn by_name(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// The binary format that the first bytes alone prove. Asked before a text is made of them: most
/// archives are folders of small binary files.
pub fn by_magic(head: &[u8], name: &str, len: u64) -> Option<&'static Format> {
    let sample = Sample { head, text: "", name, len };
    FORMATS.iter().find(|format| !format.is_text && (format.sniff)(&sample) == Fit::Certain)
}

/// The format that fits best, if any fits at all. Where games of several formats stand side by
/// side, it is that of most.
pub fn identify(sample: &Sample<'_>) -> Option<&'static Format> {
    if sample.head.starts_with(DATABASE) {
        return None;
    }
    let plain = plain_text(sample);
    let text = ends::within(plain.as_deref().unwrap_or(sample.text));
    let sample = &Sample { text, ..*sample };
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

/// The text of a sample whose lines all end in another way, with line feeds.
fn plain_text(sample: &Sample<'_>) -> Option<String> {
    let has_others = !sample.text.contains('\n');
    has_others.then(|| lines::with_line_feeds(sample.text)).flatten()
}

/// What one format makes of a sample.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// The format.
    pub format: &'static Format,
    /// How well the sample fits it by itself.
    pub fit: Fit,
    /// How many games begin with its marks, for formats whose games can stand among others.
    pub games: Option<usize>,
}

/// What sniffing saw: every format that fits, in the order of the table. [`identify`] decides among
/// them.
pub fn claims(sample: &Sample<'_>) -> Vec<Claim> {
    let plain = plain_text(sample);
    let text = ends::within(plain.as_deref().unwrap_or(sample.text));
    let sample = &Sample { text, ..*sample };
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
    let mut input = ends::without(input, encoding);
    if let Some(at) = joined::archive(input.bytes, encoding) {
        let what = "an archive stands in this text, and was not read";
        sink.damage(input.base + at as u64, what.to_owned());
    }
    while let Some((at, next)) = joined::other_text(input.bytes, encoding) {
        let (text, rest) = input.bytes.split_at(at);
        if !text.is_empty() {
            read_text(format, &Input { bytes: text, encoding: Some(encoding), ..input }, sink)?;
        }
        let base = input.base + at as u64;
        input = Input { bytes: rest, base, encoding: Some(next), ..input };
        encoding = next;
    }
    read_text(format, &input, sink)
}

/// Reads a text in one encoding.
fn read_text(format: &Format, input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let mut cover = cover::Cover::new(input, sink);
    match mixed::is_one_of_many(format) && mixed::may_be_mixed(input.bytes) {
        true => mixed::read(format, input, &mut cover)?,
        false => (format.read)(input, &mut cover)?,
    }
    cover.finish();
    ControlFlow::Continue(())
}
