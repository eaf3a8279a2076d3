//! The games behind the positions that engines were sent.

use super::lines::{LogCommand, LogLine, SearchCommand, SentPosition};
use crate::metadata::MoveEvaluation;
use crate::xiangqi::{Move, Position, Side};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops::Range;

/// Number of games that may go on at once; of more, the oldest ends.
const MOST_OPEN: usize = 64;

/// Number of games of others behind whose last move a position is looked for.
const MOST_BEHIND: usize = 4;

/// A move of a game: where it stands and how long it is; or, where only the positions before and
/// behind it stand in the log, the move itself and where the second one stands.
#[derive(Debug, Clone, Copy)]
pub(super) enum LoggedMove {
    Stands { at: usize, len: usize },
    Between { mv: Move, at: usize },
}

/// The side or sides of a game that a conversation was asked to move for.
type Asked = Option<Result<usize, ()>>;

/// A line of positions, each of which goes on from the one before.
#[derive(Debug, Clone)]
pub(super) struct LoggedGame<'t> {
    /// The first position of the line: `startpos` or a FEN.
    pub(super) start: &'t str,
    /// The moves before the last position from which moves were sent.
    before: Vec<LoggedMove>,
    /// The last position that was sent.
    last: SentPosition<'t>,
    plies: usize,
    /// The line of the last position, and where the last line of the game ends.
    pub(super) line: Range<usize>,
    pub(super) end: usize,
    /// The answer to the last position.
    answer: Option<Answer<'t>>,
    /// How often the line grew, and how often the engine's move was not the next one.
    steps: usize,
    against: usize,
    /// How many positions were sent.
    pub(super) positions: usize,
    /// Comments behind the moves of these plies (0-based).
    comments: Vec<(usize, Cow<'t, str>)>,
    /// The last ply behind which a clock is known.
    clocked: Option<usize>,
    /// The conversations that moved for Red and for Black.
    sides: [Asked; 2],
    /// The conversation that was last asked, and at which ply.
    asked: Option<(usize, usize)>,
    /// Several games were alike, and this may be another one.
    is_doubtful: bool,
    is_over: bool,
    pub(super) result: Option<&'t str>,
    /// The line of which this one was the beginning when it began.
    within: Option<usize>,
}

/// The move of an engine.
#[derive(Debug, Clone, Copy)]
struct Answer<'t> {
    mv: &'t str,
    /// The last score that the engine gave before.
    info: Option<&'t str>,
    /// Somebody stopped the engine: nothing says that the move was played.
    is_stopped: bool,
}

/// Whoever thinks at the other end of a conversation.
#[derive(Debug, Default)]
struct Conversation<'t> {
    /// The name of the engine; an error where there are several.
    name: Option<Result<&'t str, ()>>,
    /// A position about which the engine is not asked yet, and its line.
    waiting: Option<(SentPosition<'t>, Range<usize>)>,
    thinking: Thinking<'t>,
    game: Option<usize>,
    info: Option<&'t str>,
}

#[derive(Debug, Default)]
enum Thinking<'t> {
    #[default]
    No,
    About {
        game: usize,
        is_endless: bool,
        is_stopped: bool,
    },
    /// About a move that is not played yet.
    Ahead(SentPosition<'t>, Range<usize>),
    /// About a move that was not played.
    InVain,
    /// About a position that stands nowhere in the log.
    AboutUnknown,
}

/// All games of a log.
pub(super) struct LoggedGames<'t> {
    text: &'t str,
    numbers: FxHashMap<u64, usize>,
    conversations: Vec<Conversation<'t>>,
    games: Vec<LoggedGame<'t>>,
    open: Vec<usize>,
}

