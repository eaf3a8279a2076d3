//! Databases of Access: tables of games, tables of moves, damage, bounds.

use crate::common::access::{AccessTable, LONG, MEMO, TEXT, access};
use crate::common::mutate::Random;
use crate::common::{desk, json_lines, stdout, xqdb};
use std::io::Cursor;
use xqdb::container::{ContainerFile, Limits, kind, walk};

/// A table with its rows, or with what is said of it.
type Found = (String, Result<String, String>);

/// Every table, and what is said of the database.
fn tables(bytes: &[u8]) -> (Vec<Found>, String) {
    let mut found = Vec::new();
    let mut source = Cursor::new(bytes);
    let input = ContainerFile { source: &mut source, size: bytes.len() as u64, beside: None };
    let Some(kind) = kind(bytes) else { return (found, "no database".to_owned()) };
    let result = walk(input, kind, &Limits::default(), &mut |member| {
        let content = member.body.and_then(|body| {
            let mut text = String::new();
            body.read_to_string(&mut text).map(|_| text).map_err(|error| error.to_string())
        });
        found.push((member.name.unwrap_or_default(), content));
        true
    });
    (found, result.err().map(|error| error.to_string()).unwrap_or_default())
}

fn row(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

const MOVES: &str = "炮二平五 马8进7 马二进三 车9平8 车一平二 卒7进1 ";
const GAMES: &[(&str, u8)] = &[("编号", LONG), ("红方", TEXT), ("Date", TEXT), ("着法", MEMO)];

/// Games whose moves are a text in the row, in a row of its own, and in several rows.
fn games() -> AccessTable<'static> {
    let comment = format!("{MOVES}{{说\"{}\"}}", "长，".repeat(1400));
    let rows = vec![
        row(&["1", "胡荣华", "1980", "h2e2 h9g7 h0g2"]),
        row(&["2", "Lv, Qin", "1990", MOVES]),
        row(&["3", "许银川", "", &comment]),
    ];
    ("对局", GAMES, rows)
}

#[test]
fn tables_of_games_and_of_moves_are_games() {
    let (folder, db) = desk();
    let moves: Vec<Vec<String>> = ["h2e2", "h9g7", "h0g2", "i9h9"]
        .iter()
        .enumerate()
        .map(|(ply, mv)| row(&["7", &(ply + 1).to_string(), mv]))
        .collect();
    let players = vec![row(&["7", "蔡福如", "杨官璘"])];
    let path = folder.path().join("棋谱.mdb");
    let bytes = access(&[
        games(),
        ("moves", &[("game_id", LONG), ("ply", LONG), ("move", TEXT)], moves),
        ("games", &[("id", LONG), ("red", TEXT), ("black", TEXT)], players),
        ("clubs", &[("name", TEXT)], vec![row(&["上海"])]),
    ]);
    std::fs::write(&path, bytes).unwrap();
    let found = stdout(&db, &["convert", "--to", "jsonl", path.to_str().unwrap()], 0);
    let records = json_lines(&found);
    let shown = |record: &serde_json::Value| {
        let tags = &record["tags"];
        let moves = record["moves"].as_array().unwrap().len();
        let names = [&record["member"], &tags["Red"], &tags["Date"]].map(|it| it.as_str());
        format!("{} {moves}", names.map(Option::unwrap_or_default).join(" "))
    };
    let shown: Vec<String> = records.iter().map(shown).collect();
    assert_eq!(
        shown,
        [
            "对局.csv 胡荣华 1980 3",
            "对局.csv Lv, Qin 1990 6",
            "对局.csv 许银川  6",
            "moves.csv 蔡福如  4"
        ]
    );
}

/// Place of `wanted` in a database.
fn place(bytes: &[u8], wanted: &[u8]) -> usize {
    bytes.windows(wanted.len()).position(|bytes| bytes == wanted).unwrap()
}

