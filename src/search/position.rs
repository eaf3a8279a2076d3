//! Which games come to a position?

use super::archive::Archive;
use super::sieve::Sieve;
use super::sifted::Sifted;
use crate::store::{Result, index::Payload};
use crate::xiangqi::{Move, Orientation, Position, PositionKey};

/// Whether left-right mirror images count.
#[derive(Debug, Copy, Clone, PartialEq, Eq, Hash)]
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
    let view = View { asked: position.key(), mirroring };
    let found = postings(archive, view.asked.key, variations)?;
    let hits = found.into_iter().filter(|&(game, _)| archive.facts.is_alive(game));
    Ok(hits.filter_map(|(game, payload)| view.hit(game, payload)).collect())
}

/// What the index holds of a key: sorted by game, without duplicates, games that are gone among them.
pub(super) fn postings(
    archive: &Archive,
    key: u64,
    variations: bool,
) -> Result<Vec<(u32, Payload)>> {
    let mut found: Vec<(u32, Payload)> = Vec::new();
    archive.index.lookup(archive.snapshot(), key, |game, payload| {
        if variations || !payload.is_variation() {
            found.push((game, payload));
        }
    })?;
    tidy(&mut found);
    Ok(found)
}

/// Each segment gives its postings in order; only several of them need sorting.
pub(super) fn tidy(found: &mut Vec<(u32, Payload)>) {
    if !found.is_sorted() {
        found.sort_unstable();
    }
    found.dedup();
}

/// How the postings of a key are looked at.
#[derive(Debug, Copy, Clone)]
pub(super) struct View {
    /// The position that was asked for.
    pub(super) asked: PositionKey,
    /// Whether its mirror image counts.
    pub(super) mirroring: Mirroring,
}

impl View {
    /// Whether the game has the mirror image of what was asked for.
    #[inline]
    pub(super) fn is_mirrored(self, payload: Payload) -> bool {
        self.asked.orientation != Orientation::Symmetric
            && payload.is_mirrored() != (self.asked.orientation == Orientation::Mirrored)
    }

    /// Whether a posting counts.
    #[inline]
    pub(super) fn takes(self, payload: Payload) -> bool {
        self.mirroring == Mirroring::Any || !self.is_mirrored(payload)
    }

    fn hit(self, game: u32, payload: Payload) -> Option<Hit> {
        let is_mirrored = self.is_mirrored(payload);
        let played = payload.move_code().and_then(Move::from_code);
        let mv = if is_mirrored { played.map(Move::mirror) } else { played };
        let hit = Hit { game, mv, is_mirrored, is_variation: payload.is_variation() };
        self.takes(payload).then_some(hit)
    }

    /// Hands every game that counts to `visit`, with its postings and what the sieve says of it.
    pub(super) fn for_each_game(
        self,
        found: &[(u32, Payload)],
        sieve: &Sieve<'_>,
        mut visit: impl FnMut(u32, Appearances<'_>, Sifted),
    ) {
        sieve.expect(found.len());
        for game in found.chunk_by(|a, b| a.0 == b.0) {
            if self.mirroring == Mirroring::Any
                || game.iter().any(|&(_, payload)| self.takes(payload))
            {
                visit(game[0].0, Appearances { view: self, postings: game }, sieve.sift(game[0].0));
            }
        }
    }

    /// How many games count and fit.
    pub(super) fn count(self, found: &[(u32, Payload)], sieve: &Sieve<'_>) -> u64 {
        let mut count = 0;
        self.for_each_game(found, sieve, |_, _, sifted| count += u64::from(sifted == Sifted::Fits));
        count
    }
}

/// The appearances of one game.
#[derive(Copy, Clone)]
pub(super) struct Appearances<'a> {
    view: View,
    postings: &'a [(u32, Payload)],
}

impl<'a> Appearances<'a> {
    /// The payloads that count.
    pub(super) fn payloads(self) -> impl Iterator<Item = Payload> + 'a {
        let Appearances { view, postings } = self;
        postings.iter().map(|&(_, payload)| payload).filter(move |&payload| view.takes(payload))
    }

    /// The game has the mirror image only.
    pub(super) fn is_mirrored(self) -> bool {
        self.payloads().all(|payload| self.view.is_mirrored(payload))
    }
}
