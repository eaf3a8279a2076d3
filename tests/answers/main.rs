//! `search` and `explore` against a count made outside the search code: a plain replay of the JSON
//! Lines.
//!
//! The oracle knows positions as FEN texts and mirrors them by reversing rows; it uses no hash, no
//! index and no key. What it takes from the database is only which records are one game and what
//! that game's result and kind are; a result that only names of files say does not count.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests; they report what they counted"
)]

mod asking;
mod audit;
mod behind;
mod collation;
#[path = "../common/mod.rs"]
mod common;
mod contains;
mod counted;
mod dataset;
mod dated;
mod decisions;
mod editions;
mod figures;
mod history;
mod meeting;
mod names;
mod numbers;
mod openings;
mod persons;
mod plans;
mod played;
mod questions_in_sql;
mod rated;
mod readings;
mod repeated;
mod replayed;
mod shares;
mod sql_pages;
mod titles;
mod words;

use common::games::Dice;
use common::{records, stdout, xqdb};
use replayed::{Game, START, games, mirror_fen, mirror_move, steps};
use rusqlite::Connection;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use xqdb::search::parameters::group;
use xqdb::search::{
    Archive, Lead, Look, Params, Participants, Purpose, Score, Unwatched, explore, search,
};
use xqdb::store::Evidence;

/// What the oracle counts in a position: games and who played them, and the same and the results
/// per move.
#[derive(Debug, PartialEq, Default)]
struct Counted {
    keys: BTreeSet<String>,
    behind: BTreeMap<String, u64>,
    moves: BTreeMap<String, BTreeMap<String, u64>>,
}

struct Oracle {
    games: Vec<Game>,
    said: HashMap<String, Said>,
    /// No player is known from the name of a file alone.
    has_all_stated: bool,
    /// Position to the games and steps that have it.
    places: HashMap<String, Vec<(usize, usize)>>,
}

impl Oracle {
    fn new(games: Vec<Game>, said: HashMap<String, Said>) -> Oracle {
        let mut places: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
        for (game, found) in games.iter().enumerate() {
            for (step, (fen, ..)) in found.steps.iter().enumerate() {
                places.entry(fen.clone()).or_default().push((game, step));
            }
        }
        Oracle { games, said, has_all_stated: true, places }
    }

    fn count(&self, fen: &str, mirror: bool, variations: bool, kind: Option<&str>) -> Counted {
        let mut counted = Counted::default();
        let mut moves: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        let other = mirror_fen(fen);
        let is_symmetric = other == fen;
        let mut views = vec![(fen.to_owned(), false)];
        if mirror && !is_symmetric {
            views.push((other, true));
        }
        for (view, is_mirrored) in views {
            for &(game, step) in self.places.get(&view).into_iter().flatten() {
                let found = &self.games[game];
                let (_, mv, is_variation) = &found.steps[step];
                if (*is_variation && !variations) || kind.is_some_and(|kind| found.kind != kind) {
                    continue;
                }
                counted.keys.insert(found.key.clone());
                let Some(mv) = mv else { continue };
                let mut mv = if is_mirrored { mirror_move(mv) } else { mv.clone() };
                if is_symmetric {
                    mv = mv.clone().min(mirror_move(&mv));
                }
                moves.entry(mv).or_default().insert(game);
            }
        }
        for (mv, played) in moves {
            let results = counted.moves.entry(mv).or_default();
            for &game in &played {
                *results.entry(self.games[game].result.clone()).or_default() += 1;
            }
            results.extend(behind(played.iter().map(|&game| &self.said[&self.games[game].key])));
        }
        counted.behind = behind(counted.keys.iter().map(|key| &self.said[key]));
        counted
    }
}

