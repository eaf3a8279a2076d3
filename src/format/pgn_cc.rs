//! PGN-CC: PGN tags, then the tree of moves drawn as a picture, one line of text a ply.
//!
//! ```text
//! 　开始
//! 　　↓
//! 炮二平五…兵七进一
//! 　　↓　　　　↓
//! 马８进７　卒７进１
//!
//! (1,0): {a comment}
//! 【着法深度：2, 视图宽度：1, 着法数量：4, 注解数量：1, 注解最长：9】
//! ```
//!
//! A cell is five characters wide: four of a move and one more. The picture's first line is ply 0.
//! A move below `↓` follows the move above it; a move to which `…` leads from the left is an
//! alternative to the move there. A comment names ply and column, both from 0; the last line states
//! the file's counts.
//!
//! Source: two files of this kind and their twins in plain PGN.

use super::pgn::movetext::Moves;
use super::pgn::tags;
use super::reason::Reason;
use super::text::{Text, lines_from};
use super::{Fit, Format, Input, RawMove, RawTree, Sink};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops::ControlFlow;

pub(super) const FORMAT: Format = Format {
    name: "pgn-cc",
    about: "PGN tags above a drawn tree of moves",
    extensions: &["pgn_cc"],
    sniff: |sample| Fit::Certain.when(picture(sample.text, 0).is_some()),
    read,
    ..Format::TEXT
};

/// Word on the first line of the picture.
const START: &str = "开始";
/// Sign between a move and the one that follows it.
const DOWN: char = '↓';
/// Sign between a move and its alternative.
const ALONG: char = '…';
/// Characters of a cell.
const CELL: usize = 5;
/// Characters of a cell that are a move.
const MOVE: usize = 4;

/// Offset of the picture: the line 开始 above a line that leads down.
fn picture(text: &str, from: usize) -> Option<usize> {
    let mut before = None;
    for (place, line) in lines_from(text, from) {
        if let Some(start) = before
            && line.trim_start().starts_with(DOWN)
        {
            return Some(start);
        }
        before = (line.trim() == START).then_some(place.start);
    }
    None
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let text = Text::of(input);
    let whole = text.as_str();
    let (tags, at) = tags::read(whole, 0..whole.len());
    let mut drawn = Drawn::default();
    let mut end = at;
    if let Some(start) = picture(whole, at) {
        drawn.moves.passed_over.push(at..start);
        end = drawn.plies(whole, start);
    }
    let (counted, end) = drawn.comments(whole, end);
    let range = 0..end;
    drawn.moves.passed_over.retain(|passed| !whole[passed.clone()].trim().is_empty());
    let found = drawn.moves.tree.nodes.len();
    sink.record(drawn.moves.into_record(&text, &range, tags))?;
    let missing = match counted {
        None => Some(Reason::NoCounts),
        Some(announced) if found == announced as usize => None,
        Some(announced) => Some(Reason::MovesCounted { found, announced }),
    };
    missing.into_iter().for_each(|reason| text.tell(whole.len(), reason, sink));
    ControlFlow::Continue(())
}

/// Moves and comments read from the picture and the text below it.
#[derive(Default)]
struct Drawn<'a> {
    moves: Moves<'a>,
    /// Nodes by ply and column.
    nodes: FxHashMap<(u32, u32), u32>,
}

impl<'a> Drawn<'a> {
    /// Reads the picture from `start` on; returns the offset of its end.
    fn plies(&mut self, text: &'a str, start: usize) -> usize {
        let mut downs: Vec<bool> = Vec::new();
        for (number, (place, line)) in lines_from(text, start).enumerate() {
            let cells = cells(line.trim_end());
            if number > 0 && cells.is_empty() {
                return place.start;
            }
            if number % 2 == 1 {
                downs = cells.iter().map(|cell| cell.text.contains(DOWN)).collect();
                if !downs.contains(&true) {
                    return place.start;
                }
            } else if number > 0 {
                self.ply(number as u32 / 2, &cells, &downs, place.start);
            }
        }
        text.len()
    }

