//! Names in an archive, and the things that a partly typed name may mean: players, openings and
//! their families, series of events with editions, books, years.
//!
//! All names are counted once per state of the file and kept in memory, about a hundred bytes per
//! player, so that suggestions can be found at every keystroke.

use super::archive::editions::AskedEdition;
use super::archive::names::{AllNames, NameClass, Nameable, NamedGames};
use super::archive::parallel::Unwatched;
use super::archive::{Archive, once};
use super::conditions::facts::codes;
use super::conditions::filter::{Filter, Purpose};
use super::conditions::names::{near_names, person_of};
use super::conditions::near::{self, near_books, near_events};
use super::conditions::question::SearchQuery;
use super::explore::chapters::games_of_books;
use super::explore::groups::{NameTally, by_name, join_years};
use super::games::search_unsorted;
use super::series::by_series;
use crate::metadata::{BETWEEN_CHAPTERS, asked_date, name_key};
use crate::opening::{Code, Family};
use crate::search::archive::ids::NamesOf;
use crate::store::Result;
use crate::text::{fold, is_latin, latin_keys, latin_words};
use memchr::memmem::Finder;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// How well a name fits a text, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TypedFit {
    /// The text is the name.
    Whole,
    /// The name begins with the text.
    Begins,
    /// The name contains the text.
    Holds,
    /// The name sounds like the text, or differs from it by a slip.
    Near,
}

/// A typed text in the forms in which names are compared.
struct TypedName {
    written: Needle,
    /// Latin letters of the text: as typed, and with the first word last.
    sounds: Vec<Needle>,
    is_latin: bool,
}

/// A text that is sought in all names.
struct Needle {
    text: String,
    finder: Finder<'static>,
}

impl Needle {
    fn new(text: String) -> Needle {
        Needle { finder: Finder::new(&text).into_owned(), text }
    }
}

/// Number of Latin letters of the shortest set-up of an opening in pinyin.
const SET_UP: usize = 6;

/// Number of Latin letters from which a text is also found inside names.
const WITHIN: usize = 3;

impl TypedName {
    fn new(text: &str) -> TypedName {
        let mut words = latin_words(text);
        let mut sounds = vec![Needle::new(words.concat())];
        if words.len() > 1 {
            words.rotate_left(1);
            sounds.push(Needle::new(words.concat()));
        }
        TypedName { written: Needle::new(compact(text)), sounds, is_latin: is_latin(text) }
    }

    /// How well a name fits the text.
    fn fit(&self, name: &NamedGames) -> Option<TypedFit> {
        let written = fit(&name.written, &self.written, 1);
        if !self.is_latin {
            let sounds_so = || name.sounds.split('\n').any(|sound| sound == self.sounds[0].text);
            let is_person = matches!(name.named, Nameable::Player);
            return written.or_else(|| (is_person && sounds_so()).then_some(TypedFit::Near));
        }
        let read = self.sounds.iter().filter_map(|sound| fit(&name.sounds, sound, WITHIN));
        written.into_iter().chain(read).min()
    }
}

/// How well a text fits the best of several lines; texts shorter than `within` letters fit
/// beginnings only.
fn fit(lines: &str, Needle { text, finder }: &Needle, within: usize) -> Option<TypedFit> {
    if text.is_empty() || finder.find(lines.as_bytes()).is_none() {
        return None;
    }
    let begins = lines.split('\n').filter_map(|line| line.strip_prefix(text.as_str()));
    match begins.map(str::is_empty).max() {
        // A text as short as `hu` is someone's whole name, but more likely a beginning.
        Some(true) if text.len() >= within => Some(TypedFit::Whole),
        Some(_) => Some(TypedFit::Begins),
        None => (text.len() >= within).then_some(TypedFit::Holds),
    }
}

/// The letters and figures of a text, folded; `1981年` and `第18届` are numbers as `1981` and `18` are.
fn compact(text: &str) -> String {
    let folded = fold(text);
    let mut letters = folded.chars().filter(|c| c.is_alphanumeric()).peekable();
    let mut compact = String::with_capacity(folded.len());
    while let Some(letter) = letters.next() {
        let is_with_number = match letter {
            '年' | '届' => compact.ends_with(|c: char| c.is_ascii_digit()),
            '第' => letters.peek().is_some_and(char::is_ascii_digit),
            _ => false,
        };
        if !is_with_number {
            compact.push(letter);
        }
    }
    compact
}

