//! `xqdb dump`: everything in a canonical order, one JSON object a line, for comparing databases.
//!
//! Ids are replaced by keys and hashes; times, segments and free pages do not appear. Two databases
//! with the same dump hold the same.

use super::{Context, Status, question};
use serde_json::{Value, json};
use std::io::Write;
use xqdb::export::jsonl;
use xqdb::search::Archive;
use xqdb::store::Lay;

/// Prints the dump: games by key as people decided, the decisions, then sources by hash with their places and records.
///
/// # Errors
/// When the database cannot be read.
pub(crate) fn dump(context: &Context) -> anyhow::Result<Status> {
    let archive = question::open_as(context, Lay::Nothing)?;
    let mut out = std::io::BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let mut line = |value: Value| context.print(&mut out, &jsonl::line(&value));
    games(&archive, &mut line)?;
    decisions(&archive, &mut line)?;
    sources(&archive, &mut line)?;
    out.flush()?;
    Ok(Status::Success)
}

/// Takes one line.
type EachLine<'a> = dyn FnMut(Value) -> anyhow::Result<()> + 'a;

fn games(archive: &Archive, line: &mut EachLine<'_>) -> anyhow::Result<()> {
    let snapshot = archive.snapshot();
    snapshot.all_games(&mut |id| line(json!({ "game": archive.row(id)? })))
}

fn decisions(archive: &Archive, line: &mut EachLine<'_>) -> anyhow::Result<()> {
    for (decision, is_in_effect) in
        archive.decided().in_effect(archive.snapshot(), &archive.facts)?
    {
        let [action, target, value, reason, by, when] = decision.fields();
        line(json!({ "decision": {
            "action": action,
            "target": target,
            "value": value,
            "reason": reason,
            "by": by,
            "when": when,
            "in_effect": is_in_effect,
        }}))?;
    }
    Ok(())
}

fn sources(archive: &Archive, line: &mut EachLine<'_>) -> anyhow::Result<()> {
    let snapshot = archive.snapshot();
    snapshot.all_sources(&mut |source| {
        line(json!({ "source": {
            "hash": source.hash,
            "size": source.size,
            "format": source.format,
            "encoding": source.encoding,
            "options": source.options,
            "reader": source.reader,
            "records": source.records,
            "deleted": source.deleted,
            "complete": source.complete,
            "damage": source.damage,
            "places": snapshot.places(source.id)?,
        }}))?;
        records(archive, source.id, line)
    })
}

fn records(archive: &Archive, source: i64, line: &mut EachLine<'_>) -> anyhow::Result<()> {
    archive.snapshot().records_of(source, &mut |record| {
        // Of the bytes as hexadecimal text, and of no text where none are kept, so that dumps of
        // all versions can be compared.
        let raw = record.raw.unwrap_or_default();
        let raw: String = raw.iter().map(|byte| format!("{byte:02x}")).collect();
        line(json!({ "record": {
            "ordinal": record.ordinal,
            "start_byte": record.start_byte,
            "end_byte": record.end_byte,
            "status": record.status,
            "game": record.game,
            "tags": serde_json::to_string(&record.tags)?,
            "result": record.result,
            "kind": record.kind,
            "tree": record.tree,
            "error": record.error,
            "damaged": record.damaged,
            "warnings": record.warnings,
            "raw": blake3::hash(raw.as_bytes()).to_hex().to_string(),
        }}))
    })
}
