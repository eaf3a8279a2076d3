//! A position that is asked for: `--fen`, `--moves`, or both.

use crate::cli::PositionArgs;
use crate::messages::Lang;
use anyhow::{anyhow, bail};
use xqdb::notation::{self, Solution, System, Unreadable, Verdict};
use xqdb::xiangqi::{Move, Position};

/// A position and how it was reached.
pub(super) struct Asked {
    /// Where the moves begin.
    pub(super) start: Position,
    /// The moves.
    pub(super) moves: Vec<Move>,
    /// Where they lead.
    pub(super) position: Position,
    /// Something was said at all.
    pub(super) is_said: bool,
}

/// Reads the arguments; the moves in `notation` where that cannot be found out from them.
pub(super) fn position(
    args: &PositionArgs,
    notation: &System,
    lang: Lang,
) -> anyhow::Result<Asked> {
    let start = start(args.fen.as_deref(), lang)?;
    let moves = moves(args.moves.as_deref().unwrap_or_default(), notation, &start)
        .map_err(|why| anyhow!(told(&why, lang)))?;
    let position = after(&start, &moves);
    let is_said = args.fen.is_some() || !moves.is_empty();
    Ok(Asked { start, moves, position, is_said })
}

/// The position that `--fen` names; the standard start without it.
pub(super) fn start(fen: Option<&str>, lang: Lang) -> anyhow::Result<Position> {
    let Some(fen) = fen else { return Ok(Position::start()) };
    match Position::from_fen(fen) {
        Ok(position) => Ok(position),
        Err(error) => bail!(lang.argument_wrong("--fen", &lang.stored(&error.to_string()))),
    }
}

/// The position after some moves.
pub(super) fn after(start: &Position, moves: &[Move]) -> Position {
    let mut position = start.clone();
    for &mv in moves {
        position.play_unchecked(mv);
    }
    position
}

/// Why moves have not one meaning.
enum Trouble {
    SeveralNotations(String),
    Ambiguous { token: String, number: u64, readings: String },
    TooManyWays(u64),
    Unplayable { token: String, number: u64, why: Unreadable, near: String, fen: String },
}

/// What is wrong with `--moves`; below that the position in which it is.
fn told(trouble: &Trouble, lang: Lang) -> String {
    let (what, fen) = match trouble {
        Trouble::SeveralNotations(systems) => (lang.moves_in_several_notations(systems), None),
        Trouble::Ambiguous { token, number, readings } => {
            (lang.move_is_ambiguous(token, *number, readings), None)
        }
        Trouble::TooManyWays(number) => (lang.moves_in_too_many_ways(*number), None),
        Trouble::Unplayable { token, number, why, near, fen } => {
            let mut what = lang.move_unplayable(token, *number, &lang.unreadable(*why));
            if !near.is_empty() {
                what += &lang.near_moves(near);
            }
            (what, Some(fen))
        }
    };
    let below = fen.map(|fen| format!("\n  {}", lang.in_position(fen))).unwrap_or_default();
    lang.argument_wrong("--moves", &what) + &below
}

fn moves(text: &str, notation: &System, start: &Position) -> Result<Vec<Move>, Trouble> {
    let from = match notation {
        System::Row(row) if row.is_automatic => &System::Auto,
        other => other,
    };
    let tokens = notation::tokens(text);
    let found = notation::understand(from, &tokens, start);
    let Some(best) = found.candidates.first() else { return Ok(Vec::new()) };
    Err(match &best.solution {
        Solution::Unique(moves) if found.verdict == Verdict::Decided => return Ok(moves.clone()),
        Solution::Unique(_) => {
            let systems = found.candidates.iter().map(|candidate| candidate.systems.join("|"));
            Trouble::SeveralNotations(systems.collect::<Vec<_>>().join(", "))
        }
        Solution::Several { lines, .. } => {
            let differs = |&ply: &usize| lines.iter().any(|line| line[ply] != lines[0][ply]);
            let ply = (0..tokens.len()).find(differs).unwrap_or(0);
            let mut readings: Vec<String> =
                lines.iter().map(|line| line[ply].to_string()).collect();
            readings.sort();
            readings.dedup();
            Trouble::Ambiguous {
                token: tokens[ply].to_owned(),
                number: ply as u64 + 1,
                readings: readings.join(", "),
            }
        }
        Solution::TooMany { ply } => Trouble::TooManyWays(*ply as u64),
        Solution::None { played, why, .. } => {
            let position = after(start, played);
            let token = tokens[played.len()];
            Trouble::Unplayable {
                token: token.to_owned(),
                number: played.len() as u64 + 1,
                why: *why,
                near: near(token, &position),
                fen: position.to_fen(),
            }
        }
    })
}

/// The moves that are spelt nearly like a token, as a list.
pub(super) fn near(token: &str, position: &Position) -> String {
    let near = notation::near_readings(token, position);
    near.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(", ")
}
