//! An archive and its games as the plain programs see them: main lines as positions in FEN, dates
//! as the days they can mean, and which games are copies of which.

use super::super::{Game, Oracle, Said, import, mirror_fen, steps};
use crate::common::{json_lines, stdout};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use xqdb::metadata::split_team;

/// The first and the last day that a date can mean, as numbers that sort.
pub(super) type Days = (u32, u32);

/// What is known of a game beside its moves.
pub(super) struct Known {
    id: i64,
    /// The game that stands for it and its copies.
    pub(super) first: i64,
    pub(super) said: Said,
    /// None where the date is doubted.
    pub(super) days: Option<Days>,
    pub(super) doubted: Option<Days>,
    /// Red and Black.
    pub(super) names: [Option<String>; 2],
    pub(super) players: [Option<String>; 2],
    /// It begins where games begin.
    pub(super) is_standard: bool,
    /// A program played it, which scores leave out.
    is_of_program: bool,
}

impl Known {
    pub(super) fn is_copy(&self) -> bool {
        self.id != self.first
    }
}

/// An archive. Games and what is known of them stand in the same order.
pub(super) struct Desk {
    _folder: tempfile::TempDir,
    pub(super) db: PathBuf,
    pub(super) oracle: Oracle,
    pub(super) known: Vec<Known>,
}

fn days(date: &str) -> Days {
    let of = |unknown: &str| {
        let text = format!("{date}{}", &unknown[date.len() - 4..]);
        text.replace('-', "").parse().unwrap()
    };
    (of("-00-00"), of("-99-99"))
}

/// Whether a date is surely before another.
pub(super) fn is_before(one: Option<Days>, other: Option<Days>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if one.1 < other.0)
}

/// Folded names by the names that records state.
fn keys(conn: &Connection, table: &str) -> HashMap<String, String> {
    let sql = format!(
        "select name, coalesce(head, own.key) from {table} as own
         left join joined on sort = '{table}' and joined.key = own.key"
    );
    let mut statement = conn.prepare(&sql).unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
    rows.unwrap().map(Result::unwrap).collect()
}

impl Desk {
    /// Imports these files and folders, and reads the games as the program lists them, copies and
    /// all.
    pub(super) fn of(paths: &[&Path]) -> Desk {
        let (folder, db) = import(paths[0]);
        for path in &paths[1..] {
            let output = super::super::xqdb(&db, &["import", path.to_str().unwrap()]);
            assert!(matches!(output.status.code(), Some(0 | 3)), "{output:?}");
        }
        let conn = Connection::open(&db).unwrap();
        let (players, events) = (keys(&conn, "player"), keys(&conn, "event"));
        let mut statement = conn
            .prepare(
                "select key, id, ifnull(first, id) from games left join kin on kin.game = games.id",
            )
            .unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))));
        let ids: HashMap<String, (i64, i64)> = rows.unwrap().map(Result::unwrap).collect();
        let list = |which: &[&str], format: &str| {
            let args = ["search", "--unit", "lines", "--limit", "0", "--quiet", "--format", format];
            let output = super::super::xqdb(&db, &[&args[..], which].concat());
            String::from_utf8(output.stdout).unwrap()
        };
        let rows = |text: &str| -> Vec<Value> { json_lines(text) };
        let key = |row: &Value| row["key"].as_str().unwrap().to_owned();
        let keys = |which: &[&str]| -> BTreeSet<String> {
            let first_cell = |line: &str| line.split(',').next().unwrap().to_owned();
            list(which, "csv").lines().skip(1).map(first_cell).collect()
        };
        let between_two = keys(&["--kind", "game"]);
        let of_programs = keys(&["--kind", "all", "--played", "program"]);
        let (mut games, mut known) = (Vec::new(), Vec::new());
        for row in rows(&list(&["--kind", "all"], "jsonl")) {
            let key = key(&row);
            let is_game = between_two.contains(&key);
            let (id, first) = ids[&key];
            let is_of_program = of_programs.contains(&key);
            let of_row = read(&row, is_game, (id, first), (&players, &events));
            known.push(Known { is_of_program, ..of_row });
            games.push(game(&row, key, is_game, &known[known.len() - 1].said.result));
        }
        assert_eq!(games.len(), ids.len());
        let said =
            games.iter().zip(&known).map(|(game, known)| (game.key.clone(), known.said.clone()));
        let said = said.collect();
        Desk { _folder: folder, db, oracle: Oracle::new(games, said), known }
    }

    pub(super) fn json(&self, args: &[&str], status: i32) -> Vec<Value> {
        let args = [args, &["--format", "json", "--quiet"]].concat();
        let told: Value = serde_json::from_str(&stdout(&self.db, &args, status)).unwrap();
        told.as_array().unwrap().clone()
    }

    /// Games and steps that have a position or its mirror image, and which of the two it is.
    pub(super) fn places(&self, fen: &str) -> Vec<(usize, usize, bool)> {
        let mirror = mirror_fen(fen);
        let of = |fen: &str, is_mirrored: bool| -> Vec<(usize, usize, bool)> {
            let places = self.oracle.places.get(fen).into_iter().flatten();
            places.map(|&(game, step)| (game, step, is_mirrored)).collect()
        };
        let mut places = of(fen, false);
        if mirror != fen {
            places.extend(of(&mirror, true));
        }
        places.sort_unstable();
        places
    }

    /// Of these games those that no program played.
    pub(super) fn of_people(
        &self,
        games: impl IntoIterator<Item = usize>,
    ) -> impl Iterator<Item = usize> {
        games.into_iter().filter(|&game| !self.known[game].is_of_program)
    }

    /// Of these games those that count: of copies the one that stands for them, if it is here, or
    /// else the one that has been there longest.
    pub(super) fn once(&self, games: impl IntoIterator<Item = usize>) -> BTreeSet<usize> {
        let mut groups: BTreeMap<i64, BTreeSet<usize>> = BTreeMap::new();
        for game in games {
            groups.entry(self.known[game].first).or_default().insert(game);
        }
        let standing = |game: &usize| (self.known[*game].is_copy(), self.known[*game].id);
        groups.into_values().filter_map(|group| group.into_iter().min_by_key(standing)).collect()
    }

    /// Positions, evenly from all that a number of lines have at least.
    pub(super) fn some(&self, count: usize, lines: usize) -> Vec<&str> {
        let places = self.oracle.places.iter().filter(|(_, places)| places.len() >= lines);
        let mut fens: Vec<&str> = places.map(|(fen, _)| fen.as_str()).collect();
        fens.sort_unstable();
        assert!(fens.len() >= count, "{} positions", fens.len());
        let step = fens.len() / count;
        fens.into_iter().step_by(step).take(count).collect()
    }
}

