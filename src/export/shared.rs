//! Parts that writers share: dates, names of files, results, trees as formats can hold them, and
//! the start array of XQF and DhtmlXQ, a list of 32 pieces, each with its point or none. Nothing
//! recurses here: lines of trees may have 400 plies.

use super::loss::Losses;
use super::{Entry, ExportError, Loss};
use crate::format::layout::{KINDS, RESULTS, slot_piece};
use crate::metadata::{GameResult, Kind, LaxDate, parse_date};
use crate::replay::{MoveNode, Tree};
use crate::text::unescaped_for_good;
use crate::xiangqi::{Board, Side, Square};
use std::borrow::Cow;

/// Date in a text, and the text itself if it says more.
pub(super) fn dated(found: &str) -> (Option<LaxDate>, Option<&str>) {
    let date = parse_date(found);
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let written = date.map(|date| date.to_string()).unwrap_or_default();
    let is_all = digits(found) == digits(&written)
        && found.trim().chars().all(|c| c.is_ascii_digit() || "-./?".contains(c));
    (date, Some(found).filter(|_| !is_all))
}

/// Name of a record's file, valid on every file system: number, Red, result, Black; without
/// players, number and title or event.
#[must_use]
pub fn file_name(number: u64, entry: &Entry<'_>, extension: &str) -> String {
    let tag = |name: &str| entry.tag(name).map(safe).filter(|text| !text.is_empty());
    let result = match entry.result {
        GameResult::Unknown => None,
        GameResult::RedWins => Some("胜".to_owned()),
        GameResult::BlackWins => Some("负".to_owned()),
        GameResult::Draw => Some("和".to_owned()),
    };
    let parts = match (tag("Red"), tag("Black")) {
        (None, None) => vec![tag("Title").or_else(|| tag("Event"))],
        (red, black) => vec![red, result, black],
    };
    let mut name = format!("{number:04}");
    for part in parts.into_iter().flatten() {
        name.push('-');
        name.push_str(&part);
    }
    format!("{name}.{extension}")
}

/// Text that is valid in names of files on every system.
fn safe(text: &str) -> String {
    /// Three such parts fit into the 255 bytes of a name.
    const MOST_BYTES: usize = 72;
    let is_unsafe = |c: char| c.is_control() || r#"/\:*?"<>|"#.contains(c) || c == '\u{FFFD}';
    let plain: String = text.chars().map(|c| if is_unsafe(c) { '_' } else { c }).collect();
    let short = &plain[..plain.floor_char_boundary(MOST_BYTES)];
    short.trim_matches(|c: char| c.is_whitespace() || c == '.').to_owned()
}

/// Code of a result in XQF and CBF.
pub(super) fn result_code(result: GameResult) -> u8 {
    RESULTS.iter().position(|known| *known == result).map_or(0, |code| code as u8)
}

/// Index of an entry's kind in [`KINDS`]. A handicap game counts as a game.
pub(super) fn kind_index(entry: &Entry<'_>) -> Option<usize> {
    let hint = entry.hint.map(|kind| if kind == Kind::Handicap { Kind::Game } else { kind });
    KINDS.iter().position(|(kind, _)| Some(*kind) == hint)
}

/// Tree of an entry for writing: comments with HTML entities decoded, and a comment with the unread
/// text where a line ends before its record does. Some formats have a field for that text, too.
pub(super) fn marked<'a>(entry: &Entry<'a>) -> Cow<'a, Tree> {
    let tree = plain(entry.tree);
    if !entry.is_damaged() {
        return tree;
    }
    let unread = entry.unread.and_then(|unread| {
        let last = entry.tree.plies.checked_sub(1).unwrap_or(Tree::ROOT);
        let mark = format!("unread from ply {}: {}", unread.failure.ply, unread.text());
        // An earlier export may have left its mark.
        let is_marked = tree.comment(last).is_some_and(|comment| comment.contains(&mark));
        (!is_marked).then_some((last, mark))
    });
    let damages = entry.damaged.iter().map(|damage| {
        let text = format!("unread variation, {} moves: {}", damage.lost, damage.text());
        (damage.after.unwrap_or(Tree::ROOT), text)
    });
    let mut tree = tree.into_owned();
    tree.add_comments(unread.into_iter().chain(damages));
    Cow::Owned(tree)
}

