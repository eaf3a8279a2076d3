//! Bytes of binary files are changed, put in and taken out, and files of every format are cut, the
//! same on every run: the records are as before, or it is told that they are not.
//!
//! A file has no checksum over its values: a changed byte of a name is another name, one of a move
//! another move, and a changed length makes a text longer, which takes moves along. So where no
//! record and no move is missing, or texts are longer, other values count as sound.
//!
//! Where moves are entries of one length up to the end of the file and nothing counts them, an
//! entry that is taken out or put in whole leaves a whole file: the other moves are those of the
//! sound file, in order. These are counted apart.
//!
//! A list without an end, such as bare moves, is whole wherever it is cut between two of them.
//!
//! One byte of a text is changed, put in or taken out: no move, no record and no position to begin
//! from is missing and no result is an unknown word, unless the import reports it. Another move, a
//! longer comment or another tag is no loss.
//!
//! In XML and JSON the names, the brackets and the quotes are a set that is closed: what is altered
//! outside of values changes no move, no variation, no position and no result, or that is told. A
//! value is another one of its set, or it is told, too.
//!
//! A name of a tag, a member or a column in which one character is replaced, put in, left out, doubled
//! or exchanged with the next changes no player, event, place, date, round, result or position in
//! silence, unless it became a name that other programs use (`Side`).
//!
//! `XQDB_ROUNDS` is the number of alterations of each fixture; `XQDB_SEED` chooses others.

use crate::common::mutate::Random;
use crate::common::reading::{Read, Reader, is_told, read_unknown};
use crate::common::{fixtures, number};
use rayon::prelude::*;
use std::collections::BTreeMap;
use xqdb::format::Format;
use xqdb::metadata::parse_result;
use xqdb::replay::Record;
use xqdb::text::{decode, detect};
use xqdb::xiangqi::Position;

/// Formats whose fields are lines of text, of any length.
const OF_LINES: [&str; 1] = ["cwp"];

/// Whether a file is no text; a list of positions is one, in several encodings.
fn is_binary(format: &Format) -> bool {
    !format.is_text && format.name != "fen"
}

/// Formats whose moves are entries of a fixed number of bytes, which nothing counts.
const UNCOUNTED: [(&str, usize); 2] = [("cbr", 4), ("xqf", 4)];

/// Whether `less` has the moves of `more` but one, in order.
fn lacks_one(less: &[String], more: &[String]) -> bool {
    let mut rest = more.iter();
    less.len() + 1 == more.len() && less.iter().all(|mv| rest.any(|other| other == mv))
}

/// What a record says, without its place and what is told of it.
fn content(record: &Record) -> String {
    let game = &record.game;
    let start = game.start.as_ref().map(|start| start.to_fen());
    let nodes: Vec<_> = game.tree.nodes.iter().map(|node| (node.parent, node.mv)).collect();
    format!("{:?} {start:?} {nodes:?} {:?} {:?}", record.tags, game.tree.comments, game.result)
}

/// What was read: the content, how many moves each record has, and how long all texts are.
#[derive(PartialEq)]
struct Whole {
    content: Vec<String>,
    moves: Vec<usize>,
    texts: usize,
    /// The moves of all records, in order.
    line: Vec<String>,
}

impl Whole {
    fn of(read: &Read) -> Whole {
        let texts = |record: &Record| -> usize {
            let comments = record.game.tree.comments.iter().map(|(_, text)| text.len());
            record.tags.iter().map(|(_, text)| text.len()).chain(comments).sum()
        };
        let nodes = read.records.iter().flat_map(|record| &record.game.tree.nodes);
        Whole {
            content: read.records.iter().map(content).collect(),
            moves: read.records.iter().map(|record| record.game.tree.nodes.len()).collect(),
            texts: read.records.iter().map(texts).sum(),
            line: nodes.map(|node| node.mv.to_string()).collect(),
        }
    }
}

