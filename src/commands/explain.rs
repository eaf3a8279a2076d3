//! `xqdb search --where … --explain`: how a question is answered.

use super::render::{Align, Table};
use super::scanning::Scanning;
use super::{Context, Status, question};
use crate::cli::{ListFormat, SearchArgs};
use xqdb::search::Explained;

/// Answers the question and prints how.
///
/// # Errors
/// When the question cannot be understood or the database cannot be read.
pub(super) fn explain(
    context: &Context,
    args: &SearchArgs,
    scanning: &Scanning<'_>,
) -> anyhow::Result<Status> {
    let filter = question::filter(context, &args.selection.filter, &[])?;
    let archive = question::open(context)?;
    let Some(explained) = filter.explain(&archive, scanning)? else {
        // The command line does not take one without the other.
        return Ok(Status::Error);
    };
    scanning.finish();
    context.print_all(&match args.answer.format() {
        ListFormat::Jsonl => format!("{}\n", serde_json::to_string(&explained)?),
        _ => page(context, &explained),
    })?;
    Ok(if explained.found == 0 { Status::NothingFound } else { Status::Success })
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
