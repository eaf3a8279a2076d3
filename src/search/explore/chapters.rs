//! Games by the chapters of books: a row a path, or a tree in which the parts of a path stand below
//! each other.

use super::groups::{Counter, Sample};
use super::participants::ParticipantCounter;
use crate::metadata::BETWEEN_CHAPTERS;
use crate::search::archive::Archive;
use crate::search::archive::ids::IdSet;
use crate::store::Result;
use std::collections::{BTreeMap, BTreeSet};

/// The games of one chapter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChapterCount {
    /// The path; none for games that stand in no chapter.
    pub path: Option<String>,
    /// Number of rows of a tree above this one.
    pub depth: usize,
    /// The end of the path that no row above has.
    pub name: String,
    /// The games. Most books hold manuals and studies, which have no share in a score.
    pub sample: Sample,
}

impl ChapterCount {
    /// Number of games of all kinds.
    pub fn games(&self) -> u64 {
        self.sample.score.all()
    }
}

/// Games by their chapters, in the order of the paths; those without any at the end. A game of
/// several chapters counts in each.
pub fn by_chapter(archive: &Archive, games: &[u32]) -> Result<Vec<ChapterCount>> {
    let leaf =
        |(path, games): (String, IdSet)| Branch { name: path.clone(), path, depth: 0, games };
    let branches: Vec<Branch> = by_path(archive, games)?.into_iter().map(leaf).collect();
    told(archive, games, branches)
}

/// Games by books, their parts and chapters, each of which has the games of all that stands in it
/// once, whatever their number of chapters. A part that has nothing but one other part has no row.
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
    told(archive, games, parts.iter().map(branch).collect())
}

/// How many of the games stand in each book, part and chapter, by its path; a game of several
/// chapters of a book counts once in the book.
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

/// The deepest part of a path that has a row of its own; what is deeper stands in its name.
const DEEPEST: usize = 12;

/// A part of books that is being counted.
#[derive(Default)]
struct Part {
    games: IdSet,
    /// Whether games stand in it and in no part below.
    has_own: bool,
    /// The names of the parts below.
    below: BTreeSet<String>,
}

/// A row with the games that are to be counted.
struct Branch {
    path: String,
    name: String,
    depth: usize,
    games: IdSet,
}

/// Those of the games that stand in chapters, by the path of the chapter.
fn by_path(archive: &Archive, games: &[u32]) -> Result<BTreeMap<String, IdSet>> {
    let wanted: IdSet = games.iter().copied().collect();
    let mut by_path: BTreeMap<String, IdSet> = BTreeMap::new();
    for chapter in archive.snapshot().chapters()? {
        let games = archive.snapshot().games_in(&chapter)?;
        let here: IdSet = games.into_iter().filter(|game| wanted.contains(*game)).collect();
        if !here.is_empty() {
            by_path.entry(chapter.path).or_default().add(&here);
        }
    }
    Ok(by_path)
}

/// The rows of branches that have games, and behind them that of games without a chapter.
fn told(archive: &Archive, games: &[u32], branches: Vec<Branch>) -> Result<Vec<ChapterCount>> {
    let names = archive.folded_names()?;
    let mut teller = ParticipantCounter::new(&names);
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
