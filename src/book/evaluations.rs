//! Scores and clocks in the comments of a game: beside the moves, and as a curve.

use crate::messages::Lang;
use xqdb::metadata::{EngineScore, EvaluationView};
use xqdb::replay::NodeEvaluation;

/// Text beside a move: the score from Red's side, then the clock of the player who moved.
pub(crate) fn beside_move(said: &NodeEvaluation) -> String {
    let score = said.eval.map(|eval| EngineScore::of_centipawns(eval).to_string());
    let parts = score.into_iter().chain(said.clock.map(clock));
    parts.collect::<Vec<_>>().join(" ")
}

/// Clock in hours, minutes and whole seconds.
fn clock(milliseconds: u32) -> String {
    let seconds = milliseconds / 1000;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Sentence on the scores of the main line; `None` if it has none.
pub(super) fn in_brief(lang: Lang, said: &[NodeEvaluation], plies: usize) -> Option<String> {
    let main: Vec<&NodeEvaluation> =
        said.iter().filter(|it| !it.is_variation && it.eval.is_some()).collect();
    let last = EngineScore::of_centipawns(main.last()?.eval?).to_string();
    let text = lang.game_evaluated(&curve(&main, plies), &last, main.len() as u64);
    Some(lang.with_note(&text, &source_of_scores(lang, said)?))
}

/// Sentence on the side for which the comments count the scores of the main line; `None` if it has
/// none.
pub(crate) fn source_of_scores(lang: Lang, said: &[NodeEvaluation]) -> Option<String> {
    let scored = said.iter().filter(|it| !it.is_variation && it.eval.is_some());
    let views: Vec<Option<EvaluationView>> = scored.map(|it| it.view).collect();
    let by_mover = views.iter().filter(|view| **view == Some(EvaluationView::Mover)).count();
    Some(match by_mover {
        _ if views.is_empty() => return None,
        0 => lang.evaluated_for_red(),
        all if all == views.len() => lang.evaluated_for_mover(),
        some => lang.evaluated_for_both(some as u64),
    })
}

/// Largest number of bars of a curve.
const COLUMNS: usize = 40;
/// Score, in centipawns, at which a bar has its greatest or smallest height.
const HIGHEST: i32 = 400;
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Curve with a bar for each move, or for each of several stretches of equal length: its height is
/// the last score there, high if Red is better; a dot means no score.
fn curve(said: &[&NodeEvaluation], plies: usize) -> String {
    let columns = plies.clamp(1, COLUMNS);
    let mut bars = vec!['·'; columns];
    for it in said {
        let ply = (it.ply as usize).clamp(1, plies.max(1));
        let eval = it.eval.unwrap_or_default().clamp(-HIGHEST, HIGHEST);
        let level = (eval + HIGHEST) as usize * BARS.len() / (2 * HIGHEST as usize + 1);
        bars[(ply - 1) * columns / plies.max(1)] = BARS[level];
    }
    bars.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(ply: u32, eval: i32) -> NodeEvaluation {
        let (eval, view) = (Some(eval), Some(EvaluationView::Red));
        let (depth, spent, clock) = (None, None, None);
        NodeEvaluation { node: ply - 1, ply, is_variation: false, eval, depth, spent, clock, view }
    }

    #[test]
    fn a_curve_has_a_bar_for_every_move() {
        let said = [said(1, 0), said(2, 400), said(3, -29_999), said(5, 150)];
        assert_eq!(curve(&said.each_ref(), 6), "▄█▁·▆·");
    }

    #[test]
    fn a_long_game_has_a_bar_for_some_moves() {
        let said: Vec<_> = (1..=200).map(|ply| said(ply, ply as i32 * 4 - 400)).collect();
        let curve = curve(&said.iter().collect::<Vec<_>>(), 200);
        assert_eq!(curve.chars().count(), COLUMNS);
        assert!(curve.starts_with('▁') && curve.ends_with('█'), "{curve}");
    }

    #[test]
    fn clocks_are_shown_in_hours() {
        let clocked = NodeEvaluation { clock: Some(3_725_900), ..said(1, -35) };
        assert_eq!(beside_move(&clocked), "-0.35 1:02:05");
    }
}
