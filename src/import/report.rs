//! Report of an import: its progress, and its result.

use crate::decision::Decision;
use crate::store::{Forgotten, Tally, Written};
use serde_json::{Value, json};

/// Progress of an import.
#[derive(Debug, Clone, Copy, Default)]
pub struct Progress {
    /// Number of files and archive members that are done.
    pub files: u64,
    /// Number of records found.
    pub records: u64,
    /// Number of bytes read.
    pub bytes: u64,
}

/// The result of an import.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Number of files and archive members that were read.
    pub files: u64,
    /// Number of bytes of the files that were read.
    pub bytes: u64,
    /// Number of read files whose content was in the database before the import.
    pub known: u64,
    /// Number of read files whose content another file of this import has, byte for byte.
    pub copies: u64,
    /// Number of read files that no format fits and that may hold games.
    pub unrecognised: u64,
    /// Paths of the first unrecognised files, at most [`Report::UNRECOGNISED`].
    pub some_unrecognised: Vec<String>,
    /// Number of read files that no format fits and that hold no games by their nature: empty
    /// files, pictures, programs, texts without games.
    pub passed_over: u64,
    /// Number of read files that are opening books of engines, which hold no games.
    pub engine_books: u64,
    /// Paths of the first opening books, at most [`Report::UNRECOGNISED`].
    pub some_engine_books: Vec<String>,
    /// Paths of files that were not read, or not to their ends, with the reasons.
    pub unreadable: Vec<(String, String)>,
    /// Whether a path that the user named could not be opened.
    pub was_refused: bool,
    /// Number of entries that files mark as deleted.
    pub deleted: u64,
    /// Number of damaged places outside records.
    pub damage: u64,
    /// Numbers of records by their status.
    pub tally: Tally,
    /// Numbers of records that were removed because files changed.
    pub forgotten: Forgotten,
    /// Number of other archives that were merged.
    pub archives: u64,
    /// Number of decisions that came with merged archives.
    pub decisions: u64,
    /// Decisions of merged archives that were left out, each with the contradicting one here.
    pub contradictions: Vec<[Decision; 2]>,
    /// Number of contents of merged archives at whose place another content lies here.
    pub beside: u64,
    /// Places of the first contents counted in `beside`, there and here, at most
    /// [`Report::UNRECOGNISED`].
    pub some_beside: Vec<[String; 2]>,
    /// Whether the import was stopped early; committed records stay.
    pub was_stopped: bool,
}

impl Report {
    /// Largest number of listed files.
    pub const UNRECOGNISED: usize = 5;

    /// Whether all records were read to their ends, nothing else is damaged, no file remains that
    /// may hold games, and no decision was left out.
    pub fn is_whole(&self) -> bool {
        let Tally { set_aside, partial, damaged, .. } = self.tally;
        let left = set_aside + partial + damaged + self.damage + self.unrecognised;
        left == 0 && self.unreadable.is_empty() && self.contradictions.is_empty()
    }

    /// Adds the result of a writer.
    pub(crate) fn add(&mut self, Written { tally, forgotten }: Written) {
        self.tally += tally;
        self.forgotten += forgotten;
    }

    /// All numbers as JSON.
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
