//! Edits possible at one place of a line, with their costs.
//!
//! A cost is ten times the natural logarithm of an edit's rarity, as counted in archives. Of ten
//! damaged copies five have a misprint, two a doubled stretch, two an exchanged pair; one of thirty
//! lacks a move. A misprint is one of some sixteen candidates; a missing move one of forty; a stray
//! move one of forty and rarer. A misprint alters one character; a token altered throughout is
//! another move, again one of forty. Few moves say front or rear, so these words are likely the
//! wrong ones.

use super::super::slip::{BrokenLine, Slip};
use crate::format::RawMove;
use crate::notation::{Misspelling, Misspelt};
use crate::xiangqi::{Move, Position, Square};

const EXCHANGED: u32 = 25;
const CROSSED: u32 = 45;
pub(super) const DOUBLED: u32 = 20;
const STRAY: u32 = 84;
const STRAY_PAIR: u32 = 121;
const MISSING: u32 = 72;
const MISSING_PAIR: u32 = 109;
/// Cost when the wrong side begins.
const TURN: u32 = 70;
/// Cost when one side moves twice within a game: a move is missing that no legal move fits.
const TWICE: u32 = 98;
/// Cost when a gap stands for a move, which therefore could be any.
pub(super) const GAP: u32 = 37;

/// An edit possible at a place of a line.
#[derive(Debug, Clone)]
pub(super) struct CandidateEdit<'a> {
    pub(super) slip: Slip,
    /// Number of tokens replaced.
    pub(super) skips: usize,
    /// Moves read in the place of the replaced tokens.
    pub(super) instead: Vec<RawMove<'a>>,
    pub(super) cost: u32,
}

impl<'a> CandidateEdit<'a> {
    fn new(slip: Slip, skips: usize, instead: Vec<RawMove<'a>>, cost: u32) -> CandidateEdit<'a> {
        CandidateEdit { slip, skips, instead, cost }
    }
}

/// Misprints: other legal moves that the token at `at` may stand for, with a cost of at most
/// `dearest`.
pub(super) fn misprints<'a>(
    line: &BrokenLine<'_>,
    at: usize,
    position: &Position,
    dearest: u32,
) -> Vec<CandidateEdit<'a>> {
    let Some(&token) = line.tokens.get(at) else { return Vec::new() };
    let played = line.played.get(at).copied();
    let misspelt = match token {
        RawMove::Text(text) => Some(Misspelt::new(text)),
        _ => None,
    };
    let cost = |mv: Move| match (token, &misspelt) {
        (RawMove::Squares(found), _) => off_by(found, mv),
        (_, Some(misspelt)) => misspelt.unlike(mv, position).map_or(GAP, unlikeness),
        _ => GAP,
    };
    let moves = position.legal_moves().into_iter().filter(|mv| Some(*mv) != played);
    let costs = moves.map(|mv| (mv, cost(mv))).filter(|&(_, cost)| cost <= dearest);
    let edit = |(mv, cost)| {
        CandidateEdit::new(Slip::Misprint(vec![mv]), 1, vec![RawMove::Squares(mv)], cost)
    };
    costs.map(edit).collect()
}

/// Cost of a misspelling.
fn unlikeness(misspelling: Misspelling) -> u32 {
    match misspelling {
        Misspelling::None => 10,
        Misspelling::Standing => 12,
        Misspelling::Direction => 26,
        Misspelling::Character => 34,
        Misspelling::Piece => 38,
        Misspelling::Characters(2) => 60,
        Misspelling::Characters(3) => 88,
        Misspelling::Characters(_) => 98,
    }
}

/// Cost of a misprint by the number of coordinates that differ between two moves.
fn off_by(found: Move, mv: Move) -> u32 {
    let parts = |square: Square| [square.file(), square.rank()];
    let coordinates = |mv: Move| [parts(mv.from), parts(mv.to)];
    let pairs = coordinates(found).into_iter().flatten();
    let pairs = pairs.zip(coordinates(mv).into_iter().flatten());
    match pairs.filter(|(one, other)| one != other).count() {
        0 | 1 => 34,
        2 if found.from == mv.from || found.to == mv.to => 46,
        2 => 60,
        3 => 88,
        _ => 98,
    }
}

/// Moves exchanged with a later one, and moves that are too many.
pub(super) fn displaced<'a>(
    line: &BrokenLine<'a>,
    at: usize,
    failed: usize,
    distances: &[usize],
) -> Vec<CandidateEdit<'a>> {
    let tokens = line.tokens;
    let mut found = Vec::new();
    for &distance in distances {
        let other = at + distance;
        // An exchange among moves that all play stays unnoticed.
        if other < tokens.len() && tokens[at] != tokens[other] {
            let mut instead = tokens[at..=other].to_vec();
            instead.swap(0, distance);
            let slip = Slip::Exchanged(distance as u32);
            found.push(CandidateEdit::new(slip, distance + 1, instead, EXCHANGED));
        }
    }
    if let Some(&[first, second]) = line.played.get(at..at + 2) {
        let instead = [second, first].map(|mv| RawMove::Squares(across(mv))).to_vec();
        found.push(CandidateEdit::new(Slip::Crossed, 2, instead, CROSSED));
    }
    for count in [1, 2] {
        let Some(extra) = tokens.get(at..at + count) else { continue };
        let stands_before =
            |back: usize| at >= back && tokens.get(at - back..at - back + count) == Some(extra);
        let is_doubled = stands_before(count) || (count == 1 && stands_before(2));
        if !is_doubled && at + count < failed {
            continue;
        }
        let cost = match (is_doubled, count) {
            (true, _) => DOUBLED,
            (false, 1) => STRAY,
            (false, _) => STRAY_PAIR,
        };
        let slip = Slip::Extra(count as u32);
        found.push(CandidateEdit::new(slip, count, Vec::new(), cost));
    }
    found
}

/// The move mirrored to the other side of the river.
fn across(mv: Move) -> Move {
    let across = |square: Square| Square::at(square.file(), 9 - square.rank()).unwrap_or(square);
    Move::new(across(mv.from), across(mv.to))
}

/// Legal moves of the side to move that may be missing.
pub(super) fn missing<'a>(position: &Position) -> Vec<CandidateEdit<'a>> {
    let edit = |mv| {
        let slip = Slip::Missing(position.side(), vec![mv]);
        CandidateEdit::new(slip, 0, vec![RawMove::Squares(mv)], MISSING)
    };
    position.legal_moves().into_iter().map(edit).collect()
}

/// Pairs of legal moves, one of each side, that may be missing.
pub(super) fn missing_pairs<'a>(position: &Position) -> Vec<CandidateEdit<'a>> {
    let mut found = Vec::new();
    for first in position.legal_moves() {
        for second in position.after(&[first]).legal_moves() {
            let pair = [first, second];
            let instead = pair.map(RawMove::Squares).to_vec();
            found.push(CandidateEdit::new(Slip::MissingPair(pair), 0, instead, MISSING_PAIR));
        }
    }
    found
}

/// The edit that gives the turn to the other side from the token at `at` on.
pub(super) fn turn<'a>(at: usize, position: &Position) -> CandidateEdit<'a> {
    let slip = Slip::Turn(position.side().other());
    CandidateEdit::new(slip, 0, Vec::new(), if at == 0 { TURN } else { TWICE })
}
