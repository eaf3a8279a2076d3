//! Reads texts that mix encodings, formats, games and other matter.
//!
//! **Encodings.** Some files are texts of several encodings joined. In UTF-16 each ASCII letter has
//! a NUL beside it; other encodings have no NULs. So a tag whose letters have the other width, or
//! the byte order mark of the other order, begins another text. Decoded like the text before, it
//! would be chance hanzi in which no game is found; so would all text behind a lost byte of UTF-16.
//!
//! **Formats.** A page has DhtmlXQ games and PGN, a collection all that a forum holds. A mark
//! counts where a game of its format can begin; inside a comment or field of another format it is
//! text. The text is divided into stretches of one format each, and each stretch has its own
//! reader.
//!
//! **Nothing is lost.** Every byte belongs to a record, is known filler, or is reported. Filler has
//! no sign of a game: blanks, adverts, prose and markup of a page. Text outside all records that
//! holds a move, a tag or a position is damage.

use super::damaged_names::DamagedNames;
use super::fen_lists::holds_position;
use super::fields::is_torn_tag;
use super::pgn::{self, games, is_tag_line, names_a_tag, tag_behind};
use super::reason::Reason;
use super::text::{beginning, lines_from, unknown_result};
use super::{Format, Input, RawMove, RawNode, RawRecord, Sink, Warning, dhtmlxq, headings};
use crate::text::{Encoding, decode, detect};
use memchr::memmem;
use rustc_hash::FxHashSet;
use std::ops::{ControlFlow, Range};

/// Passes on what a reader finds, and reports the bytes that no record covers.
pub(super) struct Cover<'s, 'b> {
    sink: &'s mut dyn Sink,
    bytes: &'b [u8],
    base: u64,
    encoding: Encoding,
    /// Warning for the next record.
    first: Option<Warning>,
    /// Bytes of the input before this offset are accounted for.
    done: usize,
    names: DamagedNames,
    /// Damaged names of columns, each of which is reported once.
    columns: FxHashSet<String>,
    /// Reports on the names of the last record; its reader may make the same ones.
    told: Vec<String>,
}

/// Whether a text holds something like a move, a tag, a position, or a uuencoded file.
pub(super) fn speaks_of_games(text: &str) -> bool {
    // Half a mark or an invisible character may precede the first tag.
    let is_hidden = |c: char| c != '[' && !c.is_alphanumeric();
    let is_tag = |line: &str| is_tag_line(line.trim_start_matches(is_hidden).as_bytes());
    let is_sign = |line: &str| {
        is_tag(line)
            || is_torn_tag(line)
            || names_a_tag(line.as_bytes())
            || holds_position(line)
            || is_coded_file(line)
    };
    games::left_over(text, 0..text.len()).is_some()
        || games::ways_to_read(text).any(|text| text.lines().any(is_sign))
}

/// Whether bytes speak of games as a damaged byte hides them: in UTF-8, which made them another
/// encoding, or in halves of characters; or, in a text in UTF-8, in another encoding.
pub(super) fn speaks_in_bytes(bytes: &[u8], encoding: Encoding) -> bool {
    match encoding {
        Encoding::Ascii => false,
        Encoding::Utf8 | Encoding::Utf8Bom => {
            let lines = bytes.split_inclusive(|byte| *byte == b'\n');
            let malformed = lines.filter(|line| std::str::from_utf8(line).is_err());
            games::holds_moves_in_halves(&malformed.collect::<Vec<_>>().concat())
        }
        _ => {
            !encoding.is_utf16()
                && (speaks_of_games(&decode(bytes, Encoding::Utf8).text)
                    || games::holds_moves_in_halves(bytes))
        }
    }
}

