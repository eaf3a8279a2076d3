//! Conditions on games, resolved once and then tested on facts alone, for one game or for all.

use super::facts::{
    codes, events, games_from, games_in_chapter, games_reading, games_titled, games_with_words,
    words_of,
};
use super::names::{BySound, Joined, NameMatch, find};
use super::scan::{Asked, coming_to};
use crate::metadata::{GameResult, Kind, LaxDate, PackedDate};
use crate::query::Query;
use crate::search::archive::Archive;
use crate::search::archive::duplicates::DuplicateGroups;
use crate::search::archive::ids::IdSet;
use crate::search::archive::parallel::{Unwatched, Watch};
use crate::search::archive::postings::Mirroring;
use crate::store::{Fact, Facts, GameText, Result, Unit};
use crate::xiangqi::Position;
use serde_json::{Value, json};
use std::sync::{Arc, OnceLock};

/// What becomes of a game.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub enum Sifted {
    /// It is there and fits.
    Fits,
    /// It would fit, but a date is asked for and it has none.
    Undated,
    /// It does not fit, or is gone.
    Falls,
}

/// What a user asks of games. Everything said must hold.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Each of these plays, on either side.
    pub players: Vec<String>,
    /// Red's name, or part of it.
    pub red: Option<String>,
    /// Black's name, or part of it.
    pub black: Option<String>,
    /// How names of players are compared.
    pub names: NameMatch,
    /// Part of the event's name.
    pub event: Option<String>,
    /// Beginnings of codes, ranges of codes, or parts of names; any of them.
    pub openings: Vec<String>,
    /// Not before; unknown months and days of the filter are the earliest.
    pub since: Option<LaxDate>,
    /// Not after; unknown months and days of the filter are the latest.
    pub until: Option<LaxDate>,
    /// The claimed result.
    pub result: Option<GameResult>,
    /// Any of these; empty is all.
    pub kinds: Vec<Kind>,
    /// Part of the path of a source.
    pub source: Option<String>,
    /// At least this long.
    pub min_plies: Option<u16>,
    /// At most this long.
    pub max_plies: Option<u16>,
    /// Part of the place.
    pub site: Option<String>,
    /// Part of a title, or of the name of a file.
    pub title: Option<String>,
    /// Part of the path of book and chapter.
    pub chapter: Option<String>,
    /// Words and phrases, each of them in the comments of a witness or in a title; see
    /// [`words_of`](crate::search::words_of).
    pub text: Option<String>,
    /// Only what records state counts: names of files are no titles.
    pub as_stated: bool,
    /// What stood on the board, was played and came later, and what records say.
    pub asked: Option<Query>,
    /// What is asked is looked for in games only that come to one of these positions.
    pub through: Option<(Vec<Position>, Mirroring)>,
    /// Whether a variation may show what is asked, too.
    pub variations: bool,
    /// What is counted.
    pub unit: Unit,
}

/// A [`Filter`] whose names are ids.
#[derive(Debug, Clone)]
pub struct Matcher {
    players: Vec<IdSet>,
    red: Option<IdSet>,
    black: Option<IdSet>,
    event: Option<IdSet>,
    /// By the numbers of the codes.
    openings: Option<IdSet>,
    /// Names that were found by their sound.
    by_sound: Vec<BySound>,
    /// Names that a person decided to be those of somebody who was asked for.
    joined: Vec<Joined>,
    /// A game has to be in all of them.
    games: Vec<IdSet>,
    since: PackedDate,
    until: PackedDate,
    /// The query, and the games it finds, if they have been looked for.
    asked: Option<(Arc<Asked>, Option<IdSet>)>,
    pub(crate) filter: Filter,
}

