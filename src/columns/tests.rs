//! Compares the tables of a small archive with the archive.

use super::*;
use crate::duplicates::add_decisions;
use crate::import::{Import, NamedInput, Options, import};
use crate::metadata::{DateSpan, Kind};
use crate::search::{Archive, Filter, IdSet, Look, Mirroring, Unwatched, Watch, explore};
use crate::store::{CountUnit, Database, Evidence, index::Payload};
use crate::xiangqi::{Move, Position};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use arrow_array::{Array, Int64Array, LargeBinaryArray, RecordBatch, StringArray, StringViewArray};
use arrow_schema::{Field, Schema};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Five records: two mirror images of an opening, one with a variation; a repeated position; a game
/// that is cut; and a record without a game.
const GAMES_TEXT: &str = r#"[Event "1982年全国赛"]
[Red "胡荣华"]
[Black "李来群"]
[Date "1982.12.05"]
[Result "1-0"]

1. 炮二平五 (1. 炮八平五 马8进7) 马8进7 2. 马二进三 车9平8 1-0

[Red "吕钦"]
[Date "1999"]
[Result "1/2-1/2"]

1. 炮八平五 马2进3 2. 马八进七 1/2-1/2

[Red "许银川"]
[Result "0-1"]

1. 炮二平五 马8进7 2. 炮五平二 马7退8 3. 炮二平五 马8进9 0-1

[Red "赵鑫鑫"]
[Result "*"]

1. 炮二平五 马8进6 *

[Event "标题"]
[FEN "no board at all"]

*
"#;

pub(super) fn archive() -> Archive {
    archive_of(&[("a.pgn", GAMES_TEXT)])
}

pub(super) fn archive_of(files: &[(&str, &str)]) -> Archive {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let files = files.iter().map(|(name, _)| folder.path().join(name));
    imported(files.collect(), &folder.path().join("games.db"))
}

/// Imports `paths` into a database at `path`, opens it as an archive, and removes the file.
fn imported(paths: Vec<PathBuf>, path: &Path) -> Archive {
    drop(database_of(paths, path));
    let archive = Archive::open(path).unwrap();
    std::fs::remove_file(path).unwrap();
    archive
}

fn database_of(paths: Vec<PathBuf>, path: &Path) -> Database {
    let settings = Import::within(64 << 20, Options::default());
    let mut database = Database::open(path).unwrap();
    let inputs = paths.into_iter().map(NamedInput::Path).collect();
    import(&mut database, inputs, &settings, &AtomicBool::new(false), &mut |_| ()).unwrap();
    database
}

/// Values from headings and the name of a file, a doubt, an online site and two copies, beside
/// decisions about some games.
#[test]
fn rows_of_many_games_are_those_of_single_ones_in_any_order() {
    let folder = tempfile::tempdir().unwrap();
    let moves = "炮二平五 马8进7 马二进三 车9平8 兵七进一 卒7进1 马八进七 马2进3";
    let files = [
        ("a.pgn", GAMES_TEXT.to_owned()),
        (
            "b.pgn",
            "[Event \"1990年全国赛 第3轮 柳大华先胜徐天红\"]\n\n1. 兵七进一 *\n\n\
             [Event \"1995年全国赛\"]\n[Red \"甲(江苏)\"]\n[Black \"乙(上海)\"]\n[Date \"1975\"]\n\
             [Site \"弈天网\"]\n[Round \"2\"]\n\n1. 兵三进一 卒3进1 1-0\n"
                .to_owned(),
        ),
        ("19790917 胡荣华（先胜）蔡福如.pgn", format!("{moves}\n")),
        ("c.pgn", format!("[Red \"丙\"]\n[Black \"丁\"]\n\n{moves} 1-0\n")),
    ];
    for (name, text) in &files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let paths = files.iter().map(|(name, _)| folder.path().join(name)).collect();
    let path = folder.path().join("games.db");
    let mut database = database_of(paths, &path);
    let undecided = Archive::open(&path).unwrap();
    let key = |id| undecided.snapshot().game_key(id).unwrap();
    let keys: Vec<String> = ids(&undecided).into_iter().map(key).collect();
    drop(undecided);
    let decided = [
        format!("set\tgame:{}.date\t1982-12-06", keys[0]),
        format!("set\tgame:{}.site\t弈天网", keys[1]),
        format!("set\tgame:{}.red\t许某(广东)", keys[2]),
        format!("same\tgame:{}\tgame:{}", keys[3], keys[4]),
        "same\tplayer:吕钦\tplayer:赵鑫鑫".to_owned(),
    ];
    let decided: String =
        decided.iter().map(|line| format!("{line}\twhy\twho\t2026-01-31\n")).collect();
    add_decisions(&mut database, &crate::decision::read(&decided).unwrap()).unwrap();
    drop(database);
    let mut seen: BTreeSet<(String, bool)> = BTreeSet::new();
    for lay in [Evidence::Derived, Evidence::Stated] {
        let archive = Archive::open_as(&path, lay).unwrap();
        let mut wanted = ids(&archive);
        wanted.reverse();
        wanted.swap(1, 2);
        let (mut batches, mut rest) = (Vec::new(), &*wanted);
        let take = |batch| {
            batches.push(batch);
            Ok(())
        };
        game_batches(&archive, &wanted, 2, take).unwrap();
        assert_eq!(batches.len(), wanted.len().div_ceil(2));
        for batch in &batches {
            let of_batch = rest.split_off(..batch.num_rows()).unwrap();
            for column in names(&GAMES) {
                let values = texts(batch, column);
                for (&id, value) in of_batch.iter().zip(values) {
                    let expected = single(&archive, id, column);
                    assert_eq!(value, expected, "{lay:?} {id} {column}");
                    seen.insert((column.to_owned(), value.is_some()));
                }
            }
        }
    }
    // The games have every column.
    let missing: Vec<_> =
        names(&GAMES).filter(|name| !seen.contains(&((*name).to_owned(), true))).collect();
    assert_eq!(missing, ["termination", "opening_found", "start"]);
}

