//! `xqdb notate --batch`: one question a line, one answer a line.

use crate::commands::{Context, Status};
use anyhow::Context as _;
use std::io::{BufRead, BufWriter, Read, Write};
use xqdb::notation::{Reading, Solution, System, Unreadable, understand};
use xqdb::xiangqi::Position;

/// A longer line is no FEN and move.
const LONGEST: u64 = 1 << 16;

/// Answers every line of standard input, `FEN`, tab, move, with the move in each system of `to`
/// (separated by tabs) or with `error: reason`; `error: ambiguous: ` is followed by the readings.
/// Programs read it: it is English in every language.
pub(super) fn answer(context: &Context, from: &System, to: &[System]) -> anyhow::Result<Status> {
    let lang = context.lang;
    let mut input = std::io::stdin().lock();
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut status = Status::Success;
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = (&mut input).take(LONGEST).read_until(b'\n', &mut line);
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

/// What one move means: by itself, or in whichever system plays it when the usual ones do not know
/// it.
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
