//! Detects the encoding of a file, once for the whole file.
//!
//! Order of tests: byte order mark, unless the content contradicts it; no byte above 7F; UTF-16 by
//! its NULs; UTF-8 by its structure; else GB18030 or Big5 by [score](super::score), GB18030 on a
//! tie. The first byte above 7F is sought in the whole file. The rest is judged by a bounded number
//! of samples spread evenly, so detection takes no longer than reading the file.

use super::decode::{SURROGATES, surrogates};
use super::encoding::Encoding;
use super::score::EncodingScore;

/// Bytes from which a file is judged by samples only.
const WHOLE: usize = 1 << 20;
/// Number of samples, and bytes of each.
const WINDOWS: usize = 16;
const WINDOW: usize = 64 << 10;

/// Detects the encoding of a file from its bytes alone. It never fails: bytes that are no text
/// count as GB18030.
///
/// ```
/// use xqdb::text::{Encoding, detect};
/// assert_eq!(detect(b"\xC2\xC0\xC7\xD5"), Encoding::Gb18030); // 吕钦
/// assert_eq!(detect(b"\xA7\x66\xB4\xDC"), Encoding::Big5); // 呂欽
/// assert_eq!(detect("吕钦".as_bytes()), Encoding::Utf8);
/// assert_eq!(detect("1. C25 H87\u{332} 2. H23\u{332}".as_bytes()), Encoding::Utf8); // shorthand
/// assert_eq!(detect(b"\xEF\xBB\xBF\xC2\xC0\xC7\xD5"), Encoding::Gb18030); // no UTF-8
/// ```
#[must_use]
pub fn detect(bytes: &[u8]) -> Encoding {
    let Some(marked) = Encoding::by_mark(bytes) else { return by_content(bytes, false) };
    let rest = &bytes[marked.byte_order_mark().len()..];
    let found = by_content(rest, marked == Encoding::Utf8Bom);
    let is_borne_out = match marked {
        Encoding::Utf8Bom => matches!(found, Encoding::Ascii | Encoding::Utf8),
        Encoding::Gb18030 => found != Encoding::Utf8,
        _ => may_be_utf16(rest, marked),
    };
    if is_borne_out { marked } else { found }
}

/// Whether the first 64 KiB read as UTF-16 have enough ASCII characters (blanks, digits, line
/// ends), or hanzi nearly throughout.
fn may_be_utf16(text: &[u8], encoding: Encoding) -> bool {
    let (text, _) = encoding.codec().decode_without_bom_handling(&text[..text.len().min(WINDOW)]);
    let [mut ascii, mut plausible, mut odd] = [0; 3];
    for c in text.chars() {
        let count = match c {
            _ if c.is_ascii() => &mut ascii,
            _ if is_plausible(c) => &mut plausible,
            _ => &mut odd,
        };
        *count += 1;
    }
    ascii * 64 >= plausible + odd || odd * 10 <= plausible
}

/// Detects the encoding of bytes without a byte order mark. With `says_utf8` (the file began with a
/// mark of UTF-8) only clear text in another encoding wins over UTF-8.
fn by_content(bytes: &[u8], says_utf8: bool) -> Encoding {
    if let Some(encoding) = utf16_by_nuls(&bytes[..bytes.len().min(WINDOW)]) {
        return encoding;
    }
    let first_high = encoding_rs::Encoding::ascii_valid_up_to(bytes);
    if first_high == bytes.len() {
        return Encoding::Ascii;
    }
    let samples = samples(bytes, first_high);
    let mut utf8 = Utf8Evidence::default();
    for sample in &samples {
        utf8.add(sample);
    }
    let mut score = samples
        .iter()
        .fold(EncodingScore::default(), |sum, sample| sum.plus(EncodingScore::of(sample)));
    let may_be_utf8 = utf8.malformed <= utf8.valid() || score.gb18030.max(score.big5) <= 0;
    if says_utf8 && may_be_utf8 || utf8.speaks_for_file(score) {
        return Encoding::Utf8;
    }
    // Damaged lines are no evidence: the sound lines decide.
    let lines = SoundLines::of(&samples);
    if lines.speak_for_utf8() {
        return Encoding::Utf8;
    }
    if lines.nonsense > 0 && lines.legacy > 0 {
        score = lines.score;
    }
    if score.big5 > score.gb18030 { Encoding::Big5 } else { Encoding::Gb18030 }
}

