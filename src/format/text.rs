//! Parts shared by all text readers: decoded text with offsets of its bytes, lines of any origin,
//! and the marks that editors and systems put around a text.
//!
//! A line ends with a line feed, a carriage return, both (some programs write two carriage returns
//! and a line feed), or a vertical tab. These bytes are never part of a character in GB18030, Big5
//! or UTF-8. Unicode's line ends (NEL, line and paragraph separators) are first replaced by line
//! feeds padded to as many bytes, so that offsets stay.
//!
//! CP/M and DOS end a text with Ctrl-Z (0x1A), often repeated to the end of a block. Programs that
//! put a byte order mark before every text they save may put a second one before the first.

use super::reason::Reason;
use super::{Input, Offsets, RawRecord, Sink, Warning};
use crate::metadata::parse_result;
use crate::text::{Decoded, Encoding, decode, detect};
use memchr::memmem;
use std::borrow::Cow;
use std::ops::Range;

/// Skipped places of one record that get a warning each.
const MOST_PASSED_OVER: usize = 20;

/// A decoded input.
#[derive(Debug)]
pub(super) struct Text<'a> {
    decoded: Decoded<'a>,
    /// The decoded text with line feeds in place of other line ends, of equal length; None if it
    /// has no others.
    plain: Option<String>,
    /// Where pieces of the plain text begin, in it (ascending) and in the decoded text; empty where
    /// the two agree offset by offset.
    places: Vec<(usize, usize)>,
    base: u64,
    /// Encoding of the file, if this record is in another.
    unlike: Option<Encoding>,
}

