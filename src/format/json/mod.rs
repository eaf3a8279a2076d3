//! JSON and JSON Lines: records written by `xqdb convert` and `xqdb search`, and objects of other
//! programs with a position or moves under a usual name (see `fields.tsv`); other members become
//! tags.
//!
//! `json` is one text: an object, an array of objects, or objects around these, [`DEEPEST`] levels
//! deep. Strings of an outer object apply to the records inside. `jsonl` is one object a line:
//! damage stays in its line, and a giant file can be cut.
//!
//! `rows.rs` reads objects that are one move each.
//!
//! A damaged record is set aside as a whole, and none of it is played: its moves may be sound and
//! their start position lost in the damage.

mod games;
mod rows;
#[cfg(test)]
mod tests;
mod values;

use super::reason::Reason;
use super::text::{Text, lines_from};
use super::{FileSample, Fit, Format, Input, RawRecord, RawStart, Sink, field_moves};
use crate::metadata::Kind;
use games::{cut, is_own, own_nodes, own_tags, own_tree, rejected, written};
use std::borrow::Cow;
use std::ops::ControlFlow;
use values::{Object, Stop, string, walk};

pub(super) const FORMAT: Format = Format {
    name: "json",
    about: "JSON: objects with fen, moves, names",
    extensions: &["json"],
    sniff: |sample| sniff(sample).when(!is_lines(sample.text)),
    read: |input, sink| {
        let text = Text::of(input);
        let range = 0..text.as_str().len();
        if let Some(moves) = rows::MovesInRows::of(text.as_str()) {
            return moves.read(&text, input.beside, sink);
        }
        walk(text.as_str(), range.clone(), &mut |found| give(&text, found, sink))?;
        let array = text.as_str().trim_matches(is_around);
        if array.starts_with('[') && !array.ends_with(']') {
            text.tell(range.end, Reason::FileLacksEnd, sink);
        }
        ControlFlow::Continue(())
    },
    ..Format::TEXT
};

pub(super) const LINES: Format = Format {
    name: "jsonl",
    about: "JSON Lines: ours, and objects with fen, moves, names",
    extensions: &["jsonl", "ndjson"],
    sniff: |sample| sniff(sample).when(is_lines(sample.text)),
    read: read_lines,
    boundary: Some(|bytes, from| {
        memchr::memchr(b'\n', bytes.get(from.max(1) - 1..)?).map(|at| from.max(1) + at)
    }),
    ..Format::TEXT
};

/// Deepest nesting of objects in which records are sought.
const DEEPEST: usize = 8;

/// Objects searched for a game when a file is sniffed.
const SNIFFED: usize = 8;

/// Characters that may surround values besides blanks: byte order mark, and separator of a sequence
/// of JSON texts.
const AROUND: [char; 2] = ['\u{feff}', '\u{1e}'];

fn is_around(c: char) -> bool {
    c.is_whitespace() || AROUND.contains(&c)
}

/// Whether the first line is an object, and the next one begins another.
fn is_lines(text: &str) -> bool {
    let lines = text.lines().map(|line| line.trim_matches(is_around));
    let mut lines = lines.filter(|line| !line.is_empty());
    let is_whole = |line: &str| line.starts_with('{') && line.ends_with('}');
    lines.next().is_some_and(is_whole) && lines.next().is_none_or(|line| line.starts_with('{'))
}

/// Certain if one of the first objects is a game of Xiangqi. The sample may end inside an object.
fn sniff(sample: &FileSample<'_>) -> Fit {
    if !sample.text.trim_start_matches(is_around).starts_with(['{', '[']) {
        return Fit::No;
    }
    let (mut objects, mut is_game) = (0, false);
    let _ = walk(sample.text, 0..sample.text.len(), &mut |found| {
        objects += 1;
        is_game |= matches!(&found, Stop::Object(object) if is_xiangqi(object));
        let is_enough = is_game || objects == SNIFFED;
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Fit::Certain.when(is_game || rows::are_of_xiangqi(sample.text))
}

fn read_lines(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let text = Text::of(input);
    if let Some(moves) = rows::MovesInRows::of(text.as_str()) {
        return moves.read(&text, input.beside, sink);
    }
    for (range, _) in lines_from(text.as_str(), 0) {
        walk(text.as_str(), range, &mut |found| give(&text, found, sink))?;
    }
    ControlFlow::Continue(())
}

fn give(text: &Text<'_>, found: Stop<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    match found {
        Stop::Object(object) => give_record(text, &object, sink),
        Stop::Other(at, reason) => {
            sink.damage(text.span(&(at..at)).start, reason.to_string());
            ControlFlow::Continue(())
        }
    }
}

/// Largest number of tags kept of a record.
const MOST_TAGS: usize = 1000;

/// Whether an object's position and moves are Xiangqi.
fn is_xiangqi(object: &Object<'_>) -> bool {
    let fen = object.start.and_then(string);
    let moves_as_written = written(object);
    let moves = games::read(object.text, &moves_as_written);
    let is_ours = is_own(object) && object.get("record").or(object.get("key")).is_some();
    object.damage.is_none() && (is_ours || field_moves::is_xiangqi(fen.as_deref(), &moves.tree))
}

/// Passes the record of an object to the sink.
fn give_record(text: &Text<'_>, object: &Object<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let is_own = is_own(object);
    let mut tags = if is_own { own_tags(object) } else { games::tags(object) };
    let nodes = if is_own { own_nodes(object) } else { Vec::new() };
    let moves_as_written = if is_own { Vec::new() } else { written(object) };
    let mut moves = games::read(object.text, &moves_as_written);
    if is_own {
        moves.tree = own_tree(object, &nodes);
    }
    if tags.len() > MOST_TAGS {
        let left_out = tags.len() - MOST_TAGS;
        moves.warnings.push(Reason::TooManyTags { left_out, kept: MOST_TAGS }.into());
        tags.truncate(MOST_TAGS);
    }
    if let Some(reason) = cut(object).filter(|_| is_own).and_then(|failure| failure.reason) {
        moves.warnings.push(Reason::ReadInPart(reason).into());
    }
    let fen = object.start.and_then(string).filter(|fen| !fen.trim().is_empty());
    let is_no_text = object.start.is_some_and(|raw| string(raw).is_none() && raw.trim() != "null");
    let is_bare = fen.is_some() && moves.tree.nodes.is_empty();
    let start = match (&object.damage, rejected(object).filter(|_| is_own), fen) {
        (Some(why), ..) => Reason::JsonDamaged(why.clone()).into(),
        (None, Some(start), _) => start,
        // The start position of the moves is unknown.
        (None, None, None) if is_no_text => Reason::FenNoText.into(),
        (None, None, Some(fen)) => RawStart::Fen(fen),
        (None, None, None) => RawStart::Standard,
    };
    let said = |name| object.get(name).filter(|_| is_own).and_then(string);
    let hint = said("kind").and_then(|kind| Kind::from_name(&kind));
    let result = said("result").filter(|result| result != "*");
    let terminator = result.or(moves.terminator.map(Cow::Borrowed));
    sink.record(RawRecord {
        terminator,
        hint: hint.or(is_bare.then_some(Kind::Position)),
        start,
        ..moves.into_record(text, &object.range, tags)
    })?;
    for (name, raw) in games::lost(object) {
        text.tell(object.place(raw), Reason::FieldNotKnown(name.to_string()), sink);
    }
    let contradictions = if is_own { games::contradictions(object) } else { Vec::new() };
    contradictions.into_iter().for_each(|(at, reason)| text.tell(at, reason, sink));
    ControlFlow::Continue(())
}
