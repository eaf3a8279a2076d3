//! `xqdb stats`: what the database holds.

use super::render::{Align, Table};
use super::{Context, Status, question};
use crate::cli::{AnswerFormat, StatsArgs};
use crate::messages::Lang;
use serde_json::{Map, Value, json};
use xqdb::export::csv;
use xqdb::metadata::{GameResult, Kind, Status as RecordStatus};
use xqdb::search::Archive;
use xqdb::store::{Share, Statistics, index};

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
    let held = archive.snapshot().statistics()?;
    let totals = totals(&archive, &held)?;
    let divisions = divisions(held, context.lang);
    context.print_all(&match args.answer.format() {
        AnswerFormat::Table => table(&totals, &divisions, context),
        AnswerFormat::Json => as_json(&totals, &divisions),
        AnswerFormat::Csv => as_csv(&totals, &divisions),
    })?;
    Ok(Status::Success)
}

fn totals(archive: &Archive, held: &Statistics) -> anyhow::Result<Vec<Total>> {
    let segments = index::segments(archive.snapshot())?.len() as u64;
    Ok(vec![
        ("locations", held.locations, Lang::stats_locations),
        ("sources", held.sources, Lang::stats_sources),
        ("records", held.records, Lang::stats_records),
        ("games", archive.facts.alive().count() as u64, Lang::stats_games),
        ("players", held.players, Lang::stats_players),
        ("events", held.events, Lang::stats_events),
        ("trees", held.trees, Lang::stats_trees),
        ("postings", archive.index.posting_count(), Lang::stats_postings),
        ("segments", segments, Lang::stats_segments),
        ("bytes", held.bytes, Lang::stats_bytes),
    ])
}

fn divisions(held: Statistics, lang: Lang) -> Vec<Division> {
    let plain: &dyn Fn(&str) -> Option<String> = &|name| Some(name.to_owned());
    let kind: &dyn Fn(&str) -> Option<String> = &|name| Some(lang.kind(Kind::from_name(name)?));
    let result: &dyn Fn(&str) -> Option<String> =
        &|name| Some(lang.result(GameResult::from_name(name)?));
    let status: &dyn Fn(&str) -> Option<String> =
        &|name| Some(lang.status(RecordStatus::from_name(name)?));
    [
        ("kind", [lang.head_kind(), lang.head_games()], held.kinds, kind),
        ("result", [lang.head_result(), lang.head_games()], held.results, result),
        ("format", [lang.head_format(), lang.head_records()], held.formats, plain),
        ("encoding", [lang.head_encoding(), lang.head_contents()], held.encodings, plain),
        ("status", [lang.head_status(), lang.head_records()], held.statuses, status),
    ]
    .into_iter()
    .map(|(name, heads, shares, told)| {
        let row = |(stored, count): Share| {
            let shown = stored.as_deref().map(|name| told(name).unwrap_or_else(|| name.to_owned()));
            (stored, shown.unwrap_or_else(|| lang.stats_none()), count)
        };
        Division { name, heads, rows: shares.into_iter().map(row).collect() }
    })
    .collect()
}

fn table(totals: &[Total], divisions: &[Division], context: &Context) -> String {
    let no_head = |align| (String::new(), align);
    let mut table = Table::new(vec![no_head(Align::Right), no_head(Align::Left)]);
    for (_, count, what) in totals {
        table.row(vec![count.to_string(), what(context.lang, *count)]);
    }
    let mut text = table.render().trim_start_matches('\n').to_owned();
    for division in divisions {
        let [head, counted] = division.heads.clone();
        let mut table = Table::new(vec![(head, Align::Left), (counted, Align::Right)]);
        for (_, shown, count) in &division.rows {
            table.row(vec![shown.clone(), count.to_string()]);
        }
        text += &format!("\n{}", table.within(context.width).render());
    }
    text
}

fn as_json(totals: &[Total], divisions: &[Division]) -> String {
    let mut all: Map<String, Value> =
        totals.iter().map(|(name, count, _)| ((*name).to_owned(), json!(count))).collect();
    for division in divisions {
        let rows = division.rows.iter().map(|(stored, _, count)| json!([stored, count]));
        all.insert(format!("by_{}", division.name), rows.collect());
    }
    format!("{}\n", Value::Object(all))
}

fn as_csv(totals: &[Total], divisions: &[Division]) -> String {
    let mut lines = vec![["what".to_owned(), "value".to_owned(), "count".to_owned()]];
    for (name, count, _) in totals {
        lines.push([(*name).to_owned(), String::new(), count.to_string()]);
    }
    for division in divisions {
        for (stored, _, count) in &division.rows {
            let stored = stored.clone().unwrap_or_default();
            lines.push([division.name.to_owned(), stored, count.to_string()]);
        }
    }
    lines.iter().map(|line| csv::line(line)).collect()
}
