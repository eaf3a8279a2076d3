//! DhtmlXQ (东萍象棋): `[DhtmlXQ_NAME]value[/DhtmlXQ_NAME]`, in UBB posts, text files and web
//! pages.
//!
//! | field | what |
//! | --- | --- |
//! | binit | 32 × two digits x y (x from Red's left, y from Black's back rank), red R N B A K A B N R C C P×5, then black; 99 is absent; empty is the standard start |
//! | movelist | four digits a move: x y x y |
//! | move_P_N_C | a line: its parent line, the absolute 1-based ply of its first move, its own number |
//! | commentN, commentC_N | the comment after ply N of the main line, of line C |
//!
//! Lines come in any order. In movelists of the old `ver` 2 a move takes twelve characters: four
//! digits, four that name it, and the number of the move before it (by description only; no file of
//! this kind was seen). A list of digits that stands alone is [`MOVELIST`].
//!
//! Sources of the facts: the public board script of dpxq.com and pages that use it.

mod dhj;
mod lines;
mod marks;
#[cfg(test)]
mod tests;

use super::binary::{SLOTS, from_top, piece_of_slot};
use super::pgn::games::left_between;
use super::pgn::movetext::Moves;
use super::reason::Reason;
use super::record::Tags;
use super::text::Text;
use super::{Fit, Format, RawRecord, RawStart, Sample, Sink, Warning};
use crate::metadata::Kind;
use crate::xiangqi::{Board, Side};
pub(super) use dhj::DHJ;
use marks::{Fault, Field, Fields, clean};
use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

pub(super) const FORMAT: Format = Format {
    name: "dhtmlxq",
    about: "DhtmlXQ text and the DPXQ pages around it (东萍象棋)",
    extensions: &["ubb", "html", "htm", "txt"],
    sniff: |sample| Fit::certain_if(Fields::of(sample.text).any(|field| !is_torn(&field))),
    read: |input, sink| {
        let text = Text::of(input);
        read_records(&text, Fields::of(text.as_str()), marks::begins_record, record, sink)
    },
    boundary: Some(marks::boundary),
    ..Format::TEXT
};

/// A movelist without anything around it.
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

