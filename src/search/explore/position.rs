//! Games that reach a position.

use crate::search::archive::Archive;
use crate::search::archive::duplicates::OnePerGroup;
use crate::search::archive::postings::{Mirroring, View, postings};
use crate::search::conditions::filter::{Sieve, Sifted};
use crate::store::Result;
use crate::store::index::Payload;
use crate::xiangqi::{Move, Position};
use rayon::prelude::*;

/// An appearance of a position in a game, with the move played there.
#[derive(Debug, Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    /// `game.id`
    pub game: u32,
    /// Move played, on the requested board; `None` at the end of the line.
    pub mv: Option<Move>,
    /// Whether the game has the mirror image of the requested position.
    pub is_mirrored: bool,
    /// Whether the position is in a variation.
    pub is_variation: bool,
}

/// Every appearance of a position in existing games, sorted by game, without duplicates.
pub fn hits(
    archive: &Archive,
    position: &Position,
    mirroring: Mirroring,
    variations: bool,
) -> Result<Vec<Hit>> {
    let view = View { asked: position.key(), mirroring };
    let found = postings(archive, view.asked.key, variations)?;
    let hits = found.into_iter().filter(|&(game, _)| archive.facts().is_alive(game));
    Ok(hits.filter_map(|(game, payload)| view.hit(game, payload)).collect())
}

/// Condition that games reach a position and play a move there; without a position, all games.
#[derive(Debug, Clone, Copy)]
pub struct Coming<'p> {
    /// Position to reach.
    pub position: Option<&'p Position>,
    /// Move on this board; on a symmetric board its mirror image counts as equal.
    pub mv: Option<Move>,
    /// Whether mirror images count.
    pub mirroring: Mirroring,
    /// Whether variations count.
    pub variations: bool,
}

