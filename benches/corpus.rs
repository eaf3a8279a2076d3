//! Corpus of distinct, legal, plausible games of any size, so that measurements can be repeated.
//!
//! Equal seeds give equal games, whatever the number of threads: a game depends on its number
//! alone. The tool `generate` writes the games to standard output, the table of the import to
//! files.

use rayon::prelude::*;
use std::io;
use std::ops::Range;
use xqdb::notation::Notation;
use xqdb::xiangqi::{Move, Position};

/// First moves of games with their weights, roughly their shares in real archives.
const OPENINGS: &[(u32, &str)] = &[
    (22, "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6"),
    (14, "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0c2"),
    (8, "h2e2 b9c7 h0g2 h9g7 i0h0 i9h9 b0a2"),
    (8, "h2e2 h7e7 h0g2 h9g7 i0h0 i9i8"),
    (6, "h2e2 b7e7 h0g2 b9c7 i0h0 h9g7"),
    (9, "c3c4 b7c7 h2e2 c9e7 h0g2"),
    (6, "c3c4 g6g5 b0c2 h9g7"),
    (5, "c3c4 h9g7 b0c2 g6g5"),
    (8, "g0e2 h7d7 h0g2 h9g7"),
    (5, "g0e2 c6c5 h0f1 b9c7"),
    (4, "h2d2 h9g7 h0g2 i9h9"),
    (3, "b0c2 g6g5 c3c4 h9g7"),
    (2, "h2f2 h9g7 h0g2 i9h9"),
];
const SURNAMES: &str = "林陈周赵王李张刘孙徐许吕柳于杨钱郑蒋洪谢";
const NAMES: &str = "一舟雨亭许功大川天华国荣晓春文远明德立新建平志强思源少鸿亚鹏";
const RESULTS: [&str; 5] = ["1-0", "1/2-1/2", "0-1", "1/2-1/2", "1-0"];
/// Number of games that are made together and kept until the slowest is done.
const BATCH: u64 = 4096;

/// Random numbers that are equal in every run (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        xqdb::xiangqi::mix(self.0)
    }

    /// Number below `bound`; 0 if `bound` is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// Parameters that determine the games.
#[derive(Clone, Copy)]
pub(crate) struct Corpus {
    /// Seed; another seed gives other games.
    pub(crate) seed: u64,
    /// Plies of a game; fewer if the game ends earlier.
    pub(crate) plies: usize,
}

/// A game of the corpus.
pub(crate) struct Game {
    /// Names and values of tags, including the result.
    pub(crate) tags: Vec<(&'static str, String)>,
    /// Result as in PGN.
    pub(crate) result: &'static str,
    /// Moves from the standard start.
    pub(crate) moves: Vec<Move>,
}

impl Corpus {
    /// Game of this number.
    pub(crate) fn game(&self, number: u64) -> Game {
        let seed = self.seed.wrapping_mul(0x1000_0000_01B3) ^ number.wrapping_mul(0x9E37_79B9);
        let mut random = Random(seed);
        let moves = line(&mut random, number, self.plies);
        let (red, black) = (name(&mut random), name(&mut random));
        let year = 1956 + random.below(70);
        let (month, day) = (1 + random.below(12), 1 + random.below(28));
        let result = RESULTS[random.below(RESULTS.len())];
        let event = random.below(400);
        let tags = vec![
            ("Event", format!("{year}年第{event}届象棋赛")),
            ("Date", format!("{year}.{month:02}.{day:02}")),
            ("Red", red),
            ("Black", black),
            ("Result", result.to_owned()),
        ];
        Game { tags, result, moves }
    }

    /// Makes bytes of games on all cores, and gives them to `take` in the order of their numbers.
    /// Returns the first error of `take`.
    pub(crate) fn for_each(
        &self,
        games: Range<u64>,
        make: impl Fn(&Game) -> Vec<u8> + Sync,
        mut take: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        for first in games.clone().step_by(BATCH as usize) {
            let last = (first + BATCH).min(games.end);
            let made: Vec<Vec<u8>> =
                (first..last).into_par_iter().map(|number| make(&self.game(number))).collect();
            made.iter().try_for_each(|bytes| take(bytes))?;
        }
        Ok(())
    }
}

impl Game {
    /// The game as PGN with the line ends of Windows, as Chinese programs write it.
    pub(crate) fn pgn(&self, notation: &Notation) -> String {
        let mut text = String::with_capacity(1600);
        text += "[Game \"Chinese Chess\"]\r\n";
        for (name, value) in &self.tags {
            text += &format!("[{name} \"{value}\"]\r\n");
        }
        text += "\r\n";
        let mut position = Position::start();
        for (ply, &mv) in self.moves.iter().enumerate() {
            let written = (notation.write)(mv, &position).expect("a complete notation");
            if ply % 2 == 0 {
                text += &format!("{:>3}. {written}", ply / 2 + 1);
            } else {
                text += &format!(" {written}\r\n");
            }
            position.play_unchecked(mv);
        }
        text + &format!(" {}\r\n\r\n", self.result)
    }
}

/// Line that no other game has: an opening from a small tree with realistic weights (mirrored in
/// one game of ten), then random moves that prefer captures, forward moves, and the few popular
/// moves of each position. Some choices encode the number of the game.
fn line(random: &mut Random, number: u64, plies: usize) -> Vec<Move> {
    let total: u32 = OPENINGS.iter().map(|(weight, _)| weight).sum();
    let mut draw = random.below(total as usize) as u32;
    let mut opening = OPENINGS[0].1;
    for (weight, moves) in OPENINGS {
        if draw < *weight {
            opening = moves;
            break;
        }
        draw -= weight;
    }
    let mirror = random.below(10) == 0;
    let known = 2 + random.below(opening.split(' ').count() - 1);
    let mut digits = number;
    let mut position = Position::start();
    let mut moves: Vec<Move> = Vec::with_capacity(plies);
    for text in opening.split(' ').take(known) {
        let mv: Move = text.parse().expect("openings are coordinates");
        let mv = if mirror { mv.mirror() } else { mv };
        position.play_unchecked(mv);
        moves.push(mv);
    }
    while moves.len() < plies {
        let possible = position.pseudo_legal_moves();
        // Players agree on most moves: a few of the possible ones are nearly always played.
        let popular = position.zobrist();
        let mut choice = None;
        for attempt in 0..200 {
            let index = if digits > 0 && moves.len() >= known + 8 {
                let index = digits as usize % possible.len().max(1);
                digits /= possible.len().max(2) as u64;
                index
            } else if random.below(100) < 55 && attempt < 4 {
                (xqdb::xiangqi::mix(popular.wrapping_add(attempt)) % possible.len().max(1) as u64)
                    as usize
            } else {
                random.below(possible.len())
            };
            let Some(&mv) = possible.get(index) else { break };
            let takes = position.piece_at(mv.to).is_some();
            if position.is_legal(mv) && (takes || attempt > 2 || random.below(3) > 0) {
                choice = Some(mv);
                break;
            }
        }
        let Some(mv) = choice else { break };
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

/// Random name; the product of two draws favours the first letters, as a few masters play most
/// games.
fn name(random: &mut Random) -> String {
    let mut pick = |letters: &str| {
        let letters: Vec<char> = letters.chars().collect();
        letters[random.below(letters.len()) * random.below(letters.len()) / letters.len()]
    };
    [pick(SURNAMES), pick(NAMES), pick(NAMES)].iter().collect()
}
