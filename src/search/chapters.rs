//! The chapters of books, and how the games of each scored.

use super::archive::Archive;
use super::archive::ids::IdSet;
use super::behind::Teller;
use super::sample::{Counter, Sample};
use crate::store::Result;
use serde_json::Value;
use std::collections::BTreeMap;

/// The games of one chapter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChapterCount {
    /// The path; none for games that stand in no chapter.
    pub path: Option<String>,
    /// They. Most books hold manuals and studies, which have no share in a score.
    pub sample: Sample,
}

impl ChapterCount {
    /// How many there are, of whatever kind.
    pub fn games(&self) -> u64 {
        self.sample.score.all()
    }

    /// The chapter for other programs.
    pub fn to_json(&self) -> Value {
        let mut value = self.sample.to_json(["red", "draws", "black"]);
        value["path"] = self.path.clone().into();
        value["games"] = self.games().into();
        value["score"] = self.sample.score.to_json();
        value
    }
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
    let names = archive.folded_names()?;
    let mut teller = Teller::new(&names);
    let mut sample = |games: &[u32]| {
        let mut counter = Counter::default();
        let facts = games.iter().filter_map(|&game| archive.facts.get(game));
        facts.for_each(|fact| counter.add(fact));
        counter.sample(&mut teller)
    };
    let mut rows = Vec::with_capacity(by_path.len() + 1);
    for (path, mut here) in by_path {
        here.sort_unstable();
        here.dedup();
        rows.push(ChapterCount { path: Some(path), sample: sample(&here) });
    }
    let rest: Vec<u32> = games.iter().copied().filter(|&game| !placed.contains(game)).collect();
    rows.push(ChapterCount { path: None, sample: sample(&rest) });
    rows.retain(|row| row.games() > 0);
    Ok(rows)
}
