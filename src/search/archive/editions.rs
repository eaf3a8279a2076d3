//! Which edition of which series the event of a game is, as the room `names` settled it.
//!
//! Whoever counts events counts by their [numbers](Editions::number): of an event that is an
//! edition the number of the edition, of any other the id of the event.

use super::{Archive, once};
use crate::store::{Connection, EVENTS, EditionRow, EditionRows, Evidence, Fact, HeldRow, Result};
use crate::text::fold;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The series and editions of an archive. With what records state alone there are none.
#[derive(Debug, Default)]
pub struct Editions {
    rows: EditionRows,
    /// For each event, by id, what stands for it.
    stands: Vec<Stands>,
    /// The edition of a year, by series, women and year.
    by_year: FxHashMap<(u32, bool, u16), u32>,
    /// Numbers of editions are this and their ids; ids of events are below.
    base: u32,
}

/// The event or the edition that stands for an event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Stands {
    /// The event itself.
    #[default]
    Itself,
    /// This edition, by its id.
    Edition(u32),
    /// The edition of the year of a game: of a series, and of women.
    OfYear(u32, bool),
}

/// Part of an event's name, or the editions of a series that `name@24` or `name@2004` asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedEdition {
    /// The name of the series, or part of a wording.
    pub name: String,
    /// The number of the edition, or its year.
    pub number: u32,
    /// Whether women play.
    pub is_of_women: bool,
}

impl AskedEdition {
    /// Reads `name@24`, `name@2004` or, of women, `name@2004w`; `None` for any other text.
    #[must_use]
    pub fn read(text: &str) -> Option<AskedEdition> {
        let (name, number) = text.trim().rsplit_once(['@', '＠'])?;
        let number = fold(number.trim());
        let figures = number.strip_suffix('w');
        let is_of_women = figures.is_some();
        let number = figures.unwrap_or(&number).parse().ok()?;
        let name = name.trim().to_owned();
        (!name.is_empty()).then_some(AskedEdition { name, number, is_of_women })
    }

    fn asks_for(&self, edition: &EditionRow) -> bool {
        let numbers = [edition.edition, edition.year];
        edition.is_of_women == self.is_of_women && numbers.contains(&Some(self.number))
    }
}

impl Editions {
    fn load(conn: &Connection) -> Result<Editions> {
        let rows = conn.editions(false)?;
        let base = EVENTS.last(conn)?;
        let last = rows.held.last().map_or(0, |held| held.event);
        let mut stands = vec![Stands::Itself; last as usize + 1];
        for HeldRow { event, series, edition, is_of_women } in &rows.held {
            stands[*event as usize] = match edition {
                Some(edition) => Stands::Edition(*edition),
                None => Stands::OfYear(*series, *is_of_women),
            };
        }
        // Of several editions of one year that without a number is meant, which comes first, or
        // none.
        let mut of_year: FxHashMap<(u32, bool, u16), Vec<&EditionRow>> = FxHashMap::default();
        for edition in &rows.editions {
            if let Some(year) = edition.year.and_then(|year| u16::try_from(year).ok()) {
                let of = (edition.series, edition.is_of_women, year);
                of_year.entry(of).or_default().push(edition);
            }
        }
        let is_meant = |it: &[&EditionRow]| it.len() == 1 || it[0].edition.is_none();
        let meant = of_year.into_iter().filter(|(_, editions)| is_meant(editions));
        let by_year = meant.map(|(of, editions)| (of, editions[0].id)).collect();
        Ok(Editions { rows, stands, by_year, base })
    }

    /// The number of the event of a game of a year: whatever has one number is one event.
    #[inline]
    pub fn number(&self, event: u32, year: Option<u16>) -> u32 {
        match self.stands.get(event as usize) {
            None | Some(Stands::Itself) => event,
            Some(Stands::Edition(edition)) => self.base + edition,
            Some(&Stands::OfYear(series, is_of_women)) => {
                let of = year.and_then(|year| self.by_year.get(&(series, is_of_women, year)));
                of.map_or(event, |edition| self.base + edition)
            }
        }
    }

    /// The number of the event of a game.
    #[inline]
    pub fn number_of(&self, fact: &Fact) -> u32 {
        self.number(fact.event, fact.year())
    }

    /// The edition that has a number.
    pub fn edition(&self, number: u32) -> Option<&EditionRow> {
        let id = number.checked_sub(self.base)?;
        self.rows.editions.get((id as usize).checked_sub(1)?)
    }

    /// The edition that a game is of.
    pub fn of(&self, fact: &Fact) -> Option<&EditionRow> {
        self.edition(self.number_of(fact))
    }

    /// The name of a series.
    pub fn series(&self, id: u32) -> &str {
        let row = self.rows.series.get((id as usize).wrapping_sub(1));
        row.map_or("", |series| series.name.as_str())
    }

