//! Games that fit a question: first by facts, then by the position index, then by scanning the
//! moves of the games left.

use super::facts::FactTest;
use super::names::{FoundNames, NameMatch, find};
use super::near::{near_books, near_events};
use crate::query::{
    Condition, Evaluator, Header, Headers, Matches, PartialBoard, Plan, Query, TextField,
};
use crate::replay::{LineEvaluations, Tree};
use crate::search::archive::Archive;
use crate::search::archive::game::EvaluatedGames;
use crate::search::archive::ids::IdSet;
use crate::search::archive::parallel::{Watch, in_parallel};
use crate::search::archive::postings::{Mirroring, View, in_chunks, postings};
use crate::store::{CountUnit, Fact, Facts, GameLine, Result, Snapshot};
use crate::xiangqi::{Position, Side};

/// A question planned for an archive.
#[derive(Debug)]
pub struct PlannedQuery {
    pub(crate) plan: Plan,
    /// Tests of the plan's headers, in order.
    tests: Vec<FactTest>,
    variations: bool,
    /// Games with scores or clocks in comments, if the question needs them.
    evaluated: Option<EvaluatedGames>,
}

/// The plies at which a game fits a question.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct FittingPlies {
    /// Moments, ascending; 0 is the start. `None` for a question about whole games.
    pub plies: Option<Vec<u32>>,
    /// Whether the question is about whole games.
    pub whole: bool,
    /// Whether the moments are those of a variation; the main line has none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub variation: bool,
}

/// The first appearance of a partial board in a game.
#[derive(Debug, Copy, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Sighting {
    /// Number of plies before the position; 0 is the start.
    pub ply: u32,
    /// Whether only a variation has the position.
    pub variation: bool,
    /// Whether the game has the mirror image there.
    pub mirrored: bool,
}

/// Images and lines of a game that count.
#[derive(Debug, Copy, Clone)]
pub(crate) struct Sights {
    /// Whether the mirror image counts.
    pub(crate) mirroring: Mirroring,
    /// Whether variations count.
    pub(crate) variations: bool,
}

impl PlannedQuery {
    /// Plans a question and looks up its names; `unit` is the unit of counting. Later calls must be
    /// about `wanted` games only.
    pub fn new(
        archive: &Archive,
        query: &Query,
        variations: bool,
        unit: CountUnit,
        wanted: impl Fn(u32) -> bool + Sync,
    ) -> Result<PlannedQuery> {
        let plan = query.plan();
        let tests = plan.headers().iter().map(|header| FactTest::new(archive, header, unit));
        let tests = tests.collect::<Result<_>>()?;
        let is_asked = plan.asks_for_evaluations();
        let evaluated = is_asked.then(|| archive.evaluated_games().cloned()).transpose()?;
        let mut planned = PlannedQuery { tests, plan, variations, evaluated };
        if planned.tests.iter().any(FactTest::is_unread) {
            // Texts are read only for games that all else leaves open.
            let [_, open] = planned.split(archive, wanted);
            planned.tests.iter_mut().try_for_each(|test| test.read(archive, &open))?;
        }
        Ok(planned)
    }

    /// Plans a condition without headers.
    fn on_moves(condition: &Condition, sights: Sights) -> PlannedQuery {
        let plan = condition.plan(sights.mirroring == Mirroring::Any);
        let variations = sights.variations;
        PlannedQuery { plan, tests: Vec::new(), variations, evaluated: None }
    }

    /// Divides the `wanted` games by facts: those that fit whatever their moves, and those that may
    /// fit; ids ascending.
    pub(crate) fn split(
        &self,
        archive: &Archive,
        wanted: impl Fn(u32) -> bool + Sync,
    ) -> [Vec<u32>; 2] {
        let shares = archive.facts().fold(|[fitting, open]: &mut [Vec<u32>; 2], id, fact| {
            let holds = |header: usize| self.tests[header].holds(id, fact);
            let is_evaluated = self.evaluated.as_ref().is_none_or(|games| games.contains(id));
            match wanted(id).then(|| self.plan.on_headers(&holds, is_evaluated)) {
                Some(Some(true)) => fitting.push(id),
                Some(None) => open.push(id),
                Some(Some(false)) | None => {}
            }
        });
        [0, 1].map(|list| shares.iter().flat_map(|lists| &lists[list]).copied().collect())
    }

