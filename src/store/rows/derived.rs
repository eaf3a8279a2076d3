//! The tables `derived` and `doubt`: what headings and names of files add to what records state,
//! and what they contradict; and the table `dated`, when games were played where that is not simply
//! the date that is stated, as the room `names` finds out.

use crate::metadata::{
    DateReason, DateSpan, Dated, Derived, LaxDate, PackedDate, ValueSource, parse_date,
};
use crate::store::checksum::{RowOrigin, Summed};
use crate::store::error::{Error, Result};
use crate::store::rows::statistics::next_generation;
use crate::store::rows::{insert_into, insert_rows};
use crate::store::sql::{Connection, from_row};
use crate::store::transaction::Transaction;

/// A value that a record of a game does not state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DerivedValue {
    /// The tag that the value belongs to: `Red`, `Date`.
    pub field: String,
    /// The value as the source has it.
    pub value: String,
    /// The source of the value.
    pub from: ValueSource,
}

/// A contradiction to what a record of a game states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// The tag that the value belongs to: `Red`, `Date`.
    pub field: String,
    /// `event says 1982`
    pub says: String,
}

from_row!(Doubt { field, says });

/// A record of which something is doubted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoubtedRecord {
    /// `source.id`
    pub source: i64,
    /// 1-based in the source.
    pub ordinal: u64,
    /// The key of the game that it witnesses.
    pub game: Option<String>,
    /// Contradictions, by field.
    pub doubts: Vec<Doubt>,
}

const DERIVED: &str = "
    select field, value, derived.source from record join derived on derived.record = record.id
    where record.game = ?1
    group by field, value, derived.source order by field, count(*) desc, length(value) desc, value";
const DOUBTS: &str = "
    select field, says from (
        select distinct field, says, 0 as late from record join doubt on doubt.record = record.id
        where record.game = ?1
        union all select 'Date', says, 1 from dated where game = ?1 and says is not null
    ) order by late, field, says";
const DOUBTED_RECORDS: &str = "
    select record.source, record.ordinal, game.key, field, says
    from doubt join record on record.id = doubt.record left join game on game.id = record.game
    union all
    select record.source, record.ordinal, game.key, 'Date', dated.says
    from dated join game on game.id = dated.game join record on record.game = game.id
    where dated.says is not null
    order by 1, 2, 4, 5";

/// Reads the derived values and the doubts of a record, each a JSON object by field.
pub(crate) fn derived_of(values: Option<&str>, doubts: Option<&str>) -> Result<Derived> {
    Derived::from_json(values, doubts)
        .ok_or_else(|| Error::Damaged("what is derived of a record cannot be read".to_owned()))
}

/// A column with JSON, if it has a value.
pub(crate) fn read_json<T: serde::de::DeserializeOwned>(json: Option<&str>) -> Result<Option<T>> {
    let read = |json| {
        serde_json::from_str(json)
            .map_err(|error| Error::Damaged(format!("what a record says of itself: {error}")))
    };
    json.map(read).transpose()
}

impl Connection {
    /// Reads the derived values of a game, by field; the value that most records have comes first.
    pub fn derived(&self, game: u32) -> Result<Vec<DerivedValue>> {
        self.select(DERIVED)?.all([game], |row| {
            let from = ValueSource::from_name(row.text(2)?).unwrap_or(ValueSource::Event);
            Ok(DerivedValue { field: row.get(0)?, value: row.get(1)?, from })
        })
    }

    /// All records of which something is doubted, by source and ordinal.
    pub fn doubted_records(&self) -> Result<Vec<DoubtedRecord>> {
        let mut records: Vec<DoubtedRecord> = Vec::new();
        self.each(DOUBTED_RECORDS, [], |row| {
            let (source, ordinal) = (row.get(0)?, row.get(1)?);
            let doubt = Doubt { field: row.get(3)?, says: row.get(4)? };
            match records.last_mut().filter(|last| (last.source, last.ordinal) == (source, ordinal))
            {
                Some(record) => record.doubts.push(doubt),
                None => {
                    let game = row.get(2)?;
                    records.push(DoubtedRecord { source, ordinal, game, doubts: vec![doubt] });
                }
            }
            Ok(())
        })?;
        Ok(records)
    }

    /// Reads the doubts of a game, by field.
    pub fn doubts(&self, game: u32) -> Result<Vec<Doubt>> {
        self.rows(DOUBTS, [game])
    }
}

