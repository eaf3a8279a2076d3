//! Builds a record's tree from its lines of moves.

use super::marks::{Fault, MarkedField, clean};
use crate::format::binary::from_top;
use crate::format::reason::Reason;
use crate::format::{RawMove, RawTree, Warning};
use crate::xiangqi::{Move, Square};
use rustc_hash::FxHashMap;

/// Line of moves before it has its place in the tree.
struct RawLine<'a> {
    number: u32,
    parent: u32,
    /// 1-based ply of the first move.
    ply: u32,
    digits: &'a str,
    at: usize,
}

/// Line of moves in the tree.
struct Placed {
    /// 1-based ply of the first move.
    ply: u32,
    /// Number of the line that the first move leaves; that line begins at an earlier ply.
    parent: u32,
    /// Number of a line farther up, a short cut through long chains of lines.
    jump: u32,
    /// Number of ancestors of the line.
    depth: u32,
    nodes: Vec<u32>,
}

/// Lines by the number that other lines refer to.
#[derive(Default)]
struct Lines {
    placed: FxHashMap<u32, Placed>,
}

impl Lines {
    /// Line that holds the move at `ply` on the way to line `number`: that line itself or an
    /// ancestor.
    fn line_at(&self, mut number: u32, ply: u32) -> Option<(u32, &Placed)> {
        loop {
            let line = self.placed.get(&number)?;
            // Terminates: parents begin at earlier plies.
            if ply >= line.ply || number == 0 {
                return Some((number, line));
            }
            let is_near = self.placed.get(&line.jump).is_none_or(|jump| jump.ply <= ply);
            number = if is_near { line.parent } else { line.jump };
        }
    }

    /// Jump and depth of a line below `parent`: every other line joins two jumps of its parent
    /// (Myers 1983).
    fn below(&self, parent: u32) -> (u32, u32) {
        let Some(above) = self.placed.get(&parent) else { return (parent, 0) };
        let (next, far) = (above.jump, self.placed.get(&above.jump));
        let jump = match far {
            Some(first) => match self.placed.get(&first.jump) {
                Some(second) if above.depth - first.depth == first.depth - second.depth => {
                    first.jump
                }
                _ => parent,
            },
            None => next,
        };
        (jump, above.depth + 1)
    }

    /// Number of the line that `line` leaves, and the node before its first move.
    fn origin(&self, line: &RawLine<'_>, is_main: bool) -> Option<(u32, u32)> {
        let before = line.ply - 1;
        let parent = if is_main { 0 } else { self.line_at(line.parent, before)?.0 };
        let is_first = before == 0;
        Some((parent, if is_first { RawTree::ROOT } else { self.node_at(line.parent, before)? }))
    }

    fn node_at(&self, number: u32, ply: u32) -> Option<u32> {
        let (_, line) = self.line_at(number, ply)?;
        line.nodes.get(ply.checked_sub(line.ply)? as usize).copied()
    }
}

/// Point of two digits: x from Red's left, y from one of the back ranks.
type Points = fn(u8, u8) -> Option<Square>;

/// Builds the tree from all lines and comments of a record.
pub(super) fn tree<'a>(
    fields: &[MarkedField<'a>],
    square: Points,
    warnings: &mut Vec<Warning>,
    lost: &mut Vec<(usize, Reason)>,
) -> RawTree<'a> {
    let mut waiting: Vec<RawLine<'a>> = fields.iter().filter_map(line).collect();
    if let Some(tree) = version_two(&waiting) {
        return tree;
    }
    // The main line first, then by number, which keeps the order of alternatives.
    waiting.sort_by_key(|line| line.number);
    let mut tree = RawTree::default();
    let mut lines = Lines::default();
    if waiting.first().is_none_or(|line| line.number > 0) {
        let nothing = Placed { ply: 1, parent: 0, jump: 0, depth: 0, nodes: Vec::new() };
        lines.placed.insert(0, nothing);
    }
    // Lines that wait for their parent, by its number.
    let mut later: FxHashMap<u32, Vec<RawLine<'a>>> = FxHashMap::default();
    let mut ready: Vec<RawLine<'a>> = Vec::new();
    for line in waiting {
        ready.push(line);
        while let Some(line) = ready.pop() {
            let is_main = line.number == 0 && !lines.placed.contains_key(&0);
            if !is_main && !lines.placed.contains_key(&line.parent) {
                later.entry(line.parent).or_default().push(line);
                continue;
            }
            match lines.origin(&line, is_main) {
                None => {
                    let RawLine { number: line, parent, at, .. } = line;
                    lost.push((at, Reason::LineLeavesNoMove { line, parent }));
                }
                Some((parent, root)) => {
                    let nodes = push_line(&mut tree, root, line.digits, line.at, square);
                    // A second line of a number is kept, but nothing can refer to it.
                    let (jump, depth) = if is_main { (0, 0) } else { lines.below(parent) };
                    let placed = Placed { ply: line.ply, parent, jump, depth, nodes };
                    lines.placed.entry(line.number).or_insert(placed);
                }
            }
            if let Some(mut children) = later.remove(&line.number) {
                children.reverse();
                ready.append(&mut children);
            }
        }
    }
    let hanging = || later.values().flatten();
    if let Some(at) = hanging().map(|line| line.at).min() {
        lost.push((at, Reason::LinesWithoutParent(hanging().count())));
    }
    comments(fields, &lines, &mut tree, warnings);
    tree
}

