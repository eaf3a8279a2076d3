//! Events and titles against the records of the corpus that state the same facts: what is derived
//! must be true.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

mod common;

use std::collections::BTreeMap;
use std::convert::Infallible;
use xqdb::import::{Input, Options, parse, pipeline};
use xqdb::metadata::{Derived, GameResult, Surroundings, parse_date};
use xqdb::replay::Record;

/// What a record states of itself, apart from its event and title.
const STATED: [&str; 8] =
    ["Red", "White", "Black", "RedTeam", "BlackTeam", "Date", "Round", "Result"];

/// Every field that is derived when the record does not state it, where from, and whether it is
/// true.
fn judged(record: &Record) -> Vec<(&'static str, String, bool, String)> {
    let stated = |field: &str| {
        let found = record.tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(field));
        found.map(|(_, value)| value.trim()).filter(|value| !value.trim_matches('?').is_empty())
    };
    let is_kept = |name: &str| !STATED.iter().any(|field| field.eq_ignore_ascii_case(name));
    let rest: Vec<_> = record.tags.iter().filter(|(name, _)| is_kept(name)).cloned().collect();
    let derived = Derived::of(&rest, GameResult::Unknown, Surroundings::default());
    let doubts = Derived::of(&record.tags, record.game.result, Surroundings::default()).doubts;
    let mut judged = Vec::new();
    for (field, value, source) in derived.values {
        let is_doubted = doubts.iter().any(|(doubted, _)| *doubted == field);
        let is_true = match field {
            "Red" | "Black" if stated(field).is_some() => !is_doubted,
            "Result" if record.game.result.is_known() => value == record.game.result.as_str(),
            "Date" => match stated(field).and_then(parse_date) {
                Some(date) => parse_date(&value).unwrap().agrees_with(date),
                None => continue,
            },
            _ => continue,
        };
        let told = format!("{value} for {}: {rest:?}", stated(field).unwrap_or_default());
        judged.push((field, source.to_string(), is_true, told));
    }
    judged
}

#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_headings_agree_with_their_records() {
    let options = Options::default();
    let mut tallies = BTreeMap::<(&str, String), (usize, Vec<String>)>::new();
    pipeline(
        vec![Input::from_argument(&common::shared("corpus"))],
        &options,
        |unit| parse(unit, &options.notation),
        |_, parsed| {
            for (field, source, is_true, told) in parsed.records.iter().flat_map(judged) {
                let (good, bad) = tallies.entry((field, source)).or_default();
                if is_true { *good += 1 } else { bad.push(told) }
            }
            Ok::<_, Infallible>(())
        },
    )
    .unwrap();
    for ((field, source), (good, bad)) in &tallies {
        println!("{field} from {source}: {good} agree, {} contradict", bad.len());
        bad.iter().take(20).for_each(|line| println!("  {line}"));
    }
    for ((field, source), (good, bad)) in &tallies {
        let told = format!("{field} from {source}: {good} agree, {} contradict", bad.len());
        // Sources contradict themselves: an event says 20020404, the tag beside it 2003-04-04. Fields
        // that were read wrongly would contradict far more often than one in fifty.
        assert!(bad.len() * 50 <= *good, "{told}");
        assert!(*good > 400, "{told}");
    }
}
