//! ECCO codes by position: games that reach one position by different moves share a code.
//!
//! A position (or its mirror image) has a code when the code of some game settles there: the moves
//! up to it have that code, the moves before have another, and no later move changes it. A game has
//! the code of its last coded position within twenty plies. [`CodedPositions::of_games`] made
//! `positions.tsv` from the 19,426 different openings of a collection, in November 2026.
//!
//! A code whose moves may come in any order is kept when a later move reaches a position with a
//! coarser code.

use super::Code;
use super::moves::PLIES;
use super::table::OpeningTable;
use crate::xiangqi::{Move, Position};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::sync::LazyLock;

/// First and last of the codes whose moves may come in any order.
const IN_ANY_ORDER: [(&str, &str); 3] = [("C20", "C49"), ("C61", "C67"), ("C72", "C78")];

/// Keys of positions with their codes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CodedPositions {
    codes: HashMap<u64, Code>,
}

impl CodedPositions {
    /// The coded positions of ECCO.
    pub fn ecco() -> &'static CodedPositions {
        static ECCO: LazyLock<CodedPositions> =
            LazyLock::new(|| CodedPositions::read(include_str!("positions.tsv")));
        &ECCO
    }

    /// Reads the lines that [`text`](CodedPositions::text) writes; skips all others.
    pub fn read(text: &str) -> CodedPositions {
        let rows = text.lines().filter_map(|line| line.split_once('\t'));
        let codes = rows.filter_map(|(key, code)| {
            Some((u64::from_str_radix(key, 16).ok()?, code.parse().ok()?))
        });
        CodedPositions { codes: codes.collect() }
    }

    /// Finds the positions at which the codes of games settle; games begin from the standard start.
    /// Where several codes settle on one position, the code of most games wins, then the lower
    /// code.
    pub fn of_games<'g>(
        table: &OpeningTable,
        games: impl IntoIterator<Item = &'g [Move]>,
    ) -> CodedPositions {
        let mut settled: HashMap<u64, BTreeMap<Code, u32>> = HashMap::new();
        for game in games {
            let mut last = None;
            let mut position = Position::start();
            let mut place = None;
            for (ply, &mv) in (1..).zip(game.iter().take(PLIES)) {
                position.play_unchecked(mv);
                let code = table.code(game[..ply].iter().copied());
                if code != last {
                    last = code;
                    place = code.map(|code| (position.key().key, code));
                }
            }
            if let Some((key, code)) = place {
                *settled.entry(key).or_default().entry(code).or_default() += 1;
            }
        }
        let codes = settled.into_iter().filter_map(|(key, codes)| {
            // `max_by_key` returns the last of equals: reversed, that is the lowest code.
            let (code, _) = codes.into_iter().rev().max_by_key(|(_, games)| *games)?;
            Some((key, code))
        });
        CodedPositions { codes: codes.collect() }
    }

    /// One line per position (key, tab, code), in the order of keys.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (key, code) in self.codes.iter().collect::<BTreeMap<_, _>>() {
            let _ = writeln!(text, "{key:016x}\t{code}");
        }
        text
    }

    /// Code of a game from the standard start; None when it passes no coded position.
    pub fn code(&self, moves: &[Move]) -> Option<Code> {
        let mut position = Position::start();
        let mut found: Option<Code> = None;
        for &mv in moves.iter().take(PLIES) {
            position.play_unchecked(mv);
            if let Some(&code) = self.codes.get(&position.key().key)
                && !found.is_some_and(|found| is_in_any_order(found) && !is_in_any_order(code))
            {
                found = Some(code);
            }
        }
        found
    }
}

fn is_in_any_order(code: Code) -> bool {
    let is_between = |&(first, last): &(&str, &str)| (first..=last).contains(&&*code.to_string());
    IN_ANY_ORDER.iter().any(is_between)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> Vec<Move> {
        text.split(' ').map(|mv| mv.parse().unwrap()).collect()
    }

    #[test]
    fn transpositions_share_a_code() {
        // 飞相 first, and yet the opposing pawns of E43.
        let moves = game("g0e2 b9c7 g3g4 c6c5 h0g2");
        let code = |text: &str| text.parse().ok();
        assert_eq!(OpeningTable::ecco().code(moves.iter().copied()), code("A15"));
        assert_eq!(CodedPositions::ecco().code(&moves), code("E43"));
        let mirrored: Vec<Move> = moves.iter().map(|mv| mv.mirror()).collect();
        assert_eq!(CodedPositions::ecco().code(&mirrored), code("E43"));
        assert_eq!(CodedPositions::ecco().code(&[]), None);
    }

    #[test]
    fn positions_are_those_on_which_codes_settle() {
        let games = [game("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"), game("h2e2 b9c7"), game("g0e2")];
        let positions =
            CodedPositions::of_games(OpeningTable::ecco(), games.iter().map(Vec::as_slice));
        assert_eq!(CodedPositions::read(&positions.text()), positions);
        assert_eq!(positions.text().lines().count(), 3);
        let code = |line: &str| positions.code(&game(line)).map(|code| code.to_string());
        assert_eq!(code("h2e2 h9g7 h0g2 b9c7 i0h0 i9h9").as_deref(), Some("C00"));
        assert_eq!(code("b2e2 h9g7").as_deref(), Some("B01"));
        assert_eq!(code("g3g4"), None);
    }
}
