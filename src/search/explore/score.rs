//! Scores and their uncertainty.

use crate::metadata::GameResult;
use crate::store::Fact;
use crate::xiangqi::Side;
use std::ops::AddAssign;

/// Results of a set of games, from Red's side.
///
/// Only games between two players count; manuals, studies, compositions and handicap games are
/// counted in `others`.
#[derive(Debug, Copy, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Score {
    pub red: u64,
    pub draw: u64,
    pub black: u64,
    pub unknown: u64,
    /// Manuals, studies, compositions and handicap games, which do not enter shares.
    #[serde(default)]
    pub others: u64,
}

impl Score {
    /// Number of games between two players.
    pub fn games(&self) -> u64 {
        self.red + self.draw + self.black + self.unknown
    }

    /// Number of games of all kinds.
    pub fn all(&self) -> u64 {
        self.games() + self.others
    }

    /// Red's share of the points with its interval; `None` without known results.
    pub fn share(&self) -> Option<Share> {
        Share::of(self)
    }

    /// The score from Black's side: `red` counts Black's wins.
    #[must_use]
    pub fn turned(self) -> Score {
        Score { red: self.black, black: self.red, ..self }
    }

    /// The score from a side: `red` counts that side's wins.
    #[must_use]
    pub fn seen_by(self, side: Side) -> Score {
        if side == Side::Black { self.turned() } else { self }
    }

    /// Red's share of the points in percent, of games with a known result.
    ///
    /// ```
    /// use xqdb::search::Score;
    /// let score = Score { red: 3, draw: 2, black: 5, unknown: 7, others: 9 };
    /// assert_eq!((score.games(), score.all(), score.percent()), (17, 26, Some(40.0)));
    /// ```
    pub fn percent(&self) -> Option<f64> {
        let known = self.games() - self.unknown;
        (known > 0).then(|| (2 * self.red + self.draw) as f64 * 50.0 / known as f64)
    }

    /// Counts a game.
    pub fn add(&mut self, fact: &Fact) {
        self.add_many(fact, 1);
    }

    /// Counts a game from a side: a win of that side counts as `red`.
    pub fn add_for(&mut self, side: Side, fact: &Fact) {
        let result = fact.result();
        self.count(fact, if side == Side::Black { result.turned() } else { result }, 1);
    }

    /// Counts a game `weight` times.
    #[inline]
    pub(crate) fn add_many(&mut self, fact: &Fact, weight: u64) {
        self.count(fact, fact.result(), weight);
    }

    #[inline]
    fn count(&mut self, fact: &Fact, result: GameResult, count: u64) {
        if !fact.is_game() {
            self.others += count;
            return;
        }
        match result {
            GameResult::RedWins => self.red += count,
            GameResult::Draw => self.draw += count,
            GameResult::BlackWins => self.black += count,
            GameResult::Unknown => self.unknown += count,
        }
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        self.red += other.red;
        self.draw += other.draw;
        self.black += other.black;
        self.unknown += other.unknown;
        self.others += other.others;
    }
}

/// Number of standard deviations to each side of a 95 % interval.
const DEVIATIONS: f64 = 1.959_964;

/// Red's share of the points in percent, with its 95 % interval by Wilson's score method.
///
/// A draw is half a win. Draws vary less than the wins and losses for which the method is made, so
/// the interval is rather too wide.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// Share of the points, in percent.
    pub percent: f64,
    /// Lower end of the interval, in percent.
    pub low: f64,
    /// Upper end of the interval, in percent.
    pub high: f64,
}

impl Share {
    /// Share of `part` in `all` games, in percent, with its interval; `None` if `all` is 0.
    ///
    /// ```
    /// use xqdb::search::Share;
    /// let Share { percent, low, high } = Share::of_part(3, 4).unwrap();
    /// assert_eq!(format!("{percent:.1} {low:.1} {high:.1}"), "75.0 30.1 95.4");
    /// assert_eq!(Share::of_part(0, 0), None);
    /// ```
    pub fn of_part(part: u64, all: u64) -> Option<Share> {
        Share::of(&Score { red: part, black: all.saturating_sub(part), ..Score::default() })
    }

    /// Red's share in a score; `None` without known results. Unknown results are left out.
    ///
    /// ```
    /// use xqdb::search::{Score, Share};
    /// let score = Score { red: 6, draw: 2, black: 2, unknown: 5, others: 3 };
    /// let Share { percent, low, high } = Share::of(&score).unwrap();
    /// assert_eq!(format!("{percent:.1} {low:.1} {high:.1}"), "70.0 39.7 89.2");
    /// assert_eq!(Share::of(&Score { unknown: 3, ..Score::default() }), None);
    /// ```
    pub fn of(score: &Score) -> Option<Share> {
        let games = (score.games() - score.unknown) as f64;
        let share = score.percent()? / 100.0;
        let square = DEVIATIONS * DEVIATIONS;
        let scale = 1.0 + square / games;
        let centre = (share + square / (2.0 * games)) / scale;
        let spread = share * (1.0 - share) / games + square / (4.0 * games * games);
        let half = DEVIATIONS * spread.sqrt() / scale;
        let percent = |share: f64| 100.0 * share.clamp(0.0, 1.0);
        Some(Share {
            percent: percent(share),
            low: percent(centre - half),
            high: percent(centre + half),
        })
    }
}
