//! Filling blocks: how many postings fit in one, and with which parameters (layout: `block.rs`).
//!
//! Nothing about a block can be foretold exactly: its parameters depend on the postings in it. So
//! the length is searched for: a guess from the block before, measured and corrected until the
//! block is full to within [`SLACK_BYTES`]. Measuring computes the exact length; writing then
//! follows the plan that was measured.

use super::bits::{BitWriter, rice_length, rice_parameter, width_of};
use super::block::{
    CODING_DICTIONARY, CODING_MOVES, CODING_MOVES_AND_VARIATIONS, GAME_BITS, HEADER_BYTES, LAYOUT,
    LONG_RUN, LONG_RUN_PARAMETER_BITS,
};
use super::moves;
use super::posting::{Payload, Posting};

/// The most bytes a block takes: with its row header it just fits one SQLite page of 4 KiB.
pub(super) const BLOCK_BYTES: usize = 4040;
/// A block this near to full is not searched any further.
const SLACK_BYTES: usize = 16;
/// A first guess of how many postings fit.
const FIRST_GUESS: usize = 550;
/// The search for the length stops after so many measurements, with the best found.
const MOST_MEASUREMENTS: usize = 20;
/// So many of them are guessed in proportion, the others by halving.
const PROPORTIONAL_STEPS: usize = 5;

/// One encoded block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EncodedBlock {
    /// The key of the first posting.
    pub(super) first_key: u64,
    /// How many postings are in it.
    pub(super) posting_count: u32,
    /// The bytes, at most [`BLOCK_BYTES`].
    pub(super) data: Vec<u8>,
}

/// Encodes sorted, distinct postings as a row of full blocks (the last as full as it gets).
pub(super) fn encode(sorted: &[Posting]) -> Vec<EncodedBlock> {
    debug_assert!(sorted.is_sorted_by(|a, b| a < b), "postings are sorted and distinct");
    let mut encoder = Encoder::default();
    let mut blocks = Vec::with_capacity(sorted.len() / FIRST_GUESS + 1);
    let mut rest = sorted;
    let mut guess = FIRST_GUESS;
    while !rest.is_empty() {
        let plan = encoder.fit(rest, guess);
        let (postings, after) = rest.split_at(plan.posting_count);
        let data = encoder.write(&plan, postings);
        debug_assert_eq!(data.len(), plan.bytes(), "a block is as long as it was measured");
        blocks.push(EncodedBlock {
            first_key: postings[0].key,
            posting_count: plan.posting_count as u32,
            data,
        });
        guess = plan.posting_count;
        rest = after;
    }
    blocks
}

/// The parameters of one block and the lengths that follow from them.
#[derive(Debug, Clone, Copy)]
struct Plan {
    posting_count: usize,
    key_count: usize,
    base_game: u32,
    game_width: u32,
    key_parameter: u32,
    gap_parameter: u32,
    coding: u8,
    payload_width: u32,
    table_bytes: usize,
    key_bytes: usize,
    gap_bytes: usize,
}

impl Plan {
    fn bytes(&self) -> usize {
        let runs = if self.key_count == 1 { 0 } else { self.posting_count.div_ceil(8) };
        let payloads = (self.posting_count * self.payload_width as usize).div_ceil(8);
        let games = (self.key_count * self.game_width as usize).div_ceil(8);
        HEADER_BYTES + self.table_bytes + runs + payloads + games + self.key_bytes + self.gap_bytes
    }
}

/// The working memory of measuring, kept from block to block.
#[derive(Default)]
struct Encoder {
    /// Distances between the keys, less 1.
    key_distances: Vec<u64>,
    /// The distances of all short runs.
    short_gaps: Vec<u32>,
    dictionary: Dictionary,
}