/// Whether a line begins a uuencoded file: `begin 644 games.zip`.
fn is_coded_file(line: &str) -> bool {
    let Some((mode, name)) = line.strip_prefix("begin ").and_then(|rest| rest.split_once(' '))
    else {
        return false;
    };
    (3..=4).contains(&mode.len())
        && mode.bytes().all(|digit| matches!(digit, b'0'..=b'7'))
        && !name.trim().is_empty()
}

impl<'s, 'b> Cover<'s, 'b> {
    pub(super) fn new(
        input: &Input<'b>,
        first: Option<Warning>,
        sink: &'s mut dyn Sink,
    ) -> Cover<'s, 'b> {
        let encoding = input.encoding.unwrap_or_else(|| detect(input.bytes));
        Cover {
            sink,
            bytes: input.bytes,
            base: input.base,
            encoding,
            first,
            done: 0,
            names: DamagedNames::default(),
            columns: FxHashSet::default(),
            told: Vec::new(),
        }
    }

    /// Accounts for the bytes behind the last record.
    pub(super) fn finish(mut self) {
        self.advance(self.bytes.len(), &[]);
    }

    /// Accounts for the bytes before `to`, which belong to no record; reports signs of games, and
    /// words like the first moves of the record `behind` them.
    fn advance(&mut self, to: usize, behind: &[RawNode<'_>]) {
        let Some(gap) = self.bytes.get(self.done..to).filter(|gap| !gap.is_empty()) else { return };
        let decoded = decode(gap, self.encoding);
        let text = decoded.text.as_ref();
        let is_before = |first| games::is_torn(text, first) || games::ends_broken(text, first);
        let is_torn = |mv| matches!(mv, RawMove::Text(first) if is_before(first));
        let belongs = || {
            games::belongs_to(text, behind.iter())
                || behind.first().is_some_and(|node| is_torn(node.mv))
        };
        if speaks_of_games(text) || speaks_in_bytes(gap, self.encoding) || belongs() {
            let mut lines = lines_from(text, 0);
            let line = lines.find(|(_, line)| speaks_of_games(line));
            let text = &text[line.map_or(0, |(place, _)| place.start)..];
            let begin = decoded.text.len() - text.trim_start().len();
            let offset = self.base + self.done as u64 + decoded.source_offset(begin);
            self.sink.damage(offset, Reason::Unclaimed(beginning(text)).to_string());
        }
        self.done = to;
    }
}

impl Sink for Cover<'_, '_> {
    fn record(&mut self, mut record: RawRecord<'_>) -> ControlFlow<()> {
        record.warnings.extend(self.first.take());
        let place = |offset: u64| offset.saturating_sub(self.base) as usize;
        let (begin, end) = (place(record.span.start), place(record.span.end));
        self.advance(begin, &record.tree.nodes);
        self.done = self.done.max(end.min(self.bytes.len()));
        let (at, unknown, names) =
            (record.span.start, unknown_result(&record), self.names.of(&record));
        self.sink.record(record)?;
        unknown.into_iter().for_each(|reason| self.sink.damage(at, reason.to_string()));
        self.told.clear();
        if names.is_empty() {
            return ControlFlow::Continue(());
        }
        let own = self.bytes.get(begin..end).unwrap_or_default();
        let decoded = decode(own, self.encoding);
        for name in names {
            self.told.push(Reason::FieldNotKnown(name.clone()).to_string());
            let found = decoded.text.find(&name).map(|place| decoded.source_offset(place));
            // The name of a column stands outside of the records.
            if found.is_some() || self.columns.insert(name.clone()) {
                self.sink
                    .damage(at + found.unwrap_or(0), Reason::NameNearlyKnown(name).to_string());
            }
        }
        ControlFlow::Continue(())
    }

    fn deleted(&mut self, count: u64) {
        self.sink.deleted(count);
    }

    fn claims(&mut self, span: Range<u64>) {
        let [begin, end] = [span.start, span.end].map(|at| at.saturating_sub(self.base) as usize);
        self.advance(begin, &[]);
        self.done = self.done.max(end.min(self.bytes.len()));
        self.sink.claims(span);
    }

