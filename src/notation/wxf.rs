//! The notation of the federations in Latin letters: `C2=5`, `H8+7`, `+R+1`, `14=5`.
//!
//! # Reading
//! Every spelling of the family is read for each of the three systems: `=` or `.` for a traverse;
//! letters `K G`, `A G`, `E B M`, `H N M`, `R`, `C`, `P S` in any case or full width; front and
//! rear of a tandem as `+C`, `C+`, `FC`, `CF`, `fC` and `-C`, `C-`, `RC`, `CR`, `BC`, `CB`; pawns
//! by place and file (`14=5`), counted over all tandems (`Pa`), or by file and sign (`4+=5`,
//! `+4=5`), the outer ones of four or five as `++` and `--`, the middle one as `P.`, `PM` or the
//! file twice (`44=5`); shorthand `C25`, with a stroke below for an advance and one above for a
//! retreat. A letter or sign with two meanings is read both ways, and the position decides.
//!
//! Lower case before upper case (`rB`, `fC`) is a word before its piece; upper before lower case
//! (`Pb`) is a piece before its word.
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

use super::spelling::{
    Fits, Name, Neighbours, Numbering, Spelling, Which, direction_and_number, read_shorthand,
};
use super::symbols::{
    Direction, Dress, TandemPlace, latin_kinds, latin_letter, sign_direction, sign_standing,
    word_standing,
};
use super::{Notation, Reading, Unreadable, ascii, mover, trim};
use crate::xiangqi::{Move, PieceKind, Position};

/// The form of the World Xiangqi Rules of 2018.
pub(super) const NOTATION: Notation = Notation {
    name: "wxf",
    aliases: &["wxf-2018", "axf"],
    example: "C2=5 H8+7",
    read,
    write: |mv, position| write(mv, position, Style::Prefix),
    ..Notation::TOKEN
};

/// The form with the sign after the letter.
pub(super) const SUFFIX: Notation = Notation {
    name: "wxf-suffix",
    example: "C2.5 H8+7",
    read,
    write: |mv, position| write(mv, position, Style::Suffix),
    ..Notation::TOKEN
};

/// David H. Li's form.
pub(super) const LI: Notation = Notation {
    name: "li",
    aliases: &["df-li", "david-li"],
    example: "C2=5 H8+7",
    read: read_li,
    write: |mv, position| write(mv, position, Style::Li),
    ..Notation::TOKEN
};

/// Reads a token of Li's books, where `B` after a letter means back, never bishop, and `E` the
/// elephant.
fn read_li(token: &str, position: &Position) -> Reading {
    read_word_after_piece(token, position).unwrap_or_else(|| read(token, position))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Prefix,
    Suffix,
    Li,
}

fn write(mv: Move, position: &Position, style: Style) -> Option<String> {
    let kind = mover(mv, position)?;
    let (direction, number) = direction_and_number(mv, kind, position.side());
    let letter = latin_letter(kind);
    let letter_of = |number: u8| char::from(b'0' + number);

    let mut text = String::with_capacity(5);
    match name(&Neighbours::of(position, kind, mv.from, Numbering::Mover), kind, style) {
        Which::OnFile(file) => text.extend([letter, letter_of(file)]),
        Which::Standing(standing) => {
            let is_front = matches!(standing, TandemPlace::Front);
            match style {
                Style::Prefix => text.extend([if is_front { '+' } else { '-' }, letter]),
                Style::Suffix => text.extend([letter, if is_front { '+' } else { '-' }]),
                Style::Li => text.extend([letter, if is_front { 'F' } else { 'B' }]),
            }
        }
        // A minus sign could mean the last two pieces.
        Which::StandingOn(_, file) => text.extend(['B', letter, letter_of(file)]),
        Which::OrdinalOn(place, file) if kind == PieceKind::Pawn => {
            text.extend([letter_of(place), letter_of(file)]);
        }
        Which::OrdinalOn(place, file) => text.extend([letter_of(place), letter, letter_of(file)]),
        Which::Ordinal(ordinal) => text.extend([letter_of(ordinal), letter]),
    }
    text.push(match direction {
        Direction::Advance => '+',
        Direction::Retreat => '-',
        Direction::Traverse if style == Style::Suffix => '.',
        Direction::Traverse => '=',
    });
    text.push(letter_of(number));
    Some(text)
}

