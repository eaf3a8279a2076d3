//! `endings`, by counting men.

use super::super::{Said, check_share, counted};
use super::desk::Desk;
use crate::common::games::Dice;
use std::collections::BTreeMap;

/// The men of both sides, kings apart.
const LETTERS: &str = "RNCABPrncabp";

/// How many men of each letter stand on a board.
type Men = [usize; LETTERS.len()];

fn men(fen: &str) -> Men {
    let mut men = [0; LETTERS.len()];
    let board = fen.split(' ').next().unwrap();
    board.chars().filter_map(|c| LETTERS.find(c)).for_each(|letter| men[letter] += 1);
    men
}

fn exchanged(men: &Men) -> Men {
    let mut other = *men;
    other.rotate_left(LETTERS.len() / 2);
    other
}

fn written(men: &Men) -> String {
    let army = |letters: std::ops::Range<usize>| {
        let own = letters.map(|at| LETTERS[at..=at].to_ascii_uppercase().repeat(men[at]));
        let text: String = own.collect();
        if text.is_empty() { "bare".to_owned() } else { text }
    };
    let half = LETTERS.len() / 2;
    format!("{}-{}", army(0..half), army(half..LETTERS.len()))
}

/// Whether Red has the first army. Advisors and elephants of the first army are free where none are
/// named, but other men are; with any guards, those of the second army are, too.
fn is_wanted(men: &Men, wanted: &Men, guards: &str) -> bool {
    let half = LETTERS.len() / 2;
    let is_army = |from: usize, letters: &str| {
        let named = &wanted[from..from + half];
        let of_men = &men[from..from + half];
        let is_free = |at: usize| letters[at..].starts_with(['A', 'B', 'a', 'b']);
        let defenders: usize = (0..half).filter(|&at| is_free(at)).map(|at| named[at]).sum();
        let are_free =
            (from == 0 || guards == "any") && defenders == 0 && named.iter().sum::<usize>() > 0;
        (0..half).all(|at| of_men[at] == named[at] || are_free && is_free(at))
    };
    is_army(0, &LETTERS[..half]) && is_army(half, &LETTERS[half..])
}

/// Compares what is told of the material of some moments, which the dice choose. How many games
/// were found in all.
pub(super) fn compare(desk: &Desk, moments: usize) -> usize {
    let material: Vec<Vec<Men>> = desk
        .oracle
        .games
        .iter()
        .map(|game| game.steps.iter().map(|(fen, ..)| men(fen)).collect())
        .collect();
    let (mut dice, mut found) = (Dice(7), 0);
    for _ in 0..moments {
        let game = &material[dice.below(material.len())];
        let wanted = game[dice.below(game.len())];
        for (at, guards) in [("any", "named"), ("end", "named"), ("any", "any")] {
            found += one(desk, &material, &wanted, (at, guards));
        }
    }
    found
}

/// Side, then ply, captures, length, plies.
type Row = (&'static str, [usize; 4]);

fn one(desk: &Desk, material: &[Vec<Men>], wanted: &Men, (at, guards): (&str, &str)) -> usize {
    let text = written(wanted);
    let mut expected: BTreeMap<&str, (usize, Row)> = BTreeMap::new();
    for game in desk.once(desk.of_people(0..material.len())) {
        let material = &material[game];
        let is_wanted = |men: &Men| is_wanted(men, wanted, guards);
        let fits = |men: &Men| is_wanted(men) || is_wanted(&exchanged(men));
        let last = material.len() - 1;
        let first = match at {
            "any" => material.iter().position(fits),
            _ => fits(&material[last])
                .then(|| material.iter().rposition(|men| !fits(men)).map_or(0, |ply| ply + 1)),
        };
        let Some(ply) = first else { continue };
        let same = material[ply..].iter().take_while(|men| fits(men)).count();
        // The last of a stretch is the ply that ends it, or the end of the game.
        let length = if ply + same > last { last - ply } else { same };
        let total = |men: &Men| men.iter().sum::<usize>();
        let side = if is_wanted(&material[ply]) { "red" } else { "black" };
        let captures = total(&material[0]) - total(&material[ply]);
        expected
            .insert(&desk.oracle.games[game].key, (game, (side, [ply, captures, length, last])));
    }
    let status = i32::from(expected.is_empty());
    let args = ["endings", &text, "--at", at, "--guards", guards];
    let rows = desk.json(&[&args[..], &["--games", "--limit", "0"]].concat(), status);
    let told: BTreeMap<&str, (&str, [usize; 4])> = rows
        .iter()
        .map(|row| {
            let numbers = ["ply", "captures", "length", "plies"]
                .map(|field| row[field].as_u64().unwrap() as usize);
            (row["key"].as_str().unwrap(), (row["side"].as_str().unwrap(), numbers))
        })
        .collect();
    let rows: BTreeMap<&str, Row> = expected.iter().map(|(key, (_, row))| (*key, *row)).collect();
    assert_eq!(told, rows, "{text} at {at}, {guards}");
    let all = desk.json(&args, status);
    let all = all.last().unwrap();
    let of_games: Vec<&Said> = expected.values().map(|(game, _)| &desk.known[*game].said).collect();
    let plain = counted(&of_games);
    for field in
        ["games", "draws", "unknown", "players", "events", "playerGames", "eventGames", "others"]
    {
        assert_eq!(all[field], plain[field], "{text} at {at}: {field}");
    }
    let won = expected.values().zip(&of_games).filter(|((_, (side, _)), said)| {
        said.is_game && said.result == if *side == "red" { "1-0" } else { "0-1" }
    });
    assert_eq!(all["won"], won.count(), "{text} at {at}");
    check_share(all, ["won", "draws", "lost"]);
    expected.len()
}
