//! Questions of history: the API answers as the command line does, and the page shows it.

use super::browser::Browser;
use super::common::stdout;
use super::http::Server;
use super::page::{NAMELESS, OVERFLOW, is_at_peace};
use serde_json::{Value, json};

/// The rows of a command.
fn rows(server: &Server, args: &[&str]) -> Vec<Value> {
    let told = stdout(&server.db, &[args, &["--format", "json", "--quiet"]].concat(), 0);
    serde_json::from_str(&told).unwrap()
}

/// Everything that the command line says of a row, the API says, too; `but` are the names of what a
/// row has that stands elsewhere in the answer.
fn same(answers: &Value, rows: &[Value], but: &[&str]) {
    let answers = answers.as_array().unwrap();
    assert_eq!(answers.len(), rows.len());
    for (answer, row) in answers.iter().zip(rows) {
        for (name, value) in row.as_object().unwrap() {
            if !but.contains(&name.as_str()) {
                assert_eq!(answer[name], *value, "{name} of {answer}");
            }
        }
    }
}

#[test]
fn questions_of_history_are_answered_as_on_the_command_line() {
    let server = Server::of_own_records();
    let moves = [("moves", "h2e2")];
    let first = server.json("first", &moves);
    same(&first["games"], &rows(&server, &["first", "--moves", "h2e2"]), &[]);
    assert_eq!(first["counts"]["first"], 1, "{first}");
    let first = server.json("first", &[("moves", "h2e2"), ("move", "马8进7"), ("limit", "1")]);
    let told = rows(&server, &["first", "--moves", "h2e2", "--move", "马8进7", "--limit", "1"]);
    same(&first["games"], &told, &[]);
    let refused = server.get("/api/v1/first?move=h2e2%20h9g7");
    assert_eq!((refused.status, &refused.json()["error"]["parameter"]), (400, &json!("move")));

    let life = server.json("life", &[("moves", "h2e2"), ("per", "decade")]);
    let told = rows(&server, &["life", "--moves", "h2e2", "--per", "decade"]);
    let (periods, others) = told.split_at(told.len() - 2);
    same(&life["periods"], periods, &["period"]);
    same(&json!([life["undated"], life["all"]]), others, &["period"]);

    let endings = server.json("endings", &[("material", "RRCCHHPPPPPAAEE-RRCCHHPPPPAAEE")]);
    let told = rows(&server, &["endings", "RRCCHHPPPPPAAEE-RRCCHHPPPPAAEE"]);
    same(&json!([endings["red"], endings["black"], endings["all"]]), &told, &["side"]);
    let told = rows(&server, &["endings", "RRCCHHPPPPPAAEE-RRCCHHPPPPAAEE", "--games"]);
    same(&endings["games"], &told, &[]);
    // No defender is without guards here; with any of them all games begin so.
    let bare = [("material", "RRCCHHPPPPP-RRCCHHPPPPP")];
    let named = server.json("endings", &bare);
    let any = server.json("endings", &[bare[0], ("guards", "any")]);
    assert_eq!((&named["count"], &named["withAnyGuards"]), (&json!(0), &any["count"]));
    assert!(any["count"].as_u64() > Some(0) && any["withAnyGuards"] == any["count"], "{any}");
    let refused = server.get("/api/v1/endings?material=RP");
    assert_eq!((refused.status, &refused.json()["error"]["parameter"]), (400, &json!("material")));

    for side in ["red", "black"] {
        let asked = [("who", "林一舟"), ("side", side), ("min_games", "1"), ("per", "year")];
        let answer = server.json("repertoire", &asked);
        let args = ["repertoire", "林一舟", "--as", side, "--min-games", "1"];
        same(&answer["rows"], &rows(&server, &args), &["side"]);
        let told = rows(&server, &[&args[..], &["--per", "year"]].concat());
        let periods = answer["rows"].as_array().unwrap().iter();
        let periods = periods.flat_map(|row| row["periods"].as_array().unwrap());
        let of_row = ["side", "line", "ply", "move", "uci"];
        same(&json!(periods.collect::<Vec<_>>()), &told, &of_row);
        let answer = server.json("repertoire", &[&asked[..], &[("versus", "周许功")]].concat());
        let told = rows(&server, &[&args[..], &["--versus", "周许功"]].concat());
        same(&answer["rows"], &told, &["side"]);
    }
    assert_eq!(server.get("/api/v1/repertoire").status, 400);

    let ratings = server.json("ratings", &[("min_games", "1")]);
    same(&ratings["players"], &rows(&server, &["ratings", "--min-games", "1"]), &[]);
    let one = server.json("ratings", &[("who", "林一舟")]);
    let told = rows(&server, &["ratings", "林一舟"]);
    same(&one["players"][0]["years"], &told, &["name", "group"]);
}

