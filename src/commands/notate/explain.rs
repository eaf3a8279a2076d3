//! `xqdb notate --explain`: every interpretation, the systems that play the line, and the board.

use super::{Identified, Line, Solution, Verdict};
use crate::commands::render::{Align, Letters, Table, board};
use std::fmt::Write;
use xqdb::notation::{System, by_name, identify};
use xqdb::xiangqi::Move;

/// The whole answer as text.
pub(super) fn explain(
    line: &Line<'_>,
    found: &Identified,
    letters: Letters,
    colour: bool,
) -> String {
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
            let _ = writeln!(text, "Interpretation {}", index + 1);
        }
        let _ = writeln!(text, "Read as {systems}");
        text.push_str(&columns(line, moves));
        let mut position = line.start.clone();
        for &mv in *moves {
            position.play_unchecked(mv);
        }
        let _ = writeln!(text, "\n{}", board(&position, letters, moves.last().copied(), colour));
        let _ = writeln!(text, "{}\n", position.to_fen());
    }
    text + &proof(line) + "\n"
}

/// Token by token: as written, canonical, Chinese and the systems asked for.
fn columns(line: &Line<'_>, moves: &[Move]) -> String {
    let chinese = by_name("chinese");
    let mut heads = vec![("", Align::Right), ("written", Align::Left), ("iccs", Align::Left)];
    heads.push(("chinese", Align::Left));
    let others = || line.to.iter().filter(|to| !matches!(to.name().as_ref(), "iccs" | "chinese"));
    let names: Vec<_> = others().map(System::name).collect();
    heads.extend(names.iter().map(|name| (name.as_ref(), Align::Left)));
    let mut table = Table::new(&heads);
    let mut position = line.start.clone();
    for (ply, &mv) in moves.iter().enumerate() {
        let chinese = chinese.and_then(|row| (row.write)(mv, &position)).unwrap_or_default();
        let mut cells =
            vec![line.number(ply), line.tokens[ply].to_owned(), mv.to_string(), chinese];
        cells.extend(others().map(|to| to.write(mv, &position)));
        table.row(cells);
        position.play_unchecked(mv);
    }
    table.render()
}

/// Which systems play the whole line, and what that proves.
fn proof(line: &Line<'_>) -> String {
    let found = identify(line.tokens, line.start);
    let mut text = match found.verdict {
        Verdict::Decided => "Decided: all systems that play the line give the same moves",
        Verdict::UpToMirror => "Undecided up to the mirror: no play from this start can tell",
        Verdict::Undecided => "Undecided: the line can be played in different ways",
        Verdict::Unplayable => "No system plays the whole line; the one that comes furthest",
    }
    .to_owned();
    for candidate in &found.candidates {
        let what = match &candidate.solution {
            Solution::Unique(moves) => {
                let moves: Vec<String> = moves.iter().take(4).map(Move::to_string).collect();
                format!("{}{}", moves.join(" "), if line.tokens.len() > 4 { " ..." } else { "" })
            }
            Solution::Several { count, is_exact: true, .. } => format!("{count} lines"),
            Solution::Several { count, .. } => format!("at least {count} lines"),
            Solution::TooMany { ply } => format!("too many positions at ply {ply}"),
            Solution::None { played, .. } => format!("{} plies", played.len()),
        };
        let _ = write!(text, "\n  {}: {what}", candidate.systems.join(", "));
    }
    text
}
