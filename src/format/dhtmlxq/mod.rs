//! DhtmlXQ (东萍象棋): `[DhtmlXQ_NAME]value[/DhtmlXQ_NAME]` in UBB posts, text files and web
//! pages.
//!
//! | field | content |
//! | --- | --- |
//! | binit | 32 × two digits x y (x from Red's left, y from Black's back rank), red R N B A K A B N R C C P×5, then black; 99 is absent; empty is the standard start |
//! | movelist | four digits a move: x y x y |
//! | move_P_N_C | a line: its parent line, the absolute 1-based ply of its first move, its own number |
//! | commentN, commentC_N | the comment after ply N of the main line, of line C |
//!
//! Lines come in any order. In movelists of the old `ver` 2 a move takes twelve characters: four
//! digits, four that name it, and the number of the preceding move (by description only; no such
//! file was seen). A list of digits alone is [`MOVELIST`].
//!
//! Sources: the public board script of dpxq.com and pages that use it.

mod dhj;
mod lines;
mod marks;
#[cfg(test)]
mod tests;

use super::binary::{KINDS, SLOTS, from_top, piece_of_slot};
use super::fields::tag_of;
use super::pgn::games::left_between;
use super::pgn::movetext::Moves;
use super::reason::Reason;
use super::record::Tags;
use super::text::{Text, beginning};
use super::{FileSample, Fit, Format, Input, RawRecord, RawStart, Sink, Warning};
use crate::metadata::Kind;
use crate::xiangqi::{Board, Side, Square};
pub(super) use dhj::{DHJ, DIALECT as DHJ_DIALECT};
pub(super) use marks::mark_at;
use marks::{Fault, Fields, MarkedField, clean};
use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

pub(super) const FORMAT: Format = Format {
    name: "dhtmlxq",
    about: "DhtmlXQ text and the DPXQ pages around it (东萍象棋)",
    extensions: &["ubb", "html", "htm", "txt"],
    sniff: |sample| {
        Fit::Certain.when(Fields::of(sample.text, &DHTMLXQ).any(|field| !is_torn(&field)))
    },
    read: |input, sink| read_records(input, &DHTMLXQ, sink),
    boundary: Some(marks::boundary),
    ..Format::TEXT
};

