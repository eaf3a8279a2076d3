//! Texts of one game side by side: what is said of them on a screen as on a page, and the page.

mod html;
mod told;

pub(crate) use html::html;
pub(crate) use told::{head, reading, records, shares, sigla, text};
