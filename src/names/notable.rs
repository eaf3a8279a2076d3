//! Notable players and main events: facts with sources, shipped with the program; a user's list
//! extends or replaces them. Pure.
//!
//! A row claims the spellings it names, and no other row may claim them. A player's pinyin is not
//! claimed: different people sound alike.

use super::register::NameEntry;
use crate::metadata::{
    EditionYears, EventWording, WordingText, name_key, names_series, qualifier, series_key,
};
use crate::text::{is_latin, latin_words};
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

/// A list, with an index of the spellings that its rows claim.
#[derive(Debug, Clone, Default)]
pub struct Notable {
    listing: NotableKind,
    rows: Vec<NotableEntry>,
    places: FxHashMap<String, usize>,
    /// Keys of `places` by their first character.
    by_first: FxHashMap<char, Vec<String>>,
}

const PLAYERS: &str = include_str!("players.tsv");
const EVENTS: &str = include_str!("events.tsv");

/// Line that keeps the project's rows out of a user's list.
const ONLY: &str = "[only]";

/// Largest number of years between two games of one player.
const LIFE: u16 = 90;

impl Notable {
    /// The list of the project.
    pub fn of_project(listing: NotableKind) -> &'static Arc<Notable> {
        static LISTS: [OnceLock<Arc<Notable>>; 2] = [OnceLock::new(), OnceLock::new()];
        let (text, list) = match listing {
            NotableKind::Players => (PLAYERS, &LISTS[0]),
            NotableKind::Events => (EVENTS, &LISTS[1]),
        };
        list.get_or_init(|| {
            let mut notable = Notable { listing, ..Notable::default() };
            notable.add(text).expect("the list of the project is well formed");
            Arc::new(notable)
        })
    }

    /// Reads a user's list, in the form described at the head of `players.tsv` and `events.tsv`. A
    /// row of the project's list is dropped if the user's list claims one of its spellings; the
    /// line `[only]` drops all of them.
    ///
    /// # Errors
    /// The first line that cannot be understood.
    pub fn read(listing: NotableKind, text: &str) -> Result<Notable, ListError> {
        let mut notable = Notable { listing, ..Notable::default() };
        notable.add(text)?;
        if !text.lines().any(|line| line.trim() == ONLY) {
            for noted in &Notable::of_project(listing).rows {
                let keys = notable.keys(noted);
                if !keys.iter().any(|key| notable.places.contains_key(key)) {
                    notable.put(noted.clone(), keys);
                }
            }
        }
        Ok(notable)
    }

    fn add(&mut self, text: &str) -> Result<(), ListError> {
        let mut lines: FxHashMap<usize, usize> = FxHashMap::default();
        for row in rows(self.listing, text, ONLY) {
            let ListRow { line, noted } = row?;
            let keys = self.keys(&noted);
            if let Some(&place) = keys.iter().find_map(|key| self.places.get(key)) {
                let other = lines.get(&place).copied().unwrap_or_default();
                return Err(ListError::Taken { line, name: noted.name, other });
            }
            lines.insert(self.rows.len(), line);
            self.put(noted, keys);
        }
        Ok(())
    }

    fn put(&mut self, noted: NotableEntry, keys: Vec<String>) {
        let place = self.rows.len();
        for key in &keys {
            let first = key.chars().next();
            first.into_iter().for_each(|c| self.by_first.entry(c).or_default().push(key.clone()));
        }
        self.places.extend(keys.into_iter().map(|key| (key, place)));
        self.rows.push(noted);
    }

    /// Keys by which the spellings of a row are found.
    fn keys(&self, noted: &NotableEntry) -> Vec<String> {
        let own = [&noted.name, &noted.traditional];
        let english = (self.listing == NotableKind::Events).then_some(&noted.latin);
        let all = own.into_iter().chain(english).chain(&noted.others);
        let keys = all.flat_map(|spelling| match self.listing {
            NotableKind::Players => player_keys(spelling),
            NotableKind::Events => vec![WordingText::new(spelling).key],
        });
        keys.filter(|key| !key.is_empty()).collect()
    }

    /// Version of the list: a hash of its rows and of the rules that use them.
    pub(super) fn version(&self, rules: &str) -> i64 {
        let hash = blake3::hash(format!("{rules}{:?}", self.rows).as_bytes());
        hash.as_bytes()[..8].iter().fold(0, |number, byte| number << 8 | i64::from(*byte))
    }

    /// Subject of the list.
    pub fn listing(&self) -> NotableKind {
        self.listing
    }

    /// All rows.
    pub fn rows(&self) -> &[NotableEntry] {
        &self.rows
    }

    /// Keys of the spellings of each row, its own name first.
    pub(super) fn spellings(&self) -> Vec<Vec<&str>> {
        let mut spellings: Vec<Vec<&str>> = vec![Vec::new(); self.rows.len()];
        for (key, &place) in &self.places {
            spellings[place].push(key);
        }
        for (keys, row) in spellings.iter_mut().zip(&self.rows) {
            let own = player_key(&row.name);
            keys.sort_unstable_by_key(|key| (*key != own, *key));
        }
        spellings
    }

    /// Row that claims a spelling; for events, the row with the longest spelling in a wording.
    pub fn find(&self, name: &str) -> Option<&NotableEntry> {
        match self.listing {
            NotableKind::Players => self.row_of_key(&player_key(name)),
            NotableKind::Events => self.series(&WordingText::new(name).key),
        }
    }

    fn row_of_key(&self, key: &str) -> Option<&NotableEntry> {
        self.places.get(key).map(|&place| &self.rows[place])
    }

    fn series(&self, wording: &str) -> Option<&NotableEntry> {
        let named = wording.char_indices().flat_map(|(at, c)| {
            let here = self.by_first.get(&c).into_iter().flatten();
            here.filter(move |key| names_series(wording, at, key)).map(move |key| (key, at))
        });
        // A sponsor precedes the name, so the last of equal spellings counts.
        let (key, _) = named.max_by_key(|(key, at)| (key.len(), *at))?;
        self.row_of_key(key)
    }

    /// Reads the wording of an event; a listed series gets its listed name, and editions and years
    /// as far as the list has them.
    pub fn wording(&self, name: &str) -> EventWording {
        let text = WordingText::new(name);
        let mut series = String::new();
        // Without a word for a part of it, the wording can be a listed spelling.
        let row = self.series(&text.key).or_else(|| {
            series = text.series();
            let row = self.row_of_key(&series_key(&series))?;
            let Some(other) = qualifier(&text.key, "") else { return Some(row) };
            series += other;
            None
        });
        match row {
            None => EventWording { series, ..text.numbers },
            Some(row) => {
                let mut wording = EventWording { series: row.name.clone(), ..text.numbers };
                if let [Some(first), Some(last)] = row.years
                    && first == last
                {
                    wording.year = wording.year.or(Some(first.into()));
                    wording.edition = Some(1);
                }
                row.editions.complete(&mut wording);
                wording
            }
        }
    }

    /// Row that claims both spellings.
    pub(super) fn both(&self, a: &str, b: &str) -> Option<&NotableEntry> {
        let [a, b] = [self.find(a)?, self.find(b)?];
        std::ptr::eq(a, b).then_some(a)
    }

    /// Row whose own name, not just a spelling, names an entry of the archive.
    pub fn of(&self, entry: &NameEntry) -> Option<&NotableEntry> {
        let names = std::iter::once(&entry.key).chain(entry.spellings.iter().map(|(name, _)| name));
        let found = names.filter_map(|name| Some((name, self.find(name)?)));
        let is_own = |name: &str, noted: &NotableEntry| match self.listing {
            NotableKind::Players => player_key(name) == player_key(&noted.name),
            NotableKind::Events => true,
        };
        found.into_iter().find(|(name, noted)| is_own(name, noted)).map(|(_, noted)| noted)
    }
}

