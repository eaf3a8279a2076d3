//! Lays out the moves of a game as a book prints them: the main line in columns, comments as
//! paragraphs at their moves, numbered variations below.
//!
//! [`blocks`] knows nothing of screens or pages; others draw its result.

use std::borrow::Cow;
use std::collections::HashMap;
use xqdb::metadata::MoveEvaluation;
use xqdb::notation::System;
use xqdb::replay::{Children, Tree};
use xqdb::text::unescaped;
use xqdb::xiangqi::{Move, Position, Side};

/// Parts of a page, which stand below one another.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PageBlock {
    /// Move of the main line: its 1-based number, and the texts of Red's and Black's half. A half
    /// that stands in another row is empty.
    Row { number: usize, red: String, black: String },
    /// Paragraph of a comment with its line breaks, and the depth of its variation; 0 is the main
    /// line.
    Comment { depth: usize, text: String },
    /// Moves of a variation as running text. The label is empty after a comment or board inside the
    /// variation.
    Run { depth: usize, label: String, text: String },
    /// Board between the moves.
    Board(Box<PageBoard>),
}

/// A board between the moves.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PageBoard {
    /// Label of the variation with the board; empty for the main line.
    pub(crate) label: String,
    /// Number of plies from the start.
    pub(crate) ply: usize,
    pub(crate) position: Position,
    pub(crate) last: Option<Move>,
}

/// Blank at which no line may end.
pub(crate) const GLUE: char = '\u{a0}';

/// Words in a comment that ask for a diagram.
const ASKING: [&str; 5] = ["如图", "如圖", "见图", "見圖", "diagram"];

/// Deepest level of indentation and numbering; deeper variations are laid out as if they stood
/// beside one another.
const DEEPEST: usize = 6;

/// Moves and comments to lay out, and how.
pub(crate) struct Layout<'a> {
    pub(crate) start: Position,
    pub(crate) tree: &'a Tree,
    pub(crate) notation: &'a System,
    /// Nodes of the main line whose moves get a `*`; ascending.
    pub(crate) marked: &'a [u32],
    /// Numbers of plies after which a board is drawn; 0 is the start.
    pub(crate) boards: &'a [u32],
    /// Texts beside moves, by node. If the comment of such a node holds only numbers of a program,
    /// it is left out.
    pub(crate) evaluated: HashMap<u32, String>,
}

/// Lays out a game.
pub(crate) fn blocks(layout: &Layout<'_>) -> Vec<PageBlock> {
    let mut writer = Writer {
        layout,
        children: layout.tree.children(),
        blocks: Vec::new(),
        half: None,
        waiting: Vec::new(),
        labels: HashMap::new(),
    };
    writer.main_line();
    while let Some(variation) = writer.waiting.pop() {
        writer.variation(variation);
    }
    writer.blocks
}

/// Variation that is not written yet.
struct Variation {
    label: String,
    /// Label under which variations of this variation are numbered.
    below: String,
    node: u32,
    depth: usize,
    /// Position before the variation's first move, and number of plies up to there.
    position: Position,
    ply: usize,
}

/// Place just before a move where variations leave a line.
#[derive(Copy, Clone)]
struct Branch<'a> {
    below: &'a str,
    /// Depth of the variations that leave the line here.
    depth: usize,
    position: &'a Position,
    ply: usize,
}

struct Writer<'a> {
    layout: &'a Layout<'a>,
    children: Children,
    blocks: Vec<PageBlock>,
    /// Number and text of Red's half of a row, until Black's is known.
    half: Option<(usize, String)>,
    /// Variations to write; the last one is the next.
    waiting: Vec<Variation>,
    /// Number of variations below each label; the main line's label is empty.
    labels: HashMap<String, usize>,
}

