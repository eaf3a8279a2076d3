//! What postings tell of a position: every move played there, with its score. Pure counting;
//! `explore.rs` knows where the postings come from.

use super::behind::{Behind, Teller};
use super::crowd::Crowd;
use super::position::Appearances;
use super::postings::{Mirroring, View};
use super::score::{Score, Share};
use super::sieve::Sieve;
use super::sifted::Sifted;
use crate::metadata::PackedDate;
use crate::store::index::Payload;
use crate::store::{Fact, Facts};
use crate::xiangqi::{Move, Orientation, Position};

/// One move in the explorer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The move on the board that was asked for. In a position that is its own mirror image it
    /// stands for its mirror move, too, and is the commoner of the two.
    pub mv: Move,
    /// Games in which it was played here.
    pub score: Score,
    /// Who played those games, and where.
    pub behind: Behind,
    /// Of those, games that had the mirror image.
    pub mirrored: u64,
    /// Games that come to the resulting position by any way.
    pub reached: u64,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
    /// The earliest dated game, by id.
    pub earliest: Option<u32>,
    /// Where no game is dated: the first of them by key, by id.
    pub undated: Option<u32>,
    /// The latest dated games, newest first, by id.
    pub latest: Vec<u32>,
}

impl Row {
    /// The row for other programs, with the move as `san` in a notation of the caller's choice.
    pub fn to_json(&self, san: &str) -> serde_json::Value {
        let mut value = serde_json::json!({
            "uci": self.mv.to_string(),
            "san": san,
            "games": self.score.all(),
            "reached": self.reached,
            "red": self.score.red,
            "draws": self.score.draw,
            "black": self.score.black,
            "unknown": self.score.unknown,
            "others": self.score.others,
            "mirrored": self.mirrored,
            "firstYear": self.years.map(|(first, _)| first),
            "lastYear": self.years.map(|(_, last)| last),
        });
        self.behind.add_to(&mut value);
        Share::to_json(self.score.share()).into_iter().for_each(|(name, it)| value[name] = it);
        value
    }
}

/// What is known of a position.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explored {
    /// The games that come here, each counted once. Rows may sum to more: a game can come here
    /// twice and go on differently.
    pub score: Score,
    /// Who played those games, and where.
    pub behind: Behind,
    /// Of those, games that had the mirror image only.
    pub mirrored: u64,
    /// Lines that come here and do not count: copies of games that do.
    pub copies: u64,
    /// Games whose line ends here.
    pub ended: u64,
    /// Games that fit but have no date, when a date was asked for.
    pub undated: u64,
    /// Moves, the commonest first; equal ones by name.
    pub rows: Vec<Row>,
}

impl Explored {
    /// What is known of the position itself, for other programs; the moves are left out.
    pub fn to_json(&self, position: &Position) -> serde_json::Value {
        let mut value = serde_json::json!({
            "fen": position.to_fen(),
            "games": self.score.all(),
            "red": self.score.red,
            "draws": self.score.draw,
            "black": self.score.black,
            "unknown": self.score.unknown,
            "others": self.score.others,
            "mirrored": self.mirrored,
            "copies": self.copies,
            "ended": self.ended,
            "undated": self.undated,
        });
        self.behind.add_to(&mut value);
        Share::to_json(self.score.share()).into_iter().for_each(|(name, it)| value[name] = it);
        value
    }
}

/// How to look at the position after a move, to learn how many games come to it.
pub(super) fn after(position: &Position, mv: Move, mirroring: Mirroring) -> View {
    let mut after = position.clone();
    after.play_unchecked(mv);
    // From a symmetric position both mirror moves are one row, so both results count.
    let mirroring = if position.is_symmetric() { Mirroring::Any } else { mirroring };
    View { asked: after.key(), mirroring }
}

/// What was counted, and the games of it of which the names are still to be told.
pub(super) struct Counted {
    explored: Explored,
    /// Those of the whole.
    crowd: Crowd,
    /// Those of each row.
    crowds: Vec<Crowd>,
}

impl Counted {
    /// All games that were counted.
    pub(super) fn crowd(&self) -> &Crowd {
        &self.crowd
    }

    /// The whole of it.
    pub(super) fn told(self, teller: &mut Teller<'_>) -> Explored {
        let Counted { mut explored, crowd, crowds } = self;
        explored.behind = teller.behind(&crowd);
        for (row, crowd) in explored.rows.iter_mut().zip(&crowds) {
            row.behind = teller.behind(crowd);
        }
        explored.sort();
        explored
    }
}

/// Everything postings tell of a position; what the rows lead to ([`Row::reached`]) is left open.
pub(super) fn count(
    found: &[(u32, Payload)],
    view: View,
    sieve: &Sieve<'_>,
    facts: &Facts,
    latest: usize,
) -> Counted {
    let (mut explored, mut crowd) = (Explored::default(), Crowd::default());
    let mut rows = Rows::new(view, latest);
    let copies = view.for_each_game(found, sieve, |id, game, sifted| match sifted {
        Sifted::Falls => {}
        Sifted::Undated => explored.undated += 1,
        Sifted::Fits => {
            let Some(fact) = facts.get(id) else { return };
            let weight = sieve.weight(id);
            explored.score.add_many(fact, weight);
            crowd.add_many(fact, weight);
            explored.mirrored += if game.is_mirrored() { weight } else { 0 };
            explored.ended += if rows.count(id, game, (fact, weight)) { weight } else { 0 };
        }
    });
    explored.copies = copies;
    let folded = rows.folded;
    let (rows, crowds) = rows.tallies.into_iter().map(|tally| tally.into_row(folded)).unzip();
    explored.rows = rows;
    Counted { explored, crowd, crowds }
}