/// The words that the API gives ask the same on the command line.
#[test]
fn games_and_questions_are_cited_as_on_the_command_line() {
    let server = Server::of_own_records();
    let key = server.json("games", &[("limit", "1")])["games"][0]["key"].clone();
    let key = key.as_str().unwrap();
    let cited = |args: &[&str], format: &str| {
        let args = [&["cite"], args, &["--format", format, "--lang", "en"]].concat();
        stdout(&server.db, &args, 0)
    };
    let of_game = server.json(&format!("cite/{key}"), &[]);
    let asked = [("moves", "h2e2"), ("player", "林一舟"), ("since", "1980"), ("kind", "game")];
    let of_question = server.json("cite", &[&asked[..], &[("variations", "true")]].concat());
    let args: Vec<String> = asked.iter().map(|(name, value)| format!("--{name}={value}")).collect();
    let args: Vec<&str> = args.iter().flat_map(|arg| arg.split('=')).collect();
    // Flags stand where they stand among conditions.
    let args = [&args[..], &["--variations"]].concat();
    for (told, args) in [(of_game, vec![key]), (of_question, args)] {
        assert_eq!(told["text"], cited(&args, "table").trim_end());
        assert_eq!(told["bibtex"], cited(&args, "bibtex"));
        let json: Value = serde_json::from_str(&cited(&args, "json")).unwrap();
        for (name, value) in json.as_object().unwrap() {
            assert_eq!(told[name], *value, "{name}");
        }
    }
    assert_eq!(server.get("/api/v1/cite/nothing").status, 404);
}

#[test]
fn a_game_tells_where_it_was_new_and_what_comes_back_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.pgn");
    // A chariot checks for ever; and an earlier game that left the same line.
    let game =
        |date: &str, moves: &str| format!("[Date \"{date}\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n");
    let fen = "[FEN \"3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1\"]\n";
    let there_and_back = ["e1d1 d9e9 d1e1 e9d9"; 3].join(" ");
    let text = game("1950", "h2e2 h9g7 h0g2")
        + &game("1960", "h2e2 h9g7 b0c2")
        + fen
        + &game("1970", &there_and_back);
    std::fs::write(&file, text).unwrap();
    let server = Server::of_paths(&[&file]);
    let key = |year: &str| {
        let games = server.json("games", &[("since", year), ("until", year), ("kind", "all")]);
        games["games"][0]["key"].as_str().unwrap().to_owned()
    };
    let novelty = server.json(&format!("novelty/{}", key("1960")), &[("notation", "iccs")]);
    assert_eq!((&novelty["ply"], &novelty["left"]), (&json!(3), &json!(1)), "{novelty}");
    assert_eq!(novelty["games"][0]["key"], key("1950"));
    let moves = [&novelty["move"], &novelty["games"][0]["move"]];
    assert_eq!(moves.map(|mv| mv.as_str().unwrap().to_lowercase()), ["b0c2", "h0g2"]);
    let cycles = server.json(&format!("repetition/{}", key("1970")), &[])["cycles"].clone();
    let told = stdout(&server.db, &["audit", "--repetition", "--format", "jsonl"], 0);
    let told = told.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let told = told.filter(|record| record["cycles"] != json!([])).collect::<Vec<_>>();
    assert_eq!(told.len(), 1);
    for (cycle, told) in
        cycles.as_array().unwrap().iter().zip(told[0]["cycles"].as_array().unwrap())
    {
        for name in ["from", "to", "until", "count", "red", "black", "ruling", "result_differs"] {
            assert_eq!(cycle[name], told[name], "{name}");
        }
    }
    assert_eq!(cycles[0]["ruling"]["axf"], "red-loses", "{cycles}");
    assert!(cycles[0]["told"].as_array().unwrap().len() > 5, "{cycles}");
}

