//! The words of the language in English and Chinese, in one table; their sorts, for help while
//! typing; and the library of named patterns.

use super::points::Region;
use super::syntax::{
    Axis, Measure, Pattern, PieceFilter, PieceSet, Prefix, State, TextField, Verb,
};
use crate::metadata::named;
use crate::text::fold;
use crate::xiangqi::{Piece, PieceKind, Side};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

/// Meaning of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    And,
    Or,
    Prefix(Prefix),
    Times,
    Def,
    Then,
    Within,
    Steps,
    Next,
    For,
    State(State),
    In,
    Verb(Verb),
    Is(PieceFilter),
    Region(Region),
    Move,
    From,
    To,
    Takes,
    Checking,
    First,
    Board,
    Material,
    Versus,
    Line(Axis),
    Colour(Side),
    Field(QueryField),
    /// Pieces of both sides or of one.
    Noun(PieceSet),
}

/// A field before a `:` or a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QueryField {
    Text(TextField),
    Date,
    Result,
    Kind,
    Played,
    Year,
    Plies,
    Ply,
    Round,
    Measured(Measure),
}

/// Pieces of these kinds, of one side or of both.
const fn noun(kinds: &[PieceKind], side: Option<Side>) -> Word {
    let (mut set, mut number) = (0, 0);
    while number < kinds.len() {
        let kind = kinds[number];
        let of =
            [1 << Piece::new(Side::Red, kind).index(), 1 << Piece::new(Side::Black, kind).index()];
        set |= match side {
            Some(side) => of[side as usize],
            None => of[0] | of[1],
        };
        number += 1;
    }
    Word::Noun(PieceSet(set))
}

/// All words, each with its spellings separated by blanks.
const WORDS: &[(&str, Word)] = &[
    ("and 且 并且", Word::And),
    ("or 或 或者", Word::Or),
    ("not no 非 没有", Word::Prefix(Prefix::Not)),
    ("never 从未 从不", Word::Prefix(Prefix::Never)),
    ("always 始终", Word::Prefix(Prefix::Always)),
    ("ever 曾 曾经", Word::Prefix(Prefix::Ever)),
    ("times 次数", Word::Times),
    ("mirror 左右", Word::Prefix(Prefix::Mirror)),
    ("swap 红黑", Word::Prefix(Prefix::Swap)),
    ("def 定义", Word::Def),
    ("then 然后 之后", Word::Then),
    ("within", Word::Within),
    ("步内", Word::Steps),
    ("next 接着 紧接", Word::Next),
    ("for 持续", Word::For),
    ("start 开始", Word::State(State::Start)),
    ("end 终局", Word::State(State::End)),
    ("in on at 在 位于", Word::In),
    ("attacks attack 攻 攻击 捉", Word::Verb(Verb::Attacks)),
    ("protects protect 保 保护 看", Word::Verb(Verb::Protects)),
    ("pins pin 牵 牵制", Word::Verb(Verb::Pins)),
    ("blocks block 蹩 塞", Word::Verb(Verb::Blocks)),
    ("attacked 被攻 被捉", Word::Is(PieceFilter::Attacked)),
    ("protected 有根", Word::Is(PieceFilter::Protected)),
    ("unprotected 无根", Word::Is(PieceFilter::Unprotected)),
    ("pinned 被牵", Word::Is(PieceFilter::Pinned)),
    ("move moves 走", Word::Move),
    ("from 从", Word::From),
    ("to 到", Word::To),
    ("takes take 吃", Word::Takes),
    ("checking 叫将 将军", Word::Checking),
    ("check 被将 被将军", Word::State(State::Check)),
    ("mate 将死", Word::State(State::Mate)),
    ("stalemate 困毙", Word::State(State::Stalemate)),
    ("first 先", Word::First),
    ("board 盘面", Word::Board),
    ("material 子力", Word::Material),
    ("vs 对", Word::Versus),
    ("line 线", Word::Line(Axis::Both)),
    ("file 直线", Word::Line(Axis::File)),
    ("rank 横线", Word::Line(Axis::Rank)),
    ("red 红 红方", Word::Colour(Side::Red)),
    ("black 黑 黑方", Word::Colour(Side::Black)),
    ("palace 九宫", Word::Region(Region::PALACE)),
    ("river 河界", Word::Region(Region::RIVER)),
    ("home 己方", Word::Region(Region::HOME)),
    ("crossed 过河", Word::Region(Region::CROSSED)),
    ("base 己底", Word::Region(Region::BASE)),
    ("bottom 底线", Word::Region(Region::BOTTOM)),
    ("centre center 中路", Word::Region(Region::CENTRE)),
    ("ribs 肋道", Word::Region(Region::RIBS)),
    ("edge 边线", Word::Region(Region::EDGE)),
    ("left 左翼", Word::Region(Region::LEFT)),
    ("right 右翼", Word::Region(Region::RIGHT)),
    ("player 棋手", Word::Field(QueryField::Text(TextField::Player))),
    ("event 赛事", Word::Field(QueryField::Text(TextField::Event))),
    ("opening 开局", Word::Field(QueryField::Text(TextField::Opening))),
    ("title 标题", Word::Field(QueryField::Text(TextField::Title))),
    ("site 地点", Word::Field(QueryField::Text(TextField::Site))),
    ("book 书 chapter 章", Word::Field(QueryField::Text(TextField::Book))),
    ("source 来源", Word::Field(QueryField::Text(TextField::Source))),
    ("text 评注", Word::Field(QueryField::Text(TextField::Comment))),
    ("year 年", Word::Field(QueryField::Year)),
    ("date 日期", Word::Field(QueryField::Date)),
    ("result 结果", Word::Field(QueryField::Result)),
    ("kind 类型", Word::Field(QueryField::Kind)),
    ("played 弈法", Word::Field(QueryField::Played)),
    ("plies 总步", Word::Field(QueryField::Plies)),
    ("ply 步", Word::Field(QueryField::Ply)),
    ("round 回合", Word::Field(QueryField::Round)),
    ("eval 评分", Word::Field(QueryField::Measured(Measure::Eval))),
    ("clock 余时", Word::Field(QueryField::Measured(Measure::Clock))),
    ("rook rooks chariot chariots 车", noun(&[PieceKind::Rook], None)),
    ("horse horses knight knights 马", noun(&[PieceKind::Horse], None)),
    ("cannon cannons 炮", noun(&[PieceKind::Cannon], None)),
    ("elephant elephants bishop bishops", noun(&[PieceKind::Elephant], None)),
    ("advisor advisors guard guards", noun(&[PieceKind::Advisor], None)),
    ("king kings general generals", noun(&[PieceKind::King], None)),
    ("pawn pawns soldier soldiers", noun(&[PieceKind::Pawn], None)),
    ("major majors 大子", noun(&[PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon], None)),
    ("defender defenders 士象", noun(&[PieceKind::Advisor, PieceKind::Elephant], None)),
    ("piece pieces 子", Word::Noun(PieceSet::ALL)),
    ("俥", noun(&[PieceKind::Rook], Some(Side::Red))),
    ("傌", noun(&[PieceKind::Horse], Some(Side::Red))),
    ("相", noun(&[PieceKind::Elephant], Some(Side::Red))),
    ("仕", noun(&[PieceKind::Advisor], Some(Side::Red))),
    ("帅", noun(&[PieceKind::King], Some(Side::Red))),
    ("兵", noun(&[PieceKind::Pawn], Some(Side::Red))),
    ("象", noun(&[PieceKind::Elephant], Some(Side::Black))),
    ("士", noun(&[PieceKind::Advisor], Some(Side::Black))),
    ("将", noun(&[PieceKind::King], Some(Side::Black))),
    ("卒", noun(&[PieceKind::Pawn], Some(Side::Black))),
];