/// Inserts what is derived of records, and what is doubted.
pub(crate) fn insert_derived<'r>(
    tx: &Transaction<'_>,
    records: impl Iterator<Item = (i64, &'r Derived)>,
) -> Result<()> {
    let (mut derived, mut doubts) = (Vec::new(), Vec::new());
    for (id, of_record) in records {
        derived.extend(of_record.values.iter().map(|value| (id, value)));
        doubts.extend(of_record.doubts.iter().map(|doubt| (id, doubt)));
    }
    let into = "derived (record, field, value, source)";
    insert_rows(tx, into, &derived, |(id, (field, value, from)), values| {
        values.put(id)?.put(field)?.put(value)?.put(from.as_str())?;
        Ok(())
    })?;
    insert_rows(tx, "doubt (record, field, says)", &doubts, |(id, (field, says)), values| {
        values.put(id)?.put(field)?.put(says)?;
        Ok(())
    })
}

/// Deletes what is derived of the records of a source, and what is doubted.
pub(crate) fn delete_derived(tx: &Transaction<'_>, source: i64) -> Result<()> {
    for table in ["derived", "doubt"] {
        let sql = format!(
            "delete from {table} where record in (select id from record where source = ?1)"
        );
        tx.write(&sql)?.execute([source])?;
    }
    Ok(())
}

/// When a game was played, where that is not simply the date that is stated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatedGame {
    /// `game.id`
    pub game: u32,
    /// The time, and the reason.
    pub dated: Dated,
    /// Whether the date comes from other games.
    pub by_others: bool,
    /// The argument against what is stated, if other games have one.
    pub says: Option<String>,
}

/// The columns of `dated`.
pub(crate) const DATED: Summed = Summed::watched(
    "dated",
    &["game"],
    &["packed", "date_from", "date_to", "because", "by_others", "says"],
)
.made_of(RowOrigin::Games);

impl Connection {
    /// All games that have another time than the stated date, by id.
    pub fn dated(&self) -> Result<Vec<DatedGame>> {
        self.dated_where("1 order by game")
    }

    /// Those that have it because of other games, by id.
    pub(crate) fn dated_by_others(&self) -> Result<Vec<DatedGame>> {
        self.dated_where("by_others = 1 order by game")
    }

    fn dated_where(&self, condition: &str) -> Result<Vec<DatedGame>> {
        let mut all = Vec::new();
        self.each(
            &format!("select game, packed, because, by_others, says from dated where {condition}"),
            [],
            |row| {
                let because = DateReason::from_name(row.text(2)?)
                    .ok_or_else(|| Error::Damaged("the reason of a date is none".to_owned()))?;
                all.push(DatedGame {
                    game: row.get(0)?,
                    dated: Dated { date: PackedDate::from_bits(row.get(1)?), because },
                    by_others: row.get(3)?,
                    says: row.get(4)?,
                });
                Ok(())
            },
        )?;
        Ok(all)
    }

    /// The reason why a game has another time than the stated date.
    pub fn date_reason(&self, game: u32) -> Result<Option<DateReason>> {
        let name: Option<String> =
            self.find("select because from dated where game = ?1", [game])?;
        Ok(name.as_deref().and_then(DateReason::from_name))
    }

    /// The latest day that it is anywhere on earth.
    ///
    /// # Errors
    /// When SQLite does not know the time.
    pub fn today(&self) -> Result<Option<LaxDate>> {
        let day: String = self.value("select date('now', '+14 hours')")?;
        Ok(parse_date(&day))
    }
}

impl Transaction<'_> {
    /// Puts rows of `dated` in the place of others, ascending by game: what was counted with them
    /// is stale.
    pub fn replace_dated(&self, old: &[DatedGame], new: &[DatedGame]) -> Result<()> {
        let is_in = |all: &[DatedGame], row: &DatedGame| {
            all.binary_search_by_key(&row.game, |row| row.game).is_ok_and(|at| all[at] == *row)
        };
        let mut delete = self.write("delete from dated where game = ?1")?;
        for row in old.iter().filter(|row| !is_in(new, row)) {
            delete.execute([row.game])?;
        }
        let added: Vec<&DatedGame> = new.iter().filter(|row| !is_in(old, row)).collect();
        insert_into(self, &DATED, &added, |row, values| {
            let Dated { date, because } = row.dated;
            let end = |end: fn(DateSpan) -> Option<LaxDate>| {
                date.span().and_then(end).map(|date| date.to_string())
            };
            values.put(row.game)?.put(date.bits())?.put(end(DateSpan::from))?;
            values.put(end(DateSpan::to))?.put(because.as_str())?;
            values.put(row.by_others)?.put(&row.says)?;
            Ok(())
        })?;
        next_generation(self)
    }
}
