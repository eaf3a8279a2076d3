//! Damaged records, read again from their bytes: slips that would explain why a main line ends, and
//! readings of the record, supported by games with the same position and by nearly equal games.

use crate::decision::{DecidedStatement, Decision, RecordPly};
use crate::format::{RawMove, by_name};
use crate::replay::{
    BrokenLine, Edit, Emendation, Repair, ReplayedGame, Slip, UnreadMoves, emendations, repairs,
    token_text,
};
use crate::search::archive::Archive;
use crate::search::archive::postings::Mirroring;
use crate::search::archive::readings::reread;
use crate::search::explore::position::hits;
use crate::store::{RawBytes, Result, Testimony};
use crate::xiangqi::{Move, Position};
use std::collections::BTreeMap;

/// Diagnosis of a main line that ends early.
#[derive(Debug, Clone)]
pub struct Diagnosis {
    /// Slips that would explain it, the best first.
    pub repairs: Vec<Repair>,
    /// Start of the line.
    pub start: Position,
    /// Moves that can be played.
    pub played: Vec<Move>,
    /// Number of moves of the main line that cannot be played.
    pub lost: u32,
    /// Text from the failing move on, for a record in a text format.
    pub tail: Option<String>,
    /// Whether the record's start seems to belong to other moves: the first or second move cannot
    /// be played, and no slip explains it.
    pub is_start_odd: bool,
}

impl Archive {
    /// Diagnoses the main line of a record (1-based in its source) that was read in part.
    pub fn diagnosis(&self, source: i64, record: u64) -> Result<Option<Diagnosis>> {
        Ok(self.snapshot().raw_record(source, record)?.and_then(|stored| diagnose(&stored)))
    }

    /// Readings of a record; `None` if the record or its bytes are missing. Bytes of clean records
    /// are not kept.
    pub fn emended(&self, record: &Testimony) -> Result<Option<Emended>> {
        let Some((source, game)) = self.snapshot().record_of(record)? else { return Ok(None) };
        let Some(stored) = self.snapshot().raw_record(source, record.record)? else {
            return Ok(None);
        };
        let found = reread(&stored, |raw, game| {
            let (start, played) = played_part(game);
            let tokens = raw.tree.main_line();
            let readings = emendations(&broken(&start, &played, &tokens), game.result);
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

fn diagnose(stored: &RawBytes) -> Option<Diagnosis> {
    reread(stored, |record, game| {
        let failure = game.outcome.failure().filter(|failure| failure.ply > 0)?;
        let (start, played) = played_part(game);
        let tokens = record.tree.main_line();
        let repairs = repairs(&broken(&start, &played, &tokens));
        let is_text = stored.format.as_deref().and_then(by_name).is_some_and(|it| it.is_text);
        let tail = is_text.then(|| {
            UnreadMoves::in_text(failure, &stored.bytes, stored.start, record.encoding).tail
        });
        let lost = tokens.len().saturating_sub(played.len()) as u32;
        let is_explained = repairs.iter().any(|repair| repair.is_whole);
        let is_start_odd = !start.is_start() && played.len() < 2 && !is_explained;
        Some(Diagnosis { repairs, start, played, lost, tail: tail.flatten(), is_start_odd })
    })
}

/// Start of a record, and the playable moves of its main line.
fn played_part(game: &ReplayedGame) -> (Position, Vec<Move>) {
    let start = game.start.as_deref().cloned().unwrap_or_else(Position::start);
    (start, game.tree.main_line().collect())
}

fn broken<'a>(
    start: &'a Position,
    played: &'a [Move],
    tokens: &'a [RawMove<'a>],
) -> BrokenLine<'a> {
    BrokenLine { start, played, tokens }
}

/// Reduction of a reading's cost for a nearly equal game with that reading.
const KIN: u32 = 60;

/// Largest reduction of a reading's cost for games with the same position.
const GAMES: u32 = 40;

/// A damaged record with its possible readings.
#[derive(Debug, Clone)]
pub struct Emended {
    /// The record.
    pub record: Testimony,
    /// A place of the record's source.
    pub place: String,
    /// Key of the game that the record witnesses.
    pub game: Option<String>,
    /// Start of the line.
    pub start: Position,
    /// Moves of the main line as written.
    pub tokens: Vec<String>,
    /// Moves that can be played.
    pub played: Vec<Move>,
    /// Readings, the best first.
    pub readings: Vec<BorneOut>,
}

impl Emended {
    /// The written moves that an edit replaces.
    #[must_use]
    pub fn stands(&self, edit: &Edit) -> &[String] {
        let from = edit.ply as usize - 1;
        self.tokens.get(from..from + edit.replaced as usize).unwrap_or_default()
    }

    /// Decisions that read this record, and those of `others` with the same moves, by a reading;
    /// `None` if the slip is about the side to move.
    #[must_use]
    pub fn decisions(&self, reading: &BorneOut, others: &[Emended]) -> Option<Vec<Decision>> {
        let reads = reading.reads()?;
        let stands_so = |other: &&Emended| other.tokens == self.tokens;
        let mut records: Vec<&Testimony> =
            others.iter().filter(stands_so).map(|other| &other.record).collect();
        if !records.contains(&&self.record) {
            records.push(&self.record);
        }
        let decisions = records.into_iter().flat_map(|&Testimony { hash: content, record }| {
            reads.iter().map(move |(&ply, moves)| Decision {
                what: DecidedStatement::Read(RecordPly { content, record, ply }, moves.clone()),
                reason: String::new(),
                by: String::new(),
                when: String::new(),
            })
        });
        Some(decisions.collect())
    }
}

impl BorneOut {
    /// Moves to read at each ply of the record, for decisions; `None` if the slip is about the side
    /// to move.
    #[must_use]
    pub fn reads(&self) -> Option<BTreeMap<u32, Vec<Move>>> {
        let Emendation { edits, moves, .. } = &self.reading;
        let mut reads: BTreeMap<u32, Vec<Move>> = BTreeMap::new();
        let mut shift = 0;
        for edit in edits {
            let at = (edit.ply as usize - 1).saturating_add_signed(shift);
            match &edit.slip {
                Slip::Turn(_) => return None,
                // Missing moves are read before the move that is written there.
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

/// A reading with its support.
#[derive(Debug, Clone)]
pub struct BorneOut {
    /// The reading; its support reduces its cost.
    pub reading: Emendation,
    /// Number of other games that reach the position after the last edit.
    pub games: u64,
    /// Key of a nearly equal game among them; `None` without one.
    pub kin: Option<String>,
}