/// Kind of the piece that a letter or hanzi names.
pub(super) fn piece_kind(letter: char) -> Option<PieceKind> {
    Some(match letter {
        '车' | '俥' => PieceKind::Rook,
        '马' | '傌' => PieceKind::Horse,
        '炮' => PieceKind::Cannon,
        '兵' | '卒' => PieceKind::Pawn,
        '士' | '仕' => PieceKind::Advisor,
        '象' | '相' => PieceKind::Elephant,
        '帅' | '将' => PieceKind::King,
        _ if letter.is_ascii_alphabetic() => Piece::from_fen_letter(letter)?.kind(),
        _ => return None,
    })
}

/// Hanzi that are not folded, since folding would lose their colour.
pub(super) const CARVED: [char; 2] = ['俥', '傌'];

/// A character folded to half width and simplified script; capitals stay.
pub(super) fn fold_letter(letter: char) -> char {
    match letter {
        ' '..='~' => letter,
        '，' | '、' => ',',
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(letter) - 0xFEE0).unwrap_or(letter),
        _ if CARVED.contains(&letter) => letter,
        _ => crate::text::fold_char(letter),
    }
}

/// All spellings with their words.
pub(super) fn spellings() -> impl Iterator<Item = (&'static str, Word)> {
    WORDS.iter().flat_map(|(spellings, word)| spellings.split(' ').map(|text| (text, *word)))
}

/// The word with this folded spelling.
pub(super) fn word(text: &str) -> Option<Word> {
    static TABLE: LazyLock<HashMap<String, Word>> =
        LazyLock::new(|| spellings().map(|(text, word)| (key(text), word)).collect());
    TABLE.get(text).copied()
}

/// Side that a word of the language names: `red`, 红方.
#[must_use]
pub fn side_named(text: &str) -> Option<Side> {
    match word(&key(text)) {
        Some(Word::Colour(side)) => Some(side),
        _ => None,
    }
}

