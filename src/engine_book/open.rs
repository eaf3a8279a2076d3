//! Opens a book, whose kind its content shows, and looks up positions.

use super::keys::{ByteOrder, NumberKeys, PackedBoard, lock};
use crate::format::{DatEntry, is_book_dat};
use crate::store::{self, BookKey, BookLayout, BookRow, BookTable};
use crate::xiangqi::{Move, Position};
use std::cmp::Reverse;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Largest `BOOK.DAT` in bytes, which is read into memory; real files have some hundred thousand.
const LARGEST_DAT: u64 = 256 << 20;
/// Largest number of entries of a `BOOK.DAT` that are read for a position.
const MOST_MOVES: usize = 512;
/// First bytes of an SQLite database.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// Kind of book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookKind {
    /// SQLite table.
    Table(BookLayout),
    /// `BOOK.DAT`.
    Dat,
}

impl BookKind {
    /// All kinds.
    pub const ALL: [BookKind; 5] = [
        BookKind::Table(BookLayout::Obk),
        BookKind::Table(BookLayout::Yfk),
        BookKind::Table(BookLayout::PfBook),
        BookKind::Table(BookLayout::Xqb),
        BookKind::Dat,
    ];

    /// Name of the kind.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            BookKind::Table(BookLayout::Obk) => "obk",
            BookKind::Table(BookLayout::Yfk) => "yfk",
            BookKind::Table(BookLayout::PfBook) => "pfbook",
            BookKind::Table(BookLayout::Xqb) => "xqb",
            BookKind::Dat => "book-dat",
        }
    }

    /// Extension of files of the kind.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            BookKind::Dat => "dat",
            other => other.name(),
        }
    }

    /// Description in a few English words.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            BookKind::Table(BookLayout::Obk) => "opening book of BHGUI (冰河五四)",
            BookKind::Table(BookLayout::Yfk) => "opening book of Yongfang (勇芳)",
            BookKind::Table(BookLayout::PfBook) => "opening book of Pengfei and Shark (鹏飞, 鲨鱼)",
            BookKind::Table(BookLayout::Xqb) => "opening book with boards as keys",
            BookKind::Dat => "opening book of ElephantEye (象棋巫师)",
        }
    }

    /// Whether xqdb writes books of the kind.
    #[must_use]
    pub const fn is_written(self) -> bool {
        matches!(self, BookKind::Table(BookLayout::Obk | BookLayout::PfBook | BookLayout::Xqb))
    }

    /// Usual order of the bytes of a move.
    pub(super) const fn byte_order(self) -> ByteOrder {
        match self {
            BookKind::Table(BookLayout::Yfk) | BookKind::Dat => ByteOrder::FromLow,
            BookKind::Table(_) => ByteOrder::FromHigh,
        }
    }
}

/// Move of a book in a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookMove {
    /// Move on the board that was looked up.
    pub mv: Move,
    /// Score in the book, from the side to move; in `BOOK.DAT` the weight.
    pub score: Option<i64>,
    /// Number of games that the side to move won.
    pub wins: Option<u64>,
    /// Number of games that were drawn.
    pub draws: Option<u64>,
    /// Number of games that the side to move lost.
    pub losses: Option<u64>,
    /// Whether the book allows the move.
    pub is_allowed: bool,
    /// Note about the move; may be empty.
    pub remark: String,
}

/// Reason why a book cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// The file is no opening book.
    #[error("it is no opening book of a known kind (obk, yfk, pfBook, xqb, BOOK.DAT)")]
    NoBook,
    /// The file is larger than this number of MiB.
    #[error("a BOOK.DAT of more than {0} MiB is not read")]
    TooLarge(u64),
    /// SQLite cannot read the file, or the table is damaged.
    #[error(transparent)]
    Store(#[from] store::Error),
}

/// Opening book of an engine. Threads can share it.
#[derive(Debug)]
pub struct EngineBook {
    /// Path of the file.
    path: PathBuf,
    pub(super) content: BookContent,
}

/// The content of a book.
#[derive(Debug)]
pub(super) enum BookContent {
    Table(BookTable),
    /// Bytes of a `BOOK.DAT`.
    Dat(Vec<u8>),
}

