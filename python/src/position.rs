//! Positions, with methods like those of python-chess.

use crate::errors::{Place, error, of_moves, plain};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::hash::{DefaultHasher, Hash, Hasher};
use xqdb::diagram::{Diagram, Letters};
use xqdb::notation::{System, typed_moves};
use xqdb::xiangqi::Position as Board;
use xqdb::xiangqi::{Ending, Move, Orientation, Side, Square, Undo};

/// A position and the moves that led to it.
///
/// Moves are text: `h2e2` is the point a piece leaves (files a to i from Red's left, ranks 0 to 9
/// from Red's back rank) and the point it goes to. Wherever a move is taken, any notation will do.
///
/// >>> from xiangqidb import Position, RED
/// >>> position = Position()
/// >>> len(position.legal_moves)
/// 44
/// >>> position.push("炮二平五")
/// 'h2e2'
/// >>> position.push("H8+7"), position.turn is RED
/// ('h9g7', True)
/// >>> position.move_stack
/// ['h2e2', 'h9g7']
/// >>> position.pop()
/// 'h9g7'
#[pyclass(module = "xiangqidb", weakref)]
pub(crate) struct Position {
    start: Board,
    board: Board,
    played: Vec<(Move, Undo)>,
}

impl Position {
    fn of(start: Board) -> Position {
        Position { board: start.clone(), start, played: Vec::new() }
    }

    fn play(&mut self, mv: Move) {
        let undo = self.board.play_unchecked(mv);
        self.played.push((mv, undo));
    }

    /// One move in any notation that a piece can make here; it may leave its own king in check.
    fn one(&self, py: Python<'_>, text: &str, notation: &str) -> PyResult<Move> {
        let ply = Some(self.played.len() as u64 + 1);
        let refused = |why: &str| error(py, why, &Place { ply, ..Place::default() });
        if let Ok(mv) = text.parse::<Move>() {
            let here = self.board.to_fen();
            return match self.board.is_pseudo_legal(mv) {
                true => Ok(mv),
                false => Err(refused(&format!("{mv} cannot be played in {here}"))),
            };
        }
        let moves = typed_moves(text, &system(py, notation)?, &self.board);
        match moves.map_err(|error| of_moves(py, &error))?[..] {
            [mv] => Ok(mv),
            _ => Err(refused(&format!("`{text}` is not one move"))),
        }
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        self.played.iter().map(|(mv, _)| *mv)
    }
}

fn system(py: Python<'_>, name: &str) -> PyResult<System> {
    System::named(name).map_err(|error| plain(py, &error))
}

fn square(py: Python<'_>, text: &str) -> PyResult<Square> {
    text.parse().map_err(|error| plain(py, &error))
}

#[pymethods]
impl Position {
    /// The standard start, or the position of a FEN, after some moves.
    #[new]
    #[pyo3(signature = (fen=None, moves="", *, notation="auto"))]
    fn new(py: Python<'_>, fen: Option<&str>, moves: &str, notation: &str) -> PyResult<Position> {
        let start = match fen {
            None => Board::start(),
            Some(fen) => Board::from_fen(fen).map_err(|error| plain(py, &error))?,
        };
        let moves = typed_moves(moves, &system(py, notation)?, &start);
        let mut position = Position::of(start);
        for mv in moves.map_err(|error| of_moves(py, &error))? {
            position.play(mv);
        }
        Ok(position)
    }

    /// The position as FEN.
    ///
    /// >>> Position().fen()
    /// 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1'
    fn fen(&self) -> String {
        self.board.to_fen()
    }

    /// The FEN of the position before the first move.
    #[getter]
    fn start_fen(&self) -> String {
        self.start.to_fen()
    }

    /// The side to move: `xiangqidb.RED` (true) or `xiangqidb.BLACK` (false).
    #[getter]
    fn turn(&self) -> bool {
        self.board.side() == Side::Red
    }

