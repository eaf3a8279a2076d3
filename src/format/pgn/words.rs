//! Classifies the words of movetext: moves, numbers, result signs.

use super::book_marks::{book_number, number_value};
use crate::format::fields::{Role, role};
use crate::metadata::is_result_sign;
use crate::notation::{Glyph, MoveLook};
use crate::text::is_hanzi;
use crate::xiangqi::PieceKind;
use std::borrow::Cow;

/// Part that a character may play in a Chinese move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CharPart {
    Pawn,
    Piece,
    Numeral,
    Figure,
    Standing,
    Direction,
}

/// [`CharPart::look_up`] for hanzi up to 马; nearly all moves need no others.
static PARTS: [Option<CharPart>; 0x4d00] = {
    let mut parts = [None; 0x4d00];
    let mut at = 0;
    while at < parts.len() {
        if let Some(c) = char::from_u32(FIRST_HANZI + at as u32) {
            parts[at] = CharPart::look_up(c);
        }
        at += 1;
    }
    parts
};

const FIRST_HANZI: u32 = '一' as u32;

impl CharPart {
    const ALL: [CharPart; 6] = [
        CharPart::Pawn,
        CharPart::Piece,
        CharPart::Numeral,
        CharPart::Figure,
        CharPart::Standing,
        CharPart::Direction,
    ];
    const COUNT: usize = CharPart::ALL.len();

    pub(super) fn of(c: char) -> Option<CharPart> {
        match (PARTS.get((c as u32).wrapping_sub(FIRST_HANZI) as usize), c) {
            (Some(part), _) => *part,
            (None, '１'..='９') => Some(CharPart::Figure),
            (None, _) => CharPart::look_up(c),
        }
    }

    const fn look_up(c: char) -> Option<CharPart> {
        Some(match (Glyph::look_up(c), c) {
            (Some(Glyph::Piece(PieceKind::Pawn)), _) => CharPart::Pawn,
            (Some(Glyph::Piece(_)), _) => CharPart::Piece,
            (Some(Glyph::Digit(_)), '1'..='9' | '１'..='９') => CharPart::Figure,
            (Some(Glyph::Digit(_)), _) => CharPart::Numeral,
            (Some(Glyph::Standing(_)), _) => CharPart::Standing,
            // Signs such as + and = also stand between words.
            (Some(Glyph::Direction(_)), c) if is_hanzi(c) => CharPart::Direction,
            _ => return None,
        })
    }

    pub(super) const fn is_number(self) -> bool {
        matches!(self, CharPart::Numeral | CharPart::Figure)
    }

    const fn is_piece(self) -> bool {
        matches!(self, CharPart::Pawn | CharPart::Piece)
    }
}

/// Whether a word ends at this sign or blank.
fn ends_word(c: char) -> bool {
    match c {
        '{' | '}' | '(' | ')' | '[' | ']' | ';' | ',' => true,
        '（' | '）' | '｛' | '｝' | '…' | '；' | '，' | '、' | '。' => true,
        _ => c.is_whitespace() || c.is_control() || c == '\u{feff}',
    }
}

/// Whether a byte ends a word of ASCII.
fn ends_ascii_word(byte: u8) -> bool {
    byte <= b' ' || matches!(byte, b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b',' | 0x7f)
}

/// Length of a move in a usual form (`h2e2`, `C2=5`, `炮二平五`) that a blank follows; None for
/// all others. A shortcut: [`number_len`], [`word_len`], [`is_result`] and [`kind`] in turn agree
/// with it.
pub(super) fn usual_move_len(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let len = match *bytes {
        [letter, b'0'..=b'9', third, b'0'..=b'9', ..] if letter.is_ascii_alphabetic() => {
            let is_sound =
                third.is_ascii_alphanumeric() || matches!(third, b'+' | b'-' | b'=' | b'.');
            is_sound.then_some(4)
        }
        // First bytes of hanzi.
        [0xe4..=0xe9, ..] => four_parts_len(text),
        _ => None,
    }?;
    matches!(bytes.get(len), None | Some(0..=b' ')).then_some(len)
}

/// Length of the first four characters of `text` if they are the parts of a move.
fn four_parts_len(text: &str) -> Option<usize> {
    let mut chars = text.chars();
    let mut parts = 0;
    for _ in 0..4 {
        parts = parts * CharPart::COUNT + CharPart::of(chars.next()?)? as usize;
    }
    WHOLE[parts].then(|| text.len() - chars.as_str().len())
}

