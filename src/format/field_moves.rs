//! Reads moves in one text, as members of JSON objects and cells of tables hold them, and decides
//! whether they are Xiangqi at all.

use super::fen_lists::holds_position;
use super::fields::{CARRIED, Role, is_nearly_known};
use super::pgn::games;
use super::pgn::movetext::{self, Manner, Moves};
use super::reason::Reason;
use super::{RawMove, RawTree};
use crate::metadata::{GameResult, is_result_sign, parse_result};
use crate::notation::{Reading, is_joined, read};
use crate::xiangqi::Position;
use std::ops::Range;

/// Reads the moves in `range` of `text`: a game in any notation, or joined coordinates.
pub(super) fn moves(text: &str, range: Range<usize>) -> Moves<'_> {
    let found = &text[range.clone()];
    let joined = found.trim();
    if joined.len() < 8 || !is_joined(joined) {
        let manner = Manner { is_field: true, ..Manner::default() };
        let mut found = movetext::read(text, range.clone(), manner);
        // A field holds one game: moves behind a result are not its own.
        if let Some(left) = games::left_out(text, &found, range.end).first() {
            let token = text[left.clone()].split_whitespace().next().unwrap_or_default();
            found.tree.break_off(None, left.start as u32, RawMove::Missing(token));
        }
        return found;
    }
    let from = range.start + found.len() - found.trim_start().len();
    let places = (from..from + joined.len()).step_by(4);
    let tree = RawTree::line(places.map(|at| (at, RawMove::Text(&text[at..at + 4]))));
    Moves { tree, end: range.end, ..Moves::default() }
}

/// Reads the moves of a field of `whole` that begins at `at`. Nodes get their offsets in `whole` if
/// the value stands there literally, without escapes.
pub(super) fn moves_of_field<'a>(whole: &'a str, at: usize, value: &'a str) -> Moves<'a> {
    let place = at..at + value.len();
    if whole.get(place.clone()) == Some(value) {
        return moves(whole, place);
    }
    let mut found = moves(value, 0..value.len());
    found.tree.nodes.iter_mut().for_each(|node| node.at = at as u32);
    if !std::mem::take(&mut found.passed_over).is_empty() {
        found.warnings.push(Reason::PassedOver.into());
    }
    found
}

/// Whether a field of unknown name holds moves, a position or a result of its record: its name is
/// near a known one, or the record `lacks` such a field, of [`CARRIED`].
pub(super) fn is_lost(name: &str, value: &str, lacks: &[Role]) -> bool {
    let moves = games::moves_alone(value);
    let has_position = || value.split(['"', '\n']).any(holds_position);
    let is_text = || games::left_over(value, 0..value.len()).is_some();
    let is_result = || parse_result(value).is_some_and(GameResult::is_known);
    is_nearly_known(name, &CARRIED[..2]) && (moves > 0 || has_position() || is_text())
        || lacks.contains(&CARRIED[2])
            && is_result()
            && (is_result_sign(value) || is_nearly_known(name, &CARRIED[2..]))
        || lacks.contains(&Role::Moves) && moves > 1
        || lacks.contains(&Role::Start) && has_position()
}

/// Whether an unreadable token may be a chess move: it names a square of eight ranks.
fn may_be_chess(token: &str) -> bool {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    token.as_bytes().windows(2).any(is_square) && !token.contains(['0', '9'])
}

/// Moves tried before a game counts as Xiangqi.
const TRIED: usize = 6;

