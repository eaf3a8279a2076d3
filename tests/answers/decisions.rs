//! Decisions: whatever the order of imports, of files that are forgotten and of decisions that are
//! made and taken back, the archive is the same; and what is decided is what is answered.

use crate::common::games::Dice;
use crate::common::{json_lines, number, stdout, xqdb};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use xqdb::decision::{Decision, contradiction, read};
use xqdb::duplicates::refresh;
use xqdb::import::{Import, NamedInput, Options, absolute, import};
use xqdb::search::{Archive, Filter, SearchQuery, search};
use xqdb::store::{Database, Evidence, Writer};
use xqdb::xiangqi::Position;

/// A line of legal moves that nobody has played.
fn walk(seed: u64, plies: usize) -> String {
    let (mut dice, mut position, mut text) = (Dice(seed), Position::start(), String::new());
    for _ in 0..plies {
        let moves = position.legal_moves();
        let mv = moves[dice.below(moves.len())];
        position.play_unchecked(mv);
        let _ = write!(text, "{mv} ");
    }
    text
}

fn pgn(red: &str, black: &str, date: &str, moves: &str) -> String {
    format!(
        "[Event \"五羊杯\"]\n[Red \"{red}\"]\n[Black \"{black}\"]\n[Date \"{date}\"]\n\
         [Result \"1-0\"]\n\n{moves} 1-0\n\n"
    )
}

/// Three files: copies of games, one cut short, and the same players under other names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let long = walk(3, 80);
    let short = walk(4, 12);
    let texts = [
        pgn("胡荣华", "吕钦", "1982.12.05", &long) + &pgn("徐天红", "吕钦", "1990.01.02", &short),
        pgn("胡荣华", "吕钦", "1982.12.05", &long[..5 * 60])
            + &pgn("Hu Yi", "吕钦", "1983", &walk(5, 30)),
        pgn("徐天红", "吕钦", "1995", &short) + &pgn("胡一", "徐天红", "1984", &walk(6, 20)),
    ];
    let write = |(number, text): (usize, &String)| {
        let path = folder.join(format!("{number}.pgn"));
        std::fs::write(&path, text).unwrap();
        path
    };
    texts.iter().enumerate().map(write).collect()
}

/// Two men of one name, who met; and one of them, of no team.
fn namesakes(folder: &Path) -> PathBuf {
    let path = folder.join("namesakes.pgn");
    let text = pgn("上海 王斌", "吕钦", "1992", &walk(7, 30))
        + &pgn("江苏 王斌", "上海 王斌", "1993", &walk(8, 30))
        + &pgn("王斌", "徐天红", "1994", &walk(9, 30));
    std::fs::write(&path, text).unwrap();
    path
}

/// The beginning of a game in which the horse goes to a square that it cannot reach, what it may
/// have been, and the rest.
const MISPRINTED: [&str; 4] = ["炮二平五 马8进7", "马二进四", "马二进三", "车9平8 车一平二 马2进3"];

/// Two records with that misprint, whose games go on differently.
fn misprinted(folder: &Path) -> PathBuf {
    let path = folder.join("misprinted.pgn");
    let [before, wrong, _, behind] = MISPRINTED;
    let game = |red, last| pgn(red, "吕钦", "1985", &format!("{before} {wrong} {behind} {last}"));
    std::fs::write(&path, game("徐天红", "兵七进一 卒7进1") + &game("胡荣华", "兵三进一 卒3进1"))
        .unwrap();
    path
}

struct Desk {
    db: PathBuf,
    database: Database,
}

impl Desk {
    fn new(db: PathBuf) -> Desk {
        Desk { database: Database::open(&db).unwrap(), db }
    }

    fn import(&mut self, path: &Path) {
        self.read(path, false);
    }

    fn read(&mut self, path: &Path, reread: bool) {
        let settings = Import { reread, ..Import::within(64 << 20, Options::default()) };
        let never = AtomicBool::new(false);
        let inputs = vec![NamedInput::Path(path.to_owned())];
        import(&mut self.database, inputs, &settings, &never, &mut |_| ()).unwrap();
        refresh(&mut self.database).unwrap();
    }

    fn forget(&mut self, path: &Path) {
        let mut writer = Writer::new(&mut self.database, 1 << 20).unwrap();
        writer.forget(&absolute(path)).unwrap();
        writer.finish_and_tidy().unwrap();
        refresh(&mut self.database).unwrap();
    }

