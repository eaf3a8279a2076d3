//! Texts in different encodings that were joined to one file.
//!
//! In UTF-16 every letter of ASCII has a NUL beside it, in no other encoding any has. So where a
//! tag stands whose letters are of the other width, or the byte order mark of the other order, another
//! text begins. Read in the encoding of the one before, it would be hanzi by chance, which speak of
//! no game. The same happens to all that follows a byte that UTF-16 has lost.

use crate::text::{Encoding, decode, detect};
use memchr::memmem;

/// The encoding of a text is told by so many of its bytes.
const LOOKED_AT: usize = 16 << 10;

/// What archives begin with, or have inside: zip, gz, bz2, xz, 7z, rar. No text has these bytes.
const OF_ARCHIVES: [&[u8]; 7] = [
    b"PK\x03\x04",
    b"PK\x01\x02",
    b"\x1f\x8b\x08",
    b"1AY&SY",
    b"\xfd7zXZ\0",
    b"7z\xbc\xaf\x27\x1c",
    b"Rar!\x1a\x07",
];

/// Where an archive stands in what was taken for a text: its first bytes are damaged, or something
/// was put before it. Two hanzi in UTF-16 may be the mark of one by chance.
pub(super) fn archive(bytes: &[u8], encoding: Encoding) -> Option<usize> {
    if encoding.is_utf16() {
        return None;
    }
    OF_ARCHIVES.iter().filter_map(|mark| memmem::find(bytes, mark)).min()
}

/// Where in a text of this encoding another one begins, and how that is encoded.
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
        // Behind a byte that is lost, all units are halves of two.
        if at > is_big && at % 2 != is_big && begins_tag(bytes, at, 2) {
            return Some((at - is_big, encoding));
        }
        (at % 2 == 0 && bytes[at..].starts_with(mark)).then_some((at, other))
    })
}

/// Where the text in UTF-16 begins whose first tag stands at `at`, and its order.
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
    // What is ASCII reads alike in both; hanzi of the other order leave tags open.
    let closed = |(from, encoding): (usize, Encoding)| {
        let until = bytes.len().min(from + LOOKED_AT);
        decode(&bytes[from..until], encoding).text.matches("\"]").count()
    };
    if closed(little) > closed(big) { little } else { big }
}

/// Whether a tag begins at `at`, `[Name "`, whose characters are so many bytes wide.
fn begins_tag(bytes: &[u8], at: usize, width: usize) -> bool {
    // The NUL of a letter stands before it or behind the letter before it.
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

#[cfg(test)]
mod tests {
    use crate::format::testing::{Keep, Kept};
    use crate::format::{Input, by_name};
    use crate::text::Encoding;
    use crate::text::detect;

    /// How many games are read, and how many of those are whole.
    fn read(bytes: &[u8]) -> (usize, usize) {
        let (base, name, encoding) = (0, "a.pgn", Some(detect(bytes)));
        let input = Input { bytes, base, name, encoding, any_word: false };
        let mut sink = Keep::default();
        let _ = crate::format::read(by_name("pgn").unwrap(), &input, &mut sink);
        let is_whole = |kept: &&Kept| {
            kept.tags.contains(&"Red=胡荣华".to_owned()) && kept.moves() == "-1:炮二平五 0:马8进7"
        };
        (sink.records.len(), sink.records.iter().filter(is_whole).count())
    }

    #[test]
    fn an_archive_in_a_text_is_told() {
        for archive in [&b"PK\x01\x02\x14\0"[..], b"PK\x03\x04", b"\x1f\x8b\x08\0", b"BZh91AY&SY"] {
            let bytes = &[b"[Event \"a\"]\n\n1. h2e2 *\n\n", archive].concat();
            let (base, name, encoding) = (7, "a.zip", Some(Encoding::Ascii));
            let input = Input { bytes, base, name, encoding, any_word: false };
            let mut sink = Keep::default();
            let _ = crate::format::read(by_name("pgn").unwrap(), &input, &mut sink);
            assert_eq!((sink.records.len(), sink.damage.len()), (1, 1), "{archive:?}");
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
                assert!(read(&lost).1 >= 7, "{mark:?} without byte {at}: {:?}", read(&lost));
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
            encoding_rs::GBK.encode(&text).0.into_owned(),
            wide(u16::to_le_bytes, "\u{feff}"),
            wide(u16::to_be_bytes, "\u{feff}"),
            wide(u16::to_le_bytes, ""),
            wide(u16::to_be_bytes, ""),
        ];
        let is_wide = |part: usize| part > 1;
        for (a, first) in parts.iter().enumerate() {
            for (b, second) in parts.iter().enumerate() {
                // Of two that are equally wide the mark tells.
                if is_wide(a) && is_wide(b) && a.max(b) > 3 && (a + b) % 2 == 1 {
                    continue;
                }
                let bytes = [&first[..], second, first].concat();
                assert_eq!(read(&bytes), (27, 27), "{a} {b}");
            }
        }
    }
}
