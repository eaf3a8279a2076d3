//! Counts postings of a position: every move played there, with its score or years. Pure.

use super::groups::{FirstGames, join_years, widen};
use super::participants::{Crowd, ParticipantCounter, Participants};
use super::position::{Appearances, Gathered};
use super::score::Score;
use super::{Explored, Row};
use crate::metadata::PackedDate;
use crate::query::table;
use crate::search::archive::Archive;
use crate::search::archive::postings::{Mirroring, View};
use crate::search::conditions::filter::{Matcher, Sieve, Sifted};
use crate::store::index::Payload;
use crate::store::{Fact, Facts, Result};
use crate::xiangqi::{Move, Orientation, Position};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// View of the position after a move, to count the games that reach it.
pub(crate) fn after(position: &Position, mv: Move, mirroring: Mirroring) -> View {
    let mut after = position.clone();
    after.play_unchecked(mv);
    // From a symmetric position both mirror moves are one row, so both results count.
    let mirroring = if position.is_symmetric() { Mirroring::Any } else { mirroring };
    View { asked: after.key(), mirroring }
}

/// A count without participants.
pub(crate) struct Counted {
    explored: Explored,
    /// Participants of each row; last, those of games in no row.
    crowds: Vec<Crowd>,
    /// Participants of games in several rows, once for each row after the first.
    again: Crowd,
}

impl Counted {
    /// Moves of the rows, unsorted.
    pub(crate) fn moves(&self) -> Vec<Move> {
        self.explored.rows.iter().map(|row| row.mv).collect()
    }

    /// Number of games that reach the position.
    pub(crate) fn games(&self) -> u64 {
        self.explored.score.games()
    }

    /// All crowds.
    pub(crate) fn crowds(&self) -> impl Iterator<Item = &Crowd> + Clone {
        self.crowds.iter()
    }

    /// The explorer's answer, with participants.
    pub(crate) fn explored(self, teller: &mut ParticipantCounter<'_>) -> Explored {
        let Counted { mut explored, crowds, again } = self;
        let (parts, whole) = teller.parts_and_whole(&crowds, &again);
        explored.behind = whole;
        for (row, behind) in explored.rows.iter_mut().zip(parts) {
            row.behind = behind;
        }
        explored.sort();
        explored
    }
}

/// Counts the postings of a position; [`Row::reached`] is left at 0.
pub(crate) fn count(
    found: &[(u32, Payload)],
    view: View,
    sieve: &Sieve<'_>,
    facts: &Facts,
    latest: usize,
) -> Counted {
    let (mut whole, copies) = view.gather(found, sieve, || Count::new(view, latest, sieve, facts));
    whole.explored.copies = copies;
    whole.counted()
}

/// Games while they are counted.
struct Count<'a> {
    sieve: &'a Sieve<'a>,
    facts: &'a Facts,
    explored: Explored,
    rows: Rows,
    /// Games without a move here.
    idle: Crowd,
    /// Games in several rows, once for each row after the first.
    again: Crowd,
}

impl Gathered for Count<'_> {
    fn visit(&mut self, id: u32, game: Appearances<'_>, sifted: Sifted) {
        match sifted {
            Sifted::Falls => {}
            Sifted::Undated => self.explored.undated += 1,
            Sifted::OfProgram => self.explored.programs += 1,
            Sifted::Fits => self.add(id, game),
        }
    }

    fn append(&mut self, other: Self) {
        let Explored { score, mirrored, ended, undated, programs, .. } = other.explored;
        self.explored.score += score;
        self.explored.mirrored += mirrored;
        self.explored.ended += ended;
        self.explored.undated += undated;
        self.explored.programs += programs;
        self.rows.append(other.rows);
        self.idle.append(other.idle);
        self.again.append(other.again);
    }
}