impl EngineBook {
    /// Opens a book. Its content, not its name, decides on the kind.
    pub fn open(path: &Path) -> Result<EngineBook, BookError> {
        let mut head = Vec::new();
        let mut file = File::open(path)?;
        let data = file.metadata()?;
        if data.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
        }
        (&mut file).take(SQLITE.len() as u64).read_to_end(&mut head)?;
        let content = if head == SQLITE {
            BookContent::Table(BookTable::open(path)?.ok_or(BookError::NoBook)?)
        } else {
            file.take(LARGEST_DAT + 1).read_to_end(&mut head)?;
            match head.len() as u64 {
                len if len > LARGEST_DAT => return Err(BookError::TooLarge(LARGEST_DAT >> 20)),
                _ if !is_book_dat(&head) => return Err(BookError::NoBook),
                _ => BookContent::Dat(head),
            }
        };
        Ok(EngineBook { path: path.to_owned(), content })
    }

    /// Kind of the book.
    #[must_use]
    pub fn kind(&self) -> BookKind {
        match &self.content {
            BookContent::Table(table) => BookKind::Table(table.layout),
            BookContent::Dat(_) => BookKind::Dat,
        }
    }

    /// Name of the book's file.
    #[must_use]
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Moves of a position or its mirror image in the book: allowed moves first, then by descending
    /// score. The first of several rows about a move counts. Rows with moves that the piece cannot
    /// make are left out.
    pub fn moves(&self, position: &Position) -> store::Result<Vec<BookMove>> {
        let mut moves = self.read(position)?.moves;
        let mut seen = Vec::new();
        moves.retain(|it| {
            let is_new = !seen.contains(&it.mv);
            seen.push(it.mv);
            is_new
        });
        moves.sort_by_key(|it| (!it.is_allowed, Reverse(it.score), Reverse(it.wins), it.mv));
        Ok(moves)
    }

    /// Reads all rows about a position and its mirror image.
    pub(super) fn read(&self, position: &Position) -> store::Result<BookReading> {
        let named = |error| store::Error::Book { name: self.name(), error: Box::new(error) };
        self.read_halves(position).map_err(named)
    }

    fn read_halves(&self, position: &Position) -> store::Result<BookReading> {
        let mut reading = self.read_half(position)?;
        let is_canonical = self.kind() == BookKind::Table(BookLayout::Xqb);
        if !is_canonical && !position.is_symmetric() {
            let other = self.read_half(&position.mirror())?;
            let mirrored = |it: BookMove| BookMove { mv: it.mv.mirror(), ..it };
            reading.moves.extend(other.moves.into_iter().map(mirrored));
            reading.impossible += other.impossible;
            reading.turned += other.turned;
        }
        Ok(reading)
    }

    /// Reads the rows about a position, without its mirror image.
    fn read_half(&self, position: &Position) -> store::Result<BookReading> {
        let order = self.kind().byte_order();
        let mut reading = BookReading::default();
        match &self.content {
            BookContent::Table(table) if table.layout == BookLayout::Xqb => {
                let board = PackedBoard::of(position);
                for row in table.rows_of(&BookKey::Board(board.bytes.clone()))? {
                    let mv = row.mv.and_then(|code| board.read(code, position));
                    reading.add(mv.map(|mv| (mv, order)), order, |mv| BookMove::of_row(mv, row));
                }
            }
            BookContent::Table(table) => {
                let key = NumberKeys::of(position).own;
                for row in table.rows_of(&BookKey::Number(key))? {
                    let mv = row.mv.and_then(|code| order.read(code, position));
                    reading.add(mv, order, |mv| BookMove::of_row(mv, row));
                }
            }
            BookContent::Dat(bytes) => {
                for entry in DatEntry::of_lock(bytes, lock(position)).take(MOST_MOVES) {
                    let mv = order.read(entry.mv, position);
                    reading.add(mv, order, |mv| BookMove::of_weight(mv, entry.weight));
                }
            }
        }
        Ok(reading)
    }
}

/// Rows about a position.
#[derive(Debug, Default)]
pub(super) struct BookReading {
    /// Moves in the order of the file; those of the position before those of its mirror image.
    pub(super) moves: Vec<BookMove>,
    /// Number of rows whose move the piece cannot make.
    pub(super) impossible: u64,
    /// Number of rows whose bytes are in the unusual order of the kind.
    pub(super) turned: u64,
}

impl BookReading {
    fn add(
        &mut self,
        found: Option<(Move, ByteOrder)>,
        usual: ByteOrder,
        make: impl FnOnce(Move) -> BookMove,
    ) {
        match found {
            None => self.impossible += 1,
            Some((mv, order)) => {
                self.turned += u64::from(order != usual);
                self.moves.push(make(mv));
            }
        }
    }
}

impl BookMove {
    fn of_row(mv: Move, row: BookRow) -> BookMove {
        let BookRow { score, results: [wins, draws, losses], is_allowed, remark, .. } = row;
        BookMove { mv, score, wins, draws, losses, is_allowed, remark }
    }

    fn of_weight(mv: Move, weight: u16) -> BookMove {
        let (wins, draws, losses) = (None, None, None);
        let is_allowed = weight > 0;
        BookMove {
            mv,
            score: Some(weight.into()),
            wins,
            draws,
            losses,
            is_allowed,
            remark: String::new(),
        }
    }
}
