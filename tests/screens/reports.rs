//! What `report` says of records that break off, and what follows from it.

use crate::common::zip::ZipWriter;
use crate::common::{damaged, desk, imported, stderr, stdout};

#[test]
fn the_printed_game_ends_at_ply_seven_and_the_emended_one_in_mate() {
    let (_folder, db) = imported();
    let file = damaged();
    let file = file.to_str().unwrap();
    // Every command that reads it says by its status that it did not read it to the end.
    stdout(&db, &["import", file], 3);
    let lines = stdout(&db, &["convert", "--to", "jsonl", file], 3);
    assert!(lines.lines().next().unwrap().contains("\"status\":\"partial\""));
    stdout(&db, &["convert", "--to", "pgn", file], 3);
    // Nothing is read where it is known already.
    stdout(&db, &["import", file], 0);
    stdout(&db, &["import", "--reread", file], 3);
    let report = stdout(&db, &["report", "--format", "jsonl", "qing"], 0);
    assert!(report.contains("\"ply\":7") && report.contains("R1=6"), "{report}");
    let found = stdout(&db, &["search", "--min-plies", "25", "--format", "csv"], 0);
    let key = found.lines().nth(1).unwrap().split(',').next().unwrap().to_owned();
    let shown = stdout(&db, &["show", &key, "--notation", "wxf-suffix"], 0);
    assert!(shown.contains("checkmate: Black has lost") && shown.contains("R++1"), "{shown}");
}

#[test]
fn a_variation_that_ends_early_is_told_by_the_status() {
    let (folder, db) = desk();
    let file = folder.path().join("a.pgn");
    std::fs::write(&file, "[Red \"a\"]\n\n1. h2e2 (1. h2z9) h9g7 2. h0g2 *\n").unwrap();
    let said = stderr(&db, &["import", file.to_str().unwrap()], 3);
    assert!(said.contains("1  of the games and copies has a variation that ends early"), "{said}");
    stdout(&db, &["convert", file.to_str().unwrap()], 3);
    stdout(&db, &["report"], 0);
}

#[test]
fn a_report_begins_with_its_sums_and_has_ten_examples_of_each() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("games.db");
    for number in 0..12 {
        let file = folder.path().join(format!("{number}.pgn"));
        let wrong = if number < 3 { "车一进九" } else { "炮五进九" };
        std::fs::write(file, format!("[Event \"{number}\"]\n\n1. 炮二平五 马8进7 2. {wrong} *\n"))
            .unwrap();
    }
    stdout(&db, &["import", folder.path().to_str().unwrap()], 3);
    let report = stdout(&db, &["--lang", "en", "report"], 0);
    let head = "12  records whose main line ends early\n\n12 records whose main line ends early: ";
    assert!(report.starts_with(head), "{report}");
    let examples = |report: &str| report.matches(".pgn record 1 (").count();
    assert_eq!(examples(&report), 10, "{report}");
    assert!(report.contains("10 are listed, and 2 more there are: --all lists them"), "{report}");
    assert_eq!(examples(&stdout(&db, &["report", "--all"], 0)), 12);
    assert_eq!(examples(&stdout(&db, &["report", "--limit", "4"], 0)), 4);
    assert_eq!(examples(&stdout(&db, &["report", "--file", "11.pgn"], 0)), 1);
}

#[test]
fn disagreements_are_summed_by_field_and_file() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("games.db");
    let game = |(red, result): (&str, &str), first: &str| {
        format!("[Red \"{red}\"]\n[Black \"李四\"]\n[Result \"{result}\"]\n\n1. {first} {result}\n")
    };
    let moves = ["炮二平五", "兵七进一", "马二进三"];
    let mut zip = ZipWriter::new(Vec::new());
    for (number, first) in moves.into_iter().enumerate() {
        zip.member(&format!("{number}.pgn"), game(("林一舟", "1-0"), first).as_bytes()).unwrap();
        let other = folder.path().join(format!("{number}.pgn"));
        std::fs::write(other, game(("林一舟", "0-1"), first)).unwrap();
    }
    std::fs::write(folder.path().join("games.zip"), zip.finish().unwrap()).unwrap();
    stdout(&db, &["import", folder.path().to_str().unwrap()], 0);
    for args in [&["audit"][..], &["report", "--conflicts"]] {
        let told = stdout(&db, &[&["--lang", "en"], args].concat(), 0);
        let of_zip = format!("\n3  {}\n", folder.path().join("games.zip").display());
        assert!(told.contains(&of_zip), "{args:?}: {told}");
    }
}

#[test]
fn a_mended_file_takes_its_entry_out_of_the_report() {
    let (folder, db) = desk();
    let file = folder.path().join("a.pgn");
    let path = file.to_str().unwrap();
    std::fs::write(&file, "[Event \"x\"]\n\n1. 炮二平五 马8进7 2. 车一进九 1-0\n").unwrap();
    stdout(&db, &["import", path], 3);
    let report = stdout(&db, &["report"], 0);
    assert!(report.contains("ply 3") && report.contains("车一进九"), "{report}");
    std::fs::write(&file, "[Event \"x\"]\n\n1. 炮二平五 马8进7 2. 车一进一 1-0\n").unwrap();
    stdout(&db, &["import", path], 0);
    stdout(&db, &["report"], 1);
    assert_eq!(stdout(&db, &["search", "--count"], 0).trim(), "1");
    stdout(&db, &["verify"], 0);
    stdout(&db, &["forget", path], 0);
    assert_eq!(stdout(&db, &["search", "--count"], 1).trim(), "0");
    stdout(&db, &["verify"], 0);
}

#[test]
fn a_position_that_belongs_to_other_moves_is_told_from_a_misprint() {
    let folder = tempfile::tempdir().unwrap();
    let report = |name: &str, fen: &str, moves: &str| {
        let (db, file) = (folder.path().join(format!("{name}.db")), folder.path().join(name));
        std::fs::write(&file, format!("[FEN \"{fen}\"]\n\n{moves} *\n")).unwrap();
        stdout(&db, &["import", file.to_str().unwrap()], 3);
        stdout(&db, &["report"], 0)
    };
    let told = "position and moves do not belong together";
    // The rook gives check, and what answers is not on the board.
    let fen = "4k4/9/9/9/9/9/9/9/9/R4K3 w";
    let moves = "1. 车九进九 士4退5 2. 炮三进七 象3进5 3. 马二进三 卒1进1 4. 兵三进一";
    let odd = report("odd.pgn", fen, moves);
    assert!(odd.contains(told), "{odd}");
    // One character is wrong, and all the rest plays.
    let moves = "1. 车九进五 将5进2 2. 车九平五 将5平4 3. 车五退一";
    let misprint = report("misprint.pgn", fen, moves);
    assert!(!misprint.contains(told), "{misprint}");
    // Repairs are written in the characters of the language.
    let db = folder.path().join("misprint.pgn.db");
    assert!(stdout(&db, &["--lang", "zh-Hant", "report"], 0).contains("第 2 步為 將5進1 (e9e8)"));
    // Here the moves fit for a while.
    let moves = "1. 车九进五 将5平4 2. 车九平五 将6平5";
    assert!(!report("late.pgn", fen, moves).contains(told));
}
