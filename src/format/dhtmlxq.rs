//! DhtmlXQ (东萍象棋): `[DhtmlXQ_NAME]value[/DhtmlXQ_NAME]`, in UBB posts, text files and web pages.
//!
//! | field | what |
//! | --- | --- |
//! | binit | 32 × two digits x y (x from Red's left, y from Black's back rank), red R N B A K A B N R C C P×5, then black; 99 is absent; empty is the standard start |
//! | movelist | four digits a move: x y x y |
//! | move_P_N_C | a line: its parent line, the absolute 1-based ply of its first move, its own number |
//! | commentN, commentC_N | the comment after ply N of the main line, of line C |
//!
//! Lines come in any order. Sources of the facts: the public board script of dpxq.com and pages that use it.

use super::fields::from_top;
use super::text::Text;
use super::{
    Fit, Format, Input, KindHint, RawMove, RawRecord, RawStart, RawTree, Sample, Sink, Warning,
};
use crate::xiangqi::{Board, Move, Piece, PieceKind, Side};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

/// The row of the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "dhtmlxq",
    about: "DhtmlXQ text and the DPXQ pages around it (东萍象棋)",
    extensions: &["ubb", "html", "htm", "txt"],
    is_text: true,
    sniff,
    read,
    boundary: None,
};

const MARK: &str = "[DhtmlXQ";

fn sniff(sample: &Sample<'_>) -> Fit {
    if sample.text.contains("[DhtmlXQ_") {
        Fit::Certain
    } else if sample.has_extension(&["ubb"]) && is_digits(sample.text.trim()) {
        Fit::Likely
    } else {
        Fit::No
    }
}

fn is_digits(text: &str) -> bool {
    text.len() >= 8
        && text.len().is_multiple_of(4)
        && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let text = Text::of(input);
    let whole = text.as_str();
    if !whole.contains(MARK) {
        let from = whole.len() - whole.trim_start().len();
        let field = Field { name: "movelist", value: whole.trim(), at: from };
        return sink.record(record(&text, &[field], 0..whole.len()));
    }
    let mut fields: Vec<Field<'_>> = Vec::new();
    let mut from = 0;
    for field in (FieldsOf { text: whole, at: 0 }) {
        let again = matches!(field.name, "movelist" | "binit" | "title" | "init")
            && fields.iter().any(|known| known.name == field.name);
        if (field.name.is_empty() || again) && has_record(&fields) {
            sink.record(record(&text, &fields, from..field.at))?;
            fields.clear();
            from = field.at;
        }
        if !field.name.is_empty() {
            fields.push(field);
        }
    }
    if has_record(&fields) {
        sink.record(record(&text, &fields, from..whole.len()))?;
    }
    ControlFlow::Continue(())
}

fn has_record(fields: &[Field<'_>]) -> bool {
    fields.iter().any(|field| !matches!(field.name, "" | "ver" | "init" | "pver" | "zoom"))
}

/// One `[DhtmlXQ_NAME]value`; the outer mark has an empty name.
#[derive(Debug, Clone, Copy)]
struct Field<'a> {
    name: &'a str,
    value: &'a str,
    /// Where the value begins.
    at: usize,
}

/// All fields of a text. A closing tag that does not match, or is missing, ends the value all the same.
struct FieldsOf<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for FieldsOf<'a> {
    type Item = Field<'a>;

    fn next(&mut self) -> Option<Field<'a>> {
        let found = self.text[self.at..].find(MARK)?;
        let open = self.at + found + MARK.len();
        let close = open + self.text[open..].find(']')?;
        let name = self.text[open..close].strip_prefix('_').unwrap_or("");
        let at = close + 1;
        if name.is_empty() || name.len() > 40 {
            self.at = at;
            return Some(Field { name: "", value: "", at });
        }
        let rest = &self.text[at..];
        let end = [rest.find("[/DhtmlXQ"), rest.find("[DhtmlXQ")].into_iter().flatten().min();
        let len = end.unwrap_or(rest.len());
        self.at = at + len;
        Some(Field { name, value: &rest[..len], at })
    }
}

