//! The opening explorer: the score of a position, and every move played there with its score.
//!
//! Remembered answers are looked up; other answers are counted, with equal results.

pub(super) mod chapters;
pub(super) mod common;
pub(super) mod count;
pub(super) mod groups;
pub(super) mod openings;
pub(super) mod participants;
pub(super) mod periods;
pub(super) mod position;
pub(super) mod remembered;
pub(super) mod score;

use crate::search::archive::Archive;
use crate::search::archive::postings::{Mirroring, View};
use crate::search::conditions::filter::{Filter, Matcher, Sieve};
use crate::store::Result;
use crate::xiangqi::{Move, Position};
use count::{Counted, after, count};
use participants::{ParticipantCounter, Participants};
use position::MANY;
use score::Score;
use std::sync::Arc;

/// A move in the explorer. Fields are stored in this order.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
pub struct Row {
    /// The move on the requested board. In a symmetric position it also stands for its mirror
    /// image, and is the commoner of the two.
    #[serde(deserialize_with = "remembered::read_move")]
    pub mv: Move,
    /// Results of the games with this move.
    pub score: Score,
    /// Number of the games with the mirror image.
    pub mirrored: u64,
    /// Number of games that reach the resulting position by any moves.
    pub reached: u64,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
    /// Id of the earliest dated game.
    pub earliest: Option<u32>,
    /// Ids of the latest dated games, newest first.
    pub latest: Vec<u32>,
    /// Id of the first game by key, if none is dated.
    pub undated: Option<u32>,
    /// Players and events of the games.
    pub behind: Participants,
}

/// The explorer's answer about a position.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
pub struct Explored {
    /// Results of the games that reach the position, each once. Rows may sum to more, since a game
    /// can reach it twice and continue differently.
    pub score: Score,
    /// Players and events of these games.
    pub behind: Participants,
    /// Number of the games with only the mirror image.
    pub mirrored: u64,
    /// Number of lines not counted, as copies of counted games.
    #[serde(default)]
    pub copies: u64,
    /// Number of games whose line ends here.
    pub ended: u64,
    /// Number of games that fit except for a missing date.
    #[serde(default)]
    pub undated: u64,
    /// Number of games of programs, if these are excluded.
    pub programs: u64,
    /// Moves, the commonest first, then by name.
    pub rows: Vec<Row>,
}

impl Row {
    /// A row without games.
    fn unplayed(mv: Move, reached: u64) -> Row {
        Row {
            mv,
            score: Score::default(),
            mirrored: 0,
            reached,
            years: None,
            earliest: None,
            latest: Vec::new(),
            undated: None,
            behind: Participants::default(),
        }
    }
}

impl Explored {
    /// Sorts the rows.
    pub(crate) fn sort(&mut self) {
        self.rows.sort_by_key(|row| (std::cmp::Reverse(row.score.all()), row.mv));
    }
}

/// Options of exploring a position.
#[derive(Debug, Clone)]
pub struct Look {
    /// Whether mirror images count.
    pub mirroring: Mirroring,
    /// Whether variations count.
    pub variations: bool,
    /// Number of latest games per row.
    pub latest: usize,
}

/// Explores a position. The matcher remembers its last answers about positions that many games
/// reach.
pub fn explore(
    archive: &Archive,
    position: &Position,
    matcher: &Matcher,
    look: &Look,
) -> Result<Explored> {
    let key = position.key();
    let answer = || explore_anew(archive, position, matcher, look);
    match archive.index().expected(key.key) < MANY {
        true => answer(),
        false => matcher.remembered(&(key, look), answer).map(Arc::unwrap_or_clone),
    }
}