fn line<'a>(field: &MarkedField<'a>) -> Option<RawLine<'a>> {
    if field.fault == Some(Fault::Torn) {
        return None;
    }
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
    // The file may break off inside the next mark.
    let digits = field.value.split('[').next().unwrap_or_default();
    Some(RawLine { number, parent, ply: ply.max(1), digits, at: field.at })
}

fn comments<'a>(
    fields: &[MarkedField<'a>],
    lines: &Lines,
    tree: &mut RawTree<'a>,
    warnings: &mut Vec<Warning>,
) {
    for field in fields {
        let Some(place) = field.name.strip_prefix("comment") else { continue };
        let (number, ply) = match place.split_once('_') {
            Some((number, ply)) => (number.parse(), ply.parse()),
            None => (Ok(0), place.parse()),
        };
        let comment = clean(field.value);
        if comment.is_empty() {
            continue;
        }
        let node = match (number, ply) {
            (Ok(_), Ok(0)) => Some(RawTree::ROOT),
            (Ok(number), Ok(ply)) => lines.node_at(number, ply),
            _ => None,
        };
        match node {
            Some(node) => tree.comments.push((node, comment)),
            None => {
                let place = format!("comment{place}");
                let reason = Reason::CommentWithoutMove { place, comment: comment.into_owned() };
                warnings.push(reason.into());
            }
        }
    }
}

/// Adds a line of four digits a move after the node `root`; `at` is its offset. Returns the new
/// nodes.
fn push_line(
    tree: &mut RawTree<'_>,
    root: u32,
    digits: &str,
    at: usize,
    square: Points,
) -> Vec<u32> {
    let mut last = root;
    let mut nodes = Vec::with_capacity(digits.len() / 4);
    let mut digits = digits.bytes().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace());
    loop {
        let quad: [Option<(usize, u8)>; 4] = std::array::from_fn(|_| digits.next());
        let Some((offset, _)) = quad[0] else { return nodes };
        let mv = squares(quad.map(|digit| digit.map_or(255, |(_, byte)| byte)), square);
        last = tree.push(last, (at + offset) as u32, mv);
        nodes.push(last);
    }
}

/// Move of four digits; `square` decides from which side ranks count.
fn squares(quad: [u8; 4], square: Points) -> RawMove<'static> {
    let [x1, y1, x2, y2] = quad.map(|byte| byte.wrapping_sub(b'0'));
    match (square(x1, y1), square(x2, y2)) {
        (Some(from), Some(to)) => RawMove::Squares(Move::new(from, to)),
        _ => RawMove::OffBoard(
            x1.saturating_mul(10).saturating_add(y1),
            x2.saturating_mul(10).saturating_add(y2),
        ),
    }
}

/// Reads twelve characters a move: four digits, four characters that name the move (X, Y or Z among
/// them), and the number of the preceding move, 0 for none.
fn version_two<'a>(lines: &[RawLine<'a>]) -> Option<RawTree<'a>> {
    let [line] = lines else { return None };
    let moves = line.digits.trim_ascii();
    let is_number = |bytes: &[u8]| bytes.iter().all(u8::is_ascii_digit);
    let chunks = moves.as_bytes().chunks_exact(12);
    if moves.is_empty()
        || !chunks.remainder().is_empty()
        || !chunks.clone().all(|chunk| is_number(&chunk[..4]) && is_number(&chunk[8..]))
        || !moves.contains(['X', 'Y', 'Z'])
    {
        return None;
    }
    let at = line.at + line.digits.len() - line.digits.trim_ascii_start().len();
    let mut tree = RawTree::default();
    for (index, chunk) in chunks.enumerate() {
        let before = chunk[8..].iter().fold(0, |n, digit| n * 10 + usize::from(digit - b'0'));
        let parent = match before {
            0 => RawTree::ROOT,
            _ if before <= index => (before - 1) as u32,
            _ => return None,
        };
        let quad = [chunk[0], chunk[1], chunk[2], chunk[3]];
        tree.push(parent, (at + index * 12) as u32, squares(quad, from_top));
    }
    Some(tree)
}

/// Reads a lone list of digits. Red moves first from the lower half of the standard start: that
/// decides whether ranks count from the top.
pub(super) fn bare(digits: &str, at: usize) -> RawTree<'static> {
    let counts_from_top = digits.as_bytes().get(1).is_none_or(|rank| *rank >= b'5');
    let square = if counts_from_top { from_top } else { Square::at };
    let (quads, _) = digits.as_bytes().as_chunks::<4>();
    let places = (at..).step_by(4);
    RawTree::line(places.zip(quads).map(|(at, quad)| (at, squares(*quad, square))))
}
