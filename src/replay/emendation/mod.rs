//! Emendations of a damaged line: the fewest and likeliest edits that let it play on.
//!
//! The damage may lie before the move that cannot be played: a piece on a wrong file is noticed
//! only when it moves again. So edits are tried at every place before that move, and an edit counts
//! only if it lets more of the line play. First one edit is tried; if none lets the whole line
//! play, a second edit is added to the promising ones. No emendation is ever applied unless
//! somebody accepts it.
//!
//! | file | subject |
//! | --- | --- |
//! | `candidate.rs` | edits possible at a place, and their costs |
//! | `search.rs` | edits that let a line play on |
//! | `repairs.rs` | single slips that best explain why a line ends |

mod candidate;
mod repairs;
mod search;

use super::slip::{BrokenLine, Slip};
use crate::metadata::GameResult;
use crate::xiangqi::{Ending, Move, Position};
pub use repairs::{Repair, repairs};
use search::{EditReach, FoundEdit, Search};

/// Largest number of emendations returned.
const MOST: usize = 12;

/// Number of first edits to which a second one is added.
const FIRSTS: usize = 48;

/// Moves read at most while looking for the first edit, and for each second one.
const BUDGETS: (u32, u32) = (120_000, 6_000);

/// Number of likeliest emendations whose moves are weighed for surprise.
const WEIGHED: usize = 200;

/// Legal moves in a usual position.
const USUAL_CHOICES: f64 = 38.0;

/// Cost of a move that leaves its own king in check: it is rarer than a misprint.
const EXPOSED: u32 = 50;

/// Cost taken off when the line ends in mate for the side that won.
const MATE: u32 = 40;

/// One edit: moves of the record that are read as other moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// Ply in the unedited record, 1-based.
    pub ply: u32,
    /// The supposed slip of the writer.
    pub slip: Slip,
    /// Number of moves of the record, from `ply` on, that are replaced; 0 if moves are only
    /// inserted.
    pub replaced: u32,
    /// Moves read in their place.
    pub reads: Vec<Move>,
}

/// One way to read a damaged line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Emendation {
    /// One or two edits, in the order of plies.
    pub edits: Vec<Edit>,
    /// All playable moves of the edited line.
    pub moves: Vec<Move>,
    /// Number of moves of the record that play thanks to the edits.
    pub plays: u32,
    /// Whether the whole line plays.
    pub is_whole: bool,
    /// Number of moves that leave their own king in check.
    pub exposed: u32,
    /// Checkmate or stalemate at the end of a whole line.
    pub ending: Option<Ending>,
    /// Unlikeliness, ten times a natural logarithm; lower is likelier.
    pub cost: u32,
}

impl Emendation {
    /// Sort key, best first: whole lines, then lines that play further, then likelier ones.
    #[must_use]
    pub fn rank(&self) -> (std::cmp::Reverse<u32>, u32, usize) {
        let plays = if self.is_whole { u32::MAX } else { self.plays };
        (std::cmp::Reverse(plays), self.cost, self.edits.len())
    }

    /// Number of moves played up to the end of the last edit.
    #[must_use]
    pub fn edited(&self) -> usize {
        let mut shift = 0;
        let mut end = 0;
        for edit in &self.edits {
            let at = (edit.ply as usize - 1).saturating_add_signed(shift);
            end = at + edit.reads.len();
            shift += edit.reads.len() as isize - edit.replaced as isize;
        }
        end.min(self.moves.len())
    }
}

