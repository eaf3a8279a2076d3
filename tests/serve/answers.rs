//! The API answers as the command line does.

use super::common::mutate::Random;
use super::common::{json_lines, number, stdout};
use super::http::{Server, target};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Read as _;
use xqdb::notation::System;
use xqdb::xiangqi::Position;

type Param = (String, String);

fn said(name: &str, value: impl Into<String>) -> Param {
    (name.to_owned(), value.into())
}

/// Conditions, a few of them.
fn conditions(dice: &mut Random) -> Vec<Param> {
    let known: [(&str, &[&str]); 12] = [
        ("player", &["林", "陈", "chen", "nobody"]),
        ("red", &["林一舟", "张", "wang"]),
        ("since", &["1960", "1987-05", "2030"]),
        ("until", &["1990", "2001-02-03"]),
        ("result", &["1-0", "0-1", "1/2-1/2", "*"]),
        ("kind", &["game", "all", "endgame,composed"]),
        ("opening", &["C", "B00-C99", "中炮"]),
        ("min_plies", &["1", "20", "200"]),
        ("max_plies", &["0", "5", "20"]),
        ("site", &["北京", "nowhere"]),
        ("mirror", &["any", "exact"]),
        (
            "where",
            &["result:1-0", "red crossed-rook", "hollow-cannon", "move R takes n then check"],
        ),
    ];
    let mut params = Vec::new();
    for (name, values) in known {
        if dice.below(6) == 0 {
            params.push(said(name, dice.one(values)));
        }
    }
    params
}

/// A few legal moves from the start, in some notation; most are played by somebody.
fn moves(dice: &mut Random) -> String {
    let mut position = Position::start();
    let usual = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "c6c5", "b0c2", "b9c7"];
    let length = dice.below(usual.len());
    let notation: &str = dice.one(&["iccs", "wxf", "chinese"]);
    let notation = System::named(notation).unwrap();
    let mut words = Vec::new();
    for mv in usual.iter().take(length) {
        let legal = position.legal_moves();
        let usual = mv.parse().unwrap();
        let is_usual = dice.below(8) > 0 && legal.contains(&usual);
        let mv = if is_usual { usual } else { dice.one(&legal) };
        words.push(notation.write(mv, &position));
        position.play_unchecked(mv);
    }
    words.join(" ")
}

fn arguments(params: &[Param]) -> Vec<String> {
    let words = params
        .iter()
        .flat_map(|(name, value)| [format!("--{}", name.replace('_', "-")), value.clone()]);
    words.collect()
}