/// [`is_whole`] for every four parts; the last part is the lowest digit of the index.
static WHOLE: [bool; CharPart::COUNT.pow(4)] = {
    let mut whole = [false; CharPart::COUNT.pow(4)];
    let mut at = 0;
    while at < whole.len() {
        let mut parts = [CharPart::Direction; 4];
        let (mut place, mut left) = (4, at);
        while place > 0 {
            place -= 1;
            parts[place] = CharPart::ALL[left % CharPart::COUNT];
            left /= CharPart::COUNT;
        }
        whole[at] = is_whole(&parts);
        at += 1;
    }
    whole
};

/// Length of `12.` before a blank, a letter or a hanzi: a bare move number, as [`number_len`] finds
/// it.
pub(super) fn usual_number_len(text: &[u8]) -> Option<usize> {
    let len = 1 + text.iter().take(4).position(|byte| !byte.is_ascii_digit())?;
    let is_number = len > 1 && text[len - 1] == b'.';
    let ends = |byte: &u8| matches!(byte, 0..=b' ' | b'A'..=b'Z' | b'a'..=b'z' | 0xe4..=0xe9);
    (is_number && text.get(len).is_some_and(ends)).then_some(len)
}

/// Length of the word at the start of `text` (not empty), up to a blank, bracket or comma. Splits
/// Chinese moves run together; keeps one with blanks inside whole.
pub(super) fn word_len(text: &str) -> usize {
    let ascii = text.bytes().position(|byte| ends_ascii_word(byte) || !byte.is_ascii());
    match ascii {
        Some(len) if len > 0 && text.as_bytes()[len].is_ascii() && !is_struck(text, len) => {
            return len;
        }
        None => return text.len(),
        _ => {}
    }
    if let Some(len) = spaced_move(text) {
        return len;
    }
    // A move ends one character behind its direction, which is third or fourth.
    let mut chars = text.char_indices().take_while(|(at, c)| *at == 0 || !ends_word(*c)).skip(2);
    let is_direction = |c: char| CharPart::of(c) == Some(CharPart::Direction);
    for _ in 0..2 {
        match chars.next() {
            Some((at, c)) if is_direction(c) => {
                let last = chars.next().unwrap_or((at, c));
                let end = last.0 + last.1.len_utf8();
                return with_signs(text, end + surplus_len(&text[end..], last.1));
            }
            Some(_) => {}
            None => break,
        }
    }
    plain_word_len(text)
}

/// Bytes before the next blank, bracket or comma, at least one character.
pub(super) fn plain_word_len(text: &str) -> usize {
    let mut ends =
        text.char_indices().skip(1).filter(|(at, c)| ends_word(*c) && !is_struck(text, *at));
    ends.next().map_or(text.len(), |(at, _)| at)
}

/// Whether the character at `at` carries a combining mark, like the last digits of shorthand: it
/// replaced such a digit and belongs to the damaged move.
fn is_struck(text: &str, at: usize) -> bool {
    let mut chars = text[at..].chars().skip(1);
    chars.next().is_some_and(|c| ('\u{300}'..='\u{36f}').contains(&c))
}

/// Length of a surplus figure behind a Chinese move: `炮八进4二`, `马1退32`. The next move's
/// number would have a dot there, or its move glued to it.
fn surplus_len(rest: &str, last: char) -> usize {
    let is_number = |c: char| CharPart::of(c).is_some_and(CharPart::is_number);
    let len = rest.len() - rest.trim_start_matches(is_number).len();
    let number = number_len(rest);
    let next = rest[number.max(len)..].chars().next();
    let is_surplus = match number {
        0 => next.is_none_or(char::is_whitespace),
        _ => number == len && next.is_none_or(char::is_whitespace),
    };
    if len > 0 && is_number(last) && is_surplus { len } else { 0 }
}

/// Length of a complete word, with the marks of approval behind it.
fn with_signs(word: &str, end: usize) -> usize {
    let rest = &word[end..];
    end + rest.len() - rest.trim_start_matches(['!', '?', '！', '？', '+', '#']).len()
}

/// Length of a Chinese move with blanks inside: `炮 二平五`, `炮 二 平 五`.
fn spaced_move(text: &str) -> Option<usize> {
    let mut parts = [CharPart::Direction; 5];
    let mut len = 0;
    let mut blanks = 0;
    for (at, c) in text.char_indices() {
        if matches!(c, ' ' | '\u{3000}' | '\u{a0}') && len > 0 && blanks < 2 {
            blanks += 1;
            continue;
        }
        *parts.get_mut(len)? = CharPart::of(c)?;
        len += 1;
        blanks = 0;
        if is_whole(&parts[..len]) {
            let end = at + c.len_utf8();
            return Some(with_signs(text, end + surplus_len(&text[end..], c)));
        }
        let is_beginning = match parts[..len] {
            [first] => first != CharPart::Direction,
            [_, second] => second != CharPart::Direction,
            _ => true,
        };
        if !is_beginning {
            return None;
        }
    }
    None
}

