//! Remembered answers about common positions.
//!
//! Reading a million games that reach the start takes a tenth of a second. Answers to the usual
//! questions about such positions (search and explore without conditions) are therefore computed at
//! the end of an import and stored in `common_position`; they equal the counted ones. Questions
//! never write, so that a read-only database can be asked.
//!
//! Answers are valid for the generation of the database in which they were computed. After any
//! change to a game they are ignored until they are computed again; so are answers that this
//! program cannot read.

use super::count::{after, count};
use super::participants::{Lead, ParticipantCounter, Participants};
use super::{Explored, Row};
use crate::search::archive::names::FoldedNames;
use crate::search::archive::parallel::in_parallel;
use crate::search::archive::postings::{Effective, Mirroring, View};
use crate::search::archive::{Archive, Shared};
use crate::search::conditions::filter::{Filter, Matcher, Purpose, Sieve, Sifted};
use crate::search::conditions::question::{Found, Order, Ranking, SearchQuery, TopGames};
use crate::store::index::Payload;
use crate::store::{
    AnswerKey, Connection, Database, Evidence, Facts, RememberedAnswer as StoredAnswer, Result,
};
use crate::xiangqi::{Move, Orientation, Position, PositionKey};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};

/// Number of games remembered in each order: two pages of the usual length.
pub(crate) const GAMES: usize = 40;
/// Number of latest games remembered for each move.
pub(crate) const LATEST: usize = 5;

/// Content of `common_position.found`: number of games, of those that are no games between two
/// players, of those with only the mirror image, of copies, and the first games in each order of
/// [`Order::REMEMBERED`].
#[derive(Serialize, Deserialize)]
struct StoredFound {
    count: u64,
    others: u64,
    mirrored: u64,
    #[serde(default)]
    copies: u64,
    first: [Vec<u32>; 4],
}

/// The remembered answer to a search, if any.
pub(crate) fn found(archive: &Archive, query: &SearchQuery) -> Result<Option<Found>> {
    let Some(position) = &query.position else { return Ok(None) };
    let is_usual = query.line.is_none()
        && query.contains.is_empty()
        && !query.variations
        && query.matcher.is_usual(Purpose::Lists);
    if !is_usual || !archive.remembers() || query.places.end > GAMES {
        return Ok(None);
    }
    let view = View { asked: position.key(), mirroring: query.mirroring };
    let Some(text) = archive.snapshot().remembered_search(key_of(view))? else { return Ok(None) };
    let Ok(stored) = serde_json::from_str::<StoredFound>(&text) else { return Ok(None) };
    let order = Order::REMEMBERED.iter().position(|order| *order == query.order);
    let Some(first) = order.and_then(|order| stored.first.get(order)) else { return Ok(None) };
    let places = query.places.start..query.places.end.min(first.len());
    let games = first.get(places).unwrap_or_default().to_vec();
    let StoredFound { count, others, mirrored, copies, .. } = stored;
    Ok(Some(Found { count, games, others, mirrored, copies, ..Found::default() }))
}

/// The remembered answer of the explorer, if any.
pub(crate) fn explored(
    archive: &Archive,
    view: View,
    matcher: &Matcher,
    latest: usize,
) -> Result<Option<Explored>> {
    if !matcher.is_usual(Purpose::Statistics) || !archive.remembers() || latest > LATEST {
        return Ok(None);
    }
    let Some(text) = archive.snapshot().remembered_rows(key_of(view))? else { return Ok(None) };
    let Ok(mut explored) = serde_json::from_str::<Explored>(&text) else { return Ok(None) };
    explored.rows.iter_mut().for_each(|row| row.latest.truncate(latest));
    Ok(Some(explored))
}

/// Remembered number of games that reach a position, if any.
pub(crate) fn games(archive: &Archive, view: View, matcher: &Matcher) -> Result<Option<u64>> {
    if !matcher.is_usual(Purpose::Statistics) || !archive.remembers() {
        return Ok(None);
    }
    let Some(text) = archive.snapshot().remembered_rows(key_of(view))? else { return Ok(None) };
    Ok(serde_json::from_str::<Explored>(&text).ok().map(|explored| explored.score.games()))
}

/// Key under which an answer is stored.
fn key_of(view: View) -> AnswerKey {
    let View { asked, mirroring } = view;
    AnswerKey {
        key: asked.key,
        is_mirrored: asked.orientation == Orientation::Mirrored,
        is_exact: mirroring == Mirroring::Exact && asked.orientation != Orientation::Symmetric,
    }
}

/// Reads a stored move.
pub(super) fn read_move<'d, D: Deserializer<'d>>(from: D) -> std::result::Result<Move, D::Error> {
    String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
}

/// A row in stored form: the fields of [`Row`] in order; of the score only the results of games.
fn row_json(row: &Row, reached: u64) -> Value {
    let &Row { mv, score, mirrored, years, earliest, ref latest, undated, ref behind, .. } = row;
    let score = [score.red, score.draw, score.black, score.unknown];
    let behind = behind_json(behind);
    json!([mv.to_string(), score, mirrored, reached, years, earliest, latest, undated, behind])
}

