//! Evaluations and clocks in the comments of a tree, move by move.

use super::game::Tree;
use crate::metadata::{EvaluationView, MoveEvaluation};
use crate::xiangqi::Side;

/// Numbers that a program wrote in the comment behind a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeEvaluation {
    /// Index of the node; [`Tree::ROOT`] is the start.
    pub node: u32,
    /// Number of plies from the start to the node.
    pub ply: u32,
    /// Whether the node is part of a variation.
    pub is_variation: bool,
    /// Score of the node's position in centipawns for Red; a mate in n moves is 30000 - n.
    pub eval: Option<i32>,
    /// Search depth in plies.
    pub depth: Option<u16>,
    /// Time spent on the move, in milliseconds.
    pub spent: Option<u32>,
    /// Time left for the mover, in milliseconds.
    pub clock: Option<u32>,
    /// Side for which the source counts its score; None without a score.
    pub view: Option<EvaluationView>,
}

impl Tree {
    /// Evaluations and clocks found in comments, in the order of nodes. `first` is the side to move
    /// at the start.
    ///
    /// ```
    /// use xqdb::replay::Tree;
    /// use xqdb::xiangqi::Side;
    ///
    /// let mut tree = Tree::line(["h2e2", "h9g7"].map(|text| text.parse().unwrap()));
    /// tree.add_comments([(0, "当头炮".to_owned()), (1, "+0.30/12 2s".to_owned())]);
    /// let said = tree.evaluations(Side::Red);
    /// // Black sees a small advantage of Black.
    /// assert_eq!((said.len(), said[0].ply, said[0].eval, said[0].spent), (1, 2, Some(-30), Some(2000)));
    /// ```
    #[must_use]
    pub fn evaluations(&self, first: Side) -> Vec<NodeEvaluation> {
        let read = self.comments.iter().filter(|(_, text)| MoveEvaluation::may_be_in(text));
        let read = read.filter_map(|(node, text)| Some((*node, MoveEvaluation::read(text)?)));
        let mut found = Vec::new();
        let mut plies: Vec<u32> = Vec::new();
        for (node, said) in read {
            let is_variation = node != Tree::ROOT && node >= self.plies;
            if is_variation && plies.is_empty() {
                plies = self.plies_to_nodes();
            }
            let ply = match is_variation {
                true => plies[node as usize],
                false => node.wrapping_add(1),
            };
            let mover = match ply {
                0 => None,
                ply => Some(if ply.is_multiple_of(2) { first.other() } else { first }),
            };
            let eval = said.for_red(mover);
            let view = said.score.filter(|_| eval.is_some()).map(|(_, view)| view);
            let MoveEvaluation { depth, spent, clock, .. } = said;
            if eval.is_some() || spent.is_some() || clock.is_some() {
                let of_node =
                    NodeEvaluation { node, ply, is_variation, eval, depth, spent, clock, view };
                found.push(of_node);
            }
        }
        found
    }

    /// Plies from the start to each node.
    fn plies_to_nodes(&self) -> Vec<u32> {
        let mut plies: Vec<u32> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let before = if node.parent == Tree::ROOT { 0 } else { plies[node.parent as usize] };
            plies.push(before + 1);
        }
        plies
    }
}

/// Score and clock after one ply of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PlyEvaluation {
    /// Score of the position in centipawns for Red; a mate in n moves is 30000 - n.
    pub eval: Option<i32>,
    /// Time left for the player who just moved, in milliseconds.
    pub clock: Option<u32>,
}

/// Scores and clocks along a line; index 0 is the start, index n follows ply n.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LineEvaluations(Vec<PlyEvaluation>);

impl LineEvaluations {
    /// Scores and clocks of the main line only.
    pub fn of_main_line(said: &[NodeEvaluation]) -> LineEvaluations {
        let mut line = LineEvaluations::default();
        said.iter().filter(|it| !it.is_variation).for_each(|it| line.put(it));
        line
    }

    /// Scores and clocks along the path `nodes`, from the first move on; `said` are the evaluations
    /// of the tree, in the order of nodes.
    pub fn along(said: &[NodeEvaluation], nodes: &[u32]) -> LineEvaluations {
        let place = |node: u32| node.wrapping_add(1);
        let mut line = LineEvaluations::default();
        for node in std::iter::once(Tree::ROOT).chain(nodes.iter().copied()) {
            if let Ok(at) = said.binary_search_by_key(&place(node), |it| place(it.node)) {
                line.put(&said[at]);
            }
        }
        line
    }

    fn put(&mut self, said: &NodeEvaluation) {
        let ply = said.ply as usize;
        if self.0.len() <= ply {
            self.0.resize(ply + 1, PlyEvaluation::default());
        }
        self.0[ply] = PlyEvaluation { eval: said.eval, clock: said.clock };
    }

    /// Score and clock after `plies` plies; empty without an evaluation.
    pub fn after(&self, plies: usize) -> PlyEvaluation {
        self.0.get(plies).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::MoveNode;

    #[test]
    fn evaluations_stand_at_their_plies() {
        let node = |parent, text: &str| MoveNode { parent, mv: text.parse().unwrap() };
        let mut tree = Tree::line(["h2e2", "h9g7", "h0g2"].map(|text| text.parse().unwrap()));
        tree.nodes.extend([node(0, "b9c7"), node(3, "b0c2")]);
        let comments = [
            (Tree::ROOT, "[%eval 0.2] +0.35/18 2s"),
            (0, "+0.10/9 1s"),
            (2, "[%clk 0:01:00]"),
            (3, "+0.50/9 1s"),
            (4, "#50,0#"),
        ];
        tree.comments = comments.map(|(node, text)| (node, text.to_owned())).to_vec();
        let rows = |first| -> Vec<_> {
            let said = tree.evaluations(first);
            said.iter().map(|it| (it.ply, it.is_variation, it.eval, it.clock)).collect()
        };
        let clock = (3, false, None, Some(60_000));
        let start = (0, false, Some(20), None);
        assert_eq!(
            rows(Side::Red),
            [start, (1, false, Some(10), None), clock, (2, true, Some(-50), None)]
        );
        assert_eq!(
            rows(Side::Black),
            [start, (1, false, Some(-10), None), clock, (2, true, Some(50), None)]
        );
    }
}
