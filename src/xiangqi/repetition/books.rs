//! Rule books: classes of the moves of a window, and the rulings of the Asian federation, the
//! league of UCCI engines and the Chinese Xiangqi Association.

use super::ply::{Actor, Attack, Capture, Cause, Ply, Reach, Root};
use super::stretches::{Stretch, Window};
use crate::xiangqi::{BySide, Move, PieceKind, Side, Square, is_across};

/// A set of rules about repetition.
#[derive(Debug, Copy, Clone)]
pub struct RuleBook {
    /// Short name: `axf`, `ucci` or `cxa`.
    pub name: &'static str,
    /// Full name, with the publisher.
    pub title: &'static str,
    /// How many times a position must occur before the book gives a ruling.
    pub occurrences: usize,
    rule: fn(&[Ply]) -> Ruling,
}

/// All rule books.
pub static RULE_BOOKS: [RuleBook; 3] = [
    RuleBook {
        name: "axf",
        title: "Asian Xiangqi Federation, and World Xiangqi Rules 2018",
        occurrences: 3,
        rule: |plies| by_asian_rules(plies, None).0.ruling(),
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
    /// The rule book with which recorded results are compared by default.
    pub fn usual() -> &'static RuleBook {
        &RULE_BOOKS[0]
    }

    /// Finds a rule book by [`name`](RuleBook::name).
    pub fn named(name: &str) -> Option<&'static RuleBook> {
        RULE_BOOKS.iter().find(|book| book.name == name)
    }

    /// The book's ruling on the moves of a window, as if they occurred often enough.
    pub fn rule(&self, plies: &[Ply]) -> Ruling {
        (self.rule)(plies)
    }

    /// The window that the book judges; `None` when the position occurred too seldom.
    pub fn window(&self, stretch: &Stretch) -> Option<Window> {
        if self.occurrences <= 3 { Some(stretch.third) } else { stretch.fourth }
    }
}

/// Class of all moves of one side in a window.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Class {
    /// Every move is a check.
    Check,
    /// Every move chases, and at least one piece is chased by all the moves.
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

/// Ruling of a rule book if neither side changes its moves.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Ruling {
    /// The given side must change its moves, or it loses.
    Loses(Side),
    /// Neither side must change.
    Draw,
    /// The position occurred too seldom, or the book's rule needs a search that is not made here.
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
    /// Ruling by class: check outweighs chase, chase outweighs idle; equal classes draw.
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
fn always_checks(plies: &[Ply], side: Side) -> bool {
    moves_of(plies, side).all(|ply| ply.is_check)
}

/// The plies of one side.
fn moves_of(plies: &[Ply], side: Side) -> impl Iterator<Item = &Ply> + Clone {
    plies.iter().filter(move |ply| ply.side() == side)
}

/// A set of pieces: bit n stands for the piece whose home is square n.
pub(super) type PieceBits = u128;

/// Pieces that are in all sets; empty without sets.
fn common(sets: impl Iterator<Item = PieceBits>) -> PieceBits {
    sets.reduce(|all, set| all & set).unwrap_or(0)
}

// Rules of the Asian Xiangqi Federation, which the World Xiangqi Rules of 2018 keep.
//
// A chase is a new threat to take a piece, as both texts define it. Perpetual check loses to
// anything else, perpetual chase of one piece to anything but check. Threats of mate, and checks
// mixed with chases, are allowed.

/// Meaning of an attack under the Asian rules.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum AttackVerdict {
    /// The attack is a chase.
    Chase {
        /// Reason why the capture is a threat.
        threat: Threat,
        /// Reason why the threat is new.
        novelty: ThreatNovelty,
    },
    /// The threat stood before the move and still stands.
    Old(Threat),
    /// The threat stood before the move; the move ends it.
    Ended(Threat),
    /// The capture is no threat, for this reason.
    NoThreat(Harmless),
}

/// Reason why a capture is a threat.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Threat {
    /// No piece could take back.
    Unprotected,
    /// A false root: the piece on `root` cannot take back, since that would expose its king to the
    /// piece on `exposed_to`.
    FalseRoot {
        /// Square of the pinned piece.
        root: Square,
        /// Square of the piece that would then attack the king.
        exposed_to: Square,
    },
    /// A horse or a cannon attacks a rook, whose protection does not count.
    RookByLesser,
}

