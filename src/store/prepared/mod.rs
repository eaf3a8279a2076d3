//! Prepares a replayed record for the database, on a worker thread, without a look at stored rows.

use crate::format::Warning;
use crate::metadata::{Derived, Metadata, Status, chapter_of, title_of};
use crate::replay::{Record, Tree};
use crate::store::index::Payload;
use crate::store::prepared::evaluation::said_in;
use crate::store::prepared::identity::{Identity, MainLine, key_alone};
use crate::store::prepared::tags::StoredTags;
use crate::store::prepared::tree::{StoredTree, compress, pack};
use crate::xiangqi::{Move, Orientation, Position, PositionKey, Side, Trail};
use std::borrow::Cow;
use std::ops::Range;

pub(super) mod evaluation;
pub(super) mod identity;
pub(super) mod tags;
pub(super) mod tree;

/// A record ready to be written.
#[derive(Debug)]
pub struct Prepared {
    /// Byte range of the record in its source.
    pub span: Range<u64>,
    /// How completely the record could be read.
    pub status: Status,
    /// All tags as found, with the tags from the name of the file.
    pub tags: StoredTags,
    /// Metadata of the tags.
    pub metadata: Metadata,
    /// Title and chapter that the tags state.
    pub(crate) heading: Stated,
    /// Values that event, title and the name of the file add to the tags, and contradictions.
    pub(crate) derived: Derived,
    /// Identity among the records of a short line.
    pub identity: Identity,
    /// Start and main line; `None` for a record without a game: headings and records set aside.
    pub line: Option<MainLine>,
    /// Key of the game if it has no other record.
    pub(crate) key: String,
    /// Postings of the main line, then of the variations.
    pub postings: Postings,
    /// Variations and comments; `None` without any.
    pub tree: Option<StoredTree>,
    /// Evaluations and clocks in the comments of a game, as JSON; `None` without any.
    pub(crate) evaluations: Option<String>,
    /// The failure, as JSON; `None` without one.
    pub error: Option<String>,
    /// Damaged variations, as JSON; `None` without any.
    pub damaged: Option<String>,
    /// Warnings, as JSON; `None` without any.
    pub warnings: Option<String>,
    /// The raw bytes, compressed; `None` if the record is entirely clean.
    pub raw: Option<Vec<u8>>,
}

/// Key and payload of each position of a game.
#[derive(Debug, Default, Clone)]
pub struct Postings {
    /// Positions of the main line, from the start to the last.
    pub main: Vec<(u64, Payload)>,
    /// Positions of the variations.
    pub variations: Vec<(u64, Payload)>,
}

/// Warning of a record whose tree cannot be packed.
const TOO_LONG: &str = "variations and comments are too long to be searched; all of them stand in \
                        the bytes of the record";

impl Prepared {
    /// Prepares a record; `raw` are its bytes in the file.
    pub fn new(record: &Record, raw: &[u8]) -> Prepared {
        let game = &record.game;
        let line = MainLine::of(game);
        let mut postings = match &line {
            Some(_) => postings(game.start.as_deref(), &game.tree),
            None => Postings::default(),
        };
        let has_tree = game.tree.has_extras();
        let tree = if has_tree { pack(&game.tree) } else { None };
        let mut warnings = Cow::from(&game.warnings);
        if has_tree && tree.is_none() {
            postings.variations.clear();
            warnings.to_mut().push(Warning::Other { text: TOO_LONG.to_owned() });
        }
        let evaluations = match (&line, &tree) {
            (Some(_), Some(_)) => said_in(&game.tree, first_side(game.start.as_deref())),
            _ => None,
        };
        let is_clean =
            game.outcome.failure().is_none() && game.damaged.is_empty() && warnings.is_empty();
        let heading = Stated::of(record.tags.iter().map(|(name, value)| (&**name, &**value)));
        let (metadata, derived) = record.derive();
        let (identity, key) = identified(line.as_ref(), &metadata);
        Prepared {
            span: record.span.clone(),
            status: game.outcome.status(),
            tags: StoredTags::of(&record.all_tags()),
            key,
            heading,
            derived,
            identity,
            metadata,
            line,
            postings,
            tree,
            evaluations,
            error: game.outcome.failure().map(json),
            damaged: (!game.damaged.is_empty()).then(|| json(&game.damaged)),
            warnings: (!warnings.is_empty()).then(|| json(&warnings)),
            raw: (!is_clean).then(|| compress(raw)),
        }
    }

