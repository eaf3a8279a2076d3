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
pub(super) const LISTED: &str = "key red black red_team black_team result plies event title date date_from date_to \
     date_because ecco derived doubt";
/// Fields of a game that is shown; its moves are written in another form.
pub(super) const GAME: &str = "key kind red black red_team black_team event site round date date_found date_from \
     date_to date_because result termination opening start plies title chapters edition ecco \
     derived doubt doubtTold decided evaluations links same_day unread damaged scores notes \
     named";
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

/// A game of a list.
pub(super) fn listed(game: &Value) -> Value {
    let mut row = kept(game, LISTED);
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
    let mut game = kept(known, GAME);
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
