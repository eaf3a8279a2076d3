//! CBF: one game of CCBridge (象棋桥) as XML.
//!
//! | element | meaning |
//! |---|---|
//! | `ChineseChessRecord` | root |
//! | `Head` | one element a text: `Name`, `Contest`, `Red` ..., see `TEXTS` |
//! | `Head/RecordType` | 1 game, 2 opening, 3 endgame, 4 composed |
//! | `Head/RecordResult` | 0 unknown, 1 red, 2 black, 3 draw |
//! | `Head/FEN` | the start |
//! | `MoveList/Move` | `value="xy-xy"`, x from Red's left, y from the top; its content is the comment |
//!
//! The list is a pre-order dump: `branch="1"` says that another move instead of this one follows
//! when its line is finished, `end="1"` finishes a line. The first `Move` is the start and carries
//! the comment on it.
//!
//! Source: three files, of which one holds 15,352 moves in variations.

use super::dump::{Dump, Follow};
use super::fields::{Fields, from_top, raw_move, result_tag};
use super::xml::{self, Document, Item, attribute};
use super::{
    Fit, Format, Input, Offsets, RawMove, RawRecord, RawStart, RawTree, Sample, Sink, Warning, cbr,
};
use crate::metadata::KindHint;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// The row of the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "cbf",
    about: "CCBridge game as XML (象棋桥)",
    extensions: &["cbf"],
    is_text: true,
    sniff,
    read,
    boundary: None,
};

/// Elements of the head that become tags.
pub(crate) const TEXTS: [(&str, &str); 27] = [
    ("Name", "Title"),
    ("URL", "Source"),
    ("From", "SourceFile"),
    ("ContestType", "EventType"),
    ("Contest", "Event"),
    ("Round", "Round"),
    ("Group", "Group"),
    ("Table", "Table"),
    ("Date", "Date"),
    ("Site", "Site"),
    ("TimeRule", "TimeControl"),
    ("Red", "Red"),
    ("RedTeam", "RedTeam"),
    ("RedTime", "RedTime"),
    ("RedRating", "RedElo"),
    ("Black", "Black"),
    ("BlackTeam", "BlackTeam"),
    ("BlackTime", "BlackTime"),
    ("BlackRating", "BlackElo"),
    ("Referee", "Referee"),
    ("Recorder", "Recorder"),
    ("Commentator", "Annotator"),
    ("Creator", "Author"),
    ("DateModified", "Modified"),
    ("ECCO", "ECCO"),
    ("RecordKind", "RecordKind"),
    ("ResultType", "Termination"),
];

fn sniff(sample: &Sample<'_>) -> Fit {
    match xml::root(sample.head) {
        Some(root) if root.starts_with(b"ChineseChessRecord") => Fit::Certain,
        _ => Fit::No,
    }
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let document = Document::new(input);
    let mut record = Record::new(&document);
    let mut items = document.items();
    let mut text = String::new();
    let end = loop {
        match items.next_item() {
            Item::Open(element, at) => {
                text.clear();
                if element.name().as_ref() == "Move" {
                    record.entry(
                        at,
                        &attribute(&element, "value").unwrap_or_default(),
                        Follow {
                            child: attribute(&element, "end").is_none_or(|end| end != "1"),
                            sibling: attribute(&element, "branch").is_some_and(|on| on == "1"),
                        },
                    );
                }
            }
            Item::Text(more) => text.push_str(&more),
            Item::Close(name) => {
                record.element(&name, std::mem::take(&mut text));
            }
            Item::End { at, whole } => break record.missing(whole).map(|what| (at, what)),
        }
    };
    if let Some((at, what)) = end {
        record.dump = record.dump.break_off(at, what);
        record.fields.broken(document.source(at as u32), what);
    }
    let (tags, warnings) = record.fields.finish();
    sink.record(RawRecord {
        tags,
        start: record.start,
        tree: RawTree { nodes: record.dump.nodes, comments: record.comments },
        hint: record.hint,
        warnings,
        ..RawRecord::new(input.span(), document.decoded.encoding, &document)
    })
}

