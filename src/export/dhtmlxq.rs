//! DhtmlXQ (东萍象棋): `[DhtmlXQ_NAME]value[/DhtmlXQ_NAME]`, the form of dpxq.com and its board
//! script.
//!
//! | field | content |
//! |---|---|
//! | binit | the start: 32 × two digits x y (x from Red's left, y from Black's back rank); 99 is
//! absent |
//! | fen | the start as FEN, if `binit` cannot hold it: Black moves first, or there are too many
//! pieces |
//! | movelist | the main line, four digits a move: x y x y |
//! | move_P_N_C | a variation: the line it leaves, the 1-based ply of its first move, its own number |
//! | commentN, commentC_N | the comment after ply N of the main line, of line C |
//!
//! Text that would be misread is written as entities, line breaks as `||`. Characters that the
//! charset lacks become entities, too, so that nothing is lost. Tags unknown to the site are fields
//! of their own names.
//!
//! Source of the facts: the public board script of dpxq.com and pages that use it.

use super::loss::Losses;
use super::shared::{kind_index, marked, places, settled};
use super::{Entry, ExportError, ExportFormat, ExportOptions, WrittenRecord, encoded};
use crate::format::layout::{KINDS, fields_of, tag_of};
use crate::metadata::GameResult;
use crate::replay::Tree;
use crate::text::{Charset, unescaped};
use crate::xiangqi::{Side, Square};
use std::fmt::Write;

pub(super) const FORMAT: ExportFormat = ExportFormat {
    name: "dhtmlxq",
    about: "DhtmlXQ text (东萍象棋)",
    extension: "txt",
    holds_many: true,
    head: "",
    write,
};

fn write(entry: &Entry<'_>, options: &ExportOptions) -> Result<WrittenRecord, ExportError> {
    let charset = options.charset(FORMAT.name, &Charset::ALL)?;
    let mut losses = Losses::default();
    let mut text = Text { out: "[DhtmlXQ]\n".to_owned(), charset };
    tags(&mut text, entry, &mut losses);
    let start = entry.start_position();
    let places = places(start.board(), FORMAT.name);
    if places.is_err() || start.side() == Side::Black {
        text.raw("fen", &start.to_fen());
    }
    if let Ok(places) = places {
        let mut digits = String::with_capacity(64);
        places.into_iter().for_each(|place| point(&mut digits, place));
        text.raw("binit", &digits);
    }
    lines(&mut text, &settled(&marked(entry), &mut losses));
    text.out.push_str("[/DhtmlXQ]\n\n");
    Ok(encoded(&text.out, charset, losses))
}

fn tags(text: &mut Text, entry: &Entry<'_>, losses: &mut Losses) {
    let fields = fields_of(FORMAT.name).iter().filter(|field| field.name != "result");
    let (values, rest) = entry.deal(fields.clone().map(|field| field.tag), &["fen"], losses);
    for (field, value) in fields.zip(values) {
        if let Some(value) = value {
            text.field(field.name, &value);
        }
    }
    match entry.result {
        GameResult::Unknown => {}
        GameResult::RedWins => text.raw("result", "红胜"),
        GameResult::BlackWins => text.raw("result", "黑胜"),
        GameResult::Draw => text.raw("result", "和棋"),
    }
    if let Some((_, kind)) = kind_index(entry).map(|index| KINDS[index])
        && !rest.iter().any(|(name, _)| *name == "type")
    {
        text.raw("type", kind);
    }
    for (index, (name, value)) in rest.iter().enumerate() {
        if is_free(name) && !rest[..index].iter().any(|(before, _)| before == name) {
            text.field(name, value);
        } else {
            losses.tag(name);
        }
    }
}

/// Whether a tag without a field of the format can be a field of its own name.
fn is_free(name: &str) -> bool {
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let begins_other = ["move", "comment", "binit"].iter().any(|other| name.starts_with(other));
    !name.is_empty() && is_word && !begins_other && tag_of(FORMAT.name, name).is_none()
}

fn point(digits: &mut String, square: Option<Square>) {
    let _ = match square {
        Some(square) => write!(digits, "{}{}", square.file(), 9 - square.rank()),
        None => write!(digits, "99"),
    };
}

