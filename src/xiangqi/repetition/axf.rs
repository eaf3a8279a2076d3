//! The rules of the Asian Xiangqi Federation, which the World Xiangqi Rules of 2018 keep.
//!
//! A chase is a new threat to take a piece, as the two texts define it. Perpetual check loses to
//! anything else, perpetual chase of one piece to anything but check. Threats of mate and checks
//! mixed with chases are allowed.

use super::books::{Class, Pieces, Ruling, always_checks, common, moves_of};
use super::ply::{Actor, Attack, Capture, Cause, Ply, Reach, Root};
use crate::xiangqi::{BySide, PieceKind, Side, Square, is_across};

/// The meaning of an attack under the Asian rules.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum AttackVerdict {
    /// It is a chase.
    Chase {
        /// Why the capture is a threat.
        threat: Threat,
        /// Why the threat is new.
        novelty: Novelty,
    },
    /// The threat stood before the move.
    Old(Threat),
    /// The threat stood before the move, which ends it.
    Ended(Threat),
    /// The capture is no threat.
    NoThreat(Harmless),
}

/// Why a capture is a threat.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Threat {
    /// Nothing could take back.
    Unprotected,
    /// The piece on `root` protects it in appearance only: taking back would leave the king open to
    /// the piece on `exposed_to`.
    FalseRoot {
        /// The pinned piece.
        root: Square,
        /// The piece that pins it.
        exposed_to: Square,
    },
    /// A rook is attacked by a horse or a cannon; protection does not matter.
    RookByLesser,
}

/// Why a capture is no threat.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Harmless {
    /// Kings and pawns may attack for ever.
    ByKingOrPawn,
    /// A pawn on its own side of the river may be attacked for ever.
    PawnAtHome,
    /// The attacker is pinned by the piece on this square.
    Pinned(Square),
    /// Equal pieces that can take each other: an offer to exchange.
    Exchange,
    /// The piece on this square could take back.
    Protected(Square),
}

/// Why a threat is new.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Novelty {
    /// The capture was not possible before.
    Reached(Cause),
    /// The capture was possible before; what made it harmless is gone: a pin of the attacker, the
    /// root of the victim, or the victim's own reply.
    NoLonger(Harmless),
}

impl Novelty {
    /// Whether the attack itself is new, and not only what answered it is gone.
    pub const fn is_new_attack(self) -> bool {
        matches!(self, Novelty::Reached(_) | Novelty::NoLonger(Harmless::Pinned(_)))
    }
}

/// Judges an attack by the Asian rules.
pub fn judge_attack(attack: &Attack) -> AttackVerdict {
    let threat = |capture| threat(attack, capture);
    match attack.reach {
        Reach::Gained { after, cause } => match threat(after) {
            Ok(threat) => AttackVerdict::Chase { threat, novelty: Novelty::Reached(cause) },
            Err(harmless) => AttackVerdict::NoThreat(harmless),
        },
        Reach::Kept { before, after } => match (threat(before), threat(after)) {
            (Ok(_), Ok(threat)) => AttackVerdict::Old(threat),
            (Ok(threat), Err(_)) => AttackVerdict::Ended(threat),
            (Err(answer), Ok(threat)) => {
                AttackVerdict::Chase { threat, novelty: Novelty::NoLonger(answer) }
            }
            (Err(_), Err(harmless)) => AttackVerdict::NoThreat(harmless),
        },
        Reach::Lost { before } => match threat(before) {
            Ok(threat) => AttackVerdict::Ended(threat),
            Err(harmless) => AttackVerdict::NoThreat(harmless),
        },
    }
}

/// Whether a capture is a threat, and why.
fn threat(attack: &Attack, capture: Capture) -> Result<Threat, Harmless> {
    use PieceKind::{Cannon, Horse, King, Pawn, Rook};
    let (attacker, victim) = (attack.attacker.piece, attack.victim.piece);
    if matches!(attacker.kind(), King | Pawn) {
        return Err(Harmless::ByKingOrPawn);
    }
    if victim.kind() == Pawn && !is_across(attack.victim.square, victim.side()) {
        return Err(Harmless::PawnAtHome);
    }
    if let Some(by) = capture.exposed_to {
        return Err(Harmless::Pinned(by));
    }
    if attacker.kind() == victim.kind() && capture.is_mutual {
        return Err(Harmless::Exchange);
    }
    let is_lesser = matches!((attacker.kind(), victim.kind()), (Horse | Cannon, Rook));
    match capture.root {
        Root::None => Ok(Threat::Unprotected),
        _ if is_lesser => Ok(Threat::RookByLesser),
        Root::False { root, exposed_to } => Ok(Threat::FalseRoot { root, exposed_to }),
        Root::True(root) => Err(Harmless::Protected(root)),
    }
}