/// The record in the making.
struct Record {
    fields: Fields,
    start: RawStart<'static>,
    hint: Option<KindHint>,
    dump: Dump<'static>,
    comments: Vec<(u32, Cow<'static, str>)>,
    /// The node of the last `Move`; its comment may follow.
    node: Option<u32>,
    surplus: bool,
    list_ended: bool,
}

impl Record {
    fn new(document: &Document<'_>) -> Record {
        Record {
            fields: document.fields(),
            start: RawStart::Standard,
            hint: None,
            dump: Dump::default(),
            comments: Vec::new(),
            node: None,
            surplus: false,
            list_ended: false,
        }
    }

    /// Takes a `Move`.
    fn entry(&mut self, at: usize, value: &str, follow: Follow) {
        if !self.dump.is_complete() {
            self.node = Some(self.dump.add(at, squares(value), follow));
            return;
        }
        self.node = None;
        if !std::mem::replace(&mut self.surplus, true) {
            let text = "moves after the last line was finished are left out".to_owned();
            self.fields.warn(Warning::Other { text });
        }
    }

    /// What is missing at the end of the document, which may be broken off.
    fn missing(&self, whole: bool) -> Option<&'static str> {
        if !whole || !self.list_ended {
            Some("the XML document")
        } else if self.dump.waits_for_siblings() {
            Some("variations that were announced")
        } else {
            None
        }
    }

    /// Takes the content of the element that ends.
    fn element(&mut self, name: &str, text: String) {
        self.list_ended |= name == "MoveList";
        let trimmed = text.trim();
        if trimmed.is_empty() {
            return;
        }
        let number = || trimmed.parse::<u32>().unwrap_or(0);
        match name {
            "Move" => {
                if let Some(node) = self.node {
                    self.comments.push((node, trimmed.to_owned().into()));
                }
            }
            "RecordType" => self.hint = cbr::kind_hint(number()),
            "RecordResult" => self.fields.value("Result", result_tag(number())),
            "FEN" => self.start = RawStart::Fen(trimmed.to_owned().into()),
            _ => {
                if let Some((_, tag)) = TEXTS.iter().find(|(element, _)| *element == name) {
                    self.fields.value(tag, text);
                }
            }
        }
    }
}

/// The move of `xy-xy`. What is written otherwise is no move.
fn squares(value: &str) -> RawMove<'static> {
    let digit = |byte: u8| byte.wrapping_sub(b'0');
    match value.as_bytes() {
        [x, y, b'-', to_x, to_y] => {
            let from = from_top(digit(*x), digit(*y));
            let to = from_top(digit(*to_x), digit(*to_y));
            let packed = |x: u8, y: u8| digit(x) << 4 | digit(y) & 0x0F;
            raw_move(from, to, (packed(*x, *y), packed(*to_x, *to_y)))
        }
        _ => RawMove::OffBoard(0xFF, 0xFF),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{attack, keep};

    const GAME: &str = concat!(
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
    fn a_game_with_variations_reads_back() {
        let found = keep(&FORMAT, GAME.as_bytes()).records.remove(0);
        assert_eq!(found.tags, ["Title=甲 & 乙", "Red=胡荣华", "Result=1-0"]);
        assert_eq!(found.start, "4k4/9/9/9/9/9/9/9/9/4K4 w");
        assert_eq!(found.moves(), "-1:h2e2 0:h9g7 0:b9c7 -1:c3c4 3:98-25");
        assert_eq!(found.comments, [(-1, "开局".to_owned()), (2, "正".to_owned())]);
        assert_eq!(found.warnings, []);
    }

    #[test]
    fn moves_after_the_end_are_told() {
        let more = GAME.replace("</MoveList>", "<Move value=\"77-47\" /></MoveList>");
        let found = keep(&FORMAT, more.as_bytes()).records.remove(0);
        assert_eq!((found.nodes.len(), found.warnings.len()), (5, 1));
    }

    #[test]
    fn damage_is_survived_and_told() {
        attack(&FORMAT, GAME.as_bytes(), true);
    }
}