fn explore_anew(
    archive: &Archive,
    position: &Position,
    matcher: &Matcher,
    look: &Look,
) -> Result<Explored> {
    let &Look { mirroring, variations, .. } = look;
    let (counted, sieve) = match played(archive, position, matcher, look)? {
        Played::Remembered(explored) => return Ok(explored),
        Played::Counted(counted, sieve) => (counted, sieve),
    };
    let names = archive.names_of(counted.crowds())?;
    let (moves, is_large) = (counted.moves(), counted.games() >= MANY as u64);
    let views: Vec<View> = moves.iter().map(|&mv| after(position, mv, mirroring)).collect();
    let mut explored = None;
    let tell = || explored = Some(counted.explored(&mut ParticipantCounter::new(&names)));
    // With many games, another core looks up participants while this one counts resulting
    // positions.
    let reached = rayon::in_place_scope(|scope| {
        if is_large {
            scope.spawn(|_| tell());
        } else {
            tell();
        }
        count_reached(archive, &views, variations, &sieve)
    })?;
    let mut explored = explored.expect("the scope waits for who tells");
    for row in &mut explored.rows {
        let at = moves.iter().position(|&mv| mv == row.mv);
        row.reached = at.map_or(0, |at| reached[at]);
    }
    Ok(explored)
}

/// Adds rows for moves that no game played, with the games that reach the resulting position
/// otherwise.
pub fn add_unplayed(
    archive: &Archive,
    position: &Position,
    (matcher, look): (&Matcher, &Look),
    (moves, explored): (&[Move], &mut Explored),
) -> Result<()> {
    let sieve = Sieve::new(archive, matcher)?;
    let views: Vec<View> = moves.iter().map(|&mv| after(position, mv, look.mirroring)).collect();
    let reached = count_reached(archive, &views, look.variations, &sieve)?;
    let rows = moves.iter().zip(reached).map(|(&mv, reached)| Row::unplayed(mv, reached));
    explored.rows.extend(rows);
    Ok(())
}

/// Counts the games that reach each of some positions; even a rare move can lead to a common one.
fn count_reached(
    archive: &Archive,
    views: &[View],
    variations: bool,
    sieve: &Sieve<'_>,
) -> Result<Vec<u64>> {
    let mut found = Vec::new();
    let counts = views.iter().map(|&view| {
        let matcher = sieve.matcher();
        let known = if variations { None } else { remembered::games(archive, view, matcher)? };
        if let Some(games) = known {
            return Ok(games);
        }
        view.postings(archive, sieve, variations, &mut found)?;
        Ok(view.count(&found, sieve))
    });
    counts.collect()
}

/// Like [`explore`], without counting resulting positions: [`Row::reached`] is unset.
pub fn explore_here(
    archive: &Archive,
    position: &Position,
    matcher: &Matcher,
    look: &Look,
) -> Result<Explored> {
    match played(archive, position, matcher, look)? {
        Played::Remembered(explored) => Ok(explored),
        Played::Counted(counted, _) => {
            let names = archive.names_of(counted.crowds())?;
            Ok(counted.explored(&mut ParticipantCounter::new(&names)))
        }
    }
}

/// Explored moves, remembered or counted.
enum Played<'a> {
    /// A remembered answer, [`Row::reached`] included.
    Remembered(Explored),
    /// A count, with its sieve.
    Counted(Counted, Sieve<'a>),
}

fn played<'a>(
    archive: &'a Archive,
    position: &Position,
    matcher: &'a Matcher,
    look: &Look,
) -> Result<Played<'a>> {
    let &Look { mirroring, variations, latest } = look;
    let view = View { asked: position.key(), mirroring };
    if !variations && let Some(explored) = remembered::explored(archive, view, matcher, latest)? {
        return Ok(Played::Remembered(explored));
    }
    let sieve = Sieve::new(archive, matcher)?;
    let mut found = Vec::new();
    view.postings(archive, &sieve, variations, &mut found)?;
    let counted = count(&found, view, &sieve, archive.facts(), latest);
    Ok(Played::Counted(counted, sieve))
}

impl Archive {
    /// Answers a question that is not remembered, so that later questions find caches and file
    /// pages ready.
    pub fn warm(&self) -> Result<()> {
        let matcher = Filter { min_plies: Some(1), ..Filter::default() }.resolve(self)?;
        let look = Look { mirroring: Mirroring::Any, variations: false, latest: 0 };
        explore(self, &Position::start(), &matcher, &look)?;
        self.warm_names()
    }
}
