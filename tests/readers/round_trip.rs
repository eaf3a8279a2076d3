//! What is written reads back: for every format that is written, read(write(record)) is the record,
//! over whole archives.
//!
//! Tree, start, result, comments and tags are compared, but for what the writer said is lost
//! (`Loss`) and for what the module `export` declares to be its spelling: blanks around texts, line
//! breaks, the names of tags and the words of results.

use crate::common::fixtures;
use std::ops::ControlFlow;
use xqdb::export::{self, EXPORTS, Entry, ExportError, ExportOptions, Loss, RecordPlace};
use xqdb::format::{self, RawRecord, Sink};
use xqdb::import::{NamedInput, Options as Reading, parse, pipeline};
use xqdb::metadata::{parse_date, parse_result};
use xqdb::notation::{NOTATIONS, RIVALS, System};
use xqdb::replay::{Outcome, Record, Tree};
use xqdb::text::{Charset, Encoding, decode, detect, unescaped};
use xqdb::xiangqi::Position;

struct Collect(Vec<Record>);

impl Sink for Collect {
    fn record(&mut self, raw: RawRecord<'_>) -> ControlFlow<()> {
        self.0.push(Record::of(raw, &System::Auto));
        ControlFlow::Continue(())
    }

    fn damage(&mut self, _: u64, what: String) {
        panic!("damage in what was written: {what}");
    }
}

/// The records that a reader finds in these bytes, which it has to recognise. The encoding is found
/// out if it is not named.
fn read(bytes: &[u8], format: &export::ExportFormat, encoding: Option<Encoding>) -> Vec<Record> {
    let name = format!("game.{}", format.extension);
    let encoding = encoding.unwrap_or_else(|| detect(bytes));
    let text = decode(bytes, encoding);
    let len = bytes.len() as u64;
    let sample = format::FileSample { head: bytes, text: &text.text, name: &name, len };
    let reader = format::identify(&sample).expect("a known format");
    let expected = format.name.trim_end_matches(char::is_numeric);
    assert_eq!(reader.name, expected);
    let input = format::Input {
        bytes,
        base: 0,
        name: &name,
        encoding: reader.is_text.then_some(encoding),
        any_word: false,
        beside: None,
    };
    let mut found = Collect(Vec::new());
    assert_eq!((reader.read)(&input, &mut found), ControlFlow::Continue(()));
    found.0
}

/// What `written` must have of a record, after what the writer told.
struct Expected<'a> {
    record: &'a Record,
    losses: &'a [Loss],
}