impl<'a> Text<'a> {
    /// Decodes the input in the encoding its caller chose. Every line ends with a line feed.
    pub(super) fn of(input: &Input<'a>) -> Text<'a> {
        let text = Text::as_it_stands(input);
        Text { plain: with_line_feeds(&text.decoded.text), ..text }
    }

    /// Decodes the input and keeps its line ends.
    pub(super) fn as_it_stands(input: &Input<'a>) -> Text<'a> {
        let encoding = input.encoding.unwrap_or_else(|| detect(input.bytes));
        let decoded = decode(input.bytes, encoding);
        Text { decoded, plain: None, places: Vec::new(), base: input.base, unlike: None }
    }

    /// A text in another form: `show` gives it, and where its pieces begin, in it (ascending) and in
    /// the decoded text.
    pub(super) fn shown(
        input: &Input<'a>,
        show: impl FnOnce(&str) -> (String, Vec<(usize, usize)>),
    ) -> Text<'a> {
        let text = Text::as_it_stands(input);
        let (plain, places) = show(&text.decoded.text);
        Text { plain: Some(plain), places, ..text }
    }

    /// Decodes one record of a file in `encoding` and keeps its line ends. A record malformed in it
    /// may be wholly in another: files of different encodings get joined, UTF-8 and others.
    pub(super) fn of_record(input: &Input<'a>, encoding: Encoding) -> Text<'a> {
        let text = Text::as_it_stands(&Input { encoding: Some(encoding), ..*input });
        if text.decoded.replaced == 0 {
            return text;
        }
        let is_utf8 = |encoding| matches!(encoding, Encoding::Utf8 | Encoding::Utf8Bom);
        let own = detect(input.bytes);
        if is_utf8(own) == is_utf8(encoding) {
            return text;
        }
        let other = Text::as_it_stands(&Input { encoding: Some(own), ..*input });
        if other.decoded.replaced > 0 { text } else { Text { unlike: Some(encoding), ..other } }
    }

    pub(super) fn as_str(&self) -> &str {
        self.plain.as_deref().unwrap_or(&self.decoded.text)
    }

    /// Part of the text with its line ends as they stand in the file.
    pub(super) fn as_it_stood(&self, range: Range<usize>) -> &str {
        &self.decoded.text[range]
    }

    /// Number of malformed byte sequences.
    pub(super) fn replaced(&self) -> usize {
        self.decoded.replaced
    }

    pub(super) fn encoding(&self) -> Encoding {
        self.decoded.encoding
    }

    /// Byte range in the file for a range of the text.
    pub(super) fn span(&self, range: &Range<usize>) -> Range<u64> {
        let mut span = self.place(range.start)..self.place(range.end);
        // Pieces may stand in the file in another order.
        let first = self.places.partition_point(|(plain, _)| *plain <= range.start);
        let mut pieces = self.places[first.saturating_sub(1)..].iter().peekable();
        while let Some(&(plain, at)) = pieces.next_if(|(plain, _)| *plain < range.end) {
            let end = pieces.peek().map_or(range.end, |(plain, _)| range.end.min(*plain));
            span.start = span.start.min(at + plain.max(range.start) - plain);
            span.end = span.end.max(at + end - plain);
        }
        let [start, end] = [span.start, span.end].map(|at| self.decoded.source_offset(at));
        self.base + start..self.base + end
    }

    /// An empty record at `range`.
    pub(super) fn record(&self, range: &Range<usize>) -> RawRecord<'_> {
        RawRecord::new(self.span(range), self.encoding(), self)
    }

    /// Warnings of the record at `range`: those `found`, and those common to all text readers,
    /// about skipped text and malformed bytes.
    pub(super) fn warnings(
        &self,
        range: &Range<usize>,
        mut found: Vec<Warning>,
        passed_over: &[Range<usize>],
    ) -> Vec<Warning> {
        for passed in passed_over.iter().take(MOST_PASSED_OVER) {
            let text = shortened(&self.as_str()[passed.clone()]);
            found.push(Warning::PassedOver { offset: self.offset(passed.start), text });
        }
        if passed_over.len() > MOST_PASSED_OVER {
            found.push(Reason::MorePassedOver(passed_over.len() - MOST_PASSED_OVER).into());
        }
        if let Some(file) = self.unlike {
            found.push(Reason::OtherEncoding { record: self.encoding(), file }.into());
        }
        if self.decoded.replaced > 0 {
            let count = self.as_str()[range.clone()].matches('\u{fffd}').count() as u32;
            if count > 0 {
                let encoding = self.encoding().label().to_owned();
                found.push(Warning::Malformed { count, encoding });
            }
        }
        found
    }

    /// Reports a part outside all records that has signs of games.
    pub(super) fn tell_unclaimed(&self, range: &Range<usize>, sink: &mut dyn Sink) {
        self.tell(range.start, Reason::Unclaimed(beginning(&self.as_str()[range.clone()])), sink);
    }

    /// Reports what stands at an offset in the text of the file and is in no form of it.
    pub(super) fn tell_left(&self, at: usize, sink: &mut dyn Sink) {
        let (text, offset) = (&self.decoded.text, self.decoded.source_offset(at));
        let what = Reason::Unclaimed(beginning(&text[text.floor_char_boundary(at)..]));
        sink.damage(self.base + offset, what.to_string());
    }

    /// Reports damage outside all records, at an offset in the text.
    pub(super) fn tell(&self, at: usize, reason: Reason, sink: &mut dyn Sink) {
        sink.damage(self.offset(at), reason.to_string());
    }

    fn offset(&self, at: usize) -> u64 {
        self.base + self.decoded.source_offset(self.place(at))
    }

    /// Offset in the decoded text.
    fn place(&self, at: usize) -> usize {
        in_pieces(&self.places, at)
    }
}

/// Offset in another text of an offset in a text whose pieces begin at these offsets, in it
/// (ascending) and in the other; without pieces they are one.
pub(super) fn in_pieces(places: &[(usize, usize)], at: usize) -> usize {
    let piece = places.partition_point(|(own, _)| *own <= at).checked_sub(1);
    piece.map_or(at, |piece| places[piece].1 + at - places[piece].0)
}

impl Offsets for Text<'_> {
    fn source(&self, at: u32) -> u64 {
        self.offset(at as usize)
    }
}

/// Damage: the tag of a record's result says what no result says.
pub(super) fn unknown_result(record: &RawRecord<'_>) -> Option<Reason> {
    let mut results = record.tags.iter().filter(|(name, _)| name.eq_ignore_ascii_case("Result"));
    let (name, value) = results.find(|(_, value)| parse_result(value).is_none())?;
    Some(Reason::ValueNotKnown { name: name.to_string(), value: beginning(value) })
}

/// Characters of a text shown in a message.
const SHOWN: usize = 40;

/// Beginning of a text, for a message.
pub(super) fn beginning(text: &str) -> String {
    text.trim().chars().take(SHOWN).collect()
}

