//! Games behind the positions sent to engines.

use super::lines::{LogCommand, LogLine, SearchCommand, SentPosition};
use crate::metadata::MoveEvaluation;
use crate::xiangqi::{Move, Position, Side};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops::Range;

/// Games that may be open at once; one more closes the oldest.
const MOST_OPEN: usize = 64;

/// Number of open games whose last position may lead to one of another start.
const MOST_BEHIND: usize = 4;

/// A move of a game: offset and length of its text; or, if the log has only the positions around
/// it, the move and the offset of the second position.
#[derive(Debug, Clone, Copy)]
pub(super) enum LoggedMove {
    Stands { at: usize, len: usize },
    Between { mv: Move, at: usize },
}

/// Conversation that was asked to move for a side; an error for several.
type Asked = Option<Result<usize, ()>>;

/// Positions, each continuing the one before: a game, or steps of somebody who looks at one.
#[derive(Debug, Clone)]
pub(super) struct LoggedGame<'t> {
    /// First position: `startpos` or a FEN.
    pub(super) start: &'t str,
    /// Moves up to the position that the last command starts from.
    before: Vec<LoggedMove>,
    /// Position sent last.
    last: SentPosition<'t>,
    plies: usize,
    /// Range of the line with the last position; end of the game's last line.
    pub(super) line: Range<usize>,
    pub(super) end: usize,
    /// Engine's answer to the last position.
    answer: Option<Answer<'t>>,
    /// How often the game grew, and how often the engine's move was not the next one.
    steps: usize,
    against: usize,
    /// Number of positions sent.
    pub(super) positions: usize,
    /// Comments, each with the 0-based ply of the move before it.
    comments: Vec<(usize, Cow<'t, str>)>,
    /// Last ply (0-based) behind which a clock is known.
    clocked: Option<usize>,
    /// Conversations asked to move for Red and for Black.
    sides: [Asked; 2],
    /// Conversation asked last, and the number of plies then.
    asked: Option<(usize, usize)>,
    /// Another game was alike: its positions may be mixed with these.
    is_doubtful: bool,
    is_over: bool,
    pub(super) result: Option<&'t str>,
    /// Game that began with these positions when they came.
    within: Option<usize>,
}

/// Move of an engine.
#[derive(Debug, Clone, Copy)]
struct Answer<'t> {
    mv: &'t str,
    /// Last score the engine reported before the move.
    info: Option<&'t str>,
    /// Somebody stopped the engine: the move may not have been played.
    is_stopped: bool,
}

/// One end of the log: an engine that receives positions and answers.
#[derive(Debug, Default)]
struct Conversation<'t> {
    /// Name of the engine; an error for several.
    name: Option<Result<&'t str, ()>>,
    /// Position not searched yet, and its line.
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
    /// About a position whose last move is only expected.
    Ahead(SentPosition<'t>, Range<usize>),
    /// About a position whose expected move was not played.
    InVain,
    /// About a position that is missing from the log.
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

    /// Takes the next line. Returns `false` if its move belongs to no position.
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
            // `go` without a position: the position's line is damaged.
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

    /// Returns the games in the order of their last positions, the engines' names, and the
    /// positions that make no game: their number, and the offset of the first.
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

    /// Whether positions that make no game are the bare start, or the beginning of a known game.
    fn is_known(&self, line: &LoggedGame<'t>) -> bool {
        let is_bare = line.start == START && line.plies == 0;
        is_bare
            || line.within.map(|game| &self.games[game]).is_some_and(|game| {
                game.is_game() && goes_on(line.last.moves, game.last.moves).is_some()
            })
    }

    /// Finds or begins the game of the position that waits in a conversation.
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

    /// Game that a position continues, and the moves between both that were not sent.
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
            // Two games are alike so far; the position may belong to either.
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

    /// Whether a position continues the last one of a game. Two engines are never asked for one
    /// move of one game.
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

    /// Starts the engine's search of the position sent to it.
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

    /// Conversation of an engine's line: its own, or the only one in which an engine was asked.
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
            // The line with `go` is missing.
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

/// Positions that make no game: offset of the first, and number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PositionsLeftOut {
    pub(super) at: usize,
    pub(super) positions: usize,
}

