//! Turns the bytes of a unit, or bytes in memory, into replayed records.

use crate::format::{Format, Input, RawRecord, Sink, by_name};
use crate::import::decide::{complete, known_as, said_of};
use crate::import::options::Options;
use crate::import::unit::{Unit, file_name};
use crate::metadata::{FileName, PlaceSays};
use crate::notation::System;
use crate::replay::{Record, UnreadMoves};
use crate::text::Encoding;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Records of a unit.
#[derive(Debug)]
pub struct Parsed<T = Record> {
    /// Format of the unit; `None` if none fits.
    pub format: Option<&'static Format>,
    /// Encoding of the unit's texts; `None` if no text was decoded.
    pub encoding: Option<Encoding>,
    /// Records in file order, or values made from them.
    pub records: Vec<T>,
    /// Number of entries marked as deleted.
    pub deleted: u64,
    /// Damage outside records: byte offset and description.
    pub damage: Vec<(u64, String)>,
}

/// Reads and replays all records of a unit; `system` is the notation of their moves.
pub fn parse(unit: &Unit, system: &System) -> Parsed {
    parse_each(unit, system, |record| record)
}

/// Reads the records of a unit, and calls `make` on each while it is in the processor's caches;
/// keeping thousands of records would take much memory.
pub(crate) fn parse_each<T>(
    unit: &Unit,
    system: &System,
    make: impl FnMut(Record) -> T,
) -> Parsed<T> {
    let mut parsed = Parsed {
        format: None,
        encoding: None,
        records: Vec::new(),
        deleted: 0,
        damage: Vec::new(),
    };
    let Some(format) = unit.format else { return parsed };
    parsed.format = Some(format);
    let input = input(unit, system);
    let is_whole = unit.base == 0 && unit.is_last && unit.lost == 0;
    let place = unit.said.as_deref().map(|said| &said.place).filter(|place| !place.is_empty());
    let said = unit.said.as_deref().filter(|_| is_whole);
    let text = format.is_text.then_some(unit);
    let mut collector =
        Collector { system, make, said, place, text, first: None, games: 0, parsed };
    let _ = crate::format::read(format, &input, &mut collector);
    if let Some(what) = crate::format::damage_of_page(format, &unit.bytes).filter(|_| is_whole) {
        collector.damage(unit.bytes.len() as u64, what);
    }
    if unit.lost > 0 {
        collector.damage(unit.base + unit.bytes.len() as u64, too_long(unit.lost));
    }
    collector.finish(unit.encoding)
}

/// Number of records that [`parse`] finds in a unit. No record is replayed, which is much faster.
pub fn count_records(unit: &Unit, system: &System) -> u64 {
    let mut count = Count(0);
    if let Some(format) = unit.format {
        let _ = crate::format::read(format, &input(unit, system), &mut count);
    }
    count.0
}

fn input<'u>(unit: &'u Unit, system: &System) -> Input<'u> {
    Input {
        bytes: &unit.bytes,
        base: unit.base,
        name: unit.file_name(),
        encoding: unit.encoding,
        any_word: system.takes_any_word(),
        beside: unit.beside.as_deref(),
    }
}

struct Count(u64);

impl Sink for Count {
    fn record(&mut self, _: RawRecord<'_>) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// Message about the rest of a record that is too long.
fn too_long(lost: u64) -> String {
    format!(
        "a record is longer than the memory allows: {lost} bytes of it are not read; give more \
         with --memory"
    )
}

struct Collector<'s, T, F> {
    system: &'s System,
    make: F,
    /// Values in the file's name, if the unit is the whole file.
    said: Option<&'s FileName>,
    /// Values in the names of the file's folders, which apply to all records.
    place: Option<&'s PlaceSays>,
    /// The unit, if its format is text.
    text: Option<&'s Unit>,
    /// First record, kept until a second one comes.
    first: Option<Record>,
    /// Number of records with moves.
    games: usize,
    parsed: Parsed<T>,
}

impl<T, F: FnMut(Record) -> T> Collector<'_, T, F> {
    fn keep(&mut self, record: Record) {
        self.parsed.records.push((self.make)(record));
    }

    fn finish(mut self, encoding: Option<Encoding>) -> Parsed<T> {
        if let Some(mut only) = self.first.take() {
            if let Some(said) = self.said {
                complete(&mut only, said);
            }
            self.keep(only);
        }
        let records = self.parsed.records.len();
        let broken = self.said.and_then(|said| said.broken_promise(records, self.games));
        self.parsed.damage.extend(broken.map(|what| (0, what)));
        self.parsed.encoding = self.parsed.encoding.or(encoding);
        self.parsed
    }
}