/// The ruling.
pub(super) fn ruling(plies: &[Ply]) -> Ruling {
    classes(plies).ruling()
}

/// The class of each side's moves over a window.
pub(super) fn classes(plies: &[Ply]) -> BySide<Class> {
    read(plies, Interpretation::WRITTEN).0
}

/// The pieces that each side chases with every move, by their homes; none where it does not chase.
pub(super) fn chased(plies: &[Ply]) -> BySide<Pieces> {
    read(plies, Interpretation::WRITTEN).1
}

/// A reading that some judges do not share, and that the ruling hangs on.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Dispute {
    /// Some take a check that also attacks for a chase.
    CheckThatAttacks,
    /// Some do not count a threat that stands only because a root was taken away.
    TakenRoot,
    /// Some do not count a new threat to a piece that stood under another one already.
    StandingThreat,
}

impl Dispute {
    /// All of them.
    pub const ALL: [Dispute; 3] =
        [Dispute::CheckThatAttacks, Dispute::TakenRoot, Dispute::StandingThreat];

    /// How those who differ read the text.
    fn interpretation(self) -> Interpretation {
        let written = Interpretation::WRITTEN;
        match self {
            Dispute::CheckThatAttacks => Interpretation { checks_chase: true, ..written },
            Dispute::TakenRoot => Interpretation { roots: false, ..written },
            Dispute::StandingThreat => Interpretation { again: false, ..written },
        }
    }
}

/// Whether a piece was under a threat before a move.
pub(super) fn stood_under_threat(ply: &Ply, victim: Actor) -> bool {
    let of_victim = ply.attacks.iter().filter(|attack| attack.victim == victim);
    of_victim
        .map(judge_attack)
        .any(|verdict| matches!(verdict, AttackVerdict::Old(_) | AttackVerdict::Ended(_)))
}

/// The points at which another reading would change the ruling.
pub(super) fn disputes(plies: &[Ply]) -> Vec<Dispute> {
    let written = ruling(plies);
    let differs = |dispute: &Dispute| read(plies, dispute.interpretation()).0.ruling() != written;
    Dispute::ALL.into_iter().filter(differs).collect()
}

/// How the points are read that the text leaves open.
#[derive(Copy, Clone)]
struct Interpretation {
    /// A check that also attacks anew counts as a chase where not all moves check.
    checks_chase: bool,
    /// Threats that stand because a root was taken away count.
    roots: bool,
    /// A new threat to a piece counts that stood under a threat already.
    again: bool,
}

impl Interpretation {
    const WRITTEN: Interpretation =
        Interpretation { checks_chase: false, roots: true, again: true };

    /// The pieces that a move chases: by new attacks, and in any way.
    fn chased(self, ply: &Ply) -> (Pieces, Pieces) {
        let (mut new, mut any, mut old) = (0, 0, 0);
        for attack in &ply.attacks {
            let victim = attack.victim.bit();
            match judge_attack(attack) {
                AttackVerdict::Chase { novelty, .. } if novelty.is_new_attack() => new |= victim,
                AttackVerdict::Chase { .. } if self.roots && !ply.is_check => any |= victim,
                AttackVerdict::Old(_) | AttackVerdict::Ended(_) if !self.again => old |= victim,
                _ => {}
            }
        }
        (new & !old, (any | new) & !old)
    }
}

/// The classes of both sides, and what they chase.
fn read(plies: &[Ply], interpretation: Interpretation) -> (BySide<Class>, BySide<Pieces>) {
    let side = |side| {
        if always_checks(plies, side) {
            return (Class::Check, 0, 0);
        }
        let moves = moves_of(plies, side);
        if !interpretation.checks_chase && moves.clone().any(|ply| ply.is_check) {
            return (Class::Idle, 0, 0);
        }
        let new = common(moves.clone().map(|ply| interpretation.chased(ply).0));
        let any = common(moves.map(|ply| interpretation.chased(ply).1));
        (if any == 0 { Class::Idle } else { Class::Chase }, new, any)
    };
    let (red, black) = (side(Side::Red), side(Side::Black));
    // A chase that rests on taken roots does not count beside one by new attacks.
    let settle =
        |(class, new, any): (Class, Pieces, Pieces), other: (Class, Pieces, Pieces)| match class {
            Class::Chase if new != 0 => (class, new),
            Class::Chase if other.1 != 0 => (Class::Idle, 0),
            _ => (class, any),
        };
    let ((red, reds), (black, blacks)) = (settle(red, black), settle(black, red));
    (BySide { red, black }, BySide { red: reds, black: blacks })
}
