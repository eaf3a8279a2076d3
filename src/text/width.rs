//! Columns on a terminal, where a hanzi takes two.

use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns that `text` takes.
#[must_use]
pub fn display_width(text: &str) -> usize {
    text.width()
}

/// `text` with blanks behind it up to `width` columns; longer text is left alone.
#[must_use]
pub fn pad(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(display_width(text));
    let mut padded = String::with_capacity(text.len() + missing);
    padded.push_str(text);
    padded.extend(std::iter::repeat_n(' ', missing));
    padded
}

/// `text` in at most `width` columns: what does not fit is cut and replaced by `…`.
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

#[cfg(test)]
mod tests {
    use super::*;

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
