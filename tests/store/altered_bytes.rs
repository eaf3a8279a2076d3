//! Bytes of archives and of databases are altered, the same on every run: nothing goes in silence.
//!
//! **Archives.** Members of a zip, alone and behind a program, a RAR, an LZH, an ARJ, a compressed tar and a gzip file are under a
//! checksum, and so are the blocks of a cabinet and the pages of an e-book. After
//! some bytes are changed, put in or taken out, `convert` ends with 0 only if it gives the records
//! of the sound archive, every one. The parts of a saved page have no checksum: there a value may be
//! another one, and every record has as many moves as before.
//!
//! **Databases.** After some bytes are changed, `verify` may be content only if the dump is the
//! same: such bytes stand in free pages or in indexes of SQLite's own.
//!
//! **Rows.** After another program changed, deleted or added one row of any table, `verify` is not
//! content; and where `verify --repair` ends with 0, every answer is as before.
//!
//! `XQDB_ROUNDS` is the number of alterations of each; `XQDB_SEED` chooses others.

use crate::common::games::{by_dice, of_one_name};
use crate::common::mutate::Random;
use crate::common::packers::{Packed, arj, cab, lzh, old_rar, program, rar};
use crate::common::zip::ZipWriter;
use crate::common::{RECORDS, damaged, desk, number, xqdb};
use rayon::prelude::*;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};

const GAMES: u32 = 12;

/// A game that no other is like.
fn game(number: u32) -> String {
    format!(
        "[Event \"{number}\"]\n[Red \"甲{number}\"]\n[Black \"乙{number}\"]\n[Result \"1-0\"]\n\n\
         1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 卒7进1 1-0\n\n"
    )
}

/// A page with a game in its text.
fn page(game: &str) -> String {
    format!("<html><body><pre>\n{game}</pre></body></html>\n")
}

/// A page as a browser saves it, each part in one of the three encodings of MIME.
fn saved_page(games: &[(String, String)]) -> Vec<u8> {
    let mut text =
        "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"B\"\r\n\r\n".to_owned();
    for (number, (_, game)) in games.iter().enumerate() {
        let page = page(game);
        let (how, content) = match number % 3 {
            0 => ("8bit", page),
            1 => ("base64", data_encoding::BASE64.encode(page.as_bytes())),
            _ => {
                let quoted = |byte: u8| match byte {
                    b'=' | 0x80.. => format!("={byte:02X}"),
                    _ => char::from(byte).to_string(),
                };
                ("quoted-printable", page.bytes().map(quoted).collect())
            }
        };
        text += &format!(
            "--B\r\nContent-Location: http://a.example/{number}.html\r\nContent-Type: text/html\r\n\
             Content-Transfer-Encoding: {how}\r\n\r\n{content}\r\n"
        );
    }
    (text + "--B--\r\n").into_bytes()
}

/// Archives with the same games, by the names of their files.
fn archives() -> Vec<(&'static str, Vec<u8>)> {
    let mut book = ZipWriter::new(Vec::new());
    book.member("mimetype", b"application/epub+zip").unwrap();
    let mut zip = ZipWriter::new(Vec::new());
    let mut tar = tar::Builder::new(Vec::new());
    let mut all = String::new();
    let games: Vec<(String, String)> =
        (0..GAMES).map(|number| (format!("{number}.pgn"), game(number))).collect();
    let members: Vec<Packed<'_>> =
        games.iter().map(|(name, text)| (name.as_bytes(), text.as_bytes())).collect();
    for (name, text) in &games {
        zip.member(name, text.as_bytes()).unwrap();
        book.member(&format!("OEBPS/{name}.xhtml"), page(text).as_bytes()).unwrap();
        let mut header = tar::Header::new_ustar();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, text.as_bytes()).unwrap();
        all += text;
    }
    let gz = |bytes: &[u8]| {
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gz.write_all(bytes).unwrap();
        gz.finish().unwrap()
    };
    let zip = zip.finish().unwrap();
    vec![
        ("zip.exe", [&program(), &zip[..]].concat()),
        ("a.zip", zip),
        ("a.tar.gz", gz(&tar.into_inner().unwrap())),
        ("a.pgn.gz", gz(all.as_bytes())),
        ("a.rar", rar(&members)),
        ("b.rar", old_rar(&members, |_| false)),
        ("a.cab", cab(&members, 1000, true)),
        ("a.lzh", lzh(&members)),
        ("a.arj", arj(&members, |_| false)),
        ("a.epub", book.finish().unwrap()),
        ("a.mht", saved_page(&games)),
    ]
}

