//! Games of a period compared with all games of the period: an apparent fashion may be the growth
//! of the archive alone.

use super::score::{Score, Share};
use crate::search::archive::Archive;
use crate::search::archive::duplicates::OnePerGroup;
use crate::search::archive::parallel::fold_games;
use crate::search::conditions::filter::{Filter, Matcher, Sieve, Sifted};
use crate::store::{Fact, Result};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Results of all games by year, of the kinds and ways of playing that a question counts, without
/// its other conditions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AllGames {
    /// Results by year; `None` for games without a known year.
    scores: BTreeMap<Option<u16>, Score>,
}

/// Games of a question in the earlier and the later half of its years, compared with all games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Growth {
    /// First year of the later half.
    pub since: u16,
    /// Number of games in each half.
    pub games: [u64; 2],
    /// Share of all games in each half.
    pub shares: [Share; 2],
}

impl AllGames {
    /// Counts all games for the conditions of a matcher, at the first question in one pass over the
    /// facts.
    pub fn beside(archive: &Archive, matcher: &Matcher) -> Result<Arc<AllGames>> {
        let Filter { kinds, played, unit, purpose, as_stated, .. } = matcher.filter.clone();
        let filter = Filter { kinds, played, unit, purpose, as_stated, ..Filter::default() };
        archive.remembered(&filter, || AllGames::of_filter(archive, filter.clone()))
    }

    fn of_filter(archive: &Archive, filter: Filter) -> Result<AllGames> {
        let matcher = filter.resolve(archive)?;
        let sieve = Sieve::new(archive, &matcher)?;
        sieve.expect(archive.facts().last_id() as usize);
        let mut scores: FxHashMap<Option<u16>, Score> = FxHashMap::default();
        let mut count = |fact: &Fact| scores.entry(fact.year()).or_default().add(fact);
        let mut once = OnePerGroup::new(sieve.duplicates());
        for (id, fact) in archive.facts().alive().filter(|(id, _)| sieve.sift(*id) == Sifted::Fits)
        {
            once.hold(id, fact).into_iter().for_each(&mut count);
        }
        once.release(|_, fact| count(fact));
        Ok(AllGames { scores: scores.into_iter().collect() })
    }

    /// Results of the games of some years.
    #[must_use]
    pub fn of(&self, years: RangeInclusive<u16>) -> Score {
        let years = Some(*years.start())..=Some(*years.end());
        sum(self.scores.range(years).map(|(_, score)| score))
    }

    /// Results of the games without a known year.
    #[must_use]
    pub fn undated(&self) -> Score {
        self.scores.get(&None).copied().unwrap_or_default()
    }

    /// Results of all games.
    #[must_use]
    pub fn together(&self) -> Score {
        sum(self.scores.values())
    }

    /// Compares the two halves of the years of some games; `None` for games of one year, or if a
    /// half has no games in the archive.
    #[must_use]
    pub fn growth(&self, archive: &Archive, games: &[u32]) -> Option<Growth> {
        // Number of games by year.
        let add = |counts: &mut Vec<u64>, _, fact: &Fact| {
            if let Some(year) = fact.year().filter(|_| fact.is_game()) {
                counts.resize(counts.len().max(usize::from(year) + 1), 0);
                counts[usize::from(year)] += 1;
            }
        };
        let mut by_year: BTreeMap<u16, u64> = BTreeMap::new();
        for counts in fold_games(archive.facts(), games, add) {
            for (year, count) in (0..).zip(counts).filter(|(_, count)| *count > 0) {
                *by_year.entry(year).or_default() += count;
            }
        }
        let (&first, _) = by_year.first_key_value()?;
        let (&last, _) = by_year.last_key_value()?;
        if first == last {
            return None;
        }
        let since = first + (last - first).div_ceil(2);
        let halves = [first..=since - 1, since..=last];
        let count = |years: &RangeInclusive<u16>| by_year.range(years.clone()).map(|it| it.1).sum();
        let counts: [u64; 2] = halves.each_ref().map(count);
        let share = |at: usize| Share::of_part(counts[at], self.of(halves[at].clone()).games());
        Some(Growth { since, games: counts, shares: [share(0)?, share(1)?] })
    }
}

impl Growth {
    /// Whether the later half has more games but no surely higher share: the intervals overlap, or
    /// the share is lower. False if the games are all games of the archive.
    #[must_use]
    pub fn is_of_the_archive_alone(&self) -> bool {
        let [before, since] = self.shares;
        let are_all = before.percent.min(since.percent) >= 100.0;
        self.games[1] > self.games[0] && since.low <= before.high && !are_all
    }
}

fn sum<'s>(scores: impl Iterator<Item = &'s Score>) -> Score {
    scores.fold(Score::default(), |mut sum, score| {
        sum += *score;
        sum
    })
}
