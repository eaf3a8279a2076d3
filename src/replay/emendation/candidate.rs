//! The edits that are possible at one place of a line, and how likely each is.
//!
//! The costs are ten times the natural logarithm of how rare an edit is. They follow what was
//! counted in archives: of ten damaged copies five have a misprint, two a doubled stretch, two an
//! exchanged pair; a move is left out in one of thirty. A misprint could be any of some sixteen, a
//! move that is left out any of forty. One that strayed in could be any of forty as well, and is
//! rarer. A misprint alters one character; what is altered throughout is another move, of which
//! there are forty again. Few moves say front or rear, so what is wrong with one that does is
//! likely that.

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
/// The wrong side begins.
const TURN: u32 = 70;
/// One side moves twice in the midst of a game: a move is missing, and none that could be named.
const TWICE: u32 = 98;
/// A gap says nothing of the move that stood there.
pub(super) const GAP: u32 = 37;

/// An edit that is possible at a place.
#[derive(Debug, Clone)]
pub(super) struct CandidateEdit<'a> {
    pub(super) slip: Slip,
    /// Number of tokens that are replaced.
    pub(super) skips: usize,
    /// The moves read in the place of these tokens.
    pub(super) instead: Vec<RawMove<'a>>,
    pub(super) cost: u32,
}

impl<'a> CandidateEdit<'a> {
    fn new(slip: Slip, skips: usize, instead: Vec<RawMove<'a>>, cost: u32) -> CandidateEdit<'a> {
        CandidateEdit { slip, skips, instead, cost }
    }
}

/// Other moves that the token may stand for, with a cost of at most `dearest`.
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

/// How unlikely a misspelling is.
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

/// Two pairs of squares that differ.
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

/// Moves in the place of others, and moves that are too many.
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
        // Whatever is exchanged among the moves that play stays unnoticed.
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

/// The move as the other side makes it.
fn across(mv: Move) -> Move {
    let across = |square: Square| Square::at(square.file(), 9 - square.rank()).unwrap_or(square);
    Move::new(across(mv.from), across(mv.to))
}

/// Moves of the side to move that may be missing.
pub(super) fn missing<'a>(position: &Position) -> Vec<CandidateEdit<'a>> {
    let edit = |mv| {
        let slip = Slip::Missing(position.side(), vec![mv]);
        CandidateEdit::new(slip, 0, vec![RawMove::Squares(mv)], MISSING)
    };
    position.legal_moves().into_iter().map(edit).collect()
}

/// Pairs of moves that may be missing.
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

/// The edit by which the other side moves from the token at `at` on.
pub(super) fn turn<'a>(at: usize, position: &Position) -> CandidateEdit<'a> {
    let slip = Slip::Turn(position.side().other());
    CandidateEdit::new(slip, 0, Vec::new(), if at == 0 { TURN } else { TWICE })
}
