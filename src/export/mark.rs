//! The tree as it is written: comments without HTML entities, and the mark of a damaged game. What
//! could not be read stands as a comment where it was to follow.
//!
//! Formats that have room for it say it in another way as well; see each of them.

use super::Entry;
use crate::replay::Tree;
use crate::text::unescaped;
use std::borrow::Cow;

/// The tree of an entry, with comments where lines end before their record does.
pub(super) fn marked<'a>(entry: &Entry<'a>) -> Cow<'a, Tree> {
    let tree = plain(entry.tree);
    if !entry.is_damaged() {
        return tree;
    }
    let unread = entry.unread.and_then(|unread| {
        let last = entry.tree.plies.checked_sub(1).unwrap_or(Tree::ROOT);
        let mark = format!("unread from ply {}: {}", unread.failure.ply, unread.text());
        // What was marked before has its mark.
        let is_marked = tree.comment(last).is_some_and(|comment| comment.contains(&mark));
        (!is_marked).then_some((last, mark))
    });
    let damages = entry.damaged.iter().map(|damage| {
        let text = format!("unread variation, {} moves: {}", damage.lost, damage.text());
        (damage.after.unwrap_or(Tree::ROOT), text)
    });
    let mut tree = tree.into_owned();
    tree.add_comments(unread.into_iter().chain(damages));
    Cow::Owned(tree)
}

/// The tree with comments that have no HTML entities.
fn plain(tree: &Tree) -> Cow<'_, Tree> {
    if !tree.comments.iter().any(|(_, text)| matches!(unescaped(text), Cow::Owned(_))) {
        return Cow::Borrowed(tree);
    }
    let mut plain = tree.clone();
    for (_, text) in &mut plain.comments {
        *text = unescaped(text).into_owned();
    }
    Cow::Owned(plain)
}