/// The value of a column of [`GAMES`] as the row of a single game has it.
fn single(archive: &Archive, id: u32, column: &str) -> Option<String> {
    let game = archive.game(id).unwrap();
    let fact = archive.facts().get(id).unwrap();
    let edition = archive.editions().unwrap().of(fact);
    let object = |object: serde_json::Map<String, serde_json::Value>| {
        (!object.is_empty()).then(|| serde_json::Value::Object(object).to_string())
    };
    match column {
        "key" => Some(game.key),
        "kind" => fact.kind().map(|kind| kind.to_string()),
        "counts_as" => {
            let first = archive.duplicates().unwrap().first(id);
            archive.snapshot().game_key(first).ok()
        }
        "red" => game.red,
        "black" => game.black,
        "red_team" => game.red_team,
        "black_team" => game.black_team,
        "red_person" => archive.person(fact.red).unwrap(),
        "black_person" => archive.person(fact.black).unwrap(),
        "event" => game.event,
        "series" => {
            let editions = archive.editions().unwrap();
            editions.series_of(fact.event).map(|series| editions.series(series).to_owned())
        }
        "edition_id" => edition.map(|edition| edition.name.clone()),
        "edition_year" => edition.and_then(|edition| edition.year).map(|year| year.to_string()),
        "site" => game.site,
        "round" => game.round,
        "date" => game.date,
        "year" => fact.year().map(|year| year.to_string()),
        "derived" => object(game.derived.values_json()),
        "doubt" => object(game.derived.doubts_json()),
        "result" => Some(fact.result().to_string()),
        "termination" => game.termination,
        "opening" => fact.opening().map(|code| code.to_string()),
        "opening_found" => game.opening,
        "start" => game.start,
        "plies" => Some(game.plies.to_string()),
        "moves" => {
            let moves: Vec<u8> = game.moves.iter().flat_map(|mv| mv.bytes()).collect();
            Some(format!("{moves:?}"))
        }
        "date_from" => game.dated.and_then(|dated| dated.end(DateSpan::from)),
        "date_to" => game.dated.and_then(|dated| dated.end(DateSpan::to)),
        "date_because" => game.dated.map(|dated| dated.because.to_string()),
        "played" => Some(archive.played(id).unwrap().to_string()),
        _ => unreachable!("{column}"),
    }
}

#[test]
fn some_columns_of_games_are_those_of_all() {
    let archive = archive();
    let all = games_of(&archive);
    // Columns of rows and facts in another order; and with one that needs more.
    for names in
        ["moves year key red_person counts_as kind result start plies opening", "event date_to key"]
    {
        let places: Vec<usize> =
            names.split(' ').map(|name| all.schema().index_of(name).unwrap()).collect();
        let mut found = Vec::new();
        let take = |batch: RecordBatch| {
            found.push(batch);
            Ok(())
        };
        some_of_games(&archive, &ids(&archive), (1 << 20, &places), take).unwrap();
        assert_eq!(found, [all.project(&places).unwrap()], "{names}");
    }
}

