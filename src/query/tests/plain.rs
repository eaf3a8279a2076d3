//! The meaning of queries in its plainest form: one moment, one condition, boards only. It shares
//! the syntax tree with the real evaluator, and no other code of the folder.

use crate::metadata::GameResult;
use crate::notation::{Reading, read};
use crate::query::{
    Atom, Axis, Condition, Header, Link, Measure, Moved, PieceFilter, PieceGroup, PieceGroups,
    Prefix, SpelledMove, State, Verb,
};
use crate::replay::{LineEvaluations, NodeEvaluation};
use crate::xiangqi::{Board, Ending, Move, Piece, PieceKind, Position, Side, Square};

/// A game with the data of its record.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) positions: Vec<Position>,
    pub(super) moves: Vec<Move>,
    pub(super) result: GameResult,
    pub(super) year: Option<u32>,
    /// Centipawns, and milliseconds on the clock, at each moment.
    pub(super) said: Vec<(Option<i32>, Option<u32>)>,
}

impl Game {
    pub(super) fn new(start: Position, moves: Vec<Move>) -> Game {
        let mut positions = vec![start];
        for &mv in &moves {
            let mut next = positions.last().unwrap().clone();
            next.play_unchecked(mv);
            positions.push(next);
        }
        let said = vec![(None, None); positions.len()];
        Game { positions, moves, result: GameResult::RedWins, year: Some(1982), said }
    }

    pub(super) fn is_evaluated(&self) -> bool {
        self.said.iter().any(|said| *said != (None, None))
    }

    /// The scores and clocks in the form for the real evaluator.
    pub(super) fn line(&self) -> LineEvaluations {
        let nodes: Vec<NodeEvaluation> = (0u32..)
            .zip(&self.said)
            .map(|(ply, &(eval, clock))| NodeEvaluation {
                node: ply.wrapping_sub(1),
                ply,
                is_variation: false,
                eval,
                depth: None,
                spent: None,
                clock,
                view: None,
            })
            .collect();
        LineEvaluations::of_main_line(&nodes)
    }

    fn turned(
        &self,
        square: fn(Square) -> Square,
        side: fn(Side) -> Side,
        result: GameResult,
    ) -> Game {
        let turned = |position: &Position| {
            let mut board = Board::EMPTY;
            for (at, piece) in position.board().pieces() {
                board.set(square(at), Some(Piece::new(side(piece.side()), piece.kind())));
            }
            Position::new(board, side(position.side()))
        };
        Game {
            positions: self.positions.iter().map(turned).collect(),
            moves: self.moves.iter().map(|mv| Move::new(square(mv.from), square(mv.to))).collect(),
            result,
            said: self.said.clone(),
            year: self.year,
        }
    }

    pub(super) fn mirrored(&self) -> Game {
        self.turned(Square::mirror, |side| side, self.result)
    }

    pub(super) fn swapped(&self) -> Game {
        let mut game = self.turned(Square::rotate, Side::other, self.result.turned());
        game.said.iter_mut().for_each(|(eval, _)| *eval = eval.map(|eval| -eval));
        game
    }

