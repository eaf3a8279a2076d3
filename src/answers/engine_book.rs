//! Fields of opening books of engines: contents, moves, and disputes with an archive.

use super::field::FieldKind::{Count, Flag, List, Move, Objects, Percent, Signed, Text};
use super::field::{Answer, Datum, Field, answer};
use super::parts::percent_text;
use crate::engine_book::{BookDispute, BookMove, BookSurvey, BookedMove};
use crate::notation::System;
use crate::search::{Row, Share};
use crate::xiangqi::Position;

/// Fields of what a book says of a move.
fn said<R: 'static>(of: fn(&R) -> &BookMove) -> Vec<Field<R>> {
    answer! { R;
        "score", Signed, "The score as it stands in the book, from the side to move.",
            |it| of(it).score => nullable();
        "wins", Count, "Games that the side to move won, as the book counts.",
            |it| of(it).wins => nullable();
        "draws", Count, "Draws, as the book counts.", |it| of(it).draws => nullable();
        "losses", Count, "Games that the side to move lost, as the book counts.",
            |it| of(it).losses => nullable();
        "allowed", Flag, "Whether the book lets the move be played.", |it| of(it).is_allowed;
        "remark", Text, "What somebody wrote about the move.", |it| of(it).remark.clone();
    }
}

/// Fields of what one of several books says of a move.
#[must_use]
pub fn booked_moves() -> Answer<BookedMove> {
    answer! { BookedMove, "engine-book-move", "What an opening book of an engine says of a move.";
        "book", Text, "The name of the book's file.", |it| it.book.clone();
        + said(|it| &it.said);
    }
}

/// A book, and its comparison with an archive.
#[derive(Debug, Clone)]
pub struct EngineBookFound {
    /// The contents of the book.
    pub survey: BookSurvey,
    /// Number of positions compared; `None` without an archive.
    pub compared: Option<u64>,
}

/// Fields of a book.
#[must_use]
pub fn engine_books() -> Answer<EngineBookFound> {
    answer! { EngineBookFound, "engine-book",
        "An opening book of an engine, and where it and the archive disagree.";
        "kind", Text, "`obk`, `yfk`, `pfbook`, `xqb` or `book-dat`.", |it| it.survey.kind.name();
        "positions", Count, "Positions; one and its mirror image may count as two.",
            |it| it.survey.positions => unit("positions");
        "moves", Count, "Moves.", |it| it.survey.moves => unit("moves");
        "forbidden", Count, "Moves that may not be played.", |it| it.survey.forbidden
            => unit("moves");
        "remarks", Count, "Moves with a remark.", |it| it.survey.remarks => unit("moves");
        "reached", Count,
            "Positions with a move to which the moves of the book lead from the start, of at most 50000.",
            |it| it.survey.reached => unit("positions");
        "noKey", Count, "Moves without a key: no program finds them.", |it| it.survey.no_key
            => unit("moves");
        "noMove", Count, "Moves that do not lead from a point of the board to another.",
            |it| it.survey.no_move => unit("moves");
        "impossible", Count, "Moves of the reached positions that the piece cannot make.",
            |it| it.survey.impossible => unit("moves");
        "turned", Count, "Moves of the reached positions whose two bytes are in the unusual order.",
            |it| it.survey.turned => unit("moves");
        "damage", List, "What SQLite says of damage.", |it| it.survey.damage.clone();
        "compared", Count, "Positions in which archive and book were compared; null without an archive.",
            |it| it.compared => unit("positions"), nullable();
        "disputes", Objects("engine-book-dispute"), "Where archive and book disagree.",
            |_| Datum::Null;
    }
}

/// Dispute between book and archive, with its moves in a notation.
#[derive(Debug, Clone)]
pub struct DisputeFound {
    /// The dispute itself.
    pub dispute: BookDispute,
    /// Moves from the start to the position.
    pub line: Vec<String>,
    /// Most frequent move of the games.
    pub played: String,
    /// Best move of the book.
    pub best: String,
}

impl DisputeFound {
    /// Writes the moves of a dispute in a notation.
    #[must_use]
    pub fn new(dispute: BookDispute, notation: &System) -> DisputeFound {
        let mut position = Position::start();
        let line = notation.write_line(&dispute.line, &mut position);
        let [played, best] =
            [dispute.played.mv, dispute.best.mv].map(|mv| notation.write(mv, &position));
        DisputeFound { dispute, line, played, best }
    }

    fn percent(&self, row: Option<&Row>) -> Option<f64> {
        self.share(row).map(|share| share.percent)
    }

    fn percent_text(&self, row: Option<&Row>) -> String {
        self.share(row).map(percent_text).unwrap_or_default()
    }

    /// Share of the points that the side to move scored in the games of a row.
    fn share(&self, row: Option<&Row>) -> Option<Share> {
        row?.score.seen_by(self.dispute.position.side()).share()
    }
}

/// Fields of a position in which the most frequent move of the games is not the book's best.
#[must_use]
pub fn disputes() -> Answer<DisputeFound> {
    answer! { DisputeFound, "engine-book-dispute",
        "A position in which the commonest move of the games is not the best move of the book.";
        "games", Count, "Games that come to the position.", |it| it.dispute.games => hidden();
        "move", Move, "The commonest move of the games.", |it| it.played.clone()
            => head("games_play");
        "uci", Move, "That move as two squares.", |it| it.dispute.played.mv.to_string() => hidden();
        "moveGames", Count, "Games that played that move.", |it| it.dispute.played.score.all()
            => head("games");
        "percent", Percent, "The share of the points that the side to move had of these games.",
            |it| it.percent(Some(&it.dispute.played)) => nullable(), head("score"),
            shown_as(|it| it.percent_text(Some(&it.dispute.played)));
        "moveScore", Signed, "The score that the book gives that move; null where the book does not know it.",
            |it| it.dispute.said_of_played.as_ref().and_then(|said| said.score) => nullable(),
            head("in_book");
        "forbidden", Flag, "The book forbids that move.",
            |it| it.dispute.said_of_played.as_ref().is_some_and(|said| !said.is_allowed) => hidden();
        "bookMove", Move, "The best move of the book.", |it| it.best.clone()
            => head("book_plays");
        "bookUci", Move, "That move as two squares.", |it| it.dispute.best.mv.to_string() => hidden();
        "bookScore", Signed, "The score that the book gives its move.", |it| it.dispute.best.score
            => nullable(), head("in_book");
        "bookGames", Count, "Games of the archive that played the move of the book.",
            |it| it.dispute.row_of_best.as_ref().map_or(0, |row| row.score.all()) => head("games");
        "bookPercent", Percent, "The share of the points that the side to move had of those games.",
            |it| it.percent(it.dispute.row_of_best.as_ref()) => nullable(), head("score"),
            shown_as(|it| it.percent_text(it.dispute.row_of_best.as_ref()));
        "line", List, "The moves from the start to the position.", |it| it.line.clone()
            => head("after_moves");
        "fen", Text, "The position.", |it| it.dispute.position.to_fen() => hidden();
    }
}
