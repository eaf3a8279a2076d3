//! Paths and words, looked up once: which events or games are meant. `names.rs` has the players.

use super::archive::Archive;
use super::ids::IdSet;
use super::parallel::in_parallel;
use crate::decision::{Field, Subject};
use crate::store::{Facts, GameText, Result};
use crate::text::{bigrams, fold, latin_key, latin_keys};
use rustc_hash::FxHashSet;

/// Events whose name has `wanted` in it; in Latin letters, by its sound, too: `wuyangbei`.
pub(super) fn events(archive: &Archive, wanted: &str) -> Result<IdSet> {
    let mut found: IdSet = archive.snapshot().events_with(&fold(wanted))?;
    let letters = latin_key(wanted);
    if wanted.is_ascii()
        && letters.len() >= SHORTEST
        && letters.bytes().any(|b| b.is_ascii_alphabetic())
    {
        archive.snapshot().event_keys(&mut |id, name, _| {
            let is_read_so = |key: &String| key.contains(&letters);
            if !name.is_ascii() && latin_keys(name).iter().any(is_read_so) {
                found.insert(id);
            }
        })?;
    }
    let alike = archive.decided().alike();
    if alike.joined().any(|(event, _)| matches!(event, Subject::Event(_))) {
        let mut all: Vec<(u32, String)> = Vec::new();
        archive.events(&mut |id, _, event| all.push((id, event.to_owned())))?;
        let is_found = |(id, _): &&(u32, String)| found.contains(*id);
        let wanted: FxHashSet<String> =
            all.iter().filter(is_found).map(|(_, event)| event.clone()).collect();
        let is_joined = |event: &str| {
            let event = Subject::Event(event.to_owned());
            alike.joined().any(|(_, first)| *first == event)
        };
        let joined: FxHashSet<&String> = wanted.iter().filter(|event| is_joined(event)).collect();
        all.iter()
            .filter(|(_, event)| joined.contains(event))
            .for_each(|(id, _)| found.insert(*id));
    }
    Ok(found)
}

/// Fewer letters than these sound like anything.
const SHORTEST: usize = 4;

/// Games with a witness in whose comments `wanted` stands.
pub(super) fn games_saying(archive: &Archive, wanted: &str) -> Result<IdSet> {
    let words = bigrams(wanted);
    if words.is_empty() {
        return Ok(IdSet::default());
    }
    // Neighbouring pairs of one phrase; a lone character is the beginning of a pair.
    let is_lone = words.chars().count() == 1;
    let phrase = if is_lone { format!("\"{words}\" *") } else { format!("\"{words}\"") };
    archive.snapshot().games_saying(&phrase)
}

/// Games witnessed in a source whose path (or path inside its archive) has `wanted` in it.
pub(super) fn games_from(archive: &Archive, wanted: &str) -> Result<IdSet> {
    archive.snapshot().games_from(wanted)
}

/// Those of some games (ids ascending) one of whose texts has one of the `wanted` in it.
pub(super) fn games_reading(
    archive: &Archive,
    text: GameText,
    wanted: &[String],
    games: &[u32],
) -> Result<IdSet> {
    let wanted: Vec<String> = wanted.iter().map(|wanted| fold(wanted)).collect();
    let chunks: Vec<&[u32]> = games.chunks(Facts::CHUNK).collect();
    let found = in_parallel(archive, chunks.len(), |snapshot, number| {
        let ids = chunks[number];
        let mut found = Vec::new();
        let mut look = |id: u32, text: &str| {
            let text = fold(text);
            if wanted.iter().any(|wanted| text.contains(wanted)) {
                found.push(id);
            }
        };
        let (first, last) = (ids[0], ids[ids.len() - 1]);
        // Few games that lie far apart are read one by one.
        if (last - first) as usize / FAR >= ids.len() {
            ids.iter().try_for_each(|&id| snapshot.game_texts(text, id..=id, &mut look))?;
        } else {
            snapshot.game_texts(text, first..=last, &mut look)?;
        }
        Ok(found)
    })?;
    let mut found: IdSet = found.into_iter().flatten().collect();
    if text == GameText::Site {
        for (id, site) in archive.decided().texts(Field::Site) {
            let site = fold(site);
            if games.binary_search(&id).is_err() {
                continue;
            }
            match wanted.iter().any(|wanted| site.contains(wanted)) {
                true => found.insert(id),
                false => found.remove(id),
            }
        }
    }
    Ok(found)
}

/// With fewer than one game wanted in so many, texts are read game by game.
const FAR: usize = 16;
