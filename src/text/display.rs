//! Text on a screen: display columns (a hanzi takes two), and visible pictures for characters that
//! a terminal would obey.

use std::borrow::Cow;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Makes `text` safe for one line of a screen: replaces control characters, and signs that hide or
/// reverse what follows them, by visible pictures.
///
/// Records can hold anything. Unchanged, an escape sequence in a name could clear the screen or
/// retitle the window, and U+202E could make a name read backwards. Data formats keep the bytes.
///
/// ```
/// use xqdb::text::visible;
/// assert_eq!(visible("胡\x1b[2J荣\u{202E}华\n"), "胡␛[2J荣<U+202E>华␊");
/// assert_eq!(visible("胡荣华"), "胡荣华");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    shown(text, &|_| false)
}

/// Like [`visible`], for a text of several lines: keeps line feeds and tabs.
///
/// ```
/// use xqdb::text::visible_lines;
/// assert_eq!(visible_lines("1. 炮二平五\n\x07"), "1. 炮二平五\n␇");
/// ```
#[must_use]
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    shown(text, &|c| matches!(c, '\n' | '\t'))
}

fn shown<'a>(text: &'a str, stays: &dyn Fn(char) -> bool) -> Cow<'a, str> {
    let is_shown = |c: char| !is_obeyed(c) || stays(c);
    if text.chars().all(is_shown) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            c if is_shown(c) => shown.push(c),
            // Unicode has a picture of every control character of ASCII.
            '\0'..='\x1f' => shown.extend(char::from_u32(0x2400 + c as u32)),
            '\x7f' => shown.push('␡'),
            c => shown.push_str(&format!("<U+{:04X}>", c as u32)),
        }
    }
    Cow::Owned(shown)
}

/// Whether a terminal obeys or hides the character: controls, signs of direction, line separators,
/// and signs without width that join nothing.
fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// Columns that `text` takes on a terminal.
#[must_use]
pub fn display_width(text: &str) -> usize {
    text.width()
}

/// Pads `text` with blanks to `width` columns; returns longer text unchanged.
#[must_use]
pub fn pad(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(display_width(text));
    let mut padded = String::with_capacity(text.len() + missing);
    padded.push_str(text);
    padded.extend(std::iter::repeat_n(' ', missing));
    padded
}

/// Shortens `text` to at most `width` columns; an `…` replaces the cut end.
#[must_use]
pub fn truncate(text: &str, width: usize) -> Cow<'_, str> {
    if display_width(text) <= width {
        return Cow::Borrowed(text);
    }
    let room = width.saturating_sub(1);
    let mut used = 0;
    let mut kept = String::new();
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used > room {
            break;
        }
        kept.push(c);
    }
    if width > 0 {
        kept.push('…');
    }
    Cow::Owned(kept)
}

/// Bytes in hexadecimal, two lower-case digits each.
///
/// ```
/// assert_eq!(xqdb::text::hex(&[0, 0xaf]), "00af");
/// ```
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half)]);
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15].map(digit)).collect()
}

/// Bytes for an address: ASCII letters, digits and the bytes of `kept` as they are, others as `%`
/// with two hexadecimal digits.
#[must_use]
pub fn percent_escaped(bytes: &[u8], kept: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for &byte in bytes {
        match byte.is_ascii_alphanumeric() || kept.contains(&byte) {
            true => text.push(char::from(byte)),
            false => text += &format!("%{byte:02X}"),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_that_a_terminal_obeys() {
        let all: String = (0..=u32::from(char::MAX)).filter_map(char::from_u32).collect();
        assert!(!visible(&all).chars().any(is_obeyed));
        let kept: Vec<char> = visible_lines(&all).chars().filter(|&c| is_obeyed(c)).collect();
        assert_eq!(kept, ['\t', '\n']);
    }

    #[test]
    fn each_sign_is_told_apart() {
        assert_eq!(visible("\x00\x1f\x7f\u{9b}"), "␀␟␡<U+009B>");
        assert_eq!(visible("a\u{2066}b\u{feff}"), "a<U+2066>b<U+FEFF>");
    }

    #[test]
    fn a_hanzi_takes_two_columns() {
        assert_eq!(display_width("炮8平5"), 6);
        assert_eq!(pad("胡荣华", 8), "胡荣华  ");
        assert_eq!(pad("胡荣华", 3), "胡荣华");
    }

    #[test]
    fn a_cut_text_ends_in_an_ellipsis_and_fits() {
        for (text, width, cut) in [
            ("胡荣华", 6, "胡荣华"),
            ("胡荣华", 5, "胡荣…"),
            ("胡荣华", 4, "胡…"),
            ("HU RongHua", 6, "HU Ro…"),
            ("胡", 1, "…"),
            ("胡", 0, ""),
        ] {
            assert_eq!(truncate(text, width), cut);
            assert!(display_width(&truncate(text, width)) <= width);
        }
    }
}