/// Whether these are exactly the parts of a move.
const fn is_whole(parts: &[CharPart]) -> bool {
    let [name @ .., CharPart::Direction, last] = parts else { return false };
    let is_name = match name {
        [piece, file] if piece.is_piece() => file.is_number() || matches!(file, CharPart::Standing),
        [CharPart::Standing, second] => second.is_piece() || second.is_number(),
        [first, piece] => first.is_number() && piece.is_piece(),
        [CharPart::Standing, a, b] => {
            a.is_piece() && b.is_number() || a.is_number() && b.is_piece()
        }
        [first, piece, file] => first.is_number() && piece.is_piece() && file.is_number(),
        _ => false,
    };
    is_name && last.is_number()
}

/// Signs used as the dot behind a move number.
pub(super) const DOTS: [char; 4] = ['.', '．', '、', '。'];

/// Length of a move number with its dot at the start of `text`, 0 for none: `12.`, `3．`, `1、`,
/// a bare `7` before a blank, and the 1 of `1炮二平五`. In `11.2` and `1卒平5` the figures
/// belong to the move.
pub(in crate::format) fn number_len(text: &str) -> usize {
    // The first byte of a full-width digit.
    if !text.as_bytes().first().is_some_and(|byte| byte.is_ascii_digit() || *byte == 0xef) {
        return 0;
    }
    let is_digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let mut len = 0;
    let mut count = 0;
    for c in text.chars().take_while(|c| is_digit(*c)) {
        len += c.len_utf8();
        count += 1;
    }
    if count == 0 || text.starts_with("0.5-") {
        return 0;
    }
    let rest = &text[len..];
    match rest.chars().next() {
        Some(dot) if DOTS.contains(&dot) => {
            let tail = &rest.as_bytes()[dot.len_utf8()..];
            // `8.7` lost its piece.
            let is_pawn_move = (1..=2).contains(&count)
                && tail.first().is_some_and(u8::is_ascii_digit)
                && tail.get(1).is_none_or(|byte| ends_ascii_word(*byte));
            if is_pawn_move { 0 } else { len + dot.len_utf8() }
        }
        None | Some('…') if count <= 3 => len,
        Some(c) if c.is_whitespace() && count <= 3 => len,
        // Glued to a move, unless the move needs it.
        Some(c)
            if count <= 4
                && (CharPart::of(c).is_some_and(CharPart::is_piece)
                    || CharPart::of(c) == Some(CharPart::Standing)) =>
        {
            let parts: Vec<Option<CharPart>> = rest.chars().take(4).map(CharPart::of).collect();
            match parts.as_slice() {
                [Some(CharPart::Pawn), Some(CharPart::Figure), Some(CharPart::Direction), ..]
                    if count == 1 =>
                {
                    0
                }
                [Some(_), Some(second), Some(CharPart::Direction), Some(last)]
                    if *second != CharPart::Direction && last.is_number() =>
                {
                    len
                }
                _ => 0,
            }
        }
        _ => 0,
    }
}

/// Offset of a Chinese move's last character, if it is an Arabic figure.
pub(super) fn last_figure(word: &str) -> Option<usize> {
    let at = word.strip_suffix(|c: char| c.is_ascii_digit())?.len();
    (!word.is_ascii()).then_some(at)
}

/// Words in remarks about a missing move.
const MISSING: [&str; 22] = [
    "缺着", "缺著", "缺步", "缺手", "缺招", "缺一", "缺两", "缺兩", "缺二", "缺三", "缺数", "缺數",
    "漏着", "漏著", "漏记", "漏記", "漏一", "失记", "失記", "脱漏", "脫漏", "missing",
];

/// Whether a remark states that a move is missing.
pub(super) fn says_missing(remark: &str) -> bool {
    let is_gap = |c: char| matches!(c, '?' | '？' | '□' | '■' | '○' | '●' | '×' | 'X' | 'x');
    matches!(remark, "缺" | "漏" | "佚" | "脱" | "脫" | "不详" | "不詳" | "…" | "……" | "...")
        || remark.len() >= 3 && remark.chars().all(is_gap)
        || MISSING.iter().any(|word| remark.contains(word))
}

