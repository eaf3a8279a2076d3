//! Explains how a question is answered: the games left by facts, the position index and the scan,
//! step by step.

use super::filter::{Filter, Sieve, Sifted};
use super::scan::{PlannedQuery, texts};
use crate::query::{Means, PlanStep};
use crate::search::archive::Archive;
use crate::search::archive::parallel::Watch;
use crate::store::{Fact, Result};
use serde::Serialize;

/// Number of games in the sample that estimates the result of a scan.
const SAMPLE: usize = 200;

/// Explanation of how a question is answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Explained {
    /// Normal spelling of the question.
    pub query: String,
    /// Patterns in the question: name, and definition from Red's side.
    pub patterns: Vec<(String, String)>,
    /// Number of games before the first step.
    pub games: u64,
    /// Steps, in order.
    pub stages: Vec<Stage>,
    /// Number of scanned games.
    pub scanned: u64,
    /// Number of games found.
    pub found: u64,
}

/// A step of answering, and the number of games that it leaves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stage {
    /// Means that answers the condition.
    pub by: Means,
    /// The condition, or the condition of which the step is a part.
    pub condition: String,
    /// Whether the step is only implied by the condition.
    pub is_needed: bool,
    /// Estimated number of games left.
    pub estimated: u64,
    /// Number of games left.
    pub actual: u64,
}

impl Filter {
    /// Answers the filter's question and explains each step; `None` if the filter has no question.
    pub fn explain(self, archive: &Archive, watch: &dyn Watch) -> Result<Option<Explained>> {
        let matcher = self.names(archive)?;
        let Filter { asked: Some(query), through, variations, unit, .. } = &matcher.filter else {
            return Ok(None);
        };
        let coming = matcher.filter.games_coming(archive)?;
        let sieve = Sieve::new(archive, &matcher)?;
        let fits = |id: u32| sieve.sift_one(id) == Sifted::Fits;
        let all = archive.facts().alive().map(|(id, _)| id);
        let mut all: Vec<u32> = all.filter(|&id| fits(id)).collect();
        let games = all.len();
        let mut stages = Vec::new();
        if let (Some(coming), Some((positions, _))) = (&coming, through) {
            all.retain(|&id| coming.contains(id));
            let estimated = coming.len().min(games);
            stages.push(stage(Means::Index, texts(positions), estimated, all.len()));
        }
        let comes = |id: u32| coming.as_ref().is_none_or(|coming| coming.contains(id));
        let wanted = |id: u32| comes(id) && fits(id);
        let asked = PlannedQuery::new(archive, query, *variations, *unit, wanted)?;
        let left = by_facts(archive, &asked, &all, &mut stages);
        let [fits, mut open] = asked.split(archive, wanted);
        if fits.len() + open.len() < left {
            let decided =
                stage(Means::Facts, query.condition().to_string(), left, fits.len() + open.len());
            stages.push(decided);
        }
        for (text, games) in asked.by_position(archive, &open)? {
            let estimated = games.len().min(open.len());
            open.retain(|&id| games.contains(id));
            stages.push(stage(Means::Index, text, fits.len() + estimated, fits.len() + open.len()));
        }
        let mut found = fits.len() + open.len();
        if !open.is_empty() {
            found = by_scan(archive, &asked, (&fits, &open), watch, &mut stages)?;
            if *variations {
                found = asked.games(archive, wanted, watch)?.len();
            }
        }
        Ok(Some(Explained {
            query: query.condition().to_string(),
            patterns: query.condition().patterns(),
            games: games as u64,
            stages,
            scanned: open.len() as u64,
            found: found as u64,
        }))
    }
}

fn stage(by: Means, condition: String, estimated: usize, actual: usize) -> Stage {
    let (estimated, actual) = (estimated as u64, actual as u64);
    Stage { by, condition, is_needed: false, estimated, actual }
}

/// Adds the steps that facts answer; returns the number of games left. Estimates are shares of all
/// games.
fn by_facts(
    archive: &Archive,
    asked: &PlannedQuery,
    all: &[u32],
    stages: &mut Vec<Stage>,
) -> usize {
    let mut left = all.to_vec();
    let steps = asked.plan.steps().iter().enumerate();
    for (number, step) in steps.filter(|(_, step)| step.means == Means::Facts) {
        let holds = |id: &u32| {
            let fact = archive.facts().get(*id).unwrap_or(&Fact::GONE);
            let of = |header: usize| asked.holds(header, *id, fact);
            asked.plan.step_on_headers(number, &of) == Some(true)
        };
        let alone = all.iter().filter(|id| holds(id)).count();
        let estimated = left.len() * alone / all.len().max(1);
        left.retain(holds);
        stages.push(stage(Means::Facts, step.text.clone(), estimated, left.len()));
    }
    left.len()
}

/// Adds the steps that need moves, for main lines only; returns the number of games found.
/// Estimates come from a sample.
fn by_scan(
    archive: &Archive,
    asked: &PlannedQuery,
    (fits, open): (&[u32], &[u32]),
    watch: &dyn Watch,
    stages: &mut Vec<Stage>,
) -> Result<usize> {
    let steps = asked.plan.steps();
    let reached = |games: &[u32]| -> Result<Vec<usize>> {
        let scanned = asked
            .scan(archive, games, watch, |evaluator, headers| Some(evaluator.reached(headers)))?;
        Ok(scanned.into_iter().map(|(_, steps)| steps).collect())
    };
    let after =
        |reached: &[usize], step: usize| reached.iter().filter(|&&reached| reached > step).count();
    let every = open.len().div_ceil(SAMPLE);
    let sample: Vec<u32> = open.iter().copied().step_by(every).collect();
    let (expected, seen) = (reached(&sample)?, reached(open)?);
    for (number, step) in steps.iter().enumerate() {
        let PlanStep { text, is_needed, means, .. } = step;
        if *means == Means::Facts {
            continue;
        }
        let estimated = open.len() * after(&expected, number) / sample.len();
        let actual = fits.len() + after(&seen, number);
        let next = Stage {
            is_needed: *is_needed,
            ..stage(*means, text.clone(), fits.len() + estimated, actual)
        };
        // Several numbers of one condition are one step.
        match stages.last_mut().filter(|last| {
            last.by == next.by
                && last.is_needed == next.is_needed
                && last.condition == next.condition
        }) {
            Some(last) => *last = next,
            None => stages.push(next),
        }
    }
    Ok(fits.len() + after(&seen, steps.len() - 1))
}
