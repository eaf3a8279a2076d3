//! Finds moves in text that is no movetext, in every notation.

use super::joined::{
    is_checksum, is_filler, is_number, is_run_together, is_way, linked_moves, looks_like_move,
};
use super::parts::CharPart;
use super::words::{ends_ascii_word, ends_word, is_result, number_len};
use crate::format::fields::{Role, role};
use crate::notation::MoveLook;
use crate::text::is_hanzi;

/// Number of ambiguous words in a row that count as moves: behind a move number, in letters and in
/// figures; and without a number.
const IN_A_ROW: [usize; 3] = [1, 2, 4];

/// Whether a sign or blank separates words outside games; signs of moves, also in full width, do
/// not.
pub(super) fn parts_words(c: char) -> bool {
    let is_of_moves = |c| ('！'..='～').contains(&c) || ('‐'..='―').contains(&c) || c == '−';
    match c {
        '"' | '\'' | '|' | '<' | '>' | ':' | '/' | '\\' => true,
        _ if c.is_ascii() => ends_ascii_word(c as u8),
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

/// Number of ambiguous moves with letters that count as moves although one foreign word, perhaps a
/// damaged move, stands among them.
const AROUND_ONE: usize = 6;

/// Number of moves in figures behind foreign names that count as moves, with at most one damaged.
const UNNAMED: usize = 8;

/// Whether a text contains moves: one in a usual form, or several in a row in another. Words that
/// come again between them (`\move{C25}`, `"ply": 1, "move": "Che2"`) do not part them; figures
/// alone must stand behind a name of moves then.
pub(in crate::format) fn holds_moves(text: &str) -> bool {
    let (mut row, mut last) = (Row::default(), 0..0);
    text.split(parts_words).filter(|word| !word.is_empty()).any(|word| {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        let before = std::mem::replace(&mut last, at..at + word.len());
        row.ends_with(word)
            || before.len() >= SHORTER_PART
                && word.len() >= SHORTER_PART
                && are_parted(&text[before.clone()], &text[before.end..at], word)
    })
}

/// Bytes of the shorter part of joined moves that a damaged character parts.
const SHORTER_PART: usize = 8;

/// Whether two words would be joined squares or figures if the sign between them, which is no blank,
/// were a part of a move: `h2e2h9g7h0g2i"h9i0h0g6g5`.
fn are_parted(before: &str, sign: &str, behind: &str) -> bool {
    let is_part = |word: &str| {
        word.bytes().all(|byte| matches!(byte, b'a'..=b'i' | b'0'..=b'9' | b'-'))
            && !is_checksum(word)
    };
    is_part(before)
        && is_part(behind)
        && !sign.contains(char::is_whitespace)
        && is_run_together(&[before, "?", behind].concat())
}

/// Whether a word is a UUID: 32 hexadecimal figures in groups of 8, 4, 4, 4 and 12.
fn is_uuid(word: &str) -> bool {
    let is_sign = |(at, byte): (usize, u8)| match at {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    word.len() == 36 && word.bytes().enumerate().all(is_sign)
}

/// Whether a word is two moves in letters, one of which may be damaged, that a hanzi joins instead of
/// a blank: `H87\u{332}盋24\u{332}`.
fn are_glued(word: &str) -> bool {
    let mut parts = word.split(is_hanzi);
    let (Some(first), Some(second), None) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let has_digit = |part: &str| part.contains(|c: char| c.is_ascii_digit());
    let is_marked = |part: &str| part.contains(['\u{305}', '\u{332}']);
    let is_move = |part| looks_like_move(part) || is_marked(part) && MoveLook::of(part).is_some();
    [first, second].into_iter().all(has_digit) && [first, second].into_iter().any(is_move)
}

/// Fewest figures that are ways in a list of figures with signs between them, and the bytes of such a
/// list.
const LISTED: usize = 4;
const SHORTEST_LIST: usize = 5 * LISTED;

/// The two ways of eight figures in a list, perhaps with another character in place of a lost sign
/// between them (`6217_24153715`), or the word itself.
fn two_ways(word: &str, is_list: bool) -> impl Iterator<Item = &str> {
    let parts = word.split_at_checked(4).filter(|(first, _)| is_list && is_way(first));
    let is_sign = |c: char| !c.is_ascii_digit() && c != '-';
    let ways = parts.map(|(first, rest)| (first, rest.strip_prefix(is_sign).unwrap_or(rest)));
    let ways = ways.filter(|(_, second)| second.len() == 4 && is_way(second));
    let (first, second) = ways.map_or((word, None), |(first, second)| (first, Some(second)));
    std::iter::once(first).chain(second)
}

/// Ambiguous moves in a row.
#[derive(Default)]
struct Row<'t> {
    /// Number of moves in figures alone.
    figures: usize,
    /// Number of other moves.
    others: usize,
    /// Number of other moves, those of pawns included, between the last two foreign words.
    earlier: usize,
    /// Number of moves of pawns in SAN among the others.
    pawns: usize,
    /// Number of figures in a row that are ways of pieces ([`is_way`]), in the present row and in the
    /// row before it.
    ways: [usize; 2],
    /// Latest of these figures.
    latest: &'t str,
    /// How often such figures were smaller than the figures before them.
    falls: usize,
    labels: [&'t str; LABELS],
    /// Place of the next label.
    next: usize,
    /// Label before the next move.
    behind: Option<&'t str>,
    /// Whether a move number stands in the row.
    is_numbered: bool,
}

impl<'t> Row<'t> {
    /// Goes on with the next word of a text, and tells whether the text so far contains moves.
    fn ends_with(&mut self, word: &'t str) -> bool {
        let is_mark = |c| matches!(c, '.' | '．' | '!' | '?' | '！' | '？');
        let is_sign = |c| is_mark(c) || "_*~&#@$%^`".contains(c);
        // A dot stands behind numbers, and for a traverse: `C2.5`.
        let bare = word.trim_end_matches(is_mark);
        if is_uuid(bare) {
            self.goes_on(bare, false);
            return false;
        }
        if !word.contains(is_number) {
            match bare.contains(char::REPLACEMENT_CHARACTER) {
                true => self.goes_on(bare, false),
                false => {
                    let parts = bare.split(|c| is_sign(c) || c == '=');
                    parts.for_each(|part| self.goes_on(part, false));
                }
            }
            return false;
        }
        let number = Some(number_len(word)).filter(|len| *len < LONGEST_NUMBER).unwrap_or(0);
        let whole = bare.get(number..).unwrap_or_default();
        let value = word.split_once('=').map_or("", |(_, value)| value);
        let look = MoveLook::of(whole);
        // `5.1~rc1-1` is a version.
        let is_version = whole.starts_with(|c: char| c.is_ascii_digit()) && whole.contains('~');
        if look == Some(MoveLook::Move)
            || (number > 0 || bare.len() < word.len() || bare.contains(is_sign))
                && !is_version
                && word.split(is_sign).any(looks_like_move)
            || looks_like_move(value)
            || are_glued(whole)
            || is_run_together(whole)
            || is_run_together(value)
        {
            return true;
        }
        self.is_numbered |= number > 0 && !is_version;
        let parts = whole.split(|c| look.is_none() && (is_sign(c) || c == '='));
        // Half a character makes hanzi of the characters up to the next move.
        let behind_hanzi = |part: &'t str| {
            let behind = part.char_indices().rev().find(|(_, c)| is_hanzi(*c));
            let behind = behind.map(|(at, c)| &part[at + c.len_utf8()..]);
            behind.filter(|behind| MoveLook::of(behind).is_some() && MoveLook::of(part).is_none())
        };
        let parts = parts.flat_map(|part| std::iter::once(part).chain(behind_hanzi(part)));
        let ways = || bare.split(is_sign).filter(|part| is_way(part));
        let is_list = bare.len() >= SHORTEST_LIST && ways().nth(LISTED - 1).is_some();
        let parts = parts.flat_map(|part| two_ways(part, is_list));
        let mut is_foreign = false;
        for part in parts {
            let look = if part.len() == whole.len() { look } else { MoveLook::of(part) };
            let linked = if part.contains('-') && look.is_none() { linked_moves(part) } else { 0 };
            self.others += linked;
            let is_year = part.len() == 4 && (part.starts_with("19") || part.starts_with("20"));
            if look.is_some() && !is_year {
                let is_figures = !part.contains(char::is_alphabetic);
                let is_named = |label| role(label) == Some(Role::Moves);
                if is_figures && self.behind.take().is_some_and(|label| !is_named(label)) {
                    self.figures = 0;
                }
                if is_figures && self.are_ways(part) {
                    return true;
                }
                *if is_figures { &mut self.figures } else { &mut self.others } += 1;
            } else if linked == 0 {
                let may_be_move = is_year && look.is_some();
                if may_be_move && self.ways[0] > 0 && self.are_ways(part) {
                    return true;
                }
                // One character behind a sign in a word is no word of its own: `R!3`.
                let is_rest = std::mem::replace(&mut is_foreign, true) && part.len() == 1;
                if !is_rest {
                    self.goes_on(part, may_be_move);
                }
            }
            // A number behind the mark of a move: `马87!5.`.
            let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            self.is_numbered |=
                self.len() > 0 && is_number && part.len() <= 3 && bare.len() < word.len();
            let is_figures = !part.contains(char::is_alphabetic);
            let least =
                if self.is_numbered { IN_A_ROW[usize::from(is_figures)] } else { IN_A_ROW[2] };
            if self.len() >= least || self.earlier + self.others + self.pawns >= AROUND_ONE {
                return true;
            }
        }
        false
    }

    /// Counts figures, and tells whether they complete [`UNNAMED`] ways of pieces. Numbers that only
    /// grow, such as ids, never do.
    fn are_ways(&mut self, figures: &'t str) -> bool {
        let latest = std::mem::replace(&mut self.latest, figures);
        if is_way(figures) {
            self.ways[0] += 1;
            self.falls += usize::from(figures < latest);
        } else {
            self.ways = [0, self.ways[0]];
        }
        self.ways[0] + self.ways[1] >= UNNAMED && self.falls > 1
    }

    fn len(&self) -> usize {
        self.figures + self.others
    }

    /// Goes on with a word that is no move. A sign, a number, a pawn's move in SAN, figures that
    /// may be a year or a move (`is_year`), and a label that comes again do not end the row.
    fn goes_on(&mut self, word: &'t str, is_year: bool) {
        let is_short = || word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit());
        let is_between = self.len() > 0 && (is_year || is_short())
            || (self.len() + self.earlier > 0 || self.is_numbered) && is_pawn(word);
        if is_between || word.chars().all(is_filler) {
            self.pawns += usize::from(is_pawn(word));
            return;
        }
        if word.starts_with('第') && word.ends_with(['回', '合']) {
            self.is_numbered = true;
            return;
        }
        // A word with another number in it comes again: `第2回合`.
        let is_letter = |c: &char| !is_number(*c) && *c != '十';
        let is_known = |label: &&str| {
            let letters = || word.chars().filter(is_letter);
            letters().next().is_some() && label.chars().filter(is_letter).eq(letters())
        };
        if self.len() + self.earlier + self.ways[0] == 0 || !self.labels.iter().any(is_known) {
            let pawns = if self.others > 0 { self.pawns } else { 0 };
            (self.figures, self.earlier) = (0, std::mem::take(&mut self.others) + pawns);
            (self.ways, self.pawns) = ([0, self.ways[0]], 0);
            self.labels[self.next] = word;
            self.next = (self.next + 1) % LABELS;
        }
        let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
        (self.behind, self.is_numbered) = (Some(name), false);
    }
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

/// Whether a word is the move of a pawn in SAN: `c6`, `c10`.
pub(super) fn is_pawn(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'i', b'0'..=b'9'] | [b'a'..=b'i', b'1', b'0'])
}

