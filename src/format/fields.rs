//! The fields in which formats keep the facts of a game. `fields.tsv` lists those of all formats;
//! readers and writers share them.

use super::record::Tags;
use crate::text::fold_char;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::LazyLock;

/// A field of a format.
#[derive(Debug)]
pub(crate) struct FormatField {
    /// The tag it becomes.
    pub(crate) tag: &'static str,
    /// Its name in the format.
    pub(crate) name: &'static str,
    /// Its offset, line or number, where the format has no names.
    pub(crate) at: usize,
    /// Its size in bytes, where that is fixed.
    pub(crate) size: usize,
}

impl FormatField {
    /// The bytes of a field of fixed place and size; none when a file ends before its end.
    pub(super) fn of<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        bytes.get(self.at..self.at + self.size).unwrap_or_default()
    }
}

/// The fields of one format, in the order in which they are read and written.
#[derive(Default)]
struct FieldTable {
    fields: Vec<FormatField>,
    tags: FxHashMap<&'static str, &'static str>,
}

static TABLES: LazyLock<FxHashMap<&str, FieldTable>> = LazyLock::new(|| {
    let mut tables: FxHashMap<&str, FieldTable> = FxHashMap::default();
    for line in include_str!("fields.tsv").lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [format, tag, name, others @ ..] = &cells[..] else { continue };
        let number = |cell: &str| match cell.strip_prefix("0x") {
            Some(hex) => usize::from_str_radix(hex, 16).unwrap_or(0),
            None => cell.parse().unwrap_or(0),
        };
        let table = tables.entry(format).or_default();
        let size = others.first().map_or(0, |size| number(size));
        table.fields.push(FormatField { tag, name, at: number(name), size });
        table.tags.extend(others.iter().chain([name]).map(|name| (*name, *tag)));
    }
    tables
});

/// The fields of a format, by the name it has in `fields.tsv`.
pub(crate) fn fields_of(format: &str) -> &'static [FormatField] {
    TABLES.get(format).map_or(&[], |table| &table.fields)
}

/// The tag that the field of this name becomes.
pub(crate) fn tag_of(format: &str, name: &str) -> Option<&'static str> {
    TABLES.get(format)?.tags.get(name).copied()
}

/// The purpose of a member of an object, or of a column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The position the moves begin from.
    Start,
    /// The moves.
    Moves,
    /// A fact with this PGN name.
    Tag(&'static str),
}

/// A longer name is none of a field.
const LONGEST_NAME: usize = 64;

/// A name as the table of objects has it.
fn key_of(name: &str) -> String {
    let is_sign = |c: &char| !c.is_whitespace() && !matches!(c, '_' | '-' | '.' | '\u{feff}');
    name.chars().filter(is_sign).map(fold_char).collect()
}

/// The purpose of the field of this name; `None` when the name is not one of the usual ones.
pub(super) fn role(name: &str) -> Option<Role> {
    if name.len() > LONGEST_NAME {
        return None;
    }
    tag_of("objects", &key_of(name)).map(|tag| match tag {
        "FEN" => Role::Start,
        "Moves" => Role::Moves,
        tag => Role::Tag(tag),
    })
}

/// Whether the name of a field is that of a position or of moves but for a letter, or for two that
/// a damaged byte has made one character.
pub(super) fn is_nearly_known(name: &str) -> bool {
    let key = key_of(name);
    let names = TABLES.get("objects").into_iter().flat_map(|table| &table.tags);
    let mut names = names.filter(|(_, tag)| matches!(**tag, "FEN" | "Moves"));
    role(name).is_none()
        && name.len() <= LONGEST_NAME
        && names.any(|(known, _)| is_nearly(&key, known))
}

/// Whether two names differ by a letter or two, in short ones by one.
pub(super) fn is_nearly(name: &str, known: &str) -> bool {
    let most = if known.chars().count() < 5 { 1 } else { 2 };
    name != known && strsim::levenshtein(name, known) <= most
}

/// The position that the tags of a text say the moves begin from, under any of its usual names
/// with FEN in them.
pub(super) fn fen_of<'t, 'a>(tags: &'t Tags<'a>) -> Option<&'t Cow<'a, str>> {
    let has_fen = |name: &str| name.as_bytes().windows(3).any(|w| w.eq_ignore_ascii_case(b"fen"));
    let is_fen = |(name, value): &&(Cow<'a, str>, Cow<'a, str>)| {
        let is_named = name.eq_ignore_ascii_case("FEN")
            || name.len() > 3 && has_fen(name) && role(name) == Some(Role::Start);
        is_named && !value.trim().is_empty()
    };
    // What is plainly called so comes first.
    let plain = tags.iter().filter(is_fen).find(|(name, _)| name.len() == 3);
    plain.or_else(|| tags.iter().find(is_fen)).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_in_any_dress() {
        for (name, expected) in [
            ("FEN", Some(Role::Start)),
            ("start_fen", Some(Role::Start)),
            ("Moves", Some(Role::Moves)),
            ("着法", Some(Role::Moves)),
            ("Red Player", Some(Role::Tag("Red"))),
            ("紅方", Some(Role::Tag("Red"))),
            ("\u{feff}比賽日期", Some(Role::Tag("Date"))),
            ("stars", None),
            ("", None),
        ] {
            assert_eq!(role(name), expected, "{name}");
        }
    }

    #[test]
    fn a_letter_makes_another_name() {
        let nearly =
            ["mves", "solJution", "m\u{fffd}ves", "start\u{fffd}en", "Mo_vies", "\u{fffd}法"];
        assert!(nearly.iter().all(|name| is_nearly_known(name)));
        assert!(
            !["moves", "fen", "stars7up", "rounds", "", "评"].iter().any(|it| is_nearly_known(it))
        );
    }

    #[test]
    fn fields_have_a_place_and_a_size() {
        let place =
            |format| fields_of(format).iter().map(|field| (field.tag, field.at, field.size));
        assert_eq!(place("xqf").next(), Some(("Title", 0x50, 63)));
        assert_eq!(place("cbr2").next_back(), Some(("Termination", 2080, 32)));
        assert_eq!(place("cwp").next(), Some(("Event", 1, 0)));
        assert_eq!((tag_of("cbf", "URL"), tag_of("cbf", "url")), (Some("Source"), None));
    }
}
