//! The words of descriptions, both languages in one table.

use super::{Fact, Landmark};
use crate::notation::symbols::Direction;
use crate::xiangqi::{PieceKind, Side};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::sync::LazyLock;

/// The meaning of a word.
#[derive(Debug, Clone, Copy)]
enum Word {
    /// A fact by itself.
    Fact(Fact),
    /// A piece: the one that moves, or after a verb of capture the one that is taken.
    Piece(PieceKind),
    /// 将: the king at the beginning, check at the end.
    KingOrCheck,
    /// A verb of capture.
    Capture,
    /// Nothing.
    Filler,
}

use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
use Word::{Capture, Filler, Piece};

const fn at(landmark: Landmark) -> Word {
    Word::Fact(Fact::At(landmark))
}

const fn goes(direction: Direction) -> Word {
    Word::Fact(Fact::Goes(direction))
}

/// All known words. A writer takes the first word of each meaning and language.
const WORDS: &[(&str, Word)] = &[
    ("帅", Piece(King)),
    ("帥", Piece(King)),
    ("将", Word::KingOrCheck),
    ("將", Word::KingOrCheck),
    ("王", Piece(King)),
    ("仕", Piece(Advisor)),
    ("士", Piece(Advisor)),
    ("相", Piece(Elephant)),
    ("象", Piece(Elephant)),
    ("马", Piece(Horse)),
    ("馬", Piece(Horse)),
    ("傌", Piece(Horse)),
    ("车", Piece(Rook)),
    ("車", Piece(Rook)),
    ("俥", Piece(Rook)),
    ("炮", Piece(Cannon)),
    ("砲", Piece(Cannon)),
    ("包", Piece(Cannon)),
    ("兵", Piece(Pawn)),
    ("卒", Piece(Pawn)),
    ("红", Word::Fact(Fact::Side(Side::Red))),
    ("紅", Word::Fact(Fact::Side(Side::Red))),
    ("黑", Word::Fact(Fact::Side(Side::Black))),
    ("进", goes(Direction::Advance)),
    ("進", goes(Direction::Advance)),
    ("上", goes(Direction::Advance)),
    ("退", goes(Direction::Retreat)),
    ("下", goes(Direction::Retreat)),
    ("平", goes(Direction::Traverse)),
    ("横", goes(Direction::Traverse)),
    ("橫", goes(Direction::Traverse)),
    ("吃", Capture),
    ("食", Capture),
    ("取", Capture),
    ("杀去", Capture),
    ("殺去", Capture),
    ("打", Capture),
    ("照将", Word::Fact(Fact::Check)),
    ("照將", Word::Fact(Fact::Check)),
    ("叫将", Word::Fact(Fact::Check)),
    ("叫將", Word::Fact(Fact::Check)),
    ("将军", Word::Fact(Fact::Check)),
    ("將軍", Word::Fact(Fact::Check)),
    ("照", Word::Fact(Fact::Check)),
    ("将死", Word::Fact(Fact::Mate)),
    ("將死", Word::Fact(Fact::Mate)),
    ("绝杀", Word::Fact(Fact::Mate)),
    ("絕殺", Word::Fact(Fact::Mate)),
    ("困毙", Word::Fact(Fact::Mate)),
    ("困斃", Word::Fact(Fact::Mate)),
    ("杀", Word::Fact(Fact::Mate)),
    ("殺", Word::Fact(Fact::Mate)),
    ("胜", Word::Fact(Fact::Mate)),
    ("勝", Word::Fact(Fact::Mate)),
    ("卧槽", at(Landmark::Manger)),
    ("臥槽", at(Landmark::Manger)),
    ("挂角", at(Landmark::PalaceCorner)),
    ("掛角", at(Landmark::PalaceCorner)),
    ("钓鱼", at(Landmark::Fishing)),
    ("釣魚", at(Landmark::Fishing)),
    ("河沿", at(Landmark::Riverbank)),
    ("河口", at(Landmark::Riverbank)),
    ("巡河", at(Landmark::Riverbank)),
    ("骑河", at(Landmark::FarRiverbank)),
    ("騎河", at(Landmark::FarRiverbank)),
    ("对岸", at(Landmark::FarRiverbank)),
    ("對岸", at(Landmark::FarRiverbank)),
    ("花心", at(Landmark::PalaceHeart)),
    ("宫心", at(Landmark::PalaceHeart)),
    ("宮心", at(Landmark::PalaceHeart)),
    ("本宫", at(Landmark::OwnPalace)),
    ("本宮", at(Landmark::OwnPalace)),
    ("九宫", at(Landmark::Palace)),
    ("九宮", at(Landmark::Palace)),
    ("宫", at(Landmark::Palace)),
    ("宮", at(Landmark::Palace)),
    ("中路", at(Landmark::CentralFile)),
    ("中线", at(Landmark::CentralFile)),
    ("中線", at(Landmark::CentralFile)),
    ("当头", at(Landmark::CentralFile)),
    ("當頭", at(Landmark::CentralFile)),
    ("中", at(Landmark::CentralFile)),
    ("肋道", at(Landmark::Rib)),
    ("肋", at(Landmark::Rib)),
    ("边线", at(Landmark::Edge)),
    ("邊線", at(Landmark::Edge)),
    ("边", at(Landmark::Edge)),
    ("邊", at(Landmark::Edge)),
    ("本方底线", at(Landmark::HomeRank)),
    ("本方底線", at(Landmark::HomeRank)),
    ("归底", at(Landmark::HomeRank)),
    ("歸底", at(Landmark::HomeRank)),
    ("底线", at(Landmark::BottomRank)),
    ("底線", at(Landmark::BottomRank)),
    ("沉底", at(Landmark::BottomRank)),
    ("底", at(Landmark::BottomRank)),
    ("下二路", at(Landmark::SecondRank)),
    ("卒林线", at(Landmark::PawnRank)),
    ("卒林線", at(Landmark::PawnRank)),
    ("过河", Word::Fact(Fact::CrossesRiver)),
    ("過河", Word::Fact(Fact::CrossesRiver)),
    ("渡河", Word::Fact(Fact::CrossesRiver)),
    ("到", Filler),
    ("至", Filler),
    ("入", Filler),
    ("占", Filler),
    ("佔", Filler),
    ("而", Filler),
    ("再", Filler),
    ("king", Piece(King)),
    ("general", Piece(King)),
    ("advisor", Piece(Advisor)),
    ("adviser", Piece(Advisor)),
    ("guard", Piece(Advisor)),
    ("elephant", Piece(Elephant)),
    ("minister", Piece(Elephant)),
    ("bishop", Piece(Elephant)),
    ("horse", Piece(Horse)),
    ("knight", Piece(Horse)),
    ("chariot", Piece(Rook)),
    ("rook", Piece(Rook)),
    ("cannon", Piece(Cannon)),
    ("pawn", Piece(Pawn)),
    ("soldier", Piece(Pawn)),
    ("red", Word::Fact(Fact::Side(Side::Red))),
    ("black", Word::Fact(Fact::Side(Side::Black))),
    ("advances", goes(Direction::Advance)),
    ("advance", goes(Direction::Advance)),
    ("forward", goes(Direction::Advance)),
    ("retreats", goes(Direction::Retreat)),
    ("retreat", goes(Direction::Retreat)),
    ("back", goes(Direction::Retreat)),
    ("traverses", goes(Direction::Traverse)),
    ("traverse", goes(Direction::Traverse)),
    ("sideways", goes(Direction::Traverse)),
    ("captures", Capture),
    ("capturing", Capture),
    ("capture", Capture),
    ("takes", Capture),
    ("take", Capture),
    ("taking", Capture),
    ("check", Word::Fact(Fact::Check)),
    ("checks", Word::Fact(Fact::Check)),
    ("checking", Word::Fact(Fact::Check)),
    ("mate", Word::Fact(Fact::Mate)),
    ("mates", Word::Fact(Fact::Mate)),
    ("checkmate", Word::Fact(Fact::Mate)),
    ("stalemate", Word::Fact(Fact::Mate)),
    ("manger", at(Landmark::Manger)),
    ("palace corner", at(Landmark::PalaceCorner)),
    ("fishing point", at(Landmark::Fishing)),
    ("riverbank", at(Landmark::Riverbank)),
    ("river bank", at(Landmark::Riverbank)),
    ("far riverbank", at(Landmark::FarRiverbank)),
    ("palace heart", at(Landmark::PalaceHeart)),
    ("own palace", at(Landmark::OwnPalace)),
    ("palace", at(Landmark::Palace)),
    ("central file", at(Landmark::CentralFile)),
    ("center", at(Landmark::CentralFile)),
    ("centre", at(Landmark::CentralFile)),
    ("rib", at(Landmark::Rib)),
    ("edge", at(Landmark::Edge)),
    ("home rank", at(Landmark::HomeRank)),
    ("bottom rank", at(Landmark::BottomRank)),
    ("second rank", at(Landmark::SecondRank)),
    ("pawn rank", at(Landmark::PawnRank)),
    ("crosses the river", Word::Fact(Fact::CrossesRiver)),
    ("crossing the river", Word::Fact(Fact::CrossesRiver)),
    ("the", Filler),
    ("a", Filler),
    ("to", Filler),
    ("for", Filler),
    ("on", Filler),
    ("at", Filler),
    ("with", Filler),
    ("and", Filler),
    ("moves", Filler),
    ("goes", Filler),
    ("into", Filler),
    ("giving", Filler),
];