    /// Takes decisions back and adds others; games that are read otherwise are linked anew.
    fn decide(&mut self, taken_back: &[Decision], added: &[Decision]) {
        self.database.decide(taken_back, added).unwrap();
        refresh(&mut self.database).unwrap();
    }

    fn archive(&self) -> Archive {
        Archive::of(self.database.snapshot().unwrap(), Evidence::Derived).unwrap()
    }

    fn count(&self, filter: Filter) -> u64 {
        let archive = self.archive();
        let matcher = filter.resolve(&archive).unwrap();
        search(&archive, &SearchQuery::new(matcher)).unwrap().count
    }

    fn by_player(&self, name: &str) -> u64 {
        self.count(Filter { players: vec![name.to_owned()], ..Filter::default() })
    }

    /// All that the archive holds and answers, as one text.
    fn told(&self) -> String {
        let mut text = stdout(&self.db, &["dump"], 0);
        for name in ["胡荣华", "胡一", "徐天红", "吕钦", "王斌", "王斌@上海", "王斌@江苏"]
        {
            let _ = writeln!(text, "{name} {}", self.by_player(name));
        }
        let [before, _, read, behind] = MISPRINTED;
        let line = format!("{before} {read} {behind}");
        let args = ["search", "--kind", "all", "--moves", &line, "--format", "csv"];
        let _ = writeln!(text, "{}", String::from_utf8_lossy(&xqdb(&self.db, &args).stdout));
        let year = Filter { since: xqdb::metadata::asked_date("1990"), ..Filter::default() };
        let _ = writeln!(text, "{} {}", self.count(Filter::default()), self.count(year));
        let archive = self.archive();
        let key = |game: u32| archive.snapshot().game_key(game).unwrap();
        let links = archive.links().unwrap();
        let pair = |(a, b, same): (u32, u32, bool)| {
            let (a, b) = (key(a), key(b));
            format!("{} {} {same}", a.clone().min(b.clone()), a.max(b))
        };
        let links: BTreeSet<String> =
            links.iter().map(|link| pair((link.a, link.b, link.same))).collect();
        let kin = archive.duplicates().unwrap();
        let games = archive.facts().alive().map(|(id, _)| (key(id), key(kin.first(id))));
        let firsts: BTreeMap<String, String> = games.collect();
        text + &format!("{links:?} {firsts:?}")
    }
}

/// Decisions about these files, no two of which contradict.
fn decisions(desk: &Desk) -> Vec<Decision> {
    let archive = desk.archive();
    let mut keys: Vec<String> = Vec::new();
    for (id, _) in archive.facts().alive() {
        keys.push(archive.snapshot().game_key(id).unwrap());
    }
    keys.sort();
    let games: Vec<Value> = keys
        .iter()
        .map(|key| {
            let game = stdout(&desk.db, &["show", key, "--format", "json"], 0);
            serde_json::from_str(&game).unwrap()
        })
        .collect();
    let key = |date: &str, plies: u64| {
        let game = games.iter().find(|game| game["date"] == date && game["plies"] == plies);
        game.unwrap()["key"].as_str().unwrap().to_owned()
    };
    let (whole, cut) = (key("1982-12-05", 80), key("1982-12-05", 60));
    let (one, other) = (key("1990-01-02", 12), key("1995", 12));
    let text = format!(
        "same\tplayer:Hu Yi\tplayer:胡荣华\tnickname\tWang\t2026-01-31\n\
         differ\tplayer:Hu Yi\tplayer:胡一\tby sound only\n\
         same\tevent:五羊杯\tevent:Wuyang Cup\n\
         differ\tgame:{whole}\tgame:{cut}\trematch\n\
         same\tgame:{one}\tgame:{other}\ta copy\n\
         set\tgame:{one}.date\t1977-03\tan old book\n\
         set\tgame:{one}.red\t上海 某人\n\
         set\tgame:{cut}.result\t0-1\n\
         set\tgame:{cut}.event\t某杯\n\
         set\tgame:000000000000.round\t5\n"
    );
    let decisions = read(&text).unwrap();
    assert_eq!((decisions.len(), contradiction(&decisions)), (10, None));
    decisions
}

