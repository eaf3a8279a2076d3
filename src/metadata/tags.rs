//! What tags say about a game, one vocabulary for all formats.

use super::{GameResult, Kind, LaxDate, PersonName, parse_date, split_team};

/// Who, where, when. Empty texts are `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    /// Red's name without team.
    pub red: Option<String>,
    /// Black's name without team.
    pub black: Option<String>,
    /// Red's team.
    pub red_team: Option<String>,
    /// Black's team.
    pub black_team: Option<String>,
    /// Tournament, book, collection.
    pub event: Option<String>,
    /// Place.
    pub site: Option<String>,
    /// Round, as found.
    pub round: Option<String>,
    /// The date, as far as it is understood.
    pub date: Option<LaxDate>,
    /// The date as found.
    pub date_found: Option<String>,
    /// How the game ended, in words.
    pub termination: Option<String>,
    /// Opening code or name as found.
    pub opening: Option<String>,
    /// The claimed result.
    pub result: GameResult,
    /// The kind; see [`Kind`] for the rule.
    pub kind: Option<Kind>,
}

impl Metadata {
    /// Reads tags alone; result and kind stay open.
    pub fn from_tags<'a>(tags: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Metadata {
        let found = |names: &[&str]| {
            names.iter().find_map(|wanted| {
                tags.clone()
                    .find(|(name, value)| name.eq_ignore_ascii_case(wanted) && is_said(value))
                    .map(|(_, value)| value.trim())
            })
        };
        let find = |names: &[&str]| found(names).map(str::to_owned);
        let player = |names: &[&str], teams: &[&str]| match found(names) {
            None => (None, find(teams)),
            Some(field) => {
                let PersonName { name, team, .. } = split_team(field);
                let name = if name.trim().is_empty() { field.to_owned() } else { name };
                (Some(name), find(teams).or(team))
            }
        };
        let (red, red_team) = player(&["Red", "White"], &["RedTeam", "WhiteTeam"]);
        let (black, black_team) = player(&["Black"], &["BlackTeam"]);
        let date_found = find(&["Date", "EventDate"]);
        Metadata {
            red,
            black,
            red_team,
            black_team,
            event: find(&["Event"]),
            site: find(&["Site", "Place"]),
            round: find(&["Round"]),
            date: date_found.as_deref().and_then(parse_date),
            date_found,
            termination: find(&["Termination"]),
            opening: find(&["ECCO", "ECO", "Opening"]),
            result: GameResult::Unknown,
            kind: None,
        }
    }

    /// The best of what several witnesses say of one game, field by field: the commonest value,
    /// then the longest, then the first in text order. A pure function of the set of witnesses.
    pub fn best_of(witnesses: &[&Metadata]) -> Metadata {
        fn text(
            witnesses: &[&Metadata],
            field: impl Fn(&Metadata) -> &Option<String>,
        ) -> Option<String> {
            let values = witnesses.iter().filter_map(|data| field(data).as_ref());
            commonest(values, |value| value.chars().count()).cloned()
        }
        let date = commonest(witnesses.iter().filter_map(|data| data.date.as_ref()), |date| {
            usize::from(date.month > 0) + usize::from(date.day > 0)
        });
        let known = witnesses.iter().map(|data| &data.result);
        let result = commonest(known.filter(|result| **result != GameResult::Unknown), |_| 0);
        Metadata {
            red: text(witnesses, |data| &data.red),
            black: text(witnesses, |data| &data.black),
            red_team: text(witnesses, |data| &data.red_team),
            black_team: text(witnesses, |data| &data.black_team),
            event: text(witnesses, |data| &data.event),
            site: text(witnesses, |data| &data.site),
            round: text(witnesses, |data| &data.round),
            date: date.copied(),
            date_found: match date {
                // The text beside the date is the one it was read from.
                Some(date) => text(witnesses, |data| {
                    if data.date.as_ref() == Some(date) { &data.date_found } else { &None }
                }),
                None => text(witnesses, |data| &data.date_found),
            },
            termination: text(witnesses, |data| &data.termination),
            opening: text(witnesses, |data| &data.opening),
            result: result.copied().unwrap_or_default(),
            kind: witnesses.iter().filter_map(|data| data.kind).min(),
        }
    }
}

/// Whether a tag value says anything: `?`, `-` and their like are how programs write "unknown".
pub(super) fn is_said(value: &str) -> bool {
    !value.trim().chars().all(|c| matches!(c, '?' | '-' | '.' | '？' | '*' | '—'))
}

/// The value that occurs most often; among equals the one of most `weight`, then the smallest.
fn commonest<'a, T: Ord + std::hash::Hash>(
    values: impl Iterator<Item = &'a T>,
    weight: impl Fn(&T) -> usize,
) -> Option<&'a T> {
    let mut counts: rustc_hash::FxHashMap<&T, usize> = rustc_hash::FxHashMap::default();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    counts
        .into_iter()
        .max_by(|(a, a_count), (b, b_count)| {
            a_count.cmp(b_count).then_with(|| weight(a).cmp(&weight(b))).then_with(|| b.cmp(a))
        })
        .map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_every_dialect() {
        let tags =
            [("White", "广东 吕钦"), ("Black", "?"), ("ECO", "C48"), ("date", "1989年6月3日")];
        let data = Metadata::from_tags(tags.into_iter());
        assert_eq!(data.red.as_deref(), Some("吕钦"));
        assert_eq!(data.red_team.as_deref(), Some("广东"));
        assert_eq!(data.black, None);
        assert_eq!(data.opening.as_deref(), Some("C48"));
        assert_eq!(data.date, LaxDate::new(1989, 6, 3));
        assert_eq!(data.date_found.as_deref(), Some("1989年6月3日"));
    }

    #[test]
    fn the_best_is_the_commonest_whatever_the_order() {
        let named = |red: &str| Metadata { red: Some(red.to_owned()), ..Metadata::default() };
        let all = [named("胡荣"), named("胡荣华"), named("胡荣华"), named("HU RongHua")];
        let mut order: Vec<&Metadata> = all.iter().collect();
        for _ in 0..4 {
            order.rotate_left(1);
            assert_eq!(Metadata::best_of(&order).red.as_deref(), Some("胡荣华"));
        }
    }
}
