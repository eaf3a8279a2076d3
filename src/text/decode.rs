//! Decodes bytes to text, and finds for every character its place in the file.
//!
//! Records that cannot be played are set aside with their byte offset, but the reader that finds
//! the fault knows only an offset in the text. So the decoder notes pairs of offsets (text, file)
//! every few kilobytes, only between two characters; from the nearest pair the rest is walked
//! character by character. Bytes below 30 are never part of a longer character in any encoding read
//! here (UTF-16 apart), so every blank and every line end is such a place.
//!
//! Two surrogates of three bytes each (CESU-8, which UTF-8 forbids) are decoded as the character
//! they mean.
//!
//! Fixed text fields of binary formats are decoded here, too.

use super::encoding::Encoding;
use encoding_rs::{Decoder, DecoderResult};
use std::borrow::Cow;

/// Bytes of the file between two [`Anchor`]s.
const STRIDE: usize = 2048;

/// A text and the bytes it was read from.
#[derive(Debug, Clone)]
pub struct Decoded<'a> {
    /// The text, without a byte order mark. Malformed sequences stand as U+FFFD.
    pub text: Cow<'a, str>,
    /// The encoding it was read by.
    pub encoding: Encoding,
    /// Number of malformed sequences that were replaced.
    pub replaced: usize,
    /// The bytes after the byte order mark.
    source: &'a [u8],
    /// Length of the byte order mark.
    skipped: usize,
    /// Pairs of offsets between two characters, ascending; empty when every offset in the text is
    /// the offset in the bytes.
    places: Vec<Anchor>,
}

/// An offset in the text and its offset in the bytes, both between two characters.
#[derive(Debug, Clone, Copy)]
struct Anchor {
    text: usize,
    source: usize,
}

/// Decodes `bytes` as `encoding`. A byte order mark, even of another encoding, is left out of the
/// text but counted in offsets. Malformed bytes become U+FFFD and are counted in `replaced`;
/// nothing else of the text is lost, and no damaged character swallows the line end behind it.
///
/// ```
/// use xqdb::text::{Encoding, decode};
/// let decoded = decode(b"\xC5\xDA\xB6\xFE\n1", Encoding::Gb18030);
/// assert_eq!(decoded.text, "炮二\n1");
/// assert_eq!(decoded.source_offset("炮二\n".len()), 5);
/// ```
#[must_use]
pub fn decode(bytes: &[u8], encoding: Encoding) -> Decoded<'_> {
    let mark = encoding.belied_mark(bytes).unwrap_or(encoding).byte_order_mark();
    let skipped = if bytes.starts_with(mark) { mark.len() } else { 0 };
    let source = &bytes[skipped..];
    let same = match encoding {
        Encoding::Ascii | Encoding::Utf8 | Encoding::Utf8Bom => str::from_utf8(source).ok(),
        Encoding::Gb18030 | Encoding::Big5 if source.is_ascii() => str::from_utf8(source).ok(),
        _ => None,
    };
    match same {
        Some(text) => Decoded {
            text: Cow::Borrowed(text),
            encoding,
            replaced: 0,
            source,
            skipped,
            places: Vec::new(),
        },
        None => decode_by_codec(source, encoding, skipped),
    }
}

fn decode_by_codec(source: &[u8], encoding: Encoding, skipped: usize) -> Decoded<'_> {
    let mut decoder = encoding.codec().new_decoder_without_bom_handling();
    let mut text = String::with_capacity(source.len() + source.len() / 2 + 16);
    let mut buffer = String::with_capacity((3 * source.len() + 16).min(4 * STRIDE));
    let mut places = Vec::with_capacity(source.len() / STRIDE + 1);
    let mut replaced = 0;
    // An odd last byte belongs to no UTF-16 unit.
    let even = if encoding.is_utf16() { source.len() & !1 } else { source.len() };
    let mut at = 0;
    while at < even {
        places.push(Anchor { text: text.len(), source: at });
        let end = next_place(source, at, even, encoding);
        let pair = match encoding {
            Encoding::Utf8 | Encoding::Utf8Bom => surrogates(&source[at..end]),
            _ => None,
        };
        let Some((before, character)) = pair else {
            replaced += append(&mut decoder, &source[at..end], &mut text, &mut buffer, end == even);
            at = end;
            continue;
        };
        replaced += append(&mut decoder, &source[at..at + before], &mut text, &mut buffer, true);
        decoder = encoding.codec().new_decoder_without_bom_handling();
        text.push(character);
        at += before + SURROGATES;
    }
    if even < source.len() {
        text.push(char::REPLACEMENT_CHARACTER);
        replaced += 1;
    }
    Decoded { text: Cow::Owned(text), encoding, replaced, source, skipped, places }
}

