//! Turns JSON objects into games: those of other programs, and xqdb's own (see `export::jsonl`).
//!
//! xqdb's output reads back as the same start, tree, tags and result. A line cut at an unplayable
//! move ends again at the token that stopped it.

use super::values::{JsonMember, Object, Tag, elements, members, string, words};
use crate::format::field_moves::{is_lost, moves_of_field};
use crate::format::fields::{CARRIED, Role, role};
use crate::format::pgn::movetext::Moves;
use crate::format::reason::Reason;
use crate::format::{RawMove, RawNode, RawStart, RawTree};
use crate::metadata::{Kind, parse_result};
use serde::Deserialize;
use std::borrow::Cow;

/// A text of one move or of many.
pub(super) struct WrittenMoves<'a> {
    /// Offset in the whole text.
    at: usize,
    text: Cow<'a, str>,
    comment: Option<Cow<'a, str>>,
    /// The text should be exactly one move.
    is_one: bool,
}

/// Texts of an object's moves: one text, or an array of texts, of pairs, or of objects.
pub(super) fn written<'a>(object: &Object<'a>) -> Vec<WrittenMoves<'a>> {
    let Some(raw) = object.moves else { return Vec::new() };
    if let Some(text) = string(raw) {
        return vec![WrittenMoves {
            at: object.place(raw) + 1,
            text,
            comment: None,
            is_one: false,
        }];
    }
    let one = |raw: &'a str, text| WrittenMoves {
        at: object.place(raw) + 1,
        text,
        comment: None,
        is_one: true,
    };
    let mut found = Vec::new();
    for raw in elements(raw) {
        match raw.as_bytes().first() {
            Some(b'[') => {
                found.extend(
                    elements(raw).into_iter().filter_map(|raw| Some(one(raw, words(raw)?))),
                );
            }
            Some(b'{') => {
                let (text, comment) = of_object(raw);
                found
                    .push(WrittenMoves { comment, ..one(raw, text.unwrap_or(Cow::Borrowed(raw))) });
            }
            _ => found.push(one(raw, words(raw).unwrap_or(Cow::Borrowed(raw)))),
        }
    }
    found
}

/// Move and comment of `{"move": "h2e2"}` or `{"from": "h2", "to": "e2"}`.
fn of_object(raw: &str) -> (Option<Cow<'_, str>>, Option<Cow<'_, str>>) {
    let members = members(raw);
    let get = |names: &[&str]| {
        let mut named = members.iter().filter(|(name, _)| names.contains(&&**name));
        named.find_map(|(_, raw)| words(raw))
    };
    let squares = || Some(Cow::Owned(get(&["from"])?.into_owned() + &get(&["to"])?));
    let text =
        get(&["move", "iccs", "ucci", "uci", "notation", "san", "text", "着法"]).or_else(squares);
    (text, get(&["comment", "remark", "note", "注释"]))
}

/// Reads all texts in order. Nodes of a text that stands literally in `whole` get their offsets
/// there.
pub(super) fn read<'a>(whole: &'a str, written: &'a [WrittenMoves<'_>]) -> Moves<'a> {
    let mut moves = Moves::default();
    let mut last = RawTree::ROOT;
    for part in written {
        last = add(&mut moves, whole, part, last);
    }
    moves
}

/// Adds a text whose first move follows `last`; returns the last move of its main line.
fn add<'a>(moves: &mut Moves<'a>, whole: &'a str, part: &'a WrittenMoves<'_>, last: u32) -> u32 {
    let mut found = moves_of_field(whole, part.at, &part.text);
    let is_told = found.terminator.is_some() || part.text.trim().is_empty();
    let is_more =
        !found.passed_over.is_empty() || found.warnings.contains(&Reason::PassedOver.into());
    if part.is_one && (found.tree.nodes.len() != 1 || is_more) && !is_told {
        // Anything else in the place of a move is kept as one; `replay` rejects it.
        let tree = RawTree::line([(part.at, RawMove::Text(&part.text))].into_iter());
        found = Moves { tree, ..Moves::default() };
    }
    moves.passed_over.append(&mut found.passed_over);
    moves.warnings.append(&mut found.warnings);
    moves.black_first |= moves.tree.nodes.is_empty() && found.black_first;
    moves.terminator = found.terminator.or(moves.terminator);
    append(&mut moves.tree, found.tree, last, part.comment.as_deref())
}

