//! Move generation against a slow, obviously right generator written from the rules alone.

use crate::common::games::Dice;
use xqdb::xiangqi::{Move, Position};

/// Rank, file; letters as in FEN.
type Grid = [[u8; 9]; 10];

fn grid(position: &Position) -> Grid {
    let mut grid = [[b'.'; 9]; 10];
    for (square, piece) in position.board().pieces() {
        grid[usize::from(square.rank())][usize::from(square.file())] = piece.fen_letter() as u8;
    }
    grid
}

fn at(grid: &Grid, rank: i32, file: i32) -> Option<u8> {
    grid.get(usize::try_from(rank).ok()?)?.get(usize::try_from(file).ok()?).copied()
}

fn is_red(piece: u8) -> bool {
    piece.is_ascii_uppercase()
}

/// Whether the piece may go there by the wording of the rules.
fn may_go(grid: &Grid, from: (i32, i32), to: (i32, i32)) -> bool {
    let (Some(piece), Some(target)) = (at(grid, from.0, from.1), at(grid, to.0, to.1)) else {
        return false;
    };
    if from == to || (target != b'.' && is_red(target) == is_red(piece)) {
        return false;
    }
    let red = is_red(piece);
    let (up, right) = (to.0 - from.0, to.1 - from.1);
    let palace = (3..=5).contains(&to.1) && if red { to.0 <= 2 } else { to.0 >= 7 };
    let stones = || {
        // Points strictly between, walking one at a time.
        let (step_up, step_right) = (up.signum(), right.signum());
        let mut point = (from.0 + step_up, from.1 + step_right);
        let mut count = 0;
        while point != to {
            count += i32::from(at(grid, point.0, point.1) != Some(b'.'));
            point = (point.0 + step_up, point.1 + step_right);
        }
        count
    };
    let empty = |rank: i32, file: i32| at(grid, rank, file) == Some(b'.');
    match piece.to_ascii_lowercase() {
        b'k' => up.abs() + right.abs() == 1 && palace,
        b'a' => up.abs() == 1 && right.abs() == 1 && palace,
        b'b' => {
            let home = if red { to.0 <= 4 } else { to.0 >= 5 };
            up.abs() == 2 && right.abs() == 2 && home && empty(from.0 + up / 2, from.1 + right / 2)
        }
        b'n' if up.abs() == 2 && right.abs() == 1 => empty(from.0 + up / 2, from.1),
        b'n' if up.abs() == 1 && right.abs() == 2 => empty(from.0, from.1 + right / 2),
        b'r' => (up == 0 || right == 0) && stones() == 0,
        b'c' => (up == 0 || right == 0) && stones() == i32::from(target != b'.'),
        b'p' => {
            let across = if red { from.0 >= 5 } else { from.0 <= 4 };
            (right == 0 && up == if red { 1 } else { -1 })
                || (up == 0 && right.abs() == 1 && across)
        }
        _ => false,
    }
}

fn find(grid: &Grid, piece: u8) -> Option<(i32, i32)> {
    (0..10)
        .flat_map(|rank| (0..9).map(move |file| (rank, file)))
        .find(|&(rank, file)| at(grid, rank, file) == Some(piece))
}

/// The king could be taken, or the kings face each other.
fn in_danger(grid: &Grid, red: bool) -> bool {
    let Some(king) = find(grid, if red { b'K' } else { b'k' }) else { return false };
    let taken = (0..10).any(|rank| {
        (0..9).any(|file| {
            at(grid, rank, file).is_some_and(|piece| piece != b'.' && is_red(piece) != red)
                && may_go(grid, (rank, file), king)
        })
    });
    let faces = find(grid, if red { b'k' } else { b'K' }).is_some_and(|other| {
        other.1 == king.1
            && (king.0.min(other.0) + 1..king.0.max(other.0))
                .all(|rank| at(grid, rank, king.1) == Some(b'.'))
    });
    taken || faces
}

