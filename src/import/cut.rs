//! Cuts giant contents into pieces at record boundaries.
//!
//! Boundaries are found in bytes in which ASCII is ASCII; a piece of UTF-16 is decoded for this,
//! and the offset found is converted back to one in the bytes.
//!
//! Only the beginning of a record that is longer than memory allows becomes a piece. The rest up to
//! the next boundary is passed over and reported: read as records, it would play moves from the
//! middle of a game at its start.

use crate::format::{Boundary, ends_a_game};
use crate::import::hashing::Hashing;
use crate::text::{Encoding, decode};
use std::io;
use std::sync::{Mutex, PoisonError};

/// Approximate length of a piece, in bytes.
const PIECE: usize = 512 << 10;
/// Length in bytes from which only the beginning of a record is read, so that memory stays bounded.
const LONGEST_RECORD: usize = 256 << 20;
/// Number of bytes at the end of a piece that are searched for a boundary first. They suffice to
/// see whether a record begins in them.
const LAST: usize = 16 << 10;

/// Cuts the bytes of a reader at record boundaries.
pub(crate) struct Cutter<'a, 's> {
    reader: &'a mut Hashing<'s>,
    boundary: Boundary,
    is_utf16: Option<Encoding>,
    longest: usize,
    offset: u64,
    buffer: Vec<u8>,
    buffers: &'a Buffers,
}

/// Result of [`Cutter::next`].
pub(crate) enum Cut {
    /// A piece that is not the last.
    Piece(CutPiece),
    /// The last piece, and the error that ended reading, if any.
    Last(CutPiece, Option<io::Error>),
}

/// Part of a content.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct CutPiece {
    /// Offset of the piece's first byte in the content.
    pub(crate) base: u64,
    pub(crate) bytes: Vec<u8>,
    /// Number of bytes passed over after the piece: the rest of a record that is too long.
    pub(crate) lost: u64,
}

/// Function that finds the beginnings of records, and the encoding of the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Borders {
    pub(crate) boundary: Boundary,
    pub(crate) encoding: Encoding,
}

impl<'a, 's> Cutter<'a, 's> {
    /// Begins to cut the bytes of `reader` from `offset` on. A piece is not much longer than half
    /// of `longest`, the limit for contents read whole, since the next piece waits beside it.
    pub(crate) fn new(
        reader: &'a mut Hashing<'s>,
        borders: Borders,
        offset: u64,
        longest: u64,
        buffers: &'a Buffers,
    ) -> Cutter<'a, 's> {
        Cutter {
            reader,
            boundary: borders.boundary,
            is_utf16: Some(borders.encoding).filter(|encoding| encoding.is_utf16()),
            longest: usize::try_from(longest / 2).unwrap_or(usize::MAX).min(LONGEST_RECORD),
            offset,
            buffer: buffers.take(),
            buffers,
        }
    }

    /// Next piece; not to be called after the last one.
    pub(crate) fn next(&mut self) -> Cut {
        loop {
            if let Some(end) = self.read(self.buffer.len().max(PIECE)) {
                return Cut::Last(self.piece(self.buffer.len()), end.err());
            }
            match self.last_boundary() {
                Some(at) => return Cut::Piece(self.piece(at)),
                None if self.buffer.len() < self.longest => {}
                None => match self.behind_a_result() {
                    Some(at) => return Cut::Piece(self.piece(at)),
                    None => return self.too_long(),
                },
            }
        }
    }

    /// Reads `wanted` more bytes. If there are fewer, returns how reading ended.
    fn read(&mut self, wanted: usize) -> Option<io::Result<()>> {
        let before = self.buffer.len();
        let outcome = self.reader.fill(wanted as u64, &mut self.buffer);
        let is_over = outcome.is_err() || self.buffer.len() - before < wanted;
        is_over.then_some(outcome)
    }