/// Games and moves of a position as the program answers: of `search`, and of `explore`.
fn answered(db: &Path, fen: &str, mirror: bool, variations: bool) -> (Counted, Counted) {
    let mirror = if mirror { "any" } else { "exact" };
    let run = |args: &[&str]| {
        let mut all = args.to_vec();
        // The plain count knows nothing of copies, nor of results that a heading tells.
        all.extend(["--fen", fen, "--mirror", mirror, "--as-stated"]);
        if variations {
            all.push("--variations");
        }
        let output = common::xqdb(db, &all);
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap()
    };
    let mut search = Counted::default();
    for line in run(&["search", "--limit", "0", "--format", "csv", "--quiet"]).lines().skip(1) {
        search.keys.insert(line.split(',').next().unwrap().to_owned());
    }
    let explored: Value =
        serde_json::from_str(&run(&["explore", "--played", "all", "--json", "--quiet"])).unwrap();
    let is_symmetric = mirror_fen(fen) == fen;
    let mut explore = Counted::default();
    check_share(&explored, ["red", "draws", "black"]);
    let behind =
        |row: &Value| BEHIND.map(|name| (name.to_owned(), row[name].as_u64().unwrap())).into();
    explore.behind = behind(&explored);
    for row in explored["moves"].as_array().unwrap() {
        check_share(row, ["red", "draws", "black"]);
        let mv = row["uci"].as_str().unwrap().to_owned();
        let mv = if is_symmetric { mv.clone().min(mirror_move(&mv)) } else { mv };
        let mut results: BTreeMap<String, u64> = behind(row);
        for (name, result) in
            [("red", "1-0"), ("draws", "1/2-1/2"), ("black", "0-1"), ("unknown", "*")]
        {
            let count = row[name].as_u64().unwrap();
            if count > 0 {
                results.insert(result.to_owned(), count);
            }
        }
        explore.moves.insert(mv, results);
    }
    // Only the number of games is printed; as many empty keys stand for it.
    let games = explored["games"].as_u64().unwrap();
    explore.keys = (0..games).map(|number| number.to_string()).collect();
    (search, explore)
}

/// Games and moves of a position as the library answers, which opens the archive once for all
/// positions.
fn looked_up(
    (archive, keys): (&Archive, &HashMap<u32, String>),
    fen: &str,
    mirror: bool,
    variations: bool,
) -> (Counted, Counted) {
    let mirror = if mirror { "any" } else { "exact" };
    let said = [("fen", fen), ("mirror", mirror), ("played", "all"), ("as_stated", "true")];
    let mut said: Vec<(String, String)> =
        said.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    if variations {
        said.push(("variations".to_owned(), "true".to_owned()));
    }
    let params = Params::new(said, group("position filter search")).unwrap();
    let query = params.query(archive, 0..usize::MAX, &Unwatched).unwrap();
    let games = search(archive, &query).unwrap().games;
    let keys = games.iter().map(|id| keys[id].clone()).collect();
    let found = Counted { keys, ..Counted::default() };
    let matcher = params.filter(Purpose::Statistics).unwrap().resolve(archive).unwrap();
    let look = Look { mirroring: params.mirroring().unwrap(), variations, latest: 3 };
    let explored = explore(archive, &params.line().unwrap().position, &matcher, &look).unwrap();
    let behind = |behind: &Participants| {
        let most = |lead: &Option<Lead>| lead.as_ref().map_or(0, |lead| lead.games);
        let leads = [most(&behind.leading_player), most(&behind.leading_event)];
        let [player_games, event_games] = leads;
        let counts = [behind.players, behind.events, player_games, event_games];
        BEHIND.map(str::to_owned).into_iter().zip(counts).collect()
    };
    let is_symmetric = mirror_fen(fen) == fen;
    let mut played = Counted { behind: behind(&explored.behind), ..Counted::default() };
    for row in &explored.rows {
        let mv = row.mv.to_string();
        let mv = if is_symmetric { mv.clone().min(mirror_move(&mv)) } else { mv };
        let mut results: BTreeMap<String, u64> = behind(&row.behind);
        let Score { red, draw, black, unknown, .. } = row.score;
        let scores = [("1-0", red), ("1/2-1/2", draw), ("0-1", black), ("*", unknown)];
        let scores = scores.into_iter().filter(|(_, count)| *count > 0);
        results.extend(scores.map(|(result, count)| (result.to_owned(), count)));
        played.moves.insert(mv, results);
    }
    played.keys = (0..explored.score.games()).map(|number| number.to_string()).collect();
    (found, played)
}

