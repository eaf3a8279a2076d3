//! Single slips of the writer that would explain why a main line ends.
//!
//! Repairs are hints for whoever mends a record and are never applied. Each slip is judged by how
//! far the rest of the line plays with it.

use super::super::slip::{BrokenLine, Slip};
use super::candidate::{DOUBLED, GAP};
use super::search::{EditReach, FoundEdit, LIKELY, Search};

/// Moves read at most for one record. Nearly all attempts fail at once.
const BUDGET: u32 = 40_000;

/// Largest number of repairs returned.
const MOST: usize = 5;

/// Number of moves that must play to support a slip found by free trial.
const LEAST: usize = 3;

/// A slip that would explain why a line ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// The supposed slip.
    pub slip: Slip,
    /// Ply in the unedited record, 1-based.
    pub ply: u32,
    /// Number of moves of the record, from the failing one on, that play with the repair.
    pub plays: u32,
    /// Whether the whole line plays with the repair.
    pub is_whole: bool,
}

/// Finds the slips that best explain why a line ends; best first, at most five.
///
/// ```
/// use xqdb::format::RawMove;
/// use xqdb::replay::{BrokenLine, Repair, Slip, repairs};
/// use xqdb::xiangqi::{Position, Side};
///
/// // Black's second move is missing.
/// let tokens = ["炮二平五", "马8进7", "马二进三", "车一平二", "马2进3", "兵七进一", "卒7进1"];
/// let tokens: Vec<RawMove<'_>> = tokens.into_iter().map(RawMove::Text).collect();
/// let played = ["h2e2", "h9g7", "h0g2"].map(|mv| mv.parse().unwrap());
/// let start = Position::start();
/// let line = BrokenLine { start: &start, played: &played, tokens: &tokens };
/// let is_gap = |repair: &&Repair| matches!(repair.slip, Slip::Missing(Side::Black, _));
/// let found = repairs(&line);
/// let gap = found.iter().find(is_gap).unwrap();
/// assert_eq!((gap.ply, gap.plays, gap.is_whole), (4, 4, true));
/// ```
#[must_use]
pub fn repairs(line: &BrokenLine<'_>) -> Vec<Repair> {
    if line.played.len() >= line.tokens.len() {
        return Vec::new();
    }
    let found = Search::new(line, BUDGET).run(&EditReach::HINTS);
    let mut found: Vec<FoundEdit<'_>> = found.into_iter().filter(bears_out).collect();
    // Of several moves for one slip, those that play furthest count, and the nearest of these.
    let kind =
        |found: &FoundEdit<'_>| (found.at, found.candidate.slip.rank(), found.candidate.skips);
    found.sort_by_key(|found| {
        (kind(found), !is_likely(found), std::cmp::Reverse(found.gain()), found.candidate.cost)
    });
    let groups = found.chunk_by(|one, other| kind(one) == kind(other));
    let mut repairs: Vec<Repair> = groups.map(repair).collect();
    let failed = line.played.len() as u32 + 1;
    repairs.sort_by_key(|repair| {
        let Repair { slip, ply, plays, is_whole } = repair;
        (!is_whole, std::cmp::Reverse(*plays), slip.rank(), failed - ply.min(&failed))
    });
    let most = repairs.first().map_or(0, |best| best.plays);
    // A slip that plays at most half as far as the best explains nothing.
    repairs.retain(|repair| 2 * repair.plays > most);
    repairs.truncate(MOST);
    repairs
}

/// Whether enough moves play to support a slip: few for a likely slip, more for a free trial.
fn bears_out(found: &FoundEdit<'_>) -> bool {
    let gain = found.gain();
    match found.candidate.slip {
        Slip::Misprint(_) if found.candidate.cost == GAP => gain > LEAST,
        Slip::Misprint(_) => gain > 0 && is_likely(found),
        Slip::Extra(_) if found.candidate.cost == DOUBLED => gain > 0,
        // Two moves are too many only where they stand twice.
        Slip::Extra(count) => count == 1 && gain > LEAST,
        Slip::Exchanged(_) | Slip::Crossed => gain > 0,
        Slip::Missing(..) | Slip::MissingPair(_) | Slip::Turn(_) => gain >= LEAST,
    }
}

/// Whether the replaced text resembles the move read.
fn is_likely(found: &FoundEdit<'_>) -> bool {
    found.candidate.cost <= LIKELY && found.candidate.cost != GAP
}

