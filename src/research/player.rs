//! All about a player, or about two players against each other.

use super::asked::{ask_strengths, games_with};
use super::novelty::{Leaver, NoveltyFound, leavers, leaving};
use super::profile::{PlacedEdition, PlayerGames, Profile, SeatedGame, Worth};
use super::rating::{Assumptions, Strength};
use crate::metadata::name_key;
use crate::search::{
    Archive, AskError, GameRow, Matcher, Mirroring, Params, Purpose, Watch, hits, load, one_person,
};
use crate::store::Result;
use crate::xiangqi::{Position, Side};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Number of new moves whose followers are counted, those that left the most games first.
const CANDIDATES: usize = 60;

/// Move that a player was the first to play.
#[derive(Debug, Clone)]
pub struct OwnNovelty {
    /// Game and move.
    pub found: NoveltyFound,
    /// Number of other games with the move.
    pub followers: u64,
}

/// A game of a player.
#[derive(Debug, Clone)]
pub struct PlayerGame {
    /// Reason to look at the game; `None` if all games are listed.
    pub worth: Option<Worth>,
    /// The game.
    pub game: GameRow,
}

/// Page about a player, or about two players against each other.
#[derive(Debug, Clone, Default)]
pub struct PlayerPage {
    /// Person with the most games among those whose names fit.
    pub name: String,
    /// Other persons whose names fit, those in the most games first.
    pub others: Vec<String>,
    /// Opponent, if the question names one.
    pub against: Option<String>,
    /// Number of games by programs, which do not count.
    pub programs: u64,
    /// All games, games with Red, games with Black.
    pub sides: Vec<PlayerGames>,
    /// Families of openings, those with Red first.
    pub openings: Vec<PlayerGames>,
    /// Opponents, those in the most games first.
    pub opponents: Vec<PlayerGames>,
    /// Games of each year.
    pub years: Vec<PlayerGames>,
    /// Strength in each year.
    pub strength: Vec<(u16, Strength)>,
    /// Editions of events, with the player's place.
    pub editions: Vec<PlacedEdition>,
    /// New moves, those with the most followers first.
    pub novelties: Vec<OwnNovelty>,
    /// Games worth a look, or all games of two players.
    pub games: Vec<PlayerGame>,
}

/// A player to be described, and the parts that are wanted.
#[derive(Debug, Clone, Copy)]
pub struct WantedPlayer<'a> {
    /// A name, or a part of one.
    pub who: &'a str,
    /// The opponent; `None` for all opponents.
    pub against: Option<&'a str>,
    /// Largest number of rows of each part.
    pub limit: usize,
    /// Whether to find the player's new moves, by a search over all games.
    pub has_novelties: bool,
    /// Whether to find the player's places in editions, from all games of these.
    pub has_editions: bool,
    /// Whether to compute strengths (from all games of all players) and the games that depend on
    /// them.
    pub has_strengths: bool,
}