/// For each move of a book's line and of a dated game, the API names the first game that left it.
#[test]
fn who_first_left_a_line_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.pgn");
    let game = |date: &str, moves: &str| {
        format!(
            "[Red \"甲{date}\"]\n[Black \"乙\"]\n[Date \"{date}\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n"
        )
    };
    let text = "[Title \"某谱第一局\"]\n\nb2e2 h9g7 h0g2 i9h9 *\n\n".to_owned()
        + &game("1950", "h2e2 h7e7")
        + &game("1960", "h2e2 h9g7 b0c2")
        + &game("1955", "b2e2 h9g7 h0g2 g6g5")
        + &game("1970", "g3g4 g6g5")
        + &game("1965", "h2e2 h9g7 h0i2");
    std::fs::write(&file, text).unwrap();
    let server = Server::of_paths(&[&file]);
    let of = |asked: &[(&str, &str)]| {
        let key = server.json("games", asked)["games"][0]["key"].clone();
        let path = format!("departures/{}", key.as_str().unwrap());
        let told = server.json(&path, &[("notation", "iccs")])["departures"].clone();
        let row = |row: &Value| {
            let first = server.json(&format!("game/{}", row["first"].as_str().unwrap()), &[]);
            assert_eq!(
                first["date"].as_str(),
                row["year"].as_u64().map(|it| it.to_string()).as_deref()
            );
            let text = |name: &str| row[name].as_str().unwrap().to_lowercase();
            format!(
                "{} {} {} {} {}",
                row["ply"],
                text("move"),
                text("played"),
                row["year"],
                row["games"]
            )
        };
        told.as_array().unwrap().iter().map(row).collect::<Vec<_>>()
    };
    // The book's first move is the mirror image of that of the games.
    assert_eq!(
        of(&[("title", "某谱"), ("kind", "all")]),
        ["1 b2e2 g3g4 1970 1", "2 h9g7 b7e7 1950 3", "4 i9h9 g6g5 1955 1"]
    );
    // Of a dated game only those that came later.
    assert_eq!(
        of(&[("since", "1960"), ("until", "1960")]),
        ["1 h2e2 g3g4 1970 1", "3 b0c2 h0i2 1965 1"]
    );
    let Some(mut browser) = Browser::start() else { return };
    let key =
        server.json("games", &[("title", "某谱"), ("kind", "all")])["games"][0]["key"].clone();
    browser.open(&format!(
        "http://{}/?lang=en&view=game&key={}",
        server.address,
        key.as_str().unwrap()
    ));
    browser.rest();
    browser.eval("[...document.querySelectorAll('.beneath summary')].find((it) => it.innerText.includes('left this line')).click()");
    browser.wait("document.querySelectorAll('.departures tbody tr').length === 3");
    browser.wait("document.querySelector('.departures a').textContent === '甲1970 1–0 乙, 1970'");
    is_at_peace(&browser, &server);
}

