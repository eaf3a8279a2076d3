//! Reads one line of a log: its conversation and its command.
//!
//! Before the command stands what the logging program puts there: time, name or number of the
//! engine, an arrow to or from it. Words that are neither time nor arrow name the conversation. A
//! line counts only if the protocol allows all of it: two lines run together are neither.

use crate::text::fold_char;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// A command and its conversation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LogLine<'a> {
    /// Hash of the words before the command, without direction and time.
    pub(super) conversation: u64,
    pub(super) command: LogCommand<'a>,
}

/// A command and its arguments.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum LogCommand<'a> {
    /// Sets the position to think about.
    Position(SentPosition<'a>),
    /// Starts the search.
    Go(SearchCommand),
    /// The expected move was played.
    PonderHit,
    /// Stops the search.
    Stop,
    /// Begins another game.
    NewGame,
    /// Move of the engine; `None` when it has none.
    BestMove(Option<&'a str>),
    /// Score, depth and best variation found so far.
    Info(&'a str),
    /// Name of the engine.
    Name(&'a str),
    /// Damaged position or move, or one that another line ran into.
    Damaged,
    /// Result of a game, stated by the program that lets engines play.
    Finished(&'a str),
}

/// Position of a game as sent to an engine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SentPosition<'a> {
    /// `startpos`, or a FEN.
    pub(super) start: &'a str,
    /// Moves from there, separated by blanks.
    pub(super) moves: &'a str,
}

/// Conditions of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct SearchCommand {
    /// The last move is only expected (`ponder`).
    pub(super) is_ahead: bool,
    /// The search has no limit.
    pub(super) is_endless: bool,
    /// Time of Red, of Black, and of the side not to move, in milliseconds.
    pub(super) red: Option<u32>,
    pub(super) black: Option<u32>,
    pub(super) opponent: Option<u32>,
}

/// Bytes of the longest prefix before a command.
const LONGEST_PREFIX: usize = 160;

/// Words of a prefix that name a direction, a kind of message or nobody.
const OF_NOBODY: [&str; 34] = [
    "info", "debug", "trace", "log", "send", "sent", "receive", "received", "recv", "read",
    "write", "in", "out", "input", "output", "stdin", "stdout", "to", "from", "tx", "rx", "cmd",
    "command", "response", "am", "pm", "发送", "接收", "收到", "输入", "输出", "命令", "返回",
    "反馈",
];

/// First words of commands that hold moves of a game.
const OF_MOVES: [&str; 3] = ["position startpos", "position fen", "bestmove"];

/// Results that `Finished game` may state.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Words of a search that a number follows.
const WITH_NUMBER: [&str; 14] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "time",
    "increment",
    "opptime",
    "oppincrement",
    "oppmovestogo",
];

/// Reads a line without its line end; `None` if no command of a protocol stands in it.
pub(super) fn read(line: &str) -> Option<LogLine<'_>> {
    let head = &line[..line.floor_char_boundary(LONGEST_PREFIX)];
    let begins = |(at, c): (usize, char)| {
        let before = head[..at].chars().next_back();
        let is_free = before.is_none_or(|it| it.is_whitespace() || ":：>)]|".contains(it));
        (is_free && c.is_ascii_alphabetic()).then_some(at)
    };
    head.char_indices().filter_map(begins).find_map(|at| {
        let text = line[at..].trim_end();
        let command = command(text);
        let is_damaged = || OF_MOVES.iter().any(|word| text.starts_with(word));
        let command = command.or_else(|| is_damaged().then_some(LogCommand::Damaged))?;
        Some(LogLine { conversation: conversation(&line[..at]), command })
    })
}

