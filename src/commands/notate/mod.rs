//! `xqdb notate`: moves from any notation into any other, without a database.

mod batch;
mod explain;

use super::render::{Align, Table};
use super::{Context, Status, print};
use crate::cli::NotateArgs;
use anyhow::{Context as _, anyhow, bail};
use std::io::{Read, Write};
use xqdb::notation::{
    Identified, NOTATIONS, RIVALS, Solution, System, Unreadable, Verdict, near_readings, tokens,
    understand,
};
use xqdb::xiangqi::{Move, Position, Side};

/// More than this is no line of moves.
const LONGEST: u64 = 1 << 20;

/// Translates a line, answers a batch, or lists the notations.
///
/// # Errors
/// When an argument is wrong or the output cannot be written.
pub(crate) fn notate(context: &Context, args: &NotateArgs) -> anyhow::Result<Status> {
    if args.list {
        print(&mut std::io::stdout().lock(), list().as_bytes())?;
        return Ok(Status::Success);
    }
    let from = context.system(&args.from)?;
    let to = args.to.iter().map(|name| context.system(name)).collect::<Result<Vec<_>, _>>()?;
    if args.batch {
        return batch::answer(&from, &to);
    }
    let start = match &args.fen {
        None => Position::start(),
        Some(fen) => Position::from_fen(fen).map_err(|error| anyhow!("--fen: {error}"))?,
    };
    let text = if args.moves.is_empty() { from_stdin()? } else { args.moves.join("\n") };
    let tokens = tokens(&text);
    if tokens.is_empty() {
        bail!("no moves are given; see `xqdb notate --help`");
    }
    let found = understand(&from, &tokens, &start);
    let line = Line { tokens: &tokens, start: &start, to: &to };
    let mut out = std::io::stdout().lock();
    if args.explain {
        let text = explain::explain(&line, &found, args.letters.into(), context.colour);
        print(&mut out, text.as_bytes())?;
    } else {
        for moves in found.candidates[0].solution.lines() {
            print(&mut out, line.translate(moves).as_bytes())?;
        }
    }
    drop(out);
    match line.trouble(&found) {
        None => Ok(Status::Success),
        Some(trouble) => {
            writeln!(std::io::stderr(), "{trouble}")?;
            Ok(Status::SetAside)
        }
    }
}

fn from_stdin() -> anyhow::Result<String> {
    let mut text = String::new();
    let mut input = std::io::stdin().lock().take(LONGEST);
    input.read_to_string(&mut text).context("cannot read standard input")?;
    Ok(text)
}

/// What is translated, and into what.
struct Line<'a> {
    tokens: &'a [&'a str],
    start: &'a Position,
    to: &'a [System],
}

impl Line<'_> {
    /// One system: the moves in a line. Several: a row for each move.
    fn translate(&self, moves: &[Move]) -> String {
        let mut position = self.start.clone();
        let mut rows = Vec::with_capacity(moves.len());
        for &mv in moves {
            rows.push(self.to.iter().map(|to| to.write(mv, &position)).collect::<Vec<_>>());
            position.play_unchecked(mv);
        }
        if let [_] = self.to {
            let texts: Vec<String> = rows.into_iter().flatten().collect();
            // Texts with blanks in them need another sign between them.
            let has_blanks = texts.iter().any(|text| text.contains(' '));
            return texts.join(if has_blanks { ", " } else { " " }) + "\n";
        }
        let mut heads = vec![("", Align::Right)];
        let names: Vec<_> = self.to.iter().map(System::name).collect();
        heads.extend(names.iter().map(|name| (name.as_ref(), Align::Left)));
        let mut table = Table::new(&heads);
        for (ply, mut cells) in rows.into_iter().enumerate() {
            cells.insert(0, self.number(ply));
            table.row(cells);
        }
        table.render()
    }

    /// `1.` before Red's move, `1...` before Black's.
    fn number(&self, ply: usize) -> String {
        let ply = ply + usize::from(self.start.side() == Side::Black);
        format!("{}.{}", ply / 2 + 1, if ply.is_multiple_of(2) { "" } else { ".." })
    }

    /// Why the line has not one meaning, if it has not.
    fn trouble(&self, found: &Identified) -> Option<String> {
        let best = &found.candidates[0];
        Some(match (&best.solution, found.verdict) {
            (Solution::None { played, count, why }, _) => self.unplayable(played, *count, *why),
            (Solution::TooMany { ply }, _) => {
                format!("undecided: at ply {ply} there are more positions than can be followed")
            }
            (Solution::Several { count, is_exact, lines }, _) => format!(
                "undecided: {}{count} lines fit{}",
                if *is_exact { "" } else { "at least " },
                if lines.len() as u64 == *count {
                    String::new()
                } else {
                    format!("; the first {} are listed", lines.len())
                },
            ),
            (_, Verdict::UpToMirror) => {
                format!("undecided up to the mirror: {}", systems(found))
            }
            (_, Verdict::Undecided) => {
                format!("undecided: it plays differently in {}", systems(found))
            }
            _ => return None,
        })
    }

    fn unplayable(&self, played: &[Move], count: u64, why: Unreadable) -> String {
        let mut position = self.start.clone();
        for &mv in played {
            position.play_unchecked(mv);
        }
        let token = self.tokens[played.len()];
        let mut text = format!("ply {}: `{token}`: {why}", played.len() + 1);
        if count > 1 {
            text.push_str(&format!(" in any of the {count} lines that come so far"));
        }
        let near = near_readings(token, &position);
        if !near.is_empty() {
            let near: Vec<&str> = near.iter().map(|(_, text)| text.as_str()).collect();
            text.push_str(&format!("; near it: {}", near.join(", ")));
        }
        text + "\n  in " + &position.to_fen()
    }
}

/// The systems of each candidate: `chinese; laopu`.
fn systems(found: &Identified) -> String {
    let groups: Vec<String> =
        found.candidates.iter().map(|candidate| candidate.systems.join(", ")).collect();
    groups.join("; ")
}

/// The table of notations.
fn list() -> String {
    let columns = ["System", "Complete", "Auto", "Also", "Example"];
    let mut table = Table::new(&columns.map(|head| (head, Align::Left))).wide();
    for row in NOTATIONS.iter().chain(RIVALS) {
        let tick = |is_so| if is_so { "yes" } else { "" }.to_owned();
        table.row(vec![
            row.name.to_owned(),
            tick(row.is_complete),
            tick(row.is_automatic),
            row.aliases.join(" "),
            row.example.to_owned(),
        ]);
    }
    let note = "
Complete: every move has a text that means this move alone; in the others the moves that follow decide.
Auto: read without being told. The others are tried on whole lines, or named with --from.
";
    table.render() + note
}
