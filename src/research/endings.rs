//! Endgames by material: who came to them, how, and with what success.

use crate::query::{Condition, Library, Material, Query, QueryError};
use crate::search::{Archive, Counter, IdSet, ParticipantCounter, Sample, Watch, in_parallel};
use crate::store::{Error, Facts, GameLine, Result};
use crate::xiangqi::{Move, Piece, PieceKind, Position, Side, Square};

/// When the material has to stand on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// At some moment.
    Any,
    /// When the game ends.
    End,
}

/// The object of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Armies {
    /// The first army is Red's.
    red: Material,
    /// The first army is Black's.
    black: Material,
}

impl Armies {
    /// Reads two armies: `车兵对马双象`, `RP-HEE`, `RP vs HEE`; kings are not named. None when the
    /// text says more than that.
    ///
    /// # Errors
    /// When the text does not name two armies.
    ///
    /// ```
    /// use xqdb::research::Armies;
    /// assert_eq!(Armies::read("车兵对马双象"), Armies::read("RP-HEE"));
    /// assert!(Armies::read("RP").is_err());
    /// ```
    pub fn read(text: &str) -> std::result::Result<Option<Armies>, QueryError> {
        let query = Query::read(&Armies::question(text), Library::prelude())?;
        match query.condition() {
            Condition::Material(red) => Ok(Some(Armies { red: *red, black: exchanged(red) })),
            _ => Ok(None),
        }
    }

    /// The text as a question of the query language: errors tell places in it.
    pub fn question(text: &str) -> String {
        format!("material {}", text.replace(['-', '–'], " vs "))
    }

    /// Whether both armies are the same, so that nobody has the first.
    pub fn are_equal(&self) -> bool {
        self.red == self.black
    }
}

/// A game that came to the material.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// `game.id`
    pub game: u32,
    /// The side that had the first army.
    pub side: Side,
    /// How many plies had been played.
    pub ply: u32,
    /// How many pieces had been taken.
    pub captures: u32,
    /// The piece that was taken last, if any was.
    pub last_taken: Option<Piece>,
    /// For how many plies it stood.
    pub length: u32,
    /// How many plies the game has.
    pub plies: u32,
}

/// The games that came to some material.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endings {
    /// In the order in which games were given. If the material stood more than once, the first time
    /// it did; of the end the last.
    pub games: Vec<Ending>,
    /// Those in which Red had the first army. The score is that of the first army here and below:
    /// `red` are its wins.
    pub red: Sample,
    /// The games in which Black had the first army.
    pub black: Sample,
    /// All of them.
    pub all: Sample,
}

/// Finds the games that come to some material among these.
///
/// # Errors
/// When the database cannot be read, and [`Error::Stopped`] when the watcher ends the search.
pub fn endings(
    archive: &Archive,
    games: &[u32],
    (armies, when): (&Armies, When),
    watch: &dyn Watch,
) -> Result<Endings> {
    let wanted: IdSet = games.iter().copied().collect();
    let chunks = archive.facts().chunk_count();
    watch.expect(chunks as u64);
    let start = board_of(&Position::start());
    let lines = archive.effective();
    let found = in_parallel(archive, chunks, |conn, chunk| {
        if watch.is_stopped() {
            return Err(Error::Stopped);
        }
        let first = (chunk * Facts::CHUNK) as u32 + 1;
        let last = first + Facts::CHUNK as u32 - 1;
        let mut found: Vec<Ending> = Vec::new();
        if (first..=last).any(|game| wanted.contains(game)) {
            lines.game_lines(conn, first..=last, &mut |line| {
                if wanted.contains(line.id) {
                    let board = match line.start {
                        None => start,
                        Some(_) => board_of(&line.start_position()?),
                    };
                    found.extend(look(&line, board, armies, when));
                }
                Ok(())
            })?;
        }
        watch.advance(1);
        Ok(found)
    })?
    .concat();
    let (mut red, mut black, mut all) =
        (Counter::default(), Counter::default(), Counter::default());
    for ending in &found {
        if let Some(fact) = archive.facts().get(ending.game) {
            let counter = if ending.side == Side::Red { &mut red } else { &mut black };
            counter.add_for(ending.side, fact);
            all.add_for(ending.side, fact);
        }
    }
    let in_order = games.iter().filter_map(|game| {
        let place = found.binary_search_by_key(game, |ending| ending.game).ok()?;
        Some(found[place])
    });
    let names = archive.folded_names()?;
    let mut teller = ParticipantCounter::new(&names);
    Ok(Endings {
        games: in_order.collect(),
        red: red.sample(&mut teller),
        black: black.sample(&mut teller),
        all: all.sample(&mut teller),
    })
}

type Board = [Option<Piece>; 90];

fn board_of(position: &Position) -> Board {
    let mut board = [None; 90];
    Square::all().for_each(|square| board[square.index()] = position.piece_at(square));
    board
}

/// How many of each kind there are, without kings.
fn counted(board: &Board) -> Material {
    let mut counts = [0; 14];
    let men = board.iter().flatten().filter(|piece| piece.kind() != PieceKind::King);
    men.for_each(|piece| counts[piece.index()] += 1);
    Material(counts)
}

/// Whether and when a game comes to the material.
fn look(line: &GameLine<'_>, mut board: Board, armies: &Armies, when: When) -> Option<Ending> {
    let whose = |material: &Material| match material {
        _ if *material == armies.red => Some(Side::Red),
        _ if *material == armies.black => Some(Side::Black),
        _ => None,
    };
    let mut material = counted(&board);
    let (mut captures, mut ply) = (0, 0);
    let ending = |side: Option<Side>, ply, captures, last_taken| {
        side.map(|side| Ending {
            game: line.id,
            side,
            ply,
            captures,
            last_taken,
            length: 0,
            plies: 0,
        })
    };
    let mut now = ending(whose(&material), 0, 0, None);
    let mut found: Option<Ending> = None;
    let moves = line.moves.as_chunks::<2>().0.iter().map_while(|&pair| Move::from_bytes(pair));
    for mv in moves {
        ply += 1;
        let taken = board[mv.to.index()];
        board[mv.to.index()] = board[mv.from.index()].take();
        let Some(taken) = taken else { continue };
        captures += 1;
        if taken.kind() == PieceKind::King {
            continue;
        }
        if let Some(past) = now.take() {
            let past = Ending { length: ply - past.ply, ..past };
            found = found.or(Some(past).filter(|_| when == When::Any));
        }
        material.0[taken.index()] = material.0[taken.index()].saturating_sub(1);
        now = ending(whose(&material), ply, captures, Some(taken));
    }
    let at_end = now.map(|now| Ending { length: ply - now.ply, ..now });
    found.or(at_end).map(|ending| Ending { plies: ply, ..ending })
}

/// Material with colours exchanged.
fn exchanged(material: &Material) -> Material {
    let mut counts = [0; 14];
    for piece in Piece::all() {
        counts[Piece::new(piece.side().other(), piece.kind()).index()] = material.0[piece.index()];
    }
    Material(counts)
}
