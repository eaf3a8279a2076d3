//! The OpenAPI document tells the fields of answers: real answers have them and no others, and what
//! the document tells is met in some answer.

use super::http::Server;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// One check for ever: a game in which something comes back.
const CHECKS: &str = "[Red \"Adan\"]\n[Black \"Beno\"]\n[Date \"1950.01.02\"]\n[Result \"1-0\"]\n\
    [FEN \"4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1\"]\n\n\
    a1a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 1-0\n";

/// A tournament of five players in which one game is missing, and a comment contradicts the others.
fn cup() -> String {
    let players = ["甲子", "乙丑", "丙寅", "丁卯", "戊辰"];
    let moves = ["炮二平五", "兵七进一", "相三进五", "马二进三", "仕四进五"];
    let pairs = (0..5).flat_map(|red| (red + 1..5).map(move |black| (red, black)));
    let games = pairs.filter(|pair| *pair != (1, 3)).map(|(red, black)| {
        let (one, other, round) = (players[red], players[black], black - red);
        format!(
            "[Event \"1990年第3届新石杯\"]\n[Date \"1990.03.0{round}\"]\n[Round \"{round}\"]\n\
             [Red \"{one}\"]\n[Black \"{other}\"]\n[Result \"1-0\"]\n\n\
             1. {} 马8进7 {} 1-0\n\n",
            moves[red],
            ["兵三进一", "马八进九", "仕六进五", "车九进一"][round - 1],
        )
    });
    let mut games: Vec<String> = games.collect();
    // A comment tells other results.
    games[0] = games[0].replace("马8进7", "马8进7 {甲子以3胜1和获得冠军}");
    // Two play once more.
    games.push(games[0].replace("马8进7", "炮8平5"));
    games.concat()
}

/// Compares an answer with its schema; `met` are the fields that were met, by their path.
fn compare(schema: &Value, value: &Value, path: &str, met: &mut BTreeSet<String>) {
    let kinds = &schema["type"];
    if kinds.is_null() {
        // Anything may stand there.
        return;
    }
    let is_kind = |kind: &Value| match kind.as_str().unwrap() {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("{other}"),
    };
    let is_of_kind = match kinds {
        Value::Array(kinds) => kinds.iter().any(is_kind),
        kind => is_kind(kind),
    };
    assert!(is_of_kind, "{path} is no {kinds}: {value}");
    if let Some(items) = value.as_array() {
        items.iter().for_each(|item| compare(&schema["items"], item, path, met));
    }
    let Some(object) = value.as_object() else { return };
    for required in schema["required"].as_array().into_iter().flatten() {
        assert!(object.contains_key(required.as_str().unwrap()), "{path} lacks {required}");
    }
    for (name, value) in object {
        let known = &schema["properties"][name];
        if known.is_object() {
            let path = format!("{path}.{name}");
            compare(known, value, &path, met);
            met.insert(path);
        } else {
            let any = &schema["additionalProperties"];
            assert!(any.is_object(), "{path}.{name} is not in the document");
            compare(any, value, path, met);
        }
    }
}

/// All fields that a schema tells, by their path.
fn told(schema: &Value, path: &str, all: &mut BTreeSet<String>) {
    if schema["type"] == "array" {
        told(&schema["items"], path, all);
    }
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        let path = format!("{path}.{name}");
        told(schema, &path, all);
        all.insert(path);
    }
}

#[test]
fn answers_have_the_fields_that_the_document_tells_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checks.pgn");
    std::fs::write(&file, CHECKS.to_owned() + "\n" + &cup()).unwrap();
    let data = |part: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(part);
    let book = super::books::book(folder.path(), 0);
    let options = ["--engine-book", book.to_str().unwrap()];
    let scored = folder.path().join("scored.pgn");
    std::fs::write(&scored, super::scores::GAMES).unwrap();
    let paths = [&*file, &scored, &data("records"), &data("tour")];
    let server = Server::of_paths_with(&paths, &options);
    let document = server.get("/api/v1/openapi.json").json();
    let games = server.json("games", &[("kind", "all"), ("limit", "100")]);
    let keys = games["games"].as_array().unwrap().iter();
    let keys: Vec<&str> = keys.map(|game| game["key"].as_str().unwrap()).collect();
    let (mut count, mut unmet) = (0, Vec::new());
    for (path, value) in document["paths"].as_object().unwrap() {
        let get = &value["get"];
        let schema = &get["responses"]["200"]["content"]["application/json"]["schema"];
        if !schema.is_object() {
            continue;
        }
        count += 1;
        let known = get["parameters"].as_array().unwrap();
        let takes = |name: &str| known.iter().any(|parameter| parameter["name"] == name);
        let mut asked: Vec<Vec<(&str, &str)>> = Vec::new();
        let whats: &[&[(&str, &str)]] = match (takes("material"), takes("who"), takes("side")) {
            _ if takes("edition") => {
                &[&[("edition", "新石杯@3"), ("standings", "1,甲子,8\n2,乙丑,7\n,己巳,1")]]
            }
            (true, ..) => {
                &[&[("material", "RRCCHHPPPPPAAEE-RRCCHHPPPPAAEE")], &[("material", "RP-HEE")]]
            }
            _ if takes("against") => &[
                &[("who", "林一舟")],
                &[("who", "林一舟"), ("against", "陈雨亭")],
                &[("who", "甲子")],
            ],
            (_, true, true) if !takes("versus") => &[&[("who", "林一舟"), ("min_games", "1")]],
            (_, true, true) => &[
                &[("who", "林一舟"), ("min_games", "1"), ("per", "year")],
                &[("who", "林一舟"), ("min_games", "1"), ("versus", "周许功")],
            ],
            (_, true, false) => &[&[("min_games", "1")], &[("who", "林一舟")]],
            _ => &[&[]],
        };
        for what in whats {
            asked.push(what.to_vec());
            if takes("kind") {
                asked.push([*what, &[("kind", "all")]].concat());
                if !takes("who") {
                    asked.push([*what, &[("player", "林一舟")]].concat());
                }
            }
            if takes("text") {
                let texts =
                    ["林一舟", "qwertzuiop"].map(|text| [*what, &[("text", text)]].concat());
                asked.extend(texts);
            }
            if takes("place") {
                asked.push([*what, &[("place", "true")]].concat());
            }
            if takes("moves") {
                asked.push([*what, &[("moves", "h2e2")]].concat());
            }
        }
        let (mut met, mut all) = (BTreeSet::new(), BTreeSet::new());
        told(schema, "", &mut all);
        let path = path.strip_prefix("/api/v1/").unwrap();
        for key in if path.contains("{key}") { &keys[..] } else { &[""] } {
            for params in &asked {
                compare(schema, &server.json(&path.replace("{key}", key), params), "", &mut met);
            }
        }
        unmet.extend(all.difference(&met).map(|field| format!("{path}{field}")));
    }
    assert_eq!(unmet, Vec::<String>::new());
    assert_eq!(count, 28);
}
