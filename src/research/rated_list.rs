//! A published list of players beside the strengths that their games show: every difference of
//! place, and what explains it.

use super::rating::Strength;
use super::strengths::{PlayerStrengths, RankedField, Strengths};
use super::tournament::Published;
use crate::metadata::name_key;
use crate::search::Archive;
use crate::store::{PLAYERS, Result};
use crate::text::latin_key;

/// A reason for the place that a published list gives a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListedCause {
    /// Both give the player one place.
    Agrees,
    /// The interval of the player meets that of whoever has the published place by the games.
    WithinIntervals,
    /// The games show more strength than the list does, whoever has the published place.
    Stronger,
    /// The games show less strength than the list does.
    Weaker,
    /// No game of the player counts.
    NoGames,
    /// Games of the player count, and none of the year that is asked for.
    NotOfYear,
    /// Games of the player count, and none of the last years.
    Inactive,
    /// Fewer games count than are asked for.
    FewGames,
    /// The player never met those of the largest group, not even through others.
    Apart,
    /// The list does not name the player, who is among the first by the games.
    NotListed,
}

impl ListedCause {
    /// The name in data.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            ListedCause::Agrees => "agrees",
            ListedCause::WithinIntervals => "within-intervals",
            ListedCause::Stronger => "stronger",
            ListedCause::Weaker => "weaker",
            ListedCause::NoGames => "no-games",
            ListedCause::NotOfYear => "not-of-year",
            ListedCause::Inactive => "inactive",
            ListedCause::FewGames => "few-games",
            ListedCause::Apart => "apart",
            ListedCause::NotListed => "not-listed",
        }
    }
}

/// A player of a published list, or one whom it does not name.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedPlayer {
    /// The name, as the list has it; as the games have it where the list has none.
    pub name: String,
    /// The place and the rating that the list states.
    pub published: (Option<u32>, Option<f64>),
    /// The place by the list among those who are in it and ranked by games.
    pub listed: Option<usize>,
    /// The place by the games among the same players.
    pub place: Option<usize>,
    /// The place by the games among all.
    pub rank: Option<u64>,
    /// The year and the strength that decide it.
    pub strength: Option<(u16, Strength)>,
    /// Number of games that count.
    pub games: u32,
    /// The reason.
    pub cause: ListedCause,
}

/// Compares a published list with the strengths of a field. Those of the list come first, in its
/// order; behind them stand the players whom it does not name and who are ranked no lower than the
/// list is long.
pub fn compare_listed(
    archive: &Archive,
    strengths: &Strengths,
    list: &[Published],
    field: RankedField,
) -> Result<Vec<ListedPlayer>> {
    let ranked = strengths.ranked(field);
    let ranked: Vec<&(u64, &PlayerStrengths, (u16, Strength))> =
        ranked.iter().filter(|(_, player, _)| player.group == 1).collect();
    let players = list
        .iter()
        .map(|row| player_called(archive, strengths, &row.name))
        .collect::<Result<Vec<_>>>()?;
    let place_of = |player: &PlayerStrengths| ranked.iter().position(|it| it.1.key == player.key);
    let places: Vec<Option<usize>> =
        players.iter().map(|player| player.and_then(place_of)).collect();
    // The rows in the order of the list: by place where it says places, else by rating.
    let mut order: Vec<usize> = (0..list.len()).filter(|&at| places[at].is_some()).collect();
    let rating = |at: usize| list[at].points.map_or(0.0, |points| -points);
    order.sort_by(|&a, &b| {
        let by_place = list[a].place.cmp(&list[b].place);
        by_place.then(rating(a).total_cmp(&rating(b))).then(a.cmp(&b))
    });
    let mut by_games = order.clone();
    by_games.sort_by_key(|&at| places[at]);
    let mut rows = Vec::new();
    for (at, row) in list.iter().enumerate() {
        let ours = places[at].map(|place| ranked[place]);
        let listed = order.iter().position(|&other| other == at);
        let place = by_games.iter().position(|&other| other == at);
        let holder = listed.and_then(|listed| Some(ranked[places[by_games[listed]]?].2.1));
        let cause = match (ours, holder, players[at]) {
            (Some((.., own)), Some(holder), _) => {
                let places = listed.cmp(&place);
                explained(places, [own.1, holder])
            }
            (.., None) => ListedCause::NoGames,
            (.., Some(player)) if player.group != 1 => ListedCause::Apart,
            (.., Some(player)) if player.games < field.least => ListedCause::FewGames,
            _ if field.year.is_none() => ListedCause::Inactive,
            _ => ListedCause::NotOfYear,
        };
        rows.push(ListedPlayer {
            name: row.name.clone(),
            published: (row.place, row.points),
            listed: listed.map(|place| place + 1),
            place: place.map(|place| place + 1),
            rank: ours.map(|(rank, ..)| *rank),
            strength: ours.map(|(.., strength)| *strength),
            games: players[at].map_or(0, |player| player.games),
            cause,
        });
    }
    let first = ranked.iter().enumerate().take(list.len());
    for (_, (rank, player, strength)) in first.filter(|(at, _)| !places.contains(&Some(*at))) {
        rows.push(ListedPlayer {
            name: player.name.clone(),
            published: (None, None),
            listed: None,
            place: None,
            rank: Some(*rank),
            strength: Some(*strength),
            games: player.games,
            cause: ListedCause::NotListed,
        });
    }
    Ok(rows)
}

/// Explains two places, of which the first is the published one: `own` is the player's strength,
/// the other that of whoever has the published place by the games.
fn explained(places: std::cmp::Ordering, [own, holder]: [Strength; 2]) -> ListedCause {
    let meets = own.low() <= holder.high() && holder.low() <= own.high();
    match places {
        std::cmp::Ordering::Equal => ListedCause::Agrees,
        _ if meets => ListedCause::WithinIntervals,
        std::cmp::Ordering::Greater => ListedCause::Stronger,
        std::cmp::Ordering::Less => ListedCause::Weaker,
    }
}

/// The player of a name, or of a name that belongs to the same person, or that sounds like it.
fn player_called<'s>(
    archive: &Archive,
    strengths: &'s Strengths,
    name: &str,
) -> Result<Option<&'s PlayerStrengths>> {
    let key = name_key(name);
    let mut keys = vec![key.clone()];
    PLAYERS.alike(archive.snapshot(), &key, &mut |row| {
        keys.extend(archive.person(row.id()?)?.map(|person| name_key(&person)));
        Ok(())
    })?;
    let players = || strengths.players.iter();
    let by_name = players().find(|player| keys.contains(&player.key));
    let sound = latin_key(name);
    Ok(by_name.or_else(|| players().find(|player| latin_key(&player.name) == sound)))
}