    /// Takes the first `len` bytes of the buffer as a piece.
    fn piece(&mut self, len: usize) -> CutPiece {
        let mut next = self.buffers.take();
        next.extend_from_slice(&self.buffer[len..]);
        self.buffer.truncate(len);
        let base = self.offset;
        self.offset += len as u64;
        CutPiece { base, bytes: std::mem::replace(&mut self.buffer, next), lost: 0 }
    }

    /// Takes the beginning of a record that is too long, up to the end of a line, and passes over
    /// the rest.
    fn too_long(&mut self) -> Cut {
        let line = memchr::memrchr(b'\n', &self.buffer).filter(|_| self.is_utf16.is_none());
        // An even number of bytes, so that no unit of UTF-16 is cut.
        let mut piece = self.piece(line.map_or(self.buffer.len() & !1, |at| at + 1));
        let mut end = None;
        let next = loop {
            match (self.first_boundary(), end) {
                (Some(at), _) => break Ok(at),
                (None, Some(end)) => break Err(end),
                (None, None) => {}
            }
            self.pass_over(&mut piece, self.buffer.len().saturating_sub(LAST) & !1);
            end = self.read(PIECE);
        };
        self.pass_over(&mut piece, next.as_ref().copied().unwrap_or(self.buffer.len()));
        match next {
            Ok(_) => Cut::Piece(piece),
            Err(end) => Cut::Last(piece, end.err()),
        }
    }

    /// Passes over `len` bytes after a piece.
    fn pass_over(&mut self, piece: &mut CutPiece, len: usize) {
        self.buffer.drain(..len);
        self.offset += len as u64;
        piece.lost += len as u64;
    }

    /// Offset at which the last of several games without tags begins.
    fn behind_a_result(&self) -> Option<usize> {
        let begins = |at: usize| {
            let next = self.buffer[at..].trim_ascii_start();
            next.starts_with(b"1.") && ends_a_game(self.buffer[..at].trim_ascii_end())
        };
        memchr::memrchr_iter(b'\n', &self.buffer).map(|end| end + 1).find(|at| begins(*at))
    }

    /// The first boundary in the buffer.
    fn first_boundary(&self) -> Option<usize> {
        self.inside(|bytes| (self.boundary)(bytes, 1))
    }

    /// The last boundary in the buffer.
    fn last_boundary(&self) -> Option<usize> {
        self.inside(|bytes| last_boundary(bytes, self.boundary))
    }

    /// Boundary inside the buffer; `find` gets bytes in which ASCII is ASCII.
    fn inside(&self, find: impl Fn(&[u8]) -> Option<usize>) -> Option<usize> {
        let at = match self.is_utf16 {
            _ if self.buffer.len() < 4 => return None,
            None => find(&self.buffer)?,
            Some(encoding) => {
                let decoded = decode(&self.buffer[..self.buffer.len() & !1], encoding);
                decoded.source_offset(find(decoded.text.as_bytes())?) as usize
            }
        };
        (0 < at && at < self.buffer.len()).then_some(at)
    }
}

/// Record boundary near the end of `buffer`; looks at the last [`LAST`] bytes first, then at more.
fn last_boundary(buffer: &[u8], boundary: Boundary) -> Option<usize> {
    let mut back = LAST;
    loop {
        let from = buffer.len().saturating_sub(back).max(1);
        match boundary(buffer, from) {
            Some(at) if at > 0 && at < buffer.len() => return Some(at),
            _ if from == 1 => return None,
            _ => back *= 4,
        }
    }
}

/// Buffers of finished pieces, for reuse: the system clears a new one, which takes longer than
/// reading into it.
#[derive(Default)]
pub(crate) struct Buffers(Mutex<Vec<Vec<u8>>>);

impl Buffers {
    /// Largest number of buffers that are kept.
    const MOST: usize = 32;

    fn take(&self) -> Vec<u8> {
        let used = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        used.unwrap_or_else(|| Vec::with_capacity(PIECE + PIECE / 8))
    }

