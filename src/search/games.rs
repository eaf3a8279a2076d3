//! Lists of games: found, put in order, read.

use super::archive::Archive;
use super::contains::{Showing, games_showing};
use super::ids::IdSet;
use super::kin::Once;
use super::order::{First, Ranking};
use super::postings::{Mirroring, View, postings};
use super::question::{Found, Query};
use super::remembered;
use super::sieve::Sieve;
use super::sifted::Sifted;
use super::watch::{Unwatched, Watch};
use crate::export::{Entry, Origin};
use crate::replay::Tree;
use crate::store::{GameRow, Result, keys_with};
use crate::xiangqi::{Move, Position};

/// Finds games.
///
/// # Errors
/// When the database cannot be read.
pub fn search(archive: &Archive, query: &Query) -> Result<Found> {
    search_watched(archive, query, &Unwatched)
}

/// Finds games while somebody watches.
///
/// # Errors
/// When the database cannot be read, and [`Error::Stopped`](crate::store::Error::Stopped) when the
/// watcher ends the search.
pub fn search_watched(archive: &Archive, query: &Query, watch: &dyn Watch) -> Result<Found> {
    if let Some(found) = remembered::found(archive, query)? {
        return Ok(found);
    }
    let mut found = Found::default();
    let mut first = First::new(Ranking::of(archive, query.order)?, query.places.end);
    let sieve = Sieve::new(archive, &query.matcher)?;
    let mut once = Once::new(sieve.kin());
    let mut list = |found: &mut Found, id: u32, is_mirrored: bool| {
        found.count += sieve.weight(id);
        found.mirrored += if is_mirrored { sieve.weight(id) } else { 0 };
        if let Some(fact) = archive.facts.get(id) {
            first.push(id, fact);
        }
    };
    let mut take = |id: u32, is_mirrored: bool, sifted: Sifted| match sifted {
        Sifted::Fits => {
            if let Some(is_mirrored) = once.hold(id, is_mirrored) {
                list(&mut found, id, is_mirrored);
            }
        }
        Sifted::Undated => found.add_undated(id),
        Sifted::Falls => {}
    };
    if query.line.is_none() && query.contains.is_empty() {
        candidates(archive, query, &sieve, &mut take)?;
    } else {
        // These need a look at the games themselves, so everything else is tested first.
        let mut games = Vec::new();
        candidates(archive, query, &sieve, &mut |id, is_mirrored, sifted| {
            if sifted != Sifted::Falls {
                games.push((id, is_mirrored));
            }
        })?;
        if let Some(line) = &query.line {
            let mut begins = Vec::new();
            for game in games {
                if begins_with(archive, game.0, line, query.mirroring)? {
                    begins.push(game);
                }
            }
            games = begins;
        }
        for pattern in &query.contains {
            let wanted: IdSet = games.iter().map(|&(id, _)| id).collect();
            let Query { mirroring, variations, .. } = *query;
            let pattern = Showing { pattern, mirroring, variations };
            let showing = games_showing(archive, pattern, &wanted, watch)?;
            // Both are in the order of ids, and those that show it are some of the others.
            let mut mirrored = games.into_iter();
            games = showing
                .into_iter()
                .map(|(id, shows_mirror)| {
                    let is_mirrored = mirrored.find(|game| game.0 == id).is_some_and(|game| game.1);
                    (id, is_mirrored || shows_mirror)
                })
                .collect();
        }
        games.into_iter().for_each(|(id, is_mirrored)| take(id, is_mirrored, sieve.sift(id)));
    }
    let copies = once.release(|id, is_mirrored| list(&mut found, id, is_mirrored));
    found.copies = copies;
    found.games = first.at(archive.snapshot(), query.places.clone())?;
    Ok(found)
}

/// Hands every game that comes to the position, if one is asked for, to `take`, by id; with whether
/// it has the mirror image only.
pub(super) fn candidates(
    archive: &Archive,
    query: &Query,
    sieve: &Sieve<'_>,
    take: &mut dyn FnMut(u32, bool, Sifted),
) -> Result<()> {
    let Some(position) = &query.position else {
        let last = archive.facts.last_id();
        sieve.expect(last as usize);
        (1..=last).for_each(|id| take(id, false, sieve.sift(id)));
        return Ok(());
    };
    let view = View { asked: position.key(), mirroring: query.mirroring };
    let postings = postings(archive, view.asked.key, query.variations)?;
    view.for_each_line(&postings, sieve, |id, game, sifted| take(id, game.is_mirrored(), sifted));
    Ok(())
}