/// Longer texts are no descriptions of one move.
const LONGEST: usize = 120;

/// The facts of a description; `None` when a word is not known or nothing is said.
pub(super) fn parse(text: &str) -> Option<Vec<Fact>> {
    let text = crate::notation::trim(text);
    if text.len() > LONGEST {
        return None;
    }
    let lower = text.to_lowercase();
    let mut rest = lower.as_str();
    let mut facts = Vec::new();
    let mut has_piece = false;
    let mut is_capture = false;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix(|c: char| c.is_whitespace() || c == '_') {
            rest = after;
            continue;
        }
        let (len, word) = longest(rest)?;
        rest = &rest[len..];
        match word {
            Filler => {}
            Capture => is_capture = true,
            Piece(kind) if is_capture => {
                facts.push(Fact::Takes(kind));
                is_capture = false;
            }
            Word::KingOrCheck if is_capture => {
                facts.push(Fact::Takes(King));
                is_capture = false;
            }
            Piece(_) if has_piece => return None,
            Word::KingOrCheck if has_piece => facts.push(Fact::Check),
            Piece(kind) => {
                facts.push(Fact::Piece(kind));
                has_piece = true;
            }
            Word::KingOrCheck => {
                facts.push(Fact::Piece(King));
                has_piece = true;
            }
            Word::Fact(fact) => facts.push(fact),
        }
    }
    if is_capture {
        facts.push(Fact::Captures);
    }
    (!facts.is_empty()).then_some(facts)
}