fn alter(rounds: u64) {
    let seed = number("XQDB_SEED", 1);
    let mut faults = Vec::new();
    let mut total = 0;
    for fixture in fixtures::all() {
        let bytes = fixture.bytes();
        let reader = Reader::of(&fixture, &bytes);
        if !is_binary(reader.format) {
            continue;
        }
        let name = fixture.name();
        let sound = read_unknown(&bytes, &name).unwrap();
        assert!(!is_told(&sound), "{name}: {:?}", sound.damage);
        let sound = Whole::of(&sound);
        // Most of a library is empty.
        let written: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] != 0).collect();
        let is_free = OF_LINES.contains(&reader.format.name);
        let verdict = |round: u64| {
            let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (round + 1));
            let at = match random.is(2) {
                true => random.below(bytes.len()),
                false => written[random.below(written.len())],
            };
            let (altered, _) = random.damage(&bytes, at, false);
            let Some(read) = read_unknown(&altered, &name) else { return ("told", None) };
            let found = Whole::of(&read);
            if found.content == sound.content {
                return ("equal", None);
            }
            if is_told(&read) {
                return ("told", None);
            }
            let is_changed = altered.len() == bytes.len() || is_free;
            if is_changed && found.moves == sound.moves {
                return ("other values", None);
            }
            if found.texts > sound.texts && found.moves.len() == sound.moves.len() {
                return ("longer texts", None);
            }
            let len = altered.len() as i64 - bytes.len() as i64;
            let is_entry = UNCOUNTED.contains(&(reader.format.name, len.unsigned_abs() as usize));
            let [less, more] = match len < 0 {
                true => [&found.line, &sound.line],
                false => [&sound.line, &found.line],
            };
            if is_entry && lacks_one(less, more) {
                return ("a whole entry", None);
            }
            let path = fixture.path.display();
            ("silent", Some(format!("{path} seed {seed} round {round} at {at} {len:+}")))
        };
        let verdicts: Vec<_> = (0..rounds).into_par_iter().map(verdict).collect();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (verdict, fault) in verdicts {
            *counts.entry(verdict).or_default() += 1;
            faults.extend(fault);
        }
        total += rounds;
        println!("{}/{name} {counts:?}", fixture.format);
    }
    println!("{total} alterations");
    assert_none_in_silence(&faults);
}

#[test]
fn an_altered_binary_file_is_read_as_before_or_told() {
    alter(number("XQDB_ROUNDS", 200));
}

/// Numbers that an alteration must not lower: moves, records, records that begin from a position of
/// their own, and records without an unknown word as their result.
fn substance(read: &Read) -> [usize; 4] {
    let moves = read.records.iter().map(|record| record.game.tree.nodes.len()).sum();
    let is_set_up = |record: &&Record| {
        record.game.start.as_ref().is_some_and(|start| **start != Position::start())
    };
    let is_unknown =
        |(name, value): &(String, String)| name == "Result" && parse_result(value).is_none();
    let has_sense = |record: &&Record| !record.tags.iter().any(is_unknown);
    let count = |is: &dyn Fn(&&Record) -> bool| read.records.iter().filter(is).count();
    [moves, read.records.len(), count(&is_set_up), count(&has_sense)]
}

fn alter_texts(rounds: u64) {
    let seed = number("XQDB_SEED", 1);
    let (mut faults, mut total) = (Vec::new(), 0);
    for fixture in fixtures::all() {
        let (bytes, name) = (fixture.bytes(), fixture.name());
        if is_binary(Reader::of(&fixture, &bytes).format) {
            continue;
        }
        let unless_told = |bytes: &[u8]| {
            let read = read_unknown(bytes, &name).filter(|read| !is_told(read))?;
            Some(substance(&read))
        };
        let sound = unless_told(&bytes).unwrap();
        let fault = |round: u64| {
            let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (round + 1));
            let (at, byte) = (random.below(bytes.len()), random.next() as u8);
            let mut altered = bytes.clone();
            match random.below(4) {
                0 => altered[at] = byte,
                1 => altered[at] ^= 1 << random.below(8),
                2 => altered.insert(at, byte),
                _ => _ = altered.remove(at),
            }
            let is_lost = |found: [usize; 4]| found.iter().zip(&sound).any(|(a, b)| a < b);
            let around = at.saturating_sub(30)..altered.len().min(at + 30);
            let shown = altered[around].escape_ascii();
            let fault = || format!("{} round {round}: {shown}", fixture.path.display());
            unless_told(&altered).is_some_and(is_lost).then(fault)
        };
        let found: Vec<String> = (0..rounds).into_par_iter().filter_map(fault).collect();
        println!("{}/{name}: {} of {rounds} in silence", fixture.format, found.len());
        total += rounds;
        faults.extend(found);
    }
    println!("{total} alterations");
    assert_none_in_silence(&faults);
}

