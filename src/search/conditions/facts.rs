//! Conditions on records with their names looked up, each tested on facts.

use super::family::OpeningFamily;
use super::names::players;
use crate::decision::{GameField, Subject};
use crate::metadata::{GameResult, Kind, LaxDate, PackedDate, Played, chapter_key};
use crate::opening::Code;
use crate::query::{Header, Numbers, TextField};
use crate::search::archive::Archive;
use crate::search::archive::duplicates::StandingFacts;
use crate::search::archive::editions::{AskedEdition, Editions, EditionsAsked};
use crate::search::archive::ids::{IdSet, NamesOf};
use crate::search::archive::in_order::{FactOrder, GamesInOrder};
use crate::search::archive::parallel::in_parallel;
use crate::search::archive::played::PlayedNames;
use crate::store::{CountUnit, EVENTS, Fact, FactColumns, Facts, GameText, Result};
use crate::text::{bigrams, fold, latin_key, latin_keys};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A condition on records, tested on facts.
#[derive(Debug, Clone)]
pub(crate) enum FactTest {
    /// Red or Black is in the set.
    Player(IdSet),
    Red(IdSet, Arc<StandingFacts>),
    Black(IdSet, Arc<StandingFacts>),
    /// The event is one of these ids, or its edition one of these numbers.
    Event(IdSet, IdSet, Arc<Editions>),
    /// The number of the opening's code is in the set.
    Opening(IdSet, Arc<StandingFacts>),
    /// The game is in the set.
    Game(IdSet),
    /// One of these is part of a text that must be read first.
    Unread(GameText, Vec<String>),
    /// The date is in one of the ranges, ends included. A partly known date fits if its known part
    /// does: a game of 1960 is not excluded by "until 1960-05".
    Date(Vec<(PackedDate, PackedDate)>),
    Year(Numbers),
    Plies(Numbers),
    Result(Vec<GameResult>, Arc<StandingFacts>),
    Kind(Vec<Kind>),
    /// Played in one of these ways, by names, and by the set of games with online sites.
    Played(Vec<Played>, Arc<PlayedNames>, Arc<IdSet>),
}

/// Finds ids by a name.
type Look = fn(&Archive, &str) -> Result<IdSet>;

/// Makes a test from the ids found, and from the facts of groups.
type MakeTest = fn(IdSet, Arc<StandingFacts>) -> FactTest;

impl FactTest {
    /// Looks up the names of a condition; `unit` is the unit of counting.
    pub(crate) fn new(archive: &Archive, header: &Header, unit: CountUnit) -> Result<FactTest> {
        let (field, values) = match header {
            Header::Text(field, values) => (field, values),
            Header::Date(ranges) => return Ok(FactTest::date(ranges)),
            Header::Year(numbers) => return Ok(FactTest::Year(*numbers)),
            Header::Plies(numbers) => return Ok(FactTest::Plies(*numbers)),
            Header::Result(results) => {
                return Ok(FactTest::Result(results.clone(), archive.standing_facts(unit)?));
            }
            Header::Kind(kinds) => return Ok(FactTest::Kind(kinds.clone())),
            Header::Played(played) => return FactTest::played(archive, played),
        };
        let (look, test): (Look, MakeTest) = match field {
            TextField::Site => return Ok(FactTest::Unread(GameText::Site, values.clone())),
            TextField::Title => return Ok(FactTest::Unread(GameText::Title, values.clone())),
            TextField::Player => (players, |set, _| FactTest::Player(set)),
            TextField::Red => (players, FactTest::Red),
            TextField::Black => (players, FactTest::Black),
            TextField::Event => return events(archive, values),
            TextField::Opening => (|archive, wanted| Ok(codes(archive, wanted)), FactTest::Opening),
            TextField::Book => (games_in_chapter, |set, _| FactTest::Game(set)),
            TextField::Source => (games_from, |set, _| FactTest::Game(set)),
            TextField::Comment => (games_saying, |set, _| FactTest::Game(set)),
        };
        let mut found = IdSet::default();
        for value in values {
            found.add(&look(archive, value)?);
        }
        Ok(test(found, archive.standing_facts(unit)?))
    }

