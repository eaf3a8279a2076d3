//! Games as XML: CBF (CCBridge, 象棋桥) and PFC (Pengfei, 鹏飞象棋); and a walk over a
//! document that never fails.
//!
//! # CBF
//!
//! | element | meaning |
//! |---|---|
//! | `ChineseChessRecord` | root |
//! | `Head` | one element a text: `Name`, `Contest`, `Red` ..., see `fields.tsv` |
//! | `Head/RecordType` | 1 game, 2 opening, 3 endgame, 4 composed |
//! | `Head/RecordResult` | 0 unknown, 1 red, 2 black, 3 draw |
//! | `Head/FEN` | the start |
//! | `MoveList/Move` | `value="xy-xy"`, x from Red's left, y from the top; its content is the comment |
//!
//! The list is a pre-order dump: `branch="1"` announces another move instead of this one after its
//! line, `end="1"` ends a line. The first `Move` is the start and carries its comment.
//!
//! Source: three files; one has 15,352 moves in variations.
//!
//! # PFC
//!
//! | attribute of `n` | meaning |
//! |---|---|
//! | `version` | on the root only |
//! | `m` | on the root the start as FEN, elsewhere a move such as `h2e2` |
//! | `c` | comment |
//! | `default` | `true` on the child that continues the main line; the first child where none has it |
//! | `win` | on the root: the result, `*` when unknown |
//! | `create-time` | on the root: when the file was made |
//! | `title` | on the root |
//!
//! Moves are nested: a child is a move after its parent.
//!
//! Source: one file, and other readers' descriptions of `default` and `title`.
//!
//! Other texts of `Head` become tags of their own names, and so do other attributes of a root of PFC
//! that has its start and result, unless they are nearly one of these. Other elements and
//! attributes are reported as damage.

use super::binary::{BinaryEntry, RawMoves, RecordDraft, from_top, kind_hint, raw_move_of_pairs};
use super::fields::{is_nearly, tag_of};
use super::reason::{FilePart, Reason};
use super::text::{Text, beginning};
use super::{FileSample, Fit, Format, Input, RawMove, RawNode, RawStart, RawTree, Sink};
use crate::metadata::parse_result;
use crate::xiangqi::Move;
use quick_xml::XmlVersion;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesRef, BytesStart, Event};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::ops::ControlFlow;

pub(super) const CBF: Format = Format {
    name: "cbf",
    about: "CCBridge game as XML (象棋桥)",
    extensions: &["cbf"],
    sniff: |sample| {
        let root = root(sample.head);
        Fit::Certain.when(root.is_some_and(|root| root.starts_with(CBF_ROOT.as_bytes())))
    },
    read: read_cbf,
    ..Format::TEXT
};

pub(super) const PFC: Format = Format {
    name: "pfc",
    about: "Pengfei game (鹏飞象棋)",
    extensions: &["pfc"],
    sniff: sniff_pfc,
    read: read_pfc,
    ..Format::TEXT
};

/// Bytes behind the root element's bracket: its name and the rest. `None` if the file does not
/// begin like an XML document, with declaration, comments and instructions.
fn root(head: &[u8]) -> Option<&[u8]> {
    let mut rest = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    loop {
        let inner = rest.strip_prefix(b"<")?;
        let end: &[u8] = match inner {
            [b'?', ..] => b"?>",
            [b'!', b'-', b'-', ..] => b"-->",
            [b'!', ..] => b">",
            _ => return Some(inner),
        };
        let len = memchr::memmem::find(inner, end)?;
        rest = inner[len + end.len()..].trim_ascii_start();
    }
}

/// A record that spans the whole document.
fn draft<'d>(text: &'d Text<'_>, input: &Input<'_>) -> RecordDraft<'d> {
    let mut draft = RecordDraft::at(input.span(), text.encoding(), text);
    draft.malformed(text.replaced());
    draft
}

