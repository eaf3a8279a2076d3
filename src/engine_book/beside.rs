//! Moves of opening books beside the moves of the explorer.

use super::disputes::is_one_move;
use super::open::{BookMove, EngineBook};
use crate::search::{Archive, Explored, Look, Matcher, add_unplayed, explore};
use crate::store::Result;
use crate::xiangqi::{Move, Position};

/// Opening books, in the order in which the user named them.
#[derive(Debug, Default)]
pub struct Books(Vec<EngineBook>);

/// Move of one of several books.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookedMove {
    /// Name of the book's file.
    pub book: String,
    /// Row of the book about the move.
    pub said: BookMove,
}

/// Moves of books in a position.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Booked {
    /// Name and moves of each book.
    books: Vec<(String, Vec<BookMove>)>,
    /// Whether the position is its own mirror image, so that a move and its mirror move are one.
    is_symmetric: bool,
}

impl Books {
    /// Books in this order.
    #[must_use]
    pub fn new(books: Vec<EngineBook>) -> Books {
        Books(books)
    }

    /// Whether there are no books.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Looks up a position in all books.
    pub fn at(&self, position: &Position) -> Result<Booked> {
        let said = |book: &EngineBook| Ok((book.name(), book.moves(position)?));
        let books = self.0.iter().map(said).collect::<Result<_>>()?;
        Ok(Booked { books, is_symmetric: position.is_symmetric() })
    }

    /// Explores a position like [`explore`], and looks it up in the books. Moves that only books
    /// know get rows after those of the games, in the order of the books.
    pub fn explore(
        &self,
        archive: &Archive,
        position: &Position,
        (matcher, look): (&Matcher, &Look),
    ) -> Result<(Explored, Booked)> {
        let mut explored = explore(archive, position, matcher, look)?;
        if self.is_empty() {
            return Ok((explored, Booked::default()));
        }
        let booked = self.at(position)?;
        let mut moves: Vec<Move> = Vec::new();
        for it in booked.books.iter().flat_map(|(_, moves)| moves) {
            let mut known = explored.rows.iter().map(|row| row.mv).chain(moves.iter().copied());
            if !known.any(|mv| is_one_move(position, mv, it.mv)) {
                moves.push(it.mv);
            }
        }
        add_unplayed(archive, position, (matcher, look), (&moves, &mut explored))?;
        Ok((explored, booked))
    }
}

impl Booked {
    /// Row of each book that knows the move `mv`. If the position is its own mirror image, the
    /// better one of `mv` and its mirror move counts.
    #[must_use]
    pub fn of(&self, mv: Move) -> Vec<BookedMove> {
        let said = |(book, moves): &(String, Vec<BookMove>)| {
            let is_it = |it: &&BookMove| it.mv == mv || self.is_symmetric && it.mv == mv.mirror();
            let said = moves.iter().find(is_it)?;
            Some(BookedMove { book: book.clone(), said: said.clone() })
        };
        self.books.iter().filter_map(said).collect()
    }
}
