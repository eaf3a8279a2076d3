//! Records that are not clean, disagreeing witnesses, and the report with all findings.

use super::emended::Diagnosis;
use crate::format::Warning;
use crate::metadata::{GameResult, Metadata, Played, Status, name_key, names_agree, names_nobody};
use crate::notation::near_readings;
use crate::replay::{Damage, Failure};
use crate::search::archive::Archive;
use crate::search::archive::parallel::{Unwatched, Watch};
use crate::store::{DoubtedRecord, Error, Identity, RecordParts, RecordSet, Result, Unread};
use crate::xiangqi::Position;
use std::ops::ControlFlow;

/// A record that is not clean.
#[derive(Debug, Clone)]
pub struct Trouble {
    /// `source.id`
    pub source: i64,
    /// Place of the record; see [`Witness`](crate::search::Witness).
    pub place: String,
    /// Number of the record in its source, 1-based.
    pub record: u64,
    /// First byte of the record in the source.
    pub byte_offset: u64,
    /// How far the record could be read.
    pub status: Status,
    /// Key of the game that the record witnesses.
    pub game: Option<String>,
    /// Failure that ends the main line or rejects the record.
    pub error: Option<Failure>,
    /// Variations that end early.
    pub damaged: Vec<Damage>,
    /// Repairs, interpretations and oddities.
    pub warnings: Vec<Warning>,
}

/// Legal moves at a FEN whose spelling is nearest to a token, as coordinates and as text.
pub fn near_moves(token: &str, fen: &str) -> Vec<(String, String)> {
    let Ok(position) = Position::from_fen(fen) else { return Vec::new() };
    near_readings(token, &position).into_iter().map(|(mv, text)| (mv.to_string(), text)).collect()
}

/// Fields on which witnesses may disagree.
const FIELDS: [&str; 4] = ["red", "black", "year", "result"];

/// The value of a field in comparable form, and as found.
type Claim = (String, String);

/// Values of [`FIELDS`] in a witness; empty where the witness says nothing. A text that names neither
/// a person nor a program, such as a surname alone or a team, says nothing.
fn claims(data: Metadata, result: GameResult) -> [Claim; 4] {
    let identity = Identity::of(&data);
    let is_said = |name: &String| {
        !names_nobody(&name_key(name)) || Played::of_player(name) == Some(Played::Program)
    };
    let name = |key: String, found: Option<String>| match found.filter(is_said) {
        Some(found) => (key, found),
        None => Claim::default(),
    };
    let year = if identity.year == 0 { String::new() } else { identity.year.to_string() };
    let result = if result.is_known() { result.as_str() } else { "" };
    [
        name(identity.red, data.red),
        name(identity.black, data.black),
        (year.clone(), year),
        (result.to_owned(), result.to_owned()),
    ]
}

/// A game whose witnesses disagree on a field.
#[derive(Debug, Clone, serde::Serialize)]
pub struct Conflict {
    /// `game.id`
    #[serde(skip)]
    pub id: u32,
    /// Key of the game.
    pub game: String,
    /// `red`, `black`, `year` or `result`.
    pub field: &'static str,
    /// Distinct values as found, each with one of its places.
    pub values: Vec<(String, String)>,
}

impl Archive {
    /// Calls `visit` with every record that is not clean and whose place contains `path`, by source
    /// and ordinal.
    pub fn troubles(
        &self,
        path: Option<&str>,
        visit: &mut dyn FnMut(Trouble) -> ControlFlow<()>,
    ) -> Result<()> {
        let columns = RecordParts::NOTES.and(RecordParts::KEY);
        self.snapshot().records(RecordSet::Troubled, columns, &mut |row| {
            let places = self.snapshot().places(row.source)?;
            let is_wanted = |place: &String| path.is_none_or(|path| place.contains(path));
            let Some(place) = places.into_iter().find(is_wanted) else {
                return Ok(ControlFlow::Continue(()));
            };
            Ok(visit(Trouble {
                source: row.source,
                place,
                record: row.ordinal,
                byte_offset: row.span.start,
                status: row.status,
                game: row.key,
                error: read(row.error.as_deref())?,
                damaged: read(row.damaged.as_deref())?.unwrap_or_default(),
                warnings: read(row.warnings.as_deref())?.unwrap_or_default(),
            }))
        })
    }

