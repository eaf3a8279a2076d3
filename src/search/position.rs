//! Which games come to a position?

use super::Archive;
use crate::store::{Result, index::Payload};
use crate::xiangqi::{Move, Orientation, Position};

/// Whether left-right mirror images count.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub enum Mirroring {
    /// Only the position as it is.
    Exact,
    /// The position or its mirror image.
    Any,
}

/// One game in one position, with what it played there.
#[derive(Debug, Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    /// `game.id`
    pub game: u32,
    /// The move played, as it looks on the board that was asked for; `None` where the line ends.
    pub mv: Option<Move>,
    /// The game has the mirror image of the position that was asked for.
    pub is_mirrored: bool,
    /// It stands in a variation.
    pub is_variation: bool,
}

/// Every appearance of a position, sorted by game, without duplicates. Games that are gone are left out.
///
/// # Errors
/// When the database cannot be read.
pub fn hits(
    archive: &Archive,
    position: &Position,
    mirroring: Mirroring,
    variations: bool,
) -> Result<Vec<Hit>> {
    let asked = position.key();
    let mut found: Vec<(u32, Payload)> = Vec::new();
    archive.index.lookup(&archive.conn, asked.key, |game, payload| {
        if (variations || !payload.is_variation()) && archive.facts.is_alive(game) {
            found.push((game, payload));
        }
    })?;
    // Each segment gives its postings in order; only several of them need sorting.
    if !found.is_sorted() {
        found.sort_unstable();
    }
    found.dedup();
    let hits = found.into_iter().map(|(game, payload)| {
        let is_mirrored = asked.orientation != Orientation::Symmetric
            && payload.is_mirrored() != (asked.orientation == Orientation::Mirrored);
        let played = payload.move_code().and_then(Move::from_code);
        let mv = if is_mirrored { played.map(Move::mirror) } else { played };
        Hit { game, mv, is_mirrored, is_variation: payload.is_variation() }
    });
    Ok(hits.filter(|hit| mirroring == Mirroring::Any || !hit.is_mirrored).collect())
}
