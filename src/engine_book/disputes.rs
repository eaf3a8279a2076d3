//! Positions in which an archive and a book disagree: the most frequent move of the games is
//! neither the best move of the book nor as good.
//!
//! Positions are visited from the start along moves with enough games, those with the most games
//! first, as long as the book knows them.

use super::open::{BookMove, EngineBook};
use crate::search::{Archive, Explored, Look, Matcher, Row, Watch, explore_here};
use crate::store::Result;
use crate::xiangqi::{Move, Position};
use rustc_hash::FxHashSet;
use std::collections::BinaryHeap;

/// Position in which archive and book disagree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookDispute {
    /// Moves from the start to the position.
    pub line: Vec<Move>,
    /// The position itself.
    pub position: Position,
    /// Number of games that come to the position.
    pub games: u64,
    /// Most frequent move of the games.
    pub played: Row,
    /// Row of the book about the move of `played`; `None` if the book does not know it.
    pub said_of_played: Option<BookMove>,
    /// Best move that the book allows.
    pub best: BookMove,
    /// Games with the book's best move, if there are any.
    pub row_of_best: Option<Row>,
}

/// Limits of the walk through the archive.
#[derive(Debug, Clone)]
pub struct DisputeWalk {
    /// Mirroring and variations of the games that are counted.
    pub look: Look,
    /// Smallest number of games of a move that is followed and compared.
    pub least: u64,
    /// Largest number of plies from the start.
    pub plies: usize,
}

/// Positions in which archive and book disagree, those with the most games first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Disputes {
    /// The positions themselves.
    pub rows: Vec<BookDispute>,
    /// Number of positions that both the archive and the book know.
    pub compared: u64,
    /// Whether positions were left out beyond [`Disputes::FARTHEST`].
    pub is_cut: bool,
}

impl Disputes {
    /// Largest number of positions that are compared.
    pub const FARTHEST: u64 = 10_000;

    /// Walks through the games that `matcher` counts, and looks up each position in the book.
    /// [`Stopped`](crate::store::Error::Stopped) if `watch` ends the work.
    pub fn of(
        archive: &Archive,
        book: &EngineBook,
        (matcher, walk): (&Matcher, &DisputeWalk),
        watch: &dyn Watch,
    ) -> Result<Disputes> {
        let mut disputes = Disputes::default();
        let mut open = BinaryHeap::from([Waiting { games: u64::MAX, line: Vec::new() }]);
        let mut seen = FxHashSet::from_iter([Position::start().key().key]);
        while let Some(Waiting { line, .. }) = open.pop() {
            watch.go_on()?;
            if disputes.compared == Disputes::FARTHEST {
                disputes.is_cut = true;
                break;
            }
            let position = Position::start().after(&line);
            let said = book.moves(&position)?;
            if said.is_empty() {
                continue;
            }
            disputes.compared += 1;
            let explored = explore_here(archive, &position, matcher, &walk.look)?;
            let rows = explored.rows.iter().filter(|row| row.score.all() >= walk.least);
            for row in rows.filter(|_| line.len() < walk.plies) {
                let after = position.after(&[row.mv]);
                if seen.insert(after.key().key) {
                    let line = line.iter().copied().chain([row.mv]).collect();
                    open.push(Waiting { games: row.score.all(), line });
                }
            }
            disputes.rows.extend(dispute(line, position, &explored, (&said, walk.least)));
        }
        disputes.rows.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.line.cmp(&b.line)));
        Ok(disputes)
    }
}

/// Dispute about a position, if there is one.
fn dispute(
    line: Vec<Move>,
    position: Position,
    explored: &Explored,
    (said, least): (&[BookMove], u64),
) -> Option<BookDispute> {
    let played = explored.rows.first().filter(|row| row.score.all() >= least)?;
    let best = said.first().filter(|it| it.is_allowed)?;
    let is_one = |one: Move, other: Move| is_one_move(&position, one, other);
    let said_of_played = said.iter().find(|it| is_one(it.mv, played.mv));
    // Moves of equal worth are no dispute.
    let worth = |it: &BookMove| (it.is_allowed, it.score, it.wins);
    if said_of_played.is_some_and(|it| worth(it) >= worth(best)) {
        return None;
    }
    Some(BookDispute {
        games: explored.score.all(),
        played: played.clone(),
        said_of_played: said_of_played.cloned(),
        best: best.clone(),
        row_of_best: explored.rows.iter().find(|row| is_one(row.mv, best.mv)).cloned(),
        line,
        position,
    })
}

/// Whether two moves are one: if the position is its own mirror image, a move and its mirror move
/// are.
pub(super) fn is_one_move(position: &Position, one: Move, other: Move) -> bool {
    one == other || position.is_symmetric() && one == other.mirror()
}

/// Position to visit. Those with the most games come first; ties are ordered by moves.
#[derive(PartialEq, Eq)]
struct Waiting {
    games: u64,
    line: Vec<Move>,
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.games.cmp(&other.games).then_with(|| other.line.cmp(&self.line))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
