//! What a game's records do not state and their headings or the names of their files say, as it is
//! shown beside the game. The facts that questions compare have the same laid over them
//! (`overlay.rs` of the store).

use super::archive::Archive;
use crate::metadata::{Derived, Fields, Source, parse_date, parse_result, split_team};
use crate::store::{DerivedValue, Fact, GameRow, Lay, Result};

impl Archive {
    /// Adds what is derived of a game to its row, and what is doubted; or, where only what is
    /// stated counts, takes away what only names of files say.
    pub(super) fn tell_derived(&self, game: &mut GameRow) -> Result<()> {
        let from_file = self.facts.from_file(game.id);
        match self.lay() {
            Lay::Nothing => {}
            Lay::Stated => take_away(game, from_file),
            Lay::Derived => {
                let fact = self.facts.of_one(game.id).unwrap_or(Fact::GONE);
                let values = self.snapshot().derived(game.id)?;
                let mut derived = Derived::default();
                for field in ["Red", "Black", "Date", "Result", "Round"] {
                    let value = match from_file.has(Fields::of_tag(field)) {
                        true => values.iter().find(|value| is_of_file(value, field)),
                        false => self.chosen(game, &fact, &values, field)?,
                    };
                    let value = value.map(|value| (field, value.value.clone(), value.from));
                    derived.values.extend(value);
                }
                let known = |name: &str| {
                    ["Red", "Black", "Date", "Result"].into_iter().find(|field| *field == name)
                };
                for doubt in self.snapshot().doubts(game.id)? {
                    let is_about = doubt.field != "Date" || fact.date.is_unknown();
                    if let Some(field) = known(&doubt.field).filter(|_| is_about) {
                        derived.doubts.push((field, doubt.says));
                    }
                }
                derived.doubts.dedup_by_key(|(field, _)| *field);
                game.derived = derived;
            }
        }
        Ok(())
    }

    /// The value that the facts have, if nobody states one.
    fn chosen<'v>(
        &self,
        game: &GameRow,
        fact: &Fact,
        values: &'v [DerivedValue],
        field: &str,
    ) -> Result<Option<&'v DerivedValue>> {
        let mut of_field = values.iter().filter(|value| value.field == field);
        let player = |id: u32| self.snapshot().player_name(id);
        Ok(match field {
            "Red" if game.red.is_none() && fact.red > 0 => {
                let name = player(fact.red)?;
                of_field.find(|value| split_team(&value.value).name == name)
            }
            "Black" if game.black.is_none() && fact.black > 0 => {
                let name = player(fact.black)?;
                of_field.find(|value| split_team(&value.value).name == name)
            }
            "Date" if game.date_found.is_none() => {
                of_field.find(|value| parse_date(&value.value) == fact.date.date())
            }
            "Result" if !game.result.is_known() && fact.result().is_known() => {
                of_field.find(|value| parse_result(&value.value) == Some(fact.result()))
            }
            "Round" if game.round.is_none() => of_field.next(),
            _ => None,
        })
    }
}

fn is_of_file(value: &DerivedValue, field: &str) -> bool {
    value.field == field && value.from == Source::File
}

fn take_away(game: &mut GameRow, from_file: Fields) {
    if from_file.has(Fields::RED) {
        (game.red, game.red_team) = (None, None);
    }
    if from_file.has(Fields::BLACK) {
        (game.black, game.black_team) = (None, None);
    }
    if from_file.has(Fields::DATE) {
        (game.date, game.date_found) = (None, None);
    }
    if from_file.has(Fields::RESULT) {
        game.result = Default::default();
    }
}
