//! Lays two lines side by side: where they join, which moves they share, and where they differ on
//! the board. Pure.

use super::account::Account;
use crate::xiangqi::Move;
use rustc_hash::FxHashMap;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::ops::Range;

/// Number of pieces up to which unrelated games often reach equal positions.
pub const FEW_PIECES: u8 = 6;

/// Two lines laid side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alignment {
    /// Whether the second line had to be mirrored.
    pub mirrored: bool,
    /// Number of plies before the joint in each line. `None` if the lines share no position; the
    /// moves are then compared from both starts.
    pub joint: Option<(usize, usize)>,
    /// Number of moves after the joint that both lines share, in order.
    pub agree: usize,
    /// Length in moves of the longest run that both play from equal positions.
    pub longest: usize,
    /// Number of moves after the joint, of each line.
    pub compared: (usize, usize),
    /// Stretches in which the lines differ, in order.
    pub partings: Vec<Parting>,
    /// Number of plies by which each line continues after the end of the other; one of them is 0.
    pub rest: (usize, usize),
}

/// A stretch in which two lines differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parting {
    /// Plies of the first line, counted from its start.
    pub a: Range<usize>,
    /// Plies of the second line.
    pub b: Range<usize>,
    /// Whether the boards are equal at the end of the stretch.
    pub meets: bool,
    /// Number of moves inside the stretch that both lines share.
    pub agree: usize,
    /// Whether both lines play the same moves in another order.
    pub is_reordered: bool,
}

impl Alignment {
    /// Lays two lines side by side.
    pub fn of(a: &Account, b: &Account) -> Alignment {
        match joint(a, b) {
            Some((mirrored, at)) => Alignment::from_joint(a, b, mirrored, at),
            None => {
                let [straight, turned] =
                    [false, true].map(|turned| shared_in_order(&a.moves, &b.moves_turned(turned)));
                let laid = Alignment::from_joint(a, b, turned > straight, (0, 0));
                Alignment { joint: None, ..laid }
            }
        }
    }

    fn from_joint(
        a: &Account,
        b: &Account,
        mirrored: bool,
        joint @ (from_a, from_b): (usize, usize),
    ) -> Alignment {
        let ours = &a.moves[from_a..];
        let theirs = b.moves_turned(mirrored).split_off(from_b);
        let boards = |i: usize, j: usize| {
            a.positions[from_a + i].hashes[0]
                == b.positions[from_b + j].hashes[usize::from(mirrored)]
        };
        let mut alignment = Alignment {
            mirrored,
            joint: Some(joint),
            agree: 0,
            longest: 0,
            compared: (ours.len(), theirs.len()),
            partings: Vec::new(),
            rest: (0, 0),
        };
        let sorted = |moves: &[Move]| {
            let mut moves = moves.to_vec();
            moves.sort_unstable();
            moves
        };
        let parting = |a: Range<usize>, b: Range<usize>, meets: bool, agree: usize| Parting {
            is_reordered: a.len() == b.len()
                && sorted(&ours[a.clone()]) == sorted(&theirs[b.clone()]),
            a: from_a + a.start..from_a + a.end,
            b: from_b + b.start..from_b + b.end,
            meets,
            agree,
        };
        // A stretch of unequal boards: its start in both lines, and the moves shared since.
        let mut open: Option<(usize, usize, usize)> = None;
        let (mut run, mut ended) = (0, (0, 0));
        for op in capture_diff_slices(Algorithm::Myers, ours, &theirs) {
            let DiffOp::Equal { old_index, new_index, len } = op else {
                open = open.or(Some((ended.0, ended.1, 0)));
                run = 0;
                ended = (op.old_range().end, op.new_range().end);
                continue;
            };
            alignment.agree += len;
            for step in 0..=len {
                let (i, j) = (old_index + step, new_index + step);
                if let Some((since_a, since_b, agree)) = open
                    && boards(i, j)
                {
                    alignment.partings.push(parting(since_a..i, since_b..j, true, agree));
                    open = None;
                }
                if step < len {
                    match &mut open {
                        Some((.., agree)) => *agree += 1,
                        None => run += 1,
                    }
                    alignment.longest = alignment.longest.max(run);
                }
            }
            ended = (old_index + len, new_index + len);
        }
        if let Some((since_a, since_b, agree)) = open {
            let (left_a, left_b) = (ours.len() - since_a, theirs.len() - since_b);
            if left_a == 0 || left_b == 0 {
                alignment.rest = (left_a, left_b);
            } else {
                let (a, b) = (since_a..ours.len(), since_b..theirs.len());
                alignment.partings.push(parting(a, b, false, agree));
            }
        }
        alignment
    }

