//! Names in the order of their sound: pinyin for hanzi, Latin letters as they are.

use crate::store::{Result, Snapshot};
use crate::text::pinyin;
use std::sync::Arc;

/// At which place each player's name stands, by its id.
///
/// # Errors
/// When the names cannot be read.
pub(super) fn players(snapshot: &Snapshot) -> Result<Arc<[u32]>> {
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
pub(super) fn events(snapshot: &Snapshot) -> Result<Arc<[u32]>> {
    let mut names = Vec::new();
    snapshot.events(&mut |id, name| {
        names.push((pinyin(name), name.to_owned(), id));
        Ok(())
    })?;
    Ok(places(names))
}

/// What has no name stands last.
fn places(mut names: Vec<(String, String, u32)>) -> Arc<[u32]> {
    names.sort_unstable();
    let last = names.iter().map(|&(.., id)| id).max().unwrap_or_default();
    let mut places = vec![u32::MAX; last as usize + 1];
    for ((.., id), place) in names.iter().zip(0..) {
        places[*id as usize] = place;
    }
    places.into()
}