/// Whether a meaningless word is as long as a move.
pub(super) fn may_have_been_move(word: &str) -> bool {
    (4..=5).contains(&word.chars().count()) && word.chars().all(is_hanzi)
}

/// Whether a text contains this move number, with its dot, as a word.
pub(super) fn goes_on_to_number(text: &str, number: u32) -> bool {
    let is_number = |word: &str| {
        word.ends_with('.') && number_len(word) == word.len() && number_value(word) == number
    };
    text.split_whitespace().any(is_number)
}

/// Number of ambiguous words in a row that count as moves: behind a move number, in letters and in
/// figures; and without a number.
const IN_A_ROW: [usize; 3] = [1, 2, 4];

/// Whether a sign or blank separates words outside games; signs of moves, also in full width, do
/// not.
pub(super) fn parts_words(c: char) -> bool {
    let is_of_moves = |c| ('！'..='～').contains(&c) || ('‐'..='―').contains(&c) || c == '−';
    match c {
        _ if c.is_ascii() => ends_word(c) || c.is_control() || "\"'|<>:/\\".contains(c),
        '：' | '｜' | '～' | '［' | '］' | '＜' | '＞' | '＂' | '＇' | '／' | '＼' => {
            true
        }
        '\u{300}'..='\u{36f}' | char::REPLACEMENT_CHARACTER => false,
        _ => ends_word(c) || !c.is_alphanumeric() && !is_of_moves(c),
    }
}

/// Bytes from which on figures with a dot are no number of a move.
const LONGEST_NUMBER: usize = 16;

/// Words that may come again between moves: names of members, columns or commands.
const LABELS: usize = 4;

/// Whether a text contains moves: one in a usual form, or several in a row in another. Words that
/// come again between them (`\move{C25}`, `"ply": 1, "move": "Che2"`) do not part them; figures
/// alone must stand behind a name of moves then.
pub(in crate::format) fn holds_moves(text: &str) -> bool {
    let is_mark = |c| matches!(c, '.' | '．' | '!' | '?' | '！' | '？');
    let is_sign = |c| is_mark(c) || "_*~&#@$%^`".contains(c);
    // For each move in a row: whether it is in figures alone.
    let mut row = Vec::new();
    let (mut labels, mut behind, mut is_numbered) = ([""; LABELS], None, false);
    for word in text.split(parts_words).filter(|word| !word.is_empty()) {
        // A dot stands behind numbers, and for a traverse: `C2.5`.
        let bare = word.trim_end_matches(is_mark);
        let number = Some(number_len(word)).filter(|len| *len < LONGEST_NUMBER).unwrap_or(0);
        let whole = bare.get(number..).unwrap_or_default();
        let value = word.split_once('=').map_or("", |(_, value)| value);
        if looks_like_move(whole)
            || word.split(is_sign).any(looks_like_move)
            || looks_like_move(value)
            || is_run_together(whole)
            || is_run_together(value)
        {
            return true;
        }
        is_numbered |= number > 0;
        let is_one = MoveLook::of(whole).is_some();
        let parts = whole.split(|c| !is_one && (is_sign(c) || c == '='));
        for part in parts {
            let linked = if part.contains('-') && !is_one { linked_moves(part) } else { 0 };
            row.extend(std::iter::repeat_n(false, linked));
            let is_year = part.len() == 4 && (part.starts_with("19") || part.starts_with("20"));
            let is_figures = !part.contains(char::is_alphabetic);
            if MoveLook::of(part).is_some() && !is_year {
                let is_named = |label| role(label) == Some(Role::Moves);
                if is_figures && behind.take().is_some_and(|label| !is_named(label)) {
                    row.retain(|is_figures| !is_figures);
                }
                row.push(is_figures);
            } else if linked == 0 && !is_between(part, is_year, &row) {
                let name = part.trim_end_matches(|c: char| c.is_ascii_digit());
                if name.is_empty() || !labels.contains(&name) {
                    row.clear();
                    labels.rotate_right(1);
                    labels[0] = name;
                }
                (behind, is_numbered) = (Some(name), false);
            }
            // A number behind the mark of a move: `马87!5.`.
            let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            is_numbered |= !row.is_empty() && is_number && part.len() <= 3 && bare != word;
            let least = if is_numbered { IN_A_ROW[usize::from(is_figures)] } else { IN_A_ROW[2] };
            if row.len() >= least {
                return true;
            }
        }
    }
    false
}

