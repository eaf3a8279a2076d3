//! Endgames by material: the games that reach it, when, and with what results.

use crate::query::{Condition, Library, Material, Query, QueryError, QueryProblem, pieces_named};
use crate::search::{Archive, Counter, IdSet, ParticipantCounter, Sample, Watch, fitting_plies};
use crate::store::{GameLine, Result};
use crate::xiangqi::{Piece, PieceKind, Side};

/// Moment at which the material must be on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// Any position of the game.
    Any,
    /// The last position of the game.
    End,
}

/// Two armies to search for, without kings.
///
/// The first army attacks: it may have any number of advisors and elephants unless one of either or
/// no piece at all is named. The second army defends and has exactly the named pieces: 车炮对车
/// means a rook without defenders, 车兵对马双象 a horse, two elephants and no advisor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Armies {
    /// Number of pieces by kind, for the first and the second army; `None` is any number.
    counts: [[Option<u32>; 7]; 2],
}

impl Armies {
    /// Reads two armies, without kings: `车兵对马双象`, `RP-HEE`, `RP vs HEE`, `R+P v HEE`, `rook and
    /// pawn v horse and two elephants`.
    /// `None` if the text ends before the second army, or contains another condition, too.
    ///
    /// # Errors
    /// When a part of the text is no army.
    ///
    /// ```
    /// use xqdb::research::Armies;
    /// assert_eq!(Armies::read("车兵对马双象"), Armies::read("RP-HEE"));
    /// let in_words = "rook and pawn against horse and two elephants";
    /// assert_eq!(Armies::read(in_words), Armies::read("RP-HEE"));
    /// assert_eq!(Armies::read("RP v"), Ok(None));
    /// assert!(Armies::read("RX v HEE").is_err());
    /// ```
    pub fn read(text: &str) -> std::result::Result<Option<Armies>, QueryError> {
        let query = match Query::read(&Armies::question(text), Library::prelude()) {
            Err(error) if error.problem == QueryProblem::End => return Ok(None),
            read => read?,
        };
        let Condition::Material(Material(men)) = query.condition() else { return Ok(None) };
        let army = |side| PieceKind::ALL.map(|kind| Some(men[Piece::new(side, kind).index()]));
        let mut counts = [army(Side::Red), army(Side::Black)];
        free_guards(&mut counts[0]);
        Ok(Some(Armies { counts }))
    }

    /// These armies with any number of advisors and elephants in the second one, too, unless one of
    /// either or no piece at all is named.
    #[must_use]
    pub fn with_any_guards(mut self) -> Armies {
        free_guards(&mut self.counts[1]);
        self
    }

    /// The text as a question of the query language, to which the places in errors refer.
    pub fn question(text: &str) -> String {
        let text = format!("{text} ").replace(['-', '–'], " vs ").replace(" v ", " vs ");
        let text = in_letters(&text).unwrap_or_else(|| text.replace('+', ""));
        format!("material {}", text.trim_end())
    }

    /// Whether the first and the second army may have any number of advisors and elephants.
    #[must_use]
    pub fn have_free_guards(&self) -> [bool; 2] {
        self.counts.map(|army| army[PieceKind::Advisor as usize].is_none())
    }

    /// Whether both armies are equal.
    pub fn are_equal(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// Each piece with its number, if the side `first` has the first army.
    fn wanted(&self, first: Side) -> impl Iterator<Item = (Piece, u32)> {
        let armies = [first, first.other()].into_iter().zip(&self.counts);
        armies.flat_map(|(side, army)| {
            let kinds = PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King);
            kinds.filter_map(move |kind| Some((Piece::new(side, kind), army[kind as usize]?)))
        })
    }

    /// Condition that the side `first` has the first army.
    fn condition(&self, first: Side) -> std::result::Result<Condition, QueryError> {
        let counts: Vec<String> = self
            .wanted(first)
            .map(|(piece, count)| format!("{} = {count}", piece.fen_letter()))
            .collect();
        Ok(Query::read(&counts.join(", "), Library::prelude())?.condition().clone())
    }
}

