//! `repertoire`, by counting beginnings.

use super::super::{Said, behind, check_share, counted, mirror_fen, mirror_move, wilson};
use super::desk::Desk;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};

const DEPTH: usize = 5;

/// Positions and moves.
type Line = Vec<(String, String)>;

/// The first moves of a game, turned to Red's right side where both sides are alike.
fn turned(steps: &[(String, Option<String>, bool)]) -> Line {
    let (mut line, mut is_mirrored) = (Vec::new(), false);
    for (fen, mv, _) in steps.iter().take(DEPTH) {
        let Some(mv) = mv else { break };
        let (mut fen, mut mv) = match is_mirrored {
            true => (mirror_fen(fen), mirror_move(mv)),
            false => (fen.clone(), mv.clone()),
        };
        let files = |mv: &str| [mv.as_bytes()[0], mv.as_bytes()[2]];
        if mirror_fen(&fen) == fen && files(&mv) < files(&mirror_move(&mv)) {
            is_mirrored = !is_mirrored;
            (fen, mv) = (mirror_fen(&fen), mirror_move(&mv));
        }
        line.push((fen, mv));
    }
    line
}

fn up_to(line: &Line, path: &[String]) -> bool {
    line.len() >= path.len() && path.iter().zip(line).all(|(wanted, (_, mv))| wanted == mv)
}

/// The games of a player with a side, in whose place is his name.
fn lines(desk: &Desk, name: &str, place: usize) -> Vec<(usize, Line)> {
    let games = (0..desk.known.len()).filter(|&game| {
        let known = &desk.known[game];
        known.said.is_game && known.names[place].as_deref() == Some(name)
    });
    let games = desk.once(games).into_iter().filter(|&game| desk.known[game].is_standard);
    games.map(|game| (game, turned(&desk.oracle.games[game].steps))).collect()
}

/// What everybody plays in a position: the games that come there, and of each move those in which
/// it is played.
pub(super) fn everybody(desk: &Desk, fen: &str) -> (usize, BTreeMap<String, BTreeSet<usize>>) {
    let is_symmetric = mirror_fen(fen) == fen;
    let mut places = desk.places(fen);
    places.retain(|&(game, ..)| desk.known[game].said.is_game);
    let games = desk.once(places.iter().map(|&(game, ..)| game));
    let mut played: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (game, step, is_mirrored) in places {
        let Some(mv) = &desk.oracle.games[game].steps[step].1 else { continue };
        let mv = if is_mirrored { mirror_move(mv) } else { mv.clone() };
        let mv = if is_symmetric { mv.clone().min(mirror_move(&mv)) } else { mv };
        if games.contains(&game) {
            played.entry(mv).or_default().insert(game);
        }
    }
    (games.len(), played)
}

