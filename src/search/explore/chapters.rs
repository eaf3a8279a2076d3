//! Games by chapters of books, as one row per path or as a tree of the parts of paths.

use super::groups::{Counter, Sample};
use super::participants::ParticipantCounter;
use crate::metadata::BETWEEN_CHAPTERS;
use crate::search::archive::Archive;
use crate::search::archive::ids::IdSet;
use crate::store::Result;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Games of one chapter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChapterCount {
    /// Path of the chapter; `None` for games without a chapter.
    pub path: Option<String>,
    /// Number of ancestors in a tree.
    pub depth: usize,
    /// End of the path below the row's parent.
    pub name: String,
    /// The games. Most books contain manuals and studies, which have no score.
    pub sample: Sample,
}

impl ChapterCount {
    /// Number of games of all kinds.
    pub fn games(&self) -> u64 {
        self.sample.score.all()
    }
}

/// Games by chapter, in the order of paths, then games without a chapter. A game counts in each of
/// its chapters.
pub fn by_chapter(archive: &Archive, games: &[u32]) -> Result<Vec<ChapterCount>> {
    let leaf =
        |(path, games): (String, IdSet)| Branch { name: path.clone(), path, depth: 0, games };
    let branches: Vec<Branch> = by_path(archive, games)?.into_iter().map(leaf).collect();
    chapter_counts(archive, games, branches)
}

/// Games by book, part and chapter; each row counts the games below it once. A part that contains
/// only one other part has no row.
pub fn chapter_tree(archive: &Archive, games: &[u32]) -> Result<Vec<ChapterCount>> {
    let mut parts: BTreeMap<Vec<String>, Part> = BTreeMap::new();
    for (path, here) in by_path(archive, games)? {
        let names: Vec<&str> = path.splitn(DEEPEST, BETWEEN_CHAPTERS).collect();
        for depth in 1..=names.len() {
            let above = names[..depth].iter().map(|name| (*name).to_owned()).collect();
            let part = parts.entry(above).or_default();
            part.games.add(&here);
            part.has_own |= depth == names.len();
            part.below.extend(names.get(depth).map(|below| (*below).to_owned()));
        }
    }
    parts.retain(|_, part| part.has_own || part.below.len() > 1);
    let branch = |(names, part): (&Vec<String>, &Part)| {
        let above: Vec<usize> =
            (1..names.len()).filter(|depth| parts.contains_key(&names[..*depth])).collect();
        let own = above.last().copied().unwrap_or(0);
        Branch {
            path: names.join(BETWEEN_CHAPTERS),
            name: names[own..].join(BETWEEN_CHAPTERS),
            depth: above.len(),
            games: part.games.clone(),
        }
    };
    chapter_counts(archive, games, parts.iter().map(branch).collect())
}

/// Number of the games in each book, part and chapter, by path; each game counts once per path.
pub(crate) fn games_of_books(archive: &Archive, games: &[u32]) -> Result<Vec<(String, u64)>> {
    let mut books: BTreeMap<String, IdSet> = BTreeMap::new();
    for (path, here) in by_path(archive, games)? {
        let ends = path.match_indices(BETWEEN_CHAPTERS).map(|(end, _)| end).chain([path.len()]);
        for end in ends.take(DEEPEST) {
            books.entry(path[..end].to_owned()).or_default().add(&here);
        }
    }
    Ok(books.into_iter().map(|(path, games)| (path, games.len() as u64)).collect())
}

/// Largest depth of a row; deeper parts are in its name.
const DEEPEST: usize = 12;

/// A part of a book while its games are counted.
#[derive(Default)]
struct Part {
    games: IdSet,
    /// Whether the part has games outside the parts below.
    has_own: bool,
    /// Names of the parts below.
    below: BTreeSet<String>,
}

/// A row before its games are counted.
struct Branch {
    path: String,
    name: String,
    depth: usize,
    games: IdSet,
}

/// The games among `games` that are in chapters, by the path of the chapter. A certain copy outside
/// `games` stands for the game that represents it there.
fn by_path(archive: &Archive, games: &[u32]) -> Result<BTreeMap<String, IdSet>> {
    let wanted: IdSet = games.iter().copied().collect();
    let copies = archive.duplicates()?.left_out(games).into_iter();
    let copies = copies.flat_map(|(game, copies)| copies.into_iter().map(move |copy| (copy, game)));
    let copies: FxHashMap<u32, u32> = copies.collect();
    let standing = |game: u32| match wanted.contains(game) {
        true => Some(game),
        false => copies.get(&game).copied(),
    };
    let mut by_path: BTreeMap<String, IdSet> = BTreeMap::new();
    for chapter in archive.snapshot().chapters()? {
        let games = archive.snapshot().games_in(&chapter)?;
        let here: IdSet = games.into_iter().filter_map(standing).collect();
        if !here.is_empty() {
            by_path.entry(chapter.path).or_default().add(&here);
        }
    }
    Ok(by_path)
}

/// Rows of branches with games, then the row of games without a chapter.
fn chapter_counts(
    archive: &Archive,
    games: &[u32],
    branches: Vec<Branch>,
) -> Result<Vec<ChapterCount>> {
    let names = archive.folded_names()?;
    let mut teller = ParticipantCounter::new(names);
    let mut placed = IdSet::default();
    let mut sample = |games: &[u32]| {
        let mut counter = Counter::default();
        archive.facts_of(games).for_each(|fact| counter.add(fact));
        counter.sample(&mut teller)
    };
    let mut rows = Vec::with_capacity(branches.len() + 1);
    for Branch { path, name, depth, games } in branches {
        placed.add(&games);
        let games: Vec<u32> = games.iter().collect();
        rows.push(ChapterCount { path: Some(path), depth, name, sample: sample(&games) });
    }
    let rest: Vec<u32> = games.iter().copied().filter(|&game| !placed.contains(game)).collect();
    rows.push(ChapterCount { sample: sample(&rest), ..ChapterCount::default() });
    rows.retain(|row| row.games() > 0);
    Ok(rows)
}