/// Compares both answers about a position, with its mirror image and without, with the plain count.
fn check(
    answered: &dyn Fn(&str, bool, bool) -> (Counted, Counted),
    oracle: &Oracle,
    (fen, variations): (&str, bool),
) {
    for mirror in [false, true] {
        let (search, explore) = answered(fen, mirror, variations);
        let all = oracle.count(fen, mirror, variations, None);
        assert_eq!(search.keys, all.keys, "search in {fen}, mirror {mirror}");
        let (mut explore, mut played) =
            (explore, oracle.count(fen, mirror, variations, Some("game")));
        // As stated, players count whom a record names, and not those whom only the name of its
        // file does; the plain count of archives does not tell them apart.
        if !oracle.has_all_stated {
            for counted in [&mut explore, &mut played] {
                let rows = counted.moves.values_mut().chain([&mut counted.behind]);
                rows.for_each(|row| row.retain(|name, _| !name.starts_with("player")));
            }
        }
        assert_eq!(explore.moves, played.moves, "explore in {fen}, mirror {mirror}");
        assert_eq!(explore.behind, played.behind, "explore in {fen}, mirror {mirror}");
        assert_eq!(explore.keys.len(), played.keys.len(), "games in {fen}, mirror {mirror}");
    }
}

fn import(folder: &Path) -> (tempfile::TempDir, std::path::PathBuf) {
    let temporary = tempfile::tempdir().unwrap();
    let db = temporary.path().join("test.db");
    let output = common::xqdb(&db, &["import", folder.to_str().unwrap()]);
    assert!(
        matches!(output.status.code(), Some(0 | 3)),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    (temporary, db)
}

#[test]
fn every_position_of_our_own_records() {
    let (_temporary, db) = import(&records());
    let oracle = Oracle::new(games(&records(), &db), said(&db));
    let fens: BTreeSet<&String> = oracle.places.keys().collect();
    let answered = |fen: &str, mirror, variations| answered(&db, fen, mirror, variations);
    for fen in fens {
        check(&answered, &oracle, (fen, false));
        check(&answered, &oracle, (fen, true));
    }
}

#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_chosen_and_random_positions() {
    let folder = common::shared("corpus");
    let (_temporary, db) = common::desk();
    std::fs::copy(common::archives(), &db).unwrap();
    // Remember the answers about some hundred positions, so that both ways of answering are
    // compared.
    let conn = Connection::open(&db).unwrap();
    conn.execute("update meta set value = -1 where name = 'common_generation'", []).unwrap();
    drop(conn);
    let mut database = xqdb::store::Database::open(&db).unwrap();
    assert!(
        xqdb::search::remember_common(&mut database, 200, &mut Default::default()).unwrap() > 100
    );
    drop(database);
    let mut oracle = Oracle::new(games(&folder, &db), said(&db));
    oracle.has_all_stated = false;
    let mut chosen: Vec<(String, bool)> = vec![(START.to_owned(), false), (START.to_owned(), true)];
    chosen.extend(notable(&oracle));
    // A fixed sequence of places: the same on every machine, spread over all games and plies 0 to
    // 60.
    let mut dice = Dice(20_261_121);
    let mut random = |limit: usize| dice.below(limit);
    while chosen.len() < 110 {
        let game = &oracle.games[random(oracle.games.len())];
        if let Some((fen, _, is_variation)) = game.steps.get(random(61)) {
            chosen.push((fen.clone(), *is_variation));
        }
    }
    let archive = Archive::open_as(&db, Evidence::Stated).unwrap();
    let keys = Connection::open(&db).unwrap();
    let mut keys = keys.prepare("select id, key from game").unwrap();
    let keys = keys.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let open = (&archive, &keys.map(Result::unwrap).collect());
    let answered = |fen: &str, mirror, variations| looked_up(open, fen, mirror, variations);
    for (fen, variations) in &chosen {
        check(&answered, &oracle, (fen, *variations));
    }
    println!("{} positions of {} games agree", chosen.len(), oracle.games.len());
}

