//! Tests that every sentence is there in every language, and that texts for people are sentences.

use super::{ALL, Lang, REASONS, fill::between};
use ferrous_opencc::{OpenCC, config::BuiltinConfig};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use xqdb::engine_book::BookKind;
use xqdb::export::EXPORTS;
use xqdb::format::{FORMATS, Warning};
use xqdb::import::{NamedInput, Options, Skip, Unit, parse, pipeline};
use xqdb::query::Library;
use xqdb::replay::Record;
use xqdb::text::fold_char;

/// Sentences that are equal in all languages: signs, names, placeholders.
const ALIKE: &[&str] = &["error-line", "reason-sqlite", "value-FEN", "value-SHELL", "value-SQL"];

/// Sentences with hanzi in English, or with nothing but quotations.
const QUOTING: &[&str] = &[
    "arg-chapter",
    "command-search.does-2",
    "page-question-hint",
    "reason-a-move",
    "reason-an-army",
    "reason-numbers-are-mixed",
    "reason-this-word",
];

fn is_hanzi(c: char) -> bool {
    ('\u{3400}'..='\u{9fff}').contains(&c)
}

#[test]
fn no_language_is_missing_and_none_is_another() {
    let mut faults = Vec::new();
    let is_alike = |name: &str| ALIKE.contains(&name) || name.contains(".run-");
    for (name, [en, hans, _]) in ALL.iter().filter(|(name, _)| !is_alike(name)) {
        let may_quote = QUOTING.contains(name) || name.starts_with("format-");
        if en.trim().is_empty() || !may_quote && en.chars().any(is_hanzi) {
            faults.push(format!("{name}: no English in `{en}`"));
        }
        let has_letters = en.chars().any(|c| c.is_ascii_alphabetic()) && !en.starts_with('{');
        if has_letters && !may_quote && !hans.chars().any(is_hanzi) {
            faults.push(format!("{name}: no Chinese in `{hans}`"));
        }
        let traditional = hans.chars().find(|&c| is_hanzi(c) && fold_char(c) != c);
        if let Some(c) = traditional.filter(|_| !may_quote) {
            faults.push(format!("{name}: {c} is traditional in `{hans}`"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Writes the files if `XQDB_LOCALES=write`.
#[test]
fn traditional_chinese_is_made_of_simplified() {
    let locales = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales");
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    let words = read(&locales.join("zh-Hant.words"));
    let words: Vec<(&str, &str)> = words
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once('\t').expect("a tab between two words"))
        .collect();
    let converter = OpenCC::from_config(BuiltinConfig::S2twp).expect("OpenCC has it");
    let mut used = BTreeSet::new();
    for entry in std::fs::read_dir(locales.join("zh-Hans")).expect("the folder is there") {
        let simplified = entry.expect("a file").path();
        let mut made = converter.convert(&read(&simplified));
        for (theirs, ours) in &words {
            if made.contains(theirs) {
                used.insert(theirs);
                made = made.replace(theirs, ours);
            }
        }
        let path = locales.join("zh-Hant").join(simplified.file_name().expect("a name"));
        if std::env::var("XQDB_LOCALES").is_ok_and(|what| what == "write") {
            std::fs::write(&path, &made).expect("the file can be written");
        }
        let kept = read(&path);
        let differing = made.lines().zip(kept.lines()).find(|(made, kept)| made != kept);
        assert!(made == kept, "{}: {differing:?}", path.display());
    }
    let unused: Vec<_> = words.iter().filter(|(theirs, _)| !used.contains(theirs)).collect();
    assert!(unused.is_empty(), "locales/zh-Hant.words: nothing is called so: {unused:?}");
}

/// Paths below `src` with one of these extensions, and the texts of the files.
fn sources(below: &str, extensions: &[&str]) -> Vec<(PathBuf, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(below);
    let paths = walkdir::WalkDir::new(src).into_iter();
    let paths = paths.map(|entry| entry.expect("the sources are there").into_path());
    let is_wanted = |path: &PathBuf| {
        path.extension().is_some_and(|it| extensions.iter().any(|wanted| it == *wanted))
    };
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("UTF-8");
        (path, text)
    };
    paths.filter(is_wanted).map(read).collect()
}

/// Heads have methods, too, which may be unused if a column is found by its field's name.
#[test]
fn every_head_is_used() {
    let code: String = sources("", &["rs", "js"]).into_iter().map(|(_, text)| text).collect();
    let tables = code.lines().filter(|line| line.contains("context.table("));
    let tables: BTreeSet<&str> =
        tables.flat_map(|line| line.split(|c: char| c != '_' && !c.is_alphanumeric())).collect();
    let unused: Vec<_> = Lang::beginning("head-")
        .filter(|(name, _)| {
            let method = format!("head_{}(", name.replace('-', "_"));
            let field = format!("\"{}\"", name.replace('-', "_"));
            let words = format!("\"head-{name}\"");
            !tables.contains(&*name.replace('-', "_"))
                && ![method, field, words].iter().any(|form| code.contains(form))
        })
        .collect();
    assert!(unused.is_empty(), "no column has these heads: {unused:?}");
}

/// The page asks for a whole name, or for the beginning of one: `text(`piece-${letter}`)`.
#[cfg(feature = "serve")]
#[test]
fn every_word_of_the_page_is_used() {
    let files = sources("serve", &["rs", "js", "html"]);
    let page: String = files.into_iter().map(|(_, text)| text).collect();
    let is_asked = |name: &str| {
        let begins = name.match_indices('-').map(|(at, _)| &name[..=at]);
        let mut forms = begins.flat_map(|begin| [format!("{begin}${{"), format!("\"{begin}\"")]);
        ["\"", "'", "`"].iter().any(|mark| page.contains(&format!("{mark}{name}{mark}")))
            || forms.any(|form| page.contains(&form))
    };
    let unused: Vec<_> = Lang::beginning("page-").filter(|(name, _)| !is_asked(name)).collect();
    assert!(unused.is_empty(), "the page does not ask for these: {unused:?}");
}

#[test]
fn texts_of_the_library_are_the_same_here() {
    let formats = FORMATS.iter().map(|format| (format.name, format.about));
    let exports = EXPORTS.iter().map(|format| (format.name, format.about));
    let books = BookKind::ALL.iter().map(|kind| (kind.name(), kind.about()));
    let all: Vec<(&str, &str)> = formats.chain(exports).chain(books).collect();
    for (name, about) in &all {
        assert_ne!(Lang::ZhHans.about_format(name, about), *about, "{name}");
    }
    for (name, [english, ..]) in Lang::beginning("format-") {
        assert!(all.contains(&(name, english)), "there is no format {name}: {english}");
    }
    let patterns = Library::prelude().patterns();
    assert_eq!(patterns.len(), Lang::beginning("pattern-").count());
    for pattern in patterns {
        assert_ne!(Lang::ZhHans.meaning(pattern.meaning), pattern.meaning);
    }
}

/// Parts of lines with texts that are no sentences, although they have letters and blanks.
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
    // Fields of answers, and heads of columns.
    "context.table(",
    "games chances",
    "won draws",
    "games red draws",
    // Groups of parameters.
    "position filter",
    "position contains",
    "position move",
    "fall filter",
];

/// `parse_size` answers clap, whose errors `refusal` translates.
#[test]
fn no_text_for_a_person_stays_in_the_commands() {
    let mut faults = Vec::new();
    for (path, text) in
        ["commands", "cli", "questions", "main.rs"].iter().flat_map(|it| sources(it, &["rs"]))
    {
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        if path.ends_with("tests.rs") {
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
                    faults.push(format!("{}: {literal}", path.display()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "these belong into locales:\n{}", faults.join("\n"));
}

#[test]
fn what_comes_from_files_is_made_visible_in_a_sentence() {
    let label = "a\u{1b}]0;x\u{7}/\u{202e}gnp.b";
    let shown = Lang::ZhHans.about_record(label, "x\ny");
    assert_eq!(shown, "a␛]0;x␇/<U+202E>gnp.b：x␊y");
}

#[test]
fn english_bends_with_the_number() {
    assert_eq!(Lang::En.games_found(1), "1 game");
    assert_eq!(Lang::En.games_found(1234), "1,234 games");
    assert_eq!(Lang::En.report_at(1234, "x"), "byte 1234: x");
}

/// Collects the sentences of readers and of the replay about a file.
fn said_of(bytes: &[u8], name: &str, said: &mut BTreeSet<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), bytes).expect("a file");
    let options = Options { threads: 1, ..Options::default() };
    let input = NamedInput::from_argument(&folder.path().join(name));
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

/// Every fixture is read as it is, cut short, and with changed bytes.
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
    let unknown: Vec<_> =
        said.iter().filter(|text| !Lang::ZhHans.stored(text).chars().any(is_hanzi)).collect();
    assert!(unknown.is_empty(), "not in locales/en/reasons.ftl: {unknown:#?}");
}

/// Errors that no screen shows, or that are translated by their types.
const TOLD_OTHERWISE: &[&str] = &[
    "not a coordinate move",
    "not a square",
    "{} is not legal in {}",
    "typed move",
    "the header says",
    "result {} in the tag",
    "{} malformed byte sequences",
    "the record breaks off",
    "`:`",
];

/// Sentences in the definitions of errors in these rooms.
#[test]
fn what_errors_say_is_told_in_chinese() {
    let mut unknown = Vec::new();
    let rooms = ["xiangqi", "notation", "store", "query", "format/record.rs"].iter();
    for (_, text) in rooms.flat_map(|room| sources(room, &["rs"])) {
        let errors = text.split("#[error(").skip(1);
        let errors = errors.filter(|it| !it.trim_start().starts_with("transparent"));
        // `Expected` has its texts in a `match`.
        let expected = text.lines().filter(|line| line.trim_start().starts_with("Expected::"));
        for definition in errors.chain(expected.filter(|line| line.contains("=> \""))) {
            let Some(sentence) = definition.split('"').nth(1) else { continue };
            let sentence = plain(sentence);
            let is_known = sentence == "{}"
                || REASONS
                    .iter()
                    .any(|row| fits(&between(row[0]).collect::<Vec<_>>().join("{}"), &sentence))
                || TOLD_OTHERWISE.iter().any(|known| sentence.starts_with(known));
            if !is_known {
                unknown.push(sentence);
            }
        }
    }
    assert!(unknown.is_empty(), "not in locales/en/reasons.ftl: {unknown:#?}");
}

/// A value that a query cannot have is refused with the kind of value that it can have.
#[test]
fn what_a_value_of_a_query_is_not_is_told_in_chinese() {
    let (mut known, mut unknown) = (0, Vec::new());
    for (_, text) in sources("query/parse", &["rs"]) {
        for begin in ["is_no(value, \"", "WHAT: &str = \"", "what: \""] {
            for what in text.split(begin).skip(1).filter_map(|rest| rest.split('"').next()) {
                known += 1;
                if Lang::ZhHans.stored(what) == what {
                    unknown.push(what.to_owned());
                }
            }
        }
    }
    assert!(
        known >= 6 && unknown.is_empty(),
        "{known}, not in locales/en/errors.ftl: {unknown:#?}"
    );
}

/// Format string with bare braces and without line breaks.
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

/// Whether a row of the table translates a sentence, which may go on where the row ends with a
/// value.
fn fits(row: &str, sentence: &str) -> bool {
    row == sentence || row.strip_suffix("{}").is_some_and(|begin| sentence.starts_with(begin))
}