/// Distinct texts as lines.
fn lines(texts: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
    all.sort_unstable();
    all.dedup();
    all.join("\n")
}

impl NamedGames {
    fn new(named: Nameable, name: &str, texts: &[&str], sounding: &[&str]) -> NamedGames {
        let written = lines(texts.iter().map(|text| compact(text)));
        let first = |text: &&str| {
            let letters = fold(text).chars().map(|c| c.to_string()).collect::<Vec<_>>();
            let read = letters.iter().filter_map(|c| latin_words(c).concat().chars().next());
            read.collect::<String>()
        };
        let initials = sounding.iter().filter(|text| !text.is_ascii()).map(first);
        let read = sounding.iter().flat_map(|text| latin_keys(text));
        let sounds = lines(read.chain(initials));
        NamedGames { named, name: name.to_owned(), games: 0, years: None, written, sounds }
    }

    fn with(self, games: u64, years: Option<(u16, u16)>) -> NamedGames {
        NamedGames { games, years, ..self }
    }

    /// An edition under each name of its series with its year or number on either side, and under
    /// the wordings of records.
    fn edition(series: &[&str], event: &NameTally) -> Option<NamedGames> {
        let edition = event.edition.as_ref()?;
        let numbers = [edition.year, edition.edition].into_iter().flatten();
        let with =
            |n: u32| series.iter().flat_map(move |it| [format!("{it}{n}"), format!("{n}{it}")]);
        let own: Vec<String> = numbers.flat_map(with).chain([edition.wording.clone()]).collect();
        let spelled = event.names.iter().map(|(name, _)| name.as_str());
        let texts: Vec<&str> = own.iter().map(String::as_str).chain(spelled).collect();
        let (name, named) =
            (edition.name.replace('@', " "), Nameable::Edition(edition.name.clone()));
        Some(NamedGames::new(named, &name, &texts, &[]).with(event.games, event.years))
    }
}

impl AllNames {
    /// Counts all names of an archive.
    fn read(archive: &Archive) -> Result<AllNames> {
        let of = |purpose: Purpose| Filter::of(purpose).resolve(archive);
        let games = |matcher| -> Result<Vec<u32>> {
            Ok(search_unsorted(archive, &SearchQuery::new(matcher), &Unwatched)?.games)
        };
        let listed = games(of(Purpose::Lists)?)?;
        let players = by_name(archive, &listed, NamesOf::Players)?;
        let players = players.iter().map(|row| {
            let mut texts: Vec<&str> = row.names.iter().map(|(name, _)| name.as_str()).collect();
            let keys: Vec<String> = texts.iter().map(|name| name_key(name)).collect();
            texts.extend(keys.iter().map(String::as_str).chain([row.name.as_str()]));
            let read: Vec<&str> = keys.iter().map(String::as_str).collect();
            NamedGames::new(Nameable::Player, &row.name, &texts, &read).with(row.games, row.years)
        });
        let played = games(of(Purpose::Statistics)?)?;
        let all = [
            players.collect(),
            openings(archive, &played),
            years(archive, &played),
            events(archive)?,
            books(archive, &listed)?,
        ];
        Ok(AllNames(all.map(|mut names| {
            names.sort_by_key(|name| Reverse(name.games));
            names
        })))
    }
}