/// One position of each awkward kind: its own mirror image, only in the mirror, only in variations,
/// repeated within a game, a handicap start.
fn notable(oracle: &Oracle) -> Vec<(String, bool)> {
    let mut found: BTreeMap<&str, String> = BTreeMap::new();
    let mut fens: Vec<&String> = oracle.places.keys().collect();
    fens.sort();
    for fen in fens {
        let places = &oracle.places[fen];
        let mirror = mirror_fen(fen);
        let mut note = |kind: &'static str, fits: bool| {
            if fits && !found.contains_key(kind) {
                found.insert(kind, fen.clone());
            }
        };
        let in_variation = |&(game, step): &(usize, usize)| oracle.games[game].steps[step].2;
        note("own mirror", mirror == *fen && *fen != START);
        note(
            "variations only",
            places.iter().all(in_variation) && !oracle.places.contains_key(&mirror),
        );
        note(
            "repeated",
            places.windows(2).any(|pair| {
                pair[0].0 == pair[1].0 && !in_variation(&pair[0]) && !in_variation(&pair[1])
            }),
        );
        note("transposition", {
            let steps: BTreeSet<usize> = places.iter().map(|place| place.1).collect();
            steps.len() > 1 && places.len() > 3
        });
        note(
            "handicap",
            places.iter().any(|&(game, step)| step == 0 && oracle.games[game].kind == "handicap"),
        );
    }
    let mirror_only = found.get("own mirror").map(|_| ()).and_then(|()| {
        oracle.places.keys().map(|fen| mirror_fen(fen)).find(|fen| !oracle.places.contains_key(fen))
    });
    let mut all: Vec<(String, bool)> =
        found.into_iter().map(|(kind, fen)| (fen, kind == "variations only")).collect();
    all.extend(mirror_only.map(|fen| (fen, false)));
    all
}

/// What the row of a game says.
#[derive(Clone)]
struct Said {
    is_game: bool,
    result: String,
    year: Option<u32>,
    players: BTreeSet<String>,
    /// The persons whom the names of the players mean, all evidence considered.
    persons: BTreeSet<String>,
    event: Option<String>,
}

impl Said {
    /// The same with persons in the place of players.
    fn of_persons(&self) -> Said {
        Said { players: self.persons.clone(), ..self.clone() }
    }
}

fn said(db: &Path) -> HashMap<String, Said> {
    said_of(db, "event.key")
}

/// What the row of a game says; `event` is the event in SQL.
fn said_of(db: &Path, event: &str) -> HashMap<String, Said> {
    let conn = Connection::open(db).unwrap();
    let sql = format!(
        "select game.key, kind, result, iif(substr(date_from, 1, 4) = substr(date_to, 1, 4),
             date_from, null), red.key, black.key, {event},
             nullif(coalesce(first.head, red.key), ''),
             nullif(coalesce(second.head, black.key), '')
         from game join dates on dates.id = game.id
         left join player as red on red.id = game.red
         left join player as black on black.id = game.black
         left join joined as first on first.sort = 'player' and first.key = red.key
         left join joined as second on second.sort = 'player' and second.key = black.key
         left join event on event.id = game.event
         left join held_games on held_games.id = game.id"
    );
    let mut statement = conn.prepare(&sql).unwrap();
    let rows = statement.query_map([], |row| {
        let date: Option<String> = row.get(3)?;
        let players: [Option<String>; 2] = [row.get(4)?, row.get(5)?];
        let persons: [Option<String>; 2] = [row.get(7)?, row.get(8)?];
        let said = Said {
            is_game: row.get::<_, String>(1)? == "game",
            result: row.get(2)?,
            year: date.and_then(|date| date.get(..4)?.parse().ok()),
            players: players.into_iter().flatten().collect(),
            persons: persons.into_iter().flatten().collect(),
            event: row.get(6)?,
        };
        Ok((row.get(0)?, said))
    });
    rows.unwrap().map(Result::unwrap).collect()
}

/// Of some games: those between two players, their results, their players and events, the most
/// games of one player and of one event, and the others.
fn counted(games: &[&Said]) -> Value {
    let between: Vec<&&Said> = games.iter().filter(|said| said.is_game).collect();
    let with = |result: &str| between.iter().filter(|said| said.result == result).count();
    let mut told = serde_json::json!({
        "games": between.len(),
        "red": with("1-0"),
        "draws": with("1/2-1/2"),
        "black": with("0-1"),
        "unknown": with("*"),
        "others": games.len() - between.len(),
    });
    for (name, count) in behind(between.into_iter().copied()) {
        told[name] = count.into();
    }
    told
}

/// What [`behind`] counts.
const BEHIND: [&str; 4] = ["players", "events", "playerGames", "eventGames"];

