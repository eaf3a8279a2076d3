//! The moves that a player chooses with a side, compared with another player or with everybody.

use super::{games_with, one_person};
use xqdb::answers::RepertoireMove;
use xqdb::research::{Scope, Span, repertoire};
use xqdb::search::{Archive, AskError, Found, Matcher, Params, Purpose, Watch};
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
    let (name, namesakes) = one_person(archive, params, who)?;
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