/// Number of moves of a word that strokes part (`77-47-70-62`, `7747-7062`), too few for a chain; 0 for
/// any other word.
fn linked_moves(word: &str) -> usize {
    if is_date(word) {
        return 0;
    }
    let (moves, _, end) = chain(word);
    let parts = word.split('-').map(MoveLook::of);
    match moves {
        2.. if word[end..].chars().all(is_last_sign) => moves,
        _ if parts.clone().all(|look| look.is_some()) => parts.count(),
        _ => 0,
    }
}

/// Whether a word between moves that are in a `row` parts them not: signs, a number, a pawn's move
/// in SAN, or a move in figures that may be a year.
fn is_between(word: &str, is_year: bool, row: &[bool]) -> bool {
    let is_number = word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit());
    let goes_on = is_number || is_pawn(word) || is_year && MoveLook::of(word).is_some();
    word.chars().all(is_filler) || !row.is_empty() && goes_on
}

/// Number of moves in a text of only moves, numbers, signs and results; 0 for any other text.
pub(super) fn moves_alone(text: &str) -> usize {
    let mut moves = 0;
    for word in text.split(parts_words).filter(|word| !word.is_empty()) {
        let whole = word[number_len(word)..].trim_end_matches(['!', '?', '！', '？', '.']);
        if looks_like_move(whole) {
            moves += 1;
        } else if is_run_together(whole) {
            moves += 2;
        } else if !whole.chars().all(is_filler) && !is_result(whole) {
            return 0;
        }
    }
    moves
}

/// Whether a word consists of moves without blanks (`h2e2h9g7`, `7747706279678070`), or holds two
/// in hanzi or between strokes, or one beside another character, or four in any form.
fn is_run_together(word: &str) -> bool {
    let digits = word.as_bytes();
    let is_files = |digit: &u8| (b'0'..=b'8').contains(digit);
    let are_digits = || {
        word.len() >= 16
            && word.len().is_multiple_of(4)
            && digits.iter().all(u8::is_ascii_digit)
            && digits.iter().step_by(2).all(is_files)
    };
    let is_parted =
        || word.split(['-', '+', '—', '－']).filter(|part| looks_like_move(part)).count() > 1;
    word.len() >= 8 && !is_date(word) && (is_parted() || is_chain(word))
        || are_digits()
        || are_figures(word)
        || holds_one_apart(word)
        || runs_on_in_hanzi(word)
        || is_glued(word)
}

/// Whether a word is a date in ISO form, as changelogs have many.
fn is_date(word: &str) -> bool {
    let is_digit = |at: &usize| word.as_bytes()[*at].is_ascii_digit();
    word.len() == 10
        && (word.starts_with("19") || word.starts_with("20"))
        && word.bytes().enumerate().all(|(at, byte)| (byte == b'-') == matches!(at, 4 | 7))
        && [2, 3, 5, 6, 8, 9].iter().all(is_digit)
}

/// Moves in figures in a word that no other number has by chance.
const FIGURES: usize = 8;

/// Characters of a word of figures that belong to no move, around a damaged one.
const DAMAGED: usize = 5;

/// Whether a word has [`FIGURES`] moves in figures, two squares (`7747`) or a piece's way (`6225`),
/// around one that is damaged.
fn are_figures(word: &str) -> bool {
    if word.len() < 4 * FIGURES {
        return false;
    }
    let figures: Vec<u8> = word.bytes().take(LONGEST_CHAIN).collect();
    let digits = || figures.iter().filter(|byte| byte.is_ascii_digit());
    let kinds = (b'0'..=b'9').filter(|kind| digits().any(|digit| digit == kind)).count();
    if digits().count() < 4 * FIGURES || kinds < 5 {
        return false;
    }
    let are_squares = |group: &[u8]| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|at| i16::from(group[at]) - i16::from(b'0'));
        let way = ((a - c).abs(), (b - d).abs());
        let is_way = (a == c) != (b == d) || matches!(way, (1, 1 | 2) | (2, 1 | 2));
        a < 9 && c < 9 && is_way
    };
    let is_way =
        |group: &[u8]| matches!(group, [b'1'..=b'7', b'1'..=b'9', b'1'..=b'3', b'1'..=b'9']);
    let count = |is_move: &dyn Fn(&[u8]) -> bool| {
        let (mut at, mut moves, mut damaged) = (0, 0, 0);
        while damaged <= DAMAGED && moves < FIGURES {
            let Some(group) = figures.get(at..at + 4) else { break };
            let is_one = group.iter().all(u8::is_ascii_digit) && is_move(group);
            moves += usize::from(is_one);
            damaged += usize::from(!is_one);
            at += if is_one { 4 } else { 1 };
        }
        moves
    };
    count(&are_squares) == FIGURES || count(&is_way) == FIGURES
}

