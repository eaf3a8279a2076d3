//! The opening explorer: what is known of a position, and every move played there with its score.
//!
//! Remembered answers are looked up; everything else is counted anew. Both give the same.

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
use crate::search::archive::postings::{Mirroring, View, postings, postings_into};
use crate::search::conditions::filter::{Filter, Matcher, Sieve};
use crate::store::Result;
use crate::store::index::Payload;
use crate::xiangqi::{Move, Position};
use count::{Counted, after, count};
use participants::{ParticipantCounter, Participants};
use position::MANY;
use score::Score;

/// One move in the explorer. Fields are stored in this order.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
pub struct Row {
    /// The move on the board that was asked for. In a position that is its own mirror image it
    /// stands for its mirror move, too, and is the commoner of the two.
    #[serde(deserialize_with = "remembered::read_move")]
    pub mv: Move,
    /// Games in which it was played here.
    pub score: Score,
    /// Number of those games that had the mirror image.
    pub mirrored: u64,
    /// Games that come to the resulting position by any way.
    pub reached: u64,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
    /// The earliest dated game, by id.
    pub earliest: Option<u32>,
    /// The latest dated games, newest first, by id.
    pub latest: Vec<u32>,
    /// Where no game is dated: the first of them by key, by id.
    pub undated: Option<u32>,
    /// The players and events of the games.
    pub behind: Participants,
}

/// The explorer's answer about a position.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
pub struct Explored {
    /// The games that come here, each counted once. Rows may sum to more: a game can come here
    /// twice and go on differently.
    pub score: Score,
    /// The players and events of those games.
    pub behind: Participants,
    /// Number of those games that had the mirror image only.
    pub mirrored: u64,
    /// Lines that come here and do not count: copies of games that do.
    #[serde(default)]
    pub copies: u64,
    /// Games whose line ends here.
    pub ended: u64,
    /// Games that fit but have no date, when a date was asked for.
    #[serde(default)]
    pub undated: u64,
    /// Games of programs, where these are left out.
    pub programs: u64,
    /// Moves, the commonest first; equal ones by name.
    pub rows: Vec<Row>,
}

impl Row {
    /// A move that nobody played.
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
    /// Puts the rows in their order.
    pub(crate) fn sort(&mut self) {
        self.rows.sort_by_key(|row| (std::cmp::Reverse(row.score.all()), row.mv));
    }
}

/// How to look at a position.
#[derive(Debug, Clone)]
pub struct Look {
    /// Whether mirror images count.
    pub mirroring: Mirroring,
    /// Look into variations, too.
    pub variations: bool,
    /// How many of the latest games each row names.
    pub latest: usize,
}

/// Looks at one position.
pub fn explore(
    archive: &Archive,
    position: &Position,
    matcher: &Matcher,
    look: &Look,
) -> Result<Explored> {
    let &Look { mirroring, variations, .. } = look;
    let (counted, sieve, mut found) = match played(archive, position, matcher, look)? {
        Played::Remembered(explored) => return Ok(explored),
        Played::Counted { counted, sieve, found } => (counted, sieve, found),
    };
    let names = archive.names_of(counted.crowds())?;
    let (moves, is_large) = (counted.moves(), found.len() >= MANY);
    let mut explored = None;
    let tell = || explored = Some(counted.told(&mut ParticipantCounter::new(&names)));
    let mut read = || -> Result<Vec<u64>> {
        let reached = moves.iter().map(|&mv| {
            let view = after(position, mv, mirroring);
            count_reached(archive, (view, matcher), variations, (&sieve, &mut found))
        });
        reached.collect()
    };
    // Of many games, another core tells who they are while this one reads where the moves lead.
    let reached = rayon::in_place_scope(|scope| {
        if is_large {
            scope.spawn(|_| tell());
        } else {
            tell();
        }
        read()
    })?;
    let mut explored = explored.expect("the scope waits for who tells");
    for row in &mut explored.rows {
        let at = moves.iter().position(|&mv| mv == row.mv);
        row.reached = at.map_or(0, |at| reached[at]);
    }
    Ok(explored)
}

/// Adds rows for moves that no game of an answer played: no games, and those that come to the
/// resulting positions by other ways.
pub fn add_unplayed(
    archive: &Archive,
    position: &Position,
    (matcher, look): (&Matcher, &Look),
    (moves, explored): (&[Move], &mut Explored),
) -> Result<()> {
    let (sieve, mut found) = (Sieve::new(archive, matcher)?, Vec::new());
    for &mv in moves {
        let view = after(position, mv, look.mirroring);
        let room = (&sieve, &mut found);
        let reached = count_reached(archive, (view, matcher), look.variations, room)?;
        explored.rows.push(Row::unplayed(mv, reached));
    }
    Ok(())
}

/// Counts the games that come to where a view looks. A rare move can lead to where half of all games
/// come.
fn count_reached(
    archive: &Archive,
    (view, matcher): (View, &Matcher),
    variations: bool,
    (sieve, room): (&Sieve<'_>, &mut Vec<(u32, Payload)>),
) -> Result<u64> {
    let known = if variations { None } else { remembered::games(archive, view, matcher)? };
    if let Some(games) = known {
        return Ok(games);
    }
    postings_into(archive, view.asked.key, variations, room)?;
    Ok(view.count(room, sieve))
}

/// Looks at one position alone, and not at what its moves lead to: [`Row::reached`] says nothing.
pub fn explore_here(
    archive: &Archive,
    position: &Position,
    matcher: &Matcher,
    look: &Look,
) -> Result<Explored> {
    match played(archive, position, matcher, look)? {
        Played::Remembered(explored) => Ok(explored),
        Played::Counted { counted, .. } => {
            let names = archive.names_of(counted.crowds())?;
            Ok(counted.told(&mut ParticipantCounter::new(&names)))
        }
    }
}

/// The moves of a position, remembered or counted.
enum Played<'a> {
    /// All of it was remembered, [`Row::reached`] included.
    Remembered(Explored),
    Counted {
        counted: Counted,
        /// The sieve by which the games were counted.
        sieve: Box<Sieve<'a>>,
        /// Room for postings.
        found: Vec<(u32, Payload)>,
    },
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
    let found = postings(archive, view.asked.key, variations)?;
    let counted = count(&found, view, &sieve, archive.facts(), latest);
    Ok(Played::Counted { counted, sieve: Box::new(sieve), found })
}

impl Archive {
    /// Answers a question about the start that nothing is remembered of. What it works out for all
    /// games stays known, and the memory and the pages of the file it takes are at hand from then
    /// on.
    pub fn warm(&self) -> Result<()> {
        let matcher = Filter { min_plies: Some(1), ..Filter::default() }.resolve(self)?;
        let look = Look { mirroring: Mirroring::Any, variations: false, latest: 0 };
        explore(self, &Position::start(), &matcher, &look)?;
        self.warm_names()
    }
}
