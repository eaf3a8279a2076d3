//! The table `games`.

use super::error::ColumnsResult;
use super::input::object;
use super::table::{ArrowColumn, ArrowTable, Cell, GrowingBatch, table};
use crate::metadata::{DateReason, DateSpan, GameResult, Kind, Metadata, Played};
use crate::opening::Code;
use crate::search::{Archive, in_order};
use crate::store::{EditionRow, Fact, GameLine, GameRow, MainLine, Result};
use arrow_array::RecordBatch;
use arrow_schema::DataType;
use std::borrow::Cow;

/// Columns of [`GAMES`] that the line of a game and its facts give: the row of the game is not read.
const OF_LINES: &str = "key kind counts_as red_person black_person series edition_id edition_year \
     year result opening start plies moves";

/// Makes the rows of [`GAMES`] for the games with these `game.id`s on all cores, and calls `take`
/// with batches of `rows` rows, in the order of the ids.
///
/// # Errors
/// Those of `take`, and those of reading the database.
pub fn game_batches(
    archive: &Archive,
    ids: &[u32],
    rows: usize,
    take: impl FnMut(RecordBatch) -> ColumnsResult<()>,
) -> ColumnsResult<()> {
    let all: Vec<usize> = (0..GAMES.columns.len()).collect();
    some_of_games(archive, ids, (rows, &all), take)
}

/// As [`game_batches`], with the columns at these places alone, in this order. Where facts and lines
/// give all of them, the rows of games are not read, which takes most of the time.
///
/// # Errors
/// Those of [`game_batches`].
///
/// # Panics
/// When a place is that of no column of [`GAMES`].
pub fn some_of_games(
    archive: &Archive,
    ids: &[u32],
    (rows, columns): (usize, &[usize]),
    take: impl FnMut(RecordBatch) -> ColumnsResult<()>,
) -> ColumnsResult<()> {
    let parts: Vec<&[u32]> = ids.chunks(rows.max(1)).collect();
    in_order(archive, parts.len(), |archive, part| batch_of(archive, parts[part], columns), take)
}

fn batch_of(archive: &Archive, ids: &[u32], columns: &[usize]) -> ColumnsResult<RecordBatch> {
    let mut batch = GrowingBatch::only(&GAMES, columns.to_vec());
    let mut push =
        |game: &GameCells<'_>| batch.push(columns.iter().map(|&at| GAME_CELLS[at](game)));
    let of_lines = |&at: &usize| OF_LINES.split(' ').any(|name| name == GAMES.columns[at].name);
    if columns.iter().all(of_lines) {
        let data = Metadata::default();
        for run in ids.chunk_by(|&id, &next| id.checked_add(1) == Some(next)) {
            let (conn, run) = (archive.snapshot(), run[0]..=run[run.len() - 1]);
            archive.effective().game_lines(conn, run, &mut |line| {
                let counts_as = counts_as(archive, line.id)?;
                push(&of_line(archive, line, counts_as.as_deref(), &data)?);
                Ok(())
            })?;
        }
    } else {
        for &id in ids {
            let mut game = archive.game(id)?;
            let data = texts(&mut game);
            let counts_as = counts_as(archive, id)?;
            push(&cells(archive, &game, &data, counts_as.as_deref())?);
        }
    }
    batch.finish()
}

