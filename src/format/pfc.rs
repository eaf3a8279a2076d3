//! PFC: a game of Pengfei (鹏飞象棋) as XML, one element a move.
//!
//! | attribute of `n` | meaning |
//! |---|---|
//! | `version` | on the root only |
//! | `m` | on the root the start as FEN, elsewhere a move such as `h2e2` |
//! | `c` | comment |
//! | `default` | `true` on the child that continues the main line; the first child where none has it |
//! | `win` | on the root: the result, `*` when unknown |
//! | `create-time` | on the root: when the file was made |
//!
//! Moves are nested: a child is a move after its parent.
//!
//! Source: one file, and the descriptions of other readers for `default`.

use super::fields::Fields;
use super::xml::{self, Document, Item, attribute};
use super::{
    Fit, Format, Input, Offsets, RawMove, RawNode, RawRecord, RawStart, RawTree, Sample, Sink,
};
use crate::xiangqi::Move;
use quick_xml::events::BytesStart;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// The row of the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "pfc",
    about: "Pengfei game (鹏飞象棋)",
    extensions: &["pfc"],
    is_text: true,
    sniff,
    read,
    boundary: None,
};

fn sniff(sample: &Sample<'_>) -> Fit {
    match xml::root(sample.head) {
        Some(root) if root.starts_with(b"n version=") => Fit::Certain,
        Some([b'n', byte, ..])
            if byte.is_ascii_whitespace() && sample.has_extension(FORMAT.extensions) =>
        {
            Fit::Likely
        }
        _ => Fit::No,
    }
}

/// A move where it stands, and whether it is marked as the main line.
struct Found {
    node: RawNode<'static>,
    main: bool,
    comment: Option<String>,
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let document = Document::new(input);
    let mut fields = document.fields();
    let mut start = RawStart::Unreadable("the file has no start position".to_owned());
    let mut root_comment = None;
    let mut found: Vec<Found> = Vec::new();
    // The open elements: nodes of `found`, the root first.
    let mut open: Vec<u32> = Vec::new();
    let mut items = document.items();
    loop {
        match items.next_item() {
            Item::Open(element, at) => match open.last() {
                None => {
                    start = root(&element, &mut fields);
                    root_comment = attribute(&element, "c");
                    open.push(RawTree::ROOT);
                }
                Some(&parent) => {
                    open.push(found.len() as u32);
                    found.push(child(&element, parent, at));
                }
            },
            Item::Close(_) => {
                open.pop();
            }
            Item::Text(_) => {}
            Item::End { whole: true, .. } => break,
            Item::End { at, whole: false } => {
                fields.broken(document.source(at as u32), "the XML document");
                break;
            }
        }
    }
    let mut tree = main_lines_first(found);
    if let Some(text) = root_comment.filter(|text| !text.trim().is_empty()) {
        tree.comments.insert(0, (RawTree::ROOT, text.trim().to_owned().into()));
    }
    let (tags, warnings) = fields.finish();
    sink.record(RawRecord {
        tags,
        start,
        tree,
        warnings,
        ..RawRecord::new(input.span(), document.decoded.encoding, &document)
    })
}

/// Takes tags and start from the root.
fn root(element: &BytesStart<'_>, fields: &mut Fields) -> RawStart<'static> {
    for (name, tag) in [("title", "Title"), ("create-time", "Created")] {
        fields.value(tag, attribute(element, name).unwrap_or_default());
    }
    let win = attribute(element, "win").filter(|win| win != "*");
    fields.value("Result", win.unwrap_or_default());
    match attribute(element, "m").filter(|fen| !fen.trim().is_empty()) {
        Some(fen) => RawStart::Fen(fen.into()),
        None => RawStart::Standard,
    }
}

fn child(element: &BytesStart<'_>, parent: u32, at: usize) -> Found {
    let mv = attribute(element, "m").and_then(|text| text.trim().parse::<Move>().ok());
    let mv = mv.map_or(RawMove::OffBoard(0xFF, 0xFF), RawMove::Squares);
    Found {
        node: RawNode { parent, at: at as u32, mv },
        main: attribute(element, "default").is_some_and(|value| value == "true"),
        comment: attribute(element, "c").filter(|text| !text.trim().is_empty()),
    }
}

/// The tree with the marked child of every node before its siblings.
fn main_lines_first(found: Vec<Found>) -> RawTree<'static> {
    let slot = |parent: u32| if parent == RawTree::ROOT { 0 } else { parent as usize + 1 };
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); found.len() + 1];
    for (i, child) in found.iter().enumerate() {
        let siblings = &mut children[slot(child.node.parent)];
        // Only the first mark of a node counts.
        let first = siblings.first().is_none_or(|first| !found[*first as usize].main);
        let place = if child.main && first { 0 } else { siblings.len() };
        siblings.insert(place, i as u32);
    }
    let mut tree = RawTree::default();
    // Nodes to come, the next one last, with their parents in the new order.
    let mut pending: Vec<(u32, u32)> = Vec::new();
    let waiting = |parent, old: &[u32]| {
        let children: Vec<_> = old.iter().rev().map(|child| (parent, *child)).collect();
        children
    };
    pending.extend(waiting(RawTree::ROOT, &children[0]));
    while let Some((parent, old)) = pending.pop() {
        let Found { node, comment, .. } = &found[old as usize];
        let new = tree.push(parent, node.at, node.mv);
        if let Some(comment) = comment {
            tree.comments.push((new, Cow::Owned(comment.trim().to_owned())));
        }
        pending.extend(waiting(new, &children[slot(old)]));
    }
    tree
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{attack, keep};

    const GAME: &str = concat!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><n version=\"2\" win=\"1-0\" ",
        "m=\"4k4/9/9/9/9/9/9/9/9/4K4 w\" c=\"起\"><n m=\"c3c4\"/>",
        "<n m=\"h2e2\" default=\"true\"><n m=\"h9g7\" c=\"正&#x21;\"/><n m=\"?\"/></n></n>",
    );

    #[test]
    fn the_marked_child_is_the_main_line() {
        let found = keep(&FORMAT, GAME.as_bytes()).records.remove(0);
        assert_eq!(found.moves(), "-1:h2e2 0:h9g7 0:ff-ff -1:c3c4");
        assert_eq!(found.comments, [(-1, "起".to_owned()), (1, "正!".to_owned())]);
        assert_eq!(found.tags, ["Result=1-0"]);
        assert_eq!(found.start, "4k4/9/9/9/9/9/9/9/9/4K4 w");
    }

    #[test]
    fn damage_is_survived_and_told() {
        // The order of the moves depends on marks to come, so here the main line comes first.
        let game = GAME.replace("<n m=\"c3c4\"/>", "");
        attack(&FORMAT, game.as_bytes(), true);
    }
}
