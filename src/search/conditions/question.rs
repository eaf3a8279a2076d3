//! Which games are wanted, in which order, and what was found. Only as many games are put in order
//! as are shown.

use super::filter::{Matcher, Purpose};
use crate::metadata::{GameResult, named};
use crate::query::PartialBoard;
use crate::search::archive::postings::Mirroring;
use crate::search::archive::{Archive, SoundOrder};
use crate::store::{Connection, CountUnit, Fact, Result};
use crate::xiangqi::{Move, Position};
use std::ops::Range;

/// A search: which games are wanted, and in which order.
#[derive(Debug, Clone)]
pub struct SearchQuery {
    /// The games come to this position.
    pub position: Option<Position>,
    /// The games begin with these moves from this start, literally.
    pub line: Option<(Position, Vec<Move>)>,
    /// The games show each of these partial boards anywhere.
    pub contains: Vec<PartialBoard>,
    /// Whether mirror images count, for each of these by itself.
    pub mirroring: Mirroring,
    /// Look into variations, too.
    pub variations: bool,
    /// Conditions on the games.
    pub matcher: Matcher,
    /// The order of the games.
    pub order: Order,
    /// Which of them to name: places in the order, 0-based. All are counted.
    pub places: Range<usize>,
}

impl SearchQuery {
    /// All games that fit, the oldest first.
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

    /// Whether it asks for every game, whatever is counted.
    #[must_use]
    pub fn asks_for_nothing(&self) -> bool {
        let SearchQuery { position, line, contains, matcher, .. } = self;
        let is_anywhere = position.is_none() && line.is_none() && contains.is_empty();
        is_anywhere && matcher.clone().counting(CountUnit::Games).is_usual(Purpose::Lists)
    }
}

/// The games found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// Number of games; there may be more if the list is cut.
    pub count: u64,
    /// Not all games were looked at: there were enough before.
    pub is_cut: bool,
    /// The games at the places that were asked for, in order: `game.id`.
    pub games: Vec<u32>,
    /// How many of all are no games between two players: manuals, studies, handicaps.
    pub others: u64,
    /// How many of all have the mirror image only.
    pub mirrored: u64,
    /// How many lines more there are that do not count: copies of games that do.
    pub copies: u64,
    /// Number of games that fit but for a missing date, when a date was asked for.
    pub undated: u64,
    /// The first of those by id, at most [`Found::UNDATED`].
    pub some_undated: Vec<u32>,
    /// Number of games of programs that fit, where statistics leave these out.
    pub programs: u64,
}

impl Found {
    /// Number of games without a date that are named.
    pub const UNDATED: usize = 5;

    /// Counts a game that would fit if it had a date.
    pub(crate) fn add_undated(&mut self, id: u32) {
        self.undated += 1;
        if self.some_undated.len() < Found::UNDATED {
            self.some_undated.push(id);
        }
    }
}

named! {
    /// Orders of games; equal ones by key.
    pub enum Order {
        /// Oldest first, undated last.
        Date = "date",
        /// Newest first, undated last.
        Newest = "newest",
        /// By key alone.
        Key = "key",
        /// Longest first.
        Plies = "plies",
        /// By the sound of Red's name, nameless last.
        Red = "red",
        /// By the sound of Black's name, nameless last.
        Black = "black",
        /// Won by Red, drawn, won by Black, unknown.
        Result = "result",
        /// By the code of the opening, others last.
        Opening = "opening",
        /// By the sound of the event's name, nameless last.
        Event = "event",
        /// By the sound of the title, untitled last.
        Title = "title",
    }
}

impl Order {
    /// The orders in which the first games of common positions are remembered.
    pub(crate) const REMEMBERED: [Order; 4] =
        [Order::Date, Order::Newest, Order::Key, Order::Plies];
}

/// An order, and the names that it goes by.
#[derive(Debug, Clone)]
pub(crate) struct Ranking<'a> {
    order: Order,
    /// At which place each name stands, by its id; or each game's title, by the game's.
    places: &'a [u32],
}

impl<'a> Ranking<'a> {
    /// An order that facts alone decide.
    pub(crate) fn of_facts(order: Order) -> Ranking<'a> {
        Ranking { order, places: &[] }
    }

    /// Any order of an archive's games.
    pub(crate) fn of(archive: &'a Archive, order: Order) -> Result<Ranking<'a>> {
        let places = match order {
            Order::Red | Order::Black => archive.by_sound(SoundOrder::Players)?,
            Order::Event => archive.by_sound(SoundOrder::Events)?,
            Order::Title => archive.by_sound(SoundOrder::Titles)?,
            _ => &[],
        };
        Ok(Ranking { order, places })
    }

    /// A number that sorts like this order as far as facts tell: the order's own criterion, then
    /// the first half of the key, 30 bits.
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

/// The first games of many, in an order, found without sorting the rest.
pub(crate) struct TopGames<'a> {
    ranking: Ranking<'a>,
    wanted: usize,
    /// Rank and id, in no order.
    games: Vec<(u64, u32)>,
    /// Nothing beyond this rank can be among the first.
    limit: u64,
    /// The number of games at which those beyond the limit are thrown away.
    full: usize,
}

impl<'a> TopGames<'a> {
    /// Collects the first `wanted` games.
    pub(crate) fn new(ranking: Ranking<'a>, wanted: usize) -> TopGames<'a> {
        TopGames { ranking, wanted, games: Vec::new(), limit: u64::MAX, full: room(wanted) }
    }

    /// Another game.
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

    /// How many games were collected and not taken.
    pub(crate) fn len(&self) -> usize {
        self.games.len()
    }

    /// Takes the first `count` games and all that facts cannot tell from the last of them, in no
    /// order.
    pub(crate) fn split_off(&mut self, count: usize) -> Vec<u32> {
        let mut limit = u64::MAX;
        if (1..self.games.len()).contains(&count) {
            let (_, &mut (rank, _), _) = self.games.select_nth_unstable(count - 1);
            limit = rank;
        }
        let taken = self.games.extract_if(.., |(rank, _)| *rank <= limit);
        taken.map(|(_, id)| id).collect()
    }

    /// Keeps the first games and all that facts cannot tell from the last of them.
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

    /// The games at these places (0-based) of the order; fewer when there are no more.
    ///
    /// # Errors
    /// When the database cannot be read: what facts leave equal is ordered by the whole key.
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

/// Puts games that facts cannot tell apart in the order of their whole keys.
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

/// How many games are collected before they are looked through again: each is then moved a few
/// times at most.
fn room(kept: usize) -> usize {
    kept.saturating_mul(2).max(1024)
}
