//! Moves told in words, as in 《百变象棋谱》 (about 1522): 兵吃车, 将退, 车进照, 马卧槽; "Pawn
//! captures Chariot", "King retreats", "Chariot advances for Check", "Horse to Riverbank". The
//! examples are those of Jim Png, "A Detailed Introduction to the Notation System in Xiangqi"; the
//! words beyond them are the common terms of the game.
//!
//! # Reading
//! A description is a set of facts: the piece, what it captures, the way it goes, where it arrives
//! ([`Landmark`]), whether it checks or mates. The move is any *legal* move with which all facts
//! agree; what is not said is open: a move may capture though the text does not say so. Both languages
//! are read everywhere, filler words are passed over, and a word that is not known makes the text
//! no description.
//!
//! Seldom is one description enough. A whole line is solved by [`solve`](super::solve).
//!
//! # Writing
//! Every fact that holds: piece, direction, the narrowest landmark, capture, check or mate. The
//! text fits its move, but may fit others, too: the system is not complete.

mod words;

use super::symbols::{Direction, SIMPLIFIED};
use super::{Notation, Reading, Unreadable};
use crate::xiangqi::{Move, PieceKind, Position, Side, Square, is_across};

/// In Chinese.
pub(super) const NOTATION: Notation = Notation {
    name: "descriptive",
    aliases: &["描述"],
    is_complete: false,
    example: "炮平中路 马进",
    read,
    write: write_chinese,
    ..Notation::LINE
};

/// In English.
pub(super) const ENGLISH: Notation = Notation {
    name: "descriptive-en",
    is_complete: false,
    example: "Cannon traverses to the central file, Horse advances",
    read,
    write: write_english,
    ..Notation::LINE
};

/// One thing that is said of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fact {
    /// The side that moves.
    Side(Side),
    /// The kind of the piece.
    Piece(PieceKind),
    /// Something is captured.
    Captures,
    /// A piece of this kind is captured.
    Takes(PieceKind),
    /// Towards the opponent, back, or along the rank.
    Goes(Direction),
    /// The king is in check afterwards.
    Check,
    /// Checkmate or stalemate afterwards.
    Mate,
    /// Where it arrives.
    At(Landmark),
    /// It comes from this side of the river to the other.
    CrossesRiver,
}

impl Fact {
    /// Whether the fact holds for a legal move of `position`; cheap facts are asked first by the
    /// reader.
    fn holds(self, mv: Move, position: &Position) -> bool {
        let side = position.side();
        match self {
            Fact::Side(said) => side == said,
            Fact::Piece(kind) => position.piece_at(mv.from).is_some_and(|p| p.kind() == kind),
            Fact::Captures => position.piece_at(mv.to).is_some(),
            Fact::Takes(kind) => position.piece_at(mv.to).is_some_and(|p| p.kind() == kind),
            Fact::Goes(direction) => direction_of(mv, side) == direction,
            Fact::At(landmark) => {
                position.piece_at(mv.from).is_some_and(|p| landmark.holds(mv.to, p.kind(), side))
            }
            Fact::CrossesRiver => !is_across(mv.from, side) && is_across(mv.to, side),
            Fact::Check => after(mv, position).is_check(),
            Fact::Mate => after(mv, position).ending().is_some(),
        }
    }

    /// Facts that need the move to be played come last.
    fn cost(self) -> u8 {
        match self {
            Fact::Check => 1,
            Fact::Mate => 2,
            _ => 0,
        }
    }
}

/// Which way a piece goes; for the diagonal ones, too, whatever they gain in files.
fn direction_of(mv: Move, side: Side) -> Direction {
    let ahead = (mv.to.rank() as i8 - mv.from.rank() as i8) * side.forward();
    match ahead {
        1.. => Direction::Advance,
        0 => Direction::Traverse,
        _ => Direction::Retreat,
    }
}

fn after(mv: Move, position: &Position) -> Position {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after
}

