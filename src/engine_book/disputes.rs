//! Where an archive and a book disagree: positions in which the commonest move of the games is not
//! the best move of the book, nor as good.
//!
//! Positions are visited from the start along moves that were played often enough, those of the
//! most games first, as long as the book knows them.

use super::open::{BookMove, EngineBook};
use crate::search::{Archive, Explored, Look, Matcher, Row, Watch, explore_here};
use crate::store::{Error, Result};
use crate::xiangqi::{Move, Position};
use rustc_hash::FxHashSet;
use std::collections::BinaryHeap;

/// A position in which archive and book disagree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookDispute {
    /// The moves from the start to the position.
    pub line: Vec<Move>,
    /// The position.
    pub position: Position,
    /// Games that come to the position.
    pub games: u64,
    /// The commonest move of the games.
    pub played: Row,
    /// The statement of the book about that move, if the book knows it.
    pub said_of_played: Option<BookMove>,
    /// The best move that the book allows.
    pub best: BookMove,
    /// The games that played that move, if there are any.
    pub row_of_best: Option<Row>,
}

/// The way through the archive.
#[derive(Debug, Clone)]
pub struct DisputeWalk {
    /// How the games of a position are looked at.
    pub look: Look,
    /// A move of fewer games is neither followed nor compared.
    pub least: u64,
    /// How many plies from the start positions are looked at.
    pub plies: usize,
}

/// The positions in which archive and book disagree, those of the most games first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Disputes {
    /// The positions.
    pub rows: Vec<BookDispute>,
    /// Positions that both know.
    pub compared: u64,
    /// More positions were left than [`Disputes::FARTHEST`].
    pub is_cut: bool,
}

impl Disputes {
    /// The most positions that are looked at.
    pub const FARTHEST: u64 = 10_000;

    /// Walks through the games that fit, and asks the book on the way.
    ///
    /// # Errors
    /// When the archive or the book cannot be read, and when the watcher ends the work.
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
            if watch.is_stopped() {
                return Err(Error::Stopped);
            }
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

/// The dispute about a position, if there is one.
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
    // Equally good moves are no dispute.
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

/// Whether two moves are one: in a position that is its own mirror image a move and its mirror move
/// are.
pub(super) fn is_one_move(position: &Position, one: Move, other: Move) -> bool {
    one == other || position.is_symmetric() && one == other.mirror()
}

/// A position that waits for its turn: those of the most games come first, equal ones by their
/// moves.
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
