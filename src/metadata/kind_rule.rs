//! Signs of the kind of a record, and the rule that decides it.

use super::heading::known_heading;
use super::words::WordSet;
use super::years::names_tournament;
use super::{Kind, KindReason, Metadata, chapter_of, title_of};
use crate::text::fold;
use crate::xiangqi::{Board, PieceKind, Position, Side};
use std::sync::LazyLock;

/// Signs of the kind of a record in its moves and its file.
#[derive(Debug, Clone, Copy, Default)]
pub struct LineSigns<'a> {
    /// Start position; `None` is the standard start with Red to move.
    pub start: Option<&'a Position>,
    /// Number of plies of the main line.
    pub plies: u32,
    /// Kind that the file claims.
    pub hint: Option<Kind>,
    /// Whether the record has variations.
    pub has_variations: bool,
}

impl Metadata {
    /// Decides the kind of a record with these tags, and the reason; [`Kind`] has the rule.
    #[must_use]
    pub fn kind_of<'a>(
        &self,
        tags: impl Iterator<Item = (&'a str, &'a str)> + Clone,
        line: &LineSigns<'_>,
    ) -> (Kind, KindReason) {
        let players = u8::from(self.red.is_some()) + u8::from(self.black.is_some());
        // Headings matter only if no player is named.
        let bearing = if players == 0 { Bearing::of(self, tags) } else { Bearing::Silent };
        kind_of(line, &TagSigns { players, has_result: self.result.is_known(), bearing })
    }
}

/// Signs of the kind of a record in its tags.
#[derive(Debug, Clone, Copy, Default)]
struct TagSigns {
    /// Number of named players, 0 to 2.
    players: u8,
    has_result: bool,
    /// Type of its headings.
    bearing: Bearing,
}

fn kind_of(line: &LineSigns<'_>, tags: &TagSigns) -> (Kind, KindReason) {
    let LineSigns { start, plies, hint, has_variations } = *line;
    let TagSigns { players, has_result, bearing } = *tags;
    let Some(start) = start else {
        return match (hint, players, bearing) {
            (Some(Kind::Opening), ..) => (Kind::Opening, KindReason::File),
            (_, 0, _) if !has_result => (Kind::Opening, KindReason::NothingNamed),
            (_, 0, Bearing::Manual) => (Kind::Opening, KindReason::Manual),
            (_, 0, Bearing::Silent) if has_variations => (Kind::Opening, KindReason::Variations),
            _ => (Kind::Game, KindReason::Standard),
        };
    };
    if plies == 0 {
        return (Kind::Position, KindReason::NoMoves);
    }
    if *start.board() == Board::start() {
        return (Kind::Game, KindReason::Standard);
    }
    if is_handicap(start) {
        return (Kind::Handicap, KindReason::Odds);
    }
    match hint {
        Some(Kind::Composed) => (Kind::Composed, KindReason::File),
        Some(Kind::Endgame) => (Kind::Endgame, KindReason::File),
        _ if players == 2 => (Kind::Endgame, KindReason::SetUpPlayed),
        _ => (Kind::Composed, KindReason::SetUp),
    }
}

/// Whether the board is the standard start without some pieces.
fn is_handicap(start: &Position) -> bool {
    let full = Board::start();
    let has_kings = Side::ALL.iter().all(|&side| {
        start.king(side).is_some_and(|square| {
            full.get(square).is_some_and(|piece| piece.kind() == PieceKind::King)
        })
    });
    // An endgame may have a few pieces on their first squares; odds are never that large.
    has_kings
        && start.board().count() >= 20
        && start.board().pieces().all(|(square, piece)| full.get(square) == Some(piece))
}

/// Type of headings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Bearing {
    /// The headings prove nothing.
    #[default]
    Silent,
    /// The headings name two players or a tournament, or the record is dated: a played game.
    Play,
    /// The headings name an old book, a chapter or an opening: a page of a manual.
    Manual,
}