    /// All series: the id and the name of each.
    pub(crate) fn all_series(&self) -> impl Iterator<Item = (u32, &str)> {
        self.rows.series.iter().map(|series| (series.id, series.name.as_str()))
    }

    /// All names of a series, the one that stands for it first.
    pub(crate) fn names_of_series(&self, id: u32) -> impl Iterator<Item = &str> {
        let row = self.rows.series.get((id as usize).wrapping_sub(1)).into_iter();
        row.flat_map(|series| std::iter::once(&*series.name).chain(series.spellings.lines()))
    }

    /// The series of an event, by id, if it is of one.
    pub fn series_of(&self, event: u32) -> Option<u32> {
        match self.stands.get(event as usize)? {
            Stands::Itself => None,
            Stands::Edition(edition) => Some(self.edition(self.base + edition)?.series),
            Stands::OfYear(series, _) => Some(*series),
        }
    }

    /// Whether the wording of an event says which edition it is.
    pub(crate) fn is_dated(&self, event: u32) -> bool {
        matches!(self.stands.get(event as usize), Some(Stands::Edition(_)))
    }

    /// All editions, each with its number.
    pub(crate) fn all(&self) -> impl Iterator<Item = (u32, &EditionRow)> {
        self.rows.editions.iter().map(|edition| (self.base + edition.id, edition))
    }

    /// The series with a name in which `wanted` stands; those alone that are called so, if any are.
    fn called(&self, wanted: &str) -> FxHashSet<u32> {
        let wanted = fold(wanted.trim());
        let (mut whole, mut part) = (FxHashSet::default(), FxHashSet::default());
        for series in self.rows.series.iter().filter(|_| !wanted.is_empty()) {
            for name in self.names_of_series(series.id).map(fold) {
                if name == wanted {
                    whole.insert(series.id);
                } else if name.contains(&wanted) {
                    part.insert(series.id);
                }
            }
        }
        if whole.is_empty() { part } else { whole }
    }

    /// Whether a series has this name, and not only one in which it stands.
    pub(crate) fn is_series(&self, wanted: &str) -> bool {
        let wanted = fold(wanted);
        self.rows
            .series
            .iter()
            .any(|series| self.names_of_series(series.id).any(|it| fold(it) == wanted))
    }

    /// The events of the series with a name in which `wanted` stands.
    pub(crate) fn events_called(&self, wanted: &str) -> impl Iterator<Item = u32> {
        let called = self.called(wanted);
        let held = self.rows.held.iter().filter(move |held| called.contains(&held.series));
        held.map(|held| held.event)
    }

    /// The numbers of the editions of the series with a name in which `wanted` stands.
    pub fn of_series(&self, wanted: &str) -> Vec<u32> {
        let called = self.called(wanted);
        self.all().filter(|(_, it)| called.contains(&it.series)).map(|(number, _)| number).collect()
    }

    /// The numbers of the editions that are asked for: the one of this name, or those of the series
    /// with that name, or else of the series of these events.
    pub(crate) fn asked(
        &self,
        asked: &AskedEdition,
        events: impl FnOnce() -> Result<Vec<u32>>,
    ) -> Result<Vec<u32>> {
        let mut series = self.called(&asked.name);
        if series.is_empty() {
            series = events()?.into_iter().filter_map(|event| self.series_of(event)).collect();
        }
        // Of several editions of one year the one that is called so is meant.
        let women = if asked.is_of_women { "w" } else { "" };
        let name = format!("{}@{}{women}", asked.name, asked.number);
        if let Some((number, _)) = self.all().find(|(_, it)| it.name == name) {
            return Ok(vec![number]);
        }
        let is_asked = |it: &EditionRow| series.contains(&it.series) && asked.asks_for(it);
        Ok(self.all().filter(|(_, it)| is_asked(it)).map(|(number, _)| number).collect())
    }
}

impl Archive {
    /// The series and editions of the archive.
    pub fn editions(&self) -> Result<&Arc<Editions>> {
        once(&self.known.editions, || match self.lay {
            Evidence::Derived => Editions::load(&self.snapshot).map(Arc::new),
            Evidence::Stated | Evidence::Nothing => Ok(Arc::default()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edition_is_asked_for_by_its_number_or_its_year() {
        let read =
            |text: &str| AskedEdition::read(text).map(|it| (it.name, it.number, it.is_of_women));
        assert_eq!(read("五羊杯@24"), Some(("五羊杯".to_owned(), 24, false)));
        assert_eq!(read("全国个人赛＠１９９５w"), Some(("全国个人赛".to_owned(), 1995, true)));
        for text in ["五羊杯", "@24", "a@b", "五羊杯@", "24"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
