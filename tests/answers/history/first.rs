//! `first`, by looking at every game.

use super::super::{mirror_fen, mirror_move};
use super::desk::{Days, Desk};
use std::collections::BTreeMap;

/// Standing, key, ply, and whether the game has the mirror image only.
type Told = (String, String, u64, bool);

/// Compares the answers about these positions, and about a move played in each. How often each
/// standing was told.
pub(super) fn compare(desk: &Desk, fens: &[&str]) -> BTreeMap<String, usize> {
    let mut standings: BTreeMap<String, usize> = BTreeMap::new();
    for &fen in fens {
        let place = desk.oracle.places.get(fen).map(|places| places[0]);
        let mv = place.and_then(|(game, step)| desk.oracle.games[game].steps[step].1.clone());
        for mv in [None, mv.as_deref()] {
            let mut args = vec!["first", "--played", "all", "--fen", fen, "--limit", "0"];
            args.extend(mv.map(|mv| ["--move", mv]).into_iter().flatten());
            let (expected, games) = expected(desk, fen, mv);
            let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
            let told: Vec<Told> = desk
                .json(&args, i32::from(games == 0))
                .iter()
                .map(|row| {
                    let (ply, mirrored) = (row["ply"].as_u64(), row["mirrored"].as_bool());
                    (text(&row["standing"]), text(&row["key"]), ply.unwrap(), mirrored.unwrap())
                })
                .collect();
            assert_eq!(told, expected, "{fen} {mv:?}");
            for (standing, ..) in told {
                *standings.entry(standing).or_default() += 1;
            }
            if mv.is_none() && place.is_some() {
                assert!(games > 0, "{fen}");
            }
        }
    }
    standings
}

/// Every game that is to be told, and how many come there.
fn expected(desk: &Desk, fen: &str, mv: Option<&str>) -> (Vec<Told>, usize) {
    let is_symmetric = mirror_fen(fen) == fen;
    let mut reached: BTreeMap<usize, (usize, bool)> = BTreeMap::new();
    for (game, step, is_mirrored) in desk.places(fen) {
        let played = desk.oracle.games[game].steps[step].1.as_deref();
        let plays = mv.is_none_or(|mv| {
            let other = mirror_move(mv);
            let here = if is_mirrored { &*other } else { mv };
            played == Some(here) || is_symmetric && played == Some(&*other)
        });
        if plays {
            let (first, mirrored_only) = reached.entry(game).or_insert((usize::MAX, true));
            *first = (*first).min(step + usize::from(mv.is_some()));
            *mirrored_only &= is_mirrored;
        }
    }
    let once = desk.once(reached.keys().copied());
    let of = |is_wanted: &dyn Fn(usize) -> Option<Days>| -> Vec<(Days, &str, usize)> {
        let games = once.iter();
        let games = games.filter_map(|&game| {
            Some((is_wanted(game)?, desk.oracle.games[game].key.as_str(), game))
        });
        let mut games: Vec<_> = games.collect();
        games.sort_by_key(|&(days, key, _)| (days.0, key));
        games
    };
    let known = |game: usize| &desk.known[game];
    let is_game = |game: usize| known(game).said.is_game;
    let played = of(&|game| known(game).days.filter(|_| is_game(game)));
    let by = played.iter().map(|(days, ..)| days.1).min().unwrap_or(u32::MAX);
    let (early, later): (Vec<_>, Vec<_>) = played.into_iter().partition(|(days, ..)| days.0 <= by);
    let next = later.iter().map(|(days, ..)| days.0).min();
    let runners_up = later.into_iter().filter(|(days, ..)| Some(days.0) == next).collect();
    let up_to = |mut games: Vec<(Days, _, _)>| {
        games.retain(|(days, ..)| days.0 <= by);
        games
    };
    let doubtful = up_to(of(&|game| known(game).doubted.filter(|_| is_game(game))));
    let others = up_to(of(&|game| known(game).days.filter(|_| !is_game(game))));
    let is_undated =
        |game: usize| known(game).days.is_none() && known(game).doubted.is_none() && is_game(game);
    let undated = of(&|game| is_undated(game).then_some((0, 0)));
    let name = if early.len() == 1 { "first" } else { "may-be-first" };
    let all = [
        (name, early),
        ("runner-up", runners_up),
        ("doubtful-date", doubtful),
        ("other-kind", others),
        ("no-date", undated),
    ];
    let told = all.into_iter().flat_map(|(name, games)| {
        games.into_iter().map(move |(_, key, game)| (name.to_owned(), key.to_owned(), game))
    });
    let told = told.map(|(name, key, game)| {
        let (ply, is_mirrored) = reached[&game];
        (name, key, ply as u64, is_mirrored)
    });
    (told.collect(), once.len())
}