    fn damage(&mut self, offset: u64, what: String) {
        if self.told.contains(&what) {
            return;
        }
        // The reader reported this line: the cover need not report it again.
        let line_end = self.bytes[self.done..].iter().position(|byte| *byte == b'\n');
        let place = offset.saturating_sub(self.base) as usize;
        if place >= self.done && place <= line_end.map_or(self.bytes.len(), |end| self.done + end) {
            self.done = line_end.map_or(self.bytes.len(), |end| self.done + end + 1);
        }
        self.sink.damage(offset, what);
    }
}

/// Bytes from which the encoding of a joined text is detected.
const LOOKED_AT: usize = 16 << 10;

/// First bytes of zip, gz, bz2, xz, 7z and rar, or of their parts. They occur in no text.
const OF_ARCHIVES: [&[u8]; 7] = [
    b"PK\x03\x04",
    b"PK\x01\x02",
    b"\x1f\x8b\x08",
    b"1AY&SY",
    b"\xfd7zXZ\0",
    b"7z\xbc\xaf\x27\x1c",
    b"Rar!\x1a\x07",
];

/// Offset of an archive in a supposed text: its first bytes are damaged, or something precedes it.
/// Skips UTF-16, where two hanzi may look like a mark by chance.
pub(super) fn archive_in_text(bytes: &[u8], encoding: Encoding) -> Option<usize> {
    if encoding.is_utf16() {
        return None;
    }
    OF_ARCHIVES.iter().filter_map(|mark| memmem::find(bytes, mark)).min()
}

/// Offset and encoding of another text inside a text of this encoding; None without one.
pub(super) fn other_text(bytes: &[u8], encoding: Encoding) -> Option<(usize, Encoding)> {
    if !encoding.is_utf16() {
        memchr::memchr(0, bytes)?;
        let at = memchr::memchr_iter(b'[', bytes).find(|at| begins_tag(bytes, *at, 2))?;
        return Some(wide_text(bytes, at));
    }
    let other = match encoding {
        Encoding::Utf16Le => Encoding::Utf16Be,
        _ => Encoding::Utf16Le,
    };
    let mark = other.byte_order_mark();
    let is_big = usize::from(encoding == Encoding::Utf16Be);
    memchr::memchr2_iter(b'[', mark[0], bytes).find_map(|at| {
        if begins_tag(bytes, at, 1) {
            let own = detect(&bytes[at..bytes.len().min(at + LOOKED_AT)]);
            return Some((at, if own.is_utf16() { Encoding::Utf8 } else { own }));
        }
        // Behind a lost byte, every unit consists of two halves.
        if at > is_big && at % 2 != is_big && begins_tag(bytes, at, 2) {
            return Some((at - is_big, encoding));
        }
        (at % 2 == 0 && bytes[at..].starts_with(mark)).then_some((at, other))
    })
}

/// Offset and byte order of the UTF-16 text whose first tag stands at `at`.
fn wide_text(bytes: &[u8], at: usize) -> (usize, Encoding) {
    let begins = |at: usize, encoding: Encoding| {
        let is_marked = bytes[..at].ends_with(encoding.byte_order_mark());
        (if is_marked { at - 2 } else { at }, encoding)
    };
    let little = begins(at, Encoding::Utf16Le);
    let Some(before) = at.checked_sub(1).filter(|before| bytes[*before] == 0) else {
        return little;
    };
    let big = begins(before, Encoding::Utf16Be);
    // ASCII reads alike in both orders; hanzi in the wrong order leave tags unclosed.
    let closed = |(from, encoding): (usize, Encoding)| {
        let until = bytes.len().min(from + LOOKED_AT);
        decode(&bytes[from..until], encoding).text.matches("\"]").count()
    };
    if closed(little) > closed(big) { little } else { big }
}

/// Whether a tag `[Name "` begins at `at`, in characters of `width` bytes.
fn begins_tag(bytes: &[u8], at: usize, width: usize) -> bool {
    // The NUL stands before the letter, or behind the preceding letter.
    let sign = |number: usize| {
        let place = at + number * width;
        (width == 1 || bytes.get(place - 1) == Some(&0)).then(|| bytes.get(place)).flatten()
    };
    let letters = (1..).take_while(|n| sign(*n).is_some_and(u8::is_ascii_alphabetic)).count();
    bytes[at] == b'['
        && letters >= 3
        && sign(letters + 1) == Some(&b' ')
        && sign(letters + 2) == Some(&b'"')
}

/// Part of a text that one format claims, up to the next stretch.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ClaimedStretch {
    pub(super) format: &'static Format,
    /// Offset of the first byte.
    pub(super) at: usize,
    /// Number of games that begin in the stretch.
    pub(super) games: usize,
}

