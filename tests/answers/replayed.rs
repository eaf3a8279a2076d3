//! Games replayed without the program: positions are FEN texts, and a mirror image is reversed rows.

use crate::common::xqdb;
use rusqlite::Connection;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

type Board = [u8; 90];

pub(crate) const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

/// One game's ways through positions.
pub(crate) struct Game {
    pub(crate) key: String,
    pub(crate) result: String,
    pub(crate) kind: String,
    /// (position, move from it, in a variation)
    pub(crate) steps: Vec<(String, Option<String>, bool)>,
}

fn board_of(fen: &str) -> Board {
    let mut board = [b'.'; 90];
    for (row, text) in fen.split(' ').next().unwrap().split('/').enumerate() {
        let mut file = 0;
        for c in text.bytes() {
            if c.is_ascii_digit() {
                file += usize::from(c - b'0');
            } else {
                board[(9 - row) * 9 + file] = c;
                file += 1;
            }
        }
    }
    board
}

fn fen_of(board: &Board, red: bool) -> String {
    let rows: Vec<String> = (0..10)
        .rev()
        .map(|rank| {
            let mut row = String::new();
            let mut run = 0;
            for &c in &board[rank * 9..rank * 9 + 9] {
                if c == b'.' {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    row += &run.to_string();
                    run = 0;
                }
                row.push(char::from(c));
            }
            if run > 0 {
                row += &run.to_string();
            }
            row
        })
        .collect();
    format!("{} {}", rows.join("/"), if red { 'w' } else { 'b' })
}

pub(crate) fn mirror_fen(fen: &str) -> String {
    let (board, side) = fen.split_once(' ').unwrap();
    let rows: Vec<String> = board.split('/').map(|row| row.chars().rev().collect()).collect();
    format!("{} {side}", rows.join("/"))
}

pub(crate) fn mirror_move(mv: &str) -> String {
    mv.chars()
        .map(|c| if c.is_ascii_lowercase() { char::from(b'a' + b'i' - c as u8) } else { c })
        .collect()
}

fn play(board: &mut Board, mv: &str) {
    let b = mv.as_bytes();
    let square = |file: u8, rank: u8| usize::from(rank - b'0') * 9 + usize::from(file - b'a');
    let (from, to) = (square(b[0], b[1]), square(b[2], b[3]));
    board[to] = board[from];
    board[from] = b'.';
}

/// Reads the JSON Lines of `convert --full` and joins the records of one game.
pub(crate) fn games(folder: &Path, db: &Path) -> Vec<Game> {
    // Real archives have records that cannot be read to their end.
    let written = xqdb(db, &["convert", "--full", "--quiet", folder.to_str().unwrap()]);
    assert!(matches!(written.status.code(), Some(0 | 3)), "{written:?}");
    let lines = String::from_utf8(written.stdout).unwrap();
    let conn = Connection::open(db).unwrap();
    let mut witness: HashMap<(String, String, u64), (String, String, String)> = HashMap::new();
    let mut statement = conn
        .prepare(
            "select path, member, ordinal, game.key, game.result, game.kind from record
             join location on location.source = record.source join game on game.id = record.game",
        )
        .unwrap();
    let mut rows = statement.query([]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        let place = (row.get(0).unwrap(), row.get(1).unwrap(), row.get(2).unwrap());
        witness.insert(place, (row.get(3).unwrap(), row.get(4).unwrap(), row.get(5).unwrap()));
    }
    let mut games: BTreeMap<String, Game> = BTreeMap::new();
    for line in lines.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let path = Path::new(record["path"].as_str().unwrap()).canonicalize().unwrap();
        let member = record["member"].as_str().unwrap_or_default().to_owned();
        let place = (path.to_str().unwrap().to_owned(), member, record["record"].as_u64().unwrap());
        let Some((key, result, kind)) = witness.get(&place) else { continue };
        let game = games.entry(key.clone()).or_insert_with(|| Game {
            key: key.clone(),
            result: "*".to_owned(),
            kind: kind.clone(),
            steps: Vec::new(),
        });
        if record["result"] != "*" && record["from_file_name"]["Result"].is_null() {
            game.result.clone_from(result);
        }
        steps(&record, &mut game.steps);
    }
    games.into_values().collect()
}

pub(crate) fn steps(record: &Value, steps: &mut Vec<(String, Option<String>, bool)>) {
    let start = record["start"].as_str().unwrap_or(START);
    let plies = record["moves"].as_array().unwrap().len();
    let tree = record["tree"].as_array().unwrap();
    let red_first = start.split(' ').nth(1) != Some("b");
    // The board and side after every node; the last entry is the start.
    let mut after: Vec<(Board, bool)> = Vec::with_capacity(tree.len());
    let begin = (board_of(start), red_first);
    let mut has_child = vec![false; tree.len()];
    for (index, node) in tree.iter().enumerate() {
        let parent = node[0].as_i64().unwrap();
        let mv = node[1].as_str().unwrap();
        let (mut board, red) = usize::try_from(parent).map_or(begin, |parent| after[parent]);
        if let Ok(parent) = usize::try_from(parent) {
            has_child[parent] = true;
        }
        steps.push((fen_of(&board, red), Some(mv.to_owned()), index >= plies));
        play(&mut board, mv);
        after.push((board, !red));
    }
    for (index, (board, red)) in after.iter().enumerate() {
        if index + 1 == plies || (index >= plies && !has_child[index]) {
            steps.push((fen_of(board, *red), None, index >= plies));
        }
    }
    if plies == 0 {
        steps.push((fen_of(&begin.0, begin.1), None, false));
    }
}
