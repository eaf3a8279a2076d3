//! `first`, `novelty`, `endings` and `repertoire` against plain programs, on games made up for it:
//! few moves to choose from, so that lines meet and part again, some of them mirrored; dates known
//! in part, or not at all.

use super::common::games::Dice;
use super::common::stdout;
use super::{Game, Oracle, START, counted, games, import, mirror_fen, mirror_move, said};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::path::PathBuf;
use xqdb::xiangqi::Position;

const NAMES: [&str; 5] = ["Adan", "Beno", "Cyro", "Dima", "Elio"];
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The games of an archive, and what their rows say.
struct Desk {
    _folders: [tempfile::TempDir; 2],
    db: PathBuf,
    oracle: Oracle,
    dates: HashMap<String, Option<String>>,
    players: HashMap<String, [String; 2]>,
}

fn made_up() -> String {
    let mut dice = Dice(20_261_122);
    let mut text = String::new();
    for number in 0..120 {
        let mut position = Position::start();
        let mut moves = Vec::new();
        let is_mirrored = dice.below(4) == 0;
        for ply in 0..8 + dice.below(40) {
            let mut legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            legal.sort_by_key(|mv| (position.piece_at(mv.to).is_none(), mv.to_string()));
            // Captures first, so that material changes; else two moves to choose from.
            let captures = legal.iter().filter(|mv| position.piece_at(mv.to).is_some()).count();
            let place = if ply < 10 { dice.below(2) * 7 } else { dice.below(captures.max(2)) };
            let mv = legal[place % legal.len()];
            position.play_unchecked(mv);
            let mv = if is_mirrored { mv.mirror() } else { mv };
            moves.push(mv.to_string());
        }
        let year = 1950 + dice.below(8);
        let date = match dice.below(6) {
            0 => String::new(),
            1 => format!("{year}"),
            2 => format!("{year}.{:02}", 1 + dice.below(12)),
            _ => format!("{year}.{:02}.{:02}", 1 + dice.below(12), 1 + dice.below(28)),
        };
        let red = dice.below(5);
        let black = (red + 1 + dice.below(4)) % 5;
        let result = RESULTS[dice.below(4)];
        let _ = write!(
            text,
            "[Game \"Chinese Chess\"]\n[Event \"Cup {}\"]\n[Round \"{number}\"]\n[Red \"{}\"]\n\
             [Black \"{}\"]\n[Date \"{date}\"]\n[Result \"{result}\"]\n\n{}\n{result}\n\n",
            dice.below(3),
            NAMES[red],
            NAMES[black],
            moves.join(" "),
        );
    }
    text
}

fn desk() -> Desk {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("made-up.pgn"), made_up()).unwrap();
    let (temporary, db) = import(folder.path());
    let oracle = Oracle::new(games(folder.path(), &db));
    let conn = rusqlite::Connection::open(&db).unwrap();
    let kin: u32 = conn.query_row("select count(*) from kin", [], |row| row.get(0)).unwrap();
    assert_eq!(kin, 0, "the plain programs know no copies");
    let mut statement = conn
        .prepare(
            "select game.key, date, red.name, black.name from game
             join player as red on red.id = game.red join player as black on black.id = game.black",
        )
        .unwrap();
    let (mut dates, mut players) = (HashMap::new(), HashMap::new());
    let mut rows = statement.query([]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        let key: String = row.get(0).unwrap();
        dates.insert(key.clone(), row.get(1).unwrap());
        players.insert(key, [row.get(2).unwrap(), row.get(3).unwrap()]);
    }
    drop(rows);
    drop(statement);
    assert!(oracle.games.len() > 100, "{}", oracle.games.len());
    Desk { _folders: [folder, temporary], db, oracle, dates, players }
}

/// The first and the last day that a date can mean, as texts that sort.
fn days(date: &str) -> (String, String) {
    (format!("{date:-<10}"), format!("{date}{}", &"-99-99"[date.len() - 4..]))
}

/// Whether a date is surely before another.
fn is_before(one: Option<&String>, other: Option<&String>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if days(one).1 < days(other).0)
}

/// A position that stands for its mirror image, too.
fn image(fen: &str) -> String {
    fen.to_owned().min(mirror_fen(fen))
}

impl Desk {
    fn json(&self, args: &[&str], status: i32) -> Vec<Value> {
        let args = [args, &["--format", "json", "--quiet"]].concat();
        let told: Value = serde_json::from_str(&stdout(&self.db, &args, status)).unwrap();
        told.as_array().unwrap().clone()
    }

    fn date(&self, game: &Game) -> Option<&String> {
        self.dates[&game.key].as_ref()
    }

