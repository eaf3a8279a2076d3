//! `xqdb emend`: readings of a damaged record, each with how far it plays and what bears it out.

mod table;

use super::decide::add;
use super::show::game_of_key;
use super::{Context, Status, question, writing};
use crate::cli::{EmendArgs, VerdictFormat};
use anyhow::bail;
use std::ops::ControlFlow;
use xqdb::decision::Decision;
use xqdb::people::not_decided;
use xqdb::search::{Archive, Emended};
use xqdb::store::Testimony;

/// Shows readings.
///
/// # Errors
/// When the database cannot be read, or what is asked for fits several records.
pub(crate) fn emend(context: &Context, args: &EmendArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let notation = context.system(&args.answer.notation)?;
    let archive = question::open(context)?;
    let records = records(context, &archive, &args.record)?;
    if records.is_empty() {
        context.tell_always(&lang.no_such_record(&args.record));
        return Ok(Status::NothingFound);
    }
    let mut damaged: Vec<Emended> = Vec::new();
    for record in &records {
        damaged.extend(archive.emended(record)?.filter(|found| !found.readings.is_empty()));
    }
    let Some(emended) = damaged.first() else {
        context.tell_always(&lang.nothing_to_emend());
        return Ok(Status::NothingFound);
    };
    if let Some(number) = args.accept {
        drop(archive);
        return accept(context, args, &damaged, number);
    }
    let text = match args.answer.format() {
        VerdictFormat::Table => table::text(context, emended, &notation),
        VerdictFormat::Json => format!("{}\n", emended.to_json()),
    };
    context.print_all(&text)?;
    context.tell(&lang.readings_found(emended.readings.len() as u64));
    Ok(Status::Success)
}

/// Decides that records are read as the reading of this number, 1-based, of the first has it: all
/// that stand as that one does.
fn accept(
    context: &Context,
    args: &EmendArgs,
    damaged: &[Emended],
    number: usize,
) -> anyhow::Result<Status> {
    let lang = context.lang;
    let first = &damaged[0];
    let Some(reading) = number.checked_sub(1).and_then(|at| first.readings.get(at)) else {
        bail!(lang.no_such_reading(number as u64, first.readings.len() as u64));
    };
    let Some(wanted) = first.decisions(reading, damaged) else {
        bail!(lang.turn_cannot_be_decided())
    };
    let (_lock, mut database) = writing::open(context)?;
    let when = args.when.clone().map_or_else(|| database.day(), Ok)?;
    let said = |decision| Decision {
        reason: args.reason.clone().unwrap_or_default(),
        by: args.by.clone().unwrap_or_default(),
        when: when.clone(),
        ..decision
    };
    let wanted: Vec<Decision> = wanted.into_iter().map(said).collect();
    let added = not_decided(&database, &wanted)?;
    add(&mut database, &added, lang)?;
    context.tell(&lang.decisions_applied(added.len() as u64));
    Ok(Status::Success)
}

/// The records that are meant: those of a game by the beginning of its key, or the one at a place,
/// `PATH#N`.
fn records(context: &Context, archive: &Archive, wanted: &str) -> anyhow::Result<Vec<Testimony>> {
    let place = wanted.rsplit_once('#').and_then(|(path, number)| {
        number.trim().parse::<u64>().ok().map(|number| (path.trim(), number))
    });
    let Some((path, number)) = place else {
        return Ok(match game_of_key(archive, wanted, context.lang)? {
            Some(game) => archive.snapshot().testimonies(game)?,
            None => Vec::new(),
        });
    };
    let mut sources = Vec::new();
    archive.troubles(Some(path), &mut |trouble| {
        if trouble.record == number {
            sources.push((trouble.source, trouble.place));
        }
        ControlFlow::Continue(())
    })?;
    if let [(_, one), (_, other), ..] = &sources[..] {
        bail!(context.lang.several_records(wanted, &format!("{one}, {other}")));
    }
    let hashes = sources.iter().map(|&(source, _)| archive.snapshot().content_of(source));
    let records = hashes.map(|hash| Ok(Testimony { hash: hash?, record: number }));
    records.collect()
}
