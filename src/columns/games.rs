//! The table `games`.

use super::input::object;
use super::table::{ArrowColumn, ArrowTable, Cell, GrowingBatch, table};
use crate::metadata::{DateSpan, Dated, Derived, GameResult, Kind, Metadata, Played};
use crate::opening::Code;
use crate::store::{EditionRow, MainLine};
use arrow_schema::DataType;
use std::borrow::Cow;

table! {
    /// Description of the table `games`: one row per distinct game.
    GAMES: "games",
    "One row for every distinct game. In a file they are sorted by `key`.";
    GAME_CELLS of GameCells;
    "key": Utf8 = |game| game.key.into(),
        "The public id of the game, 12 characters.";
    "kind": Utf8 = |game| game.kind.as_str().into(),
        "`game`, `handicap`, `opening`, `endgame`, `composed` or `position`. \
         Statistics of xqdb count `game` unless asked otherwise.";
    "counts_as": Utf8 = |game| game.counts_as.as_deref().unwrap_or(game.key).into(),
        "The key of the game that stands for this one and its certain copies; the own `key` \
         where there is no copy. `count(distinct counts_as)` counts as xqdb does.";
    "red": Utf8 optional = |game| game.red.as_deref().into(),
        "The name of Red, without the team.";
    "black": Utf8 optional = |game| game.black.as_deref().into(),
        "The name of Black, without the team.";
    "red_team": Utf8 optional = |game| game.red_team.into(),
        "The team of Red.";
    "black_team": Utf8 optional = |game| game.black_team.into(),
        "The team of Black.";
    "red_person": Utf8 optional = |game| game.persons[0].into(),
        "How the person is called who has Red, under whatever name; null where it is nobody, and \
         where the table is not made of an archive.";
    "black_person": Utf8 optional = |game| game.persons[1].into(),
        "How the person is called who has Black, likewise.";
    "event": Utf8 optional = |game| game.event.as_deref().into(),
        "Tournament, book or collection.";
    "series": Utf8 optional = |game| game.series.into(),
        "The series that the event belongs to.";
    "edition_id": Utf8 optional = |game| game.edition.map(|edition| edition.name.as_str()).into(),
        "Series and edition, such as `五羊杯全国象棋冠军邀请赛@24`.";
    "edition_year": Int16 optional = |game| game.edition_year().into(),
        "The year of the edition.";
    "site": Utf8 optional = |game| game.site.into(),
        "The place.";
    "round": Utf8 optional = |game| game.round.into(),
        "The round, as found.";
    "date": Utf8 optional = |game| game.date.as_deref().into(),
        "The stated date as far as it is known: `1956-10-02`, `1956-10` or `1956`.";
    "year": Int16 optional = |game| game.year.map(|year| year as i16).into(),
        "The year that questions compare: of the stated date, or else of a derived one. Null \
         where the date is doubted.";
    "derived": Utf8 optional = |game| object(game.derived.values_json()).into(),
        "What headings and file names say and no record states, a JSON object: \
         `{\"Red\":{\"value\":\"胡荣华\",\"from\":\"event\"}}`.";
    "doubt": Utf8 optional = |game| object(game.derived.doubts_json()).into(),
        "What contradicts the stated fields, a JSON object: `{\"Date\":\"event says 1982\"}`.";
    "result": Utf8 = |game| game.result.as_str().into(),
        "The result that questions compare: `1-0`, `0-1`, `1/2-1/2`, or `*` where none is \
         known.";
    "termination": Utf8 optional = |game| game.termination.into(),
        "How the game ended, in words.";
    "opening": Utf8 optional = |game| game.opening.map(Code::as_str).into(),
        "The ECCO code by moves, such as `C55`. Null where the game does not begin from the \
         standard start.";
    "opening_found": Utf8 optional = |game| game.opening_found.into(),
        "The opening as the records name it.";
    "start": Utf8 optional = |game| game.start.into(),
        "The position it begins from, as FEN. Null is the standard start.";
    "plies": Int32 = |game| ((game.moves.len() / 2) as i32).into(),
        "The length of the main line in plies.";
    "moves": Binary = |game| (&*game.moves).into(),
        "The main line, two bytes a ply: from-square and to-square, each rank × 9 + file, 0 \
         for a0 at Red's left.";
    "date_from": Utf8 optional = |game| game.dated.and_then(|it| it.end(DateSpan::from)).into(),
        "The first date at which it may have been played; null where none is known, and where the \
         table is not made of an archive.";
    "date_to": Utf8 optional = |game| game.dated.and_then(|it| it.end(DateSpan::to)).into(),
        "The last date at which it may have been played, likewise.";
    "date_because": Utf8 optional = |game| game.dated.map(|dated| dated.because.as_str()).into(),
        "The reason for these dates, likewise: `stated`, `event`, `copy` and others.";
    "played": Utf8 optional = |game| game.played.map(Played::as_str).into(),
        "How it was played, likewise: `board`, `online`, `program` or `unknown`.";
}

