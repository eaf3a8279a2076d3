//! `xqdb decide` and `xqdb undo` add and remove one decision about the archive; `xqdb decisions`
//! lists all of them, writes them to a file, adds those of a file, or compares with a file.

use super::context::typed;
use super::one_game::game_of_key;
use super::values::{ValueList, itself};
use super::{Context, Status, files, question};
use crate::cli::{Action, DecideArgs, DecisionsArgs, Task, UndoArgs, WantedDecision};
use crate::messages::Lang;
use anyhow::{Context as _, anyhow};
use serde_json::json;
use std::path::Path;
use xqdb::answers::made_decisions;
use xqdb::decision::{self, Decision};
use xqdb::duplicates::{Undecided, add_decisions, in_effect, not_decided, take_back};
use xqdb::search::Archive;
use xqdb::store::{Database, Evidence};

/// Adds a decision.
pub(crate) fn decide(context: &Context, args: &DecideArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let (_lock, mut database) = files::open(context)?;
    let when = args.when.clone().map_or_else(|| database.day(), Ok)?;
    let rest = [args.reason.as_str(), args.by.as_deref().unwrap_or(""), when.as_str()];
    let decision = read_one(context, &database, &args.wanted, rest)?;
    let added = not_decided(&database, &[decision])?;
    if added.is_empty() {
        context.tell(&lang.decided_already());
        return Ok(Status::Success);
    }
    add(&mut database, &added, lang)?;
    context.tell(&match in_effect(&database, &added)? {
        0 => lang.decision_waits(),
        _ => lang.decision_added(),
    });
    Ok(Status::Success)
}

/// Removes a decision, whatever its reason.
pub(crate) fn undo(context: &Context, args: &UndoArgs) -> anyhow::Result<Status> {
    let (_lock, mut database) = files::open(context)?;
    let wanted = read_one(context, &database, &args.wanted, [""; 3])?;
    if take_back(&mut database, &[wanted.what])?.is_empty() {
        context.tell_always(&context.lang.no_such_decision());
        return Ok(Status::NothingFound);
    }
    context.tell(&context.lang.decision_taken_back());
    Ok(Status::Success)
}

/// Adds all decisions, or none if one contradicts another.
pub(super) fn add(database: &mut Database, added: &[Decision], lang: Lang) -> anyhow::Result<()> {
    add_decisions(database, added).map_err(|undecided| match undecided {
        Undecided::Contradiction(both) => anyhow!(lang.contradiction(&both)),
        Undecided::Store(error) => error.into(),
    })
}

/// Builds a decision from the words of the user, who may shorten keys of games.
fn read_one(
    context: &Context,
    database: &Database,
    WantedDecision { action, target, value }: &WantedDecision,
    [reason, by, when]: [&str; 3],
) -> anyhow::Result<Decision> {
    let lang = context.lang;
    let target = whole_key(context, database, target)?;
    let value = match action {
        Action::Set | Action::Read => value.clone(),
        _ => whole_key(context, database, value)?,
    };
    Decision::new([action.name(), &target, &value, reason, by, when])
        .map_err(|fault| anyhow!(lang.decision_fault(&fault)))
}

/// Replaces the beginning of a key by the whole key, in `game:KEY` and `game:KEY.FIELD`.
fn whole_key(context: &Context, database: &Database, subject: &str) -> anyhow::Result<String> {
    /// Number of characters of a whole key.
    const WHOLE: usize = 12;
    let Some(rest) = subject.trim().strip_prefix("game:") else { return Ok(subject.to_owned()) };
    let (key, field) = rest.split_at(rest.find('.').unwrap_or(rest.len()));
    if key.len() >= WHOLE {
        return Ok(subject.to_owned());
    }
    let archive = Archive::undecided(database.snapshot()?, question::lay(context))?;
    let game = game_of_key(&archive, key, context.lang)?;
    let game = game.ok_or_else(|| anyhow!(context.lang.no_such_key(key)))?;
    Ok(format!("game:{}{field}", archive.snapshot().game_key(game)?))
}

/// Lists, writes, adds or compares decisions.
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

/// Opens the database with its decisions, even with `--as-stated`.
fn open(context: &Context) -> anyhow::Result<Archive> {
    question::open_as(context, Evidence::Derived)
}

/// Adds the decisions of a file that the database lacks: all of them, or none.
fn apply(context: &Context, path: &Path) -> anyhow::Result<Status> {
    let lang = context.lang;
    let mut read = read(context, path)?;
    let (_lock, mut database) = files::open(context)?;
    let known = database.decisions()?;
    read.retain(|decision| known.binary_search(decision).is_err());
    if !read.is_empty() {
        add(&mut database, &read, lang)?;
    }
    let archive = Archive::of(database.snapshot()?, Evidence::Derived)?;
    let all = archive.decided().in_effect(archive.snapshot(), archive.facts())?;
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

/// Prints the decisions that only the database has (-) and those that only the file has (+).
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

/// Lists every decision, and whether its subject is in the archive.
fn log(context: &Context, args: &DecisionsArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let archive = open(context)?;
    let decided = archive.decided();
    let mut table = context.table("decision reason by when effect").sparing(&[1, 2, 0]);
    let mut values = ValueList::new(context, args.answer.layout(), made_decisions(), itself)?;
    for (decision, is_in_effect) in decided.in_effect(archive.snapshot(), archive.facts())? {
        let [action, target, value, reason, by, when] = decision.fields();
        if values.is_page() {
            let effect = if is_in_effect { lang.in_effect() } else { lang.waiting() };
            table.row(vec![format!("{action} {target} {value}"), reason, by, when, effect]);
            continue;
        }
        values.value(&json!({
            "action": action, "target": target, "value": value,
            "reason": reason, "by": by, "when": when, "in_effect": is_in_effect,
        }))?;
    }
    if values.is_page() && !decided.decisions().is_empty() {
        values.write(table.render().as_bytes())?;
    }
    values.end()?;
    context.tell(&lang.decisions_listed(decided.decisions().len() as u64));
    Ok(Status::found(!decided.decisions().is_empty()))
}

/// Reads a file of decisions; `-` is standard input.
fn read(context: &Context, path: &Path) -> anyhow::Result<Vec<Decision>> {
    /// Number of bytes; longer files are no decisions of people.
    const LONGEST: u64 = 64 << 20;
    let lang = context.lang;
    let read = typed(files::input(path, lang)?, LONGEST);
    let text = read.with_context(|| lang.cannot_read(path))?;
    decision::read(&text).map_err(|misread| {
        let why = lang.decision_fault(&misread.fault);
        anyhow!(lang.decision_misread(path, misread.line, misread.column, &why))
    })
}
