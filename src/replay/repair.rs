//! Which single slip of a writer's hand would explain why a main line ends?
//!
//! A hint for whoever mends a record, never an interpretation: nothing is played because a repair
//! was found. Tried are: one move missing, one too many, two exchanged, one misprinted, and the
//! turn of the other side. Each is judged by how far the rest of the line then plays.
//!
//! What goes wrong when a line of moves is written, copied or printed.

use super::game::Children;
use super::lookahead::LineReader;
use crate::format::{RawMove, RawTree};
use crate::notation::{System, near_readings};
use crate::text::fold_char;
use crate::xiangqi::{Move, Position, Side, Square};

/// Number of moves before the one that fails at which a slip is looked for: what is wrong is
/// noticed later.
const WINDOW: usize = 8;

/// How far apart two moves may stand that are exchanged: those of one line of print and of the next,
/// across the sides, too.
const DISTANCES: [usize; 3] = [1, 2, 3];

/// How many moves may be read for one record. Nearly all tries fail at once.
const BUDGET: u32 = 40_000;

/// How many repairs are given.
const MOST: usize = 5;

/// A missing move and the turn of the other side are tried freely, so fewer moves than these bear
/// out nothing.
const LEAST: u32 = 3;

/// A main line that ends early.
#[derive(Debug, Clone, Copy)]
pub struct BrokenLine<'a> {
    /// Where it begins.
    pub start: &'a Position,
    /// The moves that could be played.
    pub played: &'a [Move],
    /// The whole main line as found. The moves that could be played come first; the next one cannot
    /// be played.
    pub tokens: &'a [RawMove<'a>],
    /// The notation of the tokens.
    pub system: &'a System,
}

/// A slip that would explain why a line ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// The slip.
    pub slip: Slip,
    /// 1-based ply of the record as it stands.
    pub ply: u32,
    /// How many moves of the record can then be played, from the one that fails on.
    pub plays: u32,
    /// Whether the whole line can be played then.
    pub is_whole: bool,
}

impl<'a> RawTree<'a> {
    /// The moves of the main line as found.
    #[must_use]
    pub fn main_line(&self) -> Vec<RawMove<'a>> {
        let children = Children::of_raw(self);
        let nodes = std::iter::successors(children.main(Self::ROOT), |&node| children.main(node));
        nodes.map(|node| self.nodes[node as usize].mv).collect()
    }
}

/// The slips that explain best why a line ends, the best first; at most five.
///
/// ```
/// use xqdb::format::RawMove;
/// use xqdb::notation::System;
/// use xqdb::replay::{BrokenLine, Repair, Slip, repairs};
/// use xqdb::xiangqi::{Position, Side};
///
/// // Black's second move is missing.
/// let tokens = ["炮二平五", "马8进7", "马二进三", "车一平二", "马2进3", "兵七进一", "卒7进1"];
/// let tokens: Vec<RawMove<'_>> = tokens.into_iter().map(RawMove::Text).collect();
/// let played = ["h2e2", "h9g7", "h0g2"].map(|mv| mv.parse().unwrap());
/// let start = Position::start();
/// let line = BrokenLine {
///     start: &start,
///     played: &played,
///     tokens: &tokens,
///     system: &System::Auto,
/// };
/// let is_gap = |repair: &&Repair| matches!(repair.slip, Slip::Missing(Side::Black, _));
/// let found = repairs(&line);
/// let gap = found.iter().find(is_gap).unwrap();
/// assert_eq!((gap.ply, gap.plays, gap.is_whole), (4, 4, true));
/// ```
#[must_use]
pub fn repairs(line: &BrokenLine<'_>) -> Vec<Repair> {
    let failed = line.played.len();
    if failed >= line.tokens.len() {
        return Vec::new();
    }
    let ahead = LineReader { system: line.system, budget: BUDGET };
    let mut search = Search { line, failed, ahead, found: Vec::new() };
    let first = failed.saturating_sub(WINDOW);
    let mut position = line.start.clone();
    let mut positions = Vec::with_capacity(WINDOW + 1);
    for (at, &mv) in line.played.iter().enumerate() {
        if at >= first {
            positions.push((at, position.clone()));
        }
        position.play_unchecked(mv);
    }
    positions.push((failed, position));
    for (at, position) in positions.iter().rev() {
        search.misprint(*at, position);
        search.exchanged(*at, position);
        search.extra(*at, position);
        search.missing(*at, position);
    }
    if let Some((at, position)) = positions.last() {
        search.turn(*at, position);
    }
    search.best()
}

struct Search<'s> {
    line: &'s BrokenLine<'s>,
    /// The place of the move that cannot be played.
    failed: usize,
    ahead: LineReader<'s>,
    found: Vec<Repair>,
}