fn behind_json(behind: &Participants) -> Value {
    let Participants { players, events, leading_player, leading_event } = behind;
    let lead = |lead: &Option<Lead>| lead.as_ref().map(|it| (it.name.clone(), it.games));
    json!([players, events, lead(leading_player), lead(leading_event)])
}

/// Number of postings from which a position is common; counting fewer takes well under a
/// millisecond.
pub const COMMON: usize = 4_096;
/// Divisor of the number of games: a common position has at least this share of them, so that the
/// work of an import grows no faster than its games.
const SHARE: usize = 1 << 10;

/// Computes and stores the answers about common positions: those with at least `least` postings
/// (more in very large archives) that are reached from the standard start through common positions.
/// Does nothing if the answers are valid. Returns the number of positions; an error changes
/// nothing.
pub fn remember_common(
    database: &mut Database,
    least: usize,
    shared: &mut Shared,
) -> Result<usize> {
    let archive = Archive::beside(database.snapshot()?, Evidence::Derived, shared)?;
    let generation = archive.snapshot().generation()?;
    if generation == archive.snapshot().remembered_generation()? {
        return Ok(0);
    }
    let known = look_around(&archive, least.max(archive.facts().last_id() as usize / SHARE))?;
    let mut answers = Vec::new();
    let mut count = 0;
    for looked in known.values() {
        let Some(common) = &looked.common else { continue };
        count += 1;
        for answer in common {
            answers.push(answer.write(&looked.position, &known));
        }
    }
    // Sorted like the table: by key.
    answers.sort_by_key(|answer| answer.key);
    drop(archive);
    // If a game changed meanwhile, the generation differs and the answers stay unused.
    let tx = database.transaction()?;
    tx.remember(&answers, generation)?;
    tx.commit()?;
    Ok(count)
}

/// Data for exploring positions, shared by threads.
struct Around<'a> {
    facts: &'a Facts,
    lines: Effective<'a>,
    names: &'a FoldedNames,
    /// Working memory that no thread uses at present.
    desks: Mutex<Vec<Desk<'a>>>,
    /// Accepts games between two players.
    games: Sieve<'a>,
    /// Accepts every existing game.
    all: Sieve<'a>,
}

/// Working memory, reused for several positions.
struct Desk<'a> {
    found: Vec<(u32, Payload)>,
    participants: ParticipantCounter<'a>,
}

/// An explored position.
struct Looked {
    position: Position,
    /// Number of games of kind `game` that reach it: in any orientation, canonical, mirrored.
    games: [u64; 3],
    /// Answers about it, if it is common.
    common: Option<Vec<Answer>>,
}

/// Answer for one view of a position.
struct Answer {
    view: View,
    found: StoredFound,
    explored: Explored,
}

/// All common positions, and those one move away from one, by key.
fn look_around(archive: &Archive, least: usize) -> Result<FxHashMap<u64, Looked>> {
    let games = Filter::of(Purpose::Statistics).resolve(archive)?;
    let all = Filter::default().resolve(archive)?;
    let names = archive.folded_names()?;
    let around = Around {
        facts: archive.facts(),
        lines: archive.effective(),
        names,
        desks: Mutex::default(),
        games: Sieve::new(archive, &games)?,
        all: Sieve::new(archive, &all)?,
    };
    // Every game reaches the start.
    around.games.expect(usize::MAX);
    around.all.expect(usize::MAX);
    let mut known: FxHashMap<u64, Looked> = FxHashMap::default();
    let mut seen = FxHashSet::from_iter([Position::start().key().key]);
    let mut next = vec![Position::start()];
    while !next.is_empty() {
        let looked = in_parallel(archive, next.len(), |conn, number| {
            let free = around.desks.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let participants = ParticipantCounter::new(around.names);
            let mut desk = free.unwrap_or(Desk { found: Vec::new(), participants });
            let looked = look(&around, &mut desk, conn, &next[number], least);
            around.desks.lock().unwrap_or_else(PoisonError::into_inner).push(desk);
            looked
        })?;
        next = Vec::new();
        for Looked { position, common, .. } in &looked {
            // The first view has the moves of all games, on this board.
            let rows = common.iter().filter_map(|answers| answers.first());
            for row in rows.flat_map(|answer| &answer.explored.rows) {
                let mut after = position.clone();
                after.play_unchecked(row.mv);
                if seen.insert(after.key().key) {
                    // Uses the same orientation whichever line comes first.
                    let is_mirrored = after.key().orientation == Orientation::Mirrored;
                    next.push(if is_mirrored { after.mirror() } else { after });
                }
            }
        }
        known.extend(looked.into_iter().map(|looked| (looked.position.key().key, looked)));
    }
    Ok(known)
}

