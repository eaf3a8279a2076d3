//! A question of a site.

use serde_json::Value;
use xqdb::search::CommonPosition;

/// A question, where its answer stands, and the work that it takes.
pub(super) struct SiteQuestion {
    /// The question as the page asks it.
    pub(super) text: String,
    /// The number of the bucket in which the answer stands.
    pub(super) bucket: u32,
    pub(super) wanted: Wanted,
}

/// The work that an answer takes.
pub(super) enum Wanted {
    /// A route and its parameters.
    Route(&'static str, Vec<(&'static str, String)>),
    /// A game by its id.
    Game(u32),
    /// The explorer's table, and what stands around it.
    Position(CommonPosition),
    /// Games of a condition, in an order, a kind of games or all.
    Games { by: &'static str, value: String, kind: &'static str, sort: &'static str },
    /// A player of a list; with all that is known where that is asked for.
    Player { row: Value, is_full: bool },
    /// The table of an edition.
    Tournament(String),
    /// An answer that is there already.
    Known(Value),
}
