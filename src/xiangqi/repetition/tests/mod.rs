//! The rules of repetition on positions made for them.

mod properties;

use super::Class::{Chase, Check, Idle};
use super::books::{by_asian_rules, disputes};
use super::ply::Player;
use super::*;
use crate::xiangqi::{BySide, Move, Position, Side, Square};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn moves(text: &str) -> Vec<Move> {
    text.split(' ').map(|mv| mv.parse().unwrap()).collect()
}

fn classes(plies: &[Ply]) -> BySide<Class> {
    by_asian_rules(plies, None).0
}

/// The effect of a single move.
fn ply(fen: &str, mv: &str) -> Ply {
    Player::new(position(fen), 0).play(mv.parse().unwrap()).unwrap()
}

/// The verdict, after a move, on the attack by the piece on `attacker` on the piece on `victim`.
fn verdict(fen: &str, mv: &str, attacker: &str, victim: &str) -> AttackVerdict {
    let square = |text: &str| text.parse::<Square>().unwrap();
    let ply = ply(fen, mv);
    let attack = ply.attacks.iter().find(|attack| {
        attack.attacker.square == square(attacker) && attack.victim.square == square(victim)
    });
    judge_attack(attack.expect("there is such an attack"))
}

/// The cycle found when these moves are played three times.
fn cycle(fen: &str, text: &str) -> Cycle {
    let line = moves(&[text, text, text].join(" "));
    let mut study = Study::of(&position(fen), &line);
    assert_eq!(study.cycles.len(), 1, "{fen} {text}");
    study.cycles.remove(0)
}

fn at(square: &str) -> Square {
    square.parse().unwrap()
}

const MOVED: ThreatNovelty = ThreatNovelty::Reached(Cause::Moved);
const OPENED: ThreatNovelty = ThreatNovelty::Reached(Cause::Opened);
const MOUNTED: ThreatNovelty = ThreatNovelty::Reached(Cause::Mounted);

/// A chase of an unprotected piece.
const fn chase(novelty: ThreatNovelty) -> AttackVerdict {
    AttackVerdict::Chase { threat: Threat::Unprotected, novelty }
}

/// A chase by the piece that moved.
const fn chase_of(threat: Threat) -> AttackVerdict {
    AttackVerdict::Chase { threat, novelty: MOVED }
}

const fn harmless(why: Harmless) -> AttackVerdict {
    AttackVerdict::NoThreat(why)
}

#[test]
fn rook_horse_cannon_advisor_and_elephant_chase() {
    assert_eq!(verdict("5k3/9/9/9/c8/9/9/1R7/9/3K5 w", "b2a2", "a2", "a5"), chase(MOVED));
    assert_eq!(verdict("5k3/9/9/9/c8/9/9/3N5/9/3K5 w", "d2b3", "b3", "a5"), chase(MOVED));
    assert_eq!(verdict("5k3/9/9/9/n8/9/9/P8/1C7/3K5 w", "b1a1", "a1", "a5"), chase(MOVED));
    assert_eq!(verdict("5k3/9/9/9/9/9/9/3n5/9/3K1A3 w", "f0e1", "e1", "d2"), chase(MOVED));
    assert_eq!(verdict("5k3/9/9/9/9/p1p6/9/9/9/2BK5 w", "c0a2", "a2", "c4"), chase(MOVED));
}

#[test]
fn kings_and_pawns_do_not() {
    let by_king = verdict("5k3/9/9/9/9/9/9/3c5/9/3K5 w", "d0d1", "d1", "d2");
    assert_eq!(by_king, harmless(Harmless::ByKingOrPawn));
    let by_pawn = verdict("5k3/9/9/9/c1P6/9/9/9/9/3K5 w", "c5b5", "b5", "a5");
    assert_eq!(by_pawn, harmless(Harmless::ByKingOrPawn));
    let opened_by_king = verdict("5k3/9/9/9/9/9/9/9/2RK3c1/9 w", "d1d0", "c1", "h1");
    assert_eq!(opened_by_king, chase(OPENED), "but what they open is");
}

