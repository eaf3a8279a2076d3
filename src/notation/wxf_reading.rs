//! The reader of every spelling described in [`wxf`](super::wxf).

use super::latin::{direction, kinds, sign_standing, word_standing};
use super::spelling::{Fits, Name, Which, read_shorthand};
use super::words::{Direction, Standing};
use super::{Form, Reading, Unreadable};
use crate::xiangqi::{PieceKind, Position};

/// Reads a token in Latin letters.
pub(super) fn read(token: &str, position: &Position) -> Reading {
    read_form(super::trim(token), position, Form::Any)
}

/// Reads a trimmed token, if it has one of these forms.
pub(super) fn read_form(token: &str, position: &Position, form: Form) -> Reading {
    let Some(parts) = Parts::parse(token) else {
        return Reading::None(Unreadable::NotAMove);
    };
    match parts.direction {
        Some(direction) => read_directed(&parts, direction, position),
        None if form == Form::Full => Reading::None(Unreadable::NotAMove),
        None => read_shorthand(|direction, fits| {
            for_each_name(parts.name(), |name| {
                fits.add(name.with(direction, parts.number), position);
            });
        }),
    }
}

/// Whether a trimmed token says no direction, or says it by a stroke; `None` when it is no move.
pub(super) fn is_shorthand(token: &str) -> Option<bool> {
    let is_stroke = token.ends_with(['\u{332}', '\u{305}']);
    Parts::parse(token).map(|parts| parts.direction.is_none() || is_stroke)
}

fn read_directed(parts: &Parts, direction: Direction, position: &Position) -> Reading {
    let mut is_name = false;
    let mut fits = Fits::default();
    for_each_name(parts.name(), |name| {
        is_name = true;
        fits.add(name.with(direction, parts.number), position);
    });
    if !is_name {
        return Reading::None(Unreadable::NotAMove);
    }
    if fits.is_empty() {
        for_each_name(parts.name(), |name| {
            fits.add_needless(name.with(direction, parts.number), position);
        });
    }
    // 33=4 is the third pawn on file 3 under the rules of 2018; under those of 1997 it is the
    // middle one.
    if fits.is_empty()
        && let &[place, file] = parts.name()
        && place == file
        && file.is_ascii_digit()
    {
        let which = Which::StandingOn(Standing::Middle, file - b'0');
        let name = Name { kind: PieceKind::Pawn, which };
        fits.add(name.with(direction, parts.number), position);
    }
    fits.into_reading()
}

/// Reads a token whose first letter is a piece and whose second is `F` or `B`, as nothing else;
/// `None` for any other form and when no one move fits.
pub(super) fn read_word_after_piece(token: &str, position: &Position) -> Option<Reading> {
    let parts = Parts::parse(super::trim(token))?;
    let &[letter, word] = parts.name() else {
        return None;
    };
    let standing = match word {
        b'F' | b'f' => Standing::Front,
        b'B' | b'b' => Standing::Rear,
        _ => return None,
    };
    let &[kind] = kinds(letter) else {
        return None;
    };
    let name = Name { kind, which: Which::Standing(standing) };
    let reading = name.with(parts.direction?, parts.number).resolve(position);
    matches!(reading, Reading::One(_)).then_some(reading)
}

/// A token in ASCII, cut into the name of the piece and where it goes.
struct Parts {
    name: [u8; 3],
    len: usize,
    direction: Option<Direction>,
    number: u8,
}

impl Parts {
    fn parse(token: &str) -> Option<Parts> {
        let mut bytes = [0; 5];
        let mut len = 0;
        let mut stroke = None;
        for letter in token.chars() {
            if stroke.is_some() {
                return None;
            }
            match letter {
                '\u{332}' => stroke = Some(Direction::Advance),
                '\u{305}' => stroke = Some(Direction::Retreat),
                _ => {
                    *bytes.get_mut(len)? = super::to_ascii(letter)?;
                    len += 1;
                }
            }
        }
        let (name, direction, number) = match &bytes[..len] {
            // Three characters are shorthand: the direction is a stroke, or left out.
            &[letter, file, number] if letter.is_ascii_alphabetic() && is_digit(file) => {
                (&[letter, file][..], stroke, number)
            }
            [name @ .., sign, number] if stroke.is_none() => {
                (name, Some(direction(*sign)?), *number)
            }
            _ => return None,
        };
        if !is_digit(number) || !matches!(name.len(), 2 | 3) {
            return None;
        }
        let mut parts = Parts { name: [0; 3], len: name.len(), direction, number: number - b'0' };
        parts.name[..name.len()].copy_from_slice(name);
        Some(parts)
    }