/// Whether a game literally begins with this line from this start.
fn begins_with(
    archive: &Archive,
    id: u32,
    (start, line): &(Position, Vec<Move>),
    mirroring: Mirroring,
) -> Result<bool> {
    let mut begins = false;
    archive.effective().game_line(archive.snapshot(), id, &mut |game| {
        let fits = |start: &Position, mirror: bool| -> Result<bool> {
            let wanted = line.iter().map(|mv| if mirror { mv.mirror() } else { *mv });
            let played = game.moves.as_chunks::<2>().0;
            Ok(played.len() >= line.len()
                && played.iter().zip(wanted).all(|(stored, mv)| *stored == mv.bytes())
                && game.start_position()? == *start)
        };
        begins =
            fits(start, false)? || (mirroring == Mirroring::Any && fits(&start.mirror(), true)?);
        Ok(())
    })?;
    Ok(begins)
}

/// Reads one game, with its title and chapters, what is derived of it, and what could not be read.
///
/// # Errors
/// When the database cannot be read or the game is damaged.
pub fn load(archive: &Archive, id: u32) -> Result<GameRow> {
    let mut game = archive.game(id)?;
    game.headings = archive.headings(id)?;
    if !archive.decided().is_whole(id) {
        game.unread = archive.snapshot().unread_end(id)?;
    }
    Ok(game)
}

impl GameRow {
    /// The game as writers take it, with its chosen metadata. `start` and `tree` are its own, or
    /// those of a witness with variations.
    pub fn entry<'a>(&'a self, start: Option<&'a Position>, tree: &'a Tree) -> Entry<'a> {
        let date = if self.date_found.is_some() { &self.date_found } else { &self.date };
        let tags = [
            ("Event", &self.event),
            ("Title", &self.headings.title),
            ("Site", &self.site),
            ("Date", date),
            ("Round", &self.round),
            ("RedTeam", &self.red_team),
            ("Red", &self.red),
            ("BlackTeam", &self.black_team),
            ("Black", &self.black),
            ("Opening", &self.opening),
            ("Termination", &self.termination),
        ];
        Entry {
            tags: tags
                .iter()
                .filter_map(|(name, value)| Some((*name, value.as_deref()?)))
                .collect(),
            start,
            tree,
            result: self.result,
            hint: Some(self.kind.hint()),
            unread: self.unread.as_ref(),
            damaged: &[],
            origin: Origin::Game { key: &self.key, kind: self.kind },
        }
    }
}

/// So many games are told for the beginning of a key.
const MOST_BY_KEY: usize = 21;

impl Archive {
    /// Reads one game with what is derived of it and what people decided.
    ///
    /// # Errors
    /// When the database cannot be read or the game is damaged.
    pub fn game(&self, id: u32) -> Result<GameRow> {
        let mut game = self.snapshot().game(id)?;
        self.tell_derived(&mut game)?;
        self.decided().tell(&mut game);
        Ok(game)
    }

    /// The ids of the games whose key begins with `prefix`, by key; at most 21.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn games_by_key(&self, prefix: &str) -> Result<Vec<u32>> {
        let prefix = prefix.to_ascii_lowercase();
        let Some(keys) = keys_with(&prefix) else { return Ok(Vec::new()) };
        let mut games: Vec<(String, u32)> = Vec::new();
        // The facts know the first half of a key: games that have it in common are put in order by
        // their rows.
        for alike in self.facts.with_keys(|key| keys.contains(&key)).chunk_by(|a, b| a.0 == b.0) {
            if games.len() >= MOST_BY_KEY {
                break;
            }
            for &(_, id) in alike {
                let key = self.snapshot().game_key(id)?;
                if key.starts_with(&prefix) {
                    games.push((key, id));
                }
            }
        }
        games.sort_unstable();
        games.truncate(MOST_BY_KEY);
        Ok(games.into_iter().map(|(_, id)| id).collect())
    }
}