#[test]
fn an_altered_text_gives_every_move_or_tells() {
    alter_texts(number("XQDB_ROUNDS", 200));
}

#[test]
#[ignore = "long: 3,300 alterations of each text; XQDB_SEED and XQDB_ROUNDS choose others"]
fn many_altered_texts() {
    alter_texts(number("XQDB_ROUNDS", 3_300));
}

/// What was played, from where, and how it ended; the words of a result that nobody knows.
fn played(read: &Read) -> Vec<String> {
    let game = |record: &Record| {
        let game = &record.game;
        let nodes: Vec<_> = game.tree.nodes.iter().map(|node| (node.parent, node.mv)).collect();
        let start = game.start.as_ref().map(|it| it.to_fen());
        let mut words = record.tags.iter().filter(|(name, text)| name == "Result" && text != "*");
        let result = match game.result.is_known() {
            true => game.result.to_string(),
            false => words.next().map_or("none".to_owned(), |(_, text)| text.to_string()),
        };
        format!("{start:?} {nodes:?} {result}")
    };
    read.records.iter().map(game).collect()
}

/// A document of XML or JSON without its values.
fn shape(text: &str) -> String {
    let (mut shape, mut rest) = (String::new(), text);
    let is_xml = text.trim_start_matches('\u{feff}').starts_with('<');
    while let Some(first) = rest.chars().next() {
        let end = |sign: &str| rest[1..].find(sign).map_or(rest.len(), |at| 1 + at + sign.len());
        let len = match first {
            '<' if rest.starts_with("<![CDATA[") => end("]]>"),
            '"' => end("\""),
            '>' if is_xml => rest.find('<').unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (part, behind) = rest.split_at(len);
        match first {
            '"' if is_xml || !behind.trim_start().starts_with(':') => shape += "\"\"",
            '>' | '<' if len > 1 => shape.push(first),
            '0'..='9' if shape.ends_with('0') && !is_xml => {}
            '0'..='9' if !is_xml => shape.push('0'),
            _ => shape += part,
        }
        rest = behind;
    }
    shape
}

/// Fails with the first 40 faults: alterations that no message mentions.
fn assert_none_in_silence(faults: &[String]) {
    let shown = faults[..faults.len().min(40)].join("\n");
    assert!(faults.is_empty(), "{} in silence\n{shown}", faults.len());
}

/// Formats whose documents are elements or members with names.
const NAMED: [&str; 4] = ["cbf", "json", "jsonl", "pfc"];

fn alter_named(rounds: u64) {
    let seed = number("XQDB_SEED", 1);
    let (mut faults, mut counts) = (Vec::new(), BTreeMap::<&str, usize>::new());
    for fixture in fixtures::all().into_iter().filter(|it| NAMED.contains(&&*it.format)) {
        let (bytes, name) = (fixture.bytes(), fixture.name());
        let as_text = |bytes: &[u8]| decode(bytes, detect(bytes)).text.into_owned();
        let sound = played(&read_unknown(&bytes, &name).unwrap());
        let sound_shape = shape(&as_text(&bytes));
        let verdict = |round: u64| {
            let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (round + 1));
            let (at, byte) = (random.below(bytes.len()), random.next() as u8);
            let mut altered = bytes.clone();
            match random.below(6) {
                0 => _ = altered.remove(at),
                1 => altered.insert(at, bytes[at]),
                2 => altered.swap(at, (at + 1) % bytes.len()),
                3 => altered[at] = bytes[random.below(bytes.len())],
                4 => altered[at] = byte,
                _ => altered = random.damage(&bytes, at, false).0,
            }
            let Some(read) = read_unknown(&altered, &name).filter(|read| !is_told(read)) else {
                return ("told", None);
            };
            let found = played(&read);
            if found == sound {
                return ("equal", None);
            }
            let is_lost = |game: &&String| game.ends_with(" none");
            let unknown = |games: &[String]| games.iter().filter(is_lost).count();
            let text = as_text(&altered);
            // No result is a value, too: 0 in CBF, nothing in JSON of others.
            let says_none =
                ["<RecordResult>0<", "\"结果\": \"\""].iter().any(|it| text.contains(it));
            let is_value = says_none || unknown(&found) <= unknown(&sound);
            if is_value && shape(&text) == sound_shape {
                return ("another value", None);
            }
            let around = at.saturating_sub(30)..altered.len().min(at + 30);
            let shown = altered[around].escape_ascii();
            ("silent", Some(format!("{} round {round}: {shown}", fixture.path.display())))
        };
        let verdicts: Vec<_> = (0..rounds).into_par_iter().map(verdict).collect();
        for (verdict, fault) in verdicts {
            *counts.entry(verdict).or_default() += 1;
            faults.extend(fault);
        }
    }
    println!("{counts:?}");
    assert_none_in_silence(&faults);
}