/// Key of the game that stands for a game; `None` for the game itself.
fn counts_as(archive: &Archive, id: u32) -> Result<Option<String>> {
    let first = archive.duplicates()?.first(id);
    (first != id).then(|| archive.snapshot().game_key(first)).transpose()
}

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
    "counts_as": Utf8 = |game| game.counts_as.into(),
        "The key of the game that stands for this one and its certain copies; the own `key` \
         where there is no copy. `count(distinct counts_as)` counts as xqdb does.";
    "red": Utf8 optional = |game| game.data.red.as_deref().into(),
        "The name of Red, without the team.";
    "black": Utf8 optional = |game| game.data.black.as_deref().into(),
        "The name of Black, without the team.";
    "red_team": Utf8 optional = |game| game.data.red_team.as_deref().into(),
        "The team of Red.";
    "black_team": Utf8 optional = |game| game.data.black_team.as_deref().into(),
        "The team of Black.";
    "red_person": Utf8 optional = |game| game.persons[0].as_deref().into(),
        "How the person is called who has Red, under whatever name; null where it is nobody, and \
         where the table is not made of an archive.";
    "black_person": Utf8 optional = |game| game.persons[1].as_deref().into(),
        "How the person is called who has Black, likewise.";
    "event": Utf8 optional = |game| game.data.event.as_deref().into(),
        "Tournament, book or collection.";
    "series": Utf8 optional = |game| game.series.into(),
        "The series that the event belongs to.";
    "edition_id": Utf8 optional = |game| game.edition.map(|edition| edition.name.as_str()).into(),
        "Series and edition, such as `五羊杯全国象棋冠军邀请赛@24`.";
    "edition_year": Int16 optional = |game| game.edition_year().into(),
        "The year of the edition.";
    "site": Utf8 optional = |game| game.data.site.as_deref().into(),
        "The place.";
    "round": Utf8 optional = |game| game.data.round.as_deref().into(),
        "The round, as found.";
    "date": Utf8 optional = |game| game.date.as_deref().into(),
        "The stated date as far as it is known: `1956-10-02`, `1956-10` or `1956`.";
    "year": Int16 optional = |game| game.year.map(|year| year as i16).into(),
        "The year that questions compare: of the stated date, or else of a derived one. Null \
         where the date is doubted.";
    "derived": Utf8 optional = |game| game.derived.as_deref().into(),
        "What headings and file names say and no record states, a JSON object: \
         `{\"Red\":{\"value\":\"胡荣华\",\"from\":\"event\"}}`.";
    "doubt": Utf8 optional = |game| game.doubt.as_deref().into(),
        "What contradicts the stated fields, a JSON object: `{\"Date\":\"event says 1982\"}`.";
    "result": Utf8 = |game| game.result.as_str().into(),
        "The result that questions compare: `1-0`, `0-1`, `1/2-1/2`, or `*` where none is \
         known.";
    "termination": Utf8 optional = |game| game.data.termination.as_deref().into(),
        "How the game ended, in words.";
    "opening": Utf8 optional = |game| game.opening.map(|code| code.to_string()).into(),
        "The ECCO code by moves, such as `C55`. Null where the game does not begin from the \
         standard start.";
    "opening_found": Utf8 optional = |game| game.data.opening.as_deref().into(),
        "The opening as the records name it.";
    "start": Utf8 optional = |game| game.start.into(),
        "The position it begins from, as FEN. Null is the standard start.";
    "plies": Int32 = |game| ((game.moves.len() / 2) as i32).into(),
        "The length of the main line in plies.";
    "moves": Binary = |game| (&*game.moves).into(),
        "The main line, two bytes a ply: from-square and to-square, each rank × 9 + file, 0 \
         for a0 at Red's left.";
    "date_from": Utf8 optional = |game| game.dated.0[0].as_deref().into(),
        "The first date at which it may have been played; null where none is known, and where the \
         table is not made of an archive.";
    "date_to": Utf8 optional = |game| game.dated.0[1].as_deref().into(),
        "The last date at which it may have been played, likewise.";
    "date_because": Utf8 optional = |game| game.dated.1.map(DateReason::as_str).into(),
        "The reason for these dates, likewise: `stated`, `event`, `copy` and others.";
    "played": Utf8 optional = |game| game.played.map(Played::as_str).into(),
        "How it was played, likewise: `board`, `online`, `program` or `unknown`.";
}

