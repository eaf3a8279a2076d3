//! Boards as text, Red at the bottom: [`board`] draws pieces on points, with files numbered from
//! each player's right; [`grid`] also draws lines, the diagonals of the palaces and the river.

use crate::cli;
use xqdb::diagram::Letters;
use xqdb::xiangqi::{Move, Piece, Position, Side, Square};

impl From<cli::BoardLetters> for Letters {
    fn from(letters: cli::BoardLetters) -> Letters {
        match letters {
            cli::BoardLetters::Chinese => Letters::Traditional,
            cli::BoardLetters::Simplified => Letters::Simplified,
            cli::BoardLetters::Latin => Letters::Latin,
            cli::BoardLetters::Figures => Letters::Figures,
        }
    }
}

const RED_FILES: [&str; 9] = ["九", "八", "七", "六", "五", "四", "三", "二", "一"];
const LATIN_FILES: [&str; 9] = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
const BLACK_FILES: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];

/// The signs of a board.
struct Style {
    /// Names of files from the left, above the board for Black and below it for Red.
    files: [[&'static str; 9]; 2],
    /// Columns between two points; those beside a point hold the marks of the last move.
    gap: usize,
    /// Sign of a point without a piece.
    empty: fn(Square) -> &'static str,
    across: char,
    /// Sign of the lines between two ranks; `None` if none are drawn.
    down: Option<char>,
    river: &'static str,
}

const HAN: Style = Style {
    files: [BLACK_FILES, RED_FILES],
    gap: 2,
    empty: |square| if is_in_palace(square) { "＋" } else { "・" },
    across: ' ',
    down: None,
    river: "        楚  河          漢  界",
};

const LATIN: Style = Style {
    files: [[""; 9], LATIN_FILES],
    gap: 2,
    empty: |square| if is_in_palace(square) { "+" } else { "." },
    across: ' ',
    down: None,
    river: "  ~~~~~~~~~~~~~~~~~~~~~~~~~",
};

const HAN_GRID: Style = Style {
    files: [BLACK_FILES, RED_FILES],
    gap: 2,
    empty: crossing,
    across: '─',
    down: Some('│'),
    river: "   │     楚  河         漢  界     │",
};

const LATIN_GRID: Style = Style {
    files: [[""; 9], LATIN_FILES],
    gap: 3,
    empty: |_| "+",
    across: '-',
    down: Some('|'),
    river: "   |               ~               |",
};

fn is_in_palace(square: Square) -> bool {
    (3..=5).contains(&square.file()) && !(3..=6).contains(&square.rank())
}

/// Sign of the lines that cross in a point, as wide as a hanzi.
fn crossing(square: Square) -> &'static str {
    let [left, middle, right] = match square.rank() {
        9 => ["┌─", "┬─", "┐ "],
        0 => ["└─", "┴─", "┘ "],
        5 => ["├─", "┴─", "┤ "],
        4 => ["├─", "┬─", "┤ "],
        _ => ["├─", "┼─", "┤ "],
    };
    match square.file() {
        0 => left,
        8 => right,
        _ => middle,
    }
}

/// Draws a position as points. Brackets mark both points of the move `last`; with `colour` Red's
/// pieces are red.
pub(crate) fn board(
    position: &Position,
    letters: Letters,
    last: Option<Move>,
    colour: bool,
) -> String {
    draw([&HAN, &LATIN], position, letters, (last, colour))
}

/// Draws a position with lines, else as [`board`] does; [`Letters::Latin`] is plain ASCII.
pub(crate) fn grid(
    position: &Position,
    letters: Letters,
    last: Option<Move>,
    colour: bool,
) -> String {
    draw([&HAN_GRID, &LATIN_GRID], position, letters, (last, colour))
}

fn draw(
    [han, latin]: [&Style; 2],
    position: &Position,
    letters: Letters,
    (last, colour): (Option<Move>, bool),
) -> String {
    let letters = letters.in_text();
    let style = if letters == Letters::Latin { latin } else { han };
    let files = |side: usize| {
        let names = style.files[side].join(&" ".repeat(style.gap));
        format!("   {names}").trim_end().to_owned()
    };
    let mut lines = vec![files(0)];
    for rank in (0..10).rev() {
        let mut line = format!("{rank} ");
        for square in (0..9).filter_map(|file| Square::at(file, rank)) {
            let is_marked = last.is_some_and(|mv| mv.from == square || mv.to == square);
            let [left, right] = [0, 8].map(|edge| match square.file() == edge {
                true => ' ',
                false => style.across,
            });
            line.push(if is_marked { '[' } else { left });
            match position.piece_at(square) {
                Some(piece) => line += &letter(piece, letters, colour),
                None => line += (style.empty)(square),
            }
            line.push(if is_marked { ']' } else { right });
            line.extend(std::iter::repeat_n(right, style.gap - 2));
        }
        lines.push(line.trim_end().to_owned());
        match (rank, style.down) {
            (5, _) => lines.push(style.river.to_owned()),
            (1.., Some(down)) => lines.push(between(down, rank)),
            _ => {}
        }
    }
    lines.push(files(1));
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

/// Letter of a piece; with `colour` Red's are red.
fn letter(piece: Piece, letters: Letters, colour: bool) -> String {
    let letter = letters.of(piece);
    if colour && piece.side() == Side::Red {
        format!("\x1b[31m{letter}\x1b[0m")
    } else {
        letter.to_owned()
    }
}

/// Line of text between a rank and the one below.
fn between(down: char, rank: u8) -> String {
    let mut line = "   ".to_owned();
    for file in 0..9 {
        line.push(down);
        let diagonal = match (rank, file) {
            (9 | 2, 3) | (8 | 1, 4) => '\\',
            (9 | 2, 4) | (8 | 1, 3) => '/',
            _ => ' ',
        };
        if file < 8 {
            line.extend([' ', diagonal, ' ']);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_drawn() {
        let mut position = Position::start();
        let mv: Move = "h2e2".parse().unwrap();
        position.play_unchecked(mv);
        insta::assert_snapshot!(board(&position, Letters::Latin, Some(mv), false), @r"
        9  r  n  b  a  k  a  b  n  r
        8  .  .  .  +  +  +  .  .  .
        7  .  c  .  +  +  +  .  c  .
        6  p  .  p  .  p  .  p  .  p
        5  .  .  .  .  .  .  .  .  .
          ~~~~~~~~~~~~~~~~~~~~~~~~~
        4  .  .  .  .  .  .  .  .  .
        3  P  .  P  .  P  .  P  .  P
        2  .  C  .  + [C] +  . [.] .
        1  .  .  .  +  +  +  .  .  .
        0  R  N  B  A  K  A  B  N  R
           a  b  c  d  e  f  g  h  i
        ");
        insta::assert_snapshot!(board(&position, Letters::Traditional, Some(mv), false), @r"
           １  ２  ３  ４  ５  ６  ７  ８  ９
        9  車  馬  象  士  將  士  象  馬  車
        8  ・  ・  ・  ＋  ＋  ＋  ・  ・  ・
        7  ・  砲  ・  ＋  ＋  ＋  ・  砲  ・
        6  卒  ・  卒  ・  卒  ・  卒  ・  卒
        5  ・  ・  ・  ・  ・  ・  ・  ・  ・
                楚  河          漢  界
        4  ・  ・  ・  ・  ・  ・  ・  ・  ・
        3  兵  ・  兵  ・  兵  ・  兵  ・  兵
        2  ・  炮  ・  ＋ [炮] ＋  ・ [・] ・
        1  ・  ・  ・  ＋  ＋  ＋  ・  ・  ・
        0  俥  傌  相  仕  帥  仕  相  傌  俥
           九  八  七  六  五  四  三  二  一
        ");
    }

    #[test]
    fn lines_palaces_and_river_are_drawn() {
        let mut position = Position::start();
        let mv: Move = "h2e2".parse().unwrap();
        position.play_unchecked(mv);
        insta::assert_snapshot!(grid(&position, Letters::Traditional, Some(mv), false));
        insta::assert_snapshot!(grid(&position, Letters::Latin, Some(mv), false));
    }

    #[test]
    fn all_lines_are_of_one_width() {
        let position = Position::start();
        for letters in [Letters::Traditional, Letters::Simplified, Letters::Latin, Letters::Figures]
        {
            let drawn = grid(&position, letters, None, false);
            let longest = drawn.lines().map(xqdb::text::display_width).max();
            assert!(longest <= Some(37), "{drawn}");
        }
    }
}