    /// Failures of a record: of the main line first, then of variations.
    pub fn failures(&self, source: i64, record: u64) -> Result<Vec<Failure>> {
        let (mut error, mut damaged): (Option<Failure>, Option<Vec<Damage>>) = (None, None);
        let set = RecordSet::At(source, record);
        self.snapshot().records(set, RecordParts::NOTES, &mut |row| -> Result<_> {
            (error, damaged) = (read(row.error.as_deref())?, read(row.damaged.as_deref())?);
            Ok(ControlFlow::Continue(()))
        })?;
        let damaged = damaged.unwrap_or_default().into_iter().map(|damage| damage.failure);
        Ok(error.into_iter().chain(damaged).collect())
    }

    /// Damage outside records: place of the source, byte offset, description.
    pub fn source_damage(&self) -> Result<Vec<(String, u64, String)>> {
        let mut all = Vec::new();
        for (source, damage) in self.snapshot().damaged_sources()? {
            let place = self.snapshot().places(source)?.into_iter().next().unwrap_or_default();
            let found: Vec<(u64, String)> = read(Some(&damage))?.unwrap_or_default();
            all.extend(found.into_iter().map(|(offset, what)| (place.clone(), offset, what)));
        }
        Ok(all)
    }

    /// Games whose witnesses disagree on the result, then on names, then on the year, each by key.
    /// Returns [`Error::Stopped`] when `watch` stops it.
    pub fn conflicts(&self, watch: &dyn Watch) -> Result<Vec<Conflict>> {
        let mut conflicts = Vec::new();
        for (id, key) in self.snapshot().games_with_witnesses()? {
            watch.go_on()?;
            conflicts.extend(self.conflicts_of(id, &key)?);
        }
        conflicts.sort_by_key(|conflict| match conflict.field {
            "result" => 0,
            "year" => 2,
            _ => 1,
        });
        Ok(conflicts)
    }

    /// Whether two values of a field are one. Names are one if they are one name in two scripts, or in
    /// hanzi and pinyin, or two spellings of one person.
    fn agree(&self, field: &str, one: &Claim, other: &Claim) -> bool {
        let person = |claim: &Claim| self.decided().alike().player(&name_key(&claim.1)).to_owned();
        // The head of a program's name is empty, as a program is no person.
        let is_one = |person: String, of_other: String| !person.is_empty() && person == of_other;
        one.0 == other.0
            || matches!(field, "red" | "black")
                && (names_agree(&one.1, &other.1) || is_one(person(one), person(other)))
    }

    /// Fields on which the witnesses of a game disagree.
    pub fn conflicts_of(&self, game: u32, key: &str) -> Result<Vec<Conflict>> {
        if self.all_agree(game)? {
            return Ok(Vec::new());
        }
        let mut fields = FIELDS.map(|field| (field, Vec::new()));
        for witness in self.witnesses(game)? {
            let data = Metadata::from_tags(witness.tags.iter());
            let place = witness.places.into_iter().next().unwrap_or_default();
            for ((field, values), claim) in fields.iter_mut().zip(claims(data, witness.result)) {
                let is_known = |(known, _): &(Claim, String)| self.agree(field, known, &claim);
                if !claim.0.is_empty() && !values.iter().any(is_known) {
                    values.push((claim, place.clone()));
                }
            }
        }
        let differ = fields.into_iter().filter(|(_, values)| values.len() > 1);
        let conflict = |(field, values): (&'static str, Vec<(Claim, String)>)| {
            let values = values.into_iter().map(|((_, found), place)| (found, place)).collect();
            Conflict { id: game, game: key.to_owned(), field, values }
        };
        Ok(differ.map(conflict).collect())
    }

