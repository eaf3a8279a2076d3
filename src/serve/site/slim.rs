//! Keeps those fields of answers that the page shows: a site has as many answers as games.

use serde_json::{Map, Value, json};

/// Fields of a move of the explorer, in the order of a row of a site; `turned` is the move on the
/// mirrored board, in the notation.
pub(super) const ROW: &str = "uci san turned opening games reached red draws black unknown others percent low high \
     firstYear lastYear players events player playerGames event eventGames earliestGame \
     undatedGame latestGame";
/// Fields of all games of a position.
pub(super) const ALL: &str = "games red draws black unknown others mirrored ended undated programs players events \
     player playerGames event eventGames percent low high";
/// Fields of a game in a list.
pub(super) const LISTED: &str = "key red black red_person black_person red_team black_team result plies event \
     title date date_from date_to date_because ecco derived doubt";
/// Fields of a game that is shown; its moves are written in another form.
pub(super) const GAME: &str = "key kind red black red_person black_person red_team black_team event site round \
     date date_found date_from date_to date_because result termination opening start plies title \
     chapters edition ecco derived doubt doubtTold decided evaluations evaluationsTold links same_day unread \
     damaged scores notes named";
pub(super) const SERIES: &str = "name editions games score firstYear lastYear players";
pub(super) const EDITION: &str = "name edition year games players spellings";
pub(super) const OPENING: &str = "code name traditional english family games red draws black unknown others percent low \
     high firstYear lastYear players events player playerGames event eventGames";
pub(super) const CHAPTER: &str = "path games red draws black unknown others percent low high players events player \
     playerGames event eventGames";
pub(super) const YEAR: &str = "year games red draws black unknown others percent low high";

/// Number of spellings of an edition that are kept.
const SPELLINGS: usize = 8;

/// Named fields of an object that are not empty.
pub(super) fn kept(value: &Value, fields: &str) -> Value {
    let says = |value: &Value| match value {
        Value::Null => false,
        Value::Array(all) => !all.is_empty(),
        Value::Object(all) => !all.is_empty(),
        _ => true,
    };
    let field = |name: &str| {
        let value = value.get(name).filter(|value| says(value))?;
        Some((name.to_owned(), value.clone()))
    };
    Value::Object(fields.split(' ').filter_map(field).collect::<Map<_, _>>())
}

/// Named fields of a game, without persons who are called as the game states.
fn kept_of_game(game: &Value, fields: &str) -> Value {
    let mut kept = kept(game, fields);
    for side in ["red", "black"] {
        let person = format!("{side}_person");
        if game[side] == game[&person]
            && let Some(fields) = kept.as_object_mut()
        {
            fields.remove(&person);
        }
    }
    kept
}

/// A game of a list.
pub(super) fn listed(game: &Value) -> Value {
    let mut row = kept_of_game(game, LISTED);
    if let Some(code) = game["ecco"]["code"].as_str() {
        row["ecco"] = json!({ "code": code });
    }
    row
}

/// Edition in the list of a series.
pub(super) fn edition(row: &Value) -> Value {
    let mut row = kept(row, EDITION);
    if let Some(spellings) = row.get_mut("spellings").and_then(Value::as_array_mut) {
        spellings.truncate(SPELLINGS);
    }
    row
}

/// Page of a player.
pub(super) fn player(page: &Value) -> Value {
    let mut slim = kept(page, "name sides strength openings opponents events");
    for (part, fields) in [("games", "key event worth"), ("novelties", "key ply move followers")] {
        let rows = page[part].as_array().into_iter().flatten();
        slim[part] = rows.map(|row| kept(row, fields)).collect();
    }
    slim
}

/// Game with its moves in a shorter form: `line` has the moves of the main line, `branches` the
/// parent and the move of all others, and `san` all moves in the notation.
pub(super) fn game(known: &Value) -> Value {
    let mut game = kept_of_game(known, GAME);
    let (mut line, mut branches) = (String::new(), Vec::new());
    for (at, node) in known["tree"].as_array().into_iter().flatten().enumerate() {
        let (parent, mv) = (node[0].as_i64().unwrap_or(-1), node[1].as_str().unwrap_or_default());
        let is_next = branches.is_empty() && parent == at as i64 - 1;
        match is_next {
            true => line.push_str(mv),
            false => branches.push(json!([parent, mv])),
        }
    }
    game["line"] = json!(line);
    if !branches.is_empty() {
        game["branches"] = json!(branches);
    }
    let san = known["san"].as_array().into_iter().flatten().filter_map(Value::as_str);
    game["san"] = json!(san.collect::<Vec<_>>().join(" "));
    let witnesses = known["witnesses"].as_array().into_iter().flatten();
    game["witnesses"] = witnesses
        .map(|it| kept(it, "places record byte_offset format encoding status result tags"))
        .collect();
    game
}

