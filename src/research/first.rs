//! Who first played a move, or came to a position; how sure that is, and what would change it.
//!
//! A date that is known in part can mean any of its days. So the games of which one may be the
//! first are all those that can have been played before the earliest of them surely was; only where
//! there is one such game is it the first.

use crate::metadata::{Kind, PackedDate, named, parse_date};
use crate::search::{
    Archive, Coming, Matcher, Mirroring, OnePerGroup, Sieve, Sifted, sort_by_whole_key,
};
use crate::store::Result;
use crate::xiangqi::{Move, Position};

/// The object of the search.
#[derive(Debug, Clone)]
pub struct Sought {
    /// Games come to this position; all games without.
    pub position: Option<Position>,
    /// And play this move there.
    pub mv: Option<Move>,
    /// Whether mirror images count.
    pub mirroring: Mirroring,
    /// Variations count, too.
    pub variations: bool,
    /// Games of these kinds can be the first; all kinds if there are none.
    pub kinds: Vec<Kind>,
}

named! {
    /// The part that a game has in the answer.
    pub enum Standing {
        /// It is the first, as far as dates are known and right.
        First = "first",
        /// It may be the first: dates do not tell which of several is.
        MayBeFirst = "may-be-first",
        /// The next after those.
        RunnerUp = "runner-up",
        /// Its date is doubted, and if it were right the game would be as early.
        Doubtful = "doubtful-date",
        /// The game is as early and of another kind: a manual, a study.
        OtherKind = "other-kind",
        /// It has no date.
        Undated = "no-date",
    }
}

/// A game that matters for the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstGame {
    /// `game.id`
    pub game: u32,
    /// Its part in the answer.
    pub standing: Standing,
    /// Its date, doubted or not.
    pub date: PackedDate,
    /// It has the mirror image only.
    pub is_mirrored: bool,
    /// After how many plies the position stands, or the move is played; none in a variation.
    pub ply: Option<u32>,
    /// Dates that its witnesses give and that are not its date.
    pub other_dates: Vec<String>,
    /// The arguments against its date.
    pub doubts: Vec<String>,
}

/// The answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct First {
    /// In the order of [`Standing`], then by date and key; of each standing as many as were asked
    /// for.
    pub games: Vec<FirstGame>,
    /// How many games there are of each standing, whether they are listed or not.
    pub counts: [u64; 6],
    /// How many games there are in all.
    pub count: u64,
    /// How many have a date that is doubted and is not as early.
    pub doubtful_later: u64,
    /// How many lines do not count: copies of games that do.
    pub copies: u64,
    /// How many games of programs are left out.
    pub programs: u64,
}

impl First {
    /// How many games have this standing.
    pub fn count_of(&self, standing: Standing) -> u64 {
        self.counts[standing as usize]
    }
}

/// Finds out who was first, among the games that a matcher lets through; names at most `most` games
/// of each standing.
pub fn first(archive: &Archive, matcher: &Matcher, sought: &Sought, most: usize) -> Result<First> {
    let sieve = Sieve::new(archive, matcher)?;
    let mut standings = Standings::new(archive, &sought.kinds);
    let mut once = OnePerGroup::new(sieve.duplicates());
    let &Sought { mv, mirroring, variations, .. } = sought;
    let coming = Coming { position: sought.position.as_ref(), mv, mirroring, variations };
    // A game that would fit with a date has none, and is listed.
    let mut programs = 0;
    coming.each(archive, &sieve, |game, is_mirrored, sifted| {
        programs += u64::from(sifted == Sifted::OfProgram);
        if matches!(sifted, Sifted::Fits | Sifted::Undated)
            && let Some(is_mirrored) = once.hold(game, is_mirrored)
        {
            standings.add(game, is_mirrored);
        }
    })?;
    let copies = once.release(|game, is_mirrored| standings.add(game, is_mirrored));
    let count = standings.count;
    let (games, doubtful_later) = standings.settle();
    let mut first = First { copies, count, doubtful_later, programs, ..First::default() };
    for (standing, mut games) in Standing::ALL.into_iter().zip(games) {
        first.counts[standing as usize] = games.len() as u64;
        put_in_order(archive, &mut games)?;
        for &(date, _, game, is_mirrored) in games.iter().take(most) {
            let game = FirstGame {
                game,
                standing,
                date,
                is_mirrored,
                ply: place_of(archive, game, sought)?,
                other_dates: other_dates(archive, game, date)?,
                doubts: doubts_of_date(archive, game)?,
            };
            first.games.push(game);
        }
    }
    Ok(first)
}

/// Date, the first half of the key, id, and whether it has the mirror image only.
type Dated = (PackedDate, u32, u32, bool);

/// Games by their standing, while they come. Of those that are too late to be first only the
/// earliest are kept: half of an archive can come to a position.
struct Standings<'a> {
    archive: &'a Archive,
    kinds: &'a [Kind],
    /// By then somebody had surely done it, as far as is known.
    by: PackedDate,
    /// Games of the wanted kinds, no later than `by` when they came.
    early: Vec<Dated>,
    /// The earliest of those that were later.
    next: Vec<Dated>,
    /// Games of other kinds, no later than `by` when they came.
    others: Vec<Dated>,
    doubtful: Vec<Dated>,
    undated: Vec<Dated>,
    count: u64,
}

