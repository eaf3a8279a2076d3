//! The mark of a damaged game: what could not be read stands as a comment where it was to follow.
//!
//! Formats that have room for it say it in another way as well; see each of them.

use super::Entry;
use crate::replay::Tree;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The tree of an entry, with comments where lines end before their record does.
pub(super) fn marked<'a>(entry: &Entry<'a>) -> Cow<'a, Tree> {
    if !entry.is_damaged() {
        return Cow::Borrowed(entry.tree);
    }
    // Comments stand in the order of their nodes, the start first.
    let place = |node: u32| node.wrapping_add(1);
    let mut comments: BTreeMap<u32, String> =
        entry.tree.comments.iter().map(|(node, text)| (place(*node), text.clone())).collect();
    let mut add = |node: u32, text: String| {
        let comment = comments.entry(place(node)).or_default();
        if !comment.trim().is_empty() {
            comment.push('\n');
        }
        comment.push_str(&text);
    };
    if let Some(unread) = entry.unread {
        let last = entry.tree.plies.checked_sub(1).unwrap_or(Tree::ROOT);
        add(last, format!("unread from ply {}: {}", unread.failure.ply, unread.text()));
    }
    for damage in entry.damaged {
        let token = &damage.failure.token;
        let text = format!("unread variation, {} moves: {token}", damage.lost);
        add(damage.after.unwrap_or(Tree::ROOT), text);
    }
    let comments = comments.into_iter().map(|(place, text)| (place.wrapping_sub(1), text));
    Cow::Owned(Tree { comments: comments.collect(), ..entry.tree.clone() })
}