impl Filter {
    /// Looks up the names.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn resolve(self, archive: &Archive) -> Result<Matcher> {
        self.resolve_watched(archive, &Unwatched)
    }

    /// Looks up the names, and finds what is asked while somebody watches.
    ///
    /// # Errors
    /// When the database cannot be read, and [`Error::Stopped`](crate::store::Error::Stopped) when
    /// the watcher ends the scan.
    pub fn resolve_watched(self, archive: &Archive, watch: &dyn Watch) -> Result<Matcher> {
        self.resolved(archive, Some(watch))
    }

    /// Looks up the names, and leaves what is asked for later: the matcher lets games through
    /// whatever they say to it.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn resolve_but_asked(self, archive: &Archive) -> Result<Matcher> {
        self.resolved(archive, None)
    }

    fn resolved(self, archive: &Archive, watch: Option<&dyn Watch>) -> Result<Matcher> {
        let mut matcher = self.names(archive)?;
        if let Some(query) = &matcher.filter.asked {
            // Only games that fit in everything else, but perhaps have no date, are looked at.
            let through = matcher.filter.games_coming(archive)?;
            let comes = |id: u32| through.as_ref().is_none_or(|games| games.contains(id));
            let wanted =
                |id: u32, fact: &Fact| comes(id) && matcher.sift(id, fact) != Sifted::Falls;
            let asked = Asked::new(archive, query, matcher.filter.variations, wanted)?;
            let games = watch.map(|watch| asked.games(archive, wanted, watch)).transpose()?;
            matcher.asked = Some((Arc::new(asked), games));
        }
        Ok(matcher)
    }

    /// The games in which what is asked is looked for, if not in all.
    pub(crate) fn games_coming(&self, archive: &Archive) -> Result<Option<IdSet>> {
        let Some((positions, mirroring)) = &self.through else { return Ok(None) };
        coming_to(archive, positions, *mirroring, self.variations).map(Some)
    }

    /// A matcher that knows the names, and not yet what is asked.
    pub(crate) fn names(self, archive: &Archive) -> Result<Matcher> {
        let (mut by_sound, mut joined) = (Vec::new(), Vec::new());
        let mut player = |name: &String| -> Result<IdSet> {
            let found = find(archive, name, self.names)?;
            by_sound.extend(found.by_sound.filter(|found| !by_sound.contains(found)));
            joined.extend(found.joined.filter(|found| !joined.contains(found)));
            Ok(found.ids)
        };
        Ok(Matcher {
            players: self.players.iter().map(&mut player).collect::<Result<_>>()?,
            red: self.red.as_ref().map(&mut player).transpose()?,
            black: self.black.as_ref().map(&mut player).transpose()?,
            by_sound,
            joined,
            event: self.event.as_deref().map(|name| events(archive, name)).transpose()?,
            openings: (!self.openings.is_empty()).then(|| {
                let mut all = IdSet::default();
                self.openings.iter().for_each(|wanted| all.add(&codes(archive, wanted)));
                all
            }),
            games: self.game_sets(archive)?,
            since: PackedDate::new(self.since),
            until: match self.until {
                Some(date) => PackedDate::new(Some(date)).latest(),
                None => PackedDate::NEVER,
            },
            asked: None,
            filter: self,
        })
    }

    /// The games that fit each of the conditions that are not about facts.
    fn game_sets(&self, archive: &Archive) -> Result<Vec<IdSet>> {
        let mut sets = Vec::new();
        if let Some(path) = &self.source {
            sets.push(games_from(archive, path)?);
        }
        if let Some(title) = &self.title {
            sets.push(games_titled(archive, title, self.as_stated)?);
        }
        if let Some(chapter) = &self.chapter {
            sets.push(games_in_chapter(archive, chapter)?);
        }
        if let Some(text) = &self.text {
            sets.push(games_with_words(archive, text, self.as_stated)?);
        }
        if let Some(site) = &self.site {
            let all: Vec<u32> = archive.facts.alive().map(|(id, _)| id).collect();
            let wanted = std::slice::from_ref(site);
            sets.push(games_reading(archive, GameText::Site, wanted, &all)?);
        }
        Ok(sets)
    }
}

