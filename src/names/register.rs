//! Register of names, with their evidence from games; finds the few names that a name may mean.
//! Pure.
//!
//! Several records of one game each name its players; where they differ, they mostly have two
//! spellings of one name. Opponents are different persons.

use crate::search::{join_years, widen};
use crate::text::latin_key;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// Names by key, with evidence from games.
#[derive(Debug, Clone, Default)]
pub struct Register {
    places: FxHashMap<String, u32>,
    entries: Vec<NameEntry>,
    /// Places of texts as written; `None` for a text without a key.
    written: FxHashMap<String, Option<u32>>,
    /// Games by spelling and by team of each name, until [`Register::sort`].
    counted: Vec<[FxHashMap<String, u32>; 2]>,
    /// Number of games with both names in one place, on different records that otherwise agree.
    beside: FxHashMap<(u32, u32), u32>,
    /// One entry, the pair as a number, for each game with both names as opponents; sorted by
    /// [`Register::sort`].
    against: Vec<u64>,
}

/// Games of names, by the places of the names in a register.
#[derive(Debug, Default)]
pub(super) struct GamesOfNames {
    /// Number of games, first and last year.
    names: Vec<(u32, Option<(u16, u16)>)>,
    /// One entry, the pair as a number, for each game of two names.
    against: Vec<u64>,
}

impl GamesOfNames {
    /// Adds a game of two names, of one, or of none.
    pub(super) fn add(&mut self, [red, black]: [Option<u32>; 2], year: Option<u16>) {
        let black = black.filter(|_| red != black);
        for place in [red, black].into_iter().flatten().map(|place| place as usize) {
            if place >= self.names.len() {
                self.names.resize(place + 1, (0, None));
            }
            let (games, years) = &mut self.names[place];
            *games += 1;
            widen(years, year);
        }
        self.against.extend(red.zip(black).map(|(a, b)| as_number(ordered(a, b))));
    }
}

/// A name with its evidence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NameEntry {
    /// Key that all its spellings share.
    pub key: String,
    /// Spellings with their numbers of games, the commonest first.
    pub spellings: Vec<(String, u32)>,
    /// Teams with their numbers of games, the commonest first.
    pub teams: Vec<(String, u32)>,
    /// Number of games with the name.
    pub games: u32,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
}

impl NameEntry {
    /// The commonest spelling; the key if there is none.
    pub fn shown(&self) -> &str {
        self.spellings.first().map_or(&self.key, |(spelling, _)| spelling)
    }
}

impl Register {
    /// Place of a key; adds the key if it is new.
    pub fn place(&mut self, key: &str) -> u32 {
        if let Some(&place) = self.places.get(key) {
            return place;
        }
        let place = self.entries.len() as u32;
        self.places.insert(key.to_owned(), place);
        self.entries.push(NameEntry { key: key.to_owned(), ..NameEntry::default() });
        self.counted.push(Default::default());
        place
    }

    /// Place of a name as written; `None` if `key` finds no key. The key of a text is computed once.
    pub(super) fn place_of_text(
        &mut self,
        text: &str,
        key: impl FnOnce(&str) -> Option<String>,
    ) -> Option<u32> {
        if let Some(&place) = self.written.get(text) {
            return place;
        }
        let place = key(text).map(|key| self.place(&key));
        self.written.insert(text.to_owned(), place);
        place
    }

    /// Counts a game with the name.
    pub fn count(&mut self, place: u32, year: Option<u16>) {
        let Some(entry) = self.entries.get_mut(place as usize) else { return };
        entry.games += 1;
        widen(&mut entry.years, year);
    }

    /// Adds games to the numbers and years of their names, and to the pairs of opponents.
    pub(super) fn add_games(&mut self, mut added: GamesOfNames) {
        for (entry, (games, years)) in self.entries.iter_mut().zip(added.names) {
            entry.games += games;
            join_years(&mut entry.years, years);
        }
        self.against.append(&mut added.against);
    }

    /// Counts a game for each of its spellings, each with the place of its name. Sorts the list and
    /// removes repetitions.
    pub fn count_spellings(&mut self, spelled: &mut Vec<(u32, &str)>) {
        self.count_each(0, spelled);
    }

    /// Counts a game for each team in it, each with the place of its player. Sorts the list and
    /// removes repetitions.
    pub fn count_teams(&mut self, teams: &mut Vec<(u32, &str)>) {
        self.count_each(1, teams);
    }