/// Name of the moving piece in the given style.
fn name(seen: &Neighbours, kind: PieceKind, style: Style) -> Which {
    let is_pawn_of_three = kind == PieceKind::Pawn && seen.len == 3;
    match (seen.tandems, seen.place) {
        _ if seen.len == 1 => Which::OnFile(seen.file),
        (1, 1) if seen.len == 2 => Which::Standing(TandemPlace::Front),
        (1, 2) if seen.len == 2 => Which::Standing(TandemPlace::Rear),
        (1, 1) if is_pawn_of_three && style == Style::Suffix => Which::Standing(TandemPlace::Front),
        (1, 3) if is_pawn_of_three && style == Style::Suffix => Which::Standing(TandemPlace::Rear),
        (_, place @ ..=9) => Which::OrdinalOn(place as u8, seen.file),
        _ => Which::StandingOn(TandemPlace::Rear, seen.file),
    }
}

/// Reads a token in Latin letters.
pub(super) fn read(token: &str, position: &Position) -> Reading {
    let parts = LetterParts::parse(trim(token));
    parts.map_or(Reading::None(Unreadable::NotAMove), |parts| parts.read(position))
}

fn read_directed(parts: &LetterParts, direction: Direction, position: &Position) -> Reading {
    let mut fits = Fits::default();
    parts.spellings(direction).for_each(|spelling| fits.add(spelling, position));
    if fits.is_empty() {
        parts.spellings(direction).for_each(|spelling| fits.add_needless(spelling, position));
    }
    // 33=4 is the third pawn on file 3 by the rules of 2018, and the middle one by those of 1997.
    if fits.is_empty()
        && let &[place, file] = parts.name()
        && place == file
        && let Some(file) = digit(file)
    {
        let which = Which::StandingOn(TandemPlace::Middle, file);
        let name = Name { kind: PieceKind::Pawn, which };
        fits.add(name.with(direction, parts.number), position);
    }
    fits.into_reading()
}

/// Reads a token as a piece letter with `F` or `B` behind it; `None` for any other form, or unless
/// exactly one move fits.
pub(super) fn read_word_after_piece(token: &str, position: &Position) -> Option<Reading> {
    let parts = LetterParts::parse(trim(token))?;
    let &[letter, word] = parts.name() else {
        return None;
    };
    let standing = match word {
        b'F' | b'f' => TandemPlace::Front,
        b'B' | b'b' => TandemPlace::Rear,
        _ => return None,
    };
    let &[kind] = latin_kinds(letter) else {
        return None;
    };
    let name = Name { kind, which: Which::Standing(standing) };
    let reading = name.with(parts.direction?, parts.number).resolve(position, Numbering::Mover);
    matches!(reading, Reading::One(_)).then_some(reading)
}

/// A token in ASCII, cut into name of the piece, direction and number.
pub(super) struct LetterParts {
    name: [u8; 3],
    len: usize,
    direction: Option<Direction>,
    number: u8,
    pub(super) dress: Dress,
}

impl LetterParts {
    /// Reads the token in a position.
    pub(super) fn read(&self, position: &Position) -> Reading {
        match self.direction {
            Some(direction) => read_directed(self, direction, position),
            None => read_shorthand(|direction, fits| {
                self.spellings(direction).for_each(|spelling| fits.add(spelling, position));
            }),
        }
    }

    /// Whether one of the letter notations names the piece of this move as the token does.
    pub(super) fn is_usual(&self, mv: Move, position: &Position) -> bool {
        let is_letter = |letter: u8| b"KAEHRCPkaehrcp".contains(&letter);
        if let [letter, file] = *self.name()
            && is_letter(letter)
            && digit(file).is_some()
        {
            return true;
        }
        let is_own = |text: String| {
            let name = text.as_bytes().get(..self.len);
            name.is_some_and(|name| name.eq_ignore_ascii_case(self.name()))
        };
        let styles = [Style::Prefix, Style::Suffix, Style::Li];
        styles.into_iter().filter_map(|style| write(mv, position, style)).any(is_own)
    }

    /// Parses a trimmed token; `None` if it names no piece or does not have the form of a move.
    pub(super) fn parse(token: &str) -> Option<LetterParts> {
        let advance = token.strip_suffix('\u{332}').map(|text| (text, Direction::Advance));
        let retreat = || token.strip_suffix('\u{305}').map(|text| (text, Direction::Retreat));
        let (text, stroke) = advance.or_else(retreat).unzip();
        let (bytes, len) = ascii::<5>(text.unwrap_or(token))?;
        let mut dress = Dress::LETTERS;
        let (name, direction, number) = match &bytes[..len] {
            // Three characters are shorthand: the direction is a stroke or missing.
            &[letter, file, number] if letter.is_ascii_alphabetic() && digit(file).is_some() => {
                (&[letter, file][..], stroke, number)
            }
            [name @ .., sign, number] if stroke.is_none() => {
                dress = dress.and(Dress::of_traverse(*sign));
                (name, Some(sign_direction(*sign)?), *number)
            }
            _ => return None,
        };
        if !matches!(name.len(), 2 | 3) {
            return None;
        }
        let is_short = direction.is_none() || stroke.is_some();
        let dress = if is_short { dress.and(Dress::SHORT) } else { dress };
        let number = digit(number)?;
        let mut parts = LetterParts { name: [0; 3], len: name.len(), direction, number, dress };
        parts.name[..name.len()].copy_from_slice(name);
        let is_named = parts.names().next().is_some();
        is_named.then_some(parts)
    }