    /// A test of date ranges; an open end fits every date. Unknown months and days are the earliest
    /// at the beginning, the latest at the end.
    pub(crate) fn date(ranges: &[(Option<LaxDate>, Option<LaxDate>)]) -> FactTest {
        let latest = |last| PackedDate::new(Some(last)).latest();
        let packed = |&(first, last): &(Option<LaxDate>, Option<LaxDate>)| {
            (PackedDate::new(first), last.map_or(PackedDate::NEVER, latest))
        };
        FactTest::Date(ranges.iter().map(packed).collect())
    }

    /// Played in one of these ways. Sites do not show programs, so they are read for other ways
    /// only.
    pub(crate) fn played(archive: &Archive, played: &[Played]) -> Result<FactTest> {
        let names = archive.played_names()?.clone();
        let is_of_sites = played != [Played::Program] && played.len() < Played::ALL.len();
        let online = if is_of_sites { archive.games_online()?.clone() } else { Arc::default() };
        Ok(FactTest::Played(played.to_vec(), names, online))
    }

    /// Whether the test needs players, events or games, and found none.
    pub(crate) fn is_of_none(&self) -> bool {
        match self {
            FactTest::Player(set)
            | FactTest::Red(set, _)
            | FactTest::Black(set, _)
            | FactTest::Game(set) => set.is_empty(),
            FactTest::Event(events, numbers, _) => events.is_empty() && numbers.is_empty(),
            _ => false,
        }
    }

    /// Ids, ascending, of games that include all for which the test holds; `None` if testing every
    /// game is quicker.
    pub(crate) fn among(&self, facts: &Facts, in_order: &GamesInOrder) -> Option<Vec<u32>> {
        match self {
            FactTest::Player(set) => {
                in_order.with_numbers(facts, &[FactOrder::Red, FactOrder::Black], set)
            }
            FactTest::Event(set, numbers, editions) => {
                let mut events = set.clone();
                editions
                    .events_of(|number| numbers.contains(number))
                    .for_each(|event| events.insert(event));
                in_order.with_numbers(facts, &[FactOrder::Event], &events)
            }
            _ => None,
        }
    }

    /// Columns of facts that the test reads.
    pub(crate) fn columns(&self) -> FactColumns {
        match self {
            FactTest::Player(_) | FactTest::Red(..) | FactTest::Black(..) => FactColumns::PLAYERS,
            FactTest::Event(..) => FactColumns::EVENT.and(FactColumns::DATE),
            FactTest::Opening(..) => FactColumns::OPENING,
            FactTest::Game(_) | FactTest::Unread(..) | FactTest::Kind(_) => FactColumns::KIND,
            FactTest::Date(_) | FactTest::Year(_) => FactColumns::DATE,
            FactTest::Plies(_) => FactColumns::PLIES,
            FactTest::Result(..) => FactColumns::RESULT,
            FactTest::Played(..) => FactColumns::PLAYERS.and(FactColumns::EVENT),
        }
    }

    /// Whether texts must be read first.
    pub(crate) fn is_unread(&self) -> bool {
        matches!(self, FactTest::Unread(..))
    }

    /// Reads the texts of some games, ids ascending, if the test is about texts; it then holds for
    /// no other games.
    pub(crate) fn read(&mut self, archive: &Archive, games: &[u32]) -> Result<()> {
        if let FactTest::Unread(text, values) = self {
            *self = FactTest::Game(games_reading(archive, *text, values, games)?);
        }
        Ok(())
    }

    /// Whether the test holds for a game; `None` while its texts are unread.
    #[inline]
    pub(crate) fn holds(&self, id: u32, fact: &Fact) -> Option<bool> {
        Some(self.holding(id, std::slice::from_ref(fact))? != 0)
    }