/// PGN names of fields; others keep their own.
const NAMES: &[(&str, &str)] = &[
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
    let find = |wanted: &str| fields.iter().find(|field| field.name == wanted);
    let mut tags: Vec<(Cow<'a, str>, Cow<'a, str>)> = Vec::new();
    for field in fields {
        let is_moves = field.name == "movelist"
            || field.name == "binit"
            || field.name.starts_with("move_")
            || field.name.starts_with("comment");
        let value = clean(field.value);
        if !is_moves && !value.is_empty() {
            let name = NAMES.iter().find(|(own, _)| *own == field.name);
            tags.push((Cow::Borrowed(name.map_or(field.name, |(_, pgn)| pgn)), value));
        }
    }
    let fen = find("fen").map(|field| field.value.trim()).filter(|fen| !fen.is_empty());
    let start = match (find("binit").map(|field| field.value.trim()), fen) {
        (Some(digits), _) if !digits.is_empty() => board(digits),
        (_, Some(fen)) => RawStart::Fen(Cow::Borrowed(fen)),
        _ => RawStart::Standard,
    };
    let mut warnings = Vec::new();
    let tree = tree(fields, &mut warnings);
    let hint = find("type").and_then(|field| match clean(field.value).as_ref() {
        "布局" => Some(KindHint::Opening),
        "排局" | "江湖残局" => Some(KindHint::Composed),
        "中残局" | "实用残局" | "实战残局" => Some(KindHint::Endgame),
        "全局" => Some(KindHint::Game),
        _ => None,
    });
    RawRecord {
        span: text.span(&range),
        encoding: text.encoding(),
        tags,
        start,
        black_first: false,
        tree,
        terminator: None,
        hint,
        warnings,
        offsets: text,
    }
}

/// `||` is a line break, `\uXXXX` a character, a few HTML entities are resolved.
fn clean(value: &str) -> Cow<'_, str> {
    let value = value.trim();
    if !value.contains("||")
        && !value.contains("\\u")
        && !value.contains('&')
        && !value.contains('<')
    {
        return Cow::Borrowed(value);
    }
    let mut text = value.replace("||", "\n").replace("<br>", "\n").replace("<BR>", "\n");
    for (entity, character) in [
        ("&nbsp;", " "),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ] {
        text = text.replace(entity, character);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find("\\u") {
        out.push_str(&rest[..at]);
        let code = rest.get(at + 2..at + 6).and_then(|hex| u32::from_str_radix(hex, 16).ok());
        match code.and_then(char::from_u32) {
            Some(character) => {
                out.push(character);
                rest = &rest[at + 6..];
            }
            None => {
                out.push_str("\\u");
                rest = &rest[at + 2..];
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out.trim().to_owned())
}

/// The pieces of one side in the order of `binit`.
const ORDER: [PieceKind; 16] = [
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Elephant,
    PieceKind::Advisor,
    PieceKind::King,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Rook,
    PieceKind::Cannon,
    PieceKind::Cannon,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
];

fn board<'a>(digits: &str) -> RawStart<'a> {
    let bytes = digits.as_bytes();
    if bytes.len() < 64 || !bytes[..64].iter().all(u8::is_ascii_digit) {
        return RawStart::Unreadable("binit is not 32 pairs of digits".to_owned());
    }
    let mut board = Board::EMPTY;
    for (index, pair) in bytes[..64].chunks_exact(2).enumerate() {
        let side = if index < 16 { Side::Red } else { Side::Black };
        let (x, y) = (pair[0] - b'0', pair[1] - b'0');
        if let Some(square) = from_top(x, y) {
            board.set(square, Some(Piece::new(side, ORDER[index % 16])));
        } else if (x, y) != (9, 9) {
            return RawStart::Unreadable(format!("binit has a piece at {x}{y}, off the board"));
        }
    }
    RawStart::Board(Box::new(board), None)
}

/// A line of moves before it has its place in the tree.
struct Line<'a> {
    number: u32,
    parent: u32,
    /// 1-based ply of its first move.
    ply: u32,
    digits: &'a str,
    at: usize,
}

fn tree<'a>(fields: &[Field<'a>], warnings: &mut Vec<Warning>) -> RawTree<'a> {
    let mut lines: Vec<Line<'a>> = fields.iter().filter_map(line).collect();
    // The main line first; then by number, so that alternatives keep their order.
    lines.sort_by_key(|line| line.number);
    lines.dedup_by_key(|line| line.number);
    let mut tree = RawTree::default();
    // Per line: the ply it begins at and its nodes.
    let mut placed: FxHashMap<u32, (u32, Vec<u32>)> = FxHashMap::default();
    let mut parents: FxHashMap<u32, u32> = FxHashMap::default();
    let mut waiting = lines;
    loop {
        let before = waiting.len();
        waiting.retain(|line| {
            let Some(root) = root_of(line, &placed, &parents) else { return true };
            let nodes = push_line(&mut tree, root, line);
            placed.insert(line.number, (line.ply, nodes));
            parents.insert(line.number, line.parent);
            false
        });
        if waiting.is_empty() {
            break;
        }
        if waiting.len() == before {
            let text = format!("{} lines hang on lines that do not exist", waiting.len());
            warnings.push(Warning::Other { text });
            break;
        }
    }
    for field in fields {
        let Some(place) = field.name.strip_prefix("comment") else { continue };
        let (number, ply) = match place.split_once('_') {
            Some((number, ply)) => (number.parse(), ply.parse()),
            None => (Ok(0), place.parse()),
        };
        let (Ok(number), Ok(ply)) = (number, ply) else { continue };
        let comment = clean(field.value);
        if comment.is_empty() {
            continue;
        }
        let node =
            if ply == 0 { Some(RawTree::ROOT) } else { node_at(number, ply, &placed, &parents) };
        match node {
            Some(node) => tree.comments.push((node, comment)),
            None => {
                warnings.push(Warning::Other { text: format!("comment{place} belongs to no move") })
            }
        }
    }
    tree
}