#[test]
fn a_pawn_is_chased_across_the_river_only() {
    let at_home = verdict("5k3/9/9/9/p8/9/9/1R7/9/3K5 w", "b2a2", "a2", "a5");
    assert_eq!(at_home, harmless(Harmless::PawnAtHome));
    let across = verdict("5k3/9/9/9/9/p8/9/1R7/9/3K5 w", "b2a2", "a2", "a4");
    assert_eq!(across, chase(MOVED));
}

#[test]
fn a_protected_piece_may_be_attacked() {
    let by_rook = verdict("5k3/9/9/9/c1r6/9/9/1R7/9/3K5 w", "b2a2", "a2", "a5");
    assert_eq!(by_rook, harmless(Harmless::Protected(at("c5"))));
    let by_king = verdict("5k3/5c3/9/9/9/9/9/9/7R1/3K5 w", "h1h8", "h8", "f8");
    assert_eq!(by_king, harmless(Harmless::Protected(at("f9"))));
}

#[test]
fn a_pinned_protector_is_a_false_root() {
    let by_rook = verdict("4k4/9/9/9/c3r4/9/9/1R7/9/3KR4 w", "b2a2", "a2", "a5");
    assert_eq!(by_rook, chase_of(Threat::FalseRoot { root: at("e5"), exposed_to: at("e0") }));
    let by_king = verdict("3ak4/4a4/3n5/9/9/9/9/R8/9/4K4 w", "a2a7", "a7", "d7");
    assert_eq!(by_king, chase_of(Threat::FalseRoot { root: at("e8"), exposed_to: at("e0") }));
    let two_rooks = "4k4/4a4/3n5/R8/4R4/9/9/9/9/3K5 w";
    let by_other = verdict(two_rooks, "a6a7", "a7", "d7");
    assert_eq!(by_other, chase_of(Threat::FalseRoot { root: at("e8"), exposed_to: at("e5") }));
}

#[test]
fn roots_are_looked_for_after_the_capture() {
    let pinner_takes = verdict("4k4/4a4/3n5/9/4R4/9/9/9/9/3K5 w", "e5e7", "e7", "d7");
    assert_eq!(pinner_takes, harmless(Harmless::Protected(at("e8"))));
    let opens_line = verdict("r4k3/9/1R7/9/n8/9/9/9/9/3K5 w", "b7a7", "a7", "a5");
    assert_eq!(opens_line, harmless(Harmless::Protected(at("a9"))));
    let mount_takes = verdict("c4k3/9/1R7/9/n8/9/9/9/9/3K5 w", "b7a7", "a7", "a5");
    assert_eq!(mount_takes, chase(MOVED), "a7 is the mount of the cannon, and leaves");
}

#[test]
fn a_rook_is_chased_by_horse_and_cannon_even_if_protected() {
    let by_horse = verdict("5k3/9/9/2r6/9/9/2r6/9/6N2/3K5 w", "g1e2", "e2", "c3");
    assert_eq!(by_horse, chase_of(Threat::RookByLesser));
    let by_cannon = verdict("5k3/9/2r6/9/9/9/2r6/2P6/1C7/3K5 w", "b1c1", "c1", "c3");
    assert_eq!(by_cannon, chase_of(Threat::RookByLesser));
    let by_advisor = verdict("5k3/9/9/9/9/9/9/3r5/1n7/4KA3 w", "f0e1", "e1", "d2");
    assert_eq!(by_advisor, harmless(Harmless::Protected(at("b1"))));
}

#[test]
fn equal_pieces_exchange_unless_one_cannot_move() {
    let rooks = verdict("5k3/9/9/9/r8/9/9/1R7/9/3K5 w", "b2a2", "a2", "a5");
    assert_eq!(rooks, harmless(Harmless::Exchange));
    let horses = verdict("5k3/9/9/9/n8/9/9/3N5/9/3K5 w", "d2b3", "b3", "a5");
    assert_eq!(horses, harmless(Harmless::Exchange));
    let hobbled = verdict("5k3/9/9/9/n8/p8/9/3N5/9/3K5 w", "d2b3", "b3", "a5");
    assert_eq!(hobbled, chase(MOVED));
    let pinned = verdict("4k4/4a4/9/9/4r4/9/9/1R7/4C4/3K5 w", "b2b5", "b5", "e5");
    assert_eq!(pinned, chase(MOVED), "the cannon on e1 pins the rook");
}