#[test]
fn what_cannot_be_of_players_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.pgn");
    let game = |event: &str, date: &str, mv: &str| {
        format!(
            "[Event \"{event}\"]\n[Red \"甲\"]\n[Black \"{event}乙\"]\n[Date \"{date}\"]\n\
             [Result \"1-0\"]\n\n1. {mv} 1-0\n\n"
        )
    };
    let text = game("东", "1990.05.01", "炮二平五") + &game("西", "1990.05.01", "兵七进一");
    std::fs::write(&file, text).unwrap();
    let server = Server::of_paths(&[&file]);
    let found = server.json("report", &[("part", "impossible")])["records"].clone();
    let told = stdout(&server.db, &["audit", "--format", "jsonl"], 0);
    let told: Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
    for (name, of) in [("code", "code"), ("player", "player"), ("when", "date"), ("games", "games")]
    {
        assert_eq!(found[0][name], told[of], "{name}");
    }
}

/// Each question, something that is seen of its answer, and the widths of a phone and a screen.
#[test]
fn questions_of_history_are_answered_on_the_page() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    let base = format!("http://{}", server.address);
    let views = [
        ("moves=h2e2", "tbody tr"),
        ("moves=h2e2&move=h9g7&mirror=exact", "tbody tr"),
        ("part=life&moves=h2e2&per=decade", ".life img"),
        ("part=endings&material=RRCCHHPPPPPAAEE-RRCCHHPPPPAAEE", "h2"),
        ("part=repertoire&who=林一舟&per=year", "caption"),
        ("part=ratings&min_games=1", "tbody tr"),
        ("part=ratings&who=林一舟", "tbody tr"),
    ];
    for (number, (view, seen)) in views.into_iter().enumerate() {
        let lang = ["en", "zh-Hant", "zh-Hans"][number % 3];
        for (width, scheme) in [(390, "light"), (1600, "dark")] {
            browser.look(width, scheme);
            browser.open(&format!("{base}/?view=study&lang={lang}&{view}"));
            browser.wait(&format!("document.querySelector('.answer {seen}')"));
            browser.settle();
            assert_eq!(browser.eval(OVERFLOW), 0, "{view} at {width}");
            assert_eq!(browser.eval(NAMELESS), json!([]), "{view}");
            assert_eq!(browser.eval("document.querySelector('#told').textContent"), "", "{view}");
            browser.picture(&format!("study-{number}-{width}-{lang}"));
        }
    }
    // A year opens its games, and a game its past.
    browser.open(&format!("{base}/?view=study&lang=en&part=life&moves=h2e2"));
    browser.wait("document.querySelector('.answer tbody a')");
    browser.click(".answer tbody a");
    browser.wait("location.search.includes('since=1987') && document.querySelector('a.row')");
    browser.settle();
    browser.open(&format!("{base}/?view=study&lang=en&moves=h2e2"));
    browser.wait("document.querySelector('.answer tbody td a')");
    browser.click(".answer tbody td a");
    browser.wait("document.querySelector('.game .beneath details')");
    browser
        .eval("document.querySelectorAll('.beneath details').forEach((it) => { it.open = true; })");
    let is_filled = "document.querySelectorAll('.beneath .opened:empty').length === 0";
    browser.wait(is_filled);
    browser.settle();
    let past = browser.eval("document.querySelector('.beneath').textContent");
    assert!(past.as_str().unwrap().contains("No position comes for the third time"), "{past}");
    assert_eq!(browser.eval(OVERFLOW), 0);
    browser.picture("past-of-a-game");
    is_at_peace(&browser, &server);
}

/// A player in another spelling is not his own opponent.
#[test]
fn nobody_is_an_opponent_of_himself() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    browser.look(1600, "light");
    let who = "%E6%9E%97%E4%B8%80%E8%88%9F";
    browser.open(&format!("http://{}/?lang=en&view=people&who={who}", server.address));
    browser.wait("document.querySelector('.person .halves')");
    let opponents = browser.eval("document.querySelector('.person .opponents').innerText");
    let opponents = opponents.as_str().unwrap();
    assert!(opponents.contains("周许功") && !opponents.contains("LIN Yizhou"), "{opponents}");
    let spellings = browser.eval("document.querySelector('.person p.quiet').innerText");
    assert!(spellings.as_str().unwrap().contains("LIN Yizhou"), "{spellings}");
    is_at_peace(&browser, &server);
}
