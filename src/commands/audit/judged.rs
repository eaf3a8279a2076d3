//! What is told of a record: where it lies, its main line, what comes back in it.

use xqdb::metadata::GameResult;
use xqdb::replay::Record;
use xqdb::xiangqi::repetition::{Cycle, Ruling, Study};
use xqdb::xiangqi::{Move, Position, Side};

/// Where a record lies.
#[derive(Copy, Clone)]
pub(super) struct RecordPlace<'a> {
    pub(super) path: &'a str,
    pub(super) member: Option<&'a str>,
    /// 1-based in the file.
    pub(super) record: u64,
    /// The key of its game in the database.
    pub(super) game: Option<&'a str>,
}

/// The main line of a record, and what comes back in it.
pub(super) struct Judged {
    pub(super) moves: Vec<Move>,
    pub(super) result: GameResult,
    pub(super) study: Study,
}

impl Judged {
    pub(super) fn new(start: &Position, moves: Vec<Move>, result: GameResult) -> Judged {
        let study = Study::of(start, &moves);
        Judged { moves, result, study }
    }

    pub(super) fn of_record(record: &Record) -> Judged {
        let game = &record.game;
        let start = game.start.as_deref().cloned().unwrap_or_else(Position::start);
        let moves = game.tree.main_line().collect();
        Judged::new(&start, moves, record.result())
    }

    /// Whether the game ends in a stretch, and was not given as the Asian rules have it.
    pub(super) fn result_differs(&self, cycle: &Cycle) -> bool {
        let ruled = match cycle.judgements[0].ruling {
            Ruling::Loses(Side::Red) => GameResult::BlackWins,
            Ruling::Loses(Side::Black) => GameResult::RedWins,
            Ruling::Draw => GameResult::Draw,
            Ruling::NotJudged => return false,
        };
        let ends_here = cycle.stretch.until == self.moves.len();
        ends_here && self.result.is_known() && self.result != ruled
    }
}
