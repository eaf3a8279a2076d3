//! Records that are not entirely clean, and witnesses that disagree.

use super::Archive;
use crate::format::Warning;
use crate::metadata::{Metadata, Status};
use crate::replay::{Damage, Failure};
use crate::store::{Identity, Result};
use std::ops::ControlFlow;

/// A record with something to tell.
#[derive(Debug, Clone)]
pub struct Trouble {
    /// Where it lies; see [`Witness`](super::Witness).
    pub place: String,
    /// 1-based in the source.
    pub record: u64,
    /// First byte in the source.
    pub byte_offset: u64,
    /// How far it could be read.
    pub status: Status,
    /// The key of the game that was kept.
    pub game: Option<String>,
    /// Why the main line ends or the record was set aside.
    pub error: Option<Failure>,
    /// Variations that end early.
    pub damaged: Vec<Damage>,
    /// What was repaired, interpreted or found odd.
    pub warnings: Vec<Warning>,
}

/// A value as it is compared, as it was found, and where.
type Said = (String, String, String);

/// A game whose witnesses tell different things.
#[derive(Debug, Clone, serde::Serialize)]
pub struct Conflict {
    /// Its key.
    pub game: String,
    /// `red`, `black`, `year` or `result`.
    pub field: &'static str,
    /// Every value, as found, with one place that has it.
    pub values: Vec<(String, String)>,
}

impl Archive {
    /// Visits every record with something to tell whose place has `path` in it, by source and ordinal.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn troubles(
        &self,
        path: Option<&str>,
        visit: &mut dyn FnMut(Trouble) -> ControlFlow<()>,
    ) -> Result<()> {
        let mut statement = self.conn.prepare(
            "select record.source, record.ordinal, record.start_byte, record.status, game.key, record.error,
                    record.damaged, record.warnings
             from record left join game on game.id = record.game
             where record.error is not null or record.damaged is not null or record.warnings is not null
             order by record.source, record.ordinal",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let places = self.places(row.get(0)?)?;
            let Some(place) =
                places.into_iter().find(|place| path.is_none_or(|path| place.contains(path)))
            else {
                continue;
            };
            let trouble = Trouble {
                place,
                record: row.get(1)?,
                byte_offset: row.get(2)?,
                status: row.get(3)?,
                game: row.get(4)?,
                error: read(row.get(5)?),
                damaged: read(row.get(6)?).unwrap_or_default(),
                warnings: read(row.get(7)?).unwrap_or_default(),
            };
            if visit(trouble).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Damage in sources that belongs to no record: place, byte offset, what.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn source_damage(&self) -> Result<Vec<(String, u64, String)>> {
        let mut statement = self
            .conn
            .prepare("select id, damage from source where damage is not null order by id")?;
        let mut rows = statement.query([])?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            let place = self.places(row.get(0)?)?.into_iter().next().unwrap_or_default();
            let found: Vec<(u64, String)> = read(row.get(1)?).unwrap_or_default();
            all.extend(found.into_iter().map(|(offset, what)| (place.clone(), offset, what)));
        }
        Ok(all)
    }

    /// Games whose witnesses disagree on names (after folding), year or result, by key.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn conflicts(&self) -> Result<Vec<Conflict>> {
        let mut statement = self.conn.prepare(
            "select game.id, game.key from game
             where (select count(*) from record where record.game = game.id) > 1 order by game.key",
        )?;
        let games: Vec<(u32, String)> = statement
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
        let mut conflicts = Vec::new();
        for (id, key) in games {
            self.conflicts_of(id, &key, &mut conflicts)?;
        }
        Ok(conflicts)
    }

    fn conflicts_of(&self, game: u32, key: &str, conflicts: &mut Vec<Conflict>) -> Result<()> {
        // Per field: what is compared, what was found, where.
        let mut fields: [(&'static str, Vec<Said>); 4] = [
            ("red", Vec::new()),
            ("black", Vec::new()),
            ("year", Vec::new()),
            ("result", Vec::new()),
        ];
        for witness in self.witnesses(game)? {
            let tags = witness.tags.as_object().into_iter().flatten();
            let tags = tags.filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)));
            let data = Metadata::from_tags(tags);
            let identity = Identity::of(&data);
            let place = witness.places.into_iter().next().unwrap_or_default();
            let year = if identity.year == 0 { String::new() } else { identity.year.to_string() };
            let result = if witness.result.is_known() { witness.result.as_str() } else { "" };
            let found = [
                (identity.red, data.red.unwrap_or_default()),
                (identity.black, data.black.unwrap_or_default()),
                (year.clone(), year),
                (result.to_owned(), result.to_owned()),
            ];
            for ((_, values), (compared, found)) in fields.iter_mut().zip(found) {
                if !compared.is_empty() && !values.iter().any(|(known, ..)| *known == compared) {
                    values.push((compared, found, place.clone()));
                }
            }
        }
        for (field, values) in fields {
            if values.len() > 1 {
                let values = values.into_iter().map(|(_, found, place)| (found, place)).collect();
                conflicts.push(Conflict { game: key.to_owned(), field, values });
            }
        }
        Ok(())
    }
}

fn read<T: serde::de::DeserializeOwned>(json: Option<String>) -> Option<T> {
    json.and_then(|json| serde_json::from_str(&json).ok())
}
