//! Makes Rust of the sentences in `locales`, so that none is looked up by a name that may not
//! exist.
//!
//! For a sentence `games-found` with the comment `# $games number, $label` the program gets the
//! method `Lang::games_found(games: u64, label: &str)`. A sentence whose name begins as one of
//! [`NAMED`] is found by that name, and those of [`BOTH`] in both ways. Whatever is wrong with a
//! file of sentences is an error of the build.

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use fluent_syntax::parser;
use fluent_syntax::unicode::unescape_unicode_to_string;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folders of `locales`, English first.
const LANGUAGES: [&str; 3] = ["en", "zh-Hans", "zh-Hant"];

/// Sentences that are found by name only.
const NAMED: [&str; 10] = [
    "arg-",
    "command-",
    "format-",
    "help-usage",
    "help-heading",
    "page-",
    "pattern-",
    "title-",
    "value-",
    WORD,
];

/// Words for what data calls by a name, with or without values.
const WORD: &str = "word-";

/// Sentences that are found by name, too.
const BOTH: [&str; 2] = ["head-", "standing-"];

/// Sentences that the library says in English, and that databases keep.
const REASON: &str = "reason-";

/// The words of the page, which puts values into braces itself.
const PAGE: &str = "page-";

/// Attributes that are the same in every language: command lines.
const UNTRANSLATED: &str = "run-";

/// Stands in a text for a value, before its digit. `src/messages/fill.rs` knows the same.
const VALUE: char = '\u{1}';
/// A number without marks between its thousands, before its digit.
const BARE: char = '\u{2}';
/// Stands before the digit of a number, and two texts, each with an end: the first is for one.
const CHOICE: char = '\u{3}';
/// The end of such a text.
const END: char = '\u{4}';

/// A sentence as it is filled in, in all languages.
#[derive(Default)]
struct Sentence {
    values: Vec<(String, Kind)>,
    feature: Option<String>,
    texts: [Option<String>; 3],
}

/// The type of a value.
#[derive(Copy, Clone, PartialEq)]
enum Kind {
    Text,
    Number,
    Path,
}

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=locales");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut sentences = BTreeMap::new();
    let mut faults = Vec::new();
    for (at, language) in LANGUAGES.iter().enumerate() {
        let mut files: Vec<PathBuf> = fs::read_dir(root.join("locales").join(language))?
            .map(|entry| Ok(entry?.path()))
            .collect::<io::Result<_>>()?;
        files.sort();
        for file in files {
            let text = fs::read_to_string(&file)?;
            if let Err(found) = read(&text, at, &mut sentences) {
                let name = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
                faults.extend(found.into_iter().map(|fault| format!("{name}: {fault}")));
            }
        }
    }
    for (name, sentence) in &sentences {
        for (language, text) in LANGUAGES.iter().zip(&sentence.texts) {
            if text.is_none() {
                faults.push(format!("locales/{language}: `{name}` is missing"));
            }
        }
    }
    for fault in &faults {
        println!("cargo::error={fault}");
    }
    write(&out, &sentences)
}

