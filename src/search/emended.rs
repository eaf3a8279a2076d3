//! Readings of a damaged record, and what the archive says for each: games that come to the same
//! position, and nearly equal games among them.

use super::archive::Archive;
use super::position::hits;
use super::postings::Mirroring;
use super::reread::reread;
use crate::notation::System;
use crate::replay::{BrokenLine, Edit, Emendation, Slip, emendations, token_text};
use crate::store::{Result, Testimony};
use crate::xiangqi::{Move, Position};
use std::collections::BTreeMap;

/// A reading that a nearly equal game has is so much likelier.
const KIN: u32 = 60;

/// Other games that come to its position make a reading likelier, by so much at most.
const GAMES: u32 = 40;

/// A damaged record with its readings.
#[derive(Debug, Clone)]
pub struct Emended {
    /// Which record.
    pub record: Testimony,
    /// A place where its source lies.
    pub place: String,
    /// The key of the game that was kept of it.
    pub game: Option<String>,
    /// Where the line begins.
    pub start: Position,
    /// The moves of the main line as they stand.
    pub tokens: Vec<String>,
    /// What could be played of them.
    pub played: Vec<Move>,
    /// The best first.
    pub readings: Vec<BorneOut>,
}

impl Emended {
    /// The moves as they stand where an edit reads others.
    #[must_use]
    pub fn stands(&self, edit: &Edit) -> &[String] {
        let from = edit.ply as usize - 1;
        self.tokens.get(from..from + edit.replaced as usize).unwrap_or_default()
    }
}

impl BorneOut {
    /// What is read at which ply of the record, for a decision; `None` where that is no matter of
    /// moves, but of whose turn it is.
    #[must_use]
    pub fn reads(&self) -> Option<BTreeMap<u32, Vec<Move>>> {
        let Emendation { edits, moves, .. } = &self.reading;
        let mut reads: BTreeMap<u32, Vec<Move>> = BTreeMap::new();
        let mut shift = 0;
        for edit in edits {
            let at = (edit.ply as usize - 1).saturating_add_signed(shift);
            match &edit.slip {
                Slip::Turn(_) => return None,
                // What is missing is read before the move that stands there.
                Slip::Missing(..) | Slip::MissingPair(_) => {
                    let with_own = moves.get(at..=at + edit.reads.len())?;
                    reads.insert(edit.ply, with_own.to_vec());
                }
                _ => {
                    for number in 0..edit.replaced {
                        let read = edit.reads.get(number as usize);
                        let read = read.copied().into_iter().collect();
                        reads.entry(edit.ply + number).or_insert(read);
                    }
                }
            }
            shift += edit.reads.len() as isize - edit.replaced as isize;
        }
        Some(reads)
    }
}

/// A reading, and what bears it out.
#[derive(Debug, Clone)]
pub struct BorneOut {
    /// The reading; what bears it out counts in its cost.
    pub reading: Emendation,
    /// How many other games come to the position behind the last edit.
    pub games: u64,
    /// The key of one of them that is nearly equal.
    pub kin: Option<String>,
}

impl Archive {
    /// The readings of a record, if it is there and its bytes are kept: those of records that are
    /// entirely clean are not.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn emended(&self, record: &Testimony) -> Result<Option<Emended>> {
        let Some((source, game)) = self.snapshot().record_of(record)? else { return Ok(None) };
        let Some(stored) = self.snapshot().raw_record(source, record.record)? else {
            return Ok(None);
        };
        let found = reread(&stored, |raw, game| {
            let tokens = raw.tree.main_line();
            let start = game.start.as_deref().cloned().unwrap_or_else(Position::start);
            let played: Vec<Move> = game.tree.main_line().collect();
            let system = &System::Auto;
            let line = BrokenLine { start: &start, played: &played, tokens: &tokens, system };
            let readings = emendations(&line, game.result);
            let tokens = tokens.into_iter().map(token_text).collect();
            Some((start, tokens, played, readings))
        });
        let Some((start, tokens, played, found)) = found else { return Ok(None) };
        let mut readings = Vec::with_capacity(found.len());
        for reading in found {
            readings.push(self.bear_out(game, &start, reading)?);
        }
        readings.sort_by_key(|BorneOut { reading, .. }| reading.rank());
        let place = self.snapshot().places(source)?.into_iter().next().unwrap_or_default();
        let game = game.map(|game| self.snapshot().game_key(game)).transpose()?;
        let record = record.clone();
        Ok(Some(Emended { record, place, game, start, tokens, played, readings }))
    }

    fn bear_out(
        &self,
        own: Option<u32>,
        start: &Position,
        mut reading: Emendation,
    ) -> Result<BorneOut> {
        let position = start.after(&reading.moves[..reading.edited()]);
        let mut games: Vec<u32> = hits(self, &position, Mirroring::Any, false)?
            .into_iter()
            .map(|hit| hit.game)
            .filter(|game| Some(*game) != own)
            .collect();
        games.dedup();
        let mut kin = None;
        for link in own.map_or_else(|| Ok(Vec::new()), |own| self.links_of(own))? {
            let other = if Some(link.a) == own { link.b } else { link.a };
            if kin.is_none() && games.binary_search(&other).is_ok() {
                kin = Some(self.snapshot().game_key(other)?);
            }
        }
        let number = games.len() as u64;
        let borne = (12.0 * (1.0 + number as f64).ln()) as u32;
        let kindred = if kin.is_some() { KIN } else { 0 };
        reading.cost = reading.cost.saturating_sub(borne.min(GAMES) + kindred);
        Ok(BorneOut { reading, games: number, kin })
    }
}
