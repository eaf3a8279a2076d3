//! `xqdb search --where … --explain`: how a question is answered.

use super::render::{Align, Table};
use super::scanning::Scanning;
use super::{Context, Status, line, question};
use crate::cli::{ListFormat, SearchArgs};
use xqdb::notation::System;
use xqdb::search::{Explained, Stage, Way, search_watched};

/// Answers the question and prints how.
///
/// # Errors
/// When the question cannot be understood or the database cannot be read.
pub(super) fn explain(
    context: &Context,
    args: &SearchArgs,
    notation: &System,
    scanning: &Scanning<'_>,
) -> anyhow::Result<Status> {
    let selection = &args.selection;
    let asked = line::position(&selection.position, notation, context.lang)?;
    let filter = question::scope(context, selection, &asked)?;
    let archive = question::open_with(context, selection.filter.openings.as_deref())?;
    let Some(mut explained) = filter.explain(&archive, scanning)? else {
        // The command line does not take one without the other.
        return Ok(Status::Error);
    };
    if selection.in_order || !selection.contains.is_empty() {
        last_of_all(context, args, notation, scanning, &mut explained)?;
    }
    scanning.finish();
    context.print_all(&match args.answer.format() {
        ListFormat::Jsonl => format!("{}\n", serde_json::to_string(&explained)?),
        _ => page(context, &explained),
    })?;
    Ok(Status::found(explained.found > 0))
}

/// What is looked for in the games that the question leaves: a line from the start, a partial
/// board. No more is expected of it than that it leaves them all.
fn last_of_all(
    context: &Context,
    args: &SearchArgs,
    notation: &System,
    scanning: &Scanning<'_>,
    explained: &mut Explained,
) -> anyhow::Result<()> {
    let selection = &args.selection;
    let (archive, query) = question::query(context, selection, notation, 0..0, Some(scanning))?;
    let line = selection.position.moves.as_deref().filter(|_| selection.in_order);
    let boards = selection.contains.iter().map(String::as_str);
    let condition: Vec<&str> = line.into_iter().chain(boards).collect();
    let found = search_watched(&archive, &query, scanning)?.count;
    explained.stages.push(Stage {
        by: Way::Numbers,
        condition: condition.join(", "),
        is_needed: false,
        estimated: explained.found,
        actual: found,
    });
    explained.found = found;
    Ok(())
}

/// The question, the patterns in it, and a row a stage.
fn page(context: &Context, explained: &Explained) -> String {
    let lang = context.lang;
    let mut text = format!("{}\n", explained.query);
    for (name, body) in &explained.patterns {
        text += &format!("  {name} = {body}\n");
    }
    text += &format!("\n{}\n", lang.explain_games(explained.games));
    let mut table = Table::new(vec![
        (lang.head_answered_by(), Align::Left),
        (lang.head_condition(), Align::Left),
        (lang.head_estimated(), Align::Right),
        (lang.head_left(), Align::Right),
    ]);
    for stage in &explained.stages {
        let condition = match stage.is_needed {
            true => lang.explain_needed(&stage.condition),
            false => stage.condition.clone(),
        };
        table.row(vec![
            lang.way(stage.by),
            condition,
            stage.estimated.to_string(),
            stage.actual.to_string(),
        ]);
    }
    text += &table.within(context.width).keeping(&[0, 2, 3]).render();
    text += &format!("\n{}\n", lang.explain_end(explained.scanned, explained.found));
    text
}
