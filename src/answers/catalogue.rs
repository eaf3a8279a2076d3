//! Fields of what the program knows (formats, notations, patterns) and of what an archive holds.

use super::field::FieldKind::{Count, Flag, Json, Key, List, Text};
use super::field::{Answer, Datum, Field, answer};
use crate::engine_book::BookKind;
use crate::export::{self, EXPORTS};
use crate::format::{self, Claim, FORMATS, Fit};
use crate::notation::{NOTATIONS, Notation, RIVALS};
use crate::query::Pattern;
use crate::search::Holdings;
use crate::xiangqi::Move;
use serde_json::json;
use std::sync::Arc;

/// A format that is read or written.
#[derive(Debug, Clone)]
pub struct KnownFormat {
    /// Name of the format.
    pub name: &'static str,
    /// Whether xqdb reads the format.
    pub is_read: bool,
    /// Whether xqdb writes the format.
    pub is_written: bool,
    /// Extensions of files in the format.
    pub extensions: Vec<String>,
    /// A description in English.
    pub about: &'static str,
}

impl KnownFormat {
    /// Formats that are read, formats that are only written, and opening books of engines.
    #[must_use]
    pub fn all() -> Vec<KnownFormat> {
        let owned = |extensions: &[&str]| extensions.iter().map(|&it| it.to_owned()).collect();
        let read = FORMATS.iter().map(|format| KnownFormat {
            name: format.name,
            is_read: true,
            is_written: export::by_name(format.name).is_some(),
            extensions: owned(format.extensions),
            about: format.about,
        });
        let written = EXPORTS.iter().filter(|written| format::by_name(written.name).is_none());
        let written = written.map(|written| KnownFormat {
            name: written.name,
            is_read: false,
            is_written: true,
            extensions: owned(&[written.extension]),
            about: written.about,
        });
        let books = BookKind::ALL.iter().map(|kind| KnownFormat {
            name: kind.name(),
            is_read: true,
            is_written: kind.is_written(),
            extensions: owned(&[kind.extension()]),
            about: kind.about(),
        });
        read.chain(written).chain(books).collect()
    }
}

/// Fields of a format.
#[must_use]
pub fn formats() -> Answer<KnownFormat> {
    answer! { KnownFormat, "format", "A format of files.";
        "format", Text, "The name.", |it| it.name;
        "read", Flag, "It is read.", |it| it.is_read;
        "written", Flag, "It is written.",
            |it| it.is_written => head("written_format");
        "extensions", List, "Extensions of its files.", |it| it.extensions.clone();
        "about", Text, "What it is.", |it| it.about;
    }
}

/// Format, and how well it fits the beginning of a file.
#[derive(Debug)]
pub struct FormatClaim {
    /// Fit of the format, and the games seen.
    pub claim: Claim,
    /// Whether the file is read as this format.
    pub is_chosen: bool,
}

/// Fields of a [`FormatClaim`].
#[must_use]
pub fn format_claims() -> Answer<FormatClaim> {
    let fit = |fit: Fit| match fit {
        Fit::No => "no",
        Fit::Weak => "weak",
        Fit::Likely => "likely",
        Fit::Certain => "certain",
    };
    answer! { FormatClaim, "format-claim", "What a format says of a file.";
        "format", Text, "The format.", |it| it.claim.format.name;
        "fit", Text, "How well the file fits: `no`, `weak`, `likely` or `certain`.", |it| fit(it.claim.fit);
        "games", Count, "Beginnings of games that were seen; empty where they are not counted.",
            |it| it.claim.games.map_or(Datum::Text(String::new()), Datum::from) => head("marks");
        "chosen", Flag, "The file is taken for it.", |it| it.is_chosen;
    }
}

/// Fields of a notation of moves, and all notations.
#[must_use]
pub fn notations() -> (Answer<&'static Notation>, Vec<&'static Notation>) {
    let answer = answer! { &'static Notation, "notation", "A notation of moves.";
        "system", Text, "The name.", |it| it.name;
        "complete", Flag, "Every move can be written in it.", |it| it.is_complete;
        "automatic", Flag, "It is recognised by itself.", |it| it.is_automatic;
        "aliases", List, "Other names.",
            |it| it.aliases.iter().map(|&alias| alias.to_owned()).collect::<Vec<String>>();
        "example", Text, "A move written in it.", |it| it.example;
    };
    (answer, NOTATIONS.iter().chain(RIVALS).collect())
}

/// A named pattern of the query language, and how many games show it.
#[derive(Debug)]
pub struct PatternFound {
    /// The pattern itself.
    pub pattern: Arc<Pattern>,
    /// Number of games that show the pattern; `None` if not counted.
    pub games: Option<u64>,
    /// Key of the first game that shows the pattern.
    pub first: Option<String>,
}

/// Fields of a named pattern.
#[must_use]
pub fn patterns() -> Answer<PatternFound> {
    answer! { PatternFound, "pattern", "A named pattern of the query language.";
        "names", List, "Its names.", |it| it.pattern.names.clone();
        "meaning", Text, "What it is.", |it| it.pattern.meaning;
        "definition", Text, "The query that it stands for.", |it| it.pattern.definition.clone();
        "games", Count, "Games that show it; null when nobody counted.",
            |it| it.games => nullable();
        "firstGame", Key, "Key of the first of them.",
            |it| it.first.clone() => csv("first_game"), nullable();
        "fen", Text, "A position that shows it.",
            |it| it.pattern.example().map(|(position, _)| position.to_fen()) => nullable();
        "moves", Text, "The moves that lead there, as squares.",
            |it| it.pattern.example().map(|(_, moves)| squares(&moves)) => nullable();
    }
}

fn squares(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// Fields of the contents of an archive: totals, and the numbers by kind, result, format, encoding
/// and status, the largest first.
#[must_use]
pub fn holdings() -> Answer<Holdings> {
    answer! { Holdings, "stats", "What an archive holds.";
        "locations", Count, "Files, and members of containers.",
            |it| it.tables.locations => unit("files");
        "sources", Count, "Different contents of files.",
            |it| it.tables.sources => unit("contents");
        "records", Count, "Records.", |it| it.tables.records => unit("records");
        "games", Count, "Games.",
            |it| it.kinds.iter().map(|(_, games)| games).sum::<u64>() => unit("games");
        "copies", Count, "Games that do not count: copies of others.",
            |it| it.copies => unit("games");
        "players", Count, "Names of players.", |it| it.tables.players => unit("names");
        "events", Count, "Names of events.", |it| it.tables.events => unit("names");
        "trees", Count, "Trees of variations and comments.", |it| it.tables.trees => unit("trees");
        "postings", Count, "Entries of the position index.", |it| it.postings => unit("entries");
        "segments", Count, "Parts of the position index.", |it| it.segments => unit("parts");
        "bytes", Count, "Size of the database.", |it| it.tables.bytes => unit("bytes");
        "by_kind", Json, "Pairs of a kind and its games.", |it| json!(it.kinds);
        "by_result", Json, "Pairs of a result and its games.", |it| json!(it.results);
        "by_format", Json, "Pairs of a format and its records.", |it| json!(it.tables.formats);
        "by_encoding", Json, "Pairs of an encoding and its contents.", |it| json!(it.tables.encodings);
        "by_status", Json, "Pairs of a status and its records.", |it| json!(it.tables.statuses);
    }
}
