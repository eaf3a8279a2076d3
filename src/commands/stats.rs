//! `xqdb stats`: how much the database holds.

use super::question::{SaidQuestion, open};
use super::render::{Align, TextTable};
use super::{Context, Status};
use crate::cli::{Form, StatsArgs};
use crate::messages::Lang;
use serde_json::Value;
use xqdb::answers::{Datum, Field, holdings};
use xqdb::export::csv::tab_line;
use xqdb::metadata::{GameResult, Kind, Status as RecordStatus};
use xqdb::search::{Holdings, Params};
use xqdb::store::ValueCount;

/// Prints the numbers of sources, records, games, players and so on.
pub(crate) fn stats(context: &Context, args: &StatsArgs) -> anyhow::Result<Status> {
    let archive = open(context)?;
    let unit = SaidQuestion::new(context, "", &[&args.unit.0])?.read(Params::unit)?;
    let held = Holdings::of(&archive, unit)?;
    context.print_all(&match args.answer.form() {
        Form::Table => table(&held, context),
        Form::Json | Form::Jsonl => format!("{}\n", Value::Object(holdings().object(&held))),
        Form::Csv => as_lines(&held, context.lang, |cells| context.csv_line(cells)),
        Form::Tsv => as_lines(&held, context.lang, |cells| tab_line(cells)),
    })?;
    Ok(Status::Success)
}

/// A total in words.
fn total(lang: Lang, name: &str, count: u64) -> String {
    let sentence: fn(Lang, u64) -> String = match name {
        "locations" => Lang::stats_locations,
        "sources" => Lang::stats_sources,
        "records" => Lang::stats_records,
        "games" => Lang::stats_games,
        "copies" => Lang::stats_copies,
        "players" => Lang::stats_players,
        "events" => Lang::stats_events,
        "trees" => Lang::stats_trees,
        "postings" => Lang::stats_postings,
        "segments" => Lang::stats_segments,
        _ => Lang::stats_bytes,
    };
    sentence(lang, count)
}

/// Division of a total: its name for programs, its head, the head of its counts, its parts, and how
/// the name of a part is shown.
type Division<'h> = (&'static str, [String; 2], &'h [ValueCount], fn(Lang, &str) -> Option<String>);

fn divisions(held: &Holdings, lang: Lang) -> [Division<'_>; 5] {
    let games = || lang.head_games();
    let tables = &held.tables;
    [
        ("kind", [lang.head_kind(), games()], &held.kinds, |lang, name| {
            Some(lang.kind(Kind::from_name(name)?))
        }),
        ("result", [lang.head_result(), games()], &held.results, |lang, name| {
            Some(lang.result(GameResult::from_name(name)?))
        }),
        ("format", [lang.head_format(), lang.head_records()], &tables.formats, |_, _| None),
        ("encoding", [lang.head_encoding(), lang.head_contents()], &tables.encodings, |_, _| None),
        ("status", [lang.head_status(), lang.head_records()], &tables.statuses, |lang, name| {
            Some(lang.status(RecordStatus::from_name(name)?))
        }),
    ]
}

fn table(held: &Holdings, context: &Context) -> String {
    let lang = context.lang;
    let no_head = |align| (String::new(), align);
    let mut table = TextTable::new(vec![no_head(Align::Right), no_head(Align::Left)]);
    for (name, count) in totals(held) {
        table.row(vec![count.to_string(), total(lang, name, count)]);
    }
    let mut text = table.render().trim_start_matches('\n').to_owned();
    for (_, [head, counted], parts, shown) in divisions(held, lang) {
        let mut table = TextTable::new(vec![(head, Align::Left), (counted, Align::Right)]);
        for (name, count) in parts {
            let part =
                name.as_deref().map(|name| shown(lang, name).unwrap_or_else(|| name.to_owned()));
            table.row(vec![part.unwrap_or_else(|| lang.none_named()), count.to_string()]);
        }
        text += &format!("\n{}", table.within(context.width).render());
    }
    text
}

fn totals(held: &Holdings) -> Vec<(&'static str, u64)> {
    let fields = holdings().fields.into_iter();
    let total = |field: Field<Holdings>| match field.value(held) {
        Datum::Count(count) => Some((field.about.name, count)),
        _ => None,
    };
    fields.filter_map(total).collect()
}

fn as_lines(held: &Holdings, lang: Lang, line: impl Fn(&[&str]) -> String) -> String {
    let mut text = line(&["what", "value", "count"]);
    for (name, count) in totals(held) {
        text += &line(&[name, "", &count.to_string()]);
    }
    for (name, _, parts, _) in divisions(held, lang) {
        for (part, count) in parts {
            text += &line(&[name, part.as_deref().unwrap_or(""), &count.to_string()]);
        }
    }
    text
}