/// Beginning of a text, with … if there is more.
fn shortened(text: &str) -> String {
    let mut short = beginning(text);
    if short.len() < text.trim().len() {
        short.push('…');
    }
    short
}

const VERTICAL_TAB: u8 = 0x0b;

/// NEL, line and paragraph separator, each with a replacement of as many bytes.
const OF_UNICODE: [(&str, &str); 3] =
    [("\u{85}", " \n"), ("\u{2028}", "  \n"), ("\u{2029}", "  \n")];

/// Length of the first line in `bytes`, without its line end.
pub(super) fn line_len(bytes: &[u8]) -> usize {
    memchr::memchr3(b'\n', b'\r', VERTICAL_TAB, bytes).unwrap_or(bytes.len())
}

/// Start of the line behind the one that contains `at`.
pub(super) fn after_line(bytes: &[u8], at: usize) -> usize {
    let end = at + line_len(&bytes[at..]);
    match bytes.get(end..) {
        Some([b'\r', b'\r', b'\n', ..]) => end + 3,
        Some([b'\r', b'\n', ..]) => end + 2,
        Some([_, ..]) => end + 1,
        _ => bytes.len(),
    }
}

/// Start of the line that contains the byte before `at`.
pub(super) fn line_begin(bytes: &[u8], at: usize) -> usize {
    let before = &bytes[..at];
    let body = match before {
        [body @ .., b'\r', b'\r', b'\n']
        | [body @ .., b'\r', b'\n']
        | [body @ .., b'\n' | b'\r' | VERTICAL_TAB] => body,
        _ => before,
    };
    after_last_line_end(body)
}

/// Start of the last line in `bytes`.
pub(super) fn after_last_line_end(bytes: &[u8]) -> usize {
    memchr::memrchr3(b'\n', b'\r', VERTICAL_TAB, bytes).map_or(0, |end| end + 1)
}

/// Whether a byte ends a line, alone or behind a carriage return.
pub(super) fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | VERTICAL_TAB)
}

/// Lines of a text with their line ends.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let begin = at;
        at = after_line(bytes, begin);
        (begin < at).then(|| &bytes[begin..at])
    })
}

/// Lines of a text from the offset `from` on, each with its place and its line feed.
pub(super) fn lines_from(text: &str, from: usize) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut at = from;
    text[from..].split_inclusive('\n').map(move |line| {
        let place = at..at + line.len();
        at = place.end;
        (place, line)
    })
}

/// First start of a line at or after `from` (a byte offset above 0), for formats whose records are
/// lines.
pub(super) fn boundary(bytes: &[u8], from: usize) -> Option<usize> {
    let at = after_line(bytes, from.checked_sub(1)?);
    (at < bytes.len()).then_some(at)
}

/// UTF-8 text with line feeds in place of Unicode's line ends.
pub(super) fn without_unicode_ends(bytes: &[u8]) -> Cow<'_, [u8]> {
    let mut plain = Cow::Borrowed(bytes);
    for (sign, ending) in OF_UNICODE {
        let mut from = 0;
        while let Some(found) = memmem::find(&plain[from..], sign.as_bytes()) {
            let place = from + found..from + found + sign.len();
            from = place.end;
            plain.to_mut()[place].copy_from_slice(ending.as_bytes());
        }
    }
    plain
}

/// The text with line feeds in place of all other line ends; `None` if it has no others. A vertical
/// tab may belong to a value in texts with other line ends.
pub(super) fn with_line_feeds(text: &str) -> Option<String> {
    let of_unicode = OF_UNICODE.iter().any(|(sign, _)| text.contains(sign));
    let is_lone = |at: usize| {
        let rest = &text.as_bytes()[at..];
        !rest.starts_with(b"\r\n") && !rest.starts_with(b"\r\r\n")
    };
    let has_lone = memchr::memchr_iter(b'\r', text.as_bytes()).any(is_lone);
    let has_tabs = text.contains('\u{0b}') && !text.contains(['\n', '\r']);
    if !of_unicode && !has_lone && !has_tabs {
        return None;
    }
    let mut plain = if has_tabs { text.replace('\u{0b}', "\n") } else { text.to_owned() };
    for (sign, ending) in OF_UNICODE {
        plain = plain.replace(sign, ending);
    }
    Some(plain.replace("\r\r\n", "  \n").replace("\r\n", " \n").replace('\r', "\n"))
}