impl<'a> Standings<'a> {
    /// No games; those of these kinds can be the first, or of all kinds if there are none.
    fn new(archive: &'a Archive, kinds: &'a [Kind]) -> Standings<'a> {
        let (early, next, others, doubtful, undated) = Default::default();
        let by = PackedDate::NEVER;
        Standings { archive, kinds, by, early, next, others, doubtful, undated, count: 0 }
    }

    fn add(&mut self, id: u32, is_mirrored: bool) {
        self.count += 1;
        let Some(fact) = self.archive.facts().get(id) else { return };
        let is_wanted =
            fact.kind().is_some_and(|kind| self.kinds.is_empty() || self.kinds.contains(&kind));
        let of = |date: PackedDate| (date, fact.key, id, is_mirrored);
        // What was played before a date, nobody knows how long before, is nobody's first.
        match (fact.date.earliest().is_unknown(), is_wanted) {
            (false, true) if fact.date.earliest() <= self.by => {
                self.by = self.by.min(fact.date.latest());
                self.early.push(of(fact.date));
            }
            (false, true) => keep_earliest(&mut self.next, of(fact.date)),
            (false, false) if fact.date.earliest() <= self.by => self.others.push(of(fact.date)),
            (true, true) => match self.archive.facts().doubted_date(id) {
                Some(date) => self.doubtful.push(of(date)),
                None => self.undated.push(of(fact.date)),
            },
            (_, false) => {}
        }
    }

    /// The games of each standing, and how many have a date that is doubted and later.
    fn settle(self) -> ([Vec<Dated>; 6], u64) {
        let Standings { by, mut next, mut others, mut doubtful, undated, .. } = self;
        let (early, later): (Vec<Dated>, Vec<Dated>) =
            self.early.into_iter().partition(|&(date, ..)| date.earliest() <= by);
        later.into_iter().for_each(|game| keep_earliest(&mut next, game));
        others.retain(|&(date, ..)| date.earliest() <= by);
        let in_doubt = doubtful.len();
        doubtful.retain(|&(date, ..)| date <= by);
        let doubtful_later = (in_doubt - doubtful.len()) as u64;
        let (sure, unsure) = match early.len() {
            1 => (early, Vec::new()),
            _ => (Vec::new(), early),
        };
        ([sure, unsure, next, doubtful, others, undated], doubtful_later)
    }
}

/// Adds a game to those of the earliest date, unless it is later.
fn keep_earliest(games: &mut Vec<Dated>, game: Dated) {
    match games.first() {
        Some(&(date, ..)) if date < game.0 => {}
        Some(&(date, ..)) if date == game.0 => games.push(game),
        _ => *games = vec![game],
    }
}

/// Sorts games by date and key.
fn put_in_order(archive: &Archive, games: &mut [Dated]) -> Result<()> {
    games.sort_unstable();
    for equal in games.chunk_by_mut(|a, b| (a.0, a.1) == (b.0, b.1)).filter(|equal| equal.len() > 1)
    {
        sort_by_whole_key(archive.snapshot(), equal, |game| game.2)?;
    }
    Ok(())
}

/// The arguments against the date of a game.
fn doubts_of_date(archive: &Archive, game: u32) -> Result<Vec<String>> {
    let doubts = archive.snapshot().doubts(game)?.into_iter();
    Ok(doubts.filter(|doubt| doubt.field == "Date").map(|doubt| doubt.says).collect())
}

/// Dates that witnesses give beside this one; what only says less of it is no other.
fn other_dates(archive: &Archive, game: u32, date: PackedDate) -> Result<Vec<String>> {
    let mut others: Vec<PackedDate> = Vec::new();
    for witness in archive.witnesses(game)? {
        let said = witness.tags.get("Date").and_then(|date| date.as_str()).and_then(parse_date);
        let said = PackedDate::new(said);
        let is_other = said.latest() < date || date.latest() < said;
        if !said.is_unknown() && is_other {
            others.push(said);
        }
    }
    others.sort_unstable();
    others.dedup();
    Ok(others.iter().filter_map(|date| Some(date.date()?.to_string())).collect())
}

/// After how many plies of the main line the position stands, or the move is played.
fn place_of(archive: &Archive, game: u32, sought: &Sought) -> Result<Option<u32>> {
    let Some(wanted) = &sought.position else { return Ok(None) };
    let mut images = vec![(wanted.clone(), sought.mv)];
    if sought.mirroring == Mirroring::Any {
        images.push((wanted.mirror(), sought.mv.map(Move::mirror)));
    }
    let mut place = None;
    archive.effective().game_line(archive.snapshot(), game, &mut |line| {
        let mut position = line.start_position()?;
        for (ply, mv) in (0..).zip(line.played()?.into_iter().map(Some).chain([None])) {
            place =
                images.iter().filter(|(image, _)| position == *image).find_map(|(_, wanted)| {
                    let is_other = || position.is_symmetric() && wanted.map(Move::mirror) == mv;
                    match wanted {
                        None => Some(ply),
                        Some(_) => (*wanted == mv || is_other()).then_some(ply + 1),
                    }
                });
            match mv {
                Some(mv) if place.is_none() => position.play_unchecked(mv),
                _ => break,
            };
        }
        Ok(())
    })?;
    Ok(place)
}