/// One step of a walk.
enum Item<'a> {
    /// Start of an element at this offset of the text. Empty elements also get an end.
    Open(BytesStart<'a>, usize),
    /// End of the element with this name.
    Close(String),
    /// Unescaped text inside an element, and its offset.
    Text(Cow<'a, str>, usize),
    /// End of the document, complete or broken off.
    End {
        /// Offset in the text.
        at: usize,
        /// Whether every element was closed.
        whole: bool,
    },
}

/// Walk over a document.
struct Items<'a> {
    reader: quick_xml::Reader<&'a [u8]>,
    open: usize,
}

impl<'a> Items<'a> {
    /// Starts at the beginning of a document.
    fn of(text: &'a str) -> Items<'a> {
        let mut reader = quick_xml::Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        Items { reader, open: 0 }
    }

    /// Next step; not to be called after [`Item::End`].
    fn next_item(&mut self) -> Item<'a> {
        loop {
            let at = self.reader.buffer_position() as usize;
            return match self.reader.read_event() {
                Ok(Event::Start(element)) => {
                    self.open += 1;
                    Item::Open(element, at)
                }
                Ok(Event::End(element)) => {
                    self.open = self.open.saturating_sub(1);
                    Item::Close(element.name().as_ref().to_owned())
                }
                Ok(Event::Text(text)) => Item::Text(text.into_inner(), at),
                Ok(Event::CData(text)) => Item::Text(text.into_inner(), at),
                Ok(Event::GeneralRef(entity)) => Item::Text(resolve(&entity), at),
                Ok(Event::Eof) => Item::End { at, whole: self.open == 0 },
                Err(_) => Item::End { at, whole: false },
                Ok(_) => continue,
            };
        }
    }
}

/// Attributes that an element may have, each with the test of its value.
type KnownAttributes = &'static [(&'static str, fn(&str) -> bool)];

/// Largest number of attributes of a sound element. Each attribute is compared with those before it.
const MOST_ATTRIBUTES: usize = 64;

/// Whether an element has only sound attributes, each once: `known` ones with their values, or those
/// that `is_other` allows; at most [`MOST_ATTRIBUTES`].
fn is_sound(
    element: &BytesStart<'_>,
    known: KnownAttributes,
    is_other: impl Fn(&str) -> bool,
) -> bool {
    let is_known = |key: &str, value: &str| {
        let own = known.iter().find(|(name, _)| *name == key);
        own.map_or_else(|| is_other(key), |(_, is)| is(value))
    };
    element.attributes().take(MOST_ATTRIBUTES + 1).enumerate().all(|(number, it)| {
        number < MOST_ATTRIBUTES && it.is_ok_and(|it| is_known(it.key.as_ref(), &it.value))
    })
}

/// Whether a name is an attribute that other programs give the root of PFC. Where the start or the
/// result is missing, any other name may be its damaged one.
fn is_foreign(root: &BytesStart<'_>, name: &str) -> bool {
    PFC_ROOT.iter().all(|(known, _)| name != *known && !is_nearly(name, known))
        && ["m", "win"].iter().all(|own| attribute(root, own).is_some())
}

/// Text of an entity; unknown ones stay as written.
fn resolve(entity: &BytesRef<'_>) -> Cow<'static, str> {
    if let Ok(Some(character)) = entity.resolve_char_ref() {
        return character.to_string().into();
    }
    let name = entity.xml10_content();
    resolve_xml_entity(&name).map_or_else(|| format!("&{name};").into(), Cow::Borrowed)
}

/// Unescaped value of an attribute.
fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    element.try_get_attribute(name).ok()?.as_ref().map(value_of)
}

/// Unescaped value; if the value cannot be unescaped, the value as written.
fn value_of(attribute: &Attribute<'_>) -> String {
    let value = attribute.normalized_value(XmlVersion::Explicit1_0);
    value.map_or_else(|_| attribute.value.to_string(), Cow::into_owned)
}

const CBF_ROOT: &str = "ChineseChessRecord";

