//! Stores the evaluations in the comments of a record as JSON, which every program with SQLite can
//! read.

use crate::metadata::{EngineScore, EvaluationView};
use crate::replay::{NodeEvaluation, Tree};
use crate::store::error::{Error, Result};
use crate::xiangqi::Side;

/// An evaluation in JSON: node, plies before it, 1 in a variation, centipawns, depth, seconds
/// spent, seconds left, the side for which the source counts.
type Said =
    (i32, u32, u8, Option<i32>, Option<u16>, Option<f64>, Option<f64>, Option<EvaluationView>);

/// JSON of the evaluations in the comments of a tree; `None` without any.
pub(crate) fn said_in(tree: &Tree, first: Side) -> Option<String> {
    if tree.comments.is_empty() {
        return None;
    }
    let seconds = |time: Option<u32>| time.map(|time| f64::from(time) / 1000.0);
    let said = tree.evaluations(first).into_iter().map(|it| -> Said {
        // The node of the start is -1.
        let (node, variation) = (it.node.cast_signed(), u8::from(it.is_variation));
        let (spent, clock) = (seconds(it.spent), seconds(it.clock));
        (node, it.ply, variation, it.eval, it.depth, spent, clock, it.view)
    });
    let said: Vec<Said> = said.collect();
    (!said.is_empty()).then(|| serde_json::to_string(&said).expect("plain data always serialises"))
}

/// Reads stored evaluations.
pub(crate) fn read(said: &str) -> Result<Vec<NodeEvaluation>> {
    let no_sense = || Error::Damaged("the evaluations of a record make no sense".to_owned());
    let said: Vec<Said> = serde_json::from_str(said).map_err(|_| no_sense())?;
    let milliseconds = |time: Option<f64>| time.map(|time| (time * 1000.0).round() as u32);
    let most = EngineScore::MATE;
    let read = said.into_iter().map(|(node, ply, variation, eval, depth, spent, clock, view)| {
        let eval = eval.map(|eval| eval.clamp(-most, most));
        let (spent, clock) = (milliseconds(spent), milliseconds(clock));
        let (node, is_variation) = (node.cast_unsigned(), variation != 0);
        NodeEvaluation { node, ply, is_variation, eval, depth, spent, clock, view }
    });
    Ok(read.collect())
}
