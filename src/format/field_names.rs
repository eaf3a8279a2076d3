//! The names under which people and programs keep the facts of a game in JSON objects and tables;
//! also moves as one text, and the test that this is Xiangqi at all.

use super::pgn::movetext::{self, Manner, Moves};
use super::{RawMove, RawTree};
use crate::notation::{Reading, read};
use crate::text::fold_char;
use crate::xiangqi::Position;
use std::ops::Range;

/// The purpose of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The position the moves begin from.
    Start,
    /// The moves.
    Moves,
    /// A fact with this PGN name.
    Tag(&'static str),
}

/// The roles and the names of fields that have them: lower case, simplified, without blanks and
/// signs.
const NAMES: &[(Role, &[&str])] = &[
    (
        Role::Start,
        &[
            "fen",
            "start",
            "startfen",
            "initialfen",
            "initfen",
            "setup",
            "position",
            "局面",
            "初始局面",
            "开局局面",
        ],
    ),
    (
        Role::Moves,
        &[
            "moves",
            "move",
            "movelist",
            "movetext",
            "moveslist",
            "iccs",
            "ucci",
            "uci",
            "solution",
            "着法",
            "招法",
            "棋谱",
            "行棋",
            "解法",
            "答案",
        ],
    ),
    (
        Role::Tag("Red"),
        &["red", "redplayer", "redname", "white", "whiteplayer", "红", "红方", "红棋", "先手"],
    ),
    (Role::Tag("Black"), &["black", "blackplayer", "blackname", "黑", "黑方", "黑棋", "后手"]),
    (Role::Tag("RedTeam"), &["redteam", "whiteteam", "红队", "红方团体", "红方单位"]),
    (Role::Tag("BlackTeam"), &["blackteam", "黑队", "黑方团体", "黑方单位"]),
    (Role::Tag("RedElo"), &["redelo", "redrating", "whiteelo", "红等级分"]),
    (Role::Tag("BlackElo"), &["blackelo", "blackrating", "黑等级分"]),
    (
        Role::Tag("Event"),
        &["event", "tournament", "match", "competition", "赛事", "比赛", "赛事名称"],
    ),
    (Role::Tag("Site"), &["site", "place", "location", "venue", "地点", "比赛地点"]),
    (Role::Tag("Date"), &["date", "gamedate", "playedat", "日期", "比赛日期", "时间"]),
    (Role::Tag("Round"), &["round", "轮次", "轮"]),
    (Role::Tag("Result"), &["result", "outcome", "winner", "结果", "胜负", "比赛结果"]),
    (Role::Tag("Title"), &["title", "name", "标题", "名称", "局名", "对局名称"]),
    (Role::Tag("Type"), &["type", "category", "gametype", "类型", "分类", "棋谱类型"]),
    (Role::Tag("Opening"), &["opening", "布局", "开局"]),
    (Role::Tag("ECCO"), &["ecco"]),
    (Role::Tag("Book"), &["book", "书名", "古谱"]),
    (Role::Tag("Annotator"), &["annotator", "commentator", "评注", "解说"]),
    (Role::Tag("Author"), &["author", "composer", "作者"]),
    (Role::Tag("Source"), &["source", "来源", "出处"]),
    (Role::Tag("Remark"), &["remark", "note", "notes", "comment", "description", "备注", "说明"]),
    (Role::Tag("Id"), &["id", "编号", "序号"]),
];

/// The purpose of the field of this name; `None` when the name is not one of the usual ones.
pub(super) fn role(name: &str) -> Option<Role> {
    if name.len() > 64 {
        return None;
    }
    let is_sign = |c: &char| !c.is_whitespace() && !matches!(c, '_' | '-' | '.' | '\u{feff}');
    let key: String = name.chars().filter(is_sign).map(fold_char).collect();
    NAMES.iter().find(|(_, names)| names.contains(&key.as_str())).map(|(role, _)| *role)
}

