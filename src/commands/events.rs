//! `xqdb events`: series of events with their editions, and the wordings of both.

use super::printed::Printed;
use super::{Context, Status, people, question};
use crate::cli::EventsArgs;
use crate::questions::event_in_script;
use std::cmp::Reverse;
use xqdb::answers::{self, KnownSeries, KnownWording, noted_json};
use xqdb::names::{Notable, NotableKind, wordings};
use xqdb::research::{Tournament, tournaments};
use xqdb::search::{
    Archive, Filter, SearchQuery, SeriesTally, Unwatched, by_series, editions_asked,
    search_unsorted,
};

/// Lists series, editions, tournaments or wordings of events.
pub(crate) fn events(context: &Context, args: &EventsArgs) -> anyhow::Result<Status> {
    if args.names.candidates || args.names.judge.is_some() {
        return people::events(context, &args.names);
    }
    let list = people::list_of(context, &args.names, NotableKind::Events)?;
    let archive = question::open(context)?;
    let layout = args.names.answer.layout();
    if args.wordings {
        let texts = wordings(&archive, &list)?.into_iter();
        let rows: Vec<KnownWording> =
            texts.map(|(id, wording)| KnownWording { id, wording }).collect();
        Printed::new(context, answers::wordings(), layout)?.print_with(&rows, "")?;
        return Ok(Status::found(!rows.is_empty()));
    }
    let filter = Filter { event: args.names.name.clone(), ..Filter::default() };
    let query = SearchQuery::new(filter.resolve(&archive)?);
    let (listed, all) = if args.tournaments {
        list_tournaments(context, args, &archive)?
    } else {
        let games = search_unsorted(&archive, &query, &Unwatched)?.games;
        let series = by_series(&archive, &games, &query.matcher)?;
        match args.names.name {
            None => list_series((context, &archive), args, &list, series)?,
            Some(_) => list_editions((context, &archive), args, &list, series)?,
        }
    };
    if layout.is_table() {
        let shown = listed.min(layout.most()) as u64;
        context.tell_below(context.lang.names_listed(shown, all as u64));
    }
    question::tell_names(context, &archive, &query.matcher)?;
    Ok(Status::found(listed > 0))
}

/// Prints editions as tournaments, those with the largest share of games found first. Returns the
/// number of rows and of all editions.
fn list_tournaments(
    context: &Context,
    args: &EventsArgs,
    archive: &Archive,
) -> anyhow::Result<(usize, usize)> {
    let asked = match &args.names.name {
        None => None,
        Some(name) => Some(editions_asked(archive, name)?),
    };
    let is_asked = |number| asked.as_ref().is_none_or(|asked| asked.contains(&number));
    let mut rows = tournaments(archive, &is_asked)?;
    rows.sort_by(|a, b| {
        let found = |of: &Tournament| of.found_percent().unwrap_or(-1.0);
        found(b)
            .total_cmp(&found(a))
            .then_with(|| (Reverse(a.games.len()), &a.name).cmp(&(Reverse(b.games.len()), &b.name)))
    });
    let all = rows.len();
    rows.truncate(args.names.answer.layout().needed());
    let printed = Printed::new(context, answers::tournament_rows(), args.names.answer.layout())?
        .show("name", |it| Ok(event_in_script(context.lang, archive, &it.name)?))
        .show("system", |it| Ok(context.lang.word("system", it.system().as_str(), &[])))
        .sparing(&["alone", "disputed", "missing", "expected"]);
    printed.print_with(&rows, "")?;
    Ok((rows.len(), all))
}

/// Prints series; returns the number of rows and of all series.
fn list_series(
    (context, archive): (&Context, &Archive),
    args: &EventsArgs,
    list: &Notable,
    mut series: Vec<SeriesTally>,
) -> anyhow::Result<(usize, usize)> {
    let texts = series.len();
    series.retain(|it| !it.is_title);
    let all = series.len();
    let listed = |tally: &SeriesTally| {
        let row = list.rows().iter().find(|row| row.name == tally.name);
        row.map(|row| noted_json(row, NotableKind::Events))
    };
    let rows = series.into_iter().take(args.names.answer.layout().needed());
    let rows: Vec<KnownSeries> =
        rows.map(|tally| KnownSeries { listed: listed(&tally), tally }).collect();
    let printed = Printed::new(context, answers::series(), args.names.answer.layout())?
        .head("games", context.lang.head_all_games())
        .show("name", |it| Ok(event_in_script(context.lang, archive, &it.tally.name)?));
    printed.print_with(&rows, "")?;
    if texts > all {
        context.tell_more(&context.lang.event_titles((texts - all) as u64));
    }
    Ok((rows.len(), all))
}

/// Prints the editions of series; returns the number of rows and of all editions.
fn list_editions(
    (context, archive): (&Context, &Archive),
    args: &EventsArgs,
    list: &Notable,
    series: Vec<SeriesTally>,
) -> anyhow::Result<(usize, usize)> {
    let lang = context.lang;
    let noted = list.rows().iter().filter(|row| series.iter().any(|it| it.name == row.name));
    let note = noted.map(|row| people::describe_notable(row, NotableKind::Events, lang) + "\n");
    let note: String = note.collect();
    let mut rows: Vec<_> = series.into_iter().flat_map(|series| series.events).collect();
    let all = rows.len();
    rows.truncate(args.names.answer.layout().needed());
    let printed = Printed::new(context, answers::editions(), args.names.answer.layout())?
        .head("games", lang.head_all_games())
        .show("name", |it| {
            let name = it.edition.as_ref().map_or(&it.name, |edition| &edition.name);
            Ok(event_in_script(lang, archive, name)?)
        });
    printed.print_with(&rows, &note)?;
    Ok((rows.len(), all))
}