/// Finds emendations for a line that does not play to its end, or leaves a king in check; best
/// first, at most twelve. A mate at the end that agrees with the stated `result` lowers the cost.
///
/// ```
/// use xqdb::format::RawMove;
/// use xqdb::metadata::GameResult;
/// use xqdb::replay::{BrokenLine, emendations};
/// use xqdb::xiangqi::Position;
///
/// // The horse cannot go to file 4; from file 3 it goes on to 4.
/// let tokens = ["炮二平五", "马8进7", "马二进四", "卒7进1", "马三进四"].map(RawMove::Text);
/// let played = ["h2e2", "h9g7"].map(|mv| mv.parse().unwrap());
/// let start = Position::start();
/// let line = BrokenLine { start: &start, played: &played, tokens: &tokens };
/// let best = &emendations(&line, GameResult::Unknown)[0];
/// assert_eq!(best.edits[0].ply, 3);
/// assert_eq!(best.moves[2].to_string(), "h0g2");
/// assert!(best.is_whole);
/// ```
#[must_use]
pub fn emendations(line: &BrokenLine<'_>, result: GameResult) -> Vec<Emendation> {
    let mut found = Search::new(line, BUDGETS.0).run(&EditReach::ALL);
    let mut readings: Vec<Emendation> =
        found.iter().map(|found| emendation(line, &[found], result)).collect();
    if !found.iter().any(FoundEdit::is_whole) {
        found.sort_by_key(|found| found.promise());
        for first in found.iter().take(FIRSTS) {
            let tokens = first.tokens(line);
            let changed = BrokenLine { played: &first.moves, tokens: &tokens, ..*line };
            let seconds = Search::new(&changed, BUDGETS.1).run(&EditReach::ALL);
            let seconds = seconds.iter().filter(|second| second.is_whole());
            let pairs = seconds.filter(|second| !first.is_touched_by(second));
            readings.extend(pairs.map(|second| emendation(line, &[first, second], result)));
        }
    }
    weigh(line, &mut readings);
    best(readings)
}

/// Adds to each cost how surprising the moves are from the first edit of any reading on: a move
/// that is one of few legal ones, such as an answer to a check, is no surprise.
///
/// Only half of the surprise counts, since players choose better than dice.
fn weigh(line: &BrokenLine<'_>, readings: &mut Vec<Emendation>) {
    readings.sort_by_cached_key(|reading| (reading.rank(), reading.moves.clone()));
    readings.dedup_by(|one, other| one.moves == other.moves);
    readings.truncate(WEIGHED);
    let edits = readings.iter().filter_map(|reading| reading.edits.first());
    let first = edits.map(|edit| edit.ply as usize - 1).min().unwrap_or_default();
    let first = first.min(line.played.len());
    let before = line.start.after(&line.played[..first]);
    let surprises: Vec<f64> =
        readings.iter().map(|reading| surprise(&before, reading, first)).collect();
    let least = surprises.iter().copied().fold(f64::INFINITY, f64::min);
    for (reading, surprise) in readings.iter_mut().zip(surprises) {
        reading.cost += (surprise - least) as u32;
    }
}

/// Surprise of the moves of a reading from index `first` on; 0 per move among the usual number of
/// legal moves.
fn surprise(before: &Position, reading: &Emendation, first: usize) -> f64 {
    // After a change of turn the moves do not begin where those of other readings do.
    if reading.edits.iter().any(|edit| matches!(edit.slip, Slip::Turn(_))) {
        return 0.0;
    }
    let mut position = before.clone();
    let mut sum = 0.0;
    for &mv in &reading.moves[first.min(reading.moves.len())..] {
        let choices = position.legal_moves().len().max(1);
        sum += (choices as f64 / USUAL_CHOICES).ln();
        position.play_unchecked(mv);
    }
    5.0 * sum
}

/// Makes the emendation of one edit or two, with its cost.
fn emendation(line: &BrokenLine<'_>, found: &[&FoundEdit<'_>], result: GameResult) -> Emendation {
    let mut edits: Vec<Edit> = found.iter().map(|found| found.edit()).collect();
    if let [first, second] = found {
        edits[1].ply = first.ply_before(second.at) as u32 + 1;
        edits.sort_by_key(|edit| edit.ply);
    }
    let last = found[found.len() - 1];
    let moves = last.moves.clone();
    let is_whole = last.is_whole();
    let ending = line.start.after(&moves).ending().filter(|_| is_whole);
    let chance: u32 = found.iter().map(|found| found.candidate.cost).sum();
    let mut cost = chance + MATE + EXPOSED * last.exposed;
    match ending.map(Ending::loser) {
        Some(loser) if result == GameResult::win(loser.other()) => cost -= MATE,
        Some(_) if result == GameResult::Unknown => cost -= MATE / 2,
        Some(_) => cost += MATE,
        None => {}
    }
    let plays = found.iter().map(|found| found.gain()).sum::<usize>() as u32;
    Emendation { edits, moves, plays, is_whole, exposed: last.exposed, ending, cost }
}