/// Whether position and moves are Xiangqi. Other games have `fen` and `moves`, too; their boards
/// have eight ranks, and their moves soon become unplayable here.
pub(super) fn is_xiangqi(fen: Option<&str>, tree: &RawTree<'_>) -> bool {
    let fen = fen.map(str::trim).filter(|fen| !fen.is_empty());
    // A damaged position is recognised by its rows, or by the moves from the standard start.
    let (mut position, is_damaged) = match fen.map(Position::from_fen) {
        None => (Position::start(), false),
        Some(Ok(position)) => (position, false),
        Some(Err(_)) => (Position::start(), true),
    };
    if let Some(fen) = fen.filter(|_| is_damaged) {
        match rows(fen) {
            ROWS => return true,
            ROWS_OF_CHESS => return false,
            _ => {}
        }
    }
    let mut last = RawTree::ROOT;
    let mut played = 0;
    for (index, node) in (0..).zip(&tree.nodes) {
        if node.parent != last {
            continue;
        }
        let RawMove::Text(token) = node.mv else { return speaks_of_xiangqi(tree) };
        let mv = match read(token, &position) {
            Reading::One(mv) => mv,
            // Ambiguous between pieces of this game: later moves would decide.
            Reading::Several(_) => return true,
            // One of the moves may be damaged.
            Reading::None(_) => {
                let is_ours = played > 1 || played == 1 && !may_be_chess(token);
                return is_ours || speaks_of_xiangqi(tree);
            }
        };
        position.play_unchecked(mv);
        last = index;
        played += 1;
        if played == TRIED {
            break;
        }
    }
    played > usize::from(is_damaged) || fen.is_some() && !is_damaged
}

/// Rows of a position in Xiangqi and in chess.
const ROWS: usize = 10;
const ROWS_OF_CHESS: usize = 8;

/// Number of rows in the placement of a FEN.
fn rows(fen: &str) -> usize {
    fen.split_whitespace().next().unwrap_or_default().split('/').count()
}

/// Whether two of the first tokens are moves on no other board: in Chinese, or from or to a square
/// beyond eight files and ranks.
fn speaks_of_xiangqi(tree: &RawTree<'_>) -> bool {
    let is_own = |token: &str| match *token.as_bytes() {
        [from @ b'a'..=b'i', first @ b'0'..=b'9', to @ b'a'..=b'i', second @ b'0'..=b'9'] => {
            [first, second].iter().any(|rank| matches!(rank, b'0' | b'9'))
                || [from, to].contains(&b'i')
        }
        _ => token.chars().count() == 4 && token.contains(['进', '進', '退', '平']),
    };
    let tokens = tree.nodes.iter().take(4 * TRIED).filter_map(|node| match node.mv {
        RawMove::Text(token) => Some(token),
        _ => None,
    });
    tokens.filter(|token| is_own(token)).count() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_any_notation() {
        for text in ["h2e2h9g7", " h2e2 h9g7", "h2e2,h9g7", "1. 炮二平五 马8进7", "C2=5 H8+7"]
        {
            let found = moves(text, 0..text.len());
            assert_eq!(found.tree.nodes.len(), 2, "{text}");
            assert!(is_xiangqi(None, &found.tree), "{text}");
        }
    }

    #[test]
    fn other_games_are_none() {
        let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (fen, text) in [
            (None, "e2e4 e7e5 g1f3"),
            (None, "e4 e5 Nf3 Nc6"),
            (Some(chess), "e2e4"),
            (Some(chess), ""),
            (None, ""),
            (None, "left right left"),
        ] {
            assert!(!is_xiangqi(fen, &moves(text, 0..text.len()).tree), "{text}");
        }
        assert!(is_xiangqi(Some("4k4/9/9/9/9/9/9/9/9/4K4 w"), &RawTree::default()));
    }

    #[test]
    fn a_damaged_position_is_one_of_this_game_all_the_same() {
        for (fen, text, expected) in [
            ("bad", "h2e2 h9g7", true),
            ("4k4/9/9/9/9/9/9/9/8/4K4 w", "", true),
            ("4k4/9/9/9/9/9/9/9/8/4K4 w", "e0e1", true),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w", "h2h4", false),
            ("bad", "", false),
            ("bad", "left right", false),
        ] {
            let tree = moves(text, 0..text.len()).tree;
            assert_eq!(is_xiangqi(Some(fen), &tree), expected, "{fen}: {text}");
        }
    }
}
