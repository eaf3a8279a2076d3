//! The rules of the Chinese Xiangqi Association, as far as a program can be sure of them.
//!
//! The text of 2020 forbids to attack for ever: checks, threats of mate (杀) and chases of one or
//! several pieces, in any mixture. Whoever attacks with every move must change when the other side
//! does not; perpetual check alone loses in any case. Whether a quiet move threatens mate or wins
//! material by exchanges takes a search that is not made here. So a move counts as an attack or as
//! idle only where that is sure, and a window that hangs on any other move is not judged.

use super::axf::{AttackVerdict, Threat, judge_attack, stood_under_threat};
use super::class::{Ruling, always_checks, moves_of};
use super::ply::{Attack, Ply, Reach};
use crate::xiangqi::movement::is_across;
use crate::xiangqi::{Move, PieceKind, Position, Side};

/// What is sure about the moves of a side.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Conduct {
    PerpetualCheck,
    /// Every move attacks; not all of them check.
    Forbidden,
    /// At least one move attacks nothing.
    Allowed,
    Unsure,
}

/// The ruling where it is sure.
pub(super) fn ruling(plies: &[Ply]) -> Ruling {
    use Conduct::{Allowed, Forbidden, PerpetualCheck, Unsure};
    match (conduct(plies, Side::Red), conduct(plies, Side::Black)) {
        (PerpetualCheck, PerpetualCheck) => Ruling::Draw,
        (PerpetualCheck, _) => Ruling::Loses(Side::Red),
        (_, PerpetualCheck) => Ruling::Loses(Side::Black),
        (Unsure, _) | (_, Unsure) => Ruling::NotJudged,
        (Forbidden, Allowed) => Ruling::Loses(Side::Red),
        (Allowed, Forbidden) => Ruling::Loses(Side::Black),
        (Forbidden, Forbidden) | (Allowed, Allowed) => Ruling::Draw,
    }
}

fn conduct(plies: &[Ply], side: Side) -> Conduct {
    let mut moves = moves_of(plies, side);
    if always_checks(plies, side) {
        Conduct::PerpetualCheck
    } else if moves.clone().any(is_surely_idle) {
        Conduct::Allowed
    } else if moves.all(is_surely_attack) {
        Conduct::Forbidden
    } else {
        Conduct::Unsure
    }
}

/// Whether a move checks, or newly attacks a rook, horse, cannon or pawn across the river that is
/// lost when it stays.
fn is_surely_attack(ply: &Ply) -> bool {
    ply.is_check || ply.attacks.iter().any(|attack| is_sure_chase(ply, attack))
}

fn is_sure_chase(ply: &Ply, attack: &Attack) -> bool {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, Rook};
    let is_new = match judge_attack(attack) {
        AttackVerdict::Chase { threat: Threat::FalseRoot { .. }, .. } => false,
        AttackVerdict::Chase { novelty, .. } => novelty.is_new_attack(),
        _ => false,
    };
    is_new
        && matches!(attack.attacker.piece.kind(), Rook | Horse | Cannon)
        && !matches!(attack.victim.piece.kind(), Advisor | Elephant)
        && !stood_under_threat(ply, attack.victim)
        && !lets_mate(ply, Move::new(attack.attacker.square, attack.victim.square))
}

/// Whether the other side can mate at once after a capture; such a capture is no threat.
fn lets_mate(ply: &Ply, capture: Move) -> bool {
    let mut after = ply.position.with_side(ply.side());
    after.play_unchecked(capture);
    after.legal_moves().into_iter().any(|mv| {
        let mut end = after.clone();
        end.play_unchecked(mv);
        end.is_check() && !end.has_legal_move()
    })
}

/// Whether a move neither checks nor attacks anything anew, and no check can follow it.
fn is_surely_idle(ply: &Ply) -> bool {
    !ply.is_check && !ply.attacks.iter().any(|attack| may_matter(ply, attack)) && !can_check(ply)
}

/// Whether an attack may be part of a chase: a new one, one whose answer changed, or one of several
/// on a piece, where counting attackers against roots decides.
fn may_matter(ply: &Ply, attack: &Attack) -> bool {
    let victim = attack.victim;
    if attack.attacker.piece.kind() == PieceKind::King
        || victim.piece.kind() == PieceKind::Pawn && !is_across(victim.square, victim.piece.side())
    {
        return false;
    }
    let is_one_of_several = || {
        let of_victim = ply.attacks.iter().filter(|other| other.victim == victim);
        of_victim.filter(|other| other.reach.after().is_some()).count() > 1
    };
    match attack.reach {
        Reach::Gained { .. } => true,
        Reach::Kept { before, after } => before != after || is_one_of_several(),
        Reach::Lost { .. } => false,
    }
}

/// Whether the side that moved could check if it were its turn again.
fn can_check(ply: &Ply) -> bool {
    let again: Position = ply.position.with_side(ply.side());
    again.legal_moves().into_iter().any(|mv| {
        let mut after = again.clone();
        after.play_unchecked(mv);
        after.is_check()
    })
}
