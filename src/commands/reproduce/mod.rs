//! `xqdb reproduce`: asks the question of a figure again, and prints how archive, numbers and games
//! changed since; or makes a dataset again, and prints which files differ.

mod changes;
#[cfg(feature = "parquet")]
mod dataset;

use super::figure::{self, FigureRecord};
use super::{Context, Status, explore, life, openings, ratings, repertoire};
use crate::book::headline;
use crate::cli::{Cli, Command, ReproduceArgs, Said, UserSettings, VerdictFormat};
use crate::messages::Lang;
use crate::questions::chart::Drawing;
use anyhow::anyhow;
use changes::{AnswerChanges, ChangedNumber};
use serde_json::{Value, json};
use xqdb::search::{Archive, load};

/// Largest number of changes of a kind that are shown.
const MOST: usize = 20;

/// Prints what changed since a figure or a dataset was made.
pub(crate) fn reproduce(context: &Context, args: &ReproduceArgs) -> anyhow::Result<Status> {
    if args.path.is_dir() {
        return of_dataset(context, args);
    }
    let path = figure::record_of(context, &args.path)?;
    let before = figure::read(context, &path)?;
    // The figure has words of its language, and so must the answer to be compared.
    let lang = Lang::of_tag(&before.lang).unwrap_or(context.lang);
    let asked = Context {
        lang,
        as_stated: before.as_stated,
        words: before.question.clone(),
        quiet: true,
        verbose: false,
        ..context.clone()
    };
    let (archive, mut now) = again(&asked, &before, context.lang)?;
    let mut before = before;
    // One answer may keep few games one by one, and the other many in groups.
    now.stamps = now.stamps.like(&before.stamps);
    before.stamps = before.stamps.like(&now.stamps);
    let changes = AnswerChanges::between(&before, &now);
    let text = match args.answer.format() {
        VerdictFormat::Table => describe(context, &archive, &before, &changes)?,
        VerdictFormat::Json => format!("{}\n", object(&before, &changes)),
    };
    context.print_all(&text)?;
    Ok(if changes.is_none() { Status::Success } else { Status::NothingFound })
}

#[cfg(feature = "parquet")]
use dataset::reproduce_dataset as of_dataset;

/// Refuses, because this program makes no tables.
#[cfg(not(feature = "parquet"))]
fn of_dataset(context: &Context, _: &ReproduceArgs) -> anyhow::Result<Status> {
    Err(anyhow!(context.lang.without_tables()))
}

/// Asks the question of a figure again.
fn again(
    context: &Context,
    before: &FigureRecord,
    lang: Lang,
) -> anyhow::Result<(Archive, FigureRecord)> {
    let none = || {
        let words = before.question.iter().take(MOST).cloned();
        anyhow!(lang.figure_asks_nothing(&crate::book::quoted(words)))
    };
    let words = std::iter::once("xqdb".to_owned()).chain(before.question.iter().cloned());
    let cli = Cli::read(words.map(Into::into).collect(), lang, None, &UserSettings::default())
        .map_err(|_| none())?;
    let ((archive, drawing), said) = drawn(context, &cli.command)?.ok_or_else(none)?;
    let now = FigureRecord::of(context, said, &archive, &drawing)?;
    Ok((archive, now))
}

/// Drawing of a command, and the options of its question; `None` if the command makes no figures.
fn drawn<'a>(
    context: &Context,
    command: &'a Command,
) -> anyhow::Result<Option<((Archive, Drawing), &'a Said)>> {
    Ok(Some(match command {
        Command::Life(args) => (life::drawn(context, args)?, &args.asked.0),
        Command::Openings(args) => (openings::drawn(context, args)?, &args.filter.0),
        Command::Ratings(args) => (ratings::drawn(context, args)?, &args.filter.0),
        Command::Repertoire(args) => (repertoire::drawn(context, args)?, &args.filter.0),
        Command::Explore(args) if args.by.is_none() => {
            (explore::drawn(context, args)?, &args.asked.0)
        }
        _ => return Ok(None),
    }))
}