/// Moves in a row in a word that no other text has by chance.
const CHAIN: usize = 4;

/// Places of a word from which a chain is sought: one character of its first moves may be damaged.
const BEGINNINGS: usize = 12;

/// Characters of the longest move in a chain.
const LONGEST_MOVE: usize = 14;

/// Bytes of a word in which a chain is sought.
const LONGEST_CHAIN: usize = 256;

/// Whether a word consists of moves in a usual form (`h2e2h9g7`, `Ｈ２－Ｅ２Ｂ７－Ｃ７`), or has
/// [`CHAIN`] moves of any form in a row (`Che3Hg8Hg3Rh10`, `C25C85R11H87`).
fn is_chain(word: &str) -> bool {
    let is_whole = word.len() <= LONGEST_CHAIN;
    let word = &word[..word.floor_char_boundary(LONGEST_CHAIN)];
    // Of moves in any notation at least every sixth character is a number: `Pao8ping5Ma8jin7`.
    let numbers = word.chars().filter(|c| is_last(*c)).count();
    if numbers < CHAIN || numbers * 6 < word.chars().count() {
        return false;
    }
    // Checksums in hexadecimal figures are no moves.
    let is_hash = word.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    let mut from = 0;
    for _ in 0..BEGINNINGS {
        let (moves, are_usual, end) = chain(&word[from..]);
        let is_all = from == 0 && is_whole && word[end..].chars().all(is_last_sign);
        if moves >= CHAIN && !is_hash || moves > 1 && are_usual && is_all {
            return true;
        }
        from += end;
        from += word[from..].chars().next().map_or(0, char::len_utf8);
        if from >= word.len() {
            break;
        }
    }
    false
}

/// Whether a word is the move of a pawn in SAN: `c6`, `c10`.
pub(super) fn is_pawn(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'i', b'0'..=b'9'] | [b'a'..=b'i', b'1', b'0'])
}

/// Whether a word has the characters of a move but one, by their kinds: `马\u{fffd}进8` those of 车9平8.
pub(super) fn is_nearly_like(word: &str, mv: &str) -> bool {
    let shape = |word: &str| {
        let mut kinds: Vec<u8> = Vec::new();
        for c in word.chars() {
            kinds.push(match CharPart::of(c) {
                _ if c.is_ascii_alphabetic() => b'a',
                _ if c.is_ascii_digit() || c == '０' => b'1',
                Some(part) if part.is_number() => b'1',
                Some(part) if part.is_piece() => b'P',
                Some(part) => part as u8,
                None if c.is_ascii() => b'-',
                None => b'?',
            });
        }
        kinds.dedup_by(|a, b| a == b && *a == b'?');
        kinds
    };
    // `10.5` and `2003-5` are numbers.
    let is_of_number = |c: char| c.is_ascii_digit() || ".,:/-".contains(c);
    !word.chars().all(is_of_number) && strsim::generic_levenshtein(&shape(word), &shape(mv)) < 2
}

/// Whether a move may end with this character: a number, or the stroke of shorthand.
fn is_last(c: char) -> bool {
    c.is_ascii_digit()
        || ('\u{300}'..='\u{36f}').contains(&c)
        || CharPart::of(c).is_some_and(CharPart::is_number)
}

/// Whether a character behind a chain is a stroke or part of the next number.
fn is_last_sign(c: char) -> bool {
    c.is_ascii_digit() || is_filler(c)
}

/// The moves at the beginning of a word: their number, whether all have a usual form, and their
/// length in bytes. A pawn's move in SAN (`c6`) links two others; a stroke may part them.
fn chain(word: &str) -> (usize, bool, usize) {
    let (mut moves, mut are_usual, mut at) = (0, true, 0);
    loop {
        let stroke = word[at..].chars().next().filter(|c| at > 0 && "-+_—－".contains(*c));
        let begin = at + stroke.map_or(0, char::len_utf8);
        let rest = &word[begin..];
        let ends = rest.char_indices().take(LONGEST_MOVE).filter(|(_, c)| is_last(*c));
        let mut ends: Vec<usize> = ends.map(|(end, c)| end + c.len_utf8()).collect();
        let look = |end: &usize| {
            let token = &rest[..*end];
            let is_named = token.contains(|c: char| c.is_alphabetic() || c == '-');
            MoveLook::of(token).filter(|_| is_named).map(|look| (*end, look))
        };
        ends.reverse();
        let link = matches!(rest.as_bytes(), [b'a'..=b'i', b'0'..=b'9', ..]).then_some(2);
        match ends.iter().find_map(look) {
            Some((end, look)) => {
                (moves, at) = (moves + 1, begin + end);
                are_usual &= look == MoveLook::Move;
            }
            None => match link {
                Some(len) => (are_usual, at) = (false, begin + len),
                None => return (moves, are_usual, at),
            },
        }
    }
}