    /// Keeps a buffer for reuse, if it has the size of a usual piece.
    pub(crate) fn put(&self, mut buffer: Vec<u8>) {
        if (PIECE..2 * PIECE).contains(&buffer.capacity()) {
            buffer.clear();
            let mut buffers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if buffers.len() < Buffers::MOST {
                buffers.push(buffer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::by_name;

    fn pieces(bytes: &[u8], encoding: Encoding, longest: u64) -> Vec<CutPiece> {
        let boundary = by_name("pgn").unwrap().boundary.unwrap();
        let (mut bytes, buffers) = (bytes, Buffers::default());
        let mut reader = Hashing::new(&mut bytes, false);
        let borders = Borders { boundary, encoding };
        let mut cutter = Cutter::new(&mut reader, borders, 0, longest, &buffers);
        let mut pieces = Vec::new();
        loop {
            match cutter.next() {
                Cut::Piece(piece) => pieces.push(piece),
                Cut::Last(piece, error) => {
                    assert!(error.is_none());
                    pieces.push(piece);
                    return pieces;
                }
            }
        }
    }

    #[test]
    fn utf16_is_cut_where_its_records_begin() {
        let game = "[Event \"赛\"]\n[Red \"胡荣华\"]\n\n1. 炮二平五 马8进7 *\n\n";
        let text = format!("\u{feff}{}", game.repeat(40_000));
        for (encoding, bytes) in [
            (Encoding::Utf16Le, text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>()),
            (Encoding::Utf16Be, text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
        ] {
            let pieces = pieces(&bytes, encoding, u64::MAX);
            assert!(pieces.len() > 4);
            let mut end = 0;
            for (number, piece) in pieces.iter().enumerate() {
                assert_eq!((piece.base, piece.lost), (end, 0));
                end += piece.bytes.len() as u64;
                let text = decode(&piece.bytes, encoding).text;
                assert!(text.starts_with("[Event"), "piece {number} of {encoding:?}");
            }
            let whole: Vec<u8> = pieces.into_iter().flat_map(|piece| piece.bytes).collect();
            assert_eq!(whole, bytes);
        }
    }

    #[test]
    fn games_without_tags_are_cut_behind_their_results() {
        let text = "1. h2e2 h9g7 {no 1-0\n} 2. h0g2 1-0\n\n".repeat(80_000);
        let pieces = pieces(text.as_bytes(), Encoding::Utf8, 1 << 20);
        assert!(pieces.len() > 2);
        for piece in &pieces {
            assert!(piece.lost == 0 && piece.bytes.starts_with(b"1. h2e2"));
        }
    }

    #[test]
    fn the_rest_of_a_record_that_is_too_long_is_passed_over() {
        let game = "[Event \"a\"]\n\n1. h2e2 *\n\n";
        let bytes_of = |text: &str, encoding| match encoding {
            Encoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            _ => text.as_bytes().to_vec(),
        };
        for line_end in ["\n", " "] {
            let long =
                format!("[Event \"b\"]{line_end}") + &format!("1. h2e2{line_end}").repeat(300_000);
            for encoding in [Encoding::Utf8, Encoding::Utf16Le] {
                for behind in [&*game.repeat(9), ""] {
                    let text = format!("{game}{long}\n{behind}");
                    let bytes = bytes_of(&text, encoding);
                    let pieces = pieces(&bytes, encoding, 1 << 20);
                    let lost: Vec<u64> = pieces.iter().map(|piece| piece.lost).collect();
                    assert!(lost.iter().filter(|lost| **lost > 0).count() == 1, "{lost:?}");
                    let mut end = 0;
                    for piece in &pieces {
                        assert_eq!(piece.base, end);
                        assert!(piece.bytes.len() < 5 << 20);
                        let own = &bytes[end as usize..][..piece.bytes.len()];
                        assert!(own == piece.bytes);
                        end += piece.bytes.len() as u64 + piece.lost;
                    }
                    assert_eq!(end, bytes.len() as u64);
                    let last = pieces.last().unwrap();
                    assert!(behind.is_empty() || last.bytes == bytes_of(behind, encoding));
                }
            }
        }
    }
}
