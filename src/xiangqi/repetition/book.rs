//! The rule books.

use super::class::Ruling;
use super::ply::Ply;
use super::stretch::{Stretch, Window};
use super::{axf, cxa, ucci};

/// A set of rules about repetition.
#[derive(Debug, Copy, Clone)]
pub struct RuleBook {
    /// `axf`, `ucci` or `cxa`.
    pub name: &'static str,
    /// Whose rules these are.
    pub title: &'static str,
    /// How often a position must stand on the board before there is a ruling.
    pub occurrences: usize,
    rule: fn(&[Ply]) -> Ruling,
}

/// Every rule book there is.
pub static RULE_BOOKS: [RuleBook; 3] = [
    RuleBook {
        name: "axf",
        title: "Asian Xiangqi Federation, and World Xiangqi Rules 2018",
        occurrences: 3,
        rule: axf::ruling,
    },
    RuleBook {
        name: "ucci",
        title: "computer rules of the league of UCCI engines, 2007",
        occurrences: 4,
        rule: ucci::ruling,
    },
    RuleBook {
        name: "cxa",
        title: "Chinese Xiangqi Association, 2020",
        // A cycle played three times shows its first position four times.
        occurrences: 4,
        rule: cxa::ruling,
    },
];

impl RuleBook {
    /// What the book says of these moves, were they repeated often enough.
    pub fn rule(&self, plies: &[Ply]) -> Ruling {
        (self.rule)(plies)
    }

    /// The window that the book looks at; `None` when the positions did not come often enough.
    pub fn window(&self, stretch: &Stretch) -> Option<Window> {
        if self.occurrences <= 3 { Some(stretch.third) } else { stretch.fourth }
    }
}