/// Appends `tree` to `all` after the node `last`; returns the last node of its main line.
fn append<'a>(
    all: &mut RawTree<'a>,
    tree: RawTree<'a>,
    last: u32,
    comment: Option<&'a str>,
) -> u32 {
    let shift = all.nodes.len() as u32;
    let mut end = last;
    for mut node in tree.nodes {
        let is_main =
            if node.parent == RawTree::ROOT { end == last } else { node.parent + shift == end };
        node.parent = if node.parent == RawTree::ROOT { last } else { node.parent + shift };
        if is_main {
            end = all.nodes.len() as u32;
        }
        all.nodes.push(node);
    }
    let moved = |node: u32| if node == RawTree::ROOT { last } else { node + shift };
    all.comments.extend(tree.comments.into_iter().map(|(node, text)| (moved(node), text)));
    all.comments.extend(comment.map(|text| (end, Cow::Borrowed(text))));
    end
}

/// Tags of an object and the objects around it, under PGN names where they fit. Values other than
/// strings keep their spelling.
pub(super) fn tags<'a>(object: &Object<'a>) -> Vec<Tag<'a>> {
    let mut tags = Vec::new();
    for (name, raw) in &object.members {
        match role(name) {
            Some(Role::Moves) if object.moves == Some(*raw) => {}
            Some(Role::Start) if object.start == Some(*raw) => {
                tags.extend(words(raw).map(|fen| (Cow::Borrowed("FEN"), fen)));
            }
            Some(Role::Tag(name)) if raw.starts_with('{') => person(name, raw, &mut tags),
            Some(Role::Tag(name)) => tags.extend(said(raw).map(|said| (Cow::Borrowed(name), said))),
            _ => tags.extend(said(raw).map(|said| (name.clone(), said))),
        }
    }
    for (name, value) in object.around.iter() {
        if !tags.iter().any(|(known, _)| known == name) {
            tags.push((name.clone(), value.clone()));
        }
    }
    tags
}

/// Adds the tags of a player: `"red": {"name": "胡荣华", "team": "上海"}`.
fn person<'a>(side: &'static str, raw: &'a str, tags: &mut Vec<Tag<'a>>) {
    for (name, raw) in members(raw) {
        let Some(value) = said(raw) else { continue };
        let name = match (role(&name), &*name) {
            (Some(Role::Tag("Title")), _) => Cow::Borrowed(side),
            (_, "team") => Cow::Owned(format!("{side}Team")),
            (_, "rating" | "elo") => Cow::Owned(format!("{side}Elo")),
            _ => Cow::Owned(format!("{side}.{name}")),
        };
        tags.push((name, value));
    }
}

fn said(raw: &str) -> Option<Cow<'_, str>> {
    let is_empty = matches!(raw, "null" | "[]" | "{}" | "\"\"");
    words(raw).or_else(|| (!is_empty && !raw.starts_with('"')).then_some(Cow::Borrowed(raw)))
}

/// Members of xqdb's own objects, see `export::jsonl`.
const OWN: &str = "path member record byte_offset format encoding key kind status error start moves \
    result tags nodes ecco from_file_name derived doubt warnings comment tree damaged";

