//! Games that fit a query of the language: facts first, then the moves of the games that facts leave open.

use super::archive::Archive;
use super::ids::IdSet;
use super::parallel::in_parallel;
use super::told::Told;
use crate::query::{Evaluator, Headers, Matches, Plan, Query};
use crate::replay::Tree;
use crate::store::{Fact, Facts, GameLine, Result};

/// With fewer games than this share of a chunk left open, they are read one by one.
const SPARSE: usize = 16;

/// A query made ready for an archive.
#[derive(Debug)]
pub struct Asked {
    plan: Plan,
    told: Vec<Told>,
    variations: bool,
}

/// Where a game fits a query.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Moments {
    /// The moments, ascending: plies played before, 0 is the start. None when the query is about whole games.
    pub plies: Option<Vec<u32>>,
    /// The query is about whole games.
    pub whole: bool,
    /// The moments are those of a variation; the main line has none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub variation: bool,
}

impl Asked {
    /// Plans a query and looks up its names.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn new(archive: &Archive, query: &Query, variations: bool) -> Result<Asked> {
        let plan = query.plan();
        let told = plan.headers().iter().map(|header| Told::new(archive, header));
        Ok(Asked { told: told.collect::<Result<_>>()?, plan, variations })
    }

    /// The games that fit, among those that are `wanted`.
    pub(super) fn games(
        &self,
        archive: &Archive,
        wanted: impl Fn(u32, &Fact) -> bool + Sync,
    ) -> Result<IdSet> {
        let has_trees = self.variations && archive.snapshot().has_trees()?;
        let facts = &archive.facts;
        let found = in_parallel(archive, archive.facts.chunk_count(), |snapshot, chunk| {
            let first = (chunk * Facts::CHUNK) as u32 + 1;
            let last = first + Facts::CHUNK as u32 - 1;
            let mut found = Vec::new();
            let mut open = Vec::new();
            for id in first..=last {
                let Some(fact) = facts.get(id) else { continue };
                if !fact.is_alive() || !wanted(id, fact) {
                    continue;
                }
                match self.plan.on_headers(&|header| self.told[header].holds(id, fact)) {
                    Some(true) => found.push(id),
                    Some(false) => {}
                    None => open.push(id),
                }
            }
            let mut evaluator = Evaluator::new(&self.plan);
            let mut look = |game: GameLine<'_>| -> Result<()> {
                if open.binary_search(&game.id).is_err() {
                    return Ok(());
                }
                let told = self.told(facts, game.id);
                let headers = Headers(&told);
                begin(&mut evaluator, &game)?;
                let mut holds = evaluator.holds(&headers);
                if !holds && has_trees {
                    let start = game.start_position()?;
                    snapshot.trees_of(game.id, &mut |tree| {
                        holds = holds
                            || first_variation(tree, |line| {
                                evaluator.begin(&start, line.iter().copied());
                                evaluator.holds(&headers).then_some(())
                            })
                            .is_some();
                        Ok(())
                    })?;
                }
                if holds {
                    found.push(game.id);
                }
                Ok(())
            };
            if open.len() * SPARSE < Facts::CHUNK {
                open.iter().try_for_each(|&id| snapshot.game_line(id, &mut look))?;
            } else {
                snapshot.game_lines(first..=last, &mut look)?;
            }
            Ok(found)
        })?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Where a game fits: in its main line, or else in the first variation that does, if these count.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn moments(&self, archive: &Archive, id: u32) -> Result<Option<Moments>> {
        let told = self.told(&archive.facts, id);
        let headers = Headers(&told);
        let mut evaluator = Evaluator::new(&self.plan);
        let mut found = None;
        let snapshot = archive.snapshot();
        snapshot.game_line(id, &mut |game| {
            begin(&mut evaluator, &game)?;
            found = evaluator.matches(&headers).map(|matches| moments(matches, false));
            if found.is_none() && self.variations {
                let start = game.start_position()?;
                snapshot.trees_of(id, &mut |tree| {
                    found = found.take().or_else(|| {
                        first_variation(tree, |line| {
                            evaluator.begin(&start, line.iter().copied());
                            evaluator.matches(&headers).map(|matches| moments(matches, true))
                        })
                    });
                    Ok(())
                })?;
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Whether it says nothing of moments.
    pub fn is_whole(&self) -> bool {
        self.plan.is_whole()
    }

    fn told(&self, facts: &Facts, id: u32) -> Vec<bool> {
        let fact = facts.get(id).unwrap_or(&Fact::GONE);
        self.told.iter().map(|told| told.holds(id, fact)).collect()
    }
}

fn moments(matches: Matches, variation: bool) -> Moments {
    match matches {
        Matches::Whole => Moments { plies: None, whole: true, variation },
        Matches::Plies(plies) => Moments { plies: Some(plies), whole: false, variation },
    }
}

/// Takes up the main line of a stored game.
fn begin(evaluator: &mut Evaluator<'_>, game: &GameLine<'_>) -> Result<()> {
    let moves = game.moves.as_chunks::<2>().0.iter().copied();
    match game.start {
        None => evaluator.begin_standard(moves),
        Some(_) => evaluator.begin(&game.start_position()?, moves),
    }
    Ok(())
}

/// What `look` finds in the first way from the start to a leaf, other than the main line, in which it finds anything.
fn first_variation<T>(tree: &Tree, mut look: impl FnMut(&[[u8; 2]]) -> Option<T>) -> Option<T> {
    // The way to the node at hand, and the nodes on it.
    let (mut line, mut nodes) = (Vec::new(), Vec::new());
    for (index, node) in (0..).zip(&tree.nodes) {
        while nodes.last().is_some_and(|last| *last != node.parent) {
            nodes.pop();
            line.pop();
        }
        nodes.push(index);
        line.push(node.mv.bytes());
        let next = tree.nodes.get(index as usize + 1);
        let is_leaf = next.is_none_or(|next| next.parent != index);
        if is_leaf
            && index >= tree.plies
            && let Some(found) = look(&line)
        {
            return Some(found);
        }
    }
    None
}
