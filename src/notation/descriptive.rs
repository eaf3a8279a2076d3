//! Moves described in words, as in 《百变象棋谱》 (about 1522): 兵吃车, 将退,
//! 车进照, 马卧槽; "Pawn captures Chariot", "King retreats", "Chariot advances for Check",
//! "Horse to Riverbank". These examples are from Jim Png, "A Detailed Introduction to the Notation
//! System in Xiangqi"; further words in `descriptive.tsv` are common terms of the game.
//!
//! # Reading
//! A description states facts: the piece, its capture, its direction, its place of arrival
//! ([`Landmark`]), check or mate. It means every *legal* move that agrees with all facts; whatever
//! the text omits is open, even a capture. Both languages are read everywhere, filler words are
//! skipped, and one unknown word makes the text no description.
//!
//! One description is seldom enough: [`solve`](super::solve) solves a whole line.
//!
//! # Writing
//! The writer states every fact that holds: piece, direction, the narrowest landmark, capture,
//! check or mate. The text may still fit other moves: the system is not complete.

use super::spelling::direction_and_number;
use super::symbols::{Direction, SIMPLIFIED, sign_direction};
use super::{Notation, Reading, Unreadable, trim};
use crate::xiangqi::{Move, Piece, PieceKind, Position, Side, is_across, parse_side};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::sync::LazyLock;

/// Descriptions in Chinese.
pub(super) const NOTATION: Notation = Notation {
    name: "descriptive",
    aliases: &["描述"],
    is_complete: false,
    example: "炮平中路 马进",
    read,
    write: |mv, position| write(mv, position, false),
    ..Notation::LINE
};

/// Descriptions in English.
pub(super) const ENGLISH: Notation = Notation {
    name: "descriptive-en",
    is_complete: false,
    example: "Cannon traverses to the central file, Horse advances",
    read,
    write: |mv, position| write(mv, position, true),
    ..Notation::LINE
};

/// A fact that a description states about a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fact {
    /// The given side moves.
    Side(Side),
    /// A piece of this kind moves.
    Piece(PieceKind),
    /// The move captures a piece.
    Captures,
    /// The move captures a piece of this kind.
    Takes(PieceKind),
    /// The piece goes in this direction.
    Goes(Direction),
    /// The move gives check.
    Check,
    /// The move mates or stalemates.
    Mate,
    /// The piece arrives at this landmark.
    At(Landmark),
    /// The piece crosses the river.
    CrossesRiver,
}

/// A named place, as the mover sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Landmark {
    /// Bitmask of files from Red's left; every landmark is its own mirror image.
    files: u16,
    /// Bitmask of ranks from the mover's back rank.
    ranks: u16,
    /// Kind for which alone the word is used; `None` for all kinds.
    kind: Option<PieceKind>,
}

impl Fact {
    /// Whether the fact holds for a legal move in `position`.
    fn holds(self, mv: Move, position: &Position) -> bool {
        let side = position.side();
        let kind_on = |square| position.piece_at(square).map(Piece::kind);
        match self {
            Fact::Side(said) => side == said,
            Fact::Piece(kind) => kind_on(mv.from) == Some(kind),
            Fact::Captures => kind_on(mv.to).is_some(),
            Fact::Takes(kind) => kind_on(mv.to) == Some(kind),
            Fact::Goes(direction) => direction_of(mv, side) == direction,
            Fact::At(landmark) => {
                let rank = if side == Side::Red { mv.to.rank() } else { 9 - mv.to.rank() };
                landmark.files >> mv.to.file() & landmark.ranks >> rank & 1 == 1
                    && landmark.kind.is_none_or(|kind| kind_on(mv.from) == Some(kind))
            }
            Fact::CrossesRiver => !is_across(mv.from, side) && is_across(mv.to, side),
            Fact::Check => position.after(&[mv]).is_check(),
            Fact::Mate => position.after(&[mv]).ending().is_some(),
        }
    }

    /// Whether the move must be played to test the fact.
    fn is_costly(self) -> bool {
        matches!(self, Fact::Check | Fact::Mate)
    }
}

