//! Texts of one game side by side: what is said of them on a screen as on a page, and the page.

mod html;
mod told;

pub(crate) use html::html;
pub(crate) use told::{head, reading, records, shares, sigla, text};

use super::headline;
use xqdb::notation::System;
use xqdb::people::Gathered;

/// The texts as a critical edition in TEI, under the headline of the first.
pub(crate) fn tei(gathered: &Gathered, notation: &System) -> String {
    let title = gathered.games.first().map(headline).unwrap_or_default();
    gathered.to_tei(&title, notation)
}