/// Way of marking and naming fields.
pub(super) struct Dialect {
    /// Words behind a mark's bracket, in any case.
    pub(super) words: &'static [&'static [u8]],
    /// DhtmlXQ's name of a field, from the word of its mark and the text behind that word.
    name: for<'a> fn(word: &str, name: &'a str) -> Cow<'a, str>,
    /// Name of the dialect's tags in `fields.tsv`.
    tags: &'static str,
    /// Prefix for tags of fields that `fields.tsv` does not list.
    prefix: &'static str,
    /// Fields that become no tag.
    silent: &'static [&'static str],
    /// Pairs of fields: the first becomes no tag if it repeats the second.
    repeating: &'static [(&'static str, &'static str)],
    /// Point of two digits.
    square: fn(u8, u8) -> Option<Square>,
    /// Start that the field `binit` describes.
    board: fn(&str, Option<Side>) -> RawStart<'static>,
    /// Side to move first; None if no field states it.
    side: fn(&[MarkedField<'_>]) -> Option<Side>,
}

pub(super) const DHTMLXQ: Dialect = Dialect {
    words: &[b"dhtmlxq"],
    name: |_, name| marks::lower_case(name),
    tags: FORMAT.name,
    prefix: "",
    silent: &[],
    repeating: &[],
    square: from_top,
    board,
    side: |fields| match value(fields, "fen")?.split_whitespace().nth(1)? {
        "b" | "B" => Some(Side::Black),
        _ => Some(Side::Red),
    },
};

/// Digits of a movelist without any marks.
pub(super) const MOVELIST: Format = Format {
    name: "dhtmlxq-movelist",
    about: "The digits of a DhtmlXQ movelist alone",
    extensions: &["ubb"],
    sniff: sniff_digits,
    read: |input, sink| {
        let text = Text::of(input);
        let whole = text.as_str();
        let from = whole.len() - whole.trim_start().len();
        let tree = lines::bare(whole.trim(), from);
        sink.record(RawRecord { tree, ..text.record(&(0..whole.len())) })
    },
    ..Format::TEXT
};

fn sniff_digits(sample: &FileSample<'_>) -> Fit {
    let text = sample.text.trim();
    let is_list = text.len() >= 8
        && (text.len().is_multiple_of(4) || sample.len > sample.head.len() as u64)
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && text.bytes().step_by(2).all(|file| file <= b'8');
    match is_list {
        true if sample.has_extension(MOVELIST.extensions) => Fit::Likely,
        true => Fit::Weak,
        false => Fit::No,
    }
}

/// Passes the records of a text to the sink. A record begins at an outer mark, or where a field
/// that begins records comes again.
fn read_records(
    input: &Input<'_>,
    dialect: &'static Dialect,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let text = &Text::of(input);
    let mut fields: Vec<MarkedField<'_>> = Vec::new();
    let mut from = 0;
    for field in Fields::of(text.as_str(), dialect) {
        let is_outer = field.name.is_empty();
        let is_again = marks::begins_record(&field.name)
            && fields.iter().any(|known| known.name == field.name);
        if is_outer || is_again {
            give(text, dialect, &fields, from..field.mark, sink)?;
            fields.clear();
            from = field.mark;
        }
        if !is_outer {
            // Line ends in texts stay as they are.
            let place = field.at..field.at + field.value.len();
            let is_text = field.name.starts_with("comment") || !is_known(&field.name);
            let value = if is_text { text.as_it_stood(place) } else { field.value };
            fields.push(MarkedField { value, ..field });
        }
    }
    let end = text.as_str().len();
    give(text, dialect, &fields, from..end, sink)?;
    for (at, name) in marks::closing_alone(text.as_str(), dialect) {
        text.tell(at, Reason::MarkClosesNothing(name), sink);
    }
    // Other texts may speak of a mark.
    let begins_with_mark = text.as_str().trim_start().starts_with('[');
    if (has_record(&fields) || begins_with_mark)
        && let Some(name) = marks::open_at_end(&text.as_str()[from..], dialect)
    {
        text.tell(end, Reason::MarkWithoutEnd(name), sink);
    }
    ControlFlow::Continue(())
}

/// Passes the record in `range` to the sink, if its fields make one, and reports moves between
/// them.
fn give(
    text: &Text<'_>,
    dialect: &Dialect,
    fields: &[MarkedField<'_>],
    range: Range<usize>,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    if has_record(fields) {
        let mut lost = fields.iter().filter_map(lost_moves).collect();
        sink.record(record(text, dialect, fields, range.clone(), &mut lost))?;
        let places = fields.iter().map(|field| field.mark..field.at + field.value.len());
        for left in left_between(text.as_str(), &range, places) {
            text.tell_unclaimed(&left, sink);
        }
        lost.into_iter().for_each(|(at, reason)| text.tell(at, reason, sink));
        for field in fields.iter().filter(|field| NEEDED.contains(&&*field.name)) {
            let end = field.at + field.value.len();
            let behind = text.as_str()[end..range.end].split_once(']').unwrap_or_default().1;
            let digits = behind.split('[').next().unwrap_or_default().trim();
            // More digits are moves wherever they stand.
            if digits.len() == TWO_MOVES && is_digits(digits) {
                text.tell(end, Reason::Unclaimed(beginning(digits)), sink);
            }
        }
    }
    ControlFlow::Continue(())
}

fn has_record(fields: &[MarkedField<'_>]) -> bool {
    let says = |name: &str| !matches!(name, "ver" | "init" | "pver" | "zoom");
    fields.iter().any(|field| {
        if is_torn(field) { NEEDED.contains(&field.name.as_ref()) } else { says(&field.name) }
    })
}

/// Whether the field's opening mark is never closed.
fn is_torn(field: &MarkedField<'_>) -> bool {
    field.fault == Some(Fault::Torn)
}

/// First sound field of this name.
fn find<'f, 'a>(fields: &'f [MarkedField<'a>], name: &str) -> Option<&'f MarkedField<'a>> {
    fields.iter().find(|field| field.name == name && !is_torn(field))
}

/// Value of the first sound field of this name; None if blank.
fn value<'a>(fields: &[MarkedField<'a>], name: &str) -> Option<&'a str> {
    find(fields, name).map(|field| field.value.trim()).filter(|value| !value.is_empty())
}

fn record<'a>(
    text: &'a Text<'_>,
    dialect: &Dialect,
    fields: &[MarkedField<'a>],
    range: Range<usize>,
    lost: &mut Vec<(usize, Reason)>,
) -> RawRecord<'a> {
    let start = match (value(fields, "binit"), value(fields, "fen")) {
        (Some(board), _) => (dialect.board)(board, (dialect.side)(fields)),
        (_, Some(fen)) => RawStart::Fen(Cow::Borrowed(fen)),
        _ => RawStart::Standard,
    };
    // An unreadable mark must not turn into the standard start, or into no moves.
    let start = damaged_mark(fields).map_or(start, RawStart::from);
    let mut warnings = of_marks(fields);
    let tree = lines::tree(fields, dialect.square, &mut warnings, lost);
    let hint = find(fields, "type").and_then(|field| match clean(field.value).as_ref() {
        "江湖残局" => Some(Kind::Composed),
        "实用残局" | "实战残局" => Some(Kind::Endgame),
        kind => KINDS.iter().find(|(_, name)| *name == kind).map(|(kind, _)| *kind),
    });
    let moves = Moves { tree, warnings, ..Moves::default() };
    RawRecord { hint, start, ..moves.into_record(text, &range, tags(dialect, fields)) }
}

