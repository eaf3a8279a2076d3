//! All about a player, or about two players against each other.

use super::novelty::{found, leavers};
use super::repertoire::{Half, WantedRepertoire, ask as repertoire};
use super::{games_with, one_person};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use xqdb::answers::{BestReply, OwnNovelty, PlayerGame, PlayerPage, PreparedMove, RepertoireMove};
use xqdb::metadata::name_key;
use xqdb::notation::System;
use xqdb::research::{
    ACTIVE_YEARS, Assumptions, ChosenIn, Leaver, Profile, SeatedGame, Span, Strengths,
    ask_strengths, leaving,
};
use xqdb::search::{
    Archive, AskError, Look, Matcher, Mirroring, Params, Purpose, Share, Watch, explore_here, hits,
    load,
};
use xqdb::store::Result;
use xqdb::xiangqi::{Position, Side};

/// Number of new moves whose followers are counted, those that left the most games first.
const CANDIDATES: usize = 60;

/// A player to be described, and the parts that are wanted.
pub(crate) struct WantedPlayer<'a> {
    pub(crate) who: &'a str,
    /// The opponent; `None` for all opponents.
    pub(crate) against: Option<&'a str>,
    /// Largest number of rows of each part.
    pub(crate) limit: usize,
    /// Strengths of all players, if already computed.
    pub(crate) rated: Option<&'a Strengths>,
    /// Whether to find the player's new moves, by a search over all games.
    pub(crate) has_novelties: bool,
    /// Whether to compute strengths (from all games of all players) and the games that depend on
    /// them.
    pub(crate) has_strengths: bool,
}

/// Describes a player; the matcher says which names were found. For two players against each other
/// it leaves out strengths and tournaments, and lists all their games.
pub(crate) fn ask(
    archive: &Archive,
    params: &Params,
    wanted: &WantedPlayer<'_>,
    watch: &dyn Watch,
) -> std::result::Result<(PlayerPage, Matcher), AskError> {
    let filter = params.filter(Purpose::Statistics)?;
    let (who, others) = one_person(archive, params, wanted.who)?;
    let against = wanted.against.map(|name| one_person(archive, params, name)).transpose()?;
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
        page.editions = profile.editions()?;
        Vec::new()
    };
    if wanted.against.is_none() && wanted.has_strengths {
        let rated = match wanted.rated {
            Some(rated) => Cow::Borrowed(rated),
            None => Cow::Owned(ask_strengths(archive, params, &Assumptions::default(), watch)?.1),
        };
        let key = name_key(&page.name);
        let own = rated.players.iter().find(|player| player.key == key);
        page.strength = own.map(|player| player.years.clone()).unwrap_or_default();
        let wins = profile.wins(&rated.players, 3);
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
    let notation: System = params.notation()?;
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
    let found = found(archive, &leavers, &notation)?;
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

/// Smallest number of games with a result for which a reply is rated.
const FEWEST: u64 = 5;

/// The moves that a player chooses with a side, their trends, and the replies that scored best
/// against them, by any player in the games of the filter.
pub(crate) fn prepare(
    archive: &Archive,
    params: &Params,
    (who, side): (&str, Side),
    (depth, least): (u32, u64),
    watch: &dyn Watch,
) -> std::result::Result<(Vec<PreparedMove>, Option<Half>), AskError> {
    let span = Some(Span::Year);
    let wanted = WantedRepertoire { who, versus: None, sides: &[side], span, depth, least };
    let mut half = repertoire(archive, params, &wanted, watch)?.pop();
    let field = params.filter(Purpose::Statistics)?.resolve_watched(archive, watch)?;
    let notation = params.notation()?;
    let moves = half.as_mut().map(|half| std::mem::take(&mut half.moves)).unwrap_or_default();
    let periods = moves.iter().flat_map(|of| &of.choice.his.periods);
    let last = periods.map(|period| period.first).max().unwrap_or_default();
    let prepared = |of: RepertoireMove| -> Result<PreparedMove> {
        let trend = trend(&of.choice.his.periods, last);
        let reply = match of.choice.is_his {
            true => best_reply(archive, &of, &field, &notation)?,
            false => None,
        };
        Ok(PreparedMove { of, trend, reply })
    };
    Ok((moves.into_iter().map(prepared).collect::<Result<_>>()?, half))
}

/// Share of a move in the last years up to `last`, and before.
fn trend(periods: &[ChosenIn], last: u16) -> [Option<Share>; 2] {
    let share = |is_recent: bool| {
        let those = periods.iter().filter(|it| (it.first + ACTIVE_YEARS > last) == is_recent);
        let (games, chances) = those.fold((0, 0), |(games, chances), it| {
            (games + it.sample.score.games(), chances + it.chances)
        });
        Share::of_part(games, chances)
    };
    [share(true), share(false)]
}

/// The reply with the best score, by the lower end of its interval.
fn best_reply(
    archive: &Archive,
    of: &RepertoireMove,
    field: &Matcher,
    notation: &System,
) -> Result<Option<BestReply>> {
    let mut position = of.choice.position.clone();
    position.play_unchecked(of.choice.mv);
    let look = Look { mirroring: Mirroring::Any, variations: false, latest: 0 };
    let explored = explore_here(archive, &position, field, &look)?;
    let rows = explored.rows.iter().map(|row| (row.mv, row.score.seen_by(position.side())));
    let known = rows.filter(|(_, score)| score.games() - score.unknown >= FEWEST);
    let rated = known.filter_map(|(mv, score)| Some((score.share()?.low, mv, score)));
    let best = rated.max_by(|a, b| a.0.total_cmp(&b.0));
    Ok(best.map(|(_, mv, score)| BestReply { san: notation.write(mv, &position), score }))
}