/// Number of bytes of JSON after which the comments, scores and variations of a game go on in another
/// part.
const PART: usize = 60_000;
/// Approximate number of packed bytes of a move of a variation, without its comment.
const MOVE: usize = 8;
/// Number of bytes of the pieces of a long comment.
const PIECE: usize = PART / 2;

/// Moves of a game from a node on, and what is written at them.
#[derive(Default)]
struct GamePart {
    from: usize,
    weight: usize,
    notes: Map<String, Value>,
    scores: Map<String, Value>,
}

/// Cuts a game with very many moves or comments: returns the game with its main line and what
/// stands first in it, and the rest in parts with `branches`, `san`, `notes` and `scores`. A long
/// comment goes on in the next part.
pub(super) fn cut(mut game: Value) -> (Value, Vec<Value>) {
    let line = game["line"].as_str().unwrap_or_default().len() / 4;
    let count = line + game["branches"].as_array().map_or(0, Vec::len);
    let mut parts = vec![GamePart::default()];
    // The comment before the first move has the number -1.
    for node in -1..count as i64 {
        let name = node.to_string();
        let score = game["scores"].get(&name);
        let first = score.map_or(0, |score| score.to_string().len())
            + if node >= line as i64 { MOVE } else { 0 };
        for (at, text) in pieces(game["notes"].get(&name)).into_iter().enumerate() {
            let weight = text.len() + if at == 0 { first } else { 0 };
            if parts.last().is_some_and(|part| part.weight + weight > PART) {
                let from = (node + i64::from(at > 0)).max(0) as usize;
                parts.push(GamePart { from, ..GamePart::default() });
            }
            let Some(part) = parts.last_mut() else { continue };
            part.weight += weight;
            if let (0, Some(score)) = (at, score) {
                part.scores.insert(name.clone(), score.clone());
            }
            match part.notes.get_mut(&name) {
                Some(Value::String(known)) => known.push_str(text),
                _ if text.is_empty() => {}
                _ => _ = part.notes.insert(name.clone(), json!(text)),
            }
        }
    }
    if parts.len() == 1 {
        return (game, Vec::new());
    }
    let (san, branches) = (game["san"].take(), game["branches"].take());
    let san: Vec<&str> = san.as_str().unwrap_or_default().split(' ').collect();
    let ends: Vec<usize> = parts.iter().skip(1).map(|part| part.from).chain([count]).collect();
    let cut = parts.into_iter().zip(ends).enumerate().map(|(number, (part, end))| {
        // The first part has the whole main line.
        let from = if number == 0 { 0 } else { part.from.max(line) };
        let own = from.max(line) - line..end.max(line) - line;
        json!({
            "branches": branches.as_array().and_then(|all| all.get(own)),
            "san": san.get(from..end.max(line)).unwrap_or_default().join(" "),
            "notes": part.notes,
            "scores": part.scores,
        })
    });
    let mut cut: Vec<Value> = cut.collect();
    if let Value::Object(first) = cut.remove(0) {
        first.into_iter().for_each(|(field, value)| game[field] = value);
    }
    (game, cut)
}

/// The pieces of a comment; one empty piece of none.
fn pieces(note: Option<&Value>) -> Vec<&str> {
    let (mut pieces, mut rest) = (Vec::new(), note.and_then(Value::as_str).unwrap_or_default());
    while rest.len() > PIECE {
        let (piece, after) = rest.split_at(rest.floor_char_boundary(PIECE));
        pieces.push(piece);
        rest = after;
    }
    pieces.push(rest);
    pieces
}