    fn count_each(&mut self, what: usize, texts: &mut Vec<(u32, &str)>) {
        texts.sort_unstable();
        texts.dedup();
        for &(place, text) in &*texts {
            let Some(counted) = self.counted.get_mut(place as usize) else { continue };
            match counted[what].get_mut(text) {
                Some(games) => *games += 1,
                None => drop(counted[what].insert(text.to_owned(), 1)),
            }
        }
    }

    /// Adds what another register counted in other games; `places` are the places of its names in
    /// this register.
    pub(super) fn add_register(&mut self, other: Register, places: &[u32]) {
        let at = |place: u32| places[place as usize];
        for ((&place, entry), counted) in places.iter().zip(&other.entries).zip(other.counted) {
            let own = &mut self.entries[place as usize];
            own.games += entry.games;
            join_years(&mut own.years, entry.years);
            for (own, counted) in self.counted[place as usize].iter_mut().zip(counted) {
                for (text, games) in counted {
                    *own.entry(text).or_default() += games;
                }
            }
        }
        for ((a, b), games) in other.beside {
            *self.beside.entry(ordered(at(a), at(b))).or_default() += games;
        }
        let pair = |pair: u64| as_number(ordered(at((pair >> 32) as u32), at(pair as u32)));
        self.against.extend(other.against.into_iter().map(pair));
    }

    /// Counts a game with both names in one place.
    pub fn note_beside(&mut self, a: u32, b: u32) {
        *self.beside.entry(ordered(a, b)).or_default() += 1;
    }

    /// Counts a game with the names as opponents.
    pub fn note_against(&mut self, a: u32, b: u32) {
        self.against.push(as_number(ordered(a, b)));
    }

    /// Sorts spellings, teams and opponents; to be called after the last game.
    pub fn sort(&mut self) {
        self.against.par_sort_unstable();
        for (entry, counted) in self.entries.iter_mut().zip(&mut self.counted) {
            let [spellings, teams] = std::mem::take(counted).map(|counted| {
                let mut texts: Vec<(String, u32)> = counted.into_iter().collect();
                texts.sort_by(|a, b| (b.1, &a.0).cmp(&(a.1, &b.0)));
                texts
            });
            (entry.spellings, entry.teams) = (spellings, teams);
        }
    }

    /// Finds a key: its place and entry.
    pub fn find(&self, key: &str) -> Option<(u32, &NameEntry)> {
        let place = *self.places.get(key)?;
        Some((place, &self.entries[place as usize]))
    }

    /// All names, by place.
    pub fn entries(&self) -> &[NameEntry] {
        &self.entries
    }

    /// Number of games with both names in one place.
    pub fn beside(&self, a: u32, b: u32) -> u32 {
        self.beside.get(&ordered(a, b)).copied().unwrap_or(0)
    }

    /// Number of games with the names as opponents.
    pub fn against(&self, a: u32, b: u32) -> u32 {
        let pair = as_number(ordered(a, b));
        let before = self.against.partition_point(|other| *other < pair);
        self.against[before..].partition_point(|other| *other == pair) as u32
    }

    /// All pairs of names that a game has in one place.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.beside.keys().copied()
    }

    /// For each name, the names that a game has in its place.
    pub(super) fn all_beside(&self) -> FxHashMap<u32, Vec<u32>> {
        let mut beside: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (a, b) in self.pairs() {
            beside.entry(a).or_default().push(b);
            beside.entry(b).or_default().push(a);
        }
        beside
    }
}

fn ordered(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}

/// Pair as a number, which sorts like the pair in a third of the time.
fn as_number((a, b): (u32, u32)) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// Largest number of characters of a key that is compared; longer keys resemble nothing.
const LONGEST: usize = 64;

/// Index that finds the names resembling a given one.
#[derive(Debug, Clone, Default)]
pub struct Candidates {
    /// Characters of each name's key and sound; empty for a very long key.
    names: Vec<[Vec<char>; 2]>,
    /// Names that stand in the place of each name in games.
    beside: FxHashMap<u32, Vec<u32>>,
}

impl Candidates {
    /// Indexes the names of a register.
    #[must_use]
    pub fn of(register: &Register) -> Candidates {
        let names = register.entries().iter().map(|entry| [chars(&entry.key), sound(&entry.key)]);
        Candidates { names: names.collect(), beside: register.all_beside() }
    }