fn slow_moves(grid: &Grid, red: bool) -> Vec<String> {
    let mut moves = Vec::new();
    for from in 0..90 {
        for to in 0..90 {
            let (a, b) = ((from / 9, from % 9), (to / 9, to % 9));
            let own = at(grid, a.0, a.1).is_some_and(|piece| piece != b'.' && is_red(piece) == red);
            let king = at(grid, b.0, b.1).is_some_and(|piece| piece.eq_ignore_ascii_case(&b'k'));
            if !own || king || !may_go(grid, a, b) {
                continue;
            }
            let mut after = *grid;
            after[b.0 as usize][b.1 as usize] = after[a.0 as usize][a.1 as usize];
            after[a.0 as usize][a.1 as usize] = b'.';
            if !in_danger(&after, red) {
                let file = |file: i32| char::from(b'a' + file as u8);
                moves.push(format!("{}{}{}{}", file(a.1), a.0, file(b.1), b.0));
            }
        }
    }
    moves.sort();
    moves
}

/// Compares the moves at every node and counts the leaves.
fn compare(position: &mut Position, depth: u32) -> u64 {
    let red = position.side() == xqdb::xiangqi::Side::Red;
    let mut fast: Vec<String> = position.legal_moves().iter().map(Move::to_string).collect();
    fast.sort();
    assert_eq!(fast, slow_moves(&grid(position), red), "{position:?}");
    assert_eq!(position.is_check(), in_danger(&grid(position), red), "{position:?}");
    if depth == 1 {
        return fast.len() as u64;
    }
    let mut nodes = 0;
    for mv in position.legal_moves() {
        let undo = position.play_unchecked(mv);
        nodes += compare(position, depth - 1);
        position.undo(undo);
    }
    nodes
}

fn perft(position: &mut Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut nodes = 0;
    for mv in moves {
        let undo = position.play_unchecked(mv);
        nodes += perft(position, depth - 1);
        position.undo(undo);
    }
    nodes
}

#[test]
fn the_start_has_the_known_numbers() {
    for (depth, nodes) in [(1, 44), (2, 1_920), (3, 79_666), (4, 3_290_240)] {
        assert_eq!(perft(&mut Position::start(), depth), nodes, "depth {depth}");
    }
}

#[test]
fn every_kind_of_position_agrees_with_the_slow_generator() {
    for (what, fen, depth) in [
        ("the start", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 2),
        ("many pieces", "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w", 2),
        ("few pieces", "3k5/9/9/9/9/9/9/9/9/4K4 w", 4),
        ("facing kings held apart by one pawn", "4k4/9/9/9/4P4/9/9/9/9/4K4 w", 4),
        ("check by a rook", "4k4/9/9/9/4R4/9/9/9/9/3K5 b", 4),
        ("check by a cannon over the own advisor", "4k4/4a4/9/9/4C4/9/9/9/9/3K5 b", 4),
        ("double check", "3k5/9/2N6/9/3R5/9/9/9/9/4K4 b", 4),
        ("check by a horse with a free leg", "3k5/9/2N6/9/9/9/9/9/9/4K4 b", 4),
        ("blocked horses", "4k4/9/9/9/3pnp3/4P4/9/9/4K4/9 b", 4),
        ("blocked elephants", "2b1k1b2/9/9/9/2B6/1P7/2B6/9/9/4K4 w", 4),
        ("pawns before and after the river", "3k5/9/9/P1P6/6p1p/P1P6/6p1p/9/9/4K4 w", 3),
        ("pawns at the king", "3k5/3P5/4P4/9/9/9/9/4p4/3p5/5K3 w", 4),
        ("cannons and screens", "2cak4/9/9/1C2c4/9/4p4/9/4C4/9/2rAK4 w", 3),
        ("black to move", "r2akab2/4c4/n3b4/p1p1p3p/9/2P3P2/r3P3P/BRN1B1N2/4A4/1R2KA3 b", 2),
        ("no red king", "4k4/9/9/9/4p4/9/9/9/9/9 w", 1),
    ] {
        let mut position = Position::from_fen(fen).unwrap();
        let nodes = compare(&mut position, depth);
        println!("{what}: {nodes} nodes at depth {depth}");
    }
}

#[test]
fn random_games_agree_with_the_slow_generator() {
    let mut dice = Dice(7);
    for _ in 0..30 {
        let mut position = Position::start();
        for _ in 0..80 {
            compare(&mut position, 1);
            let fresh = Position::new(*position.board(), position.side());
            assert_eq!(
                (fresh.zobrist(), fresh.mirror_zobrist()),
                (position.zobrist(), position.mirror_zobrist())
            );
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(dice.below(moves.len().max(1))) else { break };
            position.play_unchecked(mv);
        }
    }
}
