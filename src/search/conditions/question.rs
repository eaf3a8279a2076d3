//! Searches and their results; only the games that are shown are put in order.

use super::filter::{Matcher, Purpose};
use crate::metadata::{GameResult, named};
use crate::query::PartialBoard;
use crate::search::archive::postings::Mirroring;
use crate::search::archive::{Archive, SoundOrder};
use crate::store::{Connection, CountUnit, Fact, Result};
use crate::xiangqi::{Move, Position};
use std::ops::Range;

/// A search for games, and their order.
#[derive(Debug, Clone)]
pub struct SearchQuery {
    /// Position that games must reach.
    pub position: Option<Position>,
    /// Start and moves with which games must begin.
    pub line: Option<(Position, Vec<Move>)>,
    /// Partial boards that games must show, each anywhere.
    pub contains: Vec<PartialBoard>,
    /// Whether mirror images count, for each of these conditions separately.
    pub mirroring: Mirroring,
    /// Whether variations are searched.
    pub variations: bool,
    /// Conditions on the games.
    pub matcher: Matcher,
    /// Order of the games.
    pub order: Order,
    /// Places to return, 0-based, in the order; all games are counted.
    pub places: Range<usize>,
}

impl SearchQuery {
    /// A search for all games that fit, the oldest first.
    pub fn new(matcher: Matcher) -> SearchQuery {
        SearchQuery {
            position: None,
            line: None,
            contains: Vec::new(),
            mirroring: Mirroring::Any,
            variations: false,
            matcher,
            order: Order::Date,
            places: 0..usize::MAX,
        }
    }

    /// Whether every game fits, whatever the unit.
    #[must_use]
    pub fn asks_for_nothing(&self) -> bool {
        let SearchQuery { position, line, contains, matcher, .. } = self;
        let is_anywhere = position.is_none() && line.is_none() && contains.is_empty();
        is_anywhere && matcher.clone().counting(CountUnit::Games).is_usual(Purpose::Lists)
    }
}

/// Result of a search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// Number of games; more may exist if `is_cut`.
    pub count: u64,
    /// Whether the search ended early with enough games.
    pub is_cut: bool,
    /// `game.id`s at the requested places, in order.
    pub games: Vec<u32>,
    /// Number of counted manuals, studies, handicap games and others not between two players.
    pub others: u64,
    /// Number of counted games with only the mirror image.
    pub mirrored: u64,
    /// Number of lines not counted, as copies of counted games.
    pub copies: u64,
    /// Number of games that fit except for a missing date.
    pub undated: u64,
    /// The first undated games by id, at most [`Found::UNDATED`].
    pub some_undated: Vec<u32>,
    /// Number of games of programs that fit but are excluded from statistics.
    pub programs: u64,
}

impl Found {
    /// Largest number of undated games that are listed.
    pub const UNDATED: usize = 5;

    /// Counts a game that fits except for a missing date.
    pub(crate) fn add_undated(&mut self, id: u32) {
        self.undated += 1;
        if self.some_undated.len() < Found::UNDATED {
            self.some_undated.push(id);
        }
    }
}

named! {
    /// Orders of games; equal games are ordered by key.
    pub enum Order {
        /// Oldest first, undated last.
        Date = "date",
        /// Newest first, undated last.
        Newest = "newest",
        /// By key alone.
        Key = "key",
        /// Longest first.
        Plies = "plies",
        /// By the sound of Red's name, unnamed last.
        Red = "red",
        /// By the sound of Black's name, unnamed last.
        Black = "black",
        /// Red's wins, draws, Black's wins, unknown.
        Result = "result",
        /// By the code of the opening, games without one last.
        Opening = "opening",
        /// By the sound of the event's name, unnamed last.
        Event = "event",
        /// By the sound of the title, untitled last.
        Title = "title",
    }
}

impl Order {
    /// Orders for which the first games of common positions are remembered.
    pub(crate) const REMEMBERED: [Order; 4] =
        [Order::Date, Order::Newest, Order::Key, Order::Plies];
}

/// An order, with the ranks of names if it needs them.
#[derive(Debug, Clone)]
pub(crate) struct Ranking<'a> {
    order: Order,
    /// Rank of each name by its id, or of each game's title by the id of the game.
    places: &'a [u32],
}

