//! How sure a share is.

use crate::search::Score;

/// How many standard deviations hold 95 % of a normal distribution.
const DEVIATIONS: f64 = 1.959_964;

/// Red's share of the points in percent, and the 95 % interval of it by Wilson's score method.
///
/// A draw is half a win. Draws spread less than wins and losses, for which the method is made: the
/// interval is rather too wide than too narrow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// What was scored.
    pub percent: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Share {
    /// The share of a score; none when no result is known. Unknown results are left out.
    ///
    /// ```
    /// use xqdb::search::Score;
    /// use xqdb::study::Share;
    /// let score = Score { red: 6, draw: 2, black: 2, unknown: 5 };
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
