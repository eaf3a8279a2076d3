//! The effect of each move: whether it checks, and the outcome of each capture that its side could
//! make next.

use crate::xiangqi::movement::reaches;
use crate::xiangqi::{Move, Piece, PieceKind, Position, Side, Square};

/// A piece followed through a stretch of moves without captures; its `home` identifies it.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub struct Actor {
    /// The piece itself.
    pub piece: Piece,
    /// Square of the piece before the first move of the stretch.
    pub home: Square,
    /// Square of the piece after the move in question.
    pub square: Square,
}

impl Actor {
    /// Bit of the piece in a set of pieces.
    pub(super) const fn bit(self) -> u128 {
        1 << self.home.index()
    }
}

/// A capture that the moving side could make before its move, or after it if it could move again.
///
/// Attacks ignore king safety, which [`Capture`] adds.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub struct Attack {
    /// The capturing piece, on its square after the move.
    pub attacker: Actor,
    /// The piece captured; never a king.
    pub victim: Actor,
    /// When the capture is possible, with its outcome.
    pub reach: Reach,
}

/// When a capture is possible, with its outcome.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Reach {
    /// The capture is possible only after the move.
    Gained {
        /// Outcome of the capture.
        after: Capture,
        /// How the move made the capture possible.
        cause: Cause,
    },
    /// The capture is possible before and after the move.
    Kept {
        /// Outcome of the capture before the move.
        before: Capture,
        /// Outcome of the capture after the move.
        after: Capture,
    },
    /// The capture is possible only before the move.
    Lost {
        /// Outcome the capture would have had.
        before: Capture,
    },
}

impl Reach {
    /// Outcome of the capture after the move; None if it is no longer possible.
    pub const fn after(self) -> Option<Capture> {
        match self {
            Reach::Gained { after, .. } | Reach::Kept { after, .. } => Some(after),
            Reach::Lost { .. } => None,
        }
    }
}

/// How a move makes a capture possible.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Cause {
    /// The attacker moved.
    Moved,
    /// The move opened the attacker's line, or freed the leg of a horse or the eye of an elephant.
    Opened,
    /// The move put a mount in front of a cannon.
    Mounted,
}

/// A move and its effect.
#[derive(Debug, Clone, Eq, PartialEq)]
pub struct Ply {
    /// Ply number in the game, 1-based: the position stands after this many moves.
    pub number: usize,
    /// The move.
    pub mv: Move,
    /// The piece that moves, on its target square.
    pub actor: Actor,
    /// The position after the move.
    pub position: Position,
    /// Whether the move gives check.
    pub is_check: bool,
    /// Captures open to the moving side before or after the move, by squares of victim, then
    /// attacker.
    pub attacks: Vec<Attack>,
}

impl Ply {
    /// The side that plays the move.
    pub const fn side(&self) -> Side {
        self.actor.piece.side()
    }

    /// The position before the move.
    pub fn position_before(&self) -> Position {
        let mut board = *self.position.board();
        board.set(self.mv.to, None);
        board.set(self.mv.from, Some(self.actor.piece));
        Position::new(board, self.side())
    }
}

/// Plays moves without captures and reports the effect of each.
pub(super) struct Player {
    position: Position,
    /// Home of the piece on each square.
    homes: Vec<Square>,
    number: usize,
}

impl Player {
    /// Starts at `position`, which stands after `number` moves of the game.
    pub(super) fn new(position: Position, number: usize) -> Player {
        Player { position, homes: Square::all().collect(), number }
    }

    /// The position after the moves so far.
    pub(super) fn into_position(self) -> Position {
        self.position
    }

    fn actor(&self, piece: Piece, square: Square) -> Actor {
        Actor { piece, home: self.homes[square.index()], square }
    }

    /// Plays a move and returns its effect; `None` when its from-square is empty.
    pub(super) fn play(&mut self, mv: Move) -> Option<Ply> {
        let side = self.position.side();
        let before = self.position.clone();
        let piece = before.piece_at(mv.from)?;
        self.position.play_unchecked(mv);
        self.homes[mv.to.index()] = self.homes[mv.from.index()];
        self.number += 1;
        let actor = self.actor(piece, mv.to);
        let is_check = self.position.is_attacked(side.other());
        let attacks = self.attacks(&before, mv);
        let position = self.position.clone();
        Some(Ply { number: self.number, mv, actor, position, is_check, attacks })
    }

    /// Captures open to the side that played `mv`, before or after it.
    fn attacks(&self, before: &Position, mv: Move) -> Vec<Attack> {
        let side = before.side();
        let now = self.position.with_side(side);
        let checkers = checkers(before, side);
        let mut attacks = Vec::new();
        for (to, victim) in now.board().pieces_of(side.other()) {
            if victim.kind() == PieceKind::King {
                continue;
            }
            for (from, piece) in now.board().pieces_of(side) {
                let earlier = Move::new(if from == mv.to { mv.from } else { from }, to);
                let capture = Move::new(from, to);
                let before = reaches(before.board(), piece, earlier)
                    .then(|| Capture::look_at(before, earlier, checkers));
                let after = reaches(now.board(), piece, capture)
                    .then(|| Capture::look_at(&now, capture, 0));
                let reach = match (before, after) {
                    (None, None) => continue,
                    (None, Some(after)) => {
                        Reach::Gained { after, cause: cause(capture, piece, mv) }
                    }
                    (Some(before), Some(after)) => Reach::Kept { before, after },
                    (Some(before), None) => Reach::Lost { before },
                };
                let (attacker, victim) = (self.actor(piece, from), self.actor(victim, to));
                attacks.push(Attack { attacker, victim, reach });
            }
        }
        attacks
    }
}

