//! Fills blocks: finds how many postings fit in a block, and with which parameters (layout:
//! `block.rs`).
//!
//! The best parameters of a block depend on its postings, and the number of postings that fit
//! depends on the parameters. But neighbours are alike. So a block is filled with the parameters of
//! the block before, its exact length known at every step, until nothing more fits. It is filled
//! once more only when other parameters save at least [`SLACK_BYTES`].
//!
//! # Before you change this file
//!
//! * A block is made in two passes over the postings. [`Filling::measure`] counts bits and finds
//!   the end of the block; [`Filling::write`] writes the columns of variable width. Both walk
//!   through the runs alike. A field that one of them counts and the other does not write breaks
//!   the assertion in [`Filling::finish`] about the length; tests with assertions on
//!   (`cargo test --lib store::index`) find that at once.
//! * Whether a run is long ([`LONG_RUN`]) depends on *all* its postings, also those that no longer
//!   fit. The reader sees the block only. So a long run is never cut so short that it would read as
//!   a short one: `measure` then leaves the whole run to the next block.
//! * [`Lengths`] is copied before every step and restored when the step was too long. Keep it small
//!   and free of allocations. Payloads, games and exceptions are truncated; the dictionary cannot
//!   be, and therefore grows by one posting at a time.
//! * Bytes that old programs wrote stay readable: a new code of a column is a new value of `coding`
//!   (or a new `LAYOUT`) in `block.rs`, read beside the old ones, never instead of them.
//! * This is the hottest loop of an import. Measure with `cargo bench --bench speed -- index`
//!   (blocks alone) and `cargo bench --bench table` (row *encode*, and bytes a position) before and
//!   after.

use crate::store::index::bits::{BitWriter, rice_length, rice_parameter, width_of};
use crate::store::index::block::{
    CODING_DICTIONARY, CODING_MOVES, CODING_MOVES_AND_VARIATIONS, GAME_BITS, HEADER_BYTES, LAYOUT,
    LONG_RUN, LONG_RUN_PARAMETER_BITS,
};
use crate::store::index::posting::{self, Payload, Posting};

/// Most bytes of a block: with its row header it just fits an SQLite page of 4 KiB, and four fit a
/// page of 16 KiB.
pub(crate) const BLOCK_BYTES: usize = 4040;
/// Least number of bytes saved for which a block is filled again.
const SLACK_BYTES: usize = 16;
/// Rough number of postings that fit.
const USUAL_LEN: usize = 550;
/// Most fillings of a block. With each, its postings take fewer bytes than before.
const MOST_FILLINGS: usize = 4;

/// Number of postings added before the length of the block is computed again.
const STEP: usize = 16;
/// Bytes of an exception among the moves: index and payload.
const EXCEPTION_BYTES: usize = 4;

/// An encoded block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EncodedBlock {
    /// Key of the first posting.
    pub(crate) first_key: u64,
    /// Number of postings.
    pub(crate) posting_count: u32,
    /// The bytes, at most [`BLOCK_BYTES`].
    pub(crate) data: Vec<u8>,
}

/// Encodes sorted, distinct postings as full blocks (the last holds the rest).
pub(crate) fn encode(sorted: &[Posting]) -> Vec<EncodedBlock> {
    debug_assert!(sorted.is_sorted_by(|a, b| a < b), "postings are sorted and distinct");
    let mut filling = Filling::default();
    let mut blocks = Vec::with_capacity(sorted.len() / USUAL_LEN + 1);
    let mut rest = sorted;
    let mut parameters = Parameters::first(&sorted[..sorted.len().min(USUAL_LEN)]);
    while !rest.is_empty() {
        for _ in 0..MOST_FILLINGS {
            filling.fill(rest, parameters);
            match filling.better(rest) {
                Some(better) => parameters = better,
                None => break,
            }
        }
        let data = filling.finish(rest[0].key);
        let (_, after) = rest.split_at(filling.lengths.postings);
        blocks.push(EncodedBlock {
            first_key: rest[0].key,
            posting_count: filling.lengths.postings as u32,
            data,
        });
        rest = after;
    }
    blocks
}

/// Chosen parameters of a block. Any choice can be read again; good ones make the block shorter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Parameters {
    /// Rice parameter of the key column.
    keys: u32,
    /// Rice parameter of short runs in the gap column.
    gaps: u32,
    /// Whether payloads are coded by a dictionary, or as moves.
    dictionary: bool,
}

impl Parameters {
    /// Guesses the parameters of the first block of these postings.
    fn first(postings: &[Posting]) -> Parameters {
        let [first, .., last] = postings else { return Parameters::default() };
        let distances = postings.len() - 1;
        Parameters {
            keys: rice_parameter(last.key - first.key, distances),
            ..Parameters::default()
        }
    }
}

