//! `first`, `novelty`, `life`, `endings`, `repertoire` and `player` against plain programs, on
//! games made up for it: few moves to choose from, so that lines meet and part again, some of them
//! mirrored; dates known in part, or not at all. And on real archives: copies of games, doubted
//! dates, manuals and handicaps.
//!
//! The plain programs go through every position of every game. They take from the program which
//! games there are, with their moves, names, dates and results, and which are copies of which.

mod desk;
mod endings;
mod first;
mod novelty;
mod player;
mod repertoire;

use super::{START, Said, compare_life};
use crate::common::games::Dice;
use crate::common::shared;
use desk::{Desk, Known};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use xqdb::xiangqi::Position;

const HANDICAP: &str = "[Date \"1850\"]\n[Result \"1-0\"]\n\
    [FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1\"]\n\n\
    h2e2 h9g7 h0g2 1-0\n";
const NAMES: [&str; 5] = ["Adan", "Beno", "Cyro", "Dima", "Elio"];
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// A game of a year that the other games of both its players make doubtful.
fn game_of_a_doubtful_year() -> String {
    let game = |(year, moves): &(u16, &str)| {
        format!("\n[Red \"Adan\"]\n[Black \"Beno\"]\n[Date \"{year}\"]\n\n{moves} 1-0\n")
    };
    let moves = "h2e2 h9g7 h0g2 i9h9";
    [(1850, "a3a4 i6i5 a4a5 i5i4"), (1980, moves), (1981, moves), (1982, moves), (1983, moves)]
        .iter()
        .zip(["", " a3a4", " c3c4", " e3e4", " g3g4"])
        .map(|((year, moves), last)| game(&(*year, &format!("{moves}{last}"))))
        .collect()
}

fn made_up() -> String {
    let mut dice = Dice(20_261_122);
    let mut text = String::new();
    for number in 0..120 {
        let mut position = Position::start();
        let mut moves = Vec::new();
        let is_mirrored = dice.below(4) == 0;
        for ply in 0..8 + dice.below(40) {
            let mut legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            legal.sort_by_key(|mv| (position.piece_at(mv.to).is_none(), mv.to_string()));
            // Captures first, so that material changes; else two moves to choose from.
            let captures = legal.iter().filter(|mv| position.piece_at(mv.to).is_some()).count();
            let place = if ply < 10 { dice.below(2) * 7 } else { dice.below(captures.max(2)) };
            let mv = legal[place % legal.len()];
            position.play_unchecked(mv);
            let mv = if is_mirrored { mv.mirror() } else { mv };
            moves.push(mv.to_string());
        }
        let year = 1950 + dice.below(8);
        let date = match dice.below(6) {
            0 => String::new(),
            1 => format!("{year}"),
            2 => format!("{year}.{:02}", 1 + dice.below(12)),
            _ => format!("{year}.{:02}.{:02}", 1 + dice.below(12), 1 + dice.below(28)),
        };
        let red = dice.below(5);
        let black = (red + 1 + dice.below(4)) % 5;
        let result = RESULTS[dice.below(4)];
        let _ = write!(
            text,
            "[Game \"Chinese Chess\"]\n[Event \"Cup {}\"]\n[Round \"{number}\"]\n[Red \"{}\"]\n\
             [Black \"{}\"]\n[Date \"{date}\"]\n[Result \"{result}\"]\n\n{}\n{result}\n\n",
            dice.below(3),
            NAMES[red],
            NAMES[black],
            moves.join(" "),
        );
    }
    text
}

fn desk() -> Desk {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("made-up.pgn"), made_up()).unwrap();
    let desk = Desk::of(&[folder.path()]);
    assert!(desk.known.len() > 100, "{}", desk.known.len());
    desk
}

#[test]
fn who_was_first_is_what_a_plain_search_says() {
    let desk = desk();
    let mut fens = desk.some(20, 1);
    fens.push(START);
    let standings = first::compare(&desk, &fens);
    for standing in ["first", "may-be-first", "runner-up", "no-date"] {
        assert!(standings.contains_key(standing), "{standings:?}");
    }
}

#[test]
fn novelties_are_what_comparing_every_game_with_every_other_says() {
    let deep = novelty::compare(&desk(), 6);
    assert!(deep > 20, "{deep}");
}

