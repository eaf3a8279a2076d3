//! Verifies rows: references, and games that can be played.

use super::postings::posting;
use super::{Known, Outcome, Records};
use crate::format::by_name;
use crate::metadata::PackedDate;
use crate::opening::Code;
use crate::search::archive::Archive;
use crate::search::archive::ids::IdSet;
use crate::store::{
    Connection, Fact, Facts, MainLine, RecordParts, RecordSet, Result, StoredGame, keys_with,
};
use crate::text::Encoding;
use crate::xiangqi::{Move, Position};
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;

const DANGLING: &str = "SQLite: a row points at nothing";

/// Checks that every source has a place and was read as far as it says, and every place a source.
pub(super) fn sources(
    conn: &Connection,
    known: &Known<'_>,
    faults: &mut Vec<String>,
) -> Result<()> {
    let locations = conn.located_sources()?;
    let homeless: IdSet = conn.homeless()?.into_iter().collect();
    let located: IdSet = locations.iter().copied().collect();
    let is_nowhere = |id: u32| !located.contains(id) && !homeless.contains(id);
    let sources = conn.source_sizes()?;
    let nowhere = sources.iter().filter(|&&(id, _)| is_nowhere(id)).count();
    if nowhere > 0 {
        faults.push(format!("{nowhere} sources lie nowhere"));
    }
    let dangling = locations.iter().filter(|&&id| !known.sources.contains(id)).count();
    faults.extend((0..dangling).map(|_| DANGLING.to_owned()));
    let misread = conn.sources_misread()?;
    if misread > 0 {
        faults.push(format!("{misread} sources were not read as far as they say"));
    }
    let formats = conn.source_formats()?;
    let is_unknown = |(format, encoding): &&(Option<String>, Option<String>)| {
        format.as_deref().is_some_and(|name| by_name(name).is_none())
            || encoding.as_deref().is_some_and(|label| Encoding::from_label(label).is_none())
    };
    if formats.iter().any(|names| is_unknown(&names)) {
        faults.push("a source names a format or an encoding that does not exist".to_owned());
    }
    Ok(())
}

/// Checks the records of a task.
pub(super) fn records(
    conn: &Connection,
    known: &Known<'_>,
    first: i64,
    outcome: &mut Outcome,
) -> Result<()> {
    let Outcome { faults, records, .. } = outcome;
    let set = RecordSet::Ids(first..=first + super::RECORDS - 1);
    conn.records(set, RecordParts::NONE, &mut |record| {
        let source = record.source as u32;
        *records.of_source.entry(source).or_default() += 1;
        let is_whole = known.sources.contains(source)
            && record.game.is_none_or(|game| known.facts.is_alive(game))
            && record.tree.is_none_or(|tree| known.trees.contains(tree))
            && record.shape.is_none_or(|shape| known.shapes.contains(shape));
        if is_whole {
            records.witnessed.extend(record.game);
            records.trees.extend(record.game.zip(record.tree));
        } else {
            faults.push(DANGLING.to_owned());
        }
        Ok(ControlFlow::Continue(()))
    })
}

/// Checks that sources have the stated number of records, games have witnesses, and facts match
/// games.
pub(super) fn witnesses(
    archive: &Archive,
    records: &Records,
    faults: &mut Vec<String>,
) -> Result<()> {
    let said = archive.snapshot().source_sizes()?;
    let wrong = said
        .into_iter()
        .filter(|(source, said)| records.of_source.get(source).copied().unwrap_or(0) != *said);
    let wrong = wrong.count();
    if wrong > 0 {
        faults.push(format!("{wrong} sources do not have as many records as they say"));
    }
    let witnessed: IdSet = records.witnessed.iter().copied().collect();
    let alone = archive.facts().alive().filter(|&(id, _)| !witnessed.contains(id)).count();
    if alone > 0 {
        faults.push(format!("{alone} games have no witness"));
    }
    let games = archive.snapshot().game_count()?;
    let facts = archive.facts().alive_ids().len() as u64;
    if games != facts {
        faults.push(format!("{games} games, but facts of {facts}"));
    }
    Ok(())
}

/// Replays the games of a chunk, and adds the demanded postings to the sums.
pub(super) fn games(
    conn: &Connection,
    known: &Known<'_>,
    chunk: usize,
    outcome: &mut Outcome,
) -> Result<()> {
    let (mut once, standard) = (FxHashSet::default(), Position::start());
    let ids: Vec<u32> = Facts::ids_of_chunk(chunk).collect();
    conn.stored_games(&ids, &mut |game| {
        outcome.games += 1;
        let StoredGame { line, plies, red, black, event, .. } = game;
        let key = line.key;
        let is_same = known.facts.get(line.id).is_some_and(|fact| {
            let date = fact.date.date();
            // Facts sort by all bits, also by those that no reader looks at.
            *fact == Fact { date: PackedDate::new(date), ..fact.with(game.result, game.kind) }
                && date.map(|date| date.to_string()).as_deref() == game.date
                && u32::from(fact.plies) == plies.min(65535)
                && (fact.red, fact.black, fact.event) == (red, black, event)
                && keys_with(key) == Some(fact.key..=fact.key)
        });
        if !is_same || line.moves.len() != plies as usize * 2 {
            outcome.faults.push(format!("game {key}: its row and its facts differ"));
        }
        let has = |set: &IdSet, id: u32| id == 0 || set.contains(id);
        if !(has(&known.players, red) && has(&known.players, black) && has(&known.events, event)) {
            outcome.faults.push(DANGLING.to_owned());
        }
        once.clear();
        let opening = known.facts.get(line.id).map_or(0, |fact| fact.opening);
        if let Err(what) = replay(&game, opening, &standard, &mut once, outcome) {
            outcome.faults.push(format!("game {key}: {what}"));
        }
        Ok(())
    })
}

/// Plays the main line and adds the demanded postings, up to a move that cannot be played.
fn replay(
    game: &StoredGame<'_>,
    opening: u16,
    standard: &Position,
    once: &mut FxHashSet<u64>,
    outcome: &mut Outcome,
) -> std::result::Result<(), String> {
    let stored = game.line;
    let mut position = match stored.start {
        None => standard.clone(),
        Some(_) => stored.start_position().map_err(|_| "its start is no FEN")?,
    };
    for (ply, pair) in stored.moves.as_chunks::<2>().0.iter().enumerate() {
        let mv = Move::from_bytes(*pair).filter(|&mv| position.is_pseudo_legal(mv));
        let mv = mv.ok_or_else(|| format!("ply {} cannot be played", ply + 1))?;
        outcome.demanded.put_once(posting(stored.id, &position, Some(mv)), once);
        position.play_unchecked(mv);
    }
    outcome.demanded.put_once(posting(stored.id, &position, None), once);
    let line = MainLine::from_parts(stored.start.map(str::to_owned), stored.moves.to_vec());
    if !game.line.key.starts_with(&line.prefix()) {
        return Err("the key does not fit the moves".to_owned());
    }
    if opening != line.opening().map_or(0, Code::number) {
        return Err("the opening in its facts does not fit the moves".to_owned());
    }
    Ok(())
}