/// Counts from which the length of a block follows.
#[derive(Debug, Clone, Copy, Default)]
struct Lengths {
    postings: usize,
    keys: usize,
    key_bits: usize,
    gap_bits: usize,
    /// Sum of the distances in short runs, and their number.
    short_gaps: (u64, usize),
    lowest_game: u32,
    highest_game: u32,
    /// Number of entries of the dictionary, or of exceptions among the moves.
    entries: usize,
    /// Bits set in any of the dense codes of moves.
    codes: u16,
}

impl Lengths {
    fn begin_run(&mut self, game: u32) {
        self.lowest_game = if self.keys == 0 { game } else { self.lowest_game.min(game) };
        self.highest_game = self.highest_game.max(game);
        self.keys += 1;
    }

    fn add_move(&mut self, code: u16) {
        if posting::is_exception(code) {
            self.entries += 1;
        } else {
            self.codes |= code;
        }
    }

    fn payload_width(&self, dictionary: bool) -> u32 {
        if dictionary {
            width_of(self.entries as u64 - 1)
        } else {
            posting::WIDTH + u32::from(self.codes >> posting::WIDTH != 0)
        }
    }

    /// Bits of column and table.
    fn payload_bits(&self, dictionary: bool) -> usize {
        let entry_bits = if dictionary { 16 } else { 8 * EXCEPTION_BYTES };
        self.entries * entry_bits + self.postings * self.payload_width(dictionary) as usize
    }

    fn game_width(&self) -> u32 {
        width_of(u64::from(self.highest_game - self.lowest_game))
    }

    /// Bytes of the whole block.
    fn bytes(&self, dictionary: bool) -> usize {
        let runs = if self.keys == 1 { 0 } else { self.postings };
        let games = self.keys * self.game_width() as usize;
        let columns = [runs, self.payload_bits(dictionary), games, self.key_bits, self.gap_bits];
        HEADER_BYTES + columns.iter().map(|bits| bits.div_ceil(8)).sum::<usize>()
    }
}

/// The coding of the distances within a run.
#[derive(Clone, Copy)]
struct Run {
    start: usize,
    /// Whether the run has its own parameter.
    is_long: bool,
    parameter: u32,
}

impl Run {
    /// The run that starts at this index.
    fn at(start: usize, postings: &[Posting], parameters: Parameters) -> Run {
        let first = postings[start];
        let is_long = postings.get(start + LONG_RUN - 1).is_some_and(|far| far.key == first.key);
        if !is_long {
            return Run { start, is_long, parameter: parameters.gaps };
        }
        let rest = &postings[start..];
        let distances = rest.partition_point(|posting| posting.key == first.key) - 1;
        let sum = u64::from(rest[distances].game - first.game);
        Run { start, is_long, parameter: gap_parameter(sum, distances) }
    }
}

/// A block being filled, and working memory kept from block to block.
#[derive(Default)]
struct Filling {
    parameters: Parameters,
    lengths: Lengths,
    /// Columns whose width is known only at the end.
    payloads: Vec<u16>,
    games: Vec<u32>,
    /// The other columns, encoded.
    runs: Vec<u8>,
    keys: Vec<u8>,
    gaps: Vec<u8>,
    exceptions: Vec<u8>,
    dictionary: Dictionary,
}

impl Filling {
    /// Takes as many postings as fit.
    fn fill(&mut self, rest: &[Posting], parameters: Parameters) {
        self.parameters = parameters;
        let mut rest = &rest[..rest.len().min(usize::from(u16::MAX))];
        if let Err(whole_runs) = self.measure(rest) {
            rest = &rest[..whole_runs];
            let measured = self.measure(rest);
            debug_assert!(measured.is_ok(), "what was cut off does not begin");
        }
        self.write(rest);
    }

    /// Finds how many postings fit, and collects the columns that wait for that number. A run that
    /// began as a long one and is cut shorter than a long run cannot be read again; the error is
    /// then the number of postings before the run.
    fn measure(&mut self, rest: &[Posting]) -> Result<(), usize> {
        self.payloads.clear();
        self.games.clear();
        self.exceptions.clear();
        self.dictionary.clear();
        let mut lengths = Lengths::default();
        let mut run = Run { start: 0, is_long: false, parameter: self.parameters.gaps };
        // Computing the length takes longer than adding a posting. Entries of the dictionary cannot
        // be removed.
        let mut step = if self.parameters.dictionary { 1 } else { STEP };
        while lengths.postings < rest.len() {
            let whole = (lengths, run);
            for index in lengths.postings..rest.len().min(lengths.postings + step) {
                self.count(rest, index, &mut lengths, &mut run);
            }
            if lengths.bytes(self.parameters.dictionary) <= BLOCK_BYTES {
                continue;
            }
            (lengths, run) = whole;
            self.payloads.truncate(lengths.postings);
            self.games.truncate(lengths.keys);
            if !self.parameters.dictionary {
                self.exceptions.truncate(EXCEPTION_BYTES * lengths.entries);
            }
            if step == 1 {
                let of_run = lengths.postings - run.start;
                if run.is_long && (1..LONG_RUN).contains(&of_run) {
                    return Err(run.start);
                }
                break;
            }
            step = 1;
        }
        self.lengths = lengths;
        Ok(())
    }

