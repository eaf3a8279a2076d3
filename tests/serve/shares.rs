//! Every share there is comes from games between two players: wherever a percentage is told, on the
//! command line and by the API, it is compared with a plain count over games, manuals, handicaps
//! and compositions, some of them without a result.

use super::common::games::Dice;
use super::common::stdout;
use super::http::Server;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use xqdb::xiangqi::Position;

const NAMES: [&str; 5] = ["Adan", "Beno", "Cyro", "Dima", "Elio"];
const EVENTS: [&str; 3] = ["North Hall", "South Hall", "West Hall"];
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
const HANDICAP: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1";
const COMPOSED: &str = "3ak4/4a4/9/9/9/9/9/9/4A4/R3KA3 w - - 0 1";
const MEN: &str = "RRCCHHPPPPPAAEE-RRCCHHPPPPPAAEE";

/// A record as the list of games has it.
#[derive(Debug)]
struct Said {
    is_game: bool,
    is_standard: bool,
    /// Red and Black.
    names: [String; 2],
    event: String,
    year: Option<u16>,
    result: String,
    code: Option<String>,
    chapters: Vec<String>,
    /// The first move, or its mirror image if that is less.
    first: String,
}

/// Two files of records of all kinds, each with players, event, result and most with a date.
fn made(folder: &Path) {
    let mut dice = Dice(16);
    for name in ["one", "two"] {
        let records = (0..60).map(|_| record(&mut dice).to_string() + "\n");
        std::fs::write(folder.join(name).with_extension("jsonl"), records.collect::<String>())
            .unwrap();
    }
}

fn record(dice: &mut Dice) -> Value {
    let red = dice.below(5);
    let black = (red + 1 + dice.below(4)) % 5;
    let (kind, start) = match dice.below(6) {
        0 => ("opening", Position::start()),
        1 => ("handicap", Position::from_fen(HANDICAP).unwrap()),
        2 => ("composed", Position::from_fen(COMPOSED).unwrap()),
        _ => ("game", Position::start()),
    };
    let mut position = start.clone();
    let mut moves = Vec::new();
    for _ in 0..20 + dice.below(20) {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[dice.below(legal.len())];
        position.play_unchecked(mv);
        moves.push(mv.to_string());
    }
    let date = match dice.below(4) {
        0 => String::new(),
        _ => format!("{}.01.02", 1950 + dice.below(12)),
    };
    let fen = if start.is_start() { Value::Null } else { json!(start.to_fen()) };
    json!({
        "record": 1,
        "kind": kind,
        "start": fen,
        "moves": moves,
        "nodes": moves.len(),
        "tags": {
            "Red": NAMES[red],
            "Black": NAMES[black],
            "Event": EVENTS[dice.below(3)],
            "Result": RESULTS[dice.below(4)],
            "Date": date,
        },
    })
}

fn read(row: &Value) -> Said {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let uci = row["moves"][0].as_str().unwrap();
    Said {
        is_game: row["kind"] == "game",
        is_standard: row["start"].is_null(),
        names: [text(&row["red"]), text(&row["black"])],
        event: text(&row["event"]),
        year: row["date"].as_str().map(|date| date[..4].parse().unwrap()),
        result: text(&row["result"]),
        code: row["ecco"]["code"].as_str().map(str::to_owned),
        chapters: row["chapters"].as_array().unwrap().iter().map(text).collect(),
        first: uci.to_owned().min(mirror_of(uci)),
    }
}

/// Whose win, loss and company a row tells.
#[derive(Clone, Copy)]
struct Form<'a> {
    /// Names of the fields of what is won, drawn, lost and unknown.
    score: [&'a str; 4],
    /// Names of the share and its ends.
    share: [&'a str; 3],
    /// The name of the field that counts whatever is there, of whatever kind.
    all: Option<&'a str>,
    /// Whose games they are: what he wins is won, and his opponents are counted.
    of: Option<&'a str>,
    /// Names of the fields of players and the player of the most games, if they are told.
    players: Option<[&'a str; 2]>,
    /// The same of events.
    events: Option<[&'a str; 2]>,
}

const RED: Form<'static> = Form {
    score: ["red", "draws", "black", "unknown"],
    share: ["percent", "low", "high"],
    all: Some("games"),
    of: None,
    players: Some(["players", "playerGames"]),
    events: Some(["events", "eventGames"]),
};

/// A number, whether it is told as one or as a text.
fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.parse().ok())
}