    /// Whether a condition holds at each moment.
    pub(super) fn truth(&self, condition: &Condition) -> Vec<bool> {
        let last = self.positions.len() - 1;
        let at_each = |holds: &dyn Fn(usize) -> bool| (0..=last).map(holds).collect::<Vec<_>>();
        let board = |holds: &dyn Fn(&Position) -> bool| {
            self.positions.iter().map(holds).collect::<Vec<_>>()
        };
        let count = |inner: &Condition| self.truth(inner).iter().filter(|holds| **holds).count();
        let either = |one: Vec<bool>, other: Vec<bool>| {
            one.iter().zip(&other).map(|(one, other)| *one || *other).collect()
        };
        match condition {
            Condition::Header(header) => vec![self.says(header); last + 1],
            Condition::Ply(numbers) => at_each(&|m| numbers.contains(m as u32)),
            Condition::Round(numbers) => at_each(&|m| numbers.contains(m as u32 / 2 + 1)),
            Condition::Measured(measure, numbers) => at_each(&|m| {
                let (eval, clock) = self.said[m];
                let number = match measure {
                    Measure::Eval => eval.map(|eval| eval * 10),
                    Measure::Clock => clock.map(|clock| clock as i32),
                };
                number.is_some_and(|number| {
                    (number < numbers.least || number > numbers.most) == numbers.is_negated
                })
            }),
            Condition::ToMove(side) => board(&|here| here.side() == *side),
            Condition::State(State::Start) => at_each(&|m| m == 0),
            Condition::State(State::End) => at_each(&|m| m == last),
            Condition::State(State::Check) => board(&is_check),
            Condition::State(State::Mate) => board(&|here| {
                has_one_king(here, here.side())
                    && matches!(here.ending(), Some(Ending::Checkmate { .. }))
            }),
            Condition::State(State::Stalemate) => board(&|here| {
                has_one_king(here, here.side())
                    && matches!(here.ending(), Some(Ending::Stalemate { .. }))
            }),
            Condition::Named(pattern, Some(Side::Red)) => self.truth(&pattern.body),
            Condition::Named(pattern, Some(Side::Black)) => self.swapped().truth(&pattern.body),
            Condition::Named(pattern, None) => {
                either(self.truth(&pattern.body), self.swapped().truth(&pattern.body))
            }
            Condition::Exists(set) => board(&|here| !men(set, here).is_empty()),
            Condition::Count(set, numbers) => {
                board(&|here| numbers.contains(men(set, here).len() as u32))
            }
            Condition::Compare(one, comparison, other) => board(&|here| {
                comparison.holds(men(one, here).len() as u32, men(other, here).len() as u32)
            }),
            Condition::Times(inner, numbers) => {
                vec![numbers.contains(count(inner) as u32); last + 1]
            }
            Condition::Board(pattern) => board(&|here| pattern.holds(here)),
            Condition::Material(material) => board(&|here| {
                let counted = |piece: &Piece| piece.kind() != PieceKind::King;
                Piece::all().into_iter().filter(counted).all(|piece| {
                    let count = here.board().pieces().filter(|(_, p)| *p == piece).count();
                    count as u32 == material.0[piece.index()]
                })
            }),
            Condition::Moved(moved) => at_each(&|m| self.is_moved(moved, m)),
            Condition::Written(moves) => at_each(&|m| {
                m < last
                    && moves
                        .iter()
                        .any(|written| is_written(written, &self.positions[m], self.moves[m]))
            }),
            Condition::Prefixed(prefix, inner) => match prefix {
                Prefix::Not => self.truth(inner).iter().map(|holds| !holds).collect(),
                Prefix::Never => vec![count(inner) == 0; last + 1],
                Prefix::Always => vec![count(inner) == last + 1; last + 1],
                Prefix::Ever => vec![count(inner) > 0; last + 1],
                Prefix::Mirror => either(self.truth(inner), self.mirrored().truth(inner)),
                Prefix::Swap => either(self.truth(inner), self.swapped().truth(inner)),
            },
            Condition::All(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.truth(part)).collect();
                at_each(&|m| parts.iter().all(|part| part[m]))
            }
            Condition::Any(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.truth(part)).collect();
                at_each(&|m| parts.iter().any(|part| part[m]))
            }
            Condition::Sequence(parts) => {
                let first = self.truth(&parts[0].1);
                let follows = self.follow(&parts[1..]);
                at_each(&|m| first[m] && follows[m])
            }
            Condition::For(inner, plies) => {
                let inner = self.truth(inner);
                let plies = *plies as usize;
                at_each(&|m| m + plies <= last && inner[m..=m + plies].iter().all(|holds| *holds))
            }
        }
    }

    /// Moments after which the rest of a sequence follows.
    fn follow(&self, rest: &[(Link, Condition)]) -> Vec<bool> {
        let last = self.positions.len() - 1;
        let Some(((link, next), rest)) = rest.split_first() else { return vec![true; last + 1] };
        let (next, follows) = (self.truth(next), self.follow(rest));
        let furthest = |m: usize| match link {
            Link::Later => last,
            Link::Within(plies) => last.min(m + *plies as usize),
        };
        (0..=last).map(|m| (m + 1..=furthest(m)).any(|m| next[m] && follows[m])).collect()
    }

    fn says(&self, header: &Header) -> bool {
        match header {
            Header::Result(results) => results.contains(&self.result),
            Header::Year(numbers) => self.year.is_some_and(|year| numbers.contains(year)),
            Header::Plies(numbers) => numbers.contains(self.moves.len() as u32),
            other => panic!("not generated: {other:?}"),
        }
    }

    fn is_moved(&self, moved: &Moved, at: usize) -> bool {
        let Some(mv) = self.moves.get(at) else { return false };
        let position = &self.positions[at];
        let side = position.side();
        let in_set = |set: &PieceGroups, square| men(set, position).contains(&square);
        moved.mover.as_ref().is_none_or(|set| in_set(set, mv.from))
            && moved.from.is_none_or(|region| region.contains(side, mv.from))
            && moved.to.is_none_or(|region| region.contains(side, mv.to))
            && moved.takes.as_ref().is_none_or(|set| in_set(set, mv.to))
            && (!moved.is_checking || is_check(&self.positions[at + 1]))
    }
}