impl<'t> LoggedGames<'t> {
    pub(super) fn new(text: &'t str) -> LoggedGames<'t> {
        LoggedGames {
            text,
            numbers: FxHashMap::default(),
            conversations: Vec::new(),
            games: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Takes the next line; `false` when it holds a move that belongs to no position.
    pub(super) fn take(&mut self, line: LogLine<'t>, range: Range<usize>) -> bool {
        let next = self.conversations.len();
        let who = *self.numbers.entry(line.conversation).or_insert(next);
        if who == next {
            self.conversations.push(Conversation::default());
        }
        match line.command {
            LogCommand::Position(position) => {
                self.settle(who, false);
                self.conversations[who].waiting = Some((position, range));
            }
            LogCommand::Go(search) if search.is_ahead => {
                if let Some((position, range)) = self.conversations[who].waiting.take() {
                    self.conversations[who].thinking = Thinking::Ahead(position, range);
                }
            }
            // Where no position was sent, its line is damaged.
            LogCommand::Go(_) if self.conversations[who].waiting.is_none() => {
                self.conversations[who].thinking = Thinking::AboutUnknown;
            }
            LogCommand::Go(search) => {
                self.settle(who, true);
                self.search(who, search);
            }
            LogCommand::PonderHit => {
                let talk = &mut self.conversations[who];
                if let Thinking::Ahead(position, range) = std::mem::take(&mut talk.thinking) {
                    talk.waiting = Some((position, range));
                    self.settle(who, true);
                    self.search(who, SearchCommand::default());
                }
            }
            LogCommand::Stop => match &mut self.conversations[who].thinking {
                Thinking::About { is_stopped, .. } => *is_stopped = true,
                thinking @ Thinking::Ahead(..) => *thinking = Thinking::InVain,
                _ => {}
            },
            LogCommand::NewGame => {
                self.settle(who, false);
                if let Some(game) = self.conversations[who].game.take() {
                    self.close(game);
                }
            }
            LogCommand::BestMove(mv) => return self.answer(who, mv, range.end),
            LogCommand::Info(info) => {
                let asked = self.asked(who);
                if let (Some(who), Some(info)) = (asked, seen(info)) {
                    self.conversations[who].info = Some(info);
                }
            }
            LogCommand::Name(name) => {
                let known = &mut self.conversations[who].name;
                let is_other = known.is_some_and(|known| known != Ok(name));
                *known = Some(if is_other { Err(()) } else { Ok(name) });
            }
            LogCommand::Damaged => {}
            LogCommand::Finished(result) => {
                (0..self.conversations.len()).for_each(|who| self.settle(who, false));
                if let [game] = self.open[..] {
                    self.games[game].result = Some(result);
                    self.games[game].end = range.end;
                    self.close(game);
                }
            }
        }
        true
    }

    /// The games, in the order of their last positions, and how many positions make none, with the
    /// place of the first of these.
    pub(super) fn finish(
        mut self,
    ) -> (Vec<LoggedGame<'t>>, LoggedNames<'t>, Option<PositionsLeftOut>) {
        (0..self.conversations.len()).for_each(|who| self.settle(who, false));
        let mut left = None::<PositionsLeftOut>;
        for game in self.games.iter().filter(|game| !game.is_game() && !self.is_known(game)) {
            let found = left.get_or_insert(PositionsLeftOut { at: game.line.start, positions: 0 });
            found.at = found.at.min(game.line.start);
            found.positions += game.positions;
        }
        let names = self.conversations.iter().map(|talk| talk.name.and_then(Result::ok));
        let names = LoggedNames(names.collect());
        self.games.retain(LoggedGame::is_game);
        self.games.sort_by_key(|game| game.line.start);
        (self.games, names, left)
    }

    /// Whether a line says nothing that its neighbour does not say, or nothing at all.
    fn is_known(&self, line: &LoggedGame<'t>) -> bool {
        let is_bare = line.start == START && line.plies == 0;
        is_bare
            || line.within.map(|game| &self.games[game]).is_some_and(|game| {
                game.is_game() && goes_on(line.last.moves, game.last.moves).is_some()
            })
    }

    /// Finds the game of the position that waits in a conversation.
    fn settle(&mut self, who: usize, is_asked: bool) {
        let Some((position, range)) = self.conversations[who].waiting.take() else { return };
        let own = self.conversations[who].game;
        let game = match self.find(own, who, position, is_asked) {
            Some((game, between)) => {
                self.games[game].go_on(position, between, range, self.text);
                game
            }
            None => self.begin(position, range, own),
        };
        self.conversations[who].game = Some(game);
    }

    /// The game that a position goes on with, and the moves between that are not sent with it.
    fn find(
        &mut self,
        own: Option<usize>,
        who: usize,
        position: SentPosition<'t>,
        is_asked: bool,
    ) -> Option<(usize, Vec<LoggedMove>)> {
        let own = own.filter(|own| !self.games[*own].is_over);
        if let Some(own) = own {
            if self.fit(own, who, position, is_asked) {
                return Some((own, Vec::new()));
            }
            if let Some(between) = self.games[own].between(position, self.text, true) {
                return Some((own, between));
            }
        }
        let fits = |game: &usize| self.fit(*game, who, position, is_asked);
        let mut fitting = self.open.iter().rev().copied().filter(fits);
        if let Some(first) = fitting.next() {
            // Two games are alike up to here: this may be either.
            if let Some(second) = fitting.next() {
                self.games[first].is_doubtful = true;
                self.games[second].is_doubtful = true;
            }
            return Some((first, Vec::new()));
        }
        let mut latest = self.open.iter().rev().take(MOST_BEHIND);
        latest
            .find_map(|game| Some((*game, self.games[*game].between(position, self.text, false)?)))
    }

    /// Whether a position goes on from the last one of a game. Two engines are never asked for the
    /// same move of one game.
    fn fit(&self, game: usize, who: usize, position: SentPosition<'_>, is_asked: bool) -> bool {
        let game = &self.games[game];
        let is_same_start = game.last.start == position.start && !game.is_over;
        is_same_start
            && goes_on(game.last.moves, position.moves).is_some_and(|new| {
                let is_of_another =
                    game.asked.is_some_and(|(other, ply)| other != who && ply == game.plies);
                !(new.is_empty() && is_asked && is_of_another)
            })
    }

    fn begin(
        &mut self,
        position: SentPosition<'t>,
        line: Range<usize>,
        before: Option<usize>,
    ) -> usize {
        let is_within = |game: &usize| {
            let last = self.games[*game].last;
            last.start == position.start && goes_on(position.moves, last.moves).is_some()
        };
        let game = self.games.len();
        self.games.push(LoggedGame {
            start: position.start,
            before: Vec::new(),
            last: position,
            plies: words(position.moves),
            end: line.end,
            line,
            answer: None,
            steps: 0,
            against: 0,
            positions: 1,
            comments: Vec::new(),
            clocked: None,
            sides: [None; 2],
            asked: None,
            is_doubtful: false,
            is_over: false,
            result: None,
            within: before.filter(is_within),
        });
        if self.open.len() == MOST_OPEN {
            self.close(self.open[0]);
        }
        self.open.push(game);
        game
    }

    fn close(&mut self, game: usize) {
        self.games[game].is_over = true;
        self.open.retain(|open| *open != game);
    }

    /// The engine begins to think about the position that it was sent.
    fn search(&mut self, who: usize, search: SearchCommand) {
        let talk = &mut self.conversations[who];
        talk.info = None;
        let Some(number) = talk.game else { return };
        let is_endless = search.is_endless;
        talk.thinking = Thinking::About { game: number, is_endless, is_stopped: false };
        let game = &mut self.games[number];
        game.asked = Some((who, game.plies));
        let side = game.side_to_move();
        let sides = &mut game.sides[side as usize];
        let is_other = sides.is_some_and(|known| known != Ok(who));
        *sides = Some(if is_other { Err(()) } else { Ok(who) });
        game.against += usize::from(is_endless);
        let clock = match side {
            Side::Red => search.black,
            Side::Black => search.red,
        };
        if let (Some(time), Some(ply)) = (clock.or(search.opponent), game.plies.checked_sub(1))
            && game.clocked.is_none_or(|clocked| clocked < ply)
        {
            game.clocked = Some(ply);
            game.comments.push((ply, Cow::Owned(clock_command(time))));
        }
    }

    /// The conversation that a line of an engine belongs to: its own, or the only one in which an
    /// engine was asked.
    fn asked(&self, who: usize) -> Option<usize> {
        let is_asked = |who: &usize| !matches!(self.conversations[*who].thinking, Thinking::No);
        if is_asked(&who) || self.conversations[who].waiting.is_some() {
            return Some(who);
        }
        let mut asked = (0..self.conversations.len()).filter(is_asked);
        asked.next().filter(|_| asked.next().is_none())
    }

    fn answer(&mut self, who: usize, mv: Option<&'t str>, end: usize) -> bool {
        let Some(who) = self.asked(who) else { return mv.is_none() };
        if self.conversations[who].waiting.is_some() {
            // The line that asks is missing.
            self.settle(who, true);
            self.search(who, SearchCommand::default());
        }
        let talk = &mut self.conversations[who];
        let info = talk.info.take();
        match std::mem::take(&mut talk.thinking) {
            Thinking::About { game, is_endless, is_stopped } => {
                let game = &mut self.games[game];
                game.end = game.end.max(end);
                game.answer = mv.filter(|_| !is_endless).map(|mv| Answer { mv, info, is_stopped });
                true
            }
            Thinking::AboutUnknown => mv.is_none(),
            _ => true,
        }
    }
}

/// Positions that make no game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PositionsLeftOut {
    pub(super) at: usize,
    pub(super) positions: usize,
}

/// The names of the engines, by conversation.
pub(super) struct LoggedNames<'t>(Vec<Option<&'t str>>);

/// Fewer steps than these make no game.
const FEWEST_STEPS: usize = 3;
/// A line is no game when more than one in this number of the engine's moves was not played.
const TOLERATED: usize = 10;
/// How the standard start is written.
pub(super) const START: &str = "startpos";

impl<'t> LoggedGame<'t> {
    /// Whether this is a game that engines played, and not one that somebody looked at.
    fn is_game(&self) -> bool {
        self.steps >= FEWEST_STEPS && self.against * TOLERATED <= self.steps
    }

