//! What is known of a position: the games that come there, and every move that is played.

use super::behind::Behind;
use super::score::{Score, Share};
use crate::xiangqi::{Move, Position};

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

impl Row {
    /// The row for other programs, with the move as `san` in a notation of the caller's choice.
    pub fn to_json(&self, san: &str) -> serde_json::Value {
        let mut value = serde_json::json!({
            "uci": self.mv.to_string(),
            "san": san,
            "games": self.score.all(),
            "reached": self.reached,
            "red": self.score.red,
            "draws": self.score.draw,
            "black": self.score.black,
            "unknown": self.score.unknown,
            "others": self.score.others,
            "mirrored": self.mirrored,
            "firstYear": self.years.map(|(first, _)| first),
            "lastYear": self.years.map(|(_, last)| last),
        });
        self.behind.add_to(&mut value);
        Share::to_json(self.score.share()).into_iter().for_each(|(name, it)| value[name] = it);
        value
    }
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
    /// What is known of the position itself, for other programs; the moves are left out.
    pub fn to_json(&self, position: &Position) -> serde_json::Value {
        let mut value = serde_json::json!({
            "fen": position.to_fen(),
            "games": self.score.all(),
            "red": self.score.red,
            "draws": self.score.draw,
            "black": self.score.black,
            "unknown": self.score.unknown,
            "others": self.score.others,
            "mirrored": self.mirrored,
            "copies": self.copies,
            "ended": self.ended,
            "undated": self.undated,
        });
        self.behind.add_to(&mut value);
        Share::to_json(self.score.share()).into_iter().for_each(|(name, it)| value[name] = it);
        value
    }

    /// Puts the rows in their order.
    pub(super) fn sort(&mut self) {
        self.rows.sort_by_key(|row| (std::cmp::Reverse(row.score.all()), row.mv));
    }
}