/// Direction of a move by its ranks alone, also for pieces that move diagonally.
fn direction_of(mv: Move, side: Side) -> Direction {
    direction_and_number(mv, PieceKind::Pawn, side).0
}

fn read(text: &str, position: &Position) -> Reading {
    let Some(facts) = parse(text) else { return Reading::None(Unreadable::NotAMove) };
    let (costly, cheap): (Vec<Fact>, Vec<Fact>) = facts.iter().partition(|fact| fact.is_costly());
    let is_there = |fact: &Fact| match *fact {
        Fact::Side(side) => side == position.side(),
        Fact::Piece(kind) => {
            position.board().pieces_of(position.side()).any(|(_, piece)| piece.kind() == kind)
        }
        _ => true,
    };
    if !cheap.iter().all(is_there) {
        return Reading::None(Unreadable::NoSuchPiece);
    }
    let kind = cheap.iter().find_map(|fact| match fact {
        Fact::Piece(kind) => Some(*kind),
        _ => None,
    });
    let mut moves = Vec::new();
    for (from, piece) in position.board().pieces_of(position.side()) {
        if kind.is_none_or(|kind| kind == piece.kind()) {
            position.for_each_target(from, |to| moves.push(Move::new(from, to)));
        }
    }
    moves.retain(|&mv| {
        let hold = |facts: &[Fact]| facts.iter().all(|fact| fact.holds(mv, position));
        hold(&cheap) && position.is_legal(mv) && hold(&costly)
    });
    moves.sort();
    Reading::of(moves, Unreadable::CannotMove)
}

/// Writes `车平中路吃炮照` or `Chariot traverses to the central file capturing Cannon with
/// check`.
fn write(mv: Move, position: &Position, is_english: bool) -> Option<String> {
    // Descriptions mean legal moves only.
    let piece = position.piece_at(mv.from).filter(|_| position.is_legal(mv))?;
    let [goes, to, captures, with] =
        if is_english { [" ", " to the ", " capturing ", " with "] } else { ["", "", "吃", ""] };
    let name = |piece: Piece| match is_english {
        true => capitalised(LEXICON.word(Fact::Piece(piece.kind()), is_english)),
        false => SIMPLIFIED.pieces[piece.side() as usize][piece.kind() as usize].to_string(),
    };
    let direction = Fact::Goes(direction_of(mv, position.side()));
    let mut text = name(piece) + goes + LEXICON.word(direction, is_english);
    let mut say = |before: &str, word: &str| text.extend([before, word]);
    let first = |facts: &[Fact]| facts.iter().copied().find(|fact| fact.holds(mv, position));
    if let Some(place) = first(&LEXICON.places) {
        say(to, LEXICON.word(place, is_english));
    }
    if let Some(taken) = position.piece_at(mv.to) {
        say(captures, &name(taken));
    }
    if let Some(end) = first(&[Fact::Mate, Fact::Check]) {
        say(with, LEXICON.word(end, is_english));
    }
    Some(text)
}

fn capitalised(word: &str) -> String {
    word[..1].to_ascii_uppercase() + &word[1..]
}

/// The meaning of a word.
#[derive(Debug, Clone, Copy)]
enum Meaning {
    Fact(Fact),
    /// 将: the king at the beginning, check at the end.
    KingOrCheck,
    Nothing,
}

impl Meaning {
    /// Reads the first column of `descriptive.tsv`.
    fn read(text: &str) -> Option<Meaning> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let letter = rest.chars().find(char::is_ascii_uppercase);
        let kind = letter.and_then(Piece::from_fen_letter).map(Piece::kind);
        Some(Meaning::Fact(match word {
            "king" => return Some(Meaning::KingOrCheck),
            "nothing" => return Some(Meaning::Nothing),
            "piece" => Fact::Piece(kind?),
            "side" => Fact::Side(parse_side(rest).ok()?),
            "goes" => Fact::Goes(sign_direction(*rest.as_bytes().first()?)?),
            "captures" => Fact::Captures,
            "check" => Fact::Check,
            "mate" => Fact::Mate,
            "crosses" => Fact::CrossesRiver,
            "at" => {
                let bits = |first: u8, last: u8| {
                    let named = rest.bytes().filter(|byte| (first..=last).contains(byte));
                    let bits = named.fold(0, |bits, byte| bits | 1 << (byte - first));
                    if bits == 0 { u16::MAX } else { bits }
                };
                Fact::At(Landmark { files: bits(b'a', b'i'), ranks: bits(b'0', b'9'), kind })
            }
            _ => return None,
        }))
    }
}