    fn side_to_move(&self) -> Side {
        let is_black = self.start.split(' ').nth(1) == Some("b");
        if is_black == self.plies.is_multiple_of(2) { Side::Black } else { Side::Red }
    }

    /// Goes on with a position: behind the last one, or behind the moves that lead to its start.
    fn go_on(
        &mut self,
        position: SentPosition<'t>,
        between: Vec<LoggedMove>,
        line: Range<usize>,
        text: &'t str,
    ) {
        let (plies, known) = (self.plies, self.last.moves);
        if between.is_empty() && position.start == self.last.start {
            self.plies = self.before.len() + words(position.moves);
        } else {
            self.before.extend(places(known, text));
            self.before.extend(between);
            self.plies = self.before.len() + words(position.moves);
        }
        self.last = position;
        self.end = self.end.max(line.end);
        self.line = line;
        self.positions += 1;
        if self.plies == plies {
            return;
        }
        self.steps += 1;
        let Some(answer) = self.answer.take() else { return };
        let next = self.moves(text).nth(plies).and_then(|mv| mv.text(text));
        match next.is_none_or(|next| next == answer.mv) {
            true => self.confirm(plies, answer),
            false => self.against += 1,
        }
    }

    /// The engine's move was played at this ply.
    fn confirm(&mut self, ply: usize, answer: Answer<'t>) {
        self.comments.extend(answer.info.map(|info| (ply, Cow::Borrowed(info))));
    }