/// Values of a row of [`GAMES`].
#[derive(Debug)]
pub(super) struct GameCells<'g> {
    pub(super) key: &'g str,
    pub(super) kind: Kind,
    /// Key of the game that stands for this one, if it is another game.
    pub(super) counts_as: Option<String>,
    pub(super) red: Option<Cow<'g, str>>,
    pub(super) black: Option<Cow<'g, str>>,
    pub(super) red_team: Option<&'g str>,
    pub(super) black_team: Option<&'g str>,
    /// Names of the persons who have Red and Black.
    pub(super) persons: [Option<&'g str>; 2],
    pub(super) event: Option<Cow<'g, str>>,
    pub(super) series: Option<&'g str>,
    pub(super) edition: Option<&'g EditionRow>,
    pub(super) site: Option<&'g str>,
    pub(super) round: Option<&'g str>,
    /// Stated date in ISO form, as far as known.
    pub(super) date: Option<Cow<'g, str>>,
    pub(super) year: Option<u16>,
    pub(super) derived: Cow<'g, Derived>,
    pub(super) result: GameResult,
    pub(super) termination: Option<&'g str>,
    pub(super) opening: Option<Code>,
    pub(super) opening_found: Option<&'g str>,
    pub(super) start: Option<&'g str>,
    /// Main line, two bytes a ply.
    pub(super) moves: Cow<'g, [u8]>,
    /// Date on which the game was played, with its reason.
    pub(super) dated: Option<Dated>,
    pub(super) played: Option<Played>,
}

impl<'g> GameCells<'g> {
    fn edition_year(&self) -> Option<i16> {
        i16::try_from(self.edition?.year?).ok()
    }

    /// Adds the columns of the row that are in a batch of [`GAMES`].
    pub(super) fn push_to(&self, batch: &mut GrowingBatch) {
        batch.fill(1, |place, _| GAME_CELLS[place](self));
    }

    /// Adds the columns of rows that are in a batch of [`GAMES`], column by column.
    pub(super) fn push_all(rows: &[GameCells<'_>], batch: &mut GrowingBatch) {
        batch.fill(rows.len(), |place, row| GAME_CELLS[place](&rows[row]));
    }

    /// The row of a game of which nothing but the key is known.
    pub(super) fn of_key(key: &'g str) -> GameCells<'g> {
        GameCells {
            key,
            kind: Kind::Game,
            counts_as: None,
            red: None,
            black: None,
            red_team: None,
            black_team: None,
            persons: [None, None],
            event: None,
            series: None,
            edition: None,
            site: None,
            round: None,
            date: None,
            year: None,
            derived: Cow::default(),
            result: GameResult::Unknown,
            termination: None,
            opening: None,
            opening_found: None,
            start: None,
            moves: Cow::default(),
            dated: None,
            played: None,
        }
    }

    /// The row of a game that is known by its metadata alone.
    pub(super) fn of(line: &'g MainLine, key: &'g str, data: &'g Metadata) -> GameCells<'g> {
        GameCells {
            kind: data.compared_kind().unwrap_or(Kind::Game),
            red: data.red.as_deref().map(Cow::Borrowed),
            black: data.black.as_deref().map(Cow::Borrowed),
            red_team: data.red_team.as_deref(),
            black_team: data.black_team.as_deref(),
            event: data.event.as_deref().map(Cow::Borrowed),
            site: data.site.as_deref(),
            round: data.round.as_deref(),
            date: data.date.map(|date| date.to_string().into()),
            year: data.compared_date().year(),
            result: data.compared_result(),
            termination: data.termination.as_deref(),
            opening: line.opening(),
            opening_found: data.opening.as_deref(),
            start: line.start.as_deref(),
            moves: Cow::Borrowed(&line.moves),
            ..GameCells::of_key(key)
        }
    }
}
