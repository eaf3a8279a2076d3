//! Reads bytes as the program does, and checks every promise that holds for any input.

use super::fixtures::Fixture;
use std::ops::ControlFlow;
use xqdb::format::{
    FileSample, Format, Input, RawRecord, RawTree, Sink, by_name, identify, may_hold_games,
    read as read_format,
};
use xqdb::notation::System;
use xqdb::replay::{Record, ReplayedGame, Tree};
use xqdb::text::{Encoding, decode, detect};
use xqdb::xiangqi::Position;

/// Format, name and encoding of a file, decided before damage.
#[derive(Clone)]
pub(crate) struct Reader {
    pub(crate) format: &'static Format,
    pub(crate) name: String,
    /// Encoding of the sound file, which damage does not change.
    encoding: Option<Encoding>,
}

/// Result of reading.
#[derive(Default)]
pub(crate) struct Read {
    pub(crate) records: Vec<Record>,
    /// Damage outside records.
    pub(crate) damage: Vec<String>,
    len: u64,
}

impl Reader {
    /// Reader for damaged copies of a fixture with the content `sound`.
    pub(crate) fn of(fixture: &Fixture, sound: &[u8]) -> Reader {
        let format = by_name(&fixture.format).unwrap();
        let name = fixture.name();
        let mut reader = Reader { format, name, encoding: None };
        reader.encoding = match format.is_text || format.name == "fen" {
            true => Some(detect(sound)).filter(|_| format.is_text),
            false => reader.read(sound).records.first().map(|record| record.encoding),
        };
        reader
    }

    /// Reads and replays everything.
    pub(crate) fn read(&self, bytes: &[u8]) -> Read {
        let mut read = Read { len: bytes.len() as u64, ..Read::default() };
        let input = Input {
            bytes,
            base: 0,
            name: &self.name,
            encoding: self.encoding,
            any_word: false,
            beside: None,
        };
        assert_eq!(read_format(self.format, &input, &mut read), ControlFlow::Continue(()));
        read
    }
}

/// Whether a command that reads this ends with a status other than 0.
pub(crate) fn is_told(read: &Read) -> bool {
    let is_damaged = |record: &Record| record.unread.is_some() || !record.game.damaged.is_empty();
    !read.damage.is_empty() || read.records.iter().any(is_damaged)
}

/// Reads bytes as an import does, which knows only the name; `None` if it reports that it cannot
/// read them.
pub(crate) fn read_unknown(bytes: &[u8], name: &str) -> Option<Read> {
    let head = &bytes[..bytes.len().min(64 << 10)];
    let decoded = decode(head, detect(bytes));
    let sample = FileSample { head, text: &decoded.text, name, len: bytes.len() as u64 };
    match identify(&sample) {
        Some(format) => Some(Reader { format, name: name.to_owned(), encoding: None }.read(bytes)),
        None if may_hold_games(&sample) => None,
        None => Some(Read::default()),
    }
}

impl Sink for Read {
    fn record(&mut self, raw: RawRecord<'_>) -> ControlFlow<()> {
        check_raw(&raw, self.len);
        let (nodes, comments) = (raw.tree.nodes.len(), raw.tree.comments.len());
        let record = Record::of(raw, &System::Auto);
        assert!(
            record.game.tree.nodes.len() <= nodes && record.game.tree.comments.len() <= comments
        );
        check_game(&record.game);
        self.records.push(record);
        ControlFlow::Continue(())
    }

    fn damage(&mut self, offset: u64, what: String) {
        assert!(offset <= self.len, "{what} at {offset} of {}", self.len);
        self.damage.push(what);
    }
}

/// Checks that everything lies inside the file, and parents before their children.
fn check_raw(raw: &RawRecord<'_>, len: u64) {
    let span = &raw.span;
    assert!(span.start <= span.end && span.end <= len, "{span:?} of {len}");
    for (index, node) in raw.tree.nodes.iter().enumerate() {
        assert!(node.parent == RawTree::ROOT || (node.parent as usize) < index);
        let at = raw.offsets.source(node.at);
        assert!(span.start <= at && at <= span.end, "a move at {at}, outside of {span:?}");
    }
    for (node, _) in &raw.tree.comments {
        assert!(*node == RawTree::ROOT || (*node as usize) < raw.tree.nodes.len());
    }
}

/// Checks that every move can be made.
fn check_game(game: &ReplayedGame) {
    let start = game.start.as_deref().cloned().unwrap_or_else(Position::start);
    let mut after: Vec<Position> = Vec::with_capacity(game.tree.nodes.len().min(4096));
    let mut path: Vec<u32> = Vec::new();
    for (index, node) in game.tree.nodes.iter().enumerate() {
        while path.last().is_some_and(|last| *last != node.parent) {
            path.pop();
            after.pop();
        }
        assert_eq!(path.last().copied().unwrap_or(Tree::ROOT), node.parent, "pre-order");
        let mut position = after.last().unwrap_or(&start).clone();
        assert!(position.is_pseudo_legal(node.mv), "{} in {}", node.mv, position.to_fen());
        position.play_unchecked(node.mv);
        path.push(index as u32);
        after.push(position);
    }
}