/// Depth of the elements that hold texts; the root is 1.
const CBF_TEXTS: usize = 3;

/// Attributes of an element of CBF.
fn cbf_attributes(name: &str) -> KnownAttributes {
    const FLAG: fn(&str) -> bool = |value| matches!(value, "0" | "1");
    match name {
        CBF_ROOT => &[("Version", |_| true)],
        "Move" => &[("value", |_| true), ("branch", FLAG), ("end", FLAG)],
        _ => &[],
    }
}

fn read_cbf(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let document = Text::as_it_stands(input);
    let mut game = CbfGame {
        draft: draft(&document, input),
        moves: RawMoves::default(),
        comments: Vec::new(),
        node: None,
        surplus: false,
        is_list: false,
        list_ended: false,
        is_closed_at_once: false,
    };
    let mut items = Items::of(document.as_str());
    let (mut text, mut begin) = (String::new(), 0);
    loop {
        match items.next_item() {
            Item::Open(element, at) => {
                let name = element.name();
                let name = name.as_ref();
                let may_stand = match items.open {
                    1 => name == CBF_ROOT,
                    2 => matches!(name, "Head" | "MoveList"),
                    CBF_TEXTS => game.is_list == (name == "Move"),
                    _ => false,
                };
                if !may_stand || !is_sound(&element, cbf_attributes(name), |_| false) {
                    game.draft.damaged(at, Reason::Unclaimed(beginning(&element)));
                }
                game.is_list |= name == "MoveList";
                text.clear();
                begin = at;
                let tag = document.as_str()[at..].split('>').next();
                game.is_closed_at_once = tag.is_some_and(|tag| tag.ends_with('/'));
                if name == "Move" {
                    game.entry(at, &element);
                }
            }
            Item::Text(more, at) => {
                if items.open != CBF_TEXTS && !more.trim().is_empty() {
                    game.draft.damaged(at, Reason::Unclaimed(beginning(&more)));
                }
                text.push_str(&more);
            }
            Item::Close(name) => game.element(begin, &name, std::mem::take(&mut text)),
            Item::End { at, whole } => {
                if let Some(part) = game.missing(whole) {
                    game.moves.break_off(at, part);
                }
                break;
            }
        }
    }
    game.draft.moves(game.moves);
    game.draft.record.tree.comments = game.comments;
    game.draft.give(sink)
}

/// CBF record under construction.
struct CbfGame<'a> {
    draft: RecordDraft<'a>,
    moves: RawMoves<'a>,
    comments: Vec<(u32, Cow<'a, str>)>,
    /// Node of the last `Move`, whose comment may follow.
    node: Option<u32>,
    surplus: bool,
    /// Whether the list of moves has begun, and has ended.
    is_list: bool,
    list_ended: bool,
    /// Whether the open element is written `<Name />`.
    is_closed_at_once: bool,
}

