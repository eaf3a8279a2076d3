//! The hand of a line: the dresses in which its tokens are read.
//!
//! One hand writes a line. `a65` among squares is a damaged `a6a5`, not a move of an advisor: a
//! token in a dress that no other token of its line shows is damaged. So a line is read only in
//! dresses that two of its tokens or half of them show. A single token that names its piece as no
//! notation does is damaged, too.

use super::symbols::{Dress, Glyph};
use super::{
    NOTATIONS, Notation, RIVALS, Reading, System, Unreadable, chinese, coordinates,
    spelling::Numbering, to_ascii, trim, wxf,
};
use crate::xiangqi::{Move, Position, Side};
use std::cell::Cell;

/// A token parsed without a board.
pub(super) enum Spelt {
    Squares(coordinates::IccsToken),
    Letters(wxf::LetterParts),
    Hanzi(chinese::HanziParts),
}

impl Spelt {
    pub(super) fn of(token: &str) -> Option<Spelt> {
        let token = trim(token);
        let hanzi = if token.is_ascii() { None } else { chinese::HanziParts::parse(token) };
        hanzi
            .map(Spelt::Hanzi)
            .or_else(|| coordinates::IccsToken::parse(token).map(Spelt::Squares))
            .or_else(|| wxf::LetterParts::parse(token).map(Spelt::Letters))
    }

    fn dress(&self) -> Dress {
        match self {
            Spelt::Squares(_) => Dress::SQUARES,
            Spelt::Letters(parts) => parts.dress,
            Spelt::Hanzi(parts) => parts.dress,
        }
    }

    pub(super) fn read(&self, position: &Position) -> Reading {
        match self {
            Spelt::Squares(squares) => squares.read(position),
            Spelt::Letters(parts) => parts.read(position),
            Spelt::Hanzi(parts) => parts.read(position, Numbering::Mover),
        }
    }

    /// Whether some notation names the piece of this move as the token does.
    fn is_usual(&self, mv: Move, position: &Position) -> bool {
        match self {
            Spelt::Squares(squares) => squares.kind.is_none(),
            Spelt::Letters(parts) => parts.is_usual(mv, position),
            Spelt::Hanzi(parts) => parts.is_usual(mv, position),
        }
    }
}

/// How much a word looks like a move, judged by its form alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveLook {
    /// Only moves have this form: `H2-E2`, `C2=5`, 炮二平五.
    Move,
    /// Moves of some notation have this form, and so have other texts: `7747`, `Che2`, 炮25.
    Likely,
}

impl MoveLook {
    /// Judges a word; `None` when no notation has moves of its form.
    ///
    /// ```
    /// use xqdb::notation::MoveLook;
    /// let words = ["Ｃ２＝５", "h2-e2", "前兵四平五", "Che2", "77-47", "11=2", "horse"];
    /// let looks = words.map(MoveLook::of);
    /// assert_eq!(looks[..3], [Some(MoveLook::Move); 3]);
    /// assert_eq!(looks[3..5], [Some(MoveLook::Likely); 2]);
    /// assert_eq!(looks[5..], [None; 2]);
    /// ```
    pub fn of(word: &str) -> Option<MoveLook> {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        if word.len() < 3 || digits > MOST_DIGITS {
            return None;
        }
        if word.is_ascii() {
            let is_last = |byte: &&u8| byte.is_ascii_alphanumeric();
            let ends = word.len() <= LONGEST_WORD
                && word.as_bytes().iter().rfind(is_last).is_some_and(u8::is_ascii_digit);
            if !ends || !word.bytes().all(may_stand_in_move) {
                return None;
            }
        } else {
            let is_number = |c: char| {
                c.is_ascii_digit() || c == '０' || matches!(Glyph::of(c), Some(Glyph::Digit(_)))
            };
            let is_part = |c: char| match to_ascii(c) {
                Some(byte) => may_stand_in_move(byte),
                None => {
                    let is_sign = matches!(c, '。' | '、' | '\u{304}' | '\u{331}');
                    is_sign || Glyph::of(c).is_some() || c.is_whitespace()
                }
            };
            let (mut len, mut has_number) = (0, false);
            for c in word.chars() {
                len += 1;
                has_number |= is_number(c);
                if len > LONGEST_WORD || !is_part(c) {
                    return None;
                }
            }
            if len < 3 || !has_number {
                return None;
            }
        }
        // `11=2` and `112` are usually numbers.
        let is_named = word.chars().any(|c| c.is_alphabetic());
        match Spelt::of(word) {
            Some(Spelt::Letters(_)) if !is_named => None,
            Some(spelt) if spelt.dress().0 & Dress::STRANGE.0 == 0 => Some(MoveLook::Move),
            _ if coordinates::is_square_pair(word) => Some(MoveLook::Move),
            _ => {
                let start = Position::start();
                let no_form = Reading::None(Unreadable::NotAMove);
                rows_of(word)
                    .any(|row| (row.read)(word, &start) != no_form)
                    .then_some(MoveLook::Likely)
            }
        }
    }
}