/// What one alteration did: its name, and what is wrong with that.
type Verdict = (&'static str, Option<String>);

/// Counts what became of each, and fails where something is wrong.
fn judge(name: &str, verdicts: Vec<Verdict>) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut faults = Vec::new();
    for (verdict, fault) in verdicts {
        *counts.entry(verdict).or_default() += 1;
        faults.extend(fault);
    }
    println!("{name:10} {counts:?}");
    assert!(faults.is_empty(), "{name}: {} faults\n{}", faults.len(), faults.join("\n"));
}

/// Records of a conversion without what is about places, each with its number of moves.
fn converted(folder: &Path, name: &str, bytes: &[u8]) -> (Option<i32>, Vec<(usize, String)>) {
    std::fs::write(folder.join(name), bytes).unwrap();
    let path = folder.join(name);
    let output =
        xqdb(&folder.join("none.db"), &["convert", "--to", "jsonl", path.to_str().unwrap()]);
    let lines = String::from_utf8(output.stdout).unwrap();
    let content = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let plies = line["moves"].as_array().map_or(0, Vec::len);
        (plies, format!("{} {} {}", line["tags"], line["moves"], line["result"]))
    };
    let mut lines: Vec<(usize, String)> = lines.lines().map(content).collect();
    lines.sort();
    (output.status.code(), lines)
}

fn alter_archives(rounds: u64) {
    let seed = number("XQDB_SEED", 1);
    for (name, sound) in archives() {
        let folder = tempfile::tempdir().unwrap();
        let (status, expected) = converted(folder.path(), name, &sound);
        assert_eq!((status, expected.len()), (Some(0), GAMES as usize), "{name}");
        // Nothing is packed in the program itself.
        let from = if name.ends_with("exe") { program().len() } else { 0 };
        let has_checksum = !name.ends_with("mht");
        let plies = |records: &[(usize, String)]| -> Vec<usize> {
            records.iter().map(|(plies, _)| *plies).collect()
        };
        let verdict = |round: u64| -> Verdict {
            let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (round + 1));
            let at = from + random.below(sound.len() - from);
            let (altered, _) = random.damage(&sound, at, false);
            let folder = tempfile::tempdir().unwrap();
            let (status, found) = converted(folder.path(), name, &altered);
            let place = || Some(format!("{name} seed {seed} round {round} at {at}: {status:?}"));
            match status {
                Some(0) if found == expected => ("harmless", None),
                Some(0) if !has_checksum && plies(&found) == plies(&expected) => {
                    ("other values", None)
                }
                Some(2 | 3) if found.iter().all(|line| expected.contains(line)) => ("told", None),
                Some(2 | 3) => ("told, altered", None),
                Some(0) => ("silent", place()),
                _ => ("stopped", place()),
            }
        };
        judge(name, (0..rounds).into_par_iter().map(verdict).collect());
    }
}

fn alter_databases(rounds: u64) {
    let seed = number("XQDB_SEED", 1);
    let (folder, db) = desk();
    assert_eq!(xqdb(&db, &["import", RECORDS]).status.code(), Some(0));
    let expected = xqdb(&db, &["dump"]).stdout;
    let sound = std::fs::read(&db).unwrap();
    let written: Vec<usize> = (0..sound.len()).filter(|at| sound[*at] != 0).collect();
    let verdict = |round: u64| -> Verdict {
        let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (round + 1));
        let mut altered = sound.clone();
        // Most of a small database is empty.
        let at = written[random.below(written.len())];
        altered[at] ^= 1 << random.below(8);
        let db = folder.path().join(format!("{round}.db"));
        std::fs::write(&db, altered).unwrap();
        let verified = xqdb(&db, &["verify"]).status.code();
        let dump = xqdb(&db, &["dump"]);
        let is_same = dump.status.success() && dump.stdout == expected;
        let place = || Some(format!("seed {seed} round {round} at {at}: verify {verified:?}"));
        let _ = std::fs::remove_file(&db);
        match verified {
            Some(0) if is_same => ("harmless", None),
            Some(0) => ("silent", place()),
            Some(2) => ("told", None),
            _ => ("stopped", place()),
        }
    };
    judge("database", (0..rounds).into_par_iter().map(verdict).collect());
}

