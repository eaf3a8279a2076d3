//! Fields that hold the facts of a game, by format. Readers and writers share `fields.tsv`, which
//! lists them.

use super::record::Tags;
use crate::text::fold_char;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::LazyLock;

/// One field of a format.
#[derive(Debug)]
pub(crate) struct FormatField {
    /// Tag that the field becomes.
    pub(crate) tag: &'static str,
    /// Name in the format.
    pub(crate) name: &'static str,
    /// Offset, line or number, for formats without names.
    pub(crate) at: usize,
    /// Size in bytes; 0 if not fixed.
    pub(crate) size: usize,
}

impl FormatField {
    /// Bytes of a field with fixed offset and size; empty when the file ends before the field does.
    pub(super) fn of<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        bytes.get(self.at..self.at + self.size).unwrap_or_default()
    }
}

/// Fields of one format, in the order of reading and writing.
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

/// Fields of a format, by its name in `fields.tsv`.
pub(crate) fn fields_of(format: &str) -> &'static [FormatField] {
    TABLES.get(format).map_or(&[], |table| &table.fields)
}

/// Tag that a field becomes; None for an unknown name.
pub(crate) fn tag_of(format: &str, name: &str) -> Option<&'static str> {
    TABLES.get(format)?.tags.get(name).copied()
}

/// Purpose of a member of an object, or of a column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Position from which the moves begin.
    Start,
    /// Moves of the game.
    Moves,
    /// A fact, by its PGN name.
    Tag(&'static str),
}

/// Roles of the fields that say what was played from where, and how it ended.
pub(super) const CARRIED: &[Role] = &[Role::Start, Role::Moves, Role::Tag("Result")];

/// Bytes of the longest name of a field.
const LONGEST_NAME: usize = 64;

/// Folds a name into the form of the table `objects`: no blanks, `_`, `-` or `.`.
fn key_of(name: &str) -> String {
    let is_sign = |c: &char| !c.is_whitespace() && !matches!(c, '_' | '-' | '.' | '\u{feff}');
    name.chars().filter(is_sign).map(fold_char).collect()
}

/// Purpose of a field; `None` for an unusual name.
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

/// Whether a name is nearly one of these `roles`: a letter differs, or two where a damaged byte made
/// them one character.
pub(super) fn is_nearly_known(name: &str, roles: &[Role]) -> bool {
    let key = key_of(name);
    let mut names = TABLES.get("objects").into_iter().flat_map(|table| table.tags.keys());
    role(name).is_none()
        && name.len() <= LONGEST_NAME
        && names.any(|known| {
            is_nearly(&key, known) && role(known).is_some_and(|it| roles.contains(&it))
        })
}

/// Whether two names differ by one or two letters; short ones only by one.
pub(super) fn is_nearly(name: &str, known: &str) -> bool {
    let most = if known.chars().count() < 5 { 1 } else { 2 };
    name != known && strsim::levenshtein(name, known) <= most
}

/// Tags that a person asks for first: their damaged names are reported.
const ASKED_FOR: [&str; 12] = [
    "Red",
    "RedTeam",
    "Black",
    "BlackTeam",
    "Event",
    "Site",
    "Date",
    "Round",
    "Result",
    "Title",
    "Opening",
    "ECCO",
];

/// Whether a text is a tag of PGN with a damaged bracket, name or quote: `[Re?ult "1-0"]`.
pub(super) fn is_torn_tag(text: &str) -> bool {
    let text = text.trim();
    let inner = text.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '"');
    // Pages have selectors such as `[title="a"]`.
    let is_selector = inner.starts_with(char::is_lowercase) && inner.contains('=');
    let is_name = |name: &str| role(name).is_some() || !near_names(name).is_empty();
    let is_tag = |(before, _): (&str, &str)| {
        is_name(before.trim_end()) || before.split_whitespace().next().is_some_and(is_name)
    };
    (text.starts_with('[') || text.ends_with(']'))
        && !is_selector
        && inner.split_once('"').is_some_and(is_tag)
}

/// Role of a tag's name; None for a name with signs between the letters of one word (`Bla_ck`).
pub(super) fn role_as_written(name: &str) -> Option<Role> {
    role(name).filter(|role| match role {
        Role::Tag(tag) => name.len() == tag.len() || !key_of(name).eq_ignore_ascii_case(tag),
        _ => true,
    })
}

/// Names of [`ASKED_FOR`] and of positions that differ from `name` by one character, or by the order
/// of two; none for names that are known themselves.
pub(super) fn near_names(name: &str) -> Vec<(&'static str, Role)> {
    let key = key_of(name);
    let is_other = || tag_of("others", &key).is_some();
    if name.len() > LONGEST_NAME || role_as_written(name).is_some() || is_other() {
        return Vec::new();
    }
    let is_asked_for = |role: &Role| match role {
        Role::Start => true,
        Role::Moves => false,
        Role::Tag(tag) => ASKED_FOR.contains(tag),
    };
    let names = TABLES.get("objects").into_iter().flat_map(|table| table.tags.keys());
    let is_near = |known: &str| match strsim::osa_distance(&key, known) {
        0 => ASKED_FOR.iter().any(|tag| tag.eq_ignore_ascii_case(known)),
        distance => distance == 1,
    };
    let near = names.filter(|known| is_near(known));
    near.filter_map(|known| Some((*known, role(known).filter(is_asked_for)?))).collect()
}

/// Position that tags state under any usual name containing FEN; None without one.
pub(super) fn fen_of<'t, 'a>(tags: &'t Tags<'a>) -> Option<&'t Cow<'a, str>> {
    let has_fen = |name: &str| name.as_bytes().windows(3).any(|w| w.eq_ignore_ascii_case(b"fen"));
    let is_fen = |(name, value): &&(Cow<'a, str>, Cow<'a, str>)| {
        let is_named = name.eq_ignore_ascii_case("FEN")
            || name.len() > 3 && has_fen(name) && role(name) == Some(Role::Start);
        is_named && !value.trim().is_empty()
    };
    // A tag named plainly FEN comes first.
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
        assert!(nearly.iter().all(|name| is_nearly_known(name, &CARRIED[..2])));
        let others = ["moves", "fen", "stars7up", "rounds", "", "评", "resul"];
        assert!(!others.iter().any(|it| is_nearly_known(it, &CARRIED[..2])));
        assert!(["resul", "wiNer", "比赛结"].iter().all(|it| is_nearly_known(it, &CARRIED[2..])));
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