/// Offset in `source`, [`STRIDE`] to two strides after `from`, between two characters; else `end`.
/// `from` must lie between two characters.
fn next_place(source: &[u8], from: usize, end: usize, encoding: Encoding) -> usize {
    let Some(rest) = source.get(from + STRIDE..end) else {
        return end;
    };
    let is_last = rest.len() <= STRIDE;
    let rest = &rest[..rest.len().min(STRIDE)];
    let found = match encoding {
        Encoding::Utf16Le | Encoding::Utf16Be => {
            let high = if encoding == Encoding::Utf16Le { 1 } else { 0 };
            let neutral = |unit: &[u8]| !(0xD8..0xDC).contains(&unit[high]);
            rest.chunks_exact(2).position(neutral).map(|i| i * 2 + 2)
        }
        _ => rest.iter().position(|&b| b < 0x30).map(|i| i + 1),
    };
    match found {
        Some(length) => from + STRIDE + length,
        None if is_last => end,
        None => well_formed_end(source, from, end, encoding),
    }
}

/// End of the first well-formed character at least [`STRIDE`] after `from`, or `end`; for texts
/// without blanks and line ends.
fn well_formed_end(source: &[u8], from: usize, end: usize, encoding: Encoding) -> usize {
    let mut at = from;
    while at < end {
        let step = step(&source[at..end], encoding);
        at += step.source;
        // After a malformed sequence the decoder may still wait for more bytes.
        if at >= from + STRIDE && step.is_sound {
            return at;
        }
    }
    end
}

/// Length of one character or of one malformed sequence.
#[derive(Debug, Clone, Copy)]
struct CharacterStep {
    /// Bytes in the file, at least 1.
    source: usize,
    /// Bytes in the decoded text, at least 1. Some Big5 pairs decode to a letter and an accent.
    text: usize,
    is_sound: bool,
}

/// Measures the first character of `rest`, which must not be empty and must begin at a character.
fn step(rest: &[u8], encoding: Encoding) -> CharacterStep {
    let sound = |source, text| CharacterStep { source, text, is_sound: true };
    let is_utf8 = encoding.codec() == encoding_rs::UTF_8;
    if rest[0] < 0x80 && !encoding.is_utf16() {
        return sound(1, 1);
    }
    if let Some(character) = surrogate_pair(rest).filter(|_| is_utf8) {
        return sound(SURROGATES, character.len_utf8());
    }
    // An odd last byte is no part of a unit of UTF-16.
    let whole = if encoding.is_utf16() { (rest.len() & !1).max(1) } else { rest.len() };
    let mut decoder = encoding.codec().new_decoder_without_bom_handling();
    let mut text = [0; 16];
    for end in 1..=whole {
        let (result, _, written) = decoder.decode_to_utf8_without_replacement(
            &rest[end - 1..end],
            &mut text,
            end == whole,
        );
        if let DecoderResult::Malformed(source, _) = result {
            return malformed(source.into());
        }
        if written > 0 {
            return sound(end, written);
        }
    }
    malformed(whole)
}

fn malformed(source: usize) -> CharacterStep {
    CharacterStep { source, text: char::REPLACEMENT_CHARACTER.len_utf8(), is_sound: false }
}

/// Bytes of a character written as two UTF-8 surrogates of three bytes each.
pub(super) const SURROGATES: usize = 6;

/// The character that two surrogates at the beginning of `rest` stand for; None without them.
fn surrogate_pair(rest: &[u8]) -> Option<char> {
    let &[0xED, a @ 0xA0..=0xAF, b @ 0x80..=0xBF, 0xED, c @ 0xB0..=0xBF, d @ 0x80..=0xBF, ..] =
        rest
    else {
        return None;
    };
    let unit = |high: u8, low: u8| 0xD000 | u16::from(high & 0x3F) << 6 | u16::from(low & 0x3F);
    char::decode_utf16([unit(a, b), unit(c, d)]).next()?.ok()
}

/// Finds the first character written as two surrogates: its byte offset, and the character.
pub(super) fn surrogates(piece: &[u8]) -> Option<(usize, char)> {
    memchr::memchr_iter(0xED, piece).find_map(|at| Some((at, surrogate_pair(&piece[at..])?)))
}