/// Compares the repertoires of these players, each beside everybody and beside another, and what
/// changed from period to period. How many moves were compared.
pub(super) fn compare(desk: &Desk, names: &[&str], beside: &str) -> usize {
    let mut known: HashMap<String, (usize, BTreeMap<String, BTreeSet<usize>>)> = HashMap::new();
    let mut compared = 0;
    for (side, place) in [("red", 0), ("black", 1)] {
        for name in names {
            let (his, others) = (lines(desk, name, place), lines(desk, beside, place));
            let depth = DEPTH.to_string();
            let mut args = vec!["repertoire", name, "--as", side, "--depth", &depth];
            args.extend(["--min-games", "1", "--played", "all"]);
            let args = [&args[..], &["--names", "exact", "--notation", "iccs"]].concat();
            let status = i32::from(his.is_empty());
            let beside_all = desk.json(&args, status);
            let beside = desk.json(&[&args[..], &["--compare", beside]].concat(), status);
            let changes = desk.json(&[&args[..], &["--per", "year"]].concat(), status);
            let mut changes = changes.iter().peekable();
            let paths: BTreeSet<Vec<&str>> = his
                .iter()
                .flat_map(|(_, line)| (1..=line.len()).map(|len| uci(&line[..len])))
                .collect();
            assert_eq!(beside_all.len(), paths.len(), "{name} {side}");
            let mut path: Vec<String> = Vec::new();
            for (row, other) in beside_all.iter().zip(&beside) {
                path.truncate(row["ply"].as_u64().unwrap() as usize - 1);
                path.push(row["uci"].as_str().unwrap().to_owned());
                let what = format!("{name} {side} {path:?}");
                let (before, _) = path.split_at(path.len() - 1);
                let with = |path: &[String]| -> Vec<usize> {
                    let games = his.iter().filter(|(_, line)| up_to(line, path));
                    games.map(|(game, _)| *game).collect()
                };
                let (here, chances) = (with(&path), with(before));
                own(desk, row, (&here, &chances, place), &what);
                let (_, line) = his.iter().find(|(_, line)| up_to(line, &path)).unwrap();
                let (fen, mv) = &line[path.len() - 1];
                let is_symmetric = mirror_fen(fen) == *fen;
                let mv = if is_symmetric { mv.clone().min(mirror_move(mv)) } else { mv.clone() };
                let all = known.entry(fen.clone()).or_insert_with(|| everybody(desk, fen));
                assert_eq!(row["otherGames"], all.1[&mv].len(), "{what}");
                let of_all = behind(all.1[&mv].iter().map(|&game| &desk.known[game].said));
                for (field, count) in of_all {
                    let field = format!("other{}{}", field[..1].to_uppercase(), &field[1..]);
                    assert_eq!(row[&field], count, "{what}: {field}");
                }
                assert_eq!(row["otherChances"], all.0, "{what}");
                let theirs = others.iter().filter(|(_, line)| up_to(line, &path)).count();
                assert_eq!(other["otherGames"], theirs, "{what}");
                let its_own =
                    std::iter::from_fn(|| changes.next_if(|change| change["line"] == row["line"]));
                periods(desk, &its_own.collect::<Vec<_>>(), (&here, &chances), &what);
                compared += 1;
            }
            assert!(changes.next().is_none(), "{name} {side}");
        }
    }
    compared
}

/// What a row says of his own games.
fn own(desk: &Desk, row: &Value, (here, chances, place): (&[usize], &[usize], usize), what: &str) {
    let sides: Vec<&Said> = here.iter().map(|&game| &desk.known[game].said).collect();
    assert_eq!(row["games"], here.len(), "{what}");
    assert_eq!(row["chances"], chances.len(), "{what}");
    let won = ["1-0", "0-1"][place];
    let won = sides.iter().filter(|said| said.result == won).count();
    assert_eq!(row["won"], won, "{what}");
    let plain = counted(&sides);
    for field in ["draws", "unknown", "events", "eventGames"] {
        assert_eq!(row[field], plain[field], "{what}: {field}");
    }
    let opponents = here.iter().filter_map(|&game| desk.known[game].players[1 - place].as_ref());
    assert_eq!(row["players"], opponents.collect::<BTreeSet<_>>().len(), "{what}");
    check_share(row, ["won", "draws", "lost"]);
    check_chosen(row, (here.len(), chances.len()), what);
}

/// How often a move was chosen, and the interval in which that lies.
fn check_chosen(row: &Value, (games, chances): (usize, usize), what: &str) {
    let expected = wilson(games as f64, chances as f64).unwrap();
    for (field, value) in ["chosen", "chosenLow", "chosenHigh"].into_iter().zip(expected) {
        let told = row[field].as_f64().unwrap();
        assert!((told - value).abs() < 0.051, "{what}: {field} {told}, not {value}");
    }
}

/// What is told of each year in which there was the choice.
fn periods(desk: &Desk, rows: &[&Value], (here, chances): (&[usize], &[usize]), what: &str) {
    let by_year = |games: &[usize]| {
        let mut years: BTreeMap<u32, usize> = BTreeMap::new();
        let known = games.iter().filter_map(|&game| desk.known[game].said.year);
        known.for_each(|year| *years.entry(year).or_default() += 1);
        years
    };
    let (here, chances) = (by_year(here), by_year(chances));
    assert_eq!(rows.len(), chances.len(), "{what}");
    for (row, (year, &chances)) in rows.iter().zip(&chances) {
        let games = here.get(year).copied().unwrap_or(0);
        assert_eq!(row["period"], *year, "{what}");
        assert_eq!((&row["games"], &row["chances"]), (&games.into(), &chances.into()), "{what}");
        check_chosen(row, (games, chances), &format!("{what} in {year}"));
    }
}

fn uci(line: &[(String, String)]) -> Vec<&str> {
    line.iter().map(|(_, mv)| mv.as_str()).collect()
}
