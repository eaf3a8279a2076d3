//! PGN: tags in the order of the field, moves in any complete notation, variations in brackets.
//!
//! Text that would be misread is changed as little as possible, and listed as a loss: a `}` in a
//! comment becomes `｝`, since it would end the comment; a `[` that begins a line of a comment
//! becomes `［`, since readers look for the next game there; a line break in a tag becomes a
//! blank. `"` and `\` in a tag get a backslash, which readers remove. A tag whose name is no
//! ASCII word is left out. Comments are not wrapped: Chinese has no blanks at which wrapping
//! could be undone.
//!
//! If the main line could not be read to its end, the tag `Unread` has the ply and the token there,
//! and a comment after the last move has all unread text.
//!
//! Dates are `1990.01.12`; the tag `DateFound` has the text of the record if it says more.
//!
//! If Black moves first, the first move is `1. …… 马8进7`.

use super::loss::Losses;
use super::shared::{dated, marked, settled};
use super::{Entry, ExportError, ExportFormat, ExportOptions, Loss, WrittenRecord, encoded};
use crate::metadata::GameResult;
use crate::notation::System;
use crate::replay::{MoveNode, Tree};
use crate::text::{Charset, display_width};
use crate::xiangqi::{Move, Position, Side};
use std::borrow::Cow;
use std::fmt::Write;

pub(super) const FORMAT: ExportFormat = ExportFormat {
    name: "pgn",
    about: "Portable Game Notation in Chinese, WXF or ICCS",
    extension: "pgn",
    holds_many: true,
    head: "",
    write: write_bytes,
};

/// Tags that come first, in this order.
const ORDER: &str = "Game Event Site Date Round RedTeam Red BlackTeam Black Result ECCO Opening \
    Variation FEN Format";

/// Tag of a game whose main line could not be read to its end: the ply and the token there.
const UNREAD: &str = "Unread";

/// Tag of the date as found, if `Date` does not say all of it.
const DATE_FOUND: &str = "DateFound";

/// Column beyond which moves begin a new line.
const WIDTH: usize = 80;

fn write_bytes(entry: &Entry<'_>, options: &ExportOptions) -> Result<WrittenRecord, ExportError> {
    let charset = options.charset(FORMAT.name, &Charset::ALL)?;
    let mut losses = Losses::default();
    let mut text = String::new();
    tags(&mut text, entry, &options.notation, &mut losses);
    text.push('\n');
    let tree = marked(entry);
    let tree = settled(&tree, &mut losses);
    let mut writer = Movetext::new(&mut text, &options.notation, &mut losses);
    writer.charset = charset;
    writer.tree(entry.start_position(), &tree);
    writer.word(entry.result.as_str());
    if let Some(text) = writer.unwritable {
        return Err(ExportError::Notation { charset, text });
    }
    text.push_str("\n\n");
    Ok(encoded(&text, charset, losses))
}

/// PGN of a game, with an empty line at the end.
pub fn text(entry: &Entry<'_>, notation: &System) -> String {
    let mut text = String::new();
    tags(&mut text, entry, notation, &mut Losses::default());
    let moves = movetext(&entry.start_position(), &marked(entry), entry.result, notation);
    text + "\n" + &moves + "\n\n"
}

/// Moves with variations, comments and the result, without a line break at the end.
pub fn movetext(start: &Position, tree: &Tree, result: GameResult, notation: &System) -> String {
    let mut text = String::new();
    let mut losses = Losses::default();
    let tree = settled(tree, &mut losses);
    let mut writer = Movetext::new(&mut text, notation, &mut losses);
    writer.tree(start.clone(), &tree);
    writer.word(result.as_str());
    text
}

fn tags(out: &mut String, entry: &Entry<'_>, notation: &System, losses: &mut Losses) {
    // The mark of an earlier reader is replaced by a new one.
    let own = if entry.unread.is_some() { &[UNREAD][..] } else { &[] };
    let (values, rest) = entry.deal(ORDER.split_whitespace(), own, losses);
    for (name, value) in ORDER.split_whitespace().zip(values) {
        match (name, value) {
            ("Game", value) => tag(out, name, value.as_deref().unwrap_or("Chinese Chess"), losses),
            ("Result", _) => tag(out, name, entry.result.as_str(), losses),
            ("Format", _) => tag(out, name, &format_name(notation), losses),
            ("FEN", _) => {
                if let Some(start) = entry.start {
                    tag(out, name, &start.to_fen(), losses);
                }
            }
            ("Date", Some(found)) => date(out, &found, losses),
            (_, Some(value)) => tag(out, name, &value, losses),
            (_, None) => {}
        }
    }
    if let Some(failure) = entry.failure() {
        tag(out, UNREAD, &format!("ply {}: {}", failure.ply, failure.token), losses);
    }
    for (name, value) in rest {
        if is_word(name) {
            tag(out, name, &value, losses);
        } else {
            losses.tag(name);
        }
    }
}

/// Writes the date as `1990.01.12`, with `??` for unknown parts, and the text as found in its own
/// tag if it says more.
fn date(out: &mut String, found: &str, losses: &mut Losses) {
    let (date, more) = dated(found);
    let part = |part: u8| match part {
        0 => "??".to_owned(),
        known => format!("{known:02}"),
    };
    let written = date.map_or_else(
        || "????.??.??".to_owned(),
        |date| format!("{:04}.{}.{}", date.year, part(date.month), part(date.day)),
    );
    tag(out, "Date", &written, losses);
    if let Some(found) = more {
        tag(out, DATE_FOUND, found, losses);
    }
}

