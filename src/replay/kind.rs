//! Decides what sort of record it is; see [`Kind`] for the rule.

use crate::metadata::{Bearing, Kind, KindHint, KindReason};
use crate::xiangqi::{Board, PieceKind, Position, Side};

/// What the kind of a record is decided by.
#[derive(Debug, Clone, Copy, Default)]
pub struct Signs<'a> {
    /// Where it begins; `None` is the standard start with Red to move.
    pub start: Option<&'a Position>,
    /// The length of its main line.
    pub plies: u32,
    /// What the file says.
    pub hint: Option<KindHint>,
    /// How many of the two players are named.
    pub players: u8,
    /// A result is known.
    pub has_result: bool,
    /// It has variations.
    pub has_variations: bool,
    /// What its headings tell.
    pub bearing: Bearing,
}

/// Decides the kind, and says why; see [`Kind`] for the rule.
pub fn kind_of(signs: &Signs<'_>) -> (Kind, KindReason) {
    let Signs { start, plies, hint, players, has_result, has_variations, bearing } = *signs;
    let Some(start) = start else {
        return match (hint, players, bearing) {
            (Some(KindHint::Opening), ..) => (Kind::Opening, KindReason::File),
            (_, 0, _) if !has_result => (Kind::Opening, KindReason::NothingNamed),
            (_, 0, Bearing::Manual) => (Kind::Opening, KindReason::Manual),
            (_, 0, Bearing::Silent) if has_variations => (Kind::Opening, KindReason::Variations),
            _ => (Kind::Game, KindReason::Standard),
        };
    };
    if plies == 0 {
        return (Kind::Position, KindReason::NoMoves);
    }
    if *start.board() == Board::start() {
        return (Kind::Game, KindReason::Standard);
    }
    if is_handicap(start) {
        return (Kind::Handicap, KindReason::Odds);
    }
    match hint {
        Some(KindHint::Composed) => (Kind::Composed, KindReason::File),
        Some(KindHint::Endgame) => (Kind::Endgame, KindReason::File),
        _ if players == 2 => (Kind::Endgame, KindReason::SetUpPlayed),
        _ => (Kind::Composed, KindReason::SetUp),
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
        let kind = |start, plies, hint, named: bool, has_result| {
            let players = if named { 2 } else { 0 };
            kind_of(&Signs { start, plies, hint, players, has_result, ..Signs::default() }).0
        };
        assert_eq!(kind(None, 30, None, true, true), Kind::Game);
        assert_eq!(kind(None, 30, None, false, false), Kind::Opening);
        assert_eq!(kind(None, 30, Some(KindHint::Opening), true, true), Kind::Opening);
        assert_eq!(kind(Some(&odds), 30, None, true, true), Kind::Handicap);
        assert_eq!(kind(Some(&problem), 5, None, false, true), Kind::Composed);
        assert_eq!(kind(Some(&problem), 5, None, true, true), Kind::Endgame);
        assert_eq!(kind(Some(&problem), 5, Some(KindHint::Composed), true, true), Kind::Composed);
        assert_eq!(kind(Some(&problem), 0, None, false, false), Kind::Position);
    }

    #[test]
    fn a_page_of_a_manual_is_no_game() {
        let page = Signs { plies: 30, has_result: true, ..Signs::default() };
        let kind = |signs: Signs<'_>| kind_of(&signs);
        let manual = Signs { bearing: Bearing::Manual, ..page };
        assert_eq!(kind(manual), (Kind::Opening, KindReason::Manual));
        assert_eq!(kind(page), (Kind::Game, KindReason::Standard));
        let tree = Signs { has_variations: true, ..page };
        assert_eq!(kind(tree), (Kind::Opening, KindReason::Variations));
        // A game that a book quotes stays one.
        let quoted = Signs { bearing: Bearing::Play, has_variations: true, ..page };
        assert_eq!(kind(quoted), (Kind::Game, KindReason::Standard));
        let named = Signs { players: 2, ..manual };
        assert_eq!(kind(named), (Kind::Game, KindReason::Standard));
    }
}
