//! Games in the order of a number that their facts have: of their key, their date, a player or the
//! event.
//!
//! Sorting all games takes longer than one scan of the facts, so the first questions scan. Later ones
//! use the games in order, 4 bytes for each, in which a binary search finds those with a number.

use super::ids::IdSet;
use super::{Archive, QuestionCount};
use crate::store::{Fact, Facts};
use std::ops::RangeInclusive;
use std::sync::OnceLock;

/// Number by which games are ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FactOrder {
    /// First half of the key.
    Key,
    /// Bits of the date.
    Date,
    Red,
    Black,
    Event,
}

impl FactOrder {
    /// Number of orders.
    const COUNT: usize = FactOrder::Event as usize + 1;

    #[inline]
    fn number(self, fact: &Fact) -> u32 {
        match self {
            FactOrder::Key => fact.key,
            FactOrder::Date => fact.date.bits(),
            FactOrder::Red => fact.red,
            FactOrder::Black => fact.black,
            FactOrder::Event => fact.event,
        }
    }
}

/// Ids of games by each order, and the questions that needed it.
#[derive(Debug, Default)]
pub(crate) struct GamesInOrder([(QuestionCount, OnceLock<Vec<u32>>); FactOrder::COUNT]);

impl GamesInOrder {
    /// Ids of the existing games by a number, then by id; `None` while questions scan the facts.
    fn by(&self, facts: &Facts, order: FactOrder) -> Option<&[u32]> {
        let (questions, games) = &self.0[order as usize];
        if games.get().is_none() && questions.is_among_first() {
            return None;
        }
        Some(games.get_or_init(|| sorted(facts, order)))
    }

    /// Ids of the games with a number of this range, by number, then by id; `None` while questions
    /// scan the facts.
    pub(crate) fn with_number(
        &self,
        facts: &Facts,
        order: FactOrder,
        numbers: RangeInclusive<u32>,
    ) -> Option<&[u32]> {
        Some(within(facts, (order, self.by(facts, order)?), &numbers))
    }

    /// Ids, ascending, of the games that have one of these numbers in one of the orders; `None` while
    /// questions scan the facts, or if scanning is quicker for so many games.
    pub(crate) fn with_numbers(
        &self,
        facts: &Facts,
        orders: &[FactOrder],
        numbers: &IdSet,
    ) -> Option<Vec<u32>> {
        let most = facts.last_id() as usize / SCANNED;
        if numbers.len() > most / SCANNED {
            return None;
        }
        let mut found: Vec<u32> = Vec::new();
        for &order in orders {
            let games = self.by(facts, order)?;
            for number in numbers.iter() {
                found.extend(within(facts, (order, games), &(number..=number)));
                if found.len() > most {
                    return None;
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        Some(found)
    }
}

impl Archive {
    /// The ids of those players' names that games have.
    pub(crate) fn players_in_games(&self, ids: &IdSet) -> IdSet {
        let facts = self.facts();
        let has = |order, id| {
            let games = self.known.in_order.with_number(facts, order, id..=id);
            games.map(|games| !games.is_empty())
        };
        let has_any = |id| Some((id, has(FactOrder::Red, id)? | has(FactOrder::Black, id)?));
        if let Some(known) = ids.iter().map(has_any).collect::<Option<Vec<(u32, bool)>>>() {
            return known.into_iter().filter(|(_, has)| *has).map(|(id, _)| id).collect();
        }
        ids.iter().filter(|&id| facts.games_of_player(id) > 0).collect()
    }
}

/// Number of games that are scanned in the time in which one is found by its number.
const SCANNED: usize = 8;

fn sorted(facts: &Facts, order: FactOrder) -> Vec<u32> {
    let mut games: Vec<(u32, u32)> =
        facts.alive().map(|(id, fact)| (order.number(fact), id)).collect();
    games.sort_unstable();
    games.into_iter().map(|(_, id)| id).collect()
}

/// The games with a number of this range.
fn within<'g>(
    facts: &Facts,
    (order, games): (FactOrder, &'g [u32]),
    numbers: &RangeInclusive<u32>,
) -> &'g [u32] {
    let number = |id: &u32| facts.get(*id).map_or(u32::MAX, |fact| order.number(fact));
    let first = games.partition_point(|id| number(id) < *numbers.start());
    let last = games.partition_point(|id| number(id) <= *numbers.end());
    &games[first..last]
}
