//! One game: in any of its forms, its citation, its repetitions, where it left all earlier games,
//! and who left its line first.

use super::super::asking::Asking;
use super::super::refusal::Refusal;
use super::super::reply::{BYTES, HTML, JSONL, PGN, Reply};
use super::position::{draw, letters};
use crate::book::{self, Citation, Judged, Marks, Page, by_book, stretch};
use crate::messages::Lang;
use crate::questions::novelty::{NoveltyAnswer, ask};
use crate::questions::players_named;
use serde_json::{Value, json};
use xqdb::answers::{Drawn, novelty_games, shown};
use xqdb::export::{self, Entry, ExportOptions};
use xqdb::metadata::{MoveEvaluation, asked_date};
use xqdb::notation::{System, typed_moves};
use xqdb::replay::{Damage, Failure, NodeEvaluation, Tree};
use xqdb::search::{
    Archive, Filter, GameRow, Look, Mirroring, ParamError, PlannedQuery, Purpose, explore, load,
};
use xqdb::store::CountUnit;
use xqdb::xiangqi::repetition::RuleBook;
use xqdb::xiangqi::{Orientation, Position};

/// Largest number of keys that are listed.
const KEYS: usize = 20;

/// Answers with a game, in the form that the address names.
pub(in crate::serve) fn game(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let game = find(asking, asking.key)?;
    let notation = asking.params.notation()?;
    match asking.form {
        "" => json(asking, &game, &notation),
        "svg" => {
            let all = game.moves.len();
            let ply = asking.params.number("ply")?.min(all);
            let last = ply.checked_sub(1).map(|last| game.moves[last]);
            draw(asking, &game.start_position().after(&game.moves[..ply]), last)
        }
        "html" => html(asking, &game, &notation),
        "pgn" | "xqf" | "jsonl" => written(asking, &game, notation),
        _ => Err(Refusal::nothing_there()),
    }
}

/// Finds the game whose key begins with `key`.
pub(in crate::serve) fn find(asking: &Asking<'_>, key: &str) -> Result<GameRow, Refusal> {
    let archive = asking.archive;
    let ids = if key.is_empty() { Vec::new() } else { archive.games_by_key(key)? };
    let key = key.to_owned();
    match ids[..] {
        [] => Err(Refusal::new(404, "key", move |lang| lang.no_such_key(&key))),
        [id] => Ok(load(archive, id)?),
        _ => {
            let keys = ids.iter().take(KEYS).map(|&id| archive.snapshot().game_key(id));
            let keys = keys.collect::<Result<Vec<_>, _>>()?.join(" ");
            Err(Refusal::new(400, "key", move |lang| lang.several_keys(&key, &keys)))
        }
    }
}

fn json(asking: &Asking<'_>, game: &GameRow, notation: &System) -> Result<Reply, Refusal> {
    let archive = asking.archive;
    let mut value = shown(archive, game, asking.params.flag("as_stated")?)?;
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
            (field.clone(), json!(asking.lang.doubt(says.as_str().unwrap_or_default())))
        })
        .collect();
    let Drawn { tree, damaged, .. } = Drawn::of(archive, game)?;
    let nodes = tree.nodes.iter().zip(0u32..).map(|(node, at)| {
        let parent = if node.parent == Tree::ROOT { -1 } else { i64::from(node.parent) };
        json!([parent, node.mv.to_string(), tree.comment(at)])
    });
    value["tree"] = nodes.collect();
    let said = tree.evaluations(game.start_position().side());
    value["evaluationsTold"] = json!(book::source_of_scores(asking.lang, &said));
    value["scores"] = scores(said);
    value["notes"] = notes(&tree, &value["scores"]);
    value["damaged"] = damaged.iter().map(|damage| broken_off(damage, asking.lang)).collect();
    value["san"] = json!(spelled(&game.start_position(), &tree, notation));
    value["named"] = json!(named(archive, game));
    let opening = archive.opening(game.id);
    value["openingName"] = json!(opening.map(|opening| asking.lang.opening(opening)));
    Ok(Reply::Json(value))
}

/// Number of plies; no name of an opening reaches further.
const LONGEST: usize = 60;

