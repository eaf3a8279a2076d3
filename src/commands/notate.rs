//! `xqdb notate`: translates moves from any notation into others, without a database.

use super::context::typed;
use super::printed::{Printed, tick};
use super::render::{Align, TextTable, board};
use super::{Context, Status};
use crate::cli::NotateArgs;
use crate::messages::Lang;
use anyhow::{Context as _, anyhow, bail};
use std::fmt::Write as _;
use std::io::{BufRead, BufWriter, Read, Write};
use xqdb::answers;
use xqdb::diagram::Letters;
use xqdb::notation::{
    Certainty, Identified, Reading, Solution, System, Unreadable, identify, near_spellings, tokens,
    understand,
};
use xqdb::xiangqi::{Move, Position, Side};

/// Largest number of bytes of a line of moves.
const LONGEST_LINE: u64 = 1 << 20;

/// Translates a line, answers a batch, or lists the notations.
pub(crate) fn notate(context: &Context, args: &NotateArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    if args.list {
        let (answer, notations) = answers::notations();
        let note = format!("\n{}\n{}\n", lang.notations_complete(), lang.notations_automatic());
        Printed::new(context, answer, args.answer.layout())?
            .show("complete", |it| Ok(tick(it.is_complete, lang)))
            .show("automatic", |it| Ok(tick(it.is_automatic, lang)))
            .print_with(&notations, &note)?;
        return Ok(Status::Success);
    }
    let from = context.system(&args.from)?;
    let to = args.to.iter().map(|name| context.system(name)).collect::<Result<Vec<_>, _>>()?;
    if args.batch {
        return answer_batch(context, &from, &to);
    }
    let start =
        args.fen.as_deref().map(Position::from_fen).transpose().map_err(|error| {
            anyhow!(lang.argument_wrong("--fen", &lang.stored(&error.to_string())))
        })?;
    let start = start.unwrap_or_else(Position::start);
    let text = match args.moves[..] {
        [] => typed(std::io::stdin().lock(), LONGEST_LINE)
            .with_context(|| lang.cannot_read_stdin())?,
        _ => args.moves.join("\n"),
    };
    let tokens = tokens(&text);
    if tokens.is_empty() {
        bail!(lang.no_moves_given());
    }
    let found = understand(&from, &tokens, &start);
    let line = Translation { tokens: &tokens, start: &start, to: &to, lang };
    context.print_all(&match args.explain {
        true => explain(&line, &found, args.letters.into(), context.colour)?,
        false => {
            let lines = found.candidates[0].solution.lines();
            lines.iter().map(|moves| line.translate(moves)).collect::<String>()
        }
    })?;
    match line.trouble(&found) {
        None => Ok(Status::Success),
        Some(trouble) => {
            context.tell_always(&trouble);
            Ok(Status::SetAside)
        }
    }
}

/// Largest number of bytes of a line with FEN and move.
const LONGEST_QUESTION: u64 = 1 << 16;

/// Answers every line of standard input, `FEN`, tab, move, with the move in each notation of `to`
/// between tabs, or with `error: reason`; `error: ambiguous: ` is followed by the readings. The
/// answers are for programs, and therefore English in every language.
fn answer_batch(context: &Context, from: &System, to: &[System]) -> anyhow::Result<Status> {
    let lang = context.lang;
    let mut input = std::io::stdin().lock();
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut status = Status::Success;
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = (&mut input).take(LONGEST_QUESTION).read_until(b'\n', &mut line);
        if read.with_context(|| lang.cannot_read_stdin())? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&line);
        let answer = one(text.trim_end_matches(['\r', '\n']), from, to).unwrap_or_else(|why| {
            status = Status::SetAside;
            format!("error: {why}")
        });
        context.print(&mut out, format!("{answer}\n").as_bytes())?;
    }
    out.flush().with_context(|| lang.cannot_write_output())?;
    Ok(status)
}

