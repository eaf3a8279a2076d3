//! The ply at which a game left all earlier games, and the games that it left.

use std::ops::Range;
use xqdb::answers::NoveltyGame;
use xqdb::notation::System;
use xqdb::research::{Novelty, Past, leaving, next_move, position_before};
use xqdb::search::{Archive, GameRow, load};
use xqdb::store::Result;
use xqdb::xiangqi::Position;

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
