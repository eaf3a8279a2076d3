//! How wide texts are, and how they are broken into lines. No font is known: widths are those of
//! a usual serif font, rather too wide than too narrow.

use crate::text::{display_width, visible};

/// The width of a text in letters of this size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(share).sum::<f64>() * size
}

/// The width of a character, as a share of the size of letters.
fn share(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | 't' | 'f' | 'I' | '.' | ',' | ';' | ':' | '\'' | '|' | '!' | ' ' => 0.32,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.9,
        'A'..='Z' => 0.74,
        _ => match display_width(c.encode_utf8(&mut [0; 4])) {
            0 => 0.0,
            1 => 0.56,
            _ => 1.04,
        },
    }
}

/// A text in at most this width: what does not fit is cut and replaced by `…`.
pub(super) fn cut(text: &str, size: f64, room: f64) -> String {
    let text = visible(text);
    if width(&text, size) <= room {
        return text.into_owned();
    }
    let mut used = width("…", size);
    let fits = |c: &char| {
        used += share(*c) * size;
        used <= room
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

/// A text as lines of at most this width, at most so many; what is left is cut.
pub(super) fn lines(text: &str, size: f64, room: f64, most: usize) -> Vec<String> {
    let text = visible(text);
    let mut lines: Vec<String> = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        if lines.len() + 1 == most {
            lines.push(cut(rest, size, room));
            break;
        }
        let end = line_end(rest, size, room);
        let (line, next) = rest.split_at(end);
        lines.push(line.trim_end().to_owned());
        rest = next.trim_start();
    }
    lines
}

/// After how many bytes the first line ends: at a blank, or beside a wide character that does not
/// belong to what stands before it.
fn line_end(text: &str, size: f64, room: f64) -> usize {
    let mut used = 0.0;
    let mut end = 0;
    let mut before = None;
    for (at, c) in text.char_indices() {
        let is_wide = |c: char| share(c) > 1.0;
        let may_end = c == ' ' || before.is_some_and(|b| is_wide(b) || is_wide(c));
        if may_end
            && !"，。；：、）」”？".contains(c)
            && !before.is_some_and(|b| "（「“".contains(b))
        {
            end = at;
        }
        used += share(c) * size;
        if used > room && at > 0 {
            // A word that is longer than a line is broken anywhere.
            return if end > 0 { end } else { at };
        }
        before = Some(c);
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_not_wider_than_their_room() {
        for text in [
            "How a line fared from year to year, by decade and by player",
            "中炮对屏风马自一九五〇年以来历年对局数与得分率，按年代统计（仅计双方对弈）。",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        ] {
            let broken = lines(text, 10.0, 200.0, 9);
            assert!(broken.len() > 1, "{broken:?}");
            assert_eq!(broken.concat().replace(' ', ""), text.replace(' ', ""));
            for line in broken {
                assert!(width(&line, 10.0) <= 200.0 && !line.starts_with('，'), "{line}");
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_cut() {
        assert_eq!(cut("胡荣华", 10.0, 100.0), "胡荣华");
        assert_eq!(cut("胡荣华胡荣华", 10.0, 40.0), "胡荣华…");
        assert_eq!(lines("one two three four", 10.0, 40.0, 2), ["one two", "three f…"]);
        assert!(!cut("a\u{1b}[31mb\u{202e}", 10.0, 400.0).contains(['\u{1b}', '\u{202e}']));
    }
}