/// Notations that may read a word with numbers: not moves in words nor poems, and of words with
/// several letters in a row only those that have some.
fn rows_of(word: &str) -> impl Iterator<Item = &'static Notation> {
    let is_part = |row: &&Notation| !row.name.starts_with("descriptive") && row.name != "poem";
    let mut runs = word.split(|c: char| !c.is_ascii_alphabetic());
    let has_letters = word.is_ascii() && !word.contains('<') && runs.any(|run| run.len() > 2);
    let others = if has_letters { &[][..] } else { NOTATIONS };
    others.iter().chain(RIVALS).filter(is_part)
}

/// Whether moves of some notation have this character of ASCII, or its full-width form.
fn may_stand_in_move(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || char::from(byte).is_whitespace()
        || b"+-=.#!?,;:<>/".contains(&byte)
}

/// Largest number of characters of a word that may be a move.
const LONGEST_WORD: usize = 14;

/// Largest number of ASCII digits in a move: `R110-210`.
const MOST_DIGITS: usize = 6;

/// The dresses in which the moves of a line are read, Red's and Black's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hand([Dress; 2]);

impl Hand {
    /// No dress.
    pub const NONE: Hand = Hand([Dress(0); 2]);
    /// All dresses.
    pub const ANY: Hand = Hand([Dress::ALL; 2]);
    /// All dresses that state the direction of a move.
    pub const FULL: Hand = Hand([Dress::ALL.without(Dress::SHORT); 2]);

    /// Dresses of a line: those shown by two tokens or by half of them. Tokens without direction
    /// are read only if most tokens have none; kinds of digits are counted for each side.
    pub fn of<'t>(tokens: impl Iterator<Item = (Side, &'t str)>) -> Hand {
        let mut counts = [[0usize; Dress::COUNT]; 2];
        let mut totals = [0; 2];
        for (side, token) in tokens {
            let Some(spelt) = Spelt::of(token) else { continue };
            totals[side as usize] += 1;
            for (sign, count) in counts[side as usize].iter_mut().enumerate() {
                *count += usize::from(spelt.dress().has(Dress(1 << sign)));
            }
        }
        let total = totals[0] + totals[1];
        Hand(Side::ALL.map(|side| {
            let both = |sign: usize| counts[0][sign] + counts[1][sign];
            let shown = (0..Dress::COUNT).filter(|&sign| {
                let dress = Dress(1 << sign);
                let (count, of) = if Dress::DIGITS.has(dress) {
                    (counts[side as usize][sign], totals[side as usize])
                } else if let Some(group) = Dress::ALIKE.iter().find(|group| group.has(dress)) {
                    let alike = (0..Dress::COUNT).filter(|&at| group.has(Dress(1 << at)));
                    (both(sign), alike.map(both).sum())
                } else {
                    (both(sign), total)
                };
                let is_half = 2 * count >= of;
                if dress == Dress::SHORT { 2 * count > of } else { count >= 2 || is_half }
            });
            Dress(shown.fold(0, |signs, sign| signs | 1 << sign))
        }))
    }

    /// Whether a single notation has all these dresses.
    #[must_use]
    pub fn is_one(self) -> bool {
        let [red, black] = self.0;
        let both = red.and(black);
        let has_one = |dress: Dress, of: Dress| (dress.0 & of.0).count_ones() <= 1;
        both.0 & Dress::STRANGE.0 == 0
            && has_one(both, Dress::FAMILIES)
            && Dress::ALIKE.iter().all(|&group| has_one(both, group))
            && self.0.iter().all(|&side| has_one(side, Dress::DIGITS))
    }

    /// Whether this hand contains every dress of `other`.
    #[must_use]
    pub fn covers(self, other: Hand) -> bool {
        self.0.iter().zip(other.0).all(|(own, other)| own.has(other))
    }

    /// Merges the dresses of the two sides, for both sides.
    #[must_use]
    pub fn of_both(self) -> Hand {
        Hand([self.0[0].and(self.0[1]); 2])
    }
}