/// Appends decoded `piece` to `text`; returns the number of malformed sequences. The small `buffer`
/// keeps the codec fast: at every malformed sequence it clears all spare room it is given.
fn append(
    decoder: &mut Decoder,
    piece: &[u8],
    text: &mut String,
    buffer: &mut String,
    last: bool,
) -> usize {
    let mut malformed = 0;
    let mut parts = piece.chunks(STRIDE).peekable();
    while let Some(part) = parts.next() {
        let last = last && parts.peek().is_none();
        let mut at = 0;
        loop {
            let (result, read) =
                decoder.decode_to_string_without_replacement(&part[at..], buffer, last);
            at += read;
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(..) => {
                    buffer.push(char::REPLACEMENT_CHARACTER);
                    malformed += 1;
                }
            }
            text.push_str(buffer);
            buffer.clear();
        }
        text.push_str(buffer);
        buffer.clear();
    }
    malformed
}

impl<'a> Decoded<'a> {
    /// Byte offset, in the input of [`decode`], of the character at `text_offset` in
    /// [`text`](Self::text). An offset inside a character counts as the character's first byte; one
    /// at or past the end gives the length of the input.
    #[must_use]
    pub fn source_offset(&self, text_offset: usize) -> u64 {
        (self.skipped + self.offset_after_mark(text_offset)) as u64
    }

    fn offset_after_mark(&self, text_offset: usize) -> usize {
        if text_offset >= self.text.len() {
            return self.source.len();
        }
        let text_offset = self.text.floor_char_boundary(text_offset);
        let known = self.places.partition_point(|p| p.text <= text_offset);
        let Some(place) = known.checked_sub(1).map(|i| self.places[i]) else {
            return text_offset;
        };
        let mut at = self.last_line_before(place, text_offset);
        while at.source < self.source.len() {
            let next = step(&self.source[at.source..], self.encoding);
            if at.text + next.text > text_offset {
                break;
            }
            at.text += next.text;
            at.source += next.source;
        }
        at.source
    }

    /// Start of the line of `text_offset`, or `place` if no line starts between them: counting
    /// lines is much faster than counting characters.
    fn last_line_before(&self, place: Anchor, text_offset: usize) -> Anchor {
        if self.encoding.is_utf16() {
            return place;
        }
        let text = &self.text.as_bytes()[place.text..text_offset];
        let Some(last) = memchr::memrchr(b'\n', text) else {
            return place;
        };
        let before = memchr::memchr_iter(b'\n', &text[..last]).count();
        let found = memchr::memchr_iter(b'\n', &self.source[place.source..]).nth(before);
        found.map_or(place, |line_end| Anchor {
            text: place.text + last + 1,
            source: place.source + line_end + 1,
        })
    }
}

/// The part of `field` before its first NUL. UTF-16 is read in units of two bytes from the start of
/// the field, since `00 00` across two units is no NUL.
fn until_nul(field: &[u8], encoding: Encoding) -> &[u8] {
    let end = if encoding.is_utf16() {
        let units = field.chunks_exact(2);
        units.clone().position(|u| u == [0, 0]).map(|i| i * 2)
    } else {
        memchr::memchr(0, field)
    };
    &field[..end.unwrap_or(field.len())]
}

/// Whether every byte behind the first NUL of `field` is NUL.
pub(crate) fn is_one_text(field: &[u8], encoding: Encoding) -> bool {
    field[until_nul(field, encoding).len()..].iter().all(|byte| *byte == 0)
}

/// Decoded text of a fixed-length field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodedField {
    /// Text before the first NUL, or all of the field. Private-use characters are kept.
    pub text: String,
    /// Whether a malformed sequence in the text was replaced by U+FFFD.
    pub is_damaged: bool,
    /// Whether the field ends in half a character, which is left out of `text`.
    pub is_cut: bool,
}

/// Decodes a text field of fixed length, which a NUL may end early.
///
/// ```
/// use xqdb::text::{Encoding, decode_field};
/// let name = decode_field(b"\xBA\xFA\xC8\xD9\xBB", Encoding::Gb18030);
/// assert_eq!((name.text.as_str(), name.is_damaged, name.is_cut), ("胡荣", false, true));
/// ```
#[must_use]
pub fn decode_field(field: &[u8], encoding: Encoding) -> DecodedField {
    let field = until_nul(field, encoding);
    let whole = without_half_character(field, encoding);
    let decoded = decode(whole, encoding);
    DecodedField {
        is_damaged: decoded.replaced > 0,
        is_cut: whole.len() < field.len(),
        text: decoded.text.into_owned(),
    }
}