fn one(line: &str, from: &System, to: &[System]) -> Result<String, String> {
    let (fen, token) =
        line.split_once('\t').ok_or("a line is a FEN, a tab and a move; there is no tab")?;
    let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
    let write = |mv| to.iter().map(|to| to.write(mv, &position)).collect::<Vec<_>>().join("\t");
    match reading(from, token, &position) {
        Reading::One(mv) => Ok(write(mv)),
        Reading::Several(moves) => {
            let listed: Vec<String> = moves.into_iter().map(write).collect();
            Err(format!("ambiguous: {}", listed.join(", ")))
        }
        Reading::None(why) => Err(why.to_string()),
    }
}

/// Reads one move. If `auto` does not know it, any notation that can play it counts.
fn reading(from: &System, token: &str, position: &Position) -> Reading {
    let reading = from.read(token, position);
    if !(matches!(from, System::Auto) && reading == Reading::None(Unreadable::NotAMove)) {
        return reading;
    }
    let found = understand(from, &[token], position);
    let mut moves = Vec::new();
    for candidate in &found.candidates {
        match &candidate.solution {
            Solution::None { why, .. } => return Reading::None(*why),
            solution => moves.extend(solution.lines().iter().flatten().copied()),
        }
    }
    moves.sort();
    moves.dedup();
    match moves[..] {
        [mv] => Reading::One(mv),
        _ => Reading::Several(moves),
    }
}

/// Line of moves, and the notations into which it is translated.
struct Translation<'a> {
    tokens: &'a [&'a str],
    start: &'a Position,
    to: &'a [System],
    lang: Lang,
}

impl Translation<'_> {
    /// The moves as a line if there is one target notation, else as a table.
    fn translate(&self, moves: &[Move]) -> String {
        let [to] = self.to else { return self.table(moves, self.to.iter(), false) };
        let mut position = self.start.clone();
        let texts = moves.iter().map(|&mv| {
            let text = to.write(mv, &position);
            position.play_unchecked(mv);
            text
        });
        let texts: Vec<String> = texts.collect();
        // Texts with blanks in them are separated by commas.
        let has_blanks = texts.iter().any(|text| text.contains(' '));
        texts.join(if has_blanks { ", " } else { " " }) + "\n"
    }

    /// Table with a row for each move: in these notations, and as it was written if `as_written`.
    fn table<'s>(
        &self,
        moves: &[Move],
        systems: impl Iterator<Item = &'s System> + Clone,
        as_written: bool,
    ) -> String {
        let left = |head: String| (head, Align::Left);
        let mut heads = vec![(String::new(), Align::Right)];
        heads.extend(as_written.then(|| left(self.lang.head_written())));
        heads.extend(systems.clone().map(|system| left(system.name().into_owned())));
        let mut table = TextTable::new(heads);
        let mut position = self.start.clone();
        for (ply, &mv) in moves.iter().enumerate() {
            let mut cells = vec![self.number(ply)];
            cells.extend(as_written.then(|| self.tokens[ply].to_owned()));
            cells.extend(systems.clone().map(|system| system.write(mv, &position)));
            table.row(cells);
            position.play_unchecked(mv);
        }
        table.render()
    }

    /// Number before a move: `1.` for Red, `1...` for Black.
    fn number(&self, ply: usize) -> String {
        let ply = ply + usize::from(self.start.side() == Side::Black);
        format!("{}.{}", ply / 2 + 1, if ply.is_multiple_of(2) { "" } else { ".." })
    }

    /// Sentence on why the line has no single meaning; `None` if it has one.
    fn trouble(&self, found: &Identified) -> Option<String> {
        let lang = self.lang;
        let best = &found.candidates[0];
        Some(match (&best.solution, found.verdict) {
            (Solution::None { played, count, why }, _) => self.unplayable(played, *count, *why),
            (Solution::TooMany { ply }, _) => lang.undecided_too_many(*ply as u64),
            (Solution::Several { count, is_exact, lines }, _) => {
                let mut text = match is_exact {
                    true => lang.undecided_lines(*count),
                    false => lang.undecided_at_least(*count),
                };
                if lines.len() as u64 != *count {
                    text += &lang.first_are_listed(lines.len() as u64);
                }
                text
            }
            (_, Certainty::UpToMirror) => lang.undecided_mirror(&systems(found)),
            (_, Certainty::Undecided) => lang.undecided_systems(&systems(found)),
            _ => return None,
        })
    }

    fn unplayable(&self, played: &[Move], count: u64, why: Unreadable) -> String {
        let lang = self.lang;
        let position = self.start.after(played);
        let token = self.tokens[played.len()];
        let mut text = lang.unplayable_at(played.len() as u64 + 1, token, &lang.unreadable(why));
        if count > 1 {
            text += &lang.in_any_line(count);
        }
        let near = near_spellings(token, &position);
        if !near.is_empty() {
            text += &lang.near_moves(&near);
        }
        text + "\n  " + &lang.in_position(&position.to_fen())
    }
}

