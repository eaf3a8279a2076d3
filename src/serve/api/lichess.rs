//! The explorer as lichess's opening explorer answers, for programs that know that one. Moves are
//! `h2e2`, ranks from 0; White is Red.

use super::super::answer::Answer;
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use serde_json::{Value, json};
use xqdb::metadata::{GameResult, Kind};
use xqdb::notation::{System, typed_moves};
use xqdb::search::{GameRow, Look, Mirroring, Order, Query, Score, explore, load, search_watched};
use xqdb::xiangqi::Position;

/// More of the latest games are not told.
const MOST_GAMES: usize = 15;
/// More moves are possible nowhere.
const MOST_MOVES: usize = 200;

/// The explorer's table.
pub(super) fn lichess(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let (params, lang) = (asking.params, asking.lang());
    let start = match params.one("fen") {
        None => Position::start(),
        Some(fen) => Position::from_fen(fen)
            .map_err(|error| params.wrong("fen", &lang.stored(&error.to_string())))?,
    };
    let played = params.one("play").unwrap_or_default();
    let moves = typed_moves(played, &System::Auto, &start)
        .map_err(|error| params.wrong("play", &lang.typed_refused(&error)))?;
    let most = params.number("moves", 12, MOST_MOVES)?;
    params.number("topGames", 0, MOST_GAMES)?;
    let recent = params.number("recentGames", 4, MOST_GAMES)?;
    let position = start.after(&moves);
    let failed = |error| asking.failed(error);
    // `moves` is a number here, so only what lichess has is taken as a condition.
    let filter = asking.filter(&[Kind::Game])?;
    let matcher = filter.resolve_watched(asking.archive, asking.patience).map_err(failed)?;
    let look = Look { mirroring: Mirroring::Any, variations: false, latest: 0 };
    let explored = explore(asking.archive, &position, &matcher, &look).map_err(failed)?;
    let notation = System::named("wxf")
        .map_err(|error| params.wrong("play", &lang.stored(&error.to_string())))?;
    let table = asking.archive.openings();
    let opening = |code| {
        table.opening(code).map(|it| json!({ "eco": it.code, "name": lang.opening_name(it) }))
    };
    let code = start.is_start().then(|| table.code(moves.iter().copied())).flatten();
    let rows = explored.rows.iter().take(most).map(|row| {
        let mut value = scored(&row.score);
        value["uci"] = json!(row.mv.to_string());
        value["san"] = json!(notation.write(row.mv, &position));
        value["averageRating"] = Value::Null;
        value["game"] = Value::Null;
        value
    });
    let rows: Vec<Value> = rows.collect();
    let query = Query {
        position: Some(position),
        order: Order::Newest,
        places: 0..recent,
        ..Query::new(matcher)
    };
    let found = search_watched(asking.archive, &query, asking.patience).map_err(failed)?;
    let games = found.games.iter().map(|&id| Ok(told(&load(asking.archive, id)?)));
    let games = games.collect::<Result<Vec<Value>, _>>().map_err(failed)?;
    let mut value = scored(&explored.score);
    value["moves"] = json!(rows);
    value["topGames"] = json!([]);
    value["recentGames"] = json!(games);
    value["opening"] = json!(code.and_then(opening));
    Ok(Answer::Json(value))
}

fn scored(score: &Score) -> Value {
    json!({ "white": score.red, "draws": score.draw, "black": score.black })
}

fn told(game: &GameRow) -> Value {
    let winner = match game.result {
        GameResult::RedWins => Some("white"),
        GameResult::BlackWins => Some("black"),
        _ => None,
    };
    let player = |name: &Option<String>| json!({ "name": name, "rating": null });
    let date = game.date.as_deref().unwrap_or_default();
    json!({
        "id": game.key,
        "winner": winner,
        "white": player(&game.red),
        "black": player(&game.black),
        "year": date.get(..4).and_then(|year| year.parse::<u16>().ok()),
        "month": date.get(..7),
    })
}
