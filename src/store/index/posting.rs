//! A posting: one game was in one position, and what it played there.

use rayon::slice::ParallelSliceMut as _;
use std::cmp::Ordering;

/// One appearance of a position in a game.
///
/// Postings are ordered by key, then game, then payload, and are unique on all three: a game that
/// comes to a position twice and goes on the same way has one posting, one that goes on differently
/// has two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Posting {
    /// The mirror-canonical key of the position; uniform over 56 bits.
    pub key: u64,
    /// The id of the game.
    pub game: u32,
    /// The next move and two flags: see [`Payload`].
    pub payload: Payload,
}

impl Posting {
    /// Everything as one number, ordered as postings are: comparing two of these takes no branches.
    #[inline]
    fn packed(self) -> u128 {
        let low = u64::from(self.game) << 16 | u64::from(self.payload.0);
        u128::from(self.key) << 48 | u128::from(low)
    }
}

impl Ord for Posting {
    #[inline]
    fn cmp(&self, other: &Posting) -> Ordering {
        self.packed().cmp(&other.packed())
    }
}

impl PartialOrd for Posting {
    #[inline]
    fn partial_cmp(&self, other: &Posting) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    #[inline]
    fn lt(&self, other: &Posting) -> bool {
        self.packed() < other.packed()
    }
}

/// What a posting says about the game in this position, in 16 bits.
///
/// | bits | meaning |
/// | --- | --- |
/// | 0..13 | next move, from-square × 90 + to-square (0..8100); 8191 where the game ends |
/// | 13 | orientation: 1 when the game's board is the mirror image of the canonical one |
/// | 14 | 1 when the position stands in a variation, not in the main line |
/// | 15 | 0 |
///
/// The index keeps all sixteen bits as they are given; values outside this table cost more space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Payload(pub u16);

impl Payload {
    /// The move code that says the line ends here.
    pub const NO_MOVE: u16 = 8191;
    const MIRRORED: u16 = 1 << 13;
    const VARIATION: u16 = 1 << 14;

    /// Packs a move code (0..8100, or [`Payload::NO_MOVE`]; further bits are cut off) and the two
    /// flags.
    ///
    /// ```
    /// use xqdb::store::index::Payload;
    /// let payload = Payload::new(25 * 90 + 22, true, false);
    /// assert_eq!(payload.move_code(), Some(25 * 90 + 22));
    /// assert!(payload.is_mirrored() && !payload.is_variation());
    /// ```
    pub const fn new(move_code: u16, mirrored: bool, variation: bool) -> Payload {
        let mut bits = move_code & Payload::NO_MOVE;
        if mirrored {
            bits |= Payload::MIRRORED;
        }
        if variation {
            bits |= Payload::VARIATION;
        }
        Payload(bits)
    }

    /// The next move, from-square × 90 + to-square; none where the line ends.
    pub const fn move_code(self) -> Option<u16> {
        match self.0 & Payload::NO_MOVE {
            Payload::NO_MOVE => None,
            code => Some(code),
        }
    }

    /// Whether the game's board is the mirror image of the canonical one.
    pub const fn is_mirrored(self) -> bool {
        self.0 & Payload::MIRRORED != 0
    }

    /// Whether the position stands in a variation.
    pub const fn is_variation(self) -> bool {
        self.0 & Payload::VARIATION != 0
    }
}

/// Brings postings into the order of the index, on all cores, and removes duplicates.
pub fn sort(postings: &mut Vec<Posting>) {
    postings.par_sort_unstable();
    postings.dedup();
}
