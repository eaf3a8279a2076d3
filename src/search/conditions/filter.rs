//! Conditions on games, resolved once and then tested on facts, for one game or for all.

use super::facts::{FactTest, bits, games_in_chapter, games_titled, games_with_words, words_of};
use super::names::{FoundNames, NameMatch, find};
use super::near::{near_books, near_events};
use super::scan::{PlannedQuery, coming_to};
use crate::metadata::{GameResult, Kind, LaxDate, Played};
use crate::query::{Header, Numbers, Query, TextField};
use crate::search::archive::Archive;
use crate::search::archive::duplicates::DuplicateGroups;
use crate::search::archive::ids::IdSet;
use crate::search::archive::in_order::GamesInOrder;
use crate::search::archive::parallel::{Unwatched, Watch};
use crate::search::archive::played::PlayedNames;
use crate::search::archive::postings::Mirroring;
use crate::search::archive::remembered::RememberedAnswers;
use crate::store::{CountUnit, Fact, FactColumns, Facts, Result};
use crate::xiangqi::Position;
use std::any::Any;
use std::fmt::Debug;
use std::sync::{Arc, OnceLock};

/// Verdict about a game.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub enum Sifted {
    /// The game exists and fits.
    Fits,
    /// The game fits except that its date is not known well enough. Manuals, studies and diagrams,
    /// which have no date of play, get another verdict.
    Undated,
    /// The game fits except that a program played it, and the purpose is [`Purpose::Statistics`].
    OfProgram,
    /// The game does not fit or does not exist.
    Falls,
}

/// Use of the games, which decides the default kinds.
#[derive(Debug, Copy, Clone, PartialEq, Eq, Default)]
pub enum Purpose {
    /// A list: games and all other records.
    #[default]
    Lists,
    /// Statistics: games between two players, neither a program.
    Statistics,
}

/// Conditions on games, as users state them; all must hold.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Names of players who all take part, on either side.
    pub players: Vec<String>,
    /// Red's name, or part of it.
    pub red: Option<String>,
    /// Black's name, or part of it.
    pub black: Option<String>,
    /// How names of players are compared.
    pub names: NameMatch,
    /// Part of the event's name.
    pub event: Option<String>,
    /// Beginnings of codes, ranges of codes, or parts of names; one must fit.
    pub openings: Vec<String>,
    /// Earliest date; unknown months and days are the earliest.
    pub since: Option<LaxDate>,
    /// Latest date; unknown months and days are the latest.
    pub until: Option<LaxDate>,
    /// Stated result.
    pub result: Option<GameResult>,
    /// Kinds of games; empty for all.
    pub kinds: Vec<Kind>,
    /// Ways of playing; empty for all.
    pub played: Vec<Played>,
    /// Part of the path of a source.
    pub source: Option<String>,
    /// Smallest number of plies.
    pub min_plies: Option<u16>,
    /// Largest number of plies.
    pub max_plies: Option<u16>,
    /// Part of the site.
    pub site: Option<String>,
    /// Part of a title, or of the name of a file.
    pub title: Option<String>,
    /// Part of the path of book and chapter.
    pub chapter: Option<String>,
    /// Words and phrases, each in the comments of a witness or in a title; see
    /// [`words_of`](crate::search::words_of).
    pub text: Option<String>,
    /// Whether only stated values count: names of files are no titles then.
    pub as_stated: bool,
    /// A question in the query language.
    pub asked: Option<Query>,
    /// Positions of which games must reach one before `asked` is evaluated.
    pub through: Option<(Vec<Position>, Mirroring)>,
    /// Whether a variation may answer `asked`.
    pub variations: bool,
    /// Unit of counting.
    pub unit: CountUnit,
    /// Use of the games.
    pub purpose: Purpose,
}

/// A [`Filter`] with its names resolved to ids.
#[derive(Debug, Clone)]
pub struct Matcher {
    /// Tests that must all hold, except those of dates.
    tests: Vec<FactTest>,
    dates: Option<FactTest>,
    /// Names that were found although they differ from the requested ones.
    found_names: Vec<FoundNames>,
    /// The planned question, and the games that fit it, if evaluated.
    asked: Option<(Arc<PlannedQuery>, Option<IdSet>)>,
    known: Arc<KnownOfMatcher>,
    pub(crate) filter: Filter,
}

