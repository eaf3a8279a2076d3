//! Care of a database: `xqdb backup` copies it, in use or not; `forget` removes imports; `optimize`
//! merges the segments of the position index; `verify` checks everything; `dump` prints everything
//! in a canonical order, one JSON object a line, for comparing databases.
//!
//! A dump has keys and hashes in place of ids, and neither times nor segments nor free pages.
//! Databases with equal dumps hold equal data.

use super::files::NewDatabase;
use super::values::{itself, print_parts};
use super::{Context, Status, files, progress, question};
use crate::cli::{BackupArgs, ForgetArgs, VerifyArgs};
use anyhow::Context as _;
use indicatif::HumanBytes;
use serde_json::{Value, json};
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use xqdb::answers::database_faults;
use xqdb::duplicates::refresh;
use xqdb::export::jsonl;
use xqdb::import::absolute;
use xqdb::search::{Archive, COMMON, Shared, remember_common, verify as check};
use xqdb::store;
use xqdb::store::{Evidence, Facts, RecordParts, RecordSet, Writer, index};
use xqdb::text::hex;

/// Copies the database to a new file.
pub(crate) fn backup(context: &Context, args: &BackupArgs) -> anyhow::Result<Status> {
    let (lang, target) = (context.lang, &args.target);
    files::must_exist(context, &context.db)?;
    let new = NewDatabase::begin(context, target, args.force)?;
    let bar = progress::bytes(context, 0);
    let mut size = 0;
    let stop = progress::stop_on_interrupt();
    let copied = store::backup(&context.db, new.path(), |done, all| {
        size = all;
        bar.set_length(all);
        bar.set_position(done);
        match stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    bar.finish_and_clear();
    copied.with_context(|| lang.cannot_copy(&context.db, new.path()))?;
    if stop.load(Ordering::Relaxed) {
        return Ok(Status::Interrupted);
    }
    new.finish()?;
    context.tell(&lang.backed_up(&HumanBytes(size).to_string(), target));
    Ok(Status::Success)
}

/// Largest number of bytes that wait to be written.
const ROOM: usize = 64 << 20;

/// Removes what was imported from the paths that the user named.
pub(crate) fn forget(context: &Context, args: &ForgetArgs) -> anyhow::Result<Status> {
    let (_lock, mut database) = files::open(context)?;
    let mut writer = Writer::new(&mut database, ROOM)?;
    for path in &args.paths {
        writer.forget(&absolute(path))?;
    }
    let all = writer.finish_and_tidy()?.forgotten;
    refresh(&mut database)?;
    let lang = context.lang;
    if all.locations == 0 {
        context.tell(&lang.forgotten_nothing());
        return Ok(Status::NothingFound);
    }
    let mut line = lang.forgotten(all.locations);
    if all.sources > 0 {
        line += &lang.forgotten_contents(all.sources, all.records);
    }
    context.tell(&line);
    Ok(Status::Success)
}

/// Merges the segments, and computes the answers about common positions again.
pub(crate) fn optimize(context: &Context) -> anyhow::Result<Status> {
    let (_lock, mut database) = files::open(context)?;
    let facts = Facts::load(&database, Evidence::Nothing)?;
    let before = index::segments(&database)?.len();
    let tx = database.transaction()?;
    index::optimize(&tx, &|game| !facts.is_alive(game))?;
    tx.commit()?;
    refresh(&mut database)?;
    remember_common(&mut database, COMMON, &mut Shared::default())?;
    database.reclaim();
    let after = index::segments(&database)?.len();
    context.tell(&context.lang.optimized(before as u64, after as u64));
    Ok(Status::Success)
}

/// Checks everything; with `--repair`, first rebuilds damaged tables that other tables determine.
pub(crate) fn verify(context: &Context, args: &VerifyArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let repaired = if args.repair { repair(context)? } else { Vec::new() };
    let archive = question::open_as(context, Evidence::Nothing)?;
    let verdict = check(&archive)?;
    let is_well = verdict.faults.is_empty();
    let layout = args.answer.layout();
    if layout.is_page() {
        for table in repaired {
            context.tell(&lang.table_repaired(&table));
        }
        for fault in &verdict.faults {
            context.tell_always(&lang.error_line(&lang.stored(fault)));
        }
        let what = if is_well { lang.verified_well() } else { lang.verified_damaged() };
        context.tell(&lang.verified(verdict.games, verdict.postings, &what));
    } else {
        let (games, postings) = (verdict.games, verdict.postings);
        let mut whole = json!({ "games": games, "postings": postings, "faults": verdict.faults });
        if args.repair {
            whole["repaired"] = json!(repaired);
        }
        let faults = verdict.faults.iter().map(|fault| json!({ "fault": fault }));
        let faults = faults.collect::<Vec<Value>>();
        print_parts(context, layout, database_faults(), &whole, (&faults, itself))?;
    }
    Ok(if is_well { Status::Success } else { Status::Error })
}

/// Rebuilds damaged tables that other tables determine, and views, and refreshes what depends on
/// them. Returns the names of these tables and views.
fn repair(context: &Context) -> anyhow::Result<Vec<String>> {
    let (_lock, mut database) = files::open(context)?;
    let repaired = database.repair()?;
    refresh(&mut database)?;
    database.reclaim();
    Ok(repaired)
}

/// Prints the dump: games by key with decisions applied, the decisions, then sources by hash with
/// their places and records.
pub(crate) fn dump(context: &Context) -> anyhow::Result<Status> {
    let archive = question::open_as(context, Evidence::Nothing)?;
    let mut out = std::io::BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let mut line = |value: Value| context.print(&mut out, &jsonl::line(&value));
    games(&archive, &mut line)?;
    decisions(&archive, &mut line)?;
    sources(&archive, &mut line)?;
    out.flush()?;
    Ok(Status::Success)
}

/// Takes one line of the dump.
type EachLine<'a> = dyn FnMut(Value) -> anyhow::Result<()> + 'a;

fn games(archive: &Archive, line: &mut EachLine<'_>) -> anyhow::Result<()> {
    let snapshot = archive.snapshot();
    snapshot.game_ids()?.into_iter().try_for_each(|id| line(json!({ "game": archive.row(id)? })))
}

fn decisions(archive: &Archive, line: &mut EachLine<'_>) -> anyhow::Result<()> {
    for (decision, is_in_effect) in
        archive.decided().in_effect(archive.snapshot(), archive.facts())?
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
    for id in snapshot.source_ids()? {
        let source = snapshot.source(id)?;
        line(json!({ "source": {
            "hash": hex(&source.hash),
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
        records(archive, source.id, line)?;
    }
    Ok(())
}

fn records(archive: &Archive, source: i64, line: &mut EachLine<'_>) -> anyhow::Result<()> {
    let columns = RecordParts::TAGS
        .and(RecordParts::NOTES)
        .and(RecordParts::RAW)
        .and(RecordParts::KEY)
        .and(RecordParts::TREE);
    let set = RecordSet::Source { source, after: 0 };
    archive.snapshot().records(set, columns, &mut |record| -> anyhow::Result<_> {
        // Hash of the bytes as hexadecimal text, which is empty for records without bytes, so that
        // dumps of all versions can be compared.
        let raw = record.raw.as_deref().unwrap_or_default();
        let raw = hex(raw);
        line(json!({ "record": {
            "ordinal": record.ordinal,
            "start_byte": record.span.start,
            "end_byte": record.span.end,
            "status": record.status,
            "game": record.key,
            "tags": record.tags()?.to_json(),
            "result": record.result,
            "kind": record.kind,
            "tree": record.tree_hash.map(|hash| hex(&hash)).unwrap_or_default(),
            "error": record.error,
            "damaged": record.damaged,
            "warnings": record.warnings,
            "raw": blake3::hash(raw.as_bytes()).to_hex().to_string(),
        }}))?;
        Ok(ControlFlow::Continue(()))
    })
}
