//! Writes a corpus of distinct, legal, plausible games of any size, so that every measurement can be repeated.
//!
//! ```text
//! cargo run --release --example generate -- --games 200000 --notation chinese --encoding gbk > games.pgn
//! ```
//!
//! The opening comes from a small tree with realistic popularity (one game in ten mirrored), then play is random with a
//! liking for captures and for moves forward. The same seed gives the same bytes, whatever the number of threads.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the command line")]

use clap::Parser;
use rayon::prelude::*;
use std::io::Write;
use xqdb::notation::{self, Notation};
use xqdb::xiangqi::{Move, Position};

#[derive(Parser)]
struct Args {
    /// How many games
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Other seeds give other games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Plies a game
    #[arg(long, default_value_t = 80)]
    plies: usize,
    /// Notation of the moves: chinese-wide, wxf, iccs ...
    #[arg(long, default_value = "chinese")]
    notation: String,
    /// utf-8, gbk or big5 (big5 needs --notation chinese-traditional)
    #[arg(long, default_value = "gbk")]
    encoding: String,
}

/// Openings with their weights: the share each first line has in real archives, roughly.
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

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        xqdb::xiangqi::mix(self.0)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

fn main() {
    let args = Args::parse();
    let notation = notation::by_name(&args.notation).expect("a known notation");
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    const BATCH: u64 = 4096;
    for first in (0..args.games).step_by(BATCH as usize) {
        let last = (first + BATCH).min(args.games);
        let texts: Vec<Vec<u8>> = (first..last)
            .into_par_iter()
            .map(|number| encode(&game(number, &args, notation), &args))
            .collect();
        for text in texts {
            out.write_all(&text).expect("stdout takes the games");
        }
    }
    out.flush().expect("stdout takes the games");
}

fn encode(text: &str, args: &Args) -> Vec<u8> {
    match args.encoding.as_str() {
        "gbk" | "gb18030" => encoding_rs::GB18030.encode(text).0.into_owned(),
        "big5" => encoding_rs::BIG5.encode(text).0.into_owned(),
        _ => text.as_bytes().to_vec(),
    }
}

fn game(number: u64, args: &Args, notation: &Notation) -> String {
    let mut random =
        Random(args.seed.wrapping_mul(0x1000_0000_01B3) ^ number.wrapping_mul(0x9E37_79B9));
    let moves = line(&mut random, number, args.plies);
    let mut text = String::with_capacity(1600);
    let mut name = || -> String {
        // The product of two draws favours the first names: a few masters play most games.
        let pick = |random: &mut Random, letters: &str| {
            let letters: Vec<char> = letters.chars().collect();
            let index = random.below(letters.len()) * random.below(letters.len()) / letters.len();
            letters[index]
        };
        [pick(&mut random, SURNAMES), pick(&mut random, NAMES), pick(&mut random, NAMES)]
            .iter()
            .collect()
    };
    let (red, black) = (name(), name());
    let (year, month, day) = (1956 + random.below(70), 1 + random.below(12), 1 + random.below(28));
    let result = ["1-0", "1/2-1/2", "0-1", "1/2-1/2", "1-0"][random.below(5)];
    let event = random.below(400);
    text += &format!(
        "[Game \"Chinese Chess\"]\r\n[Event \"{year}年第{event}届象棋赛\"]\r\n[Date \"{year}.{month:02}.{day:02}\"]\r\n\
         [Red \"{red}\"]\r\n[Black \"{black}\"]\r\n[Result \"{result}\"]\r\n\r\n"
    );
    let mut position = Position::start();
    for (ply, &mv) in moves.iter().enumerate() {
        let written = (notation.write)(mv, &position).expect("a complete notation");
        if ply % 2 == 0 {
            text += &format!("{:>3}. {written}", ply / 2 + 1);
        } else {
            text += &format!(" {written}\r\n");
        }
        position.play(mv);
    }
    text + &format!(" {result}\r\n\r\n")
}

/// A line that no other game has: its number is written into the choice of moves after the opening.
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
        position.play(mv);
        moves.push(mv);
    }
    while moves.len() < plies {
        let possible = position.possible_moves();
        // Real players agree on most moves: a few of the possible ones are played nearly always.
        let popular = position.hash();
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
        position.play(mv);
        moves.push(mv);
    }
    moves
}
