//! Other games that two players have on one day: one may be the other, filed twice.

use super::archive::Archive;
use crate::metadata::name_key;
use crate::store::Result;

/// More are not told.
const MOST: usize = 20;

impl Archive {
    /// The other games of a game's players on its day, by id; either may be Red. Names are the same
    /// in either script and with any team. None where the day or a player is not known; at most 20.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn same_day(&self, game: u32) -> Result<Vec<u32>> {
        let fact = self.facts.of_one(game);
        let Some(fact) = fact.filter(|fact| fact.red > 0 && fact.black > 0) else {
            return Ok(Vec::new());
        };
        if fact.date.date().is_none_or(|date| date.day == 0) {
            return Ok(Vec::new());
        }
        let name = |id: u32| -> Result<String> {
            let key = name_key(&self.snapshot().player_name(id)?);
            Ok(self.decided().alike().player(&key).to_owned())
        };
        let pair = |[red, black]: [u32; 2]| -> Result<[String; 2]> {
            let mut pair = [name(red)?, name(black)?];
            pair.sort_unstable();
            Ok(pair)
        };
        let players = pair([fact.red, fact.black])?;
        let mut found = Vec::new();
        for (id, other) in self.facts.alive() {
            let is_asked =
                id != game && other.date == fact.date && other.red > 0 && other.black > 0;
            if is_asked && pair([other.red, other.black])? == players {
                found.push(id);
                if found.len() == MOST {
                    break;
                }
            }
        }
        Ok(found)
    }
}