    /// The legal moves.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.board.legal_moves().iter().map(Move::to_string).collect()
    }

    /// The moves played so far.
    #[getter]
    fn move_stack(&self) -> Vec<String> {
        self.moves().map(|mv| mv.to_string()).collect()
    }

    /// Plays one move, and returns it in coordinates. Like moves in archives, it may leave its own
    /// king in check.
    ///
    /// >>> Position().push("兵五进二")
    /// Traceback (most recent call last):
    /// ...
    /// xiangqidb.Error: typed move 1, `兵五进二`: the piece cannot move so
    #[pyo3(signature = (r#move, *, notation="auto"))]
    fn push(&mut self, py: Python<'_>, r#move: &str, notation: &str) -> PyResult<String> {
        let mv = self.one(py, r#move, notation)?;
        self.play(mv);
        Ok(mv.to_string())
    }

    /// Takes back the last move, and returns it.
    fn pop(&mut self) -> PyResult<String> {
        let (mv, undo) = self.played.pop().ok_or_else(no_move)?;
        self.board.undo(undo);
        Ok(mv.to_string())
    }

    /// The last move.
    fn peek(&self) -> PyResult<String> {
        self.played.last().map(|(mv, _)| mv.to_string()).ok_or_else(no_move)
    }

    /// Whether a move is legal: a piece can make it, and its own king is safe after it.
    fn is_legal(&self, py: Python<'_>, r#move: &str) -> bool {
        self.one(py, r#move, "auto").is_ok_and(|mv| self.board.is_legal(mv))
    }

    /// The moves of a text, in coordinates. Plays nothing.
    ///
    /// >>> Position().parse("C2.5 H8+7")
    /// ['h2e2', 'h9g7']
    #[pyo3(signature = (moves, *, notation="auto"))]
    fn parse(&self, py: Python<'_>, moves: &str, notation: &str) -> PyResult<Vec<String>> {
        let moves = typed_moves(moves, &system(py, notation)?, &self.board);
        let moves = moves.map_err(|error| of_moves(py, &error))?;
        Ok(moves.iter().map(Move::to_string).collect())
    }

    /// A move of this position in a notation.
    ///
    /// >>> Position().san("h2e2"), Position().san("h2e2", notation="wxf")
    /// ('炮二平五', 'C2=5')
    #[pyo3(signature = (r#move, *, notation="chinese"))]
    fn san(&self, py: Python<'_>, r#move: &str, notation: &str) -> PyResult<String> {
        let mv = self.one(py, r#move, "auto")?;
        Ok(system(py, notation)?.write(mv, &self.board))
    }

    /// The moves that were played, in a notation.
    ///
    /// >>> Position(moves="h2e2 h9g7").line()
    /// '炮二平五 马8进7'
    #[pyo3(signature = (*, notation="chinese"))]
    fn line(&self, py: Python<'_>, notation: &str) -> PyResult<String> {
        let system = system(py, notation)?;
        let mut board = self.start.clone();
        let written = self.moves().map(|mv| {
            let text = system.write(mv, &board);
            board.play_unchecked(mv);
            text
        });
        Ok(written.collect::<Vec<_>>().join(" "))
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.board.is_check()
    }

    /// Whether the side to move is mated.
    fn is_checkmate(&self) -> bool {
        matches!(self.board.ending(), Some(Ending::Checkmate { .. }))
    }

    /// Whether the side to move is not in check and has no move; it loses, too.
    fn is_stalemate(&self) -> bool {
        matches!(self.board.ending(), Some(Ending::Stalemate { .. }))
    }

    /// Whether the side to move has lost.
    fn is_game_over(&self) -> bool {
        self.board.ending().is_some()
    }

    /// The key of the position index: 56 bits, shared by a position and its mirror image.
    ///
    /// >>> Position(moves="h2e2").key == Position(moves="b2e2").key
    /// True
    #[getter]
    fn key(&self) -> u64 {
        self.board.key().key
    }

    /// Whether the key is that of the mirror image rather than the position's own.
    #[getter]
    fn is_mirrored(&self) -> bool {
        self.board.key().orientation == Orientation::Mirrored
    }

    /// The left-right mirror image, without the moves played.
    fn mirror(&self) -> Position {
        Position::of(self.board.mirror())
    }

    /// A copy that is independent of this position.
    fn copy(&self) -> Position {
        let mut copy = Position::of(self.start.clone());
        self.moves().for_each(|mv| copy.play(mv));
        copy
    }

    fn __copy__(&self) -> Position {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.copy()
    }

    /// The letter of the piece on a point, as in a FEN, or `None`.
    ///
    /// >>> Position().piece_at("e0"), Position().piece_at("e5")
    /// ('K', None)
    fn piece_at(&self, py: Python<'_>, square: &str) -> PyResult<Option<char>> {
        let square = self::square(py, square)?;
        Ok(self.board.piece_at(square).map(|piece| piece.fen_letter()))
    }

    /// The letters of all pieces by their points.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for (square, piece) in self.board.board().pieces() {
            map.set_item(square.to_string(), piece.fen_letter())?;
        }
        Ok(map)
    }

    /// The position as a picture. `letters` are `chinese`, `simplified`, `latin` or `figures`.
    #[pyo3(signature = (*, letters="chinese", flipped=false))]
    fn svg(&self, py: Python<'_>, letters: &str, flipped: bool) -> PyResult<String> {
        let letters = match letters {
            "chinese" => Letters::Traditional,
            "simplified" => Letters::Simplified,
            "latin" => Letters::Latin,
            "figures" => Letters::Figures,
            other => {
                let why = format!("`{other}` is none of chinese, simplified, latin, figures");
                return Err(plain(py, &why));
            }
        };
        let last = self.played.last().map(|(last, _)| *last);
        Ok(Diagram { letters, last, is_flipped: flipped, ..Diagram::new(&self.board) }.to_svg())
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, "chinese", false)
    }

    fn __repr__(&self) -> String {
        match self.played.is_empty() {
            true => format!("Position('{}')", self.start.to_fen()),
            false => {
                let moves = self.move_stack().join(" ");
                format!("Position('{}', '{moves}')", self.start.to_fen())
            }
        }
    }

    /// The board in letters of FEN, Black at the top.
    fn __str__(&self) -> String {
        let row = |rank: u8| {
            let letter = |file: u8| {
                let piece = Square::at(file, rank).and_then(|square| self.board.piece_at(square));
                piece.map_or('.', |piece| piece.fen_letter()).to_string()
            };
            (0..9).map(letter).collect::<Vec<_>>().join(" ")
        };
        (0..10).rev().map(row).collect::<Vec<_>>().join("\n")
    }

    /// Positions are equal if they have equal pieces and side to move, whatever moves led there.
    fn __eq__(&self, other: &Self) -> bool {
        self.board == other.board
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.board.zobrist().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String, String)) {
        let moves = this.borrow().move_stack().join(" ");
        let start = this.borrow().start.to_fen();
        (this.get_type().into_any(), (start, moves))
    }
}

fn no_move() -> PyErr {
    pyo3::exceptions::PyIndexError::new_err("no move was played")
}
