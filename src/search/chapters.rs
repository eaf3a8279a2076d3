//! The chapters of books, and how the games of each scored.

use super::archive::Archive;
use super::ids::IdSet;
use super::score::Score;
use crate::store::Result;
use std::collections::BTreeMap;

/// The games of one chapter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChapterCount {
    /// The path; none for games that stand in no chapter.
    pub path: Option<String>,
    /// How they ended.
    pub score: Score,
}

/// Games by their chapters, in the order of the paths; those without any at the end. A game of
/// several chapters counts in each.
///
/// # Errors
/// When the database cannot be read.
pub fn by_chapter(archive: &Archive, games: &[u32]) -> Result<Vec<ChapterCount>> {
    let wanted: IdSet = games.iter().copied().collect();
    let mut by_path: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    let mut placed = IdSet::default();
    for chapter in archive.snapshot().chapters()? {
        let here = by_path.entry(chapter.path.clone()).or_default();
        archive.snapshot().games_in(&chapter, &mut |game| {
            if wanted.contains(game) {
                here.push(game);
                placed.insert(game);
            }
        })?;
    }
    let score = |games: &[u32]| {
        let mut score = Score::default();
        let facts = games.iter().filter_map(|&game| archive.facts.get(game));
        facts.for_each(|fact| score.add(fact.result()));
        score
    };
    let mut rows = Vec::with_capacity(by_path.len() + 1);
    for (path, mut here) in by_path {
        here.sort_unstable();
        here.dedup();
        rows.push(ChapterCount { path: Some(path), score: score(&here) });
    }
    let rest: Vec<u32> = games.iter().copied().filter(|&game| !placed.contains(game)).collect();
    rows.push(ChapterCount { path: None, score: score(&rest) });
    rows.retain(|row| row.score.games() > 0);
    Ok(rows)
}