/// What the command line answers, as JSON: an array of its lines, or its one object.
fn told(server: &Server, command: &str, params: &[Param], more: &[&str]) -> Vec<Value> {
    let arguments = arguments(params);
    let mut args = vec![command];
    args.extend(arguments.iter().map(String::as_str));
    args.extend(more);
    let output = super::common::xqdb(&server.db, &args);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{args:?}: {output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn asked(server: &Server, path: &str, params: &[Param], more: &[(&str, &str)]) -> Value {
    let mut all: Vec<(&str, &str)> =
        params.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    all.extend(more);
    server.json(path, &all)
}

fn compare(server: &Server, dice: &mut Random) {
    let mut params = conditions(dice);
    let line = moves(dice);
    if !line.is_empty() {
        params.push(said("moves", line));
    }
    match dice.below(3) {
        0 => {
            let told = told(server, "explore", &params, &["--format", "json"]);
            assert_eq!(asked(server, "explore", &params, &[]), told[0], "{params:?}");
            let years = asked(server, "explore/years", &params, &[]);
            are_its_years(&told[0]["moves"], &years["moves"]);
        }
        1 => {
            let sort = dice.one(&[
                "date", "newest", "key", "plies", "red", "black", "result", "opening", "event",
                "title",
            ]);
            let told = told(
                server,
                "search",
                &params,
                &["--format", "jsonl", "--sort", sort, "--limit", "7"],
            );
            let answer = asked(server, "games", &params, &[("sort", sort), ("limit", "7")]);
            assert_eq!(answer["games"], json!(told), "{params:?}");
            let count = stdout_of(server, "search", &params, "--count");
            assert_eq!(answer["count"].to_string(), count.trim(), "{params:?}");
        }
        _ => {
            params.retain(|(name, _)| name != "mirror" && name != "moves");
            let told = told(server, "openings", &params, &["--format", "json"]);
            let answer = asked(server, "openings", &params, &[]);
            assert_eq!(answer["openings"], told[0], "{params:?}");
        }
    }
}

/// Every move of a table has the first and the last of its years in the other answer, and as many
/// games there at most.
fn are_its_years(table: &Value, years: &Value) {
    let (table, years) = (table.as_array().unwrap(), years.as_array().unwrap());
    assert_eq!(table.len(), years.len());
    for row in table {
        let own = years.iter().find(|other| other["uci"] == row["uci"]).unwrap();
        let own = own["years"].as_object().unwrap();
        let year = |year: Option<&String>| json!(year.map(|year| year.parse::<u64>().unwrap()));
        assert_eq!(year(own.keys().min()), row["firstYear"], "{row}");
        assert_eq!(year(own.keys().max()), row["lastYear"], "{row}");
        let sum: u64 = own.values().map(|games| games.as_u64().unwrap()).sum();
        let games = row["games"].as_u64().unwrap();
        assert!(sum <= games && (sum > 0 || own.is_empty()), "{row}");
    }
}

fn stdout_of(server: &Server, command: &str, params: &[Param], more: &str) -> String {
    let arguments = arguments(params);
    let mut args = vec![command];
    args.extend(arguments.iter().map(String::as_str));
    args.push(more);
    String::from_utf8(super::common::xqdb(&server.db, &args).stdout).unwrap()
}

fn compare_many(rounds: u64) {
    let server = Server::of_own_records();
    let mut dice = Random::new(number("XQDB_SEED", 20_240_501) | 1);
    for _ in 0..rounds {
        compare(&server, &mut dice);
    }
}

#[test]
fn random_questions_are_answered_as_on_the_command_line() {
    compare_many(number("XQDB_ROUNDS", 12));
}

#[test]
#[ignore = "takes minutes: 500 questions, each asked of a new process, too"]
fn many_random_questions_are_answered_as_on_the_command_line() {
    compare_many(number("XQDB_ROUNDS", 500));
}

#[test]
fn every_form_of_an_answer_is_that_of_the_command_line() {
    let server = Server::of_own_records();
    let line = |args: &[&str]| stdout(&server.db, args, 0);
    let stats: Value = serde_json::from_str(&line(&["stats", "--format", "json"])).unwrap();
    let answer = server.json("stats", &[]);
    for (name, value) in stats.as_object().unwrap() {
        assert_eq!(answer[name], *value, "{name}");
    }
    let list = server.json("games", &[("limit", "1000"), ("kind", "all")]);
    let keys: Vec<&str> =
        list["games"].as_array().unwrap().iter().map(|it| it["key"].as_str().unwrap()).collect();
    assert_eq!(list["count"], keys.len());
    for key in keys.iter().step_by(keys.len() / 6 + 1) {
        let told: Value = serde_json::from_str(&line(&["show", key, "--format", "json"])).unwrap();
        let answer = server.json(&format!("game/{key}"), &[("places", "true")]);
        for (name, value) in told.as_object().unwrap() {
            assert_eq!(answer[name], *value, "{key}: {name}");
        }
        let page = server.get(&target(&format!("game/{key}.html"), &[("places", "true")]));
        assert_eq!(page.text(), line(&["show", key, "--format", "html"]));
        let picture = server.get(&format!("/api/v1/game/{key}.svg"));
        assert!(picture.text().starts_with("<svg"), "{}", picture.text());
        let record = server.get(&format!("/api/v1/game/{key}.pgn"));
        assert!(record.text().contains("[Result "), "{}", record.text());
    }
    for form in ["jsonl", "pgn"] {
        let all = server.get(&format!("/api/v1/games.{form}?kind=all"));
        let told = line(&["search", "--kind", "all", "--limit", "0", "--format", form]);
        assert_eq!(all.text(), told, "{form}");
    }
    let all = server.get("/api/v1/games.csv?kind=all");
    let told = line(&["search", "--kind", "all", "--limit", "0", "--format", "csv", "--safe-csv"]);
    assert_eq!(all.text(), told);
}

/// Whoever unpacks gets the page packed; both forms are known by tags of their own.
#[test]
fn the_page_is_packed_for_those_who_unpack() {
    let server = Server::of_own_records();
    let plain = server.get("/page.js");
    assert_eq!((plain.header("content-encoding"), plain.header("vary")), ("", "accept-encoding"));
    let accepts = ("Accept-Encoding", "br, gzip");
    let packed = server.request("GET", "/page.js", &[accepts]);
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.body.len() < plain.body.len() / 2);
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(&*packed.body).read_to_end(&mut bytes).unwrap();
    assert_eq!(bytes, plain.body);
    let tags = [plain.header("etag"), packed.header("etag")];
    assert_ne!(tags[0], tags[1]);
    let again = |headers: &[(&str, &str)]| server.request("GET", "/page.js", headers).status;
    assert_eq!(again(&[("If-None-Match", tags[0])]), 304);
    assert_eq!(again(&[accepts, ("If-None-Match", tags[1])]), 304);
    assert_eq!(again(&[accepts, ("If-None-Match", tags[0])]), 200);
}

/// Lists are in the order of any of their columns; what has no value stands last.
#[test]
fn games_are_in_the_order_that_is_asked_for() {
    let server = Server::of_own_records();
    let list = |sort: &str| {
        let all = server.json("games", &[("kind", "all"), ("limit", "1000"), ("sort", sort)]);
        let games = all["games"].as_array().unwrap().clone();
        assert_eq!(all["count"], games.len(), "{sort}");
        games
    };
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let sound = |value: &Value| value.as_str().map(xqdb::text::pinyin);
    let result = |value: &Value| {
        let all = ["1-0", "1/2-1/2", "0-1", "*"];
        all.iter().position(|one| value == one).map(|at| at.to_string())
    };
    type Read<'a> = &'a dyn Fn(&Value) -> Option<String>;
    let columns: [(&str, &str, Read<'_>); 5] = [
        ("red", "/red", &sound),
        ("black", "/black", &sound),
        ("event", "/event", &sound),
        ("opening", "/ecco/code", &text),
        ("result", "/result", &result),
    ];
    for (sort, place, read) in columns {
        let games = list(sort);
        let values: Vec<Option<String>> =
            games.iter().map(|game| game.pointer(place).and_then(read)).collect();
        let known: Vec<&String> = values.iter().flatten().collect();
        assert!(known.is_sorted() && known.first() != known.last(), "{sort}: {values:?}");
        assert!(values[known.len()..].iter().all(Option::is_none), "{sort}: {values:?}");
        let mut keys: Vec<String> =
            list("key").iter().map(|game| game["key"].to_string()).collect();
        let mut here: Vec<String> = games.iter().map(|game| game["key"].to_string()).collect();
        here.sort();
        keys.sort();
        assert_eq!(here, keys, "{sort}: each of them once");
    }
}

#[test]
fn a_typed_text_is_understood() {
    let server = Server::of_own_records();
    let read = |text: &str| server.json("read", &[("text", text)]);
    assert_eq!(read("炮二平五")["moves"], "h2e2");
    assert_eq!(read("C2.5 h8+7")["moves"], "h2e2 h9g7");
    let fen = "3k5/9/9/9/9/9/9/9/3R5/4K4 w";
    assert_eq!(read(fen)["is"], "position");
    assert_eq!(read("hollow-cannon then check")["is"], "query");
    let key = server.json("games", &[("limit", "1")])["games"][0]["key"].clone();
    assert_eq!(read(key.as_str().unwrap())["key"], key);
    let wrong = server.get(&target("read", &[("text", "red hollow-canon")])).json();
    assert_eq!(wrong["error"]["near"], "hollow-cannon", "{wrong}");
    assert_eq!(wrong["error"]["character"], 5);
}

#[test]
fn lichess_clients_are_answered() {
    let server = Server::of_own_records();
    let own = server.json("explore", &[("moves", "h2e2 h9g7")]);
    let answer = server.json("lichess", &[("play", "h2e2,h9g7"), ("moves", "3")]);
    assert_eq!((&answer["white"], &answer["draws"]), (&own["red"], &own["draws"]));
    let moves = answer["moves"].as_array().unwrap();
    assert!(!moves.is_empty() && moves.len() <= 3);
    assert_eq!(moves[0]["uci"], own["moves"][0]["uci"]);
    assert_eq!(answer["recentGames"].as_array().unwrap().len().min(4) > 0, own["games"] != 0);
}

#[test]
fn an_answer_is_known_by_its_tag_until_the_archive_changes() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("games.db");
    let file = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).unwrap();
        stdout(&db, &["import", folder.path().join(name).to_str().unwrap()], 0)
    };
    file("a.pgn", "[Result \"1-0\"]\n\n1. 炮二平五 马8进7 1-0\n");
    let server = Server::start(&db, &[]);
    let first = server.get("/api/v1/explore");
    assert_eq!(first.json()["games"], 1);
    let tag = first.header("etag").to_owned();
    let again = server.request("GET", "/api/v1/explore", &[("If-None-Match", &tag)]);
    assert_eq!((again.status, again.body.len()), (304, 0));
    file("b.pgn", "[Result \"0-1\"]\n\n1. 炮二平五 炮8平5 0-1\n");
    std::thread::sleep(std::time::Duration::from_millis(600));
    // Each worker looks by itself whether the archive has changed.
    let reply = server.request("GET", "/api/v1/explore", &[("If-None-Match", &tag)]);
    assert_eq!((reply.status, &reply.json()["games"]), (200, &json!(2)));
}