/// The games of an archive in one batch.
pub(super) fn games_of(archive: &Archive) -> RecordBatch {
    let mut batches = Vec::new();
    let take = |batch| {
        batches.push(batch);
        Ok(())
    };
    game_batches(archive, &ids(archive), 1 << 20, take).unwrap();
    batches.remove(0)
}

/// All positions of an archive in one batch.
pub(super) fn all_positions(archive: &Archive, variations: bool) -> RecordBatch {
    Positions::new(archive, ids(archive), variations, 1 << 20).next().unwrap().unwrap()
}

/// All records of an archive in one batch.
pub(super) fn records_of(archive: &Archive) -> RecordBatch {
    Records::new(archive, None, 1 << 20).next().unwrap().unwrap()
}

/// Some columns of the rows of a batch, as texts.
fn rows<'n>(
    batch: &RecordBatch,
    names: impl IntoIterator<Item = &'n str>,
) -> Vec<Vec<Option<String>>> {
    let columns: Vec<_> = names.into_iter().map(|name| texts(batch, name)).collect();
    let row = |at: usize| columns.iter().map(|column| column[at].clone()).collect();
    (0..batch.num_rows()).map(row).collect()
}

pub(super) fn sorted<T: Ord>(mut rows: Vec<T>) -> Vec<T> {
    rows.sort();
    rows
}

