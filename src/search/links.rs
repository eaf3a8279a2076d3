//! Links of games that are nearly equal, as people decided which games are one.

use super::archive::Archive;
use super::kin_decided::pairs;
use crate::store::{LinkRow, Result};

/// What a decided pair is called among the relations of links.
const DECIDED: &str = "decided";

impl Archive {
    /// The links of one game, as people decided which games are one.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn links_of(&self, game: u32) -> Result<Vec<LinkRow>> {
        let mut links = self.snapshot().links_of(game)?;
        decide_links(self, &mut links, |a, b| a == game || b == game)?;
        Ok(links)
    }

    /// All links, as people decided which games are one.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn links(&self) -> Result<Vec<LinkRow>> {
        let mut links = self.snapshot().links()?;
        decide_links(self, &mut links, |_, _| true)?;
        Ok(links)
    }
}

/// Pairs of games that are decided to be two are not linked; those that are decided to be one are.
fn decide_links(
    archive: &Archive,
    links: &mut Vec<LinkRow>,
    is_asked: impl Fn(u32, u32) -> bool,
) -> Result<()> {
    let otherwise = archive.linked_otherwise()?;
    let (same, apart) = pairs(archive.decided());
    links.retain(|link| {
        let is_read_so = !otherwise.contains(link.a) && !otherwise.contains(link.b);
        is_read_so && !apart.contains(&(link.a, link.b))
    });
    for (a, b) in same.into_iter().filter(|&(a, b)| is_asked(a, b)) {
        match links.iter_mut().find(|link| (link.a, link.b) == (a, b)) {
            Some(link) => link.same = true,
            None => links.push(LinkRow {
                a,
                b,
                relation: DECIDED.to_owned(),
                standing: DECIDED.to_owned(),
                same: true,
                score: 1.0,
                parts_at: None,
                evidence: format!("{{\"{DECIDED}\":true}}"),
            }),
        }
    }
    Ok(())
}
