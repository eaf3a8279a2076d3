//! Compares a published list of players with the strengths computed from their games, and explains
//! every difference of place.

use super::rating::Strength;
use super::strengths::{PlayerStrengths, RankedField, Strengths};
use super::tournament::Published;
use crate::metadata::{name_key, named};
use crate::search::Archive;
use crate::store::{PLAYERS, Result};
use crate::text::latin_key;

named! {
    /// Reason for the difference between a player's published and computed place.
    pub enum ListedCause {
        /// Both places are equal.
        Agrees = "agrees",
        /// The player's interval overlaps that of the player with the published place in computed
        /// order.
        WithinIntervals = "within-intervals",
        /// The computed strength is above the published place.
        Stronger = "stronger",
        /// The computed strength is below the published place.
        Weaker = "weaker",
        /// No game of the player counts.
        NoGames = "no-games",
        /// No game of the requested year counts.
        NotOfYear = "not-of-year",
        /// No game of the last years counts.
        Inactive = "inactive",
        /// Fewer games count than are required.
        FewGames = "few-games",
        /// The player is not connected by games with the largest group.
        Apart = "apart",
        /// The player has a high computed place but is not in the list.
        NotListed = "not-listed",
    }
}

/// A player of a published list, or a strong player whom the list omits.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedPlayer {
    /// Name in the list; in the archive, for an omitted player.
    pub name: String,
    /// Published place and rating.
    pub published: (Option<u32>, Option<f64>),
    /// Place by the list among listed players with a computed rank, 1-based.
    pub listed: Option<usize>,
    /// Place by computed strength among the same players, 1-based.
    pub place: Option<usize>,
    /// Computed rank among all players, 1-based.
    pub rank: Option<u64>,
    /// Year and strength that decide the rank.
    pub strength: Option<(u16, Strength)>,
    /// Number of games that count.
    pub games: u32,
    /// Reason for the difference.
    pub cause: ListedCause,
}

/// Compares a published list with the strengths of a field. Rows of the list come first, in order;
/// then players whom the list omits though their rank is within its length.
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
    // Rows by published place or, without places, by rating.
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

/// Explains an order of published and computed place. `own` is the player's strength, `holder` that
/// of the player who has the published place in computed order.
fn explained(places: std::cmp::Ordering, [own, holder]: [Strength; 2]) -> ListedCause {
    let meets = own.low() <= holder.high() && holder.low() <= own.high();
    match places {
        std::cmp::Ordering::Equal => ListedCause::Agrees,
        _ if meets => ListedCause::WithinIntervals,
        std::cmp::Ordering::Greater => ListedCause::Stronger,
        std::cmp::Ordering::Less => ListedCause::Weaker,
    }
}

/// The player with this name, with another name of the same person, or with a name of equal sound.
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
