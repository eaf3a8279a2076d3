//! Decides what sort of record it is; see [`Kind`] for the rule.

use crate::metadata::{Kind, KindHint};
use crate::xiangqi::{Board, PieceKind, Position, Side};

/// Decides the kind; see [`Kind`] for the rule. `has_players`: both are named; `has_result`: one is
/// known.
pub fn kind_of(
    start: Option<&Position>,
    plies: u32,
    hint: Option<KindHint>,
    has_players: bool,
    has_result: bool,
) -> Kind {
    let Some(start) = start else {
        let is_study = hint == Some(KindHint::Opening) || (!has_players && !has_result);
        return if is_study { Kind::Opening } else { Kind::Game };
    };
    if plies == 0 {
        return Kind::Position;
    }
    if *start.board() == Board::start() {
        return Kind::Game;
    }
    if is_handicap(start) {
        return Kind::Handicap;
    }
    match hint {
        Some(KindHint::Composed) => Kind::Composed,
        Some(KindHint::Endgame) => Kind::Endgame,
        _ if has_players => Kind::Endgame,
        _ => Kind::Composed,
    }
}

/// Whether the board is the standard start less some pieces.
fn is_handicap(start: &Position) -> bool {
    let full = Board::start();
    let has_kings = Side::ALL.iter().all(|&side| {
        start.king(side).is_some_and(|square| {
            full.get(square).is_some_and(|piece| piece.kind() == PieceKind::King)
        })
    });
    // An endgame can hold a few pieces on their first squares by chance; odds are never that large.
    has_kings
        && start.board().count() >= 20
        && start.board().pieces().all(|(square, piece)| full.get(square) == Some(piece))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_decides_first() {
        let at = |fen: &str| Position::from_fen(fen).unwrap();
        let odds = at("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAB1R w");
        let problem = at("3k5/9/9/9/9/9/9/9/4R4/4K4 w");
        let kind = kind_of;
        assert_eq!(kind(None, 30, None, true, true), Kind::Game);
        assert_eq!(kind(None, 30, None, false, false), Kind::Opening);
        assert_eq!(kind(None, 30, Some(KindHint::Opening), true, true), Kind::Opening);
        assert_eq!(kind(Some(&odds), 30, None, true, true), Kind::Handicap);
        assert_eq!(kind(Some(&problem), 5, None, false, true), Kind::Composed);
        assert_eq!(kind(Some(&problem), 5, None, true, true), Kind::Endgame);
        assert_eq!(kind(Some(&problem), 5, Some(KindHint::Composed), true, true), Kind::Composed);
        assert_eq!(kind(Some(&problem), 0, None, false, false), Kind::Position);
    }
}