/// Whether a word has a move in hanzi beside figures, letters or signs: `n车二进二`.
fn holds_one_apart(word: &str) -> bool {
    let is_end = |c: Option<char>| c.is_none_or(|c| c.is_ascii());
    let mut moves = moves_in_hanzi(word);
    moves.any(|at| {
        let behind = word[at..].chars().nth(4);
        is_end(word[..at].chars().next_back()) && is_end(behind)
    })
}

/// Offsets of moves in hanzi in a text, glued to other words or not.
pub(super) fn moves_in_hanzi(text: &str) -> impl Iterator<Item = usize> {
    let places = text.char_indices().map(|(at, _)| at);
    places.filter(|at| four_parts_len(&text[*at..]).is_some())
}

/// Whether two moves in hanzi adjoin in a word, or one adjoins the rest of another:
/// `平7车九平六`.
pub(super) fn runs_on_in_hanzi(word: &str) -> bool {
    let (mut behind_move, mut has_rest, mut is_behind_direction) = (0, false, false);
    for (at, c) in word.char_indices() {
        let Some(part) = CharPart::of(c) else {
            (behind_move, has_rest, is_behind_direction) = (0, false, false);
            continue;
        };
        let move_len = four_parts_len(&word[at..]);
        let is_second = move_len.is_some() && behind_move == at && at > 0;
        behind_move = move_len.map_or(behind_move, |len| at + len);
        has_rest |= at >= behind_move && is_behind_direction && part.is_number();
        is_behind_direction = at >= behind_move && part == CharPart::Direction;
        if is_second || has_rest && behind_move > 0 {
            return true;
        }
    }
    false
}

/// Whether a word has one character beyond ASCII, with a move before or behind it: a damaged byte
/// swallowed the blank or brace beside the move.
fn is_glued(word: &str) -> bool {
    let mut others = word.chars().filter(|c| !c.is_ascii());
    let has_one = others.next().is_some() && others.next().is_none();
    has_one && word.split(|c: char| !c.is_ascii()).any(looks_like_move)
}

/// Whether a word is exactly a move in a usual form: `h2e2`, `C2=5`, `炮二平五`.
pub(super) fn looks_like_move(word: &str) -> bool {
    MoveLook::of(word) == Some(MoveLook::Move)
}

/// Whether a remark looks like movetext: it has moves in a usual form, a number or a result.
pub(super) fn looks_like_movetext(remark: &str) -> bool {
    let mut words = remark.split_whitespace();
    holds_moves(remark)
        || words
            .any(|word| is_result(word) || word.ends_with('.') && number_len(word) == word.len())
}

/// Whether `text` begins with a move, perhaps behind a number and dots.
pub(super) fn begins_with_move(text: &str) -> bool {
    let text = text.trim_start();
    let text =
        text[number_len(text)..].trim_start_matches(|c: char| is_filler(c) || c.is_whitespace());
    !text.is_empty() && is_move_like(&text[..word_len(text)])
}

/// Whether a sign, repeated, stands for a half-move.
pub(super) fn is_filler(c: char) -> bool {
    matches!(c, '.' | '…' | '·' | '．' | '。' | '-' | '—' | '－' | '＿' | '_' | '=' | '~' | '#')
}

/// Whether a line begins a game: with the number 1 before a move or comment, or (unless
/// `with_number`) with an unnumbered move.
pub(super) fn begins_game(line: &str, with_number: bool) -> bool {
    let line = line.trim_start();
    let number = match number_len(line) {
        0 => book_number(line),
        len => Some((len, number_value(&line[..len]))),
    };
    let is_first = number.map_or(!with_number, |(_, value)| value == 1);
    let rest = line[number.map_or(0, |(len, _)| len)..].trim_start();
    let has_comment = number.is_some() && rest.starts_with('{');
    // Two moves in a row are no advert.
    let has_two =
        || rest.split_whitespace().take(2).filter(|word| looks_like_move(word)).count() == 2;
    is_first && (has_comment || begins_with_move(rest)) || number.is_none() && has_two()
}