/// Compares a row with a plain count of these records; says how many of them are in the share.
fn compare(what: &str, row: &Value, records: &[&Said], form: Form<'_>) -> usize {
    let games: Vec<&&Said> = records.iter().filter(|said| said.is_game).collect();
    let has_black = |said: &Said| form.of.is_some_and(|name| said.names[1] == name);
    let (mut won, mut drawn, mut lost, mut unknown) = (0.0, 0.0, 0.0, 0.0);
    for said in &games {
        *match (&*said.result, has_black(said)) {
            ("1-0", false) | ("0-1", true) => &mut won,
            ("0-1", false) | ("1-0", true) => &mut lost,
            ("*", _) => &mut unknown,
            _ => &mut drawn,
        } += 1.0;
    }
    let told = |field: &str| number(&row[field]);
    let score = form.score.map(told);
    assert_eq!(score, [won, drawn, lost, unknown].map(Some), "{what}: {row}");
    if form.all.is_some() || !row["others"].is_null() {
        let others = records.len() - games.len();
        assert_eq!(told("others"), Some(others as f64), "{what}: others of {row}");
    }
    if let Some(all) = form.all {
        assert_eq!(told(all), Some(records.len() as f64), "{what}: {row}");
    }
    // Wilson's interval, as books have it.
    let known: f64 = won + drawn + lost;
    let share = (known > 0.0).then(|| {
        let (z, p) = (1.959_964_f64, (won + drawn / 2.0) / known);
        let middle = p + z * z / (2.0 * known);
        let half = z * (p * (1.0 - p) / known + z * z / (4.0 * known * known)).sqrt();
        [p, (middle - half) / (1.0 + z * z / known), (middle + half) / (1.0 + z * z / known)]
    });
    for (place, field) in form.share.into_iter().enumerate() {
        let share = share.map(|share| (1000.0 * share[place].clamp(0.0, 1.0)).round() / 10.0);
        assert_eq!(told(field), share, "{what}: {field} of {row}");
    }
    let mut players: BTreeMap<&str, usize> = BTreeMap::new();
    let mut events: BTreeMap<&str, usize> = BTreeMap::new();
    for said in &games {
        for name in said.names.iter().filter(|name| form.of != Some(name)) {
            *players.entry(name).or_default() += 1;
        }
        *events.entry(&said.event).or_default() += 1;
    }
    for (fields, counts) in [(form.players, players), (form.events, events)] {
        let Some(fields) = fields else { continue };
        let counted = [counts.len(), counts.values().copied().max().unwrap_or(0)];
        let counted = counted.map(|count| Some(count as f64));
        assert_eq!(fields.map(told), counted, "{what}: {fields:?} of {row}");
    }
    games.len()
}

/// The rows of CSV as objects.
fn objects(csv: &str) -> Vec<Value> {
    let mut lines = csv.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let object = |line: Vec<String>| {
        head.iter().cloned().zip(line.into_iter().map(Value::from)).collect::<Value>()
    };
    lines.map(object).collect()
}

/// The command line and the API, asked about records of all kinds.
struct Asked {
    server: Server,
    said: Vec<Said>,
    compared: usize,
}

impl Asked {
    fn rows(&self, args: &[&str]) -> Vec<Value> {
        let of = ["--kind", "all", "--unit", "lines", "--quiet", "--format"];
        let csv = objects(&stdout(&self.server.db, &[args, &of, &["csv"]].concat(), 0));
        // Names of columns are words with lines between them in some tables.
        let is_tree = args[0] == "explore" && !args.contains(&"--by");
        let format = if args[0] == "search" { "jsonl" } else { "json" };
        let told = stdout(&self.server.db, &[args, &of, &[format]].concat(), 0);
        let rows: Vec<Value> = match format {
            "jsonl" => told.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
            _ => {
                let told: Value = serde_json::from_str(&told).unwrap();
                let rows = if is_tree { &told["moves"] } else { &told };
                rows.as_array().unwrap().clone()
            }
        };
        assert_eq!(csv.len(), rows.len(), "{args:?}");
        for (csv, row) in csv.iter().zip(&rows) {
            for field in
                ["games", "red", "black", "unknown", "others", "percent", "low", "high", "players"]
            {
                assert_eq!(
                    number(&csv[field]),
                    number(&row[field]),
                    "{args:?}: {field} of {csv} and {row}"
                );
            }
        }
        rows
    }

    fn asked(&self, path: &str, params: &[(&str, &str)]) -> Value {
        self.server.json(path, &[params, &[("kind", "all"), ("unit", "lines")]].concat())
    }

    fn compare(&mut self, what: &str, row: &Value, is_in: impl Fn(&Said) -> bool, form: Form<'_>) {
        let records: Vec<&Said> = self.said.iter().filter(|said| is_in(said)).collect();
        assert!(!records.is_empty(), "{what}: {row}");
        let games = compare(what, row, &records, form);
        self.compared += usize::from(0 < games && games < records.len());
    }