impl<'a> Writer<'a> {
    fn main_line(&mut self) {
        let &Layout { tree, notation, marked, .. } = self.layout;
        let mut position = self.layout.start.clone();
        let mut found = Vec::new();
        self.remarks(Tree::ROOT, 0, &position);
        for (node, mv) in (0..).zip(tree.main_line()) {
            let mark = if marked.binary_search(&node).is_ok() { "*" } else { "" };
            let mut cell = format!("{mark}{}", notation.write(mv, &position));
            let parent = tree.nodes[node as usize].parent;
            let others = self.children.all(parent).filter(|&other| other != node).collect();
            let ply = node as usize;
            let from = Branch { below: "", depth: 1, position: &position, ply };
            cell += &self.beside(node);
            cell += &self.refer(others, &from, &mut found);
            self.cell(self.number(ply), position.side(), cell);
            position.play_unchecked(mv);
            self.remarks(node, ply + 1, &position);
        }
        // Variations that continue where the main line breaks off.
        let last = tree.plies.checked_sub(1).unwrap_or(Tree::ROOT);
        let others = self.children.all(last).filter(|&node| node >= tree.plies).collect();
        let ply = tree.plies as usize;
        let from = Branch { below: "", depth: 1, position: &position, ply };
        let signs = self.refer(others, &from, &mut found);
        if !signs.is_empty() {
            self.cell(self.number(ply), position.side(), signs.trim().to_owned());
        }
        self.end_row();
        found.reverse();
        self.waiting = found;
    }

    /// Text beside a move, after a blank.
    fn beside(&self, node: u32) -> String {
        let said = self.layout.evaluated.get(&node);
        said.map(|said| format!("{GLUE}{said}")).unwrap_or_default()
    }

    /// Comment of a node, without scores and clocks if these stand beside the move.
    fn words(&self, node: u32) -> Option<Cow<'a, str>> {
        let Layout { tree, evaluated, .. } = self.layout;
        let comment = tree.comment(node)?;
        let words = match evaluated.contains_key(&node) {
            true => MoveEvaluation::human_words(comment),
            false => Cow::Borrowed(comment),
        };
        Some(words).filter(|words| !words.is_empty())
    }

    /// Number of the move at a 0-based ply; two plies are one move.
    fn number(&self, ply: usize) -> usize {
        (ply + usize::from(self.layout.start.side() == Side::Black)) / 2 + 1
    }

    fn cell(&mut self, number: usize, side: Side, text: String) {
        match (side, self.half.take()) {
            (Side::Red, _) => self.half = Some((number, text)),
            (Side::Black, Some((number, red))) => {
                self.blocks.push(PageBlock::Row { number, red, black: text });
            }
            (Side::Black, None) => {
                let red = "……".to_owned();
                self.blocks.push(PageBlock::Row { number, red, black: text });
            }
        }
    }

    fn end_row(&mut self) {
        if let Some((number, red)) = self.half.take() {
            self.blocks.push(PageBlock::Row { number, red, black: String::new() });
        }
    }

    /// Writes the comment and the board after a move of the main line.
    fn remarks(&mut self, node: u32, ply: usize, position: &Position) {
        let comment = self.words(node);
        let is_chosen = u32::try_from(ply).is_ok_and(|ply| self.layout.boards.contains(&ply));
        if comment.is_some() || is_chosen {
            self.end_row();
        }
        self.comment(comment.as_deref(), 0);
        if is_chosen || comment.as_deref().is_some_and(asks_for_board) {
            self.board("", node, ply, position);
        }
    }

    fn board(&mut self, label: &str, node: u32, ply: usize, position: &Position) {
        let last = self.layout.tree.nodes.get(node as usize).map(|node| node.mv);
        let (label, position) = (label.to_owned(), position.clone());
        self.blocks.push(PageBlock::Board(Box::new(PageBoard { label, ply, position, last })));
    }

    fn comment(&mut self, comment: Option<&str>, depth: usize) {
        let Some(comment) = comment else { return };
        let comments = paragraphs(comment).into_iter();
        self.blocks.extend(comments.map(|text| PageBlock::Comment { depth, text }));
    }

    /// Signs ` [1] [2]` of variations that begin here; adds these variations to `found`.
    fn refer(&mut self, nodes: Vec<u32>, from: &Branch<'_>, found: &mut Vec<Variation>) -> String {
        let mut signs = String::new();
        let Branch { below, depth, position, ply } = *from;
        for node in nodes {
            let count = self.labels.entry(below.to_owned()).or_default();
            *count += 1;
            let dot = if below.is_empty() { "" } else { "." };
            let label = format!("{below}{dot}{count}");
            signs += &format!("{GLUE}[{label}]");
            let below = if depth < DEEPEST { label.clone() } else { below.to_owned() };
            let position = position.clone();
            found.push(Variation { label, below, node, depth, position, ply });
        }
        signs
    }

    /// Writes a variation along its main continuations; its own variations are written next.
    fn variation(&mut self, variation: Variation) {
        let &Layout { tree, notation, .. } = self.layout;
        let Variation { label, below, node: first, depth, mut position, mut ply } = variation;
        let mut sign = label.clone();
        let shown_depth = depth.min(DEEPEST);
        let mut found = Vec::new();
        let mut run = String::new();
        let mut needs_number = true;
        let mut next = Some(first);
        while let Some(node) = next {
            let is_black = position.side() == Side::Black;
            let number = match (needs_number, is_black) {
                (true, true) => format!("{}.{GLUE}……{GLUE}", self.number(ply)),
                (_, false) => format!("{}.{GLUE}", self.number(ply)),
                (false, true) => String::new(),
            };
            let mv = tree.nodes[node as usize].mv;
            let space = if run.is_empty() { "" } else { " " };
            run += &format!("{space}{number}{}", notation.write(mv, &position));
            run += &self.beside(node);
            // Alternatives to the first move already have signs beside this variation's.
            if node != first {
                let parent = tree.nodes[node as usize].parent;
                let others = self.children.all(parent).filter(|&other| other != node).collect();
                let from = Branch { below: &below, depth: depth + 1, position: &position, ply };
                run += &self.refer(others, &from, &mut found);
            }
            position.play_unchecked(mv);
            ply += 1;
            let comment = self.words(node);
            needs_number = comment.is_some();
            next = self.children.main(node);
            if needs_number || next.is_none() {
                let (label, text) = (std::mem::take(&mut sign), std::mem::take(&mut run));
                self.blocks.push(PageBlock::Run { depth: shown_depth, label, text });
            }
            self.comment(comment.as_deref(), shown_depth);
            if comment.as_deref().is_some_and(asks_for_board) {
                self.board(&label, node, ply, &position);
            }
        }
        found.reverse();
        self.waiting.append(&mut found);
    }
}

