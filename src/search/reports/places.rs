//! Places of the witnesses of many games.

use crate::search::archive::Archive;
use crate::search::archive::ids::IdSet;
use crate::search::archive::parallel::in_parallel;
use crate::search::archive::postings::{are_sparse, in_chunks};
use crate::store::Result;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The first place of the source of each witness of some games.
#[derive(Debug, Default)]
pub struct PlacesOfGames {
    /// Ids of a game and of the source of a witness, sorted.
    sources: Vec<(u32, i64)>,
    /// First place of each source; `None` without one.
    places: FxHashMap<i64, Option<String>>,
}

impl PlacesOfGames {
    /// Reads the places, in parallel and in the order of the games, since neighbours lie on one page.
    pub fn of(archive: &Archive, games: &IdSet) -> Result<PlacesOfGames> {
        let ids: Vec<u32> = games.iter().collect();
        let chunks: Vec<&[u32]> = in_chunks(&ids).collect();
        let found = in_parallel(archive, chunks.len(), |conn, chunk| {
            let ids = chunks[chunk];
            let mut found: Vec<(u32, i64)> = Vec::new();
            if are_sparse(ids) {
                for &id in ids {
                    found.append(&mut conn.sources_of_games(id..=id)?);
                }
            } else {
                found = conn.sources_of_games(ids[0]..=ids[ids.len() - 1])?;
                found.retain(|&(game, _)| games.contains(game));
            }
            found.sort_unstable();
            found.dedup();
            Ok(found)
        })?;
        let (sources, mut places) = (found.concat(), FxHashMap::default());
        for &(_, source) in &sources {
            if let Entry::Vacant(place) = places.entry(source) {
                place.insert(archive.snapshot().places(source)?.into_iter().next());
            }
        }
        Ok(PlacesOfGames { sources, places })
    }

    /// The places of a game, each at least once.
    pub fn of_game(&self, game: u32) -> impl Iterator<Item = &str> {
        let first = self.sources.partition_point(|&(other, _)| other < game);
        let own = self.sources[first..].iter().take_while(move |&&(other, _)| other == game);
        own.filter_map(|(_, source)| self.places.get(source)?.as_deref())
    }
}