/// Keeps the best emendations, one for each sequence of moves.
fn best(mut readings: Vec<Emendation>) -> Vec<Emendation> {
    readings.sort_by_cached_key(|reading| (reading.rank(), reading.moves.clone()));
    let most = readings.first().map_or(0, |best| best.plays);
    let mut kept: Vec<Emendation> = Vec::new();
    for reading in readings {
        // A reading that plays at most half as far as the best explains nothing.
        let is_weak = !reading.is_whole && 2 * reading.plays <= most;
        if kept.len() < MOST && !is_weak && !kept.iter().any(|other| other.moves == reading.moves) {
            kept.push(reading);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::RawMove;
    use crate::notation::System;
    use crate::xiangqi::Side;

    /// Emendations of a line of which `playable` are the moves that play.
    fn read(tokens: &str, playable: &[&str]) -> Vec<Emendation> {
        let tokens: Vec<RawMove<'_>> = tokens.split(' ').map(RawMove::Text).collect();
        let played: Vec<Move> = playable.iter().map(|mv| mv.parse().unwrap()).collect();
        let start = Position::start();
        let line = BrokenLine { start: &start, played: &played, tokens: &tokens };
        emendations(&line, GameResult::Unknown)
    }

    #[test]
    fn a_missing_move_is_named_before_one_that_strayed_in() {
        // Black's first move is missing. Without g3g4 the rest would play, too.
        let found = read("h2e2 g3g4 b9c7 i0i1 i9i8 h0g2", &["h2e2"]);
        let slips: Vec<&Slip> = found.iter().map(|reading| &reading.edits[0].slip).collect();
        assert!(matches!(slips[0], Slip::Missing(Side::Black, _)), "{slips:?}");
        assert!(found.iter().all(|reading| reading.is_whole), "{found:?}");
    }

    #[test]
    fn a_move_among_few_is_likelier_than_one_among_many() {
        let before = Position::from_fen("3k4r/9/9/9/9/9/9/9/4R4/5K3 w").unwrap();
        let of = |line: &str| Emendation {
            edits: Vec::new(),
            moves: line.split(' ').map(|mv| mv.parse().unwrap()).collect(),
            plays: 0,
            is_whole: true,
            exposed: 0,
            ending: None,
            cost: 0,
        };
        // The rook gives check, and one move answers it; or any would have been possible.
        let forced = surprise(&before, &of("e1d1 d9e9"), 0);
        let free = surprise(&before, &of("e1a1 d9e9"), 0);
        assert!(forced + 5.0 < free, "{forced} {free}");
    }

    #[test]
    fn an_exchange_that_is_not_needed_explains_nothing() {
        // Which cannon leaves the file is open. With the other one the line plays on, whatever is
        // exchanged before.
        let tokens = "车九进二 士4进5 炮八平四 炮8平4 仕四进五 将5平4 炮二平一 炮2进5 兵九进一 马2进3 \
            仕五退四 马8进9 炮一平二 炮2退1 炮四平五 炮4平5 炮二退一 炮5平8 炮二进三 象3进1 炮二平七 车9进1 \
            车一进一 炮8进1 炮五平四 卒3进1 马八进七 士5进6 炮四平三 炮2退3 车九进一 车9平4 车一平五 马9退7 \
            兵一进一 车1平3 车五平八 炮8退3 车八退一 车4平1 前炮平六 炮8平9 车八平九 将4进1";
        let all: Vec<&str> = tokens.split(' ').collect();
        let mut position = Position::start();
        let mut played = Vec::new();
        for token in &all[..40] {
            let mv = match System::Auto.read(token, &position) {
                crate::notation::Reading::One(mv) => mv,
                other => panic!("{token}: {other:?}"),
            };
            position.play_unchecked(mv);
            played.push(mv.to_string());
        }
        let playable: Vec<&str> = played.iter().map(String::as_str).collect();
        let found = read(tokens, &playable);
        let slips: Vec<&Slip> = found.iter().flat_map(|it| &it.edits).map(|it| &it.slip).collect();
        assert!(!slips.iter().any(|slip| matches!(slip, Slip::Exchanged(_))), "{slips:?}");
    }
}