    /// For each list of positions of which a game must reach one: the list as text, and the games
    /// that do. Empty if there are no open games.
    pub(crate) fn by_position(
        &self,
        archive: &Archive,
        open: &[u32],
    ) -> Result<Vec<(String, IdSet)>> {
        let lists = if open.is_empty() { Vec::new() } else { self.plan.positions() };
        let looked_up = lists.iter().map(|list| {
            Ok((texts(list), coming_to(archive, list, Mirroring::Exact, self.variations)?))
        });
        looked_up.collect()
    }

    /// The `wanted` games that fit. Returns [`Stopped`](crate::store::Error::Stopped) when `watch`
    /// stops the scan.
    pub(crate) fn games(
        &self,
        archive: &Archive,
        wanted: impl Fn(u32) -> bool + Sync,
        watch: &dyn Watch,
    ) -> Result<IdSet> {
        let [fits, mut open] = self.split(archive, wanted);
        let coming = self.by_position(archive, &open)?;
        open.retain(|&id| coming.iter().all(|(_, games)| games.contains(id)));
        let found = self.scan(archive, &open, watch, |evaluator, headers| {
            evaluator.holds(headers).then_some(())
        })?;
        Ok(fits.into_iter().chain(found.into_iter().map(|(id, ())| id)).collect())
    }

    /// Applies `see` to some games (ids ascending) and returns the results: of the main line or
    /// else of the first variation with a result, if variations count.
    pub(crate) fn scan<T: Send>(
        &self,
        archive: &Archive,
        open: &[u32],
        watch: &dyn Watch,
        see: impl Fn(&mut Evaluator<'_>, &Headers<'_>) -> Option<T> + Sync,
    ) -> Result<Vec<(u32, T)>> {
        if open.is_empty() {
            return Ok(Vec::new());
        }
        watch.expect(open.len() as u64);
        let has_trees = self.variations && archive.snapshot().has_trees()?;
        let facts = archive.facts();
        let chunks: Vec<&[u32]> = in_chunks(open).collect();
        let lines = archive.effective();
        let found = in_parallel(archive, chunks.len(), |snapshot, number| {
            let ids = chunks[number];
            let mut found = Vec::new();
            let mut evaluator = Evaluator::new(&self.plan);
            let mut holding = Vec::new();
            let mut look = |game: GameLine<'_>| -> Result<()> {
                watch.go_on()?;
                self.test_headers(facts, game.id, &mut holding);
                let headers = Headers(&holding);
                let look = |evaluator: &mut Evaluator<'_>, _| see(evaluator, &headers);
                let evaluated = self.evaluated.as_ref();
                let of = Scanned { game: &game, evaluated, variations: has_trees };
                let seen = in_game(snapshot, &mut evaluator, &of, look)?;
                found.extend(seen.map(|seen| (game.id, seen)));
                Ok(())
            };
            lines.lines_of(snapshot, ids, &mut look)?;
            watch.advance(ids.len() as u64);
            Ok(found)
        })?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Where a game fits: in the main line or else in the first fitting variation, if variations
    /// count.
    pub fn moments(&self, archive: &Archive, id: u32) -> Result<Option<FittingPlies>> {
        let mut holding = Vec::new();
        self.test_headers(archive.facts(), id, &mut holding);
        let headers = Headers(&holding);
        let mut evaluator = Evaluator::new(&self.plan);
        let mut found = None;
        let snapshot = archive.snapshot();
        archive.effective().game_line(snapshot, id, &mut |game| {
            found = in_game(
                snapshot,
                &mut evaluator,
                &Scanned {
                    game: &game,
                    evaluated: self.evaluated.as_ref(),
                    variations: self.variations,
                },
                |evaluator, variation| {
                    Some(match evaluator.matches(&headers)? {
                        Matches::Whole => FittingPlies { plies: None, whole: true, variation },
                        Matches::Plies(plies) => {
                            FittingPlies { plies: Some(plies), whole: false, variation }
                        }
                    })
                },
            )?;
            Ok(())
        })?;
        Ok(found)
    }