/// Detects the one encoding of all text fields of a binary file, where a field may be a few bytes
/// long. The programs that write such files ran on Chinese Windows: the answer is GB18030 unless
/// all fields together speak clearly for another encoding.
///
/// ```
/// use xqdb::text::{Encoding, detect_fields};
/// let fields: [&[u8]; 2] = [b"\xC2\xC0\xC7\xD5", b"2001"];
/// assert_eq!(detect_fields(&fields), Encoding::Gb18030);
/// ```
#[must_use]
pub fn detect_fields(fields: &[&[u8]]) -> Encoding {
    let mut score = EncodingScore::default();
    let mut utf8 = Utf8Evidence::default();
    let mut high = 0;
    for field in fields.iter().filter(|f| !f.is_ascii()) {
        let field = &field[..field.len().min(WINDOW)];
        score = score.plus(EncodingScore::of(field));
        utf8.add(field);
        high += field.iter().filter(|b| **b >= 0x80).count();
    }
    // Half a point for every high byte is a clear lead.
    let clearly = (high / 2) as i64;
    if high == 0 {
        Encoding::Ascii
    } else if utf8.speaks_for_fields(score) {
        Encoding::Utf8
    } else if score.big5 > score.gb18030 + clearly {
        Encoding::Big5
    } else {
        Encoding::Gb18030
    }
}

/// Detects UTF-16 without a mark: blanks, digits and line ends have a NUL in one and the same half
/// of the unit.
fn utf16_by_nuls(head: &[u8]) -> Option<Encoding> {
    // Low bytes of hanzi and signs whose other half is no NUL: `一` is 4E00, the ideographic blank
    // 3000.
    const WITH_NUL: [u8; 2] = [0x4e, 0x30];
    // A text whose first line ends have no NUL beside them has UTF-16 only further on, if at all.
    let is_wide = |at: usize| head.get(at + 1) == Some(&0) || at > 0 && head[at - 1] == 0;
    let mut ends = memchr::memchr_iter(b'\n', head).take(4).peekable();
    if ends.peek().is_some() && !ends.any(is_wide) {
        return None;
    }
    let units = head.chunks_exact(2);
    let total = units.len();
    let (mut first, mut second) = (0, 0);
    for unit in units {
        first += usize::from(unit[0] == 0 && !WITH_NUL.contains(&unit[1]));
        second += usize::from(unit[1] == 0 && !WITH_NUL.contains(&unit[0]));
    }
    // A few stray NULs are damage, no evidence.
    let is_plain = |n: usize, other: usize| n >= (total / 16).max(4) && other * 16 <= n;
    if is_plain(second, first) {
        Some(Encoding::Utf16Le)
    } else if is_plain(first, second) {
        Some(Encoding::Utf16Be)
    } else {
        None
    }
}

/// Samples for detection: everything from the byte before the first high one, or up to [`WINDOWS`]
/// pieces of that, each beginning and ending between two characters.
fn samples(bytes: &[u8], first_high: usize) -> Vec<&[u8]> {
    let rest = &bytes[first_high.saturating_sub(1)..];
    if rest.len() <= WHOLE {
        return vec![rest];
    }
    let mut samples = Vec::with_capacity(WINDOWS);
    let mut done = 0;
    for window in 0..WINDOWS {
        let target = (rest.len() / WINDOWS * window).max(done);
        let start = if target == 0 { 0 } else { target + safe_offset(&rest[target..]) };
        // Long stretches of ASCII coordinates say nothing about the encoding.
        let start = start + encoding_rs::Encoding::ascii_valid_up_to(&rest[start..]);
        let end = (start + WINDOW).min(rest.len());
        let end = end + safe_offset(&rest[end..]);
        if start < end {
            samples.push(&rest[start..end]);
        }
        done = end;
    }
    samples
}

/// Offset behind the first byte below 30, where no character is open in any encoding but UTF-16;
/// the length of the window without one.
fn safe_offset(bytes: &[u8]) -> usize {
    let head = &bytes[..bytes.len().min(WINDOW)];
    let found = head.iter().position(|&b| b < 0x30);
    found.map_or(head.len(), |i| i + 1)
}

/// Numbers of lines with bytes above 7F, by the encoding in which they make sense.
#[derive(Debug, Default)]
struct SoundLines {
    /// Lines that are UTF-8 with hanzi or signs of records.
    utf8: usize,
    /// Lines that score as GB18030 or Big5.
    legacy: usize,
    /// Lines that make sense in neither.
    nonsense: usize,
    /// Sum of the scores of the `legacy` lines.
    score: EncodingScore,
}

