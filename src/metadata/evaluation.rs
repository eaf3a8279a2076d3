//! Reads evaluations and clocks that programs write into comments.
//!
//! The comment keeps its text. Two forms are read: commands in brackets, anywhere in a comment, and
//! remarks that fill a whole line. A remark inside a sentence is human text and is ignored.
//!
//! | form | meaning | written by |
//! | --- | --- | --- |
//! | `[%eval 0.35]`, `[%eval 0.35,18]` | pawns for White, who is Red here; the depth | lichess, pychess, python-chess |
//! | `[%eval 35,18]` | centipawns for White; without a point only before a depth | ChessBase |
//! | `[%eval #-3]` | mate in three moves, against White | lichess |
//! | `[%clk 0:12:34]` | what the clock of the mover shows after the move: h:mm:ss, with a fraction or none | PGN supplement of 2001 |
//! | `[%emt 0:00:05]` | the time that the move took | PGN supplement of 2001 |
//! | `+0.35/18 2.1s` | pawns for the mover, depth, seconds | cutechess, fastchess |
//! | `+0.35/18 1:23`, `+0.35/18 4` | minutes and seconds, or seconds | WinBoard, XBoard |
//! | `+0.35/18 2.1 30327` | the nodes behind the seconds | BanksiaGUI |
//! | `+M7/22 0.5s` | mate in seven plies, which are four moves | cutechess, fastchess |
//! | `(h2e2) +0.35/18 5s` | the expected move before | Arena |
//! | `(+0.35/18 2.1s)` | in brackets | Arena |
//! | `depth 18 score cp 35 time 2100 pv …` | a line of UCI: centipawns or mate for the mover, milliseconds | UCI, where `info` may stand before |
//! | `depth 18 score 35 pv …`, `score 35 depth 18` | the same of UCCI, which has no `cp` | UCCI |
//!
//! Words and `n=90000` that cutechess and fastchess add behind a comma are skipped. A score without
//! a sign counts only before a time in `s`: `2.5/4` are points of a player. A whole number in
//! `[%eval 35]` is not read, because programs disagree whether it is pawns or centipawns.
//!
//! 鲨鱼象棋 writes `{#50,0#}` behind moves. Public readers take the first number as centipawns
//! for Red; others write 0 and 50 in turn without an evaluation. No document exists and no two
//! programs agree, so these marks stay text. No remark of 兵河 was found in public.

use super::named::named;
use crate::xiangqi::Side;
use std::borrow::Cow;

named! {
    /// Side for which the source of an evaluation counts.
    pub enum EvaluationView {
        /// For Red, whoever moved.
        Red = "red",
        /// For the side that just moved.
        Mover = "mover",
    }
}

/// Score of a position, for the side for which its source counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineScore {
    /// Hundredths of a pawn, at most [`EngineScore::MOST`] for either side.
    Centipawns(i32),
    /// Mate in this number of moves, at least 1; negative if the other side mates.
    Mate(i32),
}

impl EngineScore {
    /// Largest score in centipawns that is no mate; programs write more for a won position.
    pub const MOST: i32 = 29_000;
    /// A mate in n moves counts as this number less n centipawns.
    pub const MATE: i32 = 30_000;

    /// The score in centipawns; a mate in n moves is 30000 - n.
    ///
    /// ```
    /// use xqdb::metadata::EngineScore;
    /// assert_eq!(EngineScore::Mate(3).centipawns(), 29_997);
    /// assert_eq!(EngineScore::Mate(-3).centipawns(), -29_997);
    /// assert_eq!(EngineScore::of_centipawns(-29_997), EngineScore::Mate(-3));
    /// ```
    #[must_use]
    pub fn centipawns(self) -> i32 {
        match self {
            EngineScore::Centipawns(centipawns) => centipawns,
            EngineScore::Mate(moves) => moves.signum() * EngineScore::MATE - moves,
        }
    }

    /// The score of a number from [`EngineScore::centipawns`].
    #[must_use]
    pub fn of_centipawns(centipawns: i32) -> EngineScore {
        match centipawns.abs() <= EngineScore::MOST {
            true => EngineScore::Centipawns(centipawns),
            false => EngineScore::Mate(centipawns.signum() * EngineScore::MATE - centipawns),
        }
    }

