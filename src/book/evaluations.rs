//! Scores and clocks that the comments of a game hold: beside the moves, and as a curve of one line.

use crate::messages::Lang;
use xqdb::metadata::{EngineScore, EvaluationView};
use xqdb::replay::NodeEvaluation;

/// The text beside a move: the score from Red's side, then the clock of the mover.
pub(crate) fn beside_move(said: &NodeEvaluation) -> String {
    let score = said.eval.map(|eval| EngineScore::of_centipawns(eval).to_string());
    let parts = score.into_iter().chain(said.clock.map(clock));
    parts.collect::<Vec<_>>().join(" ")
}

/// Hours, minutes and seconds; what is less than a second is left out.
fn clock(milliseconds: u32) -> String {
    let seconds = milliseconds / 1000;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The scores of the main line in a sentence; `None` where there is none.
pub(super) fn in_brief(lang: Lang, said: &[NodeEvaluation], plies: usize) -> Option<String> {
    let main: Vec<&NodeEvaluation> =
        said.iter().filter(|it| !it.is_variation && it.eval.is_some()).collect();
    let last = EngineScore::of_centipawns(main.last()?.eval?).to_string();
    let told = lang.game_evaluated(&curve(&main, plies), &last, main.len() as u64);
    let is_by_mover = main.iter().any(|it| it.view == Some(EvaluationView::Mover));
    Some(if is_by_mover { lang.with_note(&told, &lang.evaluated_for_mover()) } else { told })
}

/// Columns of a curve.
const COLUMNS: usize = 40;
/// The score at which a bar is as high or as low as it can be, in centipawns.
const HIGHEST: i32 = 400;
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A bar for each move, or for each of some stretches of moves that are equally long, by the last
/// score there; a dot where there is none. Bars that are high are good for Red.
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
