//! Elements of SVG, with as few digits as can be seen.

use crate::diagram::escaped;
use std::fmt::Write as _;

/// How wide the picture is, in its own unit: a letter of its text is 12 high, which can be read on
/// a phone whose screen is narrower than the picture.
pub(super) const WIDTH: f64 = 480.0;

/// How high letters are.
pub(super) const LETTERS: f64 = 12.0;
/// Where a text stands against its point.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// The text of a picture that is being drawn.
#[derive(Debug, Default)]
pub(super) struct Pen(String);

impl Pen {
    /// What was drawn.
    pub(super) fn drawn(self) -> String {
        self.0
    }

    /// A line of a class from one point to another.
    pub(super) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(digits);
        let _ = write!(
            self.0,
            "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
        );
    }

    /// A rectangle with its upper left corner at a point.
    pub(super) fn rectangle(&mut self, class: &str, at: (f64, f64), size: (f64, f64)) {
        let [x, y, width, height] = [at.0, at.1, size.0, size.1].map(digits);
        let _ = write!(
            self.0,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        );
    }

    /// A dot.
    pub(super) fn dot(&mut self, class: &str, at: (f64, f64), radius: f64) {
        let [x, y, r] = [at.0, at.1, radius].map(digits);
        let _ = write!(self.0, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
    }

    /// A line through points; `end` is `Z` for a closed one.
    pub(super) fn path(&mut self, class: &str, points: &[(f64, f64)], end: &str) {
        let mut path = String::new();
        for (number, &(x, y)) in points.iter().enumerate() {
            let sign = if number == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{sign}{} {}", digits(x), digits(y));
        }
        let _ = write!(self.0, "<path class=\"{class}\" d=\"{path}{end}\"/>");
    }

    /// A text on its base line.
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

    /// What is drawn by `inner` has a text that is shown when somebody points at it.
    pub(super) fn told(&mut self, told: &str, inner: impl FnOnce(&mut Pen)) {
        let _ = write!(self.0, "<g><title>{}</title>", escaped(told));
        inner(self);
        self.0.push_str("</g>");
    }
}

/// A number with at most two digits behind the point.
fn digits(number: f64) -> String {
    let rounded = (number * 100.0).round() / 100.0;
    // There is no zero below zero.
    (rounded + 0.0).to_string()
}