    /// The score as the other side counts it.
    #[must_use]
    fn turned(self) -> EngineScore {
        match self {
            EngineScore::Centipawns(centipawns) => EngineScore::Centipawns(-centipawns),
            EngineScore::Mate(moves) => EngineScore::Mate(-moves),
        }
    }
}

impl std::fmt::Display for EngineScore {
    /// Writes pawns with sign and two decimals, or `#` and the moves to mate: `+0.35`, `#-3`.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            EngineScore::Centipawns(0) => formatter.write_str("0.00"),
            EngineScore::Centipawns(centipawns) => {
                let sign = if centipawns < 0 { '-' } else { '+' };
                let size = centipawns.unsigned_abs();
                write!(formatter, "{sign}{}.{:02}", size / 100, size % 100)
            }
            EngineScore::Mate(moves) => write!(formatter, "#{moves}"),
        }
    }
}

/// Numbers that a program wrote into the comment behind a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MoveEvaluation {
    /// Score of the position after the move, and the side for which it counts.
    pub score: Option<(EngineScore, EvaluationView)>,
    /// Search depth in plies.
    pub depth: Option<u16>,
    /// Time spent on the move, in milliseconds.
    pub spent: Option<u32>,
    /// Time left for the mover after the move, in milliseconds.
    pub clock: Option<u32>,
}

impl MoveEvaluation {
    /// Reads the comment behind a move; `None` without a number of a program.
    ///
    /// ```
    /// use xqdb::metadata::{EngineScore, EvaluationView, MoveEvaluation};
    /// let read = MoveEvaluation::read("好棋。[%eval -0.35] [%clk 0:12:34]").unwrap();
    /// assert_eq!(read.score, Some((EngineScore::Centipawns(-35), EvaluationView::Red)));
    /// assert_eq!(read.clock, Some(754_000));
    /// assert_eq!(MoveEvaluation::read("红方 +0.35/18 稍优"), None);
    /// ```
    #[must_use]
    pub fn read(comment: &str) -> Option<MoveEvaluation> {
        let mut read = MoveEvaluation::default();
        commands(comment, |name, value| read.take_command(name, value));
        if read.score.is_none()
            && let Some(remark) = comment.lines().find_map(remark)
        {
            read =
                MoveEvaluation { spent: read.spent.or(remark.spent), clock: read.clock, ..remark };
        }
        (read != MoveEvaluation::default()).then_some(read)
    }

    /// Quick test whether [`MoveEvaluation::read`] may find anything; false for nearly all human
    /// comments.
    #[must_use]
    pub fn may_be_in(comment: &str) -> bool {
        let begins = |line: &str| {
            let line = line.trim_start().as_bytes();
            match line.first() {
                Some(b'+' | b'-' | b'(' | b'0'..=b'9') => true,
                Some(b'i' | b'd' | b's') => WORDS.iter().any(|word| line.starts_with(word)),
                _ => false,
            }
        };
        comment.contains("[%") || comment.lines().any(begins)
    }

