//! The moves that a player chooses with a side, compared with another player or with everybody, and
//! the replies that scored best.

use xqdb::answers::{BestReply, PreparedMove, RepertoireMove};
use xqdb::notation::System;
use xqdb::research::{ACTIVE_YEARS, ChosenIn, Scope, Span, games_with, repertoire};
use xqdb::search::{
    Archive, AskError, Found, Look, Matcher, Mirroring, Params, Purpose, Share, Watch,
    explore_here, one_person,
};
use xqdb::xiangqi::Side;

/// A repertoire to be described.
pub(crate) struct WantedRepertoire<'a> {
    pub(crate) who: &'a str,
    /// Player to compare with; `None` compares with everybody.
    pub(crate) versus: Option<&'a str>,
    pub(crate) sides: &'a [Side],
    /// Length of the periods of each move; `None` for no periods.
    pub(crate) span: Option<Span>,
    /// Depth of the tree in plies.
    pub(crate) depth: u32,
    /// Smallest number of games of a move.
    pub(crate) least: u64,
}

/// Repertoire of a player with one side.
pub(crate) struct Half {
    /// Name of the player, and other persons whose names contain the requested text.
    pub(crate) name: String,
    pub(crate) others: Vec<String>,
    pub(crate) side: Side,
    /// Ids of the player's games with the side.
    pub(crate) games: Vec<u32>,
    /// Number of games of programs, which are left out.
    pub(crate) programs: u64,
    pub(crate) matcher: Matcher,
    pub(crate) moves: Vec<RepertoireMove>,
}

/// Builds the repertoire for each wanted side.
pub(crate) fn ask(
    archive: &Archive,
    params: &Params,
    wanted: &WantedRepertoire<'_>,
    watch: &dyn Watch,
) -> Result<Vec<Half>, AskError> {
    let &WantedRepertoire { who, versus, sides, span, depth, least } = wanted;
    let notation = params.notation()?;
    let filter = params.filter(Purpose::Statistics)?;
    let (name, namesakes) = one_person(archive, who, filter.names)?;
    let field = match versus {
        Some(_) => None,
        None => Some(filter.clone().resolve_watched(archive, watch)?),
    };
    let half = |&side: &Side| {
        let of = |name| games_with(archive, &filter, (side, name), watch);
        let (Found { games, programs, .. }, matcher) = of(&name)?;
        let others = versus.map(of).transpose()?;
        let scope = Scope { side, depth, least: least.max(1), span };
        let others = others.as_ref().map(|(others, _)| &*others.games);
        let choices = repertoire(archive, &games, &scope, others, field.as_ref())?;
        let moves = RepertoireMove::all(side, choices, &notation);
        let (name, others) = (name.clone(), namesakes.clone());
        Ok(Half { name, others, side, games, programs, matcher, moves })
    };
    sides.iter().map(half).collect()
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
) -> Result<(Vec<PreparedMove>, Option<Half>), AskError> {
    let span = Some(Span::Year);
    let wanted = WantedRepertoire { who, versus: None, sides: &[side], span, depth, least };
    let mut half = ask(archive, params, &wanted, watch)?.pop();
    let field = params.filter(Purpose::Statistics)?.resolve_watched(archive, watch)?;
    let notation = params.notation()?;
    let moves = half.as_mut().map(|half| std::mem::take(&mut half.moves)).unwrap_or_default();
    let periods = moves.iter().flat_map(|of| &of.choice.his.periods);
    let last = periods.map(|period| period.first).max().unwrap_or_default();
    let prepared = |of: RepertoireMove| -> xqdb::store::Result<PreparedMove> {
        let trend = trend(&of.choice.his.periods, last);
        let reply = match of.choice.is_his {
            true => best_reply(archive, &of, &field, &notation)?,
            false => None,
        };
        Ok(PreparedMove { of, trend, reply })
    };
    Ok((moves.into_iter().map(prepared).collect::<xqdb::store::Result<_>>()?, half))
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
) -> xqdb::store::Result<Option<BestReply>> {
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