impl<'a> Ranking<'a> {
    /// An order that facts alone determine.
    pub(crate) fn of_facts(order: Order) -> Ranking<'a> {
        Ranking { order, places: &[] }
    }

    /// An order of an archive's games.
    pub(crate) fn of(archive: &'a Archive, order: Order) -> Result<Ranking<'a>> {
        let places = match order {
            Order::Red | Order::Black => archive.by_sound(SoundOrder::Players)?,
            Order::Event => archive.by_sound(SoundOrder::Events)?,
            Order::Title => archive.by_sound(SoundOrder::Titles)?,
            _ => &[],
        };
        Ok(Ranking { order, places })
    }

    /// A number that sorts games in this order: the order's criterion, then the first half of the
    /// key, 30 bits.
    fn rank(&self, id: u32, fact: &Fact) -> u64 {
        let place = |id: u32| self.places.get(id as usize).copied().unwrap_or(u32::MAX);
        let first = match self.order {
            Order::Date | Order::Newest if fact.date.is_unknown() => u32::MAX,
            Order::Date => fact.date.sorting(),
            Order::Newest => (u32::MAX - 1).saturating_sub(fact.date.sorting()),
            Order::Key => 0,
            Order::Plies => u32::from(u16::MAX - fact.plies),
            Order::Red => place(fact.red),
            Order::Black => place(fact.black),
            Order::Event => place(fact.event),
            Order::Title => place(id),
            Order::Opening => u32::from(fact.opening).wrapping_sub(1),
            Order::Result => match fact.result() {
                GameResult::RedWins => 0,
                GameResult::Draw => 1,
                GameResult::BlackWins => 2,
                GameResult::Unknown => 3,
            },
        };
        u64::from(first) << 30 | u64::from(fact.key)
    }
}

/// Selects the first games of many in an order, without sorting the others.
pub(crate) struct TopGames<'a> {
    ranking: Ranking<'a>,
    wanted: usize,
    /// Rank and id of games, unsorted.
    games: Vec<(u64, u32)>,
    /// Largest rank that can be among the first.
    limit: u64,
    /// Number of collected games at which the games beyond the limit are dropped.
    full: usize,
}

impl<'a> TopGames<'a> {
    /// Selects the first `wanted` games.
    pub(crate) fn new(ranking: Ranking<'a>, wanted: usize) -> TopGames<'a> {
        TopGames { ranking, wanted, games: Vec::new(), limit: u64::MAX, full: room(wanted) }
    }

    /// Adds a game.
    #[inline]
    pub(crate) fn push(&mut self, id: u32, fact: &Fact) {
        let rank = self.ranking.rank(id, fact);
        if rank > self.limit {
            return;
        }
        self.games.push((rank, id));
        if self.games.len() >= self.full {
            self.shrink();
        }
    }

    /// Number of games collected and not taken.
    pub(crate) fn len(&self) -> usize {
        self.games.len()
    }

    /// Takes the first `count` games and those with the rank of the last one, unsorted.
    pub(crate) fn split_off(&mut self, count: usize) -> Vec<u32> {
        let mut limit = u64::MAX;
        if (1..self.games.len()).contains(&count) {
            let (_, &mut (rank, _), _) = self.games.select_nth_unstable(count - 1);
            limit = rank;
        }
        let taken = self.games.extract_if(.., |(rank, _)| *rank <= limit);
        taken.map(|(_, id)| id).collect()
    }

    /// Keeps the first games and those with the rank of the last one.
    fn shrink(&mut self) {
        if let Some(last) = self.wanted.checked_sub(1) {
            let (_, &mut (limit, _), _) = self.games.select_nth_unstable(last);
            self.limit = limit;
            self.games.retain(|&(rank, _)| rank <= limit);
        } else {
            self.games.clear();
        }
        self.full = room(self.games.len());
    }

    /// Games at these places, 0-based, of the order; games of equal rank are ordered by their whole
    /// keys, which are read.
    pub(crate) fn at(mut self, conn: &Connection, places: Range<usize>) -> Result<Vec<u32>> {
        if self.games.len() > self.wanted && self.wanted > 0 {
            self.shrink();
        }
        self.games.sort_unstable();
        let end = places.end.min(self.games.len());
        let mut before = 0;
        for equal in self.games.chunk_by_mut(|a, b| a.0 == b.0) {
            let here = before..before + equal.len();
            before = here.end;
            if here.len() < 2 || here.end <= places.start || here.start >= end {
                continue;
            }
            sort_by_whole_key(conn, equal, |&(_, id)| id)?;
        }
        let shown = self.games.get(places.start..end).unwrap_or_default();
        Ok(shown.iter().map(|&(_, id)| id).collect())
    }
}

/// Sorts games of equal rank by their whole keys.
pub(crate) fn sort_by_whole_key<T: Copy + Ord>(
    conn: &Connection,
    games: &mut [T],
    id: impl Fn(&T) -> u32,
) -> Result<()> {
    let keyed = games.iter().map(|game| Ok((conn.game_key(id(game))?, *game)));
    let mut keyed = keyed.collect::<Result<Vec<_>>>()?;
    keyed.sort();
    games.iter_mut().zip(keyed).for_each(|(slot, (_, game))| *slot = game);
    Ok(())
}

/// Number of games at which to drop some: large enough that each game is moved only a few times.
fn room(kept: usize) -> usize {
    kept.saturating_mul(2).max(1024)
}
