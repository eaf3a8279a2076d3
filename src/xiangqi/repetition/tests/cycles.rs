//! What whole cycles come to.

use super::cycle;
use crate::xiangqi::repetition::Class::{self, Chase, Check, Idle};
use crate::xiangqi::repetition::{Dispute, Ruling};
use crate::xiangqi::{BySide, Side};

/// A cycle and what it is by the Asian rules.
pub(super) struct Known {
    pub(super) fen: &'static str,
    pub(super) moves: &'static str,
    red: Class,
    black: Class,
}

const fn known(fen: &'static str, moves: &'static str, red: Class, black: Class) -> Known {
    Known { fen, moves, red, black }
}

pub(super) const CYCLES: &[Known] = &[
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
    use super::{moves, position};
    use crate::xiangqi::repetition::Study;
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
    use super::{moves, position};
    use crate::xiangqi::repetition::{Study, Window};
    let start = position("5k3/9/9/9/c8/9/9/1R7/9/3K5 w");
    let study = Study::of(&start, &moves("b2a2 a5b5 a2b2 b5a5").repeat(2));
    let window = study.plies(Window { from: 0, to: 8 });
    let victims: Vec<_> =
        window.iter().flat_map(|ply| &ply.attacks).map(|attack| attack.victim).collect();
    assert!(victims.iter().all(|victim| victim.home == victims[0].home));
    assert!(victims.iter().any(|victim| victim.square != victims[0].square));
}
