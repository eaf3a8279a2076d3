//! The result of a record: tag, terminator, and what the last position says.

use super::GameResult;
use crate::format::{RawRecord, Warning};
use crate::xiangqi::{Position, Side};

/// Reads a result in figures or words, from Red's side; `None` when the text names no result.
///
/// ```
/// use xqdb::replay::{GameResult, parse_result};
/// assert_eq!(parse_result("红先胜"), Some(GameResult::RedWins));
/// assert_eq!(parse_result("½-½"), Some(GameResult::Draw));
/// assert_eq!(parse_result("待续"), None);
/// ```
pub fn parse_result(text: &str) -> Option<GameResult> {
    let folded: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '(' | ')' | '（' | '）' | '【' | '】'))
        .map(half_width)
        .collect();
    FIGURES
        .iter()
        .chain(WORDS)
        .find(|(form, _)| folded.eq_ignore_ascii_case(form))
        .map(|&(_, result)| result)
}

/// Results in figures.
const FIGURES: &[(&str, GameResult)] = &[
    ("1-0", GameResult::RedWins),
    ("0-1", GameResult::BlackWins),
    ("1/2-1/2", GameResult::Draw),
    ("*", GameResult::Unknown),
    ("½-½", GameResult::Draw),
    ("0.5-0.5", GameResult::Draw),
    ("1/2", GameResult::Draw),
    ("2-0", GameResult::RedWins),
    ("0-2", GameResult::BlackWins),
    ("1-1", GameResult::Draw),
    ("1:0", GameResult::RedWins),
    ("0:1", GameResult::BlackWins),
];

/// Results in words, both scripts; a lone 胜 or 负 is said of the first player.
const WORDS: &[(&str, GameResult)] = &[
    ("红胜", GameResult::RedWins),
    ("紅勝", GameResult::RedWins),
    ("红方胜", GameResult::RedWins),
    ("紅方勝", GameResult::RedWins),
    ("红先胜", GameResult::RedWins),
    ("紅先勝", GameResult::RedWins),
    ("先胜", GameResult::RedWins),
    ("先勝", GameResult::RedWins),
    ("胜", GameResult::RedWins),
    ("勝", GameResult::RedWins),
    ("黑负", GameResult::RedWins),
    ("黑負", GameResult::RedWins),
    ("黑方负", GameResult::RedWins),
    ("黑方认负", GameResult::RedWins),
    ("后负", GameResult::RedWins),
    ("後負", GameResult::RedWins),
    ("red", GameResult::RedWins),
    ("redwins", GameResult::RedWins),
    ("red_win", GameResult::RedWins),
    ("redwin", GameResult::RedWins),
    ("w", GameResult::RedWins),
    ("黑胜", GameResult::BlackWins),
    ("黑勝", GameResult::BlackWins),
    ("黑方胜", GameResult::BlackWins),
    ("黑方勝", GameResult::BlackWins),
    ("红先负", GameResult::BlackWins),
    ("紅先負", GameResult::BlackWins),
    ("红负", GameResult::BlackWins),
    ("紅負", GameResult::BlackWins),
    ("红方负", GameResult::BlackWins),
    ("红方认负", GameResult::BlackWins),
    ("红先黑胜", GameResult::BlackWins),
    ("先负", GameResult::BlackWins),
    ("先負", GameResult::BlackWins),
    ("负", GameResult::BlackWins),
    ("負", GameResult::BlackWins),
    ("后胜", GameResult::BlackWins),
    ("後勝", GameResult::BlackWins),
    ("black", GameResult::BlackWins),
    ("blackwins", GameResult::BlackWins),
    ("black_win", GameResult::BlackWins),
    ("blackwin", GameResult::BlackWins),
    ("l", GameResult::BlackWins),
    ("和棋", GameResult::Draw),
    ("和局", GameResult::Draw),
    ("和", GameResult::Draw),
    ("先和", GameResult::Draw),
    ("红先和", GameResult::Draw),
    ("紅先和", GameResult::Draw),
    ("后和", GameResult::Draw),
    ("後和", GameResult::Draw),
    ("红和", GameResult::Draw),
    ("双方议和", GameResult::Draw),
    ("议和", GameResult::Draw),
    ("平局", GameResult::Draw),
    ("平", GameResult::Draw),
    ("draw", GameResult::Draw),
    ("d", GameResult::Draw),
    ("未知", GameResult::Unknown),
    ("不详", GameResult::Unknown),
    ("unknown", GameResult::Unknown),
    ("?", GameResult::Unknown),
    ("-", GameResult::Unknown),
    ("", GameResult::Unknown),
];

/// Full-width signs as their ASCII twins.
fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '—' | '–' | '−' => '-',
        '∶' => ':',
        _ => c,
    }
}

/// The result of a record: the tag, else the terminator. Contradictions between them, or with the mate or
/// stalemate that `end` shows, become warnings.
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
                tag: kept.as_str().to_owned(),
                other: other.as_str().to_owned(),
                source_of_other: source_of_other.to_owned(),
            });
        }
    };
    let result = if tag == GameResult::Unknown { terminator } else { tag };
    conflict(tag, terminator, "at the end of the moves");
    if let Some(ending) = end.and_then(Position::ending) {
        let on_board = match ending.loser() {
            Side::Red => GameResult::BlackWins,
            Side::Black => GameResult::RedWins,
        };
        conflict(result, on_board, "on the board");
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialects_of_results() {
        for (text, result) in [
            ("1-0", GameResult::RedWins),
            ("１－０", GameResult::RedWins),
            ("0 - 1", GameResult::BlackWins),
            ("（先和）", GameResult::Draw),
            ("Red_Win", GameResult::RedWins),
            ("黑勝", GameResult::BlackWins),
            ("*", GameResult::Unknown),
        ] {
            assert_eq!(parse_result(text), Some(result), "{text}");
        }
        assert_eq!(parse_result("红优"), None);
    }
}
