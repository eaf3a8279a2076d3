//! A game as a page of a book: facts, moves with comments and variations in columns, boards, and
//! the places of its records.
//!
//! | file | subject |
//! | --- | --- |
//! | `page` | collects what a page says |
//! | `moves` | lays out moves, comments and variations in columns |
//! | `evaluations` | scores and clocks in comments, beside the moves and as a curve |
//! | `html` | the page for browsers and for paper |
//! | `games` | a game in few words, with derived and doubted values marked |
//! | `citation` | a game or a question in a bibliography |
//! | `collation` | texts of a game side by side |
//! | `reading` | possible readings of a damaged record, in words |
//! | `repetition` | recurring positions of a game, with rulings |
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
pub(crate) use evaluations::{beside_move, source_of_scores};
pub(crate) use games::{Marks, headline, marked, marked_result, named};
pub(crate) use html::{document, escaped, html, svg};
#[cfg(feature = "serve")]
pub(crate) use moves::paragraphs;
pub(crate) use moves::{GLUE, PageBlock};
pub(crate) use page::Page;
pub(crate) use reading::{describe as reading, slip};
pub(crate) use repetition::{
    Judged, by_book, dispute, harmless, letters_of, novelty, repetition, stretch, threat,
};
