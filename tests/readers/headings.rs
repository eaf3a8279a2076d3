//! Events and titles against the records of the corpus that state the same facts: what is derived
//! must be true.

use std::collections::BTreeMap;
use std::convert::Infallible;
use xqdb::import::{Input, Options, parse, pipeline};
use xqdb::metadata::{GameResult, LaxDate, RecordFindings, parse_date};
use xqdb::replay::Record;

/// What a record states of itself, apart from its event and title.
const STATED: [&str; 8] =
    ["Red", "White", "Black", "RedTeam", "BlackTeam", "Date", "Round", "Result"];

/// How a derived value stands to the stated one.
#[derive(PartialEq, Eq)]
enum Verdict {
    Agrees,
    /// The year of an edition, whose games ran into the next year or began in the one before.
    EditionYear,
    Contradicts,
}

impl Verdict {
    fn of(agrees: bool) -> Verdict {
        if agrees { Verdict::Agrees } else { Verdict::Contradicts }
    }

    fn of_date(said: LaxDate, stated: LaxDate) -> Verdict {
        match said.month == 0 && said.year.abs_diff(stated.year) == 1 {
            true => Verdict::EditionYear,
            false => Verdict::of(said.agrees_with(stated)),
        }
    }
}

/// Agreeing values of a field, its editions' years, and what contradicts the records.
#[derive(Default)]
struct Tally {
    agree: usize,
    editions: usize,
    contradict: Vec<String>,
}

/// Every field that is derived when the record does not state it, where from, and the verdict.
fn judged(record: &Record) -> Vec<(&'static str, String, Verdict, String)> {
    let stated = |field: &str| {
        let found = record.tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(field));
        found.map(|(_, value)| value.trim()).filter(|value| !value.trim_matches('?').is_empty())
    };
    let is_kept = |name: &str| !STATED.iter().any(|field| field.eq_ignore_ascii_case(name));
    let rest: Vec<_> = record.tags.iter().filter(|(name, _)| is_kept(name)).cloned().collect();
    let derived = RecordFindings::of_tags(&rest, GameResult::Unknown).derive().1;
    let doubts = RecordFindings::of_tags(&record.tags, record.game.result).derive().1.doubts;
    let mut judged = Vec::new();
    for (field, value, source) in derived.values {
        let is_doubted = doubts.iter().any(|(doubted, _)| *doubted == field);
        let verdict = match field {
            "Red" | "Black" if stated(field).is_some() => Verdict::of(!is_doubted),
            "Result" if record.game.result.is_known() => {
                Verdict::of(value == record.game.result.as_str())
            }
            "Date" => match stated(field).and_then(parse_date) {
                Some(date) => Verdict::of_date(parse_date(&value).unwrap(), date),
                None => continue,
            },
            _ => continue,
        };
        let told = format!("{value} for {}: {rest:?}", stated(field).unwrap_or_default());
        judged.push((field, source.to_string(), verdict, told));
    }
    judged
}

#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_headings_agree_with_their_records() {
    let options = Options::default();
    let mut tallies = BTreeMap::<(&str, String), Tally>::new();
    pipeline(
        vec![Input::from_argument(&crate::common::shared("corpus"))],
        &options,
        |unit| parse(unit, &options.notation),
        |_, parsed| {
            for (field, source, verdict, told) in parsed.records.iter().flat_map(judged) {
                let tally = tallies.entry((field, source)).or_default();
                match verdict {
                    Verdict::Agrees => tally.agree += 1,
                    Verdict::EditionYear => tally.editions += 1,
                    Verdict::Contradicts => tally.contradict.push(told),
                }
            }
            Ok::<_, Infallible>(())
        },
    )
    .unwrap();
    let told = |field: &str, source: &str, tally: &Tally| {
        let Tally { agree, editions, contradict } = tally;
        let contradict = contradict.len();
        format!(
            "{field} from {source}: {agree} agree, {editions} editions, {contradict} contradict"
        )
    };
    for ((field, source), tally) in &tallies {
        println!("{}", told(field, source, tally));
        tally.contradict.iter().take(20).for_each(|line| println!("  {line}"));
    }
    for ((field, source), tally) in &tallies {
        let told = told(field, source, tally);
        // Sources contradict themselves: an event says 20020404, the tag beside it 2003-04-04.
        assert!(tally.contradict.len() * 100 <= tally.agree, "{told}");
        assert!(tally.editions * 100 <= tally.agree, "{told}");
        assert!(tally.agree > 400, "{told}");
    }
}