fn line<'a>(field: &Field<'a>) -> Option<Line<'a>> {
    let (parent, ply, number) = match field.name.strip_prefix("move_") {
        None if field.name == "movelist" => (0, 1, 0),
        None => return None,
        Some(place) => {
            let mut numbers = place.split('_').map(str::parse::<u32>);
            match (numbers.next()?, numbers.next()?, numbers.next()?) {
                (Ok(parent), Ok(ply), Ok(number)) => (parent, ply, number),
                _ => return None,
            }
        }
    };
    Some(Line { number, parent, ply, digits: field.value, at: field.at })
}

/// The node a line's first move follows, once its parent is in the tree.
fn root_of(
    line: &Line<'_>,
    placed: &FxHashMap<u32, (u32, Vec<u32>)>,
    parents: &FxHashMap<u32, u32>,
) -> Option<u32> {
    if line.number == 0 || line.ply <= 1 {
        // Nothing may come before the main line: its first child is the main continuation.
        return (line.number == 0 || placed.contains_key(&0)).then_some(RawTree::ROOT);
    }
    placed.get(&line.parent)?;
    node_at(line.parent, line.ply - 1, placed, parents)
}

/// The node of a line at an absolute ply; before the line's first move it is its parent's.
fn node_at(
    mut number: u32,
    ply: u32,
    placed: &FxHashMap<u32, (u32, Vec<u32>)>,
    parents: &FxHashMap<u32, u32>,
) -> Option<u32> {
    for _ in 0..=placed.len() {
        let (first, nodes) = placed.get(&number)?;
        if ply >= *first {
            return nodes.get((ply - first) as usize).copied();
        }
        number = *parents.get(&number)?;
    }
    None
}

fn push_line(tree: &mut RawTree<'_>, root: u32, line: &Line<'_>) -> Vec<u32> {
    let mut last = root;
    let mut nodes = Vec::with_capacity(line.digits.len() / 4);
    let mut digits =
        line.digits.bytes().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace());
    loop {
        let quad: [Option<(usize, u8)>; 4] = std::array::from_fn(|_| digits.next());
        let Some((offset, _)) = quad[0] else { break };
        let digit = |index: usize| quad[index].map_or(255, |(_, byte)| byte.wrapping_sub(b'0'));
        let (x1, y1, x2, y2) = (digit(0), digit(1), digit(2), digit(3));
        let mv = match (from_top(x1, y1), from_top(x2, y2)) {
            (Some(from), Some(to)) => RawMove::Squares(Move::new(from, to)),
            _ => RawMove::OffBoard(
                x1.saturating_mul(10).saturating_add(y1),
                x2.saturating_mul(10).saturating_add(y2),
            ),
        };
        last = tree.push(last, (line.at + offset) as u32, mv);
        nodes.push(last);
    }
    nodes
}
