//! A board as text: Red at the bottom, pieces on the points, files numbered from each player's
//! right.

use crate::cli;
use xqdb::xiangqi::{Move, Piece, PieceKind, Position, Side, Square};

/// Letters for pieces.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub(crate) enum Letters {
    /// 俥 and 車: different characters for the two sides.
    Chinese,
    /// FEN letters.
    Latin,
}

impl From<cli::Letters> for Letters {
    fn from(letters: cli::Letters) -> Letters {
        match letters {
            cli::Letters::Chinese => Letters::Chinese,
            cli::Letters::Latin => Letters::Latin,
        }
    }
}

const RED_FILES: [&str; 9] = ["九", "八", "七", "六", "五", "四", "三", "二", "一"];
const BLACK_FILES: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];

/// Draws a position. The points of `last` are marked with brackets; with `colour` Red's pieces are
/// red.
pub(crate) fn board(
    position: &Position,
    letters: Letters,
    last: Option<Move>,
    colour: bool,
) -> String {
    let (black, red): (Vec<&str>, Vec<String>) = match letters {
        Letters::Chinese => (BLACK_FILES.to_vec(), RED_FILES.map(str::to_owned).to_vec()),
        Letters::Latin => {
            (Vec::new(), (0..9).map(|file| format!("{}", char::from(b'a' + file))).collect())
        }
    };
    let mut lines = Vec::new();
    if letters == Letters::Chinese {
        lines.push(format!("   {}", black.join("  ")));
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
                Letters::Chinese => "        楚  河          漢  界",
                Letters::Latin => "  ~~~~~~~~~~~~~~~~~~~~~~~~~",
            };
            lines.push(river.to_owned());
        }
    }
    lines.push(format!("   {}", red.join("  ")));
    lines.join("\n")
}

/// What stands on a point, two columns wide with Chinese letters and one with Latin ones.
fn point(piece: Option<Piece>, letters: Letters, square: Square, colour: bool) -> String {
    let Some(piece) = piece else {
        let in_palace = (3..=5).contains(&square.file()) && !(3..=6).contains(&square.rank());
        return match (letters, in_palace) {
            (Letters::Chinese, true) => "＋",
            (Letters::Chinese, false) => "・",
            (Letters::Latin, true) => "+",
            (Letters::Latin, false) => ".",
        }
        .to_owned();
    };
    let letter = letter(piece, letters);
    if colour && piece.side() == Side::Red { format!("\x1b[31m{letter}\x1b[0m") } else { letter }
}

/// A piece as it stands on a board.
pub(crate) fn letter(piece: Piece, letters: Letters) -> String {
    match letters {
        Letters::Chinese => chinese(piece).to_owned(),
        Letters::Latin => piece.fen_letter().to_string(),
    }
}

fn chinese(piece: Piece) -> &'static str {
    match (piece.side(), piece.kind()) {
        (Side::Red, PieceKind::King) => "帥",
        (Side::Red, PieceKind::Advisor) => "仕",
        (Side::Red, PieceKind::Elephant) => "相",
        (Side::Red, PieceKind::Horse) => "傌",
        (Side::Red, PieceKind::Rook) => "俥",
        (Side::Red, PieceKind::Cannon) => "炮",
        (Side::Red, PieceKind::Pawn) => "兵",
        (Side::Black, PieceKind::King) => "將",
        (Side::Black, PieceKind::Advisor) => "士",
        (Side::Black, PieceKind::Elephant) => "象",
        (Side::Black, PieceKind::Horse) => "馬",
        (Side::Black, PieceKind::Rook) => "車",
        (Side::Black, PieceKind::Cannon) => "砲",
        (Side::Black, PieceKind::Pawn) => "卒",
    }
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
        insta::assert_snapshot!(board(&position, Letters::Chinese, Some(mv), false), @r"
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
}
