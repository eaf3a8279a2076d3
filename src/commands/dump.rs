//! `xqdb dump`: everything in a canonical order, one JSON object a line, for comparing databases.
//!
//! Ids are replaced by keys and hashes; times, segments and free pages do not appear. Two databases with the same dump
//! hold the same.

use super::{Context, Status, question};
use serde_json::{Value, json};
use std::io::Write;
use xqdb::export::jsonl;
use xqdb::search::{Archive, load};
use xqdb::store::tags_of;

/// Prints the dump: games by key, then sources by hash with their places and records.
///
/// # Errors
/// When the database cannot be read.
pub(crate) fn dump(context: &Context) -> anyhow::Result<Status> {
    let archive = question::open(context)?;
    let mut out = std::io::BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let mut line = |value: Value| context.print(&mut out, &jsonl::line(&value));
    games(&archive, &mut line)?;
    sources(&archive, &mut line)?;
    out.flush()?;
    Ok(Status::Success)
}

fn games(
    archive: &Archive,
    line: &mut dyn FnMut(Value) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut statement = archive.conn.prepare("select id from game order by key, moves, start")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let game = load(archive, row.get(0)?)?;
        line(json!({ "game": game }))?;
    }
    Ok(())
}

fn sources(
    archive: &Archive,
    line: &mut dyn FnMut(Value) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut statement = archive.conn.prepare(
        "select id, lower(hex(hash)), size, format, encoding, options, reader, records, deleted, complete, damage
         from source order by hash",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let id: i64 = row.get(0)?;
        line(json!({ "source": {
            "hash": row.get::<_, String>(1)?,
            "size": row.get::<_, u64>(2)?,
            "format": row.get::<_, Option<String>>(3)?,
            "encoding": row.get::<_, Option<String>>(4)?,
            "options": row.get::<_, String>(5)?,
            "reader": row.get::<_, u64>(6)?,
            "records": row.get::<_, u64>(7)?,
            "deleted": row.get::<_, u64>(8)?,
            "complete": row.get::<_, bool>(9)?,
            "damage": row.get::<_, Option<String>>(10)?,
            "places": archive.places(id)?,
        }}))?;
        records(archive, id, line)?;
    }
    Ok(())
}

fn records(
    archive: &Archive,
    source: i64,
    line: &mut dyn FnMut(Value) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut statement = archive.conn.prepare_cached(
        "select record.ordinal, record.start_byte, record.end_byte, record.status, game.key, record.tags, record.result,
                record.kind, lower(hex(tree.hash)), record.error, record.damaged, record.warnings,
                lower(hex(record.raw)), tag_shape.names
         from record left join tag_shape on tag_shape.id = record.shape left join game on game.id = record.game left join tree on tree.id = record.tree
         where record.source = ?1 order by record.ordinal",
    )?;
    let mut rows = statement.query([source])?;
    while let Some(row) = rows.next()? {
        let raw: Option<String> = row.get(12)?;
        let shape: Option<String> = row.get(13)?;
        let tags = tags_of(shape.as_deref(), &row.get::<_, String>(5)?)?;
        line(json!({ "record": {
            "ordinal": row.get::<_, u64>(0)?,
            "start_byte": row.get::<_, u64>(1)?,
            "end_byte": row.get::<_, u64>(2)?,
            "status": row.get::<_, String>(3)?,
            "game": row.get::<_, Option<String>>(4)?,
            "tags": serde_json::to_string(&tags)?,
            "result": row.get::<_, String>(6)?,
            "kind": row.get::<_, String>(7)?,
            "tree": row.get::<_, Option<String>>(8)?,
            "error": row.get::<_, Option<String>>(9)?,
            "damaged": row.get::<_, Option<String>>(10)?,
            "warnings": row.get::<_, Option<String>>(11)?,
            "raw": raw.map(|raw| blake3::hash(raw.as_bytes()).to_hex().to_string()),
        }}))?;
    }
    Ok(())
}
