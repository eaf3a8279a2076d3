//! Games of a line or a position by period, with players and results.

use crate::search::{AllGames, Archive, Growth, Sample, Score, sample, samples_by};
use crate::store::Result;
use std::sync::Arc;

/// Length of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    /// One year.
    Year,
    /// Ten years, beginning with a year that ends in 0.
    Decade,
}

impl Span {
    /// Number of years of a period.
    pub const fn years(self) -> u16 {
        match self {
            Span::Year => 1,
            Span::Decade => 10,
        }
    }

    /// Name of the period that begins with `first`: `1950`, `1950-1959`.
    pub fn name(self, first: u16) -> String {
        match self {
            Span::Year => first.to_string(),
            Span::Decade => format!("{first}-{}", first + (self.years() - 1)),
        }
    }

    /// First year of the period that contains `year`.
    pub const fn first(self, year: u16) -> u16 {
        year / self.years() * self.years()
    }
}

/// The games of a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// First year.
    pub first: u16,
    /// Last year.
    pub last: u16,
    /// Games that fit.
    pub sample: Sample,
    /// Results of all games of the period, fitting or not.
    pub of: Score,
}

/// Games by period.
#[derive(Debug, Clone, PartialEq)]
pub struct Timeline {
    /// Periods with games, the earliest first.
    pub periods: Vec<Period>,
    /// Games without a known year.
    pub undated: Sample,
    /// All games that fit.
    pub all: Sample,
    /// All games of the archive, for shares.
    pub beside: Arc<AllGames>,
    /// Change of the share of fitting games.
    pub growth: Option<Growth>,
}

/// Counts games by period, with their share of all games.
pub fn timeline(
    archive: &Archive,
    games: &[u32],
    span: Span,
    beside: Arc<AllGames>,
) -> Result<Timeline> {
    let mut timeline = Timeline {
        periods: Vec::new(),
        undated: Sample::default(),
        all: sample(archive, games)?,
        growth: beside.growth(archive, games),
        beside,
    };
    let period = |year| span.first(year);
    for (first, sample) in samples_by(archive, games, |fact| fact.year().map(period))? {
        match first {
            Some(first) => {
                let last = first + (span.years() - 1);
                let of = timeline.beside.of(first..=last);
                timeline.periods.push(Period { first, last, sample, of });
            }
            None => timeline.undated = sample,
        }
    }
    Ok(timeline)
}