/// The document names every parameter, and what it says of the answers is so.
#[test]
fn the_document_tells_what_there_is() {
    let server = Server::of_own_records();
    let document = server.get("/api/v1/openapi.json").json();
    let key = server.json("games", &[("limit", "1")])["games"][0]["key"].clone();
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() > 15);
    for (path, value) in paths {
        let get = &value["get"];
        // What changes something, and what is told of that, is asked in `changes.rs`.
        if get.is_null() || get["security"].is_array() {
            continue;
        }
        let mut params = Vec::new();
        for parameter in get["parameters"].as_array().unwrap() {
            let name = parameter["name"].as_str().unwrap();
            let schema = &parameter["schema"];
            match schema["default"].as_str() {
                Some(default) => params.push((name, default.to_owned())),
                None if name == "where" || name == "text" => {
                    params.push((name, "check".to_owned()));
                }
                None if name == "material" => params.push((name, "RP-HEE".to_owned())),
                None if name == "edition" => params.push((name, "长风杯@1987".to_owned())),
                None if name == "who" => params.push((name, "林一舟".to_owned())),
                // Whatever asks for a record takes a game, too.
                None if name == "game" => params.push((name, key.as_str().unwrap().to_owned())),
                None => {}
            }
        }
        let params: Vec<(&str, &str)> =
            params.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let path = path.replace("{key}", key.as_str().unwrap());
        let reply = server.get(&target(path.strip_prefix("/api/v1/").unwrap(), &params));
        // What is typed is no move and no query but one of them.
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        let kind = reply.header("content-type").split(';').next().unwrap().to_owned();
        assert!(get["responses"]["200"]["content"].get(&kind).is_some(), "{path}: {kind}");
        let unknown = server.get(&format!("{path}?nothing=1"));
        assert_eq!(unknown.status, 400, "{path}");
    }
}

