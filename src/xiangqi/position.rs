//! Positions: a board with a side to move, and its Zobrist hashes; checkmate and stalemate.

use super::movement::{in_palace, king_is_attacked, reaches, try_each_target};
use super::{
    Board, BySide, Move, Orientation, Piece, PieceKind, PositionKey, Side, Square, zobrist,
};
use std::ops::ControlFlow;
use std::sync::LazyLock;

/// A board and the side to move.
///
/// Any arrangement is allowed, since archives hold boards without kings. If a side has several
/// kings, its king is the first in its palace, or else the first of all, by square index.
#[derive(Clone)]
pub struct Position {
    board: Board,
    side: Side,
    zobrist: u64,
    mirror_zobrist: u64,
    kings: BySide<Option<Square>>,
}

/// State that [`Position::undo`] needs to take a move back.
#[derive(Debug, Clone, Copy)]
pub struct Undo {
    mv: Move,
    moved: Option<Piece>,
    captured: Option<Piece>,
    zobrist: u64,
    mirror_zobrist: u64,
    kings: BySide<Option<Square>>,
}

impl Undo {
    /// The piece that the move took; None if it took none.
    pub fn captured(&self) -> Option<Piece> {
        self.captured
    }
}

impl Position {
    /// A position with `side` to move on `board`.
    pub fn new(board: Board, side: Side) -> Position {
        let (zobrist, mirror_zobrist) = zobrist::from_scratch(&board, side);
        let kings =
            BySide { red: find_king(&board, Side::Red), black: find_king(&board, Side::Black) };
        Position { board, side, zobrist, mirror_zobrist, kings }
    }

    /// The standard start, Red to move.
    pub fn start() -> Position {
        static START: LazyLock<Position> =
            LazyLock::new(|| Position::new(Board::start(), Side::Red));
        START.clone()
    }