/// Whether xqdb wrote an object; one of the members that show it may be damaged.
pub(super) fn is_own(object: &Object<'_>) -> bool {
    let begins = |name, with: char| object.get(name).is_some_and(|raw| raw.starts_with(with));
    let has = [begins("tags", '{'), begins("moves", '['), object.get("nodes").is_some()];
    let count = has.into_iter().filter(|has| *has).count();
    count == 3 || count == 2 && ["tree", "status"].iter().any(|name| object.get(name).is_some())
}

/// Members of unknown name: in xqdb's own objects all of them, elsewhere those that hold what the
/// record lacks (moves, a position, a result, more records).
pub(super) fn lost<'a, 'o>(object: &'o Object<'a>) -> impl Iterator<Item = &'o JsonMember<'a>> {
    let is_own = is_own(object);
    let has = |wanted: &Role| {
        let mut named = object.members.iter().filter(|(name, _)| role(name) == Some(*wanted));
        named.any(|(_, raw)| raw.trim() != "null")
    };
    let lacks: Vec<Role> = CARRIED.iter().copied().filter(|role| !has(role)).collect();
    object.members.iter().filter(move |(name, raw)| {
        let lacks = if raw.contains('{') { &CARRIED[..2] } else { &lacks };
        match is_own {
            true => !OWN.split(' ').any(|own| own == name),
            false => role(name).is_none() && is_lost(name, raw.trim_matches('"'), lacks),
        }
    })
}

/// Contradictions in xqdb's own object, each with its place: values outside of their sets, a wrong
/// number of moves, a tree whose main line is not the line of moves.
pub(super) fn contradictions(object: &Object<'_>) -> Vec<(usize, Reason)> {
    let mut found = Vec::new();
    let is_status = |value: &str| ["ok", "partial", "empty", "rejected"].contains(&value);
    let is_result = |value: &str| !value.is_empty() && parse_result(value).is_some();
    let is_kind = |value: &str| Kind::from_name(value).is_some();
    for (name, is_known) in [
        ("status", &is_status as &dyn Fn(&str) -> bool),
        ("result", &is_result),
        ("kind", &is_kind),
    ] {
        let Some(raw) = object.get(name) else { continue };
        let value = words(raw).unwrap_or_default();
        if !is_known(&value) {
            let (name, value) = (name.to_owned(), value.into_owned());
            found.push((object.place(raw), Reason::ValueNotKnown { name, value }));
        }
    }
    let line: Vec<_> = object.get("moves").map(elements).unwrap_or_default();
    let tree = object.get("tree").map(|tree| elements(tree).into_iter().map(elements));
    let tree: Option<Vec<Vec<&str>>> = tree.map(Iterator::collect);
    let count = tree.as_ref().map_or(line.len(), Vec::len);
    if let Some(raw) = object.get("nodes") {
        let announced = raw.parse().unwrap_or(0);
        // Without its tree an object has only the moves of the main line.
        if count as u32 > announced || tree.is_some() && (count as u32) < announced {
            found.push((object.place(raw), Reason::MovesCounted { found: count, announced }));
        }
    }
    if let (Some(tree), Some(raw)) = (tree, object.get("tree")) {
        let mut last = None;
        let mut main = Vec::new();
        for (index, node) in tree.iter().enumerate() {
            if let [parent, mv, _] = node[..]
                && parent.parse::<usize>().ok() == last
            {
                last = Some(index);
                main.push(mv);
            }
        }
        if main != line {
            found.push((object.place(raw), Reason::TreeContradicts));
        }
    }
    found
}

/// Tags of xqdb's own object, unchanged.
pub(super) fn own_tags<'a>(object: &Object<'a>) -> Vec<Tag<'a>> {
    let found = object.get("tags").map(members).unwrap_or_default();
    found.into_iter().map(|(name, raw)| (name, string(raw).unwrap_or(Cow::Borrowed(raw)))).collect()
}