/// Kind of a character: `a` for letters, `1` for numbers, `P` for pieces, `-` for other ASCII
/// characters, `?` for characters of no move, or the number of another part of moves in hanzi.
pub(super) type CharKind = u8;

/// Kinds of the characters of a word.
pub(super) fn kinds(word: &str) -> Vec<CharKind> {
    let kind = |c| match CharPart::of(c) {
        _ if c.is_ascii_alphabetic() => b'a',
        _ if c.is_ascii_digit() || c == '０' => b'1',
        Some(part) if part.is_number() => b'1',
        Some(part) if part.is_piece() => b'P',
        Some(part) => part as u8,
        None if c.is_ascii() => b'-',
        None => b'?',
    };
    word.chars().map(kind).collect()
}

/// Whether a word has the characters of a move but one, by their kinds: `马\u{fffd}进8` those of 车9平8.
pub(super) fn is_nearly_like(word: &str, mv: &str) -> bool {
    let shape = |word: &str| {
        let mut kinds = kinds(word);
        kinds.dedup_by(|a, b| a == b && *a == b'?');
        kinds
    };
    // `10.5` and `2003-5` are numbers.
    let is_of_number = |c: char| c.is_ascii_digit() || ".,:/-".contains(c);
    !word.chars().all(is_of_number) && strsim::generic_levenshtein(&shape(word), &shape(mv)) < 2
}

