//! `xqdb show`: one game with its tags, moves, board, variations and witnesses.

use super::render::board;
use super::{Context, Status, print, question};
use crate::cli::{self, ShowArgs};
use anyhow::bail;
use std::fmt::Write as _;
use std::io::Write;
use xqdb::export::pgn;
use xqdb::notation::System;
use xqdb::search::{Archive, GameRow, Witness, load};
use xqdb::text::{display_width, pad};

/// Shows a game.
///
/// # Errors
/// When the database cannot be read or the key fits several games.
pub(crate) fn show(context: &Context, args: &ShowArgs) -> anyhow::Result<Status> {
    let notation = context.system(&args.notation)?;
    let archive = question::open(context)?;
    let ids = archive.games_by_key(&args.key)?;
    let id = match ids[..] {
        [] => {
            writeln!(std::io::stderr(), "no game has a key that begins with `{}`", args.key)?;
            return Ok(Status::NothingFound);
        }
        [id] => id,
        _ => {
            let mut keys = Vec::new();
            for &id in ids.iter().take(20) {
                keys.push(load(&archive, id)?.key);
            }
            bail!("`{}` begins the keys of several games: {}", args.key, keys.join(" "));
        }
    };
    let game = load(&archive, id)?;
    let witnesses = archive.witnesses(id)?;
    let mut out = std::io::stdout().lock();
    if args.json {
        let mut value = serde_json::to_value(&game)?;
        value["witnesses"] = serde_json::to_value(&witnesses)?;
        print(&mut out, format!("{value}\n").as_bytes())?;
        return Ok(Status::Success);
    }
    let mut text = String::new();
    head(&mut text, &game);
    if let Some(ply) = args.ply {
        draw(&mut text, &game, ply, args.letters, context.colour);
    }
    moves(&mut text, &game, &notation);
    trees(&mut text, &archive, &game, &witnesses, &notation)?;
    places(&mut text, &witnesses);
    print(&mut out, text.as_bytes())?;
    Ok(Status::Success)
}

fn head(text: &mut String, game: &GameRow) {
    let with_team = |name: &Option<String>, team: &Option<String>| match (name, team) {
        (Some(name), Some(team)) => Some(format!("{name} ({team})")),
        (Some(name), None) => Some(name.clone()),
        (None, team) => team.clone(),
    };
    let date = match (&game.date, &game.date_found) {
        (Some(date), Some(found)) if date != found => Some(format!("{date} (as found: {found})")),
        (date, found) => date.clone().or_else(|| found.clone()),
    };
    let rows = [
        ("Key", Some(game.key.clone())),
        ("Kind", Some(game.kind.to_string())),
        ("Red", with_team(&game.red, &game.red_team)),
        ("Black", with_team(&game.black, &game.black_team)),
        ("Result", Some(game.result.to_string())),
        ("Event", game.event.clone()),
        ("Site", game.site.clone()),
        ("Round", game.round.clone()),
        ("Date", date),
        ("Opening", game.opening.clone()),
        ("Ended by", game.termination.clone()),
        ("Start", game.start.clone()),
        ("Plies", Some(game.plies.to_string())),
    ];
    for (name, value) in rows {
        if let Some(value) = value {
            let _ = writeln!(text, "{name:<9} {value}");
        }
    }
}

fn draw(text: &mut String, game: &GameRow, ply: u32, letters: cli::Letters, colour: bool) {
    let mut position = game.start_position();
    let played = game.moves.len().min(ply as usize);
    for &mv in &game.moves[..played] {
        position.play_unchecked(mv);
    }
    let last = played.checked_sub(1).map(|last| game.moves[last]);
    let _ =
        writeln!(text, "\nAfter ply {played}:\n{}", board(&position, letters.into(), last, colour));
    let _ = writeln!(text, "{}", position.to_fen());
}

/// Moves in columns, as books print them.
fn moves(text: &mut String, game: &GameRow, notation: &System) {
    let mut position = game.start_position();
    let mut cells = Vec::with_capacity(game.moves.len() + 1);
    if position.side() == xqdb::xiangqi::Side::Black {
        cells.push("……".to_owned());
    }
    for &mv in &game.moves {
        cells.push(notation.write(mv, &position));
        position.play_unchecked(mv);
    }
    let width = cells.iter().map(|cell| display_width(cell)).max().unwrap_or(0);
    text.push('\n');
    for (index, pair) in cells.chunks(2).enumerate() {
        let black = pair.get(1).map_or("", String::as_str);
        let line = format!("{:>4}. {}  {black}", index + 1, pad(&pair[0], width));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if let Some(ending) = position.ending() {
        let (how, loser) = match ending {
            xqdb::xiangqi::Ending::Checkmate { loser } => ("checkmate", loser),
            xqdb::xiangqi::Ending::Stalemate { loser } => ("stalemate", loser),
        };
        let _ = writeln!(text, "      {how}: {loser:?} has lost");
    }
}

/// Every distinct tree of variations and comments, with who carries it.
fn trees(
    text: &mut String,
    archive: &Archive,
    game: &GameRow,
    witnesses: &[Witness],
    notation: &System,
) -> anyhow::Result<()> {
    let mut seen = Vec::new();
    for witness in witnesses {
        let Some(id) = witness.tree.filter(|id| !seen.contains(id)) else { continue };
        seen.push(id);
        let tree = archive.tree(id)?;
        let extra = tree.nodes.len() - tree.plies as usize;
        let place = witness.places.first().map_or("", String::as_str);
        let comments = tree.comments.len();
        let _ = writeln!(text, "\n{extra} moves in variations, {comments} comments, from {place}");
        let start = game.start_position();
        text.push_str(&pgn::movetext(&start, &tree, witness.result, notation));
        text.push('\n');
    }
    Ok(())
}

fn places(text: &mut String, witnesses: &[Witness]) {
    let _ = writeln!(text, "\nWitnesses: {}", witnesses.len());
    for witness in witnesses {
        for place in &witness.places {
            let _ = writeln!(
                text,
                "  {place}  record {}, byte {}, {}, {}, {}",
                witness.record,
                witness.byte_offset,
                witness.format.as_deref().unwrap_or("?"),
                witness.encoding.as_deref().unwrap_or("?"),
                witness.status,
            );
        }
    }
}
