//! Searches single edits that let a line play further.

use super::super::lookahead::LineReader;
use super::super::slip::{BrokenLine, Slip};
use super::Edit;
use super::candidate::{CandidateEdit, displaced, misprints, missing, missing_pairs, turn};
use crate::format::RawMove;
use crate::notation;
use crate::xiangqi::{Move, Position};

/// Number of moves before the failing one at which edits are tried.
pub(super) struct EditReach {
    /// Moves back for likely edits.
    likely: usize,
    /// Moves back for unlikely edits.
    near: usize,
    /// Moves back for pairs of missing moves, more than a thousand at each place; None tries no
    /// pairs.
    pairs: Option<usize>,
    /// Distances, in plies, between two moves that are exchanged.
    distances: &'static [usize],
}

impl EditReach {
    pub(super) const ALL: EditReach =
        EditReach { likely: 60, near: 20, pairs: Some(8), distances: &[1, 2] };

    /// Reach for single slips near the end; exchanges include moves three plies apart, one printed
    /// line below the other.
    pub(super) const HINTS: EditReach =
        EditReach { likely: 8, near: 8, pairs: None, distances: &[1, 2, 3] };
}

/// Largest cost of a likely misprint.
pub(super) const LIKELY: u32 = 60;

/// Above the cost of every misprint.
const ANY: u32 = 99;

/// Number of moves that must play to support an edit by free trial, unless the line ends before.
const LEAST: usize = 3;

/// An edit that lets a line play further.
#[derive(Debug, Clone)]
pub(super) struct FoundEdit<'a> {
    /// Index of the first token replaced, 0-based.
    pub(super) at: usize,
    pub(super) candidate: CandidateEdit<'a>,
    /// Moves read in the place of the replaced tokens.
    pub(super) reads: Vec<Move>,
    /// All moves of the edited line that play.
    pub(super) moves: Vec<Move>,
    pub(super) exposed: u32,
    /// Indices of the first token that cannot be played, with the edit and without.
    reached: usize,
    failed: usize,
    /// Number of tokens in the line.
    len: usize,
}

impl<'a> FoundEdit<'a> {
    pub(super) fn is_whole(&self) -> bool {
        self.reached == self.len
    }

    /// Number of tokens that play only with the edit.
    pub(super) fn gain(&self) -> usize {
        self.reached - self.failed
    }

    /// Sort key: edits worth a second edit come first.
    pub(super) fn promise(&self) -> (i64, usize) {
        (
            i64::from(self.candidate.cost + 50 * self.exposed) - 6 * self.gain().min(10) as i64,
            self.at,
        )
    }

    /// Tokens of the line with this edit.
    pub(super) fn tokens(&self, line: &BrokenLine<'a>) -> Vec<RawMove<'a>> {
        let behind = &line.tokens[self.at + self.candidate.skips..];
        [&line.tokens[..self.at], &self.candidate.instead, behind].concat()
    }

    /// Whether the second edit changes tokens that this edit reads; a change of turn touches every
    /// edit.
    pub(super) fn is_touched_by(&self, second: &FoundEdit<'_>) -> bool {
        let is_turn = |found: &FoundEdit<'_>| matches!(found.candidate.slip, Slip::Turn(_));
        let ours = self.at..self.at + self.candidate.instead.len().max(1);
        let theirs = second.at..second.at + second.candidate.skips.max(1);
        is_turn(self) || is_turn(second) || (ours.start < theirs.end && theirs.start < ours.end)
    }

    /// Index in the unedited line of index `place` in the line with this edit.
    pub(super) fn ply_before(&self, place: usize) -> usize {
        match place < self.at + self.candidate.instead.len() {
            true => place,
            false => place + self.candidate.skips - self.candidate.instead.len(),
        }
    }

    pub(super) fn edit(&self) -> Edit {
        Edit {
            ply: self.at as u32 + 1,
            slip: self.candidate.slip.clone(),
            replaced: self.candidate.skips as u32,
            reads: self.reads.clone(),
        }
    }
}

/// Searches single edits of a line.
pub(super) struct Search<'l, 'a> {
    line: &'l BrokenLine<'a>,
    /// Index of the first token that cannot be played.
    failed: usize,
    /// Indices of moves that leave their own king in check.
    exposing: Vec<usize>,
    /// By place: first token that cannot be played from there under any readings of the earlier
    /// tokens, so no edit is needed to come so far.
    unedited: Vec<usize>,
    /// Index of the trouble: `failed`, or the first of `exposing` if the whole line plays.
    trouble: usize,
    ahead: LineReader<'a>,
    found: Vec<FoundEdit<'a>>,
}

impl<'l, 'a> Search<'l, 'a> {
    pub(super) fn new(line: &'l BrokenLine<'a>, budget: u32) -> Search<'l, 'a> {
        let failed = line.played.len();
        let mut position = line.start.clone();
        let mut exposing = Vec::new();
        for (at, &mv) in line.played.iter().enumerate() {
            let mover = position.side();
            position.play_unchecked(mv);
            if position.is_attacked(mover) {
                exposing.push(at);
            }
        }
        let trouble = match exposing.first() {
            Some(&first) if failed == line.tokens.len() => first,
            _ => failed,
        };
        let ahead = LineReader { reader: &notation::read, budget };
        let unedited = Vec::new();
        Search { line, failed, exposing, unedited, trouble, ahead, found: Vec::new() }
    }