    /// The words of people in a comment: what is left without scores and clocks of programs.
    ///
    /// ```
    /// use xqdb::metadata::MoveEvaluation;
    /// assert_eq!(MoveEvaluation::human_words("好棋 [%eval 0.35] [%clk 0:12:34]"), "好棋");
    /// assert_eq!(MoveEvaluation::human_words("+0.35/18 2.1s"), "");
    /// assert_eq!(MoveEvaluation::human_words("[%csl Ge4] 好棋"), "[%csl Ge4] 好棋");
    /// ```
    #[must_use]
    pub fn human_words(comment: &str) -> Cow<'_, str> {
        if !MoveEvaluation::may_be_in(comment) {
            return Cow::Borrowed(comment);
        }
        let of_line = |line: &str| {
            let words = without_commands(line);
            let is_blank = words.trim().is_empty() && !line.trim().is_empty();
            (!is_blank && remark(&words).is_none()).then_some(words)
        };
        let lines: Vec<String> = comment.lines().filter_map(of_line).collect();
        Cow::Owned(lines.join("\n").trim().to_owned())
    }

    /// Score for Red in centipawns (a mate in n moves is 30000 - n). `mover` is the side that just
    /// moved; None before the first move.
    #[must_use]
    pub fn for_red(&self, mover: Option<Side>) -> Option<i32> {
        let score = match self.score? {
            (score, EvaluationView::Red) => score,
            (score, EvaluationView::Mover) if mover? == Side::Red => score,
            (score, EvaluationView::Mover) => score.turned(),
        };
        Some(score.centipawns())
    }

    /// Takes `[%name value]`; only the first of each name counts.
    fn take_command(&mut self, name: &str, value: &str) {
        match name {
            "eval" if self.score.is_none() => {
                let (score, depth) = match value.split_once(',') {
                    Some((score, depth)) => (score.trim(), Some(depth.trim())),
                    None => (value, None),
                };
                let depth = match depth {
                    None => None,
                    Some(depth) => match number(depth) {
                        Some(depth) => Some(depth),
                        None => return,
                    },
                };
                let score = match score.strip_prefix('#') {
                    Some(moves) => mate(moves),
                    None if depth.is_some() => pawns(score).or_else(|| whole_centipawns(score)),
                    None => pawns(score).or_else(|| whole_centipawns(score).filter(is_zero)),
                };
                if let Some(score) = score {
                    self.score = Some((score, EvaluationView::Red));
                    self.depth = depth;
                }
            }
            "clk" if self.clock.is_none() => self.clock = clock(value),
            "emt" if self.spent.is_none() => self.spent = clock(value),
            _ => {}
        }
    }
}

/// First words of a line of UCI or UCCI.
const WORDS: [&[u8]; 3] = [b"info ", b"depth ", b"score "];
/// Largest number of bytes of a line read as a remark; a line of UCI ends with moves.
const LONGEST: usize = 2000;

fn is_zero(score: &EngineScore) -> bool {
    *score == EngineScore::Centipawns(0)
}

/// Largest number of bytes of a command.
const LONGEST_COMMAND: usize = 80;

/// Calls `take` with name and value of each `[%name value]` in a comment.
fn commands(comment: &str, mut take: impl FnMut(&str, &str)) {
    for (at, _) in comment.match_indices("[%") {
        let (command, _) = command(&comment[at + 2..]).unwrap_or_default();
        if let Some((name, value)) = command.split_once(char::is_whitespace) {
            take(name, value.trim());
        }
    }
}

/// Splits the text behind `[%` at the bracket that ends the command; `None` if it is too far away.
fn command(behind: &str) -> Option<(&str, &str)> {
    let end = behind.bytes().take(LONGEST_COMMAND).position(|byte| byte == b']')?;
    Some((&behind[..end], &behind[end + 1..]))
}

/// A line without the commands that [`MoveEvaluation::read`] reads.
fn without_commands(line: &str) -> String {
    let is_read = |command: &str| {
        let mut read = MoveEvaluation::default();
        commands(&format!("[%{command}]"), |name, value| read.take_command(name, value));
        !command.contains("[%") && read != MoveEvaluation::default()
    };
    let (mut words, mut left) = (String::new(), line);
    while let Some((before, behind)) = left.split_once("[%") {
        words += before;
        left = match command(behind) {
            Some((command, rest)) if is_read(command) => rest.trim_start(),
            _ => {
                words += "[%";
                behind
            }
        };
    }
    words + left
}

/// Reads a line that is one whole remark of a program.
fn remark(line: &str) -> Option<MoveEvaluation> {
    let line = line.trim();
    if line.len() > LONGEST || !line.is_ascii() {
        return None;
    }
    let bare = line.strip_prefix('(').and_then(|line| line.strip_suffix(')')).unwrap_or(line);
    scored(bare).or_else(|| scored(behind_expected(line)?)).or_else(|| protocol_line(bare))
}

/// The remark behind the expected move: `(h2e2) +0.35/18 5s`.
fn behind_expected(line: &str) -> Option<&str> {
    let (expected, rest) = line.strip_prefix('(')?.split_once(") ")?;
    let is_move = (2..=8).contains(&expected.len())
        && expected.starts_with(|c: char| c.is_ascii_alphabetic())
        && expected.bytes().all(|byte| byte.is_ascii_graphic());
    is_move.then_some(rest)
}