/// Whether the side to move is in check; never without exactly one king.
fn is_check(position: &Position) -> bool {
    has_one_king(position, position.side()) && position.is_check()
}

fn has_one_king(position: &Position, side: Side) -> bool {
    let king = Piece::new(side, PieceKind::King);
    position.board().pieces().filter(|(_, piece)| *piece == king).count() == 1
}

fn is_written(written: &SpelledMove, position: &Position, mv: Move) -> bool {
    match written {
        SpelledMove::Squares(squares) => *squares == mv,
        SpelledMove::Text { text, side } => {
            let kind = position.piece_at(mv.from);
            let column = Square::all().filter(|square| square.file() == mv.from.file());
            let alike = column.filter(|&square| position.piece_at(square) == kind).count();
            side.is_none_or(|side| side == position.side())
                && read(text, position) == Reading::One(mv)
                && (alike > 1
                    || !text.contains(['前', '后', '中']) && !text.starts_with(['+', '-']))
        }
    }
}

/// Squares of the men of a set.
fn men(pieces: &PieceGroups, position: &Position) -> Vec<Square> {
    let own = group(&pieces.first, position);
    let Some(((verb, next), rest)) = pieces.rest.split_first() else { return own };
    let others = men(&PieceGroups { first: next.clone(), rest: rest.to_vec() }, position);
    own.into_iter().filter(|&x| others.iter().any(|&y| does(*verb, x, y, position))).collect()
}

fn group(group: &PieceGroup, position: &Position) -> Vec<Square> {
    let mut men = union(&group.atoms, position);
    let others: Vec<Square> = position.board().pieces().map(|(square, _)| square).collect();
    for filter in &group.filters {
        let any = |verb: Verb, y: Square| others.iter().any(|&x| does(verb, x, y, position));
        men.retain(|&square| match filter {
            PieceFilter::In(region) => {
                region.contains(position.piece_at(square).unwrap().side(), square)
            }
            PieceFilter::Attacked => any(Verb::Attacks, square),
            PieceFilter::Protected => any(Verb::Protects, square),
            PieceFilter::Unprotected => !any(Verb::Protects, square),
            PieceFilter::Pinned => any(Verb::Pins, square),
        });
    }
    men
}

fn union(atoms: &[Atom], position: &Position) -> Vec<Square> {
    let mut all: Vec<Square> = atoms.iter().flat_map(|atom| men_of(atom, position)).collect();
    all.sort();
    all.dedup();
    all
}