/// Reason why a capture is no threat.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Harmless {
    /// The attacker is a king or a pawn, which may attack for ever.
    ByKingOrPawn,
    /// The victim is a pawn on its own side of the river, which may be attacked for ever.
    PawnAtHome,
    /// The piece on this square pins the attacker.
    Pinned(Square),
    /// Attacker and victim are of one kind and can take each other: an offer to exchange.
    Exchange,
    /// The piece on this square could take back.
    Protected(Square),
}

/// Reason why a threat is new.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum ThreatNovelty {
    /// The capture was not possible before.
    Reached(Cause),
    /// The capture was possible but harmless before; the reason is gone (a pin of the attacker, a
    /// root of the victim, or the victim's reply).
    NoLonger(Harmless),
}

impl ThreatNovelty {
    /// Whether the move made a new attack, instead of removing an answer to an old one.
    pub const fn is_new_attack(self) -> bool {
        matches!(self, ThreatNovelty::Reached(_) | ThreatNovelty::NoLonger(Harmless::Pinned(_)))
    }
}

/// Judges an attack under the Asian rules.
pub fn judge_attack(attack: &Attack) -> AttackVerdict {
    let threat = |capture| threat(attack, capture);
    match attack.reach {
        Reach::Gained { after, cause } => match threat(after) {
            Ok(threat) => AttackVerdict::Chase { threat, novelty: ThreatNovelty::Reached(cause) },
            Err(harmless) => AttackVerdict::NoThreat(harmless),
        },
        Reach::Kept { before, after } => match (threat(before), threat(after)) {
            (Ok(_), Ok(threat)) => AttackVerdict::Old(threat),
            (Ok(threat), Err(_)) => AttackVerdict::Ended(threat),
            (Err(answer), Ok(threat)) => {
                AttackVerdict::Chase { threat, novelty: ThreatNovelty::NoLonger(answer) }
            }
            (Err(_), Err(harmless)) => AttackVerdict::NoThreat(harmless),
        },
        Reach::Lost { before } => match threat(before) {
            Ok(threat) => AttackVerdict::Ended(threat),
            Err(harmless) => AttackVerdict::NoThreat(harmless),
        },
    }
}

/// Judges a capture: a threat and its reason, or harmless and its reason.
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

/// A reading of the Asian rules that some judges do not share and that would change the ruling.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Dispute {
    /// Some judges count a check that also attacks as a chase.
    CheckThatAttacks,
    /// Some judges do not count a threat that exists only because a root was removed.
    TakenRoot,
    /// Some judges do not count a new threat to a piece that was already under a threat.
    StandingThreat,
}

impl Dispute {
    /// All disputed readings.
    pub const ALL: [Dispute; 3] =
        [Dispute::CheckThatAttacks, Dispute::TakenRoot, Dispute::StandingThreat];
}

/// Whether a threat to `victim` existed before the move of `ply`.
fn stood_under_threat(ply: &Ply, victim: Actor) -> bool {
    let of_victim = ply.attacks.iter().filter(|attack| attack.victim == victim);
    of_victim
        .map(judge_attack)
        .any(|verdict| matches!(verdict, AttackVerdict::Old(_) | AttackVerdict::Ended(_)))
}

/// The disputed readings that would change the ruling on a window.
pub(super) fn disputes(plies: &[Ply]) -> Vec<Dispute> {
    let ruling = |dispute| by_asian_rules(plies, dispute).0.ruling();
    let differs = |dispute: &Dispute| ruling(Some(*dispute)) != ruling(None);
    Dispute::ALL.into_iter().filter(differs).collect()
}

/// Pieces chased by a move: by new attacks only, and by any attack. `differing` is the disputed
/// reading that is applied.
fn chased(ply: &Ply, differing: Option<Dispute>) -> [PieceBits; 2] {
    let [mut new, mut any, mut old]: [PieceBits; 3] = [0; 3];
    for attack in &ply.attacks {
        let victim = attack.victim.bit();
        match judge_attack(attack) {
            AttackVerdict::Chase { novelty, .. } if novelty.is_new_attack() => new |= victim,
            AttackVerdict::Chase { .. }
                if differing != Some(Dispute::TakenRoot) && !ply.is_check =>
            {
                any |= victim;
            }
            AttackVerdict::Old(_) | AttackVerdict::Ended(_)
                if differing == Some(Dispute::StandingThreat) =>
            {
                old |= victim;
            }
            _ => {}
        }
    }
    [new & !old, (any | new) & !old]
}