/// A named place, as the mover sees it. Where a name is used for both halves of the board (底线,
/// 九宫), the opponent's is meant; the own one has a name of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Landmark {
    /// 卧槽: a horse beside the elephant's home, one rank ahead of it (c8, g8 for Red).
    Manger,
    /// 挂角: a horse on a front corner of the palace (d7, f7 for Red).
    PalaceCorner,
    /// 钓鱼: a horse two points ahead of the elephant's home (c7, g7 for Red).
    Fishing,
    /// 河沿, 巡河: the own bank of the river.
    Riverbank,
    /// 骑河: the opponent's bank.
    FarRiverbank,
    /// 花心: the heart of the opponent's palace.
    PalaceHeart,
    /// 九宫: the opponent's palace.
    Palace,
    /// 中路: the central file.
    CentralFile,
    /// 肋道: the files of the advisors.
    Rib,
    /// 边线: the outermost files.
    Edge,
    /// 底线: the opponent's back rank.
    BottomRank,
    /// 下二路: the rank before the opponent's back rank.
    SecondRank,
    /// 卒林线: the rank of the opponent's pawns.
    PawnRank,
    /// 本宫: the own palace.
    OwnPalace,
    /// 本方底线: the own back rank.
    HomeRank,
}

impl Landmark {
    /// The narrowest first: a writer takes the first one that holds.
    const BY_WIDTH: [Landmark; 15] = [
        Landmark::PalaceHeart,
        Landmark::PalaceCorner,
        Landmark::Manger,
        Landmark::Fishing,
        Landmark::CentralFile,
        Landmark::BottomRank,
        Landmark::SecondRank,
        Landmark::Rib,
        Landmark::Riverbank,
        Landmark::FarRiverbank,
        Landmark::PawnRank,
        Landmark::Edge,
        Landmark::Palace,
        Landmark::OwnPalace,
        Landmark::HomeRank,
    ];

    /// Whether a piece of `kind` and `side` is at the landmark when it stands on `square`.
    fn holds(self, square: Square, kind: PieceKind, side: Side) -> bool {
        let file = square.file();
        // Counted from the mover's back rank, so that Black's landmarks are Red's turned round.
        let rank = if side == Side::Red { square.rank() } else { 9 - square.rank() };
        let is_horse = kind == PieceKind::Horse;
        match self {
            Landmark::Manger => is_horse && rank == 8 && matches!(file, 2 | 6),
            Landmark::PalaceCorner => is_horse && rank == 7 && matches!(file, 3 | 5),
            Landmark::Fishing => is_horse && rank == 7 && matches!(file, 2 | 6),
            Landmark::Riverbank => rank == 4,
            Landmark::FarRiverbank => rank == 5,
            Landmark::PalaceHeart => rank == 8 && file == 4,
            Landmark::Palace => rank >= 7 && (3..=5).contains(&file),
            Landmark::CentralFile => file == 4,
            Landmark::Rib => matches!(file, 3 | 5),
            Landmark::Edge => matches!(file, 0 | 8),
            Landmark::BottomRank => rank == 9,
            Landmark::SecondRank => rank == 8,
            Landmark::PawnRank => rank == 6,
            Landmark::OwnPalace => rank <= 2 && (3..=5).contains(&file),
            Landmark::HomeRank => rank == 0,
        }
    }
}

fn read(text: &str, position: &Position) -> Reading {
    let Some(mut facts) = words::parse(text) else { return Reading::None(Unreadable::NotAMove) };
    facts.sort_by_key(|fact| fact.cost());
    let has_piece = facts.iter().all(|&fact| match fact {
        Fact::Side(side) => side == position.side(),
        Fact::Piece(kind) => {
            position.board().pieces_of(position.side()).any(|(_, piece)| piece.kind() == kind)
        }
        _ => true,
    });
    if !has_piece {
        return Reading::None(Unreadable::NoSuchPiece);
    }
    let kind = facts.iter().find_map(|fact| match fact {
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
        facts.iter().all(|fact| fact.cost() > 0 || fact.holds(mv, position))
            && position.is_legal(mv)
            && facts.iter().all(|fact| fact.cost() == 0 || fact.holds(mv, position))
    });
    moves.sort();
    Reading::of(moves, Unreadable::CannotMove)
}

const ENGLISH_PIECES: [&str; 7] =
    ["King", "Advisor", "Elephant", "Horse", "Chariot", "Cannon", "Pawn"];