fn names(table: &'static ArrowTable) -> impl Iterator<Item = &'static str> {
    table.columns.iter().map(|column| column.name)
}

pub(super) fn ids(archive: &Archive) -> Vec<u32> {
    archive.facts().alive_ids()
}

/// The values of a column as texts; `None` for null.
pub(super) fn texts(batch: &RecordBatch, name: &str) -> Vec<Option<String>> {
    let column = batch.column_by_name(name).unwrap();
    let text = |at: usize| match column.data_type() {
        arrow_schema::DataType::Utf8 => column.as_string::<i32>().value(at).to_owned(),
        arrow_schema::DataType::Int16 => column.as_primitive::<Int16Type>().value(at).to_string(),
        arrow_schema::DataType::Int32 => column.as_primitive::<Int32Type>().value(at).to_string(),
        arrow_schema::DataType::Float64 => {
            column.as_primitive::<Float64Type>().value(at).to_string()
        }
        arrow_schema::DataType::Int64 => column.as_primitive::<Int64Type>().value(at).to_string(),
        arrow_schema::DataType::Boolean => column.as_boolean().value(at).to_string(),
        _ => format!("{:?}", column.as_binary::<i32>().value(at)),
    };
    (0..batch.num_rows()).map(|at| column.is_valid(at).then(|| text(at))).collect()
}

fn all<A>(
    batches: impl Iterator<Item = ColumnsResult<RecordBatch>>,
    make: impl Fn(&RecordBatch) -> A,
) -> Vec<A> {
    batches.map(|batch| make(&batch.unwrap())).collect()
}

#[test]
fn games_say_what_the_archive_says() {
    let archive = archive();
    let games = &games_of(&archive);
    assert_eq!(games.num_rows(), 4);
    for (at, id) in ids(&archive).into_iter().enumerate() {
        let row = archive.game(id).unwrap();
        let of = |name: &str| texts(games, name)[at].clone();
        assert_eq!(of("key"), Some(row.key.clone()));
        assert_eq!(of("counts_as"), Some(row.key));
        assert_eq!((of("red"), of("date"), of("event")), (row.red, row.date, row.event));
        assert_eq!(of("plies"), Some(row.plies.to_string()));
        let moves: Vec<u8> = row.moves.iter().flat_map(|mv| mv.bytes()).collect();
        assert_eq!(of("moves"), Some(format!("{moves:?}")));
    }
    let years: BTreeSet<_> = texts(games, "year").into_iter().flatten().collect();
    assert_eq!(years, BTreeSet::from(["1982".to_owned(), "1999".to_owned()]));
}

#[test]
fn positions_are_those_of_the_index() {
    let archive = archive();
    for variations in [false, true] {
        let mut keys = BTreeSet::new();
        for batch in Positions::new(&archive, ids(&archive), variations, 1) {
            let batch = batch.unwrap();
            let of = |name: &str| texts(&batch, name);
            let (key, game, played) = (of("key"), of("game"), of("move"));
            let (mirrored, variation) = (of("mirrored"), of("variation"));
            for at in 0..batch.num_rows() {
                let mv = played[at].as_ref().map(|text| text.parse::<Move>().unwrap());
                let payload = Payload::new(
                    mv.map_or(Payload::NO_MOVE, Move::code),
                    mirrored[at].as_deref() == Some("true"),
                    variation[at].as_deref() == Some("true"),
                );
                keys.insert((key[at].clone().unwrap(), game[at].clone().unwrap(), payload));
            }
        }
        let mut expected = BTreeSet::new();
        for key in keys.iter().map(|(key, ..)| key).collect::<BTreeSet<_>>() {
            let found = |game: u32, payload: Payload| {
                if variations || !payload.is_variation() {
                    let game = archive.snapshot().game_key(game).unwrap();
                    expected.insert((key.clone(), game, payload));
                }
            };
            archive.index().lookup(archive.snapshot(), key.parse().unwrap(), found).unwrap();
        }
        assert_eq!(keys, expected);
        let postings = archive.index().posting_count();
        assert_eq!(keys.len() as u64 == postings, variations, "{} of {postings}", keys.len());
    }
}

/// The question that `docs/parquet.md` asks in SQL.
#[test]
fn positions_answer_as_the_explorer_does() {
    let archive = archive();
    let filter = Filter { kinds: vec![Kind::Game], unit: CountUnit::Lines, ..Filter::default() };
    let matcher = filter.resolve(&archive).unwrap();
    let look = Look { mirroring: Mirroring::Any, variations: false, latest: 0 };
    let explored = explore(&archive, &Position::start(), &matcher, &look).unwrap();
    let mut rows = BTreeSet::new();
    for batch in Positions::new(&archive, ids(&archive), false, 3) {
        let batch = batch.unwrap();
        let of = |name: &str| texts(&batch, name);
        let (key, game, played) = (of("key"), of("game"), of("move"));
        let start = Position::start().key().key.to_string();
        for at in (0..batch.num_rows()).filter(|&at| key[at].as_ref() == Some(&start)) {
            let mv: Move = played[at].as_ref().unwrap().parse().unwrap();
            rows.insert((mv.min(mv.mirror()), game[at].clone()));
        }
    }
    assert_eq!(explored.rows.len(), 1, "the cannon to the middle");
    assert_eq!(rows.len() as u64, explored.rows[0].score.games());
}

#[test]
fn positions_have_the_numbers_of_programs() {
    let text = "[Red \"A 1.0\"]\n\n1. 炮二平五 {[%eval 0.35] [%clk 0:10:00.5]} 马8进7 {+0.50/9 2s} \
                2. 马二进三 {[%eval #-3]} (2. 马二进一 {[%eval 9.99]}) 车9平8 *\n";
    let archive = archive_of(&[("a.pgn", GAMES_TEXT), ("b.pgn", text)]);
    let said = |batch: &RecordBatch| {
        let rows = rows(batch, ["ply", "eval", "clock"]).into_iter();
        let rows = rows.filter(|row| row[1].is_some() || row[2].is_some());
        sorted(rows.map(|row| row.into_iter().flatten().collect::<Vec<_>>().join(" ")).collect())
    };
    let expected = ["1 35 600.5", "2 -50", "3 -29997"];
    assert_eq!(said(&all_positions(&archive, false)), expected);
    assert_eq!(said(&all_positions(&archive, true)), expected);
    let folder = tempfile::tempdir().unwrap();
    let extract =
        Extract { games: ids(&archive), is_all: true, variations: true, beneath: String::new() };
    write_folder(&archive, extract, (folder.path(), false), &Unwatched).unwrap();
    let written = read(&folder.path().join("positions.parquet"));
    assert_eq!(said(&written[0]), expected);
}

#[test]
fn columns_that_are_asked_for_are_those_of_the_table() {
    let archive = archive();
    for variations in [false, true] {
        let rows = || Positions::new(&archive, ids(&archive), variations, 3);
        let usual: Vec<RecordBatch> = all(rows(), Clone::clone);
        assert_eq!(usual[0].schema(), POSITIONS.schema());
        let places: Vec<usize> = (0..WIDE_POSITIONS.columns.len()).collect();
        let table: Vec<RecordBatch> = all(rows().only(places.clone()), Clone::clone);
        assert!(table.len() > 1);
        table.iter().for_each(boards_are_those_of_the_keys);
        for wanted in places.chunks(1).chain([&[3, 0][..], &[9, 5, 1], &places]) {
            let some = all(rows().only(wanted.to_vec()), Clone::clone);
            let expected = table.iter().map(|batch| batch.project(wanted).unwrap());
            assert_eq!(some, expected.collect::<Vec<_>>(), "{wanted:?}");
        }
    }
}

/// Boards, FENs and keys of a batch are of one position each.
fn boards_are_those_of_the_keys(batch: &RecordBatch) {
    let (keys, fens) = (texts(batch, "key"), texts(batch, "fen"));
    let boards = batch.column_by_name("board").unwrap().as_fixed_size_list();
    for (row, fen) in fens.iter().flatten().enumerate() {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(keys[row], Some(position.key().key.to_string()));
        let points = boards.value(row);
        let letter = |number: &i8| {
            let letter = b".kabnrcp"[usize::from(number.unsigned_abs())] as char;
            if *number > 0 { letter.to_ascii_uppercase() } else { letter }
        };
        let points: String =
            points.as_primitive::<Int8Type>().values().iter().map(letter).collect();
        let points: Vec<char> = points.chars().collect();
        let ranks = points.chunks(9).rev().map(|rank| rank.iter().collect::<String>());
        let ranks = ranks.map(|rank| {
            (1..=9)
                .rev()
                .fold(rank, |rank, count| rank.replace(&".".repeat(count), &count.to_string()))
        });
        let board = ranks.collect::<Vec<_>>().join("/");
        assert_eq!(fen.split(' ').next(), Some(&*board));
    }
}

#[test]
fn records_of_all_games_or_of_some() {
    let archive = archive();
    let everything = all(Records::new(&archive, None, 2), |batch| {
        let columns = ["record", "status", "game", "tags"].map(|name| texts(batch, name));
        (batch.num_rows(), columns)
    });
    assert_eq!(everything.iter().map(|(rows, _)| *rows).collect::<Vec<_>>(), [2, 2, 1]);
    let (_, [_, status, game, tags]) = &everything[2];
    assert_eq!((status[0].as_deref(), &game[0]), (Some("rejected"), &None));
    assert_eq!(tags[0].as_deref(), Some(r#"{"Event":"标题","FEN":"no board at all"}"#));
    let some: IdSet = ids(&archive).into_iter().take(2).collect();
    let some = all(Records::new(&archive, Some(some), 100), |batch| texts(batch, "game"));
    assert_eq!(some.concat().len(), 2);
}

#[test]
fn every_column_is_described() {
    for table in TABLES {
        assert_eq!(table.schema().fields().len(), table.columns.len());
        for column in table.columns.iter() {
            assert!(column.about.ends_with('.') && !column.about.contains("  "), "{column:?}");
        }
    }
}

/// A batch as other engines pass it to `replay`.
fn contents(bytes: &[&[u8]], offsets: &[i64]) -> RecordBatch {
    let paths = bytes.iter().map(|_| Some("a.pgn"));
    let columns: [(&str, arrow_array::ArrayRef); 3] = [
        ("path", Arc::new(paths.collect::<StringViewArray>())),
        ("offset", Arc::new(Int64Array::from(offsets.to_vec()))),
        ("bytes", Arc::new(LargeBinaryArray::from(bytes.to_vec()))),
    ];
    RecordBatch::try_from_iter(columns).unwrap()
}

/// Columns of games that need an archive; null in tables of files.
const NOT_OF_FILES: [&str; 6] =
    ["red_person", "black_person", "date_from", "date_to", "date_because", "played"];

/// Columns of games that tables of files have, too.
fn of_files() -> impl Iterator<Item = &'static str> {
    names(&GAMES).filter(|name| !NOT_OF_FILES.contains(name))
}

#[test]
fn bytes_become_the_rows_of_the_archive() {
    let (archive, options) = (archive(), Options::default());
    let whole = contents(&[GAMES_TEXT.as_bytes()], &[0]);
    let stored = records_of(&archive);
    let read = replay(&whole, WantedTable::Records, &options).unwrap();
    assert_eq!(texts(&read, "content"), texts(&stored, "content"));
    // In one piece, and cut between records.
    let cut = GAMES_TEXT.find("[Red \"吕钦\"]").unwrap();
    let (first, rest) = GAMES_TEXT.as_bytes().split_at(cut);
    for batch in
        [contents(&[GAMES_TEXT.as_bytes()], &[0]), contents(&[first, rest], &[0, cut as i64])]
    {
        let records = replay(&batch, WantedTable::Records, &options).unwrap();
        let stored = records_of(&archive);
        for column in RECORDS.columns.iter() {
            // Paths of an archive are absolute, and a piece does not know the whole content.
            if !["path", "record", "content"].contains(&column.name) {
                let of = |batch: &RecordBatch| texts(batch, column.name);
                assert_eq!(of(&records), of(&stored), "{}", column.name);
            }
        }
        let games = replay(&batch, WantedTable::Games, &options).unwrap();
        let stored = games_of(&archive);
        assert_eq!(rows(&games, of_files()), rows(&stored, of_files()));
        for variations in [false, true] {
            let positions =
                replay(&batch, WantedTable::Positions { variations }, &options).unwrap();
            assert_eq!(positions, all_positions(&archive, variations));
        }
    }
}

/// A tar archive with `text` in two members.
fn twice(text: &str) -> String {
    let mut archive = tar::Builder::new(Vec::new());
    for name in ["one.pgn", "two.pgn"] {
        let mut header = tar::Header::new_ustar();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, name, text.as_bytes()).unwrap();
    }
    String::from_utf8(archive.into_inner().unwrap()).unwrap()
}

#[test]
fn files_in_pieces_give_what_the_store_has() {
    // A file large enough to be cut, and an archive with two copies of a small one.
    let folder = tempfile::tempdir().unwrap();
    let game = |at: usize| format!("[Red \"{at}\"]\n\n{{{}}} 1. 炮二平五 *\n\n", "长".repeat(300));
    let text: String = (0..1200).map(game).collect();
    let files = [("large.pgn", &*text), ("small.pgn", GAMES_TEXT), ("twice.tar", &twice(&text))];
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let options = Options { threads: 1, ..Options::default() };
    let pieces = Pieces::of(vec![folder.path().to_owned()], options.clone());
    let pieces: Vec<RecordBatch> = pieces.map(|batch| batch.unwrap()).collect();
    let rows: usize = pieces.iter().map(RecordBatch::num_rows).sum();
    assert!(rows > 6, "the large file is cut at each of its places");
    let records = pieces.iter().map(|batch| replay(batch, WantedTable::Records, &options).unwrap());
    let records: Vec<RecordBatch> = records.collect();
    let archive = archive_of(&files);
    let stored = records_of(&archive);
    assert_eq!(stored.num_rows(), 3 * 1200 + 5);
    // Paths of an archive are absolute.
    for column in RECORDS.columns.iter().filter(|column| column.name != "path") {
        let read: Vec<_> = records.iter().flat_map(|batch| texts(batch, column.name)).collect();
        assert!(read == texts(&stored, column.name), "{}", column.name);
    }
    // `positions_of` gives the positions of the archive.
    assert_eq!(positions_of(&games_of(&archive)).unwrap(), all_positions(&archive, false));
    // Dropping the iterator early does no harm.
    drop(Pieces::of(vec![folder.path().to_owned()], options));
}

#[test]
fn folders_say_in_pieces_what_they_say_to_the_store() {
    // Years of folders: stated by no record, contradicted by records, repeated by records; a folder
    // that is a year alone is believed beside players; folders around an archive count, too.
    let game = |head: &str, first: &str| format!("{head}\n1. {first} 马8进7 *\n\n");
    let played = "[Red \"胡荣华\"]\n[Black \"李来群\"]\n";
    let stated = |year: u16| format!("{played}[Date \"{year}\"]\n");
    let texts_of = |first: &str| {
        [played.to_owned(), stated(1992), stated(1982)].map(|head| game(&head, first)).concat()
    };
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let dated = texts_of("炮二平五");
    for (name, text) in [
        ("1982年全国赛/a.pgn", &dated),
        ("棋谱/a.pgn", &dated),
        ("1999/b.pgn", &(game(played, "兵三进一") + &game("[Event \"?\"]\n", "兵七进一"))),
        ("1985年全国赛/twice.tar", &twice(&texts_of("相三进五"))),
    ] {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let archive = imported(vec![root.clone()], &root.join("games.db"));

    let named = vec![root.clone()];
    let options = Options { named: named.clone(), threads: 1, ..Options::default() };
    let pieces = all(Pieces::of(named, options.clone()), Clone::clone);
    let [piece] = &pieces[..] else { panic!("little is read in one piece") };
    let records = replay(piece, WantedTable::Records, &options).unwrap();
    let settled = settle(&records).unwrap();
    let sorted =
        |batch: &RecordBatch, names: &[&'static str]| sorted(rows(batch, names.iter().copied()));
    let all: Vec<&str> = names(&RECORDS).collect();
    let stored = records_of(&archive);
    assert_eq!(stored.num_rows(), 14);
    assert_eq!(sorted(&settled.records, &all), sorted(&stored, &all));
    let games = games_of(&archive);
    let columns = ["key", "date", "year", "moves"];
    assert_eq!(sorted(&settled.games, &columns), sorted(&games, &columns));
    // Without the names of folders, years and witnesses differ.
    let unheard = replay(piece, WantedTable::Records, &Options::default()).unwrap();
    let unheard = settle(&unheard).unwrap();
    assert_ne!(sorted(&unheard.games, &columns), sorted(&games, &columns));
    let years: BTreeSet<_> = texts(&games, "year").into_iter().collect();
    assert!(years.contains(&Some("1999".to_owned())), "{years:?}");
}

#[test]
fn positions_behind_a_move_that_leaves_the_king_in_check_are_there() {
    let facing = "[FEN \"4k4/9/9/9/9/9/9/9/4R4/4K4 w\"]\n\n1. 车五平四 将5进1 *\n";
    let archive = archive_of(&[("a.pgn", facing)]);
    let games = games_of(&archive);
    assert_eq!(texts(&games, "plies"), [Some("2".to_owned())]);
    assert_eq!(positions_of(&games).unwrap(), all_positions(&archive, false));
    // A rook that moves like a horse is refused.
    let [at] = ["moves"].map(|name| games.schema().index_of(name).unwrap());
    let mut columns = games.columns().to_vec();
    columns[at] = Arc::new(arrow_array::BinaryArray::from(vec![&[13u8, 32][..]]));
    let games = RecordBatch::try_new(games.schema(), columns).unwrap();
    assert!(positions_of(&games).unwrap_err().to_string().contains("`moves`"));
}

#[test]
fn records_are_settled_as_the_store_does() {
    // A short line with names that agree, that differ, and none; a long line; a copy.
    let game = |red: &str, year: u16, plies: usize| {
        let rounds = (0..plies / 4).map(|_| "1. 马八进七 马8进7 2. 马七退八 马7退8\n");
        let moves: String = rounds.collect();
        format!("[Red \"{red}\"]\n[Black \"李来群\"]\n[Date \"{year}\"]\n\n{moves}*\n\n")
    };
    let text: String = [20, 48, 68]
        .into_iter()
        .flat_map(|plies| {
            let named = [("胡荣华", 1980), ("吕钦", 1990), ("胡荣华", 1980), ("Hu Ronghua", 1980)];
            named.map(|(red, year)| game(red, year, plies))
        })
        .collect();
    let archive = archive_of(&[("a.pgn", &text), ("copy.pgn", &text), ("b.pgn", GAMES_TEXT)]);
    let stored = records_of(&archive);
    assert_eq!(stored.num_rows(), 29);
    let keys = texts(&stored, "game");
    // Records get the keys of the store even when their own are missing.
    let forgotten = Arc::new(StringArray::from(vec![None::<&str>; keys.len()]));
    let mut columns = stored.columns().to_vec();
    columns[stored.schema().index_of("game").unwrap()] = forgotten;
    let forgotten = RecordBatch::try_new(stored.schema(), columns).unwrap();
    let settled = settle(&forgotten).unwrap();
    assert_eq!(settled.records, stored);
    let stated = || of_files().filter(|name| !["derived", "doubt"].contains(name));
    let games = games_of(&archive);
    assert_eq!(sorted(rows(&settled.games, stated())), sorted(rows(&games, stated())));
    assert!(games.num_rows() > 8, "{}", games.num_rows());
    for needed in ["kind", "derived"] {
        let at = stored.schema().index_of(needed).unwrap();
        let rest: Vec<usize> = (0..stored.num_columns()).filter(|&other| other != at).collect();
        assert!(settle(&stored.project(&rest).unwrap()).is_err(), "{needed}");
    }
}

#[test]
fn a_batch_without_bytes_is_refused() {
    let batch = contents(&[b""], &[0]).project(&[0, 1]).unwrap();
    let error = replay(&batch, WantedTable::Games, &Options::default()).unwrap_err();
    assert!(error.to_string().contains("there is no column `bytes`"), "{error}");
}

#[test]
fn the_document_says_what_the_columns_are() {
    TABLES.iter().for_each(|table| assert_is_described("##", table));
}

/// Asserts that the document describes a table below a heading.
pub(super) fn assert_is_described(heading: &str, table: &ArrowTable) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/parquet.md");
    let document = std::fs::read_to_string(path).unwrap();
    let mut wanted = format!("{heading} `{}`\n\n{}\n\n", table.name, table.about);
    wanted += "| column | type | null | what it says |\n| --- | --- | --- | --- |\n";
    for ArrowColumn { name, data_type, is_optional, about } in table.columns.iter() {
        let null = if *is_optional { "yes" } else { "no" };
        wanted += &format!("| `{name}` | {data_type:?} | {null} | {about} |\n");
    }
    assert!(document.contains(&wanted), "docs/parquet.md lacks this:\n{wanted}");
}

/// Reads all rows of a Parquet file, and asserts that its columns are described.
pub(super) fn read(path: &Path) -> Vec<RecordBatch> {
    let file = std::fs::File::open(path).unwrap();
    let reader = parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(file);
    let reader = reader.unwrap();
    assert!(!reader.schema().metadata()["description"].is_empty());
    for field in reader.schema().fields() {
        assert!(!field.metadata()["description"].is_empty(), "{field}");
    }
    let batches = reader.with_batch_size(1 << 20).build().unwrap();
    let plain = |batch: RecordBatch| {
        let schema = batch.schema();
        let field = |field: &Arc<Field>| Field::clone(field).with_metadata(HashMap::new());
        let fields: Vec<Field> = schema.fields().iter().map(field).collect();
        RecordBatch::try_new(Arc::new(Schema::new(fields)), batch.columns().to_vec()).unwrap()
    };
    batches.map(|batch| plain(batch.unwrap())).collect()
}

#[test]
fn files_hold_the_tables_in_their_order() {
    let archive = archive();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let write = |replace, watch: &dyn Watch| {
        let extract = Extract {
            games: ids(&archive),
            is_all: true,
            variations: true,
            beneath: String::new(),
        };
        write_folder(&archive, extract, (folder, replace), watch)
    };
    let file_names = || {
        let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        names.map(|name| name.into_string().unwrap()).collect::<BTreeSet<_>>()
    };
    // A stopped call leaves no file, and the rest of a killed call is replaced.
    assert!(matches!(write(false, &Stop), Err(ColumnsError::Store(crate::store::Error::Stopped))));
    assert_eq!(file_names().len(), 0);
    std::fs::write(folder.join("games.parquet.part"), "half").unwrap();
    let counts = write(false, &Unwatched).unwrap();
    let whole = ["games.parquet", "positions.parquet", "records.parquet"];
    assert_eq!(file_names(), whole.map(str::to_owned).into());

    let games = sorted(texts(&games_of(&archive), "key"));
    let [written] = &read(&folder.join("games.parquet"))[..] else { panic!("few games") };
    assert_eq!(texts(written, "key"), games);
    assert_eq!(counts.games, 4);
    let [written] = &read(&folder.join("positions.parquet"))[..] else { panic!("few positions") };
    let written = rows(written, names(&POSITIONS));
    assert_eq!(counts.positions, written.len() as u64);
    let place = |row: &Vec<Option<String>>| {
        let number = |at: usize| row[at].as_ref().unwrap().parse::<u64>().unwrap();
        (number(0), row[3].clone(), number(4))
    };
    assert!(written.is_sorted_by_key(place));
    let stored = rows(&all_positions(&archive, true), names(&POSITIONS));
    assert_eq!(sorted(written), sorted(stored));
    let written = read(&folder.join("records.parquet"));
    assert_eq!(written, [records_of(&archive)]);
    assert_eq!(counts.records, 5);

    assert!(matches!(write(false, &Unwatched), Err(ColumnsError::Occupied(_))));
    assert_eq!(write(true, &Unwatched).unwrap(), counts);
    std::fs::write(folder.join("mine.txt"), "").unwrap();
    assert!(
        matches!(write(true, &Unwatched), Err(ColumnsError::Occupied(name)) if name == "mine.txt")
    );
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 4);
}

/// A watcher that stops at once.
struct Stop;

impl Watch for Stop {
    fn expect(&self, _: u64) {}

    fn advance(&self, _: u64) {}

    fn is_stopped(&self) -> bool {
        true
    }
}
