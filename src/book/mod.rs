//! A game as a page of a book: its facts, its moves with comments and variations in columns,
//! boards, and where it stands.
//!
//! `moves.rs` lays out, `page.rs` gathers, `html.rs` draws for browsers and for paper,
//! `citation.rs` names it in a bibliography, `marked.rs` shows what is derived or doubted,
//! `collation` lays texts of a game side by side, `headline.rs` is a game as one line,
//! `reading.rs` tells what else a damaged record may say, `repetition.rs` what comes back in a
//! game. Pages for the terminal are drawn in `commands`; the page in the browser is `serve`.

mod citation;
pub(crate) mod collation;
mod document;
mod headline;
mod html;
mod marked;
mod marks;
mod moves;
mod page;
mod reading;
mod repetition;

pub(crate) use citation::{Citation, quoted};
pub(crate) use document::{document, escaped};
pub(crate) use headline::headline;
pub(crate) use html::{html, svg};
pub(crate) use marked::{marked, marked_result};
pub(crate) use marks::Marks;
#[cfg(feature = "serve")]
pub(crate) use moves::paragraphs;
pub(crate) use moves::{Block, GLUE};
pub(crate) use page::Page;
pub(crate) use reading::told as reading;
pub(crate) use repetition::{Judged, by_book, letters_of, repetition, stretch};