#[test]
fn altered_names_and_brackets_are_told() {
    alter_named(number("XQDB_ROUNDS", 300));
}

#[test]
#[ignore = "long: 20,000 alterations of each document; XQDB_SEED and XQDB_ROUNDS choose others"]
fn many_altered_names_and_brackets() {
    alter_named(number("XQDB_ROUNDS", 20_000));
}

/// Documents whose names are altered, and these names.
const DOCUMENTS: [(&str, &str, &str); 5] = [
    (
        "a.pgn",
        "[Event \"全国赛\"]\n[Site \"上海\"]\n[Date \"1990.01.02\"]\n[Round \"3\"]\n[White \"胡荣华\"]\n\
         [Black \"吕钦\"]\n[RedTeam \"上海\"]\n[BlackTeam \"广东\"]\n[Result \"1-0\"]\n[ECCO \"B05\"]\n\
         [Opening \"中炮\"]\n[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RN1AKABNR w\"]\n\n\
         1. 炮二平五 马8进7 1-0\n",
        "Event Site Date Round White Black RedTeam BlackTeam Result Opening FEN",
    ),
    (
        "a.txt",
        "[DhtmlXQ_event]全国赛[/DhtmlXQ_event]\n[DhtmlXQ_place]上海[/DhtmlXQ_place]\n\
         [DhtmlXQ_date]1990-01-02[/DhtmlXQ_date]\n[DhtmlXQ_round]3[/DhtmlXQ_round]\n\
         [DhtmlXQ_red]胡荣华[/DhtmlXQ_red]\n[DhtmlXQ_black]吕钦[/DhtmlXQ_black]\n\
         [DhtmlXQ_redteam]上海[/DhtmlXQ_redteam]\n[DhtmlXQ_result]红胜[/DhtmlXQ_result]\n\
         [DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n",
        "event place date round red black redteam result",
    ),
    (
        "a.json",
        "{\"Event\":\"全国赛\",\"place\":\"上海\",\"日期\":\"1990-01-02\",\"round\":\"3\",\"红方\":\"胡荣华\",\
         \"black\":\"吕钦\",\"result\":\"1-0\",\
         \"fen\":\"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RN1AKABNR w\",\"moves\":\"h2e2 h9g7\"}\n",
        "Event place 日期 round 红方 black result fen",
    ),
    (
        "a.csv",
        ",event,site,date,round,red,black,结果,fen,moves\n,全国赛,上海,1990-01-02,3,胡荣华,吕钦,红胜,\
         rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RN1AKABNR w,h2e2 h9g7\n",
        "event site date round red black 结果 fen",
    ),
    (
        "a.wxf",
        "FORMAT\tWXF\nRED\t胡荣华; 上海; 2400\nBLACK\t吕钦; 广东; 2500\nDATE\t1990-01-02\nEVENT\t全国赛\n\
         RESULT\t1-0\nFEN\trnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RN1AKABNR w\nSTART{\n\
         1. C2=5 H8+7\n}END\n",
        "RED BLACK DATE EVENT RESULT FEN",
    ),
];