impl Filter {
    /// A filter without conditions.
    #[must_use]
    pub fn of(purpose: Purpose) -> Filter {
        Filter { purpose, ..Filter::default() }
    }

    /// The filter for games and records of every kind, unless it names kinds.
    #[must_use]
    pub fn of_every_kind(self) -> Filter {
        let kinds = if self.kinds.is_empty() { Kind::ALL.to_vec() } else { self.kinds };
        Filter { kinds, ..self }
    }

    /// Kinds that count; empty for all.
    fn kinds(&self) -> &[Kind] {
        let is_said = !self.kinds.is_empty();
        if is_said || self.purpose == Purpose::Lists { &self.kinds } else { &[Kind::Game] }
    }

    /// Whether games of programs are excluded.
    fn is_without_programs(&self) -> bool {
        self.purpose == Purpose::Statistics && self.played.is_empty()
    }

    /// Looks up the names and evaluates the question. The archive remembers the answers to its last
    /// filters, so that a walk along moves with one filter sifts the games once.
    pub fn resolve(self, archive: &Archive) -> Result<Matcher> {
        self.resolve_watched(archive, &Unwatched)
    }

    /// Like [`Filter::resolve`], with progress. Returns
    /// [`Error::Stopped`](crate::store::Error::Stopped) when `watch` stops it.
    pub fn resolve_watched(self, archive: &Archive, watch: &dyn Watch) -> Result<Matcher> {
        self.resolved(archive, Some(watch))
    }

    /// Looks up the names and leaves the question for later: the matcher ignores it.
    pub fn resolve_but_asked(self, archive: &Archive) -> Result<Matcher> {
        self.resolved(archive, None)
    }

    fn resolved(self, archive: &Archive, watch: Option<&dyn Watch>) -> Result<Matcher> {
        let matcher =
            archive.remembered(&(&self, watch.is_some()), || self.clone().look_up(archive, watch));
        matcher.map(Arc::unwrap_or_clone)
    }

    fn look_up(self, archive: &Archive, watch: Option<&dyn Watch>) -> Result<Matcher> {
        let mut matcher = self.names(archive)?;
        if let Some(query) = &matcher.filter.asked {
            // Evaluates only games that fit all else, dated or not.
            let through = matcher.filter.games_coming(archive)?;
            let comes = |id: u32| through.as_ref().is_none_or(|games| games.contains(id));
            let sieve = Sieve::new(archive, &matcher)?;
            let wanted = |id: u32| comes(id) && sieve.sift_one(id) != Sifted::Falls;
            let Filter { variations, unit, .. } = matcher.filter;
            let asked = PlannedQuery::new(archive, query, variations, unit, wanted)?;
            let games = watch.map(|watch| asked.games(archive, wanted, watch)).transpose()?;
            let names = asked.names_of_none(archive)?;
            matcher.found_names.extend(names);
            matcher.asked = Some((Arc::new(asked), games));
        }
        Ok(matcher)
    }

    /// Games in which the question is evaluated; `None` for all.
    pub(crate) fn games_coming(&self, archive: &Archive) -> Result<Option<IdSet>> {
        let Some((positions, mirroring)) = &self.through else { return Ok(None) };
        coming_to(archive, positions, *mirroring, self.variations).map(Some)
    }

