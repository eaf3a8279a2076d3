//! The ply at which a game left all earlier games, and the games that it left.

use std::collections::HashMap;
use std::ops::Range;
use xqdb::answers::{NoveltyFound, NoveltyGame};
use xqdb::notation::System;
use xqdb::research::{
    Leaver, Novelty, Past, leaving, next_move, novelties, novelties_of_few, position_before,
};
use xqdb::search::{Archive, GameRow, Watch, load};
use xqdb::store::Result;
use xqdb::xiangqi::Position;

/// Share of the archive, as a divisor, below which games are looked up one by one.
const FEW: usize = 16;

/// Novelty of a game, with rows.
pub(crate) struct NoveltyAnswer {
    pub(crate) novelty: Novelty,
    /// Position before the novelty, or the last position of the game.
    pub(crate) position: Position,
    /// The game itself, then some of the games that it left.
    pub(crate) rows: Vec<NoveltyGame>,
}

/// Finds the novelty of a game, with the games at `places` among those that it left; `None` if the
/// game has no date.
pub(crate) fn ask(
    archive: &Archive,
    game: GameRow,
    notation: &System,
    places: Range<usize>,
) -> Result<Option<NoveltyAnswer>> {
    let Some(novelty) = Past::of(archive)?.novelty(archive.snapshot(), game.id)? else {
        return Ok(None);
    };
    let san = leaving(&game, novelty.ply).map(|(mv, before)| notation.write(mv, &before));
    let plies = novelty.ply.map_or(game.moves.len(), |ply| (ply as usize).saturating_sub(1));
    let position = position_before(&game, plies);
    let mut rows = vec![NoveltyGame { standing: "novelty", game, ply: novelty.ply, san }];
    for &id in novelty.left.iter().skip(places.start).take(places.len()) {
        let game = load(archive, id)?;
        let (ply, mv) = next_move(&game, &position).unzip();
        let san = mv.map(|mv| notation.write(mv, &position));
        rows.push(NoveltyGame { standing: "left", game, ply, san });
    }
    Ok(Some(NoveltyAnswer { novelty, position, rows }))
}

/// Novelties of games, in their order; games that left no other game are missing.
pub(crate) fn leavers(archive: &Archive, games: &[u32], watch: &dyn Watch) -> Result<Vec<Leaver>> {
    let leavers = match games.len() * FEW < archive.facts().last_id() as usize {
        true => novelties_of_few(archive, games, watch)?,
        false => novelties(archive, &games.iter().copied().collect(), watch)?,
    };
    let leaver = |&game: &u32| {
        let place = leavers.binary_search_by_key(&game, |leaver| leaver.game).ok()?;
        Some(leavers[place])
    };
    Ok(games.iter().filter_map(leaver).collect())
}

/// Rows of novelties: their games, and their new moves in a notation.
pub(crate) fn found(
    archive: &Archive,
    leavers: &[Leaver],
    notation: &System,
) -> Result<Vec<NoveltyFound>> {
    // Cached, since many games left the same ones.
    let mut keys: HashMap<u32, String> = HashMap::new();
    let mut key = |id: Option<u32>| -> Result<Option<String>> {
        let Some(id) = id else { return Ok(None) };
        if let Some(key) = keys.get(&id) {
            return Ok(Some(key.clone()));
        }
        let key = archive.snapshot().game_key(id)?;
        Ok(Some(keys.entry(id).or_insert(key).clone()))
    };
    let row = |&leaver: &Leaver| {
        let game = archive.game(leaver.game)?;
        let san = leaving(&game, leaver.ply).map(|(mv, before)| notation.write(mv, &before));
        let left = [key(leaver.left.first)?, key(leaver.left.last)?];
        Ok(NoveltyFound { leaver, game, san, left })
    };
    leavers.iter().map(row).collect()
}
