//! One block: some hundred postings in key order, compressed to just under 4 KiB.
//!
//! A block is read without its neighbours. Its first key stands in full; a run of postings of one
//! key may begin in one block and go on in the next. All numbers are little-endian, all columns
//! start on a byte, and the bits within a column are filled from the least significant up
//! (`bits.rs`).
//!
//! | offset | bytes | content |
//! | --- | --- | --- |
//! | 0 | 1 | layout: 2; in layout 1 keys have 64 bits, of which the lower 8 are passed over |
//! | 1 | 1 | payload coding: 0 dictionary, 1 dense moves, 2 dense moves with variation flag |
//! | 2 | 2 | *n*, postings, at least 1 |
//! | 4 | 2 | *d*, distinct keys, 1..=*n* |
//! | 6 | 2 | *e*, entries of the payload table |
//! | 8 | 8 | first key |
//! | 16 | 4 | base game: the lowest game that begins a run |
//! | 20 | 2 | length of the key column in bytes |
//! | 22 | 1 | Rice parameter of the key column, 0..=63 |
//! | 23 | 1 | *w*, bits of a field of the game column, 0..=32 |
//! | 24 | 1 | Rice parameter of short runs in the gap column, 0..=32 |
//! | 25 | 2*e* or 4*e* | payload table: the dictionary, two bytes a payload; or the exceptions, two bytes for the index of the posting (0-based, ascending) and two for its payload |
//! | | ⌈*n*/8⌉ | run column, absent when *d* = 1: a bit for every posting, set where its key differs from the one before; the first is set |
//! | | ⌈*np*/8⌉ | payload column, *p* bits a posting: the index into the dictionary (*p* = the bits of *e* − 1), or the dense code of `moves.rs` (*p* = 12, or 13 with variation flag) |
//! | | ⌈*dw*/8⌉ | game column: the first game of every run, less the base |
//! | | | key column: for every key but the first a Rice code (escaped to 64 bits) of its distance from the one before, less 1 |
//! | | the rest | gap column: for every run, the distances between its games as Rice codes (escaped to 32 bits); a run of 9 postings or more opens with 6 bits, its own Rice parameter |
//!
//! The columns serve the commonest question: to find one rare key only the key column is decoded,
//! up to it; its game and payload are then picked out by position.

use crate::store::error::BlockError;
use crate::store::index::bits::{BitReader, field, width_of};
use crate::store::index::posting::{self, Payload, Posting};
use crate::xiangqi::PositionKey;

pub(crate) const LAYOUT: u8 = 2;
/// The layout of version 0.1: equal, but with longer keys.
const LONG_KEYS: u8 = 1;
pub(crate) const HEADER_BYTES: usize = 25;
/// Least number of postings of a run with its own Rice parameter.
pub(crate) const LONG_RUN: usize = 9;
/// Number of bits of that parameter.
pub(crate) const LONG_RUN_PARAMETER_BITS: u32 = 6;
/// Highest Rice parameter of a game's distance, and the width of an escaped distance.
pub(crate) const GAME_BITS: u32 = 32;

pub(crate) const CODING_DICTIONARY: u8 = 0;
pub(crate) const CODING_MOVES: u8 = 1;
pub(crate) const CODING_MOVES_AND_VARIATIONS: u8 = 2;

/// A block with a checked header; its columns are decoded on demand and in place.
pub(crate) struct Block<'a> {
    posting_count: usize,
    key_count: usize,
    key_shift: u32,
    first_key: u64,
    base_game: u32,
    key_parameter: u32,
    game_width: u32,
    gap_parameter: u32,
    /// The column of runs; empty if the block is one run.
    runs: &'a [u8],
    payloads: PayloadColumn<'a>,
    games: &'a [u8],
    keys: &'a [u8],
    gaps: &'a [u8],
}

