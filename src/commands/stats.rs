//! `xqdb stats`: what the database holds.

use super::render::{Align, Table};
use super::{Context, Status, question};
use crate::cli::{AnswerFormat, StatsArgs};
use crate::messages::Lang;
use xqdb::metadata::{GameResult, Kind, Status as RecordStatus};
use xqdb::search::Holdings;
use xqdb::store::Share;

/// A number, its name for programs and what it counts.
type Total = (&'static str, u64, fn(Lang, u64) -> String);

/// How many there are of each kind, result, format ...
struct Division {
    /// For programs.
    name: &'static str,
    /// What is divided, and what is counted.
    heads: [String; 2],
    /// As stored, as shown, and how many.
    rows: Vec<(Option<String>, String, u64)>,
}

/// Tells what the database holds.
///
/// # Errors
/// When the database cannot be read.
pub(crate) fn stats(context: &Context, args: &StatsArgs) -> anyhow::Result<Status> {
    let archive = question::open(context)?;
    let unit = question::unit(context, args.unit);
    let held = Holdings::of(&archive, unit)?;
    context.print_all(&match args.answer.format() {
        AnswerFormat::Table => table(&held, context),
        AnswerFormat::Json => format!("{}\n", held.to_json()),
        AnswerFormat::Csv => as_csv(context, &held),
    })?;
    Ok(Status::Success)
}

fn totals(held: &Holdings) -> impl Iterator<Item = Total> {
    let told: [fn(Lang, u64) -> String; 11] = [
        Lang::stats_locations,
        Lang::stats_sources,
        Lang::stats_records,
        Lang::stats_games,
        Lang::stats_copies,
        Lang::stats_players,
        Lang::stats_events,
        Lang::stats_trees,
        Lang::stats_postings,
        Lang::stats_segments,
        Lang::stats_bytes,
    ];
    held.totals().into_iter().zip(told).map(|((name, count), told)| (name, count, told))
}

fn divisions(held: &Holdings, lang: Lang) -> Vec<Division> {
    let plain: &dyn Fn(&str) -> Option<String> = &|name| Some(name.to_owned());
    let kind: &dyn Fn(&str) -> Option<String> = &|name| Some(lang.kind(Kind::from_name(name)?));
    let result: &dyn Fn(&str) -> Option<String> =
        &|name| Some(lang.result(GameResult::from_name(name)?));
    let status: &dyn Fn(&str) -> Option<String> =
        &|name| Some(lang.status(RecordStatus::from_name(name)?));
    [
        ("kind", [lang.head_kind(), lang.head_games()], &held.kinds, kind),
        ("result", [lang.head_result(), lang.head_games()], &held.results, result),
        ("format", [lang.head_format(), lang.head_records()], &held.tables.formats, plain),
        ("encoding", [lang.head_encoding(), lang.head_contents()], &held.tables.encodings, plain),
        ("status", [lang.head_status(), lang.head_records()], &held.tables.statuses, status),
    ]
    .into_iter()
    .map(|(name, heads, shares, told)| {
        let row = |(stored, count): &Share| {
            let shown = stored.as_deref().map(|name| told(name).unwrap_or_else(|| name.to_owned()));
            (stored.clone(), shown.unwrap_or_else(|| lang.stats_none()), *count)
        };
        Division { name, heads, rows: shares.iter().map(row).collect() }
    })
    .collect()
}

fn table(held: &Holdings, context: &Context) -> String {
    let no_head = |align| (String::new(), align);
    let mut table = Table::new(vec![no_head(Align::Right), no_head(Align::Left)]);
    for (_, count, what) in totals(held) {
        table.row(vec![count.to_string(), what(context.lang, count)]);
    }
    let mut text = table.render().trim_start_matches('\n').to_owned();
    for division in divisions(held, context.lang) {
        let [head, counted] = division.heads;
        let mut table = Table::new(vec![(head, Align::Left), (counted, Align::Right)]);
        for (_, shown, count) in &division.rows {
            table.row(vec![shown.clone(), count.to_string()]);
        }
        text += &format!("\n{}", table.within(context.width).render());
    }
    text
}

fn as_csv(context: &Context, held: &Holdings) -> String {
    let mut lines = vec![["what".to_owned(), "value".to_owned(), "count".to_owned()]];
    for (name, count, _) in totals(held) {
        lines.push([name.to_owned(), String::new(), count.to_string()]);
    }
    for division in divisions(held, context.lang) {
        for (stored, _, count) in division.rows {
            let stored = stored.unwrap_or_default();
            lines.push([division.name.to_owned(), stored, count.to_string()]);
        }
    }
    lines.iter().map(|line| context.csv_line(line)).collect()
}
