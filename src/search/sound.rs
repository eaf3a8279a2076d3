//! Names in the order of their sound: pinyin for hanzi, Latin letters as they are.

use crate::store::{Result, Snapshot};
use crate::text::pinyin;
use rustc_hash::FxHashMap;

/// At which place each player's name stands, by its id.
///
/// # Errors
/// When the names cannot be read.
pub(super) fn players(snapshot: &Snapshot) -> Result<Vec<u32>> {
    let mut names = Vec::new();
    snapshot.players(&mut |player| {
        names.push((player.pinyin()?.to_owned(), player.name()?.to_owned(), player.id()?));
        Ok(())
    })?;
    Ok(places(names))
}

/// At which place each event's name stands, by its id.
///
/// # Errors
/// When the names cannot be read.
pub(super) fn events(snapshot: &Snapshot) -> Result<Vec<u32>> {
    let mut names = Vec::new();
    snapshot.events(&mut |id, name| {
        names.push((pinyin(name), name.to_owned(), id));
        Ok(())
    })?;
    Ok(places(names))
}

/// At which place each game's title stands, by the game's id.
///
/// # Errors
/// When the titles cannot be read.
pub(super) fn titles(snapshot: &Snapshot, with_files: bool) -> Result<Vec<u32>> {
    let mut ids: FxHashMap<String, u32> = FxHashMap::default();
    let mut games: Vec<(u32, u32)> = Vec::new();
    snapshot.titles(with_files, &mut |game, title| {
        let id = match ids.get(title) {
            Some(&id) => id,
            None => {
                let id = ids.len() as u32;
                ids.insert(title.to_owned(), id);
                id
            }
        };
        games.push((game, id));
    })?;
    let named = ids.into_iter().map(|(title, id)| (pinyin(&title), title, id)).collect();
    let by_title = places(named);
    let last = games.iter().map(|&(game, _)| game).max().unwrap_or_default();
    let mut by_game = vec![u32::MAX; last as usize + 1];
    for (game, title) in games {
        by_game[game as usize] = by_title[title as usize];
    }
    Ok(by_game)
}

/// What has no name stands last.
fn places(mut names: Vec<(String, String, u32)>) -> Vec<u32> {
    names.sort_unstable();
    let last = names.iter().map(|&(.., id)| id).max().unwrap_or_default();
    let mut places = vec![u32::MAX; last as usize + 1];
    for ((.., id), place) in names.iter().zip(0..) {
        places[*id as usize] = place;
    }
    places
}