/// The players and events of some games, and the most games of one player and of one event.
fn behind<'s>(games: impl Iterator<Item = &'s Said>) -> BTreeMap<String, u64> {
    let mut players: BTreeMap<&str, u64> = BTreeMap::new();
    let mut events: BTreeMap<&str, u64> = BTreeMap::new();
    for said in games {
        said.players.iter().for_each(|name| *players.entry(name).or_default() += 1);
        said.event.iter().for_each(|name| *events.entry(name).or_default() += 1);
    }
    let most = |counts: &BTreeMap<&str, u64>| counts.values().copied().max().unwrap_or(0);
    let counts = [players.len() as u64, events.len() as u64, most(&players), most(&events)];
    BEHIND.map(str::to_owned).into_iter().zip(counts).collect()
}

/// A share in percent and its interval by Wilson's score method, worked out from the formula as it
/// stands in books.
fn wilson(points: f64, games: f64) -> Option<[f64; 3]> {
    let z = 1.959_964_f64;
    let share = points / games;
    let middle = share + z * z / (2.0 * games);
    let far = z * (share * (1.0 - share) / games + z * z / (4.0 * games * games)).sqrt();
    let all = 1.0 + z * z / games;
    (games > 0.0).then(|| [share, (middle - far) / all, (middle + far) / all].map(|it| 100.0 * it))
}

/// The score of a row and its interval, from what the row says of results.
fn check_share(row: &Value, [won, drawn, lost]: [&str; 3]) {
    let [won, drawn, lost] = [won, drawn, lost].map(|field| row[field].as_f64().unwrap());
    let expected = wilson(won + drawn / 2.0, won + drawn + lost);
    for (at, field) in ["percent", "low", "high"].into_iter().enumerate() {
        match (row[field].as_f64(), expected) {
            (None, None) => {}
            (Some(told), Some(expected)) if (told - expected[at]).abs() < 0.051 => {}
            (told, expected) => panic!("{field}: {told:?}, not {expected:?} in {row}"),
        }
    }
}

/// Compares what is told of the life of a position with a count of the games that come there.
fn compare_life(db: &Path, fen: &str, games: &[&Said]) -> usize {
    let mut compared = 0;
    for (per, years) in [("year", 1), ("decade", 10)] {
        let mut expected: Vec<(String, Value)> = Vec::new();
        let mut periods: BTreeMap<u32, Vec<&Said>> = BTreeMap::new();
        let mut undated = Vec::new();
        for &game in games {
            match game.year {
                Some(year) => periods.entry(year / years * years).or_default().push(game),
                None => undated.push(game),
            }
        }
        for (first, games) in periods {
            let name = match years {
                1 => first.to_string(),
                _ => format!("{first}-{}", first + years - 1),
            };
            expected.push((name, counted(&games)));
        }
        if !undated.is_empty() {
            expected.push((String::new(), counted(&undated)));
        }
        expected.push(("all".to_owned(), counted(games)));
        let args = ["life", "--fen", fen, "--per", per, "--format", "json", "--quiet"];
        let status = i32::from(games.is_empty());
        let told: Value = serde_json::from_str(&stdout(db, &args, status)).unwrap();
        let told = told.as_array().unwrap();
        let names: Vec<&str> = told.iter().map(|row| row["period"].as_str().unwrap()).collect();
        let expected_names: Vec<&str> = expected.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, expected_names, "{fen} by {per}");
        for (row, (name, counts)) in told.iter().zip(&expected) {
            for (field, value) in counts.as_object().unwrap() {
                assert_eq!(&row[field], value, "{fen} by {per}, {name}: {field}");
            }
            check_share(row, ["red", "draws", "black"]);
            compared += 1;
        }
    }
    compared
}

#[test]
fn the_life_of_positions_is_what_a_plain_count_says() {
    let (_temporary, db) = import(&records());
    let editions = said_of(&db, "ifnull(held_games.edition_id, event.key)");
    let oracle = Oracle::new(games(&records(), &db), editions);
    let fens: BTreeSet<&String> = oracle.places.keys().collect();
    let mut compared = 0;
    for fen in fens.into_iter().step_by(40).map(String::as_str).chain([START]) {
        let keys = oracle.count(fen, true, false, None).keys;
        // What is not asked for as stated counts persons.
        let persons: Vec<Said> = keys.iter().map(|key| oracle.said[key].of_persons()).collect();
        let games: Vec<&Said> = persons.iter().collect();
        compared += compare_life(&db, fen, &games);
    }
    assert!(compared > 10, "{compared}");
}
