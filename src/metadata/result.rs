//! How a game ended, as a type.

use crate::xiangqi::Side;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The result as the record has it, from Red's side.
///
/// ```
/// use xqdb::metadata::GameResult;
/// assert_eq!(GameResult::RedWins.to_string(), "1-0");
/// assert_eq!(GameResult::from_name("1/2-1/2"), Some(GameResult::Draw));
/// assert_eq!(GameResult::RedWins.turned(), GameResult::BlackWins);
/// ```
#[derive(
    Debug, Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[repr(u8)]
pub enum GameResult {
    /// `*`
    #[default]
    #[serde(rename = "*")]
    Unknown = 0,
    /// `1-0`
    #[serde(rename = "1-0")]
    RedWins = 1,
    /// `0-1`
    #[serde(rename = "0-1")]
    BlackWins = 2,
    /// `1/2-1/2`
    #[serde(rename = "1/2-1/2")]
    Draw = 3,
}

impl GameResult {
    /// All results in stored order.
    pub const ALL: [GameResult; 4] =
        [GameResult::Unknown, GameResult::RedWins, GameResult::BlackWins, GameResult::Draw];

    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn as_str(self) -> &'static str {
        match self {
            GameResult::Unknown => "*",
            GameResult::RedWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }

    /// The result that [`as_str`](GameResult::as_str) writes so. What people write is read by
    /// [`parse_result`](super::parse_result).
    pub fn from_name(name: &str) -> Option<GameResult> {
        GameResult::ALL.into_iter().find(|result| result.as_str() == name)
    }

    /// The victory of `side`.
    pub const fn win(side: Side) -> GameResult {
        match side {
            Side::Red => GameResult::RedWins,
            Side::Black => GameResult::BlackWins,
        }
    }

    /// The same result told of the other side.
    #[must_use]
    pub const fn turned(self) -> GameResult {
        match self {
            GameResult::RedWins => GameResult::BlackWins,
            GameResult::BlackWins => GameResult::RedWins,
            other => other,
        }
    }

    /// Whether the record says how the game ended.
    pub const fn is_known(self) -> bool {
        !matches!(self, GameResult::Unknown)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