const BOM: &[u8] = b"\xef\xbb\xbf";

/// The text without the marks at its ends.
pub(super) fn within_ends(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim_end_matches(is_end)
}

/// The input without the marks at its ends. One byte order mark stays if it shows the encoding.
pub(super) fn without_ends<'a>(input: &Input<'a>, encoding: Encoding) -> Input<'a> {
    if encoding.is_utf16() {
        return *input;
    }
    let mut bytes = input.bytes;
    let mut base = input.base;
    while bytes.starts_with(BOM) && bytes[BOM.len()..].starts_with(BOM) {
        bytes = &bytes[BOM.len()..];
        base += BOM.len() as u64;
    }
    if let Some(marked) = encoding.belied_mark(bytes) {
        let len = marked.byte_order_mark().len();
        (bytes, base) = (&bytes[len..], base + len as u64);
    }
    // The second half of a character is never one of these.
    let marks = bytes.iter().rev().take_while(|byte| is_end(char::from(**byte))).count();
    let (text, end) = bytes.split_at(bytes.len() - marks);
    Input { bytes: if end.contains(&0x1a) { text } else { bytes }, base, ..*input }
}

/// Reports the first NUL of an input that is no UTF-16: no text has one but as filling at its end.
pub(super) fn tell_no_text(input: &Input<'_>, sink: &mut dyn Sink) {
    if input.encoding.is_some_and(Encoding::is_utf16) {
        return;
    }
    let is_filling = |byte: &&u8| **byte == 0 || byte.is_ascii_whitespace();
    let filling = input.bytes.iter().rev().take_while(is_filling).count();
    let text = &input.bytes[..input.bytes.len() - filling];
    if let Some(at) = memchr::memchr(0, text) {
        let reason = Reason::NoText(memchr::memchr_iter(0, text).count());
        sink.damage(input.base + at as u64, reason.to_string());
    }
}

/// Offset of half a character in UTF-16: at a line end of another encoding, a byte pair that no two
/// characters of a game contain, or at the end of the text.
pub(super) fn half_character(bytes: &[u8], encoding: Encoding) -> Option<usize> {
    let is_odd = !bytes.len().is_multiple_of(2);
    let line_end = || memmem::find(bytes, b"\r\n");
    let half = || line_end().or_else(|| is_odd.then_some(bytes.len()));
    encoding.is_utf16().then(half).flatten()
}