impl NotableEntry {
    /// Whether games of these years fit one life, and this player's.
    pub(super) fn lived(&self, years: [Option<(u16, u16)>; 2]) -> bool {
        let known = years.iter().flatten();
        let born_late =
            self.years[0].is_some_and(|born| known.clone().any(|&(_, last)| last < born));
        let died_early =
            self.years[1].is_some_and(|died| known.clone().any(|&(first, _)| first > died));
        let (first, last) =
            (known.clone().map(|years| years.1).min(), known.map(|years| years.0).max());
        let gap = last.unwrap_or(0).saturating_sub(first.unwrap_or(0));
        !born_late && !died_early && (first.is_none() || gap <= LIFE)
    }
}

/// Key of a name: hanzi as in [`name_key`], other names as their letters.
fn player_key(name: &str) -> String {
    let key = name_key(name);
    if is_latin(&key) { latin_words(&key).concat() } else { key }
}

/// Keys of a spelling: a name in letters with its words in every rotation.
fn player_keys(spelling: &str) -> Vec<String> {
    let key = player_key(spelling);
    if key.is_empty() || !is_latin(&key) {
        return vec![key];
    }
    let words = latin_words(spelling);
    (0..words.len()).map(|from| words[from..].concat() + &words[..from].concat()).collect()
}