/// Reads `+0.35/18 2.1s`.
fn scored(line: &str) -> Option<MoveEvaluation> {
    let (remark, words) = match line.split_once(',') {
        Some((remark, words)) => (remark, Some(words)),
        None => (line, None),
    };
    if !words.is_none_or(|words| words.split(',').all(is_addition)) {
        return None;
    }
    let (score, rest) = remark.split_once('/')?;
    let mut parts = rest.split_ascii_whitespace();
    let depth = number(parts.next()?)?;
    let time = parts.next();
    let has_unit = time.is_some_and(|time| time.ends_with('s'));
    let is_signed = score.starts_with(['+', '-']);
    let spent = match time {
        None => None,
        Some(time) => Some(duration(time)?),
    };
    let nodes = parts.next();
    let is_whole = nodes.is_none_or(is_digits) && parts.next().is_none();
    if rest.starts_with(' ') || !is_whole || !(is_signed || has_unit) {
        return None;
    }
    let score = match score.trim_start_matches(['+', '-']).strip_prefix('M') {
        Some(plies) => {
            let moves = i32::from(number(plies)?.div_ceil(2).max(1));
            EngineScore::Mate(if score.starts_with('-') { -moves } else { moves })
        }
        None => pawns(score)?,
    };
    let score = Some((score, EvaluationView::Mover));
    Some(MoveEvaluation { score, depth: Some(depth), spent, clock: None })
}

/// Whether the words are an addition of a program behind a comma: `White mates`, `n=90000`.
fn is_addition(words: &str) -> bool {
    let words = words.trim();
    let is_word = |c: char| c.is_ascii_alphanumeric() || " -=.+'_".contains(c);
    !words.is_empty() && words.len() <= 80 && words.chars().all(is_word)
}

/// Reads a line of UCI or UCCI: words, each with a value.
fn protocol_line(line: &str) -> Option<MoveEvaluation> {
    let line = line.strip_prefix("info ").unwrap_or(line);
    let mut words = line.split_ascii_whitespace().peekable();
    let mut read = MoveEvaluation::default();
    while let Some(word) = words.next() {
        match word {
            // Moves follow up to the end.
            "pv" => break,
            "score" => {
                let score = match words.next()? {
                    "cp" => whole_centipawns(words.next()?)?,
                    "mate" => mate(words.next()?)?,
                    score => whole_centipawns(score)?,
                };
                read.score = Some((score, EvaluationView::Mover));
            }
            "depth" => read.depth = Some(number(words.next()?)?),
            "time" => read.spent = Some(words.next()?.parse().ok().filter(|time| *time <= LIMIT)?),
            "seldepth" | "nodes" | "nps" | "multipv" | "hashfull" | "tbhits" => {
                is_digits(words.next()?).then_some(())?;
            }
            "wdl" => (0..3).try_for_each(|_| is_digits(words.next()?).then_some(()))?,
            // A bound is no score.
            _ => return None,
        }
    }
    (read.score.is_some() && read.depth.is_some()).then_some(read)
}

/// Reads pawns with a decimal point: `+0.35`, `-12.5`.
fn pawns(text: &str) -> Option<EngineScore> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, decimals) = unsigned.split_once('.')?;
    if !is_digits(whole) || whole.len() > 5 || !is_digits(decimals) || decimals.len() > 4 {
        return None;
    }
    let hundredths = format!("{decimals:0<2}").get(..2)?.parse::<i32>().ok()?;
    let size = whole.parse::<i32>().ok()? * 100 + hundredths;
    Some(centipawns(if text.starts_with('-') { -size } else { size }))
}

/// Reads centipawns: `35`, `-120`.
fn whole_centipawns(text: &str) -> Option<EngineScore> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !is_digits(unsigned) || unsigned.len() > 7 {
        return None;
    }
    let size = unsigned.parse::<i32>().ok()?;
    Some(centipawns(if text.starts_with('-') { -size } else { size }))
}

fn centipawns(centipawns: i32) -> EngineScore {
    EngineScore::Centipawns(centipawns.clamp(-EngineScore::MOST, EngineScore::MOST))
}

/// Reads moves to mate: `3`, `-3`; None for 0, which does not show who mates.
fn mate(text: &str) -> Option<EngineScore> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let moves = i32::from(number(unsigned).filter(|moves| *moves > 0)?);
    Some(EngineScore::Mate(if text.starts_with('-') { -moves } else { moves }))
}

