//! The life of a line or a position: how often it was played, by whom and with what success, from
//! year to year.

use super::spans::Span;
use crate::search::{Archive, Counter, Sample, Teller};
use crate::store::Result;
use std::collections::BTreeMap;

/// The games of a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// The first year.
    pub first: u16,
    /// The last year.
    pub last: u16,
    /// The games.
    pub sample: Sample,
}

/// Games by period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Life {
    /// The periods in which there are games, the earliest first.
    pub periods: Vec<Period>,
    /// Games of which no year is known.
    pub undated: Sample,
    /// All of them together.
    pub all: Sample,
}

/// Counts these games by the years in which they were played.
///
/// # Errors
/// When the database cannot be read.
pub fn life(archive: &Archive, games: &[u32], span: Span) -> Result<Life> {
    let (mut all, mut undated) = (Counter::default(), Counter::default());
    let mut periods: BTreeMap<u16, Counter> = BTreeMap::new();
    for fact in games.iter().filter_map(|&id| archive.facts.get(id)) {
        all.add(fact);
        let period = fact.year().map(|year| periods.entry(span.first(year)).or_default());
        period.unwrap_or(&mut undated).add(fact);
    }
    let names = archive.folded_names()?;
    let mut teller = Teller::new(&names);
    let periods = periods.into_iter().map(|(first, counter)| Period {
        first,
        last: first + (span.years() - 1),
        sample: counter.sample(&mut teller),
    });
    let periods = periods.collect();
    Ok(Life { periods, undated: undated.sample(&mut teller), all: all.sample(&mut teller) })
}
