//! Words that are moves without blanks between them, whole or with a damaged one among them.

use super::parts::{CharPart, four_parts_len};
use crate::notation::MoveLook;

/// Number of moves of a word that strokes part (`77-47-70-62`, `7747-7062`), too few for a chain; 0 for
/// any other word.
pub(super) fn linked_moves(word: &str) -> usize {
    if is_date(word) {
        return 0;
    }
    let (moves, _, end) = chain(word);
    let parts = || word.split('-');
    let is_year =
        |part: &str| part.len() == 4 && (part.starts_with("19") || part.starts_with("20"));
    match moves {
        _ if parts().all(is_year) => 0,
        2.. if word[end..].chars().all(is_last_sign) => moves,
        _ if parts().all(|part| MoveLook::of(part).is_some()) => parts().count(),
        _ => 0,
    }
}

/// Whether a word consists of moves without blanks (`h2e2h9g7`, `7747706279678070`), or holds two
/// in hanzi or between strokes, or one beside another character, or four in any form.
pub(super) fn is_run_together(word: &str) -> bool {
    let is_ascii = word.is_ascii();
    // Two moves in ASCII, the shortest.
    if is_ascii && (word.len() < 8 || word.bytes().filter(u8::is_ascii_digit).count() < 2) {
        return false;
    }
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
        || is_ascii && are_joined_by_letter(word)
        || !is_ascii && (holds_one_apart(word) || runs_on_in_hanzi(word) || is_glued(word))
}

/// Whether a word is moves with letters of no move between them, such as the rest of `\n`: small
/// letters, or others between squares.
fn are_joined_by_letter(word: &str) -> bool {
    let are_moves = |is_joint: fn(char) -> bool| {
        let parts = || word.split(is_joint).filter(|part| !part.is_empty());
        word.contains(is_joint) && parts().count() > 1 && parts().all(looks_like_move)
    };
    are_moves(|c| c.is_ascii_lowercase() && c > 'i')
        || are_moves(|c| c.is_ascii_alphabetic() && !('a'..='i').contains(&c))
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

/// Moves in figures that make up a word but for one gap, of as many characters.
const BUT_ONE: usize = 5;

/// Whether figures are two squares between which a piece can move: `7747`.
fn are_squares(figures: &[u8]) -> bool {
    let [a, b, c, d] = [0, 1, 2, 3].map(|at| i16::from(figures[at]) - i16::from(b'0'));
    let way = ((a - c).abs(), (b - d).abs());
    let is_way = (a == c) != (b == d) || matches!(way, (1, 1 | 2) | (2, 1 | 2));
    a < 9 && c < 9 && is_way
}

/// Whether figures are a move of a number pad: `6225`.
fn is_of_keypad(figures: &[u8]) -> bool {
    matches!(figures, [b'1'..=b'7', b'1'..=b'9', b'1'..=b'3', b'1'..=b'9'])
}

/// Whether four figures, perhaps with a stroke, are the way of a piece: `7747`, `77-47`, `6225`.
pub(super) fn is_way(word: &str) -> bool {
    let bytes = word.as_bytes();
    match *bytes {
        [a, b, b'-', c, d] => bytes.len() == 5 && are_squares(&[a, b, c, d]),
        [_, _, _, _] => are_squares(bytes) || is_of_keypad(bytes),
        _ => false,
    }
}

/// Whether a word has [`FIGURES`] moves in figures, two squares (`7747`) or a piece's way (`6225`),
/// around one that is damaged, or consists of [`BUT_ONE`] of them and a gap.
fn are_figures(word: &str) -> bool {
    if word.len() < 4 * BUT_ONE {
        return false;
    }
    let signs = word.chars().take(LONGEST_CHAIN).filter(|c| *c != '-');
    let mut figures: Vec<u8> = signs.map(|c| u8::try_from(c).unwrap_or(b'?')).collect();
    // One damaged character may leave three.
    figures.dedup_by(|next, last| !next.is_ascii_digit() && !last.is_ascii_digit());
    let digits = || figures.iter().filter(|byte| byte.is_ascii_digit());
    let kinds = (b'0'..=b'9').filter(|kind| digits().any(|digit| digit == kind)).count();
    if digits().count() < 4 * BUT_ONE || kinds < 5 {
        return false;
    }
    let is_one = |group: &[u8], is_move: &dyn Fn(&[u8]) -> bool| {
        group.iter().all(u8::is_ascii_digit) && is_move(group)
    };
    let has_one_gap = |is_move: &dyn Fn(&[u8]) -> bool| {
        let first = figures.chunks_exact(4).take_while(|group| is_one(group, is_move)).count();
        let last = figures.rchunks_exact(4).take_while(|group| is_one(group, is_move)).count();
        first + last >= BUT_ONE && figures.len() <= 4 * (first + last) + BUT_ONE
    };
    if has_one_gap(&are_squares) || has_one_gap(&is_of_keypad) {
        return true;
    }
    let count = |is_move: &dyn Fn(&[u8]) -> bool| {
        let (mut at, mut moves, mut damaged) = (0, 0, 0);
        while damaged <= DAMAGED && moves < FIGURES {
            let Some(group) = figures.get(at..at + 4) else { break };
            let is_one = is_one(group, is_move);
            moves += usize::from(is_one);
            damaged += usize::from(!is_one);
            at += if is_one { 4 } else { 1 };
        }
        moves
    };
    count(&are_squares) == FIGURES || count(&is_of_keypad) == FIGURES
}

/// Moves in a row in a word that no other text has by chance.
const CHAIN: usize = 4;

/// Characters of a word from which a chain is sought: any of its first four moves may be damaged, of
/// which the longest have eleven characters.
const BEGINNINGS: usize = 48;

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
    // Each move has a letter or a stroke and ends with a number of its own.
    let (mut chars, mut numbers, mut ends, mut is_in_number) = (0, 0, 0, false);
    for c in word.chars() {
        let is_last = is_last(c);
        // Half a character makes foreign hanzi of the characters behind it.
        chars += usize::from(is_last || c.is_ascii() || CharPart::of(c).is_some());
        numbers += usize::from(is_last);
        ends += usize::from(is_last && !is_in_number);
        is_in_number = is_last;
    }
    if numbers < CHAIN || numbers * 6 < chars || ends < 2 {
        return false;
    }
    let is_hash = is_checksum(word);
    let beginnings = if ends < CHAIN || is_hash { 1 } else { BEGINNINGS };
    // Without a stroke, moves in such figures are squares.
    if is_hash && !word.contains('-') {
        return false;
    }
    let mut from = 0;
    for _ in 0..beginnings {
        let (moves, are_usual, end) = chain(&word[from..]);
        let is_all = from == 0 && is_whole && word[end..].chars().all(is_last_sign);
        if moves >= CHAIN && !is_hash || moves > 1 && are_usual && is_all {
            return true;
        }
        from += word[from..].chars().next().map_or(0, char::len_utf8);
        if from >= word.len() {
            break;
        }
    }
    false
}