/// Words of both languages.
struct Lexicon {
    words: Vec<(&'static str, Meaning)>,
    /// Words by their first character, longer ones first; looked up in thousands of positions per
    /// line.
    by_first: FxHashMap<char, Vec<(&'static str, Meaning)>>,
    /// Names of pieces by their first letter, a to z, and those in hanzi at [`HANZI`].
    pieces: [Vec<&'static str>; HANZI + 1],
    /// All landmarks, the narrowest first.
    places: Vec<Fact>,
}

/// Place of the names in hanzi in [`Lexicon::pieces`].
const HANZI: usize = 26;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let (mut words, mut places) = (Vec::new(), Vec::new());
    let mut by_first: FxHashMap<char, Vec<_>> = FxHashMap::default();
    let rows = include_str!("descriptive.tsv").lines().filter(|row| !row.starts_with('#'));
    for (meaning, row) in rows.filter_map(|row| row.split_once('\t')) {
        let meaning = Meaning::read(meaning).expect("the table of words is well formed");
        words.extend(row.split('\t').map(|word| (word, meaning)));
        places.extend(match meaning {
            Meaning::Fact(place @ Fact::At(_)) => Some(place),
            _ => None,
        });
    }
    for word in &words {
        by_first.entry(word.0.chars().next().unwrap_or_default()).or_default().push(*word);
    }
    by_first.values_mut().for_each(|words| words.sort_by_key(|(word, _)| Reverse(word.len())));
    let mut pieces = [const { Vec::new() }; HANZI + 1];
    for (word, meaning) in &words {
        if matches!(meaning, Meaning::KingOrCheck | Meaning::Fact(Fact::Piece(_))) {
            let place = usize::from(word.as_bytes()[0].wrapping_sub(b'a')).min(HANZI);
            pieces[place].push(*word);
        }
    }
    Lexicon { words, by_first, pieces, places }
});

impl Lexicon {
    /// The longest word at the beginning of `text`: its length in bytes, and its meaning. A Latin
    /// word matches only as a whole.
    fn longest(&self, text: &str) -> Option<(usize, Meaning)> {
        let fits = |word: &str| {
            text.strip_prefix(word).is_some_and(|rest| {
                !word.is_ascii() || !rest.starts_with(|next: char| next.is_ascii_alphabetic())
            })
        };
        let words = self.by_first.get(&text.chars().next()?)?;
        words.iter().find(|(word, _)| fits(word)).map(|&(word, meaning)| (word.len(), meaning))
    }

    /// Number of names of pieces in a text, at most `most`, Latin ones as whole words.
    fn count_pieces(&self, text: &str, most: usize) -> usize {
        let bytes = text.as_bytes();
        let is_piece = |at: &usize| {
            let byte = bytes[*at];
            let begins = || *at == 0 || !bytes[*at - 1].is_ascii_alphabetic();
            let pieces = match byte {
                b'A'..=b'Z' => &self.pieces[usize::from(byte - b'A')],
                b'a'..=b'z' if begins() => &self.pieces[usize::from(byte - b'a')],
                // First bytes of hanzi.
                0xe4..=0xe9 => &self.pieces[HANZI],
                _ => return false,
            };
            pieces.iter().any(|name| {
                let end = *at + name.len();
                let is_name = |found: &[u8]| found.eq_ignore_ascii_case(name.as_bytes());
                let is_whole =
                    || !name.is_ascii() || !bytes.get(end).is_some_and(u8::is_ascii_lowercase);
                bytes.get(*at..end).is_some_and(is_name) && is_whole()
            })
        };
        (0..bytes.len()).filter(is_piece).take(most).count()
    }

    /// Word for a fact; empty if there is none.
    fn word(&self, fact: Fact, is_english: bool) -> &'static str {
        let found = self.words.iter().find(|(word, meaning)| {
            word.is_ascii() == is_english
                && matches!(meaning, Meaning::Fact(known) if *known == fact)
        });
        found.map_or("", |(word, _)| word)
    }
}