/// How `mv` made `capture` by `piece` possible.
fn cause(capture: Move, piece: Piece, mv: Move) -> Cause {
    let (from, to) = (capture.from, capture.to);
    let lies_between =
        |end: u8, point: u8, other: u8| end.min(other) < point && point < end.max(other);
    let is_mount = if from.file() == to.file() {
        mv.to.file() == to.file() && lies_between(from.rank(), mv.to.rank(), to.rank())
    } else {
        mv.to.rank() == to.rank() && lies_between(from.file(), mv.to.file(), to.file())
    };
    match piece.kind() {
        _ if from == mv.to => Cause::Moved,
        PieceKind::Cannon if is_mount => Cause::Mounted,
        _ => Cause::Opened,
    }
}

/// Effect of a move that takes nothing; `None` when its from-square is empty.
///
/// ```
/// use xqdb::xiangqi::Position;
/// use xqdb::xiangqi::repetition::{Threat, AttackVerdict, explain, judge_attack};
///
/// let position = Position::from_fen("5k3/9/9/9/c8/9/9/1R7/9/3K5 w")?;
/// let ply = explain(&position, "b2a2".parse()?).expect("a rook stands there");
/// let verdict = judge_attack(&ply.attacks[0]);
/// assert!(matches!(verdict, AttackVerdict::Chase { threat: Threat::Unprotected, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(position: &Position, mv: Move) -> Option<Ply> {
    Player::new(position.clone(), 0).play(mv)
}

/// Outcome of a capture that the attacker's way of moving allows.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub struct Capture {
    /// The enemy piece that would attack the capturer's king only after the capture: it pins the
    /// capturer. Pieces that already give check are ignored, since a check only delays the threat.
    pub exposed_to: Option<Square>,
    /// Whether the other side could take back.
    pub root: Root,
    /// Whether the victim could take the capturer instead.
    pub is_mutual: bool,
}

/// Answer to a capture: whether the other side could take back on its square.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Root {
    /// No piece reaches the square.
    None,
    /// 真根: the piece on this square could take back.
    True(Square),
    /// 假根: a piece reaches the square, but taking back would leave its own king attacked.
    False {
        /// Square of the piece that cannot take back.
        root: Square,
        /// Square of the piece that would then attack the king.
        exposed_to: Square,
    },
}

impl Capture {
    /// Outcome of `mv`, a possible capture by the side to move, which pieces on `checkers` (bitmask
    /// of squares) already check.
    fn look_at(position: &Position, mv: Move, checkers: u128) -> Capture {
        let side = position.side();
        let mut after = position.clone();
        after.play_unchecked(mv);
        Capture {
            exposed_to: attackers(&after, side).find(|square| checkers >> square.index() & 1 == 0),
            root: Root::of(&after, mv.to),
            is_mutual: position.with_side(side.other()).is_legal(Move::new(mv.to, mv.from)),
        }
    }
}

impl Root {
    /// Whether the side to move could take the piece on `square`.
    fn of(position: &Position, square: Square) -> Root {
        let mut best = Root::None;
        for (root, piece) in position.board().pieces_of(position.side()) {
            let mv = Move::new(root, square);
            if !reaches(position.board(), piece, mv) {
                continue;
            }
            let mut taken = position.clone();
            taken.play_unchecked(mv);
            match attackers(&taken, position.side()).next() {
                None => return Root::True(root),
                Some(exposed_to) => best = Root::False { root, exposed_to },
            }
        }
        best
    }

    /// Whether any piece reaches the square, pinned or not.
    pub const fn is_covered(self) -> bool {
        !matches!(self, Root::None)
    }
}

/// Bitmask of the squares from which `side` is in check.
fn checkers(position: &Position, side: Side) -> u128 {
    attackers(position, side).fold(0, |points, square| points | 1 << square.index())
}

/// Squares of the pieces that attack the king of `side`, with the other king if the two face each
/// other.
fn attackers(position: &Position, side: Side) -> impl Iterator<Item = Square> + '_ {
    // Nearly always no piece attacks the king, and that test is cheap.
    let king = position.king(side).filter(|_| position.is_attacked(side));
    let board = position.board();
    king.into_iter().flat_map(move |king| {
        board
            .pieces_of(side.other())
            .filter(move |&(from, piece)| {
                let piece = match piece.kind() {
                    PieceKind::King if from.file() == king.file() => {
                        Piece::new(piece.side(), PieceKind::Rook)
                    }
                    _ => piece,
                };
                reaches(board, piece, Move::new(from, king))
            })
            .map(|(from, _)| from)
    })
}