/// Nothing derived counts where it is asked for, or where the server was started so.
#[test]
fn only_what_is_stated_counts_if_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("games.db");
    let file = folder.path().join("a.pgn");
    let said = "[Event \"20061124胡荣华胜卜凤波\"]\n\n1. 炮二平五 马8进7 *\n\n";
    let doubted = "[Event \"1982年全国赛\"]\n[Red \"柳大华\"]\n[Black \"杨官璘\"]\n[Date \"1882\"]\n[Result \"1-0\"]\n\n1. 兵七进一 卒7进1 1-0\n";
    std::fs::write(&file, said.to_owned() + doubted).unwrap();
    stdout(&db, &["import", file.to_str().unwrap()], 0);
    let served = [Server::start(&db, &[]), Server::start(&db, &["--as-stated"])];
    for (server, is_stated) in served.iter().zip([false, true]) {
        let count = |params: &[(&str, &str)]| server.json("games", params)["count"].clone();
        for stated in [is_stated, true] {
            let more: &[(&str, &str)] = if stated { &[("as_stated", "true")] } else { &[] };
            let asked = |params: &[(&str, &str)]| count(&[params, more].concat());
            assert_eq!(asked(&[("player", "胡荣华")]), u64::from(!stated));
            assert_eq!(asked(&[("until", "1900")]), u64::from(stated));
            let stats = server.json("stats", more);
            let red_wins = stats["by_result"].as_array().unwrap().iter();
            let red_wins = red_wins.filter(|share| share[0] == "1-0").map(|share| &share[1]);
            assert_eq!(red_wins.collect::<Vec<_>>(), [&json!(2 - u64::from(stated))]);
        }
    }
    let played = |params: &[(&str, &str)]| served[0].json("explore", params)["games"].clone();
    assert_eq!((played(&[]), played(&[("as_stated", "true")])), (json!(2), json!(1)));
}