    /// The pieces on their squares.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The piece on `square`; None if it is empty.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.get(square)
    }

    /// Bitmask of ranks: bit n is set when `piece` stands on rank n of `file` (0..9).
    #[inline]
    pub(crate) fn ranks_with(&self, piece: Piece, file: u8) -> u32 {
        self.board.ranks_with(piece, file)
    }

    /// Square of the king of `side`; None without one.
    pub fn king(&self, side: Side) -> Option<Square> {
        self.kings[side]
    }

    /// Zobrist hash of the position, 64 bits; part of the database format.
    pub fn zobrist(&self) -> u64 {
        self.zobrist
    }

    /// Zobrist hash of the left-right mirror image.
    pub fn mirror_zobrist(&self) -> u64 {
        self.mirror_zobrist
    }

    /// Key in the position index, equal for this position and its mirror image.
    #[inline]
    pub fn key(&self) -> PositionKey {
        PositionKey::of(self.zobrist, self.mirror_zobrist)
    }

    /// Whether the position is its own left-right mirror image.
    pub fn is_symmetric(&self) -> bool {
        self.key().orientation == Orientation::Symmetric
    }

    /// Whether the position is the standard start with Red to move.
    pub fn is_start(&self) -> bool {
        self.side == Side::Red && self.board == Board::start()
    }

    /// The left-right mirror image, with the same side to move.
    #[must_use]
    pub fn mirror(&self) -> Position {
        Position::new(self.board.mirror(), self.side)
    }

    /// The board with `side` to move.
    #[must_use]
    pub fn with_side(&self, side: Side) -> Position {
        Position::new(self.board, side)
    }

    /// Whether the move is pseudo-legal: the piece on `mv.from` belongs to the side to move and can
    /// make the move by its own way of moving. Safety of its own king is ignored.
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        self.board
            .get(mv.from)
            .is_some_and(|piece| piece.side() == self.side && reaches(&self.board, piece, mv))
    }

    /// Whether a pseudo-legal move leaves the mover's king attacked or facing the other king.
    pub fn exposes_king(&self, mv: Move) -> bool {
        let mut after = self.clone();
        after.play_unchecked(mv);
        after.is_attacked(self.side)
    }

    /// Whether the move is pseudo-legal, takes no king and leaves its own king safe.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && !self.takes_king(mv) && !self.exposes_king(mv)
    }

    /// Whether the move captures a king.
    pub fn takes_king(&self, mv: Move) -> bool {
        self.board.get(mv.to).is_some_and(|piece| piece.kind() == PieceKind::King)
    }

    /// Whether the king of `side` is attacked or faces the other king on an open file; false
    /// without a king.
    #[inline]
    pub fn is_attacked(&self, side: Side) -> bool {
        self.kings[side].is_some_and(|king| king_is_attacked(&self.board, king, side))
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.is_attacked(self.side)
    }

    /// Calls `visit` with the target of each pseudo-legal move of the piece on `from`, of either
    /// side.
    pub fn for_each_target(&self, from: Square, mut visit: impl FnMut(Square)) {
        if let Some(piece) = self.board.get(from) {
            let _ = try_each_target(&self.board, piece, from, |to| {
                visit(to);
                ControlFlow::Continue(())
            });
        }
    }

    /// Calls `visit` with every pseudo-legal move, in the order of from-squares, until `visit`
    /// breaks.
    fn try_each_move(&self, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.board.pieces_of(self.side).try_for_each(|(from, piece)| {
            try_each_target(&self.board, piece, from, |to| visit(Move::new(from, to)))
        })
    }

    /// All pseudo-legal moves, in the order of from-squares.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        let _ = self.try_each_move(|mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves
    }

    /// All legal moves, in the order of from-squares.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut scratch = self.clone();
        let mut moves = self.pseudo_legal_moves();
        moves.retain(|&mv| scratch.is_safe(mv));
        moves
    }

    /// Whether any move is legal. It stops at the first one, so it is far cheaper than
    /// [`legal_moves`](Position::legal_moves).
    pub fn has_legal_move(&self) -> bool {
        let mut scratch = self.clone();
        let found = self.try_each_move(|mv| match scratch.is_safe(mv) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        found.is_break()
    }

    /// Whether a pseudo-legal move is legal; plays it and takes it back.
    fn is_safe(&mut self, mv: Move) -> bool {
        if self.takes_king(mv) {
            return false;
        }
        let mover = self.side;
        let undo = self.play_unchecked(mv);
        let is_safe = !self.is_attacked(mover);
        self.undo(undo);
        is_safe
    }

    /// Plays a move unchecked and passes the turn; a move from an empty square only passes the
    /// turn.
    ///
    /// Games of archives hold moves that are only [pseudo-legal](Position::is_pseudo_legal).
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) -> Undo {
        let undo = Undo {
            mv,
            moved: self.board.get(mv.from),
            captured: self.board.get(mv.to),
            zobrist: self.zobrist,
            mirror_zobrist: self.mirror_zobrist,
            kings: self.kings,
        };
        let turn = zobrist::side_constant(Side::Black);
        self.zobrist ^= turn;
        self.mirror_zobrist ^= turn;
        self.side = self.side.other();
        let Some(piece) = undo.moved else {
            return undo;
        };
        if let Some(captured) = self.board.lift(mv.to) {
            self.toggle(captured, mv.to);
            if captured.kind() == PieceKind::King {
                self.kings[captured.side()] = find_king(&self.board, captured.side());
            }
        }
        self.board.lift(mv.from);
        self.toggle(piece, mv.from);
        self.board.put(mv.to, piece);
        self.toggle(piece, mv.to);
        if piece.kind() == PieceKind::King {
            self.kings[piece.side()] = find_king(&self.board, piece.side());
        }
        undo
    }

    /// The position after `moves`, played unchecked.
    #[must_use]
    pub fn after(&self, moves: &[Move]) -> Position {
        let mut position = self.clone();
        for &mv in moves {
            position.play_unchecked(mv);
        }
        position
    }

    /// Takes back the last move played, from which `undo` came.
    pub fn undo(&mut self, undo: Undo) {
        self.side = self.side.other();
        if undo.moved.is_some() {
            self.board.set(undo.mv.from, undo.moved);
            self.board.set(undo.mv.to, undo.captured);
        }
        self.zobrist = undo.zobrist;
        self.mirror_zobrist = undo.mirror_zobrist;
        self.kings = undo.kings;
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let [constant, mirrored] = zobrist::piece_constants(piece, square);
        self.zobrist ^= constant;
        self.mirror_zobrist ^= mirrored;
    }
}

/// Hashes of the positions along a line of moves. A move costs less here than in a [`Position`],
/// which also tracks kings and occupied lines.
#[derive(Debug, Clone)]
pub struct Trail {
    pieces: [Option<Piece>; Square::COUNT],
    hashes: [u64; 2],
}

impl Trail {
    /// A trail that begins at `start`.
    pub fn of(start: &Position) -> Trail {
        let pieces = std::array::from_fn(|index| start.board.get_index(index));
        Trail { pieces, hashes: [start.zobrist, start.mirror_zobrist] }
    }

    /// Hash of the current position, and hash of its mirror image.
    #[inline]
    pub fn hashes(&self) -> [u64; 2] {
        self.hashes
    }

    /// Key of the current position.
    #[inline]
    pub fn key(&self) -> PositionKey {
        PositionKey::of(self.hashes[0], self.hashes[1])
    }

    /// Plays a move as [`Position::play_unchecked`] does; returns whether it took a piece.
    #[inline]
    pub fn play(&mut self, mv: Move) -> bool {
        let turn = zobrist::side_constant(Side::Black);
        let mut change = [turn; 2];
        let mut toggle = |piece: Piece, square: Square| {
            let [constant, mirrored] = zobrist::piece_constants(piece, square);
            change = [change[0] ^ constant, change[1] ^ mirrored];
        };
        let captured = self.pieces[mv.to.index()];
        if let Some(piece) = self.pieces[mv.from.index()].take() {
            if let Some(captured) = captured {
                toggle(captured, mv.to);
            }
            toggle(piece, mv.from);
            toggle(piece, mv.to);
            self.pieces[mv.to.index()] = Some(piece);
        }
        self.hashes = [self.hashes[0] ^ change[0], self.hashes[1] ^ change[1]];
        captured.is_some()
    }
}

