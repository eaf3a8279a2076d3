//! The tables `derived` and `doubt`: values that headings and names of files add to those that
//! records state, and contradictions between them; and the table `dated`: the dates of games whose
//! date is not simply the stated one, as computed by the folder `names`.

use crate::metadata::{
    DateReason, DateSpan, Dated, Derived, LaxDate, PackedDate, ValueSource, parse_date,
};
use crate::store::checksum::{RowOrigin, Summed};
use crate::store::error::{Error, Result};
use crate::store::rows::statistics::next_generation;
use crate::store::rows::{differences, ids_as_json, insert_into, insert_rows};
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;
use rustc_hash::FxHashMap;

/// A value that a record of a game does not state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DerivedValue {
    /// Tag of the value: `Red`, `Date`.
    pub field: String,
    /// Value as its source writes it.
    pub value: String,
    /// Source of the value.
    pub from: ValueSource,
}

/// A contradiction to a statement of a record of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// Tag of the value: `Red`, `Date`.
    pub field: String,
    /// Contradicting source and its value: `event says 1982`
    pub says: String,
}

/// Values of a game that its row does not have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameFindings {
    /// Derived values, by field; for each field the value of most records comes first.
    pub values: Vec<DerivedValue>,
    /// Doubts, by field; those of other games come last.
    pub doubts: Vec<Doubt>,
    /// The reason why the game has another date than the stated one.
    pub because: Option<DateReason>,
}

/// A record with doubts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoubtedRecord {
    /// `source.id`
    pub source: i64,
    /// Ordinal of the record, 1-based in the source.
    pub ordinal: u64,
    /// Key of the game that the record witnesses; `None` without one.
    pub game: Option<String>,
    /// Contradictions, by field.
    pub doubts: Vec<Doubt>,
}

/// Statements for rows about games; their parameter is a JSON array of `game.id`s.
const DERIVED: &str = "
    select record.game, field, derived.value, derived.source
    from json_each(?1) as wanted
    cross join record on record.game = wanted.value
    cross join derived on derived.record = record.id
    group by record.game, field, derived.value, derived.source
    order by record.game, field, count(*) desc, length(derived.value) desc, derived.value";
const DOUBTS: &str = "
    select distinct record.game, field, says
    from json_each(?1) as wanted
    cross join record on record.game = wanted.value
    cross join doubt on doubt.record = record.id
    order by record.game, field, says";
const DATES: &str = "
    select game, because, says from json_each(?1) as wanted cross join dated on game = wanted.value";
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

/// Parses a column with JSON; `None` if it is null.
pub(crate) fn read_json<T: serde::de::DeserializeOwned>(json: Option<&str>) -> Result<Option<T>> {
    let read = |json| {
        serde_json::from_str(json)
            .map_err(|error| Error::Damaged(format!("what a record says of itself: {error}")))
    };
    json.map(read).transpose()
}

impl Connection {
    /// Reads what the tables say about games beside their rows, by `game.id`; games about which they
    /// say nothing are left out.
    pub fn beside_rows(&self, games: &[u32]) -> Result<FxHashMap<u32, GameFindings>> {
        let games = ids_as_json(games);
        let mut found: FxHashMap<u32, GameFindings> = FxHashMap::default();
        self.each(DERIVED, [&games], |row| {
            let from = ValueSource::from_name(row.text(3)?).unwrap_or(ValueSource::Event);
            let value = DerivedValue { field: row.get(1)?, value: row.get(2)?, from };
            found.entry(row.get(0)?).or_default().values.push(value);
            Ok(())
        })?;
        self.each(DOUBTS, [&games], |row| {
            let doubt = Doubt { field: row.get(1)?, says: row.get(2)? };
            found.entry(row.get(0)?).or_default().doubts.push(doubt);
            Ok(())
        })?;
        self.each(DATES, [&games], |row| {
            let of_game = found.entry(row.get(0)?).or_default();
            of_game.because = DateReason::from_name(row.text(1)?);
            let says: Option<String> = row.get(2)?;
            of_game.doubts.extend(says.map(|says| Doubt { field: "Date".to_owned(), says }));
            Ok(())
        })?;
        Ok(found)
    }

    /// The games about which [`Connection::beside_rows`] has something to say.
    pub fn games_with_beside_rows<C: FromIterator<u32>>(&self) -> Result<C> {
        let of_records = |table: &str| {
            format!(
                "select record.game from {table} join record on record.id = {table}.record
                 where record.game is not null"
            )
        };
        let [derived, doubts] = ["derived", "doubt"].map(of_records);
        self.column(&format!("select game from dated union all {derived} union all {doubts}"), [])
    }

    /// All records with doubts, by source and ordinal.
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

    /// All games with another date than the stated one, by id.
    pub fn dated(&self) -> Result<Vec<DatedGame>> {
        self.dated_where("1 order by game")
    }

    /// The games whose date comes from other games, by id.
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

    /// The latest date anywhere on earth.
    ///
    /// # Errors
    /// SQLite does not know the time.
    pub fn today(&self) -> Result<Option<LaxDate>> {
        let day: String = self.value("select date('now', '+14 hours')")?;
        Ok(parse_date(&day))
    }
}

/// Inserts the derived values and the doubts of records.
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

/// Deletes the derived values and the doubts of the records of a source.
pub(crate) fn delete_derived(tx: &Transaction<'_>, source: i64) -> Result<()> {
    for table in ["derived", "doubt"] {
        let sql = format!(
            "delete from {table} where record in (select id from record where source = ?1)"
        );
        tx.write(&sql)?.execute([source])?;
    }
    Ok(())
}

/// Date of a game, if it is not simply the stated one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatedGame {
    /// `game.id`
    pub game: u32,
    /// The date and its reason.
    pub dated: Dated,
    /// Whether the date comes from other games.
    pub by_others: bool,
    /// Argument of other games against the stated date; `None` without one.
    pub says: Option<String>,
}

pub(crate) const DATED: Summed = Summed::watched(
    "dated",
    &["game"],
    &["packed", "date_from", "date_to", "because", "by_others", "says"],
)
.made_of(RowOrigin::Games);

impl Transaction<'_> {
    /// Replaces rows of `dated`, both lists ascending by game; remembered counts become stale.
    pub fn replace_dated(&self, old: &[DatedGame], new: &[DatedGame]) -> Result<()> {
        let (gone, added) = differences(old, new, |row| &row.game);
        let mut delete = self.write("delete from dated where game = ?1")?;
        gone.iter().try_for_each(|row| delete.execute([row.game]).map(drop))?;
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
