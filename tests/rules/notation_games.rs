//! Whole games through every notation: written and read back, and without being told the system.
//! Games with a character changed are in `altered_moves`.
//!
//! The games are played by dice, the same everywhere; where archives lie beside the project, the
//! games are the first of theirs. `XQDB_ROUNDS` is the number of games (default 24).

use crate::common::games::{by_dice, texts};
use crate::common::{corpus, number};

use rayon::prelude::*;
use std::sync::OnceLock;
use xqdb::import::{NamedInput, Options, Unit, parse, pipeline};
use xqdb::notation::{Certainty, NOTATIONS, Notation, RIVALS, Reading, System, identify, solve};
use xqdb::replay::{Outcome, Record};
use xqdb::xiangqi::{Move, Position};

/// Games of real archives from which those of the tests are taken.
const MANY: usize = 5_000;

/// Main lines for every system.
fn games() -> &'static [Vec<Move>] {
    static GAMES: OnceLock<Vec<Vec<Move>>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let count = number("XQDB_ROUNDS", 24);
        match corpus() {
            None => (0..count).map(by_dice).collect(),
            Some(corpus) => from(&corpus).into_iter().take(count as usize).collect(),
        }
    })
}

/// Main lines for a system. A game told in words takes as long as a hundred others.
fn games_for(notation: &Notation) -> &'static [Vec<Move>] {
    let in_words = notation.name.starts_with("descriptive");
    &games()[..if in_words { games().len() / 4 } else { games().len() }]
}

/// Main lines of at least 20 plies from the standard start, all legal.
fn from(corpus: &std::path::Path) -> Vec<Vec<Move>> {
    let options = Options::default();
    let mut games = std::collections::BTreeSet::new();
    let inputs = ["wukong", "xqf-collections", "big5-pgn"]
        .map(|folder| NamedInput::Path(corpus.join(folder)));
    let _ = pipeline(
        inputs.to_vec(),
        &options,
        |unit| parse(unit, &System::Auto),
        |_, parsed| {
            for record in parsed.records {
                let tree = record.game.tree;
                if record.game.start.is_none() && tree.plies >= 20 && games.len() < MANY {
                    games.insert(tree.main_line().collect::<Vec<_>>());
                }
            }
            // An error ends the reading.
            if games.len() < MANY { Ok(()) } else { Err("enough") }
        },
    );
    games.into_iter().filter(|line| is_legal(line)).collect()
}

/// Descriptions in words mean legal moves only; a few real games hold others.
fn is_legal(line: &[Move]) -> bool {
    let mut position = Position::start();
    line.iter().all(|&mv| {
        let is_legal = position.is_legal(mv);
        position.play_unchecked(mv);
        is_legal
    })
}

fn systems() -> impl Iterator<Item = &'static Notation> {
    NOTATIONS.iter().chain(RIVALS)
}

/// The record of a PGN file with these moves, read as an import reads it.
fn record(moves: &[String], system: &System) -> Record {
    let text = format!("[Game \"Chinese Chess\"]\n\n{}\n", moves.join(" "));
    let mut unit = Unit::of_bytes("game.pgn", text.into_bytes());
    unit.format = xqdb::format::by_name("pgn");
    unit.encoding = Some(xqdb::text::Encoding::Utf8);
    parse(&unit, system).records.pop().unwrap()
}

#[test]
fn games_come_back_through_every_complete_system() {
    for notation in systems().filter(|notation| notation.is_complete) {
        let system = if notation.is_automatic { System::Auto } else { System::Row(notation) };
        games().par_iter().for_each(|line| {
            let texts = texts(line, notation);
            let game = record(&texts, &system).game;
            assert_eq!(game.outcome, Outcome::Ok, "{}: {}", notation.name, texts.join(" "));
            assert!(game.tree.main_line().eq(line.iter().copied()), "{}", notation.name);
        });
    }
}

#[test]
fn incomplete_systems_are_solved_or_left_open() {
    for notation in systems().filter(|notation| !notation.is_complete) {
        let games = games_for(notation);
        let unique = games
            .par_iter()
            .filter(|line| {
                let solution = solve(&texts(line, notation), &Position::start(), &notation.read);
                assert!(solution.plays(), "{}: the game itself is a reading", notation.name);
                match solution.unique() {
                    None => false,
                    Some(found) => {
                        assert_eq!(found, line.as_slice(), "{}", notation.name);
                        true
                    }
                }
            })
            .count();
        let share = 100.0 * unique as f64 / games.len() as f64;
        println!("{:16} {share:5.1} % of whole games have one reading", notation.name);
    }
}

#[test]
fn the_system_is_found_or_left_open() {
    for notation in systems() {
        let counts = games_for(notation)
            .par_iter()
            .map(|line| {
                let found = identify(&texts(line, notation), &Position::start());
                let is_listed = found
                    .candidates
                    .iter()
                    .flat_map(|candidate| &candidate.systems)
                    .any(|name| name.split(':').next() == Some(notation.name));
                assert!(is_listed, "{} plays its own game", notation.name);
                match found.verdict {
                    Certainty::Decided => {
                        let moves = found.candidates[0].solution.unique();
                        assert_eq!(moves, Some(line.as_slice()), "{}", notation.name);
                        [1, 0, 0]
                    }
                    Certainty::UpToMirror => [0, 1, 0],
                    _ => [0, 0, 1],
                }
            })
            .reduce(|| [0; 3], |a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
        println!(
            "{:16} decided {}, undecided up to the mirror {}, undecided {}",
            notation.name, counts[0], counts[1], counts[2]
        );
    }
}

#[test]
fn one_damaged_coordinate_does_not_change_the_system() {
    let texts = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
    // `a0a2` was meant; with ranks from 1 to 10 it is a sound move, and the only one.
    let game = record(&texts("a1a2 h9g7 h0g2"), &System::Auto).game;
    assert_eq!((game.tree.plies, game.outcome.failure().unwrap().ply), (0, 1));
    // Later damage leaves a system that everything before it speaks for.
    let game = record(&texts("h3e3 h10g8 h1g3 i10i11"), &System::Auto).game;
    assert_eq!((game.tree.plies, game.outcome.failure().unwrap().ply), (3, 4));
    let game = record(&texts("Che2 Hg7"), &System::Auto).game;
    assert_eq!((game.tree.plies, &game.outcome), (2, &Outcome::Ok));
}

#[test]
fn readings_of_incomplete_systems_are_those_whose_text_is_the_same() {
    let systems: Vec<&Notation> = systems().filter(|notation| !notation.is_complete).collect();
    games().par_iter().for_each(|line| {
        let mut position = Position::start();
        for &mv in line {
            let moves = position.legal_moves();
            for notation in &systems {
                let text = (notation.write)(mv, &position).unwrap();
                // The writer sees a move and its position only; whoever is written so is meant by
                // the text.
                let same = moves.iter().filter(|&&other| {
                    (notation.write)(other, &position).as_deref() == Some(text.as_str())
                });
                let readings = match (notation.read)(&text, &position) {
                    Reading::One(mv) => vec![mv],
                    Reading::Several(moves) => moves,
                    Reading::None(why) => panic!("{text}: {why}"),
                };
                for other in same {
                    assert!(readings.contains(other), "{} {text}: {other}", notation.name);
                }
                assert!(readings.contains(&mv), "{} {text}", notation.name);
            }
            position.play_unchecked(mv);
        }
    });
}