    /// Similar names for the unknown players, events and books of the question.
    pub(crate) fn names_of_none(&self, archive: &Archive) -> Result<Vec<FoundNames>> {
        let mut near = Vec::new();
        let headers = self.plan.headers().iter().zip(&self.tests);
        for (header, _) in headers.filter(|(_, test)| test.is_of_none()) {
            let Header::Text(field, names) = header else { continue };
            for name in names {
                match field {
                    TextField::Player | TextField::Red | TextField::Black => {
                        near.extend(find(archive, name, NameMatch::Auto)?.otherwise);
                    }
                    TextField::Event => near.push(near_events(archive, name)?),
                    TextField::Book => near.push(near_books(archive, name)?),
                    _ => {}
                }
            }
        }
        Ok(near)
    }

    /// Whether the question is about whole games.
    pub fn is_whole(&self) -> bool {
        self.plan.is_whole()
    }

    /// Whether a condition on headers holds for a game.
    pub(crate) fn holds(&self, header: usize, id: u32, fact: &Fact) -> bool {
        self.tests[header].holds(id, fact).unwrap_or(false)
    }

    /// Fills `holding` with whether each header holds for a game.
    fn test_headers(&self, facts: &Facts, id: u32, holding: &mut Vec<bool>) {
        let fact = facts.get(id).unwrap_or(&Fact::GONE);
        holding.clear();
        holding.extend((0..self.tests.len()).map(|header| self.holds(header, id, fact)));
    }
}

/// The `wanted` games (ids ascending) in which a condition on moves holds, each with whether it
/// holds in the mirror image only.
pub(crate) fn games_showing(
    archive: &Archive,
    condition: &Condition,
    sights: Sights,
    wanted: &[u32],
    watch: &dyn Watch,
) -> Result<Vec<(u32, bool)>> {
    let planned = PlannedQuery::on_moves(condition, sights);
    let mut open = wanted.to_vec();
    for positions in planned.plan.positions() {
        let postings =
            positions.iter().map(|position| archive.index().expected(position.key().key));
        // A position that most games reach excludes few.
        if postings.sum::<usize>() < open.len() {
            let coming = coming_to(archive, &positions, Mirroring::Exact, sights.variations)?;
            open.retain(|&id| coming.contains(id));
        }
    }
    let mut found = planned.scan(archive, &open, watch, |evaluator, headers| {
        evaluator.holds(headers).then(|| evaluator.is_mirrored())
    })?;
    if sights.variations && archive.snapshot().has_trees()? {
        // The main line may show the mirror image, and a variation the position itself.
        let mirrored = found.iter().filter(|(_, is_mirrored)| *is_mirrored);
        let mirrored: Vec<u32> = mirrored.map(|(id, _)| *id).collect();
        let exact = Sights { mirroring: Mirroring::Exact, ..sights };
        let exact = PlannedQuery::on_moves(condition, exact).scan(
            archive,
            &mirrored,
            watch,
            |evaluator, headers| evaluator.holds(headers).then_some(()),
        )?;
        let exact: IdSet = exact.into_iter().map(|(id, ())| id).collect();
        found.iter_mut().for_each(|(id, is_mirrored)| *is_mirrored &= !exact.contains(*id));
    }
    Ok(found)
}

/// Plies at which a condition on moves holds in the main lines of some games (ids ascending); games
/// without such a ply are missing. Returns [`Stopped`](crate::store::Error::Stopped) when `watch`
/// stops the scan.
pub fn fitting_plies(
    archive: &Archive,
    condition: &Condition,
    games: &[u32],
    watch: &dyn Watch,
) -> Result<Vec<(u32, Vec<u32>)>> {
    let sights = Sights { mirroring: Mirroring::Exact, variations: false };
    let planned = PlannedQuery::on_moves(condition, sights);
    planned.scan(archive, games, watch, |evaluator, headers| match evaluator.matches(headers)? {
        Matches::Plies(plies) => Some(plies),
        Matches::Whole => None,
    })
}