impl Encoder {
    /// The plan of the longest prefix that was found to fit.
    fn fit(&mut self, rest: &[Posting], guess: usize) -> Plan {
        let most = rest.len().min(usize::from(u16::MAX));
        let mut best: Option<Plan> = None;
        let mut too_long = most + 1;
        let mut len = guess.clamp(1, most);
        for measurements in 1..=MOST_MEASUREMENTS {
            let plan = self.measure(&rest[..len]);
            let bytes = plan.bytes();
            if bytes <= BLOCK_BYTES {
                best = Some(plan);
                if len == most || bytes + SLACK_BYTES >= BLOCK_BYTES {
                    break;
                }
            } else {
                too_long = len;
            }
            let fitting = best.map_or(0, |plan| plan.posting_count);
            if fitting + 1 >= too_long {
                break;
            }
            // Postings of about one length fit in proportion. Where a long run ends they are not of
            // one length, and halving what is open gets there.
            let projected = len * (BLOCK_BYTES - SLACK_BYTES / 2 - HEADER_BYTES)
                / (bytes - HEADER_BYTES).max(1);
            let is_open = (fitting + 1..too_long).contains(&projected);
            len = if is_open && measurements <= PROPORTIONAL_STEPS {
                projected
            } else {
                (fitting + too_long) / 2
            };
        }
        best.unwrap_or_else(|| self.measure(&rest[..1]))
    }

    /// Chooses the parameters for a block of exactly these postings.
    fn measure(&mut self, postings: &[Posting]) -> Plan {
        self.key_distances.clear();
        self.short_gaps.clear();
        let mut long_run_bits = 0;
        let (mut lowest, mut highest) = (u32::MAX, 0);
        let mut last_key = None;
        for run in postings.chunk_by(|a, b| a.key == b.key) {
            let first = run[0];
            lowest = lowest.min(first.game);
            highest = highest.max(first.game);
            if let Some(last) = last_key.replace(first.key) {
                self.key_distances.push(first.key - last - 1);
            }
            if run.len() < LONG_RUN {
                self.short_gaps.extend(gaps(run));
            } else {
                long_run_bits += long_run_length(run);
            }
        }
        let key_parameter =
            rice_parameter(self.key_distances.iter().sum(), self.key_distances.len());
        let key_bits: usize = self
            .key_distances
            .iter()
            .map(|&distance| rice_length(distance, key_parameter, 64))
            .sum();
        let gap_parameter = gap_parameter(self.short_gaps.iter().copied(), self.short_gaps.len());
        let gap_bits: usize = self
            .short_gaps
            .iter()
            .map(|&gap| rice_length(gap.into(), gap_parameter, GAME_BITS))
            .sum();
        let (coding, payload_width, table_bytes) = self.measure_payloads(postings);
        Plan {
            posting_count: postings.len(),
            key_count: self.key_distances.len() + 1,
            base_game: lowest,
            game_width: width_of(u64::from(highest - lowest)),
            key_parameter,
            gap_parameter,
            coding,
            payload_width,
            table_bytes,
            key_bytes: key_bits.div_ceil(8),
            gap_bytes: (gap_bits + long_run_bits).div_ceil(8),
        }
    }

    /// The cheaper of the payload codings: its number, width and table length.
    fn measure_payloads(&mut self, postings: &[Posting]) -> (u8, u32, usize) {
        self.dictionary.clear();
        let mut exceptions = 0;
        let mut codes = 0;
        for posting in postings {
            self.dictionary.add(posting.payload);
            let code = moves::encode(posting.payload);
            if moves::is_exception(code) {
                exceptions += 1;
            } else {
                codes |= code;
            }
        }
        let entries = self.dictionary.payloads.len();
        let dictionary = (CODING_DICTIONARY, width_of(entries as u64 - 1), entries * 2);
        let moves = if codes >> moves::WIDTH == 0 {
            (CODING_MOVES, moves::WIDTH, exceptions * 4)
        } else {
            (CODING_MOVES_AND_VARIATIONS, moves::WIDTH + 1, exceptions * 4)
        };
        let cost =
            |(_, width, table): (u8, u32, usize)| table * 8 + postings.len() * width as usize;
        if cost(dictionary) <= cost(moves) { dictionary } else { moves }
    }