    /// Finds at most `most` places of names that may mean `key`: the name itself, names in its
    /// place in games, then names of its sound, names that contain it or are contained, and names
    /// nearly so written; names with most games first within each class.
    #[must_use]
    pub fn find(&self, register: &Register, key: &str, most: usize) -> Vec<u32> {
        let own = register.find(key).map(|(place, _)| place);
        let beside: FxHashSet<u32> =
            own.and_then(|own| self.beside.get(&own)).into_iter().flatten().copied().collect();
        let wanted = [chars(key), sound(key)];
        let mut found: Vec<(u8, u32)> = Vec::new();
        for (place, name) in (0..).zip(&self.names) {
            let rank = match () {
                () if own == Some(place) => Some(0),
                () if beside.contains(&place) => Some(1),
                () => likeness(&wanted, name),
            };
            found.extend(rank.map(|rank| (rank, place)));
        }
        let entries = register.entries();
        found.retain(|&(_, place)| entries[place as usize].games > 0);
        found.sort_by_key(|&(rank, place)| {
            let entry = &entries[place as usize];
            (rank, std::cmp::Reverse(entry.games), &entry.key)
        });
        found.into_iter().take(most).map(|(_, place)| place).collect()
    }
}

fn chars(text: &str) -> Vec<char> {
    let chars: Vec<char> = text.chars().take(LONGEST + 1).collect();
    if chars.len() > LONGEST { Vec::new() } else { chars }
}

fn sound(key: &str) -> Vec<char> {
    if chars(key).is_empty() { Vec::new() } else { chars(&latin_key(key)) }
}

/// Rank of the likeness of two names, 2 (nearest) to 4; `None` if they are not alike.
fn likeness(wanted: &[Vec<char>; 2], name: &[Vec<char>; 2]) -> Option<u8> {
    let [key, sound] = wanted;
    let [other, other_sound] = name;
    if !sound.is_empty() && sound == other_sound {
        return Some(2);
    }
    if is_within(key, other) || is_within(other, key) {
        return Some(3);
    }
    let resembles = resembles(key, other, 2, 5) || resembles(sound, other_sound, 5, 4);
    resembles.then_some(4)
}

/// Whether `part`, of at least two characters, occurs in `whole`.
fn is_within(part: &[char], whole: &[char]) -> bool {
    part.len() >= 2 && whole.windows(part.len()).any(|window| window == part)
}

/// Whether two texts of at least `least` characters differ in one character, or in one of every
/// `share`.
fn resembles(a: &Vec<char>, b: &Vec<char>, least: usize, share: usize) -> bool {
    let shorter = a.len().min(b.len());
    let most = (shorter / share).max(1);
    // Two texts of two characters that differ in one share the other.
    shorter >= least
        && a.len().abs_diff(b.len()) <= most
        && strsim::generic_levenshtein(a, b) <= most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_games_tell_is_counted() {
        let mut register = Register::default();
        let (hu, lv) = (register.place("胡荣华"), register.place("吕钦"));
        assert_eq!(register.place("胡荣华"), hu);
        for (spellings, year) in [(&["胡榮華", "上海胡榮華"][..], 1982), (&["胡榮華"], 1960)]
        {
            register.count(hu, Some(year));
            register.count_spellings(&mut spellings.iter().map(|text| (hu, *text)).collect());
        }
        register.note_against(lv, hu);
        register.sort();
        let (_, entry) = register.find("胡荣华").unwrap();
        assert_eq!(entry.spellings, [("胡榮華".to_owned(), 2), ("上海胡榮華".to_owned(), 1)]);
        assert_eq!((entry.games, entry.years), (2, Some((1960, 1982))));
        assert_eq!((register.against(hu, lv), register.beside(hu, lv)), (1, 0));
    }

    #[test]
    fn what_may_be_meant_is_found() {
        let mut register = Register::default();
        let mut put = |key: &str, games: u32| {
            let place = register.place(key);
            (0..games).for_each(|_| register.count(place, None));
            place
        };
        let yang = put("杨官璘", 9);
        let slip = put("杨官麟", 2);
        let pinyin = put("yang guanlin", 3);
        let chiu = put("chiu yu kuen", 4);
        put("胡荣华", 8);
        put("庄玉庭", 8);
        register.note_beside(yang, chiu);
        let candidates = Candidates::of(&register);
        let find = |key: &str, most| candidates.find(&register, key, most);
        assert_eq!(find("杨官璘", 9), [yang, chiu, pinyin, slip]);
        assert_eq!(find("杨官璘", 2), [yang, chiu]);
        assert_eq!(find("官璘", 9), [yang]);
        assert!(find(&"长".repeat(1000), 9).is_empty());
        assert!(find("", 9).is_empty());
    }
}
