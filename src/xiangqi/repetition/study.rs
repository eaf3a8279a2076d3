//! Judges every stretch of a game: classes of the moves, and the rulings of all rule books.

use super::books::{Class, Dispute, RULE_BOOKS, RuleBook, Ruling, by_asian_rules, disputes};
use super::ply::{Actor, Player, Ply};
use super::stretches::{Stretch, Window, stretches};
use crate::xiangqi::{BySide, Move, Position, Side, Square};

/// A stretch with its classes and rulings.
#[derive(Debug, Clone)]
pub struct Cycle {
    /// The plies of the cycle.
    pub stretch: Stretch,
    /// Class of each side's moves, by the Asian rules.
    pub classes: BySide<Class>,
    /// The pieces each side chases with all its moves, on their squares at ply `from` of the
    /// window.
    pub chased: BySide<Vec<Actor>>,
    /// Disputed readings of the Asian rules that would change the ruling.
    pub disputes: Vec<Dispute>,
    /// Judgement of each rule book, in the order of [`RULE_BOOKS`].
    pub judgements: [Judgement; RULE_BOOKS.len()],
}

/// Judgement of one rule book on a stretch.
#[derive(Debug, Copy, Clone)]
pub struct Judgement {
    /// The rule book.
    pub book: &'static RuleBook,
    /// Ruling on the cycle; `NotJudged` if the position occurred too seldom for the book.
    pub ruling: Ruling,
    /// Ruling if the moves of the window went on.
    pub tendency: Ruling,
}

/// All stretches of repetition in a game.
#[derive(Debug, Clone, Default)]
pub struct Study {
    /// The stretches, in order.
    pub cycles: Vec<Cycle>,
    /// The plies of all windows, in order, each once.
    plies: Vec<Ply>,
}

impl Study {
    /// Finds and judges repetition in a game. Moves from the first impossible one on are ignored.
    ///
    /// ```
    /// use xqdb::xiangqi::repetition::{Class, Ruling, Study};
    /// use xqdb::xiangqi::{Move, Position, Side};
    ///
    /// let start = Position::from_fen("4k4/9/9/9/9/9/9/9/R8/3K5 w")?;
    /// let moves: Vec<Move> = "a1a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9 e9e8"
    ///     .split(' ')
    ///     .map(str::parse)
    ///     .collect::<Result<_, _>>()?;
    /// let study = Study::of(&start, &moves);
    /// let cycle = &study.cycles[0];
    /// assert_eq!((cycle.stretch.third.from, cycle.stretch.third.to), (1, 9));
    /// assert_eq!((cycle.classes.red, cycle.classes.black), (Class::Check, Class::Idle));
    /// assert_eq!(cycle.judgements[0].ruling, Ruling::Loses(Side::Red));
    /// assert_eq!(cycle.judgements[1].ruling, Ruling::NotJudged, "UCCI waits for the fourth time");
    /// assert!(study.plies(cycle.stretch.third).iter().step_by(2).all(|ply| !ply.is_check));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(start: &Position, moves: &[Move]) -> Study {
        let stretches = stretches(start, moves);
        if stretches.is_empty() {
            return Study::default();
        }
        let mut study = Study { cycles: Vec::new(), plies: plies(start, moves, &stretches) };
        study.cycles = stretches.into_iter().map(|stretch| study.judge(stretch)).collect();
        study
    }

    /// The plies of a window of one of the cycles.
    pub fn plies(&self, window: Window) -> &[Ply] {
        let index = |ply: usize| self.plies.partition_point(|known| known.number <= ply);
        &self.plies[index(window.from)..index(window.to)]
    }

    fn judge(&self, stretch: Stretch) -> Cycle {
        let window = self.plies(stretch.third);
        let (classes, sets) = by_asian_rules(window, None);
        let actors = |side: Side| {
            let square = |home: &Square| sets[side] >> home.index() & 1 == 1;
            Square::all().filter(square).filter_map(|home| actor_at_start(window, home)).collect()
        };
        let judgements = RULE_BOOKS.each_ref().map(|book| {
            let judged = book.window(&stretch).map(|window| book.rule(self.plies(window)));
            Judgement {
                book,
                ruling: judged.unwrap_or(Ruling::NotJudged),
                tendency: judged.unwrap_or_else(|| book.rule(window)),
            }
        });
        Cycle {
            stretch,
            classes,
            chased: BySide { red: actors(Side::Red), black: actors(Side::Black) },
            disputes: disputes(window),
            judgements,
        }
    }
}

/// The piece with this home on its square before the window, if a ply of the window moves or
/// attacks it.
fn actor_at_start(window: &[Ply], home: Square) -> Option<Actor> {
    let moved = window.iter().find(|ply| ply.actor.home == home);
    let attacked = || {
        let mut victims = window.iter().flat_map(|ply| &ply.attacks).map(|attack| attack.victim);
        victims.find(|victim| victim.home == home)
    };
    match moved {
        Some(ply) => Some(Actor { square: ply.mv.from, ..ply.actor }),
        None => attacked(),
    }
}

/// The plies of all windows, in order, each once.
fn plies(start: &Position, moves: &[Move], stretches: &[Stretch]) -> Vec<Ply> {
    let mut windows: Vec<Window> = stretches
        .iter()
        .flat_map(|stretch| [Some(stretch.third), stretch.fourth])
        .flatten()
        .collect();
    windows.sort_unstable_by_key(|window| window.from);
    let mut plies = Vec::new();
    let mut position = start.clone();
    let mut done = 0;
    let mut windows = windows.into_iter().peekable();
    while let Some(mut span) = windows.next() {
        // Overlapping windows are played together, so that their pieces keep one home.
        while let Some(next) = windows.next_if(|next| next.from <= span.to) {
            span.to = span.to.max(next.to);
        }
        for &mv in &moves[done..span.from] {
            position.play_unchecked(mv);
        }
        let mut player = Player::new(position, span.from);
        plies.extend(moves[span.from..span.to].iter().map_while(|&mv| player.play(mv)));
        position = player.into_position();
        done = span.to;
    }
    plies
}