/// Whether games of this format may stand among games of others.
pub(super) fn is_one_of_many(format: &Format) -> bool {
    [&pgn::FORMAT, &dhtmlxq::FORMAT, &dhtmlxq::DHJ, &headings::WXF].contains(&format)
}

/// Whether the bytes hold marks of more than one such format, in any place.
pub(super) fn may_be_mixed(bytes: &[u8]) -> bool {
    let has_pgn = pgn::FORMAT.boundary.is_some_and(|find| find(bytes, 0).is_some());
    let (mut has_dhtmlxq, mut has_dhj) = (false, false);
    for x in memchr::memchr2_iter(b'x', b'X', bytes) {
        let word = x.checked_sub(5).and_then(|from| bytes.get(from..x + 2));
        if word.is_some_and(|word| word[1..].eq_ignore_ascii_case(b"htmlxq")) {
            let is_dhj = word.is_some_and(|word| word[0].eq_ignore_ascii_case(&b'j'));
            has_dhj |= is_dhj;
            has_dhtmlxq |= !is_dhj;
        }
    }
    let has_wxf = memmem::find(bytes, b"START{").is_some();
    [has_pgn, has_dhtmlxq, has_dhj, has_wxf].into_iter().filter(|has| *has).count() > 1
}

/// Reads each stretch with the reader of its format.
pub(super) fn read(format: &Format, input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let encoding = input.encoding.unwrap_or_else(|| detect(input.bytes));
    let decoded = decode(input.bytes, encoding);
    let stretches = stretches(&decoded.text);
    if stretches.iter().all(|stretch| stretch.format == format) {
        return (format.read)(input, sink);
    }
    let mut from = 0;
    for (index, stretch) in stretches.iter().enumerate() {
        let end = stretches.get(index + 1);
        let end = end.map_or(input.bytes.len(), |next| decoded.source_offset(next.at) as usize);
        let part = Input {
            bytes: &input.bytes[from..end],
            base: input.base + from as u64,
            encoding: Some(encoding),
            ..*input
        };
        (stretch.format.read)(&part, sink)?;
        from = end;
    }
    ControlFlow::Continue(())
}

/// Format with the most games; the earliest one among equals.
pub(super) fn main_format(text: &str) -> Option<&'static Format> {
    let stretches = stretches(text);
    let games = |format: &&Format| -> usize {
        stretches.iter().filter(|other| other.format == *format).map(|other| other.games).sum()
    };
    // `max_by_key` returns the last of equals.
    stretches.iter().rev().map(|stretch| stretch.format).max_by_key(games)
}

/// Divides a text into stretches, in order.
pub(super) fn stretches(text: &str) -> Vec<ClaimedStretch> {
    let mut divider = Divider { found: Vec::new(), is_open: false };
    let mut is_section = false;
    for (Range { start: at, .. }, line) in lines_from(text, 0) {
        let is_first = is_tag_line(line.as_bytes());
        let tag = Some(0).filter(|_| is_first).or_else(|| tag_behind(text.as_bytes(), at));
        let tag = tag.filter(|_| !divider.is_inside_field());
        divider.line(&line[..tag.unwrap_or(line.len())], at);
        if let Some(tag) = tag {
            divider.game(&pgn::FORMAT, at + tag, !is_section);
            divider.is_open = false;
        }
        let is_tag = tag.is_some();
        is_section = is_tag || is_section && line.trim().is_empty();
    }
    divider.found
}

