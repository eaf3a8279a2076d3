//! Elements of SVG with at most two digits behind the point, widths of texts, and line breaks.

use crate::diagram::escaped;
use crate::text::{display_width, visible};
use std::fmt::Write as _;

/// Width of the picture in units of SVG, chosen so that letters of 12 units can be read on a phone.
pub(super) const WIDTH: f64 = 480.0;

/// Height of letters in units of SVG.
pub(super) const LETTERS: f64 = 12.0;
/// Part of a text that stands at its point.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// SVG text of a picture while it is drawn.
#[derive(Debug, Default)]
pub(super) struct Pen(String);

impl Pen {
    /// Ends the drawing and returns its SVG elements.
    pub(super) fn drawn(self) -> String {
        self.0
    }

    /// Draws a straight line; `class` is the CSS class.
    pub(super) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(digits);
        let _ = write!(
            self.0,
            "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
        );
    }

    /// Draws a rectangle whose upper left corner is `at`.
    pub(super) fn rectangle(&mut self, class: &str, at: (f64, f64), size: (f64, f64)) {
        let [x, y, width, height] = [at.0, at.1, size.0, size.1].map(digits);
        let _ = write!(
            self.0,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        );
    }

    pub(super) fn dot(&mut self, class: &str, at: (f64, f64), radius: f64) {
        let [x, y, r] = [at.0, at.1, radius].map(digits);
        let _ = write!(self.0, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
    }

    /// Draws a line through points; `end` is `Z` for a closed line, else empty.
    pub(super) fn path(&mut self, class: &str, points: &[(f64, f64)], end: &str) {
        let mut path = String::new();
        for (number, &(x, y)) in points.iter().enumerate() {
            let sign = if number == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{sign}{} {}", digits(x), digits(y));
        }
        let _ = write!(self.0, "<path class=\"{class}\" d=\"{path}{end}\"/>");
    }

    /// Draws a text; `at` is a point on its base line.
    pub(super) fn text(&mut self, class: &str, anchor: Anchor, at: (f64, f64), text: &str) {
        let [x, y] = [at.0, at.1].map(digits);
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = escaped(text);
        let _ = write!(
            self.0,
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>"
        );
    }

    /// Runs `inner`, and shows `title` when a reader points at the elements that it draws.
    pub(super) fn titled(&mut self, title: &str, inner: impl FnOnce(&mut Pen)) {
        let _ = write!(self.0, "<g><title>{}</title>", escaped(title));
        inner(self);
        self.0.push_str("</g>");
    }
}

/// A number in decimal, with at most two digits behind the point.
fn digits(number: f64) -> String {
    let rounded = (number * 100.0).round() / 100.0;
    // Turns -0 into 0.
    (rounded + 0.0).to_string()
}

/// Width of a text whose letters have the size `size`, in units of SVG.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(share).sum::<f64>() * size
}

/// Width of a character divided by the size of letters.
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

/// Shortens a text to the width `room`; `…` replaces the end that does not fit.
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

/// Breaks a text into at most `most` lines of the width `room`; the last line is cut.
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

/// Length in bytes of the first line: up to a blank, or up to a wide character (hanzi) that may
/// begin a line.
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
            // A word longer than a line is broken anywhere.
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
