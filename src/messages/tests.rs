//! Every sentence is there in every language, and every text for a person is a sentence.

use super::help::arguments::{self, VALUES};
use super::help::{Text, commands};
use super::{Lang, stored};
use std::collections::BTreeSet;
use std::path::Path;
use xqdb::format::Warning;
use xqdb::import::{Input, Options, Skip, Unit, parse, pipeline};
use xqdb::replay::Record;
use xqdb::text::fold_char;

/// The same in all languages: signs, names, placeholders.
const ALIKE: &[&str] = &[
    "FEN",
    "SHELL",
    "SQL",
    "SQLite: {}",
    "error_line",
    "xqdb search --player 胡荣华 --since 1960 --result 1-0",
];

/// Sentences whose English quotes words of the query language in hanzi, or that only quote.
const QUOTING: &[&str] =
    &["numbers_are_mixed", "a_move", "an_army", "chapter", "this_word", "question-hint"];

/// Simplified characters that are traditional ones, too.
const BOTH: &str = "后里只面干系于准致制台采占录局部吃才";

/// All texts with a name.
fn all() -> Vec<(String, Text)> {
    let sentences = [
        super::audit::ALL,
        super::backup::ALL,
        super::cite::ALL,
        super::collate::ALL,
        super::emend::ALL,
        super::convert::ALL,
        super::decisions::ALL,
        super::diff::ALL,
        super::endings::ALL,
        super::error::ALL,
        super::explain::ALL,
        super::explore::ALL,
        super::figure::ALL,
        super::first::ALL,
        super::formats::ALL,
        super::help::ALL,
        super::import::ALL,
        super::links::ALL,
        super::notate::ALL,
        super::opening::ALL,
        super::part::ALL,
        super::patterns::ALL,
        super::people::ALL,
        super::query::ALL,
        super::ratings::ALL,
        super::repertoire::ALL,
        super::report::ALL,
        super::reproduce::ALL,
        super::search::ALL,
        super::serve::ALL,
        super::show::ALL,
        super::stats::ALL,
        super::study::ALL,
        super::tables::ALL,
        super::usage::ALL,
        super::warning::ALL,
        super::words::ALL,
    ];
    let mut all: Vec<(String, Text)> =
        sentences.concat().iter().map(|(name, text)| ((*name).to_owned(), *text)).collect();
    all.extend(super::page::texts().map(|(name, text)| ((*name).to_owned(), *text)));
    all.extend(arguments::all().map(|(name, text)| ((*name).to_owned(), *text)));
    all.extend(VALUES.iter().map(|text| (text[0].to_owned(), *text)));
    all.extend(stored::ALL.iter().map(|text| (text[0].to_owned(), *text)));
    for about in commands::all() {
        all.push((about.name.to_owned(), about.what));
        all.push((about.name.to_owned(), about.notes));
        all.extend(about.examples.iter().map(|(line, text)| ((*line).to_owned(), *text)));
    }
    all
}

fn is_hanzi(c: char) -> bool {
    ('\u{3400}'..='\u{9fff}').contains(&c)
}

