//! A database opened for questions, with shared data in memory: archives over one state of a file
//! share it.

pub(super) mod contents;
pub(super) mod decided;
pub(super) mod disputed;
pub(super) mod duplicates;
pub(super) mod editions;
pub(super) mod game;
pub(super) mod ids;
pub(super) mod in_order;
pub(super) mod names;
pub(super) mod parallel;
pub(super) mod played;
pub(super) mod postings;
pub(super) mod readings;
pub(super) mod remembered;

use crate::opening::{Code, Opening, OpeningTable};
use crate::replay::Tree;
use crate::store::{Evidence, Fact, Facts, GameRow, Result, Snapshot, Stamp, Witness, index};
use decided::Decided;
use disputed::DisputedPlayers;
use duplicates::{DuplicateGroups, StandingFacts};
use editions::Editions;
use game::EvaluatedGames;
use ids::{IdSet, NamesOf, by_id};
use in_order::GamesInOrder;
use names::{AllNames, FoldedNames, KnownNames, NearName, Seats, SomeNames};
use played::{OnlineGames, PlayedNames};
use remembered::RememberedAnswers;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock, Weak};

/// A database opened for questions, in the state of one moment.
#[derive(Debug)]
pub struct Archive {
    snapshot: Snapshot,
    facts: Arc<Facts>,
    index: index::Reader,
    /// The user's own table of openings; `None` for ECCO's.
    own_table: Option<Arc<OpeningTable>>,
    lay: Evidence,
    decided: Arc<Decided>,
    pub(in crate::search) known: Arc<OnDemand>,
}

impl Archive {
    /// Opens an existing database in its present state; an import may go on meanwhile.
    ///
    /// # Errors
    /// When the file is missing, no database of xqdb, of an unknown version, or damaged.
    pub fn open(path: &Path) -> Result<Archive> {
        Archive::open_as(path, Evidence::Derived)
    }

    /// Like [`Archive::open`], with the given evidence added to what records state.
    pub fn open_as(path: &Path, lay: Evidence) -> Result<Archive> {
        Archive::of(Snapshot::open(path)?, lay)
    }

    /// The archive of a snapshot, with people's decisions unless `lay` is [`Evidence::Stated`].
    pub fn of(snapshot: Snapshot, lay: Evidence) -> Result<Archive> {
        let facts = load_facts(&snapshot, lay)?.into();
        let mut archive = Archive::decided_with(snapshot, lay, facts)?;
        if lay == Evidence::Derived {
            archive.lay_decided_over()?;
        }
        Ok(archive)
    }

    /// The archive of a snapshot with these facts, and with people's decisions about all else.
    fn decided_with(snapshot: Snapshot, lay: Evidence, facts: Arc<Facts>) -> Result<Archive> {
        let mut archive = Archive::undecided_with(snapshot, lay, facts)?;
        if lay != Evidence::Stated {
            archive.decided = Decided::load(&archive.snapshot, &archive.facts)?.into();
        }
        Ok(archive)
    }

    /// Like [`Archive::of`], without people's decisions.
    pub fn undecided(snapshot: Snapshot, lay: Evidence) -> Result<Archive> {
        let facts = load_facts(&snapshot, lay)?.into();
        Archive::undecided_with(snapshot, lay, facts)
    }

    fn undecided_with(snapshot: Snapshot, lay: Evidence, facts: Arc<Facts>) -> Result<Archive> {
        let index = index::Reader::open(&snapshot)?;
        let (decided, known) = Default::default();
        let mut archive = Archive { snapshot, facts, index, own_table: None, lay, decided, known };
        if archive.facts.lacks_openings() {
            archive.classify(OpeningTable::ecco())?;
        }
        Ok(archive)
    }

    /// Like [`Archive::beside`], with only those decisions that say how records are read. If there
    /// are others, nothing is shared and `shared` forgets its data.
    pub fn as_read(snapshot: Snapshot, lay: Evidence, shared: &mut Shared) -> Result<Archive> {
        if snapshot.decisions()?.iter().all(|it| it.what.is_of_reading()) {
            return Archive::beside(snapshot, lay, shared);
        }
        *shared = Shared::default();
        let mut archive = Archive::undecided(snapshot, lay)?;
        archive.decided = Decided::readings_alone(&archive.snapshot, &archive.facts)?.into();
        archive.lay_decided_over()?;
        Ok(archive)
    }

