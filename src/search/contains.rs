//! Games that show a [`Pattern`] anywhere: every game is stepped through.
//!
//! No index helps with partial boards, so this is a scan, made as light as it can be. Stored moves
//! are known to be playable, so a board of bytes is enough. What is kept up to date from ply to ply
//! is the number of points that do not fit, for the pattern and for its mirror image in the two
//! halves of one number: a move changes two points, four table entries. The pattern holds where a
//! half is 0. (Filtering games by what they have in common was tried and left out: reading a game
//! costs more than stepping through it.)

use super::archive::Archive;
use super::archive::ids::IdSet;
use super::archive::parallel::Watch;
use super::archive::parallel::in_parallel;
use super::archive::postings::Mirroring;
use crate::query::{EMPTY, PartialBoard as Pattern};
use crate::replay::Tree;
use crate::store::{Connection, Error, Facts, GameLine, Result};
use crate::xiangqi::{Piece, Position, Side, Square};

/// Points on the board of bytes, a power of two: no index has to be checked.
const POINTS: usize = 128;
/// With fewer games than this share of a chunk wanted, they are read one by one.
const SPARSE: usize = 16;

/// Where a game shows a pattern for the first time.
#[derive(Debug, Copy, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Sighting {
    /// How many plies were played before; 0 is the start.
    pub ply: u32,
    /// It stands in a variation, and nowhere in the main line.
    pub variation: bool,
    /// The game has the mirror image there.
    pub mirrored: bool,
}

/// What is seen in one game.
#[derive(Debug, Copy, Clone, Default)]
struct Seen {
    first: Option<Sighting>,
    /// The pattern itself holds somewhere, not only its mirror image.
    is_exact: bool,
}

/// A pattern, and where it counts.
#[derive(Debug, Copy, Clone)]
pub(super) struct Showing<'p> {
    pub(super) pattern: &'p Pattern,
    pub(super) mirroring: Mirroring,
    /// It may stand in a variation.
    pub(super) variations: bool,
}

/// Finds the games among `wanted` that show the pattern; with each, whether they show its mirror
/// image only.
pub(super) fn games_showing(
    archive: &Archive,
    showing: Showing<'_>,
    wanted: &IdSet,
    watch: &dyn Watch,
) -> Result<Vec<(u32, bool)>> {
    let Showing { pattern, mirroring, variations } = showing;
    watch.expect(wanted.len() as u64);
    let stepper = Stepper::new(pattern, mirroring);
    let chunks = archive.facts.chunk_count();
    let has_trees = variations && archive.snapshot().has_trees()?;
    let lines = archive.effective();
    let found = in_parallel(archive, chunks, |conn, chunk| {
        let first = (chunk * Facts::CHUNK) as u32 + 1;
        let last = first + Facts::CHUNK as u32 - 1;
        let ids: Vec<u32> = (first..=last).filter(|&id| wanted.contains(id)).collect();
        let mut found = Vec::new();
        let mut look = |game: GameLine<'_>| -> Result<()> {
            if watch.is_stopped() {
                return Err(Error::Stopped);
            }
            if !wanted.contains(game.id) {
                return Ok(());
            }
            let mut seen = stepper.main_line(&game)?;
            if has_trees {
                stepper.variations(conn, &game, &mut seen)?;
            }
            found.extend(seen.first.map(|_| (game.id, !seen.is_exact)));
            Ok(())
        };
        if ids.len() * SPARSE < Facts::CHUNK {
            ids.iter().try_for_each(|&id| lines.game_line(conn, id, &mut look))?;
        } else {
            lines.game_lines(conn, first..=last, &mut look)?;
        }
        watch.advance(ids.len() as u64);
        Ok(found)
    })?;
    Ok(found.concat())
}

impl Archive {
    /// Where a game shows a pattern for the first time: in its main line, or else in its
    /// variations, if these count.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn first_place(
        &self,
        id: u32,
        pattern: &Pattern,
        mirroring: Mirroring,
        variations: bool,
    ) -> Result<Option<Sighting>> {
        let stepper = Stepper::new(pattern, mirroring);
        let mut seen = Seen::default();
        self.effective().game_line(self.snapshot(), id, &mut |game| {
            seen = stepper.main_line(&game)?;
            if variations {
                stepper.variations(self.snapshot(), &game, &mut seen)?;
            }
            Ok(())
        })?;
        Ok(seen.first)
    }
}

/// A pattern made ready for stepping.
struct Stepper {
    /// By point and what stands there: 1 where the pattern does not allow it, and the same for its
    /// mirror image 16 bits higher.
    misses: Box<[u32; POINTS * 16]>,
    /// Misses that no board can mend: the mirror image's, when it does not count.
    never: u32,
    side: Option<Side>,
    standard: Board,
}

/// A bare board with the number of points that do not fit.
#[derive(Clone)]
struct Board {
    points: [u8; POINTS],
    misses: u32,
    side: Side,
}

