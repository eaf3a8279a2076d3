//! A line of moves that somebody typed: what it means from a position, or why it has no one
//! meaning.

use super::identify::{Certainty, understand};
use super::line::tokens;
use super::near::near_readings;
use super::solve::Solution;
use super::system::System;
use super::{Notation, Unreadable};
use crate::xiangqi::{Move, Position};

/// Why typed moves have not one meaning.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TypedError {
    /// They are played differently in several notations.
    #[error("typed moves differ by notation: {0}")]
    SeveralNotations(String),
    /// One move has several meanings.
    #[error("typed move {number}, `{token}`, can mean {readings}")]
    Ambiguous {
        /// As typed.
        token: String,
        /// 1-based.
        number: u64,
        /// The moves, separated by commas.
        readings: String,
    },
    /// Too many ways to play them, up to the move of this 1-based number.
    #[error("typed moves can be played in too many ways at move {0}")]
    TooManyWays(u64),
    /// One move cannot be played.
    #[error("typed move {number}, `{token}`: {why}")]
    Unplayable {
        /// As typed.
        token: String,
        /// 1-based.
        number: u64,
        /// Why not.
        why: Unreadable,
        /// Moves that are spelt nearly so, separated by commas.
        near: String,
        /// Where it was to be played.
        fen: String,
    },
}

/// Reads typed moves; in `notation` where that cannot be found out from them.
///
/// # Errors
/// When they have not one meaning.
///
/// ```
/// use xqdb::notation::{System, typed_moves};
/// use xqdb::xiangqi::Position;
///
/// let moves = typed_moves("C2.5 H8+7", &System::Auto, &Position::start())?;
/// assert_eq!(moves[1].to_string(), "h9g7");
/// assert!(typed_moves("C2.5 R1+9", &System::Auto, &Position::start()).is_err());
/// # Ok::<_, xqdb::notation::TypedError>(())
/// ```
pub fn typed_moves(
    text: &str,
    notation: &System,
    start: &Position,
) -> Result<Vec<Move>, TypedError> {
    let from = match notation {
        System::Row(Notation { is_automatic: true, .. }) => &System::Auto,
        other => other,
    };
    let tokens = tokens(text);
    let found = understand(from, &tokens, start);
    let Some(best) = found.candidates.first() else { return Ok(Vec::new()) };
    Err(match &best.solution {
        Solution::Unique(moves) if found.verdict == Certainty::Decided => return Ok(moves.clone()),
        Solution::Unique(_) => {
            let systems = found.candidates.iter().map(|candidate| candidate.systems.join("|"));
            TypedError::SeveralNotations(systems.collect::<Vec<_>>().join(", "))
        }
        Solution::Several { lines, .. } => {
            let differs = |&ply: &usize| lines.iter().any(|line| line[ply] != lines[0][ply]);
            let ply = (0..tokens.len()).find(differs).unwrap_or(0);
            let mut readings: Vec<String> =
                lines.iter().map(|line| line[ply].to_string()).collect();
            readings.sort();
            readings.dedup();
            TypedError::Ambiguous {
                token: tokens[ply].to_owned(),
                number: ply as u64 + 1,
                readings: readings.join(", "),
            }
        }
        Solution::TooMany { ply } => TypedError::TooManyWays(*ply as u64),
        Solution::None { played, why, .. } => {
            let position = start.after(played);
            let token = tokens[played.len()];
            TypedError::Unplayable {
                token: token.to_owned(),
                number: played.len() as u64 + 1,
                why: *why,
                near: near_spellings(token, &position),
                fen: position.to_fen(),
            }
        }
    })
}

/// The moves that are spelt nearly like a token, as a list.
pub fn near_spellings(token: &str, position: &Position) -> String {
    let near = near_readings(token, position);
    near.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(", ")
}