impl Expected<'_> {
    /// A text as it stands in what was written.
    fn text(&self, text: &str) -> String {
        let mut text = unescaped(text).replace("\r\n", "\n").replace('\r', "\n");
        for loss in self.losses {
            match loss {
                Loss::Characters { characters, .. } => {
                    text = text.replace(|c| characters.contains(c), "?");
                }
                Loss::Signs(signs) => {
                    let wide = |c: char| char::from_u32(c as u32 + 0xFEE0).unwrap();
                    for sign in signs.chars() {
                        text = text.replace(sign, &wide(sign).to_string());
                    }
                }
                _ => {}
            }
        }
        text.trim().to_owned()
    }

    /// Every node as its line of moves with its comment, in order.
    fn nodes(&self, tree: &Tree) -> Vec<(String, String)> {
        let mut lines: Vec<(String, String)> = vec![(String::new(), String::new())];
        let slot = |node: u32| node.wrapping_add(1) as usize;
        for node in &tree.nodes {
            let line = format!("{} {}", lines[slot(node.parent)].0, node.mv);
            lines.push((line, String::new()));
        }
        for (node, comment) in &tree.comments {
            lines[slot(*node)].1 = self.text(comment);
        }
        lines
    }

    fn difference(&self, found: &Record) -> Option<String> {
        let (before, after) = (&self.record.game, &found.game);
        let start = |start: &Option<Box<Position>>| {
            start.as_deref().cloned().unwrap_or_else(Position::start).to_fen()
        };
        if start(&before.start) != start(&after.start) {
            return Some(format!("start {}, was {}", start(&after.start), start(&before.start)));
        }
        if before.result != after.result {
            return Some(format!("result {:?}, was {:?}", after.result, before.result));
        }
        let is_severed = self.losses.iter().any(|loss| matches!(loss, Loss::Severed(_)));
        if before.tree.plies != after.tree.plies {
            return Some(format!("{} plies, were {}", after.tree.plies, before.tree.plies));
        }
        let (wanted, got) = (self.nodes(&before.tree), self.nodes(&after.tree));
        if is_severed {
            let unknown = got.iter().find(|node| !wanted.contains(node))?;
            return Some(format!("{unknown:?} is new"));
        }
        if wanted != got {
            let at = wanted.iter().zip(&got).position(|(a, b)| a != b);
            let at = at.unwrap_or(wanted.len().min(got.len()));
            return Some(format!("node {at}: {:?}, was {:?}", got.get(at), wanted.get(at)));
        }
        self.tags(found)
    }

    /// Every tag that was not told to be lost, by its value: names take the spelling of the format.
    fn tags(&self, found: &Record) -> Option<String> {
        let values: Vec<String> = found.tags.iter().map(|(_, value)| self.text(value)).collect();
        for (name, value) in &self.record.tags {
            let name = if name == "White" { "Red" } else { name };
            let told = |list: &Vec<String>| list.iter().any(|told| told == name);
            let is_told = self.losses.iter().any(|loss| match loss {
                Loss::Tags(list) | Loss::Cut(list) => told(list),
                _ => false,
            });
            let own = ["Game", "Result", "FEN", "Format", "XqfType"];
            let is_own = own.iter().any(|own| own.eq_ignore_ascii_case(name));
            let value = self.text(value);
            let flat = value.split('\n').collect::<Vec<_>>().join(" ");
            // PGN writes dates in its own form.
            let date = if name.eq_ignore_ascii_case("Date") { parse_date(&value) } else { None };
            let has_date = date.is_some()
                && found.tags.iter().any(|(tag, written)| {
                    tag.eq_ignore_ascii_case("Date") && parse_date(written) == date
                });
            let is_own = is_own || has_date;
            if is_told || is_own || value.is_empty() || parse_result(&value).is_some() {
                continue;
            }
            if !values.contains(&value) && !values.contains(&flat) {
                return Some(format!("the tag {name} `{value}` is missing"));
            }
        }
        None
    }
}

/// Whether a record can be written at all.
fn is_written(record: &Record) -> bool {
    !matches!(record.game.outcome, Outcome::Rejected(_))
}

/// Writes and reads one record; the differences, and the share of losses by kind.
fn trip(
    format: &export::ExportFormat,
    options: &ExportOptions,
    entry: &Entry<'_>,
    record: &Record,
) -> Trip {
    let written = match (format.write)(entry, options) {
        Ok(written) => written,
        Err(ExportError::Pieces { .. }) => return Trip::Refused,
        Err(ExportError::Notation { .. }) => return Trip::Refused,
        Err(error) => panic!("{error}"),
    };
    let bytes = [format.head.as_bytes(), &written.bytes].concat();
    let expected = Expected { record, losses: &written.losses };
    let difference = |encoding| match &read(&bytes, format, encoding)[..] {
        [found] => expected.difference(found),
        found => Some(format!("{} records", found.len())),
    };
    match difference(None) {
        None if written.losses.is_empty() => Trip::Same,
        None => Trip::SameButLosses,
        // Nothing but one title in four hanzi can be GBK and Big5: then its reader has to be told.
        Some(what) => {
            let named = options.charset.and_then(|charset| Encoding::from_label(charset.label()));
            match named.map(|encoding| difference(Some(encoding))) {
                Some(None) => Trip::SameIfNamed,
                _ => Trip::Differs(what),
            }
        }
    }
}

enum Trip {
    Same,
    SameButLosses,
    SameIfNamed,
    Refused,
    Differs(String),
}