struct Divider {
    found: Vec<ClaimedStretch>,
    /// A PGN comment, a DhtmlXQ field or WXF moves are open: marks of other formats are text.
    is_open: bool,
}

impl Divider {
    fn format(&self) -> Option<&'static Format> {
        self.found.last().map(|stretch| stretch.format)
    }

    fn is_inside_field(&self) -> bool {
        self.is_open && self.format().is_some_and(|format| *format != pgn::FORMAT)
    }

    /// Records a mark of `format` at offset `at`; `begins` if a game begins with it.
    fn game(&mut self, format: &'static Format, at: usize, begins: bool) {
        match self.found.last_mut() {
            Some(last) if last.format == format => last.games += usize::from(begins),
            _ => self.found.push(ClaimedStretch { format, at, games: usize::from(begins) }),
        }
    }

    fn line(&mut self, line: &str, at: usize) {
        let is_heading = line.starts_with("FORMAT\t") || line.starts_with("FORMAT ");
        let moves = line.find("START{").filter(|open| line[..*open].trim().is_empty());
        if !self.is_open && (is_heading || moves.is_some()) {
            self.game(&headings::WXF, at, moves.is_some());
        }
        let is_pgn = self.format() == Some(&pgn::FORMAT);
        let is_wxf = self.format() == Some(&headings::WXF);
        for (offset, sign) in line.match_indices(['{', '}', '[', ';']) {
            match sign {
                "{" | "}" if is_pgn || is_wxf => self.is_open = sign == "{",
                ";" if is_pgn && !self.is_open => return,
                "[" => self.mark(&line[offset..], at + offset),
                _ => {}
            }
        }
    }

    /// Records the mark of DhtmlXQ or DHJHtmlXQ at `at`, if the bracket there begins one.
    fn mark(&mut self, text: &str, at: usize) {
        let formats =
            [(&dhtmlxq::FORMAT, &dhtmlxq::DHTMLXQ), (&dhtmlxq::DHJ, &dhtmlxq::DHJ_DIALECT)];
        let is_marked = formats.iter().any(|(format, _)| self.format() == Some(format));
        for (format, dialect) in formats {
            let Some(mark) = dhtmlxq::mark_at(text.as_bytes(), 0, &dialect.words[..1]) else {
                continue;
            };
            let is_inside = self.format() == Some(format);
            if mark.is_closing {
                // A damaged mark may be one of the other dialect, which the closing one belies.
                self.is_open &= !is_marked;
                continue;
            }
            // Name between the mark's word and its closing bracket.
            let name = text[mark.word_end..].split_once(']').map(|(name, _)| name);
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
            let name = name.filter(|name| name.len() < 40 && name.bytes().all(is_name));
            if let Some(name) = name.filter(|_| is_inside || !self.is_open) {
                self.game(format, at, matches!(name, "_movelist" | "_34"));
                self.is_open = !name.is_empty();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{Kept, gbk, input, keep_all};
    use crate::format::{FileSample, Fit, identify};

    /// Number of games, and of whole games among them.
    fn whole_games(bytes: &[u8]) -> (usize, usize) {
        let found = keep_all(&pgn::FORMAT, &input(bytes, "a.pgn"));
        let is_whole = |kept: &&Kept| {
            kept.tags.contains(&"Red=胡荣华".to_owned()) && kept.moves() == "-1:炮二平五 0:马8进7"
        };
        (found.records.len(), found.records.iter().filter(is_whole).count())
    }

    #[test]
    fn an_archive_in_a_text_is_told() {
        for archive in [&b"PK\x01\x02\x14\0"[..], b"PK\x03\x04", b"\x1f\x8b\x08\0", b"BZh91AY&SY"] {
            let bytes = &[b"[Event \"a\"]\n\n1. h2e2 *\n\n", archive].concat();
            let encoding = Some(Encoding::Ascii);
            let found = keep_all(&pgn::FORMAT, &Input { encoding, ..input(bytes, "a.zip") });
            assert_eq!((found.records.len(), found.damage.len()), (1, 1), "{archive:?}");
        }
    }

    #[test]
    fn a_byte_that_is_lost_takes_one_game() {
        let text = "[Event \"赛\"]\n[Red \"胡荣华\"]\n\n1. 炮二平五 马8进7 1-0\n\n".repeat(9);
        for (order, mark) in [
            (u16::to_le_bytes as fn(u16) -> [u8; 2], Encoding::Utf16Le),
            (u16::to_be_bytes, Encoding::Utf16Be),
        ] {
            let mut bytes = mark.byte_order_mark().to_vec();
            bytes.extend(text.encode_utf16().flat_map(order));
            for at in (2..bytes.len() - 120).step_by(7) {
                let mut lost = bytes.clone();
                lost.remove(at);
                assert!(
                    whole_games(&lost).1 >= 7,
                    "{mark:?} without byte {at}: {:?}",
                    whole_games(&lost)
                );
            }
        }
    }

    #[test]
    fn texts_in_different_encodings_are_read_each_in_its_own() {
        let text = "[Event \"赛\"]\n[Red \"胡荣华\"]\n\n1. 炮二平五 马8进7 1-0\n\n".repeat(9);
        let wide = |bytes: fn(u16) -> [u8; 2], mark: &str| -> Vec<u8> {
            format!("{mark}{text}").encode_utf16().flat_map(bytes).collect()
        };
        let parts = [
            text.as_bytes().to_vec(),
            gbk(&text),
            wide(u16::to_le_bytes, "\u{feff}"),
            wide(u16::to_be_bytes, "\u{feff}"),
            wide(u16::to_le_bytes, ""),
            wide(u16::to_be_bytes, ""),
        ];
        let is_wide = |part: usize| part > 1;
        for (a, first) in parts.iter().enumerate() {
            for (b, second) in parts.iter().enumerate() {
                // Of two wide texts, the byte order mark decides.
                if is_wide(a) && is_wide(b) && a.max(b) > 3 && (a + b) % 2 == 1 {
                    continue;
                }
                let bytes = [&first[..], second, first].concat();
                assert_eq!(whole_games(&bytes), (27, 27), "{a} {b}");
            }
        }
    }

    const PGN: &str = "[Event \"a\"]\n1. 炮二平五 {b} *\n\n";
    const DHTMLXQ: &str = "<p>[DhtmlXQ][DhtmlXQ_red]a[/DhtmlXQ_red]\n\
        [DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]</p>\n";
    const DHJ: &str = "[DHJHtmlXQ]\n[DHJHtmlXQ_34]7242[/DHJHtmlXQ_34]\n[/DHJHtmlXQ]\n";
    const WXF: &str = "FORMAT\tWXF\nRED\ta\nSTART{\n1. C2=5 H8+7\n}END\n";

    fn identified(text: &str, name: &str) -> &'static str {
        let len = text.len() as u64;
        let sample = FileSample { head: text.as_bytes(), text, name, len };
        identify(&sample).map_or("none", |format| format.name)
    }

    fn read_all(text: &str) -> Vec<String> {
        let format = crate::format::by_name(identified(text, "a.txt")).unwrap();
        let found = keep_all(format, &input(text.as_bytes(), "a.txt"));
        assert_eq!(found.damage, [] as [&str; 0]);
        found.records.iter().map(Kept::moves).collect()
    }

    #[test]
    fn a_mark_in_a_comment_is_text() {
        for mark in [
            "[DhtmlXQ_",
            "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]",
            "[DHJHtmlXQ]",
            "START{ }END",
            "<?xml version=\"1.0\"?><ChineseChessRecord>",
            "<n version=\"1\" />",
        ] {
            let text = PGN.repeat(30) + &PGN.replace('b', mark) + &PGN.repeat(29);
            for name in ["a.pgn", "a.html", "a.txt", "a.pfc"] {
                assert_eq!(identified(&text, name), "pgn", "{mark} in {name}");
            }
            assert_eq!(read_all(&text), ["-1:炮二平五"; 60], "{mark}");
        }
    }

    #[test]
    fn a_page_is_no_xml_document_of_another_kind() {
        for head in ["<html><n version=\"1\">", "<!DOCTYPE html>\n<html><n a=\"\">"] {
            assert_eq!(identified(&(head.to_owned() + DHTMLXQ), "a.pfc"), "dhtmlxq");
        }
    }

    #[test]
    fn every_format_is_read_where_it_stands() {
        let pieces = [
            (PGN, "-1:炮二平五"),
            (DHTMLXQ, "-1:h2e2 0:h9g7"),
            (DHJ, "-1:h2e2"),
            (WXF, "-1:C2=5 0:H8+7"),
        ];
        for (first, first_moves) in pieces {
            assert_eq!(read_all(first), [first_moves], "{first}");
            for (second, second_moves) in pieces {
                let text = [first, second, first].concat();
                assert_eq!(read_all(&text), [first_moves, second_moves, first_moves], "{text}");
            }
        }
        assert_eq!(identified(&[DHTMLXQ, PGN, PGN].concat(), "a.html"), "pgn");
        assert_eq!(identified(&[PGN, DHTMLXQ, DHTMLXQ].concat(), "a.pgn"), "dhtmlxq");
    }

    #[test]
    fn sniffing_says_what_it_saw() {
        let text = [PGN, PGN, DHTMLXQ].concat();
        let len = text.len() as u64;
        let sample = FileSample { head: text.as_bytes(), text: &text, name: "a.html", len };
        let seen: Vec<_> = crate::format::claims(&sample)
            .into_iter()
            .map(|claim| (claim.format.name, claim.fit, claim.games))
            .collect();
        assert!(seen.contains(&("pgn", Fit::Likely, Some(2))), "{seen:?}");
        assert!(seen.contains(&("dhtmlxq", Fit::Certain, Some(1))), "{seen:?}");
    }

    #[test]
    fn a_mark_of_the_other_dialect_by_damage_takes_one_game() {
        let damaged = DHTMLXQ.replacen("[DhtmlXQ_movelist]", "[DhjhtmlXQ_movelist]", 1);
        let text = damaged + DHTMLXQ + DHTMLXQ;
        let format = crate::format::by_name(identified(&text, "a.html")).unwrap();
        let found = keep_all(format, &input(text.as_bytes(), "a.html"));
        let moves: Vec<String> = found.records.iter().rev().take(2).map(Kept::moves).collect();
        assert_eq!(moves, ["-1:h2e2 0:h9g7"; 2]);
    }

    #[test]
    fn a_nul_in_a_text_is_reported() {
        for (text, reports) in [("\0", 0), ("\0 \0\n", 0), ("x\0\0x", 1)] {
            let bytes = [PGN, text].concat();
            let found = keep_all(&pgn::FORMAT, &input(bytes.as_bytes(), "a.pgn"));
            assert_eq!((found.records.len(), found.damage.len()), (1, reports), "{text:?}");
        }
    }

    #[test]
    fn tags_in_a_field_are_text() {
        let text = DHTMLXQ.replace("]a[", "]a\n[Event \"x\"]\n[");
        assert_eq!(read_all(&text), ["-1:h2e2 0:h9g7"]);
    }
}