impl<'a> Count<'a> {
    fn new(view: View, latest: usize, sieve: &'a Sieve<'a>, facts: &'a Facts) -> Count<'a> {
        let (explored, rows) = (Explored::default(), Rows::new(view, latest));
        Count { sieve, facts, explored, rows, idle: Crowd::default(), again: Crowd::default() }
    }

    fn add(&mut self, id: u32, game: Appearances<'_>) {
        let Some(fact) = self.facts.get(id) else { return };
        let weight = self.sieve.weight(id);
        self.explored.score.add_many(fact, weight);
        self.explored.mirrored += if game.is_mirrored() { weight } else { 0 };
        let (moves, has_ended) = self.rows.count(id, game, fact, weight);
        self.explored.ended += if has_ended { weight } else { 0 };
        match moves {
            0 => self.idle.add_many(fact, weight),
            _ => (1..moves).for_each(|_| self.again.add_many(fact, weight)),
        }
    }

    fn counted(self) -> Counted {
        let Count { mut explored, rows, idle, again, .. } = self;
        let folded = rows.folded;
        let (rows, mut crowds): (Vec<Row>, Vec<Crowd>) =
            rows.tallies.into_iter().map(|tally| tally.into_row(folded)).unzip();
        crowds.push(idle);
        explored.rows = rows;
        Counted { explored, crowds, again }
    }
}

/// Mirror image of every move, by [`Move::code`].
static MIRRORED: [u16; CODES] = table!(CODES, 0, |code| match Move::from_code(code as u16) {
    Some(mv) => mv.mirror().code(),
    None => 0,
});
const CODES: usize = 8100;
const NO_ROW: u16 = u16::MAX;

/// How moves are folded to the requested board; on a symmetric board a move and its mirror image
/// are one.
#[derive(Clone, Copy)]
struct Folded {
    view: View,
    is_symmetric: bool,
}

/// A move to be counted.
struct Counting {
    /// Code of the row.
    row: u16,
    /// Whether the move is the mirror image of the row's move.
    is_other: bool,
    /// Whether the game has the mirror image.
    is_mirrored: bool,
}

impl Folded {
    pub(crate) fn new(view: View) -> Folded {
        Folded { view, is_symmetric: view.asked.orientation == Orientation::Symmetric }
    }

    /// The row of a move; `None` at the end of a line.
    #[inline]
    fn counting(self, payload: Payload) -> Option<Counting> {
        let played = payload.move_code()?;
        let mirrored = *MIRRORED.get(usize::from(played))?;
        let is_mirrored = self.view.is_mirrored(payload);
        let (code, other) = if is_mirrored { (mirrored, played) } else { (played, mirrored) };
        let row = if self.is_symmetric { code.min(other) } else { code };
        Some(Counting { row, is_other: row != code, is_mirrored })
    }

    /// Display move of a row that was counted `all` times, `as_other` times as its mirror image:
    /// the commoner of both.
    fn mv(self, row: u16, all: u64, as_other: u64) -> Move {
        let is_other = self.is_symmetric && 2 * as_other > all;
        let code = if is_other { MIRRORED[usize::from(row)] } else { row };
        Move::from_code(code).expect("rows are counted under codes of moves")
    }
}

/// Rows while they are counted.
struct Rows {
    folded: Folded,
    latest: usize,
    /// Place in `tallies` by move code.
    places: Vec<u16>,
    tallies: Vec<Tally>,
}

/// Count of one move; mirror moves share a tally under the smaller code.
struct Tally {
    /// Code of the move on the requested board.
    code: u16,
    /// Game counted last, so that a game counts once.
    last_game: u32,
    score: Score,
    crowd: Crowd,
    mirrored: u64,
    /// Number of times that the mirror image was played.
    as_other: u64,
    years: Option<(u16, u16)>,
    first: FirstGames,
    latest: Vec<(PackedDate, u32, u32)>,
}

impl Rows {
    fn new(view: View, latest: usize) -> Rows {
        let folded = Folded::new(view);
        Rows { folded, latest, places: vec![NO_ROW; CODES], tallies: Vec::new() }
    }

    /// Counts a game under each of its moves; returns the number of moves, and whether a line ends
    /// here.
    fn count(&mut self, id: u32, game: Appearances<'_>, fact: &Fact, weight: u64) -> (usize, bool) {
        let (mut moves, mut has_ended, latest) = (0, false, self.latest);
        for payload in game.payloads() {
            let Some(Counting { row, is_other, is_mirrored }) = self.folded.counting(payload)
            else {
                has_ended = true;
                continue;
            };
            let tally = self.tally(row);
            if tally.last_game == id {
                continue;
            }
            tally.last_game = id;
            moves += 1;
            tally.score.add_many(fact, weight);
            tally.crowd.add_many(fact, weight);
            tally.mirrored += if is_mirrored { weight } else { 0 };
            tally.as_other += if is_other { weight } else { 0 };
            tally.first.add(id, fact);
            if !fact.date.earliest().is_unknown() {
                widen(&mut tally.years, fact.year());
                tally.keep_latest((fact.date, fact.key, id), latest);
            }
        }
        (moves, has_ended)
    }

