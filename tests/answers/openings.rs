//! Openings by code, as a tree and by the names of families, against plain counts.

use super::{import, wilson};
use crate::common::{archives, json_lines, records, shared, stdout};
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use xqdb::opening::Family;
use xqdb::search::{
    Archive, Filter, OpeningBranch, OpeningList, OpeningRow, Purpose, SearchQuery, search,
};

/// The codes of the games between two players, as the records list them, and their results.
fn counted(db: &Path) -> BTreeMap<String, [u64; 4]> {
    let games = ["search", "--kind", "game", "--limit", "0", "--format", "jsonl", "--quiet"];
    let mut counts: BTreeMap<String, [u64; 4]> = BTreeMap::new();
    for game in json_lines(&stdout(db, &games, 0)) {
        let Some(code) = game["ecco"]["code"].as_str() else { continue };
        let result = ["1-0", "1/2-1/2", "0-1", "*"].iter().position(|it| game["result"] == **it);
        counts.entry(code.to_owned()).or_default()[result.unwrap()] += 1;
    }
    counts
}

fn sum<'c>(counts: impl Iterator<Item = &'c [u64; 4]>) -> [u64; 4] {
    counts.fold([0; 4], |sum, one| std::array::from_fn(|at| sum[at] + one[at]))
}

#[test]
fn codes_have_the_games_and_the_shares_that_a_plain_count_gives_them() {
    let (_temporary, db) = import(&records());
    let counts = counted(&db);
    let all: u64 = sum(counts.values()).iter().sum();
    let json = |args: &[&str]| -> Vec<Value> {
        let args = [&["openings"], args, &["--format", "json", "--quiet"]].concat();
        serde_json::from_str(&stdout(&db, &args, 0)).unwrap()
    };
    let rows = json(&[]);
    assert!(rows.len() > 5 && rows.len() == counts.len(), "{rows:?}");
    for row in &rows {
        let [red, draws, black, unknown] = counts[row["code"].as_str().unwrap()];
        let told = ["red", "draws", "black", "unknown"].map(|field| row[field].as_u64().unwrap());
        assert_eq!(told, [red, draws, black, unknown], "{row}");
        let games: u64 = told.iter().sum();
        let share = wilson(games as f64, all as f64).unwrap();
        for (field, expected) in ["share", "shareLow", "shareHigh"].into_iter().zip(share) {
            assert!((row[field].as_f64().unwrap() - expected).abs() < 0.051, "{field} of {row}");
        }
        let code = row["code"].as_str().unwrap().parse().unwrap();
        assert_eq!(row["family"], Family::of(code).unwrap().codes(), "{row}");
    }
    // A branch has its rows alone, and its shares are still those of all games.
    let branch = json(&["C"]);
    let of_letter = |row: &&Value| row["code"].as_str().unwrap().starts_with('C');
    assert_eq!(branch, rows.iter().filter(of_letter).cloned().collect::<Vec<_>>());
    for order in ["games", "score", "name"] {
        let sorted = json(&["--sort", order]);
        let key = |row: &Value| match order {
            "games" => Reverse(row["games"].as_u64().unwrap()),
            "score" => Reverse((row["percent"].as_f64().unwrap_or(-1.0) * 10.0) as u64),
            _ => Reverse(0),
        };
        let name = |row: &Value| row["code"].as_str().unwrap().to_owned();
        assert!(sorted.is_sorted_by_key(|row| (key(row), name(row))), "{order}");
        let turned = json(&[&format!("--sort=-{order}")]);
        assert!(turned.iter().rev().is_sorted_by_key(key), "-{order}");
        assert_eq!(json(&["--sort", order, "--limit", "3"]), sorted[..3], "{order}");
    }
}

/// The rows below a place of the tree, those of the next level alone.
fn below(rows: &[OpeningRow], place: usize) -> Vec<&OpeningRow> {
    let depth = rows[place].depth;
    let inside = rows[place + 1..].iter().take_while(|row| row.depth > depth);
    inside.filter(|row| row.depth == depth + 1).collect()
}

#[test]
fn every_branch_of_the_tree_is_the_sum_of_those_below_it() {
    let (_temporary, db) = import(&records());
    let counts = counted(&db);
    let archive = Archive::open(&db).unwrap();
    let matcher = Filter::of(Purpose::Statistics).resolve(&archive).unwrap();
    let games = search(&archive, &SearchQuery::new(matcher)).unwrap().games;
    let score = |row: &OpeningRow| {
        let score = row.score;
        [score.red, score.draw, score.black, score.unknown]
    };
    let tree = |within: &[String]| {
        let list = OpeningList { within, is_tree: true, ..OpeningList::default() };
        list.of(&archive, &games).unwrap()
    };
    let rows = tree(&[]);
    let mut seen = BTreeSet::new();
    for (place, row) in rows.iter().enumerate() {
        let of = |has: &dyn Fn(&str) -> bool| {
            sum(counts.iter().filter(|(code, _)| has(code)).map(|(_, counts)| counts))
        };
        let expected = match row.branch {
            OpeningBranch::All => of(&|_| true),
            OpeningBranch::Letter(letter) => of(&|code| code.starts_with(letter)),
            OpeningBranch::Family(family) => of(&|code| family.has(code.parse().unwrap())),
            OpeningBranch::Code => {
                let code = row.code.unwrap().to_string();
                assert!(seen.insert(code.clone()), "{code} stands twice");
                of(&|it| it == code)
            }
        };
        assert_eq!(score(row), expected, "{row:?}");
        let parts = below(&rows, place);
        if !parts.is_empty() {
            let parts: Vec<[u64; 4]> = parts.into_iter().map(score).collect();
            assert_eq!(sum(parts.iter()), expected, "{row:?}");
        }
    }
    assert_eq!(seen, counts.keys().cloned().collect());
    let top = rows.iter().filter(|row| row.depth == 0 && row.branch != OpeningBranch::All);
    let top: Vec<[u64; 4]> = top.map(score).collect();
    assert_eq!(sum(top.iter()), score(rows.last().unwrap()));
    assert!(rows.iter().any(|row| matches!(row.branch, OpeningBranch::Family(_))));
    // A family of which one code alone is asked for has no row: its number would be another's.
    let of_one = tree(&["C40".to_owned()]);
    assert_eq!(of_one.len(), 2, "{of_one:?}");
    assert_eq!((of_one[0].branch, of_one[0].depth), (OpeningBranch::Code, 0));
    assert_eq!(of_one[0].of, games.len() as u64);
    // The most rows below each branch; all games stay all games.
    let list = OpeningList { most: 1, is_tree: true, ..OpeningList::default() };
    let few = list.of(&archive, &games).unwrap();
    assert!(few.len() < rows.len() && few.last() == rows.last(), "{few:?}");
    for place in 0..few.len() {
        assert!(below(&few, place).len() <= 1, "{few:?}");
    }
}

