//! What sort of record it is, and how much of it could be read, as types.

use super::named::named;

named! {
    /// The kind of a game, stored as its number. Statistics count played games only unless asked
    /// otherwise.
    ///
    /// The rule of `Metadata::kind_of`, start position first:
    /// 1. no moves, but a position of its own: [`Kind::Position`];
    /// 2. the standard start: [`Kind::Opening`] when the file calls it an opening study; when
    ///    neither side is named and there is no result; and when neither side is named and it is a
    ///    page of a manual: its headings are those of one, or they are silent and it has
    ///    variations. Else [`Kind::Game`]: a game quoted in a book, with its players or its
    ///    tournament, stays one;
    /// 3. the standard start less some pieces (both kings there): [`Kind::Handicap`];
    /// 4. any other start: [`Kind::Composed`] when the file says so; else [`Kind::Endgame`] when
    ///    both players are named or the file calls it a middle game or endgame; else
    ///    [`Kind::Composed`].
    #[repr(u8)]
    pub enum Kind {
        /// A game from the standard start.
        Game = "game",
        /// A game at odds (让子).
        Handicap = "handicap",
        /// A study of an opening.
        Opening = "opening",
        /// A middle game or endgame, from play or for study.
        Endgame = "endgame",
        /// A composed problem (排局).
        Composed = "composed",
        /// A bare position.
        Position = "position",
    }
}

/// Why a record is of its kind.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub enum KindReason {
    /// The record has a position and no moves.
    NoMoves,
    /// The file says so.
    File,
    /// The standard start, and neither players nor a result.
    NothingNamed,
    /// The standard start, no players, and headings of a manual.
    Manual,
    /// The standard start, no players, no headings, and variations.
    Variations,
    /// The standard start, and nothing against it.
    Standard,
    /// The standard start less some pieces.
    Odds,
    /// Another start, and both players are named.
    SetUpPlayed,
    /// Another start, and nobody is named.
    SetUp,
}

named! {
    /// How far a record could be read.
    ///
    /// ```
    /// use xqdb::metadata::Status;
    /// assert_eq!(Status::Partial.as_str(), "partial");
    /// assert_eq!(Status::from_name("ok"), Some(Status::Ok));
    /// ```
    pub enum Status {
        /// The whole main line was played.
        Ok = "ok",
        /// The main line ends early; the moves before it are kept.
        Partial = "partial",
        /// There are no moves: a heading or a bare position.
        Empty = "empty",
        /// Nothing could be kept: the start is not understood.
        Rejected = "rejected",
    }
}

impl Status {
    /// Whether something of the record was lost: it is partial or rejected.
    pub const fn is_damaged(self) -> bool {
        matches!(self, Status::Partial | Status::Rejected)
    }
}