/// Subject of a list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum NotableKind {
    /// Players.
    #[default]
    Players,
    /// Events.
    Events,
}

/// Row of a list: a player or an event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NotableEntry {
    /// Name in simplified characters.
    pub name: String,
    /// Name in traditional characters.
    pub traditional: String,
    /// Player in pinyin, or event in English; empty if the list omits it.
    pub latin: String,
    /// Other spellings that mean nobody else.
    pub others: Vec<String>,
    /// Province, team or country of a player.
    pub team: String,
    /// `m`, `f` or nothing.
    pub sex: String,
    /// Years of birth and death of a player, or of the first and last edition of an event; None if
    /// unknown.
    pub years: [Option<u16>; 2],
    /// Title of a player, or kind of an event.
    pub title: String,
    /// Years of an event's editions.
    pub editions: EditionYears,
    /// Source of the facts.
    pub source: String,
}

/// Fault of a list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ListError {
    #[error(
        "line {line}: ten columns are expected: name, traditional name, pinyin, other spellings, \
         team, sex, born, died, title, source"
    )]
    Player { line: usize },
    #[error(
        "line {line}: eight columns are expected: name, traditional name, English name, other \
         wordings, first year, last year, kind, source; and years of editions as a ninth"
    )]
    Event { line: usize },
    #[error(
        "line {line}: `{editions}` is neither a year with + nor editions such as 1=1990 2=1991"
    )]
    Editions { line: usize, editions: String },
    #[error("line {line}: the name is missing")]
    Name { line: usize },
    #[error("line {line}: the source is missing")]
    Source { line: usize },
    #[error("line {line}: `{sex}` is neither m nor f")]
    Sex { line: usize, sex: String },
    #[error("line {line}: `{year}` is no year of four digits")]
    Year { line: usize, year: String },
    #[error("line {line}: {last} is before {first}")]
    Order { line: usize, first: u16, last: u16 },
    #[error("line {line}: a spelling of `{name}` is that of line {other}")]
    Taken { line: usize, name: String, other: usize },
}

/// A row with its line.
pub(super) struct ListRow {
    /// Line number, 1-based.
    pub(super) line: usize,
    pub(super) noted: NotableEntry,
}

/// Reads the rows of a list. Lines that begin with `#` are remarks; the line `only` is skipped.
pub(super) fn rows<'t>(
    listing: NotableKind,
    text: &'t str,
    only: &'t str,
) -> impl Iterator<Item = Result<ListRow, ListError>> + 't {
    let lines = (1..).zip(text.lines().map(|row| row.trim_start_matches('\u{feff}')));
    let lines = lines.filter(move |(_, row)| {
        !row.trim().is_empty() && !row.starts_with('#') && row.trim() != only
    });
    lines.map(move |(line, row)| Ok(ListRow { line, noted: noted(listing, line, row)? }))
}

fn noted(listing: NotableKind, line: usize, row: &str) -> Result<NotableEntry, ListError> {
    let columns: Vec<&str> = row.split('\t').map(str::trim).collect();
    let (who, [name, traditional, latin, others], [first, last, title, source]) =
        match (listing, &columns[..]) {
            (NotableKind::Players, &[a, b, c, d, team, sex, e, f, g, h]) => {
                ([team, sex], [a, b, c, d], [e, f, g, h])
            }
            (NotableKind::Events, &[a, b, c, d, e, f, g, h] | &[a, b, c, d, e, f, g, h, _]) => {
                ([""; 2], [a, b, c, d], [e, f, g, h])
            }
            (NotableKind::Players, _) => return Err(ListError::Player { line }),
            (NotableKind::Events, _) => return Err(ListError::Event { line }),
        };
    let [team, sex] = who;
    if name.is_empty() {
        return Err(ListError::Name { line });
    }
    if source.is_empty() {
        return Err(ListError::Source { line });
    }
    if !["", "m", "f"].contains(&sex) {
        return Err(ListError::Sex { line, sex: sex.to_owned() });
    }
    let years = [year(line, first)?, year(line, last)?];
    if let [Some(first), Some(last)] = years
        && last < first
    {
        return Err(ListError::Order { line, first, last });
    }
    let editions = columns.get(8).filter(|_| listing == NotableKind::Events).copied();
    let editions = editions.unwrap_or_default();
    let known = EditionYears::read(editions)
        .ok_or_else(|| ListError::Editions { line, editions: editions.to_owned() })?;
    let others = others.split(';').map(str::trim).filter(|other| !other.is_empty());
    Ok(NotableEntry {
        name: name.to_owned(),
        // A missing name is taken from the other script.
        traditional: if traditional.is_empty() { name } else { traditional }.to_owned(),
        latin: latin.trim_start_matches('=').to_owned(),
        others: others.map(str::to_owned).collect(),
        team: team.to_owned(),
        sex: sex.to_owned(),
        years,
        title: title.to_owned(),
        editions: known,
        source: source.to_owned(),
    })
}