impl Matcher {
    /// Nothing is asked for but these kinds, and games are counted; no kinds are all.
    pub fn asks_only_for(&self, kinds: &[Kind]) -> bool {
        let Filter {
            players,
            red,
            black,
            event,
            openings,
            since,
            until,
            result,
            source,
            min_plies,
            max_plies,
            site,
            title,
            chapter,
            text,
            asked,
            unit,
            ..
        } = &self.filter;
        let asks_for_names =
            !players.is_empty() || red.is_some() || black.is_some() || event.is_some();
        let asks_for_places =
            source.is_some() || text.is_some() || title.is_some() || chapter.is_some();
        let asks_for_places = asks_for_places || site.is_some();
        let asks_for_facts =
            since.is_some() || until.is_some() || result.is_some() || min_plies.is_some();
        let asks_for_facts = asks_for_facts || max_plies.is_some();
        let asks_for_facts = asks_for_facts || asked.is_some() || !openings.is_empty();
        let is_usual = *unit == Unit::Games && self.filter.kinds == kinds;
        !asks_for_names && !asks_for_places && !asks_for_facts && is_usual
    }

    /// The words and phrases that are asked for.
    pub fn words(&self) -> Vec<String> {
        self.filter.text.as_deref().map(words_of).unwrap_or_default()
    }

    /// Names that were found by their sound, although they were asked for in hanzi.
    pub fn by_sound(&self) -> &[BySound] {
        &self.by_sound
    }

    /// Names that a person decided to be those of somebody who was asked for.
    pub fn joined(&self) -> &[Joined] {
        &self.joined
    }

    /// Names that were found otherwise than as they are written, for other programs: by their sound,
    /// or because a person decided that they are one. `only` where no name is written so.
    pub fn matched_json(&self) -> Value {
        let by_sound = self.by_sound.iter().map(|BySound { asked, names, is_all }| {
            json!({ "asked": asked, "names": names, "by": "pinyin", "only": is_all })
        });
        let joined = self.joined.iter().map(|Joined { asked, names }| {
            json!({ "asked": asked, "names": names, "by": "decision", "only": false })
        });
        by_sound.chain(joined).collect()
    }

    /// The query, if there is one.
    pub fn asked(&self) -> Option<&Asked> {
        self.asked.as_ref().map(|(asked, _)| &**asked)
    }

    /// What is counted.
    pub fn unit(&self) -> Unit {
        self.filter.unit
    }

    /// The same, counting something else.
    #[must_use]
    pub fn counting(mut self, unit: Unit) -> Matcher {
        self.filter.unit = unit;
        self
    }

    /// Whether a date is asked for.
    pub fn asks_for_date(&self) -> bool {
        self.filter.since.is_some() || self.filter.until.is_some()
    }

    /// Whether a game is there and fits.
    pub fn sift(&self, id: u32, fact: &Fact) -> Sifted {
        if !fact.is_alive() {
            Sifted::Falls
        } else if self.fits(id, fact) {
            Sifted::Fits
        } else if self.lacks_date(fact) && self.fits_undated(id, fact) {
            Sifted::Undated
        } else {
            Sifted::Falls
        }
    }

    /// Whether a game fits in everything but its date.
    pub fn fits_undated(&self, id: u32, fact: &Fact) -> bool {
        let filter = &self.filter;
        let has = |set: &Option<IdSet>, id: u32| set.as_ref().is_none_or(|set| set.contains(id));
        filter.min_plies.is_none_or(|least| fact.plies >= least)
            && filter.max_plies.is_none_or(|most| fact.plies <= most)
            && filter.result.is_none_or(|result| fact.result() == result)
            && (filter.kinds.is_empty()
                || fact.kind().is_some_and(|kind| filter.kinds.contains(&kind)))
            && has(&self.red, fact.red)
            && has(&self.black, fact.black)
            && has(&self.event, fact.event)
            && has(&self.openings, fact.opening.into())
            && self.players.iter().all(|set| set.contains(fact.red) || set.contains(fact.black))
            && self.games.iter().all(|set| set.contains(id))
            && self.asked.as_ref().is_none_or(|(_, games)| has(games, id))
    }