/// Kind of the pieces, of either side, that a word of the language names: `rook`, `Pawns`, `车`.
#[must_use]
pub fn pieces_named(text: &str) -> Option<PieceKind> {
    let named = word(&key(text))?;
    PieceKind::ALL.into_iter().find(|&kind| named == noun(&[kind], None))
}

/// Folded form in which spellings are compared.
pub(super) fn key(text: &str) -> String {
    if text.chars().any(|letter| CARVED.contains(&letter)) {
        return text.to_owned();
    }
    fold(text)
}

/// First spelling of a word in English, or else in hanzi.
pub(super) fn spelling(wanted: Word) -> &'static str {
    spellings().find(|(_, word)| *word == wanted).map_or("", |(text, _)| text)
}

named! {
    /// Sort of a word.
    pub enum WordSort {
        /// Joins or turns conditions.
        Joining = "joining",
        /// A field of a record, such as player or date; `:` and a value follow.
        Header = "header",
        /// A part of the board.
        Region = "region",
        /// Pieces.
        Piece = "piece",
        /// Any other word about pieces, moves and moments.
        Other = "other",
    }
}

impl WordSort {
    const fn of(word: Word) -> WordSort {
        match word {
            Word::And
            | Word::Or
            | Word::Prefix(_)
            | Word::Times
            | Word::Def
            | Word::Then
            | Word::Within
            | Word::Steps
            | Word::Next
            | Word::For => WordSort::Joining,
            Word::Field(_) => WordSort::Header,
            Word::Region(_) => WordSort::Region,
            Word::Noun(_) => WordSort::Piece,
            _ => WordSort::Other,
        }
    }
}

/// All spellings of all words, with their sorts.
///
/// ```
/// use xqdb::query::{WordSort, vocabulary};
/// let all: Vec<_> = vocabulary().collect();
/// assert!(all.contains(&("palace", WordSort::Region)) && all.contains(&("九宫", WordSort::Region)));
/// assert!(all.contains(&("player", WordSort::Header)));
/// ```
pub fn vocabulary() -> impl Iterator<Item = (&'static str, WordSort)> {
    spellings().map(|(text, word)| (text, WordSort::of(word)))
}

/// Named patterns, each with all its spellings.
#[derive(Debug, Clone)]
pub struct Library {
    patterns: Vec<Arc<Pattern>>,
    /// Place in `patterns` by folded spelling.
    places: HashMap<String, usize>,
    longest: usize,
}

impl Library {
    /// A library without patterns.
    pub(super) fn empty() -> Library {
        let words = spellings().map(|(text, _)| text.chars().count());
        Library { patterns: Vec::new(), places: HashMap::new(), longest: words.max().unwrap_or(0) }
    }

    /// All patterns, in the order of their definition.
    pub fn patterns(&self) -> &[Arc<Pattern>] {
        &self.patterns
    }

    /// The pattern with this folded spelling.
    pub(super) fn pattern(&self, key: &str) -> Option<&Arc<Pattern>> {
        self.places.get(key).map(|&place| &self.patterns[place])
    }

    /// The pattern with this name, in either script and any case.
    pub fn named(&self, name: &str) -> Option<&Arc<Pattern>> {
        self.pattern(&key(name))
    }

    /// Adds a pattern under its names.
    pub(super) fn add(&mut self, pattern: Pattern) {
        for name in &pattern.names {
            self.longest = self.longest.max(name.chars().count());
            self.places.insert(key(name), self.patterns.len());
        }
        self.patterns.push(Arc::new(pattern));
    }

    /// Number of characters of the longest word or name.
    pub(super) fn longest_name(&self) -> usize {
        self.longest
    }

    /// The known word or name most similar to an unknown one.
    pub(super) fn nearest(&self, unknown: &str) -> Option<String> {
        let unknown = key(unknown);
        let names = self.patterns.iter().flat_map(|pattern| &pattern.names);
        let known = spellings().map(|(text, _)| text).chain(names.map(String::as_str));
        let len = unknown.chars().count();
        known
            .map(|text| (strsim::osa_distance(&unknown, &key(text)), text))
            .filter(|&(distance, _)| 2 * distance <= len)
            .min_by_key(|&(distance, _)| distance)
            .map(|(_, text)| text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_pages_that_teach_the_language_list_every_word_and_no_other() {
        let pages = [
            (include_str!("../../docs/asking.md"), "## All words"),
            (include_str!("../../docs/asking.zh-CN.md"), "## 全部用词"),
        ];
        let words: BTreeSet<&str> = spellings().map(|(spelling, _)| spelling).collect();
        for (page, title) in pages {
            let (_, section) = page.split_once(title).unwrap();
            let rows =
                section.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | "));
            let listed: BTreeSet<&str> = rows
                .skip(2)
                .flat_map(|(_, listed)| listed.trim_end_matches(" |").split(" · "))
                .flat_map(|word| word.split(" (").next().unwrap().split(' '))
                .collect();
            assert_eq!(listed, words, "{title}");
        }
    }
}