#[test]
fn a_pinned_piece_chases_nothing() {
    let along_the_line = verdict("4k4/4r4/9/9/4R4/1c7/9/9/9/4K4 w", "e5e4", "e4", "b4");
    assert_eq!(along_the_line, harmless(Harmless::Pinned(at("e8"))));
    let freed = verdict("4k4/4r4/9/9/1c2R4/9/9/9/9/4K4 w", "e0d0", "e5", "b5");
    assert_eq!(freed, chase(ThreatNovelty::NoLonger(Harmless::Pinned(at("e8")))));
}

#[test]
fn a_threat_comes_about_in_many_ways() {
    let mount_comes = verdict("5k3/9/9/9/n8/9/9/1R7/C8/3K5 w", "b2a2", "a1", "a5");
    assert_eq!(mount_comes, chase(MOUNTED));
    let second_screen_goes = verdict("5k3/9/9/9/n8/9/R8/P8/C8/3K5 w", "a3b3", "a1", "a5");
    assert_eq!(second_screen_goes, chase(OPENED));
    let leg_is_freed = verdict("5k3/9/9/9/c8/1R7/1N7/9/9/3K5 w", "b4c4", "b3", "a5");
    assert_eq!(leg_is_freed, chase(OPENED));
    let eye_is_freed = verdict("5k3/9/9/9/9/9/9/p8/1R7/2BK5 w", "b1b5", "c0", "a2");
    assert_eq!(eye_is_freed, chase(OPENED));
}

#[test]
fn taking_away_what_answered_an_attack_is_a_threat() {
    let blocked = verdict("5k3/r8/9/2N6/c3R4/9/9/9/9/3K5 w", "c6a7", "e5", "a5");
    assert_eq!(blocked, chase(ThreatNovelty::NoLonger(Harmless::Protected(at("a8")))));
    let pinned = verdict("4k4/c3r4/9/9/9/9/9/RR7/9/3K5 w", "b2e2", "a2", "a8");
    let threat = Threat::FalseRoot { root: at("e8"), exposed_to: at("e2") };
    let novelty = ThreatNovelty::NoLonger(Harmless::Protected(at("e8")));
    assert_eq!(pinned, AttackVerdict::Chase { threat, novelty });
    let hobbled = verdict("5k3/9/9/9/n8/2R6/1N7/9/9/3K5 w", "c4a4", "b3", "a5");
    assert_eq!(hobbled, chase(ThreatNovelty::NoLonger(Harmless::Exchange)));
    assert!(!ThreatNovelty::NoLonger(Harmless::Exchange).is_new_attack());
}

#[test]
fn a_threat_that_stood_before_is_old() {
    let along_the_line = verdict("5k3/9/9/9/c8/9/9/R8/9/3K5 w", "a2a3", "a3", "a5");
    assert_eq!(along_the_line, AttackVerdict::Old(Threat::Unprotected));
    let put_off_by_check = verdict("5k3/n8/3r5/9/9/9/R8/9/9/3K5 w", "d0e0", "a3", "a8");
    assert_eq!(put_off_by_check, AttackVerdict::Old(Threat::Unprotected));
    let given_up = verdict("5k3/9/9/9/c8/9/9/R8/9/3K5 w", "a2b2", "b2", "a5");
    assert_eq!(given_up, AttackVerdict::Ended(Threat::Unprotected));
}

/// A cycle and what it is by the Asian rules.
struct Known {
    fen: &'static str,
    moves: &'static str,
    red: Class,
    black: Class,
}

const fn known(fen: &'static str, moves: &'static str, red: Class, black: Class) -> Known {
    Known { fen, moves, red, black }
}

