//! All rules of a table, and the code that they give to a game.

use super::code::Code;
use super::rows::{TableError, rows};
use super::rule::{Conditions, Game, Named, Rule};
use super::token::Moves;
use crate::xiangqi::Move;
use std::sync::OnceLock;

/// The rules, in the order in which they are tested.
#[derive(Debug, Clone)]
pub(super) struct Rules {
    conditions: Conditions,
    rules: Vec<(Rule, Code)>,
    /// What is left of the rules that can fit, by the first moves of both sides; found out when
    /// first needed.
    candidates: Vec<OnceLock<Vec<(Rule, Code)>>>,
}

impl Rules {
    /// The rules of tables; those of a later table are tested before those of an earlier one.
    pub(super) fn of(texts: &[&str]) -> Result<Rules, TableError> {
        let mut named = Named::default();
        let mut conditions = Conditions::new();
        let mut rules = Vec::new();
        for text in texts {
            let mut of_text: Vec<(u32, Rule, Code)> = Vec::new();
            for row in rows(text) {
                let row = row?;
                if row.names_conditions() {
                    named.add(row.code, row.conditions);
                    continue;
                }
                for rule in row.rules() {
                    let (number, rule) = rule?;
                    let wrong = |error| TableError::Rule { line: row.line, error };
                    let rule = conditions.rule(rule, &named).map_err(wrong)?;
                    of_text.push((number, rule, row.code()?));
                }
            }
            of_text.sort_by_key(|(number, ..)| *number);
            rules.splice(0..0, of_text.into_iter().map(|(_, rule, code)| (rule, code)));
        }
        let firsts = conditions.alphabet().len();
        Ok(Rules { conditions, rules, candidates: vec![OnceLock::new(); firsts * firsts] })
    }

    /// The code of a game from the standard start; none when it has no move, or no rule fits.
    pub(super) fn code(&self, moves: impl IntoIterator<Item = Move>) -> Option<Code> {
        let moves = Moves::new(self.conditions.alphabet(), moves);
        let first = moves.first()?;
        let place =
            usize::from(first[0]) * self.conditions.alphabet().len() + usize::from(first[1]);
        let candidates = self.candidates[place].get_or_init(|| {
            let left =
                |(rule, code): &(Rule, Code)| Some((self.conditions.left(rule, first)?, *code));
            self.rules.iter().filter_map(left).collect()
        });
        let mut game = Game::new(&self.conditions, moves);
        candidates.iter().find(|(rule, _)| game.fits(rule)).map(|(_, code)| *code)
    }
}