/// Families of openings, and openings, with their games.
fn openings(archive: &Archive, games: &[u32]) -> Vec<NamedGames> {
    let mut counts: FxHashMap<Code, (u64, Option<(u16, u16)>)> = FxHashMap::default();
    for fact in archive.facts_of(games) {
        if let Some(code) = fact.opening() {
            let (games, years) = counts.entry(code).or_default();
            *games += 1;
            join_years(years, fact.year().map(|year| (year, year)));
        }
    }
    let families = Family::all().iter().map(|family| {
        let (codes, mut games, mut years) = (family.codes(), 0, None);
        for (_, (of, span)) in
            counts.iter().filter(|(code, _)| (family.first..=family.last).contains(code))
        {
            games += of;
            join_years(&mut years, *span);
        }
        let texts = [&codes, family.name, family.english];
        NamedGames::new(Nameable::Family(family), &codes, &texts, &[family.name]).with(games, years)
    });
    let openings = archive.openings().openings().map(|opening| {
        let code = opening.code.to_string();
        let (games, years) = counts.get(&opening.code).copied().unwrap_or_default();
        let texts = [&code, &opening.name, &opening.english].map(String::as_str);
        let named = Nameable::Opening(opening.code);
        NamedGames::new(named, &code, &texts, &[&opening.name]).with(games, years)
    });
    families.chain(openings).filter(|name| name.games > 0).collect()
}

/// Series, their editions, and events without a series.
fn events(archive: &Archive) -> Result<Vec<NamedGames>> {
    let query = SearchQuery::new(Filter::of(Purpose::Lists).resolve(archive)?);
    let games = search_unsorted(archive, &query, &Unwatched)?.games;
    let (mut names, known) = (Vec::new(), archive.editions()?);
    for series in by_series(archive, &games, &query.matcher)? {
        let id = series.events.iter().find_map(|event| event.series);
        let texts: Vec<&str> = match id {
            Some(id) => known.names_of_series(id).collect(),
            None => {
                let spelled = series.events.iter().flat_map(|event| &event.names);
                spelled.map(|(name, _)| name.as_str()).collect()
            }
        };
        let editions = series.events.iter();
        names.extend(editions.filter_map(|event| NamedGames::edition(&texts, event)));
        let name =
            NamedGames::new(Nameable::Event, &series.name, &texts, &texts[..texts.len().min(1)]);
        names.push(name.with(series.games, series.years));
    }
    Ok(names)
}

/// Books, parts and chapters, named by the last part of their path.
fn books(archive: &Archive, games: &[u32]) -> Result<Vec<NamedGames>> {
    let named = |(path, games): (String, u64)| {
        let name = path.rsplit(BETWEEN_CHAPTERS).next().unwrap_or_default().to_owned();
        NamedGames::new(Nameable::Book(path), &name, &[&name], &[&name]).with(games, None)
    };
    Ok(games_of_books(archive, games)?.into_iter().map(named).collect())
}

/// Years with their games.
fn years(archive: &Archive, games: &[u32]) -> Vec<NamedGames> {
    let mut counts: FxHashMap<u16, u64> = FxHashMap::default();
    archive.facts_of(games).filter_map(|fact| fact.year()).for_each(|year| {
        *counts.entry(year).or_default() += 1;
    });
    let named = |(year, games): (u16, u64)| {
        let text = year.to_string();
        NamedGames::new(Nameable::Year, &text, &[&text], &[]).with(games, Some((year, year)))
    };
    counts.into_iter().map(named).collect()
}

impl Archive {
    fn all_names(&self) -> Result<&AllNames> {
        once(&self.known.all_names, || AllNames::read(self))
    }

    /// Counts all names now, so that the first question need not wait.
    pub(crate) fn warm_names(&self) -> Result<()> {
        near::events(self)?;
        near::books(self)?;
        self.all_names().map(drop)
    }
}

/// Names of one sort that fit a text, the best first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FittingNames {
    /// Sort of the names.
    pub sort: NameClass,
    /// Names, each with its fit.
    pub names: Vec<(TypedFit, NamedGames)>,
}

/// Names that fit a text: for each sort the best `most` names, equally good ones by number of
/// games. The sort with the best fit comes first.
pub fn named_like(
    archive: &Archive,
    text: &str,
    sorts: &[NameClass],
    most: usize,
) -> Result<Vec<FittingNames>> {
    let typed = TypedName::new(text);
    let AllNames(all) = archive.all_names()?;
    let mut found: Vec<FittingNames> = Vec::new();
    for &sort in sorts {
        // The sort is stable: equal fits stay ordered by number of games.
        let names = all[sort as usize].par_iter();
        let mut fits: Vec<(TypedFit, &NamedGames)> =
            names.filter_map(|name| Some((typed.fit(name)?, name))).collect();
        fits.sort_by_key(|(fit, _)| *fit);
        fits.truncate(most);
        if !fits.is_empty() {
            let names = fits.into_iter().map(|(fit, name)| (fit, name.clone())).collect();
            found.push(FittingNames { sort, names });
        }
    }
    found.sort_by_key(|found| found.names.first().map(|(fit, _)| *fit));
    Ok(found)
}

