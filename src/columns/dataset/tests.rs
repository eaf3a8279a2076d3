//! Compares datasets of a small archive with the archive.

use super::*;
use crate::columns::tests::{
    all_positions, archive, archive_of, assert_is_described, games_of, ids, read, records_of,
    sorted, texts,
};
use crate::search::{Filter, Look, Mirroring, Purpose, Score, Unwatched, explore};
use crate::xiangqi::{Orientation, Position};
use arrow_array::RecordBatch;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

/// Writes a dataset of all games of an archive.
fn dataset(archive: &Archive, recipe: &DatasetRecipe, folder: &Path) -> RowCounts {
    let (games, beneath) = (ids(archive), String::new());
    let extract = Extract { games, is_all: true, variations: false, beneath };
    let place = (folder, true);
    write_dataset(archive, extract, place, recipe, &Unwatched).unwrap()
}

/// The rows of a table of a dataset.
fn read_table(folder: &Path, table: &str) -> Vec<RecordBatch> {
    let entries = std::fs::read_dir(folder.join("data")).unwrap();
    let paths = sorted(entries.map(|entry| entry.unwrap().path()).collect());
    let is_of = |path: &&PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with(&format!("{table}.")) || name.starts_with(&format!("{table}-0"))
    };
    paths.iter().filter(is_of).flat_map(|path| read(path)).collect()
}

/// The values of a column of all batches.
fn cells(batches: &[RecordBatch], name: &str) -> Vec<Option<String>> {
    batches.iter().flat_map(|batch| texts(batch, name)).collect()
}

#[test]
fn a_dataset_names_games_by_numbers() {
    let archive = archive();
    let folder = tempfile::tempdir().unwrap();
    let recipe = DatasetRecipe { least: 1, ..DatasetRecipe::default() };
    dataset(&archive, &recipe, folder.path());
    let games = read_table(folder.path(), "games");
    let keys = cells(&games, "key");
    assert!(keys.is_sorted());
    let numbers: Vec<_> = (0..keys.len()).map(|number| Some(number.to_string())).collect();
    assert_eq!(cells(&games, "id"), numbers);
    let of = |number: Option<String>| keys[number?.parse::<usize>().unwrap()].clone();
    let positions = read_table(folder.path(), "positions");
    let named = cells(&positions, "game_id").into_iter().map(of).zip(cells(&positions, "ply"));
    let all = all_positions(&archive, false);
    let expected = texts(&all, "game").into_iter().zip(texts(&all, "ply"));
    assert_eq!(sorted(named.collect()), sorted(expected.collect::<Vec<_>>()));
    let records = read_table(folder.path(), "records");
    let named: Vec<_> = cells(&records, "game_id").into_iter().map(of).collect();
    assert_eq!(named, texts(&records_of(&archive), "game"));
    assert!(named.contains(&None));
    let own = games_of(&archive);
    let counts: HashMap<_, _> =
        texts(&own, "key").into_iter().zip(texts(&own, "counts_as")).collect();
    for (key, number) in keys.iter().zip(cells(&games, "counts_as_id")) {
        assert_eq!(of(number), counts[key]);
    }
}

#[test]
fn openings_are_the_rows_of_the_explorer() {
    let archive = archive();
    let folder = tempfile::tempdir().unwrap();
    let recipe = DatasetRecipe { least: 1, ..DatasetRecipe::default() };
    dataset(&archive, &recipe, folder.path());
    let openings = read_table(folder.path(), "openings");
    let columns = ["fen", "uci", "games", "red", "draws", "black", "unknown", "position_games"];
    let columns = columns.map(|name| cells(&openings, name));
    let rows = columns[0].len();
    assert!(rows > 3);
    let matcher = Filter::of(Purpose::Statistics).resolve(&archive).unwrap();
    let look = Look { mirroring: Mirroring::Any, variations: false, latest: 0 };
    let mut of_position = HashMap::<String, usize>::new();
    for row in 0..rows {
        let [fen, uci, numbers @ ..] =
            columns.each_ref().map(|column| column[row].clone().unwrap());
        let position = Position::from_fen(&fen).unwrap();
        assert_ne!(position.key().orientation, Orientation::Mirrored);
        let explored = explore(&archive, &position, &matcher, &look).unwrap();
        let place = of_position.entry(fen).or_default();
        let found = &explored.rows[*place];
        *place += 1;
        let Score { red, draw, black, unknown, .. } = found.score;
        let expected = [found.score.all(), red, draw, black, unknown, explored.score.all()];
        assert_eq!((uci, numbers), (found.mv.to_string(), expected.map(|it| it.to_string())));
    }
    // Rarer positions are left out, and all others are there.
    let recipe = DatasetRecipe { least: 3, ..recipe };
    dataset(&archive, &recipe, folder.path());
    let common = cells(&read_table(folder.path(), "openings"), "position_games");
    let expected =
        columns[7].iter().filter(|games| games.as_ref().unwrap().parse::<u64>().unwrap() >= 3);
    assert_eq!(sorted(common), sorted(expected.cloned().collect()));
}

#[test]
fn a_split_parts_neither_copies_nor_events() {
    let game = |number: u32| {
        let (event, player) = (number % 7, number / 2);
        format!(
            "[Event \"第{event}届城市赛\"]\n[Red \"棋手{player}\"]\n[Date \"19{}\"]\n\n1. 炮二平五 马8进7 *\n\n",
            60 + player
        )
    };
    let archive = archive_of(&[("a.pgn", &(0..40).map(game).collect::<String>())]);
    let folder = tempfile::tempdir().unwrap();
    let split = SplitShares::read("34,33,33");
    let recipe = DatasetRecipe { split, ..DatasetRecipe::default() };
    dataset(&archive, &recipe, folder.path());
    let games = read_table(folder.path(), "games");
    let parts = cells(&games, "split");
    assert!(parts.iter().collect::<BTreeSet<_>>().len() > 1);
    for shared in ["counts_as_id", "event"] {
        let mut known = HashMap::new();
        for (value, part) in cells(&games, shared).into_iter().zip(&parts) {
            if value.is_some() {
                assert_eq!(known.entry(value).or_insert(part), &part);
            }
        }
    }
    let positions = read_table(folder.path(), "positions");
    for (game, part) in cells(&positions, "game_id").into_iter().zip(cells(&positions, "split")) {
        assert_eq!(parts[game.unwrap().parse::<usize>().unwrap()], part);
    }
}

#[test]
fn the_document_says_what_the_openings_are() {
    assert_is_described("###", &openings::OpeningRows::table());
}