/// Largest number of bytes of a description.
const LONGEST: usize = 120;

/// Facts of a description; `None` if a word is unknown or no fact is stated.
fn parse(text: &str) -> Option<Vec<Fact>> {
    let text = trim(text);
    if text.len() > LONGEST {
        return None;
    }
    let lower = text.to_lowercase();
    let mut rest = lower.as_str();
    let mut facts = Vec::new();
    let mut is_capture = false;
    let is_between = |c: char| c.is_whitespace() || c == '_';
    loop {
        rest = rest.trim_start_matches(is_between);
        if rest.is_empty() {
            break;
        }
        let (len, meaning) = LEXICON.longest(rest)?;
        rest = &rest[len..];
        let has_piece = facts.iter().any(|fact| matches!(fact, Fact::Piece(_)));
        let fact = match meaning {
            Meaning::Nothing => continue,
            Meaning::KingOrCheck if has_piece && !is_capture => Fact::Check,
            Meaning::KingOrCheck => Fact::Piece(PieceKind::King),
            Meaning::Fact(fact) => fact,
        };
        match fact {
            Fact::Captures => is_capture = true,
            Fact::Piece(kind) if std::mem::take(&mut is_capture) => facts.push(Fact::Takes(kind)),
            Fact::Piece(_) if has_piece => return None,
            fact => facts.push(fact),
        }
    }
    if is_capture {
        facts.push(Fact::Captures);
    }
    (!facts.is_empty()).then_some(facts)
}

/// Words of Latin letters that may come again between described moves.
const LABELS: usize = 4;

