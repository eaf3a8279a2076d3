//! The rule books: what a side does over a window, what that is worth, and the rulings of the league of
//! UCCI engines and of the Chinese Xiangqi Association. Those of the Asian federation are in `axf`.

use super::axf::{self, AttackVerdict, Threat, judge_attack, stood_under_threat};
use super::ply::{Actor, Attack, Ply, Reach};
use super::study::{Stretch, Window};
use crate::xiangqi::{BySide, Move, PieceKind, Position, Side, is_across};

/// A set of rules about repetition.
#[derive(Debug, Copy, Clone)]
pub struct RuleBook {
    /// `axf`, `ucci` or `cxa`.
    pub name: &'static str,
    /// Whose rules these are.
    pub title: &'static str,
    /// How often a position must stand on the board before there is a ruling.
    pub occurrences: usize,
    rule: fn(&[Ply]) -> Ruling,
}

/// Every rule book there is.
pub static RULE_BOOKS: [RuleBook; 3] = [
    RuleBook {
        name: "axf",
        title: "Asian Xiangqi Federation, and World Xiangqi Rules 2018",
        occurrences: 3,
        rule: axf::ruling,
    },
    RuleBook {
        name: "ucci",
        title: "computer rules of the league of UCCI engines, 2007",
        occurrences: 4,
        rule: ucci_ruling,
    },
    RuleBook {
        name: "cxa",
        title: "Chinese Xiangqi Association, 2020",
        // A cycle played three times shows its first position four times.
        occurrences: 4,
        rule: cxa_ruling,
    },
];

impl RuleBook {
    /// The book's ruling on these moves, were they repeated often enough.
    pub fn rule(&self, plies: &[Ply]) -> Ruling {
        (self.rule)(plies)
    }

    /// The window that the book looks at; `None` when the positions did not come often enough.
    pub fn window(&self, stretch: &Stretch) -> Option<Window> {
        if self.occurrences <= 3 { Some(stretch.third) } else { stretch.fourth }
    }
}

/// The class of all moves of one side in a window.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Class {
    /// Every move checks.
    Check,
    /// Every move chases, and all of them one and the same piece at least.
    Chase,
    /// Anything else.
    Idle,
}

impl Class {
    /// `check`, `chase` or `idle`.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Check => "check",
            Class::Chase => "chase",
            Class::Idle => "idle",
        }
    }
}

/// The ruling of a rule book when neither side changes.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Ruling {
    /// This side has to change; it loses otherwise.
    Loses(Side),
    /// Nobody has to change.
    Draw,
    /// The rule book says more than is worked out here, or its condition is not met.
    NotJudged,
}

impl Ruling {
    /// `red-loses`, `black-loses`, `draw` or `not-judged`.
    pub const fn name(self) -> &'static str {
        match self {
            Ruling::Loses(Side::Red) => "red-loses",
            Ruling::Loses(Side::Black) => "black-loses",
            Ruling::Draw => "draw",
            Ruling::NotJudged => "not-judged",
        }
    }
}

impl BySide<Class> {
    /// The side that loses: a check weighs more than a chase, a chase more than idle moves.
    pub fn ruling(self) -> Ruling {
        let weight = |class| match class {
            Class::Check => 2,
            Class::Chase => 1,
            Class::Idle => 0,
        };
        match weight(self.red).cmp(&weight(self.black)) {
            std::cmp::Ordering::Greater => Ruling::Loses(Side::Red),
            std::cmp::Ordering::Less => Ruling::Loses(Side::Black),
            std::cmp::Ordering::Equal => Ruling::Draw,
        }
    }
}

/// Whether every move of `side` checks.
pub(super) fn always_checks(plies: &[Ply], side: Side) -> bool {
    moves_of(plies, side).all(|ply| ply.is_check)
}

/// The plies of one side.
pub(super) fn moves_of(plies: &[Ply], side: Side) -> impl Iterator<Item = &Ply> + Clone {
    plies.iter().filter(move |ply| ply.side() == side)
}

/// A set of pieces: bit n for the piece whose home has index n.
pub(super) type Pieces = u128;

/// The pieces that are in all of these sets; none without sets.
pub(super) fn common(sets: impl Iterator<Item = Pieces>) -> Pieces {
    sets.reduce(|all, set| all & set).unwrap_or(0)
}

/// The set of these pieces.
fn set_of(actors: impl Iterator<Item = Actor>) -> Pieces {
    actors.fold(0, |set, actor| set | actor.bit())
}

/// The ruling of the league of UCCI engines, the simplest published reading of the Asian rules.
///
/// Published by the Xiangqi encyclopaedia with the protocol UCCI (2005, revised 2007), chapter 5.
/// Only the rook, horse or cannon that just moved may chase; pins do not matter; equal pieces,
/// advisors and elephants are never chased. The position must come for the fourth time.
///
/// Perpetual check loses to anything else, perpetual chase of one piece to anything but
/// check.
fn ucci_ruling(plies: &[Ply]) -> Ruling {
    BySide { red: ucci_class(plies, Side::Red), black: ucci_class(plies, Side::Black) }.ruling()
}

fn ucci_class(plies: &[Ply], side: Side) -> Class {
    let moves = moves_of(plies, side);
    if always_checks(plies, side) {
        Class::Check
    } else if moves.clone().all(|ply| !ply.is_check) && common(moves.map(ucci_chased)) != 0 {
        Class::Chase
    } else {
        Class::Idle
    }
}

/// The pieces that a move chases.
fn ucci_chased(ply: &Ply) -> Pieces {
    let by_mover = ply.attacks.iter().filter(|attack| attack.attacker.square == ply.mv.to);
    set_of(by_mover.filter(|attack| is_ucci_chase(attack)).map(|attack| attack.victim))
}

fn is_ucci_chase(attack: &Attack) -> bool {
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

/// The conduct of a side as far as its moves make it sure.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Conduct {
    PerpetualCheck,
    /// Every move attacks; not all of them check.
    Forbidden,
    /// At least one move attacks nothing.
    Allowed,
    Unsure,
}

/// The ruling of the Chinese Xiangqi Association, as far as a program can be sure of them.
///
/// The text of 2020 forbids to attack for ever: checks, threats of mate (杀) and chases of one or
/// several pieces, in any mixture. Whoever attacks with every move must change when the other side
/// does not; perpetual check alone loses in any case. Whether a quiet move threatens mate or wins
/// material by exchanges takes a search that is not made here. So a move counts as an attack or as
/// idle only where that is sure, and a window that hangs on any other move is not judged.
fn cxa_ruling(plies: &[Ply]) -> Ruling {
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