impl<'a> Block<'a> {
    /// Reads and checks the header.
    pub(crate) fn parse(bytes: &'a [u8]) -> Result<Block<'a>, BlockError> {
        let mut rest = Cursor(bytes);
        let key_shift = match rest.byte()? {
            LAYOUT => 0,
            LONG_KEYS => 64 - PositionKey::BITS,
            other => return Err(BlockError::Layout(other)),
        };
        let coding = rest.byte()?;
        let posting_count = usize::from(rest.u16()?);
        let key_count = usize::from(rest.u16()?);
        let entry_count = usize::from(rest.u16()?);
        let first_key = u64::from_le_bytes(rest.array()?);
        let base_game = u32::from_le_bytes(rest.array()?);
        let key_bytes = usize::from(rest.u16()?);
        let key_parameter = u32::from(rest.byte()?);
        let game_width = u32::from(rest.byte()?);
        let gap_parameter = u32::from(rest.byte()?);
        let limits = [
            (posting_count >= 1, "number of postings"),
            ((1..=posting_count).contains(&key_count), "number of keys"),
            (key_parameter <= 63, "parameter of the key column"),
            (game_width <= GAME_BITS, "width of the game column"),
            (gap_parameter <= GAME_BITS, "parameter of the gap column"),
        ];
        if let Some((_, name)) = limits.iter().find(|(holds, _)| !holds) {
            return Err(BlockError::Impossible(name));
        }
        let entry_bytes = if coding == CODING_DICTIONARY { 2 } else { 4 };
        let table = rest.take(entry_count * entry_bytes)?;
        let runs = rest.take(if key_count == 1 { 0 } else { posting_count.div_ceil(8) })?;
        let (coding, width) = match coding {
            CODING_DICTIONARY if entry_count == 0 => {
                return Err(BlockError::Impossible("empty dictionary"));
            }
            CODING_DICTIONARY => (Coding::Dictionary, width_of(entry_count as u64 - 1)),
            CODING_MOVES => (Coding::Moves, posting::WIDTH),
            CODING_MOVES_AND_VARIATIONS => (Coding::Moves, posting::WIDTH + 1),
            _ => return Err(BlockError::Impossible("payload coding")),
        };
        let column = rest.take((posting_count * width as usize).div_ceil(8))?;
        let games = rest.take((key_count * game_width as usize).div_ceil(8))?;
        let keys = rest.take(key_bytes)?;
        let block = Block {
            posting_count,
            key_count,
            key_shift,
            first_key,
            base_game,
            key_parameter,
            game_width,
            gap_parameter,
            runs,
            payloads: PayloadColumn { coding, width, table, column },
            games,
            keys,
            gaps: rest.0,
        };
        block.check_runs()?;
        Ok(block)
    }

    fn check_runs(&self) -> Result<(), BlockError> {
        if self.key_count == 1 {
            return Ok(());
        }
        let set: u32 = self.runs.iter().map(|byte| byte.count_ones()).sum();
        let in_range = Starts::new(self.runs, self.posting_count)
            .last()
            .is_some_and(|last| last < self.posting_count);
        if set as usize == self.key_count && self.runs[0] & 1 == 1 && in_range {
            Ok(())
        } else {
            Err(BlockError::Impossible("run column"))
        }
    }

    /// Number of postings of the block.
    pub(crate) fn len(&self) -> usize {
        self.posting_count
    }

    /// Key of the first posting.
    pub(crate) fn first_key(&self) -> u64 {
        self.first_key >> self.key_shift
    }

    /// Visits every posting in order. Before an error some may have been visited.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(Posting)) -> Result<(), BlockError> {
        let mut keys = self.keys();
        let mut gaps = BitReader::new(self.gaps);
        let mut runs = self.runs();
        for run in 0..self.key_count {
            let key = keys.next(run)?;
            let (start, end) = runs.next_run();
            self.visit_run(
                run,
                start..end,
                &mut gaps,
                |_| true,
                |game, payload| visit(Posting { key, game, payload }),
            )?;
        }
        if keys.column.overran() || gaps.overran() { Err(BlockError::Truncated) } else { Ok(()) }
    }

    /// Visits the postings that one key has in wanted games; payloads of other games are not decoded.
    /// Returns whether a following block may hold (more of) the key: the key is not passed here.
    pub(crate) fn find(
        &self,
        key: u64,
        is_wanted: impl Fn(u32) -> bool,
        visit: impl FnMut(u32, Payload),
    ) -> Result<bool, BlockError> {
        let mut keys = self.keys();
        let mut run = 0;
        loop {
            let here = keys.next(run)?;
            if here > key {
                return Ok(false);
            }
            if here == key {
                break;
            }
            run += 1;
            if run == self.key_count {
                return Ok(true);
            }
        }
        let mut gaps = BitReader::new(self.gaps);
        let mut runs = self.runs();
        for _ in 0..run {
            let (start, end) = runs.next_run();
            self.skip_run(end - start, &mut gaps)?;
        }
        let (start, end) = runs.next_run();
        self.visit_run(run, start..end, &mut gaps, is_wanted, visit)?;
        if keys.column.overran() || gaps.overran() {
            return Err(BlockError::Truncated);
        }
        Ok(end == self.posting_count)
    }

