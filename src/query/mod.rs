//! The query language: reads text into a syntax tree, compiles the tree into a plan, and finds the
//! moments of a game that fit.
//!
//! The words of the language, its grammar and meaning, and the evaluation of a condition on one
//! game belong here. Choosing games and reading their records do not: callers say for each game
//! which conditions on headers hold.
//!
//! Steps of a query: `scan` turns characters into tokens, `parse` tokens into a [`Condition`],
//! `compile` the condition into a [`Plan`], and an [`Evaluator`] applies the plan to each game.
//!
//! | file | subject |
//! | --- | --- |
//! | `words`, `prelude` | all spellings; named patterns with examples |
//! | `syntax`, `spelling` | the tree, and its normal spelling |
//! | `parse`, `compile`, `plan` | text to tree, tree to plan |
//! | `sweep` | counts and partial boards, updated from move to move |
//! | `moves` | moves played, by their parts and as written |
//! | `evaluate` | a plan on one game: bounds first, then part by part |
//! | `plies` | sets of plies as bits: `then`, `next`, `for` |
//! | `points`, `leaps`, `men`, `sets` | points, moves of pieces, men as sets of points |
//! | `relations` | attacks, pins and blocks between men |
//! | `checks` | checks, found along files and ranks |
//! | `sight` | the board of a ply, and how long an answer about it stays valid |

mod board;
mod checks;
mod compile;
mod error;
mod evaluate;
mod leaps;
mod line;
mod men;
mod moves;
mod parse;
mod plan;
mod plies;
mod points;
mod prelude;
mod relations;
mod sets;
mod sight;
mod spelling;
mod sweep;
mod syntax;
#[cfg(test)]
mod tests;
mod words;

pub use board::PartialBoard;
pub use error::{Expected, QueryError, QueryProblem};
pub use evaluate::{Evaluator, Matches};
pub use plan::{Headers, Means, Plan, PlanStep};
pub use points::Region;
#[cfg(feature = "store")]
pub(crate) use points::table;
pub use spelling::quoted_value;
pub use syntax::{
    Atom, Axis, Comparison, Condition, Header, Link, Material, Measure, MenInLine, Moved, Numbers,
    Pattern, PieceFilter, PieceGroup, PieceGroups, PieceSet, Prefix, SpelledMove, State, TextField,
    Thousandths, Verb,
};
pub use words::{Library, WordSort, pieces_named, side_named, vocabulary};

/// A query with its text and the condition that the text states.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    text: String,
    condition: Condition,
}

impl Query {
    /// Reads a query that may use the patterns of `library`.
    ///
    /// # Errors
    /// Place and problem of the first token that cannot be read.
    pub fn read(text: &str, library: &Library) -> Result<Query, QueryError> {
        Ok(Query { text: text.to_owned(), condition: parse::parse(text, library)? })
    }

    /// The text as given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The condition that the query states.
    pub fn condition(&self) -> &Condition {
        &self.condition
    }

    /// Compiles the query into a plan that can be evaluated on games.
    pub fn plan(&self) -> Plan {
        self.condition.plan(false)
    }
}

impl Condition {
    /// Compiles the condition; with `in_mirror`, a game also fits if its mirror image does.
    pub fn plan(&self, in_mirror: bool) -> Plan {
        compile::compile(self, in_mirror)
    }
}