/// The changes, as text for people.
fn describe(
    context: &Context,
    archive: &Archive,
    before: &FigureRecord,
    changes: &AnswerChanges<'_>,
) -> anyhow::Result<String> {
    let lang = context.lang;
    let AnswerChanges { now, .. } = changes;
    if changes.is_none() {
        let rows = now.numbers.rows.len() as u64;
        return Ok(lang.reproduced(rows, now.counted.games) + "\n");
    }
    let mut lines = Vec::new();
    if before.program != now.program {
        lines.push(lang.program_changed(&before.program, &now.program));
    }
    if before.archive.fingerprint != now.archive.fingerprint {
        let [old, new] = [before, now].map(|record| short(&record.archive.fingerprint));
        lines.push(lang.fingerprint_changed(&old, &new));
    }
    lines.extend(changes.files.iter().map(|path| lang.file_changed(path)));
    let numbers = changes.numbers.iter().map(|number| Ok(line_of(number)));
    match changes.numbers.len() as u64 {
        0 => lines.push(lang.numbers_kept()),
        count => list(&mut lines, lang, lang.numbers_changed(count), numbers)?,
    }
    let games = &changes.games;
    if changes.groups.is_empty() && games.is_empty() {
        lines.push(lang.games_kept(now.counted.games));
    }
    if !games.is_empty() {
        let count = |sign| games.iter().filter(|game| game.0 == sign).count() as u64;
        let head = lang.diff_counted(count('+'), count('-'), count('~'));
        let changed = games.iter().map(|&(sign, key)| {
            // Of a game that went, only the key is left.
            let known = archive.games_by_key(key)?;
            let row = known.first().map(|&id| load(archive, id)).transpose()?;
            let row = row.filter(|row| row.key == key);
            let headline = row.as_ref().map(headline).unwrap_or_default();
            Ok(format!("  {sign} {key} {headline}").trim_end().to_owned())
        });
        list(&mut lines, lang, head, changed)?;
    }
    if !changes.groups.is_empty() {
        let head = lang.groups_changed(changes.groups.len() as u64);
        let changed = changes
            .groups
            .iter()
            .map(|it| Ok(format!("  {}", lang.group_changed(it.keys, it.before, it.now))));
        list(&mut lines, lang, head, changed)?;
    }
    let shown = |line: &String| xqdb::text::visible(line).into_owned() + "\n";
    Ok(lines.iter().map(shown).collect())
}

/// Adds a head and up to [`MOST`] lines below it.
fn list(
    lines: &mut Vec<String>,
    lang: Lang,
    head: String,
    items: impl ExactSizeIterator<Item = anyhow::Result<String>>,
) -> anyhow::Result<()> {
    let left = items.len().saturating_sub(MOST) as u64;
    lines.push(head);
    for line in items.take(MOST) {
        lines.push(line?);
    }
    if left > 0 {
        lines.push(format!("  {}", lang.and_more(left)));
    }
    Ok(())
}

/// Line about a number that changed.
fn line_of(number: &ChangedNumber<'_>) -> String {
    let shown = |value: Option<&Value>| match value {
        None | Some(Value::Null) => "-".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    let (before, now) = (shown(number.before), shown(number.now));
    format!("  {}  {}: {before} → {now}", number.row, number.field)
}

/// First digits of a fingerprint, as many as people compare.
fn short(fingerprint: &str) -> String {
    fingerprint.chars().take(16).collect()
}

/// The changes, as JSON.
fn object(before: &FigureRecord, changes: &AnswerChanges<'_>) -> Value {
    let AnswerChanges { now, files, numbers, games, groups, .. } = changes;
    let with = |sign: char| -> Vec<&str> {
        games.iter().filter(|game| game.0 == sign).map(|game| game.1).collect()
    };
    json!({
        "same": changes.is_none(),
        "question": before.question,
        "program": [before.program, now.program],
        "fingerprint": [before.archive.fingerprint, now.archive.fingerprint],
        "files": files,
        "numbers": numbers,
        "games": { "came": with('+'), "went": with('-'), "changed": with('~') },
        "groups": groups,
    })
}