const CYCLES: &[Known] = &[
    // A rook checks along the ranks.
    known("R8/4k4/9/9/9/9/9/9/9/3K5 w", "a9a8 e8e9 a8a9 e9e8", Check, Idle),
    // A rook chases a cannon.
    known("5k3/9/9/9/c8/9/9/1R7/9/3K5 w", "b2a2 a5b5 a2b2 b5a5", Chase, Idle),
    // A king does.
    known("5k3/9/9/9/9/9/9/4c4/3K5/9 w", "d1e1 e2d2 e1d1 d2e2", Idle, Idle),
    // A king opens the lines of two rooks.
    known("5k3/9/9/9/9/9/9/9/2RK3c1/2R6 w", "d1d0 h1h0 d0d1 h0h1", Chase, Idle),
    // Two rooks chase a horse in turn, which stays.
    known("5k3/9/9/2n6/9/2R6/9/9/2R6/3K5 w", "c4h4 f9f8 h4c4 f8f9", Chase, Idle),
    // A pawn at home instead.
    known("5k3/9/9/2p6/9/2R6/9/9/2R6/3K5 w", "c4h4 f9f8 h4c4 f8f9", Idle, Idle),
    // Both sides chase.
    known("5k3/6r2/9/2n6/6r2/2R6/6N2/9/2R6/3K5 w", "c4a4 g5i5 a4c4 i5g5", Chase, Chase),
    // One piece chases two in turn.
    known("5k3/9/9/9/cn7/9/9/1R7/9/3K5 w", "b2a2 f9f8 a2b2 f8f9", Idle, Idle),
    // A rook takes the mount of the cannon that protects the horse away, and comes back to attack
    // it.
    known("9/9/5k3/9/nR5c1/9/R8/4K4/9/9 w", "b5b8 h5h1 b8b5 h1h5", Chase, Idle),
    // A rook attacks a horse, and checks while the other rook attacks it.
    known("3kr4/9/9/3N3r1/9/9/9/9/9/5Krc1 w", "f0f1 g0g6 f1f0 g6g0", Idle, Idle),
    // Check and chase in turn.
    known("4k4/9/9/9/c8/9/9/R8/9/5K3 w", "a2e2 e9d9 e2a2 d9e9", Idle, Idle),
];

#[test]
fn classes_are_as_known() {
    for known in CYCLES {
        let classes = cycle(known.fen, known.moves).classes;
        let expected = BySide { red: known.red, black: known.black };
        assert_eq!(classes, expected, "{} {}", known.fen, known.moves);
    }
}

fn rulings(fen: &str, moves: &str) -> [Ruling; 3] {
    cycle(fen, moves).judgements.map(|judgement| judgement.ruling)
}

const RED_LOSES: Ruling = Ruling::Loses(Side::Red);
const BLACK_LOSES: Ruling = Ruling::Loses(Side::Black);

#[test]
fn a_check_weighs_more_than_a_chase_and_that_more_than_idle_moves() {
    let ruling = |red, black| BySide { red, black }.ruling();
    assert_eq!(ruling(Check, Check), Ruling::Draw);
    assert_eq!(ruling(Check, Chase), RED_LOSES);
    assert_eq!(ruling(Idle, Check), BLACK_LOSES);
    assert_eq!(ruling(Chase, Chase), Ruling::Draw);
    assert_eq!(ruling(Idle, Chase), BLACK_LOSES);
    assert_eq!(ruling(Idle, Idle), Ruling::Draw);
}

#[test]
fn rule_books_agree_about_plain_cases() {
    let check = rulings("R8/4k4/9/9/9/9/9/9/9/3K5 w", "a9a8 e8e9 a8a9 e9e8");
    assert_eq!(check, [RED_LOSES; 3]);
    let chase = rulings("5k3/9/9/9/c8/9/9/1R7/9/3K5 w", "b2a2 a5b5 a2b2 b5a5");
    assert_eq!(chase, [RED_LOSES; 3]);
    let idle = rulings("4k4/9/9/9/9/9/9/4c4/3K5/9 w", "d1d0 e9e8 d0d1 e8e9");
    assert_eq!(idle, [Ruling::Draw; 3]);
}

#[test]
fn rule_books_differ_about_others() {
    // The Chinese rules forbid any mixture of attacks.
    let in_turn = rulings("5k3/9/9/9/cn7/9/9/1R7/9/3K5 w", "b2a2 f9f8 a2b2 f8f9");
    assert_eq!(in_turn, [Ruling::Draw, Ruling::Draw, RED_LOSES]);
    let mixed = rulings("4k4/9/9/9/c8/9/9/R8/9/5K3 w", "a2e2 e9d9 e2a2 d9e9");
    assert_eq!(mixed, [Ruling::Draw, Ruling::Draw, RED_LOSES]);
    // The league of engines looks at the moved piece only; the Chinese rules need a count of
    // attackers.
    let discovered = rulings("5k3/9/9/2n6/9/2R6/9/9/2R6/3K5 w", "c4h4 f9f8 h4c4 f8f9");
    assert_eq!(discovered, [RED_LOSES, Ruling::Draw, Ruling::NotJudged]);
}

