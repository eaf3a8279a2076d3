//! Eight conditions side by side in a word, one a byte: a sweep over a game answers all of them at
//! every moment.
//!
//! The answer about a moment is the highest bit of a byte. Eight moments are shifted into one word
//! before it is put away, so that a condition costs no work of its own while the game is swept.

/// How many conditions lie in a word.
pub(super) const LANES: usize = 8;

/// The bit in which each condition is answered.
pub(super) const ANSWERS: u64 = 0x8080_8080_8080_8080;

/// Indices by square and piece, both as large as a byte: no index has to be checked.
pub(super) const CELLS: usize = 256 * 16;

/// What is known of every square and piece.
pub(super) type Cells = Box<[u64; CELLS]>;

/// The entry of a square and a piece.
#[inline(always)]
pub(super) fn cell(cells: &Cells, index: u16) -> u64 {
    cells[usize::from(index) % CELLS]
}

/// The answers of a sweep: byte `l` of word `w` is about condition `l` at the moments `8 w` to
/// `8 w + 7`, the lowest bit about the first.
#[derive(Debug, Clone, Default)]
pub(super) struct Swept(Vec<u64>);

impl Swept {
    /// Sweeps a game. `before` answers about the moment before a move and goes on to the next one;
    /// `last` is about the last moment.
    #[inline(always)]
    pub(super) fn fill<S, M>(
        &mut self,
        moves: &[M],
        mut state: S,
        before: impl Fn(&mut S, &M) -> u64,
        last: impl Fn(&S) -> u64,
    ) {
        self.0.clear();
        let (eights, rest) = moves.as_chunks::<8>();
        self.0.reserve(eights.len() + 1);
        for eight in eights {
            let word = eight.iter().fold(0, |word, mv| word >> 1 | before(&mut state, mv));
            self.0.push(word);
        }
        let word = rest.iter().fold(0, |word, mv| word >> 1 | before(&mut state, mv));
        let word = word >> 1 | last(&state);
        self.0.push(word >> (LANES - 1 - rest.len()));
    }

    /// The answers about one condition: bit m of the words is about moment m.
    pub(super) fn lane(&self, lane: usize, words: &mut [u64]) {
        for (word, eights) in words.iter_mut().zip(self.0.chunks(LANES)) {
            let byte = |eight: u64| eight >> (8 * lane) & 0xFF;
            *word = eights.iter().rev().fold(0, |word, &eight| word << 8 | byte(eight));
        }
    }
}
