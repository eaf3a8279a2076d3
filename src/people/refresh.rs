//! What is worked out anew after games came, went or changed.

use super::{doubt_dates, link_new};
use crate::search::{COMMON, remember_common};
use crate::store::Database;

/// Doubts dates, links the games that came or changed, and works out the answers about common
/// positions again. What fails is tried again after the next change: everything can be asked
/// without it.
pub fn refresh(database: &mut Database) {
    // A date that is not doubted yet is shown as it is stated.
    let _ = doubt_dates(database);
    // Without links copies count as games of their own; the next import tries again.
    let _ = link_new(database);
    // Without them questions take longer and are answered all the same.
    let _ = remember_common(database, COMMON);
}
