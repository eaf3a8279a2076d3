//! The editions and series of events, as the folder `names` stored them.
//!
//! Counts of events use [numbers](Editions::number): of an event that is an edition, the number of
//! the edition; of any other event, its id.

use super::{Archive, once};
use crate::metadata::{
    EventWording, WordingText, names_series, series_as_written, series_key, whole_series_key,
};
use crate::store::{Connection, EVENTS, EditionRow, EditionRows, Evidence, Fact, HeldRow, Result};
use crate::text::fold;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The series and editions of an archive; empty if only stated values count.
#[derive(Debug, Default)]
pub struct Editions {
    rows: EditionRows,
    /// Id of a series with each of its names, folded, in the order of the series.
    folded: Vec<(u32, String)>,
    /// Event or edition that counts for each event, by id of the event.
    stands: Vec<Stands>,
    /// The edition of a year, by series, women and year.
    by_year: FxHashMap<(u32, bool, u16), u32>,
    /// Offset from the id of an edition to its number; ids of events are below it.
    base: u32,
}

/// Event or edition that counts for an event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Stands {
    /// The event itself.
    #[default]
    Itself,
    /// The edition with this id.
    Edition(u32),
    /// The edition of the game's year, of a series and of women or not.
    OfYear(u32, bool),
}

/// A requested edition: `name@24`, `name@2004`, or words such as `2004年第24届五羊杯`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedEdition {
    /// Name of the series, or part of an event's wording.
    pub name: String,
    /// Number or year of the edition.
    pub number: u32,
    /// Year that words name beside the number of the edition.
    pub year: Option<u32>,
    /// Whether women play the edition.
    pub is_of_women: bool,
}

/// Editions that a text asks for.
#[derive(Debug, Default)]
pub(crate) struct EditionsAsked {
    /// Numbers of the editions.
    pub(crate) numbers: Vec<u32>,
    /// Whether the text is a whole name of their series beside number and year.
    pub(crate) is_whole: bool,
}

impl AskedEdition {
    /// Reads `name@24`, `name@2004` or, for women, `name@2004w`; or a name with its number or year
    /// as people write them: `2004五羊杯`, `第24届五羊杯`, `五羊杯 24`. `None` for other texts.
    #[must_use]
    pub fn read(text: &str) -> Option<AskedEdition> {
        let words = WordingText::new(text);
        let EventWording { edition, year, mut is_of_women, .. } = words.numbers;
        let folded = fold(text.trim());
        let (name, number) = if let Some((name, number)) = folded.rsplit_once('@') {
            let figures = number.trim().strip_suffix('w');
            is_of_women = figures.is_some();
            (name.to_owned(), figures.unwrap_or(number).trim().parse().ok()?)
        } else if let Some(number) = edition.or(year) {
            (words.name(), number)
        } else {
            let name = folded.trim_end_matches(|c: char| c.is_ascii_digit());
            (name.to_owned(), folded[name.len()..].parse().ok()?)
        };
        let name = name.trim().to_owned();
        let year = year.filter(|_| edition.is_some() && !folded.contains('@'));
        (!name.is_empty()).then_some(AskedEdition { name, number, year, is_of_women })
    }

    /// Number or year of the edition behind the name of a series: `@24`, `@2004w` for women.
    pub(crate) fn suffix(&self) -> String {
        format!("@{}{}", self.number, if self.is_of_women { "w" } else { "" })
    }

    /// Whether the edition is meant. A tournament at the turn of a year has two years.
    fn asks_for(&self, edition: &EditionRow) -> bool {
        let is_of_year = |(year, held): (u32, u32)| year.abs_diff(held) <= 1;
        edition.is_of_women == self.is_of_women
            && [edition.edition, edition.year].contains(&Some(self.number))
            && self.year.zip(edition.year).is_none_or(is_of_year)
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
        // Of several editions of one year, the one without a number is meant, if any.
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
        let mut editions = Editions { rows, folded: Vec::new(), stands, by_year, base };
        let names = editions.rows.series.iter().flat_map(|series| {
            editions.names_of_series(series.id).map(|name| (series.id, fold(name)))
        });
        editions.folded = names.collect();
        Ok(editions)
    }

