//! What a chase that rests on taken roots is worth.

use super::super::axf::{classes, disputes};
use super::{moves, position};
use crate::xiangqi::repetition::{Capture, Class, Dispute, Ply, Reach, Root, Study, Window};
use crate::xiangqi::{BySide, Side};

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