impl SoundLines {
    fn of(samples: &[&[u8]]) -> SoundLines {
        let mut lines = SoundLines::default();
        let all =
            samples.iter().flat_map(|sample| sample.split(|byte| matches!(byte, b'\n' | b'\r')));
        for line in all.filter(|line| !line.is_ascii()) {
            let is_wide = |c: &char| c.len_utf8() > 2;
            let is_utf8 = str::from_utf8(line).is_ok_and(|text| {
                let mut wide = text.chars().filter(is_wide).peekable();
                wide.peek().is_some() && wide.all(is_plausible)
            });
            let score = EncodingScore::of(line);
            let best = score.gb18030.max(score.big5);
            // Everyday hanzi have two points a pair.
            let high = line.iter().filter(|byte| **byte >= 0x80).count() as i64;
            if is_utf8 {
                lines.utf8 += 1;
            } else if best >= high / 2 {
                lines.legacy += 1;
                lines.score = lines.score.plus(score);
            } else if best < 0 {
                lines.nonsense += 1;
            }
        }
        lines
    }

    fn speak_for_utf8(&self) -> bool {
        self.utf8 >= 3 && self.utf8 > 2 * self.legacy
    }
}

/// Counts for and against UTF-8.
#[derive(Debug, Default)]
struct Utf8Evidence {
    /// Characters of three and four bytes: hanzi, full-width forms, punctuation.
    wide: usize,
    /// Characters counted in `wide` that lie in Unicode blocks used by records.
    plausible: usize,
    /// Characters of two bytes beside an ASCII letter (accented Latin), and combining strokes after
    /// a digit.
    accented: usize,
    /// Other characters of two bytes: Greek, Cyrillic, Hebrew ..., or two halves of GB18030 hanzi.
    narrow: usize,
    /// Malformed sequences, without one that the end of the sample cuts.
    malformed: usize,
}

impl Utf8Evidence {
    fn add(&mut self, mut bytes: &[u8]) {
        // Two surrogates (CESU-8) count as the one character they stand for.
        while let Some((before, character)) = surrogates(bytes) {
            self.add_piece(&bytes[..before]);
            self.add_valid(character.encode_utf8(&mut [0; 4]));
            bytes = &bytes[before + SURROGATES..];
        }
        self.add_piece(bytes);
    }

    fn add_piece(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.add_valid(chunk.valid());
            let cut_off = chunks.peek().is_none()
                && str::from_utf8(chunk.invalid()).is_err_and(|e| e.error_len().is_none());
            self.malformed += usize::from(!chunk.invalid().is_empty() && !cut_off);
        }
    }

    fn add_valid(&mut self, text: &str) {
        let mut before = ' ';
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let after = chars.peek().copied().unwrap_or(' ');
            match c.len_utf8() {
                1 => {}
                2 if before.is_ascii_alphabetic() || after.is_ascii_alphabetic() => {
                    self.accented += 1;
                }
                // Shorthand strokes the last figure of a move under or over.
                2 if before.is_ascii_digit() && ('\u{300}'..='\u{36F}').contains(&c) => {
                    self.accented += 1;
                }
                2 => self.narrow += 1,
                _ => {
                    self.wide += 1;
                    self.plausible += usize::from(is_plausible(c));
                }
            }
            before = c;
        }
    }

    /// Number of well-formed characters beyond ASCII.
    fn valid(&self) -> usize {
        self.wide + self.accented + self.narrow
    }

    /// Whether a file is UTF-8: nearly all wide characters are plausible; a few malformed ones
    /// change nothing.
    fn speaks_for_file(&self, score: EncodingScore) -> bool {
        let hanzi = self.plausible * 10 >= self.wide * 9;
        if self.malformed > 0 {
            return hanzi && self.plausible >= 3 && self.valid() >= self.malformed * 5;
        }
        // Without hanzi: accented Latin, or GB18030 whose pairs all happen to be valid UTF-8.
        let latin = self.accented > self.narrow || score.gb18030 <= 0;
        if self.wide == 0 { latin } else { hanzi || score.gb18030 <= 0 }
    }

    /// Whether fields are UTF-8: at least three hanzi, no malformed sequence, and a lower GB18030
    /// score.
    fn speaks_for_fields(&self, score: EncodingScore) -> bool {
        self.malformed == 0
            && self.plausible >= 3
            && self.plausible == self.wide
            && self.plausible > self.narrow
            && score.gb18030 < (self.plausible * 2) as i64
    }
}

