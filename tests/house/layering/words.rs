//! Names and sentences of the code: a public name stands once, and the sentence above an item says
//! who does what.

use super::sources;
use std::collections::BTreeMap;
use std::path::Path;

/// Beginnings of sentences whose verb comes too late.
const BEGINNINGS: [&str; 5] = ["So many", "After so long", "The same", "Of these", "What "];

#[test]
fn every_public_type_has_a_name_of_its_own() {
    let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in sources() {
        for name in &source.types {
            files.entry(name.clone()).or_default().push(source.file.display().to_string());
        }
    }
    files.retain(|_, files| files.len() > 1);
    assert!(files.is_empty(), "{} names are used more than once: {files:#?}", files.len());
}

#[test]
fn sentences_above_items_are_understood_at_once() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut faults = Vec::new();
    for folder in ["src", "python/src"] {
        for entry in walkdir::WalkDir::new(root.join(folder)).sort_by_file_name() {
            let path = entry.unwrap().into_path();
            if path.extension().is_some_and(|ending| ending == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let file = path.strip_prefix(root).unwrap().display();
                let hard = hard_sentences(&text).into_iter();
                faults.extend(hard.map(|(line, text)| format!("{file}:{line}: {text}")));
            }
        }
    }
    assert!(faults.is_empty(), "{} sentences: {faults:#?}", faults.len());
}

/// Line and text of every sentence that begins, or has a word, as it should not.
fn hard_sentences(text: &str) -> Vec<(usize, &str)> {
    let mut hard = Vec::new();
    let mut is_inside = false;
    for (number, line) in text.lines().enumerate() {
        let said = line.trim_start().strip_prefix("///").map(str::trim);
        let begins =
            !is_inside && BEGINNINGS.iter().any(|s| said.is_some_and(|t| t.starts_with(s)));
        is_inside = said.is_some();
        let has_told = said.is_some_and(|said| {
            said.split(|c: char| !c.is_alphanumeric()).skip(1).any(|word| word == "told")
        });
        if begins || has_told {
            hard.push((number + 1, line.trim()));
        }
    }
    hard
}

/// The test reads what it must read.
#[test]
fn hard_sentences_are_found() {
    let text = "/// What is left.\n/// The same line is fine here.\nfn a() {}\n\
                /// Counts games; what is left is told.\nfn b() {}\n    /// Whatever it is.\nfn c() {}\n\
                /// Told apart by their keys.\nfn d() {}\n";
    let lines: Vec<usize> = hard_sentences(text).into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, [1, 4]);
}
