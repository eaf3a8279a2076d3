//! One game, in any of its forms.

use super::super::answer::{Answer, BYTES, HTML, JSONL, PGN};
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use super::picture::{draw, letters};
use crate::book::{self, Marks, Page};
use crate::messages::Lang;
use serde_json::{Value, json};
use xqdb::export::{self, Entry, Options};
use xqdb::notation::System;
use xqdb::replay::{Damage, Failure, Tree};
use xqdb::search::{Archive, Asked, Drawn, GameRow, Witness, load, shown};
use xqdb::xiangqi::Position;

/// More keys than these are not listed.
const KEYS: usize = 20;

/// One game.
pub(super) fn game(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let (key, form) = asking.rest.split_once('.').unwrap_or((asking.rest, ""));
    let game = find(asking, key)?;
    let notation = asking.notation()?;
    match form {
        "" => json(asking, &game, &notation),
        "svg" => {
            let all = game.moves.len();
            let ply = asking.params.number("ply", all, u16::MAX.into())?.min(all);
            let last = ply.checked_sub(1).map(|last| game.moves[last]);
            draw(asking, &game.start_position().after(&game.moves[..ply]), last)
        }
        "html" => html(asking, &game, &notation),
        "pgn" | "xqf" | "jsonl" => written(asking, &game, notation, form),
        _ => Err(Refusal::new(404, "path", asking.lang().nothing_there())),
    }
}

/// The game of a key, or of the beginning of one.
pub(super) fn find(asking: &Asking<'_>, key: &str) -> Result<GameRow, Refusal> {
    let lang = asking.lang();
    let archive = asking.archive;
    let failed = |error| asking.failed(error);
    let ids =
        if key.is_empty() { Vec::new() } else { archive.games_by_key(key).map_err(failed)? };
    match ids[..] {
        [] => Err(Refusal::new(404, "key", lang.no_such_key(key))),
        [id] => load(archive, id).map_err(failed),
        _ => {
            let keys = ids.iter().take(KEYS).map(|&id| archive.snapshot().game_key(id));
            let keys = keys.collect::<Result<Vec<_>, _>>().map_err(failed)?;
            Err(Refusal::new(400, "key", lang.several_keys(key, &keys.join(" "))))
        }
    }
}

fn json(asking: &Asking<'_>, game: &GameRow, notation: &System) -> Result<Answer, Refusal> {
    let archive = asking.archive;
    let failed = |error| asking.failed(error);
    let mut value = shown(archive, game, asking.params.flag("as_stated")?).map_err(failed)?;
    if let Some(marks) = marks(asking, game)? {
        value["where"] = json!(marks.0);
    }
    if !asking.params.flag("places")? {
        let witnesses = value["witnesses"].as_array_mut().into_iter().flatten();
        for place in witnesses.flat_map(|witness| witness["places"].as_array_mut()).flatten() {
            *place = json!(file_name(place.as_str().unwrap_or_default()));
        }
    }
    let doubts = value["doubt"].as_object().into_iter().flatten();
    value["doubtTold"] = doubts
        .map(|(field, says)| {
            (field.clone(), json!(asking.lang().doubt(says.as_str().unwrap_or_default())))
        })
        .collect();
    let Drawn { tree, damaged, .. } = Drawn::of(archive, game).map_err(failed)?;
    let nodes = tree.nodes.iter().zip(0u32..).map(|(node, at)| {
        let parent = if node.parent == Tree::ROOT { -1 } else { i64::from(node.parent) };
        json!([parent, node.mv.to_string(), tree.comment(at)])
    });
    value["tree"] = nodes.collect();
    value["notes"] = notes(&tree);
    value["damaged"] = damaged.iter().map(|damage| broken_off(damage, asking.lang())).collect();
    value["san"] = json!(spelled(&game.start_position(), &tree, notation));
    let opening = archive.opening(game.id);
    value["openingName"] = json!(opening.map(|opening| asking.lang().opening(opening)));
    Ok(Answer::Json(value))
}

/// A variation of the tree that ends before its record does: behind which node (-1 is the start),
/// where, and why.
fn broken_off(damage: &Damage, lang: Lang) -> Value {
    let Failure { ply, token, reason, .. } = &damage.failure;
    json!({
        "after": damage.after.map_or(-1, i64::from),
        "ply": ply,
        "token": token,
        "reason": reason,
        "told": lang.stored(reason),
        "lost": damage.lost,
    })
}

