//! PGN: tags in the order of the field, moves in any complete notation, variations in brackets.
//!
//! A `}` inside a comment becomes `｝` and a `"` inside a tag `\"`, so that what is written reads back.

use crate::notation::Notation;
use crate::replay::{GameResult, Tree};
use crate::xiangqi::{Move, Position, Side};
use std::fmt::Write;

/// Tags that come first, in this order.
const ORDER: &[&str] = &[
    "Game",
    "Event",
    "Site",
    "Date",
    "Round",
    "RedTeam",
    "Red",
    "BlackTeam",
    "Black",
    "Result",
    "ECCO",
    "Opening",
    "Variation",
];

/// Moves begin a new line beyond this column.
const WIDTH: usize = 80;

/// Appends a game.
///
/// `Game`, `Result`, `FEN` and `Format` are written from what is known and not from `tags`.
pub fn write(
    out: &mut String,
    tags: &[(&str, &str)],
    start: Option<&Position>,
    tree: &Tree,
    result: GameResult,
    notation: &Notation,
) {
    let own = |name: &str| {
        ["Game", "Result", "FEN", "Format", "White"]
            .iter()
            .any(|own| name.eq_ignore_ascii_case(own))
    };
    tag(out, "Game", "Chinese Chess");
    for wanted in &ORDER[1..] {
        match *wanted {
            "Result" => tag(out, "Result", result.as_str()),
            _ => {
                let same = |(name, _): &&(&str, &str)| {
                    name.eq_ignore_ascii_case(wanted)
                        || (*wanted == "Red" && name.eq_ignore_ascii_case("White"))
                };
                if let Some((_, value)) = tags.iter().find(same) {
                    tag(out, wanted, value);
                }
            }
        }
    }
    for (name, value) in tags {
        let is_word =
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if is_word && !own(name) && !ORDER.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            tag(out, name, value);
        }
    }
    if let Some(start) = start {
        tag(out, "FEN", &start.to_fen());
    }
    tag(out, "Format", format_name(notation));
    out.push('\n');
    let mut writer = Writer { out, column: 0, notation };
    writer.tree(start.cloned().unwrap_or_else(Position::start), tree);
    writer.word(result.as_str());
    out.push_str("\n\n");
}

fn format_name(notation: &Notation) -> &'static str {
    match notation.name {
        name if name.starts_with("chinese") => "Chinese",
        name if name.starts_with("iccs") => "ICCS",
        name if name.starts_with("wxf") => "WXF",
        name => name,
    }
}

fn tag(out: &mut String, name: &str, value: &str) {
    let value = value.replace(['\r', '\n'], " ").replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(out, "[{name} \"{value}\"]");
}

struct Writer<'a> {
    out: &'a mut String,
    column: usize,
    notation: &'a Notation,
}

/// What is left to write, last first: trees are deep, so there is no recursion.
enum Step {
    /// The line that goes on with this node.
    Line {
        node: u32,
        needs_number: bool,
    },
    /// A variation that begins with this node.
    Variation(u32),
    Close,
    /// Come back to the position after this many moves.
    Rewind(usize),
    /// Play a move that is written already.
    Play(Move),
}

impl Writer<'_> {
    fn tree(&mut self, mut position: Position, tree: &Tree) {
        let children = children(tree);
        let main = |node: u32| children.0[slot(node, tree)];
        let mut comments = Comments::new(tree);
        let mut undos = Vec::new();
        let first_ply = usize::from(position.side() == Side::Black);
        self.comment(comments.at(Tree::ROOT));
        let mut steps = Vec::new();
        if main(Tree::ROOT) != Tree::ROOT {
            steps.push(Step::Line { node: main(Tree::ROOT), needs_number: true });
        }
        while let Some(step) = steps.pop() {
            match step {
                Step::Close => self.glue(")"),
                Step::Play(mv) => undos.push(position.play(mv)),
                Step::Rewind(len) => {
                    while undos.len() > len {
                        if let Some(undo) = undos.pop() {
                            position.undo(undo);
                        }
                    }
                }
                Step::Variation(node) => {
                    self.word("(");
                    steps.push(Step::Close);
                    steps.push(Step::Line { node, needs_number: true });
                }
                Step::Line { node, needs_number } => {
                    let mv = tree.nodes[node as usize].mv;
                    let depth = undos.len();
                    self.mv(&position, mv, depth + first_ply, needs_number);
                    let comment = comments.at(node);
                    self.comment(comment);
                    // Alternatives to this move stand behind it, from the position before it.
                    let is_first = main(tree.nodes[node as usize].parent) == node;
                    let mut siblings = Vec::new();
                    let mut next = children.1[node as usize];
                    while is_first && next != Tree::ROOT {
                        siblings.push(next);
                        next = children.1[next as usize];
                    }
                    let child = main(node);
                    if child != Tree::ROOT {
                        let needs_number = comment.is_some() || !siblings.is_empty();
                        steps.push(Step::Line { node: child, needs_number });
                    }
                    steps.push(Step::Play(mv));
                    for sibling in siblings.into_iter().rev() {
                        steps.push(Step::Rewind(depth));
                        steps.push(Step::Variation(sibling));
                    }
                }
            }
        }
    }

    fn mv(&mut self, position: &Position, mv: Move, ply: usize, needs_number: bool) {
        let text = (self.notation.write)(mv, position).unwrap_or_else(|| mv.to_string());
        if ply.is_multiple_of(2) {
            self.word(&format!("{}.", ply / 2 + 1));
        } else if needs_number {
            self.word(&format!("{}.", ply / 2 + 1));
            self.word("……");
        }
        self.word(&text);
    }

    fn comment(&mut self, comment: Option<&str>) {
        if let Some(comment) = comment {
            let comment = comment.replace('}', "｝");
            self.word(&format!("{{{comment}}}"));
        }
    }

    fn word(&mut self, word: &str) {
        let width = crate::text::display_width(word);
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

/// First child of every node (the last slot: of the start) and next sibling; ROOT is none.
fn children(tree: &Tree) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![Tree::ROOT; tree.nodes.len() + 1];
    let mut next = vec![Tree::ROOT; tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        let slot = slot(node.parent, tree);
        next[index] = first[slot];
        first[slot] = index as u32;
    }
    (first, next)
}

fn slot(node: u32, tree: &Tree) -> usize {
    (node as usize).min(tree.nodes.len())
}

/// Comments by node.
struct Comments<'a>(rustc_hash::FxHashMap<u32, &'a str>);

impl<'a> Comments<'a> {
    fn new(tree: &'a Tree) -> Comments<'a> {
        Comments(tree.comments.iter().map(|(node, text)| (*node, text.as_str())).collect())
    }

    fn at(&mut self, node: u32) -> Option<&'a str> {
        self.0.get(&node).copied()
    }
}
