//! Moves that lost much, by the scores in comments.

use std::ops::Range;
use xqdb::answers::CriticalFound;
use xqdb::notation::System;
use xqdb::research::{CriticalMove, critical_moves};
use xqdb::search::{
    Archive, AskError, Matcher, ParamError, ParamProblem, Params, Purpose, SearchQuery, Watch,
    load, search_watched,
};
use xqdb::store::Result;

/// Moves that lost much, and the games that were searched.
pub(crate) struct CriticalAnswer {
    pub(crate) matcher: Matcher,
    /// Moves found, the greatest loss first.
    pub(crate) moves: Vec<CriticalMove>,
    /// Number of games with such a move.
    pub(crate) games: u64,
}

/// Largest possible loss, in pawns: from won to lost.
const MOST: f64 = 2.0 * CriticalMove::MOST_COUNTED as f64 / 100.0;

/// Finds moves that lower their side's score by at least `fall` pawns.
pub(crate) fn ask(
    archive: &Archive,
    params: &Params,
    watch: &dyn Watch,
) -> std::result::Result<CriticalAnswer, AskError> {
    let text = params.one("fall").unwrap_or("2");
    let pawns: Option<f64> = text.parse().ok().filter(|pawns| (0.0..=MOST).contains(pawns));
    let problem = || ParamProblem::Number { text: text.to_owned(), most: MOST as u64 };
    let pawns = pawns.ok_or_else(|| ParamError::new("fall", problem()))?;
    let matcher = params.filter(Purpose::Lists)?.resolve_watched(archive, watch)?;
    let games = match params.one("game") {
        Some(key) => archive.games_by_key(key)?,
        None => search_watched(archive, &SearchQuery::new(matcher.clone()), watch)?.games,
    };
    let least = (pawns * 100.0).round() as u32;
    let moves = critical_moves(archive, &games, least, watch)?;
    let mut games: Vec<u32> = moves.iter().map(|found| found.game).collect();
    games.sort_unstable();
    games.dedup();
    Ok(CriticalAnswer { matcher, moves, games: games.len() as u64 })
}

/// The moves at `places` with their games.
pub(crate) fn rows(
    archive: &Archive,
    moves: &[CriticalMove],
    places: Range<usize>,
    notation: &System,
) -> Result<Vec<CriticalFound>> {
    let row = |&critical: &CriticalMove| {
        let game = load(archive, critical.game)?;
        let plies = (critical.ply as usize).saturating_sub(1).min(game.moves.len());
        let position = game.start_position().after(&game.moves[..plies]);
        let san = game.moves.get(plies).map(|&mv| notation.write(mv, &position));
        Ok(CriticalFound { critical, game, san })
    };
    moves.iter().skip(places.start).take(places.len()).map(row).collect()
}
