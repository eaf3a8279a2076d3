//! Players whom a witness or a copy of their game names otherwise: the game counts for them and
//! shows no year in which they played.

use super::ids::IdSet;
use super::{Archive, once};
use crate::decision::GameField;
use crate::metadata::clearly_differ;
use crate::store::{Fact, NamedOtherwise, Result};
use crate::xiangqi::Side;
use rustc_hash::FxHashMap;

/// Games in which the player of a side is in dispute, Red's first.
#[derive(Debug, Default)]
pub struct DisputedPlayers([IdSet; 2]);

impl DisputedPlayers {
    /// Whether a witness or a copy of the game names two others than the player of the side.
    #[must_use]
    pub fn contains(&self, game: u32, side: Side) -> bool {
        self.0[side as usize].contains(game)
    }

    /// Year in which a game shows that the player of a side played; `None` without a sure date, and
    /// where the player is in dispute.
    #[must_use]
    pub fn year(&self, game: u32, side: Side, fact: &Fact) -> Option<u16> {
        fact.year().filter(|_| !self.contains(game, side))
    }

    fn read(archive: &Archive) -> Result<DisputedPlayers> {
        let mut disputed = DisputedPlayers::default();
        if !archive.has_derived() {
            return Ok(disputed);
        }
        let (facts, copies, decided) = (archive.facts(), archive.duplicates()?, archive.decided());
        let names = archive.folded_names()?;
        let otherwise = archive.snapshot().named_otherwise()?;
        // Names by the witnesses of a game and of its copies, by the game that counts.
        let mut named: FxHashMap<u32, Vec<[&str; 2]>> = FxHashMap::default();
        for NamedOtherwise { game, red, black } in &otherwise {
            let pair = [red, black].map(|key| decided.alike().player(key));
            if pair.iter().all(|key| !key.is_empty()) {
                let pair = pair.map(|key| names.called_by_key(key));
                named.entry(copies.first(*game)).or_default().push(pair);
            }
        }
        let seats = |game: u32| {
            let fact = facts.get(game)?;
            Some([fact.red, fact.black].map(|id| names.called(id)))
        };
        let copied = copies.games();
        for (&game, &first) in &copied {
            if let Some([Some(red), Some(black)]) = seats(game) {
                named.entry(first).or_default().push([red, black]);
            }
        }
        let games = otherwise.iter().map(|it| it.game).chain(copied.into_keys());
        for game in games {
            let (Some(own), Some(named)) = (seats(game), named.get(&copies.first(game))) else {
                continue;
            };
            for (side, field) in Side::ALL.into_iter().zip([GameField::Red, GameField::Black]) {
                let Some(own) = own[side as usize] else { continue };
                let is_other = |name: &&str| *name != own && clearly_differ(own, name);
                let is_disputed = named.iter().any(|pair| pair.iter().all(is_other));
                if is_disputed && decided.text(game, field).is_none() {
                    disputed.0[side as usize].insert(game);
                }
            }
        }
        Ok(disputed)
    }
}

impl Archive {
    /// Players who are in dispute; none where nothing derived counts.
    pub fn disputed_players(&self) -> Result<&DisputedPlayers> {
        once(&self.known.disputed, || DisputedPlayers::read(self))
    }
}