    /// Whether a date is asked for and this game has none.
    pub fn lacks_date(&self, fact: &Fact) -> bool {
        fact.date.is_unknown() && self.asks_for_date()
    }

    /// Whether a game fits. A date that is known in part fits when its known part does.
    pub fn fits(&self, id: u32, fact: &Fact) -> bool {
        if !self.fits_undated(id, fact) || self.lacks_date(fact) {
            return false;
        }
        // A game of 1960 (month unknown) is not before 1960-05: nothing says so.
        let (since, until) = (self.since, self.until);
        fact.date.latest() >= since && fact.date <= until
    }
}

/// From so many games in question on, the conditions are worked out for all games at once, on all
/// cores: a bit is then looked up faster than a game's conditions are tested again.
const MANY: usize = 20_000;

/// A [`Matcher`] and the facts it is applied to.
#[derive(Debug)]
pub struct Sieve<'a> {
    facts: &'a Facts,
    matcher: &'a Matcher,
    /// Groups of which one counts.
    kin: Option<&'a DuplicateGroups>,
    /// How many witnesses each game has, if these are counted.
    witnesses: Option<Vec<u32>>,
    /// Nothing is asked for: every game that is there fits.
    is_open: bool,
    /// The games that fit, and those that would with a date.
    all: OnceLock<(IdSet, IdSet)>,
}

impl<'a> Sieve<'a> {
    /// A sieve over the games of an archive.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn new(archive: &'a Archive, matcher: &'a Matcher) -> Result<Sieve<'a>> {
        let unit = matcher.unit();
        let kin = (unit == Unit::Games).then(|| archive.kin()).transpose()?;
        let witnesses = (unit == Unit::Witnesses)
            .then(|| archive.snapshot().witness_counts(archive.facts.last_id()))
            .transpose()?;
        let is_open = matcher.asks_only_for(&[]);
        Ok(Sieve { facts: &archive.facts, matcher, kin, witnesses, is_open, all: OnceLock::new() })
    }

    /// Groups of which one counts; `None` where every line does.
    pub fn kin(&self) -> Option<&'a DuplicateGroups> {
        self.kin
    }

    /// How much a game counts.
    #[inline]
    pub(crate) fn weight(&self, id: u32) -> u64 {
        match &self.witnesses {
            None => 1,
            Some(counts) => counts.get(id as usize).map_or(1, |&count| u64::from(count)),
        }
    }

    /// Get ready for so many games.
    pub fn expect(&self, games: usize) {
        if games < MANY {
            return;
        }
        if self.is_open {
            self.facts.take_apart();
        } else {
            self.all.get_or_init(|| self.sift_all());
        }
    }

    /// Whether a game fits.
    #[inline]
    pub fn sift(&self, id: u32) -> Sifted {
        match self.all.get() {
            Some((fits, _)) if fits.contains(id) => Sifted::Fits,
            Some((_, undated)) if undated.contains(id) => Sifted::Undated,
            Some(_) => Sifted::Falls,
            None => self.sift_one(id),
        }
    }

    #[inline(never)]
    fn sift_one(&self, id: u32) -> Sifted {
        match self.facts.get(id) {
            None => Sifted::Falls,
            Some(fact) if self.is_open && fact.is_alive() => Sifted::Fits,
            Some(fact) => self.matcher.sift(id, fact),
        }
    }

    fn sift_all(&self) -> (IdSet, IdSet) {
        let parts = self.facts.map_chunks(|chunk, facts| {
            let first = (chunk * Facts::CHUNK) as u32 + 1;
            let (mut fits, mut undated) = (Vec::new(), Vec::new());
            for (id, fact) in (first..).zip(facts) {
                match self.matcher.sift(id, fact) {
                    Sifted::Fits => fits.push(id),
                    Sifted::Undated => undated.push(id),
                    Sifted::Falls => {}
                }
            }
            (fits, undated)
        });
        let (fits, undated): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        (fits.into_iter().flatten().collect(), undated.into_iter().flatten().collect())
    }
}
