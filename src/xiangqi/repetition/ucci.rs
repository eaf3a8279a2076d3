//! The rules of the league of UCCI engines, the simplest published reading of the Asian rules.
//!
//! Published by the Xiangqi encyclopaedia with the protocol UCCI (2005, revised 2007), chapter 5.
//! Only the rook, horse or cannon that just moved may chase; pins do not matter; equal pieces,
//! advisors and elephants are never chased. The position must come for the fourth time.

use super::class::{Class, Pieces, Ruling, always_checks, common, moves_of, set_of};
use super::ply::{Attack, Ply, Reach};
use crate::xiangqi::movement::is_across;
use crate::xiangqi::{BySide, PieceKind, Side};

/// The ruling: perpetual check loses to anything else, perpetual chase of one piece to anything but
/// check.
pub(super) fn ruling(plies: &[Ply]) -> Ruling {
    BySide { red: class(plies, Side::Red), black: class(plies, Side::Black) }.ruling()
}

fn class(plies: &[Ply], side: Side) -> Class {
    let moves = moves_of(plies, side);
    if always_checks(plies, side) {
        Class::Check
    } else if moves.clone().all(|ply| !ply.is_check) && common(moves.map(chased)) != 0 {
        Class::Chase
    } else {
        Class::Idle
    }
}

/// The pieces that a move chases.
fn chased(ply: &Ply) -> Pieces {
    let by_mover = ply.attacks.iter().filter(|attack| attack.attacker.square == ply.mv.to);
    set_of(by_mover.filter(|attack| is_chase(attack)).map(|attack| attack.victim))
}

fn is_chase(attack: &Attack) -> bool {
    use PieceKind::{Cannon, Horse, Pawn, Rook};
    let (attacker, victim) = (attack.attacker.piece.kind(), attack.victim.piece);
    // A rook or cannon that moves along a line still attacks what it attacked there.
    let capture = match attack.reach {
        Reach::Gained { after, .. } => after,
        Reach::Kept { after, .. } if attacker == Horse => after,
        _ => return false,
    };
    match (attacker, victim.kind()) {
        (Horse | Cannon, Rook) => true,
        (Horse | Cannon, Horse | Cannon) if attacker == victim.kind() => false,
        (Horse | Cannon | Rook, Horse | Cannon) => !capture.root.is_covered(),
        (Horse | Cannon | Rook, Pawn) => {
            is_across(attack.victim.square, victim.side()) && !capture.root.is_covered()
        }
        _ => false,
    }
}
