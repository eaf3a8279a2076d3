//! The effect of each move: whether it checks, which pieces its side could take afterwards, and the
//! outcome of each such capture.

use crate::xiangqi::movement::reaches;
use crate::xiangqi::{Move, Piece, PieceKind, Position, Side, Square};

/// A piece that is followed through a stretch of moves without captures.
///
/// Its `home` names it: no other piece of the stretch has the same.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub struct Actor {
    /// The piece itself.
    pub piece: Piece,
    /// The square on which the piece stood before the first move.
    pub home: Square,
    /// The square on which the piece stands after the move in question.
    pub square: Square,
}

impl Actor {
    /// The bit that stands for this piece in a set of pieces.
    pub(super) const fn bit(self) -> u128 {
        1 << self.home.index()
    }
}

/// A capture that the side that moves could make before its move, or after it if it were its turn
/// again.
///
/// King safety is left to [`Capture`]; here a piece attacks what it reaches.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub struct Attack {
    /// The piece that takes, where it stands after the move.
    pub attacker: Actor,
    /// The piece that is taken; never a king.
    pub victim: Actor,
    /// When the capture is possible, and what would come of it.
    pub reach: Reach,
}

/// When a capture is possible, and what would come of it.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Reach {
    /// After the move only.
    Gained {
        /// The outcome of the capture.
        after: Capture,
        /// How the move makes it possible.
        cause: Cause,
    },
    /// The capture was possible before the move and is possible after it.
    Kept {
        /// The outcome of the capture before the move.
        before: Capture,
        /// The outcome of the capture now.
        after: Capture,
    },
    /// Before the move only.
    Lost {
        /// The outcome the capture would have had.
        before: Capture,
    },
}

impl Reach {
    /// The outcome of the capture now, if it is possible.
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
    /// The attacker itself moved.
    Moved,
    /// The move opened its line, or freed the leg of a horse or the eye of an elephant.
    Opened,
    /// The move gave a cannon its mount.
    Mounted,
}

/// A move and what it does.
#[derive(Debug, Clone, Eq, PartialEq)]
pub struct Ply {
    /// The ply that the move leads to; 1 is the first move of the game.
    pub number: usize,
    /// The move.
    pub mv: Move,
    /// The piece that moves.
    pub actor: Actor,
    /// The position afterwards.
    pub position: Position,
    /// Whether the move leaves the other side in check.
    pub is_check: bool,
    /// The captures open to the side that moves, before and after, by squares of victim and
    /// attacker.
    pub attacks: Vec<Attack>,
}

impl Ply {
    /// The side that moves.
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

/// Plays moves that take nothing and says what each does.
pub(super) struct Player {
    position: Position,
    /// By square: where the piece that stands there stood at first.
    homes: Vec<Square>,
    number: usize,
}

impl Player {
    /// Follows all pieces from `position`, which stands after `number` moves of the game.
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

    /// Plays a move; `None` when nothing stands there.
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

    /// The captures open to the side that made `mv`, before and after it.
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

/// How `mv` made it possible that `piece` captures.
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

/// The effect of a move that takes nothing; `None` when nothing stands on its from-square.
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

/// The outcome of a capture that is possible by the piece's way of moving.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub struct Capture {
    /// The enemy piece that would then attack the capturer's king, which attacked it not before:
    /// the capturer is pinned. In check the pieces that give it are left out: they only put the
    /// threat off.
    pub exposed_to: Option<Square>,
    /// Whether anything could take back.
    pub root: Root,
    /// Whether the piece to be captured could itself take the capturer instead.
    pub is_mutual: bool,
}

/// Whether the other side could take back on the square of a capture.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Root {
    /// Nothing reaches the square.
    None,
    /// 真根: the piece on this square could take back.
    True(Square),
    /// 假根: a piece reaches the square, but taking back would leave its king attacked.
    False {
        /// The piece that cannot take back.
        root: Square,
        /// The piece that would then attack the king.
        exposed_to: Square,
    },
}

impl Capture {
    /// The outcome of `mv`, a possible capture for the side to move. `checkers` give it check
    /// already.
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
    /// Whether the side to move could take what stands on `square`.
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

/// The points of the pieces that give check to `side`.
fn checkers(position: &Position, side: Side) -> u128 {
    attackers(position, side).fold(0, |points, square| points | 1 << square.index())
}

/// The pieces that attack the king of `side`; the other king when it faces it.
fn attackers(position: &Position, side: Side) -> impl Iterator<Item = Square> + '_ {
    // Nearly always nothing does, and that is cheap to know.
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
