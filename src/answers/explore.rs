//! Fields of the explorer: a position, and every move played there.

use super::engine_book::booked_moves;
use super::field::FieldKind::{Count, Flag, List, Move, Objects, Signed, Text};
use super::field::{Answer, Datum, Field, answer};
use super::parts::{
    FirstKeys, PARTICIPANTS, ScoreView, bar, between, first_game_column, first_games, others,
    participants, players_and_events, score, share, short_in_csv, snake_in_csv, starred, years,
    years_column,
};
use crate::engine_book::{BookMove, Booked, BookedMove, Books};
use crate::opening::Code;
use crate::search::{Archive, AskError, Explored, Look, Params, Purpose, Row, Watch};
use crate::store::Result;
use crate::xiangqi::Position;
use serde_json::Value;

/// Row of the explorer with the values of its fields.
#[derive(Debug, Clone)]
pub struct ExploredMove {
    /// Counts of the move.
    pub row: Row,
    /// 1-based number of plies from the position of the question to this move.
    pub depth: usize,
    /// Position in which the move is played.
    pub position: Position,
    /// Move in the notation of the answer.
    pub san: String,
    /// Code of the opening after the moves up to this one.
    pub opening: Option<Code>,
    /// Keys of the first games.
    pub first: FirstKeys,
    /// Keys of the latest dated games, newest first.
    pub recent: Vec<String>,
    /// Scores of the move in opening books; empty if no book knows the move.
    pub books: Vec<BookedMove>,
}

impl ExploredMove {
    /// Looks up the keys of the games of a row.
    pub fn new(
        archive: &Archive,
        (row, booked): (&Row, &Booked),
        (position, depth): (&Position, usize),
        (san, opening): (String, Option<Code>),
    ) -> Result<ExploredMove> {
        let key = |id: u32| archive.snapshot().game_key(id);
        Ok(ExploredMove {
            depth,
            position: position.clone(),
            san,
            opening,
            first: FirstKeys {
                earliest: row.earliest.map(key).transpose()?,
                undated: row.undated.map(key).transpose()?,
            },
            recent: row.latest.iter().map(|&id| key(id)).collect::<Result<_>>()?,
            books: booked.of(row.mv),
            row: row.clone(),
        })
    }

    /// Move of the first opening book that knows it.
    fn said(&self) -> Option<&BookMove> {
        self.books.first().map(|it| &it.said)
    }
}

/// Fields of an [`ExploredMove`] that only answers with opening books have.
const BOOK_FIELDS: [&str; 8] = [
    "bookScore",
    "bookWins",
    "bookDraws",
    "bookLosses",
    "bookForbids",
    "book_results",
    "bookRemark",
    "books",
];

/// Fields of a move.
pub(super) fn explored_moves() -> Answer<ExploredMove> {
    answer! { ExploredMove, "explore-move", "A move played in a position, with its score.";
        "depth", Count, "Plies from the position that was asked for to this move.",
            |it| it.depth => unit("plies"), only_csv();
        "fen", Text, "The position in which the move is played.",
            |it| it.position.to_fen() => only_csv();
        "uci", Move, "The move as two squares, such as `h2e2`.",
            |it| it.row.mv.to_string() => hidden();
        "san", Move, "The move in the notation that was asked for.",
            |it| it.san.clone() => head("move");
        "games", Count, "Games in which the move was played here.",
            |it| it.row.score.all()
                => shown_as(|it| starred(it.row.score.all(), &it.row.behind, &it.row.score));
        "reached", Count, "Games that come to the resulting position by any way.",
            |it| it.row.reached;
        + score(ScoreView::Sides, |it| it.row.score);
        + others(|it| it.row.score);
        "mirrored", Count, "Those of the games that had the mirror image.",
            |it| it.row.mirrored => hidden();
        + snake_in_csv(years(|it: &ExploredMove| it.row.years));
        + participants(PARTICIPANTS, |it| &it.row.behind);
        + short_in_csv(share(ScoreView::Sides, |it: &ExploredMove| it.row.score));
        + between(|it| it.row.score);
        + players_and_events(|it| &it.row.behind);
        + bar(|it| it.row.score);
        + years_column(|it| it.row.years);
        "opening", Text, "Code of the opening that the moves up to this one are, if they begin at the start.",
            |it| it.opening.map(|code| code.to_string()) => nullable();
        + snake_in_csv(first_games(|it: &ExploredMove| &it.first));
        + first_game_column(|it| &it.first);
        screen "named", Text, |_| String::new();
        "bookScore", Signed, "The score that an opening book gives the move, from the side to move; of \
            several books the first that knows the move.",
            |it| it.said().and_then(|said| said.score) => optional(), nullable(), csv("book_score");
        "bookWins", Count, "Games that the side to move won, as that book counts.",
            |it| it.said().and_then(|said| said.wins) => optional(), nullable(), csv("book_wins"),
            hidden();
        "bookDraws", Count, "Draws, as that book counts.",
            |it| it.said().and_then(|said| said.draws) => optional(), nullable(),
            csv("book_draws"), hidden();
        "bookLosses", Count, "Games that the side to move lost, as that book counts.",
            |it| it.said().and_then(|said| said.losses) => optional(), nullable(),
            csv("book_losses"), hidden();
        "bookForbids", Flag, "That book forbids the move; null where no book knows it.",
            |it| it.said().map(|said| !said.is_allowed) => optional(), nullable(),
            csv("book_forbids"), hidden();
        screen "book_results", Text, |it| it.said().map(results_text).unwrap_or_default();
        "bookRemark", Text, "What somebody wrote about the move in that book.",
            |it| it.said().map(|said| said.remark.clone()).filter(|remark| !remark.is_empty())
                => optional(), nullable(), csv("book_remark");
        "books", Objects("engine-book-move"), "What each opening book that knows the move says of it.",
            |it| booked_moves().objects(&it.books) => optional(), only_json();
        "recentGames", List, "Keys of the latest dated games, newest first.",
            |it| it.recent.clone() => csv("recent_games"), head("latest");
    }
    .csv_begins(
        "depth fen uci san games reached red draws black unknown percent low high mirrored \
         firstYear lastYear earliestGame recentGames opening undatedGame players events player \
         playerGames event eventGames others",
    )
}