#[test]
fn deleted_rows_are_left_out_and_moved_rows_are_followed() {
    let rows = ["one", "two", "three"].map(|text| row(&[text])).to_vec();
    let sound = access(&[("t", &[("name", TEXT)], rows)]);
    let content = |bytes: &[u8]| tables(bytes).0.remove(0).1;
    assert_eq!(content(&sound).unwrap(), "name\none\ntwo\nthree\n");
    // The page of the rows is the one before the map of the pages.
    let page = place(&sound, b"\xff\xfethree") / 4096;
    let offset = |row: usize| page * 4096 + 14 + 2 * row;
    let mut deleted = sound.clone();
    deleted[offset(1) + 1] |= 0x80;
    let missing = "1 of 3 rows are damaged or missing; the others were read";
    assert_eq!(content(&deleted).unwrap_err(), missing);
    // The definition counts the rows that are left.
    let definition = 3 * 4096;
    deleted[definition + 16] = 2;
    assert_eq!(content(&deleted).unwrap(), "name\none\nthree\n");
    // In place of the second row a pointer to the third, which is marked as deleted.
    let at = usize::from(u16::from_le_bytes([sound[offset(1)], sound[offset(1) + 1]]));
    deleted[page * 4096 + at..page * 4096 + at + 4]
        .copy_from_slice(&((page as u32) << 8 | 2).to_le_bytes());
    deleted[offset(1) + 1] ^= 0xc0;
    deleted[offset(2) + 1] |= 0x80;
    assert_eq!(content(&deleted).unwrap(), "name\none\nthree\n");
}

#[test]
fn an_encrypted_database_is_named() {
    let (folder, db) = desk();
    let mut bytes = access(&[games()]);
    bytes[0x3f] ^= 1;
    let path = folder.path().join("a.accdb");
    std::fs::write(&path, bytes).unwrap();
    let told = xqdb(&db, &["convert", path.to_str().unwrap()]);
    let said = String::from_utf8(told.stderr).unwrap();
    assert!(
        said.contains("it is encrypted: take its password away in its program first"),
        "{said}"
    );
    assert_eq!(told.status.code(), Some(3));
}

#[test]
fn a_cut_is_told_and_damage_does_no_harm() {
    let sound = access(&[games()]);
    let whole = tables(&sound);
    assert_eq!(whole.1, "");
    for end in (0x42..sound.len()).step_by(97) {
        let (found, said) = tables(&sound[..end]);
        let is_told = !said.is_empty() || found.iter().any(|(_, content)| content.is_err());
        // Behind the last row stand only free bytes.
        assert!(is_told || found == whole.0, "cut at {end}");
    }
    let mut random = Random::new(5);
    for _ in 0..600 {
        let mut altered = sound.clone();
        for _ in 0..1 + random.below(6) {
            let at = random.below(altered.len());
            altered[at] = random.below(256) as u8;
        }
        let (found, said) = tables(&altered);
        let is_told = !said.is_empty() || found.iter().any(|(_, content)| content.is_err());
        let lines = |content: &Result<String, String>| content.as_ref().unwrap().lines().count();
        assert!(is_told || found.len() == 1 && lines(&found[0].1) == 4, "{found:?}");
    }
}

#[test]
fn a_text_without_end_is_bounded() {
    let text = "x".repeat(1600);
    let rows = (0..200).map(|_| row(&[&text])).collect();
    let mut bomb = access(&[("t", &[("name", MEMO)], rows)]);
    // Every text is 16 MiB long, and its second piece leads to itself.
    let pieces: Vec<usize> =
        (0..bomb.len() - 8).filter(|at| bomb[*at..*at + 4] == 1602_u32.to_le_bytes()).collect();
    assert_eq!(pieces.len(), 200);
    let pointer: [u8; 4] = bomb[pieces[0] + 4..pieces[0] + 8].try_into().unwrap();
    for at in &pieces {
        bomb[*at..*at + 4].copy_from_slice(&(16_u32 << 20).to_le_bytes());
        bomb[*at + 4..*at + 8].copy_from_slice(&pointer);
    }
    let page = u32::from_le_bytes(pointer) as usize >> 8;
    let row = 14 + 2 * usize::from(pointer[0]) + page * 4096;
    let at = page * 4096 + usize::from(u16::from_le_bytes([bomb[row], bomb[row + 1]]));
    bomb[at..at + 4].copy_from_slice(&pointer);
    let begun = std::time::Instant::now();
    let (found, said) = tables(&bomb);
    assert!(found[0].1.is_err() || said.contains("unpacking stopped"), "{said}");
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}
