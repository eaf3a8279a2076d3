//! The JSON Lines record: one line a record, stable field names.
//!
//! `path`, `member`, `record` (1-based in the file), `byte_offset`, `format`, `encoding`, `status`
//! (`ok`, `partial`, `empty`, `rejected`), `error` (`ply`, `token`, `reason`, `byte_offset`, `readings` when
//! ambiguous), `start` (FEN, null for the standard start), `moves`, `result`, `tags`, `nodes` (moves of the
//! whole tree), `warnings`. With `full` also `tree`: `[parent, move, comment]` in pre-order, parent -1 for the
//! start, and `damaged`. A comment before the first move is then `comment`.

use crate::replay::{Failure, Record, Tree};
use crate::store::tags_json;
use serde_json::{Value, json};

/// Where a record stands.
pub struct Place<'a> {
    /// Path as given, joined with the path below it.
    pub path: &'a str,
    /// Path inside an archive.
    pub member: Option<&'a str>,
    /// 1-based.
    pub record: u64,
    /// Name of the format.
    pub format: Option<&'a str>,
}

/// Appends one line, its line break included.
pub fn write(out: &mut Vec<u8>, place: &Place<'_>, record: &Record, full: bool) {
    let game = &record.game;
    let mut line = json!({
        "path": place.path,
        "member": place.member,
        "record": place.record,
        "byte_offset": record.span.start,
        "format": place.format,
        "encoding": record.encoding.label(),
        "status": game.outcome.label(),
        "error": game.outcome.failure().map(failure),
        "start": game.start.as_ref().map(|start| start.to_fen()),
        "moves": game.tree.main_line().map(|mv| mv.to_string()).collect::<Vec<_>>(),
        "result": game.result.as_str(),
        "tags": serde_json::value::RawValue::from_string(tags_json(&record.tags)).ok(),
        "nodes": game.tree.nodes.len(),
        "warnings": game.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
    });
    if full {
        line["comment"] = comment(&game.tree, Tree::ROOT);
        line["tree"] = tree(&game.tree);
        line["damaged"] = json!(game.damaged);
    }
    serde_json::to_writer(&mut *out, &line).expect("writing into memory cannot fail");
    out.push(b'\n');
}

fn failure(failure: &Failure) -> Value {
    json!(failure)
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
