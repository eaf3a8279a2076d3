//! What is known of a position: the games that come there, and every move that is played.

use super::behind::Behind;
use super::score::Score;
use crate::xiangqi::Move;

/// One move in the explorer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The move on the board that was asked for. In a position that is its own mirror image it
    /// stands for its mirror move, too, and is the commoner of the two.
    pub mv: Move,
    /// Games in which it was played here.
    pub score: Score,
    /// Who played those games, and where.
    pub behind: Behind,
    /// Of those, games that had the mirror image.
    pub mirrored: u64,
    /// Games that come to the resulting position by any way.
    pub reached: u64,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
    /// The earliest dated game, by id.
    pub earliest: Option<u32>,
    /// Where no game is dated: the first of them by key, by id.
    pub undated: Option<u32>,
    /// The latest dated games, newest first, by id.
    pub latest: Vec<u32>,
}

/// What is known of a position.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explored {
    /// The games that come here, each counted once. Rows may sum to more: a game can come here
    /// twice and go on differently.
    pub score: Score,
    /// Who played those games, and where.
    pub behind: Behind,
    /// Of those, games that had the mirror image only.
    pub mirrored: u64,
    /// Lines that come here and do not count: copies of games that do.
    pub copies: u64,
    /// Games whose line ends here.
    pub ended: u64,
    /// Games that fit but have no date, when a date was asked for.
    pub undated: u64,
    /// Moves, the commonest first; equal ones by name.
    pub rows: Vec<Row>,
}

impl Explored {
    /// Puts the rows in their order.
    pub(super) fn sort(&mut self) {
        self.rows.sort_by_key(|row| (std::cmp::Reverse(row.score.all()), row.mv));
    }
}