/// How the misprinted records are read, decided as a person would.
fn readings(desk: &mut Desk) -> Vec<Decision> {
    for record in ["misprinted.pgn#1", "misprinted.pgn#2"] {
        stdout(&desk.db, &["emend", record, "--accept", "1", "--reason", "a misprint"], 0);
    }
    let readings = read(&stdout(&desk.db, &["decisions", "export"], 0)).unwrap();
    assert_eq!(readings.len(), 2);
    desk.decide(&readings, &[]);
    readings
}

/// Goes through a number of histories.
fn histories(rounds: u64) {
    let folder = tempfile::tempdir().unwrap();
    let mut files = files(folder.path());
    files.push(misprinted(folder.path()));
    files.push(namesakes(folder.path()));
    let mut all = Desk::new(folder.path().join("all.db"));
    files.iter().for_each(|file| all.import(file));
    let mut decisions = decisions(&all);
    let before = all.told();
    let apart = "differ\tplayer:王斌\tplayer:王斌@上海\ttwo men\n\
         differ\tplayer:王斌 event:五羊杯\tplayer:王斌@江苏\n";
    decisions.extend(read(apart).unwrap());
    assert_eq!(contradiction(&decisions), None);
    decisions.extend(readings(&mut all));
    assert_eq!(all.told(), before, "undone, as if it had never been read otherwise");
    let mut dice = Dice(number("XQDB_SEED", 14));
    for round in 0..rounds {
        let mut desk = Desk::new(folder.path().join(format!("{round}.db")));
        let (mut held, mut decided) = (BTreeSet::new(), BTreeSet::new());
        for _ in 0..10 {
            let (file, place) = (dice.below(files.len()), dice.below(decisions.len()));
            let decision = std::slice::from_ref(&decisions[place]);
            if dice.below(2) == 0 {
                match held.remove(&file) {
                    true => desk.forget(&files[file]),
                    false => {
                        desk.import(&files[file]);
                        held.insert(file);
                    }
                }
            } else if held.contains(&file) && dice.below(3) == 0 {
                desk.read(&files[file], dice.below(2) == 0);
            } else if decided.remove(&place) {
                desk.decide(decision, &[]);
            } else {
                desk.decide(&[], decision);
                decided.insert(place);
            }
        }
        let mut plain = Desk::new(folder.path().join(format!("{round}-plain.db")));
        held.iter().for_each(|&file| plain.import(&files[file]));
        let undecided = plain.told();
        let decided: Vec<Decision> =
            decided.iter().map(|&place| decisions[place].clone()).collect();
        plain.decide(&[], &decided);
        assert_eq!(desk.told(), plain.told(), "round {round}");
        desk.decide(&decided, &[]);
        assert_eq!(desk.told(), undecided, "round {round}, with all decisions taken back");
    }
}

#[test]
fn any_order_of_imports_and_decisions_gives_the_same_archive() {
    histories(8);
}

#[test]
#[ignore = "takes minutes; XQDB_ROUNDS says how many histories, XQDB_SEED which"]
fn many_orders_of_imports_and_decisions_give_the_same_archive() {
    histories(number("XQDB_ROUNDS", 300));
}

#[test]
fn what_is_decided_is_what_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::new(folder.path().join("a.db"));
    files(folder.path()).iter().for_each(|file| desk.import(file));
    let before = desk.told();
    // A game and its copy cut short count once; one spelled like another is found with him.
    assert_eq!((desk.count(Filter::default()), desk.by_player("胡荣华")), (5, 1));
    assert_eq!(desk.by_player("胡一"), 2);
    let decisions = decisions(&desk);
    desk.decide(&[], &decisions);
    // One pair was divided, and another joined.
    assert_eq!(desk.count(Filter::default()), 5);
    assert_eq!(desk.by_player("胡荣华"), 3);
    assert_eq!((desk.by_player("胡一"), desk.by_player("某人")), (1, 1));
    let result = Some(xqdb::metadata::GameResult::BlackWins);
    assert_eq!(desk.count(Filter { result, ..Filter::default() }), 1);
    let event = Some("某杯".to_owned());
    assert_eq!(desk.count(Filter { event, ..Filter::default() }), 1);
    let until = xqdb::metadata::asked_date("1980");
    assert_eq!(desk.count(Filter { until, ..Filter::default() }), 1);
    // As it is stated, nothing is decided.
    let count = xqdb(&desk.db, &["search", "--player", "某人", "--as-stated"]);
    assert_eq!(count.status.code(), Some(1));
    desk.decide(&decisions, &[]);
    assert_eq!(desk.told(), before, "undone, as if it had never been decided");
}

