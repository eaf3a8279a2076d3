//! The notation of the federations in Latin letters: `C2=5`, `H8+7`, `+R+1`, `14=5`.
//!
//! # Reading
//! Every spelling of the family is read whatever its system: `=` or `.` for a traverse; letters
//! `K G`, `A G`, `E B M`, `H N M`, `R`, `C`, `P S` in either case or full width; the front and rear
//! piece of a tandem as `+C`, `C+`, `FC`, `CF`, `fC` and `-C`, `C-`, `RC`, `CR`, `BC`, `CB`; pawns
//! as place and file (`14=5`), counted over all tandems (`Pa`), by file and sign (`4+=5`, `+4=5`),
//! the outer ones of four or five as `++` and `--`, the middle one as `P.`, `PM` or the file twice
//! (`44=5`); shorthand `C25`, with a stroke below for an advance and one above for a retreat. A
//! letter or sign that two systems use differently is read both ways, and the position decides.
//!
//! Lower case before upper case (`rB`, `fC`) is a word before its piece; upper case before lower
//! case (`Pb`) is a piece before its word.
//!
//! # Writing
//! - `wxf`: the World Xiangqi Rules of 2018. Two of a kind on a file are `+R`, `-R`; three pawns or
//!   more, and pawns in tandem on two files, are place and file: `14=5`.
//! - `wxf-suffix`: the older form with the sign after the letter, `R++1`, and `.` for a traverse.
//!   The outer ones of three pawns are `P+`, `P-`; what has no settled form (the middle one, four
//!   or more, two files) is written as in `wxf`.
//! - `li`: the books of David H. Li, `RF+1`, `RB+1`, with pawns as in `wxf` where two letters do
//!   not tell them apart.
//!
//! Pieces other than pawns that no system can name (three rooks on a file) are written as `2R4+1`:
//! place, letter, file; the tenth on a file as `BP4+1`.

use super::fields::direction_and_number;
use super::spelling::Which;
use super::tandem::Neighbours;
use super::words::{Direction, Standing};
use super::{Notation, Reading, latin, wxf_reading};
use crate::xiangqi::{Move, PieceKind, Position};

/// The form of 2018.
pub(super) const NOTATION: Notation = Notation {
    name: "wxf",
    aliases: &["wxf-2018", "axf"],
    is_complete: true,
    is_automatic: true,
    example: "C2=5 H8+7",
    read: wxf_reading::read,
    write: |mv, position| write(mv, position, Style::Prefix),
};

/// The sign after the letter.
pub(super) const SUFFIX: Notation = Notation {
    name: "wxf-suffix",
    aliases: &[],
    is_complete: true,
    is_automatic: true,
    example: "C2.5 H8+7",
    read: wxf_reading::read,
    write: |mv, position| write(mv, position, Style::Suffix),
};

/// David H. Li's form.
pub(super) const LI: Notation = Notation {
    name: "li",
    aliases: &["df-li", "david-li"],
    is_complete: true,
    is_automatic: true,
    example: "C2=5 H8+7",
    read: read_li,
    write: |mv, position| write(mv, position, Style::Li),
};

/// Reads a token of Li's books: there `B` after a letter is the back one, never a bishop, and `E`
/// the elephant.
fn read_li(token: &str, position: &Position) -> Reading {
    wxf_reading::read_word_after_piece(token, position)
        .unwrap_or_else(|| wxf_reading::read(token, position))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Prefix,
    Suffix,
    Li,
}

fn write(mv: Move, position: &Position, style: Style) -> Option<String> {
    if !position.is_pseudo_legal(mv) {
        return None;
    }
    let kind = position.piece_at(mv.from)?.kind();
    let (direction, number) = direction_and_number(mv, kind, position.side());
    let letter = latin::letter(kind);
    let digit = |number: u8| char::from(b'0' + number);

    let mut text = String::with_capacity(5);
    match name(&Neighbours::of(position, kind, mv.from), kind, style) {
        Which::OnFile(file) => text.extend([letter, digit(file)]),
        Which::Standing(standing) => {
            let is_front = matches!(standing, Standing::Front);
            match style {
                Style::Prefix => text.extend([if is_front { '+' } else { '-' }, letter]),
                Style::Suffix => text.extend([letter, if is_front { '+' } else { '-' }]),
                Style::Li => text.extend([letter, if is_front { 'F' } else { 'B' }]),
            }
        }
        // Not a minus sign, which may mean the last two.
        Which::StandingOn(_, file) => text.extend(['B', letter, digit(file)]),
        Which::OrdinalOn(place, file) if kind == PieceKind::Pawn => {
            text.extend([digit(place), digit(file)]);
        }
        Which::OrdinalOn(place, file) => text.extend([digit(place), letter, digit(file)]),
        Which::Ordinal(ordinal) => text.extend([digit(ordinal), letter]),
    }
    text.push(match direction {
        Direction::Advance => '+',
        Direction::Retreat => '-',
        Direction::Traverse if style == Style::Suffix => '.',
        Direction::Traverse => '=',
    });
    text.push(digit(number));
    Some(text)
}

/// How the moving piece is named.
fn name(seen: &Neighbours, kind: PieceKind, style: Style) -> Which {
    let is_pawn_of_three = kind == PieceKind::Pawn && seen.len == 3;
    match (seen.tandems, seen.place) {
        _ if seen.len == 1 => Which::OnFile(seen.file),
        (1, 1) if seen.len == 2 => Which::Standing(Standing::Front),
        (1, 2) if seen.len == 2 => Which::Standing(Standing::Rear),
        (1, 1) if is_pawn_of_three && style == Style::Suffix => Which::Standing(Standing::Front),
        (1, 3) if is_pawn_of_three && style == Style::Suffix => Which::Standing(Standing::Rear),
        (_, place @ ..=9) => Which::OrdinalOn(place as u8, seen.file),
        _ => Which::StandingOn(Standing::Rear, seen.file),
    }
}
