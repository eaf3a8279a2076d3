//! The table `game`: one row for every distinct game.

use crate::decision::Decision;
use crate::metadata::{Dated, Derived, GameResult, Kind, Metadata};
use crate::replay::UnreadMoves;
use crate::store::checksum::Summed;
use crate::store::error::Result;
use crate::store::facts::Fact;
use crate::store::prepared::identity::MainLine;
use crate::store::prepared::tags::RecordTags;
use crate::store::rows::heading::Headings;
use crate::store::rows::line::{GameLine, moves_of, start_position};
use crate::store::rows::link::unlink;
use crate::store::rows::person::delete_named_otherwise;
use crate::store::rows::{ids_as_json, insert_summed};
use crate::store::sql::{Connection, FromRow, SqlRow, from_row};
use crate::store::transaction::Transaction;
use crate::xiangqi::{Move, Position};
use std::ops::RangeInclusive;

pub(crate) const GAME: Summed = Summed::watched(
    "game",
    &["id", "red", "black", "event"],
    &[
        "key",
        "kind",
        "red_team",
        "black_team",
        "site",
        "round",
        "date",
        "date_found",
        "result",
        "termination",
        "opening",
        "start",
        "plies",
        "moves",
    ],
)
.since(8)
.bulk();

/// A game as lists show it.
#[derive(Debug, Clone, serde::Serialize)]
#[allow(missing_docs, reason = "the columns of `game`, see the schema")]
pub struct GameRow {
    #[serde(skip)]
    pub id: u32,
    pub key: String,
    pub kind: Kind,
    pub red: Option<String>,
    pub black: Option<String>,
    pub red_team: Option<String>,
    pub black_team: Option<String>,
    pub event: Option<String>,
    pub site: Option<String>,
    pub round: Option<String>,
    pub date: Option<String>,
    pub date_found: Option<String>,
    pub result: GameResult,
    pub termination: Option<String>,
    pub opening: Option<String>,
    pub start: Option<String>,
    pub plies: u32,
    #[serde(serialize_with = "moves_as_text")]
    pub moves: Vec<Move>,
    /// Title and chapters, if they were asked for.
    #[serde(skip)]
    pub headings: Headings,
    /// Derived values and doubts, if they were asked for.
    #[serde(skip)]
    pub derived: Derived,
    /// Date and its reason, if they were asked for and are known.
    #[serde(skip)]
    pub dated: Option<Dated>,
    /// Decisions about the game, if they were asked for.
    #[serde(skip)]
    pub decided: Vec<Decision>,
    /// Moves that no record has whole, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unread: Option<UnreadMoves>,
    /// The position of `start`.
    #[serde(skip)]
    first: Position,
}

from_row!(GameRow {
    id, key, kind, red, black, red_team, black_team, event, site, round, date, date_found, result,
    termination, opening, start, plies;
    moves: Vec::new(), headings: Headings::default(), derived: Derived::default(), dated: None,
    decided: Vec::new(), unread: None, first: Position::start()
});

fn moves_as_text<S: serde::Serializer>(
    moves: &[Move],
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(Move::to_string))
}

impl GameRow {
    /// Position from which the game begins.
    pub fn start_position(&self) -> Position {
        self.first.clone()
    }
}

/// A game's row as it is stored, not copied. Names are ids, 0 for none.
#[derive(Debug)]
#[allow(missing_docs, reason = "the columns of `game`, see the schema")]
pub struct StoredGame<'r> {
    /// Start, moves and key.
    pub line: GameLine<'r>,
    pub plies: u32,
    pub result: GameResult,
    pub kind: Kind,
    pub date: Option<&'r str>,
    pub red: u32,
    pub black: u32,
    pub event: u32,
    pub red_team: Option<&'r str>,
    pub black_team: Option<&'r str>,
    pub site: Option<&'r str>,
    pub round: Option<&'r str>,
    pub date_found: Option<&'r str>,
    pub termination: Option<&'r str>,
    pub opening: Option<&'r str>,
}

/// Statement for one game.
pub(crate) const LOAD: &str = "
    select game.id, game.key, game.kind, red.name, black.name, game.red_team, game.black_team,
           event.name, game.site, game.round, game.date, game.date_found, game.result,
           game.termination, game.opening, game.start, game.plies, game.moves
    from game
    left join player as red on red.id = game.red
    left join player as black on black.id = game.black
    left join event on event.id = game.event
    where game.id = ?1";
