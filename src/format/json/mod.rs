//! JSON and JSON Lines: the records that `xqdb convert` and `xqdb search` write, and objects of
//! others that hold a position or moves under a usual name (see `usual`), with whatever else they
//! tell.
//!
//! `json` is one text: an object, an array of objects, or objects around these, [`DEEPEST`] levels
//! of them. What an outer object says in words holds for the records inside. `jsonl` is an object a
//! line, so that damage stays in its line and a giant file can be cut.
//!
//! A record that is damaged is set aside as a whole, and nothing of it is played: its moves may be
//! there and the position they begin from behind the damage.

mod loose;
mod object;
mod own;
mod record;
#[cfg(test)]
mod tests;
mod walk;

use super::text::Text;
use super::{Fit, Format, Input, Sample, Sink};
use std::ops::ControlFlow;
use walk::{Found, walk};

/// One JSON text.
pub(super) const FORMAT: Format = Format {
    name: "json",
    about: "JSON: objects with fen, moves, names",
    extensions: &["json"],
    is_text: true,
    sniff: |sample| if is_lines(sample.text) { Fit::No } else { sniff(sample) },
    read: |input, sink| {
        let text = Text::of(input);
        let range = 0..text.as_str().len();
        walk(text.as_str(), range, &mut |found| give(&text, found, sink))
    },
    boundary: None,
};

/// One object a line.
pub(super) const LINES: Format = Format {
    name: "jsonl",
    about: "JSON Lines: ours, and objects with fen, moves, names",
    extensions: &["jsonl", "ndjson"],
    is_text: true,
    sniff: |sample| if is_lines(sample.text) { sniff(sample) } else { Fit::No },
    read: read_lines,
    boundary: Some(|bytes, from| {
        memchr::memchr(b'\n', bytes.get(from.max(1) - 1..)?).map(|at| from.max(1) + at)
    }),
};

/// Records are looked for below so many objects.
const DEEPEST: usize = 8;

/// So many objects are looked at for one that is a game.
const SNIFFED: usize = 8;

/// What may stand around values besides blanks: the mark of the file, and the separator of a
/// sequence of JSON texts.
const AROUND: [char; 2] = ['\u{feff}', '\u{1e}'];

/// Whether the first line is an object, and the next one begins another.
fn is_lines(text: &str) -> bool {
    let is_blank = |c: char| c.is_whitespace() || AROUND.contains(&c);
    let lines = text.lines().map(|line| line.trim_matches(is_blank));
    let mut lines = lines.filter(|line| !line.is_empty());
    let is_whole = |line: &str| line.starts_with('{') && line.ends_with('}');
    lines.next().is_some_and(is_whole) && lines.next().is_none_or(|line| line.starts_with('{'))
}

/// Certain where one of the first objects is a game of Xiangqi. The sample may end inside of an
/// object.
fn sniff(sample: &Sample<'_>) -> Fit {
    let is_blank = |c: char| c.is_ascii_whitespace() || AROUND.contains(&c);
    if !sample.text.trim_start_matches(is_blank).starts_with(['{', '[']) {
        return Fit::No;
    }
    let (mut objects, mut is_game) = (0, false);
    let _ = walk(sample.text, 0..sample.text.len(), &mut |found| {
        objects += 1;
        is_game |= matches!(&found, Found::Object(object) if record::is_xiangqi(object));
        let is_enough = is_game || objects == SNIFFED;
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if is_game { Fit::Certain } else { Fit::No }
}

fn read_lines(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let text = Text::of(input);
    let mut at = 0;
    for line in text.as_str().split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        walk(text.as_str(), range, &mut |found| give(&text, found, sink))?;
    }
    ControlFlow::Continue(())
}

fn give(text: &Text<'_>, found: Found<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    match found {
        Found::Object(object) => record::give(text, &object, sink),
        Found::Other(at, what) => {
            sink.damage(text.span(&(at..at)).start, what.to_owned());
            ControlFlow::Continue(())
        }
    }
}
