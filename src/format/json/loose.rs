//! Moves and names of objects that other programs write.

use super::object::{Object, Tag, elements, members, string, words};
use crate::format::usual::{self, Role, role};
use crate::format::{RawMove, RawTree, Warning};
use std::borrow::Cow;
use std::ops::Range;

/// A text with one move or with many.
pub(super) struct Written<'a> {
    /// Where it begins in the whole text.
    at: usize,
    text: Cow<'a, str>,
    comment: Option<Cow<'a, str>>,
    /// It is to be one move, and nothing else.
    is_one: bool,
}

/// The moves as they are written: one text, or an array of texts, of pairs, or of objects.
pub(super) fn written<'a>(object: &Object<'a>) -> Vec<Written<'a>> {
    let Some(raw) = object.moves else { return Vec::new() };
    if let Some(text) = string(raw) {
        return vec![Written { at: object.place(raw) + 1, text, comment: None, is_one: false }];
    }
    let one = |raw: &'a str, text| Written {
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
                found.push(Written { comment, ..one(raw, text.unwrap_or(Cow::Borrowed(raw))) });
            }
            _ => found.push(one(raw, words(raw).unwrap_or(Cow::Borrowed(raw)))),
        }
    }
    found
}

/// The move of `{"move": "h2e2"}` or `{"from": "h2", "to": "e2"}`, and its comment.
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

/// Moves that were read, one text after the other.
#[derive(Default)]
pub(super) struct Moves<'a> {
    pub(super) tree: RawTree<'a>,
    pub(super) black_first: bool,
    pub(super) terminator: Option<&'a str>,
    pub(super) warnings: Vec<Warning>,
    pub(super) passed_over: Vec<Range<usize>>,
}

impl<'a> Moves<'a> {
    /// Reads all of them; what is borrowed from `whole` is read where it stands there.
    pub(super) fn read(whole: &'a str, written: &'a [Written<'_>]) -> Moves<'a> {
        let mut moves = Moves::default();
        let mut last = RawTree::ROOT;
        for part in written {
            last = moves.add(whole, part, last);
        }
        moves
    }

    /// Adds a text whose first move follows `last`; returns the last move of its main line.
    fn add(&mut self, whole: &'a str, part: &'a Written<'_>, last: u32) -> u32 {
        let place = part.at..part.at + part.text.len();
        let in_place = whole.get(place.clone()).filter(|found| *found == part.text);
        let mut found = match in_place {
            Some(_) => usual::moves(whole, place),
            None => usual::moves(&part.text, 0..part.text.len()),
        };
        if in_place.is_none() {
            found.tree.nodes.iter_mut().for_each(|node| node.at = part.at as u32);
        }
        let is_told = found.terminator.is_some() || part.text.trim().is_empty();
        if part.is_one && (found.tree.nodes.len() != 1 || !found.passed_over.is_empty()) && !is_told
        {
            // Whatever stands in the place of a move is tried as one, and found out there.
            found.tree = RawTree::default();
            found.passed_over.clear();
            found.tree.push(RawTree::ROOT, part.at as u32, RawMove::Text(&part.text));
        }
        if in_place.is_some() {
            self.passed_over.append(&mut found.passed_over);
        } else if !found.passed_over.is_empty() {
            let text = "text that is no move was passed over".to_owned();
            self.warnings.push(Warning::Other { text });
        }
        self.warnings.append(&mut found.warnings);
        self.black_first |= self.tree.nodes.is_empty() && found.black_first;
        self.terminator = found.terminator.or(self.terminator);
        self.append(found.tree, last, part.comment.as_deref())
    }

    fn append(&mut self, tree: RawTree<'a>, last: u32, comment: Option<&'a str>) -> u32 {
        let shift = self.tree.nodes.len() as u32;
        let mut end = last;
        for mut node in tree.nodes {
            let is_main =
                if node.parent == RawTree::ROOT { end == last } else { node.parent + shift == end };
            node.parent = if node.parent == RawTree::ROOT { last } else { node.parent + shift };
            if is_main {
                end = self.tree.nodes.len() as u32;
            }
            self.tree.nodes.push(node);
        }
        let moved = |node: u32| if node == RawTree::ROOT { last } else { node + shift };
        self.tree
            .comments
            .extend(tree.comments.into_iter().map(|(node, text)| (moved(node), text)));
        self.tree.comments.extend(comment.map(|text| (end, Cow::Borrowed(text))));
        end
    }
}

/// What an object and those around it say, under the names of PGN where one fits. What is said in
/// other ways than words is kept as it is written.
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

/// `"red": {"name": "胡荣华", "team": "上海"}`
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
