//! Repetition: perpetual check and perpetual chase, judged by several rule books.
//!
//! Xiangqi does not draw every repetition: the moves of each side decide, and rule books differ.
//! [`stretches`] finds the plies whose positions occur for the third time. [`Study::of`] judges
//! them: the effect of each move ([`Ply`]), the class of each side's moves in the window
//! ([`Class`]), and each ruling of the [`RULE_BOOKS`] ([`Ruling`]). Reasons are data: who attacks
//! whom, the outcome of the capture ([`Capture`]), how it became possible ([`Reach`]) and what it
//! counts for ([`judge_attack`]).
//!
//! Terms, with letters R rook, N horse, C cannon, P pawn, A advisor, B elephant, K king:
//!
//! * The **window** of a stretch is the moves from the first to the third of the last three
//!   occurrences. Only these moves decide, and none of them is a capture.
//! * A **check** is a move after which the enemy king is attacked.
//! * A **chase** is a new threat to take a piece next move. R N C A B may not chase for ever; K and
//!   P may. Any piece can be chased but the king and a pawn on its own side of the river.
//! * A **root** protects a piece by being able to take back. In a *false root*, taking back would
//!   leave the root's own king attacked. Protected pieces may be attacked for ever, except a rook
//!   by a horse or a cannon. Two pieces of one kind that can take each other are an offer to
//!   exchange.
//! * A side **checks** for ever when all its moves check. It **chases** for ever when none checks
//!   and all chase one and the same piece, with any of its pieces. Pieces are followed by identity,
//!   not by square.
//! * A chase that rests on removed roots does not count beside a chase by new attacks.
//!
//! No recorded result is changed by a ruling: referees, agreement and time decide, too.

mod books;
mod ply;
mod stretches;
mod study;
#[cfg(test)]
mod tests;

pub use books::{
    AttackVerdict, Class, Dispute, Harmless, RULE_BOOKS, RuleBook, Ruling, Threat, ThreatNovelty,
    judge_attack,
};
pub use ply::{Actor, Attack, Capture, Cause, Ply, Reach, Root, explain};
pub use stretches::{Stretch, Window, stretches};
pub use study::{Cycle, Judgement, Study};
