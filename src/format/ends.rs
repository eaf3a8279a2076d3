//! What editors and systems put around a text, and no game says.
//!
//! CP/M and DOS end a text with Ctrl-Z (0x1A), often as many times as a block has bytes left.
//! Programs that put a byte order mark before every text they save put another one before it.

use super::Input;
use crate::text::Encoding;

const BOM: &[u8] = b"\xef\xbb\xbf";

/// The text between the marks at its ends.
pub(super) fn within(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim_end_matches(is_end)
}

/// An input without the marks at its ends. One byte order mark stays: it tells the encoding.
pub(super) fn without<'a>(input: &Input<'a>, encoding: Encoding) -> Input<'a> {
    if encoding.is_utf16() {
        return *input;
    }
    let mut bytes = input.bytes;
    let mut base = input.base;
    while bytes.starts_with(BOM) && bytes[BOM.len()..].starts_with(BOM) {
        bytes = &bytes[BOM.len()..];
        base += BOM.len() as u64;
    }
    // The second half of a character is never one of these.
    let marks = bytes.iter().rev().take_while(|byte| is_end(char::from(**byte))).count();
    let (text, end) = bytes.split_at(bytes.len() - marks);
    Input { bytes: if end.contains(&0x1a) { text } else { bytes }, base, ..*input }
}

/// Ctrl-Z, or what stands around it.
fn is_end(c: char) -> bool {
    matches!(c, '\x1a' | '\0' | '\r' | '\n' | ' ' | '\t')
}

#[cfg(test)]
mod tests {
    use crate::format::testing::Keep;
    use crate::format::{Input, Sample, identify, read};
    use crate::text::Encoding;

    fn kept(name: &str, text: &str) -> Keep {
        let bytes = text.as_bytes();
        let format = identify(&Sample { head: bytes, text, name, len: bytes.len() as u64 });
        let encoding = Some(Encoding::Utf8);
        let input = Input { bytes, base: 0, name, encoding, any_word: false };
        let mut keep = Keep::default();
        let _ = read(format.unwrap(), &input, &mut keep);
        keep
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
    fn a_mark_between_two_texts_parts_words() {
        let text = "1. 炮二平五 马8进7\x1a\n2. 马二进三 车9平8\x1a";
        let plain = text.replace('\x1a', "");
        assert_eq!(kept("a.txt", text).records, kept("a.txt", &plain).records);
    }
}
