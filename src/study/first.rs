//! Who first played a move, or came to a position; how sure that is, and what would change it.
//!
//! A date that is known in part can mean any of its days. So the games of which one may be the
//! first are all those that can have been played before the earliest of them surely was; only where
//! there is one such game is it the first.

use crate::metadata::{Kind, PackedDate, parse_date};
use crate::search::{Archive, Hit, Matcher, Mirroring, Sieve, Sifted, Unit, hits};
use crate::store::{GameLine, Result};
use crate::xiangqi::{Move, Position};

/// What is looked for.
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

/// What is said of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// It is the first, as far as dates are known and right.
    First,
    /// It may be the first: dates do not tell which of several is.
    MayBeFirst,
    /// The next after those.
    RunnerUp,
    /// Its date is doubted, and if it were right the game would be as early.
    Doubtful,
    /// Of another kind, and as early: a manual, a study.
    OtherKind,
    /// It has no date.
    Undated,
}

impl Standing {
    /// All of them, in the order in which they are told.
    pub const ALL: [Standing; 6] = [
        Standing::First,
        Standing::MayBeFirst,
        Standing::RunnerUp,
        Standing::Doubtful,
        Standing::OtherKind,
        Standing::Undated,
    ];

    /// The name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Standing::First => "first",
            Standing::MayBeFirst => "may-be-first",
            Standing::RunnerUp => "runner-up",
            Standing::Doubtful => "doubtful-date",
            Standing::OtherKind => "other-kind",
            Standing::Undated => "no-date",
        }
    }
}

/// A game that matters for the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstGame {
    /// `game.id`
    pub game: u32,
    /// What is said of it.
    pub standing: Standing,
    /// Its date, doubted or not.
    pub date: PackedDate,
    /// It has the mirror image only.
    pub is_mirrored: bool,
    /// After how many plies the position stands, or the move is played; none in a variation.
    pub ply: Option<u32>,
    /// Dates that its witnesses give and that are not its date.
    pub other_dates: Vec<String>,
    /// What is said against its date.
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
}

impl First {
    /// How many games have this standing.
    pub fn count_of(&self, standing: Standing) -> u64 {
        self.counts[standing as usize]
    }
}

/// A game that comes there: whether it has the mirror image only.
type Reached = (u32, bool);

/// Finds out who was first, among the games that a matcher lets through; names at most `most` games
/// of each standing.
///
/// # Errors
/// When the database cannot be read.
pub fn first(archive: &Archive, matcher: &Matcher, sought: &Sought, most: usize) -> Result<First> {
    let sieve = Sieve::new(archive, matcher)?;
    let reached = reached(archive, &sieve, sought)?;
    let (counted, copies) = match matcher.unit() {
        Unit::Games => archive.kin()?.once(reached.iter().map(|&(game, _)| game)),
        _ => (reached.iter().map(|&(game, _)| game).collect(), 0),
    };
    let sorted = Sorted::of(archive, &counted, &sought.kinds);
    let mut first = First { copies, doubtful_later: sorted.doubtful_later, ..First::default() };
    for (standing, mut games) in Standing::ALL.into_iter().zip(sorted.games) {
        first.counts[standing as usize] = games.len() as u64;
        put_in_order(archive, &mut games)?;
        for &(date, _, game) in games.iter().take(most) {
            let place = reached.binary_search_by_key(&game, |&(id, _)| id);
            let is_mirrored = place.is_ok_and(|place| reached[place].1);
            first.games.push(told(archive, sought, (game, standing, date, is_mirrored))?);
        }
    }
    first.count = counted.len() as u64;
    Ok(first)
}

/// The games that come there, by id.
fn reached(archive: &Archive, sieve: &Sieve<'_>, sought: &Sought) -> Result<Vec<Reached>> {
    let Some(position) = &sought.position else {
        sieve.expect(archive.facts.last_id() as usize);
        let ids = 1..=archive.facts.last_id();
        return Ok(ids.filter(|&id| fits(sieve, id)).map(|id| (id, false)).collect());
    };
    let other = sought.mv.filter(|_| position.is_symmetric()).map(Move::mirror);
    let plays = |hit: &Hit| sought.mv.is_none() || hit.mv == sought.mv || hit.mv == other;
    let hits = hits(archive, position, sought.mirroring, sought.variations)?;
    sieve.expect(hits.len());
    let mut reached: Vec<Reached> = Vec::new();
    for game in hits.chunk_by(|a, b| a.game == b.game) {
        let mut playing = game.iter().filter(|hit| plays(hit)).peekable();
        if playing.peek().is_some() && fits(sieve, game[0].game) {
            reached.push((game[0].game, playing.all(|hit| hit.is_mirrored)));
        }
    }
    Ok(reached)
}