impl Coming<'_> {
    /// Calls `visit` with every game, by id, whether it has only the mirror image, and the sieve's
    /// verdict.
    pub fn each(
        &self,
        archive: &Archive,
        sieve: &Sieve<'_>,
        mut visit: impl FnMut(u32, bool, Sifted),
    ) -> Result<()> {
        let Some(position) = self.position else {
            sieve.each(|id, sifted| visit(id, false, sifted));
            return Ok(());
        };
        let view = View { asked: position.key(), mirroring: self.mirroring };
        let mut found = Vec::new();
        view.postings(archive, sieve, self.variations, &mut found)?;
        if let Some(mv) = self.mv {
            let (code, mirrored) = (Some(mv.code()), Some(mv.mirror().code()));
            let is_symmetric = position.is_symmetric();
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

    /// Reads the postings of the position into `found`, sorted by game: those of all games, or, if
    /// many games reach the position, of games that the sieve does not let fall.
    pub(crate) fn postings(
        self,
        archive: &Archive,
        sieve: &Sieve<'_>,
        variations: bool,
        found: &mut Vec<(u32, Payload)>,
    ) -> Result<()> {
        let key = self.asked.key;
        sieve.expect(archive.index().expected(key));
        archive.effective().postings(archive.snapshot(), key, variations, sieve.found(), found)
    }

    /// Calls `visit` with every line that reaches the position, by id, its postings and the sieve's
    /// verdict.
    pub(crate) fn for_each_line<'p>(
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

    /// Calls `visit` with every game that counts, its postings and the sieve's verdict. Of fitting
    /// copies one counts; returns the number of the others.
    pub(crate) fn for_each_game(
        self,
        found: &[(u32, Payload)],
        sieve: &Sieve<'_>,
        mut visit: impl FnMut(u32, Appearances<'_>, Sifted),
    ) -> u64 {
        let mut once = OnePerGroup::new(sieve.duplicates());
        self.for_each_single(found, sieve, &mut once, &mut visit);
        once.release(|id, game| visit(id, game, Sifted::Fits))
    }

    /// Calls `visit` with every game except fitting games of groups, which `once` keeps.
    fn for_each_single<'p>(
        self,
        found: &'p [(u32, Payload)],
        sieve: &Sieve<'_>,
        once: &mut OnePerGroup<'_, Appearances<'p>>,
        mut visit: impl FnMut(u32, Appearances<'p>, Sifted),
    ) {
        self.for_each_line(found, sieve, |id, game, sifted| {
            let game = if sifted == Sifted::Fits { once.hold(id, game) } else { Some(game) };
            game.into_iter().for_each(|game| visit(id, game, sifted));
        });
    }

    /// Like [`View::for_each_game`], in parallel for many postings. Returns the gathered result,
    /// and the number of copies that do not count.
    pub(crate) fn gather<T: Gathered>(
        self,
        found: &[(u32, Payload)],
        sieve: &Sieve<'_>,
        new: impl Fn() -> T + Sync,
    ) -> (T, u64) {
        sieve.expect(found.len());
        let of_part = |part| {
            let (mut gathered, mut once) = (new(), OnePerGroup::new(sieve.duplicates()));
            let visit = |id, game, sifted| gathered.visit(id, game, sifted);
            self.for_each_single(part, sieve, &mut once, visit);
            (gathered, once)
        };
        let (mut whole, once) = if found.len() < MANY {
            of_part(found)
        } else {
            let parts = in_parts(found, rayon::current_num_threads());
            let of_parts: Vec<_> = parts.into_par_iter().map(of_part).collect();
            let mut of_parts = of_parts.into_iter();
            let first = of_parts.next().unwrap_or_else(|| of_part(&[]));
            of_parts.fold(first, |(mut whole, mut once), (gathered, held)| {
                whole.append(gathered);
                once.append(held);
                (whole, once)
            })
        };
        let copies = once.release(|id, game| whole.visit(id, game, Sifted::Fits));
        (whole, copies)
    }

    /// Number of games that fit and count.
    pub(crate) fn count(self, found: &[(u32, Payload)], sieve: &Sieve<'_>) -> u64 {
        let (fitting, _) = self.gather(found, sieve, || Fitting { sieve, games: 0 });
        fitting.games
    }
}

/// Number of postings from which work is done in parallel.
pub(crate) const MANY: usize = 50_000;

/// Divides postings into `parts` parts of similar size, without dividing a game.
fn in_parts(found: &[(u32, Payload)], parts: usize) -> Vec<&[(u32, Payload)]> {
    let mut ends: Vec<usize> = (1..parts)
        .map(|part| {
            let at = found.len() * part / parts;
            at + found[at..].iter().take_while(|(game, _)| *game == found[at].0).count()
        })
        .collect();
    ends.push(found.len());
    let begins = [0].into_iter().chain(ends.clone());
    begins.zip(ends).map(|(begin, end)| &found[begin..end]).collect()
}

/// A result gathered from games in several parts.
pub(crate) trait Gathered: Send {
    /// Adds a game.
    fn visit(&mut self, id: u32, game: Appearances<'_>, sifted: Sifted);
    /// Adds the result of other games.
    fn append(&mut self, other: Self);
}

/// Counter of games that fit.
struct Fitting<'a> {
    sieve: &'a Sieve<'a>,
    games: u64,
}

impl Gathered for Fitting<'_> {
    fn visit(&mut self, id: u32, _: Appearances<'_>, sifted: Sifted) {
        self.games += if sifted == Sifted::Fits { self.sieve.weight(id) } else { 0 };
    }

    fn append(&mut self, other: Self) {
        self.games += other.games;
    }
}

/// Appearances of a position in one game.
#[derive(Copy, Clone)]
pub(crate) struct Appearances<'a> {
    view: View,
    postings: &'a [(u32, Payload)],
}

impl<'a> Appearances<'a> {
    /// Payloads of the appearances that count.
    pub(crate) fn payloads(self) -> impl Iterator<Item = Payload> + 'a {
        let Appearances { view, postings } = self;
        postings.iter().map(|&(_, payload)| payload).filter(move |&payload| view.takes(payload))
    }

    /// Whether the game has only the mirror image.
    pub(crate) fn is_mirrored(self) -> bool {
        self.payloads().all(|payload| self.view.is_mirrored(payload))
    }
}