/// Ply after which the opening keeps its name; `None` without an opening.
fn named(archive: &Archive, game: &GameRow) -> Option<usize> {
    let table = archive.openings();
    let code = |plies: usize| table.code(game.moves[..plies].iter().copied());
    let last = game.moves.len().min(LONGEST);
    game.start.is_none().then(|| (1..=last).rev().find(|&ply| code(ply) != code(ply - 1)))?
}

/// Variation that ends before its record does, as JSON: the node behind which it ends (-1 is the
/// start), the ply and the reason.
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

/// Scores and clocks in comments, as texts that stand beside moves, by node.
fn scores(said: Vec<NodeEvaluation>) -> Value {
    let said = said.into_iter().filter(|it| it.node != Tree::ROOT);
    let said = said.map(|it| (it.node.to_string(), json!(book::beside_move(&it))));
    Value::Object(said.filter(|(_, text)| text != "").collect())
}

/// Comments for people, by node; -1 is the start. Scores and clocks that stand in `scores` are left
/// out.
fn notes(tree: &Tree, scores: &Value) -> Value {
    let notes = tree.comments.iter().filter_map(|(node, comment)| {
        let words = match scores.get(node.to_string()) {
            Some(_) => MoveEvaluation::human_words(comment),
            None => comment.into(),
        };
        let node = if *node == Tree::ROOT { -1 } else { i64::from(*node) };
        let note = book::paragraphs(&words).join("\n\n");
        (!note.is_empty()).then(|| (node.to_string(), json!(note)))
    });
    Value::Object(notes.collect())
}

/// Writes every move of a tree in a notation, in the order of the nodes.
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
    let Some(query) = asking.params.asked()? else { return Ok(None) };
    let only = |id: u32| id == game.id;
    let asked = PlannedQuery::new(asking.archive, &query, true, CountUnit::Lines, only)?;
    Ok(Some(Marks(asked.moments(asking.archive, game.id)?)))
}

fn html(asking: &Asking<'_>, game: &GameRow, notation: &System) -> Result<Reply, Refusal> {
    let archive = asking.archive;
    let mut witnesses = archive.witnesses(game.id)?;
    if !asking.params.flag("places")? {
        for place in witnesses.iter_mut().flat_map(|witness| &mut witness.places) {
            *place = file_name(place).to_owned();
        }
    }
    let page = Page {
        lang: asking.lang,
        as_stated: asking.params.flag("as_stated")?,
        archive,
        game,
        players: players_named(asking.lang, archive, game)?,
        witnesses,
        notation,
        marks: marks(asking, game)?,
        plies: Vec::new(),
        rules: RuleBook::usual(),
    };
    Ok(Reply::shown(HTML, book::html(&page, letters(asking)?)?))
}

fn written(asking: &Asking<'_>, game: &GameRow, notation: System) -> Result<Reply, Refusal> {
    let format = export::by_name(asking.form).ok_or_else(Refusal::nothing_there)?;
    let kind = match asking.form {
        "pgn" => PGN,
        "jsonl" => JSONL,
        _ => BYTES,
    };
    let mut drawn = Drawn::of(asking.archive, game)?;
    for line in asking.params.all("variation") {
        let line = typed_moves(&line, &System::Auto, &game.start_position())
            .map_err(|error| ParamError::new("variation", error.into()))?;
        drawn.tree.add_line(&line);
    }
    let start = game.start.as_ref().map(|_| game.start_position());
    let entry = Entry { damaged: &drawn.damaged, ..game.entry(start.as_ref(), &drawn.tree) };
    let options = ExportOptions { notation, charset: None, full: true, safe_csv: false };
    // A format that cannot hold the game is a fault of the question, not of the server.
    let written = (format.write)(&entry, &options)
        .map_err(|error| Refusal::new(400, "format", move |lang| lang.export_error(&error)))?;
    let bytes = [format.head.as_bytes(), &written.bytes].concat();
    let name = Some(format!("{}.{}", game.key, format.extension));
    Ok(Reply::Document { kind, bytes, name })
}

/// Last part of a path, with the path inside an archive that follows `!`.
pub(in crate::serve) fn file_name(place: &str) -> &str {
    let (path, _) = place.split_once('!').unwrap_or((place, ""));
    let folder = path.rfind(['/', '\\']).map_or(0, |at| at + 1);
    &place[folder..]
}