    /// The moves from the last position of this game to the one from which another was sent, where
    /// it is that one, or one move before it in a game that is the engine's own. UCCI programs begin
    /// anew behind every capture, and some programs send no moves at all.
    fn between(
        &self,
        position: SentPosition<'t>,
        text: &'t str,
        is_own: bool,
    ) -> Option<Vec<LoggedMove>> {
        if position.start == self.last.start {
            return None;
        }
        let target = Position::from_fen(position.start).ok()?;
        let at = place(position.start, text);
        let mut known = match self.last.start {
            START => Position::start(),
            fen => Position::from_fen(fen).ok()?,
        };
        let play = |position: &mut Position, word: &str| {
            let mv = word.parse().ok().filter(|mv| position.is_pseudo_legal(*mv))?;
            position.play_unchecked(mv);
            Some(())
        };
        self.last.moves.split_whitespace().try_for_each(|word| play(&mut known, word))?;
        let is_target = |position: &Position| {
            position.board() == target.board() && position.side() == target.side()
        };
        // The one move that leads from a position to the start of the other.
        let step = |from: &Position| {
            let leads = |mv: &Move| is_target(&from.after(&[*mv]));
            let found = is_own.then(|| from.pseudo_legal_moves().into_iter().find(leads)).flatten();
            found.map(|mv| LoggedMove::Between { mv, at })
        };
        let answered = self.answer.and_then(|answer| {
            let mut position = known.clone();
            play(&mut position, answer.mv)?;
            let stands = LoggedMove::Stands { at: place(answer.mv, text), len: answer.mv.len() };
            Some((position, stands))
        });
        if is_target(&known) {
            return is_own.then(Vec::new);
        }
        match answered {
            Some((position, stands)) if is_target(&position) => Some(vec![stands]),
            Some((position, stands)) => step(&position)
                .map(|mv| vec![stands, mv])
                .or_else(|| step(&known).map(|mv| vec![mv])),
            None => step(&known).map(|mv| vec![mv]),
        }
    }