/// Tree with HTML entities in comments decoded.
fn plain(tree: &Tree) -> Cow<'_, Tree> {
    if !tree.comments.iter().any(|(_, text)| matches!(unescaped_for_good(text), Cow::Owned(_))) {
        return Cow::Borrowed(tree);
    }
    let mut plain = tree.clone();
    for (_, text) in &mut plain.comments {
        *text = unescaped_for_good(text).into_owned();
    }
    Cow::Owned(plain)
}

/// Tree for formats that take the first child of every node for the main continuation: variations
/// where the main line breaks off are left out, since they would become the main line.
pub(super) fn settled<'a>(tree: &'a Tree, losses: &mut Losses) -> Cow<'a, Tree> {
    let begin = tree.plies as usize;
    let last = begin.checked_sub(1).map_or(Tree::ROOT, |last| last as u32);
    if tree.nodes.get(begin).is_none_or(|node| node.parent != last) {
        return Cow::Borrowed(tree);
    }
    // Descendants of the last move stand together right after it; the next node that leaves the
    // line earlier ends them.
    let leaves_earlier =
        |node: &MoveNode| last != Tree::ROOT && (node.parent == Tree::ROOT || node.parent < last);
    let len = tree.nodes[begin..].iter().take_while(|node| !leaves_earlier(node)).count();
    losses.push(Loss::Severed(len as u32));
    let moved = |node: u32| {
        if node == Tree::ROOT || (node as usize) < begin { node } else { node - len as u32 }
    };
    let kept = tree.nodes[..begin].iter().chain(&tree.nodes[begin + len..]);
    let is_kept =
        |node: u32| node == Tree::ROOT || !(begin..begin + len).contains(&(node as usize));
    let comments = tree.comments.iter().filter(|(node, _)| is_kept(*node));
    Cow::Owned(Tree {
        nodes: kept.map(|node| MoveNode { parent: moved(node.parent), mv: node.mv }).collect(),
        plies: tree.plies,
        comments: comments.map(|(node, text)| (moved(*node), text.clone())).collect(),
    })
}

/// Entry of a tree in pre-order, as XQF and CBF store it.
pub(super) struct DumpEntry {
    /// Node of the entry; [`Tree::ROOT`] is the start.
    pub(super) node: u32,
    /// Whether a child comes next.
    pub(super) child: bool,
    /// Whether a sibling comes after all descendants.
    pub(super) sibling: bool,
}

/// Entries of a tree, the start first. Nodes already stand in pre-order.
pub(super) fn dump(tree: &Tree) -> impl Iterator<Item = DumpEntry> + use<> {
    let children = tree.children();
    let nodes = 0..tree.nodes.len() as u32;
    std::iter::once(Tree::ROOT).chain(nodes).map(move |node| DumpEntry {
        node,
        child: children.main(node).is_some(),
        sibling: node != Tree::ROOT && children.sibling(node).is_some(),
    })
}