impl Archive {
    /// First appearance of a partial board in a game: in the main line or else in variations, if
    /// these count.
    pub fn first_place(
        &self,
        id: u32,
        board: &PartialBoard,
        mirroring: Mirroring,
        variations: bool,
    ) -> Result<Option<Sighting>> {
        let board = Condition::Board(board.clone());
        let planned = PlannedQuery::on_moves(&board, Sights { mirroring, variations });
        let mut evaluator = Evaluator::new(&planned.plan);
        let mut first: Option<Sighting> = None;
        self.effective().game_line(self.snapshot(), id, &mut |game| {
            let of = Scanned { game: &game, evaluated: None, variations };
            in_game(self.snapshot(), &mut evaluator, &of, |evaluator, variation| {
                let (ply, mirrored) = evaluator.first(&Headers::NONE)?;
                if first.is_none_or(|first| ply < first.ply) {
                    first = Some(Sighting { ply, variation, mirrored });
                }
                // Another variation may have the board earlier.
                (!variation).then_some(())
            })?;
            Ok(())
        })?;
        Ok(first)
    }
}

/// Alternative positions as one line.
pub(crate) fn texts(positions: &[Position]) -> String {
    positions.iter().map(Position::to_fen).collect::<Vec<_>>().join(" | ")
}

/// The games that reach one of these positions.
pub(crate) fn coming_to(
    archive: &Archive,
    positions: &[Position],
    mirroring: Mirroring,
    variations: bool,
) -> Result<IdSet> {
    let mut games = IdSet::default();
    for position in positions {
        let view = View { asked: position.key(), mirroring };
        for (game, payload) in postings(archive, view.asked.key, variations)? {
            if view.takes(payload) {
                games.insert(game);
            }
        }
    }
    Ok(games)
}

/// A game that is scanned.
struct Scanned<'g> {
    game: &'g GameLine<'g>,
    /// Games with scores or clocks in comments, if they are needed.
    evaluated: Option<&'g EvaluatedGames>,
    /// Whether variations count.
    variations: bool,
}

/// First result of `look` in the main line of a game, or else in its variations in tree order, if
/// these count; `look` is given whether the line is a variation.
fn in_game<T>(
    snapshot: &Snapshot,
    evaluator: &mut Evaluator<'_>,
    scanned: &Scanned<'_>,
    mut look: impl FnMut(&mut Evaluator<'_>, bool) -> Option<T>,
) -> Result<Option<T>> {
    let &Scanned { game, evaluated, variations } = scanned;
    let start = game.start.map(|_| game.start_position()).transpose()?;
    let mut look_at = |line: &[[u8; 2]], said: LineEvaluations, is_variation| {
        match &start {
            None => evaluator.begin_standard(line),
            Some(start) => evaluator.begin(start, line),
        }
        evaluator.evaluated(said);
        look(evaluator, is_variation)
    };
    let said = evaluated.map(|games| games.line(snapshot, game.id)).transpose()?;
    let mut found = look_at(game.moves.as_chunks::<2>().0, said.unwrap_or_default(), false);
    if found.is_none() && variations {
        let first = start.as_ref().map_or(Side::Red, Position::side);
        snapshot.trees_of(game.id, &mut |tree| {
            if found.is_none() {
                let said = evaluated.map(|_| tree.evaluations(first)).unwrap_or_default();
                found = first_variation(tree, |line, nodes| {
                    look_at(line, LineEvaluations::along(&said, nodes), true)
                });
            }
            Ok(())
        })?;
    }
    Ok(found)
}

/// First result of `look` in the lines from the start to each leaf, except the main line; `look` is
/// given moves and nodes.
fn first_variation<T>(
    tree: &Tree,
    mut look: impl FnMut(&[[u8; 2]], &[u32]) -> Option<T>,
) -> Option<T> {
    // Line to the present node, and its nodes.
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
            && let Some(found) = look(&line, &nodes)
        {
            return Some(found);
        }
    }
    None
}