#[test]
fn a_book_waits_until_the_position_came_often_enough() {
    let line = moves("a9a8 e8e9 a8a9 e9e8").repeat(2);
    let study = Study::of(&position("R8/4k4/9/9/9/9/9/9/9/3K5 w"), &line);
    let judgements = study.cycles[0].judgements;
    let rulings = judgements.map(|judgement| judgement.ruling);
    assert_eq!(rulings, [RED_LOSES, Ruling::NotJudged, Ruling::NotJudged]);
    assert_eq!(judgements.map(|judgement| judgement.tendency), [RED_LOSES; 3]);
}

#[test]
fn judges_differ_about_some_readings() {
    let disputes = |fen, moves| cycle(fen, moves).disputes;
    let battery = disputes("5k3/9/9/2n6/9/2R6/9/9/2R6/3K5 w", "c4h4 f9f8 h4c4 f8f9");
    assert_eq!(battery, [Dispute::StandingThreat], "the horse stands under a threat all the time");
    let mount = disputes("9/9/5k3/9/nR5c1/9/R8/4K4/9/9 w", "b5b8 h5h1 b8b5 h1h5");
    assert_eq!(mount, [Dispute::TakenRoot, Dispute::StandingThreat]);
    let mixed = disputes("3kr4/9/9/3N3r1/9/9/9/9/9/5Krc1 w", "f0f1 g0g6 f1f0 g6g0");
    assert_eq!(mixed, [Dispute::CheckThatAttacks]);
    let plain = disputes("5k3/9/9/9/c8/9/9/1R7/9/3K5 w", "b2a2 a5b5 a2b2 b5a5");
    assert_eq!(plain, []);
}

#[test]
fn a_piece_is_followed_where_it_goes() {
    let start = position("5k3/9/9/9/c8/9/9/1R7/9/3K5 w");
    let study = Study::of(&start, &moves("b2a2 a5b5 a2b2 b5a5").repeat(2));
    let window = study.plies(Window { from: 0, to: 8 });
    let victims: Vec<_> =
        window.iter().flat_map(|ply| &ply.attacks).map(|attack| attack.victim).collect();
    assert!(victims.iter().all(|victim| victim.home == victims[0].home));
    assert!(victims.iter().any(|victim| victim.square != victims[0].square));
}

/// Makes a threat look as if it stood on a root that was taken away.
fn weaken(ply: &mut Ply) {
    for attack in &mut ply.attacks {
        if let Reach::Gained { after, .. } = attack.reach {
            let before = Capture { root: Root::True(attack.victim.square), ..after };
            attack.reach = Reach::Kept { before, after };
        }
    }
}

#[test]
fn a_chase_by_taken_roots_yields_to_one_by_new_attacks() {
    // Two rooks of each side chase a horse.
    let start = position("5k3/6r2/9/2n6/6r2/2R6/6N2/9/2R6/3K5 w");
    let moves = moves("c4a4 g5i5 a4c4 i5g5");
    let study = Study::of(&start, &moves.repeat(2));
    let mut plies = study.plies(Window { from: 0, to: 8 }).to_vec();
    assert_eq!(classes(&plies), BySide { red: Class::Chase, black: Class::Chase });
    plies.iter_mut().filter(|ply| ply.side() == Side::Red).for_each(weaken);
    assert_eq!(classes(&plies), BySide { red: Class::Idle, black: Class::Chase });
    plies.iter_mut().for_each(weaken);
    assert_eq!(classes(&plies), BySide { red: Class::Chase, black: Class::Chase });
    plies.iter_mut().filter(|ply| ply.side() == Side::Black).for_each(|ply| ply.attacks.clear());
    assert_eq!(classes(&plies), BySide { red: Class::Chase, black: Class::Idle });
    assert!(disputes(&plies).contains(&Dispute::TakenRoot));
}