#[test]
fn endings_are_what_counting_men_says() {
    let found = endings::compare(&desk(), 10);
    assert!(found > 40, "{found}");
}

#[test]
fn a_repertoire_is_what_counting_beginnings_says() {
    let compared = repertoire::compare(&desk(), &NAMES[..3], NAMES[0]);
    assert!(compared > 100, "{compared}");
}

#[test]
fn a_page_about_a_player_is_what_counting_games_says() {
    let compared = player::compare(&desk(), &NAMES[..3]);
    assert!(compared > 100, "{compared}");
}

fn compare_lives(desk: &Desk, fens: &[&str]) {
    for fen in fens {
        let games = desk.places(fen).into_iter().map(|(game, ..)| game);
        let games = desk.once(desk.of_people(games));
        let games: Vec<&Said> = games.into_iter().map(|game| &desk.known[game].said).collect();
        compare_life(&desk.db, fen, &games);
    }
}

/// The players with the most games.
fn busiest(desk: &Desk, count: usize) -> Vec<&str> {
    let mut games: BTreeMap<&str, usize> = BTreeMap::new();
    for known in desk.known.iter().filter(|known| known.said.is_game && !known.is_copy()) {
        known.names.iter().flatten().for_each(|name| *games.entry(name).or_default() += 1);
    }
    let mut names: Vec<(usize, &str)> = games.into_iter().map(|(name, of)| (of, name)).collect();
    names.sort_unstable();
    names.into_iter().rev().map(|(_, name)| name).take(count).collect()
}

/// One database for all five, as reading the archives takes longest.
#[test]
#[ignore = "reads a part of the archives in ../shared; .ci/run runs it where they are"]
fn archives_have_the_history_that_plain_programs_say() {
    let parts = ["cbl-old", "wukong", "xqf-collections/古谱篇/03《橘中秘》朱晋桢"];
    let mut parts: Vec<PathBuf> = parts.map(|part| shared("corpus").join(part)).into();
    // No manual and no handicap there has a date, and no date is doubted without a better one.
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("own.pgn"), HANDICAP.to_owned() + &game_of_a_doubtful_year())
        .unwrap();
    parts.push(folder.path().to_owned());
    let desk = Desk::of(&parts.iter().map(PathBuf::as_path).collect::<Vec<&Path>>());
    let copies = desk.known.iter().filter(|known| known.is_copy()).count();
    let doubted = desk.known.iter().filter(|known| known.doubted.is_some()).count();
    let others = desk.known.iter().filter(|known| !known.said.is_game).count();
    println!("{} games: {copies} copies, {doubted} doubted, {others} others", desk.known.len());
    assert!(copies > 0 && doubted > 0 && others > 0);
    let mut fens = desk.some(8, 40);
    fens.extend(desk.some(4, 1));
    fens.push(START);
    // Where games of a doubted date and dated handicaps end.
    let ends = |is_wanted: &dyn Fn(&Known) -> bool| -> Vec<&str> {
        let games = desk.oracle.games.iter().zip(&desk.known);
        let games = games.filter(|(_, known)| is_wanted(known) && !known.is_copy());
        games.filter_map(|(game, _)| Some(game.steps.last()?.0.as_str())).take(4).collect()
    };
    fens.extend(ends(&|known| known.doubted.is_some() && known.said.is_game));
    fens.extend(ends(&|known| known.days.is_some() && !known.said.is_game));
    let standings = first::compare(&desk, &fens);
    println!("first: {standings:?}");
    let all = ["first", "may-be-first", "runner-up", "doubtful-date", "other-kind", "no-date"];
    assert_eq!(standings.keys().map(String::as_str).collect::<BTreeSet<_>>(), BTreeSet::from(all));
    compare_lives(&desk, &fens[..13]);
    let deep = novelty::compare(&desk, 400);
    let found = endings::compare(&desk, 6);
    let names = busiest(&desk, 3);
    let compared = repertoire::compare(&desk, &names[..2], names[2]);
    let rows = player::compare(&desk, &names[..2]);
    assert!(rows > 100, "{rows}");
    println!("{deep} novelties, {found} games with endings, {compared} moves of {names:?}");
    assert!(deep > 500 && found > 8 && compared > 500);
}