/// Start of a record with status `rejected`: the unreadable FEN, or the reason. None for others.
pub(super) fn rejected<'a>(object: &Object<'a>) -> Option<RawStart<'a>> {
    if object.get("status") != Some("\"rejected\"") {
        return None;
    }
    let failure = StatedFailure::of(object.get("error").unwrap_or("{}"));
    Some(match failure.token.filter(|fen| !fen.is_empty()) {
        Some(fen) => RawStart::Fen(fen.into()),
        None => failure.reason.map_or(Reason::SetAsideBefore.into(), RawStart::Unreadable),
    })
}

/// Token at which the main line of a record with status `partial` ends, and the reason.
pub(super) fn cut(object: &Object<'_>) -> Option<StatedFailure> {
    (object.get("status") == Some("\"partial\""))
        .then(|| StatedFailure::of(object.get("error").unwrap_or("{}")))
}

/// An object's report about a move that could not be played.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct StatedFailure {
    pub(super) token: Option<String>,
    pub(super) reason: Option<String>,
    /// Node before that move; below 0 for the start.
    after: Option<i64>,
}

impl StatedFailure {
    fn of(raw: &str) -> StatedFailure {
        serde_json::from_str(raw).unwrap_or_default()
    }
}

/// A move and the number of the node before it.
pub(super) struct JsonMove<'a> {
    parent: u32,
    at: usize,
    text: Cow<'a, str>,
    comment: Option<Cow<'a, str>>,
}

/// Moves, parents before children, with unplayable moves in their places.
pub(super) fn own_nodes<'a>(object: &Object<'a>) -> Vec<JsonMove<'a>> {
    let line = object.get("moves").map(elements).unwrap_or_default();
    let node = |raw: &'a str, parent: u32, text, comment| JsonMove {
        parent,
        at: object.place(raw),
        text,
        comment,
    };
    let mut nodes: Vec<JsonMove<'a>> = match object.get("tree") {
        None => {
            let parents = std::iter::once(RawTree::ROOT).chain(0..);
            line.iter()
                .zip(parents)
                .map(|(raw, parent)| node(raw, parent, words_or_raw(raw), None))
                .collect()
        }
        Some(tree) => {
            let parts = elements(tree).into_iter().map(|raw| (raw, elements(raw)));
            let entry = |(raw, parts): (&'a str, Vec<&'a str>)| match parts[..] {
                [parent, mv, comment] => node(
                    raw,
                    parent.parse().unwrap_or(RawTree::ROOT),
                    words_or_raw(mv),
                    string(comment),
                ),
                _ => node(raw, RawTree::ROOT, Cow::Borrowed(raw), None),
            };
            parts.map(entry).collect()
        }
    };
    let plies = line.len().min(nodes.len());
    if let Some(token) = cut(object).map(|failure| failure.token.unwrap_or_default()) {
        // As part of the main line it precedes the variations after the same move.
        for later in &mut nodes[plies..] {
            later.parent +=
                u32::from(later.parent != RawTree::ROOT && later.parent as usize >= plies);
        }
        let parent = (plies as u32).checked_sub(1).unwrap_or(RawTree::ROOT);
        let at = object.range.start;
        nodes.insert(plies, JsonMove { parent, at, text: token.into(), comment: None });
    }
    let is_shifted = |node: u32| cut(object).is_some() && node as usize >= plies;
    for raw in object.get("damaged").map(elements).unwrap_or_default() {
        let failure = StatedFailure::of(raw);
        let after = failure.after.and_then(|node| u32::try_from(node).ok());
        let after = after.map_or(RawTree::ROOT, |node| node + u32::from(is_shifted(node)));
        nodes.push(node(raw, after, failure.token.unwrap_or_default().into(), None));
    }
    nodes
}

fn words_or_raw(raw: &str) -> Cow<'_, str> {
    words(raw).unwrap_or(Cow::Borrowed(raw))
}

/// Builds the tree; a node without a parent in it hangs at the start, behind all others.
pub(super) fn own_tree<'a>(object: &Object<'a>, nodes: &'a [JsonMove<'_>]) -> RawTree<'a> {
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