/// Adds the sentences of a file in a language.
fn read(
    text: &str,
    language: usize,
    sentences: &mut BTreeMap<String, Sentence>,
) -> Result<(), Vec<String>> {
    let resource = parser::parse(text).map_err(|(_, errors)| {
        let line = |at: usize| text[..at].lines().count().max(1);
        errors
            .iter()
            .map(|error| format!("line {}: {}", line(error.pos.start), error.kind))
            .collect::<Vec<_>>()
    })?;
    let mut faults = Vec::new();
    let mut of_group = None;
    for entry in resource.body {
        let message = match entry {
            Entry::Message(message) => message,
            Entry::GroupComment(comment) => {
                let named = |line: &&str| {
                    Some(line.split_once("(feature: ")?.1.split_once(')')?.0.to_owned())
                };
                of_group = comment.content.iter().find_map(named);
                continue;
            }
            _ => continue,
        };
        let name = message.id.name;
        let comment = message.comment.map(|comment| comment.content).unwrap_or_default();
        if language == 0 {
            let (values, feature) = declared(&comment);
            let feature = feature.or_else(|| of_group.clone());
            sentences.insert(name.to_owned(), Sentence { values, feature, ..Sentence::default() });
        }
        let Some(sentence) = sentences.get(name) else {
            faults.push(format!("`{name}` is no sentence in English"));
            continue;
        };
        let (values, feature) = (sentence.values.clone(), sentence.feature.clone());
        let attributes = message
            .attributes
            .into_iter()
            .map(|attribute| (Some(attribute.id.name), attribute.value));
        for (attribute, pattern) in
            message.value.map(|value| (None, value)).into_iter().chain(attributes)
        {
            let name = attribute.map_or(name.to_owned(), |attribute| format!("{name}.{attribute}"));
            let mut encoded = String::new();
            if let Err(fault) = encode(&pattern, name.starts_with(PAGE), &values, &mut encoded) {
                faults.push(format!("`{name}`: {fault}"));
            }
            let sentence = match language {
                0 => sentences.entry(name.clone()).or_default(),
                _ => match sentences.get_mut(&name) {
                    Some(sentence) => sentence,
                    None => {
                        faults.push(format!("`{name}` is no sentence in English"));
                        continue;
                    }
                },
            };
            sentence.feature.clone_from(&feature);
            if sentence.texts[language].is_some() {
                faults.push(format!("`{name}` is there twice"));
            }
            if attribute.is_some_and(|attribute| attribute.starts_with(UNTRANSLATED)) {
                sentence.texts = [const { None }; 3].map(|_: Option<String>| Some(encoded.clone()));
            } else {
                sentence.texts[language] = Some(encoded);
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// Reads the comment on an English sentence: its values in the order of the method, and the
/// feature of the program that it belongs to.
fn declared(comment: &[&str]) -> (Vec<(String, Kind)>, Option<String>) {
    let mut values = Vec::new();
    let mut feature = None;
    for line in comment {
        if let Some(named) = line.strip_prefix("feature: ") {
            feature = Some(named.to_owned());
        }
        if !line.starts_with('$') {
            continue;
        }
        for value in line.split(", ") {
            let (name, kind) = value.split_once(' ').unwrap_or((value, ""));
            let kind = match kind {
                "number" => Kind::Number,
                "path" => Kind::Path,
                _ => Kind::Text,
            };
            values.push((name.trim_start_matches('$').to_owned(), kind));
        }
    }
    (values, feature)
}

/// Puts down a text with signs for its values.
fn encode(
    pattern: &Pattern<&str>,
    is_page: bool,
    values: &[(String, Kind)],
    text: &mut String,
) -> Result<(), String> {
    let place = |name: &str| {
        let at = values.iter().position(|(known, _)| known == name);
        let at = at.ok_or_else(|| format!("${name} is not in its comment in English"))?;
        Ok::<_, String>((char::from(b'0' + at as u8), values[at].1))
    };
    for element in &pattern.elements {
        let expression = match element {
            PatternElement::TextElement { value } => {
                text.push_str(value);
                continue;
            }
            PatternElement::Placeable { expression } => expression,
        };
        match expression {
            Expression::Inline(InlineExpression::StringLiteral { value }) => {
                text.push_str(&unescape_unicode_to_string(value));
            }
            Expression::Inline(InlineExpression::VariableReference { id }) if is_page => {
                text.extend(["{", id.name, "}"]);
            }
            Expression::Inline(InlineExpression::VariableReference { id }) => {
                text.extend([VALUE, place(id.name)?.0]);
            }
            Expression::Inline(InlineExpression::FunctionReference { id, arguments })
                if id.name == "NUMBER" =>
            {
                let [InlineExpression::VariableReference { id }] = arguments.positional.as_slice()
                else {
                    return Err("NUMBER takes a value".to_owned());
                };
                let (digit, kind) = place(id.name)?;
                if kind != Kind::Number {
                    return Err(format!("${} is no number", id.name));
                }
                let is_bare =
                    arguments.named.iter().any(|argument| argument.name.name == "useGrouping");
                text.extend([if is_bare { BARE } else { VALUE }, digit]);
            }
            Expression::Select {
                selector: InlineExpression::VariableReference { id },
                variants,
            } => {
                let (digit, kind) = place(id.name)?;
                let [one, other] = variants.as_slice() else {
                    return Err(format!("${} has other choices than one and other", id.name));
                };
                let is_one = matches!(one.key, VariantKey::Identifier { name: "one" });
                if kind != Kind::Number || !is_one || !other.default {
                    return Err(format!("${} is chosen by one and other, as a number", id.name));
                }
                text.extend([CHOICE, digit]);
                for variant in [one, other] {
                    let begin = text.len();
                    encode(&variant.value, is_page, values, text)?;
                    if text[begin..].contains(CHOICE) {
                        return Err("a choice stands inside another".to_owned());
                    }
                    text.push(END);
                }
            }
            _ => return Err("only values, NUMBER and choices by number are known".to_owned()),
        }
    }
    Ok(())
}

/// Writes the methods with the table by name, and for tests a table of all.
fn write(out: &Path, sentences: &BTreeMap<String, Sentence>) -> io::Result<()> {
    let features: BTreeSet<String> = env::vars()
        .filter_map(|(name, _)| Some(name.strip_prefix("CARGO_FEATURE_")?.to_lowercase()))
        .collect();
    let (mut methods, mut named, mut all) = (String::new(), String::new(), String::new());
    let mut reasons = Vec::new();
    for (name, sentence) in sentences {
        let is_built =
            sentence.feature.as_ref().is_none_or(|feature| match feature.strip_prefix("not ") {
                Some(feature) => !features.contains(feature),
                None => features.contains(feature),
            });
        let texts: Vec<&str> =
            sentence.texts.iter().map(|text| text.as_deref().unwrap_or_default()).collect();
        let _ = writeln!(all, "({name:?},{texts:?}),");
        if name.starts_with(REASON) {
            let values = texts[0].matches(VALUE).count();
            reasons.push((usize::MAX - (texts[0].len() - 2 * values), format!("{texts:?},\n")));
            continue;
        }
        let is_named = |begins: &[&str]| {
            (sentence.values.is_empty() || name.starts_with(WORD))
                && begins.iter().any(|begin| name.starts_with(begin))
        };
        if is_named(&NAMED) || is_named(&BOTH) {
            let _ = writeln!(named, "({name:?},{texts:?}),");
        }
        if is_named(&NAMED) {
            continue;
        }
        if !is_built {
            continue;
        }
        if is_named(&BOTH) {
            methods.push_str("#[allow(dead_code, reason = \"also found by name\")]\n");
        }
        let _ = write!(methods, "pub(crate) fn {}(self", name.replace('-', "_"));
        let mut values = String::new();
        for (value, kind) in &sentence.values {
            let value = value.replace('-', "_");
            let kind = match kind {
                Kind::Text => "&str",
                Kind::Number => "u64",
                Kind::Path => "&std::path::Path",
            };
            let _ = write!(methods, ",{value}:{kind}");
            let _ = write!(values, "{value}.into(),");
        }
        let _ = writeln!(methods, ")->String{{self.filled({texts:?},&[{values}])}}");
    }
    // A text fits the pattern that says more of it before one that says less.
    reasons.sort();
    let reasons: String = reasons.into_iter().map(|(_, row)| row).collect();
    let code = format!(
        "#[allow(clippy::wrong_self_convention, reason = \"any word may begin a sentence\")]\n\
         impl Lang {{\n{methods}}}\n\
         static NAMED: &[(&str, [&str; 3])] = &[\n{named}];\n\
         static REASONS: &[[&str; 3]] = &[\n{reasons}];\n"
    );
    fs::write(out.join("sentences.rs"), code)?;
    fs::write(out.join("all_sentences.rs"), format!("&[\n{all}]"))
}
