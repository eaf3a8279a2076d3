//! A game as a page of a book: its facts, its moves with comments and variations in columns,
//! boards, and where it stands.
//!
//! | file | subject |
//! | --- | --- |
//! | `page` | what a page tells, gathered |
//! | `moves` | moves, comments and variations laid out in columns |
//! | `evaluations` | scores and clocks that comments hold, beside the moves and as a curve |
//! | `html` | the page for browsers and for paper |
//! | `games` | a game in few words, with what is derived or doubted marked |
//! | `citation` | a game or a question in a bibliography |
//! | `collation` | texts of a game side by side |
//! | `reading` | what else a damaged record may say |
//! | `repetition` | what comes back in a game |
//!
//! Pages for the terminal are drawn in `commands`; the page in the browser is `serve`.

mod citation;
pub(crate) mod collation;
mod evaluations;
mod games;
mod html;
mod moves;
mod page;
mod reading;
mod repetition;

pub(crate) use citation::{Citation, quoted};
#[cfg(feature = "serve")]
pub(crate) use evaluations::beside_move;
pub(crate) use games::{Marks, headline, marked, marked_result, named, tags_of};
pub(crate) use html::{document, escaped, html, svg};
#[cfg(feature = "serve")]
pub(crate) use moves::paragraphs;
pub(crate) use moves::{GLUE, PageBlock};
pub(crate) use page::Page;
pub(crate) use reading::{describe as reading, slip};
pub(crate) use repetition::{
    Judged, by_book, dispute, harmless, letters_of, novelty, repetition, stretch, threat,
};