/// What a record says of a game beside its moves.
fn facts(read: &Read) -> Vec<String> {
    let names = [
        "Red",
        "White",
        "Black",
        "RedTeam",
        "BlackTeam",
        "Event",
        "Site",
        "Place",
        "Date",
        "Round",
        "Result",
        "ECCO",
        "Opening",
    ];
    let fact = |record: &Record| {
        let start = record.game.start.as_ref().map(|it| it.to_fen());
        let of = |wanted: &&str| {
            let is_it = |(name, _): &&(String, String)| name.eq_ignore_ascii_case(wanted);
            let text = record.tags.iter().find(is_it).map(|(_, text)| text.clone());
            Some(format!("{wanted} {}", text?))
        };
        start.into_iter().chain(names.iter().filter_map(of)).collect::<Vec<_>>()
    };
    read.records.iter().flat_map(fact).collect()
}

fn alter_names(rounds: u64) {
    let seed = number("XQDB_SEED", 1);
    let (mut faults, mut counts) = (Vec::new(), BTreeMap::<&str, usize>::new());
    for (file, text, names) in DOCUMENTS {
        let sound = facts(&read_unknown(text.as_bytes(), file).unwrap());
        assert!(sound.len() > 6, "{sound:?}");
        let names: Vec<&str> = names.split(' ').collect();
        for round in 0..rounds {
            let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (round + 1));
            let known = random.one(&names);
            let begin = text.find(known).unwrap();
            let mut name: Vec<char> = known.chars().collect();
            let (at, other) =
                (random.below(name.len()), random.one(&['a', 'e', 'R', 's', '1', '方', '?']));
            match random.below(5) {
                0 => name[at] = other,
                1 => name.insert(at, other),
                2 => _ = name.remove(at),
                3 => name.insert(at, name[at]),
                _ if at + 1 < name.len() => name.swap(at, at + 1),
                _ => continue,
            }
            let name: String = name.into_iter().collect();
            let altered = format!("{}{name}{}", &text[..begin], &text[begin + known.len()..]);
            let read = read_unknown(altered.as_bytes(), file);
            let verdict = match read.filter(|read| !is_told(read)) {
                None => "told",
                Some(read) if facts(&read) == sound => "equal",
                Some(_) if OF_OTHERS.contains(&&*name.to_lowercase()) => "another name",
                Some(_) => {
                    faults.push(format!("{file} round {round}: {name} for {known}"));
                    "silent"
                }
            };
            *counts.entry(verdict).or_default() += 1;
        }
    }
    println!("{counts:?}");
    assert_none_in_silence(&faults);
}

/// Names that other programs use, a character away from those that are asked for.
const OF_OTHERS: [&str; 2] = ["eco", "side"];

#[test]
fn a_damaged_name_of_a_tag_is_told() {
    alter_names(number("XQDB_ROUNDS", 1_000));
}