    /// Those of at most 64 games for which the test holds, as bits: bit 0 is the game `first`, the
    /// others follow by id. `None` while texts are unread.
    ///
    /// Each test has a loop of its own over the games: it is chosen once for all of them.
    #[inline]
    pub(crate) fn holding(&self, first: u32, facts: &[Fact]) -> Option<u64> {
        Some(match self {
            FactTest::Unread(..) => return None,
            FactTest::Player(set) => {
                bits(facts, |fact| set.contains(fact.red) || set.contains(fact.black))
            }
            FactTest::Red(set, standing) => bits_by_id(first, facts, |id, fact| {
                set.contains(seats(set, standing, id, fact).red)
            }),
            FactTest::Black(set, standing) => bits_by_id(first, facts, |id, fact| {
                set.contains(seats(set, standing, id, fact).black)
            }),
            FactTest::Event(set, numbers, editions) => bits(facts, |fact| {
                set.contains(fact.event)
                    || (!numbers.is_empty() && numbers.contains(editions.number_of(fact)))
            }),
            FactTest::Opening(set, standing) => bits_by_id(first, facts, |id, fact| {
                set.contains(standing.of(id, fact).opening.into())
            }),
            FactTest::Game(set) => set.bits(first) & bits(facts, |_| true),
            FactTest::Date(ranges) => {
                bits(facts, |fact| ranges.iter().any(|&(first, last)| fact.date.fits(first, last)))
            }
            FactTest::Year(numbers) => {
                bits(facts, |fact| fact.year().is_some_and(|year| numbers.contains(year.into())))
            }
            FactTest::Plies(numbers) => bits(facts, |fact| numbers.contains(fact.plies.into())),
            FactTest::Result(results, standing) => bits_by_id(first, facts, |id, fact| {
                results.contains(&standing.of(id, fact).result())
            }),
            FactTest::Kind(kinds) => {
                bits(facts, |fact| fact.kind().is_some_and(|kind| kinds.contains(&kind)))
            }
            FactTest::Played(played, names, online) => bits_by_id(first, facts, |id, fact| {
                played.contains(&names.of(fact, online.contains(id)))
            }),
        })
    }
}

/// The games for which `holds` is true, as bits.
#[inline]
pub(crate) fn bits(facts: &[Fact], holds: impl Fn(&Fact) -> bool) -> u64 {
    bits_by_id(0, facts, |_, fact| holds(fact))
}

/// Like [`bits`]; `holds` is given the ids of the games, too, from `first`.
#[inline]
fn bits_by_id(first: u32, facts: &[Fact], holds: impl Fn(u32, &Fact) -> bool) -> u64 {
    let games = (0..).zip(facts.iter().take(64));
    games.fold(0, |bits, (at, fact)| bits | u64::from(holds(first + at, fact)) << at)
}

/// Facts that decide colours: those of the representing game, if it names one of these players.
fn seats<'f>(set: &IdSet, standing: &'f StandingFacts, id: u32, fact: &'f Fact) -> &'f Fact {
    let first = standing.of(id, fact);
    if set.contains(first.red) || set.contains(first.black) { first } else { fact }
}

/// Numbers of the codes that `wanted` means: a beginning of codes, a range such as `C30-C49`, or a
/// family's name.
pub(crate) fn codes(archive: &Archive, wanted: &str) -> IdSet {
    let wanted = fold(wanted).trim().to_ascii_uppercase();
    let range = wanted.split_once(['-', '–', '~', '～', '至']).unwrap_or((&wanted, &wanted));
    if let (Some(first), Some(last)) = (completed(range.0, '0'), completed(range.1, '9')) {
        return (first.number()..=last.number()).map(u32::from).collect();
    }
    let family = OpeningFamily::named(&wanted);
    let openings = archive.openings().openings().filter(|opening| family.has(opening));
    openings.map(|opening| u32::from(opening.code.number())).collect()
}

/// The beginning of a code, completed with `digit`.
fn completed(beginning: &str, digit: char) -> Option<Code> {
    let mut code = beginning.trim().to_owned();
    let missing = 3_usize.checked_sub(code.len()).filter(|missing| *missing < 3)?;
    code.extend(std::iter::repeat_n(digit, missing));
    code.parse().ok()
}

/// Games with `wanted` in the title of a record or in the name of a file.
pub(crate) fn games_titled(archive: &Archive, wanted: &str, as_stated: bool) -> Result<IdSet> {
    let wanted = fold(wanted);
    let mut games: IdSet = archive.snapshot().games_titled(&wanted)?;
    if !as_stated {
        for source in archive.snapshot().sources_named(&wanted)? {
            archive.snapshot().games_of(source)?.into_iter().for_each(|game| games.insert(game));
        }
    }
    Ok(games)
}