/// Merges edits of one kind at one place (best first) into one repair, with the moves of all edits
/// as good as the best.
fn repair(found: &[FoundEdit<'_>]) -> Repair {
    let best = &found[0];
    let mut slip = best.candidate.slip.clone();
    if let Slip::Misprint(moves) | Slip::Missing(_, moves) = &mut slip {
        let rank = |found: &FoundEdit<'_>| (found.gain(), found.candidate.cost);
        let equal = found.iter().filter(|found| rank(found) == rank(best));
        *moves = equal.flat_map(|found| &found.reads).copied().collect();
    }
    Repair { slip, ply: best.at as u32 + 1, plays: best.gain() as u32, is_whole: best.is_whole() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{BytesFrom, RawMove, RawRecord, RawTree};
    use crate::notation::System;
    use crate::replay::replay;
    use crate::text::Encoding;
    use crate::xiangqi::{Move, Position, Side};

    const LINE: &str = "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵七进一 卒7进1 车二进六 炮8平9 \
                        车二平三 炮9退1 马八进七 士4进5 炮八平九 车1平2 车九平八 炮9平7";

    /// Repairs found for a line, best first: slip, ply, plays, whole.
    fn found(tokens: &[&str]) -> Vec<Repair> {
        let mut tree = RawTree::default();
        let mut last = RawTree::ROOT;
        for token in tokens {
            last = tree.push(last, 0, RawMove::Text(token));
        }
        let line = tree.main_line();
        let record = RawRecord { tree, ..RawRecord::new(0..1, Encoding::Utf8, &BytesFrom(0)) };
        let game = replay(&record, &System::Auto);
        assert!(game.outcome.failure().is_some(), "{tokens:?}");
        let played: Vec<Move> = game.tree.main_line().collect();
        let start = Position::start();
        let (played, tokens) = (&played[..], &line[..]);
        repairs(&BrokenLine { start: &start, played, tokens })
    }

    fn tokens() -> Vec<&'static str> {
        LINE.split(' ').collect()
    }

    #[test]
    fn every_slip_is_found() {
        let has = |tokens: &[&str], ply: u32, fits: &dyn Fn(&Slip) -> bool| {
            let found = found(tokens);
            assert!(found[0].is_whole, "{found:?}");
            let is_there = found.iter().any(|repair| repair.ply == ply && fits(&repair.slip));
            assert!(is_there, "{ply}: {found:?}");
        };
        let mut missing = tokens();
        missing.remove(7);
        let pawn: Move = "g6g5".parse().unwrap();
        has(
            &missing,
            8,
            &|slip| matches!(slip, Slip::Missing(Side::Black, moves) if moves.contains(&pawn)),
        );
        let mut doubled = tokens();
        doubled.insert(9, doubled[8]);
        has(&doubled, 10, &|slip| *slip == Slip::Extra(1));
        let mut pair = tokens();
        pair.splice(10..10, [LINE.split(' ').nth(8).unwrap(), LINE.split(' ').nth(9).unwrap()]);
        has(&pair, 11, &|slip| *slip == Slip::Extra(2));
        let mut exchanged = tokens();
        exchanged.swap(8, 10);
        has(&exchanged, 9, &|slip| *slip == Slip::Exchanged(2));
        // The rook on the other side of the board is named, but cannot go there.
        let mut misprint = tokens();
        misprint[8] = "车三进六";
        let rook: Move = "h0h6".parse().unwrap();
        has(&misprint, 9, &|slip| matches!(slip, Slip::Misprint(moves) if moves[0] == rook));
    }

    #[test]
    fn half_a_move_and_a_blot_stand_for_what_fits() {
        let rook: Move = "i0h0".parse().unwrap();
        for (left, ply) in [("车一平", 5), ("平二", 5), ("一平二", 5), ("?????", 5), ("？？", 5)]
        {
            let mut half = tokens();
            half[ply - 1] = left;
            let found = found(&half);
            let fits = |repair: &Repair| {
                let has = |moves: &[Move]| moves.contains(&rook);
                repair.ply as usize == ply
                    && repair.is_whole
                    && matches!(&repair.slip, Slip::Misprint(moves) if has(moves))
            };
            assert!(found.iter().any(fits), "{left}: {found:?}");
        }
        // Each side has the other side's move.
        let mut crossed = tokens();
        crossed.swap(4, 5);
        let found = found(&crossed);
        assert_eq!(
            (&found[0].slip, found[0].ply, found[0].is_whole),
            (&Slip::Exchanged(1), 5, true)
        );
        let mut apart = tokens();
        apart.swap(8, 11);
        let found = self::found(&apart);
        assert_eq!(
            (&found[0].slip, found[0].ply, found[0].is_whole),
            (&Slip::Exchanged(3), 9, true)
        );
    }

    #[test]
    fn what_bears_out_nothing_is_not_told() {
        assert_eq!(found(&["炮二平五", "第一回合红方弃马抢攻"]), []);
        let found = found(&["炮二平五", "马8进6", "马二进三"]);
        assert!(found.iter().all(|repair| !matches!(repair.slip, Slip::Turn(_))), "{found:?}");
    }

    #[test]
    fn squares_are_off_by_one() {
        let squares = |text: &str| RawMove::Squares(text.parse().unwrap());
        let tokens = ["h2e2", "h9g8", "h0g2"].map(squares);
        let played: [Move; 1] = ["h2e2".parse().unwrap()];
        let start = Position::start();
        let line = BrokenLine { start: &start, played: &played, tokens: &tokens };
        let found = repairs(&line);
        let horse: Move = "h9g7".parse().unwrap();
        let is_horse = |repair: &Repair| {
            repair.is_whole && repair.slip == Slip::Misprint(vec![horse]) && repair.plays == 2
        };
        assert!(found.iter().any(is_horse), "{found:?}");
    }

    #[test]
    fn hostile_lines_end() {
        let token = RawMove::Text("前兵进一");
        let tokens = vec![token; 3000];
        let start = Position::start();
        let line = BrokenLine { start: &start, played: &[], tokens: &tokens };
        assert!(repairs(&line).len() <= MOST);
    }
}
