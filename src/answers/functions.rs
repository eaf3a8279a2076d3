//! Functions that questions in SQL can call: boards, notations, diagrams, the explorer.
//!
//! | function | value |
//! |---|---|
//! | `xq_fen(game [, ply])` | the position after that number of plies, the last by default |
//! | `xq_moves(game [, notation])` | the main line, with blanks; Chinese by default, soonest in `iccs` |
//! | `xq_positions(game)` | the positions of the main line, as an array for `json_each` |
//! | `xq_notate(fen, move, notation)` | a move of any notation in another; null where it is unclear |
//! | `xq_key(fen)` | the key of the position index, which a position shares with its mirror image |
//! | `xq_svg(fen [, last move])` | a picture |
//! | `xq_person(game, side)` | name of the person who has `red` or `black`, as questions count |
//! | `xq_opening(game [, part])` | the opening by the moves: its ECCO `code`, or its `name`, `traditional` or `english` name |
//! | `xq_played(game)` | how it was played: `board`, `online`, `program` or `unknown` |
//! | `xq_explore(fen [, query])` | moves played there, as an array for `json_each` |
//! | `xq_games(fen [, query])` | ids of the games that come there, as an array for `json_each` |
//!
//! `game` is an id or a key. A null FEN means the standard start for `xq_notate`, `xq_explore` and
//! `xq_svg`, and any position for `xq_games`. Missing games and plies give null; unreadable
//! arguments are errors.

use super::explore::explored_json;
use crate::diagram::Diagram;
use crate::engine_book::Books;
use crate::notation::{self, System};
use crate::query::{self, Library};
use crate::search::parameters::group;
use crate::search::{Archive, Filter, Params, SearchQuery, Unwatched, search};
use crate::store::{Console, CountUnit, Evidence, GameLine, Result, Value};
use crate::xiangqi::{Move, Position, Side};
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Result of a function.
type Given = std::result::Result<Value, String>;

/// Adds the functions to a console; they read the database at `path` with the evidence `lay`.
pub fn add_functions(console: &Console, path: &Path, lay: Evidence) -> Result<()> {
    let games = Games(Arc::new(Mutex::new(Opened { path: path.to_owned(), lay, archive: None })));
    let with = |function: fn(&Archive, &[Value]) -> Given| {
        let games = games.clone();
        move |given: &[Value]| games.ask(|archive| function(archive, given))
    };
    console.add("xq_fen", 1..=2, with(fen))?;
    console.add("xq_moves", 1..=2, with(moves))?;
    console.add("xq_positions", 1..=1, with(positions))?;
    console.add("xq_person", 2..=2, with(person))?;
    console.add("xq_opening", 1..=2, with(opening))?;
    console.add("xq_played", 1..=1, with(played))?;
    console.add("xq_explore", 1..=2, with(explored))?;
    console.add("xq_games", 1..=2, with(games_at))?;
    console.add("xq_notate", 3..=3, notate)?;
    console.add("xq_key", 1..=1, key)?;
    console.add("xq_svg", 1..=2, svg)
}

/// Archive, opened by the first function that needs it.
struct Opened {
    path: PathBuf,
    lay: Evidence,
    archive: Option<Archive>,
}

#[derive(Clone)]
struct Games(Arc<Mutex<Opened>>);

impl Games {
    fn ask(&self, question: impl FnOnce(&Archive) -> Given) -> Given {
        let mut opened = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Opened { path, lay, archive } = &mut *opened;
        let archive = match archive {
            Some(archive) => archive,
            None => archive.insert(Archive::open_as(path, *lay).map_err(message)?),
        };
        question(archive)
    }
}

fn message(error: impl ToString) -> String {
    error.to_string()
}

fn fen(archive: &Archive, given: &[Value]) -> Given {
    let Some((start, moves)) = line(archive, &given[0])? else { return Ok(Value::Null) };
    let ply = match given.get(1) {
        None => moves.len(),
        Some(Value::Integer(ply)) => match usize::try_from(*ply) {
            Ok(ply) if ply <= moves.len() => ply,
            _ => return Ok(Value::Null),
        },
        Some(Value::Null) => return Ok(Value::Null),
        Some(_) => return Err("a ply is a whole number".to_owned()),
    };
    Ok(Value::Text(start.after(&moves[..ply]).to_fen()))
}

fn moves(archive: &Archive, given: &[Value]) -> Given {
    let Some((mut position, moves)) = line(archive, &given[0])? else { return Ok(Value::Null) };
    let system = System::named(text(given.get(1)).unwrap_or("chinese")).map_err(message)?;
    if system.name() == "iccs" {
        // Coordinates need no board.
        let letters = moves.iter().flat_map(|mv| mv.letters().into_iter().chain([b' ']));
        let text: String = letters.map(char::from).collect();
        return Ok(Value::Text(text.trim_end().to_owned()));
    }
    Ok(Value::Text(system.write_line(&moves, &mut position).join(" ")))
}

fn positions(archive: &Archive, given: &[Value]) -> Given {
    let Some((mut position, moves)) = line(archive, &given[0])? else { return Ok(Value::Null) };
    let mut all = Vec::with_capacity(moves.len() + 1);
    for ply in 0..=moves.len() {
        let mv = moves.get(ply);
        all.push(json!({
            "ply": ply,
            "fen": position.to_fen(),
            "key": position.key().key,
            "move": mv.map(Move::to_string),
        }));
        if let Some(&mv) = mv {
            position.play_unchecked(mv);
        }
    }
    Ok(Value::Text(Json::Array(all).to_string()))
}

