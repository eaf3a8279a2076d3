//! Bytes that are in memory already, read as a file or a piece of one.

use super::decide::Decided;
use super::from_name::{known_as, said_of};
use super::options::Options;
use super::parse::{Parsed, parse};
use super::place::Place;
use super::unit::Unit;
use crate::format::by_name;
use crate::metadata::FileName;
use crate::text::Encoding;
use std::sync::Arc;

/// A content, or a piece of one that was cut where records begin.
#[derive(Debug, Clone, Copy)]
pub struct Piece<'b> {
    /// The path of the file. Its name can tell the format, and players and result.
    pub path: &'b str,
    /// The path inside an archive.
    pub member: Option<&'b str>,
    /// Where the bytes begin in the file or member.
    pub offset: u64,
    /// The bytes; those of a file inside an archive, never of the archive.
    pub bytes: &'b [u8],
    /// Whether they are all of the file or member.
    pub is_whole: bool,
    /// The name of the format, where it is known, together with the encoding: a piece alone may
    /// not tell them.
    pub format: Option<&'b str>,
    /// The encoding, where it is known.
    pub encoding: Option<Encoding>,
}

impl Piece<'_> {
    /// The hash under which the store knows the file, if the piece is all of it: BLAKE3 of the
    /// bytes, and where its name or its folders below what was named ([`Options::named`]) say
    /// something of its games, of that, too.
    #[must_use]
    pub fn content_hash(&self, options: &Options) -> Option<[u8; 32]> {
        let bytes = self.is_whole.then(|| *blake3::hash(self.bytes).as_bytes())?;
        Some(known_as(bytes, &self.said(options)))
    }

    fn said(&self, options: &Options) -> FileName {
        said_of(self.path, self.member, &options.named)
    }

    /// Reads and replays every record in it. It asks for no file.
    ///
    /// ```
    /// use xqdb::import::{Options, Piece};
    /// let piece = Piece {
    ///     path: "a.pgn",
    ///     member: None,
    ///     offset: 0,
    ///     bytes: "1. 炮二平五 马8进7 *".as_bytes(),
    ///     is_whole: true,
    ///     format: None,
    ///     encoding: None,
    /// };
    /// assert_eq!(piece.parse(&Options::default()).records[0].game.tree.plies, 2);
    /// ```
    #[must_use]
    pub fn parse(&self, options: &Options) -> Parsed {
        let path = self.path.into();
        let member = self.member.map(Into::into);
        let place = Place { absolute: self.path.into(), path, member };
        let size = self.offset + self.bytes.len() as u64;
        let mut decided = Decided { said: Arc::new(self.said(options)), ..Decided::default() };
        // Where the format is known, so is the encoding, if there is one.
        if self.format.is_none() {
            decided.look(options, place.file_name(), self.bytes, size);
        }
        let unit = Unit {
            base: self.offset,
            size,
            format: self.format.and_then(by_name).or(decided.format),
            encoding: self.encoding.or(decided.encoding),
            said: Some(decided.said),
            is_last: self.is_whole,
            ..Unit::whole(&place, self.bytes.to_vec())
        };
        parse(&unit, &options.notation)
    }
}
