//! What a single attack counts for: one test a clause of the Asian rules.

use super::verdict;
use crate::xiangqi::Square;
use crate::xiangqi::repetition::{AttackVerdict, Cause, Harmless, Novelty, Threat};

fn at(square: &str) -> Square {
    square.parse().unwrap()
}

const MOVED: Novelty = Novelty::Reached(Cause::Moved);
const OPENED: Novelty = Novelty::Reached(Cause::Opened);
const MOUNTED: Novelty = Novelty::Reached(Cause::Mounted);

/// A chase of an unprotected piece.
const fn chase(novelty: Novelty) -> AttackVerdict {
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
    assert_eq!(freed, chase(Novelty::NoLonger(Harmless::Pinned(at("e8")))));
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
    assert_eq!(blocked, chase(Novelty::NoLonger(Harmless::Protected(at("a8")))));
    let pinned = verdict("4k4/c3r4/9/9/9/9/9/RR7/9/3K5 w", "b2e2", "a2", "a8");
    let threat = Threat::FalseRoot { root: at("e8"), exposed_to: at("e2") };
    let novelty = Novelty::NoLonger(Harmless::Protected(at("e8")));
    assert_eq!(pinned, AttackVerdict::Chase { threat, novelty });
    let hobbled = verdict("5k3/9/9/9/n8/2R6/1N7/9/9/3K5 w", "c4a4", "b3", "a5");
    assert_eq!(hobbled, chase(Novelty::NoLonger(Harmless::Exchange)));
    assert!(!Novelty::NoLonger(Harmless::Exchange).is_new_attack());
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