/// Wins, draws and losses of the side to move, as a book counts them: `3/1/0`.
fn results_text(said: &BookMove) -> String {
    match (said.wins, said.draws, said.losses) {
        (None, None, None) => String::new(),
        (wins, draws, losses) => {
            let [wins, draws, losses] = [wins, draws, losses].map(Option::unwrap_or_default);
            format!("{wins}/{draws}/{losses}")
        }
    }
}

/// Fields of a move; those of opening books only if `books` has any.
#[must_use]
pub fn explored_moves_with(books: &Books) -> Answer<ExploredMove> {
    let moves = explored_moves();
    if books.is_empty() { moves.without(&BOOK_FIELDS) } else { moves }
}

/// Position of the explorer with its counts.
#[derive(Debug, Clone)]
pub struct ExploredPosition {
    /// The position itself.
    pub position: Position,
    /// Counts of the games that come to the position, and of the moves played there.
    pub explored: Explored,
}

/// Fields of a position, without the moves played there.
#[must_use]
pub fn explored_positions() -> Answer<ExploredPosition> {
    answer! { ExploredPosition, "explore", "A position and every move played there.";
        "fen", Text, "The position.", |it| it.position.to_fen();
        "games", Count, "Games that come here, each counted once; those of the moves may sum to more.",
            |it| it.explored.score.all() => shown_as(|ExploredPosition { explored: it, .. }| {
                starred(it.score.all(), &it.behind, &it.score)
            });
        + score(ScoreView::Sides, |it| it.explored.score);
        + others(|it| it.explored.score);
        "mirrored", Count, "Those of the games that had the mirror image only.", |it| it.explored.mirrored;
        "copies", Count, "Copies of these games, which are not counted.", |it| it.explored.copies;
        "ended", Count, "Games whose line ends here.", |it| it.explored.ended;
        "undated", Count, "Games that fit but have no date, when a date was asked for.",
            |it| it.explored.undated;
        "programs", Count, "Games of programs, which are not counted unless `played` is said.",
            |it| it.explored.programs;
        + participants(PARTICIPANTS, |it| &it.explored.behind);
        + share(ScoreView::Sides, |it| it.explored.score);
        + between(|it| it.explored.score);
        + players_and_events(|it| &it.explored.behind);
        + bar(|it| it.explored.score);
    }
}

/// [`explored_positions`] with the further fields of the whole answer.
pub(super) fn with_moves() -> Answer<ExploredPosition> {
    let mut answer = explored_positions();
    answer.fields.extend([
        Field::new("moves", Objects("explore-move"), "The moves, the commonest first.", |_| {
            Datum::Null
        }),
        Field::new(
            "matched",
            Objects("matched-name"),
            "Names that were found by their sound or by a decision.",
            |_| Datum::Null,
        ),
    ]);
    answer
}

/// Whole answer about the position of a question, with its moves in `moves` and what books say of
/// them. [`Watch::is_stopped`] ends it with an error.
pub fn explored_json(
    archive: &Archive,
    (params, books): (&Params, &Books),
    watch: &dyn Watch,
) -> std::result::Result<Value, AskError> {
    let (line, notation) = (params.line()?, params.notation()?);
    let look = Look {
        mirroring: params.mirroring()?,
        variations: params.flag("variations")?,
        latest: params.number("latest")?,
    };
    let matcher = params.filter(Purpose::Statistics)?.resolve_watched(archive, watch)?;
    let (explored, booked) = books.explore(archive, &line.position, (&matcher, &look))?;
    let row = |row: &Row| {
        let moves = line.moves.iter().copied().chain([row.mv]);
        let opening = line.start.is_start().then(|| archive.openings().code(moves)).flatten();
        let san = notation.write(row.mv, &line.position);
        ExploredMove::new(archive, (row, &booked), (&line.position, 1), (san, opening))
    };
    let moves = explored.rows.iter().map(row).collect::<Result<Vec<ExploredMove>>>()?;
    let position = ExploredPosition { position: line.position.clone(), explored };
    let mut value = explored_positions().object(&position);
    value.insert("moves".to_owned(), explored_moves_with(books).objects(&moves));
    value.insert("matched".to_owned(), matcher.matched_json());
    Ok(Value::Object(value))
}
