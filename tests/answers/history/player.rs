//! `player`, by counting the games of a name.

use super::super::{check_share, wilson};
use super::desk::Desk;
use super::repertoire::everybody;
use crate::common::stdout;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use xqdb::metadata::name_key;
use xqdb::xiangqi::{Move, Position};

/// A reply of fewer games with a result is none.
const FEWEST: usize = 5;

/// Results for the player of a place: won, drawn, lost, unknown.
fn results(desk: &Desk, games: &[usize], place: usize) -> [usize; 4] {
    let words = [["1-0", "1/2-1/2", "0-1", "*"], ["0-1", "1/2-1/2", "1-0", "*"]][place];
    words.map(|word| games.iter().filter(|&&game| desk.known[game].said.result == word).count())
}

fn is_told(row: &Value, expected: [usize; 4], what: &str) {
    let told =
        ["won", "draws", "lost", "unknown"].map(|field| row[field].as_u64().unwrap() as usize);
    assert_eq!(told, expected, "{what}: {row}");
    assert_eq!(row["games"], expected.iter().sum::<usize>(), "{what}");
    check_share(row, ["won", "draws", "lost"]);
}

fn rows<'v>(told: &'v Value, part: &str) -> &'v [Value] {
    told[part].as_array().unwrap()
}

/// Compares the pages about these players. How many rows were compared.
pub(super) fn compare(desk: &Desk, names: &[&str]) -> usize {
    let common = ["--names", "exact", "--played", "all", "--format", "json", "--quiet"];
    let mut compared = 0;
    for name in names {
        let asked = [&["player", name, "--limit", "0"][..], &common].concat();
        let told: Value = serde_json::from_str(&stdout(&desk.db, &asked, 0)).unwrap();
        let of = |place: usize| -> Vec<usize> {
            let games = (0..desk.known.len()).filter(|&game| {
                let known = &desk.known[game];
                known.said.is_game && known.names[place].as_deref() == Some(name)
            });
            desk.once(games).into_iter().collect()
        };
        let mut games = [of(0), of(1)];
        // Of a group whose copies disagree on the colours the game with Red counts.
        let first = |game: &usize| desk.known[*game].first;
        let with_red: BTreeSet<i64> = games[0].iter().map(first).collect();
        let both_ways = games[1].iter().filter(|game| with_red.contains(&first(game))).count();
        games[1].retain(|game| !with_red.contains(&first(game)));
        let both = [0, 1].map(|place| results(desk, &games[place], place));
        let all: [usize; 4] = std::array::from_fn(|at| both[0][at] + both[1][at]);
        for (row, expected) in rows(&told, "sides").iter().zip([all, both[0], both[1]]) {
            is_told(row, expected, name);
            compared += 1;
        }
        type Value4 = BTreeMap<String, [usize; 4]>;
        let mut by_opponent = Value4::new();
        let mut by_year = Value4::new();
        for place in [0, 1] {
            for &game in &games[place] {
                let known = &desk.known[game];
                let one = results(desk, &[game], place);
                let add = |to: &mut Value4, key: String| {
                    let counts = to.entry(key).or_default();
                    (0..4).for_each(|at| counts[at] += one[at]);
                };
                // Copies may name other opponents.
                let mut opponents: BTreeSet<&str> =
                    known.players[1 - place].as_deref().into_iter().collect();
                for copy in desk.known.iter().filter(|it| it.first == known.first) {
                    for seat in [0, 1].into_iter().filter(|_| copy.said.is_game) {
                        if copy.players[seat] == known.players[place] {
                            opponents.extend(copy.players[1 - seat].as_deref());
                        }
                    }
                }
                for opponent in opponents {
                    add(&mut by_opponent, opponent.to_owned());
                }
                if let Some(year) = known.said.year {
                    add(&mut by_year, year.to_string());
                }
            }
        }
        let key = |row: &Value| name_key(row["name"].as_str().unwrap());
        assert_eq!(rows(&told, "opponents").len(), by_opponent.len(), "{name}");
        for row in rows(&told, "opponents") {
            is_told(row, by_opponent[&key(row)], name);
        }
        assert_eq!(rows(&told, "years").len(), by_year.len(), "{name}");
        for row in rows(&told, "years") {
            is_told(row, by_year[row["name"].as_str().unwrap()], name);
        }
        for row in rows(&told, "openings") {
            let codes = row["codes"].as_str().unwrap().replace('–', "-");
            let side = format!("--{}", row["side"].as_str().unwrap());
            let asked = ["search", "--count", &side, name, "--opening", &codes, "--kind", "game"];
            let asked = [&asked[..], &common[..4], &["--quiet"]].concat();
            let count: u64 = stdout(&desk.db, &asked, 0).trim().parse().unwrap();
            let told = row["games"].as_u64().unwrap();
            let is_told = told <= count && count - told <= both_ways as u64;
            assert!(is_told, "{name} {codes}: {told}, not {count}");
        }
        compared += by_opponent.len() + by_year.len() + rows(&told, "openings").len();
        for row in rows(&told, "novelties") {
            let game = desk.oracle.games.iter().position(|it| row["key"] == *it.key).unwrap();
            let ply = row["novelty"].as_u64().unwrap() as usize;
            let is_black = desk.known[game].names[1].as_deref() == Some(name);
            let has_odd_plies_with_red = desk.known[game].is_standard;
            assert!(!has_odd_plies_with_red || ply.is_multiple_of(2) == is_black, "{name}: {row}");
            let fen = &desk.oracle.games[game].steps[ply].0;
            let others = desk.once(desk.places(fen).into_iter().map(|(game, ..)| game)).len() - 1;
            assert_eq!(row["followers"], others, "{name}: {row}");
            compared += 1;
        }
        let wins: Vec<usize> = [0, 1]
            .into_iter()
            .flat_map(|place| {
                games[place].iter().filter(move |&&it| results(desk, &[it], place)[0] == 1)
            })
            .copied()
            .collect();
        let listed: BTreeSet<&str> =
            rows(&told, "games").iter().map(|row| row["key"].as_str().unwrap()).collect();
        let keys: BTreeSet<&str> = wins.iter().map(|&game| &*desk.oracle.games[game].key).collect();
        assert!(listed.is_subset(&keys), "{name}: {listed:?}");
        let plies = |game: &&usize| desk.oracle.games[**game].steps.len();
        let longest = wins.iter().map(|game| plies(&game)).max();
        let has_longest = wins.iter().any(|game| {
            Some(plies(&game)) == longest && listed.contains(&*desk.oracle.games[*game].key)
        });
        assert!(has_longest || wins.is_empty(), "{name}: {listed:?}");
        compared += prepared(desk, name, &common);
    }
    compared
}