fn look(
    around: &Around<'_>,
    desk: &mut Desk<'_>,
    conn: &Connection,
    position: &Position,
    least: usize,
) -> Result<Looked> {
    let Around { facts, lines, games, all, .. } = around;
    let Desk { found, participants } = desk;
    let asked = position.key();
    lines.postings(conn, asked.key, false, None, found)?;
    let found = &*found;
    let view = |orientation, mirroring| View {
        asked: PositionKey { key: asked.key, orientation },
        mirroring,
    };
    let own = asked.orientation;
    let sides = [own, position.mirror().key().orientation];
    let is_symmetric = own == Orientation::Symmetric;
    if found.len() < least {
        let any = view(own, Mirroring::Any).count(found, games);
        let exact = |side| view(side, Mirroring::Exact).count(found, games);
        let games = match is_symmetric {
            true => [any; 3],
            false => [any, exact(Orientation::Canonical), exact(Orientation::Mirrored)],
        };
        return Ok(Looked { position: position.clone(), games, common: None });
    }
    let mut answer = |view: View, found: &[(u32, Payload)]| -> Result<Answer> {
        let explored = count(found, view, games, facts, LATEST).explored(participants);
        Ok(Answer { view, found: first_games(conn, facts, found, view, all)?, explored })
    };
    let any = answer(view(own, Mirroring::Any), found)?;
    let mut counts = [any.explored.score.games(); 3];
    let mut common = vec![any];
    if !is_symmetric {
        for side in sides {
            let exact = view(side, Mirroring::Exact);
            let of_side: Vec<_> =
                found.iter().copied().filter(|&(_, payload)| exact.takes(payload)).collect();
            let answer = answer(exact, &of_side)?;
            counts[if side == Orientation::Canonical { 1 } else { 2 }] =
                answer.explored.score.games();
            common.push(answer);
        }
        let other = common[0].seen_in_mirror(view(sides[1], Mirroring::Any), &common[2]);
        common.push(other);
    }
    Ok(Looked { position: position.clone(), games: counts, common: Some(common) })
}

fn first_games(
    conn: &Connection,
    facts: &Facts,
    found: &[(u32, Payload)],
    view: View,
    all: &Sieve<'_>,
) -> Result<StoredFound> {
    let first = Default::default();
    let mut stored = StoredFound { count: 0, others: 0, mirrored: 0, copies: 0, first };
    let mut first = Order::REMEMBERED.map(|order| TopGames::new(Ranking::of_facts(order), GAMES));
    stored.copies = view.for_each_game(found, all, |id, game, sifted| {
        if let (Sifted::Fits, Some(fact)) = (sifted, facts.get(id)) {
            stored.count += 1;
            stored.others += u64::from(!fact.is_game());
            stored.mirrored += u64::from(game.is_mirrored());
            first.iter_mut().for_each(|first| first.push(id, fact));
        }
    });
    for (slot, first) in stored.first.iter_mut().zip(first) {
        *slot = first.at(conn, 0..GAMES)?;
    }
    Ok(stored)
}

impl Answer {
    /// The answer about the mirror image, computed from this one; `exact` is the answer about the
    /// mirror image alone.
    fn seen_in_mirror(&self, view: View, exact: &Answer) -> Answer {
        let StoredFound { count, others, copies, ref first, .. } = self.found;
        let mirrored = count.saturating_sub(exact.found.count);
        let found = StoredFound { count, others, mirrored, copies, first: first.clone() };
        let mirrored = self.explored.score.games().saturating_sub(exact.explored.score.games());
        let rows = self.explored.rows.iter().map(|row| {
            let mirrored = row.score.games() - row.mirrored;
            Row { mv: row.mv.mirror(), mirrored, ..row.clone() }
        });
        let mut explored = Explored { mirrored, rows: rows.collect(), ..self.explored.clone() };
        explored.sort();
        Answer { view, found, explored }
    }

    fn write(&self, position: &Position, known: &FxHashMap<u64, Looked>) -> StoredAnswer {
        let View { asked, mirroring } = self.view;
        // The position as this view has it.
        let position = if asked == position.key() { position.clone() } else { position.mirror() };
        let Explored { score, behind, mirrored, copies, ended, programs, rows, .. } =
            &self.explored;
        let rows = rows.iter().map(|row| {
            let View { asked, mirroring } = after(&position, row.mv, mirroring);
            let games = known.get(&asked.key).map_or([0; 3], |looked| looked.games);
            let reached = match (mirroring, asked.orientation) {
                (Mirroring::Any, _) | (_, Orientation::Symmetric) => games[0],
                (_, Orientation::Canonical) => games[1],
                (_, Orientation::Mirrored) => games[2],
            };
            row_json(row, reached)
        });
        let explored = json!({
            "score": score, "behind": behind_json(behind), "mirrored": mirrored, "copies": copies,
            "ended": ended, "programs": programs, "rows": rows.collect::<Vec<_>>(),
        });
        let (found, explored) = (json!(self.found).to_string(), explored.to_string());
        StoredAnswer { key: key_of(self.view), found, explored }
    }
}