/// One value for three languages; where they differ, an object `@` with the three.
pub(super) fn of_languages([en, hans, hant]: [Value; 3]) -> Value {
    match (en, hans, hant) {
        (en, hans, hant) if en == hans && en == hant => en,
        (Value::Object(en), Value::Object(mut hans), Value::Object(mut hant))
            if en.keys().eq(hans.keys()) && en.keys().eq(hant.keys()) =>
        {
            let of = |(name, en): (String, Value)| {
                let take = |from: &mut Map<String, Value>| from[&name].take();
                let value = of_languages([en, take(&mut hans), take(&mut hant)]);
                (name, value)
            };
            Value::Object(en.into_iter().map(of).collect())
        }
        (Value::Array(en), Value::Array(hans), Value::Array(hant))
            if en.len() == hans.len() && en.len() == hant.len() =>
        {
            let all = en.into_iter().zip(hans).zip(hant);
            all.map(|((en, hans), hant)| of_languages([en, hans, hant])).collect()
        }
        (en, hans, hant) => json!({ "@": [en, hans, hant] }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_share_what_they_say_alike() {
        let of = |name: &str| json!({ "n": 1, "rows": [["a", name], ["b", "b"]] });
        let all = of_languages([of("Hu"), of("胡荣华"), of("胡榮華")]);
        assert_eq!(
            all,
            json!({ "n": 1, "rows": [["a", { "@": ["Hu", "胡荣华", "胡榮華"] }], ["b", "b"]] })
        );
        assert_eq!(of_languages([of("a"), of("a"), of("a")]), of("a"));
        let unlike = of_languages([json!([1]), json!([1, 2]), json!([])]);
        assert_eq!(unlike, json!({ "@": [[1], [1, 2], []] }));
    }

    /// A game with its further parts, as the page reads them together.
    fn joined(first: &Value, further: &[Value]) -> Value {
        let parts: Vec<&Value> = [first].into_iter().chain(further).collect();
        let mut whole = first.clone();
        let texts = parts.iter().filter_map(|part| part["san"].as_str());
        let texts: Vec<&str> = texts.filter(|san| !san.is_empty()).collect();
        whole["san"] = json!(texts.join(" "));
        if !whole["branches"].is_null() {
            let branches = parts.iter().flat_map(|part| part["branches"].as_array().unwrap());
            whole["branches"] = branches.cloned().collect();
        }
        for field in ["notes", "scores"] {
            let mut known: Map<String, Value> = Map::new();
            for (node, said) in parts.iter().flat_map(|part| part[field].as_object().unwrap()) {
                let before = known.get(node).map_or("", |said| said.as_str().unwrap());
                known.insert(node.clone(), json!(format!("{before}{}", said.as_str().unwrap())));
            }
            whole[field] = Value::Object(known);
        }
        whole
    }

    #[test]
    fn a_very_large_game_is_cut_into_parts_that_are_the_whole() {
        let note = |(at, length): (i64, usize)| (at.to_string(), json!("过".repeat(length)));
        let many = [(-1, 9_000), (3, 9_000), (200, 9_000), (20_000, 9_000), (39_999, 9_000)];
        // Long comments in the main line, one of them longer than a part; and before the first move.
        let long: Vec<(i64, usize)> = (0..40).map(|at| (at, 4_000)).chain([(-1, 70_000)]).collect();
        for (line, count, notes) in
            [(100, 40_000, many.to_vec()), (50, 50, long.clone()), (0, 40, long[38..].to_vec())]
        {
            let node = |at: usize| json!([at as i64 - 1, "h2e2"]);
            let san: Vec<String> = (0..count).map(|at| format!("炮{at}")).collect();
            let whole = json!({
                "key": "k",
                "line": "h2e2".repeat(line),
                "branches": (line..count).map(node).collect::<Vec<_>>(),
                "san": san.join(" "),
                "notes": notes.into_iter().map(note).collect::<Map<_, _>>(),
                "scores": { "5": "+0.1" },
            });
            let (first, further) = cut(whole.clone());
            assert!(first["key"] == "k" && further.len() > 2, "{}", further.len());
            for part in &further {
                let said = part["notes"].to_string().len() + part["san"].to_string().len();
                assert!(said < 3 * PART / 2, "{said}");
            }
            assert_eq!(joined(&first, &further), whole);
        }
        let small = json!({ "line": "h2e2", "san": "炮二平五", "branches": [[-1, "b2e2"]] });
        assert_eq!(cut(small.clone()), (small, Vec::new()));
    }

    #[test]
    fn the_main_line_is_written_without_its_parents() {
        let known = json!({
            "key": "k", "event": null, "links": [],
            "tree": [[-1, "h2e2", null], [0, "h9g7", "x"], [0, "b9c7", null]],
            "san": ["炮二平五", "马8进7", "马2进3"],
            "witnesses": [],
        });
        assert_eq!(
            game(&known),
            json!({ "key": "k", "line": "h2e2h9g7", "branches": [[0, "b9c7"]],
                    "san": "炮二平五 马8进7 马2进3", "witnesses": [] })
        );
    }
}