/// Values of a row of [`GAMES`].
#[derive(Debug)]
pub(super) struct GameCells<'g> {
    pub(super) key: &'g str,
    pub(super) kind: Kind,
    pub(super) counts_as: &'g str,
    /// Texts that the records of the game state.
    pub(super) data: &'g Metadata,
    pub(super) series: Option<&'g str>,
    pub(super) edition: Option<&'g EditionRow>,
    /// Names of the persons who have Red and Black.
    pub(super) persons: [Option<String>; 2],
    /// First and last date on which the game may have been played, and the reason for them.
    pub(super) dated: ([Option<String>; 2], Option<DateReason>),
    pub(super) played: Option<Played>,
    /// Stated date in ISO form, as far as known.
    pub(super) date: Option<String>,
    pub(super) year: Option<u16>,
    pub(super) derived: Option<String>,
    pub(super) doubt: Option<String>,
    pub(super) result: GameResult,
    pub(super) opening: Option<Code>,
    pub(super) start: Option<&'g str>,
    /// Main line, two bytes a ply.
    pub(super) moves: Cow<'g, [u8]>,
}

impl<'g> GameCells<'g> {
    fn edition_year(&self) -> Option<i16> {
        i16::try_from(self.edition?.year?).ok()
    }

    /// Adds the row to a batch of [`GAMES`].
    pub(super) fn push_to(&self, batch: &mut GrowingBatch) {
        batch.push(GAME_CELLS.iter().map(|cell| cell(self)));
    }

    /// The row of a game that is known by its metadata alone, without derived values and doubts.
    pub(super) fn of(line: &'g MainLine, key: &'g str, data: &'g Metadata) -> GameCells<'g> {
        GameCells {
            key,
            kind: data.compared_kind().unwrap_or(Kind::Game),
            counts_as: key,
            data,
            series: None,
            edition: None,
            persons: [None, None],
            dated: Default::default(),
            played: None,
            date: data.date.map(|date| date.to_string()),
            year: data.compared_date().year(),
            derived: None,
            doubt: None,
            result: data.compared_result(),
            opening: line.opening(),
            start: line.start.as_deref(),
            moves: Cow::Borrowed(&line.moves),
        }
    }
}

/// Takes the texts out of the row of a game.
fn texts(game: &mut GameRow) -> Metadata {
    Metadata {
        red: game.red.take(),
        black: game.black.take(),
        red_team: game.red_team.take(),
        black_team: game.black_team.take(),
        event: game.event.take(),
        site: game.site.take(),
        round: game.round.take(),
        termination: game.termination.take(),
        opening: game.opening.take(),
        ..Metadata::default()
    }
}

/// The cells that a line and its facts give, which have kind, year and result as questions compare
/// them.
fn of_line<'g>(
    archive: &'g Archive,
    line: GameLine<'g>,
    counts_as: Option<&'g str>,
    data: &'g Metadata,
) -> Result<GameCells<'g>> {
    let fact = archive.facts().get(line.id).copied().unwrap_or(Fact::GONE);
    let editions = archive.editions()?;
    let [red, black] = [fact.red, fact.black].map(|id| archive.person(id));
    Ok(GameCells {
        key: line.key,
        series: editions.series_of(fact.event).map(|series| editions.series(series)),
        edition: editions.of(&fact),
        kind: fact.kind().unwrap_or(Kind::Game),
        counts_as: counts_as.unwrap_or(line.key),
        data,
        persons: [red?, black?],
        dated: Default::default(),
        played: None,
        date: None,
        year: fact.year(),
        derived: None,
        doubt: None,
        result: fact.result(),
        opening: fact.opening(),
        start: line.start,
        moves: Cow::Borrowed(line.moves),
    })
}

fn cells<'g>(
    archive: &'g Archive,
    game: &'g GameRow,
    data: &'g Metadata,
    counts_as: Option<&'g str>,
) -> Result<GameCells<'g>> {
    let line = GameLine { id: game.id, start: game.start.as_deref(), moves: &[], key: &game.key };
    Ok(GameCells {
        dated: (
            [DateSpan::from, DateSpan::to].map(|end| game.date_end(end)),
            game.dated.map(|dated| dated.because),
        ),
        played: Some(archive.played(game.id)?),
        date: game.date.clone(),
        derived: object(game.derived.values_json()),
        doubt: object(game.derived.doubts_json()),
        moves: game.moves.iter().flat_map(|mv| mv.bytes()).collect(),
        ..of_line(archive, line, counts_as, data)?
    })
}
