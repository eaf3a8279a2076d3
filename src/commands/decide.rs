//! `xqdb decide` and `xqdb undo`: one decision about the archive, added or taken back.

use super::show::game_of_key;
use super::{Context, Status, question, writing};
use crate::cli::{Action, DecideArgs, UndoArgs, Wanted};
use crate::messages::Lang;
use anyhow::anyhow;
use xqdb::decision::Decision;
use xqdb::people::{Undecided, add_decisions, in_effect, not_decided, take_back};
use xqdb::search::Archive;
use xqdb::store::Database;

/// Adds a decision.
///
/// # Errors
/// When it makes no sense, contradicts another, or the database cannot be written.
pub(crate) fn decide(context: &Context, args: &DecideArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let (_lock, mut database) = writing::open(context)?;
    let when = args.when.clone().map_or_else(|| database.day(), Ok)?;
    let rest = [args.reason.as_str(), args.by.as_deref().unwrap_or(""), when.as_str()];
    let decision = read(context, &database, &args.wanted, rest)?;
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

/// Takes a decision back, whatever its reason.
///
/// # Errors
/// When it makes no sense, or the database cannot be written.
pub(crate) fn undo(context: &Context, args: &UndoArgs) -> anyhow::Result<Status> {
    let (_lock, mut database) = writing::open(context)?;
    let wanted = read(context, &database, &args.wanted, [""; 3])?;
    if take_back(&mut database, &[wanted.what])?.is_empty() {
        context.tell_always(&context.lang.no_such_decision());
        return Ok(Status::NothingFound);
    }
    context.tell(&context.lang.decision_taken_back());
    Ok(Status::Success)
}

/// Adds decisions, unless one of them cannot hold.
pub(super) fn add(database: &mut Database, added: &[Decision], lang: Lang) -> anyhow::Result<()> {
    add_decisions(database, added).map_err(|undecided| match undecided {
        Undecided::Contradiction(both) => {
            let [one, other] = both.each_ref().map(line);
            anyhow!(lang.decisions_contradict(&one, &other))
        }
        Undecided::Store(error) => error.into(),
    })
}

/// A decision in one line for people.
pub(super) fn line(decision: &Decision) -> String {
    decision.fields().join("  ").trim_end().to_owned()
}

/// Understands what is said of a decision. Keys of games may be cut short.
fn read(
    context: &Context,
    database: &Database,
    Wanted { action, target, value }: &Wanted,
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

/// `game:KEY` and `game:KEY.FIELD` with the whole key, where the archive has one that begins so.
fn whole_key(context: &Context, database: &Database, subject: &str) -> anyhow::Result<String> {
    /// The characters of a whole key.
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