    fn name(&self) -> &[u8] {
        &self.name[..self.len]
    }

    /// Every meaning of the piece's name, the commonest first.
    fn names(&self) -> impl Iterator<Item = Name> {
        let none: Names = (&[], None);
        let is_letter = |byte: u8| byte.is_ascii_alphabetic();
        let of_kinds = |letter, which| [(latin_kinds(letter), which), none, none];
        let of_pawns = |which| [(PAWN, which), none, none];
        let names = match *self.name() {
            [first, second] => match (digit(first), digit(second)) {
                (Some(place), Some(file)) => of_pawns(Some(Which::OrdinalOn(place, file))),
                (None, Some(file)) if is_letter(first) => {
                    of_kinds(first, Some(Which::OnFile(file)))
                }
                (Some(ordinal), None) if is_letter(second) => {
                    of_kinds(second, Some(Which::Ordinal(ordinal)))
                }
                (Some(file), None) => of_pawns(standing_on(sign_standing(second), file)),
                (None, Some(file)) => of_pawns(standing_on(sign_standing(first), file)),
                _ if is_letter(first) && is_letter(second) => pair(first, second),
                _ if is_letter(first) => {
                    of_kinds(first, sign_standing(second).map(Which::Standing))
                }
                _ if is_letter(second) => {
                    of_kinds(second, sign_standing(first).map(Which::Standing))
                }
                _ => match [first, second] {
                    [b'+', b'+'] => of_pawns(Some(Which::Standing(TandemPlace::PlusPlus))),
                    [b'-', b'-'] => of_pawns(Some(Which::Standing(TandemPlace::MinusMinus))),
                    _ => [none; 3],
                },
            },
            [place, letter, file] => {
                let standing = sign_standing(place).or(word_standing(place));
                let which = digit(file).and_then(|file| match digit(place) {
                    Some(place) => Some(Which::OrdinalOn(place, file)),
                    None => standing_on(standing, file),
                });
                of_kinds(letter, which)
            }
            _ => [none; 3],
        };
        names.into_iter().flat_map(|(kinds, which)| {
            kinds.iter().filter_map(move |&kind| Some(Name { kind, which: which? }))
        })
    }

    /// Spellings of the move for every meaning of its name.
    fn spellings(&self, direction: Direction) -> impl Iterator<Item = Spelling> {
        self.names().map(move |name| name.with(direction, self.number))
    }
}

fn digit(byte: u8) -> Option<u8> {
    matches!(byte, b'1'..=b'9').then(|| byte - b'0')
}

/// Kinds that share one name; no name if it is not understood.
type Names = (&'static [PieceKind], Option<Which>);

const PAWN: &[PieceKind] = &[PieceKind::Pawn];

fn standing_on(standing: Option<TandemPlace>, file: u8) -> Option<Which> {
    standing.map(|standing| Which::StandingOn(standing, file))
}

/// Two letters: a pawn with its ordinal, a piece before its word, or a word before its piece.
fn pair(first: u8, second: u8) -> [Names; 3] {
    let may_lead = |word: u8, piece: u8| word.is_ascii_lowercase() || piece.is_ascii_uppercase();
    let (word_first, piece_first) = (may_lead(first, second), may_lead(second, first));
    let counts = matches!(second, b'a'..=b'e') && first.eq_ignore_ascii_case(&b'P');
    let ordinal = (piece_first && counts).then(|| Which::Ordinal(second - b'a' + 1));
    // In Pb the letter is an ordinal; the back pawn would be PB.
    let is_word_behind = piece_first && !(first == b'P' && second == b'b');
    let behind = word_standing(second).filter(|_| is_word_behind).map(Which::Standing);
    let before = word_standing(first).filter(|_| word_first).map(Which::Standing);
    [(PAWN, ordinal), (latin_kinds(first), behind), (latin_kinds(second), before)]
}