    /// The archive of a snapshot, which shares facts, decisions and caches with other archives over
    /// the same state of the file; `shared` remembers them.
    pub fn beside(snapshot: Snapshot, lay: Evidence, shared: &mut Shared) -> Result<Archive> {
        let stamp = snapshot.stamp()?;
        if let Some((facts, decided, known)) = shared.of(&stamp) {
            let index = index::Reader::open(&snapshot)?;
            return Ok(Archive { snapshot, facts, index, own_table: None, lay, decided, known });
        }
        let facts = shared.facts_of(&snapshot)?;
        shared.kept = None;
        let archive = match facts {
            Some(facts) => Archive::decided_with(snapshot, lay, facts)?,
            None => Archive::of(snapshot, lay)?,
        };
        *shared = archive.to_share()?;
        Ok(archive)
    }

    /// Opens `count` further archives that show the same state and share its data in memory. The
    /// list is empty when the database has moved on meanwhile.
    #[cfg(feature = "parquet")]
    pub(crate) fn others(&self, count: usize) -> Result<Vec<Archive>> {
        let of = |snapshot: Snapshot| {
            let (facts, own_table) = (self.facts.clone(), self.own_table.clone());
            let (decided, known) = (self.decided.clone(), self.known.clone());
            let index = index::Reader::open(&snapshot)?;
            Ok(Archive { snapshot, facts, index, own_table, lay: self.lay, decided, known })
        };
        self.snapshot.others(count)?.into_iter().map(of).collect()
    }

    /// The data of this archive, for further archives over the present state of the file.
    pub fn to_share(&self) -> Result<Shared> {
        Ok(Shared {
            stamp: Some(self.snapshot.stamp()?),
            sums: self.snapshot.sums_of(FACTS_FROM)?,
            kept: None,
            facts: Arc::downgrade(&self.facts),
            decided: Arc::downgrade(&self.decided),
            known: Arc::downgrade(&self.known),
        })
    }

    /// Closes the archive and leaves its data to the next archive [beside](Archive::beside)
    /// `shared`, if the file has not changed then.
    pub fn leave_to(self, shared: &mut Shared) {
        shared.kept = Some((self.facts, self.decided, self.known));
    }

    fn lay_decided_over(&mut self) -> Result<()> {
        self.decided.lay_over(&self.snapshot, Arc::make_mut(&mut self.facts))
    }

    /// Classifies all games by a table of the user's own. Reads every game.
    pub fn with_openings(mut self, table: OpeningTable) -> Result<Archive> {
        self.classify(&table)?;
        self.own_table = Some(Arc::new(table));
        // Caches that other archives share still have the former openings.
        self.known = Arc::default();
        Ok(self)
    }

    /// Sets the openings in the facts by a table.
    fn classify(&mut self, table: &OpeningTable) -> Result<()> {
        let mut openings = vec![0; self.facts.last_id() as usize];
        self.effective().game_lines(&self.snapshot, 1..=self.facts.last_id(), &mut |game| {
            let slot = (game.id as usize).checked_sub(1).and_then(|at| openings.get_mut(at));
            if let (None, Some(slot)) = (game.start, slot) {
                *slot = table.code(game.playable()).map_or(0, Code::number);
            }
            Ok(())
        })?;
        Arc::make_mut(&mut self.facts).set_openings(&openings);
        Ok(())
    }

    /// Rank of each name in the order of sound: by the id of a player or event, or by the id of a
    /// game for titles.
    pub(crate) fn by_sound(&self, names: SoundOrder) -> Result<&[u32]> {
        let ranks = once(&self.known.by_sound[names as usize], || match names {
            SoundOrder::Players => names::by_sound(&self.snapshot, NamesOf::Players),
            SoundOrder::Events => names::by_sound(&self.snapshot, NamesOf::Events),
            SoundOrder::Titles => {
                names::titles_by_sound(&self.snapshot, self.lay != Evidence::Stated)
            }
        });
        ranks.map(Vec::as_slice)
    }

