//! A position that is asked for: `--fen`, `--moves`, or both.

use crate::cli::PositionArgs;
use crate::messages::Lang;
use anyhow::{anyhow, bail};
use xqdb::notation::{System, typed_moves};
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
    let moves = typed_moves(args.moves.as_deref().unwrap_or_default(), notation, &start).map_err(
        |why| {
            let place = lang.typed_place(&why).map(|place| format!("\n  {place}"));
            let what = lang.argument_wrong("--moves", &lang.typed_refused(&why));
            anyhow!(what + &place.unwrap_or_default())
        },
    )?;
    let position = start.after(&moves);
    let is_said = args.fen.is_some() || !moves.is_empty();
    Ok(Asked { start, moves, position, is_said })
}

/// Reads an argument that is one move in a position.
pub(super) fn one_move(
    argument: &str,
    text: &str,
    notation: &System,
    position: &Position,
    lang: Lang,
) -> anyhow::Result<Move> {
    let moves = typed_moves(text, notation, position)
        .map_err(|why| anyhow!(lang.argument_wrong(argument, &lang.typed_refused(&why))))?;
    match moves[..] {
        [mv] => Ok(mv),
        _ => bail!(lang.argument_wrong(argument, &lang.one_move_wanted())),
    }
}

/// The position that `--fen` names; the standard start without it.
pub(super) fn start(fen: Option<&str>, lang: Lang) -> anyhow::Result<Position> {
    let Some(fen) = fen else { return Ok(Position::start()) };
    match Position::from_fen(fen) {
        Ok(position) => Ok(position),
        Err(error) => bail!(lang.argument_wrong("--fen", &lang.stored(&error.to_string()))),
    }
}
