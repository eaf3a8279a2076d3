//! What books say beside the moves of the explorer.

use super::disputes::is_one_move;
use super::open::{BookMove, EngineBook};
use crate::search::{Archive, Explored, Look, Matcher, add_unplayed, explore};
use crate::store::Result;
use crate::xiangqi::{Move, Position};

/// Books that are asked together, in the order in which they were named.
#[derive(Debug, Default)]
pub struct Books(Vec<EngineBook>);

/// A move of one of several books.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookedMove {
    /// The name of the book's file.
    pub book: String,
    /// Its statement about the move.
    pub said: BookMove,
}

/// The statements of books about a position.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Booked {
    /// The name of each book, and its moves.
    books: Vec<(String, Vec<BookMove>)>,
    /// A move and its mirror move are one.
    is_symmetric: bool,
}

impl Books {
    /// Books in this order.
    #[must_use]
    pub fn new(books: Vec<EngineBook>) -> Books {
        Books(books)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The statements of all books about a position.
    ///
    /// # Errors
    /// When a book is damaged or cannot be read any more.
    pub fn at(&self, position: &Position) -> Result<Booked> {
        let said = |book: &EngineBook| Ok((book.name(), book.moves(position)?));
        let books = self.0.iter().map(said).collect::<Result<_>>()?;
        Ok(Booked { books, is_symmetric: position.is_symmetric() })
    }

    /// Looks at a position as [`explore`] does, and asks the books: moves that only they know have
    /// rows, behind those of the games and in the order of the books.
    ///
    /// # Errors
    /// When the archive or a book cannot be read.
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
    /// The statements of the books that know a move. In a position that is its own mirror image the
    /// better of the move and its mirror move is meant.
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
