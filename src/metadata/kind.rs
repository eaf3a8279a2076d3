//! Kinds of records, and statuses of their reading.

use super::named::named;

named! {
    /// Kind of a game, stored as its number. Statistics count only played games by default.
    ///
    /// The rule of `Metadata::kind_of`, start position first:
    /// 1. no moves, but a position of its own: [`Kind::Position`];
    /// 2. the standard start: [`Kind::Opening`] if the file calls it an opening study, or if no
    ///    player is named and there is either no result or a page of a manual (headings of a
    ///    manual, or no headings but variations). Else [`Kind::Game`]: a game quoted in a book,
    ///    with its players or its tournament, stays one;
    /// 3. the standard start without some pieces, with both kings: [`Kind::Handicap`];
    /// 4. any other start: [`Kind::Composed`] if the file says so; else [`Kind::Endgame`] if both
    ///    players are named or the file calls it a middle game or endgame; else [`Kind::Composed`].
    #[repr(u8)]
    pub enum Kind {
        /// A game from the standard start.
        Game = "game",
        /// A game at odds (让子).
        Handicap = "handicap",
        /// A study of an opening.
        Opening = "opening",
        /// A middle game or an endgame, played or for study.
        Endgame = "endgame",
        /// A composed problem (排局).
        Composed = "composed",
        /// A bare position.
        Position = "position",
    }
}

/// Reason of a record's kind.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub enum KindReason {
    /// The record has a position and no moves.
    NoMoves,
    /// The file states the kind.
    File,
    /// Standard start without players and without a result.
    NothingNamed,
    /// Standard start without players, with headings of a manual.
    Manual,
    /// Standard start without players and headings, with variations.
    Variations,
    /// Standard start, and nothing against a game.
    Standard,
    /// Standard start without some pieces.
    Odds,
    /// Another start, with both players named.
    SetUpPlayed,
    /// Another start, without both players.
    SetUp,
}

named! {
    /// How far a record plays.
    ///
    /// ```
    /// use xqdb::metadata::Status;
    /// assert_eq!(Status::Partial.as_str(), "partial");
    /// assert_eq!(Status::from_name("ok"), Some(Status::Ok));
    /// ```
    pub enum Status {
        /// The whole main line plays.
        Ok = "ok",
        /// The main line ends early; the moves before are kept.
        Partial = "partial",
        /// The record has no moves, only a heading or a position.
        Empty = "empty",
        /// The start position is not understood; nothing is kept.
        Rejected = "rejected",
    }
}

impl Status {
    /// Whether something of the record was lost: it is partial or rejected.
    pub const fn is_damaged(self) -> bool {
        matches!(self, Status::Partial | Status::Rejected)
    }
}