fn sniff_digits(sample: &Sample<'_>) -> Fit {
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

/// Gives the records of a text to the sink. A record begins at an outer mark, or where the field of
/// a name that `begins_record` comes again.
fn read_records<'t, 'a>(
    text: &'a Text<'t>,
    all: impl Iterator<Item = Field<'a>>,
    begins_record: fn(&str) -> bool,
    record: fn(&'a Text<'t>, &[Field<'a>], Range<usize>) -> RawRecord<'a>,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let mut fields: Vec<Field<'a>> = Vec::new();
    let mut from = 0;
    for field in all {
        let is_outer = field.name.is_empty();
        let is_again =
            begins_record(&field.name) && fields.iter().any(|known| known.name == field.name);
        if is_outer || is_again {
            if has_record(&fields) {
                sink.record(record(text, &fields, from..field.mark))?;
            }
            fields.clear();
            from = field.mark;
        }
        if !is_outer {
            fields.push(field);
        }
    }
    if has_record(&fields) {
        sink.record(record(text, &fields, from..text.as_str().len()))?;
    }
    ControlFlow::Continue(())
}

fn has_record(fields: &[Field<'_>]) -> bool {
    let says = |name: &str| !matches!(name, "ver" | "init" | "pver" | "zoom");
    fields.iter().any(|field| {
        if is_torn(field) { NEEDED.contains(&field.name.as_ref()) } else { says(&field.name) }
    })
}

/// Whether the first mark of a field is never closed.
fn is_torn(field: &Field<'_>) -> bool {
    field.fault == Some(Fault::Torn)
}

/// PGN names of fields; others keep their own.
pub(crate) const NAMES: &[(&str, &str)] = &[
    ("title", "Title"),
    ("event", "Event"),
    ("date", "Date"),
    ("place", "Site"),
    ("round", "Round"),
    ("table", "Table"),
    ("group", "Group"),
    ("class", "Class"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("result", "Result"),
    ("endtype", "Termination"),
    ("open", "Opening"),
    ("timerule", "TimeControl"),
    ("remark", "Remark"),
    ("author", "Author"),
    ("judge", "Judge"),
    ("record", "Recorder"),
];

fn record<'a>(text: &'a Text<'_>, fields: &[Field<'a>], range: Range<usize>) -> RawRecord<'a> {
    let find = |wanted: &str| fields.iter().find(|field| field.name == wanted && !is_torn(field));
    let mut tags: Tags<'a> = Vec::new();
    for field in fields {
        let is_moves = is_torn(field)
            || field.name == "movelist"
            || field.name == "binit"
            || field.name.starts_with("move_")
            || field.name.starts_with("comment");
        let value = clean(field.value);
        if !is_moves && !value.is_empty() {
            let name = NAMES.iter().find(|(own, _)| *own == field.name);
            tags.push((
                name.map_or_else(|| field.name.clone(), |(_, pgn)| Cow::Borrowed(*pgn)),
                value,
            ));
        }
    }
    let fen = find("fen").map(|field| field.value.trim()).filter(|fen| !fen.is_empty());
    let side = fen.and_then(|fen| match fen.split_whitespace().nth(1)? {
        "b" | "B" => Some(Side::Black),
        _ => Some(Side::Red),
    });
    let start = match (find("binit").map(|field| field.value.trim()), fen) {
        (Some(digits), _) if !digits.is_empty() => board(digits, side),
        (_, Some(fen)) => RawStart::Fen(Cow::Borrowed(fen)),
        _ => RawStart::Standard,
    };
    // What a mark was that nobody can read must not become the standard start, or no moves.
    let start = damaged_mark(fields).map_or(start, RawStart::from);
    let places = fields.iter().map(|field| field.mark..field.at + field.value.len());
    let passed_over = left_between(text.as_str(), &range, places);
    let mut warnings = of_marks(fields);
    let tree = lines::tree(fields, &mut warnings);
    let hint = find("type").and_then(|field| match clean(field.value).as_ref() {
        "布局" => Some(Kind::Opening),
        "排局" | "江湖残局" => Some(Kind::Composed),
        "中残局" | "实用残局" | "实战残局" => Some(Kind::Endgame),
        "全局" => Some(Kind::Game),
        _ => None,
    });
    let moves = Moves { tree, warnings, passed_over, ..Moves::default() };
    RawRecord { hint, ..moves.into_record(text, &range, tags, start) }
}

/// Fields without which nobody knows what was played from where.
const NEEDED: [&str; 3] = ["binit", "fen", "movelist"];

/// The number of digits that make a field of another name a position.
const DIGITS_OF_BOARD: usize = 64;

/// Why position and moves of a record cannot be trusted, as far as its marks show it.
fn damaged_mark(fields: &[Field<'_>]) -> Option<Reason> {
    let is_lost = |field: &&Field<'_>| is_torn(field) && NEEDED.contains(&field.name.as_ref());
    if let Some(field) = fields.iter().find(is_lost) {
        return Some(Reason::MarkNotClosed(field.name.to_string()));
    }
    let is_there = |name: &str| fields.iter().any(|field| field.name == name);
    let is_board = |field: &&Field<'_>| {
        let value = field.value.trim();
        value.len() == DIGITS_OF_BOARD
            && value.bytes().all(|byte| byte.is_ascii_digit())
            && !is_known(&field.name)
    };
    let other = fields.iter().find(is_board).filter(|_| !is_there("binit") && !is_there("fen"))?;
    Some(Reason::PositionInUnknownMark(other.name.to_string()))
}

/// The warnings of the marks of a record.
fn of_marks(fields: &[Field<'_>]) -> Vec<Warning> {
    let reason = |field: &Field<'_>| {
        let name = field.name.to_string();
        let value = field.value.trim();
        let is_place = |rest: &str| rest.split('_').all(|part| part.parse::<u32>().is_ok());
        let is_lost = name.strip_prefix("move_").is_some_and(|rest| !is_place(rest));
        let is_digits = value.len() >= 8 && value.bytes().all(|byte| byte.is_ascii_digit());
        match field.fault {
            Some(Fault::Torn) => Some(Reason::MarkNotClosed(name)),
            _ if is_lost => Some(Reason::MarkOfNoVariation(name)),
            Some(Fault::Open) if !value.is_empty() => Some(Reason::MarkWithoutEnd(name)),
            None if is_digits && value.len().is_multiple_of(4) && looks_like_moves(&name) => {
                Some(Reason::DigitsInUnknownMark(name))
            }
            _ => None,
        }
    };
    fields.iter().filter_map(reason).map(Warning::from).collect()
}

/// Whether a name that is not known begins as those of moves do.
fn looks_like_moves(name: &str) -> bool {
    name.starts_with("mov") && !is_known(name)
}

/// Whether a field of this name says what position and moves are.
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