    /// Counts one more posting.
    #[inline(always)]
    fn count(&mut self, rest: &[Posting], index: usize, lengths: &mut Lengths, run: &mut Run) {
        let (posting, parameters) = (rest[index], self.parameters);
        lengths.postings += 1;
        match before(rest, index) {
            Some(before) if before.key == posting.key => {
                let gap = posting.game - before.game;
                lengths.gap_bits += rice_length(gap.into(), run.parameter, GAME_BITS);
                if !run.is_long {
                    lengths.short_gaps.0 += u64::from(gap);
                    lengths.short_gaps.1 += 1;
                }
            }
            before => {
                lengths.begin_run(posting.game);
                self.games.push(posting.game);
                if let Some(before) = before {
                    let distance = posting.key - before.key;
                    lengths.key_bits += rice_length(distance - 1, parameters.keys, 64);
                }
                *run = Run::at(index, rest, parameters);
                if run.is_long {
                    lengths.gap_bits += LONG_RUN_PARAMETER_BITS as usize;
                }
            }
        }
        if parameters.dictionary {
            self.payloads.push(self.dictionary.add(posting.payload));
            lengths.entries = self.dictionary.payloads.len();
        } else {
            let code = posting::encode(posting.payload);
            self.payloads.push(code);
            lengths.add_move(code);
            if posting::is_exception(code) {
                self.exceptions.extend_from_slice(&(index as u16).to_le_bytes());
                self.exceptions.extend_from_slice(&posting.payload.0.to_le_bytes());
            }
        }
    }

    /// Writes the columns whose fields differ in length.
    fn write(&mut self, rest: &[Posting]) {
        for column in [&mut self.runs, &mut self.keys, &mut self.gaps] {
            column.clear();
        }
        let mut runs = BitWriter::new(&mut self.runs);
        let mut keys = BitWriter::new(&mut self.keys);
        let mut gaps = BitWriter::new(&mut self.gaps);
        let mut run = Run { start: 0, is_long: false, parameter: self.parameters.gaps };
        for (index, posting) in rest[..self.lengths.postings].iter().enumerate() {
            match before(rest, index) {
                Some(before) if before.key == posting.key => {
                    runs.put(0, 1);
                    let gap = posting.game - before.game;
                    gaps.put_rice(gap.into(), run.parameter, GAME_BITS);
                }
                before => {
                    runs.put(1, 1);
                    if let Some(before) = before {
                        let distance = posting.key - before.key;
                        keys.put_rice(distance - 1, self.parameters.keys, 64);
                    }
                    run = Run::at(index, rest, self.parameters);
                    if run.is_long {
                        gaps.put(run.parameter.into(), LONG_RUN_PARAMETER_BITS);
                    }
                }
            }
        }
        for column in [runs, keys, gaps] {
            column.finish();
        }
    }

    /// Parameters that would make these postings shorter by [`SLACK_BYTES`]; `None` if there are
    /// none.
    fn better(&mut self, rest: &[Posting]) -> Option<Parameters> {
        let Lengths { postings, keys, .. } = self.lengths;
        let postings = &rest[..postings];
        let span = postings[postings.len() - 1].key - postings[0].key - (keys as u64 - 1);
        let mut better = self.parameters;
        let mut saved = 0;
        let mut consider = |parameter: &mut u32, other: u32, bits: &dyn Fn(u32) -> usize| {
            if other != *parameter {
                let shorter = bits(*parameter).saturating_sub(bits(other));
                if shorter > 0 {
                    *parameter = other;
                    saved += shorter;
                }
            }
        };
        consider(&mut better.keys, rice_parameter(span, keys - 1), &|parameter| {
            let distances = postings.windows(2).map(|pair| pair[1].key - pair[0].key);
            let distances = distances.filter(|&distance| distance > 0);
            distances.map(|distance| rice_length(distance - 1, parameter, 64)).sum()
        });
        let (sum, count) = self.lengths.short_gaps;
        consider(&mut better.gaps, gap_parameter(sum, count), &|parameter| {
            let runs = postings.chunk_by(|a, b| a.key == b.key).filter(|run| run.len() < LONG_RUN);
            runs.flat_map(gaps).map(|gap| rice_length(gap.into(), parameter, GAME_BITS)).sum()
        });
        let payload_bits = self.lengths.payload_bits(better.dictionary);
        if let Some(other) = self.other_payload_bits(postings, payload_bits) {
            better.dictionary = !better.dictionary;
            saved += payload_bits - other;
        }
        (saved >= SLACK_BYTES * 8).then_some(better)
    }

