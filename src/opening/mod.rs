//! Which opening is it? The ECCO code of a game, from its moves.
//!
//! The original (象棋百科全书, 2004) looks at the texts of the first ten moves of each side, not at
//! the board: it is a list of rules, and the first that holds decides. `ecco.tsv` has the rules,
//! codes and names as facts; a user's table in the same form comes before it or stands in its place
//! ([`Table::read`]).
//!
//! ```
//! use xqdb::opening::Table;
//! let moves = ["h2e2", "h9g7", "h0g2", "b9c7"].map(|mv| mv.parse().unwrap());
//! let code = Table::ecco().code(moves).unwrap();
//! assert_eq!(code.to_string(), "C00");
//! assert_eq!(Table::ecco().opening(code).unwrap().name, "中炮对屏风马");
//! ```

mod code;
mod codes;
mod positions;
mod rows;
mod rule;
mod rules;
mod table;
mod token;

pub use code::{Code, NoCode};
pub use codes::Codes;
pub use positions::Positions;
pub use rows::TableError;
pub use rule::RuleError;
pub use table::{Opening, Table};
