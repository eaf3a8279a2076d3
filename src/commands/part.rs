//! `xqdb export --to xqdb`: a part of the archive as an archive of its own.

use super::new_database::NewDatabase;
use super::scanning::Scanning;
use super::{Context, Status, progress, question};
use crate::cli::{ExportArgs, OutputArgs};
use anyhow::{Context as _, anyhow, bail};
use rustc_hash::FxHashSet;
use std::path::Path;
use xqdb::import::{Import, Options, Selection, excerpt};
use xqdb::people::refresh;
use xqdb::search::{Archive, Unit, search_watched as find};
use xqdb::store::{Database, Lay};

/// What waits to be written takes about this many bytes.
const ROOM: u64 = 1 << 30;

/// Writes the games that are asked for with all their records, and the decisions about them, into a
/// new database.
///
/// # Errors
/// When an argument makes no sense, the database cannot be read, or the new one not be written.
pub(super) fn export(context: &Context, args: &ExportArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let target = target(context, &args.output)?;
    let new = NewDatabase::begin(context, target, args.output.force)?;
    let asked = &args.selection;
    let scanning = Scanning::new(context);
    let system = context.system(&args.output.notation)?;
    let (archive, mut query) =
        question::query(context, asked, &system, 0..usize::MAX, Some(&scanning))?;
    // Nothing is left out unless that is asked for.
    let is_all = asked.filter.unit.is_none() && query.asks_for_nothing();
    if asked.filter.unit.is_none() {
        query.matcher = query.matcher.counting(Unit::Lines);
    }
    let found = find(&archive, &query, &scanning)?;
    scanning.finish();
    let games: FxHashSet<u32> = found.games.into_iter().collect();
    let count = games.len() as u64;
    let snapshot = archive.snapshot();
    let selection = match is_all {
        true => None,
        false => Some(Selection::of(snapshot, games)?),
    };
    let settings = Import::within(ROOM, Options::default());
    let cannot_write = || lang.cannot_write_database(new.path());
    let mut database = Database::open(new.path()).with_context(cannot_write)?;
    let bar = progress::items(context, count);
    let written = excerpt(
        &mut database,
        snapshot,
        selection.as_ref(),
        (&settings, scanning.stop()),
        &mut |done| bar.set_position(done.records),
    );
    bar.finish_and_clear();
    let report = written.with_context(cannot_write)?;
    if report.was_stopped {
        return Ok(Status::Interrupted);
    }
    decide(&mut database, &archive, is_all).with_context(cannot_write)?;
    refresh(&mut database);
    drop(database);
    new.finish()?;
    context.tell(&lang.part_written(count, report.tally.records, report.files));
    question::tell_names(context, &query.matcher);
    Ok(if count == 0 { Status::NothingFound } else { Status::Success })
}

/// Adds the decisions, of a part those about something that is in it.
fn decide(database: &mut Database, archive: &Archive, is_all: bool) -> anyhow::Result<()> {
    let all = archive.snapshot().decisions()?;
    if all.is_empty() {
        return Ok(());
    }
    database.decide(&[], &all)?;
    if !is_all {
        let part = Archive::of(database.snapshot()?, Lay::Derived)?;
        let concerned = part.decided().about_something(part.snapshot(), &part.facts)?;
        let others: Vec<_> =
            all.into_iter().filter(|decision| !concerned.contains(&decision)).collect();
        drop(part);
        database.decide(&others, &[])?;
    }
    Ok(())
}

/// Where to write.
fn target<'a>(context: &Context, args: &'a OutputArgs) -> anyhow::Result<&'a Path> {
    let lang = context.lang;
    let others = [
        ("--full", args.full),
        ("--strict", args.strict),
        ("--encoding-out", args.encoding_out.is_some()),
    ];
    if let Some((option, _)) = others.iter().find(|(_, is_said)| *is_said) {
        bail!(lang.argument_wrong(option, &lang.not_for_parts()));
    }
    let file = args.output.as_deref().filter(|file| *file != Path::new("-") && !file.is_dir());
    file.ok_or_else(|| anyhow!(lang.part_needs_file()))
}
