//! What conditions say of a game.

/// What becomes of a game.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub enum Sifted {
    /// It is there and fits.
    Fits,
    /// It would fit, but a date is asked for and it has none.
    Undated,
    /// It does not fit, or is gone.
    Falls,
}