#[test]
fn a_damaged_section_of_tags_is_told() {
    let rounds = number("XQDB_ROUNDS", 1_000);
    let mut random = Random::new(number("XQDB_SEED", 1));
    let mut faults = Vec::new();
    // An empty cell of a table is a value.
    for (file, text, _) in DOCUMENTS.into_iter().take(2) {
        let sound: Vec<char> = text.chars().collect();
        let whole = facts(&read_unknown(text.as_bytes(), file).unwrap());
        for round in 0..rounds {
            let mut altered = sound.clone();
            let at = random.below(sound.len() - 1);
            match random.below(5) {
                0 => altered[at] = random.one(&SIGNS),
                1 => altered.insert(at, random.one(&SIGNS)),
                2 => _ = altered.remove(at),
                3 => altered.insert(at, sound[at]),
                _ => altered.swap(at, at + 1),
            }
            let altered: String = altered.into_iter().collect();
            let Some(read) = read_unknown(altered.as_bytes(), file) else { continue };
            let found = facts(&read);
            if !is_told(&read) && (found.len() < whole.len() || read.records.len() > 1) {
                faults.push(format!("{file} round {round}: at {at} of {altered}"));
            }
        }
    }
    assert_none_in_silence(&faults);
}

/// Characters put in.
const SIGNS: [char; 16] =
    ['a', 'R', '1', '方', '?', '[', ']', '"', ';', '{', ')', ',', '\n', ' ', '_', '<'];

/// Formats without an end: between two moves or positions a cut leaves a whole list. So does one in
/// the last cell of a row.
const ENDLESS: [&str; 7] =
    ["cn-text", "csv", "dhtmlxq-movelist", "engine-log", "fen", "iccs-2line", "uci-list"];

/// Whether this may be all that a file says: records of the sound file, in order, and perhaps a
/// heading, which has no moves.
fn is_beginning(found: &Whole, sound: &Whole) -> bool {
    let is_heading = found.moves.last() == Some(&0);
    let whole = &found.content[..found.content.len() - usize::from(is_heading)];
    sound.content.starts_with(whole)
}

fn cut_everywhere(rounds: u64) {
    let mut random = Random::new(number("XQDB_SEED", 1));
    let mut faults = Vec::new();
    let mut counts: BTreeMap<String, [u64; 3]> = BTreeMap::new();
    for fixture in fixtures::all() {
        let (bytes, name) = (fixture.bytes(), fixture.name());
        let reader = Reader::of(&fixture, &bytes);
        let sound = Whole::of(&read_unknown(&bytes, &name).unwrap());
        // A page and an array have an end; the end of a page in DhtmlXQ is not its reader's.
        let has_end = reader.format.name == "page" || bytes.starts_with(b"[{");
        let is_text = reader.format.is_text;
        let all = 1..bytes.len();
        let drawn = (0..rounds).map(|_| 1 + random.below(bytes.len() - 1));
        let cuts: Vec<usize> =
            if (bytes.len() as u64) < rounds { all.collect() } else { drawn.collect() };
        let count = counts.entry(fixture.format.clone()).or_default();
        for at in cuts {
            let read = read_unknown(&bytes[..at], &name);
            let verdict = match read.filter(|read| !is_told(read)).map(|read| Whole::of(&read)) {
                None => 1,
                Some(found) if found.content == sound.content => 0,
                // Few texts say how many records they have, and none before its first one.
                Some(found) if is_text && found.content.is_empty() => 0,
                Some(found) if is_text && !has_end && is_beginning(&found, &sound) => 0,
                Some(_) => 2,
            };
            count[verdict] += 1;
            if verdict == 2 && !ENDLESS.contains(&&*fixture.format) {
                faults.push(format!("{} cut at {at}", fixture.path.display()));
            }
        }
    }
    println!("equal, told, silent: {counts:?}");
    assert_none_in_silence(&faults);
}

#[test]
fn a_cut_file_is_whole_or_told() {
    cut_everywhere(number("XQDB_ROUNDS", 60));
}

#[test]
#[ignore = "long: every fixture cut at every byte, libraries at 20,000"]
fn every_cut_of_a_file() {
    cut_everywhere(number("XQDB_ROUNDS", 20_000));
}

#[test]
#[ignore = "long: 5,000 alterations of each binary fixture; XQDB_SEED and XQDB_ROUNDS choose others"]
fn many_altered_binary_files() {
    alter(number("XQDB_ROUNDS", 5_000));
}
