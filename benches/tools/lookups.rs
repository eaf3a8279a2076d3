//! Times questions to a database and prints a table: many questions of every kind in one process,
//! scans, and whole commands.
//!
//! Positions and names are drawn from games of the database, equally in every run on one database.

use super::corpus::Random;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use xqdb::metadata::{GameResult, LaxDate};
use xqdb::query::PartialBoard;
use xqdb::search::{
    Archive, Filter, GameRow, Look, Mirroring, Order, Purpose, SearchQuery, explore, load, search,
    verify,
};
use xqdb::text::pinyin;
use xqdb::xiangqi::{Position, Square};

/// Number of games from which positions and names are drawn.
const GAMES: usize = 2000;
/// Number of repetitions of slow questions.
const FEW: usize = 100;

/// Prints the table for the database at `path`.
pub(crate) fn run(path: &Path) -> anyhow::Result<()> {
    let begun = Instant::now();
    let archive = Archive::open(path)?;
    let opened = begun.elapsed();
    let mut random = Random(1);
    let games = games(&archive, &mut random);
    println!("{} games\n", archive.facts().alive_ids().len());
    println!("| question | median | p99 | most | of |\n| --- | --- | --- | --- | --- |");
    row("open", vec![opened]);
    positions(&archive, &games, &mut random);
    openings(&archive, &games, &mut random);
    names(&archive, &games);
    commands(path, &games);
    println!("\n| scan | time | positions a second |\n| --- | --- | --- |");
    partial_boards(&archive, &games);
    scan("verify", || verify(&archive).expect("a verdict").postings);
    Ok(())
}

fn games(archive: &Archive, random: &mut Random) -> Vec<GameRow> {
    let last = archive.facts().last_id();
    assert!(archive.facts().alive().next().is_some(), "there are no games");
    std::iter::repeat_with(|| 1 + random.below(last as usize) as u32)
        .filter(|&id| archive.facts().is_alive(id))
        .take(GAMES)
        .map(|id| load(archive, id).expect("a game"))
        .collect()
}

fn position(game: &GameRow, ply: usize) -> Position {
    let mut position = game.start_position();
    for &mv in game.moves.iter().take(ply) {
        position.play_unchecked(mv);
    }
    position
}

/// Times position searches with their first twenty games.
fn positions(archive: &Archive, games: &[GameRow], random: &mut Random) {
    let drawn: Vec<Position> = games.iter().map(|game| position(game, random.below(61))).collect();
    for (what, mirroring, order) in [
        ("position search, first 20 games", Mirroring::Any, Order::Date),
        ("the same, exact", Mirroring::Exact, Order::Date),
        ("the same, newest first", Mirroring::Any, Order::Newest),
    ] {
        let ask = |drawn: &Position| {
            let matcher = Filter::default().resolve(archive).expect("a filter");
            let position = Some(drawn.clone());
            let query = SearchQuery {
                position,
                mirroring,
                order,
                places: 0..20,
                ..SearchQuery::new(matcher)
            };
            for game in search(archive, &query).expect("an answer").games {
                black_box(load(archive, game).expect("a game"));
            }
        };
        row(what, drawn.iter().map(|drawn| time(|| ask(drawn))).collect());
    }
}

/// Times the explorer in the first ten plies.
fn openings(archive: &Archive, games: &[GameRow], random: &mut Random) {
    let start = vec![Position::start(); FEW];
    let drawn: Vec<Position> = games.iter().map(|game| position(game, random.below(11))).collect();
    let mirrored: Vec<Position> = drawn.iter().map(Position::mirror).collect();
    let plain = Filter::of(Purpose::Statistics);
    let ask = |what: &str, positions: &[Position], mirroring: Mirroring, filter: &Filter| {
        let ask = |position: &Position| {
            let matcher = filter.clone().resolve(archive).expect("a filter");
            let look = Look { mirroring, variations: false, latest: 3 };
            black_box(explore(archive, position, &matcher, &look).expect("an answer"));
        };
        row(what, positions.iter().map(|position| time(|| ask(position))).collect());
    };
    ask("explore the start", &start, Mirroring::Any, &plain);
    ask("explore plies 0 to 10", &drawn, Mirroring::Any, &plain);
    ask("the same, in the mirror", &mirrored, Mirroring::Any, &plain);
    ask("the same, exact", &drawn, Mirroring::Exact, &plain);
    let named = games.iter().find(|game| game.red.is_some() && game.event.is_some());
    let (name, event) = named.map_or((None, None), |game| (game.red.clone(), game.event.clone()));
    let player = Filter { players: name.iter().cloned().collect(), ..plain.clone() };
    let red = Filter { red: name.clone(), ..plain.clone() };
    let at_event = Filter { event, ..plain.clone() };
    let (since, until) = (LaxDate::new(1980, 0, 0), LaxDate::new(1999, 0, 0));
    let years = Filter { since, until, ..plain.clone() };
    let won = Filter { result: Some(GameResult::RedWins), ..plain.clone() };
    let long = Filter { min_plies: Some(60), ..plain.clone() };
    let all = Filter {
        players: player.players.clone(),
        red: red.red.clone(),
        event: at_event.event.clone(),
        since,
        until,
        result: won.result,
        min_plies: long.min_plies,
        ..plain.clone()
    };
    for (what, filter) in [
        ("a player", player),
        ("a player with Red", red),
        ("an event", at_event),
        ("twenty years", years),
        ("a result", won),
        ("at least 60 plies", long),
        ("all of these", all),
    ] {
        ask(&format!("explore the start, {what}"), &start[..20], Mirroring::Any, &filter);
        ask(&format!("plies 0 to 10, {what}"), &drawn[..FEW], Mirroring::Any, &filter);
        ask(&format!("in the mirror, {what}"), &mirrored[..FEW], Mirroring::Any, &filter);
    }
}

