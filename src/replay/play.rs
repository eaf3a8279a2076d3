//! Plays a record: finds its start, its notation and its result (from tag, terminator and last
//! position).

use super::walk::{self, Walked};
use super::{Failure, Outcome, ReplayedGame, Tree};
use crate::format::{RawMove, RawRecord, RawStart, Warning};
use crate::metadata::{GameResult, parse_result};
use crate::notation::{self, Hand, System, TokenReader};
use crate::xiangqi::{Position, Side};

/// Plays a record whose moves are written in `system`.
///
/// It never fails: moves that cannot be played are listed in the outcome and as damage.
pub fn replay(record: &RawRecord<'_>, system: &System) -> ReplayedGame {
    let mut warnings = record.warnings.clone();
    let start = match start_position(record) {
        Ok(start) => start,
        Err(failure) => {
            return ReplayedGame {
                start: None,
                tree: Tree::default(),
                outcome: Outcome::Rejected(failure),
                result: GameResult::Unknown,
                damaged: Vec::new(),
                warnings,
            };
        }
    };
    let named = match system {
        System::Auto => named_system(record),
        _ => None,
    };
    let mut played = play(record, &start, system);
    if let Some(named) = named {
        // If both play equally far, the notation named in the file wins.
        let other = play(record, &start, &named);
        if other.walked.tree.plies >= played.walked.tree.plies && other.walked.tree.plies > 0 {
            played = other;
            let notation = named.name().into_owned();
            played.walked.warnings.push(Warning::Notation { notation });
        }
    } else if matches!((&played.walked.outcome, system), (Outcome::Partial(_), System::Auto)) {
        let usual = (played.walked.tree.plies, played.walked.ends_at_no_move);
        for rival in notation::RIVALS.iter().filter(|_| is_text(record)) {
            let system = System::Row(rival);
            let reader = TokenReader::new(&system, Hand::ANY);
            let other = walk_with(record, &played.start, &reader);
            if is_borne_out(&other, usual) && other.tree.plies > played.walked.tree.plies {
                played.walked = other;
                let notation = rival.name.to_owned();
                played.walked.warnings.push(Warning::Notation { notation });
            }
        }
    }
    if played.start.side() != start.side() {
        warnings.push(Warning::SideFlipped { header: start.side(), played: played.start.side() });
    }
    let Played { start, walked } = played;
    let Walked { tree, outcome, damaged, warnings: noted, end, .. } = walked;
    warnings.extend(noted);
    let is_whole = outcome == Outcome::Ok;
    let result = result_of(record, end.as_ref().filter(|_| is_whole), &mut warnings);
    let start = (!start.is_start()).then(|| Box::new(start));
    ReplayedGame { start, tree, outcome, result, damaged, warnings }
}

/// Whether to prefer a rival of the usual notations, which read `plies` moves of the line; the flag
/// says whether they end at a token without the form of a move.
///
/// A damaged coordinate is often valid in a system that counts ranks otherwise. So each move that
/// the usual notations read is evidence against the rival; a single move is evidence for it only
/// when they read none.
fn is_borne_out(rival: &Walked, (plies, ends_at_no_move): (u32, bool)) -> bool {
    let enough = if ends_at_no_move && rival.outcome == Outcome::Ok { 1 } else { 2 };
    rival.tree.plies >= 2 * plies + enough
}

/// A record played in one notation, with the start that it needed.
struct Played {
    start: Position,
    walked: Walked,
}

/// Plays a record in one notation. The usual notations are read with directions only at first: a
/// missing direction is damage in a record that has directions elsewhere. If that fails or gives
/// tokens of several dresses, the hand of all tokens decides which dresses are read.
fn play(record: &RawRecord<'_>, start: &Position, system: &System) -> Played {
    if !matches!(system, System::Auto) {
        let reader = TokenReader::new(system, Hand::ANY);
        return play_as(start, |start| walk_with(record, start, &reader));
    }
    let play_in = |hand: Hand| {
        let reader = TokenReader::new(system, hand);
        let played = play_as(start, |start| walk_with(record, start, &reader));
        (played, reader.seen())
    };
    let (played, seen) = play_in(Hand::FULL);
    let is_whole = played.walked.outcome == Outcome::Ok && played.walked.damaged.is_empty();
    if is_whole && seen.is_one() {
        return played;
    }
    let hand = Hand::of(tokens(record, played.start.side()));
    // The first move that plays shows which side begins.
    let hand = if played.walked.tree.plies == 0 { hand.of_both() } else { hand };
    match Hand::FULL.covers(hand) && hand.covers(seen) {
        true => played,
        false => play_in(hand).0,
    }
}