    /// A matcher with names looked up but without the question; the cheapest tests come first.
    pub(crate) fn names(self, archive: &Archive) -> Result<Matcher> {
        let mut found_names: Vec<FoundNames> = Vec::new();
        let mut player = |name: &String| -> Result<IdSet> {
            let found = find(archive, name, self.names)?;
            let new = found.otherwise.into_iter().filter(|names| !found_names.contains(names));
            found_names.extend(new.collect::<Vec<_>>());
            Ok(found.ids)
        };
        let mut tests = Vec::new();
        if self.min_plies.is_some() || self.max_plies.is_some() {
            let most = self.max_plies.map_or(u32::MAX, u32::from);
            tests.push(FactTest::Plies(Numbers::range(self.min_plies.unwrap_or(0).into(), most)));
        }
        if let Some(result) = self.result {
            tests.push(FactTest::Result(vec![result], archive.standing_facts(self.unit)?));
        }
        if !self.kinds().is_empty() {
            tests.push(FactTest::Kind(self.kinds().to_vec()));
        }
        if !self.played.is_empty() {
            tests.push(FactTest::played(archive, &self.played)?);
        }
        for name in &self.players {
            tests.push(FactTest::Player(player(name)?));
        }
        for name in self.red.iter() {
            tests.push(FactTest::Red(player(name)?, archive.standing_facts(self.unit)?));
        }
        for name in self.black.iter() {
            tests.push(FactTest::Black(player(name)?, archive.standing_facts(self.unit)?));
        }
        let one = |text: &Option<String>| text.iter().cloned().collect::<Vec<String>>();
        for (field, values) in [
            (TextField::Event, one(&self.event)),
            (TextField::Opening, self.openings.clone()),
            (TextField::Source, one(&self.source)),
            (TextField::Site, one(&self.site)),
        ] {
            if !values.is_empty() {
                tests.push(FactTest::new(archive, &Header::Text(field, values), self.unit)?);
            }
        }
        let is_event_of_none =
            |test: &FactTest| matches!(test, FactTest::Event(..)) && test.is_of_none();
        if let Some(event) = &self.event
            && tests.iter().any(is_event_of_none)
        {
            found_names.push(near_events(archive, event)?);
        }
        if tests.iter().any(FactTest::is_unread) {
            let all = archive.facts().alive_ids();
            tests.iter_mut().try_for_each(|test| test.read(archive, &all))?;
        }
        for title in self.title.iter() {
            tests.push(FactTest::Game(games_titled(archive, title, self.as_stated)?));
        }
        for chapter in self.chapter.iter() {
            let games = games_in_chapter(archive, chapter)?;
            if games.is_empty() {
                found_names.push(near_books(archive, chapter)?);
            }
            tests.push(FactTest::Game(games));
        }
        for text in self.text.iter() {
            tests.push(FactTest::Game(games_with_words(archive, text, self.as_stated)?));
        }
        let asks_for_date = self.since.is_some() || self.until.is_some();
        let dates = asks_for_date.then(|| FactTest::date(&[(self.since, self.until)]));
        found_names.sort_by_key(|names| names.by.is_joined());
        let (asked, known) = (None, Arc::default());
        Ok(Matcher { tests, dates, found_names, asked, known, filter: self })
    }
}

impl Matcher {
    /// Whether the conditions are only the defaults of a purpose, and the unit is games.
    pub fn is_usual(&self, purpose: Purpose) -> bool {
        let usual = Filter::of(purpose);
        self.tests.iter().all(|test| matches!(test, FactTest::Kind(_)))
            && self.dates.is_none()
            && self.filter.asked.is_none()
            && self.filter.unit == CountUnit::Games
            && self.filter.kinds() == usual.kinds()
            && self.filter.is_without_programs() == usual.is_without_programs()
    }

    /// The matcher for games of every kind, if the kinds are those of statistics by default.
    pub fn of_every_kind(&self, archive: &Archive) -> Result<Option<Matcher>> {
        let is_said = !self.filter.kinds.is_empty() || self.filter.purpose == Purpose::Lists;
        (!is_said).then(|| self.filter.clone().of_every_kind().resolve(archive)).transpose()
    }

    /// Words and phrases that are searched for.
    pub fn words(&self) -> Vec<String> {
        self.filter.text.as_deref().map(words_of).unwrap_or_default()
    }

    /// Names that were found although they differ from the requested ones; those found by decisions
    /// come last.
    pub fn found_names(&self) -> &[FoundNames] {
        &self.found_names
    }

    /// The planned question, if there is one.
    pub fn asked(&self) -> Option<&PlannedQuery> {
        self.asked.as_ref().map(|(asked, _)| &**asked)
    }

    /// Unit of counting.
    pub fn unit(&self) -> CountUnit {
        self.filter.unit
    }

    /// The matcher with another unit of counting.
    #[must_use]
    pub fn counting(mut self, unit: CountUnit) -> Matcher {
        self.filter.unit = unit;
        self
    }

    /// Whether only games between two players fit.
    pub fn is_of_games_alone(&self) -> bool {
        self.filter.kinds() == [Kind::Game]
    }

