//! Moves played in a position: the explorer's table, the years of each move, and the table in the
//! fields of lichess.

use super::super::asking::Asking;
use super::super::refusal::Refusal;
use super::super::reply::Reply;
use super::position::place;
use serde_json::{Value, json};
use xqdb::answers::explored_json;
use xqdb::metadata::GameResult;
use xqdb::notation::{System, typed_moves};
use xqdb::search::{
    GameRow, Look, Mirroring, Order, ParamError, ParamProblem, Purpose, Score, SearchQuery,
    explore as look_at, load, moves_by_year, search_watched,
};
use xqdb::xiangqi::Position;

/// Answers with the explorer's table.
pub(in crate::serve) fn explore(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let mut answer = explored_json(asking.archive, (asking.params, asking.books), asking.patience)?;
    if asking.params.flag("place")? {
        answer["place"] = place(asking)?;
    }
    Ok(Reply::Json(answer))
}

/// Answers with the years in which each move of the table was played.
pub(in crate::serve) fn years(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let (line, mirroring) = (asking.params.line()?, asking.params.mirroring()?);
    let variations = asking.params.flag("variations")?;
    let matcher = asking.matcher(Purpose::Statistics)?;
    let rows = moves_by_year(asking.archive, &line.position, &matcher, mirroring, variations)?;
    let moves = rows.iter().map(|row| json!({ "uci": row.mv.to_string(), "years": row.years }));
    Ok(Reply::Json(json!({ "moves": moves.collect::<Vec<_>>() })))
}

/// Answers with the table in the form of lichess's opening explorer, for programs that know that
/// one. Moves are `h2e2`, with ranks from 0; White is Red.
pub(in crate::serve) fn lichess(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let (archive, params) = (asking.archive, asking.params);
    let start = match params.one("fen") {
        None => Position::start(),
        Some(fen) => Position::from_fen(fen)
            .map_err(|error| ParamError::new("fen", ParamProblem::Refused(error.to_string())))?,
    };
    let played = params.one("play").unwrap_or_default();
    let moves = typed_moves(played, &System::Auto, &start)
        .map_err(|error| ParamError::new("play", error.into()))?;
    let most = asking.params.number("moves")?;
    asking.params.number("topGames")?;
    let recent = asking.params.number("recentGames")?;
    let position = start.after(&moves);
    // `moves` is a number here; conditions are those that lichess has.
    let matcher = asking.matcher(Purpose::Statistics)?;
    let look = Look { mirroring: Mirroring::Any, variations: false, latest: 0 };
    let explored = look_at(archive, &position, &matcher, &look)?;
    let notation = System::named("wxf")
        .map_err(|error| ParamError::new("play", ParamProblem::Refused(error.to_string())))?;
    let table = archive.openings();
    let code = start.is_start().then(|| table.code(moves.iter().copied())).flatten();
    let opening = code.and_then(|code| table.opening(code));
    let rows = explored.rows.iter().take(most).map(|row| {
        let mut value = lichess_score(&row.score);
        value["uci"] = json!(row.mv.to_string());
        value["san"] = json!(notation.write(row.mv, &position));
        value["averageRating"] = Value::Null;
        value["game"] = Value::Null;
        value
    });
    let rows: Vec<Value> = rows.collect();
    let query = SearchQuery {
        position: Some(position),
        order: Order::Newest,
        places: 0..recent,
        ..SearchQuery::new(matcher)
    };
    let found = search_watched(archive, &query, asking.patience)?;
    let games = found.games.iter().map(|&id| Ok(lichess_game(&load(archive, id)?)));
    let mut value = lichess_score(&explored.score);
    value["moves"] = json!(rows);
    value["topGames"] = json!([]);
    value["recentGames"] = json!(games.collect::<Result<Vec<Value>, Refusal>>()?);
    value["opening"] =
        json!(opening.map(|it| json!({ "eco": it.code, "name": asking.lang.opening_name(it) })));
    Ok(Reply::Json(value))
}

fn lichess_score(score: &Score) -> Value {
    json!({ "white": score.red, "draws": score.draw, "black": score.black })
}

fn lichess_game(game: &GameRow) -> Value {
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
