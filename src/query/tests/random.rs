//! The fast evaluator and the plain one agree on random queries and games.

use super::generate::{game, noise, query};
use super::plain::Game;
use crate::query::{Evaluator, Header, Headers, Library, Matches, Plan, Query};
use crate::xiangqi::Position;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::ops::Range;

/// Number of queries: that of the variable `XQDB_QUERIES`, or else `usual`.
fn cases(usual: u32) -> u32 {
    std::env::var("XQDB_QUERIES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn says(game: &Game, plan: &Plan) -> Vec<bool> {
    let says = |header: &Header| match header {
        Header::Result(results) => results.contains(&game.result),
        Header::Year(numbers) => game.year.is_some_and(|year| numbers.contains(year)),
        Header::Plies(numbers) => numbers.contains(game.moves.len() as u32),
        other => panic!("not generated: {other:?}"),
    };
    plan.headers().iter().map(says).collect()
}

fn moves(game: &Game) -> Vec<[u8; 2]> {
    game.moves.iter().map(|mv| mv.bytes()).collect()
}

#[test]
fn the_fast_evaluator_finds_what_the_plain_one_finds() {
    agree(cases(1_000), 1..3);
}

#[test]
#[ignore = "the long form takes hours: cargo test --release --lib query -- --ignored"]
fn the_fast_evaluator_finds_what_the_plain_one_finds_at_length() {
    agree(cases(100_000), 200..201);
}

/// Games of other programs may continue after mate.
#[test]
fn a_king_that_is_taken_was_mated() {
    let start = Position::from_fen("3k5/4R4/2C2a3/9/6b2/9/9/9/9/3Kp4 b").unwrap();
    let game = Game::new(start, vec!["e0d0".parse().unwrap()]);
    for text in ["mate", "check, mate", "mate, move p takes K", "mate next not mate"] {
        let query = Query::read(text, Library::prelude()).unwrap();
        let plan = query.plan();
        let mut evaluator = Evaluator::new(&plan);
        evaluator.begin(&game.positions[0], &moves(&game));
        assert_eq!(game.truth(query.condition()), [true, false], "{text}");
        let found = evaluator.matches(&Headers::NONE);
        assert_eq!(found, Some(Matches::Plies(vec![0])), "{text}");
    }
}

/// Compares the evaluators on random queries and games, each as it is, mirrored or swapped.
fn agree(cases: u32, games: Range<usize>) {
    let games = vec((0..3_usize, game(24)), games);
    let config =
        Config { cases, failure_persistence: None, max_shrink_time: 30_000, ..Config::default() };
    let outcome = TestRunner::new(config).run(&(query(), games), |(text, games)| {
        let query = Query::read(&text, Library::prelude())
            .map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
        let condition = query.condition();
        let plan = query.plan();
        let again = (!text.contains("def ")).then(|| spelled_again(&query)).transpose()?;
        let mut evaluator = Evaluator::new(&plan);
        for (turn, game) in games {
            let game = match turn {
                0 => game,
                1 => game.mirrored(),
                _ => game.swapped(),
            };
            let said = says(&game, &plan);
            let headers = Headers(&said);
            let truth = game.truth(condition);
            let plies: Vec<u32> =
                (0..).zip(truth).filter(|(_, holds)| *holds).map(|(moment, _)| moment).collect();
            let expected = match () {
                () if plies.is_empty() => None,
                () if condition.is_whole() => Some(Matches::Whole),
                () => Some(Matches::Plies(plies)),
            };
            evaluator.begin(&game.positions[0], &moves(&game));
            evaluator.evaluated(game.line());
            prop_assert_eq!(evaluator.holds(&headers), expected.is_some(), "{}", text);
            prop_assert_eq!(evaluator.matches(&headers), expected.clone(), "{}", text);
            evaluator.begin(&game.positions[0], &moves(&game));
            evaluator.evaluated(game.line());
            prop_assert_eq!(evaluator.matches(&headers), expected.clone(), "{}", text);
            let is_reached = evaluator.reached(&headers) == plan.steps().len();
            prop_assert_eq!(is_reached, expected.is_some(), "{}", text);
            if let Some(again) = &again {
                let mut evaluator = Evaluator::new(again);
                evaluator.begin(&game.positions[0], &moves(&game));
                evaluator.evaluated(game.line());
                let said = says(&game, again);
                prop_assert_eq!(evaluator.matches(&Headers(&said)), expected.clone(), "{}", text);
            }
            if let Some(decided) =
                plan.on_headers(&|header| Some(said[header]), game.is_evaluated())
            {
                prop_assert_eq!(decided, expected.is_some(), "{}", text);
            }
            if expected.is_some() {
                for list in plan.positions() {
                    prop_assert!(game.positions.iter().any(|here| list.contains(here)), "{}", text);
                }
            }
        }
        Ok(())
    });
    outcome.unwrap();
}

/// The plan of the normal spelling; asserts that it is its own normal spelling.
fn spelled_again(query: &Query) -> Result<Plan, TestCaseError> {
    let spelled = query.condition().to_string();
    let again = Query::read(&spelled, Library::prelude())
        .map_err(|error| TestCaseError::fail(format!("{spelled}: {error}")))?;
    prop_assert_eq!(again.condition().to_string(), spelled);
    Ok(again.plan())
}

proptest! {
    #![proptest_config(Config { failure_persistence: None, ..Config::default() })]

    #[test]
    fn no_text_hangs_or_panics(text in noise()) {
        match Query::read(&text, Library::prelude()) {
            Ok(query) => drop(query.plan()),
            Err(error) => {
                prop_assert!(error.character() <= text.chars().count() + 1);
                prop_assert!(!error.to_string().is_empty());
                let (line, carets) = error.marked(&text);
                prop_assert!(!line.contains('\n') && carets.ends_with('^'));
            }
        }
    }
}
