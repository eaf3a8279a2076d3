//! The rules of repetition on positions made for them.

mod attacks;
mod cycles;
mod properties;
mod roots;

use super::axf::{AttackVerdict, judge_attack};
use super::ply::{Player, Ply};
use super::study::{Cycle, Study};
use crate::xiangqi::{Move, Position, Square};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn moves(text: &str) -> Vec<Move> {
    text.split(' ').map(|mv| mv.parse().unwrap()).collect()
}

/// What a single move does.
fn ply(fen: &str, mv: &str) -> Ply {
    Player::new(position(fen), 0).play(mv.parse().unwrap()).unwrap()
}

/// What the attack of the piece on `attacker` on that on `victim` counts for after a move.
fn verdict(fen: &str, mv: &str, attacker: &str, victim: &str) -> AttackVerdict {
    let square = |text: &str| text.parse::<Square>().unwrap();
    let ply = ply(fen, mv);
    let attack = ply.attacks.iter().find(|attack| {
        attack.attacker.square == square(attacker) && attack.victim.square == square(victim)
    });
    judge_attack(attack.expect("there is such an attack"))
}

/// What comes of playing a cycle three times.
fn cycle(fen: &str, text: &str) -> Cycle {
    let line = moves(&[text, text, text].join(" "));
    let mut study = Study::of(&position(fen), &line);
    assert_eq!(study.cycles.len(), 1, "{fen} {text}");
    study.cycles.remove(0)
}
