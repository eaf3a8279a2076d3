//! JSON Lines: one line for each record, with stable field names.
//!
//! `path`, `member`, `record` (1-based in the file), `byte_offset`, `format`, `encoding`, `status`
//! (`ok`, `partial`, `empty`, `rejected`), `error` (`ply`, `token`, `reason`, `byte_offset`,
//! `readings` if ambiguous), `start` (FEN, null for the standard start), `moves`, `result`, `tags`,
//! `nodes` (number of moves of the whole tree), then:
//!
//! - `ecco`: codes of the opening, `code` by moves and `position`; null unless the game begins from
//!   the standard start;
//! - `from_file_name`: players, date and result from the file's name that the record lacks, as tags
//!   that are not in `tags`;
//! - `derived`: values from event, title, file and folders that the tags lack, as
//!   `{"Red":{"value":"胡荣华","from":"event"}}`; fields as in `tags`, and `Title`, `Chapter`;
//! - `doubt`: tags that these contradict: `{"Date":"event says 1982"}`;
//! - `warnings`.
//!
//! With `full` also `tree`: `[parent, move, comment]` in pre-order, with parent -1 for the start;
//! `comment`, that before the first move; and `damaged`.
//!
//! A game of the database has `key` and `kind` in place of `path` to `encoding`, and no `warnings`.

use super::{Entry, ExportError, ExportFormat, ExportOptions, Origin, RecordPlace, WrittenRecord};
use crate::metadata::UniqueTags;
use crate::opening::Codes;
use crate::replay::{Record, Tree};
use crate::text::Charset;
use crate::xiangqi::{Move, Position};
use serde::Serialize;
use serde_json::value::to_raw_value;
use serde_json::{Value, json};

pub(super) const FORMAT: ExportFormat = ExportFormat {
    name: "jsonl",
    about: "JSON Lines, one record a line",
    extension: "jsonl",
    holds_many: true,
    head: "",
    write,
};

fn write(entry: &Entry<'_>, options: &ExportOptions) -> Result<WrittenRecord, ExportError> {
    options.charset(FORMAT.name, &[Charset::Utf8])?;
    let mut line = match entry.origin {
        Origin::Record(place, record) => found(place, record),
        Origin::Game { key, kind } => json!({
            "key": key,
            "kind": kind,
            "status": entry.status(),
            "error": entry.failure(),
        }),
    };
    line["start"] = json!(entry.start.map(|start| start.to_fen()));
    line["moves"] = entry.tree.main_line().map(|mv| mv.to_string()).collect();
    line["result"] = json!(entry.result);
    line["tags"] = tags(entry);
    line["nodes"] = json!(entry.tree.nodes.len());
    line["ecco"] = json!(ecco(entry));
    if let Origin::Record(_, record) = entry.origin {
        if !record.from_file_name.is_empty() {
            let taken = UniqueTags::of(&record.from_file_name);
            line["from_file_name"] = json!(to_raw_value(&taken).ok());
        }
        if !record.derived.values.is_empty() {
            line["derived"] = record.derived.values_json().into();
        }
        if !record.derived.doubts.is_empty() {
            line["doubt"] = record.derived.doubts_json().into();
        }
        line["warnings"] = record.game.warnings.iter().map(ToString::to_string).collect();
    }
    if options.full {
        line["comment"] = comment(entry.tree, Tree::ROOT);
        line["tree"] = tree(entry.tree);
        line["damaged"] = json!(entry.damaged);
    }
    Ok(WrittenRecord { bytes: self::line(&line), losses: Vec::new() })
}

/// JSON of a value on one line, with the line end.
///
/// ```
/// assert_eq!(xqdb::export::jsonl::line(&["胡荣华", "\n"]), "[\"胡荣华\",\"\\n\"]\n".as_bytes());
/// ```
pub fn line(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(value).expect("writing into memory cannot fail");
    bytes.push(b'\n');
    bytes
}

fn found(place: RecordPlace<'_>, record: &Record) -> Value {
    json!({
        "path": place.path,
        "member": place.member,
        "record": place.record,
        "byte_offset": record.span.start,
        "format": place.format,
        "encoding": record.encoding.label(),
        "status": record.game.outcome.status(),
        "error": record.game.outcome.failure(),
    })
}

fn tags(entry: &Entry<'_>) -> Value {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let tags: Vec<(String, String)> = entry.tags.iter().map(owned).collect();
    json!(to_raw_value(&UniqueTags::of(&tags)).ok())
}

/// Codes of the opening.
fn ecco(entry: &Entry<'_>) -> Option<Codes> {
    let moves: Vec<Move> = entry.tree.main_line().take(20).collect();
    match entry.start {
        None => Codes::of(&Position::start(), &moves),
        Some(start) => Codes::of(start, &moves),
    }
}

fn comment(tree: &Tree, node: u32) -> Value {
    let found = tree.comments.iter().find(|(at, _)| *at == node);
    json!(found.map(|(_, text)| text))
}

fn tree(tree: &Tree) -> Value {
    let mut comments = tree.comments.iter().filter(|(node, _)| *node != Tree::ROOT).peekable();
    tree.nodes
        .iter()
        .enumerate()
        .map(|(index, node)| {
            let parent = if node.parent == Tree::ROOT { -1 } else { i64::from(node.parent) };
            let text = comments.next_if(|(at, _)| *at as usize == index).map(|(_, text)| text);
            json!([parent, node.mv.to_string(), text])
        })
        .collect()
}
