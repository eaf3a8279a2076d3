//! `novelty`, by comparing every game with every other.

use super::super::mirror_fen;
use super::desk::{Desk, is_before};
use crate::common::{stdout, xqdb};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Compares what is told of all games at once, of each in a list, and of some by itself. How many
/// games leave what was before them later than with their third ply.
pub(super) fn compare(desk: &Desk, every: usize) -> usize {
    // A position and its mirror image have one number.
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut having: Vec<Vec<usize>> = Vec::new();
    let mut images: Vec<Vec<usize>> = Vec::new();
    let counts = |game: usize| desk.known[game].days.is_some() && !desk.known[game].is_copy();
    for (number, game) in desk.oracle.games.iter().enumerate() {
        let own = game.steps.iter().map(|(fen, ..)| {
            let next = numbers.len();
            *numbers.entry(fen.clone().min(mirror_fen(fen))).or_insert(next)
        });
        let own: Vec<usize> = own.collect();
        having.resize(numbers.len(), Vec::new());
        for &image in own.iter().filter(|_| counts(number)) {
            if having[image].last() != Some(&number) {
                having[image].push(number);
            }
        }
        images.push(own);
    }
    let mut expected: BTreeMap<&str, (Option<usize>, BTreeSet<&str>)> = BTreeMap::new();
    for game in (0..images.len()).filter(|&game| counts(game)) {
        let is_earlier =
            |other: &&usize| is_before(desk.known[**other].days, desk.known[game].days);
        let own = &images[game];
        let new = own.iter().position(|&image| !having[image].iter().any(|it| is_earlier(&it)));
        let last = new.unwrap_or(own.len()).checked_sub(1);
        let left = last.map(|last| having[own[last]].iter().filter(is_earlier));
        let left = left.into_iter().flatten().map(|&other| desk.oracle.games[other].key.as_str());
        expected.insert(&desk.oracle.games[game].key, (new, left.collect()));
    }
    let ply = |value: &Value| value.as_u64().map(|ply| ply as usize);
    let listed = stdout(
        &desk.db,
        &["search", "--kind", "all", "--novelty", "--limit", "0", "--json", "--quiet"],
        0,
    );
    for line in listed.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let expected = expected.get(row["key"].as_str().unwrap());
        assert_eq!(ply(&row["novelty"]), expected.and_then(|(new, _)| *new), "{row}");
    }
    // Only games between two players are told of, and of copies that are in question one.
    let between_two = (0..images.len()).filter(|&game| desk.known[game].said.is_game);
    let told = desk.once(between_two).into_iter().filter(|&game| counts(game)).count();
    let rows = desk.json(&["novelty", "--played", "all", "--limit", "0"], 0);
    assert_eq!(rows.len(), told);
    // Of a part of the archive the answer is that of all.
    let mut of_parts = 0;
    for year in 1950..1958 {
        let year = year.to_string();
        let asked = ["novelty", "--played", "all", "--since", &year, "--until", &year];
        let asked = [&asked[..], &["--limit", "0", "--format", "json", "--quiet"]].concat();
        let told = xqdb(&desk.db, &asked).stdout;
        for row in serde_json::from_slice::<Vec<Value>>(&told).unwrap() {
            let (new, left) = &expected[row["key"].as_str().unwrap()];
            assert_eq!((ply(&row["novelty"]), &row["left"]), (*new, &left.len().into()), "{row}");
            of_parts += 1;
        }
    }
    assert!(of_parts > 20, "{of_parts}");
    let mut deep = 0;
    for (number, row) in rows.iter().enumerate() {
        let key = row["key"].as_str().unwrap();
        let (new, left) = &expected[key];
        assert_eq!(ply(&row["novelty"]), *new, "{key}");
        assert_eq!(row["left"], left.len(), "{key}");
        deep += usize::from(new.is_some_and(|ply| ply > 3));
        if number % every > 0 {
            continue;
        }
        let single = desk.json(&["novelty", key, "--played", "all", "--limit", "0"], 0);
        assert_eq!(ply(&single[0]["ply"]), *new, "{key}");
        let keys: BTreeSet<&str> =
            single[1..].iter().map(|row| row["key"].as_str().unwrap()).collect();
        assert_eq!(keys, *left, "{key}");
    }
    deep
}