    /// Number of the event of a game of a year; equal numbers are one event.
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

    /// Number of the event of a game.
    #[inline]
    pub fn number_of(&self, fact: &Fact) -> u32 {
        self.number(fact.event, fact.year())
    }

    /// The edition with a number.
    pub fn edition(&self, number: u32) -> Option<&EditionRow> {
        let id = number.checked_sub(self.base)?;
        self.rows.editions.get((id as usize).checked_sub(1)?)
    }

    /// The edition of a game.
    pub fn of(&self, fact: &Fact) -> Option<&EditionRow> {
        self.edition(self.number_of(fact))
    }

    /// Name of a series.
    pub fn series(&self, id: u32) -> &str {
        let row = self.rows.series.get((id as usize).wrapping_sub(1));
        row.map_or("", |series| series.name.as_str())
    }

    /// Id and name of each series.
    pub(crate) fn all_series(&self) -> impl Iterator<Item = (u32, &str)> {
        self.rows.series.iter().map(|series| (series.id, series.name.as_str()))
    }

    /// All names of a series, the main name first.
    pub(crate) fn names_of_series(&self, id: u32) -> impl Iterator<Item = &str> {
        let row = self.rows.series.get((id as usize).wrapping_sub(1)).into_iter();
        row.flat_map(|series| std::iter::once(&*series.name).chain(series.spellings.lines()))
    }

    /// Spellings of the name of a series: its other names in the list of main events, and the parts
    /// of its editions' wordings that mean the name.
    pub fn spellings(&self, name: &str) -> Vec<String> {
        let Some(series) = self.rows.series.iter().find(|series| series.name == name) else {
            return Vec::new();
        };
        let listed = series.spellings.lines().map(str::to_owned);
        let editions = self.rows.editions.iter().filter(|edition| edition.series == series.id);
        listed
            .chain(editions.filter_map(|edition| series_as_written(name, &edition.wording)))
            .collect()
    }

    /// Id of the series of an event, if any.
    pub fn series_of(&self, event: u32) -> Option<u32> {
        match self.stands.get(event as usize)? {
            Stands::Itself => None,
            Stands::Edition(edition) => Some(self.edition(self.base + edition)?.series),
            Stands::OfYear(series, _) => Some(*series),
        }
    }

    /// Events whose games may be of the editions with the numbers that `is_asked` accepts.
    pub(crate) fn events_of(&self, is_asked: impl Fn(u32) -> bool) -> impl Iterator<Item = u32> {
        let asked: FxHashSet<(u32, bool)> = self
            .all()
            .filter(|(number, _)| is_asked(*number))
            .map(|(_, edition)| (edition.series, edition.is_of_women))
            .collect();
        let is_of = move |stands: &Stands| match *stands {
            Stands::Itself => false,
            Stands::Edition(edition) => is_asked(self.base + edition),
            Stands::OfYear(series, is_of_women) => asked.contains(&(series, is_of_women)),
        };
        let events = (0..).zip(&self.stands).filter(move |(_, stands)| is_of(stands));
        events.map(|(event, _)| event)
    }

    /// Whether the wording of an event determines its edition.
    pub(crate) fn is_dated(&self, event: u32) -> bool {
        matches!(self.stands.get(event as usize), Some(Stands::Edition(_)))
    }

    /// All editions with their numbers.
    pub(crate) fn all(&self) -> impl Iterator<Item = (u32, &EditionRow)> {
        self.rows.editions.iter().map(|edition| (self.base + edition.id, edition))
    }

