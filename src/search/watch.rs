//! Who follows a long scan, and may end it.

/// Follows a long scan.
pub trait Watch: Sync {
    /// So many games are going to be looked at.
    fn expect(&self, games: u64);

    /// So many more have been.
    fn advance(&self, games: u64);

    /// Whether it is to end at once.
    fn is_stopped(&self) -> bool;
}

/// Nobody follows it, and nobody ends it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn expect(&self, _: u64) {}

    fn advance(&self, _: u64) {}

    fn is_stopped(&self) -> bool {
        false
    }
}