#[test]
fn names_that_nobody_has_and_damaged_variations_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.pgn");
    let game = "[Red \"许天红\"]\n[Black \"柳大华\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马8进7 \
                (1. ... 马2进3 2. 车九进九 卒7进1) 2. 马二进三 1-0\n";
    std::fs::write(&file, game).unwrap();
    let server = Server::of_paths(&[&file]);
    for path in ["games", "explore"] {
        let answer = server.json(path, &[("player", "徐天红")]);
        let expected = json!([{ "asked": "徐天红", "sort": "player", "names": ["许天红"], "by": "near", "only": false }]);
        assert_eq!((&answer["matched"], answer["games"] != json!(0)), (&expected, path == "games"));
        assert_eq!(server.json(path, &[("player", "许天红")])["matched"], json!([]), "{path}");
    }
    let list = server.json("games", &[]);
    let key = list["games"][0]["key"].as_str().unwrap();
    let damaged = &server.json(&format!("game/{key}"), &[])["damaged"];
    assert_eq!(damaged[0]["token"], "车九进九", "{damaged}");
    assert_eq!((&damaged[0]["ply"], &damaged[0]["lost"]), (&json!(3), &json!(2)), "{damaged}");
    assert!(damaged[0]["told"].as_str().is_some_and(|told| !told.is_empty()), "{damaged}");
}

#[test]
fn players_of_the_api_are_persons() {
    let server = Server::of_own_records();
    let people = stdout(&server.db, &["people", "--json", "--limit", "0"], 0);
    let mut people: Vec<(String, u64)> = people
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|row| (row["key"].as_str().unwrap().to_owned(), row["games"].as_u64().unwrap()))
        .filter(|(_, games)| *games > 0)
        .collect();
    let players = server.json("players", &[("limit", "1000"), ("kind", "all")]);
    let players = players["players"].as_array().unwrap().iter();
    let mut players: Vec<(String, u64)> = players
        .map(|row| {
            (
                xqdb::metadata::name_key(row["name"].as_str().unwrap()),
                row["games"].as_u64().unwrap(),
            )
        })
        .collect();
    people.sort();
    players.sort();
    assert!(people.len() > 2, "{people:?}");
    assert_eq!(people, players);
    for (key, games) in &people {
        let found = server.json("games", &[("player", key), ("limit", "1"), ("kind", "all")]);
        assert_eq!(found["count"], *games, "{key}");
    }
}

