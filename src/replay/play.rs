//! Playing a record: where it begins, in which notation it is written, and what it ends with.
//!
//! The result of a record: tag, terminator, and what the last position says.

use super::walk::{self, Walked};
use super::{Failure, Outcome, ReplayedGame, Tree};
use crate::format::{RawMove, RawRecord, RawStart, Warning};
use crate::metadata::{GameResult, parse_result};
use crate::notation::{self, Hand, System, TokenReader};
use crate::xiangqi::{Position, Side};

/// Plays a record whose moves are written in `system`.
///
/// Never fails: what cannot be played is in the outcome and the list of damage.
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
        // Where both play as far, the file knows best.
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

/// Whether to believe a rival of the usual notations. `plies` is the number of moves of the line
/// that the usual ones read; the flag says that they end at something that has not even the form of
/// a move.
///
/// One damaged coordinate is often a sound one in a system with other ranks. So every move that the
/// usual notations read is evidence against their rival, and a single move is evidence for it only
/// where they have no reading at all.
fn is_borne_out(rival: &Walked, (plies, ends_at_no_move): (u32, bool)) -> bool {
    let enough = if ends_at_no_move && rival.outcome == Outcome::Ok { 1 } else { 2 };
    rival.tree.plies >= 2 * plies + enough
}

/// A record played in one notation, and where that had to begin.
struct Played {
    start: Position,
    walked: Walked,
}

/// Plays a record in one notation. The usual ones are read in full first: where a direction is
/// missing in a record that has it elsewhere, it is lost. Where tokens of several dresses are read
/// so, or some are not, the whole record says in which it is written.
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
    // Who moves first shows by the first move that is played.
    let hand = if played.walked.tree.plies == 0 { hand.of_both() } else { hand };
    match Hand::FULL.covers(hand) && hand.covers(seen) {
        true => played,
        false => play_in(hand).0,
    }
}

/// Walks a record. A token that is spelt as its system spells nothing is damaged where it is the
/// only one.
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
        // The colour that moves first beats the header, but only when it plays further.
        let flipped = start.with_side(start.side().other());
        let other = walk(&flipped);
        if other.tree.plies > 0 {
            return Played { start: flipped, walked: other };
        }
    }
    Played { start: start.clone(), walked }
}

/// The tokens of a record whose first move is `first`'s, each with the side that plays it.
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

/// The notation that the record names for its moves, if it is none of the usual ones.
fn named_system(record: &RawRecord<'_>) -> Option<System> {
    let (_, value) = record.tags.iter().find(|(name, _)| name == "Format")?;
    System::of_format_tag(value)
}

/// Whether the moves are tokens in ASCII, as all rivals of the usual notations are.
fn is_text(record: &RawRecord<'_>) -> bool {
    let first = record.tree.nodes.first().map(|node| node.mv);
    matches!(first, Some(RawMove::Text(token)) if token.is_ascii())
}

/// The position a record begins from, by its header.
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

/// The result of a record: the tag, else the terminator. Contradictions between them, or with the
/// mate or stalemate that `end` shows, become warnings.
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
        // Only the side to move can be mated: where it has lost anyway, the board need not be
        // asked.
        let mated = GameResult::win(end.side().other());
        if ![mated, GameResult::Unknown].contains(&result) && end.ending().is_some() {
            conflict(result, mated, "on the board");
        }
    }
    result
}
