//! The notation of Chinese books: 炮二平五, 马8进7, 前车进一, 三兵平四.
//!
//! # Reading
//! Both scripts, the characters for either side (士 or 仕, 卒 or 兵), and Chinese, Arabic or full-width digits are
//! read for both sides alike: digits never tell the side. So are 上 and 下, 前炮 and 炮前, and shorthand without
//! a direction (炮25, 炮二五; a stroke below the last digit is an advance, one above it a retreat).
//!
//! # Writing
//! Red's numbers are Chinese, Black's Arabic. Advisors and elephants in tandem need no word, because direction
//! and target tell them apart. Three pawns on a file are 前, 中, 后; four or five are counted 一 to 五; with pawns in
//! tandem on two files all of them are counted, from right to left and front to rear. What no book foresees (three
//! rooks on a file, ten pawns) is written with ordinal and file, 三车四进一, which only the mover's own set-up needs.

use super::fields::{Direction, direction_and_number};
use super::spelling::{Name, Which, read_shorthand};
use super::tandem::{Neighbours, Standing};
use super::{Notation, Reading, Unreadable};
use crate::xiangqi::{Move, PieceKind, Position, Side};

/// Simplified characters.
pub(super) const NOTATION: Notation = Notation {
    name: "chinese",
    aliases: &["chinese-simplified", "zh", "zh-hans", "中文", "简体"],
    is_complete: true,
    is_automatic: true,
    example: "炮二平五 马8进7",
    read,
    write: |mv, position| write(mv, position, &SIMPLIFIED),
};

/// Traditional characters.
pub(super) const TRADITIONAL: Notation = Notation {
    name: "chinese-traditional",
    aliases: &["zh-hant", "繁體"],
    is_complete: true,
    is_automatic: true,
    example: "炮二平五 馬8進7",
    read,
    write: |mv, position| write(mv, position, &TRADITIONAL_SCRIPT),
};

/// Simplified characters with Black's digits in full width, as Chinese PGN files have them.
pub(super) const WIDE: Notation = Notation {
    name: "chinese-wide",
    aliases: &["chinese-pgn"],
    is_complete: true,
    is_automatic: true,
    example: "炮二平五 马８进７",
    read,
    write: |mv, position| write(mv, position, &WIDE_SCRIPT),
};

/// What a character says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Glyph {
    Piece(PieceKind),
    Digit(u8),
    Direction(Direction),
    Standing(Standing),
    /// A combining stroke on the digit before it.
    Stroke(Direction),
}

const FIRST_HANZI: u32 = '一' as u32;

/// [`Glyph::look_up`] for the hanzi up to 马, where nearly all lie.
static GLYPHS: [Option<Glyph>; 0x4d00] = {
    let mut glyphs = [None; 0x4d00];
    let mut at = 0;
    while at < glyphs.len() {
        if let Some(letter) = char::from_u32(FIRST_HANZI + at as u32) {
            glyphs[at] = Glyph::look_up(letter);
        }
        at += 1;
    }
    glyphs
};

impl Glyph {
    fn of(letter: char) -> Option<Glyph> {
        match GLYPHS.get((letter as u32).wrapping_sub(FIRST_HANZI) as usize) {
            Some(glyph) => *glyph,
            None => Glyph::look_up(letter),
        }
    }

    const fn look_up(letter: char) -> Option<Glyph> {
        use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
        Some(match letter {
            '1'..='9' => Glyph::Digit(letter as u8 - b'0'),
            '１'..='９' => Glyph::Digit((letter as u32 - '０' as u32) as u8),
            '一' | '壹' => Glyph::Digit(1),
            '二' | '贰' | '貳' | '弍' => Glyph::Digit(2),
            '三' | '叁' | '參' | '叄' => Glyph::Digit(3),
            '四' | '肆' => Glyph::Digit(4),
            '五' | '伍' => Glyph::Digit(5),
            '六' | '陆' | '陸' => Glyph::Digit(6),
            '七' | '柒' => Glyph::Digit(7),
            '八' | '捌' => Glyph::Digit(8),
            '九' | '玖' => Glyph::Digit(9),
            '平' | '=' | '＝' | '.' | '．' => Glyph::Direction(Direction::Traverse),
            '进' | '進' | '上' | '+' | '＋' => Glyph::Direction(Direction::Advance),
            '退' | '下' | '-' | '－' => Glyph::Direction(Direction::Retreat),
            '炮' | '砲' | '包' => Glyph::Piece(Cannon),
            '马' | '馬' | '傌' => Glyph::Piece(Horse),
            '车' | '車' | '俥' | '硨' | '砗' => Glyph::Piece(Rook),
            '兵' | '卒' => Glyph::Piece(Pawn),
            '相' | '象' => Glyph::Piece(Elephant),
            '仕' | '士' => Glyph::Piece(Advisor),
            '帅' | '帥' | '将' | '將' => Glyph::Piece(King),
            '前' => Glyph::Standing(Standing::Front),
            '中' => Glyph::Standing(Standing::Middle),
            '后' | '後' => Glyph::Standing(Standing::Rear),
            '\u{332}' => Glyph::Stroke(Direction::Advance),
            '\u{305}' => Glyph::Stroke(Direction::Retreat),
            _ => return None,
        })
    }
}