#[test]
fn what_is_written_of_our_own_records_reads_back() {
    let fixtures = fixtures::all().into_iter().map(|fixture| NamedInput::Path(fixture.path));
    all_read_back(fixtures.collect());
}

#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_what_is_written_reads_back() {
    all_read_back(vec![NamedInput::Path(crate::common::shared("corpus"))]);
}

fn all_read_back(inputs: Vec<NamedInput>) {
    let plans: Vec<(&export::ExportFormat, ExportOptions)> = EXPORTS
        .iter()
        .filter(|format| !["jsonl", "csv"].contains(&format.name))
        .flat_map(|format| {
            let options = |charset, notation| ExportOptions {
                notation: System::named(notation).unwrap(),
                charset,
                full: false,
                safe_csv: false,
            };
            let all = match format.name {
                "pgn" => {
                    let complete = NOTATIONS.iter().filter(|notation| notation.is_complete);
                    let mut all: Vec<ExportOptions> = complete
                        .chain(RIVALS)
                        .map(|notation| options(None, notation.name))
                        .collect();
                    all.push(options(Some(Charset::Gbk), "chinese"));
                    all.push(options(Some(Charset::Gb18030), "wxf"));
                    all
                }
                "dhtmlxq" => vec![options(None, "iccs"), options(Some(Charset::Gbk), "iccs")],
                _ => vec![options(None, "iccs")],
            };
            all.into_iter().map(move |options| (format, options))
        })
        .collect();
    let mut counts = vec![[0u64; 5]; plans.len()];
    let mut faults: Vec<Vec<String>> = vec![Vec::new(); plans.len()];
    pipeline(
        inputs,
        &Reading::default(),
        |unit| {
            let parsed = parse(unit, &System::Auto);
            let mut trips = Vec::new();
            for (number, record) in parsed.records.iter().enumerate().filter(|(_, r)| is_written(r))
            {
                let place = RecordPlace {
                    path: &unit.path,
                    member: unit.member.as_deref(),
                    record: number as u64 + 1,
                    format: parsed.format.map(|format| format.name),
                };
                let entry = Entry::of_record(place, record);
                let label = format!("{}#{}", unit.path, number + 1);
                for (plan, (format, options)) in plans.iter().enumerate() {
                    // Any record is as good as the next for the notations that take longer than
                    // they are used.
                    let name = options.notation.name();
                    let is_usual = ["chinese", "wxf", "iccs"].contains(&&*name);
                    let turn = number + unit.file_name().len();
                    if !is_usual && turn % 5 != plan % 5 {
                        continue;
                    }
                    trips.push((plan, label.clone(), trip(format, options, &entry, record)));
                }
            }
            trips
        },
        |_, trips| {
            for (plan, label, trip) in trips {
                match trip {
                    Trip::Same => counts[plan][0] += 1,
                    Trip::SameButLosses => counts[plan][1] += 1,
                    Trip::SameIfNamed => counts[plan][2] += 1,
                    Trip::Refused => counts[plan][3] += 1,
                    Trip::Differs(what) => {
                        counts[plan][4] += 1;
                        faults[plan].push(format!("{label}: {what}"));
                    }
                }
            }
            Ok::<_, std::convert::Infallible>(())
        },
    )
    .unwrap();
    let mut bad = 0;
    for ((format, options), (counts, faults)) in plans.iter().zip(counts.iter().zip(&faults)) {
        let [same, losses, named, refused, differs] = counts;
        let charset = options.charset.map_or("usual charset", Charset::label);
        println!(
            "{} {charset} {}: {same} the same, {losses} but for what was told, \
             {named} when the encoding is named, {refused} refused, {differs} differ",
            format.name,
            options.notation.name()
        );
        for fault in faults.iter().take(8) {
            println!("    {fault}");
        }
        assert!(same + losses > 0, "{} wrote nothing", format.name);
        assert!(
            *named <= (same + losses) / 1000,
            "{named} cannot be told apart from another encoding"
        );
        bad += differs;
    }
    assert_eq!(bad, 0, "records that do not read back");
}