#[test]
fn names_of_people_and_events_are_those_that_were_set() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::new(folder.path().join("a.db"));
    files(folder.path()).iter().for_each(|file| desk.import(file));
    let db = desk.db.clone();
    let listed = |args: &[&str]| -> Vec<Value> {
        let lines = stdout(&db, &[args, &["--json"]].concat(), 0);
        json_lines(&lines)
    };
    let games = |command: &str, name: &str| {
        let of = listed(&[command]).into_iter().find(|row| row["name"] == name);
        of.map(|row| (row["games"].as_u64().unwrap(), row["firstYear"].as_u64().unwrap()))
    };
    assert_eq!((games("people", "徐天红"), games("people", "徐天利")), (Some((3, 1984)), None));
    let found = listed(&["search", "--player", "胡一", "--until", "1984", "--since", "1984"]);
    let key = found[0]["key"].as_str().unwrap().to_owned();
    for (field, value) in [("black", "江苏徐天利"), ("date", "1974"), ("event", "某杯")] {
        let target = format!("game:{key}.{field}");
        assert!(xqdb(&db, &["decide", "set", &target, value, "--reason", "x"]).status.success());
    }
    assert_eq!(games("people", "徐天红"), Some((2, 1990)));
    assert_eq!(games("people", "徐天利"), Some((1, 1974)));
    let person = listed(&["people", "徐天利"]).remove(0);
    assert_eq!(person["teams"], serde_json::json!([["江苏", 1]]));
    assert_eq!(games("events", "某杯"), Some((1, 1974)));
    assert_eq!(games("events", "五羊杯全国象棋冠军邀请赛").unwrap().0, 4, "copies count once");
    // Who sat opposite is who was set.
    let mut judge = std::process::Command::new(env!("CARGO_BIN_EXE_xqdb"))
        .args(["people", "--judge", "-", "--db", db.to_str().unwrap()])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    use std::io::Write as _;
    judge.stdin.take().unwrap().write_all("胡一\t徐天利\n胡一\t徐天红\n".as_bytes()).unwrap();
    let judged = String::from_utf8(judge.wait_with_output().unwrap().stdout).unwrap();
    let against =
        |line: &str| serde_json::from_str::<Value>(line).unwrap()["evidence"]["against"].clone();
    assert_eq!(judged.lines().map(against).collect::<Vec<_>>(), [1, 0]);
}

#[test]
fn a_thousand_decisions_cost_little() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::new(folder.path().join("a.db"));
    let lines: String = (0..1_000)
        .map(|number| match number % 2 {
            0 => format!("same\tplayer:甲{number}\tplayer:乙{number}\n"),
            _ => format!("set\tgame:{number:012}.date\t1982\n"),
        })
        .collect();
    desk.database.decide(&[], &read(&lines).unwrap()).unwrap();
    let begun = std::time::Instant::now();
    files(folder.path()).iter().for_each(|file| desk.import(file));
    assert_eq!(desk.count(Filter::default()), 5);
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

/// The whole answer to a question, as a program gets it.
fn told(db: &Path, args: &[&str]) -> Value {
    serde_json::from_str(&stdout(db, args, 0)).unwrap()
}

