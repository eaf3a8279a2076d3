//! Repetition: perpetual check, perpetual chase, and what several rule books say of them.
//!
//! Xiangqi does not draw every repetition. What each side does with its moves decides, and rule
//! books differ. [`stretches`] finds the plies whose positions come for the third time;
//! [`Study::of`] judges them: what every move does ([`Ply`]), what each side does over the window
//! ([`Class`]) and what each of the [`RULE_BOOKS`] says ([`Ruling`]). All reasons are data: which
//! piece attacks which, what would come of the capture ([`Capture`]), how it became possible
//! ([`Reach`]) and what it counts for ([`judge_attack`]).
//!
//! Terms, with letters R rook, N horse, C cannon, P pawn, A advisor, B elephant, K king:
//!
//! * The **window** of a stretch is the moves from the first to the third of the last three
//!   occurrences. Only they decide, and none of them takes anything.
//! * A **check** is a move after which the enemy king is attacked.
//! * A **chase** is a new threat to take a piece next move. R N C A B may not chase for ever; K and
//!   P may. Any piece can be chased but the king and a pawn on its own side of the river.
//! * A **root** protects a piece: it can take back. It is a *false root* when taking back would
//!   leave its king attacked on the board after the capture. Protected pieces may be attacked for
//!   ever, except a rook by a horse or a cannon. Equal pieces that can take each other are an offer
//!   to exchange.
//! * A side **checks** for ever when all its moves check; it **chases** for ever when none checks
//!   and all chase one and the same piece, by whichever of its pieces. Pieces are followed by
//!   identity, not by square.
//! * A chase that rests on roots taken away does not count beside a chase by new attacks.
//!
//! A recorded result is never touched by any of this: referees, agreement and time decide, too.

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
