//! Which games come to a position?

use super::archive::Archive;
use super::kin::Once;
use super::postings::{Mirroring, View, postings};
use super::sieve::Sieve;
use super::sifted::Sifted;
use crate::store::{Result, index::Payload};
use crate::xiangqi::{Move, Position};

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

/// Every appearance of a position, sorted by game, without duplicates. Games that are gone are left
/// out.
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

/// Games that come to a position, and play a move there if one is named.
#[derive(Debug, Clone, Copy)]
pub struct Coming<'p> {
    /// The position.
    pub position: &'p Position,
    /// The move, on this board. On one that is its own mirror image the mirror move is the same.
    pub mv: Option<Move>,
    /// Whether mirror images count.
    pub mirroring: Mirroring,
    /// Variations count, too.
    pub variations: bool,
}

impl Coming<'_> {
    /// Hands every game to `visit`, by id, with whether it has the mirror image only, and what the
    /// sieve says of it.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn each(
        &self,
        archive: &Archive,
        sieve: &Sieve<'_>,
        mut visit: impl FnMut(u32, bool, Sifted),
    ) -> Result<()> {
        let view = View { asked: self.position.key(), mirroring: self.mirroring };
        let mut found = postings(archive, view.asked.key, self.variations)?;
        if let Some(mv) = self.mv {
            let (code, mirrored) = (Some(mv.code()), Some(mv.mirror().code()));
            let is_symmetric = self.position.is_symmetric();
            found.retain(|&(_, payload)| match payload.move_code() {
                played if is_symmetric => played == code || played == mirrored,
                played if view.is_mirrored(payload) => played == mirrored,
                played => played == code,
            });
        }
        view.for_each_line(&found, sieve, |game, appearances, sifted| {
            visit(game, appearances.is_mirrored(), sifted);
        });
        Ok(())
    }
}

impl View {
    fn hit(self, game: u32, payload: Payload) -> Option<Hit> {
        let is_mirrored = self.is_mirrored(payload);
        let played = payload.move_code().and_then(Move::from_code);
        let mv = if is_mirrored { played.map(Move::mirror) } else { played };
        let hit = Hit { game, mv, is_mirrored, is_variation: payload.is_variation() };
        self.takes(payload).then_some(hit)
    }

    /// Hands every line that comes here to `visit`, by id, with its postings and what the sieve
    /// says of it.
    pub(super) fn for_each_line<'p>(
        self,
        found: &'p [(u32, Payload)],
        sieve: &Sieve<'_>,
        mut visit: impl FnMut(u32, Appearances<'p>, Sifted),
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

    /// Hands every game that counts to `visit`, with its postings and what the sieve says of it. Of
    /// copies that fit, one counts; how many do not.
    pub(super) fn for_each_game(
        self,
        found: &[(u32, Payload)],
        sieve: &Sieve<'_>,
        mut visit: impl FnMut(u32, Appearances<'_>, Sifted),
    ) -> u64 {
        let mut once = Once::new(sieve.kin());
        self.for_each_line(found, sieve, |id, appearances, sifted| match sifted {
            Sifted::Fits => {
                if let Some(appearances) = once.hold(id, appearances) {
                    visit(id, appearances, Sifted::Fits);
                }
            }
            _ => visit(id, appearances, sifted),
        });
        once.release(|id, appearances| visit(id, appearances, Sifted::Fits))
    }

    /// How many games count and fit.
    pub(super) fn count(self, found: &[(u32, Payload)], sieve: &Sieve<'_>) -> u64 {
        let mut count = 0;
        self.for_each_game(found, sieve, |id, _, sifted| {
            count += if sifted == Sifted::Fits { sieve.weight(id) } else { 0 };
        });
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
