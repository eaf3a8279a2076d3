//! Boards as text, Red at the bottom: pieces on points alone, with files numbered from each player's
//! right ([`board`]), or with lines, the diagonals of the palaces and the river ([`grid`]).

use crate::cli;
use xqdb::diagram::Letters;
use xqdb::xiangqi::{Move, Piece, Position, Side, Square};

impl From<cli::Letters> for Letters {
    fn from(letters: cli::Letters) -> Letters {
        match letters {
            cli::Letters::Chinese => Letters::Traditional,
            cli::Letters::Simplified => Letters::Simplified,
            cli::Letters::Latin => Letters::Latin,
            cli::Letters::Figures => Letters::Figures,
        }
    }
}

const RED_FILES: [&str; 9] = ["九", "八", "七", "六", "五", "四", "三", "二", "一"];
const LATIN_FILES: [&str; 9] = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
const BLACK_FILES: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];

/// Draws a position. The points of `last` are marked with brackets; with `colour` Red's pieces are
/// red.
pub(crate) fn board(
    position: &Position,
    letters: Letters,
    last: Option<Move>,
    colour: bool,
) -> String {
    let letters = letters.in_text();
    let mut lines = Vec::new();
    if letters != Letters::Latin {
        lines.push(format!("   {}", BLACK_FILES.join("  ")));
    }
    for rank in (0..10).rev() {
        let mut line = format!("{rank} ");
        for file in 0..9 {
            let Some(square) = Square::at(file, rank) else { continue };
            let is_marked = last.is_some_and(|mv| mv.from == square || mv.to == square);
            let (open, close) = if is_marked { ("[", "]") } else { (" ", " ") };
            line.push_str(open);
            line.push_str(&point(position.piece_at(square), letters, square, colour));
            line.push_str(close);
        }
        lines.push(line.trim_end().to_owned());
        if rank == 5 {
            let river = match letters {
                Letters::Latin => "  ~~~~~~~~~~~~~~~~~~~~~~~~~",
                _ => "        楚  河          漢  界",
            };
            lines.push(river.to_owned());
        }
    }
    let files = if letters == Letters::Latin { LATIN_FILES } else { RED_FILES };
    lines.push(format!("   {}", files.join("  ")));
    lines.join("\n")
}

/// What stands on a point, two columns wide with Chinese letters and one with Latin ones.
fn point(piece: Option<Piece>, letters: Letters, square: Square, colour: bool) -> String {
    let Some(piece) = piece else {
        let in_palace = (3..=5).contains(&square.file()) && !(3..=6).contains(&square.rank());
        return match (letters, in_palace) {
            (Letters::Latin, true) => "+",
            (Letters::Latin, false) => ".",
            (_, true) => "＋",
            (_, false) => "・",
        }
        .to_owned();
    };
    letter(piece, letters, colour)
}

/// The letter of a piece; with `colour` those of Red's pieces are red.
fn letter(piece: Piece, letters: Letters, colour: bool) -> String {
    let letter = letters.of(piece);
    if colour && piece.side() == Side::Red {
        format!("\x1b[31m{letter}\x1b[0m")
    } else {
        letter.to_owned()
    }
}

/// The signs of a board: lines of both directions, and what stands on an empty point.
struct Signs {
    across: char,
    down: char,
    /// Left edge, middle and right edge: of the top, of the bottom, above the river, below it, and
    /// anywhere else.
    points: [[char; 3]; 5],
    /// Columns of a point. Four columns lead from one to the next.
    width: usize,
    /// Files from the left, for Black and for Red.
    files: [[&'static str; 9]; 2],
    river: &'static str,
}

const LINES: [[char; 3]; 5] =
    [['┌', '┬', '┐'], ['└', '┴', '┘'], ['├', '┴', '┤'], ['├', '┬', '┤'], ['├', '┼', '┤']];

const HAN: Signs = Signs {
    across: '─',
    down: '│',
    points: LINES,
    width: 2,
    files: [BLACK_FILES, RED_FILES],
    river: "│     楚  河         漢  界     │",
};

const ASCII: Signs = Signs {
    across: '-',
    down: '|',
    points: [['+'; 3]; 5],
    width: 1,
    files: [[""; 9], LATIN_FILES],
    river: "|               ~               |",
};

/// Draws a position. The points of `last` are marked with brackets; with `colour` Red's pieces are
/// red. The lines are those of [`Letters::Latin`] in plain ASCII.
pub(crate) fn grid(
    position: &Position,
    letters: Letters,
    last: Option<Move>,
    colour: bool,
) -> String {
    let letters = letters.in_text();
    let signs = if letters == Letters::Latin { &ASCII } else { &HAN };
    let mut lines = vec![files(signs, 0)];
    for rank in (0..10).rev() {
        lines.push(row(
            signs,
            rank,
            |square| {
                let piece = position.piece_at(square)?;
                Some(letter(piece, letters, colour))
            },
            last,
        ));
        match rank {
            0 => {}
            5 => lines.push(format!("   {}", signs.river)),
            _ => lines.push(between(signs, rank)),
        }
    }
    lines.push(files(signs, 1));
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

fn files(signs: &Signs, side: usize) -> String {
    let gap = " ".repeat(4 - signs.width);
    format!("   {}", signs.files[side].join(&gap)).trim_end().to_owned()
}

/// A rank with its pieces.
fn row(
    signs: &Signs,
    rank: u8,
    piece: impl Fn(Square) -> Option<String>,
    last: Option<Move>,
) -> String {
    let is_marked = |square: Square| last.is_some_and(|mv| mv.from == square || mv.to == square);
    let edge = match rank {
        9 => 0,
        0 => 1,
        5 => 2,
        4 => 3,
        _ => 4,
    };
    let mut line = format!("{rank} ");
    for file in 0..9 {
        let Some(square) = Square::at(file, rank) else { continue };
        let across = if file == 0 { ' ' } else { signs.across };
        line.push(if is_marked(square) { '[' } else { across });
        let place = match file {
            0 => 0,
            8 => 2,
            _ => 1,
        };
        let filler = if file == 8 { ' ' } else { signs.across };
        match piece(square) {
            Some(letter) => line.push_str(&letter),
            None => {
                line.push(signs.points[edge][place]);
                (1..signs.width).for_each(|_| line.push(filler));
            }
        }
        line.push(if is_marked(square) { ']' } else { filler });
        (signs.width..2).for_each(|_| line.push(filler));
    }
    line.trim_end().to_owned()
}

/// What stands between a rank and the one below.
fn between(signs: &Signs, rank: u8) -> String {
    let mut line = "   ".to_owned();
    for file in 0..9 {
        line.push(signs.down);
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
