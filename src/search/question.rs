//! What games are wanted, and what was found.

use super::filter::Matcher;
use super::order::Order;
use super::postings::Mirroring;
use crate::query::PartialBoard as Pattern;
use crate::store::Unit;
use crate::xiangqi::{Move, Position};
use std::ops::Range;

/// What games are wanted.
#[derive(Debug, Clone)]
pub struct Query {
    /// They come to this position.
    pub position: Option<Position>,
    /// They begin with these moves from this start, literally.
    pub line: Option<(Position, Vec<Move>)>,
    /// They show each of these anywhere.
    pub contains: Vec<Pattern>,
    /// Whether mirror images count, for each of these by itself.
    pub mirroring: Mirroring,
    /// Look into variations, too.
    pub variations: bool,
    /// Conditions on the games.
    pub matcher: Matcher,
    /// Their order.
    pub order: Order,
    /// Which of them to name: places in the order, 0-based. All are counted.
    pub places: Range<usize>,
}

impl Query {
    /// All games that fit, the oldest first.
    pub fn new(matcher: Matcher) -> Query {
        Query {
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
        let Query { position, line, contains, matcher, .. } = self;
        let is_anywhere = position.is_none() && line.is_none() && contains.is_empty();
        is_anywhere && matcher.clone().counting(Unit::Games).asks_only_for(&[])
    }
}

/// The games found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// How many there are; at least so many if it is cut.
    pub count: u64,
    /// Not all games were looked at: there were enough before.
    pub is_cut: bool,
    /// Those at the places that were asked for, in order: `game.id`.
    pub games: Vec<u32>,
    /// How many of all have the mirror image only.
    pub mirrored: u64,
    /// How many lines more there are that do not count: copies of games that do.
    pub copies: u64,
    /// How many would fit but have no date, when a date was asked for.
    pub undated: u64,
    /// The first of those by id, at most [`Found::UNDATED`].
    pub some_undated: Vec<u32>,
}

impl Found {
    /// So many games without a date are named.
    pub const UNDATED: usize = 5;

    /// Counts a game that would fit if it had a date.
    pub(super) fn add_undated(&mut self, id: u32) {
        self.undated += 1;
        if self.some_undated.len() < Found::UNDATED {
            self.some_undated.push(id);
        }
    }
}