    /// The games of which it is so that `first` names with each standing, and the keys in order.
    fn first(&self, is_there: impl Fn(&Game) -> bool) -> BTreeMap<String, Vec<String>> {
        let games = || self.oracle.games.iter().filter(|game| is_there(game));
        let dated = || games().filter_map(|game| Some((self.date(game)?, game)));
        let by = dated().map(|(date, _)| days(date).1).min();
        let is_early = |date: &str| by.as_ref().is_none_or(|by| days(date).0 <= *by);
        let next = dated().filter(|(date, _)| !is_early(date)).map(|(date, _)| days(date).0).min();
        let sorted = |mut games: Vec<(String, String)>| -> Vec<String> {
            games.sort();
            games.into_iter().map(|(_, key)| key).collect()
        };
        let early = dated().filter(|(date, _)| is_early(date));
        let early = sorted(early.map(|(date, game)| (days(date).0, game.key.clone())).collect());
        let up = dated().filter(|(date, _)| Some(days(date).0) == next);
        let up = sorted(up.map(|(date, game)| (days(date).0, game.key.clone())).collect());
        let undated = games().filter(|game| self.date(game).is_none());
        let undated = sorted(undated.map(|game| (String::new(), game.key.clone())).collect());
        let name = if early.len() == 1 { "first" } else { "may-be-first" };
        let all = [(name, early), ("runner-up", up), ("no-date", undated)];
        let all = all.into_iter().filter(|(_, games)| !games.is_empty());
        all.map(|(name, games)| (name.to_owned(), games)).collect()
    }
}

