//! `search --contains` against a replay of every game and variation on whole positions.

use crate::common::games::Dice;
use crate::common::{desk, imported, stdout};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use xqdb::query::PartialBoard;
use xqdb::replay::Tree;
use xqdb::search::{Archive, Filter, Mirroring, SearchQuery, load, search};
use xqdb::xiangqi::{Position, Square};

/// Every position of every game: by key, with the ply and whether it stands in a variation only.
type Positions = BTreeMap<String, Vec<(Position, u32, bool)>>;

fn positions(archive: &Archive) -> Positions {
    let mut all = Positions::new();
    for id in 1..=archive.facts().last_id() {
        if !archive.facts().is_alive(id) {
            continue;
        }
        let game = load(archive, id).unwrap();
        let found = all.entry(game.key.clone()).or_default();
        let mut position = game.start_position();
        found.push((position.clone(), 0, false));
        for (ply, &mv) in (1..).zip(&game.moves) {
            position.play_unchecked(mv);
            found.push((position.clone(), ply, false));
        }
        for tree in archive.witnesses(id).unwrap().iter().filter_map(|witness| witness.tree) {
            variations(&archive.tree(tree).unwrap(), &game.start_position(), found);
        }
    }
    all
}

fn variations(tree: &Tree, start: &Position, found: &mut Vec<(Position, u32, bool)>) {
    let mut after: Vec<(Position, u32)> = Vec::new();
    for (index, node) in tree.nodes.iter().enumerate() {
        let (mut position, depth) = if node.parent == Tree::ROOT {
            (start.clone(), 0)
        } else {
            after[node.parent as usize].clone()
        };
        position.play_unchecked(node.mv);
        if index >= tree.plies as usize {
            found.push((position.clone(), depth + 1, true));
        }
        after.push((position, depth + 1));
    }
}

/// Key, first ply, whether it is in a variation, whether the mirror image is there.
type Shown = BTreeMap<String, (u32, bool, bool)>;

fn expected(all: &Positions, pattern: &PartialBoard, mirror: bool, variations: bool) -> Shown {
    let other = pattern.mirror();
    let mut shown = Shown::new();
    for (key, positions) in all {
        let holds = positions.iter().filter(|(_, _, variation)| variations || !variation);
        let places = holds.filter_map(|(position, ply, variation)| {
            let exact = pattern.holds(position);
            (exact || (mirror && other.holds(position))).then_some((*variation, *ply, !exact))
        });
        // The main line first; a variation's earliest place may be in several trees.
        if let Some((variation, ply, mirrored)) =
            places.min_by_key(|&(variation, ply, _)| (variation, ply))
        {
            shown.insert(key.clone(), (ply, variation, mirrored));
        }
    }
    shown
}

fn answered(db: &Path, pattern: &str, mirror: bool, variations: bool) -> Shown {
    let mut args =
        vec!["search", "--contains", pattern, "--format", "jsonl", "--limit", "0", "--quiet"];
    args.extend(["--mirror", if mirror { "any" } else { "exact" }]);
    args.extend(variations.then_some("--variations"));
    let output = crate::common::xqdb(db, &args);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
    let mut shown = Shown::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        let place = &game["contains"];
        let seen = (
            place["ply"].as_u64().unwrap() as u32,
            place["variation"].as_bool().unwrap(),
            place["mirrored"].as_bool().unwrap(),
        );
        shown.insert(game["key"].as_str().unwrap().to_owned(), seen);
    }
    shown
}

/// Partial boards taken from positions of the games: some points as they are, the others anything.
fn patterns(all: &Positions, count: usize) -> Vec<String> {
    let mut dice = Dice(5);
    let mut random = |limit: usize| dice.below(limit);
    let games: Vec<_> = all.values().collect();
    let mut patterns = vec!["/////////".to_owned(), "///////// b".to_owned()];
    while patterns.len() < count {
        let game = games[random(games.len())];
        let (position, ..) = &game[random(game.len())];
        let share = 2 + random(8);
        let rows: Vec<String> = (0..10)
            .rev()
            .map(|rank| {
                let row: String = (0..9)
                    .map(|file| match position.piece_at(Square::at(file, rank).unwrap()) {
                        _ if random(10) < share => '?',
                        None => '.',
                        Some(piece) => piece.fen_letter(),
                    })
                    .collect();
                if row == "?????????" && random(2) == 0 { String::new() } else { row }
            })
            .collect();
        let side = ["", " w", " b"][random(3)];
        patterns.push(rows.join("/") + side);
    }
    patterns
}

fn check(db: &Path, count: usize) {
    let archive = Archive::open(db).unwrap();
    let all = positions(&archive);
    for text in patterns(&all, count) {
        let pattern: PartialBoard = text.parse().unwrap();
        for (mirror, variations) in [(false, false), (true, false), (false, true), (true, true)] {
            let expected = expected(&all, &pattern, mirror, variations);
            let mut answered = answered(db, &text, mirror, variations);
            // Of two variations with the pattern at one ply, either may be named.
            for (key, place) in &mut answered {
                if place.1 {
                    place.2 = expected.get(key).is_some_and(|place| place.2);
                }
            }
            assert_eq!(answered, expected, "{text}, mirror {mirror}, variations {variations}");
            let filter = Filter::default().resolve(&archive).unwrap();
            let mirroring = if mirror { Mirroring::Any } else { Mirroring::Exact };
            let query = SearchQuery {
                contains: vec![pattern.clone()],
                mirroring,
                variations,
                ..SearchQuery::new(filter)
            };
            let found = search(&archive, &query).unwrap();
            assert_eq!((found.count, found.games.len()), (expected.len() as u64, expected.len()));
        }
    }
}

#[test]
fn partial_boards_of_our_own_records() {
    let (_folder, db) = imported();
    check(&db, 60);
}

#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_partial_boards() {
    let corpus = crate::common::shared("corpus");
    let (_folder, db) = desk();
    // A part of it: every position of every game is kept in memory here.
    let mut files: Vec<_> = walkdir::WalkDir::new(&corpus)
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.metadata().is_ok_and(|file| file.is_file() && file.len() < 40_000))
        .map(walkdir::DirEntry::into_path)
        .collect();
    files.sort();
    let mut args = vec!["import", "--quiet"];
    args.extend(files.iter().step_by(40).take(300).map(|file| file.to_str().unwrap()));
    crate::common::xqdb(&db, &args);
    check(&db, 40);
}

#[test]
fn it_goes_with_other_conditions() {
    let (_folder, db) = imported();
    let count = |args: &[&str]| {
        let mut all = vec!["search", "--count"];
        all.extend(args);
        String::from_utf8(crate::common::xqdb(&db, &all).stdout)
            .unwrap()
            .trim()
            .parse::<u64>()
            .unwrap()
    };
    // A cannon in the middle of the board's third rank, either side's.
    let cannon = ["--contains", "///////????C????//"];
    let all = count(&cannon);
    assert!(all > 2);
    assert_eq!(count(&[cannon[0], cannon[1], "--kind", "all"]), all);
    let kinds = count(&[cannon[0], cannon[1], "--kind", "game"]);
    assert!(kinds > 0 && kinds < all);
    // After the first move, and in games that come there in another way.
    assert_eq!(count(&[cannon[0], cannon[1], "--moves", "h2e2"]), count(&["--moves", "h2e2"]));
    let table = stdout(&db, &["search", cannon[0], cannon[1], "--limit", "1"], 0);
    assert!(table.contains("Ply"), "{table}");
    let output = crate::common::xqdb(&db, &["search", "--contains", "?/?"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("2 rows instead of 10"));
}
