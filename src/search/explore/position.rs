//! Which games come to a position?

use crate::search::archive::Archive;
use crate::search::archive::duplicates::OnePerGroup;
use crate::search::archive::postings::{Mirroring, View, postings};
use crate::search::conditions::filter::{Sieve, Sifted};
use crate::store::Result;
use crate::store::index::Payload;
use crate::xiangqi::{Move, Position};
use rayon::prelude::*;

/// One game in one position, with what it played there.
#[derive(Debug, Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    /// `game.id`
    pub game: u32,
    /// The move played, as it looks on the board that was asked for; `None` where the line ends.
    pub mv: Option<Move>,
    /// The game has the mirror image of the position that was asked for.
    pub is_mirrored: bool,
    /// The position stands in a variation.
    pub is_variation: bool,
}

/// Every appearance of a position, sorted by game, without duplicates. Games that are gone are left
/// out.
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

/// Games that come to a position, and play a move there if one is named; all games where no
/// position is.
#[derive(Debug, Clone, Copy)]
pub struct Coming<'p> {
    /// The position.
    pub position: Option<&'p Position>,
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
    pub fn each(
        &self,
        archive: &Archive,
        sieve: &Sieve<'_>,
        mut visit: impl FnMut(u32, bool, Sifted),
    ) -> Result<()> {
        let Some(position) = self.position else {
            let last = archive.facts().last_id();
            sieve.expect(last as usize);
            (1..=last).for_each(|id| visit(id, false, sieve.sift(id)));
            return Ok(());
        };
        let view = View { asked: position.key(), mirroring: self.mirroring };
        let mut found = postings(archive, view.asked.key, self.variations)?;
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

    /// Hands every line that comes here to `visit`, by id, with its postings and what the sieve
    /// says of it.
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

    /// Hands every game that counts to `visit`, with its postings and what the sieve says of it. Of
    /// copies that fit, one counts; how many do not.
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

    /// Hands every game to `visit` that is not one of several copies that fit; `once` keeps those.
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

    /// Like [`View::for_each_game`], on all cores where there are many postings. Returns what was
    /// gathered, and how many copies do not count.
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

    /// How many games count and fit.
    pub(crate) fn count(self, found: &[(u32, Payload)], sieve: &Sieve<'_>) -> u64 {
        let (fitting, _) = self.gather(found, sieve, || Fitting { sieve, games: 0 });
        fitting.games
    }
}

/// From this number of postings on, all cores share the work.
pub(crate) const MANY: usize = 50_000;

/// Cuts postings into `parts` parts of about the same size, all postings of a game in one part.
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

/// A result gathered from games, part by part.
pub(crate) trait Gathered: Send {
    /// Takes in a game.
    fn visit(&mut self, id: u32, game: Appearances<'_>, sifted: Sifted);
    /// Takes in what was gathered from other games.
    fn append(&mut self, other: Self);
}

/// Games that fit.
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

/// The appearances of one game.
#[derive(Copy, Clone)]
pub(crate) struct Appearances<'a> {
    view: View,
    postings: &'a [(u32, Payload)],
}

impl<'a> Appearances<'a> {
    /// The payloads that count.
    pub(crate) fn payloads(self) -> impl Iterator<Item = Payload> + 'a {
        let Appearances { view, postings } = self;
        postings.iter().map(|&(_, payload)| payload).filter(move |&payload| view.takes(payload))
    }

    /// The game has the mirror image only.
    pub(crate) fn is_mirrored(self) -> bool {
        self.payloads().all(|payload| self.view.is_mirrored(payload))
    }
}
