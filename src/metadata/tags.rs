//! What tags say about a game, one vocabulary for all formats.

use super::{GameResult, Inferred, Kind, LaxDate, PersonName, parse_date, split_team};

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
    /// What headings and the name of the file add, if anything; see [`Metadata::infer`].
    pub inferred: Option<Box<Inferred>>,
}

impl Metadata {
    /// Reads tags alone; result, kind and what is inferred stay open.
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
            inferred: None,
        }
    }
}

/// Whether a tag value says anything: `?`, `-` and their like are how programs write "unknown".
pub(super) fn is_said(value: &str) -> bool {
    !value.trim().chars().all(|c| matches!(c, '?' | '-' | '.' | '？' | '*' | '—'))
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
}