/// Whether a text describes `least` moves in a row: `Horse advances, Cannon traverses`, 炮平中路
/// 马进. Signs, numbers, other words of such moves, and one word that comes again may stand between
/// them.
pub(crate) fn describes_moves(text: &str, least: usize) -> bool {
    if LEXICON.count_pieces(text, least) < least {
        return false;
    }
    // Joined words of Latin letters: `the riverHorse advances`.
    let mut lower = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_uppercase() && lower.ends_with(|last: char| last.is_ascii_alphabetic()) {
            lower.push(' ');
        }
        lower.extend(c.to_lowercase());
    }
    // Words of Latin letters that come again: names of members or elements.
    let (mut labels, mut next) = ([""; LABELS], 0);
    let (mut rest, mut moves, mut has_piece) = (lower.as_str(), 0, false);
    while let Some(first) = rest.chars().next() {
        let is_letter = |c: char| c.is_ascii_alphabetic();
        let len = match LEXICON.longest(rest) {
            Some((len, meaning)) => {
                use Fact::{At, Captures, CrossesRiver, Goes, Piece};
                match meaning {
                    Meaning::KingOrCheck | Meaning::Fact(Piece(_)) => has_piece = true,
                    Meaning::Fact(Goes(_) | Captures | At(_) | CrossesRiver) => {
                        moves += usize::from(std::mem::take(&mut has_piece));
                    }
                    _ => {}
                }
                len
            }
            None if first.is_alphabetic() => {
                let letters = rest.len() - rest.trim_start_matches(is_letter).len();
                let len = letters.max(first.len_utf8());
                // `第2回合` is a number.
                let is_number = matches!(first, '第' | '回' | '合');
                let word = &rest[..len];
                let known = if letters > 0 { &labels[..] } else { &labels[next..=next] };
                if !is_number && !known.contains(&word) {
                    moves = 0;
                    next = (next + 1) % LABELS;
                    labels[next] = word;
                }
                has_piece = false;
                len
            }
            None => first.len_utf8(),
        };
        if moves >= least {
            return true;
        }
        rest = &rest[len..];
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Solution, solve};

    /// Readings of a description as canonical moves, in the order found.
    fn readings(text: &str, fen: &str) -> String {
        let position = Position::from_fen(fen).unwrap();
        match read(text, &position) {
            Reading::One(mv) => mv.to_string(),
            Reading::Several(moves) => {
                let listed: Vec<String> = moves.iter().map(Move::to_string).collect();
                listed.join(" ")
            }
            Reading::None(why) => why.to_string(),
        }
    }

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

    #[test]
    fn words_become_facts() {
        for (text, fen, expected) in [
            ("Pawn captures Chariot", "4k4/9/9/4r4/4P4/9/9/9/9/4K4 w", "e5e6"),
            ("兵吃车", "4k4/9/9/4r4/4P4/9/9/9/9/4K4 w", "e5e6"),
            ("King retreats", "3k5/9/9/9/9/9/9/9/4K4/9 w", "e1e0"),
            ("将退", "3k5/9/9/9/9/9/9/9/4K4/9 w", "e1e0"),
            ("Chariot advances for Check", "4k4/9/9/9/7R1/9/9/9/9/3K5 w", "h5h9"),
            ("车进照", "4k4/9/9/9/7R1/9/9/9/9/3K5 w", "h5h9"),
            ("车进将军", "4k4/9/9/9/7R1/9/9/9/9/3K5 w", "h5h9"),
            ("车进将", "4k4/9/9/9/7R1/9/9/9/9/3K5 w", "h5h9"),
            ("Horse to Riverbank", "3k5/9/9/9/9/9/9/8N/9/4K4 w", "i2h4"),
            ("马到河沿", "3k5/9/9/9/9/9/9/8N/9/4K4 w", "i2h4"),
            ("马卧槽", "4k4/9/9/9/1N7/9/9/9/9/3K5 w", "the piece cannot move so"),
            ("马卧槽照", "4k4/9/9/1N7/9/9/9/9/9/3K5 w", "b6c8"),
            ("傌掛角", "4k4/9/9/9/4N4/9/9/9/9/3K5 w", "e5d7 e5f7"),
            ("炮平中路", START, "b2e2 h2e2"),
            ("炮当头", START, "b2e2 h2e2"),
            ("红相进", START, "c0a2 c0e2 g0e2 g0i2"),
            ("黑相进", START, "no such piece there"),
            ("Cannon takes Horse", START, "b2b9 h2h9"),
            ("吃", START, "b2b9 h2h9"),
            ("吃马", START, "b2b9 h2h9"),
            ("炮吃将", START, "the piece cannot move so"),
            ("马马进", START, "not a move in any notation"),
            ("马飞", START, "not a move in any notation"),
            ("Horses", START, "not a move in any notation"),
            ("", START, "not a move in any notation"),
            ("到", START, "not a move in any notation"),
        ] {
            assert_eq!(readings(text, fen), expected, "{text}");
        }
    }

    #[test]
    fn what_is_written_fits_its_move() {
        let mut position =
            Position::from_fen("r1bak1bn1/9/n3CR3/p1p1C1p1p/9/9/P1P1P1PrP/6N2/9/1cBAKAB2 w")
                .unwrap();
        for side in Side::ALL {
            position = position.with_side(side);
            for mv in position.legal_moves() {
                for is_english in [false, true] {
                    let text = write(mv, &position, is_english).unwrap();
                    let found = read(&text, &position);
                    assert!(found.moves().contains(&mv), "{text} for {mv}");
                }
            }
        }
        let start = Position::start();
        let mv: Move = "h2e2".parse().unwrap();
        for (is_english, text) in
            [(false, "炮平中路"), (true, "Cannon traverses to the central file")]
        {
            assert_eq!(write(mv, &start, is_english).as_deref(), Some(text));
        }
    }

    #[test]
    fn later_facts_prune_earlier_ones() {
        // Two pawns could have gone ahead: the one that can take the black pawn of file c next.
        let line = ["兵进", "马进边线", "兵进过河", "象进边线", "兵进吃卒"];
        let Solution::Several { lines, .. } = solve(&line, &Position::start(), &read) else {
            panic!()
        };
        assert!(lines.iter().all(|moves| moves[2].from == moves[0].to));
        let line = solve(
            &["King retreats", "King advances"],
            &Position::from_fen("3k5/9/9/9/9/9/9/9/4K4/9 w").unwrap(),
            &read,
        );
        assert_eq!(line.unique().map(<[Move]>::len), Some(2));
    }
}