    /// Reads the moves of one ply, whose line begins at `line`.
    fn ply(&mut self, ply: u32, cells: &[Cell<'a>], downs: &[bool], line: usize) {
        // Parent of alternatives, while `…` continues.
        let mut parent = None;
        for (column, cell) in (0..).zip(cells) {
            let is_move = !cell.text.is_empty() && !cell.text.starts_with(ALONG);
            if is_move {
                let above = match (ply, downs.get(column as usize)) {
                    (_, None | Some(false)) => None,
                    (1, _) => Some(RawTree::ROOT),
                    _ => self.nodes.get(&(ply - 1, column)).copied(),
                };
                parent = above.or(parent);
                let at = line + cell.at;
                if let Some(parent) = parent {
                    let node = self.moves.tree.push(parent, at as u32, RawMove::Text(cell.text));
                    self.nodes.insert((ply, column), node);
                } else {
                    self.moves.passed_over.push(at..at + cell.text.len());
                }
            }
            if !cell.goes_on {
                parent = None;
            }
        }
    }

    /// Reads comments `(ply,column): {text}` from `from` on; returns the number of moves that the
    /// last line states, and the offset behind that line.
    fn comments(&mut self, text: &'a str, from: usize) -> (Option<u32>, usize) {
        let (mut at, mut counted) = (from, None);
        while at < text.len() && counted.is_none() {
            let rest = &text[at..];
            let line = rest.find('\n').map_or(rest.len(), |end| end + 1);
            let Some((ply, column, head)) = place(&rest[..line]) else {
                match rest[..line].trim_start().starts_with("【着法深度") {
                    true => counted = moves_counted(&rest[..line]),
                    false => self.moves.passed_over.push(at..at + line),
                }
                at += line;
                continue;
            };
            let inner = &rest[head..];
            // The closing bracket is the last on its line.
            let closes = |at: &usize| {
                let behind = inner[at + 1..].trim_start_matches([' ', '\r']);
                behind.is_empty() || behind.starts_with('\n')
            };
            let close = memchr::memchr_iter(b'}', inner.as_bytes()).find(closes);
            let comment = inner[..close.unwrap_or(inner.len())].trim();
            at += head + close.map_or(inner.len(), |close| close + 1);
            let node = match (ply, column) {
                (0, 0) => Some(RawTree::ROOT),
                place => self.nodes.get(&place).copied(),
            };
            match node {
                _ if comment.is_empty() => {}
                Some(node) => self.moves.tree.comments.push((node, Cow::Borrowed(comment))),
                None => {
                    let place = format!("the comment ({ply},{column})");
                    let comment = comment.to_owned();
                    self.moves.warnings.push(Reason::CommentWithoutMove { place, comment }.into());
                }
            }
        }
        (counted, at)
    }
}

/// Number of moves on the line of counts; None unless the line is complete.
fn moves_counted(line: &str) -> Option<u32> {
    let (_, rest) = line.trim_end().strip_suffix('】')?.split_once("着法数量")?;
    let digits = rest.trim_start_matches(['：', ':', ' ']);
    let len = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..len].parse().ok()
}

/// Ply and column of a comment, and the length of the text before it.
fn place(line: &str) -> Option<(u32, u32, usize)> {
    let (place, text) = line.strip_prefix('(')?.split_once("): {")?;
    let (ply, column) = place.split_once(',')?;
    Some((ply.trim().parse().ok()?, column.trim().parse().ok()?, line.len() - text.len()))
}

/// Five characters of a line.
struct Cell<'a> {
    /// The first four, without blanks.
    text: &'a str,
    /// Offset of that text in the line.
    at: usize,
    /// Whether `…` leads to the next cell.
    goes_on: bool,
}

fn cells(line: &str) -> Vec<Cell<'_>> {
    let mut bounds: Vec<usize> = line.char_indices().map(|(at, _)| at).collect();
    bounds.push(line.len());
    (0..bounds.len() - 1)
        .step_by(CELL)
        .map(|first| {
            let bound = |nth: usize| bounds[(first + nth).min(bounds.len() - 1)];
            let text = &line[bound(0)..bound(MOVE)];
            let at = bound(0) + text.len() - text.trim_start().len();
            Cell { text: text.trim(), at, goes_on: line[bound(MOVE)..].starts_with(ALONG) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{input, keep_all, keep_one};

    const TREE: &[&str] = &[
        "[Event \"长风杯\"]",
        "[Result \"*\"]",
        "",
        "　开始　　　　　　　　　　　　",
        "　　↓　　　　　　　　　　　　",
        "炮二平五………………兵七进一　",
        "　　↓　　　　　　　　　↓　　",
        "马８进７…卒７进１　卒７进１　",
        "　　↓　　　　↓　　　　　　　",
        "马二进三　马二进三　　　　　　",
        "　　　　　　　　　　　　　　　",
        "(0,0): {开头}",
        "(2,1): {挺卒",
        "}",
        "(3,1): {a } b}",
        "(9,9): {无}",
        "【着法深度：3, 视图宽度：2, 着法数量：7, 注解数量：4, 注解最长：2】",
    ];

    #[test]
    fn the_picture_is_a_tree() {
        let found = keep_one(&FORMAT, TREE.join("\r\n").as_bytes());
        assert_eq!(found.tags, ["Event=长风杯", "Result=*"]);
        assert_eq!(
            found.moves(),
            "-1:炮二平五 -1:兵七进一 0:马８进７ 0:卒７进１ 1:卒７进１ 2:马二进三 3:马二进三"
        );
        let comment = |node, text: &str| (node, text.to_owned());
        assert_eq!(found.comments, [comment(-1, "开头"), comment(3, "挺卒"), comment(6, "a } b")]);
        assert_eq!(found.sentences(), ["the comment (9,9) belongs to no move: 无"]);
        // Another game behind the line of counts is none of this one.
        let two = [&TREE.join("\r\n"), "1. 炮二平五 马8进7 2. 马二进三"].join("\r\n");
        assert_eq!(keep_all(&FORMAT, &input(two.as_bytes(), "a.pgn_cc")).damage.len(), 1);
    }

    #[test]
    fn what_hangs_in_the_air_is_passed_over() {
        let text = "　开始　\n　　↓　　\n炮二平五　兵七进一　\n\n(1,0): {好}\n?\n";
        let found = keep_one(&FORMAT, text.as_bytes());
        assert_eq!(found.moves(), "-1:炮二平五");
        assert_eq!(found.warnings.len(), 2, "{:?}", found.warnings);
    }
}
