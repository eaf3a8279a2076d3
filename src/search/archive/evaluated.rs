//! Scores and clocks that programs wrote into the comments of games. Most games have none: which do
//! is looked up once, when somebody first asks.

use super::Archive;
use super::ids::IdSet;
use crate::replay::{LineEvaluations, NodeEvaluation};
use crate::store::{Connection, Result};
use std::sync::Arc;

/// The games with scores or clocks in comments.
#[derive(Debug, Clone)]
pub struct EvaluatedGames(Arc<IdSet>);

impl EvaluatedGames {
    /// Whether a witness of the game has any.
    pub fn contains(&self, game: u32) -> bool {
        self.0.contains(game)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The scores and clocks of the main line of a game, by ply.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn line(&self, conn: &Connection, game: u32) -> Result<LineEvaluations> {
        match self.contains(game) {
            true => Ok(LineEvaluations::of_main_line(&conn.evaluations(game)?)),
            false => Ok(LineEvaluations::default()),
        }
    }
}

impl Archive {
    /// The games with scores or clocks in comments.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn evaluated_games(&self) -> Result<&EvaluatedGames> {
        super::once(&self.known.evaluated, || {
            let games = self.snapshot().evaluated_games()?;
            Ok(EvaluatedGames(Arc::new(games)))
        })
    }

    /// The scores and clocks of a game, by node; none for most games.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn evaluations(&self, game: u32) -> Result<Vec<NodeEvaluation>> {
        match self.evaluated_games()?.contains(game) {
            true => self.snapshot().evaluations(game),
            false => Ok(Vec::new()),
        }
    }
}
