//! A move to words.

use super::{Fact, Landmark, direction_of, words};
use crate::notation::words::Direction;
use crate::xiangqi::{Move, Position};

const CHINESE: [[&str; 7]; 2] =
    [["帅", "仕", "相", "马", "车", "炮", "兵"], ["将", "士", "象", "马", "车", "炮", "卒"]];
const ENGLISH: [&str; 7] = ["King", "Advisor", "Elephant", "Horse", "Chariot", "Cannon", "Pawn"];

/// 车平中路吃炮照.
pub(super) fn chinese(mv: Move, position: &Position) -> Option<String> {
    let told = Told::of(mv, position)?;
    let side = position.side();
    let mut text = CHINESE[side as usize][told.piece].to_owned();
    text.push_str(match told.direction {
        Direction::Advance => "进",
        Direction::Retreat => "退",
        Direction::Traverse => "平",
    });
    text.push_str(told.place.map_or("", |place| words::place(place, false)));
    if let Some(kind) = told.taken {
        text.push('吃');
        text.push_str(CHINESE[side.other() as usize][kind]);
    }
    text.push_str(if told.is_mate {
        "杀"
    } else if told.is_check {
        "照"
    } else {
        ""
    });
    Some(text)
}

/// Chariot traverses to the central file capturing Cannon with check.
pub(super) fn english(mv: Move, position: &Position) -> Option<String> {
    let told = Told::of(mv, position)?;
    let mut text = ENGLISH[told.piece].to_owned();
    text.push_str(match told.direction {
        Direction::Advance => " advances",
        Direction::Retreat => " retreats",
        Direction::Traverse => " traverses",
    });
    if let Some(place) = told.place {
        text.push_str(" to the ");
        text.push_str(words::place(place, true));
    }
    if let Some(kind) = told.taken {
        text.push_str(" capturing ");
        text.push_str(ENGLISH[kind]);
    }
    let end = if told.is_mate {
        " with mate"
    } else if told.is_check {
        " with check"
    } else {
        ""
    };
    Some(text + end)
}

/// What a writer tells of a move.
struct Told {
    piece: usize,
    direction: Direction,
    place: Option<Landmark>,
    taken: Option<usize>,
    is_check: bool,
    is_mate: bool,
}

impl Told {
    /// `None` for moves that are not legal: descriptions mean legal moves only.
    fn of(mv: Move, position: &Position) -> Option<Told> {
        if !position.is_legal(mv) {
            return None;
        }
        let piece = position.piece_at(mv.from)?.kind();
        let holds = |fact: Fact| fact.holds(mv, position);
        Some(Told {
            piece: piece as usize,
            direction: direction_of(mv, position.side()),
            place: Landmark::BY_WIDTH.into_iter().find(|&place| holds(Fact::At(place))),
            taken: position.piece_at(mv.to).map(|taken| taken.kind() as usize),
            is_check: holds(Fact::Check),
            is_mate: holds(Fact::Mate),
        })
    }
}
