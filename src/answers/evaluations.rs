//! Fields of scores and clocks that programs wrote into comments.

use super::field::FieldKind::{Count, Decimal, Signed, Text};
use super::field::{Answer, Field, answer};
use crate::metadata::EvaluationView;
use crate::replay::NodeEvaluation;
use crate::search::Archive;
use crate::store::Result;
use serde_json::{Value, json};

/// Scores and clocks in the main line of a game, by ply.
pub fn main_line_evaluations(archive: &Archive, game: u32) -> Result<Vec<NodeEvaluation>> {
    let said = archive.evaluations(game)?;
    Ok(said.into_iter().filter(|it| !it.is_variation).collect())
}

/// Fields of a score or clock behind a move of a main line.
#[must_use]
pub fn move_evaluations() -> Answer<NodeEvaluation> {
    answer! { NodeEvaluation, "move-evaluation", "What a program wrote behind a move.";
        "ply", Count, "How many plies were played before.", |it| it.ply => unit("ply");
        "eval", Signed, "The score from Red's side; a mate in n moves is 30000 - n.",
            |it| it.eval => unit("centipawns"), nullable();
        "depth", Count, "How deep the program looked.", |it| it.depth => unit("plies"), nullable();
        "spent", Decimal, "How long the move took.", |it| seconds(it.spent) => unit("seconds"), nullable();
        "clock", Decimal, "What the clock of the mover showed after the move.",
            |it| seconds(it.clock) => unit("seconds"), nullable();
        "counted_for", Text, "From which side the source counts: `red` or `mover`.",
            |it| it.view.map(EvaluationView::as_str) => nullable();
    }
}

/// Milliseconds as seconds, with all decimals; null for `None`.
fn seconds(milliseconds: Option<u32>) -> Option<Value> {
    milliseconds.map(|milliseconds| json!(f64::from(milliseconds) / 1000.0))
}