/// Line of moves; the main line is number 0.
struct NumberedLine {
    parent: usize,
    /// 1-based ply of the line's first move.
    ply: u32,
    digits: String,
}

/// Writes the lines of a tree, then their comments.
fn lines(text: &mut Text, tree: &Tree) {
    let children = tree.children();
    let mut lines = vec![NumberedLine { parent: 0, ply: 1, digits: String::new() }];
    // Line and ply of every node; parents stand before their children.
    let mut places: Vec<(usize, u32)> = Vec::with_capacity(tree.nodes.len());
    for (index, node) in tree.nodes.iter().enumerate() {
        let (before, depth) = places.get(node.parent as usize).copied().unwrap_or((0, 0));
        let ply = depth + 1;
        let goes_on = children.main(node.parent) == Some(index as u32);
        let line = if goes_on { before } else { lines.len() };
        if !goes_on {
            lines.push(NumberedLine { parent: before, ply, digits: String::new() });
        }
        places.push((line, ply));
        point(&mut lines[line].digits, Some(node.mv.from));
        point(&mut lines[line].digits, Some(node.mv.to));
    }
    text.raw("movelist", &lines[0].digits);
    for (number, line) in lines.iter().enumerate().skip(1) {
        text.raw(&format!("move_{}_{}_{number}", line.parent, line.ply), &line.digits);
    }
    for (node, _) in &tree.comments {
        let (line, ply) = places.get(*node as usize).copied().unwrap_or((0, 0));
        let Some(comment) = tree.comment(*node) else { continue };
        let name = if line == 0 { format!("comment{ply}") } else { format!("comment{line}_{ply}") };
        text.field(&name, comment);
    }
}

/// Text being written.
struct Text {
    out: String,
    charset: Charset,
}

impl Text {
    /// Writes a field whose value needs no escapes.
    fn raw(&mut self, name: &str, value: &str) {
        let _ = writeln!(self.out, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]");
    }

    fn field(&mut self, name: &str, value: &str) {
        // Entities of texts are entities of the format.
        let value = self.escaped(unescaped(value.trim()).as_ref());
        self.raw(name, &value);
    }

    fn escaped(&self, value: &str) -> String {
        let mut out = String::with_capacity(value.len());
        for (at, c) in value.char_indices() {
            let rest = &value[at..];
            match c {
                '\n' => out.push_str("||"),
                _ if c == '\r' || is_read_as_other(rest, &out) || self.charset.lacks(c) => {
                    let _ = write!(out, "&#{};", u32::from(c));
                }
                _ => out.push(c),
            }
        }
        out
    }
}

/// Whether the first sign of `rest` would be misread: as an escape, a line break, or the mark of a
/// field.
fn is_read_as_other(rest: &str, before: &str) -> bool {
    let mut chars = rest.chars();
    let (first, second) = (chars.next(), chars.next());
    match first {
        Some('&') => second.is_some_and(|c| c == '#' || c.is_ascii_alphabetic()),
        Some('\\') => second.is_some_and(|c| matches!(c, 'u' | 'n' | 'r')),
        Some('<') => rest.get(1..3).is_some_and(|name| name.eq_ignore_ascii_case("br")),
        Some('|') => before.ends_with('|') || matches!(second, Some('|' | '\r' | '\n')),
        Some('[') => rest[1..].trim_start_matches(['\\', '/']).starts_with("DhtmlXQ"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_would_be_read_otherwise_is_escaped() {
        let text = Text { out: String::new(), charset: Charset::Gbk };
        for (value, expected) in [
            ("a\r\nb\nc\rd", "a&#13;||b||c&#13;d"),
            ("甲 & 乙 &amp; &#1;", "甲 & 乙 &#38;amp; &#38;#1;"),
            ("a|b||c|\n", "a|b&#124;|c&#124;||"),
            ("[1] [DhtmlXQ] [/DhtmlXQ_red]", "[1] &#91;DhtmlXQ] &#91;/DhtmlXQ_red]"),
            (r"C:\a\nb\u4e00", r"C:\a&#92;nb&#92;u4e00"),
            ("a<b <br>😀", "a<b &#60;br>&#128512;"),
        ] {
            assert_eq!(text.escaped(value), expected, "{value}");
        }
    }
}