/// Names of the engines, by conversation.
pub(super) struct LoggedNames<'t>(Vec<Option<&'t str>>);

/// Fewest steps of a game.
const FEWEST_STEPS: usize = 3;
/// In a game, at most one in so many of the engine's moves was not played.
const TOLERATED: usize = 10;
/// Word of the protocols for the standard start.
pub(super) const START: &str = "startpos";

impl<'t> LoggedGame<'t> {
    /// Whether engines played this game, rather than somebody looking at its positions.
    fn is_game(&self) -> bool {
        self.steps >= FEWEST_STEPS && self.against * TOLERATED <= self.steps
    }

    fn side_to_move(&self) -> Side {
        let is_black = self.start.split(' ').nth(1) == Some("b");
        if is_black == self.plies.is_multiple_of(2) { Side::Black } else { Side::Red }
    }

    /// Appends a position behind the last one, or behind the moves that lead to its start.
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

    /// Records that the engine's move was played at `ply`; its score becomes the comment.
    fn confirm(&mut self, ply: usize, answer: Answer<'t>) {
        self.comments.extend(answer.info.map(|info| (ply, Cow::Borrowed(info))));
    }

    /// Moves from this game's last position to the start of `position`; None unless both are equal
    /// or few moves apart. An engine's own game allows for one unknown move. UCCI programs start
    /// again after each capture; some programs send no moves at all.
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
        // The one move from a position to the start of the other.
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

    /// All moves, the engine's last one included unless it was stopped, and the comments by ply.
    pub(super) fn whole(mut self, text: &'t str) -> (Vec<LoggedMove>, Vec<(usize, Cow<'t, str>)>) {
        let mut moves: Vec<LoggedMove> = self.moves(text).collect();
        if let Some(answer) = self.answer.take().filter(|answer| !answer.is_stopped) {
            moves.push(LoggedMove::Stands { at: place(answer.mv, text), len: answer.mv.len() });
            self.confirm(self.plies, answer);
        }
        self.comments.sort_by_key(|(ply, _)| *ply);
        (moves, self.comments)
    }

    /// Names of Red and Black: engines that alone were asked for one side only.
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
    /// Text of the move in the log; `None` if the log has only the positions around it.
    pub(super) fn text(self, text: &str) -> Option<&str> {
        match self {
            LoggedMove::Stands { at, len } => Some(&text[at..at + len]),
            LoggedMove::Between { .. } => None,
        }
    }
}

/// Offset of `part` in `text`, which contains it.
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

/// Moves of `moves` beyond `known`; None unless they begin with `known`.
fn goes_on<'m>(known: &str, moves: &'m str) -> Option<&'m str> {
    let rest = moves.strip_prefix(known)?;
    (known.is_empty() || rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim_start())
}

/// Engine's line up to the moves of its best variation; None without a score or for other
/// variations.
fn seen(info: &str) -> Option<&str> {
    let info = info.split_once(" pv ").map_or(info, |(info, _)| info).trim_end();
    let is_best =
        info.split_once("multipv ").is_none_or(|(_, rest)| rest.split(' ').next() == Some("1"));
    let read = || MoveEvaluation::read(info).is_some_and(|read| read.score.is_some());
    (is_best && read()).then_some(info)
}

/// Formats milliseconds as the clock behind a move: `[%clk 0:09:58]`.
fn clock_command(time: u32) -> String {
    let (seconds, thousandths) = (time / 1000, time % 1000);
    let [hours, minutes, seconds] = [seconds / 3600, seconds / 60 % 60, seconds % 60];
    let fraction = if thousandths > 0 { format!(".{thousandths:03}") } else { String::new() };
    format!("[%clk {hours}:{minutes:02}:{seconds:02}{fraction}]")
}