    /// Series with a name that equals `wanted` or, if there is none, contains it; and whether a name
    /// equals it.
    fn called(&self, wanted: &str) -> (FxHashSet<u32>, bool) {
        let wanted = fold(wanted.trim());
        let part = self.series_where(|name| !wanted.is_empty() && name.contains(&wanted));
        let whole = self.series_where(|name| !wanted.is_empty() && name == wanted);
        if whole.is_empty() { (part, false) } else { (whole, true) }
    }

    /// Series of which a folded name fits.
    fn series_where(&self, fits: impl Fn(&str) -> bool) -> FxHashSet<u32> {
        self.folded.iter().filter(|(_, name)| fits(name)).map(|(id, _)| *id).collect()
    }

    /// Series with the longest name that stands in a wording.
    fn within(&self, wording: &str) -> FxHashSet<u32> {
        let wording = series_key(&fold(wording));
        let keys = self.folded.iter().map(|(_, name)| series_key(name));
        let keys = keys.filter(|key| !key.is_empty());
        let stands = |key: &String| {
            wording.match_indices(key.as_str()).any(|(at, _)| names_series(&wording, at, key))
        };
        let longest = keys.filter(stands).max_by_key(String::len);
        longest.map_or_else(Default::default, |key| self.series_where(|it| series_key(it) == key))
    }

    /// Whether a text is the whole name of a series.
    pub(crate) fn is_series(&self, text: &str) -> bool {
        self.called(text).1
    }

    /// Events of the series whose name equals or contains `wanted`.
    pub(crate) fn events_called(&self, wanted: &str) -> impl Iterator<Item = u32> {
        let (called, _) = self.called(wanted);
        let held = self.rows.held.iter().filter(move |held| called.contains(&held.series));
        held.map(|held| held.event)
    }

    /// Numbers of the editions of the series whose name equals or contains `wanted`.
    pub fn of_series(&self, wanted: &str) -> Vec<u32> {
        let (called, _) = self.called(wanted);
        self.all().filter(|(_, it)| called.contains(&it.series)).map(|(number, _)| number).collect()
    }

    /// The requested editions: of the series with the requested name, or of the one whose name
    /// stands in it, or else of the series of `events`.
    pub(crate) fn asked(
        &self,
        asked: &AskedEdition,
        events: impl FnOnce() -> Result<Vec<u32>>,
    ) -> Result<EditionsAsked> {
        let (mut series, mut is_whole) = self.called(&asked.name);
        let key = whole_series_key(&fold(&asked.name));
        if !is_whole && !key.is_empty() {
            let alike = self.series_where(|name| whole_series_key(name) == key);
            is_whole = !alike.is_empty();
            series = if is_whole { alike } else { series };
        }
        if series.is_empty() {
            series = self.within(&asked.name);
        }
        if series.is_empty() {
            series = events()?.into_iter().filter_map(|event| self.series_of(event)).collect();
        }
        // Several editions of one year: the one with exactly this name.
        let name = asked.name.clone() + &asked.suffix();
        let exact = self.all().find(|(_, it)| it.name == name);
        let is_asked = |it: &EditionRow| series.contains(&it.series) && asked.asks_for(it);
        let numbers = match exact {
            Some((number, _)) => vec![number],
            None => self.all().filter(|(_, it)| is_asked(it)).map(|(number, _)| number).collect(),
        };
        Ok(EditionsAsked { is_whole: is_whole && !numbers.is_empty(), numbers })
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
        for (text, name, number, is_of_women) in [
            ("2004五羊杯", "五羊杯", 2004, false),
            ("2004年第24屆五羊杯", "五羊杯", 24, false),
            ("五羊杯二十四届", "五羊杯", 24, false),
            ("五羊杯 24", "五羊杯", 24, false),
            ("Stone Cup 2 1990", "stone cup 2", 1990, false),
            ("全国女子个人赛 1995年", "全国女子个人赛", 1995, true),
        ] {
            assert_eq!(read(text), Some((name.to_owned(), number, is_of_women)), "{text}");
        }
        for text in ["五羊杯", "@24", "a@b", "五羊杯@", "24", "2004年", "第24届"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
