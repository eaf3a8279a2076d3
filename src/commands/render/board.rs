//! A board as text: Red at the bottom, pieces on the points, files numbered from each player's
//! right.

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
    let (black, red): (Vec<&str>, Vec<String>) = match letters {
        Letters::Latin => {
            (Vec::new(), (0..9).map(|file| format!("{}", char::from(b'a' + file))).collect())
        }
        _ => (BLACK_FILES.to_vec(), RED_FILES.map(str::to_owned).to_vec()),
    };
    let mut lines = Vec::new();
    if letters != Letters::Latin {
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
                Letters::Latin => "  ~~~~~~~~~~~~~~~~~~~~~~~~~",
                _ => "        楚  河          漢  界",
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
            (Letters::Latin, true) => "+",
            (Letters::Latin, false) => ".",
            (_, true) => "＋",
            (_, false) => "・",
        }
        .to_owned();
    };
    let letter = letters.of(piece);
    if colour && piece.side() == Side::Red {
        format!("\x1b[31m{letter}\x1b[0m")
    } else {
        letter.to_owned()
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
}
