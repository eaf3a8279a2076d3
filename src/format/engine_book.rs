//! Recognises opening books of engines. Such a file gives moves for positions and holds no records;
//! another reader reads it.

use crate::xiangqi::Square;
use memchr::memmem;

/// Bytes of an entry of `BOOK.DAT`.
const ENTRY: usize = 8;
/// Fewest entries that suffice to recognise a book.
const TELLING: usize = 4;
/// Words of the SQL that creates tables of books, on the first page of a database.
const TABLES: [&[&[u8]]; 2] = [
    &[b"vkey", b"vmove", b"vscore", b"vlost"],
    &[b"book", b"key", b"move", b"score", b"lost", b"valid"],
];

/// Entry of `BOOK.DAT` of ElephantEye and 象棋巫师; entries are sorted by lock.
///
/// | bytes | meaning |
/// | --- | --- |
/// | 0..4 | lock of the position, little-endian |
/// | 4..6 | move: the point that is left in the low byte, the other in the high byte |
/// | 6..8 | weight of the move, 0 for one that is not played |
///
/// Some programs compare locks without the lowest bit and sorted their books so; this reader drops
/// the bit, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DatEntry {
    /// Lock of the position without its lowest bit.
    pub lock: u32,
    /// Move, one byte per point; see [`book_point`].
    pub mv: u16,
    /// Relative frequency of the move among those of the position.
    pub weight: u16,
}

impl DatEntry {
    /// Entries of a file, in its order.
    pub fn all(bytes: &[u8]) -> impl Iterator<Item = DatEntry> + Clone + '_ {
        bytes.as_chunks::<ENTRY>().0.iter().map(|bytes| DatEntry::read(*bytes))
    }

    /// Entries of a lock.
    pub fn of_lock(bytes: &[u8], lock: u32) -> impl Iterator<Item = DatEntry> + '_ {
        let (entries, _) = bytes.as_chunks::<ENTRY>();
        let first = entries.partition_point(|bytes| DatEntry::read(*bytes).lock < lock >> 1);
        let rest = entries[first..].iter().map(|bytes| DatEntry::read(*bytes));
        rest.take_while(move |entry| entry.lock == lock >> 1)
    }

    fn read(bytes: [u8; ENTRY]) -> DatEntry {
        let [a, b, c, d, e, f, g, h] = bytes;
        DatEntry {
            lock: u32::from_le_bytes([a, b, c, d]) >> 1,
            mv: u16::from_le_bytes([e, f]),
            weight: u16::from_le_bytes([g, h]),
        }
    }
}

/// Point of a byte in a move: `0x33 + 16 * row + file`, rows from Black's back rank.
#[must_use]
pub fn book_point(byte: u8) -> Option<Square> {
    let place = byte.checked_sub(0x33)?;
    Square::at(place % 16, 9_u8.checked_sub(place / 16)?)
}

/// Whether a file with this head is a `BOOK.DAT`: whole entries, in order, whose moves lead from
/// point to point.
///
/// ```
/// use xqdb::format::is_book_dat;
/// let entry = |lock: u8| [lock, 0, 0, 0, 0xAA, 0xA7, 1, 0];
/// let book = [2, 2, 5, 9].map(entry).concat();
/// assert!(is_book_dat(&book) && !is_book_dat(&book[..31]));
/// assert!(!is_book_dat(&[5, 2, 5, 9].map(entry).concat()));
/// ```
#[must_use]
pub fn is_book_dat(head: &[u8]) -> bool {
    let entries = DatEntry::all(head);
    let is_move = |mv: u16| mv.to_le_bytes().iter().all(|byte| book_point(*byte).is_some());
    head.len().is_multiple_of(ENTRY)
        && head.len() >= TELLING * ENTRY
        && entries.clone().is_sorted_by_key(|entry| entry.lock)
        && entries.clone().all(|entry| is_move(entry.mv))
        // Letters of a text may look like points.
        && !head.is_ascii()
}

/// Whether a file with this head is an opening book of an engine.
pub(super) fn is_engine_book(head: &[u8]) -> bool {
    if !head.starts_with(super::DATABASE) {
        return is_book_dat(head);
    }
    let head = head.to_ascii_lowercase();
    let has = |word: &&[u8]| memmem::find(&head, word).is_some();
    TABLES.iter().any(|words| words.iter().all(has))
}