/// Reads a token in Chinese characters.
pub(super) fn read(token: &str, position: &Position) -> Reading {
    match parse(super::trim(token)) {
        Some((name, Some(direction), number)) => name.with(direction, number).resolve(position),
        Some((name, None, number)) => read_shorthand(|direction, fits| {
            fits.add(name.with(direction, number), position);
        }),
        None => Reading::None(Unreadable::NotAMove),
    }
}

/// Piece, direction (not in shorthand) and number; `None` when the token has not the form of a move.
pub(super) fn parse(token: &str) -> Option<(Name, Option<Direction>, u8)> {
    let mut glyphs = [Glyph::Digit(0); 5];
    let mut len = 0;
    // Some printers set blanks between the characters.
    for letter in token.chars() {
        match Glyph::of(letter) {
            Some(glyph) => *glyphs.get_mut(len)? = glyph,
            None if letter.is_whitespace() => continue,
            None => return None,
        }
        len += 1;
    }
    let (name, direction, number) = match &glyphs[..len] {
        [name @ .., Glyph::Direction(direction), Glyph::Digit(number)] => {
            (name, Some(*direction), *number)
        }
        [name @ .., Glyph::Digit(number), Glyph::Stroke(direction)] => {
            (name, Some(*direction), *number)
        }
        [name @ .., Glyph::Digit(number)] => (name, None, *number),
        _ => return None,
    };
    let (kind, which) = match *name {
        [Glyph::Piece(kind), Glyph::Digit(file)] => (kind, Which::OnFile(file)),
        [Glyph::Standing(standing), Glyph::Piece(kind)]
        | [Glyph::Piece(kind), Glyph::Standing(standing)] => (kind, Which::Standing(standing)),
        // A digit before the piece can only be its rank among pieces in tandem.
        [Glyph::Digit(ordinal), Glyph::Piece(kind)] => (kind, Which::Ordinal(ordinal)),
        [Glyph::Standing(standing), Glyph::Piece(kind), Glyph::Digit(file)]
        | [Glyph::Standing(standing), Glyph::Digit(file), Glyph::Piece(kind)] => {
            (kind, Which::StandingOn(standing, file))
        }
        [Glyph::Digit(ordinal), Glyph::Piece(kind), Glyph::Digit(file)] => {
            (kind, Which::OrdinalOn(ordinal, file))
        }
        // Without a piece it is a pawn: no other kind needs place and file.
        [Glyph::Standing(standing), Glyph::Digit(file)] => {
            (PieceKind::Pawn, Which::StandingOn(standing, file))
        }
        [Glyph::Digit(ordinal), Glyph::Digit(file)] if direction.is_some() => {
            (PieceKind::Pawn, Which::OrdinalOn(ordinal, file))
        }
        _ => return None,
    };
    Some((Name { kind, which }, direction, number))
}

/// One character for all that say the same: the digit, the simplified form.
pub(super) fn fold(letter: char) -> char {
    match Glyph::of(letter) {
        Some(Glyph::Piece(kind)) => self::letter(kind),
        Some(Glyph::Digit(number)) => char::from(b'0' + number),
        Some(Glyph::Direction(Direction::Advance)) => '进',
        Some(Glyph::Direction(Direction::Retreat)) => '退',
        Some(Glyph::Direction(Direction::Traverse)) => '平',
        Some(Glyph::Standing(Standing::Front)) => '前',
        Some(Glyph::Standing(Standing::Rear)) => '后',
        Some(Glyph::Standing(_) | Glyph::Stroke(_)) | None => letter,
    }
}

/// The character of a kind, one for both sides.
pub(super) fn letter(kind: PieceKind) -> char {
    SIMPLIFIED.pieces[0][kind as usize]
}

/// The characters to write with.
struct Script {
    /// Red's pieces, Black's pieces, in the order of [`PieceKind::ALL`].
    pieces: [[char; 7]; 2],
    /// Advance, retreat, traverse.
    directions: [char; 3],
    /// Front, middle, rear.
    standings: [char; 3],
    /// Red's 1 to 9, Black's 1 to 9.
    digits: [[char; 9]; 2],
}