/// Class of each side's moves over a window by the Asian rules, and the homes of the pieces that
/// the side chases with every move (empty unless it chases).
pub(super) fn by_asian_rules(
    plies: &[Ply],
    differing: Option<Dispute>,
) -> (BySide<Class>, BySide<PieceBits>) {
    let side = |side| {
        if always_checks(plies, side) {
            return (Class::Check, [0; 2]);
        }
        let moves = moves_of(plies, side);
        let checks_chase = differing == Some(Dispute::CheckThatAttacks);
        if !checks_chase && moves.clone().any(|ply| ply.is_check) {
            return (Class::Idle, [0; 2]);
        }
        let chased = |way: usize| common(moves.clone().map(|ply| chased(ply, differing)[way]));
        let [new, any] = [chased(0), chased(1)];
        (if any == 0 { Class::Idle } else { Class::Chase }, [new, any])
    };
    let (red, black) = (side(Side::Red), side(Side::Black));
    // A chase that rests on removed roots does not count beside the other side's chase by new
    // attacks.
    let settle =
        |class: Class, [new, any]: [PieceBits; 2], [other_new, _]: [PieceBits; 2]| match class {
            Class::Chase if new != 0 => (class, new),
            Class::Chase if other_new != 0 => (Class::Idle, 0),
            _ => (class, any),
        };
    let (class, reds) = settle(red.0, red.1, black.1);
    let (other, blacks) = settle(black.0, black.1, red.1);
    (BySide { red: class, black: other }, BySide { red: reds, black: blacks })
}

/// Ruling of the league of UCCI engines, the simplest published reading of the Asian rules.
///
/// Source: chapter 5 of the protocol UCCI (Xiangqi encyclopaedia, 2005, revised 2007). Only the
/// rook, horse or cannon that just moved may chase; pins do not matter; equal pieces, advisors and
/// elephants are never chased. The position must occur four times. Perpetual check loses to
/// anything else, perpetual chase of one piece to anything but check.
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

/// Pieces that a move chases under the UCCI rules.
fn ucci_chased(ply: &Ply) -> PieceBits {
    let by_mover = ply.attacks.iter().filter(|attack| attack.attacker.square == ply.mv.to);
    let chases = by_mover.filter(|attack| is_ucci_chase(attack));
    chases.fold(0, |pieces: PieceBits, attack| pieces | attack.victim.bit())
}

fn is_ucci_chase(attack: &Attack) -> bool {
    use PieceKind::{Cannon, Horse, Pawn, Rook};
    let (attacker, victim) = (attack.attacker.piece.kind(), attack.victim.piece);
    // A rook or cannon that moves along a line keeps its attacks along that line; those are not
    // new.
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

/// Conduct of a side, as far as its moves leave no doubt.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Conduct {
    PerpetualCheck,
    /// Every move attacks, but not all are checks.
    Forbidden,
    /// At least one move attacks nothing.
    Allowed,
    Unsure,
}

/// Ruling of the Chinese Xiangqi Association, where a program can be sure.
///
/// The text of 2020 forbids endless attacks: checks, threats of mate (杀) and chases of one or
/// several pieces, in any mixture. A side that attacks with every move must change if the other
/// does not; perpetual check alone always loses. Finding threats of mate or material won by
/// exchanges needs a search that is not made here: only certain attacks and certain idle moves
/// count, and a window that hangs on any other move is not judged.
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

/// Whether a move checks, or newly attacks a rook, horse, cannon or pawn across the river that
/// would be lost if it stayed.
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

/// Whether the other side could mate right after a capture, which makes the capture no threat.
fn lets_mate(ply: &Ply, capture: Move) -> bool {
    let mut after = ply.position.with_side(ply.side());
    after.play_unchecked(capture);
    after.legal_moves().into_iter().any(|mv| {
        let mut end = after.clone();
        end.play_unchecked(mv);
        end.is_check() && !end.has_legal_move()
    })
}

/// Whether a move neither checks nor newly attacks, and its side could not check next.
fn is_surely_idle(ply: &Ply) -> bool {
    !ply.is_check && !ply.attacks.iter().any(|attack| may_matter(ply, attack)) && !can_check(ply)
}

/// Whether an attack may belong to a chase: it is new, its answer changed, or several pieces attack
/// one victim, where the numbers of attackers and roots decide.
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
    let again = ply.position.with_side(ply.side());
    again.legal_moves().into_iter().any(|mv| {
        let mut after = again.clone();
        after.play_unchecked(mv);
        after.is_check()
    })
}