    /// The names of the players and events of some games, by id; may include others.
    pub(crate) fn names_of_games(&self, games: &[u32]) -> Result<SomeNames<'_>> {
        self.names(games.len(), self.facts_of(games).map(|fact| Seats::of(fact, 1)))
    }

    /// Name of the person behind a player's name, by the id of the name; `None` if there is no
    /// person.
    pub fn person(&self, name: u32) -> Result<Option<String>> {
        let called = |names: &FoldedNames| names.called(name).map(str::to_owned);
        if let Some(all) = self.known.names.get() {
            return Ok(called(all));
        }
        // The rows of a list name a player several times.
        let person = self.known.persons.answer(&name, || {
            if !self.known.persons_asked.is_among_first() {
                return Ok(called(self.folded_names()?));
            }
            let seats = Seats { players: [name, 0], event: 0, year: 0, weight: 1 };
            Ok(called(&*self.names(1, std::iter::once(seats))?))
        });
        person.map(Arc::unwrap_or_clone)
    }

    /// The names of players and events in these seats; may include others.
    pub(crate) fn names(
        &self,
        count: usize,
        games: impl Iterator<Item = Seats> + Clone,
    ) -> Result<SomeNames<'_>> {
        if let Some(all) = self.known.names.get() {
            return Ok(SomeNames::Kept(all));
        }
        let kinds = (self.decided.alike(), self.editions()?);
        let names = FoldedNames::of(&self.snapshot, kinds, count, games)?;
        match names.are_all() {
            true => Ok(SomeNames::Kept(self.known.names.get_or_init(|| names))),
            false => Ok(SomeNames::Own(names.into())),
        }
    }

    /// The table of openings in use.
    pub fn openings(&self) -> &OpeningTable {
        self.own_table.as_deref().unwrap_or_else(|| OpeningTable::ecco())
    }

    /// Opening of a game, by its moves.
    pub fn opening(&self, game: u32) -> Option<&Opening> {
        self.openings().opening(self.facts.get(game).copied()?.opening()?)
    }

    /// Whether derived values count, as in remembered answers.
    pub fn has_derived(&self) -> bool {
        self.lay == Evidence::Derived
    }

    /// Whether remembered answers about common positions are valid; they do not know games that
    /// people read otherwise.
    pub(crate) fn remembers(&self) -> bool {
        self.has_derived() && self.decided.readings().is_empty()
    }

    /// The evidence that is added to what records state.
    pub(crate) fn lay(&self) -> Evidence {
        self.lay
    }

    /// Groups of certain copies.
    pub fn duplicates(&self) -> Result<&DuplicateGroups> {
        once(&self.known.duplicates, || {
            let otherwise = self.linked_otherwise()?;
            DuplicateGroups::load(&self.snapshot, &self.facts, &self.decided, &otherwise)
        })
    }

    /// Number of records that witness each game, by `game.id`.
    pub(crate) fn witness_counts(&self) -> Result<&[u32]> {
        let counts = || self.snapshot.witness_counts(self.facts.last_id());
        once(&self.known.witnesses, counts).map(Vec::as_slice)
    }

    /// Games that are linked only because people read them otherwise; empty where decisions count.
    pub(crate) fn linked_otherwise(&self) -> Result<IdSet> {
        if self.lay != Evidence::Stated {
            return Ok(IdSet::default());
        }
        let read = Decided::readings_alone(&self.snapshot, &self.facts)?;
        Ok(read.readings().games().map(|(id, _)| id).collect())
    }

    /// Facts of all games, in memory.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Facts of the games that exist.
    pub(crate) fn facts_of(&self, games: &[u32]) -> impl Iterator<Item = &Fact> + Clone {
        by_id(games).into_owned().into_iter().filter_map(|id| self.facts.get(id))
    }

    /// The position index.
    pub fn index(&self) -> &index::Reader {
        &self.index
    }

    /// The decisions of people.
    pub fn decided(&self) -> &Decided {
        &self.decided
    }

    /// A game as records state it, with decisions about it and without derived values.
    pub fn row(&self, id: u32) -> Result<GameRow> {
        let mut game = self.snapshot.game(id)?;
        self.decided.tell(&mut game);
        Ok(game)
    }

    /// The connection to the database.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The witnesses of a game, by place.
    pub fn witnesses(&self, game: u32) -> Result<Vec<Witness>> {
        self.snapshot.witnesses(game)
    }

    /// A tree of variations and comments.
    ///
    /// # Errors
    /// When the tree is missing or damaged.
    pub fn tree(&self, id: i64) -> Result<Tree> {
        self.snapshot.tree(id)
    }
}

/// Reads the facts of a snapshot, on all cores if they are many.
fn load_facts(snapshot: &Snapshot, lay: Evidence) -> Result<Facts> {
    let cores = rayon::current_num_threads();
    Facts::load_beside(snapshot, lay, |most| snapshot.others(most.min(cores.saturating_sub(1))))
}

/// A value, computed on first use.
pub(in crate::search) fn once<T>(
    known: &OnceLock<T>,
    read: impl FnOnce() -> Result<T>,
) -> Result<&T> {
    match known.get() {
        Some(known) => Ok(known),
        None => {
            let new = read()?;
            Ok(known.get_or_init(|| new))
        }
    }
}

/// Counts questions of a kind. What takes longer to prepare than one answer is prepared after the
/// first of them: a command asks few, a server many.
#[derive(Debug, Default)]
pub(crate) struct QuestionCount(AtomicU32);