const CHINESE_DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const ARABIC_DIGITS: [char; 9] = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const WIDE_DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

const SIMPLIFIED: Script = Script {
    pieces: [
        ['帅', '仕', '相', '马', '车', '炮', '兵'],
        ['将', '士', '象', '马', '车', '炮', '卒'],
    ],
    directions: ['进', '退', '平'],
    standings: ['前', '中', '后'],
    digits: [CHINESE_DIGITS, ARABIC_DIGITS],
};

const WIDE_SCRIPT: Script = Script { digits: [CHINESE_DIGITS, WIDE_DIGITS], ..SIMPLIFIED };

const ARABIC_SCRIPT: Script = Script { digits: [ARABIC_DIGITS, ARABIC_DIGITS], ..SIMPLIFIED };

const TRADITIONAL_SCRIPT: Script = Script {
    pieces: [
        ['帥', '仕', '相', '馬', '車', '炮', '兵'],
        ['將', '士', '象', '馬', '車', '砲', '卒'],
    ],
    directions: ['進', '退', '平'],
    standings: ['前', '中', '後'],
    digits: [CHINESE_DIGITS, ARABIC_DIGITS],
};

/// Simplified characters with Arabic digits for both sides, the form other systems are made from.
pub(super) fn arabic(mv: Move, position: &Position) -> Option<String> {
    write(mv, position, &ARABIC_SCRIPT)
}

fn write(mv: Move, position: &Position, script: &Script) -> Option<String> {
    if !position.is_pseudo_legal(mv) {
        return None;
    }
    let kind = position.piece_at(mv.from)?.kind();
    let side = position.side();
    let (direction, number) = direction_and_number(mv, kind, side);
    let which = name(mv, kind, direction, number, position);

    Some(spelled(Name { kind, which }, direction, number, side, script))
}

/// A move in simplified characters from its parts, whatever numbers they are in.
pub(super) fn spell(name: Name, direction: Direction, number: u8, side: Side) -> String {
    spelled(name, direction, number, side, &SIMPLIFIED)
}

fn spelled(name: Name, direction: Direction, number: u8, side: Side, script: &Script) -> String {
    let piece = script.pieces[side as usize][name.kind as usize];
    let digit = |number: u8| script.digits[side as usize][usize::from(number) - 1];
    let word = |standing| match standing {
        Standing::Front | Standing::Plus | Standing::PlusPlus => script.standings[0],
        Standing::Middle => script.standings[1],
        Standing::Rear | Standing::Minus | Standing::MinusMinus => script.standings[2],
    };
    let mut text = String::with_capacity(15);
    match name.which {
        Which::OnFile(file) => text.extend([piece, digit(file)]),
        Which::Standing(standing) => text.extend([word(standing), piece]),
        Which::StandingOn(standing, file) => text.extend([word(standing), piece, digit(file)]),
        Which::Ordinal(ordinal) => text.extend([digit(ordinal), piece]),
        Which::OrdinalOn(ordinal, file) => text.extend([digit(ordinal), piece, digit(file)]),
    }
    text.push(match direction {
        Direction::Advance => script.directions[0],
        Direction::Retreat => script.directions[1],
        Direction::Traverse => script.directions[2],
    });
    text.push(digit(number));
    text
}

/// How the moving piece is named.
fn name(mv: Move, kind: PieceKind, direction: Direction, number: u8, position: &Position) -> Which {
    let seen = Neighbours::of(position, kind, mv.from);
    let is_unique = |which| {
        let name = Name { kind, which };
        name.with(direction, number).resolve(position) == Reading::One(mv)
    };
    let plain = Which::OnFile(seen.file);
    if seen.len == 1
        || (matches!(kind, PieceKind::Advisor | PieceKind::Elephant) && is_unique(plain))
    {
        return plain;
    }
    let is_pawn = kind == PieceKind::Pawn;
    let book = match (seen.tandems, seen.len, seen.place) {
        (1, 2 | 3, 1) => Some(Which::Standing(Standing::Front)),
        (1, 2, 2) | (1, 3, 3) => Some(Which::Standing(Standing::Rear)),
        (1, 3, 2) => Some(Which::Standing(Standing::Middle)),
        _ if is_pawn && seen.ordinal <= 9 => Some(Which::Ordinal(seen.ordinal as u8)),
        _ => None,
    };
    match book {
        Some(which) => which,
        None if seen.place <= 9 => Which::OrdinalOn(seen.place as u8, seen.file),
        None => Which::StandingOn(Standing::Rear, seen.file),
    }
}