/// Games in chapters with `wanted` in their path.
pub(crate) fn games_in_chapter(archive: &Archive, wanted: &str) -> Result<IdSet> {
    let wanted = chapter_key(wanted);
    let mut games = IdSet::default();
    // Cached, since many files lie in one folder.
    let mut known: FxHashMap<String, bool> = FxHashMap::default();
    for chapter in archive.snapshot().chapters()? {
        let fits = known.entry(chapter.path.clone());
        if *fits.or_insert_with_key(|path| chapter_key(path).contains(&wanted)) {
            archive.snapshot().games_in(&chapter)?.into_iter().for_each(|game| games.insert(game));
        }
    }
    Ok(games)
}

/// Test of the events or editions with these names.
fn events(archive: &Archive, names: &[String]) -> Result<FactTest> {
    let (mut events, mut numbers) = (IdSet::default(), IdSet::default());
    for name in names {
        let asked = ask_editions(archive, name)?;
        let named = match asked.is_whole {
            true => IdSet::default(),
            false => events_named(archive, name)?,
        };
        if named.is_empty() {
            asked.numbers.into_iter().for_each(|number| numbers.insert(number));
        }
        events.add(&named);
    }
    Ok(FactTest::Event(events, numbers, archive.editions()?.clone()))
}

/// Numbers of the editions that a text means: `name@24`, `2004五羊杯`, or all of a series.
pub fn editions_asked(archive: &Archive, text: &str) -> Result<Vec<u32>> {
    let EditionsAsked { numbers, is_whole } = ask_editions(archive, text)?;
    let of_series = archive.editions()?.of_series(text);
    Ok(if is_whole || of_series.is_empty() { numbers } else { of_series })
}

/// The edition that a text asks for, if any.
fn ask_editions(archive: &Archive, text: &str) -> Result<EditionsAsked> {
    let Some(asked) = AskedEdition::read(text) else { return Ok(EditionsAsked::default()) };
    let named = || Ok(events_named(archive, &asked.name)?.iter().collect());
    archive.editions()?.asked(&asked, named)
}

/// Events with `wanted` in their name or in that of their series; of the whole name of a series no
/// events of others (小五羊杯 is not 五羊杯). Latin letters such as `wuyangbei` are also compared by
/// sound.
fn events_named(archive: &Archive, wanted: &str) -> Result<IdSet> {
    let editions = archive.editions()?;
    let mut found = archive.events_with(&fold(wanted))?;
    if editions.is_series(wanted) {
        found = found.iter().filter(|&event| editions.series_of(event).is_none()).collect();
    }
    editions.events_called(wanted).for_each(|event| found.insert(event));
    let letters = latin_key(wanted);
    if wanted.is_ascii()
        && letters.len() >= SHORTEST
        && letters.bytes().any(|b| b.is_ascii_alphabetic())
    {
        EVENTS.each(archive.snapshot(), &mut |row| {
            let is_read_so = |key: &String| key.contains(&letters);
            if !row.name()?.is_ascii() && latin_keys(row.name()?).iter().any(is_read_so) {
                found.insert(row.id()?);
            }
            Ok(())
        })?;
    }
    let firsts = archive.decided().alike().joined().filter_map(|(_, first)| match first {
        Subject::Event(event) => Some(event.as_str()),
        _ => None,
    });
    let firsts: FxHashSet<&str> = firsts.collect();
    if !firsts.is_empty() {
        // Adds events that people decided to be one with events found.
        let mut joined: Vec<(u32, String)> = Vec::new();
        archive.spellings(NamesOf::Events, &mut |row, event| {
            if firsts.contains(event) {
                joined.push((row.id()?, event.to_owned()));
            }
            Ok(())
        })?;
        let wanted = joined.iter().filter(|(id, _)| found.contains(*id));
        let wanted: FxHashSet<&String> = wanted.map(|(_, event)| event).collect();
        joined
            .iter()
            .filter(|(_, event)| wanted.contains(event))
            .for_each(|(id, _)| found.insert(*id));
    }
    Ok(found)
}

/// Smallest number of letters that are compared by sound.
const SHORTEST: usize = 4;