#[test]
fn a_record_that_is_read_otherwise_is_found_as_it_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    // In the second round the horse goes to a square that it cannot reach.
    let moves = "1. 炮二平五 马8进7 2. 马二进四 车9平8 3. 车一平二 马2进3 4. 兵七进一 卒7进1";
    std::fs::write(&path, format!("[Red \"甲\"]\n\n{moves} *\n")).unwrap();
    let mut desk = Desk::new(folder.path().join("a.db"));
    desk.import(&path);
    let db = desk.db.clone();
    let before = stdout(&db, &["dump"], 0);
    let listed = stdout(&db, &["search", "--kind", "all", "--format", "csv"], 0);
    let key = listed.lines().nth(1).unwrap().split(',').next().unwrap().to_owned();
    let played = |db: &Path| told(db, &["show", &key, "--json"])["moves"].as_array().unwrap().len();
    let line = "炮二平五 马8进7 马二进三 车9平8";
    let come = |db: &Path| {
        let answer = xqdb(db, &["search", "--kind", "all", "--moves", line, "--format", "csv"]);
        String::from_utf8(answer.stdout).unwrap().lines().skip(1).count()
    };
    assert_eq!((played(&db), come(&db)), (2, 0));

    let place = "a.pgn#1";
    xqdb(&db, &["emend", place, "--accept", "1", "--reason", "the horse goes on from there"]);
    assert_eq!((played(&db), come(&db)), (8, 1), "{}", stdout(&db, &["decisions", "export"], 0));
    let stated = told(&db, &["--as-stated", "show", &key, "--json"]);
    assert_eq!(stated["moves"].as_array().unwrap().len(), 2);
    let exported = stdout(&db, &["decisions", "export"], 0);
    let decision = exported.lines().last().unwrap().split('\t').collect::<Vec<_>>();
    let (target, value) = (decision[1], decision[2]);
    assert!(target.ends_with("/1 ply 3") && value == "h0g2", "{exported}");
    // Another reading of the same move contradicts it.
    let other = ["decide", "read", target, "h0i2", "--reason", "another hand"];
    assert_eq!(xqdb(&db, &other).status.code(), Some(2));

    // It waits while the record is not there.
    desk.forget(&path);
    assert!(stdout(&db, &["decisions", "--json"], 0).contains("\"in_effect\":false"));
    desk.import(&path);
    assert_eq!((played(&db), come(&db)), (8, 1));
    assert!(xqdb(&db, &["undo", "read", target, value]).status.success());
    assert_eq!((played(&db), come(&db)), (2, 0));
    assert_eq!(stdout(&db, &["dump"], 0), before, "as if it had never been decided");
}

#[test]
fn namesakes_are_kept_apart() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::new(folder.path().join("a.db"));
    desk.import(&namesakes(folder.path()));
    let before = desk.told();
    let names = ["王斌", "王斌@上海", "王斌@江苏"];
    let counted = |desk: &Desk| names.map(|name| desk.by_player(name));
    assert_eq!(counted(&desk), [3, 0, 0]);

    let decide = |desk: &Desk, target: &str, value: &str| {
        stdout(&desk.db, &["decide", "differ", target, value, "--reason", "two men"], 0)
    };
    decide(&desk, "player:王斌", "player:王斌@上海");
    assert_eq!(counted(&desk), [2, 2, 0], "the game in which they met counts for both");
    decide(&desk, "player:王斌 event:五羊杯", "player:王斌@江苏");
    assert_eq!(counted(&desk), [3, 2, 2], "the team tells more than the event; all have one");

    // Everything that names people names them so.
    let json =
        |args: &[&str]| -> Value { serde_json::from_str(&stdout(&desk.db, args, 0)).unwrap() };
    let people = stdout(&desk.db, &["people", "--format", "jsonl"], 0);
    assert!(people.contains("王斌@上海") && people.contains("王斌@江苏"), "{people}");
    let found = stdout(&desk.db, &["search", "--player", "王斌@江苏", "--format", "jsonl"], 0);
    let met = found.lines().find(|line| line.contains("王斌@上海")).expect("they met");
    let met: Value = serde_json::from_str(met).unwrap();
    assert_eq!((&met["red"], &met["black"]), (&"王斌@江苏".into(), &"王斌@上海".into()));
    let explored = json(&["explore", "--player", "王斌@上海", "--format", "json"]);
    assert_eq!(explored["games"], 2, "{explored}");
    // As stated, he is one.
    let stated = ["--as-stated", "search", "--player", "王斌", "--format", "csv"];
    assert_eq!(stdout(&desk.db, &stated, 0).lines().count(), 4, "a line for the columns");

    // Another namesake in the same event contradicts.
    let args = ["decide", "differ", "player:王斌 event:五羊杯", "player:王斌@北京"];
    assert!(!xqdb(&desk.db, &args).status.success());
    for (target, value) in
        [("player:王斌", "player:王斌@上海"), ("player:王斌 event:五羊杯", "player:王斌@江苏")]
    {
        stdout(&desk.db, &["undo", "differ", target, value], 0);
    }
    assert_eq!(desk.told(), before, "undone, as if it had never been decided");
}
