//! PGN as Chinese software writes it: many games a file, any encoding, Chinese, WXF or ICCS moves.
//!
//! A record begins at a line `[Name "` that does not continue a tag section, even inside an open
//! comment: damage in one game cannot swallow the next, and a giant file can be cut anywhere. Text
//! before the first tag section, or a file without any, is read as games without tags.
//!
//! Sources: the PGN standard of 1994; the tag order of XQWizard; files of XQBase, CCGC, DPXQ
//! exports, WinBoard and Taiwanese collections.

mod book_marks;
mod count;
pub(super) mod games;
mod joined;
pub(super) mod movetext;
mod parts;
mod segment;
mod stray;
pub(super) mod tags;
#[cfg(test)]
mod tests;
mod words;

use super::fields::{fen_of, is_torn_tag};
use super::reason::Reason;
use super::record::{Tags, breaking_off};
use super::text::{Text, after_line, beginning, line_begin, without_unicode_ends};
use super::{FileSample, Fit, Format, Input, RawMove, RawRecord, Sink, Warning};
use crate::metadata::Kind;
use crate::notation::System;
use crate::text::{Encoding, detect};
pub(super) use book_marks::{diagram_mark, number_value};
use movetext::Manner;
#[cfg(feature = "store")]
pub(crate) use segment::ends_a_game;
pub(super) use segment::{is_tag_line, names_a_tag, tag_behind};
use std::borrow::Cow;
use std::ops::{ControlFlow, Range};
pub(super) use stray::holds_moves;
pub(super) use words::{half_width, is_move_like, number_len};

pub(super) const FORMAT: Format = Format {
    name: "pgn",
    about: "Portable Game Notation in Chinese, WXF or ICCS",
    extensions: &["pgn", "pgns", "pgn_zh", "pgn_iccs", "pgn_cc", "fen"],
    sniff,
    read,
    boundary: Some(segment::boundary),
    ..Format::TEXT
};

fn sniff(sample: &FileSample<'_>) -> Fit {
    let text = sample.text;
    if let Some(at) = segment::boundary(text.as_bytes(), 0) {
        let stands_first = is_tag_line(&text.as_bytes()[line_begin(text.as_bytes(), at)..]);
        let behind = &text.as_bytes()[after_line(text.as_bytes(), at)..];
        return if stands_first || is_tag_line(behind) { Fit::Likely } else { Fit::Weak };
    }
    // One move suffices if the file is named as a game.
    let is_named = sample.has_extension(FORMAT.extensions);
    Fit::Weak.when(is_named && games::looks_like_moves(text, 1))
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let encoding = input.encoding.unwrap_or_else(|| detect(input.bytes));
    if matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be) {
        let text = Text::of(&Input { encoding: Some(encoding), ..*input });
        return read_text(&text, input.any_word, sink);
    }
    let bytes = match encoding {
        Encoding::Utf8 | Encoding::Utf8Bom => without_unicode_ends(input.bytes),
        _ => Cow::Borrowed(input.bytes),
    };
    // Each record is decoded separately, so damage in one cannot reach the next.
    for segment in segment::segments(&bytes) {
        let base = input.base + segment.start as u64;
        let bytes = &bytes[segment];
        let text = Text::of_record(&Input { bytes, base, ..*input }, encoding);
        read_segment(&text, 0..text.as_str().len(), input.any_word, sink)?;
    }
    ControlFlow::Continue(())
}

/// Reads a text that is decoded.
pub(super) fn read_text(text: &Text<'_>, any_word: bool, sink: &mut dyn Sink) -> ControlFlow<()> {
    for segment in segment::segments(text.as_str().as_bytes()) {
        read_segment(text, segment, any_word, sink)?;
    }
    ControlFlow::Continue(())
}