/// The king of `side`: the first in its palace, or else the first of all, by square index.
fn find_king(board: &Board, side: Side) -> Option<Square> {
    let mut kings = board
        .pieces_of(side)
        .filter(|(_, piece)| piece.kind() == PieceKind::King)
        .map(|(square, _)| square);
    kings.clone().find(|&square| in_palace(square, side)).or_else(|| kings.next())
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.side == other.side && self.board == other.board
    }
}

impl Eq for Position {}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.to_fen())
    }
}

/// Final position: the rules of movement alone decide the game.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Ending {
    /// The side to move is in check without a legal move, and has lost.
    Checkmate {
        /// The side that lost.
        loser: Side,
    },
    /// The side to move is not in check, has no legal move (困毙), and has lost.
    Stalemate {
        /// The side that lost.
        loser: Side,
    },
}

impl Ending {
    /// The side that lost.
    pub const fn loser(self) -> Side {
        match self {
            Ending::Checkmate { loser } | Ending::Stalemate { loser } => loser,
        }
    }
}

impl Position {
    /// Checkmate or stalemate on the board; `None` while the side to move has a legal move, or if
    /// it has no king.
    pub fn ending(&self) -> Option<Ending> {
        let loser = self.side();
        self.king(loser)?;
        if self.has_legal_move() {
            return None;
        }
        Some(if self.is_check() {
            Ending::Checkmate { loser }
        } else {
            Ending::Stalemate { loser }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::xiangqi::board::tests::random_boards;

    #[test]
    fn a_pinned_piece_and_a_king_in_danger_stay() {
        // The rook is pinned; the king may step aside, and no further.
        let position = Position::from_fen("4k4/4r4/9/9/9/9/9/9/4R4/4K4 w").unwrap();
        for (text, is_legal) in
            [("e1e8", true), ("e1d1", false), ("e0d0", true), ("e0d1", false), ("e8e7", false)]
        {
            assert_eq!(position.is_legal(text.parse().unwrap()), is_legal, "{text}");
        }
    }

    #[test]
    fn hashes_and_kings_follow_every_move() {
        fn walk(position: &mut Position, depth: u32) {
            let fresh = Position::new(*position.board(), position.side());
            assert_eq!(fresh.zobrist, position.zobrist);
            assert_eq!(fresh.mirror_zobrist, position.mirror_zobrist);
            assert_eq!(fresh.kings, position.kings);
            assert_eq!(Position::from_fen(&position.to_fen()).as_ref(), Ok(&*position));
            assert_eq!(position.mirror().zobrist(), position.mirror_zobrist());
            assert_eq!(position.mirror().key().key, position.key().key);
            if depth == 0 {
                return;
            }
            for mv in position.pseudo_legal_moves() {
                assert!(position.is_pseudo_legal(mv), "{mv}");
                let before = position.clone();
                let undo = position.play_unchecked(mv);
                let mut trail = Trail::of(&before);
                assert_eq!(trail.play(mv), undo.captured().is_some());
                assert_eq!(trail.hashes(), [position.zobrist, position.mirror_zobrist]);
                walk(position, depth - 1);
                position.undo(undo);
                assert_eq!(*position, before);
            }
        }
        walk(&mut Position::start(), 2);
        walk(&mut Position::from_fen("3rk4/4P4/4b4/9/9/2R6/9/3A5/4p4/3K1c3 w").unwrap(), 3);
    }

    #[test]
    fn generated_and_tested_moves_are_the_same() {
        let known = [
            "r2akab2/4c4/n3b4/p1p1p3p/9/2P3P2/r3P3P/BRN1B1N2/4A4/1R2KA3 w",
            "4k4/9/9/9/9/9/9/9/9/4K4 b",
        ]
        .map(|fen| Position::from_fen(fen).unwrap());
        let random = random_boards(300).map(|board| Position::new(board, Side::Black));
        for position in known.into_iter().chain(random) {
            let mut tested = Vec::new();
            for from in Square::all() {
                for to in Square::all() {
                    if position.is_pseudo_legal(Move::new(from, to)) {
                        tested.push(Move::new(from, to));
                    }
                }
            }
            let mut generated = position.pseudo_legal_moves();
            generated.sort();
            assert_eq!(generated, tested);
            assert_eq!(position.has_legal_move(), !position.legal_moves().is_empty());
        }
    }

    fn ending(fen: &str) -> Option<Ending> {
        Position::from_fen(fen).unwrap().ending()
    }

    #[test]
    fn mate_and_stalemate_lose() {
        let loser = Side::Black;
        assert_eq!(ending("3akR3/9/9/9/9/9/9/9/9/4K4 b"), None);
        assert_eq!(ending("R3k4/R8/9/9/9/9/9/9/9/3K5 b"), Some(Ending::Checkmate { loser }));
        assert_eq!(ending("3k5/R8/9/9/9/9/9/9/9/4K4 b"), Some(Ending::Stalemate { loser }));
        assert_eq!(ending("9/9/9/9/9/9/9/9/9/4K4 b"), None, "no king, nothing said");
    }
}
