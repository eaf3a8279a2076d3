//! Critical moves: moves that lost much according to the scores in a game's comments.
//!
//! No engine is run. If scores are from Red's view, one program scored every position: a move is
//! judged by the scores before and after it. If scores are from the mover's view, each side wrote
//! those of its own program: a move is judged by the score at the move, and the score of the same
//! side at its next move.

use crate::metadata::EvaluationView;
use crate::replay::NodeEvaluation;
use crate::search::{Archive, Watch, in_chunks, in_parallel};
use crate::store::Result;
use crate::xiangqi::Side;
use std::collections::BTreeMap;

/// A move after which its side's score is lower.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CriticalMove {
    /// `game.id`
    pub game: u32,
    /// Ply of the move, 1-based.
    pub ply: u32,
    /// Side that made the move.
    pub side: Side,
    /// Score before the move, from Red's view in centipawns; a mate in n moves is 30000 - n.
    pub before: i32,
    /// Score after the move, in the same unit.
    pub after: i32,
    /// Loss of the side in centipawns, from scores limited to
    /// ±[`MOST_COUNTED`](CriticalMove::MOST_COUNTED).
    pub fall: u32,
}

impl CriticalMove {
    /// Score in centipawns from which a game is won: a slower mate loses nothing.
    pub const MOST_COUNTED: i32 = 1000;

    fn of((game, ply, side): (u32, u32, Side), before: i32, after: i32) -> CriticalMove {
        let most = CriticalMove::MOST_COUNTED;
        let counted = |score: i32| score.clamp(-most, most);
        let fall = match side {
            Side::Red => counted(before) - counted(after),
            Side::Black => counted(after) - counted(before),
        };
        let fall = u32::try_from(fall).unwrap_or(0);
        CriticalMove { game, ply, side, before, after, fall }
    }
}

/// Finds the moves of the games (ids in any order) with a loss of at least `least` centipawns, the
/// greatest loss first, then in the order of the games. Returns
/// [`Stopped`](crate::store::Error::Stopped) when `watch` stops it.
pub fn critical_moves(
    archive: &Archive,
    games: &[u32],
    least: u32,
    watch: &dyn Watch,
) -> Result<Vec<CriticalMove>> {
    let evaluated = archive.evaluated_games()?;
    let games: Vec<u32> = games.iter().copied().filter(|&id| evaluated.contains(id)).collect();
    let chunks: Vec<&[u32]> = in_chunks(&games).collect();
    watch.expect(games.len() as u64);
    let lines = archive.effective();
    let found = in_parallel(archive, chunks.len(), |conn, number| {
        let mut found = Vec::new();
        for &game in chunks[number] {
            watch.go_on()?;
            let mut first = Side::Red;
            lines.game_line(conn, game, &mut |line| {
                first = line.start_position()?.side();
                Ok(())
            })?;
            found.extend(falls(game, first, &conn.evaluations(game)?));
        }
        watch.advance(chunks[number].len() as u64);
        Ok(found)
    })?;
    let mut found: Vec<CriticalMove> = found.into_iter().flatten().collect();
    found.retain(|found| found.fall >= least.max(1));
    // A stable sort keeps the order of the games.
    found.sort_by_key(|found| std::cmp::Reverse(found.fall));
    Ok(found)
}

/// Every move of a main line with a score before and after it.
fn falls(game: u32, first: Side, said: &[NodeEvaluation]) -> Vec<CriticalMove> {
    let scores: BTreeMap<u32, (i32, Option<EvaluationView>)> = said
        .iter()
        .filter(|it| !it.is_variation)
        .filter_map(|it| Some((it.ply, (it.eval?, it.view))))
        .collect();
    let judged = scores.iter().filter_map(|(&ply, &(score, view))| {
        let ply_before = ply.checked_sub(match view {
            Some(EvaluationView::Mover) => 2,
            _ => 1,
        })?;
        let &(before, view_before) = scores.get(&ply_before)?;
        let is_of_mover = view == Some(EvaluationView::Mover);
        // From the mover's view, the score before belongs to an earlier move, which is judged.
        let judged = if is_of_mover { ply_before } else { ply };
        if view_before != view || judged == 0 {
            return None;
        }
        let side = if judged.is_multiple_of(2) { first.other() } else { first };
        Some(CriticalMove::of((game, judged, side), before, score))
    });
    judged.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(ply: u32, eval: i32, view: EvaluationView) -> NodeEvaluation {
        let (depth, spent, clock) = (None, None, None);
        let (node, view) = (ply.wrapping_sub(1), Some(view));
        NodeEvaluation {
            node,
            ply,
            is_variation: false,
            eval: Some(eval),
            depth,
            spent,
            clock,
            view,
        }
    }

    fn found(first: Side, said: &[NodeEvaluation]) -> Vec<(u32, Side, u32)> {
        let mut found = falls(1, first, said);
        found.retain(|found| found.fall > 0);
        found.iter().map(|found| (found.ply, found.side, found.fall)).collect()
    }

    #[test]
    fn a_move_is_judged_by_the_scores_before_and_after_it() {
        let red = |ply, eval| said(ply, eval, EvaluationView::Red);
        let line = [red(0, 20), red(1, 30), red(2, 250), red(3, -50), red(5, 900)];
        let expected = [(2, Side::Black, 220), (3, Side::Red, 300)];
        assert_eq!(found(Side::Red, &line), expected);
        let turned = [(1, Side::Black, 10), (2, Side::Red, 0), (3, Side::Black, 0)];
        assert_eq!(found(Side::Black, &line), turned[..1]);
    }

    #[test]
    fn a_side_is_judged_by_its_own_program() {
        let mover = |ply, eval| said(ply, eval, EvaluationView::Mover);
        // Red's program sees the loss two plies later, Black's at once.
        let line = [mover(1, 10), mover(2, -300), mover(3, -280), mover(4, -310)];
        assert_eq!(found(Side::Red, &line), [(1, Side::Red, 290)]);
        // Scores from different views are not compared.
        assert_eq!(found(Side::Red, &[said(1, 300, EvaluationView::Red), mover(2, 0)]), []);
    }

    #[test]
    fn a_won_game_loses_nothing_by_a_longer_mate() {
        let red = |ply, eval| said(ply, eval, EvaluationView::Red);
        let line = [red(1, 29_997), red(2, 29_997), red(3, 1500), red(4, 1500), red(5, 700)];
        assert_eq!(found(Side::Red, &line), [(5, Side::Red, 300)]);
    }
}