/// Whether a game is in question. One that would fit with a date has none, and is told of.
fn fits(sieve: &Sieve<'_>, game: u32) -> bool {
    sieve.sift(game) != Sifted::Falls
}

/// Date, the first half of the key, id.
type Dated = (PackedDate, u32, u32);

/// Games by their standing.
#[derive(Default)]
struct Sorted {
    games: [Vec<Dated>; 6],
    doubtful_later: u64,
}

impl Sorted {
    fn of(archive: &Archive, games: &[u32], kinds: &[Kind]) -> Sorted {
        let (mut played, mut others, mut doubtful, mut undated) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (id, fact) in games.iter().filter_map(|&id| Some((id, archive.facts.get(id)?))) {
            let is_wanted =
                fact.kind().is_some_and(|kind| kinds.is_empty() || kinds.contains(&kind));
            if !fact.date.is_unknown() {
                let games = if is_wanted { &mut played } else { &mut others };
                games.push((fact.date, fact.key, id));
            } else if is_wanted {
                match archive.facts.doubted_date(id) {
                    Some(date) => doubtful.push((date, fact.key, id)),
                    None => undated.push((fact.date, fact.key, id)),
                }
            }
        }
        // By then somebody had surely done it.
        let by = played.iter().map(|&(date, ..)| date.latest()).min();
        let by = by.unwrap_or(PackedDate::NEVER);
        let (early, later): (Vec<Dated>, Vec<Dated>) =
            played.into_iter().partition(|&(date, ..)| date <= by);
        let next = later.iter().map(|&(date, ..)| date).min();
        let runners_up = later.into_iter().filter(|&(date, ..)| Some(date) == next).collect();
        others.retain(|&(date, ..)| date <= by);
        let in_doubt = doubtful.len();
        doubtful.retain(|&(date, ..)| date <= by);
        let doubtful_later = (in_doubt - doubtful.len()) as u64;
        let (sure, unsure) = match early.len() {
            1 => (early, Vec::new()),
            _ => (Vec::new(), early),
        };
        Sorted { games: [sure, unsure, runners_up, doubtful, others, undated], doubtful_later }
    }
}

/// Sorts games by date and key.
fn put_in_order(archive: &Archive, games: &mut [Dated]) -> Result<()> {
    games.sort_unstable();
    for equal in games.chunk_by_mut(|a, b| (a.0, a.1) == (b.0, b.1)).filter(|equal| equal.len() > 1)
    {
        let key = |&game: &Dated| Ok((archive.snapshot().game_key(game.2)?, game));
        let mut keyed = equal.iter().map(key).collect::<Result<Vec<_>>>()?;
        keyed.sort();
        equal.iter_mut().zip(keyed).for_each(|(slot, (_, game))| *slot = game);
    }
    Ok(())
}

/// All that is told of a game.
fn told(
    archive: &Archive,
    sought: &Sought,
    (game, standing, date, is_mirrored): (u32, Standing, PackedDate, bool),
) -> Result<FirstGame> {
    let mut ply = None;
    archive.effective().game_line(archive.snapshot(), game, &mut |line| {
        ply = place_of(&line, sought)?;
        Ok(())
    })?;
    let said = archive.snapshot().doubts(game)?;
    let doubts = said.into_iter().filter(|doubt| doubt.field == "Date").map(|doubt| doubt.says);
    Ok(FirstGame {
        game,
        standing,
        date,
        is_mirrored,
        ply,
        other_dates: other_dates(archive, game, date)?,
        doubts: doubts.collect(),
    })
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

/// After how many plies of a main line the position stands, or the move is played.
fn place_of(line: &GameLine<'_>, sought: &Sought) -> Result<Option<u32>> {
    let Some(wanted) = &sought.position else { return Ok(None) };
    let images = match sought.mirroring {
        Mirroring::Any => vec![(wanted.clone(), sought.mv), mirrored(wanted, sought.mv)],
        Mirroring::Exact => vec![(wanted.clone(), sought.mv)],
    };
    let mut position = line.start_position()?;
    for (ply, mv) in (0..).zip(line.played()?.into_iter().map(Some).chain([None])) {
        for (image, wanted_move) in &images {
            let is_other = image.is_symmetric() && wanted_move.map(Move::mirror) == mv;
            if position == *image {
                match wanted_move {
                    None => return Ok(Some(ply)),
                    Some(_) if *wanted_move == mv || is_other => return Ok(Some(ply + 1)),
                    Some(_) => {}
                }
            }
        }
        if let Some(mv) = mv {
            position.play_unchecked(mv);
        }
    }
    Ok(None)
}

fn mirrored(position: &Position, mv: Option<Move>) -> (Position, Option<Move>) {
    (position.mirror(), mv.map(Move::mirror))
}
