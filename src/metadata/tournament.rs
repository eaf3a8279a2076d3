//! Words that name a tournament.

use crate::text::fold_char;

const TOURNAMENTS: [&str; 7] = ["赛", "杯", "全运会", "智运会", "亚运会", "champion", "cup"];

/// Whether a heading names a tournament.
pub(super) fn names_tournament(text: &str) -> bool {
    is_of_tournament(&text.chars().map(fold_char).collect::<String>())
}

/// The same of a folded heading.
pub(super) fn is_of_tournament(folded: &str) -> bool {
    TOURNAMENTS.iter().any(|word| folded.contains(word))
}