impl CbfGame<'_> {
    /// Takes a `Move` that begins at offset `at`.
    fn entry(&mut self, at: usize, element: &BytesStart<'_>) {
        if !self.moves.is_complete() {
            let is_one = |name| attribute(element, name).is_some_and(|value| value == "1");
            let value = attribute(element, "value").unwrap_or_default();
            if self.node.is_none() && value != CBF_START {
                self.draft.damaged(at, Reason::Unclaimed(beginning(element)));
            }
            let entry = BinaryEntry {
                mv: cbf_move(&value),
                child: !is_one("end"),
                sibling: is_one("branch"),
                comment: false,
            };
            self.node = Some(self.moves.add(at, entry));
            return;
        }
        self.node = None;
        if !std::mem::replace(&mut self.surplus, true) {
            self.draft.damaged(at, Reason::MovesBehindEnd);
        }
    }

    /// Part missing at the end of the document; None if it is complete.
    fn missing(&self, whole: bool) -> Option<FilePart> {
        if !whole || !self.list_ended {
            Some(FilePart::Xml)
        } else {
            self.moves.waits_for_siblings().then_some(FilePart::Variations)
        }
    }

    /// Takes the content of an element that began at `at` and ends.
    fn element(&mut self, at: usize, name: &str, text: String) {
        self.list_ended |= name == "MoveList";
        self.is_list &= name != "MoveList";
        let trimmed = text.trim();
        if trimmed.is_empty() && (name != "RecordResult" || self.is_closed_at_once) {
            return;
        }
        match name {
            "Move" => {
                if let Some(node) = self.node {
                    self.comments.push((node, trimmed.to_owned().into()));
                }
            }
            "RecordType" | "RecordResult" => match trimmed.parse() {
                Ok(number) if name == "RecordType" => self.draft.record.hint = kind_hint(number),
                Ok(number) => self.draft.result(at, number),
                Err(_) => {
                    let (name, value) = (name.to_owned(), beginning(trimmed));
                    self.draft.damaged(at, Reason::ValueNotKnown { name, value });
                }
            },
            "FEN" => self.draft.record.start = RawStart::Fen(trimmed.to_owned().into()),
            _ => match tag_of(CBF.name, name) {
                Some(tag) => self.draft.value(tag, text),
                None => self.draft.other_value(name.to_owned(), text),
            },
        }
    }
}

/// Value of the first entry, which is no move.
const CBF_START: &str = "00-00";

/// Move `xy-xy`; any other value is off the board.
fn cbf_move(value: &str) -> RawMove<'static> {
    let &[x, y, b'-', to_x, to_y] = value.as_bytes() else {
        return RawMove::OffBoard(0xFF, 0xFF);
    };
    raw_move_of_pairs(from_top, [x, y, to_x, to_y].map(|digit| digit.wrapping_sub(b'0')))
}

fn sniff_pfc(sample: &FileSample<'_>) -> Fit {
    match root(sample.head) {
        Some(root) if root.starts_with(b"n version=") => Fit::Certain,
        Some([b'n', byte, ..])
            if byte.is_ascii_whitespace() && sample.has_extension(PFC.extensions) =>
        {
            Fit::Likely
        }
        _ => Fit::No,
    }
}

/// A move of PFC.
struct PfcMove {
    node: RawNode<'static>,
    /// Number of moves before this move.
    depth: usize,
    /// The move is marked as the main line.
    is_main: bool,
    comment: Option<String>,
}

/// Attributes of the root of PFC.
const PFC_ROOT: KnownAttributes = &[
    ("version", |_| true),
    ("win", |value| !value.trim().is_empty() && parse_result(value).is_some()),
    ("create-time", |_| true),
    ("title", |_| true),
    ("m", |_| true),
    ("c", |_| true),
];

/// Attributes of a move of PFC.
const PFC_MOVE: KnownAttributes =
    &[("m", |_| true), ("c", |_| true), ("default", |value| matches!(value, "true" | "false"))];