/// The comments as people read them, by node; -1 is the start.
fn notes(tree: &Tree) -> Value {
    let told = tree.comments.iter().map(|(node, comment)| {
        let node = if *node == Tree::ROOT { -1 } else { i64::from(*node) };
        (node.to_string(), json!(book::paragraphs(comment).join("\n\n")))
    });
    Value::Object(told.collect())
}

/// Every move of a tree in a notation. A node stands behind its parent.
fn spelled(start: &Position, tree: &Tree, notation: &System) -> Vec<String> {
    let mut after: Vec<Position> = Vec::with_capacity(tree.nodes.len());
    let spelled = tree.nodes.iter().map(|node| {
        let position = after.get(node.parent as usize).unwrap_or(start);
        let san = notation.write(node.mv, position);
        let mut next = position.clone();
        next.play_unchecked(node.mv);
        after.push(next);
        san
    });
    spelled.collect()
}

fn marks(asking: &Asking<'_>, game: &GameRow) -> Result<Option<Marks>, Refusal> {
    let Some(query) = asking.asked()? else { return Ok(None) };
    let only = |id: u32, _: &xqdb::store::Fact| id == game.id;
    let asked = Asked::new(asking.archive, &query, true, only);
    let moments = asked.and_then(|asked| asked.moments(asking.archive, game.id));
    Ok(Some(Marks(moments.map_err(|error| asking.failed(error))?)))
}

fn html(asking: &Asking<'_>, game: &GameRow, notation: &System) -> Result<Answer, Refusal> {
    let archive: &Archive = asking.archive;
    let mut witnesses: Vec<Witness> =
        archive.witnesses(game.id).map_err(|error| asking.failed(error))?;
    if !asking.params.flag("places")? {
        for place in witnesses.iter_mut().flat_map(|witness| &mut witness.places) {
            *place = file_name(place).to_owned();
        }
    }
    let page = Page {
        lang: asking.lang(),
        as_stated: asking.params.flag("as_stated")?,
        archive,
        game,
        witnesses,
        notation,
        marks: marks(asking, game)?,
        plies: Vec::new(),
    };
    let text = book::html(&page, letters(asking)?);
    let text = text.map_err(|error| Refusal::failed(error, asking.lang()))?.into_bytes();
    Ok(Answer::Document { kind: HTML, text, name: None })
}

fn written(
    asking: &Asking<'_>,
    game: &GameRow,
    notation: System,
    form: &str,
) -> Result<Answer, Refusal> {
    let Some(format) = export::by_name(form) else {
        return Err(Refusal::new(404, "path", asking.lang().nothing_there()));
    };
    let kind = match form {
        "pgn" => PGN,
        "jsonl" => JSONL,
        _ => BYTES,
    };
    let drawn = Drawn::of(asking.archive, game).map_err(|error| asking.failed(error))?;
    let start = game.start.as_ref().map(|_| game.start_position());
    let entry = Entry { damaged: &drawn.damaged, ..game.entry(start.as_ref(), &drawn.tree) };
    let options = Options { notation, charset: None, full: true, safe_csv: false };
    // What a format cannot hold is the question's fault and not the server's.
    let written = (format.write)(&entry, &options)
        .map_err(|error| Refusal::new(400, "format", asking.lang().export_error(&error)))?;
    let text = [format.head.as_bytes(), &written.bytes].concat();
    let name = Some(format!("{}.{}", game.key, format.extension));
    Ok(Answer::Document { kind, text, name })
}

/// The last part of a path, and the path inside an archive behind it.
pub(super) fn file_name(place: &str) -> &str {
    let (path, _) = place.split_once('!').unwrap_or((place, ""));
    let folder = path.rfind(['/', '\\']).map_or(0, |at| at + 1);
    &place[folder..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_the_machine_are_left_out() {
        for (place, name) in [
            ("/home/a/b.pgn", "b.pgn"),
            ("/home/a/b.zip!c/d.pgn", "b.zip!c/d.pgn"),
            ("C:\\a\\b.pgn", "b.pgn"),
            ("b.pgn", "b.pgn"),
        ] {
            assert_eq!(file_name(place), name);
        }
    }
}