/// Letters of armies in English words: `two rooks v knight` becomes `RR vs N`. `None` without such
/// a word.
fn in_letters(text: &str) -> Option<String> {
    let words = || text.split([' ', '+', ',']).filter(|word| !word.is_empty());
    words().find_map(pieces_named)?;
    let (mut letters, mut count) = (String::new(), 1);
    for word in words() {
        match (&*word.to_ascii_lowercase(), pieces_named(word)) {
            ("and" | "a" | "one" | "lone" | "single", _) => {}
            ("two" | "double" | "both", _) => count = 2,
            ("three", _) => count = 3,
            ("vs" | "against" | "versus", _) => letters += " vs ",
            (_, Some(kind)) => {
                let letter = Piece::new(Side::Red, kind).fen_letter();
                letters.extend(std::iter::repeat_n(letter, std::mem::replace(&mut count, 1)));
            }
            (other, None) => letters += &format!(" {other} "),
        }
    }
    Some(letters)
}

/// Makes the advisors and elephants of an army free if it has other pieces and none of either.
fn free_guards(army: &mut [Option<u32>; 7]) {
    let guards = [PieceKind::Advisor, PieceKind::Elephant].map(|kind| kind as usize);
    let men = PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King);
    let is_bare = men.into_iter().all(|kind| army[kind as usize] == Some(0));
    if !is_bare && guards.iter().all(|&kind| army[kind] == Some(0)) {
        guards.iter().for_each(|&kind| army[kind] = None);
    }
}

/// A game that reached the material.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndingReached {
    /// `game.id`
    pub game: u32,
    /// Side with the first army.
    pub side: Side,
    /// Number of plies before the material was reached.
    pub ply: u32,
    /// Number of pieces taken before.
    pub captures: u32,
    /// The piece taken last, if any.
    pub last_taken: Option<Piece>,
    /// Number of plies during which the material lasted.
    pub length: u32,
    /// Number of plies of the game.
    pub plies: u32,
}

/// The games that reached some material.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endings {
    /// One entry per game, in the order of the given games: the first time the material was reached
    /// or, for [`When::End`], the last.
    pub games: Vec<EndingReached>,
    /// Games in which Red had the first army. In the scores of all three samples, `red` counts wins
    /// of the first army.
    pub red: Sample,
    /// Games in which Black had the first army.
    pub black: Sample,
    /// All games.
    pub all: Sample,
}

/// Finds the given games that reach some material. Returns
/// [`Error::Stopped`](crate::store::Error::Stopped) when `watch` stops it.
pub fn endings(
    archive: &Archive,
    games: &[u32],
    armies: &Armies,
    when: When,
    watch: &dyn Watch,
) -> Result<Endings> {
    let sorted: Vec<u32> = games.iter().copied().collect::<IdSet>().iter().collect();
    let either = Side::ALL.map(|first| armies.condition(first));
    let either = either.into_iter().collect::<std::result::Result<Vec<_>, _>>();
    let either = Condition::Any(either.expect("numbers of men are a question"));
    let mut found: Vec<EndingReached> = Vec::new();
    for (game, plies) in fitting_plies(archive, &either, &sorted, watch)? {
        archive.effective().game_line(archive.snapshot(), game, &mut |line| {
            found.extend(ending_of(&line, &plies, armies, when)?);
            Ok(())
        })?;
    }
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
    let mut teller = ParticipantCounter::new(names);
    Ok(Endings {
        games: in_order.collect(),
        red: red.sample(&mut teller),
        black: black.sample(&mut teller),
        all: all.sample(&mut teller),
    })
}

/// The first run of consecutive `plies`, or the run at the end of the game.
fn ending_of(
    line: &GameLine<'_>,
    plies: &[u32],
    armies: &Armies,
    when: When,
) -> Result<Option<EndingReached>> {
    let last = (line.moves.len() / 2) as u32;
    let mut times = plies.chunk_by(|a, b| a + 1 == *b);
    let time = match when {
        When::Any => times.next(),
        When::End => times.next_back().filter(|time| time.last() == Some(&last)),
    };
    let Some((&ply, &until)) = time.and_then(|time| time.first().zip(time.last())) else {
        return Ok(None);
    };
    let mut position = line.start_position()?;
    let (mut captures, mut last_taken) = (0, None);
    for &mv in line.played()?.iter().take(ply as usize) {
        let taken = position.piece_at(mv.to);
        captures += u32::from(taken.is_some());
        last_taken = taken.or(last_taken);
        position.play_unchecked(mv);
    }
    let has = |(piece, wanted)| {
        let count = position.board().pieces().filter(|(_, here)| *here == piece).count();
        count as u32 == wanted
    };
    let side = if armies.wanted(Side::Red).all(has) { Side::Red } else { Side::Black };
    // The move that ends the material counts.
    let length = (until + 1).min(last) - ply;
    Ok(Some(EndingReached { game: line.id, side, ply, captures, last_taken, length, plies: last }))
}