    /// Whether there is a condition on dates.
    pub fn asks_for_date(&self) -> bool {
        self.dates.is_some()
    }

    /// The answer to a question about the games that fit; see [`RememberedAnswers::answer`].
    pub(crate) fn remembered<T: Any + Send + Sync>(
        &self,
        question: &impl Debug,
        answer: impl FnOnce() -> Result<T>,
    ) -> Result<Arc<T>> {
        self.known.answers.answer(&(question, self.filter.unit), answer)
    }

    /// Games that fit the question, if evaluated.
    fn found(&self) -> Option<&IdSet> {
        self.asked.as_ref()?.1.as_ref()
    }
}

/// Number of games from which the verdicts of all games are computed at once, in parallel, since
/// looking up a bit is faster than testing a game again.
const MANY: usize = 20_000;

/// A [`Matcher`] with the facts of an archive.
#[derive(Debug)]
pub struct Sieve<'a> {
    facts: &'a Facts,
    in_order: &'a GamesInOrder,
    matcher: &'a Matcher,
    /// Names of programs, if their games are excluded.
    programs: Option<&'a PlayedNames>,
    /// Groups of which one game counts.
    kin: Option<&'a DuplicateGroups>,
    /// Number of witnesses of each game, if witnesses are counted.
    witnesses: Option<&'a [u32]>,
    /// Whether every existing game fits.
    is_open: bool,
}

/// Answers about many games, shared by the clones of a matcher.
#[derive(Debug, Default)]
struct KnownOfMatcher {
    verdicts: OnceLock<Verdicts>,
    answers: RememberedAnswers<32>,
}

/// Games by verdict.
#[derive(Debug, Default)]
struct Verdicts {
    /// Games that do not fall.
    found: IdSet,
    undated: IdSet,
    of_programs: IdSet,
}

