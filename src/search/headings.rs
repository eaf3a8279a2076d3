//! What games are called, and the chapters of books they stand in.
//!
//! A title is stated or the name of a file. A chapter is a path of folders, below which stand the
//! book and chapter that are stated, or else the name of a file of several records.

use super::archive::Archive;
use super::ids::IdSet;
use crate::metadata::chapter_key;
use crate::store::{Headings, Result};
use crate::text::fold;
use rustc_hash::FxHashMap;

impl Archive {
    /// What a game is called and where in books it stands.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn headings(&self, game: u32) -> Result<Headings> {
        self.snapshot().headings(game)
    }
}

/// Games that a record calls by a title with `wanted` in it, or that stand in a file of such a
/// name.
pub(super) fn games_titled(archive: &Archive, wanted: &str, as_stated: bool) -> Result<IdSet> {
    let wanted = fold(wanted);
    let mut games: IdSet = archive.snapshot().games_titled(&wanted)?;
    if !as_stated {
        for source in archive.snapshot().sources_named(&wanted)? {
            archive.snapshot().games_of(source, &mut |game| games.insert(game))?;
        }
    }
    Ok(games)
}

/// Games in chapters whose path has `wanted` in it.
pub(super) fn games_in_chapter(archive: &Archive, wanted: &str) -> Result<IdSet> {
    let wanted = chapter_key(wanted);
    let mut games = IdSet::default();
    // Many files lie in one folder.
    let mut known: FxHashMap<String, bool> = FxHashMap::default();
    for chapter in archive.snapshot().chapters()? {
        let fits = match known.get(&chapter.path) {
            Some(&fits) => fits,
            None => {
                let fits = chapter_key(&chapter.path).contains(&wanted);
                *known.entry(chapter.path.clone()).or_insert(fits)
            }
        };
        if fits {
            archive.snapshot().games_in(&chapter, &mut |game| games.insert(game))?;
        }
    }
    Ok(games)
}
