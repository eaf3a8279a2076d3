//! Games of a line or a position from period to period: how often it was played, by whom and with
//! what success.

use crate::search::{AllGames, Archive, Growth, Sample, Score, sample, samples_by};
use crate::store::Result;

/// How long a period is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    /// One year.
    Year,
    /// Ten years, the first of which ends in 0.
    Decade,
}

impl Span {
    /// How many years a period has.
    pub const fn years(self) -> u16 {
        match self {
            Span::Year => 1,
            Span::Decade => 10,
        }
    }

    /// The name of the period that begins with a year: `1950`, `1950-1959`.
    pub fn name(self, first: u16) -> String {
        match self {
            Span::Year => first.to_string(),
            Span::Decade => format!("{first}-{}", first + (self.years() - 1)),
        }
    }

    /// The first year of the period in which a year lies.
    pub const fn first(self, year: u16) -> u16 {
        year / self.years() * self.years()
    }
}

/// The games of a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// The first year.
    pub first: u16,
    /// The last year.
    pub last: u16,
    /// The games.
    pub sample: Sample,
    /// How all games of the period ended.
    pub of: Score,
}

/// Games by period.
#[derive(Debug, Clone, PartialEq)]
pub struct Timeline {
    /// The periods in which there are games, the earliest first.
    pub periods: Vec<Period>,
    /// Games of which no year is known.
    pub undated: Sample,
    /// All of them together.
    pub all: Sample,
    /// All games, whether or not they fit.
    pub beside: AllGames,
    /// The change of their share.
    pub growth: Option<Growth>,
}

/// Counts these games by the years in which they were played, beside all games.
pub fn timeline(
    archive: &Archive,
    games: &[u32],
    span: Span,
    beside: AllGames,
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