    fn compare_all(
        &mut self,
        (what, rows): (&str, &[Value]),
        is_in: impl Fn(&Said, &Value) -> bool,
        form: Form<'_>,
    ) {
        assert!(!rows.is_empty(), "{what}");
        for row in rows {
            self.compare(what, row, |said| is_in(said, row), form);
        }
    }
}

fn start() -> (tempfile::TempDir, Asked) {
    let folder = tempfile::tempdir().unwrap();
    made(folder.path());
    let server = Server::of_paths(&[folder.path()]);
    let args = ["search", "--kind", "all", "--unit", "lines", "--limit", "0", "--quiet"];
    let told = stdout(&server.db, &[&args[..], &["--format", "jsonl"]].concat(), 0);
    let said: Vec<Said> =
        told.lines().map(|line| read(&serde_json::from_str(line).unwrap())).collect();
    assert_eq!(said.len(), 120);
    let others = said.iter().filter(|said| !said.is_game).count();
    let manuals = said.iter().filter(|said| !said.is_game && said.is_standard).count();
    assert!(others > 30 && manuals > 10 && others < 80, "{others}, {manuals}");
    (folder, Asked { server, said, compared: 0 })
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("{value}")).clone()
}

#[test]
fn every_share_is_of_games_between_two_players() {
    let (_folder, mut asked) = start();
    let at_start = |said: &Said, row: &Value| {
        let uci = row["uci"].as_str().unwrap();
        said.is_standard && (said.first == uci || said.first == mirror_of(uci))
    };
    let explored = asked.asked("explore", &[]);
    asked.compare("explore", &explored, |said| said.is_standard, RED);
    let told = asked.rows(&["explore"]);
    asked.compare_all(("explore", &told), at_start, RED);
    asked.compare_all(("api/explore", &list(&explored["moves"])), at_start, RED);

    let of_code = |said: &Said, row: &Value| {
        said.code.as_deref() == row["code"].as_str().filter(|code| !code.is_empty())
    };
    let told = asked.rows(&["openings"]);
    asked.compare_all(("openings", &told), of_code, RED);
    let told = list(&asked.asked("openings", &[])["openings"]);
    asked.compare_all(("api/openings", &told), of_code, RED);

    let grouped = Form { share: ["score", "low", "high"], ..RED };
    let year = |said: &Said| said.year.map(|year| year.to_string()).unwrap_or_default();
    for by in ["year", "decade", "event", "result"] {
        let told = asked.rows(&["search", "--by", by]);
        let is_in = |said: &Said, row: &Value| {
            row[by]
                == match by {
                    "year" => year(said),
                    "decade" if said.year.is_none() => String::new(),
                    "decade" => format!("{}0", &year(said)[..3]),
                    "event" => said.event.clone(),
                    _ if said.result == "*" => String::new(),
                    _ => said.result.clone(),
                }
        };
        let form = if by == "event" { Form { events: None, ..grouped } } else { grouped };
        asked.compare_all((by, &told), is_in, form);
    }
    for row in asked.rows(&["search", "--by", "player"]) {
        let name = row["player"].as_str().unwrap().to_owned();
        let form = Form { score: ["won", "draws", "lost", "unknown"], of: Some(&name), ..grouped };
        let form = Form { players: Some(["opponents", "opponentGames"]), ..form };
        asked.compare("player", &row, |said| said.names.contains(&name), form);
    }

    for row in list(&asked.asked("players", &[])["players"]) {
        let name = row["name"].as_str().unwrap().to_owned();
        let form = Form { score: ["won", "draws", "lost", "unknown"], of: Some(&name), ..RED };
        let form = Form { players: Some(["opponents", "opponentGames"]), ..form };
        asked.compare("api/players", &row, |said| said.names.contains(&name), form);
        for side in [0, 1] {
            let score = &row[["asRed", "asBlack"][side]];
            // The score is Red's, its share the player's.
            let [won, lost] = if side == 0 { ["red", "black"] } else { ["black", "red"] };
            let form = Form {
                score: [won, "draws", lost, "unknown"],
                all: None,
                players: None,
                events: None,
                ..form
            };
            let is_in = |said: &Said| said.names[side] == name;
            asked.compare("api/players by side", score, is_in, form);
        }
    }
    let told = list(&asked.asked("events", &[])["events"]);
    let form = Form { events: None, ..RED };
    asked.compare_all(("api/events", &told), |said, row| row["name"] == said.event, form);
    let told = list(&asked.asked("years", &[])["years"]);
    let of_year = |said: &Said, row: &Value| said.year.map(u64::from) == row["year"].as_u64();
    asked.compare_all(("api/years", &told), of_year, RED);

    let in_chapter = |said: &Said, path: &Value| said.chapters.iter().any(|it| path == it);
    let told = asked.rows(&["search", "--by", "chapter"]);
    asked.compare_all(("chapter", &told), |said, row| in_chapter(said, &row["chapter"]), RED);
    let told = list(&asked.asked("books", &[])["chapters"]);
    asked.compare_all(("api/books", &told), |said, row| in_chapter(said, &row["path"]), RED);

    let lives = Form { all: None, ..RED };
    let told = asked.rows(&["life"]);
    let in_period =
        |said: &Said, row: &Value| row["period"] == "all" || row["period"] == year(said);
    asked.compare_all(("life", &told), in_period, lives);
    let life = asked.asked("life", &[("per", "year")]);
    let in_period = |said: &Said, row: &Value| said.year.map(u64::from) == row["first"].as_u64();
    asked.compare_all(("api/life", &list(&life["periods"])), in_period, lives);
    asked.compare("api/life", &life["undated"], |said| said.year.is_none(), lives);
    asked.compare("api/life", &life["all"], |_| true, lives);

    let won = ["won", "draws", "lost", "unknown"];
    let told = asked.rows(&["endings", MEN]);
    asked.compare(
        "endings",
        told.last().unwrap(),
        |said| said.is_standard,
        Form { score: won, ..lives },
    );
    let told = asked.asked("endings", &[("material", MEN)]);
    asked.compare(
        "api/endings",
        &told["all"],
        |said| said.is_standard,
        Form { score: won, ..lives },
    );

    let args = ["repertoire", "Adan", "--as", "red", "--depth", "1", "--min-games", "1"];
    let told = asked.rows(&args);
    let params = [("who", "Adan"), ("side", "red"), ("depth", "1"), ("min_games", "1")];
    let answer = list(&asked.asked("repertoire", &params)["rows"]);
    for (what, rows) in [("repertoire", told), ("api/repertoire", answer)] {
        let his = Form {
            score: won,
            of: Some("Adan"),
            players: Some(["players", "playerGames"]),
            ..lives
        };
        let is_his = |said: &Said| said.names[0] == "Adan";
        asked.compare_all((what, &rows), |said, row| is_his(said) && at_start(said, row), his);
        let field = Form {
            score: ["otherWon", "otherDraws", "otherLost", "otherUnknown"],
            share: ["otherPercent", "otherLow", "otherHigh"],
            players: Some(["otherPlayers", "otherPlayerGames"]),
            events: Some(["otherEvents", "otherEventGames"]),
            ..lives
        };
        for row in &rows {
            let row = &{
                let mut row = row.clone();
                row["others"] = json!(null);
                row
            };
            asked.compare(what, row, |said| at_start(said, row), field);
            let chances = |is_in: &dyn Fn(&Said) -> bool| {
                let all = asked.said.iter().filter(|said| said.is_game && said.is_standard);
                all.filter(|said| is_in(said)).count() as u64
            };
            assert_eq!(row["chances"], chances(&is_his), "{what}: {row}");
            assert_eq!(row["otherChances"], chances(&|_| true), "{what}: {row}");
        }
    }

    let strengths = asked.asked("ratings", &[("min_games", "1")]);
    let is_rated = |said: &&Said| said.is_game && said.result != "*" && said.year.is_some();
    let rated = asked.said.iter().filter(is_rated).count();
    assert_eq!(strengths["games"], rated as u64);
    let of_player = |row: &Value| {
        let games = asked.said.iter().filter(is_rated);
        games.filter(|said| said.names.iter().any(|name| row["name"] == *name)).count()
    };
    for row in strengths["players"].as_array().unwrap() {
        assert_eq!(row["games"], of_player(row) as u64, "{row}");
    }

    let explored = asked.server.json("lichess", &[]);
    let won = |result: &str| {
        let games = asked.said.iter().filter(|said| said.is_game && said.is_standard);
        games.filter(|said| said.result == result).count() as u64
    };
    let told = ["white", "draws", "black"].map(|field| explored[field].as_u64().unwrap());
    assert_eq!(told, ["1-0", "1/2-1/2", "0-1"].map(won), "{explored}");
    // Most rows have both.
    assert!(asked.compared > 100, "{}", asked.compared);
    let codes: BTreeSet<&Option<String>> = asked.said.iter().map(|said| &said.code).collect();
    assert!(codes.len() > 3, "{codes:?}");
}

fn mirror_of(uci: &str) -> String {
    let turned = |c: char| if c.is_ascii_digit() { c } else { (b'a' + b'i' - c as u8) as char };
    uci.chars().map(turned).collect()
}