impl QuestionCount {
    /// Number of questions that are answered without preparing anything.
    const FIRST: u32 = 100;

    /// Counts a question, and returns whether it is one of the first.
    pub(crate) fn is_among_first(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) < QuestionCount::FIRST
    }
}

/// Names that can be ordered by sound.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SoundOrder {
    Players,
    Events,
    Titles,
}

/// Values that are computed on first use.
#[derive(Debug, Default)]
pub(crate) struct OnDemand {
    /// Groups of certain copies, for counting.
    pub(crate) duplicates: OnceLock<DuplicateGroups>,
    /// Number of records of each game, for counting records.
    witnesses: OnceLock<Vec<u32>>,
    /// Facts of representing games, for questions about colours, results and openings.
    pub(crate) standing: OnceLock<Arc<StandingFacts>>,
    /// Ranks of players, events and titles by sound, for sorted lists.
    pub(crate) by_sound: [OnceLock<Vec<u32>>; 3],
    /// Editions and series, for counting events.
    pub(crate) editions: OnceLock<Arc<Editions>>,
    /// Players who are in dispute, for the years of persons.
    pub(crate) disputed: OnceLock<DisputedPlayers>,
    /// Names with their persons and events, for counting the persons of many games.
    pub(crate) names: OnceLock<FoldedNames>,
    /// The last persons who were asked for by the id of a name, until all names are read.
    persons: RememberedAnswers<64>,
    /// Persons who were not among the last.
    persons_asked: QuestionCount,
    /// Ids of events with their folded names, once questions about events are many.
    pub(crate) event_keys: OnceLock<Vec<(u32, Box<str>)>>,
    pub(crate) events_asked: QuestionCount,
    /// Games by key, date, player and event, once questions are many.
    pub(crate) in_order: GamesInOrder,
    /// All names, for suggestions.
    pub(crate) all_names: OnceLock<AllNames>,
    /// Names of events and of books, for those that are similar to an unknown name.
    pub(crate) near_events: OnceLock<Vec<NearName>>,
    pub(crate) near_books: OnceLock<Vec<NearName>>,
    /// Spellings of players, for filters by player.
    pub(crate) player_names: OnceLock<KnownNames>,
    /// Games with scores or clocks in comments.
    pub(crate) evaluated: OnceLock<EvaluatedGames>,
    /// Names that show the way of playing, for questions about it.
    pub(crate) played: OnceLock<Arc<PlayedNames>>,
    /// Single games whose way of playing was asked for, each by its own names.
    pub(crate) games_asked: QuestionCount,
    /// Games with an online site.
    online: OnceLock<OnlineGames>,
    /// Answers about all games and to filters, with a bit or more for each game.
    pub(crate) answers: RememberedAnswers<32>,
    /// Answers about each player.
    pub(crate) answers_of_players: RememberedAnswers<2>,
}

/// Data that archives over one file with equal evidence share, while one of them is open or after
/// [`Archive::leave_to`].
#[derive(Debug, Default)]
pub struct Shared {
    stamp: Option<Stamp>,
    /// Sums over the rows from which the facts follow.
    sums: Vec<(String, i64, i64)>,
    kept: Option<Parts>,
    facts: Weak<Facts>,
    decided: Weak<Decided>,
    known: Weak<OnDemand>,
}

/// Tables from which the facts of games follow; namesakes have names of their own.
const FACTS_FROM: &[&str] =
    &["game", "overlay", "dated", "decision", "namesake", "seat", "player", "event"];

/// Data that the archives of one snapshot share.
type Parts = (Arc<Facts>, Arc<Decided>, Arc<OnDemand>);

impl Shared {
    /// The shared data of a state of the file; `None` if no open archive has this state.
    pub(crate) fn of(&self, stamp: &Stamp) -> Option<Parts> {
        if self.stamp.as_ref() != Some(stamp) {
            return None;
        }
        Some((self.facts.upgrade()?, self.decided.upgrade()?, self.known.upgrade()?))
    }

    /// The shared facts, if those of the snapshot are equal; `None` where people decided anything.
    fn facts_of(&self, snapshot: &Snapshot) -> Result<Option<Arc<Facts>>> {
        let parts = self.facts.upgrade().zip(self.decided.upgrade());
        let undecided = parts.filter(|(_, decided)| decided.decisions().is_empty());
        let Some((facts, _)) = undecided.filter(|_| !self.sums.is_empty()) else { return Ok(None) };
        Ok((snapshot.sums_of(FACTS_FROM)? == self.sums).then_some(facts))
    }
}