/// `field` without an incomplete last character. Only a walk from a place between two characters
/// shows whether the last byte opens a character.
fn without_half_character(field: &[u8], encoding: Encoding) -> &[u8] {
    let mut at = match encoding.is_utf16() {
        true => field.len().saturating_sub(4) & !1,
        false => field.iter().rposition(|byte| *byte < 0x30).map_or(0, |at| at + 1),
    };
    let mut last = at;
    while at < field.len() {
        last = at;
        at += step(&field[at..], encoding).source;
    }
    let mut decoder = encoding.codec().new_decoder_without_bom_handling();
    let (result, _, written) =
        decoder.decode_to_utf8_without_replacement(&field[last..], &mut [0; 16], false);
    let waits_for_more = result == DecoderResult::InputEmpty && written == 0;
    if waits_for_more { &field[..last] } else { field }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn malformed_bytes_by_the_million_come_to_an_end() {
        // In quadratic time this would never end.
        for encoding in [Encoding::Utf8, Encoding::Gb18030, Encoding::Big5, Encoding::Utf16Le] {
            assert!(decode(&[0xFF, 0xD8].repeat(1 << 20), encoding).replaced > 1 << 19);
        }
    }

    #[test]
    fn places_are_found_in_texts_without_blanks() {
        let euro = b"\x80\xa3\xb1\x81\x30\x81\x30\xff".as_slice();
        for (text, encoding) in [
            ("炮二平五（馬８進７）".as_bytes(), Encoding::Utf8),
            (b"\xc5\xda\xb6\xfe\xc6\xbd\xce\xe5", Encoding::Gb18030),
            (euro, Encoding::Gb18030),
            (b"\xac\xb6\xa4G\xa5\xad\xa4\xad", Encoding::Big5),
            (b"\x00\xd8", Encoding::Utf16Le),
        ] {
            let bytes = [text.repeat(1500), b"\xff".to_vec()].concat();
            let decoded = decode(&bytes, encoding);
            let near = |pair: &[Anchor]| pair[1].source - pair[0].source <= 2 * STRIDE + 4;
            if text != b"\x00\xd8" {
                assert!(decoded.places.windows(2).all(near), "{encoding}");
                assert!(decoded.places.len() > bytes.len() / STRIDE / 3, "{encoding}");
            }
            check_every_offset(&bytes, encoding);
        }
    }

    /// Every character of the result, with the offset that stepping from the start gives it.
    fn check_every_offset(bytes: &[u8], encoding: Encoding) {
        let decoded = decode(bytes, encoding);
        let (whole, _) = encoding.codec().decode_without_bom_handling(&bytes[decoded.skipped..]);
        if !(encoding.is_utf16() && decoded.source.len() % 2 == 1) {
            assert_eq!(decoded.text, whole, "{encoding}");
        }
        let (mut text, mut source) = (0, 0);
        let mut replaced = 0;
        while source < decoded.source.len() {
            let next = step(&decoded.source[source..], encoding);
            let end = (source + next.source).min(decoded.source.len());
            let piece = &decoded.source[source..end];
            let written = &decoded.text[text..text + next.text];
            let (alone, wrong) = encoding.codec().decode_without_bom_handling(piece);
            assert_eq!(written, alone, "{encoding} {piece:02X?}");
            replaced += usize::from(wrong);
            for inside in 0..next.text {
                let got = decoded.source_offset(text + inside);
                assert_eq!(got as usize, source + decoded.skipped, "{encoding}");
            }
            text += next.text;
            source = end;
        }
        assert_eq!(text, decoded.text.len());
        assert_eq!(replaced, decoded.replaced);
        assert_eq!(decoded.source_offset(text), bytes.len() as u64);
    }

    fn encoded(text: &str, encoding: Encoding) -> Vec<u8> {
        match encoding {
            Encoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Encoding::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            _ => encoding.codec().encode(text).0.into_owned(),
        }
    }

    fn any_encoding() -> impl Strategy<Value = Encoding> {
        proptest::sample::select(&Encoding::ALL[..])
    }

    /// Text with hanzi, moves and line ends, in one encoding, with bytes thrown in or overwritten.
    fn damaged(max: usize) -> impl Strategy<Value = (Encoding, Vec<u8>)> {
        let words = ["炮二平五", "馬8進7", "胡荣华", "\r\n", " ", "1. ", "𠀀", "é", "（和）"];
        let text = proptest::collection::vec(proptest::sample::select(words.to_vec()), 0..max);
        let damage = proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8);
        (any_encoding(), any_encoding(), text, damage).prop_map(
            |(read_as, written_as, text, damage)| {
                let mut bytes = encoded(&text.concat(), written_as);
                for (at, byte) in damage {
                    if !bytes.is_empty() {
                        let at = at.index(bytes.len());
                        bytes[at] = byte;
                    }
                }
                (read_as, bytes)
            },
        )
    }

    proptest! {
        #[test]
        fn offsets_are_those_of_a_walk_from_the_start((encoding, bytes) in damaged(40)) {
            check_every_offset(&bytes, encoding);
        }

        #[test]
        fn any_bytes_at_all(encoding in any_encoding(), bytes: Vec<u8>) {
            check_every_offset(&bytes, encoding);
        }

        #[test]
        fn lead_bytes_and_digits(
            encoding in any_encoding(),
            bytes in proptest::collection::vec(
                proptest::sample::select(
                    &b"\x81\x84\x88\x62\xFE\xFF\x80\x30\x31\x39\x41\x0A"[..],
                ),
                0..64,
            ),
        ) {
            check_every_offset(&bytes, encoding);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]
        #[test]
        fn across_many_strides((encoding, bytes) in damaged(3000)) {
            check_every_offset(&bytes, encoding);
        }
    }

    #[test]
    fn a_byte_order_mark_is_counted_but_not_shown() {
        for (bytes, encoding) in [
            (&b"\xEF\xBB\xBFab"[..], Encoding::Utf8Bom),
            (b"\xFF\xFEa\0b\0", Encoding::Utf16Le),
            (b"\xFE\xFF\0a\0b", Encoding::Utf16Be),
            (b"\x84\x31\x95\x33ab", Encoding::Gb18030),
        ] {
            let decoded = decode(bytes, encoding);
            assert_eq!(decoded.text, "ab");
            let width = if encoding.is_utf16() { 2 } else { 1 };
            assert_eq!(decoded.source_offset(1) as usize, bytes.len() - width);
        }
    }

    #[test]
    fn a_line_end_survives_half_a_character() {
        for encoding in [Encoding::Gb18030, Encoding::Big5, Encoding::Utf8] {
            let decoded = decode(b"\xE9\n\xE9\"]\n", encoding);
            assert_eq!(decoded.text, "\u{FFFD}\n\u{FFFD}\"]\n", "{encoding}");
            assert_eq!(decoded.replaced, 2);
        }
    }

    #[test]
    fn characters_written_as_surrogates_are_read() {
        // U+20000 in CESU-8, as old databases and Java write it.
        let bytes = b"\xe7\x82\xae\xed\xa1\x80\xed\xb0\x80!\xed\xa1\x80 \xe4\xba\x8c";
        let decoded = decode(bytes, Encoding::Utf8);
        assert!(decoded.text.starts_with("炮𠀀!\u{FFFD}"), "{}", decoded.text);
        assert!(decoded.text.ends_with(" 二"));
        let at = |sign: char| decoded.source_offset(decoded.text.find(sign).unwrap());
        assert_eq!((at('𠀀'), at('!'), at(' '), at('二')), (3, 9, 13, 14));
    }

    #[test]
    fn a_replacement_character_in_the_file_is_no_damage() {
        let decoded = decode("\u{FFFD}".as_bytes(), Encoding::Utf8);
        assert_eq!(decoded.replaced, 0);
    }

    #[test]
    fn private_use_characters_are_kept() {
        assert_eq!(decode(b"\xAA\xA1", Encoding::Gb18030).text, "\u{E000}");
    }

    #[test]
    fn fields_end_at_nul_and_lose_half_characters() {
        for (bytes, encoding, text, damaged) in [
            (&b""[..], Encoding::Gb18030, "", false),
            (b"abc\0def", Encoding::Gb18030, "abc", false),
            (b"\xC2\xC0\xC7\xD5", Encoding::Gb18030, "吕钦", false),
            (b"\xC2\xC0\xC7", Encoding::Gb18030, "吕", false),
            (b"\xC2\xC0\xC7\0", Encoding::Gb18030, "吕", false),
            (b"a\xFFb", Encoding::Gb18030, "a\u{FFFD}b", true),
            (b"a\xFF", Encoding::Gb18030, "a\u{FFFD}", true),
            (b"\xAA\xA1", Encoding::Gb18030, "\u{E000}", false),
            (b"\x95\x32\x82", Encoding::Gb18030, "", false),
            (b"\xA7\x66\xB4", Encoding::Big5, "呂", false),
            (b"\xE5\x90\x95\xE9\x92", Encoding::Utf8, "吕", false),
            (b"\x55\x54\x00\x4E\x00\x00A\0", Encoding::Utf16Le, "呕一", false),
            (b"a\0b", Encoding::Utf16Le, "a", false),
        ] {
            let got = decode_field(bytes, encoding);
            assert_eq!((got.text.as_str(), got.is_damaged), (text, damaged), "{bytes:02X?}");
        }
    }
}
