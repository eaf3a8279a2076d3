//! Lines of any origin: they end with a line feed, a carriage return, both (some programs make that
//! two carriage returns and a line feed), or a vertical tab.
//!
//! These bytes are never a part of a character in GB18030, Big5 or UTF-8. The line ends that
//! Unicode adds (NEL, and the separators of lines and paragraphs) are made line feeds first, in as
//! many bytes as they had, so that offsets stay.

use memchr::memmem;
use std::borrow::Cow;

const VERTICAL_TAB: u8 = 0x0b;

/// NEL and the separators of lines and paragraphs, and what is written in their place.
const OF_UNICODE: [(&str, &str); 3] =
    [("\u{85}", " \n"), ("\u{2028}", "  \n"), ("\u{2029}", "  \n")];

/// Where the line ends that begins with `bytes`, its line end excluded.
pub(super) fn line_len(bytes: &[u8]) -> usize {
    memchr::memchr3(b'\n', b'\r', VERTICAL_TAB, bytes).unwrap_or(bytes.len())
}

/// The beginning of the line after the one `at` lies in.
pub(super) fn after_line(bytes: &[u8], at: usize) -> usize {
    let end = at + line_len(&bytes[at..]);
    match bytes.get(end..) {
        Some([b'\r', b'\r', b'\n', ..]) => end + 3,
        Some([b'\r', b'\n', ..]) => end + 2,
        Some([_, ..]) => end + 1,
        _ => bytes.len(),
    }
}

/// The beginning of the line in which the byte before `at` lies.
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

/// Where the last line of `bytes` begins.
pub(super) fn after_last_line_end(bytes: &[u8]) -> usize {
    memchr::memrchr3(b'\n', b'\r', VERTICAL_TAB, bytes).map_or(0, |end| end + 1)
}

/// Whether a byte ends a line, alone or after a carriage return.
pub(super) fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | VERTICAL_TAB)
}

/// The lines of a text with their ends.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let begin = at;
        at = after_line(bytes, begin);
        (begin < at).then(|| &bytes[begin..at])
    })
}

/// The first beginning of a line at or after `from` (a byte offset > 0), for formats whose records
/// are lines.
pub(super) fn boundary(bytes: &[u8], from: usize) -> Option<usize> {
    let at = after_line(bytes, from.checked_sub(1)?);
    (at < bytes.len()).then_some(at)
}

/// UTF-8 with the line ends of Unicode as line feeds.
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

/// A text with line feeds for all other line ends; `None` when it has no others. A vertical tab may
/// be part of a value where lines end otherwise.
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