impl Bearing {
    /// Judges the headings of a record with these tags.
    fn of<'a>(data: &Metadata, tags: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Bearing {
        let chapter = chapter_of(tags.clone());
        let title = title_of(tags);
        let headings = [data.event.as_deref(), title];
        let mut said = headings.into_iter().flatten();
        let is_play = |text: &str| known_heading(text).pairing.is_some() || names_tournament(text);
        if data.date.is_some() || said.clone().any(is_play) {
            return Bearing::Play;
        }
        static MANUALS: LazyLock<WordSet> = LazyLock::new(|| WordSet::of("manuals"));
        let is_manual = |text: &str| {
            let folded = fold(text);
            is_numbered(&folded) || MANUALS.is_in(&folded)
        };
        match said.any(is_manual) || chapter.as_deref().is_some_and(is_manual) {
            true => Bearing::Manual,
            false => Bearing::Silent,
        }
    }
}

/// Whether the text names a numbered part of a book: `第141局`, `第二章`.
fn is_numbered(folded: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || "一二三四五六七八九十百零".contains(c);
    folded.match_indices('第').any(|(at, mark)| {
        let number = folded[at + mark.len()..].trim_start();
        let rest = number.trim_start_matches(is_number);
        rest.len() < number.len() && rest.trim_start().starts_with(['章', '节', '局', '卷', '篇'])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_tell_of_play_and_of_manuals() {
        let bearing = |tags: &[(&str, &str)]| {
            let data = Metadata::from_tags(tags.iter().copied());
            Bearing::of(&data, tags.iter().copied())
        };
        assert_eq!(bearing(&[("Title", "第141局 红七路马式")]), Bearing::Manual);
        assert_eq!(bearing(&[("Title", "第3局 胡荣华先胜柳大华")]), Bearing::Play);
        assert_eq!(bearing(&[("Event", "1999全国个人赛"), ("Title", "飞相局")]), Bearing::Play);
        assert_eq!(bearing(&[]), Bearing::Silent);
    }

    #[test]
    fn the_start_decides_first() {
        let at = |fen: &str| Position::from_fen(fen).unwrap();
        let odds = at("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAB1R w");
        let problem = at("3k5/9/9/9/9/9/9/9/4R4/4K4 w");
        let kind = |start, plies, hint, named: bool, has_result| {
            let players = if named { 2 } else { 0 };
            let line = LineSigns { start, plies, hint, has_variations: false };
            kind_of(&line, &TagSigns { players, has_result, ..TagSigns::default() }).0
        };
        assert_eq!(kind(None, 30, None, true, true), Kind::Game);
        assert_eq!(kind(None, 30, None, false, false), Kind::Opening);
        assert_eq!(kind(None, 30, Some(Kind::Opening), true, true), Kind::Opening);
        assert_eq!(kind(Some(&odds), 30, None, true, true), Kind::Handicap);
        assert_eq!(kind(Some(&problem), 5, None, false, true), Kind::Composed);
        assert_eq!(kind(Some(&problem), 5, None, true, true), Kind::Endgame);
        assert_eq!(kind(Some(&problem), 5, Some(Kind::Composed), true, true), Kind::Composed);
        assert_eq!(kind(Some(&problem), 0, None, false, false), Kind::Position);
    }

    #[test]
    fn a_page_of_a_manual_is_no_game() {
        let line = LineSigns { plies: 30, ..LineSigns::default() };
        let tree = LineSigns { has_variations: true, ..line };
        let silent = TagSigns { has_result: true, ..TagSigns::default() };
        let manual = TagSigns { bearing: Bearing::Manual, ..silent };
        assert_eq!(kind_of(&line, &manual), (Kind::Opening, KindReason::Manual));
        assert_eq!(kind_of(&line, &silent), (Kind::Game, KindReason::Standard));
        assert_eq!(kind_of(&tree, &silent), (Kind::Opening, KindReason::Variations));
        // A game quoted in a book stays a game.
        let quoted = TagSigns { bearing: Bearing::Play, ..silent };
        assert_eq!(kind_of(&tree, &quoted), (Kind::Game, KindReason::Standard));
        let named = TagSigns { players: 2, ..manual };
        assert_eq!(kind_of(&line, &named), (Kind::Game, KindReason::Standard));
    }
}