#[test]
fn a_board_shows_where_an_opening_is_settled() {
    let (_temporary, db) = import(&records());
    let args = ["openings", "顺炮", "--diagram", "--notation", "iccs", "--letters", "latin"];
    let told = stdout(&db, &args, 0);
    assert!(told.contains("顺炮  h2e2 h7e7") || told.contains("顺炮  h2e2 b7e7"), "{told}");
    // Cannons of both sides stand on the middle file.
    let ranks: Vec<&str> = told.lines().filter(|line| line.starts_with(['2', '7'])).collect();
    let middle = |line: &str| line.chars().filter(|c| !c.is_whitespace()).nth(5);
    let cannons: Vec<Option<char>> = ranks.iter().map(|line| middle(line)).collect();
    assert!(cannons.len() == 2, "{told}");
}

/// A row of the table of codes beside the project.
struct Published {
    code: String,
    name: String,
    seen: u64,
}

/// Both sides of a name; `None` for the second behind a name of one side.
fn sides(name: &str) -> (&str, Option<&str>) {
    match name.split_once('对') {
        Some((ours, theirs)) if !ours.is_empty() && !theirs.is_empty() => (ours, Some(theirs)),
        _ => (name, None),
    }
}

/// Whether a name calls an opening of this name: both set-ups stand in it, and whoever plays 五七炮
/// plays a central cannon. A game of one set-up (过宫炮局) is Red's: the opening's name begins with it.
fn calls(asked: &str, name: &str) -> bool {
    let central = ["五六炮", "五七炮", "五八炮", "五九炮"];
    let has = |text: &str, wanted: &str| {
        text.contains(wanted) || wanted == "中炮" && central.iter().any(|it| text.contains(it))
    };
    let begins = |text: &str, wanted: &str| {
        let is_central = wanted == "中炮" && central.iter().any(|it| text.starts_with(it));
        text.starts_with(wanted) || is_central
    };
    let whole = |side: &str| side.trim_end_matches('局').to_owned();
    match (sides(asked), sides(name)) {
        ((first, None), _) if first.ends_with('局') => begins(name, &whole(first)),
        ((first, None), _) => has(name, &whole(first)),
        ((first, Some(second)), (ours, Some(theirs))) => {
            has(ours, &whole(first)) && has(theirs, &whole(second))
        }
        _ => false,
    }
}

#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_games_by_the_name_of_an_opening_are_those_of_its_codes() {
    let text = std::fs::read_to_string(shared("reference/ecco.tsv")).unwrap();
    let rows: Vec<Published> = text
        .lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            let [code, name] = [0, 1].map(|at| cells[at].to_owned());
            Published { code, name, seen: cells[9].parse().unwrap() }
        })
        .collect();
    assert_eq!(rows.len(), 260);
    let mut families: BTreeMap<&str, u64> = BTreeMap::new();
    for row in &rows {
        let main = row.name.split("——").next().unwrap();
        let (ours, theirs) = sides(main);
        for name in [Some(main), Some(ours), theirs].into_iter().flatten() {
            *families.entry(name).or_default() += row.seen;
        }
    }
    let mut families: Vec<(&str, u64)> = families.into_iter().collect();
    families.sort_by_key(|&(name, seen)| (Reverse(seen), name));
    let names = families.iter().take(60).map(|(name, _)| *name);
    let archive = Archive::open(archives()).unwrap();
    let games = |openings: Vec<String>| {
        let filter = Filter { openings, ..Filter::default() };
        let query =
            SearchQuery { places: 0..0, ..SearchQuery::new(filter.resolve(&archive).unwrap()) };
        search(&archive, &query).unwrap().count
    };
    let (mut compared, mut found) = (0, 0);
    for name in names.chain(rows.iter().map(|row| &*row.name)) {
        let family = |code: &str| Family::of(code.parse().unwrap()).unwrap();
        let is_meant =
            |row: &&Published| calls(name, &row.name) || calls(name, family(&row.code).name);
        let codes: Vec<String> = rows.iter().filter(is_meant).map(|row| row.code.clone()).collect();
        assert!(!codes.is_empty(), "{name}");
        let by_name = games(vec![name.to_owned()]);
        assert_eq!(by_name, games(codes), "{name}");
        compared += 1;
        found += by_name;
    }
    println!("{compared} names, {found} games");
    assert!(compared == 320 && found > 100_000);
}
