//! Puts values into sentences: makes texts visible and groups the digits of numbers.

use indicatif::HumanCount;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;

/// Sign for a value, followed by its digit; `build.rs` puts these signs into sentences.
const VALUE: char = '\u{1}';
/// Sign for a number without separators of thousands, for numbers to be copied.
const BARE: char = '\u{2}';
/// Sign for a choice of two texts, each ended by [`END`]; the first is for the number one.
const CHOICE: char = '\u{3}';
const END: char = '\u{4}';

/// Value of a sentence.
#[derive(Debug)]
pub(super) enum Value<'a> {
    Text(Cow<'a, str>),
    Number(u64),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Value<'a> {
        Value::Text(xqdb::text::visible(text))
    }
}

impl From<&Path> for Value<'_> {
    fn from(path: &Path) -> Self {
        Value::Text(Cow::Owned(visible(&path.to_string_lossy())))
    }
}

impl From<u64> for Value<'_> {
    fn from(number: u64) -> Self {
        Value::Number(number)
    }
}

/// Text whose control characters are made visible.
pub(super) fn visible(text: &str) -> String {
    xqdb::text::visible(text).into_owned()
}

/// Sentence with its values.
pub(super) fn filled(text: &str, values: &[Value<'_>]) -> String {
    let mut filled = String::with_capacity(text.len() + 16 * values.len());
    fill(text, values, &mut filled);
    filled
}

fn fill(text: &str, values: &[Value<'_>], filled: &mut String) {
    let mut rest = text;
    while let Some((before, sign, value, behind)) = next_value(rest, values) {
        filled.push_str(before);
        rest = behind;
        match (sign, value) {
            (CHOICE, Value::Number(number)) => {
                let mut parts = rest.splitn(3, END);
                let mut part = || parts.next().unwrap_or_default();
                let (one, other) = (part(), part());
                rest = part();
                fill(if *number == 1 { one } else { other }, values, filled);
            }
            (BARE, Value::Number(number)) => _ = write!(filled, "{number}"),
            (_, Value::Number(number)) => _ = write!(filled, "{}", HumanCount(*number)),
            (_, Value::Text(text)) => filled.push_str(text),
        }
    }
    filled.push_str(rest);
}

/// Splits a text at its next value: text before it, sign, value, text after it.
fn next_value<'t, 'v, 'a>(
    text: &'t str,
    values: &'v [Value<'a>],
) -> Option<(&'t str, char, &'v Value<'a>, &'t str)> {
    let at = text.find([VALUE, BARE, CHOICE])?;
    let mut behind = text[at..].chars();
    let (sign, digit) = (behind.next()?, behind.next()?.to_digit(10)?);
    Some((&text[..at], sign, values.get(digit as usize)?, behind.as_str()))
}

/// Texts between the values of a sentence: one more than values.
pub(super) fn between(text: &str) -> impl Iterator<Item = &str> {
    let mut parts = text.split(VALUE);
    let first = parts.next();
    first.into_iter().chain(parts.map(|part| part.get(1..).unwrap_or_default()))
}