/// The tables whose bytes `verify` compares with other rows, where not every bit means something.
const COMPARED: [&str; 2] = ["index_block", "facts"];

/// The names of all tables.
const TABLES: &str = "select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite%'";

/// Tables that have rows, and the number of their rows.
fn tables(conn: &Connection) -> Vec<(String, usize)> {
    let names: Vec<String> = column(conn, TABLES);
    let count = |name: &String| column::<usize>(conn, &format!("select count(*) from {name}"))[0];
    let counted = names.into_iter().map(|name| (count(&name), name));
    counted.filter(|(count, _)| *count > 0).map(|(count, name)| (name, count)).collect()
}

fn column<T: rusqlite::types::FromSql>(conn: &Connection, sql: &str) -> Vec<T> {
    let mut statement = conn.prepare(sql).unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// Another value of the same type.
fn altered(random: &mut Random, value: &Value) -> Value {
    match value {
        Value::Null => Value::Integer(1),
        Value::Integer(number) => Value::Integer(number ^ (1 << random.below(12))),
        Value::Real(number) => Value::Real(number / 2.0 + 0.25),
        Value::Text(text) => Value::Text(format!("{text}x")),
        Value::Blob(bytes) if bytes.is_empty() => Value::Blob(vec![1]),
        Value::Blob(bytes) => {
            let mut bytes = bytes.clone();
            let at = random.below(bytes.len());
            bytes[at] ^= 1 << random.below(8);
            Value::Blob(bytes)
        }
    }
}

/// Changes, deletes or adds one row of any table; says what it did.
fn alter_row(random: &mut Random, db: &Path) -> String {
    let conn = Connection::open(db).unwrap();
    conn.execute_batch("pragma foreign_keys = off").unwrap();
    let tables = tables(&conn);
    loop {
        let (table, count) = &tables[random.below(tables.len())];
        let columns: Vec<String> =
            column(&conn, &format!("select name from pragma_table_info('{table}')"));
        let sql = format!("select * from {table} limit 1 offset {}", random.below(*count));
        let row: Vec<Value> = conn
            .query_row(&sql, [], |row| (0..columns.len()).map(|at| row.get(at)).collect())
            .unwrap();
        let at = random.below(columns.len());
        let other = altered(random, &row[at]);
        let is_same: Vec<String> = columns.iter().map(|name| format!("{name} is ?")).collect();
        let is_same = is_same.join(" and ");
        let (what, sql, values) = match random.below(4) {
            0 => ("deleted", format!("delete from {table} where {is_same}"), row),
            1 => {
                let mut values = row;
                values[at] = other;
                let places = vec!["?"; columns.len()].join(", ");
                ("added", format!("insert into {table} values ({places})"), values)
            }
            _ if COMPARED.contains(&&**table) => continue,
            _ => {
                let sql = format!("update {table} set {} = ? where {is_same}", columns[at]);
                ("changed", sql, [vec![other], row].concat())
            }
        };
        // A row that the schema forbids is none that stands there.
        if conn.execute(&sql, params_from_iter(values)).is_ok_and(|rows| rows > 0) {
            return format!("{table}.{} {what}", columns[at]);
        }
    }
}

/// Tables that are empty behind an import: what a later one is to do, and answers about positions
/// of thousands of games.
const EMPTY: [&str; 4] = ["common_position", "homeless", "kin_undecided", "unlinked"];

/// A file whose records give a row to every other table beside the records of the project.
fn all_sorts(folder: &Path) -> PathBuf {
    let mut text = String::new();
    let mut put = |event: &str, names: [&str; 2], more: &str, moves: &str| {
        let [red, black] = names;
        text += &format!(
            "[Event \"{event}\"]\n[Red \"{red}\"]\n[Black \"{black}\"]\n{more}[Result \"1-0\"]\n\n\
             {moves} 1-0\n\n"
        );
    };
    let line = |seed: u64| by_dice(seed).iter().map(|mv| format!("{mv} ")).collect::<String>();
    // An event that contradicts the date and gives one; two names of one player; the same cut off.
    let (men, year) = (["吕钦", "许银川"], "[Date \"1985\"]\n");
    put("1990年全国象棋个人赛", men, year, &line(1));
    put("1990年全国象棋个人赛", ["LV Qin", "XU YinChuan"], year, &line(1));
    put("1991年五羊杯", men, "[Title \"第一局\"]\n[Chapter \"卷一\"]\n", &line(2));
    let cut = line(2);
    put("1991年五羊杯", men, "", &cut[..cut.len() / 50 * 40]);
    put("", ["", ""], "", "h2e2 {+0.35/12 2s} h9g7 {[%eval 0.3]} h0g2");
    text += &of_one_name().concat();
    let path = folder.join("卷一");
    std::fs::create_dir(&path).unwrap();
    std::fs::write(path.join("a.pgn"), text).unwrap();
    std::fs::write(path.join("b.zip"), b"PK\x03\x04").unwrap();
    std::fs::write(path.join("c.txt"), "no games\n").unwrap();
    path
}

fn alter_rows(rounds: u64) {
    let seed = number("XQDB_SEED", 1);
    let (folder, db) = desk();
    let (damaged, sorts) = (damaged(), all_sorts(folder.path()));
    let paths = ["import", RECORDS, damaged.to_str().unwrap(), sorts.to_str().unwrap()];
    assert_eq!(xqdb(&db, &paths).status.code(), Some(3));
    for two in [["player:胡榮華", "player:HU RongHua"], ["player:呂欽", "player:LV Qin"]] {
        let args = ["decide", "same", two[0], two[1], "--reason", "one man"];
        assert_eq!(xqdb(&db, &args).status.code(), Some(0));
    }
    let conn = Connection::open(&db).unwrap();
    let filled = tables(&conn).into_iter().map(|(name, _)| name);
    let empty: BTreeSet<String> =
        BTreeSet::from_iter(column(&conn, TABLES)).difference(&filled.collect()).cloned().collect();
    assert_eq!(empty.iter().collect::<Vec<_>>(), EMPTY);
    drop(conn);
    let answers = |db: &Path| {
        [&["dump"][..], &["search", "--kind", "all", "--format", "jsonl"], &["report"]]
            .map(|args| xqdb(db, args).stdout)
    };
    let (expected, sound) = (answers(&db), std::fs::read(&db).unwrap());
    let verdict = |round: u64| -> Verdict {
        let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (round + 1));
        let db = folder.path().join(format!("row{round}.db"));
        std::fs::write(&db, &sound).unwrap();
        let what = alter_row(&mut random, &db);
        let verified = xqdb(&db, &["verify"]).status.code();
        let repaired = xqdb(&db, &["verify", "--repair"]).status.code();
        let is_same = answers(&db) == expected;
        let _ = std::fs::remove_file(&db);
        let place =
            || Some(format!("seed {seed} round {round}, {what}: {verified:?} {repaired:?}"));
        match (verified, repaired) {
            (Some(0), _) => ("silent", place()),
            (Some(2), Some(0)) if is_same => ("repaired", None),
            (Some(2), Some(0)) => ("repaired otherwise", place()),
            (Some(2), Some(2)) => ("told", None),
            _ => ("stopped", place()),
        }
    };
    judge("row", (0..rounds).into_par_iter().map(verdict).collect());
}

#[test]
fn an_altered_row_is_told_from_a_sound_one() {
    alter_rows(number("XQDB_ROUNDS", 60));
}

#[test]
#[ignore = "long: 5,000 altered rows; XQDB_SEED and XQDB_ROUNDS choose others"]
fn many_altered_rows() {
    alter_rows(number("XQDB_ROUNDS", 5_000));
}

#[test]
fn an_altered_archive_loses_nothing_in_silence() {
    alter_archives(number("XQDB_ROUNDS", 60));
}

#[test]
#[ignore = "long: 1,500 alterations of each archive; XQDB_SEED and XQDB_ROUNDS choose others"]
fn many_altered_archives() {
    alter_archives(number("XQDB_ROUNDS", 1_500));
}

#[test]
fn an_altered_database_is_told_from_a_sound_one() {
    alter_databases(number("XQDB_ROUNDS", 40));
}

#[test]
#[ignore = "long: 1,000 flipped bits; XQDB_SEED and XQDB_ROUNDS choose others"]
fn many_altered_databases() {
    alter_databases(number("XQDB_ROUNDS", 1_000));
}