/// Names of the notations of each candidate: `chinese; laopu`.
fn systems(found: &Identified) -> String {
    let groups: Vec<String> =
        found.candidates.iter().map(|candidate| candidate.systems.join(", ")).collect();
    groups.join("; ")
}

/// All readings of the line with their final positions, and what they prove.
fn explain(
    line: &Translation<'_>,
    found: &Identified,
    letters: Letters,
    colour: bool,
) -> anyhow::Result<String> {
    let mut text = String::new();
    let lines: Vec<(&[Move], String)> = found
        .candidates
        .iter()
        .flat_map(|candidate| {
            let systems = candidate.systems.join(", ");
            let lines = candidate.solution.lines().iter();
            lines.map(move |moves| (moves.as_slice(), systems.clone()))
        })
        .collect();
    for (index, (moves, systems)) in lines.iter().enumerate() {
        if lines.len() > 1 {
            let _ = writeln!(text, "{}", line.lang.interpretation(index as u64 + 1));
        }
        let _ = writeln!(text, "{}", line.lang.read_as(systems));
        text.push_str(&columns(line, moves)?);
        let position = line.start.after(moves);
        let _ = writeln!(text, "\n{}", board(&position, letters, moves.last().copied(), colour));
        let _ = writeln!(text, "{}\n", position.to_fen());
    }
    Ok(text + &proof(line) + "\n")
}

/// Table of a reading: as written, canonical, Chinese, and in the wanted notations.
fn columns(line: &Translation<'_>, moves: &[Move]) -> anyhow::Result<String> {
    let usual = ["iccs", "chinese"];
    let first = usual.iter().map(|name| System::named(name)).collect::<Result<Vec<_>, _>>()?;
    let others = line.to.iter().filter(|to| !usual.contains(&&*to.name()));
    Ok(line.table(moves, first.iter().chain(others), true))
}

/// Sentences on which notations play the whole line, and what that proves.
fn proof(line: &Translation<'_>) -> String {
    let lang = line.lang;
    let found = identify(line.tokens, line.start);
    let mut text = match found.verdict {
        Certainty::Decided => lang.decided(),
        Certainty::UpToMirror => lang.decided_up_to_mirror(),
        Certainty::Undecided => lang.not_decided(),
        Certainty::Unplayable => lang.not_playable(),
    };
    for candidate in &found.candidates {
        let what = solution(&candidate.solution, line.tokens.len(), lang);
        let _ = write!(text, "\n  {}: {what}", candidate.systems.join(", "));
    }
    text
}

/// Describes how a notation reads a line of `tokens` moves.
fn solution(solution: &Solution, tokens: usize, lang: Lang) -> String {
    match solution {
        Solution::Unique(moves) => {
            let moves: Vec<String> = moves.iter().take(4).map(Move::to_string).collect();
            format!("{}{}", moves.join(" "), if tokens > 4 { " ..." } else { "" })
        }
        Solution::Several { count, is_exact: true, .. } => lang.proof_lines(*count),
        Solution::Several { count, .. } => lang.proof_at_least(*count),
        Solution::TooMany { ply } => lang.proof_too_many(*ply as u64),
        Solution::None { played, .. } => lang.count_of_plies(played.len() as u64),
    }
}
