//! The positions that a tree comes to.

use super::Tree;
use crate::xiangqi::{Move, Position};

/// A position of a tree, and what is played there.
#[derive(Debug, Clone, Copy)]
pub struct Visited<'p> {
    /// The position.
    pub position: &'p Position,
    /// How many moves lead to it from the start.
    pub ply: u32,
    /// The move that follows; `None` where the line ends.
    pub mv: Option<Move>,
    /// Whether that move, or the end, belongs to a variation.
    pub is_variation: bool,
}

impl Tree {
    /// Hands every position to `look`: those of the main line from the start to the last, then
    /// those where the moves of variations are played and where variations end, in the order of the
    /// nodes.
    ///
    /// ```
    /// use xqdb::{replay::Tree, xiangqi::Position};
    /// let tree = Tree::line(["h2e2", "h9g7"].map(|text| text.parse().unwrap()));
    /// let mut moves = Vec::new();
    /// tree.visit(&Position::start(), |at| moves.push((at.ply, at.mv.map(|mv| mv.to_string()))));
    /// assert_eq!(moves, [(0, Some("h2e2".into())), (1, Some("h9g7".into())), (2, None)]);
    /// ```
    pub fn visit(&self, start: &Position, mut look: impl FnMut(Visited<'_>)) {
        let mut position = start.clone();
        let mut ply = 0;
        for mv in self.main_line() {
            look(Visited { position: &position, ply, mv: Some(mv), is_variation: false });
            position.play_unchecked(mv);
            ply += 1;
        }
        look(Visited { position: &position, ply, mv: None, is_variation: false });
        if self.nodes.len() > self.plies as usize {
            self.visit_variations(start, look);
        }
    }

    fn visit_variations(&self, start: &Position, mut look: impl FnMut(Visited<'_>)) {
        let plies = self.plies as usize;
        let mut position = start.clone();
        // The way from the start to `position`: node and how to take it back.
        let mut path = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            while path.last().is_some_and(|&(last, _)| last != node.parent) {
                if let Some((_, undo)) = path.pop() {
                    position.undo(undo);
                }
            }
            if index >= plies {
                look(in_variation(&position, path.len(), Some(node.mv)));
            }
            path.push((index as u32, position.play_unchecked(node.mv)));
            // Pre-order: a node that the next one does not follow is the end of a line.
            let is_leaf = self.nodes.get(index + 1).is_none_or(|next| next.parent != index as u32);
            if index >= plies && is_leaf {
                look(in_variation(&position, path.len(), None));
            }
        }
    }
}

fn in_variation(position: &Position, ply: usize, mv: Option<Move>) -> Visited<'_> {
    Visited { position, ply: ply as u32, mv, is_variation: true }
}