/// Reads a tag section and its game, or text without tags, and then games without tags behind the
/// result.
fn read_segment(
    text: &Text<'_>,
    range: Range<usize>,
    any_word: bool,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let whole = text.as_str();
    let (mut tags, mut from) = tags::read(whole, range.clone());
    let has_tags = !tags.is_empty();
    let mut begin = range.start;
    if !has_tags {
        match games::next_game(whole, range.clone(), false) {
            Some(at) => (begin, from) = (at, at),
            None => return ControlFlow::Continue(()),
        }
    }
    let last = range.start + whole[range.clone()].trim_end().rfind('\n').map_or(0, |at| at + 1);
    if segment::is_open_tag(whole[last..range.end].trim_end().as_bytes()) {
        text.tell(last, Reason::TagNotClosed(beginning(&whole[last..range.end])), sink);
    }
    let mut manner = Manner::of_start(fen_of(&tags).map(|fen| fen.as_ref()));
    manner.any_word = any_word || names_a_notation(&tags);
    loop {
        let moves = movetext::read(whole, from..range.end, manner);
        let moves_end = moves.end;
        let next = games::next_game(whole, moves_end..range.end, has_tags);
        let end = next.unwrap_or(range.end);
        let mut left = games::left_out(whole, &moves, end);
        let is_tag = |passed: &&Range<usize>| {
            let text = &whole[Range::clone(passed)];
            is_torn_tag(text) || text.starts_with('[') && text.contains('"')
        };
        left.extend(moves.passed_over.iter().filter(is_tag).cloned());
        manner.black_first = false;
        let fen = fen_of(&tags).cloned();
        let is_position = moves.tree.nodes.is_empty() && fen.is_some();
        let lacks_result =
            next.is_none() && moves.terminator.is_none() && !is_position && names_result(&tags);
        let is_something = !moves.tree.nodes.is_empty() || moves.terminator.is_some();
        // A sign before a tag begins another record: what is left of the section is no heading.
        let behind = whole[from..end].trim();
        let is_sign = (1..=MOST_SIGNS).contains(&behind.chars().count());
        let is_part = |line: &str| line.starts_with('[') || line.trim_end().ends_with("\"]");
        if !is_something && (is_sign || behind.lines().any(is_part)) {
            left.push(from..end);
        }
        for (name, _) in tags.iter().filter(|(_, value)| takes_a_tag(value)) {
            text.tell(begin, Reason::TagNotClosed(name.to_string()), sink);
        }
        if is_something || !tags.is_empty() {
            sink.record(record(text, std::mem::take(&mut tags), moves, begin..end))?;
        }
        // A damaged line of another format may look like a tag.
        let in_tags = Some(begin..from).filter(|_| !is_something && fen.is_none());
        if let Some(held) = in_tags.and_then(|tags| games::left_over(whole, tags)) {
            text.tell_unclaimed(&held, sink);
        }
        if lacks_result {
            text.tell(moves_end, Reason::NoResultAtEnd, sink);
        }
        left.iter().for_each(|left| text.tell_unclaimed(left, sink));
        // Terminates: each game takes at least one move.
        match next {
            Some(at) if at > from => (begin, from) = (at, at),
            _ => return ControlFlow::Continue(()),
        }
    }
}

/// Characters behind a section of tags that may be damage of the section.
const MOST_SIGNS: usize = 3;

/// Whether a value of several lines took another tag along.
fn takes_a_tag(value: &str) -> bool {
    value.contains('\n') && value.contains('[') && value.contains('"')
}

/// Whether the tags state a result as PGN's sign. The sign then follows the moves, too, unless the
/// file was cut.
fn names_result(tags: &Tags<'_>) -> bool {
    let result = tags.iter().find(|(name, _)| name.eq_ignore_ascii_case("Result"));
    result.is_some_and(|(_, value)| matches!(value.trim(), "1-0" | "0-1" | "1/2-1/2" | "*"))
}

/// Whether the tag `Format` names a notation in which any word may be a move, or a poem of unknown
/// legend.
fn names_a_notation(tags: &Tags<'_>) -> bool {
    let format = tags.iter().find(|(name, _)| *name == "Format");
    format.is_some_and(|(_, value)| {
        System::of_format_tag(value).is_some_and(|system| system.takes_any_word())
            || value.starts_with("poem:")
    })
}

/// Warning about a set-up that tags announce but do not give.
fn without_set_up(tags: &Tags<'_>) -> Option<Warning> {
    let mut values = tags.iter().filter(|(name, _)| name.eq_ignore_ascii_case("SetUp"));
    let is_missing = values.any(|(_, value)| value.trim() == "1") && fen_of(tags).is_none();
    is_missing.then(|| Reason::SetUpWithoutFen.into())
}

/// Tag in which xqdb's writer states where a main line breaks off.
const UNREAD: &str = "Unread";

fn record<'a>(
    text: &'a Text<'_>,
    tags: Tags<'a>,
    mut moves: movetext::Moves<'a>,
    range: Range<usize>,
) -> RawRecord<'a> {
    if let Some((_, Cow::Borrowed(mark))) = tags.iter().find(|(name, _)| *name == UNREAD)
        && let Some((ply, token)) = breaking_off(mark)
    {
        moves.tree.break_off(Some(ply), range.end as u32, RawMove::Text(token));
    }
    let is_bare = moves.tree.nodes.is_empty() && fen_of(&tags).is_some();
    moves.warnings.extend(without_set_up(&tags));
    RawRecord { hint: is_bare.then_some(Kind::Position), ..moves.into_record(text, &range, tags) }
}