fn read_pfc(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let document = Text::as_it_stands(input);
    let mut draft = draft(&document, input);
    let mut start = None;
    let mut root_comment = None;
    let mut found: Vec<PfcMove> = Vec::new();
    // Nodes of which a child is marked as the main line.
    let mut marked: FxHashSet<u32> = FxHashSet::default();
    // Open elements: nodes of `found`, the root first.
    let mut open: Vec<u32> = Vec::new();
    let mut items = Items::of(document.as_str());
    loop {
        match items.next_item() {
            Item::Open(element, at) => {
                let parent = open.last().copied();
                let known = if parent.is_none() { PFC_ROOT } else { PFC_MOVE };
                // A document has one root.
                let may_stand = parent.is_none() == start.is_none();
                let is_sound = may_stand
                    && element.name().as_ref() == "n"
                    && is_sound(&element, known, |name| {
                        parent.is_none() && is_foreign(&element, name)
                    });
                if !is_sound {
                    draft.damaged(at, Reason::Unclaimed(beginning(&element)));
                }
                let Some(parent) = parent else {
                    start = start.or_else(|| Some(pfc_root(&element, is_sound, &mut draft)));
                    root_comment = attribute(&element, "c");
                    open.push(RawTree::ROOT);
                    continue;
                };
                let depth = open.len();
                open.push(found.len() as u32);
                let pfc_node = PfcMove { depth, ..pfc_move(&element, parent, at) };
                if pfc_node.is_main && !marked.insert(parent) {
                    draft.damaged(at, Reason::SecondMainLine);
                }
                found.push(pfc_node);
            }
            Item::Close(_) => {
                open.pop();
            }
            Item::Text(text, at) => {
                if !text.trim().is_empty() {
                    draft.damaged(at, Reason::Unclaimed(beginning(&text)));
                }
            }
            Item::End { whole: true, .. } => break,
            Item::End { at, whole: false } => {
                draft.broken(at, FilePart::Xml, false);
                break;
            }
        }
    }
    draft.record.start = start.unwrap_or(Reason::NoStart.into());
    let mut tree = main_lines_first(found);
    if let Some(text) = root_comment.filter(|text| !text.trim().is_empty()) {
        tree.comments.insert(0, (RawTree::ROOT, text.trim().to_owned().into()));
    }
    draft.record.tree = tree;
    draft.give(sink)
}

/// Takes tags and start from the root. Of a damaged one nobody knows whether it had a start.
fn pfc_root(
    element: &BytesStart<'_>,
    is_sound: bool,
    draft: &mut RecordDraft<'_>,
) -> RawStart<'static> {
    for (name, tag) in [("title", "Title"), ("create-time", "Created")] {
        draft.value(tag, attribute(element, name).unwrap_or_default());
    }
    let attributes = element.attributes().take(MOST_ATTRIBUTES).flatten();
    for other in attributes.filter(|it| is_foreign(element, it.key.as_ref())) {
        draft.other_value(other.key.as_ref().to_owned(), value_of(&other));
    }
    let win = attribute(element, "win").filter(|win| win != "*");
    draft.value("Result", win.unwrap_or_default());
    match attribute(element, "m").filter(|fen| !fen.trim().is_empty()) {
        Some(fen) => RawStart::Fen(fen.into()),
        None if is_sound => RawStart::Standard,
        None => Reason::NoStart.into(),
    }
}

fn pfc_move(element: &BytesStart<'_>, parent: u32, at: usize) -> PfcMove {
    let mv = attribute(element, "m").and_then(|text| text.trim().parse::<Move>().ok());
    let mv = mv.map_or(RawMove::OffBoard(0xFF, 0xFF), RawMove::Squares);
    PfcMove {
        node: RawNode { parent, at: at as u32, mv },
        depth: 0,
        is_main: attribute(element, "default").is_some_and(|value| value == "true"),
        comment: attribute(element, "c").filter(|text| !text.trim().is_empty()),
    }
}