/// Describes a player; the matcher says which names were found. For two players against each other
/// it leaves out strengths and tournaments, and lists all their games.
pub fn ask_player(
    archive: &Archive,
    params: &Params,
    wanted: &WantedPlayer<'_>,
    watch: &dyn Watch,
) -> std::result::Result<(PlayerPage, Matcher), AskError> {
    let filter = params.filter(Purpose::Statistics)?;
    let person = |name| one_person(archive, name, filter.names);
    let (who, others) = person(wanted.who)?;
    let against = wanted.against.map(person).transpose()?;
    let with = |side: Side| {
        let mut filter = filter.clone();
        if let Some((opponent, _)) = &against {
            let slot = if side == Side::Red { &mut filter.black } else { &mut filter.red };
            *slot = Some(opponent.clone());
        }
        games_with(archive, &filter, (side, &who), watch)
    };
    let ((red, matcher), (black, _)) = (with(Side::Red)?, with(Side::Black)?);
    let profile = Profile::new(archive, [&red.games, &black.games])?;
    if profile.name().is_none() {
        // A team or a title is no person.
        return Ok((PlayerPage::default(), matcher));
    }
    let opponents = profile.opponents();
    // Both are called by the names of their persons.
    let opponent = |asked: &str| opponents.first().map_or(asked, |row| &row.name).to_owned();
    let mut page = PlayerPage {
        name: profile.name().unwrap_or(&who).to_owned(),
        others,
        against: wanted.against.map(opponent),
        programs: red.programs + black.programs,
        sides: profile.sides(),
        openings: profile.openings(),
        opponents,
        years: profile.years(),
        ..PlayerPage::default()
    };
    if wanted.has_novelties {
        page.novelties = new_moves(archive, &profile, params, wanted.limit, watch)?;
    }
    let mut games = if wanted.against.is_some() {
        let mut games: Vec<_> = profile.games().iter().map(|&game| (None, game)).collect();
        let facts = archive.facts();
        games.sort_by_key(|(_, it)| facts.get(it.game).map(|fact| (fact.date, fact.key)));
        games
    } else {
        if wanted.has_editions {
            page.editions = profile.editions()?;
        }
        Vec::new()
    };
    if wanted.against.is_none() && wanted.has_strengths {
        let rated = ask_strengths(archive, params, &Assumptions::default(), watch)?;
        let (key, players) = (name_key(&page.name), &rated.strengths.players);
        let own = players.iter().find(|player| player.key == key);
        page.strength = own.map(|player| player.years.clone()).unwrap_or_default();
        let wins = profile.wins(players, 3);
        games = wins.into_iter().map(|(worth, game)| (Some(worth), game)).collect();
    }
    for (worth, SeatedGame { game, .. }) in games {
        page.games.push(PlayerGame { worth, game: load(archive, game)? });
    }
    page.opponents.truncate(wanted.limit);
    page.editions.truncate(wanted.limit);
    let mut of_side = [0; 2];
    page.openings.retain(|row| {
        let count = &mut of_side[usize::from(row.side == Some(Side::Black))];
        *count += 1;
        *count <= wanted.limit
    });
    Ok((page, matcher))
}

/// The player's own new moves, those with the most followers first.
fn new_moves(
    archive: &Archive,
    profile: &Profile<'_>,
    params: &Params,
    limit: usize,
    watch: &dyn Watch,
) -> std::result::Result<Vec<OwnNovelty>, AskError> {
    let games: Vec<u32> = profile.games().iter().map(|it| it.game).collect();
    let mut left = leavers(archive, &games, watch)?;
    left.retain(|leaver| leaver.ply.is_some());
    left.sort_by_key(|leaver| (Reverse(leaver.left.games), leaver.game));
    let mut own: Vec<(u64, Leaver)> = Vec::new();
    for leaver in left {
        if own.len() == CANDIDATES {
            break;
        }
        let side = profile.games().iter().find(|it| it.game == leaver.game).map(|it| it.side);
        let game = load(archive, leaver.game)?;
        let Some((mv, before)) = leaving(&game, leaver.ply) else { continue };
        if Some(before.side()) == side {
            let mut after = before;
            after.play_unchecked(mv);
            own.push((others_at(archive, &after)?, leaver));
        }
    }
    own.sort_by_key(|(followers, leaver)| (Reverse(*followers), leaver.game));
    own.truncate(limit);
    let (followers, leavers): (Vec<u64>, Vec<Leaver>) = own.into_iter().unzip();
    let found = NoveltyFound::all(archive, &leavers, &params.notation()?)?;
    let row = |(found, followers)| OwnNovelty { found, followers };
    Ok(found.into_iter().zip(followers).map(row).collect())
}

/// Number of games that reach a position, less the one that reached it first.
fn others_at(archive: &Archive, position: &Position) -> Result<u64> {
    let duplicates = archive.duplicates()?;
    let games = hits(archive, position, Mirroring::Any, false)?;
    let games: BTreeSet<u32> = games.iter().map(|hit| duplicates.first(hit.game)).collect();
    Ok((games.len() as u64).saturating_sub(1))
}
