//! The lines of a stored game, one after another, before an evaluator of queries.

use crate::query::Evaluator;
use crate::replay::Tree;
use crate::store::{GameLine, Result, Snapshot};

/// Takes up the main line of a stored game.
pub(super) fn begin(evaluator: &mut Evaluator<'_>, game: &GameLine<'_>) -> Result<()> {
    let moves = game.moves.as_chunks::<2>().0;
    match game.start {
        None => evaluator.begin_standard(moves),
        Some(_) => evaluator.begin(&game.start_position()?, moves),
    }
    Ok(())
}

/// What `look` finds in the first variation of a game in which it finds anything, in tree order.
pub(super) fn in_variations<T>(
    snapshot: &Snapshot,
    evaluator: &mut Evaluator<'_>,
    game: &GameLine<'_>,
    mut look: impl FnMut(&mut Evaluator<'_>) -> Option<T>,
) -> Result<Option<T>> {
    let start = game.start_position()?;
    let mut found = None;
    snapshot.trees_of(game.id, &mut |tree| {
        if found.is_none() {
            found = first_variation(tree, |line| {
                evaluator.begin(&start, line);
                look(evaluator)
            });
        }
        Ok(())
    })?;
    Ok(found)
}

/// What `look` finds in the first way from the start to a leaf, other than the main line, in which
/// it finds anything.
fn first_variation<T>(tree: &Tree, mut look: impl FnMut(&[[u8; 2]]) -> Option<T>) -> Option<T> {
    // The way to the node at hand, and the nodes on it.
    let (mut line, mut nodes) = (Vec::new(), Vec::new());
    for (index, node) in (0..).zip(&tree.nodes) {
        while nodes.last().is_some_and(|last| *last != node.parent) {
            nodes.pop();
            line.pop();
        }
        nodes.push(index);
        line.push(node.mv.bytes());
        let next = tree.nodes.get(index as usize + 1);
        let is_leaf = next.is_none_or(|next| next.parent != index);
        if is_leaf
            && index >= tree.plies
            && let Some(found) = look(&line)
        {
            return Some(found);
        }
    }
    None
}