    /// Whether no two witnesses of a game disagree. Reads no places of files, which take most of the
    /// time and which only disagreements need.
    fn all_agree(&self, game: u32) -> Result<bool> {
        let (mut fields, mut all) = (FIELDS.map(|field| (field, Vec::new())), true);
        let (set, columns) = (RecordSet::Game(game), RecordParts::TAGS);
        self.snapshot().records(set, columns, &mut |record| -> Result<_> {
            for ((field, known), claim) in
                fields.iter_mut().zip(claims(record.stated()?, record.result))
            {
                if !claim.0.is_empty() && !known.contains(&claim) {
                    all &= known.iter().all(|other| self.agree(field, other, &claim));
                    known.push(claim);
                }
            }
            Ok(if all { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        Ok(all)
    }

    /// Calls `visit` with every finding whose place contains `path`, until it breaks; conflicts
    /// only without `path`, doubts only without `as_stated`.
    pub fn findings(
        &self,
        path: Option<&str>,
        as_stated: bool,
        visit: &mut dyn FnMut(ReportItem) -> ControlFlow<()>,
    ) -> Result<()> {
        let is_wanted = |place: &str| path.is_none_or(|path| place.contains(path));
        let unread = self.snapshot().unread()?.into_iter();
        let mut unread = unread.filter(|unread| is_wanted(&unread.place())).map(ReportItem::Unread);
        if unread.try_for_each(&mut *visit).is_break() {
            return Ok(());
        }
        let mut outcome = Ok(ControlFlow::Continue(()));
        self.troubles(path, &mut |trouble| {
            let is_cut = trouble.error.as_ref().is_some_and(|failure| failure.ply > 0);
            let diagnosis = match is_cut {
                true => self.diagnosis(trouble.source, trouble.record),
                false => Ok(None),
            };
            let visited =
                diagnosis.map(|found| visit(ReportItem::Trouble(Box::new(trouble), found)));
            let step = if let Ok(step) = visited { step } else { ControlFlow::Break(()) };
            outcome = visited;
            step
        })?;
        if outcome?.is_break() {
            return Ok(());
        }
        let mut damaged = self.source_damage()?.into_iter().filter(|(place, ..)| is_wanted(place));
        let damage = |(place, byte_offset, what)| ReportItem::Damage { place, byte_offset, what };
        if damaged.try_for_each(|it| visit(damage(it))).is_break() {
            return Ok(());
        }
        let doubted = match as_stated {
            true => Vec::new(),
            false => self.snapshot().doubted_records()?,
        };
        for doubted in doubted {
            let places = self.snapshot().places(doubted.source)?;
            let place = places.into_iter().find(|place| is_wanted(place));
            if place.is_some_and(|place| visit(ReportItem::Doubt(place, doubted)).is_break()) {
                return Ok(());
            }
        }
        if path.is_none() {
            let conflicts = self.conflicts(&Unwatched)?.into_iter().map(ReportItem::Conflict);
            let _ = { conflicts }.try_for_each(visit);
        }
        Ok(())
    }
}

/// Parses stored JSON, if any.
fn read<T: serde::de::DeserializeOwned>(json: Option<&str>) -> Result<Option<T>> {
    let parse = |json| {
        serde_json::from_str(json)
            .map_err(|error| Error::Damaged(format!("what a record tells of itself: {error}")))
    };
    json.map(parse).transpose()
}

/// A finding of the report.
#[derive(Debug)]
pub enum ReportItem {
    /// A file or member of an archive that could not be read completely.
    Unread(Unread),
    /// A record that is not clean, with a diagnosis of its main line.
    Trouble(Box<Trouble>, Option<Diagnosis>),
    /// Damage outside records.
    Damage {
        /// Place of the source.
        place: String,
        /// First damaged byte in the source.
        byte_offset: u64,
        /// Description of the damage.
        what: String,
    },
    /// Place of a record, and its values that headings or the calendar contradict.
    Doubt(String, DoubtedRecord),
    /// A game whose witnesses disagree.
    Conflict(Conflict),
}
