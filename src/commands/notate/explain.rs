//! `xqdb notate --explain`: every interpretation, the systems that play the line, and the board.

use super::line::Translation;
use crate::commands::render::{Align, Table, board};
use crate::messages::Lang;
use std::fmt::Write;
use xqdb::diagram::Letters;
use xqdb::notation::{Certainty, Identified, Solution, by_name, identify};
use xqdb::xiangqi::Move;

/// The whole answer as text.
pub(super) fn explain(
    line: &Translation<'_>,
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
            let _ = writeln!(text, "{}", line.lang.interpretation(index as u64 + 1));
        }
        let _ = writeln!(text, "{}", line.lang.read_as(systems));
        text.push_str(&columns(line, moves));
        let position = line.start.after(moves);
        let _ = writeln!(text, "\n{}", board(&position, letters, moves.last().copied(), colour));
        let _ = writeln!(text, "{}\n", position.to_fen());
    }
    text + &proof(line) + "\n"
}

/// Token by token: as written, canonical, Chinese and the systems asked for.
fn columns(line: &Translation<'_>, moves: &[Move]) -> String {
    let chinese = by_name("chinese");
    let others = || line.to.iter().filter(|to| !matches!(to.name().as_ref(), "iccs" | "chinese"));
    let left = |head: String| (head, Align::Left);
    let mut heads = vec![(String::new(), Align::Right), left(line.lang.head_written())];
    heads.extend(["iccs", "chinese"].map(|name| left(name.to_owned())));
    heads.extend(others().map(|to| left(to.name().into_owned())));
    let mut table = Table::new(heads);
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

/// What a system makes of a line of so many moves.
fn solution(solution: &Solution, tokens: usize, lang: Lang) -> String {
    match solution {
        Solution::Unique(moves) => {
            let moves: Vec<String> = moves.iter().take(4).map(Move::to_string).collect();
            format!("{}{}", moves.join(" "), if tokens > 4 { " ..." } else { "" })
        }
        Solution::Several { count, is_exact: true, .. } => lang.proof_lines(*count),
        Solution::Several { count, .. } => lang.proof_at_least(*count),
        Solution::TooMany { ply } => lang.proof_too_many(*ply as u64),
        Solution::None { played, .. } => lang.proof_plies(played.len() as u64),
    }
}