/// Statement for the key of one game.
pub(crate) const KEY: &str = "select key from game where id = ?1";
/// Statement for start, moves and keys of games.
pub(crate) const LINES: &str =
    "select id, start, moves, key from game where id between ?1 and ?2 order by id";
macro_rules! stored_from {
    ($from:literal) => {
        concat!(
            "select game.id, start, moves, game.key, plies, result, kind, date, red, black, event,
                    red_team, black_team, site, round, date_found, termination, opening from ",
            $from
        )
    };
}
/// Statement for the rows of games whose ids stand in a JSON array, in its order.
pub(crate) const STORED: &str =
    stored_from!("json_each(?1) as wanted cross join game on game.id = wanted.value");
/// Statement for the rows of games with ids in a range, by id.
pub(crate) const STORED_BETWEEN: &str = stored_from!("game where id between ?1 and ?2 order by id");
/// Number of ids of a range for each that is asked for, up to which the whole range is read.
const DENSE: u32 = 4;
/// Statement for the key of a game, if it is on this line.
pub(crate) const ON_LINE: &str =
    "select key from game where id = ?1 and moves = ?2 and start is ?3";

impl Connection {
    /// Reads one game.
    ///
    /// # Errors
    /// The database cannot be read, there is no such game, or its start or its moves are damaged.
    pub fn game(&self, id: u32) -> Result<GameRow> {
        self.select(LOAD)?.one([id], |row| {
            let mut game = GameRow::read(&mut row.cells())?;
            game.first = start_position(game.start.as_deref())?;
            game.moves = moves_of(row.blob(17)?)?;
            Ok(game)
        })
    }

    /// Key of a game.
    ///
    /// # Errors
    /// The database cannot be read or there is no such game.
    pub fn game_key(&self, id: u32) -> Result<String> {
        self.select(KEY)?.one([id], |row| row.get(0))
    }

    /// Passes the games with these ids to `look`, by id.
    ///
    /// # Errors
    /// The database cannot be read, or `look` fails.
    pub fn game_lines(
        &self,
        ids: RangeInclusive<u32>,
        look: &mut dyn FnMut(GameLine<'_>) -> Result<()>,
    ) -> Result<()> {
        self.each(LINES, [ids.start(), ids.end()], |row| look(line_of(row)?))
    }

    /// Passes the rows of the games with these ascending ids to `look`, in this order.
    ///
    /// # Errors
    /// The database cannot be read, or `look` fails.
    pub fn stored_games(
        &self,
        ids: &[u32],
        look: &mut dyn FnMut(StoredGame<'_>) -> Result<()>,
    ) -> Result<()> {
        let mut pass = |row: &SqlRow<'_>| {
            let name = |column| row.get::<Option<u32>>(column).map(|id| id.unwrap_or(0));
            look(StoredGame {
                line: line_of(row)?,
                plies: row.get(4)?,
                result: row.get(5)?,
                kind: row.get(6)?,
                date: row.text_or_null(7)?,
                red: name(8)?,
                black: name(9)?,
                event: name(10)?,
                red_team: row.text_or_null(11)?,
                black_team: row.text_or_null(12)?,
                site: row.text_or_null(13)?,
                round: row.text_or_null(14)?,
                date_found: row.text_or_null(15)?,
                termination: row.text_or_null(16)?,
                opening: row.text_or_null(17)?,
            })
        };
        let (Some(&first), Some(&last)) = (ids.first(), ids.last()) else { return Ok(()) };
        if ((last - first) / DENSE) as usize > ids.len() {
            return self.each(STORED, [ids_as_json(ids)], pass);
        }
        let mut left = ids.iter().peekable();
        self.each(STORED_BETWEEN, [first, last], |row| {
            let id = row.get(0)?;
            while left.next_if(|left| **left < id).is_some() {}
            if left.next_if(|left| **left == id).is_some() { pass(row) } else { Ok(()) }
        })
    }

    /// Ids of the games of several records with main lines of `least` to `most` plies, in order.
    pub(crate) fn shared_games(&self, least: u32, most: u32) -> Result<Vec<u32>> {
        self.column(
            "select id from game where plies between ?1 and ?2
                   and (select count(*) from record where record.game = game.id) > 1 order by id",
            [least, most],
        )
    }

    /// Ids of all games, in an order that does not depend on ids.
    pub fn game_ids(&self) -> Result<Vec<u32>> {
        self.column("select id from game order by key, moves, start", [])
    }

    /// Games with several witnesses, as id and key, by key.
    pub fn games_with_witnesses(&self) -> Result<Vec<(u32, String)>> {
        let sql = "select game.id, game.key from game
                   where (select count(*) from record where record.game = game.id) > 1
                   order by game.key";
        self.rows(sql, [])
    }

    /// Line of a game; `None` if there is no such game.
    pub(crate) fn line_of(&self, game: u32) -> Result<Option<MainLine>> {
        let sql = "select start, moves from game where id = ?1";
        let line = |row: &SqlRow<'_>| Ok(MainLine::from_parts(row.get(0)?, row.get(1)?));
        self.select(sql)?.optional([game], line)
    }

    /// Folded names of the players of a game; empty for a player without a name.
    pub(crate) fn player_keys(&self, game: u32) -> Result<[String; 2]> {
        let sql = "select ifnull(red.key, ''), ifnull(black.key, '') from game
                   left join player as red on red.id = game.red
                   left join player as black on black.id = game.black where game.id = ?1";
        self.select(sql)?.one([game], |row| Ok([row.get(0)?, row.get(1)?]))
    }

    /// Key of a game; `None` if the game is missing or not on this line.
    pub(crate) fn key_on(&self, line: &MainLine, game: u32) -> Result<Option<String>> {
        let params = rusqlite::params![game, line.moves, line.start];
        self.find(ON_LINE, params)
    }

    /// Passes every such text of the games with these ids to `visit`.
    pub fn game_texts(
        &self,
        text: GameText,
        ids: RangeInclusive<u32>,
        visit: &mut dyn FnMut(u32, &str),
    ) -> Result<()> {
        if text == GameText::Title {
            return self.tagged_titles(ids, visit);
        }
        self.each(SITES, [ids.start(), ids.end()], |row| {
            visit(row.get(0)?, row.text(1)?);
            Ok(())
        })
    }

    fn tagged_titles(
        &self,
        ids: RangeInclusive<u32>,
        visit: &mut dyn FnMut(u32, &str),
    ) -> Result<()> {
        self.each(TITLES, [ids.start(), ids.end()], |row| {
            let tags = RecordTags::read(row.text_or_null(1)?, row.text(2)?)?;
            if let Some(title) = tags.get("Title") {
                visit(row.get(0)?, title);
            }
            Ok(())
        })
    }
}

fn line_of<'r>(row: &SqlRow<'r>) -> Result<GameLine<'r>> {
    let (id, start) = (row.get(0)?, row.text_or_null(1)?);
    Ok(GameLine { id, start, moves: row.blob(2)?, key: row.text(3)? })
}

