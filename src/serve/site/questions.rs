//! Questions of a site.

use serde_json::Value;
use xqdb::search::CommonPosition;

/// Question, the bucket of its answer, and the work that the answer takes.
pub(super) struct SiteQuestion {
    /// Question as the page asks it.
    pub(super) text: String,
    /// Number of the bucket that holds the answer.
    pub(super) bucket: u32,
    pub(super) wanted: Wanted,
}

/// Work that an answer takes.
pub(super) enum Wanted {
    /// Route of the API and its parameters.
    Route(&'static str, Vec<(&'static str, String)>),
    /// Game by its id.
    Game(u32),
    /// Explorer's table of a position, with list of games, years and players.
    Position(CommonPosition),
    /// Games that meet the condition `by` = `value`, of a kind, in an order.
    Games { by: &'static str, value: String, kind: &'static str, sort: &'static str },
    /// Player of a list, with the whole page if `is_full`.
    Player { row: Value, is_full: bool },
    /// Tournament of an edition.
    Tournament(String),
    /// Answer that is known already.
    Known(Value),
}