    /// Writes the postings that were measured last or before, by their plan.
    fn write(&mut self, plan: &Plan, postings: &[Posting]) -> Vec<u8> {
        let mut out = Vec::with_capacity(plan.bytes());
        write_header(&mut out, plan, postings[0].key);
        let codes = self.write_payload_table(&mut out, plan, postings);
        if plan.key_count > 1 {
            let mut runs = BitWriter::new(&mut out);
            let mut last_key = None;
            for posting in postings {
                runs.put(u64::from(last_key.replace(posting.key) != Some(posting.key)), 1);
            }
            runs.finish();
        }
        let mut payloads = BitWriter::new(&mut out);
        for code in codes {
            payloads.put(code.into(), plan.payload_width);
        }
        payloads.finish();
        let runs = || postings.chunk_by(|a, b| a.key == b.key);
        let mut games = BitWriter::new(&mut out);
        for run in runs() {
            games.put(u64::from(run[0].game - plan.base_game), plan.game_width);
        }
        games.finish();
        let mut keys = BitWriter::new(&mut out);
        let mut last_key = postings[0].key;
        for run in runs().skip(1) {
            keys.put_rice(run[0].key - last_key - 1, plan.key_parameter, 64);
            last_key = run[0].key;
        }
        keys.finish();
        let mut gap_column = BitWriter::new(&mut out);
        for run in runs() {
            let mut parameter = plan.gap_parameter;
            if run.len() >= LONG_RUN {
                parameter = gap_parameter(gaps(run), run.len() - 1);
                gap_column.put(parameter.into(), LONG_RUN_PARAMETER_BITS);
            }
            for gap in gaps(run) {
                gap_column.put_rice(gap.into(), parameter, GAME_BITS);
            }
        }
        gap_column.finish();
        out
    }

    /// Writes the dictionary or the exceptions, and returns what goes into the payload column.
    fn write_payload_table(
        &mut self,
        out: &mut Vec<u8>,
        plan: &Plan,
        postings: &[Posting],
    ) -> Vec<u16> {
        if plan.coding != CODING_DICTIONARY {
            let codes: Vec<u16> =
                postings.iter().map(|posting| moves::encode(posting.payload)).collect();
            for (index, (posting, &code)) in postings.iter().zip(&codes).enumerate() {
                if moves::is_exception(code) {
                    out.extend_from_slice(&(index as u16).to_le_bytes());
                    out.extend_from_slice(&posting.payload.0.to_le_bytes());
                }
            }
            return codes;
        }
        self.dictionary.clear();
        let codes = postings.iter().map(|posting| self.dictionary.add(posting.payload)).collect();
        for payload in &self.dictionary.payloads {
            out.extend_from_slice(&payload.0.to_le_bytes());
        }
        codes
    }
}

fn write_header(out: &mut Vec<u8>, plan: &Plan, first_key: u64) {
    let entry_bytes = if plan.coding == CODING_DICTIONARY { 2 } else { 4 };
    out.extend_from_slice(&[LAYOUT, plan.coding]);
    for count in [plan.posting_count, plan.key_count, plan.table_bytes / entry_bytes] {
        out.extend_from_slice(&(count as u16).to_le_bytes());
    }
    out.extend_from_slice(&first_key.to_le_bytes());
    out.extend_from_slice(&plan.base_game.to_le_bytes());
    out.extend_from_slice(&(plan.key_bytes as u16).to_le_bytes());
    out.extend_from_slice(&[
        plan.key_parameter as u8,
        plan.game_width as u8,
        plan.gap_parameter as u8,
    ]);
}

/// The distances between the games of a run.
fn gaps(run: &[Posting]) -> impl Iterator<Item = u32> {
    run.windows(2).map(|pair| pair[1].game - pair[0].game)
}

fn gap_parameter(gaps: impl Iterator<Item = u32>, count: usize) -> u32 {
    rice_parameter(gaps.map(u64::from).sum(), count).min(GAME_BITS)
}

/// The bits a long run takes in the gap column.
fn long_run_length(run: &[Posting]) -> usize {
    let parameter = gap_parameter(gaps(run), run.len() - 1);
    let codes: usize = gaps(run).map(|gap| rice_length(gap.into(), parameter, GAME_BITS)).sum();
    LONG_RUN_PARAMETER_BITS as usize + codes
}

/// The distinct payloads of a block in order of appearance.
struct Dictionary {
    payloads: Vec<Payload>,
    /// For every payload its place in `payloads`, where `generation` says it is of this block.
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