    /// Adds the counts of other games.
    fn append(&mut self, other: Rows) {
        let latest = self.latest;
        for tally in other.tallies {
            self.tally(tally.code).append(tally, latest);
        }
    }

    #[inline]
    fn tally(&mut self, code: u16) -> &mut Tally {
        let place = &mut self.places[usize::from(code)];
        if *place == NO_ROW {
            *place = self.tallies.len() as u16;
            self.tallies.push(Tally::new(code));
        }
        &mut self.tallies[usize::from(*place)]
    }
}

impl Tally {
    fn new(code: u16) -> Tally {
        Tally {
            code,
            last_game: 0,
            score: Score::default(),
            crowd: Crowd::default(),
            mirrored: 0,
            as_other: 0,
            years: None,
            first: FirstGames::default(),
            latest: Vec::new(),
        }
    }

    /// Adds the counts of other games; keeps at most `most` latest games.
    fn append(&mut self, other: Tally, most: usize) {
        self.score += other.score;
        self.crowd.append(other.crowd);
        self.mirrored += other.mirrored;
        self.as_other += other.as_other;
        join_years(&mut self.years, other.years);
        self.first.append(other.first);
        other.latest.into_iter().for_each(|dated| self.keep_latest(dated, most));
    }

    fn keep_latest(&mut self, dated: (PackedDate, u32, u32), most: usize) {
        if self.latest.len() == most && self.latest.last().is_none_or(|least| *least > dated) {
            return;
        }
        let at = self.latest.partition_point(|known| *known > dated);
        self.latest.insert(at, dated);
        self.latest.truncate(most);
    }

    fn into_row(self, folded: Folded) -> (Row, Crowd) {
        let row = Row {
            mv: folded.mv(self.code, self.score.all(), self.as_other),
            score: self.score,
            behind: Participants::default(),
            mirrored: self.mirrored,
            reached: 0,
            years: self.years,
            earliest: self.first.earliest(),
            undated: self.first.undated(),
            latest: self.latest.into_iter().map(|(_, _, id)| id).collect(),
        };
        (row, self.crowd)
    }
}

/// A move of a position, with the years in which it was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveYears {
    /// The move, as in [`Row::mv`](crate::search::Row::mv).
    pub mv: Move,
    /// Number of games by year; games without a year are missing.
    pub years: BTreeMap<u16, u64>,
}

/// Years of every move of a position, ordered by move.
pub fn moves_by_year(
    archive: &Archive,
    position: &Position,
    matcher: &Matcher,
    mirroring: Mirroring,
    variations: bool,
) -> Result<Vec<MoveYears>> {
    let view = View { asked: position.key(), mirroring };
    let sieve = Sieve::new(archive, matcher)?;
    let mut found = Vec::new();
    view.postings(archive, &sieve, variations, &mut found)?;
    let mut rows = Rows::new(view, 0);
    let mut years: FxHashMap<u16, BTreeMap<u16, u64>> = FxHashMap::default();
    view.for_each_game(&found, &sieve, |id, game, sifted| {
        let (Sifted::Fits, Some(fact)) = (sifted, archive.facts().get(id)) else { return };
        let weight = sieve.weight(id);
        rows.count(id, game, fact, weight);
        for tally in rows.tallies.iter().filter(|tally| tally.last_game == id) {
            if let Some(year) = fact.year() {
                *years.entry(tally.code).or_default().entry(year).or_default() += weight;
            }
        }
    });
    let folded = rows.folded;
    let row = |tally: Tally| MoveYears {
        mv: folded.mv(tally.code, tally.score.all(), tally.as_other),
        years: years.remove(&tally.code).unwrap_or_default(),
    };
    let mut moves: Vec<MoveYears> = rows.tallies.into_iter().map(row).collect();
    moves.sort_unstable_by_key(|row| row.mv);
    Ok(moves)
}
