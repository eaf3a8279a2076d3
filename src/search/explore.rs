//! The opening explorer: every move played in a position, with its score.
//!
//! What is remembered is looked up; everything else is counted anew. Both give the same.

use super::archive::Archive;
use super::behind::Teller;
use super::count::{after, count};
use super::explored::{Explored, Row};
use super::filter::Matcher;
use super::params::TypedLine;
use super::postings::{Mirroring, View, postings, postings_into};
use super::remembered;
use super::sieve::Sieve;
use crate::notation::System;
use crate::opening::Code;
use crate::store::{Result, index::Payload};
use crate::xiangqi::Position;
use serde_json::{Value, json};

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
    let (mut explored, sieve) = played(archive, position, matcher, look)?;
    let Some((sieve, mut found)) = sieve else { return Ok(explored) };
    for row in &mut explored.rows {
        let view = after(position, row.mv, mirroring);
        // A rare move can lead to where half of all games come.
        let known = if variations { None } else { remembered::games(archive, view, matcher)? };
        row.reached = match known {
            Some(games) => games,
            None => {
                postings_into(archive, view.asked.key, variations, &mut found)?;
                view.count(&found, &sieve)
            }
        };
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
    Ok(played(archive, position, matcher, look)?.0)
}

/// The sieve by which a position was counted, with the room for postings.
type Counting<'a> = (Sieve<'a>, Vec<(u32, Payload)>);

/// What is played in a position, and how it was counted; none where all of it was remembered,
/// [`Row::reached`] included.
fn played<'a>(
    archive: &'a Archive,
    position: &Position,
    matcher: &'a Matcher,
    look: &Look,
) -> Result<(Explored, Option<Counting<'a>>)> {
    let &Look { mirroring, variations, latest } = look;
    let view = View { asked: position.key(), mirroring };
    if !variations && let Some(explored) = remembered::explored(archive, view, matcher, latest)? {
        return Ok((explored, None));
    }
    let sieve = Sieve::new(archive, matcher)?;
    let found = postings(archive, view.asked.key, variations)?;
    let counted = count(&found, view, &sieve, &archive.facts, latest);
    let names = archive.names_of(counted.crowds())?;
    Ok((counted.told(&mut Teller::new(&names)), Some((sieve, found))))
}

impl Explored {
    /// The whole answer about the end of a line for other programs: the position as
    /// [`Explored::to_json`], and in `moves` every row as [`Row::told`].
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn told(&self, archive: &Archive, line: &TypedLine, notation: &System) -> Result<Value> {
        let row = |row: &Row| {
            let moves = line.moves.iter().copied().chain([row.mv]);
            let opening = line.start.is_start().then(|| archive.openings().code(moves)).flatten();
            row.told(archive, &notation.write(row.mv, &line.position), opening)
        };
        let mut value = self.to_json(&line.position);
        value["moves"] = self.rows.iter().map(row).collect::<Result<Vec<Value>>>()?.into();
        Ok(value)
    }
}

impl Row {
    /// The row for other programs: as [`Row::to_json`], with the code of the opening that the moves
    /// up to it are, and the keys of its games.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn told(&self, archive: &Archive, san: &str, opening: Option<Code>) -> Result<Value> {
        let key = |id: u32| archive.snapshot().game_key(id);
        let latest: Result<Vec<String>> = self.latest.iter().map(|&id| key(id)).collect();
        let mut value = self.to_json(san);
        value["opening"] = json!(opening.map(|code| code.to_string()));
        value["earliestGame"] = json!(self.earliest.map(key).transpose()?);
        value["undatedGame"] = json!(self.undated.map(key).transpose()?);
        value["recentGames"] = json!(latest?);
        Ok(value)
    }
}
