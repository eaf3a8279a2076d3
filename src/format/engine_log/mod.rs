//! Logs of engines: the UCI or UCCI messages between a program and the engines it lets play.
//!
//! | line | from | meaning |
//! | --- | --- | --- |
//! | `position startpos moves h2e2 h9g7` | the program | the game so far; `fen F` for `startpos` |
//! | `go wtime 60000 btime 58000`, `go time 60000 opptime 58000` | | think; the clocks of both sides, in milliseconds |
//! | `go infinite` | | think without an end: somebody looks at a position |
//! | `go ponder`, `ponderhit` | | think about a position that may come; it came |
//! | `ucinewgame`, `setoption newgame` | | another game begins |
//! | `id name Eye 1.0` | the engine | its name |
//! | `info depth 9 score cp 35 … pv h2e2 …` | | what it sees: centipawns or mate for the side to move; UCCI has no `cp` |
//! | `bestmove h2e2 ponder h9g7` | | its move |
//!
//! **One game.** A position continues a game if it has the same start and the same moves, or more.
//! UCCI programs start again after each capture, and some send only positions: if one or two moves
//! lead from the last position to the new start, the game goes on, and those moves belong to it.
//! Any other position begins a game, even a shorter one. An expected position counts once its move
//! is played. The engine's last move follows the last position unless somebody stopped the engine.
//!
//! **Or somebody looked at positions.** Positions are a game if they grew at least three times, and
//! in at most one of ten steps the engine's move was not the next one or its search had no limit.
//! One report counts all others, without those that only begin a game of the log.
//!
//! The last score before a move becomes its comment; a clock becomes `[%clk]` behind the move
//! before. Engines are named if each was asked for one side alone. The event is `engine log`:
//! nothing else states that programs played.
//!
//! Sources: the UCI protocol of 2006, the UCCI protocol 3.0, logs of cutechess, fastchess,
//! python-chess and others in public reports.

mod games;
mod lines;

use super::pgn::games::is_torn;
use super::reason::Reason;
use super::text::{Text, lines_from};
use super::{
    FileSample, Fit, Format, Input, RawMove, RawRecord, RawStart, RawTree, Sink, field_moves,
};
use games::{LoggedGames, LoggedMove, START};
use lines::LogCommand;
use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

pub(super) const FORMAT: Format = Format {
    name: "engine-log",
    about: "Logs of engines that play, in UCI or UCCI",
    extensions: &["log", "txt"],
    sniff,
    read,
    ..Format::TEXT
};

/// Fewest commands of a log.
const FEWEST: usize = 3;
/// Event of each game; logs name none.
const EVENT: &str = "engine log";

fn sniff(sample: &FileSample<'_>) -> Fit {
    if !sample.text.contains("position ") {
        return Fit::No;
    }
    let commands = || sample.text.lines().filter_map(lines::read).map(|line| line.command);
    let is_other_game = |line: &str| {
        let name = line.split_once("UCI_Variant value ").map(|(_, name)| name.trim());
        name.is_some_and(|name| name != "xiangqi")
    };
    let is_position = |command| matches!(command, LogCommand::Position(sent) if is_xiangqi(sent));
    let is_log = commands().nth(FEWEST - 1).is_some() && commands().any(is_position);
    Fit::Likely.when(is_log && !sample.text.lines().any(is_other_game))
}

/// Whether a position is one of Xiangqi, by itself or by playable moves.
fn is_xiangqi(sent: lines::SentPosition<'_>) -> bool {
    let fen = Some(sent.start).filter(|start| *start != START);
    let moves = sent.moves.split_whitespace().map(|word| (0, RawMove::Text(word)));
    field_moves::is_xiangqi(fen, &RawTree::line(moves))
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let text = Text::of(input);
    let whole = text.as_str();
    let mut games = LoggedGames::new(whole);
    let mut read: Vec<Range<usize>> = Vec::new();
    // Last move of the position on the line before.
    let mut last = None;
    for (range, line) in lines_from(whole, 0) {
        let before = last.take();
        let Some(found) = lines::read(line.trim_end()) else {
            // A damaged byte may have become a line end.
            if before.is_some_and(|mv| is_torn(line, mv)) {
                text.tell_unclaimed(&range, sink);
            }
            continue;
        };
        if let LogCommand::Position(sent) = found.command {
            last = sent.moves.split_whitespace().next_back();
        }
        if found.command == LogCommand::Damaged {
            text.tell_unclaimed(&range, sink);
        }
        // A number at the end of a log may be cut off.
        let is_cut = !line.ends_with('\n') && matches!(found.command, LogCommand::Go(_));
        if is_cut || !games.take(found, range.clone()) {
            continue;
        }
        match read.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => read.push(range),
        }
    }
    read.iter().for_each(|place| sink.claims(text.span(place)));
    let (games, names, left_out) = games.finish();
    if let Some(left) = left_out {
        text.tell(left.at, Reason::PositionsOfNoGame { positions: left.positions }, sink);
    }
    let ends: Vec<usize> = games.iter().skip(1).map(|game| game.line.start).collect();
    for (number, game) in games.into_iter().enumerate() {
        // Of two interleaved games, the first ends at the last position of the second.
        let end = ends.get(number).map_or(game.end, |next| game.end.min(*next));
        let range = game.line.start..end;
        let sides = ["Red", "Black"].into_iter().zip(game.names(&names));
        let named = sides.filter_map(|(side, name)| Some((side, name?)));
        let tags = std::iter::once(("Event", EVENT)).chain(named);
        let tags = tags.map(|(tag, value)| (Cow::Borrowed(tag), Cow::Borrowed(value))).collect();
        let start = match game.start {
            START => RawStart::Standard,
            fen => RawStart::Fen(Cow::Borrowed(fen)),
        };
        let terminator = game.result.map(Cow::Borrowed);
        let (moves, comments) = game.whole(whole);
        let inside = |at: usize| if range.contains(&at) { at } else { range.start };
        let node = |mv: &LoggedMove| match *mv {
            LoggedMove::Stands { at, len } => (inside(at), RawMove::Text(&whole[at..at + len])),
            LoggedMove::Between { mv, at } => (inside(at), RawMove::Squares(mv)),
        };
        let mut tree = RawTree::line(moves.iter().map(node));
        let is_there = |(ply, _): &(usize, Cow<'_, str>)| *ply < moves.len();
        let comments = comments.into_iter().filter(is_there);
        tree.comments = comments.map(|(ply, comment)| (ply as u32, comment)).collect();
        let warnings = text.warnings(&range, Vec::new(), &[]);
        sink.record(RawRecord { tags, start, tree, terminator, warnings, ..text.record(&range) })?;
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests;
