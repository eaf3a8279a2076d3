//! Games that may be the first with a move or position, and games that would change the answer.
//!
//! A partly known date can be any day of a span. Every game that can have been played before the
//! earliest game surely was may be the first; a single such game is the first.

use crate::metadata::{Kind, PackedDate, named, parse_date};
use crate::search::{
    Archive, Coming, Matcher, Mirroring, OnePerGroup, Sieve, Sifted, sort_by_whole_key,
};
use crate::store::Result;
use crate::xiangqi::{Move, Position};

/// The move or position whose first game is sought.
#[derive(Debug, Clone)]
pub struct Sought {
    /// Position that games must reach; `None` for all games.
    pub position: Option<Position>,
    /// Move that games must play in the position, if any.
    pub mv: Option<Move>,
    /// Whether mirror images count.
    pub mirroring: Mirroring,
    /// Whether variations count.
    pub variations: bool,
    /// Kinds of games that can be the first; empty for all kinds.
    pub kinds: Vec<Kind>,
}

named! {
    /// Role of a game in the answer.
    pub enum Standing {
        /// The first, as far as dates are known and right.
        First = "first",
        /// One of several games that may be the first by their dates.
        MayBeFirst = "may-be-first",
        /// The earliest game after the first ones.
        RunnerUp = "runner-up",
        /// A game whose doubted date, if right, would be as early.
        Doubtful = "doubtful-date",
        /// A game as early, but of another kind: a manual, a study.
        OtherKind = "other-kind",
        /// A game without a date.
        Undated = "no-date",
    }
}

/// A game that matters for the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstGame {
    /// `game.id`
    pub game: u32,
    /// Role of the game.
    pub standing: Standing,
    /// Date of the game, doubted or not.
    pub date: PackedDate,
    /// Whether the game has only the mirror image.
    pub is_mirrored: bool,
    /// Number of plies before the position, or the ply of the move, 1-based; `None` in a variation.
    pub ply: Option<u32>,
    /// Dates that its witnesses state and that contradict `date`.
    pub other_dates: Vec<String>,
    /// Doubts about `date`.
    pub doubts: Vec<String>,
}

/// The games that may be the first, and those that would change the answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct First {
    /// Listed games, by [`Standing`], then by date and key.
    pub games: Vec<FirstGame>,
    /// Number of games by [`Standing`], listed or not.
    pub counts: [u64; 6],
    /// Number of games found.
    pub count: u64,
    /// Number of games with a doubted date that is later.
    pub doubtful_later: u64,
    /// Number of lines not counted, as copies of counted games.
    pub copies: u64,
    /// Number of games of programs, which are left out.
    pub programs: u64,
}

impl First {
    /// Number of games with this standing.
    pub fn count_of(&self, standing: Standing) -> u64 {
        self.counts[standing as usize]
    }
}

/// Finds the first games among those that `matcher` accepts; lists at most `most` games of each
/// standing.
pub fn first(archive: &Archive, matcher: &Matcher, sought: &Sought, most: usize) -> Result<First> {
    let sieve = Sieve::new(archive, matcher)?;
    let mut standings = Standings::new(archive, &sought.kinds);
    let mut once = OnePerGroup::new(sieve.duplicates());
    let &Sought { mv, mirroring, variations, .. } = sought;
    let coming = Coming { position: sought.position.as_ref(), mv, mirroring, variations };
    // Undated games that fit apart from their date are listed, too.
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

/// Date, first half of the key, id, and whether the game has only the mirror image.
type Dated = (PackedDate, u32, u32, bool);

/// Collects games by standing. Of later games only the earliest are kept, since half of an archive
/// can reach a position.
struct Standings<'a> {
    archive: &'a Archive,
    kinds: &'a [Kind],
    /// Day by which some game of the wanted kinds surely was played.
    by: PackedDate,
    /// Games of the wanted kinds that may be before `by` when they are added.
    early: Vec<Dated>,
    /// The earliest games that are later.
    next: Vec<Dated>,
    /// Games of other kinds that may be before `by` when they are added.
    others: Vec<Dated>,
    doubtful: Vec<Dated>,
    undated: Vec<Dated>,
    count: u64,
}

impl<'a> Standings<'a> {
    /// No games; `kinds` can be the first, all kinds if empty.
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
        // A date that only says "before a year" makes no game the first.
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

    /// Games of each standing, and the number of games with a doubted, later date.
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

/// Adds a game to the earliest ones, unless it is later.
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

/// Doubts about the date of a game.
fn doubts_of_date(archive: &Archive, game: u32) -> Result<Vec<String>> {
    let found = archive.snapshot().beside_rows(&[game])?.remove(&game).unwrap_or_default();
    let doubts = found.doubts.into_iter().filter(|doubt| doubt.field == "Date");
    Ok(doubts.map(|doubt| doubt.says).collect())
}

/// Dates of witnesses that contradict `date`; a less precise date does not.
fn other_dates(archive: &Archive, game: u32, date: PackedDate) -> Result<Vec<String>> {
    let mut others: Vec<PackedDate> = Vec::new();
    for witness in archive.witnesses(game)? {
        let said = witness.tags.get("Date").and_then(parse_date);
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

/// Number of plies of the main line before the position, or the ply of the move, 1-based.
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