fn person(archive: &Archive, given: &[Value]) -> Given {
    let side = match text(given.get(1)) {
        Some("red") => Side::Red,
        Some("black") => Side::Black,
        _ => return Err("a side is red or black".to_owned()),
    };
    let fact = game_id(archive, &given[0])?.and_then(|id| archive.facts().get(id));
    let name = fact.map(|fact| if side == Side::Red { fact.red } else { fact.black });
    let person = name.map(|name| archive.person(name)).transpose().map_err(message)?;
    Ok(person.flatten().map_or(Value::Null, Value::Text))
}

fn opening(archive: &Archive, given: &[Value]) -> Given {
    let id = game_id(archive, &given[0])?;
    let Some(opening) = id.and_then(|id| archive.opening(id)) else { return Ok(Value::Null) };
    Ok(Value::Text(match given.get(1).map_or(Some("code"), |part| text(Some(part))) {
        Some("code") => opening.code.to_string(),
        Some("name") => opening.name.clone(),
        Some("traditional") => opening.traditional.clone(),
        Some("english") => opening.english.clone(),
        _ => return Err("of an opening there are code, name, traditional and english".to_owned()),
    }))
}

fn played(archive: &Archive, given: &[Value]) -> Given {
    let played = game_id(archive, &given[0])?.map(|id| archive.played(id));
    let played = played.transpose().map_err(message)?;
    Ok(played.map_or(Value::Null, |played| Value::Text(played.as_str().to_owned())))
}

fn notate(given: &[Value]) -> Given {
    let position = position(&given[0])?.unwrap_or_else(Position::start);
    let Some(token) = text(given.get(1)) else { return Ok(Value::Null) };
    let system = System::named(text(given.get(2)).unwrap_or("chinese")).map_err(message)?;
    Ok(match notation::read(token, &position) {
        notation::Reading::One(mv) => Value::Text(system.write(mv, &position)),
        _ => Value::Null,
    })
}

fn key(given: &[Value]) -> Given {
    let Some(position) = position(&given[0])? else { return Ok(Value::Null) };
    i64::try_from(position.key().key).map(Value::Integer).map_err(message)
}

fn svg(given: &[Value]) -> Given {
    let position = position(&given[0])?.unwrap_or_else(Position::start);
    let last = text(given.get(1)).map(str::parse::<Move>).transpose().map_err(message)?;
    Ok(Value::Text(Diagram { last, ..Diagram::new(&position) }.to_svg()))
}

fn explored(archive: &Archive, given: &[Value]) -> Given {
    position(&given[0])?;
    let said = [("fen", text(given.first())), ("where", text(given.get(1))), ("latest", Some("0"))];
    let said =
        said.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())));
    let answer = explored_json(
        archive,
        (&Params::said(said.collect(), group("latest").collect()), &Books::default()),
        &Unwatched,
    )
    .map_err(message)?;
    Ok(Value::Text(answer["moves"].to_string()))
}

fn games_at(archive: &Archive, given: &[Value]) -> Given {
    let filter = Filter { asked: asked(given)?, unit: CountUnit::Lines, ..Filter::default() };
    let matcher = filter.resolve(archive).map_err(message)?;
    let query = SearchQuery { position: position(&given[0])?, ..SearchQuery::new(matcher) };
    let found = search(archive, &query).map_err(message)?;
    Ok(Value::Text(json!(found.games).to_string()))
}

/// Query that may follow a position among the arguments.
fn asked(given: &[Value]) -> std::result::Result<Option<query::Query>, String> {
    let read = |text| query::Query::read(text, Library::prelude()).map_err(message);
    text(given.get(1)).map(read).transpose()
}

/// Start and main line of a game, with decisions applied; `None` if there is no such game.
fn line(
    archive: &Archive,
    value: &Value,
) -> std::result::Result<Option<(Position, Vec<Move>)>, String> {
    let Some(id) = game_id(archive, value)? else { return Ok(None) };
    let mut found = None;
    let mut take = |line: GameLine<'_>| {
        found = Some((line.start_position()?, line.played()?));
        Ok(())
    };
    archive.effective().game_lines(archive.snapshot(), id..=id, &mut take).map_err(message)?;
    Ok(found)
}

/// Id of the game with this id, key or beginning of a key; `None` for null, if there is no such
/// game, and if several keys begin so.
fn game_id(archive: &Archive, value: &Value) -> std::result::Result<Option<u32>, String> {
    let id = match value {
        Value::Integer(id) => u32::try_from(*id).ok(),
        Value::Text(key) => match archive.games_by_key(key).map_err(message)?[..] {
            [id] => Some(id),
            _ => None,
        },
        _ => None,
    };
    Ok(id.filter(|id| archive.facts().get(*id).is_some()))
}

fn position(value: &Value) -> std::result::Result<Option<Position>, String> {
    match value {
        Value::Text(fen) => Position::from_fen(fen).map(Some).map_err(message),
        Value::Null => Ok(None),
        _ => Err("a FEN is a text".to_owned()),
    }
}

fn text(value: Option<&Value>) -> Option<&str> {
    match value {
        Some(Value::Text(text)) => Some(text),
        _ => None,
    }
}