    fn moves(&self, text: &'t str) -> impl Iterator<Item = LoggedMove> {
        self.before.iter().copied().chain(places(self.last.moves, text))
    }

    /// The moves with the last one of the engine, if it was not stopped; and the comments behind
    /// them, by ply.
    pub(super) fn whole(mut self, text: &'t str) -> (Vec<LoggedMove>, Vec<(usize, Cow<'t, str>)>) {
        let mut moves: Vec<LoggedMove> = self.moves(text).collect();
        if let Some(answer) = self.answer.take().filter(|answer| !answer.is_stopped) {
            moves.push(LoggedMove::Stands { at: place(answer.mv, text), len: answer.mv.len() });
            self.confirm(self.plies, answer);
        }
        self.comments.sort_by_key(|(ply, _)| *ply);
        (moves, self.comments)
    }

    /// The names of Red and Black: of engines that were asked for the moves of one side, and were
    /// the only ones to be.
    pub(super) fn names(&self, names: &LoggedNames<'t>) -> [Option<&'t str>; 2] {
        let [red, black] = self.sides.map(|asked| asked.and_then(Result::ok));
        let is_both = red.is_some() && red == black;
        let name = |who: Option<usize>| {
            who.filter(|_| !is_both && !self.is_doubtful).and_then(|who| names.0[who])
        };
        [name(red), name(black)]
    }
}

impl LoggedMove {
    /// The move as it stands in the log; `None` where it stands nowhere.
    pub(super) fn text(self, text: &str) -> Option<&str> {
        match self {
            LoggedMove::Stands { at, len } => Some(&text[at..at + len]),
            LoggedMove::Between { .. } => None,
        }
    }
}

/// Where a part of a text stands in it.
fn place(part: &str, text: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

fn places<'t>(moves: &'t str, text: &'t str) -> impl Iterator<Item = LoggedMove> {
    let stands = |word: &str| LoggedMove::Stands { at: place(word, text), len: word.len() };
    moves.split_whitespace().map(stands)
}

fn words(moves: &str) -> usize {
    moves.split_whitespace().count()
}

/// The moves with which one line of moves goes on from another.
fn goes_on<'m>(known: &str, moves: &'m str) -> Option<&'m str> {
    let rest = moves.strip_prefix(known)?;
    (known.is_empty() || rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim_start())
}

/// The score of an engine's best line, and all before its moves.
fn seen(info: &str) -> Option<&str> {
    let info = info.split_once(" pv ").map_or(info, |(info, _)| info).trim_end();
    let is_best =
        info.split_once("multipv ").is_none_or(|(_, rest)| rest.split(' ').next() == Some("1"));
    let read = || MoveEvaluation::read(info).is_some_and(|read| read.score.is_some());
    (is_best && read()).then_some(info)
}

/// A time in milliseconds as the clock behind a move: `[%clk 0:09:58]`.
fn clock_command(time: u32) -> String {
    let (seconds, thousandths) = (time / 1000, time % 1000);
    let [hours, minutes, seconds] = [seconds / 3600, seconds / 60 % 60, seconds % 60];
    let fraction = if thousandths > 0 { format!(".{thousandths:03}") } else { String::new() };
    format!("[%clk {hours}:{minutes:02}:{seconds:02}{fraction}]")
}