impl Search<'_> {
    fn misprint(&mut self, at: usize, position: &Position) {
        let token = self.line.tokens[at];
        let meant: Vec<Move> = match token {
            RawMove::Text(text) if is_blot(text) => return self.gap(at, position),
            RawMove::Text(text) => {
                let near = near_readings(text, position).into_iter().map(|(mv, _)| mv);
                let mut meant: Vec<Move> = near.collect();
                for mv in with_part(text, position) {
                    if !meant.contains(&mv) {
                        meant.push(mv);
                    }
                }
                meant
            }
            RawMove::Squares(mv) => one_square_off(mv, position),
            // A gap says nothing of the move that stood there.
            RawMove::OffBoard(..) | RawMove::Missing(_) => return self.gap(at, position),
        };
        let played = self.line.played.get(at).copied();
        let meant = meant.into_iter().filter(|mv| Some(*mv) != played);
        let tries = meant.map(|mv| (mv, self.reach(&after(position, mv), at + 1)));
        let (moves, reached) = furthest(tries.collect());
        self.note(at, reached, Slip::Misprint(moves));
    }

    /// A move that cannot be made out stands for whichever fits, if enough moves bear it out.
    fn gap(&mut self, at: usize, position: &Position) {
        let tries = position.legal_moves().into_iter();
        let tries = tries.map(|mv| (mv, self.reach(&after(position, mv), at + 1))).collect();
        let (moves, reached) = furthest(tries);
        if reached > self.failed + LEAST as usize {
            self.note(at, reached, Slip::Misprint(moves));
        }
    }

    fn exchanged(&mut self, at: usize, position: &Position) {
        let tokens = self.line.tokens;
        for distance in DISTANCES {
            let other = at + distance;
            if other >= tokens.len() || other < self.failed || tokens[at] == tokens[other] {
                continue;
            }
            let mut exchanged = tokens[at..=other].to_vec();
            exchanged.swap(0, distance);
            let mut position = position.clone();
            if self.plays_all(&mut position, &exchanged) {
                let reached = self.reach(&position, other + 1);
                self.note(at, reached, Slip::Exchanged(distance as u32));
            }
        }
    }

    fn extra(&mut self, at: usize, position: &Position) {
        let tokens = self.line.tokens;
        let reached = self.reach(position, at + 1);
        // Leaving out whatever fails carries on beyond it by itself.
        let is_doubled = at > 0 && tokens[at] == tokens[at - 1];
        let least = if is_doubled || at < self.failed { 0 } else { LEAST as usize + 1 };
        if reached >= self.failed + least {
            self.note(at, reached, Slip::Extra(1));
        }
        // A pair of moves only where the same pair stands before it.
        if at >= 2 && tokens.get(at..at + 2) == Some(&tokens[at - 2..at]) {
            let reached = self.reach(position, at + 2);
            self.note(at, reached, Slip::Extra(2));
        }
    }

    fn missing(&mut self, at: usize, position: &Position) {
        let tries = position.legal_moves().into_iter();
        let tries = tries.map(|mv| (mv, self.reach(&after(position, mv), at))).collect();
        let (moves, reached) = furthest(tries);
        if reached >= self.failed + LEAST as usize {
            self.note(at, reached, Slip::Missing(position.side(), moves));
        }
    }

    fn turn(&mut self, at: usize, position: &Position) {
        let side = position.side().other();
        let reached = self.reach(&position.with_side(side), at);
        if reached >= self.failed + LEAST as usize {
            self.note(at, reached, Slip::Turn(side));
        }
    }

    /// Plays these tokens, each of which has to have one reading.
    fn plays_all(&mut self, position: &mut Position, tokens: &[RawMove<'_>]) -> bool {
        tokens.iter().all(|&token| self.ahead.plays(position, token).is_some())
    }

    /// The place of the first token from `from` on that cannot be played, whatever readings the
    /// ones before it have.
    fn reach(&mut self, position: &Position, from: usize) -> usize {
        let rest = self.line.tokens.get(from..).unwrap_or_default();
        from + self.ahead.furthest(position, rest).moves.len()
    }

    /// Keeps a slip that carries on beyond the move that fails.
    fn note(&mut self, at: usize, reached: usize, slip: Slip) {
        let Some(plays) = reached.checked_sub(self.failed).filter(|&plays| plays > 0) else {
            return;
        };
        let (ply, plays) = (at as u32 + 1, plays as u32);
        let is_whole = reached == self.line.tokens.len();
        self.found.push(Repair { slip, ply, plays, is_whole });
    }

    /// The best, one of several that say the same.
    fn best(mut self) -> Vec<Repair> {
        let failed = self.failed as u32 + 1;
        self.found.sort_by_key(|repair| {
            let Repair { slip, ply, plays, is_whole } = repair;
            (!is_whole, std::cmp::Reverse(*plays), slip.rank(), failed - ply.min(&failed))
        });
        let most = self.found.first().map_or(0, |best| best.plays);
        // What carries on for half as far as another slip is no explanation beside it.
        self.found.retain(|repair| 2 * repair.plays > most);
        self.found.truncate(MOST);
        self.found
    }
}