/// Whether a remark looks like movetext: it has moves in a usual form, a number or a result.
pub(super) fn looks_like_movetext(remark: &str) -> bool {
    let mut words = remark.split_whitespace();
    holds_moves(remark)
        || words
            .any(|word| is_result(word) || word.ends_with('.') && number_len(word) == word.len())
}

#[cfg(test)]
mod tests {
    use super::holds_moves;

    #[test]
    fn moves_in_a_word_are_found_and_checksums_are_none() {
        for text in [
            "h2e2h9g7",
            "Che3Hg8Hg3Rh10",
            "xC25C85R11H87",
            "Ｈ２－Ｅ２Ｂ７－Ｃ７",
            "Ege3-Cbd8-Hc3-c6-Rb1",
            "7747-7242-7967-7062-8979",
            "{C25} \\move{C85} \\move{R11} \\move{H87} \\move{C11}",
            "\"ply\": 1, \"move\": \"C25\", \"ply\": 2, \"move\": \"H87\", \"ply\": 3, \"move\": \"H23\", \
             \"ply\": 4, \"move\": \"R98\", \"ply\": 5, \"move\": \"R12\"",
            "77471022796763648979725226257062192752",
            "79-8763-687-7964-6517-1420-0214-5472-7677-7883-8419-0712-1807-2818-0878-7030-41",
            "P54-55H810-78C8s-84C28-68K51-52C88-86K52-51C86-89R11-13C89-86R91-92",
            "n=\"1\" t=\"7747\" n=\"2\" t=\"1022\" n=\"3\" t=\"7967\" n=\"4\" t=\"0010\" n=\"5\" t=\"89?9\" \
             n=\"6\" t=\"7062\" n=\"7\" t=\"1927\" n=\"8\" t=\"8070\" n=\"9\" t=\"0919\"",
            "第1回合 炮25 马87\u{332}\n第2回合 马23\u{332} 车98\n",
            "\\move{Ce2}, Cb4, Hg2 G \\move{Cb1} Ce3, Hc7",
            "g4, Cxb0, Ch3, HC7, a4, a5, Ce2, Ri8",
            "a4, Hc7, i4, Ade8, Cbd2, I5, Ra1, Ch4",
            "Ra3 - Hc8 - Cbe3 - Ri: - g5 - Ch4 - Hi3 - Ade9",
            "4. c4 Cf7",
            "ma2jin1pao8ping3pao2pin?3zu5jin1pao3tui1xiang3jin1pao8ping2pao2jin1",
            "C83-82C28-18C82-8588-98P74-75K510-59H81-93H210-38",
        ] {
            assert!(holds_moves(text), "{text}");
        }
        for text in [
            "3f786850e387550fdab836ed7e6dc881de23001b",
            "rating 2450, rating 2510, rating 2380, rating 2440",
            "Copyright 2000-2015, 2018-2021, 1989-1990, 1991-1993",
            "bash (5.1~rc1-1) unstable; urgency=medium",
            "not supported (00000000-0000-0000-0000-000000000000).",
            "id 123e4567-e89b-12d3-a456-426614174000, 16763be4-6022-406e-a950-fcd5018633ca",
            "id 7111, id 7112, id 7113, id 7114, id 7115, id 7116, id 7117, id 7118, id 7119, id 7121",
        ] {
            assert!(!holds_moves(text), "{text}");
        }
    }
}