/// Walks a record. A single token that no notation of the line would write so counts as damaged.
fn walk_with(record: &RawRecord<'_>, start: &Position, reader: &TokenReader<'_>) -> Walked {
    let walked = walk::walk(record, start, &|token, position| reader.read(token, position));
    match reader.without_odd_one(record.tree.nodes.len()) {
        Some(reader) => walk::walk(record, start, &|token, position| reader.read(token, position)),
        None => walked,
    }
}

fn play_as(start: &Position, walk: impl Fn(&Position) -> Walked) -> Played {
    let walked = walk(start);
    if walked.fails_at_once() {
        // The colour that moves beats the header, but only if the line then plays.
        let flipped = start.with_side(start.side().other());
        let other = walk(&flipped);
        if other.tree.plies > 0 {
            return Played { start: flipped, walked: other };
        }
    }
    Played { start: start.clone(), walked }
}

/// Tokens of a record, each with the side that plays it; `first` plays the first move.
fn tokens<'r>(record: &'r RawRecord<'_>, first: Side) -> impl Iterator<Item = (Side, &'r str)> {
    let mut sides: Vec<Side> = Vec::with_capacity(record.tree.nodes.len());
    record.tree.nodes.iter().filter_map(move |node| {
        let side = sides.get(node.parent as usize).map_or(first, |side| side.other());
        sides.push(side);
        match node.mv {
            RawMove::Text(token) => Some((side, token)),
            _ => None,
        }
    })
}

/// Notation that the record names in its tag `Format`; None if it is one of the usual ones.
fn named_system(record: &RawRecord<'_>) -> Option<System> {
    let (_, value) = record.tags.iter().find(|(name, _)| name == "Format")?;
    System::of_format_tag(value)
}

/// Whether the moves are ASCII tokens, as in all rivals of the usual notations.
fn is_text(record: &RawRecord<'_>) -> bool {
    let first = record.tree.nodes.first().map(|node| node.mv);
    matches!(first, Some(RawMove::Text(token)) if token.is_ascii())
}

/// Start position that the header of a record gives.
fn start_position(record: &RawRecord<'_>) -> Result<Position, Failure> {
    let reject = |token: &str, reason: String| Failure {
        ply: 0,
        token: token.to_owned(),
        reason,
        byte_offset: record.span.start,
        fen: None,
        readings: Vec::new(),
    };
    let start = match &record.start {
        RawStart::Standard => Position::start(),
        RawStart::Fen(fen) => {
            Position::from_fen(fen).map_err(|error| reject(fen, error.to_string()))?
        }
        RawStart::Board(board, side) => Position::new(**board, side.unwrap_or(Side::Red)),
        RawStart::Unreadable(reason) => return Err(reject("", reason.clone())),
    };
    Ok(if record.black_first { start.with_side(Side::Black) } else { start })
}

/// Result of a record: the tag, or else the terminator. Contradictions between them, or with mate
/// or stalemate in the last position `end`, become warnings.
pub(super) fn result_of(
    record: &RawRecord<'_>,
    end: Option<&Position>,
    warnings: &mut Vec<Warning>,
) -> GameResult {
    let tag = record
        .tags
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("Result"))
        .and_then(|(_, value)| parse_result(value))
        .unwrap_or_default();
    let terminator = record.terminator.as_deref().and_then(parse_result).unwrap_or_default();
    let mut conflict = |kept: GameResult, other: GameResult, source_of_other: &str| {
        if kept != other && kept != GameResult::Unknown && other != GameResult::Unknown {
            warnings.push(Warning::ResultConflict {
                tag: kept,
                other,
                source_of_other: source_of_other.to_owned(),
            });
        }
    };
    let result = if tag == GameResult::Unknown { terminator } else { tag };
    conflict(tag, terminator, "at the end of the moves");
    if let Some(end) = end {
        // Only the side to move can be mated: a result that already says so needs no look at the
        // board.
        let mated = GameResult::win(end.side().other());
        if ![mated, GameResult::Unknown].contains(&result) && end.ending().is_some() {
            conflict(result, mated, "on the board");
        }
    }
    result
}