/// Reads moves that stand in `range` of `text`: those of a game in any notation, or joined
/// coordinates.
pub(super) fn moves(text: &str, range: Range<usize>) -> Moves<'_> {
    let found = &text[range.clone()];
    let joined = found.trim();
    if !is_joined(joined) {
        return movetext::read(text, range, Manner { is_field: true, ..Manner::default() });
    }
    let from = range.start + found.len() - found.trim_start().len();
    let mut tree = RawTree::default();
    let mut last = RawTree::ROOT;
    for at in (from..from + joined.len()).step_by(4) {
        last = tree.push(last, at as u32, RawMove::Text(&text[at..at + 4]));
    }
    Moves { tree, end: range.end, ..Moves::default() }
}

/// `h2e2h9g7`
fn is_joined(text: &str) -> bool {
    let is_move = |quad: &[u8]| {
        let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'i', b'0'..=b'9']);
        is_square(&quad[..2]) && is_square(&quad[2..])
    };
    text.len() >= 8 && text.len().is_multiple_of(4) && text.as_bytes().chunks_exact(4).all(is_move)
}

/// Whether what is no move here may be one of chess: it names a square of eight ranks.
fn may_be_chess(token: &str) -> bool {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    token.as_bytes().windows(2).any(is_square) && !token.contains(['0', '9'])
}

/// Number of moves that are tried before a game is believed to be one of Xiangqi.
const TRIED: usize = 6;

/// Whether these are a position and moves of Xiangqi. Other games keep `fen` and `moves`, too:
/// their boards have eight ranks, and their moves cannot be played here for long.
pub(super) fn is_xiangqi(fen: Option<&str>, tree: &RawTree<'_>) -> bool {
    let fen = fen.map(str::trim).filter(|fen| !fen.is_empty());
    // A position that is damaged is one of this game by its rows, or by the moves from the start.
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
            // Several pieces of this game can do it: what follows would decide.
            Reading::Several(_) => return true,
            // One of them may be damaged.
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

/// Rows of a position here, and in chess.
const ROWS: usize = 10;
const ROWS_OF_CHESS: usize = 8;

/// How many rows the placement of a FEN has.
fn rows(fen: &str) -> usize {
    fen.split_whitespace().next().unwrap_or_default().split('/').count()
}

/// The position that the tags of a text say the moves begin from, under any of its usual names
/// with FEN in them.
pub(super) fn fen_of<N: AsRef<str>, V: AsRef<str>>(tags: &[(N, V)]) -> Option<&V> {
    let is_fen = |(name, value): &&(N, V)| {
        let name = name.as_ref();
        let is_named = name.eq_ignore_ascii_case("FEN")
            || name.len() > 3 && has_fen(name) && role(name) == Some(Role::Start);
        is_named && !value.as_ref().trim().is_empty()
    };
    // What is plainly called so comes first.
    let plain = tags.iter().filter(is_fen).find(|(name, _)| name.as_ref().len() == 3);
    plain.or_else(|| tags.iter().find(is_fen)).map(|(_, value)| value)
}

fn has_fen(name: &str) -> bool {
    name.as_bytes().windows(3).any(|part| part.eq_ignore_ascii_case(b"fen"))
}

/// Whether two of the first tokens can be moves on no other board: in Chinese, or from or to a
/// square that boards of eight files and ranks do not have.
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
    fn names_are_known_in_any_dress() {
        for (name, expected) in [
            ("FEN", Some(Role::Start)),
            ("start_fen", Some(Role::Start)),
            ("Moves", Some(Role::Moves)),
            ("着法", Some(Role::Moves)),
            ("Red Player", Some(Role::Tag("Red"))),
            ("紅方", Some(Role::Tag("Red"))),
            ("\u{feff}比賽日期", Some(Role::Tag("Date"))),
            ("stars", None),
            ("", None),
        ] {
            assert_eq!(role(name), expected, "{name}");
        }
    }

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