fn game(row: &Value, key: String, is_game: bool, result: &str) -> Game {
    let moves = row["moves"].as_array().unwrap();
    let tree = (0..).zip(moves).map(|(at, mv)| json!([at - 1, mv])).collect::<Vec<Value>>();
    let record = json!({ "start": row["start"], "moves": moves, "tree": tree });
    let mut game = Game {
        key,
        result: result.to_owned(),
        kind: if is_game { "game" } else { "other" }.to_owned(),
        steps: Vec::new(),
    };
    steps(&record, &mut game.steps);
    game
}

fn without_team(name: String) -> String {
    split_team(&name).name
}

/// What is stated counts, or else what headings say; of dates the one that is best.
fn read(
    row: &Value,
    is_game: bool,
    (id, first): (i64, i64),
    (players, events): (&HashMap<String, String>, &HashMap<String, String>),
) -> Known {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let derived = |field: &str| text(&row["derived"][field]["value"]);
    let names = [("red", "Red"), ("black", "Black")]
        .map(|(field, tag)| text(&row[field]).or_else(|| derived(tag).map(without_team)));
    let end = |field: &str| text(&row[field]).map(|date| days(&date));
    // What has no first date may be of any time before its last.
    let best = end("date_from").map(|first| (first.0, end("date_to").map_or(u32::MAX, |to| to.1)));
    let doubted = end("date").filter(|_| best.is_none() && row["date_to"].is_null());
    let result = match row["result"].as_str().unwrap() {
        "*" => derived("Result").unwrap_or_else(|| "*".to_owned()),
        result => result.to_owned(),
    };
    // The name that stands for the person; nobody's is empty.
    let player = |name: &Option<String>| {
        name.as_ref().map(|name| players[name].clone()).filter(|person| !person.is_empty())
    };
    let players = names.each_ref().map(player);
    let year = best.map(|(first, last)| (first / 10_000, last / 10_000));
    let year = year.filter(|(first, last)| first == last).map(|(year, _)| year);
    let said = Said {
        is_game,
        result,
        year,
        players: players.iter().flatten().cloned().collect(),
        persons: players.iter().flatten().cloned().collect(),
        event: text(&row["edition"])
            .or_else(|| text(&row["event"]).map(|event| events[&event].clone())),
    };
    Known {
        id,
        first,
        said,
        days: best,
        doubted,
        names,
        players,
        is_standard: row["start"].is_null(),
        is_of_program: false,
    }
}