fn is_word(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn format_name(notation: &System) -> Cow<'static, str> {
    match &*notation.name() {
        name if name.starts_with("chinese") => "Chinese".into(),
        name if name.starts_with("iccs") => "ICCS".into(),
        name if name.starts_with("wxf") => "WXF".into(),
        _ => notation.name(),
    }
}

fn tag(out: &mut String, name: &str, value: &str, losses: &mut Losses) {
    let value = value.trim();
    if value.contains(['\r', '\n']) {
        losses.push(Loss::LineBreaks(vec![name.to_owned()]));
    }
    let value = value.replace("\r\n", " ").replace(['\r', '\n'], " ");
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(out, "[{name} \"{value}\"]");
}

struct Movetext<'a> {
    out: &'a mut String,
    column: usize,
    notation: &'a System,
    losses: &'a mut Losses,
    charset: Charset,
    /// First move for which `charset` lacks characters.
    unwritable: Option<String>,
}

/// Step still to be written. Steps are on a stack, since trees are too deep for recursion.
enum Step {
    /// Line that continues with this node.
    Line {
        node: u32,
        position: Position,
        /// Number of plies before the line, counted from Red's first move.
        ply: usize,
        needs_number: bool,
        is_variation: bool,
    },
    Close,
}

impl<'a> Movetext<'a> {
    fn new(out: &'a mut String, notation: &'a System, losses: &'a mut Losses) -> Movetext<'a> {
        Movetext { out, column: 0, notation, losses, charset: Charset::Utf8, unwritable: None }
    }

    fn tree(&mut self, position: Position, tree: &Tree) {
        let children = tree.children();
        self.comment(tree.comment(Tree::ROOT));
        let ply = usize::from(position.side() == Side::Black);
        let first = children.main(Tree::ROOT).map(|node| Step::Line {
            node,
            position,
            ply,
            needs_number: true,
            is_variation: false,
        });
        let mut steps = Vec::from_iter(first);
        while let Some(step) = steps.pop() {
            let Step::Line { node, position, ply, needs_number, is_variation } = step else {
                self.glue(")");
                continue;
            };
            if is_variation {
                self.word("(");
                steps.push(Step::Close);
            }
            let MoveNode { mv, parent } = tree.nodes[node as usize];
            self.mv(&position, mv, ply, needs_number);
            let comment = tree.comment(node);
            self.comment(comment);
            // Alternatives to this move follow it.
            let is_first = children.main(parent) == Some(node);
            let next = if is_first { children.sibling(node) } else { None };
            let siblings: Vec<u32> =
                std::iter::successors(next, |&node| children.sibling(node)).collect();
            if let Some(node) = children.main(node) {
                let needs_number = comment.is_some() || !siblings.is_empty();
                let mut after = position.clone();
                after.play_unchecked(mv);
                let (position, ply) = (after, ply + 1);
                steps.push(Step::Line { node, position, ply, needs_number, is_variation: false });
            }
            steps.extend(siblings.into_iter().rev().map(|node| Step::Line {
                node,
                position: position.clone(),
                ply,
                needs_number: true,
                is_variation: true,
            }));
        }
    }

    fn mv(&mut self, position: &Position, mv: Move, ply: usize, needs_number: bool) {
        // A blank would end the move.
        let text = self.notation.write(mv, position).replace(' ', "_");
        if ply.is_multiple_of(2) {
            self.word(&format!("{}.", ply / 2 + 1));
        } else if needs_number {
            self.word(&format!("{}.", ply / 2 + 1));
            self.word("……");
        }
        if self.unwritable.is_none() && text.chars().any(|c| self.charset.lacks(c)) {
            self.unwritable = Some(text);
        } else {
            self.word(&text);
        }
    }

    fn comment(&mut self, comment: Option<&str>) {
        if let Some(comment) = comment {
            let comment = self.harmless(comment);
            self.word(&format!("{{{comment}}}"));
            if let Some((_, last_line)) = comment.rsplit_once('\n') {
                self.column = display_width(last_line) + 1;
            }
        }
    }

    /// Comment in which nothing can end the comment or the game.
    fn harmless<'c>(&mut self, comment: &'c str) -> Cow<'c, str> {
        if !comment.contains(['}', '\r', '\n']) {
            return Cow::Borrowed(comment);
        }
        let comment = comment.replace("\r\n", "\n").replace('\r', "\n");
        if comment.contains('}') {
            self.losses.push(Loss::Signs("}".to_owned()));
        }
        let mut out = String::with_capacity(comment.len());
        for (index, line) in comment.replace('}', "｝").split('\n').enumerate() {
            let indent = line.len() - line.trim_start().len();
            if index > 0 {
                out.push('\n');
            }
            match line[indent..].strip_prefix('[') {
                Some(rest) if index > 0 => {
                    self.losses.push(Loss::Signs("[".to_owned()));
                    out.extend([&line[..indent], "［", rest]);
                }
                _ => out.push_str(line),
            }
        }
        Cow::Owned(out)
    }

    fn word(&mut self, word: &str) {
        let width = display_width(word);
        if self.column > 0 && self.column + 1 + width > WIDTH {
            self.out.push('\n');
            self.column = 0;
        } else if self.column > 0 && !self.out.ends_with('(') {
            self.out.push(' ');
            self.column += 1;
        }
        self.out.push_str(word);
        self.column += width;
    }

    fn glue(&mut self, sign: &str) {
        self.out.push_str(sign);
        self.column += sign.len();
    }
}