/// A game whose row is to be inserted.
pub(crate) struct NewGame<'r> {
    pub(crate) id: u32,
    pub(crate) line: &'r MainLine,
    pub(crate) key: &'r str,
    pub(crate) data: &'r Metadata,
    pub(crate) fact: Fact,
}

/// Inserts the rows of games.
pub(crate) fn insert_games(tx: &Transaction<'_>, games: &[NewGame<'_>]) -> Result<()> {
    insert_summed(tx, &GAME, games, |game, values| {
        let NewGame { id, line, key, data, fact } = game;
        let name = |id: u32| (id > 0).then_some(id);
        values.put(id)?.put(name(fact.red))?.put(name(fact.black))?.put(name(fact.event))?;
        values.put(key)?.put(fact.kind())?.put(&data.red_team)?.put(&data.black_team)?;
        values.put(&data.site)?.put(&data.round)?.put(data.date.map(|date| date.to_string()))?;
        values.put(&data.date_found)?.put(data.result)?.put(&data.termination)?;
        values.put(&data.opening)?.put(&line.start)?.put(line.plies())?.put(&line.moves)?;
        Ok(())
    })
}

/// Deletes the row of a game, its other namings and its links.
pub(crate) fn delete_game(tx: &Transaction<'_>, id: u32) -> Result<()> {
    tx.write("delete from game where id = ?1")?.execute([id])?;
    delete_named_otherwise(tx, id)?;
    unlink(tx, id)
}

/// Texts of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameText {
    /// The place.
    Site,
    /// The title, of any witness.
    Title,
}

const SITES: &str = "select id, site from game where id between ?1 and ?2 and site is not null";
/// Statement for titles; the shape of a record shows whether the record has a title.
const TITLES: &str = "select record.game, tag_shape.names, record.tags
     from record left join tag_shape on tag_shape.id = record.shape
     where record.game between ?1 and ?2
       and (record.shape is null or instr(tag_shape.names, '\"Title\"'))";
