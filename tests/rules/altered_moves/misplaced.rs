//! Moves stand where no reader looks for them: behind a result or a ruler, before the tags, in
//! quotes, between strokes. Every one is played, or the status says that something was not read.

use super::{line, none_is_lost, read, systems, texts};
use crate::common::games::Dice;
use crate::common::number;
use rayon::prelude::*;
use xqdb::notation::{Notation, System};
use xqdb::replay::Outcome;

/// What stands between the moves that are found and the others.
const BETWEEN: [&str; 10] = [
    " 1-0 ",
    " 0-1 ",
    " 1/2-1/2\n",
    " *\n",
    " 和 ",
    "\n====\n",
    "\n-----\n",
    " 1-0\n\n",
    "\n1-0 \"",
    " 1-0 | ",
];

const TAGS: &str = "[Event \"a\"]\n[Red \"b\"]\n\n";

/// Moves with numbers, from this ply on.
fn numbered(tokens: &[String], from: usize, between: &str) -> String {
    let mut text = String::new();
    for (at, token) in tokens.iter().enumerate().skip(from) {
        if at % 2 == 0 {
            text += &format!("{}. ", at / 2 + 1);
        }
        text += &format!("{token}{between}");
    }
    text
}

/// Whether a part of the moves is lost without a word.
fn is_lost(notation: &Notation, text: &str, plies: usize) -> bool {
    let system = if notation.is_automatic { System::Auto } else { by_name(notation) };
    let parsed = read(text, &system);
    let found: usize = parsed.records.iter().map(|record| record.game.tree.nodes.len()).sum();
    let is_told = !parsed.damage.is_empty()
        || parsed.records.iter().any(|record| matches!(record.game.outcome, Outcome::Partial(_)));
    found < plies && !is_told
}

fn by_name(notation: &Notation) -> System {
    System::named(notation.name).unwrap()
}

/// Texts of which moves are lost in silence.
fn lost(rounds: u64) -> Vec<String> {
    let seed = number("XQDB_SEED", 1);
    // The words of a poem are those of any text.
    let systems = systems().filter(|notation| notation.name != "poem");
    let all: Vec<_> =
        systems.flat_map(|notation| (0..rounds).map(move |at| (notation, at))).collect();
    let one = |(notation, round): (&Notation, u64)| {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9) ^ round);
        let mut line = line(seed, round % 200);
        line.truncate(4 + dice.below(20));
        let tokens = texts(&line, notation);
        let cut = 1 + dice.below(tokens.len() - 1);
        let between = [" ", "\n", " | ", "|"][dice.below(4)];
        let head = numbered(&tokens[..cut], 0, " ");
        let rest = numbered(&tokens, cut, between);
        let text = match dice.below(BETWEEN.len() + 1) {
            at if at < BETWEEN.len() => format!("{TAGS}{head}{}{rest}", BETWEEN[at]),
            _ => format!("{head}\n{TAGS}{rest}"),
        };
        is_lost(notation, &text, tokens.len()).then(|| format!("{}: {text:?}", notation.name))
    };
    all.into_par_iter().filter_map(one).collect()
}

#[test]
fn moves_out_of_place_are_told() {
    none_is_lost(&lost(number("XQDB_ROUNDS", 100)));
}

#[test]
#[ignore = "long: 90,000 texts; XQDB_SEED and XQDB_ROUNDS choose others"]
fn many_moves_out_of_place_are_told() {
    none_is_lost(&lost(number("XQDB_ROUNDS", 4_500)));
}

#[test]
fn what_is_left_of_a_retreat_in_full_width_is_no_draw() {
    let text = format!("{TAGS}1. Ｃ２＝５ Ｈ８＋７ 2. Ｈ２＋３ １－１ 3. Ｒ１＝２ Ｒ９＝８ 1-0\n");
    let parsed = read(&text, &System::Auto);
    let failure = parsed.records[0].game.outcome.failure();
    assert_eq!(failure.map(|failure| failure.token.as_str()), Some("１－１"));
}