fn men_of(atom: &Atom, position: &Position) -> Vec<Square> {
    match atom {
        Atom::Pieces(set) => {
            let pieces = position.board().pieces();
            pieces.filter(|(_, piece)| set.contains(*piece)).map(|(square, _)| square).collect()
        }
        Atom::Bracket(pieces) => men(pieces, position),
        Atom::Line(line) => {
            let rest: Vec<_> =
                line.rest.iter().map(|(gap, set)| (*gap, union(set, position))).collect();
            let first = union(&line.first, position);
            first.into_iter().filter(|&square| begins(line.axis, square, &rest, position)).collect()
        }
    }
}

fn begins(
    axis: Axis,
    square: Square,
    rest: &[(Option<u32>, Vec<Square>)],
    position: &Position,
) -> bool {
    let directions: &[(i8, i8)] = match axis {
        Axis::Both => &[(0, 1), (0, -1), (1, 0), (-1, 0)],
        Axis::File => &[(0, 1), (0, -1)],
        Axis::Rank => &[(1, 0), (-1, 0)],
    };
    directions.iter().any(|&(files, ranks)| {
        let mut at = square;
        rest.iter().all(|(gap, set)| {
            let mut empty = 0;
            let met = loop {
                let Some(next) = at.offset(files, ranks) else { return false };
                at = next;
                if position.piece_at(at).is_some() {
                    break at;
                }
                empty += 1;
            };
            gap.is_none_or(|gap| gap == empty) && set.contains(&met)
        })
    })
}

fn does(verb: Verb, x: Square, y: Square, position: &Position) -> bool {
    let (actor, other) = (position.piece_at(x).unwrap(), position.piece_at(y).unwrap());
    if x == y {
        return false;
    }
    match verb {
        Verb::Attacks => actor.side() != other.side() && attacks(x, y, position.board()),
        Verb::Protects => {
            let mut board = *position.board();
            // A pawn replaces the enemy that took there, since a king would face the other king.
            board.set(y, Some(Piece::new(actor.side().other(), PieceKind::Pawn)));
            actor.side() == other.side() && attacks(x, y, &board)
        }
        Verb::Pins => {
            let Some(king) = position.king(other.side()) else { return false };
            let mut without = *position.board();
            without.set(y, None);
            actor.side() != other.side()
                && other.kind() != PieceKind::King
                && has_one_king(position, other.side())
                && !attacks(x, king, position.board())
                && attacks(x, king, &without)
        }
        Verb::Blocks => {
            let (files, ranks) = (x.file() as i8 - y.file() as i8, x.rank() as i8 - y.rank() as i8);
            let leaps: Vec<Option<Square>> = match other.kind() {
                PieceKind::Horse if files.abs() + ranks.abs() == 1 => [-1, 1]
                    .map(|aside| match files {
                        0 => y.offset(aside, 2 * ranks),
                        _ => y.offset(2 * files, aside),
                    })
                    .to_vec(),
                PieceKind::Elephant if files.abs() == 1 && ranks.abs() == 1 => {
                    let own = |to: &Square| (to.rank() < 5) == (other.side() == Side::Red);
                    vec![y.offset(2 * files, 2 * ranks).filter(own)]
                }
                _ => Vec::new(),
            };
            leaps.iter().any(Option::is_some)
        }
    }
}

/// Whether the man on x could take the man on y.
fn attacks(x: Square, y: Square, board: &Board) -> bool {
    let (Some(actor), Some(other)) = (board.get(x), board.get(y)) else { return false };
    let between = |square: &Square| {
        square.file() == x.file()
            && (x.rank().min(y.rank()) + 1..x.rank().max(y.rank())).contains(&square.rank())
    };
    let faces = actor.kind() == PieceKind::King
        && other.kind() == PieceKind::King
        && x.file() == y.file()
        && !Square::all().filter(between).any(|square| board.get(square).is_some());
    faces || Position::new(*board, actor.side()).is_pseudo_legal(Move::new(x, y))
}
