//! The JSON Lines that we write ourselves; see `export::jsonl`.
//!
//! They read back as the same start, tree, tags and result. A main line or a variation that could
//! not be played on ends again at the token that stopped it.

use super::object::{Object, Tag, elements, members, string, words};
use crate::format::{RawMove, RawNode, RawStart, RawTree};
use std::borrow::Cow;

/// Whether an object is one of ours.
pub(super) fn is_own(object: &Object<'_>) -> bool {
    let begins = |name, with: char| object.get(name).is_some_and(|raw| raw.starts_with(with));
    begins("tags", '{') && begins("moves", '[') && object.get("nodes").is_some()
}

/// The tags, as they are.
pub(super) fn tags<'a>(object: &Object<'a>) -> Vec<Tag<'a>> {
    let found = object.get("tags").map(members).unwrap_or_default();
    found.into_iter().map(|(name, raw)| (name, string(raw).unwrap_or(Cow::Borrowed(raw)))).collect()
}

/// The start of a record that was set aside: the FEN that nobody could read, or why there is none.
pub(super) fn rejected<'a>(object: &Object<'a>) -> Option<RawStart<'a>> {
    if object.get("status") != Some("\"rejected\"") {
        return None;
    }
    let failure = Failure::of(object.get("error").unwrap_or("{}"));
    Some(match failure.token.filter(|fen| !fen.is_empty()) {
        Some(fen) => RawStart::Fen(fen),
        None => RawStart::Unreadable(
            failure.reason.map_or_else(|| "it was set aside before".to_owned(), Cow::into_owned),
        ),
    })
}

/// The token at which the main line ends, and why.
pub(super) fn cut<'a>(object: &Object<'a>) -> Option<Failure<'a>> {
    (object.get("status") == Some("\"partial\""))
        .then(|| Failure::of(object.get("error").unwrap_or("{}")))
}

/// What is told of a move that could not be played.
#[derive(Default)]
pub(super) struct Failure<'a> {
    pub(super) token: Option<Cow<'a, str>>,
    pub(super) reason: Option<Cow<'a, str>>,
    /// The node it follows.
    after: Option<u32>,
}

impl<'a> Failure<'a> {
    fn of(raw: &'a str) -> Failure<'a> {
        let mut failure = Failure::default();
        for (name, raw) in members(raw) {
            match &*name {
                "token" => failure.token = string(raw),
                "reason" => failure.reason = string(raw),
                "after" => failure.after = raw.parse().ok(),
                _ => {}
            }
        }
        failure
    }
}

/// A move with what it follows.
pub(super) struct Node<'a> {
    parent: u32,
    at: usize,
    text: Cow<'a, str>,
    comment: Option<Cow<'a, str>>,
}

/// The moves, parents before children; those that could not be played where they stood.
pub(super) fn nodes<'a>(object: &Object<'a>) -> Vec<Node<'a>> {
    let line = object.get("moves").map(elements).unwrap_or_default();
    let node = |raw: &'a str, parent: u32, text, comment| Node {
        parent,
        at: object.place(raw),
        text,
        comment,
    };
    let mut nodes: Vec<Node<'a>> = match object.get("tree") {
        None => {
            let parents = std::iter::once(RawTree::ROOT).chain(0..);
            line.iter()
                .zip(parents)
                .map(|(raw, parent)| node(raw, parent, said(raw), None))
                .collect()
        }
        Some(tree) => {
            let parts = elements(tree).into_iter().map(|raw| (raw, elements(raw)));
            let entry = |(raw, parts): (&'a str, Vec<&'a str>)| match parts[..] {
                [parent, mv, comment] => {
                    node(raw, parent.parse().unwrap_or(RawTree::ROOT), said(mv), string(comment))
                }
                _ => node(raw, RawTree::ROOT, Cow::Borrowed(raw), None),
            };
            parts.map(entry).collect()
        }
    };
    let plies = line.len().min(nodes.len());
    if let Some(token) = cut(object).map(|failure| failure.token.unwrap_or_default()) {
        // It stands before the variations that follow the same move, for it is the main line.
        for later in &mut nodes[plies..] {
            later.parent +=
                u32::from(later.parent != RawTree::ROOT && later.parent as usize >= plies);
        }
        let parent = (plies as u32).checked_sub(1).unwrap_or(RawTree::ROOT);
        let at = object.range.start;
        nodes.insert(plies, Node { parent, at, text: token, comment: None });
    }
    let is_shifted = |node: u32| cut(object).is_some() && node as usize >= plies;
    for raw in object.get("damaged").map(elements).unwrap_or_default() {
        let failure = Failure::of(raw);
        let after = failure.after.map_or(RawTree::ROOT, |node| node + u32::from(is_shifted(node)));
        nodes.push(node(raw, after, failure.token.unwrap_or_default(), None));
    }
    nodes
}

fn said(raw: &str) -> Cow<'_, str> {
    words(raw).unwrap_or(Cow::Borrowed(raw))
}

/// The tree of these nodes. One whose parent is not there stands alone at the start, after all
/// others.
pub(super) fn tree<'a>(object: &Object<'a>, nodes: &'a [Node<'_>]) -> RawTree<'a> {
    let mut tree = RawTree::default();
    let root = object.get("comment").and_then(string);
    tree.comments.extend(root.map(|text| (RawTree::ROOT, text)));
    for (index, node) in (0..).zip(nodes) {
        let parent = if node.parent < index { node.parent } else { RawTree::ROOT };
        tree.nodes.push(RawNode { parent, at: node.at as u32, mv: RawMove::Text(&node.text) });
        tree.comments.extend(node.comment.as_deref().map(|text| (index, Cow::Borrowed(text))));
    }
    tree
}
