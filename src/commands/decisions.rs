//! `xqdb decisions`: all decisions, listed, written as a file, taken from one, compared with one.

use super::decide::add;
use super::render::{Align, Table};
use super::{Context, Status, question, writing};
use crate::cli::{DecisionsArgs, ReportFormat, Task};
use anyhow::{Context as _, anyhow};
use serde_json::json;
use std::io::Read;
use std::path::Path;
use xqdb::decision::{self, Decision};
use xqdb::search::Archive;
use xqdb::store::Lay;

/// Does what is asked with all decisions.
///
/// # Errors
/// When the file makes no sense or contradicts what is decided, or the database cannot be used.
pub(crate) fn decisions(context: &Context, args: &DecisionsArgs) -> anyhow::Result<Status> {
    match (args.task, &args.file) {
        (Task::Apply, Some(file)) => apply(context, file),
        (Task::Diff, Some(file)) => diff(context, file),
        (Task::Export, _) => {
            let archive = open(context)?;
            context.print_all(&decision::write(archive.decided().decisions()))?;
            Ok(Status::found(!archive.decided().decisions().is_empty()))
        }
        _ => log(context, args),
    }
}

/// Opens the database with what is decided, whatever is laid over games.
fn open(context: &Context) -> anyhow::Result<Archive> {
    question::open_as(context, Lay::Derived)
}

/// Adds what a file has and the database has not: all of it, or nothing.
fn apply(context: &Context, path: &Path) -> anyhow::Result<Status> {
    let lang = context.lang;
    let mut read = read(context, path)?;
    let (_lock, mut database) = writing::open(context)?;
    let known = database.decisions()?;
    read.retain(|decision| known.binary_search(decision).is_err());
    if !read.is_empty() {
        add(&mut database, &read, lang)?;
    }
    let archive = Archive::of(database.snapshot()?, Lay::Derived)?;
    let all = archive.decided().in_effect(archive.snapshot(), &archive.facts)?;
    let is_waiting = |(decision, is_in_effect): &&(&Decision, bool)| {
        !is_in_effect && read.binary_search(decision).is_ok()
    };
    let waiting = all.iter().filter(is_waiting).count();
    context.tell(&lang.decisions_applied(read.len() as u64));
    if waiting > 0 {
        context.tell(&lang.decisions_wait(waiting as u64));
    }
    Ok(Status::Success)
}

/// What the database has and the file has not, and the other way round.
fn diff(context: &Context, path: &Path) -> anyhow::Result<Status> {
    let archive = open(context)?;
    let (own, other) = (archive.decided().decisions(), read(context, path)?);
    let mut lines: Vec<(&Decision, char)> = Vec::new();
    let only = |all: &[Decision], decision: &Decision| all.binary_search(decision).is_err();
    lines.extend(own.iter().filter(|own| only(&other, own)).map(|own| (own, '-')));
    lines.extend(other.iter().filter(|other| only(own, other)).map(|other| (other, '+')));
    lines.sort_unstable();
    let text: String = lines
        .iter()
        .map(|(decision, sign)| format!("{sign} {}\n", decision.fields().join("\t").trim_end()))
        .collect();
    context.print_all(&text)?;
    Ok(Status::found(!lines.is_empty()))
}

/// Every decision, and whether what it is about is there.
fn log(context: &Context, args: &DecisionsArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let archive = open(context)?;
    let decided = archive.decided();
    let mut table = Table::new(vec![
        (lang.head_decision(), Align::Left),
        (lang.head_reason(), Align::Left),
        (lang.head_by(), Align::Left),
        (lang.head_when(), Align::Left),
        (lang.head_effect(), Align::Left),
    ])
    .within(context.width)
    .sparing(&[1, 2, 0]);
    let mut lines = String::new();
    for (decision, is_in_effect) in decided.in_effect(archive.snapshot(), &archive.facts)? {
        let [action, target, value, reason, by, when] = decision.fields();
        match args.answer.format() {
            ReportFormat::Table => {
                let effect = if is_in_effect { lang.in_effect() } else { lang.waiting() };
                table.row(vec![format!("{action} {target} {value}"), reason, by, when, effect]);
            }
            ReportFormat::Jsonl => {
                let value = json!({
                    "action": action, "target": target, "value": value,
                    "reason": reason, "by": by, "when": when, "in_effect": is_in_effect,
                });
                lines += &format!("{value}\n");
            }
        }
    }
    if args.answer.format() == ReportFormat::Table && !decided.decisions().is_empty() {
        lines = table.render();
    }
    context.print_all(&lines)?;
    context.tell(&lang.decisions_listed(decided.decisions().len() as u64));
    Ok(Status::found(!decided.decisions().is_empty()))
}

/// Reads a file of decisions; `-` is standard input.
fn read(context: &Context, path: &Path) -> anyhow::Result<Vec<Decision>> {
    /// Longer files are no decisions of people.
    const LONGEST: u64 = 64 << 20;
    let lang = context.lang;
    let mut text = String::new();
    let read = match path == Path::new("-") {
        true => std::io::stdin().take(LONGEST).read_to_string(&mut text),
        false => {
            std::fs::File::open(path).and_then(|file| file.take(LONGEST).read_to_string(&mut text))
        }
    };
    read.with_context(|| lang.cannot_read(path))?;
    decision::read(&text).map_err(|misread| {
        let why = lang.decision_fault(&misread.fault);
        anyhow!(lang.decision_misread(path, misread.line, misread.column, &why))
    })
}