/// The thing whose whole name a text is: its sort, and the name as conditions on games take it.
/// Finds openings (by code, family or part of a name), years, dates, players, series and editions.
/// It looks up names one by one, so that a single question is faster than with [`named_like`]; it
/// does not find books, events without a series, or players by sound alone.
pub fn named_exactly(archive: &Archive, text: &str) -> Result<Option<(NameClass, String)>> {
    let text = text.trim();
    let of = |class| Ok(Some((class, text.to_owned())));
    if names_openings(archive, text) {
        return of(NameClass::Opening);
    }
    let year = text.strip_suffix('年').unwrap_or(text);
    let is_year = year.len() == 4 && year.parse::<u16>().is_ok();
    if text.starts_with(['1', '2']) && (is_year || text.contains('-') && asked_date(text).is_some())
    {
        return Ok(Some((NameClass::Year, year.to_owned())));
    }
    if let Some(person) = person_of(archive, text)? {
        return Ok(Some((NameClass::Player, person)));
    }
    let editions = archive.editions()?;
    let is_event = match AskedEdition::read(text) {
        None => editions.is_series(text),
        Some(asked) => {
            editions.is_series(&asked.name) || editions.asked(&asked, || Ok(Vec::new()))?.is_whole
        }
    };
    if is_event {
        return of(NameClass::Event);
    }
    // A set-up in pinyin: `pingfengma`, `liepao`.
    let is_spelled = text.len() >= SET_UP && text.chars().all(|c| c.is_ascii_alphabetic());
    if is_spelled && !codes(archive, text).is_empty() { of(NameClass::Opening) } else { Ok(None) }
}

/// Whether a text names openings: a code, two hanzi or more of a name, or a whole name in Latin
/// letters.
fn names_openings(archive: &Archive, text: &str) -> bool {
    if let Ok(code) = text.parse::<Code>() {
        return archive.openings().opening(code).is_some();
    }
    if !is_latin(text) {
        return text.chars().nth(1).is_some() && !codes(archive, text).is_empty();
    }
    let (written, sound) = (compact(text), latin_words(text).concat());
    // A hanzi gives one to six letters, so that few names need to be read.
    let is = |name: &str, english: &str| {
        let hanzi = name.chars().filter(|c| c.is_alphabetic()).count();
        english.len() >= written.len() && compact(english) == written
            || (hanzi..=6 * name.len()).contains(&sound.len()) && latin_keys(name).contains(&sound)
    };
    Family::all().iter().any(|it| is(it.name, it.english))
        || archive.openings().openings().any(|it| is(&it.name, &it.english))
}

/// Players, events or books whose names differ by a slip from an unknown name; empty for other
/// sorts.
pub fn nearly(
    archive: &Archive,
    sort: NameClass,
    text: &str,
    most: usize,
) -> Result<Vec<NamedGames>> {
    let near = match sort {
        NameClass::Player => near_names(archive, text)?,
        NameClass::Event => near_events(archive, text)?.names,
        NameClass::Book => near_books(archive, text)?.names,
        NameClass::Opening | NameClass::Year => Vec::new(),
    };
    let AllNames(all) = archive.all_names()?;
    let found = near.iter().filter_map(|name| {
        let line = match sort {
            NameClass::Player => compact(&name_key(name)),
            _ => compact(name),
        };
        let is_it = |known: &&NamedGames| match &known.named {
            Nameable::Edition(edition) => edition == name,
            _ => known.written.split('\n').any(|written| written == line),
        };
        all[sort as usize].iter().find(is_it)
    });
    Ok(found.take(most).cloned().collect())
}