/// Paragraphs of a comment; HTML entities, which some programs write, are decoded.
pub(crate) fn paragraphs(comment: &str) -> Vec<String> {
    let comment = unescaped(comment);
    let lines: Vec<&str> = comment.lines().map(str::trim).collect();
    let paragraphs = lines.split(|line| line.is_empty()).filter(|lines| !lines.is_empty());
    paragraphs.map(|lines| lines.join("\n")).collect()
}

fn asks_for_board(comment: &str) -> bool {
    let comment = comment.to_lowercase();
    ASKING.iter().any(|word| comment.contains(word)) || numbers_diagram(&comment)
}

/// Whether a comment has the number of a diagram, `图1` or `（圖十二）`, where a book prints
/// one.
fn numbers_diagram(comment: &str) -> bool {
    comment.match_indices(['图', '圖']).any(|(at, word)| {
        let behind = comment[at + word.len()..].trim_start().chars().next();
        let before = comment[..at].chars().next_back();
        let is_digit = |c: char| matches!(c, '0'..='9' | '０'..='９' | '①'..='⒇');
        let is_numeral = |c: char| "一二三四五六七八九十".contains(c);
        // The 图 of 企图一举 is no diagram.
        let is_alone = before.is_none_or(|c| !c.is_alphabetic() || "如见見附上下".contains(c));
        is_alone && behind.is_some_and(|c| is_digit(c) || is_numeral(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use xqdb::replay::MoveNode;

    fn line(block: &PageBlock) -> String {
        let line = match block {
            PageBlock::Row { number, red, black } => format!("{number}. {red} | {black}"),
            PageBlock::Comment { depth, text } => format!("{depth}: {text}"),
            PageBlock::Run { depth, label, text } => format!("{depth} [{label}] {text}"),
            PageBlock::Board(board) => format!("board [{}] {}", board.label, board.ply),
        };
        line.replace(GLUE, " ")
    }

    fn laid_out(nodes: &[(u32, &str)], plies: u32, comments: &[(u32, &str)]) -> Vec<String> {
        let node =
            |(parent, mv): &(u32, &str)| MoveNode { parent: *parent, mv: mv.parse().unwrap() };
        let tree = Tree {
            nodes: nodes.iter().map(node).collect(),
            plies,
            comments: comments.iter().map(|(at, text)| (*at, (*text).to_owned())).collect(),
        };
        let notation = System::named("iccs").unwrap();
        let start = Position::start();
        let evaluated = HashMap::from([(1, "+0.35".to_owned())]);
        let (marked, boards) = (&[1], &[2]);
        let layout = Layout { start, tree: &tree, notation: &notation, marked, boards, evaluated };
        blocks(&layout).iter().map(line).collect()
    }

    #[test]
    fn a_game_is_laid_out_as_in_a_book() {
        // 0 1 2 is the main line; 3 4 instead of 1, with 5 instead of 4; 6 instead of 0.
        let nodes = [
            (Tree::ROOT, "h2e2"),
            (0, "h9g7"),
            (1, "h0g2"),
            (0, "b9c7"),
            (3, "h0g2"),
            (3, "b0c2"),
            (Tree::ROOT, "c3c4"),
        ];
        let comments = [
            (0, "First.\r\n\r\n&lt;Second&gt;"),
            (1, "+0.35/18 2s"),
            (3, "如图"),
            (2, "as in the diagram"),
        ];
        let mut sorted = comments.to_vec();
        sorted.sort();
        assert_eq!(
            laid_out(&nodes, 3, &sorted),
            [
                "1. h2e2 [1] | ",
                "0: First.",
                "0: <Second>",
                "1. …… | *h9g7 +0.35 [2]",
                "board [] 2",
                "2. h0g2 | ",
                "0: as in the diagram",
                "board [] 3",
                "1 [1] 1. c3c4",
                "1 [2] 1. …… b9c7",
                "1: 如图",
                "board [2] 2",
                "1 [] 2. h0g2 [2.1]",
                "2 [2.1] 2. b0c2",
            ]
        );
    }

    #[test]
    fn a_diagram_stands_where_the_text_has_its_number() {
        for comment in ["图1", "（图1）", "見圖十二", "局势（图 3）红优", "如图"] {
            assert!(asks_for_board(comment), "{comment}");
        }
        for comment in ["企图一举得子", "图谋", "好棋"] {
            assert!(!asks_for_board(comment), "{comment}");
        }
        let line = laid_out(&[(Tree::ROOT, "h2e2")], 1, &[(0, "图1")]);
        assert_eq!(line, ["1. h2e2 | ", "0: 图1", "board [] 1"]);
    }

    #[test]
    fn what_goes_on_where_the_main_line_breaks_off_is_a_variation() {
        let nodes = [(Tree::ROOT, "h2e2"), (0, "h9g7")];
        assert_eq!(laid_out(&nodes, 1, &[]), ["1. h2e2 | [1]", "1 [1] 1. …… h9g7 +0.35"]);
    }

    #[test]
    fn variations_in_variations_in_variations() {
        let moves = ["h2e2", "h9g7", "e2h2", "g7h9"];
        let mut nodes = vec![(Tree::ROOT, moves[0])];
        // Each variation goes on with its second move, beside which the next one begins.
        for ply in 1..10_000u32 {
            let parent = if ply == 1 { 0 } else { 2 * ply - 3 };
            nodes.push((parent, moves[ply as usize % 4]));
            nodes.push((parent, moves[ply as usize % 4]));
        }
        let blocks = laid_out(&nodes, 1, &[]);
        assert!(blocks.iter().map(String::len).sum::<usize>() < 1 << 20);
    }
}