/// Hash of the words before a command, in any order: an arrow swaps them.
fn conversation(prefix: &str) -> u64 {
    let is_arrow = |c: char| "<>-=|[]→←".contains(c) || c.is_whitespace();
    let mut sum = 0u64;
    let mut at = 0;
    for word in prefix.split_inclusive(is_arrow) {
        let begin = at;
        at += word.len();
        let word = word.trim_end_matches(is_arrow).trim_end_matches([':', '：']);
        // A number behind an arrow is an engine's; other numbers are times.
        let is_pointed = prefix[..begin].trim_end_matches(['-', '=']).ends_with(['<', '>']);
        let is_named = word.contains(char::is_alphabetic);
        let folded: String = word.chars().map(fold_char).collect();
        if word.is_empty() || !(is_named || is_pointed) || OF_NOBODY.contains(&&*folded) {
            continue;
        }
        let mut hasher = FxHasher::default();
        word.hash(&mut hasher);
        sum = sum.wrapping_add(hasher.finish());
    }
    sum
}

fn command(text: &str) -> Option<LogCommand<'_>> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rest = rest.trim();
    Some(match word {
        "position" => LogCommand::Position(position(rest)?),
        "go" => LogCommand::Go(search(rest)?),
        "ponderhit" if rest.is_empty() || rest == "draw" => LogCommand::PonderHit,
        "stop" if rest.is_empty() => LogCommand::Stop,
        "ucinewgame" if rest.is_empty() => LogCommand::NewGame,
        "setoption" if rest == "newgame" => LogCommand::NewGame,
        "nobestmove" if rest.is_empty() => LogCommand::BestMove(None),
        "bestmove" => LogCommand::BestMove(best_move(rest)?),
        "info" if !OF_MOVES.iter().any(|word| rest.contains(word)) => LogCommand::Info(rest),
        "id" => LogCommand::Name(rest.strip_prefix("name ")?.trim()),
        // Example: `Finished game 3 (Eye vs Fish): 1-0 {Black is mated}`
        "Finished" => {
            let (number, end) = rest.strip_prefix("game ")?.split_once(' ')?;
            let (_, end) = end.rsplit_once("): ").filter(|_| is_number(number))?;
            let result = end.split(' ').next()?;
            RESULTS.contains(&result).then_some(LogCommand::Finished(result))?
        }
        _ => return None,
    })
}

fn position(rest: &str) -> Option<SentPosition<'_>> {
    let (start, moves) = match rest.split_once("moves") {
        Some((start, moves)) => (start.trim_end(), moves.trim()),
        None => (rest, ""),
    };
    let start = match start.strip_prefix("fen ") {
        Some(fen) => Some(fen.trim()).filter(|fen| fen.matches('/').count() == 9)?,
        None => Some(start).filter(|start| *start == "startpos")?,
    };
    moves.split_whitespace().all(is_move).then_some(SentPosition { start, moves })
}

fn search(rest: &str) -> Option<SearchCommand> {
    let mut search = SearchCommand::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "ponder" => search.is_ahead = true,
            "infinite" => search.is_endless = true,
            "draw" => {}
            "searchmoves" => while words.next_if(|word| is_move(word)).is_some() {},
            // UCCI writes an unlimited search as `depth infinite`.
            "depth" if words.next_if_eq(&"infinite").is_some() => search.is_endless = true,
            _ if WITH_NUMBER.contains(&word) => {
                let number = words.next()?;
                let number = number.strip_prefix('-').unwrap_or(number);
                let read = is_number(number).then(|| number.parse().ok())?;
                match word {
                    "wtime" => search.red = read,
                    "btime" => search.black = read,
                    "opptime" => search.opponent = read,
                    _ => {}
                }
            }
            _ => return None,
        }
    }
    Some(search)
}

/// Reads the arguments of `bestmove`: `h2e2 ponder h9g7`, `h2e2 draw`, `(none)`.
fn best_move(rest: &str) -> Option<Option<&str>> {
    let mut words = rest.split_whitespace();
    let first = words.next()?;
    while let Some(word) = words.next() {
        let is_known = match word {
            "ponder" => words.next().is_some_and(|word| is_move(word) || is_no_move(word)),
            word => matches!(word, "draw" | "resign"),
        };
        is_known.then_some(())?;
    }
    (is_move(first) || is_no_move(first)).then(|| Some(first).filter(|word| is_move(word)))
}