/// Point of every piece of the array; `None` if the piece is off the board. Of equal pieces, the
/// one nearer to the right hand of its player comes first, as in the standard start of these
/// formats.
pub(super) fn places(
    board: &Board,
    format: &'static str,
) -> Result<[Option<Square>; 32], ExportError> {
    let mut places = [None; 32];
    for (square, piece) in board.pieces() {
        let slots = || (0..32).filter(|&slot| slot_piece(slot) == piece);
        let Some(free) = slots().find(|&slot| places[slot].is_none()) else {
            let room = slots().count();
            return Err(ExportError::Pieces { format, piece: piece.fen_letter(), room });
        };
        places[free] = Some(square);
        // Sorts by insertion: at most five pieces are equal.
        let mut slots: Vec<usize> = slots().take_while(|&slot| slot <= free).collect();
        let from_right = |place: Option<Square>| {
            place.map(|square| match piece.side() {
                Side::Red => 8 - square.file(),
                Side::Black => square.file(),
            })
        };
        while let [.., before, last] = slots[..] {
            if from_right(places[before]) > from_right(places[last]) {
                places.swap(before, last);
            }
            slots.pop();
        }
    }
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::{Piece, PieceKind};

    #[test]
    fn what_a_date_does_not_say_is_kept() {
        let dated = |found| {
            let (date, more) = dated(found);
            (date.map(|date| date.to_string()).unwrap_or_default(), more)
        };
        assert_eq!(dated("1990.01.12"), ("1990-01-12".to_owned(), None));
        assert_eq!(dated("1990.??.??"), ("1990".to_owned(), None));
        assert_eq!(dated("????.??.??"), (String::new(), None));
        assert_eq!(dated(""), (String::new(), None));
        let found = "1990年1月12日";
        assert_eq!(dated(found), ("1990-01-12".to_owned(), Some(found)));
        assert_eq!(dated("第四届全运会"), (String::new(), Some("第四届全运会")));
    }

    #[test]
    fn names_of_files_are_harmless() {
        for (text, expected) in [
            ("胡荣华", "胡荣华"),
            ("../..//etc", "_..__etc"),
            (" a:b\0\n", "a_b__"),
            ("...", ""),
            ("炮".repeat(99).as_str(), "炮".repeat(24).as_str()),
        ] {
            assert_eq!(safe(text), expected, "{text}");
        }
    }

    /// Each node is its parent and its move.
    fn tree(plies: u32, nodes: &[(u32, &str)], comments: &[u32]) -> Tree {
        let node =
            |(parent, mv): &(u32, &str)| MoveNode { parent: *parent, mv: mv.parse().unwrap() };
        Tree {
            nodes: nodes.iter().map(node).collect(),
            plies,
            comments: comments.iter().map(|node| (*node, node.to_string())).collect(),
        }
    }

    const ROOT: u32 = Tree::ROOT;

    #[test]
    fn variations_where_the_main_line_breaks_off_are_left_out() {
        // Line 0 1 breaks off; 2 3 continue after 1; 4 stands instead of 1; 5 instead of 0.
        let nodes =
            [(ROOT, "h2e2"), (0, "h9g7"), (1, "h0g2"), (2, "b9c7"), (0, "b9c7"), (ROOT, "b2e2")];
        let broken = tree(2, &nodes, &[ROOT, 1, 3, 4, 5]);
        let mut losses = Losses::default();
        let settled_tree = settled(&broken, &mut losses).into_owned();
        assert_eq!(losses.finish(), [Loss::Severed(2)]);
        let mut expected = tree(2, &[nodes[0], nodes[1], nodes[4], nodes[5]], &[ROOT, 1]);
        expected.comments.extend([(2, "4".to_owned()), (3, "5".to_owned())]);
        assert_eq!(settled_tree, expected);
        // No move of the main line could be played.
        let mut losses = Losses::default();
        let none = settled(&tree(0, &nodes, &[ROOT, 5]), &mut losses).into_owned();
        assert_eq!((none, losses.finish()), (tree(0, &[], &[ROOT]), vec![Loss::Severed(6)]));
        // A whole tree stays as it is.
        let whole = tree(4, &nodes, &[ROOT, 1, 3, 4, 5]);
        assert!(matches!(settled(&whole, &mut Losses::default()), Cow::Borrowed(_)));
    }

    fn digits(board: &Board) -> String {
        let places = places(board, "test").unwrap();
        places
            .map(|place| place.map_or("--".to_owned(), |at| format!("{}{}", at.file(), at.rank())))
            .join(" ")
    }

    #[test]
    fn the_standard_start_is_in_the_usual_order() {
        insta::assert_snapshot!(
            digits(&Board::start()),
            @"80 70 60 50 40 30 20 10 00 72 12 83 63 43 23 03 09 19 29 39 49 59 69 79 89 17 77 06 \
              26 46 66 86"
        );
    }

    #[test]
    fn too_many_pieces_are_refused() {
        let mut board = Board::EMPTY;
        assert_eq!(digits(&board), ["--"; 32].join(" "));
        for file in 0..3 {
            let square = Square::at(file, 4).unwrap();
            board.set(square, Some(Piece::new(Side::Black, PieceKind::Cannon)));
        }
        let error = places(&board, "test").unwrap_err();
        assert_eq!(error, ExportError::Pieces { format: "test", piece: 'c', room: 2 });
    }
}
