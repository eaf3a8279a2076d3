//! Reads tokens from characters, one at a time and at any place, since a token can depend on what
//! precedes it.

use crate::query::syntax::{Pattern, SpelledMove};
use crate::query::words::{self, Library, Word, fold_letter};
use crate::text;
use crate::xiangqi::{Move, Piece, Side, Square};
use std::ops::Range;
use std::sync::Arc;

/// Largest number of digits of a number.
const MOST_DIGITS: usize = 6;

/// A token and its characters.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Range<usize>,
}

/// The kind of a token.
#[derive(Debug, Clone)]
pub(super) enum TokenKind {
    End,
    Word(Word),
    Piece(Piece),
    Point(Square),
    Move(SpelledMove),
    /// A move in hanzi with numerals of both sides.
    MixedMove,
    Number(u32),
    LongNumber,
    Pattern(Arc<Pattern>),
    /// `:`, `;`, `|`, `(`, `)`, `.`, `-`, or a comparison; `<=` is `≤`, and `..` is `…`.
    Sign(char),
    /// Letters or a sign without meaning.
    Unknown,
}

/// The text of a query, folded and as given.
pub(super) struct Scan {
    letters: Vec<char>,
    original: Vec<char>,
    end: usize,
}

impl Scan {
    pub(super) fn new(text: &str) -> Scan {
        let original: Vec<char> = text.chars().collect();
        let letters: Vec<char> = original.iter().map(|&letter| fold_letter(letter)).collect();
        let end = letters.iter().rposition(|&letter| letter != ' ').map_or(0, |last| last + 1);
        Scan { letters, original, end }
    }

    /// Number of characters of the text.
    pub(super) fn len(&self) -> usize {
        self.letters.len()
    }

    /// The folded characters of a span.
    pub(super) fn text(&self, span: Range<usize>) -> String {
        self.letters[span].iter().collect()
    }

    /// The characters of a span as given.
    pub(super) fn original(&self, span: Range<usize>) -> String {
        self.original[span].iter().collect()
    }

    fn at(&self, place: usize) -> Option<char> {
        self.letters.get(place).copied().filter(|_| place < self.end)
    }

    /// First place from here on without a blank.
    pub(super) fn skip_blanks(&self, mut place: usize) -> usize {
        while self.at(place) == Some(' ') {
            place += 1;
        }
        place.min(self.end)
    }

    /// The run of wanted characters from `place` on.
    fn run(&self, place: usize, is_wanted: impl Fn(char) -> bool) -> Range<usize> {
        let len = self.letters[place..self.end].iter().take_while(|&&c| is_wanted(c)).count();
        place..place + len
    }

    /// The token at or after a place.
    pub(super) fn token(&self, place: usize, library: &Library) -> Token {
        let place = self.skip_blanks(place);
        let Some(letter) = self.at(place) else {
            return Token { kind: TokenKind::End, span: place..place };
        };
        let (kind, end) = match letter {
            'a'..='z' | 'A'..='Z' => return self.ascii_word(place, library),
            '0'..='9' => return self.number(place),
            ',' | '&' => (TokenKind::Word(Word::And), place + 1),
            _ if let Some(sign) = self.pair(place) => (TokenKind::Sign(sign), place + 2),
            _ if ":;|().=<>≤≥≠".contains(letter) => (TokenKind::Sign(letter), place + 1),
            _ if is_hanzi(letter) => return self.hanzi(place, library),
            _ => (TokenKind::Unknown, place + 1),
        };
        Token { kind, span: place..end }
    }

    /// The sign that two characters form.
    fn pair(&self, place: usize) -> Option<char> {
        Some(match (self.at(place)?, self.at(place + 1)?) {
            ('.', '.') => '…',
            ('<', '=') => '≤',
            ('>', '=') => '≥',
            ('!', '=') => '≠',
            _ => return None,
        })
    }

    fn number(&self, place: usize) -> Token {
        let span = self.run(place, |letter| letter.is_ascii_digit());
        let kind = match self.text(span.clone()).parse() {
            Ok(number) if span.len() <= MOST_DIGITS => TokenKind::Number(number),
            _ => TokenKind::LongNumber,
        };
        Token { kind, span }
    }

    /// The decimal number at or after a place, in thousandths, and its characters; the number is
    /// `None` if it is too long.
    pub(super) fn decimal(&self, place: usize) -> Option<(Option<i32>, Range<usize>)> {
        let start = self.skip_blanks(place);
        let signed = self.at(start).is_some_and(|letter| "+-".contains(letter));
        let whole = self.run(start + usize::from(signed), |letter| letter.is_ascii_digit());
        if whole.is_empty() {
            return None;
        }
        let mut end = whole.end;
        let mut decimals = String::new();
        if self.at(end) == Some('.') {
            let behind = self.run(end + 1, |letter| letter.is_ascii_digit());
            if !behind.is_empty() {
                end = behind.end;
                decimals = self.text(behind);
            }
        }
        let is_read = whole.len() <= MOST_DIGITS && decimals.len() <= 3;
        let number = format!("{}{decimals:0<3}", self.text(whole)).parse::<i32>();
        let number = number.ok().filter(|_| is_read);
        let is_negative = self.at(start) == Some('-');
        Some((number.map(|number| if is_negative { -number } else { number }), start..end))
    }

    fn ascii_word(&self, place: usize, library: &Library) -> Token {
        let span = self.ascii_span(place);
        let text = self.text(span.clone());
        let kind = if span.len() == 1 {
            piece(self.letters[place]).map_or(TokenKind::Unknown, TokenKind::Piece)
        } else if let Ok(square) = text.parse::<Square>() {
            TokenKind::Point(square)
        } else if let Some(mv) = squares(&text) {
            TokenKind::Move(SpelledMove::Squares(mv))
        } else {
            known(&words::key(&text), library).unwrap_or(TokenKind::Unknown)
        };
        Token { kind, span }
    }