/// Whether a word has the form of a move in some notation.
pub(in crate::format) fn is_move_like(word: &str) -> bool {
    // A word that begins with a hanzi is not ASCII in full width; it need not be copied.
    if !word.starts_with(is_hanzi) {
        let half = half_width(word);
        if half.is_ascii() {
            return is_move_like_ascii(half.trim_end_matches(['!', '?', '+', '#']).as_bytes());
        }
    }
    let mut parts = word.chars().filter(|c| !c.is_whitespace()).map(CharPart::of);
    let is_direction = |part: Option<Option<CharPart>>| part == Some(Some(CharPart::Direction));
    is_direction(parts.nth(2)) || is_direction(parts.next())
}

/// Whether a word is a letter or sign with figures (`C2=5`, `+C-1`, `h2e2`, `H2-E2`, `g4`,
/// `Hdxe6`), or figures alone (`7747`, `11=2`).
fn is_move_like_ascii(word: &[u8]) -> bool {
    let digits = word.iter().filter(|byte| byte.is_ascii_digit()).count();
    let sound =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'=' | b'.');
    if !(2..=8).contains(&word.len()) || digits == 0 || !word.iter().all(sound) {
        return false;
    }
    match word[0] {
        b'0'..=b'9' => {
            digits == 4 && (word.len() == 4 || word.len() == 5 && word[2] == b'-')
                || digits == 3 && word.len() == 4 && !word[2].is_ascii_digit()
        }
        _ => word.iter().any(u8::is_ascii_alphabetic),
    }
}

/// Whether a text begins with a move in a usual form that a blank follows.
pub(super) fn begins_usual_move(text: &str) -> bool {
    usual_move_len(text).is_some()
}

/// Whether a word is a result sign.
pub(super) fn is_result(word: &str) -> bool {
    // Most words are moves, so the first byte decides first.
    match word.as_bytes().first() {
        Some(b'0'..=b'2' | b'*') => is_result_sign(word),
        Some(byte) if byte.is_ascii() => false,
        _ => is_result_sign(word),
    }
}

/// Kind of a word that is no result sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordKind {
    /// A move, perhaps damaged.
    Move,
    /// A word of a sentence.
    Word,
    /// Start of a sentence that fills the line; its apparent moves do not count.
    Sentence,
}

/// Distinguishes moves, whole or damaged, from words.
pub(super) fn kind(word: &str) -> WordKind {
    if word.is_ascii() {
        let is_letter =
            |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'\'' | b'.' | b':');
        return if word.starts_with("www.") || word.contains("://") {
            WordKind::Sentence
        } else if word.len() > 1 && word.bytes().all(is_letter) {
            WordKind::Word
        } else {
            WordKind::Move
        };
    }
    if is_move_like(word) {
        return WordKind::Move;
    }
    if word.chars().nth(6).is_some() {
        // Prose has no lost characters, and does not begin like a move and continue with another.
        let begins = word.chars().next().is_some_and(|c| CharPart::of(c).is_some());
        let is_glued = || moves_in_hanzi(word).next().is_some();
        let holds_moves =
            word.contains('\u{fffd}') || is_run_together(word) || begins && is_glued();
        return if holds_moves { WordKind::Move } else { WordKind::Sentence };
    }
    let mut parts = word.chars().map(CharPart::of);
    let first = parts.next().flatten();
    let has_number =
        |part: Option<CharPart>| part.is_some_and(|p| p.is_number() || p == CharPart::Direction);
    let may_be_move = has_number(first)
        || parts.any(has_number)
        || word.contains(['?', '？', '\u{fffd}', '０', '0', '□', '■'])
        || first.is_some() && word.chars().count() == 4
        || word.chars().any(|c| ('！'..='～').contains(&c));
    if may_be_move { WordKind::Move } else { WordKind::Word }
}

/// Converts full-width digits, letters and signs, and dashes of every length, to ASCII.
pub(super) fn half_width(word: &str) -> Cow<'_, str> {
    let is_wide = |c: char| ('！'..='～').contains(&c);
    let is_dash = |c: char| ('‐'..='―').contains(&c) || c == '−';
    if !word.contains(|c| is_wide(c) || is_dash(c)) {
        return Cow::Borrowed(word);
    }
    let narrow = |c: char| match c {
        _ if is_wide(c) => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ if is_dash(c) => '-',
        _ => c,
    };
    Cow::Owned(word.chars().map(narrow).collect())
}

#[cfg(test)]
mod tests;