fn is_plausible(c: char) -> bool {
    matches!(c,
        '\u{1E00}'..='\u{1EFF}' // Latin with two accents, as in Vietnamese names
        | '\u{2000}'..='\u{206F}'
        | '\u{2150}'..='\u{218F}'
        | '\u{2190}'..='\u{21FF}'
        | '\u{2460}'..='\u{27BF}' // circled numbers, rules, chess signs
        | '\u{3000}'..='\u{303F}'
        | '\u{3400}'..='\u{9FFF}'
        | '\u{FEFF}'
        | '\u{FF00}'..='\u{FFEF}'
        | '\u{1F000}'..='\u{1FAFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that are no text, the same on every run.
    fn noise(count: usize) -> Vec<u8> {
        let mut state = 0x2545_F491_4F6C_DD1D_u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state as u8
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn a_mark_is_believed_as_far_as_the_text_bears_it_out() {
        let game = "[Event \"五羊杯\"]\n[Red \"胡荣华\"]\n1. 炮二平五 马8进7 1-0\n";
        let gbk = encoding_rs::GBK.encode(game).0.into_owned();
        let big5 = encoding_rs::BIG5.encode("[Red \"呂欽\"]\n1. 炮二平五 馬8進7\n").0.into_owned();
        let marks = [&b"\xEF\xBB\xBF"[..], b"\xFF\xFE", b"\xFE\xFF"];
        for mark in marks {
            for (text, encoding) in [(&gbk, Encoding::Gb18030), (&big5, Encoding::Big5)] {
                assert_eq!(detect(&[mark, text].concat()), encoding, "{mark:?}");
                let late = [mark, &b"1. C2=5 H8+7\n".repeat(100_000), text].concat();
                assert_eq!(detect(&late), encoding, "{mark:?} far before");
            }
        }
        let utf8 = [b"\x84\x31\x95\x33", game.as_bytes()].concat();
        assert_eq!(detect(&utf8), Encoding::Utf8, "a mark of GB18030 before UTF-8");
        // Text valid as UTF-8 is UTF-8 behind a mark of UTF-8, even when damaged.
        for text in ["", "1. h2e2", "é", "·", "Иванов", "炮\u{e0e0}", game] {
            for rest in [text.as_bytes(), &[text.as_bytes(), b"\xff 1"].concat()] {
                assert_eq!(detect(&[marks[0], rest].concat()), Encoding::Utf8Bom, "{text}");
            }
        }
        for text in ["", "炮二平五", "1. 炮二平五 马8进7\n", "Иванов 1-0"] {
            let le: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let be: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            assert_eq!(detect(&[marks[1], &le].concat()), Encoding::Utf16Le, "{text}");
            assert_eq!(detect(&[marks[2], &be].concat()), Encoding::Utf16Be, "{text}");
        }
    }

    #[test]
    fn two_surrogates_are_no_damage() {
        let text = b"[Event \"\xed\xa0\xbd\xed\xb8\x80\"]\n1. \xe7\x82\xae\xe4\xba\x8c\n";
        assert_eq!(detect(text), Encoding::Utf8);
        assert_eq!(detect(&text.repeat(3)), Encoding::Utf8);
        // Half a pair is damage.
        assert_eq!(detect(b"\xed\xa0\xbd \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5"), Encoding::Gb18030);
    }

    #[test]
    fn utf_16_without_a_mark_is_told_by_its_nuls() {
        // `一` and the ideographic blank have a NUL in the other half.
        let text = "[Event \"甲\"]\n1. 车一平二　车9平8\n2. 兵一进一 卒1进1\n";
        let le: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let be: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for text in [le.clone(), le.repeat(100)] {
            assert_eq!(detect(&text), Encoding::Utf16Le);
        }
        assert_eq!(detect(&be), Encoding::Utf16Be);
        let damaged = [&le.repeat(20)[..], b"\0x\0y", &le].concat();
        assert_eq!(detect(&damaged), Encoding::Utf16Le);
    }

    #[test]
    fn noise_is_no_evidence() {
        let games = "[Event \"五羊杯\"]\n[Red \"胡荣华\"]\n1. 炮二平五 马8进7 2. 马二进三 车9平8\n"
            .repeat(8);
        let gbk = encoding_rs::GBK.encode(&games).0.into_owned();
        let big5 = encoding_rs::BIG5
            .encode("[Event \"五羊盃\"]\n1. 炮二平五 馬8進7 2. 馬二進三 車9平8\n")
            .0
            .repeat(8);
        let cases = [
            (games.into_bytes(), Encoding::Utf8),
            (gbk, Encoding::Gb18030),
            (big5, Encoding::Big5),
        ];
        for (sound, expected) in cases {
            assert_eq!(detect(&sound), expected);
            for place in [0, sound.len() / 2, sound.len()] {
                let line =
                    sound[..place].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
                let noise = [noise(3_000), b"\n".to_vec()].concat();
                let damaged = [&sound[..line], &noise, &sound[line..]].concat();
                assert_eq!(detect(&damaged), expected, "{expected} with noise at {place}");
            }
        }
    }
}
