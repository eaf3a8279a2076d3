//! Every sentence is there in every language, and every text for a person is a sentence.

use super::help::{ARGUMENTS, COMMANDS, Text, VALUES};
use super::{Lang, stored};
use std::collections::BTreeSet;
use std::path::Path;
use xqdb::text::fold_char;

/// The same in all languages: signs, names, placeholders.
const ALIKE: &[&str] = &[
    "FEN",
    "SHELL",
    "SQLite: {}",
    "error_line",
    "xqdb search --player 胡荣华 --since 1960 --result 1-0",
];

/// Simplified characters that are traditional ones, too.
const BOTH: &str = "后里只面干系于准致制台采占录局部吃才";

/// All texts with a name.
fn all() -> Vec<(String, Text)> {
    let sentences = [
        super::audit::ALL,
        super::backup::ALL,
        super::convert::ALL,
        super::error::ALL,
        super::explore::ALL,
        super::formats::ALL,
        super::help::ALL,
        super::import::ALL,
        super::notate::ALL,
        super::report::ALL,
        super::search::ALL,
        super::show::ALL,
        super::stats::ALL,
        super::usage::ALL,
        super::warning::ALL,
        super::words::ALL,
    ];
    let mut all: Vec<(String, Text)> =
        sentences.concat().iter().map(|(name, text)| ((*name).to_owned(), *text)).collect();
    all.extend(ARGUMENTS.iter().map(|(name, text)| ((*name).to_owned(), *text)));
    all.extend(VALUES.iter().map(|text| (text[0].to_owned(), *text)));
    all.extend(stored::ALL.iter().map(|text| (text[0].to_owned(), *text)));
    for about in COMMANDS {
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
    for (name, text) in all().iter().filter(|(name, _)| !ALIKE.contains(&name.as_str())) {
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
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
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