fn tags<'a>(dialect: &Dialect, fields: &[MarkedField<'a>]) -> Tags<'a> {
    let repeats = |field: &MarkedField<'a>, (name, other): &(&str, &str)| {
        field.name == *name && value(fields, name) == value(fields, other)
    };
    let tag = |field: &MarkedField<'a>| {
        let is_moves = is_torn(field)
            || matches!(&*field.name, "movelist" | "binit")
            || dialect.silent.contains(&&*field.name)
            || dialect.repeating.iter().any(|pair| repeats(field, pair))
            || ["move_", "comment"].iter().any(|begin| field.name.starts_with(begin));
        let value = Some(clean(field.value)).filter(|value| !is_moves && !value.is_empty())?;
        let name = match tag_of(dialect.tags, &field.name) {
            Some(tag) => Cow::Borrowed(tag),
            None if dialect.prefix.is_empty() => field.name.clone(),
            None => Cow::Owned(format!("{}{}", dialect.prefix, field.name)),
        };
        Some((name, value))
    };
    fields.iter().filter_map(tag).collect()
}

/// Fields that state the position or the moves.
const NEEDED: [&str; 3] = ["binit", "fen", "movelist"];

/// Digits of a position; a field of another name with as many is taken for one.
const DIGITS_OF_BOARD: usize = 64;

/// Reason to distrust a record's position and moves, as far as its marks show one.
fn damaged_mark(fields: &[MarkedField<'_>]) -> Option<Reason> {
    let is_lost =
        |field: &&MarkedField<'_>| is_torn(field) && NEEDED.contains(&field.name.as_ref());
    if let Some(field) = fields.iter().find(is_lost) {
        return Some(Reason::MarkNotClosed(field.name.to_string()));
    }
    let is_there = |name: &str| fields.iter().any(|field| field.name == name);
    let is_board = |field: &&MarkedField<'_>| {
        let value = field.value.trim();
        value.len() == DIGITS_OF_BOARD && is_digits(value) && !is_known(&field.name)
    };
    let other = fields.iter().find(is_board).filter(|_| !is_there("binit") && !is_there("fen"))?;
    Some(Reason::PositionInUnknownMark(other.name.to_string()))
}

/// Warnings about a record's marks.
fn of_marks(fields: &[MarkedField<'_>]) -> Vec<Warning> {
    let reason = |field: &MarkedField<'_>| {
        let name = field.name.to_string();
        match field.fault {
            Some(Fault::Torn) => Some(Reason::MarkNotClosed(name)),
            Some(Fault::Open) if !field.value.trim().is_empty() => {
                Some(Reason::MarkWithoutEnd(name))
            }
            _ => None,
        }
    };
    fields.iter().filter_map(reason).map(Warning::from).collect()
}

/// Offset and reason of moves in a field whose name is unknown.
fn lost_moves(field: &MarkedField<'_>) -> Option<(usize, Reason)> {
    let (name, value) = (field.name.to_string(), field.value.trim());
    let is_place = |rest: &str| rest.split('_').all(|part| part.parse::<u32>().is_ok());
    let is_lost = name.strip_prefix("move_").is_some_and(|rest| !is_place(rest));
    let is_list = !value.is_empty() && value.len().is_multiple_of(4) && is_digits(value);
    let reason = match field.fault {
        Some(Fault::Torn) => None,
        _ if is_lost => Some(Reason::MarkOfNoVariation(name)),
        _ if is_list && name.starts_with("mov") && !is_known(&name) => {
            Some(Reason::DigitsInUnknownMark(name))
        }
        _ => None,
    };
    reason.map(|reason| (field.mark, reason))
}

/// Digits of two moves: behind a list they are its end, elsewhere a date.
const TWO_MOVES: usize = 8;

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a field of this name holds the position, moves or comments.
fn is_known(name: &str) -> bool {
    NEEDED.contains(&name) || name.starts_with("move_") || name.starts_with("comment")
}

fn board(digits: &str, side: Option<Side>) -> RawStart<'static> {
    let bytes = digits.as_bytes();
    if bytes.len() != 64 || !bytes.iter().all(u8::is_ascii_digit) {
        return Reason::BinitNoPairs.into();
    }
    let mut board = Board::EMPTY;
    for (slot, pair) in bytes.chunks_exact(2).enumerate() {
        let (x, y) = (pair[0] - b'0', pair[1] - b'0');
        if let Some(square) = from_top(x, y) {
            board.set(square, piece_of_slot(SLOTS, slot));
        } else if (x, y) != (9, 9) {
            return Reason::BinitOffBoard { x, y }.into();
        }
    }
    RawStart::Board(Box::new(board), side)
}