#[test]
fn no_language_is_missing_and_none_is_another() {
    let mut faults = Vec::new();
    // Characters of which some sentence shows the traditional form.
    let simplified: BTreeSet<char> = all()
        .iter()
        .flat_map(|(_, text)| text[2].chars())
        .filter(|&c| is_hanzi(c) && fold_char(c) != c)
        .map(fold_char)
        .filter(|&c| !BOTH.contains(c))
        .collect();
    let is_told = |name: &str| ALIKE.contains(&name) || QUOTING.contains(&name);
    for (name, text) in all().iter().filter(|(name, _)| !is_told(name)) {
        if text.iter().all(|text| text.is_empty()) {
            continue;
        }
        let [en, hans, hant] = text;
        if en.trim().is_empty() || en.chars().any(is_hanzi) {
            faults.push(format!("{name}: no English in `{en}`"));
        }
        let is_letterless = !en.chars().any(|c| c.is_ascii_alphabetic()) || en.starts_with('{');
        for chinese in [hans, hant] {
            if !chinese.chars().any(is_hanzi) && !is_letterless {
                faults.push(format!("{name}: no Chinese in `{chinese}`"));
            }
        }
        if let Some(c) = hans.chars().find(|&c| is_hanzi(c) && fold_char(c) != c) {
            faults.push(format!("{name}: {c} is traditional in `{hans}`"));
        }
        if let Some(c) = hant.chars().find(|c| simplified.contains(c)) {
            faults.push(format!("{name}: {c} is simplified in `{hant}`"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The names in the braces of a text.
fn holes(text: &str) -> BTreeSet<String> {
    let parts = text.split('{').skip(1).filter_map(|part| part.split('}').next());
    parts.map(|hole| hole.trim_end_matches(":#").to_owned()).collect()
}

#[test]
fn both_scripts_tell_the_same() {
    for (name, [_, hans, hant]) in all() {
        assert_eq!(holes(hans), holes(hant), "{name}");
    }
}

/// Texts with letters and blanks in the code that are no sentences.
const NO_SENTENCES: &[&str] = &[
    "select ",
    " from ",
    "cannot fail",
    "made of strings",
    "xqdb: {}",
    "error: {why}",
    "ambiguous: {}",
    "a line is a FEN",
    "the names say it",
    "order: ",
    "a number is expected",
    "too large",
    "are needed",
    "is no unit",
    "u{FFFD}",
    "the parser knows",
];

/// `parse_size` answers clap, whose errors `usage` tells in every language.
#[test]
fn no_text_for_a_person_stays_in_the_commands() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut faults = Vec::new();
    for folder in ["commands", "cli", "main.rs"] {
        for entry in walkdir::WalkDir::new(src.join(folder)) {
            let entry = entry.expect("the sources are there");
            if entry.path().extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let text = std::fs::read_to_string(entry.path()).expect("UTF-8");
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            if entry.path().ends_with("tests.rs") {
                continue;
            }
            for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
                for literal in line.split('"').skip(1).step_by(2) {
                    let words = literal.split(' ').filter(|word| {
                        let plain = word.split('{').next().unwrap_or_default();
                        plain.chars().filter(|c| c.is_ascii_alphabetic()).count() > 1
                    });
                    let is_known = NO_SENTENCES.iter().any(|known| line.contains(known));
                    if words.count() > 1 && !is_known {
                        faults.push(format!("{}: {literal}", entry.path().display()));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "these belong into src/messages:\n{}", faults.join("\n"));
}

#[test]
fn what_comes_from_files_is_made_visible_in_a_sentence() {
    let label = "a\u{1b}]0;x\u{7}/\u{202e}gnp.b";
    let told = Lang::ZhHans.about_record(label, "x\ny");
    assert_eq!(told, "a␛]0;x␇/<U+202E>gnp.b：x␊y");
}

#[test]
fn english_bends_with_the_number() {
    assert_eq!(Lang::En.games_found(1), "1 game");
    assert_eq!(Lang::En.games_found(1234), "1,234 games");
    assert_eq!(Lang::En.report_at(1234, "x"), "byte 1234: x");
}

/// Sentences of readers and of the replay that a file makes them say.
fn said_of(bytes: &[u8], name: &str, said: &mut BTreeSet<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), bytes).expect("a file");
    let options = Options { threads: 1, ..Options::default() };
    let input = Input::from_argument(&folder.path().join(name));
    let mut take = |record: &Record| {
        let game = &record.game;
        let failures = game.damaged.iter().map(|damage| &damage.failure);
        said.extend(failures.chain(game.outcome.failure()).map(|why| why.reason.clone()));
        said.extend(game.warnings.iter().filter_map(|warning| match warning {
            Warning::Other { text } => Some(text.clone()),
            Warning::Truncated { detail, .. } => Some(detail.clone()),
            _ => None,
        }));
    };
    let mut outside = Vec::new();
    let work = |unit: &Unit| parse(unit, &options.notation);
    let taken = pipeline(vec![input], &options, work, |unit, parsed| {
        parsed.records.iter().for_each(&mut take);
        outside.extend(parsed.damage.into_iter().map(|(_, what)| what));
        if let Some(Skip::Unreadable(why)) = unit.skip {
            outside.push(why);
        }
        Ok::<(), std::convert::Infallible>(())
    });
    assert!(taken.is_ok());
    said.extend(outside);
}

/// Every fixture is read as it is, cut short, and with a byte changed here and there.
#[test]
fn what_readers_say_of_damage_is_told_in_chinese() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/formats");
    let mut said = BTreeSet::new();
    let mut state = 0x5eed_u64;
    for entry in walkdir::WalkDir::new(fixtures).into_iter().filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !entry.file_type().is_file() || name.ends_with(".jsonl") {
            continue;
        }
        let bytes = std::fs::read(entry.path()).expect("a fixture");
        said_of(&bytes, &name, &mut said);
        for part in 1..4 {
            said_of(&bytes[..bytes.len() * part / 4], &name, &mut said);
        }
        for _ in 0..6 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let at = (state >> 33) as usize % bytes.len().max(1);
            let mut changed = bytes.clone();
            if let Some(byte) = changed.get_mut(at) {
                *byte ^= 1 << (state >> 61);
            }
            said_of(&changed, &name, &mut said);
        }
    }
    assert!(said.len() > 20, "{said:#?}");
    let untold: Vec<_> =
        said.iter().filter(|text| !Lang::ZhHans.stored(text).chars().any(is_hanzi)).collect();
    assert!(untold.is_empty(), "not in messages/stored.rs: {untold:#?}");
}

/// Errors that the screens do not show, or that are told by their types.
const TOLD_OTHERWISE: &[&str] =
    &["not a coordinate move", "not a square", "{} is not legal in {}", "typed move"];

/// Every sentence of an error in these rooms, as its definition has it.
#[test]
fn what_errors_say_is_told_in_chinese() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut untold = Vec::new();
    for room in ["xiangqi", "notation", "store"] {
        for entry in walkdir::WalkDir::new(src.join(room)).into_iter().filter_map(Result::ok) {
            if entry.path().extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let text = std::fs::read_to_string(entry.path()).expect("UTF-8");
            for definition in text.split("#[error(").skip(1) {
                let Some(sentence) = definition.split('"').nth(1) else { continue };
                if definition.trim_start().starts_with("transparent") {
                    continue;
                }
                let sentence = plain(sentence);
                let is_known = stored::ALL.iter().any(|row| fits(row[0], &sentence))
                    || TOLD_OTHERWISE.iter().any(|known| sentence.starts_with(known));
                if !is_known {
                    untold.push(sentence);
                }
            }
        }
    }
    assert!(untold.is_empty(), "not in messages/stored.rs: {untold:#?}");
}

/// A format string with bare braces and without line breaks.
fn plain(sentence: &str) -> String {
    let mut text = String::new();
    let mut depth = 0;
    for c in sentence.replace("\\\n", "").chars() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                text.push_str("{}");
            }
            c if depth == 0 => text.push(c),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a row of the table tells a sentence, which may say more where the row has a hole.
fn fits(row: &str, sentence: &str) -> bool {
    row == sentence || row.strip_suffix("{}").is_some_and(|begin| sentence.starts_with(begin))
}