    /// Whether no game of the record could be kept although the record claims to hold one.
    pub fn is_set_aside(&self) -> bool {
        self.line.is_none() && self.status.is_damaged()
    }

    /// Rough size in memory, in bytes.
    pub fn weight(&self) -> usize {
        let postings = self.postings.main.len() + self.postings.variations.len();
        let blobs = self.raw.as_ref().map_or(0, Vec::len)
            + self.tree.as_ref().map_or(0, StoredTree::weight)
            + self.evaluations.as_ref().map_or(0, String::len)
            + self.damaged.as_ref().map_or(0, String::len)
            + self.warnings.as_ref().map_or(0, String::len);
        900 + self.tags.weight() + postings * 32 + blobs
    }
}

/// Identity of a record on its line, and the key of its game if no other record witnesses it.
pub(crate) fn identified(line: Option<&MainLine>, metadata: &Metadata) -> (Identity, String) {
    let Some(line) = line else { return Default::default() };
    let identity = line.identity(metadata);
    let key = key_alone(line, &identity);
    (identity, key)
}

/// The side that moves first.
pub(crate) fn first_side(start: Option<&Position>) -> Side {
    start.map_or(Side::Red, Position::side)
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data always serialises")
}

/// Makes the postings of a game: every position with the next move; a last position has none.
pub fn postings(start: Option<&Position>, tree: &Tree) -> Postings {
    let start = start.cloned().unwrap_or_else(Position::start);
    let plies = tree.plies as usize;
    let mut postings = Postings {
        main: Vec::with_capacity(plies + 1),
        variations: Vec::with_capacity(2 * tree.nodes.len().saturating_sub(plies)),
    };
    let mut trail = Trail::of(&start);
    for mv in tree.main_line() {
        postings.main.push(posting(trail.key(), Some(mv), false));
        trail.play(mv);
    }
    postings.main.push(posting(trail.key(), None, false));
    tree.visit_variations(&start, |at| {
        postings.variations.push(posting(at.position.key(), at.mv, true));
    });
    postings
}

/// Makes a posting. The move is stored as played; the orientation relates the board to the key.
fn posting(at: PositionKey, mv: Option<Move>, is_variation: bool) -> (u64, Payload) {
    let code = mv.map_or(Payload::NO_MOVE, Move::code);
    let is_mirrored = at.orientation == Orientation::Mirrored;
    (at.key, Payload::new(code, is_mirrored, is_variation))
}

/// Title and chapter that the tags of a record state; `None` where the tags state none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Stated {
    pub(crate) title: Option<String>,
    /// Chapter as a path.
    pub(crate) chapter: Option<String>,
}

impl Stated {
    /// Reads title and chapter from tags.
    pub(crate) fn of<'a>(tags: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Stated {
        Stated { title: title_of(tags.clone()).map(str::to_owned), chapter: chapter_of(tags) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::MoveNode;

    #[test]
    fn every_position_is_posted_once_with_its_move() {
        let mv = |text: &str| text.parse::<Move>().unwrap();
        let node = |parent, text| MoveNode { parent, mv: mv(text) };
        let tree = Tree {
            nodes: vec![
                node(Tree::ROOT, "h2e2"),
                node(0, "h9g7"),
                node(0, "b9c7"),
                node(2, "h0g2"),
                node(Tree::ROOT, "b2e2"),
            ],
            plies: 2,
            comments: Vec::new(),
        };
        let postings = postings(None, &tree);
        let moves = |list: &[(u64, Payload)]| {
            list.iter()
                .map(|(_, payload)| {
                    payload.move_code().and_then(Move::from_code).map(|mv| mv.to_string())
                })
                .collect::<Vec<_>>()
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(moves(&postings.main), [some("h2e2"), some("h9g7"), None]);
        assert_eq!(
            moves(&postings.variations),
            [some("b9c7"), some("h0g2"), None, some("b2e2"), None]
        );
        // The central cannon and its mirror image share a key and differ in orientation.
        let (cannon, mirrored) = (postings.main[1], postings.variations[4]);
        assert_eq!(cannon.0, mirrored.0);
        assert_ne!(cannon.1.is_mirrored(), mirrored.1.is_mirrored());
    }
}