/// The moves of whose Chinese spelling this is a part: the rest of it is lost.
fn with_part(part: &str, position: &Position) -> Vec<Move> {
    let chinese = System::named("chinese").unwrap_or(System::Auto);
    if !(2..4).contains(&part.chars().count()) || part.is_ascii() {
        return Vec::new();
    }
    let mut moves = position.legal_moves();
    moves.retain(|mv| is_part(part, &chinese.write(*mv, position)));
    moves
}

/// Whether all of a text stands in a spelling, in its order.
fn is_part(part: &str, spelling: &str) -> bool {
    let mut rest = spelling.chars().map(fold_char);
    let mut left = part.chars().map(fold_char);
    left.all(|c| rest.any(|other| other == c))
}

/// Whether nothing can be made out: signs alone.
fn is_blot(text: &str) -> bool {
    text.chars().all(|c| !c.is_alphanumeric())
}

fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after
}

/// The moves that carry on furthest, and how far.
fn furthest(tries: Vec<(Move, usize)>) -> (Vec<Move>, usize) {
    let reached = tries.iter().map(|(_, reached)| *reached).max().unwrap_or(0);
    let best = tries.into_iter().filter(|(_, other)| *other == reached);
    (best.map(|(mv, _)| mv).collect(), reached)
}

/// The legal moves that differ from `mv` in one of its four coordinates.
fn one_square_off(mv: Move, position: &Position) -> Vec<Move> {
    let parts = |square: Square| [square.file(), square.rank()];
    let coordinates = |mv: Move| [parts(mv.from), parts(mv.to)];
    let wanted = coordinates(mv);
    let mut meant = position.legal_moves();
    meant.retain(|other| {
        let pairs = wanted.iter().flatten().zip(coordinates(*other).into_iter().flatten());
        pairs.filter(|(wanted, other)| **wanted != *other).count() == 1
    });
    meant
}

/// The slip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slip {
    /// Another move was meant: the nearest of those that carry on equally far.
    Misprint(Vec<Move>),
    /// This move is exchanged with the one that many plies later (1 to 3).
    Exchanged(u32),
    /// In this move and the next, each side has been given what the other side played.
    Crossed,
    /// This number of moves (1 or 2) from this one on are too many.
    Extra(u32),
    /// Before this move, one of this side is missing: the moves that carry on equally far.
    Missing(Side, Vec<Move>),
    /// Before this move, a move of each side is missing.
    MissingPair([Move; 2]),
    /// From this move on the other side moves: it is this one's turn.
    Turn(Side),
}

impl Slip {
    /// The likelier, the lower.
    pub(super) fn rank(&self) -> u8 {
        match self {
            Slip::Misprint(_) => 0,
            Slip::Exchanged(_) => 1,
            Slip::Crossed => 2,
            Slip::Extra(_) => 3,
            Slip::Missing(..) => 4,
            Slip::MissingPair(_) => 5,
            Slip::Turn(_) => 6,
        }
    }

    /// Its name in JSON.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Slip::Misprint(_) => "misprint",
            Slip::Exchanged(_) => "exchanged",
            Slip::Crossed => "crossed",
            Slip::Extra(_) => "extra",
            Slip::Missing(..) => "missing",
            Slip::MissingPair(_) => "missing-pair",
            Slip::Turn(_) => "turn",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{BytesFrom, RawRecord};
    use crate::replay::replay;
    use crate::text::Encoding;
    use crate::xiangqi::Side;

    const LINE: &str = "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵七进一 卒7进1 车二进六 炮8平9 \
                        车二平三 炮9退1 马八进七 士4进5 炮八平九 车1平2 车九平八 炮9平7";

    /// The repairs found for a line, best first: slip, ply, plays, whole.
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
        repairs(&BrokenLine { start: &start, played, tokens, system: &System::Auto })
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
        // The rook on the other side of the board goes where none can go.
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
        // Each side stands in the place of the other.
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
        let line = BrokenLine {
            start: &Position::start(),
            played: &played,
            tokens: &tokens,
            system: &System::Auto,
        };
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
        let line = BrokenLine {
            start: &Position::start(),
            played: &[],
            tokens: &tokens,
            system: &System::Auto,
        };
        assert!(repairs(&line).len() <= MOST);
    }
}
