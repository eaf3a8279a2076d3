//! The result of a record: tag, terminator, and what the last position says.

use crate::format::{RawRecord, Warning};
use crate::metadata::{GameResult, parse_result};
use crate::xiangqi::Position;

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