fn is_no_move(word: &str) -> bool {
    matches!(word, "(none)" | "none" | "0000" | "a0a0" | "null" | "NULL" | "resign")
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is two squares, each a letter and a rank of one or two digits.
fn is_move(word: &str) -> bool {
    let square = |text: &mut &str| {
        let rest = text.strip_prefix(|c| matches!(c, 'a'..='i'))?;
        let figures = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
        *text = rest.get(figures..).filter(|_| figures > 0)?;
        Some(())
    };
    let mut rest = word;
    square(&mut rest).and_then(|()| square(&mut rest)).is_some() && rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_stand_behind_any_prefix() {
        let sent = SentPosition { start: "startpos", moves: "h2e2 h9g7" };
        for prefix in [
            "",
            "452 >Eye(0): ",
            "12:03:04.123 <1:",
            "[12:03:04] Engine1 -> ",
            "DEBUG:engine:<UciProtocol (pid=1012)>: << ",
            "[Engine] [16:57:28.986814] <140198998402624> eye <--- ",
            ">> ",
            "2024-05-01 12:00:00 发送：",
        ] {
            let line = format!("{prefix}position startpos moves h2e2 h9g7 ");
            assert_eq!(
                read(&line).map(|it| it.command),
                Some(LogCommand::Position(sent)),
                "{line}"
            );
        }
    }

    #[test]
    fn both_directions_are_one_conversation() {
        let of = |prefix: &str| read(&format!("{prefix}stop")).unwrap().conversation;
        for (sent, answered) in [
            ("12 >Eye(0): ", "999 <Eye(0): "),
            ("[Engine] [16:57:28.9] <14> eye <--- ", "[Engine] [16:57:29.1] <14> eye 2 ---> "),
            ("GUI -> Eye: ", "Eye -> GUI: "),
            ("12:03:04.1 <1:", "12:03:05.9 >1:"),
            ("2024-05-01 12:03:04-->1:", "2024-05-01 12:03:05<--1:"),
            ("[Sent] ", "[Received] "),
            ("", ">> "),
        ] {
            assert_eq!(of(sent), of(answered), "{sent}");
        }
        for (one, other) in [(">a(0): ", ">a(1): "), ("<1:", "<2:"), (">a: ", ">b: ")] {
            assert_ne!(of(one), of(other), "{one}");
        }
    }

    #[test]
    fn a_line_counts_as_a_whole() {
        for line in [
            "position startpos moves h2e2 h9g7452 >Eye(0): go",
            "position startpos h2e2",
            "position startpos moves h2e2 h9",
            "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w moves e2e4",
            "bestmove h2e2452 >Eye(0): position startpos",
            "bestmove",
            "go where you like",
            "go depth",
            "Finished game one (a vs b): 1-0",
            "a position of 8 moves",
            "outposition startpos",
        ] {
            let found = read(line).map(|it| it.command);
            assert!(matches!(found, None | Some(LogCommand::Damaged)), "{line}: {found:?}");
        }
        let go = |text: &str| match read(text).unwrap().command {
            LogCommand::Go(search) => search,
            other => panic!("{other:?}"),
        };
        let timed = go("go wtime 60000 btime 59000 winc 0 binc 0");
        assert_eq!((timed.red, timed.black), (Some(60_000), Some(59_000)));
        assert!(go("go ponder time 100 increment 0").is_ahead && go("go infinite").is_endless);
        assert!(go("go depth infinite").is_endless && !go("go depth 8").is_endless);
        let best = |text: &'static str| read(text).unwrap().command;
        assert_eq!(best("bestmove h10g8 ponder a1a2"), LogCommand::BestMove(Some("h10g8")));
        assert_eq!(best("info depth 3 pv h2e2 bestmove h2e2"), LogCommand::BestMove(Some("h2e2")));
        assert_eq!(best("bestmove (none)"), LogCommand::BestMove(None));
        let end = "Finished game 3 (Eye (2) vs Fish): 1/2-1/2 {Draw by repetition}";
        assert_eq!(best(end), LogCommand::Finished("1/2-1/2"));
    }
}