/// Whether a word is a checksum in hexadecimal figures: joined moves in them have no two letters side
/// by side.
pub(super) fn is_checksum(word: &str) -> bool {
    let is_figure = |byte: u8| byte.is_ascii_hexdigit() || byte == b'-';
    let are_letters = |pair: &[u8]| pair.iter().all(u8::is_ascii_alphabetic);
    word.bytes().all(is_figure) && word.as_bytes().windows(2).any(are_letters)
}

/// Whether a move may end with this character: a number, or the stroke of shorthand.
fn is_last(c: char) -> bool {
    is_number(c) || ('\u{300}'..='\u{36f}').contains(&c)
}

/// Whether a character is a digit of a move, in any script.
pub(super) fn is_number(c: char) -> bool {
    match c {
        _ if c.is_ascii() => c.is_ascii_digit(),
        '０' => true,
        _ => CharPart::of(c).is_some_and(CharPart::is_number),
    }
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

/// Bytes of the shortest move in pinyin that no other word has by chance.
const SHORTEST_PINYIN: usize = 8;

/// Whether a word has one character beyond ASCII with a move before or behind it, or a move in full
/// width beside other characters: a damaged byte swallowed the blank or brace beside the move.
fn is_glued(word: &str) -> bool {
    let mut others = word.chars().filter(|c| !c.is_ascii());
    let has_one = others.next().is_some() && others.next().is_none();
    let is_narrow = |c: char| !('！'..='～').contains(&c);
    let is_move = |part: &str| {
        looks_like_move(part) || part.len() >= SHORTEST_PINYIN && MoveLook::of(part).is_some()
    };
    let has_move = || word.split(|c: char| !c.is_ascii()).any(is_move);
    has_one && (has_move() || has_chains_around_one(word))
        || word.contains(is_narrow) && word.split(is_narrow).any(looks_like_move)
}

/// Fewest bytes of a chain on either side of a damaged move.
const AROUND: usize = 8;

/// Whether a chain of moves stands on either side of the one character beyond ASCII in a word, and
/// the second chain ends with the word: `Ece2Cbd7Ch坏he7c4c5e4Ha7`.
fn has_chains_around_one(word: &str) -> bool {
    let Some((first, second)) = word.split_once(|c: char| !c.is_ascii()) else { return false };
    let second = second.trim_start_matches(|c: char| !c.is_ascii());
    let (moves, _, end) = chain(first);
    let is_last = |from: usize| {
        let (moves, _, len) = chain(&second[from..]);
        moves > 0 && len >= AROUND && from + len == second.len()
    };
    moves > 1 && end >= AROUND && (0..second.len().min(LONGEST_MOVE)).any(is_last)
}

/// Whether a word is exactly a move in a usual form: `h2e2`, `C2=5`, `炮二平五`.
pub(super) fn looks_like_move(word: &str) -> bool {
    MoveLook::of(word) == Some(MoveLook::Move)
}

/// Whether a sign, repeated, stands for a half-move.
pub(super) fn is_filler(c: char) -> bool {
    matches!(c, '.' | '…' | '·' | '．' | '。' | '-' | '—' | '－' | '＿' | '_' | '=' | '~' | '#')
}