/// Compares every person of the list of players with the command line, and the games and the moves
/// of each hundredth, or of all; how many persons there are.
fn everybody_has_one_number(server: &Server, step: usize) -> usize {
    let mut people = json_lines(&stdout(&server.db, &["people", "--json", "--limit", "0"], 0));
    people.retain(|person| person["games"] != 0);
    let players = server.json("players", &[("limit", "1000")]);
    let players = players["players"].as_array().unwrap();
    assert_eq!(players.len(), people.len().min(1000));
    let games = |rows: &[Value]| rows.iter().map(|row| row["games"].clone()).collect::<Vec<_>>();
    assert_eq!(games(players), games(&people[..players.len()]), "those of the most games");
    for (at, person) in people.iter().enumerate() {
        let (key, name) = (person["key"].as_str().unwrap(), &person["name"]);
        let player = players.iter().find(|player| player["name"] == *name);
        let games = player.map_or(&person["games"], |player| &player["games"]);
        assert_eq!(games, &person["games"], "the list of players: {key}");
        // One hanzi or one word is part of a name, wherever it is asked for.
        let is_part =
            if key.is_ascii() { !key.contains(' ') } else { key.chars().nth(1).is_none() };
        if at % step != 0 || is_part && step > 1 {
            continue;
        }
        let games = server.json("games", &[("player", key), ("limit", "0")]);
        assert_eq!(games["count"], person["games"], "games: {key}");
        let csv = server.get(&target("games.csv", &[("player", key)]));
        let lines = csv.text().lines().count() as u64 - 1;
        assert_eq!(Some(lines), person["games"].as_u64(), "games.csv: {key}");
        let explored = server.json("explore", &[("player", key), ("played", "all")]);
        let played = server.json("games", &[("player", key), ("kind", "game"), ("limit", "0")]);
        assert_eq!(explored["games"], played["count"], "explore: {key}");
    }
    people.len()
}

#[test]
fn everybody_has_the_games_that_the_command_line_tells() {
    assert!(everybody_has_one_number(&Server::of_own_records(), 1) >= 3);
}

#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_people_and_events_of_the_api_have_one_number() {
    let server = Server::start(crate::common::archives(), &[]);
    assert!(everybody_has_one_number(&server, 97) > 1000);
    assert!(every_edition_has_one_number(&server) > 900);
}

#[test]
fn events_of_the_api_have_the_numbers_of_every_door() {
    assert!(every_edition_has_one_number(&Server::of_own_records()) > 1);
}

/// Compares every edition of the list of events with SQL; how many editions there are.
fn every_edition_has_one_number(server: &Server) -> usize {
    let events = server.json("events", &[("limit", "1000"), ("kind", "all")]);
    let events = events["events"].as_array().unwrap();
    let in_list: BTreeMap<String, u64> = events
        .iter()
        .filter_map(|row| Some((row["edition"].as_str()?.to_owned(), row["games"].as_u64()?)))
        .collect();
    let sql = "select edition_id, count(*) as games from held_games where edition_id is not null group by 1";
    let text = stdout(&server.db, &["sql", sql, "--json"], 0);
    let rows = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut wanted: BTreeMap<String, u64> = rows
        .map(|row| (row["edition_id"].as_str().unwrap().to_owned(), row["games"].as_u64().unwrap()))
        .collect();
    let editions = wanted.len();
    // The list has a thousand events at most.
    wanted.retain(|name, _| events.len() < 1000 || in_list.contains_key(name));
    assert_eq!(in_list, wanted);
    editions
}