/// Whether a character is Ctrl-Z, or may surround it.
fn is_end(c: char) -> bool {
    matches!(c, '\x1a' | '\0' | '\r' | '\n' | ' ' | '\t')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{Keep, input, keep_all};
    use crate::format::{FileSample, identify};

    #[test]
    fn every_line_end_ends_a_line() {
        let text = b"a\nb\r\nc\rd\x0be\n\rf\r\r\ng";
        let found: Vec<&[u8]> = lines(text).collect();
        let expected: [&[u8]; 8] =
            [b"a\n", b"b\r\n", b"c\r", b"d\x0b", b"e\n", b"\r", b"f\r\r\n", b"g"];
        assert_eq!(found, expected);
        let mut at = text.len();
        for line in expected.iter().rev() {
            assert_eq!(line_begin(text, at), at - line.len());
            at -= line.len();
        }
        let begins: Vec<usize> =
            found.iter().map(|line| line.as_ptr() as usize - text.as_ptr() as usize).collect();
        for from in 1..text.len() {
            let next = begins.iter().copied().find(|begin| *begin >= from);
            assert_eq!(boundary(text, from), next, "{from}");
        }
    }

    #[test]
    fn line_ends_of_unicode_keep_their_length() {
        let text = "a\u{85}b\u{2028}c\u{2029}d\re\r\nf\r\r\ng\u{0b}";
        let plain = "a \nb  \nc  \nd\ne \nf  \ng\u{0b}";
        assert_eq!(with_line_feeds(text).as_deref(), Some(plain));
        assert_eq!(with_line_feeds("a\r\nb\r\r\n\u{0b}\n"), None);
        assert_eq!(with_line_feeds("a\u{0b}b").as_deref(), Some("a\nb"));
        let bytes = without_unicode_ends(text.as_bytes());
        assert_eq!(bytes, "a \nb  \nc  \nd\re\r\nf\r\r\ng\u{0b}".as_bytes());
        assert!(matches!(without_unicode_ends(b"a\n"), Cow::Borrowed(_)));
    }

    fn kept(name: &str, text: &str) -> Keep {
        let bytes = text.as_bytes();
        let format = identify(&FileSample { head: bytes, text, name, len: bytes.len() as u64 });
        let encoding = Some(Encoding::Utf8);
        keep_all(format.unwrap(), &Input { encoding, ..input(bytes, name) })
    }

    #[test]
    fn marks_at_the_ends_of_a_text_change_nothing() {
        for (name, text) in [
            ("a.txt", "1. 炮二平五 马8进7\n2. 马二进三 车9平8"),
            ("b.txt", "1. 炮二平五 马8进7 和"),
            ("c.pgn", "[Event \"a\"]\n\n1. h2e2 h9g7 1-0"),
            ("d.ubb", "7747706279678070"),
            ("e.fen", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"),
            ("f.json", "[{\"fen\":\"4k4/9/9/9/9/9/9/9/4A4/3AK4 w\",\"moves\":[]}]"),
            ("g.csv", "red,black,moves\na,b,h2e2 h9g7"),
        ] {
            let plain = kept(name, text);
            assert_eq!(plain.records.len(), 1, "{name}");
            for (before, after) in
                [("", "\x1a"), ("\u{feff}\u{feff}", ""), ("", "\r\n\x1a\x1a\0\n")]
            {
                let marked = kept(name, &[before, text, after].concat());
                assert_eq!(marked.records, plain.records, "{name}: {before:?} {after:?}");
                assert_eq!(marked.damage, plain.damage, "{name}: {before:?} {after:?}");
            }
        }
    }

    #[test]
    fn a_mark_of_another_encoding_hides_nothing() {
        let game = "[Event \"五羊杯\"]\n[Red \"胡荣华\"]\n\n1. 炮二平五 马8进7 1-0\n";
        let table = "red,black,moves\n胡荣华,吕钦,炮二平五 马8进7\n";
        let list = "红方：胡荣华\n黑方：吕钦\n1. 炮二平五 马8进7\n";
        let gbk = |text| encoding_rs::GB18030.encode(text).0.into_owned();
        let big5 = |text| encoding_rs::BIG5.encode(text).0.into_owned();
        let traditional = "[Event \"五羊盃\"]\n[Red \"呂欽\"]\n\n1. 炮二平五 馬8進7 1-0\n";
        for (name, text, encoding) in [
            ("a.pgn", gbk(game), "gb18030"),
            ("a.csv", gbk(table), "gb18030"),
            ("a.txt", gbk(list), "gb18030"),
            ("b.pgn", big5(traditional), "big5"),
        ] {
            let read = |bytes: &[u8]| {
                let decoded = decode(bytes, detect(bytes));
                let len = bytes.len() as u64;
                let sample = FileSample { head: bytes, text: &decoded.text, name, len };
                keep_all(identify(&sample).unwrap(), &input(bytes, name))
            };
            let plain = read(&text);
            let moves = plain.records[0].moves();
            assert_eq!((plain.records.len(), moves.split(' ').count()), (1, 2), "{name}");
            for (mark, marked) in
                [(BOM, "utf-8-bom"), (b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be")]
            {
                let mut found = read(&[mark, &text].concat());
                let warning = found.records[0].warnings.pop().map(|warning| warning.to_string());
                let due = format!(
                    "the text is in {encoding}, the mark before it at byte 0 says {marked}"
                );
                assert_eq!(warning, Some(due), "{name}");
                assert_eq!(found.records[0].moves(), moves, "{name} {marked}");
                assert_eq!(found.records[0].tags, plain.records[0].tags, "{name} {marked}");
                assert_eq!((found.records.len(), found.damage), (1, plain.damage.clone()));
            }
        }
    }

    #[test]
    fn a_mark_between_two_texts_parts_words() {
        let text = "1. 炮二平五 马8进7\x1a\n2. 马二进三 车9平8\x1a";
        let plain = text.replace('\x1a', "");
        assert_eq!(kept("a.txt", text).records, kept("a.txt", &plain).records);
    }
}
