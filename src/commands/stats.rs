//! `xqdb stats`: how much the database holds.

use super::question::{SaidQuestion, open};
use super::render::{Align, TextTable};
use super::values::{itself, print_parts};
use super::{Context, Status};
use crate::cli::StatsArgs;
use crate::messages::Lang;
use serde_json::{Value, json};
use xqdb::answers::{Datum, Field, held_numbers, holdings};
use xqdb::metadata::{GameResult, Kind, Status as RecordStatus};
use xqdb::search::{Holdings, Params};
use xqdb::store::ValueCount;

/// Prints the numbers of sources, records, games, players and so on.
pub(crate) fn stats(context: &Context, args: &StatsArgs) -> anyhow::Result<Status> {
    let archive = open(context)?;
    let unit = SaidQuestion::new(context, "", &[&args.unit.0])?.read(Params::unit)?;
    let held = Holdings::of(&archive, unit)?;
    let layout = args.answer.layout();
    if layout.is_page() {
        context.print_all(&table(&held, context))?;
    } else {
        let whole = Value::Object(holdings().object(&held));
        let numbers = numbers(&held, context.lang);
        print_parts(context, layout, held_numbers(), &whole, (&numbers, itself))?;
    }
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

/// The totals and the parts of every division as values for programs.
fn numbers(held: &Holdings, lang: Lang) -> Vec<Value> {
    let totals =
        totals(held).into_iter().map(|(name, count)| json!({ "what": name, "count": count }));
    let parts = divisions(held, lang).into_iter().flat_map(|(name, _, parts, _)| {
        parts
            .iter()
            .map(move |(part, count)| json!({ "what": name, "value": part, "count": count }))
    });
    totals.chain(parts).collect()
}