    /// Shared moves as a share, from 0 to 1, of the shorter line after the joint.
    pub fn share(&self) -> f64 {
        let shorter = self.compared.0.min(self.compared.1);
        if shorter == 0 { 0.0 } else { self.agree as f64 / shorter as f64 }
    }

    /// Ply of the first line, 1-based, at which the lines differ first or one has ended; `None` for
    /// equal lines.
    pub fn parts_at(&self) -> Option<usize> {
        let joint = self.joint.map_or(0, |(a, _)| a);
        let ends = joint + self.compared.0.min(self.compared.1) + 1;
        match self.partings.first() {
            Some(parting) => Some(parting.a.start + 1),
            None => (self.rest != (0, 0)).then_some(ends),
        }
    }
}

/// Number of moves that two lines share in order: the length of their longest common subsequence,
/// by the bit-vector algorithm of Hyyrö (2004).
///
/// A bit stands for each move of `a` and is cleared when the subsequence grows by it; each move of
/// `b` costs an addition for every 64 moves of `a`.
pub(super) fn shared_in_order(a: &[Move], b: &[Move]) -> usize {
    let words = a.len().div_ceil(64);
    let mut kinds = a.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    // For each kind of move, the bits of its places in `a`.
    let mut places = vec![0_u64; kinds.len() * words];
    for (at, mv) in a.iter().enumerate() {
        if let Ok(kind) = kinds.binary_search(mv) {
            places[kind * words + at / 64] |= 1 << (at % 64);
        }
    }
    let mut bits = vec![u64::MAX; words];
    for mv in b {
        let Ok(kind) = kinds.binary_search(mv) else { continue };
        let mut carry = false;
        for (bits, place) in bits.iter_mut().zip(&places[kind * words..]) {
            let (sum, is_over) = bits.overflowing_add(*bits & place);
            let (sum, is_over_by_carry) = sum.overflowing_add(u64::from(carry));
            carry = is_over || is_over_by_carry;
            *bits = sum | (*bits & !place);
        }
    }
    let is_cleared = |at: &usize| bits[at / 64] >> (at % 64) & 1 == 0;
    (0..a.len()).filter(is_cleared).count()
}