/// Compares the best replies to a player's moves with those among all games.
fn prepared(desk: &Desk, name: &str, common: &[&str]) -> usize {
    let mut compared = 0;
    for side in ["red", "black"] {
        let asked = ["player", name, "--prepare", side, "--notation", "iccs"];
        let told = stdout(&desk.db, &[&asked[..], common].concat(), 0);
        let told: Vec<Value> = serde_json::from_str(&told).unwrap();
        let mut line: Vec<Move> = Vec::new();
        for row in &told {
            line.truncate(row["ply"].as_u64().unwrap() as usize - 1);
            line.push(row["uci"].as_str().unwrap().parse().unwrap());
            if row["own"] == false {
                assert!(row["reply"].is_null(), "{row}");
                continue;
            }
            let mut position = Position::start();
            for &mv in &line {
                position.play_unchecked(mv);
            }
            let fen = position.to_fen();
            let board_and_side = fen.split(' ').take(2).collect::<Vec<_>>().join(" ");
            let (_, played) = everybody(desk, &board_and_side);
            let low = |games: &BTreeSet<usize>| {
                let games: Vec<usize> = games.iter().copied().collect();
                let place = usize::from(side == "red");
                let [won, drawn, lost, _] = results(desk, &games, place);
                let known = won + drawn + lost;
                let share = wilson(won as f64 + drawn as f64 / 2.0, known as f64)?;
                (known >= FEWEST).then_some(share[1])
            };
            let best = played.values().filter_map(low).fold(f64::NEG_INFINITY, f64::max);
            match row["replyLow"].as_f64() {
                None => assert!(best == f64::NEG_INFINITY, "{name} {side} {row}: {best}"),
                Some(told) => assert!((told - best).abs() < 0.051, "{name} {side} {row}: {best}"),
            }
            compared += 1;
        }
    }
    compared
}