#[test]
fn who_was_first_is_what_a_plain_search_says() {
    let desk = desk();
    let places: BTreeSet<&String> = desk.oracle.places.keys().collect();
    let mut compared = 0;
    for fen in places.into_iter().step_by(61).map(String::as_str).chain([START]) {
        let images = [fen.to_owned(), mirror_fen(fen)];
        let is_there = |game: &Game| game.steps.iter().any(|(at, ..)| images.contains(at));
        let told = |args: &[&str]| {
            let mut standings: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for row in desk.json(args, 0) {
                let standing = row["standing"].as_str().unwrap().to_owned();
                let key = row["key"].as_str().unwrap().to_owned();
                standings.entry(standing).or_default().push(key);
            }
            standings
        };
        assert_eq!(told(&["first", "--fen", fen, "--limit", "0"]), desk.first(is_there), "{fen}");
        let step = desk.oracle.places.get(fen).map(|places| places[0]);
        let mv = step.and_then(|(game, step)| desk.oracle.games[game].steps[step].1.clone());
        if let Some(mv) = mv {
            let [here, there] = [mv.clone(), mirror_move(&mv)];
            let is_symmetric = images[0] == images[1];
            let plays = |game: &Game| {
                game.steps.iter().any(|(at, played, _)| {
                    let is = |mv: &String| played.as_ref() == Some(mv);
                    *at == images[0] && (is(&here) || is_symmetric && is(&there))
                        || *at == images[1] && is(&there)
                })
            };
            let args = ["first", "--fen", fen, "--move", &mv, "--limit", "0"];
            assert_eq!(told(&args), desk.first(plays), "{fen} {mv}");
        }
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn novelties_are_what_comparing_every_game_with_every_other_says() {
    let desk = desk();
    let mut expected: BTreeMap<&str, (Option<u64>, BTreeSet<&str>)> = BTreeMap::new();
    let images = |game: &Game| game.steps.iter().map(|(fen, ..)| image(fen)).collect();
    let images: HashMap<&str, Vec<String>> =
        desk.oracle.games.iter().map(|game| (game.key.as_str(), images(game))).collect();
    for game in desk.oracle.games.iter().filter(|game| desk.date(game).is_some()) {
        let earlier: Vec<&Game> = desk
            .oracle
            .games
            .iter()
            .filter(|other| is_before(desk.date(other), desk.date(game)))
            .collect();
        let having = |fen: &str| -> BTreeSet<&str> {
            let has = |other: &&str| images[other].iter().any(|at| at == fen);
            earlier.iter().map(|other| other.key.as_str()).filter(has).collect()
        };
        let own = &images[&*game.key];
        let new = own.iter().position(|fen| having(fen).is_empty());
        let last = new.unwrap_or(own.len()).checked_sub(1);
        let left = last.map(|last| having(&own[last])).unwrap_or_default();
        expected.insert(&game.key, (new.map(|ply| ply as u64), left));
    }
    // All at once, by going through the index; and each by itself.
    let rows = desk.json(&["novelty", "--limit", "0"], 0);
    assert_eq!(rows.len(), expected.len());
    let listed = stdout(&desk.db, &["search", "--novelty", "--limit", "0", "--json"], 0);
    for line in listed.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let expected = expected.get(row["key"].as_str().unwrap());
        assert_eq!(row["novelty"].as_u64(), expected.and_then(|(ply, _)| *ply), "{row}");
    }
    let mut deep = 0;
    for (number, row) in rows.iter().enumerate() {
        let key = row["key"].as_str().unwrap();
        let (ply, left) = &expected[key];
        assert_eq!(row["novelty"].as_u64(), *ply, "{key}");
        assert_eq!(row["left"], left.len(), "{key}");
        deep += u64::from(ply.is_some_and(|ply| ply > 3));
        if number % 6 > 0 {
            continue;
        }
        let single = desk.json(&["novelty", key, "--limit", "0"], 0);
        assert_eq!(single[0]["ply"].as_u64(), *ply, "{key}");
        let keys: BTreeSet<&str> =
            single[1..].iter().map(|row| row["key"].as_str().unwrap()).collect();
        assert_eq!(keys, *left, "{key}");
    }
    assert!(deep > 20, "{deep}");
}

/// How many men of each letter stand on a board, without kings.
fn men(fen: &str) -> BTreeMap<char, usize> {
    let mut men = BTreeMap::new();
    let board = fen.split(' ').next().unwrap();
    for letter in board.chars().filter(|c| c.is_ascii_alphabetic() && !"kK".contains(*c)) {
        *men.entry(letter).or_default() += 1;
    }
    men
}

fn exchanged(men: &BTreeMap<char, usize>) -> BTreeMap<char, usize> {
    let other = |c: char| {
        if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
    };
    men.iter().map(|(&letter, &count)| (other(letter), count)).collect()
}

#[test]
fn endings_are_what_counting_men_says() {
    let desk = desk();
    let said = said(&desk.db);
    let (mut dice, mut found) = (Dice(7), 0);
    for _ in 0..10 {
        let game = &desk.oracle.games[dice.below(desk.oracle.games.len())];
        let wanted = men(&game.steps[dice.below(game.steps.len())].0);
        let army = |is_red: bool| {
            let own = wanted.iter().filter(|(letter, _)| letter.is_ascii_uppercase() == is_red);
            let text: String =
                own.map(|(letter, count)| letter.to_string().repeat(*count)).collect();
            if text.is_empty() { "bare".to_owned() } else { text }
        };
        let text = format!("{}-{}", army(true), army(false));
        for at in ["any", "end"] {
            let mut expected = BTreeMap::new();
            for game in &desk.oracle.games {
                let material: Vec<_> = game.steps.iter().map(|(fen, ..)| men(fen)).collect();
                let fits = |men: &BTreeMap<char, usize>| *men == wanted || exchanged(men) == wanted;
                let last = material.len() - 1;
                let first = match at {
                    "any" => material.iter().position(fits),
                    _ => fits(&material[last])
                        .then(|| material.iter().position(|men| *men == material[last]).unwrap()),
                };
                let Some(ply) = first else { continue };
                let same = material[ply..].iter().take_while(|men| **men == material[ply]).count();
                // The last of a stretch is the ply that ends it, or the end of the game.
                let length = if ply + same > last { last - ply } else { same };
                let total = |men: &BTreeMap<char, usize>| men.values().sum::<usize>();
                let side = if material[ply] == wanted { "red" } else { "black" };
                let captures = total(&material[0]) - total(&material[ply]);
                let row = (side.to_owned(), [ply, captures, length, last]);
                expected.insert(game.key.clone(), row);
            }
            let args = ["endings", &text, "--at", at];
            let rows = desk.json(&[&args[..], &["--games", "--limit", "0"]].concat(), {
                i32::from(expected.is_empty())
            });
            let number = |row: &Value, field: &str| row[field].as_u64().unwrap() as usize;
            let told: BTreeMap<String, (String, [usize; 4])> = rows
                .iter()
                .map(|row| {
                    let key = row["key"].as_str().unwrap().to_owned();
                    let side = row["side"].as_str().unwrap().to_owned();
                    (key, (side, ["ply", "captures", "length", "plies"].map(|f| number(row, f))))
                })
                .collect();
            assert_eq!(told, expected, "{text} at {at}");
            let all = desk.json(&args, i32::from(expected.is_empty()));
            let all = all.last().unwrap();
            let of_games: Vec<_> = expected.keys().map(|key| &said[key]).collect();
            let plain = counted(&of_games);
            for field in ["games", "draws", "unknown", "players", "events", "others"] {
                assert_eq!(all[field], plain[field], "{text} at {at}: {field}");
            }
            let won = expected.iter().filter(|(key, (side, _))| {
                said[*key].is_game && said[*key].result == if side == "red" { "1-0" } else { "0-1" }
            });
            assert_eq!(all["won"], won.count(), "{text} at {at}");
            found += expected.len();
        }
    }
    assert!(found > 40, "{found}");
}

/// The first moves of a game, turned to Red's right side where both sides are alike.
fn turned(game: &Game, depth: usize) -> Vec<(String, String)> {
    let (mut line, mut is_mirrored) = (Vec::new(), false);
    for (fen, mv, _) in game.steps.iter().take(depth) {
        let Some(mv) = mv else { break };
        let (mut fen, mut mv) = match is_mirrored {
            true => (mirror_fen(fen), mirror_move(mv)),
            false => (fen.clone(), mv.clone()),
        };
        let files = |mv: &str| [mv.as_bytes()[0], mv.as_bytes()[2]];
        if mirror_fen(&fen) == fen && files(&mv) < files(&mirror_move(&mv)) {
            is_mirrored = !is_mirrored;
            (fen, mv) = (mirror_fen(&fen), mirror_move(&mv));
        }
        line.push((fen, mv));
    }
    line
}

#[test]
fn a_repertoire_is_what_counting_beginnings_says() {
    let desk = desk();
    let said = said(&desk.db);
    let mut compared = 0;
    for (side, place) in [("red", 0), ("black", 1)] {
        for name in &NAMES[..3] {
            let of = |name: &str| -> Vec<(&Game, Vec<(String, String)>)> {
                let games = desk.oracle.games.iter();
                let games = games.filter(|game| desk.players[&game.key][place] == name);
                games.map(|game| (game, turned(game, 5))).collect()
            };
            let (his, others) = (of(name), of(NAMES[0]));
            let args = [
                "repertoire",
                name,
                "--as",
                side,
                "--depth",
                "5",
                "--min-games",
                "1",
                "--notation",
                "iccs",
            ];
            let beside_all = desk.json(&args, i32::from(his.is_empty()));
            let versus = [&args[..], &["--versus", NAMES[0]]].concat();
            let beside = desk.json(&versus, i32::from(his.is_empty()));
            let lines: BTreeSet<Vec<&str>> = his
                .iter()
                .flat_map(|(_, line)| (1..=line.len()).map(|len| uci(&line[..len])))
                .collect();
            assert_eq!(beside_all.len(), lines.len(), "{name} {side}");
            let mut path: Vec<String> = Vec::new();
            for (row, other) in beside_all.iter().zip(&beside) {
                let ply = row["ply"].as_u64().unwrap() as usize;
                path.truncate(ply - 1);
                path.push(row["uci"].as_str().unwrap().to_owned());
                let up_to = |line: &[(String, String)], len: usize| {
                    line.len() >= len && (0..len).all(|at| line[at].1 == path[at])
                };
                let here: Vec<_> =
                    his.iter().filter(|(_, line)| up_to(line, ply)).map(|(game, _)| game).collect();
                let sides: Vec<_> = here.iter().map(|game| &said[&game.key]).collect();
                let chances = his.iter().filter(|(_, line)| up_to(line, ply - 1)).count();
                let what = format!("{name} {side} {path:?}");
                assert_eq!(row["games"], here.len(), "{what}");
                assert_eq!(row["chances"], chances, "{what}");
                let won = if side == "red" { "1-0" } else { "0-1" };
                let won = sides.iter().filter(|said| said.result == won).count();
                assert_eq!(row["won"], won, "{what}");
                let plain = counted(&sides);
                assert_eq!(row["draws"], plain["draws"], "{what}");
                assert_eq!(row["events"], plain["events"], "{what}");
                let opponents: BTreeSet<&String> =
                    here.iter().map(|game| &desk.players[&game.key][1 - place]).collect();
                assert_eq!(row["players"], opponents.len(), "{what}");
                // Everybody who came to the position, by any way.
                let (fen, mv) = his
                    .iter()
                    .find(|(_, line)| up_to(line, ply))
                    .map(|(_, line)| line[ply - 1].clone())
                    .unwrap();
                let all = desk.oracle.count(&fen, true, false, Some("game"));
                let is_symmetric = mirror_fen(&fen) == fen;
                let mv = if is_symmetric { mv.clone().min(mirror_move(&mv)) } else { mv };
                let played: u64 = all.moves[&mv].values().sum();
                assert_eq!(row["otherGames"], played, "{what}");
                assert_eq!(row["otherChances"], all.keys.len(), "{what}");
                let theirs = others.iter().filter(|(_, line)| up_to(line, ply)).count();
                assert_eq!(other["otherGames"], theirs, "{what}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

fn uci(line: &[(String, String)]) -> Vec<&str> {
    line.iter().map(|(_, mv)| mv.as_str()).collect()
}