    /// Bits of the payloads in the other coding; `None` if they are not fewer than `bits`.
    fn other_payload_bits(&mut self, postings: &[Posting], bits: usize) -> Option<usize> {
        let other = !self.parameters.dictionary;
        // Different positions have different moves: a dictionary of these is longer than its gain.
        if other && self.lengths.keys > postings.len() / 2 {
            return None;
        }
        let mut lengths =
            Lengths { postings: postings.len(), entries: 0, codes: 0, ..self.lengths };
        if other {
            self.dictionary.clear();
        }
        for posting in postings {
            if other {
                self.dictionary.add(posting.payload);
                lengths.entries = self.dictionary.payloads.len();
            } else {
                lengths.add_move(posting::encode(posting.payload));
            }
            // The length never falls.
            if lengths.payload_bits(other) >= bits {
                return None;
            }
        }
        Some(lengths.payload_bits(other))
    }

    /// The bytes of the block.
    fn finish(&mut self, first_key: u64) -> Vec<u8> {
        let Filling { parameters, lengths, .. } = self;
        let length = lengths.bytes(parameters.dictionary);
        let mut out = Vec::with_capacity(length + 8);
        let coding = match (parameters.dictionary, lengths.payload_width(parameters.dictionary)) {
            (true, _) => CODING_DICTIONARY,
            (false, posting::WIDTH) => CODING_MOVES,
            (false, _) => CODING_MOVES_AND_VARIATIONS,
        };
        out.extend_from_slice(&[LAYOUT, coding]);
        for count in [lengths.postings, lengths.keys, lengths.entries] {
            out.extend_from_slice(&(count as u16).to_le_bytes());
        }
        out.extend_from_slice(&first_key.to_le_bytes());
        out.extend_from_slice(&lengths.lowest_game.to_le_bytes());
        out.extend_from_slice(&(self.keys.len() as u16).to_le_bytes());
        let game_width = lengths.game_width();
        out.extend_from_slice(&[parameters.keys as u8, game_width as u8, parameters.gaps as u8]);
        if parameters.dictionary {
            for payload in &self.dictionary.payloads[..lengths.entries] {
                out.extend_from_slice(&payload.0.to_le_bytes());
            }
        } else {
            out.extend_from_slice(&self.exceptions);
        }
        if lengths.keys > 1 {
            out.extend_from_slice(&self.runs);
        }
        let payloads = self.payloads.iter().map(|&code| code.into());
        put_column(&mut out, payloads, lengths.payload_width(parameters.dictionary));
        let games = self.games.iter().map(|&game| u64::from(game - lengths.lowest_game));
        put_column(&mut out, games, game_width);
        out.extend_from_slice(&self.keys);
        out.extend_from_slice(&self.gaps);
        debug_assert_eq!(out.len(), length, "a block is as long as was foretold");
        out
    }
}

/// The posting before this index; `None` for the first.
#[inline(always)]
fn before(postings: &[Posting], index: usize) -> Option<Posting> {
    Some(postings[index.checked_sub(1)?])
}

/// Writes a column of fields of one width.
fn put_column(out: &mut Vec<u8>, fields: impl Iterator<Item = u64>, width: u32) {
    let mut column = BitWriter::new(out);
    for field in fields {
        column.put(field, width);
    }
    column.finish();
}

/// Distances between the games of a run.
fn gaps(run: &[Posting]) -> impl Iterator<Item = u32> {
    run.windows(2).map(|pair| pair[1].game - pair[0].game)
}

fn gap_parameter(sum: u64, count: usize) -> u32 {
    rice_parameter(sum, count).min(GAME_BITS)
}

/// The distinct payloads of a block in order of appearance.
struct Dictionary {
    payloads: Vec<Payload>,
    /// For every payload a generation and its index in `payloads`, which is valid if the generation
    /// is that of this block.
    places: Vec<(u32, u16)>,
    generation: u32,
}

impl Default for Dictionary {
    fn default() -> Dictionary {
        Dictionary { payloads: Vec::new(), places: vec![(0, 0); 1 << 16], generation: 0 }
    }
}

impl Dictionary {
    fn clear(&mut self) {
        self.payloads.clear();
        self.generation = self.generation.checked_add(1).unwrap_or_else(|| {
            self.places.fill((0, 0));
            1
        });
    }

    fn add(&mut self, payload: Payload) -> u16 {
        let place = &mut self.places[usize::from(payload.0)];
        if place.0 != self.generation {
            *place = (self.generation, self.payloads.len() as u16);
            self.payloads.push(payload);
        }
        place.1
    }
}