impl Explored {
    /// Puts the rows in their order.
    pub(super) fn sort(&mut self) {
        self.rows.sort_by_key(|row| (std::cmp::Reverse(row.score.all()), row.mv));
    }
}

/// The mirror image of every move, by [`Move::code`].
static MIRRORED: [u16; CODES] = {
    let mut mirrored = [0; CODES];
    let mut code = 0;
    while code < CODES {
        if let Some(mv) = Move::from_code(code as u16) {
            mirrored[code] = mv.mirror().code();
        }
        code += 1;
    }
    mirrored
};
const CODES: usize = 8100;
const NO_ROW: u16 = u16::MAX;

/// How moves are seen from the board that was asked for. On one that is its own mirror image a move
/// and its mirror move are counted as one.
#[derive(Clone, Copy)]
pub(super) struct Folded {
    view: View,
    is_symmetric: bool,
}

/// A move as it is counted.
pub(super) struct Counting {
    /// The code it is counted under.
    pub(super) row: u16,
    /// It is the mirror move of that one.
    pub(super) is_other: bool,
    /// The game had the mirror image.
    is_mirrored: bool,
}

impl Folded {
    pub(super) fn new(view: View) -> Folded {
        Folded { view, is_symmetric: view.asked.orientation == Orientation::Symmetric }
    }

    /// Under what a move is counted; `None` where a line ends.
    #[inline]
    pub(super) fn counting(self, payload: Payload) -> Option<Counting> {
        let played = payload.move_code()?;
        let mirrored = *MIRRORED.get(usize::from(played))?;
        let is_mirrored = self.view.is_mirrored(payload);
        let (code, other) = if is_mirrored { (mirrored, played) } else { (played, mirrored) };
        let row = if self.is_symmetric { code.min(other) } else { code };
        Some(Counting { row, is_other: row != code, is_mirrored })
    }

    /// The move that a row stands for, which was counted `all` times and `as_other` times as its
    /// mirror move: the commoner of the two.
    pub(super) fn mv(self, row: u16, all: u64, as_other: u64) -> Move {
        let is_other = self.is_symmetric && 2 * as_other > all;
        let code = if is_other { MIRRORED[usize::from(row)] } else { row };
        Move::from_code(code).expect("rows are counted under codes of moves")
    }
}

/// The rows while they are counted.
struct Rows {
    folded: Folded,
    latest: usize,
    /// Move code to place in `tallies`.
    places: Vec<u16>,
    tallies: Vec<Tally>,
}

/// What is counted for a move (of a pair of mirror moves: for both, under the smaller).
struct Tally {
    /// Its code on the board that was asked for.
    code: u16,
    /// The game counted last: a game counts once.
    last_game: u32,
    score: Score,
    crowd: Crowd,
    mirrored: u64,
    /// How often the mirror move of the one it is counted under was meant.
    as_other: u64,
    years: Option<(u16, u16)>,
    earliest: Option<(PackedDate, u32, u32)>,
    /// Key and id of the first game that has no date.
    undated: Option<(u32, u32)>,
    latest: Vec<(PackedDate, u32, u32)>,
}

impl Rows {
    fn new(view: View, latest: usize) -> Rows {
        let folded = Folded::new(view);
        Rows { folded, latest, places: vec![NO_ROW; CODES], tallies: Vec::new() }
    }

    /// Counts a game, with its weight, under each move it played; says whether a line of it ends
    /// here.
    fn count(&mut self, id: u32, game: Appearances<'_>, (fact, weight): (&Fact, u64)) -> bool {
        let (mut has_ended, latest) = (false, self.latest);
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
            tally.score.add_many(fact, weight);
            tally.crowd.add_many(fact, weight);
            tally.mirrored += if is_mirrored { weight } else { 0 };
            tally.as_other += if is_other { weight } else { 0 };
            if fact.date.is_unknown() {
                let undated = (fact.key, id);
                tally.undated = Some(tally.undated.map_or(undated, |known| known.min(undated)));
            } else {
                tally.date(id, fact, latest);
            }
        }
        has_ended
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
            earliest: None,
            undated: None,
            latest: Vec::new(),
        }
    }

    /// Notes when a game was played.
    #[inline]
    fn date(&mut self, id: u32, fact: &Fact, most: usize) {
        let Some(year) = fact.year() else { return };
        let (first, last) = self.years.unwrap_or((year, year));
        self.years = Some((first.min(year), last.max(year)));
        let dated = (fact.date, fact.key, id);
        self.earliest = Some(self.earliest.map_or(dated, |known| known.min(dated)));
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
            behind: Behind::default(),
            mirrored: self.mirrored,
            reached: 0,
            years: self.years,
            earliest: self.earliest.map(|(_, _, id)| id),
            undated: self.undated.filter(|_| self.earliest.is_none()).map(|(_, id)| id),
            latest: self.latest.into_iter().map(|(_, _, id)| id).collect(),
        };
        (row, self.crowd)
    }
}