/// Answers with the citation of a game.
pub(in crate::serve) fn cite(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let game = find(asking, asking.key)?;
    let archive = (asking.archive, asking.file);
    Ok(cited(asking, &Citation::of_game(asking.lang, archive, game.id)?))
}

/// Citation with its text and its BibTeX.
pub(super) fn cited(asking: &Asking<'_>, citation: &Citation) -> Reply {
    let mut value = citation.to_json();
    value["text"] = json!(citation.text(asking.lang).trim_end());
    value["bibtex"] = json!(citation.bibtex(asking.lang));
    Reply::Json(value)
}

/// Answers with each stretch of repetition in a game, and how the rule books rule on it.
pub(in crate::serve) fn repetition(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let game = find(asking, asking.key)?;
    let (start, moves) = (game.start_position(), game.moves.clone());
    let judged = Judged::new(&start, moves, game.result, RuleBook::usual());
    let cycles = judged.study.cycles.iter().map(|cycle| {
        let mut value = stretch(cycle);
        value["ruling"] = by_book(cycle, |judgement| judgement.ruling).into();
        value["result_differs"] = judged.result_differs(cycle).into();
        value["told"] = book::repetition(asking.lang, &judged, cycle).into();
        value
    });
    Ok(Reply::Json(json!({ "key": game.key, "cycles": cycles.collect::<Vec<Value>>() })))
}

/// Answers with the ply and the move at which a game left all earlier games, and with the games
/// that it left and their moves there.
pub(in crate::serve) fn novelty(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let lang = asking.lang;
    let game = find(asking, asking.key)?;
    let key = game.key.clone();
    let answer = ask(asking.archive, game, &asking.params.notation()?, asking.places()?)?;
    let Some(NoveltyAnswer { novelty, position, rows }) = answer else {
        let message = lang.novelty_of_undated(&key);
        return Ok(Reply::Json(json!({ "key": key, "known": false, "told": message })));
    };
    let count = novelty.left.len() as u64;
    Ok(Reply::Json(json!({
        "key": key,
        "known": true,
        "ply": novelty.ply,
        "move": rows.first().map(|row| &row.san),
        "fen": position.to_fen(),
        "left": count,
        "games": novelty_games().objects(rows.iter().skip(1)),
        "told": lang.novelty(novelty.ply, count),
    })))
}

/// Answers with the first game that left the main line of a game at each of its moves: the earliest
/// that came there and played another move, if the game has a date, no earlier than that.
pub(in crate::serve) fn departures(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let (archive, notation) = (asking.archive, asking.params.notation()?);
    let game = find(asking, asking.key)?;
    let since = game.date.as_deref().and_then(asked_date);
    let matcher = Filter { since, ..Filter::of(Purpose::Statistics) }.resolve(archive)?;
    let look = Look { mirroring: Mirroring::Any, variations: false, latest: 0 };
    let mut position = game.start_position();
    let mut rows = Vec::new();
    for (ply, &mv) in (1..).zip(&game.moves) {
        asking.go_on()?;
        let is_symmetric = position.key().orientation == Orientation::Symmetric;
        let others = explore(archive, &position, &matcher, &look)?.rows.into_iter().filter(|row| {
            row.mv != mv && !(is_symmetric && row.mv.mirror() == mv) && row.earliest.is_some()
        });
        let dated = others.filter_map(|row| {
            let fact = archive.facts().get(row.earliest?)?;
            Some(((fact.date, fact.key), fact.year(), row))
        });
        let dated: Vec<_> = dated.collect();
        let games: u64 = dated.iter().map(|(.., row)| row.score.games()).sum();
        if let Some((_, year, row)) = dated.iter().min_by_key(|(place, ..)| *place) {
            let first = row.earliest.map(|id| archive.snapshot().game_key(id)).transpose()?;
            rows.push(json!({
                "ply": ply,
                "move": notation.write(mv, &position),
                "played": notation.write(row.mv, &position),
                "first": first,
                "year": year,
                "games": games,
            }));
        }
        position.play_unchecked(mv);
    }
    Ok(Reply::Json(json!({ "key": game.key, "departures": rows })))
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
