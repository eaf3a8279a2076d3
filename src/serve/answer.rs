//! What answers a question.

use super::refusal::Refusal;
use serde_json::Value;
use xqdb::search::Archive;

/// Writes one game of a long list.
pub(super) type WriteGame = Box<dyn Fn(&Archive, u32) -> Result<Vec<u8>, Refusal> + Send>;

/// What answers a question.
pub(super) enum Answer {
    /// JSON.
    Json(Value),
    /// A document of some kind; a browser saves it under the name, if there is one.
    Document { kind: &'static str, text: Vec<u8>, name: Option<String> },
    /// Very many games, written while they are sent.
    Games { kind: &'static str, name: String, head: Vec<u8>, games: Vec<u32>, write: WriteGame },
}

/// Kinds of documents.
pub(super) const SVG: &str = "image/svg+xml; charset=utf-8";
pub(super) const HTML: &str = "text/html; charset=utf-8";
pub(super) const JSON: &str = "application/json; charset=utf-8";
pub(super) const JSONL: &str = "application/x-ndjson; charset=utf-8";
pub(super) const PGN: &str = "application/x-chess-pgn; charset=utf-8";
pub(super) const CSV: &str = "text/csv; charset=utf-8";
pub(super) const TEI: &str = "application/tei+xml; charset=utf-8";
pub(super) const BYTES: &str = "application/octet-stream";