/// Reads the tokens of one line and notes their dresses.
#[derive(Debug)]
pub struct TokenReader<'s> {
    system: &'s System,
    /// Dresses that are read if no system is named.
    hand: Hand,
    /// Address of the token that counts as damaged.
    damaged: Option<*const u8>,
    seen: Cell<Hand>,
    loose: Cell<Option<Loose>>,
}

/// Tokens that their system would write otherwise.
#[derive(Debug, Clone, Copy)]
struct Loose {
    /// Addresses of the first and the last of these tokens.
    first: *const u8,
    last: *const u8,
    count: usize,
}

/// A spelling belongs to a line if at least one in this number of tokens has it.
const SHARE: usize = 8;

impl<'s> TokenReader<'s> {
    /// Makes a reader for a line written in `system` by `hand`.
    pub fn new(system: &'s System, hand: Hand) -> TokenReader<'s> {
        TokenReader {
            system,
            hand,
            damaged: None,
            seen: Cell::new(Hand::NONE),
            loose: Cell::default(),
        }
    }

    /// Dresses of the tokens read so far.
    pub fn seen(&self) -> Hand {
        self.seen.get()
    }

    /// This reader, but with the first loosely spelt token counted as damaged; `None` when there is
    /// no such token, or when many of the line's `len` tokens are spelt loosely.
    pub fn without_odd_one(&self, len: usize) -> Option<TokenReader<'s>> {
        let is_odd = |loose: &Loose| len > 2 && (loose.count < 2 || loose.count * SHARE < len);
        let loose = self.loose.get().filter(is_odd)?;
        Some(TokenReader { damaged: Some(loose.first), ..TokenReader::new(self.system, self.hand) })
    }

    /// Reads a token in a position.
    ///
    /// ```
    /// use xqdb::notation::{Hand, Reading, System, TokenReader, Unreadable};
    /// use xqdb::xiangqi::Position;
    ///
    /// let read = |hand| TokenReader::new(&System::Auto, hand).read("炮二五", &Position::start());
    /// assert!(matches!(read(Hand::ANY), Reading::One(_)));
    /// assert_eq!(read(Hand::FULL), Reading::None(Unreadable::NotAMove));
    /// ```
    pub fn read(&self, token: &str, position: &Position) -> Reading {
        if self.damaged == Some(token.as_ptr()) {
            return Reading::None(Unreadable::OtherNotation);
        }
        match self.system {
            System::Auto => self.read_dressed(token, position),
            system => {
                let reading = system.read(token, position);
                let is_usual = |mv| system.spells(token, mv, position);
                self.noted(token, reading, is_usual)
            }
        }
    }

    fn read_dressed(&self, token: &str, position: &Position) -> Reading {
        // Nearly all squares are `h2e2` in ASCII, which parse at once.
        let side = position.side() as usize;
        if let Ok(mv) = token.parse()
            && self.hand.0[side].has(Dress::SQUARES)
        {
            self.see(side, Dress::SQUARES);
            return Reading::on_board(mv, position);
        }
        let Some(spelt) = Spelt::of(token) else { return Reading::None(Unreadable::NotAMove) };
        let dress = spelt.dress();
        match dress.without(self.hand.0[side]) {
            Dress(0) => {
                self.see(side, dress);
                self.noted(token, spelt.read(position), |mv| spelt.is_usual(mv, position))
            }
            Dress::SHORT => Reading::None(Unreadable::NotAMove),
            _ => match spelt.read(position) {
                // The token is no move even in its own notation.
                unreadable @ Reading::None(_) => unreadable,
                _ => Reading::None(Unreadable::OtherNotation),
            },
        }
    }

    fn see(&self, side: usize, dress: Dress) {
        let mut seen = self.seen.get();
        seen.0[side] = seen.0[side].and(dress);
        self.seen.set(seen);
    }

    /// Returns `reading`, and notes the token if its spelling is unusual for the move.
    fn noted(&self, token: &str, reading: Reading, is_usual: impl Fn(Move) -> bool) -> Reading {
        let moves = reading.moves();
        let is_usual = moves.is_empty() || moves.iter().any(|mv| is_usual(*mv));
        // Tokens read again on trial lie at lower addresses than the last one.
        let at = token.as_ptr();
        match self.loose.get() {
            _ if is_usual => {}
            None => self.loose.set(Some(Loose { first: at, last: at, count: 1 })),
            Some(Loose { last, .. }) if last >= at => {}
            Some(loose) => {
                self.loose.set(Some(Loose { last: at, count: loose.count + 1, ..loose }))
            }
        }
        reading
    }
}
