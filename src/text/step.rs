//! One character at a time: how many bytes it takes in the file and how many as UTF-8.
//!
//! [`decode`](super::decode) reads whole stretches at the codec's speed. To say where a character
//! of the result stood, the last stretch is walked with the rules below, which are those of the
//! Encoding Standard for what a malformed sequence swallows:
//!
//! | encoding | sequence | bytes |
//! |---|---|---|
//! | all | 00-7F (not UTF-16) | 1 |
//! | Big5 | 81-FE, 40-7E or 80-FE; an unknown pair with an ASCII trail leaves it alone | 2, or 1 |
//! | GB18030 | 81-FE, 40-7E or 80-FE | 2 |
//! | GB18030 | 81-FE, 30-39, 81-FE, 30-39 | 4 |
//! | UTF-8 | maximal part of a sequence that could still have become valid | 1-4 |
//! | UTF-8 | two surrogates of three bytes each, which the standard does not know (CESU-8) | 6 |
//! | UTF-16 | a unit, or a surrogate pair | 2 or 4 |

use super::encoding::Encoding;

/// The extent of one character, or of one malformed sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CharacterStep {
    /// Bytes taken in the file, at least 1.
    pub(super) source: usize,
    /// Bytes taken in the decoded text, at least 1.
    pub(super) text: usize,
}

/// Bytes that U+FFFD takes in UTF-8.
const REPLACEMENT: usize = char::REPLACEMENT_CHARACTER.len_utf8();

/// The first character of `rest`, which must not be empty and must begin where a character does.
pub(super) fn step(rest: &[u8], encoding: Encoding) -> CharacterStep {
    match encoding {
        Encoding::Utf16Le => step_utf16(rest, u16::from_le_bytes),
        Encoding::Utf16Be => step_utf16(rest, u16::from_be_bytes),
        _ if rest[0] < 0x80 => CharacterStep { source: 1, text: 1 },
        Encoding::Ascii | Encoding::Utf8 | Encoding::Utf8Bom => step_utf8(rest),
        Encoding::Gb18030 => step_gb18030(rest),
        Encoding::Big5 => step_big5(rest),
    }
}

fn malformed(source: usize) -> CharacterStep {
    CharacterStep { source, text: REPLACEMENT }
}

fn step_utf16(rest: &[u8], unit: fn([u8; 2]) -> u16) -> CharacterStep {
    let at = |i: usize| Some(unit([*rest.get(i)?, *rest.get(i + 1)?]));
    let Some(first) = at(0) else {
        return malformed(1);
    };
    let second = at(2).filter(|_| (0xD800..0xDC00).contains(&first));
    let mut decoded = char::decode_utf16([first].into_iter().chain(second));
    match decoded.next() {
        Some(Ok(c)) => CharacterStep { source: c.len_utf16() * 2, text: c.len_utf8() },
        _ => malformed(2),
    }
}

/// Bytes of a character that is written as two surrogates in UTF-8.
pub(super) const SURROGATES: usize = 6;

/// The character that two surrogates at the beginning of `rest` mean.
fn surrogate_pair(rest: &[u8]) -> Option<char> {
    let &[0xED, a @ 0xA0..=0xAF, b @ 0x80..=0xBF, 0xED, c @ 0xB0..=0xBF, d @ 0x80..=0xBF, ..] =
        rest
    else {
        return None;
    };
    let unit = |high: u8, low: u8| 0xD000 | u16::from(high & 0x3F) << 6 | u16::from(low & 0x3F);
    char::decode_utf16([unit(a, b), unit(c, d)]).next()?.ok()
}

/// Where the first character stands that is written as two surrogates, as in CESU-8, and which
/// it is.
pub(super) fn surrogates(piece: &[u8]) -> Option<(usize, char)> {
    memchr::memchr_iter(0xED, piece).find_map(|at| Some((at, surrogate_pair(&piece[at..])?)))
}

fn step_utf8(rest: &[u8]) -> CharacterStep {
    if let Some(character) = surrogate_pair(rest) {
        return CharacterStep { source: SURROGATES, text: character.len_utf8() };
    }
    let head = &rest[..rest.len().min(4)];
    let Some(chunk) = head.utf8_chunks().next() else {
        return malformed(1);
    };
    match chunk.valid().chars().next() {
        Some(c) => CharacterStep { source: c.len_utf8(), text: c.len_utf8() },
        None => malformed(chunk.invalid().len().max(1)),
    }
}

fn step_big5(rest: &[u8]) -> CharacterStep {
    let Some(&trail) = rest.get(1) else {
        return malformed(1);
    };
    if !(0x81..=0xFE).contains(&rest[0]) {
        return malformed(1);
    }
    match text_len(&rest[..2], Encoding::Big5) {
        Some(text) => CharacterStep { source: 2, text },
        None if trail < 0x80 => malformed(1),
        None => malformed(2),
    }
}

fn step_gb18030(rest: &[u8]) -> CharacterStep {
    if !(0x81..=0xFE).contains(&rest[0]) {
        // 80 is the euro sign of the Windows code page, FF is nothing.
        let text = text_len(&rest[..1], Encoding::Gb18030);
        return text.map_or(malformed(1), |text| CharacterStep { source: 1, text });
    }
    let second = match rest.get(1) {
        None => return malformed(1),
        Some(&second) => second,
    };
    if (0x30..=0x39).contains(&second) {
        return match (rest.get(2), rest.get(3)) {
            (None, _) => malformed(2),
            (Some(0x81..=0xFE), None) => malformed(3),
            (Some(0x81..=0xFE), Some(0x30..=0x39)) => text_len(&rest[..4], Encoding::Gb18030)
                .map_or(malformed(4), |text| CharacterStep { source: 4, text }),
            _ => malformed(1),
        };
    }
    match text_len(&rest[..2], Encoding::Gb18030) {
        Some(text) => CharacterStep { source: 2, text },
        None if second < 0x80 => malformed(1),
        None => malformed(2),
    }
}

/// Length as UTF-8 of exactly one well-formed character (Big5 has pairs that stand for a letter
/// and an accent); `None` when the codec does not know it.
pub(super) fn text_len(character: &[u8], encoding: Encoding) -> Option<usize> {
    let mut buffer = [0; 16];
    let mut decoder = encoding.codec().new_decoder_without_bom_handling();
    let (result, _, written) =
        decoder.decode_to_utf8_without_replacement(character, &mut buffer, true);
    (result == encoding_rs::DecoderResult::InputEmpty).then_some(written)
}