/// Reads a number of at most three digits.
fn number(text: &str) -> Option<u16> {
    let is_number = is_digits(text) && text.len() <= 3;
    is_number.then(|| text.parse().ok()).flatten()
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Largest clock time in milliseconds: a hundred hours.
const LIMIT: u32 = 360_000_000;

/// Reads seconds (`2.1s`, `4`) or minutes and seconds (`1:23`) as milliseconds.
fn duration(text: &str) -> Option<u32> {
    let text = text.strip_suffix('s').unwrap_or(text);
    if text.contains(':') { clock(text) } else { seconds(text).filter(|time| *time <= LIMIT) }
}

/// Reads `0:12:34`, `12:34` or `0:12:34.5` as milliseconds.
fn clock(text: &str) -> Option<u32> {
    let mut parts: Vec<&str> = text.split(':').collect();
    let last = parts.pop().filter(|last| last.split('.').next().is_some_and(|it| it.len() <= 2))?;
    let last = seconds(last).filter(|time| *time < 60_000)?;
    let minutes = match parts[..] {
        [minutes] => number(minutes)?.into(),
        [hours, minutes] => {
            let minutes = number(minutes).filter(|minutes| *minutes < 60)?;
            u32::from(number(hours)?) * 60 + u32::from(minutes)
        }
        _ => return None,
    };
    Some(minutes * 60_000 + last).filter(|time| *time <= LIMIT)
}

/// Reads seconds, perhaps with a fraction, as milliseconds.
fn seconds(text: &str) -> Option<u32> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    if !is_digits(whole) || whole.len() > 6 || !is_digits(fraction) {
        return None;
    }
    let thousandths = format!("{fraction:0<3}").get(..3)?.parse::<u32>().ok()?;
    Some(whole.parse::<u32>().ok()? * 1000 + thousandths)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Score for Red, who moved; depth; milliseconds spent; milliseconds left.
    type Read = (Option<i32>, Option<u16>, Option<u32>, Option<u32>);

    fn read(comment: &str) -> Option<Read> {
        let read = MoveEvaluation::read(comment)?;
        assert!(MoveEvaluation::may_be_in(comment), "{comment}");
        Some((read.for_red(Some(Side::Red)), read.depth, read.spent, read.clock))
    }

    #[test]
    fn a_comment_of_many_brackets_comes_to_an_end() {
        // Quadratic time would never end here.
        for comment in ["[%".repeat(1_000_000), "[%".repeat(1_000_000) + "]"] {
            assert_eq!(MoveEvaluation::human_words(&comment).len(), comment.len());
        }
    }

    #[test]
    fn words_of_people_stay() {
        for (comment, words) in [
            ("好棋", "好棋"),
            ("先手\n+0.35/18 2.1s\n[%eval 0.35]\n\n妙", "先手\n\n妙"),
            ("妙[%clk 0:01:00]手 [%eval 0.35] 也", "妙手 也"),
            ("[%eval 35] 好棋", "[%eval 35] 好棋"),
            ("[%eval 0.35", "[%eval 0.35"),
            ("[%[%eval 0.35]]", "[%]"),
            ("(+0.35/18 2.1s)", ""),
        ] {
            assert_eq!(MoveEvaluation::human_words(comment), words, "{comment}");
        }
    }

    #[test]
    fn every_form_of_a_program_is_read() {
        let score = |centipawns, depth, spent| Some((Some(centipawns), depth, spent, None));
        for (comment, expected) in [
            ("[%eval 0.35]", score(35, None, None)),
            ("[%eval -1.2]", score(-120, None, None)),
            ("[%eval 2.35,20]", score(235, Some(20), None)),
            ("[%eval 35,18]", score(35, Some(18), None)),
            ("[%eval 0]", score(0, None, None)),
            ("[%eval #3]", score(29_997, None, None)),
            ("[%eval #-3]", score(-29_997, None, None)),
            ("[%clk 0:12:34]", Some((None, None, None, Some(754_000)))),
            ("[%clk 1:02:03.4]", Some((None, None, None, Some(3_723_400)))),
            ("[%emt 0:00:05]", Some((None, None, Some(5000), None))),
            ("好棋[%eval 0.1][%clk 0:00:09]", Some((Some(10), None, None, Some(9000)))),
            ("+0.35/18 2.1s", score(35, Some(18), Some(2100))),
            ("-0.02/31 0.22s", score(-2, Some(31), Some(220))),
            ("0.00/4 0.100s, n=100, nps=1000", score(0, Some(4), Some(100))),
            ("+M1/5 0.1s, White mates", score(29_999, Some(5), Some(100))),
            ("+M7/22 0.5s", score(29_996, Some(22), Some(500))),
            ("-M8/22 0.5s", score(-29_996, Some(22), Some(500))),
            ("+0.09/10 4", score(9, Some(10), Some(4000))),
            ("+0.01/1", score(1, Some(1), None)),
            ("+0.35/18 1:23", score(35, Some(18), Some(83_000))),
            ("+0.29/16 1.1 303232", score(29, Some(16), Some(1100))),
            ("(+0.35/18 2.1s)", score(35, Some(18), Some(2100))),
            ("(h2e2) +2.67/12 77s", score(267, Some(12), Some(77_000))),
            ("+355.34/0 0s", score(29_000, Some(0), Some(0))),
            ("score 35 depth 18", score(35, Some(18), None)),
            ("info depth 6 score -4 pv b2e2 h9g7", score(-4, Some(6), None)),
            (
                "depth 18 seldepth 20 score cp 35 nodes 5 nps 7 time 2100 pv h2e2",
                score(35, Some(18), Some(2100)),
            ),
            ("depth 9 score mate -2 wdl 0 0 1000 time 5", score(-29_998, Some(9), Some(5))),
            ("+0.35/18 2.1s\n好棋", score(35, Some(18), Some(2100))),
        ] {
            assert_eq!(read(comment), expected, "{comment}");
        }
    }

    #[test]
    fn words_of_people_are_no_evaluations() {
        for comment in [
            "",
            "红方 +0.35/18 稍优",
            "+0.35/18 2.1s 好棋",
            "+0.35/18 2.1s, 好棋",
            "2.5/4",
            "1.5/2 分",
            "1/2",
            "+1/2",
            "(1) +1",
            "+0.35",
            "-35",
            "depth 18",
            "score 35",
            "score is 35 depth 18",
            "depth 18 score cp 35 lowerbound",
            "[%eval 35]",
            "[%eval good]",
            "[%eval 0.35,deep]",
            "[%eval #0]",
            "[%clk 99]",
            "[%clk 0:99:00]",
            "[%cal Gh2e2]",
            "[%eval 0.35",
            "#50,0#",
            "+0.35/ 18",
            "+0.35/18 soon",
            "+0.35/1800",
            "123456.00/7 1s",
        ] {
            assert_eq!(MoveEvaluation::read(comment), None, "{comment}");
        }
    }

    #[test]
    fn a_score_of_the_mover_is_turned_where_black_moved() {
        let remark = MoveEvaluation::read("+4.72/11 4").unwrap();
        assert_eq!(remark.for_red(Some(Side::Black)), Some(-472));
        assert_eq!(remark.for_red(None), None);
        let command = MoveEvaluation::read("[%eval 4.72]").unwrap();
        assert_eq!(command.for_red(Some(Side::Black)), Some(472));
        assert_eq!(command.for_red(None), Some(472));
    }

    #[test]
    fn scores_are_shown_in_pawns() {
        for (centipawns, shown) in
            [(35, "+0.35"), (-120, "-1.20"), (0, "0.00"), (29_997, "#3"), (-29_997, "#-3")]
        {
            assert_eq!(EngineScore::of_centipawns(centipawns).to_string(), shown);
        }
    }

    #[test]
    fn no_text_makes_it_fail() {
        let texts = ["[%eval -0.35,18] [%clk 0:12:34]", "(h2e2) +0.35/18 2.1s, n=5", "info depth"];
        for text in texts {
            for (at, _) in text.char_indices() {
                for put in ["", "é", "-", "[%", "]", "9999999999", ":", "."] {
                    let cut = format!("{}{put}{}", &text[..at], &text[at + 1..]);
                    let _ = MoveEvaluation::read(&cut);
                    let _ = MoveEvaluation::read(&text[..at]);
                }
            }
        }
    }
}
