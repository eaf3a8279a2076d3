//! Scores and clocks in the comments of games. Most games have none; which games have some is
//! looked up on first use.

use super::Archive;
use super::ids::IdSet;
use crate::replay::{LineEvaluations, NodeEvaluation};
use crate::store::{Connection, Result};
use std::sync::Arc;

/// The games with scores or clocks in comments.
#[derive(Debug, Clone)]
pub struct EvaluatedGames(Arc<IdSet>);

impl EvaluatedGames {
    /// Whether a witness of the game has scores or clocks.
    pub fn contains(&self, game: u32) -> bool {
        self.0.contains(game)
    }

    /// Whether no game has scores or clocks.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Scores and clocks of the main line of a game, by ply.
    pub fn line(&self, conn: &Connection, game: u32) -> Result<LineEvaluations> {
        match self.contains(game) {
            true => Ok(LineEvaluations::of_main_line(&conn.evaluations(game)?)),
            false => Ok(LineEvaluations::default()),
        }
    }
}

impl Archive {
    /// The games with scores or clocks in comments.
    pub fn evaluated_games(&self) -> Result<&EvaluatedGames> {
        super::once(&self.known.evaluated, || {
            let games = self.snapshot().evaluated_games()?;
            Ok(EvaluatedGames(Arc::new(games)))
        })
    }

    /// Scores and clocks of a game, by node; empty for most games.
    pub fn evaluations(&self, game: u32) -> Result<Vec<NodeEvaluation>> {
        match self.evaluated_games()?.contains(game) {
            true => self.snapshot().evaluations(game),
            false => Ok(Vec::new()),
        }
    }
}