/// Times the search for ids of names.
fn names(archive: &Archive, games: &[GameRow]) {
    let players = || games.iter().filter_map(|game| game.red.clone()).take(FEW);
    let events = || games.iter().filter_map(|game| game.event.clone()).take(FEW);
    let part = |name: String| name.chars().take(2).collect::<String>();
    let ask = |what: &str, filters: Vec<Filter>| {
        let ask = |filter: Filter| drop(black_box(filter.resolve(archive).expect("a filter")));
        row(what, filters.into_iter().map(|filter| time(|| ask(filter))).collect());
    };
    let player = |name| Filter { players: vec![name], ..Filter::default() };
    let event = |name| Filter { event: Some(name), ..Filter::default() };
    ask("player by part of the name", players().map(part).map(player).collect());
    ask("player by pinyin", players().map(|name| pinyin(&name)).map(player).collect());
    ask("event by part of the name", events().map(part).map(event).collect());
}

/// Times whole commands, if the program lies beside this tool.
fn commands(db: &Path, games: &[GameRow]) {
    let Some(program) = program() else { return };
    let moves = |ply: usize| {
        let moves: Vec<String> = games[0].moves.iter().take(ply).map(ToString::to_string).collect();
        moves.join(" ")
    };
    let player = games.iter().find_map(|game| game.red.clone()).unwrap_or_default();
    let (two, ten, thirty) = (moves(2), moves(10), moves(30));
    for args in [
        &["search", "--moves", &two][..],
        &["search", "--moves", &ten],
        &["search", "--moves", &thirty],
        &["search", "--player", &player],
        &["explore"],
        &["explore", "--moves", &ten],
    ] {
        let run = || {
            let mut command = Command::new(&program);
            command.args(args).env("XQDB_DB", db).stdout(Stdio::null()).stderr(Stdio::null());
            command.status().expect("the program runs");
        };
        let said = args.iter().map(|arg| if arg.len() > 24 { "..." } else { *arg });
        let said: Vec<&str> = said.collect();
        row(&format!("`xqdb {}`", said.join(" ")), (0..20).map(|_| time(run)).collect());
    }
}

fn program() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    let program = own.parent()?.parent()?.join(format!("xqdb{}", std::env::consts::EXE_SUFFIX));
    program.is_file().then_some(program)
}

/// Times partial boards: a rare one, one that fits at once, and one from a game.
fn partial_boards(archive: &Archive, games: &[GameRow]) {
    let drawn = position(&games[0], 40);
    let rows = (0..10).rev().map(|rank| {
        let points =
            (0..9).map(|file| match Square::at(file, rank).and_then(|at| drawn.piece_at(at)) {
                Some(piece) if file < 5 => piece.fen_letter(),
                _ => '?',
            });
        points.collect::<String>()
    });
    let drawn = rows.collect::<Vec<_>>().join("/");
    let all = Filter::default().resolve(archive).expect("a filter");
    let positions: u64 = archive.facts().alive().map(|(_, fact)| u64::from(fact.plies) + 1).sum();
    for (what, text) in [
        ("contains a red pawn on e9", "????P????/////////"),
        ("contains a king that left its palace's middle", "???k?????/????.????////////"),
        ("contains half a board of a game", &drawn),
    ] {
        let pattern: PartialBoard = text.parse().expect("a partial board");
        let query =
            SearchQuery { contains: vec![pattern], places: 0..20, ..SearchQuery::new(all.clone()) };
        scan(what, || {
            black_box(search(archive, &query).expect("an answer"));
            positions
        });
    }
}

fn time(ask: impl FnOnce()) -> Duration {
    let begun = Instant::now();
    ask();
    begun.elapsed()
}

fn row(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |share: f64| text(times[((times.len() - 1) as f64 * share) as usize]);
    println!("| {what} | {} | {} | {} | {} |", at(0.5), at(0.99), at(1.0), times.len());
}

/// Times a scan; the best of three runs counts.
fn scan(what: &str, mut work: impl FnMut() -> u64) {
    let mut runs: Vec<(Duration, u64)> = (0..3)
        .map(|_| {
            let begun = Instant::now();
            let positions = work();
            (begun.elapsed(), positions)
        })
        .collect();
    runs.sort();
    let (took, positions) = runs[0];
    let millions = positions as f64 / took.as_secs_f64() / 1e6;
    println!("| {what} | {} | {millions:.0} million |", text(took));
}

fn text(time: Duration) -> String {
    let milliseconds = time.as_secs_f64() * 1e3;
    match milliseconds {
        ..0.1 => format!("{milliseconds:.3} ms"),
        ..10.0 => format!("{milliseconds:.2} ms"),
        _ => format!("{milliseconds:.0} ms"),
    }
}