/// Builds the tree with each node's marked child before its siblings, and parents before children.
fn main_lines_first(found: Vec<PfcMove>) -> RawTree<'static> {
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|&old| (found[old].depth, !found[old].is_main));
    let mut places = vec![RawTree::ROOT; found.len()];
    let mut tree = RawTree::default();
    for old in order {
        let PfcMove { node, comment, .. } = &found[old];
        let parent = places.get(node.parent as usize).copied().unwrap_or(RawTree::ROOT);
        places[old] = tree.push(parent, node.at, node.mv);
        let comment = comment.as_ref().map(|text| Cow::Owned(text.trim().to_owned()));
        tree.comments.extend(comment.map(|comment| (places[old], comment)));
    }
    tree
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::keep;

    const CBF_GAME: &str = concat!(
        "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ChineseChessRecord Version=\"1.0\">",
        "<Head><Name>甲 &amp; 乙</Name><URL /><Red>胡荣华</Red><RecordType>2</RecordType>",
        "<RecordResult>1</RecordResult><FEN>4k4/9/9/9/9/9/9/9/9/4K4 w</FEN></Head><MoveList>",
        "<Move value=\"00-00\"><![CDATA[开局]]></Move>",
        "<Move value=\"77-47\" branch=\"1\" />",
        "<Move value=\"70-62\" end=\"1\" branch=\"1\" />",
        "<Move value=\"10-22\" end=\"1\"><![CDATA[正]]></Move>",
        "<Move value=\"26-25\" />",
        "<Move value=\"9x-25\" end=\"1\" />",
        "</MoveList></ChineseChessRecord>",
    );

    #[test]
    fn a_cbf_game_with_variations_reads_back() {
        let found = keep(&CBF, CBF_GAME.as_bytes()).records.remove(0);
        assert_eq!(found.tags, ["Title=甲 & 乙", "Red=胡荣华", "Result=1-0"]);
        assert_eq!(found.start, "4k4/9/9/9/9/9/9/9/9/4K4 w");
        assert_eq!(found.moves(), "-1:h2e2 0:h9g7 0:b9c7 -1:c3c4 3:98-25");
        assert_eq!(found.comments, [(-1, "开局".to_owned()), (2, "正".to_owned())]);
        assert_eq!(found.warnings, []);
    }

    #[test]
    fn moves_after_the_end_are_told() {
        let more = CBF_GAME.replace("</MoveList>", "<Move value=\"77-47\" /></MoveList>");
        let found = keep(&CBF, more.as_bytes());
        assert_eq!(found.damage, [Reason::MovesBehindEnd.to_string()]);
        assert_eq!(found.records[0].nodes.len(), 5);
    }

    const PFC_GAME: &str = concat!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><n version=\"2\" win=\"1-0\" ",
        "m=\"4k4/9/9/9/9/9/9/9/9/4K4 w\" c=\"起\"><n m=\"c3c4\"/>",
        "<n m=\"h2e2\" default=\"true\"><n m=\"h9g7\" c=\"正&#x21;\"/><n m=\"?\"/></n></n>",
    );

    #[test]
    fn the_marked_child_is_the_main_line() {
        let found = keep(&PFC, PFC_GAME.as_bytes()).records.remove(0);
        assert_eq!(found.moves(), "-1:h2e2 -1:c3c4 0:h9g7 0:ff-ff");
        assert_eq!(found.comments, [(-1, "起".to_owned()), (2, "正!".to_owned())]);
        assert_eq!(found.tags, ["Result=1-0"]);
        assert_eq!(found.start, "4k4/9/9/9/9/9/9/9/9/4K4 w");
    }

    #[test]
    fn texts_under_other_names_are_tags() {
        let result = "<RecordResult>1</RecordResult>";
        let found =
            keep(&CBF, CBF_GAME.replace(result, "<RecordResult /><Rang>一</Rang>").as_bytes());
        assert_eq!(found.records[0].tags, ["Title=甲 & 乙", "Red=胡荣华", "Rang=一"]);
        assert_eq!(found.damage, [""; 0]);
        let found = keep(&PFC, PFC_GAME.replace(" win=", " author=\"某\" win=").as_bytes());
        assert_eq!(found.records[0].tags, ["author=某", "Result=1-0"]);
        assert_eq!(found.damage, [""; 0]);
        for damaged in [" wind=", " iwn=", " winCW="] {
            let found = keep(&PFC, PFC_GAME.replace(" win=", damaged).as_bytes());
            assert_eq!(found.damage.len(), 1, "the result is missing: {damaged}");
        }
        // In quadratic time this would take minutes.
        let many: String = (0..300_000).map(|at| format!(" other{at}=\"x\"")).collect();
        let found = keep(&PFC, PFC_GAME.replace(" win=", &(many + " win=")).as_bytes());
        assert_eq!((found.damage.len(), found.records[0].nodes.len()), (1, 4));
    }
}
