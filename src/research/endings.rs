//! Endgames by material: who came to them, how, and with what success.

use crate::query::{Condition, Library, Material, Query, QueryError};
use crate::search::{Archive, Counter, IdSet, ParticipantCounter, Sample, Watch, fitting_plies};
use crate::store::{GameLine, Result};
use crate::xiangqi::{Piece, PieceKind, Side};

/// When the material has to stand on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// At some moment.
    Any,
    /// When the game ends.
    End,
}

/// The object of the search: two armies, kings apart.
///
/// An army of which other men are named may have any advisors and elephants unless some of either
/// are named: players who say 车炮对车 speak of rooks and cannons, whatever stands beside the kings.
/// Those who say 车兵对马双象 mean two elephants and no advisor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Armies {
    /// Numbers by kind of the first and of the second army; `None` is any number.
    counts: [[Option<u32>; 7]; 2],
}

impl Armies {
    /// Reads two armies: `车兵对马双象`, `RP-HEE`, `RP vs HEE`, `R+P v HEE`; kings are not named. None
    /// when the text says more than that.
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
        let Condition::Material(Material(men)) = query.condition() else { return Ok(None) };
        let army = |side| PieceKind::ALL.map(|kind| Some(men[Piece::new(side, kind).index()]));
        let mut counts = [army(Side::Red), army(Side::Black)];
        let defenders = [PieceKind::Advisor, PieceKind::Elephant].map(|kind| kind as usize);
        for army in &mut counts {
            let men = PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King);
            let is_bare = men.into_iter().all(|kind| army[kind as usize] == Some(0));
            if !is_bare && defenders.iter().all(|&kind| army[kind] == Some(0)) {
                defenders.iter().for_each(|&kind| army[kind] = None);
            }
        }
        Ok(Some(Armies { counts }))
    }

    /// The text as a question of the query language: errors tell places in it.
    pub fn question(text: &str) -> String {
        let text = text.replace(['-', '–'], " vs ").replace(" v ", " vs ");
        format!("material {}", text.replace('+', ""))
    }

    /// Whether the first and the second army may have any advisors and elephants.
    #[must_use]
    pub fn have_free_guards(&self) -> [bool; 2] {
        self.counts.map(|army| army[PieceKind::Advisor as usize].is_none())
    }

    /// Whether both armies are the same, so that nobody has the first.
    pub fn are_equal(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// The numbers of men that there have to be where a side has the first army, each with its man.
    fn wanted(&self, first: Side) -> impl Iterator<Item = (Piece, u32)> {
        let armies = [first, first.other()].into_iter().zip(&self.counts);
        armies.flat_map(|(side, army)| {
            let kinds = PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King);
            kinds.filter_map(move |kind| Some((Piece::new(side, kind), army[kind as usize]?)))
        })
    }

    /// The condition that a side has the first army.
    fn condition(&self, first: Side) -> std::result::Result<Condition, QueryError> {
        let counts: Vec<String> = self
            .wanted(first)
            .map(|(piece, count)| format!("{} = {count}", piece.fen_letter()))
            .collect();
        Ok(Query::read(&counts.join(", "), Library::prelude())?.condition().clone())
    }
}

/// A game that came to the material.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndingReached {
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
    pub games: Vec<EndingReached>,
    /// The games in which Red had the first army. The score is that of the first army here and
    /// below: `red` are its wins.
    pub red: Sample,
    /// The games in which Black had the first army.
    pub black: Sample,
    /// All of them.
    pub all: Sample,
}

/// Finds the games that come to some material among these.
///
/// # Errors
/// When the database cannot be read, and [`Error::Stopped`](crate::store::Error::Stopped) when the
/// watcher ends the search.
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
    let mut teller = ParticipantCounter::new(&names);
    Ok(Endings {
        games: in_order.collect(),
        red: red.sample(&mut teller),
        black: black.sample(&mut teller),
        all: all.sample(&mut teller),
    })
}

/// The first time that the material stood at one of these plies, or the time at the end.
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
    // The move that ends it is counted, too.
    let length = (until + 1).min(last) - ply;
    Ok(Some(EndingReached { game: line.id, side, ply, captures, last_taken, length, plies: last }))
}