    fn name(&self) -> &[u8] {
        &self.name[..self.len]
    }
}

fn is_digit(byte: u8) -> bool {
    matches!(byte, b'1'..=b'9')
}

/// Every way to understand the name of a piece, the commonest first.
fn for_each_name(name: &[u8], mut visit: impl FnMut(Name)) {
    use PieceKind::Pawn;
    match *name {
        [letter, file] if letter.is_ascii_alphabetic() && is_digit(file) => {
            for &kind in kinds(letter) {
                visit(Name { kind, which: Which::OnFile(file - b'0') });
            }
        }
        [place, file] if is_digit(place) && is_digit(file) => {
            visit(Name { kind: Pawn, which: Which::OrdinalOn(place - b'0', file - b'0') });
        }
        [ordinal, letter] if is_digit(ordinal) && letter.is_ascii_alphabetic() => {
            for &kind in kinds(letter) {
                visit(Name { kind, which: Which::Ordinal(ordinal - b'0') });
            }
        }
        [file, sign] | [sign, file] if is_digit(file) => {
            if let Some(standing) = sign_standing(sign) {
                visit(Name { kind: Pawn, which: Which::StandingOn(standing, file - b'0') });
            }
        }
        [b'+', b'+'] => visit(Name { kind: Pawn, which: Which::Standing(Standing::PlusPlus) }),
        [b'-', b'-'] => visit(Name { kind: Pawn, which: Which::Standing(Standing::MinusMinus) }),
        [letter, sign] | [sign, letter]
            if letter.is_ascii_alphabetic() && !sign.is_ascii_alphabetic() =>
        {
            if let Some(standing) = sign_standing(sign) {
                for &kind in kinds(letter) {
                    visit(Name { kind, which: Which::Standing(standing) });
                }
            }
        }
        [first, second] if first.is_ascii_alphabetic() && second.is_ascii_alphabetic() => {
            for_each_pair(first, second, visit);
        }
        [place, letter, file] if is_digit(file) => {
            for &kind in kinds(letter) {
                if is_digit(place) {
                    visit(Name { kind, which: Which::OrdinalOn(place - b'0', file - b'0') });
                } else if let Some(standing) = sign_standing(place).or(word_standing(place)) {
                    visit(Name { kind, which: Which::StandingOn(standing, file - b'0') });
                }
            }
        }
        _ => {}
    }
}

/// Two letters: a word before its piece, a piece before its word, or a pawn with its ordinal.
fn for_each_pair(first: u8, second: u8, mut visit: impl FnMut(Name)) {
    let may_lead = |word: u8, piece: u8| word.is_ascii_lowercase() || piece.is_ascii_uppercase();
    let word_first = may_lead(first, second);
    let piece_first = may_lead(second, first);
    if piece_first {
        if first.eq_ignore_ascii_case(&b'P') && matches!(second, b'a'..=b'e') {
            visit(Name { kind: PieceKind::Pawn, which: Which::Ordinal(second - b'a' + 1) });
        }
        // In Pb the letter counts; the back pawn would be PB.
        let counts = first == b'P' && second == b'b';
        if let Some(standing) = word_standing(second)
            && !counts
        {
            for &kind in kinds(first) {
                visit(Name { kind, which: Which::Standing(standing) });
            }
        }
    }
    if word_first && let Some(standing) = word_standing(first) {
        for &kind in kinds(second) {
            visit(Name { kind, which: Which::Standing(standing) });
        }
    }
}
