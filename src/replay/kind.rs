//! What sort of record is it? Statistics count played games only unless asked otherwise.

use crate::format::KindHint;
use crate::xiangqi::{Board, PieceKind, Position, Side};

/// The kind of a game, stored as its number.
///
/// The rule, start position first:
/// 1. no moves, but a position of its own: [`Kind::Position`];
/// 2. the standard start: [`Kind::Opening`] when the file calls it an opening study, or names no player on either
///    side and no result; else [`Kind::Game`];
/// 3. the standard start less some pieces (both kings there): [`Kind::Handicap`];
/// 4. any other start: [`Kind::Composed`] when the file says so; else [`Kind::Endgame`] when both players are named
///    or the file calls it a middle game or endgame; else [`Kind::Composed`].
#[derive(Debug, Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// A game from the standard start.
    Game = 0,
    /// A game at odds (让子).
    Handicap = 1,
    /// A study of an opening.
    Opening = 2,
    /// A middle game or endgame, from play or for study.
    Endgame = 3,
    /// A composed problem (排局).
    Composed = 4,
    /// A bare position.
    Position = 5,
}

impl Kind {
    /// All kinds in stored order.
    pub const ALL: [Kind; 6] =
        [Kind::Game, Kind::Handicap, Kind::Opening, Kind::Endgame, Kind::Composed, Kind::Position];

    /// The name used in the database and on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::Game => "game",
            Kind::Handicap => "handicap",
            Kind::Opening => "opening",
            Kind::Endgame => "endgame",
            Kind::Composed => "composed",
            Kind::Position => "position",
        }
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// Decides the kind; see [`Kind`] for the rule. `has_players`: both are named; `has_result`: one is known.
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