impl Stepper {
    fn new(pattern: &Pattern, mirroring: Mirroring) -> Stepper {
        let mut misses = Box::new([0; POINTS * 16]);
        let mirror = pattern.mirror();
        for square in 0..Square::COUNT {
            for stands in 0..=usize::from(EMPTY) {
                misses[square * 16 + stands] = u32::from(!pattern.allows(square, stands))
                    | u32::from(!mirror.allows(square, stands)) << 16;
            }
        }
        let never = u32::from(mirroring == Mirroring::Exact) << 16;
        let standard = Board { points: [EMPTY; POINTS], misses: 0, side: Side::Red };
        let mut stepper = Stepper { misses, never, side: pattern.side(), standard };
        stepper.standard = stepper.board(&Position::start());
        stepper
    }

    fn board(&self, position: &Position) -> Board {
        let mut board =
            Board { points: [EMPTY; POINTS], misses: self.never, side: position.side() };
        for square in Square::all() {
            let stands =
                position.piece_at(square).map_or(EMPTY, |piece: Piece| piece.index() as u8);
            board.points[square.index()] = stands;
            board.misses += self.miss(square.byte(), stands);
        }
        board
    }

    fn start(&self, game: &GameLine<'_>) -> Result<Board> {
        Ok(match game.start {
            None => self.standard.clone(),
            Some(_) => self.board(&game.start_position()?),
        })
    }

    #[inline(always)]
    fn miss(&self, square: u8, stands: u8) -> u32 {
        self.misses[usize::from(square) % POINTS * 16 + usize::from(stands) % 16]
    }

    /// Makes a stored move and returns what the two points held before.
    #[inline(always)]
    fn play(&self, board: &mut Board, from: u8, to: u8) -> (u8, u8) {
        let (from_point, to_point) = (usize::from(from) % POINTS, usize::from(to) % POINTS);
        let (moved, taken) = (board.points[from_point], board.points[to_point]);
        board.points[from_point] = EMPTY;
        board.points[to_point] = moved;
        let gone = self.miss(from, moved) + self.miss(to, taken);
        let come = self.miss(from, EMPTY) + self.miss(to, moved);
        board.misses = (board.misses + come).wrapping_sub(gone);
        board.side = board.side.other();
        (moved, taken)
    }

    /// Whether the board shows the pattern: itself, and its mirror image.
    #[inline(always)]
    fn shows(&self, board: &Board) -> Option<(bool, bool)> {
        let (exact, mirrored) = (board.misses as u16 == 0, board.misses >> 16 == 0);
        let is_turn = || self.side.is_none_or(|side| side == board.side);
        ((exact || mirrored) && is_turn()).then_some((exact, mirrored))
    }

    fn main_line(&self, game: &GameLine<'_>) -> Result<Seen> {
        let mut board = self.start(game)?;
        let mut seen = Seen::default();
        if seen.note(self.shows(&board), 0, false) {
            return Ok(seen);
        }
        for (ply, &[from, to]) in (1..).zip(game.moves.as_chunks::<2>().0) {
            self.play(&mut board, from, to);
            if seen.note(self.shows(&board), ply, false) {
                break;
            }
        }
        Ok(seen)
    }

    /// Looks through the variations of all records of a game.
    fn variations(&self, conn: &Connection, game: &GameLine<'_>, seen: &mut Seen) -> Result<()> {
        conn.trees_of(game.id, &mut |tree| self.tree(tree, game, seen))
    }

    fn tree(&self, tree: &Tree, game: &GameLine<'_>, seen: &mut Seen) -> Result<()> {
        let mut board = self.start(game)?;
        // The way from the start to the board.
        let mut path: Vec<Step> = Vec::new();
        for (index, node) in (0..).zip(&tree.nodes) {
            while let Some(step) = path.pop_if(|step| step.node != node.parent) {
                board.take_back(&step);
            }
            let [from, to] = node.mv.bytes();
            let misses = board.misses;
            let (moved, taken) = self.play(&mut board, from, to);
            path.push(Step { node: index, from, to, moved, taken, misses });
            if index >= tree.plies {
                seen.note(self.shows(&board), path.len() as u32, true);
            }
        }
        Ok(())
    }
}

/// A move of a tree and what taking it back needs.
struct Step {
    node: u32,
    from: u8,
    to: u8,
    moved: u8,
    taken: u8,
    misses: u32,
}

impl Board {
    fn take_back(&mut self, step: &Step) {
        self.points[usize::from(step.from)] = step.moved;
        self.points[usize::from(step.to)] = step.taken;
        self.misses = step.misses;
        self.side = self.side.other();
    }
}

impl Seen {
    /// Notes what a board shows; says whether nothing more can be learnt.
    #[inline(always)]
    fn note(&mut self, shown: Option<(bool, bool)>, ply: u32, variation: bool) -> bool {
        let Some((exact, _)) = shown else { return false };
        let is_first = match self.first {
            None => true,
            Some(known) => known.variation && ply < known.ply,
        };
        if is_first {
            self.first = Some(Sighting { ply, variation, mirrored: !exact });
        }
        self.is_exact |= exact;
        self.is_exact
    }
}