    fn keys(&self) -> Keys<'a> {
        Keys {
            column: BitReader::new(self.keys),
            parameter: self.key_parameter,
            shift: self.key_shift,
            key: self.first_key,
        }
    }

    fn runs(&self) -> Runs<'a> {
        let mut starts = Starts::new(self.runs, self.posting_count);
        starts.next();
        Runs { starts, start: 0, end_of_block: self.posting_count }
    }

    #[inline]
    fn visit_run(
        &self,
        run: usize,
        postings: std::ops::Range<usize>,
        gaps: &mut BitReader<'_>,
        is_wanted: impl Fn(u32) -> bool,
        mut visit: impl FnMut(u32, Payload),
    ) -> Result<(), BlockError> {
        let mut game = u64::from(self.base_game) + field(self.games, run, self.game_width);
        let mut look = |game: u64, index| -> Result<(), BlockError> {
            let game = u32::try_from(game).map_err(|_| BlockError::Impossible("game"))?;
            if is_wanted(game) {
                visit(game, self.payloads.get(index)?);
            }
            Ok(())
        };
        look(game, postings.start)?;
        if postings.len() == 1 {
            return Ok(());
        }
        let parameter = self.run_parameter(postings.len(), gaps)?;
        for index in postings.start + 1..postings.end {
            game += gaps.get_rice(parameter, GAME_BITS).ok_or(BlockError::Impossible("gap"))?;
            look(game, index)?;
        }
        Ok(())
    }

    fn skip_run(&self, len: usize, gaps: &mut BitReader<'_>) -> Result<(), BlockError> {
        if len > 1 {
            let parameter = self.run_parameter(len, gaps)?;
            for _ in 1..len {
                gaps.get_rice(parameter, GAME_BITS).ok_or(BlockError::Impossible("gap"))?;
            }
        }
        Ok(())
    }

    fn run_parameter(&self, len: usize, gaps: &mut BitReader<'_>) -> Result<u32, BlockError> {
        if len < LONG_RUN {
            return Ok(self.gap_parameter);
        }
        match gaps.get(LONG_RUN_PARAMETER_BITS) as u32 {
            parameter @ 0..=GAME_BITS => Ok(parameter),
            _ => Err(BlockError::Impossible("parameter of a run")),
        }
    }
}

/// Reads the key column, one key after the other.
struct Keys<'a> {
    column: BitReader<'a>,
    parameter: u32,
    shift: u32,
    key: u64,
}

impl Keys<'_> {
    /// Key of run `run` (0-based; callers ask in order).
    #[inline]
    fn next(&mut self, run: usize) -> Result<u64, BlockError> {
        if run > 0 {
            self.key = self
                .column
                .get_rice_wide(self.parameter, 64)
                .and_then(|distance| self.key.checked_add(distance)?.checked_add(1))
                .ok_or(BlockError::Impossible("key"))?;
        }
        Ok(self.key >> self.shift)
    }
}

/// The runs of a block as ranges of posting indexes.
struct Runs<'a> {
    starts: Starts<'a>,
    start: usize,
    end_of_block: usize,
}

impl Runs<'_> {
    #[inline]
    fn next_run(&mut self) -> (usize, usize) {
        let start = self.start;
        self.start = self.starts.next().unwrap_or(self.end_of_block);
        (start, self.start)
    }
}

/// Indexes of the set bits of a run column.
struct Starts<'a> {
    bytes: &'a [u8],
    word: u64,
    word_start: usize,
}

impl<'a> Starts<'a> {
    fn new(bytes: &'a [u8], posting_count: usize) -> Starts<'a> {
        debug_assert!(bytes.is_empty() || bytes.len() == posting_count.div_ceil(8));
        Starts { bytes, word: field(bytes, 0, 56), word_start: 0 }
    }
}

impl Iterator for Starts<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        // Words of 56 bits, the most whole bytes that a field can have.
        while self.word == 0 {
            self.word_start += 56;
            if self.word_start >= self.bytes.len() * 8 {
                return None;
            }
            self.word = field(self.bytes, self.word_start / 56, 56);
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(self.word_start + bit)
    }
}

#[derive(Clone, Copy)]
enum Coding {
    Dictionary,
    Moves,
}

struct PayloadColumn<'a> {
    coding: Coding,
    width: u32,
    table: &'a [u8],
    column: &'a [u8],
}

impl PayloadColumn<'_> {
    #[inline]
    fn get(&self, index: usize) -> Result<Payload, BlockError> {
        let code = field(self.column, index, self.width) as u16;
        match self.coding {
            Coding::Dictionary => {
                let at = usize::from(code) * 2;
                let bytes = self.table.get(at..at + 2).ok_or(BlockError::Impossible("payload"))?;
                Ok(Payload(u16::from_le_bytes([bytes[0], bytes[1]])))
            }
            Coding::Moves if posting::is_exception(code) => self.exception(index),
            Coding::Moves => Ok(posting::decode(code)),
        }
    }

    #[cold]
    fn exception(&self, index: usize) -> Result<Payload, BlockError> {
        let (entries, _) = self.table.as_chunks::<4>();
        let found = entries.binary_search_by_key(&index, |entry| {
            usize::from(u16::from_le_bytes([entry[0], entry[1]]))
        });
        match found {
            Ok(at) => Ok(Payload(u16::from_le_bytes([entries[at][2], entries[at][3]]))),
            Err(_) => Err(BlockError::Impossible("exception")),
        }
    }
}

/// The bytes not yet read.
struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    fn take(&mut self, len: usize) -> Result<&'a [u8], BlockError> {
        let (taken, rest) = self.0.split_at_checked(len).ok_or(BlockError::Truncated)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], BlockError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(BlockError::Truncated)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn byte(&mut self) -> Result<u8, BlockError> {
        Ok(self.array::<1>()?[0])
    }

    fn u16(&mut self) -> Result<u16, BlockError> {
        Ok(u16::from_le_bytes(self.array()?))
    }
}
