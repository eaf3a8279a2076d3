//! Events, titles and names of files against the records of the corpus that state the same facts:
//! what is derived must be true.

use std::collections::BTreeMap;
use std::convert::Infallible;
use xqdb::import::{NamedInput, Options, Parsed, parse, pipeline};
use xqdb::metadata::{
    DatePlace, DateSpan, GameResult, LaxDate, Metadata, RecordFindings, names_agree, parse_date,
    read_date, read_file_name,
};
use xqdb::replay::Record;

/// Tags of what a record states of itself, apart from its event and title.
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

/// By field and where it is derived from.
#[derive(Default)]
struct Tallies(BTreeMap<String, Tally>);

impl Tallies {
    fn add(&mut self, field: impl Into<String>, verdict: Verdict, about: String) {
        let tally = self.0.entry(field.into()).or_default();
        match verdict {
            Verdict::Agrees => tally.agree += 1,
            Verdict::EditionYear => tally.editions += 1,
            Verdict::Contradicts => tally.contradict.push(about),
        }
    }

    /// Asserts that of every field more values agree than this number, and a hundred times as many
    /// as contradict: sources contradict themselves, and some files have a wrong name.
    fn hold(&self, enough: usize) {
        let mut faults = Vec::new();
        for (field, Tally { agree, editions, contradict }) in &self.0 {
            let differ = contradict.len();
            let counts =
                format!("{field}: {agree} agree, {editions} editions, {differ} contradict");
            println!("{counts}");
            contradict.iter().take(20).for_each(|line| println!("  {line}"));
            if differ * 100 > *agree || editions * 100 > *agree || *agree <= enough {
                faults.push(counts);
            }
        }
        assert!(faults.is_empty(), "{faults:#?}");
    }
}

/// Reads the corpus; `see` gets the name of each file with its records.
fn read_corpus(mut see: impl FnMut(&str, Parsed) + Send) {
    let options = Options::default();
    pipeline(
        vec![NamedInput::from_argument(&crate::common::shared("corpus"))],
        &options,
        |unit| parse(unit, &options.notation),
        |unit, parsed| {
            see(unit.file_name(), parsed);
            Ok::<_, Infallible>(())
        },
    )
    .unwrap();
}

/// Every field that is derived when the record does not state it, and where from; the verdict; and
/// what it is about.
fn judged(record: &Record) -> Vec<(String, Verdict, String)> {
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
        judged.push((format!("{field} from {source}"), verdict, told));
    }
    judged
}

/// Names of files against the records in them.
#[derive(Default)]
struct FileNames {
    tallies: Tallies,
    /// Records that have a field from the name of their file, by field.
    taken: BTreeMap<String, usize>,
    /// Damage of records whose file promises more than it holds.
    promises: Vec<(u64, String)>,
}

impl FileNames {
    fn compare(&mut self, name: &str, parsed: &Parsed) {
        let broken = parsed.damage.iter().filter(|(_, what)| what.contains("promises"));
        self.promises.extend(broken.cloned());
        let said = read_file_name(name);
        let ([record], Some(pairing)) = (&parsed.records[..], said.pairing) else { return };
        for (field, _) in &record.from_file_name {
            *self.taken.entry(field.clone()).or_default() += 1;
        }
        let tags = record.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let own = Metadata::from_tags(tags);
        if let (Some(red), Some(black)) = (&own.red, &own.black) {
            let agree = names_agree(red, &pairing.red) && names_agree(black, &pairing.black);
            self.tallies.add("players", Verdict::of(agree), format!("{name}: {red} - {black}"));
        }
        let stated = record.game.result;
        if let Some(result) = pairing.result.filter(|_| stated != GameResult::Unknown) {
            let about = format!("{name}: {stated:?}");
            self.tallies.add("results", Verdict::of(result == stated), about);
        }
        if let (Some(own), Some(date)) = (own.date, said.date) {
            let date = parse_date(&date).unwrap();
            let fits = |a: u8, b: u8| a == 0 || b == 0 || a == b;
            let agree =
                own.year == date.year && fits(own.month, date.month) && fits(own.day, date.day);
            self.tallies.add("dates", Verdict::of(agree), format!("{name}: {own}"));
        }
    }
}

#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_headings_and_names_of_files_agree_with_their_records() {
    let (mut headings, mut names) = (Tallies::default(), FileNames::default());
    read_corpus(|name, parsed| {
        for (field, verdict, about) in parsed.records.iter().flat_map(judged) {
            headings.add(field, verdict, about);
        }
        names.compare(name, &parsed);
    });
    headings.hold(400);
    println!("taken: {:?}", names.taken);
    assert_eq!(names.tallies.0.len(), 3);
    names.tallies.hold(500);
    assert_eq!(names.promises, [], "1956年…93局.CBL and its like hold what they promise");
}

/// A table of texts with what they mean, made by people: the text, where it stands, what stands
/// beside it, from and to.
#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_texts_of_dates_mean_what_people_read() {
    let table = std::fs::read_to_string(crate::common::shared("date-texts.tsv")).unwrap();
    let (mut right, mut wrong) = (0, Vec::new());
    for row in table.lines().skip(1) {
        let [text, place, context, from, to, ..] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("a row of five columns: {row}")
        };
        let found = match place {
            "date" => read_date(text, DatePlace::Field, context),
            _ => read_date(text, DatePlace::Heading, ""),
        };
        let end = |end: fn(DateSpan) -> Option<LaxDate>| {
            found.and_then(end).map(|date| date.to_string()).unwrap_or_default()
        };
        let found = [end(DateSpan::from), end(DateSpan::to)];
        match found == [from, to] {
            true => right += 1,
            false => wrong.push(format!("{text} ({context}): {found:?}, not {from} to {to}")),
        }
    }
    let all = right + wrong.len();
    println!("{right} of {all}\n{}", wrong.join("\n"));
    assert!(all > 500 && right * 100 >= all * 96, "{right} of {all}");
}
