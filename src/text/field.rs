//! Text fields of binary formats: a fixed number of bytes, filled up or cut off.

use super::decode::decode;
use super::encoding::Encoding;
use super::step::step;

/// The part of `field` before the first NUL; in UTF-16 before the first unit that is NUL, counted
/// from the start of the field, since `00 00` across two units is no end.
#[must_use]
pub fn until_nul(field: &[u8], encoding: Encoding) -> &[u8] {
    let end = if encoding.is_utf16() {
        let units = field.chunks_exact(2);
        units.clone().position(|u| u == [0, 0]).map(|i| i * 2)
    } else {
        memchr::memchr(0, field)
    };
    &field[..end.unwrap_or(field.len())]
}

/// Reads a fixed field up to its NUL, if it has one. Half a character at the end, which is what is
/// left of a text too long for its field, is dropped. Private-use characters are kept.
///
/// The flag says whether anything in the text had to be replaced by U+FFFD; a dropped half does
/// not count.
///
/// ```
/// use xqdb::text::{Encoding, decode_field};
/// let (name, damaged) = decode_field(b"\xBA\xFA\xC8\xD9\xBB", Encoding::Gb18030);
/// assert_eq!((name.as_str(), damaged), ("胡荣", false));
/// ```
#[must_use]
pub fn decode_field(field: &[u8], encoding: Encoding) -> (String, bool) {
    let field = without_half_character(until_nul(field, encoding), encoding);
    let decoded = decode(field, encoding);
    let damaged = decoded.replaced > 0;
    (decoded.into_text().into_owned(), damaged)
}

/// `field` without a last character that is merely incomplete. Whether the last byte opens a
/// character can only be known by walking there; fields are short.
fn without_half_character(field: &[u8], encoding: Encoding) -> &[u8] {
    let mut at = 0;
    let mut last = 0;
    while at < field.len() {
        last = at;
        at += step(&field[at..], encoding).source;
    }
    let half = match (encoding, &field[last..]) {
        (Encoding::Utf16Le | Encoding::Utf16Be, [_]) => true,
        (Encoding::Gb18030 | Encoding::Big5, [0x81..=0xFE]) => true,
        (
            Encoding::Gb18030,
            [0x81..=0xFE, 0x30..=0x39] | [0x81..=0xFE, 0x30..=0x39, 0x81..=0xFE],
        ) => true,
        (Encoding::Utf8 | Encoding::Utf8Bom, rest) => {
            str::from_utf8(rest).is_err_and(|e| e.error_len().is_none())
        }
        _ => false,
    };
    if half { &field[..last] } else { field }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let (got, flag) = decode_field(bytes, encoding);
            assert_eq!((got.as_str(), flag), (text, damaged), "{bytes:02X?}");
        }
    }
}