impl<T, F: FnMut(Record) -> T> Sink for Collector<'_, T, F> {
    fn record(&mut self, record: RawRecord<'_>) -> ControlFlow<()> {
        let mut record = Record::of(record, self.system);
        if let Some(place) = self.place {
            record.place = place.clone();
        }
        if let (Some(unit), Some(failure)) = (self.text, record.game.outcome.failure()) {
            let raw = unit.slice(&record.span);
            record.unread =
                Some(UnreadMoves::in_text(failure, raw, record.span.start, record.encoding));
        }
        self.games += usize::from(record.game.tree.plies > 0);
        self.parsed.encoding.get_or_insert(record.encoding);
        if self.first.is_none() && self.parsed.records.is_empty() {
            self.first = Some(record);
        } else {
            if let Some(first) = self.first.take() {
                self.keep(first);
            }
            self.keep(record);
        }
        ControlFlow::Continue(())
    }

    fn deleted(&mut self, count: u64) {
        self.parsed.deleted += count;
    }

    fn damage(&mut self, offset: u64, what: String) {
        self.parsed.damage.push((offset, what));
    }
}

/// Content, or a piece of one that was cut at record boundaries.
#[derive(Debug, Clone, Copy)]
pub struct ContentPiece<'b> {
    /// Path of the file. Its name may tell format, players and result.
    pub path: &'b str,
    /// Path inside an archive.
    pub member: Option<&'b str>,
    /// Offset of the bytes in the file or member.
    pub offset: u64,
    /// Bytes of the file or member, never of an archive.
    pub bytes: &'b [u8],
    /// Whether `bytes` are the whole file or member.
    pub is_whole: bool,
    /// Name of the format, if known. Give the encoding, too: a piece alone may not show them.
    pub format: Option<&'b str>,
    /// Encoding, if known.
    pub encoding: Option<Encoding>,
}

impl ContentPiece<'_> {
    /// Hash under which the store knows the file; `None` unless `bytes` are the whole file. It is
    /// the BLAKE3 hash of the bytes, combined with what the file's name and its folders below
    /// [`Options::named`] say about its games, if anything.
    #[must_use]
    pub fn content_hash(&self, options: &Options) -> Option<[u8; 32]> {
        let bytes = self.is_whole.then(|| *blake3::hash(self.bytes).as_bytes())?;
        Some(known_as(bytes, &self.said(options), file_name(self.path, self.member)))
    }

    fn said(&self, options: &Options) -> FileName {
        said_of(self.path, self.member, &options.named)
    }

    /// Reads and replays all records of the piece. Opens no file.
    ///
    /// ```
    /// use xqdb::import::{ContentPiece, Options};
    /// let piece = ContentPiece {
    ///     path: "a.pgn",
    ///     member: None,
    ///     offset: 0,
    ///     bytes: "1. 炮二平五 马8进7 *".as_bytes(),
    ///     is_whole: true,
    ///     format: None,
    ///     encoding: None,
    /// };
    /// assert_eq!(piece.parse(&Options::default()).records[0].game.tree.plies, 2);
    /// ```
    #[must_use]
    pub fn parse(&self, options: &Options) -> Parsed {
        let path: Arc<str> = self.path.into();
        let mut unit = Unit::at(path.clone(), path, self.member.map(Into::into));
        unit.said = Some(Arc::new(self.said(options)));
        // A known format comes with the encoding, if it has one.
        if self.format.is_none() {
            unit.look(options, self.bytes, self.offset + self.bytes.len() as u64);
        }
        unit.format = self.format.and_then(by_name).or(unit.format);
        unit.encoding = self.encoding.or(unit.encoding);
        (unit.base, unit.is_last) = (self.offset, self.is_whole);
        unit.size = self.offset + self.bytes.len() as u64;
        unit.bytes = self.bytes.to_vec();
        parse(&unit, &options.notation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_around_marks_has_an_end() {
        let damage = |text: &str, is_whole: bool| {
            let piece = ContentPiece {
                path: "a.html",
                member: None,
                offset: 0,
                bytes: text.as_bytes(),
                is_whole,
                format: Some("dhtmlxq"),
                encoding: None,
            };
            piece.parse(&Options::default()).damage.len()
        };
        let game = "[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]";
        let cut = format!("<HTML>{game}<p>2</p>");
        assert_eq!((damage(&cut, true), damage(&cut, false)), (1, 0));
        assert_eq!(damage(&format!("{cut}</html>"), true), 0);
        assert_eq!(damage(game, true), 0);
    }
}
