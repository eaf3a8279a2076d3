//! The query language: text to syntax tree, tree to plan, plan to the moments of a game that fit.
//!
//! What belongs here: the words of the language, its grammar and meaning, and how a condition is
//! looked for in one game. What does not: which games there are and what their records say; a
//! caller tells for each game which conditions on headers hold.
//!
//! The way of a query: `scan` makes tokens of characters, `parse` a tree of tokens ([`Condition`]),
//! `compile` a [`Plan`] of a tree, and an [`Evaluator`] applies the plan to game after game.
//!
//! | file | subject |
//! | --- | --- |
//! | `words`, `prelude` | every spelling; the named patterns everybody knows, with examples |
//! | `syntax`, `spelling` | the tree, and its one normal spelling |
//! | `parse`, `compile`, `plan` | text to tree, tree to plan |
//! | `sweep` | counts and partial boards, kept up to date from move to move |
//! | `moves` | the moves played, by their parts and as they are written |
//! | `evaluate` | a plan over one game: bounds first, then part after part |
//! | `plies` | sets of plies as bits: `then`, `next`, `for` |
//! | `points`, `leaps`, `men`, `sets` | points, where pieces go, the men as sets of points |
//! | `relations` | what men do to each other: attacks, pins, blocks |
//! | `checks` | checks, by what stands along files and ranks |
//! | `sight` | the board of a ply, and how long an answer about it stands |

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
pub use syntax::{
    Atom, Axis, Comparison, Condition, Header, Link, Material, Measure, MenInLine, Moved, Numbers,
    Pattern, PieceFilter, PieceGroup, PieceGroups, PieceSet, Prefix, SpelledMove, State, TextField,
    Thousandths, Verb,
};
pub use words::{Library, WordSort, vocabulary};

/// A question about games.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    text: String,
    condition: Condition,
}

impl Query {
    /// Reads a query that may use the patterns of a library.
    ///
    /// # Errors
    /// Where the text is no query; the error names the character.
    pub fn read(text: &str, library: &Library) -> Result<Query, QueryError> {
        Ok(Query { text: text.to_owned(), condition: parse::parse(text, library)? })
    }

    /// The text as given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The condition that it states.
    pub fn condition(&self) -> &Condition {
        &self.condition
    }

    /// Compiles the query into a plan that can be evaluated on games.
    pub fn plan(&self) -> Plan {
        self.condition.plan(false)
    }
}

impl Condition {
    /// Makes the condition ready for games; with `in_mirror`, the mirror image of a game may fit
    /// instead of the game.
    pub fn plan(&self, in_mirror: bool) -> Plan {
        compile::compile(self, in_mirror)
    }
}