    /// A letter, then letters, digits, `_`, and hyphens before a letter.
    fn ascii_span(&self, place: usize) -> Range<usize> {
        let mut end = place + 1;
        while let Some(letter) = self.at(end) {
            let goes_on = letter.is_ascii_alphanumeric()
                || letter == '_'
                || letter == '-' && self.at(end + 1).is_some_and(|next| next.is_ascii_alphabetic());
            if !goes_on {
                break;
            }
            end += 1;
        }
        place..end
    }

    fn hanzi(&self, place: usize, library: &Library) -> Token {
        if let Some(token) = self.hanzi_move(place) {
            return token;
        }
        let span = self.run(place, is_hanzi);
        let longest = library.longest_name().min(span.len());
        for len in (1..=longest).rev() {
            let span = place..place + len;
            if let Some(kind) = known(&self.text(span.clone()), library) {
                return Token { kind, span };
            }
        }
        Token { kind: TokenKind::Unknown, span }
    }

    /// A move in hanzi: piece, file, 进退平, number; or 前后中, piece, 进退平, number.
    fn hanzi_move(&self, place: usize) -> Option<Token> {
        const PIECES: &str = "车俥马傌炮相象仕士帅将兵卒";
        let span = place..place + 4;
        let &[first, second, direction, number] = self.letters[..self.end].get(span.clone())?
        else {
            return None;
        };
        let is_form = PIECES.contains(first) && numerals(second).is_some()
            || "前后中".contains(first) && PIECES.contains(second);
        if !is_form || !"进退平".contains(direction) {
            return None;
        }
        let last = numerals(number)?;
        let kind = match numerals(second) {
            Some(side) if side != last => TokenKind::MixedMove,
            _ => TokenKind::Move(SpelledMove::Text {
                text: self.text(span.clone()),
                side: Some(last),
            }),
        };
        Some(Token { kind, span })
    }

    /// A move in WXF letters at or after a place: letter, file or sign, action, number; or sign,
    /// letter, action, number.
    pub(super) fn wxf_move(&self, place: usize) -> Option<Token> {
        let place = self.skip_blanks(place);
        let span = place..place + 4;
        let &[first, second, action, number] = self.letters[..self.end].get(span.clone())? else {
            return None;
        };
        let is_file = |letter: char| matches!(letter, '1'..='9');
        let is_sign = |letter: char| matches!(letter, '+' | '-');
        let is_form = piece(first).is_some() && (is_file(second) || is_sign(second))
            || is_sign(first) && piece(second).is_some();
        let ends = self.at(place + 4).is_none_or(|next| !next.is_ascii_alphanumeric());
        let is_move = is_form && matches!(action, '+' | '-' | '=' | '.') && is_file(number) && ends;
        let written = || SpelledMove::Text { text: self.text(span.clone()), side: None };
        is_move.then(|| Token { kind: TokenKind::Move(written()), span: span.clone() })
    }

    /// An unquoted value at or after a place; empty if there is none.
    pub(super) fn value(&self, place: usize) -> Range<usize> {
        self.run(self.skip_blanks(place), |letter| !" ,()|;".contains(letter))
    }

    /// The text between quotation marks at or after a place; an error with the place of the first
    /// mark if the second is missing.
    pub(super) fn quoted(&self, place: usize) -> Option<Result<Range<usize>, usize>> {
        let place = self.skip_blanks(place);
        let closing = match self.at(place)? {
            '"' => '"',
            '\'' => '\'',
            '“' => '”',
            '「' => '」',
            _ => return None,
        };
        let inner = self.run(place + 1, |letter| letter != closing);
        Some(if self.at(inner.end).is_some() { Ok(inner) } else { Err(place) })
    }

    /// The word at or after a place, known or not: an ASCII word, a run of hanzi, or one character.
    pub(super) fn word(&self, place: usize) -> Range<usize> {
        let place = self.skip_blanks(place);
        match self.at(place) {
            Some(letter) if letter.is_ascii_alphanumeric() => self.ascii_span(place),
            Some(letter) if is_hanzi(letter) => self.run(place, is_hanzi),
            Some(_) => place..place + 1,
            None => place..place,
        }
    }
}

/// The token of a word or pattern.
fn known(key: &str, library: &Library) -> Option<TokenKind> {
    let pattern = || library.pattern(key).map(|found| TokenKind::Pattern(Arc::clone(found)));
    words::word(key).map(TokenKind::Word).or_else(pattern)
}

/// The piece that a letter names.
pub(super) fn piece(letter: char) -> Option<Piece> {
    "RNBAKCPHErnbakcphe".contains(letter).then(|| Piece::from_fen_letter(letter)).flatten()
}

/// `h2e2` or `h2-e2`.
fn squares(text: &str) -> Option<Move> {
    let (from, to) = text.split_at_checked(2)?;
    let to = to.strip_prefix('-').unwrap_or(to);
    Some(Move::new(from.parse().ok()?, to.parse().ok()?))
}

/// Side whose numerals these are: 一二三 are Red's, 1 2 3 Black's.
fn numerals(letter: char) -> Option<Side> {
    match letter {
        '1'..='9' => Some(Side::Black),
        _ if "一二三四五六七八九".contains(letter) => Some(Side::Red),
        _ => None,
    }
}

fn is_hanzi(letter: char) -> bool {
    text::is_hanzi(letter) || matches!(letter, '\u{F900}'..='\u{FAFF}')
}
