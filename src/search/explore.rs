//! The opening explorer: every move played in a position, with its score.
//!
//! What is remembered is looked up; everything else is counted anew. Both give the same.

use super::archive::Archive;
use super::archive::postings::{Mirroring, View, postings, postings_into};
use super::behind::Teller;
use super::conditions::filter::Matcher;
use super::conditions::filter::Sieve;
use super::count::{Counted, after, count};
use super::explored::Explored;
use super::position::MANY;
use super::remembered;
use crate::store::{Result, index::Payload};
use crate::xiangqi::Position;

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
///
/// # Errors
/// When the database cannot be read.
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
    let tell = || explored = Some(counted.told(&mut Teller::new(&names)));
    let mut read = || -> Result<Vec<u64>> {
        let mut reached = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let view = after(position, mv, mirroring);
            // A rare move can lead to where half of all games come.
            let known = if variations { None } else { remembered::games(archive, view, matcher)? };
            reached.push(match known {
                Some(games) => games,
                None => {
                    postings_into(archive, view.asked.key, variations, &mut found)?;
                    view.count(&found, &sieve)
                }
            });
        }
        Ok(reached)
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

/// Looks at one position alone, and not at what its moves lead to: [`Row::reached`] says nothing.
///
/// # Errors
/// When the database cannot be read.
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
            Ok(counted.told(&mut Teller::new(&names)))
        }
    }
}

/// What is played in a position.
enum Played<'a> {
    /// All of it was remembered, [`Row::reached`] included.
    Remembered(Explored),
    Counted {
        counted: Counted,
        /// By which it was counted.
        sieve: Sieve<'a>,
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
    let counted = count(&found, view, &sieve, &archive.facts, latest);
    Ok(Played::Counted { counted, sieve, found })
}