/// Games with a witness whose comments contain `wanted`.
pub(crate) fn games_saying(archive: &Archive, wanted: &str) -> Result<IdSet> {
    let words = bigrams(wanted);
    if words.is_empty() {
        return Ok(IdSet::default());
    }
    // A phrase of neighbouring pairs; a single character is the beginning of a pair.
    let is_lone = words.chars().count() == 1;
    let phrase = if is_lone { format!("\"{words}\" *") } else { format!("\"{words}\"") };
    archive.snapshot().games_saying(&phrase)
}

/// Games with a witness in a source whose path (or path inside its archive) contains `wanted`.
pub(crate) fn games_from(archive: &Archive, wanted: &str) -> Result<IdSet> {
    archive.snapshot().games_from(wanted)
}

/// Games, among the given ones (ids ascending), with a text that contains one of `wanted`.
pub(crate) fn games_reading(
    archive: &Archive,
    text: GameText,
    wanted: &[String],
    games: &[u32],
) -> Result<IdSet> {
    let wanted: Vec<String> = wanted.iter().map(|wanted| fold(wanted)).collect();
    let chunks: Vec<&[u32]> = games.chunks(Facts::CHUNK).collect();
    let found = in_parallel(archive, chunks.len(), |snapshot, number| {
        let ids = chunks[number];
        let mut found = Vec::new();
        let mut look = |id: u32, text: &str| {
            let text = fold(text);
            if wanted.iter().any(|wanted| text.contains(wanted)) {
                found.push(id);
            }
        };
        let (first, last) = (ids[0], ids[ids.len() - 1]);
        // Few distant games are read one by one.
        if (last - first) as usize / FAR >= ids.len() {
            ids.iter().try_for_each(|&id| snapshot.game_texts(text, id..=id, &mut look))?;
        } else {
            snapshot.game_texts(text, first..=last, &mut look)?;
        }
        Ok(found)
    })?;
    let mut found: IdSet = found.into_iter().flatten().collect();
    if text == GameText::Site {
        for (id, site) in archive.decided().texts(GameField::Site) {
            let site = fold(site);
            if games.binary_search(&id).is_err() {
                continue;
            }
            match wanted.iter().any(|wanted| site.contains(wanted)) {
                true => found.insert(id),
                false => found.remove(id),
            }
        }
    }
    Ok(found)
}

/// Average distance of ids from which texts are read game by game.
const FAR: usize = 16;

/// Words and phrases of a question, separated by blanks; quotation marks of any script enclose a
/// phrase.
///
/// ```
/// use xqdb::search::words_of;
/// assert_eq!(words_of("弃车 “马 后炮” \"a b\""), ["弃车", "马 后炮", "a b"]);
/// ```
pub fn words_of(question: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
    for letter in question.chars() {
        let is_quote = matches!(letter, '"' | '“' | '”' | '「' | '」' | '„' | '＂');
        if is_quote || (letter.is_whitespace() && !is_quoted) {
            words.push(std::mem::take(&mut word));
            is_quoted ^= is_quote;
        } else {
            word.push(letter);
        }
    }
    words.push(word);
    words.retain(|word| !word.trim().is_empty());
    words
}

/// Games in whose comments or titles every word of the question occurs.
pub(crate) fn games_with_words(
    archive: &Archive,
    question: &str,
    as_stated: bool,
) -> Result<IdSet> {
    let mut all: Option<IdSet> = None;
    for word in words_of(question) {
        let mut games = games_saying(archive, &word)?;
        games.add(&games_titled(archive, &word, as_stated)?);
        all = Some(match all {
            None => games,
            Some(known) => known.iter().filter(|&game| games.contains(game)).collect(),
        });
    }
    Ok(all.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_of_codes_are_completed() {
        let of = |text: &str, digit| completed(text, digit).map(|code| code.to_string());
        assert_eq!(of("C", '0').as_deref(), Some("C00"));
        assert_eq!(of(" C3", '9').as_deref(), Some("C39"));
        assert_eq!(of("C55", '9').as_deref(), Some("C55"));
        for text in ["", "C555", "中炮", "CC", "5", "ROOK"] {
            assert_eq!(of(text, '0'), None, "{text}");
        }
    }
}
