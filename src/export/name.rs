//! What a file with one record in it is called.

use super::Entry;
use crate::metadata::GameResult;

/// The name of a record's file: number, Red, result, Black; without players, number and title or
/// event. Every file system takes it.
#[must_use]
pub fn file_name(number: u64, entry: &Entry<'_>, extension: &str) -> String {
    let tag = |name: &str| entry.tag(name).map(safe).filter(|text| !text.is_empty());
    let result = match entry.result {
        GameResult::Unknown => None,
        GameResult::RedWins => Some("胜".to_owned()),
        GameResult::BlackWins => Some("负".to_owned()),
        GameResult::Draw => Some("和".to_owned()),
    };
    let parts = match (tag("Red"), tag("Black")) {
        (None, None) => vec![tag("Title").or_else(|| tag("Event"))],
        (red, black) => vec![red, result, black],
    };
    let mut name = format!("{number:04}");
    for part in parts.into_iter().flatten() {
        name.push('-');
        name.push_str(&part);
    }
    format!("{name}.{extension}")
}

/// A text that every file system takes as part of a name.
fn safe(text: &str) -> String {
    /// Three of them stay below the 255 bytes of a name.
    const MOST_BYTES: usize = 72;
    let is_unsafe = |c: char| c.is_control() || r#"/\:*?"<>|"#.contains(c) || c == '\u{FFFD}';
    let plain: String = text.chars().map(|c| if is_unsafe(c) { '_' } else { c }).collect();
    let short = &plain[..plain.floor_char_boundary(MOST_BYTES)];
    short.trim_matches(|c: char| c.is_whitespace() || c == '.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_harmless() {
        for (text, expected) in [
            ("胡荣华", "胡荣华"),
            ("../..//etc", "_..__etc"),
            (" a:b\0\n", "a_b__"),
            ("...", ""),
            ("炮".repeat(99).as_str(), "炮".repeat(24).as_str()),
        ] {
            assert_eq!(safe(text), expected, "{text}");
        }
    }
}