/// Where two lines join, and whether the second is mirrored.
fn joint(a: &Account, b: &Account) -> Option<(bool, (usize, usize))> {
    let mut plies: FxHashMap<u64, usize> = FxHashMap::default();
    for (ply, placed) in a.positions.iter().enumerate() {
        plies.entry(placed.hashes[0]).or_insert(ply);
    }
    let both_whole = a.is_whole && b.is_whole && a.positions[0] == b.positions[0];
    let found = [false, true].map(|mirrored| {
        let met = b.positions.iter().enumerate().filter_map(|(at, placed)| {
            Some((*plies.get(&placed.hashes[usize::from(mirrored)])?, at, placed.pieces))
        });
        let met: Vec<(usize, usize, u8)> = met.collect();
        let first = match both_whole {
            true => Some((0, 0)),
            // Of two lines that only meet in the middle, neither is a part of the other.
            false => met
                .iter()
                .map(|&(i, j, _)| (i, j))
                .filter(|&(i, j)| i == 0 || j == 0)
                .min_by_key(|&(i, j)| (i + j, i)),
        };
        (first, met.len())
    });
    let mirrored = found[1].1 > found[0].1;
    let (first, _) = found[usize::from(mirrored)];
    first.map(|at| (mirrored, at))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::account::Claims;
    use super::*;
    use crate::xiangqi::{Position, mix};

    /// Account of moves in coordinates from the standard start.
    pub(crate) fn account(moves: &str) -> Account {
        let moves: Vec<Move> = moves.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
        Account::new(None, &moves, Claims::default())
    }

    /// A random line of `plies` legal moves in coordinates, five characters each.
    pub(crate) fn walk(seed: u64, plies: usize) -> String {
        let (mut position, mut text) = (Position::start(), String::new());
        for ply in 0..plies as u64 {
            let moves = position.legal_moves();
            let mv = moves[mix(mix(seed) ^ ply) as usize % moves.len()];
            position.play_unchecked(mv);
            text += &format!("{mv} ");
        }
        text
    }

    /// Account that starts where `before` ends.
    pub(crate) fn from(before: &str, moves: &str) -> Account {
        let mut position = Position::start();
        for mv in before.split_whitespace() {
            position.play_unchecked(mv.parse().unwrap());
        }
        let moves: Vec<Move> = moves.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
        Account::new(Some(&position), &moves, Claims::default())
    }

    const LINE: &str = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 a6a5";

    #[test]
    fn moves_shared_in_order_are_those_of_a_longest_common_subsequence() {
        for (seed, [one, other]) in (1..).zip([[0, 9], [40, 64], [65, 127], [128, 200], [300, 70]])
        {
            let [one, other] =
                [walk(seed, one), walk(seed + 100, other)].map(|it| account(&it).moves);
            // A line and its beginning or end, and two lines that share moves by chance alone.
            let joined = [&one[..], &other[..]].concat();
            for (a, b) in [(&one, &other), (&other, &one), (&joined, &one), (&other, &joined)] {
                let shared =
                    capture_diff_slices(Algorithm::Myers, a, b).into_iter().map(|op| match op {
                        DiffOp::Equal { len, .. } => len,
                        _ => 0,
                    });
                assert_eq!(
                    shared_in_order(a, b),
                    shared.sum::<usize>(),
                    "{} and {}",
                    a.len(),
                    b.len()
                );
            }
        }
    }

    #[test]
    fn a_cut_line_ends_inside_the_other() {
        let alignment = Alignment::of(&account(LINE), &account("h2e2 h9g7 h0g2 i9h9"));
        assert_eq!((alignment.agree, alignment.longest, alignment.rest), (4, 4, (4, 0)));
        assert!(alignment.partings.is_empty());
        assert_eq!(alignment.parts_at(), Some(5));
    }

    #[test]
    fn another_order_meets_again() {
        let other = account("h2e2 b9c7 h0g2 h9g7 i0h0 i9h9 b0a2 a6a5");
        let alignment = Alignment::of(&account(LINE), &other);
        let [parting] = &alignment.partings[..] else { panic!("{alignment:?}") };
        assert!(parting.meets && parting.is_reordered);
        assert_eq!((parting.a.clone(), parting.b.clone()), (1..6, 1..6));
    }

    #[test]
    fn a_piece_on_a_wrong_square_goes_on_from_there_to_the_right_one() {
        let other = account("h2e2 h9g7 h0i2 i9h9 i0h0 b9c7 b0a2 a6a5");
        let alignment = Alignment::of(&account(LINE), &other);
        let [parting] = &alignment.partings[..] else { panic!("{alignment:?}") };
        assert!(!parting.meets);
        assert_eq!((parting.agree, alignment.agree, alignment.longest), (5, 7, 2));
    }

    #[test]
    fn a_fragment_joins_the_game_in_the_middle() {
        let fragment = from("h2e2 h9g7 h0g2", "i9h9 i0h0 b9c7");
        let alignment = Alignment::of(&account(LINE), &fragment);
        assert_eq!(alignment.joint, Some((3, 0)));
        assert_eq!((alignment.agree, alignment.rest), (3, (2, 0)));
    }

    #[test]
    fn a_mirror_image_is_seen_as_one() {
        let mirrored: Vec<Move> = account(LINE).moves.iter().map(|mv| mv.mirror()).collect();
        let other = Account::new(None, &mirrored, Claims::default());
        let alignment = Alignment::of(&account(LINE), &other);
        assert!(alignment.mirrored && alignment.partings.is_empty());
        assert_eq!(alignment.agree, 8);
    }

    #[test]
    fn a_repetition_is_a_parting_of_one_side_only() {
        let twice = account("h2e2 h9g7 h0g2 i9h9 i0h0 h9i9 h0i0 i9h9 i0h0 b9c7");
        let once = account("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7");
        let alignment = Alignment::of(&twice, &once);
        let [parting] = &alignment.partings[..] else { panic!("{alignment:?}") };
        assert!(parting.meets);
        assert_eq!((parting.a.len(), parting.b.len()), (4, 0));
    }
}
