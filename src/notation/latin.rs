//! The letters and signs of moves in Latin letters: what each says, and which are written.

use super::words::{Direction, Standing};
use crate::xiangqi::PieceKind;

/// The letter of a kind as the world federation writes it.
pub(super) const fn letter(kind: PieceKind) -> char {
    const LETTERS: [char; 7] = ['K', 'A', 'E', 'H', 'R', 'C', 'P'];
    LETTERS[kind as usize]
}

/// The kinds a letter stands for, the commoner first.
pub(super) fn kinds(letter: u8) -> &'static [PieceKind] {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    match letter.to_ascii_uppercase() {
        b'K' => &[King],
        // General, or guard.
        b'G' => &[King, Advisor],
        b'A' => &[Advisor],
        // Elephant, bishop.
        b'E' | b'B' => &[Elephant],
        b'H' | b'N' => &[Horse],
        // Ma, or minister.
        b'M' => &[Horse, Elephant],
        b'R' => &[Rook],
        b'C' => &[Cannon],
        b'P' => &[Pawn],
        // Soldier, or shi.
        b'S' => &[Pawn, Advisor],
        _ => &[],
    }
}

/// Which of several pieces a sign means.
pub(super) fn sign_standing(sign: u8) -> Option<Standing> {
    match sign {
        b'+' => Some(Standing::Plus),
        b'-' => Some(Standing::Minus),
        b'.' => Some(Standing::Middle),
        _ => None,
    }
}

/// Which of several pieces a letter means: front, middle, rear or back.
pub(super) fn word_standing(letter: u8) -> Option<Standing> {
    match letter.to_ascii_uppercase() {
        b'F' => Some(Standing::Front),
        b'M' => Some(Standing::Middle),
        b'R' | b'B' => Some(Standing::Rear),
        _ => None,
    }
}

/// Which way a sign means.
pub(super) fn direction(sign: u8) -> Option<Direction> {
    match sign {
        b'+' => Some(Direction::Advance),
        b'-' => Some(Direction::Retreat),
        b'=' | b'.' => Some(Direction::Traverse),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_read_back() {
        for kind in PieceKind::ALL {
            assert_eq!(kinds(letter(kind) as u8), [kind]);
        }
    }
}