fn year(line: usize, text: &str) -> Result<Option<u16>, ListError> {
    let is_year = text.len() == 4 && text.chars().all(|c| c.is_ascii_digit());
    match text.parse() {
        _ if text.is_empty() => Ok(None),
        Ok(year) if is_year => Ok(Some(year)),
        _ => Err(ListError::Year { line, year: text.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{fold, latin_key};

    const ROW: &str =
        "胡荣华\t胡榮華\tHu Ronghua\tWoo Wing Wah\t上海\tm\t1945\t\tgrandmaster\tbook";

    #[test]
    fn the_list_of_players_is_sound() {
        let list = Notable::of_project(NotableKind::Players);
        assert!(list.rows().len() >= 300, "{}", list.rows().len());
        for noted in list.rows() {
            let NotableEntry { name, traditional, latin, .. } = noted;
            assert_eq!(fold(name), fold(traditional), "{name}");
            assert_eq!(player_key(name), fold(name).replace(' ', ""), "{name} is no name alone");
            let is_read = latin.is_empty() || latin_key(latin) == latin_key(name);
            assert_eq!(is_read, !PLAYERS.contains(&format!("\t={latin}\t")), "{name}");
            let young = noted.years[0].is_none_or(|born| (1300..2015).contains(&born));
            assert!(young && noted.years[1].is_none_or(|died| died < 2027), "{name}");
            assert!(["m", "f"].contains(&noted.sex.as_str()), "{name}");
        }
    }

    #[test]
    fn the_list_of_events_is_sound() {
        let list = Notable::of_project(NotableKind::Events);
        assert!(list.rows().len() >= 40, "{}", list.rows().len());
        for noted in list.rows() {
            assert_eq!(fold(&noted.name), fold(&noted.traditional), "{}", noted.name);
            assert!(noted.latin.is_ascii() && !noted.latin.is_empty(), "{}", noted.name);
            assert!(
                noted.years[0].is_none_or(|first| (1900..2027).contains(&first)),
                "{}",
                noted.name
            );
        }
    }

    #[test]
    fn a_list_of_ones_own_extends_or_replaces() {
        let own = Notable::read(NotableKind::Players, ROW).unwrap();
        assert_eq!(own.find("上海胡榮華").unwrap().source, "book");
        assert_eq!(own.find("WOO Wing Wah"), own.find("胡荣华"));
        assert_eq!(own.find("Wing Wah, Woo"), own.find("胡荣华"));
        assert!(own.find("呂欽").is_some());
        let only = Notable::read(NotableKind::Players, &format!("[only]\n{ROW}\n")).unwrap();
        assert_eq!((only.rows().len(), only.find("呂欽")), (1, None));
        assert_eq!(Notable::of_project(NotableKind::Players).find("HU RongHua"), None, "a sound");
    }

    #[test]
    fn a_malformed_line_is_told() {
        let said = |text: &str| Notable::read(NotableKind::Players, text).unwrap_err().to_string();
        assert_eq!(
            said("# own\n胡荣华\t胡榮華"),
            "line 2: ten columns are expected: name, traditional name, pinyin, other spellings, \
             team, sex, born, died, title, source"
        );
        assert_eq!(said(&ROW.replace("1945", "45")), "line 1: `45` is no year of four digits");
        assert_eq!(said(&ROW.replace("book", "")), "line 1: the source is missing");
        assert_eq!(said(&ROW.replace("\tm\t", "\tx\t")), "line 1: `x` is neither m nor f");
        assert_eq!(said(&ROW.replace("胡荣华", " ")), "line 1: the name is missing");
        assert_eq!(said(&ROW.replace("\t\tg", "\t1940\tg")), "line 1: 1940 is before 1945");
        assert_eq!(
            said(&format!("{ROW}\n\n{}", ROW.replace("胡荣华", "胡容华").replace("胡榮華", ""))),
            "line 3: a spelling of `胡容华` is that of line 1"
        );
        let events = Notable::read(NotableKind::Events, ROW).unwrap_err().to_string();
        assert!(events.starts_with("line 1: eight columns are expected: name"), "{events}");
    }

    #[test]
    fn years_and_editions_are_no_part_of_an_event() {
        let own = "[only]\n五羊杯全国象棋冠军邀请赛\t\tRam Cup\t五羊杯\t1981\t2009\t\tbook\t1980+\n\
                   全国象棋团体赛\t\tChina Team\t\t\t\t\tbook";
        let list = Notable::read(NotableKind::Events, own).unwrap();
        for (name, row) in [
            ("2004年“五羊杯”全國象棋冠軍邀請賽", "五羊杯全国象棋冠军邀请赛"),
            ("第5屆“五羊杯”", "五羊杯全国象棋冠军邀请赛"),
            ("8 Ram Cup 1988", "五羊杯全国象棋冠军邀请赛"),
            ("1997年“恒源祥杯”全國象棋團體賽男子組", "全国象棋团体赛"),
            ("第3届全国象棋团体锦标赛", "全国象棋团体赛"),
            ("China Women's Team 1997", "全国象棋团体赛"),
        ] {
            assert_eq!(list.find(name).map(|row| &*row.name), Some(row), "{name}");
        }
        assert_eq!(list.find("五羊杯選拔賽"), None);
        assert_eq!(list.wording("第5屆“五羊杯”").year, Some(1985));
        assert_eq!(list.wording("8 Ram Cup 1988").edition, Some(8));
    }

    #[test]
    fn wordings_of_one_edition_are_one() {
        let list = Notable::of_project(NotableKind::Events);
        for wordings in [
            &[
                "2004年第24屆“五羊杯”全國冠軍邀請賽 第4輪 陶漢明 負 於幼華",
                "24屆五羊杯",
                "5 Ram Cup Xiangqi Championship 2004",
            ][..],
            &[
                "1993年全国象棋个人赛",
                "Chinese National Champion 1993",
                "一九九三年全国个人赛第九轮",
            ],
            &["1987年第六届全运会", "全國六運會象棋團體預賽"],
            &["98全國團體賽", "1998年全國象棋團體錦標賽"],
            &["2013年第03届温岭·长屿硐天杯全国象棋国手赛", "第三届温岭长屿硐天杯国手赛2013"],
        ] {
            let ids: Vec<_> = wordings.iter().map(|name| list.wording(name).id()).collect();
            assert!(ids[0].is_some() && ids.iter().all(|id| *id == ids[0]), "{wordings:?} {ids:?}");
        }
        let id = |name: &str| list.wording(name).id();
        for (one, other) in [
            ("1993年全国象棋个人赛", "1993年全国象棋团体赛"),
            ("1993年全国象棋个人赛", "1993年全国少年象棋个人赛"),
            ("1993年全国象棋个人赛", "1994年全国象棋个人赛"),
            ("2002年全國象棋團體賽男子組", "2002年全國象棋團體賽女子組"),
            ("1985年第5届五羊杯", "2008年第5屆小五羊杯"),
        ] {
            assert_ne!(id(one), id(other), "{one} {other}");
        }
        assert_eq!(id("五羊杯"), None, "no edition");
        for text in
            ["中炮對屏風馬", "實戰", "閃擊戰", "1990年友誼賽", "表演賽", "Cup 2", "Open 1990"]
        {
            assert_eq!(EventWording::read(text).series, "", "{text} names no tournament");
        }
        for (text, series) in [
            ("1964年上海市象棋賽", "上海市赛"),
            ("全國賽半決賽", "全国赛"),
            ("顺炮王争霸战", "顺炮王争霸战"),
            ("Amber Cup 2 1990", "ambercup2"),
        ] {
            assert_eq!(EventWording::read(text).series, series, "{text}");
        }
        assert_eq!(id("六運會"), id("1987年第六届全运会"));
        let series = |name: &str| list.wording(name).series;
        assert_eq!(series("全国个人决赛"), "全国象棋个人锦标赛");
        assert_eq!(series("1996年全國象棋個人賽 廣東 呂欽 勝 農民 鄭乃東"), "全国象棋个人锦标赛");
        for name in ["全国个人赛 农民组", "全国农民个人赛", "全国个人赛少年组决赛"]
        {
            assert_ne!(series(name), "全国象棋个人锦标赛", "{name}");
            assert_ne!(series(name), "全国个人赛", "{name} is no spelling of the list");
        }
    }
}