    /// Runs the search and returns all edits found, likely ones first.
    pub(super) fn run(mut self, reach: &EditReach) -> Vec<FoundEdit<'a>> {
        if self.trouble == self.line.tokens.len() {
            return Vec::new();
        }
        let (positions, trouble) = (self.positions(reach.likely), self.trouble);
        self.unedited = self.unedited(&positions);
        let within =
            |window: usize| positions.iter().rev().filter(move |(at, _)| at + window >= trouble);
        for (at, position) in within(reach.likely) {
            self.try_all(*at, position, misprints(self.line, *at, position, LIKELY));
            self.try_all(*at, position, displaced(self.line, *at, trouble, reach.distances));
        }
        for (at, position) in within(reach.near) {
            let mut unlikely = misprints(self.line, *at, position, ANY);
            unlikely.retain(|candidate| candidate.cost > LIKELY);
            self.try_all(*at, position, unlikely);
            self.try_all(*at, position, missing(position));
            if *at == 0 || *at == trouble {
                self.try_all(*at, position, vec![turn(*at, position)]);
            }
        }
        if let Some(window) = reach.pairs
            && !self.found.iter().any(FoundEdit::is_whole)
        {
            for (at, position) in within(window) {
                self.try_all(*at, position, missing_pairs(position));
            }
        }
        self.found
    }

    /// Positions before each token at which an edit may lie, with the token's index.
    fn positions(&self, window: usize) -> Vec<(usize, Position)> {
        let mut position = self.line.start.clone();
        let mut positions = Vec::new();
        for at in 0..=self.trouble {
            if at + window >= self.trouble {
                positions.push((at, position.clone()));
            }
            if let Some(&mv) = self.line.played.get(at) {
                position.play_unchecked(mv);
            }
        }
        positions
    }

    fn unedited(&mut self, positions: &[(usize, Position)]) -> Vec<usize> {
        let mut unedited = vec![self.failed; self.trouble + 1];
        for (at, position) in positions {
            let reached = at + self.ahead.furthest(position, &self.line.tokens[*at..]).moves.len();
            // Tokens out of reach from here are out of reach from any later place.
            if reached <= self.failed {
                break;
            }
            unedited[*at] = reached;
        }
        unedited
    }

    fn try_all(&mut self, at: usize, position: &Position, candidates: Vec<CandidateEdit<'a>>) {
        for candidate in candidates {
            self.attempt(at, position, candidate);
        }
    }

    /// Plays the line with a candidate edit; keeps the edit if the line plays further.
    fn attempt(&mut self, at: usize, position: &Position, candidate: CandidateEdit<'a>) {
        let tokens = self.line.tokens;
        let before = &self.line.played[..at];
        let mut position = match candidate.slip {
            Slip::Turn(side) => position.with_side(side),
            _ => position.clone(),
        };
        let mut reads = Vec::new();
        let mut exposed = 0;
        for &token in &candidate.instead {
            let mover = position.side();
            let Some(mv) = self.ahead.plays(&mut position, token) else { return };
            exposed += u32::from(position.is_attacked(mover));
            reads.push(mv);
        }
        let from = at + candidate.skips;
        let rest = self.ahead.furthest(&position, &tokens[from..]);
        let reached = from + rest.moves.len();
        let is_misprint = matches!(candidate.slip, Slip::Misprint(_));
        let is_free = !is_misprint && !matches!(candidate.slip, Slip::Exchanged(_));
        let is_whole = reached == tokens.len();
        let least = if is_free && !is_whole { LEAST } else { 1 };
        let exposed_before = self.exposing.iter().filter(|&&place| place < at).count() as u32;
        let exposed = exposed_before + exposed + rest.exposed;
        let is_mended =
            self.failed == tokens.len() && is_whole && (exposed as usize) < self.exposing.len();
        let is_needed = is_misprint || reached > self.unedited[at];
        if (reached < self.failed + least || !is_needed) && !is_mended {
            return;
        }
        self.found.push(FoundEdit {
            at,
            moves: [before, &reads, &rest.moves].concat(),
            reads,
            exposed,
            candidate,
            reached,
            failed: self.failed,
            len: tokens.len(),
        });
    }
}
