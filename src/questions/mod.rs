//! Questions that the command line and the API ask alike: what is said is read, asked once, and made
//! into rows, remarks and charts. Commands print it, the server wraps it in JSON.
//!
//! | file | question |
//! | --- | --- |
//! | `chart` | answers as charts, made of their descriptions |
//! | `timeline` | games of a line or a position by period |
//! | `first` | which game may be the first |
//! | `novelty` | where a game left everything before it |
//! | `repertoire` | what a player plays with a side |
//! | `ratings` | how strong players were |

pub(crate) mod chart;
pub(crate) mod first;
pub(crate) mod novelty;
pub(crate) mod ratings;
pub(crate) mod repertoire;
pub(crate) mod timeline;
pub(crate) mod tournament;
