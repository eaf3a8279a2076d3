//! A move of a record, and what is read there.

use super::fault::Fault;
use crate::xiangqi::Move;
use std::fmt;

/// What stands for no move where one is too many.
const NOTHING: &str = "-";

/// A move of a record, named by what does not depend on the order of imports.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordPly {
    /// BLAKE3 of the content of its source.
    pub content: [u8; 32],
    /// 1-based in the source.
    pub record: u64,
    /// 1-based place in the main line, as it stands in the record.
    pub ply: u32,
}

impl RecordPly {
    /// Reads `record:HASH/N ply P`.
    pub(super) fn read(text: &str) -> Result<RecordPly, Fault> {
        let parts = || {
            let (content, rest) = text.strip_prefix("record:")?.split_once('/')?;
            let (record, ply) = rest.split_once(" ply ")?;
            let content = *blake3::Hash::from_hex(content.trim()).ok()?.as_bytes();
            let (record, ply) = (record.trim().parse().ok()?, ply.trim().parse().ok()?);
            (record > 0 && ply > 0).then_some(RecordPly { content, record, ply })
        };
        parts().ok_or_else(|| Fault::Subject(1, text.to_owned()))
    }
}

impl fmt::Display for RecordPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let content = blake3::Hash::from_bytes(self.content).to_hex();
        write!(f, "record:{content}/{} ply {}", self.record, self.ply)
    }
}

/// The moves that are read in the place of one: none where it is too many, several where others
/// are missing before it.
pub(super) fn read_moves(text: &str) -> Result<Vec<Move>, Fault> {
    let moves: Option<Vec<Move>> = match text {
        NOTHING => Some(Vec::new()),
        "" => None,
        _ => text.split_whitespace().map(|mv| mv.parse().ok()).collect(),
    };
    moves.ok_or_else(|| Fault::Value("read", text.to_owned()))
}

/// The same as it stands in a file.
pub(super) fn write_moves(moves: &[Move]) -> String {
    match moves {
        [] => NOTHING.to_owned(),
        _ => moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" "),
    }
}
