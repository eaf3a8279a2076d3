//! The report of an import: while it runs, and at its end.

use crate::decision::Decision;
use crate::store::{Forgotten, Tally, Written};
use serde_json::{Value, json};

/// Progress of an import.
#[derive(Debug, Clone, Copy, Default)]
pub struct Progress {
    /// Files and archive members done.
    pub files: u64,
    /// Records found.
    pub records: u64,
    /// Bytes read.
    pub bytes: u64,
}

/// The result of an import.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Files and archive members that were read.
    pub files: u64,
    /// Bytes in them.
    pub bytes: u64,
    /// Of the files: contents that were in the database before the import.
    pub known: u64,
    /// Of the files: contents that other files of this import have, byte for byte.
    pub copies: u64,
    /// Of the files: no format fits, and they may hold games.
    pub unrecognised: u64,
    /// The first of them, at most [`Report::UNRECOGNISED`].
    pub some_unrecognised: Vec<String>,
    /// Of the files: no format fits, and they hold none by their nature: they are empty, pictures,
    /// programs, texts that speak of no game.
    pub passed_over: u64,
    /// Of the files: opening books of engines, which hold no games.
    pub engine_books: u64,
    /// The first of them, at most [`Report::UNRECOGNISED`].
    pub some_engine_books: Vec<String>,
    /// Files that could not be read, or not to their ends, and why.
    pub unreadable: Vec<(String, String)>,
    /// Of them one at least was named and could not even be opened.
    pub was_refused: bool,
    /// Entries that files mark as deleted.
    pub deleted: u64,
    /// Places of damage that belong to no record.
    pub damage: u64,
    /// Numbers of records by their status.
    pub tally: Tally,
    /// Numbers of records that were taken away because files changed.
    pub forgotten: Forgotten,
    /// Other archives that came in.
    pub archives: u64,
    /// Decisions that came with them.
    pub decisions: u64,
    /// Decisions of theirs that were left out, each with one here that it contradicts.
    pub contradictions: Vec<[Decision; 2]>,
    /// Contents of theirs at whose place another content lies here.
    pub beside: u64,
    /// The places of the first of them, there and here, at most [`Report::UNRECOGNISED`].
    pub some_beside: Vec<[String; 2]>,
    /// The import was stopped before its end; what is committed stays.
    pub was_stopped: bool,
}

impl Report {
    /// Number of files without a fitting format that are named.
    pub const UNRECOGNISED: usize = 5;

    /// Whether every record was read to its end, nothing else is damaged, no file is left that may
    /// hold games, and no decision was left out.
    pub fn is_whole(&self) -> bool {
        let Tally { set_aside, partial, damaged, .. } = self.tally;
        let left = set_aside + partial + damaged + self.damage + self.unrecognised;
        left == 0 && self.unreadable.is_empty() && self.contradictions.is_empty()
    }

    /// Adds what a writer did.
    pub(crate) fn add(&mut self, Written { tally, forgotten }: Written) {
        self.tally += tally;
        self.forgotten += forgotten;
    }

    /// All numbers, for other programs.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let Tally { records, games, witnesses, positions, headings, set_aside, partial, damaged } =
            self.tally;
        let unreadable = self.unreadable.iter();
        let unreadable: Vec<Value> =
            unreadable.map(|(path, why)| json!({ "path": path, "unread": why })).collect();
        let contradictions: Vec<[[String; 6]; 2]> =
            self.contradictions.iter().map(|pair| pair.each_ref().map(Decision::fields)).collect();
        json!({
            "files": self.files,
            "bytes": self.bytes,
            "known": self.known,
            "copies": self.copies,
            "unrecognised": self.unrecognised,
            "passed_over": self.passed_over,
            "engine_books": self.engine_books,
            "records": records,
            "games": games,
            "witnesses": witnesses,
            "positions": positions,
            "headings": headings,
            "set_aside": set_aside,
            "partial": partial,
            "damaged": damaged,
            "damage": self.damage,
            "deleted": self.deleted,
            "replaced": self.forgotten.records,
            "archives": self.archives,
            "decisions": self.decisions,
            "contradictions": contradictions,
            "beside": self.beside,
            "unreadable": unreadable,
            "whole": self.is_whole(),
        })
    }
}