/// The longest word that `text` begins with, and its length in bytes. Latin words end where a word
/// ends.
fn longest(text: &str) -> Option<(usize, Word)> {
    let fits = |word: &str| {
        text.strip_prefix(word).is_some_and(|rest| {
            !word.is_ascii() || !rest.starts_with(|next: char| next.is_ascii_alphabetic())
        })
    };
    static BY_FIRST: LazyLock<FxHashMap<char, Vec<(&str, Word)>>> = LazyLock::new(by_first);
    let words = BY_FIRST.get(&text.chars().next()?)?;
    words.iter().find(|(word, _)| fits(word)).map(|&(word, meaning)| (word.len(), meaning))
}

/// The words by their first letters, the longer ones first: a line told in words is read in
/// thousands of positions.
fn by_first() -> FxHashMap<char, Vec<(&'static str, Word)>> {
    let mut words: FxHashMap<char, Vec<(&str, Word)>> = FxHashMap::default();
    for &(word, meaning) in WORDS {
        words.entry(word.chars().next().unwrap_or_default()).or_default().push((word, meaning));
    }
    words.values_mut().for_each(|words| words.sort_by_key(|(word, _)| Reverse(word.len())));
    words
}

/// The word for a place, Chinese or English.
pub(super) fn place(landmark: Landmark, is_english: bool) -> &'static str {
    let found = WORDS.iter().find(|(word, meaning)| {
        word.is_ascii() == is_english
            && matches!(meaning, Word::Fact(Fact::At(known)) if *known == landmark)
    });
    found.map_or("", |(word, _)| word)
}
