//! Openings by code and name, and how games of each scored.

use super::archive::Archive;
use super::count::Score;
use super::ids::IdSet;
use crate::opening::{Code, Opening};
use crate::text::fold;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The games of one opening.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpeningRow {
    /// The code; none for games that have no code: endgames, handicaps, empty lines.
    pub code: Option<Code>,
    /// How they ended.
    pub score: Score,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
    /// The earliest dated game, by id.
    pub earliest: Option<u32>,
}

/// Games by their openings, the commonest first; equal ones by code.
pub fn by_opening(archive: &Archive, games: &[u32]) -> Vec<OpeningRow> {
    let mut rows: BTreeMap<Option<Code>, OpeningRow> = BTreeMap::new();
    let mut earliest = BTreeMap::new();
    for (id, fact) in games.iter().filter_map(|&id| Some((id, archive.facts.get(id)?))) {
        let code = fact.opening();
        let row = rows.entry(code).or_insert(OpeningRow { code, ..OpeningRow::default() });
        row.score.add(fact.result());
        let Some(year) = fact.year() else { continue };
        row.years =
            Some(row.years.map_or((year, year), |(first, last)| (first.min(year), last.max(year))));
        let first = earliest.entry(code).or_insert((fact.date, fact.key, id));
        *first = (*first).min((fact.date, fact.key, id));
        row.earliest = Some(first.2);
    }
    let mut rows: Vec<OpeningRow> = rows.into_values().collect();
    rows.sort_by_key(|row| (Reverse(row.score.games()), row.code));
    rows
}

/// The codes of the openings that `wanted` means, by their numbers: those that begin like it, those of a range such as
/// `C30-C49`, or those with it in one of their names.
pub(super) fn codes(archive: &Archive, wanted: &str) -> IdSet {
    let wanted = fold(wanted).trim().to_ascii_uppercase();
    let range = wanted.split_once(['-', '–', '~', '～', '至']).unwrap_or((&wanted, &wanted));
    if let (Some(first), Some(last)) = (completed(range.0, '0'), completed(range.1, '9')) {
        return (first.number()..=last.number()).map(u32::from).collect();
    }
    let has = |name: &str| fold(name).to_ascii_uppercase().contains(&wanted);
    let fits = |opening: &&Opening| {
        !wanted.is_empty()
            && [&opening.name, &opening.traditional, &opening.english]
                .into_iter()
                .any(|name| has(name))
    };
    let openings = archive.openings().openings().filter(fits);
    openings.map(|opening| u32::from(opening.code.number())).collect()
}

/// The code that begins so, every missing digit being this one.
fn completed(beginning: &str, digit: char) -> Option<Code> {
    let mut code = beginning.trim().to_owned();
    let missing = 3_usize.checked_sub(code.len()).filter(|missing| *missing < 3)?;
    code.extend(std::iter::repeat_n(digit, missing));
    code.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_of_codes_are_completed() {
        let of = |text: &str, digit| completed(text, digit).map(|code| code.to_string());
        assert_eq!(of("C", '0').as_deref(), Some("C00"));
        assert_eq!(of(" C3", '9').as_deref(), Some("C39"));
        assert_eq!(of("C55", '9').as_deref(), Some("C55"));
        for text in ["", "C555", "中炮", "CC", "5", "ROOK"] {
            assert_eq!(of(text, '0'), None, "{text}");
        }
    }
}
