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
//! | `words`, `prelude` | every spelling; the named patterns everybody knows |
//! | `vocabulary` | the spellings for those who help to write |
//! | `syntax`, `spelling` | the tree, and its one normal spelling |
//! | `tally`, `bank` | counts and partial boards, kept up to date from move to move |
//! | `moved` | the moves played, by their parts |
//! | `lanes`, `bounds` | the answers to all of these at once, and what they leave of the rest |
//! | `men`, `leaps`, `points` | the men as sets of points |
//! | `relations` | what they do to each other: attacks, pins, blocks |
//! | `kings`, `along` | checks, by what stands along files and ranks |
//! | `sight`, `basis` | the board of a moment, and how long an answer about it stands |
//! | `moments`, `bits` | sets of moments as bits: `then`, `next`, `for` |

mod along;
mod bank;
mod basis;
mod bits;
mod board;
mod bounds;
mod compile;
mod error;
mod evaluate;
mod examples;
mod kings;
mod lanes;
mod leaps;
mod library;
mod line;
mod men;
mod moments;
mod moved;
mod parse;
mod plan;
mod points;
mod prelude;
mod region;
mod relations;
mod scan;
mod sets;
mod sight;
mod spelling;
mod syntax;
mod tally;
#[cfg(test)]
mod tests;
mod turn;
mod vocabulary;
mod words;
mod written;

#[cfg(feature = "store")]
pub(crate) use board::EMPTY;
pub use board::PartialBoard;
pub use error::{Expected, Problem, QueryError};
pub use evaluate::{Evaluator, Matches};
pub use library::Library;
pub use plan::{Headers, Means, Plan, Share, Step};
pub use region::Region;
pub use syntax::{
    Atom, Axis, Comparison, Condition, Filter, Group, Header, Link, Material, MenInLine, Moved,
    Numbers, Pattern, PieceSet, Pieces, Taken, TextField, Verb, Written,
};
pub use vocabulary::{Sort, vocabulary};

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

    /// What it asks for.
    pub fn condition(&self) -> &Condition {
        &self.condition
    }

    /// Makes it ready for games.
    pub fn plan(&self) -> Plan {
        compile::compile(&self.condition)
    }
}