impl<'a> Sieve<'a> {
    /// A sieve of the games of an archive.
    pub fn new(archive: &'a Archive, matcher: &'a Matcher) -> Result<Sieve<'a>> {
        let unit = matcher.unit();
        let kin = (unit == CountUnit::Games).then(|| archive.duplicates()).transpose()?;
        let witnesses =
            (unit == CountUnit::Witnesses).then(|| archive.witness_counts()).transpose()?;
        let is_open = matcher.is_usual(Purpose::Lists);
        let is_without_programs = matcher.filter.is_without_programs();
        let programs = is_without_programs.then(|| archive.played_names()).transpose()?;
        let programs = programs.map(|names| &**names);
        let (facts, in_order) = (archive.facts(), &archive.known.in_order);
        Ok(Sieve { facts, in_order, matcher, programs, kin, witnesses, is_open })
    }

    /// The conditions on games.
    pub(crate) fn matcher(&self) -> &'a Matcher {
        self.matcher
    }

    /// Groups of which one game counts; `None` for other units.
    pub fn duplicates(&self) -> Option<&'a DuplicateGroups> {
        self.kin
    }

    /// Number of times that a game counts.
    #[inline]
    pub(crate) fn weight(&self, id: u32) -> u64 {
        match &self.witnesses {
            None => 1,
            Some(counts) => counts.get(id as usize).map_or(1, |&count| u64::from(count)),
        }
    }

    /// Prepares for testing this number of games.
    pub fn expect(&self, games: usize) {
        if games < MANY {
            return;
        }
        if self.is_open {
            self.facts.take_apart();
        } else {
            self.matcher.known.verdicts.get_or_init(|| self.sift_all());
        }
    }

    /// Games among which are all that do not fall; `None` if any game may be one.
    pub(crate) fn found(&self) -> Option<&IdSet> {
        self.matcher.known.verdicts.get().map(|verdicts| &verdicts.found)
    }

    /// Verdict about a game.
    #[inline]
    pub fn sift(&self, id: u32) -> Sifted {
        match self.matcher.known.verdicts.get() {
            Some(verdicts) if !verdicts.found.contains(id) => Sifted::Falls,
            Some(verdicts) if verdicts.undated.contains(id) => Sifted::Undated,
            Some(verdicts) if verdicts.of_programs.contains(id) => Sifted::OfProgram,
            Some(_) => Sifted::Fits,
            None => self.sift_one(id),
        }
    }

    /// Like [`Sieve::sift`], without remembered verdicts.
    #[inline(never)]
    pub(crate) fn sift_one(&self, id: u32) -> Sifted {
        let Some(fact) = self.facts.get(id) else { return Sifted::Falls };
        if self.is_open && fact.is_alive() {
            return Sifted::Fits;
        }
        match self.sift_many(id, std::slice::from_ref(fact)) {
            [1, ..] => Sifted::Fits,
            [_, 1, _] => Sifted::Undated,
            [.., 1] => Sifted::OfProgram,
            _ => Sifted::Falls,
        }
    }

    /// Verdicts about at most 64 games: those that fit, are undated, and are of programs, each as
    /// bits by id from `first`; all others fall.
    fn sift_many(&self, first: u32, facts: &[Fact]) -> [u64; 3] {
        let matcher = self.matcher;
        let found = matcher.found().map_or(u64::MAX, |games| games.bits(first));
        let mut holding = found & bits(facts, Fact::is_alive);
        for test in &matcher.tests {
            if holding == 0 {
                return [0; 3];
            }
            holding &= test.holding(first, facts).unwrap_or(0);
        }
        let dated = matcher
            .dates
            .as_ref()
            .map_or(u64::MAX, |dates| dates.holding(first, facts).unwrap_or(0));
        let undated = match &matcher.dates {
            Some(FactTest::Date(ranges)) if holding & !dated != 0 => {
                bits(facts, |fact| fact.was_played() && fact.may_be_of(ranges))
            }
            _ => 0,
        };
        let programs =
            self.programs.map_or(0, |names| bits(facts, |fact| names.is_of_program(fact)));
        [
            holding & dated & !programs,
            holding & !dated & undated & !programs,
            holding & dated & programs,
        ]
    }

    /// Passes games to `visit`, by id, with their verdicts. Games that are passed over fall.
    pub(crate) fn each(&self, mut visit: impl FnMut(u32, Sifted)) {
        if let Some(games) = self.among() {
            games.into_iter().for_each(|id| visit(id, self.sift_one(id)));
            return;
        }
        let last = self.facts.last_id();
        self.expect(last as usize);
        match self.found() {
            Some(found) => found.iter().for_each(|id| visit(id, self.sift(id))),
            None => (1..=last).for_each(|id| visit(id, self.sift(id))),
        }
    }

    /// Ids, ascending, of games that include all fitting ones; `None` if testing every game is
    /// quicker.
    fn among(&self) -> Option<Vec<u32>> {
        let among = |test: &FactTest| test.among(self.facts, self.in_order);
        self.matcher.tests.iter().filter_map(among).min_by_key(Vec::len)
    }

    /// Columns of facts on which verdicts depend.
    fn columns(&self) -> FactColumns {
        let tests = self.matcher.tests.iter().chain(&self.matcher.dates);
        let programs = self.programs.map(|_| FactColumns::PLAYERS.and(FactColumns::EVENT));
        tests.map(FactTest::columns).chain(programs).fold(FactColumns::KIND, FactColumns::and)
    }

    fn sift_all(&self) -> Verdicts {
        let mut verdicts = Verdicts::default();
        if let Some(games) = self.among() {
            let facts = games.iter().filter_map(|&id| Some((id, self.facts.get(id)?)));
            for (id, fact) in facts {
                verdicts.add(id, self.sift_many(id, std::slice::from_ref(fact)));
            }
            return verdicts;
        }
        let of_blocks = self.facts.scan(self.columns(), |first, facts| {
            let parts = (first..).step_by(64).zip(facts.chunks(64));
            parts.map(|(first, part)| (first, self.sift_many(first, part))).collect::<Vec<_>>()
        });
        of_blocks.iter().flatten().for_each(|&(first, bits)| verdicts.add(first, bits));
        verdicts
    }
}

impl Verdicts {
    /// Adds the games from `first` that fit, are undated, and are of programs, as bits.
    fn add(&mut self, first: u32, [fits, undated, of_programs]: [u64; 3]) {
        self.found.insert_bits(first, fits | undated | of_programs);
        self.undated.insert_bits(first, undated);
        self.of_programs.insert_bits(first, of_programs);
    }
}