/// 车平中路吃炮照.
fn write_chinese(mv: Move, position: &Position) -> Option<String> {
    let said = Facts::of(mv, position)?;
    let side = position.side();
    let pieces = SIMPLIFIED.pieces;
    let mut text = String::from(pieces[side as usize][said.piece]);
    text.push_str(match said.direction {
        Direction::Advance => "进",
        Direction::Retreat => "退",
        Direction::Traverse => "平",
    });
    text.push_str(said.place.map_or("", |place| words::place(place, false)));
    if let Some(kind) = said.taken {
        text.push('吃');
        text.push(pieces[side.other() as usize][kind]);
    }
    text.push_str(if said.is_mate {
        "杀"
    } else if said.is_check {
        "照"
    } else {
        ""
    });
    Some(text)
}

/// Chariot traverses to the central file capturing Cannon with check.
fn write_english(mv: Move, position: &Position) -> Option<String> {
    let said = Facts::of(mv, position)?;
    let mut text = ENGLISH_PIECES[said.piece].to_owned();
    text.push_str(match said.direction {
        Direction::Advance => " advances",
        Direction::Retreat => " retreats",
        Direction::Traverse => " traverses",
    });
    if let Some(place) = said.place {
        text.push_str(" to the ");
        text.push_str(words::place(place, true));
    }
    if let Some(kind) = said.taken {
        text.push_str(" capturing ");
        text.push_str(ENGLISH_PIECES[kind]);
    }
    let end = if said.is_mate {
        " with mate"
    } else if said.is_check {
        " with check"
    } else {
        ""
    };
    Some(text + end)
}

/// The facts a description states of a move.
struct Facts {
    piece: usize,
    direction: Direction,
    place: Option<Landmark>,
    taken: Option<usize>,
    is_check: bool,
    is_mate: bool,
}

impl Facts {
    /// `None` for moves that are not legal: descriptions mean legal moves only.
    fn of(mv: Move, position: &Position) -> Option<Facts> {
        if !position.is_legal(mv) {
            return None;
        }
        let piece = position.piece_at(mv.from)?.kind();
        let holds = |fact: Fact| fact.holds(mv, position);
        Some(Facts {
            piece: piece as usize,
            direction: direction_of(mv, position.side()),
            place: Landmark::BY_WIDTH.into_iter().find(|&place| holds(Fact::At(place))),
            taken: position.piece_at(mv.to).map(|taken| taken.kind() as usize),
            is_check: holds(Fact::Check),
            is_mate: holds(Fact::Mate),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Solution, solve};

    /// The readings of a description, canonical, in the order found.
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
            ("马卧槽", "4k4/9/9/9/1N7/9/9/9/9/3K5 w", "no move of the piece fits"),
            ("马卧槽照", "4k4/9/9/1N7/9/9/9/9/9/3K5 w", "b6c8"),
            ("傌掛角", "4k4/9/9/9/4N4/9/9/9/9/3K5 w", "e5d7 e5f7"),
            ("炮平中路", START, "b2e2 h2e2"),
            ("炮当头", START, "b2e2 h2e2"),
            ("红相进", START, "c0a2 c0e2 g0e2 g0i2"),
            ("黑相进", START, "no such piece there"),
            ("Cannon takes Horse", START, "b2b9 h2h9"),
            ("吃", START, "b2b9 h2h9"),
            ("吃马", START, "b2b9 h2h9"),
            ("炮吃将", START, "no move of the piece fits"),
            ("马马进", START, "not a move in any notation"),
            ("马飞", START, "not a move in any notation"),
            ("Horses", START, "not a move in any notation"),
            ("", START, "not a move in any notation"),
            ("到", START, "not a move in any notation"),
        ] {
            let expected = if expected == "no move of the piece fits" {
                Unreadable::CannotMove.to_string()
            } else {
                expected.to_owned()
            };
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
                for write in [write_chinese, write_english] {
                    let text = write(mv, &position).unwrap();
                    let fits = match read(&text, &position) {
                        Reading::One(found) => found == mv,
                        Reading::Several(moves) => moves.contains(&mv),
                        Reading::None(_) => false,
                    };
                    assert!(fits, "{text} for {mv}");
                }
            }
        }
        let start = Position::start();
        let mv: Move = "h2e2".parse().unwrap();
        assert_eq!(write_chinese(mv, &start).as_deref(), Some("炮平中路"));
        assert_eq!(
            write_english(mv, &start).as_deref(),
            Some("Cannon traverses to the central file")
        );
    }

    #[test]
    fn later_facts_prune_earlier_ones() {
        // Which pawn went ahead? The one that can take the black pawn of file c afterwards.
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
